//! Which turn a game goes on with: at random, or steered towards rare events.
//!
//! A steered game draws weights at its start: from -3 to 3 for what can be seen of a position, from 0
//! to 6 for what is rare.  Both players follow them, so that they bring about together what neither
//! would alone: two mills closed by one stone, a player with all stones in mills, or one who cannot
//! move.

use super::reading::Reading;
use crate::chance::Chance;
use crate::muehle::board::{Field, Fields, Mill};
use crate::muehle::rules::{Player, Position, Status};

/// How many things have a weight.
const FEATURES: usize = 12;

/// The first of those that are never avoided.
const WANTED: usize = 7;

/// How much chance is added: below this.
const NOISE: i64 = 4;

/// Weights for what can be seen of a position.
#[derive(Clone, Debug)]
pub(super) struct Weights([i64; FEATURES]);

impl Weights {
    /// Draws one.
    pub(super) fn draw(random: &mut Chance) -> Self {
        Self(std::array::from_fn(|feature| {
            let least = if feature < WANTED { -3 } else { 0 };
            i64::try_from(random.below(7)).unwrap_or(0) + least
        }))
    }

    /// How much a position is liked that `mover` has brought about.
    pub(super) fn value(
        &self,
        random: &mut Chance,
        reading: &Reading,
        marking: &[u32],
        before: &Position,
        position: &Position,
    ) -> i64 {
        let Status::ToMove(mover) = before.status else { return 0 };
        let noise = i64::from(random.bits()) % NOISE;
        let features = features(reading, marking, before, position, mover);
        noise + features.iter().zip(self.0).map(|(feature, weight)| feature * weight).sum::<i64>()
    }
}

fn features(
    reading: &Reading,
    marking: &[u32],
    before: &Position,
    position: &Position,
    mover: Player,
) -> [i64; FEATURES] {
    let (own, other) = (position.stones_of(mover), position.stones_of(mover.other()));
    let free = position.free();
    let count = |test: &dyn Fn(Mill) -> bool| {
        i64::try_from(Mill::all().filter(|&mill| test(mill)).count()).unwrap_or(0)
    };
    // Two stones and a free field.
    let open = |stones: Fields, mill: Mill| {
        mill.fields().and(stones).len() == 2 && mill.fields().and(free).len() == 1
    };
    let forks = free.iter().filter(|field: &Field| field.mills().iter().all(|&it| open(own, it)));
    let reach = |stones: Fields| {
        stones.iter().map(|field| i64::from(field.neighbours().and(free).len())).sum::<i64>()
    };
    let mills = |stones: Fields| i64::try_from(stones.mills().count()).unwrap_or(0);
    let safe = |stones: Fields| i64::from(stones.minus(stones.in_mills()).is_empty());
    let (unrecorded, stale) = reading.out_of_step(marking, position);
    [
        mills(own),
        mills(other),
        count(&|mill| open(own, mill)),
        count(&|mill| open(other, mill)),
        reach(own),
        reach(other),
        i64::from(other.minus(other.in_mills()).len()),
        // From here on what is wanted.
        2 * i64::try_from(forks.count()).unwrap_or(0),
        5 * safe(own) * mills(own),
        5 * safe(other) * mills(other),
        4 * i64::try_from(unrecorded.len() + stale.len()).unwrap_or(0),
        if mills(own) > mills(before.stones_of(mover)) + 1 { 10 } else { 0 },
    ]
}
