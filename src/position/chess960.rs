//! The start positions of Chess960, by their numbers.

use super::Position;

/// How many there are.
pub const STARTS: u16 = 960;

/// The number of the usual start position.
pub const USUAL: u16 = 518;

/// Where two knights stand among the five squares left to them.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Position {
    /// The start position of Chess960 with this number, 0 to 959, as Reinhard Scharnagl counts them;
    /// greater numbers begin again.
    pub fn chess960(number: u16) -> Position {
        let men = first_rank(number % STARTS);
        let black: String = men.iter().collect();
        let white = black.to_ascii_uppercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        Position::from_fen(&fen).unwrap_or_else(|_| Position::startpos())
    }
}

/// The men of the first rank: bishops, queen and knights in the places that the number names, the king
/// between the rooks in those that are left.
fn first_rank(number: u16) -> [char; 8] {
    let number = usize::from(number);
    let mut men = [' '; 8];
    men[2 * (number % 4) + 1] = 'b';
    men[2 * (number / 4 % 4)] = 'b';
    put(&mut men, number / 16 % 6, 'q');
    let [first, second] = KNIGHTS[number / 96 % KNIGHTS.len()];
    // The later one first: the squares before it keep their numbers.
    put(&mut men, second, 'n');
    put(&mut men, first, 'n');
    ['r', 'k', 'r'].into_iter().for_each(|man| put(&mut men, 0, man));
    men
}

/// Puts a man on the empty square with this number among the empty ones.
fn put(men: &mut [char; 8], number: usize, man: char) {
    if let Some(place) = men.iter_mut().filter(|place| **place == ' ').nth(number) {
        *place = man;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn starts_have_the_numbers_that_all_the_world_gives_them() {
        let rank = |number| first_rank(number).iter().collect::<String>();
        // The first and the last of the published table, the usual one, and some between.
        assert_eq!(
            [0, 1, 518, 534, 959].map(rank),
            ["bbqnnrkr", "bqnbnrkr", "rnbqkbnr", "rnbkqbnr", "rkrnnqbb"]
        );
        assert_eq!(Position::chess960(USUAL), Position::startpos());
    }

    #[test]
    fn all_starts_are_different_and_legal() {
        let fens: HashSet<String> = (0..STARTS).map(|n| Position::chess960(n).fen()).collect();
        assert_eq!(fens.len(), usize::from(STARTS));
        assert!(fens.iter().all(|fen| fen.contains(" w KQkq ")));
    }
}
