//! Faults that say which file they are about.

use std::{io, path::Path};

/// A fault with the file or folder it is about.
#[derive(Debug, thiserror::Error)]
#[error("{}{}{source}", path.display(), joint.words())]
pub struct AtPath<E> {
    path: Box<Path>,
    joint: Joint,
    source: E,
}

/// What the fault is to the file.
#[derive(Clone, Copy, Debug)]
enum Joint {
    Whole,
    Place,
    Reading,
    Writing,
}

impl Joint {
    /// What stands between the two.
    fn words(self) -> &'static str {
        match self {
            Joint::Whole => ": ",
            Joint::Place => ", ",
            Joint::Reading => " cannot be read: ",
            Joint::Writing => " cannot be written: ",
        }
    }
}

/// For `map_err`: the fault is one of this file as a whole.
pub fn at<E>(path: &Path) -> impl Fn(E) -> AtPath<E> + Copy {
    joined(path, Joint::Whole)
}

/// The fault tells itself where in this file it is.
pub fn within<E>(path: &Path) -> impl Fn(E) -> AtPath<E> + Copy {
    joined(path, Joint::Place)
}

/// The fault is why this file cannot be read.
pub fn reading<E>(path: &Path) -> impl Fn(E) -> AtPath<E> + Copy {
    joined(path, Joint::Reading)
}

/// The fault is why this file cannot be written.
pub fn writing<E>(path: &Path) -> impl Fn(E) -> AtPath<E> + Copy {
    joined(path, Joint::Writing)
}

fn joined<E>(path: &Path, joint: Joint) -> impl Fn(E) -> AtPath<E> + Copy {
    move |source| AtPath { path: path.into(), joint, source }
}

/// Where whatever goes wrong is a failure of input or output, the words are kept.
impl<E: std::error::Error + Send + Sync + 'static> From<AtPath<E>> for io::Error {
    fn from(fault: AtPath<E>) -> io::Error {
        io::Error::other(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_file_and_the_reason() {
        let path = Path::new("games.pgn");
        let reason = || io::Error::other("no such file");
        for (fault, said) in [
            (at(path)(reason()), "games.pgn: no such file"),
            (within(path)(reason()), "games.pgn, no such file"),
            (reading(path)(reason()), "games.pgn cannot be read: no such file"),
            (writing(path)(reason()), "games.pgn cannot be written: no such file"),
        ] {
            assert_eq!(fault.to_string(), said);
            assert_eq!(io::Error::from(fault).to_string(), said);
        }
    }
}
