//! `grundy census merge`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::asking::answer_to;
use crate::cli::host::output::cannot_read;
use crate::cli::host::{Control, Exit, Failure, bug};
use grundy_answers::ask::File;
use grundy_answers::ask::census::Merge;
use std::path::{Path, PathBuf};

/// Puts the files of all shards together.
pub fn run(paths: &[PathBuf], configuration: &Configuration) -> Result<Exit, Failure> {
    let files = paths.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let found = answer_to(&Merge { files }, &Control::default(), configuration)?;
    super::write(found, None, configuration)
}

/// A file in which bytes that are not text are damage.
fn read(path: &Path) -> Result<File, Failure> {
    let name = path.display().to_string();
    bug::working_on(&name);
    let bytes = std::fs::read(path).map_err(|error| cannot_read(&name, error))?;
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok(File { name, text })
}
