//! How the game looks on a terminal. Pure: values in, lines out.

use std::time::Duration;

use super::sidebar;
use crate::{
    clock::TimeControl,
    front::words::{clock_time, control},
    message::{Bound, GameResult, Score, Thinking, View},
    position::{ALL_SQUARES, BitBoard, Color, File, Piece, Position, Rank, Square},
};

/// How a person wants to see the board; by default as plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// With ANSI colours, or with marks beside the men.
    pub colors: bool,
    /// The men on coloured squares are figures, not letters.
    pub figurines: bool,
    /// The first rank is drawn at the top.
    pub black_below: bool,
}

/// Lines are kept within this many columns, and within the width of a terminal that is narrower.
pub(super) const WIDTH: usize = 78;
/// Columns that a board takes, its ranks' numbers included, and those left free beside it.
const BOARD_WIDTH: usize = 27;
const GAP: usize = 4;

/// The board with its coordinates and as many moves beside it as the width has room for, the men taken, the
/// clocks, and whose move it is.
pub fn board(view: &View, look: Look, width: usize) -> Vec<String> {
    let position = view.game.position();
    let marks = match view.game.positions() {
        [.., before, after] => changed(before, after),
        _ => BitBoard(0),
    };
    let mut lines = diagram(position, marks, look);
    beside(&mut lines, &sidebar::moves(&view.game, width.saturating_sub(BOARD_WIDTH + GAP)));
    lines.push(String::new());
    lines.extend(sidebar::taken(&view.game, look));
    lines.extend(clocks(view));
    lines.push(state(view));
    lines
}

/// The men on their squares, with coordinates; the squares of `marks` stand out.
pub fn diagram(position: &Position, marks: BitBoard, look: Look) -> Vec<String> {
    let (mut ranks, mut files) = ([7, 6, 5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5, 6, 7]);
    if look.black_below {
        ranks.reverse();
        files.reverse();
    }
    let mut lines = vec![String::new()];
    for rank in ranks {
        let cells = files.map(|file| {
            let square = Square::make_square(Rank::from_index(rank), File::from_index(file));
            cell(position.man_on(square), square, mark(position, square, marks), look)
        });
        let row = format!(" {} {}", rank + 1, cells.concat());
        lines.push(if look.colors { row + "\x1b[0m" } else { row.trim_end().to_owned() });
    }
    let letters = files.map(|file| format!(" {} ", char::from(b'a' + file as u8)));
    lines.push(format!("   {}", letters.concat()).trim_end().to_owned());
    lines
}

/// Writes lines to the right of a board, from its first rank of squares on.
fn beside(board: &mut [String], lines: &[String]) {
    for (row, line) in board.iter_mut().skip(1).zip(lines).filter(|(_, line)| !line.is_empty()) {
        let width = row.chars().count();
        // A row in colours has its full width, and more characters that are not seen.
        let padding = if row.contains('\x1b') { 0 } else { BOARD_WIDTH.saturating_sub(width) };
        *row = format!("{row}{}{line}", " ".repeat(padding + GAP));
    }
}

fn has(set: BitBoard, square: Square) -> bool {
    set & BitBoard::from_square(square) != BitBoard(0)
}

/// The squares that a move has changed.
pub(in crate::front) fn changed(before: &Position, after: &Position) -> BitBoard {
    ALL_SQUARES
        .into_iter()
        .filter(|&square| before.man_on(square) != after.man_on(square))
        .fold(BitBoard(0), |set, square| set | BitBoard::from_square(square))
}

/// Why a square stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front) enum Mark {
    /// It does not.
    None,
    /// The last move has changed it.
    Moved,
    /// The king on it is in check.
    Check,
}

impl Mark {
    /// A man's letter with the mark, where there are no colours.
    pub(in crate::front) fn around(self, letter: &str) -> String {
        match self {
            Mark::None => format!(" {letter} "),
            Mark::Moved => format!("[{letter}]"),
            Mark::Check => format!("<{letter}>"),
        }
    }
}

/// Why this square stands out, if `moved` are those that the last move has changed.
pub(in crate::front) fn mark(position: &Position, square: Square, moved: BitBoard) -> Mark {
    let in_check = position.in_check() && square == position.king(position.side());
    match has(moved, square) {
        _ if in_check => Mark::Check,
        true => Mark::Moved,
        false => Mark::None,
    }
}

/// The colour of a square, among the 256 of a terminal.
pub(in crate::front) fn ground(mark: Mark, square: Square) -> u8 {
    let dark = (square.get_rank().to_index() + square.get_file().to_index()).is_multiple_of(2);
    match (mark, dark) {
        (Mark::None, false) => 180,
        (Mark::None, true) => 137,
        (Mark::Moved, false) => 150,
        (Mark::Moved, true) => 107,
        (Mark::Check, _) => 167,
    }
}

/// One square, three columns wide.
fn cell(man: Option<(Color, Piece)>, square: Square, mark: Mark, look: Look) -> String {
    let letter = |(color, piece): (Color, Piece)| piece.to_string(color);
    if !look.colors {
        return mark.around(&man.map_or(".".to_owned(), letter));
    }
    let ground = ground(mark, square);
    let ink = if matches!(man, Some((Color::White, _))) { 231 } else { 16 };
    let figure = match man {
        Some((_, piece)) if look.figurines => figurine(piece).to_string(),
        Some(man) => letter(man),
        None => " ".to_owned(),
    };
    format!("\x1b[48;5;{ground};38;5;{ink}m {figure} ")
}

/// The solid figures for both sides: ink tells them apart.
pub(in crate::front) fn figurine(piece: Piece) -> char {
    match piece {
        Piece::Pawn => '♟',
        Piece::Knight => '♞',
        Piece::Bishop => '♝',
        Piece::Rook => '♜',
        Piece::Queen => '♛',
        Piece::King => '♚',
    }
}

fn clocks(view: &View) -> Option<String> {
    let [white, black] = view.clocks.map(clock_time);
    matches!(view.control, TimeControl::Tournament { .. } | TimeControl::Staged(_))
        .then(|| format!(" White {white}   Black {black}   ({})", control(view.control)))
}

/// Who is to move, or how the game ended.
fn state(view: &View) -> String {
    if let Some(result) = &view.result {
        return format!(" {}", self::result(result));
    }
    let side = view.game.position().side();
    let who = match view.engine {
        Some(engine) if engine == side => " (zeitnot)",
        Some(_) => " (you)",
        None => "",
    };
    let check = if view.game.position().in_check() { ", in check" } else { "" };
    format!(" {} to move{who}{check}", color(side))
}

/// `White` or `Black`.
pub fn color(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// How a game ended: the symbol, words for it, and why.
pub fn result(result: &GameResult) -> String {
    let words = match (result.decided, result.winner) {
        (false, _) => ", not finished".to_owned(),
        (true, Some(winner)) => format!(", {} wins", color(winner)),
        (true, None) => ", a draw".to_owned(),
    };
    let reason = match result.reason.as_str() {
        "" => String::new(),
        reason => format!(" ({reason})"),
    };
    format!("Game over: {}{words}{reason}.", result.symbol())
}

/// A score with whose view it takes: `+0.42 for White`, `White mates in 3`.
pub(super) fn told(score: Score, side: Color) -> String {
    match score {
        Score::Centipawns(_) => format!("{} for White", score.for_white(side)),
        Score::Mate(moves) => {
            let mates = if moves > 0 { side } else { !side };
            format!("{} mates in {}", color(mates), moves.abs())
        }
    }
}

/// What stands above the columns of `thinking`.
pub(super) const HEADS: &str = "dep   White's     time     nodes  line";

/// A report of the search in columns: depth, White's score (`>=` if it may be greater, `<=` if
/// less), time, nodes and as much of the line in SAN as the width has room for.
pub fn thinking(thinking: &Thinking, width: usize) -> String {
    let (bound, score) = thinking.for_white();
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    let head = format!(
        "{:>3}  {:>8}  {:>7}  {:>8}  ",
        thinking.depth,
        format!("{bound}{score}"),
        spent(thinking.elapsed),
        count(thinking.nodes),
    );
    let mut line = head;
    for word in thinking.root.write_line(&thinking.line, Position::san) {
        if line.chars().count() + word.len() >= width {
            break;
        }
        line.push_str(&word);
        line.push(' ');
    }
    line.trim_end().to_owned()
}

/// Time a search took: `3.1 s`.
pub fn spent(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// A number with three digits or so: `950`, `12.3 k`, `4.1 M`.
pub(super) fn count(number: u64) -> String {
    match number as f64 {
        n if n < 1e3 => number.to_string(),
        n if n < 1e6 => format!("{:.1} k", n / 1e3),
        n if n < 1e9 => format!("{:.1} M", n / 1e6),
        n => format!("{:.1} G", n / 1e9),
    }
}

/// All legal moves in alphabetical order, broken into lines.
pub fn moves(position: &Position, width: usize) -> Vec<String> {
    let mut words: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.san(mv)).collect();
    if words.is_empty() {
        return vec!["There is no legal move.".into()];
    }
    words.sort();
    super::pages::filled_within(width, words.iter().map(String::as_str), "")
}
