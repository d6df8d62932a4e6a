//! The language of a person at a terminal.

mod changing;
mod commands;
mod course;
mod pages;
mod reports;
mod screen;
mod showing;
mod sidebar;
#[cfg(test)]
mod tests;
mod typed;
pub mod view;
mod why;

use std::{collections::VecDeque, path::Path, sync::Arc, time::Duration};

use super::{archive::Archive, chronicle::Chronicle, terminal::Terminal};
use crate::{
    message::{Action, Adapter, Clocked, Command, Event, GameResult, Party, Thinking},
    options::Options,
    position::{ChessMove, Color, Game, Position},
    program::NAME_AND_VERSION,
    protocol::{appraisal::appraisal, text},
};
use changing::Change;
use course::Course;
use pages::{Pages, fitted};
use reports::Reports;
pub use screen::Screen;
use view::Look;
use why::{Explained, Trace};

/// What the answer to a `Command::Show` is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To draw the board.
    Board,
    /// To print the FEN.
    Fen,
    /// To list the legal moves.
    Moves,
    /// To list the moves of the game.
    Game,
    /// To know how much an `undo` takes back.
    Undo,
    /// To know whether a draw that was offered has been agreed to.
    Draw,
    /// To know whether there is anything to end by moving at once.
    Now,
    /// To know that the session has taken a change of options.
    Change,
    /// To know who plays which side.
    Nothing,
}

/// Where things stand between the person and the engine in one game.
#[derive(Clone, Debug, Default)]
struct Standing {
    /// Whether the engine has offered a draw that can still be accepted.
    draw_offered: bool,
    /// Whether the person has offered one that is not answered yet.
    draw_asked: bool,
    /// For White and Black, whether it was told that the flag has fallen.
    flags_told: [bool; 2],
    /// How the game ended, if it did.
    over: Option<GameResult>,
    /// Whether what there is to say at the end has been said.
    end_told: bool,
    /// The last report of a search.
    thinking: Option<Thinking>,
    /// What the search has said of the position on the board.
    trace: Trace,
    /// The engine's last move.
    explained: Option<Explained>,
    /// What the session said last about a move.
    remark: Option<String>,
}

/// The adapter between a person and the session.
#[derive(Debug)]
pub struct Console {
    options: Options,
    /// What the output can show.
    terminal: Terminal,
    screen: Arc<Screen>,
    /// Whether the person wants the board the other way round.
    flipped: bool,
    /// Whether thinking is shown during a game.
    post: bool,
    analysing: bool,
    /// Whether the last thing that came was Ctrl-C, and no move of the engine since.
    interrupted: bool,
    /// The colour the engine played when the game was last shown.
    engine: Option<Color>,
    standing: Standing,
    /// What the views still to come were asked for, in order.
    awaited: VecDeque<Purpose>,
    /// What is to be asked of the session because of an event.
    requests: Vec<Command>,
    /// The options set last, until the session has taken or refused them.
    change: Option<Change>,
    /// What has been shown of the thinking.
    reports: Reports,
    /// The list that is being read.
    pages: Pages,
    /// The present game, for stepping through it, and for the archive.
    course: Course,
    chronicle: Chronicle,
    archive: Box<dyn Archive>,
}

impl Console {
    /// A console with these options, whose output goes to `terminal`; games are kept in `archive`.
    pub fn new(options: Options, terminal: Terminal, archive: Box<dyn Archive>) -> Console {
        Console {
            screen: Arc::new(Screen::new(options.clone())),
            options,
            terminal,
            flipped: false,
            post: false,
            analysing: false,
            interrupted: false,
            engine: None,
            standing: Standing::default(),
            awaited: VecDeque::new(),
            requests: Vec::new(),
            change: None,
            reports: Reports::default(),
            pages: Pages::default(),
            course: Course::new(Game::new(Position::startpos())),
            chronicle: Chronicle::new(Position::startpos()),
            archive,
        }
    }

    /// What a prompt needs to know of the game, and this console of the prompt.
    pub fn screen(&self) -> Arc<Screen> {
        self.screen.clone()
    }

    /// Asks the session for the game.
    fn show(&mut self, purpose: Purpose) -> Action {
        self.awaited.push_back(purpose);
        Action::Command(Command::Show)
    }

    /// As `show`, because of an event; a board that is on its way already is enough.
    fn request_board(&mut self) {
        if !self.awaited.contains(&Purpose::Board) {
            self.awaited.push_back(Purpose::Board);
            self.requests.push(Command::Show);
        }
    }

    /// Adds the game to the file of the option `pgn`, if there is one and the game is not yet there;
    /// what became of it, in words. A file that cannot be written is tried once.
    fn file_game(&mut self) -> Option<String> {
        if self.chronicle.is_empty() || self.chronicle.is_filed() {
            return None;
        }
        let path = self.options.settings().pgn.clone()?;
        self.chronicle.set_filed();
        Some(self.save_game(&path))
    }

    /// Adds the game to a file; what became of it, in words.
    fn save_game(&mut self, path: &Path) -> String {
        let game = self.chronicle.record("zeitnot at the terminal", &self.archive.player());
        let text = game.to_string();
        match self.archive.append(path, &text) {
            Ok(()) => format!("The game has been added to {}.", path.display()),
            Err(error) => format!("The game cannot be saved in {}: {error}.", path.display()),
        }
    }

    /// Why the file of the option `pgn` will not take the game, if there is one and it will not: better
    /// known now than at the end.
    fn obstacle(&mut self) -> Option<String> {
        let path = self.options.settings().pgn.clone()?;
        let error = self.archive.can_append(&path).err()?;
        Some(format!("Games cannot be saved in {}: {error}.", path.display()))
    }

    fn look(&self) -> Look {
        Look {
            colors: self.options.settings().color.on(self.terminal.colors),
            figurines: self.terminal.unicode,
            black_below: (self.engine == Some(Color::White)) != self.flipped,
        }
    }

    /// Tells of a move; the board follows once the person has something to do.
    fn moved(&mut self, by: Party, before: &Position, mv: ChessMove) -> Vec<String> {
        let (side, san) = (before.side(), before.san(mv));
        // A game that has been stepped back from its end comes to another one.
        self.standing.end_told &= self.standing.over.is_some();
        // And a game against the engine is left by whoever plays on from an earlier place in it.
        let left = if self.chronicle.goes_beyond(before) { self.file_game() } else { None };
        let thoughts = self.thoughts(before).cloned();
        self.chronicle.moved(by, before, mv, thoughts.as_ref(), &self.archive.today());
        let mut after = before.clone();
        after.play(mv);
        self.screen.set_position(&after);
        let answers = self.engine == Some(!side);
        if by == Party::Engine || !answers {
            self.request_board();
        }
        let told = match by {
            Party::Engine => {
                self.interrupted = false;
                let trace = std::mem::take(&mut self.standing.trace);
                self.standing.explained = Some(Explained::new(before, mv, trace));
                let mut lines = vec![format!("zeitnot plays {san}{}", self.verdict(before))];
                if std::mem::take(&mut self.standing.draw_asked) {
                    lines.push("zeitnot declines the draw.".to_owned());
                }
                lines
            }
            Party::Opponent => {
                self.standing.draw_offered = false;
                let who =
                    if answers { "You play" } else { &format!("{} plays", view::color(side)) };
                vec![format!("{who} {san}")]
            }
        };
        left.into_iter().chain(told).collect()
    }

    /// Whether the engine is thinking about a move of its own, as far as the game has been shown.
    fn is_at_work(&self) -> bool {
        let side = self.screen.position().side();
        self.engine == Some(side) && self.standing.over.is_none()
    }

    /// What the engine said last of a position.
    fn thoughts(&self, position: &Position) -> Option<&Thinking> {
        let thinking = self.standing.thinking.as_ref();
        thinking.filter(|thinking| thinking.root.key() == position.key())
    }

    /// What the engine thought of the position it has just moved in, if it said so.
    fn verdict(&self, before: &Position) -> String {
        self.thoughts(before).map_or(String::new(), |thinking| {
            let score = view::told(thinking.score, before.side());
            let (spent, depth) = (view::spent(thinking.elapsed), thinking.depth);
            format!("  ({score} after {spent}, depth {depth})")
        })
    }

    /// Notes a report, and shows it if that is wanted.
    fn report(&mut self, report: &Thinking) -> Vec<String> {
        self.standing.thinking = Some(report.clone());
        self.standing.trace.note(report);
        if !self.post && !self.analysing {
            return Vec::new();
        }
        let (redraws, width) = (self.terminal.redraws, self.screen.width());
        self.reports.line(report, redraws, width).into_iter().collect()
    }

    /// The engine offers a draw, which is told with the board unless its move ends the game, or agrees to the
    /// person's: then that is the end.
    fn draw_offered(&mut self) -> Vec<String> {
        if std::mem::take(&mut self.standing.draw_asked) {
            self.requests.push(Command::GameOver(commands::agreed_draw()));
            self.request_board();
            return vec!["zeitnot agrees to a draw.".to_owned()];
        }
        self.standing.draw_offered = true;
        Vec::new()
    }

    /// Notes what the clocks say of a move, and tells once that a flag has fallen.
    fn clocked(&mut self, clocked: &Clocked) -> Vec<String> {
        self.chronicle.clocked(clocked);
        let mover = !self.chronicle.side();
        let told = &mut self.standing.flags_told[mover.to_index()];
        if clocked.left != Some(Duration::ZERO) || std::mem::replace(told, true) {
            return Vec::new();
        }
        vec![format!("{}'s flag has fallen; zeitnot plays on.", view::color(mover))]
    }

    /// What an event is in words.
    fn told(&mut self, event: &Event) -> Vec<String> {
        match event {
            Event::Moved { by, before, mv } => self.moved(*by, before, *mv),
            Event::Clocked(clocked) => self.clocked(clocked),
            Event::Illegal { text, reason } => {
                let advice = typed::advice(&self.screen.position(), text, reason);
                let advice = advice.unwrap_or_default();
                vec![format!("{text} cannot be played: {reason}{advice}.")]
            }
            Event::Refused { command: option, reason } if self.options.spec(option).is_some() => {
                self.refused(option, reason)
            }
            Event::Refused { command, reason } => {
                vec![format!("Not possible ({command}): {reason}.")]
            }
            Event::DrawOffer => self.draw_offered(),
            Event::Thinking(report) => self.report(report),
            Event::FromBook => {
                (self.standing.thinking, self.standing.trace) = Default::default();
                Vec::new()
            }
            Event::GameOver(_) => {
                self.request_board();
                Vec::new()
            }
            Event::Hint { position, mv } => {
                vec![format!("zeitnot would play {}.", position.san(*mv))]
            }
            Event::Shown(view) => self.shown(view),
            Event::Evaluated(board) => appraisal(board),
            Event::Book { position, moves } => text::book(position, moves.as_deref()),
            Event::InBook { position, moves } => vec![text::book_line(position, moves)],
            Event::Accounted(account) => {
                self.chronicle.explain(account);
                if let Some(explained) = &mut self.standing.explained {
                    explained.account = Some(account.clone());
                    self.standing.remark = explained.line();
                }
                Vec::new()
            }
            Event::Remark(text) => {
                self.standing.remark = Some(text.clone());
                Vec::new()
            }
            Event::Resigned => {
                self.request_board();
                vec!["zeitnot resigns.".to_owned()]
            }
            Event::Pong(_) => self.changed(),
            Event::Status(_)
            | Event::RootMove(_)
            | Event::BadPosition { .. }
            | Event::BestMove { .. }
            | Event::Planned { .. }
            | Event::Counted { .. }
            | Event::Benched { .. } => Vec::new(),
        }
    }
}

/// However the conversation ends, also where nobody reads any more.
impl Drop for Console {
    fn drop(&mut self) {
        self.file_game();
    }
}

impl Adapter for Console {
    /// What to do before the first line: greet, set up a game with the clock of the option `level`,
    /// and show it.
    fn start(&mut self) -> Vec<Action> {
        let greeting = format!(
            "{NAME_AND_VERSION}\n\
             You have White: type a move, such as e4 or Nf3.\n\
             `go` gives you Black, `help` lists what else there is."
        );
        let mut actions = vec![Action::Print(greeting)];
        actions.extend(self.obstacle().map(Action::Print));
        actions.push(Action::Command(Command::NewGame));
        actions.push(Action::Command(Command::Control(self.options.settings().level)));
        actions.push(self.show(Purpose::Board));
        actions
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        self.reports = Reports::default();
        let mut actions = commands::line(self, line);
        for action in &mut actions {
            if let Action::Print(text) = action {
                *text = fitted(text, self.screen.width());
            }
        }
        actions
    }

    fn overlong(&mut self, _beginning: &str) -> Vec<Action> {
        vec![Action::Print("That line is too long for me.".to_owned())]
    }

    /// Who hangs up leaves the game as well.
    fn end(&mut self) -> Vec<Action> {
        commands::leave(self)
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        let lines = self.told(event);
        if !lines.is_empty() && !matches!(event, Event::Thinking(_)) {
            self.reports.interrupt();
        }
        let width = self.screen.width();
        lines.iter().map(|line| fitted(line, width)).collect()
    }

    fn requests(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.requests)
    }

    fn opponent(&self) -> Option<String> {
        Some(self.archive.player())
    }
}
