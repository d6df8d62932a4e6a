//! Arguments in, one front end out; the one place that prints errors and sets the exit code.

use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use zeitnot::{
    front::{
        archive::Computer,
        args::{self, Args, Language, Task},
        clerk::Clerk,
        commands::{
            self, matches,
            suite::{self, Effort, Telling},
        },
        console::Console,
        detect::Detect,
        ics, logging, settings,
        stdio::{CtrlC, converse, talk},
        terminal::Terminal,
        watch::Served,
    },
    lab::matches::Match,
    message::Adapter,
    options::{Options, Settings},
    program::NAME,
    protocol::{cecp::Cecp, uci::Uci},
    search::{Searcher, Table},
};

fn main() -> ExitCode {
    let args = args::read(env::args_os());
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if reader_has_left(args.command.as_ref(), &*error) => ExitCode::SUCCESS,
        Err(error) => {
            let (code, error) = (ics::exit_code(&*error), error.to_string());
            logging::failure(&error);
            // XBoard takes what its helper prints for the server's words.
            let is_helper = matches!(args.command, Some(Task::Timeseal { .. }));
            if !is_helper || io::stderr().is_terminal() {
                for line in error.lines() {
                    let _ = writeln!(io::stderr(), "{NAME}: {line}");
                }
            }
            match args.command {
                Some(Task::Ics { .. }) => ExitCode::from(code),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

type Failure = Box<dyn std::error::Error>;

/// Whether whoever read the output of a command has had enough, as `head` has: a normal end.
fn reader_has_left(command: Option<&Task>, error: &(dyn std::error::Error + 'static)) -> bool {
    let broken = |error: &(dyn std::error::Error + 'static)| {
        let error = error.downcast_ref::<io::Error>();
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    let talks =
        matches!(command, None | Some(Task::Ics { check: false, .. } | Task::Timeseal { .. }));
    !talks && std::iter::successors(Some(error), |error| error.source()).any(broken)
}

fn run(args: &Args) -> Result<(), Failure> {
    let file = args::file_text(args)?;
    let options = args::settings(args, file.as_deref(), io::stdin().is_terminal())?;
    if let Some(Task::Ics { check: false, .. }) = &args.command {
        logging::wait_for_nobody()?;
    }
    logging::start(&options)?;
    match &args.command {
        None => play(args, file.as_deref(), options),
        Some(Task::Bench { depth }) => {
            let (params, evaluation) =
                (settings::params(&options), settings::evaluation(&options)?);
            Ok(commands::bench(*depth, &params, &evaluation)?)
        }
        Some(Task::Perft { divide, fen, depth }) => {
            Ok(commands::perft(fen.as_deref(), *depth, *divide)?)
        }
        Some(Task::Match { list: true, .. }) => Ok(commands::print(&matches::list())?),
        Some(Task::Match {
            a,
            b,
            a_network,
            b_network,
            a_strength,
            b_strength,
            nodes,
            games,
            seed,
            concurrency,
            sprt,
            ..
        }) => {
            let usual = settings::evaluation(&options)?;
            let sides = [
                matches::side(a, a_network.as_deref(), *a_strength, &usual)?,
                matches::side(b, b_network.as_deref(), *b_strength, &usual)?,
            ];
            let (nodes, pairs, seed, threads) = (*nodes, games / 2, *seed, *concurrency);
            Ok(matches::play(&Match { sides, nodes, pairs, seed, threads }, sprt.as_ref())?)
        }
        Some(Task::Scaling { movetime }) => {
            let limit = Duration::from_millis(*movetime);
            let (threads, hash) = (options.settings().threads, options.settings().hash);
            let (params, evaluation) =
                (settings::params(&options), settings::evaluation(&options)?);
            Ok(commands::scaling(threads, hash, limit, &params, &evaluation)?)
        }
        Some(Task::Tune { numbers, games }) => {
            Ok(commands::tune(numbers, games.setup(settings::evaluation(&options)?))?)
        }
        Some(Task::Screen(args)) => Ok(commands::screen(args, settings::evaluation(&options)?)?),
        Some(Task::Man { folder }) => Ok(commands::manual(folder.as_deref())?),
        Some(Task::Completions { shell }) => Ok(commands::completions(*shell)?),
        Some(Task::Rank(ranks)) => Ok(commands::rank(ranks)?),
        Some(Task::Genfens(asked)) => Ok(commands::genfens(asked)?),
        Some(Task::Book(what)) => Ok(commands::book(what, &settings::evaluation(&options)?)?),
        Some(Task::Train(what)) => Ok(commands::train(what, &settings::evaluation(&options)?)?),
        Some(Task::Lab(what)) => commands::lab::lab(what, &options),
        Some(Task::Suite { file, ms, nodes, depth, list_failures, blind }) => {
            let effort = Effort::new(*ms, *nodes, *depth);
            let (threads, hash) = (options.settings().threads, options.settings().hash);
            let (usual, evaluation) = (settings::params(&options), settings::evaluation(&options)?);
            let table = Arc::new(Table::new(hash));
            let searcher = |params| Searcher::new(table.clone(), threads, params, &evaluation);
            let tell = Telling { failures: *list_failures, blind: *blind };
            Ok(suite::solve(file, &effort, &searcher, &usual, tell)?)
        }
        Some(Task::Ics { practice: true, games, .. }) => ics::practise(options, *games),
        Some(Task::Ics { check, games, .. }) => {
            let Some(path) = &args.config else {
                let wanted = "name a file with --config, such as config/fics.toml, or --practice";
                return Err(ics::Hopeless::Setting(wanted.to_owned()).into());
            };
            if *check {
                return Ok(commands::print(&ics::check(path, &options)?)?);
            }
            ics::play(path, options, *games)
        }
        Some(Task::Timeseal { host, port }) => Ok(commands::timeseal(host, *port)?),
        Some(Task::Stats(what)) => Ok(commands::stats(what)?),
        Some(Task::Policies) => Ok(commands::policies()?),
        Some(Task::Clock { control, spent }) => Ok(commands::clock(control, spent)?),
        Some(Task::Options { toml: true, .. }) => Ok(commands::print(&options.sample_config())?),
        Some(Task::Options { markdown: true, .. }) => Ok(commands::print(&options.markdown())?),
        Some(Task::Options { .. }) => Ok(commands::print(&options.listing())?),
    }
}

/// Plays: with a person at a terminal, else with the program at the other end.
fn play(args: &Args, file: Option<&str>, options: Options) -> Result<(), Failure> {
    let settings = options.settings().clone();
    let served = served(&settings);
    let watch = served.as_ref().map(|served| served.watch.clone());
    let clerk = |adapter| Clerk::new(adapter, &settings, Box::new(Computer)).watched(watch);
    let adapter: Box<dyn Adapter + Send> = match args.language(io::stdin().is_terminal()) {
        Language::Console => {
            let terminal = Terminal::output();
            let console = Console::new(options, terminal, Box::new(Computer));
            let screen = console.screen();
            let programs = args::settings(&args.for_programs(), file, false)?;
            let adapter = Detect::person(programs, Box::new(console));
            let adapter = Box::new(clerk(Box::new(adapter)));
            if terminal.redraws && io::stdin().is_terminal() {
                converse(&settings, adapter, screen)?;
            } else {
                talk(&settings, adapter, CtrlC::Told)?;
            }
            return Ok(());
        }
        Language::Program => Box::new(Detect::program(options)),
        Language::Uci => Box::new(Uci::new(options)),
        Language::Xboard => Box::new(Cecp::new(options)),
    };
    let clerk = Box::new(clerk(adapter).keeping_games(&settings));
    Ok(talk(&settings, clerk, CtrlC::Ignored)?)
}

/// The watch page, if there is to be one. What there is to say about it stands on the standard error stream:
/// the other one belongs to the game.
fn served(settings: &Settings) -> Option<Served> {
    let (served, notes) = match Served::open(settings, settings.pgn.as_deref())? {
        Ok(served) => (Some(served), None),
        Err(fault) => (None, Some(fault)),
    };
    let told = served.iter().flat_map(|served| &served.notes).chain(&notes);
    for note in told {
        log::info!("{note}");
        let _ = writeln!(io::stderr(), "{NAME}: {note}");
    }
    served
}
