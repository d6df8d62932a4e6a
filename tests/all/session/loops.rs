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

#[test]
fn who_hung_up_is_owed_nothing_once_the_operator_wants_an_end() {
    let said = said(Hasty(60), [Line::Text("go".to_owned()), Line::End, Line::Terminate]);
    assert!(said.is_empty(), "{said:?}");
}
