//! Sets of moves by name, most of them infinite: squares, primes, all moves except a few.
//!
//! A position x has only the moves up to x, so values up to any position are those of finitely many moves
//! ([`MoveSet::values`]).  A period for all positions needs a proof; there are four kinds:
//!
//! * `ultimate`: a set that consists of a finite set and residues modulo some c beyond it, as cofinite sets do, has a
//!   *state* of finite size; a state that recurs proves the period, and the saltus of Grundy values.
//! * `covered`: finitely many lost positions reach all later ones by moves that are residues.
//! * `truncated`: the period p of finitely many of the moves is that of all of them if no other move, modulo p, leads
//!   from a position to one with the same value.
//! * `aperiodic`: where each number divides some move there is no period.
//!
//! Source of sets and statements: A. Flammenkamp 1996, chapter on infinitely many moves, p. 76 ff.

mod covered;
mod truncated;
mod ultimate;

use crate::layers::{Bits, MOST_POSITIONS, layers};
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use crate::{Cycle, Game, GameError, MOVES, Moves, values};
use grundy_language::suggest;
use std::fmt;

/// A set of moves: the union of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSet(Vec<Selection>);

/// The union of some sets, without the members of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Selection {
    of: Vec<Term>,
    without: Vec<Term>,
}

/// A set that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Term {
    /// All from the first number to the last one.
    Range(u64, u64),
    /// The first number, and the difference that is added repeatedly.
    Progression(u64, u64),
    /// 1, c, c^2, ...
    Powers(u64),
    Squares,
    Cubes,
    /// 1, 3, 6, 10, ...
    Triangular,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 2, 6, 24, ...
    Factorials,
    Primes,
}

/// The sets with a name of their own.
const NAMED: [(&str, Term); 8] = [
    ("squares", Term::Squares),
    ("cubes", Term::Cubes),
    ("triangular", Term::Triangular),
    ("fibonacci", Term::Fibonacci),
    ("factorials", Term::Factorials),
    ("primes", Term::Primes),
    ("odd", Term::Progression(1, 2)),
    ("even", Term::Progression(2, 2)),
];

/// What is known of the period of the values of a set of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetCycle {
    /// v(x + period) = v(x) + saltus for every x >= preperiod, with the least period and preperiod; outcomes have
    /// saltus 0.
    Found {
        /// Period and preperiod.
        cycle: Cycle,
        /// What is added from period to period.
        saltus: u64,
        /// Why this is the cycle.
        proof: SetProof,
    },
    /// Nothing is proved.
    Open {
        /// The number of positions that were computed.
        positions: u64,
        /// The cycle that the second half of them shows at least twice, if there is one.
        seen: Option<Cycle>,
    },
    /// There is no period.
    Aperiodic,
}

/// Why a cycle is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetProof {
    /// A state recurs.
    State,
    /// Enough lost positions are before this one that all positions from it on have one value.
    Covered(u64),
    /// The moves up to this one give the cycle, and no other move joins two positions of the same value.
    UpTo(u64),
}

/// The number of positions that are examined where a period is not proved.
const SEEN: usize = 100_000;

/// The numbers of a sieve between two checks for a stop.
const STRIDE: usize = 1 << 12;

impl MoveSet {
    /// The set that these arguments name, each a part of it; `None` if they name no set.
    ///
    /// An argument is a list of names (`squares`, `powers 2`, `multiples 3`, `2..` and others) and of finite moves,
    /// which `finite` reads as ranges; and, after `without`, of members that do not count.
    ///
    /// ```
    /// use grundy_sequence::MoveSet;
    /// let number = |text: &str| text.parse().map(|number| vec![(number, number)]).map_err(|_| "?".to_owned());
    /// let set = |text: &str| MoveSet::read(&[text.to_owned()], number);
    /// assert_eq!(set("{ 1, primes }").unwrap().unwrap().to_string(), "{ 1 primes }");
    /// assert_eq!(set("S = { 2.. without 5 }").unwrap().unwrap().to_string(), "{ 2.. without 5 }");
    /// assert_eq!(set("{ 3 7 8 }"), Ok(None));
    /// assert!(set("powers 1").is_err());
    /// ```
    ///
    /// # Errors
    /// What cannot be read, with what to write instead.
    pub fn read<E: From<String>>(
        arguments: &[String],
        finite: impl Fn(&str) -> Result<Vec<(u64, u64)>, E>,
    ) -> Result<Option<Self>, E> {
        let words = |text: &String| -> Vec<String> {
            let list = text.split_once('=').map_or(text.as_str(), |(_, list)| list);
            let words = list.split(|it: char| it.is_whitespace() || "{}[],".contains(it));
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let mut lists: Vec<_> = arguments.iter().map(words).collect();
        if !lists.iter().flatten().any(|word| names_a_set(word)) {
            return Ok(None);
        }
        // A list that the shell has split.
        let is_open = |list: &Vec<String>| {
            let [first, last] = [list.first(), list.last()].map(|of| of.map_or("", String::as_str));
            first == "without" || ["without", "powers", "multiples", "of"].contains(&last)
        };
        if lists.iter().any(is_open) {
            lists = vec![lists.concat()];
        }
        let parts = lists.iter().filter(|list| !list.is_empty());
        let parts = parts.map(|list| Selection::read(list, &finite)).collect::<Result<_, _>>()?;
        Ok(Some(Self(parts)))
    }

    /// The words that begin the name of a set.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|named| named.0).chain(["powers", "multiples"])
    }

    /// What is wrong with a text that should list moves but names a set, or has a word too long for a parameter.
    ///
    /// ```
    /// use grundy_sequence::MoveSet;
    /// let message = MoveSet::misnamed("1 squarez").unwrap();
    /// assert!(message.starts_with("there is no set of moves `squarez`; did you mean `squares`?"));
    /// assert!(MoveSet::misnamed("Fib").unwrap().contains("did you mean `fibonacci`?"));
    /// let message = MoveSet::misnamed("squares+1").unwrap();
    /// assert!(message.starts_with("`squares+1` is neither a move nor a set"));
    /// let message = MoveSet::misnamed("n squares").unwrap();
    /// assert!(message.contains("the set `squares` never ends; `sequence`, `period`"));
    /// assert_eq!(MoveSet::misnamed("1 2n"), None);
    /// ```
    pub fn misnamed(text: &str) -> Option<String> {
        fn parts(text: &str) -> impl Iterator<Item = &str> + Clone {
            text.split(|it: char| !it.is_alphanumeric())
        }
        let mut words = parts(text);
        let is_set = |word: &&str| Self::names().any(|name| name == *word);
        if let Some(word) = words.clone().find(is_set) {
            let whole = text.split(|it: char| it.is_whitespace() || ",;{}[]".contains(it));
            let whole = whole
                .filter(|name| parts(name).any(|part| part == word))
                .find(|name| *name != word);
            return Some(match whole {
                Some(whole) => format!(
                    "`{whole}` is neither a move nor a set: `{word}` stands for itself, alone or beside moves, as in `1 {word}`"
                ),
                None => format!(
                    "only finitely many moves are allowed here, but the set `{word}` never ends; `sequence`, `period`, `plot` and `heaps` accept it"
                ),
            });
        }
        let word = words.find(|word| word.len() > 2 && word.chars().all(char::is_alphabetic))?;
        let small = word.to_lowercase();
        let mut begun = Self::names().filter(|name| name.starts_with(&small));
        let meant = suggest::nearest(&small, Self::names()).or_else(|| begun.next());
        let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let known = Self::names().collect::<Vec<_>>().join(", ");
        Some(format!("there is no set of moves `{word}`{meant} (sets: {known})"))
    }

    /// The members below a bound, at most 2^30.
    pub fn below(&self, bound: usize) -> Bits {
        self.collect(bound, &CancellationToken::default())
    }

    /// The same, incomplete if a stop is requested.
    fn collect(&self, bound: usize, stop: &CancellationToken) -> Bits {
        let mut all = Bits::new(bound);
        for part in &self.0 {
            let mut without = Bits::new(bound);
            part.without.iter().for_each(|term| term.insert_into(&mut without, bound, stop));
            let mut members = Bits::new(bound);
            part.of.iter().for_each(|term| term.insert_into(&mut members, bound, stop));
            members.remove_all(&without);
            members.iter().for_each(|member| all.insert(member));
        }
        all
    }

    /// The members in increasing order, if there are finitely many.
    ///
    /// # Errors
    /// Members that are too large.
    pub fn finite(&self) -> Option<Result<Vec<u64>, GameError>> {
        let ends = self.0.iter().flat_map(|part| &part.of).map(|term| match *term {
            Term::Range(_, last) => Some(last),
            _ => None,
        });
        let greatest = match ends.collect::<Option<Vec<_>>>() {
            Some(ends) => ends.into_iter().max().unwrap_or(0),
            None => self.ultimate().filter(|set| set.is_finite())?.from() as u64,
        };
        match usize::try_from(greatest) {
            Ok(bound) if greatest <= Moves::GREATEST => {
                Some(Ok(self.below(bound + 1).iter().map(|size| size as u64).collect()))
            }
            _ => Some(Err(GameError::TooLarge(greatest))),
        }
    }

    /// The values of `count` positions from this one on; Grundy values may be of any size.
    ///
    /// # Errors
    /// When a stop is requested; beyond 2^30 positions, and beyond 2^24 under rules that count.
    pub fn values(
        &self,
        rule: Rule,
        from: u64,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Vec<u32>, Limit> {
        let end = usize::try_from(from).ok().and_then(|from| from.checked_add(count));
        let end = end.filter(|&end| end <= MOST_POSITIONS).ok_or(Limit::POSITIONS)?;
        let from = end - count;
        let moves = self.collect(end, stop);
        stop.check()?;
        let least = || moves.iter().next().unwrap_or(end);
        match rule {
            Rule::Mex => layers(&moves, from, count, u32::MAX, stop),
            Rule::Normal => layers(&moves, from, count, 1, stop),
            // Normal play, delayed by the least move.
            Rule::Misere => {
                let won = least().saturating_sub(from).min(count);
                let rest = layers(&moves, (from + won) - least().min(end), count - won, 1, stop)?;
                Ok(std::iter::repeat_n(1, won).chain(rest).collect())
            }
            Rule::Lost(_) | Rule::Won(_) => {
                let sizes: Vec<u64> = moves.iter().map(|size| size as u64).collect();
                let game = Moves::new(&sizes).and_then(|moves| Game::new(moves, rule));
                values(&game.map_err(|_| MOVES)?, from as u64, count, stop)
            }
        }
    }

    /// What can be proved about the period of the values, or what is seen of it.
    ///
    /// # Errors
    /// When a stop is requested.
    pub fn cycle(&self, rule: Rule, stop: &CancellationToken) -> Result<SetCycle, Limit> {
        if self.is_aperiodic(rule) {
            return Ok(SetCycle::Aperiodic);
        }
        // Misère play is normal play, delayed by the least move; see `crate::CycleSearch`.
        let of = if rule == Rule::Misere { Rule::Normal } else { rule };
        let mut found = match self.ultimate() {
            Some(ultimate) => ultimate.cycle(of, stop)?,
            None => None,
        };
        for cycle_of in [covered::cycle_of, truncated::cycle_of] {
            if found.is_none() {
                found = cycle_of(self, of, stop)?;
            }
        }
        match found {
            Some((mut cycle, saltus, proof)) => {
                if of != rule && cycle.preperiod > 0 {
                    cycle.preperiod += self.least();
                }
                Ok(SetCycle::Found { cycle, saltus, proof })
            }
            None => {
                let positions = SEEN as u64;
                let seen = seen(&self.values(rule, 0, SEEN, stop)?);
                Ok(SetCycle::Open { positions, seen })
            }
        }
    }

    /// The least move, if it is not very large.
    fn least(&self) -> u64 {
        let bounds = [10, 20, MOST_POSITIONS.ilog2()].map(|exponent| 1 << exponent);
        let least = bounds.into_iter().find_map(|bound| self.below(bound).iter().next());
        least.map_or(0, |least| least as u64)
    }

    /// Is it known that the outcomes of normal play have no period, and so neither have Grundy values nor misère play?
    ///
    /// Let v have the period p from q on.  If a position x >= q is lost, so are all x + kp, and no move is a multiple
    /// of p (Flammenkamp, Satz 28).  If none is lost, then finitely many positions are lost, each large number is a
    /// move or the sum of a move and one of them, and the moves have a positive density.  So there is no period if each
    /// number divides some move and the density of the moves is 0 (Folgerung 29): k divides k^2, k^3, k!, the
    /// triangular number (2k - 1) k, and some Fibonacci number, as their residues modulo k are purely periodic and
    /// contain 0.
    fn is_aperiodic(&self, rule: Rule) -> bool {
        let is_played = matches!(rule, Rule::Mex | Rule::Normal | Rule::Misere);
        let mut terms = self.0.iter().flat_map(|part| &part.of);
        let all = |part: &Selection| {
            part.without.is_empty() && part.of.iter().any(|term| term.has_all_divisors())
        };
        is_played
            && terms.all(|term| !matches!(term, Term::Progression(..)))
            && self.0.iter().any(all)
    }

    /// Numbers below the modulus, including the residues of all members beyond a bound.
    fn residues(&self, modulus: usize, beyond: u64) -> Bits {
        let mut residues = Bits::new(modulus);
        for term in self.0.iter().flat_map(|part| &part.of) {
            term.residues(modulus as u64, beyond, |residue| residues.insert(residue as usize));
        }
        residues
    }

    /// The names of the moves: `["1", "primes"]`.
    pub fn spelled(&self) -> Vec<String> {
        let spelled = self.0.iter().flat_map(|part| match part.without[..] {
            [] => part.of.iter().map(ToString::to_string).collect(),
            _ => vec![part.to_string()],
        });
        spelled.collect()
    }
}

/// Does a word name a set, or is it used only for sets?
fn names_a_set(word: &str) -> bool {
    MoveSet::names().any(|name| name == word)
        || word == "without"
        || (word.ends_with("..") && word.len() > 2)
}

impl Selection {
    fn read<E: From<String>>(
        words: &[String],
        finite: &impl Fn(&str) -> Result<Vec<(u64, u64)>, E>,
    ) -> Result<Self, E> {
        let mut part = Self::default();
        let mut is_without = false;
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            let one = |text: Option<&str>, least: u64| match text
                .map(finite)
                .transpose()?
                .unwrap_or_default()[..]
            {
                [(number, last)] if number == last && number >= least => Ok(number),
                _ => Err(E::from(format!(
                    "`{word}` needs a number from {least} on, as in `{word} 3`"
                ))),
            };
            let terms = match word {
                "without" if is_without => {
                    return Err("`without` is allowed once for each set".to_owned().into());
                }
                "without" => {
                    is_without = true;
                    continue;
                }
                "powers" | "multiples" => {
                    words.next_if_eq(&"of");
                    let base = words.next();
                    match word {
                        "powers" => vec![Term::Powers(one(base, 2)?)],
                        _ => one(base, 1).map(|base| vec![Term::Progression(base, base)])?,
                    }
                }
                _ => match (NAMED.iter().find(|named| named.0 == word), word.strip_suffix("..")) {
                    (Some((_, term)), _) => vec![*term],
                    (None, Some(first)) => {
                        let ranges = finite(first)?;
                        ranges.iter().map(|range| Term::Progression(range.0, 1)).collect()
                    }
                    (None, None) => finite(word)?
                        .iter()
                        .map(|&(first, last)| Term::Range(first, last))
                        .collect(),
                },
            };
            if is_without { part.without.extend(terms) } else { part.of.extend(terms) }
        }
        match (part.of.is_empty(), is_without && part.without.is_empty()) {
            (true, _) => {
                Err("write a set before `without`, as in `1.. without 3 7`".to_owned().into())
            }
            (_, true) => {
                Err("write moves after `without`, as in `1.. without 3 7`".to_owned().into())
            }
            _ => Ok(part),
        }
    }
}

impl Term {
    /// Adds the members below a bound, or not all of them if a stop is requested.
    fn insert_into(self, set: &mut Bits, bound: usize, stop: &CancellationToken) {
        let end = bound as u64;
        let mut insert = |numbers: &mut dyn Iterator<Item = u64>| {
            numbers.take_while(|&it| it < end).for_each(|number| set.insert(number as usize));
        };
        match self {
            Self::Range(first, last) => insert(&mut (first..=last)),
            Self::Progression(first, step) => {
                insert(&mut std::iter::successors(Some(first), |number| number.checked_add(step)));
            }
            Self::Primes => {
                // The sieve of Eratosthenes.
                let mut composite = Bits::new(bound);
                for number in 2..bound {
                    // Small numbers have many multiples.
                    if (number < STRIDE || number % STRIDE == 0) && stop.requested() {
                        return;
                    }
                    if !composite.contains(number) {
                        set.insert(number);
                        let multiples = number.checked_mul(number).unwrap_or(bound)..bound;
                        multiples.step_by(number).for_each(|multiple| composite.insert(multiple));
                    }
                }
            }
            Self::Powers(_)
            | Self::Squares
            | Self::Cubes
            | Self::Triangular
            | Self::Fibonacci
            | Self::Factorials => insert(&mut self.grow(None).map_while(|number| number)),
        }
    }

    /// The members one after another, modulo a number if there is one; otherwise `None` for those that are not machine
    /// numbers.
    fn grow(self, modulus: Option<u64>) -> Box<dyn Iterator<Item = Option<u64>>> {
        let reduced = move |number: u128| match modulus {
            None => u64::try_from(number).ok(),
            Some(modulus) => Some((number % u128::from(modulus)) as u64),
        };
        let times = move |one: u64, other: u64| reduced(u128::from(one) * u128::from(other));
        let plus = move |one: u64, other: u64| reduced(u128::from(one) + u128::from(other));
        let roots = 1_u64..;
        match self {
            Self::Squares => Box::new(roots.map(move |root| times(root, root))),
            Self::Cubes => Box::new(roots.map(move |root| times(times(root, root)?, root))),
            Self::Triangular => Box::new(roots.map(move |root| match root.is_multiple_of(2) {
                true => times(root / 2, root + 1),
                false => times(root, root / 2 + 1),
            })),
            Self::Fibonacci => {
                let next = move |&(one, two): &(Option<u64>, Option<u64>)| {
                    Some((two, one.zip(two).and_then(|(one, two)| plus(one, two))))
                };
                Box::new(std::iter::successors(Some((Some(1), Some(2))), next).map(|pair| pair.0))
            }
            Self::Factorials => Box::new(roots.scan(Some(1), move |product, factor| {
                *product = product.and_then(|product| times(product, factor));
                Some(*product)
            })),
            Self::Powers(base) => {
                let next = move |it: &Option<u64>| Some(it.and_then(|power| times(power, base)));
                Box::new(std::iter::successors(Some(Some(1)), next))
            }
            Self::Range(..) | Self::Progression(..) | Self::Primes => Box::new(std::iter::empty()),
        }
    }

    /// Shows at least the residues of all members beyond a bound.
    fn residues(self, modulus: u64, beyond: u64, mut show: impl FnMut(u64)) {
        let common = |number: u64| num_integer::gcd(number, modulus);
        // Residues repeat after this number of members, however far out the first one is.
        let recur = match self {
            Self::Range(first, last) => {
                let first = first.max(beyond.saturating_add(1));
                (first..=last).take(modulus as usize).for_each(|number| show(number % modulus));
                return;
            }
            Self::Progression(first, step) => {
                let step = common(step);
                (0..modulus / step).for_each(|turn| show((first % step) + turn * step));
                return;
            }
            Self::Primes => {
                (0..modulus).filter(|&it| common(it) == 1).for_each(&mut show);
                // A prime that is not coprime to the modulus divides it.
                let mut prime = Bits::new(modulus as usize + 1);
                let stop = CancellationToken::default();
                self.insert_into(&mut prime, modulus as usize + 1, &stop);
                let divisors = prime.iter().map(|prime| prime as u64);
                let divisors = divisors.filter(|&it| modulus.is_multiple_of(it) && it > beyond);
                divisors.for_each(|number| show(number % modulus));
                return;
            }
            Self::Squares | Self::Cubes => modulus,
            Self::Triangular => 2 * modulus,
            // Pisano's period (J. D. Fulton and W. L. Morris 1969).
            Self::Fibonacci => 6 * modulus,
            // A product that is 0 stays 0; powers are ultimately periodic.
            Self::Factorials | Self::Powers(_) => 2 * modulus,
        };
        let small = self.grow(None).take_while(|n| n.is_some_and(|n| n <= beyond)).count();
        let members = self.grow(Some(modulus)).skip(small).take(recur as usize);
        members.flatten().for_each(show);
    }

    /// Does each number divide a member?
    fn has_all_divisors(self) -> bool {
        match self {
            Self::Squares | Self::Cubes | Self::Triangular | Self::Fibonacci | Self::Factorials => {
                true
            }
            Self::Range(..) | Self::Progression(..) | Self::Powers(_) | Self::Primes => false,
        }
    }
}

/// The least cycle whose period is at most a quarter of the number of values in their second half.
fn seen(values: &[u32]) -> Option<Cycle> {
    let half = values.len() / 2;
    let repeats = |&period: &usize| values[half..values.len() - period] == values[half + period..];
    let period = (1..=values.len() / 4).find(repeats)?;
    let differ = |position: &usize| values[*position] != values[position + period];
    let preperiod = (0..half).rev().find(differ).map_or(0, |last| last + 1);
    Some(Cycle { period: period as u64, preperiod: preperiod as u64 })
}

impl fmt::Display for MoveSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{ {} }}", self.spelled().join(" "))
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |terms: &[Term]| terms.iter().map(Term::to_string).collect::<Vec<_>>().join(" ");
        formatter.write_str(&list(&self.of))?;
        match self.without[..] {
            [] => Ok(()),
            _ => write!(formatter, " without {}", list(&self.without)),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, term)| term == self) {
            return formatter.write_str(name);
        }
        match self {
            Self::Range(first, last) if first == last => write!(formatter, "{first}"),
            Self::Range(first, last) => write!(formatter, "{first}..{last}"),
            Self::Progression(first, 1) => write!(formatter, "{first}.."),
            Self::Progression(first, _) => write!(formatter, "multiples {first}"),
            Self::Powers(base) => write!(formatter, "powers {base}"),
            // All others have names.
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
