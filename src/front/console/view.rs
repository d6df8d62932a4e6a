//! How the game looks on a terminal. Pure: values in, lines out.

use std::time::Duration;

use crate::{
    clock::TimeControl,
    front::words::{clock_time, control},
    message::{Bound, GameResult, Thinking, View},
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

/// A line of moves is cut to the width of a terminal.
const WIDTH: usize = 78;

/// The board with its coordinates, the clocks, and whose move it is.
pub fn board(view: &View, look: Look) -> Vec<String> {
    let position = view.game.position();
    let marks = match view.game.positions() {
        [.., before, after] => changed(before, after),
        _ => BitBoard(0),
    };
    let mut lines = diagram(position, marks, look);
    lines.push(String::new());
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
            cell(position.man_on(square), square, marks, look)
        });
        let row = format!(" {} {}", rank + 1, cells.concat());
        lines.push(if look.colors { row + "\x1b[0m" } else { row.trim_end().to_owned() });
    }
    let letters = files.map(|file| format!(" {} ", char::from(b'a' + file as u8)));
    lines.push(format!("   {}", letters.concat()).trim_end().to_owned());
    lines
}

fn has(set: BitBoard, square: Square) -> bool {
    set & BitBoard::from_square(square) != BitBoard(0)
}

/// The squares that a move has changed.
fn changed(before: &Position, after: &Position) -> BitBoard {
    ALL_SQUARES
        .into_iter()
        .filter(|&square| before.man_on(square) != after.man_on(square))
        .fold(BitBoard(0), |set, square| set | BitBoard::from_square(square))
}

/// One square, three columns wide; squares that the last move changed are marked.
fn cell(man: Option<(Color, Piece)>, square: Square, marks: BitBoard, look: Look) -> String {
    let marked = has(marks, square);
    let letter = |(color, piece): (Color, Piece)| piece.to_string(color);
    if !look.colors {
        let letter = man.map_or(".".to_owned(), letter);
        return if marked { format!("[{letter}]") } else { format!(" {letter} ") };
    }
    let dark = (square.get_rank().to_index() + square.get_file().to_index()).is_multiple_of(2);
    let ground = match (dark, marked) {
        (false, false) => 180,
        (true, false) => 137,
        (false, true) => 150,
        (true, true) => 107,
    };
    let ink = if matches!(man, Some((Color::White, _))) { 231 } else { 16 };
    let figure = match man {
        Some((_, piece)) if look.figurines => figurine(piece).to_string(),
        Some(man) => letter(man),
        None => " ".to_owned(),
    };
    format!("\x1b[48;5;{ground};38;5;{ink}m {figure} ")
}

/// The solid figures for both sides: ink tells them apart.
fn figurine(piece: Piece) -> char {
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

/// A report of the search in columns: depth, score (`>=` if it may be better, `<=` if worse), time,
/// nodes and the line in SAN.
pub fn thinking(thinking: &Thinking) -> String {
    let bound = match thinking.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    let head = format!(
        "{:>3}  {:>8}  {:>7}  {:>8}  ",
        thinking.depth,
        format!("{bound}{}", thinking.score),
        spent(thinking.elapsed),
        count(thinking.nodes),
    );
    let mut line = head;
    for word in thinking.root.write_line(&thinking.line, Position::san) {
        if line.chars().count() + word.len() >= WIDTH {
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
fn count(number: u64) -> String {
    match number as f64 {
        n if n < 1e3 => number.to_string(),
        n if n < 1e6 => format!("{:.1} k", n / 1e3),
        n if n < 1e9 => format!("{:.1} M", n / 1e6),
        n => format!("{:.1} G", n / 1e9),
    }
}

/// All legal moves in alphabetical order, broken into lines.
pub fn moves(position: &Position) -> Vec<String> {
    let mut words: Vec<String> =
        position.legal_moves().iter().map(|&mv| position.san(mv)).collect();
    if words.is_empty() {
        return vec!["There is no legal move.".into()];
    }
    words.sort();
    let mut lines = vec![String::new()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
