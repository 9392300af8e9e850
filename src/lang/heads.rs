//! What is wrong with a token that the grammar does not know, and how to go on behind it.

use super::Findings;
use super::ast::ItemKind;
use crate::diagnostic::{Diagnostic, Span};

/// How reading goes on behind a bad token.
pub struct Recovered {
    /// What the token and its followers were probably meant to be.
    pub kind: Option<ItemKind>,
    /// All that was dealt with.
    pub span: Span,
}

/// Reports what is wrong at a bad token and reads what it was probably meant to be.
pub fn recover(source: &str, span: Span, findings: &mut Findings) -> Recovered {
    let token = &source[span.range()];
    findings.push(
        Diagnostic::error("E0101", format!("`{token}` is neither a keyword nor a word"))
            .label(span, "not understood"),
    );
    Recovered { kind: None, span }
}
