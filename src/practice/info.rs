//! What players may ask for: about each other, their games and the server.

use super::{
    board::minutes,
    server::Server,
    table::{Made, Table},
};

impl Server {
    /// `finger [NAME]`
    pub(super) fn finger(&mut self, name: &str, rest: &str) {
        let wanted = rest.split(' ').next().filter(|word| !word.is_empty()).unwrap_or(name);
        let link = self.online(wanted).and_then(|id| self.links.get(&id));
        let account = self.account(wanted);
        let known = account
            .map(|account| account.name.clone())
            .or_else(|| link.and_then(|link| link.player().map(str::to_owned)));
        let Some(known) = known else {
            return self.refuse(&format!("There is no player matching the name {wanted}."));
        };
        let title = self.titled(&known).replace("(U)", "");
        let mut text = match link {
            Some(link) => {
                let on = self.now.saturating_sub(link.since).as_secs();
                let idle = self.now.saturating_sub(link.last_word).as_secs();
                format!("\n\rStatistics for {title:<16}On for: {on} secs   Idle: {idle} secs\n\r")
            }
            None => format!("\n\rStatistics for {title:<16}(not logged in)\n\r"),
        };
        match account {
            None => text += &format!("{known} is NOT a registered player.\n\r"),
            Some(account) => {
                text += "\n\r         rating     RD     win   loss   draw  total   best\n\r";
                if account.rating > 0 {
                    text += &format!("blitz      {}\n\r", account.rating);
                }
                for (number, note) in account.notes.iter().enumerate() {
                    text += &format!("\n\r{:2}: {note}", number + 1);
                }
            }
        }
        let sealed = if link.is_some_and(|link| link.sealed) { "yes" } else { "no" };
        text += &format!("\n\rTimeseal: {sealed}");
        self.answer(&text);
    }

    /// `who`
    pub(super) fn who(&mut self) {
        let mut names = Vec::new();
        for link in self.links.values() {
            if let Some(name) = link.player() {
                let rating = self.rating(name);
                names.push(match rating {
                    0 => format!("---- {}", self.titled(name)),
                    _ => format!("{rating} {}", self.titled(name)),
                });
            }
        }
        let count = names.len();
        self.answer(&format!("\n\r{}\n\r\n\r {count} players displayed.", names.join("  ")));
    }

    /// `games`
    pub(super) fn games(&mut self) {
        if self.tables.is_empty() {
            return self.answer("There are no games in progress.");
        }
        let line = |table: &Table| {
            let ([white, black], [time, increment]) = (&table.names, table.control);
            format!("{:3} {white:12} {black:12} [{time:3} {increment:3}]", table.number)
        };
        let lines: Vec<String> = self.tables.values().map(line).collect();
        self.answer(&lines.join("\n\r"));
    }

    /// `moves`
    pub(super) fn moves(&mut self, name: &str) {
        let Some(table) = self.table_of(name) else {
            return self.refuse("You are not playing a game.");
        };
        let head = match self.is_lasker() {
            true => String::new(),
            false => format!("Movelist for game {}:\n\r", table.number),
        };
        let list = self.list_of_moves(&table, "{Still in progress} *");
        self.answer(&format!("\n\r{head}{list}"));
    }

    /// `oldmoves`
    pub(super) fn oldmoves(&mut self, name: &str) {
        match self.finished.get(&name.to_lowercase()).cloned() {
            Some(list) => {
                self.answer(&format!("Last game for {name} was history game 0.\n\r{list}"));
            }
            None => self.refuse(&format!("There is no old game for {name}.")),
        }
    }

    /// The moves of a game, and how it stands or has ended.
    pub(super) fn list_of_moves(&self, table: &Table, end: &str) -> String {
        let [white, black] = &table.names;
        let [time, increment] = table.control;
        let [w, b] = [white, black].map(|name| self.with_rating(name, "UNR"));
        let rated = if table.rated { "Rated" } else { "Unrated" };
        let ms = !self.is_lasker();
        let mut text = format!(
            "\n\r{w} vs. {b} --- Sat Jan  1, 12:00 UTC 2000\n\r{rated} {} match, \
             initial time: {time} minutes, increment: {increment} seconds.\n\r\n\r\
             Move  {white:<18} {black}\n\r----  ----------------   ----------------\n\r",
            table.kind(),
        );
        let cell = |made: &Made| format!("{:<7} ({})", made.san, minutes(made.took, ms));
        for (number, pair) in table.made.chunks(2).enumerate() {
            let [white, black] =
                [pair.first(), pair.get(1)].map(|made| made.map_or(String::new(), cell));
            text += &format!("{:3}.  {white:<18} {black}\n\r", number + 1);
        }
        format!("{text}      {end}\n\r")
    }

    /// `stored`
    pub(super) fn list_stored(&mut self, name: &str) {
        let mine: Vec<&Table> =
            self.stored.iter().filter(|table| table.seat(name).is_some()).collect();
        let count = mine.len();
        if self.is_lasker() {
            let mut text = format!("Stored games for {name}:\n\r");
            for table in mine {
                let [white, black] = table.names.each_ref().map(|name| name.to_lowercase());
                text += &format!("   {white} vs. {black}\n\r");
            }
            let plural = if count == 1 { "" } else { "s" };
            return self.answer(&format!("{text}{count} stored game{plural} found."));
        }
        if count == 0 {
            return self.answer(&format!("{name} has no adjourned games."));
        }
        let line = |(number, table): (usize, &&Table)| {
            let seat = table.seat(name).unwrap_or(0);
            let opponent = table.opponent(seat);
            let color = if seat == 0 { 'W' } else { 'B' };
            let online = if self.online(opponent).is_some() { 'Y' } else { 'N' };
            let kind = format!("{}{}", &table.kind()[..1], if table.rated { 'r' } else { 'u' });
            let ([time, increment], moves) = (table.control, table.made.len() / 2 + 1);
            format!(
                "{:2}: {color} {opponent:<17} {online} [ {kind} {time:3} {increment:3}] {moves}",
                number + 1
            )
        };
        let lines: Vec<String> = mine.iter().enumerate().map(line).collect();
        self.answer(&format!(
            "Stored games for {name}:\n\r    C Opponent       On Type\n\r{}",
            lines.join("\n\r")
        ));
    }
}
