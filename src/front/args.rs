//! The command line, and the options that it and a configuration file set.

mod completing;
mod games;
mod language;
mod layers;
mod reading;
mod switches;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use super::{
    commands::{
        book::Book, genfens::Genfens, lab::Lab, rank::Ranks, screen::Screen, stats::Stats,
        train::Train,
    },
    version::version,
};
use crate::{ics::timeseal, lab::sprt::Sprt, position::MAX_PERFT, program::NAME};

pub use completing::completed;
pub use games::Games;
pub use language::Language;
pub(super) use layers::engine_options;
pub use layers::{SettingsError, file_text, settings};
pub use reading::{Changes, assignment, at_once, changes, from_zero, in_pairs, step, weight};
use reading::{number, separated, strength};
pub use switches::{command, read};

const EXAMPLES: &str = "\
Examples:
  zeitnot                                play at the terminal
  xboard -fcp \"zeitnot --threads 2\"      play in XBoard
  zeitnot --uci                          speak UCI, even at the terminal
  zeitnot --set level=\"0 2 12\"           two minutes, and twelve seconds more a move
  zeitnot --config zeitnot.toml          settings from a file
  zeitnot perft 5                        count the move paths, five half-moves deep
  zeitnot clock 2:00,0/12/0 5 20         what the clock shows after 5 and 20 seconds

No file is read unless --config names it. The command line wins over the file, and of two
settings of one option the later wins; --set comes after the other switches.
`zeitnot options` lists all options.";

/// A chess engine for people who let an engine play by itself.
///
/// Started without a command, zeitnot plays: with you if it runs in a terminal, and otherwise with
/// the program that started it, in UCI if that is how it begins and else in the XBoard protocol.
#[derive(Clone, Debug, Parser)]
#[command(name = NAME, version = version(), about, long_about, after_help = EXAMPLES)]
pub struct Args {
    /// Speak the XBoard protocol, whatever is at the other end
    #[arg(long, conflicts_with_all = ["console", "uci"])]
    pub xboard: bool,
    /// Speak UCI, whatever is at the other end
    #[arg(long, conflicts_with = "console")]
    pub uci: bool,
    /// Talk as to a person even if this is no terminal
    #[arg(long)]
    pub console: bool,
    /// Read settings from this TOML file
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Append every line in and out to this file
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<String>,
    /// Think with that many processor cores
    #[arg(long, global = true, value_name = "N", allow_hyphen_values = true)]
    pub threads: Option<String>,
    /// Use that much memory for positions already searched, in MiB
    #[arg(long, alias = "table", global = true, value_name = "MB", allow_hyphen_values = true)]
    pub hash: Option<String>,
    /// Decide by this rule how long to think about a move
    #[arg(long, global = true, value_name = "NAME")]
    pub policy: Option<String>,
    /// Think on the opponent's time as well
    #[arg(long, global = true)]
    pub ponder: bool,
    /// Show games in a browser, at http://ADDRESS/; a port alone is for this machine only
    #[arg(long, global = true, value_name = "ADDRESS:PORT")]
    pub watch: Option<String>,
    /// Open the numbers of the search as options, in UCI and for --set, for programs that tune them
    #[arg(long, global = true)]
    pub tunable: bool,
    /// Set any option; may be given several times
    #[arg(long = "set", global = true, value_name = "NAME=VALUE", value_parser = assignment)]
    pub sets: Vec<(String, String)>,
    /// What to do instead of playing
    #[command(subcommand)]
    pub command: Option<Task>,
}

/// What zeitnot can do apart from playing.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Task {
    /// Search a set of positions and print nodes and speed
    ///
    /// The number of nodes is the search's signature: it changes only if the search does.
    Bench {
        /// Depth of the searches in half-moves
        #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: Option<u32>,
    },
    /// Count the move paths of a given length from a position
    #[command(
        allow_missing_positional = true,
        after_help = "Example:\n  zeitnot perft --divide \
                      \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" 4"
    )]
    Perft {
        /// Also print the count below each first move
        #[arg(long)]
        divide: bool,
        /// The position in FEN, in quotes; the start position if left out
        fen: Option<String>,
        /// How many half-moves deep
        #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PERFT)))]
        depth: u32,
    },
    /// Play on a chess server as a bot (FICS, ICC and their like)
    ///
    /// The file that --config names says where, as whom and against whom; docs/ics.md explains it.
    /// Ctrl-C leaves after the game; a second Ctrl-C leaves at once.
    #[command(after_help = "Examples:\n  zeitnot ics --practice --games 1\n  \
                            zeitnot ics --config config/fics.toml\n  \
                            zeitnot ics --check --config config/ics.toml")]
    Ics {
        /// Play on a built-in practice server on this machine, to see how it goes; of --config only
        /// `[engine]` counts
        #[arg(long)]
        practice: bool,
        /// Say what is wrong with the file, or all that is in force with it, and call nobody
        #[arg(long, conflicts_with = "practice")]
        check: bool,
        /// Leave after so many games
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        games: Option<u32>,
    },
    /// Tell what a bot's games on a server came to: rating, results, lag, use of time
    Stats(Stats),
    /// List the time policies with their sources
    ///
    /// A policy is chosen with --policy; docs/time-policies.md tells more about each.
    Policies,
    /// Play the search against itself, with parameters changed
    ///
    /// Both sides search the same number of nodes a move, in pairs of games from random but balanced
    /// openings with colours reversed. The result is the first side's.
    #[command(after_help = "Example:\n  zeitnot match --games 400 --a null_move_depth=100")]
    Match {
        /// Change a parameter of the first side; may be given several times
        #[arg(long, value_name = "NAME=N", value_parser = number)]
        a: Vec<(String, i32)>,
        /// Change a parameter of the second side
        #[arg(long, value_name = "NAME=N", value_parser = number)]
        b: Vec<(String, i32)>,
        /// Let the first side score positions by the network in this file
        #[arg(long, value_name = "FILE")]
        a_network: Option<PathBuf>,
        /// Let the second side score positions by the network in this file
        #[arg(long, value_name = "FILE")]
        b_network: Option<PathBuf>,
        /// Let the first side play at this strength, in Elo
        #[arg(long, value_name = "ELO", value_parser = strength, conflicts_with = "a")]
        a_strength: Option<u32>,
        /// Let the second side play at this strength
        #[arg(long, value_name = "ELO", value_parser = strength, conflicts_with = "b")]
        b_strength: Option<u32>,
        /// Nodes a move
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Games, an even number
        #[arg(long, default_value_t = 2_000, value_parser = in_pairs)]
        games: u64,
        /// Stop as soon as one of two differences in Elo is accepted, such as 0,5 (in either case wrongly
        /// in one match of twenty at most)
        #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
        sprt: Option<Sprt>,
        /// Which openings
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Games at once
        #[arg(long, default_value_t = 2, value_parser = at_once())]
        concurrency: usize,
        /// List the parameters instead of playing
        #[arg(long)]
        list: bool,
    },
    /// Measure how much several threads gain over one
    ///
    /// Searches 20 middlegames twice, with one thread and with those of --threads, on a table of
    /// --hash. The first column is the greatest depth that both have completed; then how many times as
    /// fast the threads got there, how many times as many nodes that took them, and how many times as
    /// many nodes a second they made.
    #[command(after_help = "Example:\n  zeitnot scaling --threads 2 --movetime 5000")]
    Scaling {
        /// Milliseconds for each search
        #[arg(long, value_name = "MS", default_value_t = 2_000)]
        #[arg(value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
        movetime: u64,
    },
    /// Tune numbers of the search by games of the search against itself
    ///
    /// Simultaneous perturbation (SPSA): each round sets all the numbers at once a step up or down, by
    /// chance, plays both settings against their opposites, and moves a little towards the better
    /// side. It begins with the defaults. The last line says where the numbers stand, in the form of
    /// `zeitnot match`; Ctrl-C ends the tuning early and prints it as well.
    #[command(after_help = "Example:\n  zeitnot tune --games 4000 delta late_move_base:1")]
    Tune {
        /// The numbers (`zeitnot match --list`), with the step to try if it is not to be the usual one
        #[arg(required = true, value_name = "NAME[:STEP]", value_parser = step)]
        numbers: Vec<(String, Option<f64>)>,
        /// The games that it takes
        #[command(flatten)]
        games: Games,
    },
    /// Judge many changes of the search's numbers by one match
    ///
    /// In each pair of games the two sides share the changes between them, each time differently, so that every
    /// game tells something of each. The table at the end has what each change is worth, as sure as if all
    /// games had been played for it alone; Ctrl-C ends the match early.
    Screen(Screen),
    /// Be a process of a cluster, as the session starts it
    #[command(hide = true)]
    Rank(Ranks),
    /// Print openings as OpenBench's workers ask for them
    Genfens(Genfens),
    /// Opening books: make them of games, look into them, put them together
    #[command(subcommand)]
    Book(Book),
    /// Make networks: games of the engine against itself, and what is learned from them
    #[command(subcommand)]
    Train(Train),
    /// The time laboratory: what games and searches tell of time management
    #[command(subcommand)]
    Lab(Lab),
    /// Solve the test positions of an EPD file and count the right answers
    ///
    /// Right are the moves of `bm`, wrong those of `am`; `c8` and `c9`, or `c0` alone, grade moves as
    /// in the Strategic Test Suite. Nothing is remembered from one position to the next. --threads
    /// and --hash count here as well.
    #[command(
        after_help = "Examples:\n  zeitnot suite wac.epd --movetime 200 --list-failures\n  zeitnot suite wac.epd --nodes 100000 --blind"
    )]
    Suite {
        /// The file
        file: PathBuf,
        /// Milliseconds for each position; 1000 if nothing else limits the search
        #[arg(long = "movetime", alias = "ms", value_name = "MS")]
        #[arg(value_parser = clap::value_parser!(u64).range(1..))]
        ms: Option<u64>,
        /// Nodes for each position
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// Depth for each position, in half-moves
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=128))]
        depth: Option<u32>,
        /// List the positions without a right answer, with the move wanted and the one found
        #[arg(long)]
        list_failures: bool,
        /// Search these positions again without one technique at a time, and tell which ones hide the move
        #[arg(long)]
        blind: bool,
    },
    /// Seal what XBoard sends to a chess server, so that the way to it costs no time
    ///
    /// For XBoard's option -icshelper; FICS expects it on port 5000. What passes is never logged.
    #[command(
        after_help = "Example:\n  xboard -ics -icshost freechess.org -icshelper \"zeitnot timeseal\""
    )]
    Timeseal {
        /// The server's name or address
        host: String,
        /// Its port
        #[arg(default_value_t = timeseal::PORT, value_parser = clap::value_parser!(u16).range(1..))]
        port: u16,
    },
    /// Show how a clock runs under a time control
    ///
    /// The control may be written as in XBoard ("40 5 0"), as on the Generic Game Server
    /// (2:00,0/12/0) or as in a PGN tag (40/7200:3600). So 5+3 is five seconds here, as in a PGN tag, while
    /// `level 5+3` at the terminal is five minutes: write 5:00/3/ for those.
    Clock {
        /// The time control, in quotes if it has blanks
        control: String,
        /// What each move takes, in seconds or as 1:30; left out: what happens first
        spent: Vec<String>,
    },
    /// List all options with their ranges and what they are for
    Options {
        /// Print a configuration file instead, every option at its default
        #[arg(long, conflicts_with = "markdown")]
        toml: bool,
        /// Print a table in Markdown instead, every option at its default
        #[arg(long)]
        markdown: bool,
    },
    /// Print the manual page, or write a page for each command into a folder
    #[command(after_help = "Example:\n  zeitnot man ~/.local/share/man/man1 && man zeitnot-ics")]
    Man {
        /// The folder
        folder: Option<PathBuf>,
    },
    /// Print what a shell needs to complete commands, switches and names
    #[command(
        after_help = "Example:\n  zeitnot completions bash > ~/.local/share/bash-completion/completions/zeitnot"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod pages;
