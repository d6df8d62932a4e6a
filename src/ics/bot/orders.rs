//! What people tell the bot, and the orders of its owners.

use super::{Bot, Demand, Wish};
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
            let answer = self.obey(text.trim());
            self.speech.answer(&speaker.name, &answer);
        } else if matches!(manner, Manner::Tell | Manner::Say) {
            self.out.note(format!("{}: {text}", speaker.name));
        }
    }

    /// Carries an order out and says what came of it.
    fn obey(&mut self, order: &str) -> String {
        let (word, rest) = order.split_once(' ').unwrap_or((order, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
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
                format!("+{won} ={drawn} -{lost}; lag {lag}")
            }
            ("seek", "on" | "off") => {
                if rest == "on" {
                    self.idle.seek_now(self.now);
                } else {
                    self.idle.stop_seeking();
                    self.out.send("unseek");
                }
                format!("seek {rest}")
            }
            ("finish", _) => {
                self.wished(Wish::Finish);
                "leaving after this game".to_owned()
            }
            ("restart", _) => {
                self.wished(Wish::Restart);
                "beginning anew after this game".to_owned()
            }
            ("leave", _) => {
                self.wished(Wish::Leave);
                "leaving".to_owned()
            }
            ("stay", _) => {
                self.wished(Wish::Stay);
                "staying".to_owned()
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
                    let answer = format!("{name} = {value}");
                    self.out.push(Demand::Set(name, value));
                    answer
                }
                None => "set OPTION VALUE".to_owned(),
            },
            ("reload", _) => {
                self.out.push(Demand::Reload);
                "reading my file again; if it is wrong, nothing changes".to_owned()
            }
            _ => format!("I know: {ORDERS}"),
        }
    }
}
