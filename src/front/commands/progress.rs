//! What long work has in common: a bar on standard error, if a person is there to see it, and Ctrl-C to
//! end it early.

use std::{
    fmt,
    io::{self, Write},
};

use crossbeam::{
    channel::{Receiver, bounded},
    select,
};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use ratatui::crossterm;

use crate::front::terminal::Terminal;

/// So many times on the way long work prints where it stands: a log has no bar.
const MILESTONES: u64 = 10;

/// A bar takes this part of a line at most, and so many characters of a line whose width is not known or tiny:
/// what the work says of itself is to fit in behind it.
const OF_LINE: usize = 8;
const SHORTEST: usize = 10;

/// A bar of so many steps, `wide` characters long if the line has the room; it names `steps` behind their count
/// (` bytes` as kilobytes and so on), how long the rest will take, and as much as fits of the message set last.
pub fn bar(length: u64, wide: usize, steps: &str) -> ProgressBar {
    let terminal = Terminal::error();
    let (target, wide) = match terminal.redraws {
        true => (ProgressDrawTarget::stderr_with_hz(2), wide.min(room())),
        false => (ProgressDrawTarget::hidden(), wide),
    };
    bar_on(target, terminal.unicode, length, wide, steps)
}

/// How long a bar may be at the terminal.
fn room() -> usize {
    let columns = crossterm::terminal::size().map_or(0, |(columns, _)| usize::from(columns));
    SHORTEST.max(columns / OF_LINE)
}

fn bar_on(
    target: ProgressDrawTarget,
    unicode: bool,
    length: u64,
    wide: usize,
    steps: &str,
) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target);
    let (count, steps) = match steps.strip_prefix(" bytes") {
        Some(steps) => ("{bytes}/{total_bytes}", steps),
        None => ("{pos}/{len}", steps),
    };
    let template = format!("{{bar:{wide}}} {count}{steps}{{left}}  {{wide_msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let style = style.with_key("left", left);
        bar.set_style(style.progress_chars(if unicode { "█░" } else { "#." }));
    }
    bar
}

/// Writes how long the rest will take, once something is done that tells it.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let rest = state.eta();
    if state.pos() > 0 && !rest.is_zero() {
        // A bar that cannot be written is not seen.
        let _ = write!(out, ", {:#} left", HumanDuration(rest));
    }
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

/// The next result; `None` if there are no more, or Ctrl-C was pressed.
pub fn next<T>(results: &Receiver<T>, interrupted: &Receiver<()>) -> Option<T> {
    select! {
        recv(results) -> result => result.ok(),
        recv(interrupted) -> _ => None,
    }
}

/// Shows on the bar how work stands after so many of its steps, and prints that now and then on the way.
///
/// # Errors
/// If the output fails.
pub fn stands(bar: &ProgressBar, done: u64, steps: &str, how: String) -> io::Result<()> {
    let all = bar.length().unwrap_or_default();
    bar.set_position(done);
    if done < all && is_milestone(done, all) {
        let line = format!("{done} of {all} {steps}: {how}");
        bar.suspend(|| writeln!(io::stdout().lock(), "{line}"))?;
    }
    bar.set_message(how);
    Ok(())
}

/// Whether so many steps of all are a tenth of the way, or two, and so on to the end.
fn is_milestone(done: u64, all: u64) -> bool {
    done.is_multiple_of(all.div_ceil(MILESTONES))
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
        if is_milestone(round.into(), rounds.into()) {
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
    fn there_are_ten_milestones_or_as_many_as_there_are_steps() {
        for (all, milestones) in [(1_000, 10), (10, 10), (9, 9), (1, 1)] {
            let reached = (1..=all).filter(|&done| is_milestone(done, all));
            assert_eq!(reached.count(), milestones, "{all}");
        }
    }

    #[test]
    fn ctrl_c_ends_work_that_would_go_on() {
        let (result, results) = bounded(1);
        let (press, interrupted) = bounded(1);
        result.send(7).expect("room");
        assert_eq!(next(&results, &interrupted), Some(7));
        press.send(()).expect("room");
        assert_eq!(next(&results, &interrupted), None);
        drop(result);
        assert_eq!(next(&results, &interrupted), None);
    }

    /// What a bar of 4,096 steps has drawn by the end of this work.
    fn drawn_of(steps: &str, work: impl FnOnce(&ProgressBar)) -> String {
        let sent = Sent::default();
        let target = ProgressDrawTarget::term_like(Box::new(sent.clone()));
        let bar = bar_on(target, false, 4_096, 8, steps);
        work(&bar);
        bar.abandon();
        sent.0.lock().expect("a terminal").clone()
    }

    #[test]
    fn a_bar_at_its_start_promises_nothing() {
        let drawn = drawn_of(" games", |bar| bar.tick());
        assert!(drawn.contains("........ 0/4096 games"), "{drawn}");
        assert!(!drawn.contains("left") && !drawn.contains(':'), "{drawn}");
    }

    #[test]
    fn bytes_are_told_in_units_that_people_read() {
        let drawn = drawn_of(" bytes read", |bar| bar.set_position(2_048));
        assert!(drawn.contains("####.... 2.00 KiB/4.00 KiB read"), "{drawn}");
    }

    #[test]
    fn a_long_message_does_not_make_a_line_too_long() {
        let drawn = drawn_of(" games", |bar| bar.set_message("x".repeat(100)));
        let last = drawn.rsplit("games").next().unwrap_or_default();
        let room = 80 - "........ 0/4096 games  ".len();
        assert_eq!(last.matches('x').count(), room, "{drawn}");
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
