//! What happened on the server, for logs and tests.

use std::fmt;

use super::fault_plan::Fault;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Drawn.
    Draw,
    /// Aborted.
    None,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::White => "1-0",
            Outcome::Black => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::None => "*",
        })
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// Somebody came in.
    Login {
        /// Who.
        name: String,
        /// On which connection.
        connection: u64,
        /// Whether as a guest.
        guest: bool,
    },
    /// Somebody went, or their link did.
    Left {
        /// Who.
        name: String,
    },
    /// A game began.
    Started {
        /// Its number.
        game: u32,
        /// White and Black.
        names: [String; 2],
        /// Initial minutes and increment in seconds.
        control: [u32; 2],
        /// Whether ratings are at stake.
        rated: bool,
    },
    /// A move was made.
    Move {
        /// The game's number.
        game: u32,
        /// Who made it.
        player: String,
        /// The move, in SAN.
        san: String,
        /// What it took, in milliseconds.
        took: u64,
        /// Both clocks afterwards, in milliseconds.
        clocks: [i64; 2],
    },
    /// A command was not obeyed.
    Rejected {
        /// Whose.
        player: String,
        /// What was asked.
        command: String,
        /// What was answered.
        answer: String,
    },
    /// A game ended.
    Ended {
        /// Its number.
        game: u32,
        /// White and Black.
        names: [String; 2],
        /// The result.
        outcome: Outcome,
        /// Why, in the server's words.
        reason: String,
    },
    /// A game was put aside.
    Adjourned {
        /// Its number.
        game: u32,
        /// White and Black.
        names: [String; 2],
        /// Both clocks, in milliseconds.
        clocks: [i64; 2],
    },
    /// A game went on.
    Resumed {
        /// Its number.
        game: u32,
        /// White and Black.
        names: [String; 2],
        /// Both clocks, in milliseconds.
        clocks: [i64; 2],
    },
    /// Something was made to go wrong.
    Faulted {
        /// On which connection.
        connection: u64,
        /// What.
        fault: Fault,
    },
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Record::Login { name, connection, guest } => {
                let kind = if *guest { "guest" } else { "registered" };
                write!(f, "{name} ({kind}) logs in on connection {connection}")
            }
            Record::Left { name } => write!(f, "{name} leaves"),
            Record::Started { game, names: [white, black], control: [time, inc], rated } => {
                let kind = if *rated { "rated" } else { "unrated" };
                write!(f, "game {game} begins: {white} - {black}, {kind} {time} {inc}")
            }
            Record::Move { game, player, san, took, clocks: [white, black] } => {
                write!(
                    f,
                    "game {game}: {player} plays {san} in {took} ms, clocks {white} {black} ms"
                )
            }
            Record::Rejected { player, command, answer } => {
                write!(f, "{player} asked `{command}` and heard: {answer}")
            }
            Record::Ended { game, names: [white, black], outcome, reason } => {
                write!(f, "game {game} ends: {white} - {black} {outcome}, {reason}")
            }
            Record::Adjourned { game, names: [white, black], clocks } => {
                let [w, b] = clocks;
                write!(f, "game {game} is adjourned: {white} - {black}, clocks {w} {b} ms")
            }
            Record::Resumed { game, names: [white, black], clocks } => {
                let [w, b] = clocks;
                write!(f, "game {game} goes on: {white} - {black}, clocks {w} {b} ms")
            }
            Record::Faulted { connection, fault } => {
                write!(f, "fault on connection {connection}: {fault:?}")
            }
        }
    }
}
