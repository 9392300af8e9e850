//! Closed leaves of a proof as theorems for Lean 4, without Mathlib.  No Lean has read them yet.
//!
//! Each theorem says that no integers satisfy the constraints of a leaf.  Its proof repeats
//! the lines of the argument; each follows from those before by `omega` (linear arithmetic
//! over the integers), mostly in one step.

use super::leaf::{LEAVES, claim, form, numbered, used};
use super::vipr::divided;
use crate::affine::{Affine, Constraint, Relation};
use crate::certificate::Closed;
use crate::model::Description;
use crate::refutation::{Combination, Ending, Fact, Refutation};
use std::fmt::Write as _;

/// A text of theorems, numbered from 1.
pub struct File {
    leaves: usize,
    text: String,
}

impl File {
    /// The comments that say what is claimed.
    pub fn new(description: &Description, source: &str) -> Self {
        let mut text = format!("/-\n{}", claim(description, source, LEAVES));
        for line in source.lines() {
            // Neither the end of a comment nor the beginning of another one.
            let line = line.replace("-/", "- /").replace("/-", "/ -");
            let _ = writeln!(text, "    {line}");
        }
        text += "-/\n";
        Self { leaves: 0, text }
    }

    /// Adds the theorem of a leaf.
    pub fn leaf(&mut self, closed: &Closed<'_>) {
        self.leaves += 1;
        let text = &mut self.text;
        let _ = writeln!(text, "\n-- line {} of the certificate", closed.line);
        let _ = write!(text, "theorem leaf_{}", self.leaves);
        if closed.dimension > 0 {
            let variables: Vec<_> = (0..closed.dimension).map(numbered).collect();
            let _ = write!(text, " ({} : Int)", variables.join(" "));
        }
        for (number, row) in used(closed) {
            let _ = write!(text, "\n    (r{number} : {})", constraint(row));
        }
        if let Some(question) = closed.question {
            let _ = write!(text, "\n    (q : {})", constraint(question));
        }
        *text += " :\n    False := by\n";
        let rows = closed.rows.iter().chain(closed.question).collect();
        Proof { rows, text }.refutation(closed.refutation, &mut Vec::new(), "  ");
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text
    }
}

struct Proof<'p> {
    /// The rows, the question last.
    rows: Vec<&'p Constraint>,
    text: &'p mut String,
}

impl Proof<'_> {
    fn refutation(&mut self, refutation: &Refutation, lines: &mut Vec<Affine>, indent: &str) {
        let before = lines.len();
        for sum in &refutation.lines {
            let form = self.line(sum, lines);
            self.have(indent, lines.len(), &form);
            lines.push(form);
        }
        match &refutation.ending {
            Ending::Contradiction(_) => {
                let _ = writeln!(self.text, "{indent}omega");
            }
            Ending::Split { form: split, above, below } => {
                let number = lines.len();
                let _ = writeln!(
                    self.text,
                    "{indent}by_cases h{number} : {} \u{2265} 0",
                    form(split, numbered)
                );
                // The first line of a part begins behind its dot.
                let deeper = format!("{indent}  ");
                for (part, said) in [(above, split.clone()), (below, (-split).plus(-1))] {
                    let start = self.text.len();
                    self.have(&deeper, number, &said);
                    lines.push(said);
                    self.refutation(part, lines, &deeper);
                    lines.pop();
                    self.text
                        .replace_range(start..start + deeper.len(), &format!("{indent}\u{b7} "));
                }
            }
        }
        lines.truncate(before);
    }

    fn have(&mut self, indent: &str, number: usize, line: &Affine) {
        let line = form(line, numbered);
        let _ = writeln!(self.text, "{indent}have l{number} : {line} \u{2265} 0 := by omega");
    }

    /// What a line says.
    fn line(&self, sum: &Combination, lines: &[Affine]) -> Affine {
        let mut total = Affine::zero();
        for (fact, factor) in &sum.terms {
            let form = match *fact {
                Fact::Row(row) => &self.rows[row].form,
                Fact::Question => &self.rows[self.rows.len() - 1].form,
                Fact::Line(line) => &lines[line],
            };
            total.add_multiple(factor, form);
        }
        divided(&total, &sum.divisor)
    }
}

fn constraint(constraint: &Constraint) -> String {
    let relation = match constraint.relation {
        Relation::AtLeastZero => '\u{2265}',
        Relation::Zero => '=',
    };
    format!("{} {relation} 0", form(&constraint.form, numbered))
}
