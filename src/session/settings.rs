//! Settings that change while the session runs: the new ones come whole, and what differs is done.

use std::time::Duration;

use super::{
    core::{Core, Effect},
    searching::Purpose,
};
use crate::{message::Again, options::Settings};

/// What was asked for and could not be had.
#[derive(Default)]
pub(super) struct Unmet {
    pub hash: bool,
    pub evaluation: bool,
    pub tables: bool,
}

/// What searchers on other machines have to know.
fn cluster_of(settings: &Settings) -> ([&String; 4], [&usize; 3]) {
    let Settings { cluster, cluster_lines, threads, hash, .. } = settings;
    let Settings { evaluation, eval_file, syzygy_path, .. } = settings;
    ([cluster, evaluation, eval_file, syzygy_path], [cluster_lines, threads, hash])
}

impl Core {
    /// Goes by other settings, and tries again what could not be had before, if that is wanted.
    pub(super) fn set(&mut self, new: Settings, again: &Again, now: Duration) {
        let old = std::mem::replace(&mut self.settings, new.clone());
        if let Err(reason) = self.timekeeper.set(&old, &new, self.board.game().moves_made()) {
            self.refuse("policy", &reason);
        }
        let changes = self.changes(&old, &new, again);
        if !changes.is_empty() {
            self.reconfigure(changes, now);
        }
        if cluster_of(&old) != cluster_of(&new) {
            self.effects.push(Effect::Cluster(Box::new(new.clone())));
        }
        self.change_book(&old.book_file, again);
        if (old.limit_strength, old.elo) != (new.limit_strength, new.elo) {
            self.ponder_anew(now);
        }
        if old.multi_pv != new.multi_pv {
            self.search_anew(|purpose| purpose == Purpose::Analysis, Vec::new(), now);
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

    /// What the worker has to do for other settings.
    fn changes(&mut self, old: &Settings, new: &Settings, again: &Again) -> Vec<Effect> {
        let mut changes = Vec::new();
        if old.threads != new.threads {
            changes.push(Effect::Threads(new.threads));
        }
        if old.hash != new.hash || self.unmet.hash && again.covers("hash") {
            self.unmet.hash = false;
            changes.push(Effect::Hash(new.hash));
        }
        if old.numbers != new.numbers {
            changes.push(Effect::Numbers(new.numbers.clone()));
        }
        let named = ["evaluation", "eval_file"].iter().any(|id| again.covers(id));
        if (&old.evaluation, &old.eval_file) != (&new.evaluation, &new.eval_file)
            || self.unmet.evaluation && named
        {
            let (name, file) = (new.evaluation.clone(), new.eval_file.clone());
            changes.push(Effect::Evaluation { name, file });
        }
        if old.syzygy_path != new.syzygy_path || self.unmet.tables && again.covers("syzygy_path") {
            self.unmet.tables = false;
            changes.push(Effect::Tables(new.syzygy_path.clone()));
        }
        changes
    }

    /// What concerns the worker takes effect between searches: a move under way is finished first,
    /// pondering and analysis make room and begin again.
    pub(super) fn reconfigure(&mut self, changes: Vec<Effect>, now: Duration) {
        let gives_way = |purpose: Purpose| purpose.is_pondering() || purpose == Purpose::Analysis;
        self.search_anew(gives_way, changes, now);
    }

    /// Pondering begins again, or ends, by what has changed: with the expected move it goes on as a search for the
    /// engine's own.
    pub(super) fn ponder_anew(&mut self, now: Duration) {
        self.search_anew(Purpose::is_pondering, Vec::new(), now);
    }

    /// Has the worker make changes; a search for one of these purposes gives way to them and begins again.
    fn search_anew(
        &mut self,
        gives_way: impl Fn(Purpose) -> bool,
        changes: Vec<Effect>,
        now: Duration,
    ) {
        let was = self.searching.purpose().filter(|&purpose| gives_way(purpose));
        if was.is_some() {
            self.drop_search();
        }
        for change in changes {
            self.order(change);
        }
        match was {
            Some(Purpose::Analysis) => self.resume_analysis(now),
            Some(_) => self.start_pondering(now),
            None => {}
        }
    }
}
