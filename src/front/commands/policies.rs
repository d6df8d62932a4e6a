//! `zeitnot policies`: the time policies there are.

use std::io::{self, Write};

use crate::timing::{Entry, POLICIES};

/// Prints the time policies, one a line: name, source and what they do, in columns.
///
/// # Errors
/// If the output fails.
pub fn policies() -> io::Result<()> {
    let width = |of: fn(&Entry) -> &'static str| POLICIES.iter().map(of).map(str::len).max();
    let name = width(|entry| entry.name).unwrap_or_default();
    let source = width(|entry| entry.source).unwrap_or_default();
    let mut out = io::stdout().lock();
    for Entry { name: text, source: from, description, .. } in POLICIES {
        writeln!(out, "{text:name$}  {from:source$}  {description}")?;
    }
    Ok(())
}
