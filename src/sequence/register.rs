//! A sequence as an automaton: what the next values are depends on the last max L values only.

/// The last max L values before a position, one after another from the lowest bit of the first
/// word on, each [`Register::WIDTH`] bits.
///
/// Equal windows before two positions mean equal values from there on for ever.
pub type Window = Box<[u64]>;

/// An engine that computes the values of a game one after another and keeps the last ones.
///
/// Values are coded in [`Register::WIDTH`] bits; what stands before position 0 has a code too.
/// The code of value 0, a lost position, is 1.
pub trait Register {
    /// The bits of one value.
    const WIDTH: u32;

    /// [`Register::advance`] computes a multiple of so many values.
    const GRAIN: usize;

    /// How many values a window has: the largest move.
    fn span(&self) -> usize;

    /// The first position whose value is not known yet.
    fn position(&self) -> u64;

    /// Computes the next `count` values, a multiple of [`Register::GRAIN`].  Of the values
    /// before, the last `span` stay known.
    fn advance(&mut self, count: usize);

    /// The code of the value of a known position; at least the last `span` values before the
    /// last [`Register::advance`], and those that it computed, are known.
    fn code(&self, position: u64) -> u64;

    /// The first position from this one on, among the computed ones, that is lost and follows
    /// one that is not.
    fn first_loss(&self, from: u64) -> Option<u64>;

    /// The window before a position, whose values must be known.
    fn window(&self, position: u64) -> Window;

    /// How many values of the last advance, counted from its first, stand before the last one in
    /// which the two differ; both computed equally many.
    fn last_difference(&self, other: &Self) -> Option<u64>;

    /// Goes to a position with this window before it.
    fn restore(&mut self, position: u64, window: &Window);
}
