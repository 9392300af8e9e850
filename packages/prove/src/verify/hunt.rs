//! The direct search for a counterexample.
//!
//! The choices of the parameters are put into the description in turn, and what it says is compared with the rule
//! ([`walk`]).  What this finds is a failure, whatever the proof can decide; what it does not find says nothing about
//! other parameters.
//!
//! First come the parameters in order.  As long as each is certainly right, the first failure is the smallest of all.
//! Then come the places that [`super::points`] picks.
//!
//! The work is fixed beforehand ([`Extent`]) and depends only on the text, so that the same text always gives the same
//! answer.  It grows in three steps with the cost of the proof: the smallest parameters before the proof starts, a few
//! more places when it takes long, and the most where a limit ends it.

use super::points::{next, spread, turning};
use super::walk::{Ending, Reach, walk};
use super::{Options, region};
use crate::Integer;
use crate::chain::{BlockGraph, Region};
use crate::ilp::Point;
use crate::limit::Limit;
use crate::model::Description;
use std::collections::BTreeSet;

/// The most parameters that are tried in order.
const IN_ORDER: usize = 48;

/// The divisor of the work that gives the greatest share of one choice of parameters.
const SHARE: u64 = 16;

/// How much is examined.  Work is counted in comparisons of a position with the target of a move; to each of the
/// numbers below, one is added for each word and each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Only the smallest parameters: 256 comparisons.
    Smallest,
    /// 2^18 comparisons.
    Wide,
    /// 2^22 comparisons.
    Widest,
}

/// What a search has examined, and what it found.
#[derive(Clone, Debug, Default)]
pub(super) struct Hunted {
    /// The smallest parameters found for which the description is wrong.
    pub failure: Option<Point>,
    /// Is it right for all smaller ones?
    pub smallest: bool,
    /// The number of choices of parameters that were tried.
    pub tried: usize,
    /// The smallest parameters of all.
    pub first: Option<Point>,
    /// The number of positions that obey the rule.
    pub positions: Integer,
}

/// Looks for a failure.
pub(super) fn hunt(
    description: &Description,
    graph: &BlockGraph<'_>,
    options: &Options<'_>,
    extent: Extent,
) -> Hunted {
    let dimension = description.parameters.len();
    let mut region = region(dimension + graph.most_loops(), options);
    let words = description.blocks.iter().map(|block| block.words.len() as u64).sum::<u64>();
    let run = words.saturating_mul(1 + description.moves.len() as u64);
    let work = match extent {
        Extent::Smallest => run.saturating_add(1 << 8),
        Extent::Wide => run.saturating_add(1 << 18),
        Extent::Widest => run.saturating_add(1 << 22),
    };
    let mut search = Hunt {
        description,
        options,
        left: work,
        share: match extent {
            Extent::Smallest => work,
            _ => run.saturating_add(work / SHARE),
        },
        tried: BTreeSet::new(),
        found: Hunted::default(),
    };
    // A limit only ends the list of parameters.
    let _ = search.all(graph, &mut region, extent);
    search.found.tried = search.tried.len();
    search.found
}

struct Hunt<'s> {
    description: &'s Description,
    options: &'s Options<'s>,
    /// The work that is left.
    left: u64,
    /// The most work for one choice of parameters.
    share: u64,
    tried: BTreeSet<Point>,
    found: Hunted,
}

impl Hunt<'_> {
    fn all(
        &mut self,
        graph: &BlockGraph<'_>,
        region: &mut Region,
        extent: Extent,
    ) -> Result<(), Limit> {
        let dimension = self.description.parameters.len();
        if region.enter(&self.description.constraints())?.is_none() {
            return Ok(());
        }
        let Some(first) = region.smallest(&[], dimension)? else { return Ok(()) };
        self.found.first = Some(first.clone());
        self.found.smallest = true;
        let half = self.left / 2;
        let mut point = Some(first);
        while let Some(here) = point
            && self.found.failure.is_none()
        {
            let right = self.attempt(&here);
            if self.found.failure.is_some() || extent == Extent::Smallest {
                return Ok(());
            }
            self.found.smallest &= right;
            if self.tried.len() == IN_ORDER || self.left < half {
                break;
            }
            point = next(region, &here)?;
        }
        self.found.smallest = false;
        for point in spread(region, dimension)? {
            self.attempt(&point);
        }
        for point in turning(self.description, graph, region) {
            self.attempt(&point);
        }
        Ok(())
    }

    /// Tries these parameters, unless they were tried or smaller ones are known to be wrong.  Is the
    /// description right for them?
    fn attempt(&mut self, point: &Point) -> bool {
        let larger = self.found.failure.as_ref().is_some_and(|known| known < point);
        if self.left == 0 || larger || !self.tried.insert(point.clone()) {
            return false;
        }
        let effort = self.share.min(self.left);
        let compared = effort / (1 + self.description.moves.len() as u64);
        let reach = Reach { words: effort, compared, effort };
        let walked = walk(self.description, point, reach, &self.options.stop);
        self.left = self.left.saturating_sub(walked.effort.max(1));
        self.found.positions += &walked.positions;
        match walked.ending {
            Ending::Failure(_) => self.found.failure = Some(point.clone()),
            Ending::Right => return true,
            Ending::Open(_) => {}
        }
        false
    }
}
