//! The network that MPI is, for ranks on one machine or on many. Only the thread that calls this speaks to
//! MPI, and nothing waits but the end of a set of messages that are all on their way.

use std::{cell::OnceCell, collections::VecDeque};

use mpi::{
    Threading,
    environment::Universe,
    point_to_point::MatchedReceiveVec,
    request::{LocalScope, Request, scope},
    topology::SimpleCommunicator,
    traits::*,
};

use super::network::Network;

/// So many messages are sent before the memory of all of them is given back.
const MESSAGES: usize = 4_096;
/// So many may be on their way at a time.
const ON_THE_WAY: usize = 512;

/// The job that this process is a part of.
pub struct Job {
    universe: Universe,
    /// Its processes on this machine.
    neighbours: usize,
}

impl Job {
    /// Joins the job, and waits until all its processes have.
    ///
    /// # Errors
    /// If MPI has been used before, or lets no thread beside others speak.
    pub fn join() -> Result<Job, String> {
        let (universe, threading) =
            mpi::initialize_with_threading(Threading::Funneled).ok_or("MPI is in use already")?;
        if threading < Threading::Funneled {
            return Err("this MPI library allows no threads".to_owned());
        }
        let neighbours = universe.world().split_shared(0).size() as usize;
        Ok(Job { universe, neighbours })
    }

    /// One's own rank.
    pub fn rank(&self) -> usize {
        self.universe.world().rank() as usize
    }

    /// Lets somebody serve on the network until it says that it is over.
    pub fn serve(&self, mut serve: impl FnMut(&mut dyn Network) -> bool) {
        let (world, neighbours) = (self.universe.world(), self.neighbours);
        let mut over = false;
        while !over {
            let memory: Vec<OnceCell<Vec<u8>>> = (0..MESSAGES).map(|_| OnceCell::new()).collect();
            over = scope(|scope| {
                let (unused, under_way) = (memory.as_slice(), VecDeque::new());
                let mut network = Mpi { world: &world, neighbours, scope, unused, under_way };
                let over = serve(&mut network);
                network.finish(over);
                over
            });
        }
    }
}

/// The network, for as many messages as there is memory.
struct Mpi<'a, 'b> {
    world: &'b SimpleCommunicator,
    neighbours: usize,
    scope: &'b LocalScope<'a>,
    unused: &'a [OnceCell<Vec<u8>>],
    under_way: VecDeque<Request<'a, [u8], &'b LocalScope<'a>>>,
}

impl<'a> Mpi<'a, '_> {
    /// Lets go of the messages that have been sent. The oldest one that has not ends the look: each takes time.
    fn tidy(&mut self) {
        while let Some(request) = self.under_way.pop_front() {
            if let Err(request) = request.test() {
                return self.under_way.push_front(request);
            }
        }
    }

    /// Waits until everything is sent; at the end, who does not take it any more does not have to.
    fn finish(mut self, over: bool) {
        self.tidy();
        for request in std::mem::take(&mut self.under_way) {
            if over {
                request.cancel();
            }
            request.wait();
        }
    }
}

impl Network for Mpi<'_, '_> {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn neighbours(&self) -> usize {
        self.neighbours
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Vec<u8>> {
        self.tidy();
        let Some((memory, unused)) = self.unused.split_first() else { return Err(bytes) };
        if self.under_way.len() >= ON_THE_WAY || to >= self.size() {
            return Err(bytes);
        }
        self.unused = unused;
        let bytes: &[u8] = memory.get_or_init(|| bytes);
        let request = self.world.process_at_rank(to as i32).immediate_send(self.scope, bytes);
        self.under_way.push_back(request);
        Ok(())
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        let message = self.world.any_process().immediate_matched_probe()?;
        Some(message.matched_receive_vec::<u8>().0)
    }

    fn is_used_up(&self) -> bool {
        self.unused.is_empty()
    }
}
