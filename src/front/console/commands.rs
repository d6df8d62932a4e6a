//! What a person can say at the terminal: one table, and what each word does.

use std::{fmt::Display, path::Path};

use super::{Console, Purpose};
use crate::{
    clock,
    front::{chronicle::Chronicle, detect::PROTOCOLS, words},
    message::{Action, Command, GameResult},
    options::{OptionError, spelling},
    position::{Game, Position},
    protocol::{settings, text::split_word},
};

/// A command of the console.
struct Word {
    /// What it is called; the first name is shown in the help.
    names: &'static [&'static str],
    /// What may follow it, for the help.
    arguments: &'static str,
    /// What it does, for the help.
    help: &'static str,
    /// Does it; the text is what follows the word.
    run: fn(&mut Console, &str) -> Vec<Action>,
}

/// Shortens the table below to its content.
const fn word(
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    run: fn(&mut Console, &str) -> Vec<Action>,
) -> Word {
    Word { names, arguments, help, run }
}

const WORDS: &[Word] = &[
    word(&["new"], "", "a new game; you have White, zeitnot has Black", new),
    word(&["go"], "", "zeitnot plays the side to move, you the other one", go),
    word(&["undo"], "", "take back your last move", |c, _| vec![c.show(Purpose::Undo)]),
    word(&["force"], "", "zeitnot only watches; enter moves for both sides", force),
    word(&["now", "?"], "", "zeitnot moves at once", |_, _| vec![ask(Command::MoveNow)]),
    word(&["hint"], "", "a move zeitnot would play", |_, _| vec![ask(Command::Hint)]),
    word(&["moves"], "", "all legal moves", |c, _| vec![c.show(Purpose::Moves)]),
    word(&["draw"], "", "offer a draw, or accept zeitnot's offer", draw),
    word(&["board"], "", "show the board and the clocks", |c, _| vec![c.show(Purpose::Board)]),
    word(&["eval"], "", "what each man is worth, without thinking", |_, _| {
        vec![ask(Command::Evaluate)]
    }),
    word(&["book"], "", "what the opening book has for this position", |_, _| {
        vec![ask(Command::Book)]
    }),
    word(&["flip"], "", "turn the board round", flip),
    word(&["fen"], "[FEN]", "show the position in FEN, or set it up", fen),
    word(&["setboard"], "FEN", "set up a position", setboard),
    word(
        &["level"],
        "MOVES TIME INC",
        "time control: level 40 5 0, level 0 2 12, level 2:00/12/",
        level,
    ),
    word(&["st"], "SECONDS", "a fixed time for every move", st),
    word(&["sd"], "DEPTH", "think no deeper than that many half-moves; 0 lifts it", sd),
    word(&["analyze", "analyse"], "", "zeitnot thinks and does not play; exit ends it", analyze),
    word(&["post"], "on|off", "show what zeitnot is thinking", post),
    word(&["why"], "", "why the last move took so long", why),
    word(&["ponder"], "on|off", "let zeitnot think on your time", ponder),
    word(&["options"], "", "what can be set, and to what", |c, _| say(c.options.listing())),
    word(&["set"], "NAME VALUE", "change an option", set),
    word(&["save"], "FILE", "add the game to a PGN file", save),
    word(&["help"], "", "this list", |_, _| say(help())),
    word(&["exit"], "", "end the analysis, or the program", exit),
    word(&["quit"], "", "end the program (or Ctrl-D)", quit),
];

/// What a line asks for: a command, a move, or a word about neither.
pub(super) fn line(console: &mut Console, line: &str) -> Vec<Action> {
    let line = line.trim();
    let (first, rest) = split_word(line);
    let name = first.to_lowercase();
    if let Some(word) = WORDS.iter().find(|word| word.names.contains(&name.as_str())) {
        return (word.run)(console, rest);
    }
    if line.is_empty() {
        Vec::new()
    } else if looks_like_a_move(line) {
        vec![ask(Command::Move(line.to_owned()))]
    } else {
        let shown: String = first.escape_debug().take(40).collect();
        say(match spelling::nearest(&name, names()) {
            Some(meant) => format!("I do not know `{shown}`. Did you mean `{meant}`?"),
            None => format!("I do not know `{shown}`; `help` lists what I know."),
        })
    }
}

/// Everything the terminal knows: the console's own words, and those that end it.
fn names() -> impl Iterator<Item = &'static str> + Clone {
    let words = WORDS.iter().flat_map(|word| word.names.iter().copied());
    words.chain(PROTOCOLS.iter().map(|protocol| protocol.name))
}

/// Whether a line is made of the letters that moves are written in and names a square, or castles.
fn looks_like_a_move(line: &str) -> bool {
    let castles = matches!(line.get(..3), Some("O-O" | "o-o" | "0-0"));
    let letters = "abcdefghBKNQRknqr12345678xX:=-+#!? Oo0";
    let square = line.as_bytes().windows(2).any(
        |pair| matches!(pair, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank)),
    );
    line.len() <= 12 && (castles || square && line.chars().all(|c| letters.contains(c)))
}

fn ask(command: Command) -> Action {
    Action::Command(command)
}

fn say(text: impl Into<String>) -> Vec<Action> {
    vec![Action::Print(text.into().trim_end().to_owned())]
}

/// How a command is to be used, for whoever used it otherwise.
fn usage(name: &str) -> Vec<Action> {
    let word = WORDS.iter().find(|word| word.names.contains(&name));
    say(word.map_or_else(String::new, |word| {
        format!("Usage: {name} {}  ({})", word.arguments, word.help)
    }))
}

/// What is wrong with the words after a command, and how it is to be used.
fn wrong(name: &str, reason: &impl Display) -> Vec<Action> {
    let mut actions = say(format!("This cannot be read: {reason}."));
    actions.extend(usage(name));
    actions
}

fn help() -> String {
    let mut text = String::from(
        "Type a move, in short (Nf3, exd5, O-O, e8=Q) or from square to square (g1f3, e7e8q), or\n",
    );
    let mut list = |usage: String, help| text.push_str(&format!("  {usage:<22} {help}\n"));
    for word in WORDS {
        list(format!("{} {}", word.names.join(", "), word.arguments), word.help);
    }
    for protocol in &PROTOCOLS {
        list(protocol.name.to_owned(), protocol.help);
    }
    text
}

/// What is to be said because the present game is left for another one, or for good.
fn leave_game(console: &mut Console) -> Vec<Action> {
    let told = console.file_game();
    console.forget_game();
    console.chronicle = Chronicle::new(Position::startpos());
    told.map(Action::Print).into_iter().collect()
}

fn new(console: &mut Console, _: &str) -> Vec<Action> {
    let mut actions = leave_game(console);
    actions.extend([ask(Command::NewGame), console.show(Purpose::Board)]);
    actions
}

fn quit(console: &mut Console, _: &str) -> Vec<Action> {
    let mut actions = leave_game(console);
    actions.push(Action::Quit);
    actions
}

/// Saves the present game in a file of its own or, without a name, where games go anyway.
fn save(console: &mut Console, text: &str) -> Vec<Action> {
    let usual = console.options.settings().pgn.as_deref();
    let path = if text.is_empty() { usual } else { Some(Path::new(text)) };
    let is_usual = path == usual;
    match path.map(Path::to_owned) {
        None => usage("save"),
        Some(_) if console.chronicle.is_empty() => say("There is no move to save yet."),
        Some(path) => {
            if is_usual {
                console.chronicle.set_filed();
            }
            say(console.save_game(&path))
        }
    }
}

fn go(console: &mut Console, _: &str) -> Vec<Action> {
    console.analysing = false;
    vec![ask(Command::Go), console.show(Purpose::Nothing)]
}

fn force(console: &mut Console, _: &str) -> Vec<Action> {
    console.analysing = false;
    let text = "zeitnot only watches now; `go` lets it play the side to move.";
    let mut actions = vec![ask(Command::Force), console.show(Purpose::Nothing)];
    actions.extend(say(text));
    actions
}

/// Accepts the engine's offer if there is one, or makes one.
fn draw(console: &mut Console, _: &str) -> Vec<Action> {
    if !std::mem::take(&mut console.draw_offered) {
        let mut actions =
            say("You offer a draw. If zeitnot agrees, `draw` ends the game; if not, it plays on.");
        actions.push(ask(Command::DrawOffered));
        return actions;
    }
    let result = GameResult { winner: None, decided: true, reason: "by agreement".into() };
    vec![ask(Command::GameOver(result)), console.show(Purpose::Board)]
}

fn flip(console: &mut Console, _: &str) -> Vec<Action> {
    console.flipped = !console.flipped;
    vec![console.show(Purpose::Board)]
}

fn fen(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() { vec![console.show(Purpose::Fen)] } else { setboard(console, text) }
}

fn setboard(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() {
        return usage("setboard");
    }
    match Position::from_fen(text) {
        Ok(position) => {
            let mut actions = leave_game(console);
            let command = Command::SetGame(Box::new(Game::new(position)));
            actions.extend([ask(command), console.show(Purpose::Board)]);
            actions
        }
        Err(reason) => say(format!("This position cannot be set up: {reason}.")),
    }
}

fn level(console: &mut Console, text: &str) -> Vec<Action> {
    let parsed = clock::parse_control(text);
    if parsed.is_ok()
        && let Err(error) = console.options.set("level", text)
    {
        return say(error.to_string());
    }
    control(console, "level", parsed)
}

fn st(console: &mut Console, text: &str) -> Vec<Action> {
    control(console, "st", clock::parse_st(text))
}

/// Puts a time control in force, or says how to write one.
fn control<E: Display>(
    console: &mut Console,
    name: &str,
    control: Result<clock::TimeControl, E>,
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

fn sd(_: &mut Console, text: &str) -> Vec<Action> {
    let (limit, text) = match text.parse() {
        Ok(0) => (None, "The depth is not limited.".to_owned()),
        Ok(depth) => (Some(depth), format!("zeitnot thinks at most {depth} half-moves deep.")),
        Err(_) => return usage("sd"),
    };
    let mut actions = vec![ask(Command::DepthLimit(limit))];
    actions.extend(say(text));
    actions
}

fn analyze(console: &mut Console, _: &str) -> Vec<Action> {
    console.analysing = true;
    let text = "zeitnot analyses; scores are for the side to move. `exit` ends it.";
    let mut actions = say(text);
    actions.extend([ask(Command::Analyze), console.show(Purpose::Nothing)]);
    actions
}

fn exit(console: &mut Console, text: &str) -> Vec<Action> {
    if !std::mem::take(&mut console.analysing) {
        return quit(console, text);
    }
    let mut actions = vec![ask(Command::ExitAnalyze), console.show(Purpose::Nothing)];
    actions.extend(say("The analysis has ended; `go` lets zeitnot play the side to move."));
    actions
}

fn post(console: &mut Console, text: &str) -> Vec<Action> {
    console.post = match text {
        "on" | "" => true,
        "off" => false,
        _ => return usage("post"),
    };
    let state = if console.post { "shows what it is thinking" } else { "thinks in silence" };
    say(format!("zeitnot {state}."))
}

fn why(console: &mut Console, _: &str) -> Vec<Action> {
    say(console
        .remark
        .as_deref()
        .unwrap_or("zeitnot has not made a move yet that it could explain."))
}

fn ponder(console: &mut Console, text: &str) -> Vec<Action> {
    if text.is_empty() { usage("ponder") } else { change(console, "ponder", text) }
}

fn set(console: &mut Console, text: &str) -> Vec<Action> {
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
