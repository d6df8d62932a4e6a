//! What a person can say at the terminal: one table of words.

mod game;
mod looking;
mod records;
mod settings;

use std::fmt::Display;

pub(super) use game::{agreed_draw, leave};

use super::{Console, Purpose, pages::filled_within, typed};
use crate::{
    front::{detect::PROTOCOLS, stdio::INTERRUPT},
    message::{Action, Command},
    options::spelling,
    position::Color,
    protocol::text::split_word,
};

/// A command of the console.
struct Word {
    /// What it is called; the first name is shown in the help.
    names: &'static [&'static str],
    /// What may follow it, for the help: in small letters as it is typed, in capitals what stands for
    /// something else.
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
    word(
        &["new"],
        "[white|black|random] [FEN|960 [N]]",
        "a new game, you with that side (or White), from that start",
        game::new,
    ),
    word(
        &["go"],
        "[depth N|movetime SECONDS|nodes N]",
        "zeitnot plays the side to move, its next move within the limits",
        game::go,
    ),
    word(&["undo"], "", "take back your last move", |c, _| vec![c.show(Purpose::Undo)]),
    word(&["force"], "", "zeitnot only watches; enter moves for both sides", game::force),
    word(&["now", "?"], "", "zeitnot moves at once", |c, _| {
        vec![c.show(Purpose::Now), ask(Command::MoveNow)]
    }),
    word(&["draw"], "", "offer a draw, or accept zeitnot's offer", game::draw),
    word(&["resign"], "", "give the game up", game::resign),
    word(&["hint"], "", "a move zeitnot would play", looking::hint),
    word(&["why"], "[long]", "why the last move took so long, as a table if long", looking::why),
    word(&["stats"], "", "where the time of the game has gone", looking::stats),
    word(&["board"], "", "show the board and the clocks", |c, _| vec![c.show(Purpose::Board)]),
    word(&["flip"], "", "turn the board round", looking::flip),
    word(&["game"], "", "all moves of the game", |c, _| vec![c.show(Purpose::Game)]),
    word(&["moves"], "", "all legal moves", |c, _| vec![c.show(Purpose::Moves)]),
    word(&["eval"], "", "what each man is worth, without thinking", |_, _| {
        vec![ask(Command::Evaluate)]
    }),
    word(
        &["analyse", "analyze"],
        "",
        "zeitnot thinks and does not play; exit ends it",
        looking::analyse,
    ),
    word(&["post"], "[on|off]", "show what zeitnot is thinking", looking::post),
    word(&["back"], "[N]", "go back in the game by half-moves", records::back),
    word(&["forward"], "[N]", "go on in the game by half-moves", records::forward),
    word(
        &["goto"],
        "[start|end|N]",
        "go to the move with that number (23, or 23b for Black's)",
        records::goto,
    ),
    word(
        &["load"],
        "FILE [N]",
        "a game of a PGN file, or a position of a file in FEN",
        records::load,
    ),
    word(
        &["save"],
        "FILE",
        "add the game to a PGN file, or the position to FILE.fen",
        records::save,
    ),
    word(&["fen"], "[FEN]", "show the position in FEN, or set it up", records::fen),
    word(&["setboard"], "FEN", "set up a position", records::setboard),
    word(
        &["level"],
        "CONTROL",
        "time control: 5 3, 15+10, 30s, 40/90, 40 5 0, 2:00/12/, none",
        settings::level,
    ),
    word(&["st"], "SECONDS", "a fixed time for every move", settings::st),
    word(&["sd"], "DEPTH", "think no deeper than that many half-moves; 0 lifts it", settings::sd),
    word(&["ponder"], "on|off", "let zeitnot think on your time", settings::ponder),
    word(
        &["strength"],
        "[ELO|full]",
        "how strong zeitnot plays, from 800 Elo to all that it can",
        settings::strength,
    ),
    word(
        &["book"],
        "[on|off|FILE]",
        "what the opening book has here, or which is played from",
        settings::book,
    ),
    word(&["options"], "[NAME]", "what can be set, and to what", settings::options),
    word(&["set"], "NAME VALUE", "change an option", settings::set),
    word(&["help"], "[COMMAND]", "this list", help),
    word(&["exit"], "", "end the analysis, or the program", game::exit),
    word(&["quit"], "", "end the program (or Ctrl-D)", game::quit),
];

/// What a line asks for: a command, a move, or a word about neither.
pub(super) fn line(console: &mut Console, line: &str) -> Vec<Action> {
    let line = line.trim_matches([' ', '\t', '\r', '\n']);
    if line == INTERRUPT {
        return game::interrupt(console);
    }
    console.interrupted = false;
    let is_paging = console.pages.has_more();
    if line.is_empty() && is_paging {
        return say(console.pages.next(console.screen.rows()));
    }
    console.pages.close();
    if line.eq_ignore_ascii_case("q") && is_paging {
        return Vec::new();
    }
    let (first, rest) = split_word(line);
    let name = first.to_lowercase();
    if let Some(word) = WORDS.iter().find(|word| word.names.contains(&name.as_str())) {
        let is_much = word.arguments.is_empty() && !rest.is_empty();
        return if is_much { usage(word.names[0]) } else { (word.run)(console, rest) };
    }
    if line.is_empty() {
        Vec::new()
    } else if typed::looks_like_a_move(line) {
        play(console, line)
    } else {
        unknown(console, first)
    }
}

/// Asks for a move, unless its number says that it is Black's and White is to move.
fn play(console: &Console, line: &str) -> Vec<Action> {
    let position = console.screen.position();
    if typed::is_blacks(line) && position.side() == Color::White {
        return say(format!("{line} cannot be played: it is White's turn."));
    }
    vec![ask(Command::Move(typed::meant(&position, line)))]
}

/// What is answered to a word that is none, and to a question for one; whoever mistypes a move does not mean
/// to leave.
fn unknown(console: &Console, word: &str) -> Vec<Action> {
    let shown: String = word.escape_debug().take(40).collect();
    let is_move = typed::begins_like_a_move(&console.screen.position(), word);
    let words = names().filter(move |name| !(is_move && ["exit", "quit"].contains(name)));
    say(match spelling::nearest(&word.to_lowercase(), words) {
        Some(meant) => format!("I do not know `{shown}`. Did you mean `{meant}`?"),
        None => format!("I do not know `{shown}`; `help` lists what I know."),
    })
}

/// Everything the terminal knows: the console's own words, and those that end it.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    let words = WORDS.iter().flat_map(|word| word.names.iter().copied());
    words.chain(PROTOCOLS.iter().map(|protocol| protocol.name))
}

/// The words that may follow a command as they stand.
pub(super) fn arguments(command: &str) -> Vec<String> {
    let known = find(command).map_or("", |word| word.arguments);
    let literal = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    known.split([' ', '|', '[', ']']).filter(literal).map(str::to_owned).collect()
}

fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.names.contains(&name))
}

fn ask(command: Command) -> Action {
    Action::Command(command)
}

fn say(text: impl Into<String>) -> Vec<Action> {
    vec![Action::Print(text.into().trim_end().to_owned())]
}

/// A list that may be too long for the terminal.
fn list(console: &mut Console, text: &str) -> Vec<Action> {
    let text = super::fitted(text, console.screen.width());
    say(console.pages.open(&text, console.screen.rows()))
}

/// How a command is to be used, for whoever used it otherwise.
fn usage(name: &str) -> Vec<Action> {
    say(find(name).map_or_else(String::new, |word| {
        let usage = format!("Usage: {name} {}", word.arguments);
        format!("{}  ({})", usage.trim_end(), word.help)
    }))
}

/// What is wrong with the words after a command, and how it is to be used.
fn wrong(name: &str, reason: &impl Display) -> Vec<Action> {
    let mut actions = say(format!("This cannot be read: {reason}."));
    actions.extend(usage(name));
    actions
}

/// The list of all words, or one of them.
fn help(console: &mut Console, text: &str) -> Vec<Action> {
    let (name, width) = (text.to_lowercase(), console.screen.width());
    if let Some(word) = find(&name) {
        return usage(word.names[0]);
    }
    if let Some(protocol) = PROTOCOLS.iter().find(|protocol| protocol.name == name) {
        return say(explained(protocol.name, protocol.help, width));
    }
    if !name.is_empty() {
        return unknown(console, text);
    }
    let mut told = "Type a move, in short (Nf3, exd5, O-O, e8=Q) or from square to square (g1f3,\n\
                    e7e8q), or one of these words:\n"
        .to_owned();
    for word in WORDS {
        let usage = format!("{} {}", word.names.join(", "), word.arguments);
        told += &explained(&usage, word.help, width);
    }
    for protocol in &PROTOCOLS {
        told += &explained(protocol.name, protocol.help, width);
    }
    list(console, &told)
}

/// How a word is used, and in the column beside it what it does.
fn explained(usage: &str, help: &str, width: usize) -> String {
    /// What is longer has a line of its own.
    const WIDEST: usize = 22;
    let margin = " ".repeat(WIDEST + 3);
    let mut lines = filled_within(width, help.split(' '), &margin);
    let usage = format!("  {:<WIDEST$} ", usage.trim_end());
    match lines.first_mut() {
        Some(first) if usage.len() == margin.len() => first.replace_range(..margin.len(), &usage),
        _ => lines.insert(0, usage.trim_end().to_owned()),
    }
    lines.join("\n") + "\n"
}
