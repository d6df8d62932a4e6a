//! The numbers of the search, in one place. Margins are in centipawns, depths in plies.

/// Everything that can be tuned.
#[derive(Clone, Debug)]
pub struct Params {
    /// Half width of the first aspiration window.
    pub aspiration: i32,
    /// Reverse futility: greatest depth, and margin for each ply of it.
    pub reverse_futility: (i32, i32),
    /// Null move: least depth, fixed part of the reduction, depth divisor, score divisor.
    pub null_move: (i32, i32, i32, i32),
    /// Futility of quiet moves: greatest reduced depth, base margin, margin for each ply.
    pub futility: (i32, i32, i32),
    /// Late move pruning: greatest depth, moves always tried.
    pub late_moves: (i32, i32),
    /// Exchanges that lose more than this for each ply are not tried: captures, quiet moves.
    pub exchange: (i32, i32),
    /// Late move reductions: constant and divisor of `a + ln(depth) ln(number) / b`.
    pub reduction: (f64, f64),
    /// History counters are worth one ply of reduction for each of this.
    pub reduction_history: i32,
    /// Quiescence: captures that stay this far below alpha are not tried.
    pub delta: i32,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            aspiration: 20,
            reverse_futility: (8, 75),
            null_move: (3, 3, 3, 200),
            futility: (8, 90, 85),
            late_moves: (8, 4),
            exchange: (90, 30),
            reduction: (0.6, 2.3),
            reduction_history: 8_000,
            delta: 180,
        }
    }
}

/// Late move reductions by depth and move number, worked out once.
pub struct Reductions([[i8; 64]; 64]);

impl Reductions {
    /// The table for these parameters.
    pub fn new(params: &Params) -> Reductions {
        let (base, divisor) = params.reduction;
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let plies = base + (depth as f64).ln() * (number as f64).ln() / divisor;
                *entry = plies as i8;
            }
        }
        Reductions(table)
    }

    /// Plies to take off the `number`th move at `depth`.
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}
