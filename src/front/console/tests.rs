mod games;
mod looks;
mod refusals;
mod settings;

use super::*;
use crate::{
    clock::TimeControl,
    front::detect::Detect,
    message::{Bound, GameResult, Score, View},
    options::testing::changes,
    position::Game,
};

fn console() -> Console {
    games::console_and_shelf().0
}

/// What a line asks of the session, and what it prints.
fn say(console: &mut Console, line: &str) -> (Vec<Command>, String) {
    let (mut commands, mut text) = (Vec::new(), String::new());
    for action in console.line(line) {
        match action {
            Action::Command(command) => commands.push(command),
            Action::Print(line) => text.push_str(&line),
            Action::Quit | Action::HangUp => text.push_str("[quit]"),
        }
    }
    (commands, text)
}

fn printed(line: &str) -> String {
    say(&mut console(), line).1
}

pub(super) fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(Position::startpos());
    for text in moves {
        let mv = game.position().parse_move(text).expect("a legal move");
        assert!(game.play(mv));
    }
    game
}

fn view(moves: &[&str], engine: Option<Color>) -> View {
    View {
        game: game(moves),
        clocks: [Duration::from_secs(300), Duration::from_millis(9340)],
        control: TimeControl::Tournament {
            moves: std::num::NonZeroU32::new(40),
            base: Duration::from_secs(300),
            increment: Duration::ZERO,
        },
        engine,
        result: None,
    }
}

fn shown(console: &mut Console, view: View) -> String {
    console.event(&Event::Shown(Box::new(view))).join("\n")
}

/// Tells the console that the last of `moves` was made.
fn moved(console: &mut Console, by: Party, moves: &[&str]) -> String {
    let game = game(moves);
    let before = game.positions()[moves.len() - 1].clone();
    let mv = *game.moves().last().expect("a move");
    console.event(&Event::Moved { by, before: Box::new(before), mv }).join("\n")
}

fn thinking(root: &Position) -> Event {
    let line = ["Nf6", "Nc3"].iter().scan(root.clone(), |position, text| {
        let mv = position.parse_move(text).expect("a legal move");
        position.play(mv);
        Some(mv)
    });
    Event::Thinking(Box::new(Thinking {
        root: root.clone(),
        depth: 11,
        seldepth: 18,
        side: root.side(),
        score: Score::Centipawns(42),
        bound: Bound::Exact,
        elapsed: Duration::from_micros(3_140_159),
        nodes: 1_234_567,
        rank: None,
        chances: [300, 400, 300],
        hashfull: 0,
        tbhits: 0,
        line: line.collect(),
    }))
}

/// What the only command sets, beside the defaults.
fn set(commands: &[Command]) -> String {
    match commands {
        [Command::Set { settings, .. }] => changes(settings),
        others => panic!("{others:?}"),
    }
}

#[test]
fn it_starts_with_a_greeting_a_game_and_the_clock_of_the_options() {
    let mut console = console();
    let actions = console.start();
    assert!(matches!(&actions[0], Action::Print(text) if text.contains("help")));
    let forty_in_five = view(&[], None).control;
    assert!(actions.iter().any(
        |action| matches!(action, Action::Command(Command::Control(c)) if *c == forty_in_five)
    ));
    assert!(matches!(actions.last(), Some(Action::Command(Command::Show))));
    assert!(shown(&mut console, view(&[], Some(Color::Black))).contains("White to move (you)"));
}

#[test]
fn moves_in_any_notation_go_to_the_session_as_typed() {
    for text in ["e4", "Nf3", "exd5", "O-O", "0-0-0", "o-o", "e7e8q", "bxa8=Q+", "e2-e4", "Nbd7!?"]
    {
        let (commands, text_out) = say(&mut console(), &format!(" {text} "));
        assert!(
            matches!(&commands[..], [Command::Move(sent)] if sent == text) && text_out.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn words_about_nothing_are_answered_with_what_was_meant() {
    assert!(printed("udno").contains("Did you mean `undo`?"));
    assert!(printed("Analyz").contains("Did you mean `analyze`?"));
    assert!(printed("castle kingside").contains("`castle`; `help` lists"));
    assert!(printed("\u{1b}[31m").contains("\\u{1b}"));
    assert_eq!(printed("  "), "");
    assert!(printed(&"x".repeat(100_000)).len() < 200);
}

#[test]
fn every_command_of_the_help_is_known_and_explained() {
    let help = printed("help");
    for word in ["new", "go", "undo", "level CONTROL", "st SECONDS", "why", "now, ?"] {
        assert!(help.contains(&format!("  {word}")), "{word} in {help}");
    }
    let is_word = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    for line in help.lines().filter(is_word) {
        let name = line.trim().split([' ', ',']).next().expect("a name");
        let options = Options::new().expect("a valid table");
        let mut person = Detect::person(options, Box::new(console()));
        let unknown = |action| matches!(action, Action::Print(text) if text.contains("not know"));
        assert!(!person.line(name).into_iter().any(unknown), "{name}");
    }
}

#[test]
fn the_help_names_the_protocols_that_can_be_spoken() {
    let help = printed("help");
    assert!(help.contains("\n  uci  ") && help.contains("\n  xboard  "), "{help}");
    assert!(printed("help uci").starts_with("  uci  "));
    let unknown = printed("help anlayse");
    assert_eq!(unknown, "I do not know `anlayse`. Did you mean `analyse`?");
    assert!(printed("xbaord").contains("Did you mean `xboard`?"));
}

#[test]
fn a_move_of_the_engine_is_told_with_its_score_and_the_board_follows() {
    let mut console = console();
    let game = game(&["d4"]);
    console.event(&thinking(game.position()));
    let text = moved(&mut console, Party::Engine, &["d4", "Nf6"]);
    assert_eq!(text, "zeitnot plays Nf6  (-0.42 for White after 3.1 s, depth 11)");
    assert!(matches!(console.requests()[..], [Command::Show]));
    let board = shown(&mut console, view(&["d4", "Nf6"], Some(Color::Black)));
    let expected = "
 8  r  n  b  q  k  b [.] r     Indian Defence
 7  p  p  p  p  p  p  p  p       1. d4      Nf6
 6  .  .  .  .  . [n] .  .
 5  .  .  .  .  .  .  .  .
 4  .  .  .  P  .  .  .  .
 3  .  .  .  .  .  .  .  .
 2  P  P  P  .  P  P  P  P
 1  R  N  B  Q  K  B  N  R
    a  b  c  d  e  f  g  h

 White 5:00   Black 0:09.3   (40 moves in 5:00)
 White to move (you)";
    assert_eq!(board, expected);
}

#[test]
fn a_book_move_is_not_told_with_the_score_of_the_analysis_before_it() {
    let mut console = console();
    console.event(&thinking(game(&["d4"]).position()));
    console.event(&Event::FromBook);
    assert_eq!(moved(&mut console, Party::Engine, &["d4", "Nf6"]), "zeitnot plays Nf6");
}

#[test]
fn the_board_is_drawn_once_per_exchange() {
    let mut console = console();
    console.start();
    shown(&mut console, view(&[], Some(Color::Black)));
    assert_eq!(moved(&mut console, Party::Opponent, &["d4"]), "You play d4");
    assert!(console.requests().is_empty());
    moved(&mut console, Party::Engine, &["d4", "Nf6"]);
    let over = GameResult { winner: None, decided: true, reason: String::new() };
    console.event(&Event::GameOver(over));
    assert_eq!(console.requests().len(), 1);
}

#[test]
fn in_force_mode_every_move_is_shown() {
    let mut console = console();
    say(&mut console, "force");
    assert_eq!(shown(&mut console, view(&[], None)), "");
    assert_eq!(moved(&mut console, Party::Opponent, &["d4"]), "White plays d4");
    assert!(matches!(console.requests()[..], [Command::Show]));
}

#[test]
fn the_persons_side_is_drawn_below_and_can_be_flipped() {
    let mut console = console();
    say(&mut console, "board");
    let below_black = shown(&mut console, view(&[], Some(Color::White)));
    assert!(below_black.contains("h  g  f  e  d  c  b  a"));
    assert!(below_black.starts_with("\n 1  R  N  B  K  Q"));
    say(&mut console, "flip");
    assert!(shown(&mut console, view(&[], Some(Color::White))).starts_with("\n 8  r"));
}

#[test]
fn colours_come_with_figurines() {
    let mut console = console();
    say(&mut console, "set color always");
    say(&mut console, "board");
    let board = shown(&mut console, view(&["d4"], None));
    assert!(board.contains('♜') && board.contains("\x1b[48;5;") && !board.contains("[.]"));
    let lines: Vec<&str> = board.lines().skip(1).take(8).collect();
    let end =
        |line: &&str| line.rsplit_once("\x1b[").is_some_and(|(_, rest)| rest.starts_with("0m"));
    assert!(lines.iter().all(end), "colours end with the board");
    console.terminal.unicode = false;
    say(&mut console, "board");
    let board = shown(&mut console, view(&["d4"], None));
    assert!(board.is_ascii() && board.contains("38;5;16m r ") && board.contains("38;5;231m R "));
}

#[test]
fn undo_takes_back_a_full_move_of_the_person() {
    let plies = |moves: &[&str], engine| {
        let mut console = console();
        let (commands, _) = say(&mut console, "undo");
        assert!(matches!(commands[..], [Command::Show]));
        let text = shown(&mut console, view(moves, engine));
        match console.requests()[..] {
            [Command::Undo { plies }, Command::Show] => Ok(plies),
            [] => Err(text),
            _ => panic!("something else was asked"),
        }
    };
    assert_eq!(plies(&["d4", "Nf6"], Some(Color::Black)), Ok(2));
    assert_eq!(plies(&["d4"], Some(Color::Black)), Ok(1), "while the engine thinks");
    assert_eq!(plies(&["d4", "Nf6"], None), Ok(1));
    for (moves, engine) in [(&[][..], Some(Color::Black)), (&["d4"], Some(Color::White))] {
        assert!(plies(moves, engine).expect_err("nothing to undo").contains("no move of yours"));
    }
}

#[test]
fn thinking_is_shown_when_asked_for() {
    let mut console = console();
    let report = thinking(game(&["d4"]).position());
    assert!(console.event(&report).is_empty());
    say(&mut console, "post on");
    let columns = " 11     -0.42    3.1 s     1.2 M  Nf6 Nc3";
    assert_eq!(console.event(&report), [columns]);
    say(&mut console, "post off");
    assert!(console.event(&report).is_empty());
    let (commands, _) = say(&mut console, "analyze");
    assert!(matches!(commands[..], [Command::Analyze, Command::Show]));
    assert_eq!(console.event(&report), [columns]);
}

#[test]
fn exit_ends_the_analysis_first_and_then_the_program() {
    let mut console = console();
    say(&mut console, "analyze");
    assert!(matches!(say(&mut console, "exit").0[..], [Command::ExitAnalyze, Command::Show]));
    assert_eq!(say(&mut console, "exit").1, "[quit]");
    assert_eq!(say(&mut console, "quit").1, "[quit]");
}

#[test]
fn a_new_game_ends_the_analysis() {
    let mut console = console();
    say(&mut console, "analyze");
    let (commands, _) = say(&mut console, "new black");
    assert!(
        matches!(
            commands[..],
            [Command::ExitAnalyze, Command::NewGame, Command::Go, Command::Show]
        ),
        "{commands:?}"
    );
    assert!(console.event(&thinking(game(&["d4"]).position())).is_empty(), "it is a game");
    assert_eq!(say(&mut console, "exit").1, "[quit]");
}

#[test]
fn positions_are_set_up_or_refused_with_the_reason() {
    let mut console = console();
    let (commands, _) = say(&mut console, "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(
        matches!(&commands[..], [Command::SetGame(game), Command::Show] if !game.position().in_check())
    );
    let (commands, text) = say(&mut console, "setboard 4k3/8");
    assert!(commands.is_empty() && text.starts_with("This position cannot be set up: "), "{text}");
    assert!(printed("setboard").starts_with("Usage: setboard FEN"));
}

#[test]
fn the_answers_to_show_are_told_apart_in_their_order() {
    let mut console = console();
    say(&mut console, "moves");
    say(&mut console, "fen");
    let moves = shown(&mut console, view(&[], None));
    assert!(moves.starts_with("Na3 Nc3 Nf3 Nh3 a3"), "{moves}");
    assert_eq!(shown(&mut console, view(&[], None)), Position::startpos().fen());
}

#[test]
fn the_session_s_answers_are_put_in_words() {
    let mut console = console();
    let illegal = Event::Illegal { text: "e2e5".into(), reason: "no such move".into() };
    assert_eq!(console.event(&illegal), ["e2e5 cannot be played: no such move."]);
    let refusal = |command: &str, reason: &str| Event::Refused {
        command: command.into(),
        reason: reason.into(),
    };
    let told = console.event(&refusal("undo", "no move to take back"));
    assert_eq!(told, ["Not possible (undo): no move to take back."]);
    let told = console.event(&refusal("syzygy_path", "no tables in x"));
    assert_eq!(told, ["The option syzygy_path: no tables in x; the game goes on without it."]);
    let start = Position::startpos();
    let mv = start.parse_move("Nf3").expect("a legal move");
    let hint = Event::Hint { position: Box::new(start), mv };
    assert_eq!(console.event(&hint), ["zeitnot would play Nf3."]);
    assert!(say(&mut console, "why").1.contains("not made a move"));
    assert!(console.event(&Event::Remark("planned time used".into())).is_empty());
    assert_eq!(say(&mut console, "why").1, "planned time used");
}

#[test]
fn an_offered_draw_can_be_accepted_until_the_next_move() {
    let mut console = console();
    assert!(say(&mut console, "draw").1.contains("no game against it"));
    shown(&mut console, view(&[], Some(Color::Black)));
    console.event(&Event::DrawOffer);
    assert!(matches!(say(&mut console, "draw").0[0], Command::GameOver(_)));
    console.event(&Event::DrawOffer);
    moved(&mut console, Party::Opponent, &["d4"]);
    assert!(matches!(say(&mut console, "draw").0[..], [Command::DrawOffered, Command::Show]));
}

#[test]
fn a_draw_that_the_engines_own_move_makes_is_not_offered_first() {
    let mut console = console();
    assert!(console.event(&Event::DrawOffer).is_empty());
    moved(&mut console, Party::Engine, &["d4"]);
    let offered = shown(&mut console, view(&["d4"], Some(Color::White)));
    assert!(offered.ends_with("`draw` accepts it; a move declines it."), "{offered}");
    let result = Some(GameResult { winner: None, decided: true, reason: "stalemate".into() });
    say(&mut console, "board");
    let over = shown(&mut console, View { result, ..view(&["d4"], Some(Color::White)) });
    assert!(over.contains("a draw (stalemate).") && !over.contains("offers"), "{over}");
}

#[test]
fn a_resignation_is_told_and_the_board_follows() {
    let mut console = console();
    assert_eq!(console.event(&Event::Resigned), ["zeitnot resigns."]);
    assert!(matches!(console.requests()[..], [Command::Show]));
}

#[test]
fn the_end_is_told_below_the_board() {
    let mut console = console();
    let end = |winner, decided, reason: &str| GameResult { winner, decided, reason: reason.into() };
    for (result, text) in [
        (end(Some(Color::White), true, "checkmate"), "Game over: 1-0, White wins (checkmate)."),
        (end(None, true, "stalemate"), "Game over: 1/2-1/2, a draw (stalemate)."),
        (end(None, false, ""), "Game over: *, not finished."),
    ] {
        console.event(&Event::GameOver(result.clone()));
        assert!(matches!(console.requests()[..], [Command::Show]));
        let view = View { result: Some(result), ..view(&[], None) };
        assert!(shown(&mut console, view).ends_with(text));
    }
}
