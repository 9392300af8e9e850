//! Words and loops in normal form, as they come one after another.

use super::body::{NormalBounds, constant, letters, put, remainder, root, run};
use super::node::{CycleValues, Node, size};
use crate::runs::tree::Length;
use crate::simplify::primitive;
use Node::{Loop, Word};
use smallvec::smallvec;

/// The least number of repetitions of a cycle; fewer are written as runs.
const REPETITIONS: i64 = 3;

/// The most iterations, whatever the indices are, of a loop that is written out.
const FEW: i64 = 8;
/// The most words of a loop that is written out.
const SHORT: i64 = 2000;

/// A list of parts.
pub(super) struct Line<'s> {
    bounds: NormalBounds<'s>,
    /// The number of loops around it.
    around: usize,
    /// The number of iterations of each of these loops.
    counts: Vec<Length>,
    /// The parts so far.
    pub nodes: Vec<Node<Length>>,
    /// Where the last loop is, and what its next iteration would be.
    next: Option<(usize, Vec<Node<Length>>)>,
}

impl<'s> Line<'s> {
    /// An empty list, inside loops with these counts.
    pub(super) fn new(counts: &[Length], bounds: NormalBounds<'s>) -> Self {
        let counts = counts.to_vec();
        Self { bounds, around: counts.len(), counts, nodes: Vec::new(), next: None }
    }

    /// The counts of the loops around the body of a loop.
    fn inside(&self, count: Length) -> Vec<Length> {
        self.counts.iter().copied().chain([count]).collect()
    }

    /// The least value of a form.
    fn least(&self, form: &Length) -> i64 {
        let mut least = *form;
        for (index, count) in self.counts.iter().enumerate().rev() {
            let slope = std::mem::take(&mut least.slopes[index]);
            if slope < 0 {
                let last = count.shifted(-1).and_then(|last| least.plus(last.times(slope)?));
                let Some(last) = last else { return i64::MIN };
                least = last;
            }
        }
        least.value
    }

    fn all(&mut self, nodes: Vec<Node<Length>>) -> Option<()> {
        nodes.into_iter().try_for_each(|node| match node {
            Loop(count, body) if !is_few(&count) => self.place(count, body),
            node => self.node(node),
        })
    }

    /// Appends a word or a loop; `None` if a number is too large, or a stop is requested.
    fn node(&mut self, node: Node<Length>) -> Option<()> {
        self.bounds.stop.check().ok()?;
        match node {
            Word(cycle, length) => self.word(cycle, length),
            Loop(count, body) if is_few(&count) => {
                let body = tidy(body, &self.inside(count), self.bounds)?;
                self.repeat(count, body)
            }
            // What is inside is already in its form, and is not visited again for each loop around it.
            node => {
                self.nodes.push(node);
                self.next = None;
                Some(())
            }
        }
    }

    /// Appends a word.
    pub(super) fn word(&mut self, mut cycle: CycleValues, mut length: Length) -> Option<()> {
        if cycle.len() > 1 {
            let few = REPETITIONS * cycle.len() as i64;
            if let Some(length) = constant(&length).filter(|length| (0..few).contains(length)) {
                for at in 0..length as usize {
                    self.word(smallvec![cycle[at % cycle.len()]], Length::constant(1))?;
                }
                return Some(());
            }
            self.extend_to_the_left(&mut cycle, &mut length)?;
        }
        if length == Length::constant(0) {
            return Some(());
        }
        let most = self.least(&length);
        if let Some(Word(last, before)) = self.nodes.last_mut()
            && let Some(phase) = remainder(before, last.len())
        {
            if last.len() == cycle.len()
                && (0..cycle.len()).all(|at| cycle[at] == last[(phase + at) % last.len()])
            {
                *before = before.plus(length)?;
                return self.joined();
            }
            if last.len() > 1 && cycle.len() == 1 {
                let more =
                    (0..last.len()).take_while(|at| last[(phase + at) % last.len()] == cycle[0]);
                let taken = most.min(more.count() as i64).max(0);
                if taken > 0 {
                    *before = before.shifted(taken)?;
                    length = length.shifted(-taken)?;
                    self.joined()?;
                    return self.word(cycle, length);
                }
            }
        }
        self.nodes.push(Word(cycle, length));
        self.joined()?;
        self.repetition()
    }

    /// Turns the last runs into one word, if they repeat.  The last one, and the first one that belongs to them, may be
    /// longer than what is repeated.
    fn repetition(&mut self) -> Option<()> {
        let Some(last) = self.nodes.len().checked_sub(1) else { return Some(()) };
        let Some((value, end)) = run(&self.nodes[last]) else { return Some(()) };
        let mut period = 0;
        for group in 1..=last {
            let Some((first, length)) = run(&self.nodes[last - group]) else { break };
            let Some(length) = constant(&length) else { break };
            period += length;
            if length < 1 || period > self.bounds.longest {
                break;
            }
            if first != value {
                continue;
            }
            let taken = self.least(&end).min(length);
            let (from, clipped, whole) = self.repeated(last - group, group)?;
            let total = period + taken + clipped + whole;
            if taken < 1 || total < REPETITIONS * period {
                continue;
            }
            let mut letters = CycleValues::new();
            if let Some((value, _)) = from.checked_sub(1).and_then(|at| run(&self.nodes[at])) {
                letters.extend((0..clipped).map(|_| value));
            }
            for node in &self.nodes[from..from + group] {
                if let Some((value, length)) = run(node) {
                    letters.extend((0..length.value).map(|_| value));
                }
            }
            letters.truncate(period as usize);
            self.nodes.truncate(from);
            if clipped > 0
                && let Some(Word(_, length)) = self.nodes.last_mut()
            {
                *length = length.shifted(-clipped)?;
                if *length == Length::constant(0) {
                    self.nodes.pop();
                }
            }
            self.word(letters, Length::constant(total))?;
            return self.word(smallvec![value], end.shifted(-taken)?);
        }
        Some(())
    }

    /// How far the runs from a place on, in groups of this size that repeat, extend backwards: the first run, the
    /// number of positions of the run before it, and the number of positions in whole runs.
    fn repeated(&self, place: usize, group: usize) -> Option<(usize, i64, i64)> {
        let (mut from, mut whole) = (place, 0);
        while let Some(before) = from.checked_sub(1) {
            let pair = (run(&self.nodes[before]), run(&self.nodes[before + group]));
            let (Some((one, length)), Some((other, repeated))) = pair else { break };
            if one != other {
                break;
            }
            if length != repeated {
                return Some((from, self.least(&length).min(constant(&repeated)?).max(0), whole));
            }
            whole += constant(&length)?;
            from = before;
        }
        Some((from, 0, whole))
    }

    /// Takes the last letters of the words before, as far as they continue the cycle to the left.
    fn extend_to_the_left(&mut self, cycle: &mut CycleValues, length: &mut Length) -> Option<()> {
        while let Some(Word(last, before)) = self.nodes.last() {
            if last.len() > 1 {
                break;
            }
            let more = cycle.iter().rev().take_while(|value| **value == last[0]).count();
            let taken = self.least(before).min(more as i64).max(0);
            let before = before.shifted(-taken)?;
            if taken == 0 {
                break;
            }
            *length = length.shifted(taken)?;
            cycle.rotate_right(taken as usize);
            if let Some(Word(_, length)) = self.nodes.last_mut() {
                *length = before;
            }
            if before != Length::constant(0) {
                break;
            }
            self.nodes.pop();
        }
        Some(())
    }

    /// Appends a loop with a body in normal form.
    pub(super) fn repeat(&mut self, count: Length, body: Vec<Node<Length>>) -> Option<()> {
        if count == Length::constant(0) || body.is_empty() {
            return Some(());
        }
        if count == Length::constant(1) {
            return self.all(put(body, self.around, Length::constant(0), true)?);
        }
        if let Some(cycle) = letters(&body, self.bounds.longest) {
            let length = count.times(cycle.len() as i64)?;
            return self.word(primitive(&cycle).into(), length);
        }
        if count.slopes == Length::constant(0).slopes
            && count.value <= FEW
            && count.value * size(&body) as i64 <= SHORT
        {
            for index in 0..count.value {
                self.all(put(body.clone(), self.around, Length::constant(index), true)?)?;
            }
            return Some(());
        }
        if let Some((times, part)) = root(&body, self.around) {
            return self.repeat(count.times(times)?, part);
        }
        if let Some(turned) = turned(&body, &self.inside(count), self.bounds)
            && let root = root(&turned.body, self.around)
            && (root.is_some() || self.goes_on_turned(&turned)?)
        {
            let (first, last) = (Length::constant(0), count.shifted(-1)?);
            self.all(put(turned.head, self.around, first, true)?)?;
            match root {
                Some((times, part)) => self.repeat(last.times(times)?, part)?,
                None => self.place(last, turned.body)?,
            }
            return self.all(put(turned.rest, self.around, last, true)?);
        }
        self.place(count, body)
    }

    /// Appends a loop, which takes in the iterations before it, or continues the loop before it.
    fn place(&mut self, mut count: Length, mut body: Vec<Node<Length>>) -> Option<()> {
        loop {
            self.bounds.stop.check().ok()?;
            let index = Length::constant(-1);
            let before =
                tidy(put(body.clone(), self.around, index, true)?, &self.counts, self.bounds)?;
            if before.is_empty() || !self.ends_with(&before) {
                break;
            }
            self.take(&before)?;
            count = count.shifted(1)?;
            let mut index = Length::constant(-1);
            index.slopes[self.around] = 1;
            body = put(body, self.around, index, false)?;
        }
        if let Some(Loop(first, other)) = self.nodes.last_mut() {
            let mut index = *first;
            *index.slopes.get_mut(self.around)? += 1;
            if put(other.clone(), self.around, index, false)? == body {
                *first = first.plus(count)?;
                return self.joined_loop();
            }
        }
        self.nodes.push(Loop(count, body));
        self.joined_loop()
    }

    /// Is there an iteration of the turned loop before it?
    fn goes_on_turned(&self, turned: &Turned) -> Option<bool> {
        let [head, before] = [(&turned.head, 0), (&turned.body, -1)]
            .map(|(nodes, index)| put(nodes.clone(), self.around, Length::constant(index), true));
        let before = tidy(before?, &self.counts, self.bounds)?;
        let from = self.nodes.len().saturating_sub(before.len() + turned.head.len() + 1);
        let mut line = Self::new(&self.counts, self.bounds);
        line.nodes.extend_from_slice(&self.nodes[from..]);
        line.all(head?)?;
        Some(!before.is_empty() && line.ends_with(&before))
    }

    /// Are the last nodes these, possibly preceded by more of the same value?
    fn ends_with(&self, nodes: &[Node<Length>]) -> bool {
        let Some(from) = self.nodes.len().checked_sub(nodes.len()) else { return false };
        let same = |(one, other): (&Node<Length>, &Node<Length>)| one == other;
        if !self.nodes[from + 1..].iter().zip(&nodes[1..]).all(same) {
            return false;
        }
        match (&self.nodes[from], &nodes[0]) {
            (Word(one, length), Word(other, part)) if one.len() == 1 => {
                one == other && length.minus(*part).is_some_and(|rest| self.least(&rest) >= 0)
            }
            (one, other) => one == other,
        }
    }

    /// Removes the last nodes, which end with these.
    fn take(&mut self, nodes: &[Node<Length>]) -> Option<()> {
        let from = self.nodes.len().checked_sub(nodes.len())?;
        self.nodes.truncate(from + 1);
        if let (Some(Word(_, length)), Some(Word(_, part))) = (self.nodes.last_mut(), nodes.first())
        {
            *length = length.minus(*part)?;
            if *length != Length::constant(0) {
                return Some(());
            }
        }
        self.nodes.pop();
        Some(())
    }

    /// Called when the last node is a loop that has changed.
    fn joined_loop(&mut self) -> Option<()> {
        let last = self.nodes.len() - 1;
        let Some(Loop(count, body)) = self.nodes.last() else { return Some(()) };
        let next = tidy(put(body.clone(), self.around, *count, true)?, &self.counts, self.bounds)?;
        self.next = Some((last, next));
        Some(())
    }

    /// Called when the last node has changed: there may be one more iteration of the last loop.
    fn joined(&mut self) -> Option<()> {
        let Some((at, next)) = &self.next else { return Some(()) };
        let at = *at;
        if next.is_empty() || self.nodes.get(at + 1..) != Some(&next[..]) {
            return Some(());
        }
        self.nodes.truncate(at + 1);
        if let Some(Loop(count, _)) = self.nodes.last_mut() {
            *count = count.shifted(1)?;
        }
        self.joined_loop()
    }
}

/// The same with parts that have become empty, or one, combined again; `None` if a number is too large, or a stop is
/// requested.
pub(super) fn tidy(
    nodes: Vec<Node<Length>>,
    counts: &[Length],
    bounds: NormalBounds<'_>,
) -> Option<Vec<Node<Length>>> {
    let mut line = Line::new(counts, bounds);
    for node in nodes {
        line.node(node)?;
    }
    Some(line.nodes)
}

/// Does the loop have so few iterations that it may be written out?
fn is_few(count: &Length) -> bool {
    constant(count).is_some_and(|count| count <= FEW)
}

/// A loop that begins later in its body, so that the end of one iteration and the beginning of the next one are
/// together.
struct Turned {
    /// What precedes it, in the first iteration.
    head: Vec<Node<Length>>,
    /// The body.
    body: Vec<Node<Length>>,
    /// The rest of the last iteration.
    rest: Vec<Node<Length>>,
}

/// Turns a loop, if its body ends with what it begins with.
#[allow(clippy::option_option)]
fn turned(body: &[Node<Length>], counts: &[Length], bounds: NormalBounds<'_>) -> Option<Turned> {
    let (length, around) = (body.len(), counts.len() - 1);
    let later = |by: i64| {
        let mut index = Length::constant(by);
        *index.slopes.get_mut(around)? = 1;
        Some(index)
    };
    let next = put(body.to_vec(), around, later(1)?, false)?;
    let both = tidy(body.iter().cloned().chain(next).collect(), counts, bounds)?;
    let gone = (2 * length).checked_sub(both.len()).filter(|gone| *gone < length)?;
    if both[..length - 1] != body[..length - 1] || both[length - 1] == body[length - 1] {
        return None;
    }
    let mut first = put(vec![both[length].clone()], around, later(-1)?, false)?;
    let mut head = body[..gone].to_vec();
    if let (Word(cycle, whole), Some(Word(_, left))) = (&body[gone], first.first()) {
        head.push(Word(cycle.clone(), whole.minus(*left)?));
    }
    let rest = first.iter().chain(&body[gone + 1..]).cloned().collect();
    first.extend_from_slice(&both[gone + 1..length]);
    Some(Turned { head, body: first, rest })
}
