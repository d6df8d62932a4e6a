//! The language of a person at a terminal.

mod commands;
#[cfg(test)]
mod tests;
pub mod view;

use std::{collections::VecDeque, path::Path};

use super::{archive::Archive, chronicle::Chronicle, terminal::Terminal};
use crate::{
    message::{Action, Adapter, Command, Event, Party, Thinking, View},
    options::Options,
    position::{ChessMove, Color, Position},
    protocol::{appraisal::appraisal, text},
};
use view::Look;

/// What the answer to a `Command::Show` is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To draw the board.
    Board,
    /// To print the FEN.
    Fen,
    /// To list the legal moves.
    Moves,
    /// To know how much an `undo` takes back.
    Undo,
    /// To know who plays which side.
    Nothing,
}

/// The adapter between a person and the session.
#[derive(Debug)]
pub struct Console {
    options: Options,
    /// What the output can show.
    terminal: Terminal,
    /// Whether the person wants the board the other way round.
    flipped: bool,
    /// Whether thinking is shown during a game.
    post: bool,
    analysing: bool,
    /// Whether the engine has offered a draw that can still be accepted.
    draw_offered: bool,
    /// The colour the engine played when the game was last shown.
    engine: Option<Color>,
    /// What the views still to come were asked for, in order.
    awaited: VecDeque<Purpose>,
    /// What is to be asked of the session because of an event.
    requests: Vec<Command>,
    /// The last report of a search.
    thinking: Option<Thinking>,
    /// What the session said last about a move.
    remark: Option<String>,
    /// The present game, for the archive.
    chronicle: Chronicle,
    archive: Box<dyn Archive>,
}

impl Console {
    /// A console with these options, whose output goes to `terminal`; games are kept in `archive`.
    pub fn new(options: Options, terminal: Terminal, archive: Box<dyn Archive>) -> Console {
        Console {
            options,
            terminal,
            flipped: false,
            post: false,
            analysing: false,
            draw_offered: false,
            engine: None,
            awaited: VecDeque::new(),
            requests: Vec::new(),
            thinking: None,
            remark: None,
            chronicle: Chronicle::new(Position::startpos()),
            archive,
        }
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

    /// Drops what was said about a game that is no more.
    fn forget_game(&mut self) {
        self.draw_offered = false;
        self.thinking = None;
        self.remark = None;
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
        let thoughts = self.thoughts(before).cloned();
        self.chronicle.moved(by, before, mv, thoughts.as_ref(), &self.archive.today());
        let answers = self.engine == Some(!side);
        if by == Party::Engine || !answers {
            self.request_board();
        }
        match by {
            Party::Engine => vec![format!("zeitnot plays {san}{}", self.verdict(before))],
            Party::Opponent => {
                self.draw_offered = false;
                let who =
                    if answers { "You play" } else { &format!("{} plays", view::color(side)) };
                vec![format!("{who} {san}")]
            }
        }
    }

    /// What the engine said last of a position.
    fn thoughts(&self, position: &Position) -> Option<&Thinking> {
        self.thinking.as_ref().filter(|thinking| thinking.root.key() == position.key())
    }

    /// What the engine thought of the position it has just moved in, if it said so.
    fn verdict(&self, before: &Position) -> String {
        self.thoughts(before).map_or(String::new(), |thinking| {
            format!(
                "  ({} after {}, depth {})",
                thinking.score,
                view::spent(thinking.elapsed),
                thinking.depth
            )
        })
    }

    fn shown(&mut self, view: &View) -> Vec<String> {
        self.engine = view.engine;
        self.chronicle.follow(view);
        let mut lines = match self.awaited.pop_front() {
            Some(Purpose::Board) | None => view::board(view, self.look()),
            Some(Purpose::Fen) => vec![view.game.position().fen()],
            Some(Purpose::Moves) => view::moves(view.game.position()),
            Some(Purpose::Undo) => self.undo(view),
            Some(Purpose::Nothing) => Vec::new(),
        };
        if view.result.is_some() {
            lines.extend(self.file_game());
        }
        lines
    }

    /// Takes back the person's last move, and the engine's answer if it has been given.
    fn undo(&mut self, view: &View) -> Vec<String> {
        let answered = view.engine == Some(!view.game.position().side());
        let plies = if answered { 2 } else { 1 };
        if view.game.moves().len() < plies as usize {
            return vec!["There is no move of yours to take back.".into()];
        }
        self.forget_game();
        self.requests.push(Command::Undo { plies });
        self.request_board();
        Vec::new()
    }
}

impl Adapter for Console {
    /// What to do before the first line: greet, set up a game with the clock of the option `level`,
    /// and show it.
    fn start(&mut self) -> Vec<Action> {
        let greeting = format!(
            "zeitnot {}\n\
             You have White: type a move, such as e4 or Nf3. `go` gives you Black, `help` lists the rest.",
            env!("CARGO_PKG_VERSION")
        );
        let mut actions = vec![Action::Print(greeting)];
        actions.extend(self.obstacle().map(Action::Print));
        actions.push(Action::Command(Command::NewGame));
        actions.push(Action::Command(Command::Control(self.options.settings().level)));
        actions.push(self.show(Purpose::Board));
        actions
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        commands::line(self, line)
    }

    fn overlong(&mut self, _beginning: &str) -> Vec<Action> {
        vec![Action::Print("That line is too long for me.".to_owned())]
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        match event {
            Event::Moved { by, before, mv } => self.moved(*by, before, *mv),
            Event::Illegal { text, reason } => vec![format!("{text} cannot be played: {reason}.")],
            Event::Refused { command: option, reason } if self.options.spec(option).is_some() => {
                vec![format!("The option {option}: {reason}; the game goes on without it.")]
            }
            Event::Refused { command, reason } => {
                vec![format!("Not possible ({command}): {reason}.")]
            }
            Event::DrawOffer => {
                self.draw_offered = true;
                vec!["zeitnot offers a draw. `draw` accepts it; a move declines it.".into()]
            }
            Event::Thinking(report) => {
                self.thinking = Some((**report).clone());
                let shown = self.post || self.analysing;
                shown.then(|| view::thinking(report)).into_iter().collect()
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
            Event::Accounted(account) => {
                self.remark = Some(account.to_string());
                self.chronicle.explain(account);
                Vec::new()
            }
            Event::Remark(text) => {
                self.remark = Some(text.clone());
                Vec::new()
            }
            Event::Resigned => {
                self.request_board();
                vec!["zeitnot resigns.".to_owned()]
            }
            Event::Pong(_)
            | Event::Status(_)
            | Event::RootMove(_)
            | Event::BadPosition { .. }
            | Event::BestMove { .. }
            | Event::Counted { .. }
            | Event::Benched { .. } => Vec::new(),
        }
    }

    fn requests(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.requests)
    }

    fn opponent(&self) -> Option<String> {
        Some(self.archive.player())
    }
}
