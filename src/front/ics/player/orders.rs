//! What is decided anew while the bot plays: options that an owner sets, and the operator's file read again.

use std::{collections::VecDeque, error::Error, path::Path};

use super::Player;
use crate::{
    front::{args::engine_options, ics::config},
    ics::{bot::Happening, config::Config},
    message::Command,
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
        self.command(Command::Set(Box::new(self.options.settings().clone())), queue);
        self.files.name(&config.files);
        let stays = self.bot.configure(config);
        self.tell_obstacles();
        match stays.as_slice() {
            [] => "the file was read again".to_owned(),
            stays => format!(
                "the file was read again; {} stays as it was until I begin anew (`restart`)",
                stays.join(" and ")
            ),
        }
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
        self.command(settings::command(&self.options, name), queue);
        if name == "report" {
            self.tell_report_obstacle();
        }
        Ok(())
    }
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
