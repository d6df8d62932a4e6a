//! A game: its moves, its repetitions, its end by rule.

use chess::EMPTY;

use super::{ChessMove, Color, Piece, Position, validate::one_colored};

/// A game: where it began and the moves since.
#[derive(Clone, Debug)]
pub struct Game {
    /// The start and the positions after each move: one more than there are moves.
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
    /// The position stands for the third time or more (a claim).
    Repetition,
    /// A hundred half-moves without capture or pawn move (a claim).
    FiftyMoves,
}

impl Ending {
    /// Who has won, if `to_move` is the side to move in the final position; `None` for a draw.
    pub fn winner(self, to_move: Color) -> Option<Color> {
        (self == Ending::Checkmate).then_some(!to_move)
    }

    /// The ending in words, if `to_move` is the side to move in the final position.
    pub fn reason(self, to_move: Color) -> &'static str {
        match (self, to_move) {
            (Ending::Checkmate, Color::Black) => "White mates",
            (Ending::Checkmate, Color::White) => "Black mates",
            (Ending::Stalemate, _) => "Stalemate",
            (Ending::InsufficientMaterial, _) => "Insufficient material",
            (Ending::Repetition, _) => "Draw by repetition",
            (Ending::FiftyMoves, _) => "Draw by the fifty-move rule",
        }
    }
}

impl Game {
    /// A game that begins with `start`.
    pub fn new(start: Position) -> Self {
        Game { positions: vec![start], moves: vec![] }
    }

    /// The position now on the board.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The moves made.
    pub fn moves(&self) -> &[ChessMove] {
        &self.moves
    }

    /// Every position so far, the start included, the present one last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Makes a legal move; an illegal one changes nothing and is `false`.
    pub fn play(&mut self, m: ChessMove) -> bool {
        if !self.position().is_legal(m) {
            return false;
        }
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

    /// Moves made by White and by Black since the start of the game.
    pub fn moves_made(&self) -> [u32; 2] {
        let (made, first) = (self.moves.len() as u32, self.start().side());
        let mut counts = [made / 2; 2];
        counts[first.to_index()] = made.div_ceil(2);
        counts
    }

    /// The keys of the positions since the last capture or pawn move, oldest first, the present
    /// one last: all that a repetition can come back to.
    pub fn reversible_keys(&self) -> impl DoubleEndedIterator<Item = u64> {
        let reversible = usize::from(self.position().halfmoves());
        let from = self.moves.len().saturating_sub(reversible);
        self.positions[from..].iter().map(Position::key)
    }

    /// How often the present position has stood on the board, now included.
    pub fn repetitions(&self) -> usize {
        let key = self.position().key();
        self.reversible_keys().filter(|&other| other == key).count()
    }

    /// Why the game is over by rule, if it is; a draw that a player may claim counts. Mate goes before all draws,
    /// and a draw nobody can undo before those that count something.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if position.legal_moves().is_empty() {
            Some(if position.in_check() { Ending::Checkmate } else { Ending::Stalemate })
        } else if position.insufficient_material() {
            Some(Ending::InsufficientMaterial)
        } else if self.repetitions() >= 3 {
            Some(Ending::Repetition)
        } else if position.halfmoves() >= 100 {
            Some(Ending::FiftyMoves)
        } else {
            None
        }
    }
}

impl Position {
    /// Whether no series of moves can lead to mate: bare kings, one knight, or any number of
    /// bishops all on squares of one colour.
    pub fn insufficient_material(&self) -> bool {
        let (knights, bishops) = (self.pieces(Piece::Knight), self.pieces(Piece::Bishop));
        let others = self.occupied() ^ self.pieces(Piece::King) ^ knights ^ bishops;
        others == EMPTY
            && match knights.popcnt() {
                0 => one_colored(bishops),
                1 => bishops == EMPTY,
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            let m = game.position().parse_move(text).unwrap();
            assert!(game.play(m), "{text}");
        }
        game
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const KNIGHTS_AND_BACK: &str = "Nf3 Nf6 Ng1 Ng8 ";

    #[test]
    fn moves_are_made_and_taken_back() {
        let mut game = game(START, "e4 e5");
        assert!(!game.play(ChessMove::default()), "an illegal move");
        assert_eq!((game.moves().len(), game.positions().len()), (2, 3));
        assert!(game.undo().is_some() && game.undo().is_some());
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), &Position::startpos());
        assert_eq!(game.start(), game.position());
    }

    #[test]
    fn moves_are_counted_by_who_made_them() {
        assert_eq!(game(START, "").moves_made(), [0, 0]);
        assert_eq!(game(START, "e4 e5 Nf3").moves_made(), [2, 1]);
        let black_first = "4k3/8/8/8/8/8/8/4K2R b - - 0 40";
        assert_eq!(game(black_first, "Kd7 Kd1 Kd6").moves_made(), [1, 2]);
    }

    #[test]
    fn a_position_repeats_with_its_rights() {
        assert_eq!(game(START, "").repetitions(), 1);
        let twice = game(START, &KNIGHTS_AND_BACK.repeat(2));
        assert_eq!((twice.repetitions(), twice.ending()), (3, Some(Ending::Repetition)));
        let rights = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let lost = game(rights, &"Rb1 Rb8 Ra1 Ra8 ".repeat(2));
        assert_eq!(lost.repetitions(), 2, "at first there were two rights more");
    }

    #[test]
    fn an_en_passant_capture_makes_another_position_only_if_legal() {
        let back = "Nc3 Nc6 Nb1 Nb8 ";
        let possible = game(START, &("e4 a6 e5 d5 ".to_owned() + back));
        assert_eq!(possible.repetitions(), 1);
        let impossible = game(START, &("e4 a6 ".to_owned() + back));
        assert_eq!(impossible.repetitions(), 2);
    }

    #[test]
    fn the_keys_for_a_search_begin_after_the_last_irreversible_move() {
        let game = game(START, "e4 e5 Nf3 Nc6 Bc4");
        let keys: Vec<u64> = game.reversible_keys().collect();
        let expected: Vec<u64> = game.positions()[2..].iter().map(Position::key).collect();
        assert_eq!(keys, expected);
        let set_up = Game::new(Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 90 120").unwrap());
        assert_eq!(set_up.reversible_keys().count(), 1);
    }

    #[test]
    fn mates_and_stalemates_end_the_game() {
        let fools_mate = game(START, "f3 e5 g4 Qh4#");
        assert_eq!(fools_mate.ending(), Some(Ending::Checkmate));
        let ending = Ending::Checkmate;
        assert_eq!(ending.winner(fools_mate.position().side()), Some(Color::Black));
        assert_eq!(ending.reason(fools_mate.position().side()), "Black mates");
        assert_eq!(ending.reason(Color::Black), "White mates");
        let stalemate = game("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "");
        assert_eq!(stalemate.ending(), Some(Ending::Stalemate));
        assert_eq!(Ending::Stalemate.winner(Color::Black), None);
    }

    #[test]
    fn the_fifty_move_rule_counts_half_moves_and_yields_to_mate() {
        let rook = "7k/8/6K1/8/8/8/8/R7 w - - 98 80";
        assert_eq!(game(rook, "Ra2").ending(), None);
        assert_eq!(game(rook, "Ra2 Kg8").ending(), Some(Ending::FiftyMoves));
        let last = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
        assert_eq!(game(last, "Ra2").ending(), Some(Ending::FiftyMoves));
        assert_eq!(game(last, "Ra8").ending(), Some(Ending::Checkmate));
    }

    #[test]
    fn material_is_insufficient_only_if_no_mate_exists() {
        for (men, insufficient) in [
            ("4k3/8/8/8/8/8/8/4K3", true),
            ("4k3/8/8/8/8/8/8/4KN2", true),
            ("4k3/8/8/8/8/8/8/4KB2", true),
            ("4kb2/8/8/8/8/8/8/2B1K3", true),
            ("4kb2/8/8/8/8/8/1B6/B1B1K3", true),
            ("2b1k3/8/8/8/8/8/8/2B1K3", false),
            ("4k3/8/8/8/8/8/8/2B1KB2", false),
            ("4k3/8/8/8/8/8/8/3NKN2", false),
            ("4kn2/8/8/8/8/8/8/4KN2", false),
            ("4kn2/8/8/8/8/8/8/4KB2", false),
            ("4k3/8/8/8/8/8/4P3/4K3", false),
            ("4k3/8/8/8/8/8/8/4K2R", false),
        ] {
            let game = game(&format!("{men} w - - 0 1"), "");
            let expected = insufficient.then_some(Ending::InsufficientMaterial);
            assert_eq!(game.ending(), expected, "{men}");
        }
    }
}
