//! Sets of fewer dimensions than the space: families with fewer parameters, lines, and single games.

use super::description::Leaf;
use super::games::Games;
use super::laws;
use super::region::Region;
use super::rows::Rows;
use super::search::{ConeSearch, TOO_MANY_GAMES};
use super::set::Set;
use super::shape::Shape;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::Lattice;
use crate::infer::{Class, Family, FamilyError, Options, infer};
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::polynomial::Polynomial;
use crate::sequence::{Cycle, cycle, values};
use crate::theorem::{Law, OpenRegion, Piece};

/// The work for a theorem in one parameter.
const WORK: u64 = 1 << 19;

/// The most positions of a single game.
const MOST_POSITIONS: u64 = 1 << 24;

/// The most positions of a single game that is described, and the most words.
const MOST_VALUES: usize = 1 << 16;
const MOST_WORDS: usize = 1 << 9;

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub period: Vec<Law>,
    pub preperiod: Vec<Law>,
    pub open: Vec<OpenRegion>,
    /// As in [`super::Theorem`].
    pub parts: [usize; 3],
    /// The sequences, as far as they have been described.
    pub leaves: Vec<Leaf>,
    /// The same for parameters that are distinguished by remainders: over the parameters, the quotients and the remainders.
    pub classes: Option<(Division, Vec<Leaf>)>,
    /// Are there others?
    pub undescribed: bool,
    /// One of the others, as rows over these parameters.
    pub rows: Option<Rows>,
}

impl Found {
    /// Adds what holds in a region.
    pub(super) fn region(&mut self, region: &Region, shape: &Shape) {
        self.parts[0] += 1;
        match &shape.rows {
            // A branch cannot hold a loop with a state.
            Some(rows) => (self.undescribed, self.rows) = (true, Some(rows.clone())),
            None => {
                let forms = region.set.forms.clone();
                self.leaves.push(Leaf::words(forms, &shape.before, &shape.period));
            }
        }
        let all = |pieces: &[Piece]| -> Vec<Law> {
            pieces.iter().map(|piece| laws::tight(piece, region.set.dimension)).collect()
        };
        self.period.extend(all(&region.theorem.period));
        self.preperiod.extend(all(&region.theorem.preperiod));
    }

    /// Adds what was found in terms of other parameters, which the forms give: laws are changed as this says.
    fn add(&mut self, below: &Self, forms: &[Affine], lifted: &dyn Fn(&Law) -> Vec<Law>) {
        self.period.extend(below.period.iter().flat_map(lifted));
        self.preperiod.extend(below.preperiod.iter().flat_map(lifted));
        for OpenRegion { conditions, sample, reason } in &below.open {
            let at = |point: &Vec<Integer>| forms.iter().map(|form| form.at(point)).collect();
            let (sample, reason) = (sample.as_ref().map(at), reason.clone());
            let one = |conditions| OpenRegion {
                conditions,
                sample: sample.clone(),
                reason: reason.clone(),
            };
            self.open.extend(lifted(conditions).into_iter().map(one));
        }
        for (all, more) in self.parts.iter_mut().zip(below.parts) {
            *all += more;
        }
    }

    /// Adds the sequences of parameters that are distinguished by remainders; one division is described.
    fn classes(&mut self, division: Division, mut leaves: Vec<Leaf>) {
        match &mut self.classes {
            None => self.classes = Some((division, leaves)),
            Some((other, all)) if *other == division => all.append(&mut leaves),
            Some(_) => self.undescribed = true,
        }
    }

    /// Adds what was found about other games in terms of the same parameters.
    pub(super) fn append(&mut self, other: Self) {
        self.period.extend(other.period);
        self.preperiod.extend(other.preperiod);
        self.open.extend(other.open);
        for (all, more) in self.parts.iter_mut().zip(other.parts) {
            *all += more;
        }
        self.leaves.extend(other.leaves);
        self.undescribed |= other.undescribed;
        if let Some((division, leaves)) = other.classes {
            self.classes(division, leaves);
        }
    }

    /// Adds an open set.
    pub(super) fn open(&mut self, set: &Set, reason: &str) {
        let mut conditions = Law::new(Polynomial::zero(), false);
        let stop = CancellationToken::default();
        conditions.conditions = match laws::law(set, Law::new(Polynomial::zero(), false), &stop) {
            Ok(law) => law.conditions,
            Err(_) => set.constraints(),
        };
        let sample = set.point(&stop).ok().flatten();
        self.open.push(OpenRegion { conditions, sample, reason: reason.to_owned() });
    }
}

/// Numbers, affine in the parameters, whose quotients and remainders by another one distinguish games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// The divisor.
    pub modulus: i64,
    /// What is divided.
    pub numbers: Vec<Affine>,
}

/// The parameters in terms of the free integers of a lattice.
pub(super) fn parametrised(lattice: &Lattice) -> Vec<Affine> {
    let form = |parameter| {
        let (coefficients, constant) = lattice.restrict(&Affine::variable(parameter));
        Affine::new(constant, coefficients)
    };
    (0..lattice.dimension()).map(form).collect()
}

/// Solves a set with equations as one in the free integers of their solutions.
pub(super) fn embedded(
    search: &ConeSearch<'_>,
    games: &Games,
    set: &Set,
    lattice: &Lattice,
    found: &mut Found,
) {
    let forms = parametrised(lattice);
    // The free integers in terms of the parameters, and the equations.
    let back: Vec<_> = (0..lattice.rank()).map(|free| lattice.coordinate(free)).collect();
    let equation = |(parameter, form): (usize, &Affine)| {
        Constraint::equal(&Affine::variable(parameter), &form.substitute(&back))
    };
    let mut equations: Vec<_> = forms.iter().enumerate().map(equation).collect();
    equations.retain(|equation| !equation.form.is_zero());
    let names = ('m'..='z').chain('a'..='l').take(lattice.rank()).collect();
    let inner = Set {
        dimension: lattice.rank(),
        forms: set.forms.iter().map(|form| form.substitute(&forms)).collect(),
    };
    let mut below = Found::default();
    search.solve(&games.substituted(names, &forms), inner, &mut below);
    let lifted = |law: &Law| -> Vec<Law> {
        let laws = law.in_terms_of(&back, 1, &equations).into_iter();
        laws.map(|law| tidied(law, set.dimension)).collect()
    };
    found.add(&below, &forms, &lifted);
    let equations = Set::new(set.dimension, &equations).forms;
    let leaf = |leaf: &Leaf| leaf.in_terms_of(&back, set.dimension, &equations);
    found.leaves.extend(below.leaves.iter().map(leaf));
    found.undescribed |= below.undescribed;
    if let Some((Division { modulus, numbers }, all)) = below.classes {
        let count = set.dimension + 2 * numbers.len();
        let more = (set.dimension..count).map(Affine::variable);
        let forms: Vec<_> = back.iter().cloned().chain(more).collect();
        let all = all.iter().map(|leaf| leaf.in_terms_of(&forms, count, &equations)).collect();
        let numbers = numbers.iter().map(|number| number.substitute(&back)).collect();
        found.classes(Division { modulus, numbers }, all);
    }
}

/// The law with fewer conditions.
fn tidied(mut law: Law, dimension: usize) -> Law {
    let set = Set::new(dimension, &law.conditions);
    let reduced =
        laws::law(&set, Law::new(Polynomial::zero(), false), &CancellationToken::default());
    law.conditions = reduced.map_or(law.conditions, |reduced| reduced.conditions);
    law
}

/// Solves a set by the remainders that parameters leave: one of them if that is enough, or all.
pub(super) fn classes(
    search: &ConeSearch<'_>,
    games: &Games,
    set: &Set,
    modulus: i64,
    found: &mut Found,
) {
    let is_enough = |parameter: &usize| {
        residues(set.dimension, &[*parameter], modulus).iter().all(|residues| {
            let forms = numbers(residues, modulus);
            search.has_words(&substituted(games, &forms), &within(set, &forms))
        })
    };
    if let Some(parameter) = (0..set.dimension).find(is_enough) {
        let below = by_remainders(search, games, set, modulus, &[parameter]);
        if below.open.is_empty() {
            found.append(below);
            return;
        }
    }
    let all: Vec<_> = (0..set.dimension).collect();
    found.append(by_remainders(search, games, set, modulus, &all));
}

/// All combinations of remainders of some parameters, in the order of all parameters.
fn residues(dimension: usize, divided: &[usize], modulus: i64) -> Vec<Vec<Option<i64>>> {
    let mut all: Vec<Vec<Option<i64>>> = vec![Vec::new()];
    for parameter in 0..dimension {
        let own: Vec<_> = match divided.contains(&parameter) {
            true => (0..modulus).map(Some).collect(),
            false => vec![None],
        };
        let with = |class: &Vec<_>| {
            own.iter().map(|residue| [&class[..], &[*residue]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// The parameters in terms of the quotients of those that leave a remainder, and of the others.
fn numbers(residues: &[Option<i64>], modulus: i64) -> Vec<Affine> {
    let number = |(parameter, residue): (usize, &Option<i64>)| match residue {
        Some(residue) => Affine::variable(parameter).times(&modulus.into()).plus(*residue),
        None => Affine::variable(parameter),
    };
    residues.iter().enumerate().map(number).collect()
}

fn substituted(games: &Games, forms: &[Affine]) -> Games {
    games.substituted(games.parameters.clone(), forms)
}

fn within(set: &Set, forms: &[Affine]) -> Set {
    let own: Vec<_> = set.forms.iter().map(|form| form.substitute(forms)).collect();
    Set { dimension: set.dimension, forms: Vec::new() }.with(&own)
}

fn by_remainders(
    search: &ConeSearch<'_>,
    games: &Games,
    set: &Set,
    modulus: i64,
    divided: &[usize],
) -> Found {
    let (mut found, mut leaves) = (Found::default(), Vec::new());
    let (dimension, count) = (set.dimension, set.dimension + 2 * divided.len());
    for residues in residues(dimension, divided, modulus) {
        let forms = numbers(&residues, modulus);
        let mut below = Found::default();
        search.solve(&substituted(games, &forms), within(set, &forms), &mut below);
        // The modulus times the inner parameters.
        let back = |(parameter, residue): (usize, &Option<i64>)| match residue {
            Some(residue) => Affine::variable(parameter).plus(-*residue),
            None => Affine::variable(parameter).times(&modulus.into()),
        };
        let back: Vec<_> = residues.iter().enumerate().map(back).collect();
        let lifted = |law: &Law| -> Vec<Law> {
            let placed = |mut law: Law| {
                // The forms have multiples of the modulus as values: so those of two classes are more often the same.
                for condition in &mut law.conditions {
                    if condition.relation == Relation::AtLeastZero {
                        condition.form = condition.form.clone().plus(modulus - 1);
                    }
                }
                law.conditions.splice(..0, set.constraints());
                let classes = residues.iter().enumerate();
                let classes = classes.filter_map(|(parameter, it)| Some((parameter, (*it)?)));
                classes.fold(law, |law, (parameter, residue)| {
                    law.with_class(parameter, Class { modulus, residue })
                })
            };
            let laws = law.in_terms_of(&back, modulus, &[]).into_iter();
            laws.map(|law| tidied(placed(law), dimension)).collect()
        };
        found.add(&below, &forms, &lifted);
        let mut own: Vec<_> = (0..dimension).map(Affine::variable).collect();
        let mut equations = Vec::new();
        for (index, &parameter) in divided.iter().enumerate() {
            let [quotient, remainder] = [dimension + index, dimension + divided.len() + index];
            own[parameter] = Affine::variable(quotient);
            let gap = Affine::variable(remainder).plus(-residues[parameter].unwrap_or(0));
            equations.extend([-&gap, gap]);
        }
        let leaf = |leaf: &Leaf| leaf.in_terms_of(&own, count, &equations);
        leaves.extend(below.leaves.iter().map(leaf));
        found.undescribed |= below.undescribed;
    }
    let numbers = divided.iter().map(|parameter| Affine::variable(*parameter)).collect();
    found.classes(Division { modulus, numbers }, leaves);
    found
}

/// Computes the only game of a space without parameters.
pub(super) fn game(games: &Games, set: &Set, options: &Options<'_>, found: &mut Found) {
    let number = |number: u64| {
        Law::new(Polynomial::from(&Affine::constant(Integer::from(number as i64))), true)
    };
    let cycle = match games.game(&[], options.rule) {
        Ok(Some(game)) => cycle(&game, MOST_POSITIONS, &options.stop),
        // All positions are alike.
        Ok(None) => Ok(Cycle { period: 1, preperiod: 0 }),
        Err(limit) => Err(limit),
    };
    match cycle {
        Ok(cycle) => {
            found.parts[2] += 1;
            found.period.push(number(cycle.period));
            found.preperiod.push(number(cycle.preperiod));
            match words(games, cycle, options) {
                Some(leaf) => found.leaves.push(leaf),
                None => found.undescribed = true,
            }
        }
        Err(limit) => found.open(set, limit.text()),
    }
}

/// The words of a game with this cycle; `None` if they are too many.
fn words(games: &Games, cycle: Cycle, options: &Options<'_>) -> Option<Leaf> {
    let (before, all) = (cycle.preperiod, cycle.preperiod.checked_add(cycle.period)?);
    let count = usize::try_from(all).ok().filter(|count| *count <= MOST_VALUES)?;
    let values = match games.game(&[], options.rule) {
        Ok(Some(game)) => values(&game, 0, count, &options.stop).ok()?,
        _ => vec![0; count],
    };
    let list = |values: &[u32]| {
        let word = |run: &[u32]| {
            Some((vec![Value(u8::try_from(run[0]).ok()?)], Affine::constant(run.len())))
        };
        values.chunk_by(PartialEq::eq).map(word).collect::<Option<Vec<_>>>()
    };
    let (before, period) = values.split_at(usize::try_from(before).ok()?);
    let (before, period) = (list(before)?, list(period)?);
    (before.len() + period.len() <= MOST_WORDS).then(|| Leaf::words(Vec::new(), &before, &period))
}

/// Finds the theorem about a family with one parameter, or computes its games if there are few.
pub(super) fn line(
    search: &ConeSearch<'_>,
    games: &Games,
    set: &Set,
    found: &mut Found,
) -> Result<(), Limit> {
    let options = search.options;
    let stop = &options.stop;
    let variable = Affine::variable(0);
    let bound = |form: &Affine| set.least(form, stop);
    let (least, greatest) = (bound(&variable)?, bound(&-&variable)?.map(|bound| -bound));
    if let (Some(least), Some(greatest)) = (&least, &greatest) {
        let count = (greatest - least).to_i64().map_or(i64::MAX, |more| more.saturating_add(1));
        if !search.may_compute(count) {
            found.open(set, TOO_MANY_GAMES);
            return Ok(());
        }
        let mut value = least.clone();
        while value <= *greatest {
            single(games, &variable, &value, options, found);
            value = &value + &Integer::ONE;
        }
        return Ok(());
    }
    // The parameter grows.
    let (form, least) = match (least, greatest) {
        (Some(least), _) => (variable.clone(), least),
        (None, Some(greatest)) => (-&variable, -greatest),
        (None, None) => {
            found.open(set, "no parameter is bounded");
            return Ok(());
        }
    };
    let along = games.substituted(vec!['n'], std::slice::from_ref(&form));
    let Some(first) = least.to_i64() else {
        found.open(set, "the numbers are too large");
        return Ok(());
    };
    let family = match Family::new('n', &along.moves, first) {
        Ok(family) => family,
        Err(FamilyError::Constant(_)) => {
            single(games, &Affine::zero(), &Integer::ZERO, options, found);
            return Ok(());
        }
        Err(error) => {
            found.open(set, &error.to_string());
            return Ok(());
        }
    };
    let family = match &games.start {
        Some(start) => family.with_start(start.clone()),
        None => family,
    };
    let work = options.work.min(WORK);
    let theorem = infer(&family, &Options { class: Class::ALL, work, ..options.clone() });
    let said = theorem.statement();
    // In terms of the parameter of the set.
    let lifted = |law: &Law| law.in_terms_of(std::slice::from_ref(&form), 1, &[]);
    found.period.extend(said.period.iter().flat_map(lifted));
    found.preperiod.extend(said.preperiod.iter().flat_map(lifted));
    found.parts[1] += usize::from(!said.period.is_empty());
    match theorem.descriptions() {
        [only] if theorem.open.is_empty() && only.proved.class == Class::ALL => {
            let proved = &only.proved;
            let forms = vec![Affine::variable(0).plus(-proved.least)];
            match proved.sequence() {
                None => found.undescribed = true,
                Some(sequence) => {
                    let leaf = Leaf { forms, sequence: sequence.clone() };
                    found.leaves.push(leaf.in_terms_of(std::slice::from_ref(&form), 1, &[]));
                }
            }
            for number in first..proved.least {
                let value = form.at(&[number.into()]);
                let mut one = Found::default();
                single(games, &variable, &value, options, &mut one);
                found.leaves.append(&mut one.leaves);
                found.undescribed |= one.undescribed;
            }
        }
        _ => found.undescribed = true,
    }
    for number in first..said.range.map_or(first, |range| range.from) {
        let value = form.at(&[number.into()]);
        let one = said.exceptions.iter().find(|one| one.parameter == number);
        let Some([period, preperiod]) = one.and_then(|one| one.cycle.as_ref()) else {
            found.open(&set.at(&variable, &value), "the game was not computed");
            continue;
        };
        found.parts[2] += 1;
        let law = |number: &Integer| {
            let polynomial = Polynomial::from(&Affine::constant(number.clone()));
            let mut law = Law::new(polynomial, one.is_some_and(|one| one.is_least));
            law.conditions = vec![Constraint::equal(&variable, &Affine::constant(value.clone()))];
            law
        };
        found.period.push(law(period));
        found.preperiod.push(law(preperiod));
    }
    let unknown =
        said.unknown.iter().map(|class| (*class, "the preperiod is not known".to_owned()));
    for (class, reason) in said.open.into_iter().chain(unknown) {
        let law = Law::new(Polynomial::zero(), false).from(first, vec![class]);
        for conditions in lifted(&law) {
            found.open.push(OpenRegion { conditions, sample: None, reason: reason.clone() });
        }
    }
    Ok(())
}

/// Computes the game at which a form has a value; all games, if the form is 0.
fn single(games: &Games, form: &Affine, value: &Integer, options: &Options<'_>, found: &mut Found) {
    let at = games.substituted(Vec::new(), &[Affine::constant(value.clone())]);
    let mut one = Found::default();
    let everything = Set { dimension: 0, forms: Vec::new() };
    game(&at, &everything, options, &mut one);
    let here = Constraint::equal(form, &Affine::constant(value.clone()));
    let placed = |mut law: Law| {
        law.conditions.push(here.clone());
        law
    };
    found.period.extend(one.period.into_iter().map(placed));
    found.preperiod.extend(one.preperiod.into_iter().map(placed));
    found.parts[2] += one.parts[2];
    found.undescribed |= one.undescribed;
    let equations = Set::new(games.parameters.len(), std::slice::from_ref(&here)).forms;
    let leaf = |leaf: &Leaf| leaf.in_terms_of(&[], games.parameters.len(), &equations);
    found.leaves.extend(one.leaves.iter().map(leaf));
    let open = one.open.into_iter().map(|open| OpenRegion {
        conditions: placed(open.conditions),
        sample: Some(vec![value.clone()]),
        ..open
    });
    found.open.extend(open);
}
