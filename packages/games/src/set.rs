//! Sets of the places of a small board, as bits.

use std::marker::PhantomData;

/// A place of a board that has at most 32.
pub trait Place: Copy {
    /// The place with this number, which is that of a place.
    fn numbered(number: u8) -> Self;

    /// The number of the place, from 0.
    fn number(self) -> u8;
}

/// A set of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<P>(u32, PhantomData<P>);

impl<P> Default for Set<P> {
    fn default() -> Self {
        Self::from_bits(0)
    }
}

impl<P> Set<P> {
    /// The places whose numbers are the bits that are set.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits, PhantomData)
    }

    /// How many places there are in it.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The places that are in both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::from_bits(self.0 & other.0)
    }

    /// The places that are in at least one.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::from_bits(self.0 | other.0)
    }

    /// The places of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self::from_bits(self.0 & !other.0)
    }

    /// Are all of these in the set?
    pub fn contains_all(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }
}

impl<P: Place> Set<P> {
    /// Is the place in the set?
    #[inline]
    pub fn contains(self, place: P) -> bool {
        self.0 >> place.number() & 1 == 1
    }

    /// The set with this place.
    #[inline]
    #[must_use]
    pub fn with(self, place: P) -> Self {
        Self::from_bits(self.0 | 1 << place.number())
    }

    /// The places, by number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = P> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = u8::try_from(rest.trailing_zeros()).ok().filter(|&it| it < 32)?;
            rest &= rest - 1;
            Some(P::numbered(next))
        })
    }
}

impl<P: Place> From<P> for Set<P> {
    fn from(place: P) -> Self {
        Self::default().with(place)
    }
}

impl<P: Place> FromIterator<P> for Set<P> {
    fn from_iter<I: IntoIterator<Item = P>>(places: I) -> Self {
        places.into_iter().fold(Self::default(), Self::with)
    }
}
