//! Runs the operator's command when something has happened that the operator should know.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
    thread,
};

/// Why the operator's command cannot be run, if so.
pub(super) fn obstacle(command: &[String]) -> Option<String> {
    let (program, _) = command.split_first()?;
    let found = if Path::new(program).components().count() > 1 {
        is_program(Path::new(program))
    } else {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).any(|folder| is_program(&folder.join(program)))
    };
    (!found).then(|| format!("alert.command: there is no program `{program}` that can be run"))
}

/// Whether there is a file that can be run, by this name or with what such names end in here.
fn is_program(path: &Path) -> bool {
    let mut whole = path.as_os_str().to_owned();
    whole.push(env::consts::EXE_SUFFIX);
    [path, Path::new(&whole)].iter().any(|path| fs::metadata(path).is_ok_and(|it| may_run(&it)))
}

/// Whether the system takes this for a program.
fn may_run(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.is_file() && file.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    file.is_file()
}

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
