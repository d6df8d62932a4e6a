//! What differs from one family of servers to the next, in one place, with how it is known.
//!
//! - FICS: its help files, and clients that play there (pychess, xboard's zippy, icsdrone).
//! - Lasker: the code that FICS descends from, seen on a running server.
//! - ICC: its help files, its description of formats for programs, and the code of clients (xboard, emacs-chess);
//!   nobody has tried this on the server itself. It has boards in style 12 as the others do, with clocks in whole
//!   seconds; a datagram tells them exactly (`datagram`), but no board what a move has cost in milliseconds, so
//!   lag is not measured there. It takes no timeseal but its own timestamp program, and has no `iset`.

use super::{
    Terms,
    config::{Flag, Kind},
    rules::USUAL_KINDS,
    timeseal::Pings,
};

/// What means a kind of offer behind `accept` and `decline`, and so no player.
const OFFERS: [&str; 11] = [
    "abort", "adjourn", "all", "draw", "match", "partner", "pause", "simul", "switch", "takeback",
    "unpause",
];

/// What stands behind `accept` and `decline` for the challenge of this player: `match`, for the only one that
/// there is, where the name would be taken for a kind of offer.
pub(super) fn answered_as(name: &str) -> &str {
    if OFFERS.contains(&name.to_ascii_lowercase().as_str()) { "match" } else { name }
}

impl Kind {
    /// What a server of this family is told after login beyond what all are, in this order.
    pub(super) fn settings(self, flag: Flag) -> Vec<&'static str> {
        match self {
            Kind::Fics => vec![
                "set highlight 0",
                "set pin 0",
                "set cshout 0",
                "set noescape 0",
                if flag == Flag::Claim { "set autoflag 1" } else { "set autoflag 0" },
                "set width 240",
                "iset ms 1",
                "iset startpos 1",
                "iset defprompt 1",
                "iset nowrap 1",
                "iset nohighlight 1",
                "iset movecase 1",
                "iset pendinfo 1",
                "iset fr 1",
                "iset lock 1",
            ],
            Kind::Lasker => vec![
                "set highlight 0",
                "set pin 0",
                "set cshout 0",
                "set width 240",
                "set prompt fics%",
                "iset ms 1",
                "iset lock 1",
            ],
            Kind::Icc => vec!["set wrap 0", "/set-quietly style 12", "set-2 56 1"],
        }
    }

    /// What is sent when the opponent's time is up. The ancestor takes the plain words for a courtesy then.
    pub(super) fn when_time_is_up(self, flag: Flag) -> &'static str {
        match (self, flag) {
            (Kind::Lasker, Flag::Abort) => "abort",
            (Kind::Lasker, Flag::Adjourn) => "adjourn",
            (_, Flag::Abort) => "courtesyabort",
            (_, Flag::Adjourn) => "courtesyadjourn",
            (_, Flag::Claim | Flag::Never) => "flag",
        }
    }

    /// What offers the opponent of the last game, who is named first, another one on these terms. The ancestor
    /// has no command for that.
    pub(super) fn rematch(self, terms: &Terms) -> String {
        let Some([minutes, increment]) = terms.control.filter(|_| self == Kind::Lasker) else {
            return "rematch".to_owned();
        };
        let rated = if terms.rated { "rated" } else { "unrated" };
        let kind = terms.kind.as_str();
        let variant = if USUAL_KINDS.contains(&kind) { "" } else { kind };
        let name = &terms.first.name;
        format!("match {name} {minutes} {increment} {rated} {variant}").trim_end().to_owned()
    }

    /// How pings are answered where lines are sealed; the ancestor takes a late answer to one ping for that
    /// to the next.
    pub fn pings(self) -> Pings {
        if self == Kind::Lasker { Pings::lasker() } else { Pings::default() }
    }

    /// Whether the server takes lines that are sealed with their times.
    pub(super) fn takes_seals(self) -> bool {
        self != Kind::Icc
    }
}
