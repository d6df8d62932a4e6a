use proptest::{prelude::*, sample::subsequence};

use super::*;
use crate::position::Position;

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn faults(text: &str) -> Vec<String> {
    parse(text).faults.iter().map(Fault::to_string).collect()
}

fn request(text: &str) -> Request {
    parse(text).request(Color::White, Vec::new())
}

#[test]
fn the_limits_come_in_any_order() {
    let times = GoTimes {
        left: [Some(ms(60_000)), Some(ms(50_000))],
        increment: [ms(2000), ms(1000)],
        moves_to_go: NonZeroU32::new(12),
        move_time: None,
    };
    for text in [
        "wtime 60000 btime 50000 winc 2000 binc 1000 movestogo 12",
        "movestogo 12 binc 1000 winc 2000 btime 50000 wtime 60000",
    ] {
        assert_eq!(request(text), Request { times, ..Request::default() }, "{text}");
    }
    let limits = Request { depth: Some(5), nodes: Some(9), mate: Some(3), ..Request::default() };
    assert_eq!(request("nodes 9 mate 3 depth 5"), limits);
    assert_eq!(request("movetime 250").times.move_time, Some(ms(250)));
}

#[test]
fn a_list_of_moves_ends_where_something_else_begins() {
    let go = parse("searchmoves e2e4 d2d4 depth 3 searchmoves c2c4 infinite");
    assert_eq!(go.search_moves, ["e2e4", "d2d4", "c2c4"]);
    assert_eq!((go.depth, go.infinite), (Some(3), true));
    assert_eq!(go.faults, []);
}

#[test]
fn clocks_that_ran_out_stand_at_zero() {
    for text in ["wtime 0 btime 0", "wtime -5 btime -99999999999999999999"] {
        assert_eq!(request(text).times.left, [Some(Duration::ZERO); 2], "{text}");
    }
}

#[test]
fn numbers_out_of_range_are_the_nearest_in_range() {
    for text in ["depth 0", "depth -3"] {
        assert_eq!(request(text).depth, Some(1), "{text}");
    }
    assert_eq!(request("nodes 0").nodes, Some(1));
    assert_eq!(request("mate 0").mate, Some(1));
    assert_eq!(request("depth 99999999999999999999").depth, Some(u32::MAX));
    assert_eq!(request("wtime 1 movestogo 0").times.moves_to_go, None);
    assert_eq!(request("wtime 1 movestogo -4").times.moves_to_go, None);
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_holds() {
    let text = "depth x wtime btime 500 nodes 7 foo";
    assert_eq!(
        faults(text),
        [
            "`x` after `depth` is no number",
            "the number after `wtime` is missing",
            "`foo` means nothing here"
        ]
    );
    let go = parse(text);
    assert_eq!((go.nodes, go.times.left), (Some(7), [None, Some(ms(500))]));
    assert_eq!(faults("movetime"), ["the number after `movetime` is missing"]);
    assert_eq!(faults("depth 3.5"), ["`3.5` after `depth` is no number"]);
}

#[test]
fn without_any_limit_a_search_is_infinite() {
    for text in ["", "infinite", "searchmoves e2e4", "foo", "infinite depth 3", "infinite ponder"] {
        assert_eq!(request(text).held, Held::UntilStopped, "{text}");
    }
    assert_eq!(request("infinite depth 3").depth, Some(3));
    assert_eq!(request("infinite depth x").times.move_time, None);
}

#[test]
fn pondering_waits_for_the_hit() {
    for text in ["ponder", "ponder wtime 1000 btime 1000", "depth 3 ponder"] {
        assert_eq!(request(text).held, Held::UntilHit, "{text}");
    }
}

#[test]
fn a_search_with_limits_ends_by_itself_whatever_is_wrong_with_them() {
    for text in
        ["depth x", "wtime x btime 1000", "btime 1000", "winc 5", "movestogo 4", "ponder btime 5"]
    {
        assert_eq!(request(text).times.move_time, Some(LAST_RESORT), "{text}");
    }
    let go = parse("btime 1000");
    assert_eq!(go.request(Color::Black, Vec::new()).times.move_time, None);
    assert_eq!(request("wtime x depth 3").times.move_time, None);
}

/// A `go` that asks for the same search; the other way round of `parse`.
fn written(request: &Request) -> String {
    let GoTimes { left: [white, black], increment: [winc, binc], moves_to_go, move_time } =
        request.times;
    let time = |name: &str, time: Duration| format!("{name} {}", time.as_millis());
    let mut words = vec!["go".to_owned(), time("winc", winc), time("binc", binc)];
    words.extend(white.map(|left| time("wtime", left)));
    words.extend(black.map(|left| time("btime", left)));
    words.extend(move_time.map(|left| time("movetime", left)));
    words.extend(moves_to_go.map(|moves| format!("movestogo {moves}")));
    words.extend(request.depth.map(|depth| format!("depth {depth}")));
    words.extend(request.nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(request.mate.map(|moves| format!("mate {moves}")));
    words.extend((!request.root_moves.is_empty()).then(|| "searchmoves".to_owned()));
    words.extend(request.root_moves.iter().map(ChessMove::to_string));
    words.extend(match request.held {
        Held::No => None,
        Held::UntilStopped => Some("infinite".to_owned()),
        Held::UntilHit => Some("ponder".to_owned()),
    });
    words.join(" ")
}

/// Searches that end by themselves for White, or are held back.
fn any_request() -> impl Strategy<Value = Request> {
    let time = || (0u64..10_000_000).prop_map(ms);
    let times = (
        (time(), prop::option::of(time())),
        (time(), time()),
        prop::option::of((1u32..500).prop_map(|n| NonZeroU32::MIN.saturating_add(n))),
        prop::option::of(time()),
    );
    let limits = (
        prop::option::of(1u32..200),
        prop::option::of(1u64..u64::MAX / 4),
        prop::option::of(1u32..50),
    );
    let all: Vec<ChessMove> = Position::startpos().legal_moves().iter().copied().collect();
    let moves = subsequence(all, 0..=20);
    let held = prop_oneof![Just(Held::No), Just(Held::UntilStopped), Just(Held::UntilHit)];
    (times, limits, moves, held).prop_map(|(times, limits, root_moves, held)| {
        let ((white, black), (winc, binc), moves_to_go, move_time) = times;
        let (depth, nodes, mate) = limits;
        let left = [Some(white), black];
        let times = GoTimes { left, increment: [winc, binc], moves_to_go, move_time };
        Request { times, depth, nodes, mate, root_moves, held }
    })
}

proptest! {
    #[test]
    fn a_search_is_read_as_it_was_written(request in any_request()) {
        let text = written(&request);
        let go = parse(text.strip_prefix("go").unwrap());
        prop_assert_eq!(&go.faults, &[]);
        let position = Position::startpos();
        let moves = go.search_moves.iter().map(|text| position.parse_move(text).unwrap()).collect();
        prop_assert_eq!(go.request(Color::White, moves), request);
    }

    #[test]
    fn a_search_that_nobody_has_to_end_ends(words in prop::collection::vec(
        prop::sample::select([&KEYWORDS[..], &["x", "0", "-7", "1000", "99999999999999999999"]].concat()),
        0..12,
    )) {
        for side in [Color::White, Color::Black] {
            let request = parse(&words.join(" ")).request(side, Vec::new());
            let timed = request.times.control(side) != TimeControl::Unlimited;
            let limited =
                request.depth.is_some() || request.nodes.is_some() || request.mate.is_some();
            prop_assert!(timed || limited || request.held != Held::No);
        }
    }
}
