use super::{
    xboard::{Features, Saying, ends_game, move_played},
    *,
};
use crate::{eval::Evaluation, lab::searchlog::Unit, search::Bound};

/// Players whose searches in play have so many nodes, and those on record more.
fn players_in_play(in_play: u64, nodes: u64) -> [OwnPlayer; 2] {
    [(); 2].map(|()| OwnPlayer::new(&Evaluation::default(), 1, nodes, in_play))
}

fn players(nodes: u64) -> [OwnPlayer; 2] {
    players_in_play(nodes / LONGER, nodes)
}

#[test]
fn a_game_is_recorded_move_after_move_and_the_same_for_the_same_seed() {
    let subject = Subject::SelfPlay { seed: 3, number: 1, plies: 6 };
    let game = subject.record(&mut players(2_000)).unwrap();
    let searched = |event: &Event| matches!(event, Event::Search(_));
    assert_eq!(game.events.iter().filter(|event| searched(event)).count(), 6);
    for pair in game.events.chunks(2) {
        let [Event::Search(search), Event::Move(mv)] = pair else { panic!("{pair:?}") };
        assert_eq!(search.reports.last().unwrap().heard.best, *mv);
        assert!(search.end <= 2_000 && search.reports.iter().any(|it| it.heard.completed));
    }
    assert_eq!(subject.record(&mut players(2_000)).unwrap(), game);
}

#[test]
fn the_positions_of_a_game_are_searched_from_where_it_is_wanted() {
    let mut game = Game::new(Position::startpos());
    for text in ["e4", "e5", "Nf3"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv);
    }
    let start = Box::new(Position::startpos());
    let subject =
        Subject::Given { name: "it".to_owned(), start, moves: game.moves().to_vec(), skip: 1 };
    let events = subject.record(&mut players(200)).unwrap().events;
    let searched: Vec<bool> = events.iter().map(|it| matches!(it, Event::Search(_))).collect();
    assert_eq!(searched, [false, true, false, true, false]);
}

#[test]
fn long_searches_leave_nothing_behind_that_play_would_not() {
    let mut game = Game::new(Position::startpos());
    for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv);
    }
    let start = Box::new(Position::startpos());
    let subject =
        Subject::Given { name: "it".to_owned(), start, moves: game.moves().to_vec(), skip: 0 };
    let begun = |in_play, nodes| {
        let events = subject.record(&mut players_in_play(in_play, nodes)).unwrap().events;
        let searches = events.into_iter().filter_map(|event| match event {
            Event::Search(search) => Some(search.reports),
            Event::Move(_) => None,
        });
        searches
            .map(|reports| reports.into_iter().filter(|it| it.at <= 2_000).collect())
            .collect::<Vec<Vec<_>>>()
    };
    assert_eq!(begun(500, 3_000), begun(500, 9_000));
    assert_ne!(begun(500, 3_000), begun(2_500, 3_000));
}

#[test]
fn what_a_uci_engine_tells_becomes_a_record() {
    let position = Position::startpos();
    let mut listening = Listening::new(Protocol::Uci, &position, Unit::Milliseconds);
    for line in [
        "info string depth 9 score cp 9 pv e2e4",
        "info depth 1 score cp 20 nodes 20 time 1 pv e2e4 e7e5",
        "info depth 2 multipv 1 score cp 25 nodes 50 time 2 pv d2d4",
        "info depth 2 multipv 2 score cp 11 nodes 60 time 3 pv e2e4",
        "info depth 3 score cp 4 upperbound time 7 pv d2d4",
        "info depth 3 score mate 2 time 9 pv e2e4 a7a6",
        "info depth 4 currmove e2e4 time 12",
        "info nonsense score cp",
    ] {
        listening.hear(line);
    }
    let log = listening.finish("e2e4").unwrap();
    let told: Vec<_> =
        log.reports.iter().map(|r| (r.at, r.heard.depth, r.heard.completed)).collect();
    assert_eq!(told, [(1, 1, true), (2, 2, true), (7, 3, false), (9, 3, false)]);
    assert_eq!((log.reports[2].heard.bound, log.end), (Bound::Upper, 12));
    assert_eq!(log.reports[2].heard.second.unwrap().1, 11);
    assert_eq!(log.reports[3].heard.score, 30_000 - 3);
}

#[test]
fn an_engine_that_cheats_or_says_nothing_is_found_out() {
    let position = Position::startpos();
    let listening = Listening::new(Protocol::Uci, &position, Unit::Nodes);
    assert_eq!(listening.finish("e2e4"), Err(SearchError::Silent));
    let listening = Listening::new(Protocol::Uci, &position, Unit::Nodes);
    assert_eq!(listening.finish("e2e5"), Err(SearchError::Move("e2e5".to_owned())));
}

#[test]
fn what_an_xboard_engine_tells_becomes_a_record() {
    let position = Position::startpos();
    let mut listening = Listening::new(Protocol::Xboard, &position, Unit::Milliseconds);
    for line in [
        "# 9 9 9 9 e2e4",
        "1 20 0 20 e2e4 e7e5",
        "2. 25 1 50 1. d4 d5",
        "3 4 2 900 12 450000 0\td2d4 ?",
        "3& 100002 4 1000\t e4 a6!",
        "4 30 5 1200 (no line)",
        "stat01: 4 1000 3 1 20 e4",
    ] {
        listening.hear(line);
    }
    let log = listening.finish("e4").unwrap();
    let told: Vec<_> =
        log.reports.iter().map(|r| (r.at, r.heard.depth, r.heard.completed)).collect();
    assert_eq!(told, [(0, 1, true), (10, 2, true), (20, 3, false), (40, 3, false)]);
    assert_eq!(
        (log.reports[2].heard.bound, log.reports[3].heard.bound),
        (Bound::Upper, Bound::Lower)
    );
    assert_eq!((log.reports[3].heard.score, log.end), (30_000 - 3, 50));
    let mut nodes = Listening::new(Protocol::Xboard, &position, Unit::Nodes);
    nodes.hear("5 -100003 7 4711 Nf3");
    let log = nodes.finish("g1f3").unwrap();
    assert_eq!((log.end, log.reports[0].heard.score), (4711, 6 - 30_000));
}

#[test]
fn what_an_xboard_engine_can_do_is_heard_and_accepted() {
    let mut features = Features::default();
    let line = "feature ping=1 myname=\"An engine 1.0\" usermove=1 san=0 done=0";
    assert_eq!(features.hear(line), ["ping", "myname", "usermove", "san", "done"]);
    assert_eq!(features.done, Some(false));
    assert_eq!(features.hear("feature setboard=1 done=1"), ["setboard", "done"]);
    assert_eq!(features.name.as_deref(), Some("An engine 1.0"));
    assert!(features.ping && features.usermove && features.setboard && !features.san);
    assert_eq!((features.done, features.hear("tellics hello")), (Some(true), vec![]));
}

#[test]
fn the_move_of_an_xboard_engine_is_found() {
    assert_eq!(move_played("move e2e4"), Some((Saying::Move, "e2e4")));
    assert_eq!(move_played("My move is : Nf3"), Some((Saying::Mine, "Nf3")));
    assert_eq!(move_played("12. ... e7e5"), Some((Saying::Numbered, "e7e5")));
    assert_eq!(move_played("12. e2e4"), None);
    assert_eq!(move_played("moves are cheap"), None);
    assert!(ends_game("1/2-1/2 {Draw by repetition}") && ends_game("resign"));
    assert!(!ends_game("1 20 0 20 e2e4"));
}
