//! Theorems for programs.

use super::super::json::{Decimal, Map};
use super::values_name;
use crate::theorem::{Class, Evidence, Law, StartBy, Statement};
use grundy_output::output;
use std::collections::BTreeMap;

/// What a theorem says.
#[output]
#[cfg_attr(test, schemars(rename = "Theorem"))]
pub(in super::super) struct StatementJson<'a> {
    moves: &'a [String],
    values: String,
    /// The rule, where `values` does not say it.
    rule: Option<String>,
    /// What stands before position 0, repeated to the left.
    start: Option<&'a str>,
    /// The number of items at position 0, where it is not 0.
    first_heap: Option<u64>,
    /// All formulas hold from this parameter on.
    from: Option<String>,
    period: Vec<LawJson>,
    preperiod: Vec<LawJson>,
    /// Are both proved to be least, wherever they are given?
    minimal: bool,
    exceptions: Vec<ExceptionJson<'a>>,
    /// What shows it.
    evidence: Vec<EvidenceJson>,
    undecided: Vec<OpenJson<'a>>,
}

/// A polynomial, and when it holds.
#[output]
#[cfg_attr(test, schemars(rename = "Piece"))]
#[derive(Clone, Debug)]
pub(in super::super) struct LawJson {
    /// Without the remainder of the only parameter.
    when: String,
    modulus: i64,
    residue: i64,
    /// The coefficients of a polynomial in one parameter, ascending.
    coefficients: Option<Vec<String>>,
    terms: Option<Vec<Term>>,
    /// A number that is no polynomial, such as `(4a^2 + 3ar)/gcd(a, r)` or `3*2^n`.
    formula: Option<String>,
    /// Is it proved that no smaller number has the property?
    least: Option<bool>,
}

#[output]
#[derive(Clone, Debug)]
struct Term {
    coefficient: String,
    powers: BTreeMap<String, u32>,
}

/// A game below; without numbers where they are not known.
#[output]
struct ExceptionJson<'a> {
    parameters: Map<'a, Decimal>,
    period: Option<String>,
    preperiod: Option<String>,
    least: Option<bool>,
}

/// By what something is shown.
#[output]
#[serde(tag = "by", rename_all = "lowercase")]
enum EvidenceJson {
    /// The description that the theorem is about.
    Text,
    /// A description of the games of a class that was found.
    Description {
        modulus: i64,
        residue: i64,
        /// The first parameter that is described.
        from: String,
        /// The number of words and loops.
        parts: usize,
    },
    /// A proof by trace.
    Trace {
        /// The first parameter from which on all games are covered.
        from: String,
        /// The number of its classes.
        classes: usize,
    },
    /// Misère play follows from normal play.
    Lemma,
    /// The parameters are divided into regions.
    Regions {
        /// The number of descriptions in several parameters.
        descriptions: usize,
        /// The number of theorems in one parameter.
        theorems: usize,
        /// The number of games that are computed one by one.
        games: usize,
    },
}

#[output]
struct OpenJson<'a> {
    modulus: i64,
    residue: i64,
    /// What several parameters satisfy.
    when: Option<String>,
    /// Some of them.
    parameters: Option<Map<'a, Decimal>>,
    reason: &'a str,
}

impl<'a> StatementJson<'a> {
    pub(in super::super) fn new(said: &'a Statement) -> Self {
        let Statement { parameters: names, start, range, .. } = said;
        let exceptions = said.exceptions.iter().map(|one| {
            let [period, preperiod] =
                [0, 1].map(|number| one.cycle.as_ref().map(|cycle| cycle[number].to_string()));
            let name = super::name(said);
            let parameters = Map(vec![(name, one.parameter.into())]);
            let least = one.cycle.as_ref().map(|_| one.is_least);
            ExceptionJson { parameters, period, preperiod, least }
        });
        let evidence = said.evidence.iter().map(|one| match *one {
            Evidence::Text => EvidenceJson::Text,
            Evidence::Description { class: Class { modulus, residue }, from, size, .. } => {
                EvidenceJson::Description { modulus, residue, from: from.to_string(), parts: size }
            }
            Evidence::Trace { classes, from } => {
                EvidenceJson::Trace { from: from.to_string(), classes }
            }
            Evidence::Lemma => EvidenceJson::Lemma,
            Evidence::Regions { regions, lines, games } => {
                EvidenceJson::Regions { descriptions: regions, theorems: lines, games }
            }
        });
        let undecided = said.open.iter().map(|(Class { modulus, residue }, reason)| OpenJson {
            modulus: *modulus,
            residue: *residue,
            when: None,
            parameters: None,
            reason,
        });
        let regions = said.open_regions.iter().map(|one| OpenJson {
            modulus: 1,
            residue: 0,
            when: Some(one.conditions.when(names)),
            parameters: one.sample.as_ref().map(|point| {
                let pairs = names.iter().map(String::as_str).zip(point);
                Map(pairs.map(|(name, value)| (name, value.clone().into())).collect())
            }),
            reason: &one.reason,
        });
        let formulas = |laws: &[Law]| match said.base {
            None => self::laws(laws, names),
            Some(_) => laws.iter().map(|law| LawJson::of_power(law, said)).collect(),
        };
        let is_sink = start.as_ref().is_some_and(|start| start.1 == StartBy::Sink);
        Self {
            moves: &said.moves,
            values: values_name(said.rule),
            rule: said.rule.counts().then(|| said.rule.to_string()),
            start: start.as_ref().map(|start| start.0.as_str()),
            first_heap: is_sink.then_some(1),
            from: range.map(|range| range.from.to_string()),
            period: formulas(&said.period),
            preperiod: formulas(&said.preperiod),
            minimal: said.is_least(),
            exceptions: exceptions.collect(),
            evidence: evidence.collect(),
            undecided: undecided.chain(regions).collect(),
        }
    }
}

/// The pieces of a number.
pub(super) fn laws<'l>(laws: impl IntoIterator<Item = &'l Law>, names: &[String]) -> Vec<LawJson> {
    laws.into_iter().map(|law| LawJson::new(law, names)).collect()
}

impl LawJson {
    /// A number that depends on one parameter, or none.
    fn single(law: &Law, names: &[String]) -> Self {
        let Class { modulus, residue } = law.classes.first().copied().unwrap_or(Class::ALL);
        Self {
            when: law.range(names),
            modulus,
            residue,
            coefficients: law.coefficients(),
            terms: None,
            formula: law.divisor.is_some().then(|| law.formula(names)),
            least: Some(law.is_least),
        }
    }

    /// A number that depends on a power of the only parameter.
    fn of_power(law: &Law, said: &Statement) -> Self {
        let formula = Some(law.formula(&said.variables()));
        Self { coefficients: None, formula, ..Self::single(law, &said.parameters) }
    }

    pub(in super::super) fn new(law: &Law, names: &[String]) -> Self {
        let Some(polynomial) = law.polynomial().filter(|_| names.len() > 1) else {
            return LawJson::single(law, names);
        };
        let terms = polynomial.terms().map(|(exponents, coefficient)| {
            let powers = names.iter().cloned().zip(exponents.iter().copied());
            Term {
                coefficient: coefficient.to_string(),
                powers: powers.filter(|(_, exponent)| *exponent > 0).collect(),
            }
        });
        Self { coefficients: None, terms: Some(terms.collect()), ..LawJson::single(law, names) }
    }

    /// A length for which there is no claim of being least.
    pub(super) fn length(self) -> Self {
        Self { least: None, ..self }
    }
}
