//! The engine's lines.
//!
//! XBoard looks for certain phrases anywhere in a line, so words from outside (a reason, an echo)
//! are left out where they would change what the line means.

use std::{fmt::Display, time::Duration};

use super::option;
use crate::{
    message::{Bound, GameResult, Score, Status, Thinking},
    options::Options,
    position::{ChessMove, Position},
};

/// The most characters of a foreign text that a line repeats.
const MAX_ECHO: usize = 80;

/// The most characters of a reason.
const MAX_REASON: usize = 120;

/// The most characters of a remark.
const MAX_REMARK: usize = 400;

/// In any line, XBoard takes these for a message that the engine could not be started.
const READ_AS_FAILED_START: [&str; 6] = [
    "not found",
    "No such file",
    "Permission denied",
    "unknown host",
    "can't alloc",
    "No remote directory",
];

/// XBoard ignores an `Illegal move` line with one of these, as if the move had been accepted.
const SWALLOWED: [&str; 12] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted",
];

/// The engine offers a draw, or agrees to one.
pub const DRAW_OFFER: &str = "offer draw";

/// There is nothing to say about a book; the empty line ends the answer.
pub const NO_BOOK: [&str; 2] = [" No book.", ""];

/// What the engine can do, in answer to `protover`.
pub fn features(options: &Options) -> Vec<String> {
    let fixed = [
        concat!("feature myname=\"zeitnot ", env!("CARGO_PKG_VERSION"), "\" variants=\"normal\""),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 reuse=1 analyze=1",
        "feature sigint=0 sigterm=1 colors=0 ics=1 name=1 pause=0 nps=0 debug=1 memory=1 smp=1",
    ];
    let mut lines: Vec<String> = fixed.map(str::to_owned).into();
    lines.extend(options.iter().filter_map(|(spec, value)| option::feature(spec, value)));
    lines.push("feature done=1".to_owned());
    lines
}

/// The engine's move.
pub fn own_move(before: &Position, mv: ChessMove) -> String {
    format!("move {}", before.coordinate(mv))
}

/// A move that was sent could not be made.
pub fn illegal_move(reason: impl Display, text: &str) -> String {
    let (reason, text) = (printable(reason, MAX_REASON), printable(text, MAX_ECHO));
    let full = format!("Illegal move ({reason}): {text}");
    let short = format!("Illegal move: {text}");
    first_that(is_heard, [full, short]).unwrap_or_else(|| "Illegal move".to_owned())
}

/// A command could not be obeyed.
pub fn error(reason: impl Display, command: &str) -> String {
    let (reason, command) = (printable(reason, MAX_REASON), printable(command, MAX_ECHO));
    let full = format!("Error ({reason}): {command}");
    let short = format!("Error ({reason})");
    first_that(is_harmless, [full, short]).unwrap_or_else(|| "Error".to_owned())
}

/// A position that was sent cannot be played.
pub fn illegal_position(reason: impl Display) -> String {
    let full = format!("tellusererror Illegal position: {}", printable(reason, MAX_REASON));
    first_that(is_harmless, [full]).unwrap_or_else(|| "tellusererror Illegal position".to_owned())
}

/// The end of the game; nothing for one that was not decided, which no engine may claim.
pub fn result(result: &GameResult) -> Option<String> {
    let reason = printable(&result.reason, MAX_REASON).replace(['{', '}'], "");
    let symbol = result.symbol();
    let full = format!("{symbol} {{{reason}}}");
    let line = first_that(|line| !is_read_as_failed_start(line), [full]);
    result.decided.then(|| line.unwrap_or_else(|| symbol.to_owned()))
}

/// `ply score time nodes seldepth nps tbhits<TAB>pv`, the time in hundredths of a second.
pub fn thinking(report: &Thinking) -> String {
    let mark = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    };
    format!(
        "{} {} {} {} {} {} 0\t{}{mark}",
        report.depth,
        score(report.score),
        centiseconds(report.elapsed),
        report.nodes,
        report.seldepth,
        nodes_per_second(report.nodes, report.elapsed),
        line(&report.root, &report.line),
    )
}

/// `stat01: time nodes ply mvleft mvtot move`.
pub fn status(status: &Status) -> String {
    let Status { root, elapsed, nodes, depth, moves_left, moves_total, current } = status;
    let time = centiseconds(*elapsed);
    let current = current.map(|mv| format!(" {}", root.coordinate(mv))).unwrap_or_default();
    format!("stat01: {time} {nodes} {depth} {moves_left} {moves_total}{current}")
}

/// Everything before `ping` has been done.
pub fn pong(text: &str) -> String {
    format!("pong {text}")
}

/// What the engine would play or expects.
pub fn hint(position: &Position, mv: ChessMove) -> String {
    format!("Hint: {}", position.coordinate(mv))
}

/// A line that GUIs ignore if they accepted the feature `debug`.
pub fn remark(text: &str) -> String {
    format!("# {}", printable(text, MAX_REMARK))
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

/// Zero as long as no time has passed.
fn nodes_per_second(nodes: u64, elapsed: Duration) -> u128 {
    u128::from(nodes).saturating_mul(1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0)
}

/// The moves in coordinates, as far as they are legal one after another.
fn line(root: &Position, moves: &[ChessMove]) -> String {
    let mut position = root.clone();
    let mut words = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        words.push(position.coordinate(mv));
        position.play(mv);
    }
    words.join(" ")
}

/// One line of plain characters, cut to `limit`.
fn printable(text: impl Display, limit: usize) -> String {
    let plain = |c: char| if c.is_ascii_graphic() { c } else { ' ' };
    text.to_string().trim().chars().map(plain).take(limit).collect::<String>().trim_end().to_owned()
}

fn first_that<const N: usize>(
    accept: impl Fn(&str) -> bool,
    candidates: [String; N],
) -> Option<String> {
    candidates.into_iter().find(|line| accept(line))
}

fn is_read_as_failed_start(line: &str) -> bool {
    READ_AS_FAILED_START.iter().any(|phrase| line.contains(phrase))
}

/// Whether no part of a complaint is taken for something else: a failed start, or a draw.
fn is_harmless(line: &str) -> bool {
    let is_draw = line.contains("Draw") || line.contains("offer") && line.contains("draw");
    !is_draw && !is_read_as_failed_start(line)
}

/// Whether an `Illegal move` line is taken for one.
fn is_heard(line: &str) -> bool {
    is_harmless(line) && !SWALLOWED.iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests;
