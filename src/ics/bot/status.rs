//! Where the bot stands.

use std::time::Duration;

use super::{Bot, play::Play};
use crate::{
    clock::format_ics,
    message::Score,
    position::{Color, Position},
};

/// Where the bot stands, for the one who looks on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The link, in a word or two.
    pub link: String,
    /// The name on the server.
    pub name: String,
    /// The game: opponent and colour, whose move, clocks, and what the engine thinks.
    pub game: Option<String>,
    /// The position, and the bot's colour.
    pub board: Option<(Position, Color)>,
    /// What is left to White and Black, in milliseconds, at the time `at`.
    pub clocks: [i64; 2],
    /// When the bot was told something last.
    pub at: Duration,
    /// Won, drawn and lost.
    pub score: [u32; 3],
    /// More of the game, for whoever draws it.
    pub playing: Option<Box<Playing>>,
}

/// What there is to be seen of a game under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playing {
    /// Names of White and Black.
    pub names: [String; 2],
    /// Their ratings, as they were announced or are known.
    pub ratings: [Option<u16>; 2],
    /// What is played: `game 12, rated blitz 3 2`.
    pub terms: String,
    /// The position before the last move.
    pub before: Option<Position>,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// What a move usually loses on its way, and what it seldom exceeds.
    pub lag: Option<(Duration, Duration)>,
    /// The engine's scores for its own moves, each with the number of its move.
    pub scores: Vec<(u16, Score)>,
    /// What the engine thinks: `+0.31/14 Nf3 d5`.
    pub opinion: Option<String>,
    /// The engine's last move, with what its time went into.
    pub account: Option<String>,
}

impl Bot {
    /// Where the bot stands.
    pub fn status(&self) -> Status {
        let game = self.games.current().map(|play| {
            let turn = if play.my_turn() { "my move" } else { "their move" };
            let opinion = play.opinion().unwrap_or_default();
            format!("{} - {}, {turn} {opinion}", play.names[0], play.names[1])
        });
        Status {
            link: self.link.in_words().to_owned(),
            name: self.link.name().to_owned(),
            game,
            board: self.games.current().map(|play| (play.game().position().clone(), play.me)),
            clocks: self.games.current().map(|play| play.clocks(self.now)).unwrap_or_default(),
            at: self.now,
            score: self.memory.score(),
            playing: self.games.current().map(|play| Box::new(self.playing(play))),
        }
    }

    /// What there is to be seen of this game.
    fn playing(&self, play: &Play) -> Playing {
        let kind = play.terms.as_ref().map_or("game", |terms| &terms.kind);
        let rated = play
            .terms
            .as_ref()
            .map_or("", |terms| ["unrated ", "rated "][usize::from(terms.rated)]);
        let control = format_ics(&play.control).unwrap_or_default();
        let history = &self.memory.state().history;
        let rating = |name: &String| {
            let announced = play.player(name).and_then(|player| player.rating);
            let known = || match play.is_with(name) {
                true => history.met(name).and_then(|met| met.rating),
                false => history.rating(kind),
            };
            announced.map(|rating| rating.points).or_else(known)
        };
        Playing {
            names: play.names.clone(),
            ratings: [0, 1].map(|side| rating(&play.names[side])),
            terms: format!("game {}, {rated}{kind} {control}", play.number),
            before: play.game().positions().iter().nth_back(1).cloned(),
            running: play.clocks_run().then(|| play.game().position().side()),
            lag: self.memory.expected_lag(play.opponent()),
            scores: play.scores(),
            opinion: play.opinion(),
            account: play.last_account(),
        }
    }
}
