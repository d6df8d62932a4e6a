//! `zeitnot timeseal`: stands between XBoard and a chess server and seals what is sent, so that the
//! server does not charge a player for the way the lines took.
//!
//! XBoard reads what is printed as the server's words, even standard error: nothing else may be
//! printed. It also sends the password this way, so nothing that passes is logged.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use super::now;
use crate::{
    front::ics::link::reach,
    ics::timeseal::{Pings, greeting, milliseconds, pong, seal},
    lock::lock,
    program::NAME,
};

/// How long to try each address of a host.
const PATIENCE: Duration = Duration::from_secs(20);
/// What of a line is kept, in bytes; servers take less.
const LONGEST: usize = 1_000;

/// When a line is sealed, in milliseconds, and from where in the key.
type Stamp = (u32, usize);

/// Why the helper ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum TimesealError {
    /// The server cannot be reached.
    #[error("{host} port {port} cannot be reached: {source}")]
    Unreachable {
        /// Its name.
        host: String,
        /// Its port.
        port: u16,
        /// Why not.
        source: io::Error,
    },
    /// The connection breaks, or what was said cannot be handed on.
    #[error("the connection broke: {0}")]
    Broken(#[from] io::Error),
}

/// Joins standard input and output to a server until one of the two hangs up.
///
/// # Errors
/// If the server cannot be reached, or the connection breaks.
pub fn timeseal(host: &str, port: u16) -> Result<(), TimesealError> {
    let start = now();
    let stamp = move || (milliseconds(start.elapsed()), fastrand::usize(..));
    let server = reach(host, port, PATIENCE).map_err(|source| {
        let host = host.to_owned();
        TimesealError::Unreachable { host, port, source }
    })?;
    log::info!("connected to {host} port {port}");
    relay(server, io::stdin(), &mut io::stdout().lock(), stamp)?;
    log::info!("the connection to {host} is closed");
    Ok(())
}

/// Hands lines from `input` to the server and the server's bytes to `output`, until either ends.
fn relay(
    server: TcpStream,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    stamp: impl Fn() -> Stamp + Copy + Send + 'static,
) -> io::Result<()> {
    server.set_nodelay(true)?;
    let sending = Arc::new(Mutex::new(server.try_clone()?));
    send(&sending, &sealed_greeting(stamp()))?;
    let lines = Arc::clone(&sending);
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || send_lines(input, &lines, stamp))?;
    let result = receive(server, &sending, output, stamp);
    match result {
        // XBoard has gone away, or the server has not waited for the last words.
        Err(error) if is_hang_up(&error) => Ok(()),
        result => result,
    }
}

fn is_hang_up(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected)
}

/// Hands on what the server says, and answers its pings before anything else: the answer says when
/// the move has arrived.
fn receive(
    mut server: TcpStream,
    sending: &Mutex<TcpStream>,
    output: &mut impl Write,
    stamp: impl Fn() -> Stamp,
) -> io::Result<()> {
    let mut inward = Inward::default();
    let mut bytes = [0; 4096];
    loop {
        let count = match server.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let (said, answers) = inward.take(&bytes[..count], &stamp);
        if !answers.is_empty() {
            send(sending, &answers)?;
        }
        output.write_all(&said)?;
        output.flush()?;
    }
}

/// Seals lines and sends them; in the end hangs up, which ends [`receive`] as well.
fn send_lines(mut input: impl Read, sending: &Mutex<TcpStream>, stamp: impl Fn() -> Stamp) {
    let mut outward = Outward::default();
    let mut bytes = [0; 4096];
    loop {
        let count = match input.read(&mut bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        let sealed = outward.take(&bytes[..count], &stamp);
        if count == 0 || send(sending, &sealed).is_err() {
            break;
        }
    }
    let _ = lock(sending).shutdown(Shutdown::Both);
}

/// Sends whole lines, so that an answer to a ping cannot come between the halves of one.
fn send(sending: &Mutex<TcpStream>, lines: &[u8]) -> io::Result<()> {
    lock(sending).write_all(lines)
}

/// The first line of a connection.
fn sealed_greeting((ms, offset): Stamp) -> Vec<u8> {
    seal(&greeting(NAME, std::env::consts::OS), ms, offset)
}

/// What goes to the server: lines, however their bytes come.
#[derive(Debug, Default)]
struct Outward {
    /// A line that has begun.
    begun: Vec<u8>,
}

impl Outward {
    /// The lines that `bytes` completes, each sealed.
    fn take(&mut self, bytes: &[u8], stamp: impl Fn() -> Stamp) -> Vec<u8> {
        let mut sealed = Vec::new();
        for &byte in bytes {
            match byte {
                b'\n' => {
                    let (ms, offset) = stamp();
                    let line = self.begun.strip_suffix(b"\r").unwrap_or(&self.begun);
                    sealed.extend(seal(line, ms, offset));
                    self.begun.clear();
                }
                _ if self.begun.len() < LONGEST => self.begun.push(byte),
                _ => {}
            }
        }
        sealed
    }
}

/// What comes from the server: everything but its pings. Telnet's commands stay in: XBoard reads them.
#[derive(Debug, Default)]
struct Inward {
    pings: Pings,
}

impl Inward {
    /// What to hand on of `bytes`, and the answers to the pings in it.
    fn take(&mut self, bytes: &[u8], stamp: impl Fn() -> Stamp) -> (Vec<u8>, Vec<u8>) {
        let (left, pings) = self.pings.take(bytes);
        let answers = (0..pings).flat_map(|_| {
            let (ms, offset) = stamp();
            pong(ms, offset)
        });
        (left, answers.collect())
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader, PipeWriter},
        net::TcpListener,
    };

    use super::*;

    fn stamp() -> Stamp {
        (1_234, 7)
    }

    fn sealed(line: &[u8]) -> Vec<u8> {
        seal(line, 1_234, 7)
    }

    #[test]
    fn lines_are_sealed_one_by_one_however_they_come() {
        let whole = b"guest\n\nset style 12\r\ne2e4\nnot ended";
        let expected = [&b"guest"[..], b"", b"set style 12", b"e2e4"].map(sealed).concat();
        for cut in 0..=whole.len() {
            let mut outward = Outward::default();
            let mut all = outward.take(&whole[..cut], stamp);
            all.extend(outward.take(&whole[cut..], stamp));
            assert_eq!(all, expected, "cut at {cut}");
        }
    }

    #[test]
    fn a_line_without_end_takes_no_more_room_than_a_long_one() {
        let mut outward = Outward::default();
        (0..100).for_each(|_| assert!(outward.take(&[b'x'; 1_000], stamp).is_empty()));
        assert_eq!(outward.begun.len(), LONGEST);
        assert_eq!(
            outward.take(b"\nhi\n", stamp),
            [sealed(&[b'x'; LONGEST]), sealed(b"hi")].concat()
        );
    }

    #[test]
    fn pings_are_answered_and_everything_else_passes() {
        let whole = b"password: \xff\xfb\x01\n\r[G]\n\rfics% <12> r[G]\0n\n\r[G]x";
        let left = b"password: \xff\xfb\x01\n\rfics% <12> rn\n\r[G]x";
        for cut in 0..=whole.len() {
            let mut inward = Inward::default();
            let (mut said, mut answers) = inward.take(&whole[..cut], stamp);
            let (more, later) = inward.take(&whole[cut..], stamp);
            said.extend(more);
            answers.extend(later);
            assert_eq!(said, left, "cut at {cut}");
            assert_eq!(answers, pong(1_234, 7).repeat(2), "cut at {cut}");
        }
    }

    /// A relay on a thread of its own: the server's end, what it is told to send, and what it has
    /// handed on in the end.
    fn running() -> (BufReader<TcpStream>, PipeWriter, thread::JoinHandle<io::Result<Vec<u8>>>) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (input, told) = io::pipe().unwrap();
        let relayed = thread::spawn(move || {
            let mut output = Vec::new();
            relay(reach("localhost", port, PATIENCE)?, input, &mut output, stamp).map(|()| output)
        });
        let server = listener.accept().unwrap().0;
        (BufReader::new(server), told, relayed)
    }

    fn heard(server: &mut BufReader<TcpStream>) -> Vec<u8> {
        let mut line = Vec::new();
        server.read_until(b'\n', &mut line).unwrap();
        line
    }

    #[test]
    fn a_server_hears_sealed_lines_and_answers_until_it_hangs_up() {
        let (mut server, mut told, relayed) = running();
        assert_eq!(heard(&mut server), sealed_greeting(stamp()));
        told.write_all(b"guest\nset bell 0\n").unwrap();
        assert_eq!(heard(&mut server), sealed(b"guest"));
        assert_eq!(heard(&mut server), sealed(b"set bell 0"));
        server.get_mut().write_all(b"fics% \n\r[G]\n\rhello\n\r").unwrap();
        assert_eq!(heard(&mut server), pong(1_234, 7));
        drop(server);
        assert_eq!(relayed.join().unwrap().unwrap(), b"fics% \n\rhello\n\r");
    }

    #[test]
    fn the_end_of_the_input_ends_the_connection() {
        let (mut server, told, relayed) = running();
        assert_eq!(heard(&mut server), sealed_greeting(stamp()));
        drop(told);
        assert_eq!(heard(&mut server), b"", "the server sees the end");
        assert_eq!(relayed.join().unwrap().unwrap(), b"");
    }

    #[test]
    fn a_server_that_is_not_there_is_named() {
        let error = timeseal("localhost", 0).unwrap_err().to_string();
        assert!(error.starts_with("localhost port 0 cannot be reached: "), "{error}");
    }
}
