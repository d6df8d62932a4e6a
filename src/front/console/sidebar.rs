//! What stands beside and below the board: the moves, the name of the opening, the men that were taken.

use super::view::{Look, figurine};
use crate::{
    front::openings,
    position::{Color, Game, Piece, Position},
};

/// Rows beside the board for moves, below the name of the opening, and how many columns of them there are at
/// most.
const ROWS: usize = 8;
const COLUMNS: usize = 2;
/// The width of such a column.
const CELL: usize = 22;
/// Columns of the list of all moves at most, and their width.
const ALL_COLUMNS: usize = 3;
const ALL_CELL: usize = 24;
/// The men that can be taken, from the least to the greatest.
const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The name of the opening, and below it the last moves, in as many columns as the width has room for; nothing
/// where there is none.
pub(super) fn moves(game: &Game, width: usize) -> Vec<String> {
    let (numbered, columns) = (numbered(game), (width / CELL).min(COLUMNS));
    if numbered.is_empty() || columns == 0 {
        return Vec::new();
    }
    let last = numbered.get(numbered.len().saturating_sub(columns * ROWS)..).unwrap_or_default();
    let name = openings::name(game).unwrap_or_default();
    let mut lines = vec![name.chars().take(width).collect()];
    for row in 0..ROWS {
        let cells = last.iter().skip(row).step_by(ROWS);
        let line: String = cells.map(|cell| format!("{cell:<CELL$}")).collect();
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The name of the opening and all moves, in columns within the width.
pub(super) fn whole(game: &Game, width: usize) -> Vec<String> {
    let cells: Vec<String> =
        numbered(game).iter().map(|cell| format!("{cell:<ALL_CELL$}")).collect();
    if cells.is_empty() {
        return vec!["No move has been made yet.".to_owned()];
    }
    let rows = cells
        .chunks((width / ALL_CELL).clamp(1, ALL_COLUMNS))
        .map(|row| row.concat().trim_end().to_owned());
    openings::name(game).map(str::to_owned).into_iter().chain(rows).collect()
}

/// The moves of a game, one string for each of White's with Black's answer.
pub(super) fn numbered(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (position, &mv) in game.positions().iter().zip(game.moves()) {
        let san = position.san(mv);
        match (position.side(), lines.last_mut()) {
            (Color::Black, Some(line)) => line.push_str(&format!(" {san}")),
            (Color::Black, None) => {
                lines.push(format!("{:>3}. {:<7} {san}", position.fullmoves(), "..."));
            }
            (Color::White, _) => lines.push(format!("{:>3}. {san:<7}", position.fullmoves())),
        }
    }
    lines
}

/// What either side has taken since the game began, and who has more; nothing as long as all is there.
pub(super) fn taken(game: &Game, look: Look) -> Option<String> {
    let (start, now) = (game.start(), game.position());
    let [white, black] = [Color::White, Color::Black].map(|color| {
        // What White has taken are Black's men.
        let color = !color;
        let letters = |piece: Piece, count| match look.colors && look.figurines {
            true => figurine(piece).to_string().repeat(count),
            false => piece.to_string(color).repeat(count),
        };
        let counts = lost(start, now, color);
        KINDS.iter().zip(counts).map(|(&piece, count)| letters(piece, count)).collect::<String>()
    });
    if white.is_empty() && black.is_empty() {
        return None;
    }
    let shown = |taken: &str| if taken.is_empty() { "-" } else { taken }.to_owned();
    let ahead = now.material(Color::White) - now.material(Color::Black);
    let ahead = match ahead {
        0 => "material is level".to_owned(),
        1.. => format!("White is {ahead} ahead"),
        _ => format!("Black is {} ahead", -ahead),
    };
    Some(format!(" Taken: by White {}   by Black {}   ({ahead})", shown(&white), shown(&black)))
}

/// How many of each kind of man a side has lost. A pawn that was promoted is not lost, and what it became
/// was never there.
fn lost(start: &Position, now: &Position, color: Color) -> [usize; 5] {
    let count = |position: &Position, piece| position.men(color, piece).popcnt() as usize;
    let promoted: usize =
        KINDS[1..].iter().map(|&it| count(now, it).saturating_sub(count(start, it))).sum();
    KINDS.map(|piece| {
        let gone = count(start, piece).saturating_sub(count(now, piece));
        if piece == Piece::Pawn { gone.saturating_sub(promoted) } else { gone }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect("a position"));
        for text in moves.split_whitespace() {
            let mv = game.position().parse_move(text).expect("a legal move");
            assert!(game.play(mv));
        }
        game
    }

    #[test]
    fn moves_are_numbered_and_the_last_ones_shown_in_two_columns() {
        let start = Position::startpos().fen();
        let long = game(&start, &"Nf3 Nf6 Ng1 Ng8 ".repeat(10));
        let lines = moves(&long, 2 * CELL);
        assert_eq!(lines.len(), 1 + ROWS);
        assert_eq!(lines[1], "  5. Nf3     Nf6       13. Nf3     Nf6");
        assert_eq!(lines[8], " 12. Ng1     Ng8       20. Ng1     Ng8");
        assert_eq!(moves(&long, CELL)[8], " 20. Ng1     Ng8", "where there is room for one");
        assert!(moves(&long, CELL - 1).is_empty());
        assert_eq!(moves(&game(&start, "e4"), CELL)[..2], ["King's Pawn", "  1. e4"]);
        assert!(moves(&game(&start, ""), CELL).is_empty());
        let black = game("4k3/p7/8/8/8/8/8/4K2R b K - 0 7", "a5 O-O");
        assert_eq!(moves(&black, CELL)[1..3], ["  7. ...     a5", "  8. O-O"]);
    }

    #[test]
    fn men_that_were_taken_are_counted_but_for_promotions() {
        let look = Look::default();
        let told = |fen, moves| taken(&game(fen, moves), look);
        let start = Position::startpos().fen();
        assert_eq!(told(&start, "e4 d5"), None);
        let text = " Taken: by White p   by Black P   (material is level)";
        assert_eq!(told(&start, "e4 d5 exd5 Qxd5").as_deref(), Some(text));
        let text = " Taken: by White n   by Black -   (White is 9 ahead)";
        assert_eq!(told("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+").as_deref(), Some(text));
    }
}
