//! What players offer each other, and the answers.

#[cfg(test)]
mod tests;

use super::{
    Offer, Said,
    pattern::{fits, lookup},
};
use crate::ics::{challenge::Terms, talk::Speaker};

/// An offer that waits for its answer, by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Its number: `accept 39`.
    pub number: u32,
    /// Whether it is mine; otherwise it is theirs.
    pub is_mine: bool,
    /// The other player.
    pub with: Speaker,
    /// What is offered.
    pub what: Proposal,
}

/// What may be offered under a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A game.
    Match(Terms),
    /// Something within a game.
    InGame(Offer),
    /// Anything else, by the server's word: `partner`, `simul` ...
    Other(String),
}

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A game.
    Match,
    /// A game that was sought.
    Seek,
    /// A draw.
    Draw,
    /// The end of the game as if it had not been.
    Abort,
    /// Going on another time.
    Adjourn,
    /// Half-moves taken back.
    TakeBack,
    /// Clocks stopped.
    Pause,
    /// Clocks going on.
    Unpause,
    /// Sides changed.
    Switch,
    /// Being partners at bughouse.
    Partner,
    /// A simultaneous game.
    Simul,
    /// A game of bughouse.
    Bughouse,
}

/// What became of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Accepted.
    Accepted,
    /// Declined.
    Declined,
    /// Taken back by the one who had made it, or made void because one of the two plays or has left.
    Withdrawn,
}

/// What others may ask for that is no game for one against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitation {
    /// To be partners at bughouse.
    Partner,
    /// To play simultaneous games.
    Simul,
    /// To play bughouse as somebody's partner.
    Bughouse,
}

/// Topics by the servers' words.
const TOPICS: [(&str, Topic); 14] = [
    ("match", Topic::Match),
    ("challenge", Topic::Match),
    ("seek", Topic::Seek),
    ("draw", Topic::Draw),
    ("abort", Topic::Abort),
    ("adjourn", Topic::Adjourn),
    ("takeback", Topic::TakeBack),
    ("pause", Topic::Pause),
    ("unpause", Topic::Unpause),
    ("switch", Topic::Switch),
    ("switch sides", Topic::Switch),
    ("partnership", Topic::Partner),
    ("simul", Topic::Simul),
    ("bughouse", Topic::Bughouse),
];

/// What others say to an offer of mine: a name, then a topic.
const THEIR_ANSWERS: [(&str, Answer); 9] = [
    ("@ accepts ~.", Answer::Accepted),
    ("@ accepted ~. Game clock paused.", Answer::Accepted),
    ("@ accepted ~. Game clock resumed.", Answer::Accepted),
    ("@ declines your ~ a match with these parameters:~", Answer::Declined),
    ("@ declines ~.", Answer::Declined),
    ("@ has declined ~.", Answer::Declined),
    ("@ withdraws ~.", Answer::Withdrawn),
    ("@ withdraws your ~.", Answer::Withdrawn),
    ("@ cancels ~.", Answer::Withdrawn),
];

/// What I said to an offer: a topic, then a name.
const MY_ANSWERS: [(&str, Answer); 7] = [
    ("You accept the ~ of @.", Answer::Accepted),
    ("You accept the ~ from @.", Answer::Accepted),
    ("You decline the ~ from @.", Answer::Declined),
    ("Declining the ~ from @.", Answer::Declined),
    ("You withdraw the ~ to @.", Answer::Withdrawn),
    ("You withdraw your ~ to @.", Answer::Withdrawn),
    ("Withdrawing your ~ to @.", Answer::Withdrawn),
];

/// Challenges of mine that nobody can answer any more.
const MY_LOST_CHALLENGES: [&str; 3] = [
    "@, whom you were challenging, has joined a match with ~.",
    "@, whom you were challenging, has departed.",
    "Challenge to @ withdrawn.",
];

/// Challenges of others that I cannot accept any more.
const THEIR_LOST_CHALLENGES: [&str; 5] = [
    "@ withdraws the match offer.",
    "@ updates the match request.",
    "@, who was challenging you, has joined a match with ~.",
    "@, who was challenging you, has departed.",
    "Challenge from @ removed.",
];

/// Offers within a game.
const IN_GAME: [(&str, Offer); 6] = [
    ("@ offers you a draw.", Offer::Draw),
    ("@ would like to abort the game; type \"abort\" to accept.", Offer::Abort),
    ("@ would like to adjourn the game; type \"adjourn\" to accept.", Offer::Adjourn),
    ("@ requests to pause the game.", Offer::Pause),
    ("@ requests to unpause the game.", Offer::Unpause),
    ("@ would like to switch sides.", Offer::Switch),
];

/// Half-moves to be taken back: a name, then a number.
const TAKEBACKS: [&str; 2] = [
    "@ would like to take back # half move(s).",
    "@ proposes a different number (#) of half-move(s).",
];

const INVITATIONS: [(&str, Invitation); 5] = [
    ("@ offers to be your bughouse partner; type \"partner ~\" to accept.", Invitation::Partner),
    ("@ offers to be your bughouse partner.", Invitation::Partner),
    ("@ requests to join a simul match with you.", Invitation::Simul),
    ("@ requests to continue an adjourned simul game.", Invitation::Simul),
    ("Your bughouse partner was challenged by @.", Invitation::Bughouse),
];

/// Reads a line about an offer or its answer.
pub(super) fn read(line: &str) -> Option<Said> {
    let readers = [offered, lost, answered, sent, invited, terms, pending, gone]
        .map(|read| read as fn(&str) -> Option<Said>);
    readers.iter().find_map(|read| read(line))
}

/// What the opponent offers.
fn offered(line: &str) -> Option<Said> {
    let simple = lookup(&IN_GAME, line).map(|(offer, name)| (name, offer));
    let takeback = || {
        let [name, number] = TAKEBACKS.iter().find_map(|pattern| fits(pattern, line))?;
        Some((name, Offer::TakeBack(number.parse().ok()?)))
    };
    let (from, what) = simple.or_else(takeback)?;
    Some(Said::Offer { from: from.to_owned(), what })
}

/// Challenges that are void, theirs and mine. The second hole is the one they play with.
fn lost(line: &str) -> Option<Said> {
    let name = |patterns: &[&str]| {
        patterns.iter().find_map(|pattern| fits(pattern, line)).map(|[name, _]| name.to_owned())
    };
    let mine = || {
        let name = name(&MY_LOST_CHALLENGES)?;
        let (topic, answer) = (Topic::Match, Answer::Withdrawn);
        Some(Said::Answered { name, is_mine: true, topic, answer })
    };
    name(&THEIR_LOST_CHALLENGES).map(Said::Withdrawn).or_else(mine)
}

fn answered(line: &str) -> Option<Said> {
    let said = |is_mine, name: &str, topic, answer| {
        let topic = topic_of(topic)?;
        Some(Said::Answered { name: name.to_owned(), is_mine, topic, answer })
    };
    let theirs = THEIR_ANSWERS.iter().find_map(|&(pattern, answer)| {
        let [name, topic, _] = fits(pattern, line)?;
        said(false, name, topic, answer)
    });
    let mine = || {
        MY_ANSWERS.iter().find_map(|&(pattern, answer)| {
            let [topic, name] = fits(pattern, line)?;
            said(true, name, topic, answer)
        })
    };
    theirs.or_else(mine)
}

/// A topic in any of the servers' wordings: `the draw request`, `your challenge`, `abort request`.
fn topic_of(text: &str) -> Option<Topic> {
    let text = ["the ", "your "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let text =
        [" request", " offer"].iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text);
    TOPICS.iter().find(|(word, _)| *word == text).map(|&(_, topic)| topic)
}

/// `Draw request sent.`
fn sent(line: &str) -> Option<Said> {
    let [topic] = fits("~ request sent.", line)?;
    let topic = topic.strip_prefix("Alternate ").unwrap_or(topic).to_ascii_lowercase();
    topic_of(&topic).map(Said::Sent)
}

fn invited(line: &str) -> Option<Said> {
    let simul = || fits("@ requests to join a ~ simul match with you.", line);
    let simple = INVITATIONS.iter().find_map(|&(pattern, what)| {
        let [name, _] = fits(pattern, line)?;
        Some((what, name))
    });
    let (to, from) = simple.or_else(|| simul().map(|[name, _]| (Invitation::Simul, name)))?;
    Some(Said::Invited { from: from.to_owned(), to })
}

/// Games offered in full.
fn terms(line: &str) -> Option<Said> {
    let terms = |prefix: &str| line.strip_prefix(prefix).and_then(Terms::parse);
    None.or_else(|| terms("Challenge: ").map(Said::Challenge))
        .or_else(|| terms("Creating: ").map(Said::Creating))
        .or_else(|| terms("Issuing: ").map(Said::Issuing))
        .or_else(|| terms("Updating match request to: ").map(Said::Issuing))
        .or_else(|| terms("Ignoring (formula): ").map(Said::Ignored))
}

/// `<pf> 39 w=Pawn t=match p=...`: offers to me; with `<pt>`, mine.
fn pending(line: &str) -> Option<Said> {
    let (is_mine, rest) = match (line.strip_prefix("<pf> "), line.strip_prefix("<pt> ")) {
        (Some(rest), _) => (false, rest),
        (_, rest) => (true, rest?),
    };
    let [number, with, kind, parameters] = fits("# w=~ t=@ p=~", rest)?;
    let with = Speaker::parse(with)?;
    let what = proposal(kind, parameters);
    Some(Said::Pending(Box::new(Pending { number: number.parse().ok()?, is_mine, with, what })))
}

fn proposal(kind: &str, parameters: &str) -> Proposal {
    let other = || Proposal::Other(kind.to_owned());
    let offer = match kind {
        "match" => return Terms::parse(parameters).map_or_else(other, Proposal::Match),
        "draw" => Offer::Draw,
        "abort" => Offer::Abort,
        "adjourn" => Offer::Adjourn,
        "pause" => Offer::Pause,
        "unpause" => Offer::Unpause,
        "switch" => Offer::Switch,
        "takeback" => match parameters.trim().parse() {
            Ok(moves) => Offer::TakeBack(moves),
            Err(_) => return other(),
        },
        _ => return other(),
    };
    Proposal::InGame(offer)
}

/// `<pr> 39 40`
fn gone(line: &str) -> Option<Said> {
    super::numbers(line.strip_prefix("<pr> ")?).map(Said::Gone)
}
