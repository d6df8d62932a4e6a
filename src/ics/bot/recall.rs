//! The moves before a game was known: after a new start of the program the server is asked for them, so
//! that repetitions count and the game is kept whole.

use std::time::Duration;

use super::{
    Bot, Demand,
    paper::Note,
    play::{Play, same},
};
use crate::{
    ics::Result as Ending,
    position::{Game, Position},
};

/// A game is never longer, in half-moves.
const LONGEST: usize = 2_000;

/// Moves in SAN with what they took, as the server has listed them so far.
pub(super) type Listed = Vec<(String, Duration)>;

impl Play {
    /// Whether moves were made before the game was known. Of a game that has not begun with usual chess no
    /// list says how it began.
    pub fn begins_in_its_middle(&self) -> bool {
        self.made() > self.game.moves().len() && self.game.start().castles_as_usual()
    }

    /// Takes the moves that the server has listed for those made before the game was known, if they lead
    /// to where it is known from; what the engine is to be told then.
    fn recall(&mut self, now: Duration) -> Option<Vec<Demand>> {
        let listed = self.listed.take()?;
        let (mut game, mut notes) = replayed(&mut listed.into_iter(), self.game.start())?;
        for &mv in self.game.moves() {
            game.play(mv).then_some(())?;
        }
        notes.append(&mut self.notes);
        (self.game, self.notes) = (game, notes);
        Some(self.set_up_with(self.clocks(now)))
    }
}

/// Adds the moves with this number to a list that is being read, if they are the next.
pub(super) fn add(listed: &mut Option<Listed>, number: usize, moves: &Listed) {
    if let Some(listed) = listed
        && listed.len() == 2 * number.saturating_sub(1)
        && listed.len() < LONGEST
    {
        listed.extend_from_slice(moves);
    }
}

/// A game from its beginning to this position by a list of its moves, of which the later ones are left; `None` if it
/// does not come there.
pub(super) fn replayed(
    listed: &mut impl Iterator<Item = (String, Duration)>,
    known: &Position,
) -> Option<(Game, Vec<Note>)> {
    let (mut game, mut notes) = (Game::new(Position::startpos()), Vec::new());
    while !leads_to(&game, known) {
        let (san, took) = listed.next()?;
        let mv = game.position().parse_move(&san).ok()?;
        game.play(mv).then_some(())?;
        notes.push(Note { took: Some(took), ..Note::default() });
    }
    Some((game, notes))
}

/// Whether a game has come to this position.
fn leads_to(game: &Game, position: &Position) -> bool {
    let here = game.position();
    same(here, position) && here.fullmoves() == position.fullmoves()
}

impl Bot {
    /// Asks for the moves that were made before the game was known, if there are any.
    pub(super) fn ask_for_moves(&mut self) {
        let Some(play) = self.games.current().filter(|play| play.begins_in_its_middle()) else {
            return;
        };
        let line = format!("moves {}", play.number);
        self.out.send(line);
    }

    /// A list of moves begins.
    pub(super) fn list_begins(&mut self, names: &[String; 2]) {
        self.last_game_begins(names);
        if let Some(play) = self.games.current_mut() {
            let wanted = play.is_between(names) && play.begins_in_its_middle();
            play.listed = wanted.then(Vec::new);
        }
    }

    /// A line of it.
    pub(super) fn list_goes_on(&mut self, number: usize, moves: Listed) {
        self.last_game_goes_on(number, &moves);
        if let Some(play) = self.games.current_mut() {
            add(&mut play.listed, number, &moves);
        }
    }

    /// The list is over, and says how the game stands.
    pub(super) fn list_ends(&mut self, how: &str, result: Ending) {
        self.last_game_ends(how, result);
        let Some(play) = self.games.current_mut().filter(|play| play.listed.is_some()) else {
            return;
        };
        if result != Ending::None {
            play.listed = None;
            return;
        }
        let demands = play.recall(self.now);
        self.out.note(match demands {
            Some(_) => "the moves before I came are known again",
            None => {
                "the server's list of moves does not lead to this game; its beginning stays unknown"
            }
        });
        self.out.extend(demands.into_iter().flatten());
    }
}
