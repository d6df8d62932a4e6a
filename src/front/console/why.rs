//! Why a move took as long as it did: the arithmetic behind it, for the curious.

use std::time::Duration;

use super::{pages::filled, view};
use crate::{
    clock::{ClockView, TimeControl},
    front::words::{amount, clock_time, control, seconds},
    message::{Account, Bound, Explanation, Grounds, Thinking},
    position::{ChessMove, Color, Position},
    timing::nameless,
};

/// Columns of the names in the table.
const NAMES: usize = 14;

/// What the search said of a position, iteration by iteration.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    root: Option<Position>,
    reports: Vec<Thinking>,
}

impl Trace {
    /// Notes a report; one of another position, or of another search, begins a new trace.
    pub fn note(&mut self, report: &Thinking) {
        let again = self.last().is_some_and(|last| report.elapsed < last.elapsed);
        if again || self.root.as_ref() != Some(&report.root) {
            *self = Trace { root: Some(report.root.clone()), reports: Vec::new() };
        }
        if report.rank.is_none_or(|rank| rank == 1) && report.bound == Bound::Exact {
            self.reports.push(report.clone());
        }
    }

    /// The last report of a position.
    pub fn last(&self) -> Option<&Thinking> {
        self.reports.last()
    }
}

/// A move of the engine's with all that is known about its time.
#[derive(Clone, Debug)]
pub(super) struct Explained {
    before: Position,
    mv: ChessMove,
    trace: Trace,
    /// What its time went into, once that is told.
    pub account: Option<Account>,
}

impl Explained {
    /// A move made in a position; what the search said of any other is not wanted.
    pub fn new(before: &Position, mv: ChessMove, trace: Trace) -> Explained {
        let trace = if trace.root.as_ref() == Some(before) { trace } else { Trace::default() };
        Explained { before: before.clone(), mv, trace, account: None }
    }

    /// The reason in a line: what was used of what was planned, and the rule that ended it.
    pub fn line(&self) -> Option<String> {
        let account = self.account.as_ref()?;
        let mut line = format!("{}: {}", self.before.san(self.mv), seconds_of(account.used));
        if let Some(planned) = account.planned {
            line += &format!(" of {} planned", seconds_of(planned));
        }
        if account.depth > 0 {
            line += &format!(", depth {}", account.depth);
        }
        Some(line + "; " + nameless(&account.reason.ended))
    }

    /// The reasons as a table.
    pub fn table(&self) -> Vec<String> {
        let Some(account) = &self.account else { return Vec::new() };
        let mut rows = Vec::new();
        if let Some(grounds) = &account.grounds {
            rows.extend(clock(grounds, self.before.side()));
            rows.extend(plan(account, grounds));
        }
        rows.extend(self.search());
        let Explanation { went_on, ended, more_time } = account.reason.clone();
        rows.extend(went_on.map(|went_on| ("went on", went_on)));
        rows.push(("ended by", ended));
        rows.extend(more_time.map(|more_time| ("more time", more_time)));
        rows.extend(self.last_half(account.used));
        let used = seconds_of(account.used);
        let head = format!("Why {} took {used}:", self.before.san(self.mv));
        std::iter::once(head).chain(rows.iter().flat_map(|(name, text)| row(name, text))).collect()
    }

    /// How far the search got, and since when it has wanted this move.
    fn search(&self) -> Option<(&'static str, String)> {
        let last = self.trace.last()?;
        let score = view::told(last.score, self.before.side());
        let mut text = format!("depth {}, {} nodes, {score}", last.depth, view::count(last.nodes));
        let mv = self.before.san(self.mv);
        text += &match self.trace.reports.iter().rev().take_while(|it| leads(it, self.mv)).last() {
            Some(first) => {
                format!("; {mv} since depth {} ({})", first.depth, seconds_of(first.elapsed))
            }
            // An iteration that was cut short found it.
            None => format!("; {mv} only since"),
        };
        if let Some(other) = self.trace.reports.iter().rev().find(|it| !leads(it, self.mv)) {
            let san = other.line.first().map(|&mv| self.before.san(mv)).unwrap_or_default();
            text += &format!(", before that {san}");
        }
        Some(("search", text))
    }

    /// What the second half of the time has brought.
    fn last_half(&self, used: Duration) -> Option<(&'static str, String)> {
        let reports = &self.trace.reports;
        let (then, now) =
            (reports.iter().rev().find(|it| it.elapsed * 2 <= used)?, self.trace.last()?);
        if then.depth >= now.depth {
            return None;
        }
        let side = self.before.side();
        let [from, to] = [then, now].map(|it| view::for_white(it.score, side).to_string());
        let moves = match then.line.first().filter(|_| !leads(then, self.mv)) {
            Some(&other) => {
                format!("{} instead of {}", self.before.san(self.mv), self.before.san(other))
            }
            None => "the same move".to_owned(),
        };
        let depths = now.depth - then.depth;
        let plies = if depths == 1 { "1 ply".to_owned() } else { format!("{depths} plies") };
        Some(("the last half", format!("{plies} more: {moves}, score {from} to {to}")))
    }
}

/// A row of the table, its text in lines below each other.
fn row(name: &str, text: &str) -> Vec<String> {
    let margin = " ".repeat(NAMES + 2);
    let mut lines = filled(text.split(' '), &margin);
    if let Some(first) = lines.first_mut() {
        first.replace_range(..margin.len(), &format!("  {name:<NAMES$}"));
    }
    lines
}

/// Whether a report's line begins with a move.
fn leads(report: &Thinking, mv: ChessMove) -> bool {
    report.line.first() == Some(&mv)
}

/// What the clocks and the control said.
fn clock(grounds: &Grounds, side: Color) -> Vec<(&'static str, String)> {
    let clock = &grounds.clock;
    let (own, other) = (view::color(side), view::color(!side));
    match clock.control {
        TimeControl::Unlimited => vec![("clock", "none".to_owned())],
        TimeControl::PerMove(_) => vec![("clock", control(clock.control))],
        TimeControl::Tournament { .. } | TimeControl::Staged(_) => {
            let left = [clock.remaining, clock.opponent].map(clock_time);
            let [mine, theirs] = left;
            vec![
                ("clock", format!("{own} {mine}, {other} {theirs}  ({})", control(clock.control))),
                ("moves to go", moves_to_go(clock)),
            ]
        }
    }
}

/// How many moves the clock is for.
fn moves_to_go(clock: &ClockView) -> String {
    let made = clock.moves_made;
    match clock.moves_to_go {
        Some(1) => format!("1 to the time control, after {made}"),
        Some(moves) => format!("{moves} to the time control, after {made}"),
        None => format!("to the end of the game, after {made}"),
    }
}

/// What was planned: the share of the clock, and what bounds it.
fn plan(account: &Account, grounds: &Grounds) -> Vec<(&'static str, String)> {
    let Some(planned) = account.planned else { return Vec::new() };
    let left = grounds.clock.remaining.saturating_sub(grounds.clock.lag);
    let mut share = seconds_of(planned);
    let shared =
        matches!(grounds.clock.control, TimeControl::Tournament { .. } | TimeControl::Staged(_));
    if shared && !planned.is_zero() {
        let part = left.as_secs_f64() / planned.as_secs_f64();
        share += &format!(", the clock shared among {part:.0} such moves");
    }
    let bounds = format!(
        "{} at most, {} kept back for lag",
        amount_of(grounds.most),
        seconds(grounds.clock.lag) + " s"
    );
    vec![("plan", format!("{share}  ({})", grounds.policy)), ("bounds", bounds)]
}

/// An amount of time without more decimals than anybody wants to read.
fn amount_of(time: Duration) -> String {
    if time < Duration::from_secs(60) { seconds_of(time) } else { amount(time) }
}

fn seconds_of(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::{Ledger, parse_any},
        message::Score,
    };

    /// A report after so many milliseconds, with a line of one move.
    fn report(root: &Position, depth: u32, ms: u64, score: i32, san: &str) -> Thinking {
        Thinking {
            root: root.clone(),
            depth,
            seldepth: depth,
            rank: None,
            score: Score::Centipawns(score),
            bound: Bound::Exact,
            chances: [300, 400, 300],
            elapsed: Duration::from_millis(ms),
            nodes: 1_000 * ms,
            hashfull: 0,
            tbhits: 0,
            line: vec![root.parse_move(san).expect("a legal move")],
        }
    }

    /// A move of White's with 40 moves in five minutes, after these reports.
    fn explained(reports: &[(u32, u64, i32, &str)], reason: Explanation) -> Explained {
        let root = Position::startpos();
        let mut trace = Trace::default();
        for &(depth, ms, score, san) in reports {
            trace.note(&report(&root, depth, ms, score, san));
        }
        let mut ledger = Ledger::new(parse_any("40 5 0").expect("a control"));
        ledger.start(Color::White, Duration::ZERO);
        let clock = ClockView {
            lag: Duration::from_millis(30),
            ..ledger.view(Color::White, 0, Duration::from_secs(60))
        };
        let most = Duration::from_secs(15);
        let grounds = Grounds { policy: "adaptive".to_owned(), clock, most };
        let mv = root.parse_move("e4").expect("a legal move");
        let used = Duration::from_millis(8_000);
        Explained {
            account: Some(Account {
                planned: Some(Duration::from_secs(6)),
                used,
                on_clock: Some(used),
                depth: 12,
                reason,
                grounds: Some(Box::new(grounds)),
            }),
            ..Explained::new(&root, mv, trace)
        }
    }

    /// A search that was extended, with what more time would have brought.
    fn at_length() -> Explanation {
        Explanation {
            went_on: Some(
                "adaptive: best move in doubt (20 % likely to change), extended to 15.0 s"
                    .to_owned(),
            ),
            ended: "adaptive: best move stable for 3 iterations".to_owned(),
            more_time: Some("another 8.0 s would change it in 1 of 60 cases".to_owned()),
        }
    }

    #[test]
    fn the_table_shows_the_whole_arithmetic() {
        let reports = [(9, 900, 20, "d4"), (10, 3_000, 25, "e4"), (12, 8_000, 31, "e4")];
        let told = explained(&reports, at_length());
        let expected = "\
Why e4 took 8.00 s:
  clock         White 4:00, Black 5:00  (40 moves in 5:00)
  moves to go   40 to the time control, after 0
  plan          6.00 s, the clock shared among 40 such moves  (adaptive)
  bounds        15.00 s at most, 0.03 s kept back for lag
  search        depth 12, 8.0 M nodes, +0.31 for White; e4 since depth 10
                (3.00 s), before that d4
  went on       adaptive: best move in doubt (20 % likely to change), extended
                to 15.0 s
  ended by      adaptive: best move stable for 3 iterations
  more time     another 8.0 s would change it in 1 of 60 cases
  the last half 2 plies more: the same move, score +0.25 to +0.31";
        assert_eq!(told.table().join("\n"), expected);
        let line = "e4: 8.00 s of 6.00 s planned, depth 12; best move stable for 3 iterations";
        assert_eq!(told.line().as_deref(), Some(line));
    }

    #[test]
    fn another_search_of_the_same_position_begins_a_new_trace() {
        let reports = [(20, 9_000, 20, "d4"), (3, 100, 25, "e4"), (5, 7_000, 30, "e4")];
        let table = explained(&reports, "only legal move".into()).table().join("\n");
        assert!(table.contains("+0.30 for White; e4 since depth 3 (0.10"), "{table}");
        assert!(table.ends_with("2 plies more: the same move, score +0.25 to +0.30"), "{table}");
    }

    #[test]
    fn a_move_that_no_whole_iteration_found_is_told_with_how_deep_they_went() {
        let reports = [(9, 900, 20, "e4"), (10, 3_000, 25, "d4")];
        let table = explained(&reports, "planned 6.0 s used".into()).table().join("\n");
        let row = "search        depth 10, 3.0 M nodes, +0.25 for White; e4 only since, before\n\
                   \x20               that d4";
        assert!(table.contains(row), "{table}");
    }

    #[test]
    fn a_move_that_was_not_searched_has_what_is_known() {
        let told = explained(&[], "book: 12 of 40".into()).table();
        assert!(told.iter().any(|line| line == "  ended by      book: 12 of 40"), "{told:?}");
        assert!(!told.iter().any(|line| line.contains("search")), "{told:?}");
    }
}
