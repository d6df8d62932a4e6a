//! The policy `vs-average`: one time for every move, as if the game had average length. After
//! Vuckovic and Solak, "Time management procedure in computer chess", the rule T/N.

use std::time::Duration;

use super::{
    Parameters, Situation,
    shares::{scaled, share_of_rest, sustainable},
};
use crate::clock::ClockView;

/// The name the policy is chosen by.
pub const NAME: &str = "vs-average";

/// Average length of a game between masters in half-moves, from 140,000 games.
pub const AVERAGE: f64 = 84.7;

/// The same part of the initial time for each own move of a game of average length.
pub fn time(clock: &ClockView, _situation: &Situation, _parameters: &Parameters) -> Duration {
    constant(clock, AVERAGE)
}

/// The initial time over the own moves among so many `half_moves`. Decided: up to a time control
/// what is left is shared instead, the increment comes on top, and a tenth of the clock is the most.
pub(super) fn constant(clock: &ClockView, half_moves: f64) -> Duration {
    let own_moves = half_moves / 2.0;
    if clock.moves_to_go.is_some() {
        return share_of_rest(clock, own_moves);
    }
    let each = scaled(clock.base, 1.0 / own_moves);
    each.saturating_add(clock.increment).min(sustainable(clock))
}

/// The part of the initial time, in percent, that an average game leaves unused when the plan is
/// made for so many half-moves; negative if the plan is too short.
pub fn lost(half_moves: f64) -> f64 {
    100.0 * (1.0 - AVERAGE / half_moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::testing::*;

    fn plan(clock: &ClockView) -> Duration {
        time(clock, &Situation::default(), &Parameters::default())
    }

    #[test]
    fn each_move_gets_a_42nd_of_the_initial_time() {
        assert_close(plan(&sudden_death(s(4_235), ms(0))), s(100));
        let later = ClockView { remaining: s(2_000), ..sudden_death(s(4_235), ms(0)) };
        assert_close(plan(&later), s(100));
        assert_close(plan(&sudden_death(s(4_235), s(2))), s(102));
        assert_close(plan(&with_moves_to_go(s(300), 40)), ms(7_500));
    }

    #[test]
    fn a_game_longer_than_average_slows_the_spending_down() {
        let late = ClockView { remaining: s(90), ..sudden_death(s(4_235), ms(0)) };
        assert_eq!(plan(&late), s(9));
    }

    #[test]
    fn a_plan_of_average_length_loses_nothing() {
        assert!(lost(AVERAGE).abs() < 1e-9);
        assert!(lost(60.0) < 0.0);
    }

    #[test]
    fn the_planned_time_ends_the_search() {
        let mut judge = planned(NAME, &sudden_death(s(4_235), ms(0)));
        let end = run(judge.as_mut(), s(0), &iteration(9, 300, 0));
        assert_eq!(end, (s(100), "vs-average: planned 100.0 s used".to_owned()));
    }
}
