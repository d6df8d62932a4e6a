//! Play below full strength: which searches it weakens, and the pace of a person.

use std::time::Duration;

use super::{
    core::Core,
    searching::{Decided, Purpose},
    worker::Handicap,
};
use crate::{
    message::Held,
    position::ChessMove,
    search::{Outcome, Strength},
    timing::pace,
};

impl Core {
    /// How strong a search of this kind is to be, if not as strong as can be. Whoever analyses wants to
    /// know all.
    pub(super) fn strength(&self, purpose: Purpose) -> Option<Strength> {
        let analysis = matches!(purpose, Purpose::Analysis | Purpose::Answer(Held::UntilStopped));
        let limited = self.settings.limit_strength && !self.settings.analyse_mode && !analysis;
        limited.then(|| Strength::new(self.settings.elo))
    }

    /// How the search under way is weakened, with what chance has in store for it.
    pub(super) fn handicap(&mut self) -> Option<Handicap> {
        let strength = self.strength(self.searching.purpose()?)?.facing(self.board.position());
        Some(Handicap { strength, chance: self.luck.f64() })
    }

    /// When the move found is to be made, if that is later: below full strength, on a clock that goes by
    /// itself.
    pub(super) fn due(&mut self, outcome: &Outcome, now: Duration) -> Option<Duration> {
        let search = self.searching.current()?;
        let paced = self.settings.human_pace && self.timekeeper.node_rate().is_none();
        self.strength(search.purpose).filter(|_| paced)?;
        let (since, budget) = search.on_clock.zip(search.budget)?;
        let obvious = outcome.best().is_none_or(|mv| self.is_obvious(mv));
        let due = since + pace::human(&budget, obvious, self.luck.f64());
        (due > now).then_some(due)
    }

    /// Makes the move when it is due.
    pub(super) fn put_off(&mut self, decided: Decided, due: Duration) {
        if let Some(search) = self.searching.current_mut() {
            search.decided = Some(decided);
            search.deadline = Some(due);
        }
    }

    /// Whether there is no other move, or this one takes what has just moved.
    fn is_obvious(&self, mv: ChessMove) -> bool {
        let game = self.board.game();
        let (position, last) = (game.position(), game.moves().last());
        let takes_back = position.piece_on(mv.get_dest()).is_some()
            && last.is_some_and(|last| last.get_dest() == mv.get_dest());
        takes_back || position.legal_moves().len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluation,
        message::Command,
        options::{Options, Spec},
        position::{Game, Position},
        session::core::{Effect, Input},
    };

    #[test]
    fn the_option_has_the_levels_of_the_search() {
        let options = Options::new().expect("a valid table");
        let bounds = options.spec("elo").and_then(Spec::bounds);
        assert_eq!(bounds, Some((Strength::LEAST.into(), Strength::MOST.into())));
    }

    #[test]
    fn what_is_played_is_weakened_and_what_is_analysed_is_not() {
        let mut options = Options::new().expect("a valid table");
        let core = |options: &Options| {
            Core::new(options.settings().clone(), Evaluation::default()).expect("a session")
        };
        let played = [Purpose::Move, Purpose::Answer(Held::No), Purpose::Answer(Held::UntilHit)];
        assert!(played.iter().all(|&purpose| core(&options).strength(purpose).is_none()));
        options.set("limit_strength", "on").expect("an option");
        options.set("elo", "1200").expect("a level");
        assert!(played.iter().all(|&it| core(&options).strength(it) == Some(Strength::new(1_200))));
        for purpose in [Purpose::Analysis, Purpose::Answer(Held::UntilStopped)] {
            assert_eq!(core(&options).strength(purpose), None);
        }
        options.set("analyse_mode", "on").expect("an option");
        assert!(played.iter().all(|&purpose| core(&options).strength(purpose).is_none()));
    }

    #[test]
    fn a_lone_king_is_mated_at_a_higher_level_than_is_set() {
        let mut options = Options::new().expect("a valid table");
        for (id, value) in [("limit_strength", "on"), ("elo", "900")] {
            options.set(id, value).expect("an option");
        }
        let played = |fen: &str| {
            let settings = options.settings().clone();
            let mut core = Core::new(settings, Evaluation::default()).expect("a session");
            let game = Box::new(Game::new(Position::from_fen(fen).unwrap()));
            core.on(Input::Command(Command::SetGame(game)), Duration::ZERO);
            let effects = core.on(Input::Command(Command::Go), Duration::ZERO);
            effects.into_iter().find_map(|effect| match effect {
                Effect::Start(job) => job.handicap.map(|it| it.strength.elo()),
                _ => None,
            })
        };
        assert_eq!(played("8/4p3/8/4k3/8/8/8/3QK3 w - - 0 1"), Some(900));
        assert!(played("8/8/8/4k3/8/8/8/3QK3 w - - 0 1") > Some(900));
    }
}
