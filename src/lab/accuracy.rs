//! How near an evaluation comes to what deep searches say of quiet positions: the figure by which networks
//! are followed from one generation to the next, before any match.

use super::searchlog::{Event, LoggedGame};
use crate::{
    eval::{Evaluation, Stack},
    position::{BitBoard, Color, Piece, Position},
    search::score::is_mate,
};

/// Centipawns for the chance to win that both scores are turned into.
const SCALE: f64 = 400.0;
/// A position is balanced if the search says so many centipawns or less.
const BALANCED: f64 = 100.0;
/// A king is exposed with fewer own pawns than this around it, while the other side has a queen.
const SHIELD: u32 = 2;

/// A quiet position, and what was said of it for the side to move, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Judged {
    evaluation: f64,
    search: f64,
    exposed: bool,
}

/// How near it comes over some positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// How many positions.
    pub positions: usize,
    /// The mean squared error of the chance to win.
    pub error: f64,
    /// The correlation of these chances, -1 to 1.
    pub correlation: f64,
}

/// How near an evaluation comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// What its scores are multiplied by before they are compared: the number that fits best.
    pub factor: f64,
    /// Over all positions.
    pub all: Nearness,
    /// Where the search says about equal.
    pub balanced: Nearness,
    /// Where a king has hardly a pawn around it and the other side a queen.
    pub exposed: Nearness,
}

/// Compares an evaluation with the last word of each search of some games. Positions in check, with a
/// capture or promotion as the best move, or with a mate found are left out: no evaluation is meant
/// to see these.
pub fn accuracy<'a>(
    games: impl IntoIterator<Item = &'a LoggedGame>,
    evaluation: &Evaluation,
) -> Accuracy {
    let mut judged = Vec::new();
    for game in games {
        judge(game, evaluation, &mut judged);
    }
    let factor = best_factor(&judged);
    let over = |takes: fn(&Judged) -> bool| {
        nearness(judged.iter().filter(|judged| takes(judged)).copied(), factor)
    };
    Accuracy {
        factor,
        all: over(|_| true),
        balanced: over(|judged| judged.search.abs() <= BALANCED),
        exposed: over(|judged| judged.exposed),
    }
}

/// Adds the quiet positions of a game.
fn judge(game: &LoggedGame, evaluation: &Evaluation, judged: &mut Vec<Judged>) {
    let mut position = game.start.clone();
    let mut stack = Stack::new(&position, evaluation);
    for event in &game.events {
        let search = match event {
            Event::Move(mv) => {
                position.play(*mv);
                continue;
            }
            Event::Search(search) => search,
        };
        let Some(last) = search.reports.last().map(|report| report.heard) else { continue };
        if position.in_check() || position.is_noisy(last.best) || is_mate(last.score) {
            continue;
        }
        stack.reset(&position);
        let (evaluation, search) = (f64::from(stack.score(&position)), f64::from(last.score));
        let exposed = chess::ALL_COLORS.iter().any(|&side| is_exposed(&position, side));
        judged.push(Judged { evaluation, search, exposed });
    }
}

/// Whether a side's king has hardly a pawn around it while the other side has a queen.
fn is_exposed(position: &Position, side: Color) -> bool {
    let king = chess::get_king_moves(position.king(side));
    let shield: BitBoard = king & position.men(side, Piece::Pawn);
    shield.popcnt() < SHIELD && position.men(!side, Piece::Queen) != chess::EMPTY
}

fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// The factor of the scores with the least error, from a quarter to four times, found by halving the
/// interval in golden sections.
fn best_factor(judged: &[Judged]) -> f64 {
    let error = |logarithm: f64| nearness(judged.iter().copied(), logarithm.exp()).error;
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.25_f64.ln(), 4.0_f64.ln());
    while high - low > 1e-3 {
        let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
        if error(left) < error(right) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp()
}

fn nearness(judged: impl Iterator<Item = Judged>, factor: f64) -> Nearness {
    let pairs: Vec<[f64; 2]> =
        judged.map(|one| [chance(factor * one.evaluation), chance(one.search)]).collect();
    let count = pairs.len().max(1) as f64;
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let [left, right] = [0, 1].map(|side: usize| mean(&|pair| pair[side]));
    let spread = |side: usize, middle: f64| mean(&|pair| (pair[side] - middle).powi(2));
    let together = mean(&|pair| (pair[0] - left) * (pair[1] - right));
    Nearness {
        positions: pairs.len(),
        error: mean(&|pair| (pair[0] - pair[1]).powi(2)),
        correlation: together / (spread(0, left) * spread(1, right)).sqrt().max(1e-12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(evaluation: f64, search: f64) -> Judged {
        Judged { evaluation, search, exposed: false }
    }

    #[test]
    fn an_evaluation_that_differs_by_its_scale_alone_is_right() {
        let all: Vec<Judged> =
            (-9..=9).map(|n| judged(f64::from(n) * 50.0, f64::from(n) * 75.0)).collect();
        let factor = best_factor(&all);
        assert!((factor - 1.5).abs() < 0.01, "{factor}");
        let near = nearness(all.iter().copied(), factor);
        assert!(near.error < 1e-6 && near.correlation > 0.9999, "{near:?}");
    }

    #[test]
    fn an_evaluation_that_says_nothing_has_no_correlation() {
        let all = [-300.0, -100.0, 100.0, 300.0].map(|search| judged(0.0, search));
        let near = nearness(all.into_iter(), 1.0);
        assert_eq!((near.positions, near.correlation), (4, 0.0));
        assert!(near.error > 0.01, "{near:?}");
    }

    #[test]
    fn a_king_is_exposed_where_a_queen_may_come_and_pawns_are_gone() {
        let exposed = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            [Color::White, Color::Black].map(|side| is_exposed(&position, side))
        };
        assert_eq!(exposed("3q2k1/5ppp/8/8/8/8/7P/3Q2K1 w - - 0 1"), [true, false]);
        assert_eq!(exposed("6k1/5ppp/8/8/8/8/7P/3Q2K1 w - - 0 1"), [false, false]);
    }
}
