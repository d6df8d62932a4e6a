//! The console keeps its games.

use super::*;
use crate::{
    front::archive::memory::{Memory, Shelf},
    message::Clocked,
    pgn::{Eval, Outcome, Reader, Record, Value},
};

pub(super) fn console_and_shelf() -> (Console, Shelf) {
    let shelf = Shelf::default();
    let options = Options::new().expect("a valid table");
    let terminal = Terminal { colors: false, redraws: false, unicode: true };
    (Console::new(options, terminal, Box::new(Memory(shelf.clone()))), shelf)
}

/// A console that adds its games to `games.pgn`, after 1. d4 Nf6 against the engine as Black.
fn after_two_moves() -> (Console, Shelf) {
    let (mut console, shelf) = console_and_shelf();
    say(&mut console, "set pgn games.pgn");
    console.start();
    shown(&mut console, view(&[], Some(Color::Black)));
    moved(&mut console, Party::Opponent, &["d4"]);
    console.event(&thinking(game(&["d4"]).position()));
    moved(&mut console, Party::Engine, &["d4", "Nf6"]);
    (console, shelf)
}

/// The games on the shelf that a reader finds nothing wrong with, each with its file.
fn games(shelf: &Shelf) -> Vec<(String, Record)> {
    let shelf = shelf.lock().expect("a shelf");
    let games = shelf.iter().flat_map(|(path, text)| {
        Reader::new(text.as_bytes()).map(move |game| (path.clone(), game.expect("a game")))
    });
    games.inspect(|(_, game)| assert_eq!(game.problems, [])).collect()
}

#[test]
fn a_game_that_is_left_is_added_to_the_file_with_all_that_is_known() {
    for leave in ["quit", "exit", "new", "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        let (mut console, shelf) = after_two_moves();
        let (_, text) = say(&mut console, leave);
        assert!(text.contains("The game has been added to games.pgn."), "{leave}: {text}");
        let games = games(&shelf);
        let [(path, game)] = &games[..] else { panic!("{leave}: {games:?}") };
        assert_eq!((path.as_str(), game.result, game.moves.len()), ("games.pgn", Outcome::Open, 2));
        let tag = |name| game.tags.get(name).unwrap_or_default();
        assert_eq!((tag("Event"), tag("Date")), ("zeitnot at the terminal", "2024.02.29"));
        assert_eq!((tag("White"), tag("TimeControl")), ("alice", "40/300"));
        assert!(tag("Black").starts_with("zeitnot "), "{}", tag("Black"));
        assert_eq!((game.moves[0].eval, game.moves[0].elapsed), (None, None));
        let whites_view = Eval { value: Value::Centipawns(-42), depth: Some(11) };
        assert_eq!(game.moves[1].eval, Some(whites_view));
        assert_eq!(game.moves[1].elapsed, Some(Duration::from_millis(3140)));
    }
}

#[test]
fn a_finished_game_is_added_once_with_its_result() {
    let (mut console, shelf) = after_two_moves();
    let reason = "by agreement".to_owned();
    let result = Some(GameResult { winner: None, decided: true, reason });
    let over = View { result, ..view(&["d4", "Nf6"], Some(Color::Black)) };
    assert!(shown(&mut console, over.clone()).ends_with("The game has been added to games.pgn."));
    shown(&mut console, over);
    say(&mut console, "new");
    say(&mut console, "quit");
    let games = games(&shelf);
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].1.result, Outcome::Draw);
    assert_eq!(games[0].1.moves[1].comment, "by agreement");
}

#[test]
fn moves_taken_back_are_not_in_the_file() {
    let (mut console, shelf) = after_two_moves();
    shown(&mut console, view(&["d4"], None));
    moved(&mut console, Party::Opponent, &["d4", "d5"]);
    say(&mut console, "quit");
    let games = games(&shelf);
    assert!(games[0].1.to_string().contains("\n1. d4 d5 *\n"), "{}", games[0].1);
}

#[test]
fn a_game_from_a_set_up_position_says_so() {
    let (mut console, shelf) = after_two_moves();
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    say(&mut console, &format!("fen {fen}"));
    let start = Position::from_fen(fen).expect("a legal position");
    let game = Game::new(start.clone());
    shown(&mut console, View { game, ..view(&[], Some(Color::White)) });
    let mv = start.parse_move("O-O").expect("a legal move");
    console.event(&Event::Moved { by: Party::Engine, before: Box::new(start.clone()), mv });
    say(&mut console, "quit");
    let games = games(&shelf);
    assert_eq!((games.len(), &games[1].1.start), (2, &start));
    assert_eq!(games[1].1.tags.black, "alice");
}

#[test]
fn nothing_is_written_without_a_move_or_a_file() {
    let (mut console, shelf) = console_and_shelf();
    say(&mut console, "set pgn games.pgn");
    say(&mut console, "new");
    assert_eq!(say(&mut console, "quit").1, "[quit]");
    let (mut unasked, other_shelf) = console_and_shelf();
    moved(&mut unasked, Party::Opponent, &["d4"]);
    assert_eq!(say(&mut unasked, "quit").1, "[quit]");
    assert!(games(&shelf).is_empty() && games(&other_shelf).is_empty());
}

#[test]
fn the_present_game_is_saved_on_demand() {
    let (mut console, shelf) = console_and_shelf();
    assert!(say(&mut console, "save").1.starts_with("Usage: save FILE"));
    assert_eq!(say(&mut console, "save my.pgn").1, "There is no move to save yet.");
    moved(&mut console, Party::Opponent, &["d4"]);
    assert_eq!(
        say(&mut console, "save my games.pgn").1,
        "The game has been added to my games.pgn."
    );
    say(&mut console, "set pgn usual.pgn");
    say(&mut console, "save");
    say(&mut console, "quit");
    let paths: Vec<String> = games(&shelf).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["my games.pgn", "usual.pgn"], "and not a second time at the end");
}

#[test]
fn a_file_that_cannot_be_written_is_told_in_one_line() {
    let (mut console, _) = after_two_moves();
    let told = "The game cannot be saved in locked: permission denied.";
    assert_eq!(say(&mut console, "save locked").1, told);
    say(&mut console, "set pgn locked");
    assert_eq!(say(&mut console, "quit").1, format!("{told}[quit]"));
}

#[test]
fn clocks_and_times_of_both_sides_are_in_the_file() {
    let (mut console, shelf) = after_two_moves();
    let told =
        |left: u64, spent| Event::Clocked(Clocked { left: Some(Duration::from_secs(left)), spent });
    console.event(&told(296, Some(Duration::from_millis(4_200))));
    moved(&mut console, Party::Opponent, &["d4", "Nf6", "c4"]);
    console.event(&told(290, Some(Duration::from_secs(10))));
    say(&mut console, "quit");
    let games = games(&shelf);
    let moves = &games[0].1.moves;
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    assert_eq!((seconds(moves[1].clock), seconds(moves[1].elapsed)), (Some(296.0), Some(4.2)));
    assert_eq!((seconds(moves[2].clock), seconds(moves[2].elapsed)), (Some(290.0), Some(10.0)));
    assert_eq!(moves[2].eval, None, "only zeitnot's moves have a score");
}

#[test]
fn a_loaded_game_is_saved_as_it_was_until_it_is_gone_on_with() {
    let (mut console, shelf) = after_two_moves();
    let paper = "[White \"Anna\"]\n[Black \"Berta\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:04:58]} e5 1-0\n\n";
    shelf.lock().expect("a shelf").push(("old.pgn".to_owned(), paper.to_owned()));
    let (commands, text) = say(&mut console, "load old.pgn");
    assert!(text.contains("Game 1 of 1 in old.pgn: Anna \u{2013} Berta, 1-0"), "{text}");
    assert!(matches!(&commands[..], [Command::Force, Command::SetGame(_), Command::Show]));
    shown(&mut console, view(&["e4", "e5"], None));
    say(&mut console, "save new.pgn");
    let record = games(&shelf).pop().expect("a game").1;
    assert_eq!((record.tags.white.as_str(), record.result), ("Anna", Outcome::WhiteWins));
    assert_eq!(record.moves[0].clock, Some(Duration::from_secs(298)));
    moved(&mut console, Party::Opponent, &["e4", "e5", "Nf3"]);
    shown(&mut console, view(&["e4", "e5", "Nf3"], None));
    say(&mut console, "save new.pgn");
    let record = games(&shelf).pop().expect("a game").1;
    assert_eq!((record.moves.len(), record.result), (3, Outcome::Open));
}

/// A console that has loaded 1. e4 e5 2. Nf3, played long ago, and gone back to the move before the last.
fn stepped_back() -> (Console, Shelf) {
    let (mut console, shelf) = console_and_shelf();
    let paper = "[Site \"Leiden\"]\n[Date \"1990.01.02\"]\n[White \"Anna\"]\n[WhiteElo \"2000\"]\n\n\
                 1. e4 {[%clk 0:04:58]} e5 2. Nf3 1-0\n\n";
    shelf.lock().expect("a shelf").push(("old.pgn".to_owned(), paper.to_owned()));
    say(&mut console, "load old.pgn");
    shown(&mut console, view(&["e4", "e5", "Nf3"], None));
    say(&mut console, "back");
    shown(&mut console, view(&["e4", "e5"], None));
    (console, shelf)
}

#[test]
fn a_game_that_goes_on_from_paper_has_nothing_of_the_other_but_its_moves() {
    let (mut console, shelf) = stepped_back();
    moved(&mut console, Party::Engine, &["e4", "e5", "d4"]);
    shown(&mut console, view(&["e4", "e5", "d4"], Some(Color::White)));
    say(&mut console, "save new.pgn");
    let record = games(&shelf).pop().expect("a game").1;
    let tag = |name| record.tags.get(name).unwrap_or_default();
    assert_eq!((tag("Site"), tag("Date"), tag("WhiteElo")), ("?", "2024.02.29", ""));
    assert!(tag("White").starts_with("zeitnot ") && tag("Black") == "alice", "{record}");
    assert_eq!((record.moves.len(), record.moves[0].clock), (3, None));
}

#[test]
fn whose_moves_have_gone_has_not_played() {
    let (mut console, shelf) = console_and_shelf();
    moved(&mut console, Party::Opponent, &["d4"]);
    moved(&mut console, Party::Engine, &["d4", "Nf6"]);
    moved(&mut console, Party::Engine, &["d4", "Nf6", "c4"]);
    shown(&mut console, view(&["d4", "Nf6"], None));
    say(&mut console, "save my.pgn");
    let tags = games(&shelf).pop().expect("a game").1.tags;
    assert!(tags.white == "alice" && tags.black.starts_with("zeitnot "), "{tags:?}");
}

#[test]
fn a_move_that_nobody_measured_has_no_time_in_the_statistics() {
    let (mut console, _) = after_two_moves();
    let clock = |left, spent: Option<u64>| {
        let spent = spent.map(Duration::from_secs);
        Event::Clocked(Clocked { left: Some(Duration::from_secs(left)), spent })
    };
    moved(&mut console, Party::Opponent, &["d4", "Nf6", "c4"]);
    console.event(&clock(290, Some(10)));
    let game = view(&["d4", "Nf6", "c4"], Some(Color::Black));
    shown(&mut console, game);
    moved(&mut console, Party::Engine, &["d4", "Nf6", "c4", "e6"]);
    moved(&mut console, Party::Opponent, &["d4", "Nf6", "c4", "e6", "g3"]);
    console.event(&clock(200, None));
    let told = say(&mut console, "stats").1;
    assert!(told.starts_with("alice (White): 3 moves in 10 s as far as 1 of them have"), "{told}");
}

#[test]
fn a_game_is_added_when_the_input_ends() {
    let (mut console, shelf) = after_two_moves();
    let told = console.end();
    assert!(
        matches!(&told[..], [Action::Print(text)] if text.ends_with("added to games.pgn.")),
        "{told:?}"
    );
    assert_eq!(games(&shelf).len(), 1);
    assert!(console.end().is_empty(), "once");
    let (console, shelf) = after_two_moves();
    drop(console);
    assert_eq!(games(&shelf).len(), 1, "also where nobody can be told");
}

#[test]
fn a_game_that_is_played_on_from_an_earlier_place_is_added_first() {
    let (mut console, shelf) = after_two_moves();
    shown(&mut console, view(&["d4", "Nf6"], Some(Color::Black)));
    say(&mut console, "back 2");
    shown(&mut console, view(&[], None));
    assert!(games(&shelf).is_empty());
    let told = moved(&mut console, Party::Opponent, &["e4"]);
    assert_eq!(told, "The game has been added to games.pgn.\nWhite plays e4");
    shown(&mut console, view(&["e4"], None));
    say(&mut console, "back 1");
    shown(&mut console, view(&[], None));
    moved(&mut console, Party::Opponent, &["c4"]);
    let kept = games(&shelf);
    assert_eq!(kept.len(), 1, "what was tried without the engine is no game");
    assert_eq!(kept[0].1.moves.len(), 2);
}

#[test]
fn another_end_of_a_game_that_was_stepped_back_is_told_too() {
    let (mut console, _) = console_and_shelf();
    let mate = ["f3", "e5", "g4", "Qh4"];
    let reason = "Black mates".to_owned();
    let result = Some(GameResult { winner: Some(Color::Black), decided: true, reason });
    let over = |moves: &[&str]| View { result: result.clone(), ..view(moves, None) };
    let offer = "`save FILE` keeps the game, `new` begins another.";
    moved(&mut console, Party::Opponent, &mate);
    assert!(shown(&mut console, over(&mate)).ends_with(offer));
    say(&mut console, "back 3");
    let first = shown(&mut console, view(&mate[..1], None));
    assert!(first.contains("Half-move 1 of 4"), "{first}");
    let other = ["f3", "e6", "g4", "Qh4"];
    for made in 2..other.len() {
        moved(&mut console, Party::Opponent, &other[..made]);
        assert!(!shown(&mut console, view(&other[..made], None)).contains(offer));
    }
    moved(&mut console, Party::Opponent, &other);
    assert!(shown(&mut console, over(&other)).ends_with(offer));
}
