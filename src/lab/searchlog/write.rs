//! Searches to text.

use std::io::{self, Write};

use super::{Event, Header, LoggedGame, MAGIC, Report, SearchLog};
use crate::{
    position::{Game, Position},
    search::Bound,
};

/// Writes a file of searches, game by game.
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If the output fails.
    pub fn new(mut out: W, header: &Header) -> io::Result<Writer<W>> {
        let Header { engine, clock, made } = header;
        let (engine, made) = (line(engine), line(made));
        writeln!(out, "{MAGIC}\nengine {engine}\nclock {clock}\nmade {made}\n")?;
        Ok(Writer { out })
    }

    /// Goes on with a file whose header is there.
    pub fn resume(out: W) -> Writer<W> {
        Writer { out }
    }

    /// Appends a game in one piece and sends it on its way.
    ///
    /// # Errors
    /// If the output fails.
    pub fn append(&mut self, logged: &LoggedGame) -> io::Result<()> {
        let mut text = format!("game {}\nstart {}\n", line(&logged.name), logged.start.fen());
        let mut game = Game::new(logged.start.clone());
        let mut in_moves = false;
        for event in &logged.events {
            match event {
                Event::Move(mv) => {
                    text += if in_moves { " " } else { "moves " };
                    text += &game.position().coordinate(*mv);
                    game.play(*mv);
                }
                Event::Search(search) => {
                    if in_moves {
                        text.push('\n');
                    }
                    text += &searched(game.position(), search);
                }
            }
            in_moves = matches!(event, Event::Move(_));
        }
        if in_moves {
            text.push('\n');
        }
        text += "over\n";
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// A search, line by line.
fn searched(position: &Position, search: &SearchLog) -> String {
    let mut text = format!("search {}\n", position.legal_moves().len());
    for report in &search.reports {
        text += &reported(position, report);
    }
    text + &format!("stop {}\n", search.end)
}

fn reported(position: &Position, report: &Report) -> String {
    let heard = &report.heard;
    let unfinished = if heard.completed { "" } else { "+" };
    let best = position.coordinate(heard.best);
    let bound = match heard.bound {
        Bound::Exact => "",
        Bound::Upper => "<",
        Bound::Lower => ">",
    };
    let share = if report.share_known { heard.best_share.to_string() } else { "-".to_owned() };
    let second = heard
        .second
        .map_or(String::new(), |(mv, score)| format!(" {}:{score}", position.coordinate(mv)));
    let (at, depth, score) = (report.at, heard.depth, heard.score);
    format!("{at} {depth}{unfinished} {best} {score}{bound} {share}{second}\n")
}

/// A text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
