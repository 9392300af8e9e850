//! Claims in the spelling of people.

use super::{Found, claims, lenient, write};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::suggest;

const HELP: &str = "write `CLAIM period FORMULA` or `CLAIM preperiod FORMULA`; for the outcomes of \
                    Grundy values put `outcome` first, and for some parameters add ` for CONDITION`";

/// What is said about a claim that cannot be read because of an error.
pub(super) fn claim(source: &str, span: Span, error: Diagnostic) -> Found {
    let text = source[span.range()].trim_end();
    let whole = Span::new(span.start, span.start + text.len());
    let meant = meant(text);
    if meant == text || claims::read(&meant, 0).is_err() {
        let error = if error.code == Code::UnknownClaim { error.help(HELP) } else { error };
        return Found::new(error, span.end);
    }
    let what = lenient::unexpected(text)
        .unwrap_or_else(|| "a claim is written as in `CLAIM period 3n for n >= 5`".to_owned());
    Found::new(write(Diagnostic::new(Code::ClaimFormula, what), whole, meant), span.end)
}

/// The claim in the spelling of the language, if it is written in another one.
pub(super) fn meant(text: &str) -> String {
    let plain = lenient::plain(text);
    let words = plain.strip_prefix("CLAIM").unwrap_or(&plain);
    let words = words.trim().trim_end_matches(['.', ',', ';']).replace("pre-period", "preperiod");
    let (mut meant, mut has_quantity) = (String::from("CLAIM"), false);
    for word in words.split_whitespace() {
        let lower = word.to_ascii_lowercase();
        let name = lower.trim_end_matches(['=', ':']);
        let known = match name {
            "outcome" | "period" | "preperiod" => name,
            "the" | "least" | "minimal" if !has_quantity => "",
            "is" | "" if has_quantity && !meant.contains(" for ") => "",
            "for" | "if" | "when" | "where" if has_quantity => "for",
            _ if has_quantity => {
                if word == "=" {
                    "=="
                } else {
                    word
                }
            }
            _ => suggest::nearest(name, ["outcome", "period", "preperiod"]).unwrap_or(word),
        };
        has_quantity |= matches!(known, "period" | "preperiod");
        if !known.is_empty() {
            meant.push(' ');
            meant += known;
        }
    }
    match meant.split_once(" for ") {
        Some((head, when)) => format!("{head} for {}", condition(when)),
        None => meant,
    }
}

/// `n mod 2 == 0` for `n even` and `even n`, `and` for a comma.
fn condition(text: &str) -> String {
    let text = text.strip_prefix("all ").unwrap_or(text).replace(',', " and");
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [name, "even"] | ["even", name] => format!("{name} mod 2 == 0"),
        [name, "odd"] | ["odd", name] => format!("{name} mod 2 == 1"),
        _ => text,
    }
}
