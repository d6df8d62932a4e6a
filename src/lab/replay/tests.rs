use std::time::Duration;

use super::*;
use crate::{
    clock::{ClockView, Ledger, parse_any},
    lab::searchlog::Reader,
    position::Color,
    timing::{Experience, Parameters, Policy, by_name, forecast},
};

/// A game: in each search the best move is wrong up to some age, and then right. The second best is known
/// at the end.
fn archive(games: usize, turns_at: &[u64]) -> Archive {
    let mut text = "zeitnot-searches 1\nengine test\nclock nodes\nmade by hand\n\n".to_owned();
    let start = "6k1/8/8/8/8/8/8/RR4K1 w - - 0 1";
    let moves = ["a1a2", "g8h8", "a2a1", "h8g8"];
    for game in 1..=games {
        text += &format!("game {game}\nstart {start}\n");
        for (number, age) in turns_at.iter().enumerate() {
            let (wrong, right) = match number % 4 {
                0 => ("b1b2", "a1a2"),
                2 => ("b1b2", "a2a1"),
                1 => ("g8f7", "g8h8"),
                _ => ("h8g7", "h8g8"),
            };
            let legal = [23, 5, 31, 3][number % 4];
            text += &format!("search {legal}\n");
            for depth in 1..=30 {
                let at = 100 * depth * depth;
                let (best, second) = if at < *age { (wrong, right) } else { (right, wrong) };
                text += &format!("{at} {depth} {best} 50 700 {second}:10\n");
            }
            text += &format!("stop 100000\nmoves {}\n", moves[number % 4]);
        }
        text += "over\n";
    }
    let mut archive = Archive::default();
    for game in Reader::new(text.as_bytes()).unwrap() {
        archive.add(&game.unwrap());
    }
    archive
}

fn policy(name: &str, fixed_ms: i64) -> Box<dyn Policy> {
    let mut parameters = Parameters::default();
    parameters.set("fixed_time", fixed_ms).unwrap();
    by_name(name, &parameters).unwrap()
}

fn view(seconds: u64) -> ClockView {
    let control = parse_any(&format!("{seconds}")).unwrap();
    Ledger::new(control).view(Color::White, 0, Duration::ZERO)
}

fn trial<'a>(archive: &'a Archive, policy: &'a dyn Policy, control: &str) -> Trial<'a> {
    let (control, lag) = (parse_any(control).unwrap(), Duration::ZERO);
    Trial { archive, policy, control, clocks: Clocks::Carried, lag }
}

#[test]
fn a_fixed_time_ends_a_search_where_it_should() {
    let archive = archive(1, &[40_000]);
    let search = archive.searches().next().unwrap();
    let fixed = policy("fixed", 5_000);
    let experience = Experience::default();
    // At 1,000 nodes a second five seconds are 5,000 nodes: seven iterations, and the wrong move.
    let ended = cut(search, &*fixed, &view(600), &experience, 1_000.0);
    assert_eq!((ended.used, ended.report, ended.beyond), (Duration::from_secs(5), 6, false));
    assert!(search.price(ended.report).differs);
    let ended = cut(search, &*fixed, &view(600), &experience, 9_000.0);
    assert_eq!(ended.report, 20);
    assert!(!search.price(ended.report).differs);
    let ended = cut(search, &*fixed, &view(600), &experience, 90_000.0);
    assert!(ended.beyond && ended.used == Duration::from_secs(5));
}

#[test]
fn the_price_of_a_move_is_what_the_search_knows_of_it() {
    let archive = archive(1, &[40_000]);
    let search = archive.searches().next().unwrap();
    let price = search.price(0);
    let loss = forecast::loss(50, 10);
    assert!(price.differs && price.known && (price.loss - loss).abs() < 1e-9, "{price:?}");
    assert_eq!(search.price(29), Price { differs: false, loss: 0.0, known: true });
}

#[test]
fn costs_are_made_equal() {
    let archive = archive(3, &[500, 9_000, 40_000, 2_000, 100, 3_000, 20_000, 700]);
    for name in ["vs-average", "stockfish-like", "ethereal-like", "rival"] {
        let policy = policy(name, 1);
        let summary = trial(&archive, &*policy, "60+0.6").at_equal_cost(4_000.0);
        assert!((summary.cost() / 4_000.0 - 1.0).abs() < 0.05, "{name}: {}", summary.cost());
        assert_eq!((summary.decisions.len(), summary.players), (24, 6));
    }
}

#[test]
fn more_time_makes_fewer_errors_and_a_comparison_says_so() {
    let archive = archive(12, &[500, 9_000, 40_000, 2_000]);
    let fixed = policy("fixed", 1_000);
    let run = |speed| trial(&archive, &*fixed, "600").at_speed(speed);
    let (hasty, patient) = (run(5_000.0), run(50_000.0));
    let compared = compare(&hasty, &patient, Measure::Errors);
    assert!((compared.difference - 0.5).abs() < 1e-9 && compared.p < 0.01, "{compared:?}");
    assert!(compared.between.0 > 0.0);
    let same = compare(&hasty, &hasty, Measure::Loss);
    assert!(same.difference == 0.0 && same.p > 0.99);
}

#[test]
fn the_clock_is_carried_and_a_flag_is_told() {
    let archive = archive(1, &[500; 40]);
    let fixed = policy("fixed", 1_000);
    let summary = trial(&archive, &*fixed, "10").at_speed(100_000.0);
    // Twenty moves of a second on a clock of ten: the cap makes them shorter, and the clock never ends.
    assert_eq!(summary.flags, 0);
    assert!(summary.used > 0.8 && summary.cost() < 60_000.0, "{summary:?}");
    let late = Trial { lag: Duration::from_secs(1), ..trial(&archive, &*fixed, "10") };
    assert_eq!(late.at_speed(100_000.0).flags, 2);
}

#[test]
fn the_even_speed_spends_the_whole_clock() {
    let archive = archive(2, &[500; 40]);
    let fixed = policy("fixed", 1_000);
    let speed = trial(&archive, &*fixed, "20").even_speed(3_000.0);
    assert!((speed - 3_000.0).abs() < 1e-6, "{speed}");
}

#[test]
fn a_picture_of_what_moves_take_needs_some_games() {
    let fixed = policy("fixed", 1_000);
    let drawn = |games| {
        let archive = archive(games, &[500; 4]);
        let summary = trial(&archive, &*fixed, "600").at_speed(5_000.0);
        spending("", "", "nodes", &[summary]).is_some()
    };
    assert!(!drawn(2) && drawn(10));
}

#[test]
fn the_oracle_ends_each_search_where_its_final_move_stands_and_no_policy_does_better() {
    let archive = archive(3, &[500, 9_000, 40_000, 0]);
    let fixed = policy("fixed", 1_000);
    let oracle = trial(&archive, &*fixed, "600").oracle(1_000.0);
    assert_eq!((oracle.policy.as_str(), oracle.mean(|it| it.price.loss)), (ORACLE, 0.0));
    // The iterations end at 100, 400, 900 ... nodes; the first is completed whatever its move.
    let spent: Vec<f64> = oracle.decisions.iter().take(4).map(|it| it.spent.round()).collect();
    assert_eq!(spent, [900.0, 10_000.0, 40_000.0, 100.0]);
    for speed in [1_000.0, 5_000.0] {
        let summary = trial(&archive, &*fixed, "600").at_speed(speed);
        assert!(summary.cost() > oracle.cost() || summary.mean(|it| it.price.loss) > 0.0);
    }
}
