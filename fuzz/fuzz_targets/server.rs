//! Whatever a chess server sends, in whatever pieces and with whatever pauses, the bot answers in whole lines, and
//! gives its password to nobody but the server's question for it.
#![no_main]

use std::{sync::LazyLock, time::Duration};

use libfuzzer_sys::fuzz_target;
use zeitnot::ics::{
    Lines,
    bot::{Bot, Demand, Happening, Start},
    config::Config,
};

const SETTINGS: &str = "[server]\nhost = \"h\"\nkind = \"lasker\"\n[account]\nname = \"Rook\"\nowners = [\"Boss\"]\n\
    [seek]\nads = [\"3 0\"]\nevery = 30\n[talk]\ngreeting = \"Hello, {opponent}!\"\nreasons = true\n\
    [rematch]\noffer = \"always\"\n[tournaments]\njoin = [\"5 0\"]\n";
static CONFIG: LazyLock<Config> = LazyLock::new(|| Config::parse(SETTINGS, "test").unwrap());
/// Parts the pieces in which the bytes come; no text has it.
const PAUSE: u8 = 0;

fuzz_target!(|bytes: &[u8]| {
    let bot = Bot::new(CONFIG.clone(), Start { has_password: true, seed: 7, ..Start::default() });
    let mut call = Call { bot, now: Duration::ZERO };
    call.on(Happening::Up);
    let mut lines = Lines::default();
    for piece in bytes.split(|&byte| byte == PAUSE) {
        lines.feed(piece).into_iter().for_each(|line| call.on(Happening::Line(line)));
        if let Some(text) = lines.question().map(str::to_owned) {
            call.on(Happening::Begun(text));
        }
        lines.settle().into_iter().for_each(|line| call.on(Happening::Line(line)));
        call.wait();
    }
});

/// A bot, and the time.
struct Call {
    bot: Bot,
    now: Duration,
}

impl Call {
    fn on(&mut self, happening: Happening) {
        let asked = matches!(&happening, Happening::Begun(text)
            if text.trim_end().to_ascii_lowercase().ends_with("password:"));
        for demand in self.bot.on(happening, self.now) {
            match demand {
                Demand::Send(line) => assert!(!line.contains(char::is_control), "{line:?}"),
                Demand::Password => assert!(asked),
                _ => {}
            }
        }
    }

    /// A second goes by, with what is due in it.
    fn wait(&mut self) {
        let until = self.now + Duration::from_secs(1);
        for ticks in 0.. {
            let Some(at) = self.bot.deadline().filter(|&at| at <= until) else { break };
            assert!(ticks < 10_000, "ticks without end");
            self.now = self.now.max(at);
            self.on(Happening::Tick);
        }
        self.now = until;
    }
}
