//! What is decided anew while the bot plays: options that an owner sets, and the operator's file read again.

use std::{collections::VecDeque, error::Error, path::Path};

use super::Player;
use crate::{
    front::{args::engine_options, ics::config},
    ics::{bot::Happening, config::Config},
    message::Again,
    options::Options,
    protocol::settings,
};

impl Player {
    /// Reads the operator's file again, and says what came of it; one that is wrong changes nothing.
    pub(super) fn reload(&mut self, queue: &mut VecDeque<Happening>) -> String {
        let told = match &self.path {
            None => "there is no file to read again".to_owned(),
            Some(path) => match reread(path, &self.options) {
                Ok((config, options)) => self.renew_settings(config, options, queue),
                Err(error) => format!("nothing has changed: {error}"),
            },
        };
        self.view.note(&told);
        told
    }

    /// Puts in force what the operator's file says now, and says what has to wait for a new beginning.
    fn renew_settings(
        &mut self,
        config: Config,
        options: Options,
        queue: &mut VecDeque<Happening>,
    ) -> String {
        self.options = options;
        self.bot.set_overhead(self.options.settings().move_overhead);
        self.command(settings::all(&self.in_force(), Again::All), queue);
        self.files.name(&config.files);
        let stays = self.bot.configure(config);
        // Now it says what of that concerns the server.
        queue.push_back(Happening::Tick);
        self.tell_obstacles();
        match stays.as_slice() {
            [] => "the file was read again".to_owned(),
            stays => format!(
                "the file was read again; until I begin anew (`restart`), what it says in {} does not count",
                stays.join(" and ")
            ),
        }
    }

    /// From now on the engine goes by these options besides the operator's, in place of those before.
    pub(super) fn play_with(
        &mut self,
        options: Vec<(&'static str, String)>,
        queue: &mut VecDeque<Happening>,
    ) {
        if options != self.for_game {
            self.for_game = options;
            self.command(settings::all(&self.in_force(), Again::Nothing), queue);
        }
    }

    /// The operator's options with those of the game.
    fn in_force(&self) -> Options {
        with(&self.options, &self.for_game)
    }

    /// Sets an option; why that cannot be is noted, and returned.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        queue: &mut VecDeque<Happening>,
    ) -> Result<(), String> {
        if let Err(error) = self.options.set(name, value) {
            self.view.note(&error.to_string());
            return Err(error.to_string());
        }
        self.bot.set_overhead(self.options.settings().move_overhead);
        self.command(settings::command(&self.in_force(), name), queue);
        if name == "report" {
            self.tell_report_obstacle();
        }
        Ok(())
    }
}

/// Options with others in their place; what cannot be stays as it is, and is told of.
fn with(options: &Options, others: &[(&'static str, String)]) -> Options {
    let mut options = options.clone();
    for (name, value) in others {
        if let Err(error) = options.set(name, value) {
            log::error!("{error}");
        }
    }
    options
}

/// Reads the operator's file again: what it says, and the options as they are with it.
fn reread(path: &Path, options: &Options) -> Result<(Config, Options), Box<dyn Error>> {
    let mut options = options.clone();
    let (text, config) = config(path)?;
    engine_options(&mut options, &text, &path.display().to_string())?;
    Ok((config, options))
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    #[test]
    fn a_game_has_its_options_besides_the_operators_and_a_wrong_one_changes_nothing() {
        let mut options = Options::new().unwrap();
        options.set("hash", "33").unwrap();
        let game = [("book_file", "white.bin".to_owned()), ("book_variety", "50000".to_owned())];
        let in_force = with(&options, &game);
        let settings = in_force.settings();
        assert_eq!((settings.hash, settings.book_file.as_str()), (33, "white.bin"));
        assert_eq!(settings.book_variety, options.settings().book_variety);
        assert_eq!(options.settings().book_file, "", "the operator's are as they were");
    }

    #[test]
    fn a_mistake_anywhere_in_a_file_that_is_read_again_changes_nothing() {
        let path = env::temp_dir().join(format!("zeitnot-reread-{}.toml", std::process::id()));
        let options = Options::new().unwrap();
        let read = |engine: &str| {
            let text = "[server]\nhost = \"h\"\n[account]\nname = \"Rook\"\n[engine]\n";
            fs::write(&path, format!("{text}{engine}")).unwrap();
            let read = reread(&path, &options);
            read.map(|(_, options)| options.settings().hash).map_err(|error| error.to_string())
        };
        assert_eq!(read("hash = 33\n"), Ok(33));
        let fault = read("hash = 34\nnosuch = 1\n").unwrap_err();
        assert!(fault.contains("nosuch"), "{fault}");
        fs::remove_file(path).unwrap();
        assert_ne!(options.settings().hash, 34, "what was read before the mistake");
    }
}
