//! The policy `vs-length`: an equal share of the clock for each move still to be expected after so
//! many. After Vuckovic and Solak, "Time management procedure in computer chess", the rule N(n).

use std::time::Duration;

use super::{Parameters, Situation, shares::share_of_rest};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "vs-length";

/// A share of what is left for each own move that is expected at this point of the game.
pub fn time(clock: &ClockView, situation: &Situation, _parameters: &Parameters) -> Duration {
    share_of_rest(clock, expected(situation.ply) / 2.0)
}

/// Half-moves still to come in a game that has lasted for `ply` half-moves. Decided: from 180 on,
/// where the source ends, linear to 8 at 299, the longest game it knows.
pub fn expected(ply: u32) -> f64 {
    let n = f64::from(ply);
    match ply {
        0..80 => line((0.0, 70.0), (80.0, 27.0), n),
        80..120 => line((80.0, 28.0), (120.0, 22.0), n),
        120..180 => 24.0,
        180..299 => line((180.0, 24.0), (299.0, 8.0), n),
        _ => 8.0,
    }
}

/// The height at `x` of the line through two points.
fn line((x1, y1): (f64, f64), (x2, y2): (f64, f64), x: f64) -> f64 {
    y1 + (y2 - y1) * (x - x1) / (x2 - x1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    #[test]
    fn the_printed_points_and_the_decided_tail() {
        for (ply, left) in [
            (0, 70.0),
            (20, 59.25),
            (40, 48.5),
            (60, 37.75),
            (80, 28.0),
            (100, 25.0),
            (120, 24.0),
            (150, 24.0),
            (179, 24.0),
            (180, 24.0),
            (299, 8.0),
            (300, 8.0),
            (u32::MAX, 8.0),
        ] {
            assert!((expected(ply) - left).abs() < 1e-9, "{ply}: {}", expected(ply));
        }
    }

    #[test]
    fn what_is_left_is_shared_among_the_moves_expected() {
        let plan = |ply, clock: &ClockView| {
            time(clock, &Situation { ply, ..Situation::default() }, &Parameters::default())
        };
        let clock = sudden_death(s(9_000), ms(0));
        assert!((plan(0, &clock).as_secs_f64() - 257.1).abs() < 0.05);
        assert_close(plan(100, &sudden_death(s(100), s(1))), s(9));
        assert_close(plan(0, &with_moves_to_go(s(100), 10)), s(10));
    }

    #[test]
    fn the_planned_time_ends_the_search() {
        let mut judge = planned(NAME, &sudden_death(s(70), ms(0)));
        let end = run(judge.as_mut(), s(0), &iteration(9, 300, 0));
        assert_eq!(end, (s(2), "vs-length: planned 2.0 s used".to_owned()));
    }
}
