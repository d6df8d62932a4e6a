//! What OpenBench asks of an engine: how it is built and how its bench is read.

use std::process::Command;

/// What `make -n` would run.
fn recipe(arguments: &[&str]) -> String {
    let output = Command::new("make")
        .arg("-n")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("RUSTFLAGS")
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .output()
        .expect("this test needs the program make");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn make_builds_for_this_processor_and_leaves_the_program_where_it_is_told() {
    let asked = ["-j", "PROFDATA=", "EXE=engine-1A2B3C4D", "CC=clang", "EVALFILE=/tmp/network"];
    let recipe = recipe(&asked);
    let lines: Vec<&str> = recipe.lines().collect();
    let [build, copy] = lines[..] else { panic!("{recipe}") };
    assert!(build.starts_with(r#"RUSTFLAGS="-C target-cpu=native" cargo build --release"#));
    let program = copy.strip_prefix("cp ").and_then(|files| files.split_once(' '));
    let (built, exe) = program.expect("a copy");
    let folder = build.rsplit_once("--target-dir ").expect("a folder").1;
    assert!(built.starts_with(&format!("\"{folder}/release/zeitnot")), "{copy}");
    assert!(exe.starts_with("\"engine-1A2B3C4D"), "{copy}");
}

#[test]
fn with_a_reader_of_profiles_make_builds_for_what_the_bench_runs_through() {
    let recipe = recipe(&["PROFDATA=llvm-profdata"]);
    let lines: Vec<&str> = recipe.lines().collect();
    let [_, counting, bench, merge, build, _] = lines[..] else { panic!("{recipe}") };
    let path = |line: &str, switch: &str| {
        let path = line.split_once(switch).expect(line).1;
        path.split(['"', ' ']).next().unwrap_or_default().to_owned()
    };
    let counts = path(counting, "-C target-cpu=native -C profile-generate=");
    assert!(bench.ends_with("bench"), "{bench}");
    assert_eq!(merge, format!(r#""llvm-profdata" merge -o "{counts}.profdata" "{counts}""#));
    let used = path(build, "-C target-cpu=native -C profile-use=");
    assert_eq!(used, format!("{counts}.profdata"));
}

#[test]
fn make_alone_leaves_zeitnot() {
    let recipe = recipe(&[]);
    let last = recipe.lines().last().expect("a recipe");
    assert!(last.trim_end_matches(['"']).trim_end_matches(".exe").ends_with("\"zeitnot"));
}

/// The number before a word, as `(\d+)\s+WORD` finds it.
fn number_before(word: &str, line: &str) -> Option<u64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok())
}

#[test]
fn the_last_line_of_bench_has_nodes_and_speed_and_the_nodes_never_change() {
    let bench = || {
        let output = Command::new(env!("CARGO_BIN_EXE_zeitnot"))
            .args(["bench", "3"])
            .env_remove("RUST_LOG")
            .output()
            .expect("it runs");
        assert!(output.status.success() && output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).unwrap();
        let last = text.lines().last().expect("a result").to_owned();
        let rest = text.lines().rev().skip(1);
        assert!(rest.into_iter().all(|line| !line.contains("nodes") && !line.contains("nps")));
        assert!(number_before("nps", &last).is_some(), "{last}");
        number_before("nodes", &last).expect(&last)
    };
    assert_eq!(bench(), bench());
}
