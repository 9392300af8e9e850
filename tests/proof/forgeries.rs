//! Forged proofs: whatever a solver says, and whatever is done to the steps of a proof, no
//! certificate of a wrong description is accepted.
//!
//! Three ways to forge one: the proof of a right description under the digest of a wrong one;
//! steps of it changed; a backend that lies.  They stand for mistakes that a prover could make:
//! to skip a chain or a word, to drop a guard, to assume too much of the parameters, to round too
//! far, to mix up the phases of cycles, to overlook a failure or an occurrence of a pattern.

use crate::certificate::{certified_theorem, checked, checked_theorems, resealed, text};
use crate::support::{Random, descriptions};
use grundy_ilp::{Answer, Backend, BackendKind, Mark, Work};
use grundy_kernel::Integer;
use grundy_kernel::affine::{Affine, Constraint, Relation};
use grundy_kernel::certificate::CertificateError;
use grundy_kernel::model::{Alphabet, Description};
use grundy_kernel::proof::ProofStep;
use grundy_kernel::proof::theorem::Step;
use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation};
use grundy_language::lang::{digest, parse};
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::threads::Threads;
use grundy_language::verdict::Verdict;
use grundy_prove::verify::{Options, Progress, certify, verify};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

fn read(source: &str) -> Option<Description> {
    parse(source, &Default::default()).description
}

/// The certificate that is written if the description is believed.
fn believed(source: &str, options: &Options<'_>) -> Option<String> {
    let (_, proof) = certify(&read(source)?, source, options);
    proof?.ok().map(|proof| text(&proof))
}

fn accepted(source: &str, certificate: &str) -> bool {
    checked(certificate, &read(source).unwrap(), source).is_ok()
}

/// Right descriptions that are short.
fn right() -> Vec<String> {
    // What the sequences claim besides is no part of these proofs.
    let without_claims = |source: String| -> String {
        source.split_inclusive('\n').filter(|line| !line.starts_with("CLAIM")).collect()
    };
    let mut sources: Vec<_> =
        descriptions().into_iter().map(|(_, source)| without_claims(source)).collect();
    sources.retain(|source| source.len() < 470);
    // With cycles, whose phases can be mixed up.
    sources.push("n >= 1 { 2n } REPEAT <__>(2n) <AA>(2n) ENDREP".to_owned());
    sources.push("n >= 1 { 1 2n+1 } REPEAT <_A>(2n) <_A>(2) ENDREP".to_owned());
    sources.push("n >= 1 { 1 } REPEAT <_A>(2n) ENDREP".to_owned());
    // Proved as other words.
    sources.push("n >= 1 { 1 2n+1 } REPEAT _ A ENDREP".to_owned());
    let body = "FOR i FROM 1 UPTO n REP IF i == 1 THEN _n FI A PER";
    sources.push(format!("n >= 1 {{ n }} REPEAT {body} ENDREP"));
    sources
}

/// Texts with one letter or one digit changed that are refuted or rejected, after the right one.
static WRONG: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let turned = "n >= 1 { 1 } REPEAT <A_>(2n) ENDREP";
    let mut wrong = vec![(turned.replace("A_", "_A"), turned.to_owned())];
    for source in right().iter().filter(|source| source.len() < 370) {
        let body = source.find('{').unwrap();
        for (at, old) in source.char_indices() {
            let comment = source[..at].rsplit('\n').next().is_some_and(|line| line.contains('#'));
            let new = match old {
                _ if comment => continue,
                '1'..='9' if at < body => char::from(old as u8 - 1),
                _ if at < body => continue,
                '_' => 'A',
                'A' => 'B',
                'B' => 'C',
                'C' => '_',
                '+' => '-',
                '-' => '+',
                '1'..='8' => char::from(old as u8 + 1),
                _ => continue,
            };
            let changed = format!("{}{new}{}", &source[..at], &source[at + 1..]);
            let is_wrong = read(&changed).is_some_and(|description| {
                let verdict = verify(&description, &changed, &Options::default()).verdict;
                matches!(verdict, Verdict::Refuted | Verdict::Rejected)
            });
            if is_wrong {
                wrong.push((source.clone(), changed));
            }
        }
    }
    wrong
});

fn lines(certificate: &str) -> Vec<String> {
    certificate.lines().map(str::to_owned).collect()
}

fn step(line: &str) -> Option<ProofStep> {
    line.parse().ok()
}

/// One of the lines that hold such a step.
fn any(lines: &[String], random: &mut Random, is: impl Fn(&ProofStep) -> bool) -> Option<usize> {
    let which = |line: &usize| step(&lines[*line]).is_some_and(|step| is(&step));
    let found: Vec<_> = (3..lines.len()).filter(which).collect();
    (!found.is_empty()).then(|| found[random.below(found.len())])
}

/// Drops the lines from one such step to another one.
fn without(
    lines: &mut Vec<String>,
    random: &mut Random,
    first: impl Fn(&ProofStep) -> bool,
    last: impl Fn(Option<&ProofStep>) -> bool,
) -> Option<()> {
    let from = any(lines, random, first)?;
    let length = lines[from..].iter().skip(1).position(|line| last(step(line).as_ref()))?;
    lines.drain(from..=from + length);
    Some(())
}

/// The combinations of an argument.
fn each_sum(refutation: &mut Refutation, change: &mut dyn FnMut(&mut Combination)) {
    refutation.lines.iter_mut().for_each(&mut *change);
    match &mut refutation.ending {
        Ending::Contradiction(sum) => change(sum),
        Ending::Split { above, below, .. } => {
            each_sum(above, change);
            each_sum(below, change);
        }
    }
}

/// Changes the sums of the argument in a line, if there is one.
fn argue(line: &mut String, change: &mut dyn FnMut(&mut Combination)) {
    let changed = |refutation: &Refutation, change: &mut dyn FnMut(&mut Combination)| {
        let mut refutation = refutation.clone();
        each_sum(&mut refutation, change);
        refutation.into()
    };
    match step(line) {
        Some(ProofStep::Fact(it)) => *line = ProofStep::Fact(changed(&it, change)).to_string(),
        Some(ProofStep::Empty(it)) => *line = ProofStep::Empty(changed(&it, change)).to_string(),
        _ => {}
    }
}

/// What is done to a proof, and the mistake of a prover that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// Nothing but another digest.
    Pasted,
    /// Any step is left out.
    Drop,
    /// Any two steps are exchanged.
    Exchange,
    /// One pass of a loop never follows another: everything said of a chain is left out.
    SkipChain,
    /// A loop may be left that was never entered: nothing is said of a guard.
    DropGuard,
    /// More is assumed of the parameters: a condition stands before all others.
    NarrowConditions,
    /// Inequalities are rounded by one too much: a divisor, or a factor, is another one.
    RoundTooFar,
    /// Cycles are read from another value on: phases have another reason, or none.
    MixPhases,
    /// A word is not looked at.
    SkipWord,
    /// Less is split: an event is left out.
    SkipSplit,
    /// A position that breaks the rule is overlooked: a fact more, or one less.
    IgnoreFailure,
}

impl Change {
    const ALL: [Self; 11] = [
        Self::Pasted,
        Self::Drop,
        Self::Exchange,
        Self::SkipChain,
        Self::DropGuard,
        Self::NarrowConditions,
        Self::RoundTooFar,
        Self::MixPhases,
        Self::SkipWord,
        Self::SkipSplit,
        Self::IgnoreFailure,
    ];

    /// Makes the change, if there is a place for it.
    fn make(self, lines: &mut Vec<String>, random: &mut Random) -> Option<()> {
        let is_fact = |it: &ProofStep| matches!(it, ProofStep::Fact(_) | ProofStep::Known(_));
        let is_argued = |it: &ProofStep| matches!(it, ProofStep::Fact(_) | ProofStep::Empty(_));
        let is_event = |it: &ProofStep| matches!(it, ProofStep::Event(_) | ProofStep::End);
        match self {
            Self::Pasted => {}
            Self::Drop => drop(lines.remove(any(lines, random, |_| true)?)),
            Self::Exchange => {
                let (one, other) = (any(lines, random, |_| true)?, any(lines, random, |_| true)?);
                lines.swap(one, other);
            }
            Self::SkipChain => without(
                lines,
                random,
                |it| *it == ProofStep::Words,
                |it| matches!(it, None | Some(ProofStep::Words | ProofStep::Back)),
            )?,
            Self::DropGuard => {
                drop(lines.remove(any(lines, random, |it| *it == ProofStep::Inhabited)?));
            }
            Self::NarrowConditions => lines.iter_mut().for_each(|line| {
                argue(line, &mut |sum| {
                    for (fact, _) in &mut sum.terms {
                        if let Fact::Row(row) = fact {
                            *row += 1;
                        }
                    }
                });
            }),
            Self::RoundTooFar => {
                let line = any(lines, random, is_argued)?;
                argue(&mut lines[line], &mut |sum| match random.below(3) {
                    0 => sum.divisor += &Integer::ONE,
                    1 => sum.divisor = &sum.divisor * &Integer::from(2),
                    _ => {
                        let term = random.below(sum.terms.len().max(1));
                        if let Some((_, factor)) = sum.terms.get_mut(term) {
                            *factor += &Integer::ONE;
                        }
                    }
                });
            }
            Self::MixPhases => {
                let is_phase = |it: &ProofStep| {
                    matches!(it, ProofStep::Phases | ProofStep::Phase { .. })
                        || *it == ProofStep::NoPosition
                };
                let line = any(lines, random, is_phase)?;
                lines[line] = match step(&lines[line])? {
                    ProofStep::Phases => ProofStep::NoPosition,
                    ProofStep::Phase { mut terms, denominator } => {
                        terms.iter_mut().for_each(|(_, factor)| *factor += &Integer::ONE);
                        ProofStep::Phase { terms, denominator }
                    }
                    _ => ProofStep::Phases,
                }
                .to_string();
            }
            Self::SkipWord => without(
                lines,
                random,
                |it| matches!(it, ProofStep::Landing(_)),
                |it| !it.is_some_and(|it| is_event(it) || is_fact(it)),
            )?,
            Self::SkipSplit => drop(lines.remove(any(lines, random, is_event)?)),
            Self::IgnoreFailure => {
                let (fact, at) = (any(lines, random, is_fact)?, any(lines, random, is_fact)?);
                match random.below(3) {
                    0 => drop(lines.remove(at)),
                    1 => lines.insert(at, lines[fact].clone()),
                    _ => lines.insert(at, format!("= {}", random.below(4))),
                }
            }
        }
        Some(())
    }
}

/// Where a check fails, a step is put in, left out or exchanged, so that it fails as late as
/// possible; and so on.  How many forgeries were tried, of which none may be accepted.
fn improve(
    mut lines: Vec<String>,
    rounds: usize,
    random: &mut Random,
    check: &dyn Fn(&str) -> Option<CertificateError>,
) -> usize {
    let mut pool: Vec<String> = lines.iter().filter(|line| step(line).is_some()).cloned().collect();
    pool.extend(["o", "w", "b", ".", "p", "0", "= 0", "= 1", "f ! q /1"].map(str::to_owned));
    pool.sort();
    pool.dedup();
    let mut tried = 0;
    let mut line_of = |lines: &[String]| {
        tried += 1;
        let certificate = resealed(lines);
        let rejected = check(&certificate).unwrap_or_else(|| panic!("accepted:\n{certificate}"));
        usize::try_from(rejected.line - 1).unwrap()
    };
    let mut at = line_of(&lines);
    for _ in 0..rounds {
        let mut best: Option<(usize, Vec<String>)> = None;
        for choice in 0..12 {
            let mut other = lines.clone();
            let new = pool[random.below(pool.len())].clone();
            match choice {
                0 if at < other.len() => drop(other.remove(at)),
                1..5 if at < other.len() => other[at] = new,
                _ => other.insert(at.min(lines.len()), new),
            }
            let later = line_of(&other);
            if best.as_ref().is_none_or(|(known, _)| later > *known) {
                best = Some((later, other));
            }
        }
        if let Some((later, other)) = best
            && later >= at
        {
            (at, lines) = (later, other);
        }
    }
    tried
}

#[test]
fn no_changed_proof_of_a_wrong_description_is_accepted() {
    assert!(WRONG.len() > 100, "{}", WRONG.len());
    let mut random = Random(11);
    let mut tried = BTreeMap::<Change, u32>::new();
    let mut improved = 0;
    let mut proofs = BTreeMap::new();
    for (right, wrong) in &*WRONG {
        let proof = proofs
            .entry(right)
            .or_insert_with(|| believed(right, &Options::default()).expect("a proof"));
        let pasted = lines(&proof.replace(&digest(right), &digest(wrong)));
        let description = read(wrong).unwrap();
        for change in Change::ALL {
            for _ in 0..if change == Change::Pasted { 1 } else { 3 } {
                let mut forged = pasted.clone();
                if change.make(&mut forged, &mut random).is_some() {
                    let forged = resealed(&forged);
                    assert!(
                        checked(&forged, &description, wrong).is_err(),
                        "{change:?} in\n{wrong}\n{forged}"
                    );
                    *tried.entry(change).or_default() += 1;
                }
            }
        }
        let check = |forged: &str| checked(forged, &description, wrong).err();
        improved += improve(pasted, 4, &mut random, &check);
    }
    println!("{} wrong descriptions, {tried:?}, {improved} improved", WRONG.len());
    let enough = |change| tried.get(&change).is_some_and(|&times| times >= 3);
    assert!(Change::ALL.into_iter().all(enough) && improved > 5000, "{tried:?} {improved}");
}

/// Every step is needed, and none can be of another kind.
#[test]
fn no_step_can_be_left_out_or_be_another_one() {
    let mut random = Random(12);
    let mut dropped = BTreeMap::<String, u32>::new();
    let (mut exchanged, mut still, mut unneeded) = (0, 0, 0);
    for source in right() {
        let description = read(&source).unwrap();
        let honest = lines(&believed(&source, &Options::default()).expect("a proof"));
        let kind = |line: &str| line.split(' ').next().unwrap_or("").to_owned();
        for at in 3..honest.len() - 1 {
            let mut shorter = honest.clone();
            let line = shorter.remove(at);
            let refused = checked(&resealed(&shorter), &description, &source).is_err();
            // An event that is the end of the word as well need not be named.
            assert!(refused || line.starts_with("e "), "{line}, line {at} of\n{source}");
            unneeded += u32::from(!refused);
            *dropped.entry(kind(&line)).or_default() += u32::from(refused);
            let mut other = honest.clone();
            other[at] = honest[3 + random.below(honest.len() - 4)].clone();
            if kind(&other[at]) != kind(&line) {
                exchanged += 1;
                still += u32::from(accepted(&source, &resealed(&other)));
            }
        }
    }
    println!(
        "{dropped:?}; {unneeded} events not needed; {still} of {exchanged} exchanged steps say as much"
    );
    for kind in ["o", "x", "f", "=", "k", "c", "b", "w", "@", "e", ".", "p", "~", "seal"] {
        assert!(dropped.get(kind).is_some_and(|&times| times > 0), "{kind}: {dropped:?}");
    }
    assert!(unneeded * 10 < dropped["e"], "{unneeded}");
    assert!(exchanged > 500 && still * 50 < exchanged, "{still} of {exchanged}");
}

/// How a backend lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// Some questions have no point, it says, for a reason that is none.
    HidePoints,
    /// Points where there are none.
    InventPoints,
    /// Reasons from which something was taken away.
    SpoilReasons,
    /// Inequalities are rounded by one too much.
    RoundTooFar,
    /// The first variable is at least 2 (or more), and it gives no reason: failures below are
    /// ignored.
    NarrowConditions,
}

impl Lie {
    const ALL: [Self; 5] = [
        Self::HidePoints,
        Self::InventPoints,
        Self::SpoilReasons,
        Self::RoundTooFar,
        Self::NarrowConditions,
    ];
}

/// Questions after which a liar gives up, and how deep cases may be nested: who is lied to may go
/// back block by block without end.
const MOST_QUESTIONS: u64 = 300;
const DEEPEST: usize = 60;

/// A backend that lies, always in the same way about the same question.
struct Liar {
    honest: Box<dyn Backend>,
    stop: CancellationToken,
    lie: Lie,
    seed: u64,
    variables: usize,
    /// The marks that are not used up.
    marks: Vec<Mark>,
    questions: u64,
    last: Option<Constraint>,
    /// A reason that was good once.
    reason: Option<Refutation>,
}

impl Liar {
    fn new(lie: Lie, seed: u64, stop: CancellationToken) -> Self {
        let honest = BackendKind::Exact.backend(stop.clone());
        Self {
            honest,
            stop,
            lie,
            seed,
            variables: 0,
            marks: Vec::new(),
            questions: 0,
            last: None,
            reason: None,
        }
    }

    /// What becomes of a constraint that is divided and rounded by one too much.
    fn rounded(&self, constraint: &Constraint) -> Constraint {
        let Constraint { form, relation } = constraint;
        let common =
            form.coefficients().iter().fold(Integer::ZERO, |common, each| common.gcd(each));
        let divided = *relation == Relation::AtLeastZero && common > Integer::ONE;
        match self.lie == Lie::RoundTooFar && divided {
            true => Constraint::at_least_zero(form - &Affine::constant(common)),
            false => constraint.clone(),
        }
    }

    /// A number below another one that depends on the question only.
    fn choice(&self, question: Option<&Constraint>, below: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        let about = question.or(self.last.as_ref());
        (self.seed, format!("{about:?}")).hash(&mut hasher);
        hasher.finish() % below
    }

    fn made_up(&self, question: Option<&Constraint>) -> Refutation {
        let ending = |facts: &[Fact]| {
            let terms = facts.iter().map(|fact| (*fact, Integer::ONE)).collect();
            Ending::Contradiction(Combination { terms, divisor: Integer::ONE })
        };
        let asked = if question.is_some() { Fact::Question } else { Fact::Row(0) };
        let argument = |facts: &[Fact]| Refutation { lines: Vec::new(), ending: ending(facts) };
        match (self.choice(question, 4), &self.reason) {
            (0, Some(reason)) => reason.clone(),
            (0 | 1, _) => argument(&[asked]),
            (2, _) => argument(&[Fact::Row(0), asked]),
            _ => {
                let part = Box::new(argument(&[Fact::Line(0), asked]));
                let form = Affine::variable(0);
                let ending = Ending::Split { form, above: part.clone(), below: part };
                Refutation { lines: Vec::new(), ending }
            }
        }
    }
}

impl Backend for Liar {
    fn add_variable(&mut self) -> usize {
        let variable = self.honest.add_variable();
        self.variables += 1;
        if self.lie == Lie::NarrowConditions && variable == 0 {
            let least = Affine::constant(2 + self.seed);
            self.honest.push(&Constraint::at_least(&Affine::variable(0), &least));
        }
        variable
    }

    fn push(&mut self, constraint: &Constraint) {
        self.last = Some(constraint.clone());
        self.honest.push(&self.rounded(constraint));
    }

    fn mark(&mut self) -> Mark {
        let mark = self.honest.mark();
        self.marks.push(mark);
        if self.marks.len() > DEEPEST {
            self.stop.request();
        }
        mark
    }

    fn rollback(&mut self, mark: Mark) {
        self.honest.rollback(mark);
        while self.marks.pop().is_some_and(|it| it != mark) {}
    }

    fn lower_bound(&mut self, form: &Affine) -> Result<Option<Integer>, Limit> {
        self.honest.lower_bound(form)
    }

    fn ask(&mut self, question: Option<&Constraint>) -> Answer {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            self.stop.request();
            return Answer::Unknown(Limit::INTEGER_BRANCHES);
        }
        let chosen = self.choice(question, 4 + self.seed * 8) == 0;
        let rounded = question.map(|it| self.rounded(it));
        match (self.honest.ask(rounded.as_ref()), self.lie) {
            (Answer::Feasible(_), Lie::HidePoints) if chosen && question.is_some() => {
                Answer::Infeasible(self.made_up(question))
            }
            (Answer::Infeasible(_), Lie::InventPoints) if chosen => {
                let point = (0..self.variables).map(|variable| Integer::from(7 + variable));
                Answer::Feasible(point.collect())
            }
            (Answer::Infeasible(mut refutation), Lie::SpoilReasons) if chosen => {
                let kind = self.choice(question, 3);
                each_sum(&mut refutation, &mut |sum| match kind {
                    0 => drop(sum.terms.pop()),
                    1 => sum.divisor += &Integer::ONE,
                    _ => sum.terms.iter_mut().for_each(|(_, factor)| *factor = -&*factor),
                });
                Answer::Infeasible(refutation)
            }
            (Answer::Infeasible(mut refutation), Lie::NarrowConditions) => {
                each_sum(&mut refutation, &mut |sum| {
                    sum.terms.retain(|(fact, _)| *fact != Fact::Row(0));
                    for (fact, _) in &mut sum.terms {
                        if let Fact::Row(row) = fact {
                            *row -= 1;
                        }
                    }
                });
                Answer::Infeasible(refutation)
            }
            (answer, _) => {
                if let Answer::Infeasible(refutation) = &answer {
                    self.reason = Some(refutation.clone());
                }
                answer
            }
        }
    }

    fn work(&self) -> Work {
        self.honest.work()
    }
}

/// The certificate that a prover writes who believes a liar.  That it contradicts itself may
/// come to light before that.
fn deceived(source: &str, lie: Lie, seed: u64) -> Option<String> {
    let backend =
        move |stop: CancellationToken| Box::new(Liar::new(lie, seed, stop)) as Box<dyn Backend>;
    // A failure that is none is not looked for in the sequence itself.
    let stop = CancellationToken::default();
    let progress = |progress: Progress| {
        if progress.done == progress.total {
            stop.request();
        }
    };
    let stop = stop.clone();
    let options =
        Options { backend: &backend, stop, progress: Some(&progress), ..Options::default() };
    catch_unwind(AssertUnwindSafe(|| believed(source, &options))).ok().flatten()
}

#[test]
fn no_certificate_of_a_wrong_description_is_accepted() {
    let right = right();
    assert!(WRONG.len() > 100, "{}", WRONG.len());
    let mut in_all = 0;
    for lie in Lie::ALL {
        let (mut caught, mut believed_wrongly) = (0, 0);
        for seed in 0..8 {
            for source in &right {
                // Of a right description, another proof may happen to hold.
                let certificate = deceived(source, lie, seed);
                caught += u32::from(certificate.is_some_and(|it| !accepted(source, &it)));
            }
            for (_, source) in &*WRONG {
                if let Some(certificate) = deceived(source, lie, seed) {
                    believed_wrongly += 1;
                    assert!(!accepted(source, &certificate), "{lie:?} in\n{source}");
                }
            }
        }
        println!(
            "{lie:?}: {caught} proofs of right descriptions and {believed_wrongly} of wrong ones \
             were written and are not accepted"
        );
        assert!(caught + believed_wrongly > 0, "{lie:?}");
        in_all += believed_wrongly;
    }
    assert!(in_all > 10, "{in_all}");
    for source in &right {
        assert!(accepted(source, &believed(source, &Options::default()).unwrap()));
    }
}

/// The body twice, and the pattern that occurs once in it occurs twice.
#[test]
fn an_occurrence_cannot_be_overlooked() {
    let mut random = Random(13);
    let mut tried = 0;
    for source in [
        "n >= 1 { n } REPEAT _n An _n An ENDREP",
        "n >= 1 { 2n } REPEAT _(2n) A(2n) _(2n) A(2n) ENDREP",
        "n >= 1 { n n+1 } REPEAT _n An B _n An B ENDREP",
    ] {
        let honest = certified_theorem(source, Alphabet::Nim).unwrap();
        assert!(checked_theorems(&honest, source).is_ok());
        let mut forged = lines(&honest);
        let before = forged.len();
        forged.retain(|line| !line.starts_with("root "));
        assert_eq!(forged.len(), before - 1, "{honest}");
        for line in &mut forged {
            if let Some(ProofStep::OfTheorem(Step::Period(period))) = step(line) {
                let twice = period.plus(&period);
                *line = ProofStep::OfTheorem(Step::Period(twice)).to_string();
            }
        }
        let claim = forged.iter().find(|line| line.starts_with("period ")).unwrap().clone();
        let check = |forged: &str| match checked_theorems(forged, source) {
            Err(rejected) => Some(rejected),
            // What is shown then must be something else.
            Ok(_) if !forged.lines().any(|line| line == claim) => {
                Some(checked_theorems("", source).unwrap_err())
            }
            Ok(_) => None,
        };
        tried += improve(forged, 60, &mut random, &check);
    }
    assert!(tried > 2000, "{tried}");
}

/// Many blocks, and more questions than one thread is left alone with.
fn large() -> Vec<String> {
    let repeated = |head: &str, part: &str, times| {
        format!("{head} REPEAT {} ENDREP", [part].repeat(times).join(" "))
    };
    let branch = "IF n <= m THEN _m Am Bn ELSE _m Am _(n-m) B(2m-n) A(n-m) FI";
    vec![
        repeated("n >= 1 { n }", "FOR i FROM 1 UPTO n REP _n An PER", 300),
        repeated("n >= 1 { 1 2n+1 }", "FOR i FROM 1 UPTO n REP <_A>(2n) <_A>(2) PER", 100),
        repeated("m >= 1\nn >= 1\nn <= 2m\n{ m m+n }", branch, 250),
    ]
}

#[test]
fn the_same_proof_for_any_number_of_threads() {
    let mut shared = 0;
    for source in descriptions().into_iter().map(|(_, source)| source).chain(large()) {
        let description = read(&source).unwrap();
        let certificate = |threads| {
            let options = Options { threads: Threads::new(threads), ..Options::default() };
            let (report, proof) = certify(&description, &source, &options);
            assert_eq!(report.verdict, Verdict::Verified, "{source}: {:?}", report.findings);
            (text(&proof.unwrap().unwrap()), report)
        };
        let (one, report) = certificate(1);
        shared += u32::from(report.statistics().questions > 6000);
        for threads in [2, 5] {
            let (other, its) = certificate(threads);
            assert!(one == other, "{threads} threads:\n{source}");
            assert_eq!(its.statistics(), report.statistics());
        }
        assert!(accepted(&source, &one), "{source}");
    }
    assert!(shared > 0, "no proof was large enough to be shared");
}
