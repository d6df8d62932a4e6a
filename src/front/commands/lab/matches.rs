//! A match of two time policies, with a bar that shows how it stands.

mod games;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use self::games::{Paper, read_games};
use super::control::{self, ControlError};
use crate::{
    clock::TimeControl,
    front::{
        archive::{Archive, Computer},
        args::{assignment, at_once, in_pairs, weight},
        at_path::{AtPath, at},
        commands::{cores, input, progress, standing},
        settings,
    },
    lab::{
        clocked::{Account, Books, ClockedMatch, Side},
        openings::{Openings, OpeningsError},
        sprt::Sprt,
    },
    options::{OptionError, Options},
    timing::adaptive::{self, UnknownNumber},
};

/// The tag of each game that says what match it belongs to.
const TERMS: &str = "Terms";

/// Two policies play each other: whole games of the engine on clocks, each opening with both colours.
///
/// The clock is made of nodes, so many a millisecond, unless --real is given: then a match says the same on
/// a busy machine, and the same again when it is repeated. --threads counts with --real only, and --ponder
/// as well; all other options hold for both sides, and those of --a-set or --b-set for one. --hash is 8 MiB
/// for each side if left out. Ctrl-C ends the match; the games that are over are kept, and --resume goes on
/// with them.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Examples:\n  \
    zeitnot lab match --a ethereal-like --b rival --clock 10+0.1 --sprt 0,5 --pgn match.pgn\n  \
    zeitnot lab match --a fixed --a-set fixed_time=200 --b fixed --b-set fixed_time=100 --clock 60+0\n  \
    zeitnot lab match --a stockfish-like --b rival --clock 60+0.6 --real --games 100")]
pub struct Match {
    /// The first side's time policy (`zeitnot policies` lists them)
    #[arg(long, value_name = "POLICY")]
    a: String,
    /// The second side's time policy
    #[arg(long, value_name = "POLICY")]
    b: String,
    /// The time control of both, in seconds (60+0.6) or any other notation that `zeitnot clock` reads
    #[arg(long, value_name = "CONTROL")]
    clock: String,
    /// Set an option for the first side, such as a parameter of its policy; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    a_set: Vec<(String, String)>,
    /// Set an option for the second side
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    b_set: Vec<(String, String)>,
    /// Give `adaptive` another number as the first side's policy (`zeitnot lab climb` lists them)
    #[arg(long, value_name = "NAME=VALUE", value_parser = weight)]
    a_number: Vec<(String, f64)>,
    /// The same for the second side
    #[arg(long, value_name = "NAME=VALUE", value_parser = weight)]
    b_number: Vec<(String, f64)>,
    /// Nodes that count as a millisecond
    #[arg(long, value_name = "K", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes_per_ms: u64,
    /// The same for the first side alone: a handicap, or a faster machine
    #[arg(long, value_name = "K", conflicts_with = "real")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    a_nodes_per_ms: Option<u64>,
    /// The same for the second side alone
    #[arg(long, value_name = "K", conflicts_with = "real")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    b_nodes_per_ms: Option<u64>,
    /// Play on the clock on the wall
    #[arg(long)]
    real: bool,
    /// Games at most, an even number
    #[arg(long, default_value_t = 1_000, value_parser = in_pairs)]
    games: u64,
    /// Stop as soon as one of two differences in Elo is accepted, such as 0,5 (in either case wrongly in one
    /// match of twenty at most)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Which random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the openings from this file instead: positions (EPD), or the ends of games (PGN)
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    openings: Option<PathBuf>,
    /// Write the games into this file (PGN), with the clocks
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match in that file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Write down as well what was planned for each move, and why it ended
    #[arg(long, requires = "pgn")]
    why: bool,
    /// Play games to the end by rule, however clear they are
    #[arg(long)]
    play_out: bool,
    /// Games at once; as many as the processor cores can bear if left out
    #[arg(long, value_name = "N", value_parser = at_once())]
    concurrency: Option<usize>,
}

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A policy or another option of a side.
    #[error("side {0}: {1}")]
    Side(&'static str, OptionError),
    /// A side's policy has no numbers to be changed.
    #[error("side {0}: only `adaptive` has numbers, not `{1}`")]
    Numbers(&'static str, String),
    /// A number that `adaptive` does not have.
    #[error("side {0}: {1}")]
    Number(&'static str, UnknownNumber),
    /// The network of a side.
    #[error("side {0}: {1}")]
    Evaluation(&'static str, String),
    /// The control cannot be used.
    #[error("--clock: {0}")]
    Clock(#[from] ControlError),
    /// The control leaves a policy nothing to decide.
    #[error(
        "--clock: under `{0}` no time carries over from move to move, so there is nothing to plan"
    )]
    NoClock(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// A file has no openings.
    #[error(transparent)]
    Openings(#[from] AtPath<OpeningsError>),
    /// There are fewer openings than pairs of games.
    #[error("{} has {count} openings, enough for {} games; ask for no more with --games", path.display(), 2 * count)]
    FewOpenings {
        /// The file.
        path: PathBuf,
        /// How many.
        count: u64,
    },
    /// There is a file where games were to go.
    #[error("{} exists; --resume goes on with the match in it", .0.display())]
    Exists(PathBuf),
    /// The file has another match.
    #[error("{} has another match: {theirs:?} instead of {ours:?}", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What is played there.
        theirs: String,
        /// What was to be played.
        ours: String,
    },
    /// A session failed.
    #[error("{0}")]
    Session(String),
    /// The output fails, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Plays the match and prints its result.
///
/// # Errors
/// If something asked for does not exist, a file cannot be used, or the output fails.
pub fn play(args: &Match, options: &Options) -> Result<(), Failure> {
    let plan = plan(args, options)?;
    let terms = terms(args, options.settings().hash, &plan);
    let mut books = Books::default();
    if args.resume {
        read_games(args.pgn.as_deref(), &terms, &mut books)?;
    }
    let mut paper = args.pgn.as_deref().map(|path| Paper::open(path, args.resume)).transpose()?;
    let interrupted = progress::interruption()?;
    writeln!(io::stdout().lock(), "{terms}")?;
    let games = plan.start(books.numbers().collect());
    let bar = progress::bar(plan.games, 30, " games");
    while !decided(args.sprt.as_ref(), &books) {
        let Some(finished) = progress::next(&games, &interrupted) else { break };
        let (_, mut record) = finished.map_err(Failure::Session)?;
        record.tags.date = Computer.today();
        record.tags.set(TERMS, &*terms);
        if let Some(paper) = &mut paper {
            paper.add(&record.to_string())?;
        }
        books.enter(&record);
        let (played, pairs) = (books.numbers().count() as u64, books.pairs());
        progress::stands(&bar, played, "games", standing::brief(args.sprt.as_ref(), &pairs))?;
    }
    bar.finish_and_clear();
    Ok(io::stdout().lock().write_all(summary(args.sprt.as_ref(), &plan, &books).as_bytes())?)
}

fn decided(sprt: Option<&Sprt>, books: &Books) -> bool {
    sprt.is_some_and(|sprt| sprt.decision(&books.pairs()).is_some())
}

/// The match that the arguments ask for.
fn plan(args: &Match, options: &Options) -> Result<ClockedMatch, Failure> {
    let control = control::read(&args.clock)?;
    if matches!(control, TimeControl::PerMove(_)) {
        return Err(Failure::NoClock(args.clock.clone()));
    }
    let games = args.games;
    let speed = |own: Option<u64>| own.unwrap_or(args.nodes_per_ms);
    let table = options.settings().hash.to_string();
    let side = |which, policy, sets, own| side(which, policy, sets, speed(own), &table, options);
    let mut a = side("a", &args.a, &args.a_set, args.a_nodes_per_ms)?;
    renumber("a", &mut a, &args.a_number)?;
    let mut b = side("b", &args.b, &args.b_set, args.b_nodes_per_ms)?;
    renumber("b", &mut b, &args.b_number)?;
    if a.name == b.name {
        b.name.push_str(" again");
    }
    let openings = openings(args, games / 2)?;
    let (real, play_out, reasons) = (args.real, args.play_out, args.why);
    let threads = args.concurrency.unwrap_or_else(|| bearable(args, options));
    Ok(ClockedMatch { sides: [a, b], control, real, openings, games, play_out, reasons, threads })
}

/// A side that plays by a policy, with some options set; the name tells both.
pub(super) fn side(
    which: &'static str,
    policy: &str,
    sets: &[(String, String)],
    nodes_per_ms: u64,
    table: &str,
    options: &Options,
) -> Result<Side, Failure> {
    let mut options = options.clone();
    let mut name = policy.to_owned();
    let usual = [("hash", table), ("policy", policy)];
    let own = sets.iter().map(|(id, value)| (id.as_str(), value.as_str()));
    for (id, value) in usual.into_iter().chain(own) {
        options.set(id, value).map_err(|error| Failure::Side(which, error))?;
    }
    for (id, value) in sets {
        name.push_str(&format!(" {id}={value}"));
    }
    let evaluation =
        settings::evaluation(&options).map_err(|error| Failure::Evaluation(which, error))?;
    Ok(Side { name, settings: options.settings().clone(), evaluation, nodes_per_ms })
}

/// Gives a side other numbers of `adaptive`; its name tells them.
fn renumber(
    which: &'static str,
    side: &mut Side,
    numbers: &[(String, f64)],
) -> Result<(), Failure> {
    let settings = &mut side.settings;
    if !numbers.is_empty() && settings.policy != adaptive::NAME {
        return Err(Failure::Numbers(which, settings.policy.clone()));
    }
    let parameters = settings.parameters.with_numbers(numbers);
    settings.parameters = parameters.map_err(|error| Failure::Number(which, error))?;
    for (name, value) in numbers {
        side.name.push_str(&format!(" {name}={value}"));
    }
    Ok(())
}

fn openings(args: &Match, pairs: u64) -> Result<Openings, Failure> {
    let Some(path) = &args.openings else { return Ok(Openings::Random(args.seed)) };
    let text = input::text(path).map_err(at(path))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let openings = Openings::read(&name.unwrap_or_default(), &text).map_err(at(path))?;
    match openings.count().filter(|&count| count < pairs) {
        Some(count) => Err(Failure::FewOpenings { path: path.clone(), count }),
        None => Ok(openings),
    }
}

/// Games at once that each have cores for themselves.
fn bearable(args: &Match, options: &Options) -> usize {
    let settings = options.settings();
    let threads = if settings.ponder { 2 * settings.threads } else { settings.threads };
    let each = if args.real { threads.max(1) } else { 1 };
    (cores() / each).max(1)
}

/// What is played, in words: whoever goes on with a match has to play the same.
fn terms(args: &Match, table: usize, plan: &ClockedMatch) -> String {
    let [a, b] = &plan.sides;
    let (ponder, threads) = (a.settings.ponder, a.settings.threads);
    let pace = match (args.real, a.nodes_per_ms == b.nodes_per_ms) {
        (true, _) => {
            let pondering = if ponder { ", pondering" } else { "" };
            format!("real clocks{pondering}, threads {threads}")
        }
        (false, true) => format!("{} nodes a millisecond", a.nodes_per_ms),
        (false, false) => format!("{} and {} nodes a ms", a.nodes_per_ms, b.nodes_per_ms),
    };
    let end = if plan.play_out { ", played out" } else { "" };
    let (clock, openings) = (args.clock.trim(), &plan.openings);
    format!("{} - {}, {clock}, {pace}, {table} MiB, {openings}{end}", a.name, b.name)
}

/// What came of the match.
fn summary(sprt: Option<&Sprt>, plan: &ClockedMatch, books: &Books) -> String {
    let (pairs, [won, drawn, lost]) = (books.pairs(), books.results());
    let games = won + drawn + lost;
    let points = won as f64 + drawn as f64 / 2.0;
    let share = if games == 0 { 50.0 } else { 100.0 * points / games as f64 };
    let [p0, p1, p2, p3, p4] = pairs.0;
    // A match that was broken off may have games without their second.
    let paired = 2 * pairs.count() as usize;
    let of = if paired == games { String::new() } else { format!(" (of {paired} games in pairs)") };
    let mut text = format!(
        "{games} games: {points:.1} points ({share:.1} %), +{won} ={drawn} -{lost}, {}{of}, \
         pairs {p0} {p1} {p2} {p3} {p4}\n",
        standing::strength(&pairs)
    );
    if let Some(sprt) = sprt {
        text.push_str(&format!("{}\n", standing::test(sprt, &pairs)));
    }
    for (side, account) in plan.sides.iter().zip(&books.accounts) {
        text.push_str(&format!("{}: {}\n", side.name, clocks(account)));
    }
    text
}

/// What a side did with its time.
fn clocks(account: &Account) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let (lost, share) =
        (account.time_losses, account.median_share().map_or("-".to_owned(), percent));
    let text =
        format!("{lost} lost on time, {share} of the clock used by move 60 or the end (median)");
    match account.by_move() {
        Some((games, long)) => {
            format!("{text}, {} in the {games} that reached move 60", percent(long))
        }
        None => text,
    }
}

#[cfg(test)]
mod tests;
