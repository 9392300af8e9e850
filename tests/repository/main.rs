//! What the repository says about itself: layers, trusted rooms, the package, documented commands.

mod architecture;
mod commands;
mod families;
mod in_print;
mod package;
mod trusted;

use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The text of a file of the repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a file in the notation of TOML says.
fn table(path: &str) -> Table {
    read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text after a key, as one line; empty if there is none.
fn text<'a>(table: &'a Table, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A page that is not up to date gets the new one beside it, to be looked at and renamed.
fn check_page(page: &str, old: &str, new: &str) {
    if new != old {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(page).with_extension("md.new");
        fs::write(&beside, new).unwrap();
        panic!("{page} is out of date: look at {} and rename it", beside.display());
    }
}

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    files
}

/// Where the page sends people there is a file.
#[test]
fn the_files_that_are_named_to_newcomers_exist() {
    let page = read("CONTRIBUTING.md");
    let is_file = |name: &&str| name.contains('/') && name.contains('.') && !name.starts_with('.');
    let named: Vec<_> = page.split('`').skip(1).step_by(2).filter(is_file).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let missing: Vec<_> = named.iter().filter(|name| !root.join(name).is_file()).collect();
    assert!(named.len() > 12 && missing.is_empty(), "{missing:?}");
}
