//! The session with workers that misbehave: whatever they do, a legal move is played in time.

use std::{sync::Arc, time::Duration};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use zeitnot::{
    clock::{TimeControl, parse_ggs, parse_level},
    eval::Evaluation,
    message::{Action, Adapter, Again, Command, Event, Line, Party, Request},
    options::{Options, Settings},
    position::{ChessMove, Color, Game, Position},
    protocol::uci::Uci,
    search::{Bound, Limits, Outcome},
    session::{
        Core, Errand, Job, Plan, Progress, Report, ThreadWorker, Wall, Worker, WorkerEvent,
        conversation::Session,
        core::{Effect, Input},
        runtime::{Live, Runtime},
    },
    timing::{Budget, Judge, Signals, Verdict},
};

mod faults;
mod loops;
mod tables;
mod turns;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn settings() -> Settings {
    let mut options = Options::new().unwrap();
    for (id, value) in [("policy", "rival"), ("draw_accept", "false"), ("hash", "1")] {
        options.set(id, value).unwrap();
    }
    options.settings().clone()
}

fn core() -> Core {
    Core::new(settings(), Evaluation::best()).unwrap()
}

/// Goes by changed settings.
fn set(change: impl FnOnce(&mut Settings)) -> Input {
    let mut settings = settings();
    change(&mut settings);
    Input::Command(Command::Set { settings: Box::new(settings), again: Again::All })
}

/// The start of a game: the user has played e2e4 and the engine thinks; its search's number.
fn thinking(core: &mut Core) -> u64 {
    let effects = core.on(Input::Command(Command::Move("e2e4".to_owned())), Duration::ZERO);
    started(&effects).expect("a search")
}

fn started(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        Effect::Start(job) => Some(job.id),
        _ => None,
    })
}

fn own_move(effects: &[Effect]) -> Option<ChessMove> {
    effects.iter().find_map(|effect| match effect {
        Effect::Emit(Event::Moved { by: Party::Engine, mv, .. }) => Some(*mv),
        _ => None,
    })
}

/// Why the engine's move took as long as it did, as it is told.
fn reason(effects: &[Effect]) -> Option<String> {
    effects.iter().find_map(|effect| match effect {
        Effect::Emit(Event::Accounted(account)) => Some(account.reason.to_string()),
        _ => None,
    })
}

fn black_move(text: &str) -> ChessMove {
    let mut game = Game::new(Position::startpos());
    let e4 = game.position().parse_move("e4").unwrap();
    game.play(e4);
    game.position().parse_move(text).unwrap()
}

fn report(id: u64, mv: ChessMove) -> Input {
    let report = Report {
        rank: 1,
        tb_hits: 0,
        hashfull: 0,
        depth: 5,
        seldepth: 9,
        score: 12,
        bound: Bound::Exact,
        elapsed: seconds(1),
        nodes: 1000,
        line: vec![mv],
    };
    Input::Worker(WorkerEvent::Report { id, at: seconds(1), report })
}

fn finished(id: u64, mv: ChessMove) -> WorkerEvent {
    let outcome = Outcome { line: vec![mv], ..Outcome::default() };
    let (at, silence) = (seconds(1), Duration::ZERO);
    WorkerEvent::Done { id, at, outcome, reason: None, extended: None, silence }
}

fn done(id: u64, mv: ChessMove) -> Input {
    Input::Worker(finished(id, mv))
}

/// A worker that only counts what it is told.
#[derive(Default)]
struct Mute {
    jobs: Vec<u64>,
    hits: usize,
}

impl Worker for &mut Mute {
    fn start(&mut self, job: Job) {
        self.jobs.push(job.id);
    }
    fn stop(&mut self, _id: u64) {}
    fn hit(&mut self, _id: u64, _plan: Plan) {
        self.hits += 1;
    }
    fn progress(&self) -> Progress {
        Progress::default()
    }
    fn settle(&mut self, _orders: u64) {}
    fn abandon(&mut self, _id: u64) {}
}
