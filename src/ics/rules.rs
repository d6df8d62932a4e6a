//! Whom to play: what the operator's rules say of a game that is offered.

use std::time::Duration;

use super::{
    challenge::{Player, Terms},
    config::{Accept, Colour},
    formula::Variable,
};

/// A game by which risk is judged has so many moves.
const USUAL_MOVES: u32 = 60;

/// A game that is offered, with what is known about it.
#[derive(Clone, Debug)]
pub struct Proposal<'a> {
    /// The terms; the opponent is named first.
    pub terms: &'a Terms,
    /// Whether the opponent is a computer.
    pub computer: bool,
    /// Whether the opponent has no account.
    pub guest: bool,
    /// Games played with this opponent one after the other.
    pub in_a_row: u32,
    /// Time since the last of them.
    pub since: Duration,
    /// Games that this opponent has had aborted.
    pub aborts: u32,
    /// Games played today.
    pub today: u32,
    /// What a move loses on its way to the server, at worst.
    pub lag: Duration,
}

/// Why a game is declined, in words for the one who offers it.
pub type Reason = &'static str;

impl Accept {
    /// What speaks against a game, if anything does.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn judge(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        let Proposal { terms, .. } = proposal;
        let names = |list: &[String]| named(list, &terms.first.name);
        self.always(proposal)?;
        if names(&self.prefer) {
            return Ok(());
        }
        self.opponent(proposal)?;
        self.control(terms)?;
        let held = self
            .formula
            .as_ref()
            .is_none_or(|formula| formula.holds(|variable| value(variable, proposal)));
        require(held, "this game does not fit my formula")
    }

    /// What holds even for those who are preferred.
    fn always(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        let Proposal { terms, in_a_row, since, aborts, today, lag, .. } = proposal;
        let name = &terms.first.name;
        require(!named(&self.block, name), "I do not play you")?;
        require(terms.control.is_some(), "I do not play without a clock")?;
        require(self.kinds.iter().any(|kind| *kind == kind_of(terms)), "I do not play this kind")?;
        require(!(terms.rated && named(&self.own, name)), "not for ratings between us")?;
        require(self.games_a_day == 0 || *today < self.games_a_day, "enough games for today")?;
        let patient = self.aborts == 0 || *aborts < self.aborts;
        require(patient, "too many of our games were aborted")?;
        let rested = *since >= Duration::from_secs(self.pause);
        require(
            self.in_a_row == 0 || *in_a_row < self.in_a_row || rested,
            "let me play others first",
        )?;
        let allowed = per_move(terms) * self.lag_share / 100;
        require(*lag <= allowed, "too fast for my connection")
    }

    /// Who they are.
    fn opponent(&self, proposal: &Proposal<'_>) -> Result<(), Reason> {
        let Proposal { terms, computer, guest, .. } = *proposal;
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
fn kind_of(terms: &Terms) -> &str {
    terms.remark.strip_prefix("Loaded from ").map_or(&terms.kind, |loaded| {
        // A game that is resumed is loaded from its own kind.
        loaded.split_once('/').filter(|(_, board)| *board == "0").map_or(loaded, |(kind, _)| kind)
    })
}

/// The time for a move of a game of usual length.
fn per_move(terms: &Terms) -> Duration {
    let [minutes, increment] = terms.control.unwrap_or_default().map(u64::from);
    Duration::from_secs(60 * minutes) / USUAL_MOVES + Duration::from_secs(increment)
}

/// What a formula's variable stands for.
fn value(variable: Variable, proposal: &Proposal<'_>) -> i64 {
    let Proposal { terms, computer, guest, .. } = proposal;
    let points = |player: &Player| i64::from(player.rating.map_or(0, |rating| rating.points));
    let (theirs, mine) = (points(&terms.first), points(&terms.second));
    let [time, increment] = terms.control.unwrap_or_default();
    let is = |kind: &str| i64::from(terms.kind == kind);
    match variable {
        Variable::Rated => i64::from(terms.rated),
        Variable::Unrated => i64::from(!terms.rated),
        Variable::Computer => i64::from(*computer),
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
            i64::from(!["lightning", "blitz", "standard", "untimed"].contains(&&*terms.kind))
        }
        Variable::Untimed => i64::from(terms.control.is_none()),
        Variable::White => i64::from(terms.first_is_white == Some(false)),
        Variable::Black => i64::from(terms.first_is_white == Some(true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ics::Formula;

    fn judge(
        accept: &Accept,
        terms: &str,
        change: impl Fn(&mut Proposal<'_>),
    ) -> Result<(), Reason> {
        let terms = Terms::parse(terms).unwrap();
        let mut proposal = Proposal {
            terms: &terms,
            computer: false,
            guest: false,
            in_a_row: 0,
            since: Duration::ZERO,
            aborts: 0,
            today: 0,
            lag: Duration::from_millis(100),
        };
        change(&mut proposal);
        accept.judge(&proposal)
    }

    const BLITZ: &str = "Pawn (1700) Rook (1900) rated blitz 3 2.";

    #[test]
    fn by_default_usual_games_are_played_and_strange_ones_are_not() {
        let accept = Accept::default();
        assert_eq!(judge(&accept, BLITZ, |_| ()), Ok(()));
        let wild = "Pawn (----) Rook (----) unrated wild 3 0 Loaded from wild/fr.";
        assert_eq!(judge(&accept, wild, |_| ()), Ok(()));
        for (terms, reason) in [
            ("Pawn (----) Rook (----) unrated untimed.", "without a clock"),
            ("Pawn (----) Rook (----) unrated wild 3 0 Loaded from crazyhouse/0.", "this kind"),
            ("Pawn (----) Rook (----) unrated wild 3 0 Loaded from wild/5.", "this kind"),
            ("Pawn (----) Rook (----) unrated blitz 0 3.", "initial time"),
            ("Pawn (----) Rook (----) unrated standard 90 0.", "initial time"),
        ] {
            assert!(judge(&accept, terms, |_| ()).unwrap_err().contains(reason), "{terms}");
        }
    }

    #[test]
    fn each_rule_turns_its_games_away() {
        let name = || vec!["pawn".to_owned()];
        let usual = Accept::default;
        for (accept, reason) in [
            (Accept { rated: false, ..usual() }, "unrated games only"),
            (Accept { humans: false, ..usual() }, "computers only"),
            (Accept { block: name(), ..usual() }, "do not play you"),
            (Accept { own: name(), ..usual() }, "not for ratings"),
            (Accept { rating: [1800, 9999], ..usual() }, "out of my range"),
            (Accept { rating_difference: 100, ..usual() }, "too far apart"),
            (Accept { increment: [3, 9], ..usual() }, "this increment"),
            (Accept { colour: Colour::White, ..usual() }, "these colours"),
            (Accept { lag_share: 1, ..usual() }, "my connection"),
            (Accept { formula: Formula::parse("time > 3").ok(), ..usual() }, "my formula"),
        ] {
            assert!(judge(&accept, BLITZ, |_| ()).unwrap_err().contains(reason), "{reason}");
        }
        let no = |change: fn(&mut Proposal<'_>), accept: Accept| judge(&accept, BLITZ, change);
        assert!(no(|it| it.computer = true, Accept { computers: false, ..usual() }).is_err());
        assert!(no(|it| it.guest = true, Accept { guests: false, ..usual() }).is_err());
        assert!(no(|it| it.today = 5, Accept { games_a_day: 5, ..usual() }).is_err());
        assert!(no(|it| it.aborts = 2, Accept { aborts: 2, ..usual() }).is_err());
        let row = || Accept { in_a_row: 2, pause: 60, ..usual() };
        assert!(no(|it| it.in_a_row = 2, row()).is_err());
        assert!(no(|it| (it.in_a_row, it.since) = (2, Duration::from_secs(60)), row()).is_ok());
    }

    #[test]
    fn who_is_preferred_is_excused_from_most_rules_but_not_from_a_clock() {
        let prefer = vec!["PAWN".to_owned()];
        let accept = Accept { prefer, rated: false, rating: [0, 1], ..Accept::default() };
        assert_eq!(judge(&accept, BLITZ, |_| ()), Ok(()));
        assert!(judge(&accept, "Pawn (1) Rook (1) unrated untimed.", |_| ()).is_err());
    }

    #[test]
    fn lag_that_would_eat_up_the_time_of_a_move_is_a_reason() {
        let slow = |it: &mut Proposal<'_>| it.lag = Duration::from_millis(600);
        assert!(judge(&Accept::default(), "Pawn (1) Rook (1) rated lightning 1 0.", slow).is_err());
        assert!(judge(&Accept::default(), "Pawn (1) Rook (1) rated blitz 3 0.", slow).is_ok());
    }
}
