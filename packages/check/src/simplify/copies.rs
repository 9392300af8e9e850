//! Lists that are made of copies of another list.

use super::distinct::Distinct;
use super::part::{Choice, Counted, Part, branch, instance, mention, raised, same, size};
use crate::affine::Affine;
use crate::model::Word;

/// The most words of a list that is not the body of a loop, and is tried as a root.
const MOST_ROOT_WORDS: usize = 16;

/// The parts without what makes no difference: neighbouring words of the same letter are one word,
/// as no length is negative, and a branch of which all arms are the same is that arm.
pub(super) fn plain(parts: Vec<Part>) -> Vec<Part> {
    let mut result: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Word(word) => push(&mut result, word),
            Part::Loop(head) => {
                result.push(Part::Loop(Box::new(Counted { body: plain(head.body), ..*head })));
            }
            Part::Branch(arms, span) => {
                let inside = arms.into_iter().map(|arm| Choice { body: plain(arm.body), ..arm });
                let mut arms: Vec<_> = inside.collect();
                let with_else = arms.last().is_some_and(|arm| arm.condition.is_none());
                if with_else && arms.windows(2).all(|two| same(&two[0].body, &two[1].body)) {
                    arms.drain(1..);
                    arms[0].condition = None;
                }
                for part in branch(arms, span) {
                    match part {
                        Part::Word(word) => push(&mut result, word),
                        other => result.push(other),
                    }
                }
            }
        }
    }
    result
}

/// Adds a word, to the last one if both are made of one letter, the same.
fn push(parts: &mut Vec<Part>, word: Word) {
    match parts.last_mut() {
        Some(Part::Word(last)) if last.cycle.len() == 1 && last.cycle == word.cycle => {
            last.length = (&*last.length + &*word.length).into();
            last.span = last.span.to(word.span);
        }
        _ => parts.push(Part::Word(word)),
    }
}

/// A shorter list that this one is made of copies of: the body of a loop or an arm of a branch, or
/// the first words.
pub(super) fn root(list: &[Part]) -> Option<Vec<Part>> {
    let whole = size(list);
    let words = first_words(list);
    let words = (1..=words.len()).map(|count| words[..count].to_vec());
    // Long texts say the same again and again.
    let mut tried = Distinct::default();
    let mut bodies = bodies(list);
    bodies.retain(|root| !root.is_empty() && tried.insert(root));
    let mut candidates = bodies.into_iter().chain(words);
    candidates.find(|root| size(root) < whole && are_copies(list, root))
}

/// The bodies of all loops in the list, and the arms of all branches, that use none of the variables
/// inside.
fn bodies(list: &[Part]) -> Vec<Vec<Part>> {
    let mut found = Vec::new();
    for part in list {
        match part {
            Part::Word(_) => {}
            Part::Loop(head) => {
                let fixed = |body: &Vec<Part>| !mention(body, head.variable);
                let inside = std::iter::once(head.body.clone()).chain(bodies(&head.body));
                let outside = |body: Vec<Part>| instance(&body, head.variable, &Affine::zero());
                found.extend(inside.filter(fixed).map(outside));
            }
            Part::Branch(arms, _) => {
                for arm in arms {
                    found.push(arm.body.clone());
                    found.extend(bodies(&arm.body));
                }
            }
        }
    }
    found
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

/// Is the list made of copies of the root, for all values of the variables?
pub(super) fn are_copies(list: &[Part], root: &[Part]) -> bool {
    behind(list, root, 0) == Some(0)
}

/// Where in the root the list ends, for all values of the variables, if it begins there and goes on
/// with the parts of the root, again and again.  What is the same for all of them mentions none of
/// the loops in the list: the root is numbered higher in each, so that no part of it is the same as
/// one that does.
fn behind(list: &[Part], root: &[Part], place: usize) -> Option<usize> {
    list.iter().try_fold(place, |place, part| {
        if same(std::slice::from_ref(part), root.get(place..=place)?) {
            return Some((place + 1) % root.len());
        }
        match part {
            Part::Word(_) => None,
            // However often the body comes.  Loops inside are numbered one higher there.
            Part::Loop(head) => {
                let root = raised(root, head.variable, 1);
                (behind(&head.body, &root, place)? == place).then_some(place)
            }
            Part::Branch(arms, _) => {
                let without_else = arms.last().is_some_and(|arm| arm.condition.is_some());
                let mut ends = arms.iter().map(|arm| behind(&arm.body, root, place));
                let end = if without_else { place } else { ends.next()?? };
                ends.all(|each| each == Some(end)).then_some(end)
            }
        }
    })
}
