//! What the operator sees: on a terminal a picture that is kept up to date, elsewhere a line with its
//! time for each thing that happens.

use std::{
    collections::VecDeque,
    io::{self, Write},
    time::Duration,
};

use crate::{
    front::{
        archive::{calendar, moment},
        console::view::{Look, diagram},
        terminal::Terminal,
        words::clock_time,
    },
    ics::bot::Status,
    position::{BitBoard, Color},
};

/// The last things that happened are shown, so many of them.
const TAIL: usize = 12;
/// A picture lasts so long, if nothing happens.
const LASTS: Duration = Duration::from_secs(1);
/// And at least so long, however much happens.
const LEAST: Duration = Duration::from_millis(100);
/// Lines are cut to the width of a terminal.
const WIDTH: usize = 78;

/// What the operator sees.
pub(super) struct View {
    /// Whether there is a picture, and not a line for each thing.
    redraws: bool,
    colors: bool,
    figurines: bool,
    tail: VecDeque<String>,
    drawn: Option<Duration>,
}

impl View {
    /// A view on standard output, which is `terminal`, in colours if they are wanted.
    pub fn new(terminal: Terminal, colors: bool) -> View {
        let Terminal { redraws, unicode: figurines, .. } = terminal;
        View { redraws, colors, figurines, tail: VecDeque::new(), drawn: None }
    }

    /// Something has happened. A terminal that is gone is no reason to stop playing.
    pub fn note(&mut self, text: &str) {
        log::info!("{text}");
        if !self.redraws {
            let _ = writeln!(io::stdout(), "{} {text}", moment(calendar()));
            return;
        }
        self.tail.push_back(text.to_owned());
        if self.tail.len() > TAIL {
            self.tail.pop_front();
        }
    }

    /// When to draw again, if nothing happens.
    pub fn deadline(&self) -> Option<Duration> {
        self.drawn.filter(|_| self.redraws).map(|drawn| drawn + LASTS)
    }

    /// Whether it is time for a picture.
    pub fn is_due(&self, now: Duration) -> bool {
        self.redraws && self.drawn.is_none_or(|drawn| now >= drawn + LEAST)
    }

    /// Draws the picture.
    pub fn draw(&mut self, status: &Status, now: Duration) {
        let start = if self.drawn.is_none() { "\x1b[2J\x1b[H" } else { "\x1b[H" };
        self.drawn = Some(now);
        let lines: String =
            self.picture(status).iter().map(|line| format!("{line}\x1b[K\n")).collect();
        let mut out = io::stdout().lock();
        let _ = write!(out, "{start}{lines}\x1b[J").and_then(|()| out.flush());
    }

    fn picture(&self, status: &Status) -> Vec<String> {
        let [won, drawn, lost] = status.score;
        let mut lines =
            vec![format!(" {} - {}   +{won} ={drawn} -{lost}", status.name, status.link)];
        if let Some((position, me)) = &status.board {
            let look = Look {
                colors: self.colors,
                figurines: self.figurines,
                black_below: *me == Color::Black,
            };
            lines.extend(diagram(position, BitBoard(0), look));
            let clock = |left: i64| clock_time(Duration::from_millis(left.max(0) as u64));
            let [white, black] = status.clocks.map(clock);
            lines.push(format!(" White {white}   Black {black}"));
        }
        lines.extend(status.game.iter().map(|game| format!(" {game}")));
        lines.push(String::new());
        lines.extend(self.tail.iter().map(|text| text.chars().take(WIDTH).collect()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_picture_shows_board_clocks_score_and_what_happened() {
        let mut view = View::new(Terminal { colors: false, redraws: true, unicode: true }, false);
        (0..20).for_each(|n| view.note(&format!("thing {n}")));
        let status = Status {
            link: "online".to_owned(),
            name: "Rookbot".to_owned(),
            game: Some("Rookbot - Pawn, my move".to_owned()),
            board: Some((Position::startpos(), Color::Black)),
            clocks: [61_000, -5],
            score: [3, 2, 1],
        };
        let picture = view.picture(&status).join("\n");
        for part in
            ["Rookbot - online   +3 =2 -1", "White 1:01", "Black 0:00", "my move", "thing 19"]
        {
            assert!(picture.contains(part), "{part} in {picture}");
        }
        assert!(!picture.contains("thing 7\n"), "{picture}");
        let ranks =
            picture.lines().filter(|line| line.starts_with(" 1 ") || line.starts_with(" 8 "));
        assert!(ranks.map(str::trim_start).next().is_some_and(|line| line.starts_with('1')));
    }
}
