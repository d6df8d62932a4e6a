//! Why a move took as long as it did: the arithmetic behind it, for the curious.

use std::time::Duration;

use super::{pages::filled_within, view};
use crate::{
    clock::{ClockView, TimeControl},
    front::words::{amount, clock_time, control, seconds},
    message::{Account, Bound, Explanation, Grounds, Thinking},
    position::{ChessMove, Color, Position},
    timing::nameless,
};

/// Less time than this is nothing in hundredths of seconds.
const LEAST_TOLD: Duration = Duration::from_millis(5);
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
        if !again {
            self.follow(&report.root);
        }
        if again || self.root.as_ref() != Some(&report.root) {
            *self = Trace { root: Some(report.root.clone()), reports: Vec::new() };
        }
        if report.rank.is_none_or(|rank| rank == 1) && report.bound == Bound::Exact {
            self.reports.push(report.clone());
        }
    }

    /// After a ponder hit the same search goes on at the position pondered on. What was said of it before began with
    /// the move expected; the scores are the engine's all along.
    fn follow(&mut self, root: &Position) {
        let expected = self.last().and_then(|last| last.line.first()).copied();
        let Some((before, expected)) = self.root.as_ref().zip(expected) else { return };
        let mut ahead = before.clone();
        ahead.play(expected);
        if ahead != *root {
            return;
        }
        self.reports.retain(|report| leads(report, expected));
        for report in &mut self.reports {
            report.root = ahead.clone();
            report.line.remove(0);
        }
        self.root = Some(ahead);
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
    pub fn new(before: &Position, mv: ChessMove, mut trace: Trace) -> Explained {
        // A search that had its answer before the expected move came says nothing after it.
        trace.follow(before);
        let trace = if trace.root.as_ref() == Some(before) { trace } else { Trace::default() };
        Explained { before: before.clone(), mv, trace, account: None }
    }

    /// The reason in a line: what was used of what was planned, and the rule that ended it.
    pub fn line(&self) -> Option<String> {
        let account = self.account.as_ref()?;
        let mut line = format!("{}: {}", self.before.san(self.mv), seconds_of(account.used));
        if let Some(pondered) = pondered(account) {
            line += &format!(" ({} on the opponent's clock)", seconds_of(pondered));
        }
        if let Some(planned) = account.planned {
            line += &format!(" of {} planned", seconds_of(planned));
        }
        if account.depth > 0 {
            line += &format!(", depth {}", account.depth);
        }
        Some(line + "; " + nameless(&account.reason.ended))
    }

    /// The reasons as a table in lines of a width.
    pub fn table(&self, width: usize) -> Vec<String> {
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
        let mut head =
            format!("Why {} took {}", self.before.san(self.mv), seconds_of(account.used));
        if let Some(pondered) = pondered(account) {
            head += &format!(", {} of it on the opponent's clock", seconds_of(pondered));
        }
        head.push(':');
        let rows = rows.iter().flat_map(|(name, text)| row(name, text, width));
        std::iter::once(head).chain(rows).collect()
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
        let [from, to] = [then, now].map(|it| it.score.for_white(side).to_string());
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

/// How much of a move's time was the opponent's, if any was.
fn pondered(account: &Account) -> Option<Duration> {
    let pondered = account.used.saturating_sub(account.on_clock?);
    Some(pondered).filter(|&pondered| pondered >= LEAST_TOLD)
}

/// A row of the table, its text in lines below each other.
fn row(name: &str, text: &str, width: usize) -> Vec<String> {
    let margin = " ".repeat(NAMES + 2);
    let mut lines = filled_within(width, text.split(' '), &margin);
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
    let share = seconds_of(planned) + &share_of(planned, &grounds.clock);
    let bounds = format!(
        "{} at most, {} kept back for lag",
        amount_of(grounds.most),
        seconds(grounds.clock.lag) + " s"
    );
    vec![("plan", format!("{share}  ({})", grounds.policy)), ("bounds", bounds)]
}

/// What part of the clock a planned time is. For so many such moves the clock lasts only where nothing comes to it.
fn share_of(planned: Duration, clock: &ClockView) -> String {
    let carries_over =
        matches!(clock.control, TimeControl::Tournament { .. } | TimeControl::Staged(_));
    let left = clock.remaining.saturating_sub(clock.lag).as_secs_f64();
    if !carries_over || planned.is_zero() || left == 0.0 {
        return String::new();
    }
    let moves = left / planned.as_secs_f64();
    let grows = !clock.increment.is_zero() || !clock.delay.is_zero() || clock.overtime.is_some();
    if grows || moves < 1.5 {
        return format!(", {:.1} % of the clock", 100.0 / moves);
    }
    format!(", the clock shared among {moves:.0} such moves")
}

/// An amount of time without more decimals than anybody wants to read.
fn amount_of(time: Duration) -> String {
    if time < Duration::from_secs(60) { seconds_of(time) } else { amount(time) }
}

fn seconds_of(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests;
