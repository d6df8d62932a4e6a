//! The brake of a search.

use std::sync::{
    Arc, Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use crate::lock::{kept, lock};

/// Holds or ends one search, on all its threads. Every search has a fresh one, so that a stop can
/// neither be lost nor hit the search after it.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Brake>);

#[derive(Debug, Default)]
struct Brake {
    /// Whether there is any reason to look at `state`.
    pulled: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    stopped: bool,
    paused: bool,
}

impl StopToken {
    /// Ends the search, even in a pause; again is harmless.
    pub fn stop(&self) {
        self.change(|state| state.stopped = true);
    }

    /// Holds the search: its threads sleep where they look at this token next.
    pub fn pause(&self) {
        self.change(|state| state.paused = true);
    }

    /// Lets a held search go on.
    pub fn resume(&self) {
        self.change(|state| state.paused = false);
    }

    /// Whether the search was told to end; the answer waits for the end of a pause.
    pub fn is_stopped(&self) -> bool {
        self.0.pulled.load(Relaxed) && self.wait()
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        self.0.pulled.store(state.stopped || state.paused, Relaxed);
        self.0.changed.notify_all();
    }

    fn wait(&self) -> bool {
        let mut state = self.state();
        while state.paused && !state.stopped {
            state = kept(self.0.changed.wait(state));
        }
        state.stopped
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0.state)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_stop_lasts() {
        let token = StopToken::default();
        assert!(!token.is_stopped());
        token.clone().stop();
        token.stop();
        assert!(token.is_stopped());
        token.pause();
        token.resume();
        assert!(token.is_stopped());
    }

    #[test]
    fn a_held_search_goes_on_when_it_is_let_go() {
        for stopped in [false, true] {
            let token = StopToken::default();
            let said = Mutex::new(Vec::new());
            token.pause();
            thread::scope(|scope| {
                scope.spawn(|| {
                    let answer = token.is_stopped();
                    said.lock().unwrap().push(format!("stopped: {answer}"));
                });
                said.lock().unwrap().push("let go".to_owned());
                if stopped { token.stop() } else { token.resume() }
            });
            assert_eq!(
                said.into_inner().unwrap(),
                ["let go".to_owned(), format!("stopped: {stopped}")]
            );
        }
    }
}
