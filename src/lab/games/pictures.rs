//! The statistics of games as pictures, beside the paper's figures.

use std::{cmp::Reverse, collections::BTreeMap};

use super::{BEND, MOVES, Pace, Statistics, curve::FULL, pace::Row, profile::PERCENTAGES};
use crate::{
    lab::plot::{Axis, Color, Figure, Mark, Note, Panel, Scale, Series},
    timing::{vs_average, vs_length, vs_material, vs_percentile},
};

/// A picture with the name of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The name, without a folder.
    pub name: &'static str,
    /// The file.
    pub svg: String,
}

/// A mean of fewer games or moves is not drawn.
const FEWEST: u64 = 30;
/// A smaller percentage of games is not drawn.
const LEAST: f64 = 0.005;
/// Time controls that have a chart of their own.
const CONTROLS: usize = 3;

/// All pictures that there are numbers for. `source` says which games they are.
pub fn pictures(statistics: &Statistics, source: &str) -> Vec<Picture> {
    let mut figures = vec![
        ("lengths.svg", "How long games are", vec![classes(statistics), percentiles(statistics)]),
        ("remaining.svg", "How much of a game is still to come", vec![remaining(statistics)]),
    ];
    if !statistics.curve.points().is_empty() {
        let panels = vec![material(statistics), difference(statistics)];
        figures.push((
            "material.svg",
            "What is still to come, by the material on the board",
            panels,
        ));
    }
    if statistics.all.pace.moves() > 0 {
        let panels: Vec<Panel> =
            by_move(statistics).into_iter().chain(by_clock(statistics)).collect();
        if !panels.is_empty() {
            figures.push(("pace.svg", "What a move takes", panels));
        }
    }
    let draw = |(name, title, panels): (&'static str, &str, Vec<Panel>)| {
        let subtitle = source.to_owned();
        Picture { name, svg: Figure { subtitle, ..Figure::new(title, panels) }.to_svg() }
    };
    figures.into_iter().map(draw).collect()
}

const HERE: Color = Color::BLUE;
const PAPER: Color = Color::VERMILION;

fn half_moves(what: &str) -> Axis {
    Axis::new(format!("{what} (half-moves)"))
}

/// Games by length, in classes of ten half-moves.
fn classes(statistics: &Statistics) -> Panel {
    const WIDE: usize = 10;
    let bars = Mark::Bars { from: -4.6, width: 9.2 };
    let lengths = &statistics.all.lengths;
    let end = longest(statistics);
    let shown = lengths.classes(WIDE).into_iter().filter(|(length, _)| *length < end);
    let classes = Series::new("", HERE, bars, shown);
    let top = classes.points.iter().map(|point| point.1).fold(0.0, f64::max);
    let at = |mean: f64| [(mean, 0.0), (mean, top * 1.12)];
    let mean = lengths.mean().unwrap_or_default();
    let series = vec![
        classes,
        Series::new(format!("mean {mean:.1}"), Color::INK, Mark::Line, at(mean)),
        Series::new("mean in the paper, 84.7", PAPER, Mark::Dashes, at(vs_average::AVERAGE)),
    ];
    let x = half_moves("length of the game").within(0.0, end);
    let y = Axis::new("% of games");
    Panel { series, height: 200.0, ..Panel::new("Lengths", x, y) }
}

/// Where pictures of lengths end: beyond it there are few games.
fn longest(statistics: &Statistics) -> f64 {
    let most = statistics.all.lengths.percentile(99.9).unwrap_or_default() as f64;
    most.max(vs_percentile::half_moves(100.0))
}

/// Lengths that so many games do not exceed.
fn percentiles(statistics: &Statistics) -> Panel {
    let lengths = &statistics.all.lengths;
    let end = longest(statistics);
    let longer = |percent: f64| 100.0 - percent;
    let here = PERCENTAGES
        .iter()
        .filter(|&&percent| percent < 100.0)
        .filter_map(|&percent| Some((lengths.percentile(percent)? as f64, longer(percent))));
    let paper = vs_percentile::LENGTHS.into_iter().filter(|(percent, _)| *percent < 100.0);
    let paper = paper.map(|(percent, length)| (length, longer(percent)));
    let whole = (0..=end as usize)
        .map(|ply| (ply as f64, 100.0 * lengths.survival(ply)))
        .filter(|(_, share)| *share >= LEAST);
    let series = vec![
        Series::new("", HERE, Mark::Line, whole),
        Series::new("these games", HERE, Mark::Discs, here.filter(|(length, _)| *length <= end)),
        Series::new("table 1 of the paper", PAPER, Mark::Rings, paper),
    ];
    let x = half_moves("length of the game").within(0.0, end);
    let y = Axis::new("% of games that last longer").on(Scale::Logarithmic).within(LEAST, 100.0);
    Panel { series, height: 240.0, ..Panel::new("Long games are rare", x, y) }
}

/// N(n), with the range its mean may lie in, and the paper's.
fn remaining(statistics: &Statistics) -> Panel {
    let rests: Vec<_> = (0..400)
        .map_while(|ply| Some((ply, statistics.all.lengths.rest(ply)?)))
        .filter(|(_, rest)| rest.games >= FEWEST)
        .collect();
    let end = rests.last().map_or(200, |(ply, _)| *ply);
    let points = rests.iter().map(|(ply, rest)| (*ply as f64, rest.mean));
    let band =
        rests.iter().map(|(_, rest)| (rest.mean - 2.0 * rest.error, rest.mean + 2.0 * rest.error));
    let paper = |from: u32, to: u32| {
        (from..to.min(end as u32 + 1)).map(|ply| (f64::from(ply), vs_length::expected(ply)))
    };
    let (known, decided) = (paper(0, 180), paper(180, 400));
    let series = vec![
        Series::new("these games, with twice the standard error", HERE, Mark::Line, points)
            .between(band),
        Series::new("the paper's N(n)", PAPER, Mark::Dashes, known),
        Series::new("", PAPER, Mark::Dots, decided),
    ];
    let (x, y) = (half_moves("made"), half_moves("still to come"));
    Panel { series: with_zero(series), height: 300.0, ..Panel::new("", x, y) }
}

/// An unseen point that brings zero into the picture.
fn with_zero(mut series: Vec<Series>) -> Vec<Series> {
    let first = series.iter().find_map(|series| series.points.first()).map_or(0.0, |point| point.0);
    series.push(Series::new("", Color::PAPER, Mark::Line, [(first, 0.0)]));
    series
}

/// What is still to come by material, with both fits and the paper's.
fn material(statistics: &Statistics) -> Panel {
    let curve = &statistics.curve;
    let points = curve.points();
    let (low, high) = (points.first().map_or(0.0, |p| p.0), points.last().map_or(78.0, |p| p.0));
    let along = |from: f64, to: f64, height: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        [from.max(low), to.min(high)].into_iter().map(|x| (x, height(x))).collect()
    };
    let mut series =
        vec![Series::new("these games", HERE, Mark::Discs, points.iter().map(|&(x, y, _)| (x, y)))];
    if let Some(fit) = curve.continuous() {
        let [first, second] = fit.bends;
        let corners = [low, first.clamp(low, high), second.clamp(low, high), high];
        let line = corners.map(|x| (x, fit.at(x)));
        let name = format!("three lines that meet, bent at {first} and {second}");
        series.push(Series::new(name, HERE, Mark::Line, line));
    }
    let [bend, second] = BEND;
    let parts = [(0.0, bend), (bend, second), (second, FULL as f64)];
    let paper = parts.iter().enumerate().flat_map(|(i, &(from, to))| {
        let middle = (from + to) / 2.0;
        let (a, b) = (printed(middle - 1.0), printed(middle + 1.0));
        let height = move |x: f64| a + (b - a) / 2.0 * (x - middle + 1.0);
        let gap = (i > 0).then_some((from, f64::NAN));
        gap.into_iter().chain(along(from, to, &height))
    });
    series.push(Series::new("equation (1) of the paper", PAPER, Mark::Dashes, paper));
    let x = Axis::new("material of both sides without kings (Q 9, R 5, B 3, N 3, P 1)")
        .within(0.0, 78.0);
    Panel {
        series: with_zero(series),
        height: 280.0,
        ..Panel::new("", x, half_moves("still to come"))
    }
}

/// The paper's equation as printed.
fn printed(x: f64) -> f64 {
    vs_material::expected(x as u32, 22.0)
}

/// By how much unequal material shortens a game.
fn difference(statistics: &Statistics) -> Panel {
    let effects = (0..=9).filter_map(|d| Some((d as f64, statistics.curve.effect(d)?.0)));
    let paper = [(0.0, 0.0), (9.0, -24.0)];
    let series = vec![
        Series::new("these games", HERE, Mark::Discs, effects),
        Series::new("the paper: a piece takes 8 half-moves away", PAPER, Mark::Dashes, paper),
    ];
    let x = Axis::new("difference in material (pawns)").within(0.0, 9.0);
    let title = "Unequal material shortens games (compared with equal material of the same total)";
    Panel { series, height: 180.0, ..Panel::new(title, x, half_moves("longer")) }
}

/// Rows of enough moves.
fn told(rows: Vec<Row>) -> Vec<Row> {
    rows.into_iter().filter(|row| row.moves >= FEWEST).collect()
}

/// Time by move number, for each of the time controls that most moves were played with, if they are enough.
fn by_move(statistics: &Statistics) -> Vec<Panel> {
    let mut paces: BTreeMap<&str, Pace> = BTreeMap::new();
    for (kind, group) in &statistics.kinds {
        paces.entry(&kind.control).or_default().merge(&group.pace);
    }
    let mut paces: Vec<(&str, Pace)> = paces.into_iter().collect();
    paces.sort_by_key(|(_, pace)| Reverse(pace.moves()));
    paces.iter().filter_map(|(control, pace)| moves(control, pace)).take(CONTROLS).collect()
}

/// `None` if no move was played often enough.
fn moves(control: &str, pace: &Pace) -> Option<Panel> {
    let mut rows = told(pace.by_move(1));
    rows.retain(|row| row.at < MOVES as f64);
    rows.first()?;
    let used = rows.iter().map(|row| (row.at, row.used));
    let paper = rows.iter().filter_map(|row| Some((row.at, row.of_clock?.1)));
    let series = vec![
        Series::new("used", HERE, Mark::Line, used),
        Series::new("what N(n) of the paper gives with the same clock", PAPER, Mark::Dashes, paper),
    ];
    let control = if control.is_empty() { "Games without a control" } else { control };
    let title = format!("{control}: by move number");
    let (x, y) = (Axis::new("move").within(1.0, MOVES as f64), Axis::new("seconds (mean)"));
    Some(Panel { series: with_zero(series), height: 180.0, ..Panel::new(title, x, y) })
}

/// `None` if no share of the clock was left often enough.
fn by_clock(statistics: &Statistics) -> Option<Panel> {
    let rows = told(statistics.all.pace.by_clock());
    let share = rows.iter().filter_map(|row| Some((row.at, row.of_clock?.0)));
    let bars = Mark::Bars { from: -2.3, width: 4.6 };
    let series = vec![Series::new("", HERE, bars, share)];
    let first = rows.first()?;
    let note =
        first.of_clock.map(|clock| Note::new((first.at, clock.0), format!("{:.1} s", first.used)));
    let x = Axis::new("clock left before the move (% of the initial time)").within(0.0, 100.0);
    let y = Axis::new("% of what is left");
    let title = "By the clock left: the part of it that a move takes";
    Some(Panel { series, notes: note.into_iter().collect(), ..Panel::new(title, x, y) })
}
