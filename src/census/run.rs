//! Working on many pieces at once, with results in order.

use super::outcome::PieceResult;
use super::space::{Census, Piece};
use crate::limit::{CancellationToken, Limit};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Part of a census: every piece whose number leaves this remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The shard `number` of so many, counted from 1.
    pub fn from_printed(number: u64, of: u64) -> Option<Self> {
        (1 <= number && number <= of).then_some(Self { number, of })
    }

    /// The number, from 1, and how many there are.
    pub fn printed(self) -> (u64, u64) {
        (self.number, self.of)
    }

    /// The pieces of the shard, in order.
    pub fn pieces(self, census: &Census) -> impl Iterator<Item = Piece> + use<> {
        census.pieces().filter(move |piece| piece.index % self.of == self.number - 1)
    }
}

/// Works on pieces with so many threads; hands over the outcomes in the order of the pieces.
///
/// Ends early when a stop is asked for, and when `take` fails.
pub fn run<E: From<Limit>>(
    census: &Census,
    pieces: impl Iterator<Item = Piece> + Send,
    threads: usize,
    stop: &CancellationToken,
    mut take: impl FnMut(PieceResult) -> Result<(), E>,
) -> Result<(), E> {
    let waiting = Mutex::new(pieces.enumerate());
    // Set when the taker fails; the caller's flag is not ours to raise.
    let failed = CancellationToken::default();
    let (sender, outcomes) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (waiting, failed) = (&waiting, &failed);
            scope.spawn(move || {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                while !failed.requested()
                    && let Some((place, piece)) = next()
                {
                    let outcome = census.evaluate(&piece, stop);
                    let ended = outcome.is_err();
                    if sender.send((place, outcome)).is_err() || ended {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let taken = in_order(outcomes, |outcome| take(outcome?));
        if taken.is_err() {
            failed.request();
        }
        taken
    })
}

/// Hands over what arrives, by place from 0 on.
fn in_order<T, E>(
    arriving: mpsc::Receiver<(usize, T)>,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (place, arrived) in arriving {
        early.insert(place, arrived);
        while let Some(arrived) = early.remove(&next) {
            take(arrived)?;
            next += 1;
        }
    }
    Ok(())
}
