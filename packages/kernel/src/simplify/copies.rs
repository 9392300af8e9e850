//! Lists that are made of copies of another list.

use super::distinct::Distinct;
use super::part::{Choice, Part, branch, instance, mention, raised, same, size};
use crate::affine::Affine;
use crate::model::Word;

/// The most words of a list that is tried as a root without being the body of a loop.
const MOST_ROOT_WORDS: usize = 16;

/// The parts without insignificant differences: neighbouring words of the same letter become one word, as no length is
/// negative, and a branch whose arms are all the same becomes that arm.
pub(super) fn plain(mut parts: Vec<Part>) -> Vec<Part> {
    // A long list is not copied.
    for part in &mut parts {
        if let Part::Loop(head) = part {
            head.body = plain(std::mem::take(&mut head.body));
        }
    }
    if parts.iter().any(|part| matches!(part, Part::Branch(..))) {
        parts = parts.into_iter().flat_map(plain_branch).collect();
    }
    parts.dedup_by(|part, last| match (last, part) {
        (Part::Word(last), Part::Word(word)) if are_one(last, word) => {
            last.length = (&*last.length + &*word.length).into();
            last.span = last.span.to(word.span);
            true
        }
        _ => false,
    });
    parts
}

/// What replaces a branch, its arms made plain; any other part as it is.
fn plain_branch(part: Part) -> Vec<Part> {
    let Part::Branch(arms, span) = part else { return vec![part] };
    let inside = arms.into_iter().map(|arm| Choice { body: plain(arm.body), ..arm });
    let mut arms: Vec<_> = inside.collect();
    let with_else = arms.last().is_some_and(|arm| arm.condition.is_none());
    if with_else && arms.windows(2).all(|two| same(&two[0].body, &two[1].body)) {
        arms.drain(1..);
        arms[0].condition = None;
    }
    branch(arms, span)
}

/// Are no neighbours in the list words of the same letter?
pub(super) fn is_plain(list: &[Part]) -> bool {
    list.windows(2).all(|two| match two {
        [Part::Word(one), Part::Word(other)] => !are_one(one, other),
        _ => true,
    })
}

/// Do both words consist of one letter, the same in both?
fn are_one(word: &Word, other: &Word) -> bool {
    word.cycle.len() == 1 && word.cycle == other.cycle
}

/// A shorter list whose copies this one consists of: the body of a loop or an arm of a branch, or the first words.
pub(super) fn root(list: &[Part]) -> Option<Vec<Part>> {
    root_among(list, list.iter().flat_map(bodies))
}

/// The same, if these are the bodies in the list.
pub(super) fn root_among<'p>(
    list: &[Part],
    bodies: impl Iterator<Item = Body<'p>>,
) -> Option<Vec<Part>> {
    let first = first_word(list)?;
    // Long texts say the same again and again.
    let mut tried = Distinct::default();
    let bodies = bodies.filter(|body| body.may_begin_with(first)).filter_map(Body::outside);
    let bodies = bodies.filter(|root| tried.insert(root));
    let words = first_words(list);
    let words = (1..=words.len()).map(|count| words[..count].to_vec());
    let mut candidates = bodies.chain(words);
    candidates.find(|root| are_copies(list, root) && size(root) < size(list))
}

/// The body of a loop in a list, or an arm of a branch.
#[derive(Clone)]
pub(super) struct Body<'p> {
    parts: &'p [Part],
    /// The control variables of the loops around it, from the inside out.
    around: Vec<usize>,
}

impl Body<'_> {
    /// Can a list that begins with this word consist of copies of the body?  They have the same first word, up to the
    /// numbers of control variables.
    fn may_begin_with(&self, word: &Word) -> bool {
        first_word(self.parts).is_some_and(|mine| {
            mine.cycle == word.cycle && mine.length.constant_term() == word.length.constant_term()
        })
    }

    /// The body as it is written outside of the loops around it, if it uses none of their variables.
    fn outside(self) -> Option<Vec<Part>> {
        if self.around.iter().any(|variable| mention(self.parts, *variable)) {
            return None;
        }
        let outside = |body: Vec<Part>, variable: usize| instance(&body, variable, &Affine::zero());
        Some(self.around.into_iter().fold(self.parts.to_vec(), outside))
    }
}

/// The bodies of all loops in the part, and the arms of all branches.
pub(super) fn bodies(part: &Part) -> Vec<Body<'_>> {
    let mut found = Vec::new();
    collect_bodies(part, &mut Vec::new(), &mut found);
    found
}

/// Adds the bodies in a part of a list inside loops with these variables, from the outside in.
fn collect_bodies<'p>(part: &'p Part, open: &mut Vec<usize>, found: &mut Vec<Body<'p>>) {
    let mut add = |parts: &'p [Part], open: &mut Vec<usize>| {
        found.push(Body { parts, around: open.iter().rev().copied().collect() });
        parts.iter().for_each(|part| collect_bodies(part, open, found));
    };
    match part {
        Part::Word(_) => {}
        Part::Loop(head) => {
            open.push(head.variable);
            add(&head.body, open);
            open.pop();
        }
        Part::Branch(arms, _) => arms.iter().for_each(|arm| add(&arm.body, open)),
    }
}

/// The first word of the list, inside whatever surrounds it.
fn first_word(list: &[Part]) -> Option<&Word> {
    list.iter().find_map(|part| match part {
        Part::Word(word) => Some(word),
        Part::Loop(head) => first_word(&head.body),
        Part::Branch(arms, _) => arms.iter().find_map(|arm| first_word(&arm.body)),
    })
}

/// The words that come first where each loop has one iteration and the first arm with words is taken.
fn first_words(list: &[Part]) -> Vec<Part> {
    let mut words = Vec::new();
    collect(list, &mut words);
    words
}

/// Adds the first words; is there room for more?
fn collect(list: &[Part], words: &mut Vec<Part>) -> bool {
    list.iter().all(|part| match part {
        Part::Word(_) => {
            let room = words.len() < MOST_ROOT_WORDS;
            words.extend(room.then(|| part.clone()));
            room
        }
        Part::Loop(head) => collect(&head.body, words),
        Part::Branch(arms, _) => {
            let taken = arms.iter().find(|arm| !arm.body.is_empty());
            taken.is_none_or(|arm| collect(&arm.body, words))
        }
    })
}

/// Does the list consist of copies of the root, for all values of the variables?
pub(super) fn are_copies(list: &[Part], root: &[Part]) -> bool {
    after(list, root, 0) == Some(0)
}

/// Where in the root the list ends, for all values of the variables, if it begins there and continues with the parts of
/// the root, repeated.  What is the same in all iterations does not mention any of the loops in the list: the variables
/// of the root are numbered higher in each loop, so no part of it equals one that mentions them.
fn after(list: &[Part], root: &[Part], place: usize) -> Option<usize> {
    list.iter().try_fold(place, |place, part| {
        if same(std::slice::from_ref(part), root.get(place..=place)?) {
            return Some((place + 1) % root.len());
        }
        match part {
            Part::Word(_) => None,
            // However often the body is repeated, which is at least one copy of the root.  Loops inside are numbered
            // one higher there.
            Part::Loop(head) if size(&head.body) < size(root) => None,
            Part::Loop(head) => {
                let root = raised(root, head.variable, 1);
                (after(&head.body, &root, place)? == place).then_some(place)
            }
            Part::Branch(arms, _) => {
                let without_else = arms.last().is_some_and(|arm| arm.condition.is_some());
                let mut ends = arms.iter().map(|arm| after(&arm.body, root, place));
                let end = if without_else { place } else { ends.next()?? };
                ends.all(|each| each == Some(end)).then_some(end)
            }
        }
    })
}
