//! A match that judges many steps of the search at once, with a bar that shows the best of them.

use std::io::{self, Write};

use clap::Args;

use super::{
    progress::{bar, interruption, next, stands},
    standing,
};
use crate::{
    eval::Evaluation,
    front::args::{Changes, Games, changes},
    lab::{
        elo::Pairs,
        screening::{Screening, ScreeningError, Step},
    },
};

/// What is judged, and how.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot screen delta=250 singular_depth=6 futility_base=60,futility_margin=80"
)]
pub struct Screen {
    /// The steps: numbers of the search (`zeitnot match --list`) with the value to try, those of one step apart by commas
    #[arg(required = true, value_name = "NAME=N[,NAME=N]", value_parser = changes)]
    steps: Vec<Changes>,
    #[command(flatten)]
    games: Games,
}

/// Why nothing is judged.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A step cannot be judged.
    #[error("{0} (`zeitnot match --list` shows what can be set)")]
    Steps(#[from] ScreeningError),
    /// The output fails, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Plays, also only up to Ctrl-C, and prints what each step is worth, the best first.
///
/// # Errors
/// If a step cannot be judged, or the output fails.
pub fn screen(args: &Screen, evaluation: Evaluation) -> Result<(), Failure> {
    let steps: Vec<Step> = args.steps.iter().map(|step| step.0.clone()).collect();
    let mut screening = Screening::new(&steps, &args.games.setup(evaluation))?;
    let interrupted = interruption()?;
    let bar = bar(screening.pairs(), 30, " pairs");
    let pairs = screening.start();
    while let Some(pair) = next(&pairs, &interrupted) {
        screening.learn(&pair);
        let best = table(&steps, &screening).lines().nth(1).unwrap_or_default().to_owned();
        stands(&bar, bar.position() + 1, "pairs", best)?;
    }
    bar.finish_and_clear();
    Ok(io::stdout().lock().write_all(table(&steps, &screening).as_bytes())?)
}

/// The steps with what they are worth, the best first.
fn table(steps: &[Step], screening: &Screening) -> String {
    let name = |step: &Step| {
        let numbers: Vec<String> = step.iter().map(|(name, n)| format!("{name}={n}")).collect();
        numbers.join(",")
    };
    let mut rows: Vec<_> = steps.iter().map(name).zip(screening.results()).collect();
    rows.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
    let games = 2 * rows.first().map_or(0, |(_, pairs)| pairs.count());
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let line = |(name, pairs): &(String, &Pairs)| {
        format!("{name:width$}  {}\n", standing::strength(pairs))
    };
    let lines: String = rows.iter().map(line).collect();
    format!("{games} games, each of which counts for every step\n{lines}")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::{
        front::args::{self, Task},
        lab::matches::Setup,
    };

    fn asked(words: &[&str]) -> Screen {
        let words = ["zeitnot", "screen"].iter().chain(words);
        let Some(Task::Screen(screen)) = args::Args::parse_from(words).command else {
            panic!("another command")
        };
        screen
    }

    #[test]
    fn the_best_step_stands_first() {
        let screen = asked(&["delta=99,aspiration=33", "singular_depth=100"]);
        let steps: Vec<Step> = screen.steps.iter().map(|step| step.0.clone()).collect();
        let (evaluation, games) = (Evaluation::Classical, 8);
        let setup = Setup { games, nodes: 100, seed: 2, threads: 1, evaluation };
        let mut screening = Screening::new(&steps, &setup).expect("good steps");
        screening.start().iter().for_each(|result| screening.learn(&result));
        let text = table(&steps, &screening);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "8 games, each of which counts for every step");
        assert!(lines[1..].iter().any(|line| line.starts_with("delta=99,aspiration=33  Elo ")));
        let elo = |line: &str| {
            line.split_once("Elo ")
                .and_then(|(_, rest)| rest.split(' ').next()?.parse::<f64>().ok())
        };
        assert!(elo(lines[1]) >= elo(lines[2]), "{text}");
    }
}
