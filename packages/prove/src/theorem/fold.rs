//! Lists in tidy form: neighbouring words are joined where they form one word, and an endless loop has the smallest
//! list that it repeats.
//!
//! Running example: the outcomes `<-+++>(4n-4) - +(3) - +(3) <-+++>(4n-4)` are the one word `<-+++>(8n)`, and repeated
//! for ever this is `-+++` repeated for ever.
//!
//! This module only chooses the steps; that each step is right is the business of [`crate::minimality::rewrite`].

use super::case::{Context, ContextError};
use super::rewriting::Work;
use crate::affine::Affine;
use crate::minimality::item::Item;
use crate::minimality::item::{is_power_of, repeats};
use crate::minimality::length;
use crate::minimality::rewrite::{constant, inside_first, primitive, product, turned};
use crate::model::{Value, ValueCycle};
use crate::proof::theorem::{Change, List, Step};

/// The most letters of a word of constant length that are examined one by one.
const MOST_LETTERS: usize = 64;

/// The most items of all turned bodies together that are compared with a loop.
const MOST_TURNED: usize = 1 << 22;

/// Brings the list that the path leads to into tidy form.
pub(super) fn tidy(work: &mut Work<'_>, list: List, path: &[usize]) -> Result<(), ContextError> {
    let mut index = 0;
    let mut place = [path, &[index]].concat();
    while let Some(item) = work.lists.item(list, &place) {
        match item {
            Item::Word(cycle, length) => {
                if let Some(short) = shortest(cycle, length) {
                    work.change(list, &place, Change::Cycle(short))?;
                }
                index = settle(work, list, path, index)?;
            }
            Item::Loop(_) => {
                tidy(work, list, &place)?;
                as_one_word(work, list, &place)?;
                let Some(Item::Loop(head)) = work.lists.item(list, &place) else { continue };
                let count = head.count();
                if head.body.is_empty() || count.is_zero() {
                    work.change(list, &place, Change::Drop)?;
                } else if count == Affine::constant(1) {
                    work.change(list, &place, Change::Once)?;
                } else if let [Item::Word(cycle, length)] = head.body.as_slice()
                    && head.is_power()
                    && product(length, &count).is_some()
                    && work.context.known_residue(length, cycle.len())? == Some(0)
                {
                    work.change(list, &place, Change::Power)?;
                } else {
                    index += 1;
                }
            }
        }
        place[path.len()] = index;
    }
    Ok(())
}

/// Turns the body of a loop that repeats letters into one word: each of its words is written with the cycle of all of
/// them.
fn as_one_word(work: &mut Work<'_>, list: List, place: &[usize]) -> Result<(), ContextError> {
    let Some(Item::Loop(head)) = work.lists.item(list, place) else { return Ok(()) };
    let mut letters = Vec::new();
    let mut starts = Vec::new();
    for item in &head.body {
        let Item::Word(cycle, length) = item else { return Ok(()) };
        let Some(count) = few(length) else { return Ok(()) };
        starts.push(letters.len());
        letters.extend(cycle.iter().copied().cycle().take(count));
    }
    if starts.len() < 2 || letters.len() > MOST_LETTERS {
        return Ok(());
    }
    let at = |index: usize| [place, &[index]].concat();
    for (index, start) in starts.iter().enumerate() {
        work.change(list, &at(index), Change::Cycle(turned(&letters, *start)))?;
    }
    for _ in 1..starts.len() {
        work.change(list, &at(0), Change::Join)?;
    }
    Ok(())
}

/// A shorter cycle for a word of this length, as short as possible, if there is one.
fn shortest(cycle: &[Value], length: &Affine) -> Option<ValueCycle> {
    let shown = constant(length).filter(|shown| (1..cycle.len()).contains(shown));
    let short = primitive(&cycle[..shown.unwrap_or(cycle.len())]);
    (short.len() < cycle.len()).then(|| short.into())
}

/// Drops a word without letters, or joins it with the items before it, as far as possible; returns the number of the
/// next item.
fn settle(
    work: &mut Work<'_>,
    list: List,
    path: &[usize],
    mut index: usize,
) -> Result<usize, ContextError> {
    let at = |index: usize| [path, &[index]].concat();
    if let Some(Item::Word(_, length)) = work.lists.item(list, &at(index))
        && matches!(work.context.at_least_zero(&Affine::clone(length).plus(-1)), Ok(false))
    {
        work.change(list, &at(index), Change::Drop)?;
        return Ok(index);
    }
    while index > 0 {
        let [left, right] = [index - 1, index].map(|index| work.lists.item(list, &at(index)));
        let Some((left, right)) = joined(left, right, work.context)? else { break };
        index -= 1;
        for (offset, cycle) in [left, right].into_iter().enumerate() {
            if let Some(cycle) = cycle {
                work.change(list, &at(index + offset), Change::Cycle(cycle))?;
            }
        }
        work.change(list, &at(index), Change::Join)?;
    }
    Ok(index + 1)
}

/// The cycle to rewrite a word with, if it has to be rewritten.
type Rewritten = Option<ValueCycle>;

/// How two words must be written to form one, if they do.
fn joined(
    left: Option<&Item>,
    right: Option<&Item>,
    context: &mut Context,
) -> Result<Option<(Rewritten, Rewritten)>, ContextError> {
    let (Some(Item::Word(c, a)), Some(Item::Word(d, b))) = (left, right) else { return Ok(None) };
    if let Some(phase) = context.known_residue(a, c.len())? {
        let onward = turned(c, phase);
        if onward == *d {
            return Ok(Some((None, None)));
        }
        if few(b).is_some_and(|count| begin_alike(&onward, d, count)) {
            return Ok(Some((None, Some(onward))));
        }
    }
    if let Some(count) = few(a) {
        let earlier = turned(d, (d.len() - count % d.len()) % d.len());
        if begin_alike(&earlier, c, count) {
            return Ok(Some((Some(earlier), None)));
        }
    }
    Ok(None)
}

/// The number of letters of a word, if they are few.
fn few(length: &Affine) -> Option<usize> {
    constant(length).filter(|length| (1..=MOST_LETTERS).contains(length))
}

fn begin_alike(left: &[Value], right: &[Value], count: usize) -> bool {
    left.iter().cycle().zip(right.iter().cycle()).take(count).all(|(a, b)| a == b)
}

/// Turns an endless loop past its first word, where this joins with the last one: the sequence P (F R)(F R)... is P F
/// (R F)(R F)...
pub(super) fn turn(work: &mut Work<'_>) -> Result<(), ContextError> {
    let body = &work.lists.body;
    if body.len() > 1 && joined(body.last(), body.get(0), work.context)?.is_some() {
        work.step(Step::Turn)?;
        let (before, body) = (work.lists.before.len() - 1, work.lists.body.len() - 1);
        settle(work, List::Before, &[], before)?;
        settle(work, List::Body, &[], body)?;
    }
    Ok(())
}

/// Turns an endless loop so that its body begins where the body of the last loop before it does, if that loop repeats
/// the same pieces in another phase: the sequence (R F)(R F) R (F R)(F R)... becomes (R F)(R F) R F (R F)(R F)...
///
/// Where the phases meet in the middle of a word, the word is cut there.  This is tried before neighbours are joined,
/// when phases meet where the description says, and again after that, when words that were cut in different places are
/// whole.
pub(super) fn align(work: &mut Work<'_>) -> Result<(), ContextError> {
    let power = |item: &Item| match item {
        Item::Loop(head) if head.is_power() => Some((**head).clone()),
        _ => None,
    };
    let Some(mut last) = work.lists.before.iter().rev().find_map(power) else { return Ok(()) };
    let body = work.lists.body.list();
    if repeats(&last, body) || length(&last.body) != length(body) {
        return Ok(());
    }
    let body = body.clone();
    let written = last.body.clone();
    last.body = tidied(work, last.body)?;
    for place in 0..body.len().min(MOST_TURNED / body.len().max(1)) {
        let all = [&body[place..], &body[..place]].concat();
        if repeats(&last, &tidied(work, all)?) {
            return turn_by(work, place);
        }
        for at in cuts(&body, place, [&written, &last.body]) {
            let Item::Word(cycle, whole) = &body[place] else { continue };
            let Some(phase) = work.context.known_residue(&at, cycle.len())? else { continue };
            let rest = &**whole - &at;
            if !work.context.always(&at)? || !work.context.always(&rest)? {
                continue;
            }
            let first = [Item::Word(turned(cycle, phase), rest.into())];
            let close = [Item::Word(cycle.clone(), at.clone().into())];
            let all = [&first, &body[place + 1..], &body[..place], &close].concat();
            if repeats(&last, &tidied(work, all)?) {
                work.change(List::Body, &[place], Change::Cut(at))?;
                return turn_by(work, place + 1);
            }
        }
    }
    Ok(())
}

/// The places where a word of the body may be cut, so that the part before the cut is the end of one of the other
/// lists, or the part after it the beginning; possibly joined with a neighbour.
fn cuts(body: &[Item], place: usize, others: [&[Item]; 2]) -> Vec<Affine> {
    let word = |item: Option<&Item>| match item {
        Some(Item::Word(_, length)) => Some(Affine::clone(length)),
        _ => None,
    };
    let Some(whole) = word(body.get(place)) else { return Vec::new() };
    let count = body.len();
    let (before, after) = ((place + count - 1) % count, (place + 1) % count);
    let mut cuts = Vec::new();
    for other in others {
        if let Some(end) = word(other.last()) {
            cuts.extend(word(body.get(before)).map(|joined| &end - &joined));
            cuts.push(end);
        }
        if let Some(start) = word(other.first()) {
            cuts.extend(word(body.get(after)).map(|joined| &(&whole - &start) + &joined));
            cuts.push(&whole - &start);
        }
    }
    cuts.dedup();
    cuts
}

/// The list in tidy form.
fn tidied(work: &mut Work<'_>, list: Vec<Item>) -> Result<Vec<Item>, ContextError> {
    let mut trial = Work::new(Vec::new(), list, Vec::new(), work.context);
    tidy(&mut trial, List::Body, &[])?;
    Ok(std::mem::take(trial.lists.body.list()))
}

/// Turns an endless loop past its first items.
fn turn_by(work: &mut Work<'_>, count: usize) -> Result<(), ContextError> {
    for _ in 0..count {
        work.step(Step::Turn)?;
    }
    tidy(work, List::Body, &[])
}

/// Makes the body the smallest list whose endless repetition is the same, as far as the structure
/// of the tidy list shows.
pub(super) fn root(work: &mut Work<'_>) -> Result<(), ContextError> {
    loop {
        let body = work.lists.body.list();
        if let [Item::Word(cycle, length)] = body.as_slice() {
            let known = work.context.known_residue(length, cycle.len())?;
            let whole = known == Some(0) && work.lists.cycle().is_none();
            return if whole { work.step(Step::Endless) } else { Ok(()) };
        }
        let mut found = None;
        for depth in 0.. {
            let inside = inside_first(body, depth);
            if inside.is_empty() {
                break;
            }
            let all = inside.len() + usize::from(depth > 0);
            let alike = alike(&inside);
            let mut counts = (1..all).filter(|count| may_repeat(&inside, &alike, *count));
            let count = counts.find(|count| is_power_of(body, &inside[..*count]));
            found = count.map(|count| Step::Root(depth, count)).or(found);
        }
        match found {
            Some(step) => work.step(step)?,
            None => return Ok(()),
        }
    }
}

/// For each place of a list, the number of items from there on that agree with those from the beginning on.
///
/// After a place inside a stretch that agrees with the beginning, what was found for the beginning shows how far the
/// next place agrees; so each item is examined about twice.
fn alike(list: &[Item]) -> Vec<usize> {
    let mut alike = vec![list.len(); list.len()];
    let (mut start, mut end) = (0, 0_usize);
    for place in 1..list.len() {
        let known = end.saturating_sub(place).min(alike[place - start]);
        let more = list[place + known..].iter().zip(&list[known..]);
        alike[place] = match place + known < end {
            true => known,
            false => known + more.take_while(|(item, other)| item == other).count(),
        };
        if place + alike[place] > end {
            (start, end) = (place, place + alike[place]);
        }
    }
    alike
}

/// Does the list consist of copies of its first `count` items, and of loops that repeat them?
fn may_repeat(list: &[Item], alike: &[usize], count: usize) -> bool {
    let mut place = 0;
    while place < list.len() {
        place += match &list[place] {
            _ if alike[place] >= count => count,
            Item::Loop(head) if repeats(head, &list[..count]) => 1,
            _ => return false,
        };
    }
    true
}
