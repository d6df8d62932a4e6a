//! What session and ranks say to each other, and how it is written: whole numbers with the low byte first,
//! texts and lists behind their lengths. The reader is total: what cannot be meant is refused.

use crate::{
    position::{ChessMove, Game, Position},
    search::{Finding, MAX_DEPTH, pack_move, score::MATE, unpack_move},
};

/// Who does not have this does not understand the other.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/1");

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
        /// What it has sent and received so far.
        traffic: Traffic,
    },
    /// A rank, or its relay: I cannot help, for this reason.
    Trouble {
        /// Who.
        rank: u16,
        /// Why.
        text: String,
    },
    /// The session, and the relay for it: that was all.
    Quit,
}

/// What a rank searches with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
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
    /// The score, for the side to move.
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
            Message::Alive { rank, number, nodes, traffic: it } => {
                let to = to.u8(8).u16(*rank).u64(*number).u64(*nodes);
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
                let traffic = Traffic {
                    messages_out: from.u64()?,
                    bytes_out: from.u64()?,
                    messages_in: from.u64()?,
                    bytes_in: from.u64()?,
                    dropped: from.u64()?,
                };
                Message::Alive { rank, number, nodes, traffic }
            }
            9 => Message::Trouble { rank: from.rank()?, text: from.text()? },
            10 => Message::Quit,
            _ => return None,
        };
        from.0.is_empty().then_some(message)
    }
}

impl Setup {
    fn write<'a, 'b>(&self, to: &'a mut Writer<'b>) -> &'a mut Writer<'b> {
        let to = to.u32(self.era).u16(self.threads).u32(self.megabytes);
        to.text(&self.evaluation).text(&self.file).text(&self.check).text(&self.syzygy)
    }

    fn read(from: &mut Reader<'_>) -> Option<Setup> {
        Some(Setup {
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

struct Writer<'a>(&'a mut Vec<u8>);

impl Writer<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    fn u8(&mut self, number: u8) -> &mut Self {
        self.bytes(&[number])
    }

    fn u16(&mut self, number: u16) -> &mut Self {
        self.bytes(&number.to_le_bytes())
    }

    fn u32(&mut self, number: u32) -> &mut Self {
        self.bytes(&number.to_le_bytes())
    }

    fn u64(&mut self, number: u64) -> &mut Self {
        self.bytes(&number.to_le_bytes())
    }

    /// A text of up to 65,535 bytes; what is beyond that is left out.
    fn text(&mut self, text: &str) -> &mut Self {
        let end = (0..=text.len().min(usize::from(u16::MAX))).rev();
        let end = end.into_iter().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
        let text = text.get(..end).unwrap_or_default();
        self.u16(text.len() as u16).bytes(text.as_bytes())
    }

    fn moves(&mut self, moves: &[ChessMove]) -> &mut Self {
        let to = self.u16(moves.len() as u16);
        moves.iter().fold(to, |to, &mv| to.u16(pack_move(Some(mv))))
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn chunk<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (chunk, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*chunk)
    }

    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn u8(&mut self) -> Option<u8> {
        self.chunk().map(u8::from_le_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.chunk().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.chunk().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.chunk().map(u64::from_le_bytes)
    }

    fn flag(&mut self) -> Option<bool> {
        self.u8().filter(|&flag| flag < 2).map(|flag| flag == 1)
    }

    fn rank(&mut self) -> Option<u16> {
        self.u16().filter(|&rank| rank <= MAX_RANKS)
    }

    fn depth(&mut self) -> Option<u8> {
        self.u8().filter(|&depth| u32::from(depth) <= MAX_DEPTH)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.u16()?;
        String::from_utf8(self.bytes(usize::from(length))?.to_vec()).ok()
    }

    fn mv(&mut self) -> Option<ChessMove> {
        unpack_move(self.u16()?)
    }

    fn moves(&mut self) -> Option<Vec<ChessMove>> {
        let count = self.u16()?;
        let bytes = self.bytes(2 * usize::from(count))?;
        bytes.chunks_exact(2).map(|mv| Reader(mv).mv()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::frame,
        search::{Bound, Entry},
    };

    fn game() -> Game {
        let mut game = Game::new(Position::startpos());
        for mv in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"] {
            let mv = game.position().parse_move(mv).unwrap_or_default();
            game.play(mv);
        }
        game
    }

    /// One message of each kind.
    fn every_kind() -> Vec<Message> {
        let game = game();
        let mv = game.moves()[2];
        let (text, traffic) =
            ("there is no network".to_owned(), Traffic { dropped: 3, ..Traffic::default() });
        let entry =
            Entry { mv: Some(mv), score: -7, eval: None, depth: 9, bound: Bound::Upper, pv: false };
        let report = |scope| {
            let (depth, seldepth, score, nodes, line) =
                (20, 31, -29_990, 1 << 40, game.moves().to_vec());
            Message::Report(Report {
                rank: 3,
                number: 1,
                scope,
                depth,
                seldepth,
                score,
                nodes,
                line,
            })
        };
        let root_moves = vec![mv];
        vec![
            Message::Ready { ranks: 4, version: VERSION.to_owned() },
            Message::Setup(Setup {
                era: 1,
                threads: 8,
                megabytes: 1024,
                check: text.clone(),
                ..Setup::default()
            }),
            Message::NewGame { era: 2 },
            Message::Search(Search {
                root_moves,
                depth: Some(30),
                apart: true,
                ..Search::of(5, &game)
            }),
            Message::Lines { number: 5, moves: game.moves().to_vec() },
            Message::Stop { number: u64::MAX },
            report(Scope::Whole),
            report(Scope::Line),
            report(Scope::Reply(mv)),
            Message::Batch { origin: 2, era: 1, findings: vec![Finding::new(77, &entry); 30] },
            Message::Alive { rank: 2, number: 5, nodes: 12, traffic },
            Message::Trouble { rank: 1, text },
            Message::Quit,
        ]
    }

    #[test]
    fn every_message_is_read_as_it_was_written() {
        for message in every_kind() {
            let bytes = frame(&message);
            assert_eq!(frame::read(&bytes), Ok(message));
        }
    }

    #[test]
    fn a_cut_message_is_none() {
        for message in every_kind() {
            let mut body = Vec::new();
            message.write(&mut body);
            for length in 0..body.len() {
                assert_eq!(Message::of_body(&body[..length]), None, "{message:?} cut to {length}");
            }
            body.push(0);
            assert_eq!(Message::of_body(&body), None, "{message:?} and more");
        }
    }

    #[test]
    fn a_batch_of_thirty_entries_has_some_512_bytes() {
        let batch =
            every_kind().into_iter().find(|message| matches!(message, Message::Batch { .. }));
        let bytes = batch.map(|batch| frame(&batch).len());
        assert!(bytes.is_some_and(|bytes| (480..=512).contains(&bytes)), "{bytes:?}");
    }

    #[test]
    fn a_game_arrives_with_its_moves_and_no_illegal_one() {
        let search = Search::of(1, &game());
        let arrived = search.game().map(|game| game.position().fen());
        assert_eq!(arrived, Some(game().position().fen()));
        let moves = search.moves.iter().rev().copied().collect();
        assert!(Search { moves, ..search.clone() }.game().is_none());
        assert!(Search { start: "nonsense".to_owned(), ..search }.game().is_none());
    }
}
