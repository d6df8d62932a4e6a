//! The variants of chess: where a game begins, how castling is told.

use crate::position::{ChessMove, FenError, Position, Rights};

/// A variant, as XBoard names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Chess.
    #[default]
    Normal,
    /// Chess without castling.
    NoCastle,
    /// Chess960, whose positions the GUI sets up.
    FischeRandom,
}

impl Variant {
    /// Every variant with its name.
    pub const ALL: [(&'static str, Variant); 3] = [
        ("normal", Variant::Normal),
        ("nocastle", Variant::NoCastle),
        ("fischerandom", Variant::FischeRandom),
    ];

    /// The variant of that name, if there is one.
    pub fn named(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, variant)| variant)
    }

    /// Which kings and rooks may castle in a position that is put together by hand.
    pub fn rights(self) -> Rights {
        match self {
            Variant::Normal => Rights::Usual,
            Variant::NoCastle => Rights::None,
            Variant::FischeRandom => Rights::Shuffled,
        }
    }

    /// Where a game begins unless a position is set up.
    pub fn start(self) -> Position {
        self.adapt(Position::startpos())
    }

    /// Reads a FEN; rights to castle are dropped where the variant has none.
    ///
    /// # Errors
    /// As [`Position::from_fen`].
    pub fn read(self, fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen).map(|position| self.adapt(position))
    }

    /// Writes a legal move as the GUI reads it.
    pub fn write(self, position: &Position, mv: ChessMove) -> String {
        match self {
            Variant::Normal | Variant::NoCastle => position.coordinate(mv),
            Variant::FischeRandom => position.coordinate_chess960(mv),
        }
    }

    fn adapt(self, position: Position) -> Position {
        if self == Variant::NoCastle { position.without_castling() } else { position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_the_names_that_xboard_gives_them() {
        assert_eq!(Variant::named("fischerandom"), Some(Variant::FischeRandom));
        assert_eq!(Variant::named("atomic"), None);
        assert_eq!(Variant::default(), Variant::Normal);
    }

    #[test]
    fn without_castling_nobody_has_a_right_to_it() {
        let rights = |position: Position| position.fen().split(' ').nth(2).map(str::to_owned);
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (variant, start, read) in [
            (Variant::Normal, "KQkq", "KQkq"),
            (Variant::FischeRandom, "KQkq", "KQkq"),
            (Variant::NoCastle, "-", "-"),
        ] {
            assert_eq!(rights(variant.start()).unwrap(), start);
            assert_eq!(rights(variant.read(fen).unwrap()).unwrap(), read);
        }
    }

    #[test]
    fn both_ways_to_write_the_rights_of_chess960_are_read() {
        let men = "bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNB";
        let read = |rights: &str| Variant::FischeRandom.read(&format!("{men} w {rights} - 0 1"));
        assert_eq!(read("KQkq").unwrap(), read("FCfc").unwrap());
        assert_eq!(read("KQkq").unwrap().castling_rooks().popcnt(), 4);
        let inner = Variant::FischeRandom.read("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1").unwrap();
        assert_eq!(inner.fen(), "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1");
    }

    #[test]
    fn chess960_castles_in_letters() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        for (text, normal, chess960) in
            [("O-O", "e1g1", "O-O"), ("O-O-O", "e1c1", "O-O-O"), ("e1d1", "e1d1", "e1d1")]
        {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(Variant::Normal.write(&position, mv), normal);
            assert_eq!(Variant::FischeRandom.write(&position, mv), chess960);
        }
    }
}
