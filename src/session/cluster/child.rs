//! The process that the ranks belong to, and the threads at its pipes.

use std::{
    env,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, atomic::Ordering::Relaxed},
    thread,
    time::Duration,
};

use crossbeam::{
    channel::{Receiver, Sender, after, bounded},
    select,
};

use super::Link;
use crate::{
    cluster::{Frames, Message, frame, together},
    lock::lock,
};

/// A process that was asked to end has so long for it.
const GRACE: Duration = Duration::from_secs(2);
/// The word that begins a command for ranks inside one process.
const LOOPBACK: &str = "loopback";
/// How Open MPI is told so in the environment.
const NO_YIELDING: &str = "OMPI_MCA_mpi_yield_when_idle";
/// The longest line of the child's, in bytes; a longer one is heard in pieces.
const LONGEST: u64 = 1 << 16;
/// The longest word of the child's that is repeated, in letters, and of how many lines: launchers write sentences.
const MOST_SAID: usize = 200;
const MOST_LINES: usize = 3;

/// What is heard of a child.
pub(super) enum Heard {
    /// It says this.
    Message(Message),
    /// It is of no use any more.
    Broken(String),
}

/// A running child.
pub(super) struct Running {
    child: Child,
    /// The writer ends when this goes.
    _writing: Sender<()>,
    /// What it has complained of first.
    complaint: Arc<Mutex<String>>,
}

/// The processes of a child, to be ended together.
#[derive(Clone, Copy)]
pub(super) struct Group(u32);

/// The words of a command; quotes keep blanks together.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (letter, quoted) {
            (letter, Some(quote)) if letter == quote => quoted = None,
            ('"' | '\'', None) => {
                quoted = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The command that starts the ranks: this program as a rank, by the one that the operator has given.
fn command(given: &str) -> Result<Command, String> {
    let own = env::current_exe().map_err(|error| format!("where is this program? {error}"))?;
    let given = words(given);
    let (first, rest) = given.split_first().ok_or("an empty command")?;
    if first == LOOPBACK {
        let mut command = Command::new(own);
        command.args(["rank", "--loopback"]).args(rest);
        return Ok(command);
    }
    if !cfg!(feature = "mpi") {
        return Err("this zeitnot was built without MPI (cargo build --features mpi)".to_owned());
    }
    let mut command = Command::new(first);
    command.args(rest).arg(own).arg("rank");
    // Ranks sleep where there is nothing to do. Open MPI, where it has more processes than cores, would let
    // them give way at every look as well, and a busy machine then takes long to come back.
    if env::var_os(NO_YIELDING).is_none() {
        command.env(NO_YIELDING, "0");
    }
    Ok(command)
}

impl Running {
    /// Starts the ranks; what is heard of them goes to `ear`.
    pub fn start(
        given: &str,
        link: &Arc<Link>,
        ear: impl Fn(Heard) + Clone + Send + 'static,
    ) -> Result<Running, String> {
        let mut command = command(given)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child = command.spawn().map_err(|error| format!("{name} cannot start: {error}"))?;
        *lock(&link.group) = Some(Group(child.id()));
        let (writing, end) = bounded(0);
        let complaint = Arc::<Mutex<String>>::default();
        if let Some(pipe) = child.stdin.take() {
            let link = link.clone();
            background("cluster out", move || write(pipe, &link, &end));
        }
        if let Some(pipe) = child.stdout.take() {
            let link = link.clone();
            background("cluster in", move || read(pipe, &link, ear));
        }
        if let Some(pipe) = child.stderr.take() {
            let complaint = complaint.clone();
            background("cluster complaints", move || listen(pipe, &complaint));
        }
        Ok(Running { child, _writing: writing, complaint })
    }

    /// What it has said before it ended, in words to add to a complaint.
    pub fn last_words(&mut self) -> String {
        let ended = self.waits_for(Duration::from_millis(300));
        let said = lock(&self.complaint).clone();
        match (ended, said.is_empty()) {
            (_, false) => format!(": {said}"),
            (true, true) => self
                .child
                .try_wait()
                .ok()
                .flatten()
                .map_or_else(String::new, |status| format!(" ({status})")),
            (false, true) => String::new(),
        }
    }

    /// Whether it ends within so long.
    fn waits_for(&mut self, long: Duration) -> bool {
        let step = Duration::from_millis(20);
        (0..=long.as_millis() / step.as_millis()).any(|_| {
            let ended = !matches!(self.child.try_wait(), Ok(None));
            if !ended {
                let _ = after(step).recv();
            }
            ended
        })
    }

    /// Ends it, and whatever belongs to it, in the background.
    pub fn end(mut self) {
        let group = Group(self.child.id());
        group.end();
        background("cluster end", move || {
            if !self.waits_for(GRACE) {
                group.kill();
                let _ = self.child.kill();
                let _ = self.child.wait();
            }
        });
    }
}

impl Group {
    /// Asks the processes to end, even those that were stopped.
    pub fn end(self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::Signal;
            self.signal(Signal::SIGTERM);
            self.signal(Signal::SIGCONT);
        }
        #[cfg(not(unix))]
        log::debug!("the cluster's process {} ends with its pipe", self.0);
    }

    /// Ends what does not end.
    fn kill(self) {
        #[cfg(unix)]
        self.signal(nix::sys::signal::Signal::SIGKILL);
    }

    #[cfg(unix)]
    fn signal(self, signal: nix::sys::signal::Signal) {
        let group = nix::unistd::Pid::from_raw(self.0 as i32);
        let _ = nix::sys::signal::killpg(group, signal);
    }
}

fn background(name: &str, work: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(work) {
        log::error!("no thread for {name}: {error}");
    }
}

/// Writes what there is to be said, control before entries, until nobody reads or the child is given up.
fn write(mut pipe: impl Write, link: &Link, end: &Receiver<()>) {
    let outgoing = &link.outgoing;
    loop {
        let entries = |findings| {
            let (origin, era) = (0, link.era.load(Relaxed));
            Message::Batch { origin, era, findings: together(findings, outgoing) }
        };
        let message = match outgoing.messages.try_recv() {
            Ok(message) => message,
            Err(_) => select! {
                recv(outgoing.messages) -> message => match message {
                    Ok(message) => message,
                    Err(_) => return,
                },
                recv(outgoing.findings) -> findings => match findings {
                    Ok(findings) => entries(findings),
                    Err(_) => return,
                },
                recv(end) -> _ => return,
            },
        };
        let bytes = frame(&message);
        if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
            return;
        }
        lock(&link.traffic).sent(bytes.len());
    }
}

/// Reads what the ranks say: entries go into the table, reports to the search, all else to the ear.
fn read(mut pipe: impl Read, link: &Link, ear: impl Fn(Heard)) {
    let (mut frames, mut bytes) = (Frames::default(), vec![0; 1 << 16]);
    loop {
        let count = match pipe.read(&mut bytes) {
            Ok(0) => return ear(Heard::Broken("it has ended".to_owned())),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return ear(Heard::Broken(error.to_string())),
        };
        frames.feed(bytes.get(..count).unwrap_or_default());
        lock(&link.traffic).bytes_in += count as u64;
        loop {
            match frames.take() {
                Ok(Some(message)) => {
                    lock(&link.traffic).messages_in += 1;
                    take(message, link, &ear);
                }
                Ok(None) => break,
                Err(error) => return ear(Heard::Broken(error.to_string())),
            }
        }
    }
}

fn take(message: Message, link: &Link, ear: &impl Fn(Heard)) {
    match message {
        Message::Batch { era, findings, .. } => {
            if era == link.era.load(Relaxed) {
                link.memory.store(&findings);
            }
        }
        Message::Report(report) => link.exchange.hear(&report),
        message => ear(Heard::Message(message)),
    }
}

/// Logs what the child complains of, and keeps the first of it: launchers frame it with lines.
fn listen(pipe: impl Read, complaint: &Mutex<String>) {
    let (mut pipe, mut bytes, mut first) = (BufReader::new(pipe), Vec::new(), Vec::new());
    let mut next = |bytes: &mut Vec<u8>| pipe.by_ref().take(LONGEST).read_until(b'\n', bytes);
    while next(&mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&std::mem::take(&mut bytes)).trim().to_owned();
        if line.chars().any(char::is_alphanumeric) {
            log::info!("cluster: {line}");
            if first.len() < MOST_LINES {
                first.push(line);
                *lock(complaint) = first.join(" ").chars().take(MOST_SAID).collect();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_at_blanks_outside_quotes() {
        assert_eq!(
            words("mpirun -n 4  --hostfile hosts"),
            ["mpirun", "-n", "4", "--hostfile", "hosts"]
        );
        assert_eq!(words("run 'my hosts' \"\" a\"b c\"d"), ["run", "my hosts", "", "ab cd"]);
        assert_eq!(words("  "), [""; 0]);
    }

    #[test]
    fn complaints_are_heard_in_any_encoding_and_to_the_end() {
        let complaint = Mutex::default();
        let said = b"---\ncan't find h\xf4te,\nso it\n\ndoes not start.\n---\nmore\n";
        let mut pipe = said.as_slice();
        listen(&mut pipe, &complaint);
        assert_eq!(*lock(&complaint), "can't find h\u{fffd}te, so it does not start.");
        assert!(pipe.is_empty());
    }
}
