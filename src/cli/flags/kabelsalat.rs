//! The flags of `grundy kabelsalat`.

use super::backend::Backend;
use super::global::{Format, Formats as _};
use super::numbers::{natural, within};
use clap::{Args, Subcommand};
use grundy_answers::ask::kabelsalat::{LIMIT_POSITIONS, MOST_POSITIONS};
use grundy_games::kabelsalat::solve::SolveOptions;
use grundy_kernel::Integer;

/// What to do with stacks and switches.
#[derive(Debug, Subcommand)]
pub enum KabelsalatCommand {
    /// Find all solutions with the fewest presses, or say why there is none
    Solve(Solve),
    /// Explain a task by the rules of the puzzle, step by step, as far as they go
    Hints(Hints),
    /// Write a task as equations, one for each stack
    Equations(Code),
    /// Make a solvable task, at random or for given switches
    Generate(Generate),
    /// Show the positions on the way to the target, as a list or as a drawing for Graphviz
    Graph(Graph),
    /// Play a task
    Play(KabelsalatPlay),
}

/// `grundy kabelsalat solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// The task: target, number of stacks, heights, switches, such as
    /// 7,4,4,6,3,3,-**.*,+*.**,+.***
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    pub code: String,
    /// How it is solved
    #[command(flatten)]
    pub solving: Solving,
}

/// How tasks are solved.
#[derive(Debug, Args)]
pub struct Solving {
    /// Integer solver to use; both runs both and compares their answers
    #[arg(long, value_enum, default_value_t = Backend::EQUATIONS, hide_short_help = true)]
    pub backend: Backend,
    /// List at most N solutions
    #[arg(long, value_name = "N", default_value_t = SolveOptions::default().limit_solutions, value_parser = within::<usize>(..))]
    pub limit_solutions: usize,
}

/// `grundy kabelsalat hints`.
#[derive(Debug, Args)]
pub struct Hints {
    /// The task
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    pub code: String,
    /// First combine these two switches, such as A,C; repeat the option to combine more, as in AC,B
    #[arg(long, value_name = "A,B", value_parser = pair)]
    pub combine: Vec<[String; 2]>,
}

/// Two switches: `A,C`.
fn pair(text: &str) -> Result<[String; 2], String> {
    let upper = text.to_uppercase();
    let two =
        upper.split_once(',').map(|(one, other)| [one, other].map(|name| name.trim().to_owned()));
    two.filter(|both| both.iter().all(|name| !name.is_empty()) && !both[1].contains(','))
        .ok_or_else(|| "name two switches, such as A,C".to_owned())
}

/// `grundy kabelsalat equations`.
#[derive(Debug, Args)]
pub struct Code {
    /// The task
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    pub code: String,
}

/// `grundy kabelsalat generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// The switches, such as +**..,-.**.,+..**; without them, random ones
    #[arg(value_name = "SWITCHES", allow_hyphen_values = true, conflicts_with_all = ["stacks", "count"])]
    pub wiring: Option<String>,
    /// Number of stacks of a random task
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<usize>(1..=64))]
    pub stacks: usize,
    /// Number of switches of a random task, at most that of stacks
    #[arg(long = "switches", id = "count", value_name = "M", default_value_t = 3, value_parser = within::<usize>(1..=64))]
    pub switches: usize,
    /// The height that all stacks must reach
    #[arg(long, value_name = "HEIGHT", default_value = "7", value_parser = natural)]
    pub target: Integer,
    /// Press each switch at most N times
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<u32>(..))]
    pub most: u32,
    /// Seed of the random numbers: the same seed gives the same task
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u64>(..))]
    pub seed: u64,
}

/// `grundy kabelsalat graph`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Dot])]
pub struct Graph {
    /// The task
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    pub code: String,
    /// Show all positions after at most N presses [default: those on the way to the solutions with
    /// fewest presses]
    #[arg(long, value_name = "N", value_parser = within::<u32>(..))]
    pub presses: Option<u32>,
    /// Leave a task undecided if there are more than NUMBER positions
    #[arg(long, value_name = "NUMBER", default_value_t = LIMIT_POSITIONS, value_parser = within::<usize>(1..=MOST_POSITIONS as u64))]
    pub limit_positions: usize,
    /// How solutions are found
    #[command(flatten)]
    pub solving: Solving,
}

/// `grundy kabelsalat play`.
#[derive(Debug, Args)]
pub struct KabelsalatPlay {
    /// The task; its stacks may be at the target [default: one at random]
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    pub code: Option<String>,
    /// Seed of the tasks at random: the same seed gives the same tasks [default: any]
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    pub seed: Option<u64>,
    /// How hints are found
    #[command(flatten)]
    pub solving: Solving,
}
