//! Sequences in rows, from one game.
//!
//! In the sequence of { a b a+b } with 2a < b < 3a the lengths of runs are a - u and u for the remainders u of the
//! multiples of b - 2a by a: no two are equal for a long time, and each remainder follows from the one before.  With the
//! forms of the boundaries ([`shape`](super::shape)) this is seen in a dozen rows:
//!
//! * **Rows.**  The boundaries at which rows begin are those at two distances from each other, in some order.
//! * **The state.**  The length of some run differs from that in the row before by one of two forms; if one is s, at
//!   least 0, and the other is s - m, it is a state that goes round among m states, and begins at 0.
//! * **Ways.**  The rows in the order of their states are divided where the values of the runs are others, or where the
//!   state goes on by s - m instead of s.  In each part the lengths are forms over the parameters and the state.
//!
//! The first row is only compared with the others: some of its words have no values.  That the rows go on like this for
//! ever, and for which parameters, is what the proof has to show.

use super::shape::{Run, Word};
use crate::Integer;
use crate::affine::Affine;
use crate::lang;
use crate::model::{Alphabet, Value};
use std::collections::HashMap;

/// The least number of rows that show a rotation.
const FEWEST_ROWS: usize = 6;

/// The most runs of a row.
const LONGEST_ROW: usize = 96;

/// The most ways through a pass.
const MOST_WAYS: usize = 8;

/// The multiples of s and m that a border between two ways may be.
const MULTIPLES: std::ops::RangeInclusive<i64> = -3..=3;

/// An endless loop whose passes carry a state, which begins at 0 and is never less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Rows {
    /// m, the number of states.
    states: Affine,
    /// s, how far the state goes, unless it goes on by s - m.
    step: Affine,
    /// The ways through a pass, in the order of their states.
    ways: Vec<Way>,
}

/// A way through a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    /// The greatest state of a pass that takes it.
    last: Affine,
    /// Does the state go on by s - m?
    wraps: bool,
    /// The words, over the parameters and the state.
    words: Vec<Word>,
}

impl Way {
    /// The lengths of its words for a state, over the parameters, of which there are `dimension`.
    fn lengths(&self, state: &Affine, dimension: usize) -> Vec<Affine> {
        let values: Vec<_> = (0..dimension).map(Affine::variable).chain([state.clone()]).collect();
        self.words.iter().map(|(_, length)| length.substitute(&values)).collect()
    }
}

/// A row of one game: its state, as a form and as a number, whether that goes on by s - m, and its runs.
struct Row<'r> {
    state: Affine,
    at: Integer,
    wraps: bool,
    runs: &'r [Run],
}

impl Row<'_> {
    fn values(&self) -> impl Iterator<Item = u32> {
        self.runs.iter().map(|run| run.value)
    }
}

impl Rows {
    /// The rows of a sequence that begins with these runs, and conditions under which it may consist of them.
    pub(super) fn of(runs: &[Run], point: &[Integer]) -> Option<(Self, Vec<Affine>)> {
        rows(runs, &mut |begins| {
            let all: Vec<&[Run]> = begins.windows(2).map(|pair| &runs[pair[0]..pair[1]]).collect();
            states(&all, point)?.into_iter().find_map(|(step, states, rows)| {
                let ways = ways(rows, &step, &states, point)?;
                let rows = Self { states, step, ways };
                let conditions = rows.conditions(point.len());
                let holds = conditions.iter().all(|form| !form.at(point).is_negative());
                (holds && rows.begins_with(all[0], point.len())).then_some((rows, conditions))
            })
        })
    }

    /// Is this the pass with the state 0?  Words without values do not show there.
    fn begins_with(&self, row: &[Run], dimension: usize) -> bool {
        let Some(way) = self.ways.first() else { return false };
        let mut words: Vec<Word> = Vec::new();
        for ((cycle, _), length) in way.words.iter().zip(way.lengths(&Affine::zero(), dimension)) {
            match words.last_mut() {
                _ if length.is_zero() => {}
                Some((known, all)) if known == cycle => *all = &*all + &length,
                _ => words.push((cycle.clone(), length)),
            }
        }
        let is_run = |((cycle, length), run): (&Word, &Run)| {
            u32::from(cycle[0].0) == run.value && *length == run.length()
        };
        words.len() == row.len() && words.iter().zip(row).all(is_run)
    }

    /// The same over others, of which the parameters are these forms.
    pub(super) fn in_terms_of(&self, forms: &[Affine], dimension: usize) -> Self {
        let all: Vec<_> = forms.iter().cloned().chain([Affine::variable(dimension)]).collect();
        let word = |(cycle, length): &Word| (cycle.clone(), length.substitute(&all));
        let way = |way: &Way| Way {
            last: way.last.substitute(forms),
            wraps: way.wraps,
            words: way.words.iter().map(word).collect(),
        };
        Self {
            states: self.states.substitute(forms),
            step: self.step.substitute(forms),
            ways: self.ways.iter().map(way).collect(),
        }
    }

    /// The outcomes of misère play, if these are those of normal play, and all passes end with at least as many won
    /// positions as the least move takes: all are that much later ([`crate::theorem::misere_play`]).
    pub(super) fn in_misere_play(&self, least: &Affine) -> Option<Self> {
        let won = vec![Value(1)];
        let later = |way: &Way| {
            let mut words = way.words.clone();
            let (_, length) = words.last_mut().filter(|(cycle, _)| *cycle == won)?;
            *length = &*length - least;
            words.insert(0, (won.clone(), least.clone()));
            Some(Way { words, ..way.clone() })
        };
        let ways = self.ways.iter().map(later).collect::<Option<_>>()?;
        Some(Self { ways, ..self.clone() })
    }

    /// The number of words.
    pub(in super::super) fn size(&self) -> usize {
        self.ways.iter().map(|way| way.words.len()).sum()
    }

    /// The states go round, the ways are in order, and all words of a pass have a length.
    fn conditions(&self, dimension: usize) -> Vec<Affine> {
        let rest = &self.states - &self.step;
        let mut conditions = vec![self.step.clone().plus(-1), rest.plus(-1)];
        let mut first = Affine::zero();
        for way in &self.ways {
            // There may be no such state.
            conditions.push((&way.last - &first).plus(1));
            conditions.extend([&first, &way.last].map(|it| way.lengths(it, dimension)).concat());
            first = way.last.clone().plus(1);
        }
        conditions
    }

    /// The loop in the language of descriptions, for parameters with these names.
    pub(in super::super) fn text(&self, alphabet: Alphabet, parameters: &[char]) -> String {
        let mut free = ('u'..='z').chain('a'..='t').filter(|name| !parameters.contains(name));
        let [state, next] = [free.next().unwrap_or('u'), free.next().unwrap_or('v')];
        let names: Vec<char> = parameters.iter().copied().chain([state]).collect();
        let number = Affine::variable(parameters.len());
        let greatest = self.states.clone().plus(-1);
        let mut text = format!("REPEAT {state}=0 IN 0..{}\n", greatest.display(parameters));
        for (index, Way { last, wraps, words }) in self.ways.iter().enumerate() {
            let head = match index {
                _ if index + 1 == self.ways.len() => "ELSE".to_owned(),
                0 => format!("IF {state} <= {} THEN", last.display(parameters)),
                _ => format!("ELIF {state} <= {} THEN", last.display(parameters)),
            };
            let step = if *wraps { &self.step - &self.states } else { self.step.clone() };
            let words: Vec<_> = words
                .iter()
                .map(|(cycle, length)| lang::word(alphabet, cycle, length, &names))
                .collect();
            let step = (&number + &step).display(&names).to_string();
            text += &format!("{head} NEXT {next}={step} {}\n", words.join(" "));
        }
        text + "FI\nENDREP"
    }
}

/// Where rows may begin: from the first run on, always one of two distances later.
fn rows<T>(runs: &[Run], visit: &mut dyn FnMut(&[usize]) -> Option<T>) -> Option<T> {
    let at: HashMap<&Affine, usize> =
        runs.iter().enumerate().map(|(index, run)| (&run.begin.1, index)).collect();
    let end = &runs.last()?.begin.0;
    let begins_alike = |one: usize, other: usize| runs[one].value == runs[other].value;
    // The rows as far as they go, and whether they reach the end and each distance occurs again.
    let follow = |distances: &[(Integer, Affine)]| {
        let (mut begins, mut seen) = (vec![0], vec![0; distances.len()]);
        loop {
            let here = *begins.last()?;
            let (place, form) = &runs[here].begin;
            let mut next = None;
            for (index, (length, distance)) in distances.iter().enumerate() {
                let found = at.get(&(form + distance)).copied();
                if let Some(found) = found.filter(|it| here == 0 || begins_alike(here, *it)) {
                    next = Some(found);
                    seen[index] += 1;
                    break;
                }
                if place + length > *end {
                    return Some((begins, seen.iter().all(|times| *times > 1)));
                }
            }
            match next {
                Some(next) => begins.push(next),
                None => return Some((begins, false)),
            }
        }
    };
    (1..runs.len().min(LONGEST_ROW)).find_map(|one| {
        let first = (runs[one].begin.0.clone(), runs[one].begin.1.clone());
        let (begins, _) = follow(std::slice::from_ref(&first))?;
        // The first row after which the distance is another one.
        let here = *begins.last()?;
        let others = here + 1..runs.len().min(here + LONGEST_ROW);
        others.filter(|other| here == 0 || begins_alike(here, *other)).find_map(|other| {
            let place = &runs[other].begin;
            let second = (&place.0 - &runs[here].begin.0, &place.1 - &runs[here].begin.1);
            let (begins, both) = follow(&[first.clone(), second])?;
            if both && begins.len() > FEWEST_ROWS { visit(&begins) } else { None }
        })
    })
}

/// How far the state goes, the number of states, and the rows after the first with their states.
type Rotation<'r> = (Affine, Affine, Vec<Row<'r>>);

/// The ways to see a state that begins at 0 in a run of all rows.
fn states<'r>(rows: &[&'r [Run]], point: &[Integer]) -> Option<Vec<Rotation<'r>>> {
    let others = rows.get(1..)?;
    let shortest = others.iter().map(|row| row.len()).min()?;
    let mut found: Vec<Rotation<'r>> = Vec::new();
    let places = (0..shortest).flat_map(|index| [(index, false), (index, true)]);
    for (index, from_end) in places {
        let run = |row: &&'r [Run]| &row[if from_end { row.len() - 1 - index } else { index }];
        let first = run(&others[0]);
        if others.iter().any(|row| run(row).value != first.value) {
            continue;
        }
        for sign in [1, -1] {
            let of = |row| (&run(row).length() - &first.length()).times(&sign.into());
            let states: Vec<_> = others.iter().map(of).collect();
            let steps: Vec<_> = states.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
            let is_negative = |step: &&Affine| step.at(point).is_negative();
            let up = steps.iter().find(|step| !is_negative(step));
            let Some((step, down)) = up.zip(steps.iter().find(is_negative)) else { continue };
            if steps.iter().any(|it| it != step && it != down) || step.is_zero() {
                continue;
            }
            // The state of the first row is 0, so that of the second is s.
            let states = states.iter().map(|state| state + step);
            let number = step - down;
            let row = |(index, state): (usize, Affine)| Row {
                at: state.at(point),
                state,
                wraps: steps.get(index) == Some(down),
                runs: others[index],
            };
            // How the last row goes on is not known.
            let rows: Vec<_> = states.enumerate().take(steps.len()).map(row).collect();
            let most = number.at(point);
            if rows.iter().all(|row| !row.at.is_negative() && row.at < most)
                && found.iter().all(|known| (&known.0, &known.1) != (step, &number))
            {
                found.push((step.clone(), number, rows));
            }
        }
    }
    Some(found)
}

/// The ways through a pass.
fn ways(
    mut rows: Vec<Row<'_>>,
    step: &Affine,
    states: &Affine,
    point: &[Integer],
) -> Option<Vec<Way>> {
    rows.sort_by(|one, other| one.at.cmp(&other.at));
    let is_alike = |one: &Row<'_>, other: &Row<'_>| {
        one.wraps == other.wraps && one.values().eq(other.values())
    };
    let parts: Vec<&[Row<'_>]> = rows.chunk_by(is_alike).collect();
    if parts.len() > MOST_WAYS {
        return None;
    }
    let words = parts.iter().map(|part| words(part, point)).collect::<Option<Vec<_>>>()?;
    let way = |index: usize| {
        let part = parts[index];
        let last = match parts.get(index + 1) {
            None => states.clone().plus(-1),
            Some(next) => {
                border([part, next], [&words[index], &words[index + 1]], step, states, point)?
            }
        };
        Some(Way { last, wraps: part[0].wraps, words: words[index].clone() })
    };
    (0..parts.len()).map(way).collect()
}

/// The words of rows with the same values: lengths over the parameters and the state.
fn words(rows: &[Row<'_>], point: &[Integer]) -> Option<Vec<Word>> {
    let (first, last) = (rows.first()?, rows.last()?);
    let length = |row: &Row<'_>, index: usize| row.runs[index].length();
    let word = |index: usize| {
        let value = Value(u8::try_from(first.runs[index].value).ok()?);
        let more = (&length(last, index) - &length(first, index)).at(point);
        let by = &last.at - &first.at;
        let slopes = match by.is_zero() {
            false if more.mod_floor(&by).is_zero() => vec![more.div_floor(&by)],
            false => return None,
            // One row alone: the length has few terms.
            true => [0, 1, -1].map(Integer::from).to_vec(),
        };
        let rest = |slope: &Integer| &length(first, index) - &first.state.times(slope);
        let size = |slope: &Integer| {
            let terms = rest(slope);
            terms.terms().fold(terms.constant_term().abs(), |sum, (_, it)| &sum + &it.abs())
        };
        let slope = slopes.into_iter().min_by_key(size)?;
        let rest = rest(&slope);
        let is_right = |row: &Row<'_>| length(row, index) == &rest + &row.state.times(&slope);
        let mut form = rest.clone();
        form.add_term(point.len(), &slope);
        rows.iter().all(is_right).then_some((vec![value], form))
    };
    (0..first.runs.len()).map(word).collect()
}

/// The last state of the first of two ways: where a word of one of them has no values, or the state goes round.
fn border(
    [left, right]: [&[Row<'_>]; 2],
    [before, after]: [&Vec<Word>; 2],
    step: &Affine,
    states: &Affine,
    point: &[Integer],
) -> Option<Affine> {
    let (least, greatest) = (&left.last()?.at, &right.first()?.at);
    let round = (states - step).plus(-1);
    let separates = |form: &Affine| {
        let at = form.at(point);
        *least <= at && at < *greatest
    };
    if left[0].wraps != right[0].wraps {
        return Some(round).filter(separates);
    }
    let vanishing = |words: &[Word], slope: i64| {
        let slope = Integer::from(slope);
        let zero = move |(_, length): &Word| {
            let (coefficient, mut rest) = (length.coefficient(point.len()).clone(), length.clone());
            rest.add_term(point.len(), &-&coefficient);
            (coefficient == slope).then(|| rest.times(&-&slope))
        };
        words.iter().filter_map(zero).collect::<Vec<_>>()
    };
    let shrinking = vanishing(before, -1).into_iter().map(|zero| zero.plus(-1));
    let growing = vanishing(after, 1);
    let multiples = MULTIPLES.flat_map(|i| MULTIPLES.map(move |j| (i, j)));
    let mut multiples: Vec<_> = multiples.collect();
    multiples.sort_by_key(|(i, j)| i.abs() + j.abs());
    let others = multiples
        .into_iter()
        .map(|(i, j)| (&step.times(&i.into()) + &states.times(&j.into())).plus(-1));
    shrinking.chain(growing).chain(others).find(separates)
}

#[cfg(test)]
mod tests {
    use super::super::games::Games;
    use super::super::region::region;
    use super::super::shape::{Shape, shape};
    use super::*;
    use crate::infer::Options;
    use crate::model::Rule;

    /// The games { a b a+b }, and the shape of one of them.
    fn additive(point: [i64; 2], rule: Rule) -> (Games, Shape) {
        let list = lang::moves("{ a b a+b }").expect("moves");
        let games = Games {
            parameters: vec!['a', 'b'],
            moves: list.moves,
            conditions: Vec::new(),
            start: None,
        };
        let shape = shape(&games.ranges(), &point.map(Integer::from), rule == Rule::Mex, None);
        (games, shape.expect("a shape"))
    }

    #[test]
    fn rows_of_additive_games_are_those_of_the_literature() {
        let (_, shape) = additive([61, 145], Rule::Normal);
        assert_eq!(
            shape.rows.expect("rows").text(Alphabet::Outcome, &['a', 'b']),
            "REPEAT u=0 IN 0..a-1
IF u <= 3a-b-1 THEN NEXT v=-2a+b+u -(a-u) +a -(-2a+b+u) +b
ELSE NEXT v=-3a+b+u -(a-u) +a -a +a -(-3a+b+u) +b
FI
ENDREP"
        );
        // With Grundy values it also counts how the next state goes on.
        let ways = [[61, 145], [97, 267]].map(|point| {
            let (_, shape) = additive(point, Rule::Mex);
            shape.rows.expect("rows").ways.iter().map(|way| way.wraps).collect::<Vec<_>>()
        });
        assert_eq!(ways, [[false, false, true], [false, true, true]]);
    }

    /// Whichever form is wrong, there is no region.
    #[test]
    fn wrong_rows_have_no_region() {
        for (rule, point) in
            [(Rule::Normal, [61, 145]), (Rule::Mex, [61, 145]), (Rule::Mex, [97, 267])]
        {
            let options = Options { rule, ..Options::default() };
            let (games, shape) = additive(point, rule);
            let point = point.map(Integer::from);
            let is_proved = |shape: &Shape| {
                region(&games, &games.set(), shape, &point, &options).expect("no limit").is_some()
            };
            assert!(is_proved(&shape), "{rule}");
            let mut wrong = 0;
            let count = shape.rows.as_ref().map_or(0, |rows| 2 + rows.size());
            for at in 0..count {
                for by in [Affine::constant(1), Affine::constant(-1), Affine::variable(2)] {
                    let mut shape = shape.clone();
                    let Some(rows) = &mut shape.rows else { continue };
                    let words = rows.ways.iter_mut().flat_map(|way| &mut way.words);
                    let lengths = words.map(|(_, length)| length);
                    let mut forms = [&mut rows.states, &mut rows.step].into_iter().chain(lengths);
                    let form = forms.nth(at).expect("a form");
                    *form = &*form + &by;
                    drop(forms);
                    wrong += 1;
                    assert!(!is_proved(&shape), "{rule} {at} {by:?}");
                }
            }
            assert!(wrong >= 30, "{wrong}");
        }
    }
}
