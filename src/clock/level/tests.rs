use proptest::prelude::*;

use super::*;
use crate::clock::{UNLIMITED, number::MOST_MOVES};

const MS: Duration = Duration::from_millis(1);

fn tournament(moves: u32, base: Duration, increment: Duration) -> TimeControl {
    TimeControl::Tournament { moves: NonZeroU32::new(moves), base, increment }
}

#[test]
fn every_form_of_level_is_read() {
    for (text, moves, base_ms, increment_ms) in [
        ("40 5 0", 40, 300_000, 0),
        ("40 0:30 0", 40, 30_000, 0),
        ("0 2 12", 0, 120_000, 12_000),
        ("0 0:02 0.02", 0, 2_000, 20),
        ("0 0 0.01", 0, 0, 10),
        ("0 61:05 0", 0, 3_665_000, 0),
        ("40 121:00 0", 40, 7_260_000, 0),
        ("0 0:02.5 0", 0, 2_500, 0),
        ("0 0.5 .5", 0, 30_000, 500),
        ("0 1. 1.", 0, 60_000, 1_000),
        ("0 1440 0", 0, 86_400_000, 0),
        ("  40\t5  0  ", 40, 300_000, 0),
        ("40 25+5 0", 40, 1_500_000, 0),
        ("40 0:25+5 1+2", 40, 25_000, 1_000),
        ("40 5 0 25+5", 40, 300_000, 0),
        ("40 5 0 and so on", 40, 300_000, 0),
        ("0 1 0.3000000000000000444", 0, 60_000, 300),
    ] {
        let expected = tournament(moves, base_ms * MS, increment_ms * MS);
        assert_eq!(parse_level(text), Ok(expected), "{text}");
    }
}

#[test]
fn a_bad_level_is_refused_with_the_number_and_the_reason() {
    for (text, field, number, fault) in [
        ("", Field::Moves, "", Fault::Missing),
        ("40", Field::Base, "", Fault::Missing),
        ("40 5", Field::Increment, "", Fault::Missing),
        ("x 5 0", Field::Moves, "x", Fault::NotANumber),
        ("4.5 5 0", Field::Moves, "4.5", Fault::NotANumber),
        ("-1 5 0", Field::Moves, "-1", Fault::Negative),
        ("10001 5 0", Field::Moves, "10001", Fault::TooLarge),
        ("99999999999999999999 5 0", Field::Moves, "99999999999999999999", Fault::TooLarge),
        ("40 -5 0", Field::Base, "-5", Fault::Negative),
        ("40 0:-5 0", Field::Base, "0:-5", Fault::Negative),
        ("40 5: 0", Field::Base, "5:", Fault::NotANumber),
        ("40 :30 0", Field::Base, ":30", Fault::NotANumber),
        ("40 1:00:00 0", Field::Base, "1:00:00", Fault::NotANumber),
        ("0 5:90 0", Field::Base, "5:90", Fault::SixtyOrMore),
        ("0 5:60.0 0", Field::Base, "5:60.0", Fault::SixtyOrMore),
        ("40 +5 0", Field::Base, "+5", Fault::NotANumber),
        ("40 5m 0", Field::Base, "5m", Fault::NotANumber),
        ("40 . 0", Field::Base, ".", Fault::NotANumber),
        ("40 525601 0", Field::Base, "525601", Fault::TooLarge),
        ("40 18446744073709551615:1 0", Field::Base, "18446744073709551615:1", Fault::TooLarge),
        ("40 5 -0.5", Field::Increment, "-0.5", Fault::Negative),
        ("40 5 1e9", Field::Increment, "1e9", Fault::NotANumber),
        ("40 5 nan", Field::Increment, "nan", Fault::NotANumber),
        ("40 5 0.1.2", Field::Increment, "0.1.2", Fault::NotANumber),
        ("40 5 0.123456789x", Field::Increment, "0.123456789x", Fault::NotANumber),
        ("40 5 31536001", Field::Increment, "31536001", Fault::TooLarge),
        ("40 5 ٣", Field::Increment, "٣", Fault::NotANumber),
    ] {
        let expected = LevelError { field, text: number.to_owned(), fault };
        assert_eq!(parse_level(text), Err(expected), "{text}");
    }
}

#[test]
fn an_error_says_what_is_wrong_in_words() {
    assert_eq!(parse_level("40 5m 0").unwrap_err().to_string(), "base time '5m': not a number");
    assert_eq!(parse_level("").unwrap_err().to_string(), "the number of moves is missing");
    assert_eq!(parse_st("").unwrap_err().to_string(), "the time per move is missing");
}

#[test]
fn st_takes_whole_and_fractional_seconds() {
    for (text, ms) in [("5", 5_000), ("0.3", 300), ("0", 0), ("86400", 86_400_000), ("2 x", 2_000)]
    {
        assert_eq!(parse_st(text), Ok(TimeControl::PerMove(ms * MS)), "{text}");
    }
    for (text, fault) in
        [("", Fault::Missing), ("-1", Fault::Negative), ("soon", Fault::NotANumber)]
    {
        assert_eq!(parse_st(text).unwrap_err().fault, fault, "{text}");
    }
}

#[test]
fn an_overdrawn_clock_is_sent_as_zero_or_less_and_read_as_zero() {
    for (text, ms) in [("500", 5_000), ("1", 10), ("0", 0), ("-1", 0), ("-99999999999999999999", 0)]
    {
        assert_eq!(parse_centiseconds(text), Ok(ms * MS), "{text}");
    }
    for (text, fault) in [
        ("", Fault::Missing),
        ("5.5", Fault::NotANumber),
        ("--1", Fault::NotANumber),
        ("9999999999", Fault::TooLarge),
        ("18446744073709551615", Fault::TooLarge),
    ] {
        assert_eq!(parse_centiseconds(text).unwrap_err().fault, fault, "{text}");
    }
}

#[test]
fn a_tournament_control_is_written_the_way_clients_write_it() {
    for (moves, base_ms, increment_ms, text) in [
        (40, 300_000, 0, "40 5 0"),
        (40, 30_000, 0, "40 0:30 0"),
        (0, 120_000, 12_000, "0 2 12"),
        (0, 2_000, 20, "0 0:02 0.02"),
        (0, 62_500, 0, "0 1:02.5 0"),
    ] {
        let control = tournament(moves, base_ms * MS, increment_ms * MS);
        assert_eq!(format_level(&control).as_deref(), Some(text));
    }
    assert_eq!(format_level(&TimeControl::PerMove(MS)), None);
    assert_eq!(format_level(&TimeControl::Unlimited), None);
}

prop_compose! {
    fn any_time()(nanos in 0..=UNLIMITED.as_nanos() as u64) -> Duration {
        Duration::from_nanos(nanos)
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        moves in 0..=MOST_MOVES as u32, base in any_time(), increment in any_time(),
    ) {
        let control = tournament(moves, base, increment);
        let text = format_level(&control).unwrap();
        prop_assert_eq!(parse_level(&text), Ok(control));
    }

    #[test]
    fn no_text_breaks_the_parsers(text in "[-+.:0-9a ]{0,40}|.{0,40}") {
        for control in [parse_level(&text), parse_st(&text)].into_iter().flatten() {
            let times = match control {
                TimeControl::Tournament { base, increment, .. } => [base, increment],
                TimeControl::PerMove(time) => [time; 2],
                TimeControl::Unlimited | TimeControl::Staged(_) => {
                    unreachable!("no notation asks for it")
                }
            };
            prop_assert!(times.iter().all(|&time| time <= UNLIMITED));
        }
        if let Ok(time) = parse_centiseconds(&text) {
            prop_assert!(time <= UNLIMITED);
        }
    }
}
