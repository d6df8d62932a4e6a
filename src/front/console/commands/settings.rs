//! Commands that set something.

use std::fmt::Display;

use super::{Console, Purpose, ask, list, say, usage, wrong};
use crate::{
    clock::{self, TimeControl},
    front::{console::typed, words},
    message::{Action, Command},
    options::OptionError,
    protocol::{settings, text::split_word},
};

pub(super) fn level(console: &mut Console, text: &str) -> Vec<Action> {
    if matches!(text, "none" | "off") {
        return control::<String>(console, "level", Ok(TimeControl::Unlimited));
    }
    let text = &typed::control(text);
    let parsed = clock::parse_control(text);
    if parsed.is_ok()
        && let Err(error) = console.options.set("level", text)
    {
        return say(error.to_string());
    }
    control(console, "level", parsed)
}

pub(super) fn st(console: &mut Console, text: &str) -> Vec<Action> {
    control(console, "st", clock::parse_st(text))
}

/// Puts a time control in force, or says how to write one.
fn control<E: Display>(
    console: &mut Console,
    name: &str,
    control: Result<TimeControl, E>,
) -> Vec<Action> {
    let control = match control {
        Ok(control) => control,
        Err(reason) => return wrong(name, &reason),
    };
    let mut actions = vec![ask(Command::Control(control)), console.show(Purpose::Nothing)];
    actions.extend(say(format!("Time control: {}.", words::control(control))));
    if console.options.settings().clock.is_some() {
        actions.extend(say("The option clock is in force until `set clock \"\"` lifts it."));
    }
    actions
}

pub(super) fn sd(_: &mut Console, text: &str) -> Vec<Action> {
    let (limit, text) = match text.parse() {
        Ok(0) => (None, "The depth is not limited.".to_owned()),
        Ok(depth) => (Some(depth), format!("zeitnot thinks at most {depth} half-moves deep.")),
        Err(_) => return usage("sd"),
    };
    let mut actions = vec![ask(Command::DepthLimit(limit))];
    actions.extend(say(text));
    actions
}

pub(super) fn ponder(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() { usage("ponder") } else { change(console, "ponder", text) }
}

/// How strong zeitnot plays, or from now on shall play.
pub(super) fn strength(console: &mut Console, text: &str) -> Vec<Action> {
    let changed = match text {
        "" => Ok(()),
        "full" => console.options.set("limit_strength", "off"),
        elo => {
            let chosen = console.options.set("elo", elo);
            chosen.and_then(|()| console.options.set("limit_strength", "on"))
        }
    };
    if let Err(OptionError::Value { reason, .. }) = changed {
        return wrong("strength", &reason);
    }
    let settings = console.options.settings();
    let mut told = match settings.limit_strength {
        true => format!("zeitnot plays at {} Elo.", settings.elo),
        false => "zeitnot plays at full strength; `strength 1500` makes it easier.".to_owned(),
    };
    if settings.limit_strength && settings.human_pace {
        told += " It takes its time as a person does (`set human_pace off` for none).";
    }
    let set = (!text.is_empty()).then(|| ask(settings::command(&console.options, "elo")));
    set.into_iter().chain(say(told)).collect()
}

/// What the opening book has for the position, or whether and from which book to play.
pub(super) fn book(console: &mut Console, text: &str) -> Vec<Action> {
    match text {
        "" => vec![ask(Command::Book)],
        "on" | "off" => change(console, "own_book", text),
        file => {
            let mut actions = change(console, "book_file", file);
            actions.extend(change(console, "own_book", "on"));
            actions
        }
    }
}

/// All options in a line each, or what one of them is for.
pub(super) fn options(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() {
        let mut lines: Vec<String> = console.options.in_force().collect();
        lines.push("`options NAME` says what one is for, `set NAME VALUE` changes it.".to_owned());
        return list(console, &lines.join("\n"));
    }
    let id = text.to_lowercase();
    match (console.options.details(&id), console.options.meant(&id)) {
        (Some(details), _) => say(details),
        (None, Some(meant)) => say(format!("There is no option `{id}`; did you mean `{meant}`?")),
        (None, None) => say(format!("There is no option `{id}`; `options` lists them all.")),
    }
}

pub(super) fn set(console: &mut Console, text: &str) -> Vec<Action> {
    let (id, value) = split_word(text);
    match (console.options.value(id), value) {
        (_, "") if id.is_empty() => usage("set"),
        (Some(value), "") => say(format!("{id} is {value}")),
        (_, value) if id == "level" => level(console, value),
        (_, "\"\"") => change(console, id, ""),
        (..) if id == "log" => say("The log file is chosen at the start: zeitnot --log FILE"),
        (_, value) => change(console, id, value),
    }
}

/// Sets an option and tells the session, if that is its business.
fn change(console: &mut Console, id: &str, text: &str) -> Vec<Action> {
    if let Err(error) = console.options.set(id, text) {
        let unknown = matches!(error, OptionError::Unknown(_));
        return say(match console.options.meant(id).filter(|_| unknown) {
            Some(meant) => format!("{error}; did you mean `{meant}`?"),
            None => format!("{error}; `options` lists them all."),
        });
    }
    let mut actions = vec![ask(settings::command(&console.options, id))];
    if let Some(value) = console.options.value(id) {
        actions.extend(say(format!("{id} is {value} now.")));
    }
    if id == "pgn" {
        actions.extend(console.obstacle().map(Action::Print));
    }
    actions
}
