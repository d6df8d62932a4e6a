//! The scripts that start XBoard, as far as they can be tried without it.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A login file of its own for each test, readable as `mode` says.
fn login_file(name: &str, mode: u32) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, "handle\npassword\n").expect("a writable directory");
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its owner");
    path
}

fn utf8(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn without_xboard_the_script_says_how_to_get_it() {
    // A path with the few programs the scripts need, and no xboard.
    let bin = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bin");
    fs::create_dir_all(&bin).expect("a writable directory");
    for program in ["dirname", "find", "sed"] {
        let wrapper = bin.join(program);
        let real = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(program));
        let real = real.iter().find(|path| path.exists()).expect("a usual program");
        fs::write(&wrapper, format!("#!/bin/sh\nexec {} \"$@\"\n", utf8(real))).expect("writable");
        fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).expect("its owner");
    }
    let output = Command::new("/bin/sh")
        .arg(format!("{ROOT}/scripts/xboard"))
        .env("PATH", &bin)
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!output.status.success() && text.contains("xboard is not installed"), "{text}");
}

/// What `scripts/latency.py` prints of engines, each thing tried three times.
fn latency(engines: &[&str], patience: &str) -> String {
    let output = Command::new("python3")
        .arg(format!("{ROOT}/scripts/latency.py"))
        .args(["--count", "3", "--quits", "3", "--think", "5", "--patience", patience])
        .args(engines)
        .output()
        .expect("this test needs the program python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
#[ignore = "needs python3"]
fn latencies_are_measured_in_both_protocols() {
    let engine = env!("CARGO_BIN_EXE_zeitnot");
    let (xboard, uci) = (format!("xboard={engine}"), format!("uci=uci:{engine}"));
    let table = latency(&[&xboard, &uci], "60");
    for row in ["ping when idle", "ping in a search", "stop to move", "quit to exit"] {
        let mut lines = table.lines().skip_while(|line| !line.starts_with(row));
        for name in ["xboard", "uci"] {
            let line = lines.next().expect(row);
            let words: Vec<&str> = line.trim_start_matches(row).split_whitespace().collect();
            let [who, figures @ .., tries] = &words[..] else { panic!("{table}") };
            assert_eq!((*who, *tries, figures.len()), (name, "3", 3), "{table}");
            assert!(figures.iter().all(|figure| figure.parse::<f64>().is_ok()), "{table}");
        }
    }
}

#[test]
#[ignore = "needs python3"]
fn an_engine_that_never_answers_is_given_up() {
    let table = latency(&["deaf=yes nonsense"], "0.05");
    assert_eq!(table.matches("(3 in vain)").count(), 4, "{table}");
    assert_eq!(table.lines().filter(|line| line.contains("  -  ")).count(), 4, "{table}");
}

/// The unattended script, without running anything: standard output, or standard error if it refuses.
#[cfg(target_os = "linux")]
fn zippy(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("bash")
        .arg(format!("{ROOT}/scripts/zippy"))
        .args(arguments)
        .arg("--dry-run")
        .output()
        .expect("a shell");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
#[cfg(target_os = "linux")]
fn the_unattended_script_starts_xboard_as_each_server_wants_it() {
    let login = login_file("zippy", 0o600);
    let login = ["--login", utf8(&login)];
    let fics = zippy(&[&["fics"][..], &login].concat()).expect("a command");
    for words in [
        "-icshost freechess.org -icsport 5000",
        "-zp",
        "-xanimate",
        "-autoCallFlag true",
        "-xexit",
        "-zippyVariants normal",
        "-zippyGameEnd seek\\ 3\\ 0\\ m",
        "zeitnot\\\"\\ timeseal",
    ] {
        assert!(fics.contains(words), "{words}: {fics}");
    }
    let arguments = [&["icc", "--host", "chess.example", "--max-games", "3"][..], &login].concat();
    let icc = zippy(&arguments).expect("a command");
    assert!(icc.contains("-icshost chess.example") && icc.contains("-zippyMaxGames 3"));
    assert!(!icc.contains("-icshelper"), "{icc}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_unattended_script_refuses_what_would_leak_or_cannot_be() {
    for mode in [0o640, 0o604, 0o620, 0o700] {
        let login = login_file(&format!("zippy-{mode:o}"), mode);
        let error = zippy(&["fics", "--login", utf8(&login)]).expect_err("a refusal");
        assert!(error.contains("chmod 600 "), "{mode:o}: {error}");
    }
    let login = login_file("zippy-mistakes", 0o600);
    let config = Path::new(env!("CARGO_TARGET_TMPDIR")).join("zippy.conf");
    fs::write(&config, "# a remark\nhost = chess.example\nprot = 23\n").expect("writable");
    for (arguments, words) in [
        (&["fics", "--port", "70000"][..], "'70000' is no port"),
        (&["fics", "--max-games", "x"], "'x' is no number of games"),
        (&["fics", "--config", utf8(&config)], "line 3: there is no setting 'prot'"),
        (&["fics", "--host", "-x"], "'-x' is no host"),
        (&["fics", "--hots", "x"], "unknown option --hots"),
        (&["fcs"], "fics or icc"),
    ] {
        let error =
            zippy(&[arguments, &["--login", utf8(&login)]].concat()).expect_err("a refusal");
        assert!(error.contains(words), "{error}");
    }
}
