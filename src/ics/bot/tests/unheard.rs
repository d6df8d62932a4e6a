//! Games whose end was not heard.

use super::*;

const LIST: [&str; 10] = [
    "Last game for Rook was history game 0.",
    "Pawn (1800) vs. Rook (1900) --- Sat Nov 21, 00:10 UTC 2026",
    "Rated blitz match, initial time: 3 minutes, increment: 0 seconds.",
    "Move  Pawn               Rook",
    "----  ----------------   ----------------",
    "  1.  e4      (0:02)     e5      (0:02)",
    "  2.  Nf3     (0:02)     Nc6     (0:02)",
    "  3.  Bb5     (0:02)     a6      (0:02)",
    "  4.  Ba4     (0:02)     Nf6     (0:02)",
    "  5.  O-O     (0:02)",
];
const MOVES: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];

/// A game of eight half-moves.
fn played() -> Table {
    let mut table = Table::playing("");
    for made in 1..=MOVES.len() {
        let moves = &MOVES[..made];
        if made % 2 == 0 {
            table.engine_moves(&moves[..made - 1], moves[made - 1]);
        }
        table.board(moves, if made % 2 == 0 { -1 } else { 1 }, [170, 170]);
    }
    table.take();
    table
}

/// The same after the link broke, and the server has kept no game.
fn cut_off() -> Table {
    let mut table = played();
    table.on(Happening::Down("reset".to_owned()));
    table.log_in();
    table.hear(&["fics% Rook has no adjourned games."]);
    assert_eq!(table.take(), ["oldmoves"]);
    assert!(table.games.is_empty(), "it waits for the answer");
    table
}

/// The last game kept, on paper.
fn paper(table: &Table) -> String {
    table.games.last().expect("no game was kept").to_string()
}

#[test]
fn a_game_that_ended_while_the_link_was_broken_is_kept_with_its_last_moves_and_its_result() {
    let mut table = cut_off();
    table.hear(&LIST);
    table.hear(&["      {Rook forfeits on time} 1-0"]);
    let paper = paper(&table);
    for part in ["[Result \"1-0\"]", "[Termination \"Rook forfeits on time\"]", "5. O-O"] {
        assert!(paper.contains(part), "{part}: {paper}");
    }
    assert!(table.notes.contains(&"Pawn - Rook: 1-0 (Rook forfeits on time)".to_owned()));
    assert_eq!(table.bot.state().history.met("pawn").unwrap().score, [0, 0, 1]);
    table.wait(30);
    assert_eq!((table.games.len(), table.end.clone()), (1, None), "it is kept once");
    let mut only = cut_off();
    only.bot.departure = Departure::after(Some(1));
    only.hear(&LIST);
    only.hear(&["      {Rook forfeits on time} 1-0"]);
    assert_eq!(
        (only.games.len(), only.end.clone()),
        (1, Some(None)),
        "it was the game to be played"
    );
}

#[test]
fn a_list_of_another_game_is_not_taken_for_this_one() {
    let others = [
        ("Pawn (1800) vs. Rook", "Queen (1800) vs. Rook"),
        ("Pawn (1800) vs. Rook (1900)", "Rook (1900) vs. Pawn (1800)"),
        ("Nf3     (0:02)", "Nc3     (0:02)"),
        ("Nf3     (0:02)", "Nf3     (0:09)"),
        ("a6      (0:02)", "a6      (0:02)     d6      (0:02)"),
        ("Ba4     (0:02)     Nf6     (0:02)", "Ba4     (0:02)"),
        ("Ba4     (0:02)     Nf6     (0:02)", "Ba5     (0:02)     Nf6     (0:02)"),
    ];
    for (this, other) in others {
        let mut table = cut_off();
        let list = LIST[..9].iter().map(|line| line.replace(this, other));
        list.for_each(|line| table.hear(&[&line]));
        table.hear(&["      {Rook forfeits on time} 1-0"]);
        assert!(table.games.is_empty(), "{other}");
        table.wait(11);
        let paper = paper(&table);
        assert!(paper.contains("[Result \"*\"]") && paper.contains("the link was lost"), "{paper}");
        assert!(table.bot.state().history.met("pawn").is_none(), "{other}");
    }
}

#[test]
fn who_leaves_waits_for_the_answer_but_not_for_ever_nor_without_a_link() {
    let leaving = || {
        let mut table = played();
        table.on(Happening::Wish(Wish::Finish));
        table.hear(&["You are not playing a game.", "Rook has no adjourned games."]);
        assert_eq!((table.end.clone(), table.games.len()), (None, 0));
        table
    };
    let mut silent = leaving();
    silent.wait(11);
    assert_eq!((silent.end.clone(), silent.games.len()), (Some(None), 1));
    let mut broken = leaving();
    broken.on(Happening::Down("reset".to_owned()));
    assert_eq!((broken.end.clone(), broken.games.len()), (Some(None), 1));
    let mut told = cut_off();
    told.on(Happening::Wish(Wish::Leave));
    assert_eq!((told.end.clone(), told.games.len()), (Some(None), 1));
}

#[test]
fn the_end_of_the_game_before_is_told_while_the_next_one_is_played() {
    let mut table = played();
    table.hear(&["{Game 13 (Pawn vs. Rook) Creating rated blitz match.}"]);
    table.hear(&[&board(&[], "Pawn", "Rook", -1, [180, 180]).replace(" 0 7 ", " 0 13 ")]);
    assert!(table.take().contains(&"oldmoves".to_owned()));
    table.hear(&LIST);
    table.hear(&["      {Pawn resigns} 0-1"]);
    assert!(paper(&table).contains("[Result \"0-1\"]"));
    assert!(table.bot.status().game.is_some_and(|game| game.contains("Pawn - Rook")));
    assert!(!table.notes.iter().any(|note| note.contains("list of moves")), "{:?}", table.notes);
}
