//! What long work has in common: a bar on standard error, if a person is there to see it, and Ctrl-C to
//! end it early.

use std::io::{self, Write};

use crossbeam::channel::{Receiver, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::front::terminal::Terminal;

/// So many times on the way a climb prints where its numbers stand.
const MILESTONES: u32 = 10;

/// A bar of so many steps, `wide` characters long; it names `steps` behind their count, how long the
/// rest will take, and the message set last.
pub fn bar(length: u64, wide: usize, steps: &str) -> ProgressBar {
    let terminal = Terminal::error();
    let target = match terminal.redraws {
        true => ProgressDrawTarget::stderr_with_hz(2),
        false => ProgressDrawTarget::hidden(),
    };
    bar_on(target, terminal.unicode, length, wide, steps)
}

fn bar_on(
    target: ProgressDrawTarget,
    unicode: bool,
    length: u64,
    wide: usize,
    steps: &str,
) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target);
    let template = format!("{{bar:{wide}}} {{pos}}/{{len}}{steps}, {{eta}} left: {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars(if unicode { "█░" } else { "#." }));
    }
    bar
}

/// From now on Ctrl-C says so here, instead of ending the program.
///
/// # Errors
/// If it cannot be caught.
pub fn interruption() -> io::Result<Receiver<()>> {
    let (press, interrupted) = bounded(1);
    let hurry = move || {
        let _ = press.try_send(());
    };
    ctrlc::set_handler(hurry).map_err(io::Error::other)?;
    Ok(interrupted)
}

/// Climbs under a bar, round by round, until the rounds are over or Ctrl-C is pressed: `climb` plays one and says where
/// the numbers stand, or nothing if it was interrupted. Prints that now and then.
///
/// # Errors
/// If a round or the output fails, or Ctrl-C cannot be caught.
pub fn in_rounds<E: From<io::Error>>(
    rounds: u32,
    mut climb: impl FnMut(&Receiver<()>) -> Result<Option<String>, E>,
) -> Result<(), E> {
    let interrupted = interruption()?;
    let bar = bar(rounds.into(), 20, " rounds");
    for round in 1..=rounds {
        let Some(numbers) = climb(&interrupted)? else { break };
        bar.set_message(numbers.clone());
        bar.inc(1);
        if round % rounds.div_ceil(MILESTONES) == 0 {
            let line = format!("round {round} of {rounds}: {numbers}");
            bar.suspend(|| writeln!(io::stdout().lock(), "{line}"))?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// What a terminal is sent.
    #[derive(Clone, Debug, Default)]
    struct Sent(Arc<Mutex<String>>);

    impl TermLike for Sent {
        fn width(&self) -> u16 {
            80
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("a terminal").push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_has_no_sign_that_the_terminal_has_not() {
        let drawn = |unicode| {
            let sent = Sent::default();
            let target = ProgressDrawTarget::term_like(Box::new(sent.clone()));
            let bar = bar_on(target, unicode, 4, 8, " games");
            bar.set_position(2);
            bar.abandon();
            sent.0.lock().expect("a terminal").clone()
        };
        assert!(drawn(true).contains("████░░░░ 2/4 games"), "{}", drawn(true));
        assert!(drawn(false).contains("####.... 2/4 games"), "{}", drawn(false));
        assert!(drawn(false).is_ascii());
    }
}
