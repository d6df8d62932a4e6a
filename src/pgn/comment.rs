//! Times and scores in comments.

use super::{
    Eval, Ply, notation,
    number::{clock_time, read_depth, read_time, read_value, value_text},
    problem::{Fault, quote},
};
use crate::position::Position;

/// A text as a comment can hold it: in one line, blanks single, no closing brace.
pub(super) fn plain(text: &str) -> String {
    text.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Takes times and scores out of what was said about a move that was made in `before`, and leaves
/// the rest as its comment. What looks like one of them and is none is told.
pub(super) fn take(text: &str, before: &Position, ply: &mut Ply) -> Vec<Fault> {
    let mut faults = Vec::new();
    let text = take_commands(text, ply, &mut faults);
    let text = notation::take_score(&text, before, ply, &mut faults);
    ply.comment = plain(&notation::take_list(&text, ply, &mut faults));
    faults
}

/// Takes out the commands `[%name arguments]`; of two of a kind the first counts, and those with
/// other names stay.
fn take_commands(text: &str, ply: &mut Ply, faults: &mut Vec<Fault>) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((front, after)) = rest.split_once("[%") {
        let Some((command, behind)) = after.split_once(']') else { break };
        kept.push_str(front);
        match obey(command, ply) {
            Some(true) => kept.push(' '),
            outcome => {
                let text = format!("[%{command}]");
                if outcome == Some(false) {
                    faults.push(Fault::Comment(quote(&text)));
                }
                kept.push_str(&text);
            }
        }
        rest = behind;
    }
    kept + rest
}

/// Does what a command says: whether that could be read and was not said before; `None` for a
/// command that is not known.
fn obey(command: &str, ply: &mut Ply) -> Option<bool> {
    let (name, argument) = command.split_once(char::is_whitespace)?;
    let argument = argument.trim();
    Some(match name {
        "clk" => fill(&mut ply.clock, read_time(argument)),
        "emt" => fill(&mut ply.elapsed, read_time(argument)),
        "plan" => fill(&mut ply.planned, read_time(argument)),
        "lag" => fill(&mut ply.lag, read_time(argument)),
        "why" => explain(&mut ply.why, argument),
        "eval" => fill(&mut ply.eval, read_eval(argument)),
        _ => return None,
    })
}

/// Fills what is empty; whether it was, and there was something to fill it with.
pub(super) fn fill<T>(slot: &mut Option<T>, value: Option<T>) -> bool {
    let fills = slot.is_none() && value.is_some();
    if fills {
        *slot = value;
    }
    fills
}

/// Takes the reason down, if there is none yet; whether it did.
fn explain(why: &mut String, text: &str) -> bool {
    let fills = why.is_empty() && !text.is_empty();
    if fills {
        *why = plain(text);
    }
    fills
}

/// A score and, after a comma, its depth.
fn read_eval(text: &str) -> Option<Eval> {
    Some(match text.split_once(',') {
        Some((value, depth)) => {
            Eval { value: read_value(value.trim())?, depth: Some(read_depth(depth.trim())?) }
        }
        None => Eval { value: read_value(text)?, depth: None },
    })
}

/// All that is to be said about a move, in pieces that stay on one line each: the commands, and the
/// words.
pub(super) fn pieces(ply: &Ply) -> Vec<String> {
    let eval = ply.eval.map(|eval| {
        let depth = eval.depth.map_or(String::new(), |depth| format!(",{depth}"));
        format!("[%eval {}{depth}]", value_text(eval.value))
    });
    let clock = ply.clock.map(|time| format!("[%clk {}]", clock_time(time)));
    let elapsed = ply.elapsed.map(|time| format!("[%emt {}]", clock_time(time)));
    let planned = ply.planned.map(|time| format!("[%plan {}]", clock_time(time)));
    let lag = ply.lag.map(|time| format!("[%lag {}]", clock_time(time)));
    let commands: Vec<String> =
        [clock, elapsed, planned, lag, eval].into_iter().flatten().collect();
    let mut pieces = vec![commands.join(" ")];
    // A reason may be long, so it is broken into lines like other words.
    let why = plain(&ply.why).replace(']', ")");
    if !why.is_empty() {
        pieces.extend(format!("[%why {why}]").split(' ').map(str::to_owned));
    }
    pieces.extend(plain(&ply.comment).split(' ').map(str::to_owned));
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
