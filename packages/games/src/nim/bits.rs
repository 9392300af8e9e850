//! The heaps in binary, and the bit that decides.
//!
//! In each column of bits the xor of the heaps has a 1 if an odd number of heaps has one.  Its highest 1
//! decides normal play: an odd number of heaps has this bit, hence at least one.  Such a heap x becomes x XOR
//! sum, which is less, since this bit goes and only lower ones may come.  Other heaps would become larger.
//! So the heaps with this bit are those of the winning moves, and each has one (M. Schramm 1987).

use super::Position;
use crate::Integer;
use num_bigint::BigInt;

/// The columns of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The heaps in binary, all with the same number of digits, at least one.
    pub heaps: Vec<String>,
    /// The xor of the heaps, in as many digits.
    pub xor: String,
    /// The highest bit of the xor as a number: a power of 2.  `None` if the xor is 0.
    pub deciding: Option<Integer>,
    /// The numbers, from 1, of the heaps that have this bit.
    pub heaps_with_it: Vec<usize>,
}

/// The columns of bits of a position.
///
/// ```
/// use grundy_games::nim::{Position, bits::bits};
/// let found = bits(&Position::new([3, 4, 5].map(Into::into).to_vec()).unwrap());
/// assert_eq!((found.heaps.join(" "), found.xor), ("011 100 101".to_owned(), "010".to_owned()));
/// assert_eq!((found.deciding, found.heaps_with_it), (Some(2.into()), vec![1]));
/// ```
pub fn bits(position: &Position) -> Bits {
    let heaps: Vec<BigInt> = position.heaps().iter().map(Integer::to_big).collect();
    let width = heaps.iter().map(BigInt::bits).max().unwrap_or(0).max(1);
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    let binary = |number: &BigInt| {
        let digits = number.to_str_radix(2);
        "0".repeat(width.saturating_sub(digits.len())) + &digits
    };
    let xor = position.nim_sum().to_big();
    let highest = xor.bits().checked_sub(1);
    let has = |heap: &BigInt| highest.is_some_and(|place| heap.bit(place));
    let with = heaps.iter().enumerate().filter(|(_, heap)| has(heap));
    Bits {
        heaps_with_it: with.map(|(index, _)| index + 1).collect(),
        heaps: heaps.iter().map(binary).collect(),
        xor: binary(&xor),
        deciding: highest.map(|place| Integer::from(BigInt::from(1) << place)),
    }
}
