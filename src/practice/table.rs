//! A game between two players of the server: its moves and its clocks.

use std::time::Duration;

use crate::position::{ChessMove, Color, Game, Piece, Position};

/// What a game with an increment alone begins with, in milliseconds.
const ZERO_MINUTES: i64 = 10_000;

/// What players agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    /// Initial minutes and increment in seconds.
    pub control: [u32; 2],
    pub rated: bool,
    /// Whether the one who asks wants White, or Black.
    pub white: Option<bool>,
    /// Whether the game of these two that was put aside is to go on.
    pub adjourned: bool,
}

impl Terms {
    /// The kind of a game by what forty moves may take.
    pub(super) fn kind(&self) -> &'static str {
        kind(self.control)
    }

    /// As servers write them: `unrated blitz 5 0`.
    pub(super) fn words(&self) -> String {
        let rated = if self.rated { "rated" } else { "unrated" };
        match self.control {
            [0, 0] => format!("{rated} untimed"),
            [minutes, increment] => format!("{rated} {} {minutes} {increment}", self.kind()),
        }
    }
}

fn kind(control: [u32; 2]) -> &'static str {
    match control {
        [0, 0] => "untimed",
        [minutes, increment] => match minutes * 60 + increment * 40 {
            0..180 => "lightning",
            180..900 => "blitz",
            _ => "standard",
        },
    }
}

/// A move made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub san: String,
    /// As style 12 has it: `P/e2-e4`, `o-o`.
    pub verbose: String,
    pub promotion: Option<Piece>,
    /// The file of a pawn that went two squares.
    pub pushed: Option<usize>,
    pub castled: bool,
    /// What it took, in milliseconds.
    pub took: u64,
    /// Both clocks before it.
    before: [i64; 2],
}

/// A game with its clocks.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub number: u32,
    /// White and Black.
    pub names: [String; 2],
    pub control: [u32; 2],
    pub rated: bool,
    pub game: Game,
    pub made: Vec<Made>,
    /// In milliseconds, as they stood when the turn began.
    pub clocks: [i64; 2],
    /// When the turn began.
    pub since: Duration,
    /// The time, on the sealed clock of the one to move, at which the board arrived there.
    pub arrived: Option<u32>,
}

impl Table {
    pub(super) fn new(number: u32, names: [String; 2], terms: &Terms, now: Duration) -> Table {
        let [minutes, increment] = terms.control;
        let time = match (minutes, increment) {
            (0, 1..) => ZERO_MINUTES,
            _ => i64::from(minutes) * 60_000,
        };
        Table {
            number,
            names,
            control: terms.control,
            rated: terms.rated,
            game: Game::new(Position::startpos()),
            made: vec![],
            clocks: [time; 2],
            since: now,
            arrived: None,
        }
    }

    pub(super) fn kind(&self) -> &'static str {
        kind(self.control)
    }

    /// `Game 1 (White vs. Black)`
    pub(super) fn heading(&self) -> String {
        let [white, black] = &self.names;
        format!("Game {} ({white} vs. {black})", self.number)
    }

    /// Which side a player has: 0 for White, 1 for Black.
    pub(super) fn seat(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other.eq_ignore_ascii_case(name))
    }

    /// Whether it is a game of these two.
    pub(super) fn is_of(&self, name: &str, other: &str) -> bool {
        self.seat(name).zip(self.seat(other)).is_some_and(|(a, b)| a != b)
    }

    pub(super) fn opponent(&self, seat: usize) -> &str {
        &self.names[1 - seat]
    }

    /// Whose move it is.
    pub(super) fn turn(&self) -> usize {
        self.game.position().side().to_index()
    }

    pub(super) fn is_timed(&self) -> bool {
        self.control != [0, 0]
    }

    /// Whether the clocks run: the first move of each side is free.
    pub(super) fn ticks(&self) -> bool {
        self.is_timed() && self.made.len() >= 2
    }

    /// Both clocks now, in milliseconds.
    pub(super) fn clocks_at(&self, now: Duration) -> [i64; 2] {
        let mut clocks = self.clocks;
        if self.ticks() {
            clocks[self.turn()] -= millis(now.saturating_sub(self.since));
        }
        clocks
    }

    /// What the turn has taken: by the client's own clock if it is sealed, but never more than has
    /// passed here.
    pub(super) fn took(&self, now: Duration, stamp: Option<u32>) -> Duration {
        let passed = now.saturating_sub(self.since);
        match (self.arrived, stamp) {
            (Some(arrived), Some(sent)) => {
                passed.min(Duration::from_millis(sent.saturating_sub(arrived).into()))
            }
            _ => passed,
        }
    }

    /// Makes a legal move that took so long; an illegal one changes nothing and is `false`.
    pub(super) fn play(&mut self, mv: ChessMove, took: Duration, now: Duration) -> bool {
        let position = self.game.position().clone();
        let seat = self.turn();
        if !self.game.play(mv) {
            return false;
        }
        let took = if self.ticks() { took } else { Duration::ZERO };
        let made = Made::new(&position, mv, took, self.clocks);
        if self.ticks() {
            self.clocks[seat] += i64::from(self.control[1]) * 1_000 - millis(took);
        }
        self.made.push(made);
        self.turn_begins(now);
        true
    }

    /// Takes half-moves back, with the time they took.
    pub(super) fn take_back(&mut self, count: usize, now: Duration) {
        for made in self.made.drain(self.made.len().saturating_sub(count)..).rev() {
            self.clocks = made.before;
            self.game.undo();
        }
        self.turn_begins(now);
    }

    /// The side to move begins to think.
    pub(super) fn turn_begins(&mut self, now: Duration) {
        self.since = now;
        self.arrived = None;
    }

    /// Stops the clocks where they are.
    pub(super) fn stop(&mut self, now: Duration) {
        self.clocks = self.clocks_at(now);
        self.turn_begins(now);
    }

    /// Whether a side has anything left to mate with.
    pub(super) fn can_mate(&self, seat: usize) -> bool {
        let color = if seat == 0 { Color::White } else { Color::Black };
        let position = self.game.position();
        let minor = position.men(color, Piece::Knight).popcnt()
            + position.men(color, Piece::Bishop).popcnt();
        let others = position.color(color).popcnt() - minor - 1;
        others > 0 || minor > 1
    }
}

impl Made {
    fn new(position: &Position, mv: ChessMove, took: Duration, before: [i64; 2]) -> Made {
        let (from, to) = (mv.get_source(), mv.get_dest());
        let piece = position.piece_on(from).unwrap_or(Piece::Pawn);
        let ranks = [from, to].map(|square| square.get_rank().to_index());
        let two_squares = piece == Piece::Pawn && ranks[0].abs_diff(ranks[1]) == 2;
        let castled = position.is_castling(mv);
        let san = position.san(mv);
        let verbose = match (castled, to.get_file() > from.get_file()) {
            (true, true) => "o-o".to_owned(),
            (true, false) => "o-o-o".to_owned(),
            _ => format!("{}/{from}-{to}", piece.to_string(Color::White)),
        };
        Made {
            san,
            verbose,
            promotion: mv.get_promotion(),
            pushed: two_squares.then(|| from.get_file().to_index()),
            castled,
            took: took.as_millis() as u64,
            before,
        }
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
