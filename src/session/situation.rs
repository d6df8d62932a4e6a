//! What a policy may know of the game before a search, beside the clock.

use crate::{
    position::{Color, Game},
    timing::{Experience, Situation},
};

/// The situation of the side to move, which has had this experience.
pub fn situation(game: &Game, pondering: bool, experience: &Experience) -> Situation {
    let position = game.position();
    let [white, black] = [Color::White, Color::Black].map(|color| position.material(color));
    let advantage = if position.side() == Color::White { white - black } else { black - white };
    let last = game.positions().iter().rev().nth(1).zip(game.moves().last());
    let first = game.start();
    let before = 2 * u32::from(first.fullmoves() - 1) + first.side().to_index() as u32;
    Situation {
        ply: before + game.moves().len() as u32,
        material: (white + black) as u32,
        advantage,
        legal_moves: position.legal_moves().len() as u32,
        captured: last.is_some_and(|(before, &mv)| before.is_capture(mv)),
        pondering,
        experience: experience.clone(),
    }
}
