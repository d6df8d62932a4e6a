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

#[test]
fn a_line_that_was_cut_is_not_taken_for_a_whole_one() {
    let runtime = Runtime::new(&settings(), Box::new(Parrot)).unwrap();
    let (sender, lines) = unbounded();
    for line in [Line::Text("a".into()), Line::TooLong("b".into()), Line::Text("quit".into())] {
        sender.send(line).unwrap();
    }
    let mut said = Vec::new();
    let hear = |line: &str| {
        said.push(line.to_owned());
        Ok(())
    };
    runtime.run(&lines, hear).unwrap();
    assert_eq!(said, ["a", "too long: b"]);
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
    let runtime = Runtime::new(&settings(), Box::new(Hasty(6))).unwrap();
    let (sender, lines) = unbounded();
    sender.send(Line::Text("go".to_owned())).unwrap();
    drop(sender);
    let mut said = Vec::new();
    let hear = |line: &str| {
        said.push(line.to_owned());
        Ok(())
    };
    runtime.run(&lines, hear).unwrap();
    assert_eq!(said, ["a move"]);
}

#[test]
fn who_hung_up_is_owed_nothing_once_the_operator_wants_an_end() {
    let runtime = Runtime::new(&settings(), Box::new(Hasty(60))).unwrap();
    let (sender, lines) = unbounded();
    for line in [Line::Text("go".to_owned()), Line::End, Line::Terminate] {
        sender.send(line).unwrap();
    }
    let mut said = Vec::new();
    let hear = |line: &str| {
        said.push(line.to_owned());
        Ok(())
    };
    runtime.run(&lines, hear).unwrap();
    assert!(said.is_empty(), "{said:?}");
}
