//! What an operator's file says that can never work, though each word of it can be read.

use super::{Accept, Config, Wanted};

impl Config {
    /// What cannot hold at the same time, or not at all.
    pub(super) fn contradiction(&self) -> Option<String> {
        self.accept
            .contradiction()
            .or_else(|| self.place_contradiction())
            .or_else(|| self.name_contradiction())
            .or_else(|| self.ad_contradiction())
            .or_else(|| self.challenge_contradiction())
    }

    /// What is wrong with where and as whom to play.
    fn place_contradiction(&self) -> Option<String> {
        let (server, account) = (&self.server, &self.account);
        let faults = [
            (!is_word(&server.host), "server.host: there is no name or address"),
            (server.port == 0, "server.port: there is no port 0"),
            (
                server.timeseal && !server.kind.takes_seals(),
                "server: this kind of server takes no timeseal",
            ),
            (
                account.password_file.is_some() && account.password_env.is_some(),
                "account: password_file or password_env, not both",
            ),
        ];
        faults.into_iter().find_map(|(wrong, fault)| wrong.then(|| fault.to_owned()))
    }

    /// A name that nobody can have.
    fn name_contradiction(&self) -> Option<String> {
        let name = ("account.name", self.account.name.as_str());
        let owners = self.account.owners.iter().map(|name| ("account.owners", name.as_str()));
        let challenged = self.seek.all_challenges();
        let challenged = challenged.map(|(name, _)| ("seek.may_challenge", name));
        let mut names = [name].into_iter().chain(owners).chain(challenged);
        let (setting, name) = names.find(|(_, name)| !is_name(name))?;
        Some(format!("{setting}: `{name}` is no name"))
    }

    /// An ad that means nothing, or that nobody who answers it may have.
    fn ad_contradiction(&self) -> Option<String> {
        let fault = |ad: &String| {
            let wanted = Wanted::read(ad);
            let no_control = "does not begin with minutes and increment, such as `3 0`";
            let without = wanted.control.is_none().then_some(no_control);
            let fault = without.or_else(|| wanted.refused_by(&self.accept))?;
            Some(format!("seek.ads: `{ad}` {fault}"))
        };
        self.seek.all_ads().find_map(fault)
    }

    /// A challenge that would never be sent, since the rules would decline it.
    fn challenge_contradiction(&self) -> Option<String> {
        self.seek.all_challenges().find_map(|(name, terms)| {
            let fault = Wanted::read(terms).refused_by(&self.accept)?;
            Some(format!("seek.may_challenge: `{name} {terms}` {fault}"))
        })
    }
}

impl Accept {
    /// Bounds that leave nothing between them.
    fn contradiction(&self) -> Option<String> {
        let Accept { minutes, increment, rating, .. } = self;
        let bounds = [
            ("minutes", minutes[0] <= minutes[1]),
            ("increment", increment[0] <= increment[1]),
            ("rating", rating[0] <= rating[1]),
        ];
        let (name, _) = bounds.into_iter().find(|(_, ordered)| !ordered)?;
        Some(format!("accept.{name}: the least is above the most"))
    }
}

/// Whether this is a word by itself.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Whether this can be a name on any server.
fn is_name(text: &str) -> bool {
    is_word(text) && text.starts_with(char::is_alphabetic)
}
