//! Rank 0 of a job: it passes on what the session and the ranks say to each other, and does not search.

use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, TrySendError};

use super::{
    AT_ONCE, FORGOTTEN, NAP, SIGN_OF_LIFE,
    frame::{frame, read},
    message::{Help, Message, Traffic, VERSION},
    network::{Network, ROOT},
    post::Post,
    rank::right,
};

/// What the relay goes by: the two ends of its pipe to the session, and when something last came out of it.
pub struct Relay {
    /// What the session says; it has gone when nothing can come any more.
    session: Receiver<Message>,
    /// Bytes for the session.
    out: Sender<Vec<u8>>,
    post: Post,
    /// Messages for the session that were dropped, as there was too much.
    dropped: u64,
    greeted: bool,
    sign_due: Duration,
    /// When the session was last heard.
    heard: Duration,
    over: bool,
}

impl Relay {
    /// A relay between the network and the session at these ends of its pipe.
    pub fn new(session: Receiver<Message>, out: Sender<Vec<u8>>) -> Relay {
        Relay {
            session,
            out,
            post: Post::default(),
            dropped: 0,
            greeted: false,
            sign_due: Duration::ZERO,
            heard: Duration::ZERO,
            over: false,
        }
    }

    /// Serves the session until it is over (`true`), or the network has to be set up anew.
    pub fn serve(&mut self, network: &mut dyn Network, clock: &dyn Fn() -> Duration) -> bool {
        if !self.greeted {
            self.greeted = true;
            let (ranks, version) = (network.size() as u16, VERSION.to_owned());
            self.tell(frame(&Message::Ready { ranks, version }));
        }
        while !network.is_used_up() {
            if self.step(network, clock()) {
                self.part(network);
                return true;
            }
        }
        false
    }

    /// Does what there is to do, or waits a moment; whether it is over.
    pub fn step(&mut self, network: &mut dyn Network, now: Duration) -> bool {
        self.post.send_held(network);
        // What the session says must not wait behind what a network can be full of.
        self.hear_session(network, now);
        self.hear_ranks(network);
        self.live(now);
        self.over
    }

    /// Tells the ranks that it is over.
    pub(super) fn part(&mut self, network: &mut dyn Network) {
        self.tell_ranks(&Message::Quit, network);
    }

    /// Hears what ranks say: all of it is for the session, entries and reports for the others as well.
    fn hear_ranks(&mut self, network: &mut dyn Network) {
        let mut count = 0;
        while count < AT_ONCE
            && let Some(bytes) = self.post.receive(network)
        {
            count += 1;
            match read(&bytes) {
                Ok(Message::Batch { origin, .. }) if right(network) != usize::from(origin) => {
                    self.post.pass_on(right(network), bytes.clone(), network);
                }
                Ok(Message::Report(report)) => {
                    let others = (1..network.size()).filter(|&to| to != usize::from(report.rank));
                    others.for_each(|to| self.post.pass_on(to, bytes.clone(), network));
                }
                Ok(_) => {}
                Err(error) => {
                    log::warn!("relay: {error}");
                    continue;
                }
            }
            self.tell(bytes);
        }
    }

    /// Hears what the session says, and waits a moment for it.
    fn hear_session(&mut self, network: &mut dyn Network, now: Duration) {
        let mut next = self.session.recv_timeout(NAP);
        while let Ok(message) = next {
            self.heard = now;
            match message {
                Message::Batch { .. } => {
                    if right(network) != ROOT {
                        self.post.send(right(network), &message, network);
                    }
                }
                Message::Quit => self.over = true,
                _ => self.tell_ranks(&message, network),
            }
            next = self.session.try_recv().map_err(|_| RecvTimeoutError::Timeout);
        }
        let gone = next == Err(RecvTimeoutError::Disconnected);
        self.over |= gone || now.saturating_sub(self.heard) > FORGOTTEN;
    }

    /// Tells every rank something that the session, or the relay in its place, has to say.
    fn tell_ranks(&mut self, message: &Message, network: &mut dyn Network) {
        (1..network.size()).for_each(|to| self.post.send(to, message, network));
    }

    /// Gives a sign of life when it is due.
    fn live(&mut self, now: Duration) {
        if now >= self.sign_due {
            self.sign_due = now + SIGN_OF_LIFE;
            let (rank, number, nodes, traffic) = (ROOT as u16, 0, 0, self.traffic());
            self.tell(frame(&Message::Alive { rank, number, nodes, help: Help::No, traffic }));
        }
    }

    /// What has gone to and fro; what the session was not told was dropped as well.
    fn traffic(&self) -> Traffic {
        let traffic = self.post.traffic();
        Traffic { dropped: traffic.dropped + self.dropped, ..traffic }
    }

    /// Tells the session something, if not too much is on its way there.
    fn tell(&mut self, bytes: Vec<u8>) {
        match self.out.try_send(bytes) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => self.dropped += 1,
            Err(TrySendError::Disconnected(_)) => self.over = true,
        }
    }
}
