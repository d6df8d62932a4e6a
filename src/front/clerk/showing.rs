//! What browsers are shown of a game under a program or at the terminal.

use crate::{
    clock::TimeControl,
    front::watch::{Glance, Live, Place, Watch, own_colour, time_control},
    message::{Command, Event},
    pgn::Record,
    position::Color,
    program::NAME_AND_VERSION,
};

/// The page, and what it needs to know beside the game on paper.
pub(super) struct Showing {
    watch: Watch,
    /// The engine's colour, once it is known.
    me: Option<Color>,
    /// Whether the clock of the side to move runs.
    clock_runs: bool,
}

impl Showing {
    /// Shows games there.
    pub fn new(watch: Watch) -> Showing {
        Showing { watch, me: None, clock_runs: false }
    }

    /// Something is asked of the session.
    pub fn asked(&mut self, command: &Command) {
        match command {
            Command::NewGame => (self.me, self.clock_runs) = (None, false),
            Command::Force
            | Command::Analyze
            | Command::ExitAnalyze
            | Command::Pause
            | Command::Edit { .. }
            | Command::SideToMove(_)
            | Command::GameOver(_) => self.clock_runs = false,
            Command::Go
            | Command::GoFor(_)
            | Command::PlayOther
            | Command::Resume
            | Command::Move(_)
            | Command::Play(_)
            | Command::Search(_) => self.clock_runs = true,
            _ => {}
        }
    }

    /// The session says something.
    pub fn heard(&mut self, event: &Event) {
        match event {
            Event::Moved { by, before, .. } => self.me = Some(own_colour(*by, before.side())),
            // Of the clocks between two requests nothing is known.
            Event::BestMove { position, .. } => {
                (self.me, self.clock_runs) = (Some(position.side()), false);
            }
            Event::GameOver(_) | Event::Resigned => self.clock_runs = false,
            _ => {}
        }
        self.watch.hear(event);
    }

    /// Shows where the game stands; `side` is to move.
    pub fn show(&self, record: Record, side: Color) {
        let clocks = left(&record);
        let place = Place { name: NAME_AND_VERSION.to_owned(), ..Place::default() };
        let running = Some(side).filter(|_| self.clock_runs);
        let game = Some(Live { record, me: self.me });
        self.watch.show(Glance { place, game, clocks, running });
    }

    /// A game is over, or left.
    pub fn keep(&self, record: &Record) {
        self.watch.keep(record.clone(), self.me);
    }
}

/// What is left to White and Black after their last moves, in milliseconds; before them what the control
/// grants.
fn left(record: &Record) -> Option<[i64; 2]> {
    let control = time_control(record)?;
    if control == TimeControl::Unlimited {
        return None;
    }
    let first = record.start.side();
    let mut left = [control.base(); 2];
    for (at, ply) in record.moves.iter().enumerate() {
        let mover = if at % 2 == 0 { first } else { !first };
        let clock = &mut left[mover.to_index()];
        *clock = ply.clock.unwrap_or(*clock);
    }
    Some(left.map(|left| left.as_millis() as i64))
}
