//! One game, by a theorem about a family that it belongs to.
//!
//! Moves that are too large to be computed with usually have a simple form: they are small numbers, or close to small
//! multiples of one large number N.  Then the game is the one with n = N of the family whose moves are a * n + b with
//! these multiples a and small b.  What is proved about all games of the family from some parameter on, or about those
//! of a class, holds for this game if it is one of them; period and preperiod are the values of polynomials at N,
//! exactly.
//!
//! As the parameter is known, only its class is of interest.  If a theorem about all games is not found soon, it is
//! looked for among the games that leave the same remainder by numbers with many divisors.

use super::{Class, ClassCycle, Family, Options, infer};
use crate::Integer;
use crate::affine::Affine;
use crate::model::{Move, Rule};
use crate::one_game::{Attempt, Method};
use crate::runs::Cycle;

/// The greatest summand of a move.
const NEAR: i64 = 1 << 8;

/// The greatest factor of a move.
const HIGHEST: i64 = 1 << 6;

/// The least parameter: far from all games that a theorem lists one by one.
const LEAST: i64 = 1 << 32;

/// The number of families that are tried.
const FAMILIES: usize = 2;

/// The moduli of the classes that are tried in turn.
const MODULI: [i64; 3] = [1, 12, 120];

/// The number of steps, words and loops that each method examines for each class.
const WORK: u64 = 1 << 19;

/// A game that a theorem about a family covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The family.
    pub family: Family,
    /// The parameter of this game in it.
    pub parameter: Integer,
    /// What is proved about it and others, with least numbers.
    pub piece: ClassCycle,
    /// The same for this game.
    pub cycle: Cycle,
}

/// The least period and preperiod of the game whose moves are those from the first to the last number of each pair, by a
/// theorem that is found with the rule, the threads and the stop of the options.
///
/// ```
/// use grundy_kernel::Integer;
/// use grundy_infer::infer::{Options, member};
/// let large: Integer = "1000000000000000000000".parse().unwrap();
/// let moves = [1.into(), large].map(|size: Integer| (size.clone(), size));
/// let member = member(&moves, &Options::default()).unwrap();
/// assert_eq!(member.family.written(grundy_infer::infer::Class::ALL), "{ 1 n }");
/// assert_eq!(member.cycle.period.to_string(), "1000000000000000000001");
/// ```
///
/// # Errors
/// What was tried.
pub fn member(moves: &[(Integer, Integer)], options: &Options<'_>) -> Result<Member, Vec<Attempt>> {
    from(LEAST, WORK, moves, options)
}

/// The same for parameters from this one on, with this amount of work for each class.
fn from(
    least: i64,
    work: u64,
    moves: &[(Integer, Integer)],
    options: &Options<'_>,
) -> Result<Member, Vec<Attempt>> {
    let mut attempts = Vec::new();
    // Under rules that count, few families have a theorem, and the search for one takes long.
    let is_asked = matches!(options.rule, Rule::Normal | Rule::Misere | Rule::Mex);
    for (family, parameter) in families(least, moves).into_iter().filter(|_| is_asked) {
        for modulus in MODULI {
            if options.stop.requested() {
                return Err(attempts);
            }
            let class = class(&parameter, modulus);
            let theorem = infer(&family, &Options { class, by: None, work, ..options.clone() });
            let pieces = theorem.known.pieces.iter();
            if let Some(member) =
                pieces.filter_map(|piece| instance(&family, &parameter, piece)).next()
            {
                return Ok(member);
            }
            let of = format!(" (for {} with n = {parameter})", family.written(Class::ALL));
            let told = |one: Attempt| Attempt { ended: one.ended + &of, ..one };
            attempts.extend(theorem.attempts.into_iter().map(told));
        }
    }
    if attempts.is_empty() {
        let ended = if is_asked {
            "the moves are not small numbers and multiples of one large number, but for little"
        } else {
            "no family is looked at by this rule"
        };
        attempts.push(Attempt { method: Method::Description, done: 0, ended: ended.to_owned() });
    }
    Err(attempts)
}

/// What the theorem says about this game, if it covers it.
fn instance(family: &Family, parameter: &Integer, piece: &ClassCycle) -> Option<Member> {
    let is_about = class(parameter, piece.class.modulus) == piece.class
        && *parameter >= piece.from.max(family.least()).into();
    let preperiod = piece.preperiod.as_ref()?;
    if !is_about || !piece.period.is_least || !preperiod.is_least {
        return None;
    }
    let [period, preperiod] = [piece.period.at(parameter)?, preperiod.at(parameter)?];
    let cycle = Cycle { period, preperiod, is_least: true };
    Some(Member {
        family: family.clone(),
        parameter: parameter.clone(),
        piece: piece.clone(),
        cycle,
    })
}

/// The class of a parameter of any size.
fn class(parameter: &Integer, modulus: i64) -> Class {
    // The remainder is below the modulus.
    let residue = parameter.mod_floor(&modulus.into()).to_i64().unwrap_or(0);
    Class { modulus, residue }
}

/// Families with the game, each with its parameter there: those with the least multiples first.
fn families(least: i64, moves: &[(Integer, Integer)]) -> Vec<(Family, Integer)> {
    let ends = || moves.iter().flat_map(|(first, last)| [first, last]);
    let large = ends().filter(|end| **end >= least.into());
    let parts = large.flat_map(|end| (1..=HIGHEST).map(|times| nearest(end, &times.into())));
    let mut rated: Vec<([i64; 2], Integer)> = parts
        .filter(|parameter| *parameter >= least.into())
        .filter_map(|parameter| {
            let forms = ends().map(|end| form(end, &parameter)).collect::<Option<Vec<_>>>()?;
            let sum = |of: fn(&[i64; 2]) -> i64| forms.iter().map(of).sum::<i64>();
            Some(([sum(|it| it[0]), sum(|it| it[1].abs())], parameter))
        })
        .collect();
    rated.sort();
    rated.dedup();
    let family = |(_, parameter): ([i64; 2], Integer)| {
        let affine = |end: &Integer| {
            let [a, b] = form(end, &parameter)?;
            Some(Affine::new(b.into(), [Integer::from(a)]))
        };
        let one = |(first, last): &(Integer, Integer)| {
            let last = if first == last { None } else { Some(affine(last)?) };
            Some(Move { size: affine(first)?, last, span: Default::default() })
        };
        let moves = moves.iter().map(one).collect::<Option<Vec<_>>>()?;
        Some((Family::new('n', &moves, 0).ok()?, parameter))
    };
    rated.into_iter().filter_map(family).take(FAMILIES).collect()
}

/// The numbers a and b of the end a * n + b of a move, if they are small.
fn form(end: &Integer, parameter: &Integer) -> Option<[i64; 2]> {
    let times = nearest(end, parameter);
    let rest = end - &(&times * parameter);
    let is_small = |number: &i64, most: i64| (-most..=most).contains(number);
    let times = times.to_i64().filter(|it| is_small(it, HIGHEST))?;
    Some([times, rest.to_i64().filter(|it| is_small(it, NEAR))?])
}

/// The integer nearest to a quotient of numbers above 0.
fn nearest(number: &Integer, divisor: &Integer) -> Integer {
    let two = Integer::from(2);
    (&(number * &two) + divisor).div_floor(&(divisor * &two))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{self, Game, Moves};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree as _;

    fn moves(sizes: &[&str]) -> Vec<(Integer, Integer)> {
        let number = |text: &str| text.parse::<Integer>().expect("a number");
        let ends = |text: &&str| match text.split_once("..") {
            Some((first, last)) => (number(first), number(last)),
            None => (number(text), number(text)),
        };
        sizes.iter().map(ends).collect()
    }

    #[test]
    fn games_are_members_of_the_family_with_the_least_multiples() {
        let of = |sizes: &[&str]| {
            let all = families(LEAST, &moves(sizes));
            all.first().map(|(family, n)| (family.written(Class::ALL), n.to_string()))
        };
        let n = "100000000000000000000";
        for (sizes, family) in [
            (&["1", n][..], "{ 1 n }"),
            (&["1", n, "200000000000000000003"], "{ 1 n 2n+3 }"),
            (&["7", n, "150000000000000000000"], "{ 7 2n 3n }"),
            (&["5..100000000000000000002"], "{ 5..n }"),
        ] {
            let found = of(sizes).expect("a family");
            assert_eq!(found.0, family);
        }
        assert_eq!(of(&["1", n, "150000000000001234567"]), None);
        assert_eq!(of(&["100000", n]), None);
        assert_eq!(of(&["3", "5"]), None);
    }

    /// The results are compared with direct computation.
    #[test]
    fn members_have_the_cycles_that_are_computed() {
        let forms = prop::collection::btree_set((0_u64..4, 0_u64..12), 2..4);
        let rules = [Rule::Normal, Rule::Misere, Rule::Mex];
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let (mut found, mut divided) = (0, 0);
        for case in 0..18 {
            let forms = forms.new_tree(&mut runner).expect("forms").current();
            let n = 400 + 7 * case;
            let sizes = forms.iter().map(|(a, b)| a * n + b).filter(|&size| size > 0);
            let sizes: std::collections::BTreeSet<_> = sizes.collect();
            let sizes: Vec<_> = sizes.into_iter().collect();
            let rule = rules[case as usize % rules.len()];
            let all: Vec<_> = sizes.iter().map(|&it| Integer::from(it)).collect();
            let all: Vec<_> = all.into_iter().map(|size| (size.clone(), size)).collect();
            let options = Options { rule, ..Options::default() };
            let Ok(member) = from(300, 1 << 14, &all, &options) else { continue };
            let game = Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game");
            let Ok(cycle) = sequence::cycle(&game, 1 << 22, &Default::default()) else { continue };
            assert_eq!(member.cycle, cycle.into(), "{sizes:?} {rule}");
            found += 1;
            divided += usize::from(member.piece.class != Class::ALL);
        }
        assert!(found > 8 && divided > 1, "{found} {divided}");
    }

    /// A theorem does not cover games below its first one, or of another class, or where a number is not known to be
    /// the least.
    #[test]
    fn theorems_about_others_say_nothing() {
        let sizes = moves(&["1", "100000000000000000000"]);
        let right = member(&sizes, &Options::default()).expect("a theorem");
        let says = |piece: &ClassCycle| instance(&right.family, &right.parameter, piece);
        let piece = &right.piece;
        assert_eq!(says(piece), Some(right.clone()));
        let other = Class { modulus: 2, residue: 1 };
        assert_eq!(says(&ClassCycle { class: other, ..piece.clone() }), None);
        let mut wrong = piece.clone();
        wrong.period.is_least = false;
        assert_eq!(says(&wrong), None);
        assert_eq!(says(&ClassCycle { preperiod: None, ..piece.clone() }), None);
        let below = instance(&right.family, &(piece.from - 1).into(), piece);
        assert_eq!(below, None);
        let stop = crate::limit::CancellationToken::default();
        stop.request();
        assert!(member(&sizes, &Options { stop, ..Options::default() }).is_err());
    }
}
