//! What can be changed about the policies: names, defaults and bounds in one table.

use std::{collections::BTreeMap, time::Duration};

use super::adaptive::{Numbers, UnknownNumber};

/// A number that changes what a policy does. A switch is 0 (off) or 1 (on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name it is set by, the same as the option's.
    pub name: &'static str,
    /// Its value if nobody says otherwise.
    pub default: i64,
    /// Its least value.
    pub min: i64,
    /// Its greatest value.
    pub max: i64,
}

const fn number(name: &'static str, default: i64, min: i64, max: i64) -> Parameter {
    Parameter { name, default, min, max }
}

const fn switch(name: &'static str, on: bool) -> Parameter {
    Parameter { name, default: on as i64, min: 0, max: 1 }
}

/// `fixed`: milliseconds for a move.
pub const FIXED_TIME: Parameter = number("fixed_time", 5_000, 1, 86_400_000);
/// `vs-percentile`: the share of games, in percent, that end within the moves planned for.
pub const VS_PERCENTILE_LEVEL: Parameter = number("vs_percentile_level", 95, 70, 100);
/// `achilles`: whether the base time comes from the material on the board instead of the length of
/// the game.
pub const ACHILLES_BY_MATERIAL: Parameter = switch("achilles_by_material", true);
/// `achilles`: the probability of a change of mind, in thousandths, below which it moves at once.
pub const ACHILLES_THRESHOLD: Parameter = number("achilles_threshold", 10, 0, 1_000);
/// `achilles`: how much longer than planned, in percent, it would think if a change of mind were
/// certain.
pub const ACHILLES_GAIN: Parameter = number("achilles_gain", 500, 0, 2_000);
/// `achilles`: the distance in centipawns from which one move is clearly better than the next.
pub const ACHILLES_GAP: Parameter = number("achilles_gap", 100, 1, 1_000);
/// The time trap: whether to search the opponent's position first when pondering.
pub const TRAP: Parameter = switch("trap", false);
/// The time trap: milliseconds for that search. Ten seconds were enough for the source.
pub const TRAP_SLICE: Parameter = number("trap_slice", 1_000, 1, 600_000);
/// Against an opponent who sets time traps: whether to play a second choice that is almost as good.
pub const COUNTERMEASURE: Parameter = switch("countermeasure", false);
/// Against an opponent who sets time traps: what the second choice may cost, in centipawns.
pub const COUNTERMEASURE_COST: Parameter = number("countermeasure_cost", 10, 0, 100);

/// All parameters.
pub const PARAMETERS: &[Parameter] = &[
    FIXED_TIME,
    VS_PERCENTILE_LEVEL,
    ACHILLES_BY_MATERIAL,
    ACHILLES_THRESHOLD,
    ACHILLES_GAIN,
    ACHILLES_GAP,
    TRAP,
    TRAP_SLICE,
    COUNTERMEASURE,
    COUNTERMEASURE_COST,
];

/// The values of all parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    values: BTreeMap<&'static str, i64>,
    /// What `adaptive` goes by. Nobody has to choose these: they are for the lab, which looks for better
    /// ones.
    pub numbers: Numbers,
}

impl Default for Parameters {
    fn default() -> Self {
        let defaults = PARAMETERS.iter().map(|parameter| (parameter.name, parameter.default));
        Parameters { values: defaults.collect(), numbers: Numbers::default() }
    }
}

impl Parameters {
    /// Sets a parameter by name.
    ///
    /// # Errors
    /// If there is no such parameter or the value lies outside its bounds; nothing has changed then.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ParameterError> {
        let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.ok_or_else(|| ParameterError::Unknown(name.to_owned()))?;
        let &Parameter { name, min, max, .. } = parameter;
        if !(min..=max).contains(&value) {
            return Err(ParameterError::OutOfRange { name, value, min, max });
        }
        self.values.insert(name, value);
        Ok(())
    }

    /// The value of a number.
    pub fn get(&self, parameter: Parameter) -> i64 {
        self.values.get(parameter.name).copied().unwrap_or(parameter.default)
    }

    /// The same, but for these numbers of `adaptive`.
    ///
    /// # Errors
    /// If there is no number of a name.
    pub fn with_numbers(&self, numbers: &[(String, f64)]) -> Result<Parameters, UnknownNumber> {
        let mut parameters = self.clone();
        numbers.iter().try_for_each(|(name, value)| parameters.numbers.set(name, *value))?;
        Ok(parameters)
    }

    /// What is not as it would be if nobody had said anything, each as `name=value`, with spaces between them.
    pub fn changes(&self) -> String {
        let kept = Parameters::default();
        let parameters =
            self.values.iter().filter(|(name, value)| kept.values.get(*name) != Some(*value));
        let numbers =
            Numbers::NAMES.iter().zip(self.numbers.row().into_iter().zip(kept.numbers.row()));
        let parameters = parameters.map(|(name, value)| format!("{name}={value}"));
        let numbers = numbers.filter(|(_, (now, kept))| now != kept);
        let numbers = numbers.map(|(name, (now, _))| format!("{name}={now}"));
        parameters.chain(numbers).collect::<Vec<_>>().join(" ")
    }

    /// Whether a switch is on.
    pub fn is_on(&self, parameter: Parameter) -> bool {
        self.get(parameter) != 0
    }

    /// The value of a number of milliseconds.
    pub fn time(&self, parameter: Parameter) -> Duration {
        Duration::from_millis(self.get(parameter).unsigned_abs())
    }
}

/// Why a parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// There is none of that name.
    #[error("no policy has a parameter `{0}`")]
    Unknown(String),
    /// The value is too small or too great.
    #[error("`{name}` must lie between {min} and {max}, and {value} does not")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What it was to be.
        value: i64,
        /// Its least value.
        min: i64,
        /// Its greatest value.
        max: i64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_their_defaults_until_set() {
        let mut parameters = Parameters::default();
        for &parameter in PARAMETERS {
            assert_eq!(parameters.get(parameter), parameter.default);
            assert!((parameter.min..=parameter.max).contains(&parameter.default));
        }
        parameters.set("fixed_time", 250).expect("in range");
        parameters.set("trap", 1).expect("in range");
        assert_eq!(parameters.time(FIXED_TIME), Duration::from_millis(250));
        assert!(parameters.is_on(TRAP) && !parameters.is_on(COUNTERMEASURE));
    }

    #[test]
    fn changes_are_told_by_name() {
        let mut parameters = Parameters::default();
        assert_eq!(parameters.changes(), "");
        parameters.set("trap", 1).expect("in range");
        parameters.numbers.set("stakes", 0.5).expect("a number");
        assert_eq!(parameters.changes(), "trap=1 stakes=0.5");
        parameters.numbers.set("chance", 0.5).expect_err("no number");
        parameters.set("trap", 0).expect("in range");
        assert_eq!(parameters.changes(), "stakes=0.5");
    }

    #[test]
    fn refusals_name_the_parameter_and_change_nothing() {
        let mut parameters = Parameters::default();
        let mut refusal =
            |name: &str, value| parameters.set(name, value).expect_err("a refusal").to_string();
        assert_eq!(refusal("trip", 1), "no policy has a parameter `trip`");
        let bounds = "`trap` must lie between 0 and 1, and 2 does not";
        assert_eq!(refusal("trap", 2), bounds);
        assert_eq!(parameters, Parameters::default());
    }

    #[test]
    fn no_name_stands_for_two_parameters() {
        let names: std::collections::BTreeSet<_> = PARAMETERS.iter().map(|p| p.name).collect();
        assert_eq!(names.len(), PARAMETERS.len());
    }
}
