//! The page's sockets: one thread that listens, and one for each of a bounded number of browsers.

use std::{
    io::{self, Read, Write},
    net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use super::{
    Answer, Fault, Hosts, LONGEST_HEAD, Request, Stage, answer,
    answer::{Document, events_head},
    json,
};
use crate::session::Wall;

/// So many browsers are served at once, and so many of them may stay and look on.
const MOST: usize = 32;
const MOST_WATCHING: usize = 24;
/// A request has to be there, and an answer taken, within so long.
const PATIENCE: Duration = Duration::from_secs(5);
/// Events follow each other no sooner.
const LEAST: Duration = Duration::from_millis(200);
/// After so long without one the browser is told that the line is good.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// A stream ends after so long, and a browser that is still there calls again by itself.
const LONGEST: Duration = Duration::from_secs(15 * 60);
/// After a failure the next browser is waited for so much later.
const PAUSE: Duration = Duration::from_secs(1);

/// A server at work; it stops when this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    stage: Arc<Stage>,
    listener: Option<thread::JoinHandle<()>>,
}

/// What all browsers are served from.
struct Desk {
    hosts: Hosts,
    stage: Arc<Stage>,
    wall: Wall,
    served: Places,
    watching: Places,
}

/// A bounded number of places.
struct Places {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// A place; free again when this is dropped.
struct Place(Arc<AtomicUsize>);

impl Places {
    fn new(most: usize) -> Places {
        Places { taken: Arc::default(), most }
    }

    fn take(&self) -> Option<Place> {
        let place = Place(self.taken.clone());
        (self.taken.fetch_add(1, Relaxed) < self.most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Running {
    /// Serves what is on the stage.
    ///
    /// # Errors
    /// If the address cannot be had, or there can be no thread.
    pub fn start(
        address: SocketAddr,
        hosts: Hosts,
        stage: Arc<Stage>,
        wall: Wall,
    ) -> io::Result<Running> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let (served, watching) = (Places::new(MOST), Places::new(MOST_WATCHING));
        let desk = Arc::new(Desk { hosts, stage: stage.clone(), wall, served, watching });
        let listen = move || listen(&listener, &desk);
        let listener = thread::Builder::new().name("watch".to_owned()).spawn(listen)?;
        Ok(Running { address, stage, listener: Some(listener) })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stage.close();
        // Wakes the listener, which then finds that nobody serves any more.
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        let woken = TcpStream::connect_timeout(&(ip, self.address.port()).into(), PATIENCE);
        if let (Ok(_), Some(listener)) = (woken, self.listener.take()) {
            let _ = listener.join();
        }
    }
}

/// Serves browsers until the stage is closed.
fn listen(listener: &TcpListener, desk: &Arc<Desk>) {
    for stream in listener.incoming() {
        if desk.stage.is_closed() {
            return;
        }
        let served = stream.and_then(|stream| admit(stream, desk));
        if let Err(error) = served {
            log::debug!("watch page: {error}");
            desk.stage.rest(PAUSE);
        }
    }
}

/// Serves a browser on a thread of its own, if there is a place.
fn admit(stream: TcpStream, desk: &Arc<Desk>) -> io::Result<()> {
    let Some(place) = desk.served.take() else {
        stream.set_nonblocking(true)?;
        // Whoever does not take it goes without.
        let _ = (&stream).write(&Document::crowded().to_bytes(false));
        return Ok(());
    };
    let desk = desk.clone();
    let serve = move || {
        let _place = place;
        if let Err(error) = desk.serve(&stream) {
            log::trace!("watch page: {error}");
        }
        let _ = stream.shutdown(Shutdown::Both);
    };
    thread::Builder::new().name("watcher".to_owned()).spawn(serve).map(drop)
}

impl Desk {
    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let request = match self.request(stream)? {
            Ok(request) => request,
            Err(fault) => {
                return self.write(stream, &Document::refusal(fault).to_bytes(false));
            }
        };
        match answer(&request, &self.hosts, stream.local_addr()?.ip(), &self.stage) {
            Answer::Document(document) => self.write(stream, &document.to_bytes(request.head_only)),
            Answer::Events => match self.watching.take() {
                Some(_place) => self.events(stream),
                None => self.write(stream, &Document::crowded().to_bytes(false)),
            },
        }
    }

    /// Reads a request.
    fn request(&self, mut stream: &TcpStream) -> io::Result<Result<Request, Fault>> {
        let by = self.wall.now() + PATIENCE;
        let (mut head, mut bytes) = (Vec::new(), [0; 2048]);
        loop {
            stream.set_read_timeout(Some(self.left(by)?))?;
            let count = stream.read(&mut bytes)?;
            let room = LONGEST_HEAD.saturating_sub(head.len());
            head.extend(&bytes[..count.min(room)]);
            match Request::read(&head) {
                Ok(Some(request)) => return Ok(Ok(request)),
                Err(fault) => return Ok(Err(fault)),
                Ok(None) if count == 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(None) => {}
            }
        }
    }

    /// Tells what happens, as far as the browser keeps up: of several states it is told the last one.
    fn events(&self, stream: &TcpStream) -> io::Result<()> {
        self.write(stream, events_head().as_bytes())?;
        let until = self.wall.now() + LONGEST;
        let mut told = None;
        while self.wall.now() < until {
            let scene = match told {
                None => self.stage.scene(),
                Some((version, _)) => match self.stage.newer(version, HEARTBEAT) {
                    Some(scene) => scene,
                    None => break,
                },
            };
            let text = frames(&scene, told, self.wall.now());
            told = Some((scene.version, scene.live_version));
            self.write(stream, text.as_bytes())?;
            self.stage.rest(LEAST);
        }
        Ok(())
    }

    /// Writes all of it in time.
    fn write(&self, mut stream: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
        let by = self.wall.now() + PATIENCE;
        while !bytes.is_empty() {
            stream.set_write_timeout(Some(self.left(by)?))?;
            let count = stream.write(bytes)?;
            bytes = bytes.get(count..).filter(|_| count > 0).ok_or(io::ErrorKind::WriteZero)?;
        }
        Ok(())
    }

    /// What is left until then.
    fn left(&self, by: Duration) -> io::Result<Duration> {
        let left = by.saturating_sub(self.wall.now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

/// What a browser is told that knows these versions of scene and game.
fn frames(scene: &super::stage::Scene, told: Option<(u64, u64)>, now: Duration) -> String {
    if told.is_some_and(|(version, _)| version == scene.version) {
        return ":\n\n".to_owned();
    }
    let mut text = String::new();
    if let Some(live) = &scene.live
        && told.is_none_or(|(_, version)| version != scene.live_version)
    {
        text += &format!("event: game\ndata: {}\n\n", json::live(live));
    }
    text + &format!("event: now\ndata: {}\n\n", json::now(scene, now))
}
