//! Rules and starts by their usual names.

use crate::game::{Game, GameError, Moves, rule_by_name};
use crate::model::{Alphabet, Rule, Value};

/// The values of positions and the rule, as far as they are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The values.
    pub alphabet: Option<Alphabet>,
    /// The rule.
    pub rule: Option<Rule>,
}

impl Asked {
    /// What values by name (`outcome`, `nim`, `grundy`, or `misere`, which is a rule) and a rule by name together ask
    /// for.
    ///
    /// ```
    /// use grundy_sequence::{Asked, Rule};
    /// assert_eq!(Asked::named(None, None).unwrap().rule(), Rule::Normal);
    /// assert_eq!(Asked::named(Some("nim"), None).unwrap().rule(), Rule::Mex);
    /// assert_eq!(Asked::named(None, Some("misere")).unwrap().rule(), Rule::Misere);
    /// assert!(Asked::named(Some("nim"), Some("won odd")).is_err());
    /// ```
    ///
    /// # Errors
    /// Unknown names, and a rule that has other values.
    pub fn named(values: Option<&str>, rule: Option<&str>) -> Result<Self, String> {
        let named = rule.map(rule_by_name).transpose().map_err(|error| error.to_string())?;
        let (alphabet, implied) = match values {
            None => (None, None),
            Some("outcome") => (Some(Alphabet::Outcome), None),
            Some("nim" | "grundy") => (Some(Alphabet::Nim), None),
            Some("misere") => (Some(Alphabet::Outcome), Some(Rule::Misere)),
            Some(other) => {
                return Err(format!("values is 'outcome', 'nim' or 'misere', not {other:?}"));
            }
        };
        match (values, named) {
            (Some(values), Some(rule))
                if alphabet != Some(rule.alphabet())
                    || implied.is_some_and(|other| other != rule) =>
            {
                Err(format!("the values {values} and the rule '{rule}' contradict each other"))
            }
            _ => Ok(Self { alphabet, rule: named.or(implied) }),
        }
    }

    /// The rule of a game: normal play unless another is asked for.
    pub fn rule(self) -> Rule {
        self.rule.unwrap_or_else(|| self.alphabet.unwrap_or(Alphabet::Outcome).into())
    }
}

impl Game {
    /// The game with the start that this text gives: `sink`, or a word of values as [`Alphabet::letter`] writes them;
    /// without a text, no start.
    ///
    /// ```
    /// use grundy_sequence::{Game, Moves, Rule};
    /// let moves = || Moves::new(&[3, 7, 8]).unwrap();
    /// let game = Game::named(moves(), Rule::Normal, Some("+--")).unwrap();
    /// assert_eq!(game.value_before(3).unwrap().0, 1);
    /// assert_eq!(Game::named(moves(), Rule::Normal, Some("sink")).unwrap().first_heap(), 1);
    /// assert!(Game::named(moves(), Rule::Mex, Some("+--")).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`Game::with_start`], and letters that are not values.
    pub fn named(moves: Moves, rule: Rule, start: Option<&str>) -> Result<Self, GameError> {
        match start {
            None => Self::new(moves, rule),
            Some("sink") => Self::sink(moves, rule),
            Some(text) => Self::with_start(moves, rule, &start_word(text, rule.alphabet())?),
        }
    }
}

/// The values of a start word as [`Alphabet::letter`] writes them; values without a letter have two digits.
///
/// # Errors
/// Letters that are not values.
pub fn start_word(text: &str, alphabet: Alphabet) -> Result<Vec<Value>, GameError> {
    let mut values = Vec::with_capacity(text.len());
    let mut rest = text.chars();
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
                let value = two_digits().ok_or(GameError::NoValue(letter, alphabet))?;
                rest.next();
                value
            }
        };
        values.push(value);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_written_like_sequences() {
        for (alphabet, greatest) in [(Alphabet::Nim, 31), (Alphabet::Outcome, 1)] {
            let values: Vec<Value> = (0..=greatest).chain([0, greatest]).map(Value).collect();
            let text: String = values.iter().map(|&value| alphabet.letter(value)).collect();
            assert_eq!(start_word(&text, alphabet), Ok(values), "{text}");
        }
    }

    #[test]
    fn what_is_no_value_is_named() {
        for (text, alphabet, letter) in [
            ("+-x", Alphabet::Outcome, 'x'),
            ("_", Alphabet::Outcome, '_'),
            ("A27B26", Alphabet::Nim, '2'),
            ("A3", Alphabet::Nim, '3'),
            ("Ä", Alphabet::Nim, 'Ä'),
        ] {
            assert_eq!(
                start_word(text, alphabet),
                Err(GameError::NoValue(letter, alphabet)),
                "{text}"
            );
        }
    }
}
