//! What comes from clients: lines of those who are in, and which command is which.

use std::time::Duration;

use super::{
    config::Profile,
    link::{Heard, Stage},
    offer::What,
    server::Server,
    table::Table,
    traffic::Incoming,
};

impl Server {
    /// Takes an input; what goes out and what has happened is taken from the server afterwards.
    pub(super) fn on(&mut self, input: Incoming, now: Duration) {
        self.now = now;
        self.let_flags_fall();
        match input {
            Incoming::Opened(id) => self.greet(id),
            Incoming::Received(id, bytes) => self.receive(id, &bytes),
            Incoming::Closed(id) => self.lose(id),
            Incoming::Tick => {}
        }
    }

    fn receive(&mut self, id: u64, bytes: &[u8]) {
        let Some(link) = self.links.get_mut(&id) else { return };
        link.last_word = self.now;
        for heard in link.feed(bytes) {
            match heard {
                Heard::Pong(ms) => self.pong(id, ms),
                Heard::Line { text, stamp } => self.line(id, &text, stamp),
            }
        }
    }

    /// A board has arrived: from then on the player's own clock counts.
    fn pong(&mut self, id: u64, ms: u32) {
        let Some(name) = self.name(id) else { return };
        let waiting = |table: &&mut Table| table.seat(&name) == Some(table.turn());
        if let Some(table) = self.tables.values_mut().find(waiting) {
            table.arrived.get_or_insert(ms);
        }
    }

    fn line(&mut self, id: u64, text: &str, stamp: Option<u32>) {
        let Some(link) = self.links.get(&id) else { return };
        match link.stage.clone() {
            Stage::In(name) => {
                self.issuer = Some((id, text.to_owned()));
                self.obey(id, &name, text, stamp);
                self.issuer = None;
                self.prompt(id);
            }
            stage => self.login(id, &stage, text),
        }
    }

    /// Does what somebody asks for.
    fn obey(&mut self, id: u64, name: &str, text: &str, stamp: Option<u32>) {
        let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let (lasker, icc) = (self.is_lasker(), self.config.profile == Profile::Icc);
        if self.looks_like_a_move(command) {
            return self.move_asked(name, command, stamp);
        }
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "set" => self.set(id, rest),
            "iset" if !icc => self.iset(id, rest),
            "set-2" if icc => self.set_datagram(id, rest),
            "/set-quietly" if icc => self.set(id, rest),
            "style" => self.set(id, &format!("style {rest}")),
            "open" => self.set(id, "open"),
            "finger" => self.finger(name, rest),
            "who" => self.who(),
            "games" => self.games(),
            "tell" | "t" => self.tell_somebody(name, rest),
            "say" => self.say(id, name, rest),
            "kibitz" => self.kibitz(name, rest),
            "whisper" => self.whisper(name),
            "shout" => self.shout(id, name, rest),
            "seek" => self.seek(name, rest),
            "unseek" => self.unseek(name, rest),
            "sought" => self.sought(),
            "play" => self.play_seek(name, rest),
            "match" => self.challenge(name, rest),
            "rematch" => self.rematch(name),
            "resume" if !lasker => self.resume(name, rest),
            "accept" => self.accept(name, rest),
            "decline" => self.decline(name, rest),
            "withdraw" => self.withdraw(name, rest),
            "pending" => self.pending(name),
            "draw" => self.draw(name),
            "abort" => self.abort(name),
            "adjourn" => self.adjourn(name),
            "courtesyabort" if !lasker => self.courtesy(name, What::Abort),
            "courtesyadjourn" if !lasker => self.courtesy(name, What::Adjourn),
            "takeback" => self.takeback(name, rest),
            "switch" => self.switch(name),
            "resign" => self.resign(name),
            "flag" => self.flag(name),
            "moretime" => self.moretime(name, rest),
            "refresh" => self.refresh(name),
            "moves" => self.moves(name),
            "oldmoves" => self.oldmoves(name),
            "stored" => self.list_stored(name),
            "date" | "uptime" | "news" | "messages" => self.answer("Nothing new here."),
            "quit" | "exit" | "logout" => self.quit(id, name),
            _ => self.refuse(&format!("{command}: Command not found.")),
        }
    }

    /// `set NAME VALUE`
    fn set(&mut self, id: u64, words: &str) {
        let (name, value) = words.split_once(' ').unwrap_or((words, ""));
        let profile = self.config.profile;
        let Some(link) = self.links.get_mut(&id) else { return };
        let result = link.settings.set(profile, name, value.trim());
        self.conclude(result);
    }

    /// `set-2 NUMBER VALUE`; the datagram of the clocks is the only one here.
    fn set_datagram(&mut self, id: u64, words: &str) {
        if let Some(link) = self.links.get_mut(&id) {
            link.settings.set_clocks(words == "56 1");
        }
    }

    /// `iset NAME VALUE`
    fn iset(&mut self, id: u64, words: &str) {
        let (name, value) = words.split_once(' ').unwrap_or((words, "1"));
        let profile = self.config.profile;
        let Some(link) = self.links.get_mut(&id) else { return };
        let result = link.settings.iset(profile, name, value.trim());
        self.conclude(result);
    }

    /// Answers with what came of it.
    fn conclude(&mut self, result: Result<String, String>) {
        match result {
            Ok(answer) if answer.is_empty() => {}
            Ok(answer) => self.answer(&answer),
            Err(reason) => self.refuse(&reason),
        }
    }
}
