//! Lines to tokens: tags, comments, brackets, words.

use std::io::{self, BufRead};

use super::{
    lines::Lines,
    problem::{Fault, Problem, quote},
};

/// The most bytes a comment may have; the rest is dropped.
const MAX_COMMENT: usize = 1 << 16;

/// What a comment that was not closed cannot contain: the next game.
const NEXT_GAME: &str = "[Event \"";

/// A piece of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag {
        name: String,
        value: String,
    },
    /// A comment of either kind, without its brackets.
    Comment(String),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A numeric annotation glyph: what follows the `$`.
    Nag(String),
    /// A move, its number, a result, or anything else.
    Word(String),
}

/// Cuts an input into tokens.
pub(super) struct Scanner<R> {
    lines: Lines<R>,
    /// The present line, and how many bytes of it have been read.
    text: String,
    at: usize,
    /// What was not understood since somebody asked.
    problems: Vec<Problem>,
}

impl<R: BufRead> Scanner<R> {
    pub(super) fn new(input: R) -> Scanner<R> {
        Scanner { lines: Lines::new(input), text: String::new(), at: 0, problems: Vec::new() }
    }

    /// What was not understood since the last call.
    pub(super) fn take_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// The line that is being read, from 1.
    pub(super) fn line(&self) -> usize {
        self.lines.number()
    }

    /// The next token, with the line it begins in.
    pub(super) fn next(&mut self) -> io::Result<Option<(usize, Token)>> {
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            self.at += blanks;
            let Some(first) = self.rest().chars().next() else {
                if !self.next_line()? {
                    return Ok(None);
                }
                continue;
            };
            let line = self.line();
            if let Some(token) = self.token(first)? {
                return Ok(Some((line, token)));
            }
        }
    }

    /// The token that begins with `first`; `None` if there is none, and it has been passed over.
    fn token(&mut self, first: char) -> io::Result<Option<Token>> {
        let all = self.rest().len();
        let token = match first {
            '[' => return Ok(self.tag()),
            '{' => return self.comment().map(Some),
            ';' => {
                self.split(first.len_utf8());
                let text = self.split(all - first.len_utf8());
                Token::Comment(self.cut(text))
            }
            '$' => {
                self.split(first.len_utf8());
                let end = self.rest().find(|c: char| !c.is_ascii_digit());
                Token::Nag(self.split(end.unwrap_or(all - first.len_utf8())))
            }
            '(' | ')' => {
                self.split(first.len_utf8());
                if first == '(' { Token::Open } else { Token::Close }
            }
            '}' | ']' => {
                let mark = self.split(first.len_utf8());
                self.note(Fault::Mark(mark));
                return Ok(None);
            }
            _ => Token::Word(self.split(word_end(self.rest()))),
        };
        Ok(Some(token))
    }

    /// What is left of the line.
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes so many bytes off what is left of the line.
    fn split(&mut self, bytes: usize) -> String {
        let front = self.rest().get(..bytes).unwrap_or_default().to_owned();
        self.at += bytes;
        front
    }

    fn note(&mut self, fault: Fault) {
        self.problems.push(Problem { line: self.line(), fault });
    }

    /// Goes on to the next line, whatever it is.
    fn any_line(&mut self) -> io::Result<bool> {
        let line = self.lines.next()?;
        let found = line.is_some();
        (self.text, self.at) = (line.unwrap_or_default(), 0);
        Ok(found)
    }

    /// Goes on to the next line that is no escape.
    fn next_line(&mut self) -> io::Result<bool> {
        while self.any_line()? {
            if !self.text.starts_with('%') {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A tag, if the bracket opens one; else it is passed over to its end, or the end of the line if
    /// that cannot be told.
    fn tag(&mut self) -> Option<Token> {
        if let Some((name, value, length)) = tag(self.rest()) {
            self.split(length);
            return Some(Token::Tag { name, value });
        }
        let sign = self.rest().find(['"', ']']).unwrap_or_default();
        let closed = self.rest().get(sign..).is_some_and(|rest| rest.starts_with(']'));
        let text = self.split(if closed { sign + 1 } else { self.rest().len() });
        self.note(Fault::Tag(quote(&text)));
        None
    }

    /// A comment in braces, over as many lines as it takes.
    fn comment(&mut self) -> io::Result<Token> {
        let begun = self.line();
        let mut text = String::new();
        self.split('{'.len_utf8());
        loop {
            if let Some(end) = self.rest().find('}') {
                add(&mut text, &self.split(end));
                self.split('}'.len_utf8());
                break;
            }
            add(&mut text, self.rest());
            if !self.any_line()? || self.text.starts_with(NEXT_GAME) {
                self.problems.push(Problem { line: begun, fault: Fault::OpenComment });
                break;
            }
        }
        Ok(Token::Comment(self.cut(text)))
    }

    /// As much of a comment as there is room for.
    fn cut(&mut self, mut text: String) -> String {
        if text.len() > MAX_COMMENT {
            truncate(&mut text, MAX_COMMENT);
            self.note(Fault::TooMany("words in a comment"));
        }
        text
    }
}

/// Adds a line to a comment, but no more than shows that there is too much.
fn add(text: &mut String, line: &str) {
    if text.len() <= MAX_COMMENT {
        text.push_str(line);
        text.push(' ');
    }
}

/// Cuts a text to so many bytes at most, between two characters.
pub(super) fn truncate(text: &mut String, bytes: usize) {
    let most = bytes.min(text.len());
    let end = (0..=most).rev().find(|&at| text.is_char_boundary(at));
    text.truncate(end.unwrap_or_default());
}

/// Where the word ends that a text begins with. A bracket ends it, unless it holds the piece a pawn
/// becomes: `e8(Q)`.
fn word_end(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
    let end = text.find(ends).unwrap_or(text.len());
    let after = text.get(end..).unwrap_or_default();
    let promotion =
        ["(Q)", "(R)", "(B)", "(N)"].into_iter().find(|&piece| after.starts_with(piece));
    end + promotion.map_or(0, str::len)
}

/// Reads a tag: name, value, and its length in bytes. Only a quotation mark before a bracket or the
/// end of the line ends the value, so that unescaped ones inside do no harm.
fn tag(text: &str) -> Option<(String, String, usize)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let end = inside.find(|c: char| c.is_whitespace() || c == '"' || c == ']')?;
    let (name, rest) = inside.split_at(end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() || name.starts_with('%') {
        return None;
    }
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        let rest = letters.as_str();
        match letter {
            '\\' if rest.starts_with(['"', '\\']) => value.extend(letters.next()),
            '"' => match rest.trim_start() {
                "" => return Some((name.to_owned(), value, text.len())),
                rest if rest.starts_with(']') => {
                    return Some((name.to_owned(), value, text.len() + 1 - rest.len()));
                }
                _ => value.push(letter),
            },
            _ => value.push(letter),
        }
    }
    None
}
