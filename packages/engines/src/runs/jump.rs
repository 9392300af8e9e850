//! The proof of a jump.

use super::comb::Stretch;
use super::items::Item;
use super::search::Vocabulary;
use super::window::{StepCondition, Window};
use crate::fold::{Affine as _, Corners, Form, Schema, Symbol, Track, grown, iteration};

/// The number of iterations of a loop that certainly follow, at least 1; the loop need not be trusted.
///
/// The loops inside have these counts in the first iteration.  `None` if not even the first is certain, or if nothing
/// ends them: then the state does not change, and there is nothing to jump over.
pub(super) fn iterations(
    known: Vocabulary<'_>,
    start: &[Stretch],
    schema: &Schema<Stretch>,
    counts: &[i64],
) -> Option<i64> {
    if start.len() != schema.change.len() || counts.len() != schema.slopes.len() {
        return None;
    }
    let index = Form::index(0)?;
    let mut walk =
        JumpWalk { known, window: Window::new(start, known.rules.values), last: i64::MAX };
    walk.add(&schema.change, index)?;
    let counts: Vec<_> = counts.iter().map(|&count| Form::constant(count)).collect();
    iteration(known.schemas, &mut walk, schema, &grown(&counts, &schema.slopes, index)?)?;
    walk.last.checked_add(1)
}

/// A walk through an iteration in numbers that are affine in its index j, visiting all corners of the loops inside.
struct JumpWalk<'a> {
    known: Vocabulary<'a>,
    window: Window<1>,
    /// The greatest j for which all guards so far are >= 0.
    last: i64,
}

impl Track<Stretch> for JumpWalk<'_> {
    type Number = Form<1>;

    fn add(&mut self, change: &[Stretch], times: Form<1>) -> Option<()> {
        self.window.add(change, times)
    }
}

impl Corners<Stretch> for JumpWalk<'_> {
    type State = Vec<Item<1>>;

    fn step(&mut self, symbol: Symbol) -> Option<()> {
        let Vocabulary { rules, combs, classes, .. } = self.known;
        let last = &mut self.last;
        self.window.step(rules, combs, classes.get(symbol), |condition| hold(last, condition))?;
        Some(())
    }

    fn state(&self) -> Option<Vec<Item<1>>> {
        self.window.state()
    }

    fn has_changed(&self, before: &Vec<Item<1>>, change: &[Stretch]) -> Option<()> {
        let after = self.window.state()?;
        let same = before.len() == change.len()
            && after.len() == change.len()
            && after.iter().zip(before).zip(change).all(|((after, before), change)| {
                before.start.shifted(change.start) == Some(after.start)
                    && before.end.shifted(change.end) == Some(after.end)
                    && [before.comb, after.comb] == [change.comb; 2]
            });
        same.then_some(())
    }

    fn not_negative(&mut self, number: Form<1>) -> Option<()> {
        not_below_0(&mut self.last, number)
    }
}

/// Does a condition hold from index 0 on?  Notes how far.
///
/// A remainder has to be the same for all indices.  That it does not depend on the indices of loops inside was checked
/// when these were first jumped over: how forms depend on an index follows only from symbols, changes and slopes.
fn hold(last: &mut i64, condition: StepCondition<1>) -> Option<()> {
    match condition {
        StepCondition::NotNegative(form) => not_below_0(last, form),
        StepCondition::Congruent { form, modulus, remainder } => {
            let same = form.value.checked_rem_euclid(modulus)? == remainder
                && form.slopes[0].checked_rem_euclid(modulus)? == 0;
            same.then_some(())
        }
    }
}

/// Records up to which index a form is >= 0; `None` if it is negative at index 0.
fn not_below_0(last: &mut i64, form: Form<1>) -> Option<()> {
    if form.value < 0 {
        return None;
    }
    if form.slopes[0] < 0 {
        *last = (*last).min(form.value / form.slopes[0].checked_neg()?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::{Machine as _, Schemas};
    use crate::limit::CancellationToken;
    use crate::runs::class::Classes;
    use crate::runs::comb::Combs;
    use crate::runs::front::Front;
    use crate::runs::search::LoopSearch;
    use crate::runs::view::View;
    use crate::sequence::Rule;

    /// A loop as found.
    #[derive(Clone, Debug)]
    struct FoundLoop {
        start: Vec<Stretch>,
        schema: Schema<Stretch>,
        counts: Vec<i64>,
    }

    impl FoundLoop {
        fn iterations(&self, search: &LoopSearch) -> Option<i64> {
            iterations(search.vocabulary(), &self.start, &self.schema, &self.counts)
        }

        /// The loop with one of its lists replaced.
        fn with<T: Clone>(
            &self,
            list: impl Fn(&mut Schema<Stretch>) -> &mut Box<[T]>,
            edit: impl FnOnce(&mut Vec<T>),
        ) -> Self {
            let mut other = self.clone();
            let mut edited = list(&mut other.schema).to_vec();
            edit(&mut edited);
            *list(&mut other.schema) = edited.into();
            other
        }
    }

    /// All loops of the trace of a game, with their counts.
    fn loops(sizes: &[u64]) -> (LoopSearch, Vec<(FoundLoop, i64)>) {
        let mut search = LoopSearch::new(sizes, Rule::Normal).expect("increasing moves");
        assert_eq!(search.run(100_000, &CancellationToken::default()), Ok(true));
        let mut found = Vec::new();
        let loops: Vec<_> =
            search.trace().loops().map(|(entry, counts)| (entry, counts.to_vec())).collect();
        for (entry, counts) in loops {
            let start = search.state(entry);
            let symbol = search.trace().symbols()[entry];
            let schema = search.vocabulary().schemas.get(symbol).expect("a loop");
            let schema = Schema::clone(schema);
            found.push((FoundLoop { start, schema, counts: counts[1..].to_vec() }, counts[0]));
        }
        (search, found)
    }

    /// Games with loops of loops, and with combs.
    const GAMES: [&[u64]; 2] = [&[2000, 5000, 6001, 8001], &[2000, 6998, 9002]];

    #[test]
    fn a_loop_goes_on_exactly_as_far_as_it_was_jumped_over() {
        for sizes in GAMES {
            let (search, loops) = loops(sizes);
            assert!(loops.len() >= 3 && loops.iter().any(|(found, _)| !found.counts.is_empty()));
            for (found, count) in &loops {
                assert_eq!(found.iterations(&search), Some(*count));
            }
        }
    }

    /// Any consecutive steps are proposed as a loop.  What is claimed is compared with the steps that follow.
    #[test]
    fn claims_about_any_steps_are_true() {
        let (mut claims, mut farthest, mut refused) = (0, 0, 0);
        for sizes in [&[200, 500, 601, 801][..], &[2000, 6998, 9002], &[100, 700, 1900, 2000]] {
            let search = LoopSearch::new(sizes, Rule::Normal).expect("increasing moves");
            let rules = search.vocabulary().rules.clone();
            let (mut combs, mut classes) = (Combs::default(), Classes::default());
            let greatest = *rules.moves.last().expect("a move");
            let mut front = Front::new(&rules);
            let (mut states, mut symbols) = (vec![front.state()], Vec::new());
            for _ in 0..1500 {
                front.step(&mut combs);
                states.push(front.state());
                symbols.push(classes.name(&front.class).expect("few classes"));
            }
            let schemas = Schemas::default();
            let known =
                Vocabulary { rules: &rules, combs: &combs, classes: &classes, schemas: &schemas };
            let view = |state: &[Stretch]| View::new(greatest, state.iter().copied());
            for from in 0..700 {
                for length in 1..=24 {
                    let Some(change) =
                        LoopSearch::difference(&states[from], &states[from + length])
                    else {
                        continue;
                    };
                    let body = symbols[from..from + length].into();
                    let schema = Schema { body, change, slopes: [].into(), depth: 1 };
                    let count = iterations(known, &states[from], &schema, &[]);
                    let Some(count) = count else {
                        refused += 1;
                        continue;
                    };
                    claims += 1;
                    for iteration in 1..=count {
                        let Some(state) = usize::try_from(iteration)
                            .ok()
                            .and_then(|iteration| states.get(from + iteration * length))
                        else {
                            break;
                        };
                        farthest = farthest.max(iteration);
                        let moved =
                            states[from].iter().zip(&schema.change).map(|(one, change)| Stretch {
                                start: one.start + iteration * change.start,
                                end: one.end + iteration * change.end,
                                comb: one.comb,
                            });
                        let moved: Vec<_> = moved.collect();
                        assert!(view(&moved).is_same(&view(state), &combs));
                    }
                }
            }
        }
        assert!(
            claims > 2000 && farthest > 50,
            "{claims} claims up to {farthest}, {refused} refused"
        );
    }

    /// Whichever single number of a loop is wrong, nothing is jumped over.
    #[test]
    fn wrong_loops_are_refused() {
        let mut refused = 0;
        for (search, found) in GAMES.iter().flat_map(|sizes| {
            let (search, loops) = loops(sizes);
            loops.into_iter().map(move |(found, _)| (search.clone(), found))
        }) {
            let mut refuse = |wrong: &FoundLoop| {
                assert_eq!(wrong.iterations(&search), None, "{wrong:?}");
                refused += 1;
            };
            for by in [-1, 1] {
                for index in 0..found.schema.change.len() {
                    refuse(&found.with(|of| &mut of.change, |change| change[index].start += by));
                }
                for index in 0..found.counts.len() {
                    let mut wrong = found.clone();
                    wrong.counts[index] += by;
                    refuse(&wrong);
                    let wrong =
                        found.with(|schema| &mut schema.slopes, |slopes| slopes[index] += by);
                    // The first iteration does not depend on slopes.
                    assert!(wrong.iterations(&search) <= Some(1), "{wrong:?}");
                }
            }
            for index in 0..found.schema.body.len() {
                refuse(&found.with(
                    |schema| &mut schema.body,
                    |body| {
                        body.remove(index);
                    },
                ));
                // Another class in its place may describe the same step, so no such change is tried.
                refuse(&found.with(|of| &mut of.body, |body| body.insert(index, body[index])));
            }
            let mut wrong = found.with(
                |schema| &mut schema.change,
                |change| {
                    change.pop();
                },
            );
            refuse(&wrong);
            wrong.start.pop();
            refuse(&wrong);
        }
        assert!(refused > 200, "{refused} wrong loops");
    }
}
