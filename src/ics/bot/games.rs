//! Games from the challenge to the result.

use std::time::Duration;

use super::{BEGINS, Bot, CONSIDERED, Effect, Wish, offers::NoShow, play::Play};
use crate::{
    ics::{Board, Heading, Pending, Proposal, Rating, Relation, Result as Ending, Stored, Terms},
    message::{Command, GameResult},
    position::{Color, FenError},
};

/// The pause after a game before the next one is looked for: the opponent may want another.
const AFTER_GAME: Duration = Duration::from_secs(5);

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score([u32; 3]);

impl Score {
    pub fn numbers(self) -> [u32; 3] {
        self.0
    }
}

impl Bot {
    /// A challenge; what belongs to it comes in the lines that follow.
    pub(super) fn challenged(&mut self, terms: Terms) {
        self.challenge = Some((terms, self.now + CONSIDERED));
    }

    /// A challenge under its number. Servers that tell of it in words as well are answered once.
    pub(super) fn pending(&mut self, pending: Pending) {
        let answered = self.answered.as_ref().is_some_and(|(name, at)| {
            pending.with.eq_ignore_ascii_case(name) && *at + CONSIDERED * 2 > self.now
        });
        if let Proposal::Match(terms) = pending.what
            && !(pending.is_mine || answered || self.challenge.is_some())
        {
            self.challenged(terms);
        }
    }

    pub(super) fn withdrawn(&mut self, name: &str) {
        let theirs = |of: &str| of.eq_ignore_ascii_case(name);
        self.challenge.take_if(|(terms, _)| theirs(&terms.first.name));
        self.accepted.take_if(|(opponent, _)| theirs(opponent));
    }

    /// Accepts or declines the challenge that waits. A game is on only when its board comes.
    pub(super) fn answer_challenge(&mut self) {
        let Some((terms, _)) = self.challenge.take() else { return };
        let name = terms.first.name.clone();
        let verdict = self.verdict(&terms);
        self.answered = Some((name.clone(), self.now));
        match verdict {
            Ok(()) => {
                self.note(format!("accepting {name}"));
                self.send(format!("accept {name}"));
                self.accepted = Some((name, self.now + BEGINS));
            }
            Err(reason) => {
                self.note(format!("declining {name}: {reason}"));
                self.send(format!("decline {name}"));
                if self.config.talk.reasons {
                    self.say(format!("tell {name} Sorry, {reason}."));
                }
            }
        }
    }

    /// What speaks against a game.
    fn verdict(&self, terms: &Terms) -> Result<(), &'static str> {
        let name = &terms.first.name;
        let mine = self.interrupted.as_ref().is_some_and(|play| play.is_with(name));
        if self.play.is_some() || self.accepted.is_some() {
            return Err("I am playing");
        }
        // A game that was begun is brought to its end, whatever the rules say today.
        if terms.adjourned || mine {
            return Ok(());
        }
        if self.wish != Wish::Stay {
            return Err("I am about to leave");
        }
        match &self.tournament {
            Some(tournament) if tournament.is_with(name) => Ok(()),
            Some(_) => Err("I play in a tournament"),
            None => self.judged(terms),
        }
    }

    /// The server by its name in the file of lags.
    pub(super) fn server(&self) -> String {
        format!("{}:{}", self.config.server.host, self.config.server.port)
    }

    /// Somebody with an adjourned game is there: it goes on.
    pub(super) fn returned(&mut self, name: &str) {
        let broken_off = self.interrupted.as_ref().is_some_and(|play| play.is_with(name));
        let asks = self.challenge.as_ref().is_some_and(|(terms, _)| {
            terms.adjourned && terms.first.name.eq_ignore_ascii_case(name)
        });
        if asks {
            self.answer_challenge();
        } else if self.plays_nobody() && (broken_off || self.is_free()) {
            self.send(format!("match {name}"));
        }
    }

    /// A game that the server has kept: it goes on, if the opponent is there or may be.
    pub(super) fn stored(&mut self, game: &Stored) {
        let me = self.name.clone();
        let mut others = game.names.iter().flatten().filter(|name| !name.eq_ignore_ascii_case(&me));
        if let Some(opponent) = others.next().filter(|_| game.is_here != Some(false)) {
            self.returned(opponent);
        }
    }

    /// A board: of the game under way, of one that begins or goes on, or of none of the bot's.
    pub(super) fn board(&mut self, board: &Board) {
        match board.relation {
            Relation::MyMove | Relation::TheirMove => {}
            Relation::Examining | Relation::ObservingExamined => return self.send("unexamine"),
            Relation::Observing => return self.send(format!("unobserve {}", board.game)),
            Relation::Isolated => return,
        }
        let known = self.play.as_ref();
        let result =
            match known.filter(|play| play.number == board.game && play.is_between(&board.names)) {
                Some(_) => self.go_on(board),
                None => self.begin(board),
            };
        if let Err(error) = result {
            self.note(format!("a board that cannot be: {error}"));
            self.send("refresh");
        }
    }

    /// The next board of the game under way.
    fn go_on(&mut self, board: &Board) -> Result<(), FenError> {
        let Some(play) = &mut self.play else { return Ok(()) };
        let seen = play.see(board, self.now)?;
        let opponent = play.opponent().to_owned();
        self.effects.extend(seen.effects);
        if let Some(lag) = seen.lag {
            let server = self.server();
            self.lags.add(&server, &opponent, lag);
        }
        Ok(())
    }

    /// The first board of a game.
    fn begin(&mut self, board: &Board) -> Result<(), FenError> {
        let between = |terms: &Terms| {
            let [white, black] = &board.names;
            let names = [&terms.first.name, &terms.second.name];
            [white, black]
                .iter()
                .all(|name| names.iter().any(|other| other.eq_ignore_ascii_case(name)))
        };
        let terms = self.announced.take().filter(between);
        let same = self.interrupted.take_if(|play| play.is_between(&board.names));
        let resumed = same.is_some();
        let (play, effects) = match same {
            Some(mut play) => {
                let effects = play.resume(board, self.now)?;
                (play, effects)
            }
            None => {
                let play = Play::begin(board, terms, self.now)?;
                let effects = play.set_up();
                self.effects.push(Effect::Engine(Command::NewGame));
                (play, effects)
            }
        };
        let opponent = play.opponent().to_owned();
        self.effects.push(Effect::Engine(Command::LagIs(self.lag(&opponent))));
        self.effects.extend(effects);
        let colour = if play.me == Color::White { "White" } else { "Black" };
        let word = if resumed { "going on" } else { "playing" };
        self.note(format!("{word} with {colour} against {opponent}"));
        (self.play, self.leave_at) = (Some(play), None);
        self.link.proves_good();
        (self.accepted, self.challenge) = (None, None);
        (self.flagged_at, self.claimed, self.no_show) = (None, None, NoShow::default());
        if !resumed {
            self.lags.new_game();
            let is_computer = self.people.marks(&opponent).contains("C");
            self.opponents.begin(&opponent, is_computer, self.now);
            let greeting = self.config.talk.greeting.clone();
            self.address(&greeting, "");
            self.order(&self.config.commands.game_start.clone(), "");
        }
        Ok(())
    }

    /// Words to the opponent, with names in place.
    fn address(&mut self, text: &str, result: &str) {
        if !text.is_empty() {
            self.say(format!("say {}", self.filled(text, result)));
        }
    }

    /// Lines of the operator's for the server.
    pub(super) fn order(&mut self, lines: &[String], result: &str) {
        lines.iter().for_each(|line| self.send(self.filled(line, result)));
    }

    /// A text with names in place.
    fn filled(&self, text: &str, result: &str) -> String {
        let opponent = self.play.as_ref().map_or("", Play::opponent);
        let text = text.replace("{opponent}", opponent).replace("{result}", result);
        text.replace("{name}", &self.name)
    }

    /// A game of the bot's is over, or adjourned.
    pub(super) fn ended(&mut self, game: &Heading, how: &str, result: Ending) {
        let ours = |play: &Play| play.number == game.number && play.is_between(&game.names);
        if !self.play.as_ref().is_some_and(ours) {
            return;
        }
        let winner = match result {
            Ending::White => Some(Color::White),
            Ending::Black => Some(Color::Black),
            Ending::Draw | Ending::None => None,
        };
        let decided = result != Ending::None;
        let result = GameResult { winner, decided, reason: how.to_owned() };
        let farewell = self.config.talk.farewell.clone();
        self.address(&farewell, result.symbol());
        self.order(&self.config.commands.game_end.clone(), result.symbol());
        let Some(play) = self.play.take() else { return };
        self.note(format!("{} - {}: {} ({how})", play.names[0], play.names[1], result.symbol()));
        let paper = Box::new(play.paper(&result, &self.config.server.host));
        let over = [Command::GameOver(result), Command::Force].map(Effect::Engine);
        self.effects.extend(over.into_iter().chain([Effect::Remember]));
        self.opponents.end(play.opponent(), how.contains("abort"), self.now);
        if how.contains("adjourn") {
            self.interrupted = Some(play);
        } else {
            self.effects.push(Effect::Save(paper));
            self.count(decided, winner.map(|winner| winner == play.me));
        }
        self.seek_at = Some(self.now + AFTER_GAME);
        self.idle_since = self.now;
        if self.wish != Wish::Stay || self.games_left == Some(0) {
            self.leave();
        }
    }

    /// Counts a game that has come to its end.
    fn count(&mut self, decided: bool, won: Option<bool>) {
        if decided {
            let place = match won {
                Some(true) => 0,
                None => 1,
                Some(false) => 2,
            };
            self.score.0[place] += 1;
        }
        if let Some(games) = &mut self.games_left {
            *games = games.saturating_sub(1);
        }
    }

    /// The rating has changed.
    pub(super) fn rated(&mut self, kind: &str, change: [Option<Rating>; 2]) {
        let [before, after] = change.map(|rating| rating.map_or(0, |rating| rating.points));
        self.note(format!("{kind} rating {before} to {after}"));
    }
}
