//! The proof for one class.

use super::anti_unify::{anti_unify, outer_steps};
use super::{ParametricOptions, ParametricProgress};
use crate::limit::Limit;
use crate::open::{Open, Reason};
use crate::runs::{LoopSearch, LoopStructure};
use crate::sequence::Rule;
use crate::trace::{self, Class, Move, Proof, Refused, Shown, Trace, diagram};
use crate::walls::COLUMNS;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A class whose outcomes are proved.
#[derive(Clone, Debug)]
pub struct ShownClass {
    /// The class, and why it is proved.
    pub proof: Proof,
    /// What it shows.
    pub shown: Shown,
}

impl ShownClass {
    /// The class, with what is proved about it.
    pub fn class(&self) -> Class {
        let [start, step] = self.proof.class();
        Class { start, step, shown: self.shown.clone() }
    }
}

/// The most states that are tried as those that occur once in the period.
const PLACES: u64 = 64;

/// The games of a family whose loop structures are known.
pub(super) struct Games<'a> {
    moves: &'a [Move],
    pub options: &'a ParametricOptions<'a>,
    known: FxHashMap<i64, Result<Rc<LoopStructure>, Reason>>,
    /// The number of steps that a game took when it was last computed.
    taken: FxHashMap<i64, u64>,
    /// Are combs made?
    combs: bool,
    /// The most steps that are computed for each game.
    pub most: u64,
    /// The number of steps that were computed.
    pub steps: u64,
}

impl<'a> Games<'a> {
    pub(super) fn new(moves: &'a [Move], options: &'a ParametricOptions<'a>) -> Self {
        let (known, taken) = (FxHashMap::default(), FxHashMap::default());
        Self { moves, options, known, taken, combs: false, most: options.steps, steps: 0 }
    }

    /// The same with combs.
    pub(super) fn combed(moves: &'a [Move], options: &'a ParametricOptions<'a>) -> Self {
        Self { combs: true, ..Self::new(moves, options) }
    }

    /// The loop structure of the game with this parameter.
    pub(super) fn structure(&mut self, parameter: i64) -> Result<Rc<LoopStructure>, Open> {
        let open = |reason| Open { parameter, reason };
        if let Some(known) = self.known.get(&parameter) {
            return known.clone().map_err(open);
        }
        let found = self.search(parameter);
        if !matches!(found, Err(Reason::Limit(Limit::STOPPED) | Reason::Steps)) {
            self.known.insert(parameter, found.clone());
        }
        found.map_err(open)
    }

    /// Forgets all loop structures.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// The number of steps that the game with this parameter took when it was last computed.
    pub(super) fn taken(&self, parameter: i64) -> u64 {
        self.taken.get(&parameter).copied().unwrap_or(0)
    }

    fn search(&mut self, parameter: i64) -> Result<Rc<LoopStructure>, Reason> {
        let search = search(self.moves, parameter)?;
        let mut search = if self.combs { search.combed() } else { search.plain(false) };
        self.options.tell(ParametricProgress::Game { parameter, steps: 0 });
        let found = search.run(self.most, &self.options.stop);
        self.steps += search.statistics().steps;
        self.taken.insert(parameter, search.statistics().steps);
        if !found.map_err(Reason::Limit)? {
            return Err(Reason::Steps);
        }
        search.structure().map(Rc::new).ok_or(Reason::Steps)
    }

    /// Proves a class.
    pub(super) fn prove(&mut self, start: i64, step: i64) -> Result<ShownClass, Open> {
        let open = |reason| Open { parameter: start, reason };
        let second = start.checked_add(step).ok_or(open(Reason::Moves))?;
        let (one, other) = (self.structure(start)?, self.structure(second)?);
        prove_structures(self.moves, [start, step], [&one, &other], self.options)
    }
}

/// The search for the loop structure of a game.
pub(super) fn search(moves: &[Move], parameter: i64) -> Result<LoopSearch, Reason> {
    let size = |it: &Move| {
        let size = it.factor.checked_mul(parameter)?.checked_add(it.summand)?;
        u64::try_from(size).ok()
    };
    let sizes = moves.iter().map(size).collect::<Option<Vec<_>>>();
    sizes.and_then(|sizes| LoopSearch::new(&sizes, Rule::Normal)).ok_or(Reason::Moves)
}

/// Proves a class, n = start + step * m, given the loop structures of its first two games.
pub(super) fn prove_structures(
    moves: &[Move],
    [start, step]: [i64; 2],
    [one, other]: [&LoopStructure; 2],
    options: &ParametricOptions<'_>,
) -> Result<ShownClass, Open> {
    let open = |reason| Open { parameter: start, reason };
    let united = anti_unify(&one.before, &other.before).zip(anti_unify(&one.period, &other.period));
    let Some((before, period)) = united.filter(|_| one.combs == other.combs) else {
        return Err(open(Reason::Structures(start + step)));
    };
    let combs = one.combs.clone();
    let trace = Trace { moves: moves.to_vec(), start, step, combs, before, period };
    checked(Proof::Trace(trace), options).map_err(open)
}

/// Checks a proof; for a trace, also looks for a state that occurs once.
pub(super) fn checked(proof: Proof, options: &ParametricOptions<'_>) -> Result<ShownClass, Reason> {
    let [start, step] = proof.class();
    options.tell(ParametricProgress::Check { start, step });
    let stop = || options.stop.requested();
    let shown = match &proof {
        Proof::Diagram(diagram) => diagram::check(diagram, &COLUMNS, &stop).ok(),
        Proof::Trace(trace) => {
            let steps = outer_steps(&trace.period);
            let place = |index| (u128::from(index) * u128::from(steps) / u128::from(PLACES)) as u64;
            let places: Vec<_> = match steps > PLACES {
                true => (0..PLACES).map(place).collect(),
                false => (0..steps).collect(),
            };
            match trace::check(trace, &places, &stop) {
                Err(Refused { reason: trace::Reason::Stopped, .. }) => {
                    return Err(Reason::Limit(Limit::STOPPED));
                }
                found => Some(found.map_err(Reason::Refused)?),
            }
        }
    };
    shown.map(|shown| ShownClass { proof, shown }).ok_or(Reason::Unlike)
}
