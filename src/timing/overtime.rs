//! Overtime, for policies that have no rule for it, and time that costs nothing.

use std::time::Duration;

use super::shares::scaled;
use crate::clock::{ClockView, RefillKind};

/// Main time is spent at so many times the pace that overtime allows. Strength grows about as the
/// logarithm of time, and then the time above the pace is worth most at e times the pace (KataGo's
/// rule for byo-yomi).
const PACE: f64 = std::f64::consts::E;

/// The clock as a policy without a rule for overtime is to see it: overtime ahead is a control that
/// comes when main time, spent at a few times the pace of overtime, is over; the move in which it
/// begins has its share of it besides. Overtime for the rest of the game is more time, nothing else.
pub(super) fn counted_in(clock: &ClockView) -> ClockView {
    let Some(overtime) = clock.overtime else { return clock.clone() };
    let Some(moves) = overtime.moves else {
        let base = clock.base.saturating_add(overtime.time);
        return ClockView { remaining: clock.reach(), base, ..clock.clone() };
    };
    let pace = overtime.time / moves.get();
    let remaining = clock.remaining.saturating_add(pace);
    let lasts = remaining.as_secs_f64() / scaled(pace, PACE).as_secs_f64().max(f64::MIN_POSITIVE);
    let lasts = (lasts.round() as u32).max(1);
    let moves_to_go = Some(clock.moves_to_go.map_or(lasts, |moves| moves.min(lasts)));
    ClockView { remaining, moves_to_go, ..clock.clone() }
}

/// How much of the time a move may take is no gain if it is saved: a delay, all that is left of a
/// period when the clock is set anew after this move, and before overtime a move at its pace, since
/// every later move can be made at that pace as well.
pub(super) fn worthless(clock: &ClockView) -> Duration {
    let mut due = clock.refills.iter().filter(|refill| refill.after_moves == 1);
    let reset = due.any(|refill| refill.kind == RefillKind::Reset);
    let pace = clock.overtime.and_then(|overtime| Some(overtime.time / overtime.moves?.get()));
    let time = if reset { clock.remaining } else { clock.delay.max(pace.unwrap_or_default()) };
    time.saturating_sub(clock.lag)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::{
        clock::{Overtime, Refill},
        timing::testing::{ms, s, sudden_death},
    };

    /// Main time with byo-yomi behind it: so many seconds for so many moves.
    fn before(main: u64, period: u64, moves: u32) -> ClockView {
        let moves = NonZeroU32::new(moves);
        let overtime = Some(Overtime { time: s(period), moves, resets: true });
        ClockView { overtime, ..sudden_death(s(main), ms(0)) }
    }

    #[test]
    fn main_time_lasts_for_moves_of_e_periods() {
        for (main, period, moves, remaining, to_go) in [
            (900, 30, 1, 930, Some(11)),
            (60, 30, 1, 90, Some(1)),
            (0, 30, 1, 30, Some(1)),
            (600, 300, 10, 630, Some(8)),
            (60, 40, 0, 100, None),
        ] {
            let view = counted_in(&before(main, period, moves));
            assert_eq!((view.remaining, view.moves_to_go), (s(remaining), to_go));
        }
        let near = ClockView { moves_to_go: Some(3), ..before(900, 30, 1) };
        assert_eq!(counted_in(&near).moves_to_go, Some(3));
        let none = sudden_death(s(60), s(1));
        assert_eq!(counted_in(&none), none);
    }

    #[test]
    fn what_is_left_before_a_reset_and_a_delay_cost_nothing() {
        let reset = |after_moves| Refill { after_moves, kind: RefillKind::Reset, amount: s(30) };
        let period = |after_moves| ClockView {
            lag: ms(100),
            refills: vec![reset(after_moves)],
            ..sudden_death(s(20), ms(0))
        };
        assert_eq!(worthless(&period(1)), ms(19_900));
        assert_eq!(worthless(&period(2)), ms(0));
        assert_eq!(worthless(&ClockView { delay: s(3), ..period(2) }), ms(2_900));
        assert_eq!(worthless(&sudden_death(s(20), s(2))), ms(0));
        assert_eq!(
            (worthless(&before(60, 300, 10)), worthless(&before(60, 300, 0))),
            (s(30), s(0))
        );
    }
}
