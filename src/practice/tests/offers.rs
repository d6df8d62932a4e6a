//! Offers before and during games, and advertisements.

use super::*;

fn room(profile: Profile) -> Room {
    let mut room = Room::new(config(profile));
    room.enter(1, "Rookworm", "rook");
    room.enter(2, "Pawnbot", "pawn");
    room
}

#[test]
fn challenges_are_made_changed_taken_back_and_declined() {
    let mut room = room(Profile::Fics);
    let issued = room.say(1, "match pawnbot 3 2 rated white");
    assert!(
        issued.contains("Issuing: Rookworm (1500) [white] Pawnbot (1600) rated blitz 3 2.\n\r"),
        "{issued}"
    );
    assert!(issued.contains("--** Pawnbot is a computer **--"));
    let seen = room.lines(2);
    assert!(seen.contains(
        &"Challenge: Rookworm (1500) [white] Pawnbot (1600) rated blitz 3 2.".to_owned()
    ));
    room.say(1, "match Pawnbot 5 0 u b");
    let seen = room.lines(2);
    assert!(seen.contains(&"Rookworm updates the match request.".to_owned()));
    assert!(seen.contains(
        &"Challenge: Rookworm (1500) [black] Pawnbot (1600) unrated blitz 5 0.".to_owned()
    ));
    room.say(1, "withdraw");
    assert!(room.lines(2).contains(&"Rookworm withdraws the match offer.".to_owned()));
    assert!(room.say(2, "accept").contains("You have no offers to accept."));
    room.say(1, "match Pawnbot 3 0");
    assert!(room.say(2, "decline Rookworm").contains("You decline the match offer from Rookworm."));
    assert!(room.lines(1).contains(&"Pawnbot declines the match offer.".to_owned()));
    assert!(room.say(2, "match Nobody 3 0").contains("Nobody is not logged in."));
    room.say(2, "set open 0");
    assert!(room.say(1, "match Pawnbot 3 0").contains("not open to match requests"));
}

#[test]
fn programs_read_offers_as_a_list() {
    let mut room = room(Profile::Fics);
    room.say(1, "iset pendinfo 1");
    room.say(2, "iset pendinfo 1");
    room.say(1, "match Pawnbot 3 0 unrated");
    assert!(room.lines(1).is_empty());
    let list = "<pf> 1 w=Rookworm t=match p=Rookworm (1500) Pawnbot (1600) unrated blitz 3 0";
    assert!(room.lines(2).contains(&list.to_owned()));
    let seen = lines(&room.say(2, "accept 1"));
    assert!(seen.contains(&"<pr> 1".to_owned()), "{seen:?}");
    assert!(last_board(&seen).is_some());
    room.say(1, "draw");
    assert!(room.lines(2).contains(&"<pf> 1 w=Rookworm t=draw p=#".to_owned()));
}

#[test]
fn offers_in_a_game_are_accepted_in_kind_declined_or_passed_over_by_a_move() {
    let mut room = Room::new(config(Profile::Lasker));
    room.game("3 0 unrated");
    room.moves("e4 e5", 10);
    assert!(room.say(1, "draw").contains("Draw request sent."));
    assert!(room.lines(2).contains(&"Rookworm offers you a draw.".to_owned()));
    room.say(2, "decline draw");
    assert!(room.lines(1).contains(&"Pawnbot declines the draw request.".to_owned()));
    room.say(2, "abort");
    assert!(
        room.lines(1)
            .iter()
            .any(|line| line.ends_with("abort the game; type \"abort\" to accept."))
    );
    assert!(room.say(1, "Nf3").contains("You decline the abort request from Pawnbot."));
    room.say(2, "draw");
    room.say(1, "draw");
    let drawn = "{Game 1 (Rookworm vs. Pawnbot) Game drawn by mutual agreement} 1/2-1/2";
    assert!(room.lines(2).contains(&drawn.to_owned()));
    room.say(1, "match Pawnbot 3 0 u white");
    room.say(2, "accept");
    room.say(1, "abort");
    room.say(2, "accept abort");
    assert!(room.lines(1).iter().any(|line| line.ends_with("Game aborted by mutual agreement} *")));
}

#[test]
fn moves_are_taken_back_with_their_time() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves("e4 e5 Nf3 Nc6", 4_000);
    room.say(2, "takeback 2");
    assert!(room.lines(1).contains(&"Pawnbot would like to take back 2 half move(s).".to_owned()));
    room.wait(3_000);
    let board = last_board(&lines(&room.say(1, "accept"))).unwrap();
    assert_eq!((board.clocks, board.number), ([180_000; 2], 2));
    assert!(room.say(1, "takeback 9").contains("There are only 2 half moves in your game."));
    room.moves("d4 exd4", 1_000);
}

#[test]
fn sides_are_switched_when_both_want_it() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves("e4 e5", 10);
    room.say(1, "switch");
    assert!(room.lines(2).contains(&"Rookworm would like to switch sides.".to_owned()));
    room.say(2, "accept");
    let board = room.board(1);
    assert_eq!(board.names, ["Pawnbot", "Rookworm"].map(str::to_owned));
    assert!(room.say(2, "Nf3").contains("<12>"));
}

#[test]
fn an_advertisement_is_answered_and_the_game_begins() {
    let mut room = room(Profile::Fics);
    room.say(2, "set seek 1");
    let posted = room.say(1, "seek 5 3 unrated white");
    assert!(posted.contains("Your seek has been posted with index 1."), "{posted}");
    let ad = "Rookworm (1500) seeking 5 3 unrated blitz [white] (\"play 1\" to respond)";
    assert!(room.lines(2).contains(&ad.to_owned()));
    assert!(room.say(2, "sought").contains("play 1"));
    assert!(last_board(&lines(&room.say(2, "play 1"))).is_some());
    assert_eq!(room.board(1).names, ["Rookworm", "Pawnbot"].map(str::to_owned));
    assert!(room.say(2, "seek 1 0").contains("You can't seek while you are playing"));
}

#[test]
fn programs_read_advertisements_as_a_list() {
    let mut room = room(Profile::Fics);
    for line in ["set seek 1", "iset seekinfo 1", "iset seekremove 1"] {
        room.say(1, line);
    }
    room.say(2, "seek 3 2 rated m f 1200-1900");
    let line = "<s> 1 w=Pawnbot ti=02 rt=1600  t=3 i=2 r=r tp=blitz c=? rr=1200-1900 a=f f=t";
    assert!(room.lines(1).contains(&line.to_owned()));
    room.say(1, "play 1");
    assert!(
        room.lines(2).iter().any(|line| line.starts_with("Challenge: Rookworm")),
        "it is manual"
    );
    room.say(2, "unseek");
    assert!(room.lines(1).contains(&"<sr> 1".to_owned()));
    room.say(2, "seek 1 0");
    room.say(2, "seek 2 0");
    room.say(2, "seek 3 0");
    assert!(room.say(2, "seek 4 0").contains("You can only have 3 active seeks."));
}

#[test]
fn the_ancestor_knows_no_manual_advertisements() {
    let mut room = room(Profile::Lasker);
    room.say(1, "set seek 1");
    assert!(room.say(2, "seek 3 0 m").contains("No such category/board: m/0"));
    room.say(2, "seek 3 0 unrated");
    assert!(
        room.lines(1).iter().any(|line| line.contains("Pawnbot") && line.contains("unrated blitz"))
    );
    assert!(last_board(&lines(&room.say(1, "play 0"))).is_some());
}

#[test]
fn another_game_like_the_last_one_is_a_challenge() {
    for profile in [Profile::Fics, Profile::Lasker] {
        let mut room = room(profile);
        assert!(room.say(1, "rematch").contains("not played anybody"));
        room.say(1, "match Pawnbot 3 2 unrated");
        room.say(2, "accept");
        room.say(1, "resign");
        room.lines(2);
        room.say(1, "rematch");
        let seen = room.lines(2).join("\n");
        assert!(seen.contains("unrated blitz 3 2."), "{seen}");
    }
}

#[test]
fn a_guests_advertisement_is_unrated_without_a_word() {
    for profile in [Profile::Fics, Profile::Lasker] {
        let mut room = Room::new(config(profile));
        room.enter(1, "Wanderer", "");
        let posted = room.say(1, "seek 5 0 rated");
        assert!(!posted.contains("Guests may"), "{posted}");
        room.enter(2, "Rookworm", "rook");
        let sought = room.say(2, "sought");
        assert!(sought.contains("Wanderer") && sought.contains(" unrated "), "{sought}");
    }
}
