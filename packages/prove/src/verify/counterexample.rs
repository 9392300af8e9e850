//! The smallest failing position for given parameters, confirmed by direct computation.

use super::walk::{CONFIRMATION, Ending, FirstFailure, Reach, Walked, walk};
use crate::Integer;
use crate::expand::Start;
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, OptionCounts, Rule, Value};
use crate::sequence::{Game, Moves, oracle, values};
use crate::verdict::{Counterexample, Failure, OptionValue, Replay, StartWord};
use std::collections::BTreeSet;

/// The reach on the way to a failure that is known to exist.
const FAR: Reach = Reach { words: 20_000_000, compared: 1 << 24, effort: u64::MAX };

/// The reach when the time is over: some milliseconds.
const NEAR: Reach = Reach { words: 100_000, compared: 1 << 16, effort: 1 << 18 };

/// The most values of a start that are shown.
const MOST_START: usize = 64;

/// The most positions computed to confirm a failure.
const MOST_REPLAYED: i64 = 20_000_000;

/// The most look-ups made with the plain rule: a fraction of a second.
const MOST_PLAIN: u64 = 1 << 27;

/// The most values of a start that is repeated where the plain rule would take too long.
const MOST_REPEATED: usize = 1 << 16;

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
/// If the plain rule does not confirm the failure: this is a bug.
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
        if matches!(walked.ending, Ending::Open(_)) {
            return Err(Limit::STOPPED);
        }
    }
    let Walked { ending, expansion, .. } = walked;
    let FirstFailure { moves, entries, options, start, occurrence, position } = match ending {
        Ending::Failure(failure) => *failure,
        Ending::Open(limit) => return Err(limit),
        // The caller knows that there is a failure.
        Ending::Right => return Err(CONFIRMATION),
    };
    let letter = |value| description.alphabet().letter(value);
    let different =
        moves.iter().enumerate().filter(|(index, size)| !moves[..*index].contains(size));
    let set: OptionCounts = different.filter_map(|(index, _)| options[index]).collect();
    let offset = &position - &start;
    let claimed = occurrence.word.value_at(&offset);
    let computed = description.rule.value(&set);
    let replay = replay(description, &moves, &position, [claimed, computed], parameters, stop);
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

/// The values before position 0.
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
    [claimed, computed]: [Value; 2],
    parameters: &[Integer],
    stop: &CancellationToken,
) -> Replay {
    let small: Option<Vec<u64>> = moves.iter().map(|size| size.to::<u64>()).collect();
    let near = position.to_i64().filter(|position| *position < MOST_REPLAYED);
    let near = near.and_then(|position| usize::try_from(position).ok());
    let (Some(moves), Some(position), false) = (small, near, description.is_piece()) else {
        return Replay::Expansion;
    };
    let Ok(values) = simulated(description, parameters, &moves, position + 1, stop) else {
        return Replay::Expansion;
    };
    let value = |at: usize| u8::try_from(values[at]).ok().map(Value);
    let described = crate::expand::values(
        description,
        parameters,
        &Integer::ZERO,
        position + 1,
        &CancellationToken::default(),
    );
    let agrees = described.is_ok_and(|described| {
        described[..position].iter().enumerate().all(|(at, one)| value(at) == Some(*one))
            && described[position] == claimed
            && value(position) == Some(computed)
            && claimed != computed
    });
    assert!(
        agrees,
        "bug in grundy: direct computation does not confirm the counterexample at position \
         {position} for the parameters {parameters:?}"
    );
    Replay::FromZero
}

/// The first values of the game with these parameters and moves: by the plain rule, or faster if that takes long.
///
/// # Errors
/// When a stop is requested (which does not affect what is computed quickly), and where the moves or the start are too
/// large for the faster way.
pub(super) fn simulated(
    description: &Description,
    parameters: &[Integer],
    moves: &[u64],
    count: usize,
    stop: &CancellationToken,
) -> Result<Vec<u32>, Limit> {
    let start = Start::new(description, parameters);
    let rule = description.rule;
    if (moves.len() as u64).saturating_mul(count as u64) <= MOST_PLAIN {
        let before = |back: u64| Some(start.as_ref()?.value(&-&Integer::from(back)).0.into());
        return Ok(oracle::numbers_after(rule, moves, before, count));
    }
    by_engine(rule, start, moves, count, stop)
}

/// The same by the engine, which handles many moves or many positions at once.
fn by_engine(
    rule: Rule,
    start: Option<Start<'_>>,
    moves: &[u64],
    count: usize,
    stop: &CancellationToken,
) -> Result<Vec<u32>, Limit> {
    // Without a start, larger moves are never made.
    let made = moves.iter().copied().filter(|&size| start.is_some() || size < count as u64);
    let made: BTreeSet<u64> = made.collect();
    let made = Moves::new(&made.into_iter().collect::<Vec<_>>()).map_err(|_| CONFIRMATION)?;
    let game = match &start {
        None => Game::new(made, rule),
        Some(start) => {
            let word = start.word(MOST_REPEATED).ok_or(CONFIRMATION)?;
            Game::with_start(made, rule, &word)
        }
    };
    values(&game.map_err(|_| CONFIRMATION)?, 0, count, stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways to replay, with moves that are listed twice or never made, with starts, and with values of any size.
    #[test]
    fn the_engine_replays_as_the_plain_rule_does() {
        let many = (1..=60).map(|size| size.to_string()).collect::<Vec<_>>().join(" ");
        for text in [
            "{ 3 7 8 } REPEAT - + ENDREP",
            "RULE misere { 3 7 8 100000000 } REPEAT - + ENDREP",
            "RULE lost odd { 2 5 2 } REPEAT - + ENDREP",
            "RULE won == 1 { 2 5 300 } FROM_INFINITY_DOWN REPEAT -2 + ENDREP REPEAT - + ENDREP",
            "RULE misere { 4 9 } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT - + ENDREP",
            &format!("{{ {many} }} REPEAT _ A ENDREP"),
        ] {
            let description =
                crate::lang::parse(text, &Default::default()).description.expect(text);
            let sizes = description.sizes(&[], 100).expect("moves");
            let moves: Vec<u64> = sizes.iter().map(|size| size.0.to().expect("small")).collect();
            let stop = CancellationToken::default();
            let plain = simulated(&description, &[], &moves, 500, &stop);
            let start = Start::new(&description, &[]);
            let quick = by_engine(description.rule, start, &moves, 500, &stop);
            assert_eq!(quick, plain, "{text}");
            assert!(plain.is_ok_and(|values| values.len() == 500));
        }
    }
}
