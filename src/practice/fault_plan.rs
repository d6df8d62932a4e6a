//! What may go wrong on purpose, how often, and when.

use std::time::Duration;

/// When something is said: what faults are timed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A name or a password is asked for.
    Login,
    /// A game begins.
    Accept,
    /// A game goes on.
    Resume,
    /// The player's own move comes back.
    OwnMove,
    /// The opponent has moved.
    OpponentMove,
    /// The game is over.
    GameEnd,
}

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection ends before what the server says at this moment goes out.
    Drop(Moment),
    /// The connection ends inside the line of a board.
    CutBoard,
    /// From a board on nothing goes either way any more, and nothing is closed.
    BlackHole,
    /// What is said, and all behind it, comes so much later.
    Delay(Duration),
    /// What is said comes a byte at a time.
    Bytes,
    /// What is said comes in pieces cut anywhere.
    Split,
    /// A line of rubbish comes first.
    Garbage,
    /// The opponent says what looks like lines of the server.
    Spoof(Spoof),
}

/// How somebody says what looks like something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoof {
    /// In a tell.
    Tell,
    /// In a kibitz.
    Kibitz,
    /// In the notes that `finger` shows.
    Notes,
}

/// A fault with how often it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedFault {
    /// Which.
    pub fault: Fault,
    /// At most so many times.
    pub times: u32,
    /// At one of so many chances, at least 1.
    pub one_in: u32,
}

/// The faults of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultPlan {
    /// What they are drawn by.
    pub seed: u64,
    /// Which; of several that fit, the first one drawn comes.
    pub faults: Vec<PlannedFault>,
}
