//! Parts whose letters are the same for all values of the variables.

use super::part::{Counted, Part};
use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Value, Word};

/// The most letters that are written out.
const MOST_LETTERS: usize = 1 << 12;

/// The most words and iterations that are visited to write them out.
const MOST_STEPS: usize = 1 << 14;

/// The letters of the parts, if they depend on no variable from outside and are not too many.
pub(super) fn letters(parts: &[Part]) -> Option<Vec<Value>> {
    let mut spelling = Spelling { letters: Vec::new(), steps: 0, numbers: Vec::new() };
    spelling.parts(parts)?;
    Some(spelling.letters)
}

struct Spelling {
    letters: Vec<Value>,
    steps: usize,
    /// The control variables of the loops around, with their present values.
    numbers: Vec<(usize, Integer)>,
}

impl Spelling {
    fn parts(&mut self, parts: &[Part]) -> Option<()> {
        parts.iter().try_for_each(|part| {
            self.step()?;
            match part {
                Part::Word(word) => self.word(word),
                Part::Loop(head) => self.counted(head),
                Part::Branch(arms, _) => {
                    for arm in arms {
                        let taken = match &arm.condition {
                            None => true,
                            Some(test) => test.holds(&self.value(&test.difference)?),
                        };
                        if taken {
                            return self.parts(&arm.body);
                        }
                    }
                    Some(())
                }
            }
        })
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MOST_STEPS).then_some(())
    }

    fn word(&mut self, word: &Word) -> Option<()> {
        let length = self.value(&word.length)?.to::<usize>()?;
        if length > MOST_LETTERS - self.letters.len() {
            return None;
        }
        self.letters.extend(word.cycle.iter().cycle().take(length));
        Some(())
    }

    fn counted(&mut self, head: &Counted) -> Option<()> {
        let (mut value, upto) = (self.value(&head.from)?, self.value(&head.upto)?);
        while value <= upto {
            self.step()?;
            self.numbers.push((head.variable, value.clone()));
            let done = self.parts(&head.body);
            self.numbers.pop();
            done?;
            value += &Integer::ONE;
        }
        Some(())
    }

    fn value(&self, form: &Affine) -> Option<Integer> {
        let mut value = form.constant_term().clone();
        for (variable, factor) in form.terms() {
            let (_, number) = self.numbers.iter().find(|(each, _)| *each == variable)?;
            value.add_product(factor, number);
        }
        Some(value)
    }
}
