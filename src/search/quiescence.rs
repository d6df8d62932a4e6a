//! Quiescence: plays out captures, and every answer to a check, until the position is quiet enough
//! to be judged.

use super::{
    alphabeta::NEARLY_FIFTY,
    history::Scene,
    node::Kind,
    picker::MovePicker,
    score::{DRAW, EVAL_BOUND, INFINITE, MAX_PLY, from_table, is_decided, mated_in, to_table},
    table::{Bound, Entry},
    thread::SearchThread,
};
use crate::position::{ChessMove, Piece, Position, piece_value};

impl SearchThread<'_> {
    /// The score of the position once the captures that do not lose have been played out.
    pub(super) fn quiescence<K: Kind>(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.data.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if self.stopped {
            return DRAW;
        }
        if let Some(score) = self.drawn(position) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position);
        }
        let stored = self.shared.table.probe(position.key());
        let trusted = stored.filter(|_| position.halfmoves() < NEARLY_FIFTY);
        if !K::PV
            && let Some(score) =
                trusted.and_then(|it| it.settles(position.halfmoves(), ply, alpha, beta))
        {
            return score;
        }
        let raw = self.raw_eval(position, stored);
        self.data.stack[ply].raw_eval = raw;
        self.data.stack[ply].was_pv = K::PV || stored.is_some_and(|entry| entry.pv);
        let eval = raw.map(|raw| bettered(self.corrected(position, raw, ply), trusted, ply));
        let best = eval.unwrap_or(-INFINITE);
        if best >= beta {
            if stored.is_none() {
                self.store_quiet(position, ply, best, Bound::Lower, None);
            }
            return best;
        }
        self.captures_or_evasions::<K>(position, stored, eval, (alpha, beta), ply)
    }

    /// Plays the captures, or all moves if in check.
    fn captures_or_evasions<K: Kind>(
        &mut self,
        position: &Position,
        stored: Option<Entry>,
        eval: Option<i32>,
        (old_alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let table_move = stored.and_then(|entry| entry.mv);
        // The histories of quiet moves are asked in check alone.
        let mut picker = match eval {
            Some(_) => MovePicker::captures(position, table_move),
            None => MovePicker::new(position, table_move),
        };
        let scene = match eval {
            Some(_) => Scene::bare(position, self.shared.params),
            None => self.scene(position, ply),
        };
        let mut best = eval.unwrap_or(-INFINITE);
        let mut alpha = old_alpha.max(best);
        let mut best_move = None;
        let mut number = 0;
        while let Some(mv) = picker.next(&scene, &self.data.history) {
            number += 1;
            if let Some(eval) = eval
                && !is_decided(alpha)
                && let Some(hope) = hope(position, mv, eval + self.shared.params.delta)
                && hope <= alpha
            {
                best = best.max(hope);
                continue;
            }
            // From the third evasion on, quiet ones are passed over once one is known not to be
            // mate.
            if eval.is_none() && best > -EVAL_BOUND && number > 2 && !position.is_noisy(mv) {
                continue;
            }
            let next = self.make(position, mv, ply);
            let score = -self.quiescence::<K>(&next, -beta, -alpha, ply + 1);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if number == 0 && position.in_check() {
            return mated_in(ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.store_quiet(position, ply, best, bound, best_move);
        best
    }

    /// Stores what was found, and the evaluation above all.
    fn store_quiet(
        &self,
        position: &Position,
        ply: usize,
        best: i32,
        bound: Bound,
        mv: Option<ChessMove>,
    ) {
        let eval = self.data.stack[ply].raw_eval;
        let pv = self.data.stack[ply].was_pv;
        let entry = Entry { mv, score: to_table(best, ply), eval, depth: 0, bound, pv };
        self.shared.table.store(position.key(), entry);
    }
}

/// An evaluation, or a stored score that bounds the true one on the right side: a better guess.
fn bettered(eval: i32, stored: Option<Entry>, ply: usize) -> i32 {
    let Some(entry) = stored else { return eval };
    let score = from_table(entry.score, ply);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if better && !is_decided(score) { score } else { eval }
}

/// The score if the captured piece is won for nothing, from an optimistic one before; none for a promotion,
/// which may be worth anything.
fn hope(position: &Position, mv: ChessMove, optimistic: i32) -> Option<i32> {
    let victim = position.piece_on(mv.get_dest()).unwrap_or(Piece::Pawn);
    mv.get_promotion().is_none().then(|| optimistic + piece_value(victim))
}
