//! Whatever does not depend on the block.

use super::findings::{limit_finding, vacuous};
use super::sweep::Followed;
use super::tasks::{Job, Task};
use super::{Ended, admissible, region};
use crate::affine::{Affine, Constraint};
use crate::chain::{MOST_EFFORT, ProofLog, Region, STACK_GROWN, STACK_LEFT, Unsupported};
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, Move, Rule};
use crate::proof::{ProofStep, Section};
use crate::verdict::{Finding, Statistics, Verdict};
use std::sync::Arc;

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
        let (rule, stop) = (description.rule, &options.stop);
        let mut cases = Cases { rule, stop, found: Vec::new() };
        cases.not_empty_ranges(&description.moves, 0, &[], region).map_err(limited)?;
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

/// One way in which moves are different, and one of them the largest.
struct Case {
    /// The constraints under which it is so, the order conditions left out.
    holds: Vec<Constraint>,
    largest: Affine,
    followed: Arc<Followed>,
}

/// What follows in a part of the region, with what holds there.
type Then<'t, C> = &'t mut dyn FnMut(&mut C, &[Constraint], &mut Region) -> Result<(), Limit>;

/// The search for the cases; the checker goes the same way.
struct Cases<'c> {
    rule: Rule,
    stop: &'c CancellationToken,
    found: Vec<Case>,
}

impl Cases<'_> {
    /// All ways in which ranges have moves or none, from the entry with this number on.
    fn not_empty_ranges(
        &mut self,
        moves: &[Move],
        first: usize,
        holds: &[Constraint],
        region: &mut Region,
    ) -> Result<(), Limit> {
        let Some(range) = (first..moves.len()).find(|&it| moves[it].last.is_some()) else {
            return self.different(moves, (0, 1), holds, region);
        };
        let (size, last) = (&moves[range].size, moves[range].greatest());
        let mut others = moves.to_vec();
        others.remove(range);
        let ways = [
            (Constraint::at_least(last, size), moves, range + 1),
            (Constraint::below(last, size), &others, range),
        ];
        for (way, moves, next) in ways {
            self.where_it_holds(vec![way], holds, region, &mut |cases, holds, region| {
                cases.not_empty_ranges(moves, next, holds, region)
            })?;
        }
        Ok(())
    }

    /// Goes on, one deeper, where this holds as well, if it does somewhere.
    fn where_it_holds(
        &mut self,
        way: Vec<Constraint>,
        holds: &[Constraint],
        region: &mut Region,
        then: Then<'_, Self>,
    ) -> Result<bool, Limit> {
        self.stop.check()?;
        let Some(outside) = region.enter(&way)? else { return Ok(false) };
        let holds = [holds, &way].concat();
        let deeper = stacker::maybe_grow(STACK_LEFT, STACK_GROWN, || then(self, &holds, region));
        region.leave(outside);
        deeper.map(|()| true)
    }

    /// Where options are counted, moves are a set: all ways in which some of `moves`, of which the
    /// pairs of entries before this one have none in common, are equal.
    fn different(
        &mut self,
        moves: &[Move],
        (mut first, mut second): (usize, usize),
        holds: &[Constraint],
        region: &mut Region,
    ) -> Result<(), Limit> {
        while first + 1 < moves.len() && self.rule.counts() {
            if second >= moves.len() {
                (first, second) = (first + 1, first + 2);
                continue;
            }
            let mut overlap = false;
            for (way, joined) in moves[first].overlaps(&moves[second]) {
                if way.iter().any(Constraint::is_never) {
                    continue;
                }
                // What another entry has in common with the joined one is open again.
                let next = if joined == moves[first] { (first, second) } else { (0, 1) };
                let mut fewer = moves.to_vec();
                fewer.remove(second);
                fewer[first] = joined;
                overlap |=
                    self.where_it_holds(way, holds, region, &mut |cases, holds, region| {
                        cases.different(&fewer, next, holds, region)
                    })?;
            }
            if overlap {
                let next = (first, second + 1);
                for way in moves[first].apart(&moves[second]) {
                    self.where_it_holds(vec![way], holds, region, &mut |cases, holds, region| {
                        cases.different(moves, next, holds, region)
                    })?;
                }
                return Ok(());
            }
            second += 1;
        }
        self.largest(moves, holds, region)
    }

    /// The moves that are the largest for some parameters, each with the constraints under which
    /// it is; of equal moves, the first one counts.
    ///
    /// Most moves are never as large as one that is the largest somewhere, and are compared with no
    /// other.
    fn largest(
        &mut self,
        moves: &[Move],
        holds: &[Constraint],
        region: &mut Region,
    ) -> Result<(), Limit> {
        let followed = Arc::new(Followed::new(moves));
        let moves: Vec<_> = moves.iter().map(|entry| entry.greatest().clone()).collect();
        let exceeds = |index: usize, other: usize| match other < index {
            true => Constraint::below(&moves[other], &moves[index]),
            false => Constraint::at_least(&moves[index], &moves[other]),
        };
        let somewhere = region.point()?.and_then(|point| {
            // The last of equal ones is the maximum; the first one is wanted.
            (0..moves.len()).rev().max_by_key(|&index| moves[index].at(point))
        });
        if moves.is_empty() {
            // Without moves there is no largest one, and still something to show.
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
                let (largest, followed) = (each.clone(), Arc::clone(&followed));
                self.found.push(Case { holds: [holds, &others].concat(), largest, followed });
            }
        }
        Ok(())
    }
}
