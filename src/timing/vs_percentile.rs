//! The policy `vs-percentile`: one time for every move, as if the game were longer than so many
//! percent of all games. After Vuckovic and Solak, "Time management procedure in computer chess".

use std::time::Duration;

use super::{Parameters, Situation, parameters::VS_PERCENTILE_LEVEL, vs_average::constant};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "vs-percentile";

/// Percent of games that have ended, and the half-moves they have ended within.
pub const LENGTHS: [(f64, f64); 12] = [
    (70.0, 100.0),
    (80.0, 113.0),
    (90.0, 130.0),
    (95.0, 149.0),
    (96.0, 155.0),
    (97.0, 161.0),
    (98.0, 171.0),
    (99.0, 190.0),
    (99.5, 207.0),
    (99.9, 249.0),
    (99.99, 281.0),
    (100.0, 299.0),
];

/// The same part of the initial time for each own move of a game of the chosen length.
pub fn time(clock: &ClockView, _situation: &Situation, parameters: &Parameters) -> Duration {
    constant(clock, half_moves(parameters.get(VS_PERCENTILE_LEVEL) as f64))
}

/// Half-moves within which `level` percent of games have ended; between the printed levels
/// interpolated linearly, outside them the nearest one.
pub fn half_moves(level: f64) -> f64 {
    let (lowest, highest) = (LENGTHS[0], LENGTHS[LENGTHS.len() - 1]);
    if level <= lowest.0 {
        return lowest.1;
    }
    let between = LENGTHS.windows(2).find(|pair| level <= pair[1].0);
    between.map_or(highest.1, |pair| {
        let ((from, short), (to, long)) = (pair[0], pair[1]);
        short + (long - short) * (level - from) / (to - from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::{testing::*, vs_average::lost};

    fn plan(level: i64, clock: &ClockView) -> Duration {
        let mut parameters = Parameters::default();
        parameters.set("vs_percentile_level", level).expect("a level");
        time(clock, &Situation::default(), &parameters)
    }

    #[test]
    fn the_printed_lengths_and_what_they_lose() {
        let printed = [15.3, 25.0, 34.8, 43.2, 45.4, 47.4, 50.1, 55.4, 59.1, 66.0, 69.9, 71.7];
        for ((level, length), printed) in LENGTHS.into_iter().zip(printed) {
            assert_eq!(half_moves(level), length);
            // The paper's figure for 98 % does not follow from its formula.
            let expected = if level == 98.0 { 50.47 } else { printed };
            assert!((lost(length) - expected).abs() < 0.06, "{level}: {}", lost(length));
        }
    }

    #[test]
    fn levels_between_the_printed_ones_are_interpolated() {
        for (level, length) in
            [(0.0, 100.0), (75.0, 106.5), (85.0, 121.5), (99.7, 228.0), (200.0, 299.0)]
        {
            assert!((half_moves(level) - length).abs() < 1e-9, "{level}: {}", half_moves(level));
        }
    }

    #[test]
    fn two_and_a_half_hours_at_two_levels() {
        let clock = sudden_death(s(9_000), ms(0));
        assert!((plan(99, &clock).as_secs_f64() - 94.74).abs() < 0.005);
        assert!((plan(90, &clock).as_secs_f64() - 138.46).abs() < 0.005);
        assert_close(plan(70, &sudden_death(s(100), s(1))), s(3));
    }

    #[test]
    fn the_planned_time_ends_the_search() {
        let mut judge = planned(NAME, &sudden_death(s(149), ms(0)));
        let end = run(judge.as_mut(), s(0), &iteration(9, 300, 0));
        assert_eq!(end, (s(2), "vs-percentile: planned 2.0 s used".to_owned()));
    }
}
