//! Many moves, as few ranges of moves without a gap.
//!
//! The options of a position by a range a..b are the positions of a window.  One position later the window has moved by
//! one position: one value enters, and one leaves.  So the occurrences of each value among the options are counted for
//! all ranges together, at a cost of two look-ups for each range, however many moves it has.
//!
//! A Grundy value is at most the number of moves, so it fits 31 bits.  Its code is twice the value, and 1 for the value
//! 0: the lowest bit says that a position is lost, and the code 0 that there is no position.

use crate::Moves;
use crate::model::{Rule, Tally};

/// The bits of the code of a Grundy value.
pub(super) const WIDTH: u32 = 32;

/// The number of moves from which on the codes of Grundy values by single bits would be longer than [`WIDTH`].
const MANY_VALUES: usize = 32;

/// The ranges and the rule.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    ranges: Box<[(usize, usize)]>,
    rule: Rule,
    /// The bits of one value.
    width: u32,
    /// The number of values that are counted: all that positions can have, or only the one that counts.
    values: usize,
}

/// The number of occurrences of each value among the options.
struct Counts {
    counts: Vec<u32>,
    /// The values that occur, as bits.
    occurs: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl Counts {
    fn new(values: usize) -> Self {
        // There is one more value than there are options, so the last word is never full.
        Self { counts: vec![0; values], occurs: vec![0; values / 64 + 1], full: 0 }
    }

    /// Values that no position of the game has are left out: they may occur in a start.
    #[inline]
    fn add(&mut self, value: usize) {
        if let Some(count) = self.counts.get_mut(value) {
            *count += 1;
            self.occurs[value / 64] |= 1 << (value % 64);
        }
    }

    #[inline]
    fn remove(&mut self, value: usize) {
        if let Some(count) = self.counts.get_mut(value) {
            *count -= 1;
            if *count == 0 {
                self.occurs[value / 64] &= !(1 << (value % 64));
                self.full = self.full.min(value / 64);
            }
        }
    }

    /// The least value that does not occur.
    #[inline]
    fn mex(&mut self) -> u64 {
        while self.occurs[self.full] == u64::MAX {
            self.full += 1;
        }
        64 * self.full as u64 + u64::from(self.occurs[self.full].trailing_ones())
    }
}

/// The code of a Grundy value.
pub(crate) fn number_code(value: u64) -> u64 {
    value << 1 | u64::from(value == 0)
}

impl Window {
    /// For these moves.
    pub(crate) fn new(moves: &Moves, rule: Rule) -> Self {
        let (width, values) = match rule {
            Rule::Mex => (WIDTH, moves.sizes().len() + 1),
            _ => (1, 1),
        };
        let ranges = moves.ranges().into_iter().map(|(a, b)| (a as usize, b as usize));
        Self { ranges: ranges.collect(), rule, width, values }
    }

    /// Is this the quickest way for these moves, or the only one?
    pub(crate) fn pays(moves: &Moves, rule: Rule) -> bool {
        let many = moves.sizes().len();
        // The number of moves that cost as much as a range where options are looked up for 64 positions at once.
        let worth = match rule {
            Rule::Mex => return many >= MANY_VALUES,
            Rule::Normal | Rule::Misere => 512,
            Rule::Lost(_) | Rule::Won(_) => 128,
        };
        many >= worth && many >= worth * moves.ranges().len()
    }

    /// Are the codes numbers, not single bits?
    pub(crate) fn has_numbers(&self) -> bool {
        self.rule == Rule::Mex
    }

    /// Fills the words from `start` on from the words before, to which all moves lead.
    pub(crate) fn fill(&self, words: &mut [u64], start: usize) {
        words[start..].fill(0);
        let per_word = (64 / self.width) as usize;
        // The value that counts; `None` for one that does not, and where there is no position.
        let value = |words: &[u64], position: usize| {
            let bit = position * self.width as usize;
            let code = words[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - self.width));
            (code != 0).then_some((code >> 1) as usize)
        };
        let mut counts = Counts::new(self.values);
        let first = start * per_word;
        for &(least, greatest) in &self.ranges {
            for back in least..=greatest {
                if let Some(value) = value(words, first - back) {
                    counts.add(value);
                }
            }
        }
        for position in first..words.len() * per_word {
            let bit = position * self.width as usize;
            words[bit / 64] |= self.code(&mut counts) << (bit % 64);
            for &(least, greatest) in &self.ranges {
                if let Some(value) = value(words, position + 1 - least) {
                    counts.add(value);
                }
                if let Some(value) = value(words, position - greatest) {
                    counts.remove(value);
                }
            }
        }
    }

    /// The number of look-ups for a word.
    pub(crate) fn look_ups(&self) -> usize {
        2 * self.ranges.len() * (64 / self.width) as usize
    }

    /// The code of the value of a position whose options have each value this often.
    #[inline]
    fn code(&self, counts: &mut Counts) -> u64 {
        let counted = u64::from(counts.counts[0]);
        let won = |tally: Tally| u64::from(tally.holds(counted));
        match self.rule {
            Rule::Mex => number_code(counts.mex()),
            Rule::Normal | Rule::Misere => u64::from(counted == 0),
            Rule::Lost(tally) => 1 - won(tally),
            Rule::Won(tally) => won(tally),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, oracle, values};
    use proptest::prelude::*;

    fn rule() -> impl Strategy<Value = Rule> {
        let rules = ["mex", "normal", "misere", "lost odd", "lost >= 3", "won == 2", "won even"];
        prop::sample::select(rules.map(|rule| rule.parse::<Rule>().expect("a rule")).to_vec())
    }

    proptest! {
        /// Each value is that of the definition, also where a window reaches below position 0 into a start.
        #[test]
        fn values_are_those_of_the_definition(
            ranges in prop::collection::vec((1_u64..200, 0_u64..90), 1..4),
            rule in rule(),
            start in prop::option::of(prop::collection::vec(prop_oneof![0_u8..2, 0..255_u8], 1..9)),
        ) {
            let is_value = |value: &&u8| rule == Rule::Mex || **value < 2;
            let start: Option<Vec<u8>> = start.map(|word| word.iter().filter(is_value).copied().collect());
            let start = start.filter(|word| !word.is_empty());
            let mut sizes: Vec<u64> = ranges.iter().flat_map(|&(a, more)| a..=a + more).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let moves = Moves::new(&sizes).expect("moves");
            let game = match &start {
                None => Game::new(moves, rule),
                Some(word) => {
                    let word: Vec<_> = word.iter().map(|&it| crate::model::Value(it)).collect();
                    Game::with_start(moves, rule, &word)
                }
            };
            let game = game.expect("a game");
            let small: Vec<u32> = game.moves().sizes().to_vec();
            let expected = oracle::numbers(&game, 3000);
            let window = Window::new(game.moves(), game.rule());
            // Computed by the window, whether it pays or not.
            let span = small[small.len() - 1] as usize;
            let before = (span * window.width as usize / 64 + 1).next_multiple_of(2);
            let mut words = vec![0; before + 3000 * window.width as usize / 64];
            let per_word = 64 / window.width as usize;
            let lowest = u32::from(matches!(rule, Rule::Won(_)));
            let code = |value: u32| match rule {
                Rule::Mex => number_code(value.into()),
                _ => u64::from(value == lowest),
            };
            for back in 1..=before * per_word {
                let Some(value) = game.value_before(back as u64) else { break };
                let bit = (before * per_word - back) * window.width as usize;
                words[bit / 64] |= code(value.0.into()) << (bit % 64);
            }
            window.fill(&mut words, before);
            let delay = if game.rule() == Rule::Misere { small[0] as usize } else { 0 };
            let known = expected[delay..].iter().zip(before * per_word..words.len() * per_word);
            for (value, position) in known {
                let bit = position * window.width as usize;
                let found = words[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - window.width));
                prop_assert_eq!(found, code(*value));
            }
        }
    }

    /// Games that are computed in this way, with Grundy values of any size.
    #[test]
    fn many_moves_are_windows() {
        let stop = Default::default();
        let game = |sizes: Vec<u64>, rule| Game::new(Moves::new(&sizes).expect("moves"), rule);
        for (sizes, rule) in [
            ((1000..=3000).collect::<Vec<_>>(), Rule::Normal),
            ((500..=700).collect(), "lost odd".parse().expect("a rule")),
            ((100..=300).collect(), Rule::Mex),
            ((1..=60).map(|root| root * root).collect(), Rule::Mex),
            ((1..=32).collect(), Rule::Mex),
            ((1..=1000).collect(), Rule::Mex),
            ((1..=1000).filter(|size| size % 7 != 3).collect(), Rule::Mex),
        ] {
            let game = game(sizes, rule).expect("a game");
            assert!(Window::pays(game.moves(), rule));
            assert_eq!(values(&game, 0, 9000, &stop), Ok(oracle::numbers(&game, 9000)));
        }
    }
}
