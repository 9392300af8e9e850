//! The folded sequence of a search as words and loops, to be read elsewhere.

use super::comb::Stretch;
use super::front::Front;
use super::history::History;
use super::limits::DEEPEST;
use super::search::{LoopSearch, NUMBERS, Vocabulary};
use super::window::Window;
use crate::fold::{Form, Machine as _, Symbol, Track, Witness, unfold};
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::sequence::Rule;
use smallvec::{SmallVec, smallvec};
use std::convert::Infallible;

/// A number that is affine in the indices of the loops around it, from the outermost one inwards.
pub type Length = Form<DEEPEST>;

/// The values of a cycle.
pub type CycleValues = SmallVec<[Value; 8]>;

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<N> {
    /// The values of a cycle, repeated up to this length.
    Word(CycleValues, N),
    /// The body once for each value of an index from 0 on; the number of iterations comes first.
    Loop(N, Vec<Node<N>>),
    /// The piece with this number, with these arguments; only where a sequence is written.
    Instance(usize, Vec<N>),
}
use Node::{Instance, Loop, Word};

/// What a sequence begins with, and what it then repeats.
///
/// For { 7 } it is nothing but 7 lost positions before, and 7 won and 7 lost ones repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence<N> {
    /// What precedes the endless loop.
    pub before: Vec<Node<N>>,
    /// The body of the endless loop.
    pub period: Vec<Node<N>>,
}

impl<N> Sequence<N> {
    /// The number of words and of loops.
    pub fn size(&self) -> usize {
        size(&self.before) + size(&self.period)
    }
}

impl<N> Node<N> {
    /// The number of words, loops and instances.
    pub fn size(&self) -> usize {
        match self {
            Word(..) | Instance(..) => 1,
            Loop(_, body) => 1 + size(body),
        }
    }

    /// The same with other numbers; `change` also gets the number of loops around each number in the part.
    pub fn map<M>(&self, around: usize, change: &mut impl FnMut(&N, usize) -> M) -> Node<M> {
        let Ok(node) =
            self.try_map(around, &mut |number, around| Ok::<_, Infallible>(change(number, around)));
        node
    }

    /// The same, if all numbers can be changed.
    ///
    /// # Errors
    /// The error of the first one that cannot.
    pub fn try_map<M, E>(
        &self,
        around: usize,
        change: &mut impl FnMut(&N, usize) -> Result<M, E>,
    ) -> Result<Node<M>, E> {
        Ok(match self {
            Word(cycle, length) => Word(cycle.clone(), change(length, around)?),
            Loop(count, body) => {
                let count = change(count, around)?;
                let body = body.iter().map(|node| node.try_map(around + 1, change));
                Loop(count, body.collect::<Result<_, _>>()?)
            }
            Instance(piece, arguments) => {
                let arguments = arguments.iter().map(|number| change(number, around));
                Instance(*piece, arguments.collect::<Result<_, _>>()?)
            }
        })
    }

    /// Calls `seen` with each number, in the order in which [`Node::map`] does.
    pub fn numbers<'a>(&'a self, around: usize, seen: &mut impl FnMut(&'a N, usize)) {
        match self {
            Word(_, length) => seen(length, around),
            Loop(count, body) => {
                seen(count, around);
                body.iter().for_each(|node| node.numbers(around + 1, seen));
            }
            Instance(_, arguments) => arguments.iter().for_each(|number| seen(number, around)),
        }
    }
}

/// The number of words, loops and instances.
pub fn size<N>(nodes: &[Node<N>]) -> usize {
    nodes.iter().map(Node::size).sum()
}

/// Appends the values that nodes stand for inside loops whose indices have these values; `None` at an instance, or if a
/// length is negative.
pub fn spell(nodes: &[Node<Length>], indices: &mut Vec<i64>, into: &mut Vec<Value>) -> Option<()> {
    let at = |form: &Length, indices: &[i64]| {
        let terms =
            indices.iter().zip(&form.slopes).map(|(index, slope)| index.checked_mul(*slope));
        terms.chain([Some(form.value)]).try_fold(0_i64, |sum, term| sum.checked_add(term?))
    };
    for node in nodes {
        match node {
            Word(cycle, length) => {
                let length = usize::try_from(at(length, indices)?).ok()?;
                into.extend(cycle.iter().cycle().take(length));
            }
            Loop(count, body) => {
                for index in 0..at(count, indices)? {
                    indices.push(index);
                    spell(body, indices, into)?;
                    indices.pop();
                }
            }
            Instance(..) => return None,
        }
    }
    Some(())
}

impl LoopSearch {
    /// A search whose folded sequences can be compared for different moves: what becomes a loop depends on what recurs,
    /// not on loops that were seen before, and the first state that recurs after an entry ends it.
    ///
    /// Everything else is as in [`LoopSearch::new`].
    pub fn to_compare(moves: &[u64], rule: Rule) -> Option<Self> {
        Self::new(moves, rule).map(Self::comparable)
    }

    /// The same where all positions before 0 have value 0, as in the sink convention; not for misère play.
    pub fn with_sink(moves: &[u64], rule: Rule) -> Option<Self> {
        let mut search = Self::new(moves, rule).filter(|search| search.delay == 0)?;
        search.rules.sinks = true;
        search.front = Front::new(&search.rules);
        search.again = search.front.clone();
        search.history = History::new(&search.front.state(), search.front.fingerprint());
        Some(search.comparable())
    }

    fn comparable(mut self) -> Self {
        self.recognises = false;
        self.remembered = 1;
        self
    }

    /// The folded sequence, if the state has recurred.
    ///
    /// Ends with a limit when numbers inside a loop are too large, or a stop is requested.
    pub fn tree(&mut self, stop: &CancellationToken) -> Result<Option<Sequence<Length>>, Limit> {
        let Some(recurrence) = self.recurrence() else { return Ok(None) };
        let start = self.state(0);
        let known = self.vocabulary();
        let first = Word(smallvec![Value(0)], Form::constant(known.rules.first()));
        let window = Window::new(&start, known.rules.values);
        let (mut walk, mut before) = (FirstWalk { known, window }, vec![first]);
        let mut first = 0;
        for (entry, symbol) in self.trace().symbols().iter().enumerate() {
            stop.check()?;
            if entry == recurrence {
                first = before.len();
            }
            let counts = self.trace().counts(entry).iter().map(|&count| Form::constant(count));
            let counts: Vec<_> = counts.collect();
            walk.window.recentre().ok_or(NUMBERS)?;
            unfold(known.schemas, &mut walk, &[*symbol], &counts, 0, &mut before).ok_or(NUMBERS)?;
        }
        let period = before.split_off(first);
        Ok(Some(Sequence { before, period }))
    }
}

/// A walk through the first iteration of each loop, in numbers that are affine in all indices.
struct FirstWalk<'a> {
    known: Vocabulary<'a>,
    window: Window<DEEPEST>,
}

impl Track<Stretch> for FirstWalk<'_> {
    type Number = Length;

    fn add(&mut self, change: &[Stretch], times: Length) -> Option<()> {
        self.window.add(change, times)
    }
}

impl Witness<Stretch> for FirstWalk<'_> {
    type Node = Node<Length>;

    /// The high run of a step and the run after it, where they are not empty.
    fn step(&mut self, symbol: Symbol, nodes: &mut Vec<Node<Length>>) -> Option<()> {
        let Vocabulary { rules, combs, classes, .. } = self.known;
        let step = self.window.step(rules, combs, classes.get(symbol), |_| Some(()))?;
        let high = (step.high, rules.values);
        for (length, value) in [Some(high), step.run].into_iter().flatten() {
            if length != Form::constant(0) {
                nodes.push(Word(smallvec![Value(u8::try_from(value).ok()?)], length));
            }
        }
        Some(())
    }

    fn leave(&mut self, count: Length, body: Vec<Node<Length>>) -> Option<Node<Length>> {
        Some(Loop(count, body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::Cycle;
    use crate::sequence::{self, Game, Moves};

    #[test]
    fn trees_spell_the_sequence() {
        let stop = CancellationToken::default();
        let all = [
            &[7][..],
            &[40, 100, 121, 161],
            &[30, 211, 602, 632],
            &[200, 698, 902],
            &[2, 399, 401, 405, 798],
        ];
        let cases = all.into_iter().flat_map(|moves| {
            [(Rule::Normal, false), (Rule::Mex, false), (Rule::Normal, true), (Rule::Mex, true)]
                .map(|(rule, sinks)| (moves, rule, sinks))
        });
        for (moves, rule, sinks) in cases {
            let search = if sinks { LoopSearch::with_sink } else { LoopSearch::to_compare };
            let mut search = search(moves, rule).expect("increasing moves");
            assert_eq!(search.run(1 << 20, &stop), Ok(true));
            let tree = search.tree(&stop).expect("no limit").expect("a recurrence");
            let mut spelled = Vec::new();
            spell(&tree.before, &mut Vec::new(), &mut spelled).expect("lengths");
            let from = spelled.len();
            spell(&tree.period, &mut Vec::new(), &mut spelled).expect("lengths");
            let period = spelled.len() - from;
            for index in 0..2 * period + 1000 {
                spelled.push(spelled[from + index]);
            }
            let moves = Moves::new(moves).expect("moves");
            let game = if sinks { Game::sink(moves, rule) } else { Game::new(moves, rule) };
            let game = game.expect("a game");
            let cycle = search.cycle(&stop).expect("no limit").expect("a recurrence");
            let known = sequence::cycle(&game, 1 << 24, &stop);
            assert_eq!(known.map(Cycle::from), Ok(cycle), "{game:?}");
            let direct = sequence::values(&game, 0, spelled.len(), &stop).expect("no stop");
            let spelled: Vec<_> = spelled.into_iter().map(|value| u32::from(value.0)).collect();
            assert!(spelled == direct, "{game:?}");
        }
    }
}
