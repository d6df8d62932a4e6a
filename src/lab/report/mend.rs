//! Times that a slip of the pen has made unreadable.

use std::time::Duration;

use crate::{
    pgn::{Eval, Record, Value},
    position::Color,
};

/// Digits of a depth that has grown together with the time behind it.
const DEPTH_DIGITS: usize = 2;

/// Reads `0.20/176` as `0.20/17 6`, in games whose other moves have times in this notation: a depth of
/// two digits has lost the blank before the seconds. Says what was guessed.
pub(super) fn mend(record: &mut Record) -> Vec<String> {
    let mut guesses = Vec::new();
    if !record.moves.iter().any(|ply| ply.elapsed.is_some() && ply.eval.is_some()) {
        return guesses;
    }
    let start = 2 * usize::from(record.start.fullmoves()) + record.start.side().to_index();
    for (i, ply) in record.moves.iter_mut().enumerate() {
        let told = ply.elapsed.is_some() || ply.eval.is_some();
        let Some((value, depth, seconds)) = grown(&ply.comment).filter(|_| !told) else { continue };
        let side = if (start + i).is_multiple_of(2) { Color::White } else { Color::Black };
        let value = if side == Color::White { value } else { -value };
        ply.eval = Some(Eval { value, depth: Some(depth) });
        ply.elapsed = Some(Duration::from_secs(seconds));
        guesses.push(format!(
            "move {}: {:?} is taken for depth {depth} and {seconds} s",
            (start + i) / 2,
            ply.comment
        ));
    }
    guesses
}

/// Score, depth and seconds of a comment in which the last two have grown together.
fn grown(comment: &str) -> Option<(Value, u32, u64)> {
    let word = comment.split_whitespace().last()?;
    let (score, digits) = word.split_once('/')?;
    let (sign, pawns) = match score.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, score.strip_prefix('+').unwrap_or(score)),
    };
    let (pawns, hundredths) = pawns.split_once('.')?;
    let number =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
    let all = digits.len() > DEPTH_DIGITS && digits.len() <= 6 && hundredths.len() == 2;
    let (depth, seconds) = digits.split_at_checked(DEPTH_DIGITS).filter(|_| all)?;
    let (pawns, hundredths): (u64, u64) =
        (number(pawns).filter(|&p| p < 1_000)?, number(hundredths)?);
    let points = sign * i32::try_from(100 * pawns + hundredths).ok()?;
    Some((Value::Centipawns(points), number(depth)?.try_into().ok()?, number(seconds)?))
}
