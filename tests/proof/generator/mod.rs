//! Thousands of descriptions that are right by construction, and their mutants, judged by brute
//! force: nothing wrong is verified, every counterexample is true and the smallest, nothing right
//! is refuted or rejected, and nearly everything right is decided.

mod brute;
mod mutants;
mod right;
pub mod text;

use crate::support::{Random, check, descriptions};
use brute::{Truth, points, truth};
use grundy_language::verdict::{Evidence, Report, Verdict};
use right::{Features, Writer};
use std::collections::BTreeMap;
use text::Text;

/// Features that each run must reach.
const FEATURES: [&str; 40] = [
    "IF, ELIF, ELSE",
    "IF, ELSE",
    "LET",
    "body doubled",
    "branch never taken",
    "constant body",
    "cycle",
    "declarations reordered",
    "drifting border",
    "drifting phase",
    "empty loop",
    "empty word",
    "endless loop rotated",
    "equation",
    "first iteration peeled",
    "four parameters",
    "index shifted",
    "interval",
    "iterations that write nothing",
    "last iteration peeled",
    "loop",
    "loop around the body",
    "loop in loop",
    "loop in loop in loop",
    "loop of one iteration",
    "loop without words",
    "move and many periods",
    "move and period",
    "move twice",
    "n = 2m+r",
    "n = m+c",
    "n = m+k",
    "odd",
    "outcomes",
    "parameter without move",
    "published",
    "scaled",
    "split cycle",
    "split word",
    "two moves",
];

/// A number from the environment, for longer runs and others.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

fn report(source: &str) -> Report {
    let Some((_, report)) = check(source) else {
        let read = grundy_language::lang::parse(source, &Default::default());
        panic!("not read: {:?}\n{source}", read.diagnostics)
    };
    report
}

/// The parameters that the first finding names, with the evidence.
fn shown(report: &Report, dimension: usize) -> Option<(Vec<i64>, &Evidence)> {
    let finding = report.findings.first()?;
    let values = finding.parameters()?.iter().take(dimension);
    Some((values.map(|(_, value)| value.to_i64().unwrap()).collect(), &finding.evidence))
}

/// Compares the verdict on a text with brute force.  Is there a failure in the box?
fn judge(text: &Text, source: &str, report: &Report) -> bool {
    let dimension = text.parameters().len();
    let mut failing = None;
    let mut meaningless = false;
    let mut admitted = false;
    for point in points(text) {
        match truth(text, &point) {
            Truth::Excluded => {}
            Truth::Right | Truth::Large => admitted = true,
            Truth::Meaningless => meaningless = true,
            wrong @ Truth::Wrong { .. } => {
                failing.get_or_insert((point, wrong));
            }
        }
    }
    let complete = report.findings.iter().all(|finding| finding.limit().is_none());
    match report.verdict {
        Verdict::Verified => {
            assert_eq!((&failing, meaningless), (&None, false), "verified:\n{source}");
        }
        Verdict::Vacuous => {
            assert_eq!((&failing, meaningless || admitted), (&None, false), "vacuous:\n{source}");
        }
        Verdict::Undecided => {}
        Verdict::Rejected => {
            let (point, evidence) = shown(report, dimension).expect(source);
            assert!(matches!(evidence, Evidence::Witness(_)), "{source}");
            let found = truth(text, &point);
            assert!(
                matches!(found, Truth::Meaningless | Truth::Large),
                "{found:?} at {point:?}:\n{source}"
            );
        }
        Verdict::Refuted => {
            let (point, evidence) = shown(report, dimension).expect(source);
            let Evidence::Position(found) = evidence else { panic!("{evidence:?}\n{source}") };
            let there = truth(text, &point);
            if let Truth::Wrong { position, claimed, computed } = &there {
                let failure = &found.failure;
                assert_eq!(
                    (failure.position.to_i64(), &failure.claimed, &failure.computed),
                    (i64::try_from(*position).ok(), &claimed.to_string(), &computed.to_string()),
                    "at {point:?}:\n{source}"
                );
            }
            assert!(
                matches!(there, Truth::Wrong { .. } | Truth::Large),
                "{there:?} at {point:?}:\n{source}"
            );
            if let (Some((smaller, _)), true) = (&failing, complete) {
                assert!(point <= *smaller, "{point:?}, but wrong at {smaller:?}:\n{source}");
            }
        }
    }
    failing.is_some()
}

/// A right text, and how it came to be.
fn right_text(random: &mut Random, published: &[(String, String)]) -> (Text, Features) {
    let (text, base) = right::base(random, published);
    let steps = 1 + random.below(7);
    let mut writer = Writer { text, random, features: Features::from([base]) };
    for step in 0..steps {
        let before = writer.text.clone();
        if step == 0 && writer.random.below(20) == 0 {
            writer.constant_bodies();
        } else {
            writer.step();
        }
        if right::size(&writer.text.before) + right::size(&writer.text.period) > 60 {
            writer.text = before;
        }
    }
    (writer.text, writer.features)
}

/// Texts that are right, made from these.
pub fn right_texts(
    random: &mut Random,
    published: &[(String, String)],
    count: usize,
) -> Vec<String> {
    (0..count).map(|_| right_text(random, published).0.to_string()).collect()
}

/// What a run has counted.
#[derive(Default)]
struct Run {
    /// Right texts by feature, and the undecided among them.
    features: BTreeMap<&'static str, [usize; 2]>,
    /// Verdicts on right texts and, by change, on mutants.
    verdicts: BTreeMap<(&'static str, Verdict), usize>,
    /// Right texts that are undecided.
    undecided: Vec<String>,
    /// Mutants that are wrong in the box of parameters.
    wrong: usize,
    /// Those among them that are undecided.
    hidden: Vec<String>,
}

impl Run {
    fn right(&mut self, text: &Text, how: Features) {
        let source = text.to_string();
        assert_eq!(brute::read(&source), *text, "{source}");
        let report = report(&source);
        let fails = judge(text, &source, &report);
        assert!(!fails, "the generator made something wrong: {how:?}\n{source}");
        let verdict = report.verdict;
        assert!(
            !matches!(verdict, Verdict::Refuted | Verdict::Rejected),
            "{how:?}: {:?}\n{source}",
            report.findings
        );
        *self.verdicts.entry(("right", verdict)).or_default() += 1;
        let undecided = verdict == Verdict::Undecided;
        let many = (text.parameters().len() > 3).then_some("four parameters");
        for feature in how.iter().copied().chain(many) {
            let counts = self.features.entry(feature).or_default();
            counts[0] += 1;
            counts[1] += usize::from(undecided);
        }
        if undecided {
            self.undecided.push(source);
        }
    }

    fn mutant(&mut self, text: &Text, change: &'static str) {
        let source = text.to_string();
        let Some((_, report)) = check(&source) else { return };
        let fails = judge(text, &source, &report);
        *self.verdicts.entry((change, report.verdict)).or_default() += 1;
        self.wrong += usize::from(fails);
        if fails && report.verdict == Verdict::Undecided {
            self.hidden.push(source);
        }
    }
}

fn run(count: usize, seed: u64) {
    let mut random = Random(seed);
    let published = descriptions();
    let mut run = Run::default();
    for _ in 0..count {
        let (text, how) = right_text(&mut random, &published);
        run.right(&text, how);
        for _ in 0..2 {
            if let Some((mutant, change)) = mutants::mutant(&text, &mut random) {
                run.mutant(&mutant, change);
            }
        }
    }
    println!("features, right texts with them, undecided among these:");
    for (feature, [all, undecided]) in &run.features {
        println!("  {feature}: {all}, {undecided}");
    }
    println!("verdicts:");
    for ((change, verdict), count) in &run.verdicts {
        println!("  {change}, {verdict}: {count}");
    }
    println!("{count} right, {} undecided: {:#?}", run.undecided.len(), run.undecided);
    println!("{} wrong in the box, {} undecided", run.wrong, run.hidden.len());
    for feature in FEATURES {
        assert!(run.features.contains_key(feature), "{feature} does not occur");
    }
    let total = |verdict| -> usize {
        run.verdicts.iter().filter(|((_, it), _)| *it == verdict).map(|(_, count)| count).sum()
    };
    assert!(run.wrong > count / 2, "too few mutants are wrong");
    assert!(total(Verdict::Rejected) > count / 20, "too few mutants have no meaning");
    assert_eq!(run.hidden, [""; 0], "wrong in the box, but undecided");
    assert!(run.undecided.len() * 1000 < count, "too many right texts are undecided");
}

/// One half of the texts: each has random numbers of its own.
fn half(which: u64) {
    let count = number("GRUNDY_GENERATED", 2500) / 2;
    run(usize::try_from(count).unwrap(), number("GRUNDY_SEED", 1996) + which);
}

#[test]
fn generated_descriptions_are_judged_like_brute_force() {
    half(0);
}

#[test]
fn more_generated_descriptions_are_judged_like_brute_force() {
    half(1);
}
