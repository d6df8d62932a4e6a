//! During a game: what the opponent asks for, moves that were not taken, flags, and opponents who do
//! not come.

use std::time::Duration;

use super::{Bot, Effect, play::Play};
use crate::{
    ics::{Offer, Refusal, config::Flag},
    message::Command,
};

/// The opponent's clock must be overdrawn by so much before a flag is claimed, in milliseconds.
const OVERDRAWN: i64 = 1_500;
/// A draw that is claimed and not granted within this time is none: on the opponent's time, and on the
/// bot's own.
const GRANTED: [Duration; 2] = [Duration::from_secs(6), Duration::from_secs(2)];
/// The pause between two claims of a flag.
const CLAIMS: Duration = Duration::from_secs(10);

/// What was done about an opponent who does not begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NoShow {
    /// Nothing.
    #[default]
    Waiting,
    /// The opponent was reminded.
    Reminded,
    /// The game was to be aborted.
    Aborting,
}

impl Bot {
    /// The opponent offers or asks for something.
    pub(super) fn offered(&mut self, from: &str, what: Offer) {
        let Some(play) = self.play.as_mut() else { return };
        if !play.is_with(from) {
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
            self.send(match self.config.play.flag {
                Flag::Abort => "courtesyabort",
                Flag::Adjourn => "courtesyadjourn",
                Flag::Claim | Flag::Never => "flag",
            });
        }
        if no_show {
            self.remind();
        }
    }

    /// The opponent does not begin: a word first, then the game is aborted.
    fn remind(&mut self) {
        if self.no_show == NoShow::Waiting {
            self.no_show = NoShow::Reminded;
            self.say("say It is your move. Without one I shall abort our game.".to_owned());
        } else {
            self.no_show = NoShow::Aborting;
            self.note("the opponent does not begin; asking to abort");
            self.send("abort");
        }
    }

    /// When a draw that was claimed should have been granted.
    pub(super) fn claim_time(&self) -> Option<Duration> {
        let [theirs, mine] = GRANTED;
        let granted = if self.play.as_ref().is_some_and(Play::my_turn) { mine } else { theirs };
        self.claimed.map(|at| at + granted)
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
            || self.config.play.flag == Flag::Never
            || !play.clocks_run()
            || play.is_untimed()
        {
            return None;
        }
        let left = play.clocks(self.now)[(!play.me).to_index()] + OVERDRAWN;
        let falls = self.now + Duration::from_millis(left.max(0) as u64);
        Some(self.flagged_at.map_or(falls, |at| falls.max(at + CLAIMS)))
    }

    /// When to do something about an opponent's first move that does not come.
    pub(super) fn no_show_time(&self, play: &Play) -> Option<Duration> {
        let wait = Duration::from_secs(self.config.play.no_show);
        let waits = !wait.is_zero() && !play.my_turn() && !play.opponent_moved();
        let after = match self.no_show {
            NoShow::Waiting => wait / 2,
            NoShow::Reminded => wait,
            NoShow::Aborting => return None,
        };
        waits.then(|| play.since + after)
    }
}
