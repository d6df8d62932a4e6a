//! What another policy would have planned in a game that has been played.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum};

use super::{
    control::{self, ControlError},
    paper::{PaperError, game},
};
use crate::{
    clock::TimeControl,
    front::{
        at_path::AtPath,
        commands::output,
        report::{circumstances, players},
        words::{self, amount, clock_time},
    },
    lab::{
        games,
        whatif::{Question, Side, Turn, ours, picture},
    },
    options::Settings,
    pgn::Record,
    position::Color,
    timing,
};

/// What another policy would have planned in a game: at each move with the clock as it really was, and with
/// the clock that it would have left had it been in charge since the beginning and spent its plan each time.
///
/// Moves and the opponent's times stay as they were. What a policy knows before a search is told to it as in
/// play; what its judge would have made of the search is not known, so a plan is what a move is to take, not
/// what it takes. For searches with everything they report, see `zeitnot lab record` and `replay`.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = "Examples:\n  zeitnot lab whatif game.pgn --policy rival\n  \
    zeitnot lab whatif games.pgn --game 3 --policy adaptive --svg clocks.svg")]
pub struct WhatIf {
    /// The file (PGN), with clocks or times in its comments
    file: PathBuf,
    /// The time control, in seconds (60+0.6) or any other notation that `zeitnot clock` reads; the game's own
    /// if left out
    #[arg(long, alias = "control", value_name = "CONTROL")]
    clock: Option<String>,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Whose moves; if left out those of the side that tells its plans, of both if both do or neither does
    #[arg(long, value_enum)]
    side: Option<Which>,
    /// Draw both clocks, and what moves were given, into this file; with two sides, the second into
    /// FILE-black.svg
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Whose moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// White's
    White,
    /// Black's
    Black,
    /// Both
    Both,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// There is no game to look at.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// The control cannot be used.
    #[error("--clock: {0}")]
    Clock(#[from] ControlError),
    /// The game does not tell its control.
    #[error("{}, game {number}: its time control is not told; name one with --clock", path.display())]
    NoControl {
        /// The file.
        path: PathBuf,
        /// The game.
        number: u32,
    },
    /// There is no clock to plan with.
    #[error("{}, game {number}: it was played without a clock", path.display())]
    NoClock {
        /// The file.
        path: PathBuf,
        /// The game.
        number: u32,
    },
    /// No move has a time.
    #[error("{}, game {number}: no move has a time or a clock", path.display())]
    NoTimes {
        /// The file.
        path: PathBuf,
        /// The game.
        number: u32,
    },
    /// There is no such policy.
    #[error("--policy: there is no time policy {0:?} (`zeitnot policies` lists them)")]
    Policy(String),
    /// The picture cannot be written.
    #[error(transparent)]
    Write(#[from] AtPath<io::Error>),
    /// The output fails.
    #[error("{0}")]
    Output(#[from] io::Error),
}

/// Asks and tells.
///
/// # Errors
/// If the game cannot be read, has no times, or a name is wrong.
pub fn whatif(args: &WhatIf, settings: &Settings) -> Result<(), Failure> {
    let name = &settings.policy;
    let policy = timing::by_name(name, &settings.parameters)
        .ok_or_else(|| Failure::Policy(name.to_owned()))?;
    let record = game(&args.file, args.game)?;
    let (path, number) = (args.file.clone(), args.game);
    let control = match &args.clock {
        Some(text) => control::read(text)?,
        None => games::control(&record)
            .ok_or_else(|| Failure::NoControl { path: path.clone(), number })?,
    };
    if control == TimeControl::Unlimited {
        return Err(Failure::NoClock { path, number });
    }
    let sides = match args.side {
        Some(Which::White) => vec![Color::White],
        Some(Which::Black) => vec![Color::Black],
        Some(Which::Both) => vec![Color::White, Color::Black],
        None => ours(&record),
    };
    if sides.is_empty() {
        return Err(Failure::NoTimes { path, number });
    }
    let mut out = io::stdout().lock();
    let told = circumstances(&record);
    writeln!(out, "{}\n{}{}", players(&record), told, if told.is_empty() { "" } else { "\n" })?;
    let question = Question { policy: &*policy, control, overhead: settings.move_overhead };
    for (place, &color) in sides.iter().enumerate() {
        let side = question.ask(&record, color);
        out.write_all(text(&record, &side, name).as_bytes())?;
        if let Some(path) = &args.svg {
            let path = if place == 0 { path.clone() } else { second(path) };
            let title = format!("{}: {}", player(&record, color), words::control(control));
            let svg = picture(&side, name, &title, &players(&record));
            output::apart(&path, [&args.file])?;
            output::save(&path, svg)?;
            writeln!(out, "picture: {}", path.display())?;
        }
    }
    Ok(())
}

/// The file of the second picture.
fn second(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-black.svg"))
}

fn player(record: &Record, color: Color) -> String {
    let (name, side) = match color {
        Color::White => (&record.tags.white, "White"),
        Color::Black => (&record.tags.black, "Black"),
    };
    format!("{name} ({side})")
}

/// A line for each move, and what it comes to.
fn text(record: &Record, side: &Side, policy: &str) -> String {
    let wide = side.turns.iter().map(|turn| turn.step.name().len()).max().unwrap_or(0).max(4);
    let mut lines = vec![
        format!("{}; asked: {policy}", player(record, side.color)),
        format!(
            "{:<wide$} {:>28} | {:>16} | {:>26}",
            "", "as it was", "on that clock", "in charge"
        ),
        format!(
            "{:<wide$} {:>10} {:>8} {:>8} | {:>8} {:>7} | {:>10} {:>7} {:>7}",
            "move", "clock", "used", "planned", "plan", "most", "clock", "plan", "most"
        ),
    ];
    lines.extend(side.turns.iter().map(|turn| row(turn, wide)));
    lines.push(sums(side, wide));
    lines.push(outcome(side, policy));
    lines.join("\n") + "\n"
}

/// What a move was given.
fn row(turn: &Turn, wide: usize) -> String {
    let Turn { step, there, in_charge } = turn;
    let known = |time: Option<Duration>| time.map_or("-".to_owned(), seconds);
    format!(
        "{:<wide$} {:>10} {:>8} {:>8} | {:>8} {:>7} | {:>10} {:>7} {:>7}",
        step.name(),
        clock_time(there.clock),
        known(step.used),
        known(step.planned),
        seconds(there.plan),
        seconds(there.most),
        clock_time(in_charge.clock),
        seconds(in_charge.plan),
        seconds(in_charge.most),
    )
}

/// The sums of the columns that have one.
fn sums(side: &Side, wide: usize) -> String {
    let sum = |of: fn(&Turn) -> Option<Duration>| {
        let times: Vec<Duration> = side.turns.iter().filter_map(of).collect();
        if times.is_empty() { "-".to_owned() } else { seconds(times.iter().sum()) }
    };
    format!(
        "{:<wide$} {:>10} {:>8} {:>8} | {:>8} {:>7} | {:>10} {:>7}",
        "all",
        "",
        sum(|turn| turn.step.used),
        sum(|turn| turn.step.planned),
        sum(|turn| Some(turn.there.plan)),
        "",
        "",
        sum(|turn| Some(turn.in_charge.plan)),
    )
}

/// What was left, and what would have been.
fn outcome(side: &Side, policy: &str) -> String {
    let flag = if side.flagged { ", and would have overstepped the time" } else { "" };
    format!(
        "left: {}; {policy} in charge would have left {}{flag}",
        amount(side.left),
        amount(side.would_be_left)
    )
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}
