//! The event loop's bytes: lines from standard input, answers to standard output.

use std::{
    io::{self, IsTerminal, Read, Write},
    sync::Arc,
    thread,
};

use crossbeam::channel::{Sender, bounded, unbounded};

use super::{
    console::Screen,
    logging,
    prompt::{self, Prompt},
};
use crate::{
    message::{Adapter, Line, QUIT},
    options::Settings,
    protocol::line::Splitter,
    session::runtime::Runtime,
};

/// The line that stands for Ctrl-C: the character that it is.
pub const INTERRUPT: &str = "\u{3}";

/// So many lines may wait to be heard; whoever sends more has to wait, so that no input can fill the memory.
const WAITING: usize = 4_096;

/// How Ctrl-C is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtrlC {
    /// As `INTERRUPT`: at a terminal.
    Told,
    /// Not at all: XBoard sends it to engines it thinks are busy.
    Ignored,
}

/// Talks over standard input and output until the other side quits or hangs up.
///
/// # Errors
/// If the session cannot be set up or input or output fails; a reader that has gone away is a
/// normal end.
pub fn talk(
    settings: &Settings,
    adapter: Box<dyn Adapter + Send>,
    ctrl_c: CtrlC,
) -> io::Result<()> {
    let (sender, lines) = bounded(WAITING);
    heed_signals(&sender, ctrl_c)?;
    read_in_background(sender)?;
    // A person reads what comes first; a program waits for it.
    let runtime = match ctrl_c {
        CtrlC::Told => Runtime::new(settings, adapter),
        CtrlC::Ignored => Runtime::talking_early(settings, adapter),
    };
    match runtime.map_err(io::Error::other)?.run(&lines, write_line) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Talks with a person at a terminal until they quit. The terminal is left as it was found.
///
/// # Errors
/// As [`talk`].
pub fn converse(
    settings: &Settings,
    adapter: Box<dyn Adapter + Send>,
    screen: Arc<Screen>,
) -> io::Result<()> {
    let _as_it_was = Manners::new();
    let (sender, lines) = bounded(WAITING);
    heed_signals(&sender, CtrlC::Told)?;
    let (prompt, mut printer) = Prompt::new(screen)?;
    let (heard, answered) = unbounded();
    prompt.read_in_background(sender, answered)?;
    let runtime = Runtime::new(settings, adapter).map_err(io::Error::other)?;
    let out = |line: &str| prompt::print(&mut printer, line);
    let ready = || {
        let _ = heard.send(());
    };
    runtime.run_in_turn(&lines, out, ready)
}

/// Sets the terminal back when it goes: whoever is told to end while a line is being typed has a terminal
/// that does not show what is typed.
struct Manners {
    #[cfg(unix)]
    found: Option<nix::sys::termios::Termios>,
}

impl Manners {
    fn new() -> Manners {
        Manners {
            #[cfg(unix)]
            found: nix::sys::termios::tcgetattr(io::stdin()).ok(),
        }
    }
}

impl Drop for Manners {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(found) = &self.found {
            use nix::sys::termios::{SetArg, tcsetattr};
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, found);
        }
    }
}

/// SIGTERM ends the conversation at once, also when the input is over, and a person's window that is closed does so
/// too: it takes no game with it. Ctrl-C is told where it counts.
fn heed_signals(lines: &Sender<Line>, ctrl_c: CtrlC) -> io::Result<()> {
    let told = lines.clone();
    ctrlc::set_handler(move || {
        if ctrl_c == CtrlC::Told {
            let _ = told.send(Line::Text(INTERRUPT.to_owned()));
        }
    })
    .map_err(io::Error::other)?;
    let lines = lines.clone();
    let quit = move || {
        let _ = lines.send(Line::Terminate);
    };
    if ctrl_c == CtrlC::Told && io::stdin().is_terminal() {
        on_sighup(quit.clone())?;
    }
    on_sigterm(quit)
}

/// Does this whenever SIGTERM comes; where there is no such signal, never.
///
/// # Errors
/// If signals cannot be heard.
pub fn on_sigterm(action: impl Fn() + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    on_signal(signal_hook::consts::SIGTERM, action)?;
    #[cfg(not(unix))]
    never(action);
    Ok(())
}

/// Does this whenever SIGHUP comes; where there is no such signal, never.
///
/// # Errors
/// If signals cannot be heard.
pub fn on_sighup(action: impl Fn() + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    on_signal(signal_hook::consts::SIGHUP, action)?;
    #[cfg(not(unix))]
    never(action);
    Ok(())
}

/// Keeps what will never be done: a channel that it would speak on stays open, so that nobody who listens there
/// takes silence for an end.
#[cfg(not(unix))]
fn never(action: impl Fn() + Send + 'static) {
    std::mem::forget(action);
}

#[cfg(unix)]
fn on_signal(signal: std::ffi::c_int, action: impl Fn() + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([signal])?;
    let wait = move || signals.forever().for_each(|_| action());
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// Reads on a thread of its own, so that nothing the engine does can keep it from hearing.
fn read_in_background(lines: Sender<Line>) -> io::Result<()> {
    let read = move || {
        let mut splitter = Splitter::default();
        let mut bytes = [0; 4096];
        let mut input = io::stdin().lock();
        loop {
            match input.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => {
                    for line in splitter.feed(&bytes[..count]) {
                        deliver(&lines, line);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    log::error!("standard input: {error}");
                    break;
                }
            }
        }
        if let Some(line) = splitter.finish() {
            deliver(&lines, line);
        }
        let _ = lines.send(Line::End);
    };
    thread::Builder::new().name("input".to_owned()).spawn(read).map(drop)
}

pub(super) fn deliver(lines: &Sender<Line>, line: Line) {
    match &line {
        Line::Text(text) => logging::line_in(text),
        Line::TooLong(beginning) => {
            log::warn!("the next line is too long and has been cut");
            logging::line_in(beginning);
        }
        Line::End | Line::Terminate => {}
    }
    let _ = lines.send(line);
}

/// The end of the conversation, in every language.
pub(super) fn quit_line() -> Line {
    Line::Text(QUIT.to_owned())
}

/// Writes one line and flushes it: clients act on whole lines at once.
fn write_line(line: &str) -> io::Result<()> {
    logging::line_out(line);
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
