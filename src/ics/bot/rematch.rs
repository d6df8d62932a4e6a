//! Another game with the same opponent, where the operator's rules allow it.

use std::time::Duration;

use super::{Bot, play::Play};
use crate::ics::{Terms, config::Offered};

/// The opponent may take so long to accept before another game is looked for.
const CONSIDERED: Duration = Duration::from_secs(20);

impl Bot {
    /// Offers the opponent of a game that was won, drawn (`None`) or lost another one like it, if the
    /// operator wants that and every rule would accept it as a challenge.
    pub(super) fn offer_rematch(&mut self, play: &Play, won: Option<bool>) {
        let rule = &self.config.rematch;
        let wanted = match rule.offer {
            Offered::Never => false,
            Offered::Always => true,
            Offered::Won => won == Some(true),
            Offered::Lost => won == Some(false),
        };
        let opponent = play.opponent();
        let in_a_row = self.memory.state().played.in_a_row(opponent);
        let computer = self.memory.is_computer(opponent);
        let Some(terms) = play.terms.as_ref().map(|terms| challenge(terms, opponent)) else {
            return;
        };
        if wanted
            && in_a_row <= rule.most
            && (rule.computers || !computer)
            && self.verdict(&terms).is_ok()
        {
            self.out.note(format!("offering {opponent} another game"));
            self.out.send(self.config.server.kind.rematch(&terms));
            self.idle.wait_until(self.now + CONSIDERED);
        }
    }
}

/// The terms of a game as its opponent would offer them, with whatever colours.
fn challenge(terms: &Terms, opponent: &str) -> Terms {
    let mut terms = Terms { first_is_white: None, adjourned: false, ..terms.clone() };
    if !terms.first.name.eq_ignore_ascii_case(opponent) {
        std::mem::swap(&mut terms.first, &mut terms.second);
    }
    terms
}
