//! Counting what was solved.

use super::{Answer, Exercise};

/// How many exercises were solved and what the answers were worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Exercises.
    pub exercises: u32,
    /// Those with a right answer.
    pub solved: u32,
    /// Points of the answers.
    pub points: u32,
    /// Points that could have been had.
    pub worth: u32,
}

impl Tally {
    /// Counts an answer.
    pub fn add(&mut self, exercise: &Exercise, answer: &Answer) {
        self.exercises += 1;
        self.solved += u32::from(answer.solved);
        self.points += answer.points;
        self.worth += exercise.worth();
    }
}

/// The results by theme, in the order in which the themes come up; none if names tell no themes:
/// if there is only one, or as many as exercises.
pub fn by_theme(results: &[(Exercise, Answer)]) -> Vec<(&str, Tally)> {
    let mut themes: Vec<(&str, Tally)> = Vec::new();
    for (exercise, answer) in results {
        let known = themes.iter().position(|(theme, _)| *theme == exercise.theme());
        let place = known.unwrap_or_else(|| {
            themes.push((exercise.theme(), Tally::default()));
            themes.len() - 1
        });
        themes[place].1.add(exercise, answer);
    }
    if themes.len() == 1 || 2 * themes.len() > results.len() { Vec::new() } else { themes }
}
