//! Comparing a catalogue with computation.

use super::compute::Effort;
use super::described::Described;
use super::model::{Catalogue, Entry};
use super::questions::{Answer, Answers, Question, Questions};
use super::{families, known, sums, tables};
use crate::limit::{CancellationToken, Limit};
use crate::verdict::PublishedValue;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What to compute, and how far.
#[derive(Default)]
pub struct CheckOptions<'a> {
    /// The greatest sum of period, preperiod and largest move for which a game is computed by positions.
    pub limit_positions: u64,
    /// The most steps of [`crate::runs`] for the cycle of each other game.
    pub limit_steps: u64,
    /// Only families with this number.
    pub number: Option<u32>,
    /// Descriptions that are proved if their moves are those of a family, and whose theorems
    /// then decide formulas for all parameters.
    pub descriptions: &'a [&'a Described],
    /// Ends the work early.
    pub stop: CancellationToken,
    /// Called whenever a game is done, with the number of those done and of all.
    pub progress: Option<&'a (dyn Fn(usize, usize) + Sync)>,
}

enum Plan<'a> {
    Family(families::FamilyPlan<'a>),
    Table(tables::TablePlan<'a>),
    Sums(sums::SumsPlan<'a>),
}

/// Compares every value of the catalogue with computation, in the order of the file.
///
/// Uses the threads of the rayon pool in which it is called.  A value is *refuted* as soon as one computed game
/// differs, and *verified* only if every game that it is claimed for was computed, or is one for which a proved
/// description gives the value.
///
/// # Panics
/// When computation contradicts what a description proves: this is a bug.
pub fn check(catalogue: &Catalogue, options: &CheckOptions<'_>) -> Vec<PublishedValue> {
    let mut questions = Questions::default();
    let mut plans = Vec::new();
    for entry in &catalogue.entries {
        let wanted = match (options.number, entry) {
            (None, _) => true,
            (number, Entry::Family(family)) => family.number == number,
            (Some(_), _) => false,
        };
        if wanted {
            plans.push(match entry {
                Entry::Family(family) => Plan::Family(families::plan(
                    family,
                    options.descriptions,
                    &options.stop,
                    &mut questions,
                )),
                Entry::Table(table) => Plan::Table(tables::plan(table, &mut questions)),
                Entry::Statistics(sum) | Entry::Areas(sum) => {
                    let areas = matches!(entry, Entry::Areas(_));
                    Plan::Sums(sums::plan(sum, areas, &mut questions))
                }
            });
        }
    }
    let answers = Answers(answer(&questions.0, options));
    let judge = |plan: Plan<'_>| match plan {
        Plan::Family(plan) => families::judge(&plan, &answers),
        Plan::Table(plan) => tables::judge(&plan, &answers),
        Plan::Sums(plan) => sums::judge(&plan, &answers),
    };
    let mut values: Vec<_> = plans.into_iter().flat_map(judge).collect();
    known::mark(&mut values);
    values
}

fn answer(questions: &[Question], options: &CheckOptions<'_>) -> Vec<Result<Answer, Limit>> {
    let done = AtomicUsize::new(0);
    let total = questions.len();
    let effort = Effort { positions: options.limit_positions, steps: options.limit_steps };
    let answers = questions.par_iter().with_max_len(1).map(|question| {
        let answer = question.answer(effort, &options.stop);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(progress) = options.progress {
            progress(done, total);
        }
        answer
    });
    answers.collect()
}
