//! What comes with a description that is copied: the signs of print and the commands of LaTeX, quotes, comments of
//! other languages, fences of Markdown, marks before each line; and texts that are no descriptions.

use super::{Context, Found, Line, MOST_TOKENS, items, keyword, lenient};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::lang::format;

/// Commands of LaTeX and what they stand for, where `~` is a space; none begins with an earlier one.
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
    let code = if is_latex { Code::Latex } else { Code::NotAscii };
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
    let begins = |marks: &[&str]| marks.iter().any(|it| text.starts_with(it));
    if begins(&["<<<<<<<", "=======", ">>>>>>>", "|||||||"]) {
        let error = Diagnostic::new(Code::CopiedLine, "a merge conflict is not resolved")
            .label(span, "marks a side of it")
            .help("keep one of the two sides, and leave out the lines that mark them");
        return Some(Found::read(error, span.end));
    }
    let (language, marks) = match () {
        () if begins(&["\\begin{", "\\end{"]) => ("LaTeX", "an environment"),
        () if begins(&["```", "~~~"]) => ("Markdown", "marks code in Markdown"),
        () => return None,
    };
    let what = format!("a line of {language}, not of a description");
    let error = Diagnostic::new(Code::CopiedLine, what).label(span, marks);
    let is_alone = !text.contains(' ');
    is_alone.then(|| Found::read(error.help("leave the line out").edit(span, ""), span.end))
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
    let rest = &source[inner..line.end];
    // Two outcomes may be a comment as well, if prose follows them.
    let is_note = rest.split_whitespace().next().is_some_and(is_prose);
    if marker == "--" && !is_note || at > 0 && ["--", "(*", "<!--"].contains(&marker) {
        return None;
    }
    let closed = close.and_then(|close| Some((rest.find(close)?, close.len())));
    let (length, close) = closed.unwrap_or((rest.len(), 0));
    let end = inner + length + close;
    let before = if at > 0 { format!("{} ", &written[..at]) } else { String::new() };
    // The line may go on.
    let goes_on = !source[end..line.end.max(end)].trim().is_empty();
    let after = if goes_on { "\n" } else { "" };
    let meant = format!("{before}# {}", rest[..length].trim());
    let meant = meant.trim_end().to_owned() + after;
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

/// How texts of other kinds begin.
const KINDS: [(&str, &str); 9] = [
    ("PK\u{3}\u{4}", "a zip archive"),
    ("%PDF", "a PDF file"),
    ("{\"", "a JSON file"),
    ("<html", "an HTML file"),
    ("<!DOCTYPE html", "an HTML file"),
    ("<!doctype html", "an HTML file"),
    ("<pnml", "a PNML file"),
    ("<?xml", "an XML file"),
    ("<!--", "an XML file"),
];

/// What a text is that does not look like a description.
pub(super) fn not_a_description(source: &str) -> Option<Diagnostic> {
    const HELP: &str = "a description is made of order conditions, moves and a sequence: `n >= 1 { n } REPEAT _n An ENDREP`";
    let text = source.trim_start_matches('\u{feff}').trim_start();
    let start = source.len() - text.len();
    let text = text.split('\0').next().unwrap_or_default();
    let code = || text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = || code().flat_map(str::split_whitespace).take(MOST_WORDS);
    let error = |message: String| Diagnostic::new(Code::NotADescription, message).help(HELP);
    if words().next().is_none() {
        let what = if text.is_empty() { "is empty" } else { "has only comments" };
        return Some(error(format!("the file {what}")));
    }
    let place = Span::new(start, start + text.find(['\n', '\0', '\r']).unwrap_or(text.len()));
    let is_tag = text.starts_with('<')
        && text[1..].starts_with(|it: char| it.is_ascii_lowercase())
        && text.contains("</");
    let known = KINDS.into_iter().find(|it| text.starts_with(it.0)).map(|it| it.1);
    let is_net = known.is_some_and(|it| it.ends_with("XML file")) && text.contains("<pnml");
    let kind = match known.or(is_tag.then_some("an XML file")) {
        Some(_) if is_net => Some("a PNML file"),
        None if words().any(|it| ["REPEAT", "REP", "ENDREP", "PER"].contains(&it)) => return None,
        None if code().any(is_python) => Some("Python"),
        None if text.contains(':') && code().all(is_yaml) => Some("YAML"),
        kind => kind,
    };
    if let Some(kind) = kind {
        let error =
            error(format!("this is {kind}, not a description")).label(place, "it begins here");
        return Some(match kind {
            "a PNML file" => error.help("give it the ending `.pnml`"),
            _ => error,
        });
    }
    let is_strange = 2 * words().filter(|it| is_prose(it)).count() >= words().count();
    let error = error("this does not look like a description".to_owned());
    is_strange.then(|| error.label(place, "prose, or another language"))
}

/// Is a line one of a program?
fn is_python(line: &str) -> bool {
    let begins = |any: &[&str]| any.iter().any(|it| line.trim_start().starts_with(it));
    begins(&["import ", "print("])
        || line.trim_end().ends_with(':') && begins(&["def ", "class ", "while ", "for ", "if "])
}

/// Is a line empty, an item of a list, or a value with a key?
fn is_yaml(line: &str) -> bool {
    let (key, text) = (line.split(':').next().unwrap_or_default(), line.trim_start());
    let is_key =
        line.contains(':') && key.trim().chars().all(|it| it.is_alphanumeric() || it == '_');
    is_key || text.is_empty() || text.starts_with("- ") || text.starts_with("---")
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
