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
#[ignore = "needs make"]
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
#[ignore = "needs make"]
fn with_a_reader_of_profiles_make_builds_for_what_the_bench_runs_through() {
    let recipe = recipe(&["PROFDATA=llvm-profdata"]);
    let lines: Vec<&str> = recipe.lines().collect();
    let [build, copy] = lines[..] else { panic!("{recipe}") };
    assert_eq!(build, r#"LLVM_PROFDATA="llvm-profdata" sh scripts/build-native"#);
    assert!(copy.starts_with("cp \"target/release/zeitnot"), "{copy}");
}

/// Each of these programs only notes what it is asked, and the first one leaves another that does.
#[cfg(unix)]
const NOTING: [(&str, &str); 4] = [
    (
        "bin/cargo",
        "echo \"cargo $CARGO_ENCODED_RUSTFLAGS\" | tr '\\037' ' ' >>\"$HERE/notes\"\n\
         mkdir -p \"$6/release\"\n\
         printf '#!/bin/sh\\necho \"zeitnot $*\" >>\"$HERE/notes\"\\n' >\"$6/release/zeitnot\"\n\
         chmod +x \"$6/release/zeitnot\"",
    ),
    ("bin/rustc", "[ \"$1\" = -vV ] && echo 'host: here' || echo \"$HERE\""),
    ("lib/rustlib/here/bin/llvm-profdata", "echo \"llvm-profdata $*\" >>\"$HERE/notes\""),
    ("bin/llvm-profdata-22", "echo \"llvm-profdata-22 $*\" >>\"$HERE/notes\""),
];

#[test]
#[cfg(unix)]
fn a_native_build_is_counted_merged_and_used() {
    use std::{env, fs, os::unix::fs::PermissionsExt};

    let here = env::temp_dir().join(format!("zeitnot-native-{}", std::process::id()));
    let write = |path: &str, text: &str| {
        let path = here.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    for (path, text) in NOTING {
        write(path, &format!("#!/bin/sh\n{text}\n"));
    }
    write("scripts/build-native", include_str!("../../scripts/build-native"));
    let path = format!("{}:{}", here.join("bin").display(), env::var("PATH").unwrap());
    let counts = here.join("target/profile").display().to_string();
    let merged = format!("{counts}/merged.profdata");
    for (asked, merger) in [(None, "llvm-profdata"), (Some("llvm-profdata-22"), "llvm-profdata-22")]
    {
        let mut script = Command::new(here.join("scripts/build-native"));
        script.envs([("PATH", path.as_str()), ("HERE", here.to_str().unwrap())]);
        script.env_remove("LLVM_PROFDATA").envs(asked.map(|program| ("LLVM_PROFDATA", program)));
        let output = script.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let notes = fs::read_to_string(here.join("notes")).unwrap();
        let wanted = [
            format!("cargo -Ctarget-cpu=native -Cprofile-generate={counts}"),
            "zeitnot bench".to_owned(),
            format!("{merger} merge -o {merged} {counts}"),
            format!("cargo -Ctarget-cpu=native -Cprofile-use={merged}"),
        ];
        assert_eq!(notes.lines().collect::<Vec<_>>(), wanted);
        fs::remove_file(here.join("notes")).unwrap();
    }
    fs::remove_dir_all(here).unwrap();
}

#[test]
#[ignore = "needs make"]
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
