//! The whole machine: the server, the partners in it, and what goes wrong on the way out.

use std::time::Duration;

use super::{
    config::Config,
    faults::Faults,
    partner::{Client, PARTNERS},
    record::Record,
    server::{Outgoing, Server},
};

/// What happens to the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A connection was opened; its number is below 2^63 and new.
    Opened(u64),
    /// Bytes came from it.
    Received(u64, Vec<u8>),
    /// It was closed by the other end.
    Closed(u64),
    /// The deadline has come.
    Tick,
}

/// What the host wants done or known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send bytes.
    Send(u64, Vec<u8>),
    /// Close a connection.
    Close(u64),
    /// Something has happened.
    Record(Record),
}

/// A chess server: pure, told the time, never waiting.
pub struct Host {
    server: Server,
    faults: Faults,
    partners: Vec<Client>,
}

impl Host {
    /// A server at time zero.
    pub fn new(config: Config) -> Host {
        let partners = config.partners.iter().cloned().zip(PARTNERS..);
        let partners = partners.map(|(partner, id)| Client::new(partner, id)).collect();
        let faults = Faults::new(config.plan.clone());
        Host { server: Server::new(config), faults, partners }
    }

    /// Takes an input at `now`, a time since any beginning that never goes back.
    pub fn on(&mut self, input: Input, now: Duration) -> Vec<Output> {
        let mut outputs = self.faults.release(now);
        if !self.faults.swallow(&input) {
            self.server.on(input, now);
        }
        while self.pass_on(&mut outputs, now) | self.let_partners_act(now) {}
        outputs
    }

    /// When to call with [`Input::Tick`], if nothing else happens before.
    pub fn deadline(&self) -> Option<Duration> {
        let partners = self.partners.iter().filter_map(Client::deadline);
        partners.chain(self.server.deadline()).chain(self.faults.deadline()).min()
    }

    /// Takes what the server says to those it is for; whether there was anything.
    fn pass_on(&mut self, outputs: &mut Vec<Output>, now: Duration) -> bool {
        let records = self.server.take_records();
        for record in &records {
            self.partners.iter_mut().for_each(|partner| partner.notice(record, now));
        }
        let outgoing = self.server.take_outgoing();
        let any = !records.is_empty() || !outgoing.is_empty();
        outputs.extend(records.into_iter().map(Output::Record));
        for outgoing in outgoing {
            let (Outgoing::Send { to, .. } | Outgoing::Close(to)) = outgoing;
            match (self.partners.iter_mut().find(|partner| partner.id == to), outgoing) {
                (Some(partner), Outgoing::Send { bytes, .. }) => partner.hear(&bytes, now),
                (Some(partner), Outgoing::Close(_)) => partner.cut_off(now),
                (None, outgoing) => {
                    let effect = self.faults.apply(outgoing, now, outputs);
                    if let Some(id) = effect.dropped {
                        self.server.on(Input::Closed(id), now);
                    }
                    if let Some((id, spoof, number)) = effect.spoofed {
                        self.server.spoof(id, spoof, number);
                    }
                }
            }
        }
        any
    }

    /// Does what partners do now; whether any did.
    fn let_partners_act(&mut self, now: Duration) -> bool {
        let acts: Vec<Input> =
            self.partners.iter_mut().flat_map(|partner| partner.act(now)).collect();
        let any = !acts.is_empty();
        acts.into_iter().for_each(|act| self.server.on(act, now));
        any
    }
}
