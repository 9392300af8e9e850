//! Claims of descriptions about period and preperiod: proved, refuted with the smallest
//! parameters, or undecided with the reason; and the published ones, changed in every number.

use crate::command::{Folder, Ran, grundy};
use crate::support::{Random, descriptions};
use grundy_kernel::Integer;
use grundy_kernel::model::{Alphabet, Description};
use grundy_language::diagnostic::Code;
use grundy_language::formula::{Condition, Formula};
use grundy_language::lang::Quantity;
use grundy_language::lang::{self, Lowered};
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::verdict::{Finding, Looked, Report, Statistics, Verdict, WrongNumber};
use grundy_prove::theorem::claim::{self, FormulaComparison};
use grundy_prove::theorem::{Theorem, TheoremOptions, theorem};
use grundy_prove::verify::{self, verify};
use grundy_sequence::{Cycle, Game, Moves, Rule, cycle};
use num_rational::BigRational;
use std::fs;

fn read(source: &str) -> Lowered {
    let lowered = lang::parse(source, &Default::default());
    assert!(lowered.description.is_some(), "{:?}\n{source}", lowered.diagnostics);
    lowered
}

/// The report on the claims of a description that is right.
fn report(source: &str) -> Report {
    let lowered = read(source);
    let looked = Looked::Cases(Statistics::default());
    let mut report = Report::new(Verdict::Verified, Vec::new(), looked);
    let description = lowered.description.unwrap();
    let (claims, stop) = (&lowered.claims, CancellationToken::default());
    let derived = claim::derive(&description, &claim::values(&description, claims), &stop);
    claim::check(&derived, &description, claims, &stop, &mut report);
    report
}

/// The parameters of the first finding, and what is wrong there.
fn wrong(report: &Report) -> Option<(Vec<i64>, WrongNumber)> {
    report.findings.iter().find_map(wrong_parameters)
}

fn wrong_parameters(finding: &Finding) -> Option<(Vec<i64>, WrongNumber)> {
    let found = finding.parameters()?;
    let at = found.iter().map(|(_, value)| value.to_i64().unwrap()).collect();
    Some((at, finding.wrong_number().unwrap().clone()))
}

/// The verdict about the claims, and the smallest parameters for which the first wrong one is.
fn claimed(source: &str) -> (Verdict, Option<Vec<i64>>) {
    let report = report(source);
    let wrong = wrong(&report);
    if let Some((_, number)) = &wrong {
        assert!(number.smallest, "{source}");
    }
    (report.verdict, wrong.map(|(at, _)| at))
}

/// The game { n } with a claim.
fn one_move(claim: &str) -> String {
    format!("n >= 1\nCLAIM {claim}\n{{ n }}\nREPEAT _n An ENDREP\n")
}

/// Two moves, of which either may be the larger, with a claim; the period is m + n.
fn two_moves(claim: &str) -> String {
    format!(
        "m >= 1 n >= 1 n <= 2m m <= 2n\nCLAIM {claim}\n{{ m n }}\n\
         REPEAT IF n >= m THEN _m Am B(n-m) ELSE _n An B(m-n) FI ENDREP\n"
    )
}

/// Two moves with the period 2m + n, where n is declared first.
fn larger_first(claim: &str) -> String {
    format!("n >= 1 m >= n\nCLAIM {claim}\n{{ m m+n }}\nREPEAT _m Am Bn ENDREP\n")
}

#[test]
fn the_descriptions_of_these_tests_are_right() {
    let larger_first = larger_first("period 2m + n");
    for source in [one_move("period 2n"), two_moves("period m + n"), larger_first] {
        let description = read(&source).description.unwrap();
        let report = verify(&description, &source, &verify::Options::default());
        assert_eq!(report.verdict, Verdict::Verified, "{source}");
    }
}

#[test]
fn right_claims_are_proved() {
    for claim in [
        "period 2n",
        "period n + 2floor(n/2) + n mod 2",
        "period (4n^2 - 4)/(2) - 2(n+1)(n-1) + 2n",
        "period ceil((6n+1)/3) - 1",
        "period max(2n, n)",
        "period n + abs(-n)",
        "period gcd(2n, 4n)",
        "period gcd(n, 2n) + gcd(n, n + 1)n",
        "period 2n gcd(6n + 1, 6n - 5)",
        "period 2n + gcd(n, 6) - gcd(n mod 6, 6)",
        "period min(n^2 + 3, 2n) + max(0, n^2 - 4000000)(0)",
        "outcome period 2n",
        "outcome preperiod 0 # a remark",
        // What is claimed only where it is right.
        "period 2n for n >= 5",
        "period 2n + (n mod 2) for n mod 2 == 0",
        "period 2n + (n mod 6 - n mod 2 - 1)(n mod 6 - n mod 2) for n mod 6 == 1 or n mod 6 == 0",
        "period n^2 for n == 2",
        "period 2n + (n-3)(n-7) for not (n < 7 and n != 3 or n > 7)",
        "period 2n + floor(n/1000) for n < 1000",
        "period 2n + max(n, 20) - 20 for n^2 <= 400",
        "period 2n + (n mod 3) for n mod 3 == 0 or n <= -5",
        // What is not understood, but has no influence, or is claimed for finitely many.
        "period 2n for 2^n > 5",
        "period 2n^(n mod 2) for n == 1",
        "period 2^n for n <= 2",
        "period 2n^2/n for n < 5 or n == 100",
        // Quotients that are polynomials, and divisors of polynomials.
        "period 2n^2/n",
        "period (4n^3 - 4n)/(2n^2 - 2) for n >= 2",
        "period 2n(n - 4)/(n - 4) for n != 4",
        "period 2gcd(n^2, n)",
        "period gcd(4n^2, 2n)",
        "period 2n + gcd(n^2 + n, 2n + 2) - (n + 1)gcd(n, 2)",
        "period 2n + gcd(n^2 + 1, 2n + 1) - gcd(5, 2n + 1)",
        "period 2n + gcd(n^3 - n, n^2 + n, n^2 - 1) - (n + 1)",
        "period 2n for n >= 1 or 2^n > 5",
    ] {
        let report = report(&one_move(claim));
        assert_eq!(report.verdict, Verdict::Verified, "{claim}: {:?}", report.findings);
        assert!(report.findings.is_empty());
    }
    for claim in [
        "period m + n",
        "period max(m, n) + min(m, n)",
        "period 2m + abs(n - m) for n >= m",
        "period 2m for m == n",
        "period m + n + (m - n)(m - n - 1) for m >= n and n >= m - 1",
        "period m + n + (2m - 3n) for 2m == 3n",
        "period m + n + (m - 2n)(n - 2m) for m >= 2n or n >= 2m",
        "period m + 2floor(n/2) for n mod 2 == 0",
        "period m + n + ((m + n) mod 2) for m mod 2 == n mod 2",
        "period gcd(m + n, 2m + 2n)",
        // Divisors that are no polynomials, but equal.
        "period m + n + gcd(m, n) - gcd(n, m)",
        "period m + n + n(gcd(2m, 2n) - 2gcd(n, m + n))",
        "period m + n + gcd(6m - 4n, 2n, 4m) - gcd(2n, 2m)",
        "period m + n + gcd(gcd(m, n), m + n) - gcd(n, m)",
        "period m + n + abs(gcd(m, n)) - gcd(n - m, n)",
        "period m + n + gcd(m, n) - gcd(3m + n, m + n, m) for n >= m",
        "period 2m for gcd(m, n) == 1 and m == n",
        "period m + gcd(m, n) for m == n",
        "period m + n + gcd(m + n, m + n + 6) - gcd(m + n, 6)",
        "period m + n + gcd(2m + 3, 4m + n, n) - gcd(n, 3, 2m)",
    ] {
        let report = report(&two_moves(claim));
        assert_eq!(report.verdict, Verdict::Verified, "{claim}: {:?}", report.findings);
    }
}

#[test]
fn claims_about_no_parameters_are_warned_about() {
    let one = ["period 3n for n <= 0", "period 3n for n >= 5 and n <= 4", "period 3n for n^2 == 2"];
    let two = ["period 0 for m > 2n", "preperiod 7 for m == n and m < n"];
    let sources = one.iter().map(|it| one_move(it)).chain(two.iter().map(|it| two_moves(it)));
    for source in sources {
        let report = report(&source);
        assert_eq!(report.verdict, Verdict::Verified, "{source}");
        let codes: Vec<_> = report.findings.iter().map(|it| it.diagnostic.code).collect();
        assert_eq!(codes, [Code::IdleClaim], "{source}");
    }
    // About one, or about what is not understood: no warning.
    for claim in ["period 2n for n <= 1", "period 2n for 2^n == 5", "period 3n for 2^n == n"] {
        let report = report(&one_move(claim));
        let warned = report.findings.iter().any(|it| it.diagnostic.code == Code::IdleClaim);
        assert!(!warned, "{claim}");
    }
}

#[test]
fn wrong_claims_are_refuted_with_the_smallest_parameters() {
    for (claim, smallest) in [
        ("period 3n", 1),
        ("period n^2", 1),
        ("period n^2 for n >= 2", 3),
        ("period 2n + (n mod 2)", 1),
        ("period 2n + (n mod 2) for n >= 8", 9),
        ("period 2n + floor(n/100)", 100),
        ("period 2n + floor(n/4000)", 4_000),
        ("period max(2n, n^2)", 3),
        ("period 2n + (n-1)(n-2)(n-3)(n-4)", 5),
        ("period 2n + (n-1)(n-2)(n-1000) for n mod 2 == 0", 4),
        ("period 3n for n >= 1000000", 1_000_000),
        ("period 3n for n mod 7 == 3 and n >= 5000 and not n < 6000", 6_002),
        ("period n for n^3 > 10^15", 100_001),
        ("period gcd(4n, 6n + 4)", 2),
        ("period 2n + abs(n - 12345678) - n + 12345678 for n >= 12345670", 12_345_670),
        ("preperiod n", 1),
        ("outcome period 2n + 1", 1),
        ("period 2n^2/n + floor(n/50)", 50),
        ("period 2n + gcd(n^2, n) - gcd(n^2, 2n)", 2),
        ("period 2n + gcd(n^2 + 1, 2n + 1) - 1", 2),
        ("period 2n + gcd(n^2 + n, 2n + 2) - gcd(2, n)", 1),
        // Not understood, and refuted by trying.
        ("period 2n/(n-4)", 1),
        ("period 2n/(n-4) for n == 4", 4),
        ("period 2^n", 3),
    ] {
        let found = claimed(&one_move(claim));
        assert_eq!(found, (Verdict::Refuted, Some(vec![smallest])), "{claim}");
    }
    for (claim, smallest) in [
        ("period 2m", [1, 2]),
        ("period m + n + 1 for m >= 5 and n mod 4 == 1", [5, 5]),
        ("period 2n for m == n + 1000", [2000, 1000]),
        ("period m + n + (m - n)(m - n - 1) for m >= n", [4, 2]),
        ("period max(m, n)", [1, 1]),
        ("period m + n + (n mod 3) for 2m == 3n and m >= 4", [6, 4]),
        ("period m + n + floor(m/50)", [50, 25]),
        ("period m + n + (m - 1)(m - 2)(m - 3)(n - 8)(n - 7) for n >= 7", [5, 9]),
        ("preperiod max(0, m - n - 70)", [142, 71]),
        // Not understood, and refuted by trying; no smaller m or n are left out.
        ("preperiod gcd(m, n) - 1", [2, 2]),
        ("preperiod gcd(m, n) - gcd(m, 2n)", [2, 1]),
        ("preperiod gcd(m, n) - gcd(m, n + 1)", [2, 1]),
        ("preperiod gcd(gcd(m, n), 4) - gcd(n, m) for n >= 3", [3, 3]),
        ("period m + n + (m n) mod 5", [1, 1]),
        ("period m + n + 1 for m n >= 9", [3, 3]),
    ] {
        let found = claimed(&two_moves(claim));
        assert_eq!(found, (Verdict::Refuted, Some(smallest.into())), "{claim}");
    }
}

/// What is not understood is named, and parameters that may not be the smallest are not called so.
#[test]
fn what_is_not_understood_is_said() {
    for (source, part) in [
        (one_move("period 2n + 1/n - 1/n"), "`n` is a divisor, but not a number"),
        (one_move("period 2n + (n^2 + 1)/n - (n^2 + 1)/n"), "`n` is a divisor, but not a number"),
        (one_move("period 2n + 0*2^n"), "`n` is an exponent, but not a number"),
        (one_move("period 2n for 1/n > 0"), ""),
        (one_move("period 2n for n^2 != 10^3000"), ""),
        (one_move("period 3n for n^2 > 10^3000"), "`10^3000` is too large"),
        (
            one_move("period 2n + n^65 - n^65"),
            "`65` is an exponent, but not a natural number up to 64",
        ),
        (one_move("period 2n + (n mod 5000) - (n mod 5000)"), "`n mod 5000` needs remainders"),
        (
            two_moves("period m + n + gcd(m, n)^2 - gcd(m^2, n^2)"),
            "`gcd(m^2, n^2)` depends on more",
        ),
        (two_moves("period m + n + 1 for m^2 >= 10000n^2"), "`m^2 >= 10000n^2` compares"),
    ] {
        let report = report(&source);
        if part.is_empty() {
            assert_eq!(report.verdict, Verdict::Verified, "{source}");
            continue;
        }
        assert_eq!(report.verdict, Verdict::Undecided, "{source}");
        let diagnostic = &report.findings[0].diagnostic;
        assert_eq!(diagnostic.code, Code::UndecidedClaim);
        assert!(diagnostic.message.contains(part), "{}", diagnostic.message);
        assert!(diagnostic.notes[0].starts_with("the least period of the Grundy values is "));
    }
    // The parameters with n = 1 have no end, so those with n = 2 are none that come first.
    let report = report(&larger_first("period 2m + n + 1 for m n >= 9 and n >= 2"));
    let (at, number) = wrong(&report).unwrap();
    assert!(at[0] * at[1] >= 9 && at[0] >= 2 && !number.smallest, "{at:?}");
}

/// A limit is named in words, and by its name for programs.
#[test]
fn a_claim_that_the_time_leaves_open_says_so() {
    let lowered = read(&one_move("period 2n"));
    let description = lowered.description.unwrap();
    let stop = CancellationToken::default();
    let known = claim::derive(&description, &[Alphabet::Nim], &stop);
    stop.request();
    let late = claim::derive(&description, &[Alphabet::Nim], &stop);
    for derived in [known, late] {
        let looked = Looked::Cases(Statistics::default());
        let mut report = Report::new(Verdict::Verified, Vec::new(), looked);
        claim::check(&derived, &description, &lowered.claims, &stop, &mut report);
        assert_eq!(report.verdict, Verdict::Undecided);
        assert_eq!(
            report.findings[0].diagnostic.message,
            "the claim about the period is not decided: the time limit ran out, or the work was interrupted"
        );
        assert_eq!(report.findings[0].limit(), Some(Limit::STOPPED));
    }
}

/// The loops hide that the body repeats a shorter piece.
#[test]
fn claims_about_hidden_repetitions_are_decided() {
    let hidden = |claim: &str| {
        format!(
            "n >= 1\nCLAIM {claim}\n{{ n 2n }}\nREPEAT FOR i FROM 1 UPTO n REP \
             FOR j FROM i UPTO n REP _n An Bn PER PER ENDREP\n"
        )
    };
    for (claim, verdict, at) in [
        ("period 3n", Verdict::Verified, None),
        ("period 3n for n <= 0", Verdict::Verified, None),
        ("period 3n for n < 9", Verdict::Verified, None),
        ("preperiod 0", Verdict::Verified, None),
        ("period 3n(n^2 + n)/2 for n > 6", Verdict::Refuted, Some(vec![7])),
        ("period 3n + floor(n/20)", Verdict::Refuted, Some(vec![20])),
    ] {
        assert_eq!(claimed(&hidden(claim)), (verdict, at), "{claim}");
    }
}

/// A formula, perhaps with a condition, as people read it.
struct Asked {
    formula: Formula,
    when: Option<Condition>,
}

impl Asked {
    fn new(formula: &str, when: Option<&str>) -> Self {
        let when = when.map(|when| Condition::parse(when, 0).expect(when));
        Self { formula: Formula::parse(formula, 0).expect(formula), when }
    }

    /// Is something else than `right` claimed?
    fn is_wrong(&self, names: &[char], point: &[i64], right: i64) -> bool {
        let at: Vec<_> =
            names.iter().copied().zip(point.iter().map(|it| Integer::from(*it))).collect();
        let applies = self.when.as_ref().is_none_or(|when| when.holds(&at) == Ok(true));
        applies && self.formula.value(&at) != Ok(BigRational::from_integer(right.into()))
    }
}

/// Random formulas, in the variables and numbers.
fn formula(names: &[&str], depth: usize, random: &mut Random) -> String {
    if depth == 0 {
        return match random.below(3) {
            0 => (random.below(12) as i64 - 4).to_string().replace('-', "0 - "),
            _ => names[random.below(names.len())].to_owned(),
        };
    }
    let mut part = || formula(names, random.below(depth), random);
    let (left, right) = (part(), part());
    let number = 2 + random.below(4);
    match random.below(10) {
        0 | 1 => format!("({left}) + ({right})"),
        2 => format!("({left}) - ({right})"),
        3 => format!("{number}({left})"),
        4 => format!("({left})({right})"),
        5 => format!("({left}) mod {number}"),
        6 => format!("floor(({left})/{number})"),
        7 => format!("{}({left}, {right})", ["min", "max"][random.below(2)]),
        8 => format!("abs({left})"),
        _ => format!("gcd({left}, {right})"),
    }
}

fn condition(names: &[&str], depth: usize, random: &mut Random) -> String {
    if depth == 0 {
        let relation = ["<", "<=", "==", "!=", ">=", ">"][random.below(6)];
        let (left, right) = (formula(names, 1, random), formula(names, 1, random));
        let right = if random.below(2) == 0 { random.below(9).to_string() } else { right };
        return format!("{left} {relation} {right}");
    }
    let (left, right) = (condition(names, depth - 1, random), condition(names, 0, random));
    match random.below(3) {
        0 => format!("({left}) and {right}"),
        1 => format!("({left}) or {right}"),
        _ => format!("not ({left})"),
    }
}

/// The theorem that a right description gives.
fn known(source: &str, values: Option<Alphabet>) -> Theorem {
    let options = TheoremOptions { values, ..Default::default() };
    theorem(&read(source).description.unwrap(), &options).unwrap()
}

/// Compares random claims with their values: the smallest wrong parameters in a box, in which the
/// first parameter is at most `largest`, must be those that are found.
fn random_claims(source: &str, names: &[&str], largest: i64, seed: u64) -> [usize; 3] {
    let letters: Vec<char> = names.iter().filter_map(|name| name.chars().next()).collect();
    let theorem = known(source, None);
    assert_eq!(theorem.cases().iter().filter(|(_, found)| found.evidence.is_err()).count(), 0);
    let right = if names.len() == 1 { "2n" } else { "m + n" };
    let points = crate::support::points(names.len(), 1..=2 * largest);
    let points: Vec<_> = points.into_iter().filter(|point| point[0] <= largest).collect();
    let cases = theorem.cases();
    let mut random = Random(seed);
    let mut counts = [0; 3];
    for _ in 0..1500 {
        let rest = formula(names, 3, &mut random);
        // Mostly small factors, so that a claim is often nearly right.
        let text = match random.below(3) {
            0 => format!("{right} + ({rest})"),
            1 => format!("{right} + ({rest})({})", formula(names, 2, &mut random)),
            _ => format!("{right} + max(0, {rest})"),
        };
        let depth = random.below(3);
        let when = condition(names, depth, &mut random);
        let when = if random.below(4) == 0 { None } else { Some(when.as_str()) };
        let asked = Asked::new(&text, when);
        let comparison = FormulaComparison {
            names: letters.clone(),
            formula: &asked.formula,
            when: asked.when.as_ref(),
        };
        let (mut smallest, mut open) = (None, false);
        for (case, found) in theorem.cases() {
            let difference =
                comparison.difference(case, &found.period, &CancellationToken::default()).unwrap();
            smallest = smallest.into_iter().chain(difference.smallest).min();
            open |= difference.open.is_some();
        }
        let wrong = |point: &[i64]| {
            let at: Vec<_> = point.iter().map(|value| Integer::from(*value)).collect();
            let case = cases.iter().find(|(case, _)| case.contains(&at));
            let right = case.map(|(_, found)| found.period.at(&at).to_integer());
            right
                .is_some_and(|right| asked.is_wrong(&letters, point, i64::try_from(right).unwrap()))
        };
        let found: Option<Vec<i64>> =
            smallest.map(|point| point.iter().map(|value| value.to_i64().unwrap()).collect());
        if let Some(found) = &found {
            assert!(wrong(found), "right at {found:?}: {text} for {when:?}");
        }
        let brute = points.iter().find(|point| wrong(point));
        match (&found, brute) {
            (found, Some(brute)) if !open => {
                assert_eq!(found.as_ref(), Some(brute), "{text} for {when:?}");
            }
            (Some(found), None) => assert!(found[0] > largest, "{text} for {when:?}"),
            _ => {}
        }
        counts[if open { 2 } else { usize::from(found.is_some()) }] += 1;
    }
    counts
}

#[test]
fn random_claims_in_one_parameter_are_all_decided() {
    let [proved, refuted, open] = random_claims(&one_move("period 2n"), &["n"], 200, 1996);
    println!("{proved} proved, {refuted} refuted, {open} not understood");
    assert!(proved > 150 && refuted > 500 && open < 100, "{proved} {refuted} {open}");
}

#[test]
fn random_claims_in_two_parameters_are_mostly_decided() {
    let [proved, refuted, open] = random_claims(&two_moves("period m + n"), &["m", "n"], 12, 8);
    println!("{proved} proved, {refuted} refuted, {open} not understood");
    assert!(proved > 100 && refuted > 300 && open < 900, "{proved} {refuted} {open}");
}

/// The cycle by direct computation.
fn computed(description: &Description, point: &[i64], values: Alphabet) -> Cycle {
    let at: Vec<_> = point.iter().map(|value| Integer::from(*value)).collect();
    let size = |each: &grundy_kernel::model::Move| each.size.at(&at).to_i64().unwrap() as u64;
    let mut sizes: Vec<_> = description.moves.iter().map(size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let rule = if values == Alphabet::Nim { Rule::Mex } else { Rule::Normal };
    let game = Game::new(Moves::new(&sizes).unwrap(), rule).unwrap();
    cycle(&game, 1 << 26, &Default::default()).unwrap()
}

/// Each claim with every number changed by one, about the other number, about the other values,
/// and without its condition.
fn mutants(claim: &str) -> Vec<String> {
    let mut mutants = Vec::new();
    let mut start = 0;
    while let Some(first) = claim[start..].find(|c: char| c.is_ascii_digit()) {
        let first = start + first;
        let length = claim[first..].find(|c: char| !c.is_ascii_digit());
        let end = length.map_or(claim.len(), |length| first + length);
        let number: i64 = claim[first..end].parse().unwrap();
        for step in [1, -1] {
            mutants.push(format!("{}{}{}", &claim[..first], number + step, &claim[end..]));
        }
        start = end;
    }
    mutants.push(match claim.contains("preperiod") {
        true => claim.replace("preperiod", "period"),
        false => claim.replace("period", "preperiod"),
    });
    mutants.push(match claim.contains("outcome ") {
        true => claim.replace("outcome ", ""),
        false => claim.replace("CLAIM ", "CLAIM outcome "),
    });
    mutants.extend(claim.split_once(" for ").map(|(formula, _)| formula.to_owned()));
    mutants
}

#[test]
fn every_change_of_a_published_claim_is_judged_like_direct_computation() {
    let mut counts = [0; 3];
    for (name, source) in descriptions() {
        let (claims, rest): (Vec<_>, Vec<_>) =
            source.lines().partition(|line| line.starts_with("CLAIM"));
        assert!(claims.len() >= 2, "{name}");
        let lowered = read(&source);
        let description = lowered.description.unwrap();
        assert_eq!(report(&source).verdict, Verdict::Verified, "{name}");
        // All of them as the claims of one text; what is said about one points at it.
        let mutants: Vec<_> = claims.iter().flat_map(|claim| mutants(claim)).collect();
        let text = format!("{}\n{}", rest.join("\n"), mutants.join("\n"));
        let all = report(&text);
        let lowered = read(&text);
        assert_eq!(lowered.claims.len(), mutants.len(), "{name}");
        for (claim, mutant) in lowered.claims.iter().zip(&mutants) {
            let finding = (all.findings.iter())
                .find(|finding| finding.diagnostic.labels[0].span == claim.span);
            let verdict = match finding {
                None => Verdict::Verified,
                Some(finding) => match finding.diagnostic.code {
                    Code::WrongClaim => Verdict::Refuted,
                    Code::IdleClaim => Verdict::Verified,
                    _ => Verdict::Undecided,
                },
            };
            let values = claim.values.unwrap_or(description.alphabet());
            let names: Vec<char> = description
                .parameters
                .iter()
                .filter_map(|parameter| parameter.name.chars().next())
                .collect();
            let asked = Asked { formula: claim.formula.clone(), when: claim.when.clone() };
            let wrong_at = |point: &[i64]| {
                let cycle = computed(&description, point, values);
                let number = match claim.quantity {
                    Quantity::Period => cycle.period,
                    Quantity::Preperiod => cycle.preperiod,
                };
                asked.is_wrong(&names, point, number as i64)
            };
            let admissible = |point: &Vec<i64>| {
                let at: Vec<_> = point.iter().map(|value| Integer::from(*value)).collect();
                description.constraints().iter().all(|each| each.holds_at(&at))
            };
            let found = finding.and_then(wrong_parameters);
            let dimension = names.len();
            let largest = if dimension == 1 { 9 } else { 7 };
            let box_of_points = crate::support::points(dimension, 0..=largest);
            let brute = box_of_points.iter().filter(|it| admissible(it)).find(|it| wrong_at(it));
            match verdict {
                Verdict::Refuted => {
                    let (at, number) = found.unwrap();
                    assert!(admissible(&at) && wrong_at(&at), "{name}: {mutant}");
                    if number.smallest {
                        assert_eq!(brute.unwrap_or(&at), &at, "{name}: {mutant}");
                    }
                    counts[0] += 1;
                }
                verdict => {
                    assert_eq!(brute, None, "{name}: {mutant}");
                    counts[if verdict == Verdict::Verified { 1 } else { 2 }] += 1;
                }
            }
            if verdict == Verdict::Undecided {
                println!("{name}: {mutant}: undecided");
            }
        }
    }
    println!("{counts:?}");
    assert!(counts[0] > 150 && counts[2] == 0, "{counts:?}");
}

#[test]
fn the_program_says_what_is_right() {
    let folder = Folder::new("claims");
    let file = folder.0.join("one.nimseq");
    let run = |words: &[&str]| Ran::from(grundy(words, &folder.0).output().unwrap());
    for (claim, exit) in [("2n", 0), ("2n+1", 1), ("2n^2/n", 0), ("2n + n mod n", 4), ("2m", 3)] {
        fs::write(&file, one_move(&format!("period {claim}"))).unwrap();
        assert_eq!(run(&["verify", "one.nimseq"]).exit, Some(exit), "{claim}");
    }
    fs::write(&file, one_move("outcome period 2n + floor(n/5) for n != 7")).unwrap();
    let shown = run(&["verify", "one.nimseq"]).stdout;
    for line in [
        "the least period of the outcomes is 2n, not 2n + floor(n/5): at n = 5 it is 10, not 11",
        "note: the least period of the outcomes is 2n for n >= 1",
        "note: computed from position 0 by the rule; the description itself is right",
        "smallest witness: n = 5",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let json = run(&["verify", "one.nimseq", "--format", "json"]).json();
    assert_eq!(
        json["results"][0]["findings"][0]["counterexample"],
        serde_json::json!({
            "parameters": { "n": "5" }, "claimed": "11", "computed": "10",
            "right": "2n for n >= 1", "smallest": true,
        })
    );
    // In a certificate each theorem stands once, in whatever order the claims are.
    let mixed = "period 2n\nCLAIM outcome period 2n\nCLAIM preperiod 0";
    fs::write(&file, one_move(mixed)).unwrap();
    assert_eq!(run(&["verify", "one.nimseq", "--certificate", "one.cert"]).exit, Some(0));
    let shown = run(&["check", "one.cert", "one.nimseq"]).stdout;
    assert_eq!(shown.matches("Grundy values: period and preperiod").count(), 1, "{shown}");
    assert!(shown.contains("its claims (CLAIM) that follow: 3\n"), "{shown}");
    // Far beyond what can be computed.
    fs::write(&file, one_move("period 3n for n > 10^20")).unwrap();
    let shown = run(&["verify", "one.nimseq"]).stdout;
    assert!(shown.contains("smallest witness: n = 100000000000000000001"), "{shown}");
    assert!(shown.contains("too large to compute from position 0"), "{shown}");
    fs::write(&file, larger_first("period 2m + n + 1 for m n >= 9 and n >= 2")).unwrap();
    let shown = run(&["verify", "one.nimseq"]).stdout;
    assert!(shown.contains("(there may be a smaller one)"), "{shown}");
    let json = run(&["verify", "one.nimseq", "--format", "json"]).json();
    assert_eq!(json["results"][0]["findings"][0]["counterexample"]["smallest"], false);
}

#[test]
fn claims_stay_where_they_are() {
    let source = "n >= 1\n  CLAIM period  2n   # as printed \n{ n }\nREPEAT\n  _n An\nENDREP\n";
    let tidy = lang::format(source).unwrap();
    assert_eq!(tidy, source.replace("  CLAIM", "CLAIM").replace("printed ", "printed"));
    assert_eq!(lang::format(&tidy).unwrap(), tidy);
    assert_eq!(read(source).claims.len(), 1);
    assert_eq!(read(source).claims, {
        let mut again = read(&tidy).claims;
        again[0].span = read(source).claims[0].span;
        again
    });
    let model = |text: &str| read(text).description.unwrap();
    let without = source.lines().filter(|line| !line.contains("CLAIM"));
    let without = without.collect::<Vec<_>>().join("\n");
    assert_eq!(model(&without).moves.len(), model(source).moves.len());
    assert_eq!(model(&without).blocks.len(), model(source).blocks.len());
}

#[test]
fn a_claim_without_a_theorem_is_undecided() {
    let lowered = read(&one_move("period 2n"));
    let description = lowered.description.unwrap();
    let looked = Looked::Cases(Statistics::default());
    let mut report = Report::new(Verdict::Verified, Vec::new(), looked);
    claim::check(&[], &description, &lowered.claims, &CancellationToken::default(), &mut report);
    let codes: Vec<_> = report.findings.iter().map(|it| it.diagnostic.code).collect();
    assert_eq!((report.verdict, codes), (Verdict::Undecided, vec![Code::UndecidedClaim]));
}
