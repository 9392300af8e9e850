//! Period and preperiod of small games with a register of known wins.
//!
//! The register at position x has bit i set when x + i is known to be won, because some move leads from there to a lost
//! position below x.  It determines everything from x on: when its lowest bit is 0, x is lost, and every x + s becomes
//! won.  Bits beyond max L - 1 are never set, so there are finitely many states.  Wins are skipped at once, by counting
//! ones; consecutive losses, at most as many as the least move, are entered at once.
//!
//! The states before two runs of losses are compared (a run begins after a win, or at 0).  A kept state that recurs for
//! the first time gives the least period: whether a position is lost depends on the state, so from the kept position on
//! the runs of losses begin at distances that repeat, and each of them is compared.  The states that are kept are the
//! one at 0 and, as in R. P. Brent (*An improved Monte Carlo factorization algorithm*, 1980), the one at a position
//! that repeatedly doubles.
//!
//! Several games advance side by side.

use super::mask::Mask;
use crate::limit::{CancellationToken, Limit};

/// The number of games that advance side by side, so that one need not wait for the arithmetic of another.
const LANES: usize = 8;

/// The steps between two checks of the [`CancellationToken`].
const PATIENCE: u32 = 1 << 16;

/// The result of running a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Returned {
    /// The least period.
    pub period: u64,
    /// A position from which on the sequence repeats, not necessarily the first one.
    pub from: u64,
    /// The number of positions that were examined.
    pub positions: u64,
}

impl Returned {
    /// The result if the state at a position is the one at an earlier position.
    pub(super) fn new(from: u64, position: u64) -> Self {
        Self { period: position - from, from, positions: position }
    }
}

/// The register of one game, always before a lost position.
#[derive(Clone, Copy)]
struct Register<const N: usize> {
    won: Mask<N>,
    position: u64,
}

impl<const N: usize> Register<N> {
    const START: Self = Self { won: Mask::EMPTY, position: 0 };

    /// Enters the loss at the present position, and moves to the next one.
    fn advance(&mut self, moves: Mask<N>) {
        let won = self.won.lowered(1).or(moves);
        let wins = won.low_ones();
        self.won = won.lowered_far(wins);
        self.position += 1 + u64::from(wins);
    }
}

/// The progress of a game.
#[derive(Clone, Copy)]
struct RegisterState<const N: usize> {
    /// The index of the game.
    game: usize,
    won: Mask<N>,
    position: u64,
    kept: Mask<N>,
    kept_at: u64,
    /// The position where the next state is kept.
    next: u64,
}

impl<const N: usize> RegisterState<N> {
    /// The start of a game.
    fn start(game: usize, moves: Mask<N>, give_up: u64) -> Self {
        let next = u64::from(moves.greatest().unwrap_or(1)).min(give_up);
        Self { game, won: Mask::EMPTY, position: 0, kept: Mask::EMPTY, kept_at: 0, next }
    }
}

/// One game that advances by runs of losses.
struct Lane<const N: usize> {
    state: RegisterState<N>,
    /// The longest run that is entered at once.
    longest: u32,
    /// After r losses in a row: the positions that they win, seen from after the run.
    after: Box<[Mask<N>; 64]>,
}

/// The status of a lane.
enum Standing {
    Running,
    Returned(Returned),
    GivenUp,
}

impl<const N: usize> Lane<N> {
    fn new(state: RegisterState<N>, moves: Mask<N>) -> Self {
        let mut lane = Self { state, longest: 1, after: Box::new([Mask::EMPTY; 64]) };
        lane.load(state, moves);
        lane
    }

    /// Takes another game.
    fn load(&mut self, state: RegisterState<N>, moves: Mask<N>) {
        let longest = moves.least().unwrap_or(1).min(63);
        for run in 1..=longest as usize {
            self.after[run] = self.after[run - 1].lowered(1).or(moves);
        }
        (self.state, self.longest) = (state, longest);
    }

    /// Processes one run of losses and the wins after it.
    #[inline(always)]
    fn step(&mut self, give_up: u64) -> Standing {
        let state = &mut self.state;
        let run = state.won.low_zeros().min(self.longest);
        let won = state.won.lowered(run).or(self.after[(run % 64) as usize]);
        let wins = won.low_ones();
        state.won = if N == 1 { won.lowered(wins % 64) } else { won.lowered_far(wins) };
        state.position += u64::from(run + wins);
        if state.won == state.kept || state.won.is_empty() || state.position >= state.next {
            self.notice(wins, give_up)
        } else {
            Standing::Running
        }
    }

    /// Compares a state, or keeps it; `wins` come before it.
    #[cold]
    #[inline(never)]
    fn notice(&mut self, wins: u32, give_up: u64) -> Standing {
        // A run longer than the table is entered in parts; nothing is compared between them.
        if wins == 0 {
            return Standing::Running;
        }
        let state = &mut self.state;
        if state.won.is_empty() {
            return Standing::Returned(Returned::new(0, state.position));
        }
        if state.won == state.kept {
            return Standing::Returned(Returned::new(state.kept_at, state.position));
        }
        if state.position >= give_up {
            return Standing::GivenUp;
        }
        state.kept = state.won;
        state.kept_at = state.position;
        state.next = state.position.saturating_mul(2).min(give_up);
        Standing::Running
    }
}

/// Runs every game, given by its moves (each a nonempty set below 64 N), until it repeats or `give_up` positions have
/// passed; reports the index of each game with its result.
pub(super) fn run_all<const N: usize>(
    games: &[Mask<N>],
    give_up: u64,
    stop: &CancellationToken,
    mut tell: impl FnMut(usize, Option<Returned>) -> Result<(), Limit>,
) -> Result<(), Limit> {
    let start = |(game, &moves)| RegisterState::start(game, moves, give_up);
    let mut waiting = games.iter().enumerate().map(start);
    let mut lanes: Vec<Lane<N>> =
        (waiting.by_ref().take(LANES)).map(|state| Lane::new(state, games[state.game])).collect();
    let mut patience = PATIENCE;
    while !lanes.is_empty() {
        patience -= 1;
        if patience == 0 {
            stop.check()?;
            patience = PATIENCE;
        }
        let mut index = 0;
        while index < lanes.len() {
            let lane = &mut lanes[index];
            let found = match lane.step(give_up) {
                Standing::Running => {
                    index += 1;
                    continue;
                }
                Standing::Returned(returned) => Some(returned),
                Standing::GivenUp => None,
            };
            tell(lane.state.game, found)?;
            match waiting.next() {
                Some(state) => {
                    lane.load(state, games[state.game]);
                    index += 1;
                }
                None => drop(lanes.swap_remove(index)),
            }
        }
    }
    Ok(())
}

/// The least preperiod of the game with these moves, whose least period is `period`.
///
/// Two registers run in step, one of them `period` positions ahead; the last position at which they differ is before
/// the first at which their states agree.
pub(super) fn preperiod<const N: usize>(
    moves: Mask<N>,
    period: u64,
    stop: &CancellationToken,
) -> Result<u64, Limit> {
    let mut ahead = Register::<N>::START;
    let mut patience = PATIENCE;
    let mut look = || {
        patience -= 1;
        if patience > 0 {
            return Ok(());
        }
        patience = PATIENCE;
        stop.check()
    };
    while ahead.position < period {
        look()?;
        ahead.advance(moves);
    }
    let mut behind = Register::<N>::START;
    let mut preperiod = 0;
    loop {
        look()?;
        let (here, there) = (behind.position, ahead.position - period);
        if here == there && behind.won == ahead.won {
            return Ok(preperiod);
        }
        if here != there {
            preperiod = here.min(there) + 1;
        }
        if here <= there {
            behind.advance(moves);
        }
        if there <= here {
            ahead.advance(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Cycle, Game, Moves, Rule, oracle};
    use proptest::prelude::*;

    fn mask<const N: usize>(sizes: &[u32]) -> Mask<N> {
        let mut mask = Mask::EMPTY;
        sizes.iter().for_each(|&size| mask.insert(size));
        mask
    }

    fn found<const N: usize>(sizes: &[u32]) -> Option<(u64, u64)> {
        let mut cycle = None;
        let moves = mask::<N>(sizes);
        let stop = CancellationToken::default();
        run_all(&[moves], 1 << 20, &stop, |_, returned| {
            cycle = returned;
            Ok(())
        })
        .expect("not stopped");
        let cycle = cycle?;
        let preperiod = preperiod(moves, cycle.period, &stop).expect("not stopped");
        assert!(preperiod <= cycle.from, "{sizes:?}");
        Some((cycle.period, preperiod))
    }

    /// A. Flammenkamp 1996.
    #[test]
    fn published_periods() {
        assert_eq!(found::<1>(&[3, 7, 8]), Some((5, 8)));
        assert_eq!(found::<1>(&[1, 12, 17, 28, 29]), Some((4896, 0)));
        assert_eq!(found::<1>(&[11, 23, 27, 34]), Some((57, 1714)));
        assert_eq!(found::<2>(&[27, 56, 70, 83]), Some((8501, 51049)));
        assert_eq!(found::<2>(&[5, 23, 77, 82]), Some((393_906, 818)));
    }

    #[test]
    fn every_game_is_told_once_and_long_ones_are_given_up() {
        let games: Vec<Mask<1>> =
            (1..1000).map(|bits| Mask::up_to(10).and(mask(&bit_list(bits)))).collect();
        let mut told = vec![0; games.len()];
        let mut given_up = 0;
        run_all(&games, 20, &CancellationToken::default(), |game, returned| {
            told[game] += 1;
            given_up += u32::from(returned.is_none());
            Ok(())
        })
        .expect("not stopped");
        assert!(told.iter().all(|&times| times == 1));
        assert!(given_up > 0 && given_up < 999, "{given_up}");
        let stop = CancellationToken::default();
        stop.request();
        assert_eq!(
            run_all(&[mask::<2>(&[21, 44, 64, 87, 108])], u64::MAX, &stop, |_, _| Ok(())),
            Err(Limit::STOPPED)
        );
    }

    fn bit_list(bits: u32) -> Vec<u32> {
        (1..=32).filter(|size| bits >> (size - 1) & 1 == 1).collect()
    }

    proptest! {
        /// Any number of words, including least moves beyond the table of runs.
        #[test]
        fn periods_are_those_of_the_plain_rule(
            sizes in proptest::collection::btree_set(1_u32..=30, 1..8),
            factor in 1_u32..=8,
        ) {
            let sizes: Vec<u32> = sizes.into_iter().map(|size| size * factor).collect();
            let plain: Vec<u64> = sizes.iter().map(|&size| u64::from(size)).collect();
            let game = Game::new(Moves::new(&plain).expect("moves"), Rule::Normal).expect("a game");
            if let Some(Cycle { period, preperiod }) = oracle::cycle(&game, 600) {
                prop_assert_eq!(found::<4>(&sizes), Some((period, preperiod)));
                if sizes.iter().all(|&size| size < 64) {
                    prop_assert_eq!(found::<1>(&sizes), Some((period, preperiod)));
                }
            }
        }
    }
}
