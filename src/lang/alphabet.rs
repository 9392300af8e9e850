//! Which alphabet the words of a text are written in.

use super::ast::{Entry, Node, Text};
use super::{Diagnostics, Options};
use crate::diagnostic::Diagnostic;
use crate::model::Alphabet;

/// The alphabet of the text: the one asked for, else the one of its letters.
///
/// Letters of the other alphabet are errors.
pub fn of(text: &Text, options: &Options, diagnostics: &mut Diagnostics) -> Alphabet {
    let mut letters = Letters::default();
    letters.visit(&text.body);
    match (options.alphabet, letters.nim, letters.outcome) {
        (Some(Alphabet::Nim), _, Some(wrong)) => {
            diagnostics.push(
                Diagnostic::error("E0202", format!("`{}` is no Grundy value", wrong.letter))
                    .label(wrong.span, "an outcome")
                    .note("the alphabet asked for is that of Grundy values: `_` `A` `B` ...")
                    .help("write Grundy values, or ask for outcomes"),
            );
            Alphabet::Nim
        }
        (Some(Alphabet::Outcome), Some(wrong), _) => {
            diagnostics.push(
                Diagnostic::error("E0202", format!("`{}` is no outcome", wrong.letter))
                    .label(wrong.span, "a Grundy value")
                    .note("the alphabet asked for is that of outcomes: `+` for won, `-` for lost")
                    .help("write outcomes, or ask for Grundy values"),
            );
            Alphabet::Outcome
        }
        (Some(alphabet), _, _) => alphabet,
        (None, Some(value), Some(outcome)) => {
            diagnostics.push(
                Diagnostic::error("E0202", "Grundy values and outcomes are mixed")
                    .label(outcome.span, "an outcome: `+` is won, `-` is lost")
                    .label(value.span, "a Grundy value")
                    .help("write the whole description in one of the two alphabets"),
            );
            Alphabet::Nim
        }
        (None, None, Some(_)) => Alphabet::Outcome,
        (None, _, None) => Alphabet::Nim,
    }
}

/// The first letter of each alphabet.
#[derive(Default)]
struct Letters<'a> {
    nim: Option<&'a Entry>,
    outcome: Option<&'a Entry>,
}

impl<'a> Letters<'a> {
    fn visit(&mut self, nodes: &'a [Node]) {
        for node in nodes {
            match node {
                Node::Comment(_) | Node::Let(..) => {}
                Node::Word(word, _) => {
                    for entry in &word.cycle {
                        let first = match entry.letter {
                            '+' | '-' => &mut self.outcome,
                            _ => &mut self.nim,
                        };
                        first.get_or_insert(entry);
                    }
                }
                Node::Loop(inner) => self.visit(&inner.body),
                Node::Branch(branch) => {
                    branch.arms.iter().for_each(|arm| self.visit(&arm.body));
                }
            }
        }
    }
}
