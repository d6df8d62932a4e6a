//! Any bytes as what XBoard says: every line is answered in whole lines, and nothing panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use zeitnot::{
    message::{Action, Adapter, Line},
    options::Options,
    protocol::{
        cecp::Cecp,
        line::Splitter,
    },
};

static DEFAULTS: LazyLock<Options> = LazyLock::new(|| Options::new().expect("a valid table"));

fuzz_target!(|bytes: &[u8]| {
    let mut adapter = Cecp::new(DEFAULTS.clone());
    let mut splitter = Splitter::default();
    let mut lines = splitter.feed(bytes);
    lines.extend(splitter.finish());
    adapter.start().iter().for_each(check);
    for line in lines {
        let actions = match line {
            Line::Text(text) => adapter.line(&text),
            Line::TooLong(beginning) => adapter.overlong(&beginning),
        };
        actions.iter().for_each(check);
    }
});

/// What is printed is one line, with nothing in it that a GUI would trip over.
fn check(action: &Action) {
    if let Action::Print(line) = action {
        assert!(!line.contains(['\n', '\r', '\0']), "{line:?}");
    }
}
