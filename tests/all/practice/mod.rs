//! The bot plays on the practice server while the line between them breaks in every way; all of it on
//! simulated time, and with the session that plays for real.

mod load;
mod world;

use std::{
    collections::BTreeMap,
    io::{self, Write},
    time::Duration,
};

use world::{BOT, World, config};
use zeitnot::{
    ics::config::Config,
    position::Position,
    practice::{
        self, Account, Fault, FaultPlan, Moment, Outcome as Result, Partner, PlannedFault, Profile,
        Record, Seeking, Spoof, Trick,
    },
};

fn accounts() -> Vec<Account> {
    vec![Account::new(BOT, "secret", 1_900).computer(), Account::new("Partner", "partner", 1_800)]
}

fn partner(tricks: Vec<(u16, Trick)>) -> Partner {
    Partner {
        seeking: Seeking::Challenges { control: [1, 0], rated: true },
        nodes: 300,
        agreeable: true,
        tricks,
        ..Partner::registered("Partner", "partner")
    }
}

/// How the bot's games ended: won, drawn, lost and not at all.
fn outcomes(records: &[Record]) -> [usize; 4] {
    let mut counts = [0; 4];
    for record in records {
        if let Record::Ended { names, outcome, .. } = record {
            let white = names[0] == BOT;
            counts[match (outcome, white) {
                (Result::White, true) | (Result::Black, false) => 0,
                (Result::Draw, _) => 1,
                (Result::None, _) => 3,
                _ => 2,
            }] += 1;
        }
    }
    counts
}

/// Commands of the bot's that the server has turned down, settings and probes apart.
fn rejected(records: &[Record]) -> Vec<String> {
    let tried = ["set ", "iset ", "match ", "date", "decline", "unseek", "oldmoves"];
    let ours = records.iter().filter_map(|record| match record {
        Record::Rejected { player, command, answer } if player == BOT => {
            Some(format!("{command}: {answer}"))
        }
        _ => None,
    });
    ours.filter(|text| !tried.iter().any(|word| text.starts_with(word))).collect()
}

#[test]
fn games_are_played_to_their_end_on_every_kind_of_server() {
    for (profile, kind, sealed) in [
        (Profile::Fics, "fics", true),
        (Profile::Lasker, "lasker", false),
        (Profile::Icc, "icc", false),
    ] {
        let server = practice::Config {
            profile,
            accounts: accounts(),
            partners: vec![partner(vec![])],
            seed: 5,
            ..practice::Config::default()
        };
        let mut world = World::new(server, config(kind, ""), 4, sealed, 1);
        world.play(10);
        let [won, drawn, lost, none] = outcomes(&world.records);
        assert_eq!((won + drawn + lost, none), (4, 0), "{:?}", world.tail());
        assert_eq!(rejected(&world.records), [""; 0]);
        assert_eq!((world.saved.len(), world.end), (4, Some(None)));
    }
}

/// Every kind of fault, by how often it may come.
fn faults(seed: u64) -> FaultPlan {
    let once = |fault, one_in| PlannedFault { fault, times: 6, one_in };
    let drop = |moment, one_in| once(Fault::Drop(moment), one_in);
    FaultPlan {
        seed,
        faults: vec![
            PlannedFault { fault: Fault::Drop(Moment::Accept), times: 1, one_in: 1 },
            PlannedFault { fault: Fault::Drop(Moment::GameEnd), times: 1, one_in: 1 },
            once(Fault::CutBoard, 60),
            drop(Moment::OwnMove, 60),
            drop(Moment::OpponentMove, 60),
            drop(Moment::Resume, 4),
            drop(Moment::Login, 6),
            once(Fault::BlackHole, 100),
            once(Fault::Delay(Duration::from_millis(400)), 40),
            PlannedFault { fault: Fault::Bytes, times: 100, one_in: 20 },
            PlannedFault { fault: Fault::Split, times: 100, one_in: 20 },
            PlannedFault { fault: Fault::Garbage, times: 100, one_in: 20 },
            PlannedFault { fault: Fault::Spoof(Spoof::Tell), times: 20, one_in: 30 },
            PlannedFault { fault: Fault::Spoof(Spoof::Kibitz), times: 20, one_in: 30 },
        ],
    }
}

/// What must hold of a run: no game lost by the bot or the link, clocks kept while a game is adjourned,
/// nothing turned down. Returns the share of the clock that the bot used by its 60th move, in percent,
/// of each game that got so far.
fn inspect(world: &World) -> Vec<i64> {
    let (mut adjourned, mut moves, mut shares) = (None, BTreeMap::new(), Vec::new());
    for record in &world.records {
        match record {
            Record::Ended { outcome, reason, .. } => {
                let lost = reason.contains(&format!("{BOT} forfeits"));
                assert!(!lost && *outcome != Result::None, "{record}: {:?}", world.tail());
                moves.clear();
            }
            Record::Adjourned { clocks, .. } => adjourned = Some(*clocks),
            Record::Resumed { clocks, .. } => {
                let before = adjourned.take().expect("an adjourned game");
                let near = clocks.iter().zip(before).all(|(now, then)| (now - then).abs() <= 1_000);
                assert!(near, "{record} after {before:?}");
            }
            Record::Move { game, player, clocks, .. } if player == BOT => {
                let made = moves.entry(*game).or_insert(0);
                *made += 1;
                assert!(
                    clocks.iter().all(|&left| left <= 60_000),
                    "not the game that was agreed on: {record}"
                );
                if *made == 60 {
                    shares.push(100 - *clocks.iter().min().unwrap() * 100 / 60_000);
                }
            }
            _ => {}
        }
    }
    assert_eq!(rejected(&world.records), [""; 0]);
    shares
}

/// No game is too fast for the connection.
const ANY_LAG: &str = "[accept]\nlag_share = 1000\n";

/// Plays so many games for each seed, with all faults; what faults there were, and shares of the clock.
fn faulted_games(seeds: std::ops::Range<u64>, games: u32) -> (BTreeMap<String, u32>, Vec<i64>) {
    let (mut seen, mut shares) = (BTreeMap::new(), Vec::new());
    for seed in seeds {
        let profile = if seed % 3 == 2 { Profile::Lasker } else { Profile::Fics };
        let kind = if seed % 3 == 2 { "lasker" } else { "fics" };
        let server = practice::Config {
            profile,
            accounts: accounts(),
            partners: vec![partner(vec![])],
            plan: faults(seed),
            seed,
            ..practice::Config::default()
        };
        let mut world = World::new(server, config(kind, ANY_LAG), games, seed % 2 == 0, seed);
        world.play(50);
        shares.extend(inspect(&world));
        for record in &world.records {
            if let Record::Faulted { fault, .. } = record {
                *seen.entry(format!("{fault:?}")).or_insert(0) += 1;
            }
        }
    }
    (seen, shares)
}

#[test]
fn no_fault_of_the_line_loses_a_game_or_makes_a_move_twice() {
    let (seen, _) = faulted_games(0..4, 6);
    assert!(seen.len() >= 12, "{seen:?}");
}

#[test]
#[ignore = "plays 100 games, some seconds"]
fn a_hundred_games_with_faults() {
    let (seen, mut shares) = faulted_games(0..20, 5);
    shares.sort_unstable();
    let median = shares.get(shares.len() / 2).copied().unwrap_or_default();
    let reached = shares.len();
    writeln!(
        io::stdout(),
        "{seen:#?}\n{reached} games reached move 60, {median} % of the clock used"
    )
    .unwrap();
    assert!(median >= 70, "{shares:?}");
    assert!(
        seen.len() == faults(0).faults.len() && seen.values().all(|&times| times >= 5),
        "{seen:?}"
    );
}

#[test]
fn a_guest_whose_link_breaks_finds_another_game() {
    let plan = FaultPlan {
        seed: 3,
        faults: vec![PlannedFault {
            fault: Fault::Drop(Moment::OpponentMove),
            times: 2,
            one_in: 10,
        }],
    };
    let partners = vec![Partner { resigns: true, nodes: 300, ..Partner::guest("GuestPart") }];
    let server = practice::Config { partners, plan, seed: 3, ..practice::Config::default() };
    let guest = "[seek]\nads = [\"1 0\"]\nevery = 10\n";
    let text = "[server]\nhost = \"practice\"\n[account]\nname = \"guest\"\n";
    let config = Config::parse(&format!("{text}{guest}"), "test").unwrap();
    let mut world = World::new(server, config, 2, false, 3);
    world.play(20);
    let count = |outcome: fn(&Result) -> bool| {
        let ended = world
            .records
            .iter()
            .filter(|record| matches!(record, Record::Ended { outcome: of, .. } if outcome(of)));
        ended.count()
    };
    assert_eq!((count(|it| *it == Result::None), count(|it| *it != Result::None)), (2, 2));
}

#[test]
fn an_opponent_who_asks_for_everything_gets_what_the_rules_grant() {
    let tricks = vec![
        (4, Trick::Say("takeback 2".to_owned())),
        (6, Trick::Say("takeback 2".to_owned())),
        (8, Trick::Say("draw".to_owned())),
        (14, Trick::Leave(Duration::from_secs(20))),
        (20, Trick::Say("abort\ntakeback 2".to_owned())),
        (24, Trick::Stall),
    ];
    let server = practice::Config {
        accounts: accounts(),
        partners: vec![partner(tricks)],
        seed: 4,
        ..practice::Config::default()
    };
    let mut world = World::new(server, config("fics", "[play]\ntakebacks = 1\n"), 1, true, 4);
    world.play(20);
    inspect(&world);
    let resumed = world.records.iter().filter(|record| matches!(record, Record::Resumed { .. }));
    assert_eq!(resumed.count(), 1, "{:?}", world.tail());
    let answer = |line: &&String| line.starts_with("accept") || line.starts_with("decline");
    let mut answers: Vec<&str> =
        world.sent.iter().filter(answer).map(|line| line.as_str()).collect();
    // A name that servers read as a word of their own is answered by the kind of the offer.
    answers.retain(|line| *line != "accept match");
    let wanted = ["accept takeback", "decline takeback", "decline abort", "decline takeback"];
    assert_eq!(answers, wanted);
    let unclear = |record: &&Record| record.to_string().contains("more than one");
    assert_eq!(world.records.iter().find(unclear).map(ToString::to_string), None);
}

#[test]
fn a_bot_that_is_started_anew_in_a_game_keeps_all_of_its_moves() {
    for (profile, kind) in [(Profile::Fics, "fics"), (Profile::Lasker, "lasker")] {
        let server = practice::Config {
            profile,
            accounts: accounts(),
            partners: vec![partner(vec![])],
            seed: 6,
            ..practice::Config::default()
        };
        let mut world = World::new(server, config(kind, ""), 1, false, 6);
        let moves = |world: &World| {
            let made = world.records.iter().filter(|record| matches!(record, Record::Move { .. }));
            made.count()
        };
        world.play_until(1, |world| moves(world) >= 21);
        world.forget(config(kind, ""), 1);
        world.play(10);
        let [record] = &world.saved[..] else { panic!("{:?}", world.tail()) };
        assert_eq!(record.start, Position::startpos(), "{kind}: {record}");
        assert_eq!(record.moves.len(), moves(&world), "{kind}: {record}");
        assert!(record.moves[..10].iter().all(|ply| ply.elapsed.is_some()), "{record}");
        inspect(&world);
    }
}
