//! Loops cut where what an iteration writes changes.

use super::letters::letters;
use super::part::{
    Choice, Counted, Part, branch, counted, instance, outcome, runs, size, where_at_least_zero,
};
use super::primitive;
use super::quotients::Quotients;
use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Comparison, Test, Word};

/// The most words, loops and arms that all cuts of one loop together may copy.
const MOST_COPIED: usize = 1 << 16;

/// The number of words, loops and arms that all cuts may copy for each one in the text, in addition to [`MOST_COPIED`].
const COPIED_FOR_EACH: usize = 16;

/// What a loop over a control variable v is cut by: a form over the variables below v, or a test of
/// these.
#[derive(Clone)]
enum Border {
    /// v >= t.
    From(Affine),
    /// v = t.
    At(Affine),
    /// A test of variables below v.
    Outside(Test),
}

/// Forms between which a control variable lies, and tests whose outcome is known.
#[derive(Clone, Default)]
struct Bounds {
    known: Vec<(Test, bool)>,
    least: Vec<Affine>,
    greatest: Vec<Affine>,
}

impl Bounds {
    /// Is the variable at least this form?  Decided only where differences of forms are numbers.
    fn reaches(&self, form: &Affine) -> Option<bool> {
        let number = |left: &Affine, right: &Affine| {
            let difference = left - right;
            difference.is_constant().then(|| difference.constant_term().clone())
        };
        let below = self.greatest.iter().filter_map(|greatest| number(form, greatest));
        if below.into_iter().any(|number| number.is_positive()) {
            return Some(false);
        }
        let mut above = self.least.iter().filter_map(|least| number(least, form));
        above.any(|number| !number.is_negative()).then_some(true)
    }

    /// The outcome of a test, if it is known.
    fn known(&self, test: &Test) -> Option<bool> {
        self.known.iter().find(|(known, _)| known == test).map(|(_, outcome)| *outcome)
    }
}

/// Cuts loops and turns them into words, from the inside out.
pub(super) struct Cutter {
    quotients: Quotients,
    /// The number of words, loops and arms that may still be copied for all loops, and for the one that is being cut.
    left: usize,
    left_for_one: Option<usize>,
    /// Was a loop cut, or turned into a word?
    pub changed: bool,
}

impl Cutter {
    /// For a text of this number of words, loops and arms, with these quotients.
    pub(super) fn new(size: usize, quotients: Quotients) -> Self {
        let left = size.saturating_mul(COPIED_FOR_EACH).saturating_add(MOST_COPIED);
        Self { quotients, left, left_for_one: None, changed: false }
    }

    /// The parts with fewer loops.  A loop for which too much would be copied stays as it is.
    pub(super) fn parts(&mut self, parts: Vec<Part>) -> Vec<Part> {
        let mut result = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Word(word) if word.length.is_zero() => self.changed = true,
                Part::Word(_) => result.push(part),
                Part::Loop(mut head) => {
                    head.body = self.parts(head.body);
                    result.extend(self.whole(*head));
                }
                Part::Branch(arms, span) => {
                    let arm = |arm: Choice| Choice { body: self.parts(arm.body), ..arm };
                    result.extend(branch(arms.into_iter().map(arm), span));
                }
            }
        }
        result
    }

    /// The loop with fewer loops, or as it is if too much would be copied.
    fn whole(&mut self, head: Counted) -> Vec<Part> {
        let (changed, outer) = (self.changed, self.left_for_one);
        self.left_for_one = outer.or(Some(MOST_COPIED));
        let result = self.counted(&head, Bounds::default());
        self.left_for_one = outer.and(self.left_for_one);
        result.unwrap_or_else(|| {
            self.changed = changed;
            counted(head).into_iter().collect()
        })
    }

    /// A loop whose body consists of parts with fewer loops, and whose variable also lies between these forms; `None`
    /// if too much would be copied.
    fn counted(&mut self, head: &Counted, mut bounds: Bounds) -> Option<Vec<Part>> {
        if outcome(&runs(head)) == Some(false) {
            self.changed = true;
            return Some(Vec::new());
        }
        bounds.least.push(head.from.clone());
        bounds.greatest.push(head.upto.clone());
        let quotients = &self.quotients;
        let view = View { variable: head.variable, bounds: &bounds, quotients };
        let head = head.with_body(view.inside(&head.body));
        if let Some(letters) = letters(&head.body) {
            self.changed = true;
            if letters.is_empty() {
                return Some(Vec::new());
            }
            let count = (&head.upto - &head.from).plus(1);
            let length = count.times(&Integer::from(letters.len()));
            let cycle = primitive(&letters).into();
            let word = Word { cycle, length: length.into(), span: head.span };
            return Some(where_at_least_zero(word));
        }
        if view.can_be_letters(&head.body, true)
            && let Some(border) = view.first_border(&head.body)
        {
            self.changed = true;
            return self.cut(&head, &border, &bounds);
        }
        Some(counted(head).into_iter().collect())
    }

    /// The loop from a to b, cut at a border t: whole where all of it lies on one side, and in
    /// pieces otherwise.
    fn cut(&mut self, head: &Counted, border: &Border, bounds: &Bounds) -> Option<Vec<Part>> {
        let (at, single) = match border {
            Border::From(at) => (at, false),
            Border::At(at) => (at, true),
            Border::Outside(test) => return self.cut_outside(head, test, bounds),
        };
        // The last value below the border, and the first one above it.
        let below = at.clone().plus(-1);
        let above = if single { at.clone().plus(1) } else { at.clone() };
        let (mut least, mut greatest) = (bounds.clone(), bounds.clone());
        least.least.push(above.clone());
        greatest.greatest.push(below.clone());
        let (from, upto, span) = (&head.from, &head.upto, head.span);
        let mut arms = Vec::new();
        for (difference, bounds) in [(from - &above, &least), (&below - upto, &greatest)] {
            let condition = Test { difference, comparison: Comparison::AtLeast };
            if outcome(&condition) != Some(false) {
                let body = self.piece(head, from, upto, bounds)?;
                arms.push(Choice { condition: Some(condition), body, span });
            }
        }
        let mut body = self.piece(head, from, &below, &greatest)?;
        if single {
            self.copy(&head.body)?;
            body.extend(self.parts(instance(&head.body, head.variable, at)));
        }
        body.extend(self.piece(head, &above, upto, &least)?);
        arms.push(Choice { condition: None, body, span });
        Some(branch(arms, span))
    }

    /// The loop, cut in two by a test whose outcome is the same for all iterations.
    fn cut_outside(&mut self, head: &Counted, test: &Test, bounds: &Bounds) -> Option<Vec<Part>> {
        let mut arms = Vec::new();
        for (condition, outcome) in [(Some(test.clone()), true), (None, false)] {
            let mut bounds = bounds.clone();
            bounds.known.push((test.clone(), outcome));
            let body = self.piece(head, &head.from, &head.upto, &bounds)?;
            arms.push(Choice { condition, body, span: head.span });
        }
        Some(branch(arms, head.span))
    }

    fn piece(
        &mut self,
        head: &Counted,
        from: &Affine,
        upto: &Affine,
        bounds: &Bounds,
    ) -> Option<Vec<Part>> {
        self.copy(&head.body)?;
        let piece = Counted { from: from.clone(), upto: upto.clone(), ..head.clone() };
        self.counted(&piece, bounds.clone())
    }

    fn copy(&mut self, parts: &[Part]) -> Option<()> {
        let less = |left: usize| left.checked_sub(size(parts));
        self.left = less(self.left)?;
        if let Some(left) = self.left_for_one {
            self.left_for_one = Some(less(left)?);
        }
        Some(())
    }
}

/// What is known of the variable of a loop, and how tests of it are read.
struct View<'v> {
    variable: usize,
    bounds: &'v Bounds,
    quotients: &'v Quotients,
}

impl View<'_> {
    /// The parts where the variable lies between the bounds.
    fn inside(&self, parts: &[Part]) -> Vec<Part> {
        let mut result = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Word(_) => result.push(part.clone()),
                Part::Loop(head) => {
                    if self.decided(&runs(head)) != Some(false) {
                        result.extend(counted(head.with_body(self.inside(&head.body))));
                    }
                }
                Part::Branch(arms, span) => {
                    let kept = |arm: &Choice| {
                        let outcome = arm.condition.as_ref().and_then(|test| self.decided(test));
                        if outcome == Some(false) {
                            return None;
                        }
                        let condition = arm.condition.clone().filter(|_| outcome.is_none());
                        Some(Choice { condition, body: self.inside(&arm.body), span: arm.span })
                    };
                    result.extend(branch(arms.iter().filter_map(kept), *span));
                }
            }
        }
        result
    }

    /// Does the test hold, if the bounds or numbers decide it?
    fn decided(&self, test: &Test) -> Option<bool> {
        self.outcome_or_border(test).ok()
    }

    /// Is the outcome of the test open, and does a cut of the loop decide it?
    fn is_open(&self, test: &Test) -> bool {
        matches!(self.outcome_or_border(test), Err(Some(_)))
    }

    /// Does the test hold?  If that is open, a border at which a cut decides more.
    fn outcome_or_border(&self, test: &Test) -> Result<bool, Option<Border>> {
        if let Some(outcome) = outcome(test) {
            return Ok(outcome);
        }
        if test.difference.coefficients().len() <= self.variable {
            let outside = || Some(Border::Outside(test.clone()));
            return self.bounds.known(test).ok_or_else(outside);
        }
        let range = self.quotients.range(test, self.variable).ok_or(None)?;
        let reaches = |form: &Option<Affine>, missing| match form {
            Some(form) => self.bounds.reaches(form),
            None => Some(missing),
        };
        let (reached, passed) = (reaches(&range.least, true), reaches(&range.after, false));
        match (reached, passed) {
            (Some(false), _) | (_, Some(true)) => Ok(!range.inside),
            (Some(true), Some(false)) => Ok(range.inside),
            _ => Err(match (range.least, range.after) {
                (Some(least), Some(after)) if least.clone().plus(1) == after => {
                    Some(Border::At(least))
                }
                (Some(least), _) if reached.is_none() => Some(Border::From(least)),
                (_, after) => after.map(Border::From),
            }),
        }
    }

    /// The first border at which the loop can be cut.
    fn first_border(&self, parts: &[Part]) -> Option<Border> {
        let open = |test: &Test| self.outcome_or_border(test).err().flatten();
        parts.iter().find_map(|part| match part {
            Part::Word(_) => None,
            Part::Loop(head) => open(&runs(head)).or_else(|| self.first_border(&head.body)),
            Part::Branch(arms, _) => arms.iter().find_map(|arm| {
                let own = arm.condition.as_ref().and_then(open);
                own.or_else(|| self.first_border(&arm.body))
            }),
        })
    }

    /// Can the parts become letters, if there are `some`, or nothing, in a piece of the loop?
    fn can_be_letters(&self, parts: &[Part], some: bool) -> bool {
        parts.iter().all(|part| match part {
            Part::Word(word) => some && word.length.is_constant(),
            Part::Loop(head) => {
                let fixed = some && head.from.is_constant() && head.upto.is_constant();
                self.is_open(&runs(head)) || self.can_be_letters(&head.body, fixed)
            }
            Part::Branch(arms, _) => {
                let open =
                    |arm: &Choice| arm.condition.as_ref().is_none_or(|test| self.is_open(test));
                match arms.iter().all(open) {
                    true => {
                        arms.last().is_some_and(|arm| arm.condition.is_some())
                            || arms.iter().any(|arm| self.can_be_letters(&arm.body, some))
                    }
                    false => arms.iter().all(|arm| self.can_be_letters(&arm.body, false)),
                }
            }
        })
    }
}
