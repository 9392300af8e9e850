//! The part of a plane of games that is shown.

/// A rectangle of the plane of the two least moves, and the distance of its games.
///
/// The games are those with s1 and s2 in their ranges, both ends included, and of these every
/// `step`-th in both directions, counted from the lower ends.
///
/// ```
/// use grundy_census::region::View;
/// let view = View { s1: (3, 9), s2: (5, 9), step: 2 };
/// assert!(view.shows(3, 5) && view.shows(9, 7) && !view.shows(4, 5) && !view.shows(11, 5));
/// assert!(View::ALL.shows(1, 1) && View::ALL.shows(u32::MAX, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The range of s1.
    pub s1: (u32, u32),
    /// The range of s2.
    pub s2: (u32, u32),
    /// The distance of neighbours, at least 1.
    pub step: u32,
}

impl View {
    /// All games.
    pub const ALL: Self = Self { s1: (1, u32::MAX), s2: (1, u32::MAX), step: 1 };

    /// Is the game with these least moves in it?
    pub fn shows(&self, s1: u32, s2: u32) -> bool {
        let shows = |(from, to): (u32, u32), size: u32| {
            from <= size && size <= to && (size - from).is_multiple_of(self.step.max(1))
        };
        shows(self.s1, s1) && shows(self.s2, s2)
    }

    /// Is nothing cut off?  Games between others may still be left out.
    pub fn is_whole(&self) -> bool {
        (self.s1, self.s2) == (Self::ALL.s1, Self::ALL.s2)
    }

    /// The numbers of the range that are shown, as far as they are below `end`.
    pub(super) fn range(
        &self,
        (from, to): (u32, u32),
        end: u32,
    ) -> impl Iterator<Item = u32> + use<> {
        let end = end.min(to.saturating_add(1));
        (from..end).step_by(self.step.max(1) as usize)
    }

    /// The pairs s1 < s2 with both below `end`, by s1 and then s2.
    pub fn pairs(&self, end: u32) -> impl Iterator<Item = (u32, u32)> + use<> {
        let view = *self;
        let pairs = move |s1| view.range(view.s2, end).map(move |s2| (s1, s2));
        view.range(view.s1, end).flat_map(pairs).filter(|(s1, s2)| s1 < s2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_shown() {
        for view in [
            View::ALL,
            View { step: 3, ..View::ALL },
            View { s1: (2, 9), s2: (4, 30), step: 2 },
            View { s1: (5, 4), s2: (1, 9), step: 1 },
            View { s1: (1, u32::MAX), s2: (u32::MAX, u32::MAX), step: 0 },
        ] {
            for end in [0, 1, 2, 12] {
                let all = (1..end).flat_map(|s1| (s1 + 1..end).map(move |s2| (s1, s2)));
                let shown: Vec<_> = all.filter(|&(s1, s2)| view.shows(s1, s2)).collect();
                assert_eq!(view.pairs(end).collect::<Vec<_>>(), shown, "{view:?} below {end}");
            }
        }
    }
}
