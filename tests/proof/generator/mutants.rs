//! Small changes after which a text is mostly wrong.

use super::right::Writer;
use super::text::{Form, Node, Relation, Text};
use crate::support::Random;

/// The text with one thing changed, and what that was.
pub fn mutant(text: &Text, random: &mut Random) -> Option<(Text, &'static str)> {
    let mut writer = Writer { text: text.clone(), random, features: Default::default() };
    let change = writer.change()?;
    (writer.text != *text).then_some((writer.text, change))
}

fn by_one(form: &mut Form, random: &mut Random) {
    let step = [1, -1][random.below(2)];
    let names: Vec<char> = form.terms.keys().copied().collect();
    // Mostly the constant, sometimes a coefficient.
    *form = match names.len() {
        count if count > 0 && random.below(5) == 0 => {
            form.add(step, &Form::variable(names[random.below(count)]))
        }
        _ => form.plus(step),
    };
}

impl Writer<'_> {
    fn change(&mut self) -> Option<&'static str> {
        if self.random.below(8) == 0 {
            let index = self.random.below(self.text.moves.len());
            by_one(&mut self.text.moves[index], self.random);
            return Some("move");
        }
        if self.random.below(16) == 0 {
            let index = self.random.below(self.text.conditions.len().max(1));
            let (_, _, right) = self.text.conditions.get_mut(index)?;
            *right = right.plus([1, -1][self.random.below(2)]);
            return Some("order condition");
        }
        let (path, controls) = self.place();
        let count = self.list(&path).len();
        if count == 0 {
            return None;
        }
        let index = self.random.below(count);
        match self.random.below(10) {
            0 => {
                self.list(&path).remove(index);
                return Some("missing");
            }
            1 if index + 1 < count => {
                self.list(&path).swap(index, index + 1);
                return Some("swap");
            }
            2 => {
                // Missing in some cases only.
                let test = self.condition(&controls);
                let list = self.list(&path);
                if matches!(list[index], Node::Let(..)) {
                    return None;
                }
                let unit = list[index].clone();
                list[index] = Node::If(vec![(Some(test), vec![unit])]);
                return Some("missing under a condition");
            }
            _ => {}
        }
        let outcomes = self.text.outcomes;
        let most = if outcomes { 1 } else { self.text.moves.len().min(26) as u8 };
        let mut node = self.list(&path)[index].clone();
        let random = &mut *self.random;
        let change = match &mut node {
            Node::Word(word) if random.below(2) == 0 => {
                let at = random.below(word.cycle.len());
                word.cycle[at] = random.below(usize::from(most) + 1) as u8;
                "letter"
            }
            Node::Word(word) => {
                by_one(&mut word.length, random);
                "length"
            }
            Node::Let(_, value) => {
                by_one(value, random);
                "LET"
            }
            Node::For { from, upto, .. } => {
                by_one(if random.below(2) == 0 { from } else { upto }, random);
                "bound"
            }
            Node::If(arms) => {
                let arm = random.below(arms.len());
                let test = arms[arm].0.as_mut()?;
                match random.below(2) {
                    0 => test.relation = Relation::ALL[random.below(4)],
                    _ => by_one(&mut test.right, random),
                }
                "condition"
            }
        };
        self.list(&path)[index] = node;
        Some(change)
    }
}
