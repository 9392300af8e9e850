//! Chains as SMT-LIB 2 scripts, so that any solver can look for a position that breaks the
//! rule.
//!
//! A script states the claim about one chain in the plainest way, with nothing of how `verify` proves it: no splits, no
//! sweep, no case distinctions.  Unknowns are the parameters, the control variables around the block under test, and a
//! `position` in this block, all integers.  The described value at a position x is one nested `ite` over the words of
//! the chain, from the last one backwards.  The script asserts the guard of the chain, and that at `position` a move
//! leads out of the chain or the described value is not the one that the rule demands.
//!
//! | answer | meaning |
//! |---|---|
//! | `unsat` | the chain is consistent: no position of the block breaks the rule |
//! | `sat` | the model is a position that does |
//!
//! Positions count from the start of the block under test, as in [`Chain`].  That words have
//! lengths of at least 0, that moves are at least 1, and that the chains of a description
//! together cover every position, is not part of the scripts.
//!
//! The logic is QF_LIA; phases of cycles are written with `mod` by a numeral, which solvers for this logic accept,
//! although the standard leaves it to the user to write out the quotient.

use super::chains::Listed;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::chain::Chain;
use crate::model::{Before, Comparison, Description, Rule, Tally, Value};
use crate::verify::variable_names;
use std::fmt::Write as _;

/// The value of a target before position 0, which the rule does not use.
const NO_OPTION: &str = "(- 1)";

/// The script of a chain; `number` is its number in the list of chains, from 1.
///
/// ```
/// use grundy_prove::chain::Chain;
/// use grundy_language::lang;
/// use grundy_answers::report::smt;
/// use grundy_prove::verify;
/// let lowered = lang::parse("n >= 1 { n } REPEAT _n An ENDREP", &Default::default());
/// let description = lowered.description.unwrap();
/// let mut scripts = Vec::new();
/// let on_chain = |chain: &Chain<'_>| scripts.push(smt::script(&description, chain, 1));
/// verify::list(&description, &Default::default(), on_chain, None).unwrap();
/// assert!(scripts[1].contains("(define-fun border-1 () Int n)"));
/// assert!(scripts[1].contains("(define-fun border-4 () Int (* (- 2) n))"));
/// ```
pub fn script(description: &Description, chain: &Chain<'_>, number: usize) -> String {
    let names = chain
        .instances
        .first()
        .map(|instance| variable_names(description, instance.block))
        .unwrap_or_default();
    let mut script = Script { description, chain, names, text: String::new() };
    script.header(number);
    script.unknowns();
    script.values();
    script.claim();
    script.text
}

struct Script<'s, 'a> {
    description: &'s Description,
    chain: &'s Chain<'a>,
    names: Vec<String>,
    text: String,
}

impl Script<'_, '_> {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    fn header(&mut self, number: usize) {
        let listed = Listed::new(self.description, self.chain, false);
        let rule = match self.description.rule {
            Rule::Mex => "Grundy values, _ A B ... as 0, 1, 2, ...".to_owned(),
            Rule::Normal => "outcomes, - (P) as 0 and + (N) as 1".to_owned(),
            rule => format!("outcomes by the rule {rule}, - (P) as 0 and + (N) as 1"),
        };
        let parameters = self.description.parameter_names();
        let moves = self.description.moves.iter();
        let moves: Vec<_> = moves.map(|one| one.size.display(&parameters).to_string()).collect();
        let moves = moves.join(" ");
        self.line(format!("; The game {{ {moves} }}: {rule}"));
        self.line(format!("; Chain {number}: {}.", listed.path()));
        self.line("; unsat: no position of the first block named breaks the rule.");
        self.line("; sat: the model has such a position, counted from the start of that block.");
        self.line("(set-logic QF_LIA)");
    }

    /// The unknowns, and what is known about them.
    fn unknowns(&mut self) {
        let unknowns = self.names.clone();
        for name in unknowns.iter().map(String::as_str).chain(["position"]) {
            self.line(format!("(declare-const {name} Int)"));
        }
        if !self.chain.guard.is_empty() {
            self.line("; when the chain exists");
        }
        let mut said: Vec<&Constraint> = Vec::new();
        for constraint in &self.chain.guard {
            if !said.contains(&constraint) {
                said.push(constraint);
                let relation = match constraint.relation {
                    Relation::AtLeastZero => ">=",
                    Relation::Zero => "=",
                };
                let form = form(&constraint.form, &self.names);
                self.line(format!("(assert ({relation} {form} 0))"));
            }
        }
    }

    /// The borders of the words, and the value at a position of the chain.
    fn values(&mut self) {
        self.line("; word k, counted from the end, lies between border k+1 and border k");
        for (number, border) in self.chain.borders.iter().enumerate() {
            let border = form(border, &self.names);
            self.line(format!("(define-fun border-{number} () Int {border})"));
        }
        self.line("(define-fun value ((x Int)) Int");
        for (number, placed) in self.chain.words.iter().enumerate() {
            let start = format!("border-{}", number + 1);
            let value = value(&placed.word.cycle, &start);
            self.line(format!("  (ite (>= x {start}) {value}"));
        }
        let closing = ")".repeat(self.chain.words.len() + 1);
        // What comes before the words of a chain that begins at position 0 repeats for ever.
        let before = match self.description.before() {
            Before::Cycle(cycle) if self.chain.from_start => {
                value(&cycle, &format!("border-{}", self.chain.words.len()))
            }
            _ => NO_OPTION.to_owned(),
        };
        self.line(format!("  {before}{closing}"));
    }

    /// The value that the rule demands at the position.
    fn rule(&mut self) -> String {
        let moves = self.description.moves.len();
        let Some((counted, tally)) = self.description.rule.counted() else {
            if self.description.rule != Rule::Mex {
                let misere = self.description.rule == Rule::Misere;
                let none = (0..moves).map(|number| format!(" (= option-{number} {NO_OPTION})"));
                let none = format!(" (and true{})", none.collect::<String>());
                let none = if misere { &none } else { "" };
                return format!("(ite (or (leads-to 0){none}) 1 0)");
            }
            // At most as many values as there are moves can be taken, so this one is free if all below it are taken.
            return (0..moves).rev().fold(moves.to_string(), |rule, value| {
                format!("(ite (not (leads-to {value})) {value} {rule})")
            });
        };
        // Equal moves lead to one option.
        let one = |number: usize| {
            let first =
                (0..number).map(|other| format!(" (not (= target-{number} target-{other}))"));
            let first = first.collect::<String>();
            format!(" (ite (and (= option-{number} {}){first}) 1 0)", counted.0)
        };
        let count = (0..moves).map(one).collect::<String>();
        self.line(format!("(define-fun counted () Int (+ 0 0{count}))"));
        let holds = match tally {
            Tally::Odd => "(= (mod counted 2) 1)".to_owned(),
            Tally::Even => "(= (mod counted 2) 0)".to_owned(),
            Tally::Never => "false".to_owned(),
            Tally::Is(Comparison::AtLeast, bound) => format!("(>= counted {bound})"),
            Tally::Is(Comparison::AtMost, bound) => format!("(<= counted {bound})"),
            Tally::Is(Comparison::Equal, bound) => format!("(= counted {bound})"),
            Tally::Is(Comparison::NotEqual, bound) => format!("(not (= counted {bound}))"),
        };
        format!("(ite {holds} 1 0)")
    }

    /// The claim that the rule is broken at the position.
    fn claim(&mut self) {
        self.line("; the position lies in the block under test");
        self.line("(assert (<= 0 position))");
        self.line("(assert (< position border-0))");
        self.line("; where the moves lead, and the values there");
        let moves = &self.description.moves;
        for (number, one) in moves.iter().enumerate() {
            let size = form(&one.size, &self.names);
            self.line(format!("(define-fun target-{number} () Int (- position {size}))"));
            self.line(format!("(define-fun option-{number} () Int (value target-{number}))"));
        }
        let options = (0..moves.len()).map(|number| format!(" (= option-{number} v)"));
        let options = options.collect::<String>();
        self.line(format!("(define-fun leads-to ((v Int)) Bool (or false{options}))"));
        let rule = self.rule();
        self.line(format!("(define-fun rule () Int {rule})"));
        let start = format!("border-{}", self.chain.words.len());
        let below = (0..moves.len()).map(|number| format!(" (< target-{number} {start})"));
        let below = below.collect::<String>();
        if self.description.is_piece() {
            self.line("; of a piece only positions are meant from which every move stays in it");
            self.line(format!("(assert (not (or false{below})))"));
            self.line("(assert (not (= (value position) rule)))");
        } else if self.chain.from_start {
            self.line("; the chain begins at position 0, and moves below it do not exist");
            self.line("(assert (not (= (value position) rule)))");
        } else {
            self.line("; the chain should reach back as far as every move");
            self.line(format!("(assert (or (not (= (value position) rule)){below}))"));
        }
        self.line("(check-sat)");
    }
}

/// The value at the position `x` of the word over this cycle that begins at `start`.
fn value(cycle: &[Value], start: &str) -> String {
    // The value with the most runs is the one that needs no test, so that few tests are needed.
    let runs_of = |value: Value| (runs(cycle, value).len(), value);
    let Some(&most) = cycle.iter().max_by_key(|&&value| runs_of(value)) else {
        return NO_OPTION.to_owned();
    };
    let mut others: Vec<Value> = cycle.iter().copied().filter(|&it| it != most).collect();
    others.sort_unstable();
    others.dedup();
    if others.is_empty() {
        return most.0.to_string();
    }
    let mut text = format!("(let ((p (mod (- x {start}) {}))) ", cycle.len());
    for &value in &others {
        let runs = runs(cycle, value);
        let tests = runs.iter().map(|&(first, last)| {
            if first == last { format!("(= p {first})") } else { format!("(<= {first} p {last})") }
        });
        let tests: Vec<_> = tests.collect();
        let test = match tests.as_slice() {
            [only] => only.clone(),
            several => format!("(or {})", several.join(" ")),
        };
        let _ = write!(text, "(ite {test} {} ", value.0);
    }
    let _ = write!(text, "{}", most.0);
    text + &")".repeat(others.len() + 1)
}

/// The runs of a value in the cycle of a word, each with its first and last place.
fn runs(cycle: &[Value], value: Value) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (place, _) in cycle.iter().enumerate().filter(|(_, other)| **other == value) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == place => *last = place,
            _ => runs.push((place, place)),
        }
    }
    runs
}

/// The form as a term: `(+ (* 2 n) i (- 4))`.
fn form(form: &Affine, names: &[String]) -> String {
    let mut terms: Vec<String> = form
        .terms()
        .map(|(variable, coefficient)| {
            let name = names.get(variable).map_or("", String::as_str);
            if coefficient.is_one() {
                name.to_owned()
            } else {
                format!("(* {} {name})", numeral(coefficient))
            }
        })
        .collect();
    if terms.is_empty() || !form.constant_term().is_zero() {
        terms.push(numeral(form.constant_term()));
    }
    match terms.as_slice() {
        [only] => only.clone(),
        several => format!("(+ {})", several.join(" ")),
    }
}

/// The number as a term; numerals have no sign.
fn numeral(number: &Integer) -> String {
    if number.is_negative() { format!("(- {})", number.abs()) } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_linear_terms() {
        let names = ["n".to_owned(), "i".to_owned()];
        let write = |constant: i64, coefficients: [i64; 2]| {
            form(&Affine::new(constant.into(), coefficients.map(Integer::from)), &names)
        };
        assert_eq!(write(0, [0, 0]), "0");
        assert_eq!(write(-4, [0, 0]), "(- 4)");
        assert_eq!(write(0, [1, 0]), "n");
        assert_eq!(write(-4, [2, -1]), "(+ (* 2 n) (* (- 1) i) (- 4))");
    }

    #[test]
    fn cycles_are_tests_of_the_phase() {
        let word = |cycle: &[u8]| cycle.iter().copied().map(Value).collect::<Vec<_>>();
        assert_eq!(value(&word(&[2]), "s"), "2");
        assert_eq!(
            value(&word(&[0, 1, 1, 0, 1]), "s"),
            "(let ((p (mod (- x s) 5))) (ite (or (= p 0) (= p 3)) 0 1))"
        );
        assert_eq!(
            value(&word(&[2, 2, 0, 1]), "s"),
            "(let ((p (mod (- x s) 4))) (ite (= p 2) 0 (ite (= p 3) 1 2)))"
        );
    }
}
