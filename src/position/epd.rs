//! Extended position description (EPD): a position, and operations that say something of it, all on
//! one line. Source: the PGN standard of 1994, section 16.2.

#[cfg(test)]
mod tests;

use super::{FenError, Position};

/// A line of EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// What is said of it, in the order of the line.
    pub operations: Vec<Operation>,
}

/// Something said of a position: `bm Nf3 e4;` has the code `bm` and two operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What kind of thing is said: a letter, then letters, digits and underscores.
    pub code: String,
    /// What is said; quotation marks are taken off.
    pub operands: Vec<String>,
}

/// Why a line is no EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// It does not begin with a legal position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An operation begins with something else than a name.
    #[error("{0:?} is no name of an operation")]
    Code(String),
    /// A quotation mark has no fellow on the line.
    #[error("the quotation of `{0}` never ends")]
    Unclosed(String),
}

impl Record {
    /// Reads a line. The counters of a FEN may stand behind its four fields, as they do in many
    /// files; the operations `hmvc` and `fmvn` set them as well. A semicolon may be missing at the
    /// end.
    ///
    /// # Errors
    /// The first thing on the line that is wrong.
    pub fn parse(line: &str) -> Result<Record, EpdError> {
        let (fen, rest) = split_position(line);
        let operations = operations(rest)?;
        let number = |code| operands(&operations, code).first().map(String::as_str);
        let position = match (number("hmvc"), number("fmvn"), fen.len()) {
            (None, None, _) | (_, _, 5..) => Position::from_fen(&fen.join(" "))?,
            (halfmoves, fullmoves, _) => {
                let counters = [halfmoves.unwrap_or("0"), fullmoves.unwrap_or("1")];
                Position::from_fen(&[&fen[..], &counters].concat().join(" "))?
            }
        };
        Ok(Record { position, operations })
    }

    /// The operands of the first operation with that code; none if there is no such operation.
    pub fn operands(&self, code: &str) -> &[String] {
        operands(&self.operations, code)
    }
}

fn operands<'a>(operations: &'a [Operation], code: &str) -> &'a [String] {
    let named = operations.iter().find(|operation| operation.code == code);
    named.map_or(&[], |operation| &operation.operands)
}

/// The fields of the position, counters included if they are there, and the rest of the line.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::new(), line);
    while fields.len() < 4 {
        let (field, after) = word(rest);
        if field.is_empty() {
            return (fields, after);
        }
        fields.push(field);
        rest = after;
    }
    let (halfmoves, after) = word(rest);
    let (fullmoves, after) = word(after);
    let is_counter = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if is_counter(halfmoves) && is_counter(fullmoves) {
        fields.extend([halfmoves, fullmoves]);
        rest = after;
    }
    (fields, rest)
}

/// The first word, up to a blank or a semicolon, and what follows it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let ends = |c: char| c.is_whitespace() || c == ';';
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// All operations of a line, one after another.
fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let (mut operations, mut rest) = (Vec::new(), text);
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if rest.is_empty() {
            return Ok(operations);
        }
        let (operation, after) = operation(rest)?;
        operations.push(operation);
        rest = after;
    }
}

/// The first operation, and what follows it.
fn operation(text: &str) -> Result<(Operation, &str), EpdError> {
    let (code, mut rest) = word(text);
    let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !code.starts_with(|c: char| c.is_ascii_alphabetic()) || !code.chars().all(named) {
        return Err(EpdError::Code(code.to_owned()));
    }
    let mut operands = Vec::new();
    loop {
        rest = rest.trim_start();
        let (operand, after) = match rest.strip_prefix('"') {
            Some(quoted) => {
                quoted.split_once('"').ok_or_else(|| EpdError::Unclosed(code.to_owned()))?
            }
            None if rest.is_empty() || rest.starts_with(';') => break,
            None => word(rest),
        };
        operands.push(operand.to_owned());
        rest = after;
    }
    Ok((Operation { code: code.to_owned(), operands }, rest))
}
