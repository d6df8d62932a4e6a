//! Whoever reads what the bot writes may stop reading: the game goes on.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail the test")]

use std::{
    fs,
    io::{self, Write},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use zeitnot::{
    front::practice::serve,
    practice::{self, Partner, Trick},
};

/// A game that takes longer has stopped.
const PATIENCE: Duration = Duration::from_secs(300);

/// A pipe that is full, and stays so as long as its end that reads lives.
fn full_pipe() -> (io::PipeReader, io::PipeWriter) {
    let (reader, writer) = io::pipe().unwrap();
    fcntl(&writer, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).unwrap();
    let full = loop {
        if let Err(error) = (&writer).write_all(b"x") {
            break error;
        }
    };
    assert_eq!(full.kind(), io::ErrorKind::WouldBlock);
    // Whoever writes next waits, as usual.
    fcntl(&writer, FcntlArg::F_SETFL(OFlag::empty())).unwrap();
    (reader, writer)
}

#[test]
fn a_game_goes_on_though_nobody_reads_what_the_bot_writes() {
    // Strong enough not to be mated before it resigns.
    let partner = Partner {
        nodes: 2_000,
        thinking: Duration::ZERO,
        tricks: vec![(12, Trick::Say("resign".to_owned()))],
        ..Partner::guest("GuestPawn")
    };
    let server = practice::Config { partners: vec![partner], ..practice::Config::default() };
    let running = serve(server, 0).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (config, games) = (folder.join("unread.toml"), folder.join("unread.pgn"));
    let _ = fs::remove_file(&games);
    let text = format!(
        "[server]\nhost = \"127.0.0.1\"\nport = {}\n[account]\nname = \"guest\"\n\
         [seek]\nads = [\"1 0\"]\nevery = 5\n[files]\npgn = \"{}\"\n\
         [engine]\nhash = 1\nmove_overhead = 5000\n",
        running.address.port(),
        games.display()
    );
    fs::write(&config, text).unwrap();
    let ((_out, stdout), (_err, stderr)) = (full_pipe(), full_pipe());
    let mut child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(["ics", "--games", "1", "--config"])
        .arg(&config)
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("the program starts");
    let (over, end) = mpsc::channel::<()>();
    let id = child.id().to_string();
    let watch = thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let status = child.wait().unwrap();
    drop(over);
    watch.join().unwrap();
    assert!(status.success(), "{status}: the game stopped");
    let game = fs::read_to_string(games).unwrap();
    assert!(game.contains("GuestPawn resigns"), "{game}");
}
