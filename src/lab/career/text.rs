//! A player's games in words, no wider than a letter.

use std::{fmt::Write, time::Duration};

use super::{Career, Results, most_played, quantile};

/// Lines are no longer, in characters; names are cut to fit.
const WIDTH: usize = 72;
/// Width of a name in a table.
const NAME: usize = 32;
/// So many rows of a table.
const ROWS: usize = 15;

/// The summary.
pub fn text(career: &Career) -> String {
    let mut out = String::new();
    // Writing to a text cannot fail.
    let _ = write(&mut out, career);
    out.lines().map(|line| line.chars().take(WIDTH).collect::<String>() + "\n").collect()
}

fn write(out: &mut String, career: &Career) -> std::fmt::Result {
    let [won, drawn, lost] = career.total.0;
    let games = career.total.games();
    writeln!(out, "{}: {games} games{}{}", career.name, days(career), unfinished(career))?;
    let percent = career.total.percent();
    writeln!(out, "  won {won}, drawn {drawn}, lost {lost}: {percent:.1} % of the points")?;
    writeln!(out, "  lost on time: {}; ended by a lost link: {}", career.on_time, career.broken)?;
    ratings(out, career)?;
    table(out, "By time control", &career.controls)?;
    table(out, "By opponent", &career.opponents)?;
    table(out, "By opening", &career.openings)?;
    times(out, career)?;
    links(out, career)
}

/// How many games have no result, if there are any: nothing else counts them.
fn unfinished(career: &Career) -> String {
    let count = career.unfinished;
    if count == 0 { String::new() } else { format!(", {count} unfinished") }
}

/// The first and the last day, as far as papers tell them.
fn days(career: &Career) -> String {
    let (first, last) = career.days.clone().unwrap_or_default();
    if last.starts_with('?') { String::new() } else { format!(", {first} to {last}") }
}

fn ratings(out: &mut String, career: &Career) -> std::fmt::Result {
    if career.ratings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nRating                     first    last    best   worst")?;
    for (kind, points) in &career.ratings {
        let [first, last] = [points.first(), points.last()].map(|it| it.copied().unwrap_or(0));
        let best = points.iter().max().copied().unwrap_or(0);
        let worst = points.iter().min().copied().unwrap_or(0);
        writeln!(out, "  {kind:<22} {first:>7} {last:>7} {best:>7} {worst:>7}")?;
    }
    Ok(())
}

fn table(out: &mut String, title: &str, results: &Results) -> std::fmt::Result {
    if results.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title:<w$} games   won drawn  lost  points", w = NAME + 2)?;
    for (name, score) in most_played(results, ROWS) {
        let name: String = name.chars().take(NAME).collect();
        let [won, drawn, lost] = score.0;
        let (games, percent) = (score.games(), score.percent());
        writeln!(out, "  {name:<NAME$} {games:>5} {won:>5} {drawn:>5} {lost:>5} {percent:>5.1} %")?;
    }
    let more = results.len().saturating_sub(ROWS);
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}

/// Lag and use of time.
fn times(out: &mut String, career: &Career) -> std::fmt::Result {
    let seconds = |time: Duration| time.as_secs_f64();
    let pair = |times: &[Duration]| {
        let usual = quantile(times, 50).map(seconds)?;
        Some((usual, seconds(quantile(times, 95)?), seconds(quantile(times, 100)?)))
    };
    writeln!(out, "\nTime, in seconds           usual  seldom above    most")?;
    for (name, times) in [("for a move", &career.used), ("lag of a move", &career.lags)] {
        match pair(times) {
            Some((usual, high, most)) => {
                writeln!(out, "  {name:<20} {usual:>9.3} {high:>13.3} {most:>7.3}")?;
            }
            None => writeln!(out, "  {name:<20} not in these games")?,
        }
    }
    if let Some(left) = quantile(&career.left, 50) {
        writeln!(out, "  left on the clock at the end: usually {left:.0} % of the initial time")?;
    }
    Ok(())
}

fn links(out: &mut String, career: &Career) -> std::fmt::Result {
    let links: u32 = career.links_lost.iter().map(|(_, links)| links).sum();
    match career.links_lost.len() {
        0 => Ok(()),
        days => writeln!(out, "\nLinks lost: {links}, on {days} days"),
    }
}
