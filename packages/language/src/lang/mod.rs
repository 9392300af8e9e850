//! The description language: from a text to the model of it, and back to a tidy text.
//!
//! ```text
//! text --read--> model              what is not in the language is refused
//!   |      \--explain--> findings   only then: what is wrong, and what may have been meant
//!   |------outline--> parts and names, for editors
//!   \------format---> text in the common layout
//! ```
//!
//! [`read()`] accepts what the grammar says and guesses nothing; all that a text means comes from it.  A text that it refuses
//! is explained: one mistake is one finding, with the change that mends it ([`Diagnostic::edits`]) where there is one
//! reading.  A guess is offered and never becomes a part of what a text means.
//!
//! The language is that of Flammenkamp 1996 with these differences: order conditions
//! may be equations (`m == 2n`), LET variables may be used, branches may hold anything, there are claims
//! and pieces, and what the old program read in surprising ways (`ni`, `A2n`, `--n`) is an error.
//!
//! ```
//! use grundy_language::lang::{Options, parse};
//! let lowered = parse("n >= 1 { n } REPEAT _n An ENDREP", &Options::default());
//! assert_eq!(lowered.description.unwrap().moves.len(), 1);
//!
//! let lowered = parse("n >= 1 { n } REPEAT _n Am ENDREP", &Options::default());
//! assert_eq!(lowered.diagnostics[0].message, "there is no variable `m` here");
//! ```

mod explain;
mod format;
mod mended;
mod moves;
mod outline;
mod read;
mod text_kind;
mod token;
mod typed;

pub use format::{format, format_until, start, word, words};
pub use moves::{MoveList, SizeError, check_form, family, moves, raised, reals, written};
pub use outline::{Outline, Part, PartKind, outline};
pub use read::claims::{Claim, Quantity};
pub use read::scope::{Mention, NameKind};
pub use read::{Call, Options, Reading, inside, read};
pub use text_kind::{TextKind, foreign};
pub use token::{Token, TokenKind, tokens};

use crate::diagnostic::Diagnostic;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Description, Rule};
use explain::Explained;
use hmac_sha256::Hash;
use mended::Mended;
use read::ast::Text;
use read::scope::Scope;

/// What a text may not exceed; each limit has a diagnostic that names it.
pub mod limits {
    pub use super::explain::{BYTES_OF_A_GUESS, GUESSES};
    pub use super::read::limits::*;
}

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The model; present exactly when no diagnostic is an error.
    pub description: Option<Description>,
    /// The rule that the text names.
    pub rule: Option<Rule>,
    /// What the text claims about period and preperiod, in the order of the text.
    pub claims: Vec<Claim>,
    /// Errors in the order of the text; warnings only when there is no error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a description, and explains what is wrong with it.
///
/// Takes any text, of any size and depth, in time linear in its length and in what its pieces expand to, and never
/// panics.
pub fn parse(source: &str, options: &Options) -> Lowered {
    lowered(source, options, Scope::default, None).0
}

/// The same, until the caller asks for a stop.
///
/// # Errors
/// [`Limit::STOPPED`] when a stop was asked for before all was read.
pub fn parse_until(
    source: &str,
    options: &Options,
    stop: &CancellationToken,
) -> Result<Lowered, Limit> {
    let (lowered, ..) = lowered(source, options, Scope::default, Some(stop));
    stop.check().map(|()| lowered)
}

/// The same with the tree and the names that were met; of a text with errors, with the mended text that they are of.
fn lowered(
    source: &str,
    options: &Options,
    scope: impl Fn() -> Scope,
    stop: Option<&CancellationToken>,
) -> (Lowered, Text, Scope, Option<Mended>) {
    let mut names = scope();
    match read::whole(source, options, &mut names, stop) {
        Ok((text, read::Reading { description, rule, claims, warnings: diagnostics })) => {
            let description = Some(description);
            (Lowered { description, rule, claims, diagnostics }, text, names, None)
        }
        Err(found) => {
            names = scope();
            let Explained { diagnostics, text, mended } =
                explain::explain(source, options, &mut names, stop, found);
            let (rule, claims) = (text.rule.map(|(rule, _)| rule), text.claims.clone());
            (Lowered { description: None, rule, claims, diagnostics }, text, names, Some(mended))
        }
    }
}

/// The SHA-256 of a text, in 64 hexadecimal digits, as `sha256sum` gives it.
///
/// ```
/// assert!(grundy_language::lang::digest("abc").starts_with("ba7816bf8f01cfea"));
/// ```
pub fn digest(source: &str) -> String {
    Hash::hash(source.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::limits::{
        BYTES_OF_A_GUESS, CYCLE_VALUES, DIAGNOSTICS, DIGITS, GUESSES, NESTING, PUT_IN, TEXT_VALUES,
    };

    /// The chapter on the language has a table of the limits.
    #[test]
    fn the_book_names_the_limits() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
        let page = std::fs::read_to_string(page).expect("the chapter");
        for (what, limit) in [
            ("nested loops, branches and instances", NESTING.to_string()),
            ("digits of a number", DIGITS.to_string()),
            ("values of a cycle, spelt out", CYCLE_VALUES.to_string()),
            ("values of all cycles of a text, spelt out", TEXT_VALUES.to_string()),
            ("words, loops, arms and instances that pieces expand to", PUT_IN.to_string()),
            ("errors, and warnings, of one run", format!("{DIAGNOSTICS} each")),
            (
                "places at which it is asked what was meant",
                format!("{GUESSES}, and one for each {BYTES_OF_A_GUESS} bytes"),
            ),
        ] {
            let row = format!("\n| {what} | {limit} |\n");
            assert!(page.contains(&row), "{row}");
        }
    }
}
