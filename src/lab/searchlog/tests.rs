use super::*;

/// A game of two searches as it stands in a file.
pub(in crate::lab) const SMALL: &str = "zeitnot-searches 1
engine zeitnot test
clock nodes
made by hand

game 1
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
search 20
100 1 e2e4 30 500
200 2+ d2d4 35> 400
400 2 d2d4 36 450 e2e4:30
stop 1000
moves d2d4 d7d5
search 27
50 1 c2c4 20 -
90 2+ c2c4 10< -
stop 90
over
";

fn read(text: &str) -> Result<Vec<LoggedGame>, LogError> {
    Reader::new(text.as_bytes())?.collect()
}

#[test]
fn what_is_written_is_read_again() {
    let games = read(SMALL).unwrap();
    let [game] = &games[..] else { panic!("{games:?}") };
    assert_eq!(game.events.len(), 4);
    let header = Reader::new(SMALL.as_bytes()).unwrap().header().clone();
    let mut bytes = Vec::new();
    Writer::new(&mut bytes, &header).unwrap().append(game).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), SMALL);
}

#[test]
fn a_file_that_an_editor_has_saved_otherwise_is_the_same() {
    let saved = format!("\u{feff}{SMALL}").replace('\n', "\r\n");
    assert_eq!(
        read(&(saved.clone() + &saved)).unwrap(),
        read(&(SMALL.to_owned() + SMALL)).unwrap()
    );
}

#[test]
fn input_that_fails_is_not_taken_for_another_kind_of_file() {
    let folder = std::io::BufReader::new(std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap());
    let told = Reader::new(folder).err().unwrap().to_string();
    assert!(told.starts_with("line 1: it cannot be read: "), "{told}");
}

#[test]
fn a_broken_file_is_refused_with_line_and_reason() {
    for (old, new, told) in [
        ("zeitnot-searches 1", "zeitnot-searches 9", "line 1: this is no record of searches"),
        ("clock nodes", "clock sand", "line 3: `nodes` or `ms` should stand here, not \"sand\""),
        ("clock nodes\n", "", "line 3: clock should stand here"),
        ("start rnb", "start xyz", "line 7: `start`: "),
        ("search 20", "search 19", "line 8: the position has 20 legal moves, not 19"),
        ("100 1 e2e4 30 500", "100 1 e2e5 30 500", "line 9: e2e5 cannot be played: "),
        ("100 1 e2e4 30 500", "100 1 e2e4 30", "line 9: a report "),
        ("100 1 e2e4 30 500", "100 1 e2e4 31000 500", "line 9: the score cannot be \"31000\""),
        ("100 1 e2e4 30 500", "100 1 e2e4 30 1001", "line 9: the share cannot be \"1001\""),
        ("200 2+", "99 2+", "line 10: the search is younger"),
        ("stop 1000", "stop 399", "line 12: the search is younger"),
        ("moves d2d4 d7d5", "moves d2d4 d2d5", "line 13: d2d5 cannot be played: "),
        ("50 1 c2c4 20 -\n", "", "line 16: the search has completed no iteration"),
        ("over\n", "", "line 18: the file ends within a game"),
        ("over\n", "over", "line 18: the file ends within a game"),
        ("over\n", "over\nnoise\n", "line 19: game should stand here, not \"noise\""),
    ] {
        let error = read(&SMALL.replacen(old, new, 1)).expect_err(new).to_string();
        assert!(error.starts_with(told), "{new}: {error}");
    }
}

#[test]
fn a_file_broken_off_says_where_its_last_whole_game_ends() {
    let one = &SMALL[SMALL.find("game").unwrap()..];
    let text = format!("{SMALL}{}", &one[..one.len() - 9]);
    let mut reader = Reader::new(text.as_bytes()).unwrap();
    assert!(reader.next().unwrap().is_ok());
    assert_eq!(reader.place(), SMALL.len() as u64);
    assert!(reader.next().unwrap().is_err() && reader.next().is_none());
}

#[test]
fn files_made_in_the_same_way_may_stand_one_behind_the_other() {
    let games = read(&(SMALL.to_owned() + SMALL + SMALL)).unwrap();
    assert_eq!(games.len(), 3);
    let other = SMALL.replace("made by hand", "made by foot");
    let error = read(&(SMALL.to_owned() + &other)).unwrap_err().to_string();
    let told =
        "line 23: here begin searches made by `by foot`, and those before were made by `by hand`";
    assert_eq!(error, told);
}
