//! What a searcher gives to the others and hears of them: the same for the session and for every rank.
//! Nothing here waits; where there is too much to be sent, entries are dropped, and messages that newer ones follow.

#[cfg(test)]
mod tests;

use std::sync::{
    Mutex, MutexGuard, TryLockError,
    atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};

use super::message::{Message, Report, Scope, Search};
use crate::{
    lock::lock,
    position::{ChessMove, Game, Position},
    search::{Findings, Iteration, Partner, ThreadResult},
};

/// Portions of entries that may wait to be sent, and messages before some are dropped.
const WAITING: usize = 256;

/// What is to be sent.
#[derive(Clone)]
pub struct Outgoing {
    /// Entries of the table.
    pub findings: Receiver<Findings>,
    /// Everything else.
    pub messages: Receiver<Message>,
}

/// One searcher's share in the common search.
pub struct Exchange {
    rank: u16,
    seat: AtomicUsize,
    wanted_moves: AtomicUsize,
    findings: Sender<Findings>,
    messages: Sender<Message>,
    dropped: AtomicU64,
    /// Whether what the others say of the position is of no use: another one is searched, or a part of it.
    apart: AtomicBool,
    news: AtomicU32,
    nodes: AtomicU64,
    /// Nodes of all the others.
    elsewhere: AtomicU64,
    heard: Mutex<Heard>,
}

/// A root move that was searched for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What was found; the line begins with the move.
    pub result: ThreadResult,
    /// The rank that has searched it.
    pub rank: u16,
}

/// What the others have said of the search under way.
#[derive(Default)]
struct Heard {
    /// The search's number: here, so that it never changes between a look at it and what is noted.
    number: u64,
    game: Option<Game>,
    /// The latest word of each rank about the position, about root moves, and about positions after other
    /// replies than the expected one, with their keys.
    opinions: Vec<(u16, ThreadResult)>,
    lines: Vec<Line>,
    replies: Vec<(u64, u16, ThreadResult)>,
    nodes: Vec<(u16, u64)>,
    /// The root moves that were shared out last.
    shared: Vec<ChessMove>,
}

impl Exchange {
    /// The share of a rank, 0 for the session's, and what it wants to have sent.
    pub fn new(rank: u16) -> (Exchange, Outgoing) {
        let ((findings, their_findings), (messages, their_messages)) =
            (bounded(WAITING), unbounded());
        let exchange = Exchange {
            rank,
            seat: AtomicUsize::default(),
            wanted_moves: AtomicUsize::default(),
            findings,
            messages,
            dropped: AtomicU64::default(),
            apart: AtomicBool::default(),
            news: AtomicU32::default(),
            nodes: AtomicU64::default(),
            elsewhere: AtomicU64::default(),
            heard: Mutex::default(),
        };
        (exchange, Outgoing { findings: their_findings, messages: their_messages })
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        lock(&self.heard)
    }

    /// The same for a search, which waits for nobody: nothing if somebody else is just looking or writing.
    fn glance(&self) -> Option<MutexGuard<'_, Heard>> {
        match self.heard.try_lock() {
            Ok(heard) => Some(heard),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// From now on so many threads of others come first.
    pub fn take_seat(&self, seat: usize) {
        self.seat.store(seat, Relaxed);
    }

    /// From now on so many of the best root moves are asked for.
    pub fn want_moves(&self, count: usize) {
        self.wanted_moves.store(count, Relaxed);
    }

    /// From now on what the others say of the position counts, or does not.
    pub fn keep_apart(&self, apart: bool) {
        self.apart.store(apart, Relaxed);
    }

    /// Sends a message. Where too many are waiting, those are dropped that may be lost.
    pub fn say(&self, message: Message) {
        let spare = self.messages.len() >= WAITING && message.may_be_lost();
        if spare || self.messages.send(message).is_err() {
            self.dropped.fetch_add(1, Relaxed);
        }
    }

    /// A search begins. What a rank has found about just this position while it was still a mere
    /// possibility counts at once.
    pub fn begin(&self, number: u64, game: &Game) {
        let mut heard = self.heard();
        let key = game.position().key();
        let known = heard.replies.drain(..).filter(|(of, ..)| *of == key);
        let opinions: Vec<_> = known.map(|(_, rank, result)| (rank, result)).collect();
        *heard = Heard { number, game: Some(game.clone()), opinions, ..Heard::default() };
        self.nodes.store(0, Relaxed);
        self.elsewhere.store(0, Relaxed);
        drop(heard);
        self.news.fetch_add(1, Relaxed);
    }

    /// The number of the search under way.
    pub fn number(&self) -> u64 {
        self.heard().number
    }

    /// Tells the others how far an iteration of the search with this number has got that is complete. The next
    /// search may have begun meanwhile.
    pub fn tell(&self, number: u64, scope: Scope, iteration: &Iteration<'_>) {
        self.count(iteration.nodes);
        self.say(Message::Report(Report {
            rank: self.rank,
            number,
            scope,
            depth: iteration.depth.min(255) as u8,
            seldepth: iteration.seldepth.min(255) as u8,
            score: iteration.score as i16,
            nodes: iteration.nodes,
            line: iteration.line.to_vec(),
        }));
    }

    /// Notes the nodes of one's own search.
    pub fn count(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// The nodes of one's own search.
    pub fn own_nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Portions of entries, and messages, that were not sent as there was too much.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Relaxed)
    }

    /// A rank has so many nodes.
    pub fn hear_nodes(&self, rank: u16, number: u64, nodes: u64) {
        let mut heard = self.heard();
        if number == heard.number && rank != self.rank {
            self.elsewhere.store(heard.count(rank, nodes), Relaxed);
        }
    }

    /// A rank tells how far it has come. What is not about the search under way, or not legal there, is not
    /// heard.
    pub fn hear(&self, report: &Report) {
        let mut heard = self.heard();
        if report.number != heard.number || report.rank == self.rank {
            return;
        }
        let Some(root) = heard.root(report.scope).filter(|root| is_legal(root, &report.line))
        else {
            return;
        };
        let result = ThreadResult {
            line: report.line.clone(),
            score: report.score.into(),
            depth: report.depth.into(),
            seldepth: report.seldepth.into(),
        };
        let nodes = heard.count(report.rank, report.nodes);
        self.elsewhere.store(nodes, Relaxed);
        heard.note(report, root.key(), result);
        drop(heard);
        self.news.fetch_add(1, Relaxed);
    }

    /// Nodes of all the others in the search under way.
    pub fn nodes_elsewhere(&self) -> u64 {
        self.elsewhere.load(Relaxed)
    }

    /// The root moves that ranks have searched for themselves, the best one first: those whose scores are
    /// comparable with that of a search of this depth, in plies.
    pub fn lines(&self, depth: u32) -> Vec<Line> {
        let mut lines = self.glance().map(|heard| heard.lines.clone()).unwrap_or_default();
        lines.retain(|line| line.result.is_comparable(depth));
        lines.sort_by_key(|line| std::cmp::Reverse(line.result.score));
        lines
    }

    /// All ranks are gone: what they have said of the search under way stands, nothing waits to be sent.
    pub fn forget(&self, outgoing: &Outgoing) {
        outgoing.messages.try_iter().for_each(drop);
        outgoing.findings.try_iter().for_each(drop);
    }
}

impl Heard {
    /// The position that a report is about.
    fn root(&self, scope: Scope) -> Option<Position> {
        let game = self.game.as_ref()?;
        match scope {
            Scope::Whole | Scope::Line => Some(game.position().clone()),
            Scope::Reply(mv) => {
                let before = game.positions().iter().rev().nth(1)?;
                let mut after = before.clone();
                before.is_legal(mv).then(|| after.play(mv))?;
                Some(after)
            }
        }
    }

    /// Notes what a rank has found, in place of what it has found before. Who searches root moves for themselves has
    /// no opinion of the position any more: that of before would grow old.
    fn note(&mut self, report: &Report, key: u64, result: ThreadResult) {
        let rank = report.rank;
        match report.scope {
            Scope::Whole => {
                self.opinions.retain(|(of, _)| *of != rank);
                self.opinions.push((rank, result));
            }
            Scope::Line => {
                self.opinions.retain(|(of, _)| *of != rank);
                self.lines.retain(|line| line.result.line.first() != result.line.first());
                self.lines.push(Line { result, rank });
            }
            Scope::Reply(_) => {
                self.replies.retain(|(_, of, _)| *of != rank);
                self.replies.push((key, rank, result));
            }
        }
    }

    /// Notes the nodes of a rank; those of all.
    fn count(&mut self, rank: u16, nodes: u64) -> u64 {
        match self.nodes.iter_mut().find(|(of, _)| *of == rank) {
            Some((_, count)) => *count = nodes.max(*count),
            None => self.nodes.push((rank, nodes)),
        }
        self.nodes.iter().map(|(_, nodes)| nodes).sum()
    }
}

/// Whether a line can be played.
fn is_legal(root: &Position, line: &[ChessMove]) -> bool {
    let mut position = root.clone();
    line.iter().all(|&mv| {
        let legal = position.is_legal(mv);
        if legal {
            position.play(mv);
        }
        legal
    })
}

impl Partner for Exchange {
    fn seat(&self) -> usize {
        self.seat.load(Relaxed)
    }

    fn offer(&self, findings: Findings) {
        if self.findings.try_send(findings).is_err() {
            self.dropped.fetch_add(1, Relaxed);
        }
    }

    fn news(&self) -> u32 {
        self.news.load(Relaxed)
    }

    fn opinions(&self) -> Vec<ThreadResult> {
        if self.apart.load(Relaxed) {
            return Vec::new();
        }
        let Some(heard) = self.glance() else {
            // Whoever asks for news comes again.
            self.news.fetch_add(1, Relaxed);
            return Vec::new();
        };
        heard.opinions.iter().map(|(_, result)| result.clone()).collect()
    }

    fn wanted_moves(&self) -> usize {
        self.wanted_moves.load(Relaxed)
    }

    /// The ranks are told only when a move beside the best one has no line of its own (the best one of before may be
    /// such a move): they begin anew with what they get.
    fn candidates(&self, moves: &[ChessMove]) {
        let Some(mut heard) = self.glance() else { return };
        let others = moves.get(1..).unwrap_or_default();
        if !others.iter().all(|mv| heard.shared.contains(mv)) {
            heard.shared = others.to_vec();
            let number = heard.number;
            drop(heard);
            self.say(Message::Lines { number, moves: moves.to_vec() });
        }
    }

    fn second(&self, best: ChessMove, depth: u32) -> Option<(ChessMove, i32)> {
        let heard = self.glance()?;
        let deep = heard.lines.iter().filter(|line| line.result.is_comparable(depth));
        let scores = deep.filter_map(|line| Some((*line.result.line.first()?, line.result.score)));
        scores.filter(|(mv, _)| *mv != best).max_by_key(|(_, score)| *score)
    }
}

impl Search {
    /// The game in which another reply stands in place of the last move.
    pub(super) fn with_reply(&self, reply: ChessMove) -> Option<Game> {
        let mut game = self.game()?;
        game.undo()?;
        game.play(reply).then_some(game)
    }
}
