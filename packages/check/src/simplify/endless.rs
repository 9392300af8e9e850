//! Endless loops that repeat letters.

use super::letters::letters;
use super::part::{Part, description, instance, mention, parts, raised, span};
use super::primitive;
use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::model::{Condition, Description, Parameter, Value, Word};

/// The longest cycle that is looked for in words of which the length is no number.
const LONGEST_CYCLE: usize = 1 << 10;

/// See [`super::endless`].
pub(super) fn endless(of: &Description) -> Option<Description> {
    if of.is_piece() {
        return None;
    }
    let mut body = parts(of, &of.period);
    let mut changed = false;
    // Not empty, so the loop has an iteration.
    while let [Part::Loop(head)] = body.as_slice()
        && !mention(&head.body, head.variable)
    {
        body = instance(&head.body, head.variable, &Affine::zero());
        changed = true;
    }
    if let Some(cycle) = cycle(&body)
        && !is_long(of, &body)
    {
        return Some(of_any_length(of, cycle, &body));
    }
    changed.then(|| description(of, parts(of, &of.preperiod), Some(body)))
}

/// The endless loop repeats any number of copies of the cycle, which is a further parameter.
fn of_any_length(of: &Description, cycle: Vec<Value>, body: &[Part]) -> Description {
    let (copies, span) = (of.parameters.len(), span(body));
    let mut length = Affine::zero();
    length.add_term(copies, &Integer::from(cycle.len()));
    let before = raised(&parts(of, &of.preperiod), copies);
    let word = Word { cycle, length: length.clone(), span };
    let mut result = description(of, before, Some(vec![Part::Word(word)]));
    let is_free = |name: &String| of.parameters.iter().all(|parameter| parameter.name != *name);
    let name = ('a'..='z').rev().map(String::from).find(is_free);
    result.parameters.push(Parameter { name: name.unwrap_or_default(), span });
    let at_least_one = Constraint::at_least_zero(Affine::variable(copies).plus(-1));
    let as_moves = of.moves.iter().map(|each| Constraint::at_least(&length, &each.size));
    for constraint in std::iter::once(at_least_one).chain(as_moves) {
        result.conditions.push(Condition { constraint, span });
    }
    result
}

/// Is one pass, made of words only, as long as each move, form by form?
fn is_long(of: &Description, body: &[Part]) -> bool {
    let mut length = Affine::zero();
    for part in body {
        let Part::Word(word) = part else { return false };
        length.add_multiple(&Integer::ONE, &word.length);
    }
    of.moves.iter().all(|each| {
        let more = &length - &each.size;
        !more.constant_term().is_negative() && more.terms().all(|(_, factor)| factor.is_positive())
    })
}

/// The cycle of which the body is copies, if that can be read off.
fn cycle(body: &[Part]) -> Option<Vec<Value>> {
    if let Some(letters) = letters(body) {
        return (!letters.is_empty()).then(|| primitive(&letters).to_vec());
    }
    let longer = first_longer_word(body)?;
    let mut cycle = primitive(&longer.cycle).to_vec();
    if cycle.len() > LONGEST_CYCLE {
        return None;
    }
    for _ in 0..cycle.len() {
        if phase_behind(body, &cycle, 0) == Some(0) {
            return Some(cycle);
        }
        cycle.rotate_left(1);
    }
    None
}

/// The first word of which the length is no number.
fn first_longer_word(body: &[Part]) -> Option<&Word> {
    body.iter().find_map(|part| match part {
        Part::Word(word) => (!word.length.is_constant()).then_some(word),
        Part::Loop(head) => first_longer_word(&head.body),
        Part::Branch(arms, _) => arms.iter().find_map(|arm| first_longer_word(&arm.body)),
    })
}

/// Where in the cycle the parts end, for all values of the variables, if they begin at this phase
/// and go on with the letters of the cycle.
fn phase_behind(parts: &[Part], cycle: &[Value], phase: usize) -> Option<usize> {
    parts.iter().try_fold(phase, |phase, part| match part {
        Part::Word(word) => behind_word(word, cycle, phase),
        Part::Loop(head) => (phase_behind(&head.body, cycle, phase)? == phase).then_some(phase),
        Part::Branch(arms, _) => {
            let without_else = arms.last().is_some_and(|arm| arm.condition.is_some());
            let mut ends = arms.iter().map(|arm| phase_behind(&arm.body, cycle, phase));
            let end = if without_else { phase } else { ends.next()?? };
            ends.all(|each| each == Some(end)).then_some(end)
        }
    })
}

fn behind_word(word: &Word, cycle: &[Value], phase: usize) -> Option<usize> {
    let modulus = Integer::from(cycle.len());
    if !word.length.terms().all(|(_, factor)| factor.mod_floor(&modulus).is_zero()) {
        return None;
    }
    let all = num_integer::lcm(word.cycle.len(), cycle.len());
    let number = match word.length.is_constant() {
        true => usize::try_from(word.length.constant_term().to_i64()?).ok()?.min(all),
        false => all,
    };
    let agree = |k: usize| word.cycle[k % word.cycle.len()] == cycle[(phase + k) % cycle.len()];
    let length = word.length.constant_term().index_modulo(cycle.len());
    (0..number).all(agree).then_some((phase + length) % cycle.len())
}
