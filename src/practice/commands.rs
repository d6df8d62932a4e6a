//! Which command is which.

use super::server::Server;

impl Server {
    /// Does what somebody asks for.
    pub(super) fn obey(&mut self, id: u64, name: &str, text: &str, stamp: Option<u32>) {
        let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let lasker = self.is_lasker();
        if self.looks_like_a_move(command) {
            return self.move_asked(name, command, stamp);
        }
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "set" => self.set(id, rest),
            "iset" => self.iset(id, rest),
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
            "resume" if !lasker => self.resume(name, rest),
            "accept" => self.accept(name, rest),
            "decline" => self.decline(name, rest),
            "withdraw" => self.withdraw(name, rest),
            "pending" => self.pending(name),
            "draw" => self.draw(name),
            "abort" => self.abort(name),
            "adjourn" => self.adjourn(name),
            "takeback" => self.takeback(name, rest),
            "switch" => self.switch(name),
            "resign" => self.resign(name),
            "flag" => self.flag(name),
            "moretime" => self.moretime(name, rest),
            "refresh" => self.refresh(name),
            "moves" => self.moves(name),
            "stored" => self.list_stored(name),
            "date" | "uptime" | "news" | "messages" => self.answer("Nothing new here."),
            "quit" | "exit" | "logout" => self.quit(id, name),
            _ => self.refuse(&format!("{command}: Command not found.")),
        }
    }

    fn quit(&mut self, id: u64, name: &str) {
        if self.playing(name).is_some() {
            return self.refuse(
                "You can't quit while you are playing a game.\n\rType 'resign' to resign the game, or \
                 you can request an abort with 'abort'.",
            );
        }
        self.answer("\n\rThank you for using a server to practise on.\n\r");
        self.close(id);
    }
}
