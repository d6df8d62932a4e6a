//! A game's clocks, times, scores and depths as one picture.

use std::time::Duration;

use super::{Report, Side, Step};
use crate::{
    lab::plot::{Axis, Color, Figure, Mark, Note, Panel, Scale, Series},
    position,
};

/// Scores beyond this, in pawns, are drawn at it.
const MOST: f64 = 10.0;

/// A word is no wider than twice this part of a chart.
const BESIDE: usize = 14;

/// One of a move's figures.
type Value = fn(&Step) -> Option<f64>;

/// The picture, with a chart for each thing that the game's paper tells.
pub fn picture(report: &Report, title: &str, subtitle: &str) -> String {
    let mut panels =
        vec![clocks(report), times(report), scores(report), depths(report), lags(report)];
    panels.retain(|panel| panel.series.iter().any(|series| !series.points.is_empty()));
    let last = panels.len().saturating_sub(1);
    let ends = (
        report.steps.first().map_or(1.0, |step| f64::from(step.number) - 0.5),
        report.steps.last().map_or(2.0, |step| f64::from(step.number) + 1.0),
    );
    for (i, panel) in panels.iter_mut().enumerate() {
        // The sides have the same colours everywhere; they are named once.
        let sides = panel.series.iter_mut().filter(|series| i > 0 && series.color != Color::INK);
        sides.for_each(|series| series.name.clear());
        let label = if i == last { "move" } else { "" };
        panel.x = Axis::new(label).within(ends.0, ends.1);
    }
    Figure { subtitle: subtitle.to_owned(), ..Figure::new(title, panels) }.to_svg()
}

fn seconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

/// A chart with a series for each side that has these figures.
fn panel(report: &Report, title: &str, y: Axis, height: f64, mark: Mark, value: Value) -> Panel {
    let series = [position::Color::White, position::Color::Black].map(|color| {
        let own = report.steps.iter().filter(|step| step.color == color);
        let points = own.filter_map(|step| Some((step.place(), value(step)?)));
        Series::new(name(report, color), ink(color), mark, points)
    });
    let series = series.into_iter().filter(|series| !series.points.is_empty()).collect();
    Panel { height, series, ..Panel::new(title, Axis::new(""), y) }
}

fn name(report: &Report, color: position::Color) -> String {
    let Side { name, .. } = &report.sides[color.to_index()];
    let side = if color == position::Color::White { "White" } else { "Black" };
    if name == "?" { side.to_owned() } else { format!("{name} ({side})") }
}

fn ink(color: position::Color) -> Color {
    if color == position::Color::White { Color::BLUE } else { Color::VERMILION }
}

fn clocks(report: &Report) -> Panel {
    let y = Axis::new("left").on(Scale::Clock);
    let mut panel = panel(report, "Clocks", y, 150.0, Mark::Line, |step| seconds(step.left));
    if let Some(first) = panel.series.first().and_then(|series| series.points.first().copied()) {
        panel.series.push(Series::new("", Color::PAPER, Mark::Dots, [(first.0, 0.0)]));
    }
    panel
}

/// Times as bars, with rings for what was planned, and a word above what cost most.
fn times(report: &Report) -> Panel {
    let y = Axis::new("used").on(Scale::Clock);
    let both = report.sides.iter().all(|side| side.timed > 0);
    let width = if both { 0.42 } else { 0.8 };
    let bars = Mark::Bars { from: -width / 2.0, width };
    let mut panel = panel(report, "Time for each move", y, 190.0, bars, |step| seconds(step.used));
    let planned: Vec<(f64, f64)> = report
        .steps
        .iter()
        .filter_map(|step| Some((step.place(), seconds(step.planned)?)))
        .collect();
    if !planned.is_empty() {
        panel.series.push(Series::new("planned", Color::INK, Mark::Rings, planned));
    }
    let told = report.sides.iter().flat_map(|side| {
        let waste = side.waste.map(|waste| (waste.at, "waste"));
        let haste = side.haste.map(|haste| (haste.at, "haste"));
        let longest = side.longest.filter(|&at| Some(at) != waste.map(|(at, _)| at));
        [longest.map(|at| (at, "longest")), waste, haste]
    });
    let notes = told.flatten().filter_map(|(at, word)| note(report, at, word));
    panel.notes = notes.collect();
    let most = panel.series.iter().flat_map(|series| &series.points).map(|point| point.1);
    let headroom = 1.15 * most.fold(0.0, f64::max);
    if let Some(first) = panel.series.first().and_then(|series| series.points.first().copied()) {
        panel.series.push(Series::new("", Color::PAPER, Mark::Dots, [(first.0, headroom)]));
    }
    panel
}

/// A word about a move's time, above the times of its neighbours.
fn note(report: &Report, at: usize, word: &str) -> Option<Note> {
    let step = report.steps.get(at)?;
    let used = seconds(step.used)?;
    let near = report.steps.len() / BESIDE;
    let beside = report.steps.get(at.saturating_sub(near)..(at + near).min(report.steps.len()))?;
    let above = beside.iter().filter_map(|step| seconds(step.used)).fold(used, f64::max);
    Some(Note {
        above: Some(above),
        ..Note::new((step.place(), used), format!("{word}: {}", step.name()))
    })
}

/// Scores as White sees them.
fn scores(report: &Report) -> Panel {
    let y = Axis::new("pawns, for White");
    let value: Value = |step| {
        let pawns = f64::from(step.score?) / 100.0;
        let white = step.color == position::Color::White;
        Some(if white { pawns } else { -pawns }.clamp(-MOST, MOST))
    };
    let mut panel = panel(report, "Score", y, 130.0, Mark::Line, value);
    if let Some(first) = panel.series.first().and_then(|series| series.points.first().copied()) {
        panel.series.push(Series::new("", Color::PAPER, Mark::Dots, [(first.0, 0.0)]));
    }
    panel
}

fn depths(report: &Report) -> Panel {
    let value: Value = |step| step.depth.map(f64::from);
    panel(report, "Depth", Axis::new("plies"), 100.0, Mark::Steps, value)
}

fn lags(report: &Report) -> Panel {
    panel(report, "Lag", Axis::new("seconds"), 80.0, Mark::Discs, |step| seconds(step.lag))
}
