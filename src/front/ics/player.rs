//! The loop that keeps bot, link and engine together.

mod keeping;
mod orders;
mod showing;
mod signals;

use std::{
    collections::VecDeque,
    error::Error,
    io::{self, Write},
    time::Duration,
};

use crossbeam::{
    channel::{Receiver, Sender, after, never, unbounded},
    select,
};

use self::showing::Showing;
use self::signals::{hangups, wishes};
use super::{
    Hopeless, alert,
    files::Files,
    link::{self, Heard, LinkEvent, Writer},
    source::Source,
    view::View,
};
use crate::{
    front::{archive::calendar, logging, terminal::Terminal, watch::Watch},
    ics::{
        Lines,
        bot::{Bot, Demand, Happening},
        config::Server,
        strip_prompt,
    },
    message::{Command, Event},
    options::Options,
    session::{core, runtime::Live},
};

/// A line that may go on is taken as it is after so long without another byte.
const SETTLES: Duration = Duration::from_millis(40);

/// Files are looked after so often.
const LOOKS: Duration = Duration::from_secs(60);

/// A bot with its link and its engine.
pub(super) struct Player {
    bot: Bot,
    live: Live,
    options: Options,
    /// What the game under way has besides.
    for_game: Vec<(&'static str, String)>,
    server: Server,
    /// The operator's file; none on the practice server.
    source: Option<Source>,
    files: Files,
    password: Option<String>,
    /// The link: its number, its end that writes, and what has come of a line.
    number: u64,
    writer: Option<Writer>,
    lines: Lines,
    settle_at: Option<Duration>,
    /// When to look after files.
    look_at: Duration,
    heard: (Sender<Heard>, Receiver<Heard>),
    wishes: Receiver<Happening>,
    /// Somebody wants the files opened and read anew.
    hangups: Receiver<()>,
    view: View,
    /// Shows the game to browsers.
    showing: Showing,
    /// Set when it is over.
    end: Option<Result<Next, String>>,
}

/// What is to be done when it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing.
    Nothing,
    /// It begins anew.
    Restart,
}

impl Player {
    pub fn new(
        bot: Bot,
        live: Live,
        options: Options,
        (server, source): (Server, Option<Source>),
        files: Files,
        password: Option<String>,
    ) -> Result<Player, Box<dyn Error>> {
        let terminal = Terminal::output();
        let colors = options.settings().color.on(terminal.colors);
        let (interrupt, wishes) = wishes()?;
        let view = View::new(terminal, colors, live.wall.clone(), move || interrupt.came())?;
        Ok(Player {
            bot,
            live,
            options,
            for_game: Vec::new(),
            server,
            source,
            files,
            password,
            number: 0,
            writer: None,
            lines: Lines::default(),
            settle_at: None,
            look_at: Duration::ZERO,
            heard: unbounded(),
            wishes,
            hangups: hangups()?,
            view,
            showing: Showing::default(),
            end: None,
        })
    }

    /// From now on shows its games to browsers as well.
    pub fn show_on(&mut self, watch: Watch) {
        self.showing = Showing::on(watch);
    }

    /// A word for the operator.
    pub fn note(&mut self, text: &str) {
        self.view.note(text);
    }

    /// Plays until it is over.
    pub fn run(mut self) -> Result<Next, Box<dyn Error>> {
        self.tell_obstacles();
        let (_, heard) = self.heard.clone();
        let (workers, wishes) = (self.live.workers.clone(), self.wishes.clone());
        let hangups = self.hangups.clone();
        let end = loop {
            if let Some(end) = self.end.take() {
                break end;
            }
            let now = self.live.wall.now();
            if self.view.is_due(now) {
                self.view.show(self.bot.status(), now);
            }
            self.showing.show(&self.bot, &self.server, now);
            let bot = self.bot.deadline();
            let deadlines = [
                bot,
                self.live.session.deadline(),
                self.settle_at,
                Some(self.look_at),
                self.view.deadline(),
                self.showing.deadline(),
            ];
            let alarm = match deadlines.into_iter().flatten().min() {
                Some(deadline) => after(deadline.saturating_sub(now)),
                None => never(),
            };
            select! {
                recv(heard) -> event => if let Ok((number, event)) = event {
                    self.heard(number, event);
                },
                recv(workers) -> event => if let Ok(event) = event {
                    let now = self.live.wall.now();
                    let events = self.live.session.on(core::Input::Worker(event), now);
                    self.engine(events);
                },
                recv(wishes) -> wish => if let Ok(wish) = wish {
                    self.tell(wish);
                },
                recv(hangups) -> hangup => if hangup.is_ok() {
                    self.renew();
                },
                recv(alarm) -> _ => self.tick(),
            }
        };
        let unkept = self.conclude();
        // Behind the picture, which would hide it.
        drop(self);
        // Where nobody reads, the log may be waiting with the stream in its hands.
        if !unkept.is_empty() {
            let _ = io::stderr().write_all(unkept.as_bytes());
        }
        Ok(end.map_err(Hopeless::Refused)?)
    }

    /// Opens the log and reads the operator's file anew.
    fn renew(&mut self) {
        logging::reopen();
        self.tell_all(|player, queue| drop(player.reload(queue)));
    }

    /// Something came over a link; what comes over one that was given up is not heard.
    fn heard(&mut self, number: u64, event: LinkEvent) {
        if number != self.number {
            return;
        }
        match event {
            LinkEvent::Up(writer) => {
                (self.writer, self.lines) = (Some(writer), Lines::default());
                self.tell(Happening::Up);
            }
            LinkEvent::Bytes(bytes) => {
                for line in self.lines.feed(&bytes) {
                    self.line(line);
                }
                if let Some(begun) = self.lines.question().map(str::to_owned) {
                    self.tell(Happening::Begun(begun));
                }
                let waits = self.lines.is_waiting();
                self.settle_at = waits.then(|| self.live.wall.now() + SETTLES);
            }
            LinkEvent::Down(reason) => {
                // The last line may say why.
                self.settle();
                self.hang_up();
                self.tell(Happening::Down(reason));
            }
        }
    }

    /// A whole line; that there was an empty one, or a prompt alone, nobody wants to read in a log.
    fn line(&mut self, line: String) {
        if !strip_prompt(&line).trim().is_empty() {
            self.view.line_in(&line);
        }
        self.tell(Happening::Line(line));
    }

    /// A time has come: the session's, the bot's, or that of a line which does not go on.
    fn tick(&mut self) {
        let now = self.live.wall.now();
        let events = self.live.tick(now);
        self.engine(events);
        let due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        if due(self.settle_at) {
            self.settle();
        }
        if due(Some(self.look_at)) {
            self.look_at = now + LOOKS;
            self.tell(Happening::Calendar(calendar()));
            self.tell_all(Player::look_after_files);
        }
        if due(self.bot.deadline()) {
            self.tell(Happening::Tick);
        }
    }

    /// The line that waits does not go on.
    fn settle(&mut self) {
        self.settle_at = None;
        if let Some(line) = self.lines.settle() {
            self.line(line);
        }
    }

    /// Gives the bot what the session says.
    fn engine(&mut self, events: Vec<Event>) {
        for event in events {
            self.tell(Happening::Engine(Box::new(event)));
        }
    }

    /// Gives the bot an input and does what it wants.
    fn tell(&mut self, happening: Happening) {
        self.tell_all(|_, queue| queue.push_back(happening));
    }

    /// Gives the bot all queue that something brings, and those that come of them.
    fn tell_all(&mut self, bring: impl FnOnce(&mut Player, &mut VecDeque<Happening>)) {
        let mut queue = VecDeque::new();
        bring(self, &mut queue);
        while let Some(happening) = queue.pop_front() {
            self.showing.hear(&happening);
            for demand in self.bot.on(happening, self.live.wall.now()) {
                self.act(demand, &mut queue);
            }
        }
    }

    fn act(&mut self, demand: Demand, queue: &mut VecDeque<Happening>) {
        match demand {
            Demand::Call => self.call(queue),
            Demand::HangUp => self.hang_up(),
            Demand::Send(line) => {
                self.view.line_out(&line);
                self.write(&line, queue);
            }
            Demand::Password => {
                self.view.line_out("(the password)");
                let password = self.password.clone().unwrap_or_default();
                self.write(&password, queue);
            }
            Demand::Engine(command) => self.command(command, queue),
            Demand::Set { owner, name, value } => {
                let set = self.set(&name, &value, queue);
                let answer = set.map_or_else(|fault| fault, |()| format!("{name} = {value}"));
                queue.push_back(Happening::Done { owner, answer });
            }
            Demand::ForGame(options) => self.play_with(options, queue),
            Demand::Reload { owner } => {
                let answer = self.reload(queue);
                queue.push_back(Happening::Done { owner, answer });
            }
            Demand::Check { owner } => {
                let fault = self.can_begin_anew().err().map(|fault| fault.to_string());
                queue.push_back(Happening::Checked { owner, fault });
            }
            Demand::Save(record) => self.save(*record, queue),
            Demand::Remember => self.remember(queue),
            Demand::Run(command) => alert::run(&command),
            Demand::Note(text) => self.view.note(&text),
            Demand::Restart => self.begin_anew(queue),
            Demand::End(None) => self.end = Some(Ok(Next::Nothing)),
            Demand::End(Some(reason)) => self.end = Some(Err(reason)),
        }
    }

    fn call(&mut self, queue: &mut VecDeque<Happening>) {
        self.number += 1;
        let server = &self.server;
        let pings = server.kind.pings();
        let sealed = server.timeseal.then(|| (self.live.wall.clone(), pings));
        let place = (server.host.clone(), server.port);
        if let Err(error) = link::call(place, sealed, self.number, self.heard.0.clone()) {
            queue.push_back(Happening::Down(error.to_string()));
        }
    }

    /// Closes the link; nothing that still comes over it counts.
    fn hang_up(&mut self) {
        self.number += 1;
        self.settle_at = None;
        if let Some(writer) = self.writer.take() {
            writer.close();
        }
    }

    fn write(&mut self, line: &str, queue: &mut VecDeque<Happening>) {
        let written = self.writer.as_ref().map(|writer| writer.line(line));
        if let Some(Err(error)) = written {
            self.hang_up();
            queue.push_back(Happening::Down(error.to_string()));
        }
    }

    fn command(&mut self, command: Command, queue: &mut VecDeque<Happening>) {
        let events = self.live.session.on(core::Input::Command(command), self.live.wall.now());
        queue.extend(events.into_iter().map(|event| Happening::Engine(Box::new(event))));
    }
}
