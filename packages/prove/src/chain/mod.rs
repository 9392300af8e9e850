//! Chains of blocks: what can precede the block under test.
//!
//! The rule at a position looks back at most the greatest move M.  So for each block B it is enough to know which block
//! instances can precede an instance of B, back to a total length of at least M.  Such a sequence of instances is a
//! *chain*; the constraints under which it exists are its *guard*.
//!
//! Chains are found backwards from B, by asking what can precede the instance farthest back.  The text answers with
//! finitely many ways ([`BlockGraph::predecessors`]), each with a guard, and together they cover all cases.  A control
//! variable v of an earlier instance is written as a form over the variables of B (the *environment*): v - 1 one
//! iteration earlier, the stop value when a loop is entered from its end; so is the state of an earlier pass, which
//! follows from the next one.  Before going farther back the region is cut
//! in two: where the chain is already long enough, it is complete; in the rest the search continues.  So the chains of
//! a block cover every position of it in every admissible instance, and a chain ends because blocks are long: where
//! each iteration adds length that grows with the parameters, finitely many reach M.  Where they do not, the limit on
//! the number of blocks is reached; loops that repeat letters have become words before they get here
//! ([`crate::simplify`]).
//!
//! Running example: `n >= 1 { n } REPEAT _n An ENDREP`.  The body is block 2; its chains are
//! "block 2 after start" and "block 2 after block 2".
//!
//! The search keeps one stack of instances and words, so chains with the same end share it.
//!
//! What is found is recorded in the [`ProofLog`] of the region, if a proof is wanted: the steps in the order in which
//! the checker asks for them.

mod log;
mod region;

pub use crate::model::{BlockGraph, Transition};
pub use log::{ProofLog, Unsupported};
pub use region::{Cut, Order, Outside, Region};
pub(crate) use region::{is_plain, weight};

use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, Word};
use crate::proof::ProofStep;

/// What precedes each block of a description.
///
/// # Panics
/// If the units do not have the shape that [`crate::model`] promises; those that are read have it.
pub fn block_graph(description: &Description) -> BlockGraph<'_> {
    let graph = BlockGraph::new(description);
    graph.unwrap_or_else(|| unreachable!("a description is made of blocks, loops and branches"))
}

/// The most blocks in one chain: each is a step of a recursion, with a system of constraints of its
/// own.
const MOST_BLOCKS: usize = 3 << 10;

/// The most blocks of a chain that is not long.
const LONG: usize = 64;

/// The most effort ([`Region::effort`]) for the long chains of one block under test, unless
/// [`Search::most_effort`] says otherwise: a fraction of a second.
pub const MOST_EFFORT: u64 = 10_000_000;

/// The bytes of stack that a step of a recursion needs, and the bytes that are added where there are fewer.
pub(crate) const STACK_LEFT: usize = 128 << 10;
pub(crate) const STACK_GROWN: usize = 4 << 20;

/// A block at a place in a chain.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The block.
    pub block: BlockId,
    /// Forms over the variables of the block under test, one for each variable of this block.
    pub environment: Vec<Affine>,
    /// How the instance after this one follows it (after it in the text, and before it in the list); `None` for the
    /// block under test.
    pub transition: Option<Transition>,
}

/// A word at a place in a chain.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The word.
    pub word: &'a Word,
    /// The number of its instance in [`Chain::instances`].
    pub instance: usize,
}

/// A chain: block instances each of which follows the next one in the list, the block under test first.
///
/// Positions are counted from the start of the block under test, so everything before it is at negative positions.
#[derive(Clone, Debug)]
pub struct Chain<'a> {
    /// The instances, from the block under test backwards.
    pub instances: Vec<Instance>,
    /// The words, from the last one of the block under test backwards.
    pub words: Vec<Placed<'a>>,
    /// `borders[k]` is where word k ends and word k - 1 begins; there is one more of these than of words.
    pub borders: Vec<Affine>,
    /// The number of words in the block under test.
    pub own_words: usize,
    /// The guard: the constraints on the variables of the block under test.
    pub guard: Vec<Constraint>,
    /// Does the sequence begin where the chain begins, after nothing or after one cycle?
    pub from_start: bool,
}

impl<'a> Chain<'a> {
    /// The chain that consists only of the block under test, with its variables as themselves.
    pub fn new(description: &'a Description, block: BlockId, variables: usize) -> Self {
        let environment: Vec<_> = (0..variables).map(Affine::variable).collect();
        let words = &description.block(block).words;
        let mut length = Affine::zero();
        for word in words {
            length.add_multiple(&Integer::ONE, &word.length);
        }
        let mut chain = Self {
            instances: Vec::new(),
            words: Vec::new(),
            borders: vec![length],
            own_words: words.len(),
            guard: Vec::new(),
            from_start: false,
        };
        chain.push(description, Instance { block, environment, transition: None });
        chain
    }

    /// Where the chain begins, at or before 0.
    pub fn start(&self) -> &Affine {
        &self.borders[self.words.len()]
    }

    fn push(&mut self, description: &'a Description, instance: Instance) {
        for word in description.block(instance.block).words.iter().rev() {
            self.words.push(Placed { word, instance: self.instances.len() });
            let start = &self.borders[self.borders.len() - 1]
                - &word.length.substitute(&instance.environment);
            self.borders.push(start);
        }
        self.instances.push(instance);
    }

    fn pop(&mut self) {
        self.instances.pop();
        let last = self.instances.len();
        while self.words.last().is_some_and(|placed| placed.instance == last) {
            self.words.pop();
            self.borders.pop();
        }
    }
}

/// Called with each complete chain, inside the region of its guard.
pub type Visit<'v, 'a> = dyn FnMut(&Chain<'a>, &mut Region) -> Result<(), Limit> + 'v;

/// The search for all chains of one block.
pub struct Search<'s, 'a> {
    /// The description.
    pub description: &'a Description,
    /// Its graph.
    pub graph: &'s BlockGraph<'a>,
    /// The greatest move in the region searched.
    pub largest: &'s Affine,
    /// Asked now and then whether to stop.
    pub stop: &'s CancellationToken,
    /// The chain so far; where the search ended early, the chain at which it ended.
    pub chain: Chain<'a>,
    /// The most effort for long chains.
    pub most_effort: u64,
    /// The effort of the region when it was last checked.
    seen: u64,
    /// The effort for long chains.
    spent: u64,
}

impl<'s, 'a> Search<'s, 'a> {
    /// A search for the chains of `block`.
    pub fn new(
        description: &'a Description,
        graph: &'s BlockGraph<'a>,
        largest: &'s Affine,
        stop: &'s CancellationToken,
        block: BlockId,
    ) -> Self {
        let variables = description.parameters.len() + graph.at(block).loops.len();
        let chain = Chain::new(description, block, variables);
        let most_effort = MOST_EFFORT;
        Self { description, graph, largest, stop, chain, most_effort, seen: 0, spent: 0 }
    }

    /// Visits every chain of the block whose guard has a point in the region.
    ///
    /// # Errors
    /// When a limit is reached, or `visit` returns one.
    pub fn run(&mut self, region: &mut Region, visit: &mut Visit<'_, 'a>) -> Result<(), Limit> {
        let missing = self.chain.start() + self.largest;
        let long_enough = Constraint::at_least_zero(-&missing);
        let too_short = Constraint::at_least_zero(missing.plus(-1));
        if region.can(&long_enough)? {
            if !region.can(&too_short)? {
                return visit(&self.chain, region);
            }
            region.log().push(|| ProofStep::Cut(long_enough.form.clone()));
            let (long_enough, too_short) = (vec![vec![long_enough]], vec![vec![too_short]]);
            let mut complete =
                |search: &mut Self, region: &mut Region| visit(&search.chain, region);
            self.within(&long_enough, None, region, &mut complete)?;
            return self.within(&too_short, None, region, &mut |search, region| {
                search.farther_back(region, visit)
            });
        }
        self.farther_back(region, visit)
    }

    /// Puts everything that can precede it before a chain that is too short.
    fn farther_back(
        &mut self,
        region: &mut Region,
        visit: &mut Visit<'_, 'a>,
    ) -> Result<(), Limit> {
        self.stop.check()?;
        let since = region.effort() - std::mem::replace(&mut self.seen, region.effort());
        let length = self.chain.instances.len();
        self.spent += if length > LONG { since } else { 0 };
        if length >= MOST_BLOCKS || self.spent > self.most_effort {
            return Err(Limit::CHAIN_BLOCKS);
        }
        let Some(first) = self.chain.instances.last() else { return Ok(()) };
        region.log().push(|| ProofStep::Back);
        let (graph, values) = (self.graph, first.environment.clone());
        for predecessor in graph.predecessors(first.block, &values) {
            let transition = predecessor.transition;
            self.within(&predecessor.guard, Some(&values), region, &mut |search, region| {
                let Some((block, environment)) = predecessor.instance.clone() else {
                    search.chain.from_start = true;
                    visit(&search.chain, region)?;
                    search.chain.from_start = false;
                    return Ok(());
                };
                let instance = Instance { block, environment, transition: Some(transition) };
                search.chain.push(search.description, instance);
                // The depth is the length of the chain; grow the stack where it is the small one of a thread.
                stacker::maybe_grow(STACK_LEFT, STACK_GROWN, || search.run(region, visit))?;
                search.chain.pop();
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Goes on wherever the guard holds, with these forms for its variables.
    fn within(
        &mut self,
        guard: &[Vec<Constraint>],
        values: Option<&[Affine]>,
        region: &mut Region,
        go_on: &mut dyn FnMut(&mut Self, &mut Region) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        region.each_case(&[], guard, values, &mut |chosen, region| {
            let known = self.chain.guard.len();
            self.chain.guard.extend_from_slice(chosen);
            go_on(self, region)?;
            self.chain.guard.truncate(known);
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::BackendKind;

    /// The number of constraints that are examined for all chains of all blocks.
    fn looked_at(source: &str) -> u64 {
        let description = crate::lang::parse(source, &Default::default()).description.unwrap();
        let (graph, stop) = (block_graph(&description), CancellationToken::default());
        let largest = &description.moves[0].size;
        let mut all = 0;
        for index in 0..description.blocks.len() {
            let block = BlockId::from_index(index);
            let place = graph.at(block);
            let backend = BackendKind::Exact.maker()(stop.clone());
            let mut region = Region::new(backend, 1 + place.loops.len());
            let mut search = Search::new(&description, &graph, largest, &stop, block);
            let conditions = description.constraints();
            region
                .each_case(&conditions, &place.conditions, None, &mut |_, region| {
                    search.run(region, &mut |_, _| Ok(()))
                })
                .unwrap();
            all += region.looked_at();
        }
        all
    }

    /// A description with k arms, one of which is taken in each iteration.
    fn arms(k: usize, test: impl Fn(usize) -> String) -> String {
        let arms: Vec<String> = (0..k).map(|c| format!("IF {} THEN _n An", test(c))).collect();
        let arms = arms.join(" EL");
        format!("n >= 1 {{ n }} REPEAT FOR i FROM 0 UPTO {k} REP {arms} ELSE _n An FI PER ENDREP")
    }

    #[test]
    fn for_each_arm_of_a_branch_each_other_one_is_looked_at_a_few_times() {
        for test in [|c| format!("i == {c}"), |c| format!("i <= {c}")] {
            let [once, twice] = [20, 40].map(|k| looked_at(&arms(k, test)));
            assert!(twice <= 4 * once && twice <= 3 * 40 * 40, "{once} {twice}");
        }
        // Tests none of which says anything about another one.
        let skew = |c| format!("i == {}n+{c}", 2 * c);
        let [once, twice] = [20, 40].map(|k| looked_at(&arms(k, skew)));
        assert!(twice <= 5 * once, "{once} {twice}");
    }
}
