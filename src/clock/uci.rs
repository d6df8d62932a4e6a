//! The times that come with a UCI `go`, as values: what they say of the control and of the clocks.

use std::{num::NonZeroU32, time::Duration};

use super::{Ledger, TimeControl, UNLIMITED};
use crate::position::Color;

/// The times of a `go`; what it leaves out is `None` or zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoTimes {
    /// `wtime` and `btime`: time left on White's and Black's clock.
    pub left: [Option<Duration>; 2],
    /// `winc` and `binc`: increment of White and Black.
    pub increment: [Duration; 2],
    /// `movestogo`: moves until the next time control.
    pub moves_to_go: Option<NonZeroU32>,
    /// `movetime`: time for this move alone; nothing else counts then.
    pub move_time: Option<Duration>,
}

impl GoTimes {
    /// The control for `side`, whose move it is, counted from this move. What the next control will
    /// bring is not told; it is taken to be what is left now, or was when the period began.
    pub fn control(&self, side: Color) -> TimeControl {
        let index = side.to_index();
        match (self.move_time, self.left[index]) {
            (Some(time), _) => TimeControl::PerMove(time.min(UNLIMITED)),
            (None, Some(left)) => TimeControl::Tournament {
                moves: self.moves_to_go,
                base: left.min(UNLIMITED),
                increment: self.increment[index].min(UNLIMITED),
            },
            (None, None) => TimeControl::Unlimited,
        }
    }

    /// The same in a game that an earlier `go` began under the control `earlier`: if it still runs, and the period
    /// with it, the time at its start is known.
    fn control_after(&self, side: Color, earlier: Option<TimeControl>) -> TimeControl {
        match (self.control(side), earlier) {
            (
                TimeControl::Tournament { moves, base: left, increment },
                Some(TimeControl::Tournament { moves: before, base, increment: same }),
            ) if increment == same && goes_on(moves, before) => {
                TimeControl::Tournament { moves, base: base.max(left), increment }
            }
            (control, _) => control,
        }
    }

    /// Puts what was told in force: the control for `side`, and both clocks at `now`. `moves_made`
    /// are those of White and Black so far, `earlier` is the control of the same game so far.
    pub fn apply(
        &self,
        ledger: &mut Ledger,
        side: Color,
        moves_made: [u32; 2],
        earlier: Option<TimeControl>,
        now: Duration,
    ) {
        let control = self.control_after(side, earlier);
        ledger.set_control(control, moves_made);
        if matches!(control, TimeControl::Tournament { .. }) {
            self.correct(ledger, now);
        }
    }

    /// Corrects the clocks that were told, whatever control they run under.
    pub fn correct(&self, ledger: &mut Ledger, now: Duration) {
        for (color, left) in [Color::White, Color::Black].into_iter().zip(self.left) {
            if let Some(left) = left {
                ledger.correct(color, left.min(UNLIMITED), now);
            }
        }
    }

    /// What a `go` for `side` has to tell of a ledger. Overtime and delays have no words of their
    /// own: a period counts as a control, and a bonus as an increment.
    pub fn of(ledger: &Ledger, side: Color, moves_made: [u32; 2], now: Duration) -> GoTimes {
        let control = ledger.control();
        match control {
            TimeControl::Unlimited => GoTimes::default(),
            TimeControl::PerMove(time) => GoTimes { move_time: Some(time), ..GoTimes::default() },
            TimeControl::Tournament { .. } | TimeControl::Staged(_) => {
                let view = ledger.view(side, moves_made[side.to_index()], now);
                let left = |color| Some(ledger.remaining(color, now));
                GoTimes {
                    left: [left(Color::White), left(Color::Black)],
                    increment: [control.increment(); 2],
                    moves_to_go: view.moves_to_go.and_then(NonZeroU32::new),
                    move_time: None,
                }
            }
        }
    }
}

/// Whether these moves to go belong to the period that had so many `before`, or both to none.
fn goes_on(moves: Option<NonZeroU32>, before: Option<NonZeroU32>) -> bool {
    match (moves, before) {
        (Some(moves), Some(before)) => moves < before,
        _ => moves == before,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn told(left: [u32; 2], increment: [u32; 2], moves_to_go: u32) -> GoTimes {
        GoTimes {
            left: left.map(|secs| Some(S * secs)),
            increment: increment.map(|secs| S * secs),
            moves_to_go: NonZeroU32::new(moves_to_go),
            move_time: None,
        }
    }

    #[test]
    fn the_times_of_a_go_become_a_control_and_clocks() {
        let mut ledger = Ledger::new(TimeControl::Unlimited);
        let times = told([60, 50], [2, 3], 7);
        times.apply(&mut ledger, Color::Black, [34, 33], None, S);
        let control =
            TimeControl::Tournament { moves: NonZeroU32::new(7), base: 50 * S, increment: 3 * S };
        assert_eq!(ledger.control(), control);
        let view = ledger.view(Color::Black, 33, S);
        assert_eq!((view.remaining, view.opponent, view.moves_to_go), (50 * S, 60 * S, Some(7)));
    }

    #[test]
    fn the_time_at_the_start_is_known_from_the_first_go_of_a_game() {
        let base = |times: GoTimes, earlier| {
            let mut ledger = Ledger::new(TimeControl::Unlimited);
            times.apply(&mut ledger, Color::White, [20, 20], earlier, S);
            let view = ledger.view(Color::White, 20, S);
            (view.remaining, view.control.base())
        };
        let earlier = Some(told([60, 60], [2, 2], 0).control(Color::White));
        assert_eq!(base(told([40, 50], [2, 2], 0), earlier), (40 * S, 60 * S));
        assert_eq!(base(told([40, 50], [2, 2], 0), None), (40 * S, 40 * S));
        assert_eq!(base(told([40, 50], [1, 1], 0), earlier), (40 * S, 40 * S));
        assert_eq!(base(told([40, 50], [2, 2], 7), earlier), (40 * S, 40 * S));
    }

    #[test]
    fn a_period_keeps_its_time_at_the_start_while_its_moves_are_counted_down() {
        let base = |moves_to_go| {
            let mut ledger = Ledger::new(TimeControl::Unlimited);
            let earlier = Some(told([60, 60], [0, 0], 40).control(Color::White));
            let times = told([30, 30], [0, 0], moves_to_go);
            times.apply(&mut ledger, Color::White, [1, 1], earlier, S);
            ledger.view(Color::White, 1, S).base
        };
        assert_eq!([39, 1].map(base), [60 * S; 2]);
        // Another period, and clients that always name the same number.
        assert_eq!([41, 40, 0].map(base), [30 * S; 3]);
    }

    #[test]
    fn a_time_for_the_move_alone_wins_and_without_any_there_is_no_clock() {
        let times = GoTimes { move_time: Some(5 * S), ..told([60, 50], [0, 0], 0) };
        let mut ledger = Ledger::new(TimeControl::Unlimited);
        times.apply(&mut ledger, Color::White, [0, 0], None, S);
        assert_eq!(ledger.view(Color::White, 0, S).remaining, 5 * S);
        assert_eq!(GoTimes::default().control(Color::White), TimeControl::Unlimited);
        let only_black = GoTimes { left: [None, Some(S)], ..GoTimes::default() };
        assert_eq!(only_black.control(Color::White), TimeControl::Unlimited);
    }

    #[test]
    fn a_ledger_is_told_as_it_was_heard() {
        for times in [
            told([60, 50], [2, 2], 0),
            told([60, 50], [0, 0], 12),
            GoTimes { move_time: Some(S), ..GoTimes::default() },
            GoTimes::default(),
        ] {
            let mut ledger = Ledger::new(TimeControl::Unlimited);
            times.apply(&mut ledger, Color::White, [20, 20], None, S);
            assert_eq!(GoTimes::of(&ledger, Color::White, [20, 20], S), times);
        }
    }
}
