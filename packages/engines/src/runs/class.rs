//! Classes of steps: how a step follows from the stretches before it, without any variable length.
//!
//! A class is a list of numbers.  Stretches are counted back from the last one of their row, which has the number 1.  A
//! *phase* is the position to which a move leads, modulo the length of the comb, or [`NOWHERE`] if the stretch is solid
//! or not reached.  A *link* is a value, a move, a stretch and a phase.
//!
//! 1. for each value, the number of stretches in reach;
//! 2. the number of links of the chains over the high run, and each link; if there are any, the value whose chain ends
//!    first;
//! 3. the value of the run that follows, or [`UNFINISHED`], after which the list ends;
//! 4. the number of links of the chains over this run, and each link;
//! 5. how it ends: [`BY_LEAST`]; the move that leads to its own value there; or the number of moves plus the value
//!    whose chain ends;
//! 6. for each value, in order, the first stretch that the greatest move has not passed; and for the value of the run,
//!    for each move, the first stretch that it has not passed, and the phase;
//! 7. what becomes of the last stretches, once or several times: the number of those that join the comb before them, or
//!    the negative of the number of those that are one group of a new comb, followed by the number of the comb; at the
//!    end 0.

use crate::fold::{Numbers, Symbol};
use smallvec::SmallVec;

/// The numbers of a class.
pub(super) type StepClass = SmallVec<[i32; 32]>;

/// The phase outside combs.
pub(super) const NOWHERE: i32 = -1;

/// The mark that the least move ends the run.
pub(super) const BY_LEAST: i32 = -1;

/// The mark that the high run continues.
pub(super) const UNFINISHED: i32 = -1;

/// A link of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The value of the chain.
    pub value: usize,
    /// The number of the move.
    pub which: usize,
    /// The stretch.
    pub back: usize,
    /// The phase.
    pub phase: i32,
}

/// What ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The least move.
    Least,
    /// The move with this number, which leads to the value of the run.
    Move(usize),
    /// The chain of this value.
    Chain(usize),
}

/// What becomes of the last stretches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Join {
    /// This number of stretches are the next teeth of the comb before them.
    Teeth(usize),
    /// This number of stretches are one group of this comb.
    Comb(usize, u32),
}

/// Reads the numbers of a class part by part; `None` where they are not those of a class.
#[derive(Debug)]
pub(super) struct Reader<I>(pub I);

impl<I: Iterator<Item = i32>> Reader<I> {
    /// A count, or a stretch.
    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.0.next()?).ok()
    }

    /// A link.
    pub(super) fn link(&mut self) -> Option<Link> {
        let (value, which) = (self.count()?, self.count()?);
        let (back, phase) = self.pointer()?;
        Some(Link { value, which, back, phase })
    }

    /// A stretch and a phase.
    pub(super) fn pointer(&mut self) -> Option<(usize, i32)> {
        Some((self.count()?, self.0.next()?))
    }

    /// The value of the run; `Some(None)` if the high run continues.
    #[expect(clippy::option_option, reason = "there may be no run, and no number that says so")]
    pub(super) fn run(&mut self) -> Option<Option<usize>> {
        match self.0.next()? {
            UNFINISHED => Some(None),
            value => usize::try_from(value).ok().map(Some),
        }
    }

    /// What ends the run, in a game with this number of moves.
    pub(super) fn end(&mut self, moves: usize) -> Option<End> {
        match self.0.next()? {
            BY_LEAST => Some(End::Least),
            by => {
                let by = usize::try_from(by).ok()?;
                Some(by.checked_sub(moves).map_or(End::Move(by), End::Chain))
            }
        }
    }

    /// What becomes of the last stretches; `Some(None)` at the end.
    #[expect(clippy::option_option, reason = "the list may end, and its end may not be there")]
    pub(super) fn join(&mut self) -> Option<Option<Join>> {
        Some(match self.0.next()? {
            0 => None,
            count @ 1.. => Some(Join::Teeth(usize::try_from(count).ok()?)),
            count => {
                let comb = u32::try_from(self.0.next()?).ok()?;
                Some(Join::Comb(count.unsigned_abs() as usize, comb))
            }
        })
    }

    /// Skips everything before what becomes of the last stretches, in a game of outcomes with this number of moves;
    /// `false` if the list ends first because the high run continues.
    pub(super) fn pass(&mut self, moves: usize) -> Option<bool> {
        self.count()?;
        let links = self.count()?;
        (0..links).try_for_each(|_| self.link().map(drop))?;
        if links > 0 {
            self.count()?;
        }
        if self.run()?.is_none() {
            return Some(false);
        }
        for _ in 0..self.count()? {
            self.link()?;
        }
        self.end(moves)?;
        (0..moves).try_for_each(|_| self.pointer().map(drop))?;
        Some(true)
    }
}

/// All classes that were seen, by number, as one string of bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    text: Vec<u8>,
    /// The end of each class.
    ends: Vec<usize>,
    numbers: Numbers,
}

impl Classes {
    /// The symbol of a class; `None` when there are no more numbers.
    pub(super) fn name(&mut self, class: &[i32]) -> Option<Symbol> {
        let Self { text, ends, numbers } = self;
        let start = text.len();
        for &number in class {
            write(number, text);
        }
        let (old, new) = text.split_at(start);
        let found = numbers.number(new, ends.len(), |number| piece(old, ends, number) == new)?;
        if found as usize == ends.len() {
            ends.push(text.len());
        } else {
            text.truncate(start);
        }
        Some(Symbol::step(found))
    }

    /// The numbers of a class that was named here.
    pub(super) fn get(&self, symbol: Symbol) -> Reader<impl Iterator<Item = i32>> {
        let mut bytes = piece(&self.text, &self.ends, symbol.number()).iter();
        Reader(std::iter::from_fn(move || {
            let (mut number, mut shift) = (0_u32, 0);
            loop {
                let byte = *bytes.next()?;
                number |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
                shift += 7;
                if byte < 0x80 {
                    return Some((number >> 1) as i32 ^ -((number & 1) as i32));
                }
            }
        }))
    }

    /// The approximate number of bytes that all take.
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + Numbers::BYTES * self.ends.len()
    }
}

/// The part of the string for the class with this number.
fn piece<'t>(text: &'t [u8], ends: &[usize], number: usize) -> &'t [u8] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[number]]
}

/// Appends a number to a string: as twice the number, or for a negative one as twice its absolute value less one, in
/// groups of seven bits, the lowest first; all groups except the last have the eighth bit.
fn write(number: i32, text: &mut Vec<u8>) {
    let mut rest = (number << 1 ^ number >> 31) as u32;
    while rest >= 0x80 {
        text.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    text.push(rest as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_as_they_were_written() {
        let mut classes = Classes::default();
        let class = |seed: i32| [seed, -seed, 0, 63, 64, -64, -65, 8191, 8192, i32::MAX, i32::MIN];
        let names: Vec<_> =
            (0..300).map(|seed| classes.name(&class(seed)).expect("few classes")).collect();
        for (seed, &name) in names.iter().enumerate() {
            let class = class(seed as i32);
            assert_eq!(classes.name(&class), Some(name));
            assert!(classes.get(name).0.eq(class));
            assert!(names[..seed].iter().all(|&other| other != name));
        }
    }
}
