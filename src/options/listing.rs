//! The options on paper: as a table for people and as a configuration file.

use std::fmt::Write;

use super::{Options, Spec, Value, table::Kind};

impl Options {
    /// All options in aligned columns: name, type, value, default, range and what they are for.
    pub fn listing(&self) -> String {
        let heads = ["name", "type", "value", "default", "range", "what it is for"];
        let mut rows = vec![heads.map(str::to_owned)];
        rows.extend(self.iter().map(|(spec, value)| {
            [
                spec.id.clone(),
                spec.kind_name().to_owned(),
                shown(spec, value),
                shown(spec, &spec.default()),
                shortened(range(spec)),
                spec.help.clone(),
            ]
        }));
        let mut widths = [0; 6];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut out = String::new();
        for row in &rows {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
            out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            out.push('\n');
        }
        out
    }

    /// A configuration file that says in comments what each option is for and sets it to its default.
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
            // Writing into a String cannot fail.
            let _ = write!(out, "\n# {help}\n# {range}default {default}\n{id} = {default}\n");
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
        Kind::String { .. } | Kind::Button => String::new(),
    }
}
