//! What the manager of tournaments says; servers put a colon in front of it, which nobody else can.
//! The words are Mamer's, as clients that play in its tournaments know them.

use super::{Said, pattern::fits};

/// A tournament that one may join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Its number.
    pub number: u32,
    /// Initial minutes and increment in seconds.
    pub control: [u32; 2],
    /// Whether ratings are at stake.
    pub rated: bool,
    /// Anything else that is played than usual chess: `zh`, `sui`, `fr`.
    pub variant: Option<String>,
}

/// What happens around a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentEvent {
    /// There is a new one; the list tells more.
    Announced,
    /// One that may be joined.
    Open(Tournament),
    /// I am in the one with this number.
    Joined(u32),
    /// My next game.
    Round {
        /// In which tournament.
        number: u32,
        /// Against whom.
        opponent: String,
    },
    /// One is over for me; the number, if it is said.
    Over(Option<u32>),
}

/// Words in lines that announce a tournament.
const ANNOUNCED: [&str; 5] = ["is open", "has been opened", "reopened", "to join", "to late-join"];

/// What the server itself says, without a colon, when the manager lets a player go.
const LET_GO: &str = "@ has set your tourney variable to OFF.";

/// Reads a line of the manager's, or of the server's about them.
pub(super) fn read(line: &str) -> Option<Said> {
    if fits::<1>(LET_GO, line).is_some() {
        return Some(Said::Tournament(TournamentEvent::Over(None)));
    }
    let text = line.strip_prefix(':')?.trim();
    event(text).map(Said::Tournament)
}

fn event(text: &str) -> Option<TournamentEvent> {
    let joined = text.contains("You have joined") && !text.contains("has been changed");
    let over = (text.starts_with("Tourney #") && text.contains(" has been aborted"))
        || text.starts_with("You have been forfeited from tourney #");
    if let Some(open) = row(text) {
        return Some(TournamentEvent::Open(open));
    }
    if joined {
        return number(text).map(TournamentEvent::Joined);
    }
    if let Some([_, opponent, rest]) = fits("You play @ against @ in this round of tourney ~", text)
    {
        return Some(TournamentEvent::Round {
            number: number(rest)?,
            opponent: opponent.to_owned(),
        });
    }
    if over {
        return Some(TournamentEvent::Over(number(text)));
    }
    ANNOUNCED.iter().any(|words| text.contains(words)).then_some(TournamentEvent::Announced)
}

/// The number of a tournament: `... #12 ...`
fn number(text: &str) -> Option<u32> {
    let (_, behind) = text.split_once('#')?;
    let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    behind.get(..end)?.parse().ok()
}

/// A line of the manager's list: `| 12 | open | Pawn(TM) | 5 0 r SS\\5 | Sat Nov 21 |`
fn row(text: &str) -> Option<Tournament> {
    let fields: Vec<&str> = text.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [number, status, _, kind, ..] = fields[..] else { return None };
    let words: Vec<&str> = kind.split_ascii_whitespace().collect();
    let [minutes, increment, rest @ ..] = &words[..] else { return None };
    // The system of pairing is written with a capital, what is played is not.
    let variant = rest.iter().find(|word| {
        !["r", "u"].contains(*word) && word.starts_with(|first: char| first.is_ascii_lowercase())
    });
    status.eq_ignore_ascii_case("open").then_some(Tournament {
        number: number.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?,
        control: [minutes.parse().ok()?, increment.parse().ok()?],
        rated: rest.contains(&"r"),
        variant: variant.map(|word| (*word).to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_are_announced_joined_and_played() {
        let open = |number, control, rated, variant: Option<&str>| {
            TournamentEvent::Open(Tournament {
                number,
                control,
                rated,
                variant: variant.map(str::to_owned),
            })
        };
        for (line, event) in [
            (
                ":mamer(TD) t-shouts: 1 0 r DRR tourney: \"tell mamer JoinTourney 19\" to join.",
                TournamentEvent::Announced,
            ),
            (
                ":mamer TOURNEY INFO: *** Tourney #7, a 5 0 r SS\\5 has been opened! ***",
                TournamentEvent::Announced,
            ),
            (
                ":| 12 | open | Pawn(TM) | 5 0 r SS\\5 | Sat Nov 21, 19:00 |",
                open(12, [5, 0], true, None),
            ),
            (":| +3 | open | Pawn | 3 1 u zh DRR | now |", open(3, [3, 1], false, Some("zh"))),
            (":You have joined tourney #12.", TournamentEvent::Joined(12)),
            (
                ":You play White against Pawn in this round of tourney #12.",
                TournamentEvent::Round { number: 12, opponent: "Pawn".to_owned() },
            ),
            (":Tourney #12 has been aborted!", TournamentEvent::Over(Some(12))),
            (":You have been forfeited from tourney #12.", TournamentEvent::Over(Some(12))),
            ("mamer has set your tourney variable to OFF.", TournamentEvent::Over(None)),
        ] {
            assert_eq!(Said::parse(line), Said::Tournament(event), "{line}");
        }
    }

    #[test]
    fn nobody_but_the_manager_announces_tournaments() {
        for line in [
            "Pawn tells you: :You have joined tourney #12.",
            "Pawn tells you: mamer has set your tourney variable to OFF.",
            "mamer has set your tourney variable to ON.",
            "You play White against Pawn in this round of tourney #12.",
            "Pawn(49): tell mamer join 12 to join",
            ":| 12 | done | Pawn | 5 0 r SS\\5 | now |",
            ":Listed: 3 tourneys",
        ] {
            assert!(!matches!(Said::parse(line), Said::Tournament(_)), "{line}");
        }
    }
}
