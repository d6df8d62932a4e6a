//! An XBoard engine whose searches are put on record.
//!
//! It keeps a game of its own. It is told the moves it does not know yet, thinks and moves, and takes its move
//! back, so that the game on its board is the one that was searched, and its tables stay.

use std::time::Duration;

use super::{Effort, EngineError, pipe::Pipe};
use crate::{
    front::commands::now,
    lab::{
        record::{
            Listening, Player, Protocol,
            xboard::{Features, Saying, ends_game, move_played},
        },
        searchlog::SearchLog,
    },
    position::{Game, Position},
};

/// An engine that is silent for so long after `protover` has no features, or no more of them.
const PATIENCE: Duration = Duration::from_secs(10);
/// The same once it has asked for patience, and for answers to pings.
const GREAT_PATIENCE: Duration = Duration::from_secs(60);
/// Seconds a move where depth alone is to end a search.
const NO_END: u64 = 3_600;

/// An XBoard engine that is running; it ends with this value.
pub struct XboardPlayer {
    pipe: Pipe,
    effort: Effort,
    name: String,
    features: Features,
    /// How it says its moves, once it has; whatever it says in another way as well is no further move.
    saying: Option<Saying>,
    /// The game on its board.
    game: Game,
    pings: u32,
}

impl XboardPlayer {
    /// Starts the engine and sets its options, each `NAME=VALUE`.
    ///
    /// # Errors
    /// If it cannot be started, or is to search a number of nodes.
    pub fn start(
        command: &str,
        options: &[String],
        effort: Effort,
    ) -> Result<XboardPlayer, EngineError> {
        if matches!(effort, Effort::Nodes(_)) {
            return Err(EngineError::NoNodes);
        }
        if let Some(wrong) = options.iter().find(|option| !option.contains('=')) {
            return Err(EngineError::Option(wrong.clone()));
        }
        let pipe = Pipe::start(command)?;
        let (features, game) = (Features::default(), Game::new(Position::startpos()));
        let name = command.to_owned();
        let saying = None;
        let mut player = XboardPlayer { pipe, effort, name, features, saying, game, pings: 0 };
        player.introduce()?;
        for option in options {
            player.pipe.say(&format!("option {option}"))?;
        }
        Ok(player)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Hears what it can do; one that says nothing speaks the first version of the protocol.
    fn introduce(&mut self) -> Result<(), EngineError> {
        self.pipe.say("xboard")?;
        self.pipe.say("protover 2")?;
        // Only features prolong the time for them.
        let mut due = now() + PATIENCE;
        while self.features.done != Some(true) {
            let Some(line) = self.pipe.hear_until(due)? else { break };
            if knows_no_features(&line) {
                break;
            }
            for name in self.features.hear(&line) {
                self.pipe.say(&format!("accepted {name}"))?;
                let asked_for_time = self.features.done.is_some();
                due = now() + if asked_for_time { GREAT_PATIENCE } else { PATIENCE };
            }
        }
        if let Some(name) = &self.features.name {
            self.name.clone_from(name);
        }
        Ok(())
    }

    /// Waits until it has done everything so far, if it can say so.
    fn settle(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.pipe.say(&ping)?;
        let due = now() + GREAT_PATIENCE;
        loop {
            let line = self.pipe.hear_answer(&ping, due)?;
            if line == pong {
                return Ok(());
            }
            refusal(&line)?;
        }
    }

    /// A fresh board with this position on it. Every engine has the usual one after `new`; any other is
    /// given by `setboard`.
    fn set_up(&mut self, start: &Position) -> Result<(), EngineError> {
        let usual = *start == Position::startpos();
        if !usual && !self.features.setboard {
            let (engine, fen) = (self.name.clone(), start.fen());
            return Err(EngineError::NoSetboard { engine, fen });
        }
        self.pipe.say("new")?;
        self.pipe.say("force")?;
        if !usual {
            self.pipe.say(&format!("setboard {}", start.fen()))?;
        }
        self.game = Game::new(start.clone());
        Ok(())
    }

    /// Brings a game onto its board, which stands still.
    fn follow(&mut self, game: &Game) -> Result<(), EngineError> {
        let known =
            self.game.start() == game.start() && game.moves().starts_with(self.game.moves());
        if !known {
            self.set_up(game.start())?;
        }
        let first = self.game.moves().len();
        for (mv, before) in game.moves().iter().zip(game.positions()).skip(first) {
            let text = if self.features.san { before.san(*mv) } else { before.coordinate(*mv) };
            let word = if self.features.usermove { "usermove " } else { "" };
            self.pipe.say(&format!("{word}{text}"))?;
            self.game.play(*mv);
        }
        Ok(())
    }

    /// Says how long it is to think, and how.
    fn limit(&mut self) -> Result<(), EngineError> {
        match self.effort {
            Effort::Milliseconds(ms) => self.pipe.say(&format!("st {}", ms.div_ceil(1_000)))?,
            Effort::Depth(depth) => {
                self.pipe.say(&format!("st {NO_END}"))?;
                self.pipe.say(&format!("sd {depth}"))?;
            }
            Effort::Nodes(_) => return Err(EngineError::NoNodes),
        }
        self.pipe.say("easy")?;
        self.pipe.say("post")
    }

    /// How long an answer may take.
    fn patience(&self) -> Duration {
        let search = match self.effort {
            Effort::Milliseconds(ms) => Duration::from_millis(ms),
            _ => Duration::from_secs(NO_END),
        };
        2 * search + GREAT_PATIENCE
    }
}

impl Player for XboardPlayer {
    type Error = EngineError;

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.set_up(&Position::startpos())?;
        self.settle()
    }

    fn search(&mut self, game: &Game) -> Result<SearchLog, EngineError> {
        self.follow(game)?;
        self.limit()?;
        self.settle()?;
        self.pipe.say("go")?;
        let mut listening = Listening::new(Protocol::Xboard, game.position(), self.effort.unit());
        let due = now() + self.patience();
        let log = loop {
            let line = self.pipe.hear_answer("go", due)?;
            if let Some((saying, best)) = move_played(&line) {
                if *self.saying.get_or_insert(saying) == saying {
                    break listening.finish(best)?;
                }
                continue;
            }
            if ends_game(&line) {
                // It gives up or claims a draw instead of moving: the board is not what it was.
                self.set_up(&Position::startpos())?;
                return Ok(listening.finish_without_move()?);
            }
            refusal(&line)?;
            listening.hear(&line);
        };
        self.pipe.say("force")?;
        self.pipe.say("undo")?;
        Ok(log)
    }
}

/// Whether it says that it speaks the first version of the protocol, where there are no features to wait for.
fn knows_no_features(line: &str) -> bool {
    line.starts_with("Error (") && line.contains("protover")
}

/// What it says if it does not take a move or a position.
fn refusal(line: &str) -> Result<(), EngineError> {
    let beginnings = ["Illegal move", "Illegal position", "tellusererror"];
    if beginnings.iter().any(|beginning| line.starts_with(beginning)) {
        return Err(EngineError::Refused(line.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
