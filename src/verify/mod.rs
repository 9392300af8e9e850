//! From a description to a verdict.

mod verdict;

pub use verdict::{
    Counterexample, Failure, Finding, OptionValue, Replay, Report, Statistics, Summary, Verdict,
};
