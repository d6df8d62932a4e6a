use super::*;
use crate::pgn::Reader;

fn record(text: &str) -> Record {
    Reader::new(text.as_bytes()).next().unwrap().unwrap()
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// White's times and scores; Black says nothing.
const GAME: &str = "[White \"zeitnot\"]\n[Black \"?\"]\n[TimeControl \"600\"]\n\n\
    1. e4 {[%emt 10] [%eval 0.30,12]} e5 2. Nf3 {[%emt 90] [%eval 0.35,14] [%plan 12.5] \
    [%why rival: planned 12.5 s used]} Nc6 3. Bb5 {[%emt 12] [%eval 0.30,13]} a6 \
    4. Bxc6 {[%emt 5] [%eval 0.32,9]} dxc6 5. Nxe5 {[%emt 40] [%eval -0.90,15]} Qd4 \
    6. Nf3 {[%emt 3] [%eval -0.95,15]} Qxe4+ *\n";

#[test]
fn haste_and_waste_are_named_where_the_scores_show_them() {
    let report = Report::new(&record(GAME));
    let [white, black] = &report.sides;
    assert_eq!((white.moves, white.timed, seconds(white.used)), (6, 6, 160.0));
    assert_eq!(white.left.map(seconds), Some(440.0));
    let haste = white.haste.unwrap();
    assert_eq!(
        (report.steps[haste.at].name().as_str(), haste.score, haste.next),
        ("4. Bxc6", 32, -90)
    );
    let waste = white.waste.unwrap();
    assert_eq!((report.steps[waste.at].name().as_str(), seconds(waste.cost)), ("2. Nf3", 78.0));
    assert_eq!(report.steps[white.longest.unwrap()].number, 2);
    assert_eq!((black.moves, black.timed, black.haste, black.left), (6, 0, None, None));
}

#[test]
fn what_was_planned_and_why_it_ended_comes_along() {
    let report = Report::new(&record(GAME));
    let step = &report.steps[2];
    assert_eq!(step.planned.map(seconds), Some(12.5));
    assert_eq!(step.why, "rival: planned 12.5 s used");
    let svg = picture(&report, "a game", "");
    assert!(svg.contains(">planned<") && svg.contains(">waste: 2. Nf3<") && !svg.contains(">Lag<"));
}

#[test]
fn a_depth_grown_together_with_its_time_is_guessed_and_told() {
    let game = "1. e4 {(e2e4) 0.30/13 10} e5 2. Nf3 {(g1f3) 0.20/176} Nc6 3. Bb5 {0.2/176} a6 *\n";
    let report = Report::new(&record(game));
    assert_eq!(report.steps[2].used.map(seconds), Some(6.0));
    assert_eq!((report.steps[2].depth, report.steps[2].score), (Some(17), Some(20)));
    assert_eq!(report.steps[4].used, None);
    assert_eq!(report.guesses, ["move 2: \"(g1f3) 0.20/176\" is taken for depth 17 and 6 s"]);
    let lonely = Report::new(&record("1. e4 {see 0.20/176} e5 *"));
    assert_eq!((lonely.steps[0].used, lonely.guesses.len()), (None, 0));
}

#[test]
fn scores_are_the_movers_own() {
    let game =
        "1. f3 {[%eval -0.50]} e5 {[%eval -0.80]} 2. g4 {[%eval #-1]} Qh4# {[%eval #-1]} 0-1";
    let scores: Vec<_> = Report::new(&record(game)).steps.iter().map(|step| step.score).collect();
    assert_eq!(scores, [Some(-50), Some(80), Some(-MATE), Some(MATE)]);
}

#[test]
fn a_game_without_moves_has_a_report() {
    let report = Report::new(&record("[White \"a\"]\n\n*"));
    assert!(report.steps.is_empty() && picture(&report, "", "").ends_with("</svg>\n"));
}
