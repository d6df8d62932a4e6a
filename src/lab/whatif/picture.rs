//! Both clocks and both plans of a side as one picture.

use std::time::Duration;

use super::{Side, Turn};
use crate::lab::plot::{Axis, Color, Figure, Mark, Panel, Scale, Series};

/// The clock as it was beside the one that the policy would have left, and below what moves were given.
pub fn picture(side: &Side, policy: &str, title: &str, subtitle: &str) -> String {
    let ends = (
        side.turns.first().map_or(1.0, |turn| place(turn) - 0.5),
        side.turns.last().map_or(2.0, |turn| place(turn) + 0.5),
    );
    let axis = |label: &str| Axis::new(label).within(ends.0, ends.1);
    let series = |name: &str, color, mark, time: fn(&Turn) -> Option<Duration>| {
        let points = side.turns.iter().filter_map(|turn| {
            let time = time(turn)?;
            Some((place(turn), time.as_secs_f64()))
        });
        Series::new(name, color, mark, points)
    };
    let mut clocks = Panel::new("Clock", axis(""), Axis::new("left").on(Scale::Clock));
    clocks.series = vec![
        series("as it was", Color::BLUE, Mark::Line, |turn| Some(turn.there.clock)),
        series(&format!("{policy} in charge"), Color::VERMILION, Mark::Dashes, |turn| {
            Some(turn.in_charge.clock)
        }),
    ];
    let mut times =
        Panel::new("Time for each move", axis("move"), Axis::new("used").on(Scale::Clock));
    let bars = Mark::Bars { from: -0.4, width: 0.8 };
    times.series = vec![
        series("used", Color::BLUE, bars, |turn| turn.step.used),
        series("planned in the game", Color::INK, Mark::Rings, |turn| turn.step.planned),
        series(&format!("{policy} on that clock"), Color::GREEN, Mark::Discs, |turn| {
            Some(turn.there.plan)
        }),
        series(&format!("{policy} on its own"), Color::VERMILION, Mark::Discs, |turn| {
            Some(turn.in_charge.plan)
        }),
    ];
    times.series.retain(|series| !series.points.is_empty());
    Figure { subtitle: subtitle.to_owned(), ..Figure::new(title, vec![clocks, times]) }.to_svg()
}

/// Where a move lies on the axis.
fn place(turn: &Turn) -> f64 {
    f64::from(turn.step.number)
}
