//! The moves of one game as people write them: `2n 5n` with n = 3, `squares`, `1.. without 3 7`.

use crate::{GameError, MoveSet, Moves};
use grundy_kernel::Integer;
use grundy_language::diagnostic::Diagnostic;
use grundy_language::formula::Formula;
use grundy_language::lang::{self, MoveList, SizeError};
use grundy_language::number;
use std::cell::RefCell;

/// Moves as they are written, with values of their parameters.
///
/// Several texts are one list, which a shell may have split.
///
/// ```
/// use grundy_sequence::{WrittenError, WrittenMoves};
/// let texts = ["{ 2n".to_owned(), "5n }".to_owned()];
/// let moves = WrittenMoves { texts: &texts, at: &[("n".to_owned(), 3.into())] };
/// assert_eq!(moves.sizes(100), Ok(vec![6, 15]));
/// let moves = WrittenMoves { texts: &texts, at: &[] };
/// assert_eq!(moves.sizes(100), Err(WrittenError::Missing(vec!["n".to_owned()])));
/// let moves = WrittenMoves { texts: &["squares".to_owned()], at: &[] };
/// assert_eq!(moves.set().unwrap().unwrap().to_string(), "{ squares }");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WrittenMoves<'a> {
    /// The texts.
    pub texts: &'a [String],
    /// The values of parameters.
    pub at: &'a [(String, Integer)],
}

/// Why moves make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrittenError {
    /// There is no text.
    #[error("a game needs at least one move; write `{{ }}` for the game without moves")]
    Empty,
    /// This text does not list moves.
    #[error("cannot read the moves")]
    Unreadable(String, Vec<Diagnostic>),
    /// The moves cannot be read, and a sentence says why.
    #[error("{0}")]
    Misread(String),
    /// Real numbers where integers are needed.
    #[error(
        "real moves such as 3/2 or sqrt(2) have no parameters, and only `sequence`, `period` and `plot` accept them"
    )]
    Real,
    /// The value of a parameter among the moves.
    #[error("`{0}` is not a move but the value of a parameter")]
    Assigned(String),
    /// Infinitely many moves where only finitely many are possible.
    #[error("only finitely many moves are allowed here, but {0} never ends")]
    Endless(MoveSet),
    /// Infinitely many moves beside values before position 0.
    #[error(
        "start needs finitely many moves: with infinitely many, each position reaches infinitely far below 0"
    )]
    Start,
    /// A value for a parameter that the moves, with these parameters, do not have.
    #[error("unknown parameter {0}; {parameters}", parameters = known(.1))]
    Unknown(String, Vec<String>),
    /// Parameters without a value.
    #[error("a value is missing: {names}", names = missing(.0))]
    Missing(Vec<String>),
    /// A parameter `e` without a value, in a word that is a number elsewhere: this one.
    #[error("`{0}` is a multiple of a parameter e less a number; as a real number, write {1}")]
    Scientific(String, String),
    /// Moves that are none for these values.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Sizes that are none of moves.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl WrittenError {
    /// Why a text lists no moves although each is to be an integer, by what is wrong with it as such a list.
    pub fn unreadable(text: &str, found: Vec<Diagnostic>) -> Self {
        let has_letters = text.contains(|it: char| it.is_ascii_lowercase());
        if number::doubtful(text).is_some() {
            return Self::Unreadable(text.to_owned(), found);
        }
        let mut words = text.split_whitespace();
        if let Some(word) = words.find(|word| is_assignment(word)) {
            return Self::Assigned(word.to_owned());
        }
        if text.contains("sqrt") || number::is_real(text) && !has_letters {
            return Self::Real;
        }
        match MoveSet::misnamed(text).or_else(|| misshaped(text)) {
            Some(message) => Self::Misread(message),
            None => Self::Unreadable(text.to_owned(), found),
        }
    }
}

/// Is it a parameter with a value, such as `n=3`?
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, value)| {
        matches!(name.as_bytes(), [b'a'..=b'z']) && Formula::integer(value).is_some()
    })
}

impl From<String> for WrittenError {
    fn from(message: String) -> Self {
        Self::Misread(message)
    }
}

fn known(parameters: &[String]) -> String {
    match parameters {
        [] => "the moves are numbers".to_owned(),
        known => format!("the parameters of the moves are {}", known.join(" ")),
    }
}

fn missing(names: &[String]) -> String {
    names.iter().map(|name| format!("{name}=...")).collect::<Vec<_>>().join(", ")
}

impl WrittenMoves<'_> {
    /// The texts as one.
    pub fn text(&self) -> String {
        self.texts.join(" ")
    }

    /// The list of moves; numbers are one without parameters.
    ///
    /// # Errors
    /// [`WrittenError::Empty`] and [`WrittenError::Unreadable`].
    pub fn list(&self) -> Result<MoveList, WrittenError> {
        let text = self.text();
        match text.trim() {
            "" => Err(WrittenError::Empty),
            _ => match lang::moves(&text) {
                Ok(list) => check_ranges(&list).map(|()| list),
                Err(found) => Err(WrittenError::unreadable(&text, found)),
            },
        }
    }

    /// The set that is named, such as `squares`; `None` where moves are listed.
    ///
    /// # Errors
    /// What cannot be read, and parameters without a value or values without a parameter.
    pub fn set(&self) -> Result<Option<MoveSet>, WrittenError> {
        let text = self.text();
        if (text.contains("...") || text.contains('…'))
            && let Some(message) = misshaped(&text)
        {
            return Err(WrittenError::Misread(message));
        }
        let used = RefCell::new(Vec::new());
        let finite = |text: &str| {
            let text = [text.to_owned()];
            let list = WrittenMoves { texts: &text, at: self.at }.list()?;
            let of_list = self.at.iter().filter(|(name, _)| list.parameters.contains(name));
            let at: Vec<_> = of_list.cloned().collect();
            let point = WrittenMoves { texts: self.texts, at: &at }.point(&list.parameters)?;
            used.borrow_mut().extend(list.parameters.iter().cloned());
            Ok(list.ranges(&point, i64::MAX as u64)?)
        };
        let set = MoveSet::read(self.texts, finite).map_err(|error| {
            self.texts
                .iter()
                .find_map(|text| number::comma(text))
                .map_or(error, WrittenError::Misread)
        })?;
        if set.is_some() {
            self.check_known(&used.into_inner())?;
        }
        Ok(set)
    }

    /// The sizes of the moves, in increasing order and at most `greatest`.
    ///
    /// # Errors
    /// Moves that make no game, or are too many or too large.
    pub fn sizes(&self, greatest: u64) -> Result<Vec<u64>, WrittenError> {
        if let Some(set) = self.set()? {
            return members(set);
        }
        let list = self.list()?;
        let sizes = list.sizes(&self.point(&list.parameters)?, greatest);
        let sizes = sizes.map_err(|error| self.no_size(error))?;
        Moves::check_order(&sizes)?;
        Ok(sizes)
    }

    /// The first and the last move of each range without a gap, in increasing order and at most `greatest`.
    ///
    /// # Errors
    /// As [`sizes`](Self::sizes), but for the number of moves in a list.
    pub fn ranges(&self, greatest: u64) -> Result<Vec<(u64, u64)>, WrittenError> {
        if let Some(set) = self.set()? {
            let sizes = members(set)?;
            let chunks = sizes.chunk_by(|one, next| one + 1 == *next);
            return Ok(chunks.map(|chunk| (chunk[0], chunk[chunk.len() - 1])).collect());
        }
        let list = self.list()?;
        let ranges = list.ranges(&self.point(&list.parameters)?, greatest);
        ranges.map_err(|error| self.no_size(error))
    }

    /// The moves one by one in the order in which they are written, of any size; `None` if they make no list of
    /// single numbers.
    pub fn integers(&self) -> Option<Vec<Integer>> {
        let list = self.list().ok()?;
        let point = list.raised(&self.point(&list.parameters).ok()?).ok()?;
        let sizes = list.moves.iter().map(|one| one.last.is_none().then(|| one.size.at(&point)));
        sizes.collect()
    }

    /// The values of these parameters, in their order.
    ///
    /// # Errors
    /// Parameters without a value, and values without a parameter.
    pub fn point(&self, parameters: &[String]) -> Result<Vec<Integer>, WrittenError> {
        self.check_known(parameters)?;
        let value = |parameter: &String| self.at.iter().find(|(name, _)| name == parameter);
        let missing: Vec<String> =
            parameters.iter().filter(|letter| value(letter).is_none()).cloned().collect();
        if missing == ["e"]
            && let Some((word, real)) = scientific(self.texts)
        {
            return Err(WrittenError::Scientific(word.to_owned(), real));
        }
        if !missing.is_empty() {
            return Err(WrittenError::Missing(missing));
        }
        Ok(parameters.iter().filter_map(value).map(|(_, number)| number.clone()).collect())
    }

    /// Why a list has no moves, which may be that a range was written with a dash.
    fn no_size(&self, error: SizeError) -> WrittenError {
        let mut words = self.texts.iter().flat_map(|text| text.split([',', '{', '}']));
        match words.find_map(number::dashed) {
            Some((first, last)) if matches!(error, SizeError::TooSmall(_)) => {
                WrittenError::Misread(format!("{error}; a range has two dots: {first}..{last}"))
            }
            _ => error.into(),
        }
    }

    /// Is each of the values that of one of these parameters?
    fn check_known(&self, parameters: &[String]) -> Result<(), WrittenError> {
        match self.at.iter().find(|(name, _)| !parameters.contains(name)) {
            Some((name, _)) => Err(WrittenError::Unknown(name.clone(), parameters.to_vec())),
            None => Ok(()),
        }
    }
}

/// What is wrong with brackets, or with the dots of a range.
fn misshaped(text: &str) -> Option<String> {
    let mut depth = 0;
    for sign in text.chars() {
        match sign {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if !(0..=1).contains(&depth) {
            return Some("write all moves in one pair of braces, such as {1, 2}".to_owned());
        }
    }
    let separator = |it: char| it.is_whitespace() || ",;{}[]".contains(it);
    let is_range = |word: &str| {
        let ends =
            word.split_once(':').filter(|ends| [ends.0, ends.1].iter().all(|end| is_number(end)));
        word.contains("...")
            || word.contains('…')
            || word.starts_with("..")
            || word.ends_with("..")
            || word.matches("..").count() > 1
            || ends.is_some()
    };
    let word = text.split(separator).find(|word| is_range(word))?;
    Some(format!(
        "`{word}` is not a move; a range has two dots between its ends and no spaces, such as 3..8"
    ))
}

/// Refuses a range such as `3..1`, which is empty whatever the parameters are; `1..0` is how an empty one is written.
fn check_ranges(list: &MoveList) -> Result<(), WrittenError> {
    for one in &list.moves {
        let last = one.last.as_ref().filter(|_| one.size.is_constant());
        let Some(last) = last.filter(|last| last.is_constant()) else { continue };
        let (first, last) = (one.size.at(&[]), last.at(&[]));
        if &last + &Integer::ONE < first {
            let message = format!("the range {first}..{last} has no moves; write {last}..{first}");
            return Err(WrittenError::Misread(message));
        }
    }
    Ok(())
}

/// The members of a set that ends.
fn members(set: MoveSet) -> Result<Vec<u64>, WrittenError> {
    match set.finite() {
        Some(members) => Ok(members?),
        None => Err(WrittenError::Endless(set)),
    }
}

/// A word such as `1e-9`, and the number that it would be elsewhere.
fn scientific(texts: &[String]) -> Option<(&str, String)> {
    let words = texts.iter().flat_map(|text| text.split([' ', ',', '{', '}', '[', ']']));
    words.filter_map(|word| Some((word, word.split_once("e-")?))).find_map(
        |(word, (factor, exponent))| {
            let is_one = is_number(factor) && is_number(exponent);
            is_one.then(|| (word, format!("{factor}/10^{exponent}")))
        },
    )
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
