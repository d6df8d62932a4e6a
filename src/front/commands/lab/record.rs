//! Long searches put on record, of games of our own, of games on paper or of single positions.

use std::{
    collections::BTreeMap,
    fs,
    fs::{File, OpenOptions},
    io::{self, BufReader, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use super::engine::{Effort, EngineError, UciPlayer, XboardPlayer};
use crate::{
    eval::Evaluation,
    front::{
        args::at_once,
        at_path::{AtPath, at, within},
        commands::{
            input,
            part::Part,
            progress::{self, bar, interruption},
        },
    },
    lab::{
        record::{LONGER, OwnPlayer, Player, Subject, record_all},
        searchlog::{Header, LogError, LoggedGame, Reader, Writer},
    },
    pgn,
    position::epd::{self, EpdError},
    program::NAME_AND_VERSION,
};

/// Search positions long and keep everything the searches report.
///
/// Without files this engine plays games against itself from random but balanced openings, each move at
/// --nodes, which is as much as `zeitnot lab replay` can try rules with; --hash is 16 MiB for each side if left
/// out. A file that is there already is continued. Ctrl-C keeps the games that are whole.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Examples:\n  zeitnot lab record games.searches --games 60 --nodes 200000\n  \
    zeitnot lab record --engine \"./engine\" --movetime 5000 --epd test.epd engine.searches\n  \
    zeitnot lab record --engine phalanx --protocol xboard --movetime 5000 engine.searches"
)]
pub struct Record {
    /// The file to write
    out: PathBuf,
    /// Nodes a search
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Nodes a search in play, which leave in the table what the next search finds there; an eleventh of --nodes if
    /// left out
    #[arg(long, value_name = "NODES", conflicts_with = "engine")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    in_play: Option<u64>,
    /// Games to play
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Which openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game ends after so many half-moves at the latest
    #[arg(long, default_value_t = 200)]
    plies: usize,
    /// Search the positions of this file instead (EPD or FEN, one a line)
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Search the positions of the games of this file instead (PGN)
    #[arg(long, value_name = "FILE", conflicts_with = "epd")]
    pgn: Option<PathBuf>,
    /// With --pgn: leave out so many half-moves at the beginning of each game
    #[arg(long, default_value_t = 16)]
    skip: usize,
    /// Record only part I of N of the games or positions, for several machines; the files may be put one
    /// behind the other
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    part: Part,
    /// Games at once
    #[arg(long, default_value_t = 1, value_parser = at_once())]
    concurrency: usize,
    /// Record this engine instead, by what it says
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// With --engine: what it speaks
    #[arg(long, value_enum, default_value_t = Protocol::Uci, requires = "engine")]
    protocol: Protocol,
    /// With --engine: set one of its options; may be given several times
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
    option: Vec<String>,
    /// With --engine: search so many milliseconds instead of --nodes, and count the age in them; XBoard
    /// engines know whole seconds only
    #[arg(long, value_name = "MS", requires = "engine")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: Option<u64>,
    /// With --engine: search so many plies instead of --nodes
    #[arg(long, value_name = "PLIES", requires = "engine", conflicts_with = "movetime")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
}

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// The Universal Chess Interface
    Uci,
    /// The protocol of XBoard, also known as WinBoard or CECP
    Xboard,
}

/// Why nothing is recorded.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// A line is no position.
    #[error("{}, line {line}: {source}", path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        source: EpdError,
    },
    /// A game cannot be read to its end.
    #[error("{}, game {number}, {reason}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The game, from 1.
        number: usize,
        /// What is wrong where.
        reason: String,
    },
    /// There is nothing to search.
    #[error("{}: there is nothing to search in it", .0.display())]
    Empty(PathBuf),
    /// The file to be continued is something else or damaged.
    #[error(transparent)]
    Log(#[from] AtPath<LogError>),
    /// The file to be continued was made otherwise.
    #[error("{} has searches of {there}, not of {wanted}; name another file", path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// Who has searched, and how.
        there: String,
        /// Who was to search, and how.
        wanted: String,
    },
    /// The engine fails.
    #[error("{0}")]
    Engine(String),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Records.
///
/// # Errors
/// If a file cannot be used, or the engine fails.
pub fn record(args: &Record, hash: usize, evaluation: &Evaluation) -> Result<(), Failure> {
    let subjects = subjects(args)?;
    if let Some(path) = args.epd.as_ref().or(args.pgn.as_ref()).filter(|_| subjects.is_empty()) {
        return Err(Failure::Empty(path.clone()));
    }
    let (subjects, threads, made) = (args.part.only(subjects), args.concurrency, made(args, hash));
    match &args.engine {
        None => {
            let (nodes, in_play, evaluation) = (args.nodes, args.in_play(), evaluation.clone());
            let player = move || OwnPlayer::new(&evaluation, hash, nodes, in_play);
            run(args, NAME_AND_VERSION, made, subjects, threads, move || Ok([player(), player()]))
        }
        Some(command) => {
            let (command, options, effort) = (command.clone(), args.option.clone(), args.effort());
            let failure = |error: EngineError| Failure::Engine(error.to_string());
            match args.protocol {
                Protocol::Uci => {
                    let start = move || UciPlayer::start(&command, &options, effort);
                    let name = start().map_err(failure)?.name().to_owned();
                    run(args, &name, made, subjects, threads, move || Ok([start()?, start()?]))
                }
                Protocol::Xboard => {
                    let start = move || XboardPlayer::start(&command, &options, effort);
                    let name = start().map_err(failure)?.name().to_owned();
                    run(args, &name, made, subjects, threads, move || Ok([start()?, start()?]))
                }
            }
        }
    }
}

impl Record {
    /// Nodes of a search in play.
    fn in_play(&self) -> u64 {
        self.in_play.unwrap_or(self.nodes / LONGER).max(1)
    }

    /// How long an engine is to search.
    fn effort(&self) -> Effort {
        match (self.movetime, self.depth) {
            (Some(ms), _) => Effort::Milliseconds(ms),
            (None, Some(depth)) => Effort::Depth(depth),
            (None, None) => Effort::Nodes(self.nodes),
        }
    }
}

/// What the file is said to be made by: whatever changes the searches, and not how they are spread. Each side has `hash`
/// MiB of table.
fn made(args: &Record, hash: usize) -> String {
    let mut made = "zeitnot lab record".to_owned();
    let mut add = |text: String| made += &format!(" {text}");
    match (&args.epd, &args.pgn) {
        (Some(file), _) => add(format!("--epd {}", name(file))),
        (_, Some(file)) => add(format!("--pgn {} --skip {}", name(file), args.skip)),
        _ => add(format!("--seed {} --plies {}", args.seed, args.plies)),
    }
    match args.effort() {
        Effort::Milliseconds(ms) => add(format!("--movetime {ms}")),
        Effort::Depth(depth) => add(format!("--depth {depth}")),
        Effort::Nodes(nodes) => add(format!("--nodes {nodes}")),
    }
    if args.protocol == Protocol::Xboard {
        add("--protocol xboard".to_owned());
    }
    args.option.iter().for_each(|option| add(format!("--option {option}")));
    if args.engine.is_none() {
        add(format!("--in-play {} --hash {hash}", args.in_play()));
    }
    made
}

/// What a file says of itself, as it would be said today: `--hash` was `--table` once.
fn renamed(header: &Header) -> Header {
    Header { made: header.made.replace(" --table ", " --hash "), ..header.clone() }
}

/// Who has searched, and how.
fn maker(header: &Header) -> String {
    format!("{} (`{}`)", header.engine, header.made)
}

fn name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

fn subjects(args: &Record) -> Result<Vec<Subject>, Failure> {
    if let Some(path) = &args.epd {
        let text = input::text(path).map_err(at(path))?;
        let wanted = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let lines = text.lines().map(str::trim);
        return (1..)
            .zip(lines)
            .filter(|(_, line)| wanted(line))
            .map(|(line, text)| {
                let wrong = |source| Failure::Position { path: path.clone(), line, source };
                let record = epd::Record::parse(text).map_err(wrong)?;
                let id = record.operands("id").first().cloned();
                let name = id.unwrap_or(format!("line {line}"));
                let (start, moves) = (Box::new(record.position), Vec::new());
                Ok(Subject::Given { name, start, moves, skip: 0 })
            })
            .collect();
    }
    if let Some(path) = &args.pgn {
        let input = BufReader::new(File::open(path).map_err(at(path))?);
        return (1..)
            .zip(pgn::Reader::new(input))
            .map(|(number, game)| {
                let game = game.map_err(at(path))?;
                if let Some(problem) = game.broken_off() {
                    let (path, reason) = (path.clone(), problem.to_string());
                    return Err(Failure::Game { path, number, reason });
                }
                let name = format!("{number} {} - {}", game.tags.white, game.tags.black);
                let moves = game.moves.iter().map(|ply| ply.mv).collect();
                Ok(Subject::Given { name, start: Box::new(game.start), moves, skip: args.skip })
            })
            .collect();
    }
    let Record { seed, plies, games, .. } = *args;
    Ok((0..games).map(|number| Subject::SelfPlay { seed, number, plies }).collect())
}

/// Records all subjects that the file does not have yet and writes them in their order.
fn run<P: Player + 'static>(
    args: &Record,
    engine: &str,
    made: String,
    mut subjects: Vec<Subject>,
    threads: usize,
    players: impl Fn() -> Result<[P; 2], P::Error> + Clone + Send + 'static,
) -> Result<(), Failure>
where
    P::Error: 'static,
{
    let clock = args.effort().unit();
    let header = Header { engine: engine.to_owned(), clock, made };
    let (mut writer, there) = open(&args.out, &header)?;
    let bar = bar(subjects.len() as u64, 30, " games");
    bar.inc(there.min(subjects.len()) as u64);
    subjects.drain(..there.min(subjects.len()));
    let interrupted = interruption()?;
    let results = record_all(subjects, threads, players);
    let (mut waiting, mut next, mut searches) = (BTreeMap::<usize, LoggedGame>::new(), 0, 0);
    while let Some((place, game)) = progress::next(&results, &interrupted) {
        waiting.insert(place, game.map_err(|error| Failure::Engine(error.to_string()))?);
        while let Some(game) = waiting.remove(&next) {
            writer.append(&game).map_err(at(&args.out))?;
            searches += game.searches().count();
            next += 1;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let all = there + next;
    Ok(writeln!(io::stdout(), "{all} games in {}, {searches} searches new", args.out.display())?)
}

/// Begins a file, or goes on with it behind its last whole game; how many games are there.
fn open(path: &Path, header: &Header) -> Result<(Writer<BufWriter<File>>, usize), Failure> {
    let failure = at(path);
    if !fs::metadata(path).is_ok_and(|there| there.len() > 0) {
        let file = BufWriter::new(File::create(path).map_err(failure)?);
        return Ok((Writer::new(file, header).map_err(failure)?, 0));
    }
    let input = BufReader::new(File::open(path).map_err(failure)?);
    let mut reader = Reader::new(input).map_err(within(path))?;
    if renamed(reader.header()) != *header {
        let (there, wanted) = (maker(reader.header()), maker(header));
        return Err(Failure::Different { path: path.to_owned(), there, wanted });
    }
    let mut games = 0;
    let mut length = reader.place();
    while let Some(game) = reader.next() {
        match game {
            Ok(_) => (games, length) = (games + 1, reader.place()),
            Err(error) if error.is_unfinished() => break,
            Err(error) => return Err(within(path)(error).into()),
        }
    }
    let mut file = OpenOptions::new().write(true).open(path).map_err(failure)?;
    file.set_len(length).map_err(failure)?;
    file.seek(SeekFrom::End(0)).map_err(failure)?;
    Ok((Writer::resume(BufWriter::new(file)), games))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::{
        front::{
            args::{Args, Task, settings},
            commands::lab::Lab,
        },
        lab::searchlog::Unit,
    };

    /// What a file is said to be made by that a command line asks for.
    fn told(line: &str) -> String {
        let words = ["zeitnot", "lab", "record", "out"].into_iter().chain(line.split_whitespace());
        let args = Args::try_parse_from(words).expect(line);
        let hash = settings(&args, None, false).expect(line).settings().hash;
        match args.command {
            Some(Task::Lab(Lab::Record(asked))) => made(&asked, hash),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_table_may_be_called_as_it_was_once_and_files_of_then_are_continued() {
        let usual =
            "zeitnot lab record --seed 1 --plies 200 --nodes 200000 --in-play 18181 --hash ";
        for (line, table) in [("", 16), ("--hash 4", 4), ("--table 4", 4), ("--set hash=2", 2)] {
            assert_eq!(told(line), format!("{usual}{table}"), "{line}");
        }
        let header = |made: String| Header { engine: String::new(), clock: Unit::Nodes, made };
        let then = header(told("").replace("--hash", "--table"));
        assert_eq!(renamed(&then), header(told("")));
    }

    #[test]
    fn a_file_of_another_version_is_not_continued_and_both_are_named() {
        let path = std::env::temp_dir().join(format!("zeitnot-other-{}", std::process::id()));
        let header = |engine: &str| Header {
            engine: engine.to_owned(),
            clock: Unit::Nodes,
            made: "made".to_owned(),
        };
        drop(open(&path, &header("zeitnot 1.0")).expect("a new file"));
        let refusal = open(&path, &header("zeitnot 2.0")).err().expect("a refusal").to_string();
        fs::remove_file(&path).expect("the file is ours");
        let told = "has searches of zeitnot 1.0 (`made`), not of zeitnot 2.0 (`made`)";
        assert!(refusal.contains(told), "{refusal}");
    }
}
