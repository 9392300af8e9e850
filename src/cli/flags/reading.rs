//! How a description is to be read.

use super::rule::{RuleArguments, Values};
use clap::Args;
use grundy_answers::ask::texts::Describe;
use grundy_answers::check::Kind;
use grundy_language::lang;
use std::path::PathBuf;

/// How a description is to be read.
#[derive(Debug, Default, Args)]
pub struct Reading {
    /// The values of the words, and the rule if the text has no RULE line [default: those of the words]
    #[command(flatten)]
    pub rule: RuleArguments,
    /// Read a plain list of words, without loops and branches
    #[arg(long, hide_short_help = true)]
    pub raw: bool,
}

impl Reading {
    /// A text that is to be read so.
    ///
    /// # Errors
    /// Where values and rule do not go together.
    pub fn of_text(&self, text: String, name: Option<String>) -> Result<Describe, String> {
        Ok(Describe {
            text,
            name,
            values: self.rule.values.map(|values| values.alphabet().to_string()),
            rule: self.rule.asked()?.map(|rule| rule.to_string()),
            raw: self.raw,
        })
    }

    /// What the parser is to know.
    ///
    /// # Errors
    /// Where values and rule do not go together.
    pub fn options(&self) -> Result<lang::Options, String> {
        let rule = self.rule.asked()?;
        Ok(lang::Options { alphabet: self.rule.values.map(Values::alphabet), rule, raw: self.raw })
    }
}

/// What the user says of texts whose names do not show what they are.
#[derive(Clone, Debug, Default)]
pub struct Called {
    /// The kind of all files.
    pub kind: Option<Kind>,
    /// The name of standard input.
    pub stdin: Option<PathBuf>,
}
