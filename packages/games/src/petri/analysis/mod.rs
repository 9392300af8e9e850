//! What is known of a net without looking at all of its markings, and what they say together.
//!
//! ```text
//!       ┌─ flow ────────── presets, postsets, incidence matrix
//! Net ──┼─ invariants ──── weighted sums of tokens that stay, sequences that lead back
//!       ├─ siphons ─────── sets of places that stay empty, or marked
//!       ├─ coverability ── which places are bounded          (complement: capacities as places)
//!       └─ behaviour ───── deadlocks, liveness               (graph: all markings)
//! ```
//!
//! Everything is exact: a limit that is reached has a name, and what it leaves open is not claimed.
//! Definitions are those of T. Murata (Petri nets: properties, analysis and applications, Proceedings of
//! the IEEE 77, 1989) where a module names no other source.

mod behaviour;
mod complement;
mod coverability;
mod flow;
mod invariants;
mod numbers;
mod siphons;

pub use behaviour::{Behaviour, Deadlock, LISTED_DEADLOCKS, Level, Liveness, behaviour};
pub use complement::Complement;
pub use coverability::{Coverability, NODES, NoCoverability, Tokens, coverability};
pub use flow::{Around, NetNode, around, incidence};
pub use invariants::{INVARIANTS, Invariants, place_invariants, transition_invariants};
pub use siphons::{SETS, Sets, siphons, traps};

use super::firing::CapacityRule;
use super::net::Net;
use crate::limit::{CancellationToken, Limit};

grundy_language::named! {
    /// A part of an analysis.
    Part {
        /// See [`around`].
        Nodes: "nodes", "presets and postsets of nodes";
        /// See [`incidence`].
        Matrix: "matrix", "the incidence matrix";
        /// See [`place_invariants`] and [`transition_invariants`].
        Invariants: "invariants", "place and transition invariants";
        /// See [`siphons()`] and [`traps`].
        Siphons: "siphons", "minimal siphons and traps";
        /// See [`behaviour()`].
        Behaviour: "behaviour", "deadlocks with their shortest sequences, and liveness";
        /// See [`coverability()`].
        Coverability: "coverability", "the coverability graph";
    }
}

/// How far to go.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// The rule of capacities.
    pub rule: CapacityRule,
    /// The most markings, at least 1.
    pub limit_markings: usize,
    /// The most invariants, sets and nodes of a coverability graph, of each, also on the way to them.
    pub limit_results: usize,
    /// Asks for an early end.
    pub stop: CancellationToken,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            rule: CapacityRule::Net,
            limit_markings: 1_000_000,
            limit_results: 10_000,
            stop: CancellationToken::default(),
        }
    }
}

/// The parts of an analysis that were asked for; the others are `None`.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The columns of the incidence matrix.
    pub matrix: Option<Vec<Vec<(usize, i64)>>>,
    /// Place invariants.
    pub place_invariants: Option<Result<Invariants, Limit>>,
    /// Transition invariants.
    pub transition_invariants: Option<Result<Invariants, Limit>>,
    /// Minimal siphons.
    pub siphons: Option<Result<Sets, Limit>>,
    /// Minimal traps.
    pub traps: Option<Result<Sets, Limit>>,
    /// Deadlocks and liveness.
    pub behaviour: Option<Behaviour>,
    /// The coverability graph.
    pub coverability: Option<Result<Coverability, NoCoverability>>,
}

impl Analysis {
    /// Analyses a net.  [`Part::Nodes`] needs no work, see [`around`].
    pub fn of(net: &Net, parts: &[Part], options: &AnalysisOptions) -> Self {
        let wants = |part| parts.contains(&part);
        let of = |part, find: fn(&Net, &AnalysisOptions) -> Result<Invariants, Limit>| {
            wants(part).then(|| find(net, options))
        };
        let sets = |part, find: fn(&Net, &AnalysisOptions) -> Result<Sets, Limit>| {
            wants(part).then(|| find(net, options))
        };
        Self {
            matrix: wants(Part::Matrix).then(|| incidence(net)),
            place_invariants: of(Part::Invariants, place_invariants),
            transition_invariants: of(Part::Invariants, transition_invariants),
            siphons: sets(Part::Siphons, siphons),
            traps: sets(Part::Siphons, traps),
            coverability: wants(Part::Coverability).then(|| coverability(net, options)),
            behaviour: wants(Part::Behaviour).then(|| behaviour(net, options)),
        }
    }

    /// How many results there are, complete or not, each of which has one limit at most.
    pub fn results(&self) -> usize {
        let invariants = [&self.place_invariants, &self.transition_invariants];
        let sets = [&self.siphons, &self.traps];
        invariants.into_iter().flatten().count()
            + sets.into_iter().flatten().count()
            + usize::from(self.behaviour.is_some())
            + usize::from(self.coverability.is_some())
    }

    /// Was it proved that there are infinitely many markings?
    pub fn is_unbounded(&self) -> bool {
        let covering = self.coverability.as_ref().and_then(|found| found.as_ref().ok());
        covering.is_some_and(|graph| !graph.is_bounded())
            || self.behaviour.as_ref().is_some_and(|found| found.pump.is_some())
    }

    /// The limits that were reached.  That a coverability graph does not exist is none.
    pub fn limits(&self) -> Vec<Limit> {
        let invariants = [&self.place_invariants, &self.transition_invariants];
        let invariants = invariants.into_iter().flatten().filter_map(|found| match found {
            Ok(found) => found.limit,
            Err(limit) => Some(*limit),
        });
        let sets = [&self.siphons, &self.traps].into_iter().flatten();
        let sets = sets.filter_map(|found| found.as_ref().err().copied());
        let behaviour = self.behaviour.as_ref().and_then(|it| it.limit);
        let coverability = self.coverability.as_ref().and_then(|it| match it {
            Err(NoCoverability::Limit(limit)) => Some(*limit),
            _ => None,
        });
        invariants.chain(sets).chain(behaviour).chain(coverability).collect()
    }
}
