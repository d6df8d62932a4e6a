//! The two-move game of Vuckovic and Solak in pictures: figures 7 to 9 of their paper.

use super::plot::{Axis, Color, Figure, Mark, Note, Panel, Series};
use crate::timing::two_move_game::{Form, TwoMoveGame};

const GAME: TwoMoveGame = TwoMoveGame::EXAMPLE;
/// Times that figure 7 shows a curve for.
const TIMES: [f64; 5] = [1.0, 5.0, 10.0, 20.0, 35.0];
/// The share of figure 8.
const SHARE: f64 = 0.8;
/// The longest time drawn.
const LONGEST: u32 = 60;

/// The picture: the value by the share of the first move, the value by time for one share, and the best
/// share by time.
pub fn picture() -> String {
    let TwoMoveGame { p, k, mu } = GAME;
    let subtitle = format!("p = {p}, k = {k}, \u{3bc} = {mu}; after Vuckovic and Solak");
    let panels = vec![by_share(), by_time(), best_share()];
    Figure { subtitle, ..Figure::new("Time for two moves", panels) }.to_svg()
}

/// Figure 7.
fn by_share() -> Panel {
    let curve = |(t, color): (f64, Color)| {
        let shares = (0..=100).map(|i| f64::from(i) / 100.0);
        let points = shares.map(|a| (a, GAME.value(a, t, Form::Printed)));
        Series::new(format!("T = {t}"), color, Mark::Line, points)
    };
    let mut series: Vec<Series> = TIMES.into_iter().zip(Color::SERIES).map(curve).collect();
    let notes: [Note; 5] = TIMES.map(|t| {
        let a = GAME.best_share(t, Form::Printed);
        Note::new((a, GAME.value(a, t, Form::Printed)), format!("{:.0} %", 100.0 * a))
    });
    let discs = notes.iter().zip(Color::SERIES);
    series.extend(discs.map(|(note, color)| Series::new("", color, Mark::Discs, [note.at])));
    let x = Axis::new("a, the share of the first move").within(0.0, 1.0);
    let title = "Value of the game by the share a, with the best share of each time (figure 7)";
    Panel { series, notes: notes.into(), ..Panel::new(title, x, Axis::new("value")) }
}

/// Figure 8.
fn by_time() -> Panel {
    let curve = |name: &str, color, mark, form| {
        let points = times().map(|t| (t, GAME.value(SHARE, t, form)));
        Series::new(name, color, mark, points)
    };
    let series = vec![
        curve("as printed", Color::BLUE, Mark::Line, Form::Printed),
        curve("corrected", Color::VERMILION, Mark::Dashes, Form::Corrected),
    ];
    let x = Axis::new("T, the time for both moves").within(0.0, f64::from(LONGEST));
    let title =
        format!("Value with {:.0} % of the time for the first move (figure 8)", 100.0 * SHARE);
    Panel { series, height: 200.0, ..Panel::new(title, x, Axis::new("value")) }
}

/// Figure 9.
fn best_share() -> Panel {
    let times = (1..=2 * LONGEST).map(|i| f64::from(i) / 2.0);
    let points = times.map(|t| (t, GAME.best_share(t, Form::Printed)));
    let said = (35.0, 0.6);
    let series = vec![
        Series::new("best share by the formula", Color::BLUE, Mark::Line, points),
        Series::new("what the paper says at T = 35", Color::VERMILION, Mark::Rings, [said]),
    ];
    let here = GAME.best_share(said.0, Form::Printed);
    let text = format!("about 60 %; the formula gives {:.1} %", 100.0 * here);
    let notes = vec![Note::new(said, text)];
    let x = Axis::new("T, the time for both moves").within(0.0, f64::from(LONGEST));
    let y = Axis::new("best a").within(0.4, 1.0);
    let title = "The best share for the first move by time (figure 9)";
    Panel { series, notes, height: 200.0, ..Panel::new(title, x, y) }
}

fn times() -> impl Iterator<Item = f64> {
    (0..=4 * LONGEST).map(|i| f64::from(i) / 4.0)
}

/// Where the paper differs from its own formula, in words.
pub const DIFFERENCES: &str = "\
Where the paper differs:
- The printed value counts our not having erred at first twice in its last term; the dashed line in
  figure 8 counts it once. Without any time, 80 % for the first move is then worth -0.553 and not -0.656.
- At T = 35 the paper speaks of about 60 % for the first move. By its formula the best share there is
  50.3 %; 59.7 % belongs to T = 10.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_shows_the_papers_figures_and_where_they_differ() {
        let svg = picture();
        for text in ["(figure 7)", "(figure 8)", "(figure 9)", "the formula gives 50.3 %", ">60 %<"]
        {
            assert!(svg.contains(text), "{text}");
        }
        for t in TIMES {
            let label = format!(">{:.0} %<", 100.0 * GAME.best_share(t, Form::Printed));
            assert!(svg.contains(&label), "the dot of T = {t}: {label}");
        }
    }
}
