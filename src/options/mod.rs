//! What can be set, and what it is set to. The options stand in one table, `config/options.toml`.

mod config;
mod listing;
mod spec;
pub mod spelling;
mod table;
#[cfg(test)]
mod tests;

use std::{path::Path, time::Duration};

use crate::clock::{GgsError, TimeControl, parse_control, parse_ggs};

pub use config::ConfigError;
pub use spec::{Kind, OptionError, Reason, Spec, Value};
pub use table::{TableError, parse as parse_table};

/// The table, built into the program.
const TABLE: &str = include_str!("../../config/options.toml");

/// The options the program itself reads, and the kinds it reads them as.
const READ: [(&str, &str); 24] = [
    ("threads", "spin"),
    ("hash", "spin"),
    ("ponder", "check"),
    ("multipv", "spin"),
    ("show_wdl", "check"),
    ("chess960", "check"),
    ("analyse_mode", "check"),
    ("debug", "check"),
    ("policy", "combo"),
    ("move_overhead", "spin"),
    ("evaluation", "combo"),
    ("eval_file", "string"),
    ("syzygy_path", "path"),
    ("draw_accept", "check"),
    ("draw_score", "spin"),
    ("draw_move", "spin"),
    ("resign", "check"),
    ("resign_score", "spin"),
    ("resign_moves", "spin"),
    ("level", "string"),
    ("clock", "string"),
    ("log", "file"),
    ("pgn", "file"),
    ("color", "combo"),
];

/// The options and their present values. Later settings win: the table's defaults, then a
/// configuration file, then the command line, then whoever talks to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    entries: Vec<(Spec, Value)>,
}

impl Options {
    /// The built-in table, every option at its default.
    ///
    /// # Errors
    /// If the built-in table contradicts itself or lacks an option that the program reads; a test
    /// shows that it does neither.
    pub fn new() -> Result<Options, TableError> {
        let specs = table::parse(TABLE)?;
        for (id, kind) in READ {
            if !specs.iter().any(|spec| spec.id == id && spec.kind_name() == kind) {
                return Err(TableError::Absent { id, kind });
            }
        }
        let entries = specs.into_iter().map(|spec| {
            let value = spec.default();
            (spec, value)
        });
        Ok(Options { entries: entries.collect() })
    }

    /// All options with their present values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&Spec, &Value)> {
        self.entries.iter().map(|(spec, value)| (spec, value))
    }

    /// The option called `id`.
    pub fn spec(&self, id: &str) -> Option<&Spec> {
        self.iter().find(|(spec, _)| spec.id == id).map(|(spec, _)| spec)
    }

    /// The option that somebody may have meant by a name that no option has.
    pub fn meant(&self, name: &str) -> Option<&str> {
        let name = name.to_lowercase().replace(['-', ' '], "_");
        spelling::nearest(&name, self.entries.iter().map(|(spec, _)| spec.id.as_str()))
    }

    /// The option that the XBoard protocol or the table calls `name`. Files are the operator's:
    /// no GUI writes where it likes.
    pub fn by_cecp(&self, name: &str) -> Option<&Spec> {
        let named = |spec: &&Spec| spec.cecp.as_deref() == Some(name);
        self.iter().map(|(spec, _)| spec).find(named).or_else(|| self.by_id(name))
    }

    fn by_id(&self, id: &str) -> Option<&Spec> {
        self.spec(id).filter(|spec| !matches!(spec.kind, Kind::File { .. }))
    }

    /// The option that the UCI protocol calls `name`, in whatever case, or the table; but no file.
    pub fn by_uci(&self, name: &str) -> Option<&Spec> {
        let named =
            |spec: &&Spec| spec.uci.as_ref().is_some_and(|uci| uci.eq_ignore_ascii_case(name));
        self.iter().map(|(spec, _)| spec).find(named).or_else(|| self.by_id(name))
    }

    /// The present value of the option called `id`.
    pub fn value(&self, id: &str) -> Option<&Value> {
        self.iter().find(|(spec, _)| spec.id == id).map(|(_, value)| value)
    }

    /// The number the spin `id` is set to; `None` if there is no such spin.
    pub fn get_spin(&self, id: &str) -> Option<i64> {
        match self.value(id)? {
            Value::Spin(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether the check `id` is on; `None` if there is no such check.
    pub fn get_check(&self, id: &str) -> Option<bool> {
        match self.value(id)? {
            Value::Check(on) => Some(*on),
            _ => None,
        }
    }

    /// The text of the string, file, path or combo `id`; `None` if there is no such option.
    pub fn get_text(&self, id: &str) -> Option<&str> {
        match self.value(id)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value that `text` would set the option `id` to.
    ///
    /// # Errors
    /// If there is no such option, or the text is no value for it.
    pub fn read(&self, id: &str, text: &str) -> Result<Value, OptionError> {
        let spec = self.spec(id).ok_or_else(|| OptionError::Unknown(id.to_owned()))?;
        let value = spec.read(text)?;
        let clock = match id {
            "clock" => read_clock(text).map(drop).map_err(Reason::Clock),
            "level" => parse_control(text).map(drop).map_err(Reason::Level),
            _ => Ok(()),
        };
        clock.map_err(|reason| {
            let (id, text) = (id.to_owned(), text.to_owned());
            OptionError::Value { id, text, reason }
        })?;
        Ok(value)
    }

    /// Sets the option `id` to what `text` says.
    ///
    /// # Errors
    /// As [`Options::read`]; nothing has changed then.
    pub fn set(&mut self, id: &str, text: &str) -> Result<(), OptionError> {
        let read = self.read(id, text)?;
        if let Some((_, value)) = self.entries.iter_mut().find(|(spec, _)| spec.id == id) {
            *value = read;
        }
        Ok(())
    }
}

/// The options by name. `new` has made sure that the table has them, so that the fallbacks here
/// are never seen.
impl Options {
    /// Search threads, at least 1.
    pub fn threads(&self) -> usize {
        self.number("threads")
    }
    /// Size of the transposition table in MiB, at least 1.
    pub fn hash(&self) -> usize {
        self.number("hash")
    }
    /// What scores positions: `auto`, `classical`, `baguette` or `network`.
    pub fn evaluation(&self) -> &str {
        self.get_text("evaluation").unwrap_or_default()
    }
    /// The file with the network; none if empty.
    pub fn eval_file(&self) -> &str {
        self.get_text("eval_file").unwrap_or_default()
    }
    /// Folders with Syzygy endgame tables; none if empty.
    pub fn syzygy_path(&self) -> &str {
        self.get_text("syzygy_path").unwrap_or_default()
    }
    /// Whether to think on the opponent's time.
    pub fn ponder(&self) -> bool {
        self.is_on("ponder")
    }
    /// How many of the best moves to show, at least 1.
    pub fn multi_pv(&self) -> usize {
        self.number("multipv")
    }
    /// Whether scores come with the chances to win, draw and lose (UCI).
    pub fn show_wdl(&self) -> bool {
        self.is_on("show_wdl")
    }
    /// Whether castling is written as king takes rook (UCI).
    pub fn chess960(&self) -> bool {
        self.is_on("chess960")
    }
    /// Whether positions are analysed for their own sake.
    pub fn analyse_mode(&self) -> bool {
        self.is_on("analyse_mode")
    }
    /// Whether to say, as comments, what the engine makes of every command.
    pub fn debug(&self) -> bool {
        self.is_on("debug")
    }
    /// The time policy, by its registered name.
    pub fn policy(&self) -> &str {
        self.get_text("policy").unwrap_or_default()
    }
    /// Time lost between deciding on a move and the clock hearing of it.
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.number("move_overhead"))
    }
    /// The greatest score in centipawns at which a draw is agreed to, and the first move of the game
    /// at which it may be; `None` for never.
    pub fn draw(&self) -> Option<(i32, u32)> {
        let terms = || (self.number("draw_score"), self.number("draw_move"));
        self.is_on("draw_accept").then(terms)
    }
    /// How many centipawns behind, and for how many moves in a row, a game is given up; `None` for
    /// never.
    pub fn resign(&self) -> Option<(i32, u32)> {
        let terms = || (self.number("resign_score"), self.number("resign_moves"));
        self.is_on("resign").then(terms)
    }
    /// The time control of games at the terminal, in a notation that `clock::parse_control` reads.
    pub fn level(&self) -> &str {
        self.get_text("level").unwrap_or_default()
    }
    /// The time control that holds whatever the client says, if there is to be one.
    pub fn clock(&self) -> Option<TimeControl> {
        self.get_text("clock").and_then(|text| read_clock(text).ok()).flatten()
    }
    /// The log file, if there is to be one.
    pub fn log(&self) -> Option<&Path> {
        self.get_text("log").filter(|path| !path.is_empty()).map(Path::new)
    }
    /// The file that games at the terminal are added to, if there is one.
    pub fn pgn(&self) -> Option<&Path> {
        self.get_text("pgn").filter(|path| !path.is_empty()).map(Path::new)
    }
    /// Whether to use colours; `suits` says whether the terminal, if it is one, would have them.
    pub fn color(&self, suits: bool) -> bool {
        match self.get_text("color") {
            Some("always") => true,
            Some("never") => false,
            _ => suits,
        }
    }

    fn is_on(&self, id: &str) -> bool {
        self.get_check(id).unwrap_or_default()
    }

    fn number<T: TryFrom<i64> + Default>(&self, id: &str) -> T {
        self.get_spin(id).and_then(|number| T::try_from(number).ok()).unwrap_or_default()
    }
}

/// The control that the option `clock` asks for; none if it is empty.
fn read_clock(text: &str) -> Result<Option<TimeControl>, GgsError> {
    if text.is_empty() { Ok(None) } else { parse_ggs(text).map(Some) }
}
