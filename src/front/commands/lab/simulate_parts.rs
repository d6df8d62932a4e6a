//! What the games of a part came to, as a file: parts made on several machines are put together by reading them all.

use std::{
    collections::BTreeMap,
    fmt::Write,
    io,
    path::{Path, PathBuf},
};

use crate::{
    front::{
        at_path::{AtPath, at},
        commands::input,
    },
    lab::simulate::Tally,
};

/// The first line of a file; the number is the version of the format.
const MAGIC: &str = "zeitnot-simulated 1";

/// What files of parts hold, by control and policy.
#[derive(Debug, Default)]
pub(super) struct Parts {
    tallies: BTreeMap<(String, String), Tally>,
}

/// Why parts cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] AtPath<io::Error>),
    /// A line is not what should stand there.
    #[error("{}, line {line}: {expected} should stand here, not {found:?}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What should.
        expected: String,
        /// What does.
        found: String,
    },
    /// Games are missing, or there twice.
    #[error(
        "of {policy} under {control} there are {there} of {wanted} games: is a part missing, or there twice?"
    )]
    Games {
        /// The policy.
        policy: String,
        /// The control.
        control: String,
        /// Games that there are.
        there: u64,
        /// Games that there should be.
        wanted: u64,
    },
}

/// The head of a file with the games of this setup.
pub(super) fn head(setup: &str) -> String {
    format!("{MAGIC}\n{setup}\n")
}

/// What the games of each policy under a control came to, a line each.
pub(super) fn lines<'a>(
    control: &str,
    players: impl Iterator<Item = &'a str>,
    tallies: &[Tally],
) -> String {
    let mut text = String::new();
    for (policy, tally) in players.zip(tallies) {
        // Writing into a String cannot fail.
        let _ = writeln!(text, "tally {policy} {tally} {control}");
    }
    text
}

impl Parts {
    /// Adds a file, which may be several one behind the other, all with games of this setup.
    pub fn add(&mut self, path: &Path, setup: &str) -> Result<(), PartsError> {
        let text = input::text(path).map_err(at(path))?;
        let mut expects_setup = false;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |expected: String| PartsError::Line {
                path: path.to_owned(),
                line: number,
                expected,
                found: line.chars().take(100).collect(),
            };
            match line {
                _ if expects_setup => {
                    (line == setup).then_some(()).ok_or_else(|| wrong(format!("{setup:?}")))?;
                    expects_setup = false;
                }
                MAGIC => expects_setup = true,
                _ if number == 1 => return Err(wrong(format!("{MAGIC:?}"))),
                _ => self.add_line(line).ok_or_else(|| wrong("what games came to".to_owned()))?,
            }
        }
        Ok(())
    }

    /// Adds a line; `None` if it is none.
    fn add_line(&mut self, line: &str) -> Option<()> {
        let (policy, rest) = line.strip_prefix("tally ")?.split_once(' ')?;
        // Seven numbers; controls may have blanks.
        let (end, _) = rest.match_indices(' ').nth(6)?;
        let (sums, control) = (rest.get(..end)?, rest.get(end + 1..)?);
        let tally: Tally = sums.parse().ok()?;
        self.tallies.entry((control.to_owned(), policy.to_owned())).or_default().merge(&tally);
        Some(())
    }

    /// The games of each policy under a control, which have to be as many as wanted.
    pub fn tallies<'a>(
        &self,
        control: &str,
        players: impl Iterator<Item = &'a str>,
        wanted: u64,
    ) -> Result<Vec<Tally>, PartsError> {
        players
            .map(|policy| {
                let key = (control.to_owned(), policy.to_owned());
                let tally = self.tallies.get(&key).cloned().unwrap_or_default();
                let (control, policy) = key;
                match tally.games {
                    there if there == wanted => Ok(tally),
                    there => Err(PartsError::Games { policy, control, there, wanted }),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;
    use crate::{
        front::commands::lab::simulate::{Simulate, simulate},
        timing::{Parameters, adaptive::Numbers},
    };

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        simulate: Simulate,
    }

    /// Runs the command with these words behind its name.
    fn run(words: &str) -> Result<(), String> {
        let line = format!("simulate --policies rival,achilles --clock 60+0 {words}");
        let line =
            Line::try_parse_from(line.split_whitespace()).map_err(|error| error.to_string())?;
        simulate(&line.simulate, &Parameters::default()).map_err(|error| error.to_string())
    }

    /// The numbers that the command writes for these words.
    fn numbers(words: &str, file: &Path) -> String {
        run(&format!("{words} --csv {}", file.display())).expect("numbers");
        fs::read_to_string(file).expect("a file")
    }

    #[test]
    fn adaptive_can_be_given_other_numbers() {
        let file = std::env::temp_dir().join(format!("zeitnot-numbers-{}.csv", std::process::id()));
        let played = |words: &str| {
            let words = format!("--games 60 {words} --policies adaptive");
            let csv = numbers(&words, &file);
            csv.lines().find(|line| line.contains("adaptive")).expect("a row").to_owned()
        };
        let usual = played("");
        let late = Numbers::default().moves_late;
        assert_eq!(played(&format!("--number moves_late={late}")), usual);
        assert_ne!(played("--number moves_late=40"), usual);
        let refusal = run("--number moves_early=40").unwrap_err();
        assert!(refusal.starts_with("--number: `adaptive` has no number `moves_early`; it has "));
        fs::remove_file(&file).expect("the file is ours");
    }

    #[test]
    fn parts_one_behind_the_other_come_to_the_same_as_the_whole() {
        let folder = std::env::temp_dir().join(format!("zeitnot-parts-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &str| folder.join(name);
        for part in [1, 2] {
            let out = file(&part.to_string());
            run(&format!("--games 240 --part {part}/2 --out {}", out.display())).expect("a part");
        }
        let whole = numbers("--games 240", &file("whole.csv"));
        let [one, two] = ["1", "2"].map(|name| fs::read_to_string(file(name)).expect("a part"));
        let marked = format!("\u{feff}{one}{two}").replace('\n', "\r\n");
        fs::write(file("both"), marked).expect("a file");
        let (from, csv) = (format!("--from {}", file("both").display()), file("parts.csv"));
        assert_eq!(numbers(&format!("--games 240 {from}"), &csv), whole);

        for name in ["1", "no/such.csv"] {
            let refusal = run(&format!(
                "--games 240 {from} --from {0} --csv {1}",
                file("1").display(),
                file(name).display()
            ));
            assert!(refusal.unwrap_err().contains(" cannot be written: "), "{name}");
        }
        assert_eq!(fs::read_to_string(file("1")).expect("a part"), one);
        let refusal = run(&format!("--games 240 --from {}", file("1").display())).unwrap_err();
        assert!(refusal.contains("of 240 games: is a part missing"), "{refusal}");
        let refusal = run(&format!("--games 300 {from}")).unwrap_err();
        assert!(refusal.contains("line 2: \"games 300 seed 1"), "{refusal}");
        let refusal = run(&format!("--games 240 --number stakes=0.5 {from}")).unwrap_err();
        assert!(refusal.contains("profile none stakes=0.5"), "{refusal}");
        fs::write(file("both"), one.replace("tally rival", "tally")).expect("a file");
        let refusal = run(&format!("--games 240 {from}")).unwrap_err();
        assert!(refusal.contains("line 3: what games came to should stand here"), "{refusal}");
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
