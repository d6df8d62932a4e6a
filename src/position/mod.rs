//! A chess position on top of the types and attack tables of the crate `chess`.

//!
//! Castling moves are written "king takes own rook", so that Chess960 needs no second encoding.

use arrayvec::ArrayVec;
use chess::{
    ALL_SQUARES, EMPTY, PROMOTION_PIECES, between, get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rank,
    get_rook_rays, line,
};
pub use chess::{BitBoard, ChessMove, Color, File, Piece, Rank, Square};
use chess::{get_bishop_moves as bishop_moves, get_rook_moves as rook_moves};

/// Random numbers whose xor identifies a position.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    ep: [u64; 8],
    black: u64,
}

const fn next_random(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

static KEYS: Keys = {
    let mut keys = Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 64], ep: [0; 8], black: 0 };
    let mut state = 0x0123_4567_89AB_CDEF;
    (state, keys.black) = next_random(state);
    let mut sq = 0;
    while sq < 64 {
        let mut man = 0;
        while man < 12 {
            (state, keys.pieces[man / 6][man % 6][sq]) = next_random(state);
            man += 1;
        }
        (state, keys.castling[sq]) = next_random(state);
        if sq < 8 {
            (state, keys.ep[sq]) = next_random(state);
        }
        sq += 1;
    }
    keys
};

/// What the generator hands its moves to, in sets.
pub trait Sink {
    /// Moves of the piece on `from`.
    fn moves(&mut self, from: Square, to: BitBoard);
    /// Pawn moves, each from the square `step` below its target.
    fn pawns(&mut self, to: BitBoard, step: i8);
    /// As `pawns`, for promotions.
    fn promotions(&mut self, to: BitBoard, step: i8);
}

/// Counts moves without writing them down.
#[derive(Default)]
pub struct Count(pub u64);

impl Sink for Count {
    fn moves(&mut self, _: Square, to: BitBoard) {
        self.0 += u64::from(to.popcnt());
    }
    fn pawns(&mut self, to: BitBoard, _: i8) {
        self.0 += u64::from(to.popcnt());
    }
    fn promotions(&mut self, to: BitBoard, _: i8) {
        self.0 += 4 * u64::from(to.popcnt());
    }
}

/// No reachable position has more than 218 moves.
pub type MoveList = ArrayVec<ChessMove, 224>;

impl Sink for MoveList {
    fn moves(&mut self, from: Square, to: BitBoard) {
        for to in squares(to) {
            self.push(ChessMove::new(from, to, None));
        }
    }
    fn pawns(&mut self, to: BitBoard, step: i8) {
        for to in squares(to) {
            self.push(ChessMove::new(behind(to, step), to, None));
        }
    }
    fn promotions(&mut self, to: BitBoard, step: i8) {
        for to in squares(to) {
            for piece in PROMOTION_PIECES {
                self.push(ChessMove::new(behind(to, step), to, Some(piece)));
            }
        }
    }
}

/// One man leaving or appearing on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose man.
    pub color: Color,
    /// Which man.
    pub piece: Piece,
    /// Where.
    pub square: Square,
    /// `true` when it appears, `false` when it leaves.
    pub appears: bool,
}

/// What a move changed on the board: at most four men (castling moves two).
#[derive(Clone, Debug, Default)]
pub struct Delta(pub ArrayVec<Change, 4>);

#[derive(Clone)]
pub struct Position {
    pieces: [BitBoard; 6],
    colors: [BitBoard; 2],
    board: [Option<Piece>; 64],
    /// The rooks that may still castle, of both sides.
    castling: BitBoard,
    /// Pieces that give check to the side to move.
    checkers: BitBoard,
    /// Pieces of the side to move that are pinned to its king.
    pinned: BitBoard,
    key: u64,
    /// Set only if an en-passant capture is legal.
    ep: Option<File>,
    halfmoves: u8,
    side: Color,
}

/// The squares of a set, lowest first.
pub fn squares(set: BitBoard) -> impl Iterator<Item = Square> {
    let mut rest = set.0;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let sq = BitBoard(rest).to_square();
            rest &= rest - 1;
            sq
        })
    })
}

fn bit(sq: Square) -> BitBoard {
    BitBoard(1 << (sq.to_int() & 63))
}

/// An index that the compiler knows to be below 64.
fn index(sq: Square) -> usize {
    sq.to_index() & 63
}

fn behind(sq: Square, step: i8) -> Square {
    let index = sq.to_int().wrapping_sub(step as u8) & 63;
    Square::make_square(Rank::from_index(usize::from(index >> 3)), File::from_index(usize::from(index & 7)))
}

/// Moves a set by `step` squares; the caller keeps it from wrapping around the edges.
fn shift(set: BitBoard, step: i8) -> BitBoard {
    BitBoard(if step > 0 { set.0 << step } else { set.0 >> -step })
}

impl Position {
    pub fn key(&self) -> u64 {
        self.key
    }
    pub fn side(&self) -> Color {
        self.side
    }
    pub fn in_check(&self) -> bool {
        self.checkers != EMPTY
    }
    pub fn checkers(&self) -> BitBoard {
        self.checkers
    }
    pub fn pinned(&self) -> BitBoard {
        self.pinned
    }
    pub fn halfmoves(&self) -> u8 {
        self.halfmoves
    }
    pub fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.board[index(sq)]
    }
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece.to_index()]
    }
    pub fn color(&self, color: Color) -> BitBoard {
        self.colors[color.to_index()]
    }
    pub fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }
    pub fn men(&self, color: Color, piece: Piece) -> BitBoard {
        self.color(color) & self.pieces(piece)
    }
    pub fn king(&self, color: Color) -> Square {
        self.men(color, Piece::King).to_square()
    }
    fn orthogonals(&self) -> BitBoard {
        self.pieces(Piece::Rook) | self.pieces(Piece::Queen)
    }
    fn diagonals(&self) -> BitBoard {
        self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)
    }

    /// Whether one of the men `by`, all of the side not to move, attacks `sq`.
    fn attacked(&self, sq: Square, by: BitBoard, occupied: BitBoard) -> bool {
        let near = (get_knight_moves(sq) & self.pieces(Piece::Knight))
            | (get_king_moves(sq) & self.pieces(Piece::King))
            | get_pawn_attacks(sq, self.side, self.pieces(Piece::Pawn));
        let (orthogonals, diagonals) = (self.orthogonals() & by, self.diagonals() & by);
        near & by != EMPTY
            || get_rook_rays(sq) & orthogonals != EMPTY
                && rook_moves(sq, occupied) & orthogonals != EMPTY
            || get_bishop_rays(sq) & diagonals != EMPTY
                && bishop_moves(sq, occupied) & diagonals != EMPTY
    }

    fn refresh_checks(&mut self) {
        let (us, them) = (self.color(self.side), self.color(!self.side));
        let (king, occupied) = (self.king(self.side), us | them);
        self.checkers = (get_pawn_attacks(king, self.side, self.pieces(Piece::Pawn))
            | (get_knight_moves(king) & self.pieces(Piece::Knight)))
            & them;
        self.pinned = EMPTY;
        let snipers = ((get_rook_rays(king) & self.orthogonals())
            | (get_bishop_rays(king) & self.diagonals()))
            & them;
        for sniper in squares(snipers) {
            let blockers = between(king, sniper) & occupied;
            if blockers == EMPTY {
                self.checkers |= bit(sniper);
            } else if blockers.0 & (blockers.0 - 1) == 0 {
                self.pinned |= blockers & us;
            }
        }
    }

    /// Target square and captured pawn of an en-passant capture onto `file`.
    fn ep_squares(&self, file: File) -> (Square, Square) {
        let (to, pawn) = match self.side {
            Color::White => (Rank::Sixth, Rank::Fifth),
            Color::Black => (Rank::Third, Rank::Fourth),
        };
        (Square::make_square(to, file), Square::make_square(pawn, file))
    }

    fn ep_legal(&self, from: Square, file: File) -> bool {
        let (to, captured) = self.ep_squares(file);
        let occupied = self.occupied() ^ bit(from) ^ bit(to) ^ bit(captured);
        !self.attacked(self.king(self.side), self.color(!self.side) ^ bit(captured), occupied)
    }

    /// The pawns that may capture en passant onto `file`.
    fn ep_captors(&self, file: File) -> BitBoard {
        let pawns = self.men(self.side, Piece::Pawn);
        let near = get_pawn_attacks(self.ep_squares(file).0, !self.side, pawns);
        squares(near).filter(|&from| self.ep_legal(from, file)).fold(EMPTY, |set, sq| set | bit(sq))
    }

    /// Where king and rook stand after castling with the rook on `rook`.
    fn castled(king: Square, rook: Square) -> (Square, Square) {
        let (king_file, rook_file) =
            if rook > king { (File::G, File::F) } else { (File::C, File::D) };
        (Square::make_square(king.get_rank(), king_file), Square::make_square(king.get_rank(), rook_file))
    }

    /// Whether castling with `rook`, which has the right to, is legal now.
    fn castling_legal(&self, king: Square, rook: Square) -> bool {
        let (king_to, rook_to) = Self::castled(king, rook);
        let others = self.occupied() ^ bit(king) ^ bit(rook);
        let king_path = between(king, king_to) | bit(king_to);
        let path = king_path | between(rook, rook_to) | bit(rook_to);
        let them = self.color(!self.side);
        self.checkers == EMPTY
            && path & others == EMPTY
            && squares(king_path).all(|sq| !self.attacked(sq, them, others))
    }

    /// Hands all legal moves to `out`: captures and promotions if `NOISY`, the rest if `QUIET`.
    pub fn generate<const NOISY: bool, const QUIET: bool>(&self, out: &mut impl Sink) {
        let (us, them) = (self.color(self.side), self.color(!self.side));
        let (king, occupied) = (self.king(self.side), us | them);
        let kinds = match (NOISY, QUIET) {
            (true, true) => !us,
            (true, false) => them,
            _ => !occupied,
        };
        let without_king = occupied ^ bit(king);
        let mut flights = EMPTY;
        for to in squares(get_king_moves(king) & kinds) {
            if !self.attacked(to, them, without_king) {
                flights |= bit(to);
            }
        }
        out.moves(king, flights);

        let mut answers = !EMPTY;
        if self.in_check() {
            if self.checkers.popcnt() > 1 {
                return;
            }
            answers = self.checkers | between(king, self.checkers.to_square());
        }
        match self.side {
            Color::White => self.pawn_moves::<NOISY, QUIET, true>(king, answers, out),
            Color::Black => self.pawn_moves::<NOISY, QUIET, false>(king, answers, out),
        }
        if NOISY && let Some(file) = self.ep {
            let to = bit(self.ep_squares(file).0);
            squares(self.ep_captors(file)).for_each(|from| out.moves(from, to));
        }

        let (targets, free) = (kinds & answers, us & !self.pinned);
        for from in squares(self.pieces(Piece::Knight) & free) {
            out.moves(from, get_knight_moves(from) & targets);
        }
        for from in squares(self.diagonals() & free) {
            out.moves(from, bishop_moves(from, occupied) & targets);
        }
        for from in squares(self.orthogonals() & free) {
            out.moves(from, rook_moves(from, occupied) & targets);
        }
        if self.in_check() {
            return; // a pinned piece answers no check, and castling neither
        }
        for from in squares(self.diagonals() & self.pinned) {
            out.moves(from, bishop_moves(from, occupied) & targets & line(king, from));
        }
        for from in squares(self.orthogonals() & self.pinned) {
            out.moves(from, rook_moves(from, occupied) & targets & line(king, from));
        }
        if QUIET {
            let rooks = squares(self.castling & us).filter(|&rook| self.castling_legal(king, rook));
            out.moves(king, rooks.fold(EMPTY, |set, rook| set | bit(rook)));
        }
    }

    fn pawn_moves<const NOISY: bool, const QUIET: bool, const WHITE: bool>(
        &self,
        king: Square,
        answers: BitBoard,
        out: &mut impl Sink,
    ) {
        const NOT_A: BitBoard = BitBoard(0xFEFE_FEFE_FEFE_FEFE);
        const NOT_H: BitBoard = BitBoard(0x7F7F_7F7F_7F7F_7F7F);
        let forward: i8 = if WHITE { 8 } else { -8 };
        let (third, last) =
            if WHITE { (Rank::Third, Rank::Eighth) } else { (Rank::Sixth, Rank::First) };
        let (third, last) = (get_rank(third), get_rank(last));
        let (empty, them) = (!self.occupied(), self.color(!self.side));
        let pawns = self.men(self.side, Piece::Pawn);
        let mut each = |pawns: BitBoard, mask: BitBoard| {
            let single = shift(pawns, forward) & empty;
            if NOISY {
                let west = shift(pawns & NOT_A, forward - 1) & them & mask;
                let east = shift(pawns & NOT_H, forward + 1) & them & mask;
                out.pawns(west & !last, forward - 1);
                out.pawns(east & !last, forward + 1);
                if (west | east | single) & last != EMPTY {
                    out.promotions(west & last, forward - 1);
                    out.promotions(east & last, forward + 1);
                    out.promotions(single & last & mask, forward);
                }
            }
            if QUIET {
                out.pawns(single & mask & !last, forward);
                out.pawns(shift(single & third, forward) & empty & mask, 2 * forward);
            }
        };
        each(pawns & !self.pinned, answers);
        if !self.in_check() {
            squares(pawns & self.pinned).for_each(|from| each(bit(from), line(king, from)));
        }
    }

    /// Whether a move from elsewhere, such as a hash table, is legal here.
    pub fn is_legal(&self, m: ChessMove) -> bool {
        let (from, to) = (m.get_source(), m.get_dest());
        let (us, them) = (self.color(self.side), self.color(!self.side));
        let Some(piece) = self.piece_on(from).filter(|_| us & bit(from) != EMPTY) else {
            return false;
        };
        let (king, occupied) = (self.king(self.side), us | them);
        let promotes = piece == Piece::Pawn && to.get_rank() == self.side.to_their_backrank();
        if promotes != m.get_promotion().is_some_and(|p| PROMOTION_PIECES.contains(&p))
            || m.get_promotion().is_some() != promotes
        {
            return false;
        }
        if us & bit(to) != EMPTY {
            return piece == Piece::King
                && self.castling & bit(to) != EMPTY
                && self.castling_legal(king, to);
        }
        let reach = match piece {
            Piece::King => {
                return get_king_moves(from) & bit(to) != EMPTY
                    && !self.attacked(to, them, occupied ^ bit(king));
            }
            Piece::Pawn => {
                if let Some(file) = self.ep.filter(|&file| self.ep_squares(file).0 == to)
                    && get_pawn_attacks(from, self.side, bit(to)) != EMPTY
                {
                    return self.ep_legal(from, file);
                }
                let (step, third) = match self.side {
                    Color::White => (8, Rank::Third),
                    Color::Black => (-8, Rank::Sixth),
                };
                let single = shift(bit(from), step) & !occupied;
                let double = shift(single & get_rank(third), step) & !occupied;
                single | double | get_pawn_attacks(from, self.side, them)
            }
            Piece::Knight => get_knight_moves(from),
            Piece::Bishop => bishop_moves(from, occupied),
            Piece::Rook => rook_moves(from, occupied),
            Piece::Queen => rook_moves(from, occupied) | bishop_moves(from, occupied),
        };
        let answers = match self.checkers.popcnt() {
            0 => !EMPTY,
            1 => self.checkers | between(king, self.checkers.to_square()),
            _ => EMPTY,
        };
        reach & answers & bit(to) != EMPTY
            && (self.pinned & bit(from) == EMPTY || line(king, from) & bit(to) != EMPTY)
    }

    fn toggle(&mut self, color: Color, piece: Piece, sq: Square) {
        self.pieces[piece.to_index()] ^= bit(sq);
        self.colors[color.to_index()] ^= bit(sq);
        self.key ^= KEYS.pieces[color.to_index()][piece.to_index()][index(sq)];
    }

    fn set_ep(&mut self, ep: Option<File>) {
        for file in [self.ep, ep].into_iter().flatten() {
            self.key ^= KEYS.ep[file.to_index()];
        }
        self.ep = ep;
    }

    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= KEYS.black;
    }

    /// Plays a legal move, in place: returning the new position by value would copy it twice.
    /// The `Delta` names the men that left and appeared, for whoever keeps a running evaluation.
    #[inline(never)]
    pub fn play(&mut self, m: ChessMove) -> Delta {
        let mut delta = Delta::default();
        let (us, from, to) = (self.side, m.get_source(), m.get_dest());
        let Some(piece) = self.piece_on(from) else { return delta };
        let (own, target, old_ep) = (self.color(us), self.piece_on(to), self.ep);
        self.halfmoves = self.halfmoves.saturating_add(1);
        if self.castling != EMPTY {
            let king_left = if piece == Piece::King { own } else { EMPTY };
            let lost = self.castling & (bit(from) | bit(to) | king_left);
            squares(lost).for_each(|sq| self.key ^= KEYS.castling[index(sq)]);
            self.castling ^= lost;
        }
        if old_ep.is_some() {
            self.set_ep(None);
        }
        let mut ep = None;
        if piece == Piece::King && own & bit(to) != EMPTY {
            let (king_to, rook_to) = Self::castled(from, to);
            self.lift(us, Piece::King, from, &mut delta);
            self.lift(us, Piece::Rook, to, &mut delta);
            self.put(us, Piece::King, king_to, &mut delta);
            self.put(us, Piece::Rook, rook_to, &mut delta);
        } else {
            self.lift(us, piece, from, &mut delta);
            if let Some(captured) = target {
                self.lift(!us, captured, to, &mut delta);
                self.halfmoves = 0;
            }
            self.put(us, m.get_promotion().unwrap_or(piece), to, &mut delta);
            if piece == Piece::Pawn {
                self.halfmoves = 0;
                if let Some(file) = old_ep
                    && from.get_file() != to.get_file()
                    && target.is_none()
                {
                    self.lift(!us, Piece::Pawn, self.ep_squares(file).1, &mut delta);
                } else if from.to_int().abs_diff(to.to_int()) == 16 {
                    ep = Some(to.get_file());
                }
            }
        }
        self.pass_turn();
        self.refresh_checks();
        if let Some(file) = ep
            && self.ep_captors(file) != EMPTY
        {
            self.set_ep(Some(file));
        }
        delta
    }

    fn lift(&mut self, color: Color, piece: Piece, sq: Square, delta: &mut Delta) {
        self.toggle(color, piece, sq);
        self.board[index(sq)] = None;
        delta.0.push(Change { color, piece, square: sq, appears: false });
    }

    fn put(&mut self, color: Color, piece: Piece, sq: Square, delta: &mut Delta) {
        self.toggle(color, piece, sq);
        self.board[index(sq)] = Some(piece);
        delta.0.push(Change { color, piece, square: sq, appears: true });
    }

    /// Passes; the side to move must not be in check.
    pub fn play_null(&mut self) {
        self.set_ep(None);
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.pass_turn();
        self.refresh_checks();
    }

    /// Reads a FEN; castling letters may be KQkq or rook files (Shredder-FEN).
    pub fn from_fen(fen: &str) -> Option<Position> {
        let mut fields = fen.split_whitespace();
        let mut position = Position {
            pieces: [EMPTY; 6],
            colors: [EMPTY; 2],
            board: [None; 64],
            castling: EMPTY,
            checkers: EMPTY,
            pinned: EMPTY,
            key: 0,
            ep: None,
            halfmoves: 0,
            side: Color::White,
        };
        let rows: Vec<&str> = fields.next()?.split('/').collect();
        if rows.len() != 8 {
            return None;
        }
        for (rank, row) in rows.iter().rev().enumerate() {
            let mut file = 0;
            for c in row.chars() {
                if let Some(empty) = c.to_digit(9) {
                    file += empty as usize;
                    continue;
                }
                let piece = chess::ALL_PIECES["pnbrqk".find(c.to_ascii_lowercase())?];
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                let sq = *ALL_SQUARES.get(rank * 8 + file).filter(|_| file < 8)?;
                position.put(color, piece, sq, &mut Delta::default());
                file += 1;
            }
            if file != 8 {
                return None;
            }
        }
        if chess::ALL_COLORS.iter().any(|&c| position.men(c, Piece::King).popcnt() != 1) {
            return None;
        }
        if fields.next()? == "b" {
            position.pass_turn();
        }
        for c in fields.next()?.chars().filter(|&c| c != '-') {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = color.to_my_backrank();
            let (king, rooks) = (position.king(color), position.men(color, Piece::Rook) & get_rank(rank));
            let rook = match c.to_ascii_lowercase() {
                'k' => squares(rooks).last().filter(|&rook| rook > king)?,
                'q' => squares(rooks).next().filter(|&rook| rook < king)?,
                c @ 'a'..='h' => Square::make_square(rank, File::from_index(c as usize - 'a' as usize)),
                _ => return None,
            };
            if rooks & bit(rook) == EMPTY || king.get_rank() != rank {
                return None;
            }
            position.castling |= bit(rook);
            position.key ^= KEYS.castling[index(rook)];
        }
        position.refresh_checks();
        let ep = fields.next().unwrap_or("-");
        if let Ok(sq) = ep.parse::<Square>() {
            let (_, pawn) = position.ep_squares(sq.get_file());
            if position.men(!position.side, Piece::Pawn) & bit(pawn) != EMPTY
                && position.ep_captors(sq.get_file()) != EMPTY
            {
                position.set_ep(Some(sq.get_file()));
            }
        }
        position.halfmoves = fields.next().unwrap_or("0").parse().ok()?;
        Some(position)
    }

    /// The key computed from nothing, to check the incremental one.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = if self.side == Color::Black { KEYS.black } else { 0 };
        for sq in ALL_SQUARES {
            if let Some(piece) = self.piece_on(sq) {
                let color = usize::from(self.colors[1] & bit(sq) != EMPTY);
                key ^= KEYS.pieces[color][piece.to_index()][index(sq)];
            }
            if self.castling & bit(sq) != EMPTY {
                key ^= KEYS.castling[index(sq)];
            }
        }
        key ^ self.ep.map_or(0, |file| KEYS.ep[file.to_index()])
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Position")
    }
}

/// A game: where it began and the moves since.
#[derive(Clone, Debug)]
pub struct Game {
    positions: Vec<Position>,
    moves: Vec<ChessMove>,
}

/// Why a game is over by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// It has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate (KK, KNK, KBK, bishops all on one colour).
    InsufficientMaterial,
    /// The position stands for the third time or more (a claim; automatic from the fifth on).
    Repetition,
    /// A hundred half-moves without capture or pawn move (a claim; automatic from 150 on).
    FiftyMoves,
}

impl Game {
    /// A game that begins with `start`.
    pub fn new(start: Position) -> Self { Game { positions: vec![start], moves: vec![] } }
    /// The position now on the board.
    pub fn position(&self) -> &Position { &self.positions[self.positions.len() - 1] }
    /// The position the game began with.
    pub fn start(&self) -> &Position { &self.positions[0] }
    /// The moves made.
    pub fn moves(&self) -> &[ChessMove] { &self.moves }
    /// Every position so far, the start included, the present one last.
    pub fn positions(&self) -> &[Position] { &self.positions }
    /// Makes a legal move; an illegal one changes nothing and is `false`.
    pub fn play(&mut self, m: ChessMove) -> bool {
        if !self.position().is_legal(m) { return false; }
        let mut next = self.position().clone();
        next.play(m);
        self.positions.push(next);
        self.moves.push(m);
        true
    }
    /// Takes the last move back; `None` at the start.
    pub fn undo(&mut self) -> Option<ChessMove> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }
    /// Moves made by White and by Black.
    pub fn moves_made(&self) -> [u32; 2] { todo!() }
    /// How often the present position has stood on the board, now included.
    pub fn repetitions(&self) -> usize { todo!() }
    /// Why the game is over by rule, if it is.
    pub fn ending(&self) -> Option<Ending> { todo!() }
}

impl Position {
    /// The position every game of chess begins with.
    pub fn startpos() -> Position {
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap()
    }
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<true, true>(&mut list);
        list
    }
    /// Reads a move in SAN or coordinates (`e2e4`, `e7e8q`, `e1g1`, `O-O`); the reason if it is none.
    pub fn parse_move(&self, _text: &str) -> Result<ChessMove, MoveError> { todo!() }
    /// The move in standard algebraic notation, with `+` or `#`.
    pub fn san(&self, _m: ChessMove) -> String { todo!() }
    /// The move in coordinates: `e2e4`, `e7e8q`, castling `e1g1` (from the e-file onto the c- or g-file
    /// with a rook on the a- or h-file) or `O-O`/`O-O-O` where that would be ambiguous (Chess960).
    pub fn coordinate(&self, _m: ChessMove) -> String { todo!() }
    /// Whether the move takes something, en passant included.
    pub fn is_capture(&self, _m: ChessMove) -> bool { todo!() }
    /// Whether exchanges on the target square, best play by both, gain at least `threshold` centipawns.
    pub fn see_at_least(&self, _m: ChessMove, _threshold: i32) -> bool { todo!() }
    /// A key of the pawns alone.
    pub fn pawn_key(&self) -> u64 { todo!() }
    /// A key of `color`'s men other than pawns.
    pub fn non_pawn_key(&self, _color: Color) -> u64 { todo!() }
    /// The position in Forsyth-Edwards notation.
    pub fn fen(&self) -> String { todo!() }
}

/// Why a text is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is not in any notation of moves.
    #[error("not a move")]
    Unreadable,
}
