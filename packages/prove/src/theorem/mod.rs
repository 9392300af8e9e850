//! From a proven description to theorems: period and preperiod for all parameters.
//!
//! A description says that the sequence is A B B B ..., with A the part before the endless loop and B its body.  Its
//! proof makes that a fact; this module derives what follows from it.
//!
//! * **Lengths** ([`item`], [`Polynomial`]).  Lengths of words are affine, so those of loops with affine bounds are
//!   sums of polynomials over consecutive integers, which are polynomials again as long as a loop from a to b has b >=
//!   a - 1.  The parameters are split into cases until every such question has one answer in each case ([`Case`]).
//! * **The period** is a divisor of the length of B: the periods of an eventually periodic sequence are the multiples
//!   of the least one.  First B is written as a power of the smallest list that its structure shows (`fold`).  A
//!   pattern of letters that occurs once in this list shows that its length p is least.  Candidates are found in bodies
//!   written out for small parameters (`marker`), or, where these are too long, in the words of the text
//!   (`long_bodies`); that a pattern occurs once is proved (`unique`).
//! * **The preperiod** is the length of A less the number of letters at the end of A that agree with those at the end
//!   of B (`preperiod`).  It does not depend on the choice of the period: v(x) = v(x + kp) for all x >= q gives v(x +
//!   p) = v(x + p + kpm) = v(x + kpm) = v(x) for m large enough.
//! * **A state** that rotates returns, and the passes until then are the period (`rotation`).
//! * **Outcomes** of a description of Grundy values are the same with every value above 0 read as N; joining the words
//!   that become equal makes the lists smaller.
//!
//! The position of a word ([`place()`]) follows only from lengths, whether or not the description is proved.
//!
//! A case of a single point is written out, or computed if that is too long.  All results are compared with direct
//! computation for small parameters, as far as that is short enough, before they are reported; a contradiction is a bug
//! in this crate.
//!
//! The argument is data.  The lists are changed only by the steps of [`crate::minimality::rewrite`], and these are kept
//! (`rewriting`); this module chooses which steps to make.  [`certify`] goes through them again and records why each is
//! right; [`certified`] reads what a checked certificate says.
//!
//! The work is about linear in the length of the text, apart from the questions about the parameters.
//!
//! Running example: `n >= 1 { n } REPEAT _n An ENDREP` has period 2n, as `A` followed by `_`
//! occurs once in the body, and preperiod 0.
//!
//! ```
//! use grundy_prove::theorem::{TheoremOptions, theorem};
//! let source = "n >= 1 { n } REPEAT _n An ENDREP";
//! let description = grundy_language::lang::parse(source, &Default::default()).description.unwrap();
//! let theorem = theorem(&description, &TheoremOptions::default()).unwrap();
//! assert_eq!(theorem.period[0].formula(&theorem.parameters), "2n");
//! assert!(theorem.is_minimal());
//! ```

mod case;
mod certified;
mod certify;
pub mod claim;
mod class;
mod compare;
mod divide;
mod flatten;
mod fold;
mod preceding;
mod residue_classes;

mod law;
mod long_bodies;
mod marker;
mod merged_cases;
mod misere;
mod period;
mod piece;
mod position;
mod preperiod;
mod projection;
mod rewriting;
mod rotation;
mod statement;
mod unique;

pub use case::Case;
pub use case::{Context, ContextError};
pub use certified::certified;
pub use certify::certify;
pub use class::{Class, grouped, joined};
pub use divide::{Division, Tree};
pub use law::{Law, sides};
pub use misere::misere_play;
pub use piece::Piece;
pub use position::{Place, place};
pub use residue_classes::{fewer, from_one_on};
pub use statement::{Evidence, Exception, OpenRegion, Range, StartBy, Statement};

use crate::affine::Affine;
use crate::limit::{CancellationToken, Limit};
use crate::minimality;
use crate::minimality::item::{self, Item};
use crate::model::{Alphabet, Description, Unit, Value};
use crate::polynomial::Polynomial;
use crate::proof::theorem::{List, Pattern, Step};
use crate::simplify;
use compare::{MOST_POSITIONS, computed};
use num_rational::BigRational;
use rewriting::Work;
use std::borrow::Cow;

/// The most cases.
const MOST_CASES: usize = 256;

/// The most positions of a body that is written out as one word.
const MOST_SPELLED: usize = 1 << 14;

/// What to find.
#[derive(Clone, Debug, Default)]
pub struct TheoremOptions {
    /// The values it is about; those of the description if missing.
    pub values: Option<Alphabet>,
    /// Ends the work early.
    pub stop: CancellationToken,
}

/// Period and preperiod for all admissible parameters.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The values it is about.
    pub values: Alphabet,
    /// The period, by cases.
    pub period: Vec<Piece>,
    /// The preperiod, by cases.
    pub preperiod: Vec<Piece>,
    /// The number of values in one pass through the endless loop, unless passes carry a state.
    pub body: Vec<Piece>,
    /// The number of values before the endless loop.
    pub before: Vec<Piece>,
    /// Does it follow for misère play from normal play?
    by_lemma: bool,
    /// How the parameters were split into cases, and what was found for each.
    tree: Tree<CycleLengths>,
    /// The parameters for which all of this was compared with direct computation.
    pub compared: Vec<Vec<crate::Integer>>,
}

impl Theorem {
    /// What is found for the cases of a tree, not yet compared with anything.
    fn of(
        tree: Tree<CycleLengths>,
        description: &Description,
        values: Alphabet,
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        let foreign = projection::foreign(description);
        let pieces = |select: &dyn Fn(&CycleLengths) -> Law| {
            merged_cases::pieces(&tree, select, &foreign, stop)
        };
        let said = |polynomial: &Polynomial| Law::new(polynomial.clone(), false);
        // Passes that carry a state differ.
        let body = match description.state_loop() {
            Some(_) => Vec::new(),
            None => pieces(&|found| said(&found.body))?,
        };
        Ok(Self {
            parameters: description.parameters.iter().map(|each| each.name.clone()).collect(),
            values,
            period: pieces(&CycleLengths::law)?,
            preperiod: pieces(&|found| {
                Law::new(found.preperiod.clone(), found.preperiod_is_least)
            })?,
            body,
            before: pieces(&|found| said(&found.before))?,
            by_lemma: false,
            tree,
            compared: Vec::new(),
        })
    }

    /// Every case with what was found.
    pub fn cases(&self) -> Vec<&(Case, CycleLengths)> {
        self.tree.leaves()
    }

    /// Is the period proved to be least?
    pub fn period_is_least(&self) -> bool {
        self.period.iter().all(|piece| piece.is_least)
    }

    /// Is the preperiod proved to be least?
    pub fn preperiod_is_least(&self) -> bool {
        self.preperiod.iter().all(|piece| piece.is_least)
    }

    /// Can [`certify`] prove it?
    pub fn can_be_certified(&self) -> bool {
        self.cases().iter().all(|(_, found)| found.steps.is_some())
    }

    /// Are both proved to be least?
    pub fn is_minimal(&self) -> bool {
        self.period_is_least() && self.preperiod_is_least()
    }
}

/// What was found for one case; polynomials over the parameters.
#[derive(Clone, Debug)]
pub struct CycleLengths {
    /// A period, or what is divided to get it.
    pub period: Polynomial,
    /// Where a state rotates, the period is divided by the greatest common divisor of these forms.
    pub divisor: Option<[Affine; 2]>,
    /// Why no smaller one exists, or why that is not known.
    pub evidence: Result<WhyLeast, Unknown>,
    /// A preperiod.
    pub preperiod: Polynomial,
    /// Is it the least one?
    pub preperiod_is_least: bool,
    /// The number of values in one pass through the endless loop.
    pub body: Polynomial,
    /// The number of values before the endless loop.
    pub before: Polynomial,
    /// What the parameters are in terms of the variables of the case, and the steps that lead from the description to
    /// this; `None` if it was computed, or is not known to be least.
    steps: Option<Vec<Step>>,
}

impl CycleLengths {
    /// The period.
    fn law(&self) -> Law {
        let law = Law::new(self.period.clone(), self.evidence.is_ok());
        match &self.divisor {
            Some(divisor) => law.over(divisor.clone()),
            None => law,
        }
    }
}

/// Why a period is least.
#[derive(Clone, Debug)]
pub enum WhyLeast {
    /// The case has one game, which was computed.
    Computed,
    /// A certificate was checked.
    Certificate,
    /// The endless loop repeats one cycle that is not a power of a shorter one.
    Cycle(Vec<Value>),
    /// These letters, at these distances back from a place (over the variables of the case),
    /// occur once in each pass: see [`crate::minimality`].
    Pattern(Pattern),
}

/// Why it is not known whether a period is least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// In examples the body repeats a shorter piece that its structure does not show.
    Shorter,
    /// No pattern was found that occurs once.
    NoPattern,
    /// A limit was reached.
    Limit(Limit),
}

/// Why there is no theorem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A limit was reached.
    #[error("{}", .0.text())]
    Limit(Limit),
    /// The lengths need a question that is not answered.
    #[error("the lengths depend on {0}")]
    Unsupported(Cow<'static, str>),
    /// Grundy values were asked of a description of outcomes.
    #[error("a description of outcomes says nothing about Grundy values")]
    Values,
    /// Misère play was asked of a theorem about another rule.
    #[error("misère play follows only from normal play")]
    NotNormal,
    /// A finite piece of a sequence has no period.
    #[error("a plain list of words has no endless loop")]
    Piece,
}

/// The theorem that a description gives, **provided that the description is proved**
/// ([`crate::verify::verify`] says *verified*).
///
/// # Errors
/// When a limit is reached, or the values asked for are not described.
///
/// # Panics
/// When direct computation contradicts: then there is a bug in this program, or the description is wrong.
pub fn theorem(description: &Description, options: &TheoremOptions) -> Result<Theorem, Undecided> {
    let values = options.values.unwrap_or(description.alphabet());
    if values == Alphabet::Nim && description.alphabet() == Alphabet::Outcome {
        return Err(Undecided::Values);
    }
    if description.is_piece() {
        return Err(Undecided::Piece);
    }
    let tree = match description.state_loop() {
        Some(head) => rotation::tree(description, head, values, &options.stop)?,
        None => by_cases(description, values, &options.stop)?,
    };
    Theorem::of(tree, description, values, &options.stop)
        .and_then(|theorem| compare::compared(theorem, description, &options.stop))
        .map_err(Undecided::Limit)
}

/// Period and preperiod of each of as many cases as there have to be.
fn by_cases(
    description: &Description,
    values: Alphabet,
    stop: &CancellationToken,
) -> Result<Tree<CycleLengths>, Undecided> {
    let shorter = simplify::with_the_same_parameters(description);
    let written = shorter.as_ref().unwrap_or(description);
    let solver = Solver { description, written, values, stop };
    let loops = flatten::loops(description);
    let mut division = Division { loops, left: MOST_CASES, stop };
    let mut whole = true;
    let mut answer =
        |case: &Case, context: &mut Context| solver.case(case, context, std::mem::take(&mut whole));
    division.divide(Case::new(description), &mut answer, &mut |_, why| Err(why))
}

struct Solver<'s> {
    description: &'s Description,
    /// The description with fewer and longer words.
    written: &'s Description,
    values: Alphabet,
    stop: &'s CancellationToken,
}

impl Solver<'_> {
    /// Finds period and preperiod of a case, which may be everything.
    fn case(
        &self,
        case: &Case,
        context: &mut Context,
        whole: bool,
    ) -> Result<CycleLengths, ContextError> {
        let parameters = self.description.parameters.len();
        let mut values = case.forms[..parameters].to_vec();
        let point = if whole { None } else { context.only_point()? };
        if let Some(point) = &point {
            values = point[..parameters].iter().cloned().map(Affine::constant).collect();
        }
        let outcomes = self.values == Alphabet::Outcome;
        let mut steps = vec![Step::Parameters(values.clone())];
        let mut items = |units: &[Unit]| {
            flatten::flatten(self.written, outcomes, units, &values, context, &mut steps)
        };
        let before = items(&self.written.preperiod)?;
        let body = items(&self.written.period)?;
        let in_parameters = |polynomial| case.in_parameters(&polynomial);
        let lengths =
            (in_parameters(minimality::length(&body)), in_parameters(minimality::length(&before)));
        let mut work = Work::new(before, body, steps, context);
        if let Some(point) = point {
            let short = |list: &[Item]| item::values(list, &point, MOST_SPELLED).is_some();
            if short(work.lists.before.list()) && short(work.lists.body.list()) {
                work.step(Step::Spell(List::Before))?;
                work.step(Step::Spell(List::Body))?;
            } else if let Some(cycle) = computed(
                self.description,
                self.values,
                &point[..parameters],
                MOST_POSITIONS,
                self.stop,
            )? {
                let number =
                    |number: u64| Polynomial::constant(BigRational::from_integer(number.into()));
                return Ok(CycleLengths {
                    period: number(cycle.period),
                    divisor: None,
                    evidence: Ok(WhyLeast::Computed),
                    preperiod: number(cycle.preperiod),
                    preperiod_is_least: true,
                    body: lengths.0,
                    before: lengths.1,
                    steps: None,
                });
            }
        }
        fold::align(&mut work)?;
        fold::tidy(&mut work, List::Before, &[])?;
        fold::tidy(&mut work, List::Body, &[])?;
        fold::turn(&mut work)?;
        fold::root(&mut work)?;
        let period = minimality::length(work.lists.body.list());
        let evidence = match work.lists.cycle().map(<[Value]>::to_vec) {
            Some(cycle) => {
                work.steps.push(Step::Primitive);
                Ok(WhyLeast::Cycle(cycle))
            }
            None => match period::least(case, work.lists.body.list(), work.context, self.stop) {
                Ok(Ok(pattern)) => {
                    work.steps.push(Step::Pattern(pattern.clone()));
                    Ok(WhyLeast::Pattern(pattern))
                }
                Ok(Err(unknown)) => Err(unknown),
                Err(ContextError::Limit(limit)) if limit != Limit::STOPPED => {
                    Err(Unknown::Limit(limit))
                }
                Err(trouble) => return Err(trouble),
            },
        };
        let whole_before = minimality::length(work.lists.before.list());
        let (preperiod, preperiod_is_least) = match preperiod::least(&mut work) {
            Ok(()) => (minimality::length(work.lists.before.list()), true),
            Err(ContextError::Limit(limit)) if limit != Limit::STOPPED => (whole_before, false),
            Err(ContextError::Unsupported(_)) => (whole_before, false),
            Err(trouble) => return Err(trouble),
        };
        let (period, preperiod) = (case.in_parameters(&period), case.in_parameters(&preperiod));
        let least = evidence.is_ok() && preperiod_is_least;
        Ok(CycleLengths {
            period,
            divisor: None,
            evidence,
            preperiod,
            preperiod_is_least,
            body: lengths.0,
            before: lengths.1,
            steps: least.then_some(work.steps),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse;

    /// A loop of words of constant lengths is one long word, and the endless loop continues it.
    #[test]
    fn an_endless_loop_takes_in_the_same_loop_before_it() {
        for before in [
            "FOR i FROM 1 UPTO m REP -2 +3 PER",
            "-2 FOR i FROM 0 UPTO m+3 REP +3 -2 PER +3",
            "-2 +2 FOR i FROM 1 UPTO m REP +1 -2 +2 PER +",
        ] {
            let source = format!("m >= 1 {{ 2 3 5m+2 }} {before} REPEAT -2 +3 ENDREP");
            let description = parse(&source, &Default::default()).description.expect("a model");
            let found = theorem(&description, &TheoremOptions::default()).expect("a theorem");
            assert!(found.is_minimal(), "{before}");
            let [piece] = &found.preperiod[..] else { panic!("{:?}", found.preperiod) };
            assert!(piece.polynomial.is_zero(), "{before}");
        }
    }

    /// Where a large multiple of a control variable is compared with n, each remainder of n is a case.
    #[test]
    fn cases_are_counted_before_they_are_made() {
        for multiple in ["300", "1000000000000"] {
            let source = format!(
                "n >= 2 {{ n }} FOR i FROM 1 UPTO n REP IF {multiple}i <= n THEN A ELSE _ FI PER \
                 REPEAT An ENDREP"
            );
            let description = parse(&source, &Default::default()).description.expect("a model");
            let found = theorem(&description, &TheoremOptions::default());
            assert!(matches!(found, Err(Undecided::Limit(Limit::CASE_SPLITS))), "{found:?}");
        }
    }
}
