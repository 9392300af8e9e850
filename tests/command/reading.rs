//! Texts of every kind are read in time linear in their length, and what is wrong with them is said in the same time.

use grundy_answers::check::{Kind, Options, check};
use grundy_answers::report::findings::Judged;
use grundy_answers::report::render::{Style, render_all};
use grundy_answers::report::{Checked, Detail};
use grundy_language::diagnostic::Diagnostic;
use std::fs;
use std::time::{Duration, Instant};

/// The time that this thread has worked, as far as the system says: others may want the processor too.
fn now(start: Instant) -> Duration {
    let worked = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = worked.and_then(|it| it.split(' ').next()?.parse().ok());
    worked.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn filled(before: &str, token: &str, size: usize) -> String {
    format!("{before}{}", token.repeat(size / token.len() + 1))
}

fn numbered(before: &str, count: usize, each: impl Fn(usize) -> String) -> String {
    before.to_owned() + &(0..count).map(each).collect::<String>()
}

/// Texts of about this size, of which nothing can be made.
fn texts(size: usize) -> Vec<(Kind, String)> {
    let lamps = "step.variant\twolf\tnext_flag\trow2\trow3\trow4\trow5\trow6\trow7\trelay_label\n";
    let catalogue = "title = \"a\"\nsource = \"b\"\n[[family]]\nname = \"q\"\n";
    vec![
        (Kind::Nim, filled("", "x\n", size)),
        (Kind::Nim, filled("", "1 2 3: 4\n", size)),
        (Kind::Nim, filled("", "9", size)),
        (Kind::Kabelsalat, filled("", "x\n", size)),
        (Kind::Kabelsalat, filled("", "7,", size)),
        (Kind::Wolf, filled(lamps, "x\ty\tz\n", size)),
        (Kind::Wolf, filled("", "\t", size)),
        (Kind::Family, filled("", "[[family]]\n", size)),
        (Kind::Family, numbered(catalogue, size / 12, |it| format!("movse{it} = 1\n"))),
        (Kind::Family, filled("x = ", "[", size)),
        (Kind::Petri, filled("<pnml>", "<net>", size)),
        (Kind::Petri, filled("<pnml><net id=\"n\">", "<place id=\"p\"/>", size) + "</net></pnml>"),
        (Kind::Petri, numbered("<pnml ", size / 9, |it| format!("a{it}=\"\" ")) + "/>"),
        (Kind::Petri, numbered("<pnml>", size / 25, |it| format!("<a xmlns:b{it}=\"u\">"))),
        (Kind::Nimseq, filled("", "1\t2\t3 x\n", size)),
        (Kind::Nimseq, filled("", "| a | b |\n", size)),
    ]
}

/// Checks the text, and writes what is found for people and for machines.
fn told(kind: Kind, text: &str) {
    let report = check(kind, text, &Options::default());
    let found: Vec<Diagnostic> = report.findings.iter().map(|it| it.diagnostic.clone()).collect();
    assert!((1..=501).contains(&found.len()), "{:?}", text.get(..40));
    assert!(!render_all(&found, "x", text, Style::PLAIN, Detail::Normal).is_empty());
    let checked = Checked::new("x".to_owned(), kind, text, report);
    assert!(!Judged::of_input(&checked).is_empty());
}

#[test]
fn long_texts_take_as_long_for_each_byte() {
    const SIZE: usize = 20_000;
    for ((kind, short), (_, long)) in texts(SIZE).into_iter().zip(texts(6 * SIZE)) {
        let time = |text: &str| {
            let start = Instant::now();
            let before = now(start);
            told(kind, text);
            now(start).saturating_sub(before)
        };
        time(&short);
        let base = time(&short) + Duration::from_millis(5);
        let taken = time(&long);
        let name = kind.name();
        assert!(taken < 24 * base, "{taken:?} after {base:?} for {name} {:?}", short.get(..60));
        assert!(taken < Duration::from_secs(2), "{taken:?} for {name} {:?}", short.get(..60));
    }
}

/// What the reader of XML compares with one another is limited, by name.
#[test]
fn names_in_a_net_are_limited() {
    for (text, limit) in [
        (
            numbered("<pnml ", 10_001, |it| format!("a{it}=\"\" ")) + "/>",
            "limit: attributes of an element, 10000",
        ),
        (
            numbered("<pnml>", 101, |it| format!("<a xmlns:b{it}=\"u\">")),
            "limit: names of namespaces, 100",
        ),
    ] {
        let report = check(Kind::Petri, &text, &Options::default());
        let notes = report.findings.iter().flat_map(|it| &it.diagnostic.notes);
        assert!(notes.into_iter().any(|note| note == limit), "{limit}");
    }
}
