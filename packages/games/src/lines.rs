//! Texts with one claim a line: `LABEL: words of the line  # comment`.

use crate::Integer;
use crate::diagnostic::Span;
use crate::lang::limits::DIGITS;

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
    /// The words behind the label, at least one.
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
        let said = line.split('#').next().unwrap_or_default();
        let mut words = words(said, offset);
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

/// The words of a piece of text that starts at `offset`, with blanks between them.
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
        let (word, behind) = rest.split_at(length);
        words.push(Word { text: word, span: Span::new(start, start + length) });
        rest = behind;
    }
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
    known
        .iter()
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .min()
        .filter(|&(distance, known)| distance <= known.len() / 3)
        .map(|(_, known)| format!("did you mean {known}?"))
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
