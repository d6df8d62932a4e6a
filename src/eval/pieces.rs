//! Knights, bishops, rooks and queens: mobility, posts, files and pairs.

use chess::{EMPTY, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};

use super::{
    bits::{DARK, bit, count, files, fill_south, rank, south},
    score::{S, Score},
    view::{Reach, Turned, View},
};
use crate::position::{BitBoard, Piece, squares};

/// Worth of a piece by the number of safe squares it reaches, each further square worth less.
const fn mobility<const N: usize>(none: Score, all: Score) -> [Score; N] {
    let mut table = [none; N];
    let most = N as i32 - 1;
    let mut reached = 0;
    while reached <= most {
        let (part, whole) = (reached * (2 * most - reached), most * most);
        table[reached as usize] = S(
            none.mg() + (all.mg() - none.mg()) * part / whole,
            none.eg() + (all.eg() - none.eg()) * part / whole,
        );
        reached += 1;
    }
    table
}

static KNIGHT_MOBILITY: [Score; 9] = mobility(S(-31, -51), S(20, 22));
static BISHOP_MOBILITY: [Score; 14] = mobility(S(-29, -46), S(29, 45));
static ROOK_MOBILITY: [Score; 15] = mobility(S(-34, -57), S(29, 70));
static QUEEN_MOBILITY: [Score; 28] = mobility(S(-25, -41), S(28, 63));

const BISHOP_PAIR: Score = S(27, 41);
/// For each own pawn on the colour of a bishop.
const BISHOP_BLOCKED: Score = S(-3, -3);
const KNIGHT_OUTPOST: Score = S(28, 19);
const BISHOP_OUTPOST: Score = S(17, 8);
const ROOK_OPEN_FILE: Score = S(26, 13);
const ROOK_HALF_OPEN_FILE: Score = S(13, 8);
const ROOK_SEVENTH: Score = S(10, 25);

/// How a piece weighs in an attack on the king, indexed by `Piece`.
const PRESSURE: [i32; 6] = [0, 3, 3, 4, 5, 0];

/// Squares that a piece may use, and squares whose loss the other king would feel.
struct Targets {
    safe: BitBoard,
    ring: BitBoard,
    zone: BitBoard,
}

/// Scores the pieces of a side and notes what they attack, for the terms that follow.
pub fn survey(view: &View) -> Reach {
    let ring = get_king_moves(view.their_king);
    let targets = Targets {
        safe: !(view.their_cover | view.own(Piece::Pawn) | view.own(Piece::King)),
        ring,
        zone: ring | south(ring),
    };
    let mut reach = Reach::of_pawns_and_king(view);
    let mut score = bishops_and_posts(view) + rook_files(view);
    let (occupied, queens) = (view.occupied(), view.own(Piece::Queen));
    for square in squares(view.own(Piece::Knight)) {
        let moves = get_knight_moves(square);
        score += KNIGHT_MOBILITY[reach.note(Piece::Knight, moves, &targets)];
    }
    for square in squares(view.own(Piece::Bishop)) {
        let moves = get_bishop_moves(square, occupied & !queens);
        score += BISHOP_MOBILITY[reach.note(Piece::Bishop, moves, &targets)];
    }
    for square in squares(view.own(Piece::Rook)) {
        let moves = get_rook_moves(square, occupied & !queens & !view.own(Piece::Rook));
        score += ROOK_MOBILITY[reach.note(Piece::Rook, moves, &targets)];
    }
    for square in squares(queens) {
        let moves = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
        score += QUEEN_MOBILITY[reach.note(Piece::Queen, moves, &targets)];
    }
    reach.worth = score;
    reach
}

impl Reach {
    /// Books what one piece attacks and counts the safe squares among it.
    fn note(&mut self, piece: Piece, moves: BitBoard, targets: &Targets) -> usize {
        self.add(piece, moves);
        if moves & targets.zone != EMPTY {
            self.attackers += 1;
            self.pressure += PRESSURE[piece.to_index()] + count(moves & targets.ring);
        }
        count(moves & targets.safe) as usize
    }
}

/// The bishop pair, bishops behind their own pawns, and minor pieces on posts no pawn can attack.
fn bishops_and_posts(view: &View) -> Score {
    let (bishops, pawns) = (view.own(Piece::Bishop), view.own(Piece::Pawn));
    let mut score = S(0, 0);
    for color in [DARK, !DARK] {
        score += BISHOP_BLOCKED * (count(bishops & color) * count(pawns & color));
    }
    if bishops & DARK != EMPTY && bishops & !DARK != EMPTY {
        score += BISHOP_PAIR;
    }
    let posts = (rank(3) | rank(4) | rank(5)) & view.cover & !fill_south(view.their_cover);
    score += KNIGHT_OUTPOST * count(view.own(Piece::Knight) & posts);
    score + BISHOP_OUTPOST * count(bishops & posts)
}

/// Rooks on files without own pawns, and on the seventh where king or pawns feel them.
fn rook_files(view: &View) -> Score {
    let rooks = view.own(Piece::Rook);
    let half_open = rooks & !files(view.own(Piece::Pawn));
    let open = half_open & !files(view.their(Piece::Pawn));
    let mut score = ROOK_OPEN_FILE * count(open) + ROOK_HALF_OPEN_FILE * count(half_open & !open);
    if view.their(Piece::Pawn) & rank(6) != EMPTY || bit(view.their_king) & rank(7) != EMPTY {
        score += ROOK_SEVENTH * count(rooks & rank(6));
    }
    score
}

const PAWN_HITS_PIECE: Score = S(41, 38);
const MINOR_HITS_MAJOR: Score = S(29, 25);
const ROOK_HITS_QUEEN: Score = S(29, 20);
const PIECE_HANGS: Score = S(29, 24);
const PAWN_HANGS: Score = S(6, 18);

/// What the side threatens to take: pieces from below, and men that nothing defends.
pub fn threats(view: &View, own: &Reach, their: Turned) -> Score {
    let (pieces, queens) = (view.their_pieces(), view.their(Piece::Queen));
    let minors = own.by(Piece::Knight) | own.by(Piece::Bishop);
    let hanging = own.all & !their.all();
    PAWN_HITS_PIECE * count(view.cover & pieces)
        + MINOR_HITS_MAJOR * count(minors & (queens | view.their(Piece::Rook)))
        + ROOK_HITS_QUEEN * count(own.by(Piece::Rook) & queens)
        + PIECE_HANGS * count(hanging & pieces)
        + PAWN_HANGS * count(hanging & view.their(Piece::Pawn))
}
