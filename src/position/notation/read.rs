//! From text to a wish: what is written there, whatever the position.

use chess::PROMOTION_PIECES;

use super::Wing;
use crate::position::{File, Piece, Rank, Square, piece_of, square_of};

/// What a text asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Castle(Wing),
    Move(Wanted),
}

/// A move as far as the text tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Unknown in plain coordinates, which then tell the whole origin.
    pub piece: Option<Piece>,
    pub origin: Origin,
    pub to: Square,
    pub promotion: Option<Piece>,
}

/// Where a move begins, as far as the text tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Anywhere,
    File(File),
    Rank(Rank),
    Square(Square),
}

/// No move in any notation is longer.
const MAX_LENGTH: usize = 24;

/// Reads a move in coordinates or SAN; `None` if it is neither.
pub(super) fn wish(text: &str) -> Option<Wish> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let text = without_marks(text);
    let letters: Vec<char> = text.chars().collect();
    castling(text).map(Wish::Castle).or_else(|| wanted(&letters).map(Wish::Move))
}

/// The text without signs that say nothing about which move it is: check, mate, comment, "e.p.".
fn without_marks(text: &str) -> &str {
    let marks = |c: char| c.is_whitespace() || "+#!?".contains(c);
    let text = text.trim_start().trim_end_matches(marks);
    let text = ["e.p.", "ep"].iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
    text.trim_end_matches(marks)
}

fn castling(text: &str) -> Option<Wing> {
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" => Some(Wing::King),
        "O-O-O" => Some(Wing::Queen),
        _ => None,
    }
}

/// Reads from the end, where there is least doubt: promotion, target, separator, origin.
fn wanted(letters: &[char]) -> Option<Wanted> {
    let (letters, promotion) = promotion(letters)?;
    let [before @ .., file, rank] = letters else { return None };
    let to = square_of(*file, *rank)?;
    let before = match before {
        [before @ .., 'x' | 'X' | ':' | '-'] if !before.is_empty() => before,
        _ => before,
    };
    let (piece, origin) = mover(before, to, file.is_ascii_uppercase())?;
    Some(Wanted { piece, origin, to, promotion })
}

/// Splits off the piece a pawn becomes: `Q`, `=Q`, `/Q` or `(Q)`; `None` if it can be no such.
fn promotion(letters: &[char]) -> Option<(&[char], Option<Piece>)> {
    let (before, letter) = match letters {
        [before @ .., '(', letter, ')'] | [before @ .., '=' | '/', letter] => (before, letter),
        [before @ .., letter] if letter.is_ascii_alphabetic() => (before, letter),
        _ => return Some((letters, None)),
    };
    let piece = piece_of(*letter).filter(|piece| PROMOTION_PIECES.contains(piece))?;
    Some((before, Some(piece)))
}

/// Who moves, and from where. Only `b` can be both a file and a piece: small it is the file where
/// that makes sense, and a capital the bishop unless all is written in capitals.
fn mover(before: &[char], to: Square, capitals: bool) -> Option<(Option<Piece>, Origin)> {
    let (as_piece, as_file) = (by_piece(before), by_file(before));
    let file_first = match before {
        ['b', ..] => {
            let distance = to.get_file().to_index().abs_diff(File::B.to_index());
            distance == 1 || matches!(as_file, Some((None, _)))
        }
        ['B', ..] => capitals && matches!(as_file, Some((None, _))),
        _ => true,
    };
    if file_first { as_file.or(as_piece) } else { as_piece.or(as_file) }
}

/// SAN with a letter for the piece.
fn by_piece(before: &[char]) -> Option<(Option<Piece>, Origin)> {
    let [letter, rest @ ..] = before else { return None };
    let piece = piece_of(*letter)?;
    let origin = match rest {
        [] => Origin::Anywhere,
        [rank @ '1'..='8'] => Origin::Rank(square_of('a', *rank)?.get_rank()),
        [file] => Origin::File(square_of(*file, '1')?.get_file()),
        [file, rank] => Origin::Square(square_of(*file, *rank)?),
        _ => return None,
    };
    Some((Some(piece), origin))
}

/// SAN of a pawn, or coordinates, where any piece may be meant.
fn by_file(before: &[char]) -> Option<(Option<Piece>, Origin)> {
    Some(match before {
        [] => (Some(Piece::Pawn), Origin::Anywhere),
        [file] => (Some(Piece::Pawn), Origin::File(square_of(*file, '1')?.get_file())),
        [file, rank] => (None, Origin::Square(square_of(*file, *rank)?)),
        _ => return None,
    })
}
