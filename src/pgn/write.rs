//! Records to text, in the export format of the standard.

use std::fmt;

use super::{
    Record, Tags,
    comment::{pieces, plain},
};
use crate::position::{Color, Position, numeral};

/// The most characters of a line, as far as words allow.
const WIDTH: usize = 79;

impl fmt::Display for Record {
    /// The game with its tags and an empty line after it. Blanks in comments are evened out, a
    /// closing brace becomes a bracket; an illegal move and what follows it are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        write_lines(f, &self.words())?;
        writeln!(f)
    }
}

impl Record {
    /// The seven tags of every game, the start if it is another than usual, the others.
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tags { event, site, date, round, white, black, others } = &self.tags;
        let roster = [("Event", event), ("Site", site), ("Date", date), ("Round", round)];
        for (name, value) in roster.into_iter().chain([("White", white), ("Black", black)]) {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", &self.result.to_string())?;
        if self.start != Position::startpos() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.fen())?;
        }
        others.iter().try_for_each(|(name, value)| write_tag(f, name, value))
    }

    /// Everything below the tags, in pieces that are not broken.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        add_comment(plain(&self.comment).split(' ').map(str::to_owned).collect(), &mut words);
        let mut position = self.start.clone();
        let mut numbered = false;
        for ply in &self.moves {
            if !position.is_legal(ply.mv) {
                break;
            }
            if position.side() == Color::White || !numbered {
                words.push(numeral(position.fullmoves(), position.side()));
            }
            words.push(position.san(ply.mv));
            words.extend(ply.nags.iter().map(|nag| format!("${nag}")));
            let pieces = pieces(ply);
            numbered = pieces.is_empty();
            add_comment(pieces, &mut words);
            position.play(ply.mv);
        }
        words.push(self.result.to_string());
        words
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Puts a comment in braces, if it says anything.
fn add_comment(mut pieces: Vec<String>, words: &mut Vec<String>) {
    if pieces.iter().all(String::is_empty) {
        return;
    }
    if let Some(first) = pieces.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = pieces.last_mut() {
        last.push('}');
    }
    words.append(&mut pieces);
}

/// Breaks words into lines. None may begin with the sign of an escape or of a tag.
fn write_lines(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        let glued = word.starts_with(['%', '[']);
        if column == 0 {
            f.write_str(word)?;
            column = width;
        } else if column + 1 + width <= WIDTH || glued {
            write!(f, " {word}")?;
            column += 1 + width;
        } else {
            write!(f, "\n{word}")?;
            column = width;
        }
    }
    writeln!(f)
}
