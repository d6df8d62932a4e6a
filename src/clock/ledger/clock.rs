//! One player's clock: charged for time spent, credited for moves made.

use std::time::Duration;

use crate::clock::{AtZero, BonusKind, Overtime, Phase, Refill, RefillKind, Stage, Stages};

/// One player's clock. It belongs to a colour, whoever plays it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// Time left.
    pub left: Duration,
    /// Whether `left` was corrected for the move to come, so that the move's start must keep it.
    pub corrected: bool,
    /// Time at the start of the stage; no less than a client has first told of it.
    pub base: Duration,
    /// Whether a client has told what is left since the control came into force.
    told: bool,
    /// Moves made when the control came into force.
    counted_from: u32,
    /// Number of the stage, from zero.
    stage: usize,
    /// Moves made when the stage began; `None` if it began during the move under way.
    stage_from: Option<u32>,
    /// Times the last stage has been paid again.
    repeats: u32,
    /// Whether the initial time ran out where that loses the game.
    soft: bool,
    /// Time charged since the last bonus.
    spent: Duration,
    /// What is left of the delay before the clock runs.
    delay: Duration,
}

impl Clock {
    /// A clock at the start of a control.
    pub fn new(stages: &Stages) -> Clock {
        let mut clock = Clock {
            left: stages.first().time,
            corrected: false,
            base: stages.first().time,
            told: false,
            counted_from: 0,
            stage: 0,
            stage_from: Some(0),
            repeats: 0,
            soft: false,
            spent: Duration::ZERO,
            delay: Duration::ZERO,
        };
        clock.begin_move(stages);
        clock.settle(stages);
        clock
    }

    /// Counts moves from `made` on; the time and the stage stay.
    pub fn recount(&mut self, made: u32) {
        self.counted_from = made;
        self.stage_from = Some(made);
        self.repeats = 0;
    }

    /// A client tells what is left. Some cut the time at the start to whole seconds, so the first time they tell is
    /// believed instead where it is more.
    pub fn correct(&mut self, left: Duration) {
        if !self.told {
            self.base = self.base.max(left);
        }
        (self.left, self.told) = (left, true);
    }

    /// A move begins, and its delay with it.
    pub fn begin_move(&mut self, stages: &Stages) {
        let bonus = self.stage(stages).bonus;
        let delayed = bonus.kind == BonusKind::Delay;
        self.delay = if delayed { bonus.time } else { Duration::ZERO };
    }

    /// Charges time that has passed. Where overtime begins at zero, it pays for the rest.
    pub fn charge(&mut self, stages: &Stages, elapsed: Duration) {
        let free = elapsed.min(self.delay);
        self.delay -= free;
        let mut due = elapsed - free;
        self.spent = self.spent.saturating_add(due);
        while let Some(overrun) = due.checked_sub(self.left) {
            let at_zero = self.stage(stages).at_zero;
            let next = stages.get(self.stage + 1).filter(|_| at_zero != AtZero::Lost);
            let Some(next) = next else {
                self.left = Duration::ZERO;
                return;
            };
            self.soft |= at_zero == AtZero::SoftFlag;
            self.enter(self.stage + 1, &next, None);
            self.left = next.time;
            due = overrun;
        }
        self.left -= due;
    }

    /// Begins overtime at once if no time is left before it.
    pub fn settle(&mut self, stages: &Stages) {
        self.charge(stages, Duration::ZERO);
    }

    /// Gives the player what its move number `made` has earned it: the bonus of the stage it was made
    /// in, then what the end of that stage brings.
    pub fn credit(&mut self, stages: &Stages, made: u32) {
        let before = made.saturating_sub(1);
        self.stage_from.get_or_insert(before);
        self.catch_up(stages, before);
        if self.moves_to_bonus(stages, before) == 1 {
            self.earn_bonus(stages);
        }
        self.end_stage(stages, made);
        self.settle(stages);
    }

    fn earn_bonus(&mut self, stages: &Stages) {
        let bonus = self.stage(stages).bonus;
        let earned = match bonus.kind {
            BonusKind::Increment => bonus.time,
            BonusKind::Bronstein => bonus.time.min(self.spent),
            BonusKind::Delay => Duration::ZERO,
        };
        self.left = self.left.saturating_add(earned);
        self.spent = Duration::ZERO;
    }

    /// Begins the next stage, or the last one anew, if its moves are made. The last stage is paid
    /// once for each of its ends, so that a move taken back across it and made again earns nothing.
    fn end_stage(&mut self, stages: &Stages, made: u32) {
        let stage = self.stage(stages);
        let Some(moves) = stage.moves else { return };
        let done = made.saturating_sub(self.stage_from.unwrap_or(made));
        match stages.get(self.stage + 1) {
            Some(next) if done == moves.get() => {
                self.enter(self.stage + 1, &next, Some(made));
                self.receive(&next);
            }
            None if done.is_multiple_of(moves.get()) && done / moves > self.repeats => {
                self.repeats = done / moves;
                self.receive(&stage);
            }
            _ => {}
        }
    }

    /// Gives the clock a stage's time.
    fn receive(&mut self, stage: &Stage) {
        let kept = if stage.resets { Duration::ZERO } else { self.left };
        self.left = kept.saturating_add(stage.time);
    }

    fn enter(&mut self, number: usize, stage: &Stage, from: Option<u32>) {
        (self.stage, self.base) = (number, stage.time);
        (self.stage_from, self.repeats) = (from, 0);
    }

    /// Passes over stages that ended before move number `made` + 1 while the clocks stood: those
    /// moves count but earn nothing.
    fn catch_up(&mut self, stages: &Stages, made: u32) {
        while let Some(next) = stages.get(self.stage + 1) {
            let (Some(moves), Some(from)) = (self.stage(stages).moves, self.stage_from) else {
                return;
            };
            let end = from.saturating_add(moves.get());
            if made < end {
                return;
            }
            self.enter(self.stage + 1, &next, Some(end));
        }
    }

    /// The clock as it stands with `made` moves made.
    pub fn caught_up(mut self, stages: &Stages, made: u32) -> Clock {
        self.catch_up(stages, made);
        self
    }

    /// Moves until the stage ends, the one after `made` included. With moves taken back beyond its
    /// beginning, it is so much longer.
    pub fn moves_to_go(&self, stages: &Stages, made: u32) -> Option<u32> {
        let moves = self.stage(stages).moves?.get();
        Some(moves_until(moves, self.stage_from.unwrap_or(made), made))
    }

    /// Moves until the next bonus, the one after `made` included.
    fn moves_to_bonus(&self, stages: &Stages, made: u32) -> u32 {
        match self.stage(stages).bonus.every.get() {
            1 => 1,
            every => moves_until(every, self.counted_from, made),
        }
    }

    /// What the move earns by increment: of a bonus for several moves, its part.
    pub fn increment(&self, stages: &Stages, made: u32) -> Duration {
        let bonus = self.stage(stages).bonus;
        match bonus.kind {
            BonusKind::Increment => self.at_hand(bonus.time / bonus.every.get(), stages, made),
            BonusKind::Bronstein | BonusKind::Delay => Duration::ZERO,
        }
    }

    /// Time that the move may take without any loss: of what will be given back for several moves, an equal part for
    /// each that is left of them.
    pub fn delay(&self, stages: &Stages, made: u32) -> Duration {
        let bonus = self.stage(stages).bonus;
        let free = bonus.time.saturating_sub(self.spent) / self.moves_to_bonus(stages, made);
        match bonus.kind {
            BonusKind::Increment => Duration::ZERO,
            BonusKind::Bronstein => self.at_hand(free, stages, made),
            BonusKind::Delay => self.delay,
        }
    }

    /// A move's part of a bonus. One for several moves is still to come: until then the clock has to last.
    fn at_hand(&self, part: Duration, stages: &Stages, made: u32) -> Duration {
        match self.stage(stages).bonus.every.get() {
            1 => part,
            _ => part.min(self.left / self.moves_to_bonus(stages, made)),
        }
    }

    /// What the clock will get, with `made` moves made: the next bonus and the ends of stages, the
    /// nearest first.
    pub fn refills(&self, stages: &Stages, made: u32) -> Vec<Refill> {
        let bonus = self.stage(stages).bonus;
        let kind = match bonus.kind {
            BonusKind::Increment => Some(RefillKind::Add),
            BonusKind::Bronstein => Some(RefillKind::Bronstein),
            BonusKind::Delay => None,
        };
        let after_moves = self.moves_to_bonus(stages, made);
        let bonus = kind.map(|kind| Refill { after_moves, kind, amount: bonus.time });
        let ends = self.stage_ends(stages, made);
        let mut refills: Vec<Refill> = bonus.into_iter().chain(ends).collect();
        refills.retain(|refill| !refill.amount.is_zero() || refill.kind == RefillKind::Reset);
        refills.sort_by_key(|refill| refill.after_moves);
        refills
    }

    /// What the end of this stage brings, and of those after it up to the last.
    fn stage_ends(&self, stages: &Stages, made: u32) -> Vec<Refill> {
        let Some(to_go) = self.moves_to_go(stages, made) else { return Vec::new() };
        if stages.get(self.stage + 1).is_none() {
            return vec![refill(&self.stage(stages), self.moves_to_repeat(stages, made, to_go))];
        }
        let mut ends = Vec::new();
        let mut after = Some(to_go);
        for next in stages.iter().skip(self.stage + 1) {
            let Some(moves) = after else { break };
            ends.push(refill(&next, moves));
            after = next.moves.map(|more| moves.saturating_add(more.get()));
        }
        ends
    }

    /// Moves until the last stage is paid again: more than `to_go` if moves were taken back across an
    /// end that has been paid.
    fn moves_to_repeat(&self, stages: &Stages, made: u32, to_go: u32) -> u32 {
        let moves = self.stage(stages).moves.map_or(1, |moves| moves.get());
        let done = made.saturating_sub(self.stage_from.unwrap_or(made)) / moves;
        to_go.saturating_add(self.repeats.saturating_sub(done).saturating_mul(moves))
    }

    /// What begins when the clock runs out, if that loses nothing.
    pub fn overtime(&self, stages: &Stages) -> Option<Overtime> {
        let next = stages.get(self.stage + 1)?;
        let begins = self.stage(stages).at_zero == AtZero::Overtime && !next.time.is_zero();
        let Stage { time, moves, resets, .. } = next;
        begins.then_some(Overtime { time, moves, resets })
    }

    /// Which part of the control the clock is in.
    pub fn phase(&self, stages: &Stages) -> Phase {
        match (self.soft, stages.is_overtime(self.stage)) {
            (true, _) => Phase::Soft,
            (false, true) => Phase::Overtime,
            (false, false) => Phase::Main,
        }
    }

    /// Whether the initial time ran out where that loses the game.
    pub fn is_soft(&self) -> bool {
        self.soft
    }

    fn stage(&self, stages: &Stages) -> Stage {
        stages.get(self.stage).unwrap_or(stages.last())
    }
}

/// A stage's time as the refill that comes after so many moves.
fn refill(stage: &Stage, after_moves: u32) -> Refill {
    let kind = if stage.resets { RefillKind::Reset } else { RefillKind::Add };
    Refill { after_moves, kind, amount: stage.time }
}

/// Moves until the next multiple of `period` counted from `from`, at least one.
fn moves_until(period: u32, from: u32, made: u32) -> u32 {
    match made.checked_sub(from) {
        Some(done) => period - done % period,
        None => period.saturating_add(from - made),
    }
}
