//! The socket to a chess server: one thread reads, everybody writes whole lines.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream, ToSocketAddrs},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use crossbeam::channel::Sender;

use crate::{
    ics::timeseal::{Pings, greeting, milliseconds, pong, seal},
    lock::lock,
    program::NAME,
    session::Wall,
};

/// A server that does not take a call within this time is not there.
const CALL: Duration = Duration::from_secs(10);
/// A line that cannot be written within this time never will be.
const WRITE: Duration = Duration::from_secs(5);

/// What comes over a link, with the link's number.
pub type Heard = (u64, LinkEvent);

/// What comes over a link.
#[derive(Debug)]
pub enum LinkEvent {
    /// It is there; lines can be written.
    Up(Writer),
    /// The server has sent these.
    Bytes(Vec<u8>),
    /// It is gone, and why.
    Down(String),
}

/// The end that writes.
#[derive(Clone, Debug)]
pub struct Writer {
    stream: Arc<Mutex<TcpStream>>,
    /// What lines are sealed with, if they are.
    sealed: Option<Stamp>,
}

/// What lines are sealed with: the age of the link. The age of the program would begin anew some day, perhaps in
/// a game.
#[derive(Clone, Debug)]
struct Stamp {
    wall: Wall,
    /// When the link was made.
    since: Duration,
}

impl Stamp {
    /// The time of a line that is sealed now.
    fn now(&self) -> u32 {
        milliseconds(self.wall.now().saturating_sub(self.since))
    }
}

impl Writer {
    /// Writes a line at once.
    ///
    /// # Errors
    /// If the link is gone.
    pub fn line(&self, text: &str) -> io::Result<()> {
        // Servers take one byte for a character, and no more than their own alphabet.
        let characters = text.chars().filter(|character| !character.is_control());
        let line: Vec<u8> = characters.map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        self.write(&match &self.sealed {
            Some(stamp) => seal(&line, stamp.now(), fastrand::usize(..)),
            None => [line, b"\n".to_vec()].concat(),
        })
    }

    /// Says that lines will be sealed, if they will.
    fn greet(&self) -> io::Result<()> {
        let Some(stamp) = &self.sealed else { return Ok(()) };
        let hello = greeting(NAME, std::env::consts::OS);
        self.write(&seal(&hello, stamp.now(), fastrand::usize(..)))
    }

    /// Closes the link; the thread that reads ends with it.
    pub fn close(&self) {
        let _ = lock(&self.stream).shutdown(Shutdown::Both);
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        lock(&self.stream).write_all(bytes)
    }

    fn answer_pings(&self, pings: usize) -> io::Result<()> {
        let Some(stamp) = &self.sealed else { return Ok(()) };
        (0..pings).try_for_each(|_| self.write(&pong(stamp.now(), fastrand::usize(..))))
    }
}

/// Calls a server on a thread of its own and passes on what comes.
///
/// # Errors
/// If there can be no thread.
pub fn call(
    (host, port): (String, u16),
    sealed: Option<(Wall, Pings)>,
    number: u64,
    heard: Sender<Heard>,
) -> io::Result<()> {
    let (wall, pings) = sealed.unzip();
    let work = move || {
        let tell = |event| heard.send((number, event)).is_ok();
        let reason = match connect(&host, port, wall) {
            Ok((stream, writer)) if tell(LinkEvent::Up(writer.clone())) => {
                read(stream, &writer, pings.unwrap_or_default(), tell)
            }
            Ok(_) => return,
            Err(error) => error.to_string(),
        };
        tell(LinkEvent::Down(reason));
    };
    thread::Builder::new().name("link".to_owned()).spawn(work).map(drop)
}

fn connect(host: &str, port: u16, sealed: Option<Wall>) -> io::Result<(TcpStream, Writer)> {
    let stream = reach(host, port, CALL)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE))?;
    let sealed = sealed.map(|wall| Stamp { since: wall.now(), wall });
    let writer = Writer { stream: Arc::new(Mutex::new(stream.try_clone()?)), sealed };
    writer.greet()?;
    Ok((stream, writer))
}

/// Connects to the first address of a host that answers, of whatever kind; each is given so long.
///
/// # Errors
/// Why the last one did not.
pub fn reach(host: &str, port: u16, patience: Duration) -> io::Result<TcpStream> {
    let mut failure = io::Error::other("it has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Reads until the end and says why it ended. Pings are answered before anything else, since the
/// answer says when the move arrived.
fn read(
    mut stream: TcpStream,
    writer: &Writer,
    mut pings: Pings,
    tell: impl Fn(LinkEvent) -> bool,
) -> String {
    let mut bytes = [0; 4096];
    loop {
        let count = match stream.read(&mut bytes) {
            Ok(0) => return "the server has closed the link".to_owned(),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return error.to_string(),
        };
        let (left, asked) = match writer.sealed {
            Some(_) => pings.take(&bytes[..count]),
            None => (bytes[..count].to_vec(), 0),
        };
        if let Err(error) = writer.answer_pings(asked) {
            return error.to_string();
        }
        if !tell(LinkEvent::Bytes(left)) {
            return "nobody listens".to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_link_is_its_own_age() {
        let wall = Wall::start();
        let later = wall.now() + Duration::from_secs(3_600);
        let stamp = Stamp { wall, since: later };
        assert_eq!(stamp.now(), 0, "however old the program is");
        let after = |days: u64| milliseconds(Duration::from_secs(days * 24 * 60 * 60));
        assert!(after(24) > after(20), "it only goes forward");
        assert!(after(25) < after(24), "until it begins anew");
    }
}
