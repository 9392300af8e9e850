//! Families of games: the theorem about one, the description that follows, and a first draft of one.

use super::{Control, Game, Progress, Refused, Reply};
use crate::Integer;
use crate::infer::{Class, Family, Method, Options, Start, Theorem, Unproved, infer};
use crate::lang::{self, MoveList};
use crate::number;
use crate::real::is_meant;
use crate::report::Detail;
use crate::report::infer::{FoundTheorem, stage};
use crate::report::skeleton::{GAMES, GREATEST_FIRST, Sample, first_game, skeleton};
use crate::report::theorem::cases;
use crate::sequence::{MoveSet, Rule, WrittenError};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::slice::from_ref;

/// The greatest modulus of a class.
const GREATEST_MODULUS: i64 = 1_000_000;

/// What is the period of all games of a family with one parameter?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Infer {
    /// The family; values of parameters are passed over.
    pub game: Game,
    /// Only games whose parameter leaves a remainder, such as `169 mod 420`.
    pub class: Option<String>,
    /// By which method alone, `description` or `trace`; else `auto`.
    pub by: Option<String>,
    /// The most steps, words and loops that each method looks at.
    pub work: Option<u64>,
}

/// What was found about a family.
#[derive(Debug)]
pub struct Found {
    /// The theorem.
    pub theorem: Theorem,
    /// The description of all games that were asked for, or why there is none.
    pub description: Result<String, Missing>,
}

/// Why there is no description of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A stop was asked for before it was proved.
    Stopped,
    /// In words.
    Because(String),
}

impl Infer {
    /// The theorem, and the description that follows.
    ///
    /// # Errors
    /// Moves that make no family.
    pub fn answer(&self, control: &Control<'_>) -> Result<Found, Refused> {
        let rule = self.game.rule()?;
        let MoveList { parameters, moves } = list(&self.game)?;
        let [parameter] = parameters.as_slice() else {
            let count = parameters.len();
            let single = if count == 0 { "; for a single game, ask for its period" } else { "" };
            return Err(format!(
                "a family has one parameter, but these moves have {count}{single}"
            )
            .into());
        };
        let letter = parameter.chars().next().unwrap_or('n');
        let mut family = Family::new(letter, &moves, 0).map_err(|error| error.to_string())?;
        if let Some(start) = self.game.start() {
            let start = Start::named(start, rule.alphabet());
            family = family.with_start(start.map_err(|error| error.to_string())?);
        }
        let told = |progress| control.tell(Progress::Stage(&stage(progress)));
        let options = Options {
            rule,
            class: self.class.as_deref().map_or(Ok(Class::ALL), class)?,
            by: Method::named(self.by.as_deref().unwrap_or("auto"))?,
            work: self.work.unwrap_or(u64::MAX),
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
        };
        let theorem = infer(&family, &options);
        let description = match theorem.description(&options) {
            Some(Ok(text)) => Ok(text),
            Some(Err(Unproved::Stopped)) => Err(Missing::Stopped),
            Some(Err(Unproved::Verdict(verdict, message))) => {
                Err(Missing::Because(format!("the combined classes are {verdict}: {message}")))
            }
            None => Err(Missing::Because("not all games are described".to_owned())),
        };
        Ok(Found { theorem, description })
    }
}

impl Found {
    /// The theorem in its forms, with the description.
    pub fn reply(&self) -> Reply {
        // The text names every game below.
        let detail = Detail::Verbose;
        let found = FoundTheorem { detail, ..FoundTheorem::new(&self.theorem) };
        let missing = match &self.description {
            Err(Missing::Because(reason)) => Some(reason),
            _ => None,
        };
        let more = json!({
            "parameter": found.said.parameters[0],
            "cases": cases(&found.said),
            "description": self.description.as_ref().ok(),
            "missing": missing,
        });
        Reply::new(&found, more)
    }
}

/// The moves of a family.
fn list(game: &Game) -> Result<MoveList, Refused> {
    let text = game.moves.join(" ");
    lang::moves(&text).map_err(|diagnostics| {
        match MoveSet::misnamed(&text, Some("`sequence` and `period` accept it")) {
            Some(message) if !is_meant(&text) => Refused::Misread(message),
            _ => WrittenError::Unreadable(text, diagnostics).into(),
        }
    })
}

/// The class that a text such as `169 mod 420` names.
///
/// # Errors
/// Other texts, and a modulus beyond a million.
pub fn class(text: &str) -> Result<Class, String> {
    let needed = || {
        format!(
            "a remainder such as '1 mod 2' is needed: a number from 0, below the second one, which is at most \
             {GREATEST_MODULUS}"
        )
    };
    let (residue, modulus) = text.split_once("mod").ok_or_else(needed)?;
    let number = |text: &str| number::value(text).and_then(|it| it.to_i64()).ok_or_else(needed);
    let (residue, modulus) = (number(residue)?, number(modulus)?);
    let is_class = (1..=GREATEST_MODULUS).contains(&modulus) && (0..modulus).contains(&residue);
    if is_class { Ok(Class { modulus, residue }) } else { Err(needed()) }
}

/// What could the sequences of a family look like?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The family.
    pub game: Game,
    /// The values of its parameters of which all combinations are looked at; the first ones of a family with one
    /// parameter where nothing is said.
    #[serde(default)]
    pub points: BTreeMap<String, Vec<String>>,
}

impl Draft {
    /// A draft of a description.
    ///
    /// # Errors
    /// Moves that make no family, parameters that make no game, and a stop.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let rule = self.game.rule()?;
        if !matches!(rule, Rule::Mex | Rule::Normal) {
            return Err("values is 'outcome' or 'nim' here".into());
        }
        let family = list(&self.game)?;
        let mut samples = Vec::new();
        for point in self.points(&family)? {
            let parameters: Vec<_> = family.parameters.iter().cloned().zip(point).collect();
            let game = Game { at: parameters.clone(), ..self.game.clone() }.listed()?;
            let sample = Sample::of(&game, parameters, &control.stop);
            samples.push(sample.map_err(|limit| {
                Refused::Limit(limit, format!("{} games were examined", samples.len()))
            })?);
        }
        Ok(Reply::new(&skeleton(&family, &samples), json!({})))
    }

    fn points(&self, family: &MoveList) -> Result<Vec<Vec<Integer>>, Refused> {
        let names = &family.parameters;
        if let Some(name) = self.points.keys().find(|name| !names.contains(name)) {
            return Err(WrittenError::Unknown(name.clone(), names.clone()).into());
        }
        let is_missing = |name: &&String| !self.points.contains_key(*name);
        let missing: Vec<_> = names.iter().filter(is_missing).cloned().collect();
        if !missing.is_empty() && names.len() > 1 {
            return Err(WrittenError::Missing(missing).into());
        }
        let mut points = vec![Vec::new()];
        for name in names {
            let values = match (self.points.get(name), first_game(family)) {
                (Some(texts), _) => {
                    let value = |text: &String| {
                        text.parse().map_err(|_| format!("{name} = {text} is not a number"))
                    };
                    texts.iter().map(value).collect::<Result<Vec<_>, _>>()?
                }
                (None, Some(first)) => (first..first + GAMES).map(Integer::from).collect(),
                (None, None) => {
                    return Err(format!(
                        "no {name} up to {GREATEST_FIRST} gives different moves that are at least 1; choose values of \
                         {name}"
                    )
                    .into());
                }
            };
            let longer = |point: &Vec<Integer>| {
                let point = point.clone();
                values.iter().map(move |value| [&point[..], from_ref(value)].concat())
            };
            points = points.iter().flat_map(longer).collect();
        }
        if points.is_empty() {
            return Err("there are no games: a parameter has no values".into());
        }
        Ok(points)
    }
}
