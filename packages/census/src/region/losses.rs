//! Which positions are lost, 64 in a word, and the test whether two windows are equal.

/// The outcomes of the positions 0, 1, 2, ... of a game, as far as they were asked for: a bit is
/// set where the player to move loses.
///
/// Before position 0 there are max L positions that count as won, which is what a move below
/// 0 amounts to.
pub(super) struct Losses {
    moves: Vec<usize>,
    /// Bit 0 of word `below / 64` is position 0.
    words: Vec<u64>,
    below: usize,
}

impl Losses {
    /// The game with these moves, each >= 1, in increasing order; no position is known yet.
    pub(super) fn new(moves: &[u32]) -> Self {
        let moves: Vec<usize> = moves.iter().map(|&size| size as usize).collect();
        let below = moves.last().copied().unwrap_or(0).div_ceil(64);
        Self { moves, words: vec![0; below], below: below * 64 }
    }

    /// How many positions are known: a multiple of 64.
    pub(super) fn count(&self) -> usize {
        self.words.len() * 64 - self.below
    }

    /// Computes at least the first `count` positions.
    ///
    /// As many positions at a time as the least move has are independent of one another, at
    /// most a word.
    pub(super) fn extend(&mut self, count: usize) {
        let words = (self.below + count).div_ceil(64);
        self.words.reserve(words.saturating_sub(self.words.len()));
        let run = self.moves.first().copied().unwrap_or(64).min(64);
        while self.words.len() < words {
            let index = self.words.len();
            self.words.push(0);
            let mut done = 0;
            while done < 64 {
                let length = run.min(64 - done);
                let position = index * 64 + done;
                let won = self.moves.iter().fold(0, |won, size| won | self.bits(position - size));
                let mask = u64::MAX >> (64 - length);
                self.words[index] |= (!won & mask) << done;
                done += length;
            }
        }
    }

    /// The 64 bits from number `start` of the buffer on; what is not known yet reads as 0.
    fn bits(&self, start: usize) -> u64 {
        let (index, offset) = (start / 64, start % 64);
        let low = self.words[index] >> offset;
        match self.words.get(index + 1) {
            Some(high) if offset > 0 => low | high << (64 - offset),
            _ => low,
        }
    }

    /// Where the positions `start`, ..., `start` + `length` - 1 differ from those `shift` later:
    /// the last such position.  All of them must be known.
    pub(super) fn last_difference(
        &self,
        start: usize,
        length: usize,
        shift: usize,
    ) -> Option<usize> {
        let start = self.below + start;
        let mut end = start + length;
        while end > start {
            let from = end.saturating_sub(64).max(start);
            let mask = u64::MAX >> (64 - (end - from));
            let difference = (self.bits(from) ^ self.bits(from + shift)) & mask;
            if difference != 0 {
                return Some(from + 63 - difference.leading_zeros() as usize - self.below);
            }
            end = from;
        }
        None
    }

    /// Are the max L positions from `start` on lost and won like those `shift` later?
    ///
    /// If so, `shift` is a period from `start` on, because a position depends on the max L
    /// positions before it only.
    pub(super) fn repeats(&self, start: usize, shift: usize) -> bool {
        self.last_difference(start, self.window(), shift).is_none()
    }

    /// The number of positions that determine all later ones: max L.
    pub(super) fn window(&self) -> usize {
        self.moves.last().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::oracle;
    use grundy_kernel::model::Alphabet;

    fn lost(moves: &[u32], count: usize) -> Vec<bool> {
        let mut losses = Losses::new(moves);
        // In two steps, so that the seam is tested as well.
        losses.extend(count / 3);
        losses.extend(count);
        assert!(losses.count() >= count);
        (0..count).map(|position| losses.bits(losses.below + position) & 1 == 1).collect()
    }

    #[test]
    fn agrees_with_the_rule() {
        let games: [&[u32]; 8] = [
            &[1],
            &[2, 3],
            &[3, 7, 8],
            &[63, 64, 65],
            &[64, 100, 129],
            &[65, 66, 300],
            &[1, 40, 200],
            &[200, 500, 601, 801],
        ];
        for moves in games {
            let sizes: Vec<u64> = moves.iter().map(|&size| u64::from(size)).collect();
            let values = oracle::values(Alphabet::Outcome, &sizes, 2000);
            let expected: Vec<bool> = values.iter().map(|value| value.0 == 0).collect();
            assert_eq!(lost(moves, 2000), expected, "{moves:?}");
        }
    }

    #[test]
    fn differences_are_found_from_the_end() {
        // 2 lost, 3 won, again and again, except at no place.
        let mut losses = Losses::new(&[2, 3]);
        losses.extend(640);
        assert_eq!(losses.last_difference(0, 500, 5), None);
        assert_eq!(losses.last_difference(0, 500, 10), None);
        assert_eq!(losses.last_difference(0, 10, 1), Some(9));
        assert_eq!(losses.last_difference(0, 9, 1), Some(6));
        assert_eq!(losses.last_difference(5, 1, 1), None);
        assert!(losses.repeats(100, 5) && !losses.repeats(100, 4));
    }
}
