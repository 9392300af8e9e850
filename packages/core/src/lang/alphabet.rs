//! Which alphabet the words of a text are written in.

use super::ast::Text;
use super::{Diagnostics, Options};
use crate::diagnostic::Diagnostic;
use crate::model::Alphabet;

/// The alphabet of the text: the one asked for, else the one of its letters.
///
/// Letters of the other alphabet are errors.
pub fn of(text: &Text, options: &Options, diagnostics: &mut Diagnostics) -> Alphabet {
    match (options.alphabet, text.letters.nim, text.letters.outcome) {
        (Some(Alphabet::Nim), _, Some((wrong, span))) => {
            diagnostics.push(
                Diagnostic::error("E0202", format!("`{}` is no Grundy value", wrong))
                    .label(span, "an outcome")
                    .note("the alphabet asked for is that of Grundy values: `_` `A` `B` ...")
                    .help("write Grundy values, or ask for outcomes"),
            );
            Alphabet::Nim
        }
        (Some(Alphabet::Outcome), Some((wrong, span)), _) => {
            diagnostics.push(
                Diagnostic::error("E0202", format!("`{}` is no outcome", wrong))
                    .label(span, "a Grundy value")
                    .note("the alphabet asked for is that of outcomes: `+` for won, `-` for lost")
                    .help("write outcomes, or ask for Grundy values"),
            );
            Alphabet::Outcome
        }
        (Some(alphabet), _, _) => alphabet,
        (None, Some((_, value)), Some((_, outcome))) => {
            diagnostics.push(
                Diagnostic::error("E0202", "Grundy values and outcomes are mixed")
                    .label(outcome, "an outcome: `+` is won, `-` is lost")
                    .label(value, "a Grundy value")
                    .help("write the whole description in one of the two alphabets"),
            );
            Alphabet::Nim
        }
        (None, None, Some(_)) => Alphabet::Outcome,
        (None, _, None) => Alphabet::Nim,
    }
}
