//! What comes with a description that is copied: the signs of print and the commands of LaTeX, quotes, comments of
//! other languages, fences of Markdown, marks before each line; and texts that are no descriptions.

use super::{
    Context, Findings, Found, Line, MOST_TOKENS, REACH_OF_LISTS, form, items, keyword, lenient,
    reach, within,
};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::lang::format;
use crate::limit::CancellationToken;

/// Commands of LaTeX and what they stand for, where `~` is a blank; no one begins with an earlier one.
const COMMANDS: &str = r"\\~ \ldots... \cdots... \dots... \left \right \geqslant>= \geq>= \ge>= \leqslant<= \leq<= \le<= \neq!= \ne!=
\cdot* \times* \lbrace{ \rbrace} \langle< \rangle> \quad~ \{{ \}} \__ \,~ \;~ \( \) \[ \]";

/// Marks around words that are no part of them.
const QUOTES: [char; 9] =
    ['"', '\'', '`', '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{b4}'];

/// Is this a sign as it is typeset and not typed?
fn is_typeset(letter: char) -> bool {
    letter == '$'
        || letter == '\\'
        || QUOTES.contains(&letter)
        || lenient::is_invisible(letter)
        || !letter.is_ascii() && lenient::plain(letter.encode_utf8(&mut [0; 4])).is_ascii()
}

/// Is a text in the notation of LaTeX? `_{n}` alone is a value with its length in braces.
fn is_latex(text: &str) -> bool {
    text.contains(['$', '\\'])
        || text
            .match_indices("_{")
            .any(|(at, _)| text[..at].ends_with(|it: char| it.is_ascii_uppercase()))
}

/// The text as it is typed.
fn typed(text: &str) -> String {
    let mut typed = lenient::plain(text).replace('$', "").replace(QUOTES, "");
    for command in COMMANDS.split_whitespace() {
        // A name, or a backslash and a sign
        let name = command[1..]
            .find(|it: char| !it.is_ascii_alphabetic())
            .map_or(command.len(), |it| (it + 1).max(2));
        typed = typed.replace(&command[..name], &command[name..].replace('~', " "));
    }
    if !is_latex(text) {
        return typed;
    }
    let words: Vec<_> =
        typed.split_whitespace().map(|it| subscript(it).unwrap_or(it.to_owned())).collect();
    words.join(" ")
}

/// `An` for `A_n`, `A_{n}` and `A^{n}`, where `_` and `^` put a length below and above the line.
fn subscript(word: &str) -> Option<String> {
    let value = word
        .get(..1)
        .filter(|it| it.starts_with(|it: char| it == '_' || it.is_ascii_uppercase()))?;
    let length = word[1..].strip_prefix(['_', '^']).unwrap_or(&word[1..]);
    let length = length.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(length);
    Some(format!("{value}{}", format::behind_a_value(&lenient::expression(length)?)))
}

/// What is said of the first such sign.
fn message(text: &str) -> Option<String> {
    if is_latex(text) {
        return Some("a description is plain text, without the notation of LaTeX".to_owned());
    }
    let letter = text.chars().find(|it| is_typeset(*it))?;
    match letter {
        _ if QUOTES.contains(&letter) => Some("words are written without quotes".to_owned()),
        '\u{ff01}'..='\u{ff5e}' => {
            Some("full-width characters; write those of the keyboard".to_owned())
        }
        _ => lenient::unexpected(letter.encode_utf8(&mut [0; 4])),
    }
}

/// A line, or the beginning of one, that is right as it would be typed.
pub(super) fn line(line: &Line<'_>, context: &Context) -> Option<Found> {
    let text = line.text();
    let text = text[..text.find('#').unwrap_or(text.len())].trim_end();
    // Letters above and below the line are lengths.
    let is_length =
        lenient::is_raised(text) || text.contains(|it| lenient::SUBSCRIPTS.contains(it));
    if is_length || !(text.contains(is_typeset) || is_latex(text)) {
        return None;
    }
    let blanks = text.char_indices().filter(|(_, it)| it.is_ascii_whitespace());
    let ends = blanks.map(|(at, _)| at).chain([text.len()]);
    // A single dollar is a slip of another kind, and a single quote a prime.
    if text.matches('$').count() % 2 == 1 || text.matches(QUOTES).count() % 2 == 1 {
        return None;
    }
    let is_latex = is_latex(text);
    let last = text.rfind(|it| is_typeset(it) || is_latex && it == '}').unwrap_or_default();
    let code = if is_latex { Code::UnknownToken } else { Code::NotAscii };
    ends.filter(|end| *end > last).take(MOST_TOKENS).find_map(|end| {
        let written = &text[..end];
        let typed = typed(written);
        let meant = typed.trim();
        // A dash alone is rather punctuation, where no sign is a value.
        if written == meant || meant == "-" && !context.outcomes {
            return None;
        }
        let what = message(written)?;
        line.slip(code, &what, end, meant).or_else(|| {
            let first = Span::new(0, meant.find(char::is_whitespace).unwrap_or(meant.len()));
            let inner = super::slip(meant, first, context).filter(|it| it.end == meant.len())?;
            line.slip(code, &what, end, &inner.diagnostic.edits.first()?.text)
        })
    })
}

/// A line such as those around code in Markdown and LaTeX, and around the two sides of a merge conflict.
pub(super) fn fence(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let span = Span::new(line.start, line.start + text.len());
    let begins = |marks: &[&'static str]| marks.iter().copied().find(|it| text.starts_with(it));
    let error = |what: &str| Diagnostic::new(Code::UnknownToken, what);
    if begins(&["<<<<<<<", "=======", ">>>>>>>", "|||||||"]).is_some() {
        let error = error("a merge conflict is not resolved")
            .label(span, "marks a side of it")
            .help("keep one of the two sides, and leave out the lines that mark them");
        return Some(Found::read(error, span.end));
    }
    let leave_out = |error: Diagnostic| error.help("leave the line out").edit(span, "");
    if begins(&["\\begin{", "\\end{"]).is_some() && text.ends_with('}') && !text.contains(' ') {
        let error = error("a line of LaTeX, not of a description").label(span, "an environment");
        return Some(Found::read(leave_out(error), span.end));
    }
    let mark = begins(&["```", "~~~"])?;
    let rest = text.trim_start_matches(&mark[..1]);
    let error =
        error("a line of Markdown, not of a description").label(span, "marks code in Markdown");
    let is_word = rest.chars().all(|it| it.is_alphanumeric() || it == '-');
    is_word.then(|| Found::read(leave_out(error), span.end))
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
pub(super) fn comment(line: &Line<'_>, token: Span) -> Option<Found> {
    let source = line.source;
    let written = &source[token.range()];
    let (at, marker, close) = COMMENTS
        .into_iter()
        .filter_map(|(marker, close)| Some((written.find(marker)?, marker, close)))
        .min()?;
    // What stands before the mark has to be right: the rest of a long line is not read in vain.
    if at > 0 && items(&written[..at]).is_none() {
        return None;
    }
    let inner = (token.start + at + marker.len()).min(line.end);
    // Two outcomes may be a comment as well, if prose follows them.
    let is_note = |text: &str| text.split_whitespace().next().is_some_and(is_prose);
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
    line.slip(Code::ForeignComment, "a comment begins with `#`", end - line.start, &meant)
}

/// Some words of a human language, to the end of the line.
pub(super) fn prose(line: &Line<'_>) -> Option<Found> {
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
    line.slip(Code::ForeignComment, "a comment begins with `#`", text.len(), &format!("# {text}"))
}

/// `> n >= 1`, `1: n >= 1`: a text of which every line begins with a mark or a number, and that is right without.
pub(super) fn marked(
    source: &str,
    raw: bool,
    stop: Option<&CancellationToken>,
) -> Option<Diagnostic> {
    let mut edits = Vec::new();
    let mut mark: Option<&str> = None;
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim_start();
        let at = start + line.len() - text.len();
        start += line.len();
        if text.is_empty() {
            continue;
        }
        let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
        let sign =
            if digits > 0 { &text[..digits] } else { &text[..text.chars().next()?.len_utf8()] };
        let known = *mark.get_or_insert(sign);
        let length = match digits {
            0 if sign == known && [">", "+", "-", "*", "|", "•"].contains(&sign) => sign.len(),
            0 => return None,
            _ => digits + usize::from(text[digits..].starts_with([':', '.', ')'])),
        };
        let length = length + usize::from(text[length..].starts_with(' '));
        edits.push(Edit { span: Span::new(at, at + length), text: String::new() });
    }
    let first = edits.get(1).and(edits.first())?.span;
    let whole =
        Diagnostic { edits, ..Diagnostic::new(Code::UnknownToken, "each line begins with a mark") };
    let mut findings = Findings::until(stop);
    let is_right = form(&whole.corrected(source)?, raw, &mut findings).is_ok();
    let what = format!("each line begins with `{}`", source[first.range()].trim_end());
    let error = Diagnostic::new(Code::UnknownToken, what).label(first, "not part of a description");
    is_right.then(|| Diagnostic { edits: whole.edits, ..error.help("leave the marks out") })
}

/// A text whose lines end with carriage returns alone, as they did on old computers: its first comment has no end.
pub(super) fn carriage_returns(source: &str) -> Option<Diagnostic> {
    let text = source.trim_end();
    let first = text.find('\r').filter(|_| !text.contains('\n'))?;
    let error =
        Diagnostic::new(Code::ControlCharacter, "the lines end with carriage returns alone")
            .label(Span::new(first, first + 1), "not the end of a line")
            .help("end each line with a line feed");
    let edits = source
        .match_indices('\r')
        .map(|(at, _)| Edit { span: Span::new(at, at + 1), text: "\n".to_owned() });
    Some(Diagnostic { edits: edits.collect(), ..error })
}

/// What a text is that does not look like a description.
pub(super) fn not_a_description(source: &str) -> Option<Diagnostic> {
    let text = source.trim_start_matches('\u{feff}').trim_start();
    let start = source.len() - text.len();
    let text = text.split('\0').next().unwrap_or_default();
    let code = || text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = || code().flat_map(str::split_whitespace).take(MOST_WORDS);
    let first = text.split_whitespace().next().unwrap_or_default();
    let known = [
        ("PK\u{3}\u{4}", "a zip archive"),
        ("%PDF", "a PDF file"),
        ("{\"", "a JSON file"),
        ("<html", "an HTML file"),
        ("<!DOCTYPE html", "an HTML file"),
        ("<!doctype html", "an HTML file"),
        ("<pnml", "a PNML file"),
        ("<?xml", if text.contains("<pnml") { "a PNML file" } else { "an XML file" }),
        ("<!--", "an XML file"),
    ];
    let error = |message: String| Diagnostic::new(Code::NotADescription, message);
    let help = "a description is made of order conditions, moves and a sequence: `n >= 1 { n } REPEAT _n An ENDREP`";
    if words().next().is_none() {
        let message =
            if text.is_empty() { "the file is empty" } else { "the file has only comments" };
        return Some(error(message.to_owned()).help(help));
    }
    let place = Span::new(start, start + text.find(['\n', '\0', '\r']).unwrap_or(text.len()));
    if let Some((_, what)) = known.iter().find(|(begin, _)| text.starts_with(begin)) {
        let error =
            error(format!("this is {what}, not a description")).label(place, "it begins here");
        return Some(match *what {
            "a PNML file" => error.help("give it the ending `.pnml`"),
            _ => error.help(help),
        });
    }
    let is_tag =
        first.starts_with('<') && first[1..].starts_with(|it: char| it.is_ascii_lowercase());
    if is_tag && text.contains("</") {
        return Some(
            error("this is an XML file, not a description".to_owned())
                .label(place, "it begins here")
                .help(help),
        );
    }
    let (mut all, mut prose) = (0, 0);
    for word in words() {
        if ["REPEAT", "REP", "ENDREP", "PER"].contains(&word) {
            return None;
        }
        all += 1;
        prose += usize::from(is_prose(word));
    }
    (2 * prose >= all).then(|| {
        error("this does not look like a description".to_owned())
            .label(place, "prose, or another language")
            .help(help)
    })
}

/// So many words of a text are looked at.
const MOST_WORDS: usize = 400;

/// Is a word rather one of a human language or of a program, and not a keyword?
pub(super) fn is_prose(word: &str) -> bool {
    const SHORT: [&str; 15] =
        ["an", "as", "at", "be", "by", "do", "in", "is", "it", "no", "of", "on", "or", "to", "we"];
    let letters: Vec<char> =
        word.trim_matches(|it: char| it.is_ascii_punctuation()).chars().collect();
    let small = letters.windows(3).any(|three| three.iter().all(|it| it.is_lowercase()));
    let foreign = letters.iter().any(|it| it.is_alphabetic() && !it.is_ascii());
    let named = letters.len() > 2
        && letters.iter().all(|it| it.is_alphabetic())
        && letters.iter().any(|it| it.is_lowercase());
    (small || foreign || named || SHORT.contains(&word)) && !keyword::is(&word.to_ascii_uppercase())
}
