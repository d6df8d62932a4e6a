use super::{Evaluation, classical::Follower as Stack};
use crate::position::{Color, Delta, Piece, Position, squares};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The score for the side to move.
fn score(fen: &str) -> i32 {
    let position = position(fen);
    Stack::new(&position).score(&position)
}

/// The scores for White to move by the hand-written evaluation and by the network.
fn both<const N: usize>(boards: [&str; N]) -> [[i32; N]; 2] {
    [Evaluation::Classical, Evaluation::best()].map(|evaluation| {
        boards.map(|board| {
            let position = position(&format!("{board} w - - 0 1"));
            super::Stack::new(&position, &evaluation).score(&position)
        })
    })
}

/// The same position with colours exchanged and the board turned upside down.
fn flipped(position: &Position) -> Position {
    let mut rows = Vec::new();
    for rank in 0..8 {
        let mut row = String::new();
        for file in 0..8 {
            let square = chess::ALL_SQUARES[8 * rank + file];
            let white = squares(position.color(Color::White)).any(|sq| sq == square);
            match position.piece_on(square) {
                None => row.push('1'),
                Some(piece) => {
                    row += &piece.to_string(if white { Color::Black } else { Color::White });
                }
            }
        }
        rows.push(row);
    }
    let side = if position.side() == Color::White { "b" } else { "w" };
    Position::from_fen(&format!("{} {side} - - 0 1", rows.join("/"))).unwrap()
}

/// Calls `visit` with every position of some random games, and with a stack that followed it.
fn random_games(games: u64, mut visit: impl FnMut(&Position, &mut Stack)) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = Position::startpos();
        let mut stack = Stack::new(&position);
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let delta = position.play(moves[random.usize(..moves.len())]);
            stack.push(&delta);
            visit(&position, &mut stack);
        }
    }
}

#[test]
fn following_moves_gives_the_score_of_a_fresh_look() {
    let mut seen = 0;
    random_games(60, |position, stack| {
        assert_eq!(stack.score(position), Stack::new(position).score(position));
        seen += 1;
    });
    assert!(seen > 5_000, "only {seen} positions");
}

#[test]
fn castling_en_passant_and_promotion_are_followed() {
    for (fen, plies) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 2),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2),
    ] {
        let position = position(fen);
        walk(&position, &mut Stack::new(&position), plies);
    }
}

/// Plays all lines of `plies` moves, comparing with a fresh look before and after each move.
fn walk(position: &Position, stack: &mut Stack, plies: u32) {
    let here = Stack::new(position).score(position);
    assert_eq!(stack.score(position), here);
    for m in position.legal_moves().into_iter().filter(|_| plies > 0) {
        let mut next = position.clone();
        stack.push(&next.play(m));
        walk(&next, stack, plies - 1);
        stack.pop();
        assert_eq!(stack.score(position), here, "after taking {m} back");
    }
}

#[test]
fn a_stack_follows_lines_of_any_length_and_null_moves() {
    let mut position = Position::startpos();
    let mut stack = Stack::new(&position);
    let before = stack.score(&position);
    for _ in 0..2_000 {
        position.play_null();
        stack.push(&Delta::default());
    }
    assert_eq!(stack.score(&position), before);
    for _ in 0..3_000 {
        stack.pop();
    }
    assert_eq!(stack.score(&position), before);
}

#[test]
fn reset_forgets_the_line_before() {
    let (first, second) = (Position::startpos(), position("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"));
    let mut stack = Stack::new(&first);
    stack.push(&Delta::default());
    stack.reset(&second);
    assert_eq!(stack.score(&second), Stack::new(&second).score(&second));
    stack.pop();
    assert_eq!(stack.score(&second), Stack::new(&second).score(&second));
}

#[test]
fn both_colours_are_treated_alike() {
    random_games(60, |position, stack| {
        let mirror = flipped(position);
        assert_eq!(stack.score(position), Stack::new(&mirror).score(&mirror));
    });
}

#[test]
fn the_start_is_level_but_for_the_move() {
    let start = Position::startpos();
    assert!((1..30).contains(&Stack::new(&start).score(&start)));
}

#[test]
fn every_missing_man_is_missed() {
    let full = score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let mut least = 40;
    for (piece, home) in [
        (Piece::Pawn, "PP1PPPPP/RNBQKBNR"),
        (Piece::Knight, "PPPPPPPP/RNBQKB1R"),
        (Piece::Bishop, "PPPPPPPP/RN1QKBNR"),
        (Piece::Rook, "PPPPPPPP/RNBQKBN1"),
        (Piece::Queen, "PPPPPPPP/RNB1KBNR"),
    ] {
        let without = score(&format!("rnbqkbnr/pppppppp/8/8/8/8/{home} w - - 0 1"));
        assert!(full - without >= least, "{piece}: {full} and {without}");
        least = (full - without) * 9 / 10;
    }
}

#[test]
fn a_passed_pawn_gains_with_every_step() {
    let scores: Vec<i32> = (0..6)
        .map(|step| {
            let mut rows = ["8"; 8];
            rows[6 - step] = "P7";
            (rows[0], rows[7]) = (if step == 6 { "P5k1" } else { "r5k1" }, "1R4K1");
            score(&format!("{} w - - 0 1", rows.join("/")))
        })
        .collect();
    assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
}

#[test]
fn a_lone_king_too_far_away_loses_to_a_pawn() {
    let caught = score("8/8/8/4k3/P7/8/8/7K w - - 0 1");
    let free = score("8/8/8/6k1/P7/8/8/7K w - - 0 1");
    assert!(free > caught + 250, "{free} and {caught}");
}

#[test]
fn a_castled_king_is_better_than_one_in_the_open() {
    let castled = score("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1");
    let bare = score("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPPK1PPP/R1BQ1R2 w - - 0 1");
    assert!(castled > bare + 50, "{castled} and {bare}");
}

#[test]
fn pawns_before_the_king_and_pieces_bearing_down_on_it_matter() {
    let whole = score("r2q1rk1/pppb1ppp/8/8/8/8/PPPB1PPP/R2Q1RK1 w - - 0 1");
    let torn = score("r2q1rk1/pppb1ppp/8/8/8/8/PPPB1P1P/R2Q1RK1 w - - 0 1");
    let moved = score("r2q1rk1/pppb1ppp/8/8/8/8/PP1B1PPP/R2Q1RK1 w - - 0 1");
    assert!(torn + 15 < moved, "{torn}, {moved} and {whole}");
    let far = score("5rk1/5ppp/8/8/NQ6/3B4/5PPP/6K1 w - - 0 1");
    let near = score("5rk1/5ppp/8/6NQ/8/3B4/5PPP/6K1 w - - 0 1");
    assert!(near > far, "{near} and {far}");
}

#[test]
fn opposite_bishops_make_an_extra_pawn_worth_less() {
    let opposite = score("8/5k1p/3b2p1/8/8/3B2P1/3K1P1P/8 w - - 0 1");
    let same = score("8/5k1p/4b1p1/8/8/3B2P1/3K1P1P/8 w - - 0 1");
    assert!(opposite > 0 && opposite * 3 < same * 2, "{opposite} and {same}");
}

#[test]
fn material_that_cannot_win_counts_little() {
    for fen in [
        "8/8/4k3/8/8/2N5/4K3/8 w - - 0 1",    // a knight
        "8/8/4k3/8/8/2N1N3/4K3/8 w - - 0 1",  // two knights
        "8/8/4k3/8/8/2B1B3/4K3/8 w - - 0 1",  // bishops of one colour
        "8/8/3bk3/8/8/2R5/4K3/8 w - - 0 1",   // rook against bishop
        "8/8/3rk3/8/8/2R1B3/4K3/8 w - - 0 1", // rook and bishop against rook
        "k7/8/8/P7/8/8/3BK3/8 w - - 0 1",     // a rook pawn and the wrong bishop
        "7k/8/8/7P/7P/8/4K3/8 w - - 0 1",     // rook pawns alone
    ] {
        assert!(score(fen).abs() < 60, "{fen}: {}", score(fen));
    }
    let right_bishop = score("k7/8/8/P7/8/8/3KB3/8 w - - 0 1");
    let wrong_bishop = score("k7/8/8/P7/8/8/3BK3/8 w - - 0 1");
    assert!(right_bishop > wrong_bishop + 200, "{right_bishop} and {wrong_bishop}");
}

#[test]
fn a_bare_king_is_driven_to_the_edge() {
    let nearer = ["8/8/8/4k3/8/2K5/8/3R4", "8/4k3/8/4K3/8/8/8/3R4", "4k3/8/4K3/8/8/8/8/3R4"];
    for scores in both(nearer) {
        assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
    }
}

#[test]
fn pieces_that_cannot_mate_a_bare_king_win_nothing() {
    for scores in both(["8/8/8/4k3/8/2K5/8/3N4", "8/8/8/4k3/8/2K5/8/2B1B3", "8/8/8/4k3/8/2K5/8/8"])
    {
        assert!(scores.iter().all(|score| score.abs() < 20), "{scores:?}");
    }
}

#[test]
fn against_a_bare_king_a_pawn_is_worth_less_than_what_it_becomes() {
    let boards = [
        "8/3P4/8/2K5/8/8/6k1/8",
        "3R4/8/8/2K5/8/8/6k1/8",
        "3Q4/8/8/2K5/8/8/6k1/8",
        "3Q4/4P3/8/2K5/8/8/6k1/8",
    ];
    let [_, scores] = both(boards);
    assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
}

#[test]
fn a_bare_king_without_a_move_has_not_lost() {
    let stalemated = position("7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(super::Stack::new(&stalemated, &Evaluation::best()).score(&stalemated), 0);
}

#[test]
fn a_lone_minor_piece_wins_nothing_against_pawns() {
    let boards = ["8/8/8/8/6k1/7p/8/3N1K2", "8/8/8/8/8/3N3p/5K1k/8", "8/8/1p6/1k6/8/2B5/1K6/8"];
    for scores in both(boards) {
        assert!(scores.iter().all(|&score| score <= 0), "{scores:?}");
    }
}

#[test]
fn bishop_and_knight_drive_the_king_to_the_right_corner() {
    for (right, wrong) in [
        ("7k/8/4N1K1/8/8/4B3/8/8", "k7/8/1K1N4/8/8/4B3/8/8"), // a bishop on dark squares
        ("1k6/8/1K1N4/8/4B3/8/8/8", "6k1/8/3N2K1/8/4B3/8/8/8"), // and on light ones
    ] {
        for [right, wrong] in both([right, wrong]) {
            assert!(right > wrong + 100, "{right} and {wrong}");
        }
    }
}

#[test]
fn no_position_reaches_the_scores_of_mates() {
    random_games(30, |position, stack| assert!(stack.score(position).abs() < 20_000));
    for fen in [
        "QQQQQ3/QQQQ4/8/8/8/2RR2pp/BBNN2pk/4K2b w - - 0 1",
        "QQQQQ3/QQQQ4/8/8/8/2RR2pp/BBNN2pk/4K2b b - - 0 1",
    ] {
        let score = score(fen);
        assert!((5_000..20_000).contains(&score.abs()), "{score}");
    }
}
