//! The described sequence for given parameters, compared with the rule word by word.
//!
//! Each move has a pointer to the word that its target is in; between the ends of words all targets move in the same
//! way, so one comparison (or one per phase of the cycles) decides many positions.
//!
//! For given parameters a walk can end with certainty.  Let the endless loop begin at position q, let one pass through
//! it have P positions, and let M be the greatest move.  From q + M on, a position and the one P later lead to equal
//! described values and have equal values themselves.  So a description that obeys the rule below q + M + P obeys it
//! everywhere.

use crate::Integer;
use crate::chain::weight;
use crate::expand::{Expansion, Occurrence, Start};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Description, OptionCounts, Value, Word};
use std::collections::{BTreeSet, VecDeque};

/// A failure that was proved to exist was not reached by a walk over the words before it.
pub(super) const CONFIRMATION: Limit = Limit(&[
    "confirmation",
    "the failing position is too far out to confirm by direct computation",
]);

/// How far a walk may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The most words.
    pub words: u64,
    /// The most positions between two ends of words that are compared one by one.
    pub compared: u64,
    /// The most comparisons with the target of a move, and loop iterations without a word.
    pub effort: u64,
}

/// The most moves that are followed one by one.
const MOST_MOVES: usize = 1 << 16;

/// The effort after which a stop is checked for.
const EFFORT: u64 = 1 << 16;

/// The most words within reach of the largest move at one time.
const MOST_WITHIN_REACH: usize = 4_000_000;

/// How a walk ended.
pub(super) enum Ending<'a> {
    /// The walk reached the first position that breaks the rule.
    Failure(Box<FirstFailure<'a>>),
    /// No position breaks the rule, however far out.
    Right,
    /// The walk went as far as it may, or the description has no meaning there.
    Open(Limit),
}

/// The first failure.
pub(super) struct FirstFailure<'a> {
    /// The sizes of the moves.
    pub moves: Vec<Integer>,
    /// The entry of the list that each move belongs to.
    pub entries: Vec<usize>,
    /// What each move leads to.
    pub options: Vec<Option<Value>>,
    /// Where the failing word starts.
    pub start: Integer,
    /// The failing word.
    pub occurrence: Occurrence<'a>,
    /// The failing position.
    pub position: Integer,
}

/// The result of a walk.
pub(super) struct Walked<'a> {
    /// How it ended.
    pub ending: Ending<'a>,
    /// The expansion, as far as it was walked.
    pub expansion: Expansion<'a>,
    /// The positions that obey the rule: all below this one.
    pub positions: Integer,
    /// The effort, as in [`Reach::effort`].
    pub effort: u64,
}

/// Walks up to the first failure, if it is within reach.
pub(super) fn walk<'a>(
    description: &'a Description,
    parameters: &[Integer],
    reach: Reach,
    stop: &CancellationToken,
) -> Walked<'a> {
    let all = description.sizes(parameters, MOST_MOVES);
    let is_known = all.is_some();
    let (moves, entries): (Vec<Integer>, Vec<usize>) = all.unwrap_or_default().into_iter().unzip();
    // Moves are a set.
    let mut known = BTreeSet::new();
    let different = (0..moves.len()).filter(|&it| known.insert(&moves[it])).collect();
    let pointers = vec![0; moves.len()];
    let mut walk = Walk {
        description,
        start: Start::new(description, parameters),
        moves,
        entries,
        is_known,
        different,
        window: VecDeque::new(),
        dropped: 0,
        pointers,
        reach,
        effort: 0,
        asked: 0,
        weight: 1,
    };
    let mut expansion = Expansion::new(description, parameters).patient(reach.effort);
    let (ending, positions) = walk.run_through(&mut expansion, stop);
    Walked { ending, expansion, positions, effort: walk.effort }
}

/// The words within reach, with a pointer for each move.
struct Walk<'a> {
    description: &'a Description,
    start: Option<Start<'a>>,
    moves: Vec<Integer>,
    /// The entry of the list that each move belongs to.
    entries: Vec<usize>,
    /// Are these all moves, that is, are they not too many?
    is_known: bool,
    /// The moves that do not equal an earlier one.
    different: Vec<usize>,
    /// Words, each with the position after it, without gaps.
    window: VecDeque<(Integer, Occurrence<'a>)>,
    /// The number of words that have left the window.
    dropped: usize,
    /// For each move, the number of the word (counting those that left) its target is in.
    pointers: Vec<usize>,
    reach: Reach,
    effort: u64,
    /// The effort at which a stop is checked for.
    asked: u64,
    /// [`weight`] of the numbers that are compared.
    weight: u64,
}

impl<'a> Walk<'a> {
    fn run_through(
        &mut self,
        expansion: &mut Expansion<'a>,
        stop: &CancellationToken,
    ) -> (Ending<'a>, Integer) {
        let largest = self.moves.iter().max().cloned().unwrap_or(Integer::ZERO);
        if !self.is_known || self.moves.iter().any(|size| !size.is_positive()) {
            return (Ending::Open(CONFIRMATION), Integer::ZERO);
        }
        let mut start = Integer::ZERO;
        // From here on nothing can fail any more.
        let mut decided: Option<Integer> = None;
        for count in 0..self.reach.words {
            if count % 4096 == 0
                && let Err(limit) = stop.check()
            {
                return (Ending::Open(limit), start);
            }
            if self.window.len() > MOST_WITHIN_REACH || self.effort >= self.reach.effort {
                break;
            }
            let next = expansion.next();
            self.effort = self.effort.saturating_add(expansion.idle());
            let Some(occurrence) = next else {
                let at_end = self.description.is_piece() && !expansion.gave_up();
                let ending = if at_end { Ending::Right } else { Ending::Open(CONFIRMATION) };
                return (ending, start);
            };
            if occurrence.length.is_negative() {
                break;
            }
            if expansion.passes() > 0 {
                // The second pass begins at q + P.
                let after = decided.get_or_insert_with(|| &start + &largest);
                if start >= *after {
                    return (Ending::Right, start);
                }
            }
            let end = &start + &occurrence.length;
            self.weight = weight(&end).max(weight(&largest));
            self.forget(&(&start - &largest));
            self.window.push_back((end.clone(), occurrence.clone()));
            match self.word(&start, &end, stop) {
                Ok(None) => start = end,
                Ok(Some(position)) => {
                    let options = self.options(&position);
                    let moves = std::mem::take(&mut self.moves);
                    let entries = std::mem::take(&mut self.entries);
                    let failing = position.clone();
                    let found =
                        FirstFailure { moves, entries, options, start, occurrence, position };
                    return (Ending::Failure(Box::new(found)), failing);
                }
                Err(limit) => return (Ending::Open(limit), start),
            }
        }
        (Ending::Open(CONFIRMATION), start)
    }

    /// Drops the words that end at or before `position`.
    fn forget(&mut self, position: &Integer) {
        while self.window.front().is_some_and(|(end, _)| end <= position) {
            self.window.pop_front();
            self.dropped += 1;
        }
    }

    fn entry(&self, number: usize) -> &(Integer, Occurrence<'a>) {
        &self.window[number - self.dropped]
    }

    /// The first failing position in the latest word, from `start` to `end`.
    fn word(
        &mut self,
        start: &Integer,
        end: &Integer,
        stop: &CancellationToken,
    ) -> Result<Option<Integer>, Limit> {
        let mut position = start.clone();
        while position < *end {
            if self.effort >= self.reach.effort {
                return Err(CONFIRMATION);
            }
            if self.effort >= self.asked {
                stop.check()?;
                self.asked = self.effort.saturating_add(EFFORT);
            }
            let comparisons = 1 + self.moves.len() as u64;
            self.effort = self.effort.saturating_add(comparisons.saturating_mul(self.weight));
            let mut run = end - &position;
            // The values that the moves lead to, as long as each word met has only one value.
            let own = self.window.back().map(|(_, occurrence)| occurrence.word);
            let mut constant = own.map(|word| &word.cycle[..]).filter(|cycle| cycle.len() == 1);
            let mut options = OptionCounts::default();
            for &index in &self.different {
                let target = &position - &self.moves[index];
                if target.is_negative() {
                    run = run.min(-&target);
                    if let Some(start) = &self.start {
                        let (word, _, left) = start.at(&target);
                        match word.cycle[..] {
                            [value] => options.insert(value),
                            _ => constant = None,
                        }
                        run = run.min(left);
                    }
                    continue;
                }
                let mut pointer = self.pointers[index].max(self.dropped);
                while self.entry(pointer).0 <= target {
                    pointer += 1;
                }
                let (end, occurrence) = self.entry(pointer);
                match occurrence.word.cycle[..] {
                    [value] => options.insert(value),
                    _ => constant = None,
                }
                run = run.min(end - &target);
                self.pointers[index] = pointer;
            }
            let outside =
                self.description.is_piece() && self.moves.iter().any(|size| *size > position);
            let failing = match constant {
                _ if outside => None,
                Some(cycle) => (self.description.rule.value(&options) != cycle[0]).then_some(0),
                None => self.run(&position, start, &run, stop)?,
            };
            if let Some(offset) = failing {
                return Ok(Some(&position + &Integer::from(offset)));
            }
            position += &run;
        }
        Ok(None)
    }

    /// The first failing offset in `run` positions on which no target changes its word.
    fn run(
        &mut self,
        position: &Integer,
        start: &Integer,
        run: &Integer,
        stop: &CancellationToken,
    ) -> Result<Option<u64>, Limit> {
        let mut words: Vec<(&[Value], u64)> = Vec::with_capacity(1 + self.moves.len());
        let Some((_, own)) = self.window.back() else { return Ok(None) };
        words.push(phased(own.word, &(position - start)));
        for &index in &self.different {
            let target = position - &self.moves[index];
            if target.is_negative() {
                if let Some(start) = &self.start {
                    let (word, offset, _) = start.at(&target);
                    words.push(phased(word, &offset));
                }
                continue;
            }
            let (end, word) = self.entry(self.pointers[index]);
            words.push(phased(word.word, &(&target - &(end - &word.length))));
        }
        // A common period beyond a machine word is as good as none.
        let period = words.iter().fold(1_u64, |period, (cycle, _)| {
            let cycle = cycle.len() as u64;
            period.saturating_mul(cycle / num_integer::gcd(period, cycle))
        });
        // A number beyond a machine word is more than a period.
        let positions = run.to::<u64>();
        let positions = positions.map_or(period, |positions| positions.min(period));
        let compared = positions.min(self.reach.compared);
        // Piece by piece; the letters of each continue where the piece before ended.
        let piece = (EFFORT / words.len() as u64).max(1);
        let (mut from, mut failing) = (0, None);
        while from < compared && failing.is_none() {
            stop.check()?;
            let count = piece.min(compared - from);
            let found = self.description.rule.first_failure(words[0], &words[1..], count);
            failing = found.map(|offset| from + offset);
            words
                .iter_mut()
                .for_each(|(cycle, phase)| *phase = (*phase + count) % cycle.len() as u64);
            from += count;
        }
        let further = failing.unwrap_or(compared).saturating_sub(1);
        let further = further.saturating_mul(words.len() as u64);
        self.effort = self.effort.saturating_add(further);
        if failing.is_none() && positions > compared {
            return Err(CONFIRMATION);
        }
        Ok(failing)
    }

    /// The described values that the moves lead to from a position of the latest word.
    fn options(&self, position: &Integer) -> Vec<Option<Value>> {
        let look = |size: &Integer| {
            let target = position - size;
            if target.is_negative() {
                return self.start.as_ref().map(|start| start.value(&target));
            }
            let number = self.window.partition_point(|(end, _)| *end <= target);
            let (end, word) = self.window.get(number)?;
            Some(word.word.value_at(&(&target - &(end - &word.length))))
        };
        self.moves.iter().map(look).collect()
    }
}

/// The cycle of a word, and the phase of this offset in it.
fn phased<'w>(word: &'w Word, offset: &Integer) -> (&'w [Value], u64) {
    (&word.cycle, offset.index_modulo(word.cycle.len()) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(source: &str, parameters: &[i64], effort: u64) -> (String, i64, u64) {
        let description = crate::lang::parse(source, &Default::default()).description.unwrap();
        let point: Vec<Integer> = parameters.iter().map(|&value| Integer::from(value)).collect();
        let reach = Reach { words: effort, compared: effort, effort };
        let found = walk(&description, &point, reach, &CancellationToken::default());
        let ending = match found.ending {
            Ending::Failure(failure) => format!("fails at {}", failure.position),
            Ending::Right => "right".to_owned(),
            Ending::Open(limit) => limit.name().to_owned(),
        };
        (ending, found.positions.to_i64().unwrap(), found.effort)
    }

    #[test]
    fn a_walk_is_right_behind_a_pass_and_the_largest_move() {
        let (ending, positions, _) = walked("n >= 1 { n } REPEAT _n An ENDREP", &[7], 1000);
        // q + M + P = 0 + 7 + 14, up to the end of a word.
        assert_eq!((ending.as_str(), positions), ("right", 21));
        // The last position that can be the first to fail: q + M + P - 1.
        let late = "{ 1 4 } REPEAT _ A _ A B ENDREP";
        assert_eq!(walked(late, &[], 1000).0, "right");
        assert_eq!(walked("{ 1 5 } _ A _ A REPEAT _ A ENDREP", &[], 1000).0, "right");
        assert_eq!(walked("{ 1 6 } REPEAT _ A ENDREP", &[], 1000).0, "fails at 6");
        assert_eq!(walked("{ 2 7 } REPEAT _ _ A A ENDREP", &[], 1000).0, "fails at 8");
    }

    #[test]
    fn a_walk_does_not_go_farther_than_it_may() {
        let long = "n >= 1 { 1 2n+1 } REPEAT _ A ENDREP";
        let (ending, _, effort) = walked(long, &[1_000_000], 5000);
        assert_eq!(ending, "confirmation");
        assert!(effort <= 5010, "{effort}");
        let idle = "n >= 1 { n } FOR i FROM 1 UPTO 1000000000 REP A(n-1) PER REPEAT _n An ENDREP";
        let (ending, _, effort) = walked(idle, &[1], 5000);
        assert_eq!(ending, "confirmation");
        assert!(effort <= 5010, "{effort}");
    }

    /// A stop that is requested in the middle of a word, each of whose positions examines all moves, and in the middle
    /// of a chain.
    #[test]
    fn many_moves_are_stopped_within_a_word() {
        let list = |step: usize| {
            (1..=20_000).map(|n| (step * n + 1 - step).to_string()).collect::<Vec<_>>().join(" ")
        };
        let texts = [
            format!("{{ {} }} REPEAT - +(20000) ENDREP", list(1)),
            format!("{{ {} }} REPEAT -(4) +(4) ENDREP", list(3)),
            format!("{{ {} }} REPEAT <-+>(1000000) <--+>(1000001) ENDREP", list(2)),
        ];
        for text in texts {
            let description = crate::lang::parse(&text, &Default::default()).description.unwrap();
            // Without a check for the stop this takes minutes.
            let stopped = |work: &dyn Fn(&CancellationToken)| {
                let (stop, begun) = (CancellationToken::default(), std::time::Instant::now());
                std::thread::scope(|scope| {
                    scope.spawn(|| {
                        std::thread::sleep(std::time::Duration::from_millis(20));
                        stop.request();
                    });
                    work(&stop);
                });
                assert!(begun.elapsed().as_secs() < 12, "{}", &text[text.len() - 40..]);
            };
            stopped(&|stop| {
                let reach = Reach { words: u64::MAX, compared: u64::MAX, effort: u64::MAX };
                let ending = walk(&description, &[], reach, stop).ending;
                assert!(matches!(ending, Ending::Open(Limit::STOPPED) | Ending::Failure(_)));
            });
            stopped(&|stop| {
                let options = crate::verify::Options { stop: stop.clone(), ..Default::default() };
                crate::verify::verify(&description, &text, &options);
            });
        }
    }

    /// Letters are compared piece by piece, and continue where a piece ends.
    #[test]
    fn long_words_fail_where_a_naive_comparison_does() {
        for (moves, words) in [
            ("1 2 3 5 8 13 21 34", "<-++>(600000) <-+>(500001)"),
            ("3 7 8", "- - - + + <-+++->(99999)"),
            ("2", "<--++>(299999) -"),
            ("2 4", "<--++>(199999) <--+++>(70000)"),
        ] {
            let text = format!("{{ {moves} }} REPEAT {words} ENDREP");
            let description = crate::lang::parse(&text, &Default::default()).description.unwrap();
            let sizes: Vec<usize> = moves.split(' ').map(|size| size.parse().unwrap()).collect();
            let all = crate::expand::values(
                &description,
                &[],
                &Integer::ZERO,
                1_500_000,
                &CancellationToken::default(),
            )
            .unwrap();
            let fails = |&x: &usize| {
                let lost = sizes.iter().any(|&size| x >= size && all[x - size].0 == 0);
                lost != (all[x].0 == 1)
            };
            let expected = (0..all.len()).find(fails).expect("a failure");
            assert_eq!(walked(&text, &[], u64::MAX).0, format!("fails at {expected}"), "{text}");
        }
    }

    #[test]
    fn a_walk_ends_where_a_text_has_no_meaning() {
        for source in [
            "n >= 1 { n-1 } REPEAT _ A ENDREP",
            "n >= 1 { n } REPEAT _(n-2) A ENDREP",
            "n >= 1 { n } REPEAT _(n-1) ENDREP",
        ] {
            assert_eq!(walked(source, &[1], 1000).0, "confirmation", "{source}");
        }
    }
}
