//! The transposition table: shared by all threads without a lock.
//!
//! An entry takes ten bytes and two thirds: a word of data, and a third of a word that checks whose it is.
//! The check is made of the key and the data, so a half-written entry does not match and is simply not
//! found; neither is one whose check was lost because a neighbour was written at the same time.

use std::{
    io,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use super::{
    pages::{Bucket, Pages},
    prefetch,
    score::{from_table, too_late},
};
use crate::position::{ALL_SQUARES, ChessMove, Piece, Square};

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this (a fail low).
    Upper = 1,
    /// The true score is at least this (a fail high).
    Lower = 2,
    /// It is the true score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, or the one that refuted.
    pub mv: Option<ChessMove>,
    /// The score in centipawns of the evaluation, mates counted from this node.
    pub score: i32,
    /// The static evaluation in centipawns, if one was made.
    pub eval: Option<i32>,
    /// Depth of the search that made it, in plies.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether it was, at some time, a node of the principal variation or of what might have become it.
    pub pv: bool,
}

/// What is said of a position, to be believed as if it had been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief {
    /// The score in centipawns for the side to move, below `EVAL_BOUND` either way.
    pub score: i32,
    /// The depth of the search it stands for, in plies.
    pub depth: u32,
}

impl Bound {
    /// Whether a score with this bound settles a node with this window.
    pub(super) fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

impl Entry {
    /// The score, if it settles a node `ply` plies from the root with this window, so many half-moves
    /// after the last progress. A mate that the fifty-move draw would forestall does not: it was found where
    /// more of them were left.
    pub(super) fn settles(&self, halfmoves: u8, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = from_table(self.score, ply);
        (self.bound.settles(score, alpha, beta) && !too_late(self.score, halfmoves))
            .then_some(score)
    }
}

/// Entries of a bucket; their checks share the word after them.
const ENTRIES: usize = 3;
/// Bits of a check: with three entries a bucket, one look in 700,000 finds what is not its own.
const CHECK_BITS: usize = 21;
const CHECK: u64 = (1 << CHECK_BITS) - 1;

const AGES: u8 = 32;
const NO_EVAL: i16 = i16::MIN;

/// The table itself.
pub struct Table {
    pages: Pages,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `megabytes` MiB (at least 1), or the smallest if the system has not so much
    /// memory to give.
    pub fn new(megabytes: usize) -> Table {
        Table::with_threads(megabytes, 1)
    }

    /// As [`Table::new`], made ready by so many threads (at least 1): a large one takes its time, about
    /// as long as [`Table::clear`].
    pub fn with_threads(megabytes: usize, threads: usize) -> Table {
        Table::try_new(megabytes, threads).unwrap_or_else(|error| {
            log::warn!("no memory for a table of {megabytes} MiB, it gets 1 MiB: {error}");
            Table::smallest()
        })
    }

    /// As [`Table::with_threads`], for who has to know whether there is so much memory.
    ///
    /// # Errors
    /// If the system has not so much memory to give.
    pub fn try_new(megabytes: usize, threads: usize) -> io::Result<Table> {
        Pages::new(megabytes.max(1), threads).map(Table::of)
    }

    /// The smallest table, which there is always memory for.
    pub fn smallest() -> Table {
        Table::of(Pages::smallest())
    }

    fn of(pages: Pages) -> Table {
        Table { pages, age: AtomicU8::new(0) }
    }

    /// Its size in MiB.
    pub fn megabytes(&self) -> usize {
        size_of_val(self.pages.buckets()) >> 20
    }

    /// Forgets everything, on so many threads (at least 1). A search still under way elsewhere comes to no
    /// harm; what it writes meanwhile stays.
    pub fn clear(&self, threads: usize) {
        self.pages.clear(threads);
        self.age.store(0, Relaxed);
    }

    /// Holds from now on what another table of the same size holds.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn copy(&self, other: &Table) {
        self.pages.copy(&other.pages);
        self.age.store(other.age.load(Relaxed), Relaxed);
    }

    /// A new search begins: what is there already becomes old, and the first to be replaced.
    pub fn next_age(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// The age of what is stored now, below [`AGES`] (which divides what an `AtomicU8` counts up to).
    fn age(&self) -> u8 {
        self.age.load(Relaxed) % AGES
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.pages.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Starts loading the entry of a position that is about to be asked for: it is hardly ever in a
    /// cache, and waiting for memory is a good part of a node.
    pub fn prefetch(&self, key: u64) {
        prefetch::prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        let checks = bucket[ENTRIES].load(Relaxed);
        (0..ENTRIES).find_map(|place| {
            let data = bucket[place].load(Relaxed);
            belongs(checks, place, key, data).then(|| unpack(data))
        })
    }

    /// Stores an entry, in place of what is worth least in its bucket.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age();
        let bucket = self.bucket(key);
        let checks = bucket[ENTRIES].load(Relaxed);
        let (mut target, mut least) = (0, i32::MAX);
        for (place, data) in bucket[..ENTRIES].iter().enumerate() {
            let data = data.load(Relaxed);
            if belongs(checks, place, key, data) {
                let old = unpack(data);
                if age_of(data) == age && entry.bound != Bound::Exact && entry.depth + 3 < old.depth
                {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                target = place;
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                (least, target) = (worth, place);
            }
        }
        let data = pack(&entry, age);
        let shift = target * CHECK_BITS;
        bucket[target].store(data, Relaxed);
        bucket[ENTRIES].store(checks & !(CHECK << shift) | check(key, data) << shift, Relaxed);
    }

    /// Stores what is to be believed of the position with this key.
    pub fn believe(&self, key: u64, belief: Belief) {
        let Belief { score, depth } = belief;
        let (mv, eval, bound, pv) = (None, None, Bound::Exact, false);
        self.store(key, Entry { mv, score, eval, depth: depth as i32, bound, pv });
    }

    /// The data of all entries, bucket by bucket.
    fn data(&self) -> impl Iterator<Item = &AtomicU64> {
        self.pages.buckets().iter().flat_map(|bucket| &bucket[..ENTRIES])
    }

    /// How full it is with entries of the present search, in thousandths.
    pub fn permille_full(&self) -> u32 {
        let age = self.age();
        let (mut used, mut seen) = (0, 0);
        for data in self.data().take(1_000) {
            let data = data.load(Relaxed);
            used += u32::from(data != 0 && age_of(data) == age);
            seen += 1;
        }
        used * 1000 / seen
    }
}

/// Whether the data at a place of a bucket with these checks are of the position with this key.
fn belongs(checks: u64, place: usize, key: u64, data: u64) -> bool {
    data != 0 && checks >> (place * CHECK_BITS) & CHECK == check(key, data)
}

/// What tells a position with these data from the others of its bucket: the key's last bits (the first
/// ones choose the bucket), turned over by a mixture of all bits of the data.
fn check(key: u64, data: u64) -> u64 {
    (key ^ data.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - CHECK_BITS)) & CHECK
}

/// Deep and recent entries are worth most, empty slots nothing.
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let years = (AGES + age - age_of(data)) % AGES;
    unpack(data).depth - 8 * i32::from(years)
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

pub(super) fn pack(entry: &Entry, age: u8) -> u64 {
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    u64::from(pack_move(entry.mv))
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

pub(super) fn unpack(data: u64) -> Entry {
    let eval = (data >> 32) as i16;
    Entry {
        mv: unpack_move(data as u16),
        score: i32::from((data >> 16) as i16),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: (data >> 48 & 0xFF) as i32,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: data >> 58 & 1 == 1,
    }
}

const PROMOTIONS: [Option<Piece>; 8] = [
    None,
    Some(Piece::Knight),
    Some(Piece::Bishop),
    Some(Piece::Rook),
    Some(Piece::Queen),
    None,
    None,
    None,
];

/// A move in 16 bits; 0 is none (no move goes from a1 to a1).
pub fn pack_move(mv: Option<ChessMove>) -> u16 {
    mv.map_or(0, |m| {
        let promotion = m.get_promotion().map_or(0, |p| p.to_index() as u16);
        square(m.get_source()) | square(m.get_dest()) << 6 | promotion << 12
    })
}

/// The inverse of [`pack_move`]; any bits give some move, to be tested for legality.
pub fn unpack_move(bits: u16) -> Option<ChessMove> {
    (bits != 0).then(|| {
        let promotion = PROMOTIONS[usize::from(bits >> 12 & 7)];
        ChessMove::new(square_at(bits), square_at(bits >> 6), promotion)
    })
}

fn square_at(bits: u16) -> Square {
    ALL_SQUARES[usize::from(bits & 63)]
}

fn square(square: Square) -> u16 {
    u16::from(square.to_int())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{position::Position, search::score::MATE};

    /// An entry of this depth with something in each field.
    pub fn entry(depth: i32) -> Entry {
        let mv = Position::startpos().legal_moves()[3];
        Entry { mv: Some(mv), score: -123, eval: Some(45), depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1);
        assert_eq!(table.probe(77), None);
        table.store(77, entry(9));
        assert_eq!(table.probe(77), Some(entry(9)));
        table.clear(1);
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn a_belief_is_an_exact_score_that_keeps_the_move() {
        let table = Table::new(1);
        table.store(77, entry(20));
        table.believe(77, Belief { score: 250, depth: 9 });
        let (bound, eval) = (Bound::Exact, None);
        assert_eq!(
            table.probe(77),
            Some(Entry { score: 250, depth: 9, bound, eval, pv: false, ..entry(20) })
        );
    }

    #[test]
    fn a_mate_settles_no_node_where_the_fifty_move_draw_comes_before_it() {
        let mate = Entry { score: MATE - 19, bound: Bound::Exact, ..entry(9) };
        assert_eq!(mate.settles(81, 4, -50, 50), Some(MATE - 23));
        assert_eq!(mate.settles(82, 4, -50, 50), None);
        assert_eq!(Entry { score: 77, ..mate }.settles(82, 4, -50, 50), Some(77));
    }

    #[test]
    fn every_move_survives_packing() {
        let promotions = Position::from_fen("1n2k3/P7/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        for position in [Position::startpos(), promotions] {
            for &mv in &position.legal_moves() {
                assert_eq!(unpack_move(pack_move(Some(mv))), Some(mv));
            }
        }
    }

    #[test]
    fn a_shallow_result_does_not_replace_a_deep_one_of_the_same_position() {
        let table = Table::new(1);
        table.store(77, entry(20));
        table.store(77, entry(5));
        assert_eq!(table.probe(77).map(|e| e.depth), Some(20));
        table.next_age();
        table.store(77, entry(5));
        assert_eq!(table.probe(77).map(|e| e.depth), Some(5));
    }

    #[test]
    fn a_full_bucket_gives_up_its_oldest_and_shallowest() {
        let table = Table::new(1);
        for low in 1..=3 {
            table.store(low, entry(10 + low as i32));
        }
        table.store(4, entry(3));
        assert_eq!(table.probe(1), None, "the shallowest of the three has gone");
        assert!((2..=4).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn an_entry_that_another_thread_has_half_written_is_not_found() {
        let table = Table::new(1);
        (1..=3).for_each(|key| table.store(key, entry(10)));
        let bucket = table.bucket(0);
        bucket[1].store(pack(&entry(11), 0), Relaxed);
        assert_eq!(table.probe(2), None);
        assert!([1, 3].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn a_megabyte_holds_almost_a_hundred_thousand_entries() {
        let table = Table::new(1);
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..1_000_000 {
            table.store(random.u64(..), entry(5));
        }
        assert_eq!(table.data().filter(|data| data.load(Relaxed) != 0).count(), 98_304);
    }
}
