//! A match of the search against itself, with a bar that shows how it stands.

use std::{
    io::{self, Write},
    path::Path,
    sync::Arc,
};

use super::{
    progress::{bar, interruption, next, stands},
    standing,
};
use crate::{
    eval::{
        Evaluation,
        nnue::{Network, NetworkError},
    },
    front::at_path::{AtPath, at},
    lab::{
        chances::Sample,
        elo::Pairs,
        matches::{Match, Side, half_points},
        sprt::Sprt,
    },
    search::{ParamError, Params, Strength, TUNABLES, Tunable},
};

/// Plays the match, or as much of it as a test needs or Ctrl-C leaves, and prints its result.
///
/// # Errors
/// If the output fails, or Ctrl-C cannot be caught.
pub fn play(plan: &Match, sprt: Option<&Sprt>) -> io::Result<()> {
    let interrupted = interruption()?;
    let bar = bar(plan.pairs, 30, " pairs");
    let (mut pairs, mut sample) = (Pairs::default(), Sample::default());
    let games = plan.start();
    while let Some(pair) = next(&games, &interrupted) {
        pairs.add(half_points(&pair));
        pair.iter().for_each(|played| sample.add(played));
        stands(&bar, pairs.count().into(), "pairs", standing::brief(sprt, &pairs))?;
        if sprt.is_some_and(|sprt| sprt.decision(&pairs).is_some()) {
            break;
        }
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    writeln!(out, "{}", result(&pairs))?;
    if let Some(sprt) = sprt {
        writeln!(out, "{}", standing::test(sprt, &pairs))?;
    }
    writeln!(out, "{}", chances(&sample))
}

/// Games, points of the first side, its strength, and how the pairs went.
fn result(pairs: &Pairs) -> String {
    let games = 2 * pairs.count();
    let points = pairs.score() * f64::from(games);
    let [lost, half, even, more, won] = pairs.0;
    format!(
        "{games} games: {points:.1} points ({:.1} %), {}, pairs {lost} {half} {even} {more} {won}",
        100.0 * pairs.score(),
        standing::strength(pairs)
    )
}

/// The scores that win half of the games at some moves, and the numbers of their curves.
fn chances(sample: &Sample) -> String {
    let model = sample.model();
    let even = [16, 32, 48].map(|number| format!("{:.0}", model.even(number))).join(", ");
    let numbers = model.0.map(|number| format!("{number:.4}")).join(", ");
    format!(
        "{} positions: half of the games won from {even} cp at moves 16, 32, 48 (odds {numbers})",
        sample.len()
    )
}

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A parameter cannot be changed so.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// A file has no network.
    #[error(transparent)]
    Network(#[from] AtPath<NetworkError>),
}

/// A side with some of the search's parameters changed, or of so many Elo, and the network of a file if one is named;
/// otherwise with the evaluation that the options choose.
///
/// # Errors
/// If a parameter cannot be changed so, or the file has no network.
pub fn side(
    changes: &[(String, i32)],
    network: Option<&Path>,
    strength: Option<u32>,
    usual: &Evaluation,
) -> Result<Side, Failure> {
    let evaluation = match network {
        Some(file) => Evaluation::Network(Arc::new(Network::open(file).map_err(at(file))?)),
        None => usual.clone(),
    };
    let strength = strength.map(Strength::new);
    Ok(Side { params: params(changes)?, evaluation, strength })
}

/// The search's parameters with some of them changed.
///
/// # Errors
/// If a name is unknown or a value out of its bounds.
fn params(changes: &[(String, i32)]) -> Result<Params, ParamError> {
    let mut params = Params::default();
    changes.iter().try_for_each(|(name, value)| params.set(name, *value))?;
    Ok(params)
}

/// All parameters of the search, one a line: name, default, bounds and what each is for.
pub fn list() -> String {
    let width = TUNABLES.iter().map(|tunable| tunable.name.len()).max().unwrap_or_default();
    let line = |&Tunable { name, help, default, min, max }: &Tunable| {
        format!("{name:width$}  {default:>6}  {min:>5} to {max:<6} {}\n", help.trim())
    };
    TUNABLES.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_says_games_points_and_elo() {
        let text = result(&Pairs([0, 1, 2, 1, 0]));
        assert_eq!(
            text,
            "8 games: 4.0 points (50.0 %), Elo +0.0 +- 125.6, LOS 50.0 %, pairs 0 1 2 1 0"
        );
    }

    #[test]
    fn a_side_without_its_network_does_not_play() {
        let missing = side(&[], Some(Path::new("/nowhere/net")), None, &Evaluation::Classical)
            .expect_err("no such file");
        assert!(missing.to_string().starts_with("/nowhere/net: "), "{missing}");
    }

    #[test]
    fn parameters_are_changed_by_name() {
        let changed = params(&[("delta".to_owned(), 99)]).expect("a good change");
        assert_eq!(changed.get("delta"), Some(99));
        assert!(params(&[("dleta".to_owned(), 99)]).is_err());
        assert!(TUNABLES.iter().all(|tunable| list().contains(tunable.name)));
    }
}
