//! A description with numbers put in for its parameters: the words of the sequence, one
//! after the other.

use crate::integer::Integer;
use crate::model::{BlockId, Comparison, Description, Loop, Test, Unit, Value, Word};

/// The most steps through the text from one word to the next: loops may run any number of
/// times over words that are empty.
const MOST_STEPS: u64 = 10_000_000;

/// A word as it occurs in the sequence.
#[derive(Clone, Debug)]
pub struct Occurrence<'a> {
    /// The block it stands in.
    pub block: BlockId,
    /// The word.
    pub word: &'a Word,
    /// Its length; below 0 where the description has no meaning.
    pub length: Integer,
}

/// The words of the sequence for given parameters, in order, without end.
///
/// The words of an empty pass through the endless loop are not followed by any: where the
/// body of the endless loop is empty, the expansion ends.
pub struct Expansion<'a> {
    description: &'a Description,
    variables: Vec<Integer>,
    frames: Vec<Frame<'a>>,
    passes: Option<u64>,
    advanced: bool,
    gave_up: bool,
}

enum Frame<'a> {
    Units(&'a [Unit], usize),
    Words(BlockId, usize),
    Loop { head: &'a Loop, upto: Integer },
}

impl<'a> Expansion<'a> {
    /// The expansion with one number per parameter, in order of declaration.
    pub fn new(description: &'a Description, parameters: &[Integer]) -> Self {
        Self {
            description,
            variables: parameters.to_vec(),
            frames: vec![Frame::Units(&description.preperiod, 0)],
            passes: None,
            advanced: true,
            gave_up: false,
        }
    }

    /// The expansion of the endless loop alone.
    pub fn of_period(description: &'a Description, parameters: &[Integer]) -> Self {
        let mut expansion = Self::new(description, parameters);
        expansion.frames.clear();
        expansion
    }

    /// The parameters and the control variables around the latest word, outermost first.
    pub fn variables(&self) -> &[Integer] {
        &self.variables
    }

    /// Did the expansion end because too many empty words followed one another?
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// The number of complete passes through the endless loop before the latest word.
    pub fn passes(&self) -> u64 {
        self.passes.unwrap_or(0)
    }
}

impl<'a> Iterator for Expansion<'a> {
    type Item = Occurrence<'a>;

    fn next(&mut self) -> Option<Occurrence<'a>> {
        for _ in 0..MOST_STEPS {
            let Some(frame) = self.frames.last_mut() else {
                if !self.advanced {
                    return None;
                }
                self.advanced = false;
                self.passes = Some(self.passes.map_or(0, |passes| passes + 1));
                self.frames.push(Frame::Units(&self.description.period, 0));
                continue;
            };
            match frame {
                Frame::Units(units, index) => {
                    let (units, at) = (*units, *index);
                    *index += 1;
                    match units.get(at) {
                        None => drop(self.frames.pop()),
                        Some(Unit::Block(id)) => self.frames.push(Frame::Words(*id, 0)),
                        Some(Unit::Loop(head)) => self.enter(head),
                        Some(Unit::Branch(branch)) => {
                            let taken = branch.arms.iter().find(|arm| match &arm.condition {
                                Some(test) => holds(test, &self.variables),
                                None => true,
                            });
                            if let Some(arm) = taken {
                                self.frames.push(Frame::Units(&arm.body, 0));
                            }
                        }
                    }
                }
                Frame::Words(block, index) => {
                    let block = *block;
                    match self.description.block(block).words.get(*index) {
                        None => drop(self.frames.pop()),
                        Some(word) => {
                            *index += 1;
                            let length = word.length.at(&self.variables);
                            if !length.is_zero() {
                                self.advanced = true;
                                return Some(Occurrence { block, word, length });
                            }
                        }
                    }
                }
                Frame::Loop { head, upto } => {
                    let head = *head;
                    let finished = self.variables[head.variable] >= *upto;
                    if finished {
                        self.variables.truncate(head.variable);
                        self.frames.pop();
                    } else {
                        self.variables[head.variable] += &Integer::ONE;
                        self.frames.push(Frame::Units(&head.body, 0));
                    }
                }
            }
        }
        self.gave_up = true;
        None
    }
}

impl<'a> Expansion<'a> {
    fn enter(&mut self, head: &'a Loop) {
        let (from, upto) = (head.from.at(&self.variables), head.upto.at(&self.variables));
        // A body without words is worth nothing, however often it is repeated.
        if from <= upto && self.description.has_words(&head.body) {
            self.variables.truncate(head.variable);
            self.variables.push(from);
            self.frames.push(Frame::Loop { head, upto });
            self.frames.push(Frame::Units(&head.body, 0));
        }
    }
}

fn holds(test: &Test, variables: &[Integer]) -> bool {
    let difference = test.difference.at(variables);
    match test.comparison {
        Comparison::AtLeast => !difference.is_negative(),
        Comparison::AtMost => !difference.is_positive(),
        Comparison::Equal => difference.is_zero(),
        Comparison::NotEqual => !difference.is_zero(),
    }
}

/// Why an expansion cannot be written out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpandError {
    /// A word of negative length.
    #[error("a word has the length {length}")]
    NegativeLength {
        /// The length.
        length: Integer,
        /// Where the word stands.
        word: crate::diagnostic::Span,
    },
    /// The endless loop is empty.
    #[error("the body of the endless loop is empty")]
    Ends,
    /// The words up to the wanted position were not reached.
    #[error("too many empty words follow one another")]
    TooManyEmpty,
}

/// The described values at the positions `from`, `from + 1`, ..., `count` of them.
///
/// Costs time proportional to the number of words before `from + count`, plus `count`.
///
/// # Errors
/// When a word on the way has a negative length, or the endless loop is empty.
pub fn values(
    description: &Description,
    parameters: &[Integer],
    from: &Integer,
    count: usize,
) -> Result<Vec<Value>, ExpandError> {
    let mut values = Vec::new();
    let mut start = Integer::ZERO;
    let mut expansion = Expansion::new(description, parameters);
    for occurrence in &mut expansion {
        if values.len() >= count {
            return Ok(values);
        }
        let Occurrence { word, length, .. } = occurrence;
        if length.is_negative() {
            return Err(ExpandError::NegativeLength { length, word: word.span });
        }
        let end = &start + &length;
        if end > *from {
            let skipped = if *from > start { from - &start } else { Integer::ZERO };
            let cycle = word.cycle.len();
            let phase = skipped.mod_floor(&Integer::from(cycle)).to_i64();
            let phase = phase.and_then(|phase| usize::try_from(phase).ok()).unwrap_or(0);
            let available = (&length - &skipped).to_i64();
            let available = available.and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
            let take = available.min(count - values.len());
            values.extend(word.cycle.iter().copied().cycle().skip(phase).take(take));
        }
        start = end;
    }
    match values.len() < count {
        false => Ok(values),
        true if expansion.gave_up() => Err(ExpandError::TooManyEmpty),
        true => Err(ExpandError::Ends),
    }
}
