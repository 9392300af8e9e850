//! Test reports.

use super::{Judged, concise};
use crate::verdict::Verdict;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;
use std::time::Duration;

/// What became of a test case.
#[derive(PartialEq)]
enum Status {
    Passed,
    Skipped,
    Failed,
    Broken,
}

impl Status {
    fn of(judged: &Judged) -> Self {
        match judged.verdict {
            _ if judged.known.is_some() => Self::Skipped,
            Some(Verdict::Verified) => Self::Passed,
            Some(Verdict::Refuted) => Self::Failed,
            _ => Self::Broken,
        }
    }
}

/// A test suite for each file, a test case for each claim, in the XML that Jenkins reads.
pub fn junit(judged: &[Judged]) -> String {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 4);
    // Writing to a vector cannot fail, and everything written is UTF-8.
    match document(&mut xml, judged) {
        Ok(()) => String::from_utf8(xml.into_inner()).unwrap_or_default() + "\n",
        Err(_) => String::new(),
    }
}

fn document(xml: &mut Writer<Vec<u8>>, judged: &[Judged]) -> io::Result<()> {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut report = xml.create_element("testsuites").with_attribute(("name", "grundy"));
    let [tests, skipped, errors, failures] = counts(judged);
    for attribute in [&tests, &skipped, &failures, &errors] {
        report = report.with_attribute((attribute.0, attribute.1.as_str()));
    }
    let files = judged.chunk_by(|one, next| one.path == next.path);
    report.write_inner_content(|xml| files.into_iter().try_for_each(|file| suite(xml, file)))?;
    Ok(())
}

/// The counts of test cases that a report and its suites have.
fn counts(judged: &[Judged]) -> [(&'static str, String); 4] {
    let count = |status| judged.iter().filter(|one| Status::of(one) == status).count().to_string();
    [
        ("tests", judged.len().to_string()),
        ("skipped", count(Status::Skipped)),
        ("errors", count(Status::Broken)),
        ("failures", count(Status::Failed)),
    ]
}

fn suite(xml: &mut Writer<Vec<u8>>, file: &[Judged]) -> io::Result<()> {
    let path = readable(&file[0].path);
    let mut suite = xml.create_element("testsuite").with_attribute(("name", path.as_str()));
    for (name, count) in counts(file) {
        suite = suite.with_attribute((name, count.as_str()));
    }
    let time: Duration = file.iter().filter_map(|one| one.time).sum();
    if !time.is_zero() {
        suite = suite.with_attribute(("time", seconds(time).as_str()));
    }
    suite.write_inner_content(|xml| file.iter().try_for_each(|one| case(xml, one)))?;
    Ok(())
}

fn case(xml: &mut Writer<Vec<u8>>, judged: &Judged) -> io::Result<()> {
    let name = readable(if judged.name.is_empty() { &judged.path } else { &judged.name });
    let path = readable(&judged.path);
    let mut case = xml.create_element("testcase").with_attribute(("name", name.as_str()));
    case = case.with_attribute(("classname", path.as_str()));
    if let Some(time) = judged.time {
        case = case.with_attribute(("time", seconds(time).as_str()));
    }
    let all = || {
        let each = judged.problems.iter().map(|problem| {
            let one = Judged { problems: vec![problem.clone()], ..judged.clone() };
            concise(&[one]) + &problem.details
        });
        readable(&each.collect::<String>())
    };
    let what = match Status::of(judged) {
        Status::Passed if judged.problems.is_empty() => return case.write_empty().map(|_| ()),
        Status::Passed => None,
        Status::Skipped => Some("skipped"),
        Status::Failed => Some("failure"),
        Status::Broken => Some("error"),
    };
    case.write_inner_content(|xml| {
        if let Some(what) = what {
            let first = judged.problems.first().map(|first| first.line(judged));
            let mut status = xml.create_element(what);
            if let Some(message) = judged.known.clone().or(first) {
                status = status.with_attribute(("message", readable(&message).as_str()));
            }
            match judged.known {
                Some(_) => status.write_empty()?,
                None => status
                    .with_attribute(("type", judged.verdict_name()))
                    .write_text_content(BytesText::new(&all()))?,
            };
        }
        if judged.is_verified() && !judged.problems.is_empty() {
            xml.create_element("system-out").write_text_content(BytesText::new(&all()))?;
        }
        Ok(())
    })?;
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// The text without what XML 1.0 cannot contain.
fn readable(text: &str) -> String {
    let held = |sign: &char| !matches!(sign, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    text.chars().filter(held).collect()
}
