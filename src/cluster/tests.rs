//! A whole cluster inside one process: relay and ranks, stepped by hand.

use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::{
    Frames, Message, Network, Rank, Relay, Report, SIGN_OF_LIFE, Scope, Search, Setup, VERSION,
    frame,
    loopback::{Loopback, loopback},
};
use crate::{
    eval::Evaluation,
    position::{ChessMove, Game, Position},
    search::{Bound, Entry, Finding},
};

/// More steps than anything here takes on the slowest machine.
const ENOUGH: usize = 200_000;

/// A cluster as the session sees it.
struct Cluster {
    relay: (Relay, Loopback),
    ranks: Vec<(Rank, Loopback)>,
    say: Sender<Message>,
    bytes: Receiver<Vec<u8>>,
    frames: Frames,
}

impl Cluster {
    /// So many processes, set up to score positions by hand.
    fn new(size: usize) -> Cluster {
        let ((say, session), (out, bytes)) = (unbounded(), unbounded());
        let mut ends = loopback(size).into_iter();
        let relay = (Relay::new(session, out), ends.next().expect("a root"));
        let ranks = (1..).zip(ends).map(|(rank, end)| (Rank::new(rank), end)).collect();
        let cluster = Cluster { relay, ranks, say, bytes, frames: Frames::default() };
        cluster.say(Message::Setup(by_hand()));
        cluster
    }

    fn say(&self, message: Message) {
        self.say.send(message).expect("a relay");
    }

    /// Everybody does what there is to do.
    fn step(&mut self) {
        let (relay, end) = &mut self.relay;
        relay.step(end, Duration::ZERO);
        for (rank, end) in &mut self.ranks {
            rank.step(end, Duration::ZERO);
        }
    }

    /// The next thing that the session is told of which something comes.
    fn await_message<T>(&mut self, mut what: impl FnMut(Message) -> Option<T>) -> T {
        for _ in 0..ENOUGH {
            self.step();
            self.bytes.try_iter().for_each(|bytes| self.frames.feed(&bytes));
            while let Some(message) = self.frames.take().expect("whole messages") {
                if let Some(found) = what(message) {
                    return found;
                }
            }
        }
        panic!("nothing of the kind has come");
    }

    /// The next report of this search by a rank that is wanted.
    fn await_report(&mut self, wanted: impl Fn(&Report) -> bool) -> Report {
        self.await_message(|message| match message {
            Message::Report(report) if wanted(&report) => Some(report),
            _ => None,
        })
    }

    /// Steps until the ranks have their tables.
    fn await_helpers(&mut self) {
        for _ in 0..ENOUGH {
            self.step();
            if self.ranks.iter().all(|(rank, _)| rank.helps()) {
                return;
            }
        }
        panic!("nobody helps");
    }
}

/// What has ranks score positions by hand.
fn by_hand() -> Setup {
    let (evaluation, check) = ("classical".to_owned(), Evaluation::Classical.to_string());
    let (version, era, threads, megabytes) = (VERSION.to_owned(), 1, 1, 1);
    Setup { version, era, threads, megabytes, evaluation, check, ..Setup::default() }
}

/// The game after these moves.
pub(super) fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(Position::startpos());
    for mv in moves {
        let mv = game.position().parse_move(mv).expect("a legal move");
        game.play(mv);
    }
    game
}

fn moves(game: &Game, texts: &[&str]) -> Vec<ChessMove> {
    texts.iter().map(|text| game.position().parse_move(text).expect("a legal move")).collect()
}

fn finding(key: u64) -> Finding {
    let (mv, score, eval, depth) = (None, 123, None, 17);
    Finding::new(key, &Entry { mv, score, eval, depth, bound: Bound::Exact, pv: false })
}

#[test]
fn an_entry_goes_round_the_ring_once_and_is_found_everywhere() {
    let mut cluster = Cluster::new(4);
    cluster.await_helpers();
    let (origin, era) = (0, 1);
    let keys: Vec<u64> = (1..=50).map(|n| n << 50).collect();
    let findings: Vec<Finding> = keys.iter().map(|&key| finding(key)).collect();
    let late = finding(u64::MAX);
    cluster.say(Message::Batch { origin, era: 7, findings: vec![late] });
    cluster.say(Message::Batch { origin, era, findings });
    cluster.say(Message::Batch { origin: 1, era, findings: vec![finding(77)] });
    let back = cluster.await_message(|message| match message {
        Message::Batch { origin, findings, .. } => Some((origin, findings)),
        _ => None,
    });
    assert_eq!(back, (1, vec![finding(77)]), "the session's own entries do not come back to it");
    for (rank, _) in &cluster.ranks {
        let missing = keys.iter().filter(|&&key| rank.known(key).is_none()).count();
        assert_eq!((missing, rank.known(u64::MAX)), (0, None), "another game's is not stored");
    }
}

#[test]
fn ranks_search_what_the_session_searches_and_all_hear_how_far_they_are() {
    let mut cluster = Cluster::new(3);
    let start = game(&["e4", "e5"]);
    cluster.say(Message::Search(Search::of(1, &start)));
    let mut seen = [false; 2];
    while seen != [true; 2] {
        let report = cluster.await_report(|report| report.number == 1 && report.depth >= 4);
        assert_eq!(report.scope, Scope::Whole);
        assert!(start.position().is_legal(report.line[0]), "{report:?}");
        seen[usize::from(report.rank) - 1] = true;
    }
    cluster.say(Message::Stop { number: 1 });
    cluster.say(Message::Search(Search { depth: Some(2), ..Search::of(2, &start) }));
    let report = cluster.await_report(|report| report.number == 2 && report.depth == 2);
    assert_eq!(report.scope, Scope::Whole);
}

#[test]
fn lines_are_shared_out_and_each_has_its_own_score() {
    let mut cluster = Cluster::new(3);
    let start = game(&[]);
    let best = moves(&start, &["e4", "d4", "a4", "h4"]);
    cluster.say(Message::Search(Search::of(1, &start)));
    cluster.say(Message::Lines { number: 1, moves: best.clone() });
    let mut missing = best[1..].to_vec();
    while !missing.is_empty() {
        let report = cluster.await_report(|report| report.scope == Scope::Line && report.depth > 5);
        let place = best.iter().position(|mv| *mv == report.line[0]).expect("a move named");
        assert_eq!(usize::from(report.rank), [0, 1, 2, 1][place], "shared out in turn");
        missing.retain(|mv| *mv != report.line[0]);
    }
}

#[test]
fn on_a_reply_that_is_only_expected_ranks_take_others() {
    let mut cluster = Cluster::new(3);
    let expected = game(&["e4", "e5"]);
    let before = game(&["e4"]);
    cluster.say(Message::Search(Search { apart: true, ..Search::of(1, &expected) }));
    let mut replies = [None; 2];
    while replies.contains(&None) {
        let report = cluster.await_report(|report| matches!(report.scope, Scope::Reply(_)));
        let Scope::Reply(reply) = report.scope else { continue };
        assert!(before.position().is_legal(reply), "{report:?}");
        replies[usize::from(report.rank) - 1] = Some(reply);
    }
    let e5 = moves(&before, &["e5"])[0];
    assert!(replies[0] != replies[1] && !replies.contains(&Some(e5)), "{replies:?}");
    cluster.say(Message::Search(Search::of(1, &expected)));
    let report = cluster.await_report(|report| report.scope == Scope::Whole);
    assert!(expected.position().is_legal(report.line[0]));
}

#[test]
fn a_rank_without_the_network_or_of_another_version_says_so_and_does_not_help() {
    let mut cluster = Cluster::new(2);
    let network = Setup { evaluation: "network".to_owned(), ..by_hand() };
    let no_file = Setup { file: "/no/such.net".to_owned(), ..network.clone() };
    let other_network = Setup { check: "network-of-others".to_owned(), ..network };
    let other_version = Setup { version: "0.0.1/1".to_owned(), ..by_hand() };
    let wrong = [no_file, other_network, other_version];
    for (setup, named) in wrong.into_iter().zip(["/no/such.net", "network-of-others", "0.0.1/1"]) {
        cluster.await_helpers();
        cluster.say(Message::Setup(setup));
        let told = cluster.await_message(|message| match message {
            Message::Trouble { rank: 1, text } => Some(text),
            _ => None,
        });
        assert!(told.starts_with("does not help: ") && told.contains(named), "{told}");
        let (rank, _) = &cluster.ranks[0];
        assert!(!rank.helps(), "{told}");
        cluster.say(Message::Setup(by_hand()));
    }
    cluster.await_helpers();
}

/// A network that takes nothing while it is `full`, on a machine that many share.
struct Busy {
    end: Loopback,
    full: bool,
}

impl Network for Busy {
    fn rank(&self) -> usize {
        self.end.rank()
    }

    fn size(&self) -> usize {
        self.end.size()
    }

    fn neighbours(&self) -> usize {
        usize::MAX
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Vec<u8>> {
        if self.full { Err(bytes) } else { self.end.send(to, bytes) }
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        self.end.receive()
    }
}

#[test]
fn what_is_said_only_once_waits_while_the_network_takes_nothing_and_comes_in_order() {
    let ((say, session), (out, bytes)) = (unbounded(), unbounded());
    let mut relay = Relay::new(session, out);
    let mut ends = loopback(3).into_iter();
    let mut network = Busy { end: ends.next().expect("a root"), full: true };
    let mut others: Vec<Loopback> = ends.collect();
    let (game, (origin, era)) = (game(&["e4"]), (0, 1));
    let once = [
        Message::Setup(by_hand()),
        Message::NewGame { era: 2 },
        Message::Search(Search::of(1, &game)),
        Message::Stop { number: 1 },
    ];
    let batch = Message::Batch { origin, era, findings: vec![finding(1)] };
    for message in once.iter().chain([&batch]) {
        say.send(message.clone()).expect("a relay");
    }
    let heard = |other: &mut Loopback| -> Vec<Message> {
        let all = std::iter::from_fn(|| other.receive());
        all.map(|bytes| frame::read(&bytes).expect("a message")).collect()
    };
    relay.step(&mut network, Duration::ZERO);
    others.iter_mut().for_each(|other| assert_eq!(heard(other), []));
    network.full = false;
    let late = Message::Search(Search::of(2, &game));
    say.send(late.clone()).expect("a relay");
    relay.step(&mut network, SIGN_OF_LIFE);
    let all: Vec<Message> = once.into_iter().chain([late]).collect();
    others.iter_mut().for_each(|other| assert_eq!(heard(other), all));
    let mut frames = Frames::default();
    bytes.try_iter().for_each(|bytes| frames.feed(&bytes));
    let signs = std::iter::from_fn(|| frames.take().expect("whole messages"));
    let dropped = signs.filter_map(|message| match message {
        Message::Alive { traffic, .. } => Some(traffic.dropped),
        _ => None,
    });
    assert_eq!(dropped.last(), Some(1), "the entries alone are lost");
}

#[test]
fn ranks_on_a_crowded_machine_search_with_smaller_tables_and_say_so() {
    let mut ends = loopback(2).into_iter();
    let mut root = ends.next().expect("a root");
    let mut network = Busy { end: ends.next().expect("a rank"), full: false };
    let mut rank = Rank::new(1);
    let setup = Message::Setup(Setup { megabytes: 2, ..by_hand() });
    root.send(1, frame::frame(&setup)).expect("room");
    let complaint = (0..ENOUGH).find_map(|_| {
        rank.step(&mut network, Duration::ZERO);
        match frame::read(&root.receive()?).expect("a message") {
            Message::Trouble { text, .. } => Some(text),
            _ => None,
        }
    });
    let complaint = complaint.expect("a complaint");
    assert!(complaint.ends_with("no memory for a table of 2 MiB; it has 1 MiB"), "{complaint}");
    assert!((0..ENOUGH).any(|_| {
        rank.step(&mut network, Duration::ZERO);
        rank.helps()
    }));
}

#[test]
fn nonsense_from_the_network_changes_nothing() {
    let mut cluster = Cluster::new(3);
    let (_, end) = &mut cluster.relay;
    for (to, bytes) in [(1, vec![]), (1, b"hello".to_vec()), (2, vec![0xFF; 900])] {
        assert_eq!(end.send(to, bytes), Ok(()));
    }
    cluster.say(Message::Search(Search { start: "no position".to_owned(), ..Search::default() }));
    cluster.say(Message::Search(Search::of(3, &game(&["d4"]))));
    cluster.await_report(|report| report.number == 3 && report.rank == 2);
}

#[test]
fn when_the_session_goes_everybody_goes() {
    let Cluster { relay: (mut relay, mut end), mut ranks, say, bytes, .. } = Cluster::new(3);
    drop((say, bytes));
    let over = (0..ENOUGH).any(|_| relay.step(&mut end, Duration::ZERO));
    assert!(over);
    relay.part(&mut end);
    for (rank, end) in &mut ranks {
        assert!((0..ENOUGH).any(|_| rank.step(end, Duration::ZERO)));
    }
}

#[test]
fn a_rank_that_is_forgotten_ends() {
    let mut ends = loopback(2);
    let mut rank = Rank::new(1);
    let end = &mut ends[1];
    assert!(!rank.step(end, Duration::ZERO));
    assert!(!rank.step(end, super::FORGOTTEN));
    assert!(rank.step(end, super::FORGOTTEN + Duration::from_millis(1)));
}
