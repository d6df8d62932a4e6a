//! Games that were broken off: which of them the server keeps, and when their opponents are asked to go on.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use super::{
    Bot,
    link::RESUMED,
    pauses::Pauses,
    play::{Play, control_of},
};
use crate::{
    ics::{Stored, Terms, said::game_named},
    message::Command,
};

/// What stands on paper of a game whose end the bot has not heard of.
pub(super) const UNHEARD: &str = "its end was not heard of";

/// So long after somebody was asked to go on the server says what it has made of that.
const ANSWERED: Duration = Duration::from_secs(5);
/// So many opponents of games that wait are named to an owner: a tell is never long.
const NAMED: usize = 10;
/// Somebody who is busy is asked again after so long.
const PAUSES: Pauses = Pauses { first: Duration::from_secs(60), longest: Duration::from_secs(600) };

/// What is known of the games that the server keeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjourned {
    /// Whose list is being read, and with whom the games on it are as far as it has come.
    list: Option<(String, Vec<String>)>,
    /// With whom the server keeps games, as far as it has said; `None` before it has.
    kept: Option<Vec<String>>,
    /// Who could not be asked to go on yet, and when to do so: who came back while something else was played, and
    /// who played something else.
    waiting: Vec<(String, Duration)>,
    /// Opponents of games that cannot be played, in small letters.
    unplayable: BTreeSet<String>,
    /// Opponents who did not begin, in small letters: a game goes on with them if they ask for it.
    unbegun: BTreeSet<String>,
    /// Who was asked to go on, in small letters.
    asked: BTreeMap<String, Asked>,
}

/// That somebody was asked to go on.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Until when the server answers it.
    until: Duration,
    /// How long the last pause was, if they were busy.
    pause: Duration,
}

impl Adjourned {
    /// A list is asked for, which names those who wait as well.
    fn ask(&mut self) {
        (self.list, self.waiting, self.asked) = Default::default();
    }

    /// The list of this player's games begins.
    pub fn list_begins(&mut self, owner: String) {
        self.list = Some((owner, Vec::new()));
    }

    /// A game with this opponent is on the list; whether the list is that of `me`.
    fn add(&mut self, opponent: &str, me: &str) -> bool {
        // Not every server says whose list it is; then it is that of who asks.
        let (owner, opponents) = self.list.get_or_insert_with(|| (me.to_owned(), Vec::new()));
        opponents.push(opponent.to_owned());
        owner.eq_ignore_ascii_case(me)
    }

    /// The list is over: with whom all games of `me` are, if it was that one. Where the server has not said
    /// how many there are (`counted`), one without any was not understood.
    fn list_ends(&mut self, me: &str, counted: bool) -> Option<Vec<String>> {
        let (owner, opponents) = self.list.take()?;
        let understood = counted || !opponents.is_empty();
        (understood && owner.eq_ignore_ascii_case(me)).then_some(opponents)
    }

    /// The server says that it keeps a game with this player.
    pub fn keep(&mut self, name: &str) {
        if let Some(kept) = &mut self.kept {
            kept.retain(|known| !known.eq_ignore_ascii_case(name));
            kept.push(name.to_owned());
        }
    }

    /// The server keeps no game with this player any more: it goes on, or there is none.
    pub fn keeps_no_more(&mut self, name: &str) {
        if let Some(kept) = &mut self.kept {
            kept.retain(|known| !known.eq_ignore_ascii_case(name));
        }
    }

    /// Somebody cannot be asked to go on before this time.
    fn wait_for(&mut self, name: &str, at: Duration) {
        self.waiting.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.waiting.push((name.to_owned(), at));
    }

    /// Somebody is asked to go on.
    fn asks(&mut self, name: &str, now: Duration) {
        self.waiting.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.asked.entry(name.to_lowercase()).or_default().until = now + ANSWERED;
    }

    /// Whether the server may be answering now that this player was asked to go on.
    pub fn awaits(&self, name: &str, now: Duration) -> bool {
        self.asked.get(&name.to_lowercase()).is_some_and(|asked| now <= asked.until)
    }

    /// The player who was asked to go on is busy; how long to wait.
    fn put_off(&mut self, name: &str) -> Duration {
        let asked = self.asked.entry(name.to_lowercase()).or_default();
        asked.pause = PAUSES.after(asked.pause);
        asked.pause
    }

    /// The game with this opponent cannot be played.
    pub fn avoid(&mut self, opponent: &str) {
        self.unplayable.insert(opponent.to_lowercase());
    }

    /// The game with this opponent was left because it was not begun.
    pub fn leave(&mut self, opponent: &str) {
        self.unbegun.insert(opponent.to_lowercase());
    }

    /// Whether the game with this opponent cannot be played.
    pub fn is_unplayable(&self, opponent: &str) -> bool {
        self.unplayable.contains(&opponent.to_lowercase())
    }
}

impl Play {
    /// Whether it is played with this control, in minutes and seconds.
    pub fn has_control(&self, control: [u32; 2]) -> bool {
        self.control == control_of(control)
    }

    /// Whether a game on these terms could be this one.
    pub fn is_on(&self, terms: &Terms) -> bool {
        let same_kind = self.terms.as_ref().is_some_and(|mine| mine.kind == terms.kind);
        same_kind && terms.control.is_some_and(|control| self.has_control(control))
    }
}

impl Bot {
    /// Asks which games the server has kept: opponents are asked to go on only with those, for the others
    /// have ended.
    pub(super) fn ask_for_stored(&mut self) {
        self.adjourned.ask();
        self.out.send("stored");
    }

    /// The server says that somebody with an adjourned game is there.
    pub(super) fn arrived(&mut self, name: &str) {
        self.adjourned.keep(name);
        self.returned(name);
    }

    /// Somebody with an adjourned game is there: it goes on, after the game under way if there is one.
    pub(super) fn returned(&mut self, name: &str) {
        let known = self.games.was_interrupted_with(name);
        if self.challenges.resumes(name) {
            self.answer_challenge();
        } else if self.adjourned.unbegun.contains(&name.to_lowercase()) {
            self.out.note(format!("{name} did not begin our game, and is not asked to go on"));
        } else if !known && self.adjourned.is_unplayable(name) {
            self.out.note(format!("the adjourned game with {name} is none that I play"));
        } else if !self.plays_nobody() {
            self.adjourned.wait_for(name, self.now);
        } else if known || self.is_free() {
            self.out.note(format!("asking {name} to go on with the adjourned game"));
            self.out.send(format!("match {name}"));
            self.adjourned.asks(name, self.now);
        }
    }

    /// A player who was asked to go on plays or examines something else, and is asked again later.
    pub(super) fn busy(&mut self, name: &str) {
        let pause = self.adjourned.put_off(name);
        self.adjourned.wait_for(name, self.now + pause);
        self.out.note(format!("{name} is busy; asking again in {} s", pause.as_secs()));
    }

    /// The server passes a challenge of mine on. Where somebody was asked to go on, and the server takes that for
    /// a new game on its own terms, there is no game to go on with: the challenge is taken back. So is one that has
    /// gone to somebody else than was meant.
    pub(super) fn issued(&mut self, terms: &Terms) {
        let name = &terms.second.name;
        if let Some(meant) = self.meant_instead_of(name) {
            self.out
                .note(format!("the server takes {meant} for {name}; that challenge is taken back"));
            self.idle.calls.put_off(&meant, self.now);
            return self.out.send(format!("withdraw {name}"));
        }
        self.idle.calls.reached(name);
        let awaited = self.adjourned.awaits(name, self.now);
        self.adjourned.asked.remove(&name.to_lowercase());
        if !awaited || terms.adjourned {
            return;
        }
        self.out.note(format!("the server has no game with {name} that could go on"));
        self.out.send(format!("withdraw {name}"));
        self.adjourned.avoid(name);
        self.adjourned.keeps_no_more(name);
    }

    /// Whom the bot has meant to challenge, if it was not this player: where nobody of a name is there, servers take it
    /// for the beginning of another one.
    fn meant_instead_of(&self, name: &str) -> Option<String> {
        let asked = self.adjourned.asked.keys().map(String::as_str);
        let asked = asked.filter(|meant| self.adjourned.awaits(meant, self.now));
        let called = self.idle.calls.challenged(self.now);
        let begins = |meant: &&str| name.to_lowercase().starts_with(&meant.to_lowercase());
        let meant: Vec<&str> = asked.chain(called).filter(begins).collect();
        let is_right = meant.iter().any(|meant| meant.eq_ignore_ascii_case(name));
        meant.first().filter(|_| !is_right).map(|meant| (*meant).to_owned())
    }

    /// When to ask somebody to go on who could not be asked before.
    pub(super) fn adjourned_time(&self) -> Option<Duration> {
        let times = self.adjourned.waiting.iter().map(|(_, at)| *at);
        times.min().filter(|_| self.plays_nobody())
    }

    /// Asks those to go on whose time it is, while nothing is played; whether there are any.
    pub(super) fn ask_who_waits(&mut self) -> bool {
        if !self.plays_nobody() {
            return false;
        }
        let due = self.adjourned.waiting.extract_if(.., |(_, at)| *at <= self.now);
        let due: Vec<_> = due.collect();
        due.iter().for_each(|(name, _)| self.returned(name));
        !due.is_empty()
    }

    /// A game that the server has kept: it goes on if it is one to be played, and if the opponent is there
    /// or may be.
    pub(super) fn stored(&mut self, game: &Stored) {
        let me = self.link.name().to_owned();
        let mut others = game.names.iter().flatten().filter(|name| !name.eq_ignore_ascii_case(&me));
        let Some(opponent) = others.next() else { return };
        if !self.adjourned.add(opponent, &me) {
            return;
        }
        if game.kind_in_words().is_some_and(|kind| !self.config.accept.finishes(kind)) {
            self.adjourned.avoid(opponent);
        }
        if game.is_here != Some(false) {
            self.returned(opponent);
        }
    }

    /// The list of games that the server has kept is over, and their number was told (`counted`) or not: no
    /// other game goes on.
    pub(super) fn list_of_stored_ends(&mut self, counted: bool) {
        if let Some(opponents) = self.adjourned.list_ends(self.link.name(), counted) {
            self.only_kept(&opponents);
            self.adjourned.kept = Some(opponents);
        }
    }

    /// A message for the account, which the operator hears of. Servers tell by one that an administrator has decided
    /// or aborted an adjourned game, or that its opponent has resigned it; but anybody may write the same, so the
    /// server is asked which games it keeps.
    pub(super) fn message(&mut self, name: &str, text: &str) {
        self.out.note(format!("message of {name}: {text}"));
        let about_mine = game_named(text).is_some_and(|names| self.is_one_of(&names));
        if about_mine && self.link.is_online() {
            self.ask_for_stored();
        }
    }

    /// With whom games wait to go on, in words; `None` as long as the server has not said which it keeps and none
    /// was broken off here.
    pub(super) fn adjourned_in_words(&self) -> Option<String> {
        let here = self.games.broken_off().filter(|play| self.is_kept_by_server(play));
        let mut names: Vec<&str> = here.map(Play::opponent).collect();
        let kept = self.adjourned.kept.iter().flatten();
        let others = kept.filter(|name| !self.games.was_interrupted_with(name));
        names.extend(others.map(String::as_str));
        (self.adjourned.kept.is_some() || !names.is_empty()).then(|| in_words(&names))
    }

    /// This player has no games that the server has kept.
    pub(super) fn none_stored(&mut self, name: &str) {
        self.adjourned.list_begins(name.to_owned());
        self.list_of_stored_ends(true);
    }

    /// The server has kept the games with these opponents alone.
    pub(super) fn only_kept(&mut self, opponents: &[String]) {
        let kept = |play: &Play| opponents.iter().any(|name| play.is_with(name));
        if self.ended_unheard(|play| !kept(play)) {
            self.leave_when_settled();
        }
    }

    /// Games that were broken off and do not go on are kept as far as they are known.
    pub(super) fn give_up(&mut self, ends: impl Fn(&Play) -> bool) {
        self.games.give_up(ends).into_iter().for_each(|game| self.file_unheard(game));
    }

    /// The server knows of no game although one is under way here: the words for its end were missed, and
    /// it may have been adjourned.
    pub(super) fn missed_end(&mut self) {
        if !self.games.interrupt(UNHEARD, self.now) {
            return;
        }
        self.out.note("the server knows of no game: I have missed its end");
        self.out.tell(Command::Force);
        self.speech.game_changes();
        self.idle.game_over(self.now);
        if self.departure.is_near() {
            self.departure.set(self.now + RESUMED);
        }
        if self.config.is_guest() { self.only_kept(&[]) } else { self.ask_for_stored() }
    }
}

/// How many adjourned games there are, and with whom.
fn in_words(opponents: &[&str]) -> String {
    let count = match opponents.len() {
        0 => return "no adjourned games".to_owned(),
        1 => "1 adjourned game".to_owned(),
        count => format!("{count} adjourned games"),
    };
    let more = match opponents.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named: Vec<&str> = opponents.iter().copied().take(NAMED).collect();
    format!("{count} ({}{more})", named.join(", "))
}
