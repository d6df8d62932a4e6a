use super::*;
use crate::timing::Signals;

/// Moments whose chance of a change falls with stability and gap in a known way.
fn moments_of(count: usize, stable: f64, gap: f64) -> Vec<Moment> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..count)
        .map(|number| {
            let signals = Signals {
                depth: random.u32(6..20),
                completed: true,
                stable_iterations: random.u32(0..12),
                best_share: random.u32(200..1000),
                legal_moves: random.u32(2..50),
                score: random.i32(-300..300),
                second_best: None,
                ..Signals::default()
            };
            let mut terms = Terms::of(&signals);
            terms.gap = 3.0 * random.f64();
            let chance = Link::Odds.forecast(1.0 + stable * terms.stable + gap * terms.gap);
            let changed = random.f64() < chance;
            let gain = if changed { 40.0 * terms.stakes * random.f64() } else { 0.0 };
            Moment { game: number % 40, terms, gap_known: true, changed, gain }
        })
        .collect()
}

#[test]
fn a_known_relation_is_found_again() {
    let learned = learn(&moments_of(20_000, -1.6, -0.8));
    let Terms { base, stable, gap, depth, .. } = learned.change_with_gap;
    assert!((stable + 1.6).abs() < 0.1 && (gap + 0.8).abs() < 0.1, "{learned:?}");
    assert!((base - 1.0).abs() < 0.6 && depth.abs() < 0.2, "{learned:?}");
    assert_eq!(learned.change.gap, 0.0);
    assert!(learned.gain.stable < -0.5 && learned.gain.stakes > 0.5, "{learned:?}");
}

#[test]
fn what_is_learned_is_better_than_the_mean_on_other_games() {
    let moments = moments_of(6_000, -1.6, -0.8);
    for gap in [false, true] {
        let held = held_out(Lesson { link: Link::Odds, gap }, &moments);
        assert!(held.loss < held.base - 0.02, "{held:?}");
        let bins = &held.bins;
        assert!(bins.len() == 10 && bins[9].came > bins[0].came + 0.2);
        assert!(bins.iter().all(|bin| (bin.forecast - bin.came).abs() < 0.08), "{bins:?}");
        assert!(held.in_top_fifth > 0.3);
    }
    let without = held_out(Lesson { link: Link::Odds, gap: false }, &moments);
    let with = held_out(Lesson { link: Link::Odds, gap: true }, &moments);
    assert!(with.loss < without.loss - 0.01);
}

#[test]
fn where_nothing_can_be_known_nothing_is_made_up() {
    let moments = moments_of(3_000, 0.0, 0.0);
    let held = held_out(Lesson { link: Link::Odds, gap: true }, &moments);
    assert!((held.loss - held.base).abs() < 0.005, "{held:?}");
    assert_eq!(fit(Link::Exponential, &[]), [0.0; Terms::COUNT]);
}

#[test]
fn the_file_says_how_it_came_about_and_is_read_again() {
    let learned = learn(&moments_of(500, -1.0, -0.5));
    let text = to_toml(&learned, "by hand\nfrom nothing").unwrap();
    assert!(text.starts_with("# by hand\n# from nothing\n\n[change]\n"), "{text}");
    let read = Forecast::parse(&text).unwrap();
    assert!((read.gain.stable - learned.gain.stable).abs() < 1e-4);
}
