//! Games: boards, clocks, endings, and how they go on another day.

use super::*;
use crate::{
    ics::Relation,
    position::{ChessMove, Color, Game, Piece, Position},
    practice::Outcome,
};

fn ended(room: &Room) -> Option<(Outcome, String)> {
    room.records.iter().rev().find_map(|record| match record {
        Record::Ended { outcome, reason, .. } => Some((*outcome, reason.clone())),
        _ => None,
    })
}

#[test]
fn both_see_the_board_from_their_side() {
    let mut room = Room::new(config(Profile::Fics));
    room.enter(1, "Rookworm", "rook");
    room.enter(2, "Pawnbot", "pawn");
    room.say(1, "match Pawnbot 3 2 unrated white");
    let accepted = room.say(2, "accept Rookworm");
    assert!(accepted.starts_with("You accept the challenge of Rookworm.\n\r"), "{accepted}");
    assert!(
        accepted.contains("\n\rCreating: Rookworm (1500) Pawnbot (1600) unrated blitz 3 2\n\r")
    );
    assert!(accepted.contains("{Game 1 (Rookworm vs. Pawnbot) Creating unrated blitz match.}\n\r"));
    let (white, black) = (room.board(1), last_board(&lines(&accepted)).unwrap());
    assert_eq!((white.relation, black.relation), (Relation::MyMove, Relation::TheirMove));
    assert_eq!(white.position(), Ok(&Position::startpos()));
    assert_eq!((white.control, white.clocks, white.last), ([3, 2], [180_000; 2], None));
    let moved = room.say(1, "e2e4");
    assert!(
        moved.starts_with("\n\r<12> rnbqkbnr pppppppp") && moved.ends_with("\n\rfics% "),
        "{moved:?}"
    );
    assert!(moved.contains(
        " B 4 1 1 1 1 0 1 Rookworm Pawnbot -1 3 2 39 39 180 180 1 P/e2-e4 (0:00) e4 0 0 0"
    ));
    let board = room.board(2);
    assert_eq!((board.relation, board.side), (Relation::MyMove, Color::Black));
}

#[test]
fn the_first_moves_are_free_and_then_clocks_run_with_increment() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 2 unrated");
    room.say(1, "iset ms 1");
    room.moves("e4 e5", 5_000);
    assert_eq!(room.board(1).clocks, [180_000; 2]);
    room.moves("Nf3", 1_250);
    let board = room.board(2);
    assert_eq!(board.clocks, [180_000; 2], "whole seconds for one who has not asked for more");
    room.wait(4_750);
    room.say(2, "Nc6");
    let seen = room.sees(1);
    assert!(seen.contains(" 180750 177250 3 N/b8-c6 (0:04.750) Nc6 "), "{seen}");
}

#[test]
fn moves_are_taken_in_several_ways_but_only_if_legal_and_in_turn() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    assert!(room.say(2, "e7e5").contains("It is not your move."));
    assert!(room.say(1, "e2e5").contains("Illegal move (e2e5)."));
    room.moves("e4 e7e5 Ng1f3 b8-c6 Bb5 a6 o-o", 100);
    let position = room.board(2).position().unwrap().clone();
    assert!(
        position.fen().starts_with("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -")
    );
    let rejected =
        |record: &Record| matches!(record, Record::Rejected { command, .. } if command == "e2e5");
    assert!(room.records.iter().any(rejected));
    assert!(room.say(1, "resign").contains("{Game 1 (Rookworm vs. Pawnbot) Rookworm resigns} 0-1"));
    assert!(room.say(1, "e2e4").contains("You are not playing or examining a game."));
    assert!(room.say(1, "resign").contains("You are not playing a game."));
}

#[test]
fn the_ancestor_has_its_own_ways() {
    let mut room = Room::new(config(Profile::Lasker));
    room.game("3 0 unrated");
    room.say(1, "iset ms 1");
    room.moves("e4 a5 Nf3 a4 Be2 a3", 1_500);
    let castled = room.say(1, "o-o");
    assert!(castled.contains(" B -720744 0 0 1 1 "), "{castled}");
    assert!(castled.contains("o-o (0:00) O-O 0 1\n\r"), "{castled}");
    assert!(room.say(2, "a3a5").contains("Illegal move.\n\r"));
    room.say(2, "axb2");
    room.say(1, "a3");
    assert!(room.say(2, "b2a1q").contains("b2a1q: Command not found."));
    let promoted = room.say(2, "b2a1=q");
    assert!(promoted.contains(" P/b2-a1 (0:00) bxa1=Q "), "{promoted}");
    let board = promoted.lines().find(|line| line.contains("<12>")).unwrap().to_owned();
    assert_eq!(board.split_whitespace().count(), 32, "the mark and 31 fields");
    assert!(room.say(2, "resume Rookworm").contains("resume: Command not found."));
}

#[test]
fn promotions_are_whole_and_fields_are_more_on_the_free_server() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves("a4 b5 axb5 a6 bxa6 Bb7 a7 Bc6", 10);
    let promoted = room.say(1, "a7b8=r");
    assert!(promoted.contains(" P/a7-b8=R ") && promoted.contains(" axb8=R "), "{promoted}");
    let board = promoted.lines().find(|line| line.contains("<12>")).unwrap().to_owned();
    assert_eq!(board.split_whitespace().count(), 33, "the mark and 32 fields");
}

#[test]
fn mate_ends_a_rated_game_and_changes_ratings() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 rated");
    room.moves("f3 e5 g4 Qh4", 10);
    assert_eq!(ended(&room), Some((Outcome::Black, "Rookworm checkmated".to_owned())));
    let seen = room.lines(1);
    assert!(seen.contains(&"{Game 1 (Rookworm vs. Pawnbot) Rookworm checkmated} 0-1".to_owned()));
    assert!(seen.contains(&"blitz rating adjustment: 1500 --> 1488".to_owned()), "{seen:?}");
    let mut room = Room::new(config(Profile::Lasker));
    room.game("3 0 unrated");
    room.moves("f3 e5 g4 Qh4", 10);
    assert!(room.lines(1).contains(&"No ratings adjustment done.".to_owned()));
}

#[test]
fn draws_by_rule_come_by_themselves_or_by_claim() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves(&"Nf3 Nf6 Ng1 Ng8 ".repeat(2), 10);
    assert_eq!(ended(&room), None, "a repetition is claimed");
    room.say(1, "draw");
    assert_eq!(ended(&room), Some((Outcome::Draw, "Game drawn by repetition".to_owned())));

    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves("e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6", 10);
    assert_eq!(ended(&room), Some((Outcome::Draw, "Game drawn by stalemate".to_owned())));
}

#[test]
fn fifty_moves_without_progress_are_a_draw_for_who_claims_it() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("30 0 unrated");
    let mut game = Game::new(Position::startpos());
    for ply in 0..100 {
        // Any move of a piece to where it has not stood like this before.
        let position = game.position().clone();
        let fresh = |mv: &ChessMove| {
            let mut next = game.clone();
            let quiet = position.piece_on(mv.get_source()) != Some(Piece::Pawn)
                && !position.is_capture(*mv);
            quiet && next.play(*mv) && next.repetitions() == 1 && !next.position().in_check()
        };
        let mv = position.legal_moves().iter().copied().find(fresh).unwrap();
        room.say(1 + ply % 2, &position.san(mv));
        game.play(mv);
    }
    room.say(1, "draw");
    assert_eq!(ended(&room), Some((Outcome::Draw, "Game drawn by the 50 move rule".to_owned())));
}

#[test]
fn a_flag_falls_when_it_is_claimed_or_by_itself() {
    for (profile, by_itself) in
        [(Profile::Fics, true), (Profile::Fics, false), (Profile::Lasker, false)]
    {
        let mut room = Room::new(config(profile));
        room.game("1 0 unrated");
        room.moves("e4 e5 Nf3", 100);
        if by_itself {
            room.say(1, "set autoflag 1");
        }
        room.wait(59_000);
        let early = if profile == Profile::Fics {
            "Opponent is not out of time"
        } else {
            "Your opponent is not out"
        };
        assert!(room.say(1, "flag").contains(early));
        room.wait(1_100);
        if !by_itself {
            assert_eq!(ended(&room), None);
            room.say(1, "flag");
        }
        assert_eq!(ended(&room), Some((Outcome::White, "Pawnbot forfeits on time".to_owned())));
    }
}

#[test]
fn time_that_is_up_may_be_met_with_courtesy_in_the_servers_own_words() {
    for (profile, word) in [(Profile::Fics, "courtesyabort"), (Profile::Lasker, "abort")] {
        let mut room = Room::new(config(profile));
        room.game("1 0 unrated");
        room.moves("e4 e5 Nf3", 100);
        room.say(1, word);
        assert_eq!(ended(&room), None, "there is time left");
        room.wait(61_000);
        room.say(1, word);
        let reason = "Game courtesyaborted by Rookworm".to_owned();
        assert_eq!(ended(&room), Some((Outcome::None, reason)));
    }
    let mut room = Room::new(config(Profile::Lasker));
    room.enter(1, "Rookworm", "rook");
    assert!(room.say(1, "courtesyabort").contains("courtesyabort: Command not found."));
}

#[test]
fn both_out_of_time_is_a_draw() {
    let mut room = Room::new(config(Profile::Lasker));
    room.game("1 0 unrated");
    room.moves("e4 e5", 10);
    room.moves("Nf3", 61_000);
    room.wait(61_000);
    room.say(1, "flag");
    assert_eq!(ended(&room).map(|(outcome, _)| outcome), Some(Outcome::Draw));
}

#[test]
fn a_lost_link_adjourns_and_the_game_goes_on_with_its_clocks() {
    for (profile, resume) in [
        (Profile::Fics, "resume Pawnbot"),
        (Profile::Fics, "match Pawnbot"),
        (Profile::Lasker, "match Pawnbot 9 9 u"),
    ] {
        let mut room = Room::new(config(profile));
        room.game("3 0 unrated");
        room.moves("e4 e5 Nf3", 2_000);
        room.wait(5_000);
        room.input(Incoming::Closed(1));
        let seen = room.lines(2);
        assert!(seen.contains(&"Your opponent has lost contact or quit.".to_owned()));
        assert!(
            seen.iter().any(|line| line.starts_with("{Game 1 ") && line.ends_with("adjourned} *"))
        );
        room.wait(60_000);
        room.enter(3, "Rookworm", "rook");
        let back = "Notification: Rookworm, who has an adjourned game with you, has arrived.";
        assert!(room.lines(2).contains(&back.to_owned()));
        assert!(room.say(3, "stored").to_lowercase().contains("pawnbot"));
        assert!(room.say(3, resume).contains("(adjourned)"));
        assert!(
            room.lines(2)
                .iter()
                .any(|line| line.starts_with("Challenge: ") && line.ends_with("(adjourned)."))
        );
        room.wait(30_000);
        let seen = room.say(2, "accept");
        assert!(
            seen.contains("{Game 1 (Rookworm vs. Pawnbot) Continuing unrated blitz match.}"),
            "{seen}"
        );
        assert_eq!(room.board(3).clocks, [178_000, 175_000]);
        room.wait(1_000);
        room.say(2, "Nc6");
        let board = room.board(3);
        assert_eq!((board.clocks, board.number), ([178_000, 174_000], 3));
    }
}

#[test]
fn both_may_ask_to_go_on_at_once() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves("e4 e5", 10);
    room.say(1, "adjourn");
    room.say(2, "adjourn");
    let adjourned =
        |record: &Record| matches!(record, Record::Adjourned { clocks: [180_000, 180_000], .. });
    assert!(room.records.iter().any(adjourned));
    room.say(1, "match Pawnbot");
    assert!(room.say(2, "resume Rookworm").contains("Continuing"));
    assert!(room.lines(1).iter().any(|line| line.contains("Continuing")));
}

#[test]
fn a_lost_link_aborts_a_game_with_a_guest_and_forfeits_where_nobody_may_escape() {
    let mut room = Room::new(config(Profile::Fics));
    room.enter(1, "Wanderer", "");
    room.enter(2, "Pawnbot", "pawn");
    room.say(1, "match Pawnbot 3 0 white");
    room.say(2, "accept");
    room.moves("e4 e5", 10);
    room.input(Incoming::Closed(1));
    assert_eq!(ended(&room).map(|(outcome, _)| outcome), Some(Outcome::None));

    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.say(1, "set noescape 1");
    room.say(2, "set noescape 1");
    room.input(Incoming::Closed(1));
    assert_eq!(
        ended(&room),
        Some((Outcome::Black, "Rookworm forfeits by disconnection".to_owned()))
    );
}

#[test]
fn boards_and_moves_are_shown_again() {
    let mut room = Room::new(config(Profile::Fics));
    room.game("3 0 unrated");
    room.moves("e4 e5 Nf3", 1_000);
    room.wait(10_000);
    let board = room.say(2, "refresh");
    assert_eq!(last_board(&lines(&board)).unwrap().clocks, [179_000, 170_000]);
    let moves = room.say(2, "moves");
    assert!(moves.contains("  1.  e4      (0:00.000) e5      (0:00.000)"), "{moves}");
    assert!(moves.contains("  2.  Nf3     (0:01.000)"), "{moves}");
    assert!(room.say(2, "oldmoves").contains("There is no old game for Pawnbot."));
    assert!(room.say(1, "moretime 30").contains("30 seconds were added"));
    assert!(room.sees(2).contains("Your opponent has added 30 seconds to your clock."));
    room.say(2, "resign");
    let old = room.say(1, "oldmoves");
    assert!(old.contains("  2.  Nf3     (0:01.000)"), "{old}");
    assert!(old.contains("      {Pawnbot resigns} 1-0"), "{old}");
}
