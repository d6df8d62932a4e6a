//! The last games, for those who want to click through them.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

use crate::{
    pgn::{Reader, Record},
    position::Color,
};

/// So many games are kept; the oldest go first.
const MOST: usize = 400;
/// So much is read of a file with games, from its end.
const TAIL: u64 = 4 << 20;
/// What a game begins with in the middle of a file.
const BEGINNING: &[u8] = b"\n\n[Event ";

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its number on the shelf, from 1; never given twice.
    pub number: u64,
    /// The game.
    pub record: Arc<Record>,
    /// The engine's colour, as far as it is known.
    pub me: Option<Color>,
}

impl Kept {
    /// The engine's name in this game, as far as it is known.
    pub fn engine(&self) -> Option<&str> {
        let tags = &self.record.tags;
        self.me.map(|me| if me == Color::White { tags.white.as_str() } else { &tags.black })
    }
}

/// The last games, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    games: VecDeque<Kept>,
    last: u64,
}

impl Shelf {
    /// Adds a game.
    pub fn add(&mut self, record: Record, me: Option<Color>) -> Kept {
        self.last += 1;
        let me = me.or_else(|| accountant(&record));
        let kept = Kept { number: self.last, record: Arc::new(record), me };
        self.games.push_back(kept.clone());
        if self.games.len() > MOST {
            self.games.pop_front();
        }
        kept
    }

    /// The games.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &Kept> {
        self.games.iter()
    }
}

/// The side that says why it thought as long as it did: nobody but this engine does.
fn accountant(record: &Record) -> Option<Color> {
    let first = record.start.side();
    let at = record.moves.iter().position(|ply| !ply.why.is_empty())?;
    Some(if at % 2 == 0 { first } else { !first })
}

/// The last games of a file, the oldest first; none if it cannot be read.
pub fn last_games(path: &Path) -> Vec<Record> {
    let text = end_of(path).unwrap_or_default();
    let mut records: Vec<Record> = Reader::new(text.as_slice())
        .map_while(Result::ok)
        .filter(|it| !it.moves.is_empty())
        .collect();
    let surplus = records.len().saturating_sub(MOST);
    records.drain(..surplus);
    records
}

/// The end of a file, from the beginning of a game on.
fn end_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut text = Vec::new();
    file.take(TAIL).read_to_end(&mut text)?;
    if length > TAIL {
        let begins = text.windows(BEGINNING.len()).position(|window| window == BEGINNING);
        text.drain(..begins.map_or(text.len(), |at| at + 2));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn game(white: &str) -> Record {
        let mut record = Record::new(Position::startpos());
        white.clone_into(&mut record.tags.white);
        let mv = record.start.parse_move("e4").unwrap();
        record.moves.push(crate::pgn::Ply::new(mv));
        record
    }

    #[test]
    fn the_oldest_games_go_and_numbers_are_never_given_twice() {
        let mut shelf = Shelf::default();
        (0..MOST + 5).for_each(|n| drop(shelf.add(game(&n.to_string()), None)));
        let numbers: Vec<u64> = shelf.games().map(|kept| kept.number).collect();
        assert_eq!((numbers.len(), numbers[0], *numbers.last().unwrap()), (MOST, 6, 405));
    }

    #[test]
    fn the_engine_is_the_side_that_accounts_for_its_time() {
        let mut record = game("Rook");
        assert_eq!(accountant(&record), None);
        "adaptive: enough".clone_into(&mut record.moves[0].why);
        assert_eq!(accountant(&record), Some(Color::White));
    }

    #[test]
    fn of_a_long_file_the_last_whole_games_are_read() {
        let path = std::env::temp_dir().join(format!("zeitnot-shelf-{}.pgn", std::process::id()));
        assert_eq!(last_games(&path), [], "no file yet");
        let text = |name: &str| {
            let mut record = game(name);
            record.comment = "long ".repeat(2_000);
            record.to_string()
        };
        let games: String = (0..600).map(|n| text(&n.to_string())).collect();
        assert!(games.len() as u64 > TAIL);
        std::fs::write(&path, games).unwrap();
        let records = last_games(&path);
        assert!(records.len() > 300 && records.len() <= MOST, "{}", records.len());
        assert!(records.iter().all(|record| record.problems.is_empty()));
        assert_eq!(records.last().unwrap().tags.white, "599");
        std::fs::remove_file(path).unwrap();
    }
}
