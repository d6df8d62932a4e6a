//! A process of a cluster: the relay between a session and the others, or one that searches. It is started by
//! the session, and speaks over its standard input and output to nobody else.

use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    thread,
    time::{Duration, Instant},
};

use clap::Args;
use crossbeam::channel::{Receiver, Sender, bounded};

use super::now;
use crate::cluster::{Delayed, Frames, Message, Network, ROOT, Rank, Relay, loopback};

/// Messages that may wait on their way from and to the session.
const WAITING: usize = 1_024;

/// How a rank takes part in a cluster.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct Ranks {
    /// Be all of these ranks, the relay included, in one process without MPI
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=64))]
    loopback: Option<u16>,
    /// Let every message between ranks take so many milliseconds longer
    #[arg(long, value_name = "MS", default_value_t = 0)]
    delay: u64,
}

/// Takes part in a cluster until the session has enough of it.
///
/// # Errors
/// If there is no network, or no thread to speak to the session by.
pub fn rank(ranks: &Ranks) -> io::Result<()> {
    let pace = Pace { start: now(), delay: Duration::from_millis(ranks.delay) };
    match ranks.loopback {
        Some(count) => in_one_process(usize::from(count), pace),
        None => in_a_job(pace),
    }
}

/// Messages that have come and may not be heard yet, with their times.
type Arrived = VecDeque<(Duration, Vec<u8>)>;

/// When this process began, and how much longer messages take.
#[derive(Clone, Copy)]
struct Pace {
    start: Instant,
    delay: Duration,
}

/// All ranks as threads of this process.
fn in_one_process(count: usize, pace: Pace) -> io::Result<()> {
    thread::scope(|scope| {
        for mut network in loopback(count) {
            if network.rank() == ROOT {
                let mut relay = relay()?;
                scope.spawn(move || {
                    served(&mut network, pace, &mut Arrived::new(), |net, clock| {
                        relay.serve(net, clock)
                    })
                });
            } else {
                let mut rank = Rank::new(network.rank());
                scope.spawn(move || {
                    served(&mut network, pace, &mut Arrived::new(), |net, clock| {
                        rank.serve(net, clock)
                    })
                });
            }
        }
        Ok(())
    })
}

/// This process as one rank of a job that MPI has started.
#[cfg(feature = "mpi")]
fn in_a_job(pace: Pace) -> io::Result<()> {
    let job = crate::cluster::mpi::Job::join().map_err(io::Error::other)?;
    let mut arrived = Arrived::new();
    if job.rank() == ROOT {
        let mut relay = relay()?;
        job.serve(|network| {
            served(network, pace, &mut arrived, |net, clock| relay.serve(net, clock))
        });
    } else {
        let mut rank = Rank::new(job.rank());
        job.serve(|network| {
            served(network, pace, &mut arrived, |net, clock| rank.serve(net, clock))
        });
    }
    Ok(())
}

/// Without MPI there is no job to be a part of; the session is told so, whoever has started this.
#[cfg(not(feature = "mpi"))]
fn in_a_job(_pace: Pace) -> io::Result<()> {
    use crate::cluster::frame;
    let text = "zeitnot was built without MPI there (cargo build --features mpi)".to_owned();
    let mut out = io::stdout().lock();
    out.write_all(&frame(&Message::Trouble { rank: 0, text }))?;
    out.flush()
}

/// Lets somebody serve on a network that is as slow as asked for.
fn served(
    network: &mut dyn Network,
    pace: Pace,
    arrived: &mut Arrived,
    mut serve: impl FnMut(&mut dyn Network, &dyn Fn() -> Duration) -> bool,
) -> bool {
    let clock = || pace.start.elapsed();
    if pace.delay.is_zero() {
        return serve(network, &clock);
    }
    serve(&mut Delayed::new(network, pace.delay, &clock, arrived), &clock)
}

/// The relay at this process's standard input and output.
fn relay() -> io::Result<Relay> {
    let ((hear, session), (out, said)) = (bounded(WAITING), bounded::<Vec<u8>>(WAITING));
    thread::Builder::new().name("input".to_owned()).spawn(move || listen(&hear))?;
    thread::Builder::new().name("output".to_owned()).spawn(move || speak(&said))?;
    Ok(Relay::new(session, out))
}

/// Reads what the session says, until it has gone or is not understood.
fn listen(hear: &Sender<Message>) {
    let (mut frames, mut bytes, mut input) =
        (Frames::default(), vec![0; 1 << 16], io::stdin().lock());
    loop {
        let count = match input.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return log::error!("standard input: {error}"),
        };
        frames.feed(bytes.get(..count).unwrap_or_default());
        loop {
            match frames.take() {
                Ok(Some(message)) => {
                    if hear.send(message).is_err() {
                        return;
                    }
                }
                Ok(None) => break,
                Err(error) => return log::error!("standard input: {error}"),
            }
        }
    }
}

/// Writes what the session is to hear, until it has gone.
fn speak(said: &Receiver<Vec<u8>>) {
    let mut out = io::stdout().lock();
    for bytes in said {
        if out.write_all(&bytes).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
