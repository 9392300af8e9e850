//! The arguments that name a game: moves, rule and start.

use super::moves;
use super::numbers::{Assigned, assignment, points};
use super::rule::RuleArguments;
use super::start::StartArgument;
use clap::Args;
use grundy_check::Integer;
use grundy_core::lang::MoveList;
use grundy_engines::one_game::{OneGame, Ranges, Source};
use grundy_engines::real::{self, Real, is_meant};
use grundy_engines::runs;
use grundy_report::report::sequence::{LeftOut, Subject};
use grundy_sequence::{Game, MoveSet, Moves, Rule, WrittenError, WrittenMoves};

/// What to say of moves where only finitely many integers can be.
pub const LISTED_MOVES: &str = "The moves in any order, such as 21 103 214 235 or 3,7,8, or those of a family with --at, such \
     as 2n 5n 6n+1 8n+1 --at n=5; also ranges, such as 1..4";

/// Which game.
#[derive(Clone, Debug, Args)]
pub struct GameArguments {
    /// The moves in any order, such as 21 103 214 235 or 3,7,8, or those of a family with --at, such
    /// as 2n 5n 6n+1 8n+1 --at n=5; or sets by name, such as squares, primes or '1.. without 3 7'; or
    /// real numbers of one field, such as 3/2, 1.5, 1+2sqrt(5)
    #[arg(required = true, value_name = "MOVE", allow_negative_numbers = true)]
    moves: Vec<String>,
    /// The value of a parameter, once for each parameter; or several values, as in n=3..8 or n=3,5,7
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    at: Vec<Assigned>,
    #[command(flatten)]
    rule: RuleArguments,
    #[command(flatten)]
    start: StartArgument,
}

/// A game of which values are asked for.
#[derive(Debug)]
pub struct AskedGame {
    /// The game.
    pub subject: Subject,
    /// Its values.
    pub source: Source,
}

impl GameArguments {
    /// The rule.
    pub fn rule(&self) -> Result<Rule, String> {
        self.rule.rule()
    }

    /// The moves of a game of normal or misère play without a start, up to this size; `None` if it is
    /// none.
    pub fn sizes_without_start(&self, greatest: u64) -> Option<Result<Vec<u64>, String>> {
        let is_play = matches!(self.rule(), Ok(Rule::Normal | Rule::Misere | Rule::Mex));
        (is_play && !self.start.is_given()).then(|| self.written(|it| it.sizes(greatest)))
    }

    /// The moves, if they are a set with a name that has no end.
    pub fn set(&self) -> Result<Option<MoveSet>, String> {
        let set = self.written(|it| it.set())?.filter(|set| set.finite().is_none());
        match set {
            Some(_) if self.start.is_given() => Err(format!("--{}", WrittenError::Start)),
            set => Ok(set),
        }
    }

    /// The first and the last move of each range, up to this size.
    pub fn ranges(&self, greatest: u64) -> Result<Vec<(u64, u64)>, String> {
        self.written(|it| it.ranges(greatest))
    }

    /// What is read of the moves as they are written.
    fn written<T>(
        &self,
        read: impl FnOnce(&WrittenMoves<'_>) -> Result<T, WrittenError>,
    ) -> Result<T, String> {
        let written = WrittenMoves { texts: &self.moves, at: &self.point()? };
        read(&written).map_err(|error| moves::said(error, &written))
    }

    /// The moves of a game without a start, range by range; `None` also if these are short, and no larger than those that
    /// jumps are made with.
    pub fn long_ranges(&self) -> Result<Option<(Subject, Ranges)>, String> {
        let rule = self.rule()?;
        if self.start.is_given() {
            return Ok(None);
        }
        let ranges = self.ranges(i64::MAX as u64)?;
        let computed = Ranges::new(&ranges, rule);
        Ok(computed.map(|it| (Subject::of_ranges(ranges, rule), it)))
    }

    /// The moves as real numbers in the order in which they are written, if they are, or are to be read as such.
    pub fn real_moves(&self, are_asked: bool) -> Option<Result<Vec<Real>, String>> {
        if !are_asked && (self.has_values() || !is_meant(&self.moves.join(" "))) {
            return None;
        }
        if self.start.is_given() {
            return Some(Err("--start does not work with real moves or --vary".to_owned()));
        }
        if !self.has_values() {
            return Some(super::real::moves(&self.moves));
        }
        let sizes = self.written(|it| it.sizes(runs::GREATEST));
        let numbers = |it: Vec<u64>| it.into_iter().map(|it| Integer::from(it).into()).collect();
        Some(sizes.map(numbers))
    }

    /// The moves as real numbers, if they are outcomes of moves that machine words do not hold.
    pub fn largest_moves(&self) -> Option<Result<Vec<Real>, String>> {
        if self.start.is_given() {
            return None;
        }
        let written = WrittenMoves { texts: &self.moves, at: &self.point().ok()? };
        real::largest(&written, self.rule().ok()?).map(Ok)
    }

    /// The values of the parameters, which must be one for each.
    pub fn point(&self) -> Result<Vec<(String, Integer)>, String> {
        match self.at.iter().find(|it| it.value().is_none()) {
            Some(Assigned { name, .. }) => {
                Err(format!("only one game is allowed here, but {name} has several values"))
            }
            None => Ok(points(&self.at)?.swap_remove(0)),
        }
    }

    /// The same for each combination of the values of the parameters, and the combinations that make no
    /// game.
    ///
    /// # Errors
    /// If the moves or the values cannot be read, or make no game at all.
    pub fn each(&self) -> Result<(Vec<Self>, Vec<LeftOut>), String> {
        let points = points(&self.at)?;
        if let [_] = points[..] {
            return Ok((vec![self.clone()], Vec::new()));
        }
        let (mut games, mut left_out) = (Vec::new(), Vec::new());
        for parameters in points {
            match moves::no_game(&WrittenMoves { texts: &self.moves, at: &parameters }) {
                Some(message) => left_out.push(LeftOut { parameters, message }),
                None => {
                    let one = |(name, value)| Assigned::one(name, value);
                    let at = parameters.into_iter().map(one).collect();
                    games.push(Self { at, ..self.clone() });
                }
            }
        }
        match left_out.first() {
            Some(LeftOut { message, .. }) if games.is_empty() => Err(message.clone()),
            _ => Ok((games, left_out)),
        }
    }

    /// The family that is meant; numbers are one without parameters.
    pub fn family(&self) -> Result<MoveList, String> {
        let written = WrittenMoves { texts: &self.moves, at: &[] };
        written.list().map_err(|error| match error {
            WrittenError::Unreadable(text, why) => moves::unreadable(&why, &text),
            error => moves::said(error, &written),
        })
    }

    /// Has any parameter a value?
    pub fn has_values(&self) -> bool {
        !self.at.is_empty()
    }

    /// The same with these values of a parameter.
    pub fn with(&self, name: &str, first: i64, last: i64) -> Self {
        let ranges = vec![(first.into(), last.into())];
        Self { at: vec![Assigned { name: name.to_owned(), ranges }], ..self.clone() }
    }

    /// The game, which may have moves of any size that jumps can be made with.
    pub fn asked(&self) -> Result<AskedGame, String> {
        let (rule, start) = (self.rule()?, self.start.text());
        let game = self.written(|it| OneGame::read(it, rule, start))?;
        Ok(AskedGame { subject: Subject::of(&game, rule), source: game.into() })
    }

    /// The game, or what is wrong with the arguments.
    pub fn game(&self) -> Result<Game, String> {
        let moves =
            self.written(|it| it.sizes(Moves::GREATEST).and_then(|it| Ok(Moves::new(&it)?)))?;
        Game::named(moves, self.rule()?, self.start.text()).map_err(|error| error.to_string())
    }
}
