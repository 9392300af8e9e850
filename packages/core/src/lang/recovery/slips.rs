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
use crate::lang::{Lost, format, keyword, parse};
use crate::model::{Alphabet, Value};

/// So many bytes of a list or of a comment are looked at.
pub const REACH_OF_LISTS: usize = 4_000;

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
        .or_else(|| move_list(&line, is_head))
        .or_else(
            || if context.raw { None } else { head(&line, is_head).or_else(|| instance(&line)) },
        )
        .or_else(|| match is_head {
            true => in_front(&line, token),
            false => (word(&line, span, context))
                .or_else(|| digits(&line, span, context))
                .or_else(|| name(&line, context)),
        })
        .filter(|slip| {
            let is_possible = |moves| slip.items.iter().all(|item| mend::is_possible(item, moves));
            context.moves.is_none_or(|moves| token.len() == 1 || is_possible(moves))
        })
        .or_else(|| prose(&line).filter(|_| !is_head || parameters::described(&line).is_none()))
}

/// A slip in front of the moves.
fn in_front(line: &Line<'_>, token: &str) -> Option<Found> {
    parameters::range(line)
        .or_else(|| order_conditions(line, token))
        .or_else(|| parameters::bounded(line))
        .or_else(|| open_list(line.source, Span::new(line.start, line.start + token.len())))
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

    /// The slip `code` from the start up to `length` bytes behind it, where `meant` should stand, if a token
    /// ends there.
    pub fn slip(
        &self,
        code: &'static str,
        what: &str,
        length: usize,
        meant: &str,
    ) -> Option<Found> {
        let behind = self.source[self.start + length..].chars().next();
        let is_whole = behind.is_none_or(|it| it.is_ascii_whitespace() || it == '\0');
        self.piece(code, what, length, meant).filter(|_| is_whole)
    }

    /// The same, also within a token.
    fn piece(&self, code: &'static str, what: &str, length: usize, meant: &str) -> Option<Found> {
        let span = Span::new(self.start, self.start + length);
        let items = parse::meant(meant, span).filter(|_| meant != &self.source[span.range()])?;
        let diagnostic = Diagnostic::error(code, what)
            .label(span, "not in this language")
            .help(format!("write `{}`", super::fault::shown(meant.trim())))
            .edit(span, meant);
        Some(Found::read(diagnostic, span.end, items))
    }
}

/// Marks that begin a comment in other languages, and those that end it if the line does not.
const COMMENTS: [(&str, Option<&str>); 6] = [
    ("//", None),
    ("/*", Some("*/")),
    ("%", None),
    ("(*", Some("*)")),
    ("<!--", Some("-->")),
    ("--", None),
];

/// `// note`, `% note`, `/* note */`
fn comment(line: &Line<'_>, token: Span) -> Option<Found> {
    let source = line.source;
    let written = &source[token.range()];
    let (at, marker, close) = COMMENTS
        .into_iter()
        .filter_map(|(marker, close)| Some((written.find(marker)?, marker, close)))
        .min()?;
    let inner = (token.start + at + marker.len()).min(line.end);
    // Two outcomes may be a comment as well, if prose follows them.
    let is_note = |text: &str| text.split_whitespace().next().is_some_and(super::hints::is_prose);
    let is_word = marker == "--" && !is_note(&source[inner..line.end]);
    if is_word || at > 0 && ["--", "(*", "<!--"].contains(&marker) {
        return None;
    }
    let (inside, end) = match close {
        Some(close) => match within(&source[inner..], REACH_OF_LISTS).find(close) {
            Some(length) => (&source[inner..inner + length], inner + length + close.len()),
            None => (&source[inner..line.end], line.end),
        },
        None => {
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

/// How long the list is whose brackets open at `at`, what stands between them, and it as a list of moves in the
/// language.
fn list(source: &str, at: usize) -> Option<(usize, &str, String)> {
    let rest = within(&source[at..], REACH_OF_LISTS);
    let close: &[char] = match rest.chars().next()? {
        '{' | '[' => &['}', ']'],
        '(' => &[')'],
        '<' => &['>'],
        _ => return None,
    };
    let inside = &rest[1..];
    // Braces within braces, as programs have them.
    let doubled = inside.trim_start().strip_prefix('{').filter(|_| rest.starts_with('{'));
    let (inside, more) = match doubled {
        Some(inner) => (inner, 1),
        None => (inside, 0),
    };
    let inside = &inside[..inside.find(close)?];
    let start = inside.as_ptr() as usize - rest.as_ptr() as usize;
    let mut length = start + inside.len() + 1;
    for _ in 0..more {
        length += rest[length..].len() - rest[length..].trim_start().len();
        length += rest[length..].chars().next().filter(|it| close.contains(it))?.len_utf8();
    }
    if inside.contains(['{', '[', '#']) {
        return None;
    }
    Some((length, inside, format!("{{ {} }}", lenient::moves(inside)?)))
}

/// What is said of a list of moves in other brackets, or with a name.
const BRACES: &str = "the moves are a list in braces, without a name";

/// `S = {n, 2n}`, of which the `S` may be a word; `moves n, 2n`
pub fn named_moves(source: &str, span: Span) -> Option<Found> {
    let line = Line { source, start: span.start, end: reach(source, span.start) };
    let text = line.text();
    let has_let = text.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("let "));
    let skipped = if has_let { 4 } else { 0 };
    let named = &text[skipped..];
    let name = named.find(|it: char| !it.is_alphanumeric()).filter(|it| *it > 0)?;
    if named.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let behind = named[name..].trim_start();
    let sign = [":=", "=", ":"].into_iter().find_map(|it| behind.strip_prefix(it));
    let moves = sign.unwrap_or(behind).trim_start();
    let at = line.end - moves.len();
    if moves.starts_with(['{', '[', '(', '<']) {
        // `A (B)` are words.
        if sign.is_none() && (moves.starts_with(['(', '<']) || keyword::is(&named[..name])) {
            return None;
        }
        let (length, _, meant) = list(source, at)?;
        return line.slip("E0138", BRACES, at + length - span.start, &meant);
    }
    let is_told = named[..name].eq_ignore_ascii_case("moves");
    let meant = lenient::moves(moves)?;
    // `n = 1, 2, 3` bounds a parameter.
    let is_list = meant.contains([' ', '.']) && !is_variable(&named[..name]);
    if sign.is_none() && !is_told || (name == 1 || sign.is_none()) && !is_list {
        return None;
    }
    line.slip("E0138", BRACES, text.trim_end().len(), &format!("{{ {meant} }}"))
}

/// `{n, 2n}`, `{ 2*n n+1 }`, `[n, 2n]`, and in front of the moves `(n, 2n)`
fn move_list(line: &Line<'_>, is_head: bool) -> Option<Found> {
    if !is_head && line.text().starts_with(['(', '<', '[']) {
        return None;
    }
    let (length, inside, meant) = list(line.source, line.start)?;
    let is_braced =
        line.text().starts_with('{') && line.source[..line.start + length].ends_with('}');
    let (code, what) = match () {
        () if !is_braced || inside.len() + 2 < length => {
            ("E0138", "write the moves in one pair of braces".to_owned())
        }
        () if inside.contains([',', ';']) || inside.contains(" and ") => {
            ("E0138", "separate moves with blanks".to_owned())
        }
        () if meant.contains("..") => {
            ("E0138", "write a range of moves as `a..b`, without blanks".to_owned())
        }
        () => foreign_signs(inside, "E0105", "write a move without brackets and `*`"),
    };
    match line.source[line.start + length..].chars().next() {
        Some(',' | ';' | '.') => {
            line.slip("E0138", "the move list ends with its `}`", length + 1, &meant)
        }
        // A list that is right is only joined to what follows.
        Some(it) if !it.is_whitespace() && is_braced => {
            let written = &line.source[line.start..line.start + length];
            if parse::meant(written, Span::default()).is_some() {
                return None;
            }
            line.piece(code, &what, length, &format!("{meant} "))
        }
        _ => line.slip(code, &what, length, &meant),
    }
}

/// `n 2n }`, a list of moves whose brace was forgotten or is another sign, and `n, 2n`.
pub fn open_list(source: &str, span: Span) -> Option<Found> {
    let line = Line { source, start: span.start, end: reach(source, span.start) };
    let text = line.text().trim_end();
    let close = text.find('}').filter(|it| *it > 0);
    let inside = &text[..close.unwrap_or(text.len())];
    let token = span.end - span.start;
    let moves = lenient::moves(inside)
        .or_else(|| lenient::moves(inside.get(token..)?).filter(|_| close.is_some()))?;
    let meant = format!("{{ {moves} }}");
    match close {
        // What stands in place of the brace may have been a move.
        Some(close) => line
            .slip("E0129", "the move list begins with `{`", close + 1, &meant)
            .map(|slip| Found { lost: Some(Lost::NAMES), ..slip }),
        None if inside.contains(',') => {
            line.slip("E0138", "write the moves in one pair of braces", text.len(), &meant)
        }
        None => None,
    }
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
    // In front of the moves `for` and `if` are words of prose.
    if is_head && matches!(keyword.as_str(), "FOR" | "IF") && !keyword::is(&text[..length]) {
        return None;
    }
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
        "FROM" => {
            let words: Vec<&str> = text.split_whitespace().take(4).collect();
            let last = words.last()?;
            if !words.join(" ").eq_ignore_ascii_case("from infinity down repeat") {
                return None;
            }
            cursor.at = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
            ("E0146", "the start begins with one keyword", "FROM_INFINITY_DOWN REPEAT".to_owned())
        }
        "MISERE" | "NORMAL" if is_head => {
            cursor.at = text.trim_end().len();
            (
                "E0144",
                "the rule is named behind RULE",
                format!("RULE {}", rule(&text[..cursor.at])?),
            )
        }
        "CLAIM" | "RULE" => {
            cursor.at = text.trim_end().len();
            let rest = text[length..cursor.at].trim_start_matches([':', '=']).trim_start();
            let rest = rest.strip_prefix("= ").unwrap_or(rest).replacen(" = ", " ", 1);
            let is_upper = keyword::is(&text[..length]);
            let what = if is_upper { "no sign follows this keyword" } else { CASE };
            let code = if is_upper { "E0112" } else { "E0102" };
            let rest = if keyword == "RULE" { rule(&rest).unwrap_or(rest) } else { rest };
            (code, what, format!("{keyword} {rest}"))
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

/// A rule in the spelling of the language: `lost >= 2` for `lost=>2`, `misere` for `Misère play.`
pub fn rule(text: &str) -> Option<String> {
    let plain = lenient::plain(text).to_lowercase().replace('è', "e");
    let plain = plain.trim_matches(['"', '\'', '`', '.', ',', ';', ':', '=', ' ']);
    let words = plain.strip_suffix(" play").unwrap_or(plain);
    let spaced = match super::relation_in(words) {
        Some(sign) => {
            let (before, behind) = (&words[..sign.start], &words[sign.end..]);
            let sign = match &words[sign.range()] {
                "=>" => ">=",
                "=<" => "<=",
                "=" => "==",
                other => other,
            };
            format!("{} {sign} {}", before.trim(), behind.trim().replace('_', ""))
        }
        None => words.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    spaced.parse::<crate::model::Rule>().ok().filter(|_| spaced != text).map(|_| spaced)
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
    let (name, rest) = text.split_once(['(', '['])?;
    let (inside, _) = rest.split_once([')', ']'])?;
    let is_nested = inside.contains(['(', '[']);
    let ends = |it: char| match inside.contains([',', ';']) {
        true => it == ',' || it == ';',
        false => it.is_whitespace(),
    };
    let arguments: Option<Vec<_>> = inside.trim().split(ends).map(lenient::expression).collect();
    let meant = format!("{}({})", name.trim_end(), arguments.filter(|_| !is_nested)?.join(", "));
    let what = "the arguments of a piece are expressions with commas between them";
    let length = name.len() + inside.len() + 2;
    let marks = usize::from(text[length..].starts_with([',', ';', '.']));
    line.slip("E0142", what, length + marks, &meant)
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
        it.is_ascii_lowercase() || it.is_ascii_digit() || "+-([".contains(it)
    }) {
        return None;
    }
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let mut meant = Vec::new();
    let (mut chained, mut strange, mut tight, mut ended) = (false, false, false, false);
    let mut is_open = false;
    loop {
        let before = cursor.at;
        let Some(condition) = order_condition(&mut cursor) else {
            // What follows a comma is another mistake.
            let is_comma = text[..before].ends_with([',', ';'])
                && text[before..].starts_with(char::is_whitespace);
            if !is_comma {
                return None;
            }
            (cursor.at, ended) = (before, true);
            break;
        };
        strange |= condition.strange;
        tight |= condition.tight;
        is_open |= condition.is_open;
        chained |= condition.meant.len() > 1;
        meant.extend(condition.meant);
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
        () if is_open => ("E0104", "an order condition is written without brackets"),
        () if text[..cursor.at].split_whitespace().count() == 3 * meant.len() => {
            ("E0105", "a number is written in digits alone, and an expression without brackets")
        }
        () => ("E0109", "an order condition is written with blanks around its relation only"),
    };
    let (code, what) = foreign_signs(&text[..cursor.at], code, what);
    line.slip(code, &what, cursor.at, &meant.join(" "))
}

/// An order condition as it is written elsewhere.
struct Bounds {
    /// The same in the spelling of the language.
    meant: Vec<String>,
    /// Has a relation another sign?
    strange: bool,
    /// Does it begin with a variable?
    tight: bool,
    /// Does it stand in brackets?
    is_open: bool,
}

/// `n ≥ 2`, `1 <= n <= 9`, `(n > 1)`
fn order_condition(cursor: &mut Cursor<'_>) -> Option<Bounds> {
    let is_open = cursor.bracket();
    let mut found = Bounds { meant: Vec::new(), strange: false, tight: false, is_open };
    let mut left = cursor.expression()?;
    while let Some(sign) = cursor.sign() {
        let right = cursor.expression()?;
        let comparison = Comparison::new(&left, sign, &right)?;
        found.strange |= comparison.relation != sign;
        found.tight |= found.meant.is_empty() && is_variable(&left);
        found.meant.push(comparison.solved()?.to_string());
        left = right;
    }
    let is_closed = !is_open || cursor.take(&[")", "]"]);
    (is_closed && !found.meant.is_empty()).then_some(found)
}

/// The end of a word of so many bytes whose length in brackets may hold blanks.
pub fn bracketed(text: &str, mut length: usize) -> Option<usize> {
    let count = |text: &str, any_of: [char; 3]| text.matches(any_of).count();
    let is_cycle = text.starts_with('<');
    let open = |text: &str| {
        count(text, ['(', '{', '[']) > count(text, [')', '}', ']'])
            || is_cycle && !text.contains('>')
    };
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

/// `k = n`, which LET gives a name.
fn name(line: &Line<'_>, context: &Context) -> Option<Found> {
    let text = line.text();
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let meant = cursor.definition().filter(|_| !context.raw)?;
    line.slip("E0127", "LET gives a name to an expression", cursor.at, &meant)
}

/// `0 1 2`, `0012`: Grundy values as digits.
fn digits(line: &Line<'_>, token: Span, context: &Context) -> Option<Found> {
    let written = &line.source[token.range()];
    let is_digit = |it: &str| it.len() == 1 && it.bytes().all(|it| it.is_ascii_digit());
    let before = line.source[..token.start].split_whitespace().next_back().unwrap_or_default();
    let behind = line.source[token.end..].split_whitespace().next().unwrap_or_default();
    // One number alone may be a length, and one that begins with 0 is none.
    let is_known = match written.len() {
        1 => is_digit(before) || is_digit(behind),
        _ => written.starts_with('0'),
    };
    if context.outcomes || !is_known || !written.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let letters: Vec<String> =
        written.bytes().map(|it| Alphabet::Nim.letter(Value(it - b'0'))).collect();
    line.slip("E0139", DIGITS, written.len(), &letters.join(" "))
}

/// What is said of digits.
const DIGITS: &str = "write values as letters: `_` for 0, `A` for 1, `B` for 2";

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
    let times = ["^", "**", "*", "·", "×"].into_iter().find(|it| rest.starts_with(it));
    let caret = times.is_some();
    // Digits are Grundy values, which games have that have moves.
    if digits && (context.outcomes || context.moves.is_none()) {
        return None;
    }
    if digits && !caret && mend::behind_a_value(line.source, token).is_some() {
        return None;
    }
    let exponent = rest.strip_prefix(times.unwrap_or_default()).unwrap_or(rest);
    let inner = exponent.strip_prefix(['(', '{', '[']);
    let inner = inner.and_then(|it| it.strip_suffix([')', '}', ']']));
    let length_of_word = match (inner, exponent) {
        (None, "") => String::new(),
        (inner, whole) => format::behind_a_value(&lenient::expression(inner.unwrap_or(whole))?),
    };
    let meant = format!("{value}{length_of_word}");
    let (code, what) = match () {
        () if digits => ("E0139", DIGITS),
        () if rest.starts_with(['*', '·', '×']) => {
            ("E0140", "a length follows its value, without a sign")
        }
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
        () if exponent.starts_with('[') || exponent.ends_with([']', '}']) => {
            ("E0140", "the brackets of a length are `(` and `)`")
        }
        () if exponent.contains('*') || inner.is_some_and(|it| it.contains('(')) => {
            ("E0105", "write a length without products and inner brackets")
        }
        () if exponent.contains('^') => ("E0105", "write a number in digits alone"),
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
