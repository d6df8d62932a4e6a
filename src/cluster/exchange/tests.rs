use super::{super::tests::game, *};

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
fn where_too_much_waits_entries_are_dropped_and_nobody_is_held_up() {
    let (exchange, outgoing) = Exchange::new(0);
    for _ in 0..WAITING + 10 {
        exchange.offer(Findings::new());
        exchange.say(Message::Quit);
    }
    assert_eq!(exchange.dropped(), 20);
    exchange.forget(&outgoing);
    assert!(outgoing.messages.is_empty() && outgoing.findings.is_empty());
}
