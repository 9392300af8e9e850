//! `grundy wolf machine`.

use super::{reading, tree};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::wolf::{Machine, MachinePart};
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::show;
use grundy_core::diagnostic::{Code, Diagnostic};
use grundy_games::wolf::historic::{damaged, lamps, relays};
use grundy_games::wolf::machine::{play, replay};
use grundy_games::wolf::{Table, Tree};
use grundy_report::report::wolf;
use std::path::{Path, PathBuf};

/// Replays a play, or shows what the machine does in all.
pub fn run(arguments: &Machine, configuration: &Configuration) -> Result<Exit, Failure> {
    let tree = tree(&arguments.path, configuration)?;
    if !arguments.wolf.is_empty() {
        let turns = play(&tree, &arguments.wolf).map_err(|why| Failure::usage(why.to_string()))?;
        return show(&wolf::play(&turns), configuration);
    }
    show(&wolf::machine(&parts(arguments, &tree, configuration)?), configuration)
}

fn parts(
    arguments: &Machine,
    tree: &Tree,
    configuration: &Configuration,
) -> Result<wolf::Machine, Failure> {
    let wanted = |part| arguments.only.is_none_or(|only| only == part);
    // A table that was named, or that is asked for, has to be there.
    let path = |part, named: &Option<PathBuf>, name: &str| {
        let path = named.clone().unwrap_or_else(|| beside(&arguments.path, name));
        let needed = named.is_some() || arguments.only == Some(part) || path.is_file();
        (wanted(part) && needed).then_some(path)
    };
    let relays_at = path(MachinePart::Relays, &arguments.relays, "lamps_graeff.tsv");
    let repairs_at = path(MachinePart::Damage, &arguments.repairs, "ocr_repairs.tsv");
    let relays = |path: PathBuf| {
        let what = "a table of the historic relays";
        reading(&path, what, configuration, |table| {
            relays(&table, tree).ok_or_else(|| another(&table, what))
        })
    };
    let damaged = |path: PathBuf| {
        let what = "a table of repairs";
        reading(&path, what, configuration, |table| {
            damaged(&table).ok_or_else(|| another(&table, what))
        })
    };
    Ok(wolf::Machine {
        replayed: wanted(MachinePart::Readings).then(|| replay(tree)),
        relays: relays_at.map(relays).transpose()?,
        lamps: wanted(MachinePart::Lamps).then(|| lamps(tree)),
        damaged: repairs_at.map(damaged).transpose()?,
    })
}

/// The file with this name in the folder of the other one.
fn beside(path: &Path, name: &str) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).join(name)
}

fn another(table: &Table, what: &str) -> Vec<Diagnostic> {
    let diagnostic = Diagnostic::new(
        Code::UnknownColumns,
        format!("this is not {what}, or a line cannot be read"),
    );
    vec![diagnostic.label(table.header, "another table")]
}
