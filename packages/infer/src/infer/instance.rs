//! One game, by a theorem about a family that it belongs to.
//!
//! Moves that are too large to be computed with usually have a simple form: they are small numbers, or close to small
//! multiples of one large number N.  Then the game is the one with n = N of the family whose moves are a * n + b with
//! these multiples a and small b.  What is proved about all games of the family from some parameter on, or about those
//! of a class, holds for this game if it is one of them; period and preperiod are the values of the laws at N,
//! exactly.
//!
//! As the parameter is known, only its class is of interest.  If a theorem about all games is not found soon, it is
//! looked for among the games that leave the same remainder by numbers with many divisors.
//!
//! Moves that are not close to multiples of one number are parameters themselves, in the region of the games whose runs
//! have the same order: see [`cones`](super::cones).  That takes one proof, so it is tried first.

use super::node::Sequence;
use super::words::Words;
use super::{Class, ClassCycle, Family, Options, Theorem, cones, infer};
use crate::Integer;
use crate::affine::Affine;
use crate::model::{Move, Rule};
use crate::one_game::{Attempt, Method};
use crate::runs::Cycle;
use crate::theorem::Law;

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
    /// The names of the parameters of the family.
    pub parameters: Vec<String>,
    /// The moves of the family.
    pub moves: Vec<String>,
    /// The parameters of this game in it.
    pub at: Vec<Integer>,
    /// The least period and preperiod of it and others.
    pub laws: [Law; 2],
    /// The same for this game.
    pub cycle: Cycle,
    /// Its sequence, if that has a description without loops.
    words: Option<Words>,
}

impl Member {
    /// What the laws say about this game; `None` if they do not cover it, or have no least numbers.
    pub(super) fn new(
        parameters: Vec<String>,
        moves: Vec<String>,
        at: Vec<Integer>,
        laws: [Law; 2],
        sequence: Option<&Sequence<Affine>>,
    ) -> Option<Self> {
        if !laws.iter().all(|law| law.is_least && law.contains(&at)) {
            return None;
        }
        let [period, preperiod] = laws.each_ref().map(|law| law.integer_at(&at));
        let cycle = Cycle { period: period?, preperiod: preperiod?, is_least: true };
        let words = sequence.and_then(|sequence| Words::at(sequence, &at));
        Some(Self { parameters, moves, at, laws, cycle, words })
    }

    /// The values of `count` positions from this one on, which is at least 0, if the description of the family has no
    /// loops.
    pub fn values(&self, from: &Integer, count: usize) -> Option<Vec<u32>> {
        self.words.as_ref()?.values(from, count)
    }
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
/// assert_eq!(member.moves, ["1", "n"]);
/// assert_eq!(member.cycle.period.to_string(), "1000000000000000000001");
/// let moves = [3, 5, 8].map(|size: i64| (size.into(), size.into()));
/// let options = Options { rule: grundy_kernel::model::Rule::Mex, ..Options::default() };
/// let member = grundy_infer::infer::member(&moves, &options).unwrap();
/// assert_eq!(member.moves, ["a", "b", "a+b"]);
/// assert_eq!(member.laws[0].formula(&member.parameters), "2a + b");
/// ```
///
/// # Errors
/// What was tried.
pub fn member(moves: &[(Integer, Integer)], options: &Options<'_>) -> Result<Member, Vec<Attempt>> {
    cones::member(moves, options).map_or_else(|| from(LEAST, WORK, moves, options), Ok)
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
            if let Some(member) = instance(&theorem, &parameter) {
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
fn instance(theorem: &Theorem, parameter: &Integer) -> Option<Member> {
    theorem.known.pieces.iter().find_map(|piece| {
        let mut found = of_piece(&theorem.family, parameter, piece)?;
        let m = |class: Class| (parameter - &class.residue.into()).div_floor(&class.modulus.into());
        let described = theorem.descriptions().iter().map(|class| &class.proved).find(|proved| {
            let class = class(parameter, proved.class.modulus);
            class == proved.class && m(class) >= proved.least.into()
        });
        found.words = described.and_then(|class| Words::at(class.sequence()?, &[m(class.class)]));
        Some(found)
    })
}

/// What is proved about a class that this game belongs to.
fn of_piece(family: &Family, parameter: &Integer, piece: &ClassCycle) -> Option<Member> {
    let from = piece.from.max(family.least());
    let laws = [&piece.period, piece.preperiod.as_ref()?];
    let laws = laws.map(|law| law.clone().from(from, vec![piece.class]));
    let (names, at) = (vec![family.parameter.to_string()], vec![parameter.clone()]);
    Member::new(names, family.written_moves(Class::ALL), at, laws, None)
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
            Some(([sum(|pair| pair[0]), sum(|pair| pair[1].abs())], parameter))
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
    let times = times.to_i64().filter(|times| is_small(times, HIGHEST))?;
    Some([times, rest.to_i64().filter(|rest| is_small(rest, NEAR))?])
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
            divided += usize::from(member.laws[0].class() != Some(Class::ALL));
        }
        assert!(found > 8 && divided > 1, "{found} {divided}");
    }

    /// A theorem does not cover games below its first one, or of another class, or where a number is not known to be
    /// the least.
    #[test]
    fn theorems_about_others_say_nothing() {
        let sizes = moves(&["1", "100000000000000000000"]);
        let (family, n) = families(LEAST, &sizes).pop().expect("a family");
        let class = Class { modulus: 2, residue: 0 };
        let number = |number: i64| {
            Law::new(crate::polynomial::Polynomial::from(&Affine::constant(number)), true)
        };
        let piece = ClassCycle { class, from: 1, period: number(7), preperiod: Some(number(0)) };
        let says = |piece: &ClassCycle| of_piece(&family, &n, piece);
        assert_eq!(says(&piece).expect("covered").cycle.period, 7.into());
        let other = Class { modulus: 2, residue: 1 };
        assert_eq!(says(&ClassCycle { class: other, ..piece.clone() }), None);
        let mut wrong = piece.clone();
        wrong.period.is_least = false;
        assert_eq!(says(&wrong), None);
        assert_eq!(says(&ClassCycle { preperiod: None, ..piece.clone() }), None);
        assert_eq!(of_piece(&family, &0.into(), &piece), None);
        let stop = crate::limit::CancellationToken::default();
        stop.request();
        assert!(member(&sizes, &Options { stop, ..Options::default() }).is_err());
    }
}
