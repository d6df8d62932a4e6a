//! What the pages of this project tell people to type is understood.

use std::{ffi::OsString, fs, path::PathBuf};

use clap::error::ErrorKind;

use super::*;

/// A page for people, by its name.
fn pages() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs"))
        .expect("docs/")
        .map(|entry| entry.expect("an entry").path());
    let pages = docs.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let pages = pages.chain([root.join("README.md")]);
    pages
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a page")))
        .collect()
}

/// The command lines of a page: lines set apart, with those that go on behind a backslash, and words within the text.
fn commands(page: &str) -> Vec<String> {
    let joined = page.replace("\\\n", " ");
    let apart = joined.lines().filter_map(|line| line.strip_prefix("    "));
    let apart = apart.map(|line| line.trim().trim_start_matches("target/release/").to_owned());
    let within = page.split('`').skip(1).step_by(2).map(|words| words.replace('\n', " "));
    // What the program says of itself in a recorded game is no command.
    let said = |line: &str| {
        line.starts_with("plays ")
            || line.starts_with("at ")
            || line.starts_with(|it: char| it.is_ascii_digit())
    };
    let known = |line: &String| line.strip_prefix("zeitnot ").is_some_and(|rest| !said(rest));
    apart.chain(within).filter(known).collect()
}

/// The words of a command line as a shell takes them apart, up to a comment, a pipe or the next command.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if letter == open => quote = None,
            (' ', None) => words.extend(word.take()),
            ('#' | '|' | '&' | '>', None) if word.is_none() => break,
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words.retain(|word| word != "...");
    words
}

/// What is wrong with a command line, if anything is. Within the text of a page it may stop short of what has to follow.
fn fault(line: &str) -> Option<String> {
    let words = separated(words(line).into_iter().map(OsString::from));
    let args = match Args::try_parse_from(words) {
        Ok(args) => args,
        Err(error) => {
            let short = matches!(
                error.kind(),
                ErrorKind::DisplayHelp
                    | ErrorKind::DisplayVersion
                    | ErrorKind::MissingRequiredArgument
                    | ErrorKind::MissingSubcommand
                    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            );
            return (!short).then(|| error.to_string());
        }
    };
    let known = args.config.as_ref().is_none_or(|file| file.exists());
    let put_together = |text: Option<String>| settings(&args, text.as_deref(), true);
    file_text(&args).and_then(put_together).err().filter(|_| known).map(|error| error.to_string())
}

#[test]
fn every_command_line_of_every_page_is_understood() {
    let mut seen = 0;
    for (page, text) in pages() {
        for line in commands(&text) {
            seen += 1;
            assert_eq!(fault(&line), None, "{page}: {line}");
        }
    }
    assert!(seen > 100, "only {seen} commands found");
}

#[test]
fn a_command_line_that_is_not_understood_is_found() {
    assert_eq!(
        commands(
            "so `zeitnot bench` or\n\n    target/release/zeitnot perft \\\n        3  # text\n"
        )
        .len(),
        2
    );
    assert_eq!(words("zeitnot perft \"8/8 w\" 3 # three"), ["zeitnot", "perft", "8/8 w", "3"]);
    assert!(fault("zeitnot benhc").is_some() && fault("zeitnot --set hush=3").is_some());
}
