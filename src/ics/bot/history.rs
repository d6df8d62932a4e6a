//! What lasts of many games: results by opponent, ratings over time, links that were lost, and who is not
//! to be played.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use super::DAY;

/// So many opponents are remembered; those met longest ago are forgotten first.
const OPPONENTS: usize = 2_000;
/// So many changes of ratings, and days with lost links, are remembered; the oldest are forgotten first.
const RATINGS: usize = 5_000;
const DAYS: usize = 400;

/// Games won, drawn and lost, in this order.
pub type Score = [u32; 3];

/// What lasts of many games. Times are seconds from the beginning of 1970 in UTC.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct History {
    /// By opponent, in small letters.
    opponents: BTreeMap<String, Met>,
    /// Own ratings as they changed, the oldest first.
    ratings: Vec<Rated>,
    /// Days since the beginning of 1970, and how many links were lost on each.
    links_lost: Vec<(u64, u32)>,
    /// Who is not played, and until when; 0 for ever.
    blocked: BTreeMap<String, u64>,
}

/// What is known of games with an opponent.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct Met {
    /// The results, as the bot sees them.
    pub score: Score,
    /// The opponent's last rating.
    pub rating: Option<u16>,
    /// Whether it is a computer.
    pub computer: bool,
    /// When the last game ended.
    last: u64,
}

/// A rating that the bot had from some time on; on paper `[time, kind, points]`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(from = "(u64, String, u16)", into = "(u64, String, u16)")]
pub struct Rated {
    /// When, in seconds from the beginning of 1970.
    pub at: u64,
    /// Which one: `blitz` ...
    pub kind: String,
    /// The number.
    pub points: u16,
}

impl From<(u64, String, u16)> for Rated {
    fn from((at, kind, points): (u64, String, u16)) -> Rated {
        Rated { at, kind, points }
    }
}

impl From<Rated> for (u64, String, u16) {
    fn from(Rated { at, kind, points }: Rated) -> (u64, String, u16) {
        (at, kind, points)
    }
}

impl History {
    /// A game was won, drawn (`None`) or lost against an opponent with this rating.
    pub(super) fn count(
        &mut self,
        name: &str,
        won: Option<bool>,
        (rating, computer): (Option<u16>, bool),
        time: Duration,
    ) {
        let met = self.opponents.entry(name.to_lowercase()).or_default();
        let place = match won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        met.score[place] = met.score[place].saturating_add(1);
        (met.rating, met.computer, met.last) = (rating.or(met.rating), computer, time.as_secs());
        if self.opponents.len() > OPPONENTS {
            let oldest = self.opponents.iter().min_by_key(|(_, met)| met.last);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                self.opponents.remove(&name);
            }
        }
    }

    /// What is known of games with this opponent.
    pub fn met(&self, name: &str) -> Option<&Met> {
        self.opponents.get(&name.to_lowercase())
    }

    /// All opponents, by name.
    pub fn opponents(&self) -> impl Iterator<Item = (&str, &Met)> {
        self.opponents.iter().map(|(name, met)| (name.as_str(), met))
    }

    /// The results against everybody.
    pub fn total(&self) -> Score {
        let add = |sum: Score, met: &Met| [0, 1, 2].map(|at| sum[at].saturating_add(met.score[at]));
        self.opponents.values().fold([0; 3], add)
    }

    /// The bot's rating of this kind has changed.
    pub(super) fn rated(&mut self, kind: &str, points: u16, time: Duration) {
        if self.ratings.len() >= RATINGS {
            self.ratings.remove(0);
        }
        self.ratings.push(Rated { at: time.as_secs(), kind: kind.to_lowercase(), points });
    }

    /// The bot's ratings as they changed, the oldest first.
    pub fn ratings(&self) -> &[Rated] {
        &self.ratings
    }

    /// The bot's rating of this kind, as far as it is known.
    pub fn rating(&self, kind: &str) -> Option<u16> {
        let last = self.ratings.iter().rfind(|rated| rated.kind.eq_ignore_ascii_case(kind));
        last.map(|rated| rated.points)
    }

    /// A link was lost.
    pub(super) fn lose_link(&mut self, time: Duration) {
        let today = time.as_secs() / DAY.as_secs();
        match self.links_lost.last_mut() {
            Some((day, links)) if *day == today => *links = links.saturating_add(1),
            _ => self.links_lost.push((today, 1)),
        }
        let surplus = self.links_lost.len().saturating_sub(DAYS);
        self.links_lost.drain(..surplus);
    }

    /// Days since the beginning of 1970 with lost links, and how many were lost on each.
    pub fn links_lost(&self) -> &[(u64, u32)] {
        &self.links_lost
    }

    /// This player is not played until then; for ever if there is no end.
    pub(super) fn block(&mut self, name: &str, until: Option<Duration>) {
        let until = until.map_or(0, |until| until.as_secs().max(1));
        if self.blocked.len() < OPPONENTS {
            self.blocked.insert(name.to_lowercase(), until);
        }
    }

    /// This player is played again; whether that is news.
    pub(super) fn unblock(&mut self, name: &str) -> bool {
        self.blocked.remove(&name.to_lowercase()).is_some()
    }

    /// Whether this player is not played at this time.
    pub(super) fn is_blocked(&self, name: &str, time: Duration) -> bool {
        let until = self.blocked.get(&name.to_lowercase());
        until.is_some_and(|&until| until == 0 || time.as_secs() < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u64) -> Duration {
        Duration::from_secs(day * DAY.as_secs() + 5)
    }

    #[test]
    fn results_are_kept_by_opponent_whatever_their_capitals() {
        let mut history = History::default();
        history.count("Pawn", Some(true), (Some(1_800), true), day(1));
        history.count("PAWN", None, (None, true), day(2));
        history.count("Queen", Some(false), (None, false), day(3));
        let pawn = history.met("pawn").unwrap();
        assert_eq!((pawn.score, pawn.rating), ([1, 1, 0], Some(1_800)));
        assert_eq!(history.total(), [1, 1, 1]);
    }

    #[test]
    fn nothing_grows_without_bounds() {
        let mut history = History::default();
        for n in 0..6_000 {
            history.count(&format!("p{n}"), None, (None, false), day(n));
            history.rated("blitz", 1_000 + (n % 100) as u16, day(n));
            history.lose_link(day(n));
        }
        let sizes = (history.opponents.len(), history.ratings.len(), history.links_lost.len());
        assert_eq!(sizes, (OPPONENTS, RATINGS, DAYS));
        assert!(history.met("p0").is_none() && history.met("p5999").is_some());
        assert_eq!((history.rating("Blitz"), history.rating("wild")), (Some(1_099), None));
    }

    #[test]
    fn links_are_counted_by_day() {
        let mut history = History::default();
        [1, 1, 4].iter().for_each(|&n| history.lose_link(day(n)));
        assert_eq!(history.links_lost(), [(1, 2), (4, 1)]);
    }
}
