//! Lines from the GUI to typed commands.

use std::{str::FromStr, time::Duration};

pub use super::fault::{Fault, ParseError};
use super::fault::{bad_number, bad_time, quoted};
use crate::{
    clock::{self, TimeControl},
    message::GameResult,
    position::Color,
    protocol::text::split_word,
};

/// What a line from the GUI says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CecpCommand<'a> {
    /// Nothing that needs an answer or a change: an empty line, `xboard`, `random`.
    Nothing,
    /// The version of the protocol.
    Protover(u32),
    /// A feature the GUI will honour.
    Accepted(&'a str),
    /// A feature the GUI will not honour.
    Rejected(&'a str),
    /// A new game from the start position.
    New,
    /// The variant of chess to play.
    Variant(&'a str),
    /// The end.
    Quit,
    /// Play neither side.
    Force,
    /// Play the side to move.
    Go,
    /// Play the side not to move.
    PlayOther,
    /// `white` or `black`: this side is to move, and the engine plays the other one.
    SideToMove(Color),
    /// `level` or `st`.
    Control(TimeControl),
    /// `sd`: the greatest depth, at least 1.
    Depth(u32),
    /// `nps`: the engine's clock is its nodes, so many a second; `None` for the clock on the wall.
    NodeRate(Option<u64>),
    /// The engine's clock.
    Time(Duration),
    /// The opponent's clock.
    Otim(Duration),
    /// A move, in whatever notation.
    Move(&'a str),
    /// `?`.
    MoveNow,
    /// To be answered with the same text.
    Ping(&'a str),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result(GameResult),
    /// A position in Forsyth-Edwards notation.
    SetBoard(&'a str),
    /// The men are going to be changed, a line for each.
    Edit,
    /// `exclude` or `include`: a root move, or all of them if `None`, is searched or not.
    Restrict {
        /// The move.
        mv: Option<&'a str>,
        /// Whether it is searched from now on.
        searched: bool,
    },
    /// `setscore`: a score to be believed of the position, in centipawns for the side to move, up to
    /// a depth in plies.
    SetScore {
        /// The score.
        score: i32,
        /// The depth.
        depth: u32,
    },
    /// Stop thinking and clocks.
    Pause,
    /// Go on after a pause.
    Resume,
    /// What would you play?
    Hint,
    /// What does your book say?
    Book,
    /// Take back one half-move.
    Undo,
    /// Take back two half-moves.
    Remove,
    /// `hard` or `easy`: think on the opponent's time, or do not.
    Ponder(bool),
    /// `post` or `nopost`: show the thinking, or do not.
    Post(bool),
    /// Analyse.
    Analyze,
    /// End the analysis.
    Exit,
    /// `.`: how far is the analysis?
    Status,
    /// The opponent's name.
    Name(&'a str),
    /// Both ratings; 0 for an unrated player.
    Rating {
        /// The engine's.
        own: u32,
        /// The opponent's.
        opponent: u32,
    },
    /// The chess server the game is on; `None` for none.
    Server(Option<&'a str>),
    /// The opponent is a program.
    Computer,
    /// MiB for all tables together.
    Memory(usize),
    /// Processor cores to use.
    Cores(usize),
    /// Where endgame tables are.
    TablePath {
        /// Their kind, such as `syzygy`.
        kind: &'a str,
        /// The path.
        path: &'a str,
    },
    /// An option of the engine's own, and the value if it has one.
    Option {
        /// Its name.
        name: &'a str,
        /// Its value as it was sent.
        value: Option<&'a str>,
    },
}

/// Which moves are known as such without `usermove` before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareMoves {
    /// Coordinates and castling.
    Coordinates,
    /// Those and standard algebraic notation.
    Any,
}

/// Reads one line; words after those a command needs are ignored.
///
/// # Errors
/// A [`ParseError`] if it is neither a command nor, as far as `bare` goes, a move.
pub fn parse(line: &str, bare: BareMoves) -> Result<CecpCommand<'_>, ParseError> {
    let (name, rest) = split_word(line);
    read(name, rest, bare).map_err(|fault| ParseError::new(name, fault))
}

/// Reads a command with what follows it.
fn read<'a>(name: &'a str, rest: &'a str, bare: BareMoves) -> Result<CecpCommand<'a>, Fault> {
    Ok(match name {
        "" | "xboard" | "random" => CecpCommand::Nothing,
        "protover" => CecpCommand::Protover(number(rest)?),
        "accepted" => CecpCommand::Accepted(split_word(rest).0),
        "rejected" => CecpCommand::Rejected(split_word(rest).0),
        "new" => CecpCommand::New,
        "variant" => CecpCommand::Variant(word(rest, "variant")?),
        "quit" => CecpCommand::Quit,
        "force" => CecpCommand::Force,
        "go" => CecpCommand::Go,
        "playother" => CecpCommand::PlayOther,
        "white" => CecpCommand::SideToMove(Color::White),
        "black" => CecpCommand::SideToMove(Color::Black),
        "level" => CecpCommand::Control(clock::parse_level(rest).map_err(bad_time)?),
        "st" => CecpCommand::Control(clock::parse_st(rest).map_err(bad_time)?),
        "sd" => CecpCommand::Depth(depth(rest)?),
        "nps" => CecpCommand::NodeRate(node_rate(rest)?),
        "time" => CecpCommand::Time(clock_time(rest)?),
        "otim" => CecpCommand::Otim(clock_time(rest)?),
        "usermove" => CecpCommand::Move(word(rest, "move")?),
        "?" => CecpCommand::MoveNow,
        "ping" => CecpCommand::Ping(word(rest, "number")?),
        "draw" => CecpCommand::Draw,
        "result" => CecpCommand::Result(result(rest)?),
        "setboard" => CecpCommand::SetBoard(rest),
        "edit" => CecpCommand::Edit,
        "exclude" => CecpCommand::Restrict { mv: move_or_all(rest)?, searched: false },
        "include" => CecpCommand::Restrict { mv: move_or_all(rest)?, searched: true },
        "setscore" => set_score(rest)?,
        "pause" => CecpCommand::Pause,
        "resume" => CecpCommand::Resume,
        "hint" => CecpCommand::Hint,
        "bk" => CecpCommand::Book,
        "undo" => CecpCommand::Undo,
        "remove" => CecpCommand::Remove,
        "hard" => CecpCommand::Ponder(true),
        "easy" => CecpCommand::Ponder(false),
        "post" => CecpCommand::Post(true),
        "nopost" => CecpCommand::Post(false),
        "analyze" => CecpCommand::Analyze,
        "exit" => CecpCommand::Exit,
        "." => CecpCommand::Status,
        "name" => CecpCommand::Name(rest),
        "rating" => rating(rest)?,
        "ics" => CecpCommand::Server(Some(word(rest, "server")?).filter(|&host| host != "-")),
        "computer" => CecpCommand::Computer,
        "memory" => CecpCommand::Memory(number(rest)?),
        "cores" => CecpCommand::Cores(number(rest)?),
        "egtpath" => table_path(rest)?,
        "option" => option(rest)?,
        _ if looks_like_move(name, bare) => CecpCommand::Move(name),
        _ => return Err(Fault::UnknownCommand),
    })
}

/// The first word, which must be there: it is `what` the command is about.
fn word<'a>(text: &'a str, what: &'static str) -> Result<&'a str, Fault> {
    Some(split_word(text).0).filter(|word| !word.is_empty()).ok_or(Fault::Missing(what))
}

/// The number that is the first word.
fn number<T: FromStr>(text: &str) -> Result<T, Fault> {
    let word = split_word(text).0;
    word.parse().map_err(|_| bad_number(word))
}

/// A depth of no ply at all would leave nothing to play.
fn depth(text: &str) -> Result<u32, Fault> {
    let positive = |&plies: &u32| plies > 0;
    Some(number(text)?).filter(positive).ok_or_else(|| bad_number(split_word(text).0))
}

/// Nodes a second; a negative number is the clock on the wall.
fn node_rate(text: &str) -> Result<Option<u64>, Fault> {
    match number::<i64>(text)? {
        0 => Err(Fault::NoCpuTime),
        rate => Ok(u64::try_from(rate).ok()),
    }
}

/// The move to search or not; `None` for `all`.
fn move_or_all(text: &str) -> Result<Option<&str>, Fault> {
    Ok(Some(word(text, "move")?).filter(|&mv| mv != "all"))
}

/// `setscore SCORE DEPTH`.
fn set_score(text: &str) -> Result<CecpCommand<'_>, Fault> {
    let (_, rest) = split_word(text);
    Ok(CecpCommand::SetScore { score: number(text)?, depth: number(rest)? })
}

/// `egtpath KIND PATH`, the path with whatever blanks are in it.
fn table_path(text: &str) -> Result<CecpCommand<'_>, Fault> {
    let (kind, path) = split_word(text);
    if path.is_empty() {
        Err(Fault::Missing("path"))
    } else {
        Ok(CecpCommand::TablePath { kind, path })
    }
}

/// What is left on a clock; GUIs let it run below zero, which is the same as zero.
fn clock_time(text: &str) -> Result<Duration, Fault> {
    clock::parse_centiseconds(text).map_err(bad_time)
}

/// `1-0 {White mates}`; the comment may be missing.
fn result(text: &str) -> Result<GameResult, Fault> {
    let (symbol, comment) = split_word(text);
    let (decided, winner) = match symbol {
        "1-0" => (true, Some(Color::White)),
        "0-1" => (true, Some(Color::Black)),
        "1/2-1/2" => (true, None),
        "*" => (false, None),
        "" => return Err(Fault::Missing("result")),
        other => return Err(Fault::BadResult(quoted(other))),
    };
    let comment = comment.strip_prefix('{').unwrap_or(comment);
    let comment = comment.strip_suffix('}').unwrap_or(comment);
    Ok(GameResult { winner, decided, reason: comment.trim().to_owned() })
}

/// `rating OWN OPPONENT`.
fn rating(text: &str) -> Result<CecpCommand<'_>, Fault> {
    let (_, rest) = split_word(text);
    Ok(CecpCommand::Rating { own: number(text)?, opponent: number(rest)? })
}

/// `option NAME=VALUE`, or `option NAME` for a button.
fn option(text: &str) -> Result<CecpCommand<'_>, Fault> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text.trim(), None),
    };
    if name.is_empty() {
        return Err(Fault::Missing("option"));
    }
    Ok(CecpCommand::Option { name, value })
}

/// Whether a word is meant as a move, legal or not.
fn looks_like_move(word: &str, bare: BareMoves) -> bool {
    looks_like_castling(word)
        || looks_like_coordinates(word)
        || bare == BareMoves::Any && looks_like_san(word)
}

fn looks_like_castling(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    ["O-O", "O-O-O", "0-0", "0-0-0"].iter().any(|castling| word.eq_ignore_ascii_case(castling))
}

/// Two squares, and perhaps a piece to promote to.
fn looks_like_coordinates(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', promotion @ ..]
            if matches!(promotion, [] | [b'a'..=b'z' | b'A'..=b'Z'] | [b'=', _])
    )
}

/// A target square with what may stand around it: piece, origin, capture, promotion, marks.
fn looks_like_san(word: &str) -> bool {
    const PIECES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let word = word.strip_prefix(PIECES).unwrap_or(word);
    let word = word.strip_suffix(PIECES).unwrap_or(word);
    match word.strip_suffix('=').unwrap_or(word).as_bytes() {
        [origin @ .., b'a'..=b'h', b'1'..=b'8'] => {
            origin.len() <= 3
                && origin.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-'))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
