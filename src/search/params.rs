//! The numbers of the search, in one table that tuners and matches reach by name. Margins are in
//! centipawns, depths in plies.

/// A number of the search, for those who set it by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Its value unless set.
    pub default: i32,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
}

/// Why a number of the search cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is none of that name.
    #[error("the search has no number `{0}`")]
    Unknown(String),
    /// The value is out of bounds.
    #[error("`{name}` must lie between {min} and {max}, not at {value}")]
    OutOfRange {
        /// The name.
        name: &'static str,
        /// The value.
        value: i32,
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
}

/// Makes the struct, its defaults and its table out of one list.
macro_rules! params {
    ($($(#[doc = $help:literal])+ $name:ident = $default:literal, $min:literal to $max:literal;)+) => {
        /// Everything that can be tuned.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params { $($(#[doc = $help])+ pub $name: i32,)+ }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)+ }
            }
        }

        /// The table, in the order of the list.
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            help: concat!($($help),+),
            default: $default,
            min: $min,
            max: $max,
        },)+];

        impl Params {
            /// The value of the number called `name`.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            fn place(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half width of the first aspiration window.
    aspiration = 16, 5 to 200;
    /// After scores above the window an iteration is searched so many plies less deep at most.
    aspiration_less = 2, 0 to 8;
    /// Reverse futility: greatest depth; 0 for none.
    reverse_futility_depth = 8, 0 to 20;
    /// Reverse futility: margin for each ply.
    reverse_futility_margin = 39, 10 to 300;
    /// Reverse futility: hundredths of the evaluation's surplus over beta that the score keeps.
    reverse_futility_share = 69, 0 to 100;
    /// Reverse futility: hundredths of the correction of the evaluation by which the margin is wider.
    reverse_futility_correction = 89, 0 to 400;
    /// Reverse futility: margin less where the opponent's last move has made things worse for him.
    reverse_futility_worsening = 20, 0 to 200;
    /// Null move: least depth; 100 for none.
    null_move_depth = 3, 1 to 100;
    /// Null move: fixed part of the reduction.
    null_move_base = 3, 1 to 8;
    /// Null move: a ply more for so many plies of depth.
    null_move_divisor = 3, 1 to 20;
    /// Null move: a ply more for so many centipawns above beta.
    null_move_margin = 144, 50 to 1000;
    /// Null move: the evaluation must be so far above beta.
    null_move_surplus = 100, 0 to 500;
    /// Null move: each ply of depth makes up for so many centipawns of that.
    null_move_trust = 8, 0 to 60;
    /// Null move: from this depth on a cut-off is verified by a search without it; 100 for never.
    null_move_verified = 14, 5 to 100;
    /// Internal iterative reduction: least depth; 100 for none.
    iir_depth = 4, 2 to 100;
    /// Singular extensions: least depth; 100 for none.
    singular_depth = 7, 4 to 100;
    /// Singular extensions: sixteenths of a centipawn below the table's score for each ply.
    singular_margin = 33, 1 to 100;
    /// Singular extensions: so far below the margin, one ply more; 1000 for never.
    singular_double = 34, 0 to 1000;
    /// Singular extensions: so far below the margin, two plies more if the move is quiet; 2000 for never.
    singular_triple = 39, 0 to 2000;
    /// Singular extensions: in the principal variation more than one ply more takes so much in addition.
    singular_pv = 179, 0 to 2000;
    /// Singular extensions: so many moves of one line get more than one ply more.
    singular_doubles = 8, 0 to 100;
    /// Singular extensions: plies less where the table's move is not singular and its score refutes the node.
    singular_high = 3, 0 to 4;
    /// Singular extensions: plies less where it is not singular and a refutation is expected.
    singular_cut = 2, 0 to 4;
    /// Corrections of the evaluation: 256ths of what the histories say; 0 for none.
    correction = 99, 0 to 1024;
    /// Corrections by the last two moves: 256ths of what the histories say; 0 for none.
    correction_line = 268, 0 to 1024;
    /// Optimism: centipawns that a score far from zero makes the better side hope for; 0 for none.
    optimism = 41, 0 to 200;
    /// Futility of quiet moves: greatest reduced depth; -1 for none.
    futility_depth = 8, -1 to 20;
    /// Futility of quiet moves: base margin.
    futility_base = 26, 0 to 500;
    /// Futility of quiet moves: margin for each ply.
    futility_margin = 38, 10 to 300;
    /// Futility of captures: greatest reduced depth; -1 for none.
    futility_capture_depth = 6, -1 to 20;
    /// Futility of captures: base margin.
    futility_capture_base = 108, 0 to 1000;
    /// Futility of captures: margin for each ply.
    futility_capture_margin = 87, 10 to 500;
    /// Prunings of quiet moves: history counters are worth one ply of reduced depth for each of this.
    pruning_history = 11_081, 1_000 to 100_000;
    /// Late move pruning: greatest depth; 0 for none.
    late_move_depth = 8, 0 to 20;
    /// Late move pruning: moves always tried.
    late_move_base = 11, 1 to 20;
    /// Captures that lose more than this for each ply of depth are not tried.
    exchange_capture = 83, 20 to 400;
    /// Quiet moves that lose more than this for each squared ply of reduced depth are not tried.
    exchange_quiet = 17, 5 to 200;
    /// Late move reductions: hundredths of a ply for every move.
    reduction_base = 122, -100 to 300;
    /// Late move reductions: ln(depth) ln(number) by so many hundredths.
    reduction_divisor = 218, 100 to 600;
    /// Late move reductions: hundredths of a ply more where a refutation is expected.
    reduction_cut = 148, 0 to 400;
    /// Late move reductions: hundredths of a ply less in the principal variation.
    reduction_pv = 124, 0 to 400;
    /// Late move reductions: hundredths of a ply less where the principal variation has gone before.
    reduction_was_pv = 144, 0 to 400;
    /// Late move reductions: hundredths of a ply more if things do not look better than before.
    reduction_worsening = 99, 0 to 400;
    /// Late move reductions: hundredths of a ply less for a check.
    reduction_check = 128, 0 to 400;
    /// Late move reductions: hundredths of what a quiet move has that a capture has as well.
    reduction_noisy = 67, 0 to 100;
    /// History counters are worth one ply of reduction for each of this.
    reduction_history = 12_064, 1_000 to 40_000;
    /// Late move reductions: hundredths of a ply more where replies have failed high often.
    reduction_failing_high = 84, 0 to 400;
    /// Late move reductions: hundredths of a ply more where the table's move takes or promotes.
    reduction_noisy_table = 115, 0 to 400;
    /// Counters of captures are worth one ply of reduction for each of this.
    reduction_capture = 8_532, 1_000 to 40_000;
    /// A node after a move reduced by three plies or more is a ply deeper unless its evaluation and the one before are further
    /// above zero than this.
    hindsight_bad = 75, -300 to 300;
    /// A node after a reduced move is a ply shallower if its evaluation and the one before are this far above zero.
    hindsight_margin = 133, 0 to 1000;
    /// Histories: what a cut-off is worth for each ply of depth.
    history_bonus = 198, 20 to 600;
    /// Histories: what a cut-off is worth at most.
    history_most = 1_753, 200 to 8_000;
    /// Histories: what having failed before a cut-off costs for each ply of depth.
    history_malus = 289, 20 to 600;
    /// Histories: what that costs at most.
    history_malus_most = 1_263, 200 to 8_000;
    /// Histories: a cut-off with a score so far above beta counts like one a ply deeper.
    history_surplus = 62, 0 to 1000;
    /// Histories: hundredths of its worth that the quiet move before a node gets in which no move helps.
    history_reward = 93, 0 to 200;
    /// Histories: hundredths of its cost that the quiet move before a cut-off bears as a reply, if it was tried early.
    history_refuted = 43, 0 to 200;
    /// Histories: hundredths of a quiet move's counter after the own move before that count.
    history_own = 129, 0 to 300;
    /// Histories: what leaving a square that a pawn attacks is worth for a piece, and going to one costs.
    history_pawn_threat = 6_200, 0 to 30_000;
    /// Histories: what a centipawn of evaluation won by a move is worth.
    history_gain = 3, 0 to 100;
    /// Quiet moves with a history below minus this for each ply of reduced depth are not tried.
    history_pruning = 8_974, 500 to 40_000;
    /// Quiet moves with a history below minus this come after captures that lose in the exchange.
    order_quiets = 8_488, 0 to 40_000;
    /// Captures come before quiet moves even if they lose a centipawn for each of this that their counter says.
    order_captures = 142, 20 to 2_000;
    /// After a reduced search so far above the best score, the full one is a ply deeper.
    deeper_margin = 39, 10 to 1000;
    /// After a reduced search less than so far above the best score, the full one is a ply shallower.
    shallower_margin = 10, 0 to 1000;
    /// Quiescence: captures that stay this far below alpha are not tried.
    delta = 333, 0 to 1000;
}

impl Params {
    /// Sets the number called `name`.
    ///
    /// # Errors
    /// If there is none of that name or the value is out of its bounds; nothing has changed then.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let unknown = || ParamError::Unknown(name.to_owned());
        let tunable = TUNABLES.iter().find(|tunable| tunable.name == name).ok_or_else(unknown)?;
        let Tunable { name, min, max, .. } = *tunable;
        if !(min..=max).contains(&value) {
            return Err(ParamError::OutOfRange { name, value, min, max });
        }
        *self.place(name).ok_or_else(unknown)? = value;
        Ok(())
    }
}

/// Late move reductions by depth and move number, worked out once.
pub struct Reductions([[i16; 64]; 64]);

impl Reductions {
    /// The table for these parameters.
    pub fn new(params: &Params) -> Reductions {
        let base = f64::from(params.reduction_base);
        let divisor = f64::from(params.reduction_divisor) / 100.0;
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let growth = (depth as f64).ln() * (number as f64).ln();
                *entry = (base + 100.0 * growth / divisor) as i16;
            }
        }
        Reductions(table)
    }

    /// Hundredths of a ply to take off the `number`th move at `depth`.
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_reached_by_name_within_its_bounds() {
        for tunable in TUNABLES {
            let mut params = Params::default();
            assert_eq!(params.get(tunable.name), Some(tunable.default), "{}", tunable.name);
            for value in [tunable.min, tunable.max] {
                assert_eq!(params.set(tunable.name, value), Ok(()));
                assert_eq!(params.get(tunable.name), Some(value));
            }
            assert!(params.set(tunable.name, tunable.max + 1).is_err());
            assert_eq!(params.get(tunable.name), Some(tunable.max));
        }
        let refusal = Params::default().set("depht", 1).map_err(|error| error.to_string());
        assert_eq!(refusal, Err("the search has no number `depht`".to_owned()));
    }
}
