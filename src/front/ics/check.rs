//! `zeitnot ics --check`: what is wrong with an operator's file, or what is in force with it. Nobody is
//! called, and no file is changed.

use std::{error::Error, path::Path};

use super::{Hopeless, alert, config, files::Files, password};
use crate::{
    book::Book, front::settings::evaluation, ics::config::Config, options::Options, session,
};

/// What is in force with the file at `path`: a file in itself that names every setting.
///
/// # Errors
/// All that would keep the bot from playing, or games from being kept.
pub fn check(path: &Path, options: &Options) -> Result<String, Box<dyn Error>> {
    let (_, config) = config(path)?;
    let faults = faults(&config, options);
    if faults.is_empty() {
        return Ok(in_force(path, &config));
    }
    let lines: Vec<String> =
        faults.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
    Err(Hopeless::Setting(lines.join("\n")).into())
}

/// What is wrong with passwords, files, programs and the engine's options.
fn faults(config: &Config, options: &Options) -> Vec<String> {
    let mut faults = Vec::new();
    faults.extend(password(&config.account).err().map(|fault| fault.to_string()));
    faults.extend(evaluation(options).err());
    let settings = options.settings();
    let usual = Some(&settings.book_file).filter(|_| settings.own_book);
    let books = usual.into_iter().chain(config.book.iter().map(|book| &book.file));
    for file in books.filter(|file| !file.is_empty()) {
        faults.extend(
            Book::open(Path::new(file)).err().map(|fault| format!("book: {file}: {fault}")),
        );
    }
    faults.extend(session::check_tables(&settings.syzygy_path).err());
    faults.extend(Files::named(&config.files).obstacles(settings.log.as_deref()));
    faults.extend(alert::obstacle(&config.alert.command));
    faults
}

/// What is in force, with what can be said of it in remarks.
fn in_force(path: &Path, config: &Config) -> String {
    let mut text = format!(
        "# Nothing is wrong with {}. With it this is in force (hours are UTC):\n\n{}",
        path.display(),
        config.in_force()
    );
    for remark in remarks(config) {
        text += &format!("\n# {remark}");
    }
    text + "\n"
}

/// What an operator may not have meant.
fn remarks(config: &Config) -> Vec<&'static str> {
    let nothing = |list: &[String]| list.is_empty();
    [
        (config.is_guest(), "Plays as a guest, unrated, and games do not outlast the link."),
        (
            config.is_guest() && config.seek.asks_for_ratings(),
            "Asks for rated games (seek), which servers make unrated for a guest without a word.",
        ),
        (nothing(&config.account.owners), "Nobody may give orders by tells (account.owners)."),
        (config.files.pgn.is_none(), "No games are kept (files.pgn)."),
        (config.files.state.is_none(), "Limits and lag are forgotten at the end (files.state)."),
        (config.seek.is_empty(), "Looks for no games and waits to be challenged (seek.ads)."),
    ]
    .into_iter()
    .filter_map(|(holds, remark)| holds.then_some(remark))
    .collect()
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;
    use crate::ics::config::Config;

    const FILE: &str = "[server]\nhost = \"h\"\n[account]\nname = \"Rook\"\n";

    fn checked(more: &str) -> Result<String, String> {
        let name = format!("zeitnot-check-{}-{}.toml", std::process::id(), fastrand::u64(..));
        let path = env::temp_dir().join(name);
        fs::write(&path, format!("{FILE}{more}")).unwrap();
        let told = check(&path, &Options::new().unwrap()).map_err(|error| error.to_string());
        fs::remove_file(path).unwrap();
        told
    }

    #[test]
    fn what_is_in_force_is_a_file_that_says_the_same() {
        let told =
            checked("[accept]\nhours = [\"Mon 18:00-19:00\"]\nformula = \"rated & time > 2\"\n");
        let told = told.unwrap();
        for line in
            ["port = 5000", "minutes = [1, 60]", "hours = [\"Mon 18:00-19:00\"]", "every = 120"]
        {
            assert!(told.contains(line), "{line}: {told}");
        }
        assert!(told.contains("# No games are kept"), "{told}");
        let again = Config::parse(&told, "again").unwrap();
        assert_eq!(
            again.in_force().trim(),
            told.lines()
                .filter(|line| !line.starts_with('#'))
                .collect::<Vec<_>>()
                .join("\n")
                .trim()
        );
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let folder = env::temp_dir().join("zeitnot-no-such-folder");
        let folder = folder.display();
        let told = checked(&format!(
            "password_env = \"ZEITNOT_NO_SUCH\"\n[files]\npgn = \"{folder}/a.pgn\"\nstate = \"{folder}/a.toml\"\n\
             [[book]]\nfile = \"{folder}/a.bin\"\n[[book]]\n"
        ));
        let told = told.unwrap_err();
        for part in ["ZEITNOT_NO_SUCH", "a.pgn", "a.toml", "a.bin"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert_eq!(told.lines().count(), 4, "{told}");
    }

    #[test]
    fn a_guest_who_asks_for_rated_games_is_told_that_there_are_none() {
        for (name, seek, told) in [
            ("guest", "ads = [\"5 0\", \"3 0 rated\"]", true),
            ("guest", "[[seek.plans]]\nmay_challenge = [\"Pawn 3 0 r\"]", true),
            ("guest", "ads = [\"5 0\", \"3 0 unrated\"]\nmay_challenge = [\"Rated 3 0\"]", false),
            ("Rook", "ads = [\"3 0 rated\"]", false),
        ] {
            let text = format!("{}[seek]\n{seek}\n", FILE.replace("Rook", name));
            let remarks = remarks(&Config::parse(&text, "test").unwrap());
            let found = remarks.iter().any(|remark| remark.contains("servers make unrated"));
            assert_eq!(found, told, "{name}: {seek}");
        }
    }

    #[test]
    fn endgame_tables_that_are_not_there_are_told_of() {
        let mut options = Options::new().unwrap();
        options.set("syzygy_path", "/no/such/tables").unwrap();
        let config = Config::parse(FILE, "test").unwrap();
        let told = faults(&config, &options).concat();
        assert!(told.contains("/no/such/tables"), "{told}");
    }

    #[test]
    fn a_password_that_is_empty_and_an_alert_that_cannot_be_run_are_told_of() {
        let path = env::temp_dir().join(format!("zeitnot-password-{}", fastrand::u64(..)));
        fs::write(&path, "\nsecret\n").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        let name = path.display();
        let told = checked(&format!(
            "password_file = \"{name}\"\n[alert]\ncommand = [\"/no/such/pager\", \"me\"]\n"
        ));
        fs::remove_file(&path).unwrap();
        let told = told.unwrap_err();
        assert!(told.contains(&format!("no password in the first line of {name}")), "{told}");
        assert!(told.contains("alert.command: there is no program `/no/such/pager`"), "{told}");
        for (program, found) in [("cargo", true), ("zeitnot-no-such-pager", false), ("", false)] {
            let told = checked(&format!("[alert]\ncommand = [\"{program}\"]\n"));
            assert_eq!(told.is_ok(), found, "{program}");
        }
    }
}
