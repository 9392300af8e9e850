//! Changes of one word that make a wrong description right, as far as this is tried; the proof is up to the caller.
//!
//! Other values of the word are tried, and other lengths: the written one plus a small number, plus or minus each
//! parameter and control variable at most once.  Changes close to the text come first, and a change counts only if the
//! description is then right for every choice of parameters that was tried, including those of the counterexample.

use super::around::{Tried, parameters_to_try, try_at};
use super::{Options, variable_names};
use crate::Integer;
use crate::affine::Affine;
use crate::diagnostic::{Edit, Span};
use crate::expand::Expansion;
use crate::ilp::Point;
use crate::lang;
use crate::model::{BlockId, Description, Value, Word};
use crate::verdict::Counterexample;
use std::collections::{BTreeMap, BTreeSet};

/// The most by which constants are changed.
const STEPS: i64 = 3;

/// The most variables whose multiples a length is changed by.
const MOST_VARIABLES: usize = 4;

/// The most words that are tried: those nearest to the failure.
const MOST_WORDS: usize = 24;

/// The most changes that are tried.
const MOST_TRIED: usize = 20_000;

/// The work for one change and one choice of parameters, in comparisons.
const EFFORT: u64 = 1 << 16;

/// The most changes that are returned.
const MOST_GIVEN: usize = 8;

/// A change of one word with which the description is right for all parameters that were tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What replaces the word.
    pub edit: Edit,
}

/// The changes of one word that make the description right for the first parameters and for those of the
/// counterexample, those closest to the text first.
pub fn changes(
    description: &Description,
    found: &Counterexample,
    options: &Options<'_>,
) -> Vec<Change> {
    let points = parameters_to_try(description, found, options);
    let mut given: Vec<Change> = Vec::new();
    let mut changed = description.clone();
    let mut tried = 0;
    let words = near(description, found);
    for distance in 0..=STEPS.unsigned_abs() as usize + MOST_VARIABLES {
        for &(block, index) in &words {
            let original = &description.block(block).words[index];
            for word in candidates(description, block, original, distance) {
                tried += 1;
                if tried > MOST_TRIED || options.stop.requested() {
                    return given;
                }
                changed.blocks[block.index()].words[index].clone_from(&word);
                if holds(&changed, &points, options) {
                    let names = variable_names(description, block);
                    let text =
                        lang::word(description.alphabet(), &word.cycle, &word.length, &names);
                    given.push(Change { edit: Edit { span: original.span, text } });
                }
                changed.blocks[block.index()].words[index].clone_from(original);
                if given.len() >= MOST_GIVEN {
                    return given;
                }
            }
        }
    }
    given
}

/// The words, first the one that fails and those before it, in the order of the sequence.
fn near(description: &Description, found: &Counterexample) -> Vec<(BlockId, usize)> {
    // The words of an instance of a piece have one place in the text, where no single one can be changed.
    let mut places: BTreeMap<Span, Option<(BlockId, usize)>> = BTreeMap::new();
    for (block, it) in description.blocks.iter().enumerate() {
        for (index, word) in it.words.iter().enumerate() {
            let place = (BlockId::from_index(block), index);
            places.entry(word.span).and_modify(|known| *known = None).or_insert(Some(place));
        }
    }
    let place = |span: Span| places.get(&span).copied().flatten();
    let parameters = found.point();
    let mut before = Vec::new();
    let mut start = Integer::ZERO;
    for it in Expansion::new(description, &parameters).patient(EFFORT).take(MOST_TRIED) {
        if start > found.failure.position {
            break;
        }
        start += &it.length;
        before.push(it.word.span);
    }
    let all = description.blocks.iter().flat_map(|block| block.words.iter().map(|word| word.span));
    let mut seen = BTreeSet::new();
    let spans = [found.failure.word].into_iter().chain(before.into_iter().rev()).chain(all);
    let spans = spans.filter(|span| seen.insert(span.start));
    spans.take(MOST_WORDS).filter_map(place).collect()
}

/// The words that differ from this one by this amount: other values count 0; a change of the length counts its constant
/// plus the number of variables.
fn candidates(
    description: &Description,
    block: BlockId,
    word: &Word,
    distance: usize,
) -> Vec<Word> {
    let mut found = Vec::new();
    if distance == 0 {
        let greatest = match u8::try_from(description.moves.len()) {
            Ok(moves) if !description.has_ranges() => {
                description.alphabet().greatest().0.min(moves)
            }
            _ => description.alphabet().greatest().0,
        };
        for phase in 0..word.cycle.len().min(MOST_WORDS) {
            let others = (0..=greatest).map(Value).filter(|value| *value != word.cycle[phase]);
            found.extend(others.map(|value| {
                let mut changed = word.clone();
                changed.cycle[phase] = value;
                changed
            }));
        }
        return found;
    }
    let variables = variable_names(description, block).len().min(MOST_VARIABLES);
    for signs in 0..3_usize.pow(u32::try_from(variables).unwrap_or(0)) {
        let mut form = Affine::zero();
        let (mut rest, mut count) = (signs, 0);
        for variable in 0..variables {
            let sign = [0, 1, -1][rest % 3];
            rest /= 3;
            count += usize::from(sign != 0);
            form.add_term(variable, &Integer::from(sign));
        }
        let Some(step) = distance.checked_sub(count) else { continue };
        let Some(step) = i64::try_from(step).ok().filter(|step| *step <= STEPS) else { continue };
        for step in if step == 0 { vec![0] } else { vec![step, -step] } {
            let length = (&*word.length + &form).plus(step).into();
            found.push(Word { length, ..word.clone() });
        }
    }
    found
}

/// Is the description right for all of these parameters?
fn holds(description: &Description, points: &[Point], options: &Options<'_>) -> bool {
    points.iter().all(|point| try_at(description, point, EFFORT, &options.stop) == Tried::Right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{self, verify};

    fn offered(source: &str) -> Vec<String> {
        let description = crate::lang::parse(source, &Default::default()).description.unwrap();
        let options = verify::Options::default();
        let report = verify(&description, source, &options);
        let found = report.findings.iter().find_map(|one| one.counterexample()).expect("a failure");
        let changes = changes(&description, found, &options);
        let shown = |it: &Change| format!("{} -> {}", &source[it.edit.span.range()], it.edit.text);
        changes.iter().map(shown).collect()
    }

    #[test]
    fn one_wrong_letter_or_length_is_found() {
        for (source, change) in [
            ("n >= 1 { n 2n } REPEAT _n An An ENDREP", "An -> Bn"),
            ("n >= 1 { n 2n } REPEAT _n An B(n+1) ENDREP", "B(n+1) -> Bn"),
            ("n >= 1 { n 2n } REPEAT _n A(2n-1) Bn ENDREP", "A(2n-1) -> An"),
            ("n >= 1 { n } REPEAT _n <A_>n ENDREP", "<A_>n -> <AA>n"),
            ("n >= 1 { n } FOR i FROM 1 UPTO n REP _n An PER REPEAT _n A1 ENDREP", "A1 -> An"),
        ] {
            let offered = offered(source);
            assert!(offered.iter().any(|other| other == change), "{source}: {offered:?}");
        }
    }

    /// The first ten choices of parameters all have k = 1, where the word does not occur.
    #[test]
    fn what_is_wrong_at_the_counterexample_is_not_offered() {
        let source = "k >= 1 n >= 1 { n } IF k >= 3 THEN _n ELSE FI REPEAT _n An ENDREP";
        let description = crate::lang::parse(source, &Default::default()).description.unwrap();
        let options = verify::Options::default();
        let report = verify(&description, source, &options);
        let found = report.findings.iter().find_map(|one| one.counterexample()).expect("a failure");
        let tried = parameters_to_try(&description, found, &options);
        assert_eq!(tried.len(), super::super::around::PARAMETERS + 1);
        assert_eq!(tried.last(), Some(&found.point()));
        let changes = changes(&description, found, &options);
        assert!(!changes.is_empty());
        for Change { edit } in changes {
            let text = crate::diagnostic::edited(source, &[edit]).expect("one edit");
            let changed = crate::lang::parse(&text, &Default::default()).description.unwrap();
            let at = |point| try_at(&changed, point, EFFORT, &options.stop);
            assert!(tried.iter().all(|point| at(point) == Tried::Right), "{text}");
        }
    }

    #[test]
    fn nothing_is_offered_where_two_words_are_wrong() {
        assert_eq!(offered("n >= 2 { n 2n } REPEAT _n _n _n ENDREP"), [""; 0]);
    }
}
