//! Hands out the moves of a node one by one, likely refutations first, and generates each kind only
//! when its turn comes: most nodes end with the table's move or a capture.

use super::{
    history::{History, Scene},
    ranked::Ranked,
};
use crate::position::{Checks, ChessMove, MoveList, Piece, Position, piece_value};

/// Which kind of moves comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    BadQuiets,
    Done,
}

/// The order of moves at one node.
pub struct MovePicker {
    stage: Stage,
    table_move: Option<ChessMove>,
    captures_only: bool,
    moves: Ranked,
    bad_captures: MoveList,
    next_bad: usize,
}

impl MovePicker {
    /// All moves of a node.
    #[inline]
    pub fn new(position: &Position, table_move: Option<ChessMove>) -> MovePicker {
        MovePicker::with(position, table_move, false)
    }

    /// Captures and promotions that do not lose in the exchange.
    #[inline]
    pub fn captures(position: &Position, table_move: Option<ChessMove>) -> MovePicker {
        let noisy = table_move.filter(|&mv| position.is_noisy(mv));
        MovePicker::with(position, noisy, true)
    }

    /// A picker is large, so it is made where it stays: a function that returns it copies it.
    #[inline(always)]
    fn with(position: &Position, table_move: Option<ChessMove>, captures_only: bool) -> MovePicker {
        MovePicker {
            stage: Stage::TableMove,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            captures_only,
            moves: Ranked::new(),
            bad_captures: MoveList::new(),
            next_bad: 0,
        }
    }

    /// From now on no quiet moves but those that give check.
    pub fn only_checks(&mut self, position: &Position, checks: &Checks) {
        if self.stage >= Stage::Quiets {
            self.moves.retain(|mv| checks.given_by(position, mv));
        }
    }

    /// The next move to try.
    pub fn next(&mut self, scene: &Scene<'_>, history: &History) -> Option<ChessMove> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateCaptures => {
                    self.score_captures(scene.position, history);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.good_capture(scene, history) {
                    Some(mv) => return Some(mv),
                    None if self.captures_only => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    self.score_quiets(scene, history);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.moves.take_best(-scene.params.order_quiets) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    self.next_bad += 1;
                    match self.bad_captures.get(self.next_bad - 1) {
                        Some(&mv) => return Some(mv),
                        None => self.stage = Stage::BadQuiets,
                    }
                }
                Stage::BadQuiets => match self.moves.take_best(i32::MIN) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn score_captures(&mut self, position: &Position, history: &History) {
        self.moves.fill::<true, false>(position, self.table_move, |piece, mv| {
            let victim = position.piece_on(mv.get_dest());
            let promoted = mv.get_promotion().map_or(0, piece_value);
            let gain = promoted + victim.map_or(0, piece_value);
            16 * gain + history.capture(position, piece, mv) / 8
        });
    }

    /// The next capture that does not lose in the exchange, or no more than its counter is worth; quiescence takes no
    /// such risk.
    fn good_capture(&mut self, scene: &Scene<'_>, history: &History) -> Option<ChessMove> {
        let position = scene.position;
        while let Some(mv) = self.moves.take_best(i32::MIN) {
            let piece = position.piece_on(mv.get_source()).unwrap_or(Piece::Pawn);
            let risk = match self.captures_only {
                true => 0,
                false => history.capture(position, piece, mv) / scene.params.order_captures,
            };
            if position.see_at_least(mv, -risk) {
                return Some(mv);
            }
            self.bad_captures.push(mv);
        }
        None
    }

    fn score_quiets(&mut self, scene: &Scene<'_>, history: &History) {
        let replies = history.quiet_history(scene);
        self.moves.fill::<false, true>(scene.position, self.table_move, |piece, mv| {
            replies.quiet(piece, mv)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Params;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn drain(picker: MovePicker, position: &Position) -> Vec<ChessMove> {
        drain_with(&History::default(), picker, position)
    }

    /// The order of moves to one who remembers.
    fn drain_with(
        history: &History,
        mut picker: MovePicker,
        position: &Position,
    ) -> Vec<ChessMove> {
        let params = Params::default();
        let scene = Scene::bare(position, &params);
        std::iter::from_fn(|| picker.next(&scene, history)).collect()
    }

    #[test]
    fn every_legal_move_comes_exactly_once() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let all = position.legal_moves();
        for &table_move in &all {
            let got = drain(MovePicker::new(&position, Some(table_move)), &position);
            assert_eq!(got.first(), Some(&table_move));
            assert_eq!(got.len(), all.len());
            assert!(all.iter().all(|mv| got.contains(mv)));
        }
    }

    #[test]
    fn what_has_done_badly_waits_for_what_loses_and_what_has_done_well_need_not() {
        // The knight may give itself up for two pawns.
        let position = Position::from_fen("4k3/2p5/3p4/2P5/4N3/8/P7/4K3 w - - 0 1").unwrap();
        let [takes, pushes] = ["e4d6", "a2a3"].map(|mv| position.parse_move(mv).unwrap());
        let order = |history: &History| {
            let got = drain_with(history, MovePicker::new(&position, None), &position);
            assert_eq!(got.len(), position.legal_moves().len());
            [takes, pushes].map(|mv| got.iter().position(|&there| there == mv))
        };
        let mut history = History::default();
        let [taken, pushed] = order(&history);
        assert!(taken > pushed);
        let params = Params::default();
        let scene = Scene::bare(&position, &params);
        (0..200).for_each(|_| history.update_quiet(&scene, pushes, -1_500));
        let [taken, pushed] = order(&history);
        assert!(taken < pushed);
        let mut history = History::default();
        (0..200).for_each(|_| history.update_capture(&position, takes, 1_500));
        let [taken, pushed] = order(&history);
        assert!(taken < pushed);
    }

    #[test]
    fn quiescence_sees_the_captures_that_do_not_lose_and_nothing_else() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let got = drain(MovePicker::captures(&position, None), &position);
        for mv in &position.legal_moves() {
            let wanted = position.is_noisy(*mv) && position.see_at_least(*mv, 0);
            assert_eq!(got.contains(mv), wanted, "{mv}");
        }
    }

    #[test]
    fn an_impossible_table_move_is_left_out() {
        let position = Position::startpos();
        let foreign = Position::from_fen(KIWIPETE).unwrap().legal_moves()[0];
        let legal = position.is_legal(foreign);
        let got = drain(MovePicker::new(&position, Some(foreign)), &position);
        assert!(!legal && got.len() == 20 && !got.contains(&foreign));
    }
}
