//! The examples of README.md and of the pages in docs/ do what they say: blocks whose fence names a
//! file (```` ```text x.nimseq ````) are written, every `$ grundy ...` line is run, and what it prints is
//! compared to the letter.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Files written and commands run by one page.  A command that prints something else is shown with all
/// that it prints, so that the page can be corrected.
fn run(page: &Path) -> (usize, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(page).unwrap();
    let name = page.file_stem().unwrap().to_string_lossy();
    let folder = std::env::temp_dir().join(format!("grundy-page-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut files, mut commands) = (0, 0);
    for block in text.split("```").skip(1).step_by(2) {
        let (fence, text) = block.split_once('\n').unwrap();
        let (kind, file) = fence.split_once(' ').unwrap_or((fence, ""));
        assert!(!text.starts_with("# file:"), "{name}: the fence names the file");
        if !file.is_empty() {
            std::fs::write(folder.join(file), text).unwrap();
            files += 1;
        }
        if kind != "console" {
            continue;
        }
        for example in text.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            let mut words = command.split_whitespace();
            assert_eq!(words.next(), Some("grundy"), "{command}");
            // Paths are relative to the checkout, or to the files of the examples.
            let words = words.map(|word| match root.join(word).exists() {
                true => root.join(word).display().to_string(),
                false => word.to_owned(),
            });
            let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
                .args(words)
                .env("GRUNDY_CACHE", "")
                .current_dir(&folder)
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let printed = printed.replace(&format!("{}/", root.display()), "");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(printed.trim_end(), expected.trim_end(), "{name}: $ {command}\n{errors}");
            commands += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    (files, commands)
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let (files, commands) = run(&Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    assert!(files >= 3 && commands >= 12, "{files} files and {commands} commands");
}

#[test]
fn the_examples_of_the_pages_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        pages.filter(|it| it.extension().is_some_and(|it| it == "md")).collect();
    pages.sort();
    let counts: Vec<_> = pages.iter().map(|page| run(page)).collect();
    let files: usize = counts.iter().map(|it| it.0).sum();
    let commands: usize = counts.iter().map(|it| it.1).sum();
    assert!(pages.len() >= 7 && files >= 3 && commands >= 15, "{counts:?}");
}
