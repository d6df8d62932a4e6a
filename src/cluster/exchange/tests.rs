use std::thread;

use super::{
    super::{message::Setup, tests::game},
    *,
};
use crate::search::{Bound, Table};

fn line(game: &Game, moves: &[&str]) -> Vec<ChessMove> {
    let mut game = game.clone();
    let mut line = Vec::new();
    for mv in moves {
        let mv = game.position().parse_move(mv).expect("a legal move");
        game.play(mv);
        line.push(mv);
    }
    line
}

fn report(rank: u16, scope: Scope, (depth, score): (u8, i16), line: Vec<ChessMove>) -> Report {
    Report { rank, number: 1, scope, depth, seldepth: depth, score, nodes: 100, line }
}

/// An iteration of nine plies that has found this line.
fn iteration<'a>(table: &'a Table, line: &'a [ChessMove]) -> Iteration<'a> {
    Iteration {
        rank: 1,
        depth: 9,
        seldepth: 9,
        completed: true,
        score: 20,
        bound: Bound::Exact,
        nodes: 100,
        tb_hits: 0,
        table,
        best_share: 500,
        legal_moves: 20,
        line,
        second: None,
    }
}

#[test]
fn what_ranks_say_of_the_search_is_heard_and_nothing_else() {
    let (exchange, _outgoing) = Exchange::new(0);
    let start = game(&["e4"]);
    exchange.begin(1, &start);
    let (legal, illegal) = (line(&start, &["e5", "Nf3"]), line(&game(&[]), &["e4"]));
    let before = exchange.news();
    exchange.hear(&Report { number: 2, ..report(1, Scope::Whole, (9, 9), legal.clone()) });
    exchange.hear(&report(1, Scope::Whole, (9, 9), illegal));
    exchange.hear(&report(0, Scope::Whole, (9, 9), legal.clone()));
    assert_eq!((exchange.opinions().len(), exchange.news()), (0, before));
    exchange.hear(&report(1, Scope::Whole, (9, 20), legal.clone()));
    exchange.hear(&report(2, Scope::Whole, (10, 25), legal.clone()));
    exchange.hear(&report(1, Scope::Whole, (11, 30), legal));
    let depths: Vec<u32> = exchange.opinions().iter().map(|opinion| opinion.depth).collect();
    assert_eq!((depths, exchange.nodes_elsewhere()), (vec![10, 11], 200));
    assert_ne!(exchange.news(), before);
    exchange.begin(2, &start);
    assert_eq!((exchange.opinions().len(), exchange.nodes_elsewhere()), (0, 0));
}

#[test]
fn a_rank_that_has_root_moves_of_its_own_has_no_opinion_of_the_position_any_more() {
    let (exchange, _outgoing) = Exchange::new(0);
    let start = game(&["e4"]);
    exchange.begin(1, &start);
    exchange.hear(&report(1, Scope::Whole, (5, 90), line(&start, &["e5"])));
    exchange.hear(&report(2, Scope::Whole, (6, 20), line(&start, &["c5"])));
    exchange.hear(&report(1, Scope::Line, (7, 30), line(&start, &["c5"])));
    let depths: Vec<u32> = exchange.opinions().iter().map(|opinion| opinion.depth).collect();
    assert_eq!(depths, [6]);
}

#[test]
fn a_report_that_comes_while_the_next_search_begins_does_not_count_there() {
    let (exchange, _outgoing) = Exchange::new(0);
    let start = game(&["e4"]);
    let late = report(1, Scope::Whole, (20, 90), line(&start, &["e5"]));
    let over = AtomicBool::default();
    let misled = thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                exchange.hear(&late);
            }
        });
        let is_misled = |_: &u32| {
            exchange.begin(1, &start);
            while exchange.nodes_elsewhere() == 0 {
                thread::yield_now();
            }
            exchange.begin(2, &start);
            thread::yield_now();
            !exchange.heard().opinions.is_empty()
        };
        let misled = (0..500).filter(is_misled).count();
        over.store(true, Relaxed);
        misled
    });
    assert_eq!(misled, 0, "of 500 searches");
}

#[test]
fn what_a_search_finds_is_told_of_that_search_though_the_next_has_begun() {
    let (exchange, outgoing) = Exchange::new(1);
    let (start, table) = (game(&["e4"]), Table::new(1));
    exchange.begin(1, &start);
    exchange.begin(2, &start);
    exchange.tell(1, Scope::Whole, &iteration(&table, &line(&start, &["e5"])));
    let Ok(Message::Report(told)) = outgoing.messages.try_recv() else { panic!("no report") };
    assert_eq!(told.number, 1);
}

#[test]
fn the_second_best_move_is_the_best_of_the_other_lines_if_they_are_deep_enough() {
    let (exchange, _outgoing) = Exchange::new(0);
    let start = game(&[]);
    exchange.begin(1, &start);
    let of = |mv: &str| line(&start, &[mv]);
    for (mv, found) in [("e4", (12, 40)), ("d4", (12, 35)), ("c4", (11, 37)), ("a4", (5, 90))] {
        exchange.hear(&report(1, Scope::Line, found, of(mv)));
    }
    assert_eq!(exchange.second(of("e4")[0], 12), Some((of("c4")[0], 37)));
    assert_eq!(exchange.second(of("e4")[0], 15), Some((of("d4")[0], 35)));
    assert_eq!(exchange.second(of("e4")[0], 16), None);
    let best = |depth| exchange.lines(depth)[0].result.line.clone();
    assert_eq!((best(8), best(9)), (of("a4"), of("e4")));
}

#[test]
fn root_moves_are_shared_out_anew_when_one_beside_the_best_has_no_line() {
    let (exchange, outgoing) = Exchange::new(0);
    let start = game(&[]);
    exchange.begin(1, &start);
    let [e4, d4, c4] = ["e4", "d4", "c4"].map(|mv| line(&start, &[mv])[0]);
    let named = |moves: [ChessMove; 3]| {
        exchange.candidates(&moves);
        outgoing.messages.try_iter().count()
    };
    assert_eq!(named([e4, d4, c4]), 1);
    assert_eq!(named([e4, c4, d4]), 0, "the order of the others alone is no news");
    assert_eq!(named([d4, e4, c4]), 1, "the best one of before has no line of its own");
    assert_eq!(named([d4, c4, e4]), 0);
}

#[test]
fn a_reply_that_was_pondered_on_elsewhere_is_an_opinion_when_it_comes() {
    let (exchange, _outgoing) = Exchange::new(0);
    exchange.begin(1, &game(&["e4", "e5"]));
    let sicilian = game(&["e4", "c5"]);
    let [e5, c5] = ["e5", "c5"].map(|mv| line(&game(&["e4"]), &[mv])[0]);
    let best = line(&sicilian, &["Nf3", "d6"]);
    exchange.hear(&report(1, Scope::Reply(c5), (14, 33), best.clone()));
    exchange.hear(&report(2, Scope::Reply(e5), (14, 33), vec![c5]));
    assert_eq!(exchange.opinions(), []);
    let number = exchange.number() + 1;
    exchange.begin(number, &sicilian);
    let (score, depth, seldepth) = (33, 14, 14);
    assert_eq!(exchange.opinions(), [ThreadResult { line: best, score, depth, seldepth }]);
}

#[test]
fn where_too_much_waits_entries_and_reports_are_dropped_and_nobody_is_held_up() {
    let (exchange, outgoing) = Exchange::new(0);
    let (start, table) = (game(&["e4"]), Table::new(1));
    let best = line(&start, &["e5"]);
    for _ in 0..WAITING + 10 {
        exchange.offer(Findings::new());
        exchange.tell(1, Scope::Whole, &iteration(&table, &best));
    }
    assert_eq!(exchange.dropped(), 20);
    exchange.forget(&outgoing);
    assert!(outgoing.messages.is_empty() && outgoing.findings.is_empty());
}

#[test]
fn what_is_said_only_once_reaches_the_ranks_however_much_waits() {
    let (exchange, outgoing) = Exchange::new(0);
    let once = [
        Message::Setup(Setup::default()),
        Message::NewGame { era: 2 },
        Message::Search(Search::of(1, &game(&["e4"]))),
        Message::Stop { number: 1 },
    ];
    for message in once.iter().cycle().take(2 * WAITING) {
        exchange.say(message.clone());
    }
    let waiting: Vec<Message> = outgoing.messages.try_iter().collect();
    assert_eq!((waiting.len(), exchange.dropped()), (2 * WAITING, 0));
    assert!(waiting.chunks(once.len()).all(|chunk| chunk == once));
}
