//! Sets that are residues modulo c from some size on, such as cofinite sets.
//!
//! Let s be a move if and only if s + c is one, for every s >= a.  The value of a position x depends on
//!
//! * x modulo c, and the values of the a - 1 positions before x, the *near* ones;
//! * which values occur among the *far* positions, those up to x - a, that moves lead to from the residue class of x,
//!   and how often where options are counted; and the same for the other classes, as later values depend on these.
//!
//! This is a state.  Outcomes make it finite: the number of lost, or won, far options matters only up to the number
//! from which on the rule does not change, or modulo 2.
//!
//! Grundy values grow.  Let m be the least number that is not a far value for all classes.  All values below m are
//! values of options, now and later.  So near values below m do not matter, the next value is at least m, and a state
//! relative to m is followed by the same states relative to m.  If it recurs with m greater by σ, then v(x + p) =
//! v(x) + σ from there on; σ is the *saltus*.
//!
//! From such a period the least one follows, as the differences v(x + 1) - v(x) are purely periodic from there on: the
//! arithmetic periods are the multiples of the least one.

use super::{MoveSet, SetProof, Term};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Comparison, Rule, Tally};
use crate::{Cycle, primes};
use std::collections::VecDeque;

/// The greatest a, or c, that is supported.
const MOST_CONSTANT: u64 = 1 << 20;

/// The most look-ups for one set.
const LOOK_UPS: usize = 1 << 28;

/// The look-ups between two checks for a stop.
const STRIDE: usize = 1 << 16;

/// The most positions that are computed.
const POSITIONS: usize = 1 << 24;

/// A set of moves that are residues from some size on.
#[derive(Clone, Debug)]
pub(super) struct Ultimate {
    /// The moves below a.
    near: Vec<usize>,
    /// The bound a.
    from: usize,
    /// The modulus c.
    modulus: usize,
    /// The residues of the moves from a on.
    far: Vec<usize>,
}

impl MoveSet {
    /// The set as residues from some size on, if its parts are such sets.
    pub(super) fn ultimate(&self) -> Option<Ultimate> {
        let (mut from, mut step) = (1, 1);
        for term in self.0.iter().flat_map(|part| part.of.iter().chain(&part.without)) {
            match *term {
                Term::Range(_, last) => from = from.max(last.checked_add(1)?),
                Term::Progression(first, by) => {
                    from = from.max(first);
                    step = num_integer::lcm(step, by);
                }
                _ => return None,
            }
            if from > MOST_CONSTANT || step > MOST_CONSTANT {
                return None;
            }
        }
        let (from, step) = (from as usize, step as usize);
        let members = self.below(from + step);
        let near = members.iter().take_while(|&size| size < from).collect();
        let is_far =
            |residue: usize| members.contains(from + (step + residue - from % step) % step);
        let all: Vec<bool> = (0..step).map(is_far).collect();
        let repeats = |&by: &usize| step.is_multiple_of(by) && all[by..] == all[..step - by];
        let modulus = (1..step).find(repeats).unwrap_or(step);
        let far = (0..modulus).filter(|&residue| all[residue]).collect();
        Some(Ultimate { near, from, modulus, far })
    }
}

impl Ultimate {
    /// Are there no moves from a on?
    pub(super) fn is_finite(&self) -> bool {
        self.far.is_empty()
    }

    /// The bound a.
    pub(super) fn from(&self) -> usize {
        self.from
    }

    /// The modulus c.
    pub(super) fn modulus(&self) -> usize {
        self.modulus
    }

    /// The least cycle with its saltus, if the state recurs soon enough; also `None` for a finite set.  Misère play is
    /// left to the caller.
    pub(super) fn cycle(
        &self,
        rule: Rule,
        stop: &CancellationToken,
    ) -> Result<Option<(Cycle, u64, SetProof)>, Limit> {
        if self.is_finite() {
            return Ok(None);
        }
        match rule {
            Rule::Mex => self.follow(Grundy::new(self), stop),
            _ => self.follow(OutcomeCounts::new(self, rule), stop),
        }
    }

    /// The classes from which moves lead to this position when it is far.
    pub(super) fn classes_above(&self, position: usize) -> impl Iterator<Item = usize> + '_ {
        self.far.iter().map(move |residue| (position + residue) % self.modulus)
    }

    /// Follows states until one recurs, by R. P. Brent's method (1980).
    fn follow<S: State>(
        &self,
        mut state: S,
        stop: &CancellationToken,
    ) -> Result<Option<(Cycle, u64, SetProof)>, Limit> {
        let (mut look_ups, mut asked) = (0, 0);
        let mut values: Vec<u64> = Vec::new();
        let (mut known, mut at) = (state.clone(), 0);
        while values.len() < POSITIONS && look_ups < LOOK_UPS {
            if look_ups >= asked {
                stop.check()?;
                asked = look_ups + STRIDE;
            }
            look_ups += self.near.len() + self.far.len() + state.size(values.len() % self.modulus);
            let value = state.step(self, values.len());
            values.push(value);
            let period = values.len() - at;
            if period.is_multiple_of(self.modulus) && state.recurs(&known) {
                return least(&values, at, period, state.base() - known.base(), stop).map(Some);
            }
            if values.len() >= 2 * at.max(1) {
                (known, at) = (state.clone(), values.len());
            }
        }
        Ok(None)
    }
}

/// The least period and preperiod, from a period that holds from a position on.
fn least(
    values: &[u64],
    at: usize,
    mut period: usize,
    mut saltus: u64,
    stop: &CancellationToken,
) -> Result<(Cycle, u64, SetProof), Limit> {
    let end = values.len();
    for prime in primes(period as u64, u64::MAX, stop)?.0 {
        let parts = prime as usize;
        while period.is_multiple_of(parts) && saltus.is_multiple_of(prime) {
            let (shorter, less) = (period / parts, saltus / prime);
            if !(at..end - shorter).all(|x| values[x + shorter] == values[x] + less) {
                break;
            }
            (period, saltus) = (shorter, less);
        }
    }
    let differs = |&x: &usize| values[x + period] != values[x] + saltus;
    let preperiod = (0..end - period).rev().find(differs).map_or(0, |last| last + 1);
    let cycle = Cycle { period: period as u64, preperiod: preperiod as u64 };
    Ok((cycle, saltus, SetProof::State))
}

/// What the later values depend on.
trait State: Clone {
    /// The value of position x, which is the next one.
    fn step(&mut self, moves: &Ultimate, x: usize) -> u64;

    /// The approximate number of values of far options of this class.
    fn size(&self, class: usize) -> usize;

    /// The base m that the state is relative to.
    fn base(&self) -> u64;

    /// Is it the same state relative to its base?
    fn recurs(&self, earlier: &Self) -> bool;
}

/// The state of outcomes.
#[derive(Clone)]
struct OutcomeCounts {
    rule: Rule,
    /// For each near position, the last one first: does the rule count it?
    near: VecDeque<bool>,
    /// The number of far options of each class that the rule counts, as far as that matters.
    far: Vec<u64>,
}

impl OutcomeCounts {
    fn new(moves: &Ultimate, rule: Rule) -> Self {
        Self { rule, near: VecDeque::new(), far: vec![0; moves.modulus] }
    }

    fn tally(&self) -> Tally {
        match self.rule {
            Rule::Lost(tally) | Rule::Won(tally) => tally,
            Rule::Mex | Rule::Normal | Rule::Misere => Tally::Is(Comparison::AtLeast, 1),
        }
    }

    /// Does the rule count this outcome?
    fn counts(&self, is_won: bool) -> bool {
        is_won == matches!(self.rule, Rule::Won(_))
    }

    /// The count, or a smaller one that is equivalent for the rule, now and after further additions.
    fn reduced(&self, count: u64) -> u64 {
        match self.tally() {
            Tally::Odd | Tally::Even => count % 2,
            Tally::Is(_, bound) => count.min(bound.saturating_add(1)),
            Tally::Never => 0,
        }
    }
}

impl State for OutcomeCounts {
    fn step(&mut self, moves: &Ultimate, x: usize) -> u64 {
        let near = moves.near.iter().filter(|&&size| self.near.get(size - 1) == Some(&true));
        let is_won = self.tally().holds(self.far[x % moves.modulus] + near.count() as u64);
        self.near.push_front(self.counts(is_won));
        if self.near.len() >= moves.from
            && let Some(is_counted) = self.near.pop_back()
        {
            for class in moves.classes_above(x + 1 - moves.from) {
                self.far[class] = self.reduced(self.far[class] + u64::from(is_counted));
            }
        }
        u64::from(is_won)
    }

    fn size(&self, _: usize) -> usize {
        1
    }

    fn base(&self) -> u64 {
        0
    }

    fn recurs(&self, earlier: &Self) -> bool {
        self.far == earlier.far && self.near == earlier.near
    }
}

/// The state of Grundy values.
#[derive(Clone)]
struct Grundy {
    /// The base m.
    base: u64,
    /// The values of the near positions, the last one first.
    near: VecDeque<u64>,
    /// Is m, m + 1, ... the value of a far option of each class?  The last one is.
    far: Vec<VecDeque<bool>>,
}

impl Grundy {
    fn new(moves: &Ultimate) -> Self {
        Self { base: 0, near: VecDeque::new(), far: vec![VecDeque::new(); moves.modulus] }
    }
}

impl State for Grundy {
    fn step(&mut self, moves: &Ultimate, x: usize) -> u64 {
        let far = &self.far[x % moves.modulus];
        let mut taken = vec![false; far.len() + moves.near.len() + 1];
        taken.iter_mut().zip(far).for_each(|(taken, is)| *taken = *is);
        let near = moves.near.iter().filter_map(|size| self.near.get(size - 1));
        for value in near.filter_map(|value| value.checked_sub(self.base)) {
            if let Some(taken) = taken.get_mut(value as usize) {
                *taken = true;
            }
        }
        // There are more places than options, so one is free.
        let free = taken.iter().position(|taken| !taken).unwrap_or(taken.len());
        let value = self.base + free as u64;
        self.near.push_front(value);
        if self.near.len() >= moves.from
            && let Some(value) = self.near.pop_back()
            && let Some(place) = value.checked_sub(self.base)
        {
            let place = place as usize;
            for class in moves.classes_above(x + 1 - moves.from) {
                let far = &mut self.far[class];
                far.resize(far.len().max(place + 1), false);
                far[place] = true;
            }
        }
        while self.far.iter().all(|far| far.front() == Some(&true)) {
            for far in &mut self.far {
                far.pop_front();
            }
            self.base += 1;
        }
        value
    }

    fn size(&self, class: usize) -> usize {
        self.far[class].len()
    }

    fn base(&self) -> u64 {
        self.base
    }

    fn recurs(&self, earlier: &Self) -> bool {
        // A value below the base counts as a far one of all classes.
        let relative = |state: &Self| {
            let base = state.base;
            state.near.iter().map(|value| value.checked_sub(base)).collect::<Vec<_>>()
        };
        self.far == earlier.far && relative(self) == relative(earlier)
    }
}
