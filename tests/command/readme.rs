//! The examples of README.md do what it says: files marked `# file: NAME` are written, every
//! `$ grundy ...` line is run, and what it prints is compared to the letter.

use std::path::Path;
use std::process::Command;

#[test]
fn the_examples_of_the_readme_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let folder = std::env::temp_dir().join(format!("grundy-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut files, mut commands) = (0, 0);
    for block in readme.split("```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').unwrap();
        if let Some(rest) = text.strip_prefix("# file: ") {
            let (name, content) = rest.split_once('\n').unwrap();
            std::fs::write(folder.join(name), content).unwrap();
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
                .current_dir(&folder)
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let printed = printed.replace(&format!("{}/", root.display()), "");
            assert_eq!(printed.trim_end(), expected.trim_end(), "$ {command}");
            commands += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(files >= 1 && commands >= 3, "{files} files and {commands} commands in README.md");
}
