//! Reading games with several threads.

use std::{io, thread};

use crossbeam::channel::{Receiver, bounded};

use super::{Chunk, Skip, Statistics};
use crate::pgn::Reader;

/// Games not counted that are told one by one; of the others only the number is kept.
const TOLD: usize = 1_000;

/// A game that is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Which of the files it stands in.
    pub file: usize,
    /// Which game of the file it is, from 1.
    pub number: usize,
    /// The line of the file where it went wrong, if that is so.
    pub line: Option<usize>,
    /// Who played.
    pub game: String,
    /// Why.
    pub reason: Skip,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// What was counted.
    pub statistics: Statistics,
    /// Games not counted, in the order of the files; the first thousand of each thread.
    pub skipped: Vec<Skipped>,
    /// How many were not counted.
    pub skips: u64,
}

/// Counts all games of the pieces with so many threads. The result does not depend on how many there are.
///
/// # Errors
/// If the input fails.
pub fn gather(
    mut chunks: impl Iterator<Item = io::Result<Chunk>>,
    threads: usize,
    adjudicated: bool,
) -> io::Result<Gathered> {
    thread::scope(|scope| {
        let (sender, receiver) = bounded::<Chunk>(threads.max(1));
        let worker = |chunks: Receiver<Chunk>| {
            let mut gathered = Gathered::default();
            chunks.iter().for_each(|chunk| gathered.read(&chunk, adjudicated));
            gathered
        };
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| (worker, receiver.clone()))
            .map(|(worker, receiver)| scope.spawn(move || worker(receiver)))
            .collect();
        drop(receiver);
        // Without a worker left there is nobody to send to; joining them tells why.
        let fed = chunks.try_for_each(|chunk| chunk.map(|chunk| drop(sender.send(chunk))));
        drop(sender);
        let mut all = Gathered::default();
        for worker in workers {
            let part = worker.join().map_err(|_| io::Error::other("a reading thread gave up"))?;
            all.merge(part);
        }
        all.skipped.sort_by_key(|skipped| (skipped.file, skipped.number));
        fed.map(|()| all)
    })
}

impl Gathered {
    /// Counts the games of a piece.
    fn read(&mut self, chunk: &Chunk, adjudicated: bool) {
        for (i, record) in Reader::new(&chunk.text[..]).map_while(Result::ok).enumerate() {
            let Err(reason) = self.statistics.add(&record, adjudicated) else { continue };
            self.skips += 1;
            if self.skipped.len() < TOLD {
                let fault = record.broken_off().or(record.problems.last());
                let line = fault.map(|problem| chunk.lines_before + problem.line);
                let game = format!("{} - {}", record.tags.white, record.tags.black);
                let number = chunk.games_before + i + 1;
                self.skipped.push(Skipped { file: chunk.file, number, line, game, reason });
            }
        }
    }

    fn merge(&mut self, other: Gathered) {
        self.statistics.merge(&other.statistics);
        self.skipped.extend(other.skipped);
        self.skips += other.skips;
    }
}
