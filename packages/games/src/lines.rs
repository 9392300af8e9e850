//! Texts with claims about one thing a line: `LABEL: thing  keyword values  keyword values  # comment`.

use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::lang::limits::DIGITS;
use crate::lang::{TextKind, foreign};
use crate::limit::Limit;
use crate::suggest::nearest;
use crate::verdict::{Cell, Finding, PublishedValue, Verdict};

/// A word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// What is written.
    pub text: &'a str,
    /// Where in the whole text.
    pub span: Span,
}

/// A line that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// What the line calls itself, without the colon.
    pub label: Option<&'a str>,
    /// The words after the label, at least one.
    pub words: Vec<Word<'a>>,
}

/// The lines of a text that hold more than a comment.
///
/// ```
/// let lines: Vec<_> = grundy_games::lines::read("# Nim\nN22: 3 4 5 # known\n").collect();
/// assert_eq!((lines.len(), lines[0].label, lines[0].words[1].text), (1, Some("N22"), "4"));
/// ```
pub fn read(source: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    source.split_inclusive('\n').filter_map(move |line| {
        let offset = start;
        start += line.len();
        let text = line.split('#').next().unwrap_or_default();
        let mut words = words(text, offset);
        let label = match words.first() {
            Some(first) if words.len() > 1 => first.text.strip_suffix(':'),
            _ => None,
        };
        if label.is_some() {
            words.remove(0);
        }
        (!words.is_empty()).then_some(Line { label, words })
    })
}

/// The words of a piece of text that starts at `offset`, with spaces between them.
pub fn words(text: &str, offset: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(length) = rest.find(char::is_whitespace).or(Some(rest.len())).filter(|&l| l > 0)
        else {
            return words;
        };
        let start = offset + text.len() - rest.len();
        let (word, following) = rest.split_at(length);
        words.push(Word { text: word, span: Span::new(start, start + length) });
        rest = following;
    }
}

/// The claims of one line about a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims<T, S> {
    /// The label, or the thing as written.
    pub row: String,
    /// What they are about.
    pub about: T,
    /// What is claimed about it, at least one thing.
    pub claims: Vec<Claim<S>>,
}

/// Something claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<S> {
    /// What.
    pub statement: S,
    /// Where.
    pub span: Span,
}

/// A diagnostic, boxed because it is large and rare.
pub(super) type Fault = Box<Diagnostic>;

/// Reads the claims of all lines, or says everything that is wrong with them.
pub(super) fn read_claims<C>(
    source: &str,
    kind: TextKind,
    claims: impl Fn(&Line<'_>) -> Result<C, Vec<Diagnostic>>,
) -> Result<Vec<C>, Vec<Diagnostic>> {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for line in read(source) {
        match claims(&line) {
            Ok(claims) => all.push(claims),
            Err(of_line) => faults.extend(of_line),
        }
    }
    match foreign(source, kind) {
        _ if faults.is_empty() => Ok(all),
        Some(foreign) => Err(vec![foreign]),
        None => Err(faults),
    }
}

/// How the claims of a format look: its keywords, and the codes of its faults.
pub(super) struct Format {
    pub keywords: &'static [&'static str],
    /// Of a word that is not known where a keyword is needed.
    pub unknown: Code,
    /// Of a keyword with something else after it than it needs.
    pub malformed: Code,
}

impl Format {
    /// The words before the first keyword.
    pub(crate) fn before<'w, 'a>(&self, words: &'w [Word<'a>]) -> &'w [Word<'a>] {
        let end = words.iter().position(|word| self.keywords.contains(&word.text));
        &words[..end.unwrap_or(words.len())]
    }

    /// A first word, which should be a keyword, with the words up to the next keyword; and so on.
    pub(crate) fn claims<'w, 'a>(
        &self,
        mut words: &'w [Word<'a>],
    ) -> impl Iterator<Item = (Word<'a>, &'w [Word<'a>])> {
        std::iter::from_fn(move || {
            let (keyword, following) = words.split_first()?;
            let values = self.before(following);
            words = &following[values.len()..];
            Some((*keyword, values))
        })
    }

    /// The fault of a word that is no keyword.
    pub(crate) fn unknown(&self, word: Word<'_>) -> Fault {
        let known = || format!("claims start with {}", self.keywords.join(", "));
        Box::new(
            Diagnostic::new(self.unknown, format!("`{}` is not known", word.text))
                .label(word.span, "not a claim")
                .help(did_you_mean(word.text, self.keywords).unwrap_or_else(known)),
        )
    }

    /// The fault of something else after the keyword than is needed.
    pub(crate) fn malformed(
        &self,
        keyword: Word<'_>,
        span: Span,
        label: &str,
        needed: &str,
    ) -> Fault {
        let keyword = keyword.text;
        Box::new(
            Diagnostic::new(self.malformed, format!("`{keyword}` is not understood"))
                .label(span, label)
                .help(format!("after `{keyword}` comes {needed}")),
        )
    }
}

/// How a claim differs from the truth.
pub(super) struct Deviation {
    pub claimed: String,
    pub computed: String,
    /// What shows it.
    pub notes: Vec<String>,
}

/// What became of a claim: verified if it does not differ, undecided if a limit left it open.
pub(super) fn judged<T, S>(
    line: &Claims<T, S>,
    claim: &Claim<S>,
    (code, column): (Code, &str),
    deviation: Result<Option<Deviation>, Limit>,
) -> PublishedValue {
    let row = &line.row;
    let (verdict, finding) = match deviation {
        Ok(None) => (Verdict::Verified, None),
        Err(limit) => {
            let diagnostic = Diagnostic::new(Code::LimitReached, "not everything could be checked")
                .label(claim.span, "not decided");
            (Verdict::Undecided, Some(Finding::limit_reached(diagnostic, limit)))
        }
        Ok(Some(Deviation { claimed, computed, notes })) => {
            let message = format!("{row}: the claim `{column}` is wrong");
            let label = format!("claimed {claimed}, computed {computed}");
            let mut diagnostic = Diagnostic::new(code, message).label(claim.span, label);
            diagnostic.notes = notes;
            let (row, column) = (row.clone(), column.to_owned());
            let cell = Cell { row, column, claimed, computed };
            (Verdict::Refuted, Some(Finding::wrong_cell(diagnostic, cell)))
        }
    };
    PublishedValue::new(row, column, verdict, finding.into_iter().collect())
}

/// A number from 0 in decimal digits, of which there are no more than in a description: beyond, the
/// time to read and to write a number grows with its square.
pub(super) fn natural(text: &str) -> Option<Integer> {
    let digits = (1..=DIGITS).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// What is wrong with a text that is no number: this, or that it is one of too many digits.
pub(super) fn not_natural(text: &str, otherwise: &str) -> String {
    match text.len() > DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => format!("a number of more than {DIGITS} digits"),
        false => otherwise.to_owned(),
    }
}

/// The known word that was probably meant, as a question.
pub(super) fn did_you_mean(word: &str, known: &[&str]) -> Option<String> {
    nearest(word, known.iter().copied()).map(|known| format!("did you mean {known}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_knows_its_place() {
        let source = "\u{e4}: 1  22\t# c\r\n#\n   \n x # y\r\nlast";
        let lines: Vec<_> = read(source).collect();
        let texts: Vec<Vec<_>> =
            lines.iter().map(|line| line.words.iter().map(|word| word.text).collect()).collect();
        assert_eq!(texts, [vec!["1", "22"], vec!["x"], vec!["last"]]);
        assert_eq!(lines[0].label, Some("\u{e4}"));
        for word in lines.iter().flat_map(|line| &line.words) {
            assert_eq!(&source[word.span.range()], word.text);
        }
    }

    #[test]
    fn a_label_stands_before_something() {
        let lines: Vec<_> = read("a:\na: b:\n").collect();
        assert_eq!((lines[0].label, lines[0].words[0].text), (None, "a:"));
        assert_eq!((lines[1].label, lines[1].words[0].text), (Some("a"), "b:"));
    }
}
