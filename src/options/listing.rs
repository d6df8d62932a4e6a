//! The options on paper: as a table for people and for the manual, as a configuration file and as
//! lines for the log.

use std::{fmt::Write, iter::once};

use super::{Kind, Options, Spec, Value};

/// Where people play this is on before a file is read, so that a file that sets everything would turn it off.
const ON_BY_PLACE: &str = "own_book";

impl Options {
    /// All options for people, two lines each: in aligned columns name, type, value, default, range
    /// and the names in the protocols, and below what they are for.
    pub fn listing(&self) -> String {
        let heads = ["name", "type", "value", "default", "range", "XBoard", "UCI"];
        let mut rows = vec![heads.map(str::to_owned)];
        rows.extend(self.iter().map(|(spec, value)| {
            [
                spec.id.clone(),
                spec.kind_name().to_owned(),
                shown(spec, value),
                shown(spec, &spec.default()),
                shortened(range(spec)),
                spec.cecp.clone().unwrap_or_default(),
                spec.uci.clone().unwrap_or_default(),
            ]
        }));
        let mut widths = [0; 7];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let helps = once("what it is for").chain(self.iter().map(|(spec, _)| spec.help.as_str()));
        let mut out = String::new();
        for (row, help) in rows.iter().zip(helps) {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            // Writing into a String cannot fail.
            let _ = writeln!(out, "{}\n    {help}", line.trim_end());
        }
        out
    }

    /// All options with their defaults as a table in Markdown, for the manual.
    pub fn markdown(&self) -> String {
        let mut out = String::from(
            "| option | type | default | range | XBoard | UCI | what it is for |\n\
             |---|---|---|---|---|---|---|\n",
        );
        for (spec, _) in self.iter() {
            let code = |text: &str| match text {
                "" => String::new(),
                text => format!("`{text}`"),
            };
            let cells = [
                code(&spec.id),
                spec.kind_name().to_owned(),
                code(&shown(spec, &spec.default())),
                range(spec),
                code(spec.cecp.as_deref().unwrap_or_default()),
                code(spec.uci.as_deref().unwrap_or_default()),
                spec.help.clone(),
            ];
            let row = cells.map(|cell| cell.replace('|', "\\|")).join(" | ");
            let _ = writeln!(out, "| {row} |");
        }
        out
    }

    /// What every option is set to, one line each, for the log; what differs from the default says so.
    pub fn in_force(&self) -> impl Iterator<Item = String> {
        self.iter().filter(|(spec, _)| spec.kind != Kind::Button).map(|(spec, value)| {
            let (id, now, default) = (&spec.id, shown(spec, value), shown(spec, &spec.default()));
            if now == default {
                format!("{id} = {now}")
            } else {
                format!("{id} = {now} (default {default})")
            }
        })
    }

    /// What one option is set to, as people read it.
    pub fn shown(&self, id: &str) -> Option<String> {
        self.iter().find(|(spec, _)| spec.id == id).map(|(spec, value)| shown(spec, value))
    }

    /// What one option is set to, what it may be set to, and what it is for.
    pub fn details(&self, id: &str) -> Option<String> {
        let (spec, value) = self.iter().find(|(spec, _)| spec.id == id)?;
        let (now, default) = (shown(spec, value), shown(spec, &spec.default()));
        let mut lines = vec![format!("{id} = {now} (default {default})"), spec.help.clone()];
        let range = range(spec);
        if !range.is_empty() {
            lines.push(format!("It may be {range}."));
        }
        Some(lines.join("\n  "))
    }

    /// A configuration file that says in comments what each option is for and sets it to its default; the one
    /// whose default depends on who plays stands there as a comment.
    pub fn sample_config(&self) -> String {
        let mut out = String::from(
            "# Settings of zeitnot; read with `zeitnot --config FILE`.\n\
             # What the command line says wins over this file.\n",
        );
        for (spec, _) in self.iter().filter(|(spec, _)| spec.kind != Kind::Button) {
            let range = match range(spec) {
                none if none.is_empty() => none,
                range => format!("{range}; "),
            };
            let default = match spec.default() {
                Value::Text(text) => toml::Value::String(text).to_string(),
                other => other.to_string(),
            };
            let (help, id) = (&spec.help, &spec.id);
            let mark = if id == ON_BY_PLACE { "# " } else { "" };
            let _ = write!(out, "\n# {help}\n# {range}default {default}\n{mark}{id} = {default}\n");
        }
        out
    }
}

/// A value with its unit; empty text is made visible.
fn shown(spec: &Spec, value: &Value) -> String {
    match value {
        Value::Text(text) if text.is_empty() || text.contains(' ') => format!("\"{text}\""),
        Value::Spin(number) if !spec.unit.is_empty() => format!("{number} {}", spec.unit),
        other => other.to_string(),
    }
}

/// A list of choices with its end left out if it would stretch the columns.
fn shortened(range: String) -> String {
    const WIDEST: usize = 40;
    let head = range.char_indices().nth(WIDEST).map(|(end, _)| &range[..end]);
    match head.and_then(|head| head.rsplit_once(", ")) {
        Some((head, _)) => format!("{head}, ..."),
        None => range,
    }
}

/// What the option may be set to; empty where anything goes.
fn range(spec: &Spec) -> String {
    match &spec.kind {
        Kind::Check { .. } => "true or false".into(),
        Kind::Spin { min, max, .. } => format!("{min} to {max} {}", spec.unit).trim_end().into(),
        Kind::Combo { choices, .. } => choices.join(", "),
        Kind::String { .. } | Kind::File { .. } | Kind::Path { .. } | Kind::Button => String::new(),
    }
}
