//! Lines for a stream that may be slow or stopped: they wait for it, and nobody else does.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use crossbeam::channel::{Sender, TrySendError, bounded};

/// So many lines wait for the stream; of more none is kept until it goes on.
const WAITING: usize = 1_000;

/// The end of a stream that takes lines at once, whatever becomes of the stream.
#[derive(Clone, Debug)]
pub struct Outlet {
    lines: Sender<Item>,
    /// Lines that found no place since the last one that did.
    dropped: Arc<AtomicU64>,
}

/// What is handed to the thread that writes.
#[derive(Debug)]
enum Item {
    Line(String),
    /// Whoever waits for all before this.
    Waiting(Sender<()>),
}

impl Outlet {
    /// An outlet to a stream. A stream that fails takes nothing, and is tried again with the next line.
    ///
    /// # Errors
    /// If there can be no thread that writes.
    pub fn new(mut stream: impl Write + Send + 'static) -> io::Result<Outlet> {
        let (lines, items) = bounded(WAITING);
        let write = move || {
            for item in items {
                match item {
                    Item::Line(line) => {
                        let _ = writeln!(stream, "{line}").and_then(|()| stream.flush());
                    }
                    Item::Waiting(waiting) => {
                        let _ = waiting.send(());
                    }
                }
            }
        };
        thread::Builder::new().name("outlet".to_owned()).spawn(write)?;
        Ok(Outlet { lines, dropped: Arc::default() })
    }

    /// Hands a line on. If there is no place for it, it is dropped; how many were is told in their place.
    pub fn line(&self, line: impl Into<String>) {
        let missing = self.dropped.swap(0, Relaxed);
        let told = missing == 0
            || self.lines.try_send(Item::Line(format!("({missing} lines were dropped)"))).is_ok();
        if !told {
            self.dropped.fetch_add(missing, Relaxed);
        }
        let full = |error: &TrySendError<Item>| error.is_full();
        if !told || self.lines.try_send(Item::Line(line.into())).is_err_and(|error| full(&error)) {
            self.dropped.fetch_add(1, Relaxed);
        }
    }

    /// Waits until everything is written, so long at most.
    pub fn finish(&self, patience: Duration) {
        let (waiting, written) = bounded(1);
        if self.lines.send_timeout(Item::Waiting(waiting), patience).is_ok() {
            let _ = written.recv_timeout(patience);
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::{Receiver, unbounded};

    use super::*;

    /// A stream that takes a line only when somebody asks for one.
    struct Slow {
        asked: Receiver<()>,
        took: Sender<String>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.asked.recv().map_err(io::Error::other)?;
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.took.send(text).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stopped_stream_keeps_nobody_waiting_and_says_later_what_is_missing() {
        let (ask, asked) = unbounded();
        let (took, taken) = unbounded();
        let outlet = Outlet::new(io::LineWriter::new(Slow { asked, took })).unwrap();
        (0..5_000).for_each(|n| outlet.line(format!("line {n}")));
        (0..3_000).for_each(|_| ask.send(()).unwrap());
        let mut lines = Vec::new();
        while lines.len() < WAITING {
            lines.push(taken.recv().unwrap());
        }
        outlet.line("the last one");
        outlet.finish(Duration::from_secs(60));
        lines.extend(taken.try_iter());
        assert_eq!(lines.first().map(String::as_str), Some("line 0\n"));
        assert_eq!(lines.last().map(String::as_str), Some("the last one\n"));
        let dropped = |line: &String| {
            let number = line.strip_suffix(" lines were dropped)\n")?.strip_prefix('(')?;
            number.parse::<usize>().ok()
        };
        let missing: Vec<usize> = lines.iter().filter_map(dropped).collect();
        let written = lines.len() - missing.len();
        assert!(!missing.is_empty());
        assert_eq!(missing.iter().sum::<usize>() + written, 5_001, "each was written or counted");
    }

    #[test]
    fn a_stream_that_never_goes_on_does_not_keep_the_end_waiting() {
        let (_ask, asked) = unbounded();
        let (took, _taken) = unbounded();
        let outlet = Outlet::new(Slow { asked, took }).unwrap();
        (0..3_000).for_each(|n| outlet.line(format!("line {n}")));
        outlet.finish(Duration::from_millis(1));
    }
}
