//! Playing below full strength, by errors that a person might make: little is looked at, quiet answers
//! far down the list are overlooked, and of several moves that look good it need not be the best.
//!
//! All of it goes by nodes and chance, never by time, so that a level plays alike on every clock and
//! every machine.

use super::{Limits, Params, score::shown};
use crate::{eval::WON, position::Position};

/// A level in Elo, as docs/strength.md measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength(u32);

/// What makes a level.
struct Level {
    elo: u32,
    /// Nodes of a search; the first iteration of all its lines is completed whatever it takes.
    nodes: f64,
    /// How many of the best moves have a line of their own.
    lines: f64,
    /// A move that is worse by so many centipawns is chosen e times less often.
    spread: f64,
    /// What a slip may cost at most, in centipawns.
    dearest: f64,
    /// Quiet moves looked at near the leaves of the search, as `Params::late_move_base`.
    sight: f64,
}

/// The levels that were measured; those between have numbers between.
const LEVELS: [Level; 7] = [
    Level { elo: 800, nodes: 1.0, lines: 20.0, spread: 95.0, dearest: 300.0, sight: 1.0 },
    Level { elo: 1_150, nodes: 1.0, lines: 12.0, spread: 60.0, dearest: 220.0, sight: 1.0 },
    Level { elo: 1_450, nodes: 300.0, lines: 6.0, spread: 35.0, dearest: 150.0, sight: 2.0 },
    Level { elo: 1_600, nodes: 600.0, lines: 4.0, spread: 18.0, dearest: 85.0, sight: 4.0 },
    Level { elo: 1_800, nodes: 2_000.0, lines: 4.0, spread: 12.0, dearest: 60.0, sight: 6.0 },
    Level { elo: 2_250, nodes: 5_000.0, lines: 3.0, spread: 7.0, dearest: 35.0, sight: 9.0 },
    Level { elo: 2_550, nodes: 12_000.0, lines: 3.0, spread: 4.0, dearest: 22.0, sight: 13.0 },
];

impl Strength {
    /// The lowest level, in Elo.
    pub const LEAST: u32 = 800;
    /// The highest one, in Elo; beyond it there is full strength.
    pub const MOST: u32 = 2_550;
    /// The lowest one that mates a lone king with queen or rook however it is defended, as docs/strength.md measures it.
    const TECHNIQUE: u32 = 1_650;

    /// The level nearest to this many Elo.
    pub fn new(elo: u32) -> Strength {
        Strength(elo.clamp(Strength::LEAST, Strength::MOST))
    }

    /// Its Elo.
    pub fn elo(self) -> u32 {
        self.0
    }

    /// The level at which the side to move plays this position: how pieces mate a lone king is learned before all else, and
    /// who sees no reply would let it repeat positions for ever.
    pub fn facing(self, position: &Position) -> Strength {
        let side = position.side();
        let mates = position.bare_king() == Some(!side) && position.has_pieces(side);
        if mates { Strength(self.0.max(Strength::TECHNIQUE)) } else { self }
    }

    /// The search's numbers for it.
    pub fn params(self) -> Params {
        let sight = self.between(|level| level.sight).round() as i32;
        Params { late_move_base: sight, ..Params::default() }
    }

    /// What a search may do at this level, within other limits. `chance`, from 0 to less than 1, decides
    /// whether it slips.
    pub fn limits(self, wanted: Limits, chance: f64) -> Limits {
        let nodes = self.between(|level| level.nodes).round() as u64;
        let (spread, dearest) = (self.between(|it| it.spread), self.between(|it| it.dearest));
        Limits {
            nodes: Some(wanted.nodes.map_or(nodes, |limit| limit.min(nodes))),
            multi_pv: wanted.multi_pv.max(self.between(|level| level.lines).round() as usize),
            slip: Some(Slip { spread, dearest: dearest as i32, chance }),
            second_best: false,
            ..wanted
        }
    }

    /// A number of this level, between those of its neighbours in the table: numbers grow by factors.
    fn between(self, number: impl Fn(&Level) -> f64) -> f64 {
        let above = LEVELS.iter().position(|level| level.elo >= self.0).unwrap_or(LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above.saturating_sub(1)], &LEVELS[above]);
        let span = f64::from(high.elo - low.elo).max(1.0);
        let share = f64::from(self.0 - low.elo) / span;
        number(low).powf(1.0 - share) * number(high).powf(share)
    }
}

/// How another move than the best is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    /// By so many centipawns less, as they are shown, a move is chosen e times less often.
    pub spread: f64,
    /// What it may cost at most, in centipawns as they are shown.
    pub dearest: i32,
    /// What decides: from 0, for the best, to less than 1.
    pub chance: f64,
}

impl Slip {
    /// The place of the move chosen among some with these scores of the search, the best first. Whoever
    /// sees a mate gives it, and nobody chooses to be mated who sees another move. A lone king is driven to its mate
    /// without slips: each step there is worth so little that no slip would cost anything.
    pub(super) fn choose(&self, scores: &[i32]) -> Option<usize> {
        let &first = scores.first()?;
        if first >= WON {
            return Some(0);
        }
        let best = shown(first);
        let gaps = scores.iter().map(|&score| best - shown(score));
        let weights = gaps.map(|gap| match gap <= self.dearest {
            true => (-f64::from(gap) / self.spread).exp(),
            false => 0.0,
        });
        let weights: Vec<f64> = weights.collect();
        let mut left = self.chance * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        chosen.or(Some(0))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        eval::Evaluation,
        position::{ChessMove, Color, Ending, Game},
        search::{
            Searcher, StopToken, Table, Unhurried,
            score::{MATE, meant},
        },
    };

    const QUEEN: &str = "8/8/8/4k3/8/8/8/3QK3 w - - 0 1";
    const ROOK: &str = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
    const QUEEN_AND_PAWN: &str = "8/8/8/4k3/8/8/4P3/3QK3 w - - 0 1";

    fn chosen(scores: &[i32], dearest: i32) -> Vec<usize> {
        let slip = |chance| Slip { spread: 50.0, dearest, chance };
        let scores: Vec<i32> = scores.iter().map(|&score| meant(score)).collect();
        (0..100).filter_map(|part| slip(f64::from(part) / 100.0).choose(&scores)).collect()
    }

    #[test]
    fn better_moves_are_chosen_more_often_and_dear_ones_never() {
        let count = |places: &[usize], place| places.iter().filter(|&&it| it == place).count();
        let places = chosen(&[30, 10, -20, -80], 100);
        let counts = [0, 1, 2, 3].map(|place| count(&places, place));
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0, "110 centipawns are too dear");
    }

    #[test]
    fn a_mate_seen_is_given_and_one_against_is_not_chosen() {
        assert!(chosen(&[MATE - 1, 900], 500).iter().all(|&place| place == 0));
        assert!(chosen(&[-300, 2 - MATE], 500).iter().all(|&place| place == 0));
        assert_eq!(Slip { spread: 50.0, dearest: 9, chance: 0.5 }.choose(&[]), None);
    }

    #[test]
    fn a_lone_king_is_driven_to_its_mate() {
        assert!(chosen(&[shown(WON) + 20, shown(WON) + 10], 500).iter().all(|&place| place == 0));
    }

    /// The move of a searcher that remembers nothing.
    fn found(game: &Game, params: Params, limits: &Limits) -> ChessMove {
        let mut searcher = Searcher::new(Arc::new(Table::new(1)), 1, params, &Evaluation::best());
        let outcome = searcher.run(game, limits, &mut Unhurried, &StopToken::default());
        outcome.best().expect("a move")
    }

    /// The move of a level that has the worst luck there is.
    fn unlucky(level: Strength, game: &Game) -> ChessMove {
        let level = level.facing(game.position());
        found(game, level.params(), &level.limits(Limits::default(), 0.999))
    }

    /// The move of a king that is hard to mate.
    fn at_full_strength(game: &Game) -> ChessMove {
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        found(game, Params::default(), &limits)
    }

    /// The move of a king that takes what hangs and else keeps to the centre.
    fn to_the_centre(game: &Game) -> ChessMove {
        let position = game.position();
        let outward = |line: usize| (2 * line).abs_diff(7);
        let worth = |mv: &ChessMove| {
            let (to, quiet) = (mv.get_dest(), position.piece_on(mv.get_dest()).is_none());
            (quiet, outward(to.get_file().to_index()) + outward(to.get_rank().to_index()))
        };
        position.legal_moves().into_iter().min_by_key(worth).expect("a move")
    }

    /// How a game ends in which a level, to move, has to mate a king that flees so, and who is to move then.
    fn end(level: Strength, fen: &str, flee: fn(&Game) -> ChessMove) -> (Option<Ending>, Color) {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        let strong = game.position().side();
        while game.ending().is_none() {
            let own = game.position().side() == strong;
            assert!(game.play(if own { unlucky(level, &game) } else { flee(&game) }));
        }
        (game.ending(), game.position().side())
    }

    #[test]
    fn every_level_mates_with_queen_or_rook() {
        for level in [Strength::LEAST, 1_150, 1_500].map(Strength::new) {
            for fen in [QUEEN, ROOK, QUEEN_AND_PAWN] {
                for flee in [to_the_centre, at_full_strength] {
                    let mated = (Some(Ending::Checkmate), Color::Black);
                    assert_eq!(end(level, fen, flee), mated, "{level:?} {fen}");
                }
            }
        }
    }

    #[test]
    fn no_level_plays_better_but_with_pieces_against_a_lone_king() {
        let played = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            [800, 1_700].map(|elo| Strength::new(elo).facing(&position).elo())
        };
        for fen in [QUEEN, ROOK, QUEEN_AND_PAWN] {
            assert_eq!(played(fen), [Strength::TECHNIQUE, 1_700], "{fen}");
        }
        let (only_a_pawn, a_pawn_against) =
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "8/4p3/8/4k3/8/8/8/3QK3 w - - 0 1");
        let the_king_itself = "8/8/8/4k3/8/8/8/3QK3 b - - 0 1";
        for fen in [only_a_pawn, a_pawn_against, the_king_itself] {
            assert_eq!(played(fen), [800, 1_700], "{fen}");
        }
    }

    #[test]
    fn stronger_levels_look_further_and_slip_less() {
        let limits = |elo| Strength::new(elo).limits(Limits::default(), 0.5);
        let mut before = limits(Strength::LEAST);
        for elo in (Strength::LEAST..=Strength::MOST).step_by(100).skip(1) {
            let now = limits(elo);
            let (weak, strong) = (before.slip.expect("a slip"), now.slip.expect("a slip"));
            assert!(now.nodes >= before.nodes && now.multi_pv <= before.multi_pv, "{elo}");
            assert!(strong.spread < weak.spread && strong.dearest <= weak.dearest, "{elo}");
            before = now;
        }
        assert_eq!(Strength::new(5_000).elo(), Strength::MOST);
    }

    #[test]
    fn a_level_never_goes_beyond_what_was_asked_for() {
        let wanted = Limits { nodes: Some(50), multi_pv: 40, ..Limits::default() };
        let limits = Strength::new(2_000).limits(wanted, 0.0);
        assert_eq!((limits.nodes, limits.multi_pv), (Some(50), 40));
    }
}
