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

/// A number that is affine in the indices of the loops around it, from the outermost one inwards.
pub type Length = Form<DEEPEST>;

/// What a sequence begins with, and what it then repeats.
///
/// For { 7 } it is nothing but 7 lost positions before, and 7 won and 7 lost ones repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// What comes before.
    pub before: Vec<Node>,
    /// What follows, repeated for ever.
    pub period: Vec<Node>,
}

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Positions of one value.
    Run(Value, Length),
    /// The body once for each value of an index from 0 on; the number of iterations comes first.
    Loop(Length, Vec<Node>),
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
        let mut search = Self::new(moves, rule).filter(|it| it.delay == 0)?;
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
    pub fn tree(&mut self, stop: &CancellationToken) -> Result<Option<Tree>, Limit> {
        let Some(recurrence) = self.recurrence() else { return Ok(None) };
        let start = self.state(0);
        let known = self.vocabulary();
        let first = Node::Run(Value(0), Form::constant(known.rules.first()));
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
        Ok(Some(Tree { before, period }))
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
    type Node = Node;

    /// The high run of a step and the run after it, where they are not empty.
    fn step(&mut self, symbol: Symbol, nodes: &mut Vec<Node>) -> Option<()> {
        let Vocabulary { rules, combs, classes, .. } = self.known;
        let step = self.window.step(rules, combs, classes.get(symbol), |_| Some(()))?;
        let high = (step.high, rules.values);
        for (length, value) in [Some(high), step.run].into_iter().flatten() {
            if length != Form::constant(0) {
                nodes.push(Node::Run(Value(u8::try_from(value).ok()?), length));
            }
        }
        Some(())
    }

    fn leave(&mut self, count: Length, body: Vec<Node>) -> Option<Node> {
        Some(Node::Loop(count, body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::Cycle;
    use crate::sequence::{self, Game, Moves};

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
            spell(&tree.before, &mut Vec::new(), &mut spelled);
            let from = spelled.len();
            spell(&tree.period, &mut Vec::new(), &mut spelled);
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
