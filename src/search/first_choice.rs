//! The move to play before anything has been searched: what the table knows, or the move after which
//! the side to move looks best once the opponent has taken what hangs.

use super::{
    Table,
    score::{DRAW, MATE, from_table},
};
use crate::{
    eval::{Evaluation, Stack},
    position::{ChessMove, Game, MoveList, Piece, Position, piece_value},
};

/// The most that one exchange can win, in pawns: a queen taken by a pawn that becomes one.
const MOST_WON: i32 = 17;

/// The best of these root moves (all legal ones if empty) without a search, with its score for the
/// side to move; `None` if there is none. The move of the table goes first, if there is a table and
/// it knows one. It takes well under a millisecond.
pub fn first_choice(
    game: &Game,
    root_moves: &[ChessMove],
    evaluation: &Evaluation,
    table: Option<&Table>,
) -> Option<(ChessMove, i32)> {
    let position = game.position();
    let allowed = |mv: &ChessMove| root_moves.is_empty() || root_moves.contains(mv);
    let known = table.and_then(|table| table.probe(position.key()));
    let known = known.and_then(|entry| Some((entry.mv?, from_table(entry.score, 0))));
    known.filter(|(mv, _)| allowed(mv) && position.is_legal(*mv)).or_else(|| {
        let (mut game, mut stack) = (game.clone(), Stack::new(position, evaluation));
        let moves = position.legal_moves().into_iter().filter(allowed);
        let scored = moves.map(|mv| (mv, one_ply(&mut game, &mut stack, mv)));
        // Of equals the first: the order is that of the search's own first iteration.
        scored.reduce(|best, next| if next.1 > best.1 { next } else { best })
    })
}

/// The score of a move, one ply deep: what its ending is worth, or the evaluation after it less what
/// the opponent wins by one exchange.
fn one_ply(game: &mut Game, stack: &mut Stack, mv: ChessMove) -> i32 {
    let delta = game.position().clone().play(mv);
    if !game.play(mv) {
        return -MATE;
    }
    let next = game.position();
    let score = match game.ending() {
        Some(ending) if ending.winner(next.side()).is_some() => MATE - 1,
        Some(_) => DRAW,
        None => {
            stack.push(&delta);
            let eval = -stack.score(next);
            stack.pop();
            eval - best_exchange(next)
        }
    };
    game.undo();
    score
}

/// What the side to move wins at least by the best of its captures and promotions, in centipawns.
fn best_exchange(position: &Position) -> i32 {
    let mut noisy = MoveList::new();
    position.generate::<true, false>(&mut noisy);
    let wins = |&worth: &i32| noisy.iter().any(|&mv| position.see_at_least(mv, worth));
    let worths = (1..=MOST_WON).rev().map(|pawns| pawns * piece_value(Piece::Pawn));
    worths.into_iter().find(wins).unwrap_or(0)
}
