//! Descriptions as the prover writes them: the same sequence by brute force, and proofs that could
//! not be found without.

use crate::certificate::{certified, certified_theorem, checked, checked_theorems, resealed};
use crate::support::{Brute, Random, brute};
use grundy_ilp::BackendKind;
use grundy_kernel::Integer;
use grundy_kernel::affine::Affine;
use grundy_kernel::model::{Alphabet, Description, Value};
use grundy_kernel::simplify::{endless, shorter, with_quotients};
use grundy_language::expand::{Expansion, values};
use grundy_language::lang::{digest, parse};
use grundy_language::verdict::{Finding, Verdict};
use grundy_prove::theorem::{self, theorem};
use grundy_prove::verify::{Options, verify};

fn read(source: &str) -> Description {
    parse(source, &Default::default()).description.expect(source)
}

/// Texts of words, loops and branches; most claim something wrong, which is of no interest here.
struct Texts {
    random: Random,
    /// The control variables of the loops that are open.
    open: Vec<char>,
}

impl Texts {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.random.below(from.len())]
    }

    /// A form over the parameters and the open control variables.
    fn form(&mut self) -> String {
        let number = self.random.below(4);
        match self.random.below(7) {
            0 | 1 => number.to_string(),
            2 => format!("n+{number}"),
            3 => format!("n-{number}"),
            4 => "m".to_owned(),
            _ if self.open.is_empty() => format!("m+{number}"),
            _ => {
                let variable = self.open[self.random.below(self.open.len())];
                format!("{variable}+{number}")
            }
        }
    }

    fn list(&mut self, depth: usize) -> String {
        let parts: Vec<_> = (0..1 + self.random.below(3)).map(|_| self.part(depth)).collect();
        parts.join(" ")
    }

    fn part(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 11 }) {
            9.. => self.copies(depth - 1),
            0..2 => self.pick(&["_", "A", "_A", "<_A>4", "B3", "(AB)2"]).to_owned(),
            2 => format!("{}({})", self.pick(&["_", "A", "<_A>"]), self.form()),
            3 => format!("<A_>(2{})", self.pick(&["n", "m"])),
            4..7 => {
                let (from, upto) = (self.form(), self.form());
                let variable = ['i', 'j', 'k', 'l'][self.open.len()];
                self.open.push(variable);
                let body = self.list(depth - 1);
                self.open.pop();
                format!("FOR {variable} FROM {from} UPTO {upto} REP {body} PER")
            }
            _ => {
                let mut text = format!("IF {} THEN {}", self.test(), self.list(depth - 1));
                if self.random.below(3) == 0 {
                    text += &format!(" ELIF {} THEN {}", self.test(), self.list(depth - 1));
                }
                if self.random.below(3) == 0 {
                    text += &format!(" ELSE {}", self.list(depth - 1));
                }
                text + " FI"
            }
        }
    }

    /// Something that may be made of copies of `_n A2`, as it is or in pieces.
    fn copies(&mut self, depth: usize) -> String {
        let zeros = self.pick(&["_n", "_n", "_ _(n-1)", "IF n >= 3 THEN _n ELSE _n FI"]);
        let ones = self.pick(&["A2", "A2", "A A", "A3"]);
        let both = format!("{zeros} {ones}");
        match self.random.below(if depth == 0 { 3 } else { 6 }) {
            0..2 => both,
            2 => format!("{zeros} IF {} THEN {ones} ELSE A2 {both} FI", self.test()),
            3 => {
                let (from, upto) = (self.form(), self.form());
                let variable = ['i', 'j', 'k', 'l'][self.open.len()];
                self.open.push(variable);
                let body = self.copies(depth - 1);
                self.open.pop();
                format!("FOR {variable} FROM {from} UPTO {upto} REP {body} PER")
            }
            4 => {
                let arms = [self.copies(depth - 1), self.copies(depth - 1)];
                format!("IF {} THEN {} ELSE {} FI", self.test(), arms[0], arms[1])
            }
            _ => format!("IF {} THEN {} FI", self.test(), self.copies(depth - 1)),
        }
    }

    fn test(&mut self) -> String {
        let left = match self.open.last().copied() {
            Some(variable) if self.random.below(5) > 0 => {
                format!("{}{variable}", self.pick(&["", "", "2", "3", "-", "-2"]))
            }
            _ => self.form(),
        };
        let comparison = self.pick(&["==", "!=", ">=", "<="]);
        match self.random.below(4) {
            0 => format!("{left} {comparison} -{}", self.random.below(6)),
            _ => format!("{left} {comparison} {}", self.form()),
        }
    }
}

/// The first letters of a pass through the endless loop, or of what stands before it.
fn part_of(expansion: Expansion<'_>, passes: u64) -> Option<Vec<Value>> {
    let mut letters = Vec::new();
    let mut expansion = expansion;
    while let Some(occurrence) = expansion.next() {
        if expansion.passes() > passes {
            return Some(letters);
        }
        let length = usize::try_from(occurrence.length.to_i64()?).ok()?;
        letters.extend(occurrence.word.cycle.iter().cycle().take(length));
        if letters.len() > 2000 {
            return None;
        }
    }
    Some(letters)
}

/// Do the conditions hold that are about these first parameters?
fn holds(description: &Description, point: &[Integer]) -> bool {
    let known = |form: &Affine| form.coefficients().len() <= point.len();
    let mut conditions = description.conditions.iter().map(|each| &each.constraint);
    conditions.all(|each| !known(&each.form) || each.holds_at(point))
}

/// The point with the least values that the further parameters can have.
fn completed(description: &Description, mut point: Vec<Integer>) -> Vec<Integer> {
    while point.len() < description.parameters.len() {
        let with = |value: i64| [&point[..], &[value.into()]].concat();
        point = (0..100).map(with).find(|point| holds(description, point)).unwrap();
    }
    point
}

/// With loops three deep, and bounds and conditions of all kinds.
#[test]
fn a_simplified_description_has_the_same_sequence() {
    let mut texts = Texts { random: Random(31), open: Vec::new() };
    let (mut shortened, mut cut, mut lasting, mut compared, mut quotients) = (0, 0, 0, 0, 0);
    for number in 0..6000 {
        let (before, body) = match number % 6 {
            0 => (texts.copies(2), texts.copies(3) + " " + &texts.copies(2)),
            3 => {
                let (first, last) = (texts.copies(1), texts.copies(1));
                (texts.copies(2) + " " + &last, format!("{first} {last}"))
            }
            _ => (texts.list(2), texts.list(3)),
        };
        let source = format!("n >= 1 m >= 0 {{ 1 n+1 3m+2 }} {before} REPEAT {body} ENDREP");
        let Some(description) = parse(&source, &Default::default()).description else { continue };
        let first = shorter(&description);
        let first_or = first.as_ref().unwrap_or(&description);
        let rounded = with_quotients(first_or);
        let passes = rounded.as_ref().unwrap_or(first_or);
        let second = endless(passes);
        let ifs = |text: &str| text.matches("IF ").count();
        shortened += u32::from(first.is_some());
        cut += u32::from(first.is_some() && ifs(&source) > 0);
        lasting += u32::from(second.is_some());
        if first.is_none() && rounded.is_none() && second.is_none() {
            continue;
        }
        for (n, m) in [(1, 0), (1, 1), (2, 0), (2, 3), (3, 1), (4, 4), (6, 2)] {
            let point = [n, m].map(Integer::from);
            let of = |description| part_of(Expansion::of_period(description, &point), 0);
            let (Some(pass), Some(before)) =
                (of(&description), part_of(Expansion::new(&description, &point), 0))
            else {
                continue;
            };
            compared += 1;
            assert_eq!(of(first_or), Some(pass.clone()), "{source}\nat {n}, {m}");
            assert_eq!(
                part_of(Expansion::new(first_or, &point), 0),
                Some(before.clone()),
                "{source}\nat {n}, {m}"
            );
            // Quotients have one value.
            let point = completed(passes, point.to_vec());
            quotients += usize::from(point.len() > 2);
            let of = |expansion| part_of(expansion, 0);
            assert_eq!(of(Expansion::of_period(passes, &point)), Some(pass.clone()), "{source}");
            assert_eq!(of(Expansion::new(passes, &point)), Some(before), "{source}");
            let Some(second) = second.as_ref().filter(|_| !pass.is_empty()) else { continue };
            // Of numbers of copies the least one, and some more.
            let point = completed(second, point);
            let holds = |point: &[Integer]| holds(second, point);
            for more in [0, 1, 5] {
                let mut point = point.clone();
                if let Some(last) = point.get_mut(2..).and_then(<[_]>::last_mut) {
                    *last += &Integer::from(more);
                }
                if !holds(&point) {
                    continue;
                }
                let values = |description, point: &[Integer]| {
                    values(description, point, &Integer::ZERO, 500, &Default::default()).ok()
                };
                let own = values(second, &point);
                assert_eq!(values(&description, &point[..2]), own, "{source}\nat {n}, {m}");
            }
        }
    }
    println!(
        "{shortened} shorter, {cut} of them with branches, {lasting} with other endless loops, \
         {quotients} times with several parameters more"
    );
    assert!(shortened > 500 && cut > 200 && lasting > 1000 && compared > 6000, "{compared}");
    assert!(quotients > 100);
}

/// Loops of constant body, iterations that write nothing, and copies in the endless loop.
const RIGHT: [&str; 35] = [
    "n >= 1 { 1 2n } REPEAT FOR i FROM 1 UPTO n REP IF 2i == n THEN <_A>2 ELSE _ A FI PER B ENDREP",
    "m >= 1 { m } REPEAT FOR i FROM 1 UPTO m REP IF 2i == m THEN _m Am ELIF 2i == m+1 THEN _m Am FI PER ENDREP",
    "m >= 1 { m } REPEAT FOR i FROM 1 UPTO m REP IF 3i >= m THEN IF 3i <= m+2 THEN _m Am FI FI PER ENDREP",
    "n >= 1 { 1 2n } REPEAT FOR i FROM 1 UPTO n REP IF 2i <= n THEN <_A>2 ELSE _ A FI PER B ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF 2i <= n THEN _ ELSE _ FI PER An ENDREP",
    "n >= 1 { 1 2n } FOR i FROM 1 UPTO n REP IF 2i == n THEN <_A>2 ELSE _ A FI PER REPEAT B <_A>(2n) ENDREP",
    "n >= 1 m >= 1 { 1 2n } REPEAT FOR i FROM 1 UPTO n REP IF 2i == m THEN <_A>2 ELIF 3i >= m+n THEN _1 A1 ELSE _ A FI PER B ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF 2i != n THEN _ ELSE _ FI PER FOR i FROM 1 UPTO n REP FOR j FROM 2i UPTO n REP PER A PER ENDREP",
    "n >= 1 { 1 2n+1 } REPEAT _ A ENDREP",
    "n >= 1 m >= 1 { n 301n } REPEAT FOR i FROM 1 UPTO n REP _n An PER ENDREP",
    "n >= 1 { n 1001n } REPEAT FOR i FROM 1 UPTO n REP _n An PER _n An ENDREP",
    "n >= 1 m >= 0 { n 201n } _n An FOR i FROM 1 UPTO m REP _n An PER REPEAT FOR i FROM 1 UPTO n REP FOR j FROM 1 UPTO i REP _n An PER PER _n An ENDREP",
    "n >= 2 { n } REPEAT FOR i FROM 1 UPTO n REP IF 3i >= 3n-2 THEN _n FI PER FOR i FROM 0 UPTO n REP IF 2i <= 1 THEN An FI PER ENDREP",
    "n >= 1 m >= 1 { 1 2n+1 } REPEAT FOR i FROM 1 UPTO m REP _ A PER ENDREP",
    "m >= 1 n >= 1 { 1 2n+1 } REPEAT _ <A_>(2m) A ENDREP",
    "n >= 1 { 1 2 3n+1 } REPEAT _ A B ENDREP",
    "n >= 0 { 1 2 3n+2 } REPEAT FOR i FROM 1 UPTO 3 REP IF i == 1 THEN _ ELIF i == 2 THEN A ELSE B FI PER ENDREP",
    "{ 1 2999 } REPEAT _ A ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _ PER FOR i FROM 1 UPTO n REP A PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i == n THEN _n An FI PER ENDREP",
    "n >= 3 { n } REPEAT FOR i FROM 1 UPTO n REP IF i == 2 THEN _n An FI PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i >= n THEN _n An FI PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i <= 1 THEN _n An FI PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP FOR j FROM i UPTO 1 REP _n An PER PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP FOR j FROM n UPTO i REP _n An PER PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i == 1 THEN _n FI IF i == n THEN An FI PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i >= 3 THEN _ ELSE _1 FI PER FOR i FROM 1 UPTO n REP A PER ENDREP",
    "n >= 2 { n } REPEAT FOR i FROM 1 UPTO n REP IF i != n-1 THEN _ ELSE _ FI PER FOR i FROM 0 UPTO n-1 REP FOR j FROM 1 UPTO 1 REP A PER PER ENDREP",
    "n >= 1 { n 301n } REPEAT FOR i FROM 1 UPTO n REP IF i <= 5 THEN _n An ELSE _n An _n An FI PER ENDREP",
    "n >= 1 { n 301n } REPEAT FOR i FROM 1 UPTO n REP _(n-i) _i IF i <= 5 THEN A(i) ELSE A2 A(i-2) FI A(n-i) PER ENDREP",
    "n >= 1 { n 301n } REPEAT _n IF n >= 7 THEN An ELSE An FOR i FROM 1 UPTO n REP _n An PER FI ENDREP",
    "n >= 1 { n 301n } REPEAT FOR i FROM 1 UPTO n REP _n IF i >= 4 THEN An FOR j FROM i UPTO n REP _n An PER _n FI An PER ENDREP",
    "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF 2i != 5 THEN _ FI PER FOR i FROM 1 UPTO n REP IF 4i == 2n+1 THEN _ ELSE A FI PER ENDREP",
    "n >= 1 m >= 0 { n 301n } REPEAT FOR i FROM 1 UPTO m REP IF i >= n THEN _n An ELSE _(n-1) _ An FI PER _n An ENDREP",
    "n >= 1 { n } FOR i FROM 1 UPTO n REP _ PER FOR i FROM 1 UPTO n REP A PER REPEAT FOR i FROM n UPTO n+3 REP IF i != n+2 THEN _0 ELSE _n An FI PER ENDREP",
];

/// Whether one of all iterations writes anything is a question about quotients.
#[test]
fn an_endless_loop_that_writes_at_fractions_is_empty_where_it_is() {
    let (mut right, mut empty) = (0, 0);
    for choice in 0..3 * 36 {
        let (c, a, b) = (choice / 36 + 1, choice / 6 % 6 - 2, choice % 6 - 2);
        let source = format!(
            "m >= 1 {{ m }} REPEAT FOR i FROM 0 UPTO m+1 REP \
             IF {c}i == m{a:+} THEN _m Am ELIF {c}i == m{b:+} THEN _m Am FI PER ENDREP"
        );
        let writes = |m: i64| (0..=m + 1).any(|i| c * i == m + a || c * i == m + b);
        let witness = (1..50).find(|&m| !writes(m));
        let description = read(&source);
        let (report, certificate) = certified(&description, &source, BackendKind::Exact);
        match witness {
            None => {
                right += 1;
                assert_eq!(report.verdict, Verdict::Verified, "{source}");
                checked(&certificate.expect(&source), &description, &source).expect(&source);
            }
            Some(m) => {
                empty += 1;
                assert_eq!(report.verdict, Verdict::Rejected, "{source}");
                let said = format!("the body of the endless loop is empty at m = {m}");
                let is_it = |it: &Finding| it.diagnostic.message == said;
                assert!(report.findings.iter().any(is_it), "{source}: {:?}", report.findings);
            }
        }
    }
    assert!(right > 20 && empty > 40, "{right} {empty}");
}

#[test]
fn they_are_proved_and_the_proofs_are_accepted() {
    for source in RIGHT {
        let description = read(source);
        let (report, certificate) = certified(&description, source, BackendKind::Exact);
        assert_eq!(report.verdict, Verdict::Verified, "{source}: {:?}", report.findings);
        let certificate = certificate.expect(source);
        assert!(certificate.lines().nth(2).unwrap().ends_with(" simplified"), "{source}");
        checked(&certificate, &description, source).unwrap_or_else(|why| panic!("{source}: {why}"));
        let theorem = theorem(&description, &theorem::TheoremOptions::default()).unwrap();
        assert!(theorem.is_minimal(), "{source}");
        let certificate = certified_theorem(source, Alphabet::Nim).unwrap();
        assert_eq!(checked_theorems(&certificate, source).unwrap().len(), 1, "{source}");
    }
}

/// Loops inside of what is copied are numbered otherwise in each copy.
#[test]
fn copies_may_have_loops() {
    let source = include_str!("../../descriptions/subtraction/satz8.nimseq");
    let (before, after) = source.split_once("REPEAT").unwrap();
    let (body, _) = after.split_once("ENDREP").unwrap();
    let copied = format!(
        "{before} REPEAT FOR k FROM 1 UPTO 3n REP IF k >= n THEN {body} FI PER {body} ENDREP"
    );
    let [once, copied] = [source, &copied].map(read);
    let words = |description: &Description| {
        description.blocks.iter().map(|block| block.words.len()).sum::<usize>()
    };
    let least = endless(&copied).expect("copies are found");
    assert!(words(&least) <= words(&once), "{} {}", words(&least), words(&once));
    let point = [Integer::from(3)];
    let values =
        |description| values(description, &point, &Integer::ZERO, 5000, &Default::default());
    assert_eq!(values(&least).unwrap(), values(&once).unwrap());
}

/// What stands before the endless loop is cut elsewhere than the loop.
const TURNED: [&str; 2] = [
    "n >= 1 m >= 0 { n 301n } _n An FOR i FROM 1 UPTO m REP IF i <= 5 THEN _n An ELSE _n An _n An FI PER _(n-1) REPEAT _ An _(n-1) ENDREP",
    "n >= 2 m >= 0 { n 301n } FOR i FROM 1 UPTO m REP _n An PER _n A2 REPEAT A(n-2) _n A2 ENDREP",
];

#[test]
fn turned_loops_are_proved_and_the_proofs_are_accepted() {
    for source in TURNED {
        let description = read(source);
        let (report, certificate) = certified(&description, source, BackendKind::Exact);
        assert_eq!(report.verdict, Verdict::Verified, "{source}: {:?}", report.findings);
        checked(&certificate.unwrap(), &description, source).unwrap();
        assert!(theorem(&description, &theorem::TheoremOptions::default()).unwrap().is_minimal());
        let certificate = certified_theorem(source, Alphabet::Nim).unwrap();
        assert_eq!(checked_theorems(&certificate, source).unwrap().len(), 1, "{source}");
    }
}

/// One letter, digit or comparison of a right description changed.
fn mutants(source: &str) -> Vec<String> {
    let other = |letter: char| {
        Some(match letter {
            '_' => 'A',
            'A' => '_',
            'B' => 'A',
            '+' => '-',
            '0'..='8' => char::from(letter as u8 + 1),
            '9' => '8',
            'n' => 'm',
            '!' => '=',
            _ => return None,
        })
    };
    let body = source.find('{').unwrap();
    let places = source.char_indices().filter(|(at, _)| *at > body);
    let changed = places.filter_map(|(at, letter)| {
        Some(format!("{}{}{}", &source[..at], other(letter)?, &source[at + 1..]))
    });
    changed.filter(|source| parse(source, &Default::default()).description.is_some()).collect()
}

/// Every second text with its mutants, from the first or the second on.
fn what_is_wrong_is_never_proved_and_refuted_at_its_smallest(first: usize) {
    let (mut wrong, mut right, mut refuted) = (0, 0, 0);
    for source in RIGHT.into_iter().chain(TURNED).skip(first).step_by(2) {
        for mutant in mutants(source).into_iter().step_by(4) {
            let description = read(&mutant);
            let verdict = verify(&description, &mutant, &Options::default());
            let count = description.parameters.len();
            let mut smallest = None;
            let mut meaningless = false;
            for n in 0..7 {
                for m in 0..if count == 2 { 4 } else { 1 } {
                    match brute(&description, &[n, m][..count]) {
                        Brute::Wrong { position, .. } => {
                            smallest = smallest.or(Some((vec![n, m], position)));
                        }
                        Brute::Meaningless => meaningless = true,
                        Brute::Excluded | Brute::Right => {}
                    }
                }
            }
            let Some((parameters, position)) = smallest.filter(|_| !meaningless) else {
                right += u32::from(verdict.verdict == Verdict::Verified);
                continue;
            };
            wrong += 1;
            assert_ne!(verdict.verdict, Verdict::Verified, "{mutant}");
            if verdict.verdict == Verdict::Refuted {
                refuted += 1;
                let found = verdict.findings[0].counterexample().unwrap();
                let their: Vec<_> =
                    found.parameters.iter().map(|(_, value)| value.clone()).collect();
                let own: Vec<_> = parameters[..count].iter().map(|it| Integer::from(*it)).collect();
                assert_eq!(their, own, "{mutant}");
                assert_eq!(found.failure.position, Integer::from(position), "{mutant}");
            }
        }
    }
    println!("{wrong} wrong, {refuted} of them refuted, {right} right");
    assert!(wrong > 20 && refuted * 10 > wrong * 9, "{refuted} of {wrong}");
}

#[test]
fn what_is_wrong_in_one_half_is_never_proved() {
    what_is_wrong_is_never_proved_and_refuted_at_its_smallest(0);
}

#[test]
fn what_is_wrong_in_the_other_half_is_never_proved() {
    what_is_wrong_is_never_proved_and_refuted_at_its_smallest(1);
}

/// What a simplification that goes wrong would lead to: the proof of what it should not have written,
/// under the name of what was given.
#[test]
fn the_proof_of_another_simplification_is_not_accepted() {
    for (given, believed) in [
        // Copies of a cycle that the loop does not end with.
        ("n >= 1 { 1 2n+1 } REPEAT _ A _ ENDREP", "n >= 1 { 1 2n+1 } REPEAT _ A ENDREP"),
        // Another number of iterations.
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n-1 REP _ PER An ENDREP",
            "n >= 1 { n } REPEAT FOR i FROM 0 UPTO n-1 REP _ PER An ENDREP",
        ),
        // A negative number of iterations is none.
        (
            "n >= 1 { n+1 } REPEAT _(n-1) FOR i FROM 3 UPTO n REP _ PER _2 A(n+1) ENDREP",
            "n >= 3 { n+1 } REPEAT _(n-1) FOR i FROM 3 UPTO 4 REP _ PER A(n+1) ENDREP",
        ),
        // The border is another one.
        (
            "n >= 3 { n } REPEAT FOR i FROM 1 UPTO n REP IF i == n+1 THEN _n FI PER An ENDREP",
            "n >= 3 { n } REPEAT FOR i FROM 1 UPTO n REP IF i == n THEN _n FI PER An ENDREP",
        ),
        // What stands before the endless loop is no copy of it.
        (
            "n >= 1 { n } _n An FOR i FROM 1 UPTO n REP _n A(n+1) PER REPEAT _n An ENDREP",
            "n >= 1 { n } _n An FOR i FROM 1 UPTO n REP _n An PER REPEAT _n An ENDREP",
        ),
        // One arm of the branch is no copy.
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i <= 2 THEN _n An ELSE _n A(n+1) FI PER ENDREP",
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An PER ENDREP",
        ),
        // Without ELSE there are iterations without the end of a copy.
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n IF i <= 2 THEN An FI PER ENDREP",
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An PER ENDREP",
        ),
        // The loop does not end where it began.
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An _n PER An ENDREP",
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An PER _n An ENDREP",
        ),
        // An equation that has solutions.
        (
            "n >= 2 { n } REPEAT FOR i FROM 1 UPTO n REP IF 2i != 4 THEN _ FI PER An ENDREP",
            "n >= 2 { n } REPEAT FOR i FROM 1 UPTO n REP IF 2i != 5 THEN _ FI PER An ENDREP",
        ),
        // The endless loop ends with a shorter word than what stands before it.
        (
            "n >= 1 { n } _n An _n REPEAT An _(n-1) ENDREP",
            "n >= 1 { n } _n An _n REPEAT An _n ENDREP",
        ),
        // Without ELSE the cycle does not go on where it was.
        (
            "n >= 1 { 1 2n+1 } REPEAT <_A>(2n) IF n >= 3 THEN _ ELIF n >= 2 THEN _ FI A ENDREP",
            "n >= 1 { 1 2n+1 } REPEAT <_A>(2n) IF n >= 3 THEN _ ELSE _ FI A ENDREP",
        ),
        // Not all of the endless loop is copies.
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An PER _n A(n+1) ENDREP",
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An PER _n An ENDREP",
        ),
        // An endless loop whose body uses the variable.
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _i Ai PER ENDREP",
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _n An PER ENDREP",
        ),
    ] {
        let description = read(believed);
        let (report, certificate) = certified(&description, believed, BackendKind::Exact);
        assert_eq!(report.verdict, Verdict::Verified, "{believed}");
        let pasted = certificate.unwrap().replace(&digest(believed), &digest(given));
        let lines: Vec<String> = pasted.lines().map(str::to_owned).collect();
        let given_model = read(given);
        assert_ne!(verify(&given_model, given, &Options::default()).verdict, Verdict::Verified);
        assert!(checked(&resealed(&lines), &given_model, given).is_err(), "{given}");
    }
}

/// A proof of the words as they stand is none of the simplified ones, nor the other way round.
#[test]
fn the_header_says_which_words_are_proved() {
    for source in RIGHT.into_iter().chain(["n >= 1 { n } REPEAT _n An ENDREP"]) {
        let description = read(source);
        let (_, certificate) = certified(&description, source, BackendKind::Exact);
        let mut lines: Vec<String> = certificate.unwrap().lines().map(str::to_owned).collect();
        let (same, other) = match lines[2].strip_suffix(" simplified") {
            Some(plain) => (false, plain.to_owned()),
            // There is nothing to simplify, so this is the same.
            None => (true, format!("{} simplified", lines[2])),
        };
        lines[2] = other;
        assert_eq!(checked(&resealed(&lines), &description, source).is_ok(), same, "{source}");
    }
}

/// Blocks whose length is no number, under a move of a number of them.
#[test]
fn a_move_may_reach_over_thousands_of_blocks() {
    for (source, chains) in [
        // Conditions on parameters inside of the loop, and one with a factor.
        (
            "m >= 0 { 1 4m+3 } FOR i FROM 1 UPTO 2m+1 REP IF 2i == 2 THEN <_A>2 \
             ELIF 4m+2 == 6 THEN (_A)1 ELSE <_A>2 FI PER REPEAT _ A ENDREP",
            20,
        ),
        ("n >= 1 { n 3001n } REPEAT _n An ENDREP", 1502),
        ("n >= 1 { n 101n } REPEAT FOR i FROM 1 UPTO n REP _n An _n An PER _n An ENDREP", 3000),
    ] {
        let description = read(source);
        let (report, certificate) = certified(&description, source, BackendKind::Exact);
        assert_eq!(report.verdict, Verdict::Verified, "{source}: {:?}", report.findings);
        assert!(report.statistics().chains <= chains, "{source}: {:?}", report.statistics());
        checked(&certificate.unwrap(), &description, source).unwrap();
        let wrong = source.replace("An ENDREP", "Bn ENDREP").replace("A ENDREP", "B ENDREP");
        let report = verify(&read(&wrong), &wrong, &Options::default());
        assert_eq!(report.verdict, Verdict::Refuted, "{wrong}");
    }
    // A number of blocks that is not bounded, each of a length that is not a number.
    let source = "n >= 1 m >= n { n m } REPEAT _n An ENDREP";
    assert_ne!(verify(&read(source), source, &Options::default()).verdict, Verdict::Verified);
}
