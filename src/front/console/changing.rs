//! Options that the session may refuse, as what they name has to be read first: only then is it told what they
//! are, and one that is refused is again what it was.

use super::{Console, Purpose};
use crate::{
    message::{Action, Again, Command},
    options::Options,
    protocol::settings,
};

/// What only the session can judge, reading files or asking for memory.
const DOUBTFUL: [&str; 5] = ["evaluation", "eval_file", "book_file", "syzygy_path", "hash"];
/// Which of them it comes to between searches only.
const BETWEEN_SEARCHES: [&str; 2] = ["syzygy_path", "hash"];

/// Options that have been set and may still be refused.
#[derive(Debug)]
pub(super) struct Change {
    /// Their names, the one that is in doubt first.
    ids: Vec<String>,
    before: Options,
    /// What may have been meant instead.
    meant: Option<&'static str>,
}

impl Change {
    /// Options that have just been set, and how all were before.
    pub fn new(ids: Vec<String>, before: Options) -> Change {
        Change { ids, before, meant: None }
    }

    /// The same, and what may have been meant.
    pub fn or(self, meant: Option<&'static str>) -> Change {
        Change { meant, ..self }
    }

    /// Whether the session may refuse it.
    pub fn is_in_doubt(&self) -> bool {
        self.ids.iter().any(|id| DOUBTFUL.contains(&&**id))
    }

    /// The option that is in doubt, if one is.
    pub fn doubtful(&self) -> &str {
        self.ids.first().map_or("", |id| id)
    }

    /// Whether a refusal of this option is one of the change. A network is refused as the evaluation.
    fn concerns(&self, option: &str) -> bool {
        let named = |id: &String| id == option || (option, &**id) == ("evaluation", "eval_file");
        self.ids.iter().any(named)
    }
}

impl Console {
    /// Has the session asked whether it has taken a change.
    pub(super) fn await_change(&mut self, change: Change) -> Action {
        let waits = BETWEEN_SEARCHES.iter().any(|id| change.concerns(id));
        self.change = Some(change);
        if waits {
            Action::Command(Command::Ping(String::new()))
        } else {
            self.show(Purpose::Change)
        }
    }

    /// The session has taken the change, unless it has said otherwise.
    pub(super) fn changed(&mut self) -> Vec<String> {
        self.change.take().map_or(Vec::new(), |change| self.told_change(&change))
    }

    /// What the options of a change are now.
    pub(super) fn told_change(&self, change: &Change) -> Vec<String> {
        let told = |id: &String| Some(format!("{id} is {} now.", self.options.shown(id)?));
        change.ids.iter().filter_map(told).collect()
    }

    /// The session cannot have an option: one that has just been set is again what it was.
    pub(super) fn refused(&mut self, option: &str, reason: &str) -> Vec<String> {
        let Some(change) = self.change.take_if(|change| change.concerns(option)) else {
            return vec![format!("The option {option}: {reason}; the game goes on without it.")];
        };
        self.take_back(&change);
        let id = change.ids.first().map_or(option, |id| id);
        let reason = reason.strip_prefix(&format!("{id}: ")).unwrap_or(reason);
        let stays = self.options.shown(id).unwrap_or_default();
        let told = format!("The option {id}: {reason}; it stays {stays}.");
        let meant = change.meant.map(|meant| format!("Did you mean `{meant}`?"));
        std::iter::once(told).chain(meant).collect()
    }

    /// Sets the options of a change to what they were, also in the session.
    fn take_back(&mut self, change: &Change) {
        for id in &change.ids {
            let before = change.before.value(id).map(ToString::to_string).unwrap_or_default();
            if let Err(error) = self.options.set(id, &before) {
                log::warn!("{error}");
            }
        }
        self.requests.push(settings::all(&self.options, Again::Nothing));
    }
}
