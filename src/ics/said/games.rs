//! How games begin, go on and end.

use super::{Heading, Result, Said, pattern::fits};
use crate::ics::{challenge::Rating, style12::Board, talk::is_name};

/// Reads a line about a game.
pub(super) fn read(line: &str) -> Option<Said> {
    let readers =
        [board, game, simple, clocks, watched, rated].map(|read| read as fn(&str) -> Option<Said>);
    readers.iter().find_map(|read| read(line))
}

fn board(line: &str) -> Option<Said> {
    Board::parse(line).ok().map(|board| Said::Board(Box::new(board)))
}

/// `{Game 1 (White vs. Black) what happens} result`
fn game(line: &str) -> Option<Said> {
    let rest = line.strip_prefix("{Game ")?;
    let (number, rest) = rest.split_once(" (")?;
    let (white, rest) = rest.split_once(" vs. ")?;
    let (black, rest) = rest.split_once(") ")?;
    // The last brace, for an outcome may have others inside.
    let (how, result) = rest.rsplit_once('}')?;
    if !is_name(white) || !is_name(black) {
        return None;
    }
    let names = [white, black].map(str::to_owned);
    let game = Heading { number: number.parse().ok()?, names };
    // Where both play in a tournament, servers of the Lasker family add numbers for its manager.
    match result.split_whitespace().next().unwrap_or_default() {
        "" if how.starts_with("Creating ") => Some(Said::Begins(game)),
        "" if how.starts_with("Continuing ") => Some(Said::Continues(game)),
        result => Some(Said::Ends { game, how: how.to_owned(), result: Result::read(result)? }),
    }
}

/// Lines that are always the same.
fn simple(line: &str) -> Option<Said> {
    const RATHER_THAN_FLAG: &str = " the game rather than calling your flag.";
    let courtesy = line
        .strip_prefix("Your opponent has ")
        .and_then(|rest| rest.strip_suffix(RATHER_THAN_FLAG));
    Some(match line {
        "Your opponent has lost contact or quit." => Said::OpponentLost,
        "Game clock paused." => Said::Paused(true),
        "Game clock resumed." => Said::Paused(false),
        "No ratings adjustment done." => Said::SameRating,
        _ if courtesy == Some("adjourned") => Said::Courtesy(true),
        _ if courtesy == Some("aborted") => Said::Courtesy(false),
        _ => return None,
    })
}

/// What happens to the clocks.
fn clocks(line: &str) -> Option<Said> {
    let paused = |word, paused| {
        let [_] = fits(&format!("Game #: Game clock {word}."), line)?;
        Some(Said::Paused(paused))
    };
    let more = |is_mine, pattern: &str| {
        let [seconds, _] = fits(pattern, line)?;
        Some(Said::MoreTime { is_mine, seconds: seconds.parse().ok()? })
    };
    let lagged = || {
        let [_, name, seconds] = fits("Game #: @ has lagged for # seconds.", line)?;
        Some(Said::Lagged { name: name.to_owned(), seconds: seconds.parse().ok()? })
    };
    paused("paused", true)
        .or_else(|| paused("resumed", false))
        .or_else(|| more(true, "Your opponent has added # seconds to your clock."))
        .or_else(|| more(false, "# seconds were added to your opponents clock"))
        .or_else(|| more(false, "# seconds were added to your opponent's clock~"))
        .or_else(lagged)
}

/// Games that one looks at instead of playing them.
fn watched(line: &str) -> Option<Said> {
    let examining = |pattern: &&str| fits::<2>(pattern, line).is_some();
    let observing = |pattern, on| {
        let [number] = fits(pattern, line)?;
        Some(Said::Observing(number.parse().ok()?, on))
    };
    let begins = [
        "Starting a game in examine (~) mode.",
        "@ has made you an examiner of game #.",
        "Entering examine mode for game #.",
        "You are now examining game #.",
    ];
    let ends = ["You are no longer examining game #.", "You are no longer examining any game."];
    if begins.iter().any(examining) {
        return Some(Said::Examining(true));
    }
    if ends.iter().any(examining) {
        return Some(Said::Examining(false));
    }
    observing("You are now observing game #.", true)
        .or_else(|| observing("Removing game # from observation list.", false))
}

/// `blitz rating adjustment: 1500 --> 1512`
fn rated(line: &str) -> Option<Said> {
    let [kind, before, after] = fits("@ rating adjustment: ~ --> ~", line)?;
    let change = [before, after].map(Rating::parse);
    Some(Said::Rated { kind: kind.to_owned(), change })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_stop_go_on_and_get_more() {
        let more = |is_mine, seconds| Said::MoreTime { is_mine, seconds };
        for (line, said) in [
            ("Game clock paused.", Said::Paused(true)),
            ("Game clock resumed.", Said::Paused(false)),
            ("Game 12: Game clock paused.", Said::Paused(true)),
            ("Game 12: Game clock resumed.", Said::Paused(false)),
            ("Your opponent has added 30 seconds to your clock.", more(true, 30)),
            ("30 seconds were added to your opponents clock", more(false, 30)),
            ("30 seconds were added to your opponent's clock.", more(false, 30)),
            (
                "Game 12: Pawn has lagged for 30 seconds.",
                Said::Lagged { name: "Pawn".to_owned(), seconds: 30 },
            ),
            ("No ratings adjustment done.", Said::SameRating),
            (
                "Your opponent has adjourned the game rather than calling your flag.",
                Said::Courtesy(true),
            ),
            (
                "Your opponent has aborted the game rather than calling your flag.",
                Said::Courtesy(false),
            ),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
    }

    #[test]
    fn one_may_find_oneself_looking_at_a_game() {
        for (line, said) in [
            ("Starting a game in examine (scratch) mode.", Said::Examining(true)),
            ("Pawn has made you an examiner of game 5.", Said::Examining(true)),
            ("Entering examine mode for game 5.", Said::Examining(true)),
            ("You are no longer examining game 5.", Said::Examining(false)),
            ("You are now observing game 5.", Said::Observing(5, true)),
            ("Removing game 5 from observation list.", Said::Observing(5, false)),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
    }
}
