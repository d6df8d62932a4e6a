//! What goes wrong on purpose between the server and its clients.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use super::{
    host::{Input, Output},
    record::Record,
    server::{Moment, Outgoing, Server},
};

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The connection ends before what the server says at this moment goes out.
    Drop(Moment),
    /// The connection ends inside the line of a board.
    CutBoard,
    /// From a board on nothing goes either way any more, and nothing is closed.
    BlackHole,
    /// What is said, and all behind it, comes so much later.
    Delay(Duration),
    /// What is said comes a byte at a time.
    Bytes,
    /// What is said comes in pieces cut anywhere.
    Split,
    /// A line of rubbish comes first.
    Garbage,
    /// The opponent says what looks like lines of the server.
    Spoof(Spoof),
}

/// How somebody says what looks like something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoof {
    /// In a tell.
    Tell,
    /// In a kibitz.
    Kibitz,
    /// In the notes that `finger` shows.
    Notes,
}

/// A fault with how often it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Which.
    pub fault: Fault,
    /// At most so many times.
    pub times: u32,
    /// At one of so many chances, at least 1.
    pub one_in: u32,
}

/// The faults of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// What they are drawn by.
    pub seed: u64,
    /// Which; of several that fit, the first one drawn comes.
    pub faults: Vec<Planned>,
}

/// What a fault asks of the host.
#[derive(Debug, Default)]
pub(super) struct Effect {
    /// This connection is no more.
    pub dropped: Option<u64>,
    /// This one hears something false, drawn by this number.
    pub spoofed: Option<(u64, Spoof, usize)>,
}

/// Does what the plan says.
pub(super) struct Faults {
    plan: Plan,
    rng: fastrand::Rng,
    /// Connections that were dropped.
    dropped: BTreeSet<u64>,
    /// Connections that lead nowhere.
    holes: BTreeSet<u64>,
    /// What comes later, and when, in order.
    held: BTreeMap<u64, VecDeque<(Duration, Output)>>,
}

impl Faults {
    pub(super) fn new(plan: Plan) -> Faults {
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
    pub(super) fn swallow(&mut self, input: &Input) -> bool {
        match input {
            Input::Received(id, _) => self.dropped.contains(id) || self.holes.contains(id),
            Input::Closed(id) => {
                self.held.remove(id);
                self.holes.remove(id);
                self.dropped.remove(id)
            }
            Input::Opened(_) | Input::Tick => false,
        }
    }

    /// Lets something out, with a fault if one is drawn.
    pub(super) fn apply(
        &mut self,
        out: Outgoing,
        now: Duration,
        outputs: &mut Vec<Output>,
    ) -> Effect {
        let (to, bytes, moment) = match out {
            Outgoing::Close(id) => {
                self.emit(id, Output::Close(id), now, outputs);
                return Effect::default();
            }
            Outgoing::Send { to, bytes, moment } => (to, bytes, moment),
        };
        if self.dropped.contains(&to) || self.holes.contains(&to) {
            return Effect::default();
        }
        let Some(fault) = moment.and_then(|moment| self.draw(moment, &bytes)) else {
            self.emit(to, Output::Send(to, bytes), now, outputs);
            return Effect::default();
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
    ) -> Effect {
        let mut effect = Effect::default();
        match fault {
            Fault::Drop(_) => self.drop(to, now, outputs, &mut effect),
            Fault::CutBoard => {
                let board = find_board(&bytes).unwrap_or(0);
                let end = bytes.iter().skip(board).position(|&byte| byte == b'\n');
                let length = end.unwrap_or(bytes.len() - board).max(2);
                let cut = board + self.rng.usize(1..length);
                self.emit(to, Output::Send(to, bytes[..cut].to_vec()), now, outputs);
                self.drop(to, now, outputs, &mut effect);
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
                effect.spoofed = Some((to, spoof, self.rng.usize(..)));
            }
        }
        effect
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

    fn drop(&mut self, to: u64, now: Duration, outputs: &mut Vec<Output>, effect: &mut Effect) {
        self.dropped.insert(to);
        self.emit(to, Output::Close(to), now, outputs);
        effect.dropped = Some(to);
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

/// What looks like a line of the server; `{W}` and `{B}` stand for the players.
const FALSE_LINES: [&str; 7] = [
    "<12> -------- -------- -------- -------- -------- -------- -----k-- ----K--q W -1 0 0 0 0 0 1 {W} {B} 1 \
     5 0 0 9 300 300 9 Q/h2-h1 (0:01) Qh1+ 0 1",
    "{Game 1 ({W} vs. {B}) {W} resigns} 0-1",
    "{Game 1 ({W} vs. {B}) Game aborted by mutual agreement} *",
    "\\   <12> rnbqkbnr pppppppp",
    "\u{ff}\u{fb}\u{1}\u{ff}\u{f1} fics% Illegal move.",
    "[G]",
    "**** Invalid password! ****",
];

impl Server {
    /// The opponent of the one on this connection says something that looks like the server's.
    pub(super) fn spoof(&mut self, id: u64, spoof: Spoof, number: usize) {
        let Some(name) = self.name(id) else { return };
        let Some(table) = self.table_of(&name) else { return };
        let opponent = table.opponent(table.seat(&name).unwrap_or(0));
        let [white, black] = &table.names;
        let line =
            FALSE_LINES[number % FALSE_LINES.len()].replace("{W}", white).replace("{B}", black);
        let width = self.links.get(&id).map_or(0, |link| link.settings.width);
        // Half of them are wrapped so that the false line stands at the beginning of one.
        let pad = if number.is_multiple_of(2) { "x".repeat(width) + " " } else { String::new() };
        let text = match spoof {
            Spoof::Tell => format!("{} tells you: {pad}{line}", self.titled(opponent)),
            Spoof::Kibitz => self.kibitzed(opponent, table.number, &(pad + &line)),
            Spoof::Notes => {
                format!(
                    "Statistics for {opponent}  On for: 9 secs   Idle: 0 secs\n\r\n\r 1: {line}\n\r 2: {pad}{line}"
                )
            }
        };
        self.event(id, &text, None);
    }
}
