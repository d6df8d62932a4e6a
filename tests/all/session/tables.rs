//! Moves that are made before anything was searched, where endgame tables know the position.

use super::*;

/// A worker that never says anything of its own, and has this to say when it is asked for endgame tables.
struct Adviser(Vec<ChessMove>);

impl Worker for Adviser {
    fn start(&mut self, _job: Job) {}
    fn stop(&mut self, _id: u64) {}
    fn hit(&mut self, _id: u64, _plan: Plan) {}
    fn progress(&self) -> Progress {
        Progress::default()
    }
    fn advice(&self, _position: &Position) -> Option<Vec<ChessMove>> {
        Some(self.0.clone())
    }
    fn settle(&mut self, _orders: u64) {}
    fn abandon(&mut self, _id: u64) {}
}

/// The move played to 1. e4 when the search never says anything but that endgame tables have left these moves.
fn played_of(moves: &[&str]) -> Option<ChessMove> {
    let mut core = core();
    let id = thinking(&mut core);
    let moves: Vec<ChessMove> = moves.iter().map(|text| black_move(text)).collect();
    if !moves.is_empty() {
        core.on(Input::Worker(WorkerEvent::Advised { id, moves }), seconds(1));
    }
    let deadline = core.deadline().expect("a deadline");
    own_move(&core.on(Input::Tick, deadline))
}

#[test]
fn a_move_that_nobody_has_searched_is_one_that_endgame_tables_have_left() {
    let usual = played_of(&[]);
    for text in ["a5", "h6"] {
        assert_ne!(usual, Some(black_move(text)));
        assert_eq!(played_of(&[text]), Some(black_move(text)));
    }
    let knight = played_of(&["Nh6", "Na6"]);
    assert!(knight == Some(black_move("Nh6")) || knight == Some(black_move("Na6")), "{knight:?}");
}

#[test]
fn what_was_searched_goes_before_what_tables_have_left() {
    let mut core = core();
    let id = thinking(&mut core);
    core.on(
        Input::Worker(WorkerEvent::Advised { id, moves: vec![black_move("a5")] }),
        Duration::ZERO,
    );
    core.on(report(id, black_move("c5")), seconds(1));
    let deadline = core.deadline().expect("a deadline");
    assert_eq!(own_move(&core.on(Input::Tick, deadline)), Some(black_move("c5")));
}

/// The best move that is told of a request with these root moves, when its time is over and nobody has searched.
fn told(root_moves: &[ChessMove], worker: impl Worker) -> Option<ChessMove> {
    let mut session = Session::new(core(), worker);
    let mut request = Request { root_moves: root_moves.to_vec(), ..Request::default() };
    request.times.move_time = Some(seconds(1));
    session.on(Input::Command(Command::Search(Box::new(request))), Duration::ZERO);
    let deadline = session.deadline().expect("a deadline");
    let early = session.on(Input::Tick, deadline - Duration::from_millis(1));
    assert!(early.is_empty(), "there is still time");
    session.on(Input::Tick, deadline).into_iter().find_map(|event| match event {
        Event::BestMove { best, .. } => best,
        _ => None,
    })
}

#[test]
fn tables_are_asked_where_the_time_is_over_before_anything_was_searched() {
    let mv = |text: &str| Position::startpos().parse_move(text).unwrap();
    assert_eq!(told(&[], Adviser(vec![mv("h4")])), Some(mv("h4")));
    let both = [mv("a3"), mv("h4")];
    assert_eq!(told(&both, Adviser(vec![mv("h4"), mv("e4")])), Some(mv("h4")));
    assert_eq!(
        told(&both[..1], Adviser(vec![mv("h4")])),
        Some(mv("a3")),
        "only that was asked for"
    );
    assert_eq!(told(&both[..1], &mut Mute::default()), Some(mv("a3")));
}
