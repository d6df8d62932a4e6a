//! Runs the operator's command when something has happened that the operator should know.

use std::{
    process::{Command, Stdio},
    thread,
};

/// Runs a program with its words, and does not wait for it. One that cannot be run, or fails, is told of in
/// the log: it is no reason not to play.
pub(super) fn run(command: &[String]) {
    let Some((program, words)) = command.split_first() else { return };
    let mut running = Command::new(program);
    running.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let program = program.clone();
    // Somebody has to wait for it, or it stays in the system's table when it is over.
    let waiting = running.spawn().and_then(|mut child| {
        let name = program.clone();
        thread::Builder::new().name("alert".to_owned()).spawn(move || match child.wait() {
            Ok(status) if status.success() => {}
            Ok(status) => log::error!("the alert {name} has failed: {status}"),
            Err(error) => log::error!("the alert {name}: {error}"),
        })
    });
    if let Err(error) = waiting {
        log::error!("the alert {program} cannot be run: {error}");
    }
}
