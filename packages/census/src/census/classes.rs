//! Games with the same sequence, found together.
//!
//! A game is played through while most of its moves are still open.  A position is won if an included move leads to a
//! lost one, whatever the open moves are.  Otherwise, only open moves that lead to a lost position matter: the search
//! continues once with such a move included, where the position is won, and once with it excluded.  When none is left,
//! the position is lost.  As soon as the losses among the last max L positions repeat, the sequence is known: up to
//! there no open move ever led from a lost position to a lost one, so the moves that are still open may be included or
//! not, and the same argument applies to each later repetition.  All these games are one [`OutcomeClass`].  Every game
//! is in exactly one, since the branches exclude each other.
//!
//! With few moves, all choices are made early, and the game is complete; then it is run with its register of known
//! wins, which is faster.

use super::mask::Mask;
use super::register::{Returned, run_all};
use super::space::{COUNTED, Space, Subspace, ways};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::Rule;

/// Games with the same sequence of outcomes: some moves are in all of them, and any number of the open choices, or
/// exactly `need` of them, may be included.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutcomeClass<const N: usize> {
    pub included: Mask<N>,
    pub open: Mask<N>,
    pub need: Option<u32>,
    /// The number of games.
    pub games: u64,
    /// Their period, unless they were given up.
    pub returned: Option<Returned>,
}

/// A game with some open choices, before a position.
#[derive(Clone, Copy)]
struct OpenGame<const N: usize> {
    included: Mask<N>,
    open: Mask<N>,
    need: Option<u32>,
    /// Bit s - 1: the position s below the present one is lost.
    lost: Mask<N>,
    /// Bit i: the position i above the present one is won by an included move.
    won: Mask<N>,
    position: u64,
    kept: Mask<N>,
    kept_at: u64,
    next: u64,
}

/// The greatest position up to which a complete game is still followed here.
const SHORT: u64 = 256;

/// The nodes between two checks of the [`CancellationToken`].
const PATIENCE: u32 = 1 << 10;

/// Finds the classes of all games of a piece, in an order that depends only on the piece.  Largest moves are below 64
/// N.
pub(super) fn explore<const N: usize>(
    space: &Space,
    piece: &Subspace,
    give_up: u64,
    stop: &CancellationToken,
    mut tell: impl FnMut(OutcomeClass<N>) -> Result<(), Limit>,
) -> Result<(), Limit> {
    let whole = Mask::up_to(space.largest);
    let (included, open) = space.masks(piece);
    let mut root = OpenGame {
        included,
        open,
        need: piece.need(),
        lost: Mask::EMPTY,
        won: Mask::EMPTY,
        position: 0,
        kept: Mask::EMPTY,
        kept_at: 0,
        next: u64::from(space.largest),
    };
    if !root.settle(space) {
        return Ok(());
    }
    let mut waiting = vec![root];
    let mut complete = Vec::new();
    let mut patience = PATIENCE;
    while let Some(mut node) = waiting.pop() {
        patience -= 1;
        if patience == 0 {
            stop.check()?;
            patience = PATIENCE;
        }
        let mut events = 0_u32;
        loop {
            let wins = node.won.low_ones();
            if wins > 0 {
                node.won = node.won.lowered_far(wins);
                node.lost = node.lost.raised_far(wins).and(whole);
                node.position += u64::from(wins);
            }
            if let Some(size) = node.lost.and(node.open).greatest() {
                let mut within = node;
                within.include(space, size);
                within.need = within.need.map(|need| need - 1);
                if within.settle(space) {
                    waiting.push(within);
                }
                node.open = node.open.without(space.choice(size));
                if !node.settle(space) {
                    break;
                }
                continue;
            }
            let returned = |from: u64| Returned {
                period: node.position - from,
                from,
                positions: node.position,
            };
            if node.lost.is_empty() && node.position > 0 {
                tell(node.class(space, Some(returned(0))))?;
                break;
            }
            if node.lost == node.kept && node.position > node.kept_at {
                let returned = returned(node.kept_at);
                let from = node.kept_at.saturating_sub(u64::from(space.largest));
                tell(node.class(space, Some(Returned { from, ..returned })))?;
                break;
            }
            if node.open.is_empty() && (node.need.is_some() || node.position >= SHORT) {
                complete.push(node.included);
                break;
            }
            if node.position >= node.next {
                if node.position >= give_up {
                    tell(node.class(space, None))?;
                    break;
                }
                (node.kept, node.kept_at) = (node.lost, node.position);
                node.next = node.position.saturating_mul(2).min(give_up);
            }
            node.lose(whole);
            events += 1;
            if events.is_multiple_of(1 << 16) {
                stop.check()?;
            }
        }
    }
    run_all(&complete, give_up, stop, |game, returned| {
        let included = complete[game];
        tell(OutcomeClass { included, open: Mask::EMPTY, need: None, games: 1, returned })
    })
}

impl<const N: usize> OpenGame<N> {
    /// Includes the choice that `size` belongs to; the present position is settled anew.
    #[inline]
    fn include(&mut self, space: &Space, size: u32) {
        let moves = space.choice(size);
        self.open = self.open.without(moves);
        self.included = self.included.or(moves);
        for size in space.moves_of_choice(size) {
            // From the position i above, the move leads s - i below: bit s - 1 - i of `lost`.
            self.won = self.won.or(self.lost.mirrored(size));
        }
    }

    /// Makes the open choices that are forced by their number; false if that number cannot be reached.
    fn settle(&mut self, space: &Space) -> bool {
        let Some(need) = self.need else { return true };
        let choices = space.count_choices(self.open);
        if need == 0 {
            self.open = Mask::EMPTY;
        } else if need == choices {
            for choice in space.choices_of(self.open) {
                self.include(space, choice);
            }
            self.need = Some(0);
        }
        need <= choices
    }

    /// The present position is lost; moves to the next one.
    fn lose(&mut self, whole: Mask<N>) {
        self.lost = self.lost.raised_far(1).and(whole);
        self.lost.insert(1);
        self.won = self.won.lowered(1).or(self.included);
        self.position += 1;
    }

    fn class(&self, space: &Space, returned: Option<Returned>) -> OutcomeClass<N> {
        let Self { included, open, need, .. } = *self;
        let games = ways(space.count_choices(open), need).expect(COUNTED);
        OutcomeClass { included, open, need, games, returned }
    }
}

impl<const N: usize> OutcomeClass<N> {
    /// The delay of its sequence with respect to normal play.
    ///
    /// The first won position is the least move, so that games with the same sequence have the same least move, which
    /// is among those that all of them have.
    pub(super) fn delay(&self, rule: Rule) -> u64 {
        let delays = rule == Rule::Misere;
        self.included.least().filter(|_| delays).map_or(0, u64::from)
    }

    /// The first game in the order.
    pub(super) fn first(&self, space: &Space) -> Mask<N> {
        let need = self.need.unwrap_or(0) as usize;
        let least = space.choices_of(self.open).take(need);
        least.fold(self.included, |game, size| game.or(space.choice(size)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::group::Group;
    use super::super::space::Census;
    use super::*;
    use crate::sequence::{Cycle, Game, Moves, oracle};

    /// Every game of every piece is in one class, with the period of the plain rule.
    #[test]
    fn classes_are_exact() {
        let plain = |sizes: &[u32]| {
            let sizes: Vec<u64> = sizes.iter().map(|&size| u64::from(size)).collect();
            let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("a game");
            let Cycle { period, preperiod } = oracle::cycle(&game, 400).expect("a short cycle");
            (period, preperiod)
        };
        for (symmetric, moves) in [(false, None), (true, None), (false, Some(5)), (true, Some(6))] {
            let census = Census::new(1, 11, moves, symmetric).expect("a census");
            let mut games = 0;
            for piece in census.pieces() {
                let space = census.space(piece.largest).expect("games");
                let mut found = std::collections::BTreeSet::new();
                explore::<1>(&space, &piece, 10_000, &CancellationToken::default(), |class| {
                    let before = found.len();
                    let returned = class.returned.expect("a period");
                    for game in Group::new(&space, &class).members(&space) {
                        let (period, preperiod) = plain(&game);
                        assert_eq!(returned.period, period, "{game:?}");
                        assert!(returned.from >= preperiod, "{game:?}");
                        assert!(found.insert(game.clone()), "twice: {game:?}");
                    }
                    assert_eq!((found.len() - before) as u64, class.games);
                    assert!(found.contains(&class.first(&space).iter().collect::<Vec<_>>()));
                    Ok(())
                })
                .expect("not stopped");
                assert_eq!(found.len() as u64, piece.games);
                games += piece.games;
            }
            assert!(games >= 10);
        }
    }
}
