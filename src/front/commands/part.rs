//! A part of a long task, for machines that share it without talking to each other.

use std::str::FromStr;

/// One of several equal parts, as `2/4` names the second of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    number: u32,
    parts: u32,
}

impl Part {
    /// Those of a list that are this part's, every so-many-th.
    pub fn only<T>(self, list: Vec<T>) -> Vec<T> {
        let (first, step) = (self.number as usize - 1, self.parts as usize);
        list.into_iter().skip(first).step_by(step).collect()
    }

    /// Its place, from 0, and of how many.
    pub fn place(self) -> (u64, u64) {
        (u64::from(self.number - 1), u64::from(self.parts))
    }

    /// The numbers from 0 up to `count` that are this part's, every so-many-th.
    pub fn of(self, count: u32) -> impl Iterator<Item = u32> {
        (self.number - 1..count).step_by(self.parts as usize)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(number, parts)| {
            Some(Part { number: number.parse().ok()?, parts: parts.parse().ok()? })
        });
        let part = numbers.filter(|part| (1..=part.parts).contains(&part.number));
        part.ok_or_else(|| format!("{text:?} is no part: I/N is part I of N, so 1/2 or 2/2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole_and_no_two_share_anything() {
        let parts = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Part>().unwrap());
        let mut all: Vec<u32> = parts.iter().flat_map(|part| part.of(10)).collect();
        let listed =
            parts.map(|part| part.only(('a'..='h').collect()).into_iter().collect::<String>());
        assert_eq!(listed, ["adg", "beh", "cf"]);
        assert_eq!(parts[1].of(10).collect::<Vec<_>>(), [1, 4, 7]);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..10));
    }

    #[test]
    fn what_is_no_part_is_refused_by_name() {
        for text in ["", "0/2", "3/2", "1", "1/0", "-1/2", "a/b", "1/2/3"] {
            let refusal = text.parse::<Part>().unwrap_err();
            assert!(refusal.starts_with(&format!("{text:?}")), "{refusal}");
        }
    }
}
