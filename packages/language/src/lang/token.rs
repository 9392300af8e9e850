//! The smallest pieces of a text that have a meaning of their own, for the colours of an editor.

use super::read::Findings;
use super::read::ast::{Head, Instance, ItemKind};
use super::read::parse::Items;
use super::read::scope::{Mention, NameKind};
use crate::diagnostic::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `# ...`
    Comment,
    /// `FOR`, `THEN`, `CLAIM`, and in claims `period`, `mod` and their like.
    Keyword,
    /// `12`
    Number,
    /// `+`, `>=`, `=`
    Operator,
    /// A letter of a word: `A`, `_`, `-`.
    Value,
    /// A name, and what it is where that is known.
    Name(Option<NameKind>),
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands; in one line.
    pub span: Span,
    /// Is it a name where it is declared?
    pub declares: bool,
}

/// The keywords that begin or end a part.
pub(super) const PARTS: &str = "CLAIM DEF ELIF ELSE END ENDIF ENDREP ENDREPEAT FI FOR FROM_INFINITY_DOWN IF LET NEXT PER RULE REPEAT";

/// All keywords, those inside a head at last.
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    PARTS.split(' ').chain(["REP", "FROM", "THEN", "UPTO"])
}

/// The keyword that a token is.
pub(super) fn keyword(token: &str) -> Option<&'static str> {
    keywords().find(|it| *it == token)
}

/// The tokens of a text, in its order; brackets, and what cannot be read, are left out.  What the
/// names are is in `mentions`, which come in the order of the text.
///
/// ```
/// use grundy_language::lang::{TokenKind, tokens};
/// let source = "{ 2n } _n";
/// let found: Vec<_> = tokens(source, &[]).iter().map(|it| &source[it.span.range()]).collect();
/// assert_eq!(found, ["2", "n", "_", "n"]);
/// ```
pub fn tokens(source: &str, mentions: &[Mention]) -> Vec<Token> {
    let mut list = Tokens { source, mentions, found: Vec::new() };
    let mut items = Items::new(source, false);
    // What is wrong with the text is told elsewhere.
    let mut unheard = Findings::default();
    loop {
        let item = match items.next(source, &mut unheard) {
            Ok(Some(item)) => item,
            Ok(None) => break,
            Err(fault) => {
                items.go_to(fault.span.end);
                continue;
            }
        };
        match item.kind {
            ItemKind::Comment => list.comment(item.span),
            ItemKind::Word(_) => list.word(item.span),
            ItemKind::Start => {
                // A keyword of several words, and REPEAT.
                let end = item.span.start + "FROM_INFINITY_DOWN".len();
                list.push(TokenKind::Keyword, Span::new(item.span.start, end));
                list.runs(Span::new(end, item.span.end), false);
            }
            ItemKind::Def(Head { name, .. }) | ItemKind::Instance(Instance { name, .. }) => {
                list.runs(Span::new(item.span.start, name.span.start), false);
                list.name(name.span, Some(NameKind::Piece));
                list.runs(Span::new(name.span.end, item.span.end), false);
            }
            _ => list.runs(item.span, false),
        }
    }
    list.found
}

struct Tokens<'a> {
    source: &'a str,
    mentions: &'a [Mention],
    found: Vec<Token>,
}

impl Tokens<'_> {
    fn push(&mut self, kind: TokenKind, span: Span) {
        self.found.push(Token { kind, span, declares: false });
    }

    fn comment(&mut self, span: Span) {
        let text = &self.source[span.range()];
        self.push(TokenKind::Comment, Span::new(span.start, span.start + text.trim_end().len()));
    }

    /// A name, of this kind if it is not defined.
    fn name(&mut self, span: Span, kind: Option<NameKind>) {
        let found = self.mentions.binary_search_by_key(&span.start, |it| it.place.start);
        let known = found.ok().map(|index| &self.mentions[index]);
        let declares = known.is_some_and(|it| it.declaration == span);
        let kind = TokenKind::Name(known.map(|it| it.kind).or(kind));
        self.found.push(Token { kind, span, declares });
    }

    /// The letters of the word, and its length: `<2A_>(2n-1)`.
    fn word(&mut self, span: Span) {
        let text = &self.source[span.range()];
        let (cycle, length) = match text.find(['>', ')']) {
            Some(end) if text.starts_with(['<', '(']) => (1..end, end + 1),
            _ => (0..1, 1),
        };
        self.runs(Span::new(cycle.start, cycle.end).shifted(span.start), true);
        self.runs(Span::new(span.start + length, span.end), false);
    }

    /// What stands there, run by run: of small letters, of capital ones, of digits, of signs.  In a
    /// cycle each letter and each sign is a value.
    fn runs(&mut self, span: Span, cycle: bool) {
        let bytes = &self.source.as_bytes()[span.range()];
        let mut start = span.start;
        let together = |a: &u8, b: &u8| {
            class(*a) == class(*b) && (!cycle || a.is_ascii_digit()) && !matches!(b, b'+' | b'-')
        };
        for run in bytes.chunk_by(together) {
            let place = Span::new(start, start + run.len());
            start = place.end;
            match class(run[0]) {
                LetterClass::Capital | LetterClass::Sign if cycle => {
                    self.push(TokenKind::Value, place)
                }
                LetterClass::Small if run.len() == 1 => self.name(place, None),
                LetterClass::Capital | LetterClass::Small => self.push(TokenKind::Keyword, place),
                LetterClass::Digit => self.push(TokenKind::Number, place),
                LetterClass::Sign => self.push(TokenKind::Operator, place),
                LetterClass::Other => {}
            }
        }
    }
}

/// What a letter of a text can be a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterClass {
    Small,
    Capital,
    Digit,
    Sign,
    Other,
}

fn class(letter: u8) -> LetterClass {
    match letter {
        b'a'..=b'z' => LetterClass::Small,
        b'A'..=b'Z' => LetterClass::Capital,
        b'0'..=b'9' => LetterClass::Digit,
        b'_' | b'+' | b'-' | b'*' | b'/' | b'^' | b'=' | b'<' | b'>' | b'!' => LetterClass::Sign,
        _ => LetterClass::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Options, outline};

    /// The tokens of a text, each with a letter for what it is.
    fn shown(source: &str) -> String {
        let (_, outline) = outline(source, &Options::default());
        let found = tokens(source, &outline.mentions);
        assert!(found.is_sorted_by_key(|token| token.span.start), "{found:?}");
        let each = found.iter().map(|token| {
            let kind = match token.kind {
                TokenKind::Comment => 'c',
                TokenKind::Keyword => 'k',
                TokenKind::Number => '#',
                TokenKind::Operator => 'o',
                TokenKind::Value => 'v',
                TokenKind::Name(Some(NameKind::Parameter)) => 'p',
                TokenKind::Name(Some(NameKind::Counter)) => 'i',
                TokenKind::Name(Some(NameKind::State)) => 's',
                TokenKind::Name(Some(NameKind::Let)) => 'l',
                TokenKind::Name(Some(NameKind::Argument)) => 'a',
                TokenKind::Name(Some(NameKind::Piece)) => 'f',
                TokenKind::Name(None) => '?',
            };
            let mark = if token.declares { "!" } else { "" };
            format!("{}:{kind}{mark}", &source[token.span.range()])
        });
        each.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_token_is_what_the_reader_takes_it_for() {
        for (source, expected) in [
            ("n >= 12 # \u{e4} b \nREPEAT", "n:p! >=:o 12:# # \u{e4} b:c REPEAT:k"),
            ("{ 2n n+1 }", "2:# n:? n:? +:o 1:#"),
            (
                "n >= 1 FOR i FROM 1 UPTO n REP",
                "n:p! >=:o 1:# FOR:k i:i! FROM:k 1:# UPTO:k n:p REP:k",
            ),
            ("<__12A>(2m-1) (+-) -3", "_:v _:v 12:# A:v 2:# m:? -:o 1:# +:v -:v -:v 3:#"),
            ("_ _(1) LET k=-1 Ak", "_:v _:v 1:# LET:k k:l! =:o -:o 1:# A:v k:l"),
            (
                "CLAIM period 2n^2 for n mod 3 == 1",
                "CLAIM:k period:k 2:# n:? ^:o 2:# for:k n:? mod:k 3:# ==:o 1:#",
            ),
            (
                "{ 2 } DEF p_1(i) Ai END p_1(-2) no(1)",
                "2:# DEF:k p_1:f! i:a! A:v i:a END:k p_1:f -:o 2:# no:f 1:#",
            ),
            (
                "n >= 1 { n } REPEAT u=0 IN 0..n NEXT v=n-u Av ENDREP",
                "n:p! >=:o 1:# n:p REPEAT:k u:s! =:o 0:# IN:k 0:# n:p NEXT:k v:s! =:o n:p -:o u:s A:v v:s ENDREP:k",
            ),
            ("\u{e4} REPAET <A", ""),
        ] {
            assert_eq!(shown(source), expected, "{source}");
        }
    }
}
