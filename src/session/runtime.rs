//! The session in real time: one loop that hears lines, workers and the clock, and never waits for
//! any of them alone.

use std::{io, sync::Arc};

use crossbeam::{
    channel::{Receiver, after, never, unbounded},
    select,
};

use super::{
    conversation::{Conversation, Reply, Session},
    core::{Core, Defaults},
    time_source::Wall,
    worker::{ThreadWorker, Worker, WorkerEvent},
};
use crate::message::{Adapter, Line};

/// What a session is set up with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MiB, at least 1.
    pub hash: usize,
    /// Folders with endgame tables; none if empty.
    pub tables: String,
    /// The rest.
    pub defaults: Defaults,
}

/// A session on the wall clock, for a front end that gives it commands and takes its events itself.
pub struct Live {
    /// The session.
    pub session: Session<ThreadWorker>,
    /// What its workers say; to be passed on to it.
    pub workers: Receiver<WorkerEvent>,
    /// Its clock.
    pub wall: Wall,
}

impl Live {
    /// Sets a session up.
    ///
    /// # Errors
    /// If a setting names something that does not exist.
    pub fn new(settings: &Settings) -> Result<Live, String> {
        let (events, workers) = unbounded();
        let wall = Wall::start();
        let Settings { threads, hash, defaults, .. } = settings;
        let (evaluation, time) = (defaults.evaluation.clone(), Arc::new(wall.clone()));
        let mut worker = ThreadWorker::new(*threads, *hash, evaluation, time, events);
        if !settings.tables.is_empty() {
            worker.set_tables(settings.tables.clone());
        }
        let session = Session::new(Core::new(&settings.defaults)?, worker);
        Ok(Live { session, workers, wall })
    }
}

/// A conversation on the wall clock.
pub struct Runtime {
    conversation: Conversation<ThreadWorker>,
    workers: Receiver<WorkerEvent>,
    wall: Wall,
}

impl Runtime {
    /// Sets a session up.
    ///
    /// # Errors
    /// If a setting names something that does not exist.
    pub fn new(settings: &Settings, adapter: Box<dyn Adapter + Send>) -> Result<Runtime, String> {
        let Live { session, workers, wall } = Live::new(settings)?;
        Ok(Runtime { conversation: Conversation::new(session, adapter), workers, wall })
    }

    /// Talks until the other side quits or hangs up: lines come from `lines`, answers go to `out`,
    /// one call a line.
    ///
    /// # Errors
    /// If an answer cannot be delivered.
    pub fn run(
        mut self,
        lines: &Receiver<Line>,
        mut out: impl FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        let reply = self.conversation.start(self.wall.now());
        deliver(&reply, &mut out)?;
        loop {
            let alarm = match self.conversation.deadline() {
                Some(deadline) => after(deadline.saturating_sub(self.wall.now())),
                None => never(),
            };
            let reply = select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.conversation.hear(&line, self.wall.now()),
                    Err(_) => return Ok(()),
                },
                recv(self.workers) -> event => match event {
                    Ok(event) => self.conversation.heard(event, self.wall.now()),
                    Err(_) => Reply::default(),
                },
                recv(alarm) -> _ => self.conversation.tick(self.wall.now()),
            };
            deliver(&reply, &mut out)?;
            if reply.quit {
                return Ok(());
            }
        }
    }
}

fn deliver(reply: &Reply, out: &mut impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    for remark in &reply.remarks {
        log::info!("{remark}");
    }
    reply.lines.iter().try_for_each(|line| out(line))
}
