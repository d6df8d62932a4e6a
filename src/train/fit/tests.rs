use std::{env, process};

use super::{data::tests::entry, *};
use crate::{
    eval::nnue::{Follower, KING_BUCKETS},
    position::{Piece, Position, squares},
    train::chance,
};

/// Two tiles wide, so that there is something of no use between columns.
const SHAPE: Shape = Shape { hidden: 64, buckets: 2, king_buckets: 1, rows: 0 };
/// The same with king buckets.
const KINGS: Shape = Shape { king_buckets: KING_BUCKETS, ..SHAPE };
/// The same with layers.
const LAYERS: Shape = Shape { rows: 8, ..SHAPE };

fn settings(shape: Shape, epochs: u32) -> Settings {
    Settings { shape, epochs, batch: 256, result: 0.0, rate: 1e-3, seed: 7, threads: 2 }
}

/// Positions of random games, with the chance that the men on the board alone would give.
fn counted(games: u64) -> Vec<(Position, i32)> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = Position::startpos();
        for _ in 0..120 {
            let moves = position.legal_moves();
            let Some(&mv) = random.choice(&moves) else { break };
            position.play(mv);
            found.push((position.clone(), balance(&position)));
        }
    }
    found
}

/// The men of the side to move less the others', in centipawns.
fn balance(position: &Position) -> i32 {
    let worth = |piece: Piece| [100, 300, 300, 500, 900, 0][piece.to_index()];
    let side = |color| -> i32 {
        let men = squares(position.color(color)).filter_map(|square| position.piece_on(square));
        men.map(worth).sum()
    };
    side(position.side()) - side(!position.side())
}

fn data(games: u64) -> Data {
    let mut data = Data::default();
    for (i, (position, score)) in counted(games).iter().enumerate() {
        let entry = entry(&position.fen(), chance(*score));
        if i % 10 == 0 { data.held_back.push(entry) } else { data.train.push(entry) }
    }
    data
}

#[test]
fn slopes_are_those_of_finite_differences() {
    [SHAPE, KINGS, LAYERS, Shape { rows: 16, ..KINGS }].into_iter().for_each(compare_slopes);
}

/// Compares the slopes of a network with what changing its weights a little makes of the errors.
fn compare_slopes(shape: Shape) {
    let data = data(2);
    let mut fit = Fit::new(settings(shape, 1)).unwrap();
    // Steeper than it begins, so that there is something to compare.
    fit.weights.iter_mut().for_each(|weight| *weight *= 3.0);
    let order: Vec<u32> = (0..40).collect();
    let mut slopes = vec![vec![0.0; fit.weights.len()]];
    fit.learn(&data.train, &order, &mut slopes);
    let [inputs, ..] = lengths(shape);
    let mut random = fastrand::Rng::with_seed(3);
    let mut places: Vec<usize> = (0..300).map(|_| random.usize(..inputs)).collect();
    places.extend(inputs..fit.weights.len());
    let mut steep = 0;
    for place in places {
        let (here, step) = (fit.weights[place], 5e-4);
        let mut at = |weight: f32| {
            fit.weights[place] = weight;
            Simd::PLAIN.run(fit.lesson(&data.train[..40]))
        };
        let slope = (at(here + step) - at(here - step)) / (2.0 * f64::from(step));
        fit.weights[place] = here;
        let found = f64::from(slopes[0][place]);
        assert!((found - slope).abs() < 0.02 * slope.abs() + 2e-3, "{place}: {found} {slope}");
        steep += u32::from(slope.abs() > 0.02);
    }
    assert!(steep > 40, "{steep} slopes to compare");
}

#[test]
fn what_is_learned_elsewhere_holds_also_where_a_king_never_stood() {
    // The first two king buckets are those of kings at home in the corner.
    let in_corner =
        |entry: &Entry| entry.king_buckets(KING_BUCKETS).iter().any(|&bucket| bucket < 2);
    let (corner, elsewhere) = data(60).train.into_iter().partition(in_corner);
    let data = Data { train: elsewhere, held_back: corner };
    let mut fit = Fit::new(settings(KINGS, 12)).unwrap();
    let before = fit.test(&data.held_back);
    while !fit.is_done() {
        fit.epoch(&data, |_| true).unwrap();
    }
    let after = fit.losses().last().unwrap().held_back;
    // What each bucket learns beside what all have in common is missing there.
    assert!(after < 0.75 * before, "{before} {after}");
}

#[test]
fn it_learns_to_count_the_men() {
    [SHAPE, LAYERS].into_iter().for_each(count_the_men);
}

fn count_the_men(shape: Shape) {
    let data = data(60);
    let mut fit = Fit::new(settings(shape, 12)).unwrap();
    let before = fit.test(&data.held_back);
    while !fit.is_done() {
        fit.epoch(&data, |_| true).unwrap();
    }
    let after = fit.losses().last().unwrap().held_back;
    assert!(after < before / 10.0, "{before} {after}");
    // As whole numbers it says the same.
    let network = std::sync::Arc::new(fit.network().unwrap());
    let (mut off, mut count) = (0.0, 0);
    for (i, (position, _)) in counted(60).iter().enumerate().filter(|(i, _)| i % 10 == 0).take(200)
    {
        let score = Follower::new(network.clone(), position).score(position);
        let entry = &data.held_back[i / 10];
        let chance = 1.0 / (1.0 + (-f64::from(score) / 400.0).exp());
        off += (chance - f64::from(entry.target(0.0))).powi(2);
        count += 1;
    }
    let whole = off / f64::from(count);
    assert!(whole < 1.5 * after + 1e-4, "{whole} instead of {after}");
}

#[test]
fn the_same_seed_gives_the_same_network_also_when_it_was_broken_off() {
    let (data, settings) = (data(8), settings(SHAPE, 3));
    let path = env::temp_dir().join(format!("checkpoint-{}", process::id()));
    let mut whole = Fit::new(settings).unwrap();
    let mut resumed = Fit::new(settings).unwrap().resume(77, &path).unwrap();
    for _ in 0..3 {
        whole.epoch(&data, |_| true).unwrap();
        resumed.epoch(&data, |_| true).unwrap();
        resumed.save(77, &path).unwrap();
        assert!(resumed.is_done() || resumed.epoch(&data, |_| false).is_none());
        resumed = Fit::new(settings).unwrap().resume(77, &path).unwrap();
    }
    let other = Fit::new(Settings { seed: 8, ..settings })
        .unwrap()
        .resume(77, &path)
        .unwrap_err()
        .to_string();
    let elsewhere = Fit::new(settings).unwrap().resume(78, &path).unwrap_err().to_string();
    std::fs::write(&path, "zeitnot-fit 5 of something else\n").unwrap();
    let foreign = Fit::new(settings).unwrap().resume(77, &path).unwrap_err().to_string();
    let _ = std::fs::remove_file(&path);
    assert_eq!(whole, resumed);
    for refusal in [other, elsewhere, foreign] {
        assert!(refusal.contains("another fit"), "{refusal}");
    }
    let mut different = Fit::new(Settings { seed: 8, ..settings }).unwrap();
    different.epoch(&data, |_| true).unwrap();
    assert_ne!(whole.network().unwrap().hash(), different.network().unwrap().hash());
}

#[test]
fn it_begins_where_another_network_stands_also_when_it_is_wider_or_gets_layers() {
    let data = data(20);
    let mut fit = Fit::new(settings(SHAPE, 3)).unwrap();
    while !fit.is_done() {
        fit.epoch(&data, |_| true).unwrap();
    }
    let (network, learned) = (fit.network().unwrap(), fit.losses().last().unwrap().held_back);
    let next = Fit::from(settings(SHAPE, 1), &network).unwrap();
    assert_eq!(next.network().unwrap().hash(), network.hash());
    let wide = Shape { hidden: 96, ..SHAPE };
    for more in [wide, LAYERS, Shape { rows: 16, ..wide }] {
        let begun = Fit::from(settings(more, 1), &network).unwrap().test(&data.held_back);
        let unlearned = Fit::new(settings(more, 1)).unwrap().test(&data.held_back);
        assert!(begun < (learned + unlearned) / 2.0, "{more}: {learned} {begun} {unlearned}");
    }
    for other in [Shape { buckets: 4, ..SHAPE }, Shape { buckets: 1, ..SHAPE }] {
        let refusal = Fit::from(settings(other, 1), &network).unwrap_err().to_string();
        assert!(refusal.contains("(768 -> 64)x2 -> 2"), "{refusal}");
    }
    let layers = Fit::new(settings(LAYERS, 1)).unwrap().network().unwrap();
    let again = Fit::from(settings(LAYERS, 1), &layers).unwrap();
    assert_eq!(again.network().unwrap().hash(), layers.hash());
    for other in [SHAPE, Shape { rows: 16, ..SHAPE }] {
        let refusal = Fit::from(settings(other, 1), &layers).unwrap_err().to_string();
        assert!(refusal.contains("(8 -> 32 -> 1)x2"), "{refusal}");
    }
    let path = env::temp_dir().join(format!("begun-{}", process::id()));
    next.save(5, &path).unwrap();
    let by_chance = Fit::new(settings(SHAPE, 1)).unwrap().resume(5, &path);
    let resumed = next.clone().resume(5, &path);
    let _ = std::fs::remove_file(&path);
    assert!(by_chance.is_err());
    assert_eq!(resumed.unwrap(), next);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let settings = settings(SHAPE, 2);
    let path = env::temp_dir().join(format!("damaged-{}", process::id()));
    Fit::new(settings).unwrap().save(1, &path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let refused: Vec<bool> = [whole.len() - 1, whole.len() - 16, 200]
        .map(|length| {
            std::fs::write(&path, &whole[..length]).unwrap();
            Fit::new(settings).unwrap().resume(1, &path).is_err()
        })
        .to_vec();
    let _ = std::fs::remove_file(&path);
    assert_eq!(refused, [true; 3]);
}

#[test]
fn the_curve_shows_both_losses() {
    let losses = [0.2, 0.15, 0.12].map(|train| Loss { train, held_back: train + 0.01 });
    let picture = curve("a network", &losses).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("held back"), "{picture}");
    assert!(curve("nothing yet", &[]).is_ok());
}
