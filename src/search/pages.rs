//! The memory of the transposition table. A search reads it at random, and with pages of the usual
//! size nearly every look pays twice: for the entry, and for finding out where its page is. So it
//! lies in huge pages where the system has them.

use std::{
    io,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use crate::lock::lock;

/// Words that lie together, two buckets in a cache line.
pub type Bucket = [AtomicU64; 4];

/// The size of a huge page of the usual processors, and where one may begin.
const HUGE_PAGE: usize = 2 << 20;

/// Buckets that are cleared in one go: several huge pages, and enough to be worth a thread.
const PART: usize = (16 << 20) / size_of::<Bucket>();

/// Memory from the system, all zeros.
enum Memory {
    Mapped(MmapMut),
    Heap(Vec<u8>),
}

type Buckets<'a> = &'a [Bucket];

self_cell! {
    /// Buckets together with the memory they lie in, which no reference of the language can join.
    struct Held {
        owner: MutBorrow<Memory>,
        #[covariant]
        dependent: Buckets,
    }
}

/// Buckets in memory of their own.
pub struct Pages(Held);

impl Memory {
    /// At least so many bytes from the start of a huge page on.
    fn mapped(bytes: usize) -> io::Result<Memory> {
        let map = MmapMut::map_anon(bytes.saturating_add(HUGE_PAGE))?;
        // A system without huge pages says no, and the table is a little slower.
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no huge pages for the table: {error}");
        }
        Ok(Memory::Mapped(map))
    }

    /// The first `bytes` bytes from the start of a huge page on; fewer only if there are no more.
    fn aligned(&mut self, bytes: usize) -> &mut [u8] {
        let memory: &mut [u8] = match self {
            Memory::Mapped(map) => map,
            Memory::Heap(bytes) => bytes,
        };
        let start = memory.as_ptr().align_offset(HUGE_PAGE).min(memory.len());
        let end = (start + bytes).min(memory.len());
        &mut memory[start..end]
    }
}

impl Pages {
    /// Empty buckets of `megabytes` MiB in all, made ready by so many threads.
    ///
    /// # Errors
    /// If the system has not so much memory to give.
    pub fn new(megabytes: usize, threads: usize) -> io::Result<Pages> {
        let bytes = megabytes.saturating_mul(1 << 20);
        let pages = Memory::mapped(bytes).map(|memory| Pages::cut(memory, bytes))?;
        // The system hands pages out when they are first written to: now, not during a search.
        pages.clear(threads);
        Ok(pages)
    }

    /// The smallest table, from the program's own memory: what is left when the system gives none.
    pub fn smallest() -> Pages {
        let bytes = 1 << 20;
        Pages::cut(Memory::Heap(vec![0; bytes + HUGE_PAGE]), bytes)
    }

    /// Buckets in so many bytes of `memory`.
    fn cut(memory: Memory, bytes: usize) -> Pages {
        Pages(Held::new(MutBorrow::new(memory), |memory| {
            let bytes = memory.borrow_mut().aligned(bytes);
            // Aligned and a multiple of a bucket's size, they cannot but fit.
            <[Bucket]>::mut_from_bytes(bytes).map_or(&[], |buckets| buckets)
        }))
    }

    /// Sets everything to zero, on so many threads (at least 1) if there is enough to do. Each takes the
    /// next part until none is left, so one that comes late, or not at all, holds nobody up.
    pub fn clear(&self, threads: usize) {
        let parts = self.buckets().chunks(PART);
        let helpers = threads.min(parts.len()).saturating_sub(1);
        let parts = Mutex::new(parts);
        let next = || lock(&parts).next();
        let work = || {
            while let Some(part) = next() {
                part.as_flattened().iter().for_each(|word| word.store(0, Relaxed));
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    log::debug!("fewer threads to clear the table: {error}");
                }
            }
            work();
        });
    }

    /// Takes over what other pages, as many of them, have.
    ///
    /// # Panics
    /// If they are more or fewer.
    pub fn copy(&self, other: &Pages) {
        let [to, from] = [self, other].map(|pages| pages.buckets().as_flattened());
        assert_eq!(to.len(), from.len(), "tables of different sizes");
        to.iter().zip(from).for_each(|(to, from)| to.store(from.load(Relaxed), Relaxed));
    }

    /// The buckets.
    pub fn buckets(&self) -> &[Bucket] {
        self.0.borrow_dependent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buckets_fill_whole_huge_pages_with_zeros() {
        let pages = Pages::new(3, 1).unwrap();
        assert_eq!(size_of_val(pages.buckets()), 3 << 20);
        assert!(pages.buckets().as_ptr().addr().is_multiple_of(HUGE_PAGE));
        let words = pages.buckets().as_flattened();
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        words[0].store(1, Relaxed);
    }

    #[test]
    fn more_than_there_is_is_refused_and_a_little_is_always_left() {
        assert!(Pages::new(usize::MAX, 1).is_err());
        assert!(Pages::new(usize::MAX >> 21, 1).is_err());
        assert_eq!(size_of_val(Pages::smallest().buckets()), 1 << 20);
    }

    #[test]
    fn any_number_of_threads_clears_every_part() {
        let pages = Pages::new(40, 2).unwrap();
        let words = || pages.buckets().as_flattened();
        for threads in [0, 1, 2, 3, 100] {
            words().iter().step_by(1_000).for_each(|word| word.store(7, Relaxed));
            words().last().unwrap().store(7, Relaxed);
            pages.clear(threads);
            assert!(words().iter().all(|word| word.load(Relaxed) == 0), "{threads} threads");
        }
    }
}
