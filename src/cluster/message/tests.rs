use super::*;
use crate::{
    cluster::frame,
    search::{Bound, Entry},
};

fn game() -> Game {
    let mut game = Game::new(Position::startpos());
    for mv in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"] {
        let mv = game.position().parse_move(mv).unwrap_or_default();
        game.play(mv);
    }
    game
}

/// One message of each kind.
fn every_kind() -> Vec<Message> {
    let game = game();
    let mv = game.moves()[2];
    let (text, traffic) =
        ("there is no network".to_owned(), Traffic { dropped: 3, ..Traffic::default() });
    let entry =
        Entry { mv: Some(mv), score: -7, eval: None, depth: 9, bound: Bound::Upper, pv: false };
    let report = |scope| {
        let (depth, seldepth, score, nodes, line) =
            (20, 31, -29_990, 1 << 40, game.moves().to_vec());
        Message::Report(Report { rank: 3, number: 1, scope, depth, seldepth, score, nodes, line })
    };
    let root_moves = vec![mv];
    vec![
        Message::Ready { ranks: 4, version: VERSION.to_owned() },
        Message::Setup(Setup {
            version: VERSION.to_owned(),
            era: 1,
            threads: 8,
            megabytes: 1024,
            check: text.clone(),
            ..Setup::default()
        }),
        Message::NewGame { era: 2 },
        Message::Search(Search {
            root_moves,
            depth: Some(30),
            apart: true,
            ..Search::of(5, &game)
        }),
        Message::Lines { number: 5, moves: game.moves().to_vec() },
        Message::Stop { number: u64::MAX },
        report(Scope::Whole),
        report(Scope::Line),
        report(Scope::Reply(mv)),
        Message::Batch { origin: 2, era: 1, findings: vec![Finding::new(77, &entry); 30] },
        Message::Alive { rank: 2, number: 5, nodes: 12, help: Help::No, traffic },
        Message::Trouble { rank: 1, text },
        Message::Quit,
    ]
}

#[test]
fn every_message_is_read_as_it_was_written() {
    for message in every_kind() {
        let bytes = frame(&message);
        assert_eq!(frame::read(&bytes), Ok(message));
    }
}

#[test]
fn of_another_versions_setup_the_version_is_understood_whatever_comes_behind_it() {
    let version = "9.9.9/9".to_owned();
    let setup = Setup { version: version.clone(), threads: 8, ..Setup::default() };
    let mut body = Vec::new();
    Message::Setup(setup).write(&mut body);
    body.extend_from_slice(b"something new");
    let understood = Setup { version, ..Setup::default() };
    assert_eq!(Message::of_body(&body), Some(Message::Setup(understood)));
}

#[test]
fn a_cut_message_is_none() {
    for message in every_kind() {
        let mut body = Vec::new();
        message.write(&mut body);
        for length in 0..body.len() {
            assert_eq!(Message::of_body(&body[..length]), None, "{message:?} cut to {length}");
        }
        body.push(0);
        assert_eq!(Message::of_body(&body), None, "{message:?} and more");
    }
}

#[test]
fn a_batch_of_thirty_entries_has_some_512_bytes() {
    let batch = every_kind().into_iter().find(|message| matches!(message, Message::Batch { .. }));
    let bytes = batch.map(|batch| frame(&batch).len());
    assert!(bytes.is_some_and(|bytes| (480..=512).contains(&bytes)), "{bytes:?}");
}

#[test]
fn a_game_arrives_with_its_moves_and_no_illegal_one() {
    let search = Search::of(1, &game());
    let arrived = search.game().map(|game| game.position().fen());
    assert_eq!(arrived, Some(game().position().fen()));
    let moves = search.moves.iter().rev().copied().collect();
    assert!(Search { moves, ..search.clone() }.game().is_none());
    assert!(Search { start: "nonsense".to_owned(), ..search }.game().is_none());
}

/// Found by the fuzzer: bits beyond those of a move, which were lost when it was written again.
#[test]
fn a_move_with_bits_of_no_move_is_not_read() {
    let body = [
        6, 2, 3, 40, 255, 255, 255, 255, 255, 100, 0, 2, 0, 128, 7, 64, 0, 0, 0, 10, 2, 67, 2, 0,
        251, 1, 2, 0, 0, 2, 39, 10,
    ];
    assert_eq!(Message::of_body(&body), None);
}
