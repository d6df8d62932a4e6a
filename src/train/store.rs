//! A file of games: one line that says how they were made, then numbered blocks. It grows by whole
//! blocks, so that it can be broken off and continued at any time; files whose games were made alike may be
//! put one behind the other.

use std::{
    collections::BTreeSet,
    fmt, fs,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
};

use super::{
    format::{Damage, pack, unpack},
    record::Record,
};

/// The first words of a file; the number is the version of the format.
const MAGIC: &str = "zeitnot-games 2";
/// A first line is never longer, in bytes.
const LINE: u64 = 1_000;
/// Before each block: its number and its length in bytes, both of four bytes, the low one first.
const FRAME: usize = 8;

/// How games were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What scored the positions: a name or a network's hash, without blanks.
    pub evaluation: String,
    /// Nodes a move.
    pub nodes: u64,
    /// Names the openings.
    pub seed: u64,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { evaluation, nodes, seed } = self;
        write!(f, "evaluation={evaluation} nodes={nodes} seed={seed}")
    }
}

impl Header {
    /// Reads a first line; `None` if it is none.
    fn parse(line: &str) -> Option<Header> {
        let mut words = line.strip_prefix(MAGIC)?.split_ascii_whitespace();
        let mut value = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=');
        let evaluation = value("evaluation")?.to_owned();
        let (nodes, seed) = (value("nodes")?.parse().ok()?, value("seed")?.parse().ok()?);
        words.next().is_none().then_some(Header { evaluation, nodes, seed })
    }
}

/// Some games; the number tells which ones, for a given seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number, from 0.
    pub number: u32,
    /// The games.
    pub games: Vec<Record>,
}

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// Another process is writing to it.
    #[error("it cannot be had for writing alone: {0}")]
    Busy(String),
    /// It is something else.
    #[error("this is no file of games (the first line must begin with `{MAGIC}`)")]
    Foreign,
    /// It is no file of positions either, or not a whole one.
    #[error(
        "this is neither a file of games (the first line must begin with `{MAGIC}`) nor a whole one of positions"
    )]
    NoPositions,
    /// It is to be continued, but its games were made otherwise.
    #[error("its games were made with {there}, not with {wanted}")]
    Different {
        /// How they were made.
        there: Header,
        /// How they were to be made.
        wanted: Header,
    },
    /// A block is damaged.
    #[error("block {number} at byte {place} is damaged: {damage}")]
    Damaged {
        /// The block's number.
        number: u32,
        /// Where it begins.
        place: u64,
        /// What is wrong with it.
        damage: Damage,
    },
}

/// A file of games that is growing.
pub struct Store {
    file: File,
    done: BTreeSet<u32>,
}

impl Store {
    /// Opens a file to go on with it, or begins it. Every block that is there is checked; one that
    /// was broken off while it was written is cut off.
    ///
    /// # Errors
    /// If the file is something else, is damaged, or was made otherwise.
    pub fn open(path: &Path, wanted: &Header) -> Result<Store, StoreError> {
        let whole = match fs::metadata(path) {
            Ok(there) if there.len() > 0 => Some(Store::check(path, wanted)?),
            _ => None,
        };
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.try_lock().map_err(|error| StoreError::Busy(error.to_string()))?;
        let (length, done) = match whole {
            Some(whole) => whole,
            None => {
                let line = format!("{MAGIC} {wanted}\n");
                file.write_all(line.as_bytes())?;
                (line.len() as u64, BTreeSet::new())
            }
        };
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Store { file, done })
    }

    /// How long the whole part of a file is, in bytes, and the blocks in it.
    fn check(path: &Path, wanted: &Header) -> Result<(u64, BTreeSet<u32>), StoreError> {
        let mut blocks = Blocks::open(path)?;
        if blocks.header != *wanted {
            let there = blocks.header.clone();
            return Err(StoreError::Different { there, wanted: wanted.clone() });
        }
        let done = blocks.by_ref().map(|block| Ok(block?.number)).collect::<Result<_, _>>();
        done.map(|done| (blocks.place, done))
    }

    /// The blocks that are there.
    pub fn done(&self) -> &BTreeSet<u32> {
        &self.done
    }

    /// Appends a block.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, block: &Block) -> Result<(), StoreError> {
        let packed = pack(&block.games);
        let mut frame = Vec::with_capacity(FRAME + packed.len());
        frame.extend(block.number.to_le_bytes());
        frame.extend((packed.len() as u32).to_le_bytes());
        frame.extend(packed);
        self.file.write_all(&frame)?;
        self.done.insert(block.number);
        Ok(())
    }
}

/// The whole blocks of a file, one after another.
pub struct Blocks {
    /// How they were made.
    pub header: Header,
    file: BufReader<File>,
    /// Where the next block begins.
    place: u64,
}

impl Blocks {
    /// Opens a file to read it.
    ///
    /// # Errors
    /// If it cannot be read or is something else.
    pub fn open(path: &Path) -> Result<Blocks, StoreError> {
        let mut file = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        file.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        let header = str::from_utf8(&line).ok().and_then(Header::parse);
        let header = header.ok_or(StoreError::Foreign)?;
        Ok(Blocks { header, file, place: line.len() as u64 })
    }

    /// Where the next block begins, in bytes.
    pub fn place(&self) -> u64 {
        self.place
    }

    /// The next blocks, still packed: so many, or as many as there are.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn some(&mut self, count: usize) -> Result<Vec<Packed>, StoreError> {
        let mut blocks = Vec::new();
        while blocks.len() < count
            && let Some(packed) = self.packed()?
        {
            blocks.push(packed);
        }
        Ok(blocks)
    }

    /// The next block, still packed; `None` at the end and before one that is not whole.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn packed(&mut self) -> Result<Option<Packed>, StoreError> {
        let Some(frame) = self.frame()? else { return Ok(None) };
        let (number, length) = frame.split_at(FRAME / 2);
        let word = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
        let (number, length) = (word(number), word(length));
        let Some(bytes) = self.take(length.into())? else { return Ok(None) };
        let place = self.place;
        self.place += FRAME as u64 + u64::from(length);
        Ok(Some(Packed { number, place, bytes }))
    }

    /// What stands before the next block. The first line of a file that was put behind another one is passed
    /// over: no number of a block begins like it.
    fn frame(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        let mut line = match self.take(FRAME as u64)? {
            Some(begun) if MAGIC.as_bytes().starts_with(&begun) => begun,
            frame => return Ok(frame),
        };
        self.file.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        match str::from_utf8(&line).ok().and_then(Header::parse) {
            Some(header) if header == self.header => {
                self.place += line.len() as u64;
                self.take(FRAME as u64)
            }
            Some(there) => Err(StoreError::Different { there, wanted: self.header.clone() }),
            None => Err(StoreError::Foreign),
        }
    }

    /// So many bytes; `None` if there are fewer.
    fn take(&mut self, count: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let mut bytes = Vec::new();
        self.file.by_ref().take(count).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 == count).then_some(bytes))
    }
}

impl Iterator for Blocks {
    type Item = Result<Block, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.packed()
            .and_then(|packed| packed.map(|packed| packed.unpack()).transpose())
            .transpose()
    }
}

/// A block as it stands in a file. Unpacking takes much longer than reading, so it is left to whoever
/// has the threads for it.
pub struct Packed {
    number: u32,
    /// Where it begins, in bytes.
    place: u64,
    bytes: Vec<u8>,
}

impl Packed {
    /// The block.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn unpack(&self) -> Result<Block, StoreError> {
        let Packed { number, place, ref bytes } = *self;
        let damaged = |damage| StoreError::Damaged { number, place, damage };
        Ok(Block { number, games: unpack(bytes).map_err(damaged)? })
    }
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    /// A path in the folder for temporary files, cleared before and after.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let scratch = Scratch(env::temp_dir().join(format!("{name}-{}", process::id())));
            let _ = fs::remove_file(&scratch.0);
            scratch
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn header(seed: u64) -> Header {
        Header { evaluation: "classical".to_owned(), nodes: 1_000, seed }
    }

    fn block(number: u32) -> Block {
        Block { number, games: vec![Record::default(); 3] }
    }

    #[test]
    fn a_file_goes_on_where_it_was_broken_off() {
        let path = Scratch::new("broken-off");
        let mut store = Store::open(&path.0, &header(1)).unwrap();
        [0, 2].iter().for_each(|&number| store.append(&block(number)).unwrap());
        drop(store);
        let whole = fs::read(&path.0).unwrap();
        let first = whole.len() - (whole.len() - header_length(&whole)) / 2;
        for length in first..=whole.len() {
            fs::write(&path.0, &whole[..length]).unwrap();
            let mut store = Store::open(&path.0, &header(1)).unwrap();
            assert_eq!(store.done().contains(&2), length == whole.len());
            store.append(&block(5)).unwrap();
            drop(store);
            let blocks: Result<Vec<Block>, _> = Blocks::open(&path.0).unwrap().collect();
            let expected: &[u32] = if length == whole.len() { &[0, 2, 5] } else { &[0, 5] };
            assert!(blocks.unwrap().into_iter().eq(expected.iter().map(|&number| block(number))));
        }
    }

    #[test]
    fn files_made_alike_may_be_put_one_behind_the_other() {
        let (one, other, both) = (Scratch::new("one"), Scratch::new("other"), Scratch::new("both"));
        for (path, numbers) in [(&one, [0, 2]), (&other, [1, 3])] {
            let mut store = Store::open(&path.0, &header(1)).unwrap();
            numbers.iter().for_each(|&number| store.append(&block(number)).unwrap());
        }
        let files = [&one, &other].map(|path| fs::read(&path.0).unwrap());
        fs::write(&both.0, files.concat()).unwrap();
        assert_eq!(*Store::open(&both.0, &header(1)).unwrap().done(), BTreeSet::from([0, 1, 2, 3]));
        let foreign = String::from_utf8_lossy(&files[1]).replacen("seed=1", "seed=7", 1);
        fs::write(&both.0, [&files[0][..], foreign.as_bytes()].concat()).unwrap();
        let refusal = Store::open(&both.0, &header(1)).err().unwrap().to_string();
        assert!(refusal.contains("seed=7"), "{refusal}");
    }

    fn header_length(file: &[u8]) -> usize {
        file.iter().position(|&byte| byte == b'\n').unwrap() + 1
    }

    #[test]
    fn other_games_and_other_files_are_left_alone() {
        let path = Scratch::new("left-alone");
        drop(Store::open(&path.0, &header(1)).unwrap());
        let refusal = Store::open(&path.0, &header(2)).err().unwrap().to_string();
        assert!(refusal.contains("seed=1") && refusal.contains("seed=2"), "{refusal}");
        fs::write(&path.0, "1. e4 e5\n").unwrap();
        let refusal = Store::open(&path.0, &header(1)).err().unwrap().to_string();
        assert!(refusal.contains("no file of games"), "{refusal}");
        assert_eq!(fs::read(&path.0).unwrap(), b"1. e4 e5\n");
    }

    #[test]
    fn damage_is_named_with_its_place() {
        let path = Scratch::new("damage");
        let mut store = Store::open(&path.0, &header(1)).unwrap();
        [7, 8].iter().for_each(|&number| store.append(&block(number)).unwrap());
        drop(store);
        let mut bytes = fs::read(&path.0).unwrap();
        let place = header_length(&bytes);
        bytes[place + FRAME + 12] ^= 1;
        fs::write(&path.0, &bytes).unwrap();
        let refusal = Store::open(&path.0, &header(1)).err().unwrap().to_string();
        let expected = format!("block 7 at byte {place} is damaged");
        assert!(refusal.starts_with(&expected), "{refusal}");
    }

    #[test]
    fn a_first_line_is_read_as_it_is_written() {
        let line = format!("{MAGIC} {}\n", header(77));
        assert_eq!(Header::parse(&line), Some(header(77)));
        for wrong in
            ["", MAGIC, "zeitnot-games 1 evaluation=a nodes=1 seed=1", &line.replace("=1000", "=x")]
        {
            assert_eq!(Header::parse(wrong), None, "{wrong}");
        }
    }
}
