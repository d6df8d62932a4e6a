//! What kind of server it is, and whom it knows.

use super::{fault_plan::FaultPlan, partner::Partner};

/// Whose habits the server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// The free server: milliseconds, lists of offers, flags that fall by themselves.
    #[default]
    Fics,
    /// Its ancestor, with its errors.
    Lasker,
    /// The commercial one, as far as it is known without having been tried: whole seconds and datagrams of the
    /// clocks, no settings of an interface, no unasked challenges by computers.
    Icc,
}

/// How the server asks a sealed client when a board has arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ping {
    /// By a line of its own behind the board.
    #[default]
    Line,
    /// By four bytes anywhere; here in the middle of the line behind.
    Anywhere,
}

/// A registered player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// The rating; 0 for none yet.
    pub rating: u16,
    /// Whether the server marks them as a computer.
    pub computer: bool,
    /// What `finger` shows of their own words.
    pub notes: Vec<String>,
}

impl Account {
    /// A player with a rating.
    pub fn new(name: &str, password: &str, rating: u16) -> Account {
        let (name, password) = (name.to_owned(), password.to_owned());
        Account { name, password, rating, computer: false, notes: vec![] }
    }

    /// The same player, marked as a computer.
    pub fn computer(self) -> Account {
        Account { computer: true, ..self }
    }
}

/// What the server is to be like.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Its habits.
    pub profile: Profile,
    /// Who is registered.
    pub accounts: Vec<Account>,
    /// How it asks sealed clients.
    pub ping: Ping,
    /// What goes wrong on purpose.
    pub plan: FaultPlan,
    /// Who plays without anybody behind a connection.
    pub partners: Vec<Partner>,
    /// What guests' names and colours are drawn by.
    pub seed: u64,
}
