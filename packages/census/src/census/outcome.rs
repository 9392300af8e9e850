//! The result of one piece of a census.

use super::choice::by_differences;
use super::classes::{OutcomeClass, explore};
use super::group::Group;
use super::mask::Mask;
use super::register::{Returned, preperiod, run_all};
use super::space::{Census, Measure, Space, Subspace};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{Cycle, CycleSearch, Game, MOVES, Moves, Rule, symmetric_period};
use serde::{Deserialize, Serialize};

/// The result of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceResult {
    /// The number of the piece.
    #[serde(with = "decimal")]
    pub(super) piece: u64,
    /// The largest move of its games.
    pub(super) largest: u32,
    /// The number of games.
    #[serde(with = "decimal")]
    pub(super) games: u64,
    /// The number of undecided games.
    #[serde(with = "decimal")]
    pub(super) undecided: u64,
    /// The sum of the measure over all decided games.
    #[serde(with = "decimal")]
    pub(super) sum: u128,
    /// The first decided game with the greatest measure.
    pub(super) maximum: Option<Settled>,
    /// All groups of decided games that may hold a record, or all groups if every game is wanted.
    pub(super) settled: Vec<Settled>,
    /// The undecided games.
    pub(super) given_up: Vec<Group>,
}

/// A group whose cycle is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settled {
    #[serde(flatten)]
    pub group: Group,
    #[serde(with = "decimal")]
    pub period: u64,
    #[serde(with = "decimal")]
    pub preperiod: u64,
}

impl Settled {
    pub(super) fn value(&self, measure: Measure) -> u64 {
        match measure {
            Measure::Period => self.period,
            Measure::Preperiod => self.preperiod,
        }
    }
}

impl PieceResult {
    /// Can this be an outcome of the piece, as far as can be checked?
    ///
    /// So the sums over all pieces fit: there are fewer than 2^63 games, each with a measure below 2^64.
    pub(super) fn is_of(&self, census: &Census, piece: &Subspace) -> bool {
        let own = (self.piece, self.largest);
        let all = census.choice.is_all();
        let most = u128::from(self.games) * u128::from(u64::MAX);
        let groups = self.settled.iter().map(|settled| &settled.group).chain(&self.given_up);
        let mut members = groups.map(|group| group.count(self.largest));
        let members = members.try_fold(0, |sum: u64, count| sum.checked_add(count?));
        let greatest = self.maximum.as_ref().map(|settled| settled.group.count(self.largest));
        let fits = if all { self.games == piece.games } else { self.games <= census.games() };
        own == (piece.index, piece.largest)
            && fits
            && self.undecided <= self.games
            && self.sum <= most
            && members.is_some_and(|members| members <= self.games)
            && greatest.is_none_or(|count| count == Some(1))
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of undecided games.
    pub fn undecided(&self) -> u64 {
        self.undecided
    }
}

impl Census {
    /// Works on one piece of this census.
    pub fn evaluate(
        &self,
        piece: &Subspace,
        stop: &CancellationToken,
    ) -> Result<PieceResult, Limit> {
        stop.check()?;
        match piece.largest {
            0..64 => self.survey::<1>(piece, stop),
            64..128 => self.survey::<2>(piece, stop),
            128..256 => self.survey::<4>(piece, stop),
            _ => self.survey::<16>(piece, stop),
        }
    }

    fn survey<const N: usize>(
        &self,
        piece: &Subspace,
        stop: &CancellationToken,
    ) -> Result<PieceResult, Limit> {
        let empty = Survey::<N>::new(piece);
        let Some(space) = self.space(piece.largest) else { return Ok(empty.outcome) };
        let give_up =
            (self.limit_positions.saturating_add(u64::from(piece.largest))).saturating_mul(GIVE_UP);
        if !self.choice.is_all() {
            return self.survey_chosen::<N>(&space, piece, give_up, stop);
        }
        let run = |piece: &Subspace, floor: u64, exempt: Mask<N>| {
            let mut survey = Survey::<N> { floor, exempt, ..Survey::new(piece) };
            let mut note = |class| survey.note(self, &space, class, stop);
            match self.rule {
                Rule::Normal | Rule::Misere => explore(&space, piece, give_up, stop, &mut note)?,
                rule => members(&space, piece).iter().try_for_each(|moves| {
                    stop.check()?;
                    note(alone(moves, rule, give_up, stop)?)
                })?,
            }
            survey.finish(self, &space, stop)
        };
        // A record is at least as great as the measure of every game before it, so most groups
        // need not be kept.
        let Some(opening) = space.opening() else { return run(piece, 0, Mask::EMPTY) };
        let (included, open) = space.masks(&opening);
        let first = run(&opening, 0, Mask::EMPTY)?.maximum;
        let floor = first.map_or(0, |maximum| maximum.value(self.measure));
        run(piece, floor, included.or(open))
    }
}

impl Census {
    /// The chosen games of a piece.
    fn survey_chosen<const N: usize>(
        &self,
        space: &Space,
        piece: &Subspace,
        give_up: u64,
        stop: &CancellationToken,
    ) -> Result<PieceResult, Limit> {
        let mut survey = Survey::<N>::new(piece);
        survey.outcome.games = 0;
        let mut take = |moves: Vec<u32>| {
            stop.check()?;
            if !self.choice.admits(&moves) {
                return Ok(());
            }
            survey.outcome.games += 1;
            let class = alone(&moves, self.rule, give_up, stop)?;
            survey.note(self, space, class, stop)
        };
        match (self.choice.differences, piece.first()) {
            (Some(most), Some(first)) => {
                by_differences(space.largest, first, most, &mut |moves| match self
                    .moves
                    .is_none_or(|number| number as usize == moves.len())
                {
                    true => take(moves),
                    false => stop.check(),
                })?
            }
            _ if self.symmetric || !matches!(self.rule, Rule::Normal | Rule::Misere) => {
                members(space, piece).into_iter().try_for_each(take)?;
            }
            _ => {
                let mut games = members(space, piece);
                games.retain(|moves| self.choice.admits(moves));
                survey.outcome.games = games.len() as u64;
                together(&games, give_up, stop, |class| survey.note(self, space, class, stop))?;
            }
        }
        survey.finish(self, space, stop)
    }
}

/// The games of a piece, each by its moves.
fn members(space: &Space, piece: &Subspace) -> Vec<Vec<u32>> {
    // No game has a move of 1024 or more.
    let (included, open) = space.masks::<16>(piece);
    let (moves, open) = (included.iter().collect(), space.choices_of(open).collect());
    Group { moves, open, need: piece.need() }.members(space)
}

/// A game with preperiod q and period p shows its period before 3 (max(q, p) + max L) + max L positions have passed:
/// the first state that is kept at q + max L or later and not before p is at most at twice that position plus max L,
/// and recurs after p.
const GIVE_UP: u64 = 4;

/// The work on a piece.
struct Survey<const N: usize> {
    outcome: PieceResult,
    /// The least value of a record, unless its moves are all among the exempt ones.
    floor: u64,
    exempt: Mask<N>,
    greatest: Option<Candidate<N>>,
    candidates: Vec<Candidate<N>>,
}

/// A decided class.
#[derive(Clone, Copy)]
struct Candidate<const N: usize> {
    class: OutcomeClass<N>,
    first: Mask<N>,
    returned: Returned,
    /// The preperiod, if it had to be known.
    preperiod: Option<u64>,
    value: u64,
}

impl<const N: usize> Survey<N> {
    fn new(piece: &Subspace) -> Self {
        let outcome = PieceResult {
            piece: piece.index,
            largest: piece.largest,
            games: piece.games,
            undecided: 0,
            sum: 0,
            maximum: None,
            settled: Vec::new(),
            given_up: Vec::new(),
        };
        Self { outcome, floor: 0, exempt: Mask::EMPTY, greatest: None, candidates: Vec::new() }
    }

    /// Records a class.
    fn note(
        &mut self,
        census: &Census,
        space: &Space,
        class: OutcomeClass<N>,
        stop: &CancellationToken,
    ) -> Result<(), Limit> {
        let limit = census.limit_positions;
        let undecided = |survey: &mut Self| {
            survey.outcome.undecided += class.games;
            survey.outcome.given_up.push(Group::new(space, &class));
            Ok(())
        };
        let Some(returned) = class.returned.filter(|returned| returned.period <= limit) else {
            return undecided(self);
        };
        let farthest = returned.positions.saturating_add(class.delay(census.rule));
        let wanted = census.measure == Measure::Preperiod || farthest > limit;
        let preperiod = match wanted {
            true => Some(least_preperiod(&class, returned, census.rule, stop)?),
            false => None,
        };
        if preperiod.is_some_and(|preperiod| preperiod > limit - returned.period) {
            return undecided(self);
        }
        let value = match (census.measure, preperiod) {
            (Measure::Preperiod, Some(preperiod)) => preperiod,
            _ => returned.period,
        };
        // There are fewer than 2^63 games with measures below 2^64.
        self.outcome.sum += u128::from(class.games) * u128::from(value);
        let first = class.first(space);
        let candidate = Candidate { class, first, returned, preperiod, value };
        let greatest = *self.greatest.get_or_insert(candidate);
        if value > greatest.value || (value == greatest.value && first < greatest.first) {
            self.greatest = Some(candidate);
        }
        let surpassed = value < self.floor && !first.without(self.exempt).is_empty();
        if census.every {
            self.candidates.push(candidate);
        } else if value > 0 && !surpassed {
            self.compare(candidate);
        }
        Ok(())
    }

    /// Keeps a candidate, in the order of the first games and so of the values, unless an earlier one has a greater
    /// value: the first game of a group comes before all others in it, so the group then holds no record.
    fn compare(&mut self, candidate: Candidate<N>) {
        let Candidate { first, value, .. } = candidate;
        let place = self.candidates.partition_point(|other| other.first < first);
        if place > 0 && self.candidates[place - 1].value > value {
            return;
        }
        let later = &self.candidates[place..];
        let surpassed = later.iter().take_while(|other| other.value < value).count();
        self.candidates.splice(place..place + surpassed, [candidate]);
    }

    /// Brings the results into the order of the games.
    fn finish(
        mut self,
        census: &Census,
        space: &Space,
        stop: &CancellationToken,
    ) -> Result<PieceResult, Limit> {
        if census.every {
            self.candidates.sort_unstable_by_key(|candidate| candidate.first);
        }
        for candidate in &self.candidates {
            self.outcome.settled.push(candidate.settled(space, census.rule, stop)?);
        }
        let alone = |greatest: Candidate<N>| greatest.alone(space, census.rule, stop);
        self.outcome.maximum = self.greatest.map(alone).transpose()?;
        self.outcome.given_up.sort_unstable_by(|one, other| {
            super::group::compare(&one.moves, &other.moves).then_with(|| one.open.cmp(&other.open))
        });
        Ok(self.outcome)
    }
}

impl<const N: usize> Candidate<N> {
    fn settled(
        &self,
        space: &Space,
        rule: Rule,
        stop: &CancellationToken,
    ) -> Result<Settled, Limit> {
        let preperiod = match self.preperiod {
            Some(preperiod) => preperiod,
            None => least_preperiod(&self.class, self.returned, rule, stop)?,
        };
        let group = Group::new(space, &self.class);
        Ok(Settled { group, period: self.returned.period, preperiod })
    }

    /// Settles only the first game.
    fn alone(&self, space: &Space, rule: Rule, stop: &CancellationToken) -> Result<Settled, Limit> {
        let group = Group { moves: self.first.iter().collect(), open: Vec::new(), need: None };
        Ok(Settled { group, ..self.settled(space, rule, stop)? })
    }
}

/// The least preperiod of all games of a class.  The moves that all of them have are a game of
/// their own, with the same sequence.
///
/// In misère play a preperiod 0 stays 0, and any other one grows by the least move.
fn least_preperiod<const N: usize>(
    class: &OutcomeClass<N>,
    returned: Returned,
    rule: Rule,
    stop: &CancellationToken,
) -> Result<u64, Limit> {
    let is_least = returned.from == 0 || !matches!(rule, Rule::Normal | Rule::Misere);
    match is_least {
        true => Ok(returned.from),
        false => match preperiod(class.included, returned.period, stop)? {
            0 => Ok(0),
            late => Ok(late + class.delay(rule)),
        },
    }
}

/// The most positions by which a search by fingerprints may go farther before it sees a short period.
const DETOUR: u64 = 1 << 16;

/// Games of normal play, side by side.
fn together<const N: usize>(
    games: &[Vec<u32>],
    give_up: u64,
    stop: &CancellationToken,
    mut tell: impl FnMut(OutcomeClass<N>) -> Result<(), Limit>,
) -> Result<(), Limit> {
    let games: Vec<Mask<N>> = games.iter().map(|moves| moves.iter().copied().collect()).collect();
    run_all(&games, give_up, stop, |game, returned| {
        let (open, need) = (Mask::EMPTY, None);
        tell(OutcomeClass { included: games[game], open, need, games: 1, returned })
    })
}

/// A game with any rule, computed by itself; its preperiod is the least one.
fn alone<const N: usize>(
    moves: &[u32],
    rule: Rule,
    give_up: u64,
    stop: &CancellationToken,
) -> Result<OutcomeClass<N>, Limit> {
    let sizes: Vec<u64> = moves.iter().map(|&size| size.into()).collect();
    let sizes = Moves::new(&sizes).map_err(|_| MOVES)?;
    let until = give_up.saturating_add(DETOUR).min(CycleSearch::FARTHEST);
    let found = if rule == Rule::Normal && sizes.is_symmetric() {
        let period = symmetric_period(sizes, until, stop)?;
        period.map(|period| Cycle { period, preperiod: 0 })
    } else {
        let game = Game::new(sizes, rule).map_err(|_| MOVES)?;
        CycleSearch::new(&game).run(until, stop)?
    };
    let returned = found.map(|Cycle { period, preperiod }| Returned {
        period,
        from: preperiod,
        positions: preperiod.saturating_add(period),
    });
    let included = moves.iter().copied().collect();
    Ok(OutcomeClass { included, open: Mask::EMPTY, need: None, games: 1, returned })
}

/// Numbers as decimal strings.
mod decimal {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<S: Serializer>(
        number: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    /// Reads a number in its only spelling.
    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: FromStr + Display>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text.parse().ok().filter(|number: &T| number.to_string() == text);
        number.ok_or_else(|| D::Error::custom(format!("{text} is not a number of this size")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Choice;
    use super::super::{Row, Shard, Stored, Writer};
    use super::*;
    use crate::formula::Condition;
    use crate::sequence::oracle;
    use crate::threads::Threads;

    fn rows(census: &Census) -> Vec<Row> {
        let all = super::super::rows(census, &Threads::default(), &Default::default(), |_| ());
        all.expect("not stopped").0
    }

    /// Every game has the cycle of the plain rule, and what is beyond the limit is undecided.
    #[test]
    fn all_rules_are_those_of_plain_computation() {
        for (rule, symmetric) in [
            ("misere", false),
            ("misere", true),
            ("lost odd", false),
            ("won == 0", true),
            ("lost >= 2", false),
            ("mex", false),
        ] {
            let rule: Rule = rule.parse().expect("a rule");
            for (measure, limit) in [(Measure::Period, 1 << 20), (Measure::Preperiod, 12)] {
                let census = Census::new(1, 7, None, symmetric).expect("a census");
                let census = census.by_rule(rule);
                let census = Census { every: true, measure, limit_positions: limit, ..census };
                let (mut games, mut undecided, mut late) = (0, 0, 0);
                for row in rows(&census) {
                    let (moves, found) = match row {
                        Row::Game(game) => (game.moves, Some(game.cycle)),
                        Row::Undecided(moves) => (moves, None),
                        Row::Record { .. } | Row::Summary(_) => continue,
                    };
                    let sizes: Vec<u64> = moves.iter().map(|&size| size.into()).collect();
                    let game = Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game");
                    let cycle = oracle::cycle(&game, 2000).expect("a short cycle");
                    let is_within = cycle.period + cycle.preperiod <= limit;
                    assert_eq!(found, is_within.then_some(cycle), "{rule} {moves:?}");
                    games += 1;
                    undecided += usize::from(!is_within);
                    late += usize::from(cycle.preperiod > 0);
                }
                assert_eq!(games, census.games());
                assert_eq!(undecided > 0, limit == 12, "{rule}");
                // Parity of lost options is a register that also goes backwards.
                assert!(late > 0 || symmetric || rule.to_string() == "lost odd", "{rule}");
            }
        }
        // Grundy values of any size: { 1..40 } has period 41.
        for largest in [31, 32, 40] {
            let one = Census::new(largest, largest, Some(largest), false).expect("a census");
            let one = Census { every: true, ..one.by_rule(Rule::Mex) };
            let found = rows(&one).into_iter().find_map(|row| match row {
                Row::Game(game) => Some(game.cycle),
                Row::Undecided(_) | Row::Record { .. } | Row::Summary(_) => None,
            });
            let expected = Cycle { period: u64::from(largest) + 1, preperiod: 0 };
            assert_eq!(found, Some(expected), "{largest}");
        }
    }

    /// Chosen games are those of the whole census that satisfy the condition, with the same cycles.
    #[test]
    fn chosen_games_are_games_of_the_whole() {
        for (moves, symmetric, rule, condition) in [
            (Some(4), false, "normal", "a + c == d"),
            (Some(4), false, "misere", "not (a + c == d or b + c == d)"),
            (Some(3), false, "lost odd", "gcd(a, c) == 1"),
            (None, true, "normal", "3K <= M and M mod 2 == 1"),
            (None, false, "normal", "K == 3 or K > 9"),
            (Some(2), false, "normal", "1/(a - a) == 1"),
        ] {
            let rule: Rule = rule.parse().expect("a rule");
            let whole = Census::new(1, 11, moves, symmetric).map(|census| census.by_rule(rule));
            let whole = Census { every: true, ..whole.expect("a census") };
            let condition = Condition::parse(condition, 0).expect("a condition");
            let choice = Choice { condition: Some(condition), ..Choice::ALL };
            let chosen = Census { choice: choice.clone(), ..whole.clone() };
            let games = |census| {
                let games = rows(census).into_iter().filter_map(|row| match row {
                    Row::Game(game) => Some(game),
                    _ => None,
                });
                games.collect::<Vec<_>>()
            };
            let mut expected = games(&whole);
            expected.retain(|game| choice.admits(&game.moves));
            assert_eq!(games(&chosen), expected, "{choice:?}");
            let (_, head) = Writer::begin(&chosen, Shard::WHOLE);
            assert!(head.starts_with("{\"schema\":3,"), "{head}");
            assert_eq!(Stored::read(head.as_bytes()).expect("a file").census, chosen);
        }
    }

    /// The file of a shard names a rule, in a format that older versions reject; one without a rule is of normal play.
    #[test]
    fn files_keep_the_rule() {
        let census = |rule| Census::new(1, 4, None, false).map(|census| census.by_rule(rule));
        for (rule, schema) in [(Rule::Normal, 1), (Rule::Misere, 2), (Rule::Mex, 2)] {
            let census = census(rule).expect("a census");
            let (_, head) = Writer::begin(&census, Shard::WHOLE);
            assert!(head.starts_with(&format!("{{\"schema\":{schema},")), "{head}");
            assert_eq!(head.contains("rule"), schema == 2, "{head}");
            assert_eq!(Stored::read(head.as_bytes()).expect("a file").census, census);
        }
    }
}
