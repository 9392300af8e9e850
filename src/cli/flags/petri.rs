//! The flags of `grundy petri`.

use super::global::{Format, Formats as _};
use super::numbers::{bytes, within};
#[cfg(feature = "complete")]
use super::picture::{Look, size};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use grundy_answers::ask::petri::{Dialect, MOST_STEPS, STEPS};
#[cfg(feature = "complete")]
use grundy_answers::ask::picture::net::Only;
use grundy_games::petri::CapacityRule;
use grundy_games::petri::analysis::{AnalysisOptions, Part};
use grundy_games::petri::graph::GraphOptions;
#[cfg(feature = "complete")]
use grundy_picture::Size;
use std::path::PathBuf;

/// What to do with a net.
#[derive(Debug, Subcommand)]
pub enum PetriCommand {
    /// Count places, transitions, and arcs by kind
    Info(NetFile),
    /// Explore all reachable markings
    Graph(Graph),
    /// Find invariants, siphons, traps, deadlocks, liveness, and the coverability graph
    Analyse(Analyse),
    /// Draw a net in a marking as SVG, PNG or DOT
    #[cfg(feature = "complete")]
    Draw(Draw),
    /// Write a net for another tool
    Convert(Convert),
    /// Fire transitions at random, or as you choose
    Simulate(Simulate),
    /// Fire a sequence of transitions, or say what prevents it
    Replay(PetriReplay),
}

impl PetriCommand {
    /// Is this work that may take a moment, and has no steps to stop between?
    pub fn is_in_one_step(&self) -> bool {
        match self {
            Self::Convert(_) | Self::Replay(_) => true,
            #[cfg(feature = "complete")]
            Self::Draw(_) => true,
            Self::Simulate(arguments) => !arguments.interactive,
            Self::Info(_) | Self::Graph(_) | Self::Analyse(_) => false,
        }
    }

    /// The net that it reads.
    pub fn net(&self) -> &NetFile {
        match self {
            Self::Info(net) => net,
            Self::Graph(it) => &it.net,
            Self::Analyse(it) => &it.net,
            #[cfg(feature = "complete")]
            Self::Draw(it) => &it.net,
            Self::Convert(it) => &it.net,
            Self::Simulate(it) => &it.net,
            Self::Replay(it) => &it.net,
        }
    }

    /// Does it know the format of Graphviz?
    pub fn writes_dot(&self) -> bool {
        #[cfg(feature = "complete")]
        if matches!(self, Self::Draw(_)) {
            return true;
        }
        matches!(self, Self::Graph(_) | Self::Analyse(_))
    }
}

/// Which net, and its rule.
#[derive(Debug, Args)]
pub struct NetFile {
    /// A net in PNML, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The id of the net, if the file has several
    #[arg(long, value_name = "ID")]
    pub net: Option<String>,
    /// How capacities bound firing
    #[arg(long, value_name = "RULE", default_value = "net",
          value_parser = named(CapacityRule::ALL, CapacityRule::name, CapacityRule::meaning))]
    pub capacity_rule: CapacityRule,
}

/// `grundy petri graph`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Dot])]
pub struct Graph {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// Leave a net undecided if it has more than NUMBER markings
    #[arg(long, value_name = "NUMBER", default_value_t = GraphOptions::default().limit_markings, value_parser = within::<usize>(1..=u32::MAX.into()))]
    pub limit_markings: usize,
    /// Leave undecided what would keep more than SIZE bytes, such as 500M or 8G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = bytes)]
    pub limit_memory: u64,
    /// Also list all markings and edges, if there are at most 10000 markings
    #[arg(long)]
    pub list: bool,
}

/// `grundy petri analyse`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Dot])]
pub struct Analyse {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// What to find; can be repeated [default: all but nodes and matrix]
    #[arg(long, value_name = "PART", value_delimiter = ',',
          value_parser = named(Part::ALL, Part::name, Part::meaning))]
    pub show: Vec<Part>,
    /// Show the preset and postset of this place or transition, and find nothing else without --show;
    /// can be repeated
    #[arg(long = "node", value_name = "NAME")]
    pub nodes: Vec<String>,
    /// Leave deadlocks and liveness undecided if the net has more than NUMBER markings
    #[arg(long, value_name = "NUMBER", default_value_t = AnalysisOptions::default().limit_markings, value_parser = within::<usize>(1..=u32::MAX.into()))]
    pub limit_markings: usize,
    /// Leave a list undecided if it, or the way to it, has more than NUMBER entries
    #[arg(long, value_name = "NUMBER", default_value_t = AnalysisOptions::default().limit_results, value_parser = within::<usize>(1..=10_000_000))]
    pub limit_results: usize,
    /// Leave undecided what would keep more than SIZE bytes, such as 500M or 8G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = bytes)]
    pub limit_memory: u64,
    /// Also list the nodes and edges of the coverability graph
    #[arg(long)]
    pub list: bool,
}

/// One of these by its name, with what it means for the help.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
    meaning: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let known = all.map(|kind| PossibleValue::new(name(kind)).help(meaning(kind)));
    PossibleValuesParser::new(known).try_map(move |text| {
        all.into_iter().find(|kind| name(*kind).eq_ignore_ascii_case(&text)).ok_or("no such name")
    })
}

/// `grundy petri draw`.
#[cfg(feature = "complete")]
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Dot])]
#[command(after_help = "\
Write the picture to a file: -o FILE.svg or -o FILE.png. With --format dot the net is written for Graphviz.")]
pub struct Draw {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// Show the marking after these transitions, and mark those that fired; written as for replay
    #[arg(long, value_name = "SEQUENCE")]
    pub after: Option<String>,
    /// Draw only a part of the net
    #[arg(long, value_name = "PART", value_parser = named(Only::ALL, Only::name, Only::meaning))]
    pub only: Option<Only>,
    /// How nodes are placed
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t = LayoutName::Auto)]
    pub layout: LayoutName,
    /// Width and height of the picture in pixels, or one number for both [default: as the layout needs]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub size: Option<Size>,
    /// How the picture looks
    #[command(flatten)]
    pub look: Look,
}

/// A layout by name.
#[cfg(feature = "complete")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LayoutName {
    /// As in the file, if every node has a position of its own there, else by layers
    Auto,
    /// By layers, from left to right
    Layers,
    /// By the program dot of Graphviz
    Graphviz,
}

/// `grundy petri convert`.
#[derive(Debug, Args)]
pub struct Convert {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// What to write
    #[arg(long, value_name = "DIALECT", default_value = "standard",
          value_parser = named(Dialect::ALL, Dialect::name, Dialect::meaning))]
    pub to: Dialect,
}

/// `grundy petri simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// Seed of the random numbers: the same seed gives the same choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u64>(..))]
    pub seed: u64,
    /// Fire at most N transitions
    #[arg(long, value_name = "N", default_value_t = STEPS, value_parser = within::<u32>(..=u64::from(MOST_STEPS)), conflicts_with = "interactive")]
    pub steps: u32,
    /// Also write the pictures of the run as an animated SVG
    #[cfg(feature = "complete")]
    #[arg(long, value_name = "FILE.svg", conflicts_with = "interactive")]
    pub animate: Option<PathBuf>,
    /// Choose each transition yourself
    #[arg(long)]
    pub interactive: bool,
}

/// `grundy petri replay`.
#[derive(Debug, Args)]
pub struct PetriReplay {
    /// Which net
    #[command(flatten)]
    pub net: NetFile,
    /// Names or ids of transitions, separated by spaces; put a name that contains spaces into an
    /// argument of its own, or into "...". @FILE or - reads a file or standard input, where # begins
    /// a comment
    #[arg(required = true, value_name = "SEQUENCE")]
    pub sequence: Vec<String>,
}
