//! What single arguments mean, and where one stands for several.

use std::ffi::OsString;

use clap::builder::RangedU64ValueParser;

use crate::search::Strength;

/// The arguments as given, but with a request of OpenBench's workers taken apart: they send it as one argument,
/// `"genfens 8 seed 42 book None"`, and `quit` as another.
pub fn separated(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words = Vec::new();
    for argument in given {
        match argument.to_str().filter(|text| text.starts_with("genfens ")) {
            Some(request) => {
                words.extend(request.split_ascii_whitespace().map(OsString::from));
                break;
            }
            None => words.push(argument),
        }
    }
    words
}

/// Reads `NAME=VALUE`.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write NAME=VALUE, such as hash=256".to_owned()),
    }
}

/// A number of a policy and its value.
pub fn weight(text: &str) -> Result<(String, f64), String> {
    let (name, value) = assignment(text)?;
    Ok((name, from_zero(&value)?))
}

/// A number that is not negative, and is one at all.
pub fn from_zero(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err(format!("`{text}` is no number from 0 up")),
    }
}

/// How much is done at once: each needs a thread, and some a process and memory.
pub fn at_once() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=256)
}

/// Games that come in pairs, one for each colour.
pub fn in_pairs(text: &str) -> Result<u64, String> {
    let wanted = |games: &u64| (2..=10_000_000).contains(games) && games.is_multiple_of(2);
    let read = text.parse().ok().filter(wanted);
    read.ok_or_else(|| {
        "games come in pairs, each opening with both colours: an even number from 2 to 10000000"
            .to_owned()
    })
}

/// A parameter of the search and its value.
pub fn number(text: &str) -> Result<(String, i32), String> {
    let (name, value) = assignment(text)?;
    let value = value.parse().map_err(|_| format!("`{value}` is no whole number"))?;
    Ok((name, value))
}

/// Parameters of the search that are changed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes(pub Vec<(String, i32)>);

/// Reads `NAME=N,NAME=N`.
pub fn changes(text: &str) -> Result<Changes, String> {
    text.split(',').map(number).collect::<Result<_, _>>().map(Changes)
}

/// A level of play below full strength, in Elo.
pub fn strength(text: &str) -> Result<u32, String> {
    let levels = Strength::LEAST..=Strength::MOST;
    let read = text.parse().ok().filter(|elo| levels.contains(elo));
    read.ok_or_else(|| format!("it must lie between {} and {}", Strength::LEAST, Strength::MOST))
}

/// A parameter of the search, and how far a tuning tries beside it.
pub fn step(text: &str) -> Result<(String, Option<f64>), String> {
    let Some((name, step)) = text.split_once(':') else { return Ok((text.to_owned(), None)) };
    match step.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok((name.to_owned(), Some(number))),
        _ => Err(format!("the step `{step}` of `{name}` is no number above 0")),
    }
}
