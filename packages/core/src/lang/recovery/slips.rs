//! What people write who know other notations: `{n, 2n}`, `n ≥ 2`, `FOR i=1 TO n`, `0^n`.
//!
//! A slip is a piece of text that the grammar does not know, and of which there is one reading: the
//! piece is written anew in the spelling of the language, the grammar reads that, and only then is
//! it said, once, with the right spelling; the same slip at another place has the same message.  So each suggestion is right where it stands, and what
//! follows is read as if it had been written.

use super::cursor::Cursor;
use super::lenient;
use super::{Context, Found, conditions, moves, reach, typeset, words};
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::ast::ItemKind;
use crate::lang::{keyword, parse};

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
        .or_else(|| if context.moves.is_none() { moves::named_moves(source, span) } else { None })
        .or_else(|| moves::move_list(&line, is_head))
        .or_else(
            || if context.raw { None } else { head(&line, is_head).or_else(|| instance(&line)) },
        )
        .or_else(|| match is_head {
            true => in_front(&line, token),
            false => (words::word(&line, span, context))
                .or_else(|| words::digits(&line, span, context))
                .or_else(|| name(&line, context)),
        })
        .filter(|slip| {
            let is_possible = |moves| slip.items.iter().all(|item| words::is_possible(item, moves));
            context.moves.is_none_or(|moves| token.len() == 1 || is_possible(moves))
        })
        .or_else(|| prose(&line).filter(|_| !is_head || conditions::described(&line).is_none()))
}

/// A slip in front of the moves.
fn in_front(line: &Line<'_>, token: &str) -> Option<Found> {
    conditions::range(line)
        .or_else(|| conditions::order_conditions(line, token))
        .or_else(|| conditions::bounded(line))
        .or_else(|| moves::open_list(line.source, Span::new(line.start, line.start + token.len())))
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
    pub fn piece(
        &self,
        code: &'static str,
        what: &str,
        length: usize,
        meant: &str,
    ) -> Option<Found> {
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

/// The code and the message for signs beyond ASCII, if there are such signs; else the other ones.
pub fn foreign_signs(written: &str, code: &'static str, what: &str) -> (&'static str, String) {
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
                let (end, meant) = conditions::comparisons(behind.text())?;
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
            ("E0144", "the rule is named after RULE", format!("RULE {}", rule(&text[..cursor.at])?))
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

/// What is said of keywords in lower case.
pub const CASE: &str = "write keywords in upper case";

/// `k = n`, which LET gives a name.
fn name(line: &Line<'_>, context: &Context) -> Option<Found> {
    let text = line.text();
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let meant = cursor.definition().filter(|_| !context.raw)?;
    line.slip("E0127", "LET gives a name to an expression", cursor.at, &meant)
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
