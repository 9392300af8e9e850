//! Words one after another, where the least move leads one or a few words back.
//!
//! Each word waits for the one before it, so what counts is the number of instructions from word to word.  For a move
//! of one word and some bits, only the higher part of its hits comes from the word right before; everything else is
//! known earlier.  With f for the positions that nothing known earlier hits, the word is `f & !(before << bits)`: a
//! shift and an `andn`, two cycles.  The lower part takes five cycles for two words, so the chain takes 2.5 cycles for
//! a word.

use super::reach::Reach;
use std::cell::Cell;
use std::hint::black_box;

/// The number of words computed together: their hits through farther moves are known before.
pub(super) const LANES: usize = 8;

/// The number of words back from which on a move is followed for [`LANES`] words together: they have then mostly left
/// the store buffer.
pub(super) const FAR: usize = 17;

/// Words in as few cache lines as possible: a load of a word that was stored as part of a vector register waits if the
/// register straddled two lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Aligned<const WORDS: usize>(pub [u64; WORDS]);

/// The moves below [`FAR`] by their numbers of words, and the words before the next one.
#[derive(Clone, Copy)]
pub(super) struct Chain<const NEAR: usize, const ONE: usize, const TWO: usize> {
    /// The moves that are followed from memory.
    near: [Reach; NEAR],
    one: [Reach; ONE],
    two: [Reach; TWO],
    /// The three words before the next one, the last one first.
    recent: [u64; 3],
    /// Zero.  A word xor this is opaque to the compiler, which would otherwise combine what is known early with what is
    /// known late before it uses either, and so add an instruction to the chain.
    zero: u64,
}

impl<const NEAR: usize, const ONE: usize, const TWO: usize> Chain<NEAR, ONE, TWO> {
    /// For words from `start` on, if there are as many moves as this is for.
    #[inline(always)]
    pub(super) fn new(
        near: &[Reach],
        one: &[Reach],
        two: &[Reach],
        words: &[u64],
        start: usize,
    ) -> Option<Self> {
        let recent = &words[start - 3..start];
        Some(Self {
            near: near.try_into().ok()?,
            one: one.try_into().ok()?,
            two: two.try_into().ok()?,
            recent: [recent[2], recent[1], recent[0]],
            zero: black_box(0),
        })
    }

    /// Computes the words from `first` on; `free` are their positions that no farther move hits.  `solve` finds a word
    /// from what hits it and the word before.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        words: &mut [u64],
        first: usize,
        free: &Aligned<LANES>,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        // In memory, from where single words are loaded faster than from a vector register.
        let free = black_box(free);
        // Cells, because the words that are read and those that are written can be the same.
        let cells = Cell::from_mut(words).as_slice_of_cells();
        let mut sources: [&[Cell<u64>]; NEAR] = [&[]; NEAR];
        for (source, reach) in sources.iter_mut().zip(self.near) {
            *source = &cells[first - reach.back..][..=LANES];
        }
        let block = &cells[first..][..LANES];
        for lane in 0..LANES {
            let [before, second, third] = self.recent;
            let mut hit = 0;
            for (turn, (reach, source)) in self.near.iter().zip(sources).enumerate() {
                // The two parts have no bit in common, so three operations are equivalent for joining them; alternating
                // them keeps the compiler from gathering several moves in a vector register, which takes longer than
                // the work itself.
                let higher = reach.higher(source[lane + 1].get());
                let lower = reach.lower(source[lane].get());
                hit |= match turn % 3 {
                    0 => higher | lower,
                    1 => higher ^ lower,
                    _ => higher.wrapping_add(lower),
                };
            }
            for reach in self.two {
                hit |= reach.hit(third, second);
            }
            for reach in self.one {
                hit |= reach.lower(second);
            }
            let early = (free.0[lane] & !hit) ^ self.zero;
            let late = self.one.iter().fold(0, |late, reach| late | reach.higher(before));
            let word = solve(!(early & !late), before);
            block[lane].set(word);
            self.recent = [word, before, second];
        }
    }
}
