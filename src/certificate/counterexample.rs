//! Counterexamples, replayed on the description by itself.
//!
//! The described values of a position and of its options break the rule: so the description
//! is not the sequence of the game, whatever the true values are.

use super::lines::{Lines, integer};
use super::{Flaw, Rejected};
use crate::integer::Integer;
use crate::model::{Description, Unit, Value, ValueSet};
use std::io::BufRead;

/// Words that are walked through to the position, at most.
const MOST_WORDS: u64 = 100_000_000;

/// A position that breaks the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The values of the parameters, in order of declaration.
    pub parameters: Vec<Integer>,
    /// The position, from 0.
    pub position: Integer,
    /// Its value in the description.
    pub claimed: Value,
    /// For each move that can be made, in the order of the description, where it leads and the
    /// described value there.
    pub options: Vec<(Integer, Value)>,
    /// What the rule makes of the options.
    pub computed: Value,
}

impl Counterexample {
    /// Writes the lines behind the header, without checksum and end.
    pub fn write(&self) -> String {
        let list = |values: &[Integer]| -> String {
            values.iter().map(|value| format!(" {value}")).collect()
        };
        let mut text = format!("parameters{}\n", list(&self.parameters));
        text += &format!("position {}\nclaimed {}\n", self.position, self.claimed.0);
        for (target, value) in &self.options {
            text += &format!("option {target} {}\n", value.0);
        }
        text + &format!("computed {}\n", self.computed.0)
    }

    /// Reads the lines behind the header, to the end.
    fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Self, Flaw> {
        let value = |text: &str| text.parse().map(Value).map_err(|_| Flaw::text(text));
        let parameters = lines.next()?;
        let parameters = parameters.strip_prefix("parameters").map(|rest| rest.split(' ').skip(1));
        let parameters = parameters.ok_or(Flaw::new("`parameters` was expected"))?;
        let parameters = parameters.map(integer).collect::<Result<_, _>>()?;
        let position = integer(lines.after("position")?)?;
        let claimed = value(lines.after("claimed")?)?;
        let mut options = Vec::new();
        loop {
            let line = lines.next()?;
            let Some(option) = line.strip_prefix("option ") else { break };
            let (target, its) = option.split_once(' ').ok_or_else(|| Flaw::text(option))?;
            options.push((integer(target)?, value(its)?));
        }
        lines.put_back();
        let computed = value(lines.after("computed")?)?;
        lines.seal()?;
        lines.end()?;
        Ok(Self { parameters, position, claimed, options, computed })
    }

    /// Checks every number against the description.
    fn replay(&self, description: &Description) -> Result<(), Flaw> {
        let parameters = &self.parameters;
        if parameters.len() != description.parameters.len()
            || !description.constraints().iter().all(|each| each.holds_at(parameters))
        {
            return Err(Flaw::new("the parameters do not satisfy the order conditions"));
        }
        let mut wanted = vec![self.position.clone()];
        for each in &description.moves {
            let target = &self.position - &each.size.at(parameters);
            if !target.is_negative() {
                wanted.push(target);
            } else if description.is_piece() {
                return Err(Flaw::new("an option lies before the piece, which claims nothing then"));
            }
        }
        let targets = self.options.iter().map(|(target, _)| target);
        if !wanted[1..].iter().eq(targets) {
            return Err(Flaw::new("other options than the moves lead to"));
        }
        let mut walk = Walk { description, at: Integer::ZERO, words: 0, found: vec![None; wanted.len()], wanted };
        let described = walk.through(parameters)?;
        if described[0] != self.claimed {
            return Err(Flaw::new("the description claims another value"));
        }
        let mut options = ValueSet::default();
        for (value, (_, listed)) in described[1..].iter().zip(&self.options) {
            if value != listed {
                return Err(Flaw::new("the description gives another value to an option"));
            }
            options.insert(*value);
        }
        if description.alphabet.rule(options) != self.computed {
            return Err(Flaw::new("the rule makes another value of the options"));
        }
        if self.computed == self.claimed {
            return Err(Flaw::new("the position obeys the rule"));
        }
        Ok(())
    }
}

/// Reads and replays the lines behind the header.
pub(super) fn check<R: BufRead>(
    description: &Description,
    mut lines: Lines<R>,
) -> Result<Counterexample, Rejected> {
    let read = Counterexample::read(&mut lines);
    let replayed = read.and_then(|it| it.replay(description).map(|()| it));
    replayed.map_err(|flaw| Rejected { line: lines.number(), place: None, flaw })
}

/// A walk through the words from position 0 on.
struct Walk<'d> {
    description: &'d Description,
    at: Integer,
    words: u64,
    wanted: Vec<Integer>,
    found: Vec<Option<Value>>,
}

impl Walk<'_> {
    /// The values at the wanted positions.
    fn through(&mut self, parameters: &[Integer]) -> Result<Vec<Value>, Flaw> {
        let mut values = parameters.to_vec();
        self.units(&self.description.preperiod, &mut values)?;
        while !self.done() {
            let before = self.at.clone();
            self.units(&self.description.period, &mut values)?;
            if self.at == before {
                return Err(Flaw::new("the description ends before the position"));
            }
        }
        self.found.iter().copied().collect::<Option<_>>().ok_or(Flaw::new("a missing value"))
    }

    fn done(&self) -> bool {
        self.found.iter().all(Option::is_some)
    }

    fn units(&mut self, units: &[Unit], values: &mut Vec<Integer>) -> Result<(), Flaw> {
        for unit in units {
            if self.done() {
                return Ok(());
            }
            match unit {
                Unit::Block(id) => self.block(*id, values)?,
                Unit::Loop(head) if !self.description.has_words(&head.body) => {}
                Unit::Loop(head) => {
                    let (mut value, upto) = (head.from.at(values), head.upto.at(values));
                    while value <= upto && !self.done() {
                        values.push(value.clone());
                        self.units(&head.body, values)?;
                        values.pop();
                        self.count()?;
                        value = &value + &Integer::ONE;
                    }
                }
                Unit::Branch(branch) => {
                    let holds = |values: &[Integer], test: &crate::model::Test| {
                        test.cases().iter().any(|each| each.holds_at(values))
                    };
                    let arm = branch.arms.iter().find(|arm| {
                        arm.condition.as_ref().is_none_or(|test| holds(values, test))
                    });
                    if let Some(arm) = arm {
                        self.units(&arm.body, values)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, id: crate::model::BlockId, values: &[Integer]) -> Result<(), Flaw> {
        for word in &self.description.block(id).words {
            self.count()?;
            let length = word.length.at(values);
            if length.is_negative() {
                return Err(Flaw::new("a word of negative length"));
            }
            let end = &self.at + &length;
            for (position, found) in self.wanted.iter().zip(&mut self.found) {
                if *position >= self.at && *position < end {
                    let phase = (position - &self.at).mod_floor(&Integer::from(word.cycle.len()));
                    let phase = phase.to_i64().and_then(|phase| usize::try_from(phase).ok());
                    *found = phase.and_then(|phase| word.cycle.get(phase)).copied();
                }
            }
            self.at = end;
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), Flaw> {
        self.words += 1;
        match self.words > MOST_WORDS {
            true => Err(Flaw::new("the position lies too far out to be walked to")),
            false => Ok(()),
        }
    }
}
