//! What replays tell, as pictures.

use super::{compare::Measure, trial::Summary};
use crate::lab::plot::{Axis, Color, Figure, Mark, Note, Panel, Series};

/// Moves of a game that are drawn.
const MOVES: u32 = 60;
/// A mean of fewer moves is not drawn.
const FEWEST: usize = 10;
/// Space between the outermost discs and the frame, as a share of what lies between them.
const SPACE: f64 = 0.05;

/// Errors and loss of the policies over the share of the clock that they have used.
pub fn errors(title: &str, source: &str, summaries: &[Summary]) -> Figure {
    let panel = |measure: Measure, label: &str, factor: f64| {
        let place =
            |summary: &Summary| (100.0 * summary.used, factor * summary.mean(|it| measure.of(it)));
        let x = around("share of the clock used, %", summaries.iter().map(|it| place(it).0));
        let y = around(label, summaries.iter().map(|it| place(it).1));
        let mut panel = Panel::new("", x, y);
        for (number, summary) in summaries.iter().enumerate() {
            let point = place(summary);
            let color = Color::SERIES[number % Color::SERIES.len()];
            panel.series.push(Series::new("", color, Mark::Discs, [point]));
            panel.notes.push(Note::new(point, summary.policy.clone()));
        }
        panel
    };
    let panels = vec![
        panel(Measure::Errors, "moves that differ, %", 100.0),
        panel(Measure::Loss, "loss of a move, weighted centipawns", 1.0),
    ];
    Figure { subtitle: source.to_owned(), ..Figure::new(title, panels) }
}

/// An axis somewhat longer than its values reach, so that no disc lies on the frame.
fn around(label: &str, values: impl Iterator<Item = f64>) -> Axis {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
    let space = if high > low { SPACE * (high - low) } else { 1.0 };
    let axis = Axis::new(label);
    if low <= high { axis.within(low - space, high + space) } else { axis }
}

/// What the policies spend by the number of the move; `None` if there are too few games to tell.
pub fn spending(title: &str, source: &str, unit: &str, summaries: &[Summary]) -> Option<Figure> {
    let mut panel = Panel::new("", Axis::new("move"), Axis::new(format!("{unit} a move")));
    for (number, summary) in summaries.iter().enumerate() {
        let points = (0..MOVES).map(|made| {
            let spent: Vec<f64> = summary
                .decisions
                .iter()
                .filter(|decision| decision.made == made)
                .map(|decision| decision.spent)
                .collect();
            let mean = spent.iter().sum::<f64>() / spent.len().max(1) as f64;
            (f64::from(made + 1), if spent.len() < FEWEST { f64::NAN } else { mean })
        });
        let color = Color::SERIES[number % Color::SERIES.len()];
        let mark = if number < Color::SERIES.len() { Mark::Line } else { Mark::Dashes };
        panel.series.push(Series::new(summary.policy.clone(), color, mark, points));
    }
    let told =
        panel.series.iter().flat_map(|series| &series.points).any(|(_, mean)| mean.is_finite());
    told.then(|| Figure { subtitle: source.to_owned(), ..Figure::new(title, vec![panel]) })
}
