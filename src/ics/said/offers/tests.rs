use super::*;

fn answered(line: &str) -> (String, bool, Topic, Answer) {
    match Said::parse(line) {
        Said::Answered { name, is_mine, topic, answer } => (name, is_mine, topic, answer),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn answers_tell_who_what_and_how() {
    use {Answer::*, Topic::*};
    for (line, is_mine, topic, answer) in [
        ("Pawn accepts your challenge.", false, Match, Accepted),
        ("Pawn accepts the match offer.", false, Match, Accepted),
        ("Pawn accepts your seek.", false, Seek, Accepted),
        ("Pawn declines the match offer.", false, Match, Declined),
        ("Pawn declines draw request.", false, Draw, Declined),
        ("Pawn declines the draw request.", false, Draw, Declined),
        ("Pawn declines the switch sides request.", false, Switch, Declined),
        ("Pawn has declined the takeback request.", false, TakeBack, Declined),
        ("Pawn declines your partnership request.", false, Partner, Declined),
        ("Pawn accepted pause. Game clock paused.", false, Pause, Accepted),
        ("Pawn withdraws abort request.", false, Abort, Withdrawn),
        ("Pawn withdraws the simul offer.", false, Simul, Withdrawn),
        ("You accept the challenge of Pawn.", true, Match, Accepted),
        ("You accept the draw request from Pawn.", true, Draw, Accepted),
        ("You decline the switch sides request from Pawn.", true, Switch, Declined),
        ("Declining the match offer from Pawn.", true, Match, Declined),
        ("You withdraw the adjourn request to Pawn.", true, Adjourn, Withdrawn),
        ("Withdrawing your match offer to Pawn.", true, Match, Withdrawn),
        ("Challenge to Pawn withdrawn.", true, Match, Withdrawn),
        ("Pawn, whom you were challenging, has departed.", true, Match, Withdrawn),
        ("Pawn, whom you were challenging, has joined a match with Rook.", true, Match, Withdrawn),
    ] {
        assert_eq!(answered(line), ("Pawn".to_owned(), is_mine, topic, answer), "{line}");
    }
    assert_eq!(Said::parse("Pawn declines the invitation."), Said::Other);
}

#[test]
fn a_challenge_that_is_void_is_withdrawn() {
    for line in [
        "Pawn withdraws the match offer.",
        "Pawn updates the match request.",
        "Pawn, who was challenging you, has departed.",
        "Pawn, who was challenging you, has joined a match with Rook.",
        "Challenge from Pawn removed.",
    ] {
        assert_eq!(Said::parse(line), Said::Withdrawn("Pawn".to_owned()), "{line}");
    }
}

#[test]
fn offers_have_numbers_where_the_server_gives_them() {
    let pending = |line: &str| match Said::parse(line) {
        Said::Pending(pending) => *pending,
        other => panic!("{line}: {other:?}"),
    };
    let game = "Pawn (1558) [black] Rook (----) unrated wild 3 0 Loaded from wild/fr (adjourned)";
    let offer = pending(&format!("<pf> 39 w=Pawn(C) t=match p={game}"));
    assert_eq!((offer.number, offer.is_mine, offer.with.name.as_str()), (39, false, "Pawn"));
    assert!(offer.with.is_computer());
    assert_eq!(offer.what, Proposal::Match(Terms::parse(game).unwrap()));
    for (text, what) in [
        ("t=draw p=#", Proposal::InGame(Offer::Draw)),
        ("t=abort p=#", Proposal::InGame(Offer::Abort)),
        ("t=adjourn p=#", Proposal::InGame(Offer::Adjourn)),
        ("t=pause p=#", Proposal::InGame(Offer::Pause)),
        ("t=unpause p=#", Proposal::InGame(Offer::Unpause)),
        ("t=switch p=#", Proposal::InGame(Offer::Switch)),
        ("t=takeback p=2", Proposal::InGame(Offer::TakeBack(2))),
        ("t=takeback p=x", Proposal::Other("takeback".to_owned())),
        ("t=partner p=#", Proposal::Other("partner".to_owned())),
        ("t=match p=nonsense", Proposal::Other("match".to_owned())),
    ] {
        let offer = pending(&format!("<pt> 7 w=Rook {text}"));
        assert_eq!((offer.number, offer.is_mine, offer.what), (7, true, what), "{text}");
    }
    assert_eq!(Said::parse("<pr> 39"), Said::Gone(vec![39]));
    assert_eq!(Said::parse("<pr> 39 40 41 "), Said::Gone(vec![39, 40, 41]));
    for line in ["<pf> x", "<pf> 99999999999 w=Pawn t=draw p=#", "<pr> ", "<pr> 39 x"] {
        assert_eq!(Said::parse(line), Said::Other, "{line}");
    }
}

#[test]
fn what_i_offer_is_confirmed() {
    let terms = "Pawn (1558) [white] Rook (1882) rated blitz 3 0";
    for words in ["Issuing", "Updating match request to"] {
        let line = format!("{words}: {terms}.");
        assert_eq!(Said::parse(&line), Said::Issuing(Terms::parse(terms).unwrap()));
    }
    let ignored = format!("Ignoring (formula): {terms}.");
    assert_eq!(Said::parse(&ignored), Said::Ignored(Terms::parse(terms).unwrap()));
    for (line, topic) in [
        ("Draw request sent.", Topic::Draw),
        ("Takeback request sent.", Topic::TakeBack),
        ("Alternate takeback request sent.", Topic::TakeBack),
        ("Switch request sent.", Topic::Switch),
    ] {
        assert_eq!(Said::parse(line), Said::Sent(topic));
    }
}

#[test]
fn invitations_and_other_numbers_of_moves_are_understood() {
    for (line, to) in [
        (
            "Pawn offers to be your bughouse partner; type \"partner Pawn\" to accept.",
            Invitation::Partner,
        ),
        ("Pawn requests to join a simul match with you.", Invitation::Simul),
        ("Pawn requests to join a 5 0 simul match with you.", Invitation::Simul),
        ("Your bughouse partner was challenged by Pawn.", Invitation::Bughouse),
    ] {
        assert_eq!(Said::parse(line), Said::Invited { from: "Pawn".to_owned(), to }, "{line}");
    }
    let offer = Said::Offer { from: "Pawn".to_owned(), what: Offer::TakeBack(3) };
    assert_eq!(Said::parse("Pawn proposes a different number (3) of half-move(s)."), offer);
}

#[test]
fn topics_are_names_of_things_alone() {
    assert_eq!(topic_of("the draw request"), Some(Topic::Draw));
    assert_eq!(topic_of("the "), None);
}
