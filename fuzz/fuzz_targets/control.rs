//! Time controls in all other notations: none panics, and what one of them can write it reads again
//! as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::clock::{
    TimeControl, format_ics, format_level, format_pgn, parse_any, parse_centiseconds, parse_ics,
    parse_level, parse_pgn, parse_st, parse_time,
};

fuzz_target!(|text: &str| {
    let _ = (parse_time(text), parse_centiseconds(text));
    let read = [
        parse_level(text).ok(),
        parse_st(text).ok(),
        parse_ics(text).ok(),
        parse_pgn(text).ok().flatten(),
        parse_any(text).ok(),
    ];
    read.iter().flatten().for_each(|control| written_again(text, control));
});

fn written_again(text: &str, control: &TimeControl) {
    if let Some(level) = format_level(control) {
        assert_eq!(parse_level(&level).as_ref(), Ok(control), "{text} is written {level}");
    }
    if let Some(ics) = format_ics(control) {
        assert_eq!(parse_ics(&ics).as_ref(), Ok(control), "{text} is written {ics}");
    }
    if let Some(pgn) = format_pgn(control) {
        assert_eq!(parse_pgn(&pgn).as_ref(), Ok(&Some(*control)), "{text} is written {pgn}");
    }
}
