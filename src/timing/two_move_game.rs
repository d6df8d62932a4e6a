//! The two-move game of Vuckovic and Solak, "Time management procedure in computer chess": how to
//! divide time between two moves, the first made by us, the second after the opponent's.
//!
//! A mistake goes unnoticed with a probability that falls exponentially with the time spent. We
//! spend the share `a` of the time on our first move and the rest on the last; the opponent spends a
//! constant share. The value is the expected result of the game.

/// How easily the two players overlook things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoMoveGame {
    /// Probability of a mistake without any thought, 0 to 1.
    pub p: f64,
    /// How fast it falls with time.
    pub k: f64,
    /// Share of the time that the opponent spends.
    pub mu: f64,
}

/// Which of two forms of the value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As printed: the last term counts our not having erred at first twice.
    Printed,
    /// With that counted once.
    Corrected,
}

impl TwoMoveGame {
    /// The example of the paper.
    pub const EXAMPLE: TwoMoveGame = TwoMoveGame { p: 0.7, k: 0.3, mu: 0.3 };

    /// The expected result if the share `a` (0 to 1) of the time `t` goes to the first move.
    pub fn value(&self, a: f64, t: f64, form: Form) -> f64 {
        let TwoMoveGame { p, k, mu } = *self;
        let z = (-k * t).exp();
        let q = p * z.powf(a);
        let opponent = p * z.powf(mu);
        let r = (1.0 - q) * opponent;
        let not_yet = match form {
            Form::Printed => 1.0 - r,
            Form::Corrected => 1.0 - opponent,
        };
        let s = (1.0 - q) * not_yet * p * z.powf(1.0 - a);
        -q + r - s
    }

    /// The share of the time `t` for the first move that has the greatest value.
    pub fn best_share(&self, t: f64, form: Form) -> f64 {
        let best_of = |low: f64, high: f64| {
            let grid = (0..=GRID).map(|i| low + (high - low) * f64::from(i) / f64::from(GRID));
            grid.max_by(|&a, &b| self.value(a, t, form).total_cmp(&self.value(b, t, form)))
        };
        let (mut best, mut width) = (0.5, 0.5);
        while width > PRECISION {
            best = best_of((best - width).max(0.0), (best + width).min(1.0)).unwrap_or(best);
            width *= 2.0 / f64::from(GRID);
        }
        best
    }
}

/// The search for the optimum looks at so many points, and again between the neighbours of the best.
const GRID: u32 = 1_000;
const PRECISION: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: TwoMoveGame = TwoMoveGame::EXAMPLE;

    fn close(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() < tolerance, "{got} instead of {expected}");
    }

    #[test]
    fn the_best_share_falls_towards_a_half() {
        // At 35 the paper speaks of about 60 %, which does not follow from its formula.
        for (t, share, value) in [
            (1.0, 1.0, -0.44378),
            (5.0, 0.809, -0.12364),
            (10.0, 0.597, -0.00355),
            (20.0, 0.519, 0.04741),
            (35.0, 0.503, 0.02267),
            (50.0, 0.5005, 0.00700),
        ] {
            let best = GAME.best_share(t, Form::Printed);
            close(best, share, 0.0006);
            close(GAME.value(best, t, Form::Printed), value, 0.000_006);
        }
    }

    #[test]
    fn with_four_fifths_for_the_first_move_the_value_rises_falls_and_rises() {
        let value = |t: f64| GAME.value(0.8, t, Form::Printed);
        close(value(0.0), -0.6559, 1e-9);
        close(GAME.value(0.8, 0.0, Form::Corrected), -0.553, 1e-9);
        close(value(10.03), -0.06086, 0.000_005);
        close(value(20.2), -0.07623, 0.000_005);
        let turns: Vec<f64> = (1..20_000)
            .map(|i| f64::from(i) / 100.0)
            .filter(|t| (value(t - 0.01) < value(*t)) != (value(*t) < value(t + 0.01)))
            .collect();
        assert_eq!(turns.len(), 2, "{turns:?}");
        close(turns[0], 10.03, 0.02);
        close(turns[1], 20.2, 0.02);
        close(value(1_000.0), 0.0, 1e-9);
    }

    #[test]
    fn the_corrected_form_values_the_game_higher_and_agrees_on_the_shares() {
        for t in [1.0, 10.0, 50.0] {
            let share = GAME.best_share(t, Form::Corrected);
            close(share, GAME.best_share(t, Form::Printed), 0.002);
            assert!(GAME.value(share, t, Form::Corrected) > GAME.value(share, t, Form::Printed));
        }
    }
}
