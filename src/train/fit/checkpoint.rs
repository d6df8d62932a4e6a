//! Where a fit stands after an epoch, in a file, so that it can be broken off and continued.
//!
//! A line says what is fitted to what; then come the losses of the epochs done (8 bytes each, learned
//! and held back), the weights and both means of their slopes (4 bytes each, the low one first).

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{Fit, Loss};

/// The first words of a file; the number is the version of the format.
const MAGIC: &str = "zeitnot-fit 5";

/// Why a fit cannot go on from a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It belongs to something else.
    #[error(
        "it is of another fit: it begins with `{there}` instead of `{wanted}`; remove it to begin anew"
    )]
    Different {
        /// How it begins.
        there: String,
        /// How it should begin.
        wanted: String,
    },
    /// It is too short or too long.
    #[error("it is damaged; remove it to begin anew")]
    Damaged,
}

impl Fit {
    /// The same fit, gone on as far as the file says if it is there; `positions` is the check sum of
    /// the positions.
    ///
    /// # Errors
    /// If the file is of another fit or damaged.
    pub fn resume(self, positions: u64, path: &Path) -> Result<Fit, CheckpointError> {
        match fs::read(path) {
            Ok(bytes) => {
                let wanted = self.first_line(positions);
                self.read(&wanted, &bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(self),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes where it stands; what stood there before is lost only when the new file is whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, positions: u64, path: &Path) -> io::Result<()> {
        let mut bytes = self.first_line(positions).into_bytes();
        for &Loss { train, held_back } in &self.losses {
            bytes.extend([train, held_back].map(f64::to_le_bytes).as_flattened());
        }
        for part in [&self.weights, &self.means[0], &self.means[1]] {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        fs::write(&new, bytes)?;
        fs::rename(new, path)
    }

    /// What is fitted to what.
    fn first_line(&self, positions: u64) -> String {
        let first = self.first.map_or("chance".to_owned(), |hash| format!("{hash:016x}"));
        format!("{MAGIC} {} from={first} positions={positions:016x}\n", self.settings)
    }

    fn read(self, wanted: &str, bytes: &[u8]) -> Result<Fit, CheckpointError> {
        let Some(rest) = bytes.strip_prefix(wanted.as_bytes()) else {
            let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let there = String::from_utf8_lossy(&line[..line.len().min(300)]).into_owned();
            return Err(CheckpointError::Different { there, wanted: wanted.trim().to_owned() });
        };
        let counts = [self.weights.len(), self.means[0].len(), self.means[1].len()];
        let numbers = 4 * counts.iter().sum::<usize>();
        let losses = rest.len().checked_sub(numbers).ok_or(CheckpointError::Damaged)?;
        let (losses, numbers) = rest.split_at(losses);
        let (losses, odd) = losses.as_chunks::<16>();
        if !odd.is_empty() || losses.len() > self.settings.epochs as usize {
            return Err(CheckpointError::Damaged);
        }
        let half = |bytes: &[u8]| bytes.try_into().map_or(0.0, f64::from_le_bytes);
        let loss = |pair: &[u8; 16]| Loss { train: half(&pair[..8]), held_back: half(&pair[8..]) };
        let mut numbers = numbers.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number));
        let [weights, first, second] =
            counts.map(|count| numbers.by_ref().take(count).collect::<Vec<f32>>());
        let losses = losses.iter().map(loss).collect();
        Ok(Fit { weights, means: [first, second], losses, ..self })
    }
}
