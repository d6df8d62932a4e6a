//! What is decided anew while the bot plays: options that an owner sets, and the operator's file read again.

use std::{collections::VecDeque, error::Error};

use super::{Next, Player};
use crate::{
    front::ics::password,
    ics::{
        bot::{Happening, Wish},
        config::Config,
    },
    message::Again,
    options::Options,
    protocol::settings,
};

impl Player {
    /// Reads the operator's file again, and says what came of it; one that is wrong changes nothing.
    pub(super) fn reload(&mut self, queue: &mut VecDeque<Happening>) -> String {
        let told = match &self.source {
            None => "there is no file to read again".to_owned(),
            Some(source) => match source.read(&self.options) {
                Ok((config, options)) => self.renew_settings(config, options, queue),
                Err(error) => format!("nothing has changed: {error}"),
            },
        };
        self.view.note(&told);
        told
    }

    /// Begins anew, unless the operator's file has become wrong since that was wanted: the next start would end at once, and nobody would
    /// play. Then the bot goes on with the file as it was.
    pub(super) fn begin_anew(&mut self, queue: &mut VecDeque<Happening>) {
        let Err(fault) = self.can_begin_anew() else {
            self.end = Some(Ok(Next::Restart));
            return;
        };
        self.view.note(&format!("I cannot begin anew: {fault}"));
        queue.push_back(Happening::Wish(Wish::Stay));
        queue.push_back(Happening::Down("going on with the file as it was".to_owned()));
    }

    /// Whether a start by the operator's file would lead anywhere.
    pub(super) fn can_begin_anew(&self) -> Result<(), Box<dyn Error>> {
        if let Some(source) = &self.source {
            let (config, _) = source.read(&self.options)?;
            password(&config.account)?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
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
}
