//! Whatever a file of searches holds, it is read or refused; what is read is written so that it is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zeitnot::lab::searchlog::{LoggedGame, Reader, Writer};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut reader) = Reader::new(bytes) else { return };
    let games: Vec<LoggedGame> = reader.by_ref().map_while(Result::ok).collect();
    let mut written = Vec::new();
    let mut writer = Writer::new(&mut written, reader.header()).unwrap();
    for game in &games {
        writer.append(game).unwrap();
    }
    let again: Result<Vec<_>, _> = Reader::new(&written[..]).unwrap().collect();
    assert_eq!(again.unwrap(), games);
});
