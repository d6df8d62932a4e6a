//! Fitting a network to games of self-play, with a bar and a line for each epoch.

use std::{
    fs::File,
    io::{self, Seek, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, builder::RangedU64ValueParser};
use crossbeam::channel::Receiver;

use super::{
    now, output,
    positions::length,
    progress::{bar, interruption},
    threads,
};
use crate::{
    eval::nnue::{Network, NetworkError, Shape},
    front::{
        args::at_once,
        at_path::{AtPath, at},
    },
    train::{
        Blocks, StoreError,
        fit::{self, CheckpointError, CurveError, Data, Harvest, Settings, curve},
    },
};

/// What a network is fitted to, and how.
///
/// After each epoch the network is written, and beside it a picture of the losses (.svg) and where the
/// fit stands (.checkpoint): with the same files and settings the same command goes on where it was
/// broken off (Ctrl-C). The same files, settings and number of threads give the same network.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Example:\n  zeitnot train fit data/*.games --out data/first.net")]
pub struct Fit {
    /// Files of games or of positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width of the hidden layer, a multiple of 32
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// Outputs, of which the number of men on the board chooses one
    #[arg(long, default_value_t = 8)]
    buckets: usize,
    /// Sets of inputs, of which the square of the own king chooses one: 1 or 8
    #[arg(long, default_value_t = 1)]
    king_buckets: usize,
    /// Rows of weights of each output that lead to layers behind it: 0 (no such layers), 8 or 16
    #[arg(long, default_value_t = 0)]
    rows: usize,
    /// How many times to go through all positions
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions for each step
    #[arg(long, default_value_t = 4_096,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000_000))]
    batch: usize,
    /// How much the result of the game counts, 0 to 1; the rest is what the search thought
    #[arg(long, default_value_t = 0.0)]
    result: f64,
    /// Weight of the next position's score in a score, recursively (TD lambda), 0 to 1
    #[arg(long, default_value_t = 0.7)]
    ahead: f64,
    /// Begin with what this network knows (it may be narrower), instead of by chance
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Learning rate of the first step; it falls to a hundredth along a cosine
    #[arg(long, default_value_t = 1e-3)]
    rate: f64,
    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
}

/// Why no network can be fitted.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] AtPath<StoreError>),
    /// The files have no positions.
    #[error("there are not enough games to learn from")]
    Empty,
    /// A share is none.
    #[error("--{0} {1} is not from 0 to 1")]
    Share(&'static str, f64),
    /// A learning rate is none.
    #[error("--rate {0} is not above 0 and at most 1")]
    Rate(f64),
    /// The network to begin with cannot be used.
    #[error(transparent)]
    First(#[from] AtPath<NetworkError>),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] AtPath<CheckpointError>),
    /// The network cannot be put into whole numbers.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Curve(#[from] CurveError),
    /// The network or its picture cannot be written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// The checkpoint cannot be written, what was done cannot be said, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Output(#[from] io::Error),
}

impl Fit {
    fn shape(&self) -> Shape {
        let &Fit { hidden, buckets, king_buckets, rows, .. } = self;
        Shape { hidden, buckets, king_buckets, rows }
    }

    fn settings(&self) -> Result<Settings, Failure> {
        for (name, share) in [("result", self.result), ("ahead", self.ahead)] {
            if !(0.0..=1.0).contains(&share) {
                return Err(Failure::Share(name, share));
            }
        }
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return Err(Failure::Rate(self.rate));
        }
        Ok(Settings {
            shape: self.shape().checked()?,
            epochs: self.epochs,
            batch: self.batch,
            result: self.result as f32,
            rate: self.rate,
            seed: self.seed,
            threads: threads(self.concurrency),
        })
    }

    /// The fit before its first step.
    fn begin(&self) -> Result<fit::Fit, Failure> {
        let settings = self.settings()?;
        let Some(file) = &self.from else { return Ok(fit::Fit::new(settings)?) };
        let begun = Network::open(file).and_then(|network| fit::Fit::from(settings, &network));
        Ok(begun.map_err(at(file))?)
    }

    /// A file beside the network.
    fn beside(&self, extension: &str) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    }
}

/// Fits the network.
///
/// # Errors
/// If the games, the settings or the checkpoint cannot be used, or something cannot be written.
pub fn fit(args: &Fit) -> Result<(), Failure> {
    let begun = args.begin()?;
    let picture = args.beside(".svg");
    for path in [&args.out, &picture] {
        output::check(path, args.files.iter().chain(&args.from))?;
    }
    let Settings { epochs, threads, .. } = *begun.settings();
    let interrupted = interruption()?;
    let mut out = io::stdout().lock();
    let data = gather(&args.files, args.ahead, threads)?;
    let (learned, held_back) = (data.train.len(), data.held_back.len());
    writeln!(out, "{learned} positions to learn from, {held_back} held back")?;
    if learned == 0 || held_back == 0 {
        return Err(Failure::Empty);
    }
    let (positions, file) = (data.check_sum(), args.beside(".checkpoint"));
    let mut fit = begun.resume(positions, &file).map_err(at(&file))?;
    while !fit.is_done() {
        let Some(line) = epoch(&mut fit, &data, &interrupted) else { break };
        writeln!(out, "{line}")?;
        fit.save(positions, &file)?;
        let network = fit.network()?;
        output::save(&args.out, network.to_bytes())?;
        let title = format!("{network}: {learned} positions");
        output::save(&picture, curve(&title, fit.losses())?)?;
    }
    let (done, network) = (fit.losses().len(), fit.network()?);
    Ok(writeln!(out, "{}: {network}, {done} of {epochs} epochs", args.out.display())?)
}

/// Goes through all positions once and says how it went; `None` if it was interrupted.
fn epoch(fit: &mut fit::Fit, data: &Data, interrupted: &Receiver<()>) -> Option<String> {
    let (number, epochs) = (fit.losses().len() + 1, fit.settings().epochs);
    let bar = bar(data.train.len() as u64, 30, &format!(" positions of epoch {number}"));
    let start = now();
    let speed = |positions: u64| positions as f64 / start.elapsed().as_secs_f64().max(0.001);
    let loss = fit.epoch(data, |positions| {
        bar.inc(positions as u64);
        bar.set_message(format!("{:.0} a second", speed(bar.position())));
        interrupted.try_recv().is_err()
    });
    let speed = speed(bar.position());
    bar.finish_and_clear();
    let fit::Loss { train, held_back } = loss?;
    Some(format!(
        "epoch {number} of {epochs}: loss {train:.6}, of games held back {held_back:.6}, \
         {speed:.0} positions a second"
    ))
}

/// The positions of all files, each once.
fn gather(files: &[PathBuf], ahead: f64, threads: usize) -> Result<Data, Failure> {
    let mut harvest = Harvest::new(ahead);
    for file in files {
        read(file, &mut harvest, threads).map_err(at(file))?;
    }
    Ok(harvest.drain())
}

fn read(file: &Path, harvest: &mut Harvest, threads: usize) -> Result<(), StoreError> {
    let bar = bar(length(file)?, 30, " bytes read");
    bar.enable_steady_tick(Duration::from_millis(500));
    let tell = |harvest: &Harvest, place| {
        bar.set_position(place);
        bar.set_message(format!("{} positions", harvest.len()));
    };
    match Blocks::open(file) {
        Ok(mut blocks) => {
            while harvest.add(&mut blocks, threads)? {
                tell(harvest, blocks.place());
            }
        }
        Err(StoreError::Foreign) => {
            let mut positions = File::open(file)?;
            while harvest.add_positions(&mut positions)? {
                tell(harvest, positions.stream_position()?);
            }
        }
        Err(error) => return Err(error),
    }
    bar.finish_and_clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        fit: Fit,
    }

    #[test]
    fn a_network_over_its_games_is_refused_before_they_are_read() {
        let games = std::env::temp_dir().join(format!("fit-same-{}", std::process::id()));
        std::fs::write(&games, "games").unwrap();
        let name = games.display().to_string();
        let line = Line::parse_from(["fit", &name, "--out", &name]);
        let refusal = fit(&line.fit).unwrap_err().to_string();
        assert!(refusal.ends_with("name another one"), "{refusal}");
        assert_eq!(std::fs::read(&games).unwrap(), b"games");
        std::fs::remove_file(games).unwrap();
    }

    #[test]
    fn a_step_needs_a_position() {
        let line = ["fit", "games", "--out", "net", "--batch", "0"];
        assert!(Line::try_parse_from(line).is_err());
    }

    #[test]
    fn a_number_out_of_its_range_is_refused_by_name() {
        for (given, said) in [
            ("--result=1.2", "--result 1.2 is not from 0 to 1"),
            ("--ahead=-0.1", "--ahead -0.1 is not from 0 to 1"),
            ("--ahead=NaN", "--ahead NaN is not from 0 to 1"),
            ("--rate=0", "--rate 0 is not above 0 and at most 1"),
            ("--rate=NaN", "--rate NaN is not above 0 and at most 1"),
        ] {
            let line = Line::parse_from(["fit", "games", "--out", "net", given]);
            assert_eq!(line.fit.settings().unwrap_err().to_string(), said);
        }
        assert!(Line::parse_from(["fit", "games", "--out", "net"]).fit.settings().is_ok());
    }
}
