//! Laws of formulas and conditions.

use grundy_language::diagnostic::Code;
use grundy_language::formula::{Condition, Formula};
use proptest::prelude::*;

/// Texts of formulas, mostly with more parentheses and spaces than needed.
fn formula() -> impl Strategy<Value = String> {
    let leaf = prop_oneof!["[0-9]{1,3}", Just("n".to_owned()), Just("m".to_owned())];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), prop_oneof!["\\+", "-", " - ", "\\*", "/", " mod "])
                .prop_map(|((a, b), sign)| format!("({a}){sign}({b})")),
            pair.clone().prop_map(|(a, b)| format!("({a})({b})")),
            (inner.clone(), 0..4).prop_map(|(a, k)| format!("({a})^{k}")),
            inner.clone().prop_map(|a| format!("-({a})")),
            inner.prop_map(|a| format!("floor({a})")),
            pair.prop_map(|(a, b)| format!("max({a}, {b})")),
        ]
    })
}

proptest! {
    #[test]
    fn the_normal_form_reads_back_as_the_same(text in formula(), n in -5_i64..6, m in 1_i64..4) {
        let first = match Formula::parse(&text, 0) {
            Ok(first) => first,
            Err(error) => {
                prop_assert_eq!(error.message, "division by zero");
                prop_assert!(["/", "mod"].iter().any(|sign| text.contains(sign)) && text.contains("(0"));
                return Ok(());
            }
        };
        let normal = first.to_string();
        let second = Formula::parse(&normal, 0).expect("the normal form is a formula");
        prop_assert_eq!(&first, &second, "{}", normal);
        prop_assert_eq!(second.to_string(), normal);
        let at = [('n', n.into()), ('m', m.into())];
        prop_assert_eq!(first.value(&at), second.value(&at));
    }

    #[test]
    fn no_text_panics(text in "[-n0-9()^*/+ a-z=<>!,.]{0,40}|\\PC{0,20}") {
        for error in [Formula::parse(&text, 7).err(), Condition::parse(&text, 7).err()].into_iter().flatten() {
            for label in &error.labels {
                prop_assert!(label.span.start >= 7 && label.span.end <= 7 + text.len());
            }
        }
    }
}

#[test]
fn brackets_beyond_the_limit_are_an_error_and_no_overflow() {
    for text in
        ["(".repeat(100_000), format!("{}n{}", "(".repeat(65), ")".repeat(65)), "n+".repeat(3000)]
    {
        assert_eq!(Formula::parse(&text, 0).expect_err("too large").code, Code::FormulaTooLarge);
    }
}
