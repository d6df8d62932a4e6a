//! What each rule lets through and what not.

use super::*;
use crate::ics::{Formula, hours::Hours};

fn judge(accept: &Accept, terms: &str, change: impl Fn(&mut Proposal<'_>)) -> Result<(), Reason> {
    judge_marked(accept, terms, &[], change)
}

fn judge_marked(
    accept: &Accept,
    terms: &str,
    marked: &[&str],
    change: impl Fn(&mut Proposal<'_>),
) -> Result<(), Reason> {
    let marks = marked.iter().map(|&mark| mark.to_owned()).collect();
    let terms = Terms::parse(terms).unwrap();
    let mut proposal = Proposal {
        terms: &terms,
        marks: &marks,
        guest: false,
        in_a_row: 0,
        since: Duration::ZERO,
        computers: (0, Duration::ZERO),
        aborts: 0,
        today: [0, 0],
        time: Duration::ZERO,
        lag: Duration::from_millis(100),
    };
    change(&mut proposal);
    accept.judge(&proposal)
}

const BLITZ: &str = "Pawn (1700) Rook (1900) rated blitz 3 2.";

#[test]
fn by_default_usual_games_are_played_and_strange_ones_are_not() {
    let accept = Accept::default();
    assert_eq!(judge(&accept, BLITZ, |_| ()), Ok(()));
    let wild = "Pawn (----) Rook (----) unrated wild 3 0 Loaded from wild/fr.";
    assert_eq!(judge(&accept, wild, |_| ()), Ok(()));
    let shuffled = wild.replace("wild/fr", "fischerandom/0");
    assert_eq!(judge(&accept, &shuffled, |_| ()), Ok(()));
    for (terms, reason) in [
        ("Pawn (----) Rook (----) unrated untimed.", "without a clock"),
        ("Pawn (----) Rook (----) unrated wild 3 0 Loaded from crazyhouse/0.", "this kind"),
        ("Pawn (----) Rook (----) unrated wild 3 0 Loaded from wild/5.", "this kind"),
        ("Pawn (----) Rook (----) unrated blitz 0 3.", "initial time"),
        ("Pawn (----) Rook (----) unrated standard 90 0.", "initial time"),
    ] {
        assert!(judge(&accept, terms, |_| ()).unwrap_err().contains(reason), "{terms}");
    }
}

#[test]
fn each_rule_turns_its_games_away() {
    let name = || vec!["pawn".to_owned()];
    let usual = Accept::default;
    for (accept, reason) in [
        (Accept { rated: false, ..usual() }, "unrated games only"),
        (Accept { humans: false, ..usual() }, "computers only"),
        (Accept { block: name(), ..usual() }, "do not play you"),
        (Accept { own: name(), ..usual() }, "not for ratings"),
        (Accept { rating: [1800, 9999], ..usual() }, "out of my range"),
        (Accept { rating_difference: 100, ..usual() }, "too far apart"),
        (Accept { increment: [3, 9], ..usual() }, "this increment"),
        (Accept { colour: Colour::White, ..usual() }, "these colours"),
        (Accept { lag_share: 1, ..usual() }, "my connection"),
        (Accept { formula: Formula::parse("time > 3").ok(), ..usual() }, "my formula"),
    ] {
        assert!(judge(&accept, BLITZ, |_| ()).unwrap_err().contains(reason), "{reason}");
    }
    let no = |change: fn(&mut Proposal<'_>), accept: Accept| judge(&accept, BLITZ, change);
    let accept = Accept { computers: false, ..usual() };
    assert!(judge_marked(&accept, BLITZ, &["C"], |_| ()).is_err());
    assert!(no(|it| it.guest = true, Accept { guests: false, ..usual() }).is_err());
    assert!(no(|it| it.today[0] = 5, Accept { games_a_day: 5, ..usual() }).is_err());
    assert!(no(|it| it.aborts = 2, Accept { aborts: 2, ..usual() }).is_err());
    let row = || Accept { in_a_row: 2, pause: 60, ..usual() };
    assert!(no(|it| it.in_a_row = 2, row()).is_err());
    assert!(no(|it| (it.in_a_row, it.since) = (2, Duration::from_secs(60)), row()).is_ok());
}

#[test]
fn who_is_preferred_is_excused_from_most_rules_but_not_from_a_clock() {
    let prefer = vec!["PAWN".to_owned()];
    let accept = Accept { prefer, rated: false, rating: [0, 1], ..Accept::default() };
    assert_eq!(judge(&accept, BLITZ, |_| ()), Ok(()));
    assert!(judge(&accept, "Pawn (1) Rook (1) unrated untimed.", |_| ()).is_err());
}

#[test]
fn lag_that_would_eat_up_the_time_of_a_move_is_a_reason() {
    let slow = |it: &mut Proposal<'_>| it.lag = Duration::from_millis(600);
    assert!(judge(&Accept::default(), "Pawn (1) Rook (1) rated lightning 1 0.", slow).is_err());
    assert!(judge(&Accept::default(), "Pawn (1) Rook (1) rated blitz 3 0.", slow).is_ok());
}

#[test]
fn computers_take_their_turns_and_titles_count_like_names() {
    let usual = Accept::default;
    let computer = |accept: Accept, change: fn(&mut Proposal<'_>)| {
        (judge_marked(&accept, BLITZ, &["C"], change), judge(&accept, BLITZ, change))
    };
    let accept = Accept { computers_in_a_row: 3, pause: 60, ..usual() };
    let many: fn(&mut Proposal<'_>) = |it| it.computers = (3, Duration::from_secs(59));
    let (theirs, a_humans) = computer(accept.clone(), many);
    assert!(theirs.unwrap_err().contains("for humans") && a_humans.is_ok());
    assert!(computer(accept, |it| it.computers = (3, Duration::from_secs(60))).0.is_ok());
    let accept = Accept { games_a_day_each: 2, ..usual() };
    let (theirs, a_humans) = computer(accept, |it| it.today = [9, 2]);
    assert!(theirs.is_err() && a_humans.is_ok());
    let accept = Accept { block: vec!["(TD)".to_owned()], ..usual() };
    assert!(judge_marked(&accept, BLITZ, &["TD"], |_| ()).is_err());
    assert!(judge_marked(&accept, BLITZ, &["GM"], |_| ()).is_ok());
    let accept = Accept { prefer: vec!["(GM)".to_owned()], rated: false, ..usual() };
    assert!(judge_marked(&accept, BLITZ, &["GM"], |_| ()).is_ok());
}

#[test]
fn hours_and_approved_controls_are_kept() {
    let accept = Accept { controls: vec![Control([3, 2])], ..Accept::default() };
    assert!(judge(&accept, BLITZ, |_| ()).is_ok());
    let other = judge(&accept, "Pawn (1) Rook (1) rated blitz 5 0.", |_| ());
    assert!(other.unwrap_err().contains("time control"));
    // The first day of 1970 was a Thursday.
    let hours = vec![Hours::parse("Thu 10:00-11:00").unwrap()];
    let accept = Accept { hours, ..Accept::default() };
    assert!(judge(&accept, BLITZ, |it| it.time = Duration::from_secs(10 * 3_600)).is_ok());
    let closed = judge(&accept, BLITZ, |it| it.time = Duration::from_secs(11 * 3_600));
    assert!(closed.unwrap_err().contains("at this hour"));
}

#[test]
fn kinds_are_the_same_in_capitals() {
    let accept = Accept { kinds: vec!["Blitz".to_owned()], ..Accept::default() };
    assert_eq!(judge(&accept, BLITZ, |_| ()), Ok(()));
    assert!(judge(&accept, &BLITZ.replace("blitz", "standard"), |_| ()).is_err());
    let accept = Accept { kinds: vec!["Wild/fr".to_owned()], ..Accept::default() };
    assert!(["Blitz", "WILD", "wild/FR"].iter().all(|kind| accept.finishes(kind)));
    assert!(!accept.finishes("Suicide"));
}
