//! One case: from the description to period and preperiod.

use super::context::Replayer;
use super::flatten::Flattening;
use super::item::endless;
use super::length::is_length;
use super::rewrite::{Lists, StepError, primitive};
use super::rotation;
use crate::affine::Affine;
use crate::model::{Alphabet, Description};
use crate::polynomial::Polynomial;
use crate::proof::theorem::Step;
use std::collections::HashMap;

/// The least period and the least preperiod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Least {
    /// The period, or what is divided to get it.
    pub period: Polynomial,
    /// Where a state rotates, the period is divided by the greatest common divisor of these forms.
    pub divisor: Option<[Affine; 2]>,
    /// The preperiod.
    pub preperiod: Polynomial,
}

/// Goes through a case with `variables` variables, of which the parameters are the first.
///
/// # Errors
/// At the first step that is not right.
pub fn least<T: Replayer>(
    description: &Description,
    values: Alphabet,
    variables: usize,
    reader: &mut T,
) -> Result<Least, T::Error> {
    let refused = |why| Err(T::Error::from(StepError(why)));
    let Step::Parameters(parameters) = reader.next()? else {
        return refused("the parameters of the case were expected");
    };
    if parameters.len() != description.parameters.len()
        || parameters.iter().any(|form| form.coefficients().len() > variables)
    {
        return refused("these are not the parameters");
    }
    for (index, form) in parameters.iter().enumerate() {
        let difference = &Affine::variable(index) - form;
        reader.need(&difference)?;
        reader.need(&-&difference)?;
    }
    let outcomes = values == Alphabet::Outcome;
    if let Some(head) = description.state_loop() {
        let read = outcomes.then(|| rotation::outcomes(description));
        return rotation::least(read.as_ref().unwrap_or(description), head, variables, reader);
    }
    let lengths = HashMap::new();
    let mut flattening = Flattening { description, outcomes, variables, reader, lengths, count: 0 };
    let before = flattening.units(&description.preperiod, &parameters, 0)?;
    let body = flattening.units(&description.period, &parameters, 0)?;
    let mut lists = Lists::new(before, body, variables);
    // The body that it was shown for, which later steps may change.
    let mut shown = None;
    let period = loop {
        match reader.next()? {
            Step::Primitive => match lists.cycle() {
                Some(cycle) if primitive(cycle).len() == cycle.len() => {
                    shown = Some(lists.body.list().clone());
                }
                _ => return refused("this is not a cycle, or it is a power of a shorter one"),
            },
            Step::Pattern(pattern) => {
                let body = lists.body.list();
                reader.once(&endless(body, variables), &pattern)?;
                shown = Some(body.clone());
            }
            Step::Period(formula) => break formula,
            step => lists.apply(&step, reader)?,
        }
    };
    let Step::Preperiod(preperiod) = reader.next()? else {
        return refused("the preperiod was expected");
    };
    let Some(body) = shown else { return refused("the period was not shown to be least") };
    if !lists.ended {
        return refused("the preperiod was not shown to be least");
    }
    if !is_length(&period, &body, &parameters, variables)? {
        return refused("this is not the length of the endless loop");
    }
    if !is_length(&preperiod, lists.before.list(), &parameters, variables)? {
        return refused("this is not the length of what comes before the period");
    }
    Ok(Least { period, divisor: None, preperiod })
}
