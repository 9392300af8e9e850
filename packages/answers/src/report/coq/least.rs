//! Least periods and preperiods, for the checker of `proofs/Minimality.v`.

use super::leaf::form;
use super::{Values, affine, integer, list, moves, statement};
use crate::affine::Constraint;
use crate::minimality::{self, Case};
use crate::model::{Alphabet, Description, Rule};
use crate::polynomial::Polynomial;
use crate::proof::theorem::{Change, List, Pattern, Step};
use num_rational::BigRational;
use num_traits::One as _;
use std::fmt::Write as _;

/// A step as a term of `proofs/Steps.v`.
pub(super) fn line(step: &Step) -> String {
    match step {
        Step::Parameters(forms) => format!("ParametersAre {}", list(forms.iter().map(affine))),
        Step::Runs => "LoopRuns".to_owned(),
        Step::Skipped => "LoopSkipped".to_owned(),
        Step::Parts(at) => format!("LoopParts {}", affine(at)),
        Step::Arm(arm, alternatives) => format!("ArmTaken {arm} {}", numbers(alternatives)),
        Step::At(place, change) => {
            format!("Change {} {} {}", name(place.list), numbers(&place.path), self::change(change))
        }
        Step::Spell(list) => format!("Spell {}", name(*list)),
        Step::Turn => "Turn".to_owned(),
        Step::Root(depth, count) => format!("Root {depth} {count}"),
        Step::Endless => "OneCycle".to_owned(),
        Step::Again => "RestAgain".to_owned(),
        Step::Take => "TakeLast".to_owned(),
        Step::Copies => "TakeCopies".to_owned(),
        Step::Absorb => "Absorb".to_owned(),
        Step::Ends => "Ends".to_owned(),
        Step::Primitive => "Primitive".to_owned(),
        Step::Pattern(pattern) => format!("PatternOnce {}", self::pattern(pattern)),
        Step::Period(formula) => format!("PeriodIs {}", self::formula(formula)),
        Step::Gcd(states, step) => format!("GcdIs {} {}", affine(states), affine(step)),
        Step::Preperiod(formula) => format!("PreperiodIs {}", self::formula(formula)),
    }
}

fn numbers(numbers: &[usize]) -> String {
    list(numbers.iter().map(usize::to_string))
}

fn name(list: List) -> &'static str {
    match list {
        List::Before => "InBefore",
        List::Body => "InBody",
        List::Rest => "InRest",
    }
}

fn change(change: &Change) -> String {
    match change {
        Change::Drop => "Drop".to_owned(),
        Change::Cycle(cycle) => {
            format!("(WithCycle {})", list(cycle.iter().map(|value| value.0.to_string())))
        }
        Change::Join => "Join".to_owned(),
        Change::Cut(at) => format!("(CutItem {})", affine(at)),
        Change::Once => "Once".to_owned(),
        Change::Shift(by) => format!("(Shift {})", affine(by)),
        Change::Power => "Power".to_owned(),
    }
}

fn pattern(pattern: &Pattern) -> String {
    let marks =
        pattern.letters.iter().map(|(back, value)| format!("({}, {})", affine(back), value.0));
    let loops = list(pattern.loops.iter().map(affine));
    format!("(Pattern {} {} {loops} {})", pattern.block, pattern.word, list(marks))
}

fn formula(formula: &Polynomial) -> String {
    let multiple = formula.integral();
    let terms = multiple.terms().map(|(exponents, factor)| {
        let exponents = list(exponents.iter().map(u32::to_string));
        format!("({}%Z, {exponents})", integer(&factor.to_integer().into()))
    });
    format!("(Formula {} {})", integer(&formula.denominator().into()), list(terms))
}

/// A theorem for each case, and one about all cases; `lines` are the names of the lists of its lines.
pub(super) fn conclusions(
    description: &Description,
    theorems: &[minimality::Theorem],
    lines: &[String],
) -> String {
    let lines = lines.join("; ");
    // If its type were written out, Coq would compute it a second time, and slowly.
    let mut text = format!(
        "\nDefinition found := Eval vm_compute in\n  \
         match theorems D (concat [{lines}]) with Some found => found | None => [] end.\n\n\
         Lemma proved : theorems D (concat [{lines}]) = Some found.\n\
         Proof. vm_compute. reflexivity. Qed.\n"
    );
    for (number, theorem) in theorems.iter().enumerate() {
        for (index, case) in theorem.cases.iter().enumerate() {
            text += &conclusion(description, theorem.values, case, [number, index]);
        }
        if theorem.cases.len() > 1 {
            text += &all_cases(description, theorem, number);
        }
    }
    text
}

/// What holds in a case, as a mathematician reads it.
fn conclusion(
    description: &Description,
    values: Alphabet,
    case: &Case,
    [number, index]: [usize; 2],
) -> String {
    let (values, names) = (read(description, values), names(description, case.variables));
    let mut text = format!("\nTheorem {}_least_{}", values.name, index + 1);
    text += &hypotheses(&names, &case.constraints);
    let _ = writeln!(
        text,
        " :\n  {}.\n\
         Proof. {}conclude_case D accepted proved {number}%nat {index}%nat {}. Qed.",
        least(description, &values.function, case, &names),
        values.intros(),
        list(names.iter().cloned()),
    );
    text
}

/// The statement that for all parameters one of the cases holds, with its conclusion.
fn all_cases(description: &Description, theorem: &minimality::Theorem, number: usize) -> String {
    let values = read(description, theorem.values);
    let parameters = names(description, description.parameters.len());
    let known = description.constraints();
    let one = |case: &Case| {
        let names = names(description, case.variables);
        let (_, quotients) = names.split_at(parameters.len());
        let quotients = quotients.iter().map(|name| format!("exists {name}, "));
        let further = case.constraints.iter().skip(known.len());
        let further =
            further.map(|form| statement(form, |variable| names[variable].clone()) + " /\\\n  ");
        let (quotients, further) = (quotients.collect::<String>(), further.collect::<String>());
        format!("({quotients}{further}{})", least(description, &values.function, case, &names))
    };
    let cases: Vec<_> = theorem.cases.iter().map(one).collect();
    let mut text = format!("\nTheorem {}_least{}", values.name, hypotheses(&parameters, &known));
    let point = list(parameters.iter().cloned());
    let _ = writeln!(
        text,
        " :\n  {}.\nProof.\n  intros. cases_of D accepted proved {number}%nat {point}.",
        cases.join(" \\/\n  "),
    );
    for index in 0..cases.len() {
        let last = index + 1 == cases.len();
        let here = "right. ".repeat(index) + if last { "" } else { "left. " };
        let _ = writeln!(text, "  - {here}in_case {}_least_{}.", values.name, index + 1);
    }
    text + "Qed.\n"
}

/// The values of the game in these letters; the outcomes of Sprague-Grundy values are those of normal play.
fn read(description: &Description, values: Alphabet) -> Values {
    let rule = match (values, description.rule) {
        (Alphabet::Outcome, Rule::Mex) => Rule::Normal,
        (_, rule) => rule,
    };
    Values::of(description, rule)
}

/// The names of the parameters, followed by those of quotients.
fn names(description: &Description, variables: usize) -> Vec<String> {
    let mut names: Vec<_> = description.parameter_names().iter().map(ToString::to_string).collect();
    let parameters = names.len();
    names.extend((parameters..variables).map(|k| format!("quotient_{}", k - parameters + 1)));
    names
}

/// ` (n : Z)` and ` (c0 : n - 2 >= 0)`.
fn hypotheses(names: &[String], constraints: &[Constraint]) -> String {
    let mut text = String::new();
    if !names.is_empty() {
        let _ = write!(text, " ({} : Z)", names.join(" "));
    }
    for (row, constraint) in constraints.iter().enumerate() {
        let statement = statement(constraint, |variable| names[variable].clone());
        let _ = write!(text, "\n    (c{row} : {statement})");
    }
    text
}

/// The statement that the formulas of this case are the least period and preperiod of these values.
fn least(description: &Description, values: &str, case: &Case, names: &[String]) -> String {
    let moves = moves(description, |variable| names[variable].clone());
    let period = match &case.least.divisor {
        None => polynomial(&case.least.period, names),
        Some(forms) => {
            let [one, other] = forms.each_ref().map(|it| form(it, |index| names[index].clone()));
            format!("({}) / Z.gcd ({one}) ({other})", polynomial(&case.least.period, names))
        }
    };
    format!(
        "least_period ({values} {moves})\n    (Z.to_nat ({period})) /\\\n  least_preperiod ({values} {moves})\n    \
         (Z.to_nat ({}))",
        polynomial(&case.least.preperiod, names),
    )
}

/// `14 * n ^ 3 + 11 * n + 1`
fn polynomial(formula: &Polynomial, names: &[String]) -> String {
    let (multiple, denominator) = (formula.integral(), formula.denominator());
    let term = |(exponents, factor): (&[u32], BigRational)| {
        let powers = exponents.iter().zip(names).filter(|(exponent, _)| **exponent > 0);
        let powers = powers.map(|(exponent, name)| match exponent {
            1 => name.clone(),
            _ => format!("{name} ^ {exponent}"),
        });
        let mut factors = vec![integer(&factor.to_integer().into())];
        factors.extend(powers);
        factors.join(" * ")
    };
    let terms: Vec<_> = multiple.terms().rev().map(term).collect();
    let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
    match denominator.is_one() {
        true => sum,
        false => format!("({sum}) / {denominator}"),
    }
}
