//! Settings that change while the session runs: the new ones come whole, and what differs is done.

use std::time::Duration;

use super::{
    core::{Core, Effect},
    searching::Purpose,
};
use crate::options::Settings;

/// What was asked for and could not be had.
#[derive(Default)]
pub(super) struct Unmet {
    pub hash: bool,
    pub evaluation: bool,
    pub tables: bool,
}

/// What searchers on other machines have to know.
fn cluster_of(settings: &Settings) -> impl PartialEq {
    let Settings { cluster, cluster_lines, threads, hash, .. } = settings;
    let Settings { evaluation, eval_file, syzygy_path, .. } = settings;
    let texts = [cluster, evaluation, eval_file, syzygy_path].map(String::clone);
    (texts, [*cluster_lines, *threads, *hash])
}

impl Core {
    /// Goes by other settings. If nothing differs, what could not be had before is tried again.
    pub(super) fn set(&mut self, new: Settings, now: Duration) {
        let old = std::mem::replace(&mut self.settings, new.clone());
        let again = old == new;
        if let Err(reason) = self.timekeeper.set(&old, &new, self.board.game().moves_made()) {
            self.refuse("policy", &reason);
        }
        if old.threads != new.threads {
            self.reconfigure(Effect::Threads(new.threads), now);
        }
        if old.hash != new.hash || again && self.unmet.hash {
            self.unmet.hash = false;
            self.reconfigure(Effect::Hash(new.hash), now);
        }
        if old.numbers != new.numbers {
            self.reconfigure(Effect::Numbers(new.numbers.clone()), now);
        }
        if (&old.evaluation, &old.eval_file) != (&new.evaluation, &new.eval_file)
            || again && self.unmet.evaluation
        {
            let (name, file) = (new.evaluation.clone(), new.eval_file.clone());
            self.reconfigure(Effect::Evaluation { name, file }, now);
        }
        if old.syzygy_path != new.syzygy_path || again && self.unmet.tables {
            self.unmet.tables = false;
            self.reconfigure(Effect::Tables(new.syzygy_path.clone()), now);
        }
        if cluster_of(&old) != cluster_of(&new) {
            self.effects.push(Effect::Cluster(Box::new(new.clone())));
        }
        self.change_book(&old.book_file, again);
        if (old.limit_strength, old.elo) != (new.limit_strength, new.elo) {
            self.ponder_anew(now);
        }
        if old.multi_pv != new.multi_pv {
            self.restart_analysis(now);
        }
        match (old.ponder, new.ponder) {
            // Not before the first move: that is for the players to begin the game with.
            (false, true)
                if self.searching.current().is_none() && !self.board.game().moves().is_empty() =>
            {
                self.start_pondering(now);
            }
            (true, false) if !self.thinking() => self.drop_pondering(),
            _ => {}
        }
    }

    /// An analysis under way begins again with what has changed.
    fn restart_analysis(&mut self, now: Duration) {
        if self.searching.purpose() == Some(Purpose::Analysis) {
            self.drop_search();
            self.resume_analysis(now);
        }
    }

    /// What concerns the worker takes effect between searches: a move under way is finished first,
    /// pondering and analysis make room and begin again.
    pub(super) fn reconfigure(&mut self, effect: Effect, now: Duration) {
        let was = self.searching.purpose();
        let gives_way = |purpose: Purpose| purpose.is_pondering() || purpose == Purpose::Analysis;
        if was.is_some_and(gives_way) {
            self.drop_search();
        }
        self.order(effect);
        match was {
            Some(Purpose::Ponder(_) | Purpose::Guess) => self.start_pondering(now),
            Some(Purpose::Analysis) => self.resume_analysis(now),
            Some(Purpose::Move | Purpose::Answer(_)) | None => {}
        }
    }
}
