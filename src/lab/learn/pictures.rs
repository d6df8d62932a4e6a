//! What is forecast beside what came.

use super::verdict::{Bin, Held};
use crate::lab::plot::{Axis, Color, Figure, Mark, Panel, Series};

/// A picture of forecasts of games that were held out: each with its name, chances in percent first, then
/// gains.
pub fn calibration(source: &str, chances: &[(&str, &Held)], gains: &[(&str, &Held)]) -> Figure {
    let change =
        panel("Another best move, %", "by the time the search is twice as old", 100.0, chances);
    let gain = panel("Gain, weighted centipawns", "of going on until then", 1.0, gains);
    let panels = vec![change, gain];
    Figure {
        subtitle: source.to_owned(),
        columns: 2,
        ..Figure::new("Forecast and what came, on games that were not learned from", panels)
    }
}

/// A chart has half a sheet: what needs more words is said below it.
fn panel(what: &str, more: &str, factor: f64, held: &[(&str, &Held)]) -> Panel {
    let mut panel = Panel::new(what, Axis::new(format!("forecast ({more})")), Axis::new("came"));
    let bins = || held.iter().flat_map(|(_, held)| &held.bins);
    let most = bins().fold(0.0_f64, |most, bin| most.max(factor * bin.forecast));
    let diagonal = [(0.0, 0.0), (most, most)];
    panel.series.push(Series::new("as forecast", Color::GREY, Mark::Dashes, diagonal));
    for (number, (name, held)) in held.iter().enumerate() {
        let points = held.bins.iter().map(|bin| (factor * bin.forecast, factor * bin.came));
        let range = |bin: &Bin| {
            (factor * (bin.came - 2.0 * bin.error), factor * (bin.came + 2.0 * bin.error))
        };
        let color = Color::SERIES[number % Color::SERIES.len()];
        let series = Series::new(*name, color, Mark::Discs, points);
        panel.series.push(series.between(held.bins.iter().map(range)));
    }
    panel.height = 300.0;
    panel
}
