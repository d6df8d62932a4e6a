use super::{super::view::WIDTH, *};
use crate::{
    clock::{Ledger, parse_any},
    message::Score,
};

/// A report after so many milliseconds, with a line of one move.
fn report(root: &Position, depth: u32, ms: u64, score: i32, san: &str) -> Thinking {
    Thinking {
        root: root.clone(),
        depth,
        seldepth: depth,
        rank: None,
        side: root.side(),
        score: Score::Centipawns(score),
        bound: Bound::Exact,
        chances: [300, 400, 300],
        elapsed: Duration::from_millis(ms),
        nodes: 1_000 * ms,
        hashfull: 0,
        tbhits: 0,
        line: vec![root.parse_move(san).expect("a legal move")],
    }
}

/// A move of White's with 40 moves in five minutes, after these reports.
fn explained(reports: &[(u32, u64, i32, &str)], reason: Explanation) -> Explained {
    let root = Position::startpos();
    let mut trace = Trace::default();
    for &(depth, ms, score, san) in reports {
        trace.note(&report(&root, depth, ms, score, san));
    }
    let mut ledger = Ledger::new(parse_any("40 5 0").expect("a control"));
    ledger.start(Color::White, Duration::ZERO);
    let clock = ClockView {
        lag: Duration::from_millis(30),
        ..ledger.view(Color::White, 0, Duration::from_secs(60))
    };
    let most = Duration::from_secs(15);
    let grounds = Grounds { policy: "adaptive".to_owned(), clock, most };
    let mv = root.parse_move("e4").expect("a legal move");
    let used = Duration::from_millis(8_000);
    Explained {
        account: Some(Account {
            planned: Some(Duration::from_secs(6)),
            used,
            on_clock: Some(used),
            depth: 12,
            reason,
            grounds: Some(Box::new(grounds)),
        }),
        ..Explained::new(&root, mv, trace)
    }
}

/// A search that was extended, with what more time would have brought.
fn at_length() -> Explanation {
    Explanation {
        went_on: Some(
            "adaptive: best move in doubt (20 % likely to change), extended to 15.0 s".to_owned(),
        ),
        ended: "adaptive: best move stable for 3 iterations".to_owned(),
        more_time: Some("another 8.0 s would change it in 1 of 60 cases".to_owned()),
    }
}

#[test]
fn the_table_shows_the_whole_arithmetic() {
    let reports = [(9, 900, 20, "d4"), (10, 3_000, 25, "e4"), (12, 8_000, 31, "e4")];
    let told = explained(&reports, at_length());
    let expected = "\
Why e4 took 8.00 s:
  clock         White 4:00, Black 5:00  (40 moves in 5:00)
  moves to go   40 to the time control, after 0
  plan          6.00 s, the clock shared among 40 such moves  (adaptive)
  bounds        15.00 s at most, 0.03 s kept back for lag
  search        depth 12, 8.0 M nodes, +0.31 for White; e4 since depth 10
                (3.00 s), before that d4
  went on       adaptive: best move in doubt (20 % likely to change), extended
                to 15.0 s
  ended by      adaptive: best move stable for 3 iterations
  more time     another 8.0 s would change it in 1 of 60 cases
  the last half 2 plies more: the same move, score +0.25 to +0.31";
    assert_eq!(told.table(WIDTH).join("\n"), expected);
    let line = "e4: 8.00 s of 6.00 s planned, depth 12; best move stable for 3 iterations";
    assert_eq!(told.line().as_deref(), Some(line));
}

#[test]
fn on_a_narrow_terminal_the_table_has_narrow_lines_and_all_its_words() {
    let told = explained(&[(12, 8_000, 31, "e4")], at_length());
    let words = |table: &[String]| {
        let words = table.iter().flat_map(|line| line.split_whitespace().map(str::to_owned));
        words.collect::<Vec<_>>()
    };
    let narrow = told.table(48);
    assert!(narrow.iter().all(|line| line.chars().count() <= 48), "{narrow:#?}");
    assert_eq!(words(&narrow), words(&told.table(WIDTH)));
    let extended = "  went on       adaptive: best move in doubt (20\n                % likely";
    assert!(narrow.join("\n").contains(extended), "{narrow:#?}");
}

#[test]
fn another_search_of_the_same_position_begins_a_new_trace() {
    let reports = [(20, 9_000, 20, "d4"), (3, 100, 25, "e4"), (5, 7_000, 30, "e4")];
    let table = explained(&reports, "only move".into()).table(WIDTH).join("\n");
    assert!(table.contains("+0.30 for White; e4 since depth 3 (0.10"), "{table}");
    assert!(table.ends_with("2 plies more: the same move, score +0.25 to +0.30"), "{table}");
}

#[test]
fn a_move_that_no_whole_iteration_found_is_told_with_how_deep_they_went() {
    let reports = [(9, 900, 20, "e4"), (10, 3_000, 25, "d4")];
    let table = explained(&reports, "planned 6.0 s used".into()).table(WIDTH).join("\n");
    let row = "search        depth 10, 3.0 M nodes, +0.25 for White; e4 only since, before\n\
               \x20               that d4";
    assert!(table.contains(row), "{table}");
}

/// Black's answer to 1. e4, thought about on White's time for three of eight seconds: a report before the move and
/// `after` that one more, if any.
fn pondered_on(after: Option<&Thinking>) -> Explained {
    let root = Position::startpos();
    let mut ahead = root.clone();
    let e4 = root.parse_move("e4").expect("a legal move");
    ahead.play(e4);
    let mut trace = Trace::default();
    for (depth, ms, san) in [(9, 400, "c5"), (10, 1_000, "e5"), (12, 2_500, "e5")] {
        let told = report(&ahead, depth, ms, -20, san);
        let line = [e4].into_iter().chain(told.line).collect();
        trace.note(&Thinking { root: root.clone(), line, ..told });
    }
    after.into_iter().for_each(|after| trace.note(after));
    let account = explained(&[], "planned 6.0 s used".into())
        .account
        .map(|account| Account { on_clock: Some(Duration::from_millis(5_000)), ..account });
    let e5 = ahead.parse_move("e5").expect("a legal move");
    Explained { account, ..Explained::new(&ahead, e5, trace) }
}

#[test]
fn after_a_ponder_hit_the_whole_search_is_told_and_whose_time_it_took() {
    let mut ahead = Position::startpos();
    ahead.play(ahead.parse_move("e4").expect("a legal move"));
    let told = pondered_on(Some(&report(&ahead, 14, 7_500, -15, "e5")));
    let table = told.table(WIDTH).join("\n");
    assert!(
        table.starts_with("Why e5 took 8.00 s, 3.00 s of it on the opponent's clock:"),
        "{table}"
    );
    let row = "search        depth 14, 7.5 M nodes, +0.15 for White; e5 since depth 10\n\
               \x20               (1.00 s), before that c5";
    assert!(table.contains(row), "{table}");
    assert!(table.ends_with("2 plies more: the same move, score +0.20 to +0.15"), "{table}");
    let line = "e5: 8.00 s (3.00 s on the opponent's clock) of 6.00 s planned, depth 12; ";
    assert!(told.line().is_some_and(|told| told.starts_with(line)), "{:?}", told.line());
}

#[test]
fn an_answer_that_was_ready_when_the_move_came_has_its_search_told() {
    let table = pondered_on(None).table(WIDTH).join("\n");
    assert!(table.contains("depth 12, 2.5 M nodes, +0.20 for White; e5 since depth 10"), "{table}");
}

#[test]
fn pondering_on_another_move_is_no_part_of_the_search() {
    let mut other = Position::startpos();
    other.play(other.parse_move("d4").expect("a legal move"));
    let told = report(&other, 5, 3_000, 10, "d5");
    let mut trace = pondered_on(None).trace;
    trace.note(&told);
    assert_eq!(trace.reports.len(), 1);
}

#[test]
fn where_moves_bring_time_nobody_shares_the_clock_among_moves_like_this() {
    for (control, planned, expected) in [
        ("30+1", 1_400, "1.40 s, 4.7 % of the clock"),
        ("30", 1_400, "1.40 s, the clock shared among 21 such moves"),
        ("30", 29_000, "29.00 s, 96.7 % of the clock"),
    ] {
        let ledger = Ledger::new(parse_any(control).expect("a control"));
        let clock = ledger.view(Color::White, 0, Duration::ZERO);
        let planned = Duration::from_millis(planned);
        assert_eq!(seconds_of(planned) + &share_of(planned, &clock), expected, "{control}");
    }
}

#[test]
fn a_move_that_was_not_searched_has_what_is_known() {
    let told = explained(&[], "book: 12 of 40".into()).table(WIDTH);
    assert!(told.iter().any(|line| line == "  ended by      book: 12 of 40"), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("search")), "{told:?}");
}
