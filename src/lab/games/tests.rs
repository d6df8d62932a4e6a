use super::*;

const GAME: &str = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\
    [TimeControl \"60+1\"]\n[Result \"1-0\"]\n\n1. e4 {[%emt 2]} e5 {[%emt 4]} 2. Bc4 {[%emt 6]} Nc6 {(e7e5) 0.20/176} \
    3. Qh5 Nf6 4. Qxf7# 1-0\n\n";

fn read(text: &str, threads: usize, adjudicated: bool) -> Gathered {
    gather(Chunks::new(text.as_bytes(), 0), threads, adjudicated).unwrap()
}

#[test]
fn games_are_counted_and_broken_ones_are_told_and_passed_over() {
    let broken = GAME.replace("3. Qh5", "3. Qh6");
    let open = GAME.replace("1-0", "*");
    let empty = "[Event \"x\"]\n[Result \"1-0\"]\n\n1-0\n\n";
    let found = read(&format!("{GAME}{broken}{GAME}{open}{empty}"), 2, true);
    assert_eq!((found.statistics.all.lengths.games(), found.skips), (2, 3));
    let told: Vec<(usize, String)> =
        found.skipped.iter().map(|skipped| (skipped.number, skipped.reason.to_string())).collect();
    let reason = "move 3. Qh6 cannot be played: ";
    assert_eq!((told[0].0, found.skipped[0].line), (2, Some(19)));
    assert!(told[0].1.starts_with(reason) && found.skipped[0].game == "a - b", "{told:?}");
    assert!(told.iter().any(|(_, reason)| reason == "the game has no result"));
    assert!(told.iter().any(|(_, reason)| reason == "the game has no moves"));
    assert_eq!(found.statistics.garbled, 2, "a garbled comment does not stop a game");
}

#[test]
fn a_broken_game_is_told_by_the_line_of_its_fault_whatever_comes_after() {
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke5\n3. d4\n4. d5 *\n";
    let skipped = read(text, 1, true).skipped.remove(0);
    assert!(skipped.reason.to_string().starts_with("move 2. Ke5"), "{}", skipped.reason);
    assert_eq!(skipped.line, Some(4), "the other result in line 6 is not why");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let games: String = (0..20_000)
        .map(|i| if i % 7 == 0 { GAME.replace("4. Qxf7#", "4. Qg5") } else { GAME.to_owned() })
        .collect();
    let (one, four) = (read(&games, 1, true), read(&games, 4, true));
    assert_eq!(one.statistics, four.statistics);
    assert_eq!(one.statistics.all.lengths.games(), 20_000);
}

#[test]
fn games_are_told_apart_by_control_and_rating() {
    let other = GAME.replace("60+1", "300").replace("2400", "?");
    let statistics = read(&format!("{GAME}{GAME}{other}"), 1, true).statistics;
    let kinds: Vec<(String, u64)> = statistics
        .kinds
        .iter()
        .map(|(kind, group)| (kind.to_string(), group.lengths.games()))
        .collect();
    let expected = [("300, unrated".to_owned(), 1), ("60+1, 2400 to 2599".to_owned(), 2)];
    assert_eq!(kinds, expected);
}

#[test]
fn adjudicated_games_count_if_they_are_wanted() {
    let game = GAME.replace("[Result", "[Termination \"adjudication\"]\n[Result");
    let (with, without) = (read(&game, 1, true), read(&game, 1, false));
    assert_eq!((with.statistics.all.lengths.games(), with.statistics.adjudicated), (1, 1));
    assert_eq!((without.statistics.all.lengths.games(), without.skips), (0, 1));
    assert_eq!(without.skipped[0].reason, Skip::Adjudicated);
}

#[test]
fn times_are_counted_by_move_and_clock() {
    let pace = read(GAME, 1, true).statistics.all.pace;
    let rows = pace.by_move(1);
    assert_eq!((pace.moves(), rows[0].used, rows[1].used), (3, 3.0, 6.0));
    let paper = rows[1].of_clock.unwrap().1;
    let expected = 59.0 / (crate::timing::vs_length::expected(2) / 2.0);
    assert!((paper - expected).abs() < 0.01, "{paper}");
}

#[test]
fn a_game_from_a_position_is_as_long_as_its_move_numbers_say() {
    let game = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n[Result \"1/2-1/2\"]\n\n30... Ke7 31. e4 1/2-1/2\n";
    let lengths = read(game, 1, true).statistics.all.lengths;
    assert_eq!(lengths.mean(), Some(61.0));
}

/// Games of chosen lengths: knights go to and fro, and somebody gives up.
fn games(lengths: impl Iterator<Item = usize>) -> String {
    const TOUR: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let game = |plies: usize| {
        let moves: Vec<&str> = TOUR.into_iter().cycle().take(plies).collect();
        format!("[Event \"x\"]\n\n{} 1-0\n\n", moves.join(" "))
    };
    lengths.map(game).collect()
}

#[test]
fn there_are_pictures_and_a_profile_of_what_there_is() {
    let statistics = read(&games((0..400).map(|i| 20 + i % 100)), 1, true).statistics;
    let names: Vec<&str> =
        pictures(&statistics, "400 games").iter().map(|picture| picture.name).collect();
    assert_eq!(names, ["lengths.svg", "remaining.svg", "material.svg"]);
    assert_eq!(Profile::new(&statistics), None, "the material never changes");
    let paces = |games: &str| {
        let pictures = pictures(&read(games, 1, true).statistics, "");
        let pace = pictures.into_iter().find(|picture| picture.name == "pace.svg");
        pace.map(|picture| picture.svg.matches(": by move number").count())
    };
    let often = GAME.repeat(30);
    assert_eq!(paces(GAME), None, "a single game says nothing");
    assert_eq!(paces(&(often.clone() + &GAME.replace("60+1", "90+1"))), Some(1));
}
