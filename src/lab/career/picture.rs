//! A player's games as one picture.

use std::time::Duration;

use super::{Career, Results, most_played};
use crate::lab::plot::{Axis, Color, Figure, Mark, Panel, Series};

/// Bars of a chart: of controls and opponents, and of openings.
const BARS: usize = 10;
const OPENINGS: usize = 6;
/// Height of a bar with the gap to the next, in points.
const BAR: f64 = 17.0;
/// Names are cut to so many characters; openings fit.
const NAME: usize = 26;
/// Space above and below ratings, in points.
const MARGIN: f64 = 20.0;
/// Times are drawn up to this, in milliseconds.
const MOST_LAG: f64 = 5_000.0;

/// The picture, with a chart for each thing that is known.
pub fn picture(career: &Career) -> String {
    let mut panels = vec![
        ratings(career),
        results("Points by time control, in percent", &career.controls, BARS),
        results("Points by opponent, in percent", &career.opponents, BARS),
        results("Points by opening, in percent", &career.openings, OPENINGS),
        left(career),
        lags(career),
        links(career),
    ];
    panels.retain(|panel| panel.series.iter().any(|series| !series.points.is_empty()));
    let games = career.total.games();
    let (first, last) = career.days.clone().unwrap_or_default();
    let subtitle = format!("{games} games, {first} to {last}");
    Figure { subtitle, ..Figure::new(career.name.clone(), panels) }.to_svg()
}

/// Values one after the other, from 1.
fn counted(values: impl IntoIterator<Item = f64>) -> impl Iterator<Item = (f64, f64)> {
    values.into_iter().enumerate().map(|(number, value)| (number as f64 + 1.0, value))
}

fn ratings(career: &Career) -> Panel {
    let colors = Color::SERIES.iter().cycle();
    let series = career.ratings.iter().zip(colors).map(|((kind, points), &color)| {
        Series::new(kind.clone(), color, Mark::Steps, counted(points.iter().map(|&it| it.into())))
    });
    let series = series.collect();
    let all = || career.ratings.values().flatten().copied().map(f64::from);
    let (low, high) =
        all().fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
    let y = Axis::new("points").within(low - MARGIN, high + MARGIN);
    Panel { series, ..Panel::new("Rating", Axis::new("games or changes"), y) }
}

/// A bar for each of the most frequent, with its name and its games on the left.
fn results(title: &str, results: &Results, most: usize) -> Panel {
    let list = most_played(results, most);
    let row = |number: usize| (list.len() - number) as f64;
    let bars = list.iter().enumerate().map(|(number, (_, score))| (score.percent(), row(number)));
    let series = vec![Series::new("", Color::BLUE, Mark::Rows, bars)];
    let names = list.iter().enumerate().map(|(number, (name, score))| {
        let name: String = name.chars().take(NAME).collect();
        (row(number), format!("{name} ({})", score.games()))
    });
    let y = Axis::new("").within(0.4, list.len() as f64 + 0.6).named(names);
    let (x, height) = (Axis::new("%").within(0.0, 100.0), BAR * list.len() as f64);
    Panel { height, series, ..Panel::new(title, x, y) }
}

fn left(career: &Career) -> Panel {
    let points = counted(career.left.iter().copied());
    let series = vec![Series::new("", Color::GREEN, Mark::Discs, points)];
    let title = "Left on the clock at the end, in percent of the initial time";
    Panel { height: 130.0, series, ..Panel::new(title, Axis::new("game"), Axis::new("%")) }
}

fn lags(career: &Career) -> Panel {
    let ms = |lag: &Duration| (1_000.0 * lag.as_secs_f64()).min(MOST_LAG);
    let points = counted(career.lags.iter().map(ms));
    let series = vec![Series::new("", Color::VERMILION, Mark::Line, points)];
    let y = Axis::new("ms");
    Panel { height: 130.0, series, ..Panel::new("Lag of each move", Axis::new("move"), y) }
}

fn links(career: &Career) -> Panel {
    let first = career.links_lost.first().map_or(0, |(day, _)| *day);
    let day = |&(day, links): &(u64, u32)| (day.saturating_sub(first) as f64, f64::from(links));
    let bars = Mark::Bars { from: -0.4, width: 0.8 };
    let series = vec![Series::new("", Color::PURPLE, bars, career.links_lost.iter().map(day))];
    let x = Axis::new("days after the first");
    Panel { height: 110.0, series, ..Panel::new("Links lost", x, Axis::new("links")) }
}
