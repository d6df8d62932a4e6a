//! Telnet's commands, which servers send between their lines and which nobody needs to answer.

/// Introduces a command.
const IAC: u8 = 255;
/// A command with a long text, up to `IAC SE`.
const SUBNEGOTIATION: u8 = 250;
/// The end of such a text.
const SE: u8 = 240;
/// WILL, WON'T, DO and DON'T have one byte behind them.
const OPTIONS: std::ops::RangeInclusive<u8> = 251..=254;

/// Takes telnet's commands out of a stream, wherever its pieces are cut.
#[derive(Clone, Debug, Default)]
pub struct Telnet(State);

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Text,
    Command,
    Option,
    Subnegotiation,
    CommandInside,
}

impl Telnet {
    /// What is left of `bytes`. A command that stands for the byte 255 itself leaves that.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut left = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            self.0 = match (self.0, byte) {
                (State::Text, IAC) => State::Command,
                (State::Text, _) | (State::Command, IAC) => {
                    left.push(byte);
                    State::Text
                }
                (State::Command, SUBNEGOTIATION) => State::Subnegotiation,
                (State::Command, byte) if OPTIONS.contains(&byte) => State::Option,
                (State::Command | State::Option, _) | (State::CommandInside, SE) => State::Text,
                (State::Subnegotiation, IAC) => State::CommandInside,
                (State::Subnegotiation | State::CommandInside, _) => State::Subnegotiation,
            };
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(bytes: &[u8]) -> Vec<u8> {
        let whole = Telnet::default().take(bytes);
        for cut in 0..bytes.len() {
            let mut telnet = Telnet::default();
            let mut parts = telnet.take(&bytes[..cut]);
            parts.extend(telnet.take(&bytes[cut..]));
            assert_eq!(parts, whole);
        }
        whole
    }

    #[test]
    fn commands_vanish_and_text_stays() {
        assert_eq!(left(b"password: \xff\xfb\x01next\xff\xfc\x01\n"), b"password: next\n");
        assert_eq!(left(b"a\xff\xfa\x18\x00x\xff\xffy\xff\xf0b\xff\xf1c"), b"abc");
        assert_eq!(left(b"\xff\xff\x80"), b"\xff\x80");
    }
}
