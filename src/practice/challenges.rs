//! Games that one player offers another, new ones and those that were put aside.

use super::{
    config::Profile,
    offers::{Offer, What},
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
        let terms = match self.adjourned_terms(name, &other) {
            Some(terms) => Ok(terms),
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

    /// `A (1500) [white] B (1600) rated blitz 3 0.`
    pub(super) fn terms_line(&self, name: &str, other: &str, terms: &Terms) -> String {
        let color = match terms.white {
            Some(true) => " [white]",
            Some(false) => " [black]",
            None => "",
        };
        let [name, other] = [name, other].map(|name| self.with_rating(name, "----"));
        let words = match (terms.adjourned, self.config.profile) {
            (false, _) => terms.words(),
            (true, Profile::Fics) => format!("{} (adjourned)", terms.words()),
            (true, Profile::Lasker) => {
                let rated = if terms.rated { "rated" } else { "unrated" };
                let ([minutes, increment], kind) = (terms.control, terms.kind());
                format!("{rated} wild {minutes} {increment} Loaded from {kind}/0 (adjourned)")
            }
        };
        format!("{name}{color} {other} {words}.")
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
