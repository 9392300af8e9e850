//! What is offered is right: each suggestion is carried out and read again.

use crate::{published, read};
use grundy_core::diagnostic::{Code, Diagnostic, Severity, Stage};
use grundy_core::lang::Options;
use grundy_report::check::fix_notation;
use grundy_report::explain;
use proptest::prelude::*;

/// The only finding about a text.
#[track_caller]
fn only(source: &str) -> Diagnostic {
    let mut found = read(source).diagnostics;
    assert_eq!(found.len(), 1, "{source}\n{found:#?}");
    found.remove(0)
}

/// Several comparisons in one condition: one finding, and how they are written.
#[test]
fn conditions_are_not_joined() {
    for (head, help) in [
        (
            "IF n >= 2 && n <= 3 THEN",
            "nest the branches: `IF n >= 2 THEN IF n <= 3 THEN ... FI FI`",
        ),
        ("IF n>=2 AND n != 3 THEN", "nest the branches: `IF n >= 2 THEN IF n != 3 THEN ... FI FI`"),
        ("IF 2 <= n <= 3:", "nest the branches: `IF 2 <= n THEN IF n <= 3 THEN ... FI FI`"),
        (
            "IF n == 2 or n == 4 THEN",
            "give each an arm: `IF n == 2 THEN ... ELIF n == 4 THEN ... FI`",
        ),
        (
            "IF n == 1 THEN _n ELIF n == 2 || n == 4 THEN",
            "give each an arm: `IF n == 2 THEN ... ELIF n == 4 THEN ... FI`",
        ),
    ] {
        let found = only(&format!("n >= 1 {{ n 2n }} REPEAT {head} An ELSE Bn FI ENDREP"));
        assert_eq!((found.code, found.help.as_deref()), (Code::BranchHead, Some(help)), "{head}");
        assert!(found.edits.is_empty());
    }
}

/// Slips of people who know other notations, in a text with moves n and 2n, and what is offered.
const SLIPS: [(&str, &str); 62] = [
    ("n >= 1 {n, 2n} REPEAT _n An Bn ENDREP", "n >= 1 { n 2n } REPEAT _n An Bn ENDREP"),
    ("n >= 1 {n,2n} REPEAT _n An Bn ENDREP", "n >= 1 { n 2n } REPEAT _n An Bn ENDREP"),
    ("n >= 1 { n; 2n } REPEAT _n An Bn ENDREP", "n >= 1 { n 2n } REPEAT _n An Bn ENDREP"),
    ("n >= 1 { n 2*n } REPEAT _n An Bn ENDREP", "n >= 1 { n 2n } REPEAT _n An Bn ENDREP"),
    ("n >= 1 { n 2·n } REPEAT _n An Bn ENDREP", "n >= 1 { n 2n } REPEAT _n An Bn ENDREP"),
    ("n >= 1 { n, 2(n+1) - 2 } REPEAT _n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 2 { n 2n } REPEAT _(n−1) ENDREP", "n >= 2 { n 2n } REPEAT _(n-1) ENDREP"),
    ("n >= 2 { n 2n } REPEAT _n−1 ENDREP", "n >= 2 { n 2n } REPEAT _(n-1) ENDREP"),
    ("n >= 2 { n n−1 } REPEAT _n ENDREP", "n >= 2 { n n-1 } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT _^n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT _^{2n+1} ENDREP", "n >= 1 { n 2n } REPEAT _(2n+1) ENDREP"),
    ("n >= 1 { n 2n } REPEAT 0^n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT 0n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT 0(2n) _n ENDREP", "n >= 1 { n 2n } REPEAT _(2n) _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT _(2*n) ENDREP", "n >= 1 { n 2n } REPEAT _(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT _2*n ENDREP", "n >= 1 { n 2n } REPEAT _(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT _(2(n+1)) ENDREP", "n >= 1 { n 2n } REPEAT _(2n+2) ENDREP"),
    ("n >= 1 { n 2n } REPEAT _(2n + 1) ENDREP", "n >= 1 { n 2n } REPEAT _(2n+1) ENDREP"),
    ("n >= 1 { n 2n } REPEAT <_A>( 2n ) ENDREP", "n >= 1 { n 2n } REPEAT <_A>(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT _n, An ENDREP", "n >= 1 { n 2n } REPEAT _n An ENDREP"),
    ("n >= 1 { n 2n } REPEAT _ n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT _ 2n ENDREP", "n >= 1 { n 2n } REPEAT _(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT _BA _n ENDREP", "n >= 1 { n 2n } REPEAT _ B A _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT _nAnB ENDREP", "n >= 1 { n 2n } REPEAT _n An B ENDREP"),
    ("n >= 1 { n 2n } REPEAT A2n-1 ENDREP", "n >= 1 { n 2n } REPEAT A(2n-1) ENDREP"),
    ("n >= 1 { n 2n } REPEAT <_A>2n ENDREP", "n >= 1 { n 2n } REPEAT <_A>(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT an ENDREP", "n >= 1 { n 2n } REPEAT An ENDREP"),
    ("n >= 1 { n 2n } REPEAT A(2N) ENDREP", "n >= 1 { n 2n } REPEAT A(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT A(2n ENDREP", "n >= 1 { n 2n } REPEAT A(2n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT A(n)) ENDREP", "n >= 1 { n 2n } REPEAT A(n) ENDREP"),
    ("n >= 1 { n 2n } REPEAT A()_n ENDREP _", "?"),
    ("n ≥ 1 { n 2n } REPEAT _n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n>=1 { n 2n } REPEAT _n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >=1 { n 2n } REPEAT _n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    (
        "k >= 0 n == 2k + 1 n >= 1\n{ n k+1 } REPEAT _n An ENDREP",
        "k >= 0 n == 2k+1 n >= 1\n{ n k+1 } REPEAT _n An ENDREP",
    ),
    ("n > 1 { n 2n } REPEAT _n ENDREP", "n >= 2 { n 2n } REPEAT _n ENDREP"),
    ("1 <= n { n 2n } REPEAT _n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("1 <= n < 9 { n 2n } REPEAT _n ENDREP", "n >= 1 n <= 8 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1, n <= 9\n{ n 2n } REPEAT _n ENDREP", "n >= 1 n <= 9\n{ n 2n } REPEAT _n ENDREP"),
    ("m >= 1 n-m >= 1 { n m } REPEAT _n ENDREP", "m >= 1 n >= m+1 { n m } REPEAT _n ENDREP"),
    ("n = 3 { n 2n } REPEAT _n ENDREP", "n == 3 { n 2n } REPEAT _n ENDREP"),
    (
        "n >= 1 { n 2n } FOR i=1 TO n _i PER REPEAT _n ENDREP",
        "n >= 1 { n 2n } FOR i FROM 1 UPTO n REP _i PER REPEAT _n ENDREP",
    ),
    (
        "n >= 1 { n 2n } FOR i FROM 1 TO n REP _i PER REPEAT _n ENDREP",
        "n >= 1 { n 2n } FOR i FROM 1 UPTO n REP _i PER REPEAT _n ENDREP",
    ),
    (
        "n >= 1 { n 2n } FOR i = 1 .. n - 1 DO _i PER REPEAT _n ENDREP",
        "n >= 1 { n 2n } FOR i FROM 1 UPTO n-1 REP _i PER REPEAT _n ENDREP",
    ),
    (
        "n >= 1 { n 2n } for i from 1 upto n rep _i per repeat _n endrep",
        "n >= 1 { n 2n } FOR i FROM 1 UPTO n REP _i PER REPEAT _n ENDREP",
    ),
    ("n >= 1 { n 2n } repeat _n endrep", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPEAT _n END", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } REPAET _n ENDREP", "n >= 1 { n 2n } REPEAT _n ENDREP"),
    ("n >= 1 { n 2n } LET k = 2n REPEAT _k ENDREP", "n >= 1 { n 2n } LET k=2n REPEAT _k ENDREP"),
    (
        "n >= 1 { n 2n } REPEAT IF n > 2 THEN _n ELSE An FI ENDREP",
        "n >= 1 { n 2n } REPEAT IF n >= 3 THEN _n ELSE An FI ENDREP",
    ),
    (
        "n >= 1 { n 2n } REPEAT IF n>=2\n_n ELSE An FI ENDREP",
        "n >= 1 { n 2n } REPEAT IF n >= 2 THEN\n_n ELSE An FI ENDREP",
    ),
    (
        "n >= 1 { n 2n } REPEAT IF n == 2 THEN _n ELSE IF n == 3 THEN An ELSE _ FI ENDREP",
        "n >= 1 { n 2n } REPEAT IF n == 2 THEN _n ELIF n == 3 THEN An ELSE _ FI ENDREP",
    ),
    (
        "n >= 1 { n 2n } REPEAT IF n == 2 THEN _n ELSEIF n == 3 THEN An ELSE _ FI ENDREP",
        "n >= 1 { n 2n } REPEAT IF n == 2 THEN _n ELIF n == 3 THEN An ELSE _ FI ENDREP",
    ),
    (
        "// note { n }\nn >= 1 { n 2n } REPEAT _n ENDREP",
        "# note { n }\nn >= 1 { n 2n } REPEAT _n ENDREP",
    ),
    ("n >= 1 { n 2n } REPEAT _n ENDREP // done", "n >= 1 { n 2n } REPEAT _n ENDREP # done"),
    ("n >= 1 { n 2n } REPEAT _n%note\nENDREP", "n >= 1 { n 2n } REPEAT _n # note\nENDREP"),
    (
        "n >= 1 /* two\nlines */ { n 2n } REPEAT _n ENDREP",
        "n >= 1 # two\n# lines\n { n 2n } REPEAT _n ENDREP",
    ),
    (
        "the game of two moves\nn >= 1 { n 2n } REPEAT _n ENDREP",
        "# the game of two moves\nn >= 1 { n 2n } REPEAT _n ENDREP",
    ),
    (
        "n >= 1\nCLAIM period = 3n\n{ n 2n } REPEAT _n ENDREP",
        "n >= 1\nCLAIM period 3n\n{ n 2n } REPEAT _n ENDREP",
    ),
    (
        "n >= 1\nclaim period 3n\n{ n 2n } REPEAT _n ENDREP",
        "n >= 1\nCLAIM period 3n\n{ n 2n } REPEAT _n ENDREP",
    ),
    (
        "n >= 1 { n 2n }\nFOR i FROM 1 UPTO n REP _i\nREPEAT _n ENDREP",
        "n >= 1 { n 2n }\nFOR i FROM 1 UPTO n REP _i\nPER\nREPEAT _n ENDREP",
    ),
    (
        "n >= 1 { n 2n }\nREPEAT FOR i FROM 1 UPTO n REP _i\nENDREP",
        "n >= 1 { n 2n }\nREPEAT FOR i FROM 1 UPTO n REP _i\nPER\nENDREP",
    ),
];

#[test]
fn each_slip_gets_one_finding_with_the_right_text() {
    for (written, right) in SLIPS.iter().filter(|(_, right)| *right != "?") {
        let found = only(written);
        assert_eq!(found.corrected(written).as_deref(), Some(*right), "{found:#?}");
        assert_eq!(read(right).diagnostics, [], "{right}");
        assert!(found.help.is_some(), "{found:#?}");
        assert_eq!(fix_notation(written, &Options::default(), true, &Default::default()).0, *right);
        assert_eq!(
            fix_notation(right, &Options::default(), true, &Default::default()),
            ((*right).to_owned(), Vec::new())
        );
    }
}

/// The word that a word with another length is mended to, and the same for an order condition.
#[test]
fn expressions_keep_their_terms_where_they_can() {
    for (written, meant) in [
        ("n − 1", "_(n-1)"),
        ("2*n + 1", "_(2n+1)"),
        ("n*2", "_(2n)"),
        ("2(n+1)", "_(2n+2)"),
        ("(n)", "_n"),
        ("-(m - n)", "_(-m+n)"),
        ("m+n-1+2*m", "_(m+n-1+2m)"),
        ("4/2*n", "_(2n)"),
    ] {
        let text = |word: &str| format!("m >= 1 n >= m {{ n m }} REPEAT _m {word} ENDREP");
        let source = text(&format!("_({written})"));
        assert_eq!(only(&source).corrected(&source), Some(text(meant)), "{written}");
    }
    for (written, meant) in [
        ("n > 1", "n >= 2"),
        ("n < 2m-1", "n <= 2m-2"),
        ("1 <= n", "n >= 1"),
        ("1 < n", "n >= 2"),
        ("n-m >= 1", "n >= m+1"),
        ("n = 2*m", "n == 2m"),
        ("2 = n", "n == 2"),
        ("2n > 4", "n >= 3"),
        ("2n <= 5", "n <= 2"),
        ("-2n <= -5", "n >= 3"),
        ("4 == 2n", "n == 2"),
    ] {
        let text = |bound: &str| format!("m >= 1\nn >= 1\n{bound}\n{{ n m }} REPEAT _n Am ENDREP");
        assert_eq!(only(&text(written)).corrected(&text(written)), Some(text(meant)), "{written}");
    }
    for unread in ["2n >= 2m", "n != 2", "n ~ 2", "2n == 3", "n > n"] {
        let text = format!("m >= 1\nn >= 1\n{unread}\n{{ n m }} REPEAT _n Am ENDREP");
        assert!(read(&text).diagnostics.iter().all(|it| it.edits.is_empty()), "{unread}");
    }
}

/// What is fixed has nothing left to fix.
fn check_fixes(source: &str) {
    let options = Options::default();
    let (text, fixes) = fix_notation(source, &options, true, &Default::default());
    assert_eq!(fixes.is_empty(), text == source);
    assert_eq!(
        fix_notation(&text, &options, true, &Default::default()),
        (text.clone(), Vec::new()),
        "{source}"
    );
}

#[test]
fn one_cause_is_told_once() {
    let source = "n >= 1 { n 2n } REPEAT 0n 1n FOR i FROM 1 UPTO n REP 0^i PER 1n ENDREP";
    let found = only(source);
    assert_eq!(found.notes, ["the same at 3 more places"]);
    let right = "n >= 1 { n 2n } REPEAT _n An FOR i FROM 1 UPTO n REP _i PER An ENDREP";
    assert_eq!(found.corrected(source).as_deref(), Some(right));
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(read("\u{feff}n >= 1 { n } REPEAT _n An ENDREP").diagnostics, []);
}

#[test]
fn what_could_mean_two_things_is_not_mended() {
    for source in [
        "n >= 1 { n 2n } REPEAT _(n*n) ENDREP",
        "n >= 1 { n 2n } REPEAT <_A)(n) ENDREP",
        "n >= 1 { n 2n } REPEAT _(n/2) ENDREP",
        "n >= 1 { n 2n } REPEAT _n ? ENDREP",
        "n >= 1 { n 2n } REPEAT _n game ENDREP",
        "n >= 1 { n 2n } REPEAT A-+B ENDREP",
    ] {
        assert_eq!(only(source).edits, [], "{source}");
    }
}

/// What is wrong with the order and the nesting of parts that are right.
const STRUCTURE: [Code; 7] = [
    Code::EndWithoutBeginning,
    Code::Unclosed,
    Code::TooDeep,
    Code::ArmAfterElse,
    Code::NoMoves,
    Code::TwoMoveLists,
    Code::WrongOrder,
];

/// Every suggestion about this text is carried out; what stands there then has no error.
fn check_suggestions(source: &str) -> usize {
    let mut checked = 0;
    let all = read(source).diagnostics;
    for found in &all {
        let Some(right) = found.corrected(source) else { continue };
        // Where an end is missing is known only if all else is right.
        if all.len() > 1 && STRUCTURE.contains(&found.code) {
            continue;
        }
        assert_ne!(right, source, "{found:#?}");
        checked += 1;
        // Where the first edit begins, and where it ends in the corrected text.
        let edit = &found.edits[0];
        let (start, end) = (edit.span.start, edit.span.start + edit.text.len());
        for left in read(&right).diagnostics {
            let syntax = left.severity() == Severity::Error
                && left.code.stage() == Stage::Syntax
                && !STRUCTURE.contains(&left.code);
            let place = left.labels.first().map(|label| label.span);
            let inside =
                place.is_some_and(|it| start <= it.start && it.end <= end && it.start < end);
            let (was, is) = (&found.message, &left.message);
            let line = source[..edit.span.start].matches('\n').count();
            let line = source.lines().nth(line);
            assert!(!(syntax && inside), "{line:?}: {was}, {:?}, then {is}", found.edits);
        }
    }
    checked
}

#[test]
fn suggestions_of_all_codes_are_right() {
    let examples: usize = explain::all().map(|it| check_suggestions(it.example)).sum();
    let slips: usize = SLIPS.iter().map(|(written, _)| check_suggestions(written)).sum();
    assert!(examples > 25 && slips >= 55, "{examples} {slips}");
}

/// `-(2n-3)` is a word of outcomes, where a head has lost its end or one of its parts.
#[test]
fn a_word_is_not_rewritten_as_an_expression() {
    for body in [
        "n >= -(2n-3) +",
        "FOR i FROM 1 UPTO\n -(2n-3) +\nPER",
        "+ FOR\n - _ C",
        "FOR i FROM 1 UPTO -(2n-3) + PER",
        "+ n == -(2n-3)",
    ] {
        let source = format!("n >= 2 {{ 1 2n }}\nREPEAT\n {body}\nENDREP");
        let edits = |it: &Diagnostic| it.edits.iter().any(|edit| edit.text == "-2n+3");
        assert!(!read(&source).diagnostics.iter().any(edits), "{source}");
        check_suggestions(&source);
    }
    // Where nothing but an expression can stand, it is one.
    check_suggestions("n >= 2 { 1 -(2n-3) } REPEAT - ENDREP");
}

/// Pieces that people mistype.
const PIECES: [&str; 28] = [
    "_", "A", "n", "2", "(", ")", "<", ">", "-", "+", " ", "\n", "{", "}", "FOR", "i", "=", ">=",
    "PER", "END", "ELSE", "IF", ",", "*", "^", "//", "−", "repeat",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_only_suggestion_in_a_damaged_text_is_right(
        which in 0..100_usize, at in 0..4000_usize, cut in 0..4_usize, piece in 0..PIECES.len()
    ) {
        let texts = published();
        let (_, text) = &texts[which % texts.len()];
        let mut letters: Vec<char> = text.chars().take(1500).collect();
        let at = at % letters.len();
        let end = (at + cut).min(letters.len());
        letters.splice(at..end, PIECES[piece].chars());
        let text: String = letters.into_iter().collect();
        check_fixes(&text);
        // Where much is wrong, one error can be the reason of another.
        if read(&text).diagnostics.len() == 1 {
            check_suggestions(&text);
        }
    }
}
