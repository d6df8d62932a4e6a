//! Arguments in, one front end out; the one place that prints errors and sets the exit code.

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use clap::Parser;
use zeitnot::{
    clock::parse_control,
    front::{
        archive::Computer,
        args::{Args, Language, Task, settings},
        clock_command, commands,
        console::Console,
        logging,
        stdio::{CtrlC, talk},
    },
    message::Adapter,
    options::Options,
    protocol::{
        cecp::Cecp,
        settings::{despair, parameters},
    },
    session::{Defaults, runtime::Settings},
};

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "zeitnot: {error}");
            ExitCode::FAILURE
        }
    }
}

type Failure = Box<dyn std::error::Error>;

fn run(args: &Args) -> Result<(), Failure> {
    let options = settings(args)?;
    logging::start(options.log())?;
    match &args.command {
        None => play(args, options),
        Some(Task::Bench { depth }) => Ok(commands::bench(*depth)?),
        Some(Task::Perft { divide, fen, depth }) => {
            Ok(commands::perft(fen.as_deref(), *depth, *divide)?)
        }
        Some(Task::Policies) => Ok(commands::policies()?),
        Some(Task::Clock { control, spent }) => Ok(clock_command::clock(control, spent)?),
        Some(Task::Options { toml: false }) => Ok(commands::print(&options.listing())?),
        Some(Task::Options { toml: true }) => Ok(commands::print(&options.sample_config())?),
    }
}

/// Plays: with a person at a terminal, else with the program at the other end.
fn play(args: &Args, options: Options) -> Result<(), Failure> {
    let settings = Settings {
        threads: options.threads(),
        hash: options.hash(),
        defaults: Defaults {
            policy: options.policy().to_owned(),
            parameters: parameters(&options)?,
            move_overhead: options.move_overhead(),
            ponder: options.ponder(),
            control: parse_control(options.level())?,
            clock: options.clock(),
            draw_score: options.draw_score(),
            resign: despair(&options),
        },
    };
    let (adapter, ctrl_c): (Box<dyn Adapter + Send>, _) =
        match args.language(io::stdin().is_terminal()) {
            Language::Console => {
                let console = Console::new(options, io::stdout().is_terminal(), Box::new(Computer));
                (Box::new(console), CtrlC::Quits)
            }
            Language::Xboard => (Box::new(Cecp::new(options)), CtrlC::Ignored),
        };
    Ok(talk(&settings, adapter, ctrl_c)?)
}
