//! The engine's lines.
//!
//! XBoard looks for certain words anywhere in a line, so those from outside (a reason, an echo) are
//! masked where they would change what the line means.

use std::{fmt::Display, time::Duration};

use super::{
    mask::{Place, mask},
    option,
    variant::Variant,
};
use crate::{
    message::{Bound, GameResult, Score, Status, Thinking},
    options::Options,
    position::{ChessMove, Position},
    program::NAME_AND_VERSION,
    protocol::text::{self, MAX_REMARK, nodes_per_second, printable, split_word},
};

/// The most characters of a foreign text that a line repeats.
const MAX_ECHO: usize = 80;

/// The most characters of a reason.
const MAX_REASON: usize = 120;

/// The engine offers a draw, or agrees to one.
pub const DRAW_OFFER: &str = "offer draw";

/// The engine gives the game up.
pub const RESIGNATION: &str = "resign";

/// What the engine can do, in answer to `protover`.
pub fn features(options: &Options) -> Vec<String> {
    let variants = Variant::ALL.map(|(name, _)| name).join(",");
    let identity = format!("feature myname=\"{NAME_AND_VERSION}\" variants=\"{variants}\"");
    let fixed = [
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 reuse=1 analyze=1",
        "feature sigint=0 sigterm=1 colors=0 ics=1 name=1 pause=1 nps=1 debug=1 memory=1 smp=1",
        "feature exclude=1 setscore=1 egt=\"syzygy\"",
    ];
    let mut lines = vec![identity];
    lines.extend(fixed.map(str::to_owned));
    lines.extend(options.iter().filter_map(|(spec, value)| option::feature(spec, value)));
    lines.push("feature done=1".to_owned());
    lines
}

/// The engine's move.
pub fn own_move(before: &Position, mv: ChessMove, variant: Variant) -> String {
    format!("move {}", variant.write(before, mv))
}

/// A move that was sent could not be made.
pub fn illegal_move(reason: impl Display, text: &str) -> String {
    let part = |text: &str| mask(text, Place::IllegalMove);
    let (reason, text) = (printable(reason, MAX_REASON), printable(text, MAX_ECHO));
    format!("Illegal move ({}): {}", part(&reason), part(&text))
}

/// A command could not be obeyed.
pub fn error(reason: impl Display, command: &str) -> String {
    let (reason, command) = (printable(reason, MAX_REASON), printable(command, MAX_ECHO));
    mask(&format!("Error ({reason}): {command}"), Place::Error)
}

/// A position that was sent cannot be played.
pub fn illegal_position(reason: impl Display) -> String {
    let reason = mask(&printable(reason, MAX_REASON), Place::Comment);
    format!("tellusererror Illegal position: {reason}")
}

/// The end of the game; nothing for one that was not decided, which no engine may claim.
pub fn result(result: &GameResult) -> Option<String> {
    let reason = printable(&result.reason, MAX_REASON).replace(['{', '}'], "");
    let line = || format!("{} {{{}}}", result.symbol(), mask(&reason, Place::Result));
    result.decided.then(line)
}

/// `ply score time nodes seldepth nps tbhits<TAB>pv`, the time in hundredths of a second.
pub fn thinking(report: &Thinking) -> String {
    let mark = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    };
    let line = report.root.write_line(&report.line, Position::san).join(" ");
    format!(
        "{} {} {} {} {} {} {}\t{line}{mark}",
        report.depth,
        score(report.score),
        centiseconds(report.elapsed),
        report.nodes,
        report.seldepth,
        nodes_per_second(report.nodes, report.elapsed),
        report.tbhits,
    )
}

/// `stat01: time nodes ply mvleft mvtot move`.
pub fn status(status: &Status, variant: Variant) -> String {
    let Status { root, elapsed, nodes, depth, moves_left, moves_total, current } = status;
    let time = centiseconds(*elapsed);
    let current = current.map(|mv| format!(" {}", variant.write(root, mv))).unwrap_or_default();
    format!("stat01: {time} {nodes} {depth} {moves_left} {moves_total}{current}")
}

/// Everything before `ping` has been done.
pub fn pong(text: &str) -> String {
    format!("pong {text}")
}

/// What the engine would play or expects.
pub fn hint(position: &Position, mv: ChessMove, variant: Variant) -> String {
    format!("Hint: {}", variant.write(position, mv))
}

/// What the book has for a position: lines that begin with a blank; the empty one ends the answer.
pub fn book(position: &Position, moves: Option<&[(ChessMove, u16)]>) -> Vec<String> {
    let lines = text::book(position, moves).into_iter().map(|line| format!(" {line}"));
    lines.chain([String::new()]).collect()
}

/// What the book has for a position that is analysed: a line of thinking without a search.
pub fn book_line(position: &Position, moves: &[(ChessMove, u16)]) -> String {
    format!("0 0 0 0 ({})", text::book_line(position, moves))
}

/// A line that GUIs ignore if they accepted the feature `debug`.
pub fn remark(text: &str) -> String {
    format!("# {}", mask(&printable(text, MAX_REMARK), Place::Comment))
}

/// A line that was received.
pub fn received(line: &str) -> String {
    let (command, arguments) = split_word(line);
    remark(&text::received(command, arguments))
}

/// Centipawns, kept out of the range of mates, or 100000 and the moves to mate.
fn score(score: Score) -> i64 {
    const MATE: i64 = 100_000;
    match score {
        Score::Centipawns(cp) => i64::from(cp).clamp(1 - MATE, MATE - 1),
        Score::Mate(moves) if moves > 0 => MATE.saturating_add(i64::from(moves)),
        Score::Mate(moves) => i64::from(moves).saturating_sub(MATE),
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

#[cfg(test)]
mod tests;
