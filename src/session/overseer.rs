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
    timing::{Reason, Verdict},
};

/// The overseer of one search.
pub struct Overseer {
    plan: Option<Plan>,
    /// Age at which the judge wants to be asked.
    next_check: Duration,
    listener: Listener,
    reason: Option<Reason>,
    /// Why the judge has let the search go beyond its planned time.
    extended: Option<Reason>,
}

impl Overseer {
    /// Watches over a search that `listener` listens to; without a plan it only listens.
    pub fn new(listener: Listener, plan: Option<Plan>) -> Overseer {
        let next_check = plan.as_ref().map_or(Duration::MAX, |plan| plan.budget.next_check);
        Overseer { plan, next_check, listener, reason: None, extended: None }
    }

    /// From now on another plan holds, and its judge is asked when it wants to be.
    pub fn follow(&mut self, plan: Plan) {
        self.next_check = plan.budget.next_check;
        self.plan = Some(plan);
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
        elapsed >= self.next_check && self.review(elapsed)
    }

    /// Hears a report of the search at this age; `true` if that is enough.
    pub fn hear(&mut self, heard: &Heard, elapsed: Duration) -> bool {
        self.listener.hear(heard);
        let worth_asking = heard.completed || heard.bound == Bound::Upper;
        let due = worth_asking || elapsed >= self.next_check;
        self.settled(heard) || due && self.review(elapsed)
    }

    fn end(&mut self, reason: Reason) -> bool {
        self.reason = self.reason.or(Some(reason));
        true
    }

    /// Asks the judge; `true` if it is enough.
    fn review(&mut self, elapsed: Duration) -> bool {
        let Some(plan) = &mut self.plan else { return false };
        match plan.judge.review(self.listener.signals(), elapsed) {
            Verdict::Stop(reason) => self.end(reason),
            Verdict::Continue { next_check, reason } => {
                self.next_check = next_check;
                // Where nothing was planned, nothing is extended.
                if !plan.budget.soft.is_zero() && elapsed >= plan.budget.soft {
                    self.extended = Some(reason);
                }
                false
            }
        }
    }

    /// Whether further search could change nothing, on the engine's own clock.
    fn settled(&mut self, heard: &Heard) -> bool {
        let may = self.plan.as_ref().is_some_and(|plan| plan.may_settle);
        heard.settled().filter(|_| may).is_some_and(|reason| self.end(reason))
    }
}
