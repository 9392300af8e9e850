//! Small descriptions at the edges of the language, each with its verdict.

use crate::support::{Random, check};
use grundy_language::diagnostic::Code;
use grundy_language::verdict::{Report, Verdict};

#[track_caller]
fn report(source: &str) -> Report {
    match check(source) {
        Some((_, report)) => report,
        None => {
            panic!("{:?}", grundy_language::lang::parse(source, &Default::default()).diagnostics)
        }
    }
}

/// The verdict, the code of the first finding, and the numbers of its counterexample.
#[track_caller]
fn expect(source: &str, verdict: Verdict, code: Option<Code>, numbers: &[(&str, &str)]) {
    let report = report(source);
    assert_eq!(report.verdict, verdict, "{source}\n{:?}", report.findings);
    let finding = report.findings.first();
    assert_eq!(finding.map(|it| it.diagnostic.code), code, "{source}");
    let found: Vec<(String, String)> = finding
        .and_then(|it| it.parameters())
        .map(|it| it.iter().map(|(n, v)| (n.clone(), v.to_string())).collect())
        .unwrap_or_default();
    let numbers: Vec<(String, String)> =
        numbers.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    assert_eq!(found, numbers, "{source}");
}

#[track_caller]
fn verified(source: &str) {
    expect(source, Verdict::Verified, None, &[]);
}

/// Refuted with these parameters, position, claimed and computed letters.
#[track_caller]
fn refuted(source: &str, numbers: &[(&str, &str)], failure: (&str, &str, &str)) {
    expect(source, Verdict::Refuted, Some(Code::WrongDescription), numbers);
    let report = report(source);
    let found = &report.findings[0].counterexample().unwrap().failure;
    let found = (found.position.to_string(), found.claimed.clone(), found.computed.clone());
    assert_eq!((found.0.as_str(), found.1.as_str(), found.2.as_str()), failure, "{source}");
}

#[test]
fn descriptions_without_parameters() {
    verified("{ 1 2 } REPEAT _ A B ENDREP");
    verified("{ 1 2 } REPEAT <_AB>3 ENDREP");
    verified("{ 2 1 } _ A REPEAT B _ A ENDREP");
    refuted("{ 1 2 } REPEAT _ A ENDREP", &[], ("2", "_", "B"));
    verified("{ 1 2 } REPEAT - + + ENDREP");
    verified("{ 1 2 3 4 } REPEAT <-4+>(5) ENDREP");
    refuted("{ 3 1 } REPEAT - + + ENDREP", &[], ("2", "+", "-"));
}

#[test]
fn moves_in_any_order() {
    verified("n >= 1 { 2n n } REPEAT _n An Bn ENDREP");
    verified("n >= 1 { n n } REPEAT _n An ENDREP");
    // Which move is the largest changes at n = 5.
    refuted("n >= 1 { n 5 } REPEAT _n An ENDREP", &[("n", "2")], ("5", "_", "B"));
    expect(
        "n >= 0 { n+1 n } REPEAT _ A B ENDREP",
        Verdict::Rejected,
        Some(Code::MoveBelowOne),
        &[("n", "0")],
    );
    expect(
        "n >= 2 { n 5-n } REPEAT _n An ENDREP",
        Verdict::Rejected,
        Some(Code::MoveBelowOne),
        &[("n", "5")],
    );
}

#[test]
fn nothing_is_claimed_where_nothing_is_admitted() {
    expect(
        "n >= 3 n <= 2 { n } REPEAT _n An ENDREP",
        Verdict::Vacuous,
        Some(Code::UnsatisfiableConditions),
        &[],
    );
    expect(
        "n >= 1 m >= 1 m == 2n m <= 1 { n } REPEAT A(-5) ENDREP",
        Verdict::Vacuous,
        Some(Code::UnsatisfiableConditions),
        &[],
    );
    // Rational solutions, no integer ones.
    expect(
        "n >= 1 m >= 0 n == 2m n == 2m+1 { n } REPEAT _n An ENDREP",
        Verdict::Vacuous,
        Some(Code::UnsatisfiableConditions),
        &[],
    );
}

#[test]
fn unreached_blocks_are_warned_about() {
    let report = report("n >= 1 { n } IF n <= 0 THEN A(-5) FI REPEAT _n An ENDREP");
    assert_eq!(report.verdict, Verdict::Verified);
    assert_eq!(report.findings[0].diagnostic.code, Code::UnreachedBlock);
    // What a piece stands for is reached in one of its instances.
    let report = self::report(
        "n >= 1 { n } DEF pair(i) IF i >= 1 THEN _n An FI END pair(0) pair(1) REPEAT _n An ENDREP",
    );
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Verified, 0));
}

#[test]
fn negative_lengths_are_rejected_with_the_smallest_witness() {
    expect(
        "n >= 1 { n } REPEAT _n A(5-n) A(2n-5) ENDREP",
        Verdict::Rejected,
        Some(Code::NegativeLength),
        &[("n", "1")],
    );
    expect(
        "n >= 4 { n } FOR i FROM -2 UPTO n REP _(3n-i) A(i+1) PER REPEAT _n An ENDREP",
        Verdict::Rejected,
        Some(Code::NegativeLength),
        &[("n", "4"), ("i", "-2")],
    );
    // Only in one arm, and only there.
    expect(
        "n >= 1 { n } REPEAT IF n == 7 THEN _(n-8) ELSE _n FI An ENDREP",
        Verdict::Rejected,
        Some(Code::NegativeLength),
        &[("n", "7")],
    );
    // A fault of the text counts more than a wrong value.
    expect(
        "n >= 1 { n } REPEAT An _n A(9-n) ENDREP",
        Verdict::Rejected,
        Some(Code::NegativeLength),
        &[("n", "10")],
    );
    let big = "n >= 1 { n } REPEAT _n An A(1000000000000000000000000000000-n) ENDREP";
    expect(
        big,
        Verdict::Rejected,
        Some(Code::NegativeLength),
        &[("n", "1000000000000000000000000000001")],
    );
}

/// Words that are too short for small values of a parameter are one mistake, with the least bound that mends it.
#[test]
fn short_words_are_one_finding_with_the_least_bound() {
    let faults = |text: &str| {
        let faults = report(text).findings.into_iter().map(|it| it.diagnostic);
        faults.filter(|it| it.code == Code::NegativeLength).collect::<Vec<_>>()
    };
    let mended = |text: &str| faults(text)[0].corrected(text);
    let words = |lengths: &[(i64, i64)], least: i64| {
        let words = lengths.iter().map(|(a, b)| format!("A({a}n-{b})"));
        format!("n >= {least} {{ n }} REPEAT {} An ENDREP", words.collect::<Vec<_>>().join(" "))
    };
    let mut random = Random(11);
    let mut number = |most: usize| i64::try_from(random.below(most)).expect("small");
    for _ in 0..40 {
        let lengths: Vec<_> = (0..4).map(|_| (number(3) + 1, number(12))).collect();
        // ceil(b / a)
        let bound = lengths.iter().map(|(a, b)| (b + a - 1) / a).max().expect("words");
        let text = words(&lengths, 1);
        let short = lengths.iter().filter(|(a, b)| a < b).count();
        let found = faults(&text);
        assert_eq!(found.len(), usize::from(short > 0), "{text}: {found:?}");
        if short > 0 {
            assert_eq!(found[0].labels.len(), short, "{text}");
            assert_eq!(mended(&text), Some(words(&lengths, bound)), "{text}");
            assert!(!faults(&words(&lengths, bound - 1)).is_empty(), "{text}");
        }
        assert!(faults(&words(&lengths, bound.max(1))).is_empty(), "{text}");
    }
    // What holds in a loop, or for a remainder, counts; the bound stands beside other conditions.
    let loops = "n >= 1 { n } REPEAT FOR i FROM 3 UPTO n REP A(n-2i+9) PER _n ENDREP";
    assert_eq!(faults(loops).len(), 1);
    assert!(faults(loops)[0].edits.is_empty(), "{loops}: for all large n as well");
    let two = "n >= 1 m >= n { n m } REPEAT _(m-3) A(m-n) ENDREP";
    let right = "n >= 1 m >= n m >= 3 { n m } REPEAT _(m-3) A(m-n) ENDREP";
    assert_eq!(mended(two).as_deref(), Some(right));
    assert!(faults(right).is_empty());
    // A lower bound is of no use where only larger parameters are at fault.
    for text in [
        "n >= 1 { n } REPEAT An _n A(9-n) ENDREP",
        "n >= 1 { n } REPEAT IF n == 7 THEN _(n-8) ELSE _n FI An ENDREP",
        "n >= 1 m >= 1 { n m } REPEAT _(n-m) A(m-n) ENDREP",
    ] {
        assert!(faults(text).iter().all(|it| it.edits.is_empty()), "{text}");
    }
}

#[test]
fn empty_endless_loops_are_rejected() {
    expect(
        "n >= 1 { n } _n An REPEAT ENDREP",
        Verdict::Rejected,
        Some(Code::EmptyEndlessLoop),
        &[("n", "1")],
    );
    expect(
        "n >= 3 { n } REPEAT _(n-3) FOR i FROM n UPTO 2n REP A(n-3) PER ENDREP",
        Verdict::Rejected,
        Some(Code::EmptyEndlessLoop),
        &[("n", "3")],
    );
    expect(
        "n >= 1 { n } REPEAT FOR i FROM n UPTO 5 REP _n An PER ENDREP",
        Verdict::Rejected,
        Some(Code::EmptyEndlessLoop),
        &[("n", "6")],
    );
    expect(
        "n >= 1 { n } REPEAT IF n != 9 THEN _n An FI ENDREP",
        Verdict::Rejected,
        Some(Code::EmptyEndlessLoop),
        &[("n", "9")],
    );
}

#[test]
fn loops_of_all_kinds() {
    // Bounds of any sign, skipped loops, loops without words.
    verified("n >= 1 { n } FOR i FROM -n UPTO -1 REP _n An PER REPEAT _n An ENDREP");
    expect(
        "n >= 1 { n } FOR i FROM 5 UPTO 3 REP _n An PER REPEAT _n An ENDREP",
        Verdict::Verified,
        Some(Code::UnreachedBlock),
        &[],
    );
    verified("n >= 1 { n } FOR i FROM 1 UPTO 3n REP PER REPEAT _n An ENDREP");
    verified("n >= 1 { n } FOR i FROM n UPTO 10 REP _n An PER REPEAT _n An ENDREP");
    // The body grows with i, and is long anyway.
    verified("n >= 1 { 1 2n+1 } FOR i FROM -n UPTO n REP <_A>(4n+2i) PER REPEAT <_A>(2n) ENDREP");
}

#[test]
fn chains_that_need_not_end() {
    // Blocks of constant length are fine where the moves are constant too ...
    verified("n >= 1 { 1 } FOR i FROM 1 UPTO n REP _ A PER REPEAT _ A ENDREP");
    // ... and no more than undecided where they are not.
    not_wrong(
        "n >= 1 { 2n+1 } FOR i FROM 1 UPTO n REP _ PER _(n+1) A(2n+1) REPEAT _(2n+1) A(2n+1) ENDREP",
    );
    // Any number of iterations without a word can precede the last one.
    verified(
        "n >= 1 { n } FOR i FROM 1 UPTO n REP FOR j FROM i UPTO 2i-n REP _n An PER PER REPEAT _n An ENDREP",
    );
    verified(
        "n >= 1 m == 2n { n } REPEAT FOR i FROM 1 UPTO n REP IF 2i == m THEN _n FI PER An ENDREP",
    );
    // Wrong for the smallest parameters, whatever a limit leaves open for the others.
    refuted(
        "n >= 1 { 100n } FOR i FROM 0 UPTO n REP _(n-i) PER REPEAT _n An ENDREP",
        &[("n", "1")],
        ("2", "A", "_"),
    );
    // Each block contains n, but the last ones are short all the same.
    let report = report("n >= 1 { 100n } FOR i FROM 0 UPTO n REP _(n-i) PER REPEAT _n An ENDREP");
    assert_ne!(report.verdict, Verdict::Verified);
    assert_ne!(report.verdict, Verdict::Rejected);
}

/// A right description that a method may leave undecided.
#[track_caller]
fn not_wrong(source: &str) -> Report {
    let report = report(source);
    assert!(
        matches!(report.verdict, Verdict::Verified | Verdict::Undecided),
        "{source}\n{:?}",
        report.findings
    );
    report
}

#[test]
fn whatever_has_a_meaning_is_not_rejected() {
    for right in [
        "n >= 1 { 1 2n+1 } REPEAT _ A ENDREP",
        "n >= 1 m >= 1 { n 301n } REPEAT FOR i FROM 1 UPTO n REP _n An PER ENDREP",
        "k >= 1 n >= 1 { 1 2n+1 } REPEAT (_A)k ENDREP",
        "{ 1 2999 } REPEAT _ A ENDREP",
        "n >= 1 m >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP IF i >= m THEN _n An FI PER _n An ENDREP",
        "n >= 1 m >= 1 { n } REPEAT FOR i FROM m UPTO n REP _n An PER _n An ENDREP",
    ] {
        not_wrong(right);
    }
}

#[test]
fn wrong_descriptions_are_refuted_where_the_proof_reaches_a_limit() {
    refuted(
        "m >= 1 n >= 1 { n m+n } REPEAT FOR i FROM 1 UPTO m REP _n An PER ENDREP",
        &[("m", "1"), ("n", "1")],
        ("2", "_", "B"),
    );
    refuted("n >= 1 { 1 2n+2 } REPEAT _ A ENDREP", &[("n", "1")], ("4", "_", "B"));
    refuted("n >= 1 { 1 n } REPEAT _ A ENDREP", &[("n", "2")], ("2", "_", "B"));
    // Wrong for one number of iterations, one residue, one corner.
    refuted(
        "n >= 1 { 1 2n+1 } REPEAT IF n == 9 THEN _ _ FI _ A ENDREP",
        &[("n", "9")],
        ("1", "_", "A"),
    );
    refuted(
        "n >= 1 { 1 2n+1 } REPEAT IF n == 5000 THEN _ _ FI _ A ENDREP",
        &[("n", "5000")],
        ("1", "_", "A"),
    );
    refuted(
        "n >= 1 m >= 1 m <= 700n { 1 2n+1 } REPEAT IF m == 700n THEN _ _ FI _ A ENDREP",
        &[("n", "1"), ("m", "700")],
        ("1", "_", "A"),
    );
    refuted(
        "k >= 0 r >= 0 r <= 6 n == 7k+r { 1 2n+3 } REPEAT IF r == 6 THEN _ _ FI _ A ENDREP",
        &[("k", "0"), ("r", "6"), ("n", "6")],
        ("1", "_", "A"),
    );
}

#[test]
fn what_is_not_decided_says_why_and_what_was_looked_at() {
    let report =
        report("k >= 1 n >= 1 { 1 2n+1 } FOR i FROM 1 UPTO n REP (_A)k PER REPEAT (_A)n ENDREP");
    let finding = &report.findings[0];
    assert_eq!(
        (report.verdict, finding.diagnostic.code),
        (Verdict::Undecided, Code::UnboundedIterations)
    );
    assert_eq!(finding.limit(), Some(grundy_language::limit::Limit::CHAIN_BLOCKS));
    let [growing, looked] = &finding.diagnostic.notes[..] else { panic!("{finding:?}") };
    assert!(
        growing.contains("2n+1, grows with n faster than the length of an iteration does"),
        "{growing}"
    );
    assert!(looked.contains("choices of the parameters, starting with k = 1, n = 1"), "{looked}");
    // Nothing grows with a parameter on which no move depends, and the limit is another one.
    let report = self::report(
        "n >= 1 m >= 1 { n 3001n } REPEAT FOR i FROM 1 UPTO n REP _n An PER _n An ENDREP",
    );
    for finding in &report.findings {
        assert_ne!(finding.diagnostic.code, Code::UnboundedIterations);
    }
}

#[test]
fn phases() {
    // Cycles of lengths 2, 3 and 7 in one place.
    verified("n >= 1 { 1 2n+1 } REPEAT <_A_A_A>(2n) <_A_A_A_A_A_A_A>(2n) (_A)1 ENDREP");
    // The phase depends on the parity of n, and only one parity is right.
    refuted("n >= 2 { 1 n } REPEAT <_A>(2n) ENDREP", &[("n", "2")], ("2", "_", "B"));
    refuted("n >= 3 { 1 n } REPEAT <_A>(2n) ENDREP", &[("n", "4")], ("4", "_", "B"));
    verified("m >= 1 n == 2m+1 { 1 n } REPEAT <_A>(2n) ENDREP");
    refuted(
        "m >= 1 n >= 2m+1 n <= 2m+2 { 1 n } REPEAT <_A>(2n) ENDREP",
        &[("m", "1"), ("n", "4")],
        ("4", "_", "B"),
    );
}

#[test]
fn numbers_of_any_size() {
    let big = "100000000000000000000000000000000000000001";
    verified(&format!("n >= {big} {{ n }} REPEAT _n An ENDREP"));
    verified(&format!("n >= 1 {{ {big} }} REPEAT _{big} A{big} ENDREP"));
    refuted(
        &format!("n >= 1 {{ n }} REPEAT _n IF n == {big} THEN A(n-1) _1 ELSE An FI ENDREP"),
        &[("n", big)],
        ("200000000000000000000000000000000000000001", "_", "A"),
    );
    refuted(
        "n >= 1 { n } REPEAT _n An IF n >= 123456789 THEN A1 FI ENDREP",
        &[("n", "123456789")],
        ("246913578", "A", "_"),
    );
}

#[test]
fn many_conditions_on_one_variable() {
    let arms: String = (2..30).map(|k| format!("ELIF n == {k} THEN _n An ")).collect();
    verified(&format!("n >= 1 {{ n }} REPEAT IF n == 1 THEN _ A {arms} ELSE _n An FI ENDREP"));
}

#[test]
fn pieces_of_sequences() {
    let verdict = |source: &str| {
        let options = grundy_language::lang::Options { raw: true, ..Default::default() };
        let description = grundy_language::lang::parse(source, &options).description.unwrap();
        let report = grundy_prove::verify::verify(&description, source, &Default::default());
        let failure = report
            .findings
            .first()
            .and_then(|finding| finding.counterexample().map(|it| it.failure.position.to_string()));
        (report.verdict, failure)
    };
    // Only positions count whose options all lie in the piece: from 2n on.
    assert_eq!(verdict("n >= 5 { n 2n } B9").0, Verdict::Verified);
    assert_eq!(verdict("n >= 1 { n 2n } An Bn _n An Bn").0, Verdict::Verified);
    assert_eq!(verdict("n >= 1 { n 2n } An Bn _n An An"), (Verdict::Refuted, Some("4".into())));
    assert_eq!(verdict("n >= 1 { n 2n } _(2n) An _n Bn"), (Verdict::Refuted, Some("3".into())));
}

#[test]
fn a_far_piece_is_the_piece_of_the_whole() {
    use grundy_kernel::Integer;
    use grundy_language::expand::values;
    for (name, source) in crate::support::descriptions() {
        let description =
            grundy_language::lang::parse(&source, &Default::default()).description.unwrap();
        let point: Vec<Integer> = match description.parameters.len() {
            1 if name == "satz8_n1.nimseq" => vec![1.into()],
            1 => {
                // The first game from n = 5 on.
                let holds = |n: &i64| {
                    let point = [Integer::from(*n)];
                    description.constraints().iter().all(|it| it.holds_at(&point))
                };
                vec![(5..).find(holds).unwrap().into()]
            }
            _ if name == "equation.nimseq" => vec![4.into(), 8.into()],
            _ if name == "odd_move.nimseq" => vec![4.into(), 9.into()],
            _ => vec![5.into(), 4.into()],
        };
        let stop = Default::default();
        let whole = values(&description, &point, &Integer::ZERO, 20_000, &stop).unwrap();
        for from in [1, 7, 50, 333, 1000, 4321, 19_000] {
            let piece = values(&description, &point, &Integer::from(from), 500, &stop).unwrap();
            let from = usize::try_from(from).unwrap();
            assert_eq!(piece, whole[from..from + 500], "{name} from {from}");
        }
    }
}
