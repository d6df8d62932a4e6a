//! A game while it is being read.

use super::{
    Outcome, Ply, Record, comment,
    problem::{Fault, Problem, quote},
    scan::{Token, truncate},
};
use crate::position::{MoveError, Position};

/// The most moves of a record, both sides together; no game can be longer.
const MAX_PLIES: usize = 20_000;
/// The most bytes of tags and comments of one game.
const MAX_TEXT: usize = 1 << 22;
/// The most annotation glyphs of a move.
const MAX_NAGS: usize = 16;
/// The most problems told of one game.
const MAX_PROBLEMS: usize = 100;
/// The most tags of one game.
const MAX_TAGS: usize = 500;
/// Variants whose rules differ in more than where the game begins and how it is castled.
const OTHER_RULES: [&str; 12] = [
    "3check",
    "antichess",
    "atomic",
    "bughouse",
    "crazyhouse",
    "giveaway",
    "horde",
    "kingofthehill",
    "losers",
    "racingkings",
    "suicide",
    "threecheck",
];

/// A game as far as it has been read.
pub(super) struct Draft {
    record: Record,
    /// The names of the tags so far.
    names: Vec<String>,
    /// The result in the tags.
    told: Option<Outcome>,
    /// The result after the moves, and its line.
    seen: Option<(Outcome, usize)>,
    /// The position after the moves so far, and the one before the last of them.
    position: Position,
    before: Position,
    /// What was said about the last move, and where that began.
    said: String,
    said_line: usize,
    /// Variations that are open.
    depth: usize,
    /// Whether anything stood there that comes after tags.
    moves_begun: bool,
    /// Whether a move could not be played, so that the rest makes no sense.
    broken: bool,
    /// Room for tags and comments.
    room: usize,
    /// The line of the last token; 0 before the first one.
    line: usize,
}

impl Draft {
    pub(super) fn new() -> Draft {
        let start = Position::startpos();
        Draft {
            record: Record::new(start.clone()),
            names: Vec::new(),
            told: None,
            seen: None,
            position: start.clone(),
            before: start,
            said: String::new(),
            said_line: 0,
            depth: 0,
            moves_begun: false,
            broken: false,
            room: MAX_TEXT,
            line: 0,
        }
    }

    /// Whether the token belongs to the next game: after the result only a comment in the same line
    /// belongs to this one, and after moves no tag does. A game without moves ends where the next
    /// one says `Event`.
    pub(super) fn ends_before(&self, line: usize, token: &Token) -> bool {
        match (self.seen, token) {
            (Some((_, end)), Token::Comment(_)) => line != end,
            (Some(_), _) => true,
            (None, Token::Tag { name, .. }) => {
                self.moves_begun || name == "Event" && self.names.contains(name)
            }
            (None, _) => false,
        }
    }

    pub(super) fn add_problems(&mut self, problems: Vec<Problem>) {
        let room = MAX_PROBLEMS.saturating_sub(self.record.problems.len());
        self.record.problems.extend(problems.into_iter().take(room));
    }

    fn note(&mut self, fault: Fault) {
        self.note_at(self.line, fault);
    }

    fn note_at(&mut self, line: usize, fault: Fault) {
        self.add_problems(vec![Problem { line, fault }]);
    }

    /// Takes the next token of the game.
    pub(super) fn take(&mut self, line: usize, token: Token) {
        self.line = line;
        self.moves_begun |= !matches!(token, Token::Tag { .. } | Token::Comment(_));
        match token {
            Token::Tag { name, value } => self.tag(name, value),
            Token::Open => self.depth += 1,
            Token::Close if self.depth == 0 => self.note(Fault::Mark(")".to_owned())),
            Token::Close => self.depth -= 1,
            _ if self.depth > 0 => {}
            Token::Word(word) => self.word(&word),
            _ if self.broken => {}
            Token::Comment(text) => self.comment(&text),
            Token::Nag(digits) => match digits.parse() {
                Ok(nag) => self.nag(nag),
                Err(_) => self.note(Fault::Mark(quote(&format!("${digits}")))),
            },
        }
    }

    fn tag(&mut self, name: String, mut value: String) {
        if self.names.contains(&name) {
            return self.note(Fault::TagTwice(quote(&name)));
        }
        if self.names.len() >= MAX_TAGS || name.len() > self.room {
            return self.note(Fault::TooMany("tags"));
        }
        self.room -= name.len();
        self.fit(&mut value);
        match name.as_str() {
            "SetUp" => {}
            "FEN" => self.begin_with(&value),
            "Result" => {
                self.told = Outcome::read(value.trim());
                if self.told.is_none() {
                    self.note(Fault::Result(quote(&value)));
                }
            }
            _ => {
                if name == "Variant" && has_other_rules(&value) {
                    self.broken = true;
                    self.note(Fault::Variant(quote(&value)));
                }
                self.record.tags.set(&name, value);
            }
        }
        self.names.push(name);
    }

    /// Cuts a text to the room that is left.
    fn fit(&mut self, text: &mut String) {
        if text.len() > self.room {
            truncate(text, self.room);
            self.note(Fault::TooMany("words in tags and comments"));
        }
        self.room -= text.len();
    }

    fn begin_with(&mut self, fen: &str) {
        match Position::from_fen(fen) {
            Ok(position) => {
                self.record.start = position.clone();
                self.before = position.clone();
                self.position = position;
            }
            Err(reason) => {
                self.broken = true;
                self.note(Fault::Start { fen: quote(fen), reason });
            }
        }
    }

    fn comment(&mut self, text: &str) {
        let mut text = text.to_owned();
        self.fit(&mut text);
        if self.said.is_empty() {
            self.said_line = self.line;
        }
        self.said.push_str(&text);
        self.said.push(' ');
    }

    fn nag(&mut self, nag: u8) {
        match self.record.moves.last_mut() {
            Some(ply) if ply.nags.len() < MAX_NAGS => ply.nags.push(nag),
            Some(_) => self.note(Fault::TooMany("marks of a move")),
            None => self.note(Fault::Mark(format!("${nag}"))),
        }
    }

    /// A result, a move with or without its number, a number alone, or a mark.
    fn word(&mut self, word: &str) {
        let text = if Outcome::read(word).is_some() { word } else { without_number(word) };
        if let Some(outcome) = Outcome::read(text) {
            self.seen = Some((outcome, self.line));
            return;
        }
        if self.broken || matches!(text, "" | "e.p." | "ep") {
            return;
        }
        match nag_of(text) {
            Some(nag) => self.nag(nag),
            None if text == "--" || text.contains(char::is_alphanumeric) => self.play(text),
            None => self.note(Fault::Mark(quote(text))),
        }
    }

    fn play(&mut self, text: &str) {
        self.settle_comment();
        if self.record.moves.len() >= MAX_PLIES {
            self.broken = true;
            return self.note(Fault::TooMany("moves"));
        }
        match self.position.parse_move(text) {
            Ok(mv) => {
                let nags = nag_at_end(text).into_iter().collect();
                self.record.moves.push(Ply { nags, ..Ply::new(mv) });
                self.before = self.position.clone();
                self.position.play(mv);
            }
            Err(reason) => self.refuse(text, reason),
        }
    }

    fn refuse(&mut self, text: &str, reason: MoveError) {
        let (number, side) = (self.position.fullmoves(), self.position.side());
        self.broken = true;
        self.note(Fault::Move { number, side, text: quote(text), reason });
    }

    /// Gives what was said to the last move, or to the game before the first one.
    fn settle_comment(&mut self) {
        if self.said.is_empty() {
            return;
        }
        let said = std::mem::take(&mut self.said);
        let faults = match self.record.moves.last_mut() {
            Some(ply) => comment::take(&said, &self.before, ply),
            None => {
                self.record.comment = comment::plain(&said);
                Vec::new()
            }
        };
        for fault in faults {
            self.note_at(self.said_line, fault);
        }
    }

    /// The game, unless nothing was there.
    pub(super) fn finish(mut self) -> Option<Record> {
        if self.line == 0 {
            return (!self.record.problems.is_empty()).then_some(self.record);
        }
        self.settle_comment();
        if self.depth > 0 {
            self.note(Fault::OpenVariation);
        }
        match (self.told, self.seen) {
            (_, None) => self.note(Fault::NoResult),
            (Some(tag), Some((end, line))) if tag != end => {
                self.note_at(line, Fault::TwoResults { tag, end });
            }
            _ => {}
        }
        self.record.result = self.seen.map(|(end, _)| end).or(self.told).unwrap_or(Outcome::Open);
        self.record.problems.sort_by_key(|problem| problem.line);
        Some(self.record)
    }
}

/// Whether a variant is no chess, however its name is joined: servers give a player all of his games in one file.
fn has_other_rules(variant: &str) -> bool {
    let letters = variant.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    OTHER_RULES.contains(&name.as_str())
}

/// The word without a number in front of it, in any form: `1.`, `1...`, `1.e4`, `1e4`.
fn without_number(word: &str) -> &str {
    if word.starts_with("0-0") {
        return word;
    }
    word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…'])
}

/// The glyph that a mark stands for.
fn nag_of(mark: &str) -> Option<u8> {
    Some(match mark {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// The glyph that the mark after a move stands for; checks may stand around it.
fn nag_at_end(text: &str) -> Option<u8> {
    let end = text.trim_end_matches(|c| "+#!?".contains(c)).len();
    nag_of(text.get(end..)?.trim_matches(['+', '#']))
}
