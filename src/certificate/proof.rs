//! The walk through the description: what is to be shown, and that it is.

use super::argument::Argument;
use super::lines::{Lines, form, integer, numbers};
use super::places::{Cases, Place, arm_cases, places, substitute};
use super::sweep::Chain;
use super::{Checked, Closed, Flaw, Rejected};
use crate::affine::{Affine, Constraint};
use crate::model::{BlockId, Description, Unit};
use std::io::BufRead;

/// Chains longer than this, cuts counted as well, are not followed.
const DEPTH: usize = 10_000;

/// The stack that a step of a recursion must find, and what is added where it does not.
const STACK: (usize, usize) = (128 << 10, 4 << 20);

/// Called with each closed leaf.
pub type OnClosed<'c> = &'c mut dyn FnMut(&Closed<'_>);

/// The state of the walk.
pub(super) struct Proof<'c, 'd, R> {
    pub description: &'d Description,
    pub lines: Lines<R>,
    pub places: Vec<Place<'d>>,
    /// The moves.
    pub moves: Vec<Affine>,
    /// The constraints that hold here.
    pub rows: Vec<Constraint>,
    /// Forms that were shown to be at least 0 here.
    pub facts: Vec<Affine>,
    /// The number of variables here: parameters, control variables, quotients.
    pub dimension: usize,
    pub checked: Checked,
    /// Where a flaw was found.
    at: String,
    on_closed: Option<OnClosed<'c>>,
}

/// What [`Proof::leave`] needs to come back.
pub(super) struct Outside {
    rows: usize,
    facts: usize,
    dimension: usize,
}

/// Checks everything behind the header.
pub(super) fn check<R: BufRead>(
    description: &Description,
    lines: Lines<R>,
    on_closed: Option<OnClosed<'_>>,
) -> Result<Checked, Rejected> {
    let mut proof = Proof {
        description,
        lines,
        places: Vec::new(),
        moves: description.moves.iter().map(|each| each.size.clone()).collect(),
        rows: Vec::new(),
        facts: Vec::new(),
        dimension: 0,
        checked: Checked::default(),
        at: String::new(),
        on_closed,
    };
    let result = proof.run();
    let (line, place) = (proof.lines.number(), proof.at);
    result.map_err(|flaw| Rejected { line, place: Some(place), flaw }).map(|()| proof.checked)
}

impl<'d, R: BufRead> Proof<'_, 'd, R> {
    fn run(&mut self) -> Result<(), Flaw> {
        let description = self.description;
        self.places = places(description)?;
        self.at = "that the description has a meaning".to_owned();
        let cases = self.meaning()?;
        for case in &cases {
            for (index, block) in description.blocks.iter().enumerate() {
                if !block.words.is_empty() {
                    self.block(BlockId::from_index(index), case)?;
                }
            }
        }
        self.at = "the end".to_owned();
        self.lines.end()?;
        self.checked.lines = self.lines.number();
        Ok(())
    }

    /// That the description has a meaning; the cases of which move is the largest.
    fn meaning(&mut self) -> Result<Vec<Vec<Constraint>>, Flaw> {
        let description = self.description;
        let most_loops = self.places.iter().map(|place| place.loops).max();
        self.dimension = description.parameters.len() + most_loops.unwrap_or(0);
        let conditions = description.constraints();
        if !self.enter(&conditions)? {
            return Err(Flaw::new("the order conditions exclude everything"));
        }
        self.witness(&conditions)?;
        for index in 0..self.moves.len() {
            let at_least_one = self.moves[index].clone().plus(-1);
            self.need(&at_least_one)?;
        }
        for (index, block) in description.blocks.iter().enumerate() {
            if !block.words.is_empty() {
                let conditions = self.places[index].conditions.clone();
                self.each_case(Vec::new(), &conditions, &mut |proof| {
                    block.words.iter().try_for_each(|word| proof.need(&word.length))
                })?;
            }
        }
        if !description.is_piece() {
            let parameters = (0..description.parameters.len()).map(Affine::variable);
            self.not_empty(vec![(&description.period, parameters.collect())])?;
        }
        let cases = self.largest(&conditions)?;
        self.seal()?;
        Ok(cases)
    }

    /// A point at which the order conditions hold.
    fn witness(&mut self, conditions: &[Constraint]) -> Result<(), Flaw> {
        let line = self.lines.next()?;
        let values = line.strip_prefix("witness").ok_or_else(|| Flaw::text(line))?;
        let values: Vec<_> = values.split(' ').skip(1).map(integer).collect::<Result<_, _>>()?;
        let fits = values.len() == self.description.parameters.len();
        if fits && conditions.iter().all(|each| each.holds_at(&values)) {
            Ok(())
        } else {
            Err(Flaw::new("the order conditions do not hold at this point"))
        }
    }

    /// That not all these units can be empty at once, with these values of the variables.
    ///
    /// A loop without positions has none in its first and its last iteration.
    fn not_empty(&mut self, mut units: Vec<(&'d [Unit], Vec<Affine>)>) -> Result<(), Flaw> {
        let Some((first, values)) = units.pop() else {
            return Err(Flaw::new("the endless loop may be empty"));
        };
        let Some((unit, rest)) = first.split_first() else { return self.not_empty(units) };
        units.push((rest, values.clone()));
        match unit {
            Unit::Block(id) => {
                let words = self.description.block(*id).words.iter();
                let empty = words.map(|each| Constraint::zero(each.length.substitute(&values)));
                let empty: Cases = empty.map(|each| vec![each]).collect();
                self.each_case(Vec::new(), &empty, &mut |proof| proof.not_empty(units.clone()))
            }
            Unit::Loop(head) if self.description.has_words(&head.body) => {
                let (from, upto) = (head.from.substitute(&values), head.upto.substitute(&values));
                let skipped = vec![vec![Constraint::below(&upto, &from)]];
                self.each_case(Vec::new(), &skipped, &mut |proof| {
                    proof.not_empty(units.clone())
                })?;
                let runs = vec![vec![Constraint::at_least(&upto, &from)]];
                for end in [from, upto] {
                    units.push((&head.body, [&values[..head.variable], &[end]].concat()));
                }
                self.each_case(Vec::new(), &runs, &mut |proof| proof.not_empty(units.clone()))
            }
            Unit::Loop(_) => self.not_empty(units),
            Unit::Branch(branch) => {
                let bodies = branch.arms.iter().map(|arm| arm.body.as_slice()).chain([&[][..]]);
                for (cases, body) in arm_cases(&branch.arms).iter().zip(bodies) {
                    let mut inside = units.clone();
                    inside.push((body, values.clone()));
                    let cases = substitute(cases, &values);
                    self.each_case(Vec::new(), &cases, &mut |proof| {
                        proof.not_empty(inside.clone())
                    })?;
                }
                Ok(())
            }
        }
    }

    /// For each move that can be the largest (of equal ones, the first): the order conditions
    /// and what is kept of "it is the largest".
    fn largest(&mut self, conditions: &[Constraint]) -> Result<Vec<Vec<Constraint>>, Flaw> {
        let mut cases = Vec::new();
        for (index, each) in self.moves.clone().iter().enumerate() {
            let line = self.lines.next()?;
            let kept = numbers(line.strip_prefix('k').ok_or_else(|| Flaw::text(line))?)?;
            let mut holds = Vec::with_capacity(kept.len());
            for other in kept {
                let compared = self.moves.get(other).filter(|_| other != index);
                let compared = compared.ok_or(Flaw::new("no other move"))?;
                holds.push(match other < index {
                    true => Constraint::below(compared, each),
                    false => Constraint::at_least(each, compared),
                });
            }
            let outside = self.outside();
            if self.enter(&holds)? {
                cases.push([conditions, &holds].concat());
            }
            self.leave(outside);
        }
        if self.moves.is_empty() {
            cases.push(conditions.to_vec());
        }
        Ok(cases)
    }

    /// That the rule holds throughout all instances of a block.
    fn block(&mut self, block: BlockId, case: &[Constraint]) -> Result<(), Flaw> {
        self.at.clear();
        self.rows.clear();
        let loops = self.places[block.index()].loops;
        self.dimension = self.description.parameters.len() + loops;
        let variables = (0..self.dimension).map(Affine::variable).collect();
        let mut chain = Chain::new(self.description, block, variables);
        let conditions = self.places[block.index()].conditions.clone();
        let shown = self
            .each_case(case.to_vec(), &conditions, &mut |proof| proof.chain(&mut chain, 0))
            .and_then(|()| self.seal());
        if shown.is_err() && self.at.is_empty() {
            self.at = format!("block {}", block.printed());
        }
        shown?;
        self.checked.blocks += 1;
        Ok(())
    }

    /// That the rule holds throughout the block under test wherever this chain precedes it.
    fn chain(&mut self, chain: &mut Chain<'d>, depth: usize) -> Result<(), Flaw> {
        let result = self.goal(chain, depth);
        if result.is_err() && self.at.is_empty() {
            self.at = chain.to_string();
        }
        result
    }

    fn goal(&mut self, chain: &mut Chain<'d>, depth: usize) -> Result<(), Flaw> {
        if depth > DEPTH {
            return Err(Flaw::new("a chain longer than is followed"));
        }
        let line = self.lines.next()?;
        if line == "w" {
            self.checked.chains += 1;
            return self.words(chain);
        }
        if let Some(cut) = line.strip_prefix("c ") {
            let cut = form(cut)?;
            return self.cut(cut, &mut |proof| proof.deeper(chain, depth));
        }
        if line != "b" || chain.from_start {
            return Err(Flaw::text(line));
        }
        let (block, values) = chain.first();
        let predecessors = self.places[block.index()].predecessors(values);
        for (guard, instance) in &predecessors {
            self.each_case(Vec::new(), guard, &mut |proof| match instance {
                None => {
                    chain.from_start = true;
                    proof.deeper(chain, depth)?;
                    chain.from_start = false;
                    Ok(())
                }
                Some((block, values)) => {
                    chain.push(proof.description, *block, values.clone());
                    proof.deeper(chain, depth)?;
                    chain.pop(proof.description);
                    Ok(())
                }
            })?;
        }
        Ok(())
    }

    fn deeper(&mut self, chain: &mut Chain<'d>, depth: usize) -> Result<(), Flaw> {
        stacker::maybe_grow(STACK.0, STACK.1, || self.chain(chain, depth + 1))
    }

    /// Goes on where the form is at least 0, and where it is below.
    pub(super) fn cut(
        &mut self,
        cut: Affine,
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        self.within_dimension(&cut)?;
        let opposite = (-&cut).plus(-1);
        for part in [cut, opposite] {
            let part = vec![Constraint::at_least_zero(part)];
            self.each_case(part, &Vec::new(), go_on)?;
        }
        Ok(())
    }

    /// Goes on in every residue class of the form.
    pub(super) fn residues(
        &mut self,
        cut: &str,
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        let (modulus, cut) = cut.split_once(' ').ok_or_else(|| Flaw::text(cut))?;
        let (modulus, cut) = (modulus.parse::<u16>(), form(cut)?);
        let modulus = modulus.ok().filter(|each| *each > 0).ok_or(Flaw::new("a bad modulus"))?;
        self.within_dimension(&cut)?;
        for residue in 0..modulus {
            let outside = self.outside();
            // form = modulus * quotient + residue, with a fresh variable.
            let mut equation = cut.clone().plus(-i64::from(residue));
            equation.add_term(self.dimension, &(-i64::from(modulus)).into());
            self.dimension += 1;
            if self.enter(&[Constraint::zero(equation)])? {
                go_on(self)?;
            }
            self.leave(outside);
        }
        Ok(())
    }

    fn within_dimension(&self, form: &Affine) -> Result<(), Flaw> {
        if form.coefficients().len() <= self.dimension {
            Ok(())
        } else {
            Err(Flaw::new("a variable that is not there"))
        }
    }

    /// Goes on in every way in which `first` and the cases hold, except those that are shown
    /// to have no point.  Constraints without alternative are taken together, up to the next
    /// choice.
    pub(super) fn each_case(
        &mut self,
        first: Vec<Constraint>,
        cases: &[Vec<Constraint>],
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        let certain = cases.iter().take_while(|one_of| one_of.len() == 1).count();
        let (certain, open) = cases.split_at(certain);
        let together = [first, certain.concat()].concat();
        let outside = self.outside();
        if self.enter(&together)? {
            match open.split_first() {
                None => go_on(self)?,
                Some((one_of, rest)) => {
                    for each in one_of {
                        self.each_case(vec![each.clone()], rest, go_on)?;
                    }
                }
            }
        }
        if !together.is_empty() {
            self.leave(outside);
        }
        Ok(())
    }

    /// Adds constraints, if there are any.  Is there something left to show?
    fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, Flaw> {
        if constraints.is_empty() {
            return Ok(true);
        }
        self.rows.extend_from_slice(constraints);
        let line = self.lines.next()?;
        if line == "o" {
            return Ok(true);
        }
        let argument = line.strip_prefix("x ").ok_or_else(|| Flaw::text(line))?;
        let argument = Argument::read(argument)?;
        self.close(&argument, None)?;
        Ok(false)
    }

    fn outside(&self) -> Outside {
        Outside { rows: self.rows.len(), facts: self.facts.len(), dimension: self.dimension }
    }

    fn leave(&mut self, outside: Outside) {
        self.rows.truncate(outside.rows);
        self.facts.truncate(outside.facts);
        self.dimension = outside.dimension;
    }

    fn seal(&mut self) -> Result<(), Flaw> {
        self.facts.clear();
        self.lines.seal()
    }

    /// Demands that the form is at least 0 here.
    pub(super) fn need(&mut self, form: &Affine) -> Result<(), Flaw> {
        if form.is_constant() {
            return match form.constant_term().is_negative() {
                true => Err(Flaw::new("a number below 0 that is not to be below 0")),
                false => Ok(()),
            };
        }
        self.checked.facts += 1;
        let line = self.lines.next()?;
        if let Some(number) = line.strip_prefix("= ") {
            let known = number.parse().ok().and_then(|number: usize| self.facts.get(number));
            let known = known.ok_or(Flaw::new("no such fact"))?;
            let more = form - known;
            return match more.is_constant() && !more.constant_term().is_negative() {
                true => Ok(()),
                false => Err(Flaw::new("the fact does not say enough")),
            };
        }
        let argument = line.strip_prefix("f ").ok_or_else(|| Flaw::text(line))?;
        let argument = Argument::read(argument)?;
        self.close(&argument, Some(&(-form).plus(-1)))?;
        self.facts.push(form.clone());
        Ok(())
    }

    /// Checks that there is no point here with `question >= 0`.
    fn close(&mut self, argument: &Argument, question: Option<&Affine>) -> Result<(), Flaw> {
        argument.check(&self.rows, question)?;
        self.checked.closed += 1;
        if let Some(on_closed) = &mut self.on_closed {
            on_closed(&Closed {
                line: self.lines.number(),
                dimension: self.dimension,
                rows: &self.rows,
                question,
                argument,
            });
        }
        Ok(())
    }
}
