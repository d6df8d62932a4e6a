//! Commands about games and positions on paper, and stepping through a game.

use std::path::Path;

use super::{Console, Purpose, ask, game::leave, say, usage};
use crate::{
    front::{
        chronicle::Chronicle,
        console::{course::Course, view},
        report,
    },
    message::{Action, Command, GameResult},
    pgn::{Outcome, Reader, Record, Tags},
    position::{Color, Game, Position},
};

/// What a file has.
enum Loaded {
    Position(Position),
    Game { record: Box<Record>, number: usize, of: usize },
}

/// Saves the present game in a file of its own or, without a name, where games go anyway.
pub(super) fn save(console: &mut Console, text: &str) -> Vec<Action> {
    let usual = console.options.settings().pgn.as_deref();
    let path = if text.is_empty() { usual } else { Some(Path::new(text)) };
    let is_usual = path == usual;
    match path.map(Path::to_owned) {
        None => usage("save"),
        Some(path) if holds_positions(&path) => {
            let fen = console.screen.position().fen() + "\n";
            say(match console.archive.append(&path, &fen) {
                Ok(()) => format!("The position has been added to {}.", path.display()),
                Err(error) => {
                    format!("The position cannot be saved in {}: {error}.", path.display())
                }
            })
        }
        Some(_) if console.chronicle.is_empty() => say("There is no move to save yet."),
        Some(path) => {
            if is_usual {
                console.chronicle.set_filed();
            }
            say(console.save_game(&path))
        }
    }
}

/// Whether a file is one of positions, by its name.
fn holds_positions(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fen"))
}

/// Puts a game of a file on the board, or a position.
pub(super) fn load(console: &mut Console, text: &str) -> Vec<Action> {
    let (file, number) = match text.rsplit_once(char::is_whitespace) {
        Some((file, number)) if number.parse::<usize>().is_ok() => {
            (file.trim_end(), number.parse().unwrap_or(1))
        }
        _ => (text, 1),
    };
    if file.is_empty() || number == 0 {
        return usage("load");
    }
    let found = match console.archive.read(Path::new(file)) {
        Ok(bytes) => read(&bytes, number, holds_positions(Path::new(file))),
        Err(error) => Err(error.to_string()),
    };
    match found {
        Ok(Loaded::Position(position)) => set_up(console, position),
        Ok(Loaded::Game { record, number, of }) => {
            let mut told =
                format!("Game {number} of {of} in {file}: {}\n", report::players(&record));
            told += &report::circumstances(&record);
            let fault = record.broken_off().map(|fault| format!("The record breaks off: {fault}."));
            let ending = ending(&record);
            let mut actions = set_record(console, *record);
            actions.insert(0, Action::Print(told.trim_end().to_owned()));
            actions.extend(fault.into_iter().chain(ending).map(Action::Print));
            actions
        }
        Err(reason) => say(format!("{file} cannot be loaded: {reason}.")),
    }
}

/// How a game on paper has ended, unless the board tells it, and how to look at it; nothing of one that is open.
fn ending(record: &Record) -> Option<String> {
    const STEPS: &str = "`back` and `goto start` step through the game.";
    if GameResult::by_rule(&record.game()).is_some() {
        return Some(STEPS.to_owned());
    }
    let winner = match record.result {
        Outcome::WhiteWins => Some(Color::White),
        Outcome::BlackWins => Some(Color::Black),
        Outcome::Draw => None,
        Outcome::Open => return None,
    };
    let result = GameResult { winner, decided: true, reason: reason(record).to_owned() };
    Some(format!("{}\n{STEPS}", view::result(&result)))
}

/// Why a game on paper has ended, if it says so in a few words: it may be all that an annotator had to say.
fn reason(record: &Record) -> &str {
    const LONGEST: usize = 50;
    let last = record.moves.last().map_or("", |ply| ply.comment.as_str());
    let says = |text: &&str| !matches!(text.to_lowercase().as_str(), "" | "?" | "normal");
    let said = record.tags.get("Termination").filter(says).unwrap_or(last);
    if said.chars().count() <= LONGEST { said } else { "" }
}

/// The game, or the position, with a number in what was read; of positions alone if the file's name says so.
fn read(bytes: &[u8], number: usize, of_positions: bool) -> Result<Loaded, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_position = |line: &str| Position::from_fen(line.trim()).is_ok();
    if of_positions || lines.clone().next().is_some_and(is_position) {
        let line = lines.nth(number - 1).ok_or("there are not so many positions")?;
        let position = Position::from_fen(line.trim()).map_err(|reason| reason.to_string())?;
        return Ok(Loaded::Position(position));
    }
    let (mut wanted, mut of) = (None, 0);
    for game in Reader::new(bytes).map_while(Result::ok).filter(|game| !is_blank(game)) {
        of += 1;
        if of == number {
            wanted = Some(Box::new(game));
        }
    }
    match (wanted, of) {
        (Some(record), _) => Ok(Loaded::Game { record, number, of }),
        (None, 0) => Err("there is no game in it".to_owned()),
        (None, 1) => Err("there is only one game in it".to_owned()),
        (None, count) => Err(format!("there are only {count} games in it")),
    }
}

/// Whether what was read is no game at all.
fn is_blank(record: &Record) -> bool {
    let Tags { event, white, black, .. } = &record.tags;
    let nameless = [event, white, black].iter().all(|tag| *tag == "?");
    record.moves.is_empty() && nameless && record.start == Position::startpos()
}

/// Puts a game on the board, seen from its end.
fn set_record(console: &mut Console, record: Record) -> Vec<Action> {
    let game = record.game();
    let mut actions = leave(console);
    console.chronicle = Chronicle::of(record);
    console.course = Course::new(game.clone());
    // It is not this game that has come to its end.
    console.standing.end_told = true;
    actions.extend(on_the_board(console, game));
    actions
}

/// Puts a game on the board that the engine does not play in.
fn on_the_board(console: &mut Console, game: Game) -> Vec<Action> {
    let mut actions = Vec::new();
    if !console.analysing {
        actions.push(ask(Command::Force));
    }
    actions.extend([ask(Command::SetGame(Box::new(game))), console.show(Purpose::Board)]);
    actions
}

/// By how many half-moves to step, if that can be read.
fn steps(text: &str) -> Option<usize> {
    if text.is_empty() { Some(1) } else { text.parse().ok() }
}

pub(super) fn back(console: &mut Console, text: &str) -> Vec<Action> {
    let Some(steps) = steps(text) else { return usage("back") };
    match console.course.place() {
        (0, _) => say("This is where the game begins."),
        (at, _) => step_to(console, at.saturating_sub(steps)),
    }
}

pub(super) fn forward(console: &mut Console, text: &str) -> Vec<Action> {
    let Some(steps) = steps(text) else { return usage("forward") };
    match console.course.place() {
        (at, all) if at >= all => say("There are no more moves."),
        (at, _) => step_to(console, at.saturating_add(steps)),
    }
}

pub(super) fn goto(console: &mut Console, text: &str) -> Vec<Action> {
    let (_, all) = console.course.place();
    let number = text.trim_end_matches(['.', ' ']);
    let (number, black) = match number.strip_suffix(['b', 'B']) {
        Some(number) => (number.trim_end_matches('.'), true),
        None => (number, text.ends_with("...")),
    };
    match (text, number.parse::<usize>()) {
        ("start", _) => step_to(console, 0),
        ("end", _) => step_to(console, all),
        (_, Ok(number)) => match console.course.before_move(number, black) {
            at if at <= all => step_to(console, at),
            _ => say("The game has not so many moves."),
        },
        (_, Err(_)) => usage("goto"),
    }
}

fn step_to(console: &mut Console, moves: usize) -> Vec<Action> {
    let game = console.course.go_to(moves);
    console.standing = super::super::Standing { end_told: true, ..Default::default() };
    on_the_board(console, game)
}

pub(super) fn fen(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() { vec![console.show(Purpose::Fen)] } else { setboard(console, text) }
}

pub(super) fn setboard(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() {
        return usage("setboard");
    }
    match Position::from_fen(text) {
        Ok(position) => set_up(console, position),
        Err(reason) => say(format!("This position cannot be set up: {reason}.")),
    }
}

/// Puts a position on the board. Where it is the engine's turn there, nobody thinks yet.
fn set_up(console: &mut Console, position: Position) -> Vec<Action> {
    let mut actions = leave(console);
    if console.engine == Some(position.side()) && !position.legal_moves().is_empty() {
        actions.extend(say("It is zeitnot's turn here; `go` lets it play."));
    }
    let command = Command::SetGame(Box::new(Game::new(position)));
    actions.extend([ask(command), console.show(Purpose::Board)]);
    actions
}
