//! What the console shows fits the terminal.

use super::*;

/// A game from a position, in which the engine plays neither side.
fn view_of(fen: &str, moves: &[&str]) -> View {
    let mut game = Game::new(Position::from_fen(fen).expect("a legal position"));
    for text in moves {
        let mv = game.position().parse_move(text).expect("a legal move");
        assert!(game.play(mv));
    }
    View { game, ..view(&[], None) }
}

#[test]
fn a_king_in_check_stands_out_and_men_taken_are_counted() {
    let mut console = console();
    let check = view_of(&Position::startpos().fen(), &["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5"]);
    let board = shown(&mut console, check);
    assert!(board.contains("\n 1  R  .  B  Q <K> B  N  R"), "{board}");
    assert!(board.contains("\n Taken: by White p   by Black P   (material is level)\n"), "{board}");
    assert!(board.contains("    Scandinavian Defence\n"), "{board}");
    assert!(board.contains("  3. Nc3     Qe5+"), "{board}");
    assert!(board.ends_with("White to move, in check"), "{board}");
}

#[test]
fn no_line_is_longer_than_a_terminal_is_wide() {
    let mut console = console();
    let start = Position::startpos().fen();
    let long: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(200).collect();
    let mut texts = vec![shown(&mut console, view_of(&start, &long))];
    let mut actions = console.start();
    for command in
        ["help", "options", "options policy", "game", "moves", "board", "go x", "level x"]
    {
        actions.extend(console.line(command));
        while !console.awaited.is_empty() {
            texts.push(shown(&mut console, view_of(&start, &long)));
        }
    }
    texts.extend(actions.into_iter().filter_map(|action| match action {
        Action::Print(text) => Some(text),
        Action::Command(_) | Action::Quit | Action::HangUp => None,
    }));
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.chars().count() < 80, "{line}");
    }
}

#[test]
fn long_lists_come_a_page_at_a_time() {
    let mut console = console();
    console.screen.set_size(80, 24);
    let first = say(&mut console, "help").1;
    assert_eq!(first.lines().count(), 23);
    assert!(first.ends_with("more lines: Enter goes on, q ends --"), "{first}");
    let second = say(&mut console, "").1;
    assert!(!second.is_empty() && !second.contains("Type a move"), "{second}");
    say(&mut console, "fen");
    assert_eq!(say(&mut console, "").1, "", "another command ends the list");
    assert!(printed("q").starts_with("I do not know `q`"), "where there is no list");
    say(&mut console, "help");
    assert_eq!(say(&mut console, "q").1, "");
    assert_eq!(say(&mut console, "").1, "", "the list has ended");
}

#[test]
fn a_mate_is_shown_again_only_if_something_else_is_found() {
    let mut console = console();
    say(&mut console, "analyse");
    let Event::Thinking(mut report) = thinking(game(&["d4"]).position()) else {
        panic!("a report")
    };
    let mut lines_at = |console: &mut Console, depth, score| {
        (report.depth, report.score) = (depth, score);
        console.event(&Event::Thinking(report.clone())).len()
    };
    assert_eq!(lines_at(&mut console, 12, Score::Mate(4)), 1);
    assert_eq!(lines_at(&mut console, 13, Score::Mate(4)), 0);
    assert_eq!(lines_at(&mut console, 14, Score::Mate(3)), 1, "a shorter mate");
    assert_eq!(lines_at(&mut console, 15, Score::Mate(3)), 0);
    assert_eq!(lines_at(&mut console, 16, Score::Centipawns(900)), 1);
    assert_eq!(lines_at(&mut console, 17, Score::Centipawns(900)), 1, "no mate");
    assert_eq!(lines_at(&mut console, 18, Score::Mate(3)), 1);
    say(&mut console, "analyse");
    assert_eq!(lines_at(&mut console, 1, Score::Mate(3)), 1, "for whoever asks again");
    assert_eq!(lines_at(&mut console, 2, Score::Mate(3)), 0);
    let told = moved(&mut console, Party::Engine, &["d4", "Nf6"]);
    assert!(told.ends_with("depth 2)"), "what is not shown is known: {told}");
}

#[test]
fn reports_of_one_iteration_take_each_other_s_place_on_a_terminal() {
    let mut console = console();
    console.terminal.redraws = true;
    say(&mut console, "analyse");
    let report = thinking(game(&["d4"]).position());
    let [first, again] = [(); 2].map(|()| console.event(&report).concat());
    assert_eq!(again, format!("\x1b[1A\x1b[2K{first}"));
    say(&mut console, "");
    assert_eq!(console.event(&report).concat(), first, "what was typed stands between");
    let hint = Event::Remark(String::new());
    console.event(&hint);
    assert_eq!(console.event(&report).concat(), again);
    console.terminal.redraws = false;
    assert_eq!(console.event(&report).concat(), first);
}

#[test]
fn a_draw_that_both_want_ends_the_game() {
    let mut console = console();
    shown(&mut console, view(&["d4", "Nf6"], Some(Color::Black)));
    say(&mut console, "draw");
    assert_eq!(console.event(&Event::DrawOffer), ["zeitnot agrees to a draw."]);
    let [Command::GameOver(result), Command::Show] = &console.requests()[..] else {
        panic!("the game goes on")
    };
    assert_eq!(result.symbol(), "1/2-1/2");
}

#[test]
fn a_mate_is_told_with_who_mates() {
    let mut console = console();
    let position = game(&["d4"]).position().clone();
    let Event::Thinking(mut report) = thinking(&position) else { panic!("a report") };
    for (score, text) in
        [(Score::Mate(3), "Black mates in 3"), (Score::Mate(-2), "White mates in 2")]
    {
        report.score = score;
        console.event(&Event::Thinking(report.clone()));
        let told = moved(&mut console, Party::Engine, &["d4", "Nf6"]);
        assert!(told.contains(&format!("({text} after 3.1 s")), "{told}");
    }
}

#[test]
fn on_a_narrow_terminal_nothing_is_wider_than_it() {
    let start = Position::startpos().fen();
    for (columns, moves_beside) in [(60, true), (40, false)] {
        let mut console = console();
        console.screen.set_size(columns, 200);
        let mut told = shown(&mut console, view_of(&start, &["e4", "e5", "Nf3"]));
        assert_eq!(told.contains("Nf3"), moves_beside, "{told}");
        for command in ["help", "post on"] {
            told = told + "\n" + &say(&mut console, command).1;
        }
        told += "\n";
        told += &console.event(&thinking(game(&["d4"]).position())).concat();
        for line in told.lines() {
            assert!(line.chars().count() < columns, "{columns}: {line}");
        }
    }
}

#[test]
fn a_report_that_takes_more_than_a_row_is_not_overwritten() {
    let mut console = console();
    console.terminal.redraws = true;
    console.screen.set_size(30, 24);
    say(&mut console, "analyse");
    let report = thinking(game(&["d4"]).position());
    let [first, again] = [(); 2].map(|()| console.event(&report).concat());
    assert_eq!(again, first);
}
