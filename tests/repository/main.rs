//! What the repository says about itself: layers, trusted rooms, the package, documented commands.

mod architecture;
mod commands;
mod families;
mod in_print;
mod package;
mod trusted;

use std::fs;
use std::path::{Path, PathBuf};

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
