//! What the engine says, and what is passed on of it.

use super::{Bot, play::Play};
use crate::{
    ics::config::Comments,
    message::{Account, Event, Party},
    position::Ending,
};

impl Bot {
    /// The engine says something; it matters in a game.
    pub(super) fn engine(&mut self, event: &Event) {
        let now = self.now;
        match event {
            Event::Moved { by: Party::Engine, before, mv } => {
                let online = self.link.is_online();
                let play = self.games.current_mut().filter(|_| online);
                let sent = play.and_then(|play| play.moved(before, *mv, now));
                let made = sent.is_some();
                self.out.extend(sent);
                if made && !self.config.talk.why {
                    self.comment("");
                }
            }
            Event::Thinking(thinking) => {
                if let Some(play) = self.games.current_mut() {
                    play.think(thinking);
                }
                if !self.config.talk.final_only {
                    self.comment("");
                }
            }
            Event::DrawOffer if self.games.current().is_some() => self.out.send("draw"),
            Event::Resigned if self.games.current().is_some() => self.out.send("resign"),
            Event::GameOver(result) if result.winner.is_none() => self.claim(),
            Event::Accounted(account) => self.account(account),
            Event::Remark(text) => self.out.note(text),
            Event::Illegal { text, reason } | Event::Refused { command: text, reason } => {
                self.out.note(format!("the engine: {text}: {reason}"));
            }
            _ => {}
        }
    }

    /// The engine takes the game for drawn: what the server does not see by itself is claimed.
    fn claim(&mut self) {
        let Some(play) = self.games.current_mut() else { return };
        let claimable =
            matches!(play.game().ending(), Some(Ending::Repetition | Ending::FiftyMoves));
        play.claims.draw(self.now);
        if claimable {
            self.out.send("draw");
        }
    }

    /// The engine accounts for the time of its move, right after it has moved.
    fn account(&mut self, account: &Account) {
        let text = account.to_string();
        if let Some(play) = self.games.current_mut() {
            play.explain(account);
        }
        match self.games.current().and_then(Play::last_move) {
            Some(mv) => {
                self.out.note(format!("{mv}  {text}"));
                if self.config.talk.why {
                    self.comment(&text);
                }
            }
            None => self.out.note(text),
        }
    }

    /// Tells others what the engine thinks, if the operator wishes; of what still waits to be said only
    /// the last.
    fn comment(&mut self, why: &str) {
        let verb = match self.config.talk.comments {
            Comments::None => return,
            Comments::Whisper => "whisper ",
            Comments::Kibitz => "kibitz ",
        };
        if let Some(opinion) = self.games.current().and_then(Play::opinion) {
            self.speech.at_board_instead(verb, format!("{verb}{opinion}  {why}").trim_end());
        }
    }
}
