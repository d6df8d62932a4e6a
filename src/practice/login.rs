//! How somebody comes in, and goes.

use super::{
    config::Profile,
    fault_plan::Moment,
    link::{Link, Stage},
    record::Record,
    server::Server,
};

const WELCOME: &str = "\n\r   A server to practise on\n\r\n\rServer location: loopback\n\r";
const ASK_NAME: &str =
    "\n\rIf you are not a registered player enter the login name \"guest\"\n\rlogin: ";
/// Telnet: I will echo, so that a password is not shown; and I will not any more.
const HIDE: &[u8] = b"\xff\xfb\x01";
const SHOW: &[u8] = b"\xff\xfc\x01";
/// Lengths of names.
const NAMES: std::ops::RangeInclusive<usize> = 3..=17;
const LINE: &str = "__________________________________________________________________________";

impl Server {
    /// Somebody has connected.
    pub(super) fn greet(&mut self, id: u64) {
        let mut link = Link::new(self.now);
        if self.config.profile == Profile::Icc {
            "aics% ".clone_into(&mut link.settings.prompt);
        }
        self.links.insert(id, link);
        self.ask(id, &format!("{WELCOME}{ASK_NAME}"));
    }

    fn ask(&mut self, id: u64, text: &str) {
        self.send(id, text.as_bytes(), Some(Moment::Login));
    }

    fn set_stage(&mut self, id: u64, stage: Stage) {
        if let Some(link) = self.links.get_mut(&id) {
            link.stage = stage;
        }
    }

    /// A line of somebody who is not in yet.
    pub(super) fn login(&mut self, id: u64, stage: &Stage, text: &str) {
        match stage {
            Stage::Name => self.named(id, text),
            Stage::Password(name) => {
                self.send(id, SHOW, None);
                self.password(id, name, text);
            }
            Stage::Return(name) => {
                self.send(id, SHOW, None);
                self.enter(id, name);
            }
            Stage::In(_) => {}
        }
    }

    fn named(&mut self, id: u64, name: &str) {
        let wrong = if name.is_empty() {
            Some("")
        } else if !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            Some("Sorry, names can only consist of lower and upper case letters.  Try again.\n\r")
        } else if name.len() < *NAMES.start() {
            Some("A name should be at least three characters long!  Try again.\n\r")
        } else if name.len() > *NAMES.end() {
            Some("Sorry, names may be at most 17 characters long.  Try again.\n\r")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            return self.ask(id, &format!("\n\r{wrong}{ASK_NAME}"));
        }
        let known = self.account(name).map(|account| account.name.clone());
        self.send(id, HIDE, None);
        match known {
            Some(name) => {
                self.set_stage(id, Stage::Password(name.clone()));
                self.ask(
                    id,
                    &format!(
                        "\n\r\"{name}\" is a registered name.  If it is yours, type the password.\n\r\
                         If not, just hit return to try another name.\n\r\n\rpassword: "
                    ),
                );
            }
            None => self.guest(id, name),
        }
    }

    /// Guests get a name, or have the one they ask for confirmed.
    fn guest(&mut self, id: u64, asked: &str) {
        let assigned = asked.eq_ignore_ascii_case("guest");
        let name = if assigned { self.guest_name() } else { asked.to_owned() };
        let register = "(After logging in, do \"help register\" for more info on how to register.)";
        let text = match (self.is_lasker(), assigned) {
            (true, _) => {
                let created = format!("Created temporary login '{name}'\n\r\n\r");
                let created = if assigned { created } else { String::new() };
                format!(
                    "\n\r{created}\"{name}\" is not a registered name.  You may play unrated games as \
                     a guest.\n\r{register}\n\r\n\rPress return to enter the FICS as \"{name}\":"
                )
            }
            (false, true) => format!(
                "\n\rLogging you in as \"{name}\"; you may use this name to play unrated games.\n\r\
                 {register}\n\r\n\rPress return to enter the server as \"{name}\":"
            ),
            (false, false) => format!(
                "\n\r\"{name}\" is not a registered name.  You may use this name to play unrated \
                 games.\n\r{register}\n\r\n\rPress return to enter the server as \"{name}\":"
            ),
        };
        self.set_stage(id, Stage::Return(name));
        self.ask(id, &text);
    }

    /// A name that nobody has.
    fn guest_name(&mut self) -> String {
        loop {
            let letters: String = (0..4).map(|_| self.rng.uppercase()).collect();
            let name = format!("Guest{letters}");
            if self.online(&name).is_none() {
                break name;
            }
        }
    }

    fn password(&mut self, id: u64, name: &str, password: &str) {
        if self.account(name).is_some_and(|account| account.password == password) {
            return self.enter(id, name);
        }
        self.set_stage(id, Stage::Name);
        let wrong =
            if password.is_empty() { "" } else { "\n\r**** Invalid password! ****\n\r\n\r" };
        self.ask(id, &format!("\n\r{wrong}\n\r{ASK_NAME}"));
    }

    fn enter(&mut self, id: u64, name: &str) {
        if let Some(older) = self.online(name) {
            let kicking =
                format!("\n\r **** {name} is already logged in - kicking them out. ****\n\r");
            self.send(id, kicking.as_bytes(), None);
            let kicked = format!("**** {name} has arrived - you can't both be logged in. ****\n\r");
            self.send(older, kicked.as_bytes(), None);
            self.close(older);
        }
        self.set_stage(id, Stage::In(name.to_owned()));
        if let Some(link) = self.links.get_mut(&id) {
            link.since = self.now;
        }
        let guest = self.is_guest(name);
        let welcome = if self.is_lasker() {
            format!(
                "{LINE} \n\rDo 'help' for a list of the commands that are available.\n\r{LINE}\n\r\n\r"
            )
        } else {
            let mark = if guest { "(U)" } else { "" };
            format!("**** Starting FICS session as {name}{mark} ****\n\r\n\r")
        };
        self.send(id, welcome.as_bytes(), None);
        self.record(Record::Login { name: name.to_owned(), connection: id, guest });
        self.announce_adjourned(id, name);
        self.prompt(id);
    }

    /// Those with a game put aside hear of each other.
    fn announce_adjourned(&mut self, id: u64, name: &str) {
        let opponents = self.stored.iter().filter_map(|table| {
            let seat = table.seat(name)?;
            Some(table.opponent(seat).to_owned()).filter(|other| self.online(other).is_some())
        });
        let here: Vec<String> = opponents.collect();
        for other in &here {
            let text =
                format!("Notification: {name}, who has an adjourned game with you, has arrived.");
            self.tell(other, &text);
        }
        if !here.is_empty() {
            let (count, names) = (here.len(), here.join(" "));
            let (plural, verb) = if count == 1 { ("", "has") } else { ("s", "have") };
            let text = format!(
                "\n\r{count} player{plural}, who {verb} an adjourned game with you, \
                 is online:\u{7}\n\r{names}  \n\r\n\r"
            );
            self.send(id, text.as_bytes(), None);
        }
    }

    /// A connection is no more, whoever ended it.
    pub(super) fn lose(&mut self, id: u64) {
        let Some(name) = self.name(id) else {
            self.links.remove(&id);
            return;
        };
        let link = self.links.remove(&id);
        let escapes = link.is_none_or(|link| !link.settings.is_on("noescape"));
        self.leave_game(&name, escapes);
        self.remove_seeks_of(&name);
        self.drop_offers_of(&name);
        self.record(Record::Left { name });
    }

    /// Ends a connection from here.
    pub(super) fn close(&mut self, id: u64) {
        self.hang_up(id);
        self.lose(id);
    }

    pub(super) fn quit(&mut self, id: u64, name: &str) {
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
