//! The tag `TimeControl`.

use super::number::decimal;
use crate::clock::TimeControl;

/// A time control as the tag of that name has it: `40/300`, `120+12`, `1/30` for thirty seconds a
/// move, `-` for none. All times are in seconds.
pub fn time_control_tag(control: &TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "-".to_owned(),
        TimeControl::PerMove(time) => format!("1/{}", decimal(*time)),
        TimeControl::Tournament { moves, base, increment } => {
            let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
            let increment = match increment {
                none if none.is_zero() => String::new(),
                increment => format!("+{}", decimal(*increment)),
            };
            format!("{moves}{}{increment}", decimal(*base))
        }
    }
}
