//! The policies `vs-material` and `vs-material-continuous`: an equal share of the clock for each
//! move still to be expected with this material on the board. After Vuckovic and Solak, "Time
//! management procedure in computer chess", equation (1) and what follows it on unequal material.

use std::time::Duration;

use super::{Parameters, Situation, shares::share_of_rest};
use crate::clock::ClockView;

/// The name of the policy that follows the equation as it is printed.
pub const NAME: &str = "vs-material";
/// The name of the policy without the jumps of the printed equation.
pub const CONTINUOUS: &str = "vs-material-continuous";

/// A piece more or less, three pawns' worth, shortens a game by so many half-moves.
const SHORTER: f64 = 8.0;
/// Decided: so many half-moves are always expected.
const LEAST: f64 = 4.0;

/// A share of what is left for each own move expected by the printed equation.
pub fn time(clock: &ClockView, situation: &Situation, _parameters: &Parameters) -> Duration {
    share_of_rest(clock, half_moves(situation, 22.0) / 2.0)
}

/// The same without jumps where the equation's branches meet.
pub fn continuous(clock: &ClockView, situation: &Situation, _parameters: &Parameters) -> Duration {
    share_of_rest(clock, half_moves(situation, 22.5) / 2.0)
}

/// Half-moves still to come, fewer with unequal material.
fn half_moves(situation: &Situation, middle: f64) -> f64 {
    let pieces = f64::from(situation.advantage.unsigned_abs()) / 3.0;
    (expected(situation.material, middle) - SHORTER * pieces).max(LEAST)
}

/// Half-moves still to come with equal `material` (both sides', in pawns). The constant of the
/// `middle` branch is printed as 22, which makes the equation jump by half a move at 20 and 60; with
/// 22.5 it does not.
pub fn expected(material: u32, middle: f64) -> f64 {
    let x = f64::from(material);
    match material {
        0..20 => x + 10.0,
        20..=60 => x * 3.0 / 8.0 + middle,
        _ => x * 5.0 / 4.0 - 30.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    fn situation(material: u32, advantage: i32) -> Situation {
        Situation { material, advantage, ..Situation::default() }
    }

    #[test]
    fn the_printed_equation() {
        for (x, y) in
            [(19, 29.0), (20, 29.5), (40, 37.0), (60, 44.5), (61, 46.25), (70, 57.5), (78, 67.5)]
        {
            assert_eq!(expected(x, 22.0), y);
        }
        assert_eq!((expected(0, 22.0), expected(u32::MAX, 22.0) > 1e9), (10.0, true));
    }

    #[test]
    fn the_continuous_equation_has_no_jumps() {
        assert_eq!(expected(20, 22.5), 20.0 + 10.0);
        assert_eq!(expected(60, 22.5), 60.0 * 5.0 / 4.0 - 30.0);
        for x in 0..78 {
            let step = expected(x + 1, 22.5) - expected(x, 22.5);
            assert!((0.375..=1.25).contains(&step), "{x}: {step}");
        }
    }

    #[test]
    fn a_piece_up_or_down_shortens_the_game() {
        for (material, advantage, left) in [
            (60, 0, 44.5),
            (60, 3, 36.5),
            (60, -3, 36.5),
            (60, 9, 20.5),
            (60, 1, 44.5 - 8.0 / 3.0),
            (10, 9, 4.0),
            (10, i32::MIN, 4.0),
        ] {
            let got = half_moves(&situation(material, advantage), 22.0);
            assert!((got - left).abs() < 1e-9, "{material} {advantage}: {got}");
        }
    }

    #[test]
    fn an_hour_at_the_start() {
        let clock = sudden_death(s(3_600), ms(0));
        let plan = time(&clock, &situation(78, 0), &Parameters::default());
        assert!((plan.as_secs_f64() - 106.7).abs() < 0.05, "{plan:?}");
        let middle = continuous(&clock, &situation(60, 0), &Parameters::default());
        assert_close(middle, s(160));
    }

    #[test]
    fn the_planned_time_ends_the_search() {
        for name in [NAME, CONTINUOUS] {
            let mut judge = planned(name, &sudden_death(s(10), ms(0)));
            let end = run(judge.as_mut(), s(0), &iteration(9, 300, 0));
            assert_eq!(end, (s(2), format!("{name}: planned 2.0 s used")));
        }
    }
}
