use super::{super::Cluster, *};
use crate::{
    position::{Game, Position},
    search::Limits,
    session::worker::Job,
};

fn job() -> Job {
    Job {
        id: 1,
        game: Game::new(Position::startpos()),
        limits: Limits::default(),
        started: Duration::ZERO,
        plan: None,
        expected: false,
        node_rate: None,
        handicap: None,
    }
}

#[test]
fn ranks_hear_what_to_search_with_before_any_search() {
    let (events, _heard) = unbounded();
    let cluster = Cluster::new(Arc::default(), events.clone());
    let mut supervisor = Supervisor::new(cluster.link.clone(), events);
    let setup = lock(&cluster.link.setup);
    // The supervisor cannot say the setup while somebody has it in hand, however often a search asks for ranks.
    let early = thread::scope(|scope| {
        scope.spawn(|| supervisor.meet(3, VERSION));
        let mut shares = (0..1_000).map(|_| {
            thread::yield_now();
            cluster.join(&job())
        });
        let early = shares.find_map(|share| share);
        drop(setup);
        early
    });
    let share = early.or_else(|| cluster.join(&job()));
    let said: Vec<Message> = cluster.link.outgoing.messages.try_iter().collect();
    assert!(matches!(said[..], [Message::Setup(_), Message::Search(_)]), "{said:?}");
    drop(share);
}
