//! Whom the engine plays, by what the GUI says.

use super::parse::CecpCommand;

/// What the GUI said of the opponent since the last `new`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// Its name.
    pub name: Option<String>,
    /// Its rating, unless it has none.
    pub rating: Option<u32>,
    /// The engine's own rating, unless it has none.
    pub own_rating: Option<u32>,
    /// Whether it is a program.
    pub computer: bool,
    /// The chess server the game is on.
    pub server: Option<String>,
}

impl Opponent {
    /// Takes note of what the command says of the opponent, if anything.
    pub(super) fn remember(&mut self, said: &CecpCommand) {
        let rated = |rating: u32| (rating > 0).then_some(rating);
        match *said {
            CecpCommand::Name(name) => self.name = Some(name.to_owned()),
            CecpCommand::Rating { own, opponent } => {
                (self.own_rating, self.rating) = (rated(own), rated(opponent));
            }
            CecpCommand::Computer => self.computer = true,
            CecpCommand::Server(server) => self.server = server.map(str::to_owned),
            _ => {}
        }
    }
}
