//! The statistics of games as text, beside the paper's figures.

use std::path::PathBuf;

use crate::{
    lab::games::{Gathered, MOVES, PERCENTAGES, Pace, Row, Segments, Statistics},
    timing::{vs_average, vs_length, vs_percentile},
};

/// A mean of fewer games or moves is not told.
const FEWEST: u64 = 30;
/// Kinds of games that are listed, and skipped games that are told.
const MOST_KINDS: usize = 20;
const MOST_SKIPPED: usize = 20;
/// The time control of the paper's examples, in seconds.
const EXAMPLE: f64 = 9_000.0;

/// Which games these are, in a line.
pub(super) fn source(statistics: &Statistics, files: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        path.file_stem().map_or(String::new(), |name| name.to_string_lossy().replace('_', " "))
    };
    let games = counted(statistics.all.lengths.games(), "game");
    match files {
        [one] => format!("{games}: {}", name(one)),
        [one, two] => format!("{games}: {}, {}", name(one), name(two)),
        _ => format!("{games} of {} files", files.len()),
    }
}

/// All tables.
pub(super) fn text(statistics: &Statistics) -> String {
    let mut parts = vec![
        lengths(statistics),
        remaining(statistics),
        material(statistics),
        difference(statistics),
    ];
    if statistics.all.pace.moves() > 0 {
        parts.push(by_move(&statistics.all.pace));
        parts.push(by_clock(&statistics.all.pace));
    }
    if statistics.kinds.len() > 1 {
        parts.push(kinds(statistics));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n") + "\n"
}

/// How many games were counted, and what is wrong with the others.
pub(super) fn skipped(gathered: &Gathered, files: &[PathBuf]) -> String {
    let mut text = String::new();
    for skipped in gathered.skipped.iter().take(MOST_SKIPPED) {
        let file = files.get(skipped.file).map_or(String::new(), |file| file.display().to_string());
        let line = skipped.line.map_or(String::new(), |line| format!(" (line {line})"));
        let (number, game, reason) = (skipped.number, &skipped.game, &skipped.reason);
        text += &format!("{file}, game {number}{line}: {game}: skipped: {reason}\n");
    }
    let more = gathered.skips.saturating_sub(MOST_SKIPPED as u64);
    if more > 0 {
        text += &format!("and {} more\n", grouped(more));
    }
    let Gathered { statistics, skips, .. } = gathered;
    text += &format!("{} counted", counted(statistics.all.lengths.games(), "game"));
    if statistics.adjudicated > 0 {
        text += &format!(" ({} of them adjudicated)", grouped(statistics.adjudicated));
    }
    text += &format!(", {} skipped", grouped(*skips));
    if statistics.garbled > 0 {
        text += &format!(", {} not understood", counted(statistics.garbled, "comment"));
    }
    text + "\n"
}

/// The lengths by percentage of games ended, as in table 1 of the paper.
fn lengths(statistics: &Statistics) -> String {
    let lengths = &statistics.all.lengths;
    let Some(mean) = lengths.mean() else { return String::new() };
    let mut text = format!(
        "Length of games: mean {mean:.1} half-moves (paper: {}), half of them within {}\n\
         {:>9}{:>12}{:>8}{:>14}{:>8}{:>18}{:>8}\n",
        vs_average::AVERAGE,
        lengths.percentile(50.0).unwrap_or_default(),
        "% ended",
        "half-moves",
        "paper",
        "time lost, %",
        "paper",
        "a move of 2:30:00",
        "paper"
    );
    for percent in PERCENTAGES {
        let Some(length) = lengths.percentile(percent).map(|length| length as f64) else {
            continue;
        };
        let paper = vs_percentile::half_moves(percent);
        text += &format!(
            "{percent:>9}{length:>12}{paper:>8}{:>14.1}{:>8.1}{:>16.1} s{:>6.1} s\n",
            100.0 * (1.0 - mean / length),
            vs_average::lost(paper),
            EXAMPLE / (length / 2.0),
            EXAMPLE / (paper / 2.0)
        );
    }
    text
}

/// N(n) at some points.
fn remaining(statistics: &Statistics) -> String {
    let mut text = format!(
        "Still to come, N(n), in half-moves\n{:>9}{:>10}{:>8}{:>8}{:>10}\n",
        "made", "to come", "+-", "paper", "games"
    );
    for ply in (0..=300).step_by(20) {
        let Some(rest) = statistics.all.lengths.rest(ply).filter(|rest| rest.games >= FEWEST)
        else {
            break;
        };
        text += &format!(
            "{ply:>9}{:>10.1}{:>8.1}{:>8.1}{:>10}\n",
            rest.mean,
            2.0 * rest.error,
            vs_length::expected(ply as u32),
            grouped(rest.games)
        );
    }
    text
}

/// The lines of the material curve.
fn material(statistics: &Statistics) -> String {
    let curve = &statistics.curve;
    let line = |(start, slope): (f64, f64)| {
        let sign = if start < 0.0 { '-' } else { '+' };
        format!("{slope:.2} x {sign} {:.1}", start.abs())
    };
    let printed =
        [("x below 20", "x + 10"), ("20 to 60", "3/8 x + 22"), ("x above 60", "5/4 x - 30")];
    let lines = curve.three_lines();
    if lines.iter().all(Option::is_none) {
        return String::new();
    }
    let mut text = format!(
        "Still to come by material x of both sides (78 at the start), in half-moves\n{:>14}{:>20}{:>16}\n",
        "", "here", "paper"
    );
    for ((range, paper), here) in printed.into_iter().zip(lines) {
        let here = here.map_or("too few positions".to_owned(), line);
        text += &format!("{range:>14}{here:>20}{paper:>16}\n");
    }
    if let Some(Segments { bends: [first, second], lines: [low, middle, high] }) =
        curve.continuous()
    {
        text += &format!(
            "  lines that meet: {} below {first}, {} up to {second}, {} above\n",
            line(low),
            line(middle),
            line(high)
        );
    }
    text
}

/// What unequal material does.
fn difference(statistics: &Statistics) -> String {
    let curve = &statistics.curve;
    let Some(by_pawn) = curve.shorter_by_pawn() else { return String::new() };
    let mut text = format!(
        "Unequal material, compared with equal material of the same total: a piece more on one side\n\
         makes a game {:.1} half-moves shorter (paper: 8)\n{:>9}{:>12}{:>8}{:>12}\n",
        3.0 * by_pawn,
        "pawns",
        "half-moves",
        "paper",
        "positions"
    );
    for pawns in 1..=9 {
        let Some((longer, positions)) = curve.effect(pawns) else { continue };
        let paper = -8.0 * pawns as f64 / 3.0;
        text += &format!("{pawns:>9}{longer:>12.1}{paper:>8.1}{:>12}\n", grouped(positions));
    }
    text
}

/// What moves take, by their number.
fn by_move(pace: &Pace) -> String {
    let title = "Time by move number (N(n): what the paper's rule gives with the same clock)";
    let name = |row: &Row| match row.at + 4.5 {
        last if last >= MOVES as f64 => format!("{:.0} on", row.at - 4.5),
        last => format!("{:.0}-{last:.0}", row.at - 4.5),
    };
    table(title, "moves", &pace.by_move(10), name)
}

/// What moves take, by the clock left before them.
fn by_clock(pace: &Pace) -> String {
    let title = "Time by what is left on the clock, in % of the initial time";
    let mut rows = pace.by_clock();
    rows.reverse();
    table(title, "left", &rows, |row| format!("{:.0}-{:.0}", row.at - 2.5, row.at + 2.5))
}

fn table(title: &str, what: &str, rows: &[Row], name: impl Fn(&Row) -> String) -> String {
    let told: Vec<&Row> = rows.iter().filter(|row| row.moves >= FEWEST).collect();
    if told.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "{title}\n{what:>9}{:>10}{:>16}{:>10}{:>10}\n",
        "used", "% of the clock", "N(n)", "moves"
    );
    for row in told {
        let (share, paper) = row.of_clock.map_or_else(
            || ("-".to_owned(), "-".to_owned()),
            |(share, paper)| (format!("{share:.1}"), format!("{paper:.1} s")),
        );
        let (used, moves) = (format!("{:.1} s", row.used), grouped(row.moves));
        text += &format!("{:>9}{used:>10}{share:>16}{paper:>10}{moves:>10}\n", name(row));
    }
    text
}

/// The kinds with the most games.
fn kinds(statistics: &Statistics) -> String {
    let mut kinds: Vec<_> = statistics.kinds.iter().collect();
    kinds.sort_by_key(|(_, group)| std::cmp::Reverse(group.lengths.games()));
    let names: Vec<String> = kinds.iter().map(|(kind, _)| kind.to_string()).collect();
    let wide =
        names.iter().take(MOST_KINDS).map(|name| name.chars().count()).max().unwrap_or(0) + 2;
    let mut text = format!(
        "By time control and mean rating, lengths in half-moves\n{:wide$}{:>9}{:>8}{:>8}{:>8}{:>8}{:>10}\n",
        "", "games", "mean", "70 %", "95 %", "N(80)", "a move"
    );
    for (name, (_, group)) in names.iter().zip(&kinds).take(MOST_KINDS) {
        let lengths = &group.lengths;
        let percentile = |percent| lengths.percentile(percent).unwrap_or_default();
        let rest = lengths.rest(80).filter(|rest| rest.games >= FEWEST);
        let rest = rest.map_or("-".to_owned(), |rest| format!("{:.1}", rest.mean));
        let pace = group.pace.mean().map_or("-".to_owned(), |mean| format!("{mean:.1} s"));
        text += &format!(
            "  {name:<0$}{1:>9}{2:>8.1}{3:>8}{4:>8}{rest:>8}{pace:>10}\n",
            wide - 2,
            grouped(lengths.games()),
            lengths.mean().unwrap_or_default(),
            percentile(70.0),
            percentile(95.0),
        );
    }
    let more = kinds.len().saturating_sub(MOST_KINDS);
    if more > 0 {
        text += &format!("  and {more} more kinds\n");
    }
    text += &format!(
        "  {1:<0$}{2:>9}{3:>8.1}{4:>8}{5:>8}{6:>8.1}\n",
        wide - 2,
        "the paper",
        "140,000",
        vs_average::AVERAGE,
        vs_percentile::half_moves(70.0),
        vs_percentile::half_moves(95.0),
        vs_length::expected(80)
    );
    text
}

/// So many of a thing, as a person would say it.
fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas, as people read large ones.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
