//! The Python package `packages/python`: what can be said of it without Python, and its own tests, run
//! in an environment of their own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cells of the notebook: their kind, their text, and whether there is an output.
fn cells() -> Vec<(String, String, bool)> {
    let path = root().join("docs/notebooks/theorem_8.ipynb");
    let text = fs::read_to_string(path).unwrap();
    let notebook: serde_json::Value = serde_json::from_str(&text).unwrap();
    let cells = notebook["cells"].as_array().unwrap().iter();
    cells
        .map(|cell| {
            let lines = cell["source"].as_array().unwrap().iter();
            let text = lines.map(|line| line.as_str().unwrap()).collect();
            let outputs = cell["outputs"].as_array().is_some_and(|it| !it.is_empty());
            let counted = cell.get("execution_count").is_some_and(|it| !it.is_null());
            (cell["cell_type"].as_str().unwrap().to_owned(), text, outputs || counted)
        })
        .collect()
}

#[test]
fn the_notebook_is_kept_without_outputs() {
    let cells = cells();
    assert!(cells.iter().filter(|it| it.0 == "code").count() >= 10, "{}", cells.len());
    for (_, text, ran) in &cells {
        assert!(!ran, "clear the outputs of the cell\n{text}");
    }
}

#[test]
fn the_notebook_proves_the_published_description() {
    let path = root().join("descriptions/subtraction/satz8.nimseq");
    let published = fs::read_to_string(path).unwrap();
    let description = &published[published.find("\nn >= 2").unwrap() + 1..];
    let text = format!("text = \"\"\"\\\n{description}\"\"\"");
    assert_eq!(cells().iter().filter(|cell| cell.1 == text).count(), 1, "{text}");
}

/// Runs a program, and ends with what it said where that failed.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A program of the environment in `target/python`, which is made if it is not there.
fn program(name: &str) -> PathBuf {
    let folder = root().join("target/python/environment");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if !programs.join("maturin").exists() {
        let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        run(Command::new(python).args(["-m", "venv"]).arg(&folder));
        let wanted = root().join("packages/python/tests/requirements.txt");
        run(Command::new(programs.join("pip")).args(["install", "-q", "-r"]).arg(wanted));
    }
    programs.join(name)
}

/// Builds the wheel as `cargo build` does, installs it, and runs all tests of the package: examples,
/// stubs, the notebook.
#[test]
#[ignore = "needs Python from 3.10 on, and packages from PyPI: cargo test --test python -- --ignored"]
fn the_package_keeps_what_its_tests_say() {
    let package = root().join("packages/python");
    let wheels = root().join("target/python/wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).unwrap();
    }
    let mut build = Command::new(program("maturin"));
    run(build.args(["build", "--quiet", "--out"]).arg(&wheels).current_dir(&package));
    let built: Vec<_> = fs::read_dir(&wheels).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(built.len(), 1, "{built:?}");
    let mut install = Command::new(program("pip"));
    run(install.args(["install", "-q", "--no-deps", "--force-reinstall"]).args(&built));
    run(Command::new(program("pytest")).arg("-q").current_dir(&package));
}
