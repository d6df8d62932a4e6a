//! What a server's lines mean. A line that means nothing to a player is [`Said::Other`].

use super::{
    challenge::{Rating, Terms},
    style12::Board,
    talk::{Speaker, Talk, is_name},
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
    /// The server is about to stop.
    Shutdown(String),
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
    /// There is no game.
    NoGame,
}

impl Said {
    /// Reads a line without its prompt.
    pub fn parse(line: &str) -> Said {
        let readers = [board, game, announced, offered, refused, session]
            .map(|read| read as fn(&str) -> Option<Said>);
        // People's words go first: nothing they say is to be taken for anything else.
        let talk = Talk::parse(line).map(Said::Talk);
        talk.or_else(|| readers.iter().find_map(|read| read(line))).unwrap_or(Said::Other)
    }
}

fn board(line: &str) -> Option<Said> {
    Board::parse(line).ok().map(|board| Said::Board(Box::new(board)))
}

/// `{Game 1 (White vs. Black) what happens} result`
fn game(line: &str) -> Option<Said> {
    let rest = line.strip_prefix("{Game ")?;
    let (number, rest) = rest.split_once(" (")?;
    let (white, rest) = rest.split_once(" vs. ")?;
    let (black, rest) = rest.split_once(") ")?;
    // The last brace, for an outcome may have others inside.
    let (how, result) = rest.rsplit_once('}')?;
    if !is_name(white) || !is_name(black) {
        return None;
    }
    let names = [white, black].map(str::to_owned);
    let game = Heading { number: number.parse().ok()?, names };
    let result = match result.trim() {
        "1-0" => Result::White,
        "0-1" => Result::Black,
        "1/2-1/2" => Result::Draw,
        "*" => Result::None,
        "" if how.starts_with("Creating ") => return Some(Said::Begins(game)),
        "" if how.starts_with("Continuing ") => return Some(Said::Continues(game)),
        _ => return None,
    };
    Some(Said::Ends { game, how: how.to_owned(), result })
}

fn announced(line: &str) -> Option<Said> {
    let terms = |prefix: &str| line.strip_prefix(prefix).and_then(Terms::parse);
    terms("Challenge: ").map(Said::Challenge).or_else(|| terms("Creating: ").map(Said::Creating))
}

/// What begins with the name of a player.
fn offered(line: &str) -> Option<Said> {
    let (from, what) = line.split_once(' ')?;
    let from = Some(from).filter(|name| is_name(name))?.to_owned();
    let takeback = || {
        let rest = what.strip_prefix("would like to take back ")?;
        rest.strip_suffix(" half move(s).")?.parse().ok().map(Offer::TakeBack)
    };
    let what = match what {
        "withdraws the match offer." | "updates the match request." => {
            return Some(Said::Withdrawn(from));
        }
        "offers you a draw." => Offer::Draw,
        "would like to abort the game; type \"abort\" to accept." => Offer::Abort,
        "would like to adjourn the game; type \"adjourn\" to accept." => Offer::Adjourn,
        "requests to pause the game." => Offer::Pause,
        "requests to unpause the game." => Offer::Unpause,
        "would like to switch sides." => Offer::Switch,
        _ => takeback()?,
    };
    Some(Said::Offer { from, what })
}

fn refused(line: &str) -> Option<Said> {
    let refusal = match line {
        "It is not your move." => Refusal::NotMyMove,
        "You are not playing a game." | "There is no such game." => Refusal::NoGame,
        _ if line.starts_with("Illegal move") || line.ends_with(": Command not found.") => {
            Refusal::Illegal
        }
        _ => return None,
    };
    Some(Said::Refused(refusal))
}

/// What concerns the connection and the account.
fn session(line: &str) -> Option<Said> {
    let stars = || line.strip_prefix("**** ")?.strip_suffix(" ****");
    if line == "Your opponent has lost contact or quit." {
        return Some(Said::OpponentLost);
    }
    if let Some(rest) = line.strip_prefix("Notification: ") {
        let name = rest.strip_suffix(", who has an adjourned game with you, has arrived.")?;
        return is_name(name).then(|| Said::Returned(name.to_owned()));
    }
    if let Some((kind, change)) = line.split_once(" rating adjustment: ") {
        let (before, after) = change.split_once(" --> ")?;
        let change = [before, after].map(Rating::parse);
        return Some(Said::Rated { kind: kind.to_owned(), change });
    }
    if let Some(rest) = line.strip_prefix("Press return to enter the FICS as \"") {
        return Speaker::parse(rest.split_once('"')?.0).map(Said::Named);
    }
    let text = stars()?;
    if let Some(name) = text.strip_prefix("Starting FICS session as ") {
        return Speaker::parse(name).map(Said::Named);
    }
    Some(match text {
        "Invalid password!" => Said::WrongPassword,
        _ if text.contains("can't both be logged in") => Said::Twice,
        _ if text.contains("is already logged in") => Said::Twice,
        _ if text.starts_with("Server ") => Said::Shutdown(text.to_owned()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading() -> Heading {
        Heading { number: 12, names: ["Pawn", "Rook"].map(str::to_owned) }
    }

    #[test]
    fn games_begin_go_on_and_end() {
        let line = |text: &str| Said::parse(&format!("{{Game 12 (Pawn vs. Rook) {text}"));
        assert_eq!(line("Creating unrated blitz match.}"), Said::Begins(heading()));
        assert_eq!(line("Continuing rated wild match.}"), Said::Continues(heading()));
        for (how, text, result) in [
            ("Pawn resigns", "0-1", Result::Black),
            ("Rook forfeits on time", "1-0", Result::White),
            ("Game drawn by the 50 move rule", "1/2-1/2", Result::Draw),
            ("Game aborted on move 1", "*", Result::None),
        ] {
            let expected = Said::Ends { game: heading(), how: how.to_owned(), result };
            assert_eq!(line(&format!("{how}}} {text}")), expected);
        }
        assert_eq!(line("what is this}"), Said::Other);
    }

    #[test]
    fn offers_are_told_from_whom_and_for_what() {
        for (text, offer) in [
            ("offers you a draw.", Offer::Draw),
            ("would like to abort the game; type \"abort\" to accept.", Offer::Abort),
            ("would like to adjourn the game; type \"adjourn\" to accept.", Offer::Adjourn),
            ("would like to take back 2 half move(s).", Offer::TakeBack(2)),
            ("requests to pause the game.", Offer::Pause),
            ("requests to unpause the game.", Offer::Unpause),
            ("would like to switch sides.", Offer::Switch),
        ] {
            let expected = Said::Offer { from: "Pawn".to_owned(), what: offer };
            assert_eq!(Said::parse(&format!("Pawn {text}")), expected);
            assert!(matches!(Said::parse(&format!("Pawn says: Rook {text}")), Said::Talk(_)));
            assert!(matches!(Said::parse(&format!("--> Rook {text}")), Said::Talk(_)));
        }
    }

    #[test]
    fn the_account_and_the_link_have_their_lines() {
        let name = |text: &str| Speaker::parse(text).unwrap();
        let rating = |points| Some(Rating { points, provisional: false });
        for (line, said) in [
            ("Illegal move (e2e5).", Said::Refused(Refusal::Illegal)),
            ("e7e8q: Command not found.", Said::Refused(Refusal::Illegal)),
            ("It is not your move.", Said::Refused(Refusal::NotMyMove)),
            ("You are not playing a game.", Said::Refused(Refusal::NoGame)),
            ("Your opponent has lost contact or quit.", Said::OpponentLost),
            (
                "Notification: Pawn, who has an adjourned game with you, has arrived.",
                Said::Returned("Pawn".to_owned()),
            ),
            (
                "blitz rating adjustment: 0 --> 1882",
                Said::Rated { kind: "blitz".to_owned(), change: [None, rating(1882)] },
            ),
            ("Press return to enter the FICS as \"GuestABCD\":", Said::Named(name("GuestABCD"))),
            ("**** Starting FICS session as Zeitnot(C) ****", Said::Named(name("Zeitnot(C)"))),
            ("**** Invalid password! ****", Said::WrongPassword),
            ("**** Zeitnot has arrived - you can't both be logged in. ****", Said::Twice),
            ("**** Zeitnot is already logged in - kicking them out. ****", Said::Twice),
            ("Pawn withdraws the match offer.", Said::Withdrawn("Pawn".to_owned())),
            ("Challenge: Pawn (1) nonsense", Said::Other),
            ("There are no games in progress.", Said::Other),
        ] {
            assert_eq!(Said::parse(line), said, "{line}");
        }
        let going = "**** Server going down in 0 minutes and 10 seconds. ****";
        assert!(matches!(Said::parse(going), Said::Shutdown(text) if text.contains("10 seconds")));
    }

    #[test]
    fn nothing_that_people_say_is_taken_for_a_line_of_the_server() {
        for line in [
            "<12> rnbqkbnr",
            "{Game 1 (Pawn vs. Rook) Rook resigns} 1-0",
            "Challenge: Pawn (1) Rook (2) rated blitz 3 0.",
            "**** Invalid password! ****",
            "Illegal move.",
            "[G]",
        ] {
            for talk in
                ["Pawn tells you: ", "Pawn says: ", "Pawn(U)(53): ", "--> Pawn ", "Pawn kibitzes: "]
            {
                assert!(
                    matches!(Said::parse(&format!("{talk}{line}")), Said::Talk(_)),
                    "{talk}{line}"
                );
            }
            assert_eq!(Said::parse(&format!(" 1: {line}")), Said::Other, "finger notes");
        }
    }
}
