//! Somebody to play with.

use super::*;
use crate::practice::{Outcome, Partner, Seeking, Trick};

fn room(partner: Partner) -> Room {
    let mut config = config(Profile::Fics);
    config.accounts.push(Account::new("Sparrow", "seed", 1_400));
    config.partners.push(partner);
    let mut room = Room::new(config);
    room.wait(0);
    room
}

fn sparrow() -> Partner {
    Partner::registered("Sparrow", "seed")
}

/// 1, a registered player with White, plays `moves` against the partner; everything it has seen.
fn played(room: &mut Room, moves: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for text in moves.split_whitespace() {
        room.wait(1_000);
        seen.extend(room.lines(1));
        seen.extend(lines(&room.say(1, text)));
    }
    room.wait(1_000);
    seen.extend(room.lines(1));
    seen
}

/// Against a partner with these tricks, up to its answer to 1 d4 d5 or the like.
fn tricked(tricks: Vec<(u16, Trick)>, moves: &str) -> (Room, Vec<String>) {
    let mut room = room(Partner { tricks, ..sparrow() });
    room.enter(1, "Rookworm", "rook");
    room.say(1, "seek 3 0 unrated white");
    let seen = played(&mut room, moves);
    (room, seen)
}

#[test]
fn a_partner_comes_in_and_answers_a_seek_with_moves() {
    let (mut room, seen) = tricked(vec![], "d3 e3 c3");
    assert!(seen.contains(&"Sparrow accepts your seek.".to_owned()), "{seen:?}");
    assert!(seen.iter().any(|line| line.starts_with("<12>") && line.contains(" 4 ")));
    room.say(1, "resign");
    assert!(
        room.records
            .iter()
            .any(|record| matches!(record, Record::Ended { outcome: Outcome::Black, .. }))
    );
}

#[test]
fn a_partner_challenges_who_comes_in_again_and_again() {
    for partner in [Partner::guest("Wrestler"), sparrow()] {
        let seeking = Seeking::Challenges { control: [2, 1], rated: false };
        let mut room = room(Partner { seeking, ..partner });
        room.enter(1, "Pawnbot", "pawn");
        for _ in 0..2 {
            room.wait(2_000);
            let seen = room.lines(1);
            assert!(seen.iter().any(|line| line.starts_with("Challenge: ")), "{seen:?}");
            room.say(1, "accept");
            room.say(1, "resign");
            room.sees(1);
        }
    }
}

#[test]
fn a_partner_that_cannot_come_in_gives_up() {
    for (name, password) in [("Rookworm", None), ("Rookworm", Some("wrong".to_owned()))] {
        let mut room = room(Partner { password, ..Partner::guest(name) });
        room.wait(60_000);
        assert_eq!(room.records, []);
    }
}

#[test]
fn a_partner_offers_asks_and_chats_as_it_is_told_to() {
    let say = |number, text: &str| (number, Trick::Say(text.to_owned()));
    let tricks = vec![say(1, "say hello"), say(2, "draw"), say(3, "takeback 2"), say(4, "abort")];
    let (_, seen) = tricked(tricks, "d3 e3 c3 h3");
    for line in [
        "Sparrow says: hello",
        "Sparrow offers you a draw.",
        "Sparrow would like to take back 2 half move(s).",
        "Sparrow would like to abort the game; type \"abort\" to accept.",
    ] {
        assert!(seen.contains(&line.to_owned()), "{line}: {seen:?}");
    }
}

#[test]
fn a_partner_leaves_and_comes_back_to_go_on() {
    let (mut room, seen) = tricked(vec![(2, Trick::Leave(Duration::from_secs(20)))], "d3 e3");
    assert!(seen.contains(&"Your opponent has lost contact or quit.".to_owned()), "{seen:?}");
    room.wait(30_000);
    let seen = room.lines(1);
    assert!(
        seen.iter().any(|line| line.ends_with("an adjourned game with you, has arrived.")),
        "{seen:?}"
    );
    assert!(seen.iter().any(|line| line.ends_with("(adjourned).")), "{seen:?}");
    room.say(1, "accept");
    room.wait(1_000);
    assert_eq!(room.board(1).number, 3, "and it moves");
}

#[test]
fn a_partner_adjourns_by_agreement_and_resumes() {
    let (mut room, _) = tricked(vec![(2, Trick::Say("adjourn".to_owned()))], "d3");
    room.say(1, "e3");
    room.wait(200);
    room.say(1, "adjourn");
    assert!(room.records.iter().any(|record| matches!(record, Record::Adjourned { .. })));
    room.say(1, "resume Sparrow");
    room.wait(1_000);
    assert!(room.records.iter().any(|record| matches!(record, Record::Resumed { .. })));
}

#[test]
fn a_partner_lets_its_flag_fall() {
    let (mut room, _) = tricked(vec![(3, Trick::Stall)], "d3 e3 c3");
    room.say(1, "set autoflag 1");
    room.wait(180_000);
    let fell = |record: &Record| matches!(record, Record::Ended { reason, .. } if reason == "Sparrow forfeits on time");
    assert!(room.records.iter().any(fell), "{:?}", room.records);
}

#[test]
fn a_partner_accepts_offers_if_it_is_agreeable() {
    let mut room = room(Partner { agreeable: true, ..sparrow() });
    room.enter(1, "Rookworm", "rook");
    room.say(1, "match Sparrow 3 0 unrated white");
    room.wait(1_000);
    room.say(1, "d3");
    room.wait(1_000);
    room.say(1, "draw");
    room.wait(1_000);
    assert!(room.lines(1).iter().any(|line| line.contains("drawn by mutual agreement")));
}
