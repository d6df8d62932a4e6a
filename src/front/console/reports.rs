//! Reports of the search as they stand on the terminal, line below line.

use super::view;
use crate::message::{Score, Thinking};

/// What has been shown since the person typed last.
#[derive(Debug, Default)]
pub(super) struct Reports {
    /// The depth and rank of the report in the line printed last, if that was one.
    last: Option<(u32, Option<u32>)>,
    /// The report shown last of each rank.
    shown: Vec<Thinking>,
}

impl Reports {
    /// Something else has been printed, whose place no report may take.
    pub fn interrupt(&mut self) {
        self.last = None;
    }

    /// The line of a report; one of the same iteration as the line before takes its place, where the terminal
    /// `redraws` and that line did not go beyond its `width`. A mate found once more is not shown: there would be a hundred such lines in a second.
    pub fn line(&mut self, report: &Thinking, redraws: bool, width: usize) -> Option<String> {
        if self.shown.iter().any(|shown| is_same_mate(report, shown)) {
            return None;
        }
        self.shown.retain(|shown| shown.rank != report.rank);
        self.shown.push(report.clone());
        let (line, place) = (view::thinking(report, width), Some((report.depth, report.rank)));
        let again = redraws && self.last == place;
        self.last = place.filter(|_| line.chars().count() <= width);
        Some(if again { format!("\x1b[1A\x1b[2K{line}") } else { line })
    }
}

/// Whether a report has nothing but the mate that another one has, by the same line.
fn is_same_mate(report: &Thinking, shown: &Thinking) -> bool {
    matches!(report.score, Score::Mate(_))
        && (report.score, report.bound, report.rank) == (shown.score, shown.bound, shown.rank)
        && report.line == shown.line
        && report.root == shown.root
}
