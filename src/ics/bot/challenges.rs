//! Challenges, from the first word of one to the board of its game.

use std::time::Duration;

use super::{Bot, Wish};
use crate::{
    ics::{Board, Heading, Pending, Proposal, Terms, dialect::answered_as, rules::kind_of},
    position::Position,
};

/// How long a challenge waits for the lines that belong to it.
const CONSIDERED: Duration = Duration::from_millis(500);
/// How long an accepted game may take to begin.
const BEGINS: Duration = Duration::from_secs(15);

/// The challenge that waits, and what has become of earlier ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Challenges {
    /// A challenge and when to answer it.
    waiting: Option<(Terms, Duration)>,
    /// A challenge that was answered last, and when.
    answered: Option<(String, Duration)>,
    /// An opponent whose challenge was accepted, with its terms, and until when the game may begin.
    accepted: Option<(Terms, Duration)>,
    /// A game that was announced and has no board yet.
    announced: Option<Terms>,
    /// The same by its number, and whether it goes on instead of beginning.
    headed: Option<(Heading, bool)>,
}

impl Challenges {
    /// A challenge; what belongs to it comes in the lines that follow.
    pub fn add(&mut self, terms: Terms, now: Duration) {
        self.waiting = Some((terms, now + CONSIDERED));
    }

    /// A challenge under its number. Servers that tell of it in words as well are answered once.
    pub fn pending(&mut self, pending: Pending, now: Duration) {
        let answered = self.answered.as_ref().is_some_and(|(name, at)| {
            pending.with.name.eq_ignore_ascii_case(name) && *at + CONSIDERED * 2 > now
        });
        if let Proposal::Match(terms) = pending.what
            && !(pending.is_mine || answered || self.waiting.is_some())
        {
            self.add(terms, now);
        }
    }

    /// Somebody has taken a challenge back.
    pub fn withdrawn(&mut self, name: &str) {
        let theirs = |of: &str| of.eq_ignore_ascii_case(name);
        self.waiting.take_if(|(terms, _)| theirs(&terms.first.name));
        self.accepted.take_if(|(terms, _)| theirs(&terms.first.name));
    }

    /// The challenge that waits, to be answered now.
    pub fn take(&mut self, now: Duration) -> Option<Terms> {
        let (terms, _) = self.waiting.take()?;
        self.answered = Some((terms.first.name.clone(), now));
        Some(terms)
    }

    /// Whether this player asks to go on with an adjourned game.
    pub fn resumes(&self, name: &str) -> bool {
        self.waiting.as_ref().is_some_and(|(terms, _)| {
            terms.adjourned && terms.first.name.eq_ignore_ascii_case(name)
        })
    }

    /// A challenge is accepted; a game is on only when its board comes.
    pub fn accept(&mut self, terms: Terms, now: Duration) {
        self.accepted = Some((terms, now + BEGINS));
    }

    /// The game that was accepted does not begin.
    pub fn give_up(&mut self) {
        self.accepted = None;
    }

    /// Gives up on a game that has not begun in time.
    pub fn tend(&mut self, now: Duration) {
        self.accepted.take_if(|(_, at)| *at <= now);
    }

    /// With whom a game is about to begin.
    pub fn accepted(&self) -> Option<&str> {
        self.accepted.as_ref().map(|(terms, _)| terms.first.name.as_str())
    }

    /// The terms of the game that begins between these players, as its challenge would have had them, if it is not as
    /// was accepted.
    pub fn changed(&self, announced: Option<&Terms>, names: &[String; 2]) -> Option<Terms> {
        let ((accepted, _), now) = (self.accepted.as_ref()?, announced?);
        let of = |terms: &Terms| (terms.rated, terms.kind.clone(), terms.control);
        let theirs = names.iter().any(|name| name.eq_ignore_ascii_case(&accepted.first.name));
        let (rated, kind, control) = of(now);
        (theirs && of(accepted) != of(now)).then(|| Terms {
            rated,
            kind,
            control,
            ..accepted.clone()
        })
    }

    /// The server announces a game.
    pub fn announce(&mut self, terms: Terms) {
        self.announced = Some(terms);
    }

    /// What was announced of the game that begins with this board.
    pub fn announced(&mut self, board: &Board) -> Option<Terms> {
        let announced = self.announced.take().filter(|terms| {
            let names = [&terms.first.name, &terms.second.name];
            let plays = |name: &String| names.iter().any(|other| other.eq_ignore_ascii_case(name));
            board.names.iter().all(plays)
        });
        let usual = board.position().is_ok_and(|position| *position == Position::startpos());
        announced.map(|terms| if usual { terms.named_by_clock() } else { terms })
    }

    /// The server gives a game its number and says that it begins, or goes on (`true`).
    pub fn head(&mut self, game: Heading, goes_on: bool) {
        self.headed = Some((game, goes_on));
    }

    /// Whether the server has said that the game with this board goes on, or that it begins (`false`).
    pub fn goes_on(&self, board: &Board) -> Option<bool> {
        let (game, goes_on) = self.headed.as_ref()?;
        game.is_of(board.game, &board.names).then_some(*goes_on)
    }

    /// A game has begun: nothing else is to begin.
    pub fn begun(&mut self) {
        (self.accepted, self.waiting, self.headed) = (None, None, None);
    }

    /// The link is gone, and with it all this.
    pub fn clear(&mut self) {
        *self = Challenges { answered: self.answered.take(), ..Challenges::default() };
    }

    /// When the challenge that waits is to be answered.
    pub fn answer_at(&self) -> Option<Duration> {
        self.waiting.as_ref().map(|(_, at)| *at)
    }

    /// Until when the game that was accepted may begin.
    pub fn begins_by(&self) -> Option<Duration> {
        self.accepted.as_ref().map(|(_, at)| *at)
    }
}

impl Bot {
    /// An offer under its number, which tells who makes it.
    pub(super) fn pending(&mut self, pending: Pending) {
        self.memory.people.meet(&pending.with);
        if let Proposal::Match(terms) = &pending.what {
            self.memory.people.meet_players(terms);
        }
        self.challenges.pending(pending, self.now);
    }

    /// Accepts or declines the challenge that waits.
    pub(super) fn answer_challenge(&mut self) {
        let Some(terms) = self.challenges.take(self.now) else { return };
        let name = terms.first.name.clone();
        if self.games.current().is_some_and(|play| play.is_with(&name)) {
            // Nobody challenges during a game: its end may have been missed, which the answer tells.
            self.out.send("refresh");
        }
        match self.verdict(&terms) {
            Ok(()) => {
                self.out.note(format!("accepting {name}"));
                self.out.send(format!("accept {}", answered_as(&name)));
                self.challenges.accept(terms, self.now);
            }
            Err(reason) => {
                self.out.note(format!("declining {name}: {reason}"));
                self.out.send(format!("decline {}", answered_as(&name)));
                if self.config.talk.reasons {
                    self.speech.refuse(&name, &format!("Sorry, {reason}."), self.now);
                }
            }
        }
    }

    /// What speaks against a game.
    pub(super) fn verdict(&self, terms: &Terms) -> Result<(), &'static str> {
        let name = &terms.first.name;
        if !self.plays_nobody() {
            return Err("I am playing");
        }
        // A game that was begun is brought to its end, whatever the rules say today.
        if self.goes_on_with(terms) {
            return Ok(());
        }
        if self.departure.wish() != Wish::Stay {
            return Err("I am about to leave");
        }
        if self.memory.state().history.is_blocked(name, self.time()) {
            return Err("I do not play you");
        }
        if self.idle.is_paused(self.now) {
            return Err("I am having a break");
        }
        if self.idle.does_server_stop() {
            return Err("the server is about to go down");
        }
        match &self.tournament {
            Some(tournament) if tournament.is_with(name) => Ok(()),
            Some(_) => Err("I play in a tournament"),
            None => self.judged(terms),
        }
    }

    /// Whether the game that is offered was begun and can be brought to its end. Another game with its opponent
    /// is judged as with anybody.
    fn goes_on_with(&self, terms: &Terms) -> bool {
        let name = &terms.first.name;
        let finishes =
            || !self.adjourned.is_unplayable(name) && self.config.accept.finishes(kind_of(terms));
        self.games.was_interrupted_as(terms)
            || (terms.adjourned && (self.games.was_interrupted_with(name) || finishes()))
    }

    /// What the operator's rules say against a game.
    pub(super) fn judged(&self, terms: &Terms) -> Result<(), &'static str> {
        let marks = self.memory.marks(&terms.first.name);
        self.config.accept.judge(&self.memory.proposal(terms, &marks, self.time()))
    }
}
