//! A board with the worth of each man, for people.

use crate::{
    message::{Appraisal, Score},
    position::{File, Rank, Square},
};

/// The board, below each man its worth, and the total.
pub fn appraisal(appraisal: &Appraisal) -> Vec<String> {
    let rule = format!("   {}+", "+-------".repeat(8));
    let mut lines = vec![rule.clone()];
    for rank in (0..8).rev() {
        let squares = [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|file| Square::make_square(Rank::from_index(rank), File::from_index(file)));
        let men = squares.map(|square| man(appraisal, square)).concat();
        let worths = squares.map(|square| worth(appraisal, square)).concat();
        lines.extend([format!(" {} {men}|", rank + 1), format!("   {worths}|"), rule.clone()]);
    }
    lines.push("       a       b       c       d       e       f       g       h".to_owned());
    lines.push(String::new());
    lines.push("Below each man what it adds to White's score where it stands.".to_owned());
    let total = Score::Centipawns(appraisal.total);
    lines.push(format!("Evaluation: {total} (White's side), by {}", appraisal.judge));
    lines
}

fn man(appraisal: &Appraisal, square: Square) -> String {
    let man = appraisal.position.man_on(square);
    let letter = man.map_or(" ".to_owned(), |(color, piece)| piece.to_string(color));
    format!("|   {letter}   ")
}

fn worth(appraisal: &Appraisal, square: Square) -> String {
    let worth = appraisal.worths.iter().find(|(on, _)| *on == square);
    let text = worth.map_or(String::new(), |&(_, worth)| Score::Centipawns(worth).to_string());
    format!("|{text:^7}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn worths_stand_below_their_men_and_the_total_at_the_end() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/2Q1K3 w - - 0 1").unwrap();
        let score = |position: &Position| 1_000 - 100 * position.occupied().popcnt() as i32;
        let lines = appraisal(&Appraisal::new(&position, "test".to_owned(), score));
        assert!(lines.iter().all(|line| line.len() < 79), "{lines:#?}");
        let first = [
            " 1 |       |       |   Q   |       |   K   |       |       |       |",
            "   |       |       | -1.00 |       |       |       |       |       |",
        ];
        assert!(lines.windows(2).any(|pair| pair == first), "{lines:#?}");
        assert_eq!(lines.last().unwrap(), "Evaluation: +6.00 (White's side), by test");
    }
}
