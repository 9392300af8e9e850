//! One game, as a question names it.

use super::Refused;
use crate::Integer;
use crate::lang::{MoveList, SizeError};
use crate::number;
use crate::one_game::OneGame;
use crate::real::{self, Real};
use crate::report::sequence::LeftOut;
use crate::report::skeleton::{GAMES, GREATEST_FIRST, first_game};
use crate::runs;
use crate::sequence::{self, Asked, MoveSet, Moves, Rule, WrittenError, WrittenMoves};
use crate::verdict::Assignment;
use grundy_output::question;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// Games, and the values of the parameters that do not make one.
pub type Games = (Vec<Game>, Vec<LeftOut>);

/// One game, and which of its values.
///
/// As JSON: `{"moves": "2n 5n", "at": {"n": "3"}, "values": "nim"}`.
#[question]
#[derive(Default, PartialEq, Eq)]
#[serde(default)]
pub struct Game {
    /// The moves as they are written: `2 5 7`, `{ 2n 5n }`, `1..4`, `squares`, `3/2 sqrt(5)`.  Several texts are one list.
    #[serde(deserialize_with = "texts")]
    #[cfg_attr(test, schemars(with = "Texts"))]
    pub moves: Vec<String>,
    /// The values of the parameters of the moves.
    pub at: Assignment,
    /// Which values: `outcome` (where nothing is said), `nim` or `misere`.
    pub values: Option<String>,
    /// The rule, such as `won odd`, in place of `values` or beside the kind of values that it has.
    pub rule: Option<String>,
    /// The values before position 0, such as `+--`, or `sink`; nothing lies below 0 where this is missing.
    pub start: Option<String>,
}

/// One text or several.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Texts {
    One(String),
    Many(Vec<String>),
}

fn texts<'de, D: Deserializer<'de>>(texts: D) -> Result<Vec<String>, D::Error> {
    Ok(match Texts::deserialize(texts)? {
        Texts::One(text) => vec![text],
        Texts::Many(texts) => texts,
    })
}

/// A number, in JSON as one or as a text.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Number {
    Word(u64),
    Text(#[cfg_attr(test, schemars(with = "crate::report::schemas::Decimal"))] String),
}

pub(crate) fn number<'de, D: Deserializer<'de>>(number: D) -> Result<Integer, D::Error> {
    match Number::deserialize(number)? {
        Number::Word(word) => Ok(word.into()),
        Number::Text(text) => read("a number", &text),
    }
}

/// One of the names of a choice.
#[cfg(test)]
pub(crate) struct Name<T>(std::marker::PhantomData<T>);

#[cfg(test)]
impl<T: grundy_language::Named> schemars::JsonSchema for Name<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": T::NAMES })
    }
}

/// Numbers of any size.
pub(super) fn integers<'de, D: Deserializer<'de>>(numbers: D) -> Result<Vec<Integer>, D::Error> {
    #[derive(Deserialize)]
    struct One(#[serde(deserialize_with = "number")] Integer);
    Ok(Vec::<One>::deserialize(numbers)?.into_iter().map(|one| one.0).collect())
}

/// The number that a text denotes.
fn read<E: Error>(name: &str, text: &str) -> Result<Integer, E> {
    text.parse().map_err(|_| E::custom(format!("{name}: {text} is not a number")))
}

pub(crate) fn numbers<'de, D: Deserializer<'de>>(numbers: D) -> Result<Assignment, D::Error> {
    let all = BTreeMap::<String, String>::deserialize(numbers)?.into_iter();
    all.map(|(name, text)| read(&name, &text).map(|number| (name, number))).collect()
}

/// Values of parameters by their names, as JSON `{"n": ["3", "4"]}`; all combinations are meant.
pub type Points = Vec<(String, Vec<Integer>)>;

/// The most combinations of values in one question.
pub const MOST_POINTS: usize = 1000;

pub(crate) fn points<'de, D: Deserializer<'de>>(points: D) -> Result<Points, D::Error> {
    let all = BTreeMap::<String, Vec<String>>::deserialize(points)?.into_iter();
    let values = |(name, texts): (String, Vec<String>)| {
        let values = texts.iter().map(|text| read(&name, text)).collect::<Result<_, _>>()?;
        Ok((name, values))
    };
    all.map(values).collect()
}

/// All combinations; the last parameter changes fastest.
///
/// # Errors
/// More than [`MOST_POINTS`].
pub fn combinations(points: &[(String, Vec<Integer>)]) -> Result<Vec<Assignment>, Refused> {
    let mut all = vec![Vec::new()];
    for (name, values) in points {
        if values.len() > MOST_POINTS / all.len().max(1) {
            let message =
                format!("too many values for one call: at most {MOST_POINTS} are allowed");
            return Err(message.into());
        }
        let with = |point: &Assignment| {
            let add = |value: &Integer| [&point[..], &[(name.clone(), value.clone())]].concat();
            values.iter().map(add).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    Ok(all)
}

/// The first values of the only parameter of a family that make games.
///
/// # Errors
/// There are none, or they are large.
pub(super) fn first_games(family: &MoveList) -> Result<Points, Refused> {
    let Some(first) = first_game(family) else {
        if let Err(error @ SizeError::Listed(_)) = family.sizes(&[GREATEST_FIRST.into()], u64::MAX)
        {
            return Err(WrittenError::Size(error).into());
        }
        let name = &family.parameters[0];
        let message = format!(
            "no {name} up to {GREATEST_FIRST} gives distinct moves of at least 1; choose values with --at"
        );
        return Err(message.into());
    };
    let values = (first..first + GAMES).map(Integer::from).collect();
    Ok(vec![(family.parameters[0].clone(), values)])
}

/// A game by the kind of its moves.
#[derive(Clone, Debug)]
pub enum OneOf {
    /// Real numbers of one field, in the order in which they are written; or integers that do not fit into machine
    /// words, for outcomes of normal or misère play.
    Real(Vec<Real>),
    /// A set without end.
    Set(MoveSet),
    /// Finitely many integers.
    List,
}

impl Game {
    /// The outcomes of normal play with these moves.
    pub fn new(moves: &str) -> Self {
        Self { moves: vec![moves.to_owned()], ..Self::default() }
    }

    /// The rule.
    ///
    /// # Errors
    /// Unknown names of values or rules, and those that do not fit together.
    pub fn rule(&self) -> Result<Rule, Refused> {
        Ok(Asked::named(self.values.as_deref(), self.rule.as_deref())?.rule())
    }

    /// The start, if one is given.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves, with the values of their parameters.
    pub fn written(&self) -> WrittenMoves<'_> {
        WrittenMoves { texts: &self.moves, at: &self.at }
    }

    /// The kind of its moves.
    ///
    /// # Errors
    /// Moves that cannot be read, and a start beside real moves or a set without end.
    pub fn kind(&self) -> Result<OneOf, Refused> {
        if self.has_reals() {
            return self.reals().map(OneOf::Real);
        }
        if self.start().is_none()
            && let Some(moves) = real::largest(&self.written(), self.rule()?)
        {
            return Ok(OneOf::Real(moves));
        }
        match self.written().set()?.filter(|set| set.finite().is_none()) {
            Some(_) if self.start().is_some() => Err(WrittenError::Start.into()),
            Some(set) => Ok(OneOf::Set(set)),
            None => Ok(OneOf::List),
        }
    }

    /// Are the moves written as real numbers?
    pub fn has_reals(&self) -> bool {
        self.at.is_empty() && number::is_real(&self.moves.join(" "))
    }

    /// The moves as real numbers, in the order in which they are written.
    ///
    /// # Errors
    /// A start, and moves that cannot be read.
    pub fn reals(&self) -> Result<Vec<Real>, Refused> {
        if self.start().is_some() {
            return Err("--start does not work with real moves or --vary".into());
        }
        if !self.at.is_empty() {
            let sizes = self.written().sizes(runs::GREATEST)?;
            return Ok(sizes.into_iter().map(|size| Integer::from(size).into()).collect());
        }
        let text = self.moves.join(" ");
        real::read(&text).map_err(|found| WrittenError::Unreadable(text, found).into())
    }

    /// The first values of the only parameter, if no parameter has a value.
    ///
    /// # Errors
    /// As [`first_games`].
    pub(super) fn first_points(&self) -> Result<Points, Refused> {
        match self.written().sizes(u64::MAX) {
            Err(WrittenError::Missing(names)) if self.at.is_empty() && names.len() == 1 => {
                // A set with a parameter is not listed.
                self.written().list().map_or_else(|_| Ok(Points::new()), |list| first_games(&list))
            }
            _ => Ok(Points::new()),
        }
    }

    /// The game for each combination of values, and the combinations that do not make one; the game itself if there is
    /// only one combination.
    ///
    /// # Errors
    /// Too many combinations, or none that makes a game.
    pub fn each(&self, points: &[(String, Vec<Integer>)]) -> Result<Games, Refused> {
        let is_there = |(name, _): &&(String, _)| self.at.iter().any(|(known, _)| known == name);
        if let Some((name, _)) = points.iter().find(is_there) {
            return Err(format!("the parameter {name} has two values").into());
        }
        let all = combinations(points)?;
        let is_one = all.len() == 1;
        let (mut games, mut left_out, mut first) = (Vec::new(), Vec::new(), None);
        for point in all {
            let game = Self { at: [&self.at[..], &point].concat(), ..self.clone() };
            match if is_one { None } else { game.is_none() } {
                None => games.push(game),
                Some(error) => {
                    left_out.push(LeftOut { parameters: game.at, message: error.to_string() });
                    first = first.or(Some(error));
                }
            }
        }
        match first {
            Some(error) if games.is_empty() => Err(error.into()),
            None if games.is_empty() => Err("there are no games: a parameter has no values".into()),
            _ => Ok((games, left_out)),
        }
    }

    /// Why these values of the parameters do not give valid moves, although others do.
    fn is_none(&self) -> Option<WrittenError> {
        match self.written().set() {
            Err(error) => return Some(error),
            Ok(Some(_)) => return None,
            Ok(None) => {}
        }
        let size = self.written().sizes(u64::MAX).err();
        size.filter(|error| {
            let WrittenError::Size(error) = error else { return false };
            matches!(error, SizeError::TooSmall(_) | SizeError::Repeated(..))
        })
    }

    /// The game, by how its values are computed.
    ///
    /// # Errors
    /// As [`OneGame::read`].
    pub fn read(&self) -> Result<OneGame, Refused> {
        Ok(OneGame::read(&self.written(), self.rule()?, self.start())?)
    }

    /// The game by its moves one by one.
    ///
    /// # Errors
    /// Moves that are too many or too large for this, and a start that is not a word.
    pub fn listed(&self) -> Result<sequence::Game, Refused> {
        let sizes = self.written().sizes(Moves::GREATEST)?;
        let moves = Moves::new(&sizes).map_err(WrittenError::from)?;
        let game = sequence::Game::named(moves, self.rule()?, self.start());
        Ok(game.map_err(WrittenError::from)?)
    }
}
