//! What holds for every control and whatever is done to the clocks.

use std::num::NonZeroU32;

use proptest::prelude::*;

use super::*;
use crate::clock::{AtZero, Bonus, BonusKind, MOST_STAGES, Stage};

/// What may be done to a ledger.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Start(Color),
    Stop,
    Pause,
    Resume,
    Press,
    Correct(Color, Duration),
    Undo,
    Recount,
}

fn any_time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        Just(Duration::ZERO),
        (0..200_u64).prop_map(Duration::from_secs),
        (0..1_000_000_u64).prop_map(Duration::from_micros),
        Just(UNLIMITED),
        Just(Duration::MAX),
    ]
}

fn any_moves() -> impl Strategy<Value = Option<NonZeroU32>> {
    prop_oneof![0..6_u32, any::<u32>()].prop_map(NonZeroU32::new)
}

fn any_stage() -> impl Strategy<Value = Stage> {
    let kinds = [BonusKind::Increment, BonusKind::Bronstein, BonusKind::Delay];
    let at_zero = [AtZero::Lost, AtZero::SoftFlag, AtZero::Overtime];
    let bonus = (any_time(), any_moves(), prop::sample::select(kinds.to_vec())).prop_map(
        |(time, every, kind)| Bonus { time, every: every.unwrap_or(NonZeroU32::MIN), kind },
    );
    let at_zero = prop::sample::select(at_zero.to_vec());
    (any_time(), any_moves(), any::<bool>(), at_zero, bonus).prop_map(
        |(time, moves, resets, at_zero, bonus)| Stage { time, moves, resets, at_zero, bonus },
    )
}

fn any_control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        1 => any_time().prop_map(TimeControl::PerMove),
        1 => Just(TimeControl::Unlimited),
        2 => (any_moves(), any_time(), any_time()).prop_map(|(moves, base, increment)| {
            TimeControl::Tournament { moves, base, increment }
        }),
        6 => prop::collection::vec(any_stage(), 1..=MOST_STAGES)
            .prop_map(|stages| Stages::new(stages).unwrap().into()),
    ]
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let color = || prop_oneof![Just(Color::White), Just(Color::Black)];
    prop_oneof![
        2 => color().prop_map(Deed::Start),
        1 => Just(Deed::Stop),
        1 => Just(Deed::Pause),
        1 => Just(Deed::Resume),
        8 => Just(Deed::Press),
        1 => (color(), any_time()).prop_map(|(color, time)| Deed::Correct(color, time)),
        1 => Just(Deed::Undo),
        1 => Just(Deed::Recount),
    ]
}

/// All that later stages could bring when a clock runs out.
fn overtime(control: &TimeControl) -> Duration {
    let later = control.stages().iter().skip(1).map(|stage| stage.time).collect::<Vec<_>>();
    later.into_iter().fold(Duration::ZERO, Duration::saturating_add)
}

/// What the announced refills make of a clock with `left` on it once the move is made.
fn announced(view: &ClockView, spent: Duration) -> Duration {
    let due = view.refills.iter().filter(|refill| refill.after_moves == 1);
    due.fold(view.remaining, |left, refill| match refill.kind {
        RefillKind::Add => left.saturating_add(refill.amount),
        RefillKind::Reset => refill.amount,
        RefillKind::Bronstein => left.saturating_add(refill.amount.min(spent)),
    })
}

proptest! {
    /// A clock gets what was announced and nothing else, when a move is made and not otherwise.
    #[test]
    fn no_time_comes_from_nothing(
        control in any_control(),
        first in any_moves(),
        deeds in prop::collection::vec((any_deed(), any_time()), 1..60),
    ) {
        let mut ledger = Ledger::new(control);
        let mut made = [first.map_or(0, NonZeroU32::get); 2];
        ledger.set_control(control, made);
        let carried = matches!(control, TimeControl::Tournament { .. } | TimeControl::Staged(_));
        for (deed, now) in deeds {
            let before = [Color::White, Color::Black].map(|color| {
                ledger.view(color, made[color.to_index()], now)
            });
            match deed {
                Deed::Start(color) => ledger.start(color, now),
                Deed::Stop => ledger.stop(now),
                Deed::Pause => ledger.pause(now),
                Deed::Resume => ledger.resume(now),
                Deed::Press => if let Some(color) = ledger.running() {
                    let (view, index) = (&before[color.to_index()], color.to_index());
                    made[index] = made[index].saturating_add(1);
                    ledger.press(now, made[index]);
                    let left = ledger.remaining(color, now);
                    if made[index] < u32::MAX && control != TimeControl::Unlimited {
                        let most = announced(view, Duration::MAX);
                        let overtime = if most.is_zero() { overtime(&control) } else { most };
                        prop_assert!(left <= most.max(overtime));
                        prop_assert!(left >= announced(view, Duration::ZERO));
                    }
                },
                Deed::Correct(color, told) => {
                    ledger.correct(color, told, now);
                    let most = told.saturating_add(overtime(&control));
                    prop_assert!(ledger.remaining(color, now) <= most);
                }
                Deed::Undo => made = made.map(|made| made.saturating_sub(1)),
                Deed::Recount => ledger.recount(made),
            }
            let quiet = !matches!(deed, Deed::Press | Deed::Correct(..));
            for (color, view) in [Color::White, Color::Black].into_iter().zip(&before) {
                let left = ledger.remaining(color, now);
                prop_assert!(!quiet || !carried || left == view.remaining, "{:?}", deed);
                let later = ledger.remaining(color, now.saturating_add(Duration::from_secs(7)));
                prop_assert!(later <= left.saturating_add(overtime(&control)));
            }
        }
    }
}
