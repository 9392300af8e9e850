//! Means of the measure by class of games and largest move.
//!
//! A class is a census of its own: the games that satisfy a condition, or have a given number of moves.  A game in
//! two classes counts in both.

use super::{Census, Choice};
use crate::formula::Condition;

/// A class of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The name.
    pub name: String,
    /// Its games.
    pub census: Census,
}

/// The decided games of a class that have the same largest move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mean {
    /// The name of the class.
    pub class: String,
    /// The largest move.
    pub largest: u32,
    /// The number of games, including the undecided ones.
    pub games: u64,
    /// The number of undecided games.
    pub undecided: u64,
    /// The sum of the measure over the decided ones.
    pub sum: u128,
    /// The greatest measure of a decided one; 0 if there is none.
    pub greatest: u64,
}

impl Mean {
    /// The mean over the decided games, rounded to three decimals, a half upwards; `None` if there are none.
    ///
    /// ```
    /// use grundy_census::census::Mean;
    /// let mean = Mean { class: "all".into(), largest: 8, games: 3, undecided: 0, sum: 37, greatest: 15 };
    /// assert_eq!(mean.value().as_deref(), Some("12.333"));
    /// ```
    pub fn value(&self) -> Option<String> {
        let games = u128::from(self.games.checked_sub(self.undecided).filter(|&games| games > 0)?);
        // There are fewer than 2^63 games, so the remainder leaves room for the factor.
        let (whole, rest) = (self.sum / games, self.sum % games);
        let thousandths = (rest * 2000 + games) / (2 * games);
        let (whole, thousandths) = (whole + thousandths / 1000, thousandths % 1000);
        Some(format!("{whole}.{thousandths:03}"))
    }
}

/// The classes of games with four moves (A. Flammenkamp 1996, chapter on four moves).
pub const OF_FOUR_MOVES: [(&str, &str); 4] =
    [("I", "a + c == d"), ("II", "b + c == d"), ("III", "a + b == d"), ("IV", "a + b == c")];

/// The classes that these conditions name, and after them the class `O` of the games that satisfy none.  Conditions
/// that the census has already hold in every class.
///
/// ```
/// use grundy_census::census::{Census, OF_FOUR_MOVES, by_conditions};
/// use grundy_language::formula::Condition;
/// let census = Census::new(8, 8, Some(4), false).unwrap();
/// let conditions = OF_FOUR_MOVES.map(|(name, text)| {
///     (name.to_owned(), Condition::parse(text, 0).unwrap())
/// });
/// let classes = by_conditions(&census, &conditions).unwrap();
/// assert_eq!(classes.iter().map(|class| &class.name[..]).collect::<Vec<_>>(), ["I", "II", "III", "IV", "O"]);
/// ```
///
/// `None` if the conditions are too long for one text.
pub fn by_conditions(census: &Census, conditions: &[(String, Condition)]) -> Option<Vec<Class>> {
    let given = census.choice.condition.as_ref().map(|condition| format!("({condition})"));
    let class = |name: &str, own: Vec<String>| {
        let all: Vec<String> = given.iter().cloned().chain(own).collect();
        let condition = Some(Condition::parse(&all.join(" and "), 0).ok()?);
        let choice = Choice { condition, ..census.choice.clone() };
        Some(Class { name: name.to_owned(), census: Census { choice, ..census.clone() } })
    };
    let named = conditions.iter().map(|(name, it)| class(name, vec![format!("({it})")]));
    let none = conditions.iter().map(|(_, it)| format!("not ({it})")).collect();
    named.chain([class("O", none)]).collect()
}

/// The classes of games by their number of moves, as far as there are such games.
pub fn by_number_of_moves(census: &Census) -> Vec<Class> {
    let (smallest, greatest) = census.range();
    let class = |moves| {
        let games = Census::new(smallest, greatest, Some(moves), census.is_symmetric()).ok()?;
        let census = Census {
            choice: census.choice.clone(),
            rule: census.rule,
            measure: census.measure,
            limit_positions: census.limit_positions,
            ..games
        };
        Some(Class { name: moves.to_string(), census })
    };
    (1..=greatest).filter_map(class).collect()
}
