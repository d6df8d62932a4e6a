//! What a move costs that a long search would not have played.

use crate::{
    lab::searchlog::SearchLog, position::ChessMove, search::Bound, timing::forecast::loss,
};

/// What a move costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// Whether it is another move than the one the whole search came to.
    pub differs: bool,
    /// The loss in weighted centipawns ([`crate::timing::forecast::loss`]).
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
    Price { differs: true, loss: loss(value, worth), known }
}
