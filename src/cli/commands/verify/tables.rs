//! The tables of one folder belong together: they follow from each other.

use crate::cli::host::input::Input;
use grundy::games::wolf::Publication;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The publications that were looked at, by folder.
#[derive(Debug, Default)]
pub struct Folders(BTreeMap<PathBuf, Publication>);

impl Folders {
    /// The name of a table, and the publication in its folder; `None` if the file is in no folder,
    /// or has no name that is text.
    pub fn table<'i>(&mut self, input: &'i Input) -> Option<(&'i str, &Publication)> {
        let (folder, name) = (input.path.parent()?.to_owned(), name_of(&input.path)?);
        let publication = self.0.entry(folder).or_insert_with_key(|folder| {
            let tables = tables(folder);
            let named =
                tables.iter().filter_map(|(path, text)| Some((name_of(path)?, text.as_str())));
            Publication::new(named)
        });
        Some((name, publication))
    }
}

/// The name of a table: that of its file, without the ending.
fn name_of(path: &Path) -> Option<&str> {
    path.file_stem().and_then(OsStr::to_str)
}

/// The tables of a folder, in the order of their names.  What cannot be read is left out; a table
/// that follows from it says so.
fn tables(folder: &Path) -> Vec<(PathBuf, String)> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = fs::read_dir(listed).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut paths: Vec<_> = names
        .filter(|name| !name.as_encoded_bytes().starts_with(b"."))
        .map(|name| folder.join(name))
        .filter(|path| path.extension().is_some_and(|ending| ending == "tsv"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| fs::read_to_string(&path).ok().map(|text| (path, text));
    paths.into_iter().filter_map(read).collect()
}
