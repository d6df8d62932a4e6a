//! What a move costs that a long search would not have played.

use crate::{lab::searchlog::SearchLog, position::ChessMove, search::Bound};

/// By so many centipawns a player is ahead whose odds are those of the number e: shown scores are made so
/// that 100 wins half of the games at move 32, and with the draws that is about this.
const ODDS: f64 = 100.0;
/// Weighted centipawns in a whole point: as many as a small loss costs in an even position.
const POINT: f64 = 4.0 * ODDS;

/// Points to expect with a score as it is shown, 0 to 1: a draw is half a point.
pub fn expected_score(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / ODDS).exp())
}

/// What a move costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// Whether it is another move than the one the whole search came to.
    pub differs: bool,
    /// The loss in weighted centipawns: the points to expect that are lost, times 400. In an even position
    /// that is about the loss in centipawns, in a decided one much less.
    pub loss: f64,
    /// Whether the loss is known: the search has compared the move with a better one as its second best.
    /// If not, it is taken to be what the score has grown since the move was best last, if it has.
    pub known: bool,
}

/// The prices of all moves that were best at some time of a search, those that cost something.
#[derive(Clone, Debug)]
pub(super) struct Prices(Vec<(ChessMove, Price)>);

impl Prices {
    pub fn new(log: &SearchLog) -> Prices {
        let last = log.reports.last().map(|report| report.heard.best);
        let mut moves: Vec<ChessMove> =
            log.reports.iter().map(|report| report.heard.best).collect();
        moves.sort_unstable();
        moves.dedup();
        let others = moves.into_iter().filter(|&mv| Some(mv) != last);
        Prices(others.map(|mv| (mv, price(log, mv))).collect())
    }

    /// The price of a move.
    pub fn of(&self, mv: ChessMove) -> Price {
        let price = self.0.iter().find(|(other, _)| *other == mv);
        price.map_or(Price { known: true, ..Price::default() }, |(_, price)| *price)
    }
}

/// The price of a move that is not the final one, by the last thing the search said of it.
fn price(log: &SearchLog, mv: ChessMove) -> Price {
    let exact = log.reports.iter().rev().find(|report| report.heard.bound == Bound::Exact);
    let value = exact.map_or(0, |report| report.heard.score);
    let judged = log.reports.iter().rev().find_map(|report| {
        let heard = &report.heard;
        match heard.second {
            _ if heard.best == mv => Some((heard.score, false)),
            Some((second, score)) if second == mv && heard.bound == Bound::Exact => {
                Some((value - (heard.score - score).max(0), true))
            }
            _ => None,
        }
    });
    let (worth, known) = judged.unwrap_or((value, false));
    let loss = POINT * (expected_score(value) - expected_score(worth)).max(0.0);
    Price { differs: true, loss, known }
}
