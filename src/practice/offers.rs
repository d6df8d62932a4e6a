//! The list of offers: what one player offers another, turned down or withdrawn.

use super::{
    config::Profile,
    offer::{Offer, What},
    server::Server,
    table::{Table, Terms},
};

/// What a player is told who names none of several offers.
pub(super) const MANY_OFFERS: &str =
    "You have more than one pending offer.\n\rUse \"pending\" to see all of your offers.";

impl Server {
    /// Puts an offer on the list and tells both sides, with numbers for programs that want them.
    pub(super) fn make_offer(&mut self, from: &str, to: &str, what: What, text: &str) {
        let number = (1..)
            .find(|number| self.offers.iter().all(|offer| offer.number != *number))
            .unwrap_or(1);
        let details = match &what {
            What::Match(terms) => self.terms_line(from, to, terms).trim_end_matches('.').to_owned(),
            What::TakeBack(count) => count.to_string(),
            _ => "#".to_owned(),
        };
        let list = |mark: &str, who: &str| {
            format!("<{mark}> {number} w={who} t={} p={details}", what.word())
        };
        let (mine, theirs) = (list("pt", to), list("pf", from));
        self.offers.push(Offer { number, from: from.to_owned(), to: to.to_owned(), what });
        self.tell(to, text);
        self.tell_program(to, &theirs);
        self.tell_program(from, &mine);
    }

    /// A line for programs that asked for lists of offers.
    fn tell_program(&mut self, name: &str, line: &str) {
        let Some(id) = self.online(name) else { return };
        if self.links.get(&id).is_some_and(|link| link.settings.has("pendinfo")) {
            self.event(id, line, None);
        }
    }

    /// Takes an offer off the list.
    pub(super) fn remove_offer(&mut self, number: u32) {
        let Some(at) = self.offers.iter().position(|offer| offer.number == number) else { return };
        let offer = self.offers.remove(at);
        for name in [&offer.from, &offer.to] {
            self.tell_program(name, &format!("<pr> {number}"));
        }
    }

    /// The offers that a player's words mean: a number, a kind, a name, or nothing if there is one.
    pub(super) fn meant(
        &self,
        words: &str,
        mine: impl Fn(&Offer) -> [String; 2],
        name: &str,
    ) -> Vec<Offer> {
        let is_meant = |offer: &&Offer| {
            let [me, other] = mine(offer);
            me == name
                && (words.is_empty()
                    || words.parse() == Ok(offer.number)
                    || words.eq_ignore_ascii_case(offer.what.word())
                    || words.eq_ignore_ascii_case(&other))
        };
        self.offers.iter().filter(is_meant).cloned().collect()
    }

    /// `decline [N|NAME|KIND]`
    pub(super) fn decline(&mut self, name: &str, words: &str) {
        let to_me = |offer: &Offer| [offer.to.clone(), offer.from.clone()];
        match self.meant(words, to_me, name).as_slice() {
            [] => self.refuse("You have no pending offers from other players."),
            [_, _, ..] if words.is_empty() => self.refuse(MANY_OFFERS),
            offers => offers.iter().for_each(|offer| self.turn_down(offer)),
        }
    }

    fn turn_down(&mut self, offer: &Offer) {
        self.remove_offer(offer.number);
        let (from, to, title) = (&offer.from, &offer.to, offer.what.title());
        let kind = if matches!(offer.what, What::Match(_)) { "offer" } else { "request" };
        self.answer(&format!("You decline the {title} {kind} from {from}."));
        self.tell(from, &format!("{to} declines the {title} {kind}."));
    }

    /// A move says no to what the opponent has offered.
    pub(super) fn decline_by_moving(&mut self, name: &str) {
        let offered = |offer: &&Offer| offer.to == name && !matches!(offer.what, What::Match(_));
        let offers: Vec<Offer> = self.offers.iter().filter(offered).cloned().collect();
        offers.iter().for_each(|offer| self.turn_down(offer));
    }

    /// `withdraw [N|NAME|KIND]`
    pub(super) fn withdraw(&mut self, name: &str, words: &str) {
        let from_me = |offer: &Offer| [offer.from.clone(), offer.to.clone()];
        let offers = self.meant(words, from_me, name);
        if offers.is_empty() {
            return self.refuse("You have no pending offers to other players.");
        }
        for offer in offers {
            self.remove_offer(offer.number);
            let kind = if matches!(offer.what, What::Match(_)) { "offer" } else { "request" };
            let (title, to) = (offer.what.title(), &offer.to);
            self.answer(&format!("You withdraw the {title} {kind} to {to}."));
            self.tell(to, &format!("{name} withdraws the {title} {kind}."));
        }
    }

    /// `pending`
    pub(super) fn pending(&mut self, name: &str) {
        let line =
            |offer: &Offer, who: &str| format!(" {}: {} ({who})", offer.number, offer.what.word());
        let to: Vec<String> = self
            .offers
            .iter()
            .filter(|offer| offer.from == name)
            .map(|offer| line(offer, &offer.to))
            .collect();
        let from: Vec<String> = self
            .offers
            .iter()
            .filter(|offer| offer.to == name)
            .map(|offer| line(offer, &offer.from))
            .collect();
        for (lines, side) in [(to, "TO"), (from, "FROM")] {
            if lines.is_empty() {
                self.answer(&format!("There are no offers pending {side} other players.\n\r"));
            } else {
                self.answer(&format!("Offers {side} other players:\n\r{}\n\r", lines.join("\n\r")));
            }
        }
    }

    /// Somebody is gone, and with them what they offered and what was offered to them.
    pub(super) fn drop_offers_of(&mut self, name: &str) {
        self.drop_offers(|offer| offer.from == name || offer.to == name);
    }

    /// Somebody plays now: nothing else is to begin.
    pub(super) fn drop_matches_of(&mut self, name: &str) {
        self.drop_offers(|offer| {
            (offer.from == name || offer.to == name) && matches!(offer.what, What::Match(_))
        });
    }

    /// A game is over, and with it what was offered in it.
    pub(super) fn drop_proposals_of(&mut self, table: &Table) {
        self.drop_offers(|offer| table.is_of(&offer.from, &offer.to));
    }

    fn drop_offers(&mut self, which: impl Fn(&Offer) -> bool) {
        let numbers: Vec<u32> =
            self.offers.iter().filter(|offer| which(offer)).map(|offer| offer.number).collect();
        numbers.into_iter().for_each(|number| self.remove_offer(number));
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
            (true, Profile::Fics | Profile::Icc) => format!("{} (adjourned)", terms.words()),
            (true, Profile::Lasker) => {
                let rated = if terms.rated { "rated" } else { "unrated" };
                let ([minutes, increment], kind) = (terms.control, terms.kind());
                format!("{rated} wild {minutes} {increment} Loaded from {kind}/0 (adjourned)")
            }
        };
        format!("{name}{color} {other} {words}.")
    }
}
