//! What follows for a class of games from a description that is proved.

use super::family::Family;
use super::law::{self, Law};
use super::prove::Proved;
use super::{Exception, Options, Progress, small};
use crate::accelerate::Cycle;
use crate::theorem::{Theorem, Undecided};

/// A class with a description that is proved.
#[derive(Debug)]
pub struct Part {
    /// The description.
    pub proved: Proved,
    /// What follows about period and preperiod, or why that is not known.
    pub theorem: Result<Theorem, Undecided>,
    /// The period and the preperiod by remainders, if there is a theorem.
    pub(super) period: Vec<Law>,
    pub(super) preperiod: Vec<Law>,
    /// The games that may be exceptions, in order: those below the ones that are described, and those
    /// about which the theorem says something of their own.
    pub(super) others: Vec<Exception>,
}

impl Part {
    /// Derives the theorem, and computes the games below.
    pub(super) fn new(family: &Family, proved: Proved, options: &Options<'_>) -> Self {
        options.tell(Progress::Derive(proved.class));
        let theorem = proved.theorem(&options.stop);
        let mut part =
            Self { proved, theorem, period: Vec::new(), preperiod: Vec::new(), others: Vec::new() };
        let Ok(theorem) = &part.theorem else { return part };
        let laws = |pieces, is_least| law::laws(part.proved.class, pieces, is_least);
        let (Some(period), Some(preperiod)) = (
            laws(&theorem.period, theorem.period_is_least()),
            laws(&theorem.preperiod, theorem.preperiod_is_least()),
        ) else {
            part.theorem = Err(Undecided::Unsupported("too many remainders of the parameter"));
            return part;
        };
        let others = others(family, &part.proved, theorem, options);
        Self { period, preperiod, others, ..part }
    }
}

/// The games of a class that may be exceptions.
fn others(
    family: &Family,
    proved: &Proved,
    theorem: &Theorem,
    options: &Options<'_>,
) -> Vec<Exception> {
    let class = proved.class;
    let mut others = Vec::new();
    for index in class.first(family.least())..proved.least {
        let parameter = class.at(index);
        options.tell(Progress::Compute(parameter));
        // A stop, too, leaves the game unknown.
        let (values, stop) = (options.values, &options.stop);
        let cycle = small::cycle(family, parameter, values, small::STEPS, true, stop);
        others.push(Exception { parameter, cycle: cycle.unwrap_or_default() });
    }
    let settled = law::settled(&theorem.period).max(law::settled(&theorem.preperiod));
    for index in proved.least..settled.to_i64().unwrap_or(proved.least) {
        let cycle = law::value(&theorem.period, index).and_then(|period| {
            let preperiod = law::value(&theorem.preperiod, index)?;
            Some(Cycle { period, preperiod, is_least: theorem.is_minimal() })
        });
        others.push(Exception { parameter: class.at(index), cycle });
    }
    others
}
