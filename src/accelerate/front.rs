//! One step of the simulation: the next run of won positions and the next run of lost ones.

use super::comb::{Comb, Combs, LONGEST_COMB, MOST_TEETH, SOLID, Stretch};
use smallvec::SmallVec;

/// How a step follows from the stretches before it, without any length that may vary.
///
/// The numbers are, with stretches counted back from the last one and phases as below:
///
/// 1. how many stretches are in reach;
/// 2. how many links the chain has, and for each the move, the stretch, and the phase;
/// 3. how it ends: [`UNFINISHED`], and nothing follows; [`BY_LEAST`]; or the move that ends the lost
///    run;
/// 4. for each move the first stretch that it has not passed, and the phase;
/// 5. what becomes of the last stretches, once or several times: how many of them join the comb
///    before them, or the negative number of those that are one group of a new comb, followed by its
///    number; at the end 0.
///
/// A phase is the position to which the move leads, modulo the length of the comb, or [`NOWHERE`] if
/// the stretch is solid or not reached.
pub type Recipe = SmallVec<[i32; 32]>;

/// The phase in what is no comb.
pub const NOWHERE: i32 = -1;

/// The least move ends the run of lost positions.
pub const BY_LEAST: i32 = -1;

/// The run of won positions goes on.
pub const UNFINISHED: i32 = -2;

/// A chain of more links goes on in the next step, so that long ones become loops.
const LINKS: i32 = 8;

/// So many equal groups of runs become a comb.
pub const GROUPS: usize = 3;

/// The stretches of lost positions in reach, and where each move points to.
#[derive(Clone, Debug)]
pub struct Front {
    moves: Box<[i64]>,
    /// In increasing order.
    stretches: Vec<Stretch>,
    /// The first stretch in reach.
    first: usize,
    /// For each move the first stretch that it has not passed.
    pointers: Box<[usize]>,
    /// All positions before this one are known.
    now: i64,
    /// How the last step followed.
    pub recipe: Recipe,
    /// A linear function of the state: proposes loops.
    pub fingerprint: u64,
    /// Are runs never joined to combs?
    pub plain: bool,
    powers: Vec<u64>,
    /// `sums[i]` = `powers[0]` + ... + `powers[i - 1]`.
    sums: Vec<u64>,
}

/// When so many stretches are out of reach they are forgotten.
const FORGOTTEN: usize = 2048;

/// Positions are counted anew from here on, long before they leave a machine word.
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

impl Front {
    /// Before the first step: the positions below the least move are lost.
    pub fn new(moves: &[i64]) -> Self {
        let mut front = Self {
            moves: moves.into(),
            stretches: Vec::new(),
            first: 0,
            pointers: vec![0; moves.len()].into(),
            now: 0,
            recipe: Recipe::new(),
            fingerprint: 0,
            plain: false,
            powers: vec![1],
            sums: vec![0, 1],
        };
        front.load(&[Stretch::solid(-moves[0], 0)]);
        front
    }

    /// Continues from this state.
    pub fn load(&mut self, state: &[Stretch]) {
        self.stretches.clear();
        (self.first, self.now, self.fingerprint) = (0, 0, 0);
        self.pointers.fill(0);
        for one in state {
            self.append(*one);
        }
    }

    /// How many stretches are in reach.
    pub fn size(&self) -> usize {
        self.stretches.len() - self.first
    }

    /// The stretches in reach, relative to the first position that is not known.
    pub fn state(&self) -> Vec<Stretch> {
        self.stretches[self.first..].iter().map(|one| one.shifted(-self.now)).collect()
    }

    /// What the last stretch adds to the fingerprint; each one before adds [`SQUARE`] times as much
    /// as if it were one place later.
    fn part(&self, one: Stretch) -> u64 {
        let [start, end] = [self.now - one.start, self.now - one.end].map(|it| it as u64);
        start.wrapping_add(end.wrapping_mul(BASE))
    }

    fn append(&mut self, one: Stretch) {
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

    /// So many positions more are known.
    fn advance(&mut self, by: i64) {
        self.now += by;
        let change = self.sums[2 * self.size()].wrapping_mul(by as u64);
        self.fingerprint = self.fingerprint.wrapping_add(change);
    }

    /// The stretches before this one are out of reach.
    fn reach(&mut self, first: usize) {
        for index in self.first..first {
            let power = self.powers[2 * (self.stretches.len() - 1 - index)];
            let part = power.wrapping_mul(self.part(self.stretches[index]));
            self.fingerprint = self.fingerprint.wrapping_sub(part);
        }
        self.first = first;
    }

    /// The next step: the lengths of the run of won positions and of the run of lost ones, which
    /// is 0 when the run of won ones goes on.
    pub fn step(&mut self, combs: &mut Combs) -> (i64, i64) {
        let (known, before) = (self.stretches.len(), self.now);
        // There are far fewer stretches in reach than 2^31.
        let back = |index: usize| (known - index) as i32;
        self.recipe.clear();
        self.recipe.extend([back(self.first), 0]);
        let mut start = before;
        loop {
            let (mut reach, mut best) = (start, None);
            for (which, &size) in self.moves.iter().enumerate() {
                let mut pointer = self.pointers[which];
                while pointer < known && self.stretches[pointer].end + size <= start {
                    pointer += 1;
                }
                self.pointers[which] = pointer;
                let Some(one) = self.stretches.get(pointer) else { continue };
                let inside = start - size - one.start;
                if inside < 0 {
                    continue;
                }
                let (end, phase) = if one.comb == SOLID {
                    (one.end + size, NOWHERE)
                } else {
                    let comb = combs.get(one.comb);
                    let phase = inside % comb.length;
                    match comb.at(phase) {
                        (true, left) => (start + left, phase as i32),
                        (false, _) => continue,
                    }
                };
                if end > reach {
                    (reach, best) = (end, Some([which as i32, back(pointer), phase]));
                }
            }
            let Some(link) = best else { break };
            if self.recipe[1] == LINKS {
                self.recipe.push(UNFINISHED);
                self.advance(start - before);
                return (start - before, 0);
            }
            start = reach;
            self.recipe.extend(link);
            self.recipe[1] += 1;
        }
        let (mut end, mut ended_by) = (start + self.moves[0], BY_LEAST);
        let mut pointed = SmallVec::<[i32; 16]>::new();
        for (which, (&size, &pointer)) in self.moves.iter().zip(&self.pointers).enumerate() {
            let (mut hit, mut phase) = (None, NOWHERE);
            if let Some(one) = self.stretches.get(pointer) {
                let inside = start - size - one.start;
                hit = Some(one.start + size);
                if inside >= 0 {
                    let comb = combs.get(one.comb);
                    phase = (inside % comb.length) as i32;
                    hit = Some(start + comb.at(inside % comb.length).1);
                }
            }
            if let Some(hit) = hit.filter(|&hit| hit < end) {
                (end, ended_by) = (hit, which as i32);
            }
            pointed.extend([back(pointer), phase]);
        }
        self.recipe.push(ended_by);
        self.recipe.extend(pointed);
        self.advance(end - before);
        self.append(Stretch::solid(start, end));
        self.reach(self.pointers[self.pointers.len() - 1]);
        while !self.plain && self.join(combs) {}
        self.recipe.push(0);
        self.forget();
        (start - before, end - start)
    }

    /// Makes a comb of the last stretches, if they are one; small combs may be part of a longer one.
    fn join(&mut self, combs: &mut Combs) -> bool {
        let behind = &self.stretches[self.first..];
        let is_near = |one: &&Stretch| self.now - one.start <= LONGEST_COMB;
        let near = behind.iter().rev().take_while(is_near).count();
        for count in 1..=near.min(behind.len() - 1) {
            let (before, last) = behind.split_at(behind.len() - count);
            let Some(one) = before.last().filter(|one| one.comb != SOLID) else { continue };
            let comb = combs.get(one.comb);
            let from = one.end - comb.end() + comb.length;
            if !spelled(last, from, combs).eq(comb.teeth.iter().copied()) {
                continue;
            }
            let grown = Stretch { end: one.end + comb.length, ..*one };
            self.recipe.push(count as i32);
            self.replace(count + 1, grown);
            return true;
        }
        for count in 1..=near.min(behind.len() / GROUPS) {
            let groups = &behind[behind.len() - count * GROUPS..];
            let from = groups[0].start;
            let length = groups[count].start - from;
            let repeats = |pair: (&Stretch, &Stretch)| pair.0.shifted(length) == *pair.1;
            if length > LONGEST_COMB || !groups.iter().zip(&groups[count..]).all(repeats) {
                continue;
            }
            let teeth: Box<[_]> = spelled(&groups[..count], from, combs).collect();
            if teeth.len() > MOST_TEETH {
                continue;
            }
            let comb = combs.number(Comb { length, teeth });
            self.recipe.extend([-(count as i32), comb as i32]);
            self.replace(count * GROUPS, Stretch { start: from, end: self.now, comb });
            return true;
        }
        false
    }

    /// Puts a stretch in the place of the last ones.
    fn replace(&mut self, count: usize, by: Stretch) {
        for _ in 0..count {
            self.remove_last();
        }
        self.append(by);
        self.clip();
    }

    /// Points to the last stretch where it was pointed to others that it covers.
    fn clip(&mut self) {
        let last = self.stretches.len() - 1;
        for pointer in &mut self.pointers {
            *pointer = (*pointer).min(last);
        }
    }

    fn forget(&mut self) {
        let many = self.first > FORGOTTEN && self.first > self.stretches.len() / 2;
        if many || self.now > FAR {
            self.stretches.drain(..self.first);
            for one in &mut self.stretches {
                *one = one.shifted(-self.now);
            }
            for pointer in &mut self.pointers {
                *pointer -= self.first;
            }
            (self.first, self.now) = (0, 0);
        }
    }
}

/// The runs of lost positions of some stretches, relative to a position.
fn spelled(stretches: &[Stretch], from: i64, combs: &Combs) -> impl Iterator<Item = (i64, i64)> {
    stretches.iter().flat_map(move |one| {
        let at = one.start - from;
        let runs = combs.spelled(one.comb, one.end - one.start);
        runs.map(move |run| (at + run.0, at + run.1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fingerprint is kept up to date, and is that of the state.
    #[test]
    fn fingerprints_belong_to_states() {
        let moves = [200, 698, 902];
        let (mut front, mut combs) = (Front::new(&moves), Combs::default());
        let mut other = Front::new(&moves);
        let mut joined = 0;
        for _ in 0..5000 {
            front.step(&mut combs);
            joined += usize::from(front.stretches.last().is_some_and(|one| one.comb != SOLID));
            other.load(&front.state());
            assert_eq!(front.fingerprint, other.fingerprint);
        }
        assert!(joined > 1000, "{joined} joints");
    }
}
