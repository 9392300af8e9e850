//! One game, by the region that it belongs to.

use super::games::Games;
use super::lower::parametrised;
use super::region::region;
use super::shape::{Shape, Unshaped, shape};
use super::{description::Leaf, laws};
use crate::Integer;
use crate::affine::Affine;
use crate::ilp::Lattice;
use crate::infer::{Member, Options, Start};
use crate::model::{Move, Rule};
use std::cmp::Ordering;

/// The most ends of moves.
const MOST_ENDS: usize = 6;

/// The game whose moves are those from the first to the last number of each pair, as a member of a family whose moves
/// are parameters; `None` if that has no region with this game.
pub(in super::super) fn member(
    moves: &[(Integer, Integer)],
    options: &Options<'_>,
) -> Option<Member> {
    let constant = |number: &Integer| Affine::constant(number.clone());
    let moves: Vec<_> =
        moves.iter().map(|(first, last)| (constant(first), constant(last))).collect();
    as_members(&moves, None, &[], options, &mut |games, shape, at| {
        let point = at.iter().map(|form| form.at(&[])).collect();
        by_region(games, shape, point, options)
    })
}

/// What is made of games, of the shape that one of them shows, and of its parameters.
pub(super) type Visit<'v, T> = dyn FnMut(&Games, &Shape, &[Affine]) -> Option<T> + 'v;

/// A game as a member of families whose moves are parameters, with fewer and fewer of them: what is made of the first
/// family, of the shape that the game shows in it, and of its parameters there.  Moves are forms over others, of
/// which `point` are the numbers for this game, and so are the parameters.
///
/// Where two bounds of a run are attained at once, their forms are equal for all games in question: the next family is
/// that of the games for which they are.  So { 5 9 14 } becomes a member of { a b a+b }.
pub(super) fn as_members<T>(
    moves: &[(Affine, Affine)],
    start: Option<&Start>,
    point: &[Integer],
    options: &Options<'_>,
    visit: &mut Visit<'_, T>,
) -> Option<T> {
    let Options { rule, stop, .. } = options;
    if !matches!(rule, Rule::Normal | Rule::Mex) {
        return None;
    }
    let mut at: Vec<Affine> = Vec::new();
    let mut parameter = |form: &Affine| {
        at.push(form.clone());
        Affine::variable(at.len() - 1)
    };
    let one = |(first, last): &(Affine, Affine)| Move {
        size: parameter(first),
        last: (first != last).then(|| parameter(last)),
        span: Default::default(),
    };
    let moves: Vec<_> = moves.iter().map(one).collect();
    if at.len() > MOST_ENDS {
        return None;
    }
    let names = |count: usize| ('a'..='z').take(count).collect::<Vec<_>>();
    let (parameters, conditions, start) = (names(at.len()), Vec::new(), start.cloned());
    let mut games = Games { parameters, moves, conditions, start };
    let first = games.start_value().ok()?;
    loop {
        let numbers: Vec<_> = at.iter().map(|form| form.at(point)).collect();
        let equal = match shape(&games.ranges(), &numbers, *rule == Rule::Mex, first) {
            Ok(shape) => match visit(&games, &shape, &at) {
                None if shape.rows.is_some() => sum(&at)?,
                found => return found,
            },
            Err(Unshaped::Tie(form)) => form,
            // Rows may be there only if one parameter is the sum of two.
            Err(Unshaped::Long) => sum(&at)?,
        };
        if stop.requested() || !equal.substitute(&at).is_zero() {
            return None;
        }
        let (forms, back) = solved(&equal, at.len())?;
        at = back.iter().map(|form| form.substitute(&at)).collect();
        games = games.substituted(names(back.len()), &forms);
    }
}

/// The difference of one parameter and the sum of two, if it is 0.
fn sum(at: &[Affine]) -> Option<Affine> {
    let mut pairs = (0..at.len()).flat_map(|one| (0..=one).map(move |other| (one, other)));
    pairs.find_map(|(one, other)| {
        let sum = &at[one] + &at[other];
        let equal = at.iter().position(|form| *form == sum)?;
        let [one, other, equal] = [one, other, equal].map(Affine::variable);
        Some(&(&one + &other) - &equal)
    })
}

/// The points at which a form is 0: their coordinates in terms of free integers, and these in terms of them.
///
/// If the coordinates can be all but one, that is the last one possible.
fn solved(form: &Affine, dimension: usize) -> Option<(Vec<Affine>, Vec<Affine>)> {
    let Some((last, sign)) = form.terms().filter(|term| term.1.abs().is_one()).last() else {
        let mut lattice = Lattice::new(dimension);
        lattice.push(form).ok()?;
        let back = (0..lattice.rank()).map(|free| lattice.coordinate(free)).collect();
        return Some((parametrised(&lattice), back));
    };
    let others = (0..dimension).filter(|variable| *variable != last).map(Affine::variable);
    let mut rest = form.times(&-sign);
    rest.add_term(last, &Integer::ONE);
    let place = |it: usize| match it.cmp(&last) {
        Ordering::Less => Affine::variable(it),
        Ordering::Equal => Affine::zero(),
        Ordering::Greater => Affine::variable(it - 1),
    };
    let places: Vec<_> = (0..dimension).map(place).collect();
    let mut forms = places.clone();
    forms[last] = rest.substitute(&places);
    Some((forms, others.collect()))
}

/// What is proved in the region with a point.
fn by_region(
    games: &Games,
    shape: &Shape,
    point: Vec<Integer>,
    options: &Options<'_>,
) -> Option<Member> {
    let (dimension, stop) = (games.parameters.len(), &options.stop);
    let region = region(games, &games.set(), shape, &point, options).ok()??;
    let [period, preperiod] = [&region.theorem.period, &region.theorem.preperiod].map(|pieces| {
        let here = pieces.iter().find(|piece| piece.contains(&point))?;
        Some(vec![laws::tight(here, dimension)])
    });
    let laws = laws::pieces(&period?, &preperiod?, dimension, stop).pop()?;
    let words = || Leaf::words(Vec::new(), &shape.before, &shape.period).sequence;
    let sequence = shape.rows.is_none().then(words);
    let names = games.parameters.iter().map(char::to_string).collect();
    Member::new(names, games.written_moves(), point, laws, sequence.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Game, Moves, cycle, values};
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

    /// What a theorem says about a game is what direct computation gives, near and far; of rows it is the cycle.
    #[test]
    fn members_have_the_values_that_are_computed() {
        let (mut chance, mut found, mut rows) = (Pcg32::seed_from_u64(59), [0; 6], 0);
        for case in 0..160 {
            let rule = [Rule::Normal, Rule::Mex][case % 2];
            let mut sizes: Vec<u64> =
                (0..2 + case % 3).map(|_| 1 + u64::from(chance.next_u32()) % 90).collect();
            if case % 5 == 0 {
                sizes.push(sizes[0] + sizes[1]);
            }
            sizes.sort_unstable();
            sizes.dedup();
            let options = Options { rule, ..Options::default() };
            let all: Vec<_> = sizes.iter().map(|&size| (size.into(), size.into())).collect();
            let Some(member) = member(&all, &options) else { continue };
            let game = Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game");
            let known = cycle(&game, 1 << 22, &options.stop).expect("a cycle");
            assert_eq!(member.cycle, known.into(), "{sizes:?} {rule}");
            found[member.at.len()] += 1;
            if member.laws[0].divisor.is_some() {
                rows += 1;
                continue;
            }
            let near = values(&game, known.preperiod, 300, &options.stop).expect("values");
            let turns = &Integer::from(known.period) * &(1_i64 << 60).into();
            let far = &turns + &known.preperiod.into();
            assert_eq!(member.values(&far, 300), Some(near), "{sizes:?} {rule}");
            let first = values(&game, 0, 300, &options.stop).expect("values");
            assert_eq!(member.values(&Integer::ZERO, 300), Some(first), "{sizes:?} {rule}");
        }
        assert!(found[2] > 20 && found[3] > 20 && rows > 0, "{found:?} {rows}");
    }

    /// Where the rule counts, or nothing repeats soon, there is no region.
    #[test]
    fn other_games_are_no_members() {
        let all = |sizes: &[i64]| -> Vec<(Integer, Integer)> {
            sizes.iter().map(|&size| (size.into(), size.into())).collect()
        };
        let misere = Options { rule: Rule::Misere, ..Options::default() };
        assert!(member(&all(&[3, 7]), &misere).is_none());
        assert!(member(&all(&[1, 1 << 40]), &Options::default()).is_none());
        assert!(member(&[], &Options::default()).is_none());
        let stopped = Options::default();
        stopped.stop.request();
        assert!(member(&all(&[3, 7]), &stopped).is_none());
    }
}
