//! Test reports.

use super::{Judged, concise};
use crate::verdict::Verdict;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// A test suite for each file, a test case for each claim, in the XML that Jenkins reads.
pub fn junit(judged: &[Judged]) -> String {
    let mut report = Report::new("grundy");
    for file in judged.chunk_by(|one, next| one.path == next.path) {
        let mut suite = TestSuite::new(file[0].path.as_str());
        suite.add_test_cases(file.iter().map(case));
        let time: Duration = file.iter().filter_map(|one| one.time).sum();
        if !time.is_zero() {
            suite.set_time(time);
        }
        report.add_test_suite(suite);
    }
    report
        .to_string()
        .expect("all texts are free of what XML cannot hold, and memory does not fail")
}

fn case(judged: &Judged) -> TestCase {
    let mut status = match judged.verdict {
        Some(Verdict::Verified) => TestCaseStatus::success(),
        Some(Verdict::Refuted) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        _ => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if !judged.is_verified() {
        status.set_type(judged.verdict_name());
        if let Some(first) = judged.problems.first() {
            status.set_message(first.line(judged));
        }
        status.set_description(concise(std::slice::from_ref(judged)));
    }
    if let Some(known) = &judged.known {
        status = TestCaseStatus::skipped();
        status.set_message(known.as_str());
    }
    let name = if judged.name.is_empty() { &judged.path } else { &judged.name };
    let mut case = TestCase::new(name.as_str(), status);
    case.set_classname(judged.path.as_str());
    if let Some(time) = judged.time {
        case.set_time(time);
    }
    if judged.is_verified() && !judged.problems.is_empty() {
        case.set_system_out(concise(std::slice::from_ref(judged)));
    }
    case
}
