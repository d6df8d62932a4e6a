//! Games from the challenge to the result.

use std::time::Duration;

use super::{Bot, Demand, adjourned::UNHEARD, play::Play};
use crate::{
    ics::{
        Board, Heading, Left, Rating, Relation, Result as Ending, Terms,
        config::{Book, Kind},
    },
    message::{Command, GameResult, Strength},
    position::{Color, FenError},
};

/// A game that was broken off and may go on.
#[derive(Clone, Debug)]
pub(super) struct Interrupted {
    pub play: Play,
    /// When the link broke it off: its clocks may be running. `None` if it was adjourned.
    broken_off: Option<Duration>,
    /// How it will have ended if it does not go on.
    pub reason: &'static str,
}

/// So long after a link broke a game off it is hurried back to; longer nobody waits, and the game is kept.
const HURRY: Duration = Duration::from_secs(15 * 60);

/// The game under way, and those that were broken off.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    current: Option<Play>,
    /// The latest is the last.
    interrupted: Vec<Interrupted>,
    /// A game of which the last boards could not be, and how many.
    garbled: Option<(u32, u32)>,
}

impl Games {
    /// The game under way.
    pub fn current(&self) -> Option<&Play> {
        self.current.as_ref()
    }

    /// The same, to be played on.
    pub fn current_mut(&mut self) -> Option<&mut Play> {
        self.current.as_mut()
    }

    /// The games that were broken off and may go on, the latest last.
    pub fn broken_off(&self) -> impl DoubleEndedIterator<Item = &Play> {
        self.interrupted.iter().map(|game| &game.play)
    }

    /// The game that was broken off last.
    pub fn interrupted(&self) -> Option<&Play> {
        self.broken_off().next_back()
    }

    /// Whether there is one whose clocks may be running.
    pub fn hurry(&self, now: Duration) -> bool {
        let recent = |at: Duration| now.saturating_sub(at) < HURRY;
        self.interrupted.iter().any(|game| game.broken_off.is_some_and(recent))
    }

    /// The clocks of the game under way stand, or they do not any more.
    pub fn pause(&mut self, stand: bool) {
        if let Some(play) = &mut self.current {
            play.paused = stand;
        }
    }

    /// Whether one was with this player.
    pub fn was_interrupted_with(&self, name: &str) -> bool {
        self.interrupted.iter().any(|game| game.play.is_with(name))
    }

    /// Whether one was with the player who is named first, and on these terms.
    pub fn was_interrupted_as(&self, terms: &Terms) -> bool {
        let is_it = |play: &Play| play.is_with(&terms.first.name) && play.is_on(terms);
        self.interrupted.iter().any(|game| is_it(&game.play))
    }

    /// Takes the game out whose next board this is, as the server says by `goes_on`; where it says nothing,
    /// one with another control is another game.
    fn take_up(&mut self, board: &Board, goes_on: Option<bool>) -> Option<Play> {
        let is_it = |play: &Play| {
            play.is_between(&board.names)
                && goes_on.unwrap_or_else(|| play.has_control(board.control))
        };
        let at = self.interrupted.iter().position(|game| is_it(&game.play))?;
        Some(self.interrupted.remove(at).play)
    }

    /// A board of this game cannot be; how many of its boards in a row that makes.
    fn count_garbled(&mut self, number: u32) -> u32 {
        let earlier =
            self.garbled.filter(|(game, _)| *game == number).map_or(0, |(_, times)| times);
        self.garbled = Some((number, earlier + 1));
        earlier + 1
    }

    /// A game is on.
    fn set(&mut self, play: Play) {
        self.current = Some(play);
    }

    /// The game under way is over.
    fn end(&mut self) -> Option<Play> {
        self.current.take()
    }

    /// A game that may go on some day.
    fn put_aside(&mut self, play: Play, broken_off: Option<Duration>, reason: &'static str) {
        self.interrupted.push(Interrupted { play, broken_off, reason });
    }

    /// The game under way is broken off; whether there was one.
    pub fn interrupt(&mut self, reason: &'static str, now: Duration) -> bool {
        self.garbled = None;
        let play = self.current.take();
        let any = play.is_some();
        play.into_iter().for_each(|play| self.put_aside(play, Some(now), reason));
        any
    }

    /// Takes those out that do not go on.
    pub fn give_up(&mut self, ends: impl Fn(&Play) -> bool) -> Vec<Interrupted> {
        self.interrupted.extract_if(.., |game| ends(&game.play)).collect()
    }
}

impl Bot {
    /// A board: of the game under way, of one that begins or goes on, or of none of the bot's.
    pub(super) fn board(&mut self, board: &Board) {
        match board.relation {
            Relation::MyMove | Relation::TheirMove => {}
            Relation::Examining | Relation::ObservingExamined => return self.out.send("unexamine"),
            Relation::Observing => return self.out.send(format!("unobserve {}", board.game)),
            Relation::Isolated => return,
        }
        // After an end that was missed, the next game may well have the same number.
        let announced = self.challenges.goes_on(board).is_some();
        let is_it = |play: &Play| play.number == board.game && play.is_between(&board.names);
        let known = !announced && self.games.current().is_some_and(is_it);
        match if known { self.go_on(board) } else { self.begin(board) } {
            Ok(()) => self.games.garbled = None,
            Err(error) => self.cannot_be(board, &error),
        }
    }

    /// A board that the rules do not take: it is asked for once more, since it may have been garbled on its way.
    fn cannot_be(&mut self, board: &Board, error: &FenError) {
        match self.games.count_garbled(board.game) {
            1 => {
                self.out.note(format!("a board that cannot be: {error}"));
                self.out.send("refresh");
            }
            2 => self.leave_unplayable(board),
            _ => {}
        }
    }

    /// Gets out of a game that cannot be played: an unrated one that has never been is resigned, which costs
    /// nothing; any other one is to be adjourned.
    fn leave_unplayable(&mut self, board: &Board) {
        let me = self.link.name().to_owned();
        let opponent = board.names.iter().find(|name| !name.eq_ignore_ascii_case(&me));
        opponent.into_iter().for_each(|name| self.adjourned.avoid(name));
        let unrated = self.challenges.announced(board).is_some_and(|terms| !terms.rated);
        let word = if unrated { "resign" } else { "adjourn" };
        self.out.note(format!("the same again: I cannot play this game, so I {word}"));
        self.out.send(word);
    }

    /// The next board of the game under way.
    fn go_on(&mut self, board: &Board) -> Result<(), FenError> {
        let Some(play) = self.games.current_mut() else { return Ok(()) };
        let seen = play.see(board, self.now)?;
        self.out.extend(seen.demands);
        if let Some(lag) = seen.lag {
            self.memory.add_lag(play.opponent(), lag);
        }
        Ok(())
    }

    /// What one player has left in the game under way, more exactly than its boards say.
    pub(super) fn clock_told(&mut self, left: &Left) {
        let now = self.now;
        // Elsewhere people might be able to type one.
        let told = self.config.server.kind == Kind::Icc;
        let play = self.games.current_mut().filter(|play| told && play.number == left.game);
        if let Some(play) = play {
            let command = play.clock_told(left, now);
            self.out.tell(command);
        }
    }

    /// The first board of a game, or of one that goes on.
    fn begin(&mut self, board: &Board) -> Result<(), FenError> {
        // Nothing is moved from its place for a board that cannot be.
        board.position()?;
        if self.games.interrupt(UNHEARD, self.now) {
            self.ask_for_stored();
        }
        let goes_on = self.challenges.goes_on(board);
        let terms = self.challenges.announced(board);
        let changed = self.challenges.changed(terms.as_ref(), &board.names);
        let same = self.games.take_up(board, goes_on);
        let resumed = same.is_some() || goes_on == Some(true);
        let (play, demands) = match same {
            Some(mut play) => {
                let demands = play.resume(board, self.now)?;
                (play, demands)
            }
            None => {
                let play = Play::begin(board, terms, self.now)?;
                let demands = play.set_up();
                self.out.tell(Command::NewGame);
                (play, demands)
            }
        };
        // Servers keep one game of two players: this one, if it was broken off, is on again.
        self.ended_unheard(|other| other.is_with(play.opponent()));
        let opponent = play.opponent().to_owned();
        self.adjourned.keeps_no_more(&opponent);
        let lag = self.memory.reckoned_lag(Some(&opponent));
        self.out.push(Demand::Engine(Command::LagIs(lag)));
        self.choose_options(&play, board.control);
        self.out.extend(demands);
        let colour = if play.me == Color::White { "White" } else { "Black" };
        let word = if resumed { "going on" } else { "playing" };
        self.out.note(format!("{word} with {colour} against {opponent}"));
        self.games.set(play);
        if let Some(Err(reason)) = changed.filter(|_| !resumed).map(|terms| self.judged(&terms)) {
            self.out
                .note(format!("this is not the game that I accepted ({reason}); asking to abort"));
            self.out.send("abort");
        }
        self.ask_for_moves();
        self.departure.put_off();
        self.link.proves_good();
        self.challenges.begun();
        self.speech.game_changes();
        if !resumed {
            let time = self.time();
            self.memory.begin(&opponent, time);
            self.out.push(Demand::Remember);
            let greeting = self.config.talk.greeting.clone();
            self.address(&greeting, "");
            self.order(&self.config.commands.game_start.clone(), "");
        }
        Ok(())
    }

    /// The book that a game is played from, what is known of its moves, and how strong the engine plays.
    fn choose_options(&mut self, play: &Play, control: [u32; 2]) {
        let kind = play.terms.as_ref().map_or("", |terms| &terms.kind);
        let fits = |book: &&Book| book.fits(play.me, control, kind);
        let mut options = self.config.book.iter().find(fits).map(Book::options).unwrap_or_default();
        if let Some(level) = self.level_for(play) {
            self.out.note(format!("playing at a level of {} Elo", level.elo()));
            options.push(("limit_strength", "true".to_owned()));
            options.push(("elo", level.elo().to_string()));
        }
        self.out.push(Demand::ForGame(options));
        let learned =
            self.config.play.learn.then(|| self.memory.state().openings.leanings(play.opponent()));
        self.out.tell(Command::Lean(Box::new(learned.unwrap_or_default())));
    }

    /// The level that is about the opponent's own; `None` for full strength, which computers, players without a
    /// rating and those whom the operator's `match_rating` leaves out get.
    fn level_for(&self, play: &Play) -> Option<Strength> {
        let manners = &self.config.play;
        let opponent = play.player(play.opponent())?;
        let rating = i32::from(opponent.rating?.points);
        let covered = manners.match_rating.covers(play.terms.as_ref()?.rated);
        let is_computer = self.memory.is_computer(&opponent.name);
        let level = rating.saturating_add(manners.rating_offset).max(0).unsigned_abs();
        (covered && !is_computer).then(|| Strength::new(level))
    }

    /// Words to the opponent, with names in place.
    fn address(&mut self, text: &str, result: &str) {
        if !text.is_empty() {
            let words = self.filled(text, result);
            self.speech.at_board(&format!("say {words}"));
        }
    }

    /// Lines of the operator's for the server.
    pub(super) fn order(&mut self, lines: &[String], result: &str) {
        let lines = lines.iter().map(|line| Demand::Send(self.filled(line, result)));
        let lines: Vec<Demand> = lines.collect();
        self.out.extend(lines);
    }

    /// A text with names in place.
    fn filled(&self, text: &str, result: &str) -> String {
        let opponent = self.games.current().map_or("", Play::opponent);
        let text = text.replace("{opponent}", opponent).replace("{result}", result);
        let rating = self.rating().map_or("unrated".to_owned(), |points| points.to_string());
        let met = self.memory.state().history.met(opponent);
        let [won, drawn, lost] = met.map(|met| met.score).unwrap_or_default();
        let text = text.replace("{rating}", &rating).replace("{name}", self.link.name());
        text.replace("{score}", &format!("+{won} ={drawn} -{lost}"))
    }

    /// The bot's rating for the game under way, as it was announced or is known.
    fn rating(&self) -> Option<u16> {
        let play = self.games.current()?;
        let announced = play.player(self.link.name()).and_then(|player| player.rating);
        let kind = play.terms.as_ref().map_or("", |terms| &terms.kind);
        let known = || self.memory.state().history.rating(kind);
        announced.map(|rating| rating.points).or_else(known)
    }

    /// A game of the bot's is over, or adjourned.
    pub(super) fn ended(&mut self, game: &Heading, how: &str, result: Ending) {
        self.games.garbled.take_if(|(number, _)| *number == game.number);
        if !self.games.current().is_some_and(|play| game.is_of(play.number, &play.names)) {
            return;
        }
        let (winner, decided) = (result.winner(), result != Ending::None);
        if let Some(play) = self.games.current().filter(|_| decided).cloned() {
            self.count_result(&play, winner);
        }
        let result = GameResult { winner, decided, reason: how.to_owned() };
        self.speech.game_changes();
        let farewell = self.config.talk.farewell.clone();
        self.address(&farewell, result.symbol());
        self.order(&self.config.commands.game_end.clone(), result.symbol());
        let Some(play) = self.games.end() else { return };
        self.note_result(&play, &result);
        let paper = Box::new(play.paper(&result, &self.config.server.host));
        self.memory.keep_game((*paper).clone(), play.last_account());
        self.out.tell(Command::GameOver(result));
        self.out.tell(Command::Force);
        self.out.push(Demand::Remember);
        let time = self.time();
        let undecided = |word| !decided && game.says(how, word);
        self.memory.end(play.opponent(), undecided("abort"), time);
        self.idle.game_over(self.now);
        if undecided("adjourn") {
            self.games.put_aside(play, None, "it was adjourned and is kept no more");
            return self.after_game(None);
        }
        self.out.push(Demand::Save(paper));
        self.departure.count_game();
        self.after_game(decided.then_some((&play, winner.map(|winner| winner == play.me))));
    }

    /// A game has ended like this.
    pub(super) fn note_result(&mut self, play: &Play, result: &GameResult) {
        let ([white, black], how) = (&play.names, &result.reason);
        self.out.note(format!("{white} - {black}: {} ({how})", result.symbol()));
    }

    /// What comes after a game: leaving, those who came back during it, or another one with its opponent if it
    /// was won, drawn (`None`) or lost.
    fn after_game(&mut self, decided: Option<(&Play, Option<bool>)>) {
        if self.departure.is_due_after_game() {
            return self.leave();
        }
        if !self.ask_who_waits()
            && let Some((play, won)) = decided
        {
            self.offer_rematch(play, won);
        }
    }

    /// A game was won by this side, or drawn.
    pub(super) fn count_result(&mut self, play: &Play, winner: Option<Color>) {
        let (won, opponent) = (winner.map(|winner| winner == play.me), play.opponent().to_owned());
        let rating = play.player(&opponent).and_then(|player| player.rating);
        let time = self.time();
        self.memory.learn(play, won);
        self.memory.count(&opponent, won, rating.map(|rating| rating.points), time);
        let computer = self.memory.is_computer(&opponent);
        self.alarm_result(computer && won == Some(false));
    }

    /// The rating has changed.
    pub(super) fn rated(&mut self, kind: &str, change: [Option<Rating>; 2]) {
        let [before, after] = change.map(|rating| rating.map_or(0, |rating| rating.points));
        self.out.note(format!("{kind} rating {before} to {after}"));
        if after > 0 {
            let time = self.time();
            self.memory.history().rated(kind, after, time);
            self.out.push(Demand::Remember);
        }
    }
}
