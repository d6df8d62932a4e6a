//! Commands that set something.

use std::fmt::Display;

use super::{Console, Purpose, ask, list, say, usage, wrong};
use crate::{
    clock::{self, TimeControl},
    front::{
        console::{changing::Change, typed},
        words::{self, capitalized},
    },
    message::{Action, Again, Command},
    options::{OptionError, Reason, spelling},
    protocol::{settings, text::split_word},
};

/// What is answered to a clock on which nobody could make a move.
const NO_TIME: &str = "That leaves no time: both flags would fall at the first move. \
                       `level none` plays without a clock.";

/// Whether a control gives neither time nor increment.
fn is_no_time(control: TimeControl) -> bool {
    match control {
        TimeControl::Tournament { base, increment, .. } => (base + increment).is_zero(),
        TimeControl::PerMove(time) => time.is_zero(),
        TimeControl::Unlimited | TimeControl::Staged(_) => false,
    }
}

pub(super) fn level(console: &mut Console, text: &str) -> Vec<Action> {
    if matches!(text, "none" | "off") {
        return control::<String>(console, "level", Ok(TimeControl::Unlimited));
    }
    let text = &typed::control(text);
    let parsed = clock::parse_control(text);
    if parsed.as_ref().is_ok_and(|control| !is_no_time(*control))
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
    if is_no_time(control) {
        return say(NO_TIME);
    }
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
        let mut actions = refused_strength(text, &reason);
        actions.extend(usage("strength"));
        return actions;
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

/// Why a level cannot be chosen; one beyond the ends is told where they are.
fn refused_strength(text: &str, reason: &Reason) -> Vec<Action> {
    let Reason::OutOfRange { min, max } = reason else {
        return say(format!("`{text}` is no level: {reason}."));
    };
    let far = if text.starts_with('-') || text.parse().is_ok_and(|elo: i64| elo < *min) {
        "low"
    } else {
        "high"
    };
    say(format!("`{text}` is too {far}: the levels go from {min} to {max}."))
}

/// What the opening book has for the position, or whether and from which book to play.
pub(super) fn book(console: &mut Console, text: &str) -> Vec<Action> {
    match text {
        "" => vec![ask(Command::Book)],
        "on" | "off" => change(console, "own_book", text),
        file => {
            let meant = spelling::nearest(&file.to_lowercase(), ["on", "off"].into_iter());
            let meant = meant.map(|word| if word == "on" { "book on" } else { "book off" });
            change_all(console, &[("book_file", file), ("own_book", "on")], meant)
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
    match (console.options.shown(id), value) {
        (_, "") if id.is_empty() => usage("set"),
        (Some(_), _) if id == "clear_hash" => clear_hash(console),
        (Some(value), "") => say(format!("{id} is {value}")),
        (_, value) if id == "level" => level(console, value),
        (Some(_), _) if START.contains(&id) => chosen_at_start(id),
        (_, "\"\"") => change(console, id, ""),
        (_, value) => change(console, id, value),
    }
}

/// What is decided before the first line is read.
const START: [&str; 3] = ["log", "watch", "watch_names"];

/// How to choose what is decided before the first line is read.
fn chosen_at_start(id: &str) -> Vec<Action> {
    let (switch, value) = match id {
        "log" => ("log", "FILE"),
        "watch" => ("watch", "PORT"),
        _ => ("set", "watch_names=NAMES"),
    };
    say(format!("The option {id} is chosen at the start: zeitnot --{switch} {value}"))
}

/// Has all forgotten that was found out so far.
fn clear_hash(console: &Console) -> Vec<Action> {
    let mut actions = vec![ask(settings::command(&console.options, "clear_hash"))];
    actions.extend(say("The table has been cleared."));
    actions
}

/// Sets an option and tells the session, if that is its business.
fn change(console: &mut Console, id: &str, text: &str) -> Vec<Action> {
    change_all(console, &[(id, text)], None)
}

/// Sets options together, or none of them; if the session refuses them something else may have been meant.
fn change_all(
    console: &mut Console,
    wishes: &[(&str, &str)],
    meant: Option<&'static str>,
) -> Vec<Action> {
    let before = console.options.clone();
    for (id, text) in wishes {
        if let Err(error) = console.options.set(id, text) {
            console.options = before;
            return not_set(console, id, &error);
        }
    }
    let ids: Vec<String> = wishes.iter().map(|(id, _)| (*id).to_owned()).collect();
    let change = Change::new(ids, before).or(meant);
    let again = Again::Option(change.doubtful().to_owned());
    let mut actions = vec![ask(settings::all(&console.options, again))];
    if change.is_in_doubt() {
        actions.push(console.await_change(change));
        return actions;
    }
    actions.extend(console.told_change(&change).into_iter().map(Action::Print));
    if wishes.iter().any(|(id, _)| *id == "pgn") {
        actions.extend(console.obstacle().map(Action::Print));
    }
    actions
}

/// Why an option cannot be set to a text.
fn not_set(console: &Console, id: &str, error: &OptionError) -> Vec<Action> {
    let unknown = matches!(error, OptionError::Unknown(_));
    let reason = capitalized(&error.to_string());
    say(match console.options.meant(id).filter(|_| unknown) {
        Some(meant) => format!("{reason}; did you mean `{meant}`?"),
        None => format!("{reason}; `options` lists them all."),
    })
}
