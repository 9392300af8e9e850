//! `grundy wolf repair`.

use super::tree;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::wolf::Repair;
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::show;
use grundy_games::wolf::repair;
use grundy_report::report::wolf;

/// Looks for the smallest repair.
pub fn run(arguments: &Repair, configuration: &Configuration) -> Result<Exit, Failure> {
    let tree = tree(&arguments.path, configuration)?;
    let name = arguments.path.display().to_string();
    bug::working_on(&name);
    let control = Control::start(configuration.time_limit)?;
    let repaired = repair(&tree, arguments.limit_cells, &control.stop).map_err(|limit| {
        control.ended_early(limit, format!("no smallest repair of {name} is known"))
    })?;
    let limit = arguments.limit_cells;
    show(&wolf::repair(&name, &tree, repaired.as_ref(), limit), configuration)
}
