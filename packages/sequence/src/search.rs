//! Finding periods far longer than memory.
//!
//! The values from a position on are determined by the window before it.  So v(x) = v(x + p)
//! for all x >= q as soon as the windows before q and q + p are equal, and the least such p > 0
//! is the same for every q from which one exists.
//!
//! While the sequence runs, *anchors* are set at positions T that double.  An anchor knows the fingerprints of the
//! windows before every *event* in a stretch [T, T + B); an event is a lost position after a won one.  The sequence is
//! computed in steps of at most G positions, and after each the window before the first event of the step is looked up.
//!
//! *No period is missed.*  Let q <= T.  Events are at most 2 max L apart: max L won positions are followed by a lost
//! one, and at most min L lost ones are consecutive.  Let e be the first event from T + p + G on.  The first event e'
//! of the step that contains e is later than e - G >= T + p and at most e < T + p + G + 2 max L.  So with B >= G + 2
//! max L the event e' - p lies in the stretch of the anchor, has the same window, and is found.  (Under rules that need
//! not have events, every position counts as one.)
//!
//! *The cost.*  Anchors older than 1/16 of the way are given up.  So the recurrence is found
//! before position p + T + B, where T < 2 max(q, (p + T) / 16).
//!
//! An equal fingerprint is not a proof: the windows themselves are then compared, recomputed from the anchor.  Every p
//! / r with r prime is tried for the period p found that way, and the least preperiod is searched between snapshots of
//! the window that were taken on the way.

use super::cycle::Cycle;
use super::fingerprint::Fingerprints;
use super::primes::primes;
use super::register::{Register, Window};
use crate::limit::{CancellationToken, Limit};
use rustc_hash::FxHashMap;

/// The most snapshots that are kept.
const SNAPSHOTS: usize = 128;

/// The most bytes of all snapshots together.
const SNAPSHOT_BYTES: usize = 1 << 29;

/// The number of snapshots that are kept even if they take more bytes.
const FEWEST_SNAPSHOTS: usize = 4;

/// The most anchors: their positions double, the first at 1/[`REACH`] of the last.
const ANCHORS: usize = 5;

/// The farthest position of a search; beyond it, positions could leave a machine word.
const FARTHEST: u64 = u64::MAX / 64;

/// The approximate number of bytes of an event of an anchor, including while it is put into the table.
const EVENT_BYTES: usize = 64;

/// An anchor is given up when the search has gone this many times as far.
const REACH: u64 = 16;

/// The approximate most look-ups of words for a step.
pub(super) const MOST_LOOK_UPS: usize = 1 << 28;

/// A search for a period, which can be continued.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    register: Register,
    fingerprints: Fingerprints,
    /// Does every position count as an event?
    dense: bool,
    anchors: Vec<Anchor>,
    snapshots: Vec<Snapshot>,
    /// The distance of the snapshots.
    stride: u64,
    /// The number of values that were computed.
    work: u64,
    /// Two positions with equal windows, as soon as they are found.
    recurrence: Option<(u64, u64)>,
}

/// A place to which the sequence is expected to return.
#[derive(Clone, Debug)]
struct Anchor {
    at: Snapshot,
    /// The end of the stretch.
    end: u64,
    /// From fingerprints to the last event of the stretch that has it.
    events: FxHashMap<u64, u64>,
}

/// The window before a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The position.
    pub position: u64,
    /// The window before it.
    pub window: Window,
}

/// Everything a search needs to be continued later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current position.
    pub now: Snapshot,
    /// The anchors, in increasing order.
    pub anchors: Vec<Snapshot>,
    /// The snapshots, in increasing order, from position 0 on.
    pub snapshots: Vec<Snapshot>,
    /// The distance of the snapshots.
    pub stride: u64,
    /// The number of values that were computed.
    pub work: u64,
    /// Two positions with equal windows before them, if they are found: then the cycle only has to be made as small as
    /// possible.
    pub recurrence: Option<(u64, u64)>,
}

impl Search {
    /// A search from the position of the register on, which is 0.
    pub(crate) fn new(register: Register, dense: bool) -> Self {
        let bits = register.span() * register.width() as usize;
        let start = Snapshot {
            position: register.position(),
            window: register.window(register.position()),
        };
        let stride = register.span().next_multiple_of(register.grain()) as u64;
        Self {
            fingerprints: Fingerprints::new(bits),
            register,
            dense,
            anchors: Vec::new(),
            snapshots: vec![start],
            stride,
            work: 0,
            recurrence: None,
        }
    }

    /// This search, continued where another search of the same game was interrupted; `None` if none can have been in
    /// this state.
    pub(crate) fn at(&self, progress: Progress) -> Option<Self> {
        if !self.could_reach(&progress) {
            return None;
        }
        let Progress { now, anchors, snapshots, stride, work, recurrence } = progress;
        let mut search =
            Self { anchors: Vec::new(), snapshots, stride, work, recurrence, ..self.clone() };
        search.register.restore(now.position, &now.window);
        for at in anchors {
            // Without a stop there is no limit.
            let anchor = search.anchor(at, &CancellationToken::default()).ok()?;
            search.anchors.push(anchor);
        }
        Some(search)
    }

    /// Can this be the progress of this search?
    fn could_reach(&self, progress: &Progress) -> bool {
        let Progress { now, anchors, snapshots, stride, work, recurrence } = progress;
        let bits = self.register.span() * self.register.width() as usize;
        let fits = |one: &Snapshot| {
            let rest = bits % 64;
            one.position <= now.position
                && one.window.len() == bits.div_ceil(64)
                && (rest == 0 || one.window.last().is_some_and(|last| last >> rest == 0))
        };
        let first = self.register.span().max(self.register.grain()) as u64;
        let in_order = |list: &[Snapshot]| list.is_sorted_by(|a, b| a.position < b.position);
        [now].into_iter().chain(anchors).chain(snapshots).all(fits)
            && in_order(anchors)
            && in_order(snapshots)
            && anchors.iter().all(|anchor| anchor.position >= first)
            && snapshots.first() == self.snapshots.first()
            && snapshots.len() <= SNAPSHOTS
            && anchors.len() <= ANCHORS
            && *stride > 0
            && recurrence.is_none_or(|(earlier, later)| earlier < later && later <= now.position)
            && [now.position, *stride, *work].iter().all(|&number| number <= FARTHEST)
    }

    /// What is needed to continue later.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            now: self.here(),
            anchors: self.anchors.iter().map(|anchor| anchor.at.clone()).collect(),
            snapshots: self.snapshots.clone(),
            stride: self.stride,
            work: self.work,
            recurrence: self.recurrence,
        }
    }

    /// The register, at the position of the search.
    pub(crate) fn register(&self) -> &Register {
        &self.register
    }

    /// How far the search has come.
    pub(crate) fn position(&self) -> u64 {
        self.register.position()
    }

    /// The number of values that were computed, including those for comparisons.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Continues at least to position `until`, or until the cycle is found.
    pub(crate) fn run(
        &mut self,
        until: u64,
        stop: &CancellationToken,
    ) -> Result<Option<Cycle>, Limit> {
        loop {
            if let Some((earlier, later)) = self.recurrence {
                // A checkpoint may claim this wrongly.
                if self.window_at(earlier, stop)? == self.window_at(later, stop)? {
                    return self.cycle(earlier, later, stop).map(Some);
                }
            }
            if self.position() >= until {
                return Ok(None);
            }
            stop.check()?;
            self.recurrence = self.step(stop)?;
        }
    }

    /// Makes one step; returns two positions with equal windows when they are found.
    ///
    /// When a stop is requested the step is not made, so that it can later be made as a whole.
    fn step(&mut self, stop: &CancellationToken) -> Result<Option<(u64, u64)>, Limit> {
        let first = self.position();
        self.take_snapshot();
        self.set_anchor(stop)?;
        let count = self.length_of_step(first);
        self.register.advance(count, stop)?;
        self.work += count as u64;
        let found = self.recurrence_from(first, stop);
        if found.is_err() {
            self.register.undo();
        }
        found
    }

    /// Does the window before the first event from this position on, which must be computed, occur in the stretch of an
    /// anchor?
    fn recurrence_from(
        &mut self,
        first: u64,
        stop: &CancellationToken,
    ) -> Result<Option<(u64, u64)>, Limit> {
        let event = if self.dense { Some(first) } else { self.register.first_loss(first) };
        let Some(event) = event else { return Ok(None) };
        let window = self.register.window(event);
        let fingerprint = self.fingerprints.of(&window);
        let known = |anchor: &Anchor| anchor.events.get(&fingerprint).copied();
        // From the last anchor backwards, as the last one gives the shortest period.
        for index in (0..self.anchors.len()).rev() {
            let anchor = &self.anchors[index];
            if anchor.end <= event
                && let Some(earlier) = known(anchor)
            {
                let start = anchor.at.clone();
                if self.window_after(&start, earlier, stop)? == window {
                    return Ok(Some((earlier, event)));
                }
            }
        }
        Ok(None)
    }

    /// The number of values computed at once: about 1/64 of the way, so that small periods are found soon, and at most
    /// as many as it takes for the look-ups to begin to hardly matter.
    fn length_of_step(&self, position: u64) -> usize {
        let span = self.register.span();
        let most = (64 * span).clamp(1 << 16, (1 << 22).max(4 * span));
        // A step that is stopped is lost, so steps are short where there are many moves.
        let most = most.min(self.register.within(MOST_LOOK_UPS).max(1));
        let wanted = usize::try_from(position / 64).map_or(most, |wanted| wanted.min(most));
        wanted.max(self.register.least()).max(1).next_multiple_of(self.register.grain())
    }

    fn here(&self) -> Snapshot {
        let position = self.position();
        Snapshot { position, window: self.register.window(position) }
    }

    /// Fewer snapshots are kept if they are large.
    fn most_snapshots(&self) -> usize {
        let bytes = self.register.span() * self.register.width() as usize / 8;
        (SNAPSHOT_BYTES / bytes.max(1)).clamp(FEWEST_SNAPSHOTS, SNAPSHOTS)
    }

    /// Takes a snapshot when one is due; when there are too many, every other one is dropped.
    fn take_snapshot(&mut self) {
        let due = self.snapshots.last().map_or(0, |last| last.position + self.stride);
        if self.position() < due {
            return;
        }
        if self.snapshots.len() >= self.most_snapshots() {
            let mut index = 0;
            self.snapshots.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
        self.snapshots.push(self.here());
    }

    /// Sets an anchor when one is due, and gives up those that are too far back.
    fn set_anchor(&mut self, stop: &CancellationToken) -> Result<(), Limit> {
        let position = self.position();
        let first = self.register.span().max(self.register.grain()) as u64;
        let due = self.anchors.last().map_or(first, |last| 2 * last.at.position);
        if position >= due {
            let anchor = self.anchor(self.here(), stop)?;
            self.anchors.retain(|anchor| anchor.at.position >= position / REACH);
            self.anchors.push(anchor);
        }
        Ok(())
    }

    /// The anchor at a place at least `span` from the start.
    fn anchor(&mut self, at: Snapshot, stop: &CancellationToken) -> Result<Anchor, Limit> {
        let span = self.register.span() as u64;
        let between_events = if self.dense { 0 } else { 2 * self.register.span() };
        let step = self.length_of_step(at.position.saturating_mul(REACH));
        let mut side = self.register.clone();
        let end = at.position + self.go(&mut side, &at, step + between_events, stop)?;
        let width = side.width();
        let per_word = u64::from(64 / width);
        let mut fingerprint = self.fingerprints.of(&at.window);
        let mut before = side.word(at.position - per_word);
        let mut events = Vec::new();
        // A multiple of the words is computed at once.
        let others: usize = self.anchors.iter().map(|anchor| anchor.events.len()).sum();
        for first in (at.position..end).step_by(64 / width as usize) {
            stop.room(others + events.len(), EVENT_BYTES)?;
            let (leaving, word) = (side.word(first - span), side.word(first));
            let mut left = if self.dense { side.lowest() } else { side.losses(before, word) };
            let mut bit = 0;
            while bit < 64 {
                let event = left.trailing_zeros();
                if event == bit {
                    events.push((fingerprint, first + u64::from(bit / width)));
                    left &= left - 1;
                }
                // To the next event, the next byte or the end.
                let count = left.trailing_zeros().min(bit + 8) - bit;
                fingerprint =
                    self.fingerprints.step(fingerprint, leaving >> bit, word >> bit, count);
                bit += count;
            }
            before = word;
        }
        let events = events.into_iter().collect();
        Ok(Anchor { at, end, events })
    }

    /// Computes at least `count` values from a snapshot on, all of which are known afterwards; returns their number.
    fn go(
        &mut self,
        side: &mut Register,
        from: &Snapshot,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<u64, Limit> {
        let count = count.next_multiple_of(self.register.grain());
        side.restore(from.position, &from.window);
        side.advance(count, stop)?;
        self.work += count as u64;
        Ok(count as u64)
    }

    /// The window before a position, recomputed from a snapshot before it.
    fn window_after(
        &mut self,
        from: &Snapshot,
        position: u64,
        stop: &CancellationToken,
    ) -> Result<Window, Limit> {
        let mut side = self.register.clone();
        side.restore(from.position, &from.window);
        while side.position() < position {
            let far = usize::try_from(position - side.position()).unwrap_or(usize::MAX);
            let count =
                far.min(self.length_of_step(position)).next_multiple_of(self.register.grain());
            side.advance(count, stop)?;
            self.work += count as u64;
        }
        Ok(side.window(position))
    }

    /// The window before a position that the search has passed.
    fn window_at(&mut self, position: u64, stop: &CancellationToken) -> Result<Window, Limit> {
        let after = self.snapshots.partition_point(|snapshot| snapshot.position <= position);
        // The first snapshot is at position 0.
        let from = self.snapshots[after - 1].clone();
        self.window_after(&from, position, stop)
    }

    /// The cycle, from two positions with equal windows.
    fn cycle(
        &mut self,
        earlier: u64,
        later: u64,
        stop: &CancellationToken,
    ) -> Result<Cycle, Limit> {
        let window = self.window_at(earlier, stop)?;
        let mut period = later - earlier;
        for prime in primes(period, u64::MAX, stop)?.0 {
            while period.is_multiple_of(prime) {
                if self.window_at(earlier + period / prime, stop)? != window {
                    break;
                }
                period /= prime;
            }
        }
        let preperiod = self.preperiod(earlier, period, stop)?;
        Ok(Cycle { period, preperiod })
    }

    /// The least preperiod, where the window before `known` recurs a period later.
    fn preperiod(
        &mut self,
        known: u64,
        period: u64,
        stop: &CancellationToken,
    ) -> Result<u64, Limit> {
        // The windows before the snapshots `low` and `high`: the first differs, the second is equal or too far.
        let (mut low, mut high) = (0, self.snapshots.partition_point(|one| one.position <= known));
        if self.recurs(0, period, stop)? {
            return Ok(0);
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.recurs(middle, period, stop)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.last_difference(low, known, period, stop)
    }

    /// Is the window before a snapshot equal to the one a period later?
    fn recurs(
        &mut self,
        snapshot: usize,
        period: u64,
        stop: &CancellationToken,
    ) -> Result<bool, Limit> {
        let Snapshot { position, window } = self.snapshots[snapshot].clone();
        Ok(self.window_at(position + period, stop)? == window)
    }

    /// The position after the last value that differs from the one a period later; the window before the snapshot
    /// contains such a value, and the one before `known` does not.
    fn last_difference(
        &mut self,
        snapshot: usize,
        known: u64,
        period: u64,
        stop: &CancellationToken,
    ) -> Result<u64, Limit> {
        let (span, width) = (self.register.span() as u64, self.register.width());
        let from = self.snapshots[snapshot].clone();
        let later = Snapshot {
            position: from.position + period,
            window: self.window_at(from.position + period, stop)?,
        };
        let mut after = None;
        // Position 0 is the first that counts.
        for position in from.position.saturating_sub(span)..from.position {
            let index = position + span - from.position;
            if code_in(&from.window, index, width) != code_in(&later.window, index, width) {
                after = Some(position + 1);
            }
        }
        let (mut one, mut other) = (self.register.clone(), self.register.clone());
        one.restore(from.position, &from.window);
        other.restore(later.position, &later.window);
        while one.position() < known {
            let first = one.position();
            let count = self.length_of_step(first);
            one.advance(count, stop)?;
            other.advance(count, stop)?;
            self.work += 2 * count as u64;
            after = one.last_difference(&other).map(|back| first + back + 1).or(after);
        }
        Ok(after.unwrap_or(0))
    }
}

/// The code of the value with this index in a window.
fn code_in(window: &Window, index: u64, width: u32) -> u64 {
    let bit = index * u64::from(width);
    // The widths are powers of two, so no code straddles two words.
    let word = usize::try_from(bit / 64).map_or(0, |word| window[word]);
    word >> (bit % 64) & (u64::MAX >> (64 - width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Moves, Rule};

    #[test]
    fn a_recurrence_that_was_found_is_not_lost_by_a_stop() {
        let moves = Moves::new(&[8, 26, 39, 58]).expect("moves");
        let game = Game::new(moves, Rule::Normal).expect("a game");
        let start = Search::new(Register::new(&game), false);
        let whole = start.clone().run(1 << 30, &CancellationToken::default()).expect("not stopped");
        let mut search = start.clone();
        while search.recurrence.is_none() {
            search.recurrence = search.step(&CancellationToken::default()).expect("no stop");
        }
        let stop = CancellationToken::default();
        stop.request();
        assert_eq!(search.run(1 << 30, &stop), Err(Limit::STOPPED));
        let mut continued = start.at(search.progress()).expect("a search stood there");
        // Only what is known is needed.
        assert!(whole.is_some());
        assert_eq!(continued.run(0, &CancellationToken::default()), Ok(whole));
    }

    /// Anchors that would take too many bytes are not set, and when more bytes are allowed the search continues.
    #[test]
    fn anchors_are_limited_in_bytes() {
        let moves = Moves::new(&[8, 26, 39, 58]).expect("moves");
        let game = Game::new(moves, Rule::Normal).expect("a game");
        let mut search = Search::new(Register::new(&game), false);
        let little = CancellationToken::default().with_memory(1000);
        assert_eq!(search.run(1 << 30, &little), Err(Limit::MEMORY));
        let start = Search::new(Register::new(&game), false);
        let whole = start.clone().run(1 << 30, &CancellationToken::default());
        assert_eq!(search.run(1 << 30, &CancellationToken::default()), whole);
    }
}
