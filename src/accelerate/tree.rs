//! The folded sequence of a search as words and loops, to be read elsewhere.

use super::comb::{Combs, SOLID, Stretch};
use super::form::Form;
use super::search::{DEEPEST, NUMBERS, Search};
use super::shape::{Meaning, Shape, Symbol, Symbols};
use super::window::Window;
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::sequence::Rule;

/// A number that is affine in the indices of the loops around it, from the outermost one inwards.
pub type Length = Form<DEEPEST>;

/// What a sequence begins with, and what it repeats from then on.
///
/// For { 7 } it is: nothing but 7 lost positions before, 7 won and 7 lost ones repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// What stands before.
    pub before: Vec<Node>,
    /// What follows, again and again.
    pub period: Vec<Node>,
}

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Positions of one value.
    Run(Value, Length),
    /// The body once for each value of an index from 0 on, so many times.
    Loop(Length, Vec<Node>),
}

impl Search {
    /// A search whose folded sequences can be compared for different moves: what becomes a loop depends
    /// on what comes again, not on loops that were met before, and the first state that recurs
    /// behind an entry ends it.
    ///
    /// Nothing else is different from [`Search::new`].
    pub fn to_compare(moves: &[u64], rule: Rule) -> Option<Self> {
        let mut search = Self::new(moves, rule)?;
        search.recognises = false;
        search.remembered = 1;
        Some(search)
    }

    /// The folded sequence of normal play, if the state has recurred.
    ///
    /// Ends with a limit when numbers inside a loop are too large, or a stop is asked for.
    pub fn tree(&mut self, stop: &CancellationToken) -> Result<Option<Tree>, Limit> {
        let Some(recurrence) = self.recurrence() else { return Ok(None) };
        let mut before = vec![run(Value(0), Form::constant(self.moves[0]))];
        let mut period = Vec::new();
        for entry in 0..self.trace.len() {
            stop.check()?;
            let nodes = if entry < recurrence { &mut before } else { &mut period };
            if !self.trace.symbol(entry).is_loop() {
                nodes.extend(step(self.trace.lengths(entry).map(Form::constant)));
                continue;
            }
            let start = self.state(entry);
            let Some(shape) = self.symbols.loop_of(self.trace.symbol(entry)) else { continue };
            let counts: Vec<_> =
                self.trace.counts(entry).iter().map(|&count| Form::constant(count)).collect();
            let mut walk = Walk {
                moves: &self.moves,
                combs: &self.combs,
                symbols: &self.symbols,
                window: Window::new(&start),
            };
            nodes.push(walk.enter(shape, &counts, 0).ok_or(NUMBERS)?);
        }
        Ok(Some(Tree { before, period }))
    }
}

fn run(value: Value, length: Length) -> Node {
    Node::Run(value, length)
}

/// The run of won positions of a step and its run of lost ones, if it has some.
fn step([won, lost]: [Length; 2]) -> impl Iterator<Item = Node> {
    let lost = (lost != Form::constant(0)).then(|| run(Value(0), lost));
    [run(Value(1), won)].into_iter().chain(lost)
}

/// A walk through the first iteration of each loop, in numbers that are affine in all indices.
struct Walk<'a> {
    moves: &'a [i64],
    combs: &'a Combs,
    symbols: &'a Symbols,
    window: Window<DEEPEST>,
}

impl Walk<'_> {
    /// A loop with so many loops around it, and with the counts of itself and of those inside.
    ///
    /// It was jumped over before, so that its recipes are known to describe what happens.
    fn enter(&mut self, shape: &Shape, counts: &[Length], around: usize) -> Option<Node> {
        let (&count, inner) = counts.split_first()?;
        self.window.recentre()?;
        self.window.set_slope(around, &shape.change)?;
        let mut inner = inner.to_vec();
        for (inner, slope) in inner.iter_mut().zip(&shape.slopes) {
            *inner.slopes.get_mut(around)? = *slope;
        }
        let body = self.body(&shape.body, &inner, around + 1)?;
        // Behind the first iteration; the last one is behind it by `count` - 1.
        self.window.recentre()?;
        let zero = vec![Stretch { start: 0, end: 0, comb: SOLID }; shape.change.len()];
        self.window.set_slope(around, &zero)?;
        self.window.add(&shape.change, count.shifted(-1)?)?;
        Some(Node::Loop(count, body))
    }

    fn body(&mut self, body: &[Symbol], mut counts: &[Length], around: usize) -> Option<Vec<Node>> {
        let mut nodes = Vec::with_capacity(2 * body.len());
        for &symbol in body {
            match self.symbols.meaning(symbol) {
                Meaning::Step(recipe) => {
                    let lengths = self.window.step(self.moves, self.combs, recipe, |_| Some(()))?;
                    nodes.extend(step(lengths));
                }
                Meaning::Loop(shape) => {
                    let (mine, others) = counts.split_at_checked(shape.loops())?;
                    counts = others;
                    nodes.push(self.enter(shape, mine, around)?);
                }
            }
        }
        Some(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Alphabet;
    use crate::sequence;

    /// Appends the values of some nodes.
    fn spell(nodes: &[Node], indices: &mut Vec<i64>, into: &mut Vec<Value>) {
        let at = |form: &Length, indices: &[i64]| {
            let terms = indices.iter().zip(&form.slopes).map(|(index, slope)| index * slope);
            form.value + terms.sum::<i64>()
        };
        for node in nodes {
            match node {
                Node::Run(value, length) => {
                    let length = usize::try_from(at(length, indices)).expect("a length");
                    into.extend(std::iter::repeat_n(*value, length));
                }
                Node::Loop(count, body) => {
                    for index in 0..at(count, indices) {
                        indices.push(index);
                        spell(body, indices, into);
                        indices.pop();
                    }
                }
            }
        }
    }

    #[test]
    fn trees_spell_the_sequence() {
        let stop = CancellationToken::default();
        for moves in [
            &[7][..],
            &[40, 100, 121, 161],
            &[30, 211, 602, 632],
            &[200, 698, 902],
            &[2, 399, 401, 405, 798],
        ] {
            let mut search = Search::to_compare(moves, Rule::Normal).expect("increasing moves");
            assert_eq!(search.run(1 << 20, &stop), Ok(true));
            let tree = search.tree(&stop).expect("no limit").expect("a recurrence");
            let mut spelled = Vec::new();
            spell(&tree.before, &mut Vec::new(), &mut spelled);
            let from = spelled.len();
            spell(&tree.period, &mut Vec::new(), &mut spelled);
            let period = spelled.len() - from;
            for index in 0..2 * period + 1000 {
                spelled.push(spelled[from + index]);
            }
            let direct = sequence::values(Alphabet::Outcome, moves, spelled.len());
            assert!(spelled == direct, "{moves:?}");
        }
    }
}
