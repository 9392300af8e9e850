//! What a text is that is none of the kind that is wanted.

use super::token::keyword;
use crate::diagnostic::{Code, Diagnostic, Span};
use pest::Parser as _;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/kinds.pest"]
struct Grammar;

crate::named! {
    /// A kind of text, by its rule in the grammar, with what reads it, or what to do with it.
    TextKind {
        Zip: "zip", "a zip archive; unpack it, and name the file in it";
        Pdf: "pdf", "a PDF file";
        Html: "html", "an HTML page; download the file itself; sites often call this the raw file";
        Net: "net", "a Petri net; `grundy petri` and `grundy verify` read it, with the ending `.pnml`";
        Xml: "xml", "an XML file";
        Certificate: "certificate", "a certificate; `grundy check` reads it, with the file of the description after it";
        Trace: "trace", "a proof by trace; `grundy check` reads it";
        Json: "json", "a JSON file";
        Statements: "statements", "a file of statements; `grundy family theorems` reads it";
        Catalogue: "catalogue", "a catalogue of families; `grundy verify` reads it, with the ending `.toml`";
        Description: "description", "a description; `grundy verify` reads it, with the ending `.nimseq`";
        Toml: "toml", "a TOML file";
        Nim: "nim", "a list of claims about Nim; `grundy verify` reads it, with the ending `.nim`";
        Switches: "switches", "a list of tasks with switches; `grundy verify` reads it, with the ending `.kabelsalat`";
        Record: "record", "a game record; `grundy muehle replay` reads it";
        Table: "table", "a table; `grundy verify` reads those of wolf and sheep, with the ending `.tsv`";
        Python: "python", "Python";
        Yaml: "yaml", "YAML";
        Prose: "prose", "prose or another language";
    }
}

/// The number of words of a text that are looked at, and of bytes: reading takes time linear in the length of a text.
const MOST_WORDS: usize = 400;
const MOST_BYTES: usize = 1 << 16;

impl TextKind {
    /// What a text, which may be wrong, is meant as, if it shows that.
    ///
    /// ```
    /// use grundy_language::lang::TextKind;
    /// for (text, kind) in [
    ///     ("n >= 1 { n }\nREPEAT _n An ENDREP", "description"),
    ///     ("title = \"x\"\n[[family]]\nmoves = \"{ n }\"\n", "catalogue"),
    ///     ("[package]\nname = \"x\"\n", "toml"),
    ///     ("# ours\n3 4 5  xor 2\n", "nim"),
    ///     ("E1: 7,4,4,6,3,3,-**.*,+*.**,+.***  presses 4", "switches"),
    ///     ("1. d6 d2 2. f6 b2 3. b6xd2 d2", "record"),
    ///     ("# ours\nold\tnew\n", "table"),
    ///     ("<pnml><net/></pnml>", "net"),
    ///     ("import strutils\necho 3\n", "python"),
    /// ] {
    ///     assert_eq!(TextKind::of(text).map(TextKind::name), Some(kind), "{text}");
    /// }
    /// assert_eq!(TextKind::of("3 4 5"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let text = begun(text);
        let shown = Grammar::parse(Rule::kind, text).ok().and_then(|kind| kind.flatten().nth(1));
        let is_prose = || 2 * words(text).filter(|it| is_prose(it)).count() >= words(text).count();
        match shown {
            Some(rule) => Self::named(&format!("{:?}", rule.as_rule())),
            None => is_prose().then_some(Self::Prose),
        }
    }

    /// What it is, and what reads it.
    fn said(self) -> (&'static str, &'static str) {
        self.meaning().split_once("; ").unwrap_or((self.meaning(), ""))
    }
}

/// What to say of a text that cannot be read as one of the wanted kind, if it is empty or shows that it is of another
/// one.
///
/// ```
/// use grundy_language::lang::{TextKind, foreign};
/// let found = foreign("<pnml><net/></pnml>", TextKind::Description).unwrap();
/// assert_eq!(found.message, "this is a Petri net, not a description");
/// assert_eq!(foreign("REPEAT _n An", TextKind::Description), None);
/// ```
pub fn foreign(text: &str, wanted: TextKind) -> Option<Diagnostic> {
    let inside = begun(text);
    let found = |message: String, help: &str| {
        let error = Diagnostic::new(Code::OtherKind, message);
        match (help, wanted) {
            ("", TextKind::Description) => error.help("a description is made of order conditions, moves and a sequence: `n >= 1 { n } REPEAT _n An ENDREP`"),
            ("", TextKind::Net) => error.help("a net in PNML begins with `<?xml` or `<pnml`"),
            ("", _) => error,
            _ => error.help(help),
        }
    };
    if words(inside).next().is_none() {
        let what = if inside.is_empty() { "is empty" } else { "has only comments" };
        return Some(found(format!("the file {what}"), ""));
    }
    let kind = TextKind::of(text).filter(|kind| *kind != wanted)?;
    // The mistake may be in what shows the kind: `[[famly]]`, or a few lines with labels and words.
    match (kind, wanted) {
        (TextKind::Yaml | TextKind::Prose, TextKind::Nim | TextKind::Switches)
            if inside.lines().count() < 4 =>
        {
            return None;
        }
        (TextKind::Xml, TextKind::Net) => return None,
        (TextKind::Prose, TextKind::Catalogue | TextKind::Statements) => return None,
        (TextKind::Toml, TextKind::Catalogue | TextKind::Statements) if inside.contains("[[") => {
            return None;
        }
        _ => {}
    }
    let start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    let line = Span::new(start, start + inside.find(['\n', '\r']).unwrap_or(inside.len()));
    let (name, help) = kind.said();
    let wanted = wanted.said().0;
    Some(match kind {
        TextKind::Prose => found(format!("this does not look like {wanted}"), help)
            .label(line, "prose, or another language"),
        _ => found(format!("this is {name}, not {wanted}"), help).label(line, "it begins here"),
    })
}

/// The beginning of the text, without what editors write before it and a crash after it.
fn begun(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text[..text.floor_char_boundary(MOST_BYTES)].split('\0').next().unwrap_or_default()
}

/// The words outside of comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    code.flat_map(str::split_whitespace).take(MOST_WORDS)
}

/// Is a word rather one of a human language or of a program, and not a keyword?
fn is_prose(word: &str) -> bool {
    const SHORT: [&str; 15] =
        ["an", "as", "at", "be", "by", "do", "in", "is", "it", "no", "of", "on", "or", "to", "we"];
    let letters: Vec<char> =
        word.trim_matches(|it: char| it.is_ascii_punctuation()).chars().collect();
    let small = letters.windows(3).any(|three| three.iter().all(|it| it.is_lowercase()));
    let foreign = letters.iter().any(|it| it.is_alphabetic() && !it.is_ascii());
    let named = letters.len() > 2
        && letters.iter().all(|it| it.is_alphabetic())
        && letters.iter().any(|it| it.is_lowercase());
    (small || foreign || named || SHORT.contains(&word))
        && keyword(&word.to_ascii_uppercase()).is_none()
}
