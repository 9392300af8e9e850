//! Laws that hold for any input, as functions that panic where one is broken.  The fuzz
//! targets of `tests/fuzz` look for inputs that break them; `tests/proof/fuzz_corpus.rs` replays
//! the inputs found so far.

use crate::support::{Brute, brute, points};
use grundy_answers::report::Style;
use grundy_answers::report::render::render;
use grundy_kernel::affine::{Affine, Constraint};
use grundy_kernel::model::{Alphabet, Description, ValueCycle};
use grundy_language::lang::{Options, format, parse};
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::verdict::{Report, Verdict};
use grundy_prove::verify;
use std::fmt::Write as _;
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// Parameters that brute force looks at.
const BOX: std::ops::RangeInclusive<i64> = -2..=6;

/// How long a proof may take before it is stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// A counterexample is compared with brute force if its parameters are at most this large.
const LARGE: i64 = 40;

/// Reading a text: it does not panic; a description is there exactly when there is no error;
/// what is said about the text can be shown; the layout stays as it is once it is the common one, and
/// the meaning stays.
pub fn reading(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let source = text.as_ref();
    for alphabet in [None, Some(Alphabet::Nim), Some(Alphabet::Outcome)] {
        for raw in [false, true] {
            let lowered = parse(source, &Options { alphabet, raw, ..Default::default() });
            let failed = lowered
                .diagnostics
                .iter()
                .any(|each| each.severity() == grundy_language::diagnostic::Severity::Error);
            assert_ne!(failed, lowered.description.is_some(), "{source:?}");
            for diagnostic in &lowered.diagnostics {
                for label in &diagnostic.labels {
                    let piece = source.get(label.span.range());
                    assert!(piece.is_some(), "{diagnostic:?} in {source:?}");
                }
                assert!(render(diagnostic, "x", source, Style::PLAIN).ends_with('\n'));
            }
        }
    }
    let Some(description) = parse(source, &Options::default()).description else { return };
    let tidy = format(source).expect("what can be read has a layout");
    let again = parse(&tidy, &Options::default());
    let again = again.description.expect("what has the common layout can be read");
    assert_eq!(meaning(&description), meaning(&again), "{source:?}\n{tidy}");
    assert_eq!(format(&tidy).as_ref(), Ok(&tidy), "{source:?}");
}

/// What a description says, without the places where it says so.
fn meaning(description: &Description) -> impl PartialEq + std::fmt::Debug {
    let conditions: Vec<Constraint> =
        description.conditions.iter().map(|each| each.constraint.clone()).collect();
    let moves: Vec<Affine> = description.moves.iter().map(|each| each.size.clone()).collect();
    let words: Vec<Vec<(ValueCycle, Arc<Affine>)>> = description
        .blocks
        .iter()
        .map(|block| block.words.iter().map(|w| (w.cycle.clone(), w.length.clone())).collect())
        .collect();
    (description.alphabet(), conditions, moves, words)
}

/// Verifying a text: it does not panic, and brute force in a box of parameters agrees with
/// the verdict.
pub fn verifying(source: &str) -> Option<Verdict> {
    let description = parse(source, &Options::default()).description?;
    let stop = CancellationToken::default();
    let report = {
        let (done, waiting) = mpsc::channel::<()>();
        let watched = stop.clone();
        let watch = std::thread::spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                watched.request();
            }
        });
        let options = verify::Options { stop, ..verify::Options::default() };
        let report = verify::verify(&description, source, &options);
        drop(done);
        watch.join().expect("the watch does not panic");
        report
    };
    for finding in &report.findings {
        render(&finding.diagnostic, "x", source, Style::PLAIN);
    }
    judge(source, &description, &report);
    Some(report.verdict)
}

fn judge(source: &str, description: &Description, report: &Report) {
    let dimension = description.parameters.len();
    if dimension > 2 {
        return;
    }
    let first = report.findings.iter().find(|finding| finding.parameters().is_some());
    let found: Option<Vec<i64>> = first.and_then(|it| {
        let values = it.parameters()?[..dimension].iter().map(|(_, value)| value.to_i64());
        values.collect()
    });
    if let Some(found) = &found
        && found.iter().all(|value| (-LARGE..=LARGE).contains(value))
    {
        let truth = brute(description, found);
        match report.verdict {
            Verdict::Rejected => {
                assert_eq!(truth, Brute::Meaningless, "at {found:?}:\n{source}");
            }
            Verdict::Refuted => {
                let failure =
                    &first.and_then(|it| it.counterexample()).expect("a position").failure;
                let Brute::Wrong { position, claimed, computed } = &truth else {
                    panic!("refuted at {found:?}, but {truth:?}:\n{source}");
                };
                assert_eq!(
                    (failure.position.to_i64(), &failure.claimed, &failure.computed),
                    (i64::try_from(*position).ok(), claimed, computed),
                    "smallest position at {found:?}:\n{source}"
                );
            }
            verdict => panic!("{verdict:?} with a counterexample:\n{source}"),
        }
    }
    // Rejected for what chains need: nothing is said about the sequence.  Likewise undecided.
    if report.verdict == Verdict::Undecided
        || (report.verdict == Verdict::Rejected && first.is_none())
    {
        return;
    }
    assert!(!report.findings.iter().any(|finding| finding.limit() == Some(Limit::STOPPED)));
    for point in points(dimension, BOX) {
        let before = found.as_ref().is_some_and(|found| point < *found) || first.is_none();
        match (brute(description, &point), report.verdict) {
            (Brute::Excluded, _) => {}
            (truth, Verdict::Vacuous) => panic!("vacuous, but {truth:?} at {point:?}:\n{source}"),
            (Brute::Meaningless, verdict) => {
                assert_eq!(verdict, Verdict::Rejected, "meaningless at {point:?}:\n{source}");
                assert!(!before, "{point:?} is a smaller witness:\n{source}");
            }
            (Brute::Wrong { position, .. }, Verdict::Verified) => {
                panic!("verified, but wrong at {point:?}, {position}:\n{source}")
            }
            (Brute::Wrong { .. }, Verdict::Refuted) => {
                assert!(!before, "{point:?} are smaller parameters:\n{source}");
            }
            (Brute::Wrong { .. } | Brute::Right, _) => {}
        }
    }
}

/// Right descriptions, for [`description`] to change.
const RIGHT: &[&str] = &[
    "n >= 1 { n } REPEAT _n An ENDREP",
    "n >= 1 { n n } REPEAT _n An ENDREP",
    "n >= 1 { 2n n } REPEAT _n An Bn ENDREP",
    "{ 1 2 } REPEAT <_AB>3 ENDREP",
    "{ 2 1 } _ A REPEAT B _ A ENDREP",
    "{ 1 2 3 4 } REPEAT <-4+>(5) ENDREP",
    "n >= 1 { n } FOR i FROM -n UPTO -1 REP _n An PER REPEAT _n An ENDREP",
    "n >= 1 { n } FOR i FROM n UPTO 4 REP _n An PER REPEAT _n An ENDREP",
    "n >= 1 { n } FOR i FROM 1 UPTO n REP FOR j FROM i UPTO 2i-n REP _n An PER PER REPEAT _n An ENDREP",
    "n >= 1 { 1 2n+1 } FOR i FROM -n UPTO n REP <_A>(4n+2i) PER REPEAT <_A>2 ENDREP",
    "n >= 1 { 1 } FOR i FROM 1 UPTO n REP _ A PER REPEAT _ A ENDREP",
    "n >= 1 { 1 2n+1 } REPEAT <_A_A_A>(2n) <_A_A_A_A_A_A_A>(2n) (_A)1 ENDREP",
    "m >= 1 n == 2m+1 { 1 n } REPEAT <_A>(2n) ENDREP",
    "n >= 1 { n } IF n <= 0 THEN A(-5) FI REPEAT _n An ENDREP",
    "n >= 1 { n } REPEAT IF n == 1 THEN _ A ELIF n != 3 THEN _n An ELSE _3 A3 FI ENDREP",
    include_str!("../../descriptions/subtraction/equation.nimseq"),
    include_str!("../../descriptions/subtraction/obs18.nimseq"),
    include_str!("../../descriptions/subtraction/obs20.nimseq"),
    include_str!("../../descriptions/subtraction/odd_move.nimseq"),
    include_str!("../../descriptions/subtraction/parity.nimseq"),
    include_str!("../../descriptions/subtraction/satz8.nimseq"),
    include_str!("../../descriptions/subtraction/two_moves_any_order.nimseq"),
    include_str!("../../descriptions/subtraction/two_moves_branches.nimseq"),
    include_str!("../../descriptions/subtraction/two_moves_two_parameters.nimseq"),
];

/// The description that some bytes stand for: half of them a small one made from nothing,
/// half of them a right one with a few changes.
pub fn description(bytes: &[u8]) -> String {
    let mut draw = Draw { bytes: bytes.iter(), names: Vec::new() };
    if draw.below(2) == 0 { draw.fresh() } else { draw.changed() }
}

/// Reads bytes as choices; after the last byte every choice is the first one.
struct Draw<'a> {
    bytes: std::slice::Iter<'a, u8>,
    names: Vec<char>,
}

impl Draw<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.bytes.next().map_or(0, |byte| usize::from(*byte) % bound)
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn name(&mut self) -> char {
        if self.names.is_empty() {
            return 'n';
        }
        let at = self.below(self.names.len());
        self.names[at]
    }

    fn expression(&mut self) -> String {
        let name = self.name();
        let other = self.name();
        let (a, b) = (1 + self.below(3), self.below(5));
        if self.names.is_empty() {
            return b.to_string();
        }
        match self.below(8) {
            0 => name.to_string(),
            1 => b.to_string(),
            2 => format!("{a}{name}"),
            3 => format!("{a}{name}+{b}"),
            4 => format!("{name}-{b}"),
            5 => format!("{b}-{name}"),
            6 => format!("{a}{name}+{other}"),
            _ => format!("{a}{name}-{other}+{b}"),
        }
    }

    fn word(&mut self) -> String {
        let cycle = self.one_of(&["_", "A", "B", "<_A>", "<A_>", "<_AB>", "(_A)", "<2_A>", "C"]);
        match self.below(5) {
            0 => cycle.to_owned(),
            1 => format!("{cycle}{}", 1 + self.below(4)),
            _ => format!("{cycle}({})", self.expression()),
        }
    }

    fn test(&mut self) -> String {
        let relation = self.one_of(&["==", "!=", ">=", "<="]);
        format!("{} {relation} {}", self.expression(), self.expression())
    }

    fn units(&mut self, text: &mut String, depth: usize) {
        for _ in 0..=self.below(3) {
            match self.below(8) {
                0 if depth < 2 => {
                    let name = ['i', 'j'][depth];
                    let (from, upto) = (self.expression(), self.expression());
                    // Writing to a string cannot fail.
                    _ = write!(text, "FOR {name} FROM {from} UPTO {upto} REP ");
                    let known = self.names.len();
                    self.names.push(name);
                    self.units(text, depth + 1);
                    self.names.truncate(known);
                    text.push_str("PER ");
                }
                1 if depth < 2 => {
                    _ = write!(text, "IF {} THEN ", self.test());
                    self.units(text, depth + 1);
                    if self.below(2) == 1 {
                        _ = write!(text, "ELIF {} THEN ", self.test());
                        self.units(text, depth + 1);
                    }
                    if self.below(2) == 1 {
                        text.push_str("ELSE ");
                        self.units(text, depth + 1);
                    }
                    text.push_str("FI ");
                }
                2 => {
                    _ = write!(text, "LET k={} A(k) ", self.expression());
                }
                _ => {
                    text.push_str(&self.word());
                    text.push(' ');
                }
            }
        }
    }

    fn fresh(&mut self) -> String {
        let mut text = String::new();
        for name in &['n', 'm'][..self.below(3)] {
            let lowest = self.below(4);
            _ = write!(text, "{name} >= {} ", self.one_of(&["1", "2", "0", "-2"]));
            self.names.push(*name);
            if lowest == 3 {
                let relation = self.one_of(&["<=", ">=", "=="]);
                if let Some(other) = self.names.first().filter(|other| *other != name) {
                    _ = write!(text, "{name} {relation} 2{other}-1 ");
                } else if relation == "<=" {
                    _ = write!(text, "{name} <= 4 ");
                }
            }
        }
        text.push_str("{ ");
        for _ in 0..=self.below(3) {
            let size = self.expression();
            _ = write!(text, "{size} ");
        }
        text.push_str("} ");
        if self.below(2) == 1 {
            self.units(&mut text, 0);
        }
        text.push_str("REPEAT ");
        self.units(&mut text, 0);
        text.push_str("ENDREP\n");
        text
    }

    fn changed(&mut self) -> String {
        let right = self.one_of(RIGHT);
        let mut tokens: Vec<String> = right
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'))
            .flat_map(str::split_whitespace)
            .map(str::to_owned)
            .collect();
        self.names = ['n', 'm', 'i', 'j']
            .into_iter()
            .filter(|name| right.contains(&format!("{name} >= ")))
            .collect();
        for _ in 0..=self.below(3) {
            // Two bytes, because some texts are long.
            let at = (self.below(256) * 256 + self.below(256)) % tokens.len();
            let keyword =
                tokens[at].len() > 1 && tokens[at].chars().all(|c| c.is_ascii_uppercase());
            match self.below(9) {
                0 => drop(tokens.remove(at)),
                1 => tokens.insert(at, tokens[at].clone()),
                2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
                3 if !keyword => tokens[at] = self.word(),
                4 if !keyword => tokens[at] = self.expression(),
                5 if !keyword => {
                    let branch =
                        format!("IF {} THEN {} ELSE {} FI", self.test(), self.word(), tokens[at]);
                    tokens[at] = branch;
                }
                6 => {
                    let step = self.one_of(&["+1", "-1", "+n", "-n"]);
                    let token = &mut tokens[at];
                    match token.pop() {
                        Some(')') => _ = write!(token, "{step})"),
                        Some(last) => {
                            token.push(last);
                            token.push_str(step);
                        }
                        None => {}
                    }
                }
                7 => {
                    let digit = self.one_of(&["0", "1", "2", "3", "5"]);
                    tokens[at] = tokens[at].replace(|c: char| c.is_ascii_digit(), digit);
                }
                _ => {
                    let letter = self.one_of(&["A", "B", "_", "C"]);
                    if !keyword {
                        tokens[at] = tokens[at].replace(['A', 'B', '_'], letter);
                    }
                }
            }
        }
        tokens.join(" ") + "\n"
    }
}
