//! What the targets for the languages share.

use std::sync::LazyLock;

use zeitnot::{
    message::{Action, Adapter, Line},
    options::Options,
    protocol::line::Splitter,
};

static DEFAULTS: LazyLock<Options> = LazyLock::new(|| Options::new().expect("a valid table"));

/// The options at their defaults; the table is read once.
pub fn options() -> Options {
    DEFAULTS.clone()
}

/// Lets an adapter answer the bytes line by line, and looks at what it prints.
pub fn hold(mut adapter: impl Adapter, bytes: &[u8]) {
    let mut splitter = Splitter::default();
    let mut lines = splitter.feed(bytes);
    lines.extend(splitter.finish());
    adapter.start().iter().for_each(check);
    for line in lines {
        let actions = match line {
            Line::Text(text) => adapter.line(&text),
            Line::TooLong(beginning) => adapter.overlong(&beginning),
            Line::End | Line::Terminate => Vec::new(),
        };
        actions.iter().for_each(check);
    }
}

/// What is printed is one line, with nothing in it that a GUI would trip over.
fn check(action: &Action) {
    if let Action::Print(line) = action {
        assert!(!line.contains(['\n', '\r', '\0']), "{line:?}");
    }
}
