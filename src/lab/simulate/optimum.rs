//! What could be had of a clock: by one who knows how long games are but nothing of the moves before
//! they are searched, and by one who knows how hard they are as well. Both by dynamic programming, from
//! the last move that any game reaches back to the first.

use super::{lengths::Lengths, pool::Setup, world::World};
use crate::clock::{AtZero, BonusKind, Stage, TimeControl};

/// A best time is known well enough up to such a part of itself and of the knee: the loss is flat there,
/// and hardly a ten-thousandth of it is given away.
const PRECISION: f64 = 0.03;
/// What a step of the search for it leaves (the golden section).
const GOLDEN: f64 = 0.618_033_988_749_895;

/// A place in a control: the stage, and the moves made in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    stage: usize,
    moves: u32,
}

/// A control in seconds, its times scaled, with what every move loses on its way.
pub(super) struct Track<'a> {
    world: &'a World,
    lengths: &'a Lengths,
    /// Points of a clock that are reckoned with.
    points: usize,
    stages: Vec<Stage>,
    scale: f64,
    lag: f64,
}

/// What is still lost from a place on, by time left: at the points of a clock of at most `top` seconds.
struct Losses {
    top: f64,
    points: Vec<f64>,
}

/// The best plan for a control: what is lost from each place of each move on.
pub(super) struct Plan<'a> {
    track: &'a Track<'a>,
    /// Difficulties that the planner can tell apart, with their probabilities.
    kinds: Vec<(f64, f64)>,
    /// By number of the move; it can be made at one place, or at few.
    losses: Vec<Vec<(Place, Losses)>>,
}

impl Losses {
    /// Between the points.
    fn at(&self, left: f64) -> f64 {
        let last = self.points.len() - 1;
        let place = (left / self.top).clamp(0.0, 1.0).sqrt() * last as f64;
        let below = (place as usize).min(last.saturating_sub(1));
        // The points lie on a parabola; between two of them the clock runs evenly.
        let time = |point: usize| (point as f64 / last as f64).powi(2) * self.top;
        let part = (left - time(below)) / (time(below + 1) - time(below)).max(f64::MIN_POSITIVE);
        let [low, high] = [self.points[below], self.points[below + 1]];
        low + (high - low) * part.clamp(0.0, 1.0)
    }
}

impl<'a> Track<'a> {
    /// A control whose times are all multiplied by `scale`; every move loses `lag` seconds.
    pub fn new(setup: &'a Setup, control: TimeControl, scale: f64, lag: f64) -> Track<'a> {
        let Setup { world, lengths, points, .. } = setup;
        Track { world, lengths, points: *points, stages: stages(control), scale, lag }
    }

    fn stage(&self, place: Place) -> &Stage {
        &self.stages[place.stage.min(self.stages.len() - 1)]
    }

    fn time(&self, stage: &Stage) -> f64 {
        self.scale * stage.time.as_secs_f64()
    }

    fn bonus(&self, stage: &Stage) -> f64 {
        self.scale * stage.bonus.time.as_secs_f64()
    }

    fn start(&self) -> (Place, f64) {
        let place = Place { stage: 0, moves: 0 };
        (place, self.time(self.stage(place)))
    }

    /// Overtime that begins when the clock of a place runs out.
    fn overtime(&self, place: Place) -> Option<&Stage> {
        let next = self.stages.get(place.stage + 1)?;
        (self.stage(place).at_zero == AtZero::Overtime).then_some(next)
    }

    /// What the clock waits for before it runs.
    fn delay(&self, place: Place) -> f64 {
        let stage = self.stage(place);
        if stage.bonus.kind == BonusKind::Delay { self.bonus(stage) } else { 0.0 }
    }

    /// Where move number `made` leads that takes `spent` seconds of a clock with `left`; `None` if the
    /// flag falls.
    fn after(&self, made: u32, place: Place, left: f64, spent: f64) -> Option<(Place, f64)> {
        let (mut place, mut left) = (place, left - (spent - self.delay(place)).max(0.0));
        if left < 0.0 {
            left += self.time(self.overtime(place)?);
            place = Place { stage: place.stage + 1, moves: 0 };
        }
        if left < 0.0 {
            return None;
        }
        let stage = *self.stage(place);
        if (made + 1).is_multiple_of(stage.bonus.every.get()) {
            left += match stage.bonus.kind {
                BonusKind::Increment => self.bonus(&stage),
                BonusKind::Bronstein => self.bonus(&stage).min(spent),
                BonusKind::Delay => 0.0,
            };
        }
        let Some(moves) = stage.moves.filter(|moves| place.moves + 1 == moves.get()) else {
            let counted = stage.moves.map_or(0, |_| place.moves + 1);
            return Some((Place { moves: counted, ..place }, left));
        };
        debug_assert!(moves.get() > 0);
        let next = (place.stage + 1).min(self.stages.len() - 1);
        let paid = self.stages[next];
        let kept = if paid.resets { 0.0 } else { left };
        Some((Place { stage: next, moves: 0 }, kept + self.time(&paid)))
    }

    /// The places that each move can be made at, with the most that a clock can show there.
    fn places(&self) -> Vec<Vec<(Place, f64)>> {
        let mut all = vec![vec![self.start()]];
        for made in 1..self.lengths.horizon() {
            let mut here: Vec<(Place, f64)> = Vec::new();
            for &(place, top) in &all[made - 1] {
                let through = self.overtime(place).map(|_| top + self.delay(place) + 1e-9);
                for spent in [Some(0.0), through].into_iter().flatten() {
                    if let Some((next, left)) = self.after(made as u32 - 1, place, top, spent) {
                        match here.iter_mut().find(|(known, _)| *known == next) {
                            Some((_, most)) => *most = most.max(left),
                            None => here.push((next, left)),
                        }
                    }
                }
            }
            all.push(here);
        }
        all
    }
}

/// The stages of a control; a fixed time for each move is a stage of one move.
fn stages(control: TimeControl) -> Vec<Stage> {
    let mut stages: Vec<Stage> = control.stages().iter().collect();
    if let TimeControl::PerMove(time) = control {
        let one = Some(std::num::NonZeroU32::MIN);
        stages = vec![Stage { resets: true, ..Stage::new(time, one) }];
    }
    stages
}

impl<'a> Plan<'a> {
    /// The best plan of one who knows no difficulties.
    pub fn blind(track: &'a Track<'a>) -> Plan<'a> {
        Plan::new(track, vec![(1.0, 1.0)])
    }

    /// The best plan of one who knows each move's difficulty when it comes.
    pub fn knowing(track: &'a Track<'a>) -> Plan<'a> {
        Plan::new(track, track.world.difficulties())
    }

    fn new(track: &'a Track<'a>, kinds: Vec<(f64, f64)>) -> Plan<'a> {
        let places = track.places();
        let mut plan = Plan { track, kinds, losses: places.iter().map(|_| Vec::new()).collect() };
        for made in (0..places.len()).rev() {
            for &(place, top) in &places[made] {
                let last = track.points;
                let time = |point: usize| (point as f64 / last as f64).powi(2) * top;
                let points = (0..=last).map(|point| plan.expected(made, place, time(point)));
                let losses = Losses { top: top.max(1e-9), points: points.collect() };
                plan.losses[made].push((place, losses));
            }
        }
        plan
    }

    /// What is lost from a move on, before its difficulty is known.
    fn expected(&self, made: usize, place: Place, left: f64) -> f64 {
        let each = self.kinds.iter();
        each.map(|&(difficulty, weight)| weight * self.best(made, place, left, difficulty).1).sum()
    }

    /// The best time for a move, and what is lost from it on.
    fn best(&self, made: usize, place: Place, left: f64, difficulty: f64) -> (f64, f64) {
        let free = self.track.delay(place);
        let reach = (left + free - self.track.lag).max(0.0);
        let overtime = self.track.overtime(place).map_or(0.0, |stage| self.track.time(stage));
        let loss = |time: f64| self.loss(made, place, left, difficulty, time);
        let knee = self.track.world.knee;
        let before = golden(0.0, reach, knee, &loss);
        if overtime <= 0.0 {
            return before;
        }
        // Just before the flag is not just behind it.
        let behind = golden(reach + 1e-9, reach + overtime - 1e-6, knee, &loss);
        if behind.1 < before.1 { behind } else { before }
    }

    /// What is lost from a move on that is given so much time.
    fn loss(&self, made: usize, place: Place, left: f64, difficulty: f64, time: f64) -> f64 {
        let Track { world, lengths, lag, .. } = self.track;
        let now = lengths.survival(made) * difficulty;
        match self.track.after(made as u32, place, left, time + lag) {
            Some((next, left)) => {
                let mut later = self.losses.get(made + 1).into_iter().flatten();
                let later = later.find(|(place, _)| *place == next);
                now * world.loss(time) + later.map_or(0.0, |(_, losses)| losses.at(left))
            }
            None => {
                let missed = (made + 1..lengths.horizon()).map(|move_| lengths.survival(move_));
                (now + missed.sum::<f64>()) * world.loss(0.0)
            }
        }
    }

    /// The times that one gives to moves as hard as these, in a game that goes on so long.
    pub fn times(&self, difficulties: impl Iterator<Item = f64>) -> Vec<f64> {
        let (mut place, mut left) = self.track.start();
        let mut times = Vec::new();
        for (made, difficulty) in difficulties.enumerate() {
            let known = if self.kinds.len() == 1 { 1.0 } else { difficulty };
            let (time, _) = match made < self.losses.len() {
                true => self.best(made, place, left, known),
                false => (0.0, 0.0),
            };
            times.push(time);
            let spent = time + self.track.lag;
            // Beyond the horizon a flag falls that no plan has seen; the moves are made blindly.
            (place, left) =
                self.track.after(made as u32, place, left, spent).unwrap_or((place, 0.0));
        }
        times
    }
}

/// Where between two ends a function with one valley has its least value, up to [`PRECISION`] of that and
/// of the knee; and the value.
fn golden(from: f64, to: f64, knee: f64, of: &impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut low, mut high) = (from, to.max(from));
    let mut inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let mut values = inner.map(of);
    while high - low > PRECISION * (high + knee) {
        if values[0] <= values[1] {
            high = inner[1];
            inner = [high - GOLDEN * (high - low), inner[0]];
            values = [of(inner[0]), values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + GOLDEN * (high - low)];
            values = [values[1], of(inner[1])];
        }
    }
    let ends = [from, to.max(from)].map(|time| (time, of(time)));
    let found = if values[0] <= values[1] { (inner[0], values[0]) } else { (inner[1], values[1]) };
    ends.into_iter().fold(found, |best, end| if end.1 < best.1 { end } else { best })
}
