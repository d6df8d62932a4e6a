//! Plays one game after the other between two sessions.

use std::{collections::VecDeque, time::Duration};

use crossbeam::{
    channel::{after, never},
    select,
};

use super::{
    player::{Player, Side},
    sheet::{Sheet, Terms},
};
use crate::{
    message::{Command, Event, Party},
    pgn::Record,
    position::ChessMove,
    session::{InlineWorker, ThreadWorker, Wall, Worker, WorkerEvent, core::Input},
};

/// Both players, and the time.
pub(super) struct Referee<W> {
    /// The two sides of the match.
    players: [Player<W>; 2],
    /// The clock on the wall, if that is the one that counts.
    wall: Option<Wall>,
    /// The time that all clocks go by.
    now: Duration,
    /// What players have said and nobody has heeded yet.
    unheeded: VecDeque<(usize, Event)>,
}

impl Referee<InlineWorker> {
    /// For games on a clock made of nodes.
    pub fn on_nodes(sides: &[Side; 2]) -> Result<Self, String> {
        let [a, b] = sides.each_ref().map(Player::on_nodes);
        let (players, now) = ([a?, b?], Duration::ZERO);
        Ok(Referee { players, wall: None, now, unheeded: VecDeque::new() })
    }
}

impl Referee<ThreadWorker> {
    /// For games on the clock on the wall.
    pub fn on_the_wall(sides: &[Side; 2]) -> Result<Self, String> {
        let wall = Wall::start();
        let [a, b] = sides.each_ref().map(|side| Player::on_the_wall(side, &wall));
        let (players, now) = ([a?, b?], wall.now());
        Ok(Referee { players, wall: Some(wall), now, unheeded: VecDeque::new() })
    }
}

impl<W: Worker> Referee<W> {
    /// Plays a game and writes it down.
    ///
    /// # Errors
    /// If a session does not play as it should.
    pub fn play(&mut self, terms: &Terms, reasons: bool) -> Result<Record, String> {
        let white = (terms.number % 2) as usize;
        self.prepare(terms)?;
        let mut sheet = Sheet::new(terms, self.now);
        let first = white ^ sheet.side().to_index();
        if !sheet.is_over() {
            self.order(1 - first, Command::PlayOther);
            self.order(first, Command::Go);
        }
        while !sheet.is_over() {
            let mover = white ^ sheet.side().to_index();
            let mv = self.next_move(mover)?;
            let player = &mut self.players[mover];
            let account = player.account.take().filter(|_| reasons);
            sheet.enter(mv, player.thought.take().as_ref(), account, self.now);
            if !sheet.is_over() {
                self.order(1 - mover, Command::Play(mv));
            }
        }
        (0..2).for_each(|player| self.order(player, Command::Force));
        let names = [white, 1 - white].map(|player| self.players[player].name.clone());
        Ok(sheet.record(terms, names))
    }

    /// Lets both players get ready for a game, before any clock runs.
    fn prepare(&mut self, terms: &Terms) -> Result<(), String> {
        for player in 0..2 {
            let preparations = self.players[player].preparations(terms);
            preparations.into_iter().for_each(|command| self.order(player, command));
        }
        let mut ready = 0;
        while ready < 2 {
            match self.next_event()? {
                (_, Event::Pong(_)) => ready += 1,
                (player, event) => self.complain(player, &event)?,
            }
        }
        self.players.iter_mut().for_each(|player| player.thought = None);
        if let Some(wall) = &self.wall {
            self.now = wall.now();
        }
        Ok(())
    }

    fn order(&mut self, player: usize, command: Command) {
        let events = self.players[player].on(Input::Command(command), self.now);
        self.unheeded.extend(events.into_iter().map(|event| (player, event)));
    }

    /// Waits for the move of a player.
    fn next_move(&mut self, mover: usize) -> Result<ChessMove, String> {
        loop {
            match self.next_event()? {
                (player, Event::Moved { by: Party::Engine, mv, .. }) if player == mover => {
                    return Ok(mv);
                }
                (player, event) => self.complain(player, &event)?,
            }
        }
    }

    /// A session that cannot do what it is told makes the match worthless.
    fn complain(&self, player: usize, event: &Event) -> Result<(), String> {
        let name = &self.players[player].name;
        match event {
            Event::Refused { command: what, reason } | Event::Illegal { text: what, reason } => {
                Err(format!("{name} refuses {what}: {reason}"))
            }
            _ => Ok(()),
        }
    }

    /// What one of the players says next.
    fn next_event(&mut self) -> Result<(usize, Event), String> {
        loop {
            if let Some(said) = self.unheeded.pop_front() {
                return Ok(said);
            }
            let (player, input) = self.wait()?;
            self.now = match (&self.wall, &input) {
                (Some(wall), _) => wall.now(),
                (None, Input::Worker(event)) => told_at(event).unwrap_or(self.now).max(self.now),
                (None, _) => self.now,
            };
            let events = self.players[player].on(input, self.now);
            self.unheeded.extend(events.into_iter().map(|event| (player, event)));
        }
    }

    /// Waits for what comes first: a word of a worker, or a session's deadline. On a clock made of nodes
    /// nobody has to wait, for what workers say has been said when their orders have been given.
    fn wait(&self) -> Result<(usize, Input), String> {
        if let Some(heard) = self.heard() {
            return Ok(heard);
        }
        let Some(wall) = &self.wall else { return Err("both engines are silent".to_owned()) };
        let deadline = |player: usize| Some((self.players[player].deadline()?, player));
        let first = (0..2).filter_map(deadline).min();
        let alarm = first.map_or_else(never, |(at, _)| after(at.saturating_sub(wall.now())));
        let gone = |_| "a search thread has ended".to_owned();
        let [a, b] = &self.players;
        select! {
            recv(a.workers) -> event => Ok((0, Input::Worker(event.map_err(gone)?))),
            recv(b.workers) -> event => Ok((1, Input::Worker(event.map_err(gone)?))),
            recv(alarm) -> _ => {
                let player = first.map_or(0, |(_, player)| player);
                Ok(self.heard().unwrap_or((player, Input::Tick)))
            }
        }
    }

    /// What a worker has said before now.
    fn heard(&self) -> Option<(usize, Input)> {
        let said = |player: usize| self.players[player].workers.try_recv().ok();
        (0..2).find_map(|player| said(player).map(|event| (player, Input::Worker(event))))
    }
}

/// When a search said this, in session time.
fn told_at(event: &WorkerEvent) -> Option<Duration> {
    match event {
        WorkerEvent::Report { at, .. }
        | WorkerEvent::Summary { at, .. }
        | WorkerEvent::RootMove { at, .. }
        | WorkerEvent::Done { at, .. } => Some(*at),
        _ => None,
    }
}
