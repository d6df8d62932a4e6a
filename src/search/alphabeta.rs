//! Principal variation search with the usual prunings.

use super::{
    history::Scene,
    node::{Candidate, Kind, Node, Null, Pv},
    partner::LEAST_DEPTH,
    picker::MovePicker,
    score::{DRAW, EVAL_BOUND, FIFTY_MOVES, INFINITE, MAX_PLY, TB_WIN, mated_in, to_table},
    singular::Singular,
    table::{Bound, Entry},
    thread::SearchThread,
};
use crate::{
    position::{Checks, ChessMove, MoveList, Position},
    tablebase::Verdict,
};
use arrayvec::ArrayVec;
use std::sync::atomic::Ordering::Relaxed;

/// A node of no more plies tells little about the one before it.
const SHALLOW: i32 = 3;
/// Close to the fifty-move draw the table's scores are not to be trusted.
pub(super) const NEARLY_FIFTY: u8 = 90;

impl SearchThread<'_> {
    /// The score of a position that the rules end here, if they do.
    pub(super) fn drawn(&self, position: &Position) -> Option<i32> {
        if position.halfmoves() >= FIFTY_MOVES {
            // Checkmate goes before the fifty-move rule; the caller finds the mate.
            return (!position.in_check() || !position.legal_moves().is_empty()).then_some(DRAW);
        }
        (self.repeats(position) || position.insufficient_material()).then_some(DRAW)
    }

    /// The score of a position that is a draw, that is as deep as a search can get, or that cannot
    /// matter; narrows the window to what can.
    fn ended(&mut self, position: &Position, node: &mut Node) -> Option<i32> {
        let ply = node.ply;
        if let Some(score) = self.drawn(position) {
            return Some(score);
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluate(position));
        }
        // A draw is within reach if one move can repeat a position.
        if node.alpha < DRAW && self.can_repeat(position) {
            node.alpha = DRAW;
            if node.alpha >= node.beta {
                return Some(node.alpha);
            }
        }
        // Mate-distance pruning: no line from here can beat a shorter mate already found.
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(-mated_in(ply + 1));
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// The score of `position` within the node's window, for the side to move. Whatever happens at a
    /// node happens here, in this order, so the function is long; docs/search.md says what each step
    /// is good for.
    pub(super) fn search<K: Kind>(&mut self, position: &Position, mut node: Node) -> i32 {
        let ply = node.ply;
        if node.depth <= 0 {
            return self.quiescence::<K>(position, node.alpha, node.beta, ply);
        }
        #[cfg(test)]
        {
            self.kinds[if K::PV { 0 } else { 2 - usize::from(node.cut_node) }] += 1;
        }
        self.data.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);

        // The end of the search, the game or the line.
        if self.stopped {
            return DRAW;
        }
        if !K::ROOT
            && let Some(score) = self.ended(position, &mut node)
        {
            return score;
        }

        // What is known of the position: transposition table, endgame tables, static evaluation.
        let excluded = self.data.stack[ply].excluded;
        let stored = match excluded {
            None => self.shared.table.probe(position.key()),
            Some(_) => None,
        };
        if !K::PV
            && let Some(score) = table_cutoff(stored, position, node)
        {
            self.learn_from_table(position, stored, node, score);
            return score;
        }
        let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
        if !K::ROOT
            && excluded.is_none()
            && let Some((score, bound)) = self.probe_tablebase(position, ply)
        {
            match bound {
                Bound::Lower if K::PV && score < node.beta => floor = score,
                Bound::Upper if K::PV && score > node.alpha => ceiling = score,
                _ if bound.settles(score, node.alpha, node.beta) => return score,
                _ => {}
            }
            node.alpha = node.alpha.max(floor);
        }
        let table_move = stored.and_then(|entry| entry.mv);
        if excluded.is_none() {
            self.data.stack[ply].was_pv = K::PV || stored.is_some_and(|entry| entry.pv);
            self.static_eval(position, stored, ply);
        }
        node.eval = self.data.stack[ply].eval;
        node.was_pv = self.data.stack[ply].was_pv;
        node.improving = self.improving(node.eval, ply);
        self.data.stack[ply + 2].cutoffs = 0;
        if excluded.is_none() {
            self.learn_from_evaluations(position, ply);
            node.depth += self.hindsight(node);
        }

        // Prunings of the whole node.
        if !K::PV
            && excluded.is_none()
            && let Some(eval) = node.eval
            && let Some(score) = self
                .reverse_futility(node, eval)
                .or_else(|| self.null_move(position, stored, node, eval))
        {
            return score;
        }
        // Ended while it passed.
        if self.stopped {
            return DRAW;
        }
        node.depth -= self.without_table_move::<K>(table_move, node);

        let scene = self.scene(position, ply);
        let mut picker = MovePicker::new(position, table_move);
        node.noisy_table_move = table_move.is_some_and(|mv| position.is_noisy(mv));
        let checks = position.checks();
        let (mut quiets, mut captures) = (MoveList::new(), ArrayVec::<ChessMove, 74>::new());
        let (mut alpha, beta) = (node.alpha, node.beta);
        let (mut best, mut best_move, mut move_count) = (floor, None, 0);
        while let Some(mv) = match K::ROOT {
            true => self.root_moves.get(self.pv_index + move_count).map(|root| root.mv),
            false => picker.next(&scene, &self.data.history),
        } {
            if Some(mv) == excluded {
                continue;
            }
            move_count += 1;

            // Pruning of the move, once there is one that is not known to lose.
            let candidate = self.candidate(&scene, mv, move_count, &checks);
            if !K::ROOT && best > -EVAL_BOUND && self.prune_move(position, node, candidate) {
                if !candidate.noisy && move_count > self.late_move_count(node) {
                    picker.only_checks(position, &checks);
                }
                continue;
            }

            // Extensions: the table's move, if all the others are worse. No check gets less for it.
            let mut extension = 0;
            if excluded.is_none()
                && let Some(entry) = stored.filter(|entry| entry.mv == Some(mv))
            {
                match self.singular::<K>(position, node, entry) {
                    Singular::Cut(score) => return score,
                    Singular::Extend(plies) if candidate.check => extension = plies.max(0),
                    Singular::Extend(plies) => extension = plies,
                }
                if self.stopped {
                    return DRAW;
                }
            }

            let before = self.nodes;
            if K::ROOT {
                self.announce(move_count, mv);
            }
            let score = self.follow::<K>(&scene, node, candidate, extension, (alpha, best));
            if K::ROOT {
                self.root_moves[self.pv_index + move_count - 1].nodes += self.nodes - before;
            }
            if self.stopped {
                return if K::ROOT { best } else { DRAW };
            }

            // A better move, or even one that refutes the node.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if K::ROOT {
                        self.promote(
                            self.pv_index + move_count - 1,
                            (score < beta).then_some(score),
                        );
                    } else if K::PV {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        self.data.stack[ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    if K::ROOT && move_count > 1 && !self.report_or_stop(score, Bound::Exact) {
                        return best;
                    }
                }
            }
            if candidate.noisy {
                let _ = captures.try_push(mv);
            } else {
                quiets.push(mv);
            }
        }

        // No move at all: mate, stalemate, or only the one left out.
        if move_count == 0 {
            return match (excluded, position.in_check()) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
        }
        best = best.min(ceiling);
        if excluded.is_none() {
            self.inherit_was_pv(node, best);
        }
        // What is learned, and stored.
        if best >= beta
            && let Some(mv) = best_move
        {
            let deep = node.depth + i32::from(best > beta + self.shared.params.history_surplus);
            self.update_histories(&scene, deep, mv, &quiets, &captures);
            self.blame_refuted(node);
        } else if best_move.is_none() && excluded.is_none() {
            self.reward_refutation(position, node);
        }
        if excluded.is_none() && !(K::ROOT && self.some_left_out()) {
            self.update_corrections(position, node, best, best_move);
            self.store(position, node, best, best_move);
        }
        best
    }

    /// The score of a move that is neither left out nor yet played. The first of a PV node is searched with the
    /// whole window. The others with a null window, late ones reduced, or a ply deeper if all speaks for them;
    /// again at full depth, a little deeper if they did surprisingly well, and then with the whole window, as far
    /// as they refuse to be refuted.
    fn follow<K: Kind>(
        &mut self,
        scene: &Scene<'_>,
        node: Node,
        candidate: Candidate,
        extension: i32,
        (alpha, best): (i32, i32),
    ) -> i32 {
        let (position, ply, beta, params) =
            (scene.position, node.ply, node.beta, self.shared.params);
        let doubles = self.data.stack[ply].doubles + i32::from(extension > 1);
        self.data.stack[ply + 1].doubles = doubles;
        let next = self.make(position, candidate.mv, ply);
        self.data.stack[ply].move_count = candidate.move_count;
        let mut depth = node.depth - 1 + extension;
        if K::PV && candidate.move_count == 1 {
            let score = -self.search::<Pv>(&next, node.child(alpha, beta, depth, false));
            self.unmake();
            return score;
        }

        let null_window = |depth, cut_node| node.child(alpha, alpha + 1, depth, cut_node);
        let early = 1 + usize::from(K::PV) + 2 * usize::from(K::ROOT);
        let reduction = match candidate.move_count > early && node.depth >= 3 {
            true => self.reduction::<K>(position, node, candidate),
            false => 0,
        };
        let most = depth + i32::from(reduction < 0 && doubles < params.singular_doubles);
        let reduced = (depth - reduction).clamp(1.min(depth), most);
        self.data.stack[ply].reduction = depth - reduced;
        // A move searched as deep as it can be is expected to be what the node is expected not to be; one taken for
        // late is expected to be refuted.
        let refuted = reduced < depth || !node.cut_node;
        let mut score = -self.search::<Null>(&next, null_window(reduced, refuted));
        self.data.stack[ply].reduction = 0;
        if score > alpha && reduced < depth {
            depth += i32::from(score > best + params.deeper_margin);
            depth -= i32::from(score < best + params.shallower_margin);
            if reduced < depth {
                score = -self.search::<Null>(&next, null_window(depth, !node.cut_node));
            }
            self.learn_from_reduced(node, &candidate, scene, score, (alpha, beta));
        }
        if K::PV && score > alpha && (K::ROOT || score < beta) {
            score = -self.search::<Pv>(&next, node.child(alpha, beta, depth, false));
        }
        self.unmake();
        score
    }

    /// What the endgame tables say: a win may still be a mate and a loss one too, so they are bounds.
    /// They are counted from the root, for a won endgame that is nearer is better.
    fn probe_tablebase(&self, position: &Position, ply: usize) -> Option<(i32, Bound)> {
        let tables = self.shared.tables?;
        let verdict = tables.verdict(position)?;
        self.shared.tb_hits.fetch_add(1, Relaxed);
        Some(match verdict {
            Verdict::Win => (TB_WIN - ply as i32, Bound::Lower),
            Verdict::Draw => (DRAW, Bound::Exact),
            Verdict::Loss => (ply as i32 - TB_WIN, Bound::Upper),
        })
    }

    /// A move with what the decisions about it need to know.
    fn candidate(
        &self,
        scene: &Scene<'_>,
        mv: ChessMove,
        move_count: usize,
        checks: &Checks,
    ) -> Candidate {
        let position = scene.position;
        let noisy = position.is_noisy(mv);
        let check = checks.given_by(position, mv);
        let history = position.piece_on(mv.get_source()).map_or(0, |piece| match noisy {
            true => self.data.history.capture(position, piece, mv),
            false => self.data.history.quiet(scene, piece, mv),
        });
        Candidate { mv, move_count, noisy, history, check }
    }

    /// A node in which no move helps is of the principal variation's kin if the one before is: the move there has
    /// held.
    fn inherit_was_pv(&mut self, node: Node, best: i32) {
        if let Some(before) = node.ply.checked_sub(1)
            && best <= node.alpha
            && node.depth > SHALLOW
        {
            self.data.stack[node.ply].was_pv |= self.data.stack[before].was_pv;
        }
    }

    /// Stores what was found.
    fn store(&mut self, position: &Position, node: Node, best: i32, mv: Option<ChessMove>) {
        let entry = Entry {
            mv,
            score: to_table(best, node.ply),
            eval: self.data.stack[node.ply].raw_eval,
            depth: node.depth,
            bound: node.bound(best),
            pv: self.data.stack[node.ply].was_pv,
        };
        self.shared.table.store(position.key(), entry);
        if node.depth >= LEAST_DEPTH
            && let Some(outbox) = &mut self.outbox
        {
            outbox.keep(position.key(), &entry);
        }
    }

    /// Puts a move in front of the line below it.
    pub(super) fn update_pv(&mut self, ply: usize, mv: ChessMove) {
        let (head, tail) = self.data.pv.split_at_mut(ply + 1);
        let (line, rest) = (&mut head[ply], &tail[0]);
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }
}

/// A stored score that settles the node.
fn table_cutoff(stored: Option<Entry>, position: &Position, node: Node) -> Option<i32> {
    let entry = stored?;
    if entry.depth < node.depth || position.halfmoves() >= NEARLY_FIFTY {
        return None;
    }
    entry.settles(position.halfmoves(), node.ply, node.alpha, node.beta)
}
