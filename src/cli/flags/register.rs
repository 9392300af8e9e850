//! The flags of `grundy register`.

use super::game::{GameArguments, LISTED_MOVES};
use super::numbers::within;
use clap::Args;
use grundy_answers::ask::register::MOST_WORDS;

/// `grundy register`.
#[derive(Debug, Args)]
#[command(mut_arg("moves", |moves| moves.help(LISTED_MOVES)))]
pub struct Register {
    /// Which game; with --start the register follows this word, and without one it looks at all words
    #[command(flatten)]
    pub game: GameArguments,
    /// Take all words of outcomes, including those of which no game of normal play has a piece: two losses are a
    /// move apart; other rules always take all words
    #[arg(long)]
    pub all_words: bool,
    /// List the words without a predecessor, and those with two
    #[arg(long)]
    pub list: bool,
    /// Give up where there are more words than NUMBER, and after as many steps from one word
    #[arg(long, value_name = "NUMBER", value_parser = within::<u64>(1..=MOST_WORDS), default_value = "2^26")]
    pub limit_words: u64,
}
