//! What a line that looks for a game says of it, such as `5 3 rated white`.

use super::{Accept, Control};

/// What a line that looks for a game says of it, as servers have it behind `seek` and, after a name, behind
/// `match`. What it leaves out the server fills in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ics) struct Wanted {
    /// Minutes and increment.
    pub control: Option<Control>,
    /// Whether ratings are at stake.
    pub rated: Option<bool>,
    /// The colour that the bot asks for; `true` for White.
    pub white: Option<bool>,
    /// The variant as servers announce it, such as `wild/fr`; empty for usual chess.
    pub variant: String,
}

impl Wanted {
    /// Reads a line; words that mean nothing are taken for a variant.
    pub fn read(line: &str) -> Wanted {
        let control = Control::of(line);
        let mut wanted = Wanted { control, ..Wanted::default() };
        let terms = line.split_whitespace().skip(if control.is_some() { 2 } else { 0 });
        terms.for_each(|word| wanted.add(&word.to_ascii_lowercase()));
        wanted
    }

    /// Takes one more word into account.
    fn add(&mut self, word: &str) {
        let is_number = word.parse::<u32>().is_ok();
        match word {
            "rated" | "r" => self.rated = Some(true),
            "unrated" | "u" => self.rated = Some(false),
            "white" | "w" => self.white = Some(true),
            "black" | "b" => self.white = Some(false),
            "manual" | "m" | "auto" | "a" | "formula" | "f" => {}
            "fr" if self.variant.is_empty() => "wild/fr".clone_into(&mut self.variant),
            _ if self.variant == "wild" => self.variant = format!("wild/{word}"),
            // A number in another place, or a range of ratings.
            _ if is_number || word.contains('-') => {}
            _ => word.clone_into(&mut self.variant),
        }
    }

    /// Which rule refuses every game like this, in words that go on from its line.
    pub fn refused_by(&self, accept: &Accept) -> Option<&'static str> {
        let Control([minutes, increment]) = self.control?;
        let approved = &accept.controls;
        let within = |[least, most]: [u32; 2], it| (least..=most).contains(&it);
        let rules = [
            (
                approved.is_empty() || approved.contains(&Control([minutes, increment])),
                "is not among accept.controls",
            ),
            (within(accept.minutes, minutes), "is outside accept.minutes"),
            (within(accept.increment, increment), "is outside accept.increment"),
            (self.rated != Some(true) || accept.rated, "is rated, and accept.rated is false"),
            (
                self.rated != Some(false) || accept.unrated,
                "is unrated, and accept.unrated is false",
            ),
        ];
        rules.into_iter().find_map(|(held, fault)| (!held).then_some(fault))
    }
}
