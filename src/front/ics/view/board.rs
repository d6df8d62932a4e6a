//! The board on a terminal that is drawn on.

use ratatui::{
    style::{Color as Ink, Style},
    text::{Line, Span},
};

use super::Look;
use crate::{
    front::console::view::{Mark, changed, figurine, ground, mark},
    position::{BitBoard, Color, File, Piece, Position, Rank, Square},
};

/// Columns before the ranks' numbers and behind.
const MARGIN: u16 = 3;

/// How large a square is: columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u16,
    height: u16,
}

impl Size {
    /// The largest squares with which a board has room here; `None` if there is none for any.
    pub fn fitting(columns: u16, rows: u16) -> Option<Size> {
        let sizes = [(7, 3), (5, 2), (3, 1)].map(|(width, height)| Size { width, height });
        sizes.into_iter().find(|size| size.columns() <= columns && size.rows() <= rows)
    }

    /// Columns of the whole board.
    pub fn columns(self) -> u16 {
        MARGIN + 8 * self.width
    }

    /// Rows of the whole board, the letters of its files among them.
    pub fn rows(self) -> u16 {
        8 * self.height + 1
    }
}

/// The board as `me` sees it; the squares that the last move has changed stand out.
pub fn lines(
    position: &Position,
    before: Option<&Position>,
    me: Color,
    size: Size,
    look: Look,
) -> Vec<Line<'static>> {
    let marks = before.map_or(BitBoard(0), |before| changed(before, position));
    let (mut ranks, mut files) = ([7, 6, 5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5, 6, 7]);
    if me == Color::Black {
        ranks.reverse();
        files.reverse();
    }
    let mut lines = Vec::new();
    for rank in ranks {
        for row in 0..size.height {
            let is_middle = row == size.height / 2;
            let number = if is_middle { format!(" {} ", rank + 1) } else { "   ".to_owned() };
            let squares = files.map(|file| {
                let square = Square::make_square(Rank::from_index(rank), File::from_index(file));
                let man = position.man_on(square).filter(|_| is_middle);
                cell(man, square, mark(position, square, marks), is_middle, size.width, look)
            });
            lines.push(Line::from_iter([Span::raw(number)].into_iter().chain(squares)));
        }
    }
    let letter = |file| format!("{:^1$}", char::from(b'a' + file as u8), usize::from(size.width));
    lines.push(Line::from(format!("   {}", files.map(letter).concat())));
    lines
}

/// A row of a square.
fn cell(
    man: Option<(Color, Piece)>,
    square: Square,
    mark: Mark,
    is_middle: bool,
    width: u16,
    look: Look,
) -> Span<'static> {
    let width = usize::from(width);
    let letter = |(color, piece): (Color, Piece)| piece.to_string(color);
    if !look.colors {
        let text = match (man.map(letter), is_middle) {
            (None, false) => String::new(),
            (man, _) => mark.around(&man.unwrap_or_else(|| ".".to_owned())),
        };
        return Span::raw(format!("{text:^width$}"));
    }
    let text = match man {
        Some((_, piece)) if look.unicode => figurine(piece).to_string(),
        Some(man) => letter(man),
        None => String::new(),
    };
    let ink = if matches!(man, Some((Color::White, _))) { 231 } else { 16 };
    let style = Style::new().bg(Ink::Indexed(ground(mark, square))).fg(Ink::Indexed(ink));
    Span::styled(format!("{text:^width$}"), style)
}
