//! What a server's lines mean. A line that means nothing to a player is [`Said::Other`].

mod account;
mod games;
mod moves;
mod obstacles;
mod offers;
mod pattern;
mod people;
mod seeks;
#[cfg(test)]
mod tests;
mod tournaments;

pub use account::{Barred, Farewell};
pub use obstacles::Obstacle;
pub use offers::{Answer, Invitation, Pending, Proposal, Topic};
pub use people::Stored;
pub(super) use people::game_named;
pub use seeks::Ad;
pub use tournaments::{Tournament, TournamentEvent};

use std::time::Duration;

use crate::position::Color;

use super::{
    challenge::{Rating, Terms},
    datagram::Left,
    style12::Board,
    talk::{Speaker, Talk, is_of_name},
};

/// A line of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A board.
    Board(Box<Board>),
    /// Somebody says something.
    Talk(Talk),
    /// I am challenged.
    Challenge(Terms),
    /// A challenge of this player is no longer what it was: withdrawn, or updated by the next line.
    Withdrawn(String),
    /// A game of mine is about to begin, or to go on.
    Creating(Terms),
    /// A game begins.
    Begins(Heading),
    /// A game goes on that was adjourned.
    Continues(Heading),
    /// A game ends.
    Ends {
        /// Which one.
        game: Heading,
        /// How it ended, in the server's words.
        how: String,
        /// The result.
        result: Result,
    },
    /// The opponent offers something.
    Offer {
        /// Who.
        from: String,
        /// What.
        what: Offer,
    },
    /// What one player has left, exactly.
    Left(Left),
    /// The server did not take a move.
    Refused(Refusal),
    /// The opponent is gone.
    OpponentLost,
    /// Somebody with an adjourned game is back.
    Returned(String),
    /// My rating has changed.
    Rated {
        /// Which one: `blitz` ...
        kind: String,
        /// Before and after.
        change: [Option<Rating>; 2],
    },
    /// I am known by this name from now on.
    Named(Speaker),
    /// The password is wrong.
    WrongPassword,
    /// This account is in use elsewhere, or was taken over from elsewhere.
    Twice,
    /// This account was in use elsewhere, and is mine now: whoever used it was thrown out.
    TakenOver,
    /// The server is about to stop.
    Shutdown(String),
    /// An offer under a number: theirs, or mine as the server has noted it.
    Pending(Box<Pending>),
    /// Offers with these numbers are no longer there.
    Gone(Vec<u32>),
    /// What became of an offer.
    Answered {
        /// The other player.
        name: String,
        /// Whether it was I who answered (or withdrew my own); otherwise it was they.
        is_mine: bool,
        /// What the offer was.
        topic: Topic,
        /// What became of it.
        answer: Answer,
    },
    /// My offer has gone out to the opponent.
    Sent(Topic),
    /// My challenge has gone out, or has been changed.
    Issuing(Terms),
    /// A challenge did not fit my formula, so the server has declined it.
    Ignored(Terms),
    /// Somebody asks for something other than a game for one against one.
    Invited {
        /// Who.
        from: String,
        /// What.
        to: Invitation,
    },
    /// Somebody seeks a game.
    Ad(Box<Ad>),
    /// Ads with these numbers are gone.
    AdsGone(Vec<u32>),
    /// All ads are gone; those that still hold follow.
    AdsCleared,
    /// My seek stands under this number, or has been changed.
    Posted(u32),
    /// My seek or challenge fits that of this player: a game begins.
    Matched(String),
    /// Seeks of mine are gone.
    SeeksRemoved,
    /// The server did not do what it was asked to do.
    Unable {
        /// Why.
        why: Obstacle,
        /// Whom or what it is about; may be empty.
        about: String,
    },
    /// The clocks have been stopped (`true`) or go on.
    Paused(bool),
    /// A clock got more time.
    MoreTime {
        /// Whether it is mine.
        is_mine: bool,
        /// How much more, in seconds.
        seconds: u32,
    },
    /// A player's link is slow.
    Lagged {
        /// Who.
        name: String,
        /// For how long, in seconds.
        seconds: u32,
    },
    /// I have begun (`true`) or stopped examining a game.
    Examining(bool),
    /// I look on at this game from now on (`true`), or no longer.
    Observing(u32, bool),
    /// The opponent could have won on time, but has adjourned the game (`true`) or aborted it.
    Courtesy(bool),
    /// The rating that counts stays as it was.
    SameRating,
    /// This name has an account; the password is asked for.
    Registered(String),
    /// This name has no account; it may be used by a guest.
    NotRegistered(String),
    /// I may not come in.
    Barred(Barred),
    /// The server closes the connection.
    LoggedOut(Farewell),
    /// The server will not stop after all.
    ShutdownCancelled,
    /// A setting was not taken, by its name; none if all of them are locked.
    SettingRefused(Option<String>),
    /// Challenges reach me (`true`), or no longer.
    Open(bool),
    /// Somebody is here.
    Arrived(String),
    /// Somebody has left.
    Departed(String),
    /// Players with an adjourned game are here; some servers name them only in the next line.
    AdjournedHere(Vec<String>),
    /// A game that is adjourned.
    Stored(Stored),
    /// The games of this player that are adjourned follow.
    StoredOf(String),
    /// How many adjourned games there are.
    StoredCount(u32),
    /// This player has no adjourned games.
    NoneStored(String),
    /// What follows is about this player; the marks say whether it is a computer.
    Finger(Speaker),
    /// This player is a guest.
    Guest(String),
    /// A player is on one of the server's lists: `computer`, `abuser`.
    Listed {
        /// Who.
        name: String,
        /// Which list.
        list: String,
    },
    /// The next line is a message of this player, whatever it looks like.
    MessageFollows(String),
    /// An administrator wants to talk to me.
    Summoned(String),
    /// An administrator tells everybody.
    Announced(String),
    /// The manager of tournaments says something.
    Tournament(TournamentEvent),
    /// The moves of the game of these players follow, White first.
    MovesOf([String; 2]),
    /// A line of such a list.
    Moves {
        /// The move's number.
        number: usize,
        /// White's move and Black's, if there is one, with what each took.
        moves: Vec<(String, Duration)>,
    },
    /// The list is over.
    MovesEnd {
        /// How the game stands, or how it has ended.
        how: String,
        /// The result, if it has.
        result: Result,
    },
    /// Anything else.
    Other,
}

/// A game by its number and its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its number.
    pub number: u32,
    /// White and Black.
    pub names: [String; 2],
}

impl Heading {
    /// Whether this is the game with this number and these players, White first.
    pub fn is_of(&self, number: u32, names: &[String; 2]) -> bool {
        let mut pairs = self.names.iter().zip(names);
        self.number == number && pairs.all(|(mine, other)| mine.eq_ignore_ascii_case(other))
    }

    /// Whether the server's words for how it ended have this in them, apart from the players' names.
    pub fn says(&self, how: &str, word: &str) -> bool {
        let words = how.split(|c: char| !is_of_name(c));
        let mut words = words.filter(|it| !self.names.iter().any(|name| name == it));
        words.any(|it| it.contains(word))
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Drawn.
    Draw,
    /// It did not end: adjourned or aborted.
    None,
}

impl Result {
    /// The result as it stands behind a game.
    pub fn read(text: &str) -> Option<Result> {
        Some(match text {
            "1-0" => Result::White,
            "0-1" => Result::Black,
            "1/2-1/2" => Result::Draw,
            "*" => Result::None,
            _ => return None,
        })
    }

    /// The side that won.
    pub fn winner(self) -> Option<Color> {
        match self {
            Result::White => Some(Color::White),
            Result::Black => Some(Color::Black),
            Result::Draw | Result::None => None,
        }
    }
}

/// What an opponent may offer in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To end the game as if it had not been.
    Abort,
    /// To go on another time.
    Adjourn,
    /// To take so many half-moves back.
    TakeBack(u32),
    /// To stop the clocks.
    Pause,
    /// To let them go on.
    Unpause,
    /// To change sides.
    Switch,
}

/// Why a move was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not legal, or not understood.
    Illegal,
    /// It is the opponent's turn.
    NotMyMove,
    /// I play no game.
    NoGame,
    /// There is no game of this number.
    NoSuchGame,
}

impl Said {
    /// Reads a line without its prompt.
    pub fn parse(line: &str) -> Said {
        let readers = [
            games::read,
            moves::read,
            offers::read,
            seeks::read,
            obstacles::read,
            account::read,
            people::read,
            tournaments::read,
        ]
        .map(|read| read as fn(&str) -> Option<Said>);
        if let Some(left) = Left::parse(line) {
            return Said::Left(left);
        }
        // People's words go first: nothing they say is to be taken for anything else.
        let talk = Talk::parse(line).map(Said::Talk);
        talk.or_else(|| readers.iter().find_map(|read| read(line))).unwrap_or(Said::Other)
    }
}

/// Numbers with blanks between them, at least one.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let numbers: Option<Vec<u32>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}
