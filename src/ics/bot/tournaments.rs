//! Tournaments: joined by rule, and then played as their manager says.

use std::time::Duration;

use super::Bot;
use crate::ics::{Tournament, TournamentEvent, config::Control};

/// A tournament of which nothing has been heard for so long is over.
const FORGOTTEN: Duration = Duration::from_secs(2 * 60 * 60);

/// A tournament that the bot is in.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    number: u32,
    /// The opponent of this round, once the manager has named one.
    opponent: Option<String>,
    /// When it was heard of last.
    heard: Duration,
}

impl Entry {
    /// Whether this is the opponent of the round.
    pub fn is_with(&self, name: &str) -> bool {
        self.opponent.as_ref().is_some_and(|opponent| opponent.eq_ignore_ascii_case(name))
    }
}

impl Bot {
    /// Asks which tournaments there are, if the operator wants any.
    pub(super) fn look_for_tournaments(&mut self) {
        if !self.config.tournaments.join.is_empty() && self.may_join() {
            self.tell_manager("ListTourneys -j");
        }
    }

    /// The manager of tournaments says something.
    pub(super) fn tournament(&mut self, event: TournamentEvent) {
        let heard = self.now;
        match event {
            TournamentEvent::Announced => self.look_for_tournaments(),
            TournamentEvent::Open(tournament) if self.wants(&tournament) => {
                self.tell_manager(&format!("join {}", tournament.number));
            }
            TournamentEvent::Open(_) => {}
            TournamentEvent::Joined(number) => {
                self.out.note(format!("in tournament {number}"));
                self.out.send("unseek");
                self.tournament = Some(Entry { number, opponent: None, heard });
            }
            TournamentEvent::Round { number, opponent } => {
                self.out.note(format!("tournament {number}: against {opponent}"));
                self.tell_manager(&format!("play {number}"));
                self.tournament = Some(Entry { number, opponent: Some(opponent), heard });
            }
            TournamentEvent::Over(over) => {
                let ours = |entry: &mut Entry| over.is_none_or(|number| number == entry.number);
                if self.tournament.take_if(ours).is_some() {
                    self.out.note("the tournament is over");
                    self.look_for_tournaments();
                }
            }
        }
    }

    /// The bot has come in anew: of a tournament it hears again.
    pub(super) fn leave_tournament(&mut self) {
        self.tournament = None;
    }

    /// Gives up on a tournament whose manager has fallen silent.
    pub(super) fn tend_tournament(&mut self) {
        self.tournament.take_if(|entry| entry.heard + FORGOTTEN <= self.now);
    }

    /// When that may be.
    pub(super) fn tournament_time(&self) -> Option<Duration> {
        self.tournament.as_ref().map(|entry| entry.heard + FORGOTTEN)
    }

    /// Whether a game may be looked for now: a tournament brings several.
    fn may_join(&self) -> bool {
        self.is_free() && !self.idle.is_paused(self.now) && self.seek_pause().is_none()
    }

    /// Whether the operator wants this tournament.
    fn wants(&self, tournament: &Tournament) -> bool {
        let Tournament { control, rated, variant, .. } = tournament;
        let accept = &self.config.accept;
        let kind = variant.as_deref().map(|name| if name == "fr" { "wild/fr" } else { name });
        self.may_join()
            && self.config.tournaments.join.contains(&Control(*control))
            && if *rated { accept.rated } else { accept.unrated }
            && kind.is_none_or(|kind| accept.plays(kind))
    }

    fn tell_manager(&mut self, text: &str) {
        let manager = &self.config.tournaments.manager;
        self.speech.order(manager, text);
    }
}
