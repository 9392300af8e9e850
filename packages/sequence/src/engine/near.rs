//! What a move hits, from registers in a row.

use super::lanes::Lanes;
use super::reach::Reach;
use pulp::x86::V4;

/// After how many registers what a move hits is needed.
pub(super) fn delay<L: Lanes>(size: u32) -> usize {
    size as usize / 64 / L::WORDS
}

/// A move.
#[derive(Clone, Copy)]
pub(super) struct Near<L> {
    up: L,
    /// The same down from the word before, or 0 if no bits come from there.
    down: L,
    /// The bits of a word that stay in it.
    staying: L,
    /// Where the words are from which the higher bits come, among two registers.
    higher: L,
    /// Those of the lower bits; the same if there are none.
    lower: L,
}

impl<L: Lanes> Near<L> {
    /// None, as a start.
    #[inline(always)]
    pub(super) fn unset() -> Self {
        let zero = L::splat(0);
        Self { up: zero, down: zero, staying: zero, higher: zero, lower: zero }
    }

    /// For a move of so many bits.
    #[inline(always)]
    pub(super) fn new(size: u32) -> Self {
        let width = L::WORDS as u64;
        let back = u64::from(size / 64) % width;
        let places = |back: u64| {
            let mut places = [0; 8];
            for (lane, place) in places.iter_mut().enumerate().take(L::WORDS) {
                // The first bits say which word of a register, the next one which register.
                *place = (2 * width + lane as u64 - back + width) % (2 * width);
            }
            L::load(&places)
        };
        Self {
            up: L::splat(u64::from(size % 64)),
            // Below 64, so that the compiler knows it, and needs no second case.
            down: L::splat(u64::from((64 - size % 64) % 64)),
            staying: L::splat(u64::MAX >> (size % 64)),
            higher: places(back),
            lower: places(back + u64::from(!size.is_multiple_of(64))),
        }
    }

    /// What is hit from two registers in a row, its [`delay`] behind the second.
    #[inline(always)]
    pub(super) fn hits(self, simd: V4, before: L, lost: L) -> L {
        let higher = L::picked(simd, before, self.higher, lost);
        let lower = L::picked(simd, before, self.lower, lost);
        L::chosen(simd, self.staying, higher, lower).rotated(simd, self.up)
    }

    /// The same in two parts, sooner but with more work: a cycle less from the permutations on, and
    /// one shift more.
    #[inline(always)]
    pub(super) fn parts(self, simd: V4, before: L, lost: L) -> [L; 2] {
        let higher = L::picked(simd, before, self.higher, lost).up(simd, self.up);
        let lower = L::picked(simd, before, self.lower, lost).down(simd, self.down);
        [higher, lower]
    }

    /// What a move hits in the register at a word, all from known words.
    #[inline(always)]
    pub(super) fn known(words: &[u64], at: usize, size: u32) -> L {
        let reach = Reach::new(size);
        let source = &words[at - reach.back..][..=L::WORDS];
        let mut hits = [0; 8];
        for lane in 0..L::WORDS {
            hits[lane] = reach.hit(source[lane], source[lane + 1]);
        }
        L::load(&hits)
    }
}
