//! Closed leaves of a proof as VIPR certificates, version 1.0 (K. Cheung, A. Gleixner,
//! D. Steffy 2017, *Verifying integer programming results*).
//!
//! One file says: these constraints on integer variables have no solution, and this is why.
//! The public checker `viprchk` reads it.  A line `a.x + c >= 0` of the argument becomes the
//! constraint `a.x >= -c`, a rounded combination `rnd`; a case split becomes two assumptions
//! (`asm`) and the step that removes them (`uns`).

use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::certificate::Closed;
use crate::model::Description;
use crate::refutation::{Combination, Ending, Fact, Refutation};
use std::fmt::Write as _;

/// The leaves of one proof, numbered from 1, and the list of them.
pub struct Manifest {
    leaves: usize,
    text: String,
}

impl Manifest {
    /// No leaves yet, of the proof of the description with this digest.
    pub fn new(description: &Description, digest: &str) -> Self {
        let names = description.parameter_names();
        let moves = description.moves.iter().map(|each| each.display(&names));
        let moves: Vec<_> = moves.collect();
        let mut text = format!("# closed leaves of the proof for {{ {} }}\n", moves.join(" "));
        let _ = writeln!(text, "# description {digest}");
        text += "file\tcertificate_line\tvariables\tconstraints\tderived\n";
        Self { leaves: 0, text }
    }

    /// The name and the text of the file for a leaf.
    pub fn leaf(&mut self, closed: &Closed<'_>) -> (String, String) {
        self.leaves += 1;
        let name = format!("leaf{:06}.vipr", self.leaves);
        let (text, derived) = leaf(closed);
        let constraints = closed.rows.len() + usize::from(closed.question.is_some());
        let (line, variables) = (closed.line, closed.dimension);
        let _ = writeln!(self.text, "{name}\t{line}\t{variables}\t{constraints}\t{derived}");
        (name, text)
    }

    /// The list, as a table: file, line of the certificate, numbers of variables, constraints
    /// and derived constraints.
    pub fn finish(self) -> String {
        self.text
    }
}

/// The file for a leaf, and the number of derived constraints in it.
fn leaf(closed: &Closed<'_>) -> (String, usize) {
    let rows: Vec<&Constraint> = closed.rows.iter().chain(closed.question).collect();
    let mut derivation = Derivation { rows: &rows, next: rows.len(), lines: Vec::new() };
    derivation.refutation(closed.refutation, &mut Vec::new());
    let list = |name: &dyn Fn(usize) -> String| -> String {
        (0..closed.dimension).map(|variable| name(variable) + "\n").collect()
    };
    let mut text = format!("% line {} of the certificate\nVER 1.0\n", closed.line);
    let _ = write!(text, "VAR {}\n{}", closed.dimension, list(&|it| format!("x{it}")));
    let _ = write!(text, "INT {}\n{}", closed.dimension, list(&|it| it.to_string()));
    let _ = writeln!(text, "OBJ min\n0\nCON {} 0", rows.len());
    for (number, row) in rows.iter().enumerate() {
        let sense = match row.relation {
            Relation::AtLeastZero => 'G',
            Relation::Zero => 'E',
        };
        let _ = writeln!(text, "{}", constraint(&format!("C{number}"), sense, &row.form));
    }
    let _ = writeln!(text, "RTP infeas\nSOL 0\nDER {}", derivation.lines.len());
    for line in &derivation.lines {
        text += line;
        text.push('\n');
    }
    (text, derivation.lines.len())
}

/// `form sense 0` with the constant on the right: `C3 L 3  2  1 -1  2 6`.
fn constraint(name: &str, sense: char, form: &Affine) -> String {
    let mut text = format!("{name} {sense} {}  {}", -form.constant_term(), form.terms().count());
    for (variable, coefficient) in form.terms() {
        let _ = write!(text, "  {variable} {coefficient}");
    }
    text
}

/// Something derived: the form that is at least 0, the number of the constraint that says so,
/// and whether it says so as `-form <= 0`.
struct Derived {
    form: Affine,
    number: usize,
    reversed: bool,
}

struct Derivation<'d> {
    /// The rows, the question last.
    rows: &'d [&'d Constraint],
    /// The number of the next constraint.
    next: usize,
    lines: Vec<String>,
}

/// Numbers of constraints with their multipliers, each number once.
type Multiples = Vec<(usize, Integer)>;

impl Derivation<'_> {
    /// Derives everything; the number of the contradiction at the end.
    fn refutation(&mut self, refutation: &Refutation, known: &mut Vec<Derived>) -> usize {
        let before = known.len();
        for sum in &refutation.lines {
            let (form, multiples, equations) = self.sum(sum, known);
            let rounded = divided(&form, &sum.divisor);
            let number = self.rounded(&form, &rounded, &multiples, &sum.divisor, equations);
            known.push(Derived { form: rounded, number, reversed: false });
        }
        let number = match &refutation.ending {
            Ending::Contradiction(sum) => {
                let (form, multiples, _) = self.sum(sum, known);
                if form.is_constant() && form.constant_term().is_negative() {
                    self.contradiction(&multiples, &-form.constant_term())
                } else {
                    self.fraction(&form, &multiples, &sum.divisor)
                }
            }
            Ending::Split { form, above, below } => {
                let mut ends = Vec::new();
                for (part, reversed) in [(above, false), (below, true)] {
                    // form >= 0, or form + 1 <= 0.
                    let (sense, said) =
                        if reversed { ('L', form.clone().plus(1)) } else { ('G', form.clone()) };
                    let assumption = self.push(sense, &said, "{ asm }");
                    let form = if reversed { -&said } else { said };
                    known.push(Derived { form, number: assumption, reversed });
                    ends.push((self.refutation(part, known), assumption));
                    known.pop();
                }
                let ends: Vec<_> = ends.iter().map(|(end, from)| format!("{end} {from}")).collect();
                let reason = format!("{{ uns {} }}", ends.join("  "));
                self.push('G', &Affine::constant(-1), &reason)
            }
        };
        known.truncate(before);
        number
    }

    /// The contradiction in `form = 0`, a sum of equations whose constant alone the divisor
    /// does not divide: a.x = -c, so (a/d).x is at least -c/d rounded up, and (-a/d).x at least
    /// c/d rounded up.
    fn fraction(&mut self, form: &Affine, multiples: &Multiples, divisor: &Integer) -> usize {
        let both = [Integer::ONE, Integer::from(-1)].map(|sign| {
            let form = form.times(&sign);
            let rounded = divided(&form, divisor);
            let multiples = multiples.iter().map(|(row, factor)| (*row, factor * &sign)).collect();
            (self.rounded(&form, &rounded, &multiples, divisor, true), Integer::ONE)
        });
        self.contradiction(&both.to_vec(), &Integer::ONE)
    }

    /// The sum, the multiples it consists of, and whether all of them are equations.
    fn sum(&self, sum: &Combination, known: &[Derived]) -> (Affine, Multiples, bool) {
        let (mut form, mut equations) = (Affine::zero(), true);
        let mut multiples = Multiples::new();
        for (fact, factor) in &sum.terms {
            let (its, number, reversed, equation) = match *fact {
                Fact::Line(line) => {
                    let line = &known[line];
                    (&line.form, line.number, line.reversed, false)
                }
                Fact::Row(row) => self.given(row),
                Fact::Question => self.given(self.rows.len() - 1),
            };
            if factor.is_zero() {
                continue;
            }
            form.add_multiple(factor, its);
            equations &= equation;
            let factor = if reversed { -factor } else { factor.clone() };
            match multiples.iter_mut().find(|(known, _)| *known == number) {
                Some((_, sum)) => *sum += &factor,
                None => multiples.push((number, factor)),
            }
        }
        multiples.retain(|(_, factor)| !factor.is_zero());
        (form, multiples, equations)
    }

    /// A row, the question behind them.
    fn given(&self, row: usize) -> (&Affine, usize, bool, bool) {
        (&self.rows[row].form, row, false, self.rows[row].relation == Relation::Zero)
    }

    /// `form` divided and rounded to `rounded`.  Only inequalities can be rounded, so a sum of
    /// equations is written as one first.
    fn rounded(
        &mut self,
        form: &Affine,
        rounded: &Affine,
        multiples: &Multiples,
        divisor: &Integer,
        equations: bool,
    ) -> usize {
        let itself;
        let multiples = if equations {
            let reason = reason("lin", multiples, &Integer::ONE);
            itself = vec![(self.push('G', form, &reason), Integer::ONE)];
            &itself
        } else {
            multiples
        };
        let reason = reason("rnd", multiples, divisor);
        self.push('G', rounded, &reason)
    }

    /// `0 >= 1` from multiples that add up to `0 >= excess`.
    fn contradiction(&mut self, multiples: &Multiples, excess: &Integer) -> usize {
        let reason = reason("lin", multiples, excess);
        self.push('G', &Affine::constant(-1), &reason)
    }

    fn push(&mut self, sense: char, form: &Affine, reason: &str) -> usize {
        let number = self.next;
        self.next += 1;
        let constraint = constraint(&format!("D{number}"), sense, form);
        self.lines.push(format!("{constraint}  {reason} -1"));
        number
    }
}

/// The form divided, its constant rounded down.
pub(super) fn divided(form: &Affine, divisor: &Integer) -> Affine {
    let coefficients = form.coefficients().iter().map(|each| each.div_floor(divisor));
    Affine::new(form.constant_term().div_floor(divisor), coefficients)
}

/// `{ lin 2  0 1/2  1 -1/2 }`
fn reason(kind: &str, multiples: &Multiples, divisor: &Integer) -> String {
    let mut text = format!("{{ {kind} {}", multiples.len());
    for (number, factor) in multiples {
        let common = factor.gcd(divisor);
        let (over, under) = (factor.div_floor(&common), divisor.div_floor(&common));
        let _ = write!(text, "  {number} {over}");
        if !under.is_one() {
            let _ = write!(text, "/{under}");
        }
    }
    text + " }"
}
