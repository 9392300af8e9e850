//! `grundy wolf`.

mod machine;
mod play;
mod repair;
mod solve;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::reading::Called;
use crate::cli::flags::wolf::Wolf;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::read_all;
use grundy_core::diagnostic::Diagnostic;
use grundy_games::wolf::{Table, Tree, read};
use grundy_report::check::Kind;
use grundy_report::report::ended::About;
use grundy_report::report::render;
use std::path::Path;

/// Runs the command that was typed.
pub fn run(command: &Wolf, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        Wolf::Solve(arguments) => solve::run(arguments, configuration),
        Wolf::Repair(arguments) => repair::run(arguments, configuration),
        Wolf::Machine(arguments) => machine::run(arguments, configuration),
        Wolf::Play(arguments) => play::run(arguments, configuration),
    }
}

/// Reads a table that must hold a move tree.
fn tree(path: &Path, configuration: &Configuration) -> Result<Tree, Failure> {
    reading(path, "a move tree", configuration, |table| Tree::read(&table))
}

/// Reads a table and takes from it what it must hold.
fn reading<T>(
    path: &Path,
    what: &str,
    configuration: &Configuration,
    take: impl Fn(Table) -> Result<T, Vec<Diagnostic>>,
) -> Result<T, Failure> {
    let inputs = read_all(&[path.to_owned()], &[Kind::Wolf], &Called::default()).complete()?;
    let [input] = inputs.as_slice() else {
        return Err(Failure::usage(format!("{}: one table is needed", path.display())));
    };
    let name = input.name();
    let read = match &input.broken {
        Some(broken) => Err(vec![broken.clone()]),
        None => read(&name, &input.text).and_then(take),
    };
    read.map_err(|diagnostics| {
        let (style, detail) = (configuration.style, configuration.detail);
        let shown = render::render_all(&diagnostics, &name, &input.text, style, detail);
        Failure::rejected(format!("{name} is not {what}\n\n{}", shown.trim_end()))
            .about(About::new(&name, &input.text, &diagnostics))
    })
}
