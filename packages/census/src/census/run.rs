//! Working on many pieces at once, with results in order.

use super::outcome::PieceResult;
use super::space::{Census, Subspace};
use super::tally::{Row, Tally, Totals};
use crate::limit::{CancellationToken, Limit};
use crate::threads::{Threads, in_order};

/// Part of a census: every piece whose number leaves this remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The whole census.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The shard with this number, counted from 1, out of `of`.
    pub fn from_printed(number: u64, of: u64) -> Option<Self> {
        (1 <= number && number <= of).then_some(Self { number, of })
    }

    /// The number, from 1, and the number of shards.
    pub fn printed(self) -> (u64, u64) {
        (self.number, self.of)
    }

    /// The pieces of the shard, in order.
    pub fn pieces(self, census: &Census) -> impl Iterator<Item = Subspace> + use<> {
        census.pieces().filter(move |piece| piece.index % self.of == self.number - 1)
    }
}

/// Works on pieces with these threads; hands over the outcomes in the order of the pieces.
///
/// Ends early when a stop is requested, and when `take` fails.
pub fn run<E: From<Limit>>(
    census: &Census,
    pieces: impl Iterator<Item = Subspace> + Send,
    threads: &Threads,
    stop: &CancellationToken,
    mut take: impl FnMut(PieceResult) -> Result<(), E>,
) -> Result<(), E> {
    let work = |piece: Subspace| census.evaluate(&piece, stop);
    in_order(pieces, threads, work, |outcome| take(outcome?))
}

/// All rows of a census, and the counts.  Calls `told` for each piece.
///
/// ```
/// use grundy_census::census::{Census, Row, rows};
/// use grundy_language::threads::Threads;
/// let census = Census::new(1, 7, None, false).unwrap();
/// let (rows, totals) = rows(&census, &Threads::default(), &Default::default(), |_| ()).unwrap();
/// assert_eq!(totals.games, 127);
/// let Some(Row::Summary(seven)) = rows.last() else { panic!() };
/// let longest = seven.maximum.as_ref().unwrap();
/// assert_eq!((&longest.moves[..], longest.cycle.period), (&[2, 5, 7][..], 22));
/// ```
///
/// # Errors
/// When a stop is requested.
pub fn rows(
    census: &Census,
    threads: &Threads,
    stop: &CancellationToken,
    mut told: impl FnMut(&PieceResult),
) -> Result<(Vec<Row>, Totals), Limit> {
    let (mut tally, mut rows) = (Tally::new(census), Vec::new());
    run::<Limit>(census, Shard::WHOLE.pieces(census), threads, stop, |outcome| {
        told(&outcome);
        tally.add(outcome, |row| rows.push(row));
        Ok(())
    })?;
    let totals = tally.finish(|row| rows.push(row));
    Ok((rows, totals))
}
