//! One step of the simulation: the next run of positions with a value that is kept.

use super::class::{BY_LEAST, StepClass, UNFINISHED};
use super::comb::{Combs, Stretch};
use super::limits::LINKS;

use super::row::ValueRow;
use smallvec::SmallVec;

/// The rules of a game as far as steps need them.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// In increasing order.
    pub moves: Box<[i64]>,
    /// Positions with values below this one are kept in rows; all others have a value that does not affect later ones:
    /// 1 for outcomes, the number of moves for Grundy values.
    pub values: usize,
    /// Do all positions before 0 have value 0?  There are none otherwise.
    pub sinks: bool,
}

impl Rules {
    /// The first positions, which have value 0 as no move is possible: those before the first step.
    pub(super) fn first(&self) -> i64 {
        if self.sinks { 0 } else { self.moves[0] }
    }
}

/// What a step found.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepFound {
    /// The number of positions with high values that come first.
    pub high: i64,
    /// The run after them, relative to the state before the step; none if the high run continues.
    pub run: Option<Stretch>,
}

/// The stretches in reach, and where each move points.
#[derive(Clone, Debug)]
pub(super) struct Front {
    rules: Rules,
    rows: Box<[ValueRow]>,
    /// The class of the last step.
    pub class: StepClass,
    /// Are runs never joined to combs?
    pub plain: bool,
    /// For each value, how far its chain of links goes.
    reaches: Box<[i64]>,
}

/// The numbers of a link.
type Link = [i32; 4];

impl Front {
    /// The state before the first step: the positions below the least move have value 0, or all before position 0.
    pub(super) fn new(rules: &Rules) -> Self {
        let mut front = Self {
            rows: (0..rules.values).map(|_| ValueRow::new(rules.moves.len())).collect(),
            reaches: vec![0; rules.values].into(),
            class: StepClass::new(),
            plain: false,
            rules: rules.clone(),
        };
        let known = if rules.sinks { rules.moves.last() } else { rules.moves.first() };
        front.load(&[Stretch::solid(0, -known.copied().unwrap_or(0), 0)]);
        front
    }

    /// Continues from this state.
    pub(super) fn load(&mut self, state: &[Stretch]) {
        for row in &mut self.rows {
            row.clear();
        }
        for one in state {
            self.rows[one.comb.value()].append(*one);
        }
    }

    /// The number of stretches in reach.
    pub(super) fn size(&self) -> usize {
        self.rows.iter().map(ValueRow::size).sum()
    }

    /// The stretches in reach, relative to the first position that is not known, by value.
    pub(super) fn state(&self) -> Vec<Stretch> {
        self.rows.iter().flat_map(ValueRow::state).collect()
    }

    /// A linear function of the state, used to propose loops.
    pub(super) fn fingerprint(&self) -> u64 {
        // Any odd number.
        let join = |sum: u64, row: &ValueRow| {
            sum.wrapping_mul(0xD6E8_FEB8_6659_FD93).wrapping_add(row.fingerprint())
        };
        self.rows.iter().fold(0, join)
    }

    /// The next step.
    pub(super) fn step(&mut self, combs: &mut Combs) -> StepFound {
        let before = self.rows[0].now();
        self.class.clear();
        self.class.extend(self.rows.iter().map(ValueRow::reached));
        self.reaches.fill(before);
        let mut links = SmallVec::<[Link; 16]>::new();
        let mut start = before;
        let mut value = self.value(start, &mut links, combs);
        let is_high = value == self.rules.values;
        if is_high {
            let (ended_by, is_whole) = self.cover(i64::MAX, value, &mut links, combs);
            start = self.reaches[ended_by];
            self.write(&mut links);
            self.class.push(ended_by as i32);
            if !is_whole {
                self.class.push(UNFINISHED);
                self.advance(start - before);
                return StepFound { high: start - before, run: None };
            }
            value = self.value(start, &mut links, combs);
        } else {
            self.class.push(0);
        }
        let (mut end, mut ended_by) = (start + self.rules.moves[0], BY_LEAST);
        let mut pointed = SmallVec::<[i32; 16]>::new();
        for (which, &size) in self.rules.moves.iter().enumerate() {
            let one = self.rows[value].pointed(which, size, start, combs);
            pointed.extend([one.back, one.phase]);
            if let Some(until) = one.until.filter(|&until| until < end) {
                (end, ended_by) = (until, which as i32);
            }
        }
        let (ends_first, _) = self.cover(end, value, &mut links, combs);
        if value > 0 && self.reaches[ends_first] < end {
            end = self.reaches[ends_first];
            ended_by = (self.rules.moves.len() + ends_first) as i32;
        }
        self.class.push(value as i32);
        self.write(&mut links);
        self.class.push(ended_by);
        let greatest = self.rules.moves[self.rules.moves.len() - 1];
        for (kept, row) in self.rows.iter_mut().enumerate() {
            let first = row.leave(greatest, start, combs);
            if kept == value {
                self.class.extend_from_slice(&pointed);
            } else {
                self.class.push(first);
            }
        }
        self.advance(end - before);
        self.rows[value].append(Stretch::solid(value, start, end));
        while !self.plain && self.rows[value].join(combs, &mut self.class) {}
        self.class.push(0);
        let run = Some(Stretch::solid(value, start - before, end - before));
        if self.rows.iter().any(ValueRow::is_crowded) {
            self.rows.iter_mut().for_each(ValueRow::forget);
        }
        StepFound { high: start - before, run }
    }

    /// The value at a position: the least one without a link that continues there.
    fn value(&mut self, at: i64, links: &mut SmallVec<[Link; 16]>, combs: &Combs) -> usize {
        let values = 0..self.rules.values;
        let goes_on = |value: &usize| self.reaches[*value] > at || self.link(*value, links, combs);
        values.take_while(goes_on).count()
    }

    /// Adds links to the chains of all values below this one, until they go as far as `end` or one of them ends;
    /// returns that one, and whether it ends because it has no further link.
    fn cover(
        &mut self,
        end: i64,
        below: usize,
        links: &mut SmallVec<[Link; 16]>,
        combs: &Combs,
    ) -> (usize, bool) {
        loop {
            let least = (0..below).min_by_key(|&value| self.reaches[value]).unwrap_or(0);
            if below == 0 || self.reaches[least] >= end {
                return (least, true);
            }
            let reach = self.reaches[least];
            if !self.link(least, links, combs) {
                return (least, true);
            }
            if links.len() > LINKS * below {
                links.pop();
                self.reaches[least] = reach;
                return (least, false);
            }
        }
    }

    /// Adds a link to the chain of a value, where it ends.
    fn link(&mut self, value: usize, links: &mut SmallVec<[Link; 16]>, combs: &Combs) -> bool {
        let at = self.reaches[value];
        let (mut reach, mut best) = (at, None);
        for (which, &size) in self.rules.moves.iter().enumerate() {
            let one = self.rows[value].pointed(which, size, at, combs);
            if let Some(until) = one.until.filter(|&until| one.inside && until > reach) {
                (reach, best) = (until, Some([value as i32, which as i32, one.back, one.phase]));
            }
        }
        self.reaches[value] = reach;
        links.extend(best);
        best.is_some()
    }

    /// Writes links into the class.
    fn write(&mut self, links: &mut SmallVec<[Link; 16]>) {
        self.class.push(links.len() as i32);
        self.class.extend(links.drain(..).flatten());
    }

    /// Records that this number of further positions is known.
    fn advance(&mut self, by: i64) {
        for row in &mut self.rows {
            row.advance(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fingerprint is kept up to date, and is that of the state.
    #[test]
    fn fingerprints_belong_to_states() {
        for values in [1, 3] {
            let rules = Rules { moves: [200, 698, 902].into(), values, sinks: false };
            let (mut front, mut combs) = (Front::new(&rules), Combs::default());
            let mut other = Front::new(&rules);
            let mut joined = 0;
            for _ in 0..5000 {
                front.step(&mut combs);
                joined += usize::from(front.rows.iter().any(ValueRow::ends_in_comb));
                other.load(&front.state());
                assert_eq!(front.fingerprint(), other.fingerprint());
            }
            assert!(joined > 1000, "{joined} joints");
        }
    }
}
