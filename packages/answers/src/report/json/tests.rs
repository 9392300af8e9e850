use super::*;
use crate::report::examples;
use crate::verdict::Verdict;
use std::time::Duration;

fn show(verdict: Verdict) -> String {
    verify(&[examples::checked(verdict)], &[], &[verdict].into_iter().collect(), None, None, &[])
}

#[test]
fn a_proof_has_counts_and_no_findings() {
    let compact: String = show(Verdict::Verified).split_whitespace().collect();
    assert_eq!(
        compact,
        r#"{"schema":2,"verdict":"verified","results":[{"path":"x.nimseq","kind":"nimseq","verdict":"verified","#
            .to_owned()
            + r#""statistics":{"blocks":1,"chains":9,"splits":555},"findings":[]}],"#
            + r#""summary":{"verified":1,"refuted":0,"undecided":0,"vacuous":0,"rejected":0}}"#
    );
}

#[test]
fn a_refutation_has_the_keys_of_the_contract_in_their_order() {
    let text = show(Verdict::Refuted);
    let keys = [
        "code",
        "severity",
        "message",
        "location",
        "line",
        "column",
        "counterexample",
        "parameters",
        "position",
        "claimed",
        "computed",
        "summary",
    ];
    let places: Vec<_> = keys.map(|key| text.find(&format!("\"{key}\":"))).to_vec();
    assert!(places.iter().all(Option::is_some), "{places:?} in\n{text}");
    assert!(places.is_sorted(), "{places:?} in\n{text}");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let finding = &value["results"][0]["findings"][0];
    assert_eq!(
        finding["location"],
        serde_json::json!({ "line": 2, "column": 3, "end_line": 2, "end_column": 5 })
    );
    assert_eq!(finding["counterexample"]["parameters"]["n"], "2");
    assert_eq!(finding["counterexample"]["position"], "26");
    assert_eq!(finding["counterexample"]["options"][3].get("value"), None);
}

#[test]
fn only_a_proof_is_verified() {
    for verdict in [Verdict::Refuted, Verdict::Undecided, Verdict::Vacuous, Verdict::Rejected] {
        let value: serde_json::Value = serde_json::from_str(&show(verdict)).expect("JSON");
        assert_eq!(value["results"][0]["verdict"], verdict.name());
        assert_eq!(value["summary"]["verified"], 0);
        assert_eq!(value["summary"][verdict.name()], 1);
    }
}

#[test]
fn a_limit_is_named() {
    let value: serde_json::Value = serde_json::from_str(&show(Verdict::Undecided)).expect("JSON");
    assert_eq!(value["results"][0]["findings"][0]["limit"], "chain-blocks");
}

#[test]
fn a_time_is_an_exact_string() {
    let mut checked = examples::checked(Verdict::Verified);
    checked.time = Some(Duration::from_micros(1_000_001));
    let value: serde_json::Value =
        serde_json::from_str(&verify(&[checked], &[], &Tally::default(), None, None, &[]))
            .expect("JSON");
    assert_eq!(value["results"][0]["statistics"]["seconds"], "1.000001");
    assert_eq!(value["results"][0]["statistics"]["pivots"], 0);
}
