//! The server over a port.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use super::*;
use crate::practice::Outcome;

/// A connection that gives up when the server says nothing for long.
struct Client(TcpStream);

impl Client {
    fn say(&mut self, line: &str) {
        self.0.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Reads until the server has said this.
    fn until(&mut self, text: &str) {
        let mut seen = Vec::new();
        while !seen.windows(text.len()).any(|window| window == text.as_bytes()) {
            let mut byte = [0];
            self.0.read_exact(&mut byte).unwrap();
            seen.extend(byte);
        }
    }
}

#[test]
fn two_guests_play_the_fools_mate() {
    let running = serve(Config::default(), 0).unwrap();
    let mut clients = ["White", "Black"].map(|name| {
        let stream = TcpStream::connect(running.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut client = Client(stream);
        client.until("login: ");
        client.say(name);
        client.until("\":");
        client.say("");
        client.until("fics% ");
        client.say("set style 12");
        client.until("fics% ");
        client
    });
    clients[0].say("match Black 3 0 white");
    clients[1].until("Challenge: ");
    clients[1].say("accept");
    for (ply, (text, own)) in
        [("f3", " -1 3 0 "), ("e5", " -1 3 0 "), ("g4", " -1 3 0 "), ("Qh4", " -1 3 0 ")]
            .into_iter()
            .enumerate()
    {
        let client = &mut clients[ply % 2];
        client.until(" 1 3 0 ");
        client.say(text);
        client.until(own);
    }
    clients[0].until("White checkmated} 0-1");
    let ended = running.records.iter().find(|record| matches!(record, Record::Ended { .. }));
    assert!(matches!(ended, Some(Record::Ended { outcome: Outcome::Black, .. })));
    drop(running);
    assert_eq!(clients[1].0.read_to_end(&mut Vec::new()).map(|_| ()).ok(), Some(()));
}
