//! The session in real time: one loop that hears lines, workers and the clock, and never waits for
//! any of them alone.

use std::{io, sync::Arc, time::Duration};

use crossbeam::{
    channel::{Receiver, Sender, after, never, unbounded},
    select,
};

use super::{
    conversation::{Conversation, Reply, Session},
    core::{Core, Input},
    evaluation,
    thread_worker::ThreadWorker,
    time_source::Wall,
    worker::{Worker, WorkerEvent},
};
use crate::{
    message::{Adapter, Event, Line},
    options::Settings,
};

/// A session on the wall clock, for a front end that gives it commands and takes its events itself.
pub struct Live<W = ThreadWorker> {
    /// The session.
    pub session: Session<W>,
    /// What its workers say; to be passed on to it.
    pub workers: Receiver<WorkerEvent>,
    /// Its clock.
    pub wall: Wall,
}

impl Live {
    /// Sets a session up. It is ready when this returns: threads, table, network and endgame tables
    /// are there, so that none of them takes time from the first move.
    ///
    /// # Errors
    /// If a setting names something that does not exist.
    pub fn new(settings: &Settings) -> Result<Live, String> {
        Live::on(settings, Wall::start())
    }

    /// The same on a clock that others may share.
    ///
    /// # Errors
    /// As [`Live::new`].
    pub fn on(settings: &Settings, wall: Wall) -> Result<Live, String> {
        let Parts { core, mut worker, workers, events } = Parts::new(settings, &wall)?;
        worker.settle(0);
        await_settled(&workers, &events);
        Ok(Live { session: Session::new(core, worker), workers, wall })
    }
}

impl<W: Worker> Live<W> {
    /// A time has come that the session may wait for. What its workers have said by now comes first: a
    /// search that ended in time must not be given up because a loop woke late.
    pub fn tick(&mut self, now: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        while let Ok(event) = self.workers.try_recv() {
            events.extend(self.session.on(Input::Worker(event), now));
        }
        if self.session.deadline().is_some_and(|deadline| deadline <= now) {
            events.extend(self.session.on(Input::Tick, now));
        }
        events
    }
}

/// What a session is made of, while its worker is still being set up.
struct Parts {
    core: Core,
    worker: ThreadWorker,
    workers: Receiver<WorkerEvent>,
    events: Sender<WorkerEvent>,
}

impl Parts {
    /// Has the worker set up: a large table takes seconds.
    fn new(settings: &Settings, wall: &Wall) -> Result<Parts, String> {
        let (events, workers) = unbounded();
        let evaluation = evaluation(&settings.evaluation, &settings.eval_file)?;
        let core = Core::new(settings.clone(), evaluation.clone())?;
        let (threads, hash, time) = (settings.threads, settings.hash, Arc::new(wall.clone()));
        let mut worker = ThreadWorker::new(threads, hash, evaluation, time, events.clone());
        worker.set_numbers(&settings.numbers);
        if !settings.syzygy_path.is_empty() {
            worker.set_tables(settings.syzygy_path.clone());
        }
        worker.set_cluster(settings);
        Ok(Parts { core, worker, workers, events })
    }
}

/// Waits until the worker is set up; what else it has to say is left to be heard.
fn await_settled(workers: &Receiver<WorkerEvent>, events: &Sender<WorkerEvent>) {
    let others = workers.iter().take_while(|event| !matches!(event, WorkerEvent::Settled(_)));
    for event in others.collect::<Vec<_>>() {
        // The receiver is at hand, so there is somebody to hear it.
        let _ = events.send(event);
    }
}

/// A conversation on the wall clock.
pub struct Runtime {
    conversation: Conversation<ThreadWorker>,
    workers: Receiver<WorkerEvent>,
    wall: Wall,
}

/// What a conversation hears next.
#[derive(Debug)]
enum Heard {
    Line(Line),
    /// Nobody is left who could say a line.
    Silence,
    Worker(WorkerEvent),
    /// The deadline has come, and no worker has said anything in time.
    Deadline,
}

/// Waits for what comes first. What a worker has said before comes first of all: a search that ended in
/// time must not be given up because the loop woke late.
fn next(
    lines: Option<&Receiver<Line>>,
    workers: &Receiver<WorkerEvent>,
    left: Option<Duration>,
) -> Heard {
    let silence = never();
    let alarm = left.map_or_else(never, after);
    let first = || workers.try_recv().map(Heard::Worker);
    first().unwrap_or_else(|_| {
        select! {
            recv(lines.unwrap_or(&silence)) -> line => line.map_or(Heard::Silence, Heard::Line),
            recv(workers) -> event => event.map_or(Heard::Deadline, Heard::Worker),
            recv(alarm) -> _ => first().unwrap_or(Heard::Deadline),
        }
    })
}

impl Runtime {
    /// Sets a session up, and is done when all of it is there: what is wrong is told before anything is played.
    ///
    /// # Errors
    /// If a setting names something that does not exist.
    pub fn new(settings: &Settings, adapter: Box<dyn Adapter + Send>) -> Result<Runtime, String> {
        let Live { session, workers, wall } = Live::new(settings)?;
        Ok(Runtime { conversation: Conversation::new(session, adapter), workers, wall })
    }

    /// A session that talks before all of it is there, for GUIs do not wait long for a first word; pings and the
    /// first search wait for the rest.
    ///
    /// # Errors
    /// As [`Runtime::new`].
    pub fn talking_early(
        settings: &Settings,
        adapter: Box<dyn Adapter + Send>,
    ) -> Result<Runtime, String> {
        let wall = Wall::start();
        let Parts { mut core, mut worker, workers, .. } = Parts::new(settings, &wall)?;
        worker.settle(core.await_setup());
        let session = Session::new(core, worker);
        Ok(Runtime { conversation: Conversation::new(session, adapter), workers, wall })
    }

    /// Talks until the other side quits, or hangs up and is owed no answer: lines come from `lines`,
    /// answers go to `out`, one call a line.
    ///
    /// # Errors
    /// If an answer cannot be delivered.
    pub fn run(
        self,
        lines: &Receiver<Line>,
        out: impl FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        self.run_in_turn(lines, out, || ())
    }

    /// The same; `answered` is called before the first line and whenever a line has its answer, as far as
    /// there is one at once.
    ///
    /// # Errors
    /// As [`Runtime::run`].
    pub fn run_in_turn(
        mut self,
        lines: &Receiver<Line>,
        mut out: impl FnMut(&str) -> io::Result<()>,
        mut answered: impl FnMut(),
    ) -> io::Result<()> {
        let mut lines = Some(lines);
        let reply = self.conversation.start(self.wall.now());
        deliver(&reply, &mut out)?;
        answered();
        loop {
            let deadline = self.conversation.deadline();
            let left = deadline.map(|deadline| deadline.saturating_sub(self.wall.now()));
            let heard = next(lines, &self.workers, left);
            let (now, is_line) = (self.wall.now(), matches!(heard, Heard::Line(_)));
            let reply = match heard {
                Heard::Line(line) => self.conversation.hear(&line, now),
                Heard::Silence => {
                    lines = None;
                    self.conversation.hear(&Line::End, now)
                }
                Heard::Worker(event) => self.conversation.heard(event, now),
                Heard::Deadline => self.conversation.tick(now),
            };
            deliver(&reply, &mut out)?;
            if reply.quit {
                return Ok(());
            }
            if is_line {
                answered();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_worker_has_said_is_heard_before_a_line_and_before_the_deadline() {
        let (say, workers) = unbounded();
        let (type_in, lines) = unbounded();
        for round in 0..200 {
            say.send(WorkerEvent::Settled(round)).expect("a listener");
            type_in.send(Line::Text("?".to_owned())).expect("a listener");
            let heard = next(Some(&lines), &workers, Some(Duration::ZERO));
            assert!(
                matches!(heard, Heard::Worker(WorkerEvent::Settled(n)) if n == round),
                "{heard:?}"
            );
            let _ = lines.try_recv();
        }
        assert!(matches!(next(Some(&lines), &workers, Some(Duration::ZERO)), Heard::Deadline));
        drop(type_in);
        assert!(matches!(next(Some(&lines), &workers, None), Heard::Silence));
    }
}
