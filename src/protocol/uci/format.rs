//! The engine's lines.

use std::fmt::Display;

use super::option;
use crate::{
    message::{Bound, RootMove, Score, Thinking},
    options::Options,
    position::{ChessMove, File, Position, Rank, Square},
    program::NAME_AND_VERSION,
    protocol::text::{self, MAX_REMARK, nodes_per_second, printable},
};

/// Words that begin an engine's line or a field of it. A GUI that looks for them anywhere in a line
/// would take a comment for something else.
const ENGINE_WORDS: [&str; 37] = [
    "id",
    "uciok",
    "readyok",
    "bestmove",
    "copyprotection",
    "registration",
    "info",
    "option",
    "name",
    "author",
    "type",
    "default",
    "min",
    "max",
    "var",
    "ponder",
    "depth",
    "seldepth",
    "time",
    "nodes",
    "pv",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "cpuload",
    "string",
    "refutation",
    "currline",
    "wdl",
];

/// How castling is written in coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// As the king's two steps, where that cannot be mistaken.
    Steps,
    /// As king takes own rook: `UCI_Chess960`.
    TakesRook,
}

/// Who the engine is and what can be set, in answer to `uci`.
pub fn introduction(options: &Options) -> Vec<String> {
    let mut lines =
        vec![format!("id name {NAME_AND_VERSION}"), "id author the zeitnot authors".to_owned()];
    lines.extend(options.iter().filter_map(|(spec, value)| option::announcement(spec, value)));
    lines.push("uciok".to_owned());
    lines
}

/// A legal move.
pub fn coordinates(position: &Position, mv: ChessMove, castling: Castling) -> String {
    let text = position.coordinate(mv);
    let is_letters = text.starts_with('O');
    let takes_rook = is_letters || castling == Castling::TakesRook;
    if takes_rook { mv.to_string() } else { text }
}

/// The answer to `go`, with the answer expected to it.
pub fn best_move(
    position: &Position,
    best: Option<ChessMove>,
    expected: Option<ChessMove>,
    castling: Castling,
) -> String {
    let line: Vec<ChessMove> = best.into_iter().chain(expected).collect();
    match &position.write_line(&line, |at, mv| coordinates(at, mv, castling))[..] {
        // GUIs read this as no move; `0000` would be a move that passes.
        [] => "bestmove (none)".to_owned(),
        [best] => format!("bestmove {best}"),
        [best, expected, ..] => format!("bestmove {best} ponder {expected}"),
    }
}

/// A report of a search, with the chances to win, draw and lose if the GUI wants to see them.
pub fn thinking(report: &Thinking, with_chances: bool, castling: Castling) -> String {
    let Thinking { depth, seldepth, nodes, hashfull, tbhits, elapsed, .. } = report;
    let rank = report.rank.unwrap_or(1);
    let score = score(report.score) + bound(report.bound);
    let [win, draw, loss] = report.chances;
    let chances = if with_chances { format!(" wdl {win} {draw} {loss}") } else { String::new() };
    let speed = nodes_per_second(*nodes, *elapsed);
    let time = elapsed.as_millis();
    let moves = report.root.write_line(&report.line, |at, mv| coordinates(at, mv, castling));
    let line = if moves.is_empty() { String::new() } else { format!(" pv {}", moves.join(" ")) };
    format!(
        "info depth {depth} seldepth {seldepth} multipv {rank} score {score}{chances} nodes {nodes} \
         nps {speed} hashfull {hashfull} tbhits {tbhits} time {time}{line}"
    )
}

/// The root move being searched.
pub fn root_move(at: &RootMove, castling: Castling) -> String {
    let mv = coordinates(&at.root, at.mv, castling);
    format!("info depth {} currmove {mv} currmovenumber {}", at.depth, at.number)
}

/// A comment, in which no word can be taken for one of the protocol.
pub fn comment(text: impl Display) -> String {
    let text = printable(text, MAX_REMARK);
    let words: Vec<String> = text.split_whitespace().map(harmless).collect();
    format!("info string {}", words.join(" "))
}

/// A command that was received.
pub fn received(command: &str, arguments: &str) -> String {
    comment(text::received(command, arguments))
}

/// The position, for people.
pub fn board(position: &Position) -> Vec<String> {
    let rule = format!(" {}+", "+---".repeat(8));
    let mut lines = vec![rule.clone()];
    for rank in (0..8).rev() {
        let square = |file| Square::make_square(Rank::from_index(rank), File::from_index(file));
        let cells: String =
            (0..8).map(|file| format!(" | {}", man(position, square(file)))).collect();
        lines.push(format!("{cells} | {}", rank + 1));
        lines.push(rule.clone());
    }
    lines.push("   a   b   c   d   e   f   g   h".to_owned());
    lines.push(String::new());
    lines.push(format!("Fen: {}", position.fen()));
    lines.push(format!("Key: {:016X}", position.key()));
    lines
}

/// The move paths behind each first move, and all together.
pub fn paths(position: &Position, paths: &[(ChessMove, u64)], castling: Castling) -> Vec<String> {
    let line = |&(mv, count): &_| format!("{}: {count}", coordinates(position, mv, castling));
    let total: u64 = paths.iter().map(|(_, count)| count).sum();
    let mut lines: Vec<String> = paths.iter().map(line).collect();
    lines.extend([String::new(), format!("Nodes searched: {total}")]);
    lines
}

/// Centipawns, or moves to mate, negative for the side that is mated.
fn score(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!("cp {cp}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

/// The word, marked if it is one of the protocol's.
fn harmless(word: &str) -> String {
    let is_taken = ENGINE_WORDS.iter().any(|taken| taken.eq_ignore_ascii_case(word));
    if is_taken { format!("'{word}") } else { word.to_owned() }
}

fn man(position: &Position, square: Square) -> String {
    position.man_on(square).map_or(" ".to_owned(), |(color, piece)| piece.to_string(color))
}

#[cfg(test)]
mod tests;
