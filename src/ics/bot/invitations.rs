//! Whom the bot challenges itself: nobody whose challenge to the same game it would decline.

use super::Bot;
use crate::ics::{
    Player, Rating, Terms,
    config::{Accept, Colour, Control, Wanted},
};

impl Bot {
    /// Whether the rules would accept this player's challenge to a game like this, as far as that is known
    /// before there is one.
    pub(super) fn would_accept(&self, name: &str, line: &str) -> bool {
        let (accept, time) = (&self.config.accept, self.time());
        let terms = self.terms_with(name, &Wanted::read(line));
        let mut marks = self.memory.marks(name);
        if !accept.humans {
            // An operator who plays computers only has named one.
            marks.insert("C".to_owned());
        }
        let judged = accept.judge(&self.memory.proposal(&terms, &marks, time));
        judged.is_ok() && !self.memory.state().history.is_blocked(name, time)
    }

    /// The terms of a game as this player would offer them. Whose rating is not known is taken for an equal.
    fn terms_with(&self, name: &str, wanted: &Wanted) -> Terms {
        let (accept, history) = (&self.config.accept, &self.memory.state().history);
        let open = terms(wanted, accept);
        let [least, most] = accept.rating;
        let own = history.rating(&open.kind);
        let known = history.met(name).and_then(|met| met.rating);
        let equal = own.unwrap_or_default().clamp(least, most);
        let first = player(name, known.or(Some(equal).filter(|&points| points > 0)));
        Terms { first, second: player(self.link.name(), own), ..open }
    }
}

/// The terms of a game as its opponent would offer them, without the players. What the line leaves open is as
/// the rules want it.
fn terms(wanted: &Wanted, accept: &Accept) -> Terms {
    let longest = [accept.minutes[1], accept.increment[1]];
    let first = accept.controls.first().copied();
    let control = wanted.control.or(first).unwrap_or(Control(longest));
    let usual = wanted.variant.is_empty();
    let kind = if usual { control.category() } else { &wanted.variant };
    let mine = match accept.colour {
        Colour::Any => None,
        Colour::White => Some(true),
        Colour::Black => Some(false),
    };
    Terms {
        first: player("", None),
        second: player("", None),
        first_is_white: wanted.white.or(mine).map(|mine| !mine),
        rated: wanted.rated.unwrap_or(accept.rated),
        kind: kind.to_owned(),
        control: Some(control.0),
        remark: String::new(),
        adjourned: false,
    }
}

/// A player with a rating that is known from earlier games.
fn player(name: &str, points: Option<u16>) -> Player {
    let rating = points.map(|points| Rating { points, provisional: false });
    Player { name: name.to_owned(), rating, is_guest: false, marks: Vec::new() }
}
