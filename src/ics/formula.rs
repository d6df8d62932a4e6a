//! Which games to accept, in the language of the servers' own `formula`:
//! `rated & blitz & time >= 3 & !computer`.
//!
//! Numbers are whole; a condition is 1 or 0, and anything but 0 counts as true. From weak to strong:
//! `|` or `or`; `&` or `and`; comparisons (`= == != <> < <= > >=`); `+ -`; `* /`; `!`, `not` and the
//! sign. `#` begins a remark.

/// A formula is never longer, in bytes.
const LONGEST: usize = 1_000;
/// Brackets and signs are never deeper.
const DEEPEST: usize = 40;

/// What a formula can ask about a game that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// Whether ratings are at stake.
    Rated,
    /// Whether they are not.
    Unrated,
    /// Whether the opponent is called a computer.
    Computer,
    /// Whether the opponent has an account.
    Registered,
    /// Initial time in minutes.
    Time,
    /// Increment in seconds.
    Increment,
    /// The opponent's rating, 0 if there is none.
    Rating,
    /// One's own.
    MyRating,
    /// The opponent's rating minus one's own.
    RatingDifference,
    /// The kind of game.
    Lightning,
    /// The kind of game.
    Blitz,
    /// The kind of game.
    Standard,
    /// The kind of game: any other than usual chess.
    Wild,
    /// Whether there are no clocks.
    Untimed,
    /// Whether one is to have White.
    White,
    /// Whether one is to have Black.
    Black,
}

/// Variables by name, as on the servers; some have two names.
const NAMES: [(&str, Variable); 19] = [
    ("rated", Variable::Rated),
    ("unrated", Variable::Unrated),
    ("computer", Variable::Computer),
    ("registered", Variable::Registered),
    ("time", Variable::Time),
    ("inc", Variable::Increment),
    ("increment", Variable::Increment),
    ("rating", Variable::Rating),
    ("myrating", Variable::MyRating),
    ("ratingdiff", Variable::RatingDifference),
    ("lightning", Variable::Lightning),
    ("blitz", Variable::Blitz),
    ("standard", Variable::Standard),
    ("wild", Variable::Wild),
    ("nonstandard", Variable::Wild),
    ("untimed", Variable::Untimed),
    ("white", Variable::White),
    ("black", Variable::Black),
    ("bot", Variable::Computer),
];

/// A formula that can be asked.
#[derive(Clone, Debug, serde::Deserialize, serde::Serialize, PartialEq, Eq)]
#[serde(try_from = "String", into = "String")]
pub struct Formula {
    term: Term,
    /// As it was written.
    text: String,
}

impl From<Formula> for String {
    fn from(formula: Formula) -> String {
        formula.text
    }
}

/// Why a text is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct FormulaError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something is missing.
    #[error("a number, a name or a bracket is missing here")]
    Missing,
    /// A word that is no variable.
    #[error("`{0}` is not known; there are {list}", list = known())]
    Unknown(String),
    /// A character that means nothing.
    #[error("`{0}` means nothing here")]
    Stray(char),
    /// A bracket that is not closed.
    #[error("this bracket is not closed")]
    Open,
    /// A number that is too large.
    #[error("this number is too large")]
    Large,
    /// Too much of it.
    #[error("this is too long or too deep")]
    Long,
}

fn known() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(i64),
    Variable(Variable),
    Not(Box<Term>),
    Negative(Box<Term>),
    Pair(Operator, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
}

/// Operators by their signs, longer ones first, with how strongly they bind.
const SIGNS: [(&str, Operator, u8); 18] = [
    ("||", Operator::Or, 0),
    ("|", Operator::Or, 0),
    ("or", Operator::Or, 0),
    ("&&", Operator::And, 1),
    ("&", Operator::And, 1),
    ("and", Operator::And, 1),
    ("==", Operator::Equal, 2),
    ("=", Operator::Equal, 2),
    ("!=", Operator::Unequal, 2),
    ("<>", Operator::Unequal, 2),
    ("<=", Operator::AtMost, 2),
    ("<", Operator::Less, 2),
    (">=", Operator::AtLeast, 2),
    (">", Operator::More, 2),
    ("+", Operator::Plus, 3),
    ("-", Operator::Minus, 3),
    ("*", Operator::Times, 4),
    ("/", Operator::Over, 4),
];

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// What is wrong, with the column where it begins.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        let end = text.find('#').unwrap_or(text.len());
        let mut reader = Reader { text: &text[..end], at: 0, depth: 0 };
        if text.len() > LONGEST {
            return Err(reader.error(Problem::Long));
        }
        let term = reader.pairs(0)?;
        match reader.peek() {
            None => Ok(Formula { term, text: text.to_owned() }),
            Some(stray) => Err(reader.error(Problem::Stray(stray))),
        }
    }

    /// Whether it is true where the variables have these values. What cannot be reckoned, such as a
    /// division by zero, is not true.
    pub fn holds(&self, value: impl Fn(Variable) -> i64) -> bool {
        reckon(&self.term, &value).is_some_and(|result| result != 0)
    }
}

fn reckon(term: &Term, value: &impl Fn(Variable) -> i64) -> Option<i64> {
    let (operator, left, right) = match term {
        Term::Number(number) => return Some(*number),
        Term::Variable(variable) => return Some(value(*variable)),
        Term::Not(term) => return Some(i64::from(reckon(term, value)? == 0)),
        Term::Negative(term) => return reckon(term, value)?.checked_neg(),
        Term::Pair(operator, left, right) => (*operator, reckon(left, value), reckon(right, value)),
    };
    // One side may settle these although the other cannot be reckoned.
    let truth = |side: Option<i64>| side.map(|side| side != 0);
    match (operator, truth(left), truth(right)) {
        (Operator::Or, Some(true), _) | (Operator::Or, _, Some(true)) => return Some(1),
        (Operator::And, Some(false), _) | (Operator::And, _, Some(false)) => return Some(0),
        _ => {}
    }
    let (left, right) = (left?, right?);
    Some(match operator {
        Operator::Or => 0,
        Operator::And => 1,
        Operator::Equal => i64::from(left == right),
        Operator::Unequal => i64::from(left != right),
        Operator::Less => i64::from(left < right),
        Operator::AtMost => i64::from(left <= right),
        Operator::More => i64::from(left > right),
        Operator::AtLeast => i64::from(left >= right),
        Operator::Plus => left.checked_add(right)?,
        Operator::Minus => left.checked_sub(right)?,
        Operator::Times => left.checked_mul(right)?,
        Operator::Over => left.checked_div(right)?,
    })
}

/// Reads terms by how strongly their operators bind.
struct Reader<'a> {
    text: &'a str,
    /// Where to go on, in bytes.
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn error(&self, problem: Problem) -> FormulaError {
        FormulaError { column: self.text[..self.at].chars().count() + 1, problem }
    }

    /// The word or the number that begins here.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Terms joined by operators that bind at least so strongly; equal ones from left to right.
    fn pairs(&mut self, least: u8) -> Result<Term, FormulaError> {
        let mut left = self.single()?;
        while let Some((length, operator, strength)) = self.operator().filter(|it| it.2 >= least) {
            self.at += length;
            let right = self.pairs(strength + 1)?;
            left = Term::Pair(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// The operator that comes next, with its length and strength.
    fn operator(&mut self) -> Option<(usize, Operator, u8)> {
        let first = self.peek()?;
        let found = SIGNS.iter().find(|(sign, ..)| match first.is_ascii_alphabetic() {
            true => self.word().eq_ignore_ascii_case(sign),
            false => self.rest().starts_with(sign),
        });
        found.map(|&(sign, operator, strength)| (sign.len(), operator, strength))
    }

    /// A number, a variable, a bracket, or one of these with a sign in front.
    fn single(&mut self) -> Result<Term, FormulaError> {
        let Some(first) = self.peek() else { return Err(self.error(Problem::Missing)) };
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(Problem::Long));
        }
        let term = match first {
            '(' => self.bracket(),
            '!' => self.behind(1).map(Term::Not),
            '-' => self.behind(1).map(Term::Negative),
            _ if self.word().eq_ignore_ascii_case("not") => self.behind(3).map(Term::Not),
            _ if first.is_ascii_digit() => self.number(),
            _ if first.is_ascii_alphabetic() => self.variable(),
            _ if self.operator().is_some() || first == ')' => Err(self.error(Problem::Missing)),
            _ => Err(self.error(Problem::Stray(first))),
        };
        self.depth -= 1;
        term
    }

    fn bracket(&mut self) -> Result<Term, FormulaError> {
        let open = self.error(Problem::Open);
        self.at += 1;
        let term = self.pairs(0)?;
        match self.peek() {
            Some(')') => self.at += 1,
            None => return Err(open),
            Some(stray) => return Err(self.error(Problem::Stray(stray))),
        }
        Ok(term)
    }

    /// The term behind a sign of so many bytes.
    fn behind(&mut self, sign: usize) -> Result<Box<Term>, FormulaError> {
        self.at += sign;
        self.single().map(Box::new)
    }

    fn number(&mut self) -> Result<Term, FormulaError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..end].parse().map_err(|_| self.error(Problem::Large))?;
        self.at += end;
        Ok(Term::Number(number))
    }

    fn variable(&mut self) -> Result<Term, FormulaError> {
        let word = self.word();
        let found = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        let Some(&(_, variable)) = found else {
            return Err(self.error(Problem::Unknown(word.to_owned())));
        };
        self.at += word.len();
        Ok(Term::Variable(variable))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A rated game of 5 minutes and 2 seconds against a computer of 1900, oneself at 1800.
    fn value(variable: Variable) -> i64 {
        match variable {
            Variable::Rated | Variable::Computer | Variable::Registered | Variable::Blitz => 1,
            Variable::Time => 5,
            Variable::Increment => 2,
            Variable::Rating => 1_900,
            Variable::MyRating => 1_800,
            Variable::RatingDifference => 100,
            _ => 0,
        }
    }

    #[test]
    fn formulas_hold_or_not() {
        for (text, holds) in [
            ("rated & blitz & time >= 3 & !computer", false),
            ("rated & blitz & time >= 3 & computer", true),
            ("rated AND NOT unrated", true),
            ("time + inc * 2 == 9", true),
            ("(time + inc) * 2 = 14", true),
            ("10 - 3 - 2 = 5", true),
            ("standard | lightning || ratingdiff > -50 && ratingdiff < 101", true),
            ("rating <> 1900", false),
            ("!(time = 5) or 0", false),
            ("1 / 0", false),
            ("1 / (time - 5) > 0 | rated", true),
            ("9223372036854775807 + 1", false),
            ("-rating < 0 # a remark & (", true),
            ("7", true),
        ] {
            assert_eq!(Formula::parse(text).unwrap().holds(value), holds, "{text}");
        }
    }

    #[test]
    fn a_mistake_is_named_with_its_column() {
        for (text, column, words) in [
            ("rated & blits", 9, "`blits` is not known"),
            ("rated & ", 9, "missing"),
            ("& rated", 1, "missing"),
            ("", 1, "missing"),
            ("rated &| blitz", 8, "missing"),
            ("(rated", 1, "not closed"),
            ("rated) & blitz", 6, "`)` means nothing"),
            ("(rated & $)", 10, "`$` means nothing"),
            ("time >= 99999999999999999999", 9, "too large"),
            ("é & rated", 1, "`é` means nothing"),
            ("rated blitz", 7, "`b` means nothing"),
        ] {
            let error = Formula::parse(text).unwrap_err();
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.to_string().contains(words), "{text}: {error}");
        }
        assert!(Formula::parse(&"(".repeat(900)).is_err());
        assert!(Formula::parse(&"rated | ".repeat(900)).is_err());
    }

    #[test]
    fn variables_have_names() {
        for (name, variable) in NAMES {
            assert_eq!(
                Formula::parse(name).map(|formula| formula.term),
                Ok(Term::Variable(variable))
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(text in "[ -~é]{0,60}") {
            if let Ok(formula) = Formula::parse(&text) {
                formula.holds(value);
            }
        }
    }
}
