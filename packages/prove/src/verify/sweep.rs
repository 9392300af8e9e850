//! The rule, checked along one chain.
//!
//! In a chain every word occupies positions between affine borders.  While a position runs
//! through the words of the block under test, the target of each move runs through the words
//! of the chain at the same speed.  So there is one pointer per move, the word that its
//! target is in, and a pointer moves on when the position reaches the *end* of its word,
//! shifted by the move.  Between two such events every move lands inside one word: a
//! *split*.  If all words are constant there, the rule is checked once for all its
//! positions; if some are cycles, once for each remainder of the position by the common
//! length of the cycles.
//!
//! Which event comes next is a comparison of two affine forms.  Usually the region decides it.  Where it does not, the
//! region is cut in two along the comparison (both parts have integer points) and each continues separately up to the
//! end of the word; with the next word the sweep starts afresh in the uncut region, so cuts do not multiply from word
//! to word.  Likewise, where the phase inside a cycle is not decided, the region is cut into the residue classes of the
//! phase.
//!
//! Everything is exact and exhaustive: the parts cover the region, the splits cover the word,
//! and a split that breaks the rule is a failure exactly if it has an integer point.

use super::tasks::Job;
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::{Chain, Cut, Order, Region, STACK_GROWN, STACK_LEFT};
use crate::ilp::Point;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Before, Followed, OptionCounts, Rule, Value};
use crate::proof::ProofStep;

/// The most positions of one split that are compared one by one.
const MOST_PHASES: u64 = 1 << 16;

/// The most cuts of the region for one word of one chain.
const MOST_CUTS: u64 = 1 << 13;

/// A split as seen by an observer (`--dump`).
pub struct Split<'s, 'a> {
    /// The chain.
    pub chain: &'s Chain<'a>,
    /// The number of the word under test in [`Chain::words`].
    pub word: usize,
    /// The first position, from the start of the block under test.
    pub start: &'s Affine,
    /// The position after the last one.
    pub end: &'s Affine,
    /// For each move (for a range, its first and its last move), the number of the word it lands in; the number of
    /// words itself if it lands before position 0.
    pub landing: &'s [usize],
    /// Does the rule hold there (or does the split have no position)?
    pub holds: bool,
}

/// Called with every split.
pub type Observer<'o> = dyn FnMut(&Split<'_, '_>) + 'o;

/// What the sweeps of a block have found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Swept {
    /// The smallest parameters with a failure.
    pub parameters: Option<Point>,
    /// The state at which they fail, in the passes of a loop with a state.
    pub state: Option<Integer>,
    /// The number of splits.
    pub splits: u64,
    /// The number of cuts.
    pub cases: u64,
}

/// One sweep: a chain, its region, and what to do with what is found.
pub(super) struct Sweep<'s, 'a, 'o> {
    /// The moves that are followed.
    pub(super) moves: &'s [Affine],
    /// For each range, its first move among these.
    pub(super) ranges: &'s [usize],
    /// The rule.
    pub(super) rule: Rule,
    /// What precedes position 0.
    pub(super) before: Before,
    /// The number of parameters; the smallest values of these with a failure are sought.
    parameters: usize,
    /// Is the block under test in a loop with a state, which is the next variable?
    has_state: bool,
    /// Is nothing claimed where a move leads before the chain?
    is_piece: bool,
    /// The chain.
    pub(super) chain: &'s Chain<'a>,
    /// The region of the chain's guard.
    pub(super) region: &'s mut Region,
    /// What has been found.
    pub(super) found: &'s mut Swept,
    /// The observer of the splits.
    observer: Option<&'s mut Observer<'o>>,
    /// Checked after each step, as a step examines all moves.
    stop: &'s CancellationToken,
    /// The number of cuts left for the present word.
    pub(super) cuts_left: u64,
    /// Has the rule failed somewhere in the present split?
    has_failed: bool,
}

/// The place of a sweep inside a word.
#[derive(Clone)]
pub(super) struct State {
    /// The number of the word under test.
    pub(super) word: usize,
    /// The position up to which everything is checked, from the start of the block.
    pub(super) position: Affine,
    /// For each move, the word its target is in; moves beyond the end are not located yet.
    pub(super) landing: Vec<usize>,
    /// For each located move, where its target leaves that word.
    events: Vec<Affine>,
    /// Moves whose next event is inside the word, the earliest last, in proven order.
    soon: Vec<usize>,
    /// Moves whose next event is at or after the end of the word.
    later: Vec<usize>,
    /// Moves whose next event has not been compared yet.
    waiting: Vec<usize>,
    /// The move whose event was the last in this word.
    passed: Option<usize>,
}

impl State {
    fn new(chain: &Chain<'_>, word: usize) -> Self {
        Self {
            word,
            position: chain.borders[word + 1].clone(),
            landing: Vec::new(),
            events: Vec::new(),
            soon: Vec::new(),
            later: Vec::new(),
            waiting: Vec::new(),
            passed: None,
        }
    }
}

impl<'s, 'a, 'o> Sweep<'s, 'a, 'o> {
    /// A sweep along `chain` in the region of its guard; failures are distinguished by the parameters of what is
    /// decided.
    pub(super) fn new(
        job: &Job<'s, '_>,
        followed: &'s Followed,
        chain: &'s Chain<'a>,
        region: &'s mut Region,
        found: &'s mut Swept,
        observer: Option<&'s mut Observer<'o>>,
    ) -> Self {
        let description = job.description;
        let tested = chain.instances.first().map(|tested| job.graph.at(tested.block));
        let outermost = tested.and_then(|place| place.loops.first());
        Self {
            moves: &followed.moves,
            ranges: &followed.ranges,
            rule: description.rule,
            before: description.before(),
            parameters: job.original.parameters.len(),
            has_state: outermost.is_some_and(|head| head.counted().is_none()),
            is_piece: description.is_piece(),
            chain,
            region,
            found,
            observer,
            stop: &job.options.stop,
            cuts_left: MOST_CUTS,
            has_failed: false,
        }
    }

    /// Checks every word of the block under test.
    pub(super) fn block(&mut self) -> Result<(), Limit> {
        let mut state = None;
        for word in (0..self.chain.own_words).rev() {
            let at_word = match state.take() {
                Some(State { position, landing, events, later, .. }) => State {
                    word,
                    position,
                    landing,
                    events,
                    soon: Vec::new(),
                    later: Vec::new(),
                    waiting: later,
                    passed: None,
                },
                None => State::new(self.chain, word),
            };
            self.cuts_left = MOST_CUTS;
            state = self.word(at_word)?;
        }
        Ok(())
    }

    /// Runs through the rest of a word.  Returns where it ended, unless the region was cut on the way: then there is no
    /// single state at the end.
    fn word(&mut self, mut state: State) -> Result<Option<State>, Limit> {
        loop {
            self.stop.check()?;
            if state.landing.len() < self.moves.len() {
                if let Some(form) = self.locate(&mut state)? {
                    return self.cut_word(&Cut::Sign(form), &state);
                }
                if state.landing.len() == self.moves.len() {
                    self.log_landing(&state)?;
                }
            } else if let Some(&mover) = state.waiting.last() {
                if let Some(form) = self.schedule(&mut state, mover)? {
                    return self.cut_word(&Cut::Sign(form), &state);
                }
            } else {
                let next = state.soon.last().copied();
                let end = match next {
                    Some(mover) => state.events[mover].clone(),
                    None => self.chain.borders[state.word].clone(),
                };
                if !self.split(&state, next, &end)? {
                    return Ok(None);
                }
                state.position = end;
                match next {
                    None => return Ok(Some(state)),
                    Some(mover) => {
                        state.soon.pop();
                        state.landing[mover] -= 1;
                        state.events[mover] = self.event(&state, mover);
                        state.waiting.push(mover);
                        state.passed = Some(mover);
                    }
                }
            }
        }
    }

    /// Logs that the next event is the end of the next split.
    fn log_event(&mut self, state: &State, next: Option<usize>, end: &Affine) -> Result<(), Limit> {
        if !self.region.log().is_collecting() {
            return Ok(());
        }
        self.region.log().push(|| next.map_or(ProofStep::End, ProofStep::Event));
        // A pointer meets the borders of the words in order anyway.
        if state.passed.is_some() && state.passed != next {
            self.region.need(&(end - &state.position))?;
        }
        if next.is_none() {
            for event in &state.events {
                self.region.need(&(event - end))?;
            }
        }
        Ok(())
    }

    /// Goes on in each part of the region.
    pub(super) fn cut(
        &mut self,
        cut: &Cut,
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        self.found.cases += 1;
        let cost = if let Cut::Residue(_, modulus) = cut { *modulus } else { 1 };
        self.cuts_left = self.cuts_left.checked_sub(cost).ok_or(Limit::CASE_SPLITS)?;
        self.region.log().cut(cut);
        for part in 0..cut.parts() {
            if let Some(outside) = self.region.enter_part(cut, part)? {
                let result = stacker::maybe_grow(STACK_LEFT, STACK_GROWN, || go_on(self));
                self.region.leave(outside);
                result?;
            }
        }
        Ok(())
    }

    /// Runs through the rest of the word in each part of the region.
    fn cut_word(&mut self, cut: &Cut, state: &State) -> Result<Option<State>, Limit> {
        self.cut(cut, &mut |sweep| sweep.word(state.clone()).map(drop))?;
        Ok(None)
    }

    /// The position where the target of the move leaves its word.
    fn event(&self, state: &State, mover: usize) -> Affine {
        &self.chain.borders[state.landing[mover]] + &self.moves[mover]
    }

    /// Finds the word that the next unlocated move lands in from the present position, or a
    /// form whose sign must be known first.
    fn locate(&mut self, state: &mut State) -> Result<Option<Affine>, Limit> {
        let mover = state.landing.len();
        let target = &state.position - &self.moves[mover];
        let borders = &self.chain.borders;
        let Some(point) = self.region.point()? else { return Ok(Some(Affine::zero())) };
        let value = target.at(point);
        // Lengths are at least 0, so the starts of the words from here backwards do not increase.
        let starts = &borders[state.word + 1..];
        let landing = state.word + starts.partition_point(|start| start.at(point) > value);
        if landing < self.chain.words.len() {
            let start = &borders[landing + 1];
            if self.region.can(&Constraint::below(&target, start))? {
                return Ok(Some(&target - start));
            }
        }
        // The end of the word under test itself is not a border to compare with: moves are positive.
        if landing > state.word {
            let end = &borders[landing];
            if self.region.can(&Constraint::at_least(&target, end))? {
                return Ok(Some(&target - end));
            }
        }
        state.landing.push(landing);
        state.events.push(self.event(state, mover));
        state.waiting.push(mover);
        Ok(None)
    }

    /// Logs where all moves land at the start of a word.
    fn log_landing(&mut self, state: &State) -> Result<(), Limit> {
        if !self.region.log().is_collecting() {
            return Ok(());
        }
        self.region.log().push(|| ProofStep::Landing(state.landing.clone()));
        for (landing, each) in state.landing.iter().zip(self.moves) {
            if let Some(start) = self.chain.borders.get(landing + 1) {
                self.region.need(&(&(&state.position - each) - start))?;
            }
        }
        Ok(())
    }

    /// Puts the next event of a waiting move in its order, or returns a form whose sign must
    /// be known first.
    fn schedule(&mut self, state: &mut State, mover: usize) -> Result<Option<Affine>, Limit> {
        let event = &state.events[mover];
        let end = &self.chain.borders[state.word];
        match self.region.order(event, end)? {
            Order::Undecided => return Ok(Some(end - event)),
            Order::AtLeast => state.later.push(mover),
            Order::AtMost => {
                let mut place = match self.region.point()? {
                    Some(point) => {
                        let value = event.at(point);
                        state.soon.partition_point(|&other| state.events[other].at(point) > value)
                    }
                    None => state.soon.len(),
                };
                // The point shows that later events are before `place`, and earlier ones from it on.  The region has
                // the last word.
                loop {
                    if let Some(&earlier) = state.soon.get(place) {
                        let other = &state.events[earlier];
                        match self.region.order(other, event)? {
                            Order::AtMost => {}
                            Order::AtLeast => {
                                place += 1;
                                continue;
                            }
                            Order::Undecided => return Ok(Some(event - other)),
                        }
                    }
                    let before = place.checked_sub(1).and_then(|before| state.soon.get(before));
                    let Some(&later) = before else { break };
                    let other = &state.events[later];
                    match self.region.order(event, other)? {
                        Order::AtMost => break,
                        Order::AtLeast => place -= 1,
                        Order::Undecided => return Ok(Some(other - event)),
                    }
                }
                state.soon.insert(place, mover);
            }
        }
        state.waiting.pop();
        Ok(None)
    }

    /// Checks the rule from the present position up to `end`, the event of `next` or the end of the word.  Returns
    /// whether the sweep can continue from there; if not, the region was cut and the rest of the word is done.
    fn split(&mut self, state: &State, next: Option<usize>, end: &Affine) -> Result<bool, Limit> {
        let outside = || state.landing.contains(&self.chain.words.len());
        if *end == state.position || (self.is_piece && outside()) {
            self.log_event(state, next, end)?;
            return Ok(true);
        }
        self.found.splits += 1;
        if !self.ranges.is_empty() {
            self.log_event(state, next, end)?;
            self.has_failed = false;
            self.covered(state, end)?;
            self.observe(state, end, !self.has_failed);
            return Ok(true);
        }
        let own = self.chain.words[state.word].word;
        let landed = |&word: &usize| self.cycle(word);
        let constant = own.cycle.len() == 1
            && state.landing.iter().filter_map(landed).all(|cycle| cycle.len() == 1);
        let length = || end - &state.position;
        let failing = if constant {
            let options: OptionCounts =
                state.landing.iter().filter_map(landed).map(|pair| pair[0]).collect();
            self.log_event(state, next, end)?;
            (self.rule.value(&options) != own.cycle[0]).then_some(0)
        } else {
            match self.phases(state) {
                Ok(phases) => {
                    self.log_event(state, next, end)?;
                    self.log_phases(state);
                    self.first_failure(&phases, &length())?
                }
                Err(open) => {
                    let somewhere = Constraint::at_least_zero(length().plus(-1));
                    if self.region.can(&somewhere)? {
                        self.cut_word(&open, state)?;
                        return Ok(false);
                    }
                    self.log_event(state, next, end)?;
                    self.region.log().push(|| ProofStep::NoPosition);
                    self.region.need(&-&length())?;
                    None
                }
            }
        };
        let failing = match failing {
            Some(offset) => {
                let there = Constraint::at_least_zero(length().plus(-1 - i128::from(offset)));
                let fails = self.region.can(&there)?;
                if !fails {
                    self.region.need(&(-&length()).plus(i128::from(offset)))?;
                }
                fails.then_some(there)
            }
            None => None,
        };
        self.observe(state, end, failing.is_none());
        if let Some(there) = failing {
            self.fail(&there)?;
        }
        Ok(true)
    }

    /// Shows a split to the observer.
    fn observe(&mut self, state: &State, end: &Affine, holds: bool) {
        if let Some(observer) = &mut self.observer {
            observer(&Split {
                chain: self.chain,
                word: state.word,
                start: &state.position,
                end,
                landing: &state.landing,
                holds,
            });
        }
    }

    /// The cycles met in the split, as word numbers with their phases at its first position: the word's own, then those
    /// that moves land in; or the cut that decides the first open phase.
    fn phases(&mut self, state: &State) -> Result<Vec<(usize, usize)>, Cut> {
        let mut phases = Vec::with_capacity(1 + self.moves.len());
        for (index, form) in self.met(state) {
            let length = self.cycle(index).map_or(1, <[Value]>::len);
            let modulus = length as u64;
            let phase = if modulus == 1 {
                0
            } else {
                let Some(residue) = self.region.residue(&form, &Integer::from(modulus)) else {
                    return Err(Cut::Residue(form, modulus));
                };
                residue.index_modulo(length)
            };
            phases.push((index, phase));
        }
        Ok(phases)
    }

    /// The words met in the split, each with the offset of the first position or its target in it.
    fn met(&self, state: &State) -> Vec<(usize, Affine)> {
        let own = (state.word, state.position.clone());
        let targets = state
            .landing
            .iter()
            .enumerate()
            .filter(|(_, word)| self.cycle(**word).is_some())
            .map(|(mover, word)| (*word, &state.position - &self.moves[mover]));
        std::iter::once(own)
            .chain(targets)
            .map(|(index, target)| (index, &target - self.begin(index)))
            .collect()
    }

    /// The cycle of a word of the chain, or of what precedes the chain if that is a cycle.
    pub(super) fn cycle(&self, word: usize) -> Option<&[Value]> {
        match (self.chain.words.get(word), &self.before) {
            (Some(placed), _) => Some(&placed.word.cycle),
            (None, Before::Cycle(cycle)) => Some(cycle),
            (None, Before::Nothing | Before::Block) => None,
        }
    }

    /// A place where the cycle of this word begins: the start of the word, or the end of the cycle that has no
    /// beginning.
    pub(super) fn begin(&self, word: usize) -> &Affine {
        let borders = &self.chain.borders;
        borders.get(word + 1).unwrap_or(&borders[word])
    }

    /// Logs why the phases are what they are.
    fn log_phases(&mut self, state: &State) {
        if !self.region.log().is_collecting() {
            return;
        }
        self.region.log().push(|| ProofStep::Phases);
        for (index, form) in self.met(state) {
            let modulus = self.cycle(index).map_or(1, <[Value]>::len);
            self.region.need_residue(&form, &Integer::from(modulus));
        }
    }

    /// The first offset in the split at which the rule fails, if the split is long enough.
    fn first_failure(
        &mut self,
        phases: &[(usize, usize)],
        length: &Affine,
    ) -> Result<Option<u64>, Limit> {
        let period = phases.iter().try_fold(1_u64, |period, (index, _)| {
            let cycle = self.cycle(*index).map_or(1, <[Value]>::len) as u64;
            let multiple = num_integer::lcm(period, cycle);
            (multiple <= MOST_PHASES).then_some(multiple)
        });
        let fixed = length.is_constant().then(|| length.constant_term().to_i64()).flatten();
        let positions = match (period, fixed.and_then(|fixed| u64::try_from(fixed).ok())) {
            (Some(period), Some(fixed)) => period.min(fixed),
            (Some(period), None) => period,
            (None, Some(fixed)) if fixed <= MOST_PHASES => fixed,
            (None, _) => {
                let beyond = length.clone().plus(-1 - i128::from(MOST_PHASES));
                if self.region.can(&Constraint::at_least_zero(beyond))? {
                    return Err(Limit::PHASE_PERIOD);
                }
                self.region.need(&(-length).plus(i128::from(MOST_PHASES)))?;
                MOST_PHASES
            }
        };
        let phased = phases
            .iter()
            .map(|&(index, phase)| (self.cycle(index).unwrap_or_default(), phase as u64));
        let phased: Vec<_> = phased.collect();
        let Some((own, others)) = phased.split_first() else { return Ok(None) };
        Ok(self.rule.first_failure(*own, others, positions))
    }

    /// Records the smallest parameters in the region with `there`, if they are smaller than those known.
    pub(super) fn fail(&mut self, there: &Constraint) -> Result<(), Limit> {
        self.has_failed = true;
        let mut constraints = vec![there.clone()];
        if let Some(first) = self.found.parameters.as_ref().and_then(|known| known.first()) {
            let at_most = &Affine::constant(first.clone()) - &Affine::variable(0);
            constraints.push(Constraint::at_least_zero(at_most));
        }
        let variables = self.parameters + usize::from(self.has_state);
        if let Some(mut point) = self.region.smallest(&constraints, variables)? {
            let state = if self.has_state { point.pop() } else { None };
            if self.found.parameters.as_ref().is_none_or(|best| point < *best) {
                (self.found.parameters, self.found.state) = (Some(point), state);
            }
        }
        Ok(())
    }
}
