//! Questions that a description asks case by case: which moves are different, and whether units are empty.
//!
//! The ways are listed here; a certificate, or a search, says in which of them there are parameters.

use super::{Cases, Description, Move, Unit, arm_cases};
use crate::affine::{Affine, Constraint};

/// Goes through the ways in which moves are distinct.
pub trait Ways {
    /// Why it ends early.
    type Error;

    /// Goes on where this also holds, if it holds anywhere.
    ///
    /// # Errors
    /// When it is not known whether it does, and the errors of `go_on`.
    fn inside(
        &mut self,
        way: &[Constraint],
        go_on: &mut dyn FnMut(&mut Self) -> Result<(), Self::Error>,
    ) -> Result<bool, Self::Error>;

    /// Called where all ranges among these moves have moves, and no two share one if options are counted; the
    /// constraints say where that is so.
    ///
    /// # Errors
    /// When what follows is not shown.
    fn found(&mut self, moves: &[Move], holds: &[Constraint]) -> Result<(), Self::Error>;
}

/// What follows in one way, with what holds there.
type Then<'t, W> = &'t mut dyn FnMut(&mut W, &[Constraint]) -> Result<(), <W as Ways>::Error>;

/// Units that are all to be empty, with the values of their variables.
pub type Empty<'d> = Vec<(&'d [Unit], Vec<Affine>)>;

impl Description {
    /// Goes through all ways in which ranges have moves or none and, where options are counted, moves are distinct.
    ///
    /// # Errors
    /// The errors of the ways.
    pub fn different_moves<W: Ways>(&self, ways: &mut W) -> Result<(), W::Error> {
        not_empty_ranges(&self.moves, 0, self.rule.counts(), &[], ways)
    }

    /// The ways in which these units are all empty, split by the first of them: what holds, and what still has to be
    /// empty.  `None` if nothing is left to ask.
    ///
    /// A loop without positions has none in its first and its last iteration.
    pub fn ways_to_be_empty<'d>(&'d self, mut units: Empty<'d>) -> Option<Vec<(Cases, Empty<'d>)>> {
        let (unit, values) = loop {
            let (all, values) = units.pop()?;
            if let Some((unit, rest)) = all.split_first() {
                units.push((rest, values.clone()));
                break (unit, values);
            }
        };
        Some(match unit {
            Unit::Block(id) => {
                let words = self.block(*id).words.iter();
                let empty = words.map(|each| Constraint::zero(each.length.substitute(&values)));
                vec![(empty.map(|each| vec![each]).collect(), units)]
            }
            Unit::Loop(head) if !self.has_words(&head.body) => vec![(Cases::new(), units)],
            Unit::Loop(head) => {
                let (from, upto) = (head.from.substitute(&values), head.upto.substitute(&values));
                let skipped = (vec![vec![Constraint::below(&upto, &from)]], units.clone());
                let runs = vec![vec![Constraint::at_least(&upto, &from)]];
                for end in [from, upto] {
                    units.push((&head.body, [&values[..head.variable], &[end]].concat()));
                }
                vec![skipped, (runs, units)]
            }
            Unit::Branch(branch) => {
                let bodies = branch.arms.iter().map(|arm| &arm.body[..]).chain([&[][..]]);
                let ways = arm_cases(&branch.arms).into_iter().zip(bodies).map(|(cases, body)| {
                    let put_in = |one_of: Vec<Constraint>| {
                        one_of.iter().map(|each| each.substitute(&values)).collect()
                    };
                    let cases = cases.into_iter().map(put_in).collect();
                    (cases, [&units[..], &[(body, values.clone())]].concat())
                });
                ways.collect()
            }
            // A sequence goes on if no pass is empty, at any state.
            Unit::StateLoop(head) => {
                let values =
                    [&values[..head.variable], &[Affine::variable(head.variable)]].concat();
                let cases = head.cases().into_iter().flatten();
                let ways = head.ways.iter().zip(cases).map(|(way, cases)| {
                    let cases = head.bounds().into_iter().chain(cases).collect();
                    (cases, [&units[..], &[(&way.arm.body[..], values.clone())]].concat())
                });
                ways.collect()
            }
        })
    }
}

/// All ways in which ranges have moves or none, starting with the entry of this number.
fn not_empty_ranges<W: Ways>(
    moves: &[Move],
    first: usize,
    counts: bool,
    holds: &[Constraint],
    ways: &mut W,
) -> Result<(), W::Error> {
    let Some(range) = (first..moves.len()).find(|&it| moves[it].last.is_some()) else {
        return match counts {
            true => different(moves, (0, 1), holds, ways),
            false => ways.found(moves, holds),
        };
    };
    let (size, last) = (&moves[range].size, moves[range].greatest());
    let mut others = moves.to_vec();
    others.remove(range);
    for (way, moves, next) in [
        (Constraint::at_least(last, size), moves, range + 1),
        (Constraint::below(last, size), &others, range),
    ] {
        inside(vec![way], holds, ways, &mut |ways, holds| {
            not_empty_ranges(moves, next, counts, holds, ways)
        })?;
    }
    Ok(())
}

/// Moves are a set: all ways in which some of `moves` are equal, where the pairs of entries before this one share no
/// move.
fn different<W: Ways>(
    moves: &[Move],
    (mut first, mut second): (usize, usize),
    holds: &[Constraint],
    ways: &mut W,
) -> Result<(), W::Error> {
    while first + 1 < moves.len() {
        if second >= moves.len() {
            (first, second) = (first + 1, first + 2);
            continue;
        }
        let mut overlap = false;
        for (way, joined) in moves[first].overlaps(&moves[second]) {
            if way.iter().any(Constraint::is_never) {
                continue;
            }
            // What another entry shares with the joined one is open again.
            let next = if joined == moves[first] { (first, second) } else { (0, 1) };
            let mut fewer = moves.to_vec();
            fewer.remove(second);
            fewer[first] = joined;
            overlap |=
                inside(way, holds, ways, &mut |ways, holds| different(&fewer, next, holds, ways))?;
        }
        if overlap {
            let next = (first, second + 1);
            for way in moves[first].apart(&moves[second]) {
                inside(vec![way], holds, ways, &mut |ways, holds| {
                    different(moves, next, holds, ways)
                })?;
            }
            return Ok(());
        }
        second += 1;
    }
    ways.found(moves, holds)
}

/// Goes on, one level deeper, where this also holds, if it holds anywhere.
fn inside<W: Ways>(
    way: Vec<Constraint>,
    holds: &[Constraint],
    ways: &mut W,
    then: Then<'_, W>,
) -> Result<bool, W::Error> {
    let holds = [holds, &way].concat();
    ways.inside(&way, &mut |ways| stacker::maybe_grow(128 << 10, 4 << 20, || then(ways, &holds)))
}
