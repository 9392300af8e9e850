//! Which rule a text is about, and with that in which alphabet its words are written.

use super::ast::Text;
use super::{Findings, Options};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Alphabet, Rule};

/// The rule of the text: the one that it names, else the one asked for, else that of the alphabet asked for, else that
/// of its letters.  Letters go with mex, `-` and `+` with all other rules; those of the other alphabet are errors.
pub(super) fn rule(text: &Text, options: &Options, diagnostics: &mut Findings) -> Rule {
    let asked = options.alphabet.map(|it| (it, format!("you asked for {}", name(it))));
    let line = text.rule.map(|(_, line)| line);
    let (rule, why) = match (text.rule.map(|(rule, _)| rule).or(options.rule), &asked) {
        (Some(rule), _) => (rule, format!("the rule is {rule}")),
        (None, Some((alphabet, why))) => ((*alphabet).into(), why.clone()),
        (None, None) => return of_letters(text, diagnostics).into(),
    };
    let error = |message| Diagnostic::new(Code::TwoAlphabets, message);
    let (wrong, what, right) = match rule.alphabet() {
        Alphabet::Nim => (text.letters.outcome, "an outcome", "Grundy values: `_` `A` `B` ..."),
        Alphabet::Outcome => (text.letters.nim, "a Grundy value", "outcomes: `-` and `+`"),
    };
    if let Some((letter, span)) = wrong {
        let error = error(format!("`{letter}` is {what}, but {why}")).label(span, what);
        let error = line.into_iter().fold(error, |error, line| error.label(line, "the rule"));
        diagnostics.push(error.note(format!("the values here are {right}")));
    }
    if let (Some((asked, why)), Some(line)) = (&asked, line)
        && *asked != rule.alphabet()
    {
        let error = error(format!("{why}, but the rule is {rule}")).label(line, "the rule");
        diagnostics.push(error.help("ask for the values of this rule"));
    }
    rule
}

fn name(alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::Nim => "Grundy values",
        Alphabet::Outcome => "outcomes",
    }
}

/// The alphabet of a text of which nothing else is known.
fn of_letters(text: &Text, diagnostics: &mut Findings) -> Alphabet {
    match (text.letters.nim, text.letters.outcome) {
        (None, Some(_)) => return Alphabet::Outcome,
        (Some((_, value)), Some((_, outcome))) => diagnostics.push(
            Diagnostic::new(Code::TwoAlphabets, "Grundy values and outcomes are mixed")
                .label(outcome, "an outcome: `+` is won, `-` is lost")
                .label(value, "a Grundy value")
                .help(
                    "write the whole description in one of the two alphabets; no `+` joins words",
                ),
        ),
        (_, None) => {}
    }
    Alphabet::Nim
}
