//! Games that the bot looks for itself, and when the operator is alerted.

use serde::{Deserialize, Serialize};

use super::Wanted;
use crate::ics::hours::Hours;

/// Games the bot looks for when it has nothing to do.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Seek {
    /// What is sought, in turn, as behind the server's `seek`: `5 0`, `3 2 rated white`.
    pub ads: Vec<String>,
    /// Who is challenged, and to what, in turn with the ads: `Rookbot 5 0 unrated`. Only those who
    /// have agreed to it; servers take unasked challenges by computers for abuse.
    pub may_challenge: Vec<String>,
    /// Seconds from one to the next.
    pub every: u64,
    /// Whether seeks are posted that accept by themselves, past the rules, where the server knows
    /// no others.
    pub automatic: bool,
    /// What is sought besides, by hour, variant and rating.
    pub plans: Vec<Plan>,
}

impl Default for Seek {
    fn default() -> Seek {
        let (ads, may_challenge, plans) = Default::default();
        Seek { ads, may_challenge, every: 120, automatic: false, plans }
    }
}

impl Seek {
    /// All ads, those of the plans as well.
    pub fn all_ads(&self) -> impl Iterator<Item = &String> {
        self.ads.iter().chain(self.plans.iter().flat_map(|plan| &plan.ads))
    }

    /// All who may be challenged and to what, those of the plans as well.
    pub fn all_challenges(&self) -> impl Iterator<Item = (&str, &str)> {
        let planned = self.plans.iter().flat_map(|plan| &plan.may_challenge);
        self.may_challenge.iter().chain(planned).map(|whom| challenged(whom))
    }

    /// Whether any of all these lines asks for a rated game.
    pub fn asks_for_ratings(&self) -> bool {
        let challenges = self.all_challenges().map(|(_, terms)| terms);
        let mut lines = self.all_ads().map(String::as_str).chain(challenges);
        lines.any(|terms| Wanted::read(terms).rated == Some(true))
    }

    /// Whether there is anything to be looked for, now or later.
    pub fn is_empty(&self) -> bool {
        let none = |plan: &Plan| plan.ads.is_empty() && plan.may_challenge.is_empty();
        self.ads.is_empty() && self.may_challenge.is_empty() && self.plans.iter().all(none)
    }
}

/// Who is named in a line that says who may be challenged, and to what.
pub(in crate::ics) fn challenged(whom: &str) -> (&str, &str) {
    whom.split_once(' ').unwrap_or((whom, ""))
}

/// Games that are looked for at some hours, of one variant, or against opponents about as strong.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    /// When; at all hours, if there is none.
    pub hours: Vec<Hours>,
    /// The variant, as the server has it in a seek or a challenge: `wild fr`; empty for usual chess.
    pub variant: String,
    /// How far below and above the bot's own rating an opponent's may be; everybody's, if left out, and
    /// as long as the bot's own is not known.
    pub band: Option<[u16; 2]>,
    /// What is sought, as in [`Seek::ads`].
    pub ads: Vec<String>,
    /// Who is challenged, as in [`Seek::may_challenge`]; nobody who is known to be outside the band.
    pub may_challenge: Vec<String>,
}

/// Another game with the same opponent.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rematch {
    /// After which games it is offered.
    pub offer: Offered,
    /// How many games in a row the bot offers at most.
    pub most: u32,
    /// Whether it is offered to computers as well.
    pub computers: bool,
}

impl Default for Rematch {
    fn default() -> Rematch {
        Rematch { offer: Offered::Never, most: 2, computers: false }
    }
}

/// After which games another one is offered.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Offered {
    /// After none.
    #[default]
    Never,
    /// After all that were decided or drawn.
    Always,
    /// After those that the bot has won.
    Won,
    /// After those that it has lost.
    Lost,
}

/// When a command of the operator's is run.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct Alert {
    /// The program and its words; what has happened is added as the last word. None for no alerts.
    pub command: Vec<String>,
    /// After so many minutes without a link, and when the bot ends because the server refuses the account; 0 for
    /// neither.
    pub offline: u64,
    /// After so many games lost to computers one after the other; 0 for never.
    pub beaten_by_computers: u32,
    /// When a file cannot be written, as on a full disk.
    pub disk: bool,
    /// When fewer megabytes are free where the bot writes its files; 0 for never.
    pub disk_free: u64,
}

impl Default for Alert {
    fn default() -> Alert {
        let command = Vec::new();
        Alert { command, offline: 30, beaten_by_computers: 0, disk: true, disk_free: 100 }
    }
}
