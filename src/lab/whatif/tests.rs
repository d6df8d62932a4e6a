use super::*;
use crate::{
    clock::parse_any,
    pgn::Reader,
    timing::{Budget, Judge, Parameters, Situation, by_name},
};

fn record(text: &str) -> Record {
    Reader::new(text.as_bytes()).next().unwrap().unwrap()
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// White has spent 60 of 100 seconds on the first move, and tells what it planned.
const GAME: &str = "[White \"zeitnot\"]\n[TimeControl \"100+1\"]\n\n\
    1. e4 {[%emt 60] [%plan 12.5] [%eval 0.30,12]} e5 {[%emt 5]} \
    2. Nf3 {[%emt 2] [%plan 3] [%lag 0.5]} Nc6 {[%emt 5]} 3. Bb5 {[%emt 1] [%plan 2]} a6 *\n";

fn ask(game: &str, policy: &dyn Policy, color: Color) -> Side {
    let control = parse_any("100+1").unwrap();
    Question { policy, control, overhead: Duration::ZERO }.ask(&record(game), color)
}

/// Plans a tenth of the clock, and remembers nothing.
struct Tenth;

impl Policy for Tenth {
    fn name(&self) -> &'static str {
        "tenth"
    }

    fn plan(&self, clock: &ClockView, _: &Situation) -> (Budget, Box<dyn Judge>) {
        let (_, judge) =
            by_name("rival", &Parameters::default()).unwrap().plan(clock, &Situation::default());
        (Budget::flat(clock.remaining / 10), judge)
    }
}

#[test]
fn a_policy_is_asked_on_the_clock_that_was_and_on_the_one_it_would_have_left() {
    let side = ask(GAME, &Tenth, Color::White);
    let clocks = |of: fn(&Turn) -> Grant| -> Vec<f64> {
        side.turns.iter().map(|turn| seconds(of(turn).clock)).collect()
    };
    let plans: Vec<f64> = side.turns.iter().map(|turn| seconds(turn.there.plan)).collect();
    assert_eq!(clocks(|turn| turn.there), [100.0, 41.0, 40.0]);
    assert_eq!(plans, [10.0, 4.1, 4.0]);
    // A tenth of 100 goes, a second comes; then a tenth of 91, and half a second on the way.
    assert_eq!(clocks(|turn| turn.in_charge), [100.0, 91.0, 82.4]);
    assert_eq!((seconds(side.left), seconds(side.would_be_left)), (40.0, 75.16));
    assert!(!side.flagged);
}

#[test]
fn the_clock_that_the_paper_tells_is_believed() {
    let game = GAME.replace("[%emt 60]", "[%emt 60] [%clk 0:00:30]");
    let side = ask(&game, &Tenth, Color::White);
    assert_eq!(seconds(side.turns[1].there.clock), 30.0);
    assert_eq!(seconds(side.turns[1].in_charge.clock), 91.0);
}

#[test]
fn a_policy_is_told_what_the_game_has_taught() {
    /// Plans as many seconds as it has been told moves, replies and scores.
    struct Listener;
    impl Policy for Listener {
        fn name(&self) -> &'static str {
            "listener"
        }

        fn plan(&self, clock: &ClockView, situation: &Situation) -> (Budget, Box<dyn Judge>) {
            let Experience { moves, replies, last_score, .. } = &situation.experience;
            let told = moves.len() + 10 * replies.len() + last_score.unwrap_or(0) as usize;
            let (_, judge) = Tenth.plan(clock, situation);
            (Budget::flat(Duration::from_millis(told as u64 + 1_000 * clock.lag.as_secs())), judge)
        }
    }
    let side = ask(GAME, &Listener, Color::White);
    let plans: Vec<_> = side.turns.iter().map(|turn| turn.there.plan.as_millis()).collect();
    assert_eq!(plans, [0, 41, 52]);
}

#[test]
fn real_policies_stay_within_either_clock() {
    for name in crate::timing::NAMES {
        let policy = by_name(name, &Parameters::default()).unwrap();
        for color in [Color::White, Color::Black] {
            let side = ask(GAME, &*policy, color);
            assert!(!side.flagged && side.turns.len() == 3, "{name}");
            for grant in side.turns.iter().flat_map(|turn| [turn.there, turn.in_charge]) {
                assert!(grant.plan <= grant.most && grant.most <= grant.clock, "{name}: {grant:?}");
            }
        }
    }
}

#[test]
fn nobody_thinks_about_the_only_move() {
    let only = "[TimeControl \"100+1\"]\n[FEN \"7k/8/8/8/8/8/1q6/K7 w - - 0 1\"]\n\n\
        1. Kxb2 {[%emt 0]} Kg7 {[%emt 1]} *\n";
    let side = ask(only, &Tenth, Color::White);
    assert_eq!((seconds(side.turns[0].in_charge.plan), seconds(side.would_be_left)), (10.0, 101.0));
}

#[test]
fn the_side_that_tells_its_plans_is_the_one_that_is_asked_about() {
    assert_eq!(ours(&record(GAME)), [Color::White]);
    let no_plans = "[TimeControl \"60\"]\n\n1. e4 {[%emt 5]} e5 {[%emt 4]} *\n";
    assert_eq!(ours(&record(no_plans)), [Color::White, Color::Black]);
    assert_eq!(ours(&record("1. e4 e5 *\n")), []);
}

#[test]
fn the_picture_has_both_clocks_and_all_plans() {
    let svg = picture(&ask(GAME, &Tenth, Color::White), "tenth", "a game", "");
    for name in ["as it was", "tenth in charge", "planned in the game", "tenth on that clock"] {
        assert!(svg.contains(&format!(">{name}<")), "{name}");
    }
    let nobody = Side { turns: Vec::new(), ..ask(GAME, &Tenth, Color::White) };
    assert!(picture(&nobody, "tenth", "", "").ends_with("</svg>\n"));
}
