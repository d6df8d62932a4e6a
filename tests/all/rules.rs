//! The rules against two independent libraries, `chess` and `cozy-chess`, over random games; and
//! the faults of the former that its users would notice, which must not be ours.

use std::{collections::BTreeSet, str::FromStr};

use zeitnot::position::{
    ChessMove, Color, FenError, File, Game, MoveError, Piece, Position, Square,
};

const GAMES: u64 = 110;
const PLIES: usize = 100;

/// One random game; `visit` sees every position, with cozy-chess's idea of it.
fn random_game(
    seed: u64,
    start: cozy_chess::Board,
    visit: &mut impl FnMut(&Position, &cozy_chess::Board),
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut cozy = start;
    let mut position = Position::from_fen(&format!("{cozy:#}")).unwrap();
    for _ in 0..PLIES {
        visit(&position, &cozy);
        let Some(m) = random.choice(position.legal_moves()) else { break };
        position.play(m);
        cozy.play(cozy_chess::Move::from_str(&m.to_string()).unwrap());
    }
}

fn names<M: ToString>(moves: impl IntoIterator<Item = M>) -> BTreeSet<String> {
    moves.into_iter().map(|m| m.to_string()).collect()
}

/// Everything both libraries know: moves, checkers, FEN with its counters.
fn assert_agrees_with_cozy(position: &Position, cozy: &cozy_chess::Board) {
    let mut expected = Vec::new();
    cozy.generate_moves(|moves| {
        expected.extend(moves);
        false
    });
    assert_eq!(names(position.legal_moves()), names(expected), "{position:?}");
    assert_eq!(position.checkers().0, cozy.checkers().0, "{position:?}");
    assert_eq!(Position::from_fen(&format!("{cozy:#}")).as_ref(), Ok(position));
}

/// A FEN less its fourth field: cozy-chess names the square even if no capture is legal.
fn without_en_passant(fen: &str) -> Vec<&str> {
    fen.split(' ').enumerate().filter(|(i, _)| *i != 3).map(|(_, field)| field).collect()
}

/// `is_legal` says of moves met elsewhere what the list says.
fn assert_judges_foreign_moves(position: &Position, pool: &[ChessMove]) {
    let legal = position.legal_moves();
    for &m in pool {
        assert_eq!(position.is_legal(m), legal.contains(&m), "{m} in {position:?}");
    }
}

/// The crate's castling goes two squares; ours goes onto the rook.
fn onto_the_rook(board: &chess::Board, m: ChessMove) -> ChessMove {
    let (from, to) = (m.get_source(), m.get_dest());
    let castles = board.piece_on(from) == Some(Piece::King)
        && from.get_file().to_index().abs_diff(to.get_file().to_index()) == 2;
    let file = if to > from { File::H } else { File::A };
    if castles { ChessMove::new(from, Square::make_square(from.get_rank(), file), None) } else { m }
}

/// Random games from the starts given: every position is checked against cozy-chess, and by `check`.
fn assert_games_agree(
    starts: impl Iterator<Item = cozy_chess::Board>,
    check: impl Fn(&Position, &cozy_chess::Board),
) {
    let (mut positions, mut pool) = (0, Vec::new());
    for (start, seed) in starts.zip(0..GAMES) {
        random_game(seed, start, &mut |position, cozy| {
            assert_agrees_with_cozy(position, cozy);
            check(position, cozy);
            assert_judges_foreign_moves(position, &pool);
            pool.extend(position.legal_moves());
            pool.drain(..pool.len().saturating_sub(300));
            positions += 1;
        });
    }
    assert!(positions >= 10_000, "{positions} positions");
}

#[test]
fn chess_agrees_with_both_libraries() {
    let starts = std::iter::repeat_with(cozy_chess::Board::startpos);
    assert_games_agree(starts, |position, cozy| {
        assert_eq!(without_en_passant(&position.fen()), without_en_passant(&cozy.to_string()));
        let board = chess::Board::from_str(&position.fen()).unwrap();
        let expected = chess::MoveGen::new_legal(&board).map(|m| onto_the_rook(&board, m));
        assert_eq!(names(position.legal_moves()), names(expected), "{position:?}");
        assert_eq!(position.checkers(), *board.checkers(), "{position:?}");
        let pinned = board.pinned() & board.color_combined(board.side_to_move());
        assert_eq!(position.pinned(), pinned, "{position:?}");
    });
}

#[test]
fn chess960_agrees_with_cozy_chess() {
    let starts = (0..).map(|number: u32| {
        let (white, black) = (number * 17 % 960, number * 131 % 960);
        let black = if number.is_multiple_of(2) { white } else { black };
        cozy_chess::Board::double_chess960_startpos(white, black)
    });
    assert_games_agree(starts, |_, _| {});
}

/// The crate reads all of these; with too many men it even writes beyond its list of moves.
#[test]
fn fens_the_crate_swallows_are_refused() {
    for (fen, reason) in [
        (
            "QQQQ4/QQQQ4/QQQQ4/QQQQ4/QQQQ4/8/7k/5K2 b - - 0 1",
            FenError::TooManyMen(Color::White, 21),
        ),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", FenError::PawnOnBackRank(Square::H8)),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", FenError::RankCount(7)),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", FenError::EnPassantPawn(Square::C6)),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", FenError::EnPassantRank(Square::E4)),
    ] {
        assert_eq!(Position::from_fen(fen), Err(reason), "{fen}");
    }
}

#[test]
fn good_san_the_crate_refuses_is_read() {
    for (fen, san, coordinates) in [
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8=Q", "e7e8q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "e1h1"),
    ] {
        let m = Position::from_fen(fen).unwrap().parse_move(san).unwrap();
        assert_eq!(m.to_string(), coordinates, "{san}");
    }
}

#[test]
fn the_counters_the_crate_drops_are_kept() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 42 77";
    let mut position = Position::from_fen(fen).unwrap();
    assert_eq!(position.fen(), fen);
    position.play(position.parse_move("Ke2").unwrap());
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/4K3/7R b - - 43 77");
}

#[test]
fn a_move_from_an_empty_square_is_refused() {
    let empty = ChessMove::new(Square::E4, Square::E5, None);
    let start = Position::startpos();
    assert!(!start.is_legal(empty));
    assert!(!Game::new(start.clone()).play(empty));
    assert_eq!(start.parse_move("e4e5"), Err(MoveError::EmptySquare(Square::E4)));
}

/// A game is over by the counter the crate's own game type never looks at.
#[test]
fn the_half_move_clock_ends_a_game() {
    let start = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 77").unwrap();
    let mut game = Game::new(start);
    assert_eq!(game.ending(), None);
    let m = game.position().parse_move("Rh2").unwrap();
    assert!(game.play(m));
    assert!(game.ending().is_some_and(|ending| ending.winner(Color::Black).is_none()));
}
