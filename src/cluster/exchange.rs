//! What a searcher gives to the others and hears of them: the same for the session and for every rank.
//! Nothing here waits; where there is too much to be sent, entries are dropped.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use crossbeam::channel::{Receiver, Sender, bounded};

use super::message::{Message, Report, Scope, Search};
use crate::{
    position::{ChessMove, Game, Position},
    search::{Findings, Iteration, Partner, ThreadResult},
};

/// Portions of entries, and messages, that may wait to be sent.
const WAITING: usize = 256;
/// Scores of other root moves are comparable with the best one's from so many plies below its depth on.
const COMPARABLE: u32 = 3;

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
    number: AtomicU64,
    nodes: AtomicU64,
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
    game: Option<Game>,
    /// The latest word of each rank about the position, about root moves, and about positions after other
    /// replies than the expected one, with their keys.
    opinions: Vec<(u16, ThreadResult)>,
    lines: Vec<Line>,
    replies: Vec<(u64, u16, ThreadResult)>,
    nodes: Vec<(u16, u64)>,
    /// The root moves that were named last.
    named: Vec<ChessMove>,
}

impl Exchange {
    /// The share of a rank, 0 for the session's, and what it wants to have sent.
    pub fn new(rank: u16) -> (Exchange, Outgoing) {
        let ((findings, their_findings), (messages, their_messages)) =
            (bounded(WAITING), bounded(WAITING));
        let exchange = Exchange {
            rank,
            seat: AtomicUsize::default(),
            wanted_moves: AtomicUsize::default(),
            findings,
            messages,
            dropped: AtomicU64::default(),
            apart: AtomicBool::default(),
            news: AtomicU32::default(),
            number: AtomicU64::default(),
            nodes: AtomicU64::default(),
            heard: Mutex::default(),
        };
        (exchange, Outgoing { findings: their_findings, messages: their_messages })
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Sends a message, if not too many are waiting.
    pub fn say(&self, message: Message) {
        if self.messages.try_send(message).is_err() {
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
        *heard = Heard { game: Some(game.clone()), opinions, ..Heard::default() };
        drop(heard);
        self.number.store(number, Relaxed);
        self.nodes.store(0, Relaxed);
        self.news.fetch_add(1, Relaxed);
    }

    /// The number of the search under way.
    pub fn number(&self) -> u64 {
        self.number.load(Relaxed)
    }

    /// Tells the others how far an iteration has got that is complete.
    pub fn tell(&self, scope: Scope, iteration: &Iteration<'_>) {
        self.count(iteration.nodes);
        self.say(Message::Report(Report {
            rank: self.rank,
            number: self.number(),
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
        if number == self.number() && rank != self.rank {
            self.heard().count(rank, nodes);
        }
    }

    /// A rank tells how far it has come. What is not about the search under way, or not legal there, is not
    /// heard.
    pub fn hear(&self, report: &Report) {
        if report.number != self.number() || report.rank == self.rank {
            return;
        }
        let mut heard = self.heard();
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
        heard.count(report.rank, report.nodes);
        heard.note(report, root.key(), result);
        drop(heard);
        self.news.fetch_add(1, Relaxed);
    }

    /// Nodes of all the others in the search under way.
    pub fn nodes_elsewhere(&self) -> u64 {
        self.heard().nodes.iter().map(|(_, nodes)| nodes).sum()
    }

    /// The root moves that ranks have searched for themselves, the best one first: those whose scores are
    /// comparable with that of a search of this depth, in plies.
    pub fn lines(&self, depth: u32) -> Vec<Line> {
        let mut lines = self.heard().lines.clone();
        lines.retain(|line| line.is_comparable(depth));
        lines.sort_by_key(|line| std::cmp::Reverse(line.result.score));
        lines
    }

    /// All ranks are gone: what they have said of the search under way stands, nothing waits to be sent.
    pub fn forget(&self, outgoing: &Outgoing) {
        outgoing.messages.try_iter().for_each(drop);
        outgoing.findings.try_iter().for_each(drop);
    }
}

impl Line {
    fn is_comparable(&self, depth: u32) -> bool {
        self.result.depth + COMPARABLE >= depth
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

    /// Notes what a rank has found, in place of what it has found before.
    fn note(&mut self, report: &Report, key: u64, result: ThreadResult) {
        let rank = report.rank;
        match report.scope {
            Scope::Whole => {
                self.opinions.retain(|(of, _)| *of != rank);
                self.opinions.push((rank, result));
            }
            Scope::Line => {
                self.lines.retain(|line| line.result.line.first() != result.line.first());
                self.lines.push(Line { result, rank });
            }
            Scope::Reply(_) => {
                self.replies.retain(|(_, of, _)| *of != rank);
                self.replies.push((key, rank, result));
            }
        }
    }

    fn count(&mut self, rank: u16, nodes: u64) {
        match self.nodes.iter_mut().find(|(of, _)| *of == rank) {
            Some((_, count)) => *count = nodes.max(*count),
            None => self.nodes.push((rank, nodes)),
        }
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
        self.heard().opinions.iter().map(|(_, result)| result.clone()).collect()
    }

    fn wanted_moves(&self) -> usize {
        self.wanted_moves.load(Relaxed)
    }

    /// The ranks are told only when it is about other moves: they begin anew with what they get.
    fn candidates(&self, moves: &[ChessMove]) {
        let mut heard = self.heard();
        let same =
            moves.len() == heard.named.len() && moves.iter().all(|mv| heard.named.contains(mv));
        if !same {
            heard.named = moves.to_vec();
            drop(heard);
            self.say(Message::Lines { number: self.number(), moves: moves.to_vec() });
        }
    }

    fn second(&self, best: ChessMove, depth: u32) -> Option<(ChessMove, i32)> {
        let heard = self.heard();
        let deep = heard.lines.iter().filter(|line| line.is_comparable(depth));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Position::startpos());
        for mv in moves {
            let mv = game.position().parse_move(mv).expect("a legal move");
            game.play(mv);
        }
        game
    }

    fn line(game: &Game, moves: &[&str]) -> Vec<ChessMove> {
        let mut game = game.clone();
        let mut line = Vec::new();
        for mv in moves {
            let mv = game.position().parse_move(mv).expect("a legal move");
            game.play(mv);
            line.push(mv);
        }
        line
    }

    fn report(rank: u16, scope: Scope, (depth, score): (u8, i16), line: Vec<ChessMove>) -> Report {
        Report { rank, number: 1, scope, depth, seldepth: depth, score, nodes: 100, line }
    }

    #[test]
    fn what_ranks_say_of_the_search_is_heard_and_nothing_else() {
        let (exchange, _outgoing) = Exchange::new(0);
        let start = game(&["e4"]);
        exchange.begin(1, &start);
        let (legal, illegal) = (line(&start, &["e5", "Nf3"]), line(&game(&[]), &["e4"]));
        let before = exchange.news();
        exchange.hear(&Report { number: 2, ..report(1, Scope::Whole, (9, 9), legal.clone()) });
        exchange.hear(&report(1, Scope::Whole, (9, 9), illegal));
        exchange.hear(&report(0, Scope::Whole, (9, 9), legal.clone()));
        assert_eq!((exchange.opinions().len(), exchange.news()), (0, before));
        exchange.hear(&report(1, Scope::Whole, (9, 20), legal.clone()));
        exchange.hear(&report(2, Scope::Whole, (10, 25), legal.clone()));
        exchange.hear(&report(1, Scope::Whole, (11, 30), legal));
        let depths: Vec<u32> = exchange.opinions().iter().map(|opinion| opinion.depth).collect();
        assert_eq!((depths, exchange.nodes_elsewhere()), (vec![10, 11], 200));
        assert_ne!(exchange.news(), before);
        exchange.begin(2, &start);
        assert_eq!((exchange.opinions().len(), exchange.nodes_elsewhere()), (0, 0));
    }

    #[test]
    fn the_second_best_move_is_the_best_of_the_other_lines_if_they_are_deep_enough() {
        let (exchange, outgoing) = Exchange::new(0);
        let start = game(&[]);
        exchange.begin(1, &start);
        let of = |mv: &str| line(&start, &[mv]);
        for (mv, found) in [("e4", (12, 40)), ("d4", (12, 35)), ("c4", (11, 37)), ("a4", (5, 90))] {
            exchange.hear(&report(1, Scope::Line, found, of(mv)));
        }
        assert_eq!(exchange.second(of("e4")[0], 12), Some((of("c4")[0], 37)));
        assert_eq!(exchange.second(of("e4")[0], 15), Some((of("d4")[0], 35)));
        assert_eq!(exchange.second(of("e4")[0], 16), None);
        let best = |depth| exchange.lines(depth)[0].result.line.clone();
        assert_eq!((best(8), best(9)), (of("a4"), of("e4")));
        let (e4, d4, c4) = (of("e4")[0], of("d4")[0], of("c4")[0]);
        for moves in [[e4, d4], [d4, e4], [d4, c4]] {
            exchange.candidates(&moves);
        }
        let named = outgoing.messages.try_iter().count();
        assert_eq!(named, 2, "the order alone is no news");
    }

    #[test]
    fn a_reply_that_was_pondered_on_elsewhere_is_an_opinion_when_it_comes() {
        let (exchange, _outgoing) = Exchange::new(0);
        exchange.begin(1, &game(&["e4", "e5"]));
        let sicilian = game(&["e4", "c5"]);
        let [e5, c5] = ["e5", "c5"].map(|mv| line(&game(&["e4"]), &[mv])[0]);
        let best = line(&sicilian, &["Nf3", "d6"]);
        exchange.hear(&report(1, Scope::Reply(c5), (14, 33), best.clone()));
        exchange.hear(&report(2, Scope::Reply(e5), (14, 33), vec![c5]));
        assert_eq!(exchange.opinions(), []);
        let number = exchange.number() + 1;
        exchange.begin(number, &sicilian);
        let (score, depth, seldepth) = (33, 14, 14);
        assert_eq!(exchange.opinions(), [ThreadResult { line: best, score, depth, seldepth }]);
    }

    #[test]
    fn where_too_much_waits_entries_are_dropped_and_nobody_is_held_up() {
        let (exchange, outgoing) = Exchange::new(0);
        for _ in 0..WAITING + 10 {
            exchange.offer(Findings::new());
            exchange.say(Message::Quit);
        }
        assert_eq!(exchange.dropped(), 20);
        exchange.forget(&outgoing);
        assert!(outgoing.messages.is_empty() && outgoing.findings.is_empty());
    }
}
