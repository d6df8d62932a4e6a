//! What an operator reads of a bot's games.

use super::*;
use crate::pgn::Reader;

const GAMES: &str = r#"[Event "Rated blitz game"]
[Site "h"]
[Date "2026.01.01"]
[Round "?"]
[White "Rook"]
[Black "Pawn"]
[Result "1-0"]
[WhiteElo "1900"]
[BlackElo "1800"]
[TimeControl "180"]
[Termination "Pawn resigns"]

1. e4 {[%clk 0:02:58] [%emt 0:00:02]} e5 {[%clk 0:02:50] [%emt 0:00:10]} 2. Nf3 {[%clk 0:02:15] [%emt 0:00:43]} Nc6 1-0

[Event "Rated blitz game"]
[Site "h"]
[Date "2026.01.02"]
[Round "?"]
[White "Pawn"]
[Black "Rook"]
[Result "1-0"]
[WhiteElo "1800"]
[BlackElo "1910"]
[TimeControl "180"]
[Termination "Rook forfeits on time"]

1. d4 d5 1-0

[Event "Unrated blitz game"]
[Site "h"]
[Date "2026.01.03"]
[Round "?"]
[White "Rook"]
[Black "Queen"]
[Result "1/2-1/2"]
[TimeControl "60+1"]
[Termination "Game drawn by repetition"]

1. e4 e5 2. Nf3 Nc6 1/2-1/2

[Event "Unrated blitz game"]
[Site "h"]
[Date "2026.01.04"]
[Round "?"]
[White "Rook"]
[Black "Queen"]
[Result "*"]
[TimeControl "60+1"]
[Termination "the link was lost"]

1. e4 *

"#;

fn records() -> Vec<Record> {
    Reader::new(GAMES.as_bytes()).map(Result::unwrap).collect()
}

#[test]
fn the_player_of_most_games_is_found_and_told_of() {
    let records = records();
    let name = most_frequent(&records).unwrap();
    let career = Career::new(&name, &records);
    assert_eq!((name.as_str(), career.total), ("Rook", Score([1, 1, 1])));
    assert_eq!((career.on_time, career.broken), (1, 1));
    assert_eq!(career.ratings["blitz"], [1_900, 1_910]);
    assert_eq!(career.openings["1. e4 e5 2. Nf3 Nc6"], Score([1, 1, 0]));
    assert_eq!(career.opponents["Pawn"], Score([1, 0, 1]));
    assert_eq!(career.used, [2, 43].map(Duration::from_secs), "the player's own moves alone");
    assert_eq!(career.left, [75.0]);
}

#[test]
fn games_whose_control_is_not_told_are_of_an_unknown_one() {
    let [absent, told] = ["", "[TimeControl \"?\"]\n"].map(|tag| {
        let game = GAMES.split("\n[Event").next().unwrap_or_default();
        let game = game.replace("[TimeControl \"180\"]\n", tag);
        let records: Vec<Record> = Reader::new(game.as_bytes()).map(Result::unwrap).collect();
        Career::new("Rook", &records).controls
    });
    assert_eq!(absent["unknown"], Score([1, 0, 0]));
    assert_eq!(told, absent);
}

#[test]
fn games_of_which_no_move_is_read_have_a_name_among_openings() {
    let game = "[White \"Rook\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n";
    let records: Vec<Record> = Reader::new(game.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(Career::new("Rook", &records).openings["no moves"], Score([1, 0, 0]));
}

#[test]
fn what_is_left_is_a_part_of_the_first_period_however_the_control_is_written() {
    for (control, left) in [("40/270:60", Some(50.0)), ("4:30,0/3,N1/0", Some(50.0)), ("-", None)] {
        let games = GAMES.replace("\"180\"", &format!("\"{control}\""));
        let records: Vec<Record> = Reader::new(games.as_bytes()).map(Result::unwrap).collect();
        assert!(Career::new("Rook", &records).left.into_iter().eq(left), "{control}");
    }
}

#[test]
fn the_summary_names_all_and_fits_into_a_letter() {
    let mut career = Career::new("rook", &records());
    career.links_lost = vec![(20_000, 2), (20_003, 1)];
    let text = text(&career);
    for part in [
        "3 games, 2026.01.01 to 2026.01.04",
        "won 1, drawn 1, lost 1: 50.0 %",
        "1900    1910    1910    1900",
        "60+1",
        "Queen",
        "1. d4 d5",
        "usually 75 %",
        "Links lost: 3, on 2 days",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
}

#[test]
fn the_picture_has_a_chart_for_each_thing_that_is_known() {
    let mut career = Career::new("Rook", &records());
    let svg = picture(&career);
    for part in ["Rating", "Points by opponent", "1. d4 d5 (1)", "Left on the clock"] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!svg.contains("Links lost") && !svg.contains("Lag of each move"));
    career.links_lost = vec![(20_000, 2)];
    assert!(picture(&career).contains("Links lost"));
    let empty = Career::new("Nobody", &records());
    assert!(picture(&empty).ends_with("</svg>\n") && text(&empty).contains("0 games"));
}
