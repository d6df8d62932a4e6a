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

/// Connections as a listener has them that finds no descriptor for so many of them.
fn scarce(times: usize, then: TcpStream) -> impl Iterator<Item = io::Result<TcpStream>> {
    // "Too many open files", as the system numbers it on Unix; anywhere it is some fault.
    let fault = || Err(io::Error::from_raw_os_error(24));
    (0..times).map(move |_| fault()).chain([Ok(then)])
}

#[test]
fn a_port_without_descriptors_rests_and_goes_on() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (events, inbox) = unbounded();
    let (open, closed) = bounded(0);
    listen(scarce(3, stream), &events, &Rest { closed, pause: Duration::from_millis(1) });
    assert!(matches!(inbox.try_recv(), Ok(Notice::Opened(_))));
    drop(open);
}

#[test]
fn a_port_that_rests_hears_that_the_server_stops() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (events, inbox) = unbounded();
    let (open, closed) = bounded::<()>(0);
    drop(open);
    // As long as a rest may be: nobody waits for its end.
    listen(
        scarce(usize::MAX, stream),
        &events,
        &Rest { closed, pause: Duration::from_secs(3_600) },
    );
    assert!(inbox.try_recv().is_err());
}
