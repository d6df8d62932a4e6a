//! What can be seen at the moment: written by whoever plays, read by those who serve the page. Both hold the
//! lock only to put something in place or to take it, and all that is large is shared, not copied.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard},
    time::Duration,
};

use super::shelf::{Kept, Shelf};
use crate::{
    lock::{kept, lock},
    message::Thinking,
    pgn::Record,
    position::Color,
};

/// Who plays, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The engine's name there.
    pub name: String,
    /// The server, or what else there is around the engine.
    pub server: String,
    /// How it is reached, in a word or two.
    pub link: String,
    /// Games won, drawn and lost, where they are counted.
    pub score: Option<[u32; 3]>,
    /// What a move usually loses on its way, and what it seldom exceeds.
    pub lag: Option<(Duration, Duration)>,
}

/// A game with the engine's colour, if it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// The game so far.
    pub record: Record,
    /// The engine's colour.
    pub me: Option<Color>,
}

/// What whoever plays tells of the moment.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// Who plays, and where.
    pub place: Place,
    /// The game under way.
    pub game: Option<Live>,
    /// What White's and Black's clocks show, in milliseconds; none if there are no clocks.
    pub clocks: Option<[i64; 2]>,
    /// Whose clock runs.
    pub running: Option<Color>,
}

/// Clocks as they were at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    left: [i64; 2],
    /// Whose clock runs.
    pub running: Option<Color>,
    at: Duration,
}

impl Clocks {
    /// The same at this time, and neither runs any more.
    fn stopped(self, now: Duration) -> Clocks {
        Clocks { left: self.left(now), running: None, at: now }
    }

    /// What is left at this time, White's first, in milliseconds.
    pub fn left(&self, now: Duration) -> [i64; 2] {
        let mut left = self.left;
        if let Some(running) = self.running {
            left[running.to_index()] -= now.saturating_sub(self.at).as_millis() as i64;
        }
        left
    }
}

/// The time that the move under way is to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What was planned.
    pub planned: Duration,
    /// The most that is allowed, whatever the search finds.
    pub most: Duration,
    /// Since when.
    pub since: Duration,
}

/// All that can be seen.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Counts what has changed.
    pub version: u64,
    /// Who plays, and where.
    pub place: Place,
    /// The game under way, or the one that has just ended.
    pub live: Option<Arc<Live>>,
    /// Counts what has changed about it.
    pub live_version: u64,
    /// Its clocks.
    pub clocks: Option<Clocks>,
    /// What the engine thinks.
    pub thinking: Option<Arc<Thinking>>,
    /// What it has planned.
    pub plan: Option<Plan>,
    /// Counts the games that have ended.
    pub games: u64,
}

#[derive(Default)]
struct State {
    scene: Scene,
    shelf: Shelf,
    links_lost: Vec<(u64, u32)>,
    closed: bool,
}

/// Where the scene is, with the last games behind it.
#[derive(Default)]
pub struct Stage {
    state: Mutex<State>,
    changed: Condvar,
}

impl Stage {
    /// An empty scene, and these games, the oldest first.
    pub fn new(games: Vec<Record>) -> Stage {
        let stage = Stage::default();
        games.into_iter().for_each(|record| drop(stage.state().shelf.add(record, None)));
        stage
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.scene.version += 1;
        drop(state);
        self.changed.notify_all();
    }

    /// Shows how the game stands at this time. A game that has ended stays until there is another.
    pub fn show(&self, glance: Glance, now: Duration) {
        let Glance { place, game, clocks, running } = glance;
        let clocks = clocks.map(|left| Clocks { left, running, at: now });
        let game = game.map(Arc::new);
        self.change(|State { scene, .. }| {
            scene.place = place;
            if let Some(game) = game {
                scene.clocks = clocks;
                if scene.live.as_ref() != Some(&game) {
                    (scene.live, scene.live_version) = (Some(game), scene.live_version + 1);
                }
            } else {
                (scene.thinking, scene.plan) = (None, None);
                scene.clocks = scene.clocks.map(|clocks| clocks.stopped(now));
            }
        });
    }

    /// The engine thinks this.
    pub fn thinks(&self, thinking: &Thinking) {
        let thinking = Some(Arc::new(thinking.clone()));
        self.change(|state| state.scene.thinking = thinking);
    }

    /// The engine has planned so much for its move, from this time on.
    pub fn plans(&self, planned: Duration, most: Duration, since: Duration) {
        self.change(|state| state.scene.plan = Some(Plan { planned, most, since }));
    }

    /// A move was made: what was thought of the position before it is over.
    pub fn moved(&self) {
        self.change(|State { scene, .. }| (scene.thinking, scene.plan) = (None, None));
    }

    /// A game is over.
    pub fn keep(&self, record: Record, me: Option<Color>) {
        self.change(|State { scene, shelf, .. }| {
            let kept = shelf.add(record, me);
            scene.live = Some(Arc::new(Live { record: (*kept.record).clone(), me: kept.me }));
            (scene.thinking, scene.plan) = (None, None);
            (scene.live_version, scene.games) = (scene.live_version + 1, scene.games + 1);
        });
    }

    /// Links that were lost, by days since the beginning of 1970.
    pub fn links_lost(&self, links: Vec<(u64, u32)>) {
        self.state().links_lost = links;
    }

    /// What can be seen now.
    pub fn scene(&self) -> Scene {
        self.state().scene.clone()
    }

    /// The last games, the oldest first.
    pub fn games(&self) -> Vec<Kept> {
        self.state().shelf.games().cloned().collect()
    }

    /// A game by its number.
    pub fn game(&self, number: u64) -> Option<Kept> {
        self.state().shelf.games().find(|kept| kept.number == number).cloned()
    }

    /// Links that were lost, by days since the beginning of 1970.
    pub fn lost(&self) -> Vec<(u64, u32)> {
        self.state().links_lost.clone()
    }

    /// Waits until there is something newer than this version, no longer than so long; `None` if the stage
    /// is closed.
    pub fn newer(&self, version: u64, patience: Duration) -> Option<Scene> {
        let same = |state: &mut State| !state.closed && state.scene.version == version;
        let waited = self.changed.wait_timeout_while(self.state(), patience, same);
        let (state, _) = kept(waited);
        (!state.closed).then(|| state.scene.clone())
    }

    /// Waits so long, whatever changes, or until the stage is closed.
    pub fn rest(&self, time: Duration) {
        drop(self.changed.wait_timeout_while(self.state(), time, |state| !state.closed));
    }

    /// Whether nobody looks on any more.
    pub fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// Nobody looks on any more.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}
