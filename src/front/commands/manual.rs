//! What a shell and a reader of manuals want to know of the command line, made of the table of arguments itself.

use std::{fs, io, path::Path};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::print;
use crate::{
    front::{args, at_path::writing},
    program::{NAME, NAME_AND_VERSION, VERSION},
};

/// Prints the manual page, or writes this page and one for each command into a folder.
///
/// # Errors
/// If the output or a file cannot be written.
pub fn manual(folder: Option<&Path>) -> io::Result<()> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        page_of(args::command()).render(&mut page)?;
        return print(&String::from_utf8_lossy(&page));
    };
    let written = fs::create_dir_all(folder).and_then(|()| pages(&args::command(), folder));
    Ok(written.map_err(writing(folder))?)
}

/// Writes the pages of a command and of all below it that people use.
fn pages(command: &Command, folder: &Path) -> io::Result<()> {
    let command = without_help(command.clone());
    let mut below = command.get_subcommands().filter(|below| !below.is_hide_set());
    below.try_for_each(|below| pages(below, folder))?;
    page_of(command.clone()).generate_to(folder).map(drop)
}

/// `help` helps at the terminal only.
fn without_help(command: Command) -> Command {
    command.mut_subcommands(|below| match below.get_name() {
        "help" => below.hide(true),
        _ => below,
    })
}

/// The page of a command, which is of a version and not of a machine.
fn page_of(command: Command) -> Man {
    let command = without_help(command).version(VERSION);
    Man::new(command).source(NAME_AND_VERSION).manual(NAME)
}

/// Prints what a shell needs to complete what is typed.
///
/// # Errors
/// If the output fails.
pub fn completions(shell: Shell) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::completed(), NAME, &mut script);
    print(&String::from_utf8_lossy(&script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_that_names_what_concerns_it() {
        let folder = std::env::temp_dir().join(format!("zeitnot-pages-{}", std::process::id()));
        manual(Some(&folder)).expect("pages are written");
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
        assert!(read("zeitnot.1").contains("zeitnot\\-ics(1)"));
        let page = read("zeitnot-train-generate.1");
        assert!(page.contains("nodes") && !page.contains("ponder"), "{page}");
        for internal in ["zeitnot-help.1", "zeitnot-rank.1"] {
            assert!(!folder.join(internal).exists(), "{internal}");
        }
        let main = read("zeitnot.1");
        assert!(!main.contains("zeitnot\\-help(1)") && !main.contains("commit"), "{main}");
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = std::env::temp_dir().join(format!("zeitnot-no-folder-{}", std::process::id()));
        fs::write(&file, "").expect("a file");
        let folder = file.join("pages");
        let refusal = manual(Some(&folder)).expect_err("a file is no folder").to_string();
        fs::remove_file(&file).expect("the file is ours");
        let beginning = format!("{} cannot be written: ", folder.display());
        assert!(refusal.starts_with(&beginning), "{refusal}");
    }
}
