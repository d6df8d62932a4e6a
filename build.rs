//! Tells the program which commit it is of, for `zeitnot --version`.

#![expect(clippy::disallowed_macros, reason = "this is how a build script speaks to cargo")]

use std::{env, fs, path::Path, process::Command};

/// Letters of a commit's name that are shown.
const SHOWN: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // While the program is worked on, a commit must not make everything compile again.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        let commit = packaged().or_else(checked_out).unwrap_or_default();
        println!("cargo::rustc-env=ZEITNOT_COMMIT={:.SHOWN$}", commit);
    }
}

/// The commit that a package of cargo's was made of.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    rest.split_once('"').map(|(commit, _)| commit.to_owned())
}

/// The commit of a git checkout, if this folder is one's root.
fn checked_out() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
