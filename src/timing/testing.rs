//! Clocks and signals for the tests of the policies.

use std::{num::NonZeroU32, time::Duration};

use super::{Judge, Parameters, Signals, Situation, Verdict, by_name};
use crate::clock::{ClockView, Phase, TimeControl};

pub(super) const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

pub(super) const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A clock without lag, the opponent's equal to it.
pub(super) fn view(
    control: TimeControl,
    remaining: Duration,
    moves_to_go: Option<u32>,
) -> ClockView {
    ClockView {
        control,
        remaining,
        opponent: remaining,
        moves_to_go,
        moves_made: 0,
        base: control.base(),
        increment: control.increment(),
        delay: Duration::ZERO,
        refills: Vec::new(),
        overtime: None,
        phase: Phase::Main,
        lag: Duration::ZERO,
        usual_lag: None,
        lag_spread: Duration::ZERO,
        stall: Duration::ZERO,
        depth_limit: None,
    }
}

pub(super) fn tournament(moves: u32, base: Duration, increment: Duration) -> TimeControl {
    TimeControl::Tournament { moves: NonZeroU32::new(moves), base, increment }
}

/// The start of a game that is played out on one clock.
pub(super) fn sudden_death(base: Duration, increment: Duration) -> ClockView {
    view(tournament(0, base, increment), base, None)
}

/// A clock under 40 moves in five minutes.
pub(super) fn with_moves_to_go(remaining: Duration, moves: u32) -> ClockView {
    view(tournament(40, s(300), ms(0)), remaining, Some(moves))
}

/// The judge that the policy of that name, as it is listed, appoints for a move.
pub(super) fn planned(name: &str, clock: &ClockView) -> Box<dyn Judge> {
    planned_with(name, clock, &Parameters::default())
}

pub(super) fn planned_with(
    name: &str,
    clock: &ClockView,
    parameters: &Parameters,
) -> Box<dyn Judge> {
    by_name(name, parameters).expect("a policy").plan(clock, &Situation::default()).1
}

/// The end of an iteration with a change of score.
pub(super) fn iteration(depth: u32, previous: i32, score: i32) -> Signals {
    let previous_score = Some(previous);
    Signals { depth, completed: true, previous_score, score, ..Signals::default() }
}

pub(super) fn stopped_by(verdict: Verdict) -> String {
    match verdict {
        Verdict::Stop(reason) => reason.to_string(),
        Verdict::Continue { .. } => panic!("went on: {verdict:?}"),
    }
}

/// When a search that goes on is judged next, and why it goes on.
pub(super) fn goes_on(verdict: Verdict) -> (Duration, String) {
    match verdict {
        Verdict::Continue { next_check, reason } => (next_check, reason.to_string()),
        Verdict::Stop(_) => panic!("stopped: {verdict:?}"),
    }
}

/// How long a search with signals that never change takes, and what ends it; it is judged at each
/// check it asks for.
pub(super) fn run(judge: &mut dyn Judge, first: Duration, signals: &Signals) -> (Duration, String) {
    let mut elapsed = first;
    for _ in 0..10_000 {
        match judge.review(signals, elapsed) {
            Verdict::Stop(reason) => return (elapsed, reason.to_string()),
            Verdict::Continue { next_check, .. } => elapsed = next_check,
        }
    }
    panic!("no end at {elapsed:?}");
}

/// Asserts that two times differ by less than a millisecond.
pub(super) fn assert_close(got: Duration, expected: Duration) {
    let difference = got.max(expected) - got.min(expected);
    assert!(difference < ms(1), "{got:?} instead of {expected:?}");
}
