//! `zeitnot clock`: how a player's clock runs under a time control.

use std::{fmt::Write, io, time::Duration};

use super::print;
use crate::{
    clock::{
        AtZero, ClockView, Fault, Flag, Ledger, Phase, Refill, RefillKind, TimeControl, parse_any,
        parse_time,
    },
    front::words::{amount, clock_time, control as in_words, moves, seconds},
    position::Color,
};

/// The player whose clock is shown; the other one answers at once.
const PLAYER: Color = Color::White;

/// Prints a control in words and, move by move, what the clock shows after these times; without
/// any, what happens to the clock first.
///
/// # Errors
/// If the control or a time cannot be read, or the output fails.
pub fn clock(spec: &str, spent: &[String]) -> io::Result<()> {
    let control = parse_any(spec).map_err(|reason| {
        io::Error::other(format!(
            "the time control `{}` cannot be read: {reason} (write it as in `40 5 0`, \
             `2:00,0/12/0` or `40/7200:3600`)",
            spec.escape_debug()
        ))
    })?;
    let times = spent.iter().map(|text| {
        parse_time(text).map_err(|fault: Fault| {
            let text = text.escape_debug();
            io::Error::other(format!("the time spent `{text}`: {fault} (write seconds or 1:30)"))
        })
    });
    let times: Vec<Duration> = times.collect::<Result<_, _>>()?;
    print(&if times.is_empty() { outlook(control) } else { table(control, &times) })
}

/// The control in words and what happens first under it.
fn outlook(control: TimeControl) -> String {
    let mut text = in_words(control) + "\n";
    if control == TimeControl::Unlimited {
        return text;
    }
    let mut line = |when: &str, what: &str| {
        // Writing into a String cannot fail.
        let _ = writeln!(text, "  {when:<18} {what}");
    };
    let view = Ledger::new(control).view(PLAYER, 0, Duration::ZERO);
    line("at the start", &clock_time(view.remaining));
    for refill in &view.refills {
        let when = format!("after {}", moves(refill.after_moves));
        let bound = if refill.kind == RefillKind::Bronstein { "at most " } else { "" };
        line(&when, &format!("{bound}{}", gain(refill, refill.amount)));
    }
    let stages = control.stages();
    let at_zero = match (stages.get(1), stages.first().at_zero) {
        (Some(next), AtZero::SoftFlag) => {
            format!("soft flag, overtime begins with {}", clock_time(next.time))
        }
        (Some(next), AtZero::Overtime) => {
            format!("overtime begins with {}", clock_time(next.time))
        }
        _ => "hard flag: the game is lost".to_owned(),
    };
    line("when it runs out", &at_zero);
    text
}

/// The control in words and one line for each move, up to a hard flag.
fn table(control: TimeControl, times: &[Duration]) -> String {
    let mut text =
        format!("{}\n{:>4}  {:>8}  {:>8}  notes\n", in_words(control), "move", "spent", "left");
    let mut ledger = Ledger::new(control);
    let mut now = Duration::ZERO;
    for (made, &spent) in (0..).zip(times) {
        ledger.start(PLAYER, now);
        let before = ledger.view(PLAYER, made, now);
        now = now.saturating_add(spent);
        let thought = ledger.view(PLAYER, made, now);
        let lost = ledger.flag(PLAYER, now) == Some(Flag::Hard);
        let mut notes = run_out(before.phase, thought.phase);
        if lost {
            notes.push("hard flag: the game is lost".to_owned());
        } else {
            ledger.press(now, made + 1);
            notes.extend(earned(&thought));
            let after = ledger.view(PLAYER, made + 1, now).phase;
            notes.extend((after != thought.phase).then(|| "overtime begins".to_owned()));
        }
        let left = match control {
            TimeControl::Unlimited => "-".to_owned(),
            _ => clock_time(ledger.remaining(PLAYER, now)),
        };
        let (number, spent, notes) = (made + 1, seconds(spent) + " s", notes.join(", "));
        // Writing into a String cannot fail.
        let _ =
            writeln!(text, "{}", format!("{number:>4}  {spent:>8}  {left:>8}  {notes}").trim_end());
        if lost {
            break;
        }
    }
    text
}

/// What the time running out during a move has led to.
fn run_out(before: Phase, after: Phase) -> Vec<String> {
    let notes: &[&str] = match (before, after) {
        _ if before == after => &[],
        (_, Phase::Soft) => &["soft flag", "overtime begins"],
        _ => &["overtime begins"],
    };
    notes.iter().map(|&note| note.to_owned()).collect()
}

/// What the move that ends now brings.
fn earned(view: &ClockView) -> Vec<String> {
    let due = view.refills.iter().filter(|refill| refill.after_moves == 1);
    let mut notes: Vec<String> = due
        .map(|refill| match refill.kind {
            RefillKind::Bronstein => gain(refill, refill.amount.saturating_sub(view.delay)),
            RefillKind::Add | RefillKind::Reset => gain(refill, refill.amount),
        })
        .collect();
    if view.moves_to_go == Some(1) {
        let end = if view.phase == Phase::Main { "control reached" } else { "period over" };
        notes.push(end.to_owned());
    }
    notes
}

/// A refill that comes to this much.
fn gain(refill: &Refill, time: Duration) -> String {
    match refill.kind {
        RefillKind::Add => format!("+{}", amount(time)),
        RefillKind::Reset => format!("reset to {}", clock_time(time)),
        RefillKind::Bronstein => format!("{} given back", amount(time)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(spec: &str, spent: &[u64]) -> String {
        let times: Vec<Duration> = spent.iter().map(|&secs| Duration::from_secs(secs)).collect();
        let control = parse_any(spec).expect("a time control");
        if times.is_empty() { outlook(control) } else { table(control, &times) }
    }

    /// The lines of the table without its two heads.
    fn rows(spec: &str, spent: &[u64]) -> Vec<String> {
        shown(spec, spent).lines().skip(2).map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn every_move_has_a_line_with_what_became_of_the_clock() {
        let expected = "\
2:00 for all moves, 12 s added a move
move     spent      left  notes
   1       5 s      2:07  +12 s
   2      20 s      1:59  +12 s
";
        assert_eq!(shown("2:00,0/12/0", &[5, 20]), expected);
        let bronstein =
            ["1       5 s      2:00  5 s given back", "2      20 s      1:52  12 s given back"];
        assert_eq!(rows("2:00,0/12,N1/0", &[5, 20]), bronstein);
        let second = ["1      10 s    0:50.0", "2      10 s      2:40  +2:00, control reached"];
        assert_eq!(rows("2/60:120", &[10, 10]), second);
    }

    #[test]
    fn flags_and_overtime_are_noted_where_they_happen() {
        let soft = [
            "1    1801 s      1:59  soft flag, overtime begins",
            "2     120 s    0:00.0  hard flag: the game is lost",
        ];
        assert_eq!(rows("30:00,0//2:00,0", &[1801, 120, 5]), soft);
        let reset = [
            "1    1810 s      4:50  overtime begins",
            "2      20 s      5:00  reset to 5:00, period over",
        ];
        assert_eq!(rows("30:00,N0//5:00,N2", &[1810, 20]), reset);
        let made = ["1      30 s      2:30  +2:00, control reached, overtime begins"];
        assert_eq!(rows("1:00,1//2:00,0", &[30]), made);
        assert_eq!(rows("-", &[30]), ["1      30 s         -"]);
    }

    #[test]
    fn without_times_the_first_events_are_told() {
        let expected = "\
40 moves in 2:00:00, then overtime (behind a soft flag if the time runs out): 30:00 added for all other moves, 30 s added a move
  at the start       2:00:00
  after one move     +30 s
  after 40 moves     +30:00
  when it runs out   soft flag, overtime begins with 30:00
";
        assert_eq!(shown("2:00:00,40/30/30:00,0", &[]), expected);
        assert!(shown("40 5 0", &[]).ends_with("when it runs out   hard flag: the game is lost\n"));
        assert!(shown("5:00/3,N1/", &[]).contains("after one move     at most 3 s given back"));
        assert_eq!(shown("-", &[]), "no clock\n");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_the_ways_to_write_it() {
        let error = |spec: &str, spent: &[&str]| {
            let spent: Vec<String> = spent.iter().map(|&text| text.to_owned()).collect();
            clock(spec, &spent).expect_err("a refusal").to_string()
        };
        let spec = error("5:00/3s/", &[]);
        assert!(spec.contains("`5:00/3s/`") && spec.contains("inc, column 7"), "{spec}");
        assert!(spec.contains("`40 5 0`"), "{spec}");
        let time = error("300", &["5", "long"]);
        assert!(time.contains("`long`: not a number"), "{time}");
    }
}
