//! What is answered to a request. Pure: nothing here knows of sockets.

use std::{fmt::Write, net::IpAddr};

use super::{Fault, Hosts, Request, Stage, json, page, shelf::Kept};
use crate::lab::career::{Career, most_frequent, picture, text};

/// What is answered.
#[derive(Debug)]
pub enum Answer {
    /// A whole document.
    Document(Document),
    /// A stream of what happens, which does not end.
    Events,
}

/// A document with what is said of it.
#[derive(Debug)]
pub struct Document {
    status: (u16, &'static str),
    kind: Kind,
    /// What it is called when it is kept as a file.
    name: Option<String>,
    /// What browsers may do with it.
    policy: String,
    body: String,
}

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Html,
    Json,
    Pgn,
    Svg,
    Text,
}

impl Kind {
    fn mime(self) -> &'static str {
        match self {
            Kind::Html => "text/html; charset=utf-8",
            Kind::Json => "application/json",
            Kind::Pgn => "application/x-chess-pgn; charset=utf-8",
            Kind::Svg => "image/svg+xml",
            Kind::Text => "text/plain; charset=utf-8",
        }
    }
}

/// A document that is no page does nothing by itself.
const NOTHING: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// What holds for every answer: nothing is kept, guessed at, framed or told to others.
const ALWAYS: &str = "Cache-Control: no-store\r\n\
                      X-Content-Type-Options: nosniff\r\n\
                      X-Frame-Options: DENY\r\n\
                      Referrer-Policy: no-referrer\r\n\
                      Cross-Origin-Resource-Policy: same-origin\r\n\
                      Connection: close\r\n";

/// What a stream of events begins with; a browser that has lost it calls again after two seconds.
pub fn events_head() -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{ALWAYS}\r\nretry: 2000\n\n")
}

impl Document {
    fn new(kind: Kind, body: String) -> Document {
        Document { status: (200, "OK"), kind, name: None, policy: NOTHING.to_owned(), body }
    }

    fn named(self, name: String) -> Document {
        Document { name: Some(name), ..self }
    }

    /// That there is no answer, and why.
    pub fn refusal(fault: Fault) -> Document {
        let body = format!("{fault}\n");
        Document { status: fault.status(), ..Document::new(Kind::Text, body) }
    }

    /// That so many look on that one more would be too many.
    pub fn crowded() -> Document {
        let body = "too many are looking on already\n".to_owned();
        Document { status: (503, "Service Unavailable"), ..Document::new(Kind::Text, body) }
    }

    fn missing() -> Document {
        let body = "there is no such page\n".to_owned();
        Document { status: (404, "Not Found"), ..Document::new(Kind::Text, body) }
    }

    /// The document as it is sent, or its head alone.
    pub fn to_bytes(&self, head_only: bool) -> Vec<u8> {
        let Document { status: (number, reason), kind, policy, body, name } = self;
        let (mime, length) = (kind.mime(), body.len());
        let mut text = format!(
            "HTTP/1.1 {number} {reason}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\n\
             Content-Security-Policy: {policy}\r\n{ALWAYS}"
        );
        if *number == 405 {
            text.push_str("Allow: GET, HEAD\r\n");
        }
        if let Some(name) = name {
            // Writing to a text cannot fail.
            let _ = write!(text, "Content-Disposition: attachment; filename=\"{name}\"\r\n");
        }
        text.push_str("\r\n");
        if !head_only {
            text.push_str(body);
        }
        text.into_bytes()
    }
}

/// What is answered to a request that came to the address `local`.
pub fn answer(request: &Request, hosts: &Hosts, local: IpAddr, stage: &Stage) -> Answer {
    if !hosts.allow(&request.host, local) {
        return Answer::Document(Document::refusal(Fault::OtherHost));
    }
    let parts: Vec<&str> = request.path.split('/').skip(1).collect();
    let document = match parts.as_slice() {
        ["events"] if !request.head_only => return Answer::Events,
        [""] => {
            let (body, policy) = page();
            Some(Document { policy, ..Document::new(Kind::Html, body) })
        }
        ["games.json"] => Some(Document::new(Kind::Json, json::list(&stage.games()))),
        ["games.pgn"] => Some(games(stage)),
        ["game", name] => game(name, stage),
        ["stats", name] => stats(name, stage),
        _ => None,
    };
    Answer::Document(document.unwrap_or_else(Document::missing))
}

/// All the last games.
fn games(stage: &Stage) -> Document {
    let text = stage.games().iter().map(|kept| kept.record.to_string()).collect();
    Document::new(Kind::Pgn, text).named("zeitnot.pgn".to_owned())
}

/// A game: `7.json`, `7.pgn`, or `live.pgn` for the one under way.
fn game(name: &str, stage: &Stage) -> Option<Document> {
    let (which, kind) = name.split_once('.')?;
    if which == "live" && kind == "pgn" {
        let live = stage.scene().live?;
        let document = Document::new(Kind::Pgn, live.record.to_string());
        return Some(document.named("zeitnot-live.pgn".to_owned()));
    }
    let Kept { record, me, number } = stage.game(which.parse().ok()?)?;
    match kind {
        "json" => Some(Document::new(Kind::Json, json::game(&record, me))),
        "pgn" => {
            let document = Document::new(Kind::Pgn, record.to_string());
            Some(document.named(format!("zeitnot-{number}.pgn")))
        }
        _ => None,
    }
}

/// What the games came to: `all.txt`, `all.svg`, or those of a day, such as `2026.01.31.svg`.
fn stats(name: &str, stage: &Stage) -> Option<Document> {
    let (which, kind) = name.rsplit_once('.')?;
    let mut games = stage.games();
    games.retain(|kept| which == "all" || kept.record.tags.date == which);
    let records = || games.iter().map(|kept| &*kept.record);
    let last = games.iter().rev().find_map(Kept::engine).map(str::to_owned);
    let mut career = Career::new(&last.or_else(|| most_frequent(records()))?, records());
    if which == "all" {
        career.links_lost = stage.lost();
    }
    match kind {
        "txt" => Some(Document::new(Kind::Text, text(&career))),
        "svg" => Some(Document::new(Kind::Svg, picture(&career))),
        _ => None,
    }
}
