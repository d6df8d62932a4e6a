//! What the page is told, as JSON.

use std::time::Duration;

use serde::Serialize;

use super::{
    reason::Reason,
    shelf::Kept,
    stage::{Live, Scene},
    time_control,
};
use crate::{
    front::{openings, report, words},
    lab::report::Report,
    message::{Bound, Score, Thinking},
    pgn::{Eval, Outcome, Record, Value},
    position::{ChessMove, Color, Position},
};

/// The moment: what changes from second to second.
#[derive(Serialize)]
struct Now<'a> {
    name: &'a str,
    server: &'a str,
    link: &'a str,
    score: Option<[u32; 3]>,
    /// Milliseconds: usual, and seldom exceeded.
    lag: Option<[u64; 2]>,
    /// Milliseconds, White's first.
    clocks: Option<[i64; 2]>,
    running: Option<&'static str>,
    thinking: Option<Thought>,
    plan: Option<Plan>,
    games: u64,
}

/// What was planned for the move under way, in milliseconds, and how long ago it began.
#[derive(Serialize)]
struct Plan {
    planned: u64,
    most: u64,
    spent: u64,
}

/// What the engine thinks.
#[derive(Serialize)]
struct Thought {
    /// Whose move is thought about.
    side: &'static str,
    depth: u32,
    #[serde(flatten)]
    score: Verdict,
    bound: &'static str,
    line: String,
    nodes: u64,
    elapsed: u64,
}

/// A score as White sees it, in one of two kinds.
#[derive(Default, Serialize)]
struct Verdict {
    cp: Option<i32>,
    mate: Option<i32>,
}

/// A game.
#[derive(Serialize)]
struct Game<'a> {
    white: &'a str,
    black: &'a str,
    elo: [Option<&'a str>; 2],
    event: &'a str,
    date: &'a str,
    control: Option<String>,
    opening: Option<&'static str>,
    result: String,
    over: bool,
    why: &'a str,
    me: Option<&'static str>,
    /// The men at the start, as in a FEN, and whose move it is.
    start: String,
    first: &'static str,
    plies: Vec<Step>,
    /// Where the time went, once the game is over.
    report: Vec<String>,
}

/// A move with the position after it. Times are in milliseconds.
#[derive(Serialize)]
struct Step {
    n: u16,
    side: &'static str,
    san: String,
    from: String,
    to: String,
    men: String,
    /// Where the king stands that is in check.
    check: Option<String>,
    used: Option<u64>,
    planned: Option<u64>,
    lag: Option<u64>,
    left: Option<u64>,
    #[serde(flatten)]
    score: Verdict,
    depth: Option<u32>,
    #[serde(flatten)]
    why: Reason,
}

/// A game in the list of the last ones.
#[derive(Serialize)]
struct Row {
    id: u64,
    white: String,
    black: String,
    result: String,
    why: String,
    date: String,
    me: Option<&'static str>,
    control: Option<String>,
    opening: Option<&'static str>,
    moves: usize,
}

/// A day with games.
#[derive(Serialize)]
struct Day {
    date: String,
    games: usize,
}

/// The list of the last games.
#[derive(Serialize)]
struct List {
    games: Vec<Row>,
    days: Vec<Day>,
}

/// The moment `now`.
pub fn now(scene: &Scene, now: Duration) -> String {
    let place = &scene.place;
    text(&Now {
        name: &place.name,
        server: &place.server,
        link: &place.link,
        score: place.score,
        lag: place.lag.map(|(usual, high)| [usual, high].map(milliseconds)),
        clocks: scene.clocks.map(|clocks| clocks.left(now)),
        running: scene.clocks.and_then(|clocks| clocks.running).map(letter),
        thinking: scene.thinking.as_deref().map(thought),
        plan: scene.plan.map(|plan| Plan {
            planned: milliseconds(plan.planned),
            most: milliseconds(plan.most),
            spent: milliseconds(now.saturating_sub(plan.since)),
        }),
        games: scene.games,
    })
}

/// The game under way.
pub fn live(live: &Live) -> String {
    game(&live.record, live.me)
}

/// A game.
pub fn game(record: &Record, me: Option<Color>) -> String {
    let report = Report::new(record);
    let over = record.result != Outcome::Open;
    let tags = &record.tags;
    text(&Game {
        white: &tags.white,
        black: &tags.black,
        elo: ["WhiteElo", "BlackElo"].map(|tag| tags.get(tag)),
        event: &tags.event,
        date: &tags.date,
        control: time_control(record).map(words::control),
        opening: openings::name(&record.game()),
        result: record.result.to_string(),
        over,
        why: reason(record),
        me: me.map(letter),
        start: men(&record.start),
        first: letter(record.start.side()),
        plies: steps(record, &report),
        report: if over { report::sides(&report) } else { Vec::new() },
    })
}

/// The last games, the newest first, and the days they were played on.
pub fn list(games: &[Kept]) -> String {
    let mut days: Vec<Day> = Vec::new();
    for kept in games.iter().rev() {
        let date = &kept.record.tags.date;
        match days.iter_mut().find(|day| day.date == *date) {
            Some(day) => day.games += 1,
            None => days.push(Day { date: date.clone(), games: 1 }),
        }
    }
    text(&List { games: games.iter().rev().map(row).collect(), days })
}

fn row(kept: &Kept) -> Row {
    let (record, tags) = (&kept.record, &kept.record.tags);
    Row {
        id: kept.number,
        white: tags.white.clone(),
        black: tags.black.clone(),
        result: record.result.to_string(),
        why: reason(record).to_owned(),
        date: tags.date.clone(),
        me: kept.me.map(letter),
        control: time_control(record).map(words::control),
        opening: openings::name(&record.game()),
        moves: record.moves.len().div_ceil(2),
    }
}

/// Why the game has ended: what the server said, or what stands behind the last move.
fn reason(record: &Record) -> &str {
    let last = record.moves.last().map_or("", |ply| &ply.comment);
    record.tags.get("Termination").unwrap_or(last)
}

fn steps(record: &Record, report: &Report) -> Vec<Step> {
    let mut position = record.start.clone();
    let mut steps = Vec::with_capacity(record.moves.len());
    for (ply, told) in record.moves.iter().zip(&report.steps) {
        let side = position.side();
        let (from, to) = squares(&position, ply.mv);
        let n = position.fullmoves();
        position.play(ply.mv);
        let king = position.in_check().then(|| position.king(position.side()).to_string());
        steps.push(Step {
            n,
            side: letter(side),
            san: told.san.clone(),
            from,
            to,
            men: men(&position),
            check: king,
            used: told.used.map(milliseconds),
            planned: ply.planned.map(milliseconds),
            lag: ply.lag.map(milliseconds),
            left: told.left.map(milliseconds),
            score: ply.eval.as_ref().map(verdict).unwrap_or_default(),
            depth: told.depth,
            why: Reason::read(&ply.why),
        });
    }
    steps
}

/// Where a move begins and ends on the board; in castling it is the king's.
fn squares(position: &Position, mv: ChessMove) -> (String, String) {
    let mut after = position.clone();
    after.play(mv);
    let to = if position.is_castling(mv) { after.king(position.side()) } else { mv.get_dest() };
    (mv.get_source().to_string(), to.to_string())
}

/// The men, as in a FEN.
fn men(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

fn verdict(eval: &Eval) -> Verdict {
    match eval.value {
        Value::Centipawns(cp) => Verdict { cp: Some(cp), mate: None },
        Value::Mate(moves) => Verdict { cp: None, mate: Some(moves) },
    }
}

fn thought(thinking: &Thinking) -> Thought {
    let (bound, score) = thinking.for_white();
    let score = match score {
        Score::Centipawns(cp) => Verdict { cp: Some(cp), mate: None },
        Score::Mate(moves) => Verdict { cp: None, mate: Some(moves) },
    };
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    // As everywhere on the page, three dots are one character.
    let line = thinking.root.numbered_line(&thinking.line).join(" ").replacen("...", "…", 1);
    Thought {
        side: letter(thinking.root.side()),
        depth: thinking.depth,
        score,
        bound,
        line,
        nodes: thinking.nodes,
        elapsed: milliseconds(thinking.elapsed),
    }
}

fn letter(color: Color) -> &'static str {
    if color == Color::White { "w" } else { "b" }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Texts, numbers and lists alone cannot fail to be written.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
