//! Numbers, texts and moves as bytes, and back.

use super::MAX_RANKS;
use crate::{
    position::ChessMove,
    search::{MAX_DEPTH, pack_move, unpack_move},
};

pub(super) struct Writer<'a>(pub &'a mut Vec<u8>);

impl Writer<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    pub fn u8(&mut self, number: u8) -> &mut Self {
        self.bytes(&[number])
    }

    pub fn u16(&mut self, number: u16) -> &mut Self {
        self.bytes(&number.to_le_bytes())
    }

    pub fn u32(&mut self, number: u32) -> &mut Self {
        self.bytes(&number.to_le_bytes())
    }

    pub fn u64(&mut self, number: u64) -> &mut Self {
        self.bytes(&number.to_le_bytes())
    }

    /// A text of up to 65,535 bytes; what is beyond that is left out.
    pub fn text(&mut self, text: &str) -> &mut Self {
        let end = (0..=text.len().min(usize::from(u16::MAX))).rev();
        let end = end.into_iter().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
        let text = text.get(..end).unwrap_or_default();
        self.u16(text.len() as u16).bytes(text.as_bytes())
    }

    pub fn moves(&mut self, moves: &[ChessMove]) -> &mut Self {
        let to = self.u16(moves.len() as u16);
        moves.iter().fold(to, |to, &mv| to.u16(pack_move(Some(mv))))
    }
}

pub(super) struct Reader<'a>(pub &'a [u8]);

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

    pub fn u8(&mut self) -> Option<u8> {
        self.chunk().map(u8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.chunk().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.chunk().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.chunk().map(u64::from_le_bytes)
    }

    pub fn flag(&mut self) -> Option<bool> {
        self.u8().filter(|&flag| flag < 2).map(|flag| flag == 1)
    }

    pub fn rank(&mut self) -> Option<u16> {
        self.u16().filter(|&rank| rank <= MAX_RANKS)
    }

    pub fn depth(&mut self) -> Option<u8> {
        self.u8().filter(|&depth| u32::from(depth) <= MAX_DEPTH)
    }

    pub fn text(&mut self) -> Option<String> {
        let length = self.u16()?;
        String::from_utf8(self.bytes(usize::from(length))?.to_vec()).ok()
    }

    /// A move, if its bits are those that would be written for it.
    pub fn mv(&mut self) -> Option<ChessMove> {
        let bits = self.u16()?;
        unpack_move(bits).filter(|&mv| pack_move(Some(mv)) == bits)
    }

    pub fn moves(&mut self) -> Option<Vec<ChessMove>> {
        let count = self.u16()?;
        let bytes = self.bytes(2 * usize::from(count))?;
        bytes.chunks_exact(2).map(|mv| Reader(mv).mv()).collect()
    }
}
