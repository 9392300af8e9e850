//! What must hold for a description to say anything at all.
//!
//! For every admissible choice of the parameters each move is at least 1, each word has a
//! length of at least 0 wherever it is reached, and the endless loop is not empty.  Otherwise
//! the text has no meaning there and is rejected, with the smallest witness.

use super::walk::CONFIRMATION;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::chain::{BlockGraph, Region};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::expand::Expansion;
use crate::ilp::{Point, lexicographic_minimum};
use crate::limit::Limit;
use crate::model::{Block, BlockId, Cases, Description, Empty, LoopHead, StateLoop, Unit};
use crate::simplify;
use crate::verdict::{Evidence, Finding};
use std::collections::HashMap;

/// A fault with its smallest witness.
struct Fault {
    /// Parameters, then control variables.
    witness: Point,
    names: Vec<String>,
    diagnostic: Diagnostic,
    span: Span,
    /// For a word of negative length: for each parameter, the values for which this can happen.
    extents: Vec<Extent>,
}

/// The least and the greatest of some integers; `None` if there is no least or no greatest one.
type Extent = Option<[Integer; 2]>;

fn joined((one, other): (Extent, Extent)) -> Extent {
    let ([first, last], [other_first, other_last]) = one.zip(other)?;
    Some([first.min(other_first), last.max(other_last)])
}

/// The result of the checks.
pub(super) struct Admissible {
    /// Faults, those with the smallest parameters first.
    pub faults: Vec<Finding>,
    /// Blocks with words that no parameters reach, as warnings.
    pub unreached: Vec<Finding>,
}

/// Checks moves, lengths and the endless loop in the region of the order conditions; `passes` is another way to write
/// each pass through the loop, possibly with quotients as parameters.
pub(super) fn check(
    description: &Description,
    passes: &Description,
    graph: &BlockGraph<'_>,
    region: &mut Region,
) -> Result<Admissible, Limit> {
    let (faults, unreached) = (Vec::new(), Vec::new());
    let mut checks = Checks { description, passes, region, faults, unreached };
    checks.moves()?;
    for index in 0..description.blocks.len() {
        checks.lengths(graph, BlockId::from_index(index))?;
    }
    if let Some(head) = description.state_loop() {
        checks.states(head)?;
    }
    checks.start()?;
    checks.endless_loop()?;
    let Checks { mut faults, unreached, region, .. } = checks;
    let unreached = unreached_blocks(description, &unreached);
    let parameters = description.parameters.len();
    faults.sort_by(|a, b| {
        a.witness
            .iter()
            .take(parameters)
            .cmp(b.witness.iter().take(parameters))
            .then_with(|| a.span.cmp(&b.span))
    });
    let faults = short_words(description, region, faults).into_iter().map(|fault| Finding {
        diagnostic: fault.diagnostic,
        evidence: Evidence::Witness(fault.names.into_iter().zip(fault.witness).collect()),
    });
    Ok(Admissible { faults: faults.collect(), unreached })
}

/// Combines the words that are too short for small values of one parameter, with the least bound from which on none is:
/// this is one mistake.
fn short_words(
    description: &Description,
    region: &mut Region,
    mut faults: Vec<Fault>,
) -> Vec<Fault> {
    for parameter in 0..description.parameters.len() {
        // Without a least value a bound does not help.
        let Some(mut bound) = least(region, &[], &Affine::variable(parameter)) else { continue };
        let mut short: Vec<usize> = Vec::new();
        let mut known: Vec<_> = faults
            .iter()
            .enumerate()
            .filter_map(|(index, fault)| Some((fault.extents.get(parameter)?.clone()?, index)))
            .collect();
        known.sort();
        for ([first, last], index) in known {
            if first <= bound {
                bound = bound.max(&last + &Integer::ONE);
                short.push(index);
            }
        }
        short.sort_unstable();
        let Some((&main, others)) = short.split_first() else { continue };
        let labels: Vec<_> =
            others.iter().flat_map(|&index| faults[index].diagnostic.labels.clone()).collect();
        let fault = &mut faults[main];
        let name = &description.parameters[parameter].name;
        let diagnostic = &mut fault.diagnostic;
        if !others.is_empty() {
            let at = at(&fault.names, &fault.witness);
            diagnostic.message =
                format!("{} words have negative lengths, the first{at}", short.len());
            diagnostic.labels.extend(labels);
        }
        let these = if others.is_empty() { "it is" } else { "all of them are" };
        diagnostic.help = Some(format!(
            "with `{name} >= {bound}` {these} at least 0; or correct the length or the loop bounds"
        ));
        diagnostic.edits = vec![raised(description, parameter, &bound)];
        fault.extents.clear();
        let mut index = 0;
        faults.retain(|_| {
            index += 1;
            !others.contains(&(index - 1))
        });
    }
    faults
}

/// The edit that makes this the least value of a parameter.
fn raised(description: &Description, parameter: usize, bound: &Integer) -> Edit {
    let text = format!("{} >= {bound}", description.parameters[parameter].name);
    let variable = Affine::variable(parameter);
    let conditions = &description.conditions;
    let is_alone = |span: Span| conditions.iter().filter(|one| one.span == span).count() == 1;
    let old = conditions.iter().find(|one| {
        let form = &one.constraint.form;
        let rest = form - &variable;
        one.constraint.relation == Relation::AtLeastZero && rest.is_constant() && is_alone(one.span)
    });
    match (old, conditions.iter().map(|condition| condition.span.end).max()) {
        (Some(old), _) => Edit { span: old.span, text },
        (None, end) => {
            let end = end.unwrap_or(0);
            Edit { span: Span::new(end, end), text: format!(" {text}") }
        }
    }
}

/// The least value of a form where these constraints hold; `None` if there is none, or it is not found within the
/// limits: a suggestion must not affect the verdict.
fn least(region: &mut Region, constraints: &[Constraint], form: &Affine) -> Option<Integer> {
    let least =
        |region: &mut Region| lexicographic_minimum(region.backend(), std::slice::from_ref(form));
    let point = region.inside(constraints, least).ok()??;
    point.map(|point| form.at(&point))
}

struct Checks<'c> {
    description: &'c Description,
    passes: &'c Description,
    region: &'c mut Region,
    faults: Vec<Fault>,
    unreached: Vec<Span>,
}

/// Warns of the blocks that occur only once in the description: an instance of a piece may have no use for some blocks.
fn unreached_blocks(description: &Description, unreached: &[Span]) -> Vec<Finding> {
    let mut counts: HashMap<Span, usize> = unreached.iter().map(|span| (*span, 0)).collect();
    for block in &description.blocks {
        if let Some(count) = counts.get_mut(&block.span) {
            *count += 1;
        }
    }
    let once = unreached.iter().filter(|span| counts[span] == 1);
    let warn = |span: &Span| {
        let warning =
            Diagnostic::new(Code::UnreachedBlock, "no admissible parameters reach this block");
        let warning = warning
            .label(*span, "never part of the sequence")
            .help("check the loop bounds and conditions around it, or remove it");
        Finding::new(warning)
    };
    once.map(warn).collect()
}

/// Warns where there are fewer moves than listed, for parameters in the region, which is asked without a proof.
pub(super) fn without_moves(
    description: &Description,
    region: &mut Region,
) -> Result<Option<Finding>, Limit> {
    let warn = |message: String| {
        Diagnostic::new(Code::NoMovesForSome, message)
            .note("with no moves, no position has an option, so all positions have the same value")
    };
    if description.moves.is_empty() {
        return Ok(Some(Finding::new(warn("the game has no moves".to_owned()))));
    }
    let names: Vec<_> = description.parameter_names().into_iter().map(str::to_owned).collect();
    for each in &description.moves {
        let Some(last) = &each.last else { continue };
        let empty = Constraint::below(last, &each.size);
        if region.can(&empty)?
            && let Some(witness) = region.smallest(&[empty], names.len())?
        {
            let range = each.display(&names);
            let message = format!("the range {range} has no moves{}", at(&names, &witness));
            let warning = warn(message).label(each.span, "ends before it begins there");
            return Ok(Some(Finding {
                diagnostic: warning,
                evidence: Evidence::Witness(names.into_iter().zip(witness).collect()),
            }));
        }
    }
    Ok(None)
}

impl Checks<'_> {
    fn moves(&mut self) -> Result<(), Limit> {
        let names = self.names(&[]);
        for each in &self.description.moves {
            let below_one = Constraint::at_least_zero(-&each.size);
            if self.region.can(&below_one)?
                && let Some(witness) = self.region.smallest(&[below_one], names.len())?
            {
                let size = each.size.at(&witness);
                let diagnostic = Diagnostic::new(
                    Code::MoveBelowOne,
                    format!(
                        "the move {} is {size}{}",
                        each.size.display(&names),
                        at(&names, &witness)
                    ),
                )
                .label(each.span, format!("is {size} there"))
                .note("a move takes at least 1 item from the heap")
                .help("strengthen the order conditions, or correct the move");
                self.faults.push(Fault {
                    witness,
                    names: names.clone(),
                    diagnostic,
                    span: each.span,
                    extents: Vec::new(),
                });
            } else {
                self.region.need(&each.size.clone().plus(-1))?;
            }
        }
        Ok(())
    }

    fn lengths(&mut self, graph: &BlockGraph<'_>, id: BlockId) -> Result<(), Limit> {
        let block = self.description.block(id);
        if block.words.is_empty() {
            return Ok(());
        }
        let place = graph.at(id);
        let names = self.names(&place.loops);
        let conditions = place.conditions.clone();
        if !self.words(block, &names, &conditions)? {
            self.unreached.push(block.span);
        }
        Ok(())
    }

    /// Checks lengths of words where these conditions hold.  Do they hold anywhere?
    fn words(
        &mut self,
        block: &Block,
        names: &[String],
        conditions: &Cases,
    ) -> Result<bool, Limit> {
        let parameters = self.description.parameters.len();
        let mut smallest: Vec<Option<Point>> = vec![None; block.words.len()];
        let mut extents: Vec<Option<Vec<Extent>>> = vec![None; block.words.len()];
        let mut reached = false;
        self.region.each_case(&[], conditions, None, &mut |_, region| {
            reached = true;
            for (index, word) in block.words.iter().enumerate() {
                let negative = [Constraint::negative(&word.length)];
                if !region.can(&negative[0])? {
                    region.need(&word.length)?;
                    continue;
                }
                let Some(witness) = region.smallest(&negative, names.len())? else { continue };
                if smallest[index].as_ref().is_none_or(|known| witness < *known) {
                    smallest[index] = Some(witness);
                }
                // A length is about the parameters in it, unless it depends only on those around it.
                let is_in = |parameter: usize| !word.length.coefficient(parameter).is_zero();
                let is_about_none = !(0..parameters).any(is_in);
                let here = (0..parameters).map(|parameter| {
                    if !is_about_none && !is_in(parameter) {
                        return None;
                    }
                    let variable = Affine::variable(parameter);
                    let first = least(region, &negative, &variable)?;
                    let last = least(region, &negative, &-&variable)?;
                    Some([first, -&last])
                });
                let here: Vec<Extent> = here.collect();
                extents[index] = Some(match extents[index].take() {
                    None => here,
                    Some(known) => known.into_iter().zip(here).map(joined).collect(),
                });
            }
            Ok(())
        })?;
        for ((word, witness), extents) in block.words.iter().zip(smallest).zip(extents) {
            let (Some(witness), Some(extents)) = (witness, extents) else { continue };
            let length = word.length.at(&witness);
            let diagnostic = Diagnostic::new(
                Code::NegativeLength,
                format!("a word has length {length}{}", at(names, &witness)),
            )
            .label(
                word.span,
                format!("its length {} is {length} there", word.length.display(names)),
            )
            .note("a word is a part of the sequence, so its length must be at least 0")
            .help("strengthen the order conditions, or correct the length or the loop bounds");
            let (names, span) = (names.to_vec(), word.span);
            self.faults.push(Fault { witness, names, diagnostic, span, extents });
        }
        Ok(reached)
    }

    /// Checks that the first state is within its bounds, and that each way through a pass keeps the next one there.
    fn states(&mut self, head: &StateLoop) -> Result<(), Limit> {
        self.state(head, &head.first, &Cases::new(), "the first state", head.span)?;
        let cases = head.cases().unwrap_or_default();
        for (way, cases) in head.ways.iter().zip(cases) {
            let conditions = [head.bounds(), cases].concat();
            self.state(head, &way.next, &conditions, "the next state", way.span)?;
        }
        Ok(())
    }

    /// Checks that a state is within the bounds where these conditions hold.
    fn state(
        &mut self,
        head: &StateLoop,
        state: &Affine,
        conditions: &Cases,
        what: &str,
        span: Span,
    ) -> Result<(), Limit> {
        let around = [LoopHead::State(head)];
        let names = self.names(if conditions.is_empty() { &[] } else { &around });
        let mut found: Option<(Point, &Affine)> = None;
        self.region.each_case(&[], conditions, None, &mut |_, region| {
            for (room, bound) in
                [(state - &head.least, &head.least), (&head.greatest - state, &head.greatest)]
            {
                let outside = [Constraint::negative(&room)];
                if !region.can(&outside[0])? {
                    region.need(&room)?;
                } else if let Some(witness) = region.smallest(&outside, names.len())?
                    && found.as_ref().is_none_or(|(known, _)| witness < *known)
                {
                    found = Some((witness, bound));
                }
            }
            Ok(())
        })?;
        let Some((witness, bound)) = found else { return Ok(()) };
        let (at, value, end) = (at(&names, &witness), state.at(&witness), bound.at(&witness));
        let side = if value < end { "below" } else { "above" };
        let form = state.display(&names).to_string();
        let diagnostic = Diagnostic::new(
            Code::StateOutside,
            format!("{what} is {value}{at}, {side} its bound {end}"),
        )
        .label(span, format!("{form} is {value} there"))
        .note("the proof is about all states within the bounds, so no pass may leave them")
        .help("correct the bounds after IN, the condition or the next state");
        self.faults.push(Fault { witness, names, diagnostic, span, extents: Vec::new() });
        Ok(())
    }

    /// Checks that what precedes position 0, which is repeated, has at least one value.
    fn start(&mut self) -> Result<(), Limit> {
        let Some(start) = &self.description.start else { return Ok(()) };
        let names = self.names(&[]);
        self.words(start, &names, &Cases::new())?;
        let all = start.words.iter().fold(Affine::zero(), |sum, word| &sum + &word.length);
        let empty = Constraint::at_least_zero(-&all);
        if !self.faults.is_empty() || !self.region.can(&empty)? {
            return self.region.need(&all.plus(-1));
        }
        let Some(witness) = self.region.smallest(&[empty], names.len())? else { return Ok(()) };
        let message = format!("the start has no values{}", at(&names, &witness));
        let diagnostic = Diagnostic::new(Code::EmptyStart, message)
            .label(start.span, "repeats nothing there")
            .note("the start repeats endlessly to the left of position 0")
            .help("strengthen the order conditions, or correct the lengths");
        let (span, extents) = (start.span, Vec::new());
        self.faults.push(Fault { witness, names, diagnostic, span, extents });
        Ok(())
    }

    /// Looks for parameters for which a pass through the endless loop has no position.
    ///
    /// A loop whose iterations are all empty has an empty first and an empty last iteration.  That is a system of
    /// constraints; its smallest solution is tested.
    fn endless_loop(&mut self) -> Result<(), Limit> {
        if self.description.is_piece() {
            return Ok(());
        }
        let names = self.names(&[]);
        let span = match self.description.period.first() {
            Some(Unit::Block(id)) => self.description.block(*id).span,
            _ => Span::default(),
        };
        let passes = self.passes;
        let variables = passes.parameters.len();
        let environment: Vec<_> = (0..variables).map(Affine::variable).collect();
        let quotients = simplify::of_quotients(self.description, passes);
        let mut beyond: Vec<Constraint> = Vec::new();
        // Each round either ends or excludes one more value of the only parameter.
        for _ in 0..100 {
            let mut found: Option<Point> = None;
            let conditions = [quotients.as_slice(), &beyond].concat();
            self.region.each_case(&conditions, &[], None, &mut |_, region| {
                let pass = vec![(passes.period.as_slice(), environment.clone())];
                empty(passes, region, pass, &mut |region| {
                    let Some(witness) = region.smallest(&[], variables)? else { return Ok(()) };
                    if found.as_ref().is_none_or(|known| witness < *known) {
                        found = Some(witness);
                    }
                    region
                        .log()
                        .unsupported("whether the endless loop is empty depends on its iterations");
                    Ok(())
                })
            })?;
            let Some(mut witness) = found else { return Ok(()) };
            let mut pass = Expansion::of_period(passes, &witness);
            let is_empty = pass.next().is_none();
            if pass.gave_up() {
                return Err(CONFIRMATION);
            }
            witness.truncate(names.len());
            if is_empty {
                let diagnostic = Diagnostic::new(
                    Code::EmptyEndlessLoop,
                    format!("the body of the endless loop is empty{}", at(&names, &witness)),
                )
                .label(span, "repeats nothing there")
                .note("an empty endless loop leaves the sequence unfinished")
                .help("strengthen the order conditions, or write the body out");
                let extents = Vec::new();
                self.faults.push(Fault { witness, names, diagnostic, span, extents });
                return Ok(());
            }
            match witness.as_slice() {
                [only] => {
                    let next = &Affine::variable(0) - &Affine::constant(only + &Integer::ONE);
                    beyond = vec![Constraint::at_least_zero(next)];
                }
                _ => return Err(Limit::CASE_SPLITS),
            }
        }
        Err(Limit::CASE_SPLITS)
    }

    fn names(&self, loops: &[LoopHead<'_>]) -> Vec<String> {
        let parameters = self.description.parameters.iter().map(|each| each.name.clone());
        parameters.chain(loops.iter().map(|head| head.name().to_owned())).collect()
    }
}

/// Visits all ways in which these units are empty.
fn empty(
    description: &Description,
    region: &mut Region,
    units: Empty<'_>,
    visit: &mut dyn FnMut(&mut Region) -> Result<(), Limit>,
) -> Result<(), Limit> {
    let Some(ways) = description.ways_to_be_empty(units) else { return visit(region) };
    ways.into_iter().try_for_each(|(cases, units)| {
        region.each_case(&[], &cases, None, &mut |_, region| {
            empty(description, region, units.clone(), visit)
        })
    })
}

/// ` at n = 2, i = 1`, or an empty text without names.
pub(super) fn at(names: &[impl std::fmt::Display], values: &[Integer]) -> String {
    let pairs: Vec<_> =
        names.iter().zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
    if pairs.is_empty() { String::new() } else { format!(" at {}", pairs.join(", ")) }
}
