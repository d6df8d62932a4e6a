//! Commands about the game being played.

use std::time::Duration;

use super::{Console, Purpose, ask, say, usage, wrong};
use crate::{
    front::{chronicle::Chronicle, console::Standing},
    message::{Action, Command, GameResult, OneMove},
    position::{Color, Game, Position, chess960},
    protocol::text::split_word,
};

/// What is to be said because the present game is left for another one, or for good.
pub(in crate::front::console) fn leave(console: &mut Console) -> Vec<Action> {
    let told = console.file_game();
    console.standing = Standing::default();
    console.chronicle = Chronicle::new(Position::startpos());
    told.map(Action::Print).into_iter().collect()
}

/// A new game: who has which side, and where it begins.
pub(super) fn new(console: &mut Console, text: &str) -> Vec<Action> {
    let (first, rest) = split_word(text);
    let (person, rest) = match first.to_lowercase().as_str() {
        "white" => (Color::White, rest),
        "black" => (Color::Black, rest),
        "random" if console.archive.lot(2) == 0 => (Color::White, rest),
        "random" => (Color::Black, rest),
        _ => (Color::White, text),
    };
    let (start, remark) = match beginning(console, rest) {
        Ok(beginning) => beginning,
        Err(reason) => return wrong("new", &reason),
    };
    let mut actions = leave(console);
    actions.extend(remark.map(Action::Print));
    actions.extend(end_analysis(console));
    actions.push(ask(Command::NewGame));
    let to_move = start.side();
    if start != Position::startpos() {
        actions.push(ask(Command::SetGame(Box::new(Game::new(start)))));
    }
    if to_move != person {
        actions.push(ask(Command::Go));
    } else if person == Color::Black {
        actions.push(ask(Command::PlayOther));
    }
    actions.push(console.show(Purpose::Board));
    actions
}

/// The position a game begins with, and what is to be said about it.
fn beginning(console: &mut Console, text: &str) -> Result<(Position, Option<String>), String> {
    let (first, rest) = split_word(text);
    match first {
        "" => Ok((Position::startpos(), None)),
        "960" => {
            let most = chess960::STARTS - 1;
            let number = match rest {
                "" => console.archive.lot(u64::from(chess960::STARTS)) as u16,
                number => number.parse().unwrap_or(u16::MAX),
            };
            if number > most {
                return Err(format!("the starts of Chess960 have the numbers 0 to {most}"));
            }
            let remark = format!("Start position {number} of Chess960.");
            Ok((Position::chess960(number), Some(remark)))
        }
        _ => {
            let position = Position::from_fen(text).map_err(|reason| reason.to_string())?;
            Ok((position, None))
        }
    }
}

/// The engine plays the side to move, perhaps one move by limits of its own.
pub(super) fn go(console: &mut Console, text: &str) -> Vec<Action> {
    let Some(limits) = limits(text) else { return usage("go") };
    if let Some(refusal) = ended(console) {
        return refusal;
    }
    console.analysing = false;
    let command = limits.map_or(Command::Go, Command::GoFor);
    vec![ask(command), console.show(Purpose::Nothing)]
}

/// The limits that a text names; `None` if it cannot be read.
fn limits(text: &str) -> Option<Option<OneMove>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut limits = OneMove::default();
    for pair in words.chunks(2) {
        match *pair {
            ["depth", number] => {
                limits.depth = Some(number.parse().ok().filter(|&depth| depth > 0)?)
            }
            ["nodes", number] => limits.nodes = Some(count(number)?),
            ["movetime", number] => {
                let seconds = number.trim_end_matches('s').parse().ok()?;
                let time = Duration::try_from_secs_f64(seconds).ok()?;
                limits.time = Some(time).filter(|&time| time <= Duration::from_secs(86_400));
                limits.time?;
            }
            _ => return None,
        }
    }
    Some(Some(limits).filter(|_| !words.is_empty()))
}

/// A number, with `k` for thousands and `M` for millions.
fn count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.to_lowercase().as_str() {
        text if text.ends_with('k') => (text.trim_end_matches('k').to_owned(), 1_000),
        text if text.ends_with('m') => (text.trim_end_matches('m').to_owned(), 1_000_000),
        text => (text.to_owned(), 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit).filter(|&nodes| nodes > 0)
}

pub(super) fn force(console: &mut Console, _: &str) -> Vec<Action> {
    console.analysing = false;
    let text = "zeitnot only watches now; `go` lets it play the side to move.";
    let mut actions = vec![ask(Command::Force), console.show(Purpose::Nothing)];
    actions.extend(say(text));
    actions
}

/// Accepts the engine's offer if there is one, or makes one.
pub(super) fn draw(console: &mut Console, _: &str) -> Vec<Action> {
    if let Some(refusal) = nobody_to_ask(console) {
        return refusal;
    }
    if std::mem::take(&mut console.standing.draw_offered) {
        return end(console, agreed_draw());
    }
    console.standing.draw_asked = true;
    vec![ask(Command::DrawOffered), console.show(Purpose::Draw)]
}

/// Gives the game up for the person.
pub(super) fn resign(console: &mut Console, _: &str) -> Vec<Action> {
    if let Some(refusal) = nobody_to_ask(console) {
        return refusal;
    }
    let reason = match console.engine {
        Some(Color::White) => "Black resigns",
        _ => "White resigns",
    };
    end(console, GameResult { winner: console.engine, decided: true, reason: reason.into() })
}

/// What is answered to a wish that only a game against the engine knows.
fn nobody_to_ask(console: &Console) -> Option<Vec<Action>> {
    let text = "zeitnot only watches; there is no game against it.";
    ended(console).or_else(|| console.engine.is_none().then(|| say(text)))
}

/// What is answered to a wish for which it is too late once the game is over.
fn ended(console: &Console) -> Option<Vec<Action>> {
    console.standing.over.is_some().then(|| say("The game is over; `new` begins another."))
}

/// The result of a draw that both sides want.
pub(in crate::front::console) fn agreed_draw() -> GameResult {
    GameResult { winner: None, decided: true, reason: "by agreement".into() }
}

/// The players end the game.
fn end(console: &mut Console, result: GameResult) -> Vec<Action> {
    vec![ask(Command::GameOver(result)), console.show(Purpose::Board)]
}

/// Ctrl-C: what is being thought ends at once, with a move if it was about one; said again it is the end.
pub(super) fn interrupt(console: &mut Console) -> Vec<Action> {
    console.pages.close();
    if std::mem::replace(&mut console.interrupted, true) {
        return quit(console, "");
    }
    let mut actions =
        if console.analysing { exit(console, "") } else { vec![ask(Command::MoveNow)] };
    if !console.is_at_work() {
        actions.extend(say("Ctrl-C once more leaves zeitnot."));
    }
    actions
}

pub(super) fn exit(console: &mut Console, text: &str) -> Vec<Action> {
    let Some(end) = end_analysis(console) else { return quit(console, text) };
    let mut actions = vec![end, console.show(Purpose::Nothing)];
    actions.extend(say("The analysis has ended; `go` lets zeitnot play the side to move."));
    actions
}

/// Ends the analysis, if there is one: it would go on with a new game, in which zeitnot is to play.
fn end_analysis(console: &mut Console) -> Option<Action> {
    std::mem::take(&mut console.analysing).then(|| ask(Command::ExitAnalyze))
}

pub(super) fn quit(console: &mut Console, _: &str) -> Vec<Action> {
    let mut actions = leave(console);
    actions.push(Action::Quit);
    actions
}
