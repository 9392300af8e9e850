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
/// 5. what becomes of the last stretches: 0, or the number of teeth that join the comb before
///    them, or the negative number of teeth of a new comb, followed by its number.
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
pub const GROUPS: usize = 4;

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
    powers: Vec<u64>,
}

/// When so many stretches are out of reach they are forgotten.
const FORGOTTEN: usize = 2048;

/// The base of the fingerprints of states, odd.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

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
            powers: vec![1],
        };
        front.load(&[Stretch::solid(-moves[0], 0)]);
        front
    }

    /// Continues from this state.
    pub fn load(&mut self, state: &[Stretch]) {
        self.stretches.clear();
        self.stretches.extend_from_slice(state);
        (self.first, self.now) = (0, 0);
        self.pointers.fill(0);
        self.take_fingerprint();
    }

    /// How many stretches are in reach.
    pub fn size(&self) -> usize {
        self.stretches.len() - self.first
    }

    /// The stretches in reach, relative to the first position that is not known.
    pub fn state(&self) -> Vec<Stretch> {
        self.stretches[self.first..].iter().map(|one| one.shifted(-self.now)).collect()
    }

    fn take_fingerprint(&mut self) {
        while self.powers.len() < 2 * self.size() {
            let next = self.powers[self.powers.len() - 1].wrapping_mul(BASE);
            self.powers.push(next);
        }
        self.fingerprint = 0;
        let stretches = self.stretches[self.first..].iter().rev();
        for (one, powers) in stretches.zip(self.powers.chunks_exact(2)) {
            let distances = [self.now - one.start, self.now - one.end].map(|it| it as u64);
            for (power, distance) in powers.iter().zip(distances) {
                self.fingerprint = self.fingerprint.wrapping_add(power.wrapping_mul(distance));
            }
        }
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
                self.now = start;
                self.take_fingerprint();
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
        self.first = self.pointers[self.pointers.len() - 1];
        self.stretches.push(Stretch::solid(start, end));
        self.now = end;
        self.join(combs);
        self.forget();
        self.take_fingerprint();
        (start - before, end - start)
    }

    /// Makes a comb of the last stretches, if they are one.
    fn join(&mut self, combs: &mut Combs) {
        let behind = &self.stretches[self.first..];
        let solid = behind.iter().rev().take_while(|one| one.comb == SOLID).count();
        if let Some(before) = behind.len().checked_sub(solid + 1)
            && let comb = combs.get(behind[before].comb)
            && comb.teeth.len() == solid
        {
            let from = behind[before].end - comb.end() + comb.length;
            let same = |(one, tooth): (&Stretch, &(i64, i64))| {
                (one.start, one.end) == (from + tooth.0, from + tooth.1)
            };
            if behind[before + 1..].iter().zip(&comb.teeth).all(same) {
                self.recipe.push(solid as i32);
                let index = self.first + before;
                self.stretches[index].end += comb.length;
                self.cut(index + 1);
                return;
            }
        }
        for teeth in 1..=MOST_TEETH.min(solid / GROUPS) {
            let groups = &behind[behind.len() - teeth * GROUPS..];
            let length = groups[teeth].start - groups[0].start;
            let repeats = |pair: (&Stretch, &Stretch)| pair.0.shifted(length) == *pair.1;
            if length > LONGEST_COMB || !groups.iter().zip(&groups[teeth..]).all(repeats) {
                continue;
            }
            let from = groups[0].start;
            let tooth = |one: &Stretch| (one.start - from, one.end - from);
            let comb = Comb { length, teeth: groups[..teeth].iter().map(tooth).collect() };
            let comb = combs.number(comb);
            self.recipe.extend([-(teeth as i32), comb as i32]);
            let index = self.stretches.len() - teeth * GROUPS;
            self.stretches[index] = Stretch { start: from, end: self.now, comb };
            self.cut(index + 1);
            return;
        }
        self.recipe.push(0);
    }

    /// Removes the stretches from this one on, which the one before it covers.
    fn cut(&mut self, length: usize) {
        self.stretches.truncate(length);
        for pointer in &mut self.pointers {
            *pointer = (*pointer).min(length - 1);
        }
        self.first = self.first.min(length - 1);
    }

    fn forget(&mut self) {
        if self.first > FORGOTTEN && self.first > self.stretches.len() / 2 {
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
