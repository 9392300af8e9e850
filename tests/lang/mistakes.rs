//! One mistake, one finding: every published description with one token damaged, many thousands of texts.

use grundy_language::diagnostic::{Severity, Span, line_and_column};
use grundy_language::lang::{Options, parse};
use std::collections::BTreeMap;
use std::path::Path;

/// The most tokens of a text that are damaged, evenly spread over it; of a long text fewer.
const MOST_TOKENS: usize = 12;
/// The most bytes that are read for each way to damage a text.
const MOST_BYTES: usize = 8_000;

/// Words of prose that come in place of a token.
const PROSE: [&str; 12] = [
    "foo", "the", "period", "done", "Let", "however,", "x", "see", "TODO", "sequence", "is", "n-th",
];

/// The keys beside each key.
const KEYBOARD: [&str; 8] = [
    "1234567890-=",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "!@#$%^&*()_+",
    "QWERTYUIOP{}",
    "ASDFGHJKL:\"",
    "ZXCVBNM<>?",
];

/// A damaged text.
struct Damaged {
    what: String,
    text: String,
    /// The lines that a finding may name: that of the damage, and of the tokens beside it.
    lines: std::ops::RangeInclusive<usize>,
}

/// What was said about damaged texts.
#[derive(Default)]
struct Count {
    wrong: usize,
    one: usize,
    two: usize,
    more: usize,
    /// Texts of which no finding points at the damaged line.
    elsewhere: usize,
    /// Texts of which the first place of the first finding is there.
    first: usize,
    exceptions: Vec<String>,
}

/// The descriptions; of those that differ only in the number of equal words, the first two.
fn texts(folder: &Path, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "nimseq") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_additive = folder.ends_with("additive");
            if is_additive && !name.contains("_01.") && !name.contains("_02.") {
                continue;
            }
            found.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// Where the tokens stand: between spaces, or the letters, numbers and signs of which those consist.
/// Of a comment only its `#` is one.
fn tokens(source: &str, fine: bool) -> Vec<Span> {
    let class = |letter: char| match letter {
        'a'..='z' => 1,
        'A'..='Z' => 2,
        '0'..='9' => 3,
        '<' | '>' | '=' | '!' => 4,
        _ => 5,
    };
    let mut found: Vec<Span> = Vec::new();
    let mut offset = 0;
    for line in source.split_inclusive('\n') {
        let code = line.find('#').map_or(line.len(), |at| at + 1);
        let mut before = None;
        for (at, letter) in line[..code].char_indices() {
            let at = offset + at;
            if letter.is_whitespace() {
                before = None;
                continue;
            }
            match (before, found.last_mut()) {
                (Some(kind), Some(last)) if !fine || kind == class(letter) && kind < 5 => {
                    last.end = at + letter.len_utf8();
                }
                _ => found.push(Span::new(at, at + letter.len_utf8())),
            }
            before = Some(class(letter));
        }
        offset += line.len();
    }
    found
}

/// The token with one letter replaced by one beside it on the keyboard; `None` if it has no such letter.
fn mistyped(token: &str, which: usize) -> Option<String> {
    let at = which % token.len();
    let row = KEYBOARD.iter().find(|row| row.contains(&token[at..=at]))?;
    let key = row.find(&token[at..=at])?;
    let beside =
        if which.is_multiple_of(2) && key > 0 || key + 1 == row.len() { key - 1 } else { key + 1 };
    Some(format!("{}{}{}", &token[..at], &row[beside..=beside], &token[at + 1..]))
}

fn damaged(source: &str, fine: bool) -> Vec<Damaged> {
    let all = tokens(source, fine);
    let step = all.len().div_ceil(MOST_TOKENS.min(MOST_BYTES / source.len()).max(1));
    let mut found = Vec::new();
    for (index, span) in all.iter().enumerate().skip(source.len() % step).step_by(step) {
        let token = &source[span.range()];
        let number = index + source.len();
        let gap = if fine { "" } else { " " };
        let changes = [
            ("deleted", Some(String::new())),
            ("doubled", Some(format!("{token}{gap}{token}"))),
            ("mistyped", mistyped(token, number)),
            ("prose", (!fine).then(|| PROSE[number % PROSE.len()].to_owned())),
        ];
        let line = |at: usize| line_and_column(source, all[at.min(all.len() - 1)].start).0;
        for (what, change) in changes {
            let Some(change) = change else { continue };
            let text = format!("{}{change}{}", &source[..span.start], &source[span.end..]);
            // Only a token that is gone may be missed beside its place.
            let lines = match change.is_empty() {
                true => line(index.saturating_sub(1))..=line(index + 1),
                false => line(index)..=line(index),
            };
            let what = format!("{}: `{token}` {what} `{change}`", line(index));
            found.push(Damaged { what, text, lines });
        }
    }
    found
}

/// Tokens at wrong places, broken by the end of a line, joined, or in the wrong case.
fn rearranged(source: &str) -> Vec<Damaged> {
    let all = tokens(source, false);
    let all: Vec<_> = all.into_iter().filter(|it| &source[it.range()] != "#").collect();
    let step = all.len().div_ceil(MOST_TOKENS.min(MOST_BYTES / source.len()).max(1));
    let mut found = Vec::new();
    let pairs = all.windows(2).enumerate().skip(source.len() % step).step_by(step);
    for (index, pair) in pairs {
        let (span, next) = (pair[0], pair[1]);
        let [token, after] = [span, next].map(|it| &source[it.range()]);
        let gap = &source[span.end..next.start];
        let other = &source[all[(7 * index + source.len()) % all.len()].range()];
        let (first, rest) = token.split_at(token.len() / 2);
        let upper = token.to_uppercase();
        let case = if upper == token { token.to_lowercase() } else { upper };
        for (what, change) in [
            ("exchanged", format!("{after}{gap}{token}")),
            ("broken", format!("{first}\n{rest}{gap}{after}")),
            ("split", format!("{first} {rest}{gap}{after}")),
            ("joined", format!("{token}{after}")),
            ("inserted", format!("{other} {token}{gap}{after}")),
            ("replaced", format!("{other}{gap}{after}")),
            ("case", format!("{case}{gap}{after}")),
        ] {
            let text = format!("{}{change}{}", &source[..span.start], &source[next.end..]);
            let line = |text: &str, at: usize| line_and_column(text, at).0;
            let lines = line(source, span.start)..=line(&text, span.start + change.len());
            let what = format!("{}: `{token}` {what} `{change}`", lines.start());
            found.push(Damaged { what, text, lines });
        }
    }
    found
}

impl Count {
    fn add(&mut self, name: &str, damaged: &Damaged) {
        let found = parse(&damaged.text, &Options::default()).diagnostics;
        let errors: Vec<_> = found.iter().filter(|it| it.severity() == Severity::Error).collect();
        let count = match errors.len() {
            0 => return,
            1 => &mut self.one,
            2 => &mut self.two,
            _ => &mut self.more,
        };
        *count += 1;
        self.wrong += 1;
        let place = |span: Span| line_and_column(&damaged.text, span.start).0;
        let right = errors
            .iter()
            .flat_map(|it| &it.labels)
            .any(|it| damaged.lines.contains(&place(it.span)));
        let first = errors.first().and_then(|it| it.labels.first());
        self.first += usize::from(first.is_some_and(|it| damaged.lines.contains(&place(it.span))));
        self.elsewhere += usize::from(!right);
        if errors.len() > 1 || !right {
            let said = errors.iter().map(|it| {
                let lines: Vec<_> = it.labels.iter().map(|it| place(it.span)).collect();
                format!("    {lines:?} {}: {}", it.code, it.message)
            });
            let said: Vec<_> = said.take(4).collect();
            self.exceptions.push(format!("{name}:{}\n{}", damaged.what, said.join("\n")));
        }
    }
}

#[test]
fn tokens_at_wrong_places_have_one_finding() {
    let mut published = BTreeMap::new();
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions"), &mut published);
    let mut count = Count::default();
    for (name, source) in &published {
        rearranged(source).iter().for_each(|damaged| count.add(name, damaged));
    }
    let Count { wrong, one, elsewhere, exceptions, .. } = count;
    exceptions.iter().for_each(|it| println!("{it}"));
    println!("{wrong} wrong texts: {one} with one finding, {elsewhere} with none near");
    assert!(wrong > 2_000, "{wrong}");
    assert!(one * 100 >= wrong * 98, "{one} of {wrong}");
    assert!(elsewhere * 200 <= wrong, "{elsewhere} of {wrong}");
}

#[test]
fn one_mistake_has_one_finding() {
    let mut published = BTreeMap::new();
    texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions"), &mut published);
    let mut count = Count::default();
    let mut all = 0;
    for (name, source) in &published {
        for damaged in [false, true].into_iter().flat_map(|fine| damaged(source, fine)) {
            count.add(name, &damaged);
            all += 1;
        }
    }
    let Count { wrong, one, two, more, elsewhere, first, exceptions } = count;
    exceptions.iter().for_each(|it| println!("{it}"));
    println!(
        "{all} texts, {wrong} of them wrong: {one} with one finding, {two} with two, {more} with more; {first} of them at the line, {elsewhere} nowhere near"
    );
    assert!(wrong > 2_000, "{wrong}");
    assert!(one * 100 >= wrong * 95, "{one} of {wrong}");
    assert_eq!((more, elsewhere), (0, 0));
}
