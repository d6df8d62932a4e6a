//! The moves of a game, as servers list them.

use std::time::Duration;

use super::{Result, Said, pattern::fits};
use crate::ics::style12::seconds;

/// Reads a line of a list of moves.
pub(super) fn read(line: &str) -> Option<Said> {
    // Servers of the Lasker family may leave the first line of a list out, and begin with the players.
    let players = fits("@ (~) vs. @ (~) --- ~", line);
    match players {
        Some([white, _, black, _, _]) => Some(Said::MovesOf([white, black].map(str::to_owned))),
        None => end(line).or_else(|| row(line)),
    }
}

/// `      {Still in progress} *`: how the game stands, or how it has ended.
fn end(line: &str) -> Option<Said> {
    let (how, result) = line.strip_prefix("      {")?.rsplit_once('}')?;
    let result = Result::read(result.trim())?;
    Some(Said::MovesEnd { how: how.to_owned(), result })
}

/// `  1.  e4      (0:00.000)     e5      (0:01.250)`: the number and one or two moves with their times.
fn row(line: &str) -> Option<Said> {
    let mut words = line.split_whitespace();
    let number: usize = words.next()?.strip_suffix('.')?.parse().ok()?;
    let mut moves: Vec<(String, Duration)> = Vec::new();
    while let Some(san) = words.next() {
        moves.push((san.to_owned(), seconds(words.next()?)?));
    }
    matches!(moves.len(), 1 | 2).then_some(Said::Moves { number, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn moves_are_listed_with_their_times_on_every_server() {
        let players = Said::MovesOf(["Pawn", "Rook"].map(str::to_owned));
        for ratings in [["1663", "1777"], ["++++", "----"], ["UNR", "1500P"]] {
            let [white, black] = ratings;
            let line = format!("Pawn ({white}) vs. Rook ({black}) --- Sun Apr 14, 06:43 UTC 2013");
            assert_eq!(Said::parse(&line), players, "{line}");
        }
        for (line, how, result) in [
            ("      {Still in progress} *", "Still in progress", Result::None),
            (
                "      {Game drawn by mutual agreement} 1/2-1/2",
                "Game drawn by mutual agreement",
                Result::Draw,
            ),
            ("      {Rook forfeits on time} 1-0", "Rook forfeits on time", Result::White),
        ] {
            let how = how.to_owned();
            assert_eq!(Said::parse(line), Said::MovesEnd { how, result }, "{line}");
        }
        for (line, number, moves) in [
            (
                "  1.  e4      (0:00.000)     e5      (0:01.250)",
                1,
                vec![("e4", ms(0)), ("e5", ms(1_250))],
            ),
            (" 37.  exd8=Q+ (1:02)", 37, vec![("exd8=Q+", ms(62_000))]),
        ] {
            let moves = moves.into_iter().map(|(san, took)| (san.to_owned(), took)).collect();
            assert_eq!(Said::parse(line), Said::Moves { number, moves }, "{line}");
        }
    }

    #[test]
    fn what_is_no_list_of_moves_is_none() {
        for line in
            ["Move  Pawn               Rook", "1.", "1. e4", "1. e4 e5 (0:01)", "x. e4 (0:01)"]
        {
            assert_eq!(Said::parse(line), Said::Other, "{line}");
        }
    }
}
