//! Between the GUI's language and the session's, with what the protocol itself has to remember.

use std::{collections::VecDeque, fmt::Display};

use super::{
    format::{self, Castling},
    go::Go,
    option::EMPTY,
    parse::{ParseError, UciCommand, parse, split_command},
};
use crate::{
    message::{Action, Adapter, Command, Event, Held, Request},
    options::{Kind, OptionError, Options, Reason, Spec},
    position::{FenError, Game, MoveError, Position},
    protocol::{
        appraisal::appraisal,
        settings,
        text::{self, print},
    },
};

/// A conversation with one GUI.
#[derive(Debug)]
pub struct Uci {
    options: Options,
    /// The game sent last, whether or not the session has it yet.
    game: Game,
    /// What the session is busy with since it was asked for it.
    task: Option<Task>,
    /// What is to be done once the session is free, in order.
    waiting: VecDeque<Order>,
    /// What the session is to be asked next.
    requests: Vec<Command>,
}

/// Work of the session that ends with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// A search; it always ends with a move.
    Search,
    /// Counting: `perft` or `bench`.
    Count,
}

/// What is to be done when its turn comes.
#[derive(Clone, Debug)]
enum Order {
    /// To set an option, to a value that has been checked.
    Set { id: String, value: String },
    /// To give the session a command.
    Command(Command),
}

/// Why a line, or a part of it, was turned away; nothing has changed by it.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    #[error("the line is too long")]
    TooLong,
    #[error("there is nothing called `{0}`")]
    NoOption(String),
    #[error("`{name}` needs a value; write it as in: setoption name {name} value {example}")]
    NoValue { name: String, example: String },
    #[error("`{name}` cannot be `{value}`: {reason}")]
    BadValue { name: String, value: String, reason: Reason },
    #[error("the FEN `{fen}` cannot be played: {reason}")]
    BadFen { fen: String, reason: FenError },
    #[error("`{text}`, move {number} of the list, cannot be played: {reason}")]
    BadMove { text: String, number: usize, reason: MoveError },
}

impl Uci {
    /// A conversation that begins; the options with a name in this protocol are announced to the
    /// GUI, and all can be set.
    pub fn new(options: Options) -> Uci {
        Uci {
            options,
            game: Game::new(Position::startpos()),
            task: None,
            waiting: VecDeque::new(),
            requests: Vec::new(),
        }
    }

    /// What a line asks for, at once or later.
    fn obey(&mut self, said: UciCommand) -> Result<Vec<Action>, Refusal> {
        Ok(match said {
            UciCommand::Uci => print(format::introduction(&self.options)),
            UciCommand::IsReady => ask(Command::Ping(String::new())),
            UciCommand::Show => ask(Command::Show),
            UciCommand::Quit => self.quit(),
            UciCommand::Register => Vec::new(),
            UciCommand::Debug(on) => self.set_debug(on),
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::SetOption { name, value } => self.set_option(&name, value)?,
            UciCommand::NewGame => self.new_game(),
            UciCommand::Position { fen, moves } => self.set_position(fen.as_deref(), &moves)?,
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Perft(depth) => self.order(Order::Command(Command::Perft(depth))),
            UciCommand::Bench(depth) => self.order(Order::Command(Command::Bench(depth))),
            UciCommand::Evaluate => self.order(Order::Command(Command::Evaluate)),
        })
    }

    /// Does what is asked for now, or once the session is free.
    fn order(&mut self, order: Order) -> Vec<Action> {
        if self.task.is_some() {
            self.waiting.push_back(order);
            return Vec::new();
        }
        self.carry_out(order).map(Action::Command).into_iter().collect()
    }

    /// What the session has to do for an order, if anything.
    fn carry_out(&mut self, order: Order) -> Option<Command> {
        match order {
            Order::Set { id, value } => {
                self.options.set(&id, &value).ok()?;
                Some(settings::command(&self.options, &id))
            }
            Order::Command(command) => {
                self.task = Task::of(&command);
                Some(command)
            }
        }
    }

    /// The session is free again: what has waited is done, up to the next long task.
    fn finish(&mut self) {
        self.task = None;
        while self.task.is_none()
            && let Some(order) = self.waiting.pop_front()
        {
            let command = self.carry_out(order);
            self.requests.extend(command);
        }
    }

    /// Heard even while something is going on: that is what it is for.
    fn set_debug(&mut self, on: bool) -> Vec<Action> {
        let (id, value) = ("debug".to_owned(), on.to_string());
        self.carry_out(Order::Set { id, value }).map(Action::Command).into_iter().collect()
    }

    /// Ends the search, and those asked for since then as soon as they have found any move.
    fn stop(&mut self) -> Vec<Action> {
        self.hurry();
        self.tell_task(Command::MoveNow)
    }

    /// The searches that have not begun will end as soon as they have found any move.
    fn hurry(&mut self) {
        for request in self.waiting_searches() {
            (request.held, request.depth) = (Held::No, Some(1));
        }
    }

    /// What is being counted is still told, and of a search the best move known by now: whoever sends a whole script
    /// at once wants to read it.
    fn quit(&mut self) -> Vec<Action> {
        self.hurry();
        match self.task {
            None => vec![Action::Quit],
            Some(Task::Search) => vec![Action::Command(Command::MoveNow), Action::HangUp],
            Some(Task::Count) => vec![Action::HangUp],
        }
    }

    /// The hit is for the search asked for last, which may not have begun.
    fn ponder_hit(&mut self) -> Vec<Action> {
        if let Some(request) = self.waiting_searches().last() {
            if request.held == Held::UntilHit {
                request.held = Held::No;
            }
            return Vec::new();
        }
        self.tell_task(Command::PonderHit)
    }

    /// Nothing, unless there is a task under way that can be told.
    fn tell_task(&self, command: Command) -> Vec<Action> {
        if self.task.is_some() { ask(command) } else { Vec::new() }
    }

    /// The searches asked for that have not begun.
    fn waiting_searches(&mut self) -> impl Iterator<Item = &mut Request> {
        self.waiting.iter_mut().filter_map(|order| match order {
            Order::Command(Command::Search(request)) => Some(&mut **request),
            _ => None,
        })
    }

    /// A GUI that sends no position means the start position.
    fn new_game(&mut self) -> Vec<Action> {
        self.game = Game::new(Position::startpos());
        self.order(Order::Command(Command::NewGame))
    }

    /// The position before stays if anything is wrong with this one.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Vec<Action>, Refusal> {
        self.game = read_game(fen, moves)?;
        Ok(self.order(Order::Command(Command::SetGame(Box::new(self.game.clone())))))
    }

    /// Searches whatever could be read of the line; the rest is named.
    fn go(&mut self, go: &Go) -> Vec<Action> {
        let mut actions = print(go.faults.iter().map(|fault| complaint("go", fault)));
        let position = self.game.position();
        let mut root_moves = Vec::new();
        for text in &go.search_moves {
            match position.parse_move(text) {
                Ok(mv) if root_moves.contains(&mv) => {}
                Ok(mv) => root_moves.push(mv),
                Err(reason) => {
                    let reason = format!("`{text}` cannot be played: {reason}");
                    actions.extend(print([complaint("go", reason)]));
                }
            }
        }
        let request = go.request(position.side(), root_moves);
        actions.extend(self.order(Order::Command(Command::Search(Box::new(request)))));
        actions
    }

    /// Checks at once what is set when its turn comes.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<Action>, Refusal> {
        let spec = self.options.called(name);
        let spec = spec.ok_or_else(|| Refusal::NoOption(name.to_owned()))?;
        let value = match (&spec.kind, value) {
            (Kind::Button, _) | (_, Some(EMPTY)) => "",
            (_, Some(value)) => value,
            (_, None) => return Err(Refusal::no_value(name, spec)),
        };
        self.options.with(&spec.id, value).map_err(|error| Refusal::of(name, error))?;
        if spec.id == "opponent" {
            log::info!("the opponent: {value}");
        }
        let (id, value) = (spec.id.clone(), value.to_owned());
        Ok(self.order(Order::Set { id, value }))
    }

    /// As the option says at present.
    fn castling(&self) -> Castling {
        if self.options.settings().chess960 { Castling::TakesRook } else { Castling::Steps }
    }

    /// What the GUI sent, if it wants to be told.
    fn echo(&self, line: &str) -> Vec<Action> {
        match split_command(line) {
            Some((name, arguments)) if self.options.settings().debug => {
                print([format::received(name, arguments)])
            }
            _ => Vec::new(),
        }
    }
}

impl Adapter for Uci {
    fn line(&mut self, line: &str) -> Vec<Action> {
        let mut actions = self.echo(line);
        let obeyed = parse(line).map_err(Refusal::from).and_then(|said| self.obey(said));
        match obeyed {
            Ok(obeyed) => actions.extend(obeyed),
            Err(Refusal::Unreadable(ParseError::UnknownCommand))
                if !self.options.settings().debug => {}
            Err(refusal) => {
                let name = split_command(line).map_or(line, |(name, _)| name);
                actions.extend(print([complaint(name, refusal)]));
            }
        }
        actions
    }

    fn overlong(&mut self, beginning: &str) -> Vec<Action> {
        let name = split_command(beginning).map_or("", |(name, _)| name);
        print([complaint(name, Refusal::TooLong)])
    }

    fn end(&mut self) -> Vec<Action> {
        self.quit()
    }

    fn event(&mut self, event: &Event) -> Vec<String> {
        let castling = self.castling();
        let lines = match event {
            Event::BestMove { position, best, expected } => {
                vec![format::best_move(position, *best, *expected, castling)]
            }
            Event::Thinking(report) => {
                vec![format::thinking(report, self.options.settings().show_wdl, castling)]
            }
            Event::RootMove(at) => vec![format::root_move(at, castling)],
            Event::Pong(_) => vec!["readyok".to_owned()],
            Event::Shown(view) => format::board(view.game.position()),
            Event::Evaluated(board) => appraisal(board),
            Event::Counted { position, paths, .. } => format::paths(position, paths, castling),
            Event::Benched { nodes, elapsed } => {
                vec![text::bench(*nodes, *elapsed)]
            }
            Event::InBook { position, moves } => {
                vec![format::comment(text::book_line(position, moves))]
            }
            Event::Refused { command, reason } => vec![complaint(command, reason)],
            Event::Accounted(account) if self.options.settings().debug => {
                vec![format::comment(account.to_string())]
            }
            Event::Remark(text) if self.options.settings().debug => vec![format::comment(text)],
            Event::Accounted(_)
            | Event::FromBook
            | Event::Planned { .. }
            | Event::Remark(_)
            | Event::Book { .. }
            | Event::Moved { .. }
            | Event::Clocked(_)
            | Event::Illegal { .. }
            | Event::BadPosition { .. }
            | Event::DrawOffer
            | Event::Resigned
            | Event::GameOver(_)
            | Event::Status(_)
            | Event::Hint { .. } => Vec::new(),
        };
        if self.task.is_some_and(|task| task.ends_with(event)) {
            self.finish();
        }
        lines
    }

    fn requests(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.requests)
    }

    /// `UCI_Opponent` has title, rating, and human or computer before the name.
    fn opponent(&self) -> Option<String> {
        let told = &self.options.settings().opponent;
        told.splitn(4, char::is_whitespace).nth(3).map(|name| name.trim().to_owned())
    }
}

impl Task {
    /// The task that a command begins.
    fn of(command: &Command) -> Option<Task> {
        match command {
            Command::Search(_) => Some(Task::Search),
            Command::Perft(_) | Command::Bench(_) => Some(Task::Count),
            _ => None,
        }
    }

    /// Whether the event is the answer. What is refused meanwhile may be an option that was set before.
    fn ends_with(self, event: &Event) -> bool {
        match (self, event) {
            (Task::Search, Event::BestMove { .. })
            | (Task::Count, Event::Counted { .. } | Event::Benched { .. }) => true,
            (Task::Count, Event::Refused { command, .. }) => {
                matches!(command.as_str(), "perft" | "bench")
            }
            _ => false,
        }
    }
}

impl Refusal {
    /// An option was named alone; its default is a value that is right for sure.
    fn no_value(name: &str, spec: &Spec) -> Refusal {
        let value = Some(spec.default().to_string()).filter(|text| !text.is_empty());
        let example = value.unwrap_or_else(|| EMPTY.to_owned());
        Refusal::NoValue { name: name.to_owned(), example }
    }

    /// In the words of this protocol, the name first.
    fn of(name: &str, error: OptionError) -> Refusal {
        match error {
            OptionError::Unknown(name) => Refusal::NoOption(name),
            OptionError::Value { text: value, reason, .. } => {
                Refusal::BadValue { name: name.to_owned(), value, reason }
            }
        }
    }
}

/// The game that a `position` tells, with the record of its moves for repetitions.
fn read_game(fen: Option<&str>, moves: &[&str]) -> Result<Game, Refusal> {
    let start = fen.map_or(Ok(Position::startpos()), Position::from_fen);
    let bad_fen = |reason| Refusal::BadFen { fen: fen.unwrap_or_default().to_owned(), reason };
    let mut game = Game::new(start.map_err(bad_fen)?);
    for (text, number) in moves.iter().zip(1..) {
        let bad_move = |reason| Refusal::BadMove { text: (*text).to_owned(), number, reason };
        let mv = game.position().parse_move(text).map_err(bad_move)?;
        game.play(mv);
    }
    Ok(game)
}

/// What was asked, and why it is not done.
fn complaint(command: &str, reason: impl Display) -> String {
    format::comment(format!("{command}: {reason}"))
}

fn ask(command: Command) -> Vec<Action> {
    vec![Action::Command(command)]
}

#[cfg(test)]
mod tests;
