//! Endless loops that repeat letters.

use super::copies::{are_copies, bodies, is_plain, plain, root, root_among};
use super::letters::letters;
use super::part::{Choice, Part, description, free_name, parts, raised, same, span};
use super::primitive;
use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::model::{Condition, Description, Parameter, Value, Word};
use std::slice::from_ref;

/// The longest cycle that is looked for in words whose length is not a number.
const LONGEST_CYCLE: usize = 1 << 10;

/// The most parts by which the endless loop is made to begin earlier.
const MOST_TURNS: usize = 64;

/// See [`super::endless`].
pub(super) fn endless(of: &Description) -> Option<Description> {
    let Once { before, body, changed, .. } = once(of)?;
    let number = of.parameters.len();
    let mut copies = Copies { of, number, lengths: Vec::new() };
    match copies.of_cycles(&body) {
        Some(copied) => Some(copies.described(&before, copied)),
        None => changed.then(|| description(of, before, Some(body))),
    }
}

/// See [`super::with_the_same_parameters`].
pub(super) fn without_parameter(of: &Description) -> Option<Description> {
    let Once { before, body, begins_earlier, .. } = once(of)?;
    begins_earlier.then(|| description(of, before, Some(body)))
}

/// What precedes an endless loop, and one copy of the root of its body.
struct Once {
    before: Vec<Part>,
    body: Vec<Part>,
    /// Was anything left out?
    changed: bool,
    /// Was anything left out before the loop?
    begins_earlier: bool,
}

fn once(of: &Description) -> Option<Once> {
    if of.is_piece() {
        return None;
    }
    let [before, body] = [&of.preperiod, &of.period].map(|units| Some(plain(parts(of, units)?)));
    let (mut before, mut body) = (before?, body?);
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

/// Leaves one copy of the root of the body.
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
    before.truncate(length_without_copies(before, body));
    before.len() < length
}

/// The number of parts that are left when copies of the body at the end are left out.
fn length_without_copies(mut before: &[Part], body: &[Part]) -> usize {
    while let Some((last, others)) = before.split_last() {
        if let Some(others) = before.len().checked_sub(body.len())
            && same(&before[others..], body)
        {
            before = &before[..others];
        } else if are_copies(from_ref(last), body) {
            before = others;
        } else {
            break;
        }
    }
    before.len()
}

/// Begins the endless loop with its last parts, if they also precede it and copies can be left out then.
///
/// The body must not consist of copies of a shorter list, and `before` must not end with a copy of the body.
fn turned(before: &mut Vec<Part>, body: &mut Vec<Part>) -> bool {
    let found = match is_plain(body) {
        true => turned_list(before, body),
        false => turned_root(before, body.clone(), MOST_TURNS),
    };
    let Some((left, turned)) = found else { return false };
    before.truncate(left);
    *body = turned;
    true
}

/// The number of parts left before the endless loop, and its body, if that is [`plain`].
fn turned_list(before: &[Part], body: &mut Vec<Part>) -> Option<(usize, Vec<Part>)> {
    // If all parts of the body were there, they would be a copy.
    let ends = before.iter().rev().zip(body.iter().rev().take(body.len() - 1)).take(MOST_TURNS);
    let most = ends.take_while(|(one, other)| same(from_ref(one), from_ref(other))).count();
    if most == 0 {
        return None;
    }
    // The body that begins with its last k parts is a piece of a longer list, so a long text is not copied for each k.
    // The last part may be joined to the first one; no other neighbours are new.
    let length = body.len();
    let joined = plain(vec![body[length - 1].clone(), body[0].clone()]);
    let turned_by = |k: usize| most - k..most - k + length - 2 + joined.len();
    let mut front = body[length - most..length - 1].to_vec();
    front.extend(joined.iter().cloned());
    let mut longer = std::mem::take(body);
    longer.reserve_exact(front.len());
    let first: Vec<_> = longer.splice(..1, front).collect();
    // Most parts are words, which have none.
    let numbered = |(at, part)| bodies(part).into_iter().map(move |body| (at, body));
    let bodies: Vec<(usize, _)> = longer.iter().enumerate().flat_map(numbered).collect();
    let found = (1..=most).find_map(|k| {
        let turned = &longer[turned_by(k)];
        let rest = &before[..before.len() - k];
        let range = turned_by(k);
        let inside = bodies.iter().filter(|(at, _)| range.contains(at));
        if let Some(root) = root_among(turned, inside.map(|(_, body)| body.clone())) {
            return Some(turned_root(rest, root, MOST_TURNS - k));
        }
        let left = length_without_copies(rest, turned);
        (left < rest.len()).then(|| Some((left, turned.to_vec())))
    });
    longer.splice(..most - 1 + joined.len(), first);
    *body = longer;
    found.flatten()
}

/// The same for any list, which is shortened if it consists of copies of another one.
fn turned_root(before: &[Part], root: Vec<Part>, turns: usize) -> Option<(usize, Vec<Part>)> {
    let (mut rest, mut turned) = (before, root);
    for _ in 0..=turns {
        without_copies(&mut turned);
        let left = length_without_copies(rest, &turned);
        if left < rest.len() {
            return Some((left, turned));
        }
        let (last, others) = rest.split_last()?;
        if !same(from_ref(last), from_ref(turned.last()?)) {
            return None;
        }
        rest = others;
        turned.rotate_right(1);
        turned = plain(turned);
    }
    None
}

/// An additional parameter: how often cycles are repeated in each pass.
struct Copies<'d> {
    of: &'d Description,
    number: usize,
    /// The words that are repeated.
    lengths: Vec<Affine>,
}

impl Copies<'_> {
    /// The body, or that of each arm, as copies of a cycle, where it is not already long; nothing if it stays as it is.
    fn of_cycles(&mut self, body: &[Part]) -> Option<Vec<Part>> {
        if let Some(cycle) = cycle(body) {
            if is_long(self.of, body) {
                return None;
            }
            let mut length = Affine::zero();
            length.add_term(self.number, &Integer::from(cycle.len()));
            self.lengths.push(length.clone());
            let (cycle, length) = (cycle.into(), length.into());
            return Some(vec![Part::Word(Word { cycle, length, span: span(body) })]);
        }
        let [Part::Branch(arms, span)] = body else { return None };
        let bodies: Vec<_> = arms.iter().map(|arm| self.of_cycles(&arm.body)).collect();
        if bodies.iter().all(Option::is_none) {
            return None;
        }
        // The conditions are about parameters.
        let arms = arms.iter().zip(bodies).map(|(Choice { condition, body, span }, copied)| {
            let body = copied.unwrap_or_else(|| raised(body, self.number, 1));
            Choice { condition: condition.clone(), body, span: *span }
        });
        Some(vec![Part::Branch(arms.collect(), *span)])
    }

    /// The description with this list before the endless loop, and this body in it.
    fn described(self, before: &[Part], body: Vec<Part>) -> Description {
        let Self { of, number, lengths } = self;
        let span = span(&body);
        let mut result = description(of, raised(before, number, 1), Some(body));
        result.parameters.push(Parameter { name: free_name(of), span });
        let one = Constraint::at_least_zero(Affine::variable(number).plus(-1));
        let moves = lengths.iter().flat_map(|length| {
            of.moves.iter().map(move |each| Constraint::at_least(length, each.greatest()))
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
        let more = &length - each.greatest();
        !more.constant_term().is_negative() && more.terms().all(|(_, factor)| factor.is_positive())
    })
}

/// The cycle whose copies the body consists of, if that can be read off.
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

/// The first word whose length is not a number.
fn first_longer_word(body: &[Part]) -> Option<&Word> {
    body.iter().find_map(|part| match part {
        Part::Word(word) => (!word.length.is_constant()).then_some(word),
        Part::Loop(head) => first_longer_word(&head.body),
        Part::Branch(arms, _) => arms.iter().find_map(|arm| first_longer_word(&arm.body)),
    })
}

/// Where in the cycle the parts end, for all values of the variables, if they begin at this phase and continue with the
/// letters of the cycle.
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
        true => word.length.constant_term().to::<usize>()?.min(all),
        false => all,
    };
    let agree = |k: usize| word.cycle[k % word.cycle.len()] == cycle[(phase + k) % cycle.len()];
    let length = word.length.constant_term().index_modulo(cycle.len());
    (0..number).all(agree).then_some((phase + length) % cycle.len())
}
