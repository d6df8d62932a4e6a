//! Configuration files: TOML whose keys are the names of options.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue, Error};

use super::{Kind, OptionError, Options, Spec};

/// Why a configuration file was refused, one line for each fault; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.lines().join("\n"))]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// What is wrong, by the line that it is wrong in, counted from 1.
    pub faults: BTreeMap<usize, String>,
}

impl ConfigError {
    fn lines(&self) -> Vec<String> {
        let ConfigError { file, faults } = self;
        faults.iter().map(|(line, fault)| format!("{file}, line {line}: {fault}")).collect()
    }
}

/// What is wrong with a line of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    /// It is no TOML, in the words of its reader.
    #[error("this cannot be read: {0}")]
    Syntax(String),
    /// There is neither an assignment nor a section.
    #[error("`{0}` sets nothing; write a name, `=` and a value, such as `hash = 64`")]
    NoAssignment(String),
    /// Nothing stands behind `=`.
    #[error("there is no value behind `{key} =`; it must be {expected}")]
    NoValue { key: String, expected: String },
    /// A text lacks its quotes.
    #[error("a text needs quotes on both sides: {key} = \"{value}\"")]
    NoQuotes { key: String, value: String },
    /// A backslash in double quotes begins a sign of its own.
    #[error("`\\` has a meaning of its own in double quotes; use single ones: {key} = '{value}'")]
    Backslash { key: String, value: String },
    /// A key or a section stands there a second time.
    #[error("`{key}` stands in line {first} already")]
    Twice { key: String, first: usize },
    /// There is no such option, but one whose name is like it.
    #[error("there is no option `{name}`; did you mean `{meant}`?")]
    Misspelt { name: String, meant: String },
    /// A section in a file that has none.
    #[error(
        "`[{0}]` begins a section, and a file of settings has none; a file for a chess server is read by \
         `zeitnot ics --config FILE`"
    )]
    Section(String),
    /// An option of the engine outside of its section.
    #[error("the option `{key}` belongs below `[{section}]`")]
    Misplaced { key: String, section: String },
    /// There is no such option, or the value lies outside its bounds.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The value is of another type than the option.
    #[error("the option `{key}` must be {expected}, not {found}")]
    Type { key: String, expected: String, found: String },
}

impl Options {
    /// Takes over what the configuration file `file` with the contents `text` sets.
    ///
    /// # Errors
    /// All faults in the file, with their lines: text that is no TOML, unknown keys and such that
    /// stand there twice, values of the wrong type or outside their bounds.
    pub fn load(&mut self, text: &str, file: &str) -> Result<(), ConfigError> {
        let (table, mut page) = Page::read(self, text, file, None);
        let mut changed = self.clone();
        changed.set_all(&table, &mut page);
        self.become_if_right(changed, page)
    }

    /// Takes over what the section `section` of such a file sets; the others are not heeded.
    ///
    /// # Errors
    /// As [`Options::load`], and if an option stands outside of all sections.
    pub fn load_section(
        &mut self,
        text: &str,
        file: &str,
        section: &str,
    ) -> Result<(), ConfigError> {
        let (table, mut page) = Page::read(self, text, file, Some(section));
        let mut changed = self.clone();
        for (key, value) in &table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                (name, DeValue::Table(entries)) if name == section => {
                    changed.set_all(entries, &mut page);
                }
                (_, DeValue::Table(_)) => {}
                (name, _) if self.spec(name).is_some() => {
                    let (key, section) = (name.to_owned(), section.to_owned());
                    page.note(value.span().start, &Fault::Misplaced { key, section });
                }
                _ => {}
            }
        }
        self.become_if_right(changed, page)
    }

    /// Ends the reading of a file: all of it counts, or nothing.
    fn become_if_right(&mut self, changed: Options, page: Page<'_>) -> Result<(), ConfigError> {
        if !page.faults.is_empty() {
            return Err(ConfigError { file: page.file.to_owned(), faults: page.faults });
        }
        *self = changed;
        Ok(())
    }

    /// Sets what the entries say. Of sections among them the first is a fault, the others follow from it.
    fn set_all(&mut self, entries: &DeTable<'_>, page: &mut Page<'_>) {
        let (sections, settings): (Vec<_>, Vec<_>) =
            entries.iter().partition(|(_, value)| matches!(value.get_ref(), DeValue::Table(_)));
        for (key, value) in settings {
            if let Err(fault) = self.set_from_file(key.get_ref(), value.get_ref()) {
                page.note(key.span().start, &fault);
            }
        }
        if let Some((key, _)) = sections.iter().min_by_key(|(key, _)| key.span().start) {
            page.note(key.span().start, &Fault::Section(key.get_ref().to_string()));
        }
    }

    fn set_from_file(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), Fault> {
        let spec = self.spec(key).ok_or_else(|| self.unknown(key))?;
        let text = text_of(spec, value)?;
        Ok(self.set(key, &text)?)
    }

    fn unknown(&self, name: &str) -> Fault {
        let name = name.to_owned();
        match self.meant(&name).map(str::to_owned) {
            Some(meant) => Fault::Misspelt { name, meant },
            None => OptionError::Unknown(name).into(),
        }
    }
}

/// A file as it is read, with what is wrong in it.
struct Page<'a> {
    file: &'a str,
    text: &'a str,
    /// Where the options stand; `None` if the file has nothing else.
    section: Option<&'a str>,
    faults: BTreeMap<usize, String>,
}

impl<'a> Page<'a> {
    /// Reads a text into a table and notes all that is no TOML.
    fn read(
        options: &Options,
        text: &'a str,
        file: &'a str,
        section: Option<&'a str>,
    ) -> (DeTable<'a>, Page<'a>) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut page = Page { file, text, section, faults: BTreeMap::new() };
        for error in errors {
            let offset = error.span().map_or(0, |span| span.start);
            let fault = page.fault_of(options, &error, offset);
            page.note(offset, &fault);
        }
        (table.into_inner(), page)
    }

    /// Notes what is wrong at an offset; of several faults in a line the first counts.
    fn note(&mut self, offset: usize, fault: &Fault) {
        self.faults.entry(self.line_of(offset)).or_insert_with(|| fault.to_string());
    }

    /// The line that an offset lies in, counted from 1.
    fn line_of(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }

    /// What the reader of TOML complains of, in words for people who have never heard of it.
    fn fault_of(&self, options: &Options, error: &Error, offset: usize) -> Fault {
        let number = self.line_of(offset);
        let mut lines: Vec<&str> = self.text.lines().take(number).map(str::trim).collect();
        let line = lines.pop().unwrap_or_default();
        let head = head_of(line);
        if error.message().contains("duplicate key") {
            let before = lines.iter().rposition(|line| head_of(line) == head);
            let first = before.map_or(number, |index| index + 1);
            return Fault::Twice { key: head.to_owned(), first };
        }
        let syntax = || Fault::Syntax(error.message().to_owned());
        let spec = options.spec(head).filter(|_| self.has_options(&lines));
        match line.split_once('=') {
            _ if line.is_empty() || line.starts_with('[') => syntax(),
            None => Fault::NoAssignment(line.to_owned()),
            Some(_) if spec.is_none() && self.has_options(&lines) => options.unknown(head),
            Some((_, value)) => wrong_value(head, spec, value.trim()).unwrap_or_else(syntax),
        }
    }

    /// Whether options stand below these lines.
    fn has_options(&self, above: &[&str]) -> bool {
        let section = above.iter().rfind(|line| line.starts_with('['));
        let name = section.map(|line| line.trim_matches(['[', ']', ' ']));
        self.section.is_none() || name == self.section
    }
}

/// What a line is about: the key that it sets, or the whole section head.
fn head_of(line: &str) -> &str {
    if line.starts_with('[') { line } else { line.split('=').next().unwrap_or_default().trim() }
}

/// What is wrong with a value that the reader of TOML cannot read, if it is a usual mistake. `spec` is
/// the option, if the key is one.
fn wrong_value(key: &str, spec: Option<&Spec>, value: &str) -> Option<Fault> {
    let (key, expected) = (key.to_owned(), spec.map_or(ANYTHING.to_owned(), expected));
    let bare = value.trim_start_matches(['"', '\'']).split(['"', '\'', '#']).next();
    let bare = bare.unwrap_or_default().trim().to_owned();
    let is_text =
        |spec: &Spec| !matches!(spec.kind, Kind::Check { .. } | Kind::Spin { .. } | Kind::Button);
    match value.chars().next() {
        None | Some('#') => Some(Fault::NoValue { key, expected }),
        Some(_) if spec.is_some_and(|spec| !is_text(spec)) => {
            let found = format!("`{}`", value.split('#').next().unwrap_or_default().trim());
            Some(Fault::Type { key, expected, found })
        }
        Some('"') if bare.contains('\\') => Some(Fault::Backslash { key, value: bare }),
        Some(first) if spec.is_some() && !matches!(first, '[' | '{') || first.is_alphabetic() => {
            Some(Fault::NoQuotes { key, value: bare })
        }
        Some(_) => None,
    }
}

/// What the values of other keys look like.
const ANYTHING: &str = "a number, true or false, or a text in quotes";

/// What a value looks like in a file, for whoever has to write one.
fn expected(spec: &Spec) -> String {
    match &spec.kind {
        Kind::Check { .. } => "true or false".to_owned(),
        Kind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
        Kind::Combo { choices, .. } => format!("one of these, in quotes: {}", choices.join(", ")),
        Kind::String { .. } | Kind::File { .. } | Kind::Path { .. } => {
            "a text in quotes".to_owned()
        }
        Kind::Button => "left out, as it has no value".to_owned(),
    }
}

/// The value as text, if it is of the option's type.
fn text_of(spec: &Spec, value: &DeValue<'_>) -> Result<String, Fault> {
    match (&spec.kind, value) {
        (Kind::Check { .. }, DeValue::Boolean(on)) => return Ok(on.to_string()),
        (Kind::Spin { .. }, DeValue::Integer(number)) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            return Ok(parsed.map_or_else(|_| number.as_str().to_owned(), |n| n.to_string()));
        }
        (Kind::Check { .. } | Kind::Spin { .. } | Kind::Button, _) => {}
        (_, DeValue::String(text)) => return Ok(text.clone().into_owned()),
        _ => {}
    }
    let found = type_name(value).to_owned();
    Err(Fault::Type { key: spec.id.clone(), expected: expected(spec), found })
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
    }
}
