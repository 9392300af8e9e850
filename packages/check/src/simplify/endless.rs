//! Endless loops that repeat letters.

use super::copies::{are_copies, plain, root};
use super::letters::letters;
use super::part::{Choice, Part, description, free_name, parts, raised, same, span};
use super::primitive;
use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::model::{Condition, Description, Parameter, Value, Word};

/// The longest cycle that is looked for in words of which the length is no number.
const LONGEST_CYCLE: usize = 1 << 10;

/// The most parts that the endless loop begins earlier with.
const MOST_TURNS: usize = 64;

/// See [`super::endless`].
pub(super) fn endless(of: &Description) -> Option<Description> {
    let Once { before, body, changed, .. } = once(of)?;
    let number = of.parameters.len();
    let mut copies = Copies { of, number, lengths: Vec::new() };
    let copied = copies.of_cycles(raised(&body, number, 1));
    if !copies.lengths.is_empty() {
        return Some(copies.described(&before, copied));
    }
    changed.then(|| description(of, before, Some(body)))
}

/// See [`super::with_the_same_parameters`].
pub(super) fn without_parameter(of: &Description) -> Option<Description> {
    let Once { before, body, begins_earlier, .. } = once(of)?;
    begins_earlier.then(|| description(of, before, Some(body)))
}

/// What stands before an endless loop, and one copy of what that is made of.
struct Once {
    before: Vec<Part>,
    body: Vec<Part>,
    /// Was anything left out?
    changed: bool,
    /// Was anything left out of what stands before the loop?
    begins_earlier: bool,
}

fn once(of: &Description) -> Option<Once> {
    if of.is_piece() {
        return None;
    }
    let (mut before, mut body) = (plain(parts(of, &of.preperiod)), plain(parts(of, &of.period)));
    if body.is_empty() {
        return None;
    }
    let changed = without_copies(&mut body);
    let mut begins_earlier = false;
    while without_last_copies(&mut before, &body) || turned(&mut before, &mut body) {
        begins_earlier = true;
    }
    Some(Once { before, body, changed: changed || begins_earlier, begins_earlier })
}

/// Leaves one copy of what the body is made of.
fn without_copies(body: &mut Vec<Part>) -> bool {
    let mut changed = false;
    while let Some(root) = root(body) {
        *body = root;
        changed = true;
    }
    if let [Part::Branch(arms, _)] = body.as_mut_slice() {
        for arm in arms {
            changed |= without_copies(&mut arm.body);
        }
    }
    changed
}

/// Leaves out what the endless loop repeats once more.
fn without_last_copies(before: &mut Vec<Part>, body: &[Part]) -> bool {
    let length = before.len();
    while let Some(last) = before.last() {
        let others = before.len().checked_sub(body.len());
        if let Some(others) = others.filter(|others| same(&before[*others..], body)) {
            before.truncate(others);
        } else if are_copies(std::slice::from_ref(last), body) {
            before.pop();
        } else {
            break;
        }
    }
    before.len() < length
}

/// Begins the endless loop with its last parts, which stand before it as well, if copies can be left
/// out then.
fn turned(before: &mut Vec<Part>, body: &mut Vec<Part>) -> bool {
    let (mut rest, mut turned) = (before.clone(), body.clone());
    for _ in 0..MOST_TURNS {
        let (Some(last), Some(end)) = (rest.last(), turned.last()) else { break };
        if !same(std::slice::from_ref(last), std::slice::from_ref(end)) {
            break;
        }
        rest.pop();
        turned.rotate_right(1);
        turned = plain(turned);
        without_copies(&mut turned);
        if without_last_copies(&mut rest, &turned) {
            (*before, *body) = (rest, turned);
            return true;
        }
    }
    false
}

/// A further parameter: how often cycles are repeated in each pass.
struct Copies<'d> {
    of: &'d Description,
    number: usize,
    /// The words that are repeated so often.
    lengths: Vec<Affine>,
}

impl Copies<'_> {
    /// The body, or that of each arm, as copies of a cycle, where it is not long anyway.
    fn of_cycles(&mut self, body: Vec<Part>) -> Vec<Part> {
        if let Some(cycle) = cycle(&body) {
            if is_long(self.of, &body) {
                return body;
            }
            let mut length = Affine::zero();
            length.add_term(self.number, &Integer::from(cycle.len()));
            self.lengths.push(length.clone());
            let (cycle, length) = (cycle.into(), length.into());
            return vec![Part::Word(Word { cycle, length, span: span(&body) })];
        }
        let one = |part| match part {
            Part::Branch(arms, span) => {
                let arm = |arm: Choice| Choice { body: self.of_cycles(arm.body), ..arm };
                Part::Branch(arms.into_iter().map(arm).collect(), span)
            }
            other => other,
        };
        match body.len() {
            1 => body.into_iter().map(one).collect(),
            _ => body,
        }
    }

    /// The description with this before the endless loop, and this in it.
    fn described(self, before: &[Part], body: Vec<Part>) -> Description {
        let Self { of, number, lengths } = self;
        let span = span(&body);
        let mut result = description(of, raised(before, number, 1), Some(body));
        result.parameters.push(Parameter { name: free_name(of), span });
        let one = Constraint::at_least_zero(Affine::variable(number).plus(-1));
        let moves = lengths.iter().flat_map(|length| {
            of.moves.iter().map(move |each| Constraint::at_least(length, &each.size))
        });
        let constraints = std::iter::once(one).chain(moves);
        let conditions = constraints.map(|constraint| Condition { constraint, span });
        result.conditions.extend(conditions);
        result
    }
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
