//! Simulated games: how well each policy spends its clock.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    control::{self, ControlError},
    milliseconds,
    simulate_parts::{Parts, PartsError, head, lines},
    simulate_text,
};
use crate::{
    clock::TimeControl,
    front::{
        args::{at_once, weight},
        at_path::{AtPath, at},
        commands::{input, output, part::Part, print, progress::bar, threads},
    },
    ics::bot::State,
    lab::{
        games::{Profile, ProfileError},
        simulate::{LagModel, Lengths, Player, Results, Setup, Tally, World, games, results},
    },
    timing::{NAMES, Parameters, adaptive::UnknownNumber},
};

/// The controls that are played unless others are named, with their names in tables.
const CONTROLS: [(&str, &str); 8] = [
    ("60+0", "60+0"),
    ("180+0", "180+0"),
    ("180+2", "180+2"),
    ("900+10", "900+10"),
    ("40 in 2 h", "40/7200"),
    ("60 in 15 min", "60/900"),
    ("5+3 Bronstein", "5:00,0/3,N1/0"),
    ("60 + 30 byo-yomi", "1:00,N0//30,N1"),
];

/// Play games without chess, thousands a second, and tell how well each policy spends its clock.
///
/// Each move has a difficulty and loses less the more time it gets; searches report what real ones do.
/// The efficiency of a policy is the part of its clock that the best plan would need, made by one who
/// knows how long games are but not which moves are hard, to lose as little. The yardstick `instant` moves
/// at once.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Examples:\n  zeitnot lab simulate\n  \
                        zeitnot lab simulate --clock 60+0 --clock 5:00,0/3,N1/0 --lag bot --games 10000\n  \
                        zeitnot lab simulate --policies achilles,ethereal-like --csv out.csv --svg out.svg")]
pub struct Simulate {
    /// Games for each policy and control
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The policies, with commas between them; all if left out
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    policies: Vec<String>,
    /// A time control, in seconds (60+0.6) or any other notation that `zeitnot clock` reads; may be repeated
    #[arg(long = "clock", value_name = "CONTROL", allow_hyphen_values = true)]
    clocks: Vec<String>,
    /// Give `adaptive` another number (`zeitnot lab climb` lists them); may be repeated
    #[arg(long = "number", value_name = "NAME=VALUE", value_parser = weight)]
    numbers: Vec<(String, f64)>,
    /// What moves lose on their way: none, local, bot (web calls), ics (a bare line), milliseconds (30 or
    /// 30ms), or a state file of the bot
    #[arg(long, default_value = "local", value_name = "MODEL")]
    lag: String,
    /// How fast the loss falls with time
    #[arg(long, default_value_t = World::default().beta)]
    beta: f64,
    /// Standard deviation of the logarithm of a move's difficulty
    #[arg(long, default_value_t = World::default().spread)]
    spread: f64,
    /// How long games are, from a profile that `zeitnot lab fit` has written
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Games at once; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
    /// Play only part I of N of the games, for several machines, and keep what they came to in --out
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["from", "csv", "svg"])]
    part: Option<Part>,
    /// With --part: the file for it
    #[arg(long, value_name = "FILE", requires = "part")]
    out: Option<PathBuf>,
    /// Merge the results of parts instead of playing; give the other arguments unchanged, and --from for
    /// each file (or once, for one file with all of them one after another)
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Write all numbers into this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the efficiencies, policy by control, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Why nothing is played.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// There is no such policy.
    #[error("there is no policy `{0}`; `zeitnot policies` lists them all")]
    Policy(String),
    /// A control cannot be used.
    #[error("--clock: {0}")]
    Clock(#[from] ControlError),
    /// `adaptive` has no such number.
    #[error("--number: {0}")]
    UnknownNumber(#[from] UnknownNumber),
    /// A number cannot be.
    #[error("{0} must be {1}")]
    Number(&'static str, &'static str),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// A file is no state file of the bot.
    #[error("{} is no state file of the bot: {source}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: toml::de::Error,
    },
    /// A state file has no moves.
    #[error("{} has no lags yet", .0.display())]
    NoLags(PathBuf),
    /// A file is no profile.
    #[error(transparent)]
    Profile(#[from] AtPath<ProfileError>),
    /// Parts cannot be put together.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Plays and tells.
///
/// # Errors
/// If an argument or a file cannot be used, or the output fails.
pub fn simulate(args: &Simulate, parameters: &Parameters) -> Result<(), Failure> {
    let setup = setup(args)?;
    check_outputs(args)?;
    let parameters = parameters.with_numbers(&args.numbers)?;
    let (players, controls) = (players(&args.policies, &parameters)?, controls(&args.clocks)?);
    let names = || players.iter().map(|player| player.name.as_str());
    let (number, parts) = args.part.map_or((0, 1), Part::place);
    let total = setup.games * (players.len() * controls.len()) as u64 / parts;
    let (bar, made) =
        (bar(if args.from.is_empty() { total } else { 0 }, 30, " games"), made(args, &parameters));
    let mut read = Parts::default();
    args.from.iter().try_for_each(|path| read.add(path, &made))?;
    let mut all: Vec<(String, Results)> = Vec::new();
    let mut part = head(&made);
    for (name, control) in controls {
        bar.set_message(name.clone());
        let tallies: Vec<Tally> = match &args.from[..] {
            [] => games(&setup, control, &players, (number, parts), &|games| bar.inc(games)),
            _ => read.tallies(&name, names(), setup.games)?,
        };
        if args.part.is_some() {
            part += &lines(&name, names(), &tallies);
            continue;
        }
        let results = results(&setup, control, &players, &tallies);
        bar.suspend(|| print(&simulate_text::table(&name, &results, setup.games)))?;
        all.push((name, results));
    }
    bar.finish_and_clear();
    if let Some(path) = &args.out {
        return Ok(output::save(path, part)?);
    }
    if all.len() > 1 {
        print(&simulate_text::summary(&all))?;
    }
    if let Some(path) = &args.csv {
        output::save(path, simulate_text::csv(&all, setup.games))?;
    }
    if let Some(path) = &args.svg {
        output::save(path, simulate_text::heat_map(&all, &args.lag).to_svg())?;
    }
    Ok(())
}

/// Finds out whether the results can be written, since the games may take long.
fn check_outputs(args: &Simulate) -> Result<(), Failure> {
    let lags = PathBuf::from(&args.lag);
    let outputs = [&args.out, &args.csv, &args.svg].into_iter().flatten();
    Ok(output::check_all(outputs, args.from.iter().chain(&args.profile).chain([&lags]))?)
}

/// What a file of a part says that its games are: whatever changes them.
fn made(args: &Simulate, parameters: &Parameters) -> String {
    let Simulate { games, seed, lag, beta, spread, profile, .. } = args;
    let profile = profile.as_deref().map_or("none".into(), Path::to_string_lossy);
    let world = format!(
        "games {games} seed {seed} lag {lag} beta {beta} spread {spread} profile {profile}"
    );
    format!("{world} {}", parameters.changes()).trim_end().to_owned()
}

/// What is played, as the arguments have it.
fn setup(args: &Simulate) -> Result<Setup, Failure> {
    let within = |name, value: f64, most: f64, words| match value > 0.0 && value <= most {
        true => Ok(value),
        false => Err(Failure::Number(name, words)),
    };
    let world = World {
        beta: within("--beta", args.beta, 2.0, "above 0 and at most 2")?,
        spread: within("--spread", args.spread, 3.0, "above 0 and at most 3")?,
        ..World::default()
    };
    if args.games == 0 || args.games > 100_000_000 {
        return Err(Failure::Number("--games", "1 to 100 million"));
    }
    let threads = threads(args.concurrency);
    let lengths = args.profile.as_deref().map_or(Ok(Lengths::default()), lengths)?;
    let (games, seed) = (args.games, args.seed);
    let points = Setup::POINTS;
    Ok(Setup { world, lengths, lag: lag(&args.lag)?, games, seed, threads, points })
}

fn lengths(path: &Path) -> Result<Lengths, Failure> {
    Ok(Lengths::of(&Profile::parse(&read(path)?).map_err(at(path))?))
}

/// A model by its name, a constant lag, or the lags that a bot has kept.
fn lag(text: &str) -> Result<LagModel, Failure> {
    Ok(match text {
        "none" => LagModel::None,
        "local" => LagModel::Local,
        "bot" => LagModel::Bot,
        "ics" => LagModel::Ics,
        _ => LagModel::Recorded(match milliseconds(text) {
            Ok(constant) => vec![constant],
            Err(_) => recorded(Path::new(text))?,
        }),
    })
}

fn recorded(path: &Path) -> Result<Vec<std::time::Duration>, Failure> {
    let state = State::parse(&read(path)?).map(|state| state.lags);
    let state = state.map_err(|source| Failure::State { path: path.to_owned(), source })?;
    let lags: Vec<_> = state.of_servers().collect();
    if lags.is_empty() { Err(Failure::NoLags(path.to_owned())) } else { Ok(lags) }
}

/// The policies of these names, or all; and the yardstick.
fn players(names: &[String], parameters: &Parameters) -> Result<Vec<Player>, Failure> {
    let all = || NAMES.iter().map(|&name| name.to_owned()).collect();
    let names: Vec<String> = if names.is_empty() { all() } else { names.to_vec() };
    let named =
        names.into_iter().map(|name| Player::named(&name, parameters).ok_or(Failure::Policy(name)));
    named.chain([Ok(Player::instant())]).collect()
}

/// The controls that were named, or the usual ones.
fn controls(texts: &[String]) -> Result<Vec<(String, TimeControl)>, Failure> {
    let read = |name: &str, text: &str| Ok((name.to_owned(), control::read(text)?));
    if texts.is_empty() {
        return CONTROLS.iter().map(|(name, text)| read(name, text)).collect();
    }
    texts.iter().map(|text| read(text, text)).collect()
}

fn read(path: &Path) -> Result<String, AtPath<io::Error>> {
    input::text(path).map_err(at(path))
}
