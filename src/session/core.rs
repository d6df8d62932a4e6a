//! The session as a pure machine: inputs with their time go in, effects come out.

use std::time::Duration;

use super::{
    agreements::Agreements,
    control::Replan,
    lag::Lag,
    worker::{Errand, Job, Report, WorkerEvent},
};
use crate::{
    clock::{Ledger, TimeControl},
    eval::Evaluation,
    message::{Command, Despair, Event, GameResult, Held, Party, Scoring, Status, Truce},
    position::{ChessMove, Color, Game, Position},
    search::{Belief, Outcome},
    timing::{self, Budget, Parameters, Policy, Situation},
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
    /// The expected move came while the search with this number pondered on it.
    Hit(u64, Replan),
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
    /// From the next search on, believe this of the position with this key.
    Believe(u64, Belief),
    /// Forget what was learned in the last game.
    Forget,
    /// From the next search on, score positions so.
    Evaluation(Scoring),
    /// From the next search on, the endgame tables in these folders.
    Tables(String),
    /// Say when all of these settings are in force.
    Settle,
    /// Run an errand.
    Run(Errand),
}

/// Settings a session begins with.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The time policy, by name.
    pub policy: String,
    /// What is changed about the time policies.
    pub parameters: Parameters,
    /// Time lost between deciding on a move and the clock hearing of it.
    pub move_overhead: Duration,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// Lines to report, at least 1.
    pub multi_pv: usize,
    /// What scores positions.
    pub evaluation: Evaluation,
    /// The time control until another is set.
    pub control: TimeControl,
    /// The control that overrules it, if one does.
    pub clock: Option<TimeControl>,
    /// When a draw offer is accepted; `None` for never.
    pub draw: Option<Truce>,
    /// When a game is given up; `None` for never.
    pub resign: Option<Despair>,
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

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A move to be played.
    Move,
    /// The move that the opponent will play, to be pondered on next.
    Guess,
    /// An answer to this expected move.
    Ponder(ChessMove),
    /// The one who asked.
    Analysis,
    /// A best move to be told, perhaps not before it is asked for.
    Answer(Held),
}

/// The search under way.
pub(super) struct Search {
    pub id: u64,
    pub purpose: Purpose,
    pub started: Duration,
    /// When a move must be played whatever the worker does.
    pub deadline: Option<Duration>,
    /// Its last report.
    pub last: Option<Report>,
    /// Its result, if it ended before it was needed.
    pub finished: Option<Outcome>,
    pub budget: Option<Budget>,
}

/// The state of the game and of the thinking about it.
pub struct Core {
    pub(super) game: Game,
    pub(super) mode: Mode,
    /// How the game ended, if it did.
    pub(super) over: Option<GameResult>,
    pub(super) ledger: Ledger,
    /// The client's time control; in force unless `overruled`.
    pub(super) control: TimeControl,
    /// Whether a control of the operator's is in force instead.
    pub(super) overruled: bool,
    pub(super) depth_limit: Option<u32>,
    /// Nodes a second of a clock made of nodes.
    pub(super) node_rate: Option<u64>,
    pub(super) multi_pv: usize,
    pub(super) evaluation: Evaluation,
    pub(super) analyse_mode: bool,
    pub(super) policy: Box<dyn Policy>,
    /// The first search that `policy` can come back from: it was chosen before that.
    pub(super) policy_since: u64,
    pub(super) parameters: Parameters,
    pub(super) move_overhead: Duration,
    pub(super) ponder: bool,
    pub(super) search: Option<Search>,
    pub(super) next_id: u64,
    /// The answer the engine expects to the position on the board.
    pub(super) expected: Option<ChessMove>,
    /// Whose turn it was last said to be, and the root moves to be searched if not all are.
    pub(super) turn: Option<Color>,
    pub(super) root_moves: Option<Vec<ChessMove>>,
    pub(super) agreements: Agreements,
    /// In a pause, what waits for its end.
    pub(super) postponed: Option<Vec<Input>>,
    /// What the client's clock loses, and whether it has named the engine's time since the last
    /// change of control.
    pub(super) lag: Lag,
    pub(super) clock_told: bool,
    /// When the engine moved last, and how often in a row the opponent has answered at once.
    pub(super) moved_at: Option<Duration>,
    pub(super) quick_replies: u32,
    /// What lasts from move to move of the situation that policies are told.
    pub(super) record: Situation,
    /// Pings that wait for the move, or for the settings before them.
    pub(super) pings: Vec<String>,
    /// Whether settings may still be on their way into force.
    pub(super) unsettled: bool,
    pub(super) effects: Vec<Effect>,
}

impl Core {
    /// A session at the start position, the engine to play Black.
    ///
    /// # Errors
    /// If there is no policy of that name.
    pub fn new(defaults: &Defaults) -> Result<Core, String> {
        let policy = timing::by_name(&defaults.policy, &defaults.parameters)
            .ok_or_else(|| format!("there is no time policy {:?}", defaults.policy))?;
        Ok(Core {
            game: Game::new(Position::startpos()),
            mode: Mode::Play(Color::Black),
            over: None,
            ledger: Ledger::new(defaults.clock.unwrap_or(defaults.control)),
            control: defaults.control,
            overruled: defaults.clock.is_some(),
            depth_limit: None,
            node_rate: None,
            multi_pv: defaults.multi_pv,
            evaluation: defaults.evaluation.clone(),
            analyse_mode: false,
            policy,
            policy_since: 1,
            parameters: defaults.parameters.clone(),
            move_overhead: defaults.move_overhead,
            ponder: defaults.ponder,
            search: None,
            next_id: 1,
            expected: None,
            turn: None,
            root_moves: None,
            agreements: Agreements::new(defaults.draw, defaults.resign),
            postponed: None,
            lag: Lag::default(),
            clock_told: false,
            moved_at: None,
            quick_replies: 0,
            record: Situation::default(),
            pings: Vec::new(),
            unsettled: false,
            effects: Vec::new(),
        })
    }

    /// When the session wants a `Tick`, in session time.
    pub fn deadline(&self) -> Option<Duration> {
        self.search.as_ref().and_then(|search| search.deadline).filter(|_| !self.is_paused())
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
            Command::Edit { edits, castling } => self.edit(&edits, castling, now),
            Command::SideToMove(color) => self.side_to_move(color, now),
            Command::Move(text) => self.opponent_types(&text, now),
            Command::Play(mv) => self.opponent_moves(mv, now),
            Command::Undo { plies } => self.undo(plies, now),
            Command::Force => self.force(now),
            Command::Go => self.go(now),
            Command::PlayOther => self.play_other(now),
            Command::Analyze => self.analyze(now),
            Command::ExitAnalyze => self.exit_analyze(now),
            Command::Search(request) => self.search(*request, now),
            Command::PonderHit => self.request_hit(now),
            Command::MoveNow => self.move_now(now),
            Command::NodeRate(rate) => self.node_rate = rate,
            Command::Evaluate => self.evaluate(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => self.effects.push(Effect::Run(Errand::Bench(depth))),
            Command::Control(control) => {
                self.clock_told = false;
                self.control = control;
                if !self.overruled {
                    self.ledger.set_control(control, self.game.moves_made());
                }
            }
            Command::DepthLimit(depth) => self.depth_limit = depth,
            Command::ClockIs { whose, remaining } => self.clock_is(whose, remaining, now),
            Command::Restrict { mv, searched } => self.restrict(mv.as_deref(), searched, now),
            Command::Believe { score, depth } => self.believe(Belief { score, depth }),
            Command::DrawOffered => self.draw_offered(),
            Command::GameOver(result) => self.end_game(result, now),
            Command::Ping(text) => self.ping(text),
            Command::Status => self.tell_status(now),
            Command::Hint => self.hint(),
            Command::Show => self.show(now),
            Command::Set(setting) => self.set(setting, now),
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

    /// The colour of a party; while the engine plays none, it stands for the side to move.
    fn color_of(&self, whose: Party) -> Color {
        let engine = match self.mode {
            Mode::Play(color) => color,
            Mode::Force | Mode::Analyze => self.game.position().side(),
        };
        if whose == Party::Engine { engine } else { !engine }
    }

    /// The client's word on a clock is the truth; what it differs from our own reckoning is lag, if
    /// our reckoning began with the client's word as well.
    fn clock_is(&mut self, whose: Party, remaining: Duration, now: Duration) {
        let color = self.color_of(whose);
        if whose == Party::Engine {
            if self.clock_told {
                self.lag.learn(self.ledger.remaining(color, now), remaining);
            }
            self.clock_told = true;
        }
        self.ledger.correct(color, remaining, now);
    }

    fn new_game(&mut self, now: Duration) {
        self.drop_search();
        self.forget();
        self.ledger.reset();
        self.clock_told = false;
        (self.depth_limit, self.node_rate) = (None, None);
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.set_game(Game::new(Position::startpos()), now);
    }

    /// Another game record; the mode stays as it is, and if the record goes on with the one on the
    /// board so does what was learned in it.
    pub(super) fn set_game(&mut self, game: Game, now: Duration) {
        self.drop_search();
        self.ledger.stop(now);
        self.ledger.recount(game.moves_made());
        if !self.goes_on_with(&game) {
            self.clock_told = false;
            self.record = Situation::default();
            self.agreements.forget();
            (self.moved_at, self.quick_replies) = (None, 0);
        }
        self.game = game;
        self.over = None;
        self.expected = None;
        self.leave_position();
        self.resume_analysis(now);
    }

    fn undo(&mut self, plies: u32, now: Duration) {
        if (self.game.moves().len() as u64) < u64::from(plies) {
            return self.refuse("undo", "no move to take back");
        }
        self.drop_search();
        self.ledger.stop(now);
        self.clock_told = false;
        for _ in 0..plies {
            self.game.undo();
        }
        self.over = None;
        self.expected = None;
        self.leave_position();
        self.agreements.forget();
        self.resume_analysis(now);
    }

    fn force(&mut self, now: Duration) {
        self.drop_search();
        self.ledger.stop(now);
        self.clock_told = false;
        self.mode = Mode::Force;
        self.over = None;
    }

    fn go(&mut self, now: Duration) {
        if !self.turned("go", now) {
            return;
        }
        let side = self.game.position().side();
        if self.thinking() && self.mode == Mode::Play(side) {
            return;
        }
        self.drop_search();
        self.mode = Mode::Play(side);
        if !self.is_over(now) {
            self.think(now);
        }
    }

    fn play_other(&mut self, now: Duration) {
        if !self.turned("playother", now) {
            return;
        }
        self.drop_search();
        self.mode = Mode::Play(!self.game.position().side());
        if !self.is_over(now) {
            self.ledger.start(self.game.position().side(), now);
            self.start_pondering(now);
        }
    }

    /// Whether the game is over, by result or by the rules; if so it is said again.
    fn is_over(&mut self, now: Duration) -> bool {
        match self.over.clone() {
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
        self.ledger.stop(now);
        self.mode = Mode::Analyze;
        self.resume_analysis(now);
    }

    fn exit_analyze(&mut self, now: Duration) {
        if self.mode == Mode::Analyze {
            self.force(now);
        }
    }

    /// Analyses the position on the board, if that is the mode and there is anything to analyse.
    pub(super) fn resume_analysis(&mut self, now: Duration) {
        let alive = !self.game.position().legal_moves().is_empty();
        if self.mode == Mode::Analyze && alive && !self.nothing_to_search() {
            self.start(Purpose::Analysis, self.game.clone(), None, now);
        }
    }

    fn end_game(&mut self, result: GameResult, now: Duration) {
        self.drop_search();
        self.ledger.stop(now);
        self.over = Some(result);
    }
}

/// The result of a game that the rules have ended, or that either player may claim.
pub(super) fn result_by_rule(game: &Game) -> Option<GameResult> {
    let ending = game.ending()?;
    let to_move = game.position().side();
    let (winner, reason) = (ending.winner(to_move), ending.reason(to_move).to_owned());
    Some(GameResult { winner, decided: true, reason })
}
