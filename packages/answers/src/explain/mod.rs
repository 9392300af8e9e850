//! What each code of a diagnostic means: the texts of `grundy explain`.
//!
//! The texts are data, in one file for each kind of input beside this module.  A file has a table for
//! each of its codes:
//!
//! ```toml
//! [E0113]
//! text = "A word repeats the values of its cycle, so there must be one."
//! example = "n >= 1 { n 2n } REPEAT _n <0A>(n) ENDREP\n"
//! right = "n >= 1 { n 2n } REPEAT _n ENDREP\n"
//! ```

use crate::diagnostic::Code;
use grundy_output::output;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The files, each with the name used when it cannot be read.
const SECTIONS: [(&str, &str); 8] = [
    ("description", include_str!("description.toml")),
    ("proof", include_str!("proof.toml")),
    ("catalogue", include_str!("catalogue.toml")),
    ("nim", include_str!("nim.toml")),
    ("kabelsalat", include_str!("kabelsalat.toml")),
    ("petri", include_str!("petri.toml")),
    ("muehle", include_str!("muehle.toml")),
    ("wolf", include_str!("wolf.toml")),
];

/// What a code means.
#[output]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code, such as `E0106`.
    pub code: Code,
    /// What it is about, in one line.
    pub title: &'static str,
    /// The rule that it breaks, and the reason for it.
    pub text: &'static str,
    /// A small text with this fault.
    pub example: &'static str,
    /// The text without it, where it can be shown in a few lines.
    pub right: Option<&'static str>,
    /// Does the example only show the shape of such a text?  Most of these are too large to be printed.
    #[serde(skip)]
    pub is_outline: bool,
}

/// What the code means.
///
/// ```
/// use grundy_language::diagnostic::Code;
/// let explanation = grundy_answers::explain::explain(Code::EmptyCycle);
/// assert_eq!((explanation.title, explanation.right.is_some()), ("A cycle without values", true));
/// ```
pub fn explain(code: Code) -> Explanation {
    EXPLANATIONS[code as usize]
}

/// The address of the book, with its diagnostics and everything else; `None` while the package has no `homepage`.
pub const BOOK: Option<&str> = {
    let address = env!("CARGO_PKG_HOMEPAGE");
    if address.is_empty() { None } else { Some(address) }
};

/// The page on which the book at an address explains a code.
///
/// ```
/// use grundy_language::diagnostic::Code;
/// let there = grundy_answers::explain::page("https://example.org/book/", Code::TooDeep);
/// assert_eq!(there, "https://example.org/book/diagnostics.html#e0119");
/// ```
pub fn page(book: &str, code: Code) -> String {
    format!("{}/diagnostics.html#{}", book.trim_end_matches('/'), code.name().to_lowercase())
}

/// All codes, in order: errors, then warnings.
pub fn all() -> impl Iterator<Item = Explanation> {
    EXPLANATIONS.iter().copied()
}

/// What each code means, in the order of the codes.
static EXPLANATIONS: LazyLock<[Explanation; Code::ALL.len()]> = LazyLock::new(|| {
    let mut entries: BTreeMap<String, ExplainEntry> =
        SECTIONS.iter().flat_map(|(name, text)| read(name, text)).collect();
    let all = Code::ALL.map(|code| {
        let entry = entries.remove(code.name());
        entry.unwrap_or_else(|| panic!("{code} is not explained")).of(code)
    });
    assert!(entries.is_empty(), "explanations of no code: {:?}", entries.keys());
    all
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainEntry {
    text: String,
    example: String,
    right: Option<String>,
    #[serde(default)]
    is_outline: bool,
}

impl ExplainEntry {
    /// As an explanation that lives as long as the program: it is read once.
    fn of(self, code: Code) -> Explanation {
        Explanation {
            code,
            title: code.meaning(),
            text: self.text.leak(),
            example: self.example.leak(),
            right: self.right.map(|right| &*right.leak()),
            is_outline: self.is_outline,
        }
    }
}

/// The explanations of a file.
fn read(name: &str, text: &str) -> BTreeMap<String, ExplainEntry> {
    toml::from_str(text).unwrap_or_else(|error| panic!("{name}.toml: {error}"))
}
