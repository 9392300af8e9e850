//! The proof of a jump.

use super::comb::{Combs, Stretch};
use super::form::Form;
use super::front::Rules;
use super::shape::{Meaning, Shape, Symbol, Symbols};
use super::window::{Condition, Window};

/// A loop that is believed to follow; nothing of it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct Proposal<'a> {
    /// The state before the first iteration.
    pub start: &'a [Stretch],
    /// How each iteration changes the state.
    pub change: &'a [Stretch],
    /// What an iteration does.
    pub body: &'a [Symbol],
    /// The counts of all loops inside in the first iteration, in the order of their starts.
    pub counts: &'a [i64],
    /// How they grow with each iteration.
    pub slopes: &'a [i64],
}

impl<'a> Proposal<'a> {
    /// A loop that is known, from this state on, with the counts of the loops inside in the first iteration.
    pub fn of(shape: &'a Shape, start: &'a [Stretch], counts: &'a [i64]) -> Self {
        Self { start, change: &shape.change, body: &shape.body, counts, slopes: &shape.slopes }
    }
}

/// How many iterations follow for certain, at least 1.
///
/// `None` if not even the first is certain, or if nothing ends them: then the state does not
/// change, and nothing is to be jumped over.
pub fn iterations(
    rules: &Rules,
    combs: &Combs,
    symbols: &Symbols,
    proposal: Proposal<'_>,
) -> Option<i64> {
    let Proposal { start, change, body, counts, slopes } = proposal;
    if start.len() != change.len() || counts.len() != slopes.len() {
        return None;
    }
    let mut window = Window::<1>::new(start, rules.values);
    window.set_slope(0, change)?;
    let counts = counts.iter().zip(slopes).map(|(&value, &slope)| Form { value, slopes: [slope] });
    let counts: Vec<_> = counts.collect();
    let mut walk = Walk { rules, combs, symbols, window, last: i64::MAX };
    walk.iteration(body, &counts, change)?;
    walk.last.checked_add(1)
}

/// A walk through an iteration in numbers that are affine in its index j, on which all corners of
/// the loops inside are visited.
struct Walk<'a> {
    rules: &'a Rules,
    combs: &'a Combs,
    symbols: &'a Symbols,
    window: Window<1>,
    /// The greatest j for which all guards that were met are >= 0.
    last: i64,
}

impl Walk<'_> {
    fn body(&mut self, body: &[Symbol], mut counts: &[Form<1>]) -> Option<()> {
        for &symbol in body {
            match self.symbols.meaning(symbol) {
                Meaning::Step(recipe) => {
                    let last = &mut self.last;
                    let ask = |condition| hold(last, condition);
                    self.window.step(self.rules, self.combs, recipe.numbers(), ask)?;
                }
                Meaning::Loop(shape) => {
                    let (mine, others) = counts.split_at_checked(shape.loops())?;
                    counts = others;
                    let (&count, inner) = mine.split_first()?;
                    not_below_0(&mut self.last, count.shifted(-1)?)?;
                    self.iteration(&shape.body, inner, &shape.change)?;
                    if count == Form::constant(1) {
                        continue;
                    }
                    // The state is that behind the first iteration; before the last one, whose
                    // index is `count` - 1, it is this:
                    let index = count.shifted(-1)?;
                    self.window.recentre()?;
                    self.window.add(&shape.change, index.shifted(-1)?)?;
                    let inner = inner
                        .iter()
                        .zip(&shape.slopes)
                        .map(|(&inner, &slope)| inner.plus(index.times(slope)?));
                    let inner: Vec<_> = inner.collect::<Option<_>>()?;
                    self.iteration(&shape.body, &inner, &shape.change)?;
                }
            }
        }
        if counts.is_empty() { Some(()) } else { None }
    }

    /// One iteration, which must change the state by exactly this.
    fn iteration(&mut self, body: &[Symbol], counts: &[Form<1>], change: &[Stretch]) -> Option<()> {
        let before = self.window.state()?;
        self.body(body, counts)?;
        let after = self.window.state()?;
        let same = before.len() == change.len()
            && after.len() == change.len()
            && after.iter().zip(&before).zip(change).all(|((after, before), change)| {
                before.start.shifted(change.start) == Some(after.start)
                    && before.end.shifted(change.end) == Some(after.end)
                    && [before.comb, after.comb] == [change.comb; 2]
            });
        if same { Some(()) } else { None }
    }
}

/// Does a condition hold from index 0 on?  Notes how far.
///
/// A remainder has to be the same for all indices.  That it does not depend on the indices of loops
/// inside was seen when these were first jumped over: how forms depend on an index follows from
/// symbols, changes and slopes alone.
fn hold(last: &mut i64, condition: Condition<1>) -> Option<()> {
    match condition {
        Condition::NotNegative(form) => not_below_0(last, form),
        Condition::Congruent { form, modulus, remainder } => {
            let same = form.value.checked_rem_euclid(modulus)? == remainder
                && form.slopes[0].checked_rem_euclid(modulus)? == 0;
            if same { Some(()) } else { None }
        }
    }
}

/// Notes up to which index a form is >= 0; `None` if it is not at index 0.
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
    use crate::accelerate::front::Front;
    use crate::accelerate::search::{Search, difference};
    use crate::accelerate::view::View;
    use crate::limit::CancellationToken;
    use crate::sequence::Rule;

    /// A loop as it was found.
    #[derive(Clone, Debug)]
    struct Found {
        start: Vec<Stretch>,
        change: Vec<Stretch>,
        body: Vec<Symbol>,
        counts: Vec<i64>,
        slopes: Vec<i64>,
    }

    impl Found {
        fn iterations(&self, search: &Search) -> Option<i64> {
            let Self { start, change, body, counts, slopes } = self;
            let proposal = Proposal { start, change, body, counts, slopes };
            iterations(&search.rules, &search.combs, &search.symbols, proposal)
        }
    }

    /// All loops of the trace of a game, with their counts.
    fn loops(sizes: &[u64]) -> (Search, Vec<(Found, i64)>) {
        let mut search = Search::new(sizes, Rule::Normal).expect("increasing moves");
        assert_eq!(search.run(100_000, &CancellationToken::default()), Ok(true));
        let indices = 0..search.trace.len();
        let states: Vec<_> = indices.clone().map(|index| search.state(index)).collect();
        let found = indices.filter_map(|index| {
            let shape = search.symbols.loop_of(search.trace.symbol(index))?;
            let (&count, inner) = search.trace.counts(index).split_first()?;
            let found = Found {
                start: states[index].clone(),
                change: shape.change.to_vec(),
                body: shape.body.to_vec(),
                counts: inner.to_vec(),
                slopes: shape.slopes.to_vec(),
            };
            Some((found, count))
        });
        let found = found.collect();
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

    /// Whatever steps come one after the other are proposed as a loop.  What is claimed is compared
    /// with the steps that follow.
    #[test]
    fn claims_about_any_steps_are_true() {
        let (mut claims, mut farthest, mut refused) = (0, 0, 0);
        for sizes in [&[200, 500, 601, 801][..], &[2000, 6998, 9002], &[100, 700, 1900, 2000]] {
            let mut search = Search::new(sizes, Rule::Normal).expect("increasing moves");
            let rules = search.rules.clone();
            let greatest = *rules.moves.last().expect("a move");
            let mut front = Front::new(&rules);
            let (mut states, mut symbols) = (vec![front.state()], Vec::new());
            for _ in 0..1500 {
                front.step(&mut search.combs);
                states.push(front.state());
                symbols.push(search.symbols.recipe(&front.recipe).expect("few recipes"));
            }
            let view = |state: &[Stretch]| View::new(greatest, state.iter().copied());
            for from in 0..700 {
                for length in 1..=24 {
                    let Some(change) = difference(&states[from], &states[from + length]) else {
                        continue;
                    };
                    let proposal = Proposal {
                        start: &states[from],
                        change: &change,
                        body: &symbols[from..from + length],
                        counts: &[],
                        slopes: &[],
                    };
                    let count = iterations(&rules, &search.combs, &search.symbols, proposal);
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
                        let moved = states[from].iter().zip(&change).map(|(one, change)| Stretch {
                            start: one.start + iteration * change.start,
                            end: one.end + iteration * change.end,
                            comb: one.comb,
                        });
                        let moved: Vec<_> = moved.collect();
                        assert!(view(&moved).is_same(&view(state), &search.combs));
                    }
                }
            }
        }
        assert!(
            claims > 2000 && farthest > 50,
            "{claims} claims up to {farthest}, {refused} refused"
        );
    }

    /// Whatever single number of a loop is wrong, nothing is jumped over.
    #[test]
    fn wrong_loops_are_refused() {
        let mut refused = 0;
        for (search, found) in GAMES.iter().flat_map(|sizes| {
            let (search, loops) = loops(sizes);
            loops.into_iter().map(move |(found, _)| (search.clone(), found))
        }) {
            let mut refuse = |wrong: &Found| {
                assert_eq!(wrong.iterations(&search), None, "{wrong:?}");
                refused += 1;
            };
            for by in [-1, 1] {
                for index in 0..found.change.len() {
                    let mut wrong = found.clone();
                    wrong.change[index].start += by;
                    refuse(&wrong);
                }
                for index in 0..found.counts.len() {
                    let mut wrong = found.clone();
                    wrong.counts[index] += by;
                    refuse(&wrong);
                    wrong.counts[index] -= by;
                    wrong.slopes[index] += by;
                    // The first iteration does not depend on slopes.
                    assert!(wrong.iterations(&search) <= Some(1), "{wrong:?}");
                }
            }
            for index in 0..found.body.len() {
                let mut wrong = found.clone();
                wrong.body.remove(index);
                refuse(&wrong);
                // Another recipe in its place may describe the same step, so none is tried.
                let mut wrong = found.clone();
                wrong.body.insert(index, found.body[index]);
                refuse(&wrong);
            }
            let mut wrong = found.clone();
            wrong.change.pop();
            refuse(&wrong);
            wrong.start.pop();
            refuse(&wrong);
        }
        assert!(refused > 200, "{refused} wrong loops");
    }
}
