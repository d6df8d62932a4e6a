//! What session and ranks say to each other, and how it is written: whole numbers with the low byte first,
//! texts and lists behind their lengths. The reader is total: what cannot be meant is refused.

mod wire;

#[cfg(test)]
mod tests;

use self::wire::{Reader, Writer};
use crate::{
    position::{ChessMove, Game, Position},
    search::{Finding, pack_move, score::MATE},
};

/// Who does not have this does not understand the other.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");

/// The most ranks of a cluster.
const MAX_RANKS: u16 = 4_096;
/// The longest line that is told, in plies.
const MAX_LINE: usize = 64;

/// Everything that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The relay: all are there.
    Ready {
        /// Processes in all, the relay's included.
        ranks: u16,
        /// The relay's [`VERSION`].
        version: String,
    },
    /// The session: search with these from now on, and forget all.
    Setup(Setup),
    /// The session: forget all.
    NewGame {
        /// The number of the memories that begin now.
        era: u32,
    },
    /// The session: search this.
    Search(Search),
    /// The session: these are the best root moves; the first is its own, the others are for the ranks.
    Lines {
        /// The search.
        number: u64,
        /// The moves.
        moves: Vec<ChessMove>,
    },
    /// The session: the search with this number, and all before it, are over.
    Stop {
        /// The number.
        number: u64,
    },
    /// Anybody: so far I have come.
    Report(Report),
    /// Anybody: entries of my table.
    Batch {
        /// The rank they come from; back there, they have been round.
        origin: u16,
        /// The number of the memories they belong to.
        era: u32,
        /// The entries.
        findings: Vec<Finding>,
    },
    /// Anybody: I live.
    Alive {
        /// Who.
        rank: u16,
        /// The search under way, and its nodes.
        number: u64,
        /// See there.
        nodes: u64,
        /// Whether it searches.
        help: Help,
        /// What it has sent and received so far.
        traffic: Traffic,
    },
    /// A rank, or its relay: something is wrong with me.
    Trouble {
        /// Who.
        rank: u16,
        /// What, in words that follow the rank's name; the relay's stand alone.
        text: String,
    },
    /// The session, and the relay for it: that was all.
    Quit,
}

/// Whether somebody takes part in searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Help {
    /// That is not settled yet: it has not been told what to search with, or is making its table.
    #[default]
    NotYet,
    /// It does.
    Yes,
    /// It cannot.
    No,
}

/// What a rank searches with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The session's [`VERSION`]. A rank with another one reads nothing of what is behind it.
    pub version: String,
    /// The number of the memories that begin now.
    pub era: u32,
    /// Search threads of each rank.
    pub threads: u16,
    /// Table of each rank, in MiB.
    pub megabytes: u32,
    /// What scores positions: `classical`, `baguette` or `network`.
    pub evaluation: String,
    /// The file with the network; that of the program if empty.
    pub file: String,
    /// What the evaluation calls itself: scores of another one would be worth nothing.
    pub check: String,
    /// Folders with endgame tables.
    pub syzygy: String,
}

/// A position to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Its number; later ones are greater.
    pub number: u64,
    /// The position that the game began with, as FEN.
    pub start: String,
    /// The moves since; repetitions count.
    pub moves: Vec<ChessMove>,
    /// The root moves to consider; all of them if empty.
    pub root_moves: Vec<ChessMove>,
    /// Deepest iteration, in plies.
    pub depth: Option<u8>,
    /// The last move is only expected: each rank is to take another reply in its place.
    pub apart: bool,
}

/// How far a searcher has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who; 0 is the session.
    pub rank: u16,
    /// The search.
    pub number: u64,
    /// What was searched of it.
    pub scope: Scope,
    /// Depth of the completed iteration, in plies.
    pub depth: u8,
    /// Deepest ply reached.
    pub seldepth: u8,
    /// The score, for the side to move, in centipawns of the evaluation.
    pub score: i16,
    /// Nodes of the search under way.
    pub nodes: u64,
    /// The principal variation; never empty.
    pub line: Vec<ChessMove>,
}

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The position.
    Whole,
    /// Its line's first move alone.
    Line,
    /// The position after this reply, in place of the expected one.
    Reply(ChessMove),
}

/// What somebody has sent and received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages sent.
    pub messages_out: u64,
    /// Bytes sent.
    pub bytes_out: u64,
    /// Messages received.
    pub messages_in: u64,
    /// Bytes received.
    pub bytes_in: u64,
    /// Messages that were dropped, as there was too much.
    pub dropped: u64,
}

impl Traffic {
    /// A message of so many bytes goes out.
    pub fn sent(&mut self, bytes: usize) {
        self.messages_out += 1;
        self.bytes_out += bytes as u64;
    }

    /// A message of so many bytes comes in.
    pub fn received(&mut self, bytes: usize) {
        self.messages_in += 1;
        self.bytes_in += bytes as u64;
    }

    /// What has come on top of an earlier count.
    #[must_use]
    pub fn since(self, earlier: Traffic) -> Traffic {
        Traffic {
            messages_out: self.messages_out.saturating_sub(earlier.messages_out),
            bytes_out: self.bytes_out.saturating_sub(earlier.bytes_out),
            messages_in: self.messages_in.saturating_sub(earlier.messages_in),
            bytes_in: self.bytes_in.saturating_sub(earlier.bytes_in),
            dropped: self.dropped.saturating_sub(earlier.dropped),
        }
    }
}

impl Search {
    /// The search of a game's present position.
    pub fn of(number: u64, game: &Game) -> Search {
        let (start, moves) = (game.start().fen(), game.moves().to_vec());
        Search { number, start, moves, ..Search::default() }
    }

    /// The game, if its moves are legal.
    pub fn game(&self) -> Option<Game> {
        let mut game = Game::new(Position::from_fen(&self.start).ok()?);
        self.moves.iter().all(|&mv| game.play(mv)).then_some(game)
    }
}

impl Message {
    /// Whether little is lost with it: another one of its kind follows before long. All else is said only once, and
    /// a rank that had missed it would be of no use from then on.
    pub(super) fn may_be_lost(&self) -> bool {
        matches!(self, Message::Report(_) | Message::Batch { .. } | Message::Alive { .. })
    }

    /// Writes the message behind what is there.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let mut to = Writer(bytes);
        match self {
            Message::Ready { ranks, version } => to.u8(0).u16(*ranks).text(version),
            Message::Setup(setup) => setup.write(to.u8(1)),
            Message::NewGame { era } => to.u8(2).u32(*era),
            Message::Search(search) => search.write(to.u8(3)),
            Message::Lines { number, moves } => to.u8(4).u64(*number).moves(moves),
            Message::Stop { number } => to.u8(5).u64(*number),
            Message::Report(report) => report.write(to.u8(6)),
            Message::Batch { origin, era, findings } => {
                let to = to.u8(7).u16(*origin).u32(*era).u16(findings.len() as u16);
                let words = findings.iter().flat_map(|finding| finding.words());
                words.fold(to, |to, word| to.u64(word))
            }
            Message::Alive { rank, number, nodes, help, traffic: it } => {
                let to = to.u8(8).u16(*rank).u64(*number).u64(*nodes).u8(*help as u8);
                let to = to.u64(it.messages_out).u64(it.bytes_out);
                to.u64(it.messages_in).u64(it.bytes_in).u64(it.dropped)
            }
            Message::Trouble { rank, text } => to.u8(9).u16(*rank).text(text),
            Message::Quit => to.u8(10),
        };
    }

    /// The message that a frame with this body has.
    pub fn of_body(bytes: &[u8]) -> Option<Message> {
        let mut from = Reader(bytes);
        let message = match from.u8()? {
            0 => Message::Ready { ranks: from.rank()?, version: from.text()? },
            1 => Message::Setup(Setup::read(&mut from)?),
            2 => Message::NewGame { era: from.u32()? },
            3 => Message::Search(Search::read(&mut from)?),
            4 => Message::Lines { number: from.u64()?, moves: from.moves()? },
            5 => Message::Stop { number: from.u64()? },
            6 => Message::Report(Report::read(&mut from)?),
            7 => {
                let (origin, era, count) = (from.rank()?, from.u32()?, from.u16()?);
                let mut finding = || Finding::of_words([from.u64()?, from.u64()?]);
                let findings = (0..count).map(|_| finding()).collect::<Option<_>>()?;
                Message::Batch { origin, era, findings }
            }
            8 => {
                let (rank, number, nodes) = (from.rank()?, from.u64()?, from.u64()?);
                let help = Help::read(&mut from)?;
                let traffic = Traffic {
                    messages_out: from.u64()?,
                    bytes_out: from.u64()?,
                    messages_in: from.u64()?,
                    bytes_in: from.u64()?,
                    dropped: from.u64()?,
                };
                Message::Alive { rank, number, nodes, help, traffic }
            }
            9 => Message::Trouble { rank: from.rank()?, text: from.text()? },
            10 => Message::Quit,
            _ => return None,
        };
        from.0.is_empty().then_some(message)
    }
}

impl Help {
    fn read(from: &mut Reader<'_>) -> Option<Help> {
        let all = [Help::NotYet, Help::Yes, Help::No];
        all.get(usize::from(from.u8()?)).copied()
    }
}

impl Setup {
    fn write<'a, 'b>(&self, to: &'a mut Writer<'b>) -> &'a mut Writer<'b> {
        let to = to.text(&self.version).u32(self.era).u16(self.threads).u32(self.megabytes);
        to.text(&self.evaluation).text(&self.file).text(&self.check).text(&self.syzygy)
    }

    fn read(from: &mut Reader<'_>) -> Option<Setup> {
        let version = from.text()?;
        if version != VERSION {
            from.0 = &[];
            return Some(Setup { version, ..Setup::default() });
        }
        Some(Setup {
            version,
            era: from.u32()?,
            threads: from.u16()?,
            megabytes: from.u32()?,
            evaluation: from.text()?,
            file: from.text()?,
            check: from.text()?,
            syzygy: from.text()?,
        })
    }
}

impl Search {
    fn write<'a, 'b>(&self, to: &'a mut Writer<'b>) -> &'a mut Writer<'b> {
        let to = to.u64(self.number).text(&self.start).moves(&self.moves).moves(&self.root_moves);
        to.u8(self.depth.unwrap_or_default()).u8(u8::from(self.apart))
    }

    fn read(from: &mut Reader<'_>) -> Option<Search> {
        Some(Search {
            number: from.u64()?,
            start: from.text()?,
            moves: from.moves()?,
            root_moves: from.moves()?,
            depth: Some(from.depth()?).filter(|&depth| depth > 0),
            apart: from.flag()?,
        })
    }
}

impl Report {
    fn write<'a, 'b>(&self, to: &'a mut Writer<'b>) -> &'a mut Writer<'b> {
        let to = to.u16(self.rank).u64(self.number);
        let to = match self.scope {
            Scope::Whole => to.u8(0),
            Scope::Line => to.u8(1),
            Scope::Reply(mv) => to.u8(2).u16(pack_move(Some(mv))),
        };
        let to = to.u8(self.depth).u8(self.seldepth).u16(self.score as u16).u64(self.nodes);
        to.moves(self.line.get(..MAX_LINE).unwrap_or(&self.line))
    }

    fn read(from: &mut Reader<'_>) -> Option<Report> {
        let (rank, number) = (from.rank()?, from.u64()?);
        let scope = match from.u8()? {
            0 => Scope::Whole,
            1 => Scope::Line,
            2 => Scope::Reply(from.mv()?),
            _ => return None,
        };
        let (depth, seldepth, score) = (from.depth()?, from.u8()?, from.u16()? as i16);
        let (nodes, line) = (from.u64()?, from.moves()?);
        let sound =
            depth > 0 && i32::from(score).abs() <= MATE && (1..=MAX_LINE).contains(&line.len());
        sound.then_some(Report { rank, number, scope, depth, seldepth, score, nodes, line })
    }
}
