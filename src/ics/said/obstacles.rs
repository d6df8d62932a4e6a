//! Why a server did not do what it was asked to do.

use super::{Refusal, Said, pattern::lookup};

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// They are not there.
    Absent,
    /// They play a game.
    TheyPlay,
    /// They do not play a game.
    TheyDoNotPlay,
    /// They examine a game.
    TheyExamine,
    /// They do not want to hear of me, or not to play with me.
    Censored,
    /// I do not want to hear of them, or not to play with them.
    CensoredByMe,
    /// They take no challenges, or none like this.
    Closed,
    /// It does not fit their formula.
    Formula,
    /// They play in a tournament, or I do and they do not.
    Tournament,
    /// One does not play against oneself.
    Myself,
    /// I play a game.
    IPlay,
    /// I examine a game.
    IExamine,
    /// No such kind of game or starting position; or a word of the command means nothing.
    NoSuchKind,
    /// Guests may not.
    GuestsMayNot,
    /// I have as many seeks as I may.
    TooManySeeks,
    /// I have the same seek already.
    SameSeek,
    /// The ad is gone.
    NoSuchAd,
    /// There is no such offer.
    NoOffer,
    /// There are several offers; one has to say which.
    ManyOffers,
    /// No game is stored.
    NoStoredGame,
    /// The opponent has time left.
    NotOutOfTime,
    /// The server looks whether the opponent's link is slow.
    CheckingLag,
    /// Nobody can lose on time before both have moved.
    TooEarly,
    /// The game has no clocks.
    Untimed,
    /// The clocks are stopped.
    Paused,
    /// The clocks are not stopped.
    NotPaused,
    /// There are not so many moves.
    TooFewMoves,
    /// With a guest, games can be aborted only, not adjourned.
    OnlyAbort,
    /// Sides cannot be changed any more.
    NoSwitch,
}

/// The servers' words; the hole says whom or what it is about.
const OBSTACLES: &[(&str, Obstacle)] = &[
    ("@ is not logged in.", Obstacle::Absent),
    ("No user named \"@\" is logged in.", Obstacle::Absent),
    ("No user named '@' is logged in.", Obstacle::Absent),
    ("No player named @ is logged in.", Obstacle::Absent),
    ("There is no player matching that name.", Obstacle::Absent),
    ("There is no player matching the name @.", Obstacle::Absent),
    ("@ is playing a game.", Obstacle::TheyPlay),
    ("@ is playing # simultaneous games.", Obstacle::TheyPlay),
    ("Player \"@\" is involved in another game.", Obstacle::TheyPlay),
    ("@ is not playing a game.", Obstacle::TheyDoNotPlay),
    ("@ is examining a game.", Obstacle::TheyExamine),
    ("@ is censoring you.", Obstacle::Censored),
    ("Player \"@\" is censoring you.", Obstacle::Censored),
    ("Told \"@\", who is censoring you.", Obstacle::Censored),
    ("You are on @'s noplay list.", Obstacle::Censored),
    ("You are censoring \"@\".", Obstacle::CensoredByMe),
    ("You are censoring @.", Obstacle::CensoredByMe),
    ("You have @ on your noplay list.", Obstacle::CensoredByMe),
    ("@ is on your noplay list.", Obstacle::CensoredByMe),
    ("Player \"@\" is not open to match requests.", Obstacle::Closed),
    ("@ is not open to match requests.", Obstacle::Closed),
    ("Player \"@\" isn't listening to unregistered tells.", Obstacle::Closed),
    ("Match request does not fit formula for @:", Obstacle::Formula),
    ("Your match request does not fit @'s formula.", Obstacle::Formula),
    ("@ is in a tournament, and cannot accept other challenges.", Obstacle::Tournament),
    ("You may only match players with their tournament variable set.", Obstacle::Tournament),
    ("You can't match yourself.", Obstacle::Myself),
    ("You can't challenge yourself.", Obstacle::Myself),
    ("You cannot match yourself.", Obstacle::Myself),
    ("You cannot challenge yourself.", Obstacle::Myself),
    ("You can't simmatch yourself!", Obstacle::Myself),
    ("ERROR: You cannot respond to your own seek ads", Obstacle::Myself),
    ("You are already playing a game.", Obstacle::IPlay),
    ("You can't challenge while you are playing a game.", Obstacle::IPlay),
    ("You cannot challenge while you are playing a game.", Obstacle::IPlay),
    ("You cannot seek while you are playing a game.", Obstacle::IPlay),
    ("ERROR: You can't seek a game while you are playing one.", Obstacle::IPlay),
    ("You can't quit while you are playing a game.", Obstacle::IPlay),
    ("You are already examining a game.", Obstacle::IExamine),
    ("You are still examining a game.", Obstacle::IExamine),
    ("You can't challenge while you are examining a game.", Obstacle::IExamine),
    ("You cannot challenge while you are examining a game.", Obstacle::IExamine),
    ("You cannot seek while you are examining a game.", Obstacle::IExamine),
    ("ERROR: You can't seek a game while you are examining one.", Obstacle::IExamine),
    ("No such category/board: ~", Obstacle::NoSuchKind),
    ("No such category ~, try \"boards\".", Obstacle::NoSuchKind),
    ("No such board: ~", Obstacle::NoSuchKind),
    ("Can't interpret ~ in match command.", Obstacle::NoSuchKind),
    ("Can't interpret ~ in seek command.", Obstacle::NoSuchKind),
    ("Only registered players can ~", Obstacle::GuestsMayNot),
    ("Only registered users can ~", Obstacle::GuestsMayNot),
    ("Only registered players may ~", Obstacle::GuestsMayNot),
    ("Sorry, guest users may not use this command", Obstacle::GuestsMayNot),
    ("ERROR: Unregistred users cannot play rated games.", Obstacle::GuestsMayNot),
    ("You can only have # active seeks.", Obstacle::TooManySeeks),
    ("ERROR: Sorry, all available slots for seek are closed.", Obstacle::TooManySeeks),
    ("You already have an active seek with the same parameters.", Obstacle::SameSeek),
    ("That seek is not available.", Obstacle::NoSuchAd),
    (
        "ERROR: Either that game has already started or it is no longer available.",
        Obstacle::NoSuchAd,
    ),
    ("There are no offers to ~.", Obstacle::NoOffer),
    ("There are no ~ offers to ~.", Obstacle::NoOffer),
    ("There are no offers pending ~ other players.", Obstacle::NoOffer),
    ("There are no pending ~ offers.", Obstacle::NoOffer),
    ("There are no pending offers from @.", Obstacle::NoOffer),
    ("You have no offers to accept.", Obstacle::NoOffer),
    ("You have no pending offers ~ other players.", Obstacle::NoOffer),
    ("You have more than one offer to accept.", Obstacle::ManyOffers),
    ("You have more than one pending offer.", Obstacle::ManyOffers),
    ("There is more than one pending offer.", Obstacle::ManyOffers),
    ("There is no stored game ~", Obstacle::NoStoredGame),
    ("You have no stored game with @", Obstacle::NoStoredGame),
    ("You have no stored game with @.", Obstacle::NoStoredGame),
    ("You have no adjourned game with @.", Obstacle::NoStoredGame),
    ("No stored game between ~", Obstacle::NoStoredGame),
    ("Your opponent is not out of time!", Obstacle::NotOutOfTime),
    ("Opponent is not out of time~", Obstacle::NotOutOfTime),
    ("Opponent has timeseal; ~", Obstacle::CheckingLag),
    ("You cannot flag before both players have moved.", Obstacle::TooEarly),
    ("You can't flag an untimed game.", Obstacle::Untimed),
    ("You can't pause untimed games.", Obstacle::Untimed),
    ("Game clock is paused, use \"unpause\" to resume.", Obstacle::Paused),
    ("Game is already paused, use \"unpause\" to resume.", Obstacle::Paused),
    ("The clock is not ticking~", Obstacle::Paused),
    ("Game is not paused.", Obstacle::NotPaused),
    ("The clock is not paused.", Obstacle::NotPaused),
    ("There are no moves in your game.", Obstacle::TooFewMoves),
    ("There are only # half moves in your game.", Obstacle::TooFewMoves),
    ("Both players must be registered to adjourn a game.  Use \"abort\".", Obstacle::OnlyAbort),
    ("You cannot switch sides once a ~game is underway.", Obstacle::NoSwitch),
    ("You cannot switch sides once a game is underway.", Obstacle::NoSwitch),
];

/// Lines about moves that were not taken.
const REFUSALS: &[(&str, Refusal)] = &[
    ("It is not your move.", Refusal::NotMyMove),
    ("You are not playing a game.", Refusal::NoGame),
    ("You are not playing or examining a game.", Refusal::NoGame),
    ("You are neither playing, observing nor examining a game.", Refusal::NoGame),
    ("There is no such game.", Refusal::NoSuchGame),
    ("Illegal move~", Refusal::Illegal),
    ("Ambiguous move~", Refusal::Illegal),
    ("Don't understand that move.", Refusal::Illegal),
];

/// Reads a line about a move that was not taken, or something else that was not done.
pub(super) fn read(line: &str) -> Option<Said> {
    let refused = lookup(REFUSALS, line).map(|(refusal, _)| Said::Refused(refusal));
    refused.or_else(|| unknown_command(line)).or_else(|| unable(line))
}

/// A move that the server has not even taken for one; only its first word is repeated.
fn unknown_command(line: &str) -> Option<Said> {
    let command = line.strip_suffix(": Command not found.")?;
    (!command.contains(' ')).then_some(Said::Refused(Refusal::Illegal))
}

fn unable(line: &str) -> Option<Said> {
    if let Some([name, kind]) = super::pattern::fits("@ only wants to play ~ games.", line) {
        return Some(Said::Unable { why: Obstacle::Closed, about: format!("{name}: {kind}") });
    }
    let (why, about) = lookup(OBSTACLES, line)?;
    Some(Said::Unable { why, about: about.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacles_say_what_they_are_about() {
        for (line, why, about) in [
            ("Pawn is not logged in.", Obstacle::Absent, "Pawn"),
            ("Pawn is playing a game.", Obstacle::TheyPlay, "Pawn"),
            ("Pawn is playing 3 simultaneous games.", Obstacle::TheyPlay, "Pawn"),
            ("Pawn is censoring you.", Obstacle::Censored, "Pawn"),
            ("Player \"Pawn\" is censoring you.", Obstacle::Censored, "Pawn"),
            ("You are on Pawn's noplay list.", Obstacle::Censored, "Pawn"),
            ("Player \"Pawn\" is not open to match requests.", Obstacle::Closed, "Pawn"),
            ("Match request does not fit formula for Pawn:", Obstacle::Formula, "Pawn"),
            ("You cannot challenge yourself.", Obstacle::Myself, ""),
            ("No such category/board: m/0", Obstacle::NoSuchKind, "m/0"),
            ("You can only have 3 active seeks.", Obstacle::TooManySeeks, "3"),
            ("There are no offers to accept.", Obstacle::NoOffer, "accept"),
            ("There are no draw offers to accept.", Obstacle::NoOffer, "draw"),
            ("You have no pending offers to other players.", Obstacle::NoOffer, "to"),
            ("There is no stored game Pawn vs. Rook", Obstacle::NoStoredGame, "Pawn vs. Rook"),
            ("Your opponent is not out of time!", Obstacle::NotOutOfTime, ""),
            (
                "Opponent is not out of time, wait for server autoflag.",
                Obstacle::NotOutOfTime,
                ", wait for server autoflag.",
            ),
            (
                "Opponent has timeseal; checking if (s)he's lagging.",
                Obstacle::CheckingLag,
                "checking if (s)he's lagging.",
            ),
            ("There are only 1 half moves in your game.", Obstacle::TooFewMoves, "1"),
            ("Pawn only wants to play rated games.", Obstacle::Closed, "Pawn: rated"),
        ] {
            let expected = Said::Unable { why, about: about.to_owned() };
            assert_eq!(Said::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn every_entry_can_be_met() {
        let met =
            |pattern: &str| pattern.replace('@', "Pawn").replace('#', "7").replace('~', "this");
        for (pattern, why) in OBSTACLES {
            let said = Said::parse(&met(pattern));
            assert!(
                matches!(said, Said::Unable { why: got, .. } if got == *why),
                "{pattern}: {said:?}"
            );
        }
        for (pattern, refusal) in REFUSALS {
            assert_eq!(Said::parse(&met(pattern)), Said::Refused(*refusal), "{pattern}");
        }
    }

    #[test]
    fn a_formula_is_no_answer() {
        for line in ["Pawn's formula: is: Command not found.", "Pawn's formula: is playing a game."]
        {
            assert_eq!(Said::parse(line), Said::Other);
        }
    }
}
