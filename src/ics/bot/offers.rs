//! During a game: what the opponent asks for, moves that were not taken, flags, and opponents who do
//! not come.

use std::time::Duration;

use super::{Bot, claims::Nudge, play::Play};
use crate::{
    ics::{Offer, Refusal, config::Flag},
    message::Command,
};

/// The opponent's clock must be overdrawn by so much before a flag is claimed, in milliseconds.
const OVERDRAWN: i64 = 1_500;

impl Bot {
    /// The opponent offers or asks for something. The answer names the offer: others may stand open.
    pub(super) fn offered(&mut self, from: &str, what: Offer) {
        let Some(play) = self.games.current_mut() else { return };
        if !play.is_with(from) {
            return;
        }
        let manners = &self.config.play;
        let early = u32::from(play.game().position().fullmoves()) < manners.abort_before;
        let (granted, kind) = match what {
            // The engine decides, and says so by a draw of its own.
            Offer::Draw => return self.out.tell(Command::DrawOffered),
            // Servers do not list this among the kinds that can be accepted; it is done by wanting the same.
            Offer::Unpause => return self.out.send("unpause"),
            Offer::Abort => (early, "abort"),
            Offer::Adjourn => (manners.adjourn, "adjourn"),
            Offer::TakeBack(_) => (play.grant_takeback(manners.takebacks), "takeback"),
            Offer::Pause => (false, "pause"),
            Offer::Switch => (false, "switch"),
        };
        self.out.send(format!("{} {kind}", if granted { "accept" } else { "decline" }));
    }

    /// The server did not take a line; it matters if it was a move.
    pub(super) fn refused(&mut self, refusal: Refusal) {
        let Some(play) = self.games.current_mut() else { return };
        match refusal {
            Refusal::NoGame => self.missed_end(),
            Refusal::Illegal | Refusal::NotMyMove => {
                if let Some(demand) = play.refused() {
                    self.out.push(demand);
                    self.out.note("the server did not take the move; looking at the board again");
                }
            }
            Refusal::NoSuchGame => {}
        }
    }

    /// When there is something to do in the game while nothing comes from the server.
    pub(super) fn game_time(&self) -> Option<Duration> {
        let play = self.games.current()?;
        let times =
            [play.overdue(), play.draw_time(), self.flag_time(play), self.no_show_time(play)];
        times.into_iter().flatten().min()
    }

    /// Does what is due by then, since a server tells nobody that time has passed: asks for the board again, plays on
    /// after a refused claim, claims a flag, and sees to an opponent who does not begin.
    pub(super) fn tend_game(&mut self) {
        let now = self.now;
        let Some(play) = self.games.current() else { return };
        let due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        let (flag, no_show) = (due(self.flag_time(play)), due(self.no_show_time(play)));
        let Some(play) = self.games.current_mut() else { return };
        if due(play.overdue()) {
            self.out.push(play.ask(now));
            self.link.await_answer(now);
        }
        if due(play.draw_time()) {
            self.out.extend(play.play_on());
            self.out.note("the server does not take the game for drawn; playing on");
        }
        if flag {
            play.claims.flag(now);
            self.out.send(self.config.server.kind.when_time_is_up(self.config.play.flag));
        }
        match no_show.then(|| play.claims.nudge()) {
            Some(Nudge::Remind) => {
                self.speech.at_board("say It is your move. Without one I shall abort our game.");
            }
            Some(Nudge::Abort) => {
                self.out.note("the opponent does not begin; asking to abort");
                self.out.send("abort");
            }
            Some(Nudge::Leave) => self.leave_unbegun(),
            None => {}
        }
    }

    /// Gets out of a game that its opponent does not begin where aborting takes consent, so that others get
    /// theirs: an unrated one is resigned, which costs nothing; a rated one is adjourned by the server when
    /// the bot goes away for a moment.
    fn leave_unbegun(&mut self) {
        let Some(play) = self.games.current() else { return };
        if play.terms.as_ref().is_some_and(|terms| !terms.rated) {
            self.out.note("the opponent neither begins nor aborts; resigning the unrated game");
            return self.out.send("resign");
        }
        let opponent = play.opponent().to_owned();
        self.adjourned.leave(&opponent);
        self.hang_up("the opponent neither begins nor aborts; leaving the game adjourned");
    }

    /// When to claim the opponent's flag.
    fn flag_time(&self, play: &Play) -> Option<Duration> {
        // Without increment and time there is no clock, and it stands until both have moved.
        if play.my_turn()
            || self.config.play.flag == Flag::Never
            || !play.clocks_run()
            || play.is_untimed()
        {
            return None;
        }
        let left = play.clocks(self.now)[(!play.me).to_index()] + OVERDRAWN;
        let falls = self.now + Duration::from_millis(left.max(0) as u64);
        Some(play.claims.flag_at(falls))
    }

    /// When to do something about an opponent's first move that does not come.
    fn no_show_time(&self, play: &Play) -> Option<Duration> {
        let wait = Duration::from_secs(self.config.play.no_show);
        let waits = !wait.is_zero() && !play.my_turn() && !play.opponent_moved();
        let after = play.claims.nudge_after(wait).filter(|_| waits)?;
        Some(play.since + after)
    }
}
