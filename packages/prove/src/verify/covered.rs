//! A split where moves come in ranges: which values the targets cover.
//!
//! The position becomes one more variable of the region.  The targets of a range are all positions between those of its
//! two ends: they cover whole words, and parts of the words that contain the ends.  For mex, normal play and misère
//! play it matters which values are covered, and not how often.  So the region is cut where it is open whether enough
//! letters of a word are covered for a value to be among them, and into residue classes where it is open with which
//! letter of a cyclic word the covered part begins: a word `<-+>(k)` with k = 1 has no `+`.
//!
//! A rule that counts options asks how many letters of the covered words are a value.  For a cycle this is an affine
//! form once the remainder of the covered length by the length of the cycle is known, so the region is cut into the
//! residue classes; then the sum is compared, or its parity is asked for.

use super::sweep::{State, Sweep};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::Cut;
use crate::limit::Limit;
use crate::model::{Asked, Covered, Tally, Value, ValueCycle, options_with};
use crate::proof::ProofStep;

/// The strict upper bound on the classes that the region is cut into at once.
const MOST_CLASSES: u64 = 1 << 12;

/// What a split says about its positions.
enum Decision {
    /// The rule holds.
    Holds {
        /// The places of values, for the checker.
        places: Vec<usize>,
        /// The forms whose remainders the checker uses, with the moduli.
        phases: Vec<(Affine, u64)>,
        /// The forms that are at least 0.
        demanded: Vec<Affine>,
    },
    /// The rule holds nowhere.
    Fails,
    /// It depends on the part of the region.
    Open(Cut),
}

impl Sweep<'_, '_, '_> {
    /// Checks the rule from the present position up to `end`.
    pub(super) fn covered(&mut self, state: &State, end: &Affine) -> Result<(), Limit> {
        let Some((outside, position)) = self.region.enter_position(&state.position, end)? else {
            return Ok(());
        };
        let result = self.at_position(state, &position);
        self.region.leave(outside);
        result
    }

    fn at_position(&mut self, state: &State, position: &Affine) -> Result<(), Limit> {
        match self.decision(state, position)? {
            Decision::Holds { places, phases, demanded } => {
                self.region.log().push(|| ProofStep::Covered(places));
                for (form, modulus) in phases {
                    self.region.need_residue(&form, &Integer::from(modulus));
                }
                demanded.iter().try_for_each(|form| self.region.need(form))
            }
            Decision::Fails => self.fail(&Constraint::at_least_zero(Affine::zero())),
            Decision::Open(cut) => self.cut(&cut, &mut |sweep| sweep.at_position(state, position)),
        }
    }

    /// The forms whose remainders by lengths of cycles are used, in the order in which the checker meets them: the
    /// position, the targets of single moves, the target of the last move of each range.
    fn phases_met(&self, state: &State, position: &Affine) -> Vec<(Affine, u64)> {
        let mut met = vec![(state.word, position.clone())];
        for mover in 0..self.moves.len() {
            // The first position that a range covers is the target of its last move.
            if !self.ranges.contains(&mover) {
                met.push((state.landing[mover], position - &self.moves[mover]));
            }
        }
        let cycles = met.into_iter().filter_map(|(word, target)| {
            Some((&target - self.begin(word), self.cycle(word)?.len() as u64))
        });
        cycles.collect()
    }

    /// The cycle of a word, rotated so that it begins at the target; `None` if there is nothing.
    fn turned(&mut self, word: usize, target: &Affine) -> Option<Result<ValueCycle, Cut>> {
        let cycle = ValueCycle::from_slice(self.cycle(word)?);
        if cycle.len() == 1 {
            return Some(Ok(cycle));
        }
        let (form, length) = (target - self.begin(word), cycle.len());
        Some(match self.region.residue(&form, &Integer::from(length)) {
            None => Err(Cut::Residue(form, length as u64)),
            Some(phase) => {
                let mut cycle = cycle;
                cycle.rotate_left(phase.index_modulo(length));
                Ok(cycle)
            }
        })
    }

    fn decision(&mut self, state: &State, position: &Affine) -> Result<Decision, Limit> {
        let own = match self.turned(state.word, position) {
            Some(Ok(cycle)) => cycle[0],
            Some(Err(open)) => return Ok(Decision::Open(open)),
            None => return Ok(Decision::Fails),
        };
        let (mut single, mut has_option) = (Vec::new(), false);
        let mut ranges: Vec<Vec<Covered>> = Vec::new();
        let mut mover = 0;
        while mover < self.moves.len() {
            if self.ranges.contains(&mover) {
                has_option |= self.cycle(state.landing[mover]).is_some();
                match self.pieces(state, position, mover) {
                    Ok(pieces) => ranges.push(pieces),
                    Err(open) => return Ok(Decision::Open(open)),
                }
                mover += 2;
            } else {
                let target = position - &self.moves[mover];
                match self.turned(state.landing[mover], &target) {
                    Some(Ok(cycle)) => {
                        single.push(cycle[0]);
                        has_option = true;
                    }
                    Some(Err(open)) => return Ok(Decision::Open(open)),
                    None => {}
                }
                mover += 1;
            }
        }
        let phases = self.phases_met(state, position);
        if let Some((value, tally)) = self.rule.counted() {
            return self.counted(tally, own == Value(1), (&single, &ranges, value), phases);
        }
        let Some((needed, missing)) = self.rule.needed(own, has_option) else {
            return Ok(Decision::Fails);
        };
        let (mut places, mut demanded) = (Vec::new(), Vec::new());
        for value in needed.into_iter().filter(|value| !single.contains(value)) {
            match self.place(&ranges, value)? {
                CoveredPlace::Everywhere(place, form) => {
                    places.extend(place);
                    demanded.push(form);
                }
                CoveredPlace::Somewhere(form) => return Ok(Decision::Open(Cut::Sign(form))),
                CoveredPlace::Nowhere => return Ok(Decision::Fails),
            }
        }
        let Some(missing) = missing else {
            return Ok(Decision::Holds { places, phases, demanded });
        };
        if single.contains(&missing) {
            return Ok(Decision::Fails);
        }
        for form in ranges.iter().flatten().filter_map(|piece| piece.covers(missing)) {
            let not = (-&form).plus(-1);
            if self.region.can(&Constraint::at_least_zero(form.clone()))? {
                return Ok(match self.region.can(&Constraint::at_least_zero(not))? {
                    true => Decision::Open(Cut::Sign(form)),
                    false => Decision::Fails,
                });
            }
            demanded.push(not);
        }
        Ok(Decision::Holds { places, phases, demanded })
    }

    /// Is the number of options with a value as `wanted`?
    fn counted(
        &mut self,
        tally: Tally,
        wanted: bool,
        (single, ranges, value): (&[Value], &[Vec<Covered>], Value),
        mut phases: Vec<(Affine, u64)>,
    ) -> Result<Decision, Limit> {
        let region = &mut *self.region;
        let rest = |form: &Affine, length: usize| {
            let rest = region.residue(form, &length.into());
            phases.push((form.clone(), length as u64));
            rest.map(|rest| rest.index_modulo(length))
                .ok_or(Cut::Residue(form.clone(), length as u64))
        };
        let (total, scale) = match options_with(value, (single, ranges), MOST_CLASSES, rest) {
            Ok(total) => total.ok_or(Limit::CASE_SPLITS)?,
            Err(open) => return Ok(Decision::Open(open)),
        };
        let holds = |places, phases, demanded| Ok(Decision::Holds { places, phases, demanded });
        let all = match tally.asked(wanted, &total, &scale.into()) {
            Asked::Odd(odd) => {
                let Some(rest) = self.region.residue(&total, &(2 * scale).into()) else {
                    return Ok(Decision::Open(Cut::Residue(total, 2 * scale)));
                };
                if rest.is_zero() == odd {
                    return Ok(Decision::Fails);
                }
                phases.push((total, 2 * scale));
                return holds(Vec::new(), phases, Vec::new());
            }
            Asked::OneOf(all) => all,
        };
        let (several, mut somewhere) = (all.len() > 1, None);
        for (index, forms) in all.into_iter().enumerate() {
            let mut open = None;
            for form in &forms {
                if self.region.can(&Constraint::negative(form))? {
                    open = Some(form);
                    break;
                }
            }
            let Some(open) = open else {
                let places = if several { vec![index] } else { Vec::new() };
                return holds(places, phases, forms);
            };
            if somewhere.is_none() && self.region.can(&Constraint::at_least_zero(open.clone()))? {
                somewhere = Some(open.clone());
            }
        }
        Ok(somewhere.map_or(Decision::Fails, |form| Decision::Open(Cut::Sign(form))))
    }

    /// Where a value is covered.
    fn place(&mut self, ranges: &[Vec<Covered>], value: Value) -> Result<CoveredPlace, Limit> {
        let mut somewhere = None;
        for (range, pieces) in ranges.iter().enumerate() {
            for piece in pieces {
                let Some(form) = piece.covers(value) else { continue };
                if !self.region.can(&Constraint::negative(&form))? {
                    return Ok(CoveredPlace::Everywhere([range, piece.word], form));
                }
                if somewhere.is_none()
                    && self.region.can(&Constraint::at_least_zero(form.clone()))?
                {
                    somewhere = Some(form);
                }
            }
        }
        Ok(somewhere.map_or(CoveredPlace::Nowhere, CoveredPlace::Somewhere))
    }

    /// What a range covers, from the word that its first move leads to backwards.
    fn pieces(
        &mut self,
        state: &State,
        position: &Affine,
        first: usize,
    ) -> Result<Vec<Covered>, Cut> {
        let (near, far) = (state.landing[first], state.landing[first + 1]);
        let (newest, oldest) = (position - &self.moves[first], position - &self.moves[first + 1]);
        let mut pieces = Vec::new();
        for word in near..=far {
            let from = if word == far { oldest.clone() } else { self.begin(word).clone() };
            let cycle = match self.turned(word, &from) {
                Some(Ok(cycle)) => cycle,
                Some(Err(open)) => return Err(open),
                None => continue,
            };
            let after = match word == near {
                true => newest.clone().plus(1),
                false => self.chain.borders[word].clone(),
            };
            pieces.push(Covered { word, cycle, count: &after - &from });
        }
        Ok(pieces)
    }
}

/// Where a value is covered in the region.
enum CoveredPlace {
    /// Everywhere by the same word of this range, because this form is at least 0.
    Everywhere([usize; 2], Affine),
    /// Where this form is at least 0.
    Somewhere(Affine),
    Nowhere,
}
