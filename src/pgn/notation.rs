//! Times and scores in the comments of engine matches, before there were commands for them.

use std::time::Duration;

use super::{
    Eval, Ply,
    comment::fill,
    number::{digits, read_depth, read_time, read_value},
    problem::{Fault, quote},
};
use crate::{
    clock::UNLIMITED,
    position::{Color, Position},
};

/// Depths of this notation have two digits at most; more are a depth and a time grown together.
const MAX_DEPTH: u32 = 99;

/// Takes out `(d2d4) 0.30/13 10` at the beginning: the move, score by depth from the mover's point
/// of view, and seconds, of which only the score must be there. `+M4/9 0.5s, White mates` is read
/// as well. Another move in brackets than the one made stays.
pub(super) fn take_score(
    text: &str,
    before: &Position,
    ply: &mut Ply,
    faults: &mut Vec<Fault>,
) -> String {
    if ply.eval.is_some() || ply.elapsed.is_some() {
        return text.to_owned();
    }
    let (bracket, rest) = bracket(text);
    let (word, after) = first_word(rest);
    let Some((value, depth)) = word.split_once('/').filter(|(value, _)| is_score(value)) else {
        return text.to_owned();
    };
    let depth = read_depth(depth.trim_end_matches(',')).filter(|&depth| depth <= MAX_DEPTH);
    let (Some(value), Some(depth)) = (read_value(value), depth) else {
        faults.push(Fault::Comment(quote(word)));
        return text.to_owned();
    };
    let value = if before.side() == Color::White { value } else { -value };
    ply.eval = Some(Eval { value, depth: Some(depth) });
    let (word, behind) = first_word(after);
    ply.elapsed = read_time(word.trim_end_matches(',').trim_end_matches('s'));
    let rest = if ply.elapsed.is_some() { behind } else { after };
    let made = bracket.is_none_or(|text| before.parse_move(text) == Ok(ply.mv));
    if made { rest.to_owned() } else { format!("({}) {rest}", bracket.unwrap_or_default()) }
}

/// Splits off a word in brackets.
fn bracket(text: &str) -> (Option<&str>, &str) {
    let (word, rest) = first_word(text);
    match word.strip_prefix('(').and_then(|word| word.strip_suffix(')')) {
        Some(inside) => (Some(inside), rest),
        None => (None, text),
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Whether a text is meant as a score of this notation: `1/2` is none.
fn is_score(text: &str) -> bool {
    read_value(text).is_some() && text.contains(['.', 'M', '#'])
}

/// Takes the time of the move (`mt`, ms), the time left (`tl`, ms), and White's view (`wv`) by
/// depth (`d`) out of a list such as `d=21, mt=4100, tl=98000, wv=0.25,`.
pub(super) fn take_list(text: &str, ply: &mut Ply, faults: &mut Vec<Fault>) -> String {
    let items: Vec<&str> = text.split(',').map(str::trim).collect();
    let find = |key: &str| items.iter().find_map(|item| Some((*item, item.strip_prefix(key)?)));
    let (None, Some((item, time))) = (ply.elapsed, find("mt=")) else { return text.to_owned() };
    if !fill(&mut ply.elapsed, milliseconds(time)) {
        faults.push(Fault::Comment(quote(item)));
        return text.to_owned();
    }
    let mut taken = vec![item];
    if let Some((item, time)) = find("tl=") {
        if fill(&mut ply.clock, milliseconds(time)) {
            taken.push(item);
        } else {
            faults.push(Fault::Comment(quote(item)));
        }
    }
    if let Some((item, value)) = find("wv=") {
        let depth = find("d=").and_then(|(item, depth)| Some((item, read_depth(depth)?)));
        let eval = read_value(value).map(|value| Eval { value, depth: depth.map(|(_, d)| d) });
        if fill(&mut ply.eval, eval) {
            taken.push(item);
            taken.extend(depth.map(|(item, _)| item));
        } else {
            faults.push(Fault::Comment(quote(item)));
        }
    }
    let left: Vec<&str> =
        items.into_iter().filter(|item| !item.is_empty() && !taken.contains(item)).collect();
    left.join(", ")
}

fn milliseconds(text: &str) -> Option<Duration> {
    digits(text).map(Duration::from_millis).filter(|&time| time <= UNLIMITED)
}
