//! The sequence of one game, with the form of each boundary.
//!
//! A maximal run of equal values begins at a boundary, and ends at another one for a reason: a smaller value is no
//! longer reached, or the value itself is.  Both happen at a boundary before, plus a move.  So each boundary is an
//! affine form in the parameters.  It is the same form for all parameters for which the same bound is attained first,
//! and the same earlier runs cover the run: these are the conditions.

use crate::Integer;
use crate::affine::Affine;
use crate::model::Value;

/// The most runs that are looked at.
const MOST_RUNS: usize = 96;

/// A cycle of values, and the number of values.
pub(super) type Word = (Vec<Value>, Affine);

/// Words with their lengths, and conditions under which the sequence consists of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The words before the endless loop.
    pub before: Vec<Word>,
    /// The words of the endless loop.
    pub period: Vec<Word>,
    /// What must be at least 0.
    pub conditions: Vec<Affine>,
}

impl Shape {
    /// The number of words.
    pub(super) fn size(&self) -> usize {
        self.before.len() + self.period.len()
    }
}

/// A place in a sequence: the number, and its form.
type Place = (i64, Affine);

/// A run of equal values, with its end if that is known.
struct Run {
    value: u32,
    begin: Place,
    end: Place,
}

/// All moves from the first to the last, for the parameters at hand and as forms.
struct Moves {
    first: Place,
    last: Place,
}

/// The forms of the boundaries, run by run.
struct Forms<'s> {
    moves: Vec<Moves>,
    /// Are values Grundy values?  They are outcomes otherwise.
    is_mex: bool,
    /// The value of all positions before 0, if there are any.
    start: Option<u32>,
    values: &'s [u32],
    runs: Vec<Run>,
    /// For each run, the conditions for its end.
    conditions: Vec<Vec<Affine>>,
}

/// The shape of the sequence that begins with these values, where it repeats within them; `None` if it does not, or if
/// two bounds with different forms are attained at once.
pub(super) fn shape(
    moves: &[(Affine, Affine)],
    point: &[Integer],
    is_mex: bool,
    start: Option<Value>,
    values: &[u32],
) -> Option<Shape> {
    let place = |form: &Affine| Some((form.at(point).to_i64()?, form.clone()));
    let (mut conditions, mut listed) = (Vec::new(), Vec::new());
    for (first, last) in moves {
        let (first, last) = (place(first)?, place(last)?);
        let gap = &last.1 - &first.1;
        if last.0 < first.0 {
            conditions.push((-&gap).plus(-1));
        } else {
            conditions.push(gap);
            listed.push(Moves { first, last });
        }
    }
    let greatest = listed.iter().map(|it| it.last.0).max()?;
    let start = start.map(|value| u32::from(value.0));
    let (runs, limits) = (Vec::new(), Vec::new());
    let mut forms = Forms { moves: listed, is_mex, start, values, runs, conditions: limits };
    for _ in 0..MOST_RUNS {
        forms.next()?;
        if let Some((first, count, last)) = forms.cycle(greatest) {
            conditions.extend(forms.conditions[..last].iter().flatten().cloned());
            let mut known: Vec<Affine> = Vec::new();
            for form in conditions {
                if !form.is_constant() && !known.contains(&form) {
                    known.push(form);
                }
            }
            let words = |runs: &[Run]| {
                let word = |run: &Run| {
                    Some((vec![Value(u8::try_from(run.value).ok()?)], &run.end.1 - &run.begin.1))
                };
                runs.iter().map(word).collect::<Option<Vec<_>>>()
            };
            return Some(Shape {
                before: words(&forms.runs[..first])?,
                period: words(&forms.runs[first..first + count])?,
                conditions: known,
            });
        }
    }
    None
}

fn plus(place: &Place, by: &Place) -> Place {
    (place.0 + by.0, &place.1 + &by.1)
}

impl Forms<'_> {
    /// Finds the form of the end of the next run; `None` if that is not possible.
    fn next(&mut self) -> Option<()> {
        let begin = self.runs.last().map_or((0, Affine::zero()), |run| run.end.clone());
        let from = usize::try_from(begin.0).ok()?;
        let value = *self.values.get(from)?;
        let length = self.values[from..].iter().position(|other| *other != value)?;
        let end = begin.0 + i64::try_from(length).ok()?;
        let (mut bounds, mut conditions) = (Vec::new(), Vec::new());
        let smaller = if self.is_mex { 0..value } else { 0..value.min(1) };
        for wanted in smaller {
            bounds.push(self.covered(wanted, &begin, end, &mut conditions)?);
        }
        if self.is_mex || value == 0 {
            self.free(value, &begin, &mut bounds, &mut conditions);
        }
        let attained = bounds.iter().find(|bound| bound.0 == end)?.1.clone();
        if bounds.iter().any(|bound| bound.0 < end || bound.0 == end && bound.1 != attained) {
            return None;
        }
        conditions.extend(bounds.iter().map(|bound| &bound.1 - &attained));
        conditions.push(&attained - &begin.1);
        self.runs.push(Run { value, begin, end: (end, attained) });
        self.conditions.push(conditions);
        Some(())
    }

    /// Up to where the positions from `begin` on can be moved to this value without a gap, at least up to `end`; the
    /// conditions say that there are no gaps.
    fn covered(
        &self,
        value: u32,
        begin: &Place,
        end: i64,
        conditions: &mut Vec<Affine>,
    ) -> Option<Place> {
        let mut reached = begin.clone();
        while reached.0 < end {
            let runs = self.runs.iter().filter(|run| run.value == value);
            let ends = runs.map(|run| (Some(&run.begin), run.end.clone()));
            let before = (self.start == Some(value)).then(|| (None, (0, Affine::zero())));
            let pieces = ends.chain(before).flat_map(|(first, last)| {
                self.moves.iter().map(move |it| {
                    (first.map(|first| plus(first, &it.first)), plus(&last, &it.last))
                })
            });
            let touching =
                pieces.filter(|(first, _)| first.as_ref().is_none_or(|first| first.0 <= reached.0));
            let (first, last) = touching.max_by_key(|(_, last)| last.0)?;
            if last.0 <= reached.0 {
                return None;
            }
            conditions.extend(first.map(|first| &reached.1 - &first.1));
            reached = last;
        }
        Some(reached)
    }

    /// No move leads from the run to another position of the same value: a bound of its end for each move.
    fn free(
        &self,
        value: u32,
        begin: &Place,
        bounds: &mut Vec<Place>,
        conditions: &mut Vec<Affine>,
    ) {
        for Moves { first, last } in &self.moves {
            let alike = || self.runs.iter().filter(|run| run.value == value);
            let before = (self.start == Some(value)).then(|| (0, Affine::zero()));
            let ends = before.into_iter().chain(alike().map(|run| run.end.clone()));
            let below = ends.map(|end| plus(&end, last)).rfind(|end| end.0 <= begin.0);
            conditions.extend(below.map(|below| &begin.1 - &below.1));
            let next = alike().find(|run| run.end.0 + last.0 > begin.0);
            bounds.push(plus(next.map_or(begin, |run| &run.begin), first));
        }
    }

    /// The first run of a cycle, the number of its runs, and the number of runs that show it: the last runs repeat
    /// those a cycle before, for as many positions as the greatest move.
    fn cycle(&self, greatest: i64) -> Option<(usize, usize, usize)> {
        let all = self.runs.len();
        let length = |run: &Run| &run.end.1 - &run.begin.1;
        (1..all).find_map(|count| {
            // The first run that is like the one a cycle later, as are all after it.
            let alike = |first: &usize| {
                let (one, other) = (&self.runs[*first], &self.runs[first + count]);
                one.value == other.value && length(one) == length(other)
            };
            let first = (0..all - count).rev().take_while(alike).last()?;
            let shown = self.runs[all - count - 1].end.0 - self.runs[first].begin.0;
            (shown >= greatest).then_some((first, count, all))
        })
    }
}
