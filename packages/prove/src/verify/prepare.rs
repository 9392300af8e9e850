//! Whatever does not depend on the block.

use super::findings::{limit_finding, vacuous};
use super::tasks::{Job, Task};
use super::{Ended, admissible, region, sweep};
use crate::affine::{Affine, Constraint};
use crate::chain::{MOST_EFFORT, ProofLog, Region, Unsupported};
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description};
use crate::proof::{ProofStep, Section};
use crate::verdict::{Finding, Statistics, Verdict};

/// The effort for long chains of all tasks together, of which each has its share, and at least
/// [`MOST_EFFORT`].
const ALL_EFFORT: u64 = 100_000_000;

/// Whatever does not depend on the block: the tasks, and the first section of the proof.
pub fn prepare(
    job: &Job<'_, '_>,
    passes: &Description,
    statistics: &mut Statistics,
    warnings: &mut Vec<Finding>,
) -> Result<(Vec<Task>, Result<Section, Unsupported>), Ended> {
    let Job { original: description, original_graph: graph, options, certifying, .. } = *job;
    let proved = job.description;
    let mut log = ProofLog::new(certifying);
    let most_loops = (0..description.blocks.len())
        .map(|index| graph.at(BlockId::from_index(index)).loops.len())
        .max()
        .unwrap_or(0);
    let dimension = passes.parameters.len().max(description.parameters.len() + most_loops);
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
        largest_moves(description, region, &options.stop).map_err(limited)
    })?;
    region.count(statistics);
    let conditions = proved.constraints();
    let blocks = (0..proved.blocks.len()).map(BlockId::from_index);
    let blocks: Vec<_> = blocks.filter(|id| !proved.block(*id).words.is_empty()).collect();
    let count = (largest.len() * blocks.len()).max(1) as u64;
    let most_effort = MOST_EFFORT.max(ALL_EFFORT / count);
    let tasks = largest.into_iter().flat_map(|(largest, is_largest)| {
        let conditions = [conditions.as_slice(), &is_largest].concat();
        blocks.iter().map(move |&block| Task {
            block,
            largest: largest.clone(),
            conditions: conditions.clone(),
            most_effort,
        })
    });
    Ok((tasks.collect(), log.finish()))
}

/// The moves that are the largest for some parameters, each with the constraints under which
/// it is; of equal moves, the first one counts.
///
/// Most moves are never as large as one that is the largest somewhere, and are compared with no
/// other.
fn largest_moves(
    description: &Description,
    region: &mut Region,
    stop: &CancellationToken,
) -> Result<Vec<(Affine, Vec<Constraint>)>, Limit> {
    let moves = sweep::moves(description);
    let exceeds = |index: usize, other: usize| match other < index {
        true => Constraint::below(&moves[other], &moves[index]),
        false => Constraint::at_least(&moves[index], &moves[other]),
    };
    let somewhere = region.point()?.and_then(|point| {
        // The last of equal ones is the maximum; the first one is wanted.
        (0..moves.len()).rev().max_by_key(|&index| moves[index].at(point))
    });
    let mut cases = Vec::new();
    for (index, each) in moves.iter().enumerate() {
        stop.check()?;
        let (mut others, mut kept) = (Vec::new(), Vec::new());
        if let Some(largest) = somewhere.filter(|largest| *largest != index)
            && !region.can(&exceeds(index, largest))?
        {
            others.push(exceeds(index, largest));
            kept.push(largest);
        } else {
            for other in (0..moves.len()).filter(|other| *other != index) {
                let constraint = exceeds(index, other);
                // What holds anyway need not be said again.
                if region.can(&Constraint::at_least_zero((-&constraint.form).plus(-1)))? {
                    others.push(constraint);
                    kept.push(other);
                }
            }
        }
        region.log().push(|| ProofStep::Kept(kept));
        if let Some(outside) = region.enter(&others)? {
            region.leave(outside);
            cases.push((each.clone(), others));
        }
    }
    Ok(cases)
}
