use super::*;
use crate::report::examples;

const BAD: [Verdict; 4] =
    [Verdict::Refuted, Verdict::Undecided, Verdict::Vacuous, Verdict::Rejected];

fn judged(verdict: Verdict) -> Vec<Judged> {
    Judged::of_input(&examples::checked(verdict))
}

fn unread() -> Judged {
    Judged::unchecked("gone, 100%:x.nimseq", "cannot read it")
}

#[test]
fn what_is_not_verified_has_something_to_say() {
    for verdict in BAD {
        assert!(
            judged(verdict)[0].problems.iter().any(|problem| problem.severity == Severity::Error)
        );
        let bare = Judged::stated("x", String::new(), verdict, "");
        assert_eq!(bare.problems.len(), 1, "{verdict}");
    }
    assert!(judged(Verdict::Verified)[0].problems.is_empty());
    assert_eq!(unread().problems.len(), 1);
}

#[test]
fn a_line_has_place_verdict_code_and_message() {
    assert_eq!(concise(&judged(Verdict::Verified)), "");
    assert_eq!(
        concise(&judged(Verdict::Refuted)),
        "x.nimseq:2:3: refuted: E0301 this word claims a wrong value\n"
    );
    let open = concise(&judged(Verdict::Undecided));
    assert!(open.starts_with("x.nimseq:2:3: undecided: E0303 "), "{open}");
    assert!(open.ends_with("(limit: chain-blocks)\n"), "{open}");
    assert_eq!(concise(&[unread()]), "gone, 100%:x.nimseq: unchecked: cannot read it\n");
}

#[test]
fn a_workflow_command_is_escaped_and_an_error() {
    assert_eq!(github(&judged(Verdict::Verified)), "");
    for verdict in BAD {
        let text = github(&judged(verdict));
        let head = format!(
            "::error file=x.nimseq,line=2,endLine=2,col=3,endColumn=5,title={} (E0",
            verdict.name()
        );
        let placeless = format!("::error file=x.nimseq,title={} (E0", verdict.name());
        assert!(text.starts_with(&head) || text.starts_with(&placeless), "{text}");
    }
    assert_eq!(
        github(&[unread()]),
        "::error file=gone%2C 100%25%3Ax.nimseq,title=unchecked::cannot read it\n"
    );
    let lines = Judged::stated("x", "row 1".to_owned(), Verdict::Vacuous, "one\ntwo");
    assert_eq!(github(&[lines]), "::error file=x,title=vacuous::row 1: one%0Atwo\n");
}

/// When another reader reads the formats back, nothing that is not verified is a success or skipped.
#[test]
fn a_test_report_counts_failures_and_errors() {
    let all: Vec<_> = BAD.into_iter().chain([Verdict::Verified]).flat_map(judged).collect();
    let text = junit(&[all, vec![unread()]].concat());
    let document = roxmltree::Document::parse(&text).expect("XML");
    let root = document.root_element();
    let count = |name| root.attribute(name).map(str::to_owned);
    assert_eq!(count("tests").as_deref(), Some("6"));
    assert_eq!(count("failures").as_deref(), Some("1"));
    assert_eq!(count("errors").as_deref(), Some("4"));
    let suites: Vec<_> = root.children().filter(|node| node.has_tag_name("testsuite")).collect();
    assert_eq!(suites.len(), 2);
    let types: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("failure") || node.has_tag_name("error"))
        .map(|node| node.attribute("type").unwrap_or_default().to_owned())
        .collect();
    assert_eq!(types, ["refuted", "undecided", "vacuous", "rejected", "unchecked"]);
    assert!(!document.descendants().any(|node| node.has_tag_name("skipped")));
}

#[test]
fn a_log_has_a_failing_or_open_result_for_each_bad_verdict() {
    let value = |judged: &[Judged]| -> serde_json::Value {
        serde_json::from_str(&sarif(judged, "1.2.3")).expect("JSON")
    };
    let log = value(&judged(Verdict::Verified));
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let all: Vec<_> = BAD.into_iter().flat_map(judged).collect();
    let log = value(&all);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 4);
    for (result, verdict) in results.iter().zip(BAD) {
        let expected = match verdict {
            Verdict::Undecided => (Some("none"), Some("open")),
            _ => (Some("error"), Some("fail")),
        };
        assert_eq!((result["level"].as_str(), result["kind"].as_str()), expected);
        assert_eq!(result["properties"]["verdict"], verdict.name());
        let index = result["ruleIndex"].as_u64().and_then(|index| index.try_into().ok());
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][index.unwrap_or(usize::MAX)];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    let expected = serde_json::json!(
        { "startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 5 });
    assert_eq!(*region, expected);
    let log = value(&[unread()]);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], "cannot read it");
}

#[test]
fn a_path_becomes_a_reference() {
    let odd = Judged::stated("a b/\u{e4}.nimseq", String::new(), Verdict::Undecided, "");
    assert!(sarif(&[odd], "1.2.3").contains("\"uri\": \"a%20b/%C3%A4.nimseq\""));
    let absolute = Judged::stated("/tmp/x.nimseq", String::new(), Verdict::Undecided, "");
    assert!(sarif(&[absolute], "1.2.3").contains("\"uri\": \"file:///tmp/x.nimseq\""));
}

/// The log has what code scanning needs to explain a result, to recognise it again, and to fix it.
#[test]
fn a_log_explains_knows_again_and_mends() {
    let rejected = |source: &str| {
        let read = crate::lang::parse(source, &crate::lang::Options::default());
        Judged::rejected("x.nimseq", &read.diagnostics, source)
    };
    let source = "n >= 1 {n, 2n}\nREPEAT _n An Bn ENDREP\n";
    let moved = rejected(&format!("# a line more\n{source}"));
    let log: serde_json::Value = serde_json::from_str(&sarif(
        &[rejected(source), moved, judged(Verdict::Refuted).remove(0)],
        "1",
    ))
    .expect("JSON");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    let helped = |rule: &serde_json::Value| {
        rule["help"]["text"].as_str().is_some_and(|text| text.contains("\n\nWrong:\n\n"))
    };
    assert!(rules.len() == 2 && rules.iter().all(helped), "{rules:?}");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let hash = |index: usize| {
        let hash = &results[index]["partialFingerprints"]["primaryLocationLineHash"];
        hash.as_str().expect("a fingerprint").to_owned()
    };
    let (known, count) =
        hash(0).rsplit_once(':').map(|(a, b)| (a.to_owned(), b.to_owned())).expect(":");
    assert_eq!((count.as_str(), hash(1)), ("1", format!("{known}:2")));
    let change = &results[1]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "x.nimseq");
    assert_eq!(change["replacements"][0]["deletedRegion"]["startLine"], 2);
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "{ n 2n }");
    let witness = &results[2]["relatedLocations"][0];
    let text = witness["message"]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with("witness: ") && text.contains("position"), "{witness}");
    assert_eq!(witness["physicalLocation"]["region"]["startLine"], 2);
}

/// A counterexample without its table would not help a reader of the log of a build.
#[test]
fn messages_have_all_their_lines() {
    let refuted = judged(Verdict::Refuted);
    let table =
        |text: &str| text.contains("move") && text.contains("leads to") && text.contains("replay");
    let command = github(&refuted);
    assert!(table(&command) && command.lines().count() == 1, "{command}");
    let report = junit(&refuted);
    let report = roxmltree::Document::parse(&report).expect("XML");
    let failure = report.descendants().find(|node| node.has_tag_name("failure")).expect("one");
    assert!(table(failure.text().unwrap_or_default()), "{failure:?}");
    assert!(!failure.attribute("message").unwrap_or_default().contains('\n'));
    assert_eq!(concise(&refuted).lines().count(), 1);
}
