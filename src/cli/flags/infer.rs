//! The flags of `grundy infer`.

use super::global::{Format, Formats as _};
use super::numbers::{Assigned, assignment, points, position};
use super::rule::RuleArguments;
use super::start::StartArgument;
use clap::{Args, ValueEnum};
use grundy_answers::ask::Game;
use grundy_answers::ask::families::{self as ask, class};
use grundy_infer::infer::Class;
use grundy_sequence::Rule;
use std::path::PathBuf;

/// `grundy infer`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Latex])]
pub struct Infer {
    /// The family: moves such as 2n 5n 6n+1 8n+1, or in braces with conditions before them, such as
    /// 'n >= 4 { 2 3 n }' or 'a >= 1 b >= a+1 { a b }'
    #[arg(required = true, value_name = "MOVES", allow_negative_numbers = true)]
    pub moves: Vec<String>,
    /// The value of a parameter, or values such as m=3..8 or m=3,5: the families in the other parameters for
    /// all values that satisfy the conditions, one after the other
    #[arg(long, value_name = "NAME=VALUES", value_parser = assignment)]
    pub at: Vec<Assigned>,
    /// Only games whose parameter leaves this remainder, such as '169 mod 420'
    #[arg(long, value_name = "R mod M", value_parser = class)]
    pub class: Option<Class>,
    #[command(flatten)]
    pub rule: RuleArguments,
    #[command(flatten)]
    start: StartArgument,
    /// Method to use: find and prove a description; prove by trace, without a description and for
    /// outcomes of normal or misère play only; or try both
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = By::Auto)]
    pub by: By,
    /// Limit of the steps, words and loops that each method looks at; unlike --time-limit, it gives the
    /// same result on every machine
    #[arg(long, value_name = "COUNT", value_parser = position, hide_short_help = true)]
    pub work: Option<u64>,
    /// Write a certificate for `grundy check` to FILE: the proof of the description, or by trace, and that
    /// period and preperiod are least
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Overwrite the file of -o even if it holds another text; without this, the new text goes to FILE.new
    #[arg(long)]
    pub force: bool,
}

/// By which method a theorem is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// By description, then by trace if games or least numbers are missing; by description only with
    /// --output, and for other values than outcomes of normal and misère play
    Auto,
    /// Find a description and prove it
    Description,
    /// Prove that all games have the same steps and loops as a computed one
    Trace,
}

impl Infer {
    /// The question.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn question(&self, describe: bool) -> Result<ask::Infer, String> {
        let (rule, certify) = (self.rule.rule()?, self.certificate.is_some());
        // A trace is about normal play.
        let is_written = describe || certify && rule == Rule::Misere;
        let by = match self.by {
            By::Trace if describe => {
                return Err(
                    "a proof by trace has no description to write; --certificate FILE writes the proof"
                        .to_owned(),
                );
            }
            By::Trace => "trace",
            By::Auto if !is_written => "auto",
            By::Auto | By::Description => "description",
        };
        Ok(ask::Infer {
            game: Game {
                moves: self.moves.clone(),
                rule: Some(rule.to_string()),
                start: self.start.text().map(str::to_owned),
                ..Game::default()
            },
            points: points(&self.at)?,
            class: self.class.map(|class| format!("{} mod {}", class.residue, class.modulus)),
            by: Some(by.to_owned()),
            work: self.work,
            describe,
            certify,
        })
    }
}
