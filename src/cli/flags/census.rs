//! The flags of `grundy census` as typed.

use super::global::{Format, Formats as _};
use super::numbers::within;
use super::petri::named as choice;
use super::rule::RuleArguments;
use clap::{Args, Subcommand};
use grundy_answers::ask::census as ask;
use grundy_census::census::families::Families as Kind;
use grundy_census::census::{self, Measure, Shard};
use grundy_language::formula::named;
use grundy_language::number;
use std::path::PathBuf;

const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv, Format::Jsonl];

/// `grundy census`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = ABOUT, formats = FORMATS)]
pub struct Census {
    /// Another command
    #[command(subcommand)]
    pub command: Option<CensusCommand>,
    /// Which games
    #[command(flatten)]
    pub games: Games,
    /// Means by class and largest move; classes are those of --class, else those of 1996 for four moves, else
    /// the numbers of moves
    #[arg(long)]
    pub mean: bool,
    /// A class of games for --mean, such as 'I: a + c == d'; class O is all others
    #[arg(long, value_name = "NAME: CONDITION", value_parser = class)]
    pub class: Vec<(String, String)>,
    /// Do only part I of N, and write it to the file of -o, for `census merge`
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
}

/// Which games, and what is wanted of them.
#[derive(Debug, Args)]
pub struct Games {
    /// The largest move: 30 means 1 to 30; or a range such as 20..30
    #[arg(long, value_name = "M", value_parser = range, required = true)]
    pub max_move: Option<(u32, u32)>,
    /// Only games with K moves
    #[arg(long, value_name = "K", value_parser = within::<u32>(1..))]
    pub moves: Option<u32>,
    /// Only symmetric games: for every move s, M - s is a move or 0, where M is the largest move
    #[arg(long)]
    pub symmetric: bool,
    /// Only games whose moves a < b < c < ... (or s1, s2, s3, ...) satisfy CONDITION, such as 'a + c == d'; K is
    /// the number of moves, M the largest one
    #[arg(long = "where", value_name = "CONDITION", value_parser = condition)]
    pub condition: Option<String>,
    /// Only symmetric games with at most M/3 moves and at most N different distances between neighbours
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..))]
    pub differences: Option<u32>,
    #[command(flatten)]
    pub rule: RuleArguments,
    /// The number that is compared and summed
    #[arg(long, default_value = "period",
          value_parser = choice(Measure::ALL, Measure::name, Measure::meaning))]
    pub records: Measure,
    /// List every game, not just the records
    #[arg(long)]
    pub all: bool,
    /// Leave a game undecided if preperiod + period exceed N
    #[arg(long, value_name = "N", default_value_t = census::Census::LIMIT_POSITIONS,
          value_parser = within::<u64>(1..))]
    pub limit_positions: u64,
}

impl Games {
    /// The games as a question.
    ///
    /// # Errors
    /// Where values and rule do not go together.
    pub fn question(&self) -> Result<ask::Games, String> {
        Ok(ask::Games {
            largest_move: self.max_move.ok_or("add --max-move")?,
            moves: self.moves,
            symmetric: self.symmetric,
            condition: self.condition.clone(),
            differences: self.differences,
            values: None,
            rule: Some(self.rule.rule()?.to_string()),
            records: Some(self.records),
            limit_positions: Some(self.limit_positions),
        })
    }
}

/// A command of the census.
#[derive(Debug, Subcommand)]
pub enum CensusCommand {
    /// Combine the files of all shards into the result of the whole census
    Merge(Merge),
    /// List families of games with small coefficients by the degree of their periods
    #[command(long_flag_alias = "families")]
    Families(Families),
}

/// `grundy census families`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json], after_help = ABOUT_FAMILIES)]
pub struct Families {
    /// Number of moves a * n + b
    #[arg(long, value_name = "K", default_value_t = Kind::default().moves,
          value_parser = within::<usize>(1..))]
    pub moves: usize,
    /// Values of a: 6 means 1 to 6; or a range such as 0..6
    #[arg(long, value_name = "RANGE", value_parser = factors, default_value = "6")]
    pub factors: (i64, i64),
    /// Values of b: 1 means 0 to 1; or a range such as -1..2
    #[arg(long, value_name = "RANGE", value_parser = summands, default_value = "1",
          allow_hyphen_values = true)]
    pub summands: (i64, i64),
    /// Only families whose moves a < b < c < ... satisfy CONDITION, such as 'a + c == d'
    #[arg(long = "where", value_name = "CONDITION", value_parser = condition)]
    pub condition: Option<String>,
    /// Leave a family open if a game takes more than N steps
    #[arg(long, value_name = "N", default_value_t = Kind::default().steps, value_parser = within::<u64>(..))]
    pub limit_steps: u64,
    /// List every family, not just one for each degree
    #[arg(long)]
    pub all: bool,
}

/// `grundy census merge`.
#[derive(Debug, Args)]
#[command(formats = FORMATS)]
pub struct Merge {
    /// The files of all shards, in any order
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

const ABOUT: &str = "\
With -o FILE, finished work is kept in FILE.part (with --shard in FILE), so after an interruption the \
same command continues.";

const ABOUT_FAMILIES: &str = "\
For two large n the least period of the outcomes is computed, and a polynomial is read off from it. That \
is not a proof; `grundy infer` proves the period of a family.";

/// A class as `NAME: CONDITION`.
fn class(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once(':').map(|(name, it)| (name.trim(), it.trim()));
    let parts = parts.filter(|(name, _)| {
        !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign))
    });
    let (name, text) = parts.ok_or("a class such as 'I: a + c == d' is needed")?;
    condition(text).map(|text| (name.to_owned(), text))
}

/// A text that is a condition.
fn condition(text: &str) -> Result<String, String> {
    named::condition(text).map(|_| text.to_owned())
}

fn factors(text: &str) -> Result<(i64, i64), String> {
    interval(text, 1)
}

fn summands(text: &str) -> Result<(i64, i64), String> {
    interval(text, 0)
}

/// A range, or the greatest number of one that begins with `first`.
fn interval(text: &str, first: i64) -> Result<(i64, i64), String> {
    let number = |text: &str| number::integer(text).and_then(|number| number.to_i64());
    let range = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)),
        None => number(text).map(|to| (first, to)),
    };
    range.ok_or_else(|| format!("a number such as 6 or a range such as {first}..6 is needed"))
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| {
        within(..)(text)
            .map_err(|_| "a number such as 30 or a range such as 20..30 is needed".to_owned())
    };
    match text.split_once("..") {
        Some((from, to)) => Ok((number(from)?, number(to)?)),
        None => Ok((1, number(text)?)),
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text
        .split_once('/')
        .and_then(|(number, of)| Shard::from_printed(number.parse().ok()?, of.parse().ok()?));
    numbers.ok_or_else(|| "I/N with 1 <= I <= N is needed, such as 3/64".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals() {
        assert_eq!(factors("6"), Ok((1, 6)));
        assert_eq!(factors("0..2"), Ok((0, 2)));
        assert_eq!(summands("-2..-1"), Ok((-2, -1)));
        for wrong in ["", "x", "1..", "1..x", "9223372036854775808"] {
            assert!(factors(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_and_shards() {
        assert_eq!(range("30"), Ok((1, 30)));
        assert_eq!(range("20..30"), Ok((20, 30)));
        assert_eq!(shard("3/64").map(Shard::printed), Ok((3, 64)));
        for wrong in ["", "..", "3..", "..3", "-1", "1.5", "4294967296", "1..2..3"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "3", "0/3", "4/3", "0/0", "1/", "/1", "-1/2", "1/2/3"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
