//! What an operator's file says that can never work, though each word of it can be read.

use super::{Accept, Config, Wanted};

impl Config {
    /// What cannot hold at the same time, or not at all; nothing if all can.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let mut faults = self.accept.contradictions();
        faults.extend(self.place_contradictions());
        faults.extend(self.name_contradictions());
        faults.extend(self.seek.all_ads().filter_map(|ad| self.ad_contradiction(ad)));
        let challenges = self.seek.all_challenges().filter(|(name, _)| is_name(name));
        faults.extend(
            challenges.filter_map(|(name, terms)| self.challenge_contradiction(name, terms)),
        );
        faults
    }

    /// What is wrong with where and as whom to play.
    fn place_contradictions(&self) -> Vec<String> {
        let (server, account) = (&self.server, &self.account);
        told(&[
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
        ])
    }

    /// Names that nobody can have.
    fn name_contradictions(&self) -> Vec<String> {
        let name = ("account.name", self.account.name.as_str());
        let owners = self.account.owners.iter().map(|name| ("account.owners", name.as_str()));
        let challenged = self.seek.all_challenges();
        let challenged = challenged.map(|(name, _)| ("seek.may_challenge", name));
        let names = [name].into_iter().chain(owners).chain(challenged);
        let wrong = names.filter(|(_, name)| !is_name(name));
        wrong.map(|(setting, name)| format!("{setting}: `{name}` is no name")).collect()
    }

    /// Why an ad means nothing, or that nobody who answers it may have a game.
    fn ad_contradiction(&self, ad: &str) -> Option<String> {
        let wanted = Wanted::read(ad);
        let no_control = "does not begin with minutes and increment, such as `3 0`";
        let without = wanted.control.is_none().then_some(no_control);
        let fault = without.or_else(|| wanted.refused_by(&self.accept))?;
        Some(format!("seek.ads: `{ad}` {fault}"))
    }

    /// Why a challenge would never be sent: the rules would decline it.
    fn challenge_contradiction(&self, name: &str, terms: &str) -> Option<String> {
        let fault = Wanted::read(terms).refused_by(&self.accept)?;
        Some(format!("seek.may_challenge: `{name} {terms}` {fault}"))
    }
}

impl Accept {
    /// Bounds that leave nothing between them.
    fn contradictions(&self) -> Vec<String> {
        let Accept { minutes, increment, rating, .. } = self;
        told(&[
            (minutes[0] > minutes[1], "accept.minutes: the least is above the most"),
            (increment[0] > increment[1], "accept.increment: the least is above the most"),
            (rating[0] > rating[1], "accept.rating: the least is above the most"),
        ])
    }
}

/// The words for those faults that there are.
fn told(faults: &[(bool, &str)]) -> Vec<String> {
    faults.iter().filter(|(wrong, _)| *wrong).map(|(_, fault)| (*fault).to_owned()).collect()
}

/// Whether this is a word by itself.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Whether this can be a name on any server.
fn is_name(text: &str) -> bool {
    is_word(text) && text.starts_with(char::is_alphabetic)
}
