//! How a description is to be read.

use super::rule::{RuleArguments, Values};
use clap::Args;
use grundy_core::lang;

/// How a description is to be read.
#[derive(Debug, Args)]
pub struct Reading {
    /// The values of the words, and the rule where the text has no RULE line [default: as the words show]
    #[command(flatten)]
    pub rule: RuleArguments,
    /// Read a plain list of words: no loops, no branches
    #[arg(long)]
    pub raw: bool,
}

impl Reading {
    /// What the parser is to know.
    ///
    /// # Errors
    /// Where values and rule do not go together.
    pub fn options(&self) -> Result<lang::Options, String> {
        let rule = self.rule.asked()?;
        Ok(lang::Options { alphabet: self.rule.values.map(Values::alphabet), rule, raw: self.raw })
    }
}
