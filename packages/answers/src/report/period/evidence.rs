//! Why a period is right.

use super::{Known, Repetition};
use crate::Integer;
use crate::diagnostic::counted;
use crate::infer::{Class, Member};
use crate::one_game::Method;
use crate::real::Real;
use crate::report::json::Spelled;
use crate::report::theorem::{LawJson, braces, spaced};
use crate::sequence::{Rule, SetProof};
use grundy_output::output;
use std::collections::BTreeMap;

/// Why the period is right.
#[output]
#[serde(tag = "evidence", rename_all = "lowercase")]
#[derive(Clone, Debug)]
pub enum Evidence {
    /// All positions up to the second occurrence of a state.
    Positions {
        /// Those before this one come from a checkpoint.
        #[serde(skip)]
        from: u64,
    },
    /// Runs, and proved jumps over loops of them.
    Loops {
        /// The step at which a checkpoint had been written.
        #[serde(skip)]
        from: u64,
    },
    /// Walls between domains that repeat in two directions.
    Domains,
    /// Runs of lost positions, where moves are ranges.
    Ranges,
    /// Runs of lost positions, or a game with smaller moves, where moves are large.
    Smaller,
    /// The order of the minimal polynomial of a linear recurrence.
    Recurrence,
    /// A set of moves by which a state recurs.
    State,
    /// A set of moves by which some positions decide all later ones.
    Covered {
        /// The first of the later ones.
        before: Spelled<u64>,
    },
    /// A set of moves of which, modulo the period, those after one join no two positions of one value.
    Modulo {
        /// The greatest of the moves before.
        greatest: Spelled<u64>,
        /// The positions that none joins.
        #[serde(skip)]
        joined: &'static str,
    },
    /// A set of moves that are rare, and of which each number divides one.
    Divisors,
    /// Losing intervals.
    Intervals {
        /// How many begin in a period.
        losing_intervals: Spelled<usize>,
        /// Their total length.
        losing_length: Spelled<Real>,
        /// The length of the shortest of all.
        shortest: Spelled<Real>,
    },
    /// The integer game that the game is in units of a number.
    Units {
        /// The number.
        unit: Spelled<Real>,
        /// The moves of the integer game.
        #[serde(skip)]
        sizes: Vec<u64>,
        /// What found its period.
        #[serde(skip)]
        by: Method,
    },
    /// A theorem about a family.
    Theorem {
        /// The theorem, and which game of the family this is.
        theorem: Box<OfFamily>,
    },
    /// A checkpoint of a search that had ended.
    Checkpoint,
}

/// What is proved of games of a family, and which one the game is.
#[output]
#[derive(Clone, Debug)]
pub struct OfFamily {
    moves: Vec<String>,
    /// The only parameter.
    parameter: Option<String>,
    /// Its value here.
    value: Option<String>,
    /// The parameters, where there are several.
    at: Option<BTreeMap<String, String>>,
    period: LawJson,
    preperiod: LawJson,
    /// The same for people.
    #[serde(skip)]
    told: String,
}

impl OfFamily {
    /// The family that this game is an instance of.
    pub fn new(member: &Member) -> Self {
        let Member { parameters: names, moves, at, laws, .. } = member;
        let [period, preperiod] = laws.each_ref().map(|law| LawJson::new(law, names));
        let only = match (&names[..], &at[..]) {
            ([name], [value]) => Some((name.clone(), value.to_string())),
            _ => None,
        };
        let all = names.iter().cloned().zip(at.iter().map(Integer::to_string));
        Self {
            moves: moves.clone(),
            at: only.is_none().then(|| all.collect()),
            value: only.as_ref().map(|parameter| parameter.1.clone()),
            parameter: only.map(|parameter| parameter.0),
            period,
            preperiod,
            told: instance(member),
        }
    }
}

/// The family that it is an instance of, for people.
fn instance(
    Member { parameters: names, moves, at, laws: [period, preperiod], .. }: &Member,
) -> String {
    let class = Class::written(&period.classes, &names[0]).unwrap_or_default();
    let values = names.iter().zip(at).map(|(name, value)| format!("{name} = {value}"));
    format!(
        "by a theorem: {} has least period {} and least preperiod {} for all {}{}; here {}",
        braces(&moves.join(" ")),
        period.formula(names),
        preperiod.formula(names),
        period.range(names),
        spaced("with", &class),
        values.collect::<Vec<_>>().join(", "),
    )
}

impl Evidence {
    /// A proof about a set of moves.
    pub fn of_set(proof: SetProof, rule: Rule) -> Self {
        match proof {
            SetProof::State => Self::State,
            SetProof::Covered(before) => Self::Covered { before: before.into() },
            SetProof::UpTo(greatest) => {
                let joined =
                    if rule == Rule::Mex { "positions of equal value" } else { "lost positions" };
                Self::Modulo { greatest: greatest.into(), joined }
            }
        }
    }

    /// For people.
    pub(super) fn text(&self, known: &Known) -> String {
        let Known::Cycle(Repetition { period, .. }) = known else {
            return "proved by A. Flammenkamp 1996, Satz 28 and Folgerung 29".to_owned();
        };
        match self {
            Self::Positions { from: 0 } => "computed directly, from position 0 on".to_owned(),
            Self::Positions { from } => format!(
                "computed directly, continued from position {from}; the earlier values come from the checkpoint"
            ),
            Self::Loops { from: 0 } => LOOPS.to_owned(),
            Self::Loops { from } => format!("{LOOPS}, continued from step {from}"),
            Self::Domains => DOMAINS.to_owned(),
            Self::Ranges => "computed run by run, a range of moves at a time".to_owned(),
            Self::Smaller => {
                "from the runs of lost positions, or from a game with smaller moves".to_owned()
            }
            Self::Recurrence => {
                "the order of the minimal polynomial of a linear recurrence".to_owned()
            }
            Self::State => "proved by a state that recurs".to_owned(),
            Self::Covered { before } => {
                format!("proved: the positions before {before} decide all later ones")
            }
            Self::Modulo { greatest, joined } => format!(
                "proved by the moves up to {greatest}: modulo {period}, no other move joins two {joined}"
            ),
            // If the sequence has a period, the reason is another.
            Self::Divisors => String::new(),
            Self::Intervals { losing_intervals, losing_length, shortest } => {
                let many = counted(losing_intervals.0, "losing interval");
                format!(
                    "computed interval by interval: {many} in a period, of total length {losing_length}; the \
                     shortest of all has length {shortest}"
                )
            }
            Self::Units { unit, sizes, by } => {
                let by = match by {
                    Method::Direct => "computed directly",
                    Method::Runs | Method::Combs => LOOPS,
                    Method::Domains => DOMAINS,
                    Method::Recurrence | Method::Description => "computed as a linear recurrence",
                };
                let sizes: Vec<_> = sizes.iter().map(u64::to_string).collect();
                let sizes = braces(&sizes.join(" "));
                match unit.0.to_integer().is_some_and(Integer::is_one) {
                    true => by.to_owned(),
                    false => format!("as the integer game {sizes} in units of {unit}, {by}"),
                }
            }
            Self::Theorem { theorem } => theorem.told.clone(),
            Self::Checkpoint => {
                "taken on trust from the checkpoint of a finished search".to_owned()
            }
        }
    }

    /// Are the positions real numbers?
    pub(super) fn is_about_reals(&self) -> bool {
        matches!(self, Self::Intervals { .. } | Self::Units { .. })
    }
}

const LOOPS: &str = "computed run by run, with proved jumps over loops";
const DOMAINS: &str = "proved by walls between domains that repeat in two directions";
