//! What the bot learns of openings: the first moves of its last games with what came of them, and how much
//! more or less often the moves of a book are to be played because of that.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::play::Play;
use crate::{
    message::Leanings,
    position::{ChessMove, Color, Position},
};

/// So many half-moves of a game are its opening.
const PLIES: usize = 16;
/// So many games are remembered; the oldest are forgotten first.
const GAMES: usize = 1_000;
/// A game with the opponent of today counts as so many with others.
const SAME_OPPONENT: f64 = 3.0;
/// A move is judged as if so many games with it had been drawn before the first.
const PRIOR: f64 = 4.0;
/// Percent of a move's weight that are left to it, and that it gets, whatever came of it.
const LEAST: f64 = 10.0;
const MOST: f64 = 250.0;

/// The openings of the bot's last games, the oldest first.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Openings {
    games: VecDeque<Opening>,
}

/// The opening of a game; on paper `[opponent, colour, result, moves]`, where colour and result are the bot's.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
struct Opening(String, Colour, Came, String);

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Colour {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Came {
    Won,
    Drawn,
    Lost,
}

impl Openings {
    /// The bot has won, drawn (`None`) or lost this game. One that is not known from the usual start on has
    /// no opening.
    pub fn add(&mut self, play: &Play, won: Option<bool>) {
        let game = play.game();
        if *game.start() != Position::startpos() || game.moves().is_empty() {
            return;
        }
        let first = game.moves().len().min(PLIES);
        let moves = game.start().write_line(&game.moves()[..first], Position::san).join(" ");
        let colour = if play.me == Color::White { Colour::White } else { Colour::Black };
        let came = match won {
            Some(true) => Came::Won,
            None => Came::Drawn,
            Some(false) => Came::Lost,
        };
        self.games.push_back(Opening(play.opponent().to_lowercase(), colour, came, moves));
        let surplus = self.games.len().saturating_sub(GAMES);
        self.games.drain(..surplus);
    }

    /// How often moves are to be played against this opponent, in percent of what a book says. A move with
    /// `n` games that brought `p` points gets `100 (2 (p + 2) / (n + 4))²`, at least 10 and at most 250: 64
    /// after one loss, 100 after a draw, 144 after a win. Games come together where the same position does,
    /// by whatever moves.
    pub fn leanings(&self, opponent: &str) -> Leanings {
        let mut results: BTreeMap<(u64, ChessMove), [f64; 2]> = BTreeMap::new();
        for game in &self.games {
            let same = game.0.eq_ignore_ascii_case(opponent);
            let games = if same { SAME_OPPONENT } else { 1.0 };
            let points = match game.2 {
                Came::Won => games,
                Came::Drawn => games / 2.0,
                Came::Lost => 0.0,
            };
            for choice in own_moves(game) {
                let result = results.entry(choice).or_default();
                *result = [result[0] + games, result[1] + points];
            }
        }
        let percent = |[games, points]: [f64; 2]| {
            let share = (points + PRIOR / 2.0) / (games + PRIOR);
            (100.0 * (2.0 * share).powi(2)).clamp(LEAST, MOST).round() as u32
        };
        results.into_iter().map(|(choice, result)| (choice, percent(result))).collect()
    }
}

/// The bot's moves in an opening, each with the key of the position it was made in.
fn own_moves(Opening(_, colour, _, moves): &Opening) -> Vec<(u64, ChessMove)> {
    let own = if *colour == Colour::White { Color::White } else { Color::Black };
    let (mut position, mut choices) = (Position::startpos(), Vec::new());
    for text in moves.split(' ') {
        let Ok(mv) = position.parse_move(text) else { break };
        if position.side() == own {
            choices.push((position.key(), mv));
        }
        position.play(mv);
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(games: &[(&str, Came, &str)]) -> Openings {
        let game = |&(opponent, came, moves): &(&str, Came, &str)| {
            Opening(opponent.to_owned(), Colour::White, came, moves.to_owned())
        };
        Openings { games: games.iter().map(game).collect() }
    }

    /// The percents of a move after some others.
    fn percent(openings: &Openings, opponent: &str, before: &str, mv: &str) -> Option<u32> {
        let mut position = Position::startpos();
        for text in before.split_whitespace() {
            position.play(position.parse_move(text).unwrap());
        }
        let mv = position.parse_move(mv).unwrap();
        openings.leanings(opponent).get(&(position.key(), mv)).copied()
    }

    #[test]
    fn moves_that_lose_are_played_less_and_never_not_at_all() {
        let one = games(&[("pawn", Came::Lost, "e4 e5")]);
        assert_eq!(percent(&one, "queen", "", "e4"), Some(64));
        assert_eq!(percent(&one, "queen", "", "d4"), None, "nothing is known of it");
        let many = games(&[("pawn", Came::Lost, "e4 e5"); 300]);
        assert_eq!(percent(&many, "queen", "", "e4"), Some(10));
        let won = games(&[("pawn", Came::Won, "e4 e5"); 300]);
        assert_eq!(percent(&won, "queen", "", "e4"), Some(250));
        let even =
            games(&[("a", Came::Won, "e4"), ("b", Came::Lost, "e4"), ("c", Came::Drawn, "e4")]);
        assert_eq!(percent(&even, "queen", "", "e4"), Some(100));
    }

    #[test]
    fn games_with_the_same_opponent_count_more() {
        let lost = games(&[("pawn", Came::Lost, "e4 e5")]);
        assert!(percent(&lost, "PAWN", "", "e4") < percent(&lost, "queen", "", "e4"));
    }

    #[test]
    fn only_the_bots_own_moves_count_and_transpositions_come_together() {
        let openings = games(&[
            ("pawn", Came::Lost, "d4 Nf6 c4 e6 Nc3"),
            ("pawn", Came::Lost, "c4 e6 d4 Nf6 Nc3"),
        ]);
        assert_eq!(percent(&openings, "queen", "d4", "Nf6"), None);
        let twice = percent(&openings, "queen", "d4 Nf6 c4 e6", "Nc3");
        assert!(twice < percent(&openings, "queen", "", "d4"), "{twice:?}");
    }

    #[test]
    fn openings_survive_being_written_down_and_damaged_ones_are_left_out() {
        let openings =
            games(&[("pawn", Came::Drawn, "e4 e5 Nf3"), ("pawn", Came::Won, "e4 nonsense")]);
        let text = toml::to_string(&openings).unwrap();
        assert!(text.contains(r#"["pawn", "white", "drawn", "e4 e5 Nf3"]"#), "{text}");
        assert_eq!(toml::from_str::<Openings>(&text).unwrap(), openings);
        assert_eq!(openings.leanings("pawn").len(), 2);
    }
}
