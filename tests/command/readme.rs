//! The examples of README.md and of the pages in docs/ do what they say: blocks whose fence names a
//! file (```` ```text x.nimseq ````) are written, and every line `$ grundy ...` or `$ cat FILE` is run.
//! What it prints is compared to the letter, but for lines left out at a line `...`.

use crate::command::grundy;
use std::path::{Path, PathBuf};

/// The page in pieces between the lines that fence blocks: prose, block, prose, block, ..., prose.
pub fn pieces(text: &str) -> Vec<&str> {
    text.split("```").collect()
}

/// Does `printed` have these lines, where a line `...` stands for one line or more?
fn agrees(printed: &str, expected: &str) -> bool {
    let printed: Vec<_> = printed.trim_end().lines().collect();
    let expected: Vec<_> = expected.trim_end().lines().collect();
    let parts: Vec<_> = expected.split(|line| *line == "...").collect();
    let [first, rest @ ..] = parts.as_slice() else { return printed.is_empty() };
    let Some(mut left) = printed.strip_prefix(*first) else { return false };
    for (index, part) in rest.iter().enumerate() {
        let is_last = index + 1 == rest.len();
        let mut starts = 1..=left.len();
        let found = starts.find(|start| {
            left[*start..].starts_with(part) && (!is_last || left[*start..].len() == part.len())
        });
        let Some(start) = found else { return false };
        left = &left[start + part.len()..];
    }
    left.is_empty()
}

/// The words of a command; one in single quotes may have spaces.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// What the line after `$ ` prints in the folder of the page, and on standard error.
fn printed(line: &str, folder: &Path) -> (String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = words(line).into_iter();
    let name = words.next();
    if name == Some("cat") {
        let text = words.map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
        return (text.collect(), String::new());
    }
    assert_eq!(name, Some("grundy"), "{line}");
    // Paths are relative to the checkout, or to the files of the examples.
    let words = words.map(|word| match root.join(word).exists() {
        true => root.join(word).display().to_string(),
        false => word.to_owned(),
    });
    let words: Vec<_> = words.collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let output = grundy(&words, folder).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (printed.replace(&format!("{}/", root.display()), ""), errors)
}

/// Files written and commands run by one page.  A command that prints something else is shown with all
/// that it prints, so that the page can be corrected.
fn run(page: &Path) -> (usize, usize) {
    let text = std::fs::read_to_string(page).unwrap();
    let name = page.file_stem().unwrap().to_string_lossy();
    // There is a README.md in several folders.
    let around = page.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let folder = format!("grundy-page-{around}-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (mut files, mut commands) = (0, 0);
    for block in pieces(&text).into_iter().skip(1).step_by(2) {
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
        for example in format!("\n{text}").split("\n$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let (printed, errors) = printed(command, &folder);
            if !agrees(&printed, expected) {
                assert_eq!(
                    printed.trim_end(),
                    expected.trim_end(),
                    "{name}: $ {command}\n{errors}"
                );
            }
            commands += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    (files, commands)
}

#[test]
fn lines_can_be_left_out_and_nothing_else() {
    for (printed, expected) in [
        ("a\nb\nc\n", "a\nb\nc\n"),
        ("a\nb\nc\n", "a\n...\nc\n"),
        ("a\nb\nc\nd\nc\n", "a\n...\nc\n"),
        ("a\nb\nc\nd\n", "...\nb\n...\nd\n"),
        ("a\nb\n", "a\n...\n"),
        ("", ""),
    ] {
        assert!(agrees(printed, expected), "{printed}{expected}");
    }
    for (printed, expected) in [
        ("a\nb\nc\n", "a\nc\n"),
        ("a\nb\nc\n", "b\nc\n"),
        ("a\nb\nc\n", "a\nb\n"),
        ("a\nc\n", "a\n...\nc\n"),
        ("a\nb\nc\n", "a\n...\nd\n"),
        ("a\nb\nc\nd\n", "a\n...\nc\n"),
        ("a\nb\nc\nd\n", "a\n...\nd\n...\nc\n...\n"),
        ("a\nb\n", "a\n...\na\nb\n"),
        ("a\n", ""),
        ("", "a\n"),
    ] {
        assert!(!agrees(printed, expected), "{printed}{expected}");
    }
}

#[test]
fn the_examples_of_the_readme_are_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let (files, commands) = run(&page);
    assert!(files >= 1 && commands >= 8, "{files} files and {commands} commands");
    // It is a way in; what is longer belongs into the book.
    let words = std::fs::read_to_string(page).unwrap().split_whitespace().count();
    assert!(words <= 1000, "{words} words");
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
    assert!(pages.len() >= 30 && files >= 23 && commands >= 88, "{counts:?}");
}
