//! Which classes of parameters have one sequence, and which sequence it is.

use super::cones::proved_rows;
use super::derive::ProvedClass;
use super::extended_class::lifted;
use super::fit::fit;
use super::fold::{Folded, fold};
use super::node::{Node, Sequence};
use super::prove::{Proved, Structure, Unproved, prove};
use super::{Class, Family};
use super::{Options, Progress};
use crate::affine::Affine;
use crate::limit::Limit;
use crate::open::{Open, Reason};
use crate::runs::STEPS;
use crate::runs::tree::Length;
use rustc_hash::FxHashMap;

/// The rounds: the parameter that is tried, the steps that a game gets, and the most parts into which a class is
/// divided.  Games of large numbers have settled, and cost no more than those of small ones.
const ROUNDS: [(i64, u64, i64); 3] =
    [(1000, 1 << 16, PARTS), (20_000, 1 << 18, PARTS), (1000, 1 << 22, PARTS)];

/// The same where each position is computed: games of small numbers already show their form, and others take too long.
/// Loops of few iterations are not seen, so few parts are tried first.
const DIRECT: [(i64, u64, i64); 3] = [(10, 1 << 14, 8), (24, 1 << 16, 12), (60, 1 << 18, PARTS)];

/// The most parts into which a class is divided at a time.
const PARTS: i64 = 64;

/// The most parts of a class that are all tried; if there are more, the others are tried only if one of the first two
/// can be described.
const FEW: i64 = 12;

/// The greatest modulus of a class that is divided, relative to the class that is asked for.
const MODULUS: i64 = 240;

/// If this number of consecutive games of a class are not folded, the others are not tried.
const UNFOLDED: i64 = 4;

/// The number of games that a fit needs: two determine the numbers, and the others have to agree.
const GAMES: i64 = 3;

const STOPPED: Reason = Reason::Limit(Limit::STOPPED);

/// The number of games after the first described one of a part, from which on the description has to hold for the whole
/// class at the latest.
const LATER: i64 = 2;

/// The most words and loops of a sequence that is kept.
const LONGEST: usize = 1 << 21;

/// What was found about some classes.
#[derive(Debug, Default)]
pub(super) struct FoundClasses {
    /// Proved descriptions, and what follows.
    pub parts: Vec<ProvedClass>,
    /// The remaining classes.
    pub open: Vec<(Class, Open)>,
    /// The amount of work that was done.
    pub work: u64,
}

/// Looks for descriptions of all games of the class, with at most this amount of work, until a stop is requested.
pub(super) fn search(family: &Family, options: &Options<'_>, most: u64) -> FoundClasses {
    let rounds = if family.is_folded(options.rule) { ROUNDS } else { DIRECT };
    let folded = FxHashMap::default();
    let mut search = Attempts { family, options, rounds, folded, work: 0, most };
    let mut found = FoundClasses::default();
    search.class(options.class, 0, 1, &mut found);
    FoundClasses { work: search.work, ..found }
}

struct Attempts<'a> {
    family: &'a Family,
    options: &'a Options<'a>,
    rounds: [(i64, u64, i64); 3],
    /// The games of this round.
    folded: FxHashMap<i64, Result<Folded, Reason>>,
    /// The total number of steps taken to fold games, and of words and loops proved.
    work: u64,
    /// The number that is allowed.
    most: u64,
}

impl Attempts<'_> {
    /// Finds the least number of parts of a class, from `fewest` on, such that some of them can be described in this
    /// round or a later one, and continues with the others.
    fn class(&mut self, class: Class, round: usize, fewest: i64, found: &mut FoundClasses) {
        let mut reason = None;
        for round in round..self.rounds.len() {
            self.folded.clear();
            // What has no words and counted loops as a whole may still have rows.
            let is_first = fewest == 1 && round == 0;
            if let Some(unfolded) = self.unfolded(class, round) {
                if is_first && self.rows(found) {
                    return;
                }
                reason.get_or_insert(unfolded);
                continue;
            }
            for times in fewest..=self.rounds[round].2 {
                let is_fine = class.modulus * times > self.options.class.modulus * MODULUS;
                if times > fewest && is_fine {
                    break;
                }
                let mut open = Vec::new();
                let known = found.parts.len();
                if is_first && times == 2 && self.rows(found) {
                    return;
                }
                for (index, part) in class.parts(times).enumerate() {
                    if times > FEW && index == 2 && found.parts.len() == known {
                        break;
                    }
                    match self.attempt(part, round) {
                        Ok(proved) => {
                            let whole = self.lifted(&proved, class, index as i64, times);
                            if let Some(whole) = whole {
                                found.parts.truncate(known);
                                found.parts.push(ProvedClass::new(
                                    self.family,
                                    whole,
                                    self.options,
                                ));
                                return;
                            }
                            found.parts.push(ProvedClass::new(self.family, proved, self.options));
                        }
                        Err(reason) => open.push((part, reason)),
                    }
                }
                if self.options.stop.requested() {
                    let stopped = |(class, open)| (class, Open { reason: STOPPED, ..open });
                    found.open.extend(open.into_iter().map(stopped));
                    return;
                }
                if found.parts.len() > known {
                    for (class, _) in open {
                        self.class(class, round, 2, found);
                    }
                    return;
                }
                if self.work >= self.most {
                    let parameter = class.at(class.first(self.family.least()));
                    found.open.push((class, Open { parameter, reason: Reason::Work }));
                    return;
                }
                if let Some((_, first)) = open.into_iter().next() {
                    reason.get_or_insert(first);
                }
            }
        }
        if let Some(mut open) = reason {
            if self.options.stop.requested() {
                open.reason = STOPPED;
            }
            found.open.push((class, open));
        }
    }

    /// Are the games of the class that is asked for described by rows?
    fn rows(&mut self, found: &mut FoundClasses) -> bool {
        let Some(proved) = proved_rows(self.family, self.options) else { return false };
        self.work += proved.structure.size() as u64;
        found.parts.push(ProvedClass::new(self.family, proved, self.options));
        true
    }

    /// Why no games of a class are folded, if the first ones are not.
    fn unfolded(&mut self, class: Class, round: usize) -> Option<Open> {
        let (base, steps, _) = self.rounds[round];
        let first = class.first(base.max(self.family.least()));
        let mut reason = None;
        for parameter in (first..first + UNFOLDED).map(|index| class.at(index)) {
            self.fold(parameter, steps);
            let Some(Err(unfolded)) = self.folded.get(&parameter) else { return None };
            reason.get_or_insert(Open { parameter, reason: unfolded.clone() });
        }
        reason
    }

    /// Folds some games of a class, fits a description to them, and proves it.
    fn attempt(&mut self, class: Class, round: usize) -> Result<Proved, Open> {
        let (base, steps, _) = self.rounds[round];
        let first = class.first(base.max(self.family.least()));
        let indices: Vec<_> = (first..first + GAMES).collect();
        let parameters: Vec<_> = indices.iter().map(|&index| class.at(index)).collect();
        let open = |reason| Open { parameter: parameters[0], reason };
        for &parameter in &parameters {
            self.fold(parameter, steps);
        }
        let mut games = Vec::new();
        for (&index, &parameter) in indices.iter().zip(&parameters) {
            match self.folded.get(&parameter) {
                Some(Ok(game)) => games.push((index, game)),
                Some(Err(reason)) => return Err(Open { parameter, reason: reason.clone() }),
                None => return Err(open(STOPPED)),
            }
        }
        let least: Vec<_> = games.iter().map(|&(index, game)| (index, &game.sequence)).collect();
        let found = games.iter().map(|&(index, game)| (index, game.found()));
        let found: Vec<_> = found.collect();
        let is_cut = games.iter().any(|(_, game)| game.uncut.is_some());
        let mut fits = vec![fitted(&least, &parameters)];
        fits.extend(is_cut.then(|| fitted(&found, &parameters)));
        let mut reason = None;
        for fit in fits {
            let unproved = |unproved| match unproved {
                Unproved::Stopped => STOPPED,
                Unproved::Verdict(verdict, message) => {
                    Reason::Unproved(parameters.clone(), verdict, message)
                }
            };
            match fit.and_then(|sequence| self.prove(class, sequence, first).map_err(unproved)) {
                Ok(proved) => return Ok(proved),
                Err(other) => reason = reason.or(Some(other)),
            }
        }
        Err(open(reason.unwrap_or(STOPPED)))
    }

    /// What was proved for a part of a class, proved for the whole class.
    fn lifted(&mut self, part: &Proved, class: Class, index: i64, times: i64) -> Option<Proved> {
        if times == 1 {
            return None;
        }
        let sequence = lifted(part.sequence()?, index, times)?;
        let upto = times * (part.least + LATER) + index;
        self.prove(class, sequence, upto).ok()
    }

    /// Proves a sequence for all numbers of a class from some number on, which is at most `upto`.
    fn prove(
        &mut self,
        class: Class,
        sequence: Sequence<Affine>,
        upto: i64,
    ) -> Result<Proved, Unproved> {
        let size = sequence.size();
        let structure = Structure::Sequence(sequence);
        self.options.tell(Progress::Prove(class, size));
        self.work += size as u64;
        let Options { rule, threads, stop, .. } = self.options;
        prove(self.family, class, *rule, structure, upto, threads, stop)
    }

    /// Folds a game, if that was not done before.
    fn fold(&mut self, parameter: i64, steps: u64) {
        if self.folded.contains_key(&parameter) {
            return;
        }
        let folded = if self.work < self.most {
            self.options.tell(Progress::Fold(parameter));
            let Options { rule, stop, .. } = self.options;
            let folded = fold(self.family, parameter, *rule, steps, stop, &mut self.work);
            folded
                .map_err(|limit| if limit == STEPS { Reason::Steps } else { Reason::Limit(limit) })
        } else {
            Err(Reason::Work)
        };
        self.folded.insert(parameter, folded);
    }
}

/// The sequence for all parameters that these have for some, or why there is none.
fn fitted(
    games: &[(i64, &Sequence<Length>)],
    parameters: &[i64],
) -> Result<Sequence<Affine>, Reason> {
    let sequence = fit(games).map_err(|at| {
        let values: Vec<_> = games.iter().map(|(_, game)| greatest(game)).collect();
        match values.is_sorted_by(|one, other| one < other) {
            true => Reason::Growing(parameters.to_vec(), values),
            false => Reason::Differ(parameters.to_vec(), at.agree, at.of),
        }
    })?;
    let size = sequence.size();
    if size > LONGEST { Err(Reason::Long(size)) } else { Ok(sequence) }
}

/// The greatest value of a sequence.
fn greatest(sequence: &Sequence<Length>) -> u8 {
    fn one(node: &Node<Length>) -> u8 {
        match node {
            Node::Word(cycle, _) => cycle.iter().map(|value| value.0).max().unwrap_or(0),
            Node::Loop(_, body) => body.iter().map(one).max().unwrap_or(0),
            Node::Instance(..) => 0,
        }
    }
    sequence.before.iter().chain(&sequence.period).map(one).max().unwrap_or(0)
}
