use proptest::prelude::*;

use super::*;

const S: Duration = Duration::from_secs(1);

fn moves(number: u32) -> Option<NonZeroU32> {
    NonZeroU32::new(number)
}

fn two(first: Stage, last: Stage) -> TimeControl {
    TimeControl::Staged(Stages::new([first, last]).unwrap())
}

fn tournament(moves: u32, base: u32, increment: u32) -> TimeControl {
    TimeControl::Tournament {
        moves: NonZeroU32::new(moves),
        base: S * base,
        increment: S * increment,
    }
}

#[test]
fn the_parts_mean_stages_and_a_bonus() {
    let soft = AtZero::SoftFlag;
    let bronstein = Bonus { kind: BonusKind::Bronstein, ..Bonus::increment(12 * S) };
    for (text, control) in [
        (
            "2:00:00,40//30:00,0",
            two(
                Stage { at_zero: soft, ..Stage::new(7_200 * S, moves(40)) },
                Stage::new(1_800 * S, None),
            ),
        ),
        ("2:00,0/12/0", tournament(0, 120, 12)),
        (
            "2:00,0/12,N1/0",
            TimeControl::Staged(Stages::single(Stage {
                bonus: bronstein,
                ..Stage::new(120 * S, None)
            })),
        ),
        (
            "30:00,0//2:00,0",
            two(Stage { at_zero: soft, ..Stage::new(1_800 * S, None) }, Stage::new(120 * S, None)),
        ),
        (
            "30:00,N0//5:00,N10",
            two(
                Stage { at_zero: AtZero::Overtime, ..Stage::new(1_800 * S, None) },
                Stage { resets: true, ..Stage::new(300 * S, moves(10)) },
            ),
        ),
        ("0//5:00,40", tournament(40, 300, 0)),
        ("0//5,N1", TimeControl::PerMove(5 * S)),
    ] {
        assert_eq!(parse_ggs(text), Ok(control), "{text}");
        assert_eq!(format_ggs(&control).as_deref(), Some(text));
    }
}

#[test]
fn what_is_left_out_is_zero() {
    for (text, same) in [
        ("5:00//", "5:00,0//0"),
        ("300//", "5:00,0//0"),
        (" 90:00/30/ ", "1:30:00,0/30/0"),
        ("5:00/3,1/", "5:00,0/3/0"),
        ("5:00/0,N7/0,N3", "5:00,0//0"),
        ("//5:00", "5:00,0//0"),
        ("0,N7//1:00,N3", "0//1:00,N3"),
        ("1:00,N0//0,9", "1:00,0//0"),
        ("0/5/", "0,0/5/0"),
        ("1:00,4//", "1:00,4//0"),
        ("1:2:3//", "1:02:03,0//0"),
    ] {
        let control = parse_ggs(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(format_ggs(&control).as_deref(), Some(same), "{text}");
        assert_eq!(parse_ggs(same), Ok(control), "{text}");
    }
}

#[test]
fn a_malformed_notation_names_the_part_and_the_column() {
    use Part::{Ext, Inc, Ini};
    use Reason::{Incomplete, NoMoves, NoTime, SixtyOrMore, TooLarge, Unexpected};
    for (text, part, column, reason) in [
        ("", Inc, 1, Incomplete),
        ("5:00", Inc, 5, Incomplete),
        ("5:00/3", Ext, 7, Incomplete),
        ("//", Ini, 1, NoTime),
        ("0//0,N5", Ini, 1, NoTime),
        ("x//", Ini, 1, Unexpected('x')),
        ("5m//", Ini, 2, Unexpected('m')),
        ("-5//", Ini, 1, Unexpected('-')),
        ("5:60//", Ini, 3, SixtyOrMore),
        ("1:00:75//", Ini, 6, SixtyOrMore),
        ("1:2:3:4//", Ini, 6, Unexpected(':')),
        ("5:,3//", Ini, 3, Unexpected(',')),
        ("5:00,//", Ini, 6, Unexpected('/')),
        ("5:00,N//", Ini, 7, Unexpected('/')),
        ("5:00,n4//", Ini, 6, Unexpected('n')),
        (",40//", Ini, 1, Unexpected(',')),
        ("5:00,10001//", Ini, 6, TooLarge),
        ("99999999999999999999//", Ini, 1, TooLarge),
        ("9999999999//", Ini, 1, TooLarge),
        ("5:00/3,0/", Inc, 6, NoMoves),
        ("5:00/0.5/", Inc, 7, Unexpected('.')),
        ("5:00/3,N", Inc, 9, Incomplete),
        ("5:00/3/2:00,N4/1", Ext, 15, Unexpected('/')),
        ("5:00/3/é", Ext, 8, Unexpected('é')),
        ("5:00/3/1 5", Ext, 9, Unexpected(' ')),
    ] {
        assert_eq!(parse_ggs(text), Err(GgsError { part, column, reason }), "{text}");
    }
    let error = parse_ggs("30:00,N0//5:0x").unwrap_err().to_string();
    assert_eq!(error, "ext, column 14: `x` does not belong there");
}

#[test]
fn what_the_notation_cannot_express_is_not_written() {
    let delay = Bonus { kind: BonusKind::Delay, ..Bonus::increment(S) };
    let minute = Stage::new(60 * S, moves(40));
    for control in [
        TimeControl::Unlimited,
        TimeControl::PerMove(Duration::ZERO),
        TimeControl::PerMove(S / 2),
        tournament(40, 0, 0),
        two(minute, minute),
        TimeControl::from(Stages::single(Stage { bonus: delay, ..minute })),
        TimeControl::from(Stages::new([minute; 3]).unwrap()),
    ] {
        assert_eq!(format_ggs(&control), None, "{control:?}");
    }
}

/// A part as people might write it.
fn any_part() -> impl Strategy<Value = String> {
    let time = prop_oneof![
        Just("0".to_owned()),
        (0..100_000_u32).prop_map(|secs| secs.to_string()),
        (0..500_u32, 0..60_u32).prop_map(|(m, s)| format!("{m}:{s:02}")),
        (0..50_u32, 0..60_u32, 0..60_u32).prop_map(|(h, m, s)| format!("{h}:{m}:{s}")),
    ];
    let count = prop_oneof![
        Just(String::new()),
        (any::<bool>(), 0..60_u32).prop_map(|(n, m)| format!(",{}{m}", if n { "N" } else { "" })),
    ];
    prop_oneof![1 => Just(String::new()), 5 => (time, count).prop_map(|(t, c)| t + &c)]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(ini in any_part(), inc in any_part(), ext in any_part()) {
        let text = format!("{ini}/{inc}/{ext}");
        match parse_ggs(&text) {
            Ok(control) => {
                let written = format_ggs(&control);
                let written = written.ok_or_else(|| TestCaseError::fail(text.clone()))?;
                prop_assert_eq!(parse_ggs(&written), Ok(control), "{} as {}", text, written);
            }
            Err(error) => prop_assert!(
                matches!(error.reason, Reason::NoTime | Reason::NoMoves), "{}: {}", text, error
            ),
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[0-9:,N/ ]{0,30}|.{0,30}") {
        if let Err(error) = parse_ggs(&text) {
            prop_assert!(error.column <= text.chars().count() + 1);
        }
    }
}
