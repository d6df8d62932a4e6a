//! Sealed clients: their own clock counts, and pings ask when boards arrive.

use super::*;
use crate::{
    ics::timeseal::{Pings, greeting, pong, seal},
    practice::Ping,
};

/// A room in which 1 is sealed.
fn sealed(ping: Ping) -> Room {
    let mut room = Room::new(Config { ping, ..config(Profile::Fics) });
    room.connect(1);
    for line in [&greeting("me", "here")[..], b"Rookworm", b"rook", b"set style 12", b"iset ms 1"] {
        room.input(Incoming::Received(1, seal(line, 5, 7)));
    }
    room.enter(2, "Pawnbot", "pawn");
    room.say(2, "match Rookworm 3 0 unrated black");
    room.input(Incoming::Received(1, seal(b"accept", 6, 9)));
    room.sees(1);
    room.input(Incoming::Received(1, seal(b"e4", 7, 9)));
    room
}

#[test]
fn boards_come_with_a_ping_in_either_form() {
    for (ping, bytes) in [(Ping::Line, "\n\r[G]\n\r"), (Ping::Anywhere, "[G]\0")] {
        let mut room = sealed(ping);
        room.sees(1);
        room.say(2, "e5");
        let seen = room.sees(1);
        assert_eq!(seen.matches(bytes).count(), 1, "{seen:?}");
        let (left, pings) = Pings::default().take(seen.as_bytes());
        assert!(pings == 1 && !left.windows(3).any(|window| window == b"[G]"));
        assert!(!room.sees(2).contains("[G]"), "the other is not sealed");
    }
}

#[test]
fn the_time_on_the_way_is_not_charged() {
    let mut room = sealed(Ping::Line);
    room.say(2, "e5");
    // The board takes 400 ms to the client, who thinks for 1,000; the move takes 600 ms back.
    room.wait(900);
    room.input(Incoming::Received(1, pong(10_400, 3)));
    room.wait(1_100);
    room.sees(1);
    room.input(Incoming::Received(1, seal(b"Nf3", 11_400, 3)));
    let seen = room.sees(1);
    assert!(seen.contains(" 179000 180000 2 N/g1-f3 (0:01.000) Nf3 "), "{seen}");
    room.wait(500);
    room.say(2, "Nc6");
    // Without an answer to the ping, or with a clock that cannot be, what has passed here counts.
    room.wait(300);
    room.sees(1);
    room.input(Incoming::Received(1, seal(b"Bb5", 99_000, 3)));
    assert!(room.sees(1).contains("(0:00.300) Bb5"));
}
