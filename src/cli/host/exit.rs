//! Exit codes, and the reason for ending early.

pub use grundy_answers::report::no_result::Exit;
use grundy_answers::report::no_result::{About, NoResult};
use grundy_language::limit::Limit;
use std::fmt;

/// Why a command has no result.
#[derive(Debug)]
pub struct Failure {
    /// How the process ends.
    pub exit: Exit,
    /// One or more lines for the standard error stream, without the leading `error:`.
    pub message: String,
    /// The limit that was reached, if there was one.
    pub limit: Option<Limit>,
    /// What is wrong with an input; the first line of the message sums it up.
    pub about: Option<Box<About>>,
}

impl Failure {
    /// The end of a command without a result.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: without_numbers(&message.into()), limit: None, about: None }
    }

    /// Wrong usage, or a failure with a file.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// Something that only a full build has.
    pub fn not_built(what: &str) -> Self {
        Self::usage(format!(
            "{what} is not part of this build, which is made for proofs; \
             `cargo install --path . --features complete` installs all of grundy"
        ))
    }

    /// An input without a meaning.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self::new(Exit::Rejected, message)
    }

    /// The user asked to stop; `came` says how far the work got.
    pub fn interrupted(came: impl fmt::Display) -> Self {
        Self::new(Exit::Interrupted, format!("interrupted: {came}"))
    }

    /// A limit was reached.
    pub fn limit(limit: Limit, message: impl Into<String>) -> Self {
        Self { limit: Some(limit), ..Self::new(Exit::Undecided, message) }
    }

    /// Adds what is wrong with an input.
    pub fn about(self, about: About) -> Self {
        Self { about: Some(Box::new(about)), ..self }
    }

    /// The same for programs.
    pub fn ended(&self) -> NoResult<'_> {
        let Self { exit, message, limit, about } = self;
        let message = match about {
            Some(_) => message.lines().next().unwrap_or_default(),
            None => message,
        };
        NoResult::new(*exit, message, *limit, about.as_deref())
    }
}

/// A message of the system without its number, which says nothing to a reader: `Permission denied (os error 13)`.
fn without_numbers(message: &str) -> String {
    let mut pieces = message.split(" (os error ");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once(')').map_or("", |(_, rest)| rest))
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.exit {
            Exit::Usage | Exit::Rejected | Exit::Bug => "error: ",
            Exit::Success | Exit::Undecided | Exit::Refuted | Exit::Interrupted => "",
        };
        write!(formatter, "{prefix}{}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_language::verdict::Verdict;

    #[test]
    fn the_worst_of_several_inputs_counts() {
        let from_worst =
            [Exit::Bug, Exit::Usage, Exit::Rejected, Exit::Refuted, Exit::Undecided, Exit::Success];
        assert_eq!(from_worst.map(Exit::code), [101, 2, 3, 1, 4, 0]);
        assert!(from_worst.is_sorted_by(|worse, better| worse > better));
    }

    #[test]
    fn only_a_proof_is_a_success() {
        for verdict in [Verdict::Refuted, Verdict::Undecided, Verdict::Vacuous, Verdict::Rejected] {
            assert_ne!(Exit::from(verdict), Exit::Success, "{verdict:?}");
        }
    }
}
