//! The picture of a bot at work: board, players and clocks, the course of the score, what happened last,
//! and lines from and to the server if they are wanted. Pure: what is shown and the time go in.

use std::{collections::VecDeque, time::Duration};

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color as Ink, Modifier, Style},
    symbols::bar::{NINE_LEVELS, Set},
    text::{Line, Span},
    widgets::{Block, Borders, Paragraph, Sparkline, Wrap},
};

use super::{
    Look,
    board::{self, Size},
    scene::{Noted, Shown, Source},
};
use crate::{
    front::words::clock_time,
    ics::bot::{Playing, Status},
    message::Score,
    position::{Color, Position},
    search::score::{chances, meant},
};

/// Bars of plain signs, eight levels high.
const PLAIN: Set = Set {
    full: "#",
    seven_eighths: "#",
    three_quarters: "+",
    five_eighths: "+",
    half: "-",
    three_eighths: "-",
    one_quarter: ".",
    one_eighth: ".",
    empty: " ",
};
/// Beside a board there are so many columns and rows at least.
const BESIDE: u16 = 34;
const TALL: u16 = 12;
/// So many rows are kept for what happened, its title among them.
const EVENTS: u16 = 8;
/// From this width on, what happened and the wire stand side by side.
const WIDE: u16 = 140;
/// Columns of the percents beside the course of the score.
const PERCENTS: u16 = 5;

/// Draws the picture of what is shown at the time `now`.
pub fn draw(frame: &mut Frame, shown: &Shown, look: Look, now: Duration) {
    let area = frame.area();
    let playing = shown.status.playing.as_deref().zip(shown.status.board.as_ref());
    let size = playing.and_then(|_| room(area));
    let game = match (playing, size) {
        (None, _) => 0,
        (_, Some(size)) => size.rows().max(TALL),
        (_, None) => 2,
    };
    let rows =
        [Constraint::Length(1), Constraint::Max(game), Constraint::Min(0), Constraint::Length(1)];
    let [head, middle, below, foot] = Layout::vertical(rows).areas(area);
    frame.render_widget(Paragraph::new(headline(&shown.status)).style(title_style(look)), head);
    if let Some((playing, (position, me))) = playing {
        let game = Game { playing, position, me: *me, clocks: clocks(shown, playing, now), look };
        match size {
            Some(size) => game.draw(frame, middle, size),
            None => game.draw_players(frame, middle),
        }
    }
    draw_lines(frame, below, shown, look);
    let keys = if shown.wants_wire { "w: no wire" } else { "w: wire" };
    let keys = format!(" {keys}   Ctrl-C: leave after the game, again: at once");
    frame.render_widget(Paragraph::new(keys).style(faint(look)), foot);
}

/// The largest board that leaves room for the rest.
fn room(area: Rect) -> Option<Size> {
    let rows = area.height.checked_sub(2 + EVENTS)?;
    Size::fitting(area.width.checked_sub(BESIDE)?, rows)
}

fn headline(status: &Status) -> String {
    let [won, drawn, lost] = status.score;
    format!(" {} - {}   +{won} ={drawn} -{lost}", status.name, status.link)
}

/// What is left to both now: the clock that runs has run on since the bot has said where it stands.
fn clocks(shown: &Shown, playing: &Playing, now: Duration) -> [Duration; 2] {
    let mut clocks = shown.status.clocks;
    if let Some(side) = playing.running {
        clocks[side.to_index()] -= now.saturating_sub(shown.status.at).as_millis() as i64;
    }
    clocks.map(|left| Duration::from_millis(left.max(0) as u64))
}

/// A game under way.
struct Game<'a> {
    playing: &'a Playing,
    position: &'a Position,
    me: Color,
    clocks: [Duration; 2],
    look: Look,
}

impl Game<'_> {
    /// The board, and beside it all the rest.
    fn draw(&self, frame: &mut Frame, area: Rect, size: Size) {
        let columns = [Constraint::Length(size.columns() + 1), Constraint::Min(0)];
        let [board, beside] = Layout::horizontal(columns).areas(area);
        let before = self.playing.before.as_ref();
        let lines = board::lines(self.position, before, self.me, size, self.look);
        frame.render_widget(Paragraph::new(lines), board);
        let details = self.details();
        let rows = [1, 0, details.len() as u16 + 2, 1];
        let rows =
            rows.map(|rows| if rows == 0 { Constraint::Min(0) } else { Constraint::Length(rows) });
        let [theirs, course, middle, mine] = Layout::vertical(rows).areas(beside);
        frame.render_widget(Paragraph::new(self.player(!self.me, theirs.width)), theirs);
        self.draw_course(frame, course);
        frame.render_widget(Paragraph::new(details).wrap(Wrap { trim: true }), middle);
        frame.render_widget(Paragraph::new(self.player(self.me, mine.width)), mine);
    }

    /// Both players, where there is no room for a board.
    fn draw_players(&self, frame: &mut Frame, area: Rect) {
        let lines = [!self.me, self.me].map(|side| self.player(side, area.width));
        frame.render_widget(Paragraph::new(lines.to_vec()), area);
    }

    /// A player with rating and clock, over the whole width.
    fn player(&self, side: Color, width: u16) -> Line<'static> {
        let index = side.to_index();
        let name = &self.playing.names[index];
        let rating = self.playing.ratings[index].map_or("-".to_owned(), |it| it.to_string());
        let colour = if side == Color::White { "White" } else { "Black" };
        let runs = self.playing.running == Some(side);
        let to_move = if self.position.side() == side { ">" } else { " " };
        let clock = clock_time(self.clocks[index]);
        let left = format!("{to_move} {colour} {name} ({rating})");
        let room = usize::from(width).saturating_sub(left.chars().count() + 1);
        let style = if runs {
            Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
        } else {
            Style::new()
        };
        let clock_width = clock.chars().count();
        let gap = " ".repeat(room.saturating_sub(clock_width + 1).max(1));
        Line::from(vec![Span::raw(left), Span::raw(gap), Span::styled(format!(" {clock} "), style)])
    }

    /// What is played, lag, what the engine thinks, what the time of its last move went into.
    fn details(&self) -> Vec<Line<'static>> {
        let lag = self.playing.lag.map_or("lag unknown".to_owned(), |(usual, high)| {
            format!("lag {} ms, seldom above {} ms", usual.as_millis(), high.as_millis())
        });
        let faint = faint(self.look);
        let mut lines =
            vec![Line::styled(self.playing.terms.clone(), faint), Line::styled(lag, faint)];
        lines.extend(self.playing.opinion.clone().map(Line::from));
        lines.extend(self.playing.account.clone().map(|account| Line::styled(account, faint)));
        lines
    }

    /// The points that the engine has expected of the game, from its first move to its last.
    fn draw_course(&self, frame: &mut Frame, area: Rect) {
        if area.height == 0 {
            return;
        }
        let columns = [Constraint::Length(PERCENTS), Constraint::Min(0)];
        let [percents, course] = Layout::horizontal(columns).areas(area);
        let label = |row: u16| match row {
            0 => "100%",
            row if row + 1 == area.height => "  0%",
            row if row == area.height / 2 => " 50%",
            _ => "",
        };
        let labels: Vec<Line> = (0..area.height).map(|row| Line::from(label(row))).collect();
        frame.render_widget(Paragraph::new(labels).style(faint(self.look)), percents);
        let expected = self.playing.scores.iter().map(|&(number, score)| expected(number, score));
        let expected: Vec<u64> = expected.collect();
        let first = expected.len().saturating_sub(usize::from(course.width));
        let line = Sparkline::default()
            .data(&expected[first..])
            .max(100)
            .bar_set(if self.look.unicode { NINE_LEVELS } else { PLAIN })
            .style(if self.look.colors {
                Style::new().fg(Ink::Indexed(107))
            } else {
                Style::new()
            });
        frame.render_widget(line, course);
    }
}

/// The points to be expected with a score at a move of the game, in percent; a sliver where there are none.
fn expected(number: u16, score: Score) -> u64 {
    let percent = match score {
        Score::Mate(moves) => 100 * u64::from(moves > 0),
        Score::Centipawns(score) => {
            let [won, drawn, _] = chances(meant(score), number);
            u64::from(won + drawn / 2) / 10
        }
    };
    percent.max(1)
}

/// What has happened, and what goes over the wire if that is wanted: beside it where there is room for both,
/// else in its place.
fn draw_lines(frame: &mut Frame, area: Rect, shown: &Shown, look: Look) {
    let happened = ("happened (UTC)", &shown.events);
    let wire = ("wire (UTC)", &shown.wire);
    match (shown.wants_wire, area.width >= WIDE) {
        (false, _) => draw_list(frame, area, happened, look),
        (true, false) => draw_list(frame, area, wire, look),
        (true, true) => {
            let halves = [Constraint::Percentage(50), Constraint::Percentage(50)];
            let [left, right] = Layout::horizontal(halves).spacing(1).areas(area);
            draw_list(frame, left, happened, look);
            draw_list(frame, right, wire, look);
        }
    }
}

/// The last lines of a list, as many as there is room for.
fn draw_list(frame: &mut Frame, area: Rect, (title, lines): (&str, &VecDeque<Noted>), look: Look) {
    let mut block = Block::new().borders(Borders::TOP).title(format!(" {title} "));
    if !look.unicode {
        block = block.border_set(ratatui::symbols::border::Set {
            horizontal_top: "-",
            ..ratatui::symbols::border::PLAIN
        });
    }
    let room = usize::from(block.inner(area).height);
    let last = lines.iter().skip(lines.len().saturating_sub(room));
    let lines: Vec<Line> = last.map(|line| noted(line, look)).collect();
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn noted(line: &Noted, look: Look) -> Line<'static> {
    let sign = match line.source {
        Source::Happened => "",
        Source::Server => "< ",
        Source::Bot => "> ",
    };
    let time = Span::styled(format!("{} ", line.time), faint(look));
    let text = if look.unicode { line.text.clone() } else { ascii(&line.text) };
    Line::from(vec![time, Span::raw(format!("{sign}{text}"))])
}

/// A text without what a plain terminal cannot show.
fn ascii(text: &str) -> String {
    text.chars().map(|character| if character.is_ascii() { character } else { '?' }).collect()
}

fn title_style(look: Look) -> Style {
    if look.colors {
        Style::new().bg(Ink::Indexed(107)).fg(Ink::Indexed(16))
    } else {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

fn faint(look: Look) -> Style {
    if look.colors { Style::new().fg(Ink::Indexed(245)) } else { Style::new() }
}

#[cfg(test)]
mod tests {
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;
    use crate::position::Game as Moves;

    /// A game in its middle, with much that has happened.
    fn shown() -> Shown {
        let mut moves = Moves::new(Position::startpos());
        for text in ["e4", "e5", "Nf3"] {
            let mv = moves.position().parse_move(text).unwrap();
            moves.play(mv);
        }
        let [.., before, position] = moves.positions() else { panic!("moves were made") };
        let playing = Playing {
            names: ["Rookbot".to_owned(), "Pawn".to_owned()],
            ratings: [Some(1_912), None],
            terms: "game 12, rated blitz 3 2".to_owned(),
            before: Some(before.clone()),
            running: Some(Color::Black),
            lag: Some((Duration::from_millis(80), Duration::from_millis(210))),
            scores: (1..=40).map(|n| (n, Score::Centipawns(20 * i32::from(n) - 400))).collect(),
            opinion: Some("+0.31/14 Nc6 Bb5".to_owned()),
            account: Some("2. Nf3: time: planned 4.20 s, used 4.10 s, depth 12: enough".to_owned()),
        };
        let status = Status {
            link: "online".to_owned(),
            name: "Rookbot".to_owned(),
            game: None,
            board: Some((position.clone(), Color::White)),
            clocks: [61_000, 59_000],
            at: Duration::from_secs(5),
            score: [3, 2, 1],
            playing: Some(Box::new(playing)),
        };
        let noted = |source, text: String| Noted { time: "12:34:56".to_owned(), source, text };
        let events = (0..100).map(|n| noted(Source::Happened, format!("thing {n}"))).collect();
        let wire = (0..100).map(|n| noted(Source::Server, format!("line {n}"))).collect();
        Shown { status, events, wire, wants_wire: false }
    }

    /// The picture on a terminal of this size, a second later, as text.
    fn picture(shown: &Shown, width: u16, height: u16) -> String {
        let look = Look { colors: false, unicode: false };
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, shown, look, Duration::from_secs(6))).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_small_terminal_shows_all_that_matters() {
        let picture = picture(&shown(), 80, 24);
        assert_eq!(picture.lines().count(), 24, "{picture}");
        for part in [
            "Rookbot - online   +3 =2 -1",
            "White Rookbot (1912)",
            "> Black Pawn (-)",
            "1:01",
            "0:58.0",
            "game 12, rated blitz 3 2",
            "lag 80 ms, seldom above 210 ms",
            "+0.31/14 Nc6 Bb5",
            "used 4.10 s",
            " 8  r  n  b  q  k  b  n  r",
            "[N]",
            " 50%",
            "12:34:56 thing 99",
            "w: wire",
        ] {
            assert!(picture.contains(part), "{part} in\n{picture}");
        }
    }

    #[test]
    fn a_large_terminal_has_a_large_board_and_the_wire_beside_what_happened() {
        let mut shown = shown();
        shown.wants_wire = true;
        let large = picture(&shown, 160, 50);
        assert!(large.contains("   r      n      b   "), "{large}");
        let last = large.lines().find(|line| line.contains("thing 99")).unwrap();
        assert!(last.contains("12:34:56 < line 99"), "{large}");
        let small = picture(&shown, 80, 24);
        assert!(small.contains("line 99") && !small.contains("thing"), "{small}");
    }

    #[test]
    fn no_size_is_too_small_and_nothing_is_drawn_beyond_it() {
        for (width, height) in [(1, 1), (2, 40), (200, 1), (10, 3), (27, 9), (40, 12), (61, 22)] {
            let picture = picture(&shown(), width, height);
            assert_eq!(picture.lines().count(), usize::from(height), "{width}x{height}");
        }
        let clocks = picture(&shown(), 40, 12);
        assert!(clocks.contains("0:58.0") && clocks.contains("thing 99"), "{clocks}");
    }

    #[test]
    fn without_a_game_there_is_what_happened_alone() {
        let mut shown = shown();
        (shown.status.playing, shown.status.board) = (None, None);
        let picture = picture(&shown, 80, 24);
        assert!(picture.contains("thing 79") && !picture.contains("White"), "{picture}");
    }

    #[test]
    fn the_board_is_seen_from_the_bots_side() {
        let mut shown = shown();
        shown.status.board.as_mut().unwrap().1 = Color::Black;
        let picture = picture(&shown, 80, 24);
        let place = |text: &str| picture.find(text).unwrap();
        assert!(place("White Rookbot") < place("Black Pawn"), "{picture}");
        assert!(place(" 1  R [.] B  K") < place(" 8  r  n  b  k"), "{picture}");
    }

    #[test]
    fn scores_are_expected_points() {
        assert_eq!(expected(20, Score::Centipawns(0)), 50);
        assert!(expected(20, Score::Centipawns(100)) > 60);
        assert_eq!([Score::Mate(3), Score::Mate(-3)].map(|mate| expected(20, mate)), [100, 1]);
    }
}
