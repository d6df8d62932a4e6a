//! What people tell the bot, and the orders of its owners.

use super::{Bot, Demand, Wish, play::Play};
use crate::{
    ics::{Manner, Talk, rules::named},
    program::NAME_AND_VERSION,
};

/// What owners can order.
const ORDERS: &str = "status, stats, why, game, seek on|off, pause MINUTES, challenge NAME ..., noplay NAME [DAYS], \
     unblock NAME, draw, abort, adjourn, resign, accept|decline [WHAT], say TEXT, finish, restart, leave, stay, \
     set OPTION VALUE, reload, raw LINE";

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
        } else if *manner == Manner::Tell
            && let Some(answer) = self.public_answer(text.trim())
        {
            self.speech.reply(&speaker.name, &answer, self.now);
        } else if matches!(manner, Manner::Tell | Manner::Say) {
            self.out.note(format!("{}: {text}", speaker.name));
        }
    }

    /// What anybody may ask, word by word.
    fn public_answer(&self, text: &str) -> Option<String> {
        let texts = &self.config.talk;
        let by = match (texts.author.as_str(), self.config.account.owners.as_slice()) {
            ("", []) => "somebody who has left no name".to_owned(),
            ("", owners) => owners.join(", "),
            (author, _) => author.to_owned(),
        };
        let answer = match text.to_ascii_lowercase().as_str() {
            "help" => "I am a computer; tell me author, version, or challenge me".to_owned(),
            "author" => format!("I am {NAME_AND_VERSION}, run by {by}"),
            "version" => NAME_AND_VERSION.to_owned(),
            _ => return None,
        };
        texts.public.then_some(answer)
    }

    /// Carries an owner's order out and says what came of it; before leaving, since nothing can be said
    /// afterwards.
    fn ordered(&mut self, owner: &str, order: &str) {
        let (word, rest) = order.split_once(' ').unwrap_or((order, ""));
        let word = word.to_ascii_lowercase();
        let plays = self.has_game();
        let (wish, answer) = match (word.as_str(), plays) {
            ("finish", true) => (Wish::Finish, "leaving after this game"),
            ("finish", false) => (Wish::Finish, "leaving"),
            ("leave", _) => (Wish::Leave, "leaving"),
            ("stay", _) => (Wish::Stay, "staying"),
            _ => {
                if let Some(answer) = self.obey(owner, &word, rest.trim()) {
                    answer.lines().for_each(|line| self.speech.answer(owner, line));
                }
                return;
            }
        };
        self.speech.answer(owner, answer);
        self.wished(wish);
    }

    /// Begins anew as an owner wants it to, unless that would lead nowhere: then nobody would play.
    pub(super) fn checked(&mut self, owner: &str, fault: Option<String>) {
        let answer = match (fault, self.has_game()) {
            (Some(fault), _) => {
                return self.speech.answer(owner, &format!("I cannot begin anew: {fault}"));
            }
            (None, true) => "beginning anew after this game",
            (None, false) => "beginning anew",
        };
        self.speech.answer(owner, answer);
        self.wished(Wish::Restart);
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
                let waiting = self.adjourned_in_words();
                let waiting = waiting.map_or(String::new(), |words| format!("; {words}"));
                format!("{game}; +{won} ={drawn} -{lost}{waiting}")
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
                let all = self.memory.state().history.total();
                let opponent = self.games.current().map(Play::opponent);
                let measured = self.memory.reckoned_lag(opponent);
                let (set, used) = (self.overhead, self.overhead.max(measured));
                let [set, used] = [set, used].map(|time| time.as_millis());
                format!(
                    "+{won} ={drawn} -{lost} (in all +{} ={} -{}); lag {lag}; move_overhead {set} ms; reckoning with {used} ms a move",
                    all[0], all[1], all[2]
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
            ("restart", _) => {
                self.out.push(Demand::Check { owner: owner.to_owned() });
                return None;
            }
            ("reload", _) => {
                self.out.push(Demand::Reload { owner: owner.to_owned() });
                return None;
            }
            ("author" | "version", _) => self.public_answer(word).unwrap_or_default(),
            _ => self.obey_about_games(word, rest).unwrap_or_else(|| format!("I know: {ORDERS}")),
        })
    }
}
