//! The whole machine: the server, the partners in it, and what goes wrong on the way out.

use std::time::Duration;

use super::{
    client::{Client, PARTNERS},
    config::Config,
    faults::Faults,
    partner::Engine,
    server::Server,
    traffic::{Incoming, Outgoing, Output},
};

/// A chess server: pure, told the time, never waiting.
pub struct Host {
    server: Server,
    faults: Faults,
    partners: Vec<Client>,
}

impl Host {
    /// A server at time zero; each partner gets an engine of its own.
    pub fn new(config: Config, engine: fn() -> Box<dyn Engine>) -> Host {
        let partners = config.partners.iter().cloned().zip(PARTNERS..);
        let partners = partners.map(|(partner, id)| Client::new(partner, id, engine())).collect();
        let faults = Faults::new(config.plan.clone());
        Host { server: Server::new(config), faults, partners }
    }

    /// Takes an input at `now`, a time since any beginning that never goes back.
    pub fn on(&mut self, input: Incoming, now: Duration) -> Vec<Output> {
        let mut outputs = self.faults.release(now);
        if !self.faults.swallow(&input) {
            self.server.on(input, now);
        }
        while self.pass_on(&mut outputs, now) | self.let_partners_act(now) {}
        outputs
    }

    /// When to call with [`Incoming::Tick`], if nothing else happens before.
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
                    let inflicted = self.faults.apply(outgoing, now, outputs);
                    if let Some(id) = inflicted.dropped {
                        self.server.on(Incoming::Closed(id), now);
                    }
                    if let Some((id, spoof, number)) = inflicted.spoofed {
                        self.server.spoof(id, spoof, number);
                    }
                }
            }
        }
        any
    }

    /// Does what partners do now; whether any did.
    fn let_partners_act(&mut self, now: Duration) -> bool {
        let acts: Vec<Incoming> =
            self.partners.iter_mut().flat_map(|partner| partner.act(now)).collect();
        let any = !acts.is_empty();
        acts.into_iter().for_each(|act| self.server.on(act, now));
        any
    }
}
