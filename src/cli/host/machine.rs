//! Programs that read the output: with JSON there is a document in every outcome.

use super::output::has_result;
use super::{Failure, Output};
use crate::cli::flags::global::Format;
use std::ffi::OsString;

/// How a program reads the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineReading {
    /// One JSON document.
    Document,
    /// A JSON object on each line.
    Lines,
}

impl MachineReading {
    /// How output in this format is read.
    pub fn of(format: Format) -> Option<Self> {
        match format {
            Format::Jsonl => Some(Self::Lines),
            Format::Json => Some(Self::Document),
            _ => None,
        }
    }

    /// What words that are not a valid command seem to ask for.
    pub fn of_words(words: &[OsString]) -> Option<Self> {
        let mut found = None;
        let mut words = words.iter().map(|word| word.to_string_lossy());
        while let Some(word) = words.next() {
            let (flag, value) = match word.split_once('=') {
                Some((flag, value)) => (flag.to_owned(), value.to_owned()),
                None if word == "--format" => {
                    (word.into_owned(), words.next().unwrap_or_default().into_owned())
                }
                None => continue,
            };
            if flag == "--format" {
                found = match value.as_str() {
                    "json" => Some(Self::Document),
                    "jsonl" | "json-lines" => Some(Self::Lines),
                    _ => None,
                };
            }
        }
        found
    }

    /// Writes how a command without a result ended.
    pub fn tell(self, failure: &Failure) {
        if has_result() {
            return;
        }
        let ended = failure.ended();
        let text = match self {
            Self::Document => ended.json(),
            Self::Lines => ended.json_line(),
        };
        // If this cannot be written, there is nobody left to report it to.
        let _ = Output::open(None).and_then(|mut output| output.write(&text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_format_that_is_typed_counts() {
        let of = |text: &str| {
            MachineReading::of_words(&text.split(' ').map(OsString::from).collect::<Vec<_>>())
        };
        assert_eq!(of("verify x --format json"), Some(MachineReading::Document));
        assert_eq!(of("verify x --format=json --format full"), None);
        assert_eq!(of("verify --format=json-lines"), Some(MachineReading::Lines));
        assert_eq!(of("census --format jsonl --bad=json"), Some(MachineReading::Lines));
        assert_eq!(of("explain --format"), None);
        assert_eq!(of("explain json"), None);
    }
}
