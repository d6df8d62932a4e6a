//! Games as bytes: a move is its place among the legal ones, a score its difference from the one
//! before. Nearly all of these are small numbers, which compress to about a byte a ply.
//!
//! Unpacked, a block is: the number of games (2 bytes, like all numbers the low byte first); for each
//! game the number of its start position (2), its plies (2), those of the opening (1) and White's
//! half-points (1); the places of all moves
//! (1 each); the differences of all chances, seen by White and folded to 0, -1, 1, -2, 2 ... (1 each,
//! or 255 and 2 more); a check sum of the final positions (4).

use miniz_oxide::{
    deflate::core::{
        CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output,
        create_comp_flags_from_zip_params,
    },
    inflate::{DecompressError, decompress_to_vec_zlib_with_limit},
};

use super::{
    ranking::ranked,
    record::{Chance, Record, SURE},
};
use crate::position::{Color, Position, chess960::STARTS};

/// A block is never larger than this when unpacked; what claims to be is damaged.
const LARGEST: usize = 1 << 26;
/// Announces a difference of two bytes.
const WIDE: u8 = u8::MAX;

/// Why a block of games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// It does not unpack.
    #[error("it does not unpack: {0}")]
    Packing(#[from] DecompressError),
    /// It ends too soon.
    #[error("it ends too soon")]
    Short,
    /// Something is left over behind the last game.
    #[error("{0} bytes are left over")]
    Long(usize),
    /// A number of a game is out of its range.
    #[error("game {game} cannot be: {what}")]
    Impossible {
        /// Which game of the block, from 1.
        game: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// The games end elsewhere than they did when they were written.
    #[error("its games end elsewhere than they did: it is from another version")]
    Changed,
}

/// Packs games.
pub(super) fn pack(records: &[Record]) -> Vec<u8> {
    let (mut heads, mut places, mut differences) = (Vec::new(), Vec::new(), Vec::new());
    let mut sum = Sum::default();
    heads.extend((records.len() as u16).to_le_bytes());
    for record in records {
        heads
            .extend([record.start, record.moves.len() as u16].map(u16::to_le_bytes).as_flattened());
        heads.extend([record.opening() as u8, record.half_points(Color::White)]);
        let last = put_moves(record, &mut places);
        put_chances(record, &mut differences);
        sum.add(&last);
    }
    compress(&[heads, places, differences, sum.0.to_le_bytes().to_vec()].concat())
}

/// Compresses bytes by how often each occurs (zlib, Huffman codes only): games have no longer
/// patterns that it would pay to look for.
fn compress(bytes: &[u8]) -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(9, 15, CompressionStrategy::HuffmanOnly as i32);
    let mut packed = Vec::new();
    let mut put = |part: &[u8]| {
        packed.extend_from_slice(part);
        true
    };
    let mut compressor = CompressorOxide::new(flags);
    let (status, _) = compress_to_output(&mut compressor, bytes, TDEFLFlush::Finish, &mut put);
    debug_assert_eq!(status, TDEFLStatus::Done, "memory takes all that it is given");
    packed
}

/// Unpacks games.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<Record>, Damage> {
    let bytes = decompress_to_vec_zlib_with_limit(packed, LARGEST)?;
    let mut rest = Bytes(&bytes);
    let count = rest.number()?;
    let heads = (0..count).map(|_| Head::read(&mut rest)).collect::<Result<Vec<_>, _>>()?;
    let mut records = Vec::with_capacity(heads.len());
    let mut sum = Sum::default();
    for (i, head) in heads.iter().enumerate() {
        let impossible = |what| Damage::Impossible { game: i + 1, what };
        let winner = head.winner().map_err(impossible)?;
        let start = head.start().map_err(impossible)?;
        let mut record = Record { start, winner, ..Record::default() };
        let places = rest.take(head.plies)?;
        sum.add(&take_moves(places, &mut record).map_err(impossible)?);
        records.push(record);
    }
    for (i, (head, record)) in heads.iter().zip(&mut records).enumerate() {
        let impossible = |what| Damage::Impossible { game: i + 1, what };
        let scored = head.plies.checked_sub(head.opening);
        let scored = scored.ok_or(impossible("its opening is longer than the game"))?;
        record.chances = take_chances(&mut rest, head.opening, scored)?
            .ok_or(impossible("a score is out of range"))?;
    }
    match rest.take(4)? {
        same if same == sum.0.to_le_bytes() => {}
        _ => return Err(Damage::Changed),
    }
    if rest.0.is_empty() { Ok(records) } else { Err(Damage::Long(rest.0.len())) }
}

/// What stands at the beginning for each game.
struct Head {
    start: usize,
    plies: usize,
    opening: usize,
    half_points: u8,
}

impl Head {
    fn read(rest: &mut Bytes) -> Result<Head, Damage> {
        let (start, plies) = (rest.number()?, rest.number()?);
        let [opening, half_points] = *rest.take(2)? else { return Err(Damage::Short) };
        Ok(Head { start, plies, opening: opening.into(), half_points })
    }

    fn start(&self) -> Result<u16, &'static str> {
        let number = u16::try_from(self.start).ok().filter(|number| *number < STARTS);
        number.ok_or("Chess960 has no start position with this number")
    }

    fn winner(&self) -> Result<Option<Color>, &'static str> {
        match self.half_points {
            0 => Ok(Some(Color::Black)),
            1 => Ok(None),
            2 => Ok(Some(Color::White)),
            _ => Err("nobody has so many points"),
        }
    }
}

/// Appends the places of the moves; the position they lead to.
fn put_moves(record: &Record, places: &mut Vec<u8>) -> Position {
    let (mut position, mut last) = (record.first(), None);
    for &mv in &record.moves {
        let place = ranked(&position, last).iter().position(|&other| other == mv);
        places.push(place.unwrap_or_default() as u8);
        position.play(mv);
        last = Some(mv.get_dest());
    }
    position
}

/// Plays the moves in these places; the position they lead to.
fn take_moves(places: &[u8], record: &mut Record) -> Result<Position, &'static str> {
    let (mut position, mut last) = (record.first(), None);
    for &place in places {
        let moves = ranked(&position, last);
        let &mv = moves.get(usize::from(place)).ok_or("it has a move that is not there")?;
        record.moves.push(mv);
        position.play(mv);
        last = Some(mv.get_dest());
    }
    Ok(position)
}

/// Chances as White sees them: from move to move they change less.
fn for_white(chance: Chance, ply: usize) -> i32 {
    i32::from(if ply.is_multiple_of(2) { chance } else { SURE.saturating_sub(chance) })
}

fn put_chances(record: &Record, bytes: &mut Vec<u8>) {
    let mut before = i32::from(SURE) / 2;
    for (i, &chance) in record.chances.iter().enumerate() {
        let now = for_white(chance, record.opening() + i);
        let difference = now - before;
        let folded = (difference << 1 ^ difference >> 31) as u16;
        match u8::try_from(folded) {
            Ok(narrow) if narrow != WIDE => bytes.push(narrow),
            _ => {
                bytes.push(WIDE);
                bytes.extend(folded.to_le_bytes());
            }
        }
        before = now;
    }
}

/// So many chances; `None` if one is out of its range.
fn take_chances(
    rest: &mut Bytes,
    opening: usize,
    count: usize,
) -> Result<Option<Vec<Chance>>, Damage> {
    let mut before = i32::from(SURE) / 2;
    let mut chances = Vec::with_capacity(count);
    for ply in opening..opening + count {
        let folded = match *rest.take(1)? {
            [WIDE] => rest.number()? as i32,
            [narrow] => i32::from(narrow),
            _ => return Err(Damage::Short),
        };
        before += folded >> 1 ^ -(folded & 1);
        if !(0..=i32::from(SURE)).contains(&before) {
            return Ok(None);
        }
        chances.push(for_white(before as Chance, ply) as Chance);
    }
    Ok(Some(chances))
}

/// A check sum of positions (FNV-1a of their FENs).
struct Sum(u32);

impl Default for Sum {
    fn default() -> Sum {
        Sum(0x811C_9DC5)
    }
}

impl Sum {
    fn add(&mut self, position: &Position) {
        for byte in position.fen().bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}

/// Bytes still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Damage::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of two bytes.
    fn number(&mut self) -> Result<usize, Damage> {
        match *self.take(2)? {
            [low, high] => Ok(usize::from(u16::from_le_bytes([low, high]))),
            _ => Err(Damage::Short),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A game of moves drawn by chance, with scores drawn by chance.
    fn game(seed: u64) -> Record {
        let mut random = fastrand::Rng::with_seed(seed);
        let start = random.u16(..STARTS);
        let mut record = Record { start, ..Record::default() };
        let mut position = record.first();
        for ply in 0..random.usize(8..200) {
            let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
            record.moves.push(mv);
            if ply >= 8 {
                record.chances.push(random.u8(0..=SURE));
            }
            position.play(mv);
        }
        record.winner = random.choice([None, Some(Color::White), Some(Color::Black)]).flatten();
        record
    }

    #[test]
    fn games_come_out_as_they_went_in() {
        let games: Vec<Record> = (0..40).map(game).collect();
        assert_eq!(unpack(&pack(&games)).unwrap(), games);
        assert_eq!(unpack(&pack(&[])).unwrap(), []);
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let games = [game(1), game(2)];
        let packed = pack(&games);
        for length in 0..packed.len() {
            assert!(unpack(&packed[..length]).is_err());
        }
        for place in 10..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 4;
            // Some bits before the last check sum only fill a byte up, and mean nothing.
            assert!(unpack(&damaged).map_or(true, |same| same == games), "byte {place}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = unpack(&compress(&bytes));
            let _ = unpack(&bytes);
        }
    }
}
