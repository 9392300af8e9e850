//! From a word of the text to a word of the model.

use super::super::ast::{self, Shape};
use super::super::limits;
use super::Lowering;
use crate::Integer;
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::model::{Alphabet, Value, ValueCycle, Word};
use std::sync::Arc;

/// The most lengths that words share.
const MOST_LENGTHS: usize = 1 << 16;

impl Lowering<'_> {
    pub(super) fn word(&mut self, word: &ast::Word, span: Span) -> Option<Word> {
        let cycle = self.cycle(word, span).map(ValueCycle::from);
        let length = match &word.length {
            Some(length) => self.scope.resolve(length, self.diagnostics),
            None => Some(Affine::constant(1)),
        };
        let (cycle, length) = (cycle?, length?);
        let length = match word.shape {
            Shape::Whole => length.times(&Integer::from(cycle.len())),
            Shape::Single | Shape::Cut => length,
        };
        let length = match self.lengths.get(&length) {
            Some(known) => Arc::clone(known),
            None => {
                let shared = Arc::new(length.clone());
                if self.lengths.len() < MOST_LENGTHS {
                    self.lengths.insert(length, Arc::clone(&shared));
                }
                shared
            }
        };
        Some(Word { cycle, length, span: self.place(span) })
    }

    fn cycle(&mut self, word: &ast::Word, span: Span) -> Option<Vec<Value>> {
        let mut cycle = Vec::new();
        let mut known = true;
        for entry in &word.cycle {
            let Some(value) = self.value(entry) else {
                known = false;
                continue;
            };
            let times = match &entry.times {
                Some(times) => times.to::<usize>(),
                None => Some(1),
            };
            let room = limits::CYCLE_VALUES - cycle.len();
            let room = room.min(limits::TEXT_VALUES - self.values);
            match times.filter(|times| *times <= room) {
                Some(times) => {
                    self.values += times;
                    cycle.extend(std::iter::repeat_n(value, times));
                }
                None => {
                    self.report_long_cycle(entry.span, span);
                    return None;
                }
            }
        }
        if cycle.is_empty() && known {
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyCycle, "this cycle has no values")
                    .label(span, "every value is repeated 0 times")
                    .help("remove the word"),
            );
            return None;
        }
        known.then_some(cycle)
    }

    fn report_long_cycle(&mut self, place: Span, word: Span) {
        self.diagnostics.push(
            Diagnostic::new(Code::CycleTooLong, "this cycle has too many values")
                .label(place, "too many from here on")
                .label(word, "in this word")
                .note(format!(
                    "limits: values of a cycle, {}; values of all cycles of a text, {}",
                    limits::CYCLE_VALUES,
                    limits::TEXT_VALUES
                ))
                .help("write a long run of one value as a word of its own: `A(70000)`"),
        );
    }

    fn value(&mut self, entry: &ast::Entry) -> Option<Value> {
        // A letter of the other alphabet was reported when the alphabet was chosen.
        let alphabet = self.rule.alphabet();
        let value = alphabet.value(entry.letter)?;
        if alphabet == Alphabet::Nim
            && !self.is_start
            && let Some(count) = self.move_count
            && let Ok(greatest) = u8::try_from(count)
            && value.0 > greatest
        {
            let greatest = alphabet.letter(Value(greatest));
            let (letter, value) = (entry.letter, value.0);
            let message = format!("`{letter}` means {value}, and no position can have that value");
            self.diagnostics.push_once(
                Diagnostic::new(Code::ImpossibleValue, message)
                    .label(entry.span, format!("greater than `{greatest}`"))
                    .label(self.moves_place, "the moves")
                    .note(format!(
                        "a position of a game with {} has at most {}, so its Grundy value is at most {count}",
                        counted(count, "move"),
                        counted(count, "option"),
                    )),
            );
            return None;
        }
        Some(value)
    }
}
