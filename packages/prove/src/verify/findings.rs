//! The messages of verdicts other than *verified*.

use super::counterexample::{self, FoundFailure};
use super::hunt::Hunted;
use super::tasks::{Halt, Job};
use super::{Ended, admissible, region};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::block_graph;
use crate::diagnostic::{Code, Diagnostic, Label, Span};
use crate::ilp::Point;
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, LoopHead, StateLoop, Unit};
use crate::verdict::{Counterexample, Evidence, Finding, Verdict};

/// No integers satisfy the order conditions.
pub(super) fn vacuous(description: &Description) -> Ended {
    let mut diagnostic = Diagnostic::new(
        Code::UnsatisfiableConditions,
        "no integers satisfy the order conditions, so nothing is claimed",
    );
    let spans = description.conditions.iter().map(|each| each.span);
    if let Some(span) = spans.reduce(|all, each| all.to(each)) {
        diagnostic = diagnostic.label(span, "no parameters satisfy all of these");
    }
    let help = "a description is only about parameters that satisfy all its conditions";
    (Verdict::Vacuous, vec![Finding::new(diagnostic.help(help))])
}

/// What to say about a limit.
pub fn limit_finding(limit: Limit) -> Finding {
    let message = format!("not decided: {}", limit.text());
    let mut diagnostic = Diagnostic::new(Code::LimitReached, message);
    if limit == Limit::STOPPED {
        diagnostic = diagnostic.help("allow more time with --time-limit");
    }
    Finding::limit_reached(diagnostic, limit)
}

/// What to say when a limit ended the proof.
pub(super) fn halted(job: &Job<'_, '_>, halt: &Halt, hunted: &Hunted) -> Finding {
    let description = job.description;
    let mut finding = match repeated(description, halt) {
        Some(repeated) if halt.limit == Limit::CHAIN_BLOCKS => repeated.finding(job, halt),
        _ => {
            let mut finding = limit_finding(halt.limit);
            if let Some(tested) = halt.instances.first() {
                let span = description.block(tested.block).span;
                finding.diagnostic = finding.diagnostic.label(span, "while checking this block");
            }
            finding
        }
    };
    looked(&mut finding, job.original, hunted);
    finding
}

/// Adds what was examined directly without finding a failure.
pub(super) fn looked(finding: &mut Finding, description: &Description, hunted: &Hunted) {
    let Some(first) = &hunted.first else { return };
    if hunted.tried == 0 || hunted.failure.is_some() {
        return;
    }
    let names = description.parameter_names();
    let where_from = match (names.len(), hunted.tried) {
        (0, _) => String::new(),
        (_, 1) => format!(" for the smallest parameters,{}", assigned(&names, first)),
        (_, tried) => {
            format!(
                " for {tried} choices of the parameters, starting \
                     with{}",
                assigned(&names, first)
            )
        }
    };
    finding.diagnostic.notes.push(format!(
        "checked directly: {} positions{where_from}; none is wrong",
        hunted.positions
    ));
}

/// ` n = 2, m = 1`
fn assigned(names: &[&str], values: &Point) -> String {
    let pairs = names.iter().zip(values).map(|(name, value)| format!(" {name} = {value}"));
    pairs.collect::<Vec<_>>().join(",")
}

/// A loop with many iterations in one chain.
struct Repeated {
    /// Its head, or what the endless loop repeats.
    span: Span,
    /// The length of an iteration, where that is a form over the parameters.
    length: Option<Affine>,
}

/// The loop whose iterations filled the chain: the farthest block that occurs there several times, with another value
/// of its control variable each time.
fn repeated(description: &Description, halt: &Halt) -> Option<Repeated> {
    let of = |block| halt.instances.iter().rev().filter(move |each| each.block == block);
    let last = halt.instances.iter().rev().find(|each| of(each.block).nth(2).is_some())?;
    let before = of(last.block).nth(1)?;
    let changed =
        last.environment.iter().zip(&before.environment).position(|(one, other)| one != other);
    let dimension = description.parameters.len();
    let (span, body) = match changed {
        Some(variable) => {
            let graph = block_graph(description);
            let mut heads = graph.at(last.block).loops.iter();
            let head = *heads.find(|head| head.variable() == variable)?;
            match head {
                LoopHead::Counted(counted) => (head.span(), counted.body.as_slice()),
                LoopHead::State(_) => (head.span(), [].as_slice()),
            }
        }
        None => {
            let spans = description.period.iter().map(|unit| match unit {
                Unit::Block(id) => description.block(*id).span,
                Unit::Loop(head) => head.span,
                Unit::Branch(branch) => branch.span,
                Unit::StateLoop(head) => head.span,
            });
            (spans.reduce(Span::to)?, description.period.as_slice())
        }
    };
    let mut length = Some(Affine::zero());
    for unit in body {
        length = match (unit, length) {
            (Unit::Block(id), Some(length)) => {
                let words = description.block(*id).words.iter();
                Some(words.fold(length, |sum, word| &sum + &word.length))
            }
            _ => None,
        };
    }
    let length = length.filter(|length| length.coefficients().len() <= dimension);
    Some(Repeated { span, length })
}

/// A number of iterations that no chain has.
const ENDLESS: i64 = 1 << 20;

impl Repeated {
    fn finding(&self, job: &Job<'_, '_>, halt: &Halt) -> Finding {
        let names = job.description.parameter_names();
        let largest = halt.largest.display(&names);
        let labelled = |label: String| {
            let mut finding = limit_finding(halt.limit);
            finding.diagnostic = finding.diagnostic.label(self.span, label);
            finding
        };
        let Some(length) = &self.length else {
            return labelled(format!("many iterations fit into the largest move, {largest}"));
        };
        let each = length.display(&names);
        let rest = &halt.largest - &length.times(&Integer::from(ENDLESS));
        let growing: Vec<_> = (0..names.len())
            .filter(|&parameter| rest.coefficient(parameter).is_positive())
            .map(|parameter| names[parameter])
            .collect();
        let mut region = region(names.len(), job.options);
        let reached = Constraint::at_least_zero(rest);
        let conditions = job.description.constraints();
        let unbounded = region.enter(&conditions).is_ok_and(|outside| outside.is_some())
            && region.can(&reached) == Ok(true);
        if !unbounded || growing.is_empty() {
            return labelled(format!(
                "an iteration has length {each}, and the largest move is {largest}"
            ));
        }
        let diagnostic = Diagnostic::new(
            Code::UnboundedIterations,
            "not decided: the largest move can span any number of iterations of this loop",
        )
        .label(self.span, format!("an iteration has length {each}"))
        .note(format!(
            "the largest move, {largest}, grows with {} faster than the length of an iteration \
             does",
            growing.join(", ")
        ))
        .help("write such repetitions as one word, or make the iterations longer");
        Finding::limit_reached(diagnostic, halt.limit)
    }
}

/// Where the proof of a description fails, and direct computation does not.
pub(super) struct Unreached<'d> {
    pub head: &'d StateLoop,
    pub parameters: Point,
    pub state: Option<Integer>,
}

/// What to say about a failure at a state that may never occur.
pub(super) fn unreached(description: &Description, failure: &Unreached<'_>) -> Finding {
    let Unreached { head, parameters, state } = failure;
    let names = description.parameter_names();
    let at = admissible::at(&names, parameters);
    let place = match state {
        Some(state) => {
            format!("{at}{} {} = {state}", if at.is_empty() { " at" } else { "," }, head.name)
        }
        None => at.clone(),
    };
    let diagnostic = Diagnostic::new(
        Code::StateUnreached,
        format!("not decided: the rule fails{place}, but no pass with this state was reached"),
    )
    .label(head.span, "all states within these bounds are looked at")
    .note(format!(
        "the passes{at} were computed one after another, and none is wrong as far as they go"
    ))
    .help("make the bounds narrower, or describe passes with the other states as well");
    Finding::new(diagnostic)
}

/// Finds the smallest failing position for the smallest failing parameters, and says so.
pub(super) fn refuted(
    description: &Description,
    source: &str,
    parameters: &Point,
    stop: &CancellationToken,
) -> Ended {
    let text = |index: usize| {
        source.get(description.moves[index].span.range()).unwrap_or_default().to_owned()
    };
    let found = counterexample::first_failure(description, parameters, text, stop);
    let FoundFailure { counterexample, word } = match found {
        Ok(found) => found,
        Err(limit) => {
            let mut finding = limit_finding(limit);
            let names = description.parameter_names();
            let missing = match limit {
                Limit::STOPPED => "the position was not found in the time there was",
                _ => "at a position too far out to compute",
            };
            finding.diagnostic.notes.push(format!(
                "the description is wrong{}, but {missing}",
                admissible::at(&names, parameters)
            ));
            return (Verdict::Undecided, vec![finding]);
        }
    };
    let failure = &counterexample.failure;
    let names: Vec<_> =
        counterexample.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let for_parameters =
        if names.is_empty() { String::new() } else { format!(" for {}", names.join(", ")) };
    let message = format!(
        "wrong at position {}{for_parameters}: the description says {}, the rule gives {}",
        failure.position, failure.claimed, failure.computed
    );
    let mut diagnostic = Diagnostic::new(Code::WrongDescription, message).label(
        failure.word,
        format!("this word puts {} at position {}", failure.claimed, failure.position),
    );
    diagnostic.labels.extend(in_pieces(description, source, word, &counterexample));
    let evidence = Evidence::Position(Box::new(counterexample));
    (Verdict::Refuted, vec![Finding { diagnostic, evidence }])
}

/// The pieces that contain the wrong word, with their arguments, innermost first; empty for a word that is not in a
/// piece.
fn in_pieces(
    description: &Description,
    source: &str,
    (block, word): (BlockId, usize),
    counterexample: &Counterexample,
) -> Vec<Label> {
    let reading = lang::Options {
        rule: Some(description.rule),
        raw: description.is_piece(),
        ..Default::default()
    };
    let found = lang::inside(source, &reading, block.index(), word);
    let Some((calls, mut place)) = found else { return Vec::new() };
    let assigned = counterexample.parameters.iter().chain(&counterexample.failure.iteration);
    let variables: Vec<Integer> = assigned.map(|(_, value)| value.clone()).collect();
    let mut labels = Vec::new();
    for call in calls.iter().rev() {
        let arguments = call.arguments.iter();
        let values = arguments.map(|(name, form)| format!("{name} = {}", form.at(&variables)));
        let values: Vec<_> = values.collect();
        let with = if values.is_empty() { String::new() } else { ", with ".to_owned() };
        let text = format!("here in `{}`{with}{}", call.name, values.join(", "));
        labels.push(Label { span: place, text: Some(text) });
        place = call.span;
    }
    labels
}
