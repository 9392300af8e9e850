//! The flags of `grundy infer`.

use super::examples;
use super::global::{Format, Formats as _};
use super::moves::unreadable;
use super::numbers::{Assigned, assignment, points, position};
use super::rule::RuleArguments;
use super::start::StartArgument;
use clap::{Args, ValueEnum};
use grundy_check::Integer;
use grundy_check::affine::{Affine, Constraint, Relation};
use grundy_check::model::{Condition, Move};
use grundy_core::lang::{self, MoveList};
use grundy_infer::infer::{Class, Family, FamilyError};
use grundy_report::ask::families::class;
use grundy_report::report::sequence::LeftOut;
use std::path::PathBuf;

/// `grundy infer`.
#[derive(Debug, Args)]
#[command(after_help = examples::INFER)]
#[command(formats = &[Format::Text, Format::Json, Format::Latex])]
pub struct Infer {
    /// The family: moves such as 2n 5n 6n+1 8n+1, or in braces with conditions before them, such as
    /// 'n >= 4 { 2 3 n }'
    #[arg(required = true, value_name = "MOVES", allow_negative_numbers = true)]
    pub moves: Vec<String>,
    /// The value of a parameter, for all but one of them, or values such as m=3..8 or m=3,5: the families
    /// for all values that satisfy the conditions, one after the other
    #[arg(long, value_name = "NAME=VALUES", value_parser = assignment)]
    pub at: Vec<Assigned>,
    /// Only games whose parameter leaves this remainder, such as '169 mod 420'
    #[arg(long, value_name = "R mod M", value_parser = class)]
    pub class: Option<Class>,
    #[command(flatten)]
    pub rule: RuleArguments,
    #[command(flatten)]
    start: StartArgument,
    /// Method to use: find and prove a description; prove by trace, without a description and for
    /// outcomes of normal or misère play only; or try both
    #[arg(long, value_enum, default_value_t = By::Auto)]
    pub by: By,
    /// Limit of the steps, words and loops that each method looks at; unlike --time-limit, it gives the
    /// same result on every machine
    #[arg(long, value_name = "COUNT", value_parser = position, hide_short_help = true)]
    pub work: Option<u64>,
    /// Write a certificate for `grundy check` to FILE: the proof of the description, or by trace, and that
    /// period and preperiod are least
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Overwrite the file of -o even if it holds another text; without this, the new text goes to FILE.new
    #[arg(long)]
    pub force: bool,
}

/// By which method a theorem is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// By description, then by trace if games or least numbers are missing; by description only with
    /// --output, and for other values than outcomes of normal and misère play
    Auto,
    /// Find a description and prove it
    Description,
    /// Prove that all games have the same steps and loops as a computed one
    Trace,
}

/// A family, with the values of the other parameters.
#[derive(Clone, Debug)]
pub struct Member {
    /// The values, of each parameter but one.
    pub at: Vec<(String, Integer)>,
    /// The family in the parameter that is left.
    pub family: Family,
}

/// What stands in the arguments.
struct Read {
    text: String,
    parameters: Vec<String>,
    moves: Vec<Move>,
    conditions: Vec<Condition>,
}

impl Infer {
    /// The families, in the order of the values, and those of several values that make none; or what is
    /// wrong with the arguments.  Where values are against a condition there is none.
    pub fn families(&self) -> Result<(Vec<Member>, Vec<LeftOut>), String> {
        let read = self.read()?;
        let start = self.start.read(self.rule.rule()?.alphabet())?;
        let (mut families, mut left_out) = (Vec::new(), Vec::new());
        let points = points(&self.at)?;
        let are_several = points.len() > 1;
        for at in points {
            match read.family(&at)? {
                None => {}
                Some(Ok(family)) => {
                    let family = match &start {
                        None => family,
                        Some(start) => family.with_start(start.clone()),
                    };
                    families.push(Member { at, family });
                }
                Some(Err(error)) => {
                    let one = LeftOut { parameters: at, message: error.to_string() };
                    let is_no_game =
                        matches!(error, FamilyError::Twice(_) | FamilyError::Falling(..));
                    if !(are_several && is_no_game) {
                        let named = !one.parameters.is_empty();
                        return Err(if named {
                            format!("for {}", one.text())
                        } else {
                            one.message
                        });
                    }
                    left_out.push(one);
                }
            }
        }
        match left_out.first() {
            Some(one) if families.is_empty() => Err(format!("for {}", one.text())),
            None if families.is_empty() => Err("no values satisfy the conditions".to_owned()),
            _ => Ok((families, left_out)),
        }
    }

    fn read(&self) -> Result<Read, String> {
        let text = self.moves.join(" ");
        let found = lang::family(&text).map_err(|diagnostics| unreadable(&diagnostics, &text))?;
        let (MoveList { parameters, moves }, conditions) = found;
        Ok(Read { text, parameters, moves, conditions })
    }
}

impl Read {
    /// The family for these values; `None` if they are against a condition.
    fn family(
        &self,
        at: &[(String, Integer)],
    ) -> Result<Option<Result<Family, FamilyError>>, String> {
        let (kept, values) = self.values_of(at)?;
        let mut bounds = Vec::new();
        for condition in &self.conditions {
            let form = condition.constraint.form.substitute(&values);
            if form.is_constant() {
                let constant = Constraint { form, relation: condition.constraint.relation };
                if !constant.holds_at(&[]) {
                    return Ok(None);
                }
                continue;
            }
            bounds.push(lower_bound(&form, condition.constraint.relation).ok_or_else(|| {
                let written = &self.text[condition.span.range()];
                format!(
                    "the condition {written} is not a lower bound for {kept}, which infer needs"
                )
            })?);
        }
        let moves: Vec<_> = (self.moves.iter())
            .map(|one| Move {
                size: one.size.substitute(&values),
                last: one.last.as_ref().map(|last| last.substitute(&values)),
                span: one.span,
            })
            .collect();
        let least = bounds.into_iter().max().unwrap_or(0);
        Ok(Some(Family::new(kept, &moves, least)))
    }

    /// The parameter without a value, and the forms that all parameters have in it.
    fn values_of(&self, at: &[(String, Integer)]) -> Result<(char, Vec<Affine>), String> {
        if let Some((name, _)) = at.iter().find(|(name, _)| !self.parameters.contains(name)) {
            return Err(format!("unknown parameter {name}: the moves do not have it"));
        }
        let value = |parameter: &&String| at.iter().find(|(name, _)| name == *parameter);
        let free: Vec<_> = self.parameters.iter().filter(|one| value(one).is_none()).collect();
        let [kept] = free[..] else {
            return Err(match free.len() {
                0 => "no parameter is left to prove a theorem about; for one game use `grundy \
                      period`"
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
        Ok((kept.chars().next().unwrap_or('n'), self.parameters.iter().map(form).collect()))
    }
}

/// The least number for which a condition on it holds, if it holds from there on.
fn lower_bound(form: &Affine, relation: Relation) -> Option<i64> {
    let (slope, constant) = (form.coefficient(0), form.constant_term());
    if relation == Relation::Zero || slope.is_negative() {
        return None;
    }
    // slope * n + constant >= 0
    (-&constant.div_floor(slope)).to_i64()
}
