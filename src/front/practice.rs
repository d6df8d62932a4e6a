//! The practice server behind a port of loopback: threads that read, one that serves, one that listens.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use crate::{
    eval::Evaluation,
    position::{ChessMove, Game, Position},
    practice::{Config, Engine, Host, Incoming, Output, Record},
    search::{Limits, Params, STACK_BYTES, Searcher, StopToken, Table, Unhurried},
};

/// A client that takes nothing for so long is dropped.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// After a connection that could not be had the next one is waited for so much later: what is lacking, such as
/// descriptors of files, may be there again by then.
const PAUSE: Duration = Duration::from_secs(1);

/// A server at work; it stops when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What happens on it.
    pub records: Receiver<Record>,
    events: Sender<Notice>,
    /// The thread that serves, which tells at its end whether the one that listens has been woken; and that one.
    threads: Option<(thread::JoinHandle<bool>, thread::JoinHandle<()>)>,
}

/// What the serving thread hears of.
enum Notice {
    Opened(TcpStream),
    Incoming(Incoming),
    Stop,
}

/// A small search for one partner.
struct Small(Searcher);

impl Engine for Small {
    fn best(&mut self, position: &Position, nodes: u64) -> Option<(ChessMove, i32)> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let game = Game::new(position.clone());
        let found = self.0.run(&game, &limits, &mut Unhurried, &StopToken::default());
        Some((found.best()?, found.score))
    }
}

/// What a partner finds its moves with.
pub fn engine() -> Box<dyn Engine> {
    Box::new(Small(Searcher::new(
        Arc::new(Table::new(1)),
        1,
        Params::default(),
        &Evaluation::Classical,
    )))
}

/// Serves on `127.0.0.1`, on any free port if `port` is 0.
///
/// # Errors
/// If the port cannot be had, or threads cannot be started.
pub fn serve(config: Config, port: u16) -> io::Result<Running> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let address = listener.local_addr()?;
    let (events, inbox) = unbounded();
    let (sender, records) = unbounded();
    let (to_server, to_readers) = (events.clone(), events.clone());
    let (open, closed) = bounded(0);
    let port = thread::Builder::new().name("practice port".to_owned());
    let rest = Rest { closed, pause: PAUSE };
    let port = port.spawn(move || listen(listener.incoming(), &to_server, &rest))?;
    let (host, streams) = (Host::new(config, engine), BTreeMap::new());
    let serving = Serving { host, inbox, events: to_readers, records: sender, streams };
    // Partners search on this thread.
    let server = thread::Builder::new().name("practice".to_owned()).stack_size(STACK_BYTES);
    let server = server.spawn(move || {
        serving.run();
        drop(open);
        // Wakes the listener, which then finds that nobody serves any more.
        TcpStream::connect(address).is_ok()
    })?;
    Ok(Running { address, records, events, threads: Some((server, port)) })
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.events.send(Notice::Stop);
        let Some((server, port)) = self.threads.take() else { return };
        // One that could not be woken is not waited for.
        if server.join().unwrap_or_default() {
            let _ = port.join();
        }
    }
}

/// A rest of the thread that listens, which ends early when nobody serves any more.
struct Rest {
    /// Nothing is ever said here; the other end is dropped when the server stops.
    closed: Receiver<()>,
    pause: Duration,
}

impl Rest {
    /// Takes a rest; whether somebody still serves after it.
    fn take(&self) -> bool {
        matches!(self.closed.recv_timeout(self.pause), Err(RecvTimeoutError::Timeout))
    }
}

/// Hands over connections until nobody takes them. Why there are none is said once for each reason, until there is
/// one again.
fn listen(
    connections: impl Iterator<Item = io::Result<TcpStream>>,
    events: &Sender<Notice>,
    rest: &Rest,
) {
    let mut told = None;
    for stream in connections {
        let goes_on = match stream {
            Ok(stream) => {
                told = None;
                events.send(Notice::Opened(stream)).is_ok()
            }
            Err(error) => {
                let reason = error.to_string();
                if told.as_ref() != Some(&reason) {
                    let seconds = rest.pause.as_secs();
                    log::warn!("practice server: {reason}; trying again every {seconds} s");
                    told = Some(reason);
                }
                rest.take()
            }
        };
        if !goes_on {
            break;
        }
    }
}

/// The serving thread.
struct Serving {
    host: Host,
    inbox: Receiver<Notice>,
    events: Sender<Notice>,
    records: Sender<Record>,
    streams: BTreeMap<u64, TcpStream>,
}

impl Serving {
    #[expect(clippy::disallowed_methods, reason = "a front end reads the clock for its machine")]
    fn run(mut self) {
        let start = Instant::now();
        let mut opened = 0;
        loop {
            let wait =
                self.host.deadline().map(|deadline| deadline.saturating_sub(start.elapsed()));
            let event = match wait {
                Some(wait) => self.inbox.recv_timeout(wait),
                None => self.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let input = match event {
                Ok(Notice::Opened(stream)) => {
                    opened += 1;
                    match self.admit(opened, stream) {
                        Ok(()) => Incoming::Opened(opened),
                        Err(error) => {
                            log::warn!("practice server: {error}");
                            continue;
                        }
                    }
                }
                Ok(Notice::Incoming(input)) => input,
                Err(RecvTimeoutError::Timeout) => Incoming::Tick,
                Ok(Notice::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Incoming::Closed(id) = input {
                self.streams.remove(&id);
            }
            let outputs = self.host.on(input, start.elapsed());
            outputs.into_iter().for_each(|output| self.carry_out(output));
        }
        self.streams.values().for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
    }

    /// Reads from a new connection on a thread of its own.
    fn admit(&mut self, id: u64, stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        let (reader, events) = (stream.try_clone()?, self.events.clone());
        thread::Builder::new()
            .name("practice client".to_owned())
            .spawn(move || read(id, reader, &events))?;
        self.streams.insert(id, stream);
        Ok(())
    }

    fn carry_out(&mut self, output: Output) {
        match output {
            Output::Send(id, bytes) => {
                let Some(stream) = self.streams.get_mut(&id) else { return };
                if stream.write_all(&bytes).is_err() {
                    // Its reader finds the end and tells.
                    let _ = stream.shutdown(Shutdown::Both);
                }
            }
            Output::Close(id) => {
                if let Some(stream) = self.streams.remove(&id) {
                    let _ = stream.shutdown(Shutdown::Both);
                }
            }
            Output::Record(record) => drop(self.records.send(record)),
        }
    }
}

/// Reads until the connection ends.
fn read(id: u64, mut stream: TcpStream, events: &Sender<Notice>) {
    let mut bytes = [0; 4096];
    loop {
        match stream.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
            Ok(count) => {
                let received = Incoming::Received(id, bytes[..count].to_vec());
                if events.send(Notice::Incoming(received)).is_err() {
                    return;
                }
            }
        }
    }
    let _ = events.send(Notice::Incoming(Incoming::Closed(id)));
}
