//! Games side by side in the lanes of vector registers, on processors with AVX-512.
//!
//! Each lane does what a [`Lane`](super::register) does, with a game of its own.  It has no table
//! of what a run of losses makes won, but computes it.  Let M be the number that has bit s set for
//! each move s.  After r losses in a row everything is won that is between s - r and s - 1 above
//! for a move s, which are the bits of 2^s - 2^(s - r).  If r is at most the least move, the sum of
//! these over all moves is M minus M shifted down by r; if moreover no two moves differ by less
//! than r, the ranges have no bit in common, and their sum is their union.  So no more losses are
//! entered at once than that, and at most 63; nor are more than 63 wins skipped at once.
//!
//! The same states as there are compared and kept, those behind a win and in front of a loss, so
//! the same is found.  When few games are left, they are handed back, as one game has to wait here
//! for itself.
//!
//! *How fast it is.*  A step of eight games takes about 35 operations of vector registers for sets of one
//! word, and 50 for two, of which a processor does at most four at once; three registers of games take
//! turns to come near that (`cargo bench --bench census`).

use super::mask::Mask;
use super::register::{RegisterState, Returned};
use crate::limit::{CancellationToken, Limit};
use pulp::x86::V4;
use pulp::{Simd, WithSimd, cast};
use std::arch::x86_64::__m512i;

/// The most words of a set of moves for which this is faster.
pub(super) const WORDS: usize = 4;

/// How many games a register holds.
const LANES: usize = 8;

/// How many registers of games take turns, so that one need not wait for the other.
const TURNS: usize = 3;

/// With this many games left or fewer, each of them is faster alone.
pub(super) const FEW: usize = 3;

/// Turns between two looks at [`CancellationToken`].
const PATIENCE: u32 = 1 << 16;

/// Further than any game ever gets, so that no position wraps.
const END: u64 = 1 << 62;

/// Runs games, given by their moves (each a nonempty set below 64 N), until at most [`FEW`] are
/// left, and tells the index of each other game with what was found; `None` without AVX-512.
pub(super) fn run<const N: usize>(
    games: &[Mask<N>],
    give_up: u64,
    stop: &CancellationToken,
    tell: &mut impl FnMut(usize, Option<Returned>) -> Result<(), Limit>,
) -> Option<Result<Vec<RegisterState<N>>, Limit>> {
    let simd = V4::try_new()?;
    Some(Simd::vectorize(simd, VectorRun { simd, games, give_up: give_up.min(END), stop, tell }))
}

struct VectorRun<'a, F, const N: usize> {
    simd: V4,
    games: &'a [Mask<N>],
    give_up: u64,
    stop: &'a CancellationToken,
    tell: &'a mut F,
}

/// Eight games; a number for each in its lane.
#[derive(Clone, Copy)]
struct Eight<const N: usize> {
    won: [__m512i; N],
    position: __m512i,
    kept: [__m512i; N],
    kept_at: __m512i,
    /// Where the next state is kept.
    next: __m512i,
    /// The bit s is set for each move s.
    moves: [__m512i; N],
    /// The bit of the longest run that is entered at once.
    longest: __m512i,
    /// The indices of the games.
    games: [usize; LANES],
    /// The lanes with a game that is not finished.
    running: u8,
}

/// Lanes after a step.
struct Standing {
    /// The state follows a win and precedes a loss.  Only of such:
    settled: u8,
    /// The state is empty.
    empty: u8,
    /// The state is the one that is kept.
    returned: u8,
    /// Too far.
    given_up: u8,
}

/// As many losses as may be entered at once.
fn longest_run<const N: usize>(moves: Mask<N>) -> u32 {
    let differences = moves.iter().zip(moves.iter().skip(1)).map(|(one, next)| next - one);
    differences.chain(moves.least()).fold(63, u32::min)
}

impl<F, const N: usize> WithSimd for VectorRun<'_, F, N>
where
    F: FnMut(usize, Option<Returned>) -> Result<(), Limit>,
{
    type Output = Result<Vec<RegisterState<N>>, Limit>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let Self { simd, games, give_up, stop, tell } = self;
        let mut eights = [Eight::<N>::empty(simd); TURNS];
        let mut waiting = games.iter().copied().enumerate();
        let mut left = 0;
        for eight in &mut eights {
            for (lane, (game, moves)) in (0..LANES).zip(waiting.by_ref()) {
                eight.load(simd, lane, &RegisterState::start(game, moves, give_up), moves);
                left += 1;
            }
        }
        let mut patience = PATIENCE;
        while left > FEW {
            patience -= 1;
            if patience == 0 {
                stop.check()?;
                patience = PATIENCE;
            }
            for eight in &mut eights {
                let Standing { settled, empty, returned, given_up } = eight.step(simd, give_up);
                let mut done = (empty | returned | given_up) & eight.running;
                if done != 0 {
                    // Only these lie in memory.
                    let mut changed = *eight;
                    let [position, kept_at] = [words(eight.position), words(eight.kept_at)];
                    while done != 0 {
                        let lane = done.trailing_zeros() as usize;
                        done &= done - 1;
                        let found = if empty >> lane & 1 == 1 {
                            Some(Returned::new(0, position[lane]))
                        } else if returned >> lane & 1 == 1 {
                            Some(Returned::new(kept_at[lane], position[lane]))
                        } else {
                            None
                        };
                        tell(eight.games[lane], found)?;
                        if let Some((game, moves)) = waiting.next() {
                            changed.load(
                                simd,
                                lane,
                                &RegisterState::start(game, moves, give_up),
                                moves,
                            );
                        } else {
                            changed.running &= !(1 << lane);
                            left -= 1;
                        }
                    }
                    *eight = changed;
                }
                // A game that was just loaded keeps nothing yet.
                eight.keep(simd, settled);
            }
        }
        Ok(eights.iter().flat_map(Eight::states).collect())
    }
}

impl<const N: usize> Eight<N> {
    /// Lanes with no game that are never done.
    #[inline(always)]
    fn empty(simd: V4) -> Self {
        let zero = simd.avx512f._mm512_setzero_si512();
        Self {
            won: [zero; N],
            position: zero,
            kept: [zero; N],
            kept_at: zero,
            next: zero,
            moves: [zero; N],
            longest: simd.avx512f._mm512_set1_epi64(1),
            games: [0; LANES],
            running: 0,
        }
    }

    /// Takes a game with the state that it has into a lane.
    #[inline(always)]
    fn load(&mut self, simd: V4, lane: usize, state: &RegisterState<N>, moves: Mask<N>) {
        let set = |register: &mut __m512i, word: u64| {
            *register = simd.avx512f._mm512_mask_set1_epi64(*register, 1 << lane, word as i64);
        };
        let (won, kept, sizes) = (state.won.words(), state.kept.words(), moves.words());
        let mut carry = 0;
        for word in 0..N {
            set(&mut self.won[word], won[word]);
            set(&mut self.kept[word], kept[word]);
            set(&mut self.moves[word], sizes[word] << 1 | carry);
            carry = sizes[word] >> 63;
        }
        set(&mut self.position, state.position);
        set(&mut self.kept_at, state.kept_at);
        set(&mut self.next, state.next);
        set(&mut self.longest, 1 << longest_run(moves));
        self.games[lane] = state.game;
        self.running |= 1 << lane;
    }

    /// The state of the game in a lane.
    fn state(&self, lane: usize) -> RegisterState<N> {
        let word = |register| words(register)[lane];
        RegisterState {
            game: self.games[lane],
            won: Mask::of_words(self.won.map(word)),
            position: word(self.position),
            kept: Mask::of_words(self.kept.map(word)),
            kept_at: word(self.kept_at),
            next: word(self.next),
        }
    }

    /// The states of the games that are not finished.
    fn states(&self) -> impl Iterator<Item = RegisterState<N>> {
        let running = (0..LANES).filter(|lane| self.running >> lane & 1 == 1);
        running.map(|lane| self.state(lane))
    }

    /// A run of losses and the wins behind it, or part of them.
    #[inline(always)]
    fn step(&mut self, simd: V4, give_up: u64) -> Standing {
        let (f, ones) = (simd.avx512f, simd.avx512f._mm512_set1_epi64(-1));
        // The lowest 1 from the longest run on; adding -1 changes it and all below.
        let limited = f._mm512_or_si512(self.won[0], self.longest);
        let run = changed(simd, limited, f._mm512_add_epi64(limited, ones));
        let mut won = lowered(simd, &self.won, run);
        let after = difference(simd, &self.moves, &lowered(simd, &self.moves, run));
        for word in 0..N {
            won[word] = f._mm512_or_si512(won[word], after[word]);
        }
        // Adding 1 changes the lowest 0 and all below.
        let wins = changed(simd, won[0], f._mm512_sub_epi64(won[0], ones));
        self.won = lowered(simd, &won, wins);
        self.position = f._mm512_add_epi64(self.position, f._mm512_add_epi64(run, wins));
        let behind_wins = f._mm512_test_epi64_mask(wins, wins);
        let in_front_of_loss = f._mm512_testn_epi64_mask(self.won[0], f._mm512_set1_epi64(1));
        let settled = behind_wins & in_front_of_loss;
        let [mut different, mut any] = [f._mm512_setzero_si512(); 2];
        for word in 0..N {
            let both = f._mm512_xor_si512(self.won[word], self.kept[word]);
            different = f._mm512_or_si512(different, both);
            any = f._mm512_or_si512(any, self.won[word]);
        }
        let give_up = f._mm512_set1_epi64(give_up as i64);
        Standing {
            settled,
            empty: settled & f._mm512_testn_epi64_mask(any, any),
            returned: settled & f._mm512_testn_epi64_mask(different, different),
            given_up: settled & f._mm512_cmpge_epu64_mask(self.position, give_up),
        }
    }

    /// Keeps the states of those lanes where it is time.
    #[inline(always)]
    fn keep(&mut self, simd: V4, settled: u8) {
        let f = simd.avx512f;
        let due = settled & f._mm512_cmpge_epu64_mask(self.position, self.next);
        for word in 0..N {
            self.kept[word] = f._mm512_mask_mov_epi64(self.kept[word], due, self.won[word]);
        }
        self.kept_at = f._mm512_mask_mov_epi64(self.kept_at, due, self.position);
        self.next = f._mm512_mask_add_epi64(self.next, due, self.position, self.position);
    }
}

/// The words of the lanes.
#[inline(always)]
fn words(register: __m512i) -> [u64; LANES] {
    cast(register)
}

/// The number of the highest bit that differs, in each lane; some bit must.
#[inline(always)]
fn changed(simd: V4, one: __m512i, other: __m512i) -> __m512i {
    let f = simd.avx512f;
    let above = simd.avx512cd._mm512_lzcnt_epi64(f._mm512_xor_si512(one, other));
    f._mm512_sub_epi64(f._mm512_set1_epi64(63), above)
}

/// Every number made smaller by `by` <= 63; what falls below 0 is gone.
#[inline(always)]
fn lowered<const N: usize>(simd: V4, words: &[__m512i; N], by: __m512i) -> [__m512i; N] {
    let f = simd.avx512f;
    let up = f._mm512_sub_epi64(f._mm512_set1_epi64(64), by);
    let mut lowered = *words;
    for word in 0..N {
        lowered[word] = f._mm512_srlv_epi64(words[word], by);
        if word + 1 < N {
            let above = f._mm512_sllv_epi64(words[word + 1], up);
            lowered[word] = f._mm512_or_si512(lowered[word], above);
        }
    }
    lowered
}

/// The numbers `one` minus `other`, which is at most as great, in each lane.
#[inline(always)]
fn difference<const N: usize>(simd: V4, one: &[__m512i; N], other: &[__m512i; N]) -> [__m512i; N] {
    let f = simd.avx512f;
    let mut difference = *one;
    let mut borrow = 0;
    for word in 0..N {
        let unborrowed = f._mm512_sub_epi64(one[word], other[word]);
        let ones = f._mm512_set1_epi64(-1);
        difference[word] = f._mm512_mask_add_epi64(unborrowed, borrow, unborrowed, ones);
        let through = borrow & f._mm512_testn_epi64_mask(unborrowed, unborrowed);
        borrow = through | f._mm512_cmplt_epu64_mask(one[word], other[word]);
    }
    difference
}

#[cfg(test)]
mod tests {
    use super::super::register::{run_all, run_from};
    use super::*;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    /// What is found by one of the ways, for each game once.
    fn told<const N: usize>(
        games: &[Mask<N>],
        run: impl FnOnce(&mut dyn FnMut(usize, Option<Returned>) -> Result<(), Limit>),
    ) -> Vec<Option<Returned>> {
        let mut told = vec![None; games.len()];
        run(&mut |game, returned| {
            assert!(told[game].replace(returned).is_none(), "twice: {:?}", games[game]);
            Ok(())
        });
        told.into_iter().map(|told| told.expect("every game")).collect()
    }

    fn same_together_as_alone<const N: usize>(games: &[Mask<N>], give_up: u64) {
        let stop = CancellationToken::default();
        let together = told(games, |tell| {
            run_all(games, give_up, &stop, tell).expect("not stopped");
        });
        let alone = told(games, |tell| {
            let start = |(game, &moves)| RegisterState::start(game, moves, give_up);
            let states = games.iter().enumerate().map(start);
            run_from(games, states, give_up, &stop, tell).expect("not stopped");
        });
        for (moves, pair) in games.iter().zip(together.iter().zip(&alone)) {
            assert_eq!(pair.0, pair.1, "{:?}", moves.iter().collect::<Vec<_>>());
        }
        let (found, all) = (alone.iter().flatten().count(), games.len());
        assert!(found > all / 25 && found < all - all / 25, "both kinds: {found} of {all}");
    }

    fn random_games<const N: usize>(seed: u64) -> Vec<Mask<N>> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let most = 64 * N as u64 - 1;
        let game = |_| {
            let mut moves = Mask::<N>::EMPTY;
            // Few or many, near each other or not, small or large, some up to the greatest.
            let (count, reach) = (1 + random.next_u64() % 7, most >> (random.next_u64() % 6));
            let above = random.next_u64() % (most - reach + 1);
            for _ in 0..count {
                moves.insert((1 + above + random.next_u64() % reach) as u32);
            }
            moves
        };
        (0..500).map(game).collect()
    }

    /// With lanes, where the processor has them, and without.
    #[test]
    fn the_same_is_found_for_games_together_and_alone() {
        same_together_as_alone::<1>(&random_games(1), 64);
        same_together_as_alone::<2>(&random_games(2), 128);
        same_together_as_alone::<4>(&random_games(3), 256);
        // In small games the states of one are often those of the next.
        let small: Vec<Mask<1>> = (1..1 << 12).map(|bits| Mask::of_words([bits])).collect();
        same_together_as_alone(&small, 20);
    }
}
