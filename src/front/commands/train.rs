//! Making and looking at what networks learn from.

use std::{
    collections::HashSet,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Subcommand;

use super::{
    accuracy,
    average::{self, Average},
    cores,
    fit::{self, Fit},
    label::{self, Label},
    now,
    part::Part,
    positions::{self, Positions},
    progress::{bar, interruption, next},
    tune,
};
use crate::{
    eval::Evaluation,
    front::{
        args::{Games, at_once},
        at_path::{AtPath, at},
        console::view::{Look, diagram},
    },
    position::{BitBoard, Color},
    train::{Blocks, Header, Record, Sample, SelfPlay, Store, StoreError, centipawns, samples},
};

/// A position is level up to this score, and decided from this one on, in centipawns.
const LEVEL: f64 = 100.0;
const DECIDED: f64 = 500.0;

/// What can be done for a network.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Train {
    /// Play games of the engine against itself, and keep them in a file
    ///
    /// The file grows by blocks of 100 games; with the same file the same command goes on where it was
    /// broken off (Ctrl-C). The games depend on seed and nodes, not on how many are played at once.
    #[command(after_help = "Example:\n  zeitnot train generate data/first.games --games 100000")]
    Generate {
        /// The file
        file: PathBuf,
        /// How many games the file is to hold in the end
        #[arg(long, default_value_t = 100_000,
              value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
        games: u32,
        /// Nodes a move: the iteration that reaches them is the last
        #[arg(long, default_value_t = 1_000,
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        nodes: u64,
        /// Which openings
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Play only part I of N of the games, for several machines: 2/4 is the second of four
        #[arg(long, value_name = "I/N", default_value = "1/1")]
        part: Part,
        /// Games at once; as many as there are processor cores if left out
        #[arg(long, value_parser = at_once())]
        concurrency: Option<usize>,
    },
    /// Score the positions of games by another engine, for fitting
    Label(Label),
    /// Fit a network to the positions of games
    Fit(Fit),
    /// Write the mean of networks that have learned apart
    Average(Average),
    /// Tune the outputs of a network by games of it against itself
    ///
    /// Each output is multiplied by a number and has another one added; `zeitnot tune` says how such numbers are
    /// found. It begins with the network that `eval_file` names, or the one built in. Ctrl-C ends the tuning early, and
    /// what it has come to is written then as well.
    #[command(
        after_help = "Example:\n  zeitnot train outputs data/tuned.net --games 20000 --nodes 5000"
    )]
    Outputs {
        /// The file of the tuned network
        file: PathBuf,
        /// The games that it takes
        #[command(flatten)]
        games: Games,
    },
    /// Write the positions of games to a file, for fitting elsewhere
    Positions(Positions),
    /// Compare the evaluation with what deep searches say of quiet positions
    ///
    /// The searches are those of files that `zeitnot lab record` writes, of this engine or of any other.
    #[command(
        after_help = "Example:\n  zeitnot lab record --engine stockfish --depth 13 --pgn games.pgn deep.searches\n  \
                      zeitnot train accuracy deep.searches --set eval_file=data/wide.net"
    )]
    Accuracy {
        /// Files of searches
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Check a file of games, count what is in it, and show some positions
    Inspect {
        /// The file
        file: PathBuf,
        /// How many positions to show
        #[arg(long, default_value_t = 2)]
        show: usize,
    },
}

/// Why it cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file of games cannot be used.
    #[error(transparent)]
    Games(#[from] AtPath<StoreError>),
    /// No positions can be scored by another engine.
    #[error(transparent)]
    Label(#[from] label::Failure),
    /// No network can be fitted.
    #[error(transparent)]
    Fit(#[from] fit::Failure),
    /// Networks have no mean.
    #[error(transparent)]
    Average(#[from] average::Failure),
    /// The evaluation cannot be compared.
    #[error(transparent)]
    Accuracy(#[from] accuracy::Failure),
    /// No outputs can be tuned.
    #[error(transparent)]
    Outputs(#[from] tune::Failure),
    /// No positions can be written.
    #[error(transparent)]
    Positions(#[from] positions::Failure),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Does it; games are played with this evaluation.
///
/// # Errors
/// If the file cannot be used, or the output fails.
pub fn train(what: &Train, evaluation: &Evaluation) -> Result<(), Failure> {
    match what {
        Train::Generate { file, games, nodes, seed, part, concurrency } => {
            let blocks = part.of(games.div_ceil(SelfPlay::GAMES)).collect();
            let (nodes, seed, threads) = (*nodes, *seed, concurrency.unwrap_or_else(cores));
            let evaluation = evaluation.clone();
            let setup = SelfPlay { nodes, seed, blocks, threads, evaluation };
            let made = generate(file, setup).map_err(at(file))?;
            Ok(writeln!(io::stdout().lock(), "{}: {made}", file.display())?)
        }
        Train::Label(args) => Ok(label::label(args)?),
        Train::Fit(fit) => Ok(fit::fit(fit)?),
        Train::Average(args) => Ok(average::average(args)?),
        Train::Outputs { file, games } => Ok(tune::outputs(file, games.setup(evaluation.clone()))?),
        Train::Positions(args) => Ok(positions::positions(args)?),
        Train::Accuracy { files } => Ok(accuracy::compare(files, evaluation)?),
        Train::Inspect { file, show } => {
            let contents = Contents::of(file, *show).map_err(at(file))?;
            Ok(contents.print(&mut io::stdout().lock())?)
        }
    }
}

/// Plays the blocks that the file lacks, and says what is there then.
fn generate(file: &Path, mut setup: SelfPlay) -> Result<String, StoreError> {
    let SelfPlay { nodes, seed, .. } = setup;
    let header = Header { evaluation: setup.evaluation.to_string(), nodes, seed };
    let mut store = Store::open(file, &header)?;
    let blocks = setup.blocks.len();
    setup.blocks.retain(|number| !store.done().contains(number));
    let interrupted = interruption()?;
    let bar = bar(blocks as u64, 30, " blocks");
    bar.set_position((blocks - setup.blocks.len()) as u64);
    bar.reset_eta();
    let playing = setup.start();
    let (start, mut plies) = (now(), 0);
    while let Some(block) = next(&playing, &interrupted) {
        store.append(&block)?;
        plies += block.games.iter().map(|game| game.chances.len()).sum::<usize>();
        let speed = plies as f64 / start.elapsed().as_secs_f64().max(0.001);
        bar.set_message(format!("{speed:.0} positions a second"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (there, games) = (store.done().len(), SelfPlay::GAMES);
    Ok(format!("{there} of {blocks} blocks of {games} games, {header}"))
}

/// What is in a file.
#[derive(Default)]
struct Census {
    games: usize,
    plies: usize,
    /// Games won by White, drawn, and won by Black.
    results: [usize; 3],
    /// Positions to learn from, and how many of them are different.
    samples: usize,
    /// How many of them are level or decided, by their scores.
    level: usize,
    decided: usize,
    different: HashSet<u64>,
    bytes: u64,
}

impl Census {
    fn add(&mut self, game: &Record) {
        self.games += 1;
        self.plies += game.chances.len();
        self.results[2 - usize::from(game.half_points(Color::White))] += 1;
        for sample in samples(game, 0.0) {
            self.samples += 1;
            let score = centipawns(sample.chance).abs();
            self.level += usize::from(score <= LEVEL);
            self.decided += usize::from(score >= DECIDED);
            self.different.insert(sample.position.key());
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Census { games, plies, results: [won, drawn, lost], samples, .. } = *self;
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let (different, level, decided) = (self.different.len(), self.level, self.decided);
        writeln!(out, "games      {games}: White won {won}, {drawn} drawn, Black won {lost}")?;
        writeln!(out, "positions  {plies}, {:.0} a game", plies as f64 / games.max(1) as f64)?;
        writeln!(out, "to learn   {samples}, {:.0} % of them", share(samples, plies))?;
        writeln!(out, "different  {different}, {:.1} % of these", share(different, samples))?;
        let (level, decided) = (share(level, samples), share(decided, samples));
        writeln!(
            out,
            "scores     {level:.0} % within {LEVEL:.0} cp, {decided:.0} % beyond {DECIDED:.0}"
        )?;
        let per_ply = self.bytes as f64 / plies.max(1) as f64;
        writeln!(out, "size       {} bytes, {per_ply:.2} a position", self.bytes)
    }
}

/// What a file of games was made with, what is in it, and positions spread over it.
struct Contents {
    header: Header,
    census: Census,
    shown: Vec<Sample>,
}

impl Contents {
    /// Checks a file and goes through it; so many positions are to be shown.
    fn of(file: &Path, show: usize) -> Result<Contents, StoreError> {
        let blocks = Blocks::open(file)?;
        let header = blocks.header.clone();
        let mut census = Census { bytes: file.metadata()?.len(), ..Census::default() };
        let mut random = fastrand::Rng::with_seed(1);
        let mut shown: Vec<Sample> = Vec::new();
        for block in blocks {
            for game in &block?.games {
                census.add(game);
                let Some(sample) = samples(game, 0.0).nth(random.usize(..80)) else { continue };
                // The later ones take the places of earlier ones, so that all have the same chance.
                match random.usize(..census.games) {
                    place if place < shown.len() => shown[place] = sample,
                    _ if shown.len() < show => shown.push(sample),
                    _ => {}
                }
            }
        }
        Ok(Contents { header, census, shown })
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "made with  {}", self.header)?;
        self.census.print(out)?;
        self.shown.iter().try_for_each(|sample| print(out, sample))
    }
}

/// A position with what is to be learned of it.
fn print(out: &mut impl Write, sample: &Sample) -> io::Result<()> {
    writeln!(out, "\n{}", sample.position.fen())?;
    for line in diagram(&sample.position, BitBoard(0), Look::default()) {
        writeln!(out, "{line}")?;
    }
    let became = ["lost", "drew", "won"].get(usize::from(sample.half_points)).unwrap_or(&"");
    let (score, side) = (centipawns(sample.chance), sample.position.side());
    writeln!(out, " {side:?} to move thought {score:+.0} cp of it and {became}.")
}
