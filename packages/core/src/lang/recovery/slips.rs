//! What people write who know other notations: `{n, 2n}`, `n ≥ 2`, `FOR i=1 TO n`, `0^n`.
//!
//! A slip is a piece of text that the grammar does not know, and of which there is one reading: the
//! piece is written anew in the spelling of the language, the grammar reads that, and only then is
//! it said, once, with the right spelling; the same slip at another place has the same message.  So each suggestion is right where it stands, and what
//! follows is read as if it had been written.

use super::cursor::{Cursor, MOST_TOKENS};
use super::fault::is_variable;
use super::lenient::{self, Comparison};
use super::{Context, Found, mend, parameters, reach, typeset};
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::ast::ItemKind;
use crate::lang::{format, keyword, parse};
use crate::model::{Alphabet, Value};

/// So many bytes of a list or of a comment are looked at.
const REACH_OF_LISTS: usize = 4_000;

/// The slip that begins at the bad token `span`, if there is one.
pub fn at(source: &str, span: Span, context: &Context) -> Option<Found> {
    let line = Line { source, start: span.start, end: reach(source, span.start) };
    if span.end > line.end {
        return None;
    }
    let token = &source[span.range()];
    let is_head = context.moves.is_none() && !context.raw;
    comment(&line, span)
        .or_else(|| typeset::fence(&line))
        .or_else(|| typeset::line(&line, context))
        .or_else(|| if context.moves.is_none() { named_moves(source, span) } else { None })
        .or_else(|| move_list(&line))
        .or_else(
            || if context.raw { None } else { head(&line, is_head).or_else(|| instance(&line)) },
        )
        .or_else(|| if is_head { in_front(&line, token) } else { word(&line, span, context) })
        .filter(|slip| {
            let is_possible = |moves| slip.items.iter().all(|item| mend::is_possible(item, moves));
            context.moves.is_none_or(|moves| token.len() == 1 || is_possible(moves))
        })
        .or_else(|| prose(&line))
}

/// A slip in front of the moves.
fn in_front(line: &Line<'_>, token: &str) -> Option<Found> {
    parameters::range(line)
        .or_else(|| order_conditions(line, token))
        .or_else(|| parameters::bounded(line))
}

/// The slip of an order condition that goes on behind its item, as in `n == 2k + r`.
pub fn behind_order(source: &str, span: Span) -> Option<Found> {
    let line = Line { source, start: span.start, end: reach(source, span.start) };
    order_conditions(&line, &source[span.range()]).filter(|slip| slip.end > span.end)
}

/// At most so many bytes of a text.
pub fn within(text: &str, reach: usize) -> &str {
    &text[..text.floor_char_boundary(reach)]
}

/// What stands from a token to the end of its line.
pub struct Line<'a> {
    pub source: &'a str,
    pub start: usize,
    pub end: usize,
}

impl Line<'_> {
    pub fn text(&self) -> &str {
        &self.source[self.start..self.end]
    }

    /// The slip `code` from the start up to `length` bytes behind it, where `meant` should stand.
    pub fn slip(
        &self,
        code: &'static str,
        what: &str,
        length: usize,
        meant: &str,
    ) -> Option<Found> {
        let span = Span::new(self.start, self.start + length);
        let behind = self.source[span.end..].chars().next();
        let is_whole = behind.is_none_or(|it| it.is_ascii_whitespace() || it == '\0');
        let written = &self.source[span.range()];
        let items = parse::meant(meant, span).filter(|_| is_whole && meant != written)?;
        let diagnostic = Diagnostic::error(code, what)
            .label(span, "not in this language")
            .help(format!("write `{}`", super::fault::shown(meant.trim())))
            .edit(span, meant);
        Some(Found::read(diagnostic, span.end, items))
    }
}

/// `// note`, `% note`, `/* note */`
fn comment(line: &Line<'_>, token: Span) -> Option<Found> {
    let source = line.source;
    let written = &source[token.range()];
    let (at, marker) = ["//", "/*", "%"]
        .into_iter()
        .filter_map(|marker| Some((written.find(marker)?, marker)))
        .min()?;
    let inner = (token.start + at + marker.len()).min(line.end);
    let (inside, end) = match marker {
        "/*" => match within(&source[inner..], REACH_OF_LISTS).find("*/") {
            Some(length) => (&source[inner..inner + length], inner + length + 2),
            None => (&source[inner..line.end], line.end),
        },
        _ => {
            let length = source[inner..].find(['\r', '\n', '\0']).unwrap_or(source.len() - inner);
            (&source[inner..inner + length], inner + length)
        }
    };
    let lines = inside.trim().lines().map(|it| format!("# {}", it.trim()).trim_end().to_owned());
    let mut meant = written[..at].to_owned();
    if at > 0 {
        meant.push(' ');
    }
    meant += &lines.collect::<Vec<_>>().join("\n");
    if inside.trim().is_empty() {
        meant.push('#');
    }
    // Behind `*/` the line may go on.
    let rest = &source[end..reach(source, end)];
    if !rest.trim().is_empty() {
        meant.push('\n');
    }
    line.slip("E0136", "a comment begins with `#`", end - line.start, &meant)
}

/// What stands between the brackets that open at `at`, and it as a list of moves in the language.
fn list(source: &str, at: usize) -> Option<(&str, String)> {
    let rest = within(&source[at..], REACH_OF_LISTS);
    let close = match rest.chars().next()? {
        '{' => '}',
        '(' => ')',
        _ => ']',
    };
    let rest = rest.strip_prefix(['{', '[', '('])?;
    let inside = &rest[..rest.find(close)?];
    if inside.contains(['{', '[', '#']) {
        return None;
    }
    let moves: Option<Vec<String>> = match inside.contains([',', ';']) {
        true => inside
            .trim_end()
            .trim_end_matches([',', ';'])
            .split([',', ';'])
            .map(lenient::expression)
            .collect(),
        false => inside.split_whitespace().map(lenient::expression).collect(),
    };
    Some((inside, format!("{{ {} }}", moves?.join(" "))))
}

/// `S = {n, 2n}`, of which the `S` may be a word.
pub fn named_moves(source: &str, span: Span) -> Option<Found> {
    let line = Line { source, start: span.start, end: reach(source, span.start) };
    let text = line.text();
    let name = text.find(|it: char| !it.is_alphanumeric()).filter(|it| *it > 0)?;
    let sign = text[name..].trim_start();
    let moves = [":=", "=", ":"].into_iter().find_map(|it| sign.strip_prefix(it))?.trim_start();
    let at = line.end - moves.len();
    if !moves.starts_with(['{', '[', '(']) && name > 1 {
        let moves: Option<Vec<_>> = moves
            .split([',', ';', ' '])
            .filter(|it| !it.trim().is_empty())
            .map(lenient::expression)
            .collect();
        let meant = format!("{{ {} }}", moves?.join(" "));
        return line.slip(
            "E0138",
            "the moves are a list in braces, without a name",
            text.trim_end().len(),
            &meant,
        );
    }
    let (inside, meant) = list(source, at)?;
    let length = at + inside.len() + 2 - span.start;
    line.slip("E0138", "the moves are a list in braces, without a name", length, &meant)
}

/// `{n, 2n}`, `{ 2*n n+1 }`, `[n, 2n]`
fn move_list(line: &Line<'_>) -> Option<Found> {
    if line.text().starts_with('(') {
        return None;
    }
    let (inside, meant) = list(line.source, line.start)?;
    let (code, what) = match () {
        () if line.text().starts_with('[') => ("E0138", "write the moves in braces".to_owned()),
        () if inside.contains([',', ';']) => ("E0138", "separate moves with blanks".to_owned()),
        () => foreign_signs(inside, "E0105", "write a move without brackets and `*`"),
    };
    let behind = line.source[line.start + inside.len() + 2..].starts_with([',', ';', '.']);
    if behind {
        return line.slip("E0138", "the move list ends with its `}`", inside.len() + 3, &meant);
    }
    line.slip(code, &what, inside.len() + 2, &meant)
}

/// The code and the message for signs beyond ASCII, if there are such signs; else the other ones.
fn foreign_signs(written: &str, code: &'static str, what: &str) -> (&'static str, String) {
    match lenient::unexpected(written) {
        None => (code, what.to_owned()),
        Some(what) => ("E0137", what),
    }
}

/// The heads of loops and branches, LET and CLAIM.
fn head(line: &Line<'_>, is_head: bool) -> Option<Found> {
    let text = line.text();
    let length = text.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(text.len());
    let mut cursor = Cursor { text, at: length, is_closed: false };
    let keyword = text[..length].to_ascii_uppercase();
    let arm = match keyword.as_str() {
        "IF" => Some("IF"),
        "ELIF" | "ELSEIF" | "ELSIF" => Some("ELIF"),
        _ => None,
    };
    if let Some(slip) = arm.and_then(|arm| conditions(line, Cursor { ..cursor }, arm)) {
        return Some(slip);
    }
    let (code, what, meant) = match keyword.as_str() {
        "FOR" => ("E0103", "this head of a loop is not valid", cursor.counter()?),
        _ if let Some(arm) = arm => {
            ("E0120", "this head of a branch is not valid", cursor.condition(arm)?)
        }
        "DEF" | "DEFINE" => ("E0141", "this head of a definition is not valid", cursor.piece()?),
        "LET" => match cursor.definition() {
            Some(meant) => ("E0127", "this is not how a LET is written", meant),
            None if is_head => {
                let at = line.start + text.len() - text[length..].trim_start().len();
                let behind = Line { start: at, ..*line };
                let (end, meant) = comparisons(behind.text())?;
                cursor.at = at - line.start + end;
                (
                    "E0127",
                    "a parameter is declared by its order condition alone, without LET",
                    meant,
                )
            }
            None => return None,
        },
        "CLAIM" => {
            cursor.at = text.trim_end().len();
            ("E0102", CASE, format!("CLAIM{}", text[length..cursor.at].replacen(" = ", " ", 1)))
        }
        _ => return None,
    };
    // What stands behind an open head must be something by itself, or the head has another fault.
    let behind = text[cursor.at..].split_whitespace().next().filter(|_| !cursor.is_closed);
    if behind.is_some_and(|it| {
        !keyword::begins_a_part(it) && parse::meant(it, Span::default()).is_none()
    }) {
        return None;
    }
    let written = &text[..cursor.at];
    let tokens = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (code, what) = match () {
        () if tokens(written).eq_ignore_ascii_case(&meant) => ("E0102", CASE.to_owned()),
        () => foreign_signs(written, code, what),
    };
    line.slip(code, &what, cursor.at, &meant)
}

/// `IF n >= 2 && n <= 3 THEN`, `IF 2 <= n <= 3 THEN`, `IF n == 2 or n == 4 THEN`: the head of a branch
/// with the first condition, so that what follows is read.
fn conditions(line: &Line<'_>, mut cursor: Cursor<'_>, keyword: &str) -> Option<Found> {
    let (found, one_of) = cursor.conditions()?;
    let first = found.first()?;
    let help = match one_of {
        true => format!("give each an arm: `IF {} THEN ... FI`", found.join(" THEN ... ELIF ")),
        false => {
            let heads = found.iter().map(|each| format!("IF {each} THEN "));
            let heads: String = heads.collect();
            format!("nest the branches: `{heads}...{}`", " FI".repeat(found.len()))
        }
    };
    let span = Span::new(line.start, line.start + cursor.at);
    let items = parse::meant(&format!("{keyword} {first} THEN"), span)?;
    let diagnostic = Diagnostic::error("E0120", "the condition of an arm is one comparison")
        .label(span, "more than one")
        .help(help);
    Some(Found::read(diagnostic, span.end, items))
}

/// `comb(2*n, 3)`, `comb (n; 3)`
fn instance(line: &Line<'_>) -> Option<Found> {
    let text = line.text();
    let (name, rest) = text.split_once('(')?;
    let (inside, _) = rest.split_once(')')?;
    let is_nested = inside.contains('(');
    let arguments: Option<Vec<_>> = inside.split([',', ';']).map(lenient::expression).collect();
    let meant = format!("{}({})", name.trim_end(), arguments.filter(|_| !is_nested)?.join(", "));
    let what = "the arguments of a piece are expressions with commas between them";
    line.slip("E0142", what, name.len() + inside.len() + 2, &meant)
        .filter(|slip| matches!(slip.items[..], [ItemKind::Instance(_)]))
}

/// One comparison in the spelling of an order condition, and where it ends.
pub fn comparisons(text: &str) -> Option<(usize, String)> {
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let (left, sign) = (cursor.expression()?, cursor.sign()?);
    let meant = Comparison::new(&left, sign, &cursor.expression()?)?.solved()?;
    Some((cursor.at, meant.to_string()))
}

/// What is said of keywords in lower case.
pub const CASE: &str = "write keywords in upper case";

/// `n ≥ 2`, `1 <= n <= 9`, `n > 1, m > 1`, `n>=2`
fn order_conditions(line: &Line<'_>, token: &str) -> Option<Found> {
    let text = line.text();
    if !lenient::plain(token).starts_with(|it: char| {
        it.is_ascii_lowercase() || it.is_ascii_digit() || "+-(".contains(it)
    }) {
        return None;
    }
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let mut meant = Vec::new();
    let (mut chained, mut strange, mut tight, mut ended) = (false, false, false, false);
    loop {
        let mut left = cursor.expression()?;
        let mut sides = 0;
        while let Some(sign) = cursor.sign() {
            let right = cursor.expression()?;
            let found = Comparison::new(&left, sign, &right)?;
            strange |= found.relation != sign;
            tight |= sides == 0 && is_variable(&left);
            meant.push(found.solved()?.to_string());
            left = right;
            sides += 1;
        }
        if sides == 0 {
            return None;
        }
        chained |= sides > 1;
        let here = cursor.at;
        if !cursor.separator() {
            cursor.at = here;
            break;
        }
        if cursor.text[cursor.at..].trim().is_empty() {
            ended = true;
            break;
        }
        chained = true;
    }
    let (code, what) = match () {
        () if strange => ("E0108", "the relations of order conditions are `>=`, `<=` and `==`"),
        () if chained || !tight => {
            ("E0104", "an order condition begins with one variable and bounds it once")
        }
        () if ended => ("E0104", "order conditions are separated by blanks alone"),
        () => ("E0109", "an order condition is written with blanks around its relation only"),
    };
    let (code, what) = foreign_signs(&text[..cursor.at], code, what);
    line.slip(code, &what, cursor.at, &meant.join(" "))
}

/// The end of a word of so many bytes whose length in brackets may hold blanks.
pub fn bracketed(text: &str, mut length: usize) -> Option<usize> {
    let count = |text: &str, any_of: [char; 2]| text.matches(any_of).count();
    let open = |text: &str| count(text, ['(', '{']) > count(text, [')', '}']);
    for _ in 0..MOST_TOKENS {
        if !open(text.get(..length)?) {
            break;
        }
        let more = text[length..].find(|it: char| !it.is_whitespace())?;
        let rest = &text[length + more..];
        length += more + rest.find(char::is_whitespace).unwrap_or(rest.len());
    }
    Some(length)
}

/// `_^n`, `0n`, `_(2n + 1)`, `A(n−1),`
fn word(line: &Line<'_>, token: Span, context: &Context) -> Option<Found> {
    let text = line.text();
    let length = bracketed(text, token.end - token.start)?;
    let written = &text[..length];
    let plain = lenient::plain(written);
    let comma = plain.len();
    let plain = plain.trim_end_matches([',', ';']);
    let comma = comma > plain.len();
    let (mut value, digits, rest) = leading_value(plain)?;
    value.retain(|it| !it.is_whitespace());
    let caret = rest.starts_with('^');
    // Digits are Grundy values, which games have that have moves.
    if digits && (context.outcomes || context.moves.is_none()) {
        return None;
    }
    if digits && !caret && mend::behind_a_value(line.source, token).is_some() {
        return None;
    }
    let exponent = rest.strip_prefix('^').unwrap_or(rest);
    let inner = |open: char, close: char| exponent.strip_prefix(open)?.strip_suffix(close);
    let inner = inner('(', ')').or_else(|| inner('{', '}'));
    let length_of_word = match (inner, exponent) {
        (None, "") => String::new(),
        (inner, whole) => format::behind_a_value(&lenient::expression(inner.unwrap_or(whole))?),
    };
    let meant = format!("{value}{length_of_word}");
    let (code, what) = match () {
        () if digits => ("E0139", "write values as letters: `_` for 0, `A` for 1, `B` for 2"),
        () if caret || lenient::is_raised(written) => {
            ("E0140", "a length follows its value, without `^`")
        }
        () if comma => ("E0112", "separate words with blanks alone"),
        () if !written.is_ascii() => {
            let (code, what) = foreign_signs(written, "", "");
            // A dash alone is rather punctuation, where no sign is a value.
            let is_value = context.outcomes || written.chars().nth(1).is_some() || plain != "-";
            return line.slip(code, &what, length, &meant).filter(|_| is_value);
        }
        () if exponent.starts_with('{') => ("E0140", "a length follows its value, without braces"),
        () if exponent.contains('*') || inner.is_some_and(|it| it.contains('(')) => {
            ("E0105", "write a length without products and inner brackets")
        }
        () if written.contains(char::is_whitespace) => ("E0109", "a word has no blanks inside"),
        () => return None,
    };
    line.slip(code, what, length, &meant)
}

/// The value or the cycle at the start of a word, whether it was a number, and the rest.
fn leading_value(text: &str) -> Option<(String, bool, &str)> {
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    if digits > 0 {
        let rest = &text[digits..];
        // `12` and `12n` may be lengths; a length does not begin with a single 0 or 1.
        if digits > 1 && !rest.starts_with('^') || digits == 1 && rest.is_empty() {
            return None;
        }
        let value = text[..digits].parse().ok().map(Value)?;
        let letter = Alphabet::Nim.letter(value);
        return Some((letter, true, rest)).filter(|it| it.0.len() == 1);
    }
    let end = match text.chars().next()? {
        '_' | 'A'..='Z' | '+' | '-' => 1,
        '<' => text.find('>')? + 1,
        '(' => text.find(')')? + 1,
        _ => return None,
    };
    Some((text[..end].to_owned(), false, &text[end..]))
}

/// Some words of a human language, to the end of the line.
fn prose(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_prose = |word: &&str| {
        !keyword::is(word)
            && word.chars().all(|it| it.is_alphanumeric() || ".,:;!?'\"()-/".contains(it))
    };
    let is_keyword = |word: &str| keyword::is(&word.to_ascii_uppercase());
    let is_long = |word: &&&str| {
        word.len() > 2 && !is_keyword(word) && word.chars().all(|it| it.is_ascii_lowercase())
    };
    let (long, keywords) =
        (words.iter().filter(is_long).count(), words.iter().filter(|it| is_keyword(it)).count());
    let whole =
        line.source[line.end..].chars().next().is_none_or(|it| matches!(it, '\r' | '\n' | '\0'));
    if !whole || !words.iter().all(is_prose) || long < 2.max(keywords) {
        return None;
    }
    line.slip("E0136", "a comment begins with `#`", text.len(), &format!("# {text}"))
}
