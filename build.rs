//! What the program is told when it is built: the network that it has in itself, and the commit it is of.

#![expect(clippy::disallowed_macros, reason = "this is how a build script speaks to cargo")]

use std::{
    env, fs,
    io::Read,
    path::{Path, PathBuf},
    process::Command,
};

/// The network that is built in, unless the environment variable EVALFILE names another one.
const NETWORK: &str = "networks/zeitnot.net";
/// Letters of a commit's name that are shown.
const SHOWN: usize = 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    network();
    // While the program is worked on, a commit must not make everything compile again.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        let commit = packaged().or_else(checked_out).unwrap_or_default();
        println!("cargo::rustc-env=ZEITNOT_COMMIT={commit:.SHOWN$}");
    }
}

/// Names the file of the network, and refuses one that is something else.
fn network() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-changed={NETWORK}");
    let named = env::var("EVALFILE").ok().filter(|name| !name.is_empty());
    let file = named.as_deref().unwrap_or(NETWORK);
    if magic(file).is_none() || magic(file) != magic(NETWORK) {
        println!("cargo::error=EVALFILE: {file} is no network of zeitnot's");
    }
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    println!("cargo::rustc-env=ZEITNOT_NETWORK={}", root.join(file).display());
}

/// How a file begins: format and version.
fn magic(file: &str) -> Option<[u8; 17]> {
    let mut bytes = [0; 17];
    fs::File::open(file).ok()?.read_exact(&mut bytes).ok()?;
    Some(bytes)
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
