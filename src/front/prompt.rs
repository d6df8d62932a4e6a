//! The line editor of the console: history, completion, and a line being typed that is never mixed with
//! what the engine says.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use crossbeam::channel::{Receiver, Sender};
use rustyline::{
    CompletionType, Config, Context, Editor, ExternalPrinter, Helper, completion::Completer,
    error::ReadlineError, highlight::Highlighter, hint::Hinter, history::MemHistory,
    validate::Validator,
};

use super::{
    console::Screen,
    logging,
    stdio::{INTERRUPT, deliver, quit_line},
};
use crate::message::Line;

/// What stands before the line that is being typed.
const PROMPT: &str = "> ";

/// Prints above the line that is being typed.
pub(super) type Printer = Box<dyn ExternalPrinter + Send>;

/// The editor, and what it completes words by.
pub(super) struct Prompt {
    editor: Editor<Words, MemHistory>,
    screen: Arc<Screen>,
}

impl Prompt {
    /// A prompt on this terminal, and how to print beside it.
    ///
    /// # Errors
    /// If it is none.
    pub fn new(screen: Arc<Screen>) -> io::Result<(Prompt, Printer)> {
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(io::Error::other)?;
        editor.set_helper(Some(Words { screen: screen.clone(), typing: AtomicBool::new(false) }));
        let printer = editor.create_external_printer().map_err(io::Error::other)?;
        let mut prompt = Prompt { editor, screen };
        prompt.measure();
        Ok((prompt, Box::new(printer)))
    }

    /// Reads lines on a thread of its own, each after the one before has been answered.
    ///
    /// # Errors
    /// If there can be no such thread.
    pub fn read_in_background(
        mut self,
        lines: Sender<Line>,
        answered: Receiver<()>,
    ) -> io::Result<()> {
        let read = move || {
            let mut typed: VecDeque<String> = VecDeque::new();
            while answered.recv().is_ok() {
                if typed.is_empty() {
                    typed.extend(self.next());
                }
                deliver(&lines, typed.pop_front().map_or_else(quit_line, Line::Text));
            }
        };
        thread::Builder::new().name("input".to_owned()).spawn(read).map(drop)
    }

    /// Tells the screen how large it is now: a person may have changed that while typing.
    fn measure(&mut self) {
        if let Some((columns, rows)) = self.editor.dimensions() {
            self.screen.set_size(usize::from(columns), usize::from(rows));
        }
    }

    /// Whether something stood in the line that was edited last; the next one begins empty.
    fn was_typing(&self) -> bool {
        self.editor.helper().is_some_and(|words| words.typing.swap(false, Relaxed))
    }

    /// The next line, of which Ctrl-C is one as well unless it discards what was being typed, or as many as
    /// were pasted at once; none for Ctrl-D.
    fn next(&mut self) -> Vec<String> {
        let read = loop {
            let read = self.editor.readline(PROMPT);
            if !self.was_typing() || !matches!(read, Err(ReadlineError::Interrupted)) {
                break read;
            }
        };
        self.measure();
        match read {
            Ok(text) => split(&text),
            Err(ReadlineError::Interrupted) => vec![INTERRUPT.to_owned()],
            Err(ReadlineError::Eof) => Vec::new(),
            // Letters of another encoding are answered as any other word that is none.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                vec![char::REPLACEMENT_CHARACTER.to_string()]
            }
            Err(error) => {
                log::error!("the terminal: {error}");
                Vec::new()
            }
        }
    }
}

/// The lines of a text that was typed or pasted; blank ones among others are nobody's Enter.
fn split(text: &str) -> Vec<String> {
    let lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    if lines.is_empty() { vec![String::new()] } else { lines }
}

/// Prints a line, which may be several, above the one that is being typed.
pub(super) fn print(printer: &mut Printer, line: &str) -> io::Result<()> {
    logging::line_out(line);
    printer.print(format!("{line}\n")).map_err(io::Error::other)?;
    io::stdout().flush()
}

/// Completes words, and sees what is being typed.
struct Words {
    screen: Arc<Screen>,
    /// Whether the line that is being edited has anything in it.
    typing: AtomicBool,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.screen.completions(line.get(..at).unwrap_or(line)))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;

    /// Is asked whenever the line has changed, and never has a hint.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.typing.store(!line.trim().is_empty(), Relaxed);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_pasted_at_once_are_lines_of_their_own() {
        assert_eq!(split("e4\ne5\r\n\nNf3\n"), ["e4", "e5", "Nf3"]);
        assert_eq!(split("goto 23"), ["goto 23"]);
        assert_eq!(split(""), [""], "Enter alone goes on in a list");
    }
}
