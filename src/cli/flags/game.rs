//! The arguments that name a game: moves, rule and seed.

use super::moves;
use super::numbers::{Assigned, assignment, points};
use clap::{Args, ValueEnum};
use grundy_check::Integer;
use grundy_check::model::{Alphabet, Value};
use grundy_core::lang::MoveList;
use grundy_sequence::{Game, Rule};

/// Which game.
#[derive(Clone, Debug, Args)]
pub struct GameArguments {
    /// The moves in any order, such as 21 103 214 235 or 3,7,8, or a family in braces with --at,
    /// such as '{ 2n 5n 6n+1 8n+1 }' --at n=5
    #[arg(required = true, value_name = "MOVE", allow_negative_numbers = true)]
    moves: Vec<String>,
    /// The value of a parameter of the family, once for each; or its values, as in n=3..8
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    at: Vec<Assigned>,
    /// The values of the positions [default: outcome]
    #[arg(long, value_enum)]
    values: Option<Values>,
    /// Compute outcomes by another rule: a position is won (+) if the number of moves to lost ones (-)
    /// is at least 1 (nor, which is normal play), odd (parity), 1 (exactly-one), or greater than C
    /// (more-than-C, such as more-than-2)
    #[arg(long, value_parser = rule, conflicts_with = "values")]
    rule: Option<Rule>,
    /// Values of the positions -m, ..., -1, in this order, where m is the largest move; moves may lead
    /// to them. Without a seed there are no positions below 0
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    seed: Option<String>,
}

/// Values by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Values {
    /// `-` for P (the player to move loses), `+` for N (the player to move wins)
    Outcome,
    /// Sprague-Grundy values: 0, 1, ..., 26 as _, A, ..., Z, and from 27 on as two digits
    Nim,
    /// Outcomes of misère play: a player who cannot move wins
    Misere,
}

impl GameArguments {
    /// The rule.
    pub fn rule(&self) -> Rule {
        match (self.rule, self.values) {
            (Some(rule), _) => rule,
            (None, None | Some(Values::Outcome)) => Rule::Normal,
            (None, Some(Values::Nim)) => Rule::Grundy,
            (None, Some(Values::Misere)) => Rule::Misere,
        }
    }

    /// The moves of a game of normal or misère play without a seed, up to this size; `None` if it is
    /// none.
    pub fn sizes_without_seed(&self, greatest: u64) -> Option<Result<Vec<u64>, String>> {
        let is_play = matches!(self.rule(), Rule::Normal | Rule::Misere | Rule::Grundy);
        (is_play && self.seed.is_none())
            .then(|| moves::sizes(&self.moves, &self.point()?, greatest))
    }

    /// The values of the parameters, which must be one for each.
    pub fn point(&self) -> Result<Vec<(String, Integer)>, String> {
        match self.at.iter().find(|it| it.first != it.last) {
            Some(Assigned { name, first, last }) => Err(format!(
                "one game is needed here, and {name}={first}..{last} stands for several"
            )),
            None => Ok(points(&self.at)?.swap_remove(0)),
        }
    }

    /// The same for each combination of the values of the parameters.
    pub fn each(&self) -> Result<Vec<Self>, String> {
        let one =
            |(name, value): (String, Integer)| Assigned { name, first: value.clone(), last: value };
        let at = |point: Vec<_>| Self { at: point.into_iter().map(one).collect(), ..self.clone() };
        Ok(points(&self.at)?.into_iter().map(at).collect())
    }

    /// The family that is meant; numbers are one without parameters.
    pub fn family(&self) -> Result<MoveList, String> {
        moves::family(&self.moves)
    }

    /// Has any parameter a value?
    pub fn has_values(&self) -> bool {
        !self.at.is_empty()
    }

    /// The same with these values of a parameter.
    pub fn with(&self, name: &str, first: i64, last: i64) -> Self {
        let (first, last) = (first.into(), last.into());
        Self { at: vec![Assigned { name: name.to_owned(), first, last }], ..self.clone() }
    }

    /// The game, or what is wrong with the arguments.
    pub fn game(&self) -> Result<Game, String> {
        let moves = moves::parse(&self.moves, &self.point()?)?;
        let rule = self.rule();
        let game = match &self.seed {
            None => Game::new(moves, rule),
            Some(word) => {
                let seed = seed(word, rule.alphabet())?;
                Game::with_seed(moves, rule, &seed)
            }
        };
        game.map_err(|error| error.to_string())
    }
}

/// A rule for outcomes by its name.
fn rule(text: &str) -> Result<Rule, String> {
    match text {
        "nor" => Ok(Rule::Normal),
        "parity" => Ok(Rule::Odd),
        "exactly-one" => Ok(Rule::ExactlyOne),
        _ => match text.strip_prefix("more-than-").map(str::parse) {
            Some(Ok(bound)) => Ok(Rule::MoreThan(bound)),
            _ => {
                Err("known are nor, parity, exactly-one, and more-than-0, more-than-1, ...".into())
            }
        },
    }
}

/// The values of a word, which is written as [`Alphabet::letter`] does it: values without a
/// letter have two digits.
fn seed(word: &str, alphabet: Alphabet) -> Result<Vec<Value>, String> {
    let mut values = Vec::with_capacity(word.len());
    let mut rest = word.chars();
    while let Some(letter) = rest.next() {
        let two_digits = || {
            let tens = letter.to_digit(10).filter(|_| alphabet == Alphabet::Nim)?;
            let ones = rest.clone().next()?.to_digit(10)?;
            let value = Value(u8::try_from(10 * tens + ones).ok()?);
            (value > alphabet.greatest()).then_some(value)
        };
        let value = match alphabet.value(letter) {
            Some(value) => value,
            None => {
                let value = two_digits().ok_or_else(|| no_value(letter, alphabet))?;
                rest.next();
                value
            }
        };
        values.push(value);
    }
    Ok(values)
}

fn no_value(letter: char, alphabet: Alphabet) -> String {
    let known = match alphabet {
        Alphabet::Outcome => "outcomes are written - and +",
        Alphabet::Nim => "Grundy values are written _, A, ..., Z, and 27, 28, ...",
    };
    format!("the seed has {letter}, which is not a value: {known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names() {
        for name in ["nor", "parity", "exactly-one", "more-than-0", "more-than-17"] {
            assert_eq!(rule(name).map(|rule| rule.to_string()), Ok(name.to_owned()));
        }
        for wrong in ["", "nim", "misere", "more-than-", "more-than--1", "more-than-4294967296"] {
            assert!(rule(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seeds_are_written_like_sequences() {
        for (alphabet, greatest) in [(Alphabet::Nim, 31), (Alphabet::Outcome, 1)] {
            let values: Vec<Value> = (0..=greatest).chain([0, greatest]).map(Value).collect();
            let word: String = values.iter().map(|&value| alphabet.letter(value)).collect();
            assert_eq!(seed(&word, alphabet), Ok(values), "{word}");
        }
    }

    #[test]
    fn what_is_no_value_is_named() {
        for (word, alphabet, letter) in [
            ("+-x", Alphabet::Outcome, 'x'),
            ("_", Alphabet::Outcome, '_'),
            ("A27B26", Alphabet::Nim, '2'),
            ("A3", Alphabet::Nim, '3'),
            ("Ä", Alphabet::Nim, 'Ä'),
        ] {
            assert_eq!(seed(word, alphabet), Err(no_value(letter, alphabet)), "{word}");
        }
    }
}
