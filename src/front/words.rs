//! Clocks and time controls in words.

use std::{fmt::Display, num::NonZeroU32, time::Duration};

use crate::clock::{AtZero, Bonus, BonusKind, Stage, Stages, TimeControl};

/// A time control in words.
pub fn control(control: TimeControl) -> String {
    match control {
        TimeControl::Unlimited => "no clock".into(),
        TimeControl::PerMove(time) => format!("{} s a move", seconds(time)),
        TimeControl::Tournament { .. } | TimeControl::Staged(_) => stages(&control.stages()),
    }
}

/// A sentence that begins as one.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A number of moves, as a person would say it.
pub fn moves<N: Display + PartialEq + From<u8>>(count: N) -> String {
    if count == N::from(1) { "one move".into() } else { format!("{count} moves") }
}

/// The stages one after another; what moves earn is told once if it never changes.
fn stages(stages: &Stages) -> String {
    let (count, common) = (stages.iter().count(), stages.first().bonus);
    let varies = stages.iter().any(|stage| stage.bonus != common);
    let mut text = String::new();
    let mut before = None;
    for (index, stage) in stages.iter().enumerate() {
        text.push_str(match before {
            None => "",
            Some(AtZero::Lost) => ", then ",
            Some(AtZero::SoftFlag) => ", then overtime (behind a soft flag if the time runs out): ",
            Some(AtZero::Overtime) => ", then overtime: ",
        });
        text.push_str(&grant(&stage, index == 0, index + 1 == count));
        if varies || index + 1 == count {
            text.push_str(&bonus(&stage.bonus));
        }
        before = Some(stage.at_zero);
    }
    text
}

/// What a stage brings, and for how many moves.
fn grant(stage: &Stage, is_first: bool, is_last: bool) -> String {
    let time = clock_time(stage.time);
    let brings =
        if stage.resets { format!("the clock set to {time}") } else { format!("{time} added") };
    match stage.moves {
        Some(count) if is_first && !stage.resets => format!("{} in {time}", moves(count.get())),
        None if is_first => format!("{time} for all moves"),
        Some(count) if is_last => format!("{brings} for every {}", following(count)),
        Some(count) => format!("{brings} for the next {}", following(count)),
        None => format!("{brings} for all other moves"),
    }
}

/// A number of moves after "every" or "the next".
fn following(count: NonZeroU32) -> String {
    if count == NonZeroU32::MIN { "move".into() } else { moves(count.get()) }
}

/// What moves earn, to stand behind a stage.
fn bonus(bonus: &Bonus) -> String {
    if bonus.time.is_zero() {
        return String::new();
    }
    let (time, often) = (
        seconds(bonus.time),
        match bonus.every.get() {
            1 => "a move".to_owned(),
            every => format!("every {every} moves"),
        },
    );
    match bonus.kind {
        BonusKind::Increment => format!(", {time} s added {often}"),
        BonusKind::Bronstein => format!(", up to {time} s of what was spent given back {often}"),
        BonusKind::Delay => format!(", {time} s a move before the clock runs"),
    }
}

/// Seconds with as many decimals as they need, three at most.
pub fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// An amount of time: in seconds below a minute, else as a clock shows it.
pub fn amount(time: Duration) -> String {
    if time < Duration::from_secs(60) { format!("{} s", seconds(time)) } else { clock_time(time) }
}

/// Time on a clock: `1:02:03`, `4:59`, and with tenths below a minute, `0:09.3`.
pub fn clock_time(time: Duration) -> String {
    let (tenths, whole) = (time.subsec_millis() / 100, time.as_secs());
    let (hours, minutes, secs) = (whole / 3600, whole / 60 % 60, whole % 60);
    match (hours, minutes) {
        (0, 0) => format!("0:{secs:02}.{tenths}"),
        (0, _) => format!("{minutes}:{secs:02}"),
        _ => format!("{hours}:{minutes:02}:{secs:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::parse_any;

    #[test]
    fn every_control_is_told_in_words() {
        for (text, words) in [
            ("40 5 0", "40 moves in 5:00"),
            ("0 2 12", "2:00 for all moves, 12 s added a move"),
            ("2:00/12,N1/", "2:00 for all moves, up to 12 s of what was spent given back a move"),
            ("5:00/30,3/", "5:00 for all moves, 30 s added every 3 moves"),
            (
                "2:00:00,40//30:00,0",
                "40 moves in 2:00:00, then overtime (behind a soft flag if the time runs out): \
                 30:00 added for all other moves",
            ),
            (
                "30:00,N0//5:00,N10",
                "30:00 for all moves, then overtime: the clock set to 5:00 for every 10 moves",
            ),
            ("0//30,N5", "the clock set to 0:30.0 for every 5 moves"),
            (
                "40/7200:20/3600:900+30",
                "40 moves in 2:00:00, then 1:00:00 added for the next 20 moves, \
                 then 15:00 added for all other moves, 30 s added a move",
            ),
            (
                "2:00,1//1:00,1",
                "one move in 2:00, then overtime (behind a soft flag if the time runs out): \
                 1:00 added for every move",
            ),
            ("0//5,N1", "5 s a move"),
            ("-", "no clock"),
        ] {
            assert_eq!(control(parse_any(text).expect(text)), words, "{text}");
        }
    }
}
