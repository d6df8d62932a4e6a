//! Gathering the positions of files of games, on all cores.

use std::{collections::HashSet, io::Read};

use super::{
    data::{Data, ENTRY_BYTES, Entry},
    side_by_side,
};
use crate::train::{Blocks, Packed, Record, StoreError, samples};

/// One game in so many is held back: what the network has not seen tells how good it is. (Every tenth
/// game begins as one of Chess960: of every fortieth, all would.)
const HELD_BACK: u64 = 41;
/// Blocks that a thread unpacks before all wait for each other.
const ROUND: usize = 16;
/// Positions of a file that are read at once.
const READ: usize = 1 << 16;

/// The positions of a game that teach something, with their keys.
type Taught = Vec<(u64, Entry)>;

/// Gathers positions of games, each position once.
#[derive(Debug, Default)]
pub struct Harvest {
    ahead: f64,
    data: Data,
    games: u64,
    seen: HashSet<u64>,
}

impl Harvest {
    /// Nothing yet; so much of each chance is to be what the next position made of it, 0 to 1.
    pub fn new(ahead: f64) -> Harvest {
        Harvest { ahead, ..Harvest::default() }
    }

    /// Takes the positions of the next blocks of a file, unpacked by so many threads; whether there
    /// were any.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged; nothing is taken then.
    pub fn add(&mut self, blocks: &mut Blocks, threads: usize) -> Result<bool, StoreError> {
        let round = blocks.some(threads * ROUND)?;
        let ahead = self.ahead;
        let work = |part| move || taught_by(part, ahead);
        let parts = side_by_side(round.chunks(ROUND).map(work));
        let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
        parts.into_iter().flatten().for_each(|game| self.take(game));
        Ok(!round.is_empty())
    }

    /// Takes what is new of a game.
    fn take(&mut self, game: Taught) {
        let held_back = is_held_back(self.games);
        self.games += 1;
        let into = self.data.part(held_back);
        let fresh = game.into_iter().filter(|(key, _)| self.seen.insert(*key));
        into.extend(fresh.map(|(_, entry)| entry));
    }

    /// Takes the next positions of a file of positions; whether there were any.
    ///
    /// # Errors
    /// If the file cannot be read or is something else.
    pub fn add_positions(&mut self, file: &mut impl Read) -> Result<bool, StoreError> {
        let mut bytes = Vec::new();
        file.take(READ as u64 * ENTRY_BYTES as u64).read_to_end(&mut bytes)?;
        let (entries, rest) = bytes.as_chunks();
        let entries: Option<Vec<_>> = entries.iter().map(Entry::from_bytes).collect();
        let entries = entries.filter(|_| rest.is_empty()).ok_or(StoreError::NoPositions)?;
        for (entry, held_back) in &entries {
            if self.seen.insert(entry.key()) {
                self.data.part(*held_back).push(*entry);
            }
        }
        Ok(!entries.is_empty())
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.data.train.len() + self.data.held_back.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions taken since this was last asked; what they were is remembered.
    pub fn drain(&mut self) -> Data {
        std::mem::take(&mut self.data)
    }
}

/// Whether the game with this number is one to test with.
pub fn is_held_back(game: u64) -> bool {
    game.is_multiple_of(HELD_BACK)
}

/// What the games of some blocks teach, game by game.
fn taught_by(part: &[Packed], ahead: f64) -> Result<Vec<Taught>, StoreError> {
    let mut games = Vec::new();
    for packed in part {
        games.extend(packed.unpack()?.games.iter().map(|game| taught(game, ahead)));
    }
    Ok(games)
}

fn taught(game: &Record, ahead: f64) -> Taught {
    samples(game, ahead).map(|sample| (sample.position.key(), Entry::new(&sample))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{position::Position, train::Sample};

    #[test]
    fn positions_are_taken_once_and_games_held_back_whole() {
        let mut position = Position::startpos();
        let mut game = Record::default();
        for (san, chance) in [("e4", 125), ("e5", 120), ("Nf3", 130), ("Nc6", 125)] {
            let mv = position.parse_move(san).unwrap();
            game.moves.push(mv);
            game.chances.push(chance);
            position.play(mv);
        }
        let mut harvest = Harvest::default();
        assert!(harvest.is_empty());
        (0..3).for_each(|_| harvest.take(taught(&game, 0.0)));
        assert_eq!(harvest.len(), 4);
        let data = harvest.drain();
        assert_eq!((data.train.len(), data.held_back.len()), (0, 4));
        assert!((data.held_back[2].target(0.5) - (0.25 + 0.26)).abs() < 1e-6);
    }

    #[test]
    fn a_file_of_positions_that_was_cut_off_is_not_told_to_be_games_alone() {
        let (position, half_points) = (Position::startpos(), 1);
        let bytes = Entry::new(&Sample { position, chance: 125, half_points }).to_bytes(false);
        assert!(Harvest::default().add_positions(&mut &bytes[..]).unwrap());
        let told = Harvest::default().add_positions(&mut &bytes[..20]).unwrap_err().to_string();
        assert!(told.ends_with("nor a whole one of positions"), "{told}");
    }
}
