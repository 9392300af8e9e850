//! The flags of `grundy petri`.

use super::global::{Format, Formats as _};
use super::numbers::within;
use clap::{Args, Subcommand, ValueEnum};
use grundy_games::petri::CapacityRule;
use std::path::PathBuf;

/// What to do with a net.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count places, transitions, and arcs by kind
    Info(NetFile),
    /// Explore all markings that can be reached
    Graph(Graph),
    /// Fire transitions by chance, or as you choose
    Simulate(Simulate),
    /// Fire a sequence of transitions, or say what forbids it
    Replay(Replay),
}

/// Which net, and its rule.
#[derive(Debug, Args)]
pub struct NetFile {
    /// A net in PNML, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The id of the net, if there are several
    #[arg(long, value_name = "ID")]
    pub net: Option<String>,
    /// How capacities bound firing
    #[arg(long, value_enum, value_name = "RULE", default_value_t = Rule::Net)]
    capacity_rule: Rule,
}

impl NetFile {
    /// The rule that was named.
    pub fn rule(&self) -> CapacityRule {
        match self.capacity_rule {
            Rule::Net => CapacityRule::Net,
            Rule::Strict => CapacityRule::Strict,
        }
    }
}

/// A rule by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// What a place holds after firing must not be above its capacity
    Net,
    /// What a place holds before firing and what is put there must not be above it together
    Strict,
}

/// `grundy petri graph`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Dot])]
pub struct Graph {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// Leave undecided a net with more markings than this
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000, value_parser = within::<usize>(1..=u32::MAX.into()))]
    pub limit_markings: usize,
    /// List all markings and edges as well, if there are at most 10000 markings
    #[arg(long)]
    pub list: bool,
}

/// `grundy petri simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// The same seed gives the same choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The most transitions to fire
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u32>(..=10_000_000), conflicts_with = "interactive")]
    pub steps: u32,
    /// Choose yourself, line by line
    #[arg(long)]
    pub interactive: bool,
}

/// `grundy petri replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// Names or ids of transitions with blanks between them, one that has blanks itself as an argument
    /// or in "..."; @FILE or - reads them from a file or standard input, where # begins a remark
    #[arg(required = true, value_name = "SEQUENCE")]
    pub sequence: Vec<String>,
}
