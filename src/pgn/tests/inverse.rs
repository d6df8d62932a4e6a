//! What is written is read back.

use std::time::Duration;

use proptest::prelude::*;

use super::read;
use crate::{
    pgn::{Eval, Outcome, Ply, Record, Tags, Value},
    position::Position,
};

/// Anything that a tag can hold: everything but control characters.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![r#"[ -~äß♟"\\\]]{0,12}"#, r#"(\\|"|\]|a| ){0,8}"#]
}

/// Words that are no command and no other notation of times and scores.
fn comment() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        r"[a-zA-Z0-9äöü.,;:!?%*+'(){\[\]-]{1,9}",
        Just("[Event".to_owned()),
        Just("%".to_owned()),
        Just("[%csl Ga1]".to_owned()),
    ];
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

/// Words of any kind, as long as none has a bracket or a brace that closes.
fn why() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(r"[a-z0-9:;,.%(){\[-]{1,9}|\[%clk", 1..20);
    words.prop_map(|words| words.join(" "))
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of((0u64..100_000, prop_oneof![Just(0), 0u32..1_000_000_000]))
        .prop_map(|time| time.map(|(seconds, nanos)| Duration::new(seconds, nanos)))
}

fn eval() -> impl Strategy<Value = Option<Eval>> {
    let value = prop_oneof![
        (-9_999_999..=9_999_999).prop_map(Value::Centipawns),
        (-9_999..=9_999).prop_map(Value::Mate),
    ];
    prop::option::of((value, prop::option::of(0u32..=999)))
        .prop_map(|eval| eval.map(|(value, depth)| Eval { value, depth }))
}

/// What is noted about a move, and a number that chooses the move.
fn note() -> impl Strategy<Value = (usize, Ply)> {
    let nags = prop_oneof![4 => Just(vec![]), 1 => prop::collection::vec(any::<u8>(), 0..4)];
    let comment = prop_oneof![3 => Just(String::new()), 1 => comment()];
    let times = (time(), time(), time(), time());
    let why = prop_oneof![3 => Just(String::new()), 1 => why()];
    (any::<usize>(), nags, times, eval(), why, comment).prop_map(
        |(choice, nags, (clock, elapsed, planned, lag), eval, why, comment)| {
            let mv = Default::default();
            (choice, Ply { mv, nags, clock, elapsed, planned, lag, eval, why, comment })
        },
    )
}

fn start() -> impl Strategy<Value = Position> {
    prop::sample::select(vec![
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 40",
        "1rk3r1/p3pPP1/8/1PpP4/8/8/P3P2P/2RK2R1 w GCgb c6 0 12",
        "4k3/1P6/8/8/8/8/6p1/4K3 b - - 99 4000",
    ])
    .prop_map(|fen| Position::from_fen(fen).expect("a legal position"))
}

fn tags() -> impl Strategy<Value = Tags> {
    let others = prop::collection::btree_map("[A-Z][A-Za-z0-9_]{2,8}", value(), 0..4);
    ([value(), value(), value(), value(), value(), value()], others).prop_map(|(fixed, others)| {
        let [event, site, date, round, white, black] = fixed;
        let mut tags = Tags { event, site, date, round, white, black, others: Vec::new() };
        for (name, value) in others.into_iter().filter(|(name, _)| name != "FEN") {
            tags.set(&name, value);
        }
        tags
    })
}

fn record() -> impl Strategy<Value = Record> {
    let results = vec![Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Open];
    let notes = prop::collection::vec(note(), 0..60);
    (tags(), start(), comment(), notes, prop::sample::select(results)).prop_map(
        |(tags, start, comment, notes, result)| {
            let mut position = start.clone();
            let mut record = Record { tags, comment, result, ..Record::new(start) };
            for (choice, ply) in notes {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
                record.moves.push(Ply { mv, ..ply });
                position.play(mv);
            }
            record
        },
    )
}

/// Pieces of games in any order, and bytes that are none.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"[Event \"x\"]\n",
        b"[White \"a\\\"b\"]",
        b"[Black \"a \"b\" c\"] ",
        b"[Result \"1-0\"]\n",
        b"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n",
        b"[FEN \"8/8\"]\n",
        b"[x",
        b"]",
        b"\"",
        b"\\",
        b"{",
        b"{",
        b"}",
        b"}",
        b"(",
        b")",
        b";",
        b"\n",
        b"\n",
        b"\r\n",
        b"\n%x\n",
        b" % ",
        b" ",
        b"1.",
        b"1. ... ",
        b"e4 ",
        b"e5 ",
        b"Nf3! ",
        b"Nc6 ",
        b"d2d4 ",
        b"O-O ",
        b"$3",
        b"$999 ",
        b"!? ",
        b"[%clk 0:01:00]",
        b"[%emt 5]",
        b"[%emt x]",
        b"[%eval -0.3,4]",
        b"[%eval #-3]",
        b"[%",
        b"0.30/13 10 ",
        b"0.20/176 ",
        b"(e2e4) ",
        b"(e7e5) ",
        b"mt=50, ",
        b"d=7, ",
        b"tl=900,",
        b"wv=0.2,",
        b"1-0 ",
        b"1/2-1/2\n",
        b"* ",
        b"\xe9",
        b"\xc3\xa9",
        b"\xf0\x9f",
        b"\0",
        b"\x7f",
    ];
    let piece = prop_oneof![
        20 => prop::sample::select(pieces).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_record_is_written_in_short_lines_and_read_as_it_was(record in record()) {
        let mut record = record;
        for comment in record.moves.iter_mut().map(|ply| &mut ply.comment).chain([&mut record.comment]) {
            *comment = crate::pgn::comment::plain(comment);
        }
        let text = record.to_string();
        prop_assert_eq!(read(&text), [record], "{}", text);
        let (_, moves) = text.split_once("\n\n").expect("an empty line after the tags");
        for line in moves.lines() {
            // None begins as an escape does, or a tag.
            prop_assert!(!line.starts_with(['%', '[']), "{}", line);
            let glued = line.contains(" %") || line.contains(" [");
            prop_assert!(line.chars().count() <= 79 || glued, "{}", line);
        }
    }

    #[test]
    fn whatever_is_read_is_written_so_that_it_is_read_the_same(bytes in soup()) {
        for game in crate::pgn::Reader::new(&bytes[..]) {
            let game = Record { problems: Vec::new(), ..game.expect("no input fails") };
            let mut again = read(&game.to_string());
            again.iter_mut().for_each(|game| game.problems.clear());
            prop_assert_eq!(again, [game]);
        }
    }
}
