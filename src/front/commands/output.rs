//! Files that commands write: whole or as they were before, and never over what is read.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

use crate::front::at_path::{AtPath, writing};

/// What stands for a stream of this process on Unix, whatever that stream is.
const STREAMS: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];

/// A file that takes its place when it is whole: one that is broken off leaves what was there before.
pub struct Output {
    file: BufWriter<File>,
    /// Where it is to stand.
    place: PathBuf,
    /// Where it is written until then; nothing for a stream, which is written to directly.
    beside: Option<PathBuf>,
}

impl Output {
    /// Begins a file, so that one that cannot be written is known before there is anything to write.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> Result<Output, AtPath<io::Error>> {
        let begun = if is_stream(path) { Output::stream(path) } else { Output::regular(path) };
        begun.map_err(writing(path))
    }

    /// A pipe or a device has no place that another file could take.
    fn stream(path: &Path) -> io::Result<Output> {
        let file = BufWriter::new(OpenOptions::new().append(true).open(path)?);
        Ok(Output { file, place: path.to_owned(), beside: None })
    }

    /// A link goes on leading to its place, and whoever may use the old file may use the new one.
    fn regular(path: &Path) -> io::Result<Output> {
        let place = place(path);
        let rights = rights(&place)?;
        let new = new_name(&place);
        let file = BufWriter::new(File::create(&new)?);
        let output = Output { file, place, beside: Some(new) };
        if let Some(rights) = rights {
            output.file.get_ref().set_permissions(rights)?;
        }
        Ok(output)
    }

    /// Puts the file in its place, since it is whole now.
    ///
    /// # Errors
    /// If the rest of it cannot be written.
    pub fn finish(mut self) -> Result<(), AtPath<io::Error>> {
        self.settle().map_err(writing(&self.place))
    }

    /// The last bytes come first: what was there before goes only for a whole file.
    fn settle(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(new) = &self.beside {
            fs::rename(new, &self.place)?;
        }
        self.beside = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    /// What never became whole is of no use to anybody.
    fn drop(&mut self) {
        if let Some(new) = &self.beside {
            let _ = fs::remove_file(new);
        }
    }
}

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written; what was there before is left then.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), AtPath<io::Error>> {
    let mut output = Output::create(path)?;
    output.write_all(content.as_ref()).map_err(writing(path))?;
    output.finish()
}

/// Refuses to write over a file that is read, by whatever name it goes.
///
/// # Errors
/// If it is one of these.
pub fn apart<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), AtPath<io::Error>> {
    let place = place(path);
    let written = [new_name(&place), place].map(|name| name.canonicalize().ok());
    let is_written =
        |input: &PathBuf| input.canonicalize().is_ok_and(|input| written.contains(&Some(input)));
    if is_stream(path) || !inputs.into_iter().any(is_written) {
        return Ok(());
    }
    let reason = "it would take the place of a file that is to be read; name another one";
    Err(writing(path)(io::Error::other(reason)))
}

/// Finds out before long work whether its result can be written; what is there stays as it is.
///
/// # Errors
/// If it cannot, or would be written over one of the files that are read.
pub fn check<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), AtPath<io::Error>> {
    apart(path, inputs)?;
    // Whoever opens a pipe waits for its other end.
    if is_stream(path) { Ok(()) } else { Output::create(path).map(drop) }
}

/// Finds out the same of several results, each of which needs a file of its own.
///
/// # Errors
/// As [`check`], or if two of them would go into the same file.
pub fn check_all<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf> + Clone,
) -> Result<(), AtPath<io::Error>> {
    let mut places = Vec::new();
    for path in paths {
        check(path, inputs.clone())?;
        if places.contains(&place(path)) {
            let reason = "another result goes into the same file; name another one";
            return Err(writing(path)(io::Error::other(reason)));
        }
        places.extend((!is_stream(path)).then(|| place(path)));
    }
    Ok(())
}

/// Whether this is no file of its own but leads somewhere else: a pipe, a terminal, /dev/null.
fn is_stream(path: &Path) -> bool {
    STREAMS.iter().any(|stream| path.starts_with(stream))
        || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Where a file is or will be, behind all links.
fn place(path: &Path) -> PathBuf {
    let beside = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

/// What a file is called until it is whole.
fn new_name(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(".new");
    PathBuf::from(name)
}

/// The rights of a file, which has to be one that may be written; nothing if there is none yet.
fn rights(place: &Path) -> io::Result<Option<Permissions>> {
    match OpenOptions::new().write(true).open(place) {
        Ok(file) => Ok(Some(file.metadata()?.permissions())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    /// An empty folder, which goes with the test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = env::temp_dir().join(format!("zeitnot-output-{name}-{}", process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }

        /// What is in the folder.
        fn names(&self) -> Vec<String> {
            let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
            let names = fs::read_dir(&self.0).unwrap().map(name);
            names.map(|name| name.to_string_lossy().into_owned()).collect()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_that_is_broken_off_leaves_the_one_before() {
        let scratch = Scratch::new("broken");
        let path = scratch.0.join("net");
        save(&path, "old").unwrap();
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"ne").unwrap();
        drop(output);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(scratch.names(), ["net"]);
        save(&path, "new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(scratch.names(), ["net"]);
    }

    #[test]
    fn what_is_read_is_not_written_over_by_whatever_name() {
        let scratch = Scratch::new("apart");
        let (input, other) = (scratch.0.join("games"), scratch.0.join("others"));
        fs::write(&input, "games").unwrap();
        let inputs = [other.clone(), input.clone()];
        for name in ["games", "./games", "../NAME/games"] {
            let folder = scratch.0.file_name().unwrap().to_string_lossy().into_owned();
            let path = scratch.0.join(name.replace("NAME", &folder));
            let refusal = check(&path, &inputs).unwrap_err().to_string();
            assert!(refusal.starts_with(&path.display().to_string()), "{refusal}");
            assert!(refusal.ends_with("name another one"), "{refusal}");
        }
        // It would be written as `wanted.new` at first.
        let (wanted, new) = (scratch.0.join("wanted"), scratch.0.join("wanted.new"));
        fs::write(&new, "games").unwrap();
        assert!(check(&wanted, [&new]).is_err());
        assert!(check(&wanted, &inputs).is_ok());
        assert_eq!(fs::read(&input).unwrap(), b"games");
    }

    #[test]
    fn two_results_do_not_go_into_one_file() {
        let scratch = Scratch::new("same");
        let (one, other) = (scratch.0.join("same"), scratch.0.join("other"));
        let again = scratch.0.join(".").join("same");
        check_all([&one, &other], []).unwrap();
        let refusal = check_all([&one, &again], []).unwrap_err().to_string();
        assert!(refusal.ends_with("another result goes into the same file; name another one"));
        let null = PathBuf::from("/dev/null");
        check_all([&null, &null], []).unwrap();
        assert!(check_all([&one], [&one]).is_ok() && scratch.names().is_empty());
    }

    #[test]
    fn a_folder_that_is_missing_is_known_before_the_work() {
        let scratch = Scratch::new("folder");
        let path = scratch.0.join("no").join("such.svg");
        let refusal = check(&path, []).unwrap_err().to_string();
        assert!(refusal.starts_with(&format!("{} cannot be written: ", path.display())));
        assert!(check(&scratch.0, []).is_err(), "a folder is no file");
        let path = scratch.0.join("there.svg");
        save(&path, "old").unwrap();
        check(&path, []).unwrap();
        assert_eq!(fs::read(path).unwrap(), b"old");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_and_links_stay_links() {
        use std::os::unix::fs::{FileTypeExt, symlink};

        let null = PathBuf::from("/dev/null");
        check(&null, [&null]).unwrap();
        save(&null, "anything").unwrap();
        assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
        let scratch = Scratch::new("link");
        let (file, link) = (scratch.0.join("file"), scratch.0.join("link"));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        save(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(check(&link, [&file]).is_err());
    }
}
