//! The smallest failing position for given parameters, confirmed by direct computation.

use super::walk::{CONFIRMATION, Ending, FirstFailure, Reach, Walked, walk};
use crate::Integer;
use crate::expand::Start;
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, OptionCounts, Value};
use crate::sequence::oracle;
use crate::verdict::{Counterexample, Failure, OptionValue, Replay, StartWord};

/// On the way to a failure that is known to exist.
const FAR: Reach = Reach { words: 20_000_000, compared: 1 << 24, effort: u64::MAX };

/// The same when the time is over: some milliseconds.
const NEAR: Reach = Reach { words: 100_000, compared: 1 << 16, effort: 1 << 18 };

/// The most values of a start that are shown.
const MOST_START: usize = 64;

/// The most positions computed with the plain rule to confirm a failure.
const MOST_REPLAYED: i64 = 20_000_000;

/// A failure, and the word that is wrong.
pub(super) struct FoundFailure {
    pub counterexample: Counterexample,
    /// The block of the word, and its number in it.
    pub word: (BlockId, usize),
}

/// The first position at which the described sequence breaks the rule.
///
/// # Errors
/// When a limit is reached first.
///
/// # Panics
/// If the plain rule does not confirm the failure: then the tool is wrong.
pub(super) fn first_failure(
    description: &Description,
    parameters: &[Integer],
    source_of_move: impl Fn(usize) -> String,
    stop: &CancellationToken,
) -> Result<FoundFailure, Limit> {
    let mut walked = walk(description, parameters, FAR, stop);
    if matches!(walked.ending, Ending::Open(Limit::STOPPED)) {
        // What is near is shown even when the time is over.
        walked = walk(description, parameters, NEAR, &CancellationToken::default());
    }
    let Walked { ending, expansion, .. } = walked;
    let FirstFailure { moves, entries, options, start, occurrence, position } = match ending {
        Ending::Failure(failure) => *failure,
        Ending::Open(limit) => return Err(limit),
        // Whoever asks knows of a failure.
        Ending::Right => return Err(CONFIRMATION),
    };
    let letter = |value| description.alphabet().letter(value);
    let different =
        moves.iter().enumerate().filter(|(index, size)| !moves[..*index].contains(size));
    let set: OptionCounts = different.filter_map(|(index, _)| options[index]).collect();
    let offset = &position - &start;
    let claimed = occurrence.word.value_at(&offset);
    let computed = description.rule.value(&set);
    let replay = replay(description, &moves, &position, claimed, computed, parameters);
    let names = super::variable_names(description, occurrence.block);
    let mut assignment =
        names.into_iter().zip(expansion.variables().iter().cloned()).collect::<Vec<_>>();
    let iteration = assignment.split_off(parameters.len().min(assignment.len()));
    let options = moves.iter().zip(options).zip(entries).map(|((size, value), index)| {
        let target = value.map(|value| (&position - size, letter(value)));
        OptionValue { text: source_of_move(index), size: size.clone(), target }
    });
    let words = &description.block(occurrence.block).words;
    let number = words.iter().position(|word| std::ptr::eq(word, occurrence.word));
    let word = (occurrence.block, number.unwrap_or_default());
    let counterexample = Counterexample {
        parameters: assignment,
        failure: Failure {
            options: options.collect(),
            claimed: letter(claimed),
            computed: letter(computed),
            iteration,
            passes: Integer::from(expansion.passes()),
            rule: description.rule,
            start: start_word(description, parameters),
            word: occurrence.word.span,
            offset,
            position,
            replay,
        },
    };
    Ok(FoundFailure { counterexample, word })
}

/// What stands before position 0.
fn start_word(description: &Description, parameters: &[Integer]) -> StartWord {
    let Some(start) = Start::new(description, parameters) else { return StartWord::Nothing };
    let letter = |value| description.alphabet().letter(value);
    let word = start.word(MOST_START).map(|word| word.into_iter().map(letter).collect());
    word.map_or(StartWord::Long, StartWord::Word)
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
    let small: Option<Vec<u64>> = moves.iter().map(|it| it.to::<u64>()).collect();
    let near = position.to_i64().filter(|position| *position < MOST_REPLAYED);
    let near = near.and_then(|position| usize::try_from(position).ok());
    let (Some(moves), Some(position), false) = (small, near, description.is_piece()) else {
        return Replay::Expansion;
    };
    let values = simulated(description, parameters, &moves, position + 1);
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

/// The first values of the game with these parameters and moves, by the plain rule.
pub(super) fn simulated(
    description: &Description,
    parameters: &[Integer],
    moves: &[u64],
    count: usize,
) -> Vec<Value> {
    let start = Start::new(description, parameters);
    let before = |back: u64| Some(start.as_ref()?.value(&-&Integer::from(back)));
    oracle::values_after(description.rule, moves, before, count)
}
