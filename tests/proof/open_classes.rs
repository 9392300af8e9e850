//! Families of which some classes are proved and others are open.

use grundy_answers::report::Render as _;
use grundy_answers::report::infer::{FoundTheorem, families};
use grundy_infer::infer::{Class, Family, Method, Options, Progress, Theorem, infer};
use grundy_kernel::Integer;
use grundy_language::lang;
use grundy_language::limit::CancellationToken;
use grundy_language::verdict::Verdict;

/// { 2 3 n }, which is proved in five classes.
fn family() -> Family {
    let moves = lang::moves("{ 2 3 n }").expect("moves").moves;
    Family::new('n', &moves, 0).expect("a family")
}

/// What is found by description.
fn found() -> Theorem {
    infer(&family(), &Options { by: Some(Method::Description), ..Options::default() })
}

/// What is found of the family until the description of this class is to be proved.
fn found_before(class: Class) -> Theorem {
    let stop = CancellationToken::default();
    let told = |progress| {
        if matches!(progress, Progress::Prove(next, _) if next == class) {
            stop.request();
        }
    };
    let stop = stop.clone();
    infer(&family(), &Options { stop, progress: Some(&told), ..Options::default() })
}

/// What was proved before the stop keeps its theorem, and nothing is said of the other classes.
#[test]
fn theorems_are_derived_before_the_next_class_is_tried() {
    let outcome = found_before(Class { modulus: 5, residue: 3 });
    assert!(!outcome.is_proved() && !outcome.open.is_empty());
    assert_eq!(outcome.descriptions().len(), 3);
    assert!(outcome.descriptions().iter().all(|part| part.theorem.is_ok()));
    let classes: Vec<_> = outcome.known.period().into_iter().flat_map(|it| it.classes).collect();
    assert_eq!(classes.iter().map(|it| it.residue).collect::<Vec<_>>(), [0, 1, 2]);
}

/// Where some classes are open nothing is said of all parameters.
#[test]
fn what_is_proved_of_some_classes_is_said_of_these() {
    let told = |theorem: &Theorem| {
        let found = FoundTheorem::new(theorem);
        (found.verdict(), found.text())
    };
    let (verdict, text) = told(&found());
    assert_eq!(verdict, Some(Verdict::Verified));
    assert!(text.contains(", for all n >= 1\n") && !text.contains("undecided"), "{text}");
    let (verdict, text) = told(&found_before(Class { modulus: 5, residue: 3 }));
    assert_eq!(verdict, Some(Verdict::Undecided));
    assert!(text.contains(", for these n >= 1\n"), "{text}");
    assert!(text.contains("undecided for n mod 5 == 3: "), "{text}");
}

/// A theorem whose file is missing is not all that was asked for.
#[test]
fn what_is_missing_is_said_and_is_no_success() {
    let theorem = found();
    let found = |missing| FoundTheorem { missing, ..FoundTheorem::new(&theorem) };
    let json = |found: &FoundTheorem<'_>| -> serde_json::Value {
        serde_json::from_str(&found.json()).expect("a document")
    };
    let whole = found(None);
    assert_eq!((whole.verdict(), json(&whole).get("missing")), (Some(Verdict::Verified), None));
    let part = found(Some("no file"));
    assert_eq!(part.verdict(), Some(Verdict::Undecided));
    let json = json(&part);
    assert_eq!((&json["verdict"], &json["missing"]), (&"undecided".into(), &"no file".into()));
}

/// Several families are verified if all are.
#[test]
fn one_family_that_is_open_leaves_several_undecided() {
    let whole = found();
    let part = found_before(Class { modulus: 5, residue: 3 });
    let told = |theorems: &[&Theorem]| -> serde_json::Value {
        let at: &[(String, Integer)] = &[];
        let all: Vec<_> =
            theorems.iter().map(|&theorem| (at, FoundTheorem::new(theorem))).collect();
        serde_json::from_str(&families(&all)).expect("a document")
    };
    assert_eq!(told(&[&whole, &whole])["verdict"], "verified");
    let mixed = told(&[&whole, &part]);
    assert_eq!(mixed["verdict"], "undecided");
    assert_eq!(mixed["families"][0]["found"]["verdict"], "verified");
}
