//! A game written as a line of style 12.

use std::time::Duration;

use super::{
    config::Profile,
    table::{Made, Table},
};
use crate::position::{Color, File, Piece, Position, Rank, Square, squares};

/// What the ancestor writes, after castling, where the file of a pawn belongs.
const GARBAGE: i64 = -720_744;

impl Table {
    /// The board for the player with this seat, clocks as they are now.
    pub(super) fn board(&self, seat: usize, profile: Profile, ms: bool, now: Duration) -> String {
        let position = self.game.position();
        let last = self.made.last();
        let ms = ms && profile == Profile::Fics;
        let turn = self.turn();
        let relation = if seat == turn { 1 } else { -1 };
        let [white, black] = &self.names;
        let [minutes, increment] = self.control;
        let [clock_w, clock_b] =
            self.clocks_at(now).map(|clock| if ms { clock } else { clock.div_euclid(1_000) });
        let [material_w, material_b] =
            [Color::White, Color::Black].map(|color| material(position, color));
        let fields = [
            ranks(position),
            if turn == 0 { "W" } else { "B" }.to_owned(),
            double_push(last, profile).to_string(),
            rights(position),
            position.halfmoves().to_string(),
            format!("{} {white} {black} {relation}", self.number),
            format!("{minutes} {increment} {material_w} {material_b} {clock_w} {clock_b}"),
            (self.made.len() / 2 + 1).to_string(),
            verbose(last, profile),
            taken(last, ms),
            last.map_or("none", |made| &made.san).to_owned(),
            seat.to_string(),
        ];
        let more = match profile {
            Profile::Fics => format!(" {} 0", u8::from(self.ticks())),
            Profile::Lasker => format!(" {}", u8::from(self.ticks())),
            Profile::Icc => String::new(),
        };
        format!("<12> {}{more}", fields.join(" "))
    }

    /// Both clocks as ICC tells them to programs.
    pub(super) fn datagrams(&self, now: Duration) -> String {
        let clocks = self.clocks_at(now);
        let clock = |side: usize| {
            let (colour, runs) = (["W", "B"][side], u8::from(self.ticks() && self.turn() == side));
            format!("\u{19}(56 {} {colour} {} {runs}\u{19})\n\r", self.number, clocks[side])
        };
        [0, 1].map(clock).concat()
    }
}

fn ranks(position: &Position) -> String {
    let square = |rank: usize, file: usize| {
        let square = Square::make_square(Rank::from_index(rank), File::from_index(file));
        let man = position.man_on(square);
        man.map_or_else(|| "-".to_owned(), |(color, piece)| piece.to_string(color))
    };
    let rank = |rank: usize| (0..8).map(|file| square(rank, file)).collect::<String>();
    (0..8).rev().map(rank).collect::<Vec<_>>().join(" ")
}

fn double_push(last: Option<&Made>, profile: Profile) -> i64 {
    match last {
        Some(made) if made.castled && profile == Profile::Lasker => GARBAGE,
        Some(Made { pushed: Some(file), .. }) => *file as i64,
        _ => -1,
    }
}

/// White short and long, Black short and long.
fn rights(position: &Position) -> String {
    let may = |rook: Square| {
        u8::from(squares(position.castling_rooks()).any(|square| square == rook)).to_string()
    };
    [Square::H1, Square::A1, Square::H8, Square::A8].map(may).join(" ")
}

fn material(position: &Position, color: Color) -> u32 {
    let worth = [
        (Piece::Pawn, 1),
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    worth.iter().map(|&(piece, worth)| worth * position.men(color, piece).popcnt()).sum()
}

/// The ancestor leaves out what a pawn has become.
fn verbose(last: Option<&Made>, profile: Profile) -> String {
    match last {
        None => "none".to_owned(),
        Some(Made { promotion: Some(piece), verbose, .. }) if profile == Profile::Fics => {
            format!("{verbose}={}", piece.to_string(Color::White))
        }
        Some(made) => made.verbose.clone(),
    }
}

fn taken(last: Option<&Made>, ms: bool) -> String {
    format!("({})", minutes(last.map_or(0, |made| made.took), ms))
}

/// A time in milliseconds as `m:ss`, or `m:ss.mmm`.
pub(super) fn minutes(time: u64, ms: bool) -> String {
    let (minutes, seconds) = (time / 60_000, time / 1_000 % 60);
    let fraction = if ms { format!(".{:03}", time % 1_000) } else { String::new() };
    format!("{minutes}:{seconds:02}{fraction}")
}
