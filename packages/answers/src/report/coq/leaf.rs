//! The parts that the text of lemmas and that of theorems share: the claim in words, the rows that an argument uses,
//! and forms as terms.

use crate::affine::{Affine, Constraint};
use crate::certificate::Closed;
use crate::lang::digest;
use crate::model::{Description, Rule};
use crate::number::sum;
use crate::refutation::{Combination, Ending, Fact, Refutation};
use std::fmt::Write as _;

/// What is claimed, `about` the theorems of the file, and the digest of the text.
pub(super) fn claim(description: &Description, source: &str, about: &str) -> String {
    let names = description.parameter_names();
    let list = |forms: &mut dyn Iterator<Item = String>| forms.collect::<Vec<_>>().join(", ");
    let moves = list(&mut description.moves.iter().map(|size| size.display(&names)));
    let conditions = list(
        &mut description
            .constraints()
            .iter()
            .map(|constraint| constraint.display(&names).to_string()),
    );
    let values = match description.rule {
        Rule::Mex => "the Sprague-Grundy values".to_owned(),
        Rule::Normal => "the outcomes".to_owned(),
        rule => format!("the outcomes (rule: {rule})"),
    };
    let mut text = String::new();
    let _ = writeln!(text, "For all integers {} with {conditions},", names.join(", "));
    let _ = writeln!(text, "the text below describes {values} of the subtraction game with");
    let _ = writeln!(text, "the moves {moves}.");
    let _ = writeln!(text, "\n{about}\n");
    let _ = writeln!(text, "SHA-256 of the text: {}\n", digest(source));
    text
}

/// A description of the closed leaves of a proof, for [`claim`].
pub(super) const LEAVES: &str = "\
The theorems are the closed leaves of a proof of this: systems of linear
constraints over the integers that have no solution.  x0, x1, ... are the
parameters, then control variables and quotients.  That these systems cover all
cases is not part of this file; `grundy check` establishes it.";

/// The rows that the argument uses: a solver is faster without the others.
pub(super) fn used<'c>(closed: &Closed<'c>) -> impl Iterator<Item = (usize, &'c Constraint)> {
    let mut used = vec![false; closed.rows.len()];
    mark(closed.refutation, &mut used);
    closed.rows.iter().enumerate().filter(move |(number, _)| used[*number])
}

fn mark(refutation: &Refutation, used: &mut [bool]) {
    let mut sum = |sum: &Combination| {
        for (fact, _) in &sum.terms {
            if let Fact::Row(row) = fact {
                used[*row] = true;
            }
        }
    };
    refutation.lines.iter().for_each(&mut sum);
    match &refutation.ending {
        Ending::Contradiction(last) => sum(last),
        Ending::Split { above, below, .. } => {
            mark(above, used);
            mark(below, used);
        }
    }
}

/// The form as a term, such as `2 * x0 - x1 - 4`.
pub(super) fn form(form: &Affine, name: impl Fn(usize) -> String) -> String {
    let constant = form.constant_term();
    let constant =
        (!constant.is_zero() || form.is_constant()).then(|| (constant.clone(), String::new()));
    let terms = form.terms().map(|(variable, factor)| (factor.clone(), name(variable)));
    sum(" * ", terms.chain(constant))
}

/// The name of a variable of a leaf.
pub(super) fn numbered(variable: usize) -> String {
    format!("x{variable}")
}
