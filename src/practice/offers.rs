//! What one player offers another, and what becomes of it: games, and ways out of them.

use super::{
    record::Outcome,
    server::Server,
    table::{Table, Terms},
};

/// What is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Match(Terms),
    Draw,
    Abort,
    Adjourn,
    TakeBack(u32),
    Switch,
}

impl What {
    /// The word for it in commands and lists.
    fn word(&self) -> &'static str {
        match self {
            What::Match(_) => "match",
            What::Draw => "draw",
            What::Abort => "abort",
            What::Adjourn => "adjourn",
            What::TakeBack(_) => "takeback",
            What::Switch => "switch",
        }
    }

    /// The word for it in answers.
    fn title(&self) -> &'static str {
        match self {
            What::Switch => "switch sides",
            _ => self.word(),
        }
    }
}

/// An offer that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub number: u32,
    pub from: String,
    pub to: String,
    pub what: What,
}

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

    /// Offers something during a game, or accepts it if it has been offered.
    pub(super) fn propose(&mut self, name: &str, what: What) {
        let Some(table) = self.table_of(name) else { return };
        let opponent = table.opponent(table.seat(name).unwrap_or(0)).to_owned();
        let same =
            |offer: &&Offer| offer.what.word() == what.word() && table.seat(&offer.from).is_some();
        if let Some(theirs) =
            self.offers.iter().find(|offer| offer.to == name && same(offer) && offer.what == what)
        {
            let theirs = theirs.clone();
            return self.fulfil(&theirs);
        }
        if self.offers.iter().any(|offer| offer.from == name && same(&offer)) {
            return self.refuse(&format!("You are already offering {}.", what.title()));
        }
        let text = match &what {
            What::Draw => format!("{name} offers you a draw."),
            What::TakeBack(count) => {
                format!("{name} would like to take back {count} half move(s).")
            }
            What::Switch => format!(
                "{name} would like to switch sides.\n\rType \"accept\" to switch sides, or \"decline\" to \
                 refuse."
            ),
            What::Abort | What::Adjourn | What::Match(_) => {
                let word = what.word();
                format!("{name} would like to {word} the game; type \"{word}\" to accept.")
            }
        };
        let word = what.word();
        let sent = format!("{}{} request sent.", word[..1].to_uppercase(), &word[1..]);
        self.answer(&sent);
        self.make_offer(name, &opponent, what, &text);
    }

    /// The offers that a player's words mean: a number, a kind, a name, or nothing if there is one.
    fn meant(&self, words: &str, mine: impl Fn(&Offer) -> [String; 2], name: &str) -> Vec<Offer> {
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

    /// `accept [N|NAME|KIND]`
    pub(super) fn accept(&mut self, name: &str, words: &str) {
        let to_me = |offer: &Offer| [offer.to.clone(), offer.from.clone()];
        match self.meant(words, to_me, name).as_slice() {
            [] => self.refuse("You have no offers to accept."),
            [offer] => {
                if let What::Match(_) = offer.what {
                    self.answer(&format!("You accept the challenge of {}.", offer.from));
                }
                self.fulfil(offer);
            }
            _ => self.refuse(
                "You have more than one pending offer.\n\rUse \"pending\" to see all of your offers.",
            ),
        }
    }

    /// Does what was offered.
    pub(super) fn fulfil(&mut self, offer: &Offer) {
        self.remove_offer(offer.number);
        let (from, to) = (&offer.from, &offer.to);
        let game = self.playing(to);
        match (&offer.what, game) {
            (What::Match(_), Some(_)) => {
                self.refuse("You can't accept a challenge while you are playing a game.");
            }
            (What::Match(terms), None) => {
                self.tell(from, &format!("{to} accepts your challenge."));
                let is_theirs = |table: &Table| table.is_of(from, to);
                match self.stored.iter().position(is_theirs).filter(|_| terms.adjourned) {
                    Some(at) => {
                        let table = self.stored.remove(at);
                        self.go_on(table);
                    }
                    None => self.begin(from, to, terms),
                }
            }
            (What::Draw, Some(game)) => {
                self.end_game(game, Outcome::Draw, "Game drawn by mutual agreement");
            }
            (What::Abort, Some(game)) => {
                self.end_game(game, Outcome::None, "Game aborted by mutual agreement");
            }
            (What::Adjourn, Some(game)) => {
                self.put_aside(game, "Game adjourned by mutual agreement");
            }
            (What::TakeBack(count), Some(game)) => self.undo(game, *count),
            (What::Switch, Some(game)) => self.change_sides(game),
            (_, None) => self.refuse("You are not playing a game."),
        }
    }

    /// `decline [N|NAME|KIND]`
    pub(super) fn decline(&mut self, name: &str, words: &str) {
        let to_me = |offer: &Offer| [offer.to.clone(), offer.from.clone()];
        match self.meant(words, to_me, name).as_slice() {
            [] => self.refuse("You have no pending offers from other players."),
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
}
