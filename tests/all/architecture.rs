//! Guards the arrows between the rooms: who may use whom is the table below, and nothing else.

use std::{fs, path::Path};

/// A room, and the rooms it may use; a room may always use itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("program", &[]),
    ("lock", &[]),
    ("position", &[]),
    ("clock", &["position"]),
    ("pgn", &["position", "clock"]),
    ("timing", &["clock"]),
    ("eval", &["position"]),
    ("book", &["position"]),
    ("tablebase", &["position"]),
    ("search", &["position", "eval", "tablebase", "lock"]),
    ("cluster", &["position", "eval", "search", "tablebase", "lock"]),
    (
        "lab",
        &[
            "position", "clock", "timing", "eval", "search", "pgn", "session", "message",
            "options", "lock",
        ],
    ),
    ("train", &["position", "eval", "search"]),
    ("ics", &["position", "clock", "pgn", "message", "program"]),
    ("practice", &["ics", "position"]),
    ("options", &["clock", "timing"]),
    ("message", &["position", "clock", "timing", "search", "options"]),
    (
        "session",
        &[
            "position",
            "clock",
            "timing",
            "eval",
            "book",
            "tablebase",
            "search",
            "cluster",
            "options",
            "message",
            "lock",
        ],
    ),
    ("protocol", &["message", "position", "clock", "timing", "options", "program"]),
    (
        "front",
        &[
            "protocol", "session", "message", "options", "position", "clock", "timing", "eval",
            "book", "search", "pgn", "lab", "train", "ics", "practice", "cluster", "program",
            "lock",
        ],
    ),
];

/// Source files of the rooms, with the room each belongs to; the crate's roots may use everything.
fn sources(folder: &Path, room: Option<&str>, found: &mut Vec<(String, String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let room = room.unwrap_or(&stem);
        if path.is_dir() {
            sources(&path, Some(room), found);
        } else if !["lib", "main"].contains(&room) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((room.to_owned(), path.display().to_string(), text));
        }
    }
}

fn all_sources() -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut found);
    found
}

/// The rooms a text names: `crate::room`, also inside `use crate::{room::..., room}`.
fn rooms_named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group_heads(group)),
            None => names.extend(head(rest)),
        }
    }
    names
}

/// The first path segment at the start of a text.
fn head(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// The first segments of the top-level items of a brace group, up to its end.
fn group_heads(group: &str) -> Vec<String> {
    let (mut depth, mut heads, mut at_start) = (0, Vec::new(), true);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => at_start = true,
            c if at_start && !c.is_whitespace() => {
                heads.extend(head(&group[i..]));
                at_start = false;
            }
            _ => {}
        }
    }
    heads
}

#[test]
fn every_arrow_is_in_the_table() {
    let sources = all_sources();
    assert!(sources.len() > 20, "the scan found the sources");
    let mut wrong = Vec::new();
    for (room, path, text) in &sources {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| name == room) else {
            wrong.push(format!("{path}: the room {room} is not in the table"));
            continue;
        };
        for named in rooms_named(text) {
            if named != *room && !allowed.contains(&named.as_str()) {
                wrong.push(format!("{path}: {room} may not use {named}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_scan_sees_through_groups() {
    let text = "use crate::{clock::{A, B}, message::{C}, search}; fn f() { crate::eval::g() }";
    assert_eq!(rooms_named(text), ["clock", "message", "search", "eval"]);
}

#[test]
fn files_stay_short_enough_to_hold() {
    let long: Vec<String> = all_sources()
        .iter()
        .filter(|(_, _, text)| text.lines().count() > 450)
        .map(|(_, path, text)| format!("{path}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// The files that may tell the compiler to trust them: a hint to the processor, and code for
/// instructions that only some processors have.
const TRUSTED: [&str; 2] = ["search/prefetch.rs", "eval/nnue/simd.rs"];

#[test]
fn unsafe_code_is_in_its_place_alone() {
    let keyword = ["un", "safe "].concat();
    let guilty: Vec<String> = all_sources()
        .into_iter()
        .filter(|(_, _, text)| {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            code.into_iter().any(|line| line.contains(&keyword))
        })
        .map(|(_, path, _)| path)
        .filter(|path| !TRUSTED.iter().any(|trusted| path.ends_with(trusted)))
        .collect();
    assert!(guilty.is_empty(), "{guilty:?}");
}
