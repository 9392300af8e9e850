//! The commands that are documented can be pasted into a shell: characters that `zsh`, the shell of macOS, takes
//! for itself are quoted.

use crate::rust_files;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with one of these endings, without what is built or fetched.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "node_modules"].contains(&&*name)
        {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}

/// A word of a command line, with the part of it that is not quoted.
#[derive(Default)]
struct Word {
    bare: String,
    whole: String,
}

/// The words of a command line, up to a comment.
fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let mut quote = None;
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match quote {
            Some(mark) if sign == mark => quote = None,
            Some(_) => word.get_or_insert_default().whole.push(sign),
            None if sign == '#' && word.is_none() => break,
            None if sign.is_whitespace() => words.extend(word.take()),
            None if sign == '\'' || sign == '"' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign == '\\' => word.get_or_insert_default().whole.extend(signs.next()),
            None => {
                let word = word.get_or_insert_default();
                word.whole.push(sign);
                word.bare.push(sign);
            }
        }
    }
    words.extend(word);
    words
}

/// Does zsh take something in this word for itself?  `=` it does where a word begins, `{}` (for GNU parallel) it
/// leaves alone, and a pattern of file names such as `part*.jsonl` is meant for it.
fn is_taken(word: &Word) -> bool {
    let bare = word.bare.replace("{}", "");
    let is_pattern = bare.ends_with(".jsonl") && !bare.contains(['{', '}', '[', ']', '?', '^']);
    word.whole.starts_with('=') && bare.starts_with('=')
        || !is_pattern && bare.contains(['{', '}', '[', ']', '*', '?', '^'])
}

/// The commands in the fenced blocks of a page: lines after `$ ` of a `console`, all lines of a `sh`.
fn blocks(page: &str) -> Vec<&str> {
    let mut commands = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        let (fence, text) = block.split_once('\n').unwrap_or((block, ""));
        match fence.split_whitespace().next() {
            Some("console") => commands.extend(text.lines().filter_map(|it| it.strip_prefix("$ "))),
            Some("sh" | "bash" | "shell") => commands.extend(text.lines()),
            _ => {}
        }
    }
    commands
}

/// The commands in backticks, also such as go on in the next line.
fn inline(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        let prefixes = ["//! ", "/// ", "// ", "# "];
        prefixes.iter().find_map(|prefix| line.strip_prefix(prefix)).unwrap_or(line)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut commands = Vec::new();
    for (at, _) in text.match_indices("`grundy ") {
        let rest = &text[at + 1..];
        let Some(end) = rest.find('`') else { continue };
        // An empty line ends a paragraph, and what is in backticks with it.
        if !rest[..end].contains("\n\n") {
            commands.push(rest[..end].replace('\n', " "));
        }
    }
    commands
}

/// The examples in the help of a command: lines that begin with `grundy`, up to a remark after two spaces.
fn examples(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| line.starts_with("  grundy "));
    lines.map(|line| line.trim_start().split("  ").next().unwrap_or(line)).collect()
}

#[test]
fn documented_commands_are_quoted_for_zsh() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut look = |path: &Path, command: &str| {
        count += 1;
        for word in words(command).iter().filter(|word| is_taken(word)) {
            wrong.push(format!("{}: {} in `{command}`", path.display(), word.whole));
        }
    };
    let pages = files(root(), &[".md", ".toml", ".py", ".pyi", ".html", ".js", ".yml", ".yaml"]);
    let programs = ["src", "packages"].map(|folder| rust_files(&root().join(folder)));
    for path in pages.iter().chain(programs.iter().flatten()) {
        let text = fs::read_to_string(path).unwrap();
        let path = path.strip_prefix(root()).unwrap();
        // There `grundy` is a function of Coq.
        if path.starts_with("proofs") {
            continue;
        }
        if path.extension().is_some_and(|it| it == "md") {
            blocks(&text).into_iter().for_each(|command| look(path, command));
        }
        inline(&text).iter().for_each(|command| look(path, command));
        examples(&text).into_iter().for_each(|command| look(path, command));
    }
    assert!(wrong.is_empty(), "put these words in single quotes:\n{}", wrong.join("\n"));
    assert!(count > 400, "{count}");
}

#[test]
fn what_zsh_takes_is_found() {
    let taken = |line: &str| words(line).iter().any(is_taken);
    for line in [
        "grundy infer { 2 3 n }",
        "grundy period {n,2n}",
        "grundy check [FILE]",
        "grundy kabelsalat solve 8,-*.**",
        "grundy new n^2",
        "grundy explain E030?",
        "grundy period =1",
        "grundy infer '{ n 2n }' } # x",
        "grundy verify *",
    ] {
        assert!(taken(line), "{line}");
    }
    for line in [
        "grundy infer '{ 2 3 n }' --at n=3..8",
        "grundy infer \"{ 2 3 n }\" # { }",
        "grundy period \\{ 1 2 \\}",
        "grundy census merge part*.jsonl",
        "grundy census --shard {}/64 -o part-{}.jsonl",
    ] {
        assert!(!taken(line), "{line}");
    }
    let page = "`grundy a\nb` `grundy c\n\nd`\n```console\n$ grundy e\nf\n```\n```sh\ng\n```\n```text\n$ h\n```\n";
    assert_eq!(
        (blocks(page), inline(page)),
        (vec!["grundy e", "g"], vec!["grundy a b".to_owned()])
    );
    assert_eq!(examples("  grundy a b    remark { }\n grundy c\n"), ["grundy a b"]);
}

/// The commands of the README reach the program as they are written.  Nothing is run: `grundy` is a function that
/// prints its arguments.
#[test]
fn zsh_passes_the_commands_of_the_readme_on() {
    let Ok(version) = Command::new("zsh").arg("--version").output() else {
        eprintln!("no zsh on the PATH: the commands of the README were not read by it");
        return;
    };
    assert!(version.status.success());
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let mut count = 0;
    for command in blocks(&page) {
        let parsed = Command::new("zsh").args(["-f", "-n", "-c", command]).output().unwrap();
        assert!(parsed.status.success(), "{command}: {}", String::from_utf8_lossy(&parsed.stderr));
        let words = words(command);
        if words.first().is_none_or(|word| word.whole != "grundy")
            || words.iter().any(|word| ["|", ">", "&&"].contains(&word.bare.as_str()))
        {
            continue;
        }
        let command = format!("grundy() {{ print -rl -- grundy \"$@\" }}\n{command}");
        // As at a terminal, where a comment needs this option.
        let options = ["-f", "-o", "interactivecomments", "-c"];
        let passed = Command::new("zsh").args(options).arg(&command).output().unwrap();
        let passed_on = String::from_utf8_lossy(&passed.stdout);
        let expected: Vec<_> = words.iter().map(|word| word.whole.as_str()).collect();
        assert_eq!(passed_on.lines().collect::<Vec<_>>(), expected, "{command}");
        count += 1;
    }
    assert!(count >= 5, "{count}");
}
