//! Theorems from descriptions: published ones, rewritten descriptions, and claims.

#[path = "support/command.rs"]
mod command;

use command::{Folder, Ran, grundy};
use grundy::Integer;
use grundy::lang::{self, Lowered};
use grundy::model::{Alphabet, Description};
use grundy::sequence::{Game, Moves, Rule, cycle};
use grundy::theorem::{Evidence, Options, Theorem, Undecided, claim, theorem};
use grundy::verify::{self, Verdict, verify};
use num_rational::BigRational;
use proptest::prelude::*;
use std::fs;

fn published(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction/");
    fs::read_to_string(format!("{folder}{name}.nimseq")).unwrap()
}

fn read(source: &str) -> Lowered {
    let lowered = lang::parse(source, &Default::default());
    assert!(lowered.description.is_some(), "{:?}\n{source}", lowered.diagnostics);
    lowered
}

/// The theorem of a description that is proved.
fn proved(source: &str, values: Alphabet) -> Theorem {
    let description = read(source).description.unwrap();
    let report = verify(&description, source, &verify::Options::default());
    assert_eq!(report.verdict, Verdict::Verified, "{source}");
    let options = Options { values: Some(values), ..Default::default() };
    theorem(&description, &options).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// `2n if n >= 1; ...`
fn shown(theorem: &Theorem) -> [String; 2] {
    [&theorem.period, &theorem.preperiod].map(|pieces| {
        let one = |piece: &grundy::theorem::Piece| {
            format!("{} if {}", piece.formula(&theorem.parameters), piece.when(&theorem.parameters))
        };
        pieces.iter().map(one).collect::<Vec<_>>().join("; ")
    })
}

/// Flammenkamp 1996: theorem 8, observations 18 and 20, the family after theorem 22.
#[test]
fn published_theorems_are_derived_and_least() {
    use Alphabet::{Nim, Outcome};
    for (name, values, period, preperiod, when) in [
        ("satz8", Nim, "14n^3 + 11n + 1", "7n + 1", "n >= 2"),
        ("satz8", Outcome, "14n^3 + 11n + 1", "0", "n >= 2"),
        ("satz8_outcome", Outcome, "14n^3 + 11n + 1", "0", "n >= 2"),
        ("obs18", Nim, "8n", "8n^2 - 1", "n >= 2"),
        ("obs18", Outcome, "4", "8n^2 - 3", "n >= 2"),
        ("obs20", Nim, "8n + 4", "8n^2 + 12n + 4", "n >= 2"),
        ("obs20", Outcome, "4", "8n^2 + 12n + 2", "n >= 2"),
        ("obs20_shifted", Outcome, "4", "8n^2 + 12n + 2", "n >= 2"),
        // n(10n+4) and (10n+4)(n + (n-5)/2) + 3n for n = 2m-1.
        ("family_1_2_4_5_6_odd", Nim, "40m^2 - 32m + 6", "60m^2 - 92m + 21", "m >= 3"),
        ("family_1_2_4_5_6_odd", Outcome, "20m - 6", "0", "m >= 3"),
        ("odd_move", Nim, "2", "0", "m >= 1 and n == 2m + 1"),
        ("parity", Nim, "2", "0", "n >= 1"),
        ("satz8_n1", Nim, "26", "0", "n == 1"),
        ("one_move", Nim, "2n", "0", "n >= 1"),
        ("equation", Nim, "3n", "0", "n >= 1 and m == 2n"),
        ("two_moves_any_order", Nim, "m + n", "0", "n >= 1 and 2m >= n and 2n >= m"),
        ("two_moves_two_parameters", Nim, "2m + n", "0", "n >= 1 and m >= n"),
    ] {
        let theorem = proved(&published(name), values);
        let expected = [format!("{period} if {when}"), format!("{preperiod} if {when}")];
        assert_eq!(shown(&theorem), expected, "{name} {values}");
        assert!(theorem.is_minimal(), "{name} {values}");
        assert!(!theorem.compared.is_empty(), "{name} {values}");
    }
}

/// Where n = 2m the period is smaller: theorem 4 of Flammenkamp 1996.
#[test]
fn exceptions_are_cases_of_their_own() {
    let theorem = proved(&published("two_moves_branches"), Alphabet::Nim);
    assert!(theorem.is_minimal());
    let [period, preperiod] = shown(&theorem);
    let regular = "2m + n if n >= 1 and 2m >= n + 1";
    assert_eq!(period, format!("{regular}; 2m if 2m == n and n >= m + 1"));
    assert_eq!(preperiod, "0 if n >= 1 and 2m >= n");
    let value = |m: i64, n: i64| {
        let point = [Integer::from(m), Integer::from(n)];
        let piece = theorem.period.iter().find(|piece| piece.contains(&point)).unwrap();
        piece.polynomial.at(&point).to_string()
    };
    assert_eq!((value(3, 6), value(3, 5), value(5, 3)), ("6".into(), "11".into(), "13".into()));
}

/// The moves of a description for given parameters.
fn game(description: &Description, point: &[Integer], values: Alphabet) -> Game {
    let size = |each: &grundy::model::Move| each.size.at(point).to_i64().unwrap();
    let mut sizes: Vec<_> = description.moves.iter().map(size).map(|it| it as u64).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let rule = if values == Alphabet::Nim { Rule::Grundy } else { Rule::Normal };
    Game::new(Moves::new(&sizes).unwrap(), rule).unwrap()
}

#[test]
fn formulas_are_the_computed_values() {
    for (name, first, last) in [
        ("satz8", 2, 14),
        ("obs18", 2, 40),
        ("obs20", 2, 40),
        ("family_1_2_4_5_6_odd", 3, 25),
        ("parity", 1, 20),
        ("one_move", 1, 30),
    ] {
        let source = published(name);
        let description = read(&source).description.unwrap();
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            let theorem = proved(&source, values);
            for n in first..=last {
                let point = [Integer::from(n)];
                let found =
                    cycle(&game(&description, &point, values), 1 << 24, &Default::default());
                let found = found.unwrap();
                for (pieces, number) in
                    [(&theorem.period, found.period), (&theorem.preperiod, found.preperiod)]
                {
                    let piece = pieces.iter().find(|piece| piece.contains(&point)).unwrap();
                    let number = BigRational::from_integer(number.into());
                    assert_eq!(piece.polynomial.at(&point), number, "{name} {values} {n}");
                }
            }
        }
    }
}

/// The head with the part before the endless loop, and the body.
fn parts(source: &str) -> (String, String) {
    let (before, rest) = source.split_once("REPEAT").unwrap();
    (before.to_owned(), rest.split_once("ENDREP").unwrap().0.to_owned())
}

#[test]
fn a_body_written_twice_has_the_smaller_period() {
    for name in ["satz8", "obs18", "obs20", "family_1_2_4_5_6_odd", "one_move"] {
        let source = published(name);
        let (before, body) = parts(&source);
        let twice = format!("{before}\nREPEAT\n{body}\n{body}\nENDREP\n");
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            assert_eq!(shown(&proved(&twice, values)), shown(&proved(&source, values)), "{name}");
        }
    }
}

#[test]
fn a_pass_before_the_loop_is_turned_back() {
    for name in ["satz8", "obs18", "obs20", "family_1_2_4_5_6_odd", "one_move"] {
        let source = published(name);
        let (before, body) = parts(&source);
        let peeled = format!("{before}\n{body}\nREPEAT\n{body}\nENDREP\n");
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            let theorem = proved(&peeled, values);
            assert_eq!(shown(&theorem), shown(&proved(&source, values)), "{name}");
            assert!(theorem.is_minimal(), "{name}");
        }
    }
}

/// Loops of n - 1 iterations are moved from the beginning of the body to its end.
#[test]
fn loops_before_the_loop_are_turned_back() {
    let source = published("satz8");
    let (before, body) = parts(&source);
    let (loops, rest) = body.split_once("  # later passes").unwrap();
    let rest = rest.split_once('\n').unwrap().1;
    let turned = format!("{before}\n{loops}\nREPEAT\n{rest}\n{loops}\nENDREP\n");
    assert_eq!(shown(&proved(&turned, Alphabet::Nim)), shown(&proved(&source, Alphabet::Nim)));
}

#[test]
fn repetitions_in_loops_are_seen() {
    const HEAD: &str = "n >= 1 { n 2n }\n";
    for text in [
        "FOR i FROM 1 UPTO n REP _n An Bn PER REPEAT _n An Bn ENDREP",
        "FOR i FROM 1 UPTO 3 REP _n An Bn PER REPEAT FOR i FROM 1 UPTO n REP _n An Bn PER ENDREP",
        "REPEAT FOR i FROM 1 UPTO n REP _n An Bi B(n-i) PER _n An Bn ENDREP",
        "REPEAT _n A1 A(n-1) Bn FOR i FROM 2 UPTO n REP FOR j FROM 1 UPTO i REP _n An Bn PER PER ENDREP",
        "REPEAT FOR i FROM 1 UPTO n REP IF i >= 3 THEN _n An ELSE _1 _(n-1) An FI Bn PER ENDREP",
        "_n REPEAT An Bn _n ENDREP",
        "_1 REPEAT _(n-1) An Bn _1 ENDREP",
    ] {
        let theorem = proved(&format!("{HEAD}{text}"), Alphabet::Nim);
        assert_eq!(shown(&theorem), ["3n if n >= 1", "0 if n >= 1"], "{text}");
        assert!(theorem.is_minimal(), "{text}");
    }
}

#[test]
fn patterns_are_there_for_every_case() {
    let theorem = proved(&published("satz8"), Alphabet::Nim);
    for (_, found) in theorem.cases() {
        let Ok(Evidence::Pattern(pattern)) = &found.evidence else { panic!("no pattern") };
        let letters = &pattern.letters;
        assert!(letters.len() >= 2 && letters[0].0.is_zero());
        assert!(letters.is_sorted_by(|(a, _), (b, _)| a.at(&[9.into()]) <= b.at(&[9.into()])));
    }
}

#[test]
fn what_has_no_theorem_says_so() {
    let outcome = read(&published("satz8_outcome")).description.unwrap();
    let options = Options { values: Some(Alphabet::Nim), ..Default::default() };
    assert_eq!(theorem(&outcome, &options).unwrap_err(), Undecided::Values);
    let raw = lang::Options { raw: true, ..Default::default() };
    let piece = lang::parse("n >= 1 { n } _n An", &raw).description.unwrap();
    assert_eq!(theorem(&piece, &Options::default()).unwrap_err(), Undecided::Piece);
}

/// The verdict about the claims of a text, and the smallest parameters of the first wrong one.
fn claimed(source: &str) -> (Verdict, Option<String>) {
    let lowered = read(source);
    let description = lowered.description.unwrap();
    let mut report = verify(&description, source, &verify::Options::default());
    assert_eq!(report.verdict, Verdict::Verified, "{source}");
    claim::check(&description, &lowered.claims, &Default::default(), &mut report);
    let at = report.findings.iter().find_map(|finding| finding.counterexample.clone());
    (report.verdict, at.map(|at| at.parameters[0].1.to_string()))
}

/// The game { n } with a claim.
fn one_move(claim: &str) -> (Verdict, Option<String>) {
    claimed(&format!("n >= 1\nCLAIM {claim}\n{{ n }}\nREPEAT _n An ENDREP\n"))
}

#[test]
fn right_claims_are_proved() {
    for claim in [
        "period 2n",
        "period n + 2floor(n/2) + n mod 2",
        "period (4n^2 - 4)/(2) - 2(n+1)(n-1) + 2n",
        "period ceil((6n+1)/3) - 1",
        "period 2n for n >= 5",
        "period 2n + (n mod 2) for n mod 2 == 0",
        "period 2n + (n mod 6 - n mod 2 - 1)(n mod 6 - n mod 2) for n mod 6 == 1 or n mod 6 == 0",
        "period 3n for n <= 0",
        "outcome period 2n",
        "outcome preperiod 0 # a remark",
    ] {
        let verdict = one_move(claim).0;
        let open = claim.ends_with("n <= 0");
        assert_eq!(verdict == Verdict::Verified, !open, "{claim}");
        assert_ne!(verdict, Verdict::Refuted, "{claim}");
    }
    for (name, claims) in [
        (
            "satz8",
            "CLAIM period 14n^3 + 11n + 1\nCLAIM preperiod 7n + 1\nCLAIM outcome preperiod 0",
        ),
        ("obs18", "CLAIM outcome period 4\nCLAIM outcome preperiod 8n^2 - 3 for n >= 2"),
        (
            "family_1_2_4_5_6_odd",
            "CLAIM period (2m-1)(10(2m-1)+4)\n\
             CLAIM preperiod (10(2m-1)+4)(2m-1 + (2m-1 + ((2m-1) mod 2) - 6)/2) + 3(2m-1) + ((2m-1) mod 2) - 1",
        ),
    ] {
        let source = published(name);
        assert_eq!(claimed(&format!("{claims}\n{source}")).0, Verdict::Verified, "{name}");
    }
}

#[test]
fn wrong_claims_are_refuted_with_the_smallest_parameters() {
    for (claim, smallest) in [
        ("period 3n", "1"),
        ("period n^2", "1"),
        ("period n^2 for n >= 2", "3"),
        ("period 2n + (n mod 2)", "1"),
        ("period 2n + (n mod 2) for n >= 8", "9"),
        ("period 2n + floor(n/100)", "100"),
        ("period max(2n, n^2)", "3"),
        ("preperiod n", "1"),
        ("outcome period 2n + 1", "1"),
        ("period 2n/(n-4)", "1"),
    ] {
        assert_eq!(one_move(claim), (Verdict::Refuted, Some(smallest.into())), "{claim}");
    }
    // Undecided is no proof.
    assert_eq!(one_move("period max(2n, n)").0, Verdict::Undecided);
    assert_eq!(one_move("period gcd(2n, 4n)").0, Verdict::Undecided);
    for claim in ["period 14n^3 + 12n - 1", "preperiod 8n - 1", "outcome preperiod n - 2"] {
        let (verdict, at) = claimed(&format!("CLAIM {claim}\n{}", published("satz8")));
        assert_eq!((verdict, at), (Verdict::Refuted, Some("3".to_owned())), "{claim}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_claims_are_judged_as_their_values_say(
        a in 0_i64..4, b in -3_i64..4, c in -2_i64..3, first in 1_i64..9,
    ) {
        let claim = format!("period {a}n + ({b}) + ({c})(n mod 3) for n >= {first}");
        let wrong = (first..first + 100).find(|n| a * n + b + c * (n % 3) != 2 * n);
        let (verdict, at) = one_move(&claim);
        prop_assert_eq!(verdict == Verdict::Refuted, wrong.is_some());
        prop_assert_eq!(verdict == Verdict::Verified, wrong.is_none());
        prop_assert_eq!(at, wrong.map(|n| n.to_string()));
    }
}

#[test]
fn claims_stay_where_they_are() {
    let source = "n >= 1\nCLAIM period  2n   # as printed\n{ n }\nREPEAT\n  _n An\nENDREP\n";
    let tidy = lang::format(source).unwrap();
    assert_eq!(tidy, source.replace("2n   #", "2n #"));
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
fn the_program_writes_theorems() {
    let folder = Folder::new("theorem");
    let file = folder.0.join("one.nimseq");
    fs::write(&file, "n >= 1 { n }\nREPEAT _n An ENDREP\n").unwrap();
    let run = |words: &[&str]| Ran::from(grundy(words, &folder.0).output().unwrap());
    let text = "period     2n  for n >= 1\n\
                preperiod  0  for n >= 1\n\
                Grundy values of { n }: v(x) = v(x+period) for all x >= preperiod, both least\n\
                least period: _ at x and A at x-1 occur together once in each period\n\
                agrees with direct computation for n = 1, 2, 3, 4, 6, 9\n";
    run(&["theorem", "one.nimseq"]).check(0, text, "");
    let latex = "\\begin{theorem}\n\
                 For $n \\ge 1$ the Grundy values of the subtraction game $\\{n\\}$ have the least \
                 period\n$2n$\nand the least preperiod\n$0$.\n\\end{theorem}\n";
    run(&["theorem", "one.nimseq", "--format", "latex"]).check(0, latex, "");
    let json = run(&["theorem", "one.nimseq", "--values", "outcome", "--format", "json"]).json();
    assert_eq!(json["minimal"], true);
    assert_eq!(json["values"], "outcome");
    let piece = serde_json::json!({
        "when": "n >= 1", "modulus": 1, "residue": 0, "coefficients": ["0", "2"]
    });
    assert_eq!(json["period"], serde_json::json!([piece]));

    // Without a proof there is no theorem.
    fs::write(&file, "n >= 1 { n }\nREPEAT _n A(n+1) ENDREP\n").unwrap();
    let refuted = run(&["theorem", "one.nimseq"]);
    assert_eq!((refuted.exit, refuted.stdout.as_str()), (Some(1), ""));
    assert!(refuted.stderr.contains("wrong at position 2 for n = 1"), "{}", refuted.stderr);
    fs::write(&file, "n >= 1 { n }\nREPEAT -n +n ENDREP\n").unwrap();
    assert_eq!(run(&["theorem", "one.nimseq", "--values", "nim"]).exit, Some(2));
    assert_eq!(run(&["verify", "one.nimseq", "--format", "latex"]).exit, Some(2));
    assert_eq!(run(&["theorem", "none.nimseq"]).exit, Some(2));

    // Claims count in the verdict of a file.
    for (claim, exit) in [("2n", 0), ("2n+1", 1), ("max(2n, n)", 4), ("2m", 3)] {
        let source = format!("n >= 1\nCLAIM period {claim}\n{{ n }}\nREPEAT _n An ENDREP\n");
        fs::write(&file, source).unwrap();
        assert_eq!(run(&["verify", "one.nimseq"]).exit, Some(exit), "{claim}");
    }
}
