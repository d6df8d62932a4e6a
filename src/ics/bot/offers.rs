//! During a game: what the opponent asks for, moves that were not taken, flags, and opponents who do
//! not come.

use std::time::Duration;

use super::{Bot, Effect, play::Play};
use crate::{
    ics::{Offer, Refusal},
    message::Command,
};

/// The opponent's clock must be overdrawn by so much before a flag is claimed, in milliseconds.
const OVERDRAWN: i64 = 1_500;
/// A draw that is claimed and not granted within this time is none.
const GRANTED: Duration = Duration::from_secs(2);
/// The pause between two claims of a flag.
const CLAIMS: Duration = Duration::from_secs(10);

impl Bot {
    /// The opponent offers or asks for something.
    pub(super) fn offered(&mut self, from: &str, what: Offer) {
        let Some(play) = self.play.as_mut() else { return };
        if !play.opponent().eq_ignore_ascii_case(from) {
            return;
        }
        let manners = &self.config.play;
        let granted = match what {
            // The engine decides, and says so by a draw of its own.
            Offer::Draw => return self.effects.push(Effect::Engine(Command::DrawOffered)),
            Offer::Abort => u32::from(play.game().position().fullmoves()) < manners.abort_before,
            Offer::Adjourn => manners.adjourn,
            Offer::TakeBack(_) => {
                let granted = play.takebacks < manners.takebacks;
                play.takebacks += u32::from(granted);
                granted
            }
            Offer::Pause | Offer::Switch => false,
            Offer::Unpause => true,
        };
        self.send(if granted { "accept" } else { "decline" });
    }

    /// The server did not take a line; it matters if it was a move.
    pub(super) fn refused(&mut self, refusal: Refusal) {
        let Some(play) = &mut self.play else { return };
        match refusal {
            Refusal::Illegal | Refusal::NotMyMove => {
                if let Some(effect) = play.refused() {
                    self.effects.push(effect);
                    self.note("the server did not take the move; looking at the board again");
                }
            }
            Refusal::NoGame => {}
        }
    }

    /// What there is to do in a game while nothing comes from the server.
    pub(super) fn tend_game(&mut self) {
        let now = self.now;
        let Some(play) = &self.play else { return };
        let due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        let (flag, no_show) = (due(self.flag_time(play)), due(self.no_show_time(play)));
        if due(play.overdue())
            && let Some(play) = &mut self.play
        {
            let asked = play.ask(now);
            self.effects.push(asked);
            self.await_answer();
        }
        if due(self.claim_time()) {
            self.play_on();
        }
        if flag {
            self.flagged_at = Some(now);
            self.send("flag");
        }
        if no_show {
            self.no_show_told = true;
            self.note("the opponent does not begin; asking to abort");
            self.send("abort");
        }
    }

    /// When a draw that was claimed should have been granted.
    pub(super) fn claim_time(&self) -> Option<Duration> {
        self.claimed.map(|at| at + GRANTED)
    }

    /// The server does not take the game for drawn, so it goes on.
    fn play_on(&mut self) {
        self.claimed = None;
        if let Some(play) = &mut self.play {
            self.effects.extend(play.play_on());
            self.note("the server does not take the game for drawn; playing on");
        }
    }

    /// When to claim the opponent's flag.
    pub(super) fn flag_time(&self, play: &Play) -> Option<Duration> {
        // Without increment and time there is no clock, and it stands until both have moved.
        if play.my_turn()
            || !self.config.play.flag
            || play.game().moves().len() < 2
            || play.is_untimed()
        {
            return None;
        }
        let left = play.clocks(self.now)[(!play.me).to_index()] + OVERDRAWN;
        let falls = self.now + Duration::from_millis(left.max(0) as u64);
        Some(self.flagged_at.map_or(falls, |at| falls.max(at + CLAIMS)))
    }

    /// When to give up waiting for the opponent's first move.
    pub(super) fn no_show_time(&self, play: &Play) -> Option<Duration> {
        let wait = self.config.play.no_show;
        let waits = wait > 0 && !play.my_turn() && !play.opponent_moved() && !self.no_show_told;
        waits.then(|| play.since + Duration::from_secs(wait))
    }

    /// Tells those who look on what the engine thinks of its move.
    pub(super) fn whisper(&mut self) {
        let opinion = self.play.as_ref().and_then(Play::opinion);
        if let Some(opinion) = opinion.filter(|_| self.config.talk.whisper) {
            self.to_say.retain(|line| !line.starts_with("whisper "));
            self.say(format!("whisper {opinion}"));
        }
    }
}
