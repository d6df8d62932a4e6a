//! Games that one player offers another, new ones and those that were put aside.

use super::{
    config::Profile,
    offer::{Offer, What},
    server::Server,
    table::Terms,
};

/// What is played if nothing is said of time.
const USUAL: [u32; 2] = [2, 12];

impl Server {
    /// `match NAME [minutes [inc]] [rated|unrated] [white|black]`
    pub(super) fn challenge(&mut self, name: &str, rest: &str) {
        let mut words = rest.split_whitespace();
        let Some(other) = words.next() else {
            return self.refuse("Usage: match user [minutes inc] [rated|unrated] [white|black]");
        };
        let Some(other) = self.can_challenge(name, other) else { return };
        let computer = self.account(name).is_some_and(|account| account.computer);
        let terms = match self.adjourned_terms(name, &other) {
            Some(terms) => Ok(terms),
            None if computer && self.config.profile == Profile::Icc => {
                Err("Computers may not issue match requests.".to_owned())
            }
            None => self.read_terms(name, &other, words),
        };
        match terms {
            Ok(terms) => self.offer_match(name, &other, terms),
            Err(reason) => self.refuse(&reason),
        }
    }

    /// `resume NAME`
    pub(super) fn resume(&mut self, name: &str, rest: &str) {
        let Some(other) = self.can_challenge(name, rest) else { return };
        match self.adjourned_terms(name, &other) {
            Some(terms) => self.offer_match(name, &other, terms),
            None => self.refuse(&format!("You have no adjourned game with {other}.")),
        }
    }

    /// `rematch`: another game like the last one.
    pub(super) fn rematch(&mut self, name: &str) {
        let Some((other, terms)) = self.last.get(&name.to_lowercase()).cloned() else {
            return self.refuse("You have not played anybody yet.");
        };
        let Some(other) = self.can_challenge(name, &other) else { return };
        self.offer_match(name, &other, terms);
    }

    /// The one who may be challenged, by their own spelling; if they may not, that is said.
    fn can_challenge(&mut self, name: &str, other: &str) -> Option<String> {
        let link = self.online(other).and_then(|id| self.links.get(&id));
        let known =
            link.and_then(|link| Some((link.player()?.to_owned(), link.settings.is_on("open"))));
        let reason = match known {
            _ if self.playing(name).is_some() => {
                "You can't challenge while you are playing a game.".to_owned()
            }
            None => format!("{other} is not logged in."),
            Some((other, _)) if other == name => "You can't match yourself.".to_owned(),
            Some((other, _)) if self.playing(&other).is_some() => {
                format!("{other} is playing a game.")
            }
            Some((other, false)) => format!("{other} is not open to match requests."),
            Some((other, true)) => return Some(other),
        };
        self.refuse(&reason);
        None
    }

    fn read_terms<'a>(
        &self,
        name: &str,
        other: &str,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<Terms, String> {
        let guests = self.is_guest(name) || self.is_guest(other);
        let mut terms = Terms { control: USUAL, rated: !guests, white: None, adjourned: false };
        let mut numbers = 0;
        for word in words {
            match word {
                "rated" | "r" if guests => return Err("Only unrated games with guests.".to_owned()),
                "rated" | "r" => terms.rated = true,
                "unrated" | "u" => terms.rated = false,
                "white" | "w" => terms.white = Some(true),
                "black" | "b" => terms.white = Some(false),
                _ => match word.parse() {
                    Ok(number @ 0..=1_000) if numbers < 2 => {
                        terms.control[numbers] = number;
                        numbers += 1;
                    }
                    _ => return Err(format!("No such category/board: {word}/0")),
                },
            }
        }
        if numbers == 1 {
            terms.control[1] = 0;
        }
        Ok(terms)
    }

    /// Offers a game, in place of what was offered before; if the other one wants just that, it begins.
    fn offer_match(&mut self, name: &str, other: &str, terms: Terms) {
        let matches = |offer: &&Offer, from: &str, to: &str| {
            offer.from == from && offer.to == to && matches!(offer.what, What::Match(_))
        };
        if let Some(theirs) = self.offers.iter().find(|offer| matches(offer, other, name)).cloned()
            && matches!(&theirs.what, What::Match(wanted) if wanted.is_met_by(&terms))
        {
            self.answer(&format!("Your challenge intercepts {other}'s challenge."));
            return self.fulfil(&theirs);
        }
        let earlier = self.offers.iter().find(|offer| matches(offer, name, other)).cloned();
        if let Some(earlier) = &earlier {
            self.remove_offer(earlier.number);
        }
        let line = self.terms_line(name, other, &terms);
        let (to_me, to_them) = match earlier {
            Some(_) => (
                format!(
                    "Updating offer already made to \"{other}\".\n\rUpdating match request to: {line}"
                ),
                format!("{name} updates the match request.\n\r"),
            ),
            None => (format!("Issuing: {line}"), String::new()),
        };
        self.answer(&to_me);
        if self.account(other).is_some_and(|account| account.computer) {
            self.answer(&format!("--** {other} is a computer **--"));
        }
        let how = "You can \"accept\" or \"decline\", or propose different parameters.";
        let text = format!("{to_them}Challenge: {line}\n\r{how}");
        self.make_offer(name, other, What::Match(terms), &text);
    }

    /// `play N`: the game begins, or the one who seeks is asked first.
    pub(super) fn play_seek(&mut self, name: &str, rest: &str) {
        let number = rest.parse().ok();
        let Some(seek) = number.and_then(|number: u32| self.seeks.get(&number)).cloned() else {
            return self.refuse("That seek is not available.");
        };
        let rating = self.rating(name);
        let [low, high] = seek.ratings;
        let reason = if seek.from == name {
            "You can't accept your own seek."
        } else if self.playing(name).is_some() {
            "You can't challenge while you are playing a game."
        } else if seek.terms.rated && self.is_guest(name) {
            "Guests may only play unrated games."
        } else if rating != 0 && !(low..=high).contains(&rating) {
            "Your rating does not fit that seek."
        } else {
            ""
        };
        if !reason.is_empty() {
            return self.refuse(reason);
        }
        if seek.manual {
            let white = seek.terms.white.map(|white| !white);
            let terms = Terms { white, ..seek.terms };
            let line = self.terms_line(name, &seek.from, &terms);
            self.answer(&format!(
                "Issuing match request since the seek was set to manual.\n\rIssuing: {line}"
            ));
            let how = "You can \"accept\" or \"decline\", or propose different parameters.";
            let text = format!("Challenge: {line}\n\r{how}");
            return self.make_offer(name, &seek.from, What::Match(terms), &text);
        }
        match self.config.profile {
            Profile::Lasker => {
                self.answer(&format!("You accept the challenge of {}.", seek.from));
                self.tell(&seek.from, &format!("{name} accepts your challenge."));
            }
            Profile::Fics | Profile::Icc => {
                self.tell(&seek.from, &format!("{name} accepts your seek."));
            }
        }
        self.begin(&seek.from, name, &seek.terms);
    }
}

impl Terms {
    /// Whether somebody who asks for `other` wants the same game, seen from the other side.
    fn is_met_by(&self, other: &Terms) -> bool {
        let colors = match (self.white, other.white) {
            (Some(mine), Some(theirs)) => mine != theirs,
            _ => true,
        };
        colors
            && self.control == other.control
            && self.rated == other.rated
            && self.adjourned == other.adjourned
    }
}
