//! What stands before position 0: `--start`.

use clap::Args;
use grundy_check::model::{Alphabet, Value};
use grundy_infer::infer::Start;
use grundy_sequence::GameError;

/// What stands before position 0.
#[derive(Clone, Debug, Default, Args)]
pub struct StartArgument {
    /// The values before position 0, such as +--, repeated to the left, with the last one at position -1;
    /// moves may lead to them. Without a start there are no positions below 0. `sink` allows every move
    /// from every heap, and heaps of 0 or fewer items are lost; position x is heap x + 1
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, alias = "seed")]
    start: Option<String>,
}

impl StartArgument {
    /// Is there one?
    pub fn is_given(&self) -> bool {
        self.start.is_some()
    }

    /// The start in these letters.
    ///
    /// # Errors
    /// Where something is not a value, or there is none.
    pub fn read(&self, alphabet: Alphabet) -> Result<Option<Start>, String> {
        match self.start.as_deref() {
            None => Ok(None),
            Some("sink") => Ok(Some(Start::sink())),
            Some("") => Err(GameError::EmptyStart.to_string()),
            Some(word) => Ok(Some(Start { word: start(word, alphabet)?.into(), is_sink: false })),
        }
    }
}

/// The values of a word, which is written as [`Alphabet::letter`] does it: values without a
/// letter have two digits.
fn start(word: &str, alphabet: Alphabet) -> Result<Vec<Value>, String> {
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
    format!("the start has {letter}, which is not a value: {known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_written_like_sequences() {
        for (alphabet, greatest) in [(Alphabet::Nim, 31), (Alphabet::Outcome, 1)] {
            let values: Vec<Value> = (0..=greatest).chain([0, greatest]).map(Value).collect();
            let word: String = values.iter().map(|&value| alphabet.letter(value)).collect();
            assert_eq!(start(&word, alphabet), Ok(values), "{word}");
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
            assert_eq!(start(word, alphabet), Err(no_value(letter, alphabet)), "{word}");
        }
    }
}
