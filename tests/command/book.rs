//! The book in docs/: every page is in its table of contents, every link leads somewhere, the grammar
//! that it shows is the grammar, and its page of diagnostics is what `grundy explain` says.

use crate::readme::pieces;
use grundy_answers::explain::{self, Explanation};
use grundy_language::diagnostic::{Code, Severity};
use grundy_language::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The pages below the folder, as paths from docs/.
fn pages(folder: &Path) -> BTreeSet<PathBuf> {
    let mut pages = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => pages.extend(self::pages(&path)),
            false if path.extension().is_some_and(|it| it == "md") => {
                _ = pages.insert(path.strip_prefix(docs()).unwrap().to_owned());
            }
            false => {}
        }
    }
    pages
}

/// The text of a page; what mdbook would put in at a line `{{#include PATH}}` is put in.
fn page(path: &Path) -> String {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().map(|line| {
        let other = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}"));
        match other {
            Some(other) => page(&tidy(&path.parent().unwrap().join(other))),
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// The targets of the links in the prose of a page: `b.md#c` of `[a](b.md#c)`.
fn links(text: &str) -> Vec<String> {
    let prose = pieces(text).into_iter().step_by(2).collect::<String>();
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The anchor of each heading of a page, as GitHub and mdbook make it: small letters, digits, `-` and
/// `_`, with `-` for a space.
fn anchors(text: &str) -> BTreeSet<String> {
    let prose = pieces(text).into_iter().step_by(2).collect::<String>();
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|it| it.is_alphanumeric() || "-_".contains(*it)).collect()
    };
    headings.map(anchor).collect()
}

/// The path without `a/..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = tidy.pop(),
            part => tidy.push(part),
        }
    }
    tidy
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let summary = fs::read_to_string(docs().join("SUMMARY.md")).unwrap();
    let listed: Vec<_> = links(&summary).into_iter().map(PathBuf::from).collect();
    let different: BTreeSet<_> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), different.len(), "a page is listed twice");
    let mut pages = pages(&docs());
    assert!(pages.remove(Path::new("SUMMARY.md")));
    assert_eq!(different, pages, "docs/SUMMARY.md and the pages in docs/");
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut count = 0;
    for from in pages(&docs()) {
        let from = docs().join(from);
        for link in links(&page(&from)).iter().filter(|it| !it.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => from.clone(),
                file => tidy(&from.parent().unwrap().join(file)),
            };
            assert!(target.exists(), "{}: {link}", from.display());
            if !anchor.is_empty() {
                assert!(anchors(&page(&target)).contains(anchor), "{}: {link}", from.display());
            }
            count += 1;
        }
    }
    assert!(count >= 45, "{count}");
}

/// The rules of a grammar, by name: what follows `=`, without comments and line ends.
fn rules(text: &str) -> BTreeMap<String, String> {
    let mut rules = BTreeMap::new();
    let mut name = None;
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        // A rule begins in the first column, and so does a brace that ends one.
        let begins = line.starts_with(|it: char| it.is_ascii_alphabetic());
        let body = match line.split_once('=').filter(|_| begins) {
            Some((head, body)) => {
                let head = head.trim().to_owned();
                assert!(rules.insert(head.clone(), String::new()).is_none(), "{head} twice");
                name = Some(head);
                body
            }
            None => line,
        };
        if let Some(rule) = name.as_ref().and_then(|name| rules.get_mut(name)) {
            rule.extend(body.split_whitespace().flat_map(|token| [token, " "]));
        }
    }
    rules
}

/// The rules in the blocks of a page that show a grammar.
fn shown(page: &str) -> BTreeMap<String, String> {
    let blocks = pieces(page).into_iter().skip(1).step_by(2);
    rules(&blocks.filter_map(|block| block.strip_prefix("pest\n")).collect::<String>())
}

#[test]
fn the_grammars_shown_are_the_grammars() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (grammar, page, least) in
        [("description.pest", "language.md", 40), ("formula.pest", "formulas.md", 20)]
    {
        let rules = rules(&fs::read_to_string(root.join("grammar").join(grammar)).unwrap());
        assert!(rules.len() >= least, "{grammar}: {}", rules.len());
        let shown = shown(&fs::read_to_string(docs().join(page)).unwrap());
        for (name, body) in &rules {
            assert_eq!(shown.get(name), Some(body), "docs/{page}: the rule `{name}`");
        }
        assert_eq!(shown.len(), rules.len(), "docs/{page} has a rule that {grammar} has not");
    }
}

/// The pages name the limits of the library; the messages name those of texts.
#[test]
fn limits_are_those_of_the_code() {
    use grundy_kernel::model::MOST_BLOCK_WORDS;
    use grundy_language::formula::{DEEPEST, LONGEST, MOST_BITS};
    for (page, sentence) in [
        ("formulas.md", format!("at most {LONGEST} bytes and {DEEPEST} nested parentheses")),
        ("formulas.md", format!("rationals of at most {MOST_BITS} bits")),
        ("method.md", format!("run of more than {MOST_BLOCK_WORDS} words is several blocks")),
        ("../src/lib.rs", format!("run of more than {MOST_BLOCK_WORDS} words is several")),
    ] {
        let text = fs::read_to_string(docs().join(page)).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&sentence), "{page}: {sentence}");
    }
}

#[test]
fn rules_links_and_anchors_are_found() {
    let grammar = "// x\na = _{\n    b\n  | \"=\"\n}\n\nb   = @{ 'a'..'z' }\n";
    let found = rules(grammar);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(found["a"], "_{ b | \"=\" } ");
    let page = "A\n\n```pest\na = _{ b | \"=\" }\n```\n\n```text\nc = d\n```\n\n```pest\nb = @{ 'a' }\n```\n";
    let shown = shown(page);
    assert_eq!((shown.len(), &shown["a"]), (2, &found["a"]));
    assert_ne!(shown["b"], found["b"]);
    let page = "# A `b`, c\n[a](b.md#c) and [d](e)\n```text\n[f](g)\n# h\n```\n## E0101\n";
    assert_eq!(links(page), ["b.md#c", "e"]);
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-b-c", "e0101"]);
    assert_eq!(tidy(Path::new("a/b/../../c.md")), Path::new("c.md"));
    assert_eq!(prose("a_b `a_b` <c>"), "a\\_b `a_b` \\<c>");
    assert_eq!(fenced("a\u{7}\n"), "```text\na\\u{7}\n```\n");
}

/// The heading under which a code is explained.
fn group(code: Code) -> &'static str {
    match code.severity() {
        Severity::Warning => "Warnings",
        Severity::Error => code.stage().meaning(),
    }
}

/// A text in a fence; control characters can be seen.
fn fenced(text: &str) -> String {
    let seen = |it: char| match it {
        '\n' => it.to_string(),
        it if it.is_control() => it.escape_default().to_string(),
        it => it.to_string(),
    };
    format!("```text\n{}```\n", text.chars().map(seen).collect::<String>())
}

/// Prose in which only back quotes mean something.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => part.replace('<', "\\<").replace('*', "\\*").replace('_', "\\_"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn section(explanation: &Explanation) -> String {
    let Explanation { code, title, text, example, right, .. } = explanation;
    let (title, text) = (prose(title), prose(text));
    let mut section = format!("\n### {code}\n\n**{title}.** {text}\n\n{}", fenced(example));
    if let Some(right) = right {
        section += &format!("\nRight:\n\n{}", fenced(right));
    }
    section
}

fn diagnostics() -> String {
    let mut page = "# Diagnostics\n\nEvery finding has a code. `grundy explain CODE` prints the section \
                    of this page about it: what is wrong, the rule, a text with the fault and, if a few \
                    lines can show it, one without it.\n"
        .to_owned();
    let mut last = "";
    for explanation in explain::all() {
        let group = group(explanation.code);
        if group != last {
            write!(page, "\n## {group}\n").unwrap();
            last = group;
        }
        page += &section(&explanation);
    }
    page
}

/// Where the page is not up to date, the new one stands beside it, to be looked at and renamed.
#[test]
fn the_page_of_diagnostics_is_up_to_date() {
    let path = docs().join("diagnostics.md");
    let page = diagnostics();
    if fs::read_to_string(&path).ok().as_ref() != Some(&page) {
        let new = path.with_extension("md.new");
        fs::write(&new, &page).unwrap();
        panic!("{} is out of date: look at {} and rename it", path.display(), new.display());
    }
    let sections = page.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(sections, explain::all().count());
}

/// One list of words for what became of a claim; commands use no others.
#[test]
fn every_word_for_a_verdict_is_explained() {
    let text = fs::read_to_string(docs().join("proofs.md")).expect("the page");
    let (_, list) = text.split_once("\n## Verdicts\n").expect("the list");
    let (list, _) = list.split_once("\n## ").expect("its end");
    let rows = list.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let words: BTreeSet<_> = rows.map(|(word, _)| word.to_owned()).collect();
    let mut used: BTreeSet<_> = ["holds", "unchecked"].map(str::to_owned).into();
    let verdicts = [
        Verdict::Verified,
        Verdict::Refuted,
        Verdict::Rejected,
        Verdict::Undecided,
        Verdict::Vacuous,
    ];
    used.extend(verdicts.map(|it| it.name().to_owned()));
    assert_eq!(words, used);
}
