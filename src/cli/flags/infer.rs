//! The flags of `grundy infer`.

use super::moves::no_family;
use super::numbers::{Assigned, assignment, points};
use super::reading::Values;
use clap::{Args, ValueEnum};
use grundy::affine::{Affine, Relation};
use grundy::infer::{Class, Family};
use grundy::lang::{self, MoveList};
use grundy::model::Move;
use std::path::PathBuf;

/// `grundy infer`.
#[derive(Debug, Args)]
pub struct Infer {
    /// The family: moves in braces such as '{ 2n 5n 6n+1 8n+1 }', perhaps with conditions before
    /// them such as 'n >= 4 { 2 3 n }'
    #[arg(required = true, value_name = "MOVES", allow_negative_numbers = true)]
    pub moves: Vec<String>,
    /// The value of a parameter, for all but one of them
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    pub at: Vec<Assigned>,
    /// Only the games whose parameter leaves this remainder, such as '169 mod 420'
    #[arg(long, value_name = "R mod M", value_parser = class)]
    pub class: Option<Class>,
    /// Of which values [default: outcome]
    #[arg(long, value_enum)]
    pub values: Option<Values>,
    /// How: by a description that is found and proved, by trace, which needs none, or by trace where
    /// no description of all games is found
    #[arg(long, value_enum, default_value_t = Road::Auto)]
    pub by: Road,
    /// Write a certificate to FILE: the proof of the description, or by trace, and that period and
    /// preperiod are the least, for `grundy check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

/// A way to a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Road {
    /// By description, and by trace if games are left, or least numbers, and no --output is asked for
    Auto,
    /// A description is found and proved
    Description,
    /// The outline of a computation is shown to be that of all games
    Trace,
}

/// `169 mod 420`
fn class(text: &str) -> Result<Class, String> {
    let needed = || {
        format!("a remainder such as '1 mod 2' is needed, the second number from 1 to {MOST_PARTS}")
    };
    let (residue, modulus) = text.split_once("mod").ok_or_else(needed)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| needed());
    let (residue, modulus) = (number(residue)?, number(modulus)?);
    if (1..=MOST_PARTS).contains(&modulus) && (0..modulus).contains(&residue) {
        Ok(Class { modulus, residue })
    } else {
        Err(needed())
    }
}

/// The greatest modulus of a class.
const MOST_PARTS: i64 = 1_000_000;

impl Infer {
    /// The family, or what is wrong with the arguments.
    pub fn family(&self) -> Result<Family, String> {
        let text = self.moves.join(" ");
        let Some((before, list)) = text.split_once('{') else {
            return Err("moves stand in braces, such as '{ 2n 5n 6n+1 8n+1 }'".to_owned());
        };
        // As everywhere, commas between moves are blanks.
        let text = format!("{before}{{{}", list.replace(',', " "));
        let show = |diagnostics: Vec<_>, text: &str| no_family(&diagnostics, text);
        let bare = text.trim_start().starts_with('{');
        let (parameters, moves, conditions) = if bare {
            let MoveList { parameters, moves } =
                lang::moves(&text).map_err(|found| show(found, &text))?;
            (parameters, moves, Vec::new())
        } else {
            let whole = format!("{text}\nREPEAT - ENDREP");
            let lowered = lang::parse(&whole, &lang::Options::default());
            let description =
                lowered.description.ok_or_else(|| show(lowered.diagnostics, &whole))?;
            let parameters = description.parameters.iter().map(|one| one.name.clone()).collect();
            (parameters, description.moves, description.conditions)
        };
        let (kept, values) = self.values_of(&parameters)?;
        let moves: Vec<_> = (moves.iter())
            .map(|one| Move { size: one.size.substitute(&values), span: one.span })
            .collect();
        let mut least = 0;
        let mut bounds = Vec::new();
        for condition in &conditions {
            let form = condition.constraint.form.substitute(&values);
            bounds.push(lower_bound(&form, condition.constraint.relation).ok_or_else(|| {
                let written = &text[condition.span.range()];
                format!("the condition {written} is no lower bound for {kept}: infer needs one")
            })?);
        }
        if let Some(greatest) = bounds.into_iter().flatten().max() {
            least = greatest;
        }
        Family::new(kept, &moves, least).map_err(|error| error.to_string())
    }

    /// The parameter without a value, and the forms that all parameters have in it.
    fn values_of(&self, parameters: &[String]) -> Result<(char, Vec<Affine>), String> {
        let Ok([at]) = <[_; 1]>::try_from(points(&self.at)?) else {
            return Err("infer takes one value for a parameter: --at m=3".to_owned());
        };
        if let Some((name, _)) = at.iter().find(|(name, _)| !parameters.contains(name)) {
            return Err(format!("there is no parameter {name} in the moves"));
        }
        let value = |parameter: &&String| at.iter().find(|(name, _)| name == *parameter);
        let free: Vec<_> = parameters.iter().filter(|one| value(one).is_none()).collect();
        let [kept] = free[..] else {
            return Err(match free.len() {
                0 => "no parameter is left to find a theorem about; for one game there is \
                      `grundy period`"
                    .to_owned(),
                _ => format!(
                    "the moves have the parameters {}; all but one need a value: --at {}=3",
                    free.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" and "),
                    free[free.len() - 1]
                ),
            });
        };
        let form = |parameter: &String| match value(&parameter) {
            Some((_, number)) => Affine::constant(number.clone()),
            None => Affine::variable(0),
        };
        Ok((kept.chars().next().unwrap_or('n'), parameters.iter().map(form).collect()))
    }
}

/// The least number for which a condition holds, if it holds from there on; none if it holds for
/// all of them.
fn lower_bound(form: &Affine, relation: Relation) -> Option<Option<i64>> {
    let (slope, constant) = (form.coefficient(0), form.constant_term());
    if form.is_constant() {
        let holds = match relation {
            Relation::AtLeastZero => !constant.is_negative(),
            Relation::Zero => constant.is_zero(),
        };
        return holds.then_some(None);
    }
    if relation == Relation::Zero || slope.is_negative() {
        return None;
    }
    // slope * n + constant >= 0
    (-&constant.div_floor(slope)).to_i64().map(Some)
}
