//! Games on paper, entered into the books.

use std::time::Duration;

use super::*;
use crate::{
    clock::parse_any,
    lab::clocked::sheet::{Sheet, Terms},
    position::{Game, Position},
};

const MS: Duration = Duration::from_millis(1);

/// A game in which moves are made from the list, one after the other, each after so many milliseconds.
fn game(number: u64, control: &str, moves: &[(&str, u32)]) -> Record {
    let terms = Terms {
        number,
        opening: Game::new(Position::startpos()),
        control: parse_any(control).expect("a control"),
        play_out: true,
    };
    let mut now = 100 * MS;
    let mut sheet = Sheet::new(&terms, now);
    for &(text, took) in moves {
        assert!(!sheet.is_over(), "{text}");
        let mv = sheet.game.position().parse_move(text).expect(text);
        now += took * MS;
        sheet.enter(mv, None, None, now);
    }
    sheet.record(&terms, ["a", "b"].map(str::to_owned))
}

/// A mate of Black's in four half-moves.
fn lost_by_white(number: u64) -> Record {
    game(number, "1+0.5", &[("f3", 750), ("e5", 100), ("g4", 500), ("Qh4#", 100)])
}

#[test]
fn a_side_that_overspends_loses_on_time() {
    let record = game(0, "1+0.5", &[("e4", 900), ("e5", 1_000)]);
    assert_eq!(record.result, Outcome::WhiteWins);
    assert_eq!(record.tags.get("Termination"), Some("time forfeit"));
    let clocks: Vec<_> = record.moves.iter().map(|ply| ply.clock).collect();
    assert_eq!(clocks, [Some(600 * MS), Some(Duration::ZERO)]);
    let mut books = Books::default();
    assert!(books.enter(&record));
    assert_eq!(books.accounts.each_ref().map(|account| account.time_losses), [0, 1]);
    assert_eq!(books.results(), [1, 0, 0]);
}

#[test]
fn a_mate_on_time_is_no_loss_on_time() {
    let record = lost_by_white(0);
    assert_eq!(record.result, Outcome::BlackWins);
    assert_eq!(record.tags.get("Termination"), Some("normal"));
}

#[test]
fn colours_are_exchanged_in_odd_games_and_pairs_need_both() {
    let mut books = Books::default();
    assert!(books.enter(&lost_by_white(6)));
    assert_eq!((books.pairs().count(), books.results()), (0, [0, 0, 1]));
    assert!(books.enter(&lost_by_white(7)));
    assert_eq!((books.pairs().0, books.results()), ([0, 0, 1, 0, 0], [1, 0, 1]));
}

#[test]
fn a_game_counts_once_and_only_if_it_is_one_of_a_match() {
    let mut books = Books::default();
    let record = lost_by_white(2);
    assert!(books.enter(&record) && !books.enter(&record));
    for round in ["?", "", "3", "0.1", "1.3", "1.1.1", "99999999999999999999.1"] {
        let mut other = lost_by_white(0);
        other.tags.round = round.to_owned();
        assert!(!books.enter(&other), "{round}");
    }
    assert!(!books.enter(&Record { result: Outcome::Open, ..lost_by_white(4) }));
    assert_eq!(books.numbers().collect::<Vec<_>>(), [2]);
}

#[test]
fn the_share_of_the_clock_is_what_was_used_of_all_that_was_had() {
    let mut books = Books::default();
    assert_eq!(books.accounts[0].median_share(), None);
    books.enter(&lost_by_white(0));
    // White used 1.25 s of a second and two increments, Black 0.2 s.
    let shares = books.accounts.each_ref().map(|account| account.median_share().expect("a game"));
    assert!((shares[0] - 0.625).abs() < 1e-9 && (shares[1] - 0.1).abs() < 1e-9, "{shares:?}");
    books.enter(&lost_by_white(1));
    let both = books.accounts[0].median_share().expect("two games");
    assert!((both - 0.3625).abs() < 1e-9, "{both}");
}

#[test]
fn games_that_reach_move_60_are_told_apart() {
    let mut books = Books::default();
    books.enter(&lost_by_white(0));
    assert_eq!(books.accounts[0].by_move(), None);
    let mut long = lost_by_white(2);
    long.moves = long.moves.iter().take(2).cloned().cycle().take(2 * BY_MOVE).collect();
    books.enter(&long);
    // 60 moves of 0.75 s by White, who has as much left.
    let (games, share) = books.accounts[0].by_move().expect("a game");
    assert_eq!(games, 1);
    assert!((share - 60.0 / 61.0).abs() < 1e-9, "{share}");
}
