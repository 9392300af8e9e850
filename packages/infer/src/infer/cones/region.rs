//! The parameters for which a shape is right, proved.

use super::description::head;
use super::games::Games;
use super::set::Set;
use super::shape::Shape;
use crate::Integer;
use crate::affine::Affine;
use crate::infer::Options;
use crate::lang;
use crate::limit::Limit;
use crate::model::{Condition, Description, Value};
use crate::theorem::{Theorem, TheoremOptions, theorem};
use crate::verdict::Verdict;
use crate::verify;
use std::fmt::Write as _;

/// The most conditions of a region that are made strict together.
const MOST_STRICT: u32 = 3;

/// A proved shape.
pub(super) struct Region {
    /// The parameters for which it is proved.
    pub set: Set,
    /// What follows.
    pub theorem: Theorem,
}

/// A region with this point, as large as leaving out conditions one by one makes it, and what follows there; `None`
/// if that is not proved.
///
/// Where period and preperiod are not least on the whole region, they may be on the region without some facets.
pub(super) fn region(
    games: &Games,
    base: &Set,
    shape: &Shape,
    point: &[Integer],
    options: &Options<'_>,
) -> Result<Option<Region>, Limit> {
    let Some((text, description)) = description(games, shape, options) else { return Ok(None) };
    let at = |forms: &[Affine]| {
        let mut description = description.clone();
        let condition = |constraint| Condition { constraint, span: Default::default() };
        description.conditions =
            base.with(forms).constraints().into_iter().map(condition).collect();
        description
    };
    let is_right = |forms: &[Affine]| {
        let proving = verify::Options {
            threads: options.threads.clone(),
            stop: options.stop.clone(),
            ..verify::Options::default()
        };
        verify::verify(&at(forms), &text, &proving).verdict == Verdict::Verified
    };
    let own = base.forms.len();
    let all = base.with(&shape.conditions).reduced_after(own, &options.stop)?;
    let mut forms = all.forms[own..].to_vec();
    if !is_right(&forms) {
        return options.stop.check().map(|()| None);
    }
    let mut index = 0;
    while index < forms.len() {
        let form = forms.remove(index);
        if !is_right(&forms) {
            forms.insert(index, form);
            index += 1;
        }
    }
    options.stop.check()?;
    let asked = TheoremOptions { values: None, stop: options.stop.clone() };
    let mut found: Option<Region> = None;
    for forms in facets_left_out(&base.with(&forms).reduced(&options.stop)?.forms) {
        let set = base.with(&forms).reduced(&options.stop)?;
        if !set.contains(point) {
            continue;
        }
        let Ok(theorem) = theorem(&at(&forms), &asked) else {
            options.stop.check()?;
            continue;
        };
        let is_least = theorem.is_minimal();
        if is_least || found.is_none() {
            found = Some(Region { set, theorem });
        }
        if is_least {
            break;
        }
    }
    Ok(found)
}

/// The forms, with none of them decreased by 1, then one, then two, and so on.
fn facets_left_out(forms: &[Affine]) -> impl Iterator<Item = Vec<Affine>> {
    let subsets = 1_u32 << forms.len().min(6);
    (0..=MOST_STRICT).flat_map(move |count| {
        (0..subsets).filter(move |subset| subset.count_ones() == count).map(move |subset| {
            let form = |(index, form): (usize, &Affine)| {
                let is_strict = index < 6 && subset >> index & 1 == 1;
                if is_strict { form.clone().plus(-1) } else { form.clone() }
            };
            forms.iter().enumerate().map(form).collect()
        })
    })
}

/// The description that the shape is, for all parameters: its conditions are put in later.
fn description(
    games: &Games,
    shape: &Shape,
    options: &Options<'_>,
) -> Option<(String, Description)> {
    let names = &games.parameters;
    let mut text = String::new();
    // Writing to a string does not fail.
    for name in names {
        let _ = writeln!(text, "{name} >= 0");
    }
    let alphabet = options.rule.alphabet();
    text += &head(games, alphabet);
    let words = |words: &[(Value, Affine)]| {
        let word =
            |(value, length): &(Value, Affine)| lang::word(alphabet, &[*value], length, names);
        words.iter().map(word).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(text, "{}\nREPEAT {} ENDREP", words(&shape.before), words(&shape.period));
    let description = lang::parse(&text, &lang::Options::default()).description?;
    Some((text, description))
}
