//! Words about points that do not lie upon each other.

use super::svg::Place;

/// A word about a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The point.
    pub at: (f64, f64),
    /// The word, which is written above it.
    pub text: String,
    /// The value above which it is written, if that is to be higher than the point; a line leads there.
    pub above: Option<f64>,
}

impl Note {
    /// A word right above its point.
    pub fn new(at: (f64, f64), text: impl Into<String>) -> Note {
        Note { at, text: text.into(), above: None }
    }
}

/// The place of a word about a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    /// Where it begins.
    pub left: f64,
    /// Where it ends.
    pub right: f64,
    /// The line that it is written on.
    pub base: f64,
}

impl Label {
    /// From one line to the next.
    const HEIGHT: f64 = 13.0;
    /// Between words on the same line.
    const GAP: f64 = 3.0;

    /// What a dot takes: a word may stand right above it, but not on it.
    pub fn on_dot((x, y): Place) -> Label {
        Label { left: x - 4.0, right: x + 4.0, base: y + 6.0 }
    }

    /// The nearest free place, above or below, between the first and the last line that it may be written on;
    /// the one it has if there is none.
    pub fn free(self, taken: &[Label], (first, last): (f64, f64)) -> Label {
        let lines = ((last - first).max(0.0) / Label::HEIGHT) as u32;
        let offsets = (0..=lines).flat_map(|line| [-f64::from(line), f64::from(line)]);
        let places = offsets.map(|line| Label { base: self.base + line * Label::HEIGHT, ..self });
        let mut free = places
            .filter(|label| (first..=last).contains(&label.base))
            .filter(|label| !taken.iter().any(|other| other.covers(label)));
        free.next().unwrap_or(self)
    }

    /// Whether two of them lie upon each other.
    fn covers(&self, other: &Label) -> bool {
        let apart = self.right + Label::GAP <= other.left || other.right + Label::GAP <= self.left;
        !apart && (self.base - other.base).abs() < Label::HEIGHT - 0.5
    }
}
