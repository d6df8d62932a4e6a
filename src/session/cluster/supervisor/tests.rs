use super::{super::Cluster, *};
use crate::{
    cluster::Search,
    eval::Evaluation,
    position::{Game, Position},
    search::{Limits, Params, Searcher, StopToken, Table, Unhurried},
    session::worker::Job,
};

fn job() -> Job {
    Job::new(1, Game::new(Position::startpos()), Limits::default())
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

/// A cluster of three processes whose relay has greeted, and what it says of itself.
fn met() -> (Cluster, Supervisor, Receiver<WorkerEvent>) {
    let (events, heard) = unbounded();
    let cluster = Cluster::new(Arc::default(), events.clone());
    let mut supervisor = Supervisor::new(cluster.link.clone(), events);
    supervisor.meet(3, VERSION);
    (cluster, supervisor, heard)
}

/// What is said while this share's position is searched.
fn said_in_a_search(cluster: &Cluster, share: &super::super::Share, game: &Game) -> Vec<Message> {
    let (table, evaluation) = (Arc::new(Table::new(1)), Evaluation::Classical);
    let mut searcher = Searcher::new(table, 1, Params::default(), &evaluation);
    searcher.use_partner(Some(share.partner()));
    let limits = Limits { depth: Some(5), ..Limits::default() };
    searcher.run(game, &limits, &mut Unhurried, &StopToken::default());
    cluster.link.outgoing.messages.try_iter().collect()
}

#[test]
fn ranks_on_other_replies_get_no_root_moves_before_the_expected_one_has_come() {
    let (cluster, _supervisor, _heard) = met();
    cluster.link.want_lines(3);
    let mut job = Job { expected: true, ..job() };
    job.game.play(job.game.position().parse_move("e4").unwrap());
    let Some(share) = cluster.join(&job) else { panic!("no ranks") };
    let shared = |said: &[Message]| said.iter().any(|it| matches!(it, Message::Lines { .. }));
    assert!(!shared(&said_in_a_search(&cluster, &share, &job.game)));
    cluster.link.want_lines(4);
    assert!(!shared(&said_in_a_search(&cluster, &share, &job.game)), "settings change nothing");
    cluster.hit(job.id);
    let said = said_in_a_search(&cluster, &share, &job.game);
    assert!(matches!(said[0], Message::Search(Search { apart: false, .. })), "{said:?}");
    assert!(shared(&said), "{said:?}");
}

#[test]
fn ranks_stay_together_if_the_expected_move_has_come_before_they_hear_of_the_search() {
    let (cluster, _supervisor, _heard) = met();
    cluster.link.want_lines(3);
    let job = Job { expected: true, ..job() };
    cluster.hit(job.id);
    let _share = cluster.join(&job);
    let said: Vec<Message> = cluster.link.outgoing.messages.try_iter().collect();
    assert!(matches!(said[..], [_, Message::Search(Search { apart: false, .. })]), "{said:?}");
}

#[test]
fn only_ranks_that_help_are_counted_and_not_before_all_know_whether_they_do() {
    let (cluster, mut supervisor, heard) = met();
    let sign = |rank, help| {
        let (number, nodes, traffic) = (0, 0, Traffic::default());
        Heard::Message(Message::Alive { rank, number, nodes, help, traffic })
    };
    let Some(share) = cluster.join(&job()) else { panic!("no ranks") };
    for (rank, help) in [(0, Help::No), (1, Help::NotYet), (2, Help::Yes)] {
        supervisor.hear(sign(rank, help));
    }
    assert!(heard.is_empty());
    let text = "does not help: no network".to_owned();
    supervisor.hear(Heard::Message(Message::Trouble { rank: 1, text }));
    (0..2).for_each(|_| supervisor.hear(sign(1, Help::No)));
    let told: Vec<String> = heard.try_iter().map(|event| format!("{event:?}")).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("rank 1 of the cluster does not help: no network"), "{told:?}");
    assert!(told[1].contains("ready: 1 more searchers"), "{told:?}");
    assert!(share.account(1.0).starts_with("cluster: 1 ranks with"));
}
