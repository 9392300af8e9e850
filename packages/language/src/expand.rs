//! A description with numbers put in for its parameters: the words of the sequence, one
//! after the other.

use crate::Integer;
use crate::limit::CancellationToken;
use crate::model::{
    Arm, Before, BlockId, Branch, Description, Loop, StateLoop, Unit, Value, Way, Word,
};
use std::sync::Arc;

/// A word as it occurs in the sequence.
#[derive(Clone, Debug)]
pub struct Occurrence<'a> {
    /// Its block.
    pub block: BlockId,
    /// The word.
    pub word: &'a Word,
    /// Its length; below 0 where the description has no meaning.
    pub length: Integer,
}

/// Steps through loops without a word after which an expansion gives up.
const PATIENCE: u64 = 20_000_000;

/// The words of the sequence for given parameters, in order, without end; empty words are
/// passed over.
///
/// The expansion ends where a pass through the endless loop is empty, and when it has walked
/// through tens of millions of iterations without a word, or as many as its patience
/// ([`Expansion::patient`], [`Expansion::gave_up`]).
pub struct Expansion<'a> {
    description: &'a Description,
    variables: Vec<Integer>,
    frames: Vec<Frame<'a>>,
    passes: Option<u64>,
    advanced: bool,
    idle: u64,
    patience: u64,
}

enum Frame<'a> {
    Units(&'a [Unit], usize),
    Words(BlockId, usize),
    Loop { head: &'a Loop, upto: Integer },
    States { head: &'a StateLoop, first: Integer },
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
            idle: 0,
            patience: PATIENCE,
        }
    }

    /// The same, giving up after this many steps without a word, if that is sooner.
    pub fn patient(mut self, steps: u64) -> Self {
        self.patience = steps.min(PATIENCE);
        self
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

    /// Did the expansion end because no word came for too long?
    pub fn gave_up(&self) -> bool {
        self.idle >= self.patience
    }

    /// The steps from the word before up to the latest one.
    pub fn idle(&self) -> u64 {
        self.idle
    }

    /// The number of complete passes through the endless loop before the latest word.  If passes carry a state, all
    /// those from one first state to the next one are a pass here.
    pub fn passes(&self) -> u64 {
        self.passes.unwrap_or(0)
    }
}

impl<'a> Iterator for Expansion<'a> {
    type Item = Occurrence<'a>;

    fn next(&mut self) -> Option<Occurrence<'a>> {
        self.idle = 0;
        loop {
            self.idle += 1;
            if self.gave_up() {
                return None;
            }
            let Some(frame) = self.frames.last_mut() else {
                if !self.advanced {
                    return None;
                }
                self.pass();
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
                        Some(Unit::Branch(branch)) => self.enter_arm(branch),
                        Some(Unit::StateLoop(head)) => self.enter_states(head),
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
                Frame::Loop { .. } => self.iterate(),
                Frame::States { .. } => {
                    if self.next_state() && !std::mem::take(&mut self.advanced) {
                        return None;
                    }
                }
            }
        }
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

    /// Begins a pass through the endless loop.
    fn pass(&mut self) {
        self.advanced = false;
        self.passes = Some(self.passes.map_or(0, |passes| passes.saturating_add(1)));
        self.frames.push(Frame::Units(&self.description.period, 0));
    }

    /// Begins the arm of a branch that is taken, if there is one.
    fn enter_arm(&mut self, branch: &'a Branch) {
        if let Some(arm) = taken(branch, &self.variables) {
            self.frames.push(Frame::Units(&arm.body, 0));
        }
    }

    /// Begins the next iteration of the loop of the last frame, or ends the loop.
    fn iterate(&mut self) {
        let Some(Frame::Loop { head, upto }) = self.frames.last() else { return };
        let head = *head;
        if self.variables[head.variable] >= *upto {
            self.variables.truncate(head.variable);
            self.frames.pop();
        } else {
            self.variables[head.variable] += &Integer::ONE;
            self.frames.push(Frame::Units(&head.body, 0));
        }
    }

    fn enter_states(&mut self, head: &'a StateLoop) {
        let first = head.first.at(&self.variables);
        self.variables.truncate(head.variable);
        self.variables.push(first.clone());
        self.frames.push(Frame::States { head, first });
        self.advanced = false;
        self.frames.extend(way(head, &self.variables).map(|way| Frame::Units(&way.arm.body, 0)));
    }

    /// Begins the next pass of the loop of the last frame.  Is its state the first one again?
    fn next_state(&mut self) -> bool {
        let Some(Frame::States { head, first }) = self.frames.last() else { return false };
        let head = *head;
        let Some(last) = way(head, &self.variables) else { return false };
        let state = last.next.at(&self.variables);
        let is_first = state == *first;
        self.variables.truncate(head.variable);
        self.variables.push(state);
        self.frames.extend(way(head, &self.variables).map(|way| Frame::Units(&way.arm.body, 0)));
        if is_first {
            self.passes = self.passes.map(|passes| passes.saturating_add(1));
        }
        is_first
    }

    /// Passes over words as long as whole units fit into `distance`, and gives their total
    /// length.  The next word that the expansion yields begins at most one unit too early.
    ///
    /// A loop of blocks alone is passed over in one step, as its iterations have lengths in
    /// arithmetic progression; so are whole passes through the endless loop once the first
    /// one is known.
    fn pass_over(&mut self, distance: &Integer, stop: &CancellationToken) -> Integer {
        let mut skipped = Integer::ZERO;
        let mut pass_start: Option<Integer> = None;
        let mut first_state: Option<Integer> = None;
        let mut steps = 0_u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) && stop.requested() {
                return skipped;
            }
            let rest = distance - &skipped;
            match self.frames.last_mut() {
                None => {
                    if let Some(start) = pass_start.replace(skipped.clone()) {
                        let pass = &skipped - &start;
                        if !pass.is_positive() {
                            return skipped;
                        }
                        let passes = rest.div_floor(&pass);
                        self.passes = self.passes.map(|known| {
                            let more = passes.to::<u64>();
                            known.saturating_add(more.unwrap_or(u64::MAX))
                        });
                        skipped.add_product(&passes, &pass);
                        // Behind whole passes less than one remains.
                        pass_start = None;
                    }
                    self.pass();
                }
                Some(Frame::Units(units, index)) => {
                    let (units, at) = (*units, *index);
                    let Some(unit) = units.get(at) else {
                        self.frames.pop();
                        continue;
                    };
                    match length(self.description, unit, &mut self.variables.clone()) {
                        Some(length) if length <= rest => {
                            self.advanced |= !length.is_zero();
                            skipped += &length;
                            *index += 1;
                        }
                        _ => match unit {
                            Unit::Loop(head) => {
                                *index += 1;
                                self.enter(head);
                            }
                            Unit::Branch(branch) => {
                                *index += 1;
                                self.enter_arm(branch);
                            }
                            Unit::StateLoop(head) => {
                                *index += 1;
                                self.enter_states(head);
                                first_state = Some(skipped.clone());
                            }
                            // The place is in this block.
                            Unit::Block(_) => return skipped,
                        },
                    }
                }
                Some(Frame::Words(..)) => return skipped,
                Some(Frame::Loop { .. }) => self.iterate(),
                Some(Frame::States { .. }) => {
                    if self.next_state()
                        && let Some(start) = first_state.take()
                    {
                        let turn = &skipped - &start;
                        if !turn.is_positive() {
                            return skipped;
                        }
                        let turns = rest.div_floor(&turn);
                        let more = turns.to::<u64>().unwrap_or(u64::MAX);
                        self.passes = self.passes.map(|known| known.saturating_add(more));
                        skipped.add_product(&turns, &turn);
                        self.advanced = true;
                    }
                }
            }
        }
    }
}

/// The way that a pass takes.
fn way<'a>(head: &'a StateLoop, variables: &[Integer]) -> Option<&'a Way> {
    head.ways.iter().find(|way| holds(&way.arm, variables))
}

/// The length of a unit where the variables have these values, unless it has loops in loops.
fn length(description: &Description, unit: &Unit, variables: &mut Vec<Integer>) -> Option<Integer> {
    let all = |units: &[Unit], variables: &mut Vec<Integer>| {
        units
            .iter()
            .try_fold(Integer::ZERO, |sum, unit| Some(sum + length(description, unit, variables)?))
    };
    match unit {
        Unit::Block(id) => {
            let words = &description.block(*id).words;
            Some(words.iter().fold(Integer::ZERO, |sum, word| sum + word.length.at(variables)))
        }
        Unit::Loop(head) => {
            if !head.body.iter().all(|unit| matches!(unit, Unit::Block(_))) {
                return None;
            }
            let (from, upto) = (head.from.at(variables), head.upto.at(variables));
            let iterations = (&upto - &from) + Integer::ONE;
            if !iterations.is_positive() {
                return Some(Integer::ZERO);
            }
            let mut ends = Integer::ZERO;
            for value in [from, upto] {
                variables.truncate(head.variable);
                variables.push(value);
                ends += &all(&head.body, variables)?;
            }
            variables.truncate(head.variable);
            Some((&iterations * &ends).div_floor(&Integer::from(2)))
        }
        Unit::Branch(branch) => match taken(branch, variables) {
            Some(arm) => all(&arm.body, variables),
            None => Some(Integer::ZERO),
        },
        Unit::StateLoop(_) => None,
    }
}

/// The arm of a branch that is taken.
fn taken<'a>(branch: &'a Branch, variables: &[Integer]) -> Option<&'a Arm> {
    branch.arms.iter().find(|arm| holds(arm, variables))
}

fn holds(arm: &Arm, variables: &[Integer]) -> bool {
    arm.condition.as_ref().is_none_or(|test| test.holds(&test.difference.at(variables)))
}

/// Why an expansion cannot be written out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpandError {
    /// A word of negative length.
    #[error("a word has length {length}")]
    NegativeLength {
        /// The length.
        length: Integer,
        /// The place of the word.
        word: crate::diagnostic::Span,
    },
    /// The endless loop is empty.
    #[error("the body of the endless loop is empty")]
    Ends,
    /// Loops run for very long without a word.
    #[error("limit reached: too many iterations without a word")]
    TooLong,
    /// A stop was asked for.
    #[error("stopped")]
    Stopped,
}

/// The described values at the positions `from`, `from + 1`, ..., `count` of them.
///
/// Costs time proportional to `count`, plus the number of words and of loop iterations that
/// must be walked through before `from`: an innermost loop counts once.
///
/// # Errors
/// When a word on the way has a negative length, the endless loop is empty, no word comes
/// for too long, or a stop is asked for.
pub fn values(
    description: &Description,
    parameters: &[Integer],
    from: &Integer,
    count: usize,
    stop: &CancellationToken,
) -> Result<Vec<Value>, ExpandError> {
    let mut values = Vec::new();
    let mut expansion = Expansion::new(description, parameters);
    let mut start = expansion.pass_over(from, stop);
    while values.len() < count {
        if stop.requested() {
            return Err(ExpandError::Stopped);
        }
        let Some(Occurrence { word, length, .. }) = expansion.next() else {
            let why = if expansion.gave_up() { ExpandError::TooLong } else { ExpandError::Ends };
            return Err(why);
        };
        if length.is_negative() {
            return Err(ExpandError::NegativeLength { length, word: word.span });
        }
        let end = &start + &length;
        if end > *from {
            let skipped = if *from > start { from - &start } else { Integer::ZERO };
            let phase = skipped.index_modulo(word.cycle.len());
            let available = (&length - &skipped).to_i64();
            let available = available.and_then(|it| usize::try_from(it).ok());
            // What is too much for a list is more than what is asked for.
            let missing = count - values.len();
            let take = available.map_or(missing, |available| available.min(missing));
            values.extend(word.cycle.iter().copied().cycle().skip(phase).take(take));
        }
        start = end;
    }
    Ok(values)
}

/// What precedes position 0, with numbers put in for the parameters.
#[derive(Clone, Debug)]
pub struct Start<'a>(Words<'a>);

#[derive(Clone, Debug)]
enum Words<'a> {
    /// One cycle without beginning.
    Cycle(Word),
    /// Words with their lengths, the last one first, and the sum of the lengths.
    Block(Vec<(&'a Word, Integer)>, Integer),
}

impl<'a> Start<'a> {
    /// `None` where there is nothing, or where it has no meaning.
    pub fn new(description: &'a Description, parameters: &[Integer]) -> Option<Self> {
        let start = description.start.as_ref()?;
        if let Before::Cycle(cycle) = description.before() {
            let (length, span) = (Arc::default(), start.span);
            return Some(Self(Words::Cycle(Word { cycle, length, span })));
        }
        let words = start.words.iter().rev().map(|word| (word, word.length.at(parameters)));
        let words: Vec<_> = words.filter(|(_, length)| length.is_positive()).collect();
        let all = words.iter().fold(Integer::ZERO, |sum, (_, length)| &sum + length);
        all.is_positive().then_some(Self(Words::Block(words, all)))
    }

    /// The word that this negative position is in, how far after its begin, and how many positions of
    /// the word are left from there on.
    pub fn at(&self, target: &Integer) -> (&Word, Integer, Integer) {
        match &self.0 {
            Words::Cycle(word) => (word, target.clone(), -target),
            Words::Block(words, all) => {
                // From the end of the pass backwards.
                let mut back = all - &target.mod_floor(all);
                for (word, length) in words {
                    if back <= *length {
                        return (word, length - &back, back);
                    }
                    back -= length;
                }
                unreachable!("the lengths add up to the whole pass")
            }
        }
    }

    /// The word that is repeated, unless it has more values than this.
    pub fn word(&self, most: usize) -> Option<Vec<Value>> {
        let length = match &self.0 {
            Words::Cycle(word) => word.cycle.len(),
            Words::Block(_, all) => all.to::<usize>()?,
        };
        let back = (1..=length).rev().map(|back| self.value(&-&Integer::from(back)));
        (length <= most).then(|| back.collect())
    }

    /// The value of a negative position.
    pub fn value(&self, target: &Integer) -> Value {
        let (word, offset, _) = self.at(target);
        word.value_at(&offset)
    }
}
