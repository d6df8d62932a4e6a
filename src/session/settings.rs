//! Settings that change while the session runs.

use std::time::Duration;

use super::core::{Core, Effect, Purpose};
use crate::{message::Setting, timing};

impl Core {
    /// Changes a setting.
    pub(super) fn set(&mut self, setting: Setting, now: Duration) {
        match setting {
            Setting::Threads(threads) => self.reconfigure(Effect::Threads(threads.max(1)), now),
            Setting::Hash(megabytes) => self.reconfigure(Effect::Hash(megabytes.max(1)), now),
            Setting::Clock(clock) => {
                self.overruled = clock.is_some();
                self.ledger.set_control(clock.unwrap_or(self.control), self.game.moves_made());
            }
            Setting::MoveOverhead(overhead) => self.move_overhead = overhead,
            Setting::Policy(name) => self.choose_policy(&name),
            Setting::Parameter { name, value } => match self.parameters.set(&name, value) {
                Ok(()) => self.choose_policy(self.policy.name()),
                Err(error) => self.refuse(&name, &error.to_string()),
            },
            Setting::Ponder(true) => {
                self.ponder = true;
                // Not before the first move: that is for the players to begin the game with.
                if self.search.is_none() && !self.game.moves().is_empty() {
                    self.start_pondering(now);
                }
            }
            Setting::MultiPv(lines) => {
                self.multi_pv = lines.max(1);
                self.restart_analysis(now);
            }
            Setting::AnalyseMode(on) => self.analyse_mode = on,
            Setting::ClearHash => self.reconfigure(Effect::Forget, now),
            Setting::Evaluation(scoring) => self.reconfigure(Effect::Evaluation(scoring), now),
            Setting::Tables(folders) => self.reconfigure(Effect::Tables(folders), now),
            Setting::Draw(truce) => self.agreements.truce = truce,
            Setting::Resign(despair) => self.agreements.despair = despair,
            Setting::Ponder(false) => {
                self.ponder = false;
                if !self.thinking() {
                    self.drop_pondering();
                }
            }
        }
    }

    /// Another policy, or the same with other parameters, from the next search on.
    fn choose_policy(&mut self, name: &str) {
        match timing::by_name(name, &self.parameters) {
            Some(policy) => (self.policy, self.policy_since) = (policy, self.next_id),
            None => self.refuse("policy", "no such time policy"),
        }
    }

    /// An analysis under way begins again with what has changed.
    fn restart_analysis(&mut self, now: Duration) {
        if self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Analysis) {
            self.drop_search();
            self.resume_analysis(now);
        }
    }

    /// Forgets what was learned so far.
    pub(super) fn forget(&mut self) {
        self.unsettled = true;
        self.effects.push(Effect::Forget);
    }

    /// What concerns the worker takes effect between searches: a move under way is finished first,
    /// pondering and analysis make room and begin again.
    fn reconfigure(&mut self, effect: Effect, now: Duration) {
        let was = self.search.as_ref().map(|search| search.purpose);
        if let Some(Purpose::Ponder(_) | Purpose::Guess | Purpose::Analysis) = was {
            self.drop_search();
        }
        self.unsettled = true;
        self.effects.push(effect);
        match was {
            Some(Purpose::Ponder(_) | Purpose::Guess) => self.start_pondering(now),
            Some(Purpose::Analysis) => self.resume_analysis(now),
            Some(Purpose::Move | Purpose::Answer(_)) | None => {}
        }
    }
}
