//! What a rank or the relay sends and receives. It is counted, and what is said only once waits until the network
//! takes it.

use std::collections::{BTreeMap, VecDeque};

use super::{
    frame::frame,
    message::{Message, Traffic},
    network::Network,
};

/// The messages of one process on their way, and what has gone to and fro so far.
#[derive(Default)]
pub(super) struct Post {
    traffic: Traffic,
    /// What each rank is still to be told, in order. A rank that takes nothing for long is given up by the session.
    held: BTreeMap<usize, VecDeque<Vec<u8>>>,
}

impl Post {
    /// What has gone to and fro so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Sends a message to a rank, or holds it if it must arrive and too much is on its way.
    pub fn send(&mut self, to: usize, message: &Message, network: &mut dyn Network) {
        let bytes = frame(message);
        if message.may_be_lost() {
            return self.pass_on(to, bytes, network);
        }
        self.held.entry(to).or_default().push_back(bytes);
        self.send_held(network);
    }

    /// Sends bytes that may be lost, behind everything that may not; they are if too much is on its way.
    pub fn pass_on(&mut self, to: usize, bytes: Vec<u8>, network: &mut dyn Network) {
        self.send_held(network);
        let length = bytes.len();
        match network.send(to, bytes) {
            Ok(()) => self.traffic.sent(length),
            Err(_) => self.traffic.dropped += 1,
        }
    }

    /// Sends what was held, as far as the network takes it: each rank hears it in order, and none waits for another.
    pub fn send_held(&mut self, network: &mut dyn Network) {
        let Post { traffic, held } = self;
        held.retain(|&to, waiting| {
            while let Some(bytes) = waiting.pop_front() {
                let length = bytes.len();
                if let Err(bytes) = network.send(to, bytes) {
                    waiting.push_front(bytes);
                    return true;
                }
                traffic.sent(length);
            }
            false
        });
    }

    /// What has come in next, if anything has.
    pub fn receive(&mut self, network: &mut dyn Network) -> Option<Vec<u8>> {
        let bytes = network.receive()?;
        self.traffic.received(bytes.len());
        Some(bytes)
    }
}
