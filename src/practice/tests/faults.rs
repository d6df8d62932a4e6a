//! What goes wrong on purpose.

use super::*;
use crate::{
    ics::Said,
    practice::{Fault, FaultPlan, Moment, PlannedFault, Spoof},
};

fn room(fault: Fault) -> Room {
    room_with(fault, 1, 0)
}

/// A room with one fault that comes so often; 1 and 2 play, and 1 has White.
fn room_with(fault: Fault, times: u32, seed: u64) -> Room {
    let plan = FaultPlan { seed, faults: vec![PlannedFault { fault, times, one_in: 1 }] };
    let mut room = Room::new(Config { plan, ..config(Profile::Fics) });
    room.game("3 0 unrated");
    room
}

fn faulted(room: &Room) -> usize {
    room.records.iter().filter(|record| matches!(record, Record::Faulted { .. })).count()
}

#[test]
fn a_link_may_go_between_a_move_and_its_board() {
    let mut room = room(Fault::Drop(Moment::OwnMove));
    assert_eq!(room.say(1, "e4"), "");
    assert_eq!((room.closed.as_slice(), faulted(&room)), (&[1][..], 1));
    let moved = |record: &Record| matches!(record, Record::Move { san, .. } if san == "e4");
    assert!(room.records.iter().any(moved), "the server has it");
    assert!(matches!(room.records.last(), Some(Record::Left { .. })));
    room.enter(3, "Rookworm", "rook");
    room.say(3, "match Pawnbot");
    room.say(2, "accept");
    assert_eq!(room.board(3).number, 1);
    assert!(room.say(2, "e5").contains("<12>"), "it comes once");
    assert_eq!(faulted(&room), 1);
}

#[test]
fn a_link_may_go_at_any_moment_of_a_game() {
    for (moment, closed) in [(Moment::Accept, 1), (Moment::OpponentMove, 2), (Moment::GameEnd, 1)] {
        let mut room = room(Fault::Drop(moment));
        room.say(1, "e4");
        room.say(1, "resign");
        assert_eq!(room.closed, [closed], "{moment:?}");
    }
    let mut room = Room::new(Config {
        plan: FaultPlan {
            seed: 1,
            faults: vec![PlannedFault { fault: Fault::Drop(Moment::Login), times: 1, one_in: 1 }],
        },
        ..config(Profile::Fics)
    });
    assert_eq!(room.connect(1), "");
    assert_eq!(room.closed, [1]);
    assert!(room.connect(2).ends_with("login: "));
}

#[test]
fn a_link_may_go_inside_a_board() {
    for seed in 0..20 {
        let faults = vec![PlannedFault { fault: Fault::CutBoard, times: 1, one_in: 1 }];
        let mut room =
            Room::new(Config { plan: FaultPlan { seed, faults }, ..config(Profile::Fics) });
        room.enter(1, "Rookworm", "rook");
        room.enter(2, "Pawnbot", "pawn");
        room.say(1, "match Pawnbot 3 0 white");
        room.say(2, "accept");
        let seen = room.sees(1);
        let (_, board) = seen.rsplit_once("match.}\n\r\n\r").unwrap();
        assert!(board.starts_with('<') && !board.contains('\n'), "{board}");
        assert_eq!((room.closed.as_slice(), faulted(&room)), (&[1][..], 1));
    }
}

#[test]
fn a_black_hole_says_nothing_and_closes_nothing() {
    let mut room = room(Fault::BlackHole);
    assert_eq!((room.say(1, "finger").as_str(), room.say(1, "e4").as_str()), ("", ""));
    assert_eq!(room.sees(2), "", "nothing has been heard of a move");
    assert!(room.closed.is_empty());
    room.enter(3, "Rookworm", "rook");
    assert!(room.lines(2).contains(&"Your opponent has lost contact or quit.".to_owned()));
    assert!(room.say(3, "stored").contains("Pawnbot"), "who comes back finds the game");
}

#[test]
fn what_is_late_keeps_its_order() {
    let mut room = room_with(Fault::Delay(Duration::from_secs(2)), 100, 0);
    assert_eq!(room.sees(1), "");
    room.wait(10_000);
    let board = room.board(1);
    assert_eq!(board.number, 1);
    assert!(room.say(1, "e4").is_empty());
    room.wait(1_000);
    room.say(1, "finger");
    room.wait(3_000);
    let seen = room.sees(1);
    let [board, finger] = ["<12>", "Statistics"].map(|text| seen.find(text));
    assert!(board.is_some() && board < finger, "{seen}");
}

#[test]
fn pieces_and_rubbish_leave_the_lines_whole() {
    for fault in [Fault::Bytes, Fault::Split, Fault::Garbage] {
        for seed in 0..20 {
            let mut room = room_with(fault, 1_000, seed);
            let mut reader = Lines::default();
            let mut boards = 0;
            room.seen.clear();
            for output in room.host.on(Incoming::Received(1, b"e4\n".to_vec()), room.now) {
                if let Output::Send(2, bytes) = output {
                    let lines = reader.feed(&bytes);
                    boards += lines
                        .iter()
                        .filter(|line| Board::parse(strip_prompt(line)).is_ok())
                        .count();
                }
            }
            assert_eq!(boards, 1, "{fault:?} {seed}");
        }
    }
}

#[test]
fn a_plan_is_the_same_for_the_same_seed() {
    let run = |seed| {
        let faults = vec![PlannedFault { fault: Fault::Split, times: 3, one_in: 4 }];
        let mut room =
            Room::new(Config { plan: FaultPlan { seed, faults }, ..config(Profile::Fics) });
        room.game("3 0 unrated");
        room.moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", 10);
        let faults = room.records.iter().map(|record| matches!(record, Record::Faulted { .. }));
        faults.collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert!((0..20).any(|seed| run(seed) != run(1)));
    assert!((0..20).all(|seed| run(seed).iter().filter(|is| **is).count() <= 3));
}

#[test]
fn nobody_is_fooled_by_what_an_opponent_says() {
    for spoof in [Spoof::Tell, Spoof::Kibitz, Spoof::Notes] {
        for seed in 0..40 {
            let mut room = room_with(Fault::Spoof(spoof), 1, seed);
            let seen = room.sees(2) + &room.sees(1);
            let boards = lines(&seen)
                .iter()
                .filter(|line| matches!(Said::parse(line), Said::Board(_)))
                .count();
            room.say(1, "e4");
            assert!(boards <= 2, "{seen}");
            let ends =
                lines(&seen).iter().any(|line| matches!(Said::parse(line), Said::Ends { .. }));
            assert!(!ends, "{seen}");
        }
    }
}
