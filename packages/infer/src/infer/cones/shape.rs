//! The sequence of one game, run by run, with the form of each boundary.
//!
//! A maximal run of equal values begins at a boundary, and ends at another one for a reason: a smaller value is no
//! longer reached, or the value itself is.  Both happen at a boundary before, plus a move.  So each boundary is an
//! affine form in the parameters.  It is the same form for all parameters for which the same bound is attained first,
//! and the same earlier runs cover the run: these are the conditions.  The work is that of the runs, however long they
//! are.

use super::rows::Rows;
use crate::Integer;
use crate::affine::Affine;
use crate::model::Value;

/// The most runs among which a cycle is looked for, and the most of a sequence that may consist of rows.
const MOST_RUNS: [usize; 2] = [96, 640];

/// A cycle of values, and the number of values.
pub(super) type Word = (Vec<Value>, Affine);

/// Words with their lengths, and conditions under which the sequence consists of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The words before the endless loop.
    pub before: Vec<Word>,
    /// The words of the endless loop; none if it consists of rows.
    pub period: Vec<Word>,
    /// The rows of the endless loop.
    pub rows: Option<Rows>,
    /// What must be at least 0.
    pub conditions: Vec<Affine>,
}

impl Shape {
    /// The number of words.
    pub(super) fn size(&self) -> usize {
        self.before.len() + self.period.len() + self.rows.as_ref().map_or(0, Rows::size)
    }
}

/// A place in a sequence: the number, and its form.
pub(super) type Place = (Integer, Affine);

/// A run of equal values.
pub(super) struct Run {
    pub value: u32,
    pub begin: Place,
    pub end: Place,
    /// The form of its length.
    length: Affine,
}

impl Run {
    fn new(value: u32, begin: Place, end: Place) -> Self {
        let length = &end.1 - &begin.1;
        Self { value, begin, end, length }
    }

    /// The form of its length.
    pub(super) fn length(&self) -> Affine {
        self.length.clone()
    }
}

/// All moves from the first to the last, for the parameters at hand and as forms.
struct Moves {
    first: Place,
    last: Place,
}

/// The forms of the boundaries, run by run.
struct Forms {
    moves: Vec<Moves>,
    greatest: Integer,
    /// Are values Grundy values?  They are outcomes otherwise.
    is_mex: bool,
    /// The value of all positions before 0, if there are any.
    start: Option<u32>,
    runs: Vec<Run>,
    /// For each run, the conditions for its end.
    conditions: Vec<Vec<Affine>>,
}

/// Why a game shows no shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unshaped {
    /// Two bounds are attained at once: this is the difference of their forms.
    Tie(Affine),
    /// It has too many runs, or no moves.
    Long,
}

/// The shape of the sequence of the game at a point.
pub(super) fn shape(
    moves: &[(Affine, Affine)],
    point: &[Integer],
    is_mex: bool,
    start: Option<Value>,
) -> Result<Shape, Unshaped> {
    let place = |form: &Affine| (form.at(point), form.clone());
    let (mut conditions, mut listed) = (Vec::new(), Vec::new());
    for (first, last) in moves {
        let (first, last) = (place(first), place(last));
        let gap = &last.1 - &first.1;
        if last.0 < first.0 {
            conditions.push((-&gap).plus(-1));
        } else {
            conditions.push(gap);
            listed.push(Moves { first, last });
        }
    }
    let greatest = listed.iter().map(|game| game.last.0.clone()).max().ok_or(Unshaped::Long)?;
    let start = start.map(|value| u32::from(value.0));
    let (runs, limits) = (Vec::new(), Vec::new());
    let mut forms = Forms { moves: listed, greatest, is_mex, start, runs, conditions: limits };
    let mut tie = None;
    while tie.is_none() && forms.runs.len() < MOST_RUNS[1] {
        tie = forms.next().err();
        if forms.runs.len() > MOST_RUNS[0] {
            continue;
        }
        if let Some((first, count, last)) = forms.cycle() {
            conditions.extend(forms.conditions[..last].iter().flatten().cloned());
            let mut known: Vec<Affine> = Vec::new();
            for form in conditions {
                if !form.is_constant() && !known.contains(&form) {
                    known.push(form);
                }
            }
            let word = |run: &Run| {
                let value = u8::try_from(run.value).map_err(|_| Unshaped::Long)?;
                Ok((vec![Value(value)], run.length()))
            };
            let words = |runs: &[Run]| runs.iter().map(word).collect::<Result<Vec<_>, _>>();
            return Ok(Shape {
                before: words(&forms.runs[..first])?,
                period: words(&forms.runs[first..first + count])?,
                rows: None,
                conditions: known,
            });
        }
    }
    // When the first state returns there is a tie.
    match Rows::of(&forms.runs, point) {
        Some((rows, conditions)) => {
            Ok(Shape { before: Vec::new(), period: Vec::new(), rows: Some(rows), conditions })
        }
        None => Err(tie.filter(|_| forms.runs.len() < MOST_RUNS[0]).unwrap_or(Unshaped::Long)),
    }
}

fn plus(place: &Place, by: &Place) -> Place {
    (&place.0 + &by.0, &place.1 + &by.1)
}

impl Forms {
    /// Finds the next run.
    fn next(&mut self) -> Result<(), Unshaped> {
        let begin = self.runs.last().map_or((Integer::ZERO, Affine::zero()), |run| run.end.clone());
        let reaches = |value: u32| {
            let pieces = self.pieces(value).into_iter();
            pieces
                .filter(|(_, last)| last.0 > begin.0)
                .any(|(first, _)| first.is_none_or(|first| first.0 <= begin.0))
        };
        let value = match self.is_mex {
            true => {
                (0..=u32::from(u8::MAX)).find(|&value| !reaches(value)).ok_or(Unshaped::Long)?
            }
            false => u32::from(reaches(0)),
        };
        let (mut bounds, mut conditions) = (Vec::new(), Vec::new());
        if self.is_mex || value == 0 {
            self.free(value, &begin, &mut bounds, &mut conditions);
        }
        let smaller = if self.is_mex { 0..value } else { 0..value.min(1) };
        let mut end = bounds.iter().map(|bound| bound.0.clone()).min();
        for wanted in smaller.clone() {
            let reached = self.covered(wanted, &begin, end.as_ref(), &mut Vec::new()).0;
            end = end.into_iter().chain([reached]).min();
        }
        let end = end.ok_or(Unshaped::Long)?;
        for wanted in smaller {
            bounds.push(self.covered(wanted, &begin, Some(&end), &mut conditions));
        }
        let attained = bounds.iter().filter(|bound| bound.0 == end).map(|bound| &bound.1);
        let mut attained = attained.cloned().collect::<Vec<_>>().into_iter();
        let first = attained.next().ok_or(Unshaped::Long)?;
        if let Some(other) = attained.find(|other| *other != first) {
            return Err(Unshaped::Tie(&other - &first));
        }
        conditions.extend(bounds.iter().map(|bound| &bound.1 - &first));
        conditions.push(&first - &begin.1);
        self.runs.push(Run::new(value, begin, (end, first)));
        self.conditions.push(conditions);
        Ok(())
    }

    /// From where and up to where positions can be moved to a run of this value; from everywhere, if it is the one
    /// before position 0.
    fn pieces(&self, value: u32) -> Vec<(Option<Place>, Place)> {
        let begin = self.runs.last().map_or(&Integer::ZERO, |run| &run.end.0);
        // No move leads beyond the end of those before.
        let near = self.runs.partition_point(|run| &run.end.0 + &self.greatest <= *begin);
        let runs = self.runs[near..].iter().filter(|run| run.value == value);
        let ends = runs.map(|run| (Some(&run.begin), run.end.clone()));
        let before = (self.start == Some(value)).then(|| (None, (Integer::ZERO, Affine::zero())));
        let led = ends.chain(before).flat_map(|(first, last)| {
            let led =
                |it: &Moves| (first.map(|first| plus(first, &it.first)), plus(&last, &it.last));
            self.moves.iter().map(led).collect::<Vec<_>>()
        });
        led.collect()
    }

    /// Up to where the positions from `begin` on can be moved to this value without a gap, at least up to `end`, if they
    /// can; the conditions say that there are no gaps.
    fn covered(
        &self,
        value: u32,
        begin: &Place,
        end: Option<&Integer>,
        conditions: &mut Vec<Affine>,
    ) -> Place {
        let (mut reached, pieces) = (begin.clone(), self.pieces(value));
        while end.is_none_or(|end| reached.0 < *end) {
            let touches =
                |first: &Option<Place>| first.as_ref().is_none_or(|first| first.0 <= reached.0);
            let touching = pieces.iter().filter(|(first, _)| touches(first));
            let furthest = touching.max_by_key(|(_, last)| &last.0);
            let Some((first, last)) = furthest.filter(|(_, last)| last.0 > reached.0) else {
                break;
            };
            conditions.extend(first.as_ref().map(|first| &reached.1 - &first.1));
            reached = last.clone();
        }
        reached
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
            let is_alike = |run: &&Run| run.value == value;
            let above = self.runs.partition_point(|run| &run.end.0 + &last.0 <= begin.0);
            let (below, above) = self.runs.split_at(above);
            let before = (self.start == Some(value)).then(|| (Integer::ZERO, Affine::zero()));
            let below = below.iter().rfind(is_alike).map(|run| run.end.clone()).or(before);
            let below = below.map(|end| plus(&end, last)).filter(|end| end.0 <= begin.0);
            conditions.extend(below.map(|below| &begin.1 - &below.1));
            let next = above.iter().find(is_alike);
            bounds.push(plus(next.map_or(begin, |run| &run.begin), first));
        }
    }

    /// The first run of a cycle, the number of its runs, and the number of runs that show it: the last runs repeat
    /// those a cycle before, for as many positions as the greatest move.
    fn cycle(&self) -> Option<(usize, usize, usize)> {
        let all = self.runs.len();
        (1..all).find_map(|count| {
            // The first run that is like the one a cycle later, as are all after it.
            let alike = |first: &usize| {
                let (one, other) = (&self.runs[*first], &self.runs[first + count]);
                one.value == other.value && one.length == other.length
            };
            let first = (0..all - count).rev().take_while(alike).last()?;
            let shown = &self.runs[all - count - 1].end.0 - &self.runs[first].begin.0;
            (shown >= self.greatest).then_some((first, count, all))
        })
    }
}
