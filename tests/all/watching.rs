//! The watch page of a bot that plays: what a browser hears of its game.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail the test")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Ends the program with the test.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser's line to the page, with its request for `path` sent.
fn call(address: &str, path: &str, host: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).unwrap();
    stream
}

fn whole(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_browser_follows_a_game_on_the_practice_server() {
    let arguments = ["ics", "--practice", "--watch", "127.0.0.1:0"];
    let quickly = ["--set", "policy=fixed", "--set", "fixed_time=20"];
    let child = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
        .args(arguments.iter().chain(&quickly))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn();
    let mut bot = Bot(child.expect("the program starts"));
    let mut told = BufReader::new(bot.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = told.find_map(|line| {
        let (_, address) = line.split_once("watch page: http://")?;
        Some(address.trim_end_matches('/').to_owned())
    });
    let address = address.expect("an address");

    let events = BufReader::new(call(&address, "/events", "localhost")).lines().map(Result::unwrap);
    let game = events
        .take(5_000)
        .filter_map(|line| line.strip_prefix("data: {\"white\":").map(str::to_owned))
        .find(|game| game.contains("\"planned\":20,"))
        .expect("a move of the engine's");
    assert!(
        game.contains("GuestPawn") && game.contains("\"ended\":\"fixed 20 ms used\""),
        "{game}"
    );

    let page = whole(call(&address, "/", "127.0.0.1:8017"));
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.ends_with("</html>\n"), "{page}");
    let refused = whole(call(&address, "/games.json", "evil.example"));
    assert!(refused.starts_with("HTTP/1.1 421 "), "{refused}");
}
