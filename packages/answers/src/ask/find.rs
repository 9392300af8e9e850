//! Which small games, small families and published values have given numbers?

use super::{Ask, Control, Refused};
use crate::Integer;
use crate::census::families::Families;
use crate::family::{CATALOGUES, Series, read, series};
use crate::formula::Formula;
use crate::limit::{CancellationToken, Limit};
use crate::report::families::written;
use crate::report::find::{Compared, Found, FoundEntry, Quantity};
use crate::report::theorem::braces;
use crate::sequence::{Cycle, Game, Moves, Rule, cycle, values};
use grundy_output::question;
use num_rational::BigRational;
use std::ops::RangeInclusive;

/// The greatest move of the games that are looked at.
const GREATEST: u32 = 12;

/// The moves a * n + b of the families that are looked at: at most three, with these a and b.
const MOST_MOVES: usize = 3;
const FACTORS: RangeInclusive<i64> = 0..=4;
const SUMMANDS: RangeInclusive<i64> = -1..=2;

/// The number of games of each family.
const GAMES: i64 = 12;

/// The greatest parameter at which the first of them is looked for.
const FIRST: i64 = 8;

/// The most positions for the search for one period.
const POSITIONS: u64 = 100_000;

/// The fewest numbers of a sequence that is looked for: fewer are found nearly everywhere.
const FEWEST: usize = 3;

/// The fewest games of a family for which a formula has to give the number.
const FEWEST_GAMES: usize = 6;

/// What has these numbers?
#[question]
#[derive(Default)]
pub struct Find {
    /// At least three numbers, such as `1, 2, 3, 3`; or one number, a period or preperiod; or a formula with one variable,
    /// such as `14n^3 + 11n + 1`, for a period or preperiod.
    pub numbers: String,
}

/// What is looked for.
enum Sought {
    Numbers(Vec<Integer>),
    Formula(Formula, char),
}

/// All that was found, and what it was compared with.
impl Ask for Find {
    type Answer = Found;

    fn answer(&self, control: &Control<'_>) -> Result<Found, Refused> {
        let sought = Sought::read(&self.numbers)?;
        let stop = &control.stop;
        let mut found = Found { sought: self.numbers.trim().to_owned(), ..Found::default() };
        let known = |found: &Found| {
            let all: u64 = found.compared.iter().map(|compared| compared.games).sum();
            format!("compared with {all} games")
        };
        sought.among_games(&mut found, stop).map_err(|end| Refused::Limit(end, known(&found)))?;
        sought
            .among_families(&mut found, stop)
            .map_err(|end| Refused::Limit(end, known(&found)))?;
        sought.among_published(&mut found);
        // The simplest first: at the beginning, with few moves.
        found.matches.sort_by_key(|found| (found.published.is_none(), found.order));
        Ok(found)
    }
}

impl Sought {
    fn read(text: &str) -> Result<Self, Refused> {
        let words = text.split(|it: char| it == ',' || it.is_whitespace());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let numbers: Option<Vec<_>> = words.iter().map(|word| Formula::integer(word)).collect();
        if let Some(numbers) = numbers {
            return match numbers.len() {
                0 => Err("name the numbers to look for, such as 1, 2, 3, 3".into()),
                1 | FEWEST.. => Ok(Self::Numbers(numbers)),
                _ => {
                    Err(format!("at least {FEWEST} numbers are needed, or one, which is a period")
                        .into())
                }
            };
        }
        let formula = Formula::parse(text, 0).map_err(|error| {
            Refused::Misread(format!(
                "`{}` is neither numbers such as 1, 2, 3, 3 nor a formula such as 14n^3 + 11n + 1: {}",
                text.trim(),
                error.message
            ))
        })?;
        let mut names: Vec<_> = formula.variables().iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        match names[..] {
            [name] => Ok(Self::Formula(formula, name)),
            _ => Err("a formula with one variable is needed, such as 14n^3 + 11n + 1".into()),
        }
    }

    /// Where these numbers are all that is looked for, or a formula gives them from there to the end: the first one, and
    /// how many.  `at` is the parameter that belongs to a number.
    fn place(
        &self,
        numbers: &[Integer],
        at: impl Fn(usize) -> Option<Integer>,
    ) -> Option<(usize, usize)> {
        match self {
            Self::Numbers(list) => {
                let first = numbers.windows(list.len()).position(|window| window == &list[..])?;
                Some((first, list.len()))
            }
            Self::Formula(formula, name) => {
                let agrees = |index: &usize| {
                    let value = at(*index).and_then(|n| formula.value(&[(*name, n)]).ok());
                    value == Some(BigRational::from_integer(numbers[*index].to_big()))
                };
                let count = (0..numbers.len()).rev().take_while(agrees).count();
                (count >= FEWEST_GAMES).then(|| (numbers.len() - count, count))
            }
        }
    }

    /// Sequences of values, or single periods, of all games with small moves.
    fn among_games(&self, found: &mut Found, stop: &CancellationToken) -> Result<(), Limit> {
        let Self::Numbers(list) = self else { return Ok(()) };
        let is_one = list.len() == 1;
        let are_outcomes = list.iter().all(|n| *n == Integer::ZERO || *n == Integer::ONE);
        let mut compared = Compared::games(GREATEST, is_one, are_outcomes || is_one);
        for bits in 1_u32..1 << GREATEST {
            stop.check()?;
            let sizes = (1..=GREATEST).filter(|size| bits >> (size - 1) & 1 == 1);
            let sizes: Vec<u64> = sizes.map(u64::from).collect();
            compared.games += 1;
            for rule in [Rule::Mex, Rule::Normal] {
                if rule == Rule::Normal && !are_outcomes && !is_one {
                    continue;
                }
                let Some((game, known)) = known(&sizes, rule, stop)? else {
                    compared.left_out += 1;
                    continue;
                };
                let name = spelled(&sizes);
                let order = |first: usize| (first, sizes.len(), bits as usize);
                if is_one {
                    for (quantity, number) in both(rule, known) {
                        if number == list[0] {
                            found.matches.push(FoundEntry::game(
                                quantity,
                                name.clone(),
                                None,
                                order(0),
                            ));
                        }
                    }
                    continue;
                }
                // A piece that occurs begins before the end of the first period.
                let end = known.preperiod + known.period + list.len() as u64;
                let values = values(&game, 0, usize::try_from(end).unwrap_or(usize::MAX), stop)?;
                let values: Vec<Integer> = values.into_iter().map(Integer::from).collect();
                if let Some((first, _)) = self.place(&values, |_| None) {
                    let quantity = Quantity::values(rule);
                    found.matches.push(FoundEntry::game(quantity, name, Some(first), order(first)));
                }
            }
        }
        found.compared.push(compared);
        Ok(())
    }

    /// Periods and preperiods of families with small coefficients.
    fn among_families(&self, found: &mut Found, stop: &CancellationToken) -> Result<(), Limit> {
        // A single number is one of a game, not of a family.
        if matches!(self, Self::Numbers(list) if list.len() == 1) {
            return Ok(());
        }
        let mut compared = Compared::families(MOST_MOVES, &FACTORS, &SUMMANDS, GAMES);
        for moves in 1..=MOST_MOVES {
            let families =
                Families { moves, factors: FACTORS, summands: SUMMANDS, ..Families::default() };
            for family in families.all() {
                self.in_family(&family, found, &mut compared, stop)?;
            }
        }
        found.compared.push(compared);
        Ok(())
    }

    fn in_family(
        &self,
        family: &[(i64, i64)],
        found: &mut Found,
        compared: &mut Compared,
        stop: &CancellationToken,
    ) -> Result<(), Limit> {
        let sizes = |n: i64| {
            let sizes = family.iter().map(|(a, b)| u64::try_from(a * n + b).ok());
            let mut sizes = sizes.collect::<Option<Vec<u64>>>()?;
            sizes.sort_unstable();
            Moves::new(&sizes).is_ok().then_some(sizes)
        };
        let first = (1..=FIRST).find(|first| (*first..first + GAMES).all(|n| sizes(n).is_some()));
        let Some(first) = first else { return Ok(()) };
        compared.games += 1;
        for rule in [Rule::Mex, Rule::Normal] {
            let mut cycles = Vec::new();
            for n in first..first + GAMES {
                match known(&sizes(n).unwrap_or_default(), rule, stop)? {
                    Some((_, cycle)) => cycles.push(cycle),
                    None => break,
                }
            }
            compared.left_out += u64::from(cycles.len() < GAMES as usize);
            for column in 0..2 {
                let numbers = cycles.iter().map(|cycle| both(rule, *cycle)[column].1.clone());
                let numbers: Vec<Integer> = numbers.collect();
                let at = |index: usize| Some(Integer::from(first) + Integer::from(index));
                let Some((begin, count)) = self.place(&numbers, at) else { continue };
                let begin = first + begin as i64;
                let range = (begin.to_string(), (begin + count as i64 - 1).to_string());
                let order = (0, family.len(), compared.games as usize);
                let quantity = Quantity::of(rule == Rule::Mex, column == 1);
                found.matches.push(FoundEntry::family(
                    quantity,
                    braces(&written(family).join(" ")),
                    range,
                    order,
                ));
            }
        }
        Ok(())
    }

    /// What the catalogues say.
    fn among_published(&self, found: &mut Found) {
        let read = |(_, text): &(&str, &str)| {
            read(text).map_or_else(|_| Vec::new(), |catalogue| series(text, &catalogue))
        };
        let all: Vec<Series> = CATALOGUES.iter().flat_map(read).collect();
        let mut compared = Compared::published();
        for one in &all {
            compared.games += 1;
            let numbers: Vec<Integer> = one.values.iter().map(|(_, value)| value.clone()).collect();
            let at = |index: usize| one.values[index].0.parse().ok();
            let Some((begin, count)) = self.place(&numbers, at) else { continue };
            let range = (one.values[begin].0.clone(), one.values[begin + count - 1].0.clone());
            found.matches.push(FoundEntry::published(one, range, (0, 0, compared.games as usize)));
        }
        found.compared.push(compared);
    }
}

/// The game with these moves, and its cycle; nothing where that is not found.
fn known(
    sizes: &[u64],
    rule: Rule,
    stop: &CancellationToken,
) -> Result<Option<(Game, Cycle)>, Limit> {
    let game = Moves::new(sizes).ok().and_then(|moves| Game::new(moves, rule).ok());
    let Some(game) = game else { return Ok(None) };
    match cycle(&game, POSITIONS, stop) {
        Ok(cycle) => Ok(Some((game, cycle))),
        Err(Limit::STOPPED) => Err(Limit::STOPPED),
        Err(_) => Ok(None),
    }
}

/// Period and preperiod.
fn both(rule: Rule, cycle: Cycle) -> [(Quantity, Integer); 2] {
    let of = |is_preperiod| Quantity::of(rule == Rule::Mex, is_preperiod);
    [(of(false), cycle.period.into()), (of(true), cycle.preperiod.into())]
}

fn spelled(sizes: &[u64]) -> String {
    braces(&sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
}
