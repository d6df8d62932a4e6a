use std::{fs, process, sync::Arc};

use super::*;
use crate::position::{Color, Position, squares};

/// A network of weights drawn by chance, so that some sums are cut at either end.
fn network(seed: u64, [hidden, buckets, king_buckets, rows]: [usize; 4]) -> Network {
    let mut random = fastrand::Rng::with_seed(seed);
    let shape = Shape { hidden, buckets, king_buckets, rows };
    let parts = shape.parts().map(|length| {
        (0..length).map(|_| (random.f32() - 0.45) * CLIP / 4.0).collect::<Vec<f32>>()
    });
    Network::quantised(shape, parts.each_ref().map(|part| &part[..])).unwrap()
}

/// A network with every weight at its bound, but those of the rows at `row`, some of them below zero.
fn extreme(hidden: usize, rows: usize, row: f32, below: [bool; 5]) -> Network {
    let shape = Shape { hidden, buckets: 1, king_buckets: 1, rows };
    let [inputs, biases, outputs, rows, heads, last] = shape.parts();
    let bounds = [(inputs, CLIP), (biases, CLIP), (outputs, CLIP), (rows, row), (heads, CLIP)];
    let at =
        |((length, bound), below): ((_, f32), _)| vec![if below { -bound } else { bound }; length];
    let parts = bounds.into_iter().zip(below).map(at).chain([vec![0.0; last]]);
    let parts: Vec<Vec<f32>> = parts.collect();
    Network::quantised(shape, std::array::from_fn(|part| &parts[part][..])).unwrap()
}

/// The weights of a network in wide numbers, one part after another.
fn weights(network: &Network) -> Vec<i64> {
    let last = network.output_biases().iter().map(|&bias| bias.into());
    network.narrow().map(i64::from).chain(last).collect()
}

/// The score as the definition of the network has it, in wide numbers.
fn defined(network: &Network, weights: &[i64], position: &Position) -> i32 {
    let Shape { hidden, king_buckets, rows, .. } = network.shape();
    let mut rest = weights;
    let [inputs, biases, outputs, row_weights, heads, last] =
        network.shape().parts().map(|length| {
            let (part, others) = rest.split_at(length);
            rest = others;
            part
        });
    let bucket = network.shape().bucket(position.occupied().popcnt() as usize);
    let us = position.side();
    let (mut total, mut row_sums) = (0, vec![0; rows]);
    for (place, view) in [us, !us].into_iter().enumerate() {
        let mut sums = biases.to_vec();
        for square in squares(position.occupied()) {
            let (color, piece) = position.man_on(square).unwrap();
            let outlook = Outlook::new(view, position.king(view), king_buckets);
            let column = Man::new(color, piece, square).input(view, outlook);
            for (sum, weight) in sums.iter_mut().zip(&inputs[column * hidden..][..hidden]) {
                *sum += weight;
            }
        }
        let outputs = &outputs[(2 * bucket + place) * hidden..][..hidden];
        total += sums
            .iter()
            .zip(outputs)
            .map(|(sum, weight)| (sum.clamp(&0, &255).pow(2) >> 5 << 5) * weight)
            .sum::<i64>();
        for (row, row_sum) in row_sums.iter_mut().enumerate() {
            let weights = &row_weights[(2 * (rows * bucket + row) + place) * hidden..][..hidden];
            let squares = sums.iter().map(|sum| (sum.clamp(&0, &255).pow(2) + 256) >> 9);
            *row_sum += squares.zip(weights).map(|(square, weight)| square * weight).sum::<i64>();
        }
    }
    let head = heads.len() / network.shape().buckets;
    let behind = behind(&row_sums, &heads[head * bucket..][..head]);
    let score = (total / 255 + last[bucket] + behind) * 400 / (255 * 1024);
    score.clamp(-19_999, 19_999) as i32
}

/// What the layers behind an output with these sums of rows add to it.
fn behind(row_sums: &[i64], head: &[i64]) -> i64 {
    let rows = row_sums.len();
    if rows == 0 {
        return 0;
    }
    let (row_biases, head) = head.split_at(rows);
    let cuts = row_sums.iter().zip(row_biases).map(|(sum, bias)| (sum + bias).clamp(0, 127 * 64));
    let squares = cuts.clone().map(|cut| cut * cut / (127 * 64));
    let seen: Vec<i64> = cuts.chain(squares).collect();
    let (weights, head) = head.split_at(2 * rows * 32);
    let (biases, last) = head.split_at(32);
    let neuron = |n: usize| {
        let sum: i64 = seen.iter().zip(weights.chunks(32)).map(|(seen, row)| seen * row[n]).sum();
        ((1024 * biases[n] + sum) / 1024).clamp(0, 127 * 64)
    };
    let output: i64 = (0..32).map(|n| neuron(n) * last[n]).sum();
    output * 255 / (127 * 64)
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

/// Calls `visit` with the positions of random games, with passes, castling wherever it is possible
/// and moves taken back, and with followers that went along.
fn random_games(
    games: u64,
    networks: &[Arc<Network>],
    mut visit: impl FnMut(&Position, &mut [Follower], &mut fastrand::Rng),
) {
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut line = vec![Position::from_fen(STARTS[seed as usize % STARTS.len()]).unwrap()];
        let mut followers: Vec<Follower> =
            networks.iter().map(|network| Follower::new(network.clone(), &line[0])).collect();
        for _ in 0..150 {
            let mut next = line.last().unwrap().clone();
            if random.u8(..8) == 0 && line.len() > 1 {
                line.pop();
                followers.iter_mut().for_each(Follower::pop);
            } else if random.u8(..16) == 0 && !next.in_check() {
                next.play_null();
                followers.iter_mut().for_each(|follower| follower.push(&Default::default()));
                line.push(next);
            } else {
                let moves = next.legal_moves();
                let castling = moves.iter().find(|&&mv| next.is_castling(mv));
                let Some(&mv) = castling.or_else(|| random.choice(&moves)) else { break };
                let delta = next.play(mv);
                followers.iter_mut().for_each(|follower| follower.push(&delta));
                line.push(next);
            }
            visit(line.last().unwrap(), &mut followers, &mut random);
        }
    }
}

#[test]
fn following_moves_gives_the_score_of_a_fresh_look() {
    let network = Arc::new(network(1, [64, 4, KING_BUCKETS, 8]));
    let (mut seen, mut differ) = (0, 0);
    random_games(120, std::slice::from_ref(&network), |position, followers, random| {
        let fresh = Follower::new(network.clone(), position).score(position);
        differ += u32::from(fresh.abs() > 1);
        seen += 1;
        // Often no score is wanted, and several moves are followed at once later.
        if random.bool() {
            assert_eq!(followers[0].score(position), fresh, "{position:?}");
        }
    });
    assert!(seen > 10_000 && differ > seen / 2, "{differ} of {seen} positions");
}

#[test]
fn every_processor_comes_to_the_score_of_the_definition() {
    let kinds =
        |seed, shape| Simd::all().map(move |simd| Arc::new(network(seed, shape).with(simd)));
    let networks: Vec<Arc<Network>> = kinds(2, [32, 1, 1, 0])
        .chain(kinds(3, [96, 8, KING_BUCKETS, 8]))
        .chain(kinds(4, [256, 2, 1, 16]))
        .chain(kinds(5, [64, 4, 1, 8]))
        .chain(kinds(6, [128, 2, 1, 8]))
        .collect();
    let weights: Vec<Vec<i64>> = networks.iter().map(|network| weights(network)).collect();
    random_games(4, &networks, |position, followers, random| {
        if random.u8(..4) > 0 {
            return;
        }
        for ((network, weights), follower) in networks.iter().zip(&weights).zip(followers) {
            let wanted = defined(network, weights, position);
            assert_eq!(follower.score(position), wanted, "{position:?}");
        }
    });
}

#[test]
fn no_sum_overflows_with_all_weights_at_their_bounds() {
    let full = Position::startpos();
    // Eight products with weights of a half (32) stay within 16 bits, with anything above they do not.
    let rows = [CLIP, 0.5, 33.0 / 64.0];
    for (case, row) in (0..32).flat_map(|case| rows.map(|row| (case, row))) {
        let below = [0, 1, 2, 3, 4].map(|bit| case >> bit & 1 == 1);
        let network = Arc::new(extreme(1024, 16, row, below));
        let wanted = defined(&network, &weights(&network), &full);
        for simd in Simd::all() {
            let network = Arc::new(extreme(1024, 16, row, below).with(simd));
            let score = Follower::new(network.clone(), &full).score(&full);
            assert_eq!(score, wanted, "{row} {below:?} {simd:?}");
        }
    }
}

#[test]
fn a_board_turned_round_has_the_same_score() {
    let network = Arc::new(network(5, [32, 2, KING_BUCKETS, 8]));
    let score = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        Follower::new(network.clone(), &position).score(&position)
    };
    let pairs = [
        ("4k3/pp6/8/8/8/5N2/5PPP/4K3 w - - 0 1", "4k3/5ppp/5n2/8/8/8/PP6/4K3 b - - 0 1"),
        ("3k4/8/8/8/8/5N2/5PPP/6K1 w - - 0 1", "4k3/8/8/8/8/2N5/PPP5/1K6 w - - 0 1"),
    ];
    for (one, other) in pairs {
        assert_eq!(score(one), score(other), "{one}");
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    for (king_buckets, rows, name) in [
        (1, 0, "(768 -> 64)x2 -> 3"),
        (8, 0, "(8 x 768 -> 64)x2 -> 3"),
        (8, 16, "(8 x 768 -> 64)x2 -> (16 -> 32 -> 1)x3"),
    ] {
        let network = network(6, [64, 3, king_buckets, rows]);
        let read = Network::parse(&network.to_bytes()).unwrap();
        assert_eq!((read.shape(), read.hash()), (network.shape(), network.hash()));
        assert_eq!(read.to_bytes(), network.to_bytes());
        assert_eq!(read.shape().to_string(), name);
    }
}

#[test]
fn a_file_has_a_byte_for_a_small_weight_and_three_for_a_large_one() {
    let shape = Shape { hidden: 32, buckets: 1, king_buckets: 1, rows: 0 };
    let [inputs, biases, outputs, ..] = shape.parts();
    let size = |weight: f32| {
        let narrow = vec![weight / 255.0; inputs];
        let parts = [&narrow[..], &vec![0.0; biases], &vec![0.0; outputs], &[], &[], &[0.0]];
        let network = Network::quantised(shape, parts).unwrap();
        let bytes = network.to_bytes();
        assert_eq!(Network::parse(&bytes).unwrap().hash(), network.hash(), "{weight}");
        bytes.len()
    };
    let small = size(0.0);
    for (weight, bytes) in [(127.0, 1), (-127.0, 1), (128.0, 3), (-128.0, 3), (-129.0, 3)] {
        assert_eq!(size(weight), small + (bytes - 1) * inputs, "{weight}");
    }
}

#[test]
fn a_wrong_file_is_refused_with_its_reason() {
    let good = network(7, [32, 1, 1, 0]).to_bytes();
    let refusal = |bytes: &[u8]| Network::parse(bytes).unwrap_err().to_string();
    assert!(refusal(b"").contains("no network"));
    assert!(refusal(b"zeitnot-network 2 hidden=32").contains("no network"));
    for cut in [1, 5, good.len() / 2] {
        let error = refusal(&good[..good.len() - cut]);
        assert!(error.contains(" weights instead of "), "{cut}: {error}");
    }
    assert!(refusal(&[&good[..], &[0]].concat()).contains(" weights instead of "));
    for place in [90, good.len() / 2, good.len() - 1] {
        let mut damaged = good.clone();
        damaged[place] ^= 1;
        assert!(refusal(&damaged).contains("check sum"), "{place}");
    }
    for line in [
        "hidden=33 buckets=1",
        "hidden=2048 buckets=1",
        "hidden=32 buckets=0",
        "hidden=32 buckets=1 kings=3",
        "hidden=32 buckets=1 rows=4",
    ] {
        let line = format!("zeitnot-network 3 {line} hash=0\n");
        assert!(refusal(line.as_bytes()).contains("cannot be"), "{line}");
    }
    let one = vec![3.0; INPUTS * 32];
    let beyond = [&one[..], &[0.0; 32], &[0.0; 64], &[], &[], &[0.0]];
    let refusal =
        Network::quantised(Shape { hidden: 32, buckets: 1, king_buckets: 1, rows: 0 }, beyond)
            .unwrap_err();
    assert!(refusal.to_string().contains("bounds"), "{refusal}");
}

#[test]
fn only_a_plain_file_is_opened() {
    assert!(Network::open(std::path::Path::new("/dev/zero")).is_err());
    assert!(Network::open(&std::env::temp_dir()).is_err());
    let path = std::env::temp_dir().join(format!("network-{}", process::id()));
    fs::write(&path, network(8, [32, 1, 1, 0]).to_bytes()).unwrap();
    let opened = Network::open(&path);
    let _ = fs::remove_file(&path);
    assert_eq!(opened.unwrap().shape(), Shape { hidden: 32, buckets: 1, king_buckets: 1, rows: 0 });
    assert!(Network::open(&path).is_err(), "it is gone");
}

#[test]
fn the_widest_network_is_opened_even_if_all_its_weights_are_large() {
    let shape = Shape { hidden: WIDEST, buckets: 32, king_buckets: KING_BUCKETS, rows: MOST_ROWS };
    let parts = shape.parts().map(|length| vec![CLIP; length]);
    let network = Network::quantised(shape, parts.each_ref().map(|part| &part[..])).unwrap();
    let path = std::env::temp_dir().join(format!("widest-network-{}", process::id()));
    fs::write(&path, network.to_bytes()).unwrap();
    let opened = Network::open(&path);
    let _ = fs::remove_file(&path);
    assert_eq!(opened.unwrap().hash(), network.hash());
}

#[test]
fn both_sides_count_for_every_output() {
    let network = Arc::new(network(9, [32, 8, 1, 8]));
    let buckets: Vec<usize> = (2..=32).map(|men| network.shape().bucket(men)).collect();
    assert!(buckets.is_sorted() && buckets[0] == 0 && buckets[30] == 7, "{buckets:?}");
    let position = Position::startpos();
    let black = position.clone().with_side_to_move(Color::Black).unwrap();
    let score = |position: &Position| Follower::new(network.clone(), position).score(position);
    assert_eq!(score(&position), score(&black), "the start is the same for both sides");
}

#[test]
fn an_output_is_multiplied_and_added_to() {
    let before = network(10, [64, 8, 1, 8]);
    let unchanged = OutputChange { thousandths: 1_000, centipawns: 0 };
    assert_eq!(before.with_outputs(&[unchanged; 8]).hash(), before.hash());
    // Of the eight outputs the last one is that of a full board.
    let mut changes = [unchanged; 8];
    changes[7] = OutputChange { thousandths: 500, centipawns: 30 };
    let after = before.with_outputs(&changes);
    let read = Network::parse(&after.to_bytes()).expect("a good file");
    assert_eq!(read.hash(), after.hash());
    let [before, after] = [before, after].map(Arc::new);
    let score = |network: &Arc<Network>, position: &Position| {
        Follower::new(network.clone(), position).score(position)
    };
    for fen in [STARTS[2], STARTS[3]] {
        let position = Position::from_fen(fen).expect("a good position");
        let (old, new) = (score(&before, &position), score(&after, &position));
        let full = before.shape().bucket(position.occupied().popcnt() as usize) == 7;
        let wanted = if full { old / 2 + 30 } else { old };
        assert!(old != 0 && (new - wanted).abs() <= 1, "{old} became {new}, not {wanted}");
    }
}

#[test]
fn the_mean_of_networks_has_the_means_of_their_weights() {
    let shape = [32, 2, 8, 8];
    let all = [network(1, shape), network(2, shape), network(2, shape)];
    let mean = weights(&Network::mean(&all[0], &all[1..]).unwrap());
    let [one, two, _] = all.each_ref().map(weights);
    for (mean, (one, two)) in mean.iter().zip(one.iter().zip(&two)) {
        assert!((3 * mean - (one + 2 * two)).abs() <= 1, "{mean} of {one} and twice {two}");
    }
    assert_eq!(Network::mean(&all[0], &[]).unwrap().hash(), all[0].hash());
    let unlike = Network::mean(&all[0], &[network(1, [32, 2, 8, 16])]);
    assert!(matches!(unlike, Err(NetworkError::Unlike { .. })));
}

#[test]
fn weights_that_are_multiplied_stay_within_their_bounds() {
    let twice = OutputChange { thousandths: 2_000, centipawns: 1_000_000 };
    let network = extreme(32, 8, CLIP, [false, true, true, false, true]).with_outputs(&[twice]);
    assert!(Network::parse(&network.to_bytes()).is_ok());
}
