//! The lines of a certificate of a period, and what they mean.

use super::text::{FormText, form};
use crate::affine::Affine;
use crate::lines::{LineError, number};
use crate::model::{Value, ValueCycle};
use crate::polynomial::Polynomial;
use std::fmt;
use std::str::FromStr;

/// The content of the next line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// What each parameter is in terms of the variables of the case.
    Parameters(Vec<Affine>),
    /// The loop of the description has no missing iterations: it runs from a to b >= a - 1.
    Runs,
    /// The loop of the description is skipped.
    Skipped,
    /// The loop of the description is cut in two, the second one beginning here.
    Parts(Affine),
    /// This arm of the branch is taken (or none, if this is the number of arms), because this alternative of each of
    /// its conditions holds.
    Arm(usize, Vec<usize>),
    /// An item changes.
    At(ItemPath, Change),
    /// A list whose letters do not depend on the parameters becomes one word.
    Spell(List),
    /// A, (F B)(F B)... becomes A F, (B F)(B F)...
    Turn,
    /// The body consists of copies of its first items, as many as the second number, inside as many loops as the first
    /// number, each the first item: `Root(0, 2)` is its first two, `Root(1, 2)` the first two of the loop with which it
    /// begins.
    Root(usize, usize),
    /// The body is one word that consists of copies of its cycle.
    Endless,
    /// R is B once more.
    Again,
    /// A and R end with the same item.
    Take,
    /// A ends with copies of B.
    Copies,
    /// A ends with a word that the cycle of B continues.
    Absorb,
    /// A is empty, or the last letters of A and R differ.
    Ends,
    /// The body is a cycle that is not a power of a shorter one.
    Primitive,
    /// The pattern occurs once in each pass through the body.
    Pattern(Pattern),
    /// The length of the body.
    Period(Polynomial),
    /// Where a state rotates: the period is that polynomial, divided by the greatest common divisor of these forms.
    Gcd(Affine, Affine),
    /// The length of A.
    Preperiod(Polynomial),
}

/// A list of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// A.
    Before,
    /// B.
    Body,
    /// R.
    Rest,
}

/// Where an item is: the numbers of the loops around it, and its own, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemPath {
    /// The list.
    pub list: List,
    /// The numbers, outermost first.
    pub path: Vec<usize>,
}

/// How an item changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It has no letters.
    Drop,
    /// The letters of the word are written with another cycle.
    Cycle(ValueCycle),
    /// The word and the next one become one.
    Join,
    /// A word is cut after this many letters, a loop before this value of its variable.
    Cut(Affine),
    /// The loop has one iteration.
    Once,
    /// The variable of the loop becomes higher by this.
    Shift(Affine),
    /// The loop repeats a word that ends with a full cycle, and becomes one word.
    Power,
}

/// Letters at distances back from a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The number of the block of `minimality::item::endless` that the place is in.
    pub block: usize,
    /// The number of the word in it whose first letter is the place.
    pub word: usize,
    /// The values of the variables of the loops around the place, outermost first.
    pub loops: Vec<Affine>,
    /// Distances back from the place, the last one the largest, with the values there.
    pub letters: Vec<(Affine, Value)>,
}

impl FromStr for Step {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let unclear = || LineError::text(line);
        if line.ends_with(' ') {
            return Err(unclear());
        }
        Ok(match (word, rest) {
            ("drop" | "cycle" | "join" | "cut" | "once" | "shift" | "power", _) => {
                let (place, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                Self::At(ItemPath::read(place)?, Change::read(word, rest)?)
            }
            ("parameters", _) => {
                Self::Parameters(rest.split_terminator(' ').map(form).collect::<Result<_, _>>()?)
            }
            ("runs", "") => Self::Runs,
            ("skipped", "") => Self::Skipped,
            ("parts", _) => Self::Parts(form(rest)?),
            ("arm", _) => {
                let numbers = rest.split(' ').map(number).collect::<Result<Vec<_>, _>>()?;
                let (arm, alternatives) = numbers.split_first().ok_or_else(unclear)?;
                Self::Arm(*arm, alternatives.to_vec())
            }
            ("spell", _) => Self::Spell(List::read(rest).ok_or_else(unclear)?),
            ("turn", "") => Self::Turn,
            ("root", _) => {
                let (depth, count) = rest.split_once(' ').ok_or_else(unclear)?;
                Self::Root(number(depth)?, number(count)?)
            }
            ("endless", "") => Self::Endless,
            ("again", "") => Self::Again,
            ("take", "") => Self::Take,
            ("copies", "") => Self::Copies,
            ("absorb", "") => Self::Absorb,
            ("ends", "") => Self::Ends,
            ("primitive", "") => Self::Primitive,
            ("pattern", _) => Self::Pattern(Pattern::read(rest)?),
            ("period", _) => Self::Period(polynomial(rest)?),
            ("gcd", _) => {
                let (states, step) = rest.split_once(' ').ok_or_else(unclear)?;
                Self::Gcd(form(states)?, form(step)?)
            }
            ("preperiod", _) => Self::Preperiod(polynomial(rest)?),
            _ => return Err(unclear()),
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameters(forms) => {
                f.write_str("parameters")?;
                forms.iter().try_for_each(|form| write!(f, " {}", FormText(form)))
            }
            Self::Runs => f.write_str("runs"),
            Self::Skipped => f.write_str("skipped"),
            Self::Parts(at) => write!(f, "parts {}", FormText(at)),
            Self::Arm(arm, alternatives) => {
                write!(f, "arm {arm}")?;
                alternatives.iter().try_for_each(|each| write!(f, " {each}"))
            }
            Self::At(place, change) => change.write(place, f),
            Self::Spell(list) => write!(f, "spell {}", list.letter()),
            Self::Turn => f.write_str("turn"),
            Self::Root(depth, count) => write!(f, "root {depth} {count}"),
            Self::Endless => f.write_str("endless"),
            Self::Again => f.write_str("again"),
            Self::Take => f.write_str("take"),
            Self::Copies => f.write_str("copies"),
            Self::Absorb => f.write_str("absorb"),
            Self::Ends => f.write_str("ends"),
            Self::Primitive => f.write_str("primitive"),
            Self::Pattern(pattern) => {
                write!(f, "pattern {}.{}", pattern.block, pattern.word)?;
                pattern.loops.iter().try_for_each(|form| write!(f, " {}", FormText(form)))?;
                let mut letters = pattern.letters.iter();
                letters.try_for_each(|(back, value)| write!(f, " {}:{}", FormText(back), value.0))
            }
            Self::Period(formula) => write!(f, "period {formula}"),
            Self::Gcd(states, step) => write!(f, "gcd {} {}", FormText(states), FormText(step)),
            Self::Preperiod(formula) => write!(f, "preperiod {formula}"),
        }
    }
}

impl ItemPath {
    fn read(text: &str) -> Result<Self, LineError> {
        let unclear = || LineError::text(text);
        let (list, path) = text.split_at_checked(1).ok_or_else(unclear)?;
        let list = List::read(list).ok_or_else(unclear)?;
        Ok(Self { list, path: path.split('.').map(number).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<_> = self.path.iter().map(ToString::to_string).collect();
        write!(f, "{}{}", self.list.letter(), path.join("."))
    }
}

impl List {
    fn read(letter: &str) -> Option<Self> {
        [Self::Before, Self::Body, Self::Rest].into_iter().find(|list| list.letter() == letter)
    }

    fn letter(self) -> &'static str {
        match self {
            Self::Before => "a",
            Self::Body => "b",
            Self::Rest => "r",
        }
    }
}

impl Change {
    /// Reads the text after the word and the place.
    fn read(word: &str, text: &str) -> Result<Self, LineError> {
        Ok(match (word, text) {
            ("drop", "") => Self::Drop,
            ("join", "") => Self::Join,
            ("once", "") => Self::Once,
            ("power", "") => Self::Power,
            ("cut", _) => Self::Cut(form(text)?),
            ("shift", _) => Self::Shift(form(text)?),
            ("cycle", _) => {
                let letters = text.split(',').map(|letter| number(letter).map(Value));
                Self::Cycle(letters.collect::<Result<_, _>>()?)
            }
            _ => return Err(LineError::text(text)),
        })
    }

    fn write(&self, place: &ItemPath, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop => write!(f, "drop {place}"),
            Self::Join => write!(f, "join {place}"),
            Self::Once => write!(f, "once {place}"),
            Self::Power => write!(f, "power {place}"),
            Self::Cut(at) => write!(f, "cut {place} {}", FormText(at)),
            Self::Shift(by) => write!(f, "shift {place} {}", FormText(by)),
            Self::Cycle(letters) => {
                let letters: Vec<_> = letters.iter().map(|letter| letter.0.to_string()).collect();
                write!(f, "cycle {place} {}", letters.join(","))
            }
        }
    }
}

impl Pattern {
    fn read(text: &str) -> Result<Self, LineError> {
        let mut tokens = text.split(' ');
        let place = tokens.next().and_then(|place| place.split_once('.'));
        let (block, word) = place.ok_or_else(|| LineError::text(text))?;
        let (block, word) = (number(block)?, number(word)?);
        let (mut loops, mut letters) = (Vec::new(), Vec::new());
        for token in tokens {
            match token.split_once(':') {
                None if letters.is_empty() => loops.push(form(token)?),
                None => return Err(LineError::text(token)),
                Some((back, value)) => letters.push((form(back)?, Value(number(value)?))),
            }
        }
        Ok(Self { block, word, loops, letters })
    }
}

/// A polynomial in its one spelling in a proof.
fn polynomial(text: &str) -> Result<Polynomial, LineError> {
    let polynomial = Polynomial::read(text)?;
    if polynomial.to_string() == text { Ok(polynomial) } else { Err(LineError::text(text)) }
}
