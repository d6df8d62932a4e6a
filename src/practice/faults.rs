//! What goes wrong on purpose between the server and its clients.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use super::{
    fault_plan::{Fault, FaultPlan, Moment, Spoof},
    record::Record,
    traffic::{Incoming, Outgoing, Output},
};

/// What a fault has done that the host must know of.
#[derive(Debug, Default)]
pub(super) struct Inflicted {
    /// This connection is no more.
    pub dropped: Option<u64>,
    /// This one hears something false, drawn by this number.
    pub spoofed: Option<(u64, Spoof, usize)>,
}

/// Does what the plan says.
pub(super) struct Faults {
    plan: FaultPlan,
    rng: fastrand::Rng,
    /// Connections that were dropped.
    dropped: BTreeSet<u64>,
    /// Connections that lead nowhere.
    holes: BTreeSet<u64>,
    /// What comes later, and when, in order.
    held: BTreeMap<u64, VecDeque<(Duration, Output)>>,
}

impl Faults {
    pub(super) fn new(plan: FaultPlan) -> Faults {
        let rng = fastrand::Rng::with_seed(plan.seed);
        let (dropped, holes, held) = Default::default();
        Faults { plan, rng, dropped, holes, held }
    }

    /// When something held back is due.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.held.values().filter_map(|held| held.front()).map(|(due, _)| *due).min()
    }

    /// What was held back until now.
    pub(super) fn release(&mut self, now: Duration) -> Vec<Output> {
        let mut outputs = Vec::new();
        for held in self.held.values_mut() {
            while held.front().is_some_and(|(due, _)| *due <= now) {
                outputs.extend(held.pop_front().map(|(_, output)| output));
            }
        }
        self.held.retain(|_, held| !held.is_empty());
        outputs
    }

    /// Whether an input is not to reach the server: it came over a connection that is no more, or
    /// that leads nowhere. The server hears of the end of the latter only from its own side.
    pub(super) fn swallow(&mut self, input: &Incoming) -> bool {
        match input {
            Incoming::Received(id, _) => self.dropped.contains(id) || self.holes.contains(id),
            Incoming::Closed(id) => {
                self.held.remove(id);
                self.holes.remove(id);
                self.dropped.remove(id)
            }
            Incoming::Opened(_) | Incoming::Tick => false,
        }
    }

    /// Lets something out, with a fault if one is drawn.
    pub(super) fn apply(
        &mut self,
        out: Outgoing,
        now: Duration,
        outputs: &mut Vec<Output>,
    ) -> Inflicted {
        let (to, bytes, moment) = match out {
            Outgoing::Close(id) => {
                self.emit(id, Output::Close(id), now, outputs);
                return Inflicted::default();
            }
            Outgoing::Send { to, bytes, moment } => (to, bytes, moment),
        };
        if self.dropped.contains(&to) || self.holes.contains(&to) {
            return Inflicted::default();
        }
        let Some(fault) = moment.and_then(|moment| self.draw(moment, &bytes)) else {
            self.emit(to, Output::Send(to, bytes), now, outputs);
            return Inflicted::default();
        };
        outputs.push(Output::Record(Record::Faulted { connection: to, fault }));
        self.inflict(fault, to, bytes, now, outputs)
    }

    /// The fault that comes at this moment, if any does.
    fn draw(&mut self, moment: Moment, bytes: &[u8]) -> Option<Fault> {
        let rng = &mut self.rng;
        let planned = self.plan.faults.iter_mut().find(|planned| {
            let fits = planned.times > 0 && planned.fault.fits(moment, bytes);
            fits && rng.u32(0..planned.one_in.max(1)) == 0
        })?;
        planned.times -= 1;
        Some(planned.fault)
    }

    fn inflict(
        &mut self,
        fault: Fault,
        to: u64,
        bytes: Vec<u8>,
        now: Duration,
        outputs: &mut Vec<Output>,
    ) -> Inflicted {
        let mut inflicted = Inflicted::default();
        match fault {
            Fault::Drop(_) => self.drop(to, now, outputs, &mut inflicted),
            Fault::CutBoard => {
                let board = find_board(&bytes).unwrap_or(0);
                let end = bytes.iter().skip(board).position(|&byte| byte == b'\n');
                let length = end.unwrap_or(bytes.len() - board).max(2);
                let cut = board + self.rng.usize(1..length);
                self.emit(to, Output::Send(to, bytes[..cut].to_vec()), now, outputs);
                self.drop(to, now, outputs, &mut inflicted);
            }
            Fault::BlackHole => drop(self.holes.insert(to)),
            Fault::Delay(time) => {
                let held = self.held.entry(to).or_default();
                held.push_back((now + time, Output::Send(to, bytes)));
            }
            Fault::Bytes => {
                for byte in bytes {
                    self.emit(to, Output::Send(to, vec![byte]), now, outputs);
                }
            }
            Fault::Split => {
                let mut rest = bytes.as_slice();
                while rest.len() > 1 {
                    let (piece, behind) = rest.split_at(self.rng.usize(1..=rest.len()));
                    self.emit(to, Output::Send(to, piece.to_vec()), now, outputs);
                    rest = behind;
                }
                self.emit(to, Output::Send(to, rest.to_vec()), now, outputs);
            }
            Fault::Garbage => {
                let rubbish = self.rubbish();
                self.emit(to, Output::Send(to, rubbish), now, outputs);
                self.emit(to, Output::Send(to, bytes), now, outputs);
            }
            Fault::Spoof(spoof) => {
                self.emit(to, Output::Send(to, bytes), now, outputs);
                inflicted.spoofed = Some((to, spoof, self.rng.usize(..)));
            }
        }
        inflicted
    }

    /// Sends at once, or behind what is held back for the same connection.
    fn emit(&mut self, to: u64, output: Output, now: Duration, outputs: &mut Vec<Output>) {
        match self.held.get_mut(&to) {
            Some(held) => {
                let due = held.back().map_or(now, |(due, _)| now.max(*due));
                held.push_back((due, output));
            }
            None => outputs.push(output),
        }
    }

    fn drop(
        &mut self,
        to: u64,
        now: Duration,
        outputs: &mut Vec<Output>,
        inflicted: &mut Inflicted,
    ) {
        self.dropped.insert(to);
        self.emit(to, Output::Close(to), now, outputs);
        inflicted.dropped = Some(to);
    }

    /// A line of any bytes, but for those that end lines or begin telnet's commands; one of the latter
    /// is in it whole.
    fn rubbish(&mut self) -> Vec<u8> {
        let mut line = b"\n\r#\xff\xf1".to_vec();
        let rng = &mut self.rng;
        let bytes = (0..rng.usize(1..200)).map(|_| rng.u8(..255));
        line.extend(bytes.filter(|byte| !b"\n\r[".contains(byte)));
        line.extend(b"\n\r");
        line
    }
}

impl Fault {
    /// Whether it can come when these bytes are sent at this moment.
    fn fits(self, moment: Moment, bytes: &[u8]) -> bool {
        match self {
            Fault::Drop(at) => at == moment,
            Fault::CutBoard | Fault::BlackHole | Fault::Spoof(_) => find_board(bytes).is_some(),
            Fault::Garbage => moment != Moment::Login,
            Fault::Delay(_) | Fault::Bytes | Fault::Split => true,
        }
    }
}

fn find_board(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|window| window == b"<12>")
}
