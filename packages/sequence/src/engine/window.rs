//! Many moves, as few ranges of moves without a gap.
//!
//! The options of a position by a range a..b are the positions of a window.  One position further the
//! window is one position further: one value enters, and one leaves.  So it is counted for all ranges together how
//! often each value occurs among the options, at a cost of two look-ups for each range, however many
//! moves it has.

use crate::Moves;
use crate::model::{Rule, Tally};

/// Codes of Grundy values have so many bits.
pub(super) const WIDTH: u32 = 32;

/// The bit of a Grundy value that is too large for its code.
const TOO_LARGE: u64 = 1 << (WIDTH - 1);

/// The ranges and the rule.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    ranges: Box<[(usize, usize)]>,
    rule: Rule,
    /// The bits of one value.
    width: u32,
}

impl Window {
    /// For these moves.
    pub(crate) fn new(moves: &Moves, rule: Rule) -> Self {
        let width = if rule == Rule::Mex { WIDTH } else { 1 };
        let ranges = moves.ranges().into_iter().map(|(a, b)| (a as usize, b as usize));
        Self { ranges: ranges.collect(), rule, width }
    }

    /// Is it the quickest way for these moves?
    pub(crate) fn pays(moves: &Moves, rule: Rule) -> bool {
        let many = moves.sizes().len();
        // Moves that cost as much as a range where options are looked up for 64 positions at once.
        let worth = match rule {
            Rule::Mex => return many >= WIDTH as usize,
            Rule::Normal | Rule::Misere => 512,
            Rule::Lost(_) | Rule::Won(_) => 128,
        };
        many >= worth && many >= worth * moves.ranges().len()
    }

    /// Fills the words from `start` on from those before, to which all moves lead.
    pub(crate) fn fill(&self, words: &mut [u64], start: usize) {
        words[start..].fill(0);
        let per_word = (64 / self.width) as usize;
        // The place of a set bit in the code of a value; `None` if it does not count.
        let value = |words: &[u64], position: usize| {
            let bit = position * self.width as usize;
            let code = words[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - self.width));
            (code != 0).then(|| code.trailing_zeros() as usize)
        };
        let mut counts = [0_u64; WIDTH as usize];
        let first = start * per_word;
        for &(least, greatest) in &self.ranges {
            for back in least..=greatest {
                if let Some(value) = value(words, first - back) {
                    counts[value] += 1;
                }
            }
        }
        for position in first..words.len() * per_word {
            let bit = position * self.width as usize;
            words[bit / 64] |= self.code(&counts) << (bit % 64);
            for &(least, greatest) in &self.ranges {
                if let Some(value) = value(words, position + 1 - least) {
                    counts[value] += 1;
                }
                if let Some(value) = value(words, position - greatest) {
                    counts[value] -= 1;
                }
            }
        }
    }

    /// How many look-ups a word takes.
    pub(crate) fn look_ups(&self) -> usize {
        2 * self.ranges.len() * (64 / self.width) as usize
    }

    /// Are there values among these that their codes cannot hold?
    pub(crate) fn are_too_large(&self, words: &[u64]) -> bool {
        let too_large = TOO_LARGE | TOO_LARGE << WIDTH;
        self.rule == Rule::Mex && words.iter().any(|word| word & too_large != 0)
    }

    /// The code of the value of a position whose options have each value so often.
    fn code(&self, counts: &[u64; WIDTH as usize]) -> u64 {
        let won = |tally: Tally| u64::from(tally.holds(counts[0]));
        match self.rule {
            Rule::Mex => {
                let free = counts.iter().position(|count| *count == 0);
                free.map_or(TOO_LARGE, |value| 1 << value)
            }
            Rule::Normal | Rule::Misere => u64::from(counts[0] == 0),
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
        /// Each value by the definition, also where a window reaches below position 0 into a start.
        #[test]
        fn values_are_those_of_the_definition(
            ranges in prop::collection::vec((1_u64..200, 0_u64..90), 1..4),
            rule in rule(),
            start in prop::option::of(prop::collection::vec(0_u8..2, 1..9)),
        ) {
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
            let expected = oracle::sequence(&game, 3000);
            let window = Window::new(game.moves(), game.rule());
            // By the window, whether it pays or not.
            let span = small[small.len() - 1] as usize;
            let before = (span * window.width as usize / 64 + 1).next_multiple_of(2);
            let mut words = vec![0; before + 3000 * window.width as usize / 64];
            let per_word = 64 / window.width as usize;
            let lowest = u8::from(matches!(rule, Rule::Won(_)));
            for back in 1..=before * per_word {
                let Some(value) = game.value_before(back as u64) else { break };
                let bit = (before * per_word - back) * window.width as usize;
                if u32::from(value.0 ^ lowest) < window.width {
                    words[bit / 64] |= 1 << (bit % 64 + usize::from(value.0 ^ lowest));
                }
            }
            window.fill(&mut words, before);
            let code = |value: u8| match (rule, lowest) {
                (Rule::Mex, _) => 1_u64 << value,
                (_, lowest) => u64::from(value == lowest),
            };
            let delay = if game.rule() == Rule::Misere { small[0] as usize } else { 0 };
            let known = expected[delay..].iter().zip(before * per_word..words.len() * per_word);
            for (value, position) in known {
                if value.0 >= 31 {
                    prop_assert!(window.are_too_large(&words));
                    break;
                }
                let bit = position * window.width as usize;
                let found = words[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - window.width));
                prop_assert_eq!(found, code(value.0));
            }
        }
    }

    /// Games that take this way, and one whose values are too large for it.
    #[test]
    fn many_moves_are_windows() {
        let stop = Default::default();
        let game = |sizes: Vec<u64>, rule| Game::new(Moves::new(&sizes).expect("moves"), rule);
        for (sizes, rule) in [
            ((1000..=3000).collect::<Vec<_>>(), Rule::Normal),
            ((500..=700).collect(), "lost odd".parse().expect("a rule")),
            ((100..=300).collect(), Rule::Mex),
            ((1..=60).map(|it| it * it).collect(), Rule::Mex),
        ] {
            let game = game(sizes, rule).expect("a game");
            assert!(Window::pays(game.moves(), rule));
            assert_eq!(values(&game, 0, 9000, &stop), Ok(oracle::sequence(&game, 9000)));
        }
        let large = game((1..=40).collect(), Rule::Mex).expect("a game");
        assert_eq!(values(&large, 0, 100, &stop), Err(crate::GRUNDY_VALUES));
    }
}
