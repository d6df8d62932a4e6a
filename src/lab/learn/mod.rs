//! What searches on record teach: how likely the best move is to change before a search is twice as old,
//! and what is gained by going on until then ([`crate::timing::Forecast`]).
//!
//! Every completed iteration of every search whose record is at least twice as long is a [`Moment`]. The
//! chance is a logistic function of its terms, the gain the exponential of a linear one (a few moments gain
//! much and most gain nothing, and what is at stake multiplies). Both are judged on games that they were not
//! learned from.

mod fit;
mod moments;
mod pictures;
#[cfg(test)]
mod tests;
mod verdict;

pub use fit::{Link, fit};
pub use moments::{Moment, moments};
pub use pictures::calibration;
pub use verdict::{Bin, Held, Lesson, held_out};

use crate::timing::{Forecast, forecast::Terms};

/// Learns from these moments.
pub fn learn(moments: &[Moment]) -> Forecast {
    let weights = |lesson: Lesson| lesson.weights(moments);
    Forecast {
        change: weights(Lesson { link: Link::Odds, gap: false }),
        change_with_gap: weights(Lesson { link: Link::Odds, gap: true }),
        gain: weights(Lesson { link: Link::Exponential, gap: false }),
        gain_with_gap: weights(Lesson { link: Link::Exponential, gap: true }),
    }
}

/// A forecast as a file; the comment says how it came about and may have several lines.
///
/// # Errors
/// If a number cannot be written.
pub fn to_toml(forecast: &Forecast, comment: &str) -> Result<String, toml::ser::Error> {
    let rounded =
        |weights: &Terms| Terms::from_row(weights.row().map(|weight| (weight * 1e4).round() / 1e4));
    let text = toml::to_string(&Forecast {
        change: rounded(&forecast.change),
        change_with_gap: rounded(&forecast.change_with_gap),
        gain: rounded(&forecast.gain),
        gain_with_gap: rounded(&forecast.gain_with_gap),
    })?;
    let comment: String = comment.lines().map(|line| format!("# {line}\n")).collect();
    Ok(format!("{comment}\n{text}"))
}
