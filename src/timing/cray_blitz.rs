//! The policy `cray-blitz`, after Hyatt's account of Cray Blitz (1984): four points of decision at
//! half the time of a move, at the full, the double and the fourfold time.

use std::time::Duration;

use super::{Budget, Judge, Policy, Rule, Signals, Situation, Verdict, shares::share};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "cray-blitz";

/// Moves expected where no time control lies ahead.
const SUDDEN_DEATH: f64 = 30.0;
/// The longest a move may take, in multiples of its time.
const MOST: u32 = 4;
/// So close to a time control no move takes more than half the clock.
const NEAR: u32 = 5;
/// Decided: a score within so many centipawns of the one before is unchanged.
const UNCHANGED: u32 = 10;
/// Decided: a score so many centipawns below the one before is clearly worse.
const WORSE: u32 = 50;

/// The policy.
#[derive(Clone, Copy, Debug)]
pub struct CrayBlitz;

impl Policy for CrayBlitz {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self, clock: &ClockView, _situation: &Situation) -> (Budget, Box<dyn Judge>) {
        let time = share(clock, clock.moves_to_go.map_or(SUDDEN_DEATH, f64::from));
        let mut most = time.saturating_mul(MOST);
        if clock.moves_to_go.is_some_and(|moves| moves <= NEAR) {
            most = most.min(clock.remaining / 2);
        }
        let next_check = (time / 2).min(most);
        let budget = Budget { soft: time.min(most), hard: most, next_check };
        (budget, Box::new(CrayBlitzJudge { time, most }))
    }
}

/// Decides at the four points of one move.
struct CrayBlitzJudge {
    /// The time of a move.
    time: Duration,
    most: Duration,
}

impl Judge for CrayBlitzJudge {
    fn review(&mut self, signals: &Signals, elapsed: Duration) -> Verdict {
        let (time, most) = (self.time, self.most);
        if elapsed >= most {
            return Verdict::stop(NAME, Rule::MostTime(most));
        }
        if elapsed < time / 2 {
            return Verdict::go_on(NAME, Rule::WithinPlan(time), time / 2);
        }
        if elapsed < time {
            return match signals.easy {
                true => Verdict::stop(NAME, Rule::EasyMove),
                false => Verdict::go_on(NAME, Rule::WithinPlan(time), time),
            };
        }
        if elapsed < time.saturating_mul(2) {
            return match is_unchanged(signals) {
                true => Verdict::stop(NAME, Rule::SteadyScore(time)),
                false => Verdict::go_on(NAME, Rule::UnsteadyScore, time.saturating_mul(2)),
            };
        }
        match is_worse(signals) {
            true => Verdict::go_on(NAME, Rule::ClearlyWorse { times: MOST }, most),
            false => Verdict::stop(NAME, Rule::NotClearlyWorse),
        }
    }
}

/// Whether the main line's score is what it was. Without an earlier score nothing is known, and
/// while the best move fails low it is changing.
fn is_unchanged(signals: &Signals) -> bool {
    let close = |previous: i32| previous.abs_diff(signals.score) <= UNCHANGED;
    !signals.failing_low && signals.previous_score.is_some_and(close)
}

/// Whether things look clearly worse than before, also because the best move has just failed.
fn is_worse(signals: &Signals) -> bool {
    signals.failing_low || signals.score_drop() >= WORSE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    /// 40 moves in two hours: 90, 180, 360 and 720 seconds.
    fn two_hours() -> Box<dyn Judge> {
        planned(NAME, &with_moves_to_go(s(7_200), 40))
    }

    #[test]
    fn the_four_times_of_forty_moves_in_two_hours() {
        let start = Situation::default();
        let (budget, mut judge) = CrayBlitz.plan(&with_moves_to_go(s(7_200), 40), &start);
        assert_eq!([budget.next_check, budget.soft, budget.hard], [s(90), s(180), s(720)]);
        let (at, _) = goes_on(judge.review(&iteration(9, 0, 60), s(180)));
        assert_eq!(at, s(360));
        let (sudden, _) = CrayBlitz.plan(&sudden_death(s(300), ms(0)), &start);
        assert_eq!((sudden.soft, sudden.hard), (s(10), s(40)));
    }

    #[test]
    fn each_point_of_decision_has_its_reason() {
        let easy = Signals { easy: true, ..iteration(9, 0, -90) };
        let failing = Signals { failing_low: true, ..iteration(9, 0, 0) };
        let first = Signals { previous_score: None, ..iteration(1, 0, 0) };
        for (signals, at, reason) in [
            (&easy, s(90), "easy move at half the time"),
            (&iteration(9, 0, 10), s(180), "score unchanged, planned 180.0 s used"),
            (&iteration(9, 0, -10), s(180), "score unchanged, planned 180.0 s used"),
            (&iteration(9, 0, 11), s(360), "twice the time used, and not clearly worse"),
            (&iteration(9, 0, -49), s(360), "twice the time used, and not clearly worse"),
            (&first, s(360), "twice the time used, and not clearly worse"),
            (&iteration(9, 0, -50), s(720), "the most for a move, 720.0 s, used"),
            (&failing, s(720), "the most for a move, 720.0 s, used"),
        ] {
            let end = run(two_hours().as_mut(), s(0), signals);
            assert_eq!(end, (at, format!("cray-blitz: {reason}")));
        }
    }

    #[test]
    fn reasons_to_go_on_are_named() {
        let mut judge = two_hours();
        for (signals, at, reason) in [
            (iteration(9, 0, -60), s(90), "within the planned 180.0 s"),
            (iteration(9, 0, -60), s(200), "score still changing, up to twice the time"),
            (iteration(9, 0, -60), s(360), "clearly worse, up to 4 times the time"),
        ] {
            assert_eq!(goes_on(judge.review(&signals, at)).1, format!("cray-blitz: {reason}"));
        }
    }

    #[test]
    fn close_to_the_control_half_the_clock_is_the_most() {
        for (moves, hard) in [(6, ms(66_667)), (5, s(50)), (2, s(50)), (1, s(50))] {
            let clock = with_moves_to_go(s(100), moves);
            let (budget, mut judge) = CrayBlitz.plan(&clock, &Situation::default());
            assert_close(budget.hard, hard);
            assert!(budget.soft <= budget.hard && budget.next_check <= budget.soft);
            let (end, _) = run(judge.as_mut(), s(0), &iteration(9, 900, 0));
            assert_eq!(end, budget.hard);
        }
    }
}
