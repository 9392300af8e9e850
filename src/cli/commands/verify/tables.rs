//! The tables of one folder belong together: they follow from each other.

use crate::cli::host::complain;
use crate::cli::host::input::{Input, read_plain};
use grundy_answers::check::Kind;
use grundy_games::wolf::Publication;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The publications that were read, by folder.
#[derive(Debug)]
pub struct Folders(BTreeMap<PathBuf, Arc<Publication>>);

impl Folders {
    /// Reads the folders of all tables among the inputs.
    pub fn of(inputs: &[Input]) -> Self {
        let mut folders = BTreeMap::new();
        for input in inputs.iter().filter(|input| input.kind == Kind::Wolf) {
            let Some(folder) = input.path.parent() else { continue };
            folders.entry(folder.to_owned()).or_insert_with_key(|folder| {
                let tables = tables(folder, inputs);
                let named =
                    tables.iter().filter_map(|(path, text)| Some((name_of(path)?, text.as_str())));
                Arc::new(Publication::new(named))
            });
        }
        Self(folders)
    }

    /// The publication in the folder of a table.
    pub fn publication(&self, input: &Input) -> Option<Arc<Publication>> {
        let is_table = input.kind == Kind::Wolf;
        self.0.get(input.path.parent().filter(|_| is_table)?).cloned()
    }
}

/// The name of a table: that of its file, without the ending.
fn name_of(path: &Path) -> Option<&str> {
    path.file_stem().and_then(OsStr::to_str)
}

/// The tables of a folder, in the order of their names.  A table that cannot be read is left out with a note, or with
/// findings if it is an input; a table that follows from it says so.
fn tables(folder: &Path, inputs: &[Input]) -> Vec<(PathBuf, String)> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = fs::read_dir(listed).and_then(|entries| {
        entries.map(|entry| entry.map(|file| file.file_name())).collect::<io::Result<Vec<_>>>()
    });
    let mut paths: Vec<_> = (readable(listed, names).into_iter().flatten())
        .filter(|name| !name.as_encoded_bytes().starts_with(b"."))
        .map(|name| folder.join(name))
        .filter(|path| path.extension().is_some_and(|ending| ending == "tsv"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = match inputs.iter().any(|input| input.path == path) {
            true => read_plain(&path).ok(),
            false => readable(&path, read_plain(&path)),
        }?;
        Some((path, text))
    };
    paths.into_iter().filter_map(read).collect()
}

/// What was read from a path; a note if it could not be read.
fn readable<T>(path: &Path, read: io::Result<T>) -> Option<T> {
    read.inspect_err(|error| {
        complain(format_args!("note: cannot read {}: {error}", path.display()))
    })
    .ok()
}
