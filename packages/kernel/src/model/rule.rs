use super::{Alphabet, Comparison, Value, ValueSet};
use crate::affine::Affine;
use crate::integer::Integer;
use std::fmt;
use std::str::FromStr;

/// The rule that gives the value of a position from those of its options.
///
/// This is the one place that says what a rule is: search, checkers and engines ask [`Rule::value`].  All rules except
/// [`Rule::Mex`] give outcome classes: 0 (P) is lost for the player to move, 1 (N) is won.  Options are the positions
/// that the moves lead to; moves are a set, so two equal ones lead to one option.  Below position 0 there are options
/// only where the game has a start word.
///
/// ```
/// use grundy_kernel::model::{OptionCounts, Rule, Value};
/// let options: OptionCounts = [1, 0, 0].map(Value).into_iter().collect();
/// assert_eq!(Rule::Mex.value(&options), Value(2));
/// assert_eq!(Rule::Normal.value(&options), Value(1));
/// assert_eq!("lost odd".parse::<Rule>().unwrap().value(&options), Value(0));
/// assert_eq!("won == 1".parse::<Rule>().unwrap().value(&options), Value(1));
/// assert_eq!(Rule::Misere.value(&OptionCounts::default()), Value(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Grundy values: the mex, the least value that no option has.
    Mex,
    /// Normal play: won when some option is lost.
    Normal,
    /// Misère play: won when there is no option, or some option is lost.
    Misere,
    /// Won when the number of lost options is as stated; never the same as [`Rule::Normal`].
    Lost(Tally),
    /// Won when the number of won options is as stated.
    Won(Tally),
}

/// A condition on a number of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tally {
    /// It is odd.
    Odd,
    /// It is even.
    Even,
    /// It compares in this way with this number.
    Is(Comparison, u64),
    /// It is below 0, which never holds.
    Never,
}

/// Where a number of options is as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Where it is odd, or where it is even.
    Odd(bool),
    /// Where all forms of one of these lists are at least 0.
    OneOf(Vec<Vec<Affine>>),
}

/// The options of a position, counted by their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OptionCounts {
    /// The values they have.
    values: ValueSet,
    /// The number of lost options.
    lost: u64,
    /// The number of options.
    all: u64,
}

impl OptionCounts {
    /// Adds an option with this value.
    #[inline]
    pub fn insert(&mut self, value: Value) {
        self.values.insert(value);
        self.lost += u64::from(value == Value(0));
        self.all += 1;
    }
}

impl FromIterator<Value> for OptionCounts {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut options = Self::default();
        values.into_iter().for_each(|value| options.insert(value));
        options
    }
}

impl Tally {
    /// Is this number as asked?
    #[inline]
    pub fn holds(self, count: u64) -> bool {
        match self {
            Self::Odd => count % 2 == 1,
            Self::Even => count.is_multiple_of(2),
            Self::Is(comparison, bound) => comparison.holds(count.cmp(&bound)),
            Self::Never => false,
        }
    }

    /// Where the answer is as `wanted`, for a number that is this form divided by `scale`.
    ///
    /// ```
    /// use grundy_kernel::{Integer, affine::Affine, model::{Asked, Comparison, Tally}};
    /// let (n, two) = (Affine::variable(0), Integer::from(2));
    /// // n/2 >= 3 where n - 6 >= 0.
    /// let three = Tally::Is(Comparison::AtLeast, 3).asked(true, &n, &two);
    /// assert_eq!(three, Asked::OneOf(vec![vec![n.plus(-6)]]));
    /// ```
    pub fn asked(self, wanted: bool, scaled: &Affine, scale: &Integer) -> Asked {
        let (comparison, bound) = match self {
            Self::Odd => return Asked::Odd(wanted),
            Self::Even => return Asked::Odd(!wanted),
            Self::Never => return Asked::OneOf(if wanted { Vec::new() } else { vec![Vec::new()] }),
            Self::Is(comparison, bound) => (comparison, Integer::from(bound)),
        };
        let at_least = |bound: &Integer| scaled - &Affine::constant(scale * bound);
        let at_most = |bound: &Integer| &Affine::constant(scale * bound) - scaled;
        let [fewer, more] = [-1, 1].map(|by| &bound + &Integer::from(by));
        Asked::OneOf(match (comparison, wanted) {
            (Comparison::AtLeast, true) => vec![vec![at_least(&bound)]],
            (Comparison::AtLeast, false) => vec![vec![at_most(&fewer)]],
            (Comparison::AtMost, true) => vec![vec![at_most(&bound)]],
            (Comparison::AtMost, false) => vec![vec![at_least(&more)]],
            (Comparison::Equal, true) | (Comparison::NotEqual, false) => {
                vec![vec![at_least(&bound), at_most(&bound)]]
            }
            (Comparison::NotEqual, true) | (Comparison::Equal, false) => {
                vec![vec![at_most(&fewer)], vec![at_least(&more)]]
            }
        })
    }

    /// The same question in its usual spelling: "not 0" is "at least 1", and "0" is "at most 0".
    fn usual(self) -> Self {
        match self {
            Self::Is(Comparison::NotEqual, 0) => Self::Is(Comparison::AtLeast, 1),
            Self::Is(Comparison::Equal, 0) => Self::Is(Comparison::AtMost, 0),
            other => other,
        }
    }
}

impl Rule {
    /// Won when the number of lost options is as stated; normal play if that means "at least one".
    #[must_use]
    pub fn lost(tally: Tally) -> Self {
        match tally.usual() {
            Tally::Is(Comparison::AtLeast, 1) => Self::Normal,
            tally => Self::Lost(tally),
        }
    }

    /// Won when the number of won options is as stated.
    #[must_use]
    pub fn won(tally: Tally) -> Self {
        Self::Won(tally.usual())
    }

    /// The value of a position with these options.
    #[inline]
    pub fn value(self, options: &OptionCounts) -> Value {
        let won = match self {
            Self::Mex => return options.values.mex(),
            Self::Normal => options.lost > 0,
            Self::Misere => options.lost > 0 || options.all == 0,
            Self::Lost(tally) => tally.holds(options.lost),
            Self::Won(tally) => tally.holds(options.all - options.lost),
        };
        Value(u8::from(won))
    }

    /// The first of this number of positions whose value is not the one that its options give: letters that continue
    /// from phases of their cycles, which are below 2^63, those of the position itself first.
    #[inline]
    pub fn first_failure(
        self,
        own: (&[Value], u64),
        options: &[(&[Value], u64)],
        positions: u64,
    ) -> Option<u64> {
        (0..positions).find(|offset| {
            // The remainder is below the length of a list.
            let letter = |(cycle, phase): (&[Value], u64)| {
                cycle[((phase + offset) % cycle.len() as u64) as usize]
            };
            let mut values = OptionCounts::default();
            options.iter().for_each(|option| values.insert(letter(*option)));
            self.value(&values) != letter(own)
        })
    }

    /// The letters of its values.
    pub fn alphabet(self) -> Alphabet {
        match self {
            Self::Mex => Alphabet::Nim,
            _ => Alphabet::Outcome,
        }
    }

    /// The value whose options are counted, and what is asked of their number; `None` if only the values that occur
    /// matter.
    pub fn counted(self) -> Option<(Value, Tally)> {
        match self {
            Self::Mex | Self::Normal | Self::Misere => None,
            Self::Lost(tally) => Some((Value(0), tally)),
            Self::Won(tally) => Some((Value(1), tally)),
        }
    }

    /// Does it matter how many options have a value, and not only whether one does?
    pub fn counts(self) -> bool {
        self.counted().is_some()
    }
}

/// Letters mean Grundy values, and signs for outcome classes mean normal play, unless another rule is given.
impl From<Alphabet> for Rule {
    fn from(alphabet: Alphabet) -> Self {
        match alphabet {
            Alphabet::Nim => Self::Mex,
            Alphabet::Outcome => Self::Normal,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Odd => formatter.write_str("odd"),
            Self::Even => formatter.write_str("even"),
            Self::Is(comparison, bound) => write!(formatter, "{} {bound}", comparison.sign()),
            Self::Never => formatter.write_str("< 0"),
        }
    }
}

/// `mex`, `normal`, `misere`, `lost odd`, `won >= 2`: the words that [`Rule::from_str`] reads.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mex => formatter.write_str("mex"),
            Self::Normal => formatter.write_str("normal"),
            Self::Misere => formatter.write_str("misere"),
            Self::Lost(tally) => write!(formatter, "lost {tally}"),
            Self::Won(tally) => write!(formatter, "won {tally}"),
        }
    }
}

/// A text that is not a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a rule is mex, normal, misere, or lost or won with a condition: odd, even, == C, != C, >= C, <= C, > C, < C"
)]
pub struct RuleError;

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let (who, tally) = match words[..] {
            ["mex"] => return Ok(Self::Mex),
            ["normal"] => return Ok(Self::Normal),
            ["misere"] => return Ok(Self::Misere),
            [who, "odd"] => (who, Tally::Odd),
            [who, "even"] => (who, Tally::Even),
            [who, sign, bound] => (who, compared(sign, bound)?),
            _ => return Err(RuleError),
        };
        match who {
            "lost" => Ok(Self::lost(tally)),
            "won" => Ok(Self::won(tally)),
            _ => Err(RuleError),
        }
    }
}

/// `> 2` is "at least 3", and `< 2` "at most 1".
fn compared(sign: &str, bound: &str) -> Result<Tally, RuleError> {
    if !bound.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(RuleError);
    }
    let bound: u64 = bound.parse().map_err(|_| RuleError)?;
    let tally = match sign {
        ">" => Tally::Is(Comparison::AtLeast, bound.checked_add(1).ok_or(RuleError)?),
        "<" => {
            bound.checked_sub(1).map_or(Tally::Never, |most| Tally::Is(Comparison::AtMost, most))
        }
        _ => Tally::Is(Comparison::from_sign(sign).ok_or(RuleError)?, bound),
    };
    Ok(tally)
}
