//! Loops cut where what an iteration writes changes.

use super::letters::letters;
use super::part::{
    Choice, Counted, Part, branch, counted, instance, outcome, size, where_at_least_zero,
};
use super::primitive;
use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Comparison, Test, Word};

/// The most words, loops and arms that all cuts together may copy.
const MOST_COPIED: usize = 1 << 16;

/// Too much would be copied.
#[derive(Debug)]
pub(super) struct TooLong;

/// What a test on a control variable v compares it with, a form over the variables below v.
#[derive(Clone)]
enum Border {
    /// v >= t.
    From(Affine),
    /// v = t.
    At(Affine),
    /// A test of variables below v.
    Outside(Test),
}

/// Forms between which a control variable lies, and tests of which the outcome is known.
#[derive(Clone, Default)]
struct Bounds {
    known: Vec<(Test, bool)>,
    least: Vec<Affine>,
    greatest: Vec<Affine>,
}

impl Bounds {
    fn and_least(&self, form: &Affine) -> Self {
        let mut bounds = self.clone();
        bounds.least.push(form.clone());
        bounds
    }

    fn and_greatest(&self, form: &Affine) -> Self {
        let mut bounds = self.clone();
        bounds.greatest.push(form.clone());
        bounds
    }

    /// Is the variable on this side of the border?  Where differences of forms are numbers.
    fn outcome(&self, border: &Border) -> Option<bool> {
        let number = |left: &Affine, right: &Affine| {
            let difference = left - right;
            difference.is_constant().then(|| difference.constant_term().clone())
        };
        let (Border::From(at) | Border::At(at)) = border else {
            let Border::Outside(test) = border else { return None };
            return self.known.iter().find(|(known, _)| known == test).map(|(_, outcome)| *outcome);
        };
        let above: Vec<Integer> = self.least.iter().filter_map(|least| number(least, at)).collect();
        let below: Vec<Integer> =
            self.greatest.iter().filter_map(|greatest| number(at, greatest)).collect();
        let reached = above.iter().any(|it| !it.is_negative());
        match border {
            _ if below.iter().any(Integer::is_positive) => Some(false),
            Border::From(_) | Border::Outside(_) => reached.then_some(true),
            Border::At(_) if above.iter().any(Integer::is_positive) => Some(false),
            Border::At(_) => (reached && below.iter().any(|it| !it.is_negative())).then_some(true),
        }
    }
}

/// The border that a test compares the variable with, and whether the test holds on that side;
/// where its factor divides the others, and no variable above it occurs.
fn border(test: &Test, variable: usize) -> Option<(Border, bool)> {
    let form = &test.difference;
    if form.is_constant() {
        return None;
    }
    if form.coefficients().len() <= variable {
        return Some((Border::Outside(test.clone()), true));
    }
    if form.coefficients().len() > variable + 1 {
        return None;
    }
    let factor = form.coefficient(variable);
    let (size, rises) = (factor.abs(), factor.is_positive());
    let divides = form.terms().all(|(_, each)| each.mod_floor(&size).is_zero());
    if !divides {
        return None;
    }
    // The difference is size * (v - t) or size * (t - v), with t rounded down or up.
    let divided = |form: &Affine| {
        let terms = form.coefficients().iter().map(|each| each.div_floor(&size));
        Affine::new(form.constant_term().div_floor(&size), terms)
    };
    let (down, up) = (divided(form), -&divided(&-form));
    let at = |rounded: &Affine| {
        let mut at = if rises { -rounded } else { rounded.clone() };
        at.add_term(variable, &Integer::ONE);
        at
    };
    Some(match (test.comparison, rises) {
        (Comparison::Equal, _) if down == up => (Border::At(at(&down)), true),
        (Comparison::NotEqual, _) if down == up => (Border::At(at(&down)), false),
        (Comparison::Equal | Comparison::NotEqual, _) => return None,
        (Comparison::AtLeast, true) => (Border::From(at(&down)), true),
        (Comparison::AtLeast, false) => (Border::From(at(&down).plus(1)), false),
        (Comparison::AtMost, true) => (Border::From(at(&up).plus(1)), false),
        (Comparison::AtMost, false) => (Border::From(at(&up)), true),
    })
}

/// That a loop has an iteration.
fn runs(head: &Counted) -> Test {
    Test { difference: &head.upto - &head.from, comparison: Comparison::AtLeast }
}

/// Cuts loops and makes words of them, from inside.
#[derive(Default)]
pub(super) struct Cutter {
    copied: usize,
    /// Was a loop cut, or made a word?
    pub changed: bool,
}

impl Cutter {
    /// The parts with fewer loops.
    pub fn parts(&mut self, parts: Vec<Part>) -> Result<Vec<Part>, TooLong> {
        let mut result = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Word(word) if word.length.is_zero() => self.changed = true,
                Part::Word(_) => result.push(part),
                Part::Loop(mut head) => {
                    head.body = self.parts(head.body)?;
                    result.extend(self.counted(*head, Bounds::default())?);
                }
                Part::Branch(arms, span) => {
                    let mut inside = Vec::with_capacity(arms.len());
                    for arm in arms {
                        inside.push(Choice { body: self.parts(arm.body)?, ..arm });
                    }
                    result.extend(branch(inside, span));
                }
            }
        }
        Ok(result)
    }

    /// A loop whose body is made of parts with fewer loops, and whose variable lies between these
    /// forms as well.
    fn counted(&mut self, mut head: Counted, mut bounds: Bounds) -> Result<Vec<Part>, TooLong> {
        if outcome(&runs(&head)) == Some(false) {
            self.changed = true;
            return Ok(Vec::new());
        }
        bounds.least.push(head.from.clone());
        bounds.greatest.push(head.upto.clone());
        head.body = inside(&head.body, head.variable, &bounds);
        if let Some(letters) = letters(&head.body) {
            self.changed = true;
            if letters.is_empty() {
                return Ok(Vec::new());
            }
            let count = (&head.upto - &head.from).plus(1);
            let length = count.times(&Integer::from(letters.len()));
            let cycle = primitive(&letters).into();
            let word = Word { cycle, length: length.into(), span: head.span };
            return Ok(where_at_least_zero(word));
        }
        if can_be_letters(&head.body, head.variable, &bounds, true)
            && let Some(border) = first_border(&head.body, head.variable, &bounds)
        {
            self.changed = true;
            return self.cut(&head, &border, &bounds);
        }
        Ok(counted(head).into_iter().collect())
    }

    /// The loop from a to b, cut at a border t: whole where all of it lies on one side, and in
    /// pieces otherwise.
    fn cut(
        &mut self,
        head: &Counted,
        border: &Border,
        bounds: &Bounds,
    ) -> Result<Vec<Part>, TooLong> {
        let (Border::From(at) | Border::At(at)) = border else {
            let Border::Outside(test) = border else { return Err(TooLong) };
            return self.cut_outside(head, test, bounds);
        };
        let single = matches!(border, Border::At(_));
        // The last value below the border, and the first one above it.
        let below = at.clone().plus(-1);
        let above = if single { at.clone().plus(1) } else { at.clone() };
        let (least, greatest) = (bounds.and_least(&above), bounds.and_greatest(&below));
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
            body.extend(self.parts(instance(&head.body, head.variable, at))?);
        }
        body.extend(self.piece(head, &above, upto, &least)?);
        arms.push(Choice { condition: None, body, span });
        Ok(branch(arms, span))
    }

    /// The loop, cut in two by a test that has the same outcome for all iterations.
    fn cut_outside(
        &mut self,
        head: &Counted,
        test: &Test,
        bounds: &Bounds,
    ) -> Result<Vec<Part>, TooLong> {
        let mut arms = Vec::new();
        for (condition, outcome) in [(Some(test.clone()), true), (None, false)] {
            let mut bounds = bounds.clone();
            bounds.known.push((test.clone(), outcome));
            let body = self.piece(head, &head.from, &head.upto, &bounds)?;
            arms.push(Choice { condition, body, span: head.span });
        }
        Ok(branch(arms, head.span))
    }

    fn piece(
        &mut self,
        head: &Counted,
        from: &Affine,
        upto: &Affine,
        bounds: &Bounds,
    ) -> Result<Vec<Part>, TooLong> {
        self.copy(&head.body)?;
        let piece = Counted { from: from.clone(), upto: upto.clone(), ..head.clone() };
        self.counted(piece, bounds.clone())
    }

    fn copy(&mut self, parts: &[Part]) -> Result<(), TooLong> {
        self.copied += size(parts);
        if self.copied > MOST_COPIED { Err(TooLong) } else { Ok(()) }
    }
}

/// The parts where the variable lies between the bounds.
fn inside(parts: &[Part], variable: usize, bounds: &Bounds) -> Vec<Part> {
    let mut result = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Word(_) => result.push(part.clone()),
            Part::Loop(head) => {
                if decided(&runs(head), variable, bounds) != Some(false) {
                    let body = inside(&head.body, variable, bounds);
                    result.extend(counted(Counted { body, ..(**head).clone() }));
                }
            }
            Part::Branch(arms, span) => {
                let mut kept = Vec::new();
                for arm in arms {
                    let test = arm.condition.as_ref();
                    let outcome = test.and_then(|test| decided(test, variable, bounds));
                    if outcome == Some(false) {
                        continue;
                    }
                    let condition = arm.condition.clone().filter(|_| outcome.is_none());
                    let last = condition.is_none();
                    let body = inside(&arm.body, variable, bounds);
                    kept.push(Choice { condition, body, span: arm.span });
                    if last {
                        break;
                    }
                }
                result.extend(branch(kept, *span));
            }
        }
    }
    result
}

/// Does the test hold, if that follows from the bounds, or from numbers?
fn decided(test: &Test, variable: usize, bounds: &Bounds) -> Option<bool> {
    if let Some(outcome) = outcome(test) {
        return Some(outcome);
    }
    let (border, side) = border(test, variable)?;
    bounds.outcome(&border).map(|reached| reached == side)
}

/// Is the outcome of the test open, and does a cut of the loop decide it?
fn is_open(test: &Test, variable: usize, bounds: &Bounds) -> bool {
    border(test, variable).is_some_and(|(border, _)| bounds.outcome(&border).is_none())
}

/// The first border at which the loop can be cut.
fn first_border(parts: &[Part], variable: usize, bounds: &Bounds) -> Option<Border> {
    let open = |test: &Test| match border(test, variable) {
        Some((border, _)) if bounds.outcome(&border).is_none() => Some(border),
        _ => None,
    };
    parts.iter().find_map(|part| match part {
        Part::Word(_) => None,
        Part::Loop(head) => {
            open(&runs(head)).or_else(|| first_border(&head.body, variable, bounds))
        }
        Part::Branch(arms, _) => arms.iter().find_map(|arm| {
            let own = arm.condition.as_ref().and_then(open);
            own.or_else(|| first_border(&arm.body, variable, bounds))
        }),
    })
}

/// Can the parts become letters, if there are `some`, or nothing, in a piece of the loop?
fn can_be_letters(parts: &[Part], variable: usize, bounds: &Bounds, some: bool) -> bool {
    parts.iter().all(|part| match part {
        Part::Word(word) => some && word.length.is_constant(),
        Part::Loop(head) => {
            let fixed = some && head.from.is_constant() && head.upto.is_constant();
            is_open(&runs(head), variable, bounds)
                || can_be_letters(&head.body, variable, bounds, fixed)
        }
        Part::Branch(arms, _) => {
            let open = |arm: &Choice| {
                arm.condition.as_ref().is_none_or(|test| is_open(test, variable, bounds))
            };
            let inside = |arm: &Choice, some| can_be_letters(&arm.body, variable, bounds, some);
            match arms.iter().all(open) {
                true => {
                    arms.last().is_some_and(|arm| arm.condition.is_some())
                        || arms.iter().any(|arm| inside(arm, some))
                }
                false => arms.iter().all(|arm| inside(arm, false)),
            }
        }
    })
}
