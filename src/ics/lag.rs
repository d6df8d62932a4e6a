//! What a server charges for a move beyond the time it was thought about.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

/// So many of the last moves count.
const WINDOW: usize = 200;
/// Opponents that are remembered; those not met for longest are forgotten first.
const OPPONENTS: usize = 200;
/// What a move loses on its way where nothing has been measured yet, for judging games and links.
pub(super) const UNKNOWN_LAG: Duration = Duration::from_millis(100);
/// With fewer moves than this, nothing is said.
const FEWEST: usize = 10;

/// The lag of the last moves, in milliseconds, the oldest first.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct Samples(Vec<u32>);

impl Samples {
    /// Takes note of a move.
    pub fn add(&mut self, lag: Duration) {
        if self.0.len() >= WINDOW {
            self.0.remove(0);
        }
        self.0.push(u32::try_from(lag.as_millis()).unwrap_or(u32::MAX));
    }

    /// Below which time so many percent of the moves stay; `None` with too few of them. However few there
    /// are, a single move never counts for what is usual or seldom.
    pub fn quantile(&self, percent: usize) -> Option<Duration> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(2));
        let lag = sorted.get(place).filter(|_| sorted.len() >= FEWEST)?;
        Some(Duration::from_millis(u64::from(*lag)))
    }
}

/// What is kept from one start of the bot to the next.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct Lags {
    /// Games taken note of.
    games: u64,
    /// By server, as `host:port`.
    servers: BTreeMap<String, Samples>,
    /// By opponent, with the game in which they were last met.
    opponents: BTreeMap<String, (u64, Samples)>,
}

impl Lags {
    /// A new game begins.
    pub fn new_game(&mut self) {
        self.games += 1;
    }

    /// Takes note of a move.
    pub fn add(&mut self, server: &str, opponent: &str, lag: Duration) {
        self.servers.entry(server.to_owned()).or_default().add(lag);
        let games = self.games;
        let (met, samples) = self.opponents.entry(opponent.to_lowercase()).or_default();
        *met = games;
        samples.add(lag);
        if self.opponents.len() > OPPONENTS {
            let oldest = self.opponents.iter().min_by_key(|(_, (met, _))| *met);
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                self.opponents.remove(&name);
            }
        }
    }

    /// The usual lag and what it seldom exceeds: the worse of the server's and the opponent's.
    pub fn expected(&self, server: &str, opponent: Option<&str>) -> Option<(Duration, Duration)> {
        let read = |samples: &Samples| samples.quantile(50).zip(samples.quantile(95));
        let server = self.servers.get(server).and_then(read);
        let opponent = opponent.and_then(|name| self.opponents.get(&name.to_lowercase()));
        let opponent = opponent.and_then(|(_, samples)| read(samples));
        server.into_iter().chain(opponent).max_by_key(|&(_, high)| high)
    }

    /// The lags of all servers, move by move.
    pub fn of_servers(&self) -> impl Iterator<Item = Duration> {
        let all = self.servers.values().flat_map(|samples| &samples.0);
        all.map(|&ms| Duration::from_millis(u64::from(ms)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_usual_and_the_high_lag_are_told_once_there_are_enough_moves() {
        let mut lags = Lags::default();
        for n in 0..9 {
            lags.add("here:5000", "Pawn", ms(n));
        }
        assert_eq!(lags.expected("here:5000", None), None);
        (9..100).for_each(|n| lags.add("here:5000", "Pawn", ms(n)));
        assert_eq!(lags.expected("here:5000", Some("Rook")), Some((ms(50), ms(95))));
        assert_eq!(lags.expected("there:5000", None), None);
    }

    #[test]
    fn a_worse_opponent_counts_more_than_the_server() {
        let mut lags = Lags::default();
        (0..190).for_each(|_| lags.add("here:5000", "Rook", ms(10)));
        (0..10).for_each(|_| lags.add("here:5000", "Pawn", ms(900)));
        assert_eq!(lags.expected("here:5000", Some("PAWN")), Some((ms(900), ms(900))));
        assert_eq!(lags.expected("here:5000", Some("Rook")).map(|it| it.0), Some(ms(10)));
    }

    #[test]
    fn one_move_that_hung_somewhere_does_not_count() {
        for moves in [9, 18, 60, 199] {
            let mut lags = Lags::default();
            (0..moves).for_each(|_| lags.add("here:5000", "Pawn", ms(40)));
            lags.add("here:5000", "Pawn", ms(12_000));
            assert_eq!(lags.expected("here:5000", Some("Pawn")), Some((ms(40), ms(40))), "{moves}");
        }
    }

    #[test]
    fn memory_is_bounded_and_survives_being_written_down() {
        let mut lags = Lags::default();
        for n in 0..300_u64 {
            lags.new_game();
            lags.add("here:5000", &format!("Pawn{n}"), ms(n));
        }
        let text = toml::to_string(&lags).unwrap();
        assert_eq!(toml::from_str::<Lags>(&text).unwrap(), lags);
        assert_eq!(lags.opponents.len(), OPPONENTS);
        assert!(lags.opponents.contains_key("pawn299") && !lags.opponents.contains_key("pawn0"));
        assert!(toml::from_str::<Lags>("games = 'many'").is_err());
    }
}
