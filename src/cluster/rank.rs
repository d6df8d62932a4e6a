//! A rank that searches: a machine that is given the time and a network and does what there is to do.

use std::{sync::Arc, time::Duration};

use crossbeam::channel::RecvTimeoutError;

use super::{
    AT_ONCE, FORGOTTEN, NAP, SIGN_OF_LIFE,
    exchange::{Exchange, Outgoing},
    frame::read,
    message::{Message, Search, Traffic},
    network::{Network, ROOT},
    post::Post,
    searching::{Part, Searching, Task},
};
use crate::{
    position::ChessMove,
    search::{Finding, Findings, StopToken},
};

/// Entries of one batch, of about 512 bytes.
pub(super) const BATCH: usize = 30;

/// What a rank goes by from one message to the next: the search under way, its part in it, and when the session was
/// last heard.
pub struct Rank {
    rank: usize,
    exchange: Arc<Exchange>,
    outgoing: Outgoing,
    searching: Searching,
    /// The memories in force, the search under way, its brake and the part taken in it.
    era: u32,
    search: Option<Search>,
    stop: StopToken,
    part: Part,
    post: Post,
    /// When the next sign of life is due, and when something was last heard of the session.
    sign_due: Duration,
    heard: Duration,
    over: bool,
}

impl Rank {
    /// The rank with this number, from 1.
    pub fn new(rank: usize) -> Rank {
        let (exchange, outgoing) = Exchange::new(rank as u16);
        let exchange = Arc::new(exchange);
        let searching = Searching::start(rank as u16, exchange.clone());
        Rank {
            rank,
            exchange,
            outgoing,
            searching,
            era: 0,
            search: None,
            stop: StopToken::default(),
            part: Part::Whole,
            post: Post::default(),
            sign_due: Duration::ZERO,
            heard: Duration::ZERO,
            over: false,
        }
    }

    /// Serves the session until it is over (`true`), or the network has to be set up anew.
    pub fn serve(&mut self, network: &mut dyn Network, clock: &dyn Fn() -> Duration) -> bool {
        while !network.is_used_up() {
            if self.step(network, clock()) {
                return true;
            }
        }
        false
    }

    /// Does what there is to do, or waits a moment; whether it is over.
    pub fn step(&mut self, network: &mut dyn Network, now: Duration) -> bool {
        self.post.send_held(network);
        let heard = self.hear(network, now);
        self.speak(network, now);
        if !heard && !self.over {
            self.rest(network);
        }
        if self.over {
            self.stop.stop();
        }
        self.over
    }

    #[cfg(test)]
    pub(super) fn helps(&self) -> bool {
        self.searching.help() == super::message::Help::Yes
    }

    #[cfg(test)]
    pub(super) fn known(&self, key: u64) -> Option<crate::search::Entry> {
        self.searching.known(key)
    }

    /// Waits a moment for something of one's own to be sent.
    fn rest(&mut self, network: &mut dyn Network) {
        match self.outgoing.findings.recv_timeout(NAP) {
            Ok(findings) => self.give_away(network, findings),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }

    /// Hears what has come in; whether there was anything.
    fn hear(&mut self, network: &mut dyn Network, now: Duration) -> bool {
        let mut count = 0;
        while count < AT_ONCE
            && let Some(bytes) = self.post.receive(network)
        {
            count += 1;
            match read(&bytes) {
                Ok(message) => self.obey(message, bytes, network, now),
                Err(error) => log::warn!("rank {}: {error}", self.rank),
            }
        }
        self.over |= now.saturating_sub(self.heard) > FORGOTTEN;
        count > 0
    }

    fn obey(&mut self, message: Message, bytes: Vec<u8>, network: &mut dyn Network, now: Duration) {
        match message {
            Message::Batch { origin, era, findings } => {
                if era == self.era {
                    self.searching.store(&findings);
                }
                self.pass_on(usize::from(origin), bytes, network);
                return;
            }
            Message::Report(report) => self.exchange.hear(&report),
            Message::Setup(setup) => {
                self.end();
                self.era = setup.era;
                self.searching.order(Task::Setup(setup, network.neighbours()));
            }
            Message::NewGame { era } => {
                self.end();
                self.era = era;
                self.searching.order(Task::NewGame);
            }
            Message::Search(search) => {
                let part = if search.apart { Part::Reply(self.rank - 1) } else { Part::Whole };
                self.begin(search, part);
            }
            Message::Lines { number, moves } => self.take_lines(number, &moves, network.size()),
            Message::Stop { number } => {
                if self.search.as_ref().is_some_and(|search| search.number <= number) {
                    self.end();
                }
            }
            Message::Quit => self.over = true,
            Message::Alive { .. } | Message::Ready { .. } | Message::Trouble { .. } => {}
        }
        self.heard = now;
    }

    /// Searches something, in place of what is under way.
    fn begin(&mut self, search: Search, part: Part) {
        self.end();
        let Some(game) = search.game() else {
            return log::warn!("rank {}: no such game: {search:?}", self.rank);
        };
        self.exchange.begin(search.number, &game);
        self.stop = StopToken::default();
        let task = Task::Search(search.clone(), part.clone(), self.stop.clone());
        self.searching.order(task);
        (self.search, self.part) = (Some(search), part);
    }

    /// Ends the search under way.
    fn end(&mut self) {
        self.stop.stop();
        self.search = None;
    }

    /// Takes its share of the best root moves but the first, which is the session's own; who gets none
    /// searches the whole position.
    fn take_lines(&mut self, number: u64, moves: &[ChessMove], ranks: usize) {
        let Some(search) = self.search.take_if(|search| search.number == number) else { return };
        let others = moves.iter().skip(self.rank).step_by(ranks.saturating_sub(1).max(1));
        let mut own: Vec<ChessMove> = others.copied().collect();
        own.sort_by_key(|mv| mv.to_string());
        let part = if own.is_empty() { Part::Whole } else { Part::Moves(own) };
        if part == self.part {
            self.search = Some(search);
        } else {
            self.begin(search, part);
        }
    }

    /// Sends a batch on to the right, unless it has come from there.
    fn pass_on(&mut self, origin: usize, bytes: Vec<u8>, network: &mut dyn Network) {
        let right = right(network);
        if right != origin {
            self.post.pass_on(right, bytes, network);
        }
    }

    /// Says what there is to be said.
    fn speak(&mut self, network: &mut dyn Network, now: Duration) {
        while let Ok(message) = self.outgoing.messages.try_recv() {
            self.post.send(ROOT, &message, network);
        }
        while let Ok(findings) = self.outgoing.findings.try_recv() {
            self.give_away(network, findings);
        }
        if now >= self.sign_due {
            self.sign_due = now + SIGN_OF_LIFE;
            let (rank, number) = (self.rank as u16, self.exchange.number());
            let traffic = self.post.traffic();
            let traffic = Traffic { dropped: traffic.dropped + self.exchange.dropped(), ..traffic };
            let (nodes, help) = (self.exchange.own_nodes(), self.searching.help());
            let sign = Message::Alive { rank, number, nodes, help, traffic };
            self.post.send(ROOT, &sign, network);
        }
    }

    /// Sends entries to the right, as many portions together as fit into a batch.
    fn give_away(&mut self, network: &mut dyn Network, first: Findings) {
        let batch = together(first, &self.outgoing);
        let (origin, era) = (self.rank as u16, self.era);
        for findings in batch.chunks(BATCH) {
            let findings = findings.to_vec();
            self.post.send(right(network), &Message::Batch { origin, era, findings }, network);
        }
    }
}

/// A rank that goes takes its search with it.
impl Drop for Rank {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The next rank of the ring.
pub(super) fn right(network: &dyn Network) -> usize {
    (network.rank() + 1) % network.size().max(1)
}

/// One portion of entries and those that wait behind it, about a batch of them.
pub fn together(first: Findings, outgoing: &Outgoing) -> Vec<Finding> {
    let mut batch = first.to_vec();
    while batch.len() < BATCH
        && let Ok(more) = outgoing.findings.try_recv()
    {
        batch.extend(more);
    }
    batch
}
