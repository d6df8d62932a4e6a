//! What people say on a server. Whatever they say stays inside: no text of theirs is ever read as a
//! line of the server's.

/// A name with what the server puts behind it: `Rookworm(C)(TM)`, `Pawnstorm(----)`, `Rook(C)[12]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The name alone.
    pub name: String,
    /// Titles and marks in brackets: `C` for a computer, `U` for a guest, `GM`, `TD`, ratings ...
    pub marks: Vec<String>,
}

impl Speaker {
    /// Whether the server calls them a computer.
    pub fn is_computer(&self) -> bool {
        self.marks.iter().any(|mark| mark == "C")
    }

    /// Reads a name with its marks; `None` if it is none.
    pub fn parse(text: &str) -> Option<Speaker> {
        let end = text.find(['(', '[']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at_checked(end)?;
        let mut marks = Vec::new();
        while !rest.is_empty() {
            let (open, close) = if rest.starts_with('(') { ('(', ')') } else { ('[', ']') };
            let (mark, behind) = rest.strip_prefix(open)?.split_once(close)?;
            marks.push(mark.trim().to_owned());
            rest = behind;
        }
        is_name(name).then(|| Speaker { name: name.to_owned(), marks })
    }
}

/// Whether this can be somebody's name.
pub(super) fn is_name(text: &str) -> bool {
    (1..=20).contains(&text.len())
        && text.chars().all(is_of_name)
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric())
        && text.matches('-').count() <= 1
}

/// Whether this may stand in a name: ICC lets one hyphen be among letters and digits.
pub(super) fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-'
}

/// How something is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// To me alone.
    Tell,
    /// By the opponent, to me.
    Say,
    /// To all who look on.
    Whisper,
    /// To all who play and look on.
    Kibitz,
    /// To everybody.
    Shout,
    /// In a channel.
    Channel(String),
}

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// Who says it.
    pub speaker: Speaker,
    /// How.
    pub manner: Manner,
    /// What.
    pub text: String,
}

/// The words between name and text.
const VERBS: [(&str, Manner); 6] = [
    (" tells you: ", Manner::Tell),
    (" says: ", Manner::Say),
    (" whispers: ", Manner::Whisper),
    (" kibitzes: ", Manner::Kibitz),
    (" shouts: ", Manner::Shout),
    (" c-shouts: ", Manner::Shout),
];

impl Talk {
    /// Reads a line; `None` if nobody says anything in it.
    pub fn parse(line: &str) -> Option<Talk> {
        if let Some(shout) = line.strip_prefix("--> ") {
            let (speaker, text) = shout.split_once(' ').unwrap_or((shout, ""));
            return Talk::of(speaker, Manner::Shout, text);
        }
        // The first blank ends the name, so what is said cannot be taken for the speaker.
        let end = end_of_name(line)?;
        let (speaker, rest) = line.split_at_checked(end)?;
        for (verb, manner) in VERBS {
            let text = rest.strip_prefix(verb).or_else(|| (rest == verb.trim_end()).then_some(""));
            if let Some(text) = text {
                return Talk::of(speaker, manner, text);
            }
        }
        let speaker = Speaker::parse(speaker.strip_suffix(':')?)?;
        let channel = speaker.marks.last().filter(|mark| mark.parse::<u16>().is_ok())?.clone();
        let text = rest.strip_prefix(' ').unwrap_or_default().to_owned();
        Some(Talk { speaker, manner: Manner::Channel(channel), text })
    }

    fn of(speaker: &str, manner: Manner, text: &str) -> Option<Talk> {
        Some(Talk { speaker: Speaker::parse(speaker)?, manner, text: text.to_owned() })
    }
}

/// Where the first blank is that is not in a bracket: ratings may have blanks in front, `Pawn( 950)`.
fn end_of_name(line: &str) -> Option<usize> {
    let mut inside = false;
    line.find(|c: char| {
        inside = (inside || matches!(c, '(' | '[')) && !matches!(c, ')' | ']');
        c == ' ' && !inside
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_told_by_its_speaker_and_manner() {
        for (line, name, manner, text) in [
            ("Rookworm(C) tells you: hello there", "Rookworm", Manner::Tell, "hello there"),
            ("GuestAB(U) says: gg", "GuestAB", Manner::Say, "gg"),
            ("Pawn(----) kibitzes: nice", "Pawn", Manner::Kibitz, "nice"),
            ("Rook(C)[12] kibitzes: +0.3", "Rook", Manner::Kibitz, "+0.3"),
            ("Rook(C)( 950)[12] kibitzes: +0.3", "Rook", Manner::Kibitz, "+0.3"),
            ("Pawn whispers: psst", "Pawn", Manner::Whisper, "psst"),
            ("--> Pawn waves", "Pawn", Manner::Shout, "waves"),
            ("Pawn shouts: all", "Pawn", Manner::Shout, "all"),
            ("Pawn(TD)(53): play?", "Pawn", Manner::Channel("53".to_owned()), "play?"),
            ("Pawn tells you:", "Pawn", Manner::Tell, ""),
            ("Rook-Worm(C) tells you: hi", "Rook-Worm", Manner::Tell, "hi"),
        ] {
            let talk = Talk::parse(line).unwrap();
            assert_eq!((talk.speaker.name.as_str(), talk.text.as_str()), (name, text), "{line}");
            assert_eq!(talk.manner, manner, "{line}");
        }
        assert!(Talk::parse("Rook(C) tells you: x").unwrap().speaker.is_computer());
        assert!(!Talk::parse("Rook(----) tells you: x").unwrap().speaker.is_computer());
    }

    #[test]
    fn the_servers_own_lines_are_no_talk() {
        for line in [
            "{Game 1 (Pawn vs. Rook) Pawn says: no} 1-0",
            "Creating: Pawn (0) Rook (0) unrated blitz 5 0",
            "Challenge: Pawn (----) Rook (----) rated blitz 3 2.",
            "<12> x tells you: y",
            "Notification: Pawn has arrived.",
            "",
            "tells you: nothing",
            "Rook- tells you: x",
            "-Rook tells you: x",
            "A-b-c tells you: x",
        ] {
            assert_eq!(Talk::parse(line), None, "{line}");
        }
    }
}
