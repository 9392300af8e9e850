//! How a description is to be read.

use clap::{Args, ValueEnum};
use grundy_check::model::Alphabet;
use grundy_core::lang;
use grundy_report::check::Kind;
use serde::Deserialize;
use std::path::PathBuf;

/// How a description is to be read.
#[derive(Debug, Args)]
pub struct Reading {
    /// The alphabet: nim for `_ A B ...`, outcome for `- +` [default: as the words show]
    #[arg(long, value_enum)]
    pub values: Option<Values>,
    /// Read a plain list of words: no loops, no branches
    #[arg(long)]
    pub raw: bool,
}

impl Reading {
    /// What the parser is told.
    pub fn options(&self) -> lang::Options {
        lang::Options { alphabet: self.values.map(Alphabet::from), raw: self.raw }
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

/// An alphabet by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// Sprague-Grundy values 0, 1, 2, ... as _, A, B, ...
    #[value(alias = "grundy")]
    #[serde(alias = "grundy")]
    Nim,
    /// `-` for P (the previous player wins), `+` for N (the next player wins)
    Outcome,
}

impl From<Values> for Alphabet {
    fn from(values: Values) -> Self {
        match values {
            Values::Nim => Self::Nim,
            Values::Outcome => Self::Outcome,
        }
    }
}
