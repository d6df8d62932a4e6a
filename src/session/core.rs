//! The session as a pure machine: inputs with their time go in, effects come out.

use std::time::Duration;

use super::{
    agreements::Agreements,
    board::Board,
    opening::Opening,
    readiness::Readiness,
    searching::{Purpose, Searching},
    settings::Unmet,
    timekeeper::Timekeeper,
    worker::{Errand, Job, Plan, WorkerEvent},
};
use crate::{
    eval::Evaluation,
    message::{Command, Event, GameResult, OneMove, Status},
    options::Settings,
    position::{Color, Game, Position},
    search::Belief,
    timing::Experience,
};

/// What happens to the session.
pub enum Input {
    /// The front end asks for something.
    Command(Command),
    /// A worker says something.
    Worker(WorkerEvent),
    /// The time that `Core::deadline` named has come.
    Tick,
}

/// What the session wants done.
pub enum Effect {
    /// Tell the front end.
    Emit(Event),
    /// Begin a search.
    Start(Job),
    /// End the search with this number; it still reports its end.
    Stop(u64),
    /// The expected move came while the search with this number pondered on it: this is its plan now.
    Hit(u64, Plan),
    /// Stop the session's time and the search.
    Pause,
    /// Go on.
    Resume,
    /// Give up the search with this number: it does not end.
    Abandon(u64),
    /// Tell the front end where the search stands.
    TellStatus(Status),
    /// From the next search on, so many threads.
    Threads(usize),
    /// From the next search on, a table of so many MiB.
    Hash(usize),
    /// From the next search on, these numbers of the search by their names, the others at their defaults.
    Numbers(Vec<(String, i64)>),
    /// From the next search on, believe this of the position with this key.
    Believe(u64, Belief),
    /// Forget what was learned in the last game.
    Forget,
    /// From the next search on, score positions by the evaluation of this name, or by a network.
    Evaluation {
        /// `auto`, `classical`, `baguette` or `network`.
        name: String,
        /// The file with the network; none if empty.
        file: String,
    },
    /// From now on, the opening book in this file; the one that comes with the program if it has no name.
    Book(String),
    /// From the next search on, the endgame tables in these folders.
    Tables(String),
    /// From now on, search together with the cluster that these settings name, by their evaluation, table
    /// and threads.
    Cluster(Box<Settings>),
    /// Say when everything ordered so far, so many orders, is in force.
    Settle(u64),
    /// Run an errand.
    Run(Errand),
}

/// Which side the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Neither.
    Force,
    /// This one.
    Play(Color),
    /// Neither, but it thinks about every position.
    Analyze,
}

/// The state of the game and of the thinking about it.
pub struct Core {
    pub(super) board: Board,
    pub(super) mode: Mode,
    pub(super) timekeeper: Timekeeper,
    pub(super) searching: Searching,
    pub(super) agreements: Agreements,
    pub(super) opening: Opening,
    /// Decides what is left to chance below full strength.
    pub(super) luck: fastrand::Rng,
    /// What the game has taught, and when the engine moved last in it.
    pub(super) experience: Experience,
    pub(super) moved_at: Option<Duration>,
    /// The settings asked for last, and the evaluation in force.
    pub(super) settings: Settings,
    pub(super) evaluation: Evaluation,
    pub(super) unmet: Unmet,
    pub(super) readiness: Readiness,
    /// In a pause, what waits for its end.
    pub(super) postponed: Option<Vec<Input>>,
    pub(super) effects: Vec<Effect>,
}

impl Core {
    /// A session at the start position, the engine to play Black, positions scored by `evaluation`.
    ///
    /// # Errors
    /// If there is no policy of the name that the settings have.
    pub fn new(settings: Settings, evaluation: Evaluation) -> Result<Core, String> {
        Ok(Core {
            board: Board::new(),
            mode: Mode::Play(Color::Black),
            timekeeper: Timekeeper::new(&settings)?,
            searching: Searching::default(),
            agreements: Agreements::default(),
            opening: Opening::new(),
            luck: fastrand::Rng::new(),
            experience: Experience::default(),
            moved_at: None,
            settings,
            evaluation,
            unmet: Unmet::default(),
            readiness: Readiness::default(),
            postponed: None,
            effects: Vec::new(),
        })
    }

    /// The settings asked for last.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// When the session wants a `Tick`, in session time.
    pub fn deadline(&self) -> Option<Duration> {
        let deadline = self.searching.current().and_then(|search| search.deadline);
        deadline.filter(|_| !self.is_paused())
    }

    /// Takes one input at the time `now` and says what is to be done.
    pub fn on(&mut self, input: Input, now: Duration) -> Vec<Effect> {
        for input in self.admitted(input) {
            match input {
                Input::Command(command) => self.command(command, now),
                Input::Worker(event) => self.heard(event, now),
                Input::Tick => self.tick(now),
            }
        }
        std::mem::take(&mut self.effects)
    }

    fn command(&mut self, command: Command, now: Duration) {
        match command {
            Command::NewGame => self.new_game(now),
            Command::SetGame(game) => self.set_game(*game, now),
            Command::Edit { edits, rights } => self.edit(&edits, rights, now),
            Command::SideToMove(color) => self.side_to_move(color, now),
            Command::Move(text) => self.opponent_types(&text, now),
            Command::Play(mv) => self.opponent_moves(mv, now),
            Command::Undo { plies } => self.undo(plies, now),
            Command::Force => self.force(now),
            Command::Go => self.go(None, now),
            Command::GoFor(limits) => self.go(Some(limits), now),
            Command::PlayOther => self.play_other(now),
            Command::Analyze => self.analyze(now),
            Command::ExitAnalyze => self.exit_analyze(now),
            Command::Search(request) => self.search(*request, now),
            Command::PonderHit => self.request_hit(now),
            Command::MoveNow => self.move_now(now),
            Command::NodeRate(rate) => {
                self.timekeeper.told_node_rate(rate);
                self.ponder_anew(now);
            }
            Command::Abandon => {
                self.drop_search();
                self.timekeeper.stop(now);
            }
            Command::Evaluate => self.evaluate(),
            Command::Book => self.show_book(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => self.send_on(Errand::Bench(depth)),
            Command::Control(control) => {
                self.timekeeper.told_control(control, self.board.game().moves_made());
            }
            Command::DepthLimit(depth) => self.timekeeper.told_depth_limit(depth),
            Command::ClockIs { whose, remaining } => {
                let (engine, in_play) = self.engine_side();
                self.timekeeper.told_clock(engine, whose, in_play, remaining, now);
            }
            Command::LagIs(lag) => self.timekeeper.told_lag(lag),
            Command::Restrict { mv, searched } => self.restrict(mv.as_deref(), searched, now),
            Command::Believe { score, depth } => self.believe(Belief { score, depth }),
            Command::DrawOffered => self.draw_offered(),
            Command::GameOver(result) => self.end_game(result, now),
            Command::Ping(text) => self.ping(text),
            Command::Status => self.tell_status(now),
            Command::Hint => self.hint(),
            Command::Show => self.show(now),
            Command::Set { settings, again } => self.set(*settings, &again, now),
            Command::Lean(leanings) => self.opening.lean(*leanings),
            Command::ClearHash => self.reconfigure(vec![Effect::Forget], now),
            Command::Pause | Command::Resume => {}
        }
    }

    pub(super) fn emit(&mut self, event: Event) {
        self.effects.push(Effect::Emit(event));
    }

    pub(super) fn remark(&mut self, text: String) {
        self.emit(Event::Remark(text));
    }

    pub(super) fn refuse(&mut self, command: &str, reason: &str) {
        self.emit(Event::Refused { command: command.to_owned(), reason: reason.to_owned() });
    }

    /// The side that the engine plays, and that it does; while it plays none, the one it was last taken to play, or the
    /// one to move, until it is told.
    fn engine_side(&self) -> (Color, bool) {
        match self.mode {
            Mode::Play(color) => (color, true),
            Mode::Force | Mode::Analyze => {
                (self.timekeeper.told_as().unwrap_or(self.board.side()), false)
            }
        }
    }

    /// The engine plays this side from now on.
    pub(super) fn take_side(&mut self, color: Color, now: Duration) {
        self.timekeeper.engine_plays(color, now);
        self.mode = Mode::Play(color);
    }

    fn new_game(&mut self, now: Duration) {
        self.drop_search();
        self.order(Effect::Forget);
        self.timekeeper.reset();
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.set_game(Game::new(Position::startpos()), now);
    }

    /// Another game record; the mode stays as it is, and if the record goes on with the one on the
    /// board so does what was learned in it.
    pub(super) fn set_game(&mut self, game: Game, now: Duration) {
        self.drop_search();
        self.timekeeper.stop(now);
        self.timekeeper.recount(game.moves_made());
        if !self.board.leads_to(&game) {
            self.timekeeper.forget_told();
            self.experience = Experience::default();
            self.agreements.forget();
            self.moved_at = None;
        }
        self.board.replace(game);
        self.searching.expected = None;
        self.resume_analysis(now);
    }

    fn undo(&mut self, plies: u32, now: Duration) {
        if let Err(reason) = self.board.can_undo(plies) {
            return self.refuse(if plies == 1 { "undo" } else { "remove" }, reason);
        }
        self.drop_search();
        self.timekeeper.stop(now);
        self.timekeeper.forget_told();
        self.board.undo(plies);
        self.searching.expected = None;
        self.agreements.forget();
        self.resume_analysis(now);
    }

    fn force(&mut self, now: Duration) {
        self.drop_search();
        self.timekeeper.stop(now);
        self.timekeeper.forget_told();
        self.timekeeper.told_one_move(None);
        self.mode = Mode::Force;
        self.board.reopen();
    }

    /// The engine plays the side to move, the next move by these limits if there are any.
    fn go(&mut self, limits: Option<OneMove>, now: Duration) {
        if !self.turned("go", now) {
            return;
        }
        let side = self.board.side();
        if self.thinking() && self.mode == Mode::Play(side) && limits.is_none() {
            return;
        }
        self.drop_search();
        self.timekeeper.told_one_move(limits);
        self.take_side(side, now);
        if !self.is_over(now) {
            self.think(now);
        }
    }

    fn play_other(&mut self, now: Duration) {
        if !self.turned("playother", now) {
            return;
        }
        self.drop_search();
        self.take_side(!self.board.side(), now);
        if !self.is_over(now) {
            self.timekeeper.start(self.board.side(), now);
            self.start_pondering(now);
        }
    }

    /// Whether the game is over, by result or by the rules; if so it is said again.
    fn is_over(&mut self, now: Duration) -> bool {
        match self.board.said_over().cloned() {
            Some(result) => {
                self.emit(Event::GameOver(result));
                true
            }
            None => self.ended_by_rule(now),
        }
    }

    fn analyze(&mut self, now: Duration) {
        if !self.turned("analyze", now) {
            return;
        }
        self.drop_search();
        self.timekeeper.stop(now);
        self.mode = Mode::Analyze;
        self.board.reopen();
        self.resume_analysis(now);
    }

    fn exit_analyze(&mut self, now: Duration) {
        if self.mode == Mode::Analyze {
            self.force(now);
        }
    }

    /// Analyses the position on the board, if that is the mode and there is anything to analyse.
    pub(super) fn resume_analysis(&mut self, now: Duration) {
        let alive = !self.board.position().legal_moves().is_empty();
        if self.mode == Mode::Analyze && alive && !self.board.nothing_to_search() {
            self.tell_book_line();
            self.start(Purpose::Analysis, self.board.game().clone(), now);
        }
    }

    fn end_game(&mut self, result: GameResult, now: Duration) {
        self.drop_search();
        self.timekeeper.stop(now);
        self.board.end(result);
    }
}
