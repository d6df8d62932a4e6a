//! What the search learns of moves while it searches: which quiet moves, captures and replies
//! have refuted positions before.

use chess::EMPTY;

use super::params::Params;
use crate::position::{BitBoard, ChessMove, Color, Piece, Position};

/// Counters stay within plus or minus this.
const LIMIT: i32 = 16_384;
/// A man and the square it went to, as an index below this.
pub const PIECE_TO: usize = 12 * 64;

/// The counters of one thread.
#[derive(Clone)]
pub struct History {
    /// By side, by whether origin and target are threatened, and by the squares.
    quiet: Box<[Threatened; 2]>,
    /// By the pawns on the board, and by man and target.
    pawns: Box<[[i16; PIECE_TO]]>,
    capture: Box<[[i16; 6]; PIECE_TO]>,
    continuation: Box<[[i16; PIECE_TO]]>,
}

/// Counters by origin and target, for each of four cases: whether one or the other is threatened.
type Threatened = [[i16; 64 * 64]; 4];

/// Structures of pawns told apart; a power of two.
const PAWNS: usize = 1 << 10;

/// The index of `piece` of `color` going to `mv`'s target.
pub fn piece_to(color: Color, piece: Piece, mv: ChessMove) -> usize {
    (color.to_index() * 6 + piece.to_index()) * 64 + (mv.get_dest().to_index() & 63)
}

fn from_to(mv: ChessMove) -> usize {
    (mv.get_source().to_index() & 63) * 64 + (mv.get_dest().to_index() & 63)
}

/// Moves a counter towards its limit, the less the nearer it already is.
fn bump(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

fn pawns(position: &Position) -> usize {
    position.pawn_key() as usize & (PAWNS - 1)
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: Box::new([[[0; 64 * 64]; 4]; 2]),
            pawns: vec![[0; PIECE_TO]; PAWNS].into_boxed_slice(),
            capture: Box::new([[0; 6]; PIECE_TO]),
            continuation: vec![[0; PIECE_TO]; PIECE_TO].into_boxed_slice(),
        }
    }
}

/// The moves that led to a node: one, two and four plies back, as [`piece_to`] indices.
pub type PreviousMoves = [Option<usize>; 3];

/// What is known of replies to no move at all.
static NO_REPLIES: [i16; PIECE_TO] = [0; PIECE_TO];

/// The node whose moves are asked for.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The position before the moves.
    pub position: &'a Position,
    /// The squares that the opponent attacks.
    pub threats: BitBoard,
    /// Those that its pawns attack.
    pub pawn_threats: BitBoard,
    /// The moves that led here.
    pub previous: PreviousMoves,
    /// The numbers of the search.
    pub params: &'a Params,
}

impl<'a> Scene<'a> {
    /// A node whose quiet moves nobody asks about.
    pub fn bare(position: &'a Position, params: &'a Params) -> Scene<'a> {
        Scene { position, threats: EMPTY, pawn_threats: EMPTY, previous: [None; 3], params }
    }
}

/// Whether the origin and the target of a move are among some squares: 1 or 0 for each.
fn among(squares: BitBoard, mv: ChessMove) -> [i32; 2] {
    [mv.get_source(), mv.get_dest()]
        .map(|square| i32::from(squares & BitBoard::from_square(square) != EMPTY))
}

/// Which of the four cases a move is.
fn case(threats: BitBoard, mv: ChessMove) -> usize {
    let [from, to] = among(threats, mv);
    (2 * from + to) as usize
}

/// What the histories say of the quiet moves of one node.
#[derive(Clone, Copy)]
pub struct QuietHistory<'a> {
    scene: Scene<'a>,
    quiet: &'a Threatened,
    pawns: &'a [i16; PIECE_TO],
    continuations: [&'a [i16; PIECE_TO]; 3],
}

impl QuietHistory<'_> {
    /// How well a quiet move has done, also with these pawns and as a reply to the moves before; better for a
    /// piece that leaves an attack of a pawn, worse for one that goes into it.
    pub fn quiet(&self, piece: Piece, mv: ChessMove) -> i32 {
        let man = piece_to(self.scene.position.side(), piece, mv);
        let [last, own, earlier] = self.continuations.map(|replies| i32::from(replies[man]));
        let plain = i32::from(self.quiet[case(self.scene.threats, mv)][from_to(mv)]);
        let [leaves, enters] = match piece {
            Piece::Pawn => [0, 0],
            _ => among(self.scene.pawn_threats, mv),
        };
        let params = self.scene.params;
        let threat = (leaves - enters) * params.history_pawn_threat;
        let own = own * params.history_own / 100;
        plain + i32::from(self.pawns[man]) + last + own + earlier + threat
    }
}

impl History {
    /// The histories of the quiet moves of one node.
    pub fn quiet_history<'a>(&'a self, scene: &Scene<'a>) -> QuietHistory<'a> {
        let after = |moved: Option<usize>| moved.map_or(&NO_REPLIES, |man| &self.continuation[man]);
        QuietHistory {
            scene: *scene,
            quiet: &self.quiet[scene.position.side().to_index()],
            pawns: &self.pawns[pawns(scene.position)],
            continuations: scene.previous.map(after),
        }
    }

    /// What [`QuietHistory::quiet`] says of a single move.
    pub fn quiet(&self, scene: &Scene<'_>, piece: Piece, mv: ChessMove) -> i32 {
        self.quiet_history(scene).quiet(piece, mv)
    }

    /// How well a capture or a promotion has done.
    pub fn capture(&self, position: &Position, piece: Piece, mv: ChessMove) -> i32 {
        let victim = position.piece_on(mv.get_dest()).unwrap_or(Piece::Pawn);
        i32::from(self.capture[piece_to(position.side(), piece, mv)][victim.to_index()])
    }

    /// A quiet move has done well (a positive bonus) or badly.
    pub fn update_quiet(&mut self, scene: &Scene<'_>, mv: ChessMove, bonus: i32) {
        let Some(piece) = scene.position.piece_on(mv.get_source()) else { return };
        let side = scene.position.side();
        let man = piece_to(side, piece, mv);
        self.update_plain(side, scene.threats, mv, bonus);
        bump(&mut self.pawns[pawns(scene.position)][man], bonus);
        self.update_replies(scene.previous, man, bonus);
    }

    /// A quiet move of `side` has done well or badly, whatever came before and whatever the pawns are.
    pub fn update_plain(&mut self, side: Color, threats: BitBoard, mv: ChessMove, bonus: i32) {
        bump(&mut self.quiet[side.to_index()][case(threats, mv)][from_to(mv)], bonus);
    }

    /// A man's going to a square, a [`piece_to`] index, has done well as a reply to the moves before (a
    /// positive bonus) or badly.
    pub fn update_replies(&mut self, previous: PreviousMoves, man: usize, bonus: i32) {
        for earlier in previous.into_iter().flatten() {
            bump(&mut self.continuation[earlier][man], bonus);
        }
    }

    /// A capture has refuted a position, or (a negative bonus) been tried in vain before the move
    /// that did.
    pub fn update_capture(&mut self, position: &Position, mv: ChessMove, bonus: i32) {
        let Some(piece) = position.piece_on(mv.get_source()) else { return };
        let victim = position.piece_on(mv.get_dest()).unwrap_or(Piece::Pawn);
        let man = piece_to(position.side(), piece, mv);
        bump(&mut self.capture[man][victim.to_index()], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How well a move has done that has been tried a thousand times with this bonus.
    fn tried(scene: &Scene<'_>, mv: ChessMove, bonus: i32) -> i32 {
        let mut history = History::default();
        for _ in 0..1_000 {
            history.update_quiet(scene, mv, bonus);
        }
        history.quiet(scene, scene.position.piece_on(mv.get_source()).unwrap(), mv)
    }

    #[test]
    fn a_refuting_move_rises_and_the_others_sink() {
        let position = Position::startpos();
        let params = Params::default();
        let scene = Scene { previous: [Some(5), None, None], ..Scene::bare(&position, &params) };
        let mv = position.legal_moves()[0];
        let (good, bad) = (tried(&scene, mv, 1_600), tried(&scene, mv, -1_600));
        assert!((30_000..=3 * LIMIT).contains(&good), "{good}");
        assert!((-3 * LIMIT..=-30_000).contains(&bad), "{bad}");
    }

    #[test]
    fn leaving_a_threatened_square_is_another_move() {
        let position = Position::startpos();
        let mv = position.legal_moves()[0];
        let params = Params::default();
        let scene = Scene::bare(&position, &params);
        let threatened = Scene { threats: BitBoard::from_square(mv.get_source()), ..scene };
        let mut history = History::default();
        history.update_quiet(&scene, mv, 1_000);
        let piece = position.piece_on(mv.get_source()).unwrap();
        assert!(history.quiet(&scene, piece, mv) > history.quiet(&threatened, piece, mv));
    }

    #[test]
    fn a_piece_would_rather_leave_an_attack_of_a_pawn_than_go_into_one() {
        // Black's pawn on c6 attacks b5 and d5.
        let position = Position::from_fen("4k3/8/2p5/3N4/8/8/P7/4K3 w - - 0 1").unwrap();
        let params = Params::default();
        let scene =
            Scene { pawn_threats: position.pawn_threats(), ..Scene::bare(&position, &params) };
        let said = |mv: &str, piece| {
            History::default().quiet(&scene, piece, position.parse_move(mv).unwrap())
        };
        let threat = params.history_pawn_threat;
        assert_eq!(said("d5f4", Piece::Knight), threat);
        assert_eq!([said("e1e2", Piece::King), said("a2a3", Piece::Pawn)], [0, 0]);
        let position = Position::from_fen("4k3/8/2p5/8/8/2N5/P7/4K3 w - - 0 1").unwrap();
        let scene = Scene { position: &position, ..scene };
        let mv = position.parse_move("c3b5").unwrap();
        assert_eq!(History::default().quiet(&scene, Piece::Knight, mv), -threat);
    }
}
