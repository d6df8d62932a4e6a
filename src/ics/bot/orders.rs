//! What people tell the bot, and the orders of its owners.

use super::{Bot, Demand, Wish, play::Play};
use crate::ics::{Manner, Talk, rules::named};

/// What owners can order.
const ORDERS: &str = "status, stats, seek on|off, finish, restart, leave, stay, say TEXT, raw LINE, set OPTION VALUE, reload";

impl Bot {
    /// Somebody says something. Only an owner's tells are orders, and a name without an account is
    /// nobody's.
    pub(super) fn talk(&mut self, talk: &Talk) {
        let Talk { speaker, manner, text } = talk;
        self.memory.people.meet(speaker);
        let known = !speaker.marks.iter().any(|mark| mark == "U");
        let owner =
            *manner == Manner::Tell && known && named(&self.config.account.owners, &speaker.name);
        if owner {
            self.ordered(&speaker.name, text.trim());
        } else if matches!(manner, Manner::Tell | Manner::Say) {
            self.out.note(format!("{}: {text}", speaker.name));
        }
    }

    /// Carries an owner's order out and says what came of it; before leaving, since nothing can be said
    /// afterwards.
    fn ordered(&mut self, owner: &str, order: &str) {
        let (word, rest) = order.split_once(' ').unwrap_or((order, ""));
        let word = word.to_ascii_lowercase();
        let plays = self.games.current().is_some();
        let (wish, answer) = match (word.as_str(), plays) {
            ("finish", true) => (Wish::Finish, "leaving after this game"),
            ("finish", false) => (Wish::Finish, "leaving"),
            ("restart", true) => (Wish::Restart, "beginning anew after this game"),
            ("restart", false) => (Wish::Restart, "beginning anew"),
            ("leave", _) => (Wish::Leave, "leaving"),
            ("stay", _) => (Wish::Stay, "staying"),
            _ => {
                if let Some(answer) = self.obey(owner, &word, rest.trim()) {
                    self.speech.answer(owner, &answer);
                }
                return;
            }
        };
        self.speech.answer(owner, answer);
        self.wished(wish);
    }

    /// What an order of an owner's has come to.
    pub(super) fn done(&mut self, owner: &str, answer: &str) {
        self.speech.answer(owner, answer);
    }

    /// Carries an order out and says what came of it, unless that is known only later.
    fn obey(&mut self, owner: &str, word: &str, rest: &str) -> Option<String> {
        Some(match (word, rest) {
            ("status", _) => {
                let status = self.status();
                let [won, drawn, lost] = status.score;
                let game = status.game.unwrap_or_else(|| "no game".to_owned());
                format!("{game}; +{won} ={drawn} -{lost}")
            }
            ("stats", _) => {
                let lag = self.memory.usual_lag();
                let lag = lag.map_or("unknown".to_owned(), |(usual, high)| {
                    format!(
                        "usually {} ms, seldom above {} ms",
                        usual.as_millis(),
                        high.as_millis()
                    )
                });
                let [won, drawn, lost] = self.memory.score();
                let opponent = self.games.current().map(Play::opponent);
                let measured = self.memory.reckoned_lag(opponent);
                let (set, used) = (self.overhead, self.overhead.max(measured));
                let [set, used] = [set, used].map(|time| time.as_millis());
                format!(
                    "+{won} ={drawn} -{lost}; lag {lag}; move_overhead {set} ms; reckoning with {used} ms a move"
                )
            }
            ("seek", "on") => {
                self.idle.go_on_seeking(self.now);
                let obstacle = self.seek_obstacle();
                obstacle.map_or("seek on".to_owned(), |obstacle| format!("seek on, but {obstacle}"))
            }
            ("seek", "off") => {
                self.idle.stop_seeking();
                self.out.send("unseek");
                "seek off".to_owned()
            }
            ("say", text) if !text.is_empty() => {
                self.speech.at_board(&format!("say {text}"));
                "said".to_owned()
            }
            ("raw", line) if !line.is_empty() => {
                self.out.send(line);
                "sent".to_owned()
            }
            ("set", assignment) => match assignment.split_once(' ') {
                Some((name, value)) => {
                    let (name, value) = (name.to_owned(), value.trim().to_owned());
                    self.out.push(Demand::Set { owner: owner.to_owned(), name, value });
                    return None;
                }
                None => "set OPTION VALUE".to_owned(),
            },
            ("reload", _) => {
                self.out.push(Demand::Reload { owner: owner.to_owned() });
                return None;
            }
            _ => format!("I know: {ORDERS}"),
        })
    }
}
