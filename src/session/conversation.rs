//! A session with its worker and, around it, the language of one front end.

use std::{collections::VecDeque, time::Duration};

use super::{
    core::{Core, Effect, Input},
    evaluation::evaluation,
    opening::book,
    worker::{Worker, WorkerEvent},
};
use crate::message::{Action, Adapter, Event, Line, QUIT, Status};

/// The core and the worker that carries out its effects.
pub struct Session<W> {
    core: Core,
    worker: W,
    /// What came up before anybody asked for anything.
    untold: Vec<Event>,
}

impl<W: Worker> Session<W> {
    /// Puts the two together, with the opening book of the core's settings. If it cannot be read, that is
    /// told with the first answer.
    pub fn new(core: Core, worker: W) -> Session<W> {
        let file = core.settings().book_file.clone();
        let mut session = Session { core, worker, untold: Vec::new() };
        session.untold = session.choose_book(&file).into_iter().collect();
        session
    }

    /// When the session wants a tick, in session time.
    pub fn deadline(&self) -> Option<Duration> {
        self.core.deadline()
    }

    /// Whether the session's time stands.
    pub fn is_paused(&self) -> bool {
        self.core.is_paused()
    }

    /// Whether an answer is still to come that was asked for by itself.
    pub fn owes_an_answer(&self) -> bool {
        self.core.owes_an_answer()
    }

    /// Takes one input and returns what there is to tell.
    pub fn on(&mut self, input: Input, now: Duration) -> Vec<Event> {
        self.consult(&input, now);
        let mut events = std::mem::take(&mut self.untold);
        for effect in self.core.on(input, now) {
            match effect {
                Effect::Emit(event) => events.push(event),
                Effect::Start(job) => self.worker.start(job),
                Effect::Stop(id) => self.worker.stop(id),
                Effect::Pause => self.worker.pause(),
                Effect::Resume => self.worker.resume(),
                Effect::Hit(id, plan) => self.worker.hit(id, plan),
                Effect::Abandon(id) => self.worker.abandon(id),
                Effect::Threads(threads) => self.worker.set_threads(threads),
                Effect::Hash(megabytes) => self.worker.set_hash(megabytes),
                Effect::Numbers(numbers) => self.worker.set_numbers(&numbers),
                Effect::Believe(key, belief) => self.worker.believe(key, belief),
                Effect::Forget => self.worker.new_game(),
                Effect::Evaluation { name, file } => {
                    events.extend(self.choose_evaluation(&name, &file));
                }
                Effect::Book(file) => events.extend(self.choose_book(&file)),
                Effect::Tables(folders) => self.worker.set_tables(folders),
                Effect::Cluster(settings) => self.worker.set_cluster(&settings),
                Effect::Settle(orders) => self.worker.settle(orders),
                Effect::Run(errand) => self.worker.run(errand),
                Effect::TellStatus(status) => events.push(self.status(status)),
            }
        }
        events
    }

    /// Where a move is about to be made that nobody has searched, it is one that endgame tables have left.
    fn consult(&mut self, input: &Input, now: Duration) {
        let position = self.core.unsearched(input, now);
        if let Some(moves) = position.and_then(|position| self.worker.advice(position)) {
            self.core.keep_to(moves);
        }
    }

    /// Another evaluation for the core and the worker; a wrong one changes nothing and is refused. A
    /// network is read here, at once, so that the next question is answered by it.
    fn choose_evaluation(&mut self, name: &str, file: &str) -> Option<Event> {
        match evaluation(name, file) {
            Ok(evaluation) => {
                self.core.judge_by(Some(evaluation.clone()));
                self.worker.set_evaluation(evaluation);
                None
            }
            Err(reason) => {
                self.core.judge_by(None);
                Some(Event::Refused { command: "evaluation".to_owned(), reason })
            }
        }
    }

    /// Another opening book for the core; without one that can be read it plays on without.
    fn choose_book(&mut self, file: &str) -> Option<Event> {
        match book(file) {
            Ok(book) => {
                self.core.open_at(book);
                None
            }
            Err(reason) => {
                self.core.miss_book();
                Some(Event::Refused { command: "book_file".to_owned(), reason })
            }
        }
    }

    /// Fills in what only the worker knows.
    fn status(&self, status: Status) -> Event {
        let progress = self.worker.progress();
        Event::Status(Box::new(Status {
            nodes: progress.nodes,
            depth: progress.depth.max(status.depth),
            moves_left: progress.total.saturating_sub(progress.number),
            moves_total: progress.total,
            current: progress.current,
            ..status
        }))
    }
}

/// A session that is spoken to in lines of text.
pub struct Conversation<W> {
    session: Session<W>,
    adapter: Box<dyn Adapter + Send>,
    /// Whether the other side has gone; the conversation goes on as long as it is owed an answer.
    hung_up: bool,
}

/// What became of a line.
#[derive(Debug, Default)]
pub struct Reply {
    /// Lines to print.
    pub lines: Vec<String>,
    /// Remarks for the log, whether or not the front end shows them.
    pub remarks: Vec<String>,
    /// Whether this is the end.
    pub quit: bool,
}

impl<W: Worker> Conversation<W> {
    /// A conversation in the adapter's language.
    pub fn new(session: Session<W>, adapter: Box<dyn Adapter + Send>) -> Conversation<W> {
        Conversation { session, adapter, hung_up: false }
    }

    /// When the session wants a tick, in session time.
    pub fn deadline(&self) -> Option<Duration> {
        self.session.deadline()
    }

    /// Whether the session's time stands.
    pub fn is_paused(&self) -> bool {
        self.session.is_paused()
    }

    /// Before the first line.
    pub fn start(&mut self, now: Duration) -> Reply {
        let actions = self.adapter.start();
        self.reply(actions, now)
    }

    /// A line came in, whole or not.
    pub fn hear(&mut self, line: &Line, now: Duration) -> Reply {
        match line {
            Line::Text(text) => self.line(text, now),
            Line::TooLong(beginning) => self.overlong(beginning, now),
            Line::End => self.hang_up(now),
            Line::Terminate => self.terminate(now),
        }
    }

    /// Nobody speaks any more: what was asked for is still told, and then it is the end.
    fn hang_up(&mut self, now: Duration) -> Reply {
        self.hung_up = true;
        let mut reply = Reply::default();
        self.part(now, &mut reply);
        reply
    }

    /// Once the other side has gone and nothing comes by itself any more, what it alone could have ended is ended and
    /// told; then it is the end.
    fn part(&mut self, now: Duration, reply: &mut Reply) {
        if self.hung_up && !self.session.owes_an_answer() {
            let actions = self.adapter.end();
            self.act(actions, now, reply);
            reply.quit |= !self.session.owes_an_answer();
        }
    }

    /// As when the other side quits, but nothing that is owed can put it off.
    fn terminate(&mut self, now: Duration) -> Reply {
        Reply { quit: true, ..self.line(QUIT, now) }
    }

    /// A whole line came in.
    pub fn line(&mut self, line: &str, now: Duration) -> Reply {
        let actions = self.adapter.line(line);
        self.reply(actions, now)
    }

    /// A line came in whose beginning alone was kept.
    fn overlong(&mut self, beginning: &str, now: Duration) -> Reply {
        let actions = self.adapter.overlong(beginning);
        self.reply(actions, now)
    }

    fn reply(&mut self, actions: Vec<Action>, now: Duration) -> Reply {
        let mut reply = Reply::default();
        self.act(actions, now, &mut reply);
        reply.quit |= self.hung_up && !self.session.owes_an_answer();
        reply
    }

    fn act(&mut self, actions: Vec<Action>, now: Duration, reply: &mut Reply) {
        for action in actions {
            match action {
                Action::Print(text) => reply.lines.push(text),
                Action::Quit => reply.quit = true,
                Action::HangUp => self.hung_up = true,
                Action::Command(command) => self.input(Input::Command(command), now, reply),
            }
        }
    }

    /// The worker said something.
    pub fn heard(&mut self, event: WorkerEvent, now: Duration) -> Reply {
        let mut reply = Reply::default();
        self.input(Input::Worker(event), now, &mut reply);
        self.part(now, &mut reply);
        reply
    }

    /// The deadline has come.
    pub fn tick(&mut self, now: Duration) -> Reply {
        let mut reply = Reply::default();
        self.input(Input::Tick, now, &mut reply);
        self.part(now, &mut reply);
        reply
    }

    /// Gives the session an input, and after its events what the adapter wants because of them.
    fn input(&mut self, input: Input, now: Duration, reply: &mut Reply) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            for event in self.session.on(input, now) {
                match &event {
                    Event::Remark(text) => reply.remarks.push(text.clone()),
                    Event::Accounted(account) => reply.remarks.push(account.to_string()),
                    _ => {}
                }
                reply.lines.extend(self.adapter.event(&event));
                inputs.extend(self.adapter.requests().into_iter().map(Input::Command));
            }
        }
    }
}
