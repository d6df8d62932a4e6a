//! Watches over a search for its policy: hears its reports, asks the judge when that is due, and knows
//! the few rules that hold for every policy. It needs no search, only what one says and how old it is,
//! so a search on record is judged as it would be in play.

use std::time::Duration;

use super::{
    signals::{Heard, Listener},
    worker::Plan,
};
use crate::{
    search::Bound,
    timing::{Reason, Signals, Verdict},
};

/// The overseer of one search.
pub struct Overseer {
    plan: Option<Plan>,
    /// Age at which the judge wants to be asked.
    next_check: Duration,
    listener: Listener,
    /// What was reported before there was a plan, each at its age, for the judge to come.
    unjudged: Vec<(Signals, Duration)>,
    /// Why further search could change nothing, by the last completed iteration, if that is so.
    settled: Option<Reason>,
    reason: Option<Reason>,
    /// Why the judge has let the search go beyond its planned time.
    extended: Option<Reason>,
}

impl Overseer {
    /// Watches over a search that `listener` listens to; without a plan it only listens.
    pub fn new(listener: Listener, plan: Option<Plan>) -> Overseer {
        let next_check = plan.as_ref().map_or(Duration::MAX, |plan| plan.budget.next_check);
        let (unjudged, settled, reason, extended) = (Vec::new(), None, None, None);
        Overseer { plan, next_check, listener, unjudged, settled, reason, extended }
    }

    /// From now on a search without a plan has this one, whose judge learns what was reported so far as if it had been
    /// there from the beginning. What it says of the last report holds: if that was enough, it is asked at once.
    pub fn follow(&mut self, plan: Plan) {
        self.next_check = plan.budget.next_check;
        self.plan = Some(plan);
        for (signals, elapsed) in std::mem::take(&mut self.unjudged) {
            if self.judge(&signals, elapsed).is_some() {
                (self.next_check, self.extended) = (Duration::ZERO, None);
            }
        }
    }

    /// Age of the search at which the judge wants to be asked, whatever is reported until then.
    pub fn next_check(&self) -> Duration {
        self.next_check
    }

    /// Why the search ended if this overseer ended it, and why it went beyond its planned time if it did.
    pub fn verdict(self) -> (Option<Reason>, Option<Reason>) {
        (self.reason, self.extended)
    }

    /// Whether the search must end at this age: it asks the judge when that is due, at the hard limit at
    /// the latest.
    pub fn enough(&mut self, elapsed: Duration) -> bool {
        self.is_settled() || elapsed >= self.next_check && self.review(elapsed)
    }

    /// Hears a report of the search at this age; `true` if that is enough.
    pub fn hear(&mut self, heard: &Heard, elapsed: Duration) -> bool {
        self.listener.hear(heard);
        if heard.completed {
            self.settled = heard.settled();
        }
        let worth_asking = heard.completed || heard.bound == Bound::Upper;
        if worth_asking && self.plan.is_none() {
            self.unjudged.push((self.listener.signals().clone(), elapsed));
        }
        let due = worth_asking || elapsed >= self.next_check;
        self.is_settled() || due && self.review(elapsed)
    }

    fn end(&mut self, reason: Reason) -> bool {
        self.reason = self.reason.or(Some(reason));
        true
    }

    /// Asks the judge; `true` if it is enough.
    fn review(&mut self, elapsed: Duration) -> bool {
        let signals = self.listener.signals().clone();
        self.judge(&signals, elapsed).is_some_and(|reason| self.end(reason))
    }

    /// Why a search with these signals is old enough, if the judge says so; else it is asked again when it wants to be.
    fn judge(&mut self, signals: &Signals, elapsed: Duration) -> Option<Reason> {
        let plan = self.plan.as_mut()?;
        match plan.judge.review(signals, elapsed) {
            Verdict::Stop(reason) => Some(reason),
            Verdict::Continue { next_check, reason } => {
                self.next_check = next_check;
                // Where nothing was planned, nothing is extended.
                if !plan.budget.soft.is_zero() && elapsed >= plan.budget.soft {
                    self.extended = Some(reason);
                }
                None
            }
        }
    }

    /// Whether further search could change nothing, on the engine's own clock.
    fn is_settled(&mut self) -> bool {
        let may = self.plan.as_ref().is_some_and(|plan| plan.may_settle);
        self.settled.filter(|_| may).is_some_and(|reason| self.end(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::{Ledger, TimeControl},
        position::{Color, Game, Position},
        timing::{NAMES, Parameters, Situation, by_name},
    };

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A plan by a policy for the first move of a game of three minutes.
    fn plan(policy: &str) -> Plan {
        let (base, increment) = (ms(180_000), Duration::ZERO);
        let mut ledger = Ledger::new(TimeControl::Tournament { moves: None, base, increment });
        ledger.start(Color::White, Duration::ZERO);
        let view = ledger.view(Color::White, 0, Duration::ZERO);
        let policy = by_name(policy, &Parameters::default()).expect("a policy");
        let (budget, judge) = policy.plan(&view, &Situation::default());
        Plan { judge, budget, may_settle: true }
    }

    fn overseer(plan: Option<Plan>) -> Overseer {
        Overseer::new(Listener::new(&Game::new(Position::startpos())), plan)
    }

    /// A completed iteration that finds this move best, of so many.
    fn iteration(depth: u32, best: &str, legal_moves: u32) -> Heard {
        Heard {
            depth,
            nodes: u64::from(depth) * 10_000,
            completed: true,
            best: Position::startpos().parse_move(best).expect("a move"),
            score: 0,
            bound: Bound::Exact,
            best_share: 900,
            legal_moves,
            second: None,
        }
    }

    #[test]
    fn a_search_that_is_old_enough_is_over_as_soon_as_its_expected_move_comes() {
        let mut overseer = overseer(None);
        for depth in 1..=20 {
            assert!(!overseer.hear(&iteration(depth, "e4", 20), ms(300) * depth));
        }
        let plan = plan("adaptive");
        let age = 3 * plan.budget.soft;
        assert!(plan.budget.next_check > age, "nobody else would have asked yet");
        assert!(!overseer.enough(age));
        overseer.follow(plan);
        assert!(overseer.enough(age));
    }

    #[test]
    fn a_search_that_has_settled_before_its_plan_ends_with_it() {
        let mut overseer = overseer(None);
        for depth in 1..=9 {
            assert!(!overseer.hear(&iteration(depth, "e4", 1), ms(1) * depth));
        }
        overseer.follow(plan("vs-average"));
        assert!(overseer.enough(ms(20)));
        assert_eq!(overseer.verdict().0, Some(Reason::OnlyMove));
    }

    #[test]
    fn a_judge_that_comes_late_knows_what_one_of_the_beginning_knows() {
        for name in NAMES {
            let (mut early, mut late) = (overseer(Some(plan(name))), overseer(None));
            for depth in 1..=20 {
                let best = if depth < 5 && depth % 2 == 0 { "d4" } else { "e4" };
                let heard = iteration(depth, best, 20);
                assert!(!early.hear(&heard, ms(1) * depth), "{name}");
                assert!(!late.hear(&heard, ms(1) * depth), "{name}");
            }
            late.follow(plan(name));
            assert_eq!(early.next_check(), late.next_check(), "{name}");
            let age = plan(name).budget.soft;
            assert_eq!(early.enough(age), late.enough(age), "{name}, inside an iteration");
        }
    }
}
