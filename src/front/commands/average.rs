//! The mean of networks.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use super::output;
use crate::{
    eval::nnue::{Network, NetworkError},
    front::at_path::{AtPath, at},
};

/// Which networks, and where their mean goes.
///
/// They must be alike in all but their weights, and should have begun with the same one: what each has learned on its own
/// way stays, and what it errs by accident evens out.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(
    after_help = "Example:\n  zeitnot train average one.net another.net another.net --out mean.net"
)]
pub struct Average {
    /// The file of a network
    first: PathBuf,
    /// Those of others; one that is named twice counts twice
    others: Vec<PathBuf>,
    /// Where to write the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Why there is no mean.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A network cannot be read.
    #[error(transparent)]
    Network(#[from] AtPath<NetworkError>),
    /// They have no mean.
    #[error(transparent)]
    Mean(#[from] NetworkError),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] AtPath<io::Error>),
    /// What was done cannot be said.
    #[error("{0}")]
    Console(#[from] io::Error),
}

/// Writes the mean.
///
/// # Errors
/// If a network cannot be read, they are not alike, or the file cannot be written.
pub fn average(args: &Average) -> Result<(), Failure> {
    output::apart(&args.out, args.others.iter().chain([&args.first]))?;
    let open = |file: &PathBuf| Network::open(file).map_err(at(file));
    let others = args.others.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mean = Network::mean(&open(&args.first)?, &others)?;
    output::save(&args.out, mean.to_bytes())?;
    Ok(writeln!(io::stdout().lock(), "{}: {mean}", args.out.display())?)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::eval::nnue::{CLIP, Shape};

    #[test]
    fn a_network_named_twice_counts_twice() {
        let path = |name: &str| env::temp_dir().join(format!("average-{name}-{}", process::id()));
        let shape = Shape { hidden: 32, buckets: 1, king_buckets: 1, rows: 0 };
        let write = |name: &str, weight: f32| {
            let parts = shape.parts().map(|length| vec![weight; length]);
            let network = Network::quantised(shape, parts.each_ref().map(|part| &part[..]));
            fs::write(path(name), network.unwrap().to_bytes()).unwrap();
        };
        write("low", 0.0);
        write("high", CLIP / 2.0);
        let args = |others: &[&str]| Average {
            first: path("low"),
            others: others.iter().copied().map(path).collect(),
            out: path("mean"),
        };
        average(&args(&["high", "high"])).unwrap();
        let mean = Network::open(&path("mean")).unwrap();
        assert!(mean.numbers().iter().all(|number| (number - CLIP / 3.0).abs() < 0.01));
        let over_itself = Average { out: path("low"), ..args(&["high"]) };
        assert!(matches!(average(&over_itself), Err(Failure::Output(_))));
        assert_eq!(Network::open(&path("low")).unwrap().numbers().iter().sum::<f32>(), 0.0);
        fs::write(path("low"), "something else").unwrap();
        assert!(matches!(average(&args(&[])), Err(Failure::Network(_))));
        assert!(Network::open(&path("mean")).is_ok(), "what was there before is left");
        ["low", "high", "mean"].iter().for_each(|name| fs::remove_file(path(name)).unwrap());
    }
}
