//! The reader of tables, `pyrrhic-rs`, told where men stand and how they move.

use chess::{
    BitBoard, EMPTY, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use pyrrhic_rs::{
    Color as TableColor, DtzProbeValue, DtzResult, EngineAdapter, Piece as TablePiece, TableBases,
    WdlProbeResult,
};

use self::{
    choice::{Choice, best, worth},
    distances::Distances,
};
use super::{Advice, SEPARATOR, TablebaseError, Verdict};
use crate::position::{ALL_SQUARES, ChessMove, Color, Piece, Position, Square};

mod choice;
mod distances;

/// The tables of the reader.
pub struct Tables {
    reader: TableBases<Attacks>,
    distances: Distances,
}

/// How the men move.
#[derive(Clone)]
struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: TableColor, from: u64) -> u64 {
        let color = if color == TableColor::White { Color::White } else { Color::Black };
        get_pawn_attacks(square(from), color, !EMPTY).0
    }
    fn knight_attacks(from: u64) -> u64 {
        get_knight_moves(square(from)).0
    }
    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(from), BitBoard(occupied)).0
    }
    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        get_rook_moves(square(from), BitBoard(occupied)).0
    }
    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }
    fn king_attacks(from: u64) -> u64 {
        get_king_moves(square(from)).0
    }
}

impl Tables {
    /// Opens the folders, which hold tables for sure: the reader cannot open anything again after it
    /// has found none.
    pub fn open(folders: &str) -> Result<Tables, TablebaseError> {
        let folders: Vec<&str> = folders.split(SEPARATOR).filter(|path| !path.is_empty()).collect();
        TableBases::new(folders.join(":"))
            .map(|reader| Tables { reader, distances: Distances::within(&folders) })
            .map_err(|error| TablebaseError::Refused(format!("{error:?}")))
    }

    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        self.result(position).map(verdict)
    }

    pub fn advice(&self, position: &Position) -> Option<Advice> {
        let exact = self.distances.reach(position);
        let choices = if exact { self.by_distance(position) } else { self.by_result(position) };
        let (moves, worth) = best(&choices?, position.halfmoves());
        let verdict = worth.and_then(|worth| match worth {
            -1..=1 => Some(Verdict::Draw),
            _ if !exact && position.halfmoves() > 0 => None,
            2.. => Some(Verdict::Win),
            _ => Some(Verdict::Loss),
        });
        Some(Advice { moves, verdict })
    }

    /// What a move leads to is looked up with a fresh half-move clock, so a win that is kept may be spoilt
    /// by the fifty-move rule; but none that holds is left out.
    fn by_result(&self, root: &Position) -> Option<Vec<Choice>> {
        let choice = |mv| {
            let mut position = root.clone();
            position.play(mv);
            Some(Choice { mv, worth: -worth(self.result(&position)?), distance: 0 })
        };
        root.legal_moves().into_iter().map(choice).collect()
    }

    /// The fifty-move rule is counted in, with the half-moves made already.
    fn by_distance(&self, root: &Position) -> Option<Vec<Choice>> {
        let of = |piece| root.pieces(piece).0;
        let found = self.reader.probe_root(
            root.color(Color::White).0,
            root.color(Color::Black).0,
            of(Piece::King),
            of(Piece::Queen),
            of(Piece::Rook),
            of(Piece::Bishop),
            of(Piece::Knight),
            of(Piece::Pawn),
            u32::from(root.halfmoves()),
            en_passant(root),
            root.side() == Color::White,
        );
        let found = found.ok()?;
        let choices = found.moves.iter().filter_map(|value| match value {
            DtzProbeValue::DtzResult(result) => Some(choice(result)),
            _ => None,
        });
        Some(choices.collect())
    }

    /// The result of a position whose half-move clock is at zero.
    fn result(&self, position: &Position) -> Option<WdlProbeResult> {
        let of = |piece| position.pieces(piece).0;
        let found = self.reader.probe_wdl(
            position.color(Color::White).0,
            position.color(Color::Black).0,
            of(Piece::King),
            of(Piece::Queen),
            of(Piece::Rook),
            of(Piece::Bishop),
            of(Piece::Knight),
            of(Piece::Pawn),
            en_passant(position),
            position.side() == Color::White,
        );
        found.ok()
    }
}

/// A result with the fifty-move rule counted in.
fn verdict(result: WdlProbeResult) -> Verdict {
    match result {
        WdlProbeResult::Win => Verdict::Win,
        WdlProbeResult::Loss => Verdict::Loss,
        WdlProbeResult::Draw | WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss => {
            Verdict::Draw
        }
    }
}

fn choice(result: &DtzResult) -> Choice {
    Choice { mv: chess_move(result), worth: worth(result.wdl), distance: result.dtz }
}

fn chess_move(result: &DtzResult) -> ChessMove {
    let promotion = match result.promotion {
        TablePiece::Queen => Some(Piece::Queen),
        TablePiece::Rook => Some(Piece::Rook),
        TablePiece::Bishop => Some(Piece::Bishop),
        TablePiece::Knight => Some(Piece::Knight),
        TablePiece::Pawn | TablePiece::King => None,
    };
    let [from, to] = [result.from_square, result.to_square].map(|sq| square(u64::from(sq)));
    ChessMove::new(from, to, promotion)
}

/// The square behind a pawn that may be taken in passing; 0 for none.
fn en_passant(position: &Position) -> u32 {
    position.en_passant().map_or(0, |target| target.to_index() as u32)
}

fn square(index: u64) -> Square {
    ALL_SQUARES[(index & 63) as usize]
}
