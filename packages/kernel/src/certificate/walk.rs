//! The walk through the description: what is to be shown, and that it is.

use super::chain::Chain;
use super::{CertificateError, Checked, Closed, Shown};
use crate::affine::{Affine, Constraint};
use crate::lines::{LineError, Lines};
use crate::model::{
    BlockGraph, BlockId, Description, Empty, Followed, Move, Predecessor, StateLoop, Ways,
};
use crate::proof::ProofStep;
use crate::refutation::Refutation;
use crate::simplify;
use std::rc::Rc;

/// Called with each closed leaf.
pub type OnClosed<'c> = &'c mut dyn FnMut(&Closed<'_>);

/// What is shown in each part of a case distinction.
type Then<'g, P> = &'g mut dyn FnMut(&mut P) -> Shown;

/// What is shown wherever a chain precedes the block under test.
type Visit<'g, 'd, P> = &'g mut dyn FnMut(&mut P, &Chain<'d>) -> Shown;

/// Shows what a step after the proof announces.
pub type More<'m> = &'m mut dyn FnMut(&mut Walk<'_, '_, '_>, ProofStep) -> Shown;

/// The most variables at a place: each residue class adds one, and rows have a number for each.
const MOST_VARIABLES: usize = 1 << 10;

/// The most words of a chain; a line of two characters makes it longer by a block.  The proofs we have found have no
/// longer ones.
const MOST_WORDS: usize = 1 << 22;

/// An assumption in a part of the proof, with the moves that are distinct there.
struct Case {
    holds: Vec<Constraint>,
    followed: Rc<Followed>,
}

/// The state of the walk.
pub struct Walk<'c, 'd, 'i> {
    pub(crate) description: &'d Description,
    pub(crate) lines: &'c mut Lines<'i>,
    /// What precedes each block.
    pub(crate) graph: Rc<BlockGraph<'d>>,
    /// The cases of moves.
    cases: Vec<Case>,
    /// The moves that are followed in the present case; where options are counted, only distinct ones.
    pub(crate) followed: Rc<Followed>,
    /// The constraints that hold here.
    pub(crate) rows: Vec<Constraint>,
    /// Forms that were shown to be at least 0 here.
    pub(crate) facts: Vec<Affine>,
    /// The number of variables here: parameters, control variables, quotients.
    pub(crate) dimension: usize,
    pub(crate) checked: Checked,
    /// Where a flaw was found.
    pub(crate) at: Option<String>,
    pub(crate) on_closed: Option<OnClosed<'c>>,
}

/// Checks everything after the header.
pub(super) fn check(
    description: &Description,
    simplified: bool,
    mut lines: Lines<'_>,
    on_closed: Option<OnClosed<'_>>,
    more: More<'_>,
) -> Result<Checked, CertificateError> {
    let mut walk = Walk::new(description, &mut lines, on_closed.map(|told| told as _));
    walk.at = Some("that the description has a meaning".to_owned());
    let shown = walk.run(simplified, more);
    let (line, place) = (walk.lines.number, walk.at);
    shown.map_err(|error| CertificateError { line, place, error }).map(|()| walk.checked)
}

impl<'c, 'd, 'i> Walk<'c, 'd, 'i> {
    fn new(
        description: &'d Description,
        lines: &'c mut Lines<'i>,
        on_closed: Option<OnClosed<'c>>,
    ) -> Self {
        Self {
            description,
            lines,
            graph: Rc::default(),
            cases: Vec::new(),
            followed: Rc::default(),
            rows: Vec::new(),
            facts: Vec::new(),
            dimension: 0,
            checked: Checked::default(),
            at: None,
            on_closed,
        }
    }

    fn run(&mut self, simplified: bool, more: More<'_>) -> Shown {
        self.meaning()?;
        let description = self.description;
        let shorter = if simplified { simplify::shorter(description) } else { None };
        let shorter = shorter.as_ref().unwrap_or(description);
        let passes = if simplified { simplify::with_quotients(shorter) } else { None };
        let passes = passes.as_ref().unwrap_or(shorter);
        let quotients = simplify::of_quotients(description, passes);
        self.about(passes, |walk| walk.lasting(quotients))?;
        let endless = if simplified { simplify::endless(passes) } else { None };
        self.about(endless.as_ref().unwrap_or(passes), |walk| walk.blocks())?;
        while let Some(line) = self.lines.unless_end()? {
            let step = line.parse()?;
            self.at = None;
            more(self, step)?;
        }
        self.checked.lines = self.lines.number;
        Ok(())
    }

    /// What is to be shown about another description.
    pub(crate) fn about(
        &mut self,
        description: &Description,
        show: impl FnOnce(&mut Walk<'_, '_, '_>) -> Shown,
    ) -> Shown {
        let on_closed = self.on_closed.as_mut().map(|told| &mut **told as OnClosed<'_>);
        let mut walk = Walk {
            rows: std::mem::take(&mut self.rows),
            facts: std::mem::take(&mut self.facts),
            dimension: self.dimension,
            checked: self.checked,
            at: self.at.take(),
            ..Walk::new(description, &mut *self.lines, on_closed)
        };
        let shown = show(&mut walk);
        (self.rows, self.facts) = (walk.rows, walk.facts);
        (self.checked, self.at) = (walk.checked, walk.at);
        shown
    }

    /// Finds out what precedes each block.
    pub(crate) fn look_around(&mut self) -> Shown {
        let shape = LineError::new("the description is not made of blocks, loops and branches");
        self.graph = BlockGraph::new(self.description).ok_or(shape)?.into();
        Ok(())
    }

    /// Notes where the innermost thing is that was not shown.
    pub(crate) fn located(&mut self, shown: Shown, place: impl FnOnce() -> String) -> Shown {
        shown.inspect_err(|_| {
            self.at.get_or_insert_with(place);
        })
    }

    /// Shows that moves are at least 1, and lengths at least 0.
    fn meaning(&mut self) -> Shown {
        self.look_around()?;
        let description = self.description;
        self.dimension = description.parameters.len() + self.graph.most_loops();
        if !self.enter(&description.constraints())? {
            return Err(LineError::new("the order conditions exclude everything"));
        }
        for each in &description.moves {
            self.need(&each.size.clone().plus(-1))?;
        }
        for (index, block) in description.blocks.iter().enumerate() {
            if !block.words.is_empty() {
                let conditions = self.graph.at(BlockId::from_index(index)).conditions.clone();
                self.each_case(Vec::new(), &conditions, None, &mut |walk| {
                    block.words.iter().try_for_each(|word| walk.need(&word.length))
                })?;
            }
        }
        if let Some(head) = description.state_loop() {
            self.states(head)?;
        }
        // What precedes position 0 is repeated, so it has at least one value.
        if let Some(start) = &description.start {
            let lengths = || start.words.iter().map(|word| &*word.length);
            lengths().try_for_each(|length| self.need(length))?;
            let all = lengths().fold(Affine::zero(), |sum, each| &sum + each);
            self.need(&all.plus(-1))?;
        }
        Ok(())
    }

    /// Shows that the first state is within its bounds, and that each way through a pass keeps the next one there.
    fn states(&mut self, head: &StateLoop) -> Shown {
        self.need(&(&head.first - &head.least))?;
        self.need(&(&head.greatest - &head.first))?;
        let cases = head.cases().ok_or(LineError::new("a pass that takes no way"))?;
        for (way, cases) in head.ways.iter().zip(cases) {
            let conditions = [head.bounds(), cases].concat();
            self.each_case(Vec::new(), &conditions, None, &mut |walk| {
                walk.need(&(&way.next - &head.least))?;
                walk.need(&(&head.greatest - &way.next))
            })?;
        }
        Ok(())
    }

    /// Shows that the endless loop is not empty, given what is known of quotients.
    fn lasting(&mut self, quotients: Vec<Constraint>) -> Shown {
        let description = self.description;
        if description.is_piece() {
            return Ok(());
        }
        let parameters: Vec<_> = (0..description.parameters.len()).map(Affine::variable).collect();
        self.dimension = self.dimension.max(parameters.len());
        self.each_case(quotients, &[], None, &mut |walk| {
            walk.not_empty(vec![(&description.period, parameters.clone())])
        })
    }

    /// Shows that the rule holds throughout all blocks.
    fn blocks(&mut self) -> Shown {
        self.look_around()?;
        let description = self.description;
        description.different_moves(self)?;
        self.facts.clear();
        self.lines.seal()?;
        for Case { holds, followed } in &std::mem::take(&mut self.cases) {
            self.followed = Rc::clone(followed);
            for (index, block) in description.blocks.iter().enumerate() {
                if !block.words.is_empty() {
                    let shown = self.block(BlockId::from_index(index), holds);
                    self.located(shown, || format!("block {}", index + 1))?;
                }
            }
        }
        Ok(())
    }

    /// Shows that not all these units can be empty at once, with these values of the variables.
    fn not_empty(&mut self, units: Empty<'d>) -> Shown {
        let Some(ways) = self.description.ways_to_be_empty(units) else {
            return Err(LineError::new("the endless loop may be empty"));
        };
        ways.into_iter().try_for_each(|(cases, units)| {
            self.each_case(vec![], &cases, None, &mut |walk| walk.not_empty(units.clone()))
        })
    }

    /// Shows that the rule holds throughout a block.
    fn block(&mut self, block: BlockId, case: &[Constraint]) -> Shown {
        self.rows.clear();
        let place = self.graph.at(block);
        let (loops, conditions) = (place.loops.len(), place.conditions.clone());
        (self.at, self.dimension) = (None, self.description.parameters.len() + loops);
        let variables = (0..self.dimension).map(Affine::variable).collect();
        let mut chain = Chain::new(self.description, (block, variables));
        self.each_case(case.to_vec(), &conditions, None, &mut |walk| {
            walk.chain(&mut chain, &mut |walk, chain| walk.words(chain))
        })?;
        self.facts.clear();
        self.lines.seal()
    }

    /// Shows that something holds throughout the block under test wherever this chain precedes it.
    pub(crate) fn chain(&mut self, chain: &mut Chain<'d>, show: Visit<'_, 'd, Self>) -> Shown {
        let shown = stacker::maybe_grow(1 << 20, 4 << 20, || self.goal(chain, show));
        self.located(shown, || chain.path())
    }

    fn goal(&mut self, chain: &mut Chain<'d>, show: Visit<'_, 'd, Self>) -> Shown {
        match self.lines.step()? {
            ProofStep::Words => {
                self.checked.chains += 1;
                return show(self, chain);
            }
            ProofStep::Cut(cut) => return self.cut(&cut, &mut |walk| walk.chain(chain, show)),
            ProofStep::Back if !chain.from_start && chain.words.len() <= MOST_WORDS => {}
            _ => return Err(self.lines.unexpected()),
        }
        let (graph, (block, values)) = (Rc::clone(&self.graph), &chain.first().clone());
        for Predecessor { guard, instance, .. } in graph.predecessors(*block, values) {
            self.each_case(Vec::new(), &guard, Some(values), &mut |walk| {
                let Some(instance) = &instance else {
                    chain.from_start = true;
                    walk.chain(chain, show)?;
                    chain.from_start = false;
                    return Ok(());
                };
                chain.push(walk.description, instance.clone());
                walk.chain(chain, show)?;
                chain.pop(walk.description);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Goes on where the form is at least 0, and where it is below.
    pub(crate) fn cut(&mut self, cut: &Affine, go_on: Then<'_, Self>) -> Shown {
        self.within_dimension(cut)?;
        let mut parts = [cut.clone(), (-cut).plus(-1)].map(Constraint::at_least_zero).into_iter();
        parts.try_for_each(|part| self.each_case(vec![part], &[], None, go_on))
    }

    /// Goes on in every residue class of the form.
    pub(crate) fn residues(&mut self, by: u16, cut: &Affine, go_on: Then<'_, Self>) -> Shown {
        self.within_dimension(cut)?;
        if by == 0 {
            return Err(LineError::new("no remainder by 0"));
        }
        if self.dimension >= MOST_VARIABLES {
            return Err(LineError::new("too many variables"));
        }
        for residue in 0..by {
            // form = by * quotient + residue, with a fresh variable.
            let mut equation = cut.clone().plus(-i64::from(residue));
            equation.add_term(self.dimension, &(-i64::from(by)).into());
            self.dimension += 1;
            self.each_case(vec![Constraint::zero(equation)], &[], None, go_on)?;
            self.dimension -= 1;
        }
        Ok(())
    }

    pub(crate) fn within_dimension(&self, form: &Affine) -> Shown {
        let there = form.coefficients().len() <= self.dimension;
        if there { Ok(()) } else { Err(LineError::new("a variable that is not there")) }
    }

    /// Goes on in every way in which `first` and all of `all` hold, except those that are shown to have no point.
    /// Constraints without an alternative are taken together, up to the next choice.  Where there are `values`, they
    /// are put in for the variables of `all`.
    pub(crate) fn each_case(
        &mut self,
        first: Vec<Constraint>,
        all: &[Vec<Constraint>],
        values: Option<&[Affine]>,
        then: Then<'_, Self>,
    ) -> Shown {
        let put_in = |each: &Constraint| match values {
            Some(values) => each.substitute(values),
            None => each.clone(),
        };
        let certain = all.iter().take_while(|one_of| one_of.len() == 1).count();
        let (certain, open) = all.split_at(certain);
        let mut together = first;
        together.extend(certain.iter().flatten().map(put_in));
        let outside = self.outside();
        if self.enter(&together)? {
            match open.split_first() {
                None => then(self)?,
                Some((one_of, rest)) => one_of.iter().try_for_each(|each| {
                    let chosen = vec![put_in(each)];
                    // As deep as there are choices, one for each arm of a branch.
                    stacker::maybe_grow(128 << 10, 4 << 20, || {
                        self.each_case(chosen, rest, values, then)
                    })
                })?,
            }
        }
        if !together.is_empty() {
            self.leave(outside);
        }
        Ok(())
    }

    /// Adds constraints, if there are any.  Is anything left to show?
    pub(crate) fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, LineError> {
        self.rows.extend_from_slice(constraints);
        if constraints.is_empty() {
            return Ok(true);
        }
        match self.lines.step()? {
            ProofStep::Inhabited => Ok(true),
            ProofStep::Empty(refutation) => self.close(&refutation, None).map(|()| false),
            _ => Err(self.lines.unexpected()),
        }
    }

    /// Shows something where these constraints also hold, if they hold anywhere.
    pub(crate) fn inside(
        &mut self,
        constraints: &[Constraint],
        show: impl FnOnce(&mut Self) -> Shown,
    ) -> Result<bool, LineError> {
        let outside = self.outside();
        let somewhere = self.enter(constraints)?;
        if somewhere {
            show(self)?;
        }
        self.leave(outside);
        Ok(somewhere)
    }

    /// What [`Walk::leave`] needs to come back.
    pub(crate) fn outside(&self) -> [usize; 3] {
        [self.rows.len(), self.facts.len(), self.dimension]
    }

    pub(crate) fn leave(&mut self, [rows, facts, dimension]: [usize; 3]) {
        self.rows.truncate(rows);
        self.facts.truncate(facts);
        self.dimension = dimension;
    }

    /// Demands that the form is at least 0 here.
    pub(crate) fn need(&mut self, form: &Affine) -> Shown {
        let mut rest = form.clone();
        if !form.is_constant() {
            match self.lines.step()? {
                ProofStep::Fact(refutation) => {
                    let opposite = Constraint::negative(form);
                    self.close(&refutation, Some(&opposite))?;
                    self.facts.push(rest);
                    return Ok(());
                }
                ProofStep::Known(fact) => {
                    rest = form - self.facts.get(fact).ok_or(LineError::new("no such fact"))?;
                }
                _ => return Err(self.lines.unexpected()),
            }
        }
        match rest.is_constant() && !rest.constant_term().is_negative() {
            true => Ok(()),
            false => Err(LineError::new("this is not known to be at least 0")),
        }
    }

    /// Checks that there is no point here that satisfies the question.
    fn close(&mut self, refutation: &Refutation, question: Option<&Constraint>) -> Shown {
        refutation.check(&self.rows, question, self.dimension)?;
        self.checked.closed += 1;
        if let Some(on_closed) = &mut self.on_closed {
            let (line, dimension, rows) = (self.lines.number, self.dimension, &self.rows[..]);
            on_closed(&Closed { line, dimension, rows, question, refutation });
        }
        Ok(())
    }
}

impl Ways for Walk<'_, '_, '_> {
    type Error = LineError;

    fn inside(
        &mut self,
        way: &[Constraint],
        go_on: &mut dyn FnMut(&mut Self) -> Shown,
    ) -> Result<bool, LineError> {
        self.inside(way, go_on)
    }

    /// For each of these moves that can be the largest (of equal ones, the first): what holds, and which comparisons of
    /// "it is the largest" are kept.
    fn found(&mut self, moves: &[Move], holds: &[Constraint]) -> Shown {
        let conditions = [&self.description.constraints(), holds].concat();
        let followed = Rc::new(Followed::new(moves));
        let sizes: Vec<_> = moves.iter().map(Move::greatest).collect();
        for (index, &each) in sizes.iter().enumerate() {
            let mut largest = Vec::new();
            let ProofStep::Kept(others) = self.lines.step()? else {
                return Err(self.lines.unexpected());
            };
            for other in others {
                let compared = sizes.get(other).ok_or(LineError::new("no such move"))?;
                largest.push(match other < index {
                    true => Constraint::below(compared, each),
                    false => Constraint::at_least(each, compared),
                });
            }
            let holds = [&conditions[..], &largest].concat();
            let case = Case { holds, followed: Rc::clone(&followed) };
            self.inside(&largest, |walk| {
                walk.cases.push(case);
                Ok(())
            })?;
        }
        if moves.is_empty() {
            // Without moves there is no largest one, but there is still something to show.
            self.cases.push(Case { holds: conditions, followed });
        }
        Ok(())
    }
}
