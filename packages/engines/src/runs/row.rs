//! The stretches of one value in reach, and where each move points among them.

use super::class::{NOWHERE, StepClass};
use super::comb::{Comb, Combs, Stretch};
use super::limits::{FORGOTTEN, GROUPS, LONGEST_COMB, MOST_TEETH};

/// The stretches of one value, in increasing order.
#[derive(Clone, Debug)]
pub(super) struct ValueRow {
    stretches: Vec<Stretch>,
    /// The first stretch in reach.
    first: usize,
    /// For each move, the first stretch that it has not passed.
    pointers: Box<[usize]>,
    /// All positions before this one are known.
    now: i64,
    /// A linear function of the state, used to propose loops.
    fingerprint: u64,
    powers: Vec<u64>,
    /// `sums[i]` = `powers[0]` + ... + `powers[i - 1]`.
    sums: Vec<u64>,
}

/// What a move points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointed {
    /// The first stretch that it has not passed, counted back from the last one.
    pub back: i32,
    /// The position to which it leads, modulo the length of the comb, or [`NOWHERE`] if the stretch
    /// is solid or not reached.
    pub phase: i32,
    /// Is this a position of the stretch?
    pub inside: bool,
    /// The position of the move's start where that changes next; `None` without a stretch.
    pub until: Option<i64>,
}

/// The position from which positions are counted anew, long before they leave a machine word.
const FAR: i64 = 1 << 60;

/// The base of the fingerprints of states, odd.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The square of the base, and its inverse modulo 2^64.
const SQUARE: u64 = BASE.wrapping_mul(BASE);
const INVERSE: u64 = inverse(SQUARE);

/// The inverse of an odd number modulo 2^64: each of Newton's steps doubles the correct bits.
const fn inverse(number: u64) -> u64 {
    let (mut inverse, mut step) = (number, 0);
    while step < 6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(number.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

impl ValueRow {
    /// No stretches, for this number of moves.
    pub(super) fn new(moves: usize) -> Self {
        Self {
            stretches: Vec::new(),
            first: 0,
            pointers: vec![0; moves].into(),
            now: 0,
            fingerprint: 0,
            powers: vec![1],
            sums: vec![0, 1],
        }
    }

    /// Removes all stretches, and counts positions anew.
    pub(super) fn clear(&mut self) {
        self.stretches.clear();
        (self.first, self.now, self.fingerprint) = (0, 0, 0);
        self.pointers.fill(0);
    }

    /// The number of stretches in reach.
    pub(super) fn size(&self) -> usize {
        self.stretches.len() - self.first
    }

    /// The number of stretches in reach, as classes of steps have it.
    pub(super) fn reached(&self) -> i32 {
        self.back(self.first)
    }

    /// The position before which all are known.
    pub(super) fn now(&self) -> i64 {
        self.now
    }

    /// A linear function of the state.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The stretches in reach, relative to the first position that is not known.
    pub(super) fn state(&self) -> impl Iterator<Item = Stretch> {
        self.stretches[self.first..].iter().map(|one| one.shifted(-self.now))
    }

    /// The number of a stretch, counted back from the last one, which has the number 1.
    fn back(&self, index: usize) -> i32 {
        // There are far fewer stretches in reach than 2^31.
        (self.stretches.len() - index) as i32
    }

    /// What this move points to from `at` on.
    pub(super) fn pointed(&mut self, which: usize, size: i64, at: i64, combs: &Combs) -> Pointed {
        let mut pointer = self.pointers[which];
        while self.stretches.get(pointer).is_some_and(|one| one.end + size <= at) {
            pointer += 1;
        }
        self.pointers[which] = pointer;
        let back = self.back(pointer);
        let Some(one) = self.stretches.get(pointer) else {
            return Pointed { back, phase: NOWHERE, inside: false, until: None };
        };
        let into = at - size - one.start;
        if into < 0 {
            return Pointed { back, phase: NOWHERE, inside: false, until: Some(at - into) };
        }
        if one.comb.is_solid() {
            return Pointed { back, phase: NOWHERE, inside: true, until: Some(one.end + size) };
        }
        let comb = combs.get(one.comb);
        let phase = into % comb.length;
        let (inside, left) = comb.at(phase);
        Pointed { back, phase: phase as i32, inside, until: Some(at + left) }
    }

    /// Forgets the stretches that the last move has passed at `at`; returns the first one left.
    pub(super) fn leave(&mut self, greatest: i64, at: i64, combs: &Combs) -> i32 {
        let last = self.pointers.len() - 1;
        let back = self.pointed(last, greatest, at, combs).back;
        self.reach(self.pointers[last]);
        back
    }

    /// What the last stretch adds to the fingerprint; each earlier one adds [`SQUARE`] times as much as if it were one
    /// place later.
    fn part(&self, one: Stretch) -> u64 {
        let [start, end] = [self.now - one.start, self.now - one.end].map(|place| place as u64);
        start.wrapping_add(end.wrapping_mul(BASE))
    }

    /// Appends a stretch.
    pub(super) fn append(&mut self, one: Stretch) {
        self.fingerprint = self.fingerprint.wrapping_mul(SQUARE).wrapping_add(self.part(one));
        self.stretches.push(one);
        while self.powers.len() <= 2 * self.size() {
            let next = self.powers[self.powers.len() - 1].wrapping_mul(BASE);
            self.powers.push(next);
            self.sums.push(self.sums[self.sums.len() - 1].wrapping_add(next));
        }
    }

    fn remove_last(&mut self) -> Option<Stretch> {
        let one = self.stretches.pop()?;
        self.fingerprint = self.fingerprint.wrapping_sub(self.part(one)).wrapping_mul(INVERSE);
        Some(one)
    }

    /// Records that this number of further positions is known.
    pub(super) fn advance(&mut self, by: i64) {
        self.now += by;
        let change = self.sums[2 * self.size()].wrapping_mul(by as u64);
        self.fingerprint = self.fingerprint.wrapping_add(change);
    }

    /// Puts the stretches before this one out of reach.
    fn reach(&mut self, first: usize) {
        for index in self.first..first {
            let power = self.powers[2 * (self.stretches.len() - 1 - index)];
            let part = power.wrapping_mul(self.part(self.stretches[index]));
            self.fingerprint = self.fingerprint.wrapping_sub(part);
        }
        self.first = first;
    }

    /// Turns the last stretches into a comb, if they are one; small combs may be part of a longer one.
    pub(super) fn join(&mut self, combs: &mut Combs, class: &mut StepClass) -> bool {
        let after = &self.stretches[self.first..];
        let is_near = |one: &&Stretch| self.now - one.start <= LONGEST_COMB;
        let near = after.iter().rev().take_while(is_near).count();
        for count in 1..=near.min(after.len() - 1) {
            let (before, last) = after.split_at(after.len() - count);
            let Some(one) = before.last().filter(|one| !one.comb.is_solid()) else { continue };
            let comb = combs.get(one.comb);
            let from = one.end - comb.end() + comb.length;
            if !spelled(last, from, combs).eq(comb.teeth.iter().copied()) {
                continue;
            }
            let grown = Stretch { end: one.end + comb.length, ..*one };
            class.push(count as i32);
            self.replace(count + 1, grown);
            return true;
        }
        for count in 1..=near.min(after.len() / GROUPS) {
            let groups = &after[after.len() - count * GROUPS..];
            let from = groups[0].start;
            let length = groups[count].start - from;
            let repeats = |pair: (&Stretch, &Stretch)| pair.0.shifted(length) == *pair.1;
            if length > LONGEST_COMB || !groups.iter().zip(&groups[count..]).all(repeats) {
                continue;
            }
            let teeth: Vec<_> = spelled(&groups[..count], from, combs).collect();
            let value = groups[0].comb.value();
            let comb = Comb { length, teeth };
            let Some(comb) = Some(comb).filter(|comb| comb.teeth.len() <= MOST_TEETH) else {
                continue;
            };
            let Some(comb) = combs.name(comb, value) else { continue };
            class.extend([-(count as i32), comb.index() as i32]);
            self.replace(count * GROUPS, Stretch { start: from, end: self.now, comb });
            return true;
        }
        false
    }

    /// Replaces the last stretches by one.
    fn replace(&mut self, count: usize, by: Stretch) {
        for _ in 0..count {
            self.remove_last();
        }
        self.append(by);
        // Pointers to stretches that it covers now point to it.
        let last = self.stretches.len() - 1;
        for pointer in &mut self.pointers {
            *pointer = (*pointer).min(last);
        }
    }

    /// Is it time for [`ValueRow::forget`]?
    pub(super) fn is_crowded(&self) -> bool {
        let many = self.first > FORGOTTEN && self.first > self.stretches.len() / 2;
        many || self.now > FAR
    }

    /// Lets go of what is out of reach, and counts positions anew.
    pub(super) fn forget(&mut self) {
        self.stretches.drain(..self.first);
        for one in &mut self.stretches {
            *one = one.shifted(-self.now);
        }
        for pointer in &mut self.pointers {
            // Pointers to stretches farther back than all in reach will move on at once.
            *pointer = pointer.saturating_sub(self.first);
        }
        (self.first, self.now) = (0, 0);
    }

    /// Is the last stretch a comb?
    #[cfg(test)]
    pub(crate) fn ends_in_comb(&self) -> bool {
        self.stretches.last().is_some_and(|one| !one.comb.is_solid())
    }
}

/// The runs of some stretches, relative to a position.
fn spelled(stretches: &[Stretch], from: i64, combs: &Combs) -> impl Iterator<Item = [i64; 2]> {
    stretches.iter().flat_map(move |one| {
        let at = one.start - from;
        let runs = combs.spelled(one.comb, one.end - one.start);
        runs.map(move |run| run.map(|side| at + side))
    })
}
