//! Which rule a text is about, and with that in which alphabet its words are written.

use super::ast::Text;
use super::{Findings, Options};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{Alphabet, Rule};

/// The rule of the text: the one that it names, else the one asked for, else that of its alphabet.
pub(super) fn rule(text: &Text, options: &Options, diagnostics: &mut Findings) -> Rule {
    let named = text.rule.map(|(rule, span)| (rule, Some(span)));
    match named.or(options.rule.map(|rule| (rule, None))) {
        Some((rule, line)) => {
            check(text, rule, line, diagnostics);
            if let (Some(asked), Some(line)) = (options.alphabet, line)
                && asked != rule.alphabet()
            {
                let values = match asked {
                    Alphabet::Nim => "Grundy values",
                    Alphabet::Outcome => "outcomes",
                };
                diagnostics.push(
                    Diagnostic::new(
                        Code::TwoAlphabets,
                        format!("you asked for {values}, but the rule is {rule}"),
                    )
                    .label(line, "the rule")
                    .help("ask for the values of this rule"),
                );
            }
            rule
        }
        None => of(text, options, diagnostics).into(),
    }
}

/// Letters go with mex, `-` and `+` with all other rules.
fn check(text: &Text, rule: Rule, line: Option<Span>, diagnostics: &mut Findings) {
    let (wrong, what, right) = match rule.alphabet() {
        Alphabet::Nim => (text.letters.outcome, "an outcome", "Grundy values: `_` `A` `B` ..."),
        Alphabet::Outcome => (text.letters.nim, "a Grundy value", "outcomes: `-` and `+`"),
    };
    if let Some((letter, span)) = wrong {
        let message = format!("`{letter}` is {what}, but the rule is {rule}");
        let mut error = Diagnostic::new(Code::TwoAlphabets, message).label(span, what);
        if let Some(line) = line {
            error = error.label(line, "the rule");
        }
        diagnostics.push(error.note(format!("values under this rule are {right}")));
    }
}

/// The alphabet of a text without a rule: the one asked for, else the one of its letters.
///
/// Letters of the other alphabet are errors.
fn of(text: &Text, options: &Options, diagnostics: &mut Findings) -> Alphabet {
    match (options.alphabet, text.letters.nim, text.letters.outcome) {
        (Some(Alphabet::Nim), _, Some((wrong, span))) => {
            diagnostics.push(
                Diagnostic::new(Code::TwoAlphabets, format!("`{}` is not a Grundy value", wrong))
                    .label(span, "an outcome")
                    .note("you asked for Grundy values: `_` `A` `B` ...")
                    .help("write Grundy values, or ask for outcomes"),
            );
            Alphabet::Nim
        }
        (Some(Alphabet::Outcome), Some((wrong, span)), _) => {
            diagnostics.push(
                Diagnostic::new(Code::TwoAlphabets, format!("`{}` is not an outcome", wrong))
                    .label(span, "a Grundy value")
                    .note("you asked for outcomes: `+` for won, `-` for lost")
                    .help("write outcomes, or ask for Grundy values"),
            );
            Alphabet::Outcome
        }
        (Some(alphabet), _, _) => alphabet,
        (None, Some((_, value)), Some((_, outcome))) => {
            diagnostics.push(
                Diagnostic::new(Code::TwoAlphabets, "Grundy values and outcomes are mixed")
                    .label(outcome, "an outcome: `+` is won, `-` is lost")
                    .label(value, "a Grundy value")
                    .help("write the whole description in one of the two alphabets; no `+` joins words"),
            );
            Alphabet::Nim
        }
        (None, None, Some(_)) => Alphabet::Outcome,
        (None, _, None) => Alphabet::Nim,
    }
}
