//! The search for a pattern that occurs once in the body of an endless loop.
//!
//! Bodies for a few parameters suggest which patterns are worth trying.  Where such a body is a power and others are
//! not, the case is split: at a hyperplane on which a word vanishes or two words become equally long, or between small
//! parameters and the others.  Where no body is short enough, or the patterns seen there fail for other parameters, see
//! `long_bodies`.  If that finds no pattern either, but one is seen when the least parameter is left out, this
//! parameter becomes a case of its own.

use super::case::{Case, Context, ContextError};
use super::compare;
use super::marker::{Markers, Sample};
use super::preceding::{Ends, Ground};
use super::{Unknown, flatten, long_bodies, unique};
use crate::Integer;
use crate::affine::Affine;
use crate::chain::block_graph;
use crate::limit::{CancellationToken, Limit};
use crate::minimality::item::{self, Item, endless};
use crate::proof::theorem::Pattern;

/// The most positions of a body that is written out: of the first one, and of others.
const MOST_POSITIONS: [usize; 2] = [1 << 20, 20_000];

/// The greatest parameter that may be a case of its own.
const SMALL: i64 = 8;

/// The most patterns tried for one case.
const MOST_PATTERNS: usize = 12;

/// A pattern that occurs once in each pass through the body, or why none is known.
///
/// # Errors
/// When the case must be split, or a limit is reached.
pub(super) fn least(
    case: &Case,
    body: &[Item],
    context: &mut Context,
    stop: &CancellationToken,
) -> Result<Result<Pattern, Unknown>, ContextError> {
    let description = endless(body, case.forms.len());
    let graph = block_graph(&description);
    let ground = Ground { case, description: &description, graph: &graph, stop };
    let mut samples = samples(case, body, stop)?;
    let written_out = match samples.is_empty() {
        true => Err(Unknown::NoPattern),
        false => by_samples(body, ground, &mut samples, context)?,
    };
    match written_out {
        Err(Unknown::NoPattern) => match long_bodies::pattern(ground, context)? {
            Some(pattern) => Ok(Ok(pattern)),
            None => {
                without_the_first(body, ground, &samples, context)?;
                Ok(Err(Unknown::NoPattern))
            }
        },
        known => Ok(known),
    }
}

/// Asks for a split after the least parameter, if it is small and a pattern is seen where it is left out: for example,
/// where words are as long as their cycle, the letters around them are not those for all greater parameters.
fn without_the_first(
    body: &[Item],
    ground: Ground<'_>,
    samples: &[Sample],
    context: &mut Context,
) -> Result<(), ContextError> {
    let Some(variable) = ground.case.only_variable() else { return Ok(()) };
    let [first, others @ ..] = samples else { return Ok(()) };
    let value = &first.point[variable];
    if others.is_empty() || *value > Integer::from(SMALL) {
        return Ok(());
    }
    let beyond = (&Affine::variable(variable) - &Affine::constant(value.clone())).plus(-1);
    let case = &ground.case.where_at_least_zero(&beyond);
    let loops = flatten::loops(ground.description);
    let Some(mut inner) = Context::new(case, loops, ground.stop)? else { return Ok(()) };
    let ground = Ground { case, ..ground };
    for ends in [Ends::Short, Ends::Long] {
        if Markers::new(body, ground, others, ends, &mut inner)?.next(&mut inner)?.is_some() {
            context.at_least_zero(&beyond)?;
        }
    }
    Ok(())
}

/// The same from bodies written out; the bodies of parameters for which a pattern fails are added to them.
fn by_samples(
    body: &[Item],
    ground: Ground<'_>,
    samples: &mut Vec<Sample>,
    context: &mut Context,
) -> Result<Result<Pattern, Unknown>, ContextError> {
    let mut patterns = [(Ends::Short, 0), (Ends::Long, 0)];
    'samples: loop {
        if samples.iter().any(Sample::is_power) {
            exception(ground.case, body, samples, context)?;
            return Ok(Err(Unknown::Shorter));
        }
        for (ends, patterns) in &mut patterns {
            let mut markers = Markers::new(body, ground, samples, *ends, context)?;
            while let Some(mut pattern) = markers.next(context)? {
                *patterns += 1;
                if *patterns > MOST_PATTERNS {
                    break;
                }
                let Some(found) = unique::elsewhere(ground, &mut pattern, &mut |_| Ok(None))?
                else {
                    return Ok(Ok(pattern));
                };
                // An occurrence elsewhere shows which further letters are needed.
                let point = found.values[..ground.case.forms.len()].to_vec();
                if !samples.iter().any(|sample| sample.point == point)
                    && let Some(values) = item::values(body, &point, MOST_POSITIONS[0])
                {
                    samples.push(Sample::new(point, values));
                    continue 'samples;
                }
            }
        }
        return Ok(Err(Unknown::NoPattern));
    }
}

/// Asks for a split where some bodies are powers, if a place for it is found.
fn exception(
    case: &Case,
    body: &[Item],
    samples: &[Sample],
    context: &mut Context,
) -> Result<(), ContextError> {
    let (powers, others): (Vec<_>, Vec<_>) = samples.iter().partition(|item| item.is_power());
    let mut lengths = Vec::new();
    collect(body, case.forms.len(), &mut lengths);
    let pairs = lengths.iter().enumerate();
    let differences =
        pairs.flat_map(|(index, left)| lengths[..index].iter().map(move |right| left - right));
    for form in lengths.iter().cloned().chain(differences) {
        let zero = |sample: &&Sample| form.at(&sample.point).is_zero();
        if powers.iter().all(zero) && !others.iter().any(zero) {
            // The parameters where it is 0 are a case of their own.
            for other in [form.clone().plus(-1), (-&form).plus(-1)] {
                context.at_least_zero(&other)?;
            }
        }
    }
    for length in &lengths {
        if length.at(&powers[0].point).is_zero() {
            context.at_least_zero(&length.clone().plus(-1))?;
        }
    }
    if let Some(variable) = case.only_variable()
        && !others.is_empty()
    {
        let same = samples[0].is_power() == samples[samples.len() - 1].is_power();
        let exception = if same { powers[0] } else { &samples[0] };
        let value = exception.point[variable].clone();
        let beyond = &Affine::variable(variable) - &Affine::constant(value);
        context.at_least_zero(&beyond.plus(-1))?;
    }
    Ok(())
}

/// The lengths of words that depend only on the first variables.
fn collect(items: &[Item], variables: usize, lengths: &mut Vec<Affine>) {
    for item in items {
        match item {
            Item::Word(_, length) if length.coefficients().len() <= variables => {
                if !lengths.contains(length) {
                    lengths.push(Affine::clone(length));
                }
            }
            Item::Word(..) => {}
            Item::Loop(head) => collect(&head.body, variables, lengths),
        }
    }
}

/// The bodies for a few small parameters of the case.
fn samples(case: &Case, body: &[Item], stop: &CancellationToken) -> Result<Vec<Sample>, Limit> {
    let mut samples = Vec::new();
    for point in compare::points(case, &[0, 1, 3], stop)? {
        let most = MOST_POSITIONS[usize::from(!samples.is_empty())];
        if let Some(values) = item::values(body, &point, most) {
            samples.push(Sample::new(point, values));
        }
    }
    Ok(samples)
}
