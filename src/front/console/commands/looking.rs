//! Commands that look at the game, and at what the engine makes of it.

use super::{Console, Purpose, ask, list, say, usage};
use crate::{
    front::console::view,
    message::{Action, Command},
};

pub(super) fn flip(console: &mut Console, _: &str) -> Vec<Action> {
    console.flipped = !console.flipped;
    vec![console.show(Purpose::Board)]
}

/// A move that the engine would play; the session has no answer where there is none.
pub(super) fn hint(console: &mut Console, _: &str) -> Vec<Action> {
    if console.screen.position().legal_moves().is_empty() {
        return say("There is no legal move.");
    }
    vec![ask(Command::Hint)]
}

pub(super) fn analyse(console: &mut Console, _: &str) -> Vec<Action> {
    console.analysing = true;
    let mut actions = say(format!("zeitnot analyses; `exit` ends it.\n{}", view::HEADS));
    actions.extend([ask(Command::Analyze), console.show(Purpose::Nothing)]);
    actions
}

pub(super) fn post(console: &mut Console, text: &str) -> Vec<Action> {
    console.post = match text {
        "on" | "" => true,
        "off" => false,
        _ => return usage("post"),
    };
    match console.post {
        true => say(format!("zeitnot shows what it is thinking.\n{}", view::HEADS)),
        false => say("zeitnot thinks in silence."),
    }
}

/// Why the last move took so long: the rule in a line, or all the arithmetic.
pub(super) fn why(console: &mut Console, text: &str) -> Vec<Action> {
    let width = console.screen.width();
    let table = match (text, &console.standing.explained) {
        ("", _) => Vec::new(),
        ("long", explained) => explained.as_ref().map(|it| it.table(width)).unwrap_or_default(),
        _ => return usage("why"),
    };
    let remark = console.standing.remark.as_deref();
    match (table.is_empty(), remark) {
        (false, _) => say(table.join("\n")),
        (true, Some(remark)) => say(remark),
        (true, None) => say("zeitnot has not made a move yet that it could explain."),
    }
}

pub(super) fn stats(console: &mut Console, _: &str) -> Vec<Action> {
    let lines = console.time_report();
    if lines.is_empty() {
        return say("No move of this game has a time yet.");
    }
    list(console, &lines.join("\n"))
}
