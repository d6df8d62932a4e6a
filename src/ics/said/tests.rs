use super::*;
use crate::ics::lines::{Lines, strip_prompt};

fn heading() -> Heading {
    Heading { number: 12, names: ["Pawn", "Rook"].map(str::to_owned) }
}

#[test]
fn games_begin_go_on_and_end() {
    let line = |text: &str| Said::parse(&format!("{{Game 12 (Pawn vs. Rook) {text}"));
    assert_eq!(line("Creating unrated blitz match.}"), Said::Begins(heading()));
    assert_eq!(line("Continuing rated wild match.}"), Said::Continues(heading()));
    for (how, text, result) in [
        ("Pawn resigns", "0-1", Result::Black),
        ("Rook forfeits on time", "1-0", Result::White),
        ("Game drawn by the 50 move rule", "1/2-1/2", Result::Draw),
        ("Game aborted on move 1", "*", Result::None),
    ] {
        let expected = Said::Ends { game: heading(), how: how.to_owned(), result };
        assert_eq!(line(&format!("{how}}} {text}")), expected);
        assert_eq!(line(&format!("{how}}} {text} [5 0 1 0 1]")), expected, "in a tournament");
    }
    assert_eq!(line("what is this}"), Said::Other);
}

#[test]
fn offers_are_told_from_whom_and_for_what() {
    for (text, offer) in [
        ("offers you a draw.", Offer::Draw),
        ("would like to abort the game; type \"abort\" to accept.", Offer::Abort),
        ("would like to adjourn the game; type \"adjourn\" to accept.", Offer::Adjourn),
        ("would like to take back 2 half move(s).", Offer::TakeBack(2)),
        ("requests to pause the game.", Offer::Pause),
        ("requests to unpause the game.", Offer::Unpause),
        ("would like to switch sides.", Offer::Switch),
    ] {
        let expected = Said::Offer { from: "Pawn".to_owned(), what: offer };
        assert_eq!(Said::parse(&format!("Pawn {text}")), expected);
        assert!(matches!(Said::parse(&format!("Pawn says: Rook {text}")), Said::Talk(_)));
        assert!(matches!(Said::parse(&format!("--> Rook {text}")), Said::Talk(_)));
    }
}

#[test]
fn the_account_and_the_link_have_their_lines() {
    let name = |text: &str| Speaker::parse(text).unwrap();
    let rating = |points| Some(Rating { points, provisional: false });
    for (line, said) in [
        ("Illegal move (e2e5).", Said::Refused(Refusal::Illegal)),
        ("e7e8q: Command not found.", Said::Refused(Refusal::Illegal)),
        ("It is not your move.", Said::Refused(Refusal::NotMyMove)),
        ("You are not playing a game.", Said::Refused(Refusal::NoGame)),
        ("Your opponent has lost contact or quit.", Said::OpponentLost),
        (
            "Notification: Pawn, who has an adjourned game with you, has arrived.",
            Said::Returned("Pawn".to_owned()),
        ),
        (
            "blitz rating adjustment: 0 --> 1882",
            Said::Rated { kind: "blitz".to_owned(), change: [None, rating(1882)] },
        ),
        ("Press return to enter the FICS as \"GuestABCD\":", Said::Named(name("GuestABCD"))),
        ("**** Starting FICS session as Zeitnot(C) ****", Said::Named(name("Zeitnot(C)"))),
        ("**** Invalid password! ****", Said::WrongPassword),
        ("**** Zeitnot has arrived - you can't both be logged in. ****", Said::Twice),
        ("**** Zeitnot is already logged in - kicking them out. ****", Said::TakenOver),
        ("Pawn withdraws the match offer.", Said::Withdrawn("Pawn".to_owned())),
        ("Challenge: Pawn (1) nonsense", Said::Other),
        ("There are no games in progress.", Said::Other),
    ] {
        assert_eq!(Said::parse(line), said, "{line}");
    }
    let going = "**** Server going down in 0 minutes and 10 seconds. ****";
    assert!(matches!(Said::parse(going), Said::Shutdown(text) if text.contains("10 seconds")));
}

#[test]
fn nothing_that_people_say_is_taken_for_a_line_of_the_server() {
    for line in [
        "<12> rnbqkbnr",
        "{Game 1 (Pawn vs. Rook) Rook resigns} 1-0",
        "Challenge: Pawn (1) Rook (2) rated blitz 3 0.",
        "**** Invalid password! ****",
        "Illegal move.",
        "[G]",
    ] {
        for talk in
            ["Pawn tells you: ", "Pawn says: ", "Pawn(U)(53): ", "--> Pawn ", "Pawn kibitzes: "]
        {
            assert!(matches!(Said::parse(&format!("{talk}{line}")), Said::Talk(_)), "{talk}{line}");
        }
        assert_eq!(Said::parse(&format!(" 1: {line}")), Said::Other, "finger notes");
    }
}

/// Lines of many kinds, to be cut and spoilt.
const SAMPLES: [&str; 18] = [
    "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 7 \
     Pawn Rook 1 5 3 39 39 300 299 1 none (0:00) none 0",
    "{Game 12 (Pawn vs. Rook) Creating unrated blitz match.}",
    "{Game 12 (Pawn vs. Rook) Rook resigns} 1-0",
    "Challenge: Pawn (1558) [white] Rook (1882) rated wild 3 12 Loaded from wild/fr (adjourned).",
    "<pf> 39 w=Pawn(C) t=match p=Pawn (1558) Rook (----) unrated blitz 3 0",
    "<pr> 39 40",
    "<s> 10 w=Pawn ti=02 rt=1291P t=3 i=0 r=r tp=blitz c=? rr=1200-1400 a=t f=t",
    "Pawn(C) (1500) seeking 5 0 unrated blitz [white] m f (\"play 12\" to respond)",
    "  4 1882 Pawn(C)             5   0 unrated blitz      [white]  1000-2000 mf",
    " 1: W Pawn            N [ br  2  12]   0-0   B2  ??? Mon Nov 23, 06:14 CST 2009",
    "Pawn would like to take back 2 half move(s).",
    "Pawn declines the switch sides request.",
    "blitz rating adjustment: 1500P --> 1512",
    "**** Starting FICS session as GuestABCD(U) ****",
    "2 players, who have an adjourned game with you, are online: Pawn(C) Rook",
    "Logging you in as \"GuestABCD\"; you may use this name to play unrated games.",
    "Match request does not fit formula for Pawn:",
    "Pawn(C)( 950)[12] kibitzes: {Game 12 (Pawn vs. Rook) Rook resigns} 1-0",
];

#[test]
fn lines_that_are_cut_or_spoilt_are_read_without_harm() {
    let mut random = fastrand::Rng::with_seed(7);
    for sample in SAMPLES {
        assert_ne!(Said::parse(sample), Said::Other, "{sample}");
        for (cut, _) in sample.char_indices() {
            Said::parse(&sample[..cut]);
            Said::parse(&sample[cut..]);
        }
        for _ in 0..2_000 {
            let mut line: Vec<char> = sample.chars().collect();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..line.len());
                match random.u8(..3) {
                    0 => line[at] = random.char(' '..'\u{2ff}'),
                    1 => line.insert(at, random.char(' '..'~')),
                    _ => drop(line.drain(at..(at + random.usize(..20)).min(line.len()))),
                }
                line.push(' ');
            }
            Said::parse(&line.into_iter().collect::<String>());
        }
    }
}

#[test]
fn any_bytes_are_read_without_harm_and_in_any_pieces() {
    let mut random = fastrand::Rng::with_seed(8);
    let letters = b"<>{}()[]*\"': \n\r\\   %12PawnRook\xff\xfb\x01\0\xe9";
    for _ in 0..2_000 {
        let length = random.usize(..300);
        let bytes: Vec<u8> = (0..length).map(|_| letters[random.usize(..letters.len())]).collect();
        let (mut whole, mut pieces) = (Lines::default(), Lines::default());
        let mut first = whole.feed(&bytes);
        let mut second = Vec::new();
        bytes.chunks(random.usize(1..9)).for_each(|piece| second.extend(pieces.feed(piece)));
        first.extend(whole.settle());
        second.extend(pieces.settle());
        assert_eq!(first, second);
        first.iter().for_each(|line| drop(Said::parse(strip_prompt(line))));
    }
}

#[test]
fn whatever_people_say_is_talk() {
    let talk = [
        "Pawn tells you: ",
        "Pawn(C) says: ",
        "--> Pawn ",
        "Pawn(1500)[3] kibitzes: ",
        "Pawn(U)(53): ",
    ];
    for (start, sample) in talk.iter().flat_map(|start| SAMPLES.map(|sample| (start, sample))) {
        assert!(
            matches!(Said::parse(&format!("{start}{sample}")), Said::Talk(_)),
            "{start}{sample}"
        );
    }
    for sample in SAMPLES {
        for start in [
            ":",
            "1. Pawn at Sat Nov 21, 00:10 UTC 2026: ",
            " 1: ",
            "(1) Pawn shouts: ",
            "Pawn's formula: ",
        ] {
            assert_eq!(Said::parse(&format!("{start}{sample}")), Said::Other, "{start}{sample}");
        }
    }
}
