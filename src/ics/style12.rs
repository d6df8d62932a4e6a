//! Boards in style 12: one line with the position, both clocks and the last move.

use std::time::Duration;

use crate::{
    clock::parse_time,
    position::{ALL_SQUARES, Color, Diagram, FenError, File, Piece, Position, Square, piece_of},
};

/// What such a line begins with.
const MARK: &str = "<12>";
/// Fields behind the mark; servers of the day may send more.
const FIELDS: usize = 30;

/// The most that a clock is taken to have or to have overdrawn, in milliseconds: years, to which times can be added.
pub(super) const MOST_CLOCK: i64 = 1 << 40;

/// What the receiver has to do with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Plays it, and is to move.
    MyMove,
    /// Plays it, and the opponent is to move.
    TheirMove,
    /// Looks on.
    Observing,
    /// Examines a game that is over.
    Examining,
    /// Looks on while another one examines it.
    ObservingExamined,
    /// No game: a position shown.
    Isolated,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The game's number on the server.
    pub game: u32,
    /// Names of White and Black.
    pub names: [String; 2],
    /// What the receiver has to do with it.
    pub relation: Relation,
    /// Whose move it is.
    pub side: Color,
    /// Time at the start, in minutes, and for each move, in seconds.
    pub control: [u32; 2],
    /// What is left to White and Black, in milliseconds; may be negative.
    pub clocks: [i64; 2],
    /// Whether the clocks are exact; some servers tell whole seconds alone.
    pub exact: bool,
    /// Number of the move to come, from 1.
    pub number: u16,
    /// The last move in SAN and what it took; none at the start.
    pub last: Option<(String, Duration)>,
    /// The position, or why the men cannot stand so.
    position: Result<Position, FenError>,
}

/// Why a line is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It begins otherwise.
    #[error("it does not begin with {MARK}")]
    Foreign,
    /// Fields are missing.
    #[error("it has {0} fields behind {MARK} instead of at least {FIELDS}")]
    Short(usize),
    /// A field cannot be.
    #[error("{name} cannot be `{text}`")]
    Field {
        /// Which field.
        name: &'static str,
        /// What stands there.
        text: String,
    },
}

/// Whether a line is a board from beginning to end.
pub(super) fn is_whole_board(line: &str) -> bool {
    line.starts_with(MARK) && line.split_ascii_whitespace().count() > FIELDS
}

impl Board {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no board, with the field that is wrong.
    pub fn parse(line: &str) -> Result<Board, BoardError> {
        let rest = line.strip_prefix(MARK).ok_or(BoardError::Foreign)?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [
            r8,
            r7,
            r6,
            r5,
            r4,
            r3,
            r2,
            r1,
            side,
            pushed,
            ws,
            wl,
            bs,
            bl,
            halfmoves,
            game,
            white,
            black,
            relation,
            initial,
            increment,
            _,
            _,
            clock_w,
            clock_b,
            number,
            verbose,
            took,
            san,
            ..,
        ] = words[..]
        else {
            return Err(BoardError::Short(words.len()));
        };
        if words.len() < FIELDS {
            return Err(BoardError::Short(words.len()));
        }
        let last = match verbose {
            "none" => None,
            _ => Some((san.to_owned(), seconds(took).ok_or(wrong("the time taken", took))?)),
        };
        // Where the time taken has milliseconds, the clocks are in milliseconds too.
        let exact = took.contains('.');
        let unit = if exact { 1 } else { 1_000 };
        let clock = |text: &str| {
            Ok(whole::<i64>("a clock", text)?.saturating_mul(unit).clamp(-MOST_CLOCK, MOST_CLOCK))
        };
        let side = match side {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return Err(wrong("the side to move", side)),
        };
        let number = whole("the move's number", number)?;
        let pushed = pushed.parse().ok().filter(|file| *file < 8).map(File::from_index);
        let position = men_of([r1, r2, r3, r4, r5, r6, r7, r8]).and_then(|men| {
            let castling = [ws, wl, bs, bl].map(|flag| flag == "1");
            let halfmoves = halfmoves.parse().unwrap_or(0);
            Diagram { men, side, castling, double_push: pushed, halfmoves, fullmoves: number }
                .position()
        });
        Ok(Board {
            game: whole("the game's number", game)?,
            names: [white, black].map(str::to_owned),
            relation: relation_of(relation).ok_or(wrong("the relation", relation))?,
            side,
            control: [whole("the initial time", initial)?, whole("the increment", increment)?],
            clocks: [clock(clock_w)?, clock(clock_b)?],
            exact,
            number,
            last,
            position,
        })
    }

    /// The position. What servers say of castling and of pawns that may be taken in passing is left
    /// out where it cannot be.
    ///
    /// # Errors
    /// If the men stand as they cannot.
    pub fn position(&self) -> Result<&Position, FenError> {
        self.position.as_ref().map_err(FenError::clone)
    }
}

/// The men of the ranks, from the first to the eighth, each from the left.
fn men_of(ranks: [&str; 8]) -> Result<Vec<(Square, Color, Piece)>, FenError> {
    let mut men = Vec::new();
    for (rank, row) in (1..).zip(ranks) {
        let width = row.chars().count() as u32;
        if width != 8 {
            return Err(FenError::RankWidth { rank, width });
        }
    }
    for (square, letter) in ALL_SQUARES.into_iter().zip(ranks.iter().flat_map(|row| row.chars())) {
        if letter != '-' {
            let piece = piece_of(letter).ok_or(FenError::UnknownLetter(letter))?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            men.push((square, color, piece));
        }
    }
    Ok(men)
}

fn wrong(name: &'static str, text: &str) -> BoardError {
    BoardError::Field { name, text: text.to_owned() }
}

fn whole<T: std::str::FromStr>(name: &'static str, text: &str) -> Result<T, BoardError> {
    text.parse().map_err(|_| wrong(name, text))
}

fn relation_of(text: &str) -> Option<Relation> {
    Some(match text {
        "1" => Relation::MyMove,
        "-1" => Relation::TheirMove,
        "0" => Relation::Observing,
        "2" => Relation::Examining,
        "-2" => Relation::ObservingExamined,
        "-3" => Relation::Isolated,
        _ => return None,
    })
}

/// A time such as `(0:05)`, `(1:02:03)` or `(0:05.250)`.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    parse_time(text.strip_prefix('(')?.strip_suffix(')')?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W \
                         -1 1 1 1 1 0 7 Zeitnot Rookworm 1 5 3 39 39 300 299 1 none (0:00) none 0";
    const LATER: &str = "<12> r--qk-nr ppp--ppp --npb--- --b-p--- --B-P--- ---P-N-- PPP--PPP RNBQ-RK- B \
                         -720744 0 0 1 1 1 31 Rookworm Zeitnot -1 0 1 38 39 59123 -2000 6 o-o (0:01.250) \
                         O-O 1 1 0";

    #[test]
    fn a_board_says_who_plays_what_on_which_clock() {
        let board = Board::parse(START).unwrap();
        assert_eq!(board.position(), Ok(&Position::startpos()));
        assert_eq!((board.game, board.names), (7, ["Zeitnot", "Rookworm"].map(str::to_owned)));
        assert_eq!((board.relation, board.side), (Relation::MyMove, Color::White));
        assert_eq!((board.control, board.clocks), ([5, 3], [300_000, 299_000]));
        assert_eq!((board.number, board.last), (1, None));
    }

    #[test]
    fn milliseconds_rubbish_and_more_fields_are_understood() {
        let board = Board::parse(LATER).unwrap();
        assert_eq!(board.clocks, [59_123, -2_000]);
        assert_eq!(board.last, Some(("O-O".to_owned(), Duration::from_millis(1_250))));
        let fen = "r2qk1nr/ppp2ppp/2npb3/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 1 6";
        assert_eq!(board.position().unwrap().fen(), fen);
    }

    #[test]
    fn no_clock_has_more_than_can_be_reckoned_with() {
        let line = START.replace(" 300 299 ", &format!(" {} {} ", i64::MAX, i64::MIN));
        assert_eq!(Board::parse(&line).unwrap().clocks, [MOST_CLOCK, -MOST_CLOCK]);
    }

    #[test]
    fn what_cannot_be_is_left_out_of_the_position() {
        // No rook on h1, and no pawn that has passed c3.
        let line = START.replace("RNBQKBNR W -1", "RNBQKBN- B 2");
        let board = Board::parse(&line).unwrap();
        assert_eq!(board.position().unwrap().en_passant(), None);
        let pushed =
            START.replace("-------- PPPPPPPP RNBQKBNR W -1", "----P--- PPPP-PPP RNBQKBNR B 4");
        let position = Board::parse(&pushed.replacen("-------- ----P---", "----P--- --------", 1));
        assert!(position.unwrap().position().is_ok());
        assert!(
            Board::parse(&START.replace("RNBQKBNR W", "RNBQ-BNR W")).unwrap().position().is_err()
        );
    }

    #[test]
    fn a_wrong_field_is_named() {
        let error = |line: &str| Board::parse(line).unwrap_err().to_string();
        assert!(error("<11> x").contains("<12>"));
        assert!(error("<12> a b").contains('2'));
        for (from, to, name) in [
            (" 300 299 ", " 300 x ", "a clock"),
            (" W -1 ", " w -1 ", "the side to move"),
            ("Rookworm 1 5", "Rookworm 9 5", "the relation"),
            (" 7 Zeitnot", " seven Zeitnot", "the game's number"),
        ] {
            assert!(error(&START.replace(from, to)).starts_with(name), "{name}");
        }
        let taken = LATER.replace("(0:01.250)", "(soon)");
        assert!(error(&taken).contains("`(soon)`"));
    }

    #[test]
    fn only_whole_boards_are_whole() {
        assert!(is_whole_board(START) && is_whole_board(LATER));
        assert!(!is_whole_board(&START[..START.len() - 3]));
        assert!(!is_whole_board("X tells you: <12>"));
    }
}
