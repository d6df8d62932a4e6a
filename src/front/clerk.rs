//! Follows what a front end and the session say to each other and, when a game has ended or is left, writes a
//! report of it into the folder of the option `report`, and for programs the game itself into the file of the
//! option `pgn`. Where there is a watch page, it is shown the game as well. Without any of them the clerk only
//! passes on.
//!
//! UCI tells of no end: there a game is over when another one comes, or the conversation ends, and its result is
//! what the rules make of its last position.

mod showing;

use std::{path::PathBuf, time::Duration};

use self::showing::Showing;
use super::{archive::Archive, at_path::at, chronicle::Chronicle, report, watch::Watch};
use crate::{
    clock::TimeControl,
    lab::report::Report,
    message::{Account, Action, Adapter, Command, Event, GameResult, Party, Request, Thinking},
    options::Settings,
    pgn::Record,
    position::{ChessMove, Game, Position},
};

/// A game in which the engine has made fewer moves on a clock tells nothing of time.
const FEWEST: usize = 2;

/// A front end's language, and a clerk who listens.
pub struct Clerk {
    inner: Box<dyn Adapter + Send>,
    archive: Box<dyn Archive>,
    /// Where reports go, if they are wanted.
    folder: Option<PathBuf>,
    /// Whether the front end does not keep its games itself, and the file they go to then.
    keeps_games: bool,
    pgn: Option<PathBuf>,
    /// The operator's time control, which overrules what the client says.
    overruling: Option<TimeControl>,
    control: Option<TimeControl>,
    chronicle: Chronicle,
    /// The game that was set last, as long as it may be nothing but a place in the present one.
    set: Option<Box<Game>>,
    result: Option<GameResult>,
    /// What the client has said of the engine's clock and of the other one.
    clocks: [Option<Duration>; 2],
    thinking: Option<Thinking>,
    /// What the time of an answer went into that is still to come.
    account: Option<Account>,
    /// Whether the account of a move made is still to come.
    unexplained: bool,
    /// What is still to be told.
    untold: Vec<String>,
    /// Shows the game to browsers.
    showing: Option<Showing>,
    /// Whether the other side has gone: a move that it is still told belongs to no game.
    left: bool,
}

impl Clerk {
    /// Listens to a front end that begins with these settings.
    pub fn new(
        inner: Box<dyn Adapter + Send>,
        settings: &Settings,
        archive: Box<dyn Archive>,
    ) -> Clerk {
        let mut clerk = Clerk {
            inner,
            archive,
            folder: None,
            keeps_games: false,
            pgn: None,
            overruling: None,
            control: Some(settings.level),
            chronicle: Chronicle::new(Position::startpos()),
            set: None,
            result: None,
            clocks: [None; 2],
            thinking: None,
            account: None,
            unexplained: false,
            untold: Vec::new(),
            showing: None,
            left: false,
        };
        clerk.heed(settings);
        clerk
    }

    /// The same for a front end that does not keep its games itself.
    pub fn keeping_games(mut self, settings: &Settings) -> Clerk {
        self.keeps_games = true;
        self.heed(settings);
        self
    }

    /// The same, and shows the games to browsers.
    pub fn watched(mut self, watch: Option<Watch>) -> Clerk {
        self.showing = watch.map(Showing::new);
        self
    }

    /// Whether anybody wants to know of games.
    fn follows(&self) -> bool {
        self.folder.is_some() || self.pgn.is_some() || self.showing.is_some()
    }

    /// Goes by these settings. A folder that cannot be had is told of now, and tried again after each game.
    fn heed(&mut self, settings: &Settings) {
        self.overruling = settings.clock;
        self.pgn = settings.pgn.clone().filter(|_| self.keeps_games);
        if self.folder == settings.report {
            return;
        }
        self.folder.clone_from(&settings.report);
        if let Some(folder) = &self.folder
            && let Err(error) = self.archive.make_folder(folder)
        {
            self.complain("report", at(folder)(error).to_string());
        }
    }

    /// Says in the front end's language that something could not be written.
    fn complain(&mut self, what: &str, reason: String) {
        log::warn!("{what}: {reason}");
        let event = Event::Refused { command: what.to_owned(), reason };
        self.untold.extend(self.inner.event(&event));
    }

    /// Notes what is asked of the session.
    fn asked(&mut self, command: &Command) {
        if let Command::Set { settings, .. } = command {
            self.heed(settings);
        }
        if !self.follows() {
            return;
        }
        if let Some(showing) = &mut self.showing {
            showing.asked(command);
        }
        match command {
            Command::NewGame => self.begin(),
            Command::SetGame(game) => {
                self.set = Some(game.clone());
                // At the terminal one looks back in a game that goes on.
                if self.keeps_games || !self.chronicle.has(game) {
                    self.follow_set();
                }
            }
            Command::Control(control) => self.control = Some(*control),
            Command::Search(request) => self.searches(request),
            Command::ClockIs { whose, remaining } => {
                self.clocks[usize::from(*whose == Party::Opponent)] = Some(*remaining);
            }
            Command::GameOver(result) => self.over(result),
            _ => {}
        }
    }

    /// Follows the game that was set last: something is done in it now, so that it is more than a place looked at.
    fn follow_set(&mut self) {
        let Some(game) = self.set.take() else { return };
        if !self.chronicle.goes_on_as(&game) {
            self.begin();
        }
        self.chronicle.follow_moves(&game);
    }

    /// A search is asked for by itself: its clocks are those after the last moves, and the first of them
    /// tell the control.
    fn searches(&mut self, request: &Request) {
        self.follow_set();
        let side = self.chronicle.side().to_index();
        if self.chronicle.own_moves() == 0 {
            self.control = Some(request.times.control(self.chronicle.side()));
        }
        let left = request.times.left;
        self.chronicle.clocks_show(left[1 - side], left[side]);
    }

    /// Notes what the session says.
    fn heard(&mut self, event: &Event) {
        if self.left || !self.follows() {
            return;
        }
        if let Some(showing) = &mut self.showing {
            showing.heard(event);
        }
        match event {
            Event::Thinking(thinking) => self.thinking = Some((**thinking).clone()),
            Event::FromBook => self.thinking = None,
            Event::Moved { by, before, mv } => self.moved(*by, before, *mv),
            Event::Clocked(clocked) => self.chronicle.clocked(clocked),
            Event::Accounted(account) if std::mem::take(&mut self.unexplained) => {
                self.chronicle.explain(account);
            }
            Event::Accounted(account) => self.account = Some(account.clone()),
            Event::BestMove { position, best: Some(mv), .. } => self.answered(position, *mv),
            Event::GameOver(result) => self.over(result),
            _ => {}
        }
    }

    /// A move is made in the game. What the client has said of the clocks it said with the opponent's move.
    fn moved(&mut self, by: Party, before: &Position, mv: ChessMove) {
        self.result = None;
        self.note(by, before, mv);
        let [own, theirs] = std::mem::take(&mut self.clocks);
        match by {
            Party::Engine => self.unexplained = true,
            Party::Opponent => self.chronicle.clocks_show(theirs, own),
        }
    }

    /// A search that was asked for by itself has found a move; it counts if it was on a clock.
    fn answered(&mut self, position: &Position, mv: ChessMove) {
        if let Some(account) = self.account.take().filter(|account| account.planned.is_some()) {
            self.note(Party::Engine, position, mv);
            self.chronicle.explain(&account);
        }
    }

    fn note(&mut self, by: Party, before: &Position, mv: ChessMove) {
        self.follow_set();
        let thinking = self.thinking.take().filter(|it| it.root.key() == before.key());
        self.chronicle.moved(by, before, mv, thinking.as_ref(), &self.archive.today());
    }

    fn over(&mut self, result: &GameResult) {
        self.follow_set();
        self.result = Some(result.clone());
        self.file();
    }

    /// Another game begins.
    fn begin(&mut self) {
        self.file();
        self.chronicle = Chronicle::new(Position::startpos());
        (self.set, self.result, self.clocks, self.account) = (None, None, [None; 2], None);
    }

    /// Writes the game and its report, if they are worth it and not there yet.
    fn file(&mut self) {
        let own_moves = self.chronicle.own_moves();
        if !self.follows() || self.chronicle.is_filed() || own_moves == 0 {
            return;
        }
        let result = self.result.clone().or_else(|| self.chronicle.result_by_rule());
        self.chronicle.circumstances(self.overruling.or(self.control), result.as_ref());
        self.chronicle.set_filed();
        let opponent = self.inner.opponent().unwrap_or_else(|| "?".to_owned());
        let record = self.chronicle.record("", &opponent);
        if let Some(showing) = &self.showing {
            showing.keep(&record);
        }
        self.keep_game(record.clone());
        if let Some(folder) = self.folder.clone().filter(|_| own_moves >= FEWEST) {
            match report::keep(&mut *self.archive, &folder, &record) {
                Ok(path) => log::info!("report: {}", path.display()),
                Err(reason) => self.complain("report", reason),
            }
        }
    }

    /// Shows where the game stands.
    fn show(&mut self) {
        let Some(showing) = &self.showing else { return };
        self.chronicle.circumstances(self.overruling.or(self.control), self.result.as_ref());
        let opponent = self.inner.opponent().unwrap_or_else(|| "?".to_owned());
        showing.show(self.chronicle.record("", &opponent), self.chronicle.side());
    }

    /// Adds the game to the file that games go to; times that the clocks alone tell stand in it as well.
    fn keep_game(&mut self, mut record: Record) {
        let Some(path) = self.pgn.clone() else { return };
        record.tags.event = "zeitnot under a program".to_owned();
        let steps = Report::new(&record).steps;
        for (ply, step) in record.moves.iter_mut().zip(steps) {
            ply.elapsed = ply.elapsed.or(step.used);
        }
        if let Err(error) = self.archive.append(&path, &record.to_string()) {
            self.complain("pgn", format!("{}: {error}", path.display()));
        }
    }

    /// Notes what a front end wants done, and adds what is still to be told.
    fn pass_on(&mut self, actions: Vec<Action>) -> Vec<Action> {
        for action in &actions {
            match action {
                Action::Command(command) => self.asked(command),
                Action::Quit | Action::HangUp => {
                    self.file();
                    self.left = true;
                }
                Action::Print(_) => {}
            }
        }
        self.show();
        let told = std::mem::take(&mut self.untold).into_iter().map(Action::Print);
        actions.into_iter().chain(told).collect()
    }
}

/// Who hangs up leaves the game as well.
impl Drop for Clerk {
    fn drop(&mut self) {
        self.file();
    }
}

impl Adapter for Clerk {
    fn start(&mut self) -> Vec<Action> {
        let actions = self.inner.start();
        self.pass_on(actions)
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let actions = self.inner.line(line);
        self.pass_on(actions)
    }

    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        let actions = self.inner.overlong(beginning);
        self.pass_on(actions)
    }

    fn end(&mut self) -> Vec<Action> {
        let actions = self.inner.end();
        self.pass_on(actions)
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        let mut lines = self.inner.event(event);
        self.heard(event);
        if !matches!(event, Event::Thinking(_)) {
            self.show();
        }
        lines.append(&mut self.untold);
        lines
    }

    fn requests(&mut self) -> Vec<Command> {
        let commands = self.inner.requests();
        commands.iter().for_each(|command| self.asked(command));
        commands
    }

    fn opponent(&self) -> Option<String> {
        self.inner.opponent()
    }
}

#[cfg(test)]
mod tests;
