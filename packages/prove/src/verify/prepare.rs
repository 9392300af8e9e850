//! Everything that does not depend on the block.

use super::findings::{limit_finding, vacuous};
use super::tasks::{Job, Task};
use super::{Ended, admissible, region};
use crate::affine::{Affine, Constraint};
use crate::chain::{MOST_EFFORT, ProofLog, Region, Unsupported};
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, Followed, Move, Ways};
use crate::proof::{ProofStep, Section};
use crate::verdict::{Finding, Statistics, Verdict};
use std::sync::Arc;

/// The effort for long chains of all tasks together; each task gets its share, and at least [`MOST_EFFORT`].
const ALL_EFFORT: u64 = 100_000_000;

/// Everything that does not depend on the block: the tasks, and the first section of the proof.
pub(super) fn prepare(
    job: &Job<'_, '_>,
    passes: &Description,
    statistics: &mut Statistics,
    warnings: &mut Vec<Finding>,
) -> Result<(Vec<Task>, Result<Section, Unsupported>), Ended> {
    let Job { original: description, original_graph: graph, options, certifying, .. } = *job;
    let proved = job.description;
    let mut log = ProofLog::new(certifying);
    let dimension = description.parameters.len() + graph.most_loops();
    let dimension = passes.parameters.len().max(dimension);
    let mut region = region(dimension, options);
    let conditions = description.constraints();
    let limited = |limit| (Verdict::Undecided, vec![limit_finding(limit)]);
    let largest = region.logging(&mut log, |region| {
        if region.enter(&conditions).map_err(limited)?.is_none() {
            return Err(vacuous(description));
        }
        let checked = admissible::check(description, passes, graph, region).map_err(limited)?;
        if !checked.faults.is_empty() {
            return Err((Verdict::Rejected, checked.faults));
        }
        warnings.extend(checked.unreached);
        let mut cases = Cases { stop: &options.stop, region, found: Vec::new() };
        description.different_moves(&mut cases).map_err(limited)?;
        Ok(cases.found)
    })?;
    warnings.extend(admissible::without_moves(description, &mut region).map_err(limited)?);
    region.count(statistics);
    let conditions = proved.constraints();
    let blocks = (0..proved.blocks.len()).map(BlockId::from_index);
    let blocks: Vec<_> = blocks.filter(|id| !proved.block(*id).words.is_empty()).collect();
    let count = (largest.len() * blocks.len()).max(1) as u64;
    let most_effort = MOST_EFFORT.max(ALL_EFFORT / count);
    let tasks = largest.into_iter().flat_map(|case| {
        let conditions = [conditions.as_slice(), &case.holds].concat();
        blocks.iter().map(move |&block| Task {
            block,
            largest: case.largest.clone(),
            followed: Arc::clone(&case.followed),
            conditions: conditions.clone(),
            most_effort,
        })
    });
    Ok((tasks.collect(), log.finish()))
}

/// One way in which moves are distinct, with one of them the largest.
struct Case {
    /// The constraints under which this is so, without the order conditions.
    holds: Vec<Constraint>,
    largest: Affine,
    followed: Arc<Followed>,
}

/// The search for the cases; the checker goes the same way.
struct Cases<'c> {
    stop: &'c CancellationToken,
    region: &'c mut Region,
    found: Vec<Case>,
}

impl Ways for Cases<'_> {
    type Error = Limit;

    fn inside(
        &mut self,
        way: &[Constraint],
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Limit>,
    ) -> Result<bool, Limit> {
        self.stop.check()?;
        let Some(outside) = self.region.enter(way)? else { return Ok(false) };
        let deeper = go_on(self);
        self.region.leave(outside);
        deeper.map(|()| true)
    }

    /// The moves that are the largest for some parameters, each with the constraints under which
    /// it is; of equal moves, the first one counts.
    ///
    /// Most moves are never as large as one that is the largest somewhere, and are not compared with any other.
    fn found(&mut self, moves: &[Move], holds: &[Constraint]) -> Result<(), Limit> {
        let region = &mut *self.region;
        let followed = Arc::new(Followed::new(moves));
        let moves: Vec<_> = moves.iter().map(|entry| entry.greatest().clone()).collect();
        let exceeds = |index: usize, other: usize| match other < index {
            true => Constraint::below(&moves[other], &moves[index]),
            false => Constraint::at_least(&moves[index], &moves[other]),
        };
        let somewhere = region.point()?.and_then(|point| {
            // `max_by_key` returns the last of equal ones; the first one is wanted.
            (0..moves.len()).rev().max_by_key(|&index| moves[index].at(point))
        });
        if moves.is_empty() {
            // Without moves there is no largest one, but there is still something to show.
            let largest = Affine::zero();
            self.found.push(Case { holds: holds.to_vec(), largest, followed });
            return Ok(());
        }
        for (index, each) in moves.iter().enumerate() {
            self.stop.check()?;
            let (mut others, mut kept) = (Vec::new(), Vec::new());
            if let Some(largest) = somewhere.filter(|largest| *largest != index)
                && !region.can(&exceeds(index, largest))?
            {
                others.push(exceeds(index, largest));
                kept.push(largest);
            } else {
                for other in (0..moves.len()).filter(|other| *other != index) {
                    let constraint = exceeds(index, other);
                    // What holds anyway need not be stated again.
                    if region.can(&Constraint::negative(&constraint.form))? {
                        others.push(constraint);
                        kept.push(other);
                    }
                }
            }
            region.log().push(|| ProofStep::Kept(kept));
            if let Some(outside) = region.enter(&others)? {
                region.leave(outside);
                let (largest, followed) = (each.clone(), Arc::clone(&followed));
                self.found.push(Case { holds: [holds, &others].concat(), largest, followed });
            }
        }
        Ok(())
    }
}
