//! Scores of other engines for the positions of games, in a file of positions.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use super::{
    lab::engine::{Effort, EngineError, UciPlayer},
    output::{self, Output},
    positions::{length, opened},
    progress::{bar, interruption},
    threads,
};
use crate::{
    front::{
        args::at_once,
        at_path::{AtPath, at, writing},
    },
    position::Position,
    train::{
        Packed, Record, SURE, Sample, SelfPlay, StoreError, chance,
        fit::{ENTRY_BYTES, Entry, is_held_back, side_by_side},
        is_kept, samples,
    },
};

/// Blocks that an engine scores before all wait for each other.
const ROUND: usize = 8;

/// Whose positions are scored, and by whom.
///
/// Each engine is asked what it thinks of each position at first sight, by `eval`: a word beside UCI that Stockfish
/// and those who come of it know. Ctrl-C ends it with the positions of the games read so far.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot train label data/*.games --engine stockfish --out data/all.positions\n  \
                  zeitnot train fit data/all.positions --out data/taught.net"
)]
pub struct Label {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// An engine; given more than once, a score is the mean of what all of them say
    #[arg(long = "engine", required = true, value_name = "CMD")]
    engines: Vec<String>,
    /// Where to write the positions, 32 bytes each
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Extra positions for each one of a game, reached by random moves: blunders are what a search sees most
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=100))]
    asides: u32,
    /// Centipawns that are one pawn to the engines: to Stockfish since 15.1, as many as win half of the games
    #[arg(long, default_value_t = 166, value_parser = clap::value_parser!(i32).range(1..=1_000))]
    pawn: i32,
    /// Processes of each engine; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
}

/// Why no positions can be scored.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] AtPath<StoreError>),
    /// An engine cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] AtPath<io::Error>),
    /// What was done cannot be said, or Ctrl-C cannot be caught.
    #[error("{0}")]
    Console(#[from] io::Error),
}

/// Scores them.
///
/// # Errors
/// If the games cannot be read, an engine cannot be used or the file cannot be written.
pub fn label(args: &Label) -> Result<(), Failure> {
    let interrupted = interruption()?;
    let written = export(args, || interrupted.try_recv().is_err())?;
    Ok(writeln!(io::stdout().lock(), "{}: {written} positions", args.out.display())?)
}

/// Scores positions as long as `go_on` says so; how many there are.
fn export(args: &Label, mut go_on: impl FnMut() -> bool) -> Result<usize, Failure> {
    let inputs = opened(&args.files)?;
    output::apart(&args.out, &args.files)?;
    let (mut out, output) = (Output::create(&args.out)?, writing(&args.out));
    // They are never told to search, so any effort is as good.
    let start = |engine: &String| UciPlayer::start(engine, &[], Effort::Nodes(1));
    let panel = || args.engines.iter().map(start).collect::<Result<Vec<UciPlayer>, _>>();
    let mut panels =
        (0..threads(args.concurrency)).map(|_| panel()).collect::<Result<Vec<_>, _>>()?;
    let (mut written, mut more) = (0, true);
    for (file, mut blocks) in inputs {
        let bar = bar(length(file).map_err(at(file))?, 30, " bytes read");
        while more {
            let round = blocks.some(ROUND * panels.len()).map_err(at(file))?;
            if round.is_empty() {
                break;
            }
            for part in score((args, file), &mut panels, &round) {
                let part = part?;
                written += part.len() / ENTRY_BYTES;
                out.write_all(&part).map_err(output)?;
            }
            bar.set_position(blocks.place());
            bar.set_message(format!("{written} positions"));
            more = go_on();
        }
        bar.finish_and_clear();
    }
    out.finish()?;
    Ok(written)
}

/// Scores some blocks, each panel of engines its share; the bytes of their positions.
fn score(
    (args, file): (&Label, &Path),
    panels: &mut [Vec<UciPlayer>],
    round: &[Packed],
) -> Vec<Result<Vec<u8>, Failure>> {
    side_by_side(panels.iter_mut().zip(round.chunks(ROUND)).map(|(panel, part)| {
        move || {
            let mut bytes = Vec::new();
            for packed in part {
                bytes.extend(block((args, file), panel, packed)?);
            }
            Ok(bytes)
        }
    }))
}

/// The positions of a block with their scores, as bytes of a file of positions.
fn block(
    (args, file): (&Label, &Path),
    panel: &mut [UciPlayer],
    packed: &Packed,
) -> Result<Vec<u8>, Failure> {
    let block = packed.unpack().map_err(at(file))?;
    let first = u64::from(block.number) * u64::from(SelfPlay::GAMES);
    let mut bytes = Vec::new();
    for (number, game) in (first..).zip(&block.games) {
        let taken = positions(game, args.asides);
        let places: Vec<Position> = taken.iter().map(|sample| sample.position.clone()).collect();
        let scores = evaluations(panel, &places)?;
        for (mut sample, score) in taken.into_iter().zip(scores) {
            let Some(score) = score else { continue };
            sample.chance = chance(score * args.pawn / 100);
            if is_kept(sample.chance, sample.position.key()) {
                bytes.extend(Entry::new(&sample).to_bytes(is_held_back(number)));
            }
        }
    }
    Ok(bytes)
}

/// What the engines of a panel think of each position, on the average; nothing where one of them says nothing.
fn evaluations(
    panel: &mut [UciPlayer],
    places: &[Position],
) -> Result<Vec<Option<i32>>, EngineError> {
    let mut sums = vec![Some(0); places.len()];
    for engine in panel.iter_mut() {
        for (sum, score) in sums.iter_mut().zip(engine.evaluations(places)?) {
            *sum = sum.zip(score).map(|(sum, score)| sum + score);
        }
    }
    let engines = panel.len().max(1) as i32;
    Ok(sums.into_iter().map(|sum| sum.map(|sum| sum / engines)).collect())
}

/// The positions of a game that teach something, and so many beside each.
fn positions(game: &Record, asides: u32) -> Vec<Sample> {
    let beside = |sample: Sample| {
        let mut random = fastrand::Rng::with_seed(sample.position.key());
        let others: Vec<Sample> = (0..asides).filter_map(|_| aside(&sample, &mut random)).collect();
        std::iter::once(sample).chain(others)
    };
    samples(game, 0.0).flat_map(beside).collect()
}

/// The position after a move by chance, unless that gives check; the score is still to be found.
fn aside(sample: &Sample, random: &mut fastrand::Rng) -> Option<Sample> {
    let mut position = sample.position.clone();
    let &mv = random.choice(position.legal_moves().iter())?;
    position.play(mv);
    let half_points = 2 - sample.half_points;
    (!position.in_check()).then_some(Sample { position, chance: SURE / 2, half_points })
}

#[cfg(all(test, unix))]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::train::{Block, Header, Store, fit::Harvest};

    /// An engine that finds White half a pawn better, or so many pawns as it is told, whatever it is shown.
    const ENGINE: &str = r#"
white=${1:-+0.50}
while read -r word rest; do
    case "$word" in
        uci) echo "id name Half a pawn"; echo uciok ;;
        eval) echo "NNUE evaluation        $white (white side)"; echo "Final evaluation       +0.61" ;;
        quit) exit ;;
    esac
done
"#;

    #[test]
    fn positions_of_games_and_those_beside_them_get_the_engine_s_scores() {
        let path = |name: &str| env::temp_dir().join(format!("label-{name}-{}", process::id()));
        let (mut game, mut position) = (Record::default(), Position::startpos());
        for san in ["e4", "e5", "Nf3", "Nc6"] {
            let mv = position.parse_move(san).unwrap();
            game.moves.push(mv);
            game.chances.push(100);
            position.play(mv);
        }
        let (games, script) = (path("games"), path("sh"));
        fs::write(&script, ENGINE).unwrap();
        let header = Header { evaluation: "classical".to_owned(), nodes: 1, seed: 1 };
        let block = Block { number: 0, games: vec![game] };
        Store::open(&games, &header).unwrap().append(&block).unwrap();
        let engine = format!("sh {}", script.display());
        let args = |asides, engines: &[String]| Label {
            files: vec![games.clone()],
            engines: engines.to_vec(),
            out: path("out"),
            asides,
            pawn: 166,
            concurrency: Some(2),
        };
        let scored = |asides, engines: &[String]| {
            let args = args(asides, engines);
            let written = export(&args, || true).unwrap();
            let bytes = fs::read(&args.out).unwrap();
            assert_eq!(bytes.len(), written * ENTRY_BYTES);
            let mut harvest = Harvest::default();
            assert!(harvest.add_positions(&mut &bytes[..]).unwrap());
            assert!(!harvest.add_positions(&mut &b""[..]).unwrap());
            assert!(harvest.add_positions(&mut &b"something else"[..]).is_err());
            // The first game of all is held back.
            let chances: Vec<_> = bytes.chunks(ENTRY_BYTES).map(|entry| entry[25]).collect();
            assert!(bytes.chunks(ENTRY_BYTES).all(|entry| entry[24] & 4 != 0));
            chances
        };
        let [white, black] = [chance(83), chance(-83)];
        let one = [engine.clone()];
        assert_eq!(scored(0, &one), [white, black, white, black]);
        assert_eq!(scored(1, &one), [white, black, black, white, white, black, black, white]);
        // Another thinks that Black is better: together they find White 0.2 pawns ahead.
        let [white, black] = [chance(33), chance(-33)];
        let two = [engine.clone(), engine + " -0.10"];
        assert_eq!(scored(0, &two), [white, black, white, black]);
        // An engine that ends leaves what was written before.
        let before = fs::read(path("out")).unwrap();
        let refusal = export(&args(0, &["true".to_owned()]), || true).unwrap_err().to_string();
        assert_eq!(refusal, "the engine `true` has ended without a word");
        assert_eq!(fs::read(path("out")).unwrap(), before);
        [games, script, path("out")].iter().for_each(|file| fs::remove_file(file).unwrap());
    }
}
