//! What the server says once the bot is in: each line to the part that it concerns.

use super::Bot;
use crate::ics::{Answer, Farewell, Obstacle, Said, Topic};

impl Bot {
    /// A line of the server's once the bot is in, handed on from part to part until one of them heeds it.
    pub(super) fn said(&mut self, said: Said, line: &str) {
        let unheeded = self
            .said_of_game(said)
            .and_then(|said| self.said_of_challenges(said))
            .and_then(|said| self.said_of_adjourned(said))
            .and_then(|said| self.said_of_call(said, line))
            .and_then(|said| self.said_of_people(said))
            .and_then(|said| self.said_of_server(said));
        match unheeded {
            Some(Said::Other) if line.contains("You can \"accept\" or \"decline\"") => {
                self.answer_challenge()
            }
            Some(said) => log::trace!("not heeded: {said:?}"),
            None => {}
        }
    }

    /// Heeds what concerns a game that begins, goes on or ends; hands back what does not.
    fn said_of_game(&mut self, said: Said) -> Option<Said> {
        match said {
            Said::Board(board) => self.board(&board),
            Said::Left(left) => self.clock_told(&left),
            Said::Begins(game) if self.is_one_of(&game.names) => self.challenges.head(game, false),
            Said::Continues(game) if self.is_one_of(&game.names) => {
                self.challenges.head(game, true)
            }
            Said::MovesOf(names) => self.list_begins(&names),
            Said::Moves { number, moves } => self.list_goes_on(number, moves),
            Said::MovesEnd { how, result } => self.list_ends(&how, result),
            Said::Ends { game, how, result } => self.ended(&game, &how, result),
            Said::Rated { kind, change } => self.rated(&kind, change),
            Said::Offer { from, what } => self.offered(&from, what),
            Said::Refused(refusal) => self.refused(refusal),
            Said::OpponentLost => self.out.note("the opponent has lost the link"),
            // Clocks have changed, and the server may not show it by itself.
            Said::Paused(true) => self.games.pause(true),
            Said::Paused(false) => {
                self.games.pause(false);
                self.out.send("refresh");
            }
            Said::MoreTime { .. } => self.out.send("refresh"),
            Said::Unable { why: Obstacle::OnlyAbort, .. } if self.games.current().is_some() => {
                self.out.send("abort");
            }
            other => return Some(other),
        }
        None
    }

    /// Heeds what may lead to a game; hands back what does not.
    fn said_of_challenges(&mut self, said: Said) -> Option<Said> {
        match said {
            Said::Challenge(terms) => {
                self.memory.people.meet_players(&terms);
                self.challenges.add(terms, self.now);
            }
            Said::Withdrawn(name)
            | Said::Answered {
                name,
                topic: Topic::Match,
                answer: Answer::Withdrawn,
                is_mine: false,
            } => {
                self.challenges.withdrawn(&name);
            }
            Said::Issuing(terms) => self.issued(&terms),
            Said::Creating(terms) => {
                self.memory.people.meet_players(&terms);
                self.challenges.announce(terms);
            }
            Said::Pending(pending) => self.pending(*pending),
            Said::Unable { why: Obstacle::NoOffer, .. } => self.challenges.give_up(),
            Said::Invited { from, .. } => self.out.send(format!("decline {from}")),
            Said::Tournament(event) => self.tournament(event),
            other => return Some(other),
        }
        None
    }

    /// Heeds what concerns adjourned games; hands back what does not.
    fn said_of_adjourned(&mut self, said: Said) -> Option<Said> {
        match said {
            Said::Returned(name) => self.arrived(&name),
            Said::AdjournedHere(names) => names.iter().for_each(|name| self.arrived(name)),
            Said::Stored(game) => self.stored(&game),
            Said::StoredOf(owner) => self.adjourned.list_begins(owner),
            Said::StoredCount(_) => self.list_of_stored_ends(true),
            Said::NoneStored(name) => self.none_stored(&name),
            Said::Unable { why: Obstacle::GuestsMayNot, about } if about.contains("stored") => {
                self.only_kept(&[]);
            }
            Said::Unable { why: Obstacle::TheyPlay | Obstacle::TheyExamine, about }
                if self.adjourned.awaits(&about, self.now) =>
            {
                self.busy(&about);
            }
            other => return Some(other),
        }
        None
    }

    /// Heeds what other people say, and what tells who they are; hands back what does not.
    fn said_of_people(&mut self, said: Said) -> Option<Said> {
        match said {
            Said::Talk(talk) => self.talk(&talk),
            Said::Listed { name, list } if list == "computer" => {
                self.memory.people.mark(&name, "C")
            }
            Said::Guest(name) => self.memory.people.mark(&name, "U"),
            Said::Finger(speaker) => self.memory.people.meet(&speaker),
            Said::Ad(ad) => self.memory.people.meet(&ad.from),
            Said::Summoned(name) => {
                self.out.note(format!("{name}, an administrator, wants to talk to you"))
            }
            other => return Some(other),
        }
        None
    }

    /// Heeds what concerns the bot's stay on the server; hands back what does not.
    fn said_of_server(&mut self, said: Said) -> Option<Said> {
        match said {
            Said::Named(speaker) => {
                self.memory.people.meet(&speaker);
                self.link.named(speaker.name);
            }
            Said::Twice => {
                self.unwanted("somebody else uses this account; the bot stays away for a while")
            }
            Said::TakenOver => self.taken_over(),
            Said::LoggedOut(Farewell::Idle) => {
                self.out.note("the server logs the bot out for being idle");
            }
            Said::LoggedOut(Farewell::Kicked) => {
                self.unwanted("an administrator has thrown the bot out; it stays away for a while");
            }
            Said::Examining(true) => self.out.send("unexamine"),
            Said::Observing(number, true) => self.out.send(format!("unobserve {number}")),
            Said::Open(false) => self.out.send("set open 1"),
            Said::Announced(text) => self.out.note(text),
            Said::Shutdown(text) => self.goes_down(&text),
            Said::ShutdownCancelled => {
                self.out.note("the server does not go down after all");
                self.idle.server_stops(false, self.now);
            }
            other => return Some(other),
        }
        None
    }
}
