//! What each code of a diagnostic means: the texts of `grundy explain`.
//!
//! The texts are data, in one file for each kind of input beside this page.  A file has a table for
//! each of its codes:
//!
//! ```toml
//! [E0113]
//! stage = "reading"
//! title = "A cycle without values"
//! text = "A word repeats the values of its cycle, so there must be one."
//! example = "n >= 1 { n 2n } REPEAT _n <0A>(n) ENDREP\n"
//! right = "n >= 1 { n 2n } REPEAT _n ENDREP\n"
//! ```

use grundy_output::output;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The files, each with the name it goes by when it cannot be read.
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

/// How the example of a code is made to show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Reading the example is enough.
    Reading,
    /// A text with this fault cannot be printed, mostly because it is too large; the example
    /// shows its shape.
    Large,
    /// The example can be read; checking its claim shows the code.
    Checking,
    /// The example is right; checking what it says about its period shows the code.
    Claim,
    /// The example is a catalogue of published values; reading or checking it shows the code.
    Catalogue,
    /// The example holds claims about Nim positions; reading or checking it shows the code.
    Nim,
    /// The example holds claims about tasks with stacks and switches; reading or checking it
    /// shows the code.
    Kabelsalat,
    /// The example is a Petri net; reading it shows the code.
    Petri,
    /// The example is a published table; reading or checking it alone shows the code.
    Table,
}

/// What a code means.
#[output]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code, such as `E0106`.
    pub code: &'static str,
    /// What it is about, in one line.
    pub title: &'static str,
    /// The rule behind it and its reason.
    pub text: &'static str,
    /// A small text with this fault.
    pub example: &'static str,
    /// The text without it, where it can be shown in a few lines.
    pub right: Option<&'static str>,
    /// Which stage finds the fault.
    #[serde(skip)]
    pub stage: Stage,
}

/// What the code means, if there is such a code.
///
/// ```
/// assert_eq!(grundy_report::explain::explain("E0119").unwrap().title, "Too deeply nested");
/// assert_eq!(grundy_report::explain::explain("E0000"), None);
/// ```
pub fn explain(code: &str) -> Option<Explanation> {
    all().find(|explanation| explanation.code == code)
}

/// The address of the book, with its diagnostics and everything else; `None` as long as the package has no
/// `homepage`.
pub const BOOK: Option<&str> = {
    let address = env!("CARGO_PKG_HOMEPAGE");
    if address.is_empty() { None } else { Some(address) }
};

/// Where the book at an address explains a code, if there is such a code.
///
/// ```
/// use grundy_report::explain::page;
/// let there = page("https://example.org/book/", "E0119");
/// assert_eq!(there.unwrap(), "https://example.org/book/diagnostics.html#e0119");
/// assert_eq!(page("https://example.org/book", "E0000"), None);
/// ```
pub fn page(book: &str, code: &str) -> Option<String> {
    let book = book.trim_end_matches('/');
    explain(code).map(|it| format!("{book}/diagnostics.html#{}", it.code.to_lowercase()))
}

/// All codes, in order: errors, then warnings.
pub fn all() -> impl Iterator<Item = Explanation> {
    EXPLANATIONS.iter().copied()
}

static EXPLANATIONS: LazyLock<Vec<Explanation>> = LazyLock::new(|| {
    let mut all: Vec<_> = SECTIONS.iter().flat_map(|(name, text)| read(name, text)).collect();
    all.sort_by_key(|explanation| explanation.code);
    all
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainEntry {
    stage: Stage,
    title: String,
    text: String,
    example: String,
    right: Option<String>,
}

/// The explanations of a file; they are read once and stay for good.
fn read(name: &str, text: &str) -> Vec<Explanation> {
    let entries: BTreeMap<String, ExplainEntry> =
        toml::from_str(text).unwrap_or_else(|error| panic!("{name}.toml: {error}"));
    let leaked = |(code, entry): (String, ExplainEntry)| Explanation {
        code: code.leak(),
        title: entry.title.leak(),
        text: entry.text.leak(),
        example: entry.example.leak(),
        right: entry.right.map(|right| &*right.leak()),
        stage: entry.stage,
    };
    entries.into_iter().map(leaked).collect()
}
