//! Whom to play: what the operator's rules say of a game that is offered.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, time::Duration};

use super::{
    challenge::{Player, Terms},
    config::{Accept, Colour, Control},
    formula::Variable,
};

/// A game by which risk is judged has so many moves.
const USUAL_MOVES: u32 = 60;

/// What servers call a game whose clocks or position are unusual.
const NO_KIND: [&str; 2] = ["non-standard", "nonstandard"];

/// Kinds that are usual chess on usual clocks.
pub(super) const USUAL_KINDS: [&str; 3] = ["lightning", "blitz", "standard"];

/// A game that is offered, with what is known about it.
#[derive(Clone, Debug)]
pub struct Proposal<'a> {
    /// The terms; the opponent is named first.
    pub terms: &'a Terms,
    /// The opponent's titles and marks: `C` for a computer, `GM`, `TD` ...
    pub marks: &'a BTreeSet<String>,
    /// Whether the opponent has no account.
    pub guest: bool,
    /// Games played with this opponent one after the other.
    pub in_a_row: u32,
    /// Time since the last of them.
    pub since: Duration,
    /// Games with computers one after the other, and the time since the last of them.
    pub computers: (u32, Duration),
    /// Games that this opponent has had aborted.
    pub aborts: u32,
    /// Games played in the last day, with anybody and with this opponent.
    pub today: [u32; 2],
    /// The time, from the beginning of 1970 in UTC.
    pub time: Duration,
    /// What a move loses on its way to the server, at worst.
    pub lag: Duration,
}

impl Proposal<'_> {
    /// Whether the opponent is a computer.
    fn computer(&self) -> bool {
        self.marks.contains("C")
    }

    /// Whether a list has the opponent, by name or by a mark in brackets.
    fn is_in(&self, list: &[String]) -> bool {
        let mark = |entry: &String| {
            let mark = entry.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            mark.is_some_and(|mark| self.marks.contains(mark))
        };
        named(list, &self.terms.first.name) || list.iter().any(mark)
    }
}

/// Why a game is declined, in words for the one who offers it.
pub type Reason = &'static str;

impl Accept {
    /// What speaks against a game, if anything does.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn judge(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        self.always(proposal)?;
        if proposal.is_in(&self.prefer) {
            return Ok(());
        }
        self.opponent(proposal)?;
        self.turns(proposal)?;
        self.control(proposal.terms)?;
        let held = self
            .formula
            .as_ref()
            .is_none_or(|formula| formula.holds(|variable| value(variable, proposal)));
        require(held, "this game does not fit my formula")
    }

    /// What holds even for those who are preferred.
    fn always(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        let Proposal { terms, aborts, today, lag, .. } = proposal;
        require(!proposal.is_in(&self.block), "I do not play you")?;
        require(terms.control.is_some(), "I do not play without a clock")?;
        require(self.plays(kind_of(terms)), "I do not play this kind")?;
        let own = named(&self.own, &terms.first.name);
        require(!(terms.rated && own), "not for ratings between us")?;
        require(self.is_open(proposal.time), "I do not play at this hour")?;
        require(self.has_games_left(today[0]), "enough games for today")?;
        let patient = self.aborts == 0 || *aborts < self.aborts;
        require(patient, "too many of our games were aborted")?;
        let allowed = per_move(terms) * self.lag_share / 100;
        require(*lag <= allowed, "too fast for my connection")
    }

    /// Whether this is an hour to play.
    pub fn is_open(&self, time: Duration) -> bool {
        self.hours.is_empty() || self.hours.iter().any(|hours| hours.contain(time))
    }

    /// Whether there may be another game after so many within a day.
    pub fn has_games_left(&self, today: u32) -> bool {
        self.games_a_day == 0 || today < self.games_a_day
    }

    /// Whether a kind of game is played; servers and operators write it in capitals or not.
    pub fn plays(&self, kind: &str) -> bool {
        named(&self.kinds, kind)
    }

    /// Whether a game of this kind that was begun is brought to its end: usual chess whatever the rules say
    /// today, anything else if it is played.
    pub fn finishes(&self, kind: &str) -> bool {
        let is_it = |known: &str| known.eq_ignore_ascii_case(kind);
        let is_of_it = |known: &String| known.split('/').next().is_some_and(is_it);
        USUAL_KINDS.into_iter().any(is_it) || self.plays(kind) || self.kinds.iter().any(is_of_it)
    }

    /// Whose turn it is: others want games as well, and humans more than computers.
    fn turns(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        let pause = Duration::from_secs(self.pause);
        let rested = |games: u32, most: u32, since| most == 0 || games < most || since >= pause;
        let (games, since) = (proposal.in_a_row, proposal.since);
        require(rested(games, self.in_a_row, since), "let me play others first")?;
        if !proposal.computer() {
            return Ok(());
        }
        let (games, since) = proposal.computers;
        let free = rested(games, self.computers_in_a_row, since);
        require(free, "I keep my time for humans now")?;
        let each = self.games_a_day_each;
        require(each == 0 || proposal.today[1] < each, "enough games between us for today")
    }

    /// Who they are.
    fn opponent(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        let (&Proposal { terms, guest, .. }, computer) = (proposal, proposal.computer());
        let points = |player: &Player| player.rating.map_or(0, |rating| rating.points);
        let (theirs, mine) = (points(&terms.first), points(&terms.second));
        let provisional = terms.first.rating.is_some_and(|rating| rating.provisional);
        require(self.computers || !computer, "I do not play computers")?;
        require(self.humans || computer, "I play computers only")?;
        require(self.guests || !guest, "I do not play guests")?;
        require(self.provisional || !provisional, "your rating is provisional")?;
        require(
            (self.rating[0]..=self.rating[1]).contains(&theirs),
            "your rating is out of my range",
        )?;
        let unrated = theirs == 0 || mine == 0;
        require(
            unrated || theirs.abs_diff(mine) <= self.rating_difference,
            "our ratings are too far apart",
        )
    }

    /// How it is played.
    fn control(&self, terms: &Terms) -> Result<(), Reason> {
        let [minutes, increment] = terms.control.unwrap_or_default();
        let approved = self.controls.contains(&Control([minutes, increment]));
        require(self.controls.is_empty() || approved, "not with this time control")?;
        require(self.rated || !terms.rated, "I play unrated games only")?;
        require(self.unrated || terms.rated, "I play rated games only")?;
        require(
            (self.minutes[0]..=self.minutes[1]).contains(&minutes),
            "not with this initial time",
        )?;
        let fits = (self.increment[0]..=self.increment[1]).contains(&increment);
        require(fits, "not with this increment")?;
        // Who challenges and names a colour takes it.
        require(
            match self.colour {
                Colour::Any => true,
                Colour::White => terms.first_is_white == Some(false),
                Colour::Black => terms.first_is_white == Some(true),
            },
            "not with these colours",
        )
    }
}

fn require(held: bool, otherwise: Reason) -> Result<(), Reason> {
    if held { Ok(()) } else { Err(otherwise) }
}

/// Whether a list has a name; servers do not tell capitals apart.
pub(super) fn named(list: &[String], name: &str) -> bool {
    list.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// What is played, with the variant if one is loaded: `blitz`, `wild/fr`.
pub(super) fn kind_of(terms: &Terms) -> &str {
    terms.remark.strip_prefix("Loaded from ").map_or(&terms.kind, |loaded| {
        // A game that is resumed is loaded from its own kind.
        loaded.split_once('/').filter(|(_, board)| *board == "0").map_or(loaded, |(kind, _)| kind)
    })
}

impl Terms {
    /// The same of a game from the usual position: one that the server has no name for, as one from an ad on
    /// Lasker, where the players' increments may differ, is of the kind that its control makes it.
    pub(super) fn named_by_clock(mut self) -> Terms {
        if let Some(control) = self.control.filter(|_| NO_KIND.contains(&self.kind.as_str())) {
            Control(control).category().clone_into(&mut self.kind);
        }
        self
    }
}

/// The time for a move of a game of usual length.
fn per_move(terms: &Terms) -> Duration {
    let [minutes, increment] = terms.control.unwrap_or_default().map(u64::from);
    Duration::from_secs(60 * minutes) / USUAL_MOVES + Duration::from_secs(increment)
}

/// What a formula's variable stands for.
fn value(variable: Variable, proposal: &Proposal<'_>) -> i64 {
    let Proposal { terms, guest, .. } = proposal;
    let points = |player: &Player| i64::from(player.rating.map_or(0, |rating| rating.points));
    let (theirs, mine) = (points(&terms.first), points(&terms.second));
    let [time, increment] = terms.control.unwrap_or_default();
    let is = |kind: &str| i64::from(terms.kind.eq_ignore_ascii_case(kind));
    match variable {
        Variable::Rated => i64::from(terms.rated),
        Variable::Unrated => i64::from(!terms.rated),
        Variable::Computer => i64::from(proposal.computer()),
        Variable::Registered => i64::from(!guest),
        Variable::Time => i64::from(time),
        Variable::Increment => i64::from(increment),
        Variable::Rating => theirs,
        Variable::MyRating => mine,
        Variable::RatingDifference => theirs - mine,
        Variable::Lightning => is("lightning"),
        Variable::Blitz => is("blitz"),
        Variable::Standard => is("standard"),
        Variable::Wild => {
            let usual = ["lightning", "blitz", "standard", "untimed"];
            i64::from(!usual.iter().any(|kind| terms.kind.eq_ignore_ascii_case(kind)))
        }
        Variable::Untimed => i64::from(terms.control.is_none()),
        Variable::White => i64::from(terms.first_is_white == Some(false)),
        Variable::Black => i64::from(terms.first_is_white == Some(true)),
    }
}
