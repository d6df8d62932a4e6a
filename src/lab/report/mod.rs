//! One game looked at for its time: what each side used and had left, what it was worth, and where haste
//! and waste cost most.

mod costs;
mod mend;
mod picture;
#[cfg(test)]
mod tests;

pub use costs::{Haste, Waste};
pub use picture::picture;

use std::time::Duration;

use super::games::timeline;
use crate::{
    pgn::{Ply, Record, Value},
    position::{Color, numeral},
};

/// A move with its time and what was thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The move's number in the game.
    pub number: u16,
    /// Who made it.
    pub color: Color,
    /// The move as it is written.
    pub san: String,
    /// Time it took.
    pub used: Option<Duration>,
    /// Time that was planned for it.
    pub planned: Option<Duration>,
    /// Time lost on the way to the server.
    pub lag: Option<Duration>,
    /// Time left after it.
    pub left: Option<Duration>,
    /// Score in centipawns as the mover saw it; mates are beyond `MATE`.
    pub score: Option<i32>,
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
    /// Why the search ended.
    pub why: String,
}

impl Step {
    /// The move as text: `23. Rd4` or `23... Kd7`.
    pub fn name(&self) -> String {
        format!("{} {}", numeral(self.number, self.color), self.san)
    }

    /// Where the move lies on an axis of move numbers: Black's moves half a move after White's.
    fn place(&self) -> f64 {
        f64::from(self.number) + if self.color == Color::White { 0.0 } else { 0.5 }
    }
}

/// Scores from here on are mates.
pub const MATE: i32 = 20_000;

/// A game as its clocks tell it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// All moves.
    pub steps: Vec<Step>,
    /// Each side, White first.
    pub sides: [Side; 2],
    /// What the paper says in a way that had to be guessed.
    pub guesses: Vec<String>,
}

/// What one side did with its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Its moves, and those of them whose time is known.
    pub moves: usize,
    /// See `moves`.
    pub timed: usize,
    /// Time used in all.
    pub used: Duration,
    /// Time left at the end.
    pub left: Option<Duration>,
    /// Time of its usual move: half of them took less.
    pub usual: Duration,
    /// Place in `steps` of its longest move.
    pub longest: Option<usize>,
    /// The short think after which its score fell most.
    pub haste: Option<Haste>,
    /// The longest think that changed nothing.
    pub waste: Option<Waste>,
}

impl Report {
    /// Looks at a game.
    pub fn new(record: &Record) -> Report {
        let (mut record, mut steps) = (record.clone(), Vec::new());
        let guesses = mend::mend(&mut record);
        let moments = timeline(&record);
        let mut position = record.start.clone();
        for (ply, moment) in record.moves.iter().zip(moments) {
            let color = position.side();
            steps.push(Step {
                number: position.fullmoves(),
                color,
                san: position.san(ply.mv),
                used: moment.used,
                planned: ply.planned,
                lag: ply.lag,
                left: moment.after,
                score: score(ply, color),
                depth: ply.eval.and_then(|eval| eval.depth),
                why: ply.why.clone(),
            });
            position.play(ply.mv);
        }
        let names = [&record.tags.white, &record.tags.black];
        let sides =
            [Color::White, Color::Black].map(|color| side(&steps, color, names[color.to_index()]));
        Report { steps, sides, guesses }
    }
}

/// The score as the mover saw it.
fn score(ply: &Ply, mover: Color) -> Option<i32> {
    let value = ply.eval?.value;
    Some(match if mover == Color::White { value } else { -value } {
        Value::Centipawns(cp) => cp.clamp(-MATE, MATE),
        Value::Mate(moves) if moves > 0 => MATE,
        Value::Mate(_) => -MATE,
    })
}

fn side(steps: &[Step], color: Color, name: &str) -> Side {
    let own: Vec<usize> = (0..steps.len()).filter(|&i| steps[i].color == color).collect();
    let mut times: Vec<Duration> = own.iter().filter_map(|&i| steps[i].used).collect();
    times.sort_unstable();
    let usual = times.get(times.len() / 2).copied().unwrap_or_default();
    let longest = own.iter().copied().filter(|&i| steps[i].used.is_some());
    Side {
        name: name.to_owned(),
        moves: own.len(),
        timed: times.len(),
        used: times.iter().sum(),
        left: own.last().and_then(|&i| steps[i].left),
        usual,
        longest: longest.max_by_key(|&i| steps[i].used),
        haste: costs::haste(steps, &own, usual),
        waste: costs::waste(steps, &own, usual),
    }
}
