//! Between the GUI's language and the session's, with what the protocol itself has to remember.

use super::{
    draft::{Draft, Stroke},
    format,
    parse::{BareMoves, CecpCommand, ParseError, parse},
    variant::Variant,
};
use crate::{
    message::{Action, Adapter, Command, Event, Party},
    options::{Kind, OptionError, Options, Spec, Value},
    position::{Edit, Game},
    protocol::{settings, text::print},
};

/// The most bytes of a command; no GUI sends as many.
const MAX_COMMAND: usize = 4096;

/// MiB out of the GUI's allowance that go to the network and what else all threads have in common.
const SHARED_TABLES: usize = 10;

/// MiB out of it that go to the histories of each thread.
const TABLES_PER_THREAD: usize = 6;

/// A conversation with one GUI.
#[derive(Debug)]
pub struct Cecp {
    options: Options,
    version: u32,
    usermove_rejected: bool,
    debug: bool,
    post: bool,
    analyzing: bool,
    /// The last position sent was refused, so there is none to play on.
    no_position: bool,
    /// The men being changed, between `edit` and `.`.
    draft: Option<Draft>,
    variant: Variant,
    /// The name of whom the engine plays, once the GUI has said it in this game.
    opponent: Option<String>,
    /// MiB that all tables together may take, once the GUI has said so.
    allowance: Option<usize>,
    /// Somebody has named the folders of endgame tables by the option, who knows better than the GUI's
    /// own setting for all engines, which XBoard sends before every game whether or not they exist.
    own_tables: bool,
}

/// Why the adapter itself turned a line away.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    #[error("unsupported variant; there are {}", Variant::ALL.map(|(name, _)| name).join(", "))]
    UnsupportedVariant,
    #[error("a value is needed; write it as in: option {0}={1}")]
    NoValue(String, Value),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("no legal position")]
    NoPosition,
    #[error("no edit command, such as Pe4, xe4, #, c or .")]
    NoEdit,
    #[error("line too long")]
    TooLong,
}

impl Cecp {
    /// A conversation that begins; some of the options are announced to the GUI beside the fixed
    /// features, and all can be set.
    pub fn new(options: Options) -> Cecp {
        Cecp {
            own_tables: !options.settings().syzygy_path.is_empty(),
            options,
            allowance: None,
            version: 1,
            usermove_rejected: false,
            debug: false,
            post: false,
            analyzing: false,
            no_position: false,
            draft: None,
            variant: Variant::default(),
            opponent: None,
        }
    }

    /// One line from the GUI: read, remembered, translated.
    fn take(&mut self, line: &str) -> Result<Vec<Action>, Refusal> {
        if line.len() > MAX_COMMAND {
            return Err(Refusal::TooLong);
        }
        if let Some(draft) = self.draft.take() {
            return self.edit(draft, line);
        }
        self.heed(parse(line, self.bare_moves())?)
    }

    fn heed(&mut self, said: CecpCommand) -> Result<Vec<Action>, Refusal> {
        self.check_position(&said)?;
        self.remember(&said);
        self.obey(said)
    }

    /// A line of an edit. `new` and `quit` end it without a result; pings are answered, for they may
    /// come at any time.
    fn edit(&mut self, mut draft: Draft, line: &str) -> Result<Vec<Action>, Refusal> {
        if let Some(edits) = Stroke::read(line).map(|stroke| draft.take(stroke)) {
            return Ok(self.edited(draft, edits));
        }
        let said = parse(line, self.bare_moves());
        if !matches!(said, Ok(CecpCommand::New | CecpCommand::Quit)) {
            self.draft = Some(draft);
        }
        match said {
            Ok(
                said @ (CecpCommand::New
                | CecpCommand::Quit
                | CecpCommand::Ping(_)
                | CecpCommand::Nothing),
            ) => self.heed(said),
            _ => Err(Refusal::NoEdit),
        }
    }

    /// The edit goes on, or its result is put on the board.
    fn edited(&mut self, draft: Draft, edits: Option<Vec<Edit>>) -> Vec<Action> {
        let Some(edits) = edits else {
            self.draft = Some(draft);
            return Vec::new();
        };
        self.no_position = false;
        vec![Action::Command(Command::Edit { edits, rights: self.variant.rights() })]
    }

    /// A GUI that does not send `usermove` sends its moves bare.
    fn bare_moves(&self) -> BareMoves {
        if self.version < 2 || self.usermove_rejected {
            BareMoves::Any
        } else {
            BareMoves::Coordinates
        }
    }

    /// Nothing can be played on a position that was refused.
    fn check_position(&self, said: &CecpCommand) -> Result<(), Refusal> {
        let plays = matches!(
            said,
            CecpCommand::Go
                | CecpCommand::PlayOther
                | CecpCommand::Analyze
                | CecpCommand::SideToMove(_)
                | CecpCommand::Restrict { .. }
                | CecpCommand::SetScore { .. }
        );
        if self.no_position && plays { Err(Refusal::NoPosition) } else { Ok(()) }
    }

    /// What is thought about a position that the GUI has left would mislead it.
    fn shows_thinking(&self) -> bool {
        self.post && !self.no_position
    }

    /// The protocol's own memory, for everything that the session need not know.
    fn remember(&mut self, said: &CecpCommand) {
        match said {
            CecpCommand::Protover(version) => self.version = *version,
            CecpCommand::Accepted("debug") => self.debug = true,
            CecpCommand::Rejected("debug") => self.debug = false,
            CecpCommand::Accepted("usermove") => self.usermove_rejected = false,
            CecpCommand::Rejected("usermove") => self.usermove_rejected = true,
            CecpCommand::Post(on) => self.post = *on,
            CecpCommand::Analyze => self.analyzing = true,
            CecpCommand::Exit | CecpCommand::Force | CecpCommand::Go | CecpCommand::PlayOther => {
                self.analyzing = false
            }
            CecpCommand::Edit => self.draft = Some(Draft::new()),
            CecpCommand::New => {
                self.no_position = false;
                self.variant = Variant::default();
                self.opponent = None;
            }
            CecpCommand::Name(name) => self.opponent = Some((*name).to_owned()),
            _ => {}
        }
    }

    /// What the line asks of the session, or its answer if the session is not needed.
    fn obey(&mut self, said: CecpCommand) -> Result<Vec<Action>, Refusal> {
        let command = match said {
            CecpCommand::Protover(version) => return Ok(self.introduce(version)),
            CecpCommand::Quit => return Ok(vec![Action::Quit]),
            CecpCommand::Variant(name) => return self.set_variant(name),
            CecpCommand::Move(text) if self.no_position => {
                return Ok(print([format::illegal_move("no legal position", text)]));
            }
            CecpCommand::SetBoard(fen) => return Ok(self.set_position(fen)),
            CecpCommand::Option { name, value } => return self.set_option(name, value),
            CecpCommand::TablePath { kind: "syzygy", path } => {
                return self.offer_tables(path);
            }
            CecpCommand::Ponder(on) => return self.set_option("ponder", Some(&on.to_string())),
            CecpCommand::Memory(mib) => {
                self.allowance = Some(mib);
                return self.share_out();
            }
            CecpCommand::Cores(cores) => {
                let mut commands = self.set_number("threads", cores)?;
                commands.extend(self.share_out()?);
                return Ok(commands);
            }
            CecpCommand::Status if !self.analyzing => return Ok(Vec::new()),
            other => translate(other),
        };
        Ok(command.map(Action::Command).into_iter().collect())
    }

    /// A GUI of version 1 knows no features.
    fn introduce(&self, version: u32) -> Vec<Action> {
        if version < 2 { Vec::new() } else { print(format::features(&self.options)) }
    }

    /// Another variant begins at its own start position.
    fn set_variant(&mut self, name: &str) -> Result<Vec<Action>, Refusal> {
        let variant = Variant::named(name).ok_or(Refusal::UnsupportedVariant)?;
        if variant == self.variant {
            return Ok(Vec::new());
        }
        self.variant = variant;
        self.no_position = false;
        let game = Game::new(variant.start());
        Ok(vec![Action::Command(Command::SetGame(Box::new(game)))])
    }

    /// Folders that the GUI has for all its engines, unless they are known or there are better ones.
    fn offer_tables(&mut self, path: &str) -> Result<Vec<Action>, Refusal> {
        if self.own_tables || self.options.settings().syzygy_path == path {
            return Ok(Vec::new());
        }
        let offered = self.set_option("syzygy_path", Some(path));
        self.own_tables = false;
        offered
    }

    /// A refused position leaves none to play on, until a good one or a new game comes.
    fn set_position(&mut self, fen: &str) -> Vec<Action> {
        let position = self.variant.read(fen);
        self.no_position = position.is_err();
        match position {
            Ok(position) => {
                vec![Action::Command(Command::SetGame(Box::new(Game::new(position))))]
            }
            Err(reason) => {
                let told = Action::Print(format::illegal_position(reason));
                vec![told, Action::Command(Command::Abandon)]
            }
        }
    }

    /// A command repeated for whoever follows the conversation, if that is wanted.
    fn echo(&self, line: &str) -> Vec<Action> {
        let wanted = self.debug && self.options.settings().debug && !line.trim().is_empty();
        if wanted { print([format::received(line)]) } else { Vec::new() }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<Action>, Refusal> {
        let spec = self.options.called(name);
        let spec = spec.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let pressed = value.or((spec.kind == Kind::Button).then_some(""));
        let id = spec.id.clone();
        let example = || Refusal::NoValue(name.to_owned(), spec.default());
        let value = pressed.ok_or_else(example)?;
        self.options.set(&id, value)?;
        if id == "syzygy_path" {
            self.own_tables = !self.options.settings().syzygy_path.is_empty();
        }
        Ok(vec![Action::Command(settings::command(&self.options, &id))])
    }

    /// The hash table gets what the other tables of so many threads leave of the allowance.
    fn share_out(&mut self) -> Result<Vec<Action>, Refusal> {
        let Some(mib) = self.allowance else { return Ok(Vec::new()) };
        let others = SHARED_TABLES + TABLES_PER_THREAD * self.options.settings().threads;
        self.set_number("hash", mib.saturating_sub(others))
    }

    /// Sets a number as near to what the GUI grants as it may be.
    fn set_number(&mut self, id: &str, number: usize) -> Result<Vec<Action>, Refusal> {
        let bounds = self.options.spec(id).and_then(Spec::bounds);
        let (min, max) = bounds.ok_or_else(|| OptionError::Unknown(id.to_owned()))?;
        let number = i64::try_from(number).unwrap_or(max).clamp(min, max);
        self.set_option(id, Some(&number.to_string()))
    }
}

impl Adapter for Cecp {
    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut actions = self.echo(line);
        let obeyed = self.take(line);
        actions.extend(obeyed.unwrap_or_else(|refusal| print([format::error(refusal, line)])));
        actions
    }

    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        print([format::error(Refusal::TooLong, beginning)])
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        let variant = self.variant;
        let line = match event {
            Event::Book { position, moves } => return format::book(position, moves.as_deref()),
            Event::InBook { position, moves } => {
                self.shows_thinking().then(|| format::book_line(position, moves))
            }
            Event::Moved { by: Party::Engine, before, mv } => {
                Some(format::own_move(before, *mv, variant))
            }
            Event::Moved { by: Party::Opponent, .. }
            | Event::BestMove { .. }
            | Event::FromBook
            | Event::Planned { .. }
            | Event::Clocked(_)
            | Event::RootMove(_)
            | Event::Evaluated(_)
            | Event::Counted { .. }
            | Event::Benched { .. }
            | Event::Shown(_) => None,
            Event::BadPosition { reason } => {
                self.no_position = true;
                Some(format::illegal_position(reason))
            }
            Event::Resigned => Some(format::RESIGNATION.to_owned()),
            Event::Illegal { text, reason } => Some(format::illegal_move(reason, text)),
            Event::Refused { command, reason } if command == "syzygy_path" && !self.own_tables => {
                log::warn!("the GUI's endgame tables: {reason}");
                None
            }
            Event::Refused { command, reason } => Some(format::error(reason, command)),
            Event::DrawOffer => Some(format::DRAW_OFFER.to_owned()),
            Event::Thinking(report) => self.shows_thinking().then(|| format::thinking(report)),
            Event::GameOver(result) => format::result(result),
            Event::Pong(text) => Some(format::pong(text)),
            Event::Status(status) => Some(format::status(status, variant)),
            Event::Hint { position, mv } => Some(format::hint(position, *mv, variant)),
            Event::Accounted(account) => self.debug.then(|| format::remark(&account.to_string())),
            Event::Remark(text) => self.debug.then(|| format::remark(text)),
        };
        line.into_iter().collect()
    }

    fn opponent(&self) -> Option<String> {
        self.opponent.clone()
    }
}

/// The command that says the same; `None` for lines that only the adapter minds.
fn translate(said: CecpCommand) -> Option<Command> {
    Some(match said {
        CecpCommand::New => Command::NewGame,
        CecpCommand::Force => Command::Force,
        CecpCommand::Go => Command::Go,
        CecpCommand::PlayOther => Command::PlayOther,
        CecpCommand::SideToMove(color) => Command::SideToMove(color),
        CecpCommand::Control(control) => Command::Control(control),
        CecpCommand::Depth(plies) => Command::DepthLimit(Some(plies)),
        CecpCommand::NodeRate(rate) => Command::NodeRate(rate),
        CecpCommand::Time(remaining) => Command::ClockIs { whose: Party::Engine, remaining },
        CecpCommand::Otim(remaining) => Command::ClockIs { whose: Party::Opponent, remaining },
        CecpCommand::Move(text) => Command::Move(text.to_owned()),
        CecpCommand::MoveNow => Command::MoveNow,
        CecpCommand::Ping(text) => Command::Ping(text.to_owned()),
        CecpCommand::Restrict { mv, searched } => {
            Command::Restrict { mv: mv.map(str::to_owned), searched }
        }
        CecpCommand::SetScore { score, depth } => Command::Believe { score, depth },
        CecpCommand::Edit => Command::Abandon,
        CecpCommand::Pause => Command::Pause,
        CecpCommand::Resume => Command::Resume,
        CecpCommand::Draw => Command::DrawOffered,
        CecpCommand::Result(result) => Command::GameOver(result),
        CecpCommand::Hint => Command::Hint,
        CecpCommand::Book => Command::Book,
        CecpCommand::Undo => Command::Undo { plies: 1 },
        CecpCommand::Remove => Command::Undo { plies: 2 },
        CecpCommand::Analyze => Command::Analyze,
        CecpCommand::Exit => Command::ExitAnalyze,
        CecpCommand::Status => Command::Status,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
