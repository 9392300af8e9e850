//! What a verdict other than *verified* says to people.

use super::{Ended, admissible, counterexample, variable_names};
use crate::affine::Affine;
use crate::diagnostic::{Diagnostic, Span};
use crate::ilp::Point;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Block, BlockId, Description};
use crate::verdict::{Evidence, Finding, Verdict};

/// No integers satisfy the order conditions.
pub fn vacuous(description: &Description) -> Ended {
    let mut diagnostic = Diagnostic::error(
        "E0401",
        "no integers satisfy the order conditions, so nothing is claimed",
    );
    let spans = description.conditions.iter().map(|each| each.span);
    if let Some(span) = spans.reduce(|all, each| all.to(each)) {
        diagnostic = diagnostic.label(span, "cannot hold together");
    }
    let help = "a description says something only about parameters that satisfy all its conditions";
    (Verdict::Vacuous, vec![Finding::new(diagnostic.help(help))])
}

/// What to say about a limit.
pub fn limit_finding(limit: Limit) -> Finding {
    let message = format!("not everything could be checked: {}", limit.text());
    let mut diagnostic = Diagnostic::error("E0306", message);
    if limit == Limit::STOPPED {
        diagnostic = diagnostic.help("allow more with --time-limit");
    }
    Finding::limit_reached(diagnostic, limit)
}

/// What to say when a limit ended the proof.
pub fn halted(description: &Description, limit: Limit, blocks: &[BlockId]) -> Ended {
    if limit == Limit::CHAIN_BLOCKS
        && let Some(finding) = length_rule(description, blocks)
    {
        return (Verdict::Rejected, vec![finding]);
    }
    (Verdict::Undecided, vec![limit_finding(limit)])
}

/// The length rule (Flammenkamp 1996, error 23): a block that stands in a loop and has words
/// must grow with every parameter, or chains of it need not end.  Looks for a block that
/// breaks it among those that filled the chain.
fn length_rule(description: &Description, blocks: &[BlockId]) -> Option<Finding> {
    for &id in blocks.iter().rev() {
        let block = description.block(id);
        if block.words.is_empty() || blocks.iter().filter(|other| **other == id).count() < 3 {
            continue;
        }
        let mut length = Affine::zero();
        for word in &block.words {
            length = &length + &word.length;
        }
        let missing: Vec<_> = (0..description.parameters.len())
            .filter(|&parameter| length.coefficient(parameter).is_zero())
            .map(|parameter| description.parameters[parameter].name.as_str())
            .collect();
        if missing.is_empty() {
            continue;
        }
        let names = variable_names(description, id);
        let diagnostic = Diagnostic::error(
                "E0305",
                format!("the length of this block does not grow with {}", missing.join(", ")),
            )
            .label(block.span, format!("has the length {} in a loop", length.display(&names)))
            .note(
                "to check a position the proof must know what stands before it, as far back as the largest move; \
                 a loop block whose length does not grow with every parameter may be repeated any number of times within that distance",
            )
            .help("rewrite the loop so that the length of each of its blocks contains every parameter, or write such repetitions as one word");
        return Some(Finding::new(diagnostic));
    }
    None
}

/// Finds the smallest failing position for the smallest failing parameters, and says so.
pub fn refuted(
    description: &Description,
    source: &str,
    parameters: &Point,
    stop: &CancellationToken,
) -> Ended {
    let text = |index: usize| {
        source.get(description.moves[index].span.range()).unwrap_or_default().to_owned()
    };
    let counterexample = match counterexample::first_failure(description, parameters, text, stop) {
        Ok(counterexample) => counterexample,
        Err(limit) => {
            let mut finding = limit_finding(limit);
            let names: Vec<_> =
                description.parameters.iter().map(|each| each.name.clone()).collect();
            finding.diagnostic.notes.push(format!(
                "the rule fails for the parameters{}, far behind position 0",
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
    let diagnostic = Diagnostic::error("E0301", message).label(
        failure.word,
        format!("puts {} there{}", failure.claimed, word_number(description, failure.word)),
    );
    let evidence = Evidence::Position(Box::new(counterexample));
    (Verdict::Refuted, vec![Finding { diagnostic, evidence }])
}

/// ` (word 2 of its block)`, for the word that stands at `span`.
fn word_number(description: &Description, span: Span) -> String {
    let number = |block: &Block| block.words.iter().position(|word| word.span == span);
    let found = description.blocks.iter().find_map(number);
    found.map_or_else(String::new, |word| format!(" (word {} of its block)", word + 1))
}
