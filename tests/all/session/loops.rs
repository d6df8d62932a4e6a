//! Lines in and out: cut lines and hurried people.

use super::*;

/// Repeats whole lines, and names the beginning of others.
struct Parrot;

impl Adapter for Parrot {
    fn line(&mut self, line: &str) -> Vec<Action> {
        if line == "quit" { vec![Action::Quit] } else { vec![Action::Print(line.to_owned())] }
    }
    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        vec![Action::Print(format!("too long: {beginning}"))]
    }
    fn event(&mut self, _event: &Event) -> Vec<String> {
        Vec::new()
    }
}

/// What is said in this language to lines that come all at once, after which nobody speaks any more.
fn said(
    language: impl Adapter + Send + 'static,
    lines: impl IntoIterator<Item = Line>,
) -> Vec<String> {
    let runtime = Runtime::new(&settings(), Box::new(language)).unwrap();
    let (sender, heard) = unbounded();
    lines.into_iter().for_each(|line| sender.send(line).unwrap());
    drop(sender);
    let mut said = Vec::new();
    let hear = |line: &str| {
        said.push(line.to_owned());
        Ok(())
    };
    runtime.run(&heard, hear).unwrap();
    said
}

#[test]
fn a_line_that_was_cut_is_not_taken_for_a_whole_one() {
    let lines = [Line::Text("a".into()), Line::TooLong("b".into()), Line::Text("quit".into())];
    assert_eq!(said(Parrot, lines), ["a", "too long: b"]);
}

/// A person who hangs up after asking for a search to this depth: every line goes in at once, then nothing.
struct Hasty(u32);

impl Adapter for Hasty {
    fn line(&mut self, line: &str) -> Vec<Action> {
        if line != "go" {
            return Vec::new();
        }
        let request = Request { depth: Some(self.0), ..Request::default() };
        vec![Action::Command(Command::Search(Box::new(request)))]
    }
    fn overlong(&mut self, _beginning: &str) -> Vec<Action> {
        Vec::new()
    }
    fn event(&mut self, event: &Event) -> Vec<String> {
        let told = matches!(event, Event::BestMove { best: Some(_), .. });
        if told { vec!["a move".to_owned()] } else { Vec::new() }
    }
}

#[test]
fn who_hangs_up_still_gets_the_move_that_was_asked_for() {
    assert_eq!(said(Hasty(6), [Line::Text("go".to_owned())]), ["a move"]);
}

/// So many best moves are told under UCI to these lines, which come at once, after which nobody speaks any more.
fn best_moves(lines: &[&str]) -> usize {
    let lines = lines.iter().map(|line| Line::Text((*line).to_owned()));
    let told = said(Uci::new(Options::new().unwrap()), lines);
    told.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn under_uci_every_search_has_its_move_told_whoever_quits_or_hangs_up() {
    for (lines, moves) in [
        (&["position startpos", "go depth 3", "quit"][..], 1),
        (&["go depth 3"], 1),
        (&["go infinite", "quit"], 1),
        (&["go infinite"], 1),
        (&["go"], 1),
        (&["go depth 90", "quit"], 1),
        (&["go ponder wtime 90000 btime 90000", "quit"], 1),
        (&["go ponder wtime 90000 btime 90000"], 1),
        (&["go ponder wtime 50 btime 50", "ponderhit"], 1),
        (&["go depth 3", "go infinite", "go depth 2"], 3),
        (&["go infinite", "go depth 90", "quit"], 2),
        (&["position startpos", "quit"], 0),
    ] {
        assert_eq!(best_moves(lines), moves, "{lines:?}");
    }
}

#[test]
fn who_hung_up_is_owed_nothing_once_the_operator_wants_an_end() {
    let said = said(Hasty(60), [Line::Text("go".to_owned()), Line::End, Line::Terminate]);
    assert!(said.is_empty(), "{said:?}");
}
