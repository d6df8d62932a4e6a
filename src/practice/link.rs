//! A client's connection: what it sends, cut into lines and unsealed, and how far it has come in.

use std::{collections::VecDeque, time::Duration};

use super::settings::Settings;
use crate::ics::{Telnet, timeseal};

/// A longer line is cut, as servers do.
const LONGEST: usize = 1_000;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, and the client's own time if it was sealed.
    Line { text: String, stamp: Option<u32> },
    /// The answer to a ping, with the client's time.
    Pong(u32),
}

/// How far a client has come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Asked for a name.
    Name,
    /// Asked for the password of this account.
    Password(String),
    /// Asked to confirm this name of a guest.
    Return(String),
    /// In.
    In(String),
}

/// A connection.
#[derive(Debug)]
pub(super) struct Link {
    telnet: Telnet,
    begun: Vec<u8>,
    /// Whether the client seals its lines.
    pub sealed: bool,
    pub stage: Stage,
    pub settings: Settings,
    /// When it came in.
    pub since: Duration,
    /// When it last said something.
    pub last_word: Duration,
    pub last_opponent: Option<String>,
    /// When it last shouted.
    pub shouts: VecDeque<Duration>,
}

impl Link {
    pub(super) fn new(now: Duration) -> Link {
        Link {
            telnet: Telnet::default(),
            begun: Vec::new(),
            sealed: false,
            stage: Stage::Name,
            settings: Settings::default(),
            since: now,
            last_word: now,
            last_opponent: None,
            shouts: VecDeque::new(),
        }
    }

    /// Who is on it, once they are in.
    pub(super) fn player(&self) -> Option<&str> {
        match &self.stage {
            Stage::In(name) => Some(name),
            _ => None,
        }
    }

    /// What `bytes` complete.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<Heard> {
        let mut heard = Vec::new();
        for byte in self.telnet.take(bytes) {
            match byte {
                b'\n' => {
                    let line = std::mem::take(&mut self.begun);
                    heard.extend(self.understand(&line));
                }
                _ if self.begun.len() < LONGEST => self.begun.push(byte),
                _ => {}
            }
        }
        heard
    }

    /// A line without its seal; the first one may only say that there will be seals.
    fn understand(&mut self, line: &[u8]) -> Option<Heard> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (line, stamp) = match timeseal::unseal(line) {
            Some((line, _)) if line.starts_with(b"TIMESTAMP|") => {
                self.sealed = true;
                return None;
            }
            Some((line, ms)) if self.sealed => (line, Some(ms)),
            _ => (line.to_vec(), None),
        };
        match stamp {
            Some(ms) if timeseal::is_pong(&line) => Some(Heard::Pong(ms)),
            _ => {
                let text: String = line.into_iter().map(char::from).collect();
                Some(Heard::Line { text: text.trim().to_owned(), stamp })
            }
        }
    }
}
