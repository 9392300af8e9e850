//! The parameters for which a shape is right, proved.

use super::description::head;
use super::games::Games;
use super::set::Set;
use super::shape::{Shape, Word};
use crate::Integer;
use crate::affine::Affine;
use crate::infer::Options;
use crate::lang;
use crate::limit::Limit;
use crate::model::{Condition, Description};
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
    let words = |words: &[Word]| {
        let word = |(cycle, length): &Word| lang::word(alphabet, cycle, length, names);
        words.iter().map(word).collect::<Vec<_>>().join(" ")
    };
    let _ = match &shape.rows {
        Some(rows) => writeln!(text, "{}", rows.text(alphabet, names)),
        None => {
            writeln!(text, "{}\nREPEAT {} ENDREP", words(&shape.before), words(&shape.period))
        }
    };
    let description = lang::parse(&text, &lang::Options::default()).description?;
    Some((text, description))
}

#[cfg(test)]
mod tests {
    use super::super::shape::shape;
    use super::*;
    use crate::model::Rule;

    /// The region and the shape of { a b a+b } at a point.
    fn found(rule: Rule) -> (Games, Set, Shape, Vec<Integer>, Set) {
        let (list, conditions) = lang::family("a >= 1 b >= a+1 { a b a+b }").expect("a family");
        let conditions = conditions.into_iter().map(|condition| condition.constraint).collect();
        let games =
            Games { parameters: vec!['a', 'b'], moves: list.moves, conditions, start: None };
        let (options, point) = (Options { rule, ..Options::default() }, vec![57.into(), 98.into()]);
        let shape = shape(&games.ranges(), &point, rule == Rule::Mex, None).expect("a shape");
        let base = games.set();
        let set = region(&games, &base, &shape, &point, &options)
            .expect("no limit")
            .expect("a region")
            .set;
        (games, base, shape, point, set)
    }

    /// A region has only conditions without which the description is wrong.
    #[test]
    fn without_a_condition_the_description_is_refuted() {
        for rule in [Rule::Normal, Rule::Mex] {
            let (games, base, shape, _, set) = found(rule);
            let options = Options { rule, ..Options::default() };
            let (text, mut description) = description(&games, &shape, &options).expect("a text");
            let mut verdict = |forms: &[Affine]| {
                let set = Set { dimension: 2, forms: forms.to_vec() };
                let condition = |constraint| Condition { constraint, span: Default::default() };
                description.conditions = set.constraints().into_iter().map(condition).collect();
                verify::verify(&description, &text, &verify::Options::default()).verdict
            };
            assert_eq!(verdict(&set.forms), Verdict::Verified);
            let own = set.forms.iter().filter(|form| !base.forms.contains(form));
            assert_eq!(own.clone().count(), 1, "b <= 2a");
            assert_eq!(verdict(&base.forms), Verdict::Refuted);
        }
    }

    /// Whichever length of a shape is wrong, there is no region.
    #[test]
    fn wrong_shapes_have_no_region() {
        for rule in [Rule::Normal, Rule::Mex] {
            let (games, base, shape, point, _) = found(rule);
            let options = Options { rule, ..Options::default() };
            for index in 0..shape.period.len() {
                for by in [Affine::constant(1), Affine::constant(-1), Affine::variable(0)] {
                    let mut wrong = shape.clone();
                    let length = &mut wrong.period[index].1;
                    *length = &*length + &by;
                    let found = region(&games, &base, &wrong, &point, &options).expect("no limit");
                    assert!(found.is_none(), "{rule} {index}");
                }
            }
        }
    }
}
