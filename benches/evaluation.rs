//! What it costs to follow a move and score the position after it: the hand-written evaluation beside
//! networks, all in turn in every round, so that whatever else the machine does hits them alike. Run
//! it with `cargo bench --bench evaluation`.
#![allow(clippy::disallowed_methods)] // measuring time is what a bench is for
#![allow(clippy::disallowed_macros)] // and printing it
#![allow(clippy::unwrap_used)] // the positions are known

use std::{hint::black_box, sync::Arc, time::Instant};

use zeitnot::{
    eval::{
        Evaluation, Stack,
        nnue::{KING_BUCKETS, Network, Shape, Simd},
    },
    position::{Delta, Position},
    search::bench::MIDDLEGAMES,
};

const ROUNDS: usize = 15;
/// Widths and numbers of king buckets.
const SHAPES: [(usize, usize); 5] =
    [(128, 1), (256, 1), (384, 1), (384, KING_BUCKETS), (512, KING_BUCKETS)];

/// A position with what each of its moves leads to.
type Node = (Position, Vec<(Delta, Position)>);

fn nodes() -> Vec<Node> {
    let node = |fen: &&str| {
        let position = Position::from_fen(fen).unwrap();
        let after = |mv| {
            let mut next = position.clone();
            (next.play(mv), next)
        };
        (position.clone(), position.legal_moves().into_iter().map(after).collect())
    };
    MIDDLEGAMES.iter().map(node).collect()
}

/// A network of weights drawn by chance.
fn network(hidden: usize, king_buckets: usize, simd: Simd) -> Evaluation {
    let mut random = fastrand::Rng::with_seed(1);
    let shape = Shape { hidden, buckets: 1, king_buckets, rows: 0 };
    let parts = shape.parts().map(|n| (0..n).map(|_| random.f32() - 0.5).collect::<Vec<f32>>());
    let network = Network::quantised(shape, parts.each_ref().map(|part| &part[..])).unwrap();
    Evaluation::Network(Arc::new(network.with(simd)))
}

/// Nanoseconds for a move followed, scored and taken back.
fn nanoseconds(nodes: &[Node], evaluation: &Evaluation) -> f64 {
    let mut stack = Stack::new(&nodes[0].0, evaluation);
    let (mut count, start) = (0_u32, Instant::now());
    for (position, moves) in nodes {
        stack.reset(position);
        black_box(stack.score(position));
        for (delta, next) in moves.iter().cycle().take(20 * moves.len()) {
            stack.push(delta);
            black_box(stack.score(next));
            stack.pop();
            count += 1;
        }
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(count)
}

fn main() {
    let nodes = nodes();
    let mut kinds = vec![("classical".to_owned(), Evaluation::Classical)];
    for (hidden, king_buckets) in SHAPES {
        let named = |simd| {
            (format!("{hidden} x {king_buckets} {simd:?}"), network(hidden, king_buckets, simd))
        };
        kinds.extend(Simd::all().map(named));
    }
    let mut times = vec![Vec::new(); kinds.len()];
    for _ in 0..ROUNDS {
        for ((_, evaluation), times) in kinds.iter().zip(&mut times) {
            times.push(nanoseconds(&nodes, evaluation));
        }
    }
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    println!("nanoseconds a move, least and median of {ROUNDS} rounds; median beside the first");
    for ((name, _), values) in kinds.iter().zip(&times) {
        let median = values[ROUNDS / 2];
        let ratio = median / times[0][ROUNDS / 2];
        println!("{name:<22} {:7.1} {median:7.1} {ratio:6.2}", values[0]);
    }
}
