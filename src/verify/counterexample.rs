//! The smallest failing position for given parameters, confirmed by direct computation.

use crate::Integer;
use crate::expand::{Expansion, Occurrence};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Description, Value, ValueSet, Word};
use crate::sequence::oracle;
use crate::verdict::{Counterexample, Failure, OptionValue, Replay};
use std::collections::VecDeque;

/// How far a walk may go.
struct Reach {
    /// Words walked over.
    words: u64,
    /// Positions between two ends of words that are compared one by one.
    compared: u64,
}

/// On the way to a failure that is known to exist.
const FAR: Reach = Reach { words: 20_000_000, compared: 1 << 24 };

/// Where a failure is hoped for only.
const NEAR: Reach = Reach { words: 10_000, compared: 1 << 12 };

/// The most words within reach of the largest move at one time.
const MOST_WITHIN_REACH: usize = 4_000_000;

/// The most positions computed with the plain rule to confirm a failure.
const MOST_REPLAYED: i64 = 20_000_000;

/// The first position at which the described sequence breaks the rule.
///
/// Walks through the words of the expansion.  Each move has a pointer to the word that its
/// target is in; between the ends of words all targets move alike, so one comparison (or one
/// per phase of the cycles) decides many positions.
///
/// # Errors
/// When a limit is reached first.
///
/// # Panics
/// If the plain rule does not confirm the failure: then the tool is wrong.
pub fn first_failure(
    description: &Description,
    parameters: &[Integer],
    source_of_move: impl Fn(usize) -> String,
    stop: &CancellationToken,
) -> Result<Counterexample, Limit> {
    let (found, expansion) = walk(description, parameters, &FAR, stop);
    let FirstFailure { walk, moves, start, occurrence, position } = found?;
    let letter = |value| description.alphabet.letter(value);
    let options = walk.options(&moves, &position);
    let mut set = ValueSet::default();
    for value in options.iter().flatten() {
        set.insert(*value);
    }
    let offset = &position - &start;
    let claimed = occurrence.word.value_at(&offset);
    let computed = description.alphabet.rule(set);
    let replay = replay(description, &moves, &position, claimed, computed, parameters);
    let names = super::variable_names(description, occurrence.block);
    let mut assignment =
        names.into_iter().zip(expansion.variables().iter().cloned()).collect::<Vec<_>>();
    let iteration = assignment.split_off(parameters.len().min(assignment.len()));
    let options = moves.iter().zip(options).enumerate().map(|(index, (size, value))| {
        let target = value.map(|value| (&position - size, letter(value)));
        OptionValue { text: source_of_move(index), size: size.clone(), target }
    });
    Ok(Counterexample {
        parameters: assignment,
        failure: Failure {
            options: options.collect(),
            claimed: letter(claimed),
            computed: letter(computed),
            iteration,
            passes: Integer::from(expansion.passes()),
            word: occurrence.word.span,
            offset,
            position,
            replay,
        },
    })
}

/// Is there a failure within the first words?
pub fn fails_soon(description: &Description, parameters: &[Integer]) -> bool {
    walk(description, parameters, &NEAR, &CancellationToken::default()).0.is_ok()
}

/// The first failure, with the walk up to it.
struct FirstFailure<'a> {
    walk: Walk<'a>,
    moves: Vec<Integer>,
    /// Where the failing word starts.
    start: Integer,
    occurrence: Occurrence<'a>,
    position: Integer,
}

/// Walks up to the first failure, if it is within reach.
fn walk<'a>(
    description: &'a Description,
    parameters: &[Integer],
    reach: &'static Reach,
    stop: &CancellationToken,
) -> (Result<FirstFailure<'a>, Limit>, Expansion<'a>) {
    let moves: Vec<Integer> = description.moves.iter().map(|m| m.size.at(parameters)).collect();
    let mut walk =
        Walk { window: VecDeque::new(), dropped: 0, pointers: vec![0; moves.len()], reach };
    let mut expansion = Expansion::new(description, parameters);
    let largest = moves.iter().max().cloned().unwrap_or(Integer::ZERO);
    let mut start = Integer::ZERO;
    for count in 0..reach.words {
        if count % 4096 == 0
            && let Err(limit) = stop.check()
        {
            return (Err(limit), expansion);
        }
        if walk.window.len() > MOST_WITHIN_REACH {
            break;
        }
        let Some(occurrence) = expansion.next() else { break };
        let end = &start + &occurrence.length;
        walk.forget(&(&start - &largest));
        walk.window.push_back((end.clone(), occurrence.clone()));
        match walk.word(description, &moves, &start, &end) {
            Ok(None) => start = end,
            Ok(Some(position)) => {
                let found = FirstFailure { walk, moves, start, occurrence, position };
                return (Ok(found), expansion);
            }
            Err(limit) => return (Err(limit), expansion),
        }
    }
    (Err(Limit::POSITIONS), expansion)
}

/// The words within reach, with a pointer for each move.
struct Walk<'a> {
    /// Words with the positions behind them, without gaps.
    window: VecDeque<(Integer, Occurrence<'a>)>,
    /// The number of words that have left the window.
    dropped: usize,
    /// For each move the number of the word (counting those that left) its target is in.
    pointers: Vec<usize>,
    reach: &'static Reach,
}

impl<'a> Walk<'a> {
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
        description: &Description,
        moves: &[Integer],
        start: &Integer,
        end: &Integer,
    ) -> Result<Option<Integer>, Limit> {
        let mut position = start.clone();
        while position < *end {
            let mut run = end - &position;
            for (index, size) in moves.iter().enumerate() {
                let target = &position - size;
                if target.is_negative() {
                    run = run.min(-&target);
                    continue;
                }
                let mut pointer = self.pointers[index].max(self.dropped);
                while self.entry(pointer).0 <= target {
                    pointer += 1;
                }
                run = run.min(&self.entry(pointer).0 - &target);
                self.pointers[index] = pointer;
            }
            let outside = description.is_piece() && moves.iter().any(|size| *size > position);
            if outside {
                position += &run;
                continue;
            }
            if let Some(offset) = self.run(description, moves, &position, start, &run)? {
                return Ok(Some(&position + &Integer::from(offset)));
            }
            position += &run;
        }
        Ok(None)
    }

    /// The first failing offset in `run` positions on which no target changes its word.
    fn run(
        &self,
        description: &Description,
        moves: &[Integer],
        position: &Integer,
        start: &Integer,
        run: &Integer,
    ) -> Result<Option<u64>, Limit> {
        let mut own = None;
        let mut others: Vec<(&Word, u64)> = Vec::with_capacity(moves.len());
        let mut period = 1_u64;
        let phase = |word: &Occurrence<'a>, offset: &Integer| -> u64 {
            offset.index_modulo(word.word.cycle.len()) as u64
        };
        if let Some((_, word)) = self.window.back() {
            own = Some((word.word, phase(word, &(position - start))));
            period = word.word.cycle.len() as u64;
        }
        for (index, size) in moves.iter().enumerate() {
            let target = position - size;
            if target.is_negative() {
                continue;
            }
            let (end, word) = self.entry(self.pointers[index]);
            let offset = &target - &(end - &word.length);
            others.push((word.word, phase(word, &offset)));
            let cycle = word.word.cycle.len() as u64;
            // A common period beyond a machine word is as good as none.
            period = period.saturating_mul(cycle / num_integer::gcd(period, cycle));
        }
        let Some((word, phase)) = own else { return Ok(None) };
        // More than a machine word is more than a period.
        let positions = run.to_i64().and_then(|it| u64::try_from(it).ok());
        let positions = positions.map_or(period, |positions| positions.min(period));
        let failing = (0..positions.min(self.reach.compared)).find(|&offset| {
            let mut options = ValueSet::default();
            for &(word, phase) in &others {
                options.insert(word.value_behind(phase, offset));
            }
            description.alphabet.rule(options) != word.value_behind(phase, offset)
        });
        if failing.is_none() && positions > self.reach.compared {
            return Err(Limit::POSITIONS);
        }
        Ok(failing)
    }

    /// The described values that the moves lead to from a position of the latest word.
    fn options(&self, moves: &[Integer], position: &Integer) -> Vec<Option<Value>> {
        let look = |size: &Integer| {
            let target = position - size;
            if target.is_negative() {
                return None;
            }
            let (end, word) = self.window.iter().find(|(end, _)| *end > target)?;
            Some(word.word.value_at(&(&target - &(end - &word.length))))
        };
        moves.iter().map(look).collect()
    }
}

/// Computes the game from position 0 where that is feasible, and compares.
fn replay(
    description: &Description,
    moves: &[Integer],
    position: &Integer,
    claimed: Value,
    computed: Value,
    parameters: &[Integer],
) -> Replay {
    let small: Option<Vec<u64>> =
        moves.iter().map(|it| it.to_i64().and_then(|it| u64::try_from(it).ok())).collect();
    let near = position.to_i64().filter(|position| *position < MOST_REPLAYED);
    let near = near.and_then(|position| usize::try_from(position).ok());
    let (Some(moves), Some(position), false) = (small, near, description.is_piece()) else {
        return Replay::Expansion;
    };
    let values = oracle::values(description.alphabet, &moves, position + 1);
    let described = crate::expand::values(
        description,
        parameters,
        &Integer::ZERO,
        position + 1,
        &CancellationToken::default(),
    );
    let agrees = described.is_ok_and(|described| {
        described[..position] == values[..position]
            && described[position] == claimed
            && values[position] == computed
            && claimed != computed
    });
    assert!(
        agrees,
        "bug in grundy: direct computation does not confirm the counterexample at position \
         {position} for the parameters {parameters:?}"
    );
    Replay::FromZero
}
