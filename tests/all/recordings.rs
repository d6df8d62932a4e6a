//! What a real server has said, replayed through the codec.
//!
//! Recordings are files `*.raw` of the bytes that a server sent, in the folder that the environment
//! variable `ICS_RECORDINGS` names.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use zeitnot::ics::{Lines, Said, strip_prompt};

/// What lines begin with that mean nothing to a program that plays.
const IGNORED: &[&str] = &[
    // Indented or marked: banners, lists, moves of games, messages of people.
    " ",
    "\"",
    "(",
    "--",
    "[",
    "<b1>",
    "%",
    // Before one is in.
    "If ",
    "login: ",
    "password: ",
    "password is ",
    "__",
    "Newcomers:",
    "You are now registered!",
    // Welcome and farewell.
    "Do 'help",
    "Head admin",
    "Server ",
    "Thank you",
    "This is ",
    "You have ",
    "Your arrival",
    // Settings that were taken.
    "Bell ",
    "Formula ",
    "Promotion ",
    "Style ",
    "Width ",
    "You will now ",
    "Your games ",
    "ms set",
    "startpos set",
    // Titles, help, and lists of everything.
    "Address ",
    "Admin ",
    "Blitz ",
    "Categories ",
    "Command:",
    "Compiled ",
    "Current ",
    "Examples:",
    "Greenwich ",
    "History ",
    "Last game ",
    "Lists:",
    "Local time",
    "Messages:",
    "Move ",
    "No help ",
    "Offers ",
    "Player limit",
    "Purpose:",
    "See 'help",
    "Sorry, no game information",
    "Stored games for",
    "The server has been up",
    "There are currently",
    "There are no games",
    "Timeseal:",
    "Total time",
    "Unrated ",
    "Up for ",
    "Usage:",
    "Use ",
    "Variable settings",
    // What goes with a line that is understood.
    "Type ",
    "Updating offer already made",
    "You can \"accept\"",
    "Your blitz rating will change",
    "Your new RD",
    "or just ",
    // Where my own words went.
    "Next shout",
    "The following message was sent",
    "kibitzed to ",
    "whispered to ",
    // An administrator's own business.
    "AD_DESTROY",
    "Added: ",
    "CHESSD:",
    "Comment ",
    "Game adjudicated.",
    "Nuking",
    "Password ",
    "Please leave a comment",
    "Summoning",
];

fn recordings() -> Vec<PathBuf> {
    let folder = env::var("ICS_RECORDINGS").expect("ICS_RECORDINGS names the folder");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "raw")).collect();
    files.sort();
    assert!(!files.is_empty(), "there are recordings");
    files
}

/// All lines of a recording, fed in pieces of so many bytes.
fn lines(bytes: &[u8], piece: usize) -> Vec<String> {
    let mut lines = Lines::default();
    let mut all: Vec<String> = bytes.chunks(piece).flat_map(|piece| lines.feed(piece)).collect();
    all.extend(lines.settle());
    all
}

fn means_nothing(line: &str) -> bool {
    line.trim().is_empty() || IGNORED.iter().any(|start| line.starts_with(start)) || is_listed(line)
}

/// A word or an equation: part of a list of names, kinds of games or settings; or somebody's formula.
fn is_listed(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() == 1
        || line.contains("  ")
        || words.get(1) == Some(&"=")
        || line.contains("'s formula: ")
        || line.contains(" in the following channels")
        || line.ends_with(" UTC 2013")
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
#[ignore = "needs recordings of a server"]
fn lines_are_the_same_however_the_bytes_come() {
    for path in recordings() {
        let bytes = read(&path);
        let whole = lines(&bytes, bytes.len().max(1));
        assert!(!whole.is_empty(), "{}", path.display());
        for piece in [1, 7] {
            assert_eq!(lines(&bytes, piece), whole, "{} by {piece}", path.display());
        }
    }
}

#[test]
#[ignore = "needs recordings of a server"]
fn every_line_that_matters_is_understood() {
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for path in recordings() {
        let bytes = read(&path);
        for line in lines(&bytes, bytes.len().max(1)) {
            let line = strip_prompt(&line);
            if Said::parse(line) == Said::Other && !means_nothing(line) {
                *unknown.entry(line.to_owned()).or_default() += 1;
            }
        }
    }
    let list: Vec<String> =
        unknown.iter().map(|(line, count)| format!("{count:4} {line:?}")).collect();
    assert!(list.is_empty(), "{} lines are not understood:\n{}", list.len(), list.join("\n"));
}
