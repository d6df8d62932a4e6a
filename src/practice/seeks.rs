//! Advertisements for games.

use super::{config::Profile, offer::Seek, server::Server, table::Terms};

/// Nobody may have more at once.
const MOST: usize = 3;
/// Ratings that any player has.
const ANY: [u16; 2] = [0, 9_999];

impl Server {
    /// `seek [minutes [inc]] [rated|unrated] [white|black] [auto|manual] [formula] [LOW-HIGH]`
    pub(super) fn seek(&mut self, name: &str, rest: &str) {
        if self.playing(name).is_some() {
            return self.refuse("You can't seek while you are playing a game.");
        }
        if self.seeks.values().filter(|seek| seek.from == name).count() >= MOST {
            return self.refuse("You can only have 3 active seeks.");
        }
        match self.read_seek(name, rest) {
            Ok(seek) => self.post(seek),
            Err(reason) => self.refuse(&reason),
        }
    }

    fn read_seek(&self, name: &str, rest: &str) -> Result<Seek, String> {
        let guest = self.is_guest(name);
        let terms = Terms { control: [5, 0], rated: !guest, white: None, adjourned: false };
        let first = if self.is_lasker() { 0 } else { 1 };
        let number = (first..).find(|number| !self.seeks.contains_key(number)).unwrap_or(first);
        let from = name.to_owned();
        let mut seek = Seek { number, from, terms, manual: false, formula: false, ratings: ANY };
        let mut numbers = 0;
        for word in rest.split_whitespace() {
            let range = || {
                let (low, high) = word.split_once('-')?;
                Some([low.parse().ok()?, high.parse().ok()?])
            };
            match word {
                // A guest's ad is unrated without a word, as on the servers that this one is like.
                "rated" | "r" => seek.terms.rated = !guest,
                "unrated" | "u" => seek.terms.rated = false,
                "white" | "w" => seek.terms.white = Some(true),
                "black" | "b" => seek.terms.white = Some(false),
                "manual" | "m" | "auto" | "a" | "formula" | "f" if self.is_lasker() => {
                    return Err(format!("No such category/board: {word}/0"));
                }
                "manual" | "m" => seek.manual = true,
                "auto" | "a" => seek.manual = false,
                "formula" | "f" => seek.formula = true,
                _ => match (word.parse(), range()) {
                    (Ok(number @ 0..=1_000), _) if numbers < 2 => {
                        seek.terms.control[numbers] = number;
                        numbers += 1;
                    }
                    (_, Some(range)) => seek.ratings = range,
                    _ => return Err(format!("No such category/board: {word}/0")),
                },
            }
        }
        Ok(seek)
    }

    /// Puts an advertisement up and shows it to all who want to see it.
    fn post(&mut self, seek: Seek) {
        let (number, from) = (seek.number, seek.from.clone());
        let ad = self.advertisement(&seek);
        let seen = self.readers(&from);
        if self.is_lasker() {
            self.answer(&ad);
        } else {
            self.answer(&format!(
                "Your seek has been posted with index {number}.\n\r({} player(s) saw the seek.)",
                seen.len()
            ));
        }
        for id in seen {
            let for_program = self.links.get(&id).is_some_and(|link| link.settings.has("seekinfo"));
            let text = if for_program { self.seek_info(&seek) } else { ad.clone() };
            self.event(id, &text, None);
        }
        self.seeks.insert(number, seek);
    }

    /// The connections of those who read advertisements now.
    fn readers(&self, but: &str) -> Vec<u64> {
        let reads = |id: &u64| {
            self.links.get(id).is_some_and(|link| {
                link.settings.is_on("seek")
                    && link.player().is_some_and(|name| name != but && self.playing(name).is_none())
            })
        };
        self.links.keys().copied().filter(reads).collect()
    }

    fn advertisement(&self, seek: &Seek) -> String {
        let [minutes, increment] = seek.terms.control;
        let (number, from, rating) = (seek.number, &seek.from, self.rating(&seek.from));
        let rated = if seek.terms.rated { "rated" } else { "unrated" };
        let kind = seek.terms.kind();
        if self.is_lasker() {
            return format!(
                "{number:3} {rating:4} {from:18} {minutes:3} {increment:3} {rated} {kind}     "
            );
        }
        let rating = match rating {
            0 if self.is_guest(from) => "++++".to_owned(),
            0 => "----".to_owned(),
            rating => rating.to_string(),
        };
        let from = self.titled(from).replace("(U)", "");
        let color = match seek.terms.white {
            Some(true) => " [white]",
            Some(false) => " [black]",
            None => "",
        };
        let how = match (seek.manual, seek.formula) {
            (true, true) => " mf",
            (true, false) => " m",
            (false, true) => " f",
            (false, false) => "",
        };
        format!(
            "{from} ({rating}) seeking {minutes} {increment} {rated} {kind}{color}{how} (\"play {number}\" \
             to respond)"
        )
    }

    /// An advertisement for programs.
    fn seek_info(&self, seek: &Seek) -> String {
        let (number, from) = (seek.number, &seek.from);
        let title = match self.account(from) {
            None => "01",
            Some(account) if account.computer => "02",
            Some(_) => "00",
        };
        let rating = match self.rating(from) {
            0 => "0P".to_owned(),
            rating => format!("{rating} "),
        };
        let [minutes, increment] = seek.terms.control;
        let [low, high] = seek.ratings;
        let color = match seek.terms.white {
            Some(true) => 'W',
            Some(false) => 'B',
            None => '?',
        };
        let [rated, auto, formula] =
            [(seek.terms.rated, "r", "u"), (!seek.manual, "t", "f"), (seek.formula, "t", "f")]
                .map(|(is, yes, no)| if is { yes } else { no });
        let kind = seek.terms.kind();
        format!(
            "<s> {number} w={from} ti={title} rt={rating} t={minutes} i={increment} r={rated} tp={kind} \
             c={color} rr={low}-{high} a={auto} f={formula}"
        )
    }

    /// `sought`
    pub(super) fn sought(&mut self) {
        let seeks: Vec<Seek> = self.seeks.values().cloned().collect();
        for seek in &seeks {
            let line = self.advertisement(seek);
            self.answer(&line);
        }
        self.answer(&format!("{} ads displayed.", seeks.len()));
    }

    /// `unseek [N]`
    pub(super) fn unseek(&mut self, name: &str, rest: &str) {
        let number: Option<u32> = rest.parse().ok();
        let is_meant =
            |seek: &&Seek| seek.from == name && number.is_none_or(|number| seek.number == number);
        let numbers: Vec<u32> =
            self.seeks.values().filter(is_meant).map(|seek| seek.number).collect();
        if !self.is_lasker() {
            self.answer(if numbers.is_empty() {
                "You have no active seeks."
            } else {
                "Your seeks have been removed."
            });
        }
        self.take_down(&numbers);
    }

    /// Somebody plays, or is gone: their advertisements come down.
    pub(super) fn remove_seeks_of(&mut self, name: &str) {
        let numbers: Vec<u32> =
            self.seeks.values().filter(|seek| seek.from == name).map(|seek| seek.number).collect();
        self.take_down(&numbers);
    }

    /// Takes advertisements down and tells those who read them.
    fn take_down(&mut self, numbers: &[u32]) {
        if numbers.is_empty() {
            return;
        }
        let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
        let list = list.join(" ");
        numbers.iter().for_each(|number| drop(self.seeks.remove(number)));
        for id in self.readers("") {
            let for_program =
                self.links.get(&id).is_some_and(|link| link.settings.has("seekremove"));
            match (self.config.profile, for_program) {
                (Profile::Fics | Profile::Icc, true) => {
                    self.event(id, &format!("<sr> {list}"), None)
                }
                (Profile::Fics | Profile::Icc, false) => {}
                (Profile::Lasker, _) => self.event(id, &format!("Ads removed: {list}"), None),
            }
        }
    }
}
