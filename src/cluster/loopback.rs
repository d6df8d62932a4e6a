//! A network inside one process: for tests, and to try a cluster out without MPI.

use std::{collections::VecDeque, time::Duration};

use crossbeam::channel::{Receiver, Sender, TrySendError, bounded};

use super::network::Network;

/// Messages that may be on their way to one rank.
const ON_THE_WAY: usize = 1_024;

/// One end of the network.
pub struct Loopback {
    rank: usize,
    others: Vec<Sender<Vec<u8>>>,
    inbox: Receiver<Vec<u8>>,
}

/// A network of so many ranks.
pub fn loopback(size: usize) -> Vec<Loopback> {
    let (others, inboxes): (Vec<_>, Vec<_>) = (0..size).map(|_| bounded(ON_THE_WAY)).unzip();
    let end = |(rank, inbox)| Loopback { rank, others: others.clone(), inbox };
    inboxes.into_iter().enumerate().map(end).collect()
}

impl Network for Loopback {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.others.len()
    }

    fn neighbours(&self) -> usize {
        self.size()
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Vec<u8>> {
        match self.others.get(to) {
            Some(other) => other.try_send(bytes).map_err(TrySendError::into_inner),
            None => Err(bytes),
        }
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        self.inbox.try_recv().ok()
    }
}

/// A network on which every message takes longer.
pub struct Delayed<'a> {
    network: &'a mut dyn Network,
    delay: Duration,
    clock: &'a dyn Fn() -> Duration,
    /// What has arrived, and when it may be heard.
    arrived: &'a mut VecDeque<(Duration, Vec<u8>)>,
}

impl<'a> Delayed<'a> {
    /// The network with so much delay by this clock; `arrived` keeps what is on its way.
    pub fn new(
        network: &'a mut dyn Network,
        delay: Duration,
        clock: &'a dyn Fn() -> Duration,
        arrived: &'a mut VecDeque<(Duration, Vec<u8>)>,
    ) -> Delayed<'a> {
        Delayed { network, delay, clock, arrived }
    }
}

impl Network for Delayed<'_> {
    fn rank(&self) -> usize {
        self.network.rank()
    }

    fn size(&self) -> usize {
        self.network.size()
    }

    fn neighbours(&self) -> usize {
        self.network.neighbours()
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Vec<u8>> {
        self.network.send(to, bytes)
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        let now = (self.clock)();
        while let Some(bytes) = self.network.receive() {
            self.arrived.push_back((now + self.delay, bytes));
        }
        let due = self.arrived.front().is_some_and(|(due, _)| *due <= now);
        due.then(|| self.arrived.pop_front()).flatten().map(|(_, bytes)| bytes)
    }

    fn is_used_up(&self) -> bool {
        self.network.is_used_up()
    }
}
