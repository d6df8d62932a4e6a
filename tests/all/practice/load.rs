//! Crowds: everybody wants something of the bot at once, while it plays.

use std::time::Duration;

use super::{accounts, outcomes, partner, world::*};
use zeitnot::practice::{self, Partner, Record};

/// Strangers challenge and talk so often each second, for so many seconds.
const CHALLENGES: usize = 17;
const TELLS: usize = 84;
const SECONDS: usize = 60;
/// An owner is answered within so long.
const SOON: Duration = Duration::from_secs(5);

/// The moves that the bot has made.
fn moves(world: &World) -> usize {
    let own = |record: &&Record| matches!(record, Record::Move { player, .. } if player == BOT);
    world.records.iter().filter(own).count()
}

#[test]
fn a_crowd_neither_costs_time_nor_keeps_an_owner_waiting() {
    let server = practice::Config {
        accounts: accounts(),
        // One that does not mate in a dozen moves.
        partners: vec![Partner { nodes: 200, ..partner(vec![]) }],
        seed: 8,
        ..practice::Config::default()
    };
    let rules = "owners = [\"Boss\"]\n[talk]\nreasons = true\n";
    let mut world = World::new(server, config("fics", rules), 1, true, 8);
    world.play_until(1, |world| moves(world) >= 5);
    let before = moves(&world);
    let (mut challenges, mut tells, mut asked) = (0, 0, 0);
    for second in 0..SECONDS {
        for n in 0..CHALLENGES {
            let name = format!("Pest{}", letters(second * CHALLENGES + n));
            world.hear(&format!("\n\rChallenge: {name} (1500) {BOT} (1900) rated blitz 1 0.\n\r"));
            challenges += 1;
        }
        for n in 0..TELLS {
            let name = format!("Fan{}", letters(n));
            world.hear(&format!("\n\r{name} tells you: {}\n\r", ["help", "hi", "status"][n % 3]));
            tells += 1;
        }
        let from = world.now();
        if second % 10 == 5 {
            world.hear("\n\rBoss tells you: status\n\r");
            asked += 1;
            let answers = |world: &World| {
                world.sent.iter().filter(|line| line.starts_with("tell Boss ")).count()
            };
            world.play_until(1, |world| answers(world) == asked);
            let took = world.now() - from;
            assert!(took <= SOON, "answered after {took:?}");
        }
        let next = from + Duration::from_secs(1);
        world.play_until(1, |world| world.now() >= next || world.end.is_some());
    }
    assert!(challenges >= 1_000 && tells >= 5_000 && asked == 6);
    assert!(moves(&world) > before + 10, "it went on playing: {:?}", world.tail());
    world.play(1);
    assert_eq!(outcomes(&world.records)[3], 0, "{:?}", world.tail());
    assert!(!world.records.iter().any(|record| record.to_string().contains("forfeits on time")));
    let talk = world.sent.iter().filter(|line| line.starts_with("tell ")).count();
    assert!(talk < 60, "{talk} tells in about two minutes would be muted");
}

/// A number as servers take it in a name.
fn letters(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}
