//! `zeitnot book`: opening books made of games, looked at and put together.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand, ValueEnum};

use super::{cores, output, print, progress::bar};
use crate::{
    book::{self, Maker},
    eval::Evaluation,
    front::{args::at_once, at_path::at},
    lab::growing::{Growth, Known},
    pgn::{Outcome, Reader, Record},
    position::{ChessMove, Color, Position},
    protocol::text,
};

/// What can be done with opening books.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Book {
    /// Make a book of the games in PGN files
    ///
    /// A move gets into the book if it was played in enough games and earned something. Games without a
    /// result are left out. Chess960 and games that begin with a position of their own count as well.
    #[command(after_help = "Example:\n  zeitnot book make games.pgn --out book.bin --min-games 5")]
    Make(Make),
    /// Make a book by searching the positions that are likely to come up
    ///
    /// The book grows out of the start position: the likeliest position that is not known yet is searched
    /// next, each move being the likelier the better it looks, and what is found deep down goes back up to
    /// the first moves. The same numbers give the same book.
    #[command(after_help = "Example:\n  zeitnot book grow --out book.bin --positions 1000")]
    Grow(Grow),
    /// Show what a book has for a position
    #[command(after_help = "Example:\n  zeitnot book show --file book.bin \
                      \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"")]
    Show {
        /// The position in FEN, in quotes; the start position if left out
        fen: Option<String>,
        /// The book
        #[arg(long)]
        file: PathBuf,
    },
    /// Put books together: the weights of a move that is in several are added up
    #[command(after_help = "Example:\n  zeitnot book merge white.bin black.bin --out book.bin")]
    Merge {
        /// The books
        #[arg(required = true, num_args = 2..)]
        books: Vec<PathBuf>,
        /// The file for the book made of them
        #[arg(long)]
        out: PathBuf,
    },
}

/// Of which games and moves a book is made.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Make {
    /// The games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file for the book
    #[arg(long)]
    out: PathBuf,
    /// In how many games a move must have been played
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// How many moves of each game to look at
    #[arg(long, value_name = "MOVES", default_value_t = 20,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    /// What makes a move's weight
    #[arg(long, value_enum, default_value_t = Weights::Score)]
    weights: Weights,
    /// Whose moves to keep
    #[arg(long, value_enum, default_value_t = Side::Both)]
    color: Side,
}

/// How a book is grown.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Grow {
    /// The file for the book
    #[arg(long)]
    out: PathBuf,
    /// How many positions to search
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Nodes for each
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many moves of each to look at
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=50))]
    moves: u8,
    /// Up to this half-move
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u8).range(1..=200))]
    plies: u8,
    /// How much worse than the best a move of the book may be, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 25,
          value_parser = clap::value_parser!(i32).range(0..=1000))]
    margin: i32,
    /// Searches at once; as many as there are processor cores if left out
    #[arg(long, value_parser = at_once())]
    concurrency: Option<usize>,
}

/// What makes a move's weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Weights {
    /// What its player got: 2 for a win, 1 for a draw
    Score,
    /// In how many games it was played
    Games,
}

/// Whose moves a book has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// White's alone
    White,
    /// Black's alone
    Black,
    /// Those of both
    Both,
}

/// Does it, and says what came of it.
///
/// # Errors
/// If a file cannot be used, there is nothing for a book, or the output fails.
pub fn book(what: &Book, evaluation: &Evaluation) -> io::Result<()> {
    print(&match what {
        Book::Make(args) => args.make()?,
        Book::Grow(args) => args.grow(evaluation)?,
        Book::Show { fen, file } => show(fen.as_deref(), file)?,
        Book::Merge { books, out } => merge(books, out)?,
    })
}

fn open(path: &Path) -> io::Result<book::Book> {
    Ok(book::Book::open(path).map_err(at(path))?)
}

/// Writes a book and says what is in it.
fn write(book: &book::Book, path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    book.write(&mut bytes)?;
    output::save(path, bytes)?;
    let (moves, positions) = (book.len(), book.positions());
    Ok(format!("{}: {moves} moves for {positions} positions\n", path.display()))
}

fn show(fen: Option<&str>, file: &Path) -> io::Result<String> {
    let position = fen.map_or(Ok(Position::startpos()), Position::from_fen);
    let position = position.map_err(|error| {
        io::Error::other(format!("the position `{}`: {error}", fen.unwrap_or_default()))
    })?;
    let moves = open(file)?.moves(&position);
    Ok(text::book(&position, Some(&moves)).join("\n") + "\n")
}

fn merge(books: &[PathBuf], out: &Path) -> io::Result<String> {
    output::apart(out, books)?;
    let mut maker = Maker::default();
    for path in books {
        maker.add_book(&open(path)?);
    }
    let book = maker.book(1);
    if book.is_empty() {
        return Err(io::Error::other("there is no move with a weight in these books"));
    }
    write(&book, out)
}

/// How many games there were, and how many were of no use.
#[derive(Default)]
struct Count {
    games: u32,
    open: u32,
    broken_off: u32,
}

impl Grow {
    fn grow(&self, evaluation: &Evaluation) -> io::Result<String> {
        output::check(&self.out, [])?;
        let growth = Growth {
            positions: self.positions as usize,
            nodes: self.nodes,
            moves: usize::from(self.moves),
            plies: usize::from(self.plies),
            threads: self.concurrency.unwrap_or_else(cores),
            evaluation: evaluation.clone(),
        };
        let bar = bar(u64::from(self.positions), 30, " positions");
        let tree = growth.grow(|known| bar.set_position(known as u64));
        bar.finish_and_clear();
        let mut maker = Maker::default();
        for known in &tree {
            for (mv, weight) in weighted(known, self.margin) {
                maker.add(&known.position, mv, weight);
            }
        }
        write(&maker.book(1), &self.out)
    }
}

/// The moves of a position that are good enough for the book. Half of the margin worse is a third as
/// likely.
fn weighted(known: &Known, margin: i32) -> impl Iterator<Item = (ChessMove, u32)> {
    let best = known.moves.first().map_or(0, |&(_, score)| score);
    let kept = known.moves.iter().filter(move |&&(_, score)| best - score <= margin);
    kept.map(move |&(mv, score)| {
        let weight = 1_000.0 * (2.0 * f64::from(score - best) / f64::from(margin.max(1))).exp();
        (mv, weight.round() as u32)
    })
}

impl Make {
    fn make(&self) -> io::Result<String> {
        output::check(&self.out, &self.games)?;
        let (mut maker, mut count) = (Maker::default(), Count::default());
        for path in &self.games {
            let failure = at(path);
            for record in Reader::new(BufReader::new(File::open(path).map_err(failure)?)) {
                self.add(&record.map_err(failure)?, &mut maker, &mut count);
            }
        }
        let Count { games, open, broken_off } = count;
        let book = maker.book(self.min_games);
        if book.is_empty() {
            let least = self.min_games;
            let reason = format!(
                "no move is left for a book: of {games} games {open} have no result, and a \
                 move must be in {least} of the others and have earned something (--min-games, --weights)"
            );
            return Err(io::Error::other(reason));
        }
        let written = write(&book, &self.out)?;
        Ok(format!(
            "{games} games, {open} without a result left out, {broken_off} read up to a fault\n{written}"
        ))
    }

    /// A game's moves, each with what its player got in the end, and once: who goes back and forth has not played
    /// more games.
    fn add(&self, record: &Record, maker: &mut Maker, count: &mut Count) {
        count.games += 1;
        count.broken_off += u32::from(record.broken_off().is_some());
        let Some(points) = self.points(record.result) else {
            count.open += 1;
            return;
        };
        let (mut position, mut played) = (record.start.clone(), HashSet::new());
        for ply in record.moves.iter().take(2 * usize::from(self.depth)) {
            let side = position.side();
            if self.color.has(side) && played.insert((book::key(&position), ply.mv)) {
                maker.add(&position, ply.mv, points[side.to_index()]);
            }
            position.play(ply.mv);
        }
    }

    /// What the moves of White and of Black get for a result; nothing if there is none.
    fn points(&self, result: Outcome) -> Option<[u32; 2]> {
        let score = match result {
            Outcome::WhiteWins => [2, 0],
            Outcome::BlackWins => [0, 2],
            Outcome::Draw => [1, 1],
            Outcome::Open => return None,
        };
        Some(if self.weights == Weights::Games { [1, 1] } else { score })
    }
}

impl Side {
    fn has(self, side: Color) -> bool {
        match self {
            Side::White => side == Color::White,
            Side::Black => side == Color::Black,
            Side::Both => true,
        }
    }
}

#[cfg(test)]
mod tests;
