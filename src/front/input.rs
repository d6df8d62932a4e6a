//! Files that people have written: whole, but not without end.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The most bytes a file may have, so that a device without an end is refused.
const MOST_BYTES: u64 = 256 << 20;

/// What is in a file.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        ..=MOST_BYTES => Ok(bytes),
        _ => Err(io::Error::other(format!("it has more than {} MiB", MOST_BYTES >> 20))),
    }
}

/// The text of a file, in UTF-8 or, where it is none, in Latin-1, as old collections of positions are; a
/// byte order mark is nothing.
///
/// # Errors
/// As [`bytes`].
pub fn text(path: &Path) -> io::Result<String> {
    bytes(path).map(decode)
}

fn decode(bytes: Vec<u8>) -> String {
    let latin = |error: std::string::FromUtf8Error| {
        error.into_bytes().into_iter().map(char::from).collect()
    };
    let text = String::from_utf8(bytes).unwrap_or_else(latin);
    text.trim_start_matches('\u{feff}').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_both_encodings_is_read() {
        for bytes in ["Grünfeld".as_bytes(), b"\xef\xbb\xbfGr\xc3\xbcnfeld", b"Gr\xfcnfeld"] {
            assert_eq!(decode(bytes.to_vec()), "Grünfeld", "{bytes:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_does_not_end_is_refused() {
        let refusal = text(Path::new("/dev/zero")).unwrap_err().to_string();
        assert_eq!(refusal, "it has more than 256 MiB");
    }
}
