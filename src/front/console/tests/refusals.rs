//! The console refuses, and says so.

use super::*;

#[test]
fn an_option_that_is_refused_is_what_it_was() {
    let mut console = console();
    say(&mut console, "set own_book off");
    let (commands, text) = say(&mut console, "book onn");
    assert!(
        matches!(commands[..], [Command::Set { .. }, Command::Show]) && text.is_empty(),
        "{text}"
    );
    let refused = Event::Refused { command: "book_file".into(), reason: "no book in onn".into() };
    let told = console.event(&refused);
    assert_eq!(
        told,
        ["The option book_file: no book in onn; it stays \"\".", "Did you mean `book on`?"]
    );
    assert_eq!(set(&console.requests()), "");
    assert_eq!(shown(&mut console, view(&[], None)), "", "nothing has changed");
    let again = console.event(&refused).concat();
    assert!(again.ends_with("the game goes on without it."), "{again}");
}

#[test]
fn what_follows_a_word_that_takes_nothing_is_not_passed_over() {
    for line in ["undo 2", "flip x"] {
        let (commands, text) = say(&mut console(), line);
        assert!(commands.is_empty() && text.starts_with("Usage: "), "{line}: {text}");
    }
}

#[test]
fn black_cannot_move_while_it_is_white_s_turn() {
    let (commands, text) = say(&mut console(), "1... e5");
    assert!(commands.is_empty());
    assert_eq!(text, "1... e5 cannot be played: it is White's turn.");
}

#[test]
fn whoever_mistypes_a_move_is_not_sent_away() {
    let mut console = console();
    assert!(say(&mut console, "exd9").1.contains("Did you mean `exit`?"), "no such move");
    shown(&mut console, view(&["e4", "d5"], None));
    assert_eq!(say(&mut console, "exd9").1, "I do not know `exd9`; `help` lists what I know.");
    assert!(say(&mut console, "exti").1.starts_with("I do not know `exti`; "));
    assert!(say(&mut console, "qiut").1.contains("Did you mean `quit`?"));
}

#[test]
fn a_move_that_is_refused_is_told_with_what_may_be_meant() {
    let mut console = console();
    shown(&mut console, view(&["Nf3", "a6", "d3", "a5", "Bg5", "a4"], None));
    let reason = "more than one knight can go to d2";
    let illegal = Event::Illegal { text: "Nd2".into(), reason: reason.into() };
    let told = format!("Nd2 cannot be played: {reason}: Nbd2 or Nfd2.");
    assert_eq!(console.event(&illegal), [told]);
    let early = Event::Illegal { text: "Nd2".into(), reason: "it is not your turn".into() };
    assert_eq!(console.event(&early), ["Nd2 cannot be played: it is not your turn."]);
}

#[test]
fn now_is_answered_while_there_is_nothing_to_think_about() {
    let mut console = console();
    say(&mut console, "now");
    let idle = shown(&mut console, view(&[], Some(Color::Black)));
    assert_eq!(idle, "zeitnot is not thinking about a move.");
    say(&mut console, "now");
    assert_eq!(shown(&mut console, view(&["d4"], Some(Color::Black))), "");
}

#[test]
fn a_file_of_positions_that_has_none_says_why() {
    let (mut console, shelf) = games::console_and_shelf();
    shelf.lock().expect("a shelf").push(("bad.fen".to_owned(), "8/8 w - -\n".to_owned()));
    let text = say(&mut console, "load bad.fen").1;
    assert!(text.ends_with("2 ranks instead of 8."), "{text}");
    assert!(say(&mut console, "fen 8").1.contains(" 1 field instead of 6"));
}

#[test]
fn a_table_that_there_is_no_memory_for_is_not_called_set() {
    let mut console = console();
    let (commands, text) = say(&mut console, "set hash 65536");
    assert!(matches!(commands[..], [Command::Set { .. }, Command::Ping(_)]), "{commands:?}");
    assert_eq!(text, "");
    let refused = Event::Refused { command: "hash".into(), reason: "no memory".into() };
    assert_eq!(console.event(&refused), ["The option hash: no memory; it stays 64 MiB."]);
    assert_eq!(set(&console.requests()), "");
    say(&mut console, "set hash 128");
    assert_eq!(console.event(&Event::Pong(String::new())), ["hash is 128 MiB now."]);
}

#[test]
fn a_hint_where_there_is_no_move_says_so() {
    let mut console = console();
    assert!(matches!(say(&mut console, "hint").0[..], [Command::Hint]));
    shown(&mut console, view(&["f3", "e5", "g4", "Qh4"], None));
    let (commands, text) = say(&mut console, "hint");
    assert!(commands.is_empty() && text == "There is no legal move.", "{text}");
}

#[test]
fn a_position_in_which_the_engine_is_to_move_says_how_to_let_it() {
    let mut console = console();
    shown(&mut console, view(&[], Some(Color::Black)));
    let (_, text) = say(&mut console, "fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    assert_eq!(text, "It is zeitnot's turn here; `go` lets it play.");
    assert_eq!(say(&mut console, "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").1, "");
    let mated = "fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
    assert_eq!(say(&mut console, mated).1, "", "nobody can play there");
}
