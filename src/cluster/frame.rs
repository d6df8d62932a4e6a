//! Bytes on the way: a frame has a mark, its length, a check sum, and a message.

use super::message::Message;

/// The longest message, in bytes: a game of many thousand moves.
pub const MAX_FRAME: usize = 1 << 16;

/// What every frame begins with; the last byte is the version of the format.
const MARK: [u8; 4] = *b"ZNC\x01";
/// Mark, length and check sum.
const HEADER: usize = 16;

/// Why bytes are no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The mark is missing: somebody else is talking.
    #[error("it does not speak as a cluster of this version does: {0:?}")]
    Mark(String),
    /// The length is beyond all bounds.
    #[error("a message of {0} bytes is too long")]
    TooLong(usize),
    /// Some bits have changed on the way.
    #[error("a check sum is wrong")]
    Checksum,
    /// The message makes no sense.
    #[error("a message makes no sense")]
    Nonsense,
}

/// A message as bytes.
pub fn frame(message: &Message) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    message.write(&mut bytes);
    let length = (bytes.len() - HEADER) as u32;
    let sum = checksum(bytes.get(HEADER..).unwrap_or_default());
    let header = MARK.into_iter().chain(length.to_le_bytes()).chain(sum.to_le_bytes());
    bytes.iter_mut().zip(header).for_each(|(place, byte)| *place = byte);
    bytes
}

/// Puts the pieces of a stream together again.
#[derive(Default)]
pub struct Frames {
    bytes: Vec<u8>,
}

impl Frames {
    /// Takes the next piece.
    pub fn feed(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
    }

    /// The next whole message, if there is one.
    ///
    /// # Errors
    /// If the bytes are none; nothing sensible can come after that.
    pub fn take(&mut self) -> Result<Option<Message>, FrameError> {
        let Some((message, rest)) = split(&self.bytes)? else { return Ok(None) };
        let used = self.bytes.len() - rest.len();
        self.bytes.drain(..used);
        Ok(Some(message))
    }
}

/// The one message that these bytes are.
///
/// # Errors
/// If they are none, or more than one.
pub(super) fn read(bytes: &[u8]) -> Result<Message, FrameError> {
    match split(bytes)? {
        Some((message, [])) => Ok(message),
        _ => Err(FrameError::Nonsense),
    }
}

/// The first message and the bytes behind it; `None` if there is no whole one yet.
fn split(bytes: &[u8]) -> Result<Option<(Message, &[u8])>, FrameError> {
    let marked = bytes.len().min(MARK.len());
    if bytes.get(..marked) != MARK.get(..marked) {
        let said = String::from_utf8_lossy(bytes);
        return Err(FrameError::Mark(said.chars().take(60).collect()));
    }
    let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else { return Ok(None) };
    let [_, _, _, _, a, b, c, d, sum @ ..] = *header;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    if length > MAX_FRAME {
        return Err(FrameError::TooLong(length));
    }
    let Some((body, rest)) = rest.split_at_checked(length) else { return Ok(None) };
    if checksum(body) != u64::from_le_bytes(sum) {
        return Err(FrameError::Checksum);
    }
    let message = Message::of_body(body).ok_or(FrameError::Nonsense)?;
    Ok(Some((message, rest)))
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(bytes: &[u8]) -> Result<Vec<Message>, FrameError> {
        let mut frames = Frames::default();
        frames.feed(bytes);
        std::iter::from_fn(|| frames.take().transpose()).take(bytes.len() + 1).collect()
    }

    #[test]
    fn messages_come_out_of_a_stream_in_pieces_as_they_went_in() {
        let sent = [Message::Stop { number: 7 }, Message::Quit, Message::NewGame { era: 9 }];
        let stream: Vec<u8> = sent.iter().flat_map(frame).collect();
        for size in 1..stream.len() {
            let (mut frames, mut came) = (Frames::default(), Vec::new());
            for piece in stream.chunks(size) {
                frames.feed(piece);
                while let Some(message) = frames.take().expect("whole") {
                    came.push(message);
                }
            }
            assert_eq!(came, sent);
        }
    }

    #[test]
    fn words_of_people_are_no_messages() {
        let error = all(b"mpirun: command not found\n").expect_err("words");
        assert!(error.to_string().contains("mpirun: command not found"), "{error}");
        let long = [MARK.as_slice(), &[255; 12]].concat();
        assert_eq!(all(&long), Err(FrameError::TooLong(u32::MAX as usize)));
    }

    #[test]
    fn a_changed_bit_is_noticed() {
        let whole = frame(&Message::Stop { number: 123_456 });
        for (place, bit) in (0..whole.len()).flat_map(|place| (0..8).map(move |bit| (place, bit))) {
            let mut wrong = whole.clone();
            wrong[place] ^= 1 << bit;
            assert!(all(&wrong).is_err() || all(&wrong) == Ok(vec![]), "byte {place}, bit {bit}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = all(&bytes);
            let _ = read(&bytes);
        }

        #[test]
        fn any_body_is_read_or_refused_and_what_is_read_is_written_so(
            kind in 0_u8..14, mut body in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            body.insert(0, kind);
            if let Some(message) = Message::of_body(&body) {
                let again = read(&frame(&message));
                prop_assert_eq!(again, Ok(message));
            }
        }
    }
}
