use std::fs;

use super::*;

const GAMES: &str = "\
[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[Event \"?\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n\
[Event \"?\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
[Event \"?\"]\n[Result \"*\"]\n\n1. c4 *\n\n";

/// A file of a test, with this in it.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("zeitnot-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path
}

/// A book of all that is in the games.
fn all(games: &Path, out: &Path) -> Make {
    Make {
        games: vec![games.to_owned()],
        out: out.to_owned(),
        min_games: 1,
        depth: 20,
        weights: Weights::Score,
        color: Side::Both,
    }
}

/// What a book made of the games has for the start position.
fn made(name: &str, change: impl FnOnce(&mut Make)) -> io::Result<Vec<String>> {
    let games = file(&format!("{name}.pgn"), GAMES.as_bytes());
    let out = file(&format!("{name}.bin"), b"");
    let mut args = all(&games, &out);
    change(&mut args);
    let made = args.make().and_then(|_| open(&out));
    for path in [games, out] {
        fs::remove_file(path).unwrap();
    }
    let start = Position::startpos();
    Ok(text::book(&start, Some(&made?.moves(&start))))
}

#[test]
fn weights_are_what_a_move_has_earned_or_how_often_it_was_played() {
    let told = made("score", |_| {}).unwrap();
    assert_eq!(told, ["e4          2   67 %", "d4          1   33 %"]);
    let told = made("games", |args| args.weights = Weights::Games).unwrap();
    assert_eq!(told, ["e4          3   75 %", "d4          1   25 %"]);
}

#[test]
fn moves_that_are_too_rare_or_the_other_sides_stay_out() {
    let told = made("rare", |args| args.min_games = 2).unwrap();
    assert_eq!(told, ["e4          2  100 %"]);
    let told = made("black", |args| args.color = Side::Black).unwrap();
    assert_eq!(told, ["The book has nothing here."]);
}

#[test]
fn a_move_that_one_game_repeats_was_played_in_one_game() {
    const TO_AND_FRO: &[u8] =
        b"[Result \"1/2-1/2\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n";
    let (games, out) = (file("to-and-fro.pgn", TO_AND_FRO), file("to-and-fro.bin", b""));
    let told = Make { min_games: 2, ..all(&games, &out) }.make().unwrap_err().to_string();
    for path in [games, out] {
        fs::remove_file(path).unwrap();
    }
    assert!(told.starts_with("no move is left for a book: of 1 games 0 have no result"), "{told}");
}

#[test]
fn a_book_without_moves_is_not_made() {
    let told = made("none", |args| args.min_games = 4).unwrap_err().to_string();
    assert!(told.starts_with("no move is left for a book: of 5 games 1 have no result"), "{told}");
}

#[test]
fn games_are_not_overwritten_by_their_book() {
    let told = made("same", |args| args.out = args.games[0].clone()).unwrap_err().to_string();
    assert!(told.ends_with("name another one"), "{told}");
}

#[test]
fn a_book_that_cannot_be_made_leaves_the_one_before() {
    let (games, out) = (file("before.pgn", GAMES.as_bytes()), file("before.bin", b"before"));
    let wrong = Make { games: vec![games.clone(), games.join("missing")], ..all(&games, &out) };
    assert!(wrong.make().is_err());
    assert_eq!(fs::read(&out).unwrap(), b"before");
    let merged = merge(&[out.clone(), games.clone()], &out).unwrap_err().to_string();
    assert!(merged.ends_with("name another one"), "{merged}");
    assert_eq!(fs::read(&out).unwrap(), b"before");
    for path in [games, out] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_book_that_conversations_are_tested_with_is_made_of_its_games() {
    let games = include_bytes!("../../../../tests/books/few.pgn");
    let book = include_bytes!("../../../../tests/books/few.bin");
    let (games, out) = (file("few.pgn", games), file("few.bin", b""));
    let args = all(&games, &out);
    let told = args.make().unwrap();
    assert!(told.ends_with(": 8 moves for 5 positions\n"), "{told}");
    assert_eq!(fs::read(&out).unwrap(), book);
    for path in [games, out] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_file_that_is_no_book_is_named_with_the_reason() {
    let path = file("cut.bin", &[0; 17]);
    let told = show(None, &path).unwrap_err().to_string();
    let out = std::env::temp_dir().join("zeitnot-never.bin");
    let merged = merge(&[path.clone(), path.clone()], &out).unwrap_err().to_string();
    fs::remove_file(&path).unwrap();
    let name = path.display();
    assert!(told.starts_with(&format!("{name}: its length of 17 bytes")), "{told}");
    assert_eq!(merged, told);
    assert!(!out.exists());
}
