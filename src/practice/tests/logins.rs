//! Coming in and going.

use super::*;

#[test]
fn a_registered_player_gives_name_and_password() {
    let mut room = Room::new(config(Profile::Fics));
    assert!(room.connect(1).ends_with("login: "));
    let asked = room.say(1, "rookworm");
    assert!(asked.starts_with("\u{ff}\u{fb}\u{1}") && asked.ends_with("password: "), "{asked:?}");
    let welcome = room.say(1, "rook");
    assert!(welcome.starts_with("\u{ff}\u{fc}\u{1}") && welcome.ends_with("fics% "), "{welcome:?}");
    assert!(welcome.contains("**** Starting FICS session as Rookworm ****\n\r"));
    let login = Record::Login { name: "Rookworm".to_owned(), connection: 1, guest: false };
    assert_eq!(room.records, [login]);
}

#[test]
fn a_wrong_password_or_name_is_asked_for_again() {
    let mut room = Room::new(config(Profile::Fics));
    room.connect(1);
    for (name, reason) in [
        ("a1b", "upper case letters"),
        ("ab", "three characters"),
        ("Abcdefghijklmnopqr", "17 characters"),
    ] {
        let again = room.say(1, name);
        assert!(again.contains(reason) && again.ends_with("login: "), "{again}");
    }
    room.say(1, "Rookworm");
    let again = room.say(1, "wrong");
    assert!(again.contains("**** Invalid password! ****") && again.ends_with("login: "), "{again}");
    room.say(1, "Rookworm");
    assert!(room.say(1, "rook").ends_with("fics% "));
}

#[test]
fn guests_are_given_a_name_or_keep_theirs() {
    for (profile, asks) in
        [(Profile::Fics, "to enter the server as"), (Profile::Lasker, "to enter the FICS as")]
    {
        let mut room = Room::new(config(profile));
        room.connect(1);
        let assigned = room.say(1, "guest");
        assert!(assigned.contains(&format!("Press return {asks} \"Guest")), "{assigned}");
        assert!(room.say(1, "").ends_with("fics% "));
        room.connect(2);
        let kept = room.say(2, "Wanderer");
        assert!(kept.ends_with(&format!("{asks} \"Wanderer\":")), "{kept}");
        room.say(2, "");
        assert!(room.say(2, "who").contains("Wanderer(U)"));
        assert!(room.say(2, "shout hello").contains("Only registered players"));
    }
}

#[test]
fn who_comes_in_twice_is_thrown_out_the_first_time() {
    let mut room = Room::new(config(Profile::Lasker));
    room.enter(1, "Rookworm", "rook");
    room.connect(2);
    room.say(2, "Rookworm");
    let kicking = room.say(2, "rook");
    assert!(kicking.contains("**** Rookworm is already logged in - kicking them out. ****"));
    assert!(room.sees(1).contains("**** Rookworm has arrived - you can't both be logged in. ****"));
    assert_eq!(room.closed, [1]);
    assert!(room.say(2, "who").contains("1 players"));
}

#[test]
fn who_quits_is_let_go() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0");
    assert!(room.say(1, "quit").contains("You can't quit while you are playing a game."));
    room.say(1, "resign");
    assert!(room.say(1, "quit").contains("Thank you"));
    assert_eq!(room.closed, [1]);
}

#[test]
fn variables_are_set_and_locked() {
    let mut room = Room::new(config(Profile::Fics));
    room.enter(1, "Rookworm", "rook");
    for (line, answer) in [
        ("set style 12", "Style 12 set."),
        ("set bell 0", "Bell off."),
        ("set width 240", "Width set to 240."),
        ("set width 3", "Bad value"),
        ("set autoflag 1", "Auto-flagging enabled."),
        ("set nonsense 1", "No such variable \"nonsense\"."),
        ("iset ms 1", "ms set."),
        ("iset nonsense 1", "No such ivariable \"nonsense\"."),
        ("iset lock 1", "lock set."),
        ("iset seekinfo 1", "Cannot alter: Interface setting locked."),
        ("frobnicate now", "frobnicate: Command not found."),
    ] {
        assert!(room.say(1, line).starts_with(answer), "{line}");
    }
    let mut room = Room::new(config(Profile::Lasker));
    room.enter(1, "Rookworm", "rook");
    assert!(room.say(1, "set autoflag 1").starts_with("No such variable"));
    assert!(room.say(1, "iset pendinfo 1").starts_with("No such ivariable"));
    assert!(room.say(1, "iset ms 1").starts_with("ms set\n\r"));
}

#[test]
fn long_lines_are_wrapped_unless_that_is_switched_off() {
    let mut room = Room::new(config(Profile::Fics));
    room.enter(1, "Rookworm", "rook");
    room.enter(2, "Pawnbot", "pawn");
    let words = "many words ".repeat(20);
    room.say(1, &format!("tell Pawnbot {words}"));
    let told = room.sees(2);
    assert!(told.contains("\n\r\\   "), "{told}");
    assert!(told.split("\n\r").all(|line| line.len() <= 79));
    assert!(lines(&told).contains(&format!("Rookworm tells you: {}", words.trim())));
    room.say(1, &format!("tell Pawnbot {}", "x".repeat(300)));
    assert!(room.sees(2).split("\n\r").all(|line| line.len() <= 79));
    room.say(2, "iset nowrap 1");
    room.say(1, &format!("tell Pawnbot {words}"));
    assert!(!room.sees(2).contains('\\'));
}

#[test]
fn people_talk() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    assert!(room.say(1, "tell pawnbot hi").contains("(told Pawnbot, who is playing)"));
    assert_eq!(room.sees(2), "\n\rRookworm tells you: hi\n\rfics% ");
    room.say(2, "say good luck");
    assert!(room.lines(1).contains(&"Pawnbot(C) says: good luck".to_owned()));
    assert!(room.say(2, "kibitz +0.31").contains("(kibitzed to 1)"));
    assert!(room.lines(1).contains(&"Pawnbot(C)(1600)[1] kibitzes: +0.31".to_owned()));
    assert!(room.say(2, "whisper psst").contains("whispered to 0."));
    for _ in 0..2 {
        assert!(room.say(1, "shout all").contains("(1) Rookworm shouts: all"));
    }
    assert!(room.say(1, "shout all").contains("Next shout in 60 second(s)."));
    room.wait(60_000);
    assert!(room.say(1, "shout all").contains("(1)"));
    assert!(room.say(1, "tell Nobody x").contains("Nobody is not logged in."));
    assert!(room.say(1, "finger Pawnbot").contains("Statistics for Pawnbot(C)"));
}
