//! What `cargo package` would publish, and what it builds on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Adds all files below a folder of the checkout, with their paths from its top.
fn add_files(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => add_files(&path, files),
            false => _ = files.insert(path),
        }
    }
}

#[test]
fn the_package_has_what_builds_and_explains_the_program_and_nothing_else() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--offline", "--allow-dirty"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut listed: BTreeSet<PathBuf> =
        String::from_utf8(output.stdout).unwrap().lines().map(PathBuf::from).collect();
    // Written by cargo: the commit, where there is one, and the manifest as it is here.
    listed.remove(Path::new(".cargo_vcs_info.json"));
    assert!(listed.remove(Path::new("Cargo.toml.orig")));
    for path in &listed {
        let size = fs::metadata(root().join(path)).unwrap().len();
        assert!(size <= 1 << 20, "{}: {size} bytes", path.display());
    }
    let top = ["Cargo.lock", "Cargo.toml", "LICENSE", "README.md"];
    let mut expected: BTreeSet<PathBuf> = top.into_iter().map(PathBuf::from).collect();
    for folder in ["descriptions", "grammar", "src"] {
        add_files(Path::new(folder), &mut expected);
    }
    assert_eq!(listed, expected);
}

/// The tables of ICU take as long to compile as the solver.  They come in again with `textwrap`
/// 0.16.3, which breaks lines of diagnostics; 0.16.2 does it with a table of its own.
#[test]
fn lines_are_broken_without_icu() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    assert!(lock.contains("name = \"textwrap\""));
    assert!(!lock.contains("name = \"icu_"), "cargo update -p textwrap --precise 0.16.2");
}
