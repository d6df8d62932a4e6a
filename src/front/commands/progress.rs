//! What long work has in common: a bar on standard error, if a person is there to see it, and Ctrl-C to
//! end it early.

use std::io;

use crossbeam::channel::{Receiver, bounded};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of so many steps, `wide` characters long; it names `steps` behind their count, how long the
/// rest will take, and the message set last.
pub fn bar(length: u64, wide: usize, steps: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(2));
    let template = format!("{{bar:{wide}}} {{pos}}/{{len}}{steps}, {{eta}} left: {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
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
