//! The parts into which the parameters are divided.

use super::cycles::{self, modulus};
use super::games::Games;
use super::lower::{self, Found};
use super::region::region;
use super::set::Set;
use super::shape::{Shape, shape};
use super::{Theorem, laws};
use crate::Integer;
use crate::affine::Affine;
use crate::ilp::Point;
use crate::infer::{Class, Options, Progress};
use crate::limit::Limit;
use crate::model::Rule;
use crate::sequence::values;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};
use std::cell::Cell;
use std::cmp::Reverse;

/// The most values of a form that are treated one by one.
const MOST_SLICES: i64 = 64;

/// The greatest number by whose remainders all parameters are distinguished.
const MOST_MODULUS: i64 = 6;

/// The most proofs in all sets together.
const MOST_PROOFS: usize = 600;

/// The most games that are computed one by one.
const MOST_GAMES: i64 = 256;

/// What is said where there are more.
pub(super) const TOO_MANY_GAMES: &str = "there are too many games to compute them one by one";

/// What is said where more proofs would be needed.
const ENOUGH: &str = "all the allowed proofs were tried";

/// Quotients of parameters are compared in parts of this number.
const RATIO: i64 = 16;

/// The most regions in the plane, and in space.
const MOST_REGIONS: [usize; 2] = [32, 48];

/// The games that are computed in a set before it is left open.
const TRIES: usize = 8;

/// The least distance of a computed game from the facets of the set that it is to be typical of.
const DEPTH: i64 = 24;

/// The greatest distance is this number of times the least one.
const SPREAD: i64 = 8;

/// The number of positions of a computed game, as a multiple of its greatest move, and the most of them.
const POSITIONS: (u64, u64) = (96, 1 << 20);

/// Finds period and preperiod of all games.
pub fn theorem(games: &Games, options: &Options<'_>) -> Theorem {
    let (left, games_left) = (&Cell::new(MOST_PROOFS), &Cell::new(MOST_GAMES));
    let search = ConeSearch { options, is_divided: false, left, games_left };
    let mut found = Found::default();
    search.solve(games, games.set(), &mut found);
    let Found { period, preperiod, mut open, parts, mut leaves, classes, undescribed, rows } =
        found;
    let dimension = games.parameters.len();
    let division = classes.map(|(division, more)| {
        let own: Vec<_> = (0..dimension).map(Affine::variable).collect();
        let count = dimension + 2 * division.numbers.len();
        leaves.iter_mut().for_each(|leaf| *leaf = leaf.in_terms_of(&own, count, &[]));
        leaves.extend(more);
        division
    });
    let [period, preperiod] =
        [period, preperiod].map(|all| laws::joined(all, dimension, &options.stop));
    let pieces = laws::pieces(&period, &preperiod, dimension, &options.stop);
    open.sort_by_cached_key(|one| laws::smallest(&one.conditions, dimension, &options.stop));
    let (games, rule, is_described) = (games.clone(), options.rule, !undescribed);
    let rows = rows.filter(|_| parts == [1, 0, 0]);
    Theorem {
        games,
        rule,
        period,
        preperiod,
        pieces,
        open,
        parts,
        leaves,
        division,
        is_described,
        rows,
    }
}

pub(super) struct ConeSearch<'o> {
    pub options: &'o Options<'o>,
    /// Are the parameters those of a class already?
    pub is_divided: bool,
    /// The number of proofs that are still allowed.
    left: &'o Cell<usize>,
    /// The number of games that may still be computed one by one.
    games_left: &'o Cell<i64>,
}

impl ConeSearch<'_> {
    /// Finds what holds for the parameters of a set; what is not found is open.
    pub(super) fn solve(&self, games: &Games, set: Set, found: &mut Found) {
        if let Err(limit) = self.reduce(games, &set, found) {
            found.open(&set, limit.text());
        }
    }

    /// May these games be computed one by one?
    pub(super) fn may_compute(&self, count: i64) -> bool {
        let left = self.games_left.get() - count;
        if left >= 0 {
            self.games_left.set(left);
        }
        left >= 0
    }

    /// Is one more proof allowed?
    fn is_allowed(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    /// Divides the set until its dimension is that of the space.
    fn reduce(&self, games: &Games, set: &Set, found: &mut Found) -> Result<(), Limit> {
        let stop = &self.options.stop;
        if set.point(stop)?.is_none() {
            return Ok(());
        }
        if set.dimension == 0 {
            match self.may_compute(1) {
                true => lower::game(games, set, self.options, found),
                false => found.open(set, TOO_MANY_GAMES),
            }
            return Ok(());
        }
        if let Some(lattice) = set.lattice(stop)? {
            lower::embedded(self, games, set, &lattice, found);
            return Ok(());
        }
        if set.dimension == 1 {
            return match self.is_allowed() {
                true => lower::line(self, games, set, found),
                false => {
                    found.open(set, ENOUGH);
                    Ok(())
                }
            };
        }
        let set = set.reduced(stop)?;
        if let Some((form, least, greatest)) = set.thin(MOST_SLICES, stop)? {
            let mut value = least;
            while value <= greatest {
                self.solve(games, set.at(&form, &value), found);
                value = &value + &Integer::ONE;
            }
            return Ok(());
        }
        self.regions(games, set, found)
    }

    /// Looks for regions in a set of full dimension.
    ///
    /// Those come first whose parameters are the least far apart, so that of endlessly many regions those found are next to each other.
    fn regions(&self, games: &Games, base: Set, found: &mut Found) -> Result<(), Limit> {
        let mut rest = vec![self.task(games, base.clone())?];
        let mut regions = 0;
        while !rest.is_empty() {
            let before = rest.clone();
            if let Err(limit) = self.step(games, &base, &mut rest, &mut regions, found) {
                // What was left before the step, or less, is left now.
                before.iter().for_each(|task| found.open(&task.set, limit.text()));
                break;
            }
        }
        Ok(())
    }

    /// Looks for one more region, or treats what is left of a set in another way.
    fn step(
        &self,
        games: &Games,
        base: &Set,
        rest: &mut Vec<Task>,
        regions: &mut usize,
        found: &mut Found,
    ) -> Result<(), Limit> {
        let stop = &self.options.stop;
        let simplest = |index: &usize| rest[*index].shapes.last().map(Candidate::simplicity);
        let Some(index) = (0..rest.len()).min_by_key(simplest) else {
            return Ok(());
        };
        let Task { set, mut shapes, modulus, has_words } = rest.swap_remove(index);
        if set.lattice(stop)?.is_some() || set.thin(MOST_SLICES, stop)?.is_some() {
            self.solve(games, set, found);
            return Ok(());
        }
        let Some(Candidate { shape, point }) = shapes.pop() else {
            if !self.is_divided && (2..=MOST_MODULUS).contains(&modulus) {
                let divided = Self { is_divided: true, ..*self };
                lower::classes(&divided, games, &set, modulus, found);
                return Ok(());
            }
            let inside = self.faces(games, base, set, found)?;
            let reason = "no words were found whose lengths are affine in the parameters";
            if inside.point(stop)?.is_some() {
                found.open(&inside, reason);
            }
            return Ok(());
        };
        let most = MOST_REGIONS[usize::from(base.dimension > 2)];
        if *regions == most {
            found.open(&set, &format!("not among the first {most} regions"));
            return Ok(());
        }
        if !self.is_allowed() {
            found.open(&set, ENOUGH);
            return Ok(());
        }
        self.options.tell(Progress::Prove(Class::ALL, shape.size()));
        rest.push(Task { set, shapes, modulus, has_words });
        let Some(region) = region(games, base, &shape, &point, self.options)? else {
            return Ok(());
        };
        *regions += 1;
        found.region(&region, &shape);
        for task in std::mem::take(rest) {
            for part in task.set.minus(&region.set.forms, stop)? {
                let is_same = part == task.set;
                rest.push(if is_same { task.clone() } else { self.task(games, part)? });
            }
        }
        Ok(())
    }

    /// What is left of a set without those of its faces that lie in faces of the base and are solved.
    ///
    /// Inside, the number of words may grow with the parameters, and not there.
    fn faces(
        &self,
        games: &Games,
        base: &Set,
        mut set: Set,
        found: &mut Found,
    ) -> Result<Set, Limit> {
        if set.dimension > 2 || self.is_divided {
            return Ok(set);
        }
        let faces: Vec<_> =
            base.forms.iter().filter(|form| set.forms.contains(form)).cloned().collect();
        for form in faces {
            let mut below = Found::default();
            self.solve(games, set.at(&form, &Integer::ZERO), &mut below);
            if below.open.is_empty() {
                found.append(below);
                set = set.with(&[form.plus(-1)]).reduced(&self.options.stop)?;
            }
        }
        Ok(set)
    }

    /// Do all games of a set that are computed, perhaps none, consist of words?
    pub(super) fn has_words(&self, games: &Games, set: &Set) -> bool {
        self.task(games, set.clone()).is_ok_and(|task| task.has_words)
    }

    /// The structures of some games in a set, the simplest one last.
    fn task(&self, games: &Games, set: Set) -> Result<Task, Limit> {
        let Options { rule, stop, .. } = self.options;
        let mut chance = Pcg32::seed_from_u64(1);
        let (mut shapes, mut all, mut computed) = (Vec::new(), 1, 0);
        for _ in 0..TRIES {
            stop.check()?;
            let depth = || depth(chance.next_u32());
            let sizes = games.moves.iter().map(|one| &one.size);
            let Some(point) = set.deep(sizes, depth, stop)? else { break };
            computed += 1;
            let (Ok(start), moves) = (games.start_value(), games.ranges()) else { continue };
            let shape = match shape(&moves, &point, *rule == Rule::Mex, start) {
                Ok(shape) => Some(shape),
                Err(_) => {
                    let Ok(Some(game)) = games.game(&point, *rule) else { continue };
                    let greatest = u64::from(game.moves().greatest());
                    let count = (greatest * POSITIONS.0).min(POSITIONS.1);
                    let values = values(&game, 0, usize::try_from(count).unwrap_or(0), stop)?;
                    all = num_integer::lcm(all, modulus(&values));
                    cycles::shape(&moves, &point, &values).filter(|_| all > 1)
                }
            };
            shapes.extend(shape.map(|shape| Candidate { shape, point }));
        }
        let has_words = shapes.len() == computed;
        shapes.sort_by_key(|one| Reverse(one.simplicity()));
        shapes.dedup_by(|one, other| one.shape == other.shape);
        let modulus = i64::try_from(all).unwrap_or(i64::MAX);
        Ok(Task { set, shapes, modulus, has_words })
    }
}

/// A set that no region covers.
#[derive(Clone)]
struct Task {
    set: Set,
    /// Structures that are to be tried, the last one first.
    shapes: Vec<Candidate>,
    /// By which remainders the parameters may have to be distinguished.
    modulus: i64,
    /// Did all of the computed games have a structure?
    has_words: bool,
}

/// A structure, and the game that has it.
#[derive(Clone)]
struct Candidate {
    shape: Shape,
    point: Point,
}

impl Candidate {
    /// How far apart the parameters are, and the number of words; with more than two parameters the number comes first.
    ///
    /// In the plane, cones that are not far apart lie next to each other.  In space those with few words are the greatest.
    fn simplicity(&self) -> [Integer; 2] {
        let sizes = || self.point.iter().map(|value| value.abs().max(Integer::ONE));
        let (least, greatest) = (sizes().min(), sizes().max());
        let ratio = least
            .zip(greatest)
            .map(|(least, greatest)| (&greatest * &RATIO.into()).div_floor(&least));
        let measures = [ratio.unwrap_or_default(), self.shape.size().into()];
        if self.point.len() > 2 {
            let [one, other] = measures;
            [other, one]
        } else {
            measures
        }
    }
}

/// A depth between the least and the greatest, small ones more often.
fn depth(random: u32) -> i64 {
    let span = 1 + i64::from(random >> 16) % (SPREAD - 1);
    DEPTH + i64::from(random & 0xffff) % (DEPTH * span)
}
