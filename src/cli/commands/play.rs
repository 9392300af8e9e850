//! `grundy play`: a game with several heaps against the program.

use crate::cli::conversation::{self, heaps::OnHeaps};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::heaps::Play;
use crate::cli::host::{Exit, Failure};

/// Plays until nobody can move, or the person leaves.
pub fn run(arguments: &Play, configuration: &Configuration) -> Result<Exit, Failure> {
    let (heaps, convention) = arguments.sum().map_err(Failure::usage)?;
    let game = OnHeaps::new(heaps, convention, arguments.second, &arguments.opponent);
    conversation::hold(game, configuration)
}
