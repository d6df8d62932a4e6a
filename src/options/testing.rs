//! Settings told in few words, for tests.

use super::{Options, Settings};

/// What differs from the defaults, one `field: value` for each field, as it is written in Rust.
pub(crate) fn changes(settings: &Settings) -> String {
    let defaults = Options::new().expect("a valid table").settings().clone();
    let told = fields(&format!("{settings:?}"));
    let usual = fields(&format!("{defaults:?}"));
    let differs = |(one, other): &(String, String)| one != other;
    let changed: Vec<String> =
        told.into_iter().zip(usual).filter(differs).map(|(one, _)| one).collect();
    changed.join(", ")
}

/// The fields of a struct that is written in Rust.
fn fields(text: &str) -> Vec<String> {
    let inside = text.split_once('{').map_or("", |(_, rest)| rest);
    let mut depth = 0;
    let mut fields = vec![String::new()];
    for c in inside.chars() {
        depth += i32::from(matches!(c, '{' | '(')) - i32::from(matches!(c, '}' | ')'));
        match (c, fields.last_mut()) {
            (',', _) if depth == 0 => fields.push(String::new()),
            (c, Some(field)) if depth >= 0 => field.push(c),
            _ => {}
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}
