//! The log file, in a process of its own: a log can be started once only.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail the test")]

use std::{fs, path::Path};

use zeitnot::front::logging;

#[test]
fn lines_in_and_out_are_logged_with_their_time_and_a_bad_file_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let missing = folder.join("no/such/folder/wire.log");
    let error = logging::start(Some(&missing)).expect_err("no such folder").to_string();
    assert!(error.contains("wire.log cannot be opened"), "{error}");

    let path = folder.join("wire.log");
    fs::write(&path, "an older line\n").expect("a writable directory");
    logging::start(Some(&path)).expect("the log starts");
    logging::line_in("usermove e2e4");
    logging::line_out("move e7e5");
    logging::remark("planned time used");

    let text = fs::read_to_string(&path).expect("the log is there");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "an older line");
    for (line, end) in lines[1..].iter().zip([
        "zeitnot::wire] > usermove e2e4",
        "zeitnot::wire] < move e7e5",
        "planned time used",
    ]) {
        assert!(line.ends_with(end), "{line}");
        let (time, _) = line.split_once('Z').expect("a time in UTC");
        assert!(time.rsplit_once('.').is_some_and(|(_, millis)| millis.len() == 3), "{line}");
    }
    assert_eq!(lines.len(), 4);
    assert!(logging::start(None).is_err(), "a second log is refused");
}
