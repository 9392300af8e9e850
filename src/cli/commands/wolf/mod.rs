//! `grundy wolf`.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::reading::Called;
use crate::cli::flags::wolf::{Machine, Repair, Side, Solve, Wolf};
use crate::cli::host::asking::decoded_file;
use crate::cli::host::input::read_all;
use crate::cli::host::{Control, Exit, Failure, answer, bug};
use grundy_answers::ask::File;
use grundy_answers::ask::wolf::{self as ask, Part, RELAYS, REPAIRS, TREE};
use grundy_answers::check::Kind;
use grundy_games::wolf::{Square, Tree};
use std::path::{Path, PathBuf};

/// Runs the command that was typed.
pub fn run(command: &Wolf, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        Wolf::Solve(Solve { sheep, wolf, to_move }) => {
            let position = sheep.zip(*wolf);
            let position = position.map(|(sheep, wolf)| (sheep.to_string(), wolf.to_string()));
            let question = ask::Solve { position, wolf_moves: *to_move == Side::Wolf };
            answer(&question, &Control::start(configuration.time_limit)?, configuration)
        }
        Wolf::Repair(Repair { path, limit_cells }) => {
            let tree = table(path, TREE, configuration)?;
            bug::working_on(&tree.name);
            let question = ask::Repair { tree, limit_cells: Some(*limit_cells) };
            answer(&question, &Control::start(configuration.time_limit)?, configuration)
        }
        Wolf::Machine(arguments) => {
            answer(&machine(arguments, configuration)?, &Control::default(), configuration)
        }
        Wolf::Play(arguments) => play::run(arguments, configuration),
    }
}

fn machine(arguments: &Machine, configuration: &Configuration) -> Result<ask::Machine, Failure> {
    let Machine { path, wolf, only, relays, repairs } = arguments;
    // A table that was named or requested has to exist.
    let beside = |part, named: &Option<PathBuf>, name: &str, what| {
        let wanted = wolf.is_empty() && only.is_none_or(|only| only == part);
        let path = named.clone().unwrap_or_else(|| beside(path, name));
        let needed = named.is_some() || *only == Some(part) || path.is_file();
        (wanted && needed).then(|| table(&path, what, configuration)).transpose()
    };
    Ok(ask::Machine {
        tree: table(path, TREE, configuration)?,
        wolf: wolf.iter().map(Square::to_string).collect(),
        only: *only,
        relays: beside(Part::Relays, relays, "lamps_graeff.tsv", RELAYS)?,
        repairs: beside(Part::Damage, repairs, "ocr_repairs.tsv", REPAIRS)?,
    })
}

/// The file with this name in the folder of the other one.
fn beside(path: &Path, name: &str) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).join(name)
}

/// Reads a table that must hold a move tree.
fn tree(path: &Path, configuration: &Configuration) -> Result<Tree, Failure> {
    let error = |error| Control::default().refused(error, configuration);
    ask::tree(&table(path, TREE, configuration)?).map_err(error)
}

/// Reads a table.
fn table(path: &Path, what: &'static str, configuration: &Configuration) -> Result<File, Failure> {
    let inputs = read_all(&[path.to_owned()], &[Kind::Wolf], &Called::default()).complete()?;
    let Ok([input]) = <[_; 1]>::try_from(inputs) else {
        return Err(Failure::usage(format!("{}: one table is needed", path.display())));
    };
    decoded_file(File { name: input.name(), text: input.text }, input.broken, what, configuration)
}
