//! A description as data: everything is resolved, and forms are written with the names from the text.
//!
//! Forms and constraints are strings, so their numbers may have any size; numbers of blocks,
//! lines and columns are numbers, from 1.
//!
//! | key | meaning |
//! |---|---|
//! | `schema` | the number of this shape |
//! | `values` | `nim` or `outcome` |
//! | `parameters` | the names of the parameters, in order of declaration |
//! | `conditions` | the order conditions, such as `n-2 >= 0` |
//! | `moves` | the moves as forms, in the order of the text |
//! | `preperiod`, `period` | the parts before the endless loop and in it |
//!
//! A part is an object with one key:
//!
//! | key | value |
//! |---|---|
//! | `block` | its `number` and `words`; a word has the values `cycle`, the form `length`, and its place `line`, `column`, `end_line`, `end_column` |
//! | `loop` | the control `variable`, the forms `from` and `upto`, and the parts `body` |
//! | `states` | a loop with a state: the `state`, the forms `first`, `least` and `greatest`, and the `ways` through a pass, arms with the form `next` |
//! | `branch` | `arms`, each with the condition `when` (missing for ELSE), such as `n-2 >= 0`, and the parts `body` |

use super::json::judged;
use crate::affine::Affine;
use crate::diagnostic::{Location, location};
use crate::model::{self, BlockId, Description, Unit, Value};
use crate::verdict::Verdict;
use grundy_output::output;

/// The model of a description as JSON.
pub fn model(description: &Description, source: &str) -> String {
    let mut writer = ModelWriter { description, source, names: description.parameter_names() };
    let parameters = writer.names.clone();
    judged(
        Some(Verdict::Verified),
        &Model {
            values: description.alphabet().to_string(),
            rule: (description.rule != description.alphabet().into())
                .then(|| description.rule.to_string()),
            parameters: &parameters,
            conditions: (description.conditions.iter())
                .map(|condition| condition.constraint.display(&parameters).to_string())
                .collect(),
            moves: description
                .moves
                .iter()
                .map(|one| one.display(&description.parameter_names()))
                .collect(),
            start: description.start.as_ref().map(|_| writer.block(BlockId::START)),
            preperiod: writer.units(&description.preperiod),
            period: writer.units(&description.period),
        },
    )
}

#[output]
pub(super) struct Model<'a> {
    values: String,
    rule: Option<String>,
    parameters: &'a [&'a str],
    conditions: Vec<String>,
    moves: Vec<String>,
    start: Option<Part<'a>>,
    preperiod: Vec<Part<'a>>,
    period: Vec<Part<'a>>,
}

/// A block, loop or branch, as an object with one key.
#[output]
#[serde(rename_all = "lowercase")]
enum Part<'a> {
    Block { number: usize, words: Vec<ModelWord> },
    Loop { variable: &'a str, from: String, upto: String, body: Vec<Part<'a>> },
    Branch { arms: Vec<Arm<'a>> },
    States { state: &'a str, first: String, least: String, greatest: String, ways: Vec<Way<'a>> },
}

#[output]
struct ModelWord {
    cycle: String,
    length: String,
    #[serde(flatten)]
    place: Option<Location>,
}

/// A way through a pass of a loop with a state.
#[output]
struct Way<'a> {
    #[serde(flatten)]
    arm: Arm<'a>,
    next: String,
}

/// An arm; `when` is missing for ELSE.
#[output]
struct Arm<'a> {
    when: Option<String>,
    body: Vec<Part<'a>>,
}

/// Walks the units; `names` are those of the variables around the current place.
struct ModelWriter<'a> {
    description: &'a Description,
    source: &'a str,
    names: Vec<&'a str>,
}

impl<'a> ModelWriter<'a> {
    fn form(&self, form: &Affine) -> String {
        form.display(&self.names).to_string()
    }

    fn units(&mut self, units: &'a [Unit]) -> Vec<Part<'a>> {
        units.iter().map(|unit| self.unit(unit)).collect()
    }

    fn unit(&mut self, unit: &'a Unit) -> Part<'a> {
        match unit {
            Unit::Block(id) => self.block(*id),
            Unit::Loop(counted) => {
                let (from, upto) = (self.form(&counted.from), self.form(&counted.upto));
                self.names.push(&counted.name);
                let body = self.units(&counted.body);
                self.names.pop();
                Part::Loop { variable: &counted.name, from, upto, body }
            }
            Unit::Branch(branch) => {
                Part::Branch { arms: branch.arms.iter().map(|arm| self.arm(arm)).collect() }
            }
            Unit::StateLoop(head) => {
                let [first, least, greatest] =
                    [&head.first, &head.least, &head.greatest].map(|form| self.form(form));
                self.names.push(&head.name);
                let ways = head
                    .ways
                    .iter()
                    .map(|way| Way { arm: self.arm(&way.arm), next: self.form(&way.next) });
                let ways = ways.collect();
                self.names.pop();
                Part::States { state: &head.name, first, least, greatest, ways }
            }
        }
    }

    fn arm(&mut self, arm: &'a model::Arm) -> Arm<'a> {
        Arm {
            when: arm.condition.as_ref().map(|test| {
                let relation = test.comparison.sign();
                format!("{} {relation} 0", self.form(&test.difference))
            }),
            body: self.units(&arm.body),
        }
    }

    fn block(&self, id: BlockId) -> Part<'a> {
        let words = self.description.block(id).words.iter().map(|word| {
            let place = location(self.source, word.span);
            let letter = |&value: &Value| self.description.alphabet().letter(value);
            let cycle = word.cycle.iter().map(letter).collect();
            ModelWord { cycle, length: self.form(&word.length), place }
        });
        Part::Block { number: id.printed(), words: words.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;
    use crate::model::{Block, Loop, Move, Parameter, Rule, Word};

    /// `{ n } REPEAT FOR i FROM 2 UPTO n REP <_A>(2i) PER ENDREP`, without its empty blocks.
    fn example() -> Description {
        let span = Span::default();
        let word = Word {
            cycle: [Value(0), Value(1)].as_slice().into(),
            length: Affine::variable(1).times(&2.into()).into(),
            span,
        };
        let counted = Loop {
            name: "i".to_owned(),
            variable: 1,
            from: Affine::constant(2),
            upto: Affine::variable(0),
            body: vec![Unit::Block(BlockId::from_index(0))],
            span,
        };
        Description {
            rule: Rule::Mex,
            start: None,
            parameters: vec![Parameter { name: "n".to_owned(), span }],
            conditions: Vec::new(),
            moves: vec![Move { size: Affine::variable(0), last: None, span }],
            blocks: vec![Block { words: vec![word], span }],
            preperiod: Vec::new(),
            period: vec![Unit::Loop(Box::new(counted))],
        }
    }

    #[test]
    fn loops_nest_and_names_are_those_of_the_text() {
        let value: serde_json::Value = serde_json::from_str(&model(&example(), "")).expect("JSON");
        assert_eq!(value["moves"], serde_json::json!(["n"]));
        assert_eq!(
            value["period"],
            serde_json::json!([{ "loop": { "variable": "i", "from": "2", "upto": "n", "body": [
                { "block": { "number": 1, "words": [
                    { "cycle": "_A", "length": "2i", "line": 1, "column": 1,
                        "end_line": 1, "end_column": 1 }
                ] } }
            ] } }])
        );
    }
}
