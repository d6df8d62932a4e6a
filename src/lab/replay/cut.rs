//! One search, ended where a policy would have ended it.

use std::time::Duration;

use super::archive::Search;
use crate::{
    clock::{ClockView, UNLIMITED},
    session::{Overseer, Plan},
    timing::{Experience, Policy, Situation},
};

/// Where a search was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its age.
    pub used: Duration,
    /// What had been planned.
    pub planned: Duration,
    /// The last report before: its best move is played.
    pub report: usize,
    /// Whether it would have gone on longer than there is a record; nothing changes after its end.
    pub beyond: bool,
}

/// Ends a search as a policy would. `speed` is what a second counts in the unit on record.
pub fn cut(
    search: &Search,
    policy: &dyn Policy,
    clock: &ClockView,
    experience: &Experience,
    speed: f64,
) -> Cut {
    let situation = Situation { experience: experience.clone(), ..search.situation.clone() };
    let (budget, judge) = policy.plan(clock, &situation);
    let plan = Plan { judge, budget, may_settle: true };
    let mut overseer = Overseer::new(search.listener.clone(), Some(plan));
    let told_second = policy.needs().second_best;
    let planned = budget.soft;
    let mut whole = false;
    for (number, report) in search.log.reports.iter().enumerate() {
        let age = age(report.at, speed);
        // Between two reports the judge is asked when it wanted to be.
        while whole && overseer.next_check() < age {
            let used = overseer.next_check();
            if overseer.enough(used) {
                return Cut { used, planned, report: number - 1, beyond: false };
            }
        }
        let mut heard = report.heard;
        heard.second = heard.second.filter(|_| told_second);
        whole |= heard.completed;
        // However soon it is ended, a search completes its first iteration.
        if overseer.hear(&heard, age) && whole {
            return Cut { used: age, planned, report: number, beyond: false };
        }
    }
    let (end, last) = (age(search.log.end, speed), search.log.reports.len() - 1);
    loop {
        let used = overseer.next_check();
        if used >= UNLIMITED / 2 || overseer.enough(used) {
            let used = if used >= UNLIMITED / 2 { end } else { used };
            return Cut { used, planned, report: last, beyond: used > end };
        }
    }
}

/// Ends a search where its final move stands for good, though not before its first iteration is complete: who
/// does that knows the end of the search, and no policy can do better.
pub fn cut_in_time(search: &Search, speed: f64) -> Cut {
    let reports = &search.log.reports;
    let last = reports.last().map(|report| report.heard.best);
    let stands = reports.iter().rposition(|report| Some(report.heard.best) != last);
    let stands = stands.map_or(0, |before| before + 1);
    let whole = reports.iter().position(|report| report.heard.completed).unwrap_or(0);
    let report = stands.max(whole);
    let used = reports.get(report).map_or(Duration::ZERO, |report| age(report.at, speed));
    Cut { used, planned: used, report, beyond: false }
}

/// The time that an age on record stands for.
fn age(at: u64, speed: f64) -> Duration {
    Duration::try_from_secs_f64(at as f64 / speed).unwrap_or(UNLIMITED)
}
