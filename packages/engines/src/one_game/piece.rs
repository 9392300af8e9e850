//! The values of one game at any positions.

use super::Ranges;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::runs::Far;
use crate::sequence::{CycleSearch, Game, MoveSet, Moves, Packed, Rule, Stream, far_by_parity};

/// Values up to this position are computed one by one, in a fraction of a second.
const NEAR: u64 = 1 << 26;

/// The number of positions that are computed directly in the time of a step.
const POSITIONS: u64 = 1 << 14;

/// The steps of the first turn: short periods show in the positions computed in that time.
const FIRST: u64 = 1 << 6;

/// Positions up to this multiple of the extent of the search for the cycle are computed one by one.
const TIMES: u64 = 4;

/// A game whose values are wanted.
#[derive(Clone, Debug)]
pub struct Source {
    jumps: Option<Far>,
    direct: Option<(Game, CycleSearch)>,
    ranges: Option<Ranges>,
    set: Option<(MoveSet, Rule)>,
}

impl From<Ranges> for Source {
    /// A game by its ranges of moves.
    fn from(ranges: Ranges) -> Self {
        Self { jumps: None, direct: None, ranges: Some(ranges), set: None }
    }
}

impl From<(MoveSet, Rule)> for Source {
    /// A game by its set of moves, which may be infinite.
    fn from(set: (MoveSet, Rule)) -> Self {
        Self { jumps: None, direct: None, ranges: None, set: Some(set) }
    }
}

/// Why values are not known, and what was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The limit.
    pub limit: Limit,
    /// The number of positions that were computed directly.
    pub positions: u64,
    /// The number of steps of jumps that were made.
    pub steps: u64,
}

impl Unreached {
    /// How far the values of `count` positions from this one on were computed, in words, for the game with these moves.
    pub fn came(&self, from: &Integer, count: usize, moves: &str) -> String {
        let end = from + &Integer::from(count);
        let steps = match self.steps {
            0 => String::new(),
            steps => format!(", and {steps} steps of jumps show no period"),
        };
        format!("{} of {end} positions of {moves} are computed{steps}", self.positions)
    }
}

impl Source {
    /// A game by its moves, which may be large; `None` if neither jumps nor direct computation can be used.
    pub fn new(sizes: &[u64], rule: Rule) -> Option<Self> {
        let game = Moves::new(sizes).and_then(|moves| Game::new(moves, rule)).ok();
        let (jumps, direct) = (Far::new(sizes, rule), game.as_ref().map(directly));
        (jumps.is_some() || direct.is_some()).then_some(Self {
            jumps,
            direct,
            ranges: None,
            set: None,
        })
    }

    /// A game.
    pub fn of(game: &Game) -> Self {
        let sizes: Vec<_> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
        let jumps = Far::new(&sizes, game.rule()).filter(|_| game.start().is_none());
        Self { jumps, direct: Some(directly(game)), ranges: None, set: None }
    }

    /// The values of `count` positions from this one on, which is at least 0.
    ///
    /// Near positions are computed one by one.  Otherwise jumps and a search for the cycle take turns until one of them
    /// has reached the positions or proved a period; then all values follow from earlier ones.
    ///
    /// ```
    /// use grundy_language::limit::CancellationToken;
    /// use grundy_engines::one_game::Source;
    /// use grundy_sequence::Rule;
    /// let stop = CancellationToken::default();
    /// let far = "1000000000000000000".parse().unwrap();
    /// let game = Source::new(&[1, 2], Rule::Mex).unwrap();
    /// assert_eq!(game.values(&far, 4, &stop), Ok(vec![1, 2, 0, 1].into()));
    /// let game = Source::new(&[1, 2, 999_999_999], Rule::Normal).unwrap();
    /// assert_eq!(game.values(&999_999_999.into(), 2, &stop), Ok(vec![1, 0].into()));
    /// ```
    ///
    /// # Errors
    /// When a stop is requested, and when no method reaches these positions.
    pub fn values(
        mut self,
        from: &Integer,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Packed, Unreached> {
        let end = from + &Integer::from(count);
        let mut unreached = Unreached { limit: Limit::POSITIONS, positions: 0, steps: 0 };
        let is_small = stop.room(count, size_of::<u32>());
        is_small.map_err(|limit| Unreached { limit, ..unreached })?;
        if let Some((set, rule)) = self.set {
            let from = from.to::<u64>().ok_or(unreached)?;
            let unreached = |limit| Unreached { limit, ..unreached };
            return set.values(rule, from, count, stop).map(Packed::from).map_err(unreached);
        }
        if from.is_negative() {
            return Err(unreached);
        }
        if let Some(ranges) = self.ranges {
            return ranges
                .values(from, count, stop)
                .map(Packed::from)
                .map_err(|limit| Unreached { limit, ..unreached });
        }
        let is_near = |end: &Integer| end.to::<u64>().is_some_and(|end| end <= NEAR);
        if let Some((game, _)) = self.direct.as_ref().filter(|_| !is_near(&end))
            && let Some(values) = far_by_parity(game, from, count, stop)
        {
            return values.map(Packed::from).map_err(|limit| Unreached { limit, ..unreached });
        }
        let mut steps = FIRST;
        loop {
            if let Some((game, search)) = &mut self.direct {
                let until = steps.saturating_mul(POSITIONS);
                let is_below = |most| end.to::<u64>().is_some_and(|end| end <= most);
                let near = from.to::<u64>();
                if let Some(from) = near.filter(|_| is_below(until)) {
                    return take(game, from, count, unreached, stop);
                }
                let found = search.run(until.min(CycleSearch::FARTHEST), stop);
                unreached.positions = search.position();
                if let Some(cycle) = found.map_err(|limit| Unreached { limit, ..unreached })? {
                    let [period, preperiod] = [cycle.period, cycle.preperiod].map(Integer::from);
                    let first = match *from >= preperiod {
                        true => &(from - &preperiod).mod_floor(&period) + &preperiod,
                        false => from.clone(),
                    };
                    let first = first.to().ok_or(unreached)?;
                    return take(game, first, count, unreached, stop);
                }
                let one_by_one = until.saturating_mul(TIMES).max(NEAR);
                if let Some(from) = near.filter(|_| is_below(one_by_one)) {
                    return take(game, from, count, unreached, stop);
                }
            }
            if let Some(jumps) = &mut self.jumps {
                let advanced = jumps.advance(steps, &end, stop);
                unreached.steps = jumps.steps();
                let found = match advanced {
                    Ok(true) => jumps.values(from, count, stop).map(Some),
                    Ok(false) => Ok(None),
                    Err(limit) => Err(limit),
                };
                match found {
                    Ok(None) => {}
                    Ok(Some(values)) => return Ok(values.into()),
                    Err(Limit::STOPPED) => {
                        return Err(Unreached { limit: Limit::STOPPED, ..unreached });
                    }
                    Err(limit) => {
                        unreached.limit = limit;
                        self.jumps = None;
                    }
                }
            }
            let is_over = |search: &CycleSearch| search.position() >= CycleSearch::FARTHEST;
            let direct_is_over = self.direct.as_ref().is_none_or(|(_, search)| is_over(search));
            if self.jumps.is_none() && direct_is_over {
                return Err(unreached);
            }
            steps = steps.saturating_mul(2);
        }
    }
}

/// The values of a game from this position on, one after another.
///
/// The values before a position, as far back as moves lead, determine all that follow: they are the start of a game
/// that begins there.
///
/// # Errors
/// As [`Source::values`], for the values before the position.
pub fn stream(game: &Game, from: &Integer, stop: &CancellationToken) -> Result<Stream, Limit> {
    if let Some(near @ ..=NEAR) = from.to::<u64>() {
        return Ok(Stream::new(game, near));
    }
    let reach = game.moves().greatest().max(1);
    let first = from - &Integer::from(reach);
    let window = Source::of(game).values(&first, reach as usize, stop);
    let window = window.map_err(|unreached| unreached.limit)?;
    let window = window.iter().map(|value| u8::try_from(value).map(Value));
    let window = window.collect::<Result<Vec<_>, _>>().map_err(|_| Limit::POSITIONS)?;
    let later = Game::with_start(game.moves().clone(), game.rule(), &window);
    later.map(|later| Stream::new(&later, 0)).map_err(|_| Limit::POSITIONS)
}

fn directly(game: &Game) -> (Game, CycleSearch) {
    (game.clone(), CycleSearch::new(game))
}

/// The number of values that are computed before they are packed.
const PIECE: usize = 1 << 20;

/// Values that are computed one by one.
fn take(
    game: &Game,
    from: u64,
    count: usize,
    unreached: Unreached,
    stop: &CancellationToken,
) -> Result<Packed, Unreached> {
    let mut stream = Stream::new(game, from);
    let mut values = Packed::from(Vec::<u32>::new());
    while values.len() < count {
        let piece = stream.take(PIECE.min(count - values.len()), stop).map_err(|limit| {
            let positions = stream.known().max(unreached.positions);
            Unreached { limit, positions, ..unreached }
        })?;
        values.extend(piece);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Tally;
    use crate::sequence::{cycle, values};

    #[test]
    fn positions_far_out_have_the_values_of_those_a_period_earlier() {
        let stop = CancellationToken::default();
        for (sizes, rule) in [
            (&[21, 103, 214, 235][..], Rule::Normal),
            (&[3, 7, 8], Rule::Mex),
            (&[2, 5, 7], Rule::Misere),
            (&[3, 8, 11], Rule::Lost(Tally::Odd)),
            (&[2, 5, 7], Rule::Won(Tally::Odd)),
        ] {
            let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
            let Ok(found) = cycle(&game, 1 << 27, &stop) else { continue };
            let turns: Integer = "1000000000000".parse().expect("a number");
            for offset in [0, 1, found.period / 2] {
                let near = found.preperiod + offset;
                let far = &Integer::from(near) + &(&turns * &Integer::from(found.period));
                let values = values(&game, near, 300, &stop).expect("values");
                let mut streamed = stream(&game, &far, &stop).expect("a stream");
                assert_eq!(streamed.take(300, &stop).as_ref(), Ok(&values), "{rule}");
                assert_eq!(Source::of(&game).values(&far, 300, &stop), Ok(values.into()), "{rule}");
            }
        }
    }

    #[test]
    fn a_stop_says_how_far_it_came() {
        let stop = CancellationToken::default();
        stop.request();
        let far = "1000000000000000000".parse().expect("a number");
        let game = Source::new(&[21, 103, 214, 235], Rule::Normal).expect("a game");
        let limit = game.values(&far, 1, &stop).map_err(|unreached| unreached.limit);
        assert_eq!(limit, Err(Limit::STOPPED));
        let negative = Source::new(&[1, 2], Rule::Normal).expect("a game");
        assert!(negative.values(&(-1).into(), 1, &CancellationToken::default()).is_err());
        let game = Game::new(Moves::new(&[1, 2]).expect("moves"), Rule::Normal).expect("a game");
        assert_eq!(stream(&game, &far, &stop).err(), Some(Limit::STOPPED));
        let stop = CancellationToken::default();
        assert_eq!(stream(&game, &(-1).into(), &stop).err(), Some(Limit::POSITIONS));
    }
}
