//! Exit codes, and the reason for ending early.

use grundy::verdict::Verdict;
use std::fmt;
use std::process::ExitCode;

/// How the process ends, from good to bad: with several inputs the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for holds.
    Success,
    /// A limit was reached, or no parameter satisfies the conditions.
    Undecided,
    /// A claim is wrong; for `fmt --check`, a file is not formatted.
    Refuted,
    /// An input has no meaning.
    Rejected,
    /// Wrong usage, or a file that cannot be read or written.
    Usage,
    /// A bug in the tool.
    Bug,
    /// The user asked to stop.
    Interrupted,
}

impl Exit {
    /// The number that the caller sees.
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Refuted => 1,
            Self::Usage => 2,
            Self::Rejected => 3,
            Self::Undecided => 4,
            Self::Bug => 101,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Verified => Self::Success,
            Verdict::Refuted => Self::Refuted,
            Verdict::Undecided | Verdict::Vacuous => Self::Undecided,
            Verdict::Rejected => Self::Rejected,
        }
    }
}

/// Why a command cannot go on.
#[derive(Debug)]
pub struct Failure {
    /// How the process ends.
    pub exit: Exit,
    /// One or more lines for the standard error stream, without the leading `error:`.
    pub message: String,
}

impl Failure {
    /// Wrong usage, or trouble with a file.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into() }
    }

    /// An input without meaning.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self { exit: Exit::Rejected, message: message.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_several_inputs_counts() {
        let from_worst = [Exit::Bug, Exit::Rejected, Exit::Refuted, Exit::Undecided, Exit::Success];
        assert_eq!(from_worst.map(Exit::code), [101, 3, 1, 4, 0]);
        assert!(from_worst.is_sorted_by(|worse, better| worse > better));
    }

    #[test]
    fn only_a_proof_is_a_success() {
        for verdict in [Verdict::Refuted, Verdict::Undecided, Verdict::Vacuous, Verdict::Rejected] {
            assert_ne!(Exit::from(verdict), Exit::Success, "{verdict:?}");
        }
    }
}
