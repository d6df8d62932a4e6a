//! What browsers are shown of the bot's games.

use std::time::Duration;

use crate::{
    front::{
        archive::{Archive, Computer},
        watch::{Glance, Live, Place, Watch},
    },
    ics::{
        bot::{Bot, Happening, Whereabouts},
        config::Server,
    },
    pgn::Record,
    position::Color,
};

/// The page is told where the game stands no more often.
const LEAST: Duration = Duration::from_millis(100);

/// The page, if there is one, and what it does not know yet.
#[derive(Default)]
pub(super) struct Showing {
    watch: Option<Watch>,
    /// When it was told last, and whether something has happened since then.
    told: Option<Duration>,
    stale: bool,
}

impl Showing {
    /// From now on shows it there.
    pub fn on(watch: Watch) -> Showing {
        Showing { watch: Some(watch), told: None, stale: true }
    }

    /// Something happens to the bot.
    pub fn hear(&mut self, happening: &Happening) {
        let Some(watch) = &self.watch else { return };
        self.stale = true;
        if let Happening::Engine(event) = happening {
            watch.hear(event);
        }
    }

    /// When the page is to be told, if nothing happens.
    pub fn deadline(&self) -> Option<Duration> {
        let told = self.told.filter(|_| self.stale && self.watch.is_some());
        told.map(|told| told + LEAST)
    }

    /// Tells the page where the game stands, if it does not know and was not told just now.
    pub fn show(&mut self, bot: &Bot, server: &Server, now: Duration) {
        let due = self.stale && self.told.is_none_or(|told| now >= told + LEAST);
        let Some(watch) = self.watch.as_ref().filter(|_| due) else { return };
        (self.told, self.stale) = (Some(now), false);
        watch.show(glance(bot, server));
    }

    /// A game is over.
    pub fn keep(&self, record: &Record, bot: &Bot) {
        let Some(watch) = &self.watch else { return };
        let name = bot.whereabouts().name;
        let black = record.tags.black.eq_ignore_ascii_case(&name);
        watch.keep(record.clone(), Some(if black { Color::Black } else { Color::White }));
        watch.links_lost(bot.state().history.links_lost());
    }
}

/// Where the bot and its game stand.
fn glance(bot: &Bot, server: &Server) -> Glance {
    let Whereabouts { name, link, score, lag } = bot.whereabouts();
    let (server, link) = (server.host.clone(), link.to_owned());
    let place = Place { name, server, link, score: Some(score), lag };
    match bot.course() {
        Some(mut course) => {
            course.record.tags.date = Computer.today();
            Glance {
                place,
                game: Some(Live { record: course.record, me: Some(course.me) }),
                clocks: course.clocks,
                running: course.running,
            }
        }
        None => Glance { place, ..Glance::default() },
    }
}
