//! The result of the search: period and preperiod.

/// The shape of an ultimately periodic sequence v: v(x) = v(x + period) for every x >= preperiod, both as small as
/// possible; positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The least period, at least 1.
    pub period: u64,
    /// The least preperiod.
    pub preperiod: u64,
}
