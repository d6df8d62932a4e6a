//! What the bot keeps is written, now or when the disk takes it.

use std::{collections::VecDeque, env, io};

use super::Player;
use crate::{
    front::{
        archive::{Archive, Computer},
        at_path::at,
        report,
    },
    ics::bot::Happening,
    pgn::Record,
};

impl Player {
    /// Keeps a game that was played today, and its report if one is wanted.
    pub(super) fn save(&mut self, mut record: Record, queue: &mut VecDeque<Happening>) {
        record.tags.date = Computer.today();
        self.showing.keep(&record, &self.bot);
        let kept = self.files.save(&record);
        self.kept(kept, queue);
        if let Some(folder) = &self.options.settings().report
            && let Err(fault) = report::keep(&mut Computer, folder, &record)
        {
            self.view.note(&format!("no report of the game: {fault}"));
        }
    }

    /// Keeps what the next start is to know.
    pub(super) fn remember(&mut self, queue: &mut VecDeque<Happening>) {
        let kept = self.files.remember(self.bot.state(), self.may_wait());
        self.kept(kept, queue);
    }

    /// Whether there is time to wait until the disk has what was written.
    fn may_wait(&self) -> bool {
        self.bot.status().game.is_none()
    }

    /// What files need from time to time: what waits is tried again, the lock kept, and room looked for.
    pub(super) fn look_after_files(&mut self, queue: &mut VecDeque<Happening>) {
        self.catch_up(queue);
        if let Some(fault) = self.files.keep_lock() {
            self.view.note(&fault);
        }
        if let Some((file, free)) = self.files.room() {
            queue.push_back(Happening::Room { file, free });
        }
    }

    /// Writes what could not be written before.
    fn catch_up(&mut self, queue: &mut VecDeque<Happening>) {
        if self.files.is_behind() {
            let written = self.files.catch_up(self.bot.state(), self.may_wait());
            self.kept(written, queue);
        }
    }

    /// Tries a last time to write what waits, and rescues games that still cannot be written; returns those
    /// that no file takes.
    pub(super) fn conclude(&mut self) -> String {
        self.tell_all(Player::catch_up);
        if let Some(fault) = self.files.state_fault() {
            self.view.note(&format!("what I have learned is lost: {fault}"));
        }
        if self.files.waiting() == 0 {
            return String::new();
        }
        let (unkept, place) = match self.files.rescue(&env::temp_dir()) {
            Ok(folder) => (String::new(), format!("in {}", folder.display())),
            Err(fault) => (self.files.waiting_text(), format!("on standard error ({fault})")),
        };
        let told = format!("games that waited to be written are {place}");
        self.view.note(&told);
        // An operator who was alerted that they wait has to hear of this as well.
        self.tell(Happening::Disk(None));
        self.tell(Happening::Disk(Some(told)));
        unkept
    }

    /// Tells which files and folders will not take what they are to get: better known now than at the end
    /// of a game.
    pub(super) fn tell_obstacles(&mut self) {
        let log = self.options.settings().log.as_deref();
        self.files.obstacles(log).iter().for_each(|fault| self.view.note(fault));
        self.tell_report_obstacle();
    }

    pub(super) fn tell_report_obstacle(&mut self) {
        if let Some(folder) = &self.options.settings().report
            && let Err(error) = Computer.make_folder(folder)
        {
            self.view.note(&format!("no reports of games: {}", at(folder)(error)));
        }
    }

    /// Tells once of files that are too large and cannot be set aside.
    fn tell_overgrown(&mut self) {
        self.files.unsaid().iter().for_each(|fault| self.view.note(fault));
    }

    /// A file that cannot be written is told of once, and no reason to stop playing.
    fn kept(&mut self, result: io::Result<()>, queue: &mut VecDeque<Happening>) {
        self.tell_overgrown();
        let fault = result.err().map(|error| error.to_string());
        if let Some(news) = self.files.news(fault.as_deref()) {
            self.view.note(&news);
        }
        queue.extend(news(fault, self.files.is_behind()));
    }
}

/// What the bot hears of the disk: a fault, or that nothing waits for it any more.
fn news(fault: Option<String>, is_behind: bool) -> Option<Happening> {
    (fault.is_some() || !is_behind).then_some(Happening::Disk(fault))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_written_ends_no_alarm_while_something_else_waits() {
        let full = || Some("state.toml: no space left".to_owned());
        assert!(matches!(news(full(), true), Some(Happening::Disk(Some(_)))));
        assert!(news(None, true).is_none());
        assert!(matches!(news(None, false), Some(Happening::Disk(None))));
    }
}
