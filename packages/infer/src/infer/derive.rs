//! What follows for a class of games from a proved description.

use super::known::computed;
use super::prove::Proved;
use super::{Class, ClassCycle, Family, Options, Progress, small_parameters};
use crate::Integer;
use crate::affine::Affine;
use crate::polynomial::Polynomial;
use crate::runs::Cycle;
use crate::theorem::{self, Exception, Law, Theorem, Undecided};

/// A class with a proved description.
#[derive(Debug)]
pub struct ProvedClass {
    /// The description.
    pub proved: Proved,
    /// What follows about period and preperiod, or why that is not known.
    pub theorem: Result<Theorem, Undecided>,
    /// The same by remainders, if there is a theorem.
    pub(super) pieces: Vec<ClassCycle>,
    /// The games that may be exceptions, in order: those below the described ones, and those about which the theorem
    /// makes a statement of its own.
    pub(super) others: Vec<Exception>,
}

impl ProvedClass {
    /// Derives the theorem, and computes the games below.
    pub(super) fn new(family: &Family, proved: Proved, options: &Options<'_>) -> Self {
        options.tell(Progress::Derive(proved.class));
        let (mut found, mut others) = (Vec::new(), Vec::new());
        let theorem = proved.theorem(&options.stop).and_then(|theorem| {
            let many = Undecided::Unsupported("too many remainders of the parameter".into());
            found = pieces(&proved, &theorem).ok_or(many)?;
            others = self::others(family, &proved, &theorem, options);
            Ok(theorem)
        });
        Self { proved, theorem, pieces: found, others }
    }
}

/// The most remainders of a number in a theorem.
const MOST_REMAINDERS: i64 = 5040;

/// The most remainders of the period and the preperiod together.
const MOST_OF_BOTH: i64 = 1 << 16;

/// The most remainders by which a number is said instead of with a greatest common divisor.
const MOST_INSTEAD_OF_GCD: i64 = 12;

/// The theorem about the m of a class, for its large numbers n by their classes; `None` if there are too many.
fn pieces(proved: &Proved, theorem: &Theorem) -> Option<Vec<ClassCycle>> {
    let Proved { class, least, .. } = *proved;
    // m in terms of n, times the modulus.
    let index = Affine::variable(0).plus(-class.residue);
    let unconditional = Law::new(Polynomial::zero(), false);
    let lists = [&theorem.period, &theorem.preperiod]
        .map(|pieces| pieces.iter().filter(|piece| piece.end().is_none()).collect::<Vec<_>>());
    let lcm = |all: i64, one: i64, most: i64| {
        Some(num_integer::lcm(all, one)).filter(|multiple| *multiple <= most)
    };
    let modulus = |pieces: &[&theorem::Piece]| {
        pieces.iter().try_fold(1, |all, piece| {
            let few = piece.divisor_modulus().and_then(|modulus| modulus.to_i64());
            let divisor = few.filter(|modulus| *modulus <= MOST_INSTEAD_OF_GCD).unwrap_or(1);
            lcm(lcm(all, piece.class()?.modulus, MOST_REMAINDERS)?, divisor, MOST_REMAINDERS)
        })
    };
    let times = lcm(modulus(&lists[0])?, modulus(&lists[1])?, MOST_OF_BOTH)?;
    let piece = |part: Class| {
        let m = (part.residue - class.residue) / class.modulus;
        let number = |pieces: &[&theorem::Piece]| {
            let found =
                pieces.iter().find(|piece| piece.class().is_some_and(|class| class.contains(m)))?;
            let law = found.in_class(Class::of(m, times));
            let law = law.in_terms_of(std::slice::from_ref(&index), class.modulus, &[]).pop()?;
            Some(law.where_holds(&unconditional))
        };
        Some(ClassCycle {
            class: part,
            from: class.at(least),
            period: number(&lists[0])?,
            preperiod: Some(number(&lists[1])?),
        })
    };
    class.parts(times).map(piece).collect()
}

/// The games of a class that may be exceptions.
fn others(
    family: &Family,
    proved: &Proved,
    theorem: &Theorem,
    options: &Options<'_>,
) -> Vec<Exception> {
    let class = proved.class;
    let mut others = Vec::new();
    for index in class.first(family.least())..proved.least {
        let parameter = class.at(index);
        options.tell(Progress::Compute(parameter));
        // A stop also leaves the game unknown.
        let (rule, stop) = (options.rule, &options.stop);
        let cycle =
            small_parameters::cycle(family, parameter, rule, small_parameters::STEPS, true, stop);
        others.push(computed(parameter, cycle.unwrap_or_default()));
    }
    let settled = settled(&theorem.period).max(settled(&theorem.preperiod));
    for index in proved.least..settled.to_i64().unwrap_or(proved.least) {
        let cycle = value(&theorem.period, index).and_then(|(period, is_least)| {
            let (preperiod, both) = value(&theorem.preperiod, index)?;
            Some(Cycle { period, preperiod, is_least: is_least && both })
        });
        others.push(computed(class.at(index), cycle));
    }
    others
}

/// The m from which on all pieces of a theorem have no end.
fn settled(pieces: &[theorem::Piece]) -> Integer {
    let ends = pieces.iter().filter_map(|piece| piece.end()).max();
    ends.map_or(Integer::ZERO, |end| end + Integer::ONE)
}

/// What the pieces of a theorem say about an m, and whether it is the least one.
fn value(pieces: &[theorem::Piece], index: i64) -> Option<(Integer, bool)> {
    let point = [Integer::from(index)];
    let piece = pieces.iter().find(|piece| piece.contains(&point))?;
    let value = piece.at(&point);
    value.is_integer().then(|| (value.to_integer().into(), piece.is_least))
}
