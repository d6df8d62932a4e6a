//! The policy `baguette`, after the report on the blitz engine Baguette: half of the initial time
//! for the first forty moves, then always a fortieth of what is left.

use std::time::Duration;

use super::{Parameters, Situation, shares::sustainable};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "baguette";

/// The first part of the game, and the parts that the rest is cut into.
const MOVES: u32 = 40;
/// Taken off every move.
const MARGIN: Duration = Duration::from_millis(5);

/// An equal part of half the initial time, or later a fortieth of the clock; half the increment on
/// top, a small margin off. The source plans eighty moves; decided: the fortieths have no end, and
/// the clock's own limit for blind policies holds.
pub fn time(clock: &ClockView, _situation: &Situation, _parameters: &Parameters) -> Duration {
    let early = clock.moves_made < MOVES;
    let part = if early { clock.base / 2 / MOVES } else { clock.remaining / MOVES };
    let most = sustainable(clock);
    part.saturating_add(clock.increment / 2).min(most).saturating_sub(MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    fn plan(clock: &ClockView) -> Duration {
        time(clock, &Situation::default(), &Parameters::default())
    }

    #[test]
    fn the_first_forty_moves_share_half_of_the_initial_time() {
        for (base, increment, expected) in
            [(s(600), s(0), 7_495), (s(180), s(0), 2_245), (s(180), s(2), 3_245)]
        {
            for (moves_made, remaining) in [(0, base), (39, base / 2)] {
                let start = sudden_death(base, increment);
                let clock = ClockView { moves_made, remaining, ..start };
                assert_eq!(plan(&clock), ms(expected));
            }
        }
    }

    #[test]
    fn later_moves_get_ever_smaller_parts_of_what_is_left() {
        let mut clock = sudden_death(s(600), s(0));
        clock.remaining = s(300);
        let mut before = Duration::MAX;
        for moves_made in 40..140 {
            clock.moves_made = moves_made;
            let now = plan(&clock);
            assert!(now < before && !now.is_zero(), "move {moves_made}: {now:?}");
            (before, clock.remaining) = (now, clock.remaining - now);
        }
    }

    #[test]
    fn the_planned_time_ends_the_search() {
        let mut judge = planned(NAME, &sudden_death(s(600), ms(0)));
        let end = run(judge.as_mut(), s(0), &iteration(9, 300, 0));
        assert_eq!(end, (ms(7_495), "baguette: planned 7.5 s used".to_owned()));
    }
}
