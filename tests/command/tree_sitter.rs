//! The tree-sitter grammar in `editors/tree-sitter-grundy`, against the reader, where there is the
//! program `tree-sitter` on the path.

use crate::command::Folder;
use grundy_core::lang::{Options, parse};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const GRAMMAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/tree-sitter-grundy");

/// Errors of reading that the grammar leaves to the reader: an empty cycle, sizes, and what is written
/// in a claim.
const LEFT_TO_THE_READER: [&str; 5] = ["E0113", "E0119", "E0128", "E0134", "E0135"];

/// Runs the program with everything that it writes in `folder`; `None` where it is not here.
fn tree_sitter(folder: &Folder, arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new("tree-sitter");
    command.args(arguments).current_dir(GRAMMAR);
    command.env("HOME", &folder.0).env("XDG_CACHE_HOME", &folder.0);
    let output = command.output().ok();
    if output.is_none() {
        eprintln!("not tried: there is no program `tree-sitter` here");
    }
    output
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Is each of the texts without ERROR?
fn read(folder: &Folder, texts: &[String]) -> Option<Vec<bool>> {
    let files: Vec<_> = (0..texts.len()).map(|at| folder.0.join(format!("{at}.nimseq"))).collect();
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).expect("a file");
    }
    let list = folder.0.join("files");
    let names: Vec<_> = files.iter().map(|it| it.display().to_string()).collect();
    fs::write(&list, names.join("\n")).expect("a file");
    let list = list.display().to_string();
    let output = tree_sitter(folder, &["parse", "--quiet", "--json-summary", "--paths", &list])?;
    let text = String::from_utf8_lossy(&output.stdout);
    let start = text.find("\n{").map_or(0, |at| at + 1);
    let summary: Value = serde_json::from_str(&text[start..]).expect("a summary");
    let all = summary["parse_summaries"].as_array().expect("a list");
    assert_eq!(all.len(), texts.len());
    Some(all.iter().map(|it| it["successful"] == true).collect())
}

/// What the reader says: `None` where the grammar does not judge.
fn right(text: &str) -> Option<bool> {
    let found = parse(text, &Options::default()).diagnostics;
    let syntax: Vec<_> =
        found.iter().map(|it| it.code).filter(|it| it.starts_with("E01")).collect();
    let judged = !syntax.iter().any(|code| LEFT_TO_THE_READER.contains(code));
    judged.then_some(syntax.is_empty())
}

fn published() -> Vec<String> {
    fn add(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(&path, found);
            } else if path.extension().is_some_and(|it| it == "nimseq") {
                found.push(fs::read_to_string(path).expect("a text"));
            }
        }
    }
    let mut found = Vec::new();
    add(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions")), &mut found);
    found
}

/// The texts in the page about the language.
fn examples() -> Vec<String> {
    let page = include_str!("../../docs/language.md");
    let blocks = page.split("```nimseq\n").skip(1).filter_map(|rest| rest.split("```").next());
    let found: Vec<_> = blocks.map(str::to_owned).collect();
    for part in ["RULE misere", "RULE lost == 2", "1..n", "FROM_INFINITY_DOWN"] {
        assert!(found.iter().any(|it| it.contains(part)), "{part}");
    }
    found
}

#[test]
fn published_descriptions_have_no_error() {
    let folder = Folder::new("tree-sitter-published");
    let texts = [published(), examples()].concat();
    assert!(texts.len() > 30);
    let Some(right) = read(&folder, &texts) else { return };
    assert!(right.iter().all(|it| *it), "{right:?}");
}

#[test]
fn damaged_texts_are_errors_where_the_reader_says_so() {
    let folder = Folder::new("tree-sitter-damaged");
    let mut random = 1_u64;
    let mut below = |bound: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).expect("31 bits") % bound
    };
    let signs =
        [" ", "\n", "n", "A", "_", "+", "-", "(", ">", "}", "2", "#", ">=", "REPEAT ", "PER "];
    let published = published().into_iter().filter(|it| it.len() < 4000 && it.is_ascii());
    // Rules, ranges of moves and starts are only in few of them.
    let sources = published.map(|it| (it, 20)).chain(examples().into_iter().map(|it| (it, 100)));
    let mut texts = Vec::new();
    for (source, count) in sources {
        for _ in 0..count {
            let (at, length) = (below(source.len()), below(3));
            let end = (at + length).min(source.len());
            let sign = if length == 0 || below(2) == 0 { signs[below(signs.len())] } else { "" };
            texts.push([&source[..at], sign, &source[end..]].concat());
        }
    }
    let Some(found) = read(&folder, &texts) else { return };
    let (mut wrong, mut judged) = (0, 0);
    for (text, found) in texts.iter().zip(found) {
        let Some(right) = right(text) else { continue };
        let diagnostics = parse(text, &Options::default()).diagnostics;
        assert_eq!(found, right, "{text}\n{:?}", diagnostics.first());
        judged += 1;
        wrong += usize::from(!right);
    }
    assert!(wrong > 100 && judged - wrong > 100, "{wrong} of {judged}");
}

#[test]
fn examples_of_syntax_errors_are_errors() {
    let folder = Folder::new("tree-sitter-examples");
    let explained = grundy_report::explain::all().filter(|it| it.code.starts_with("E01"));
    let texts: Vec<String> = explained.map(|it| it.example.to_owned()).collect();
    let Some(found) = read(&folder, &texts) else { return };
    let mut wrong = 0;
    for (text, found) in texts.iter().zip(found) {
        let Some(right) = right(text) else { continue };
        assert_eq!(found, right, "{text}");
        wrong += usize::from(!right);
    }
    assert!(wrong > 10, "{wrong}");
}

#[test]
fn its_own_examples_are_as_expected() {
    let folder = Folder::new("tree-sitter-corpus");
    let Some(output) = tree_sitter(&folder, &["test"]) else { return };
    assert!(output.status.success(), "{}", said(&output));
}

/// The parser that lies beside the grammar was made from it.
#[test]
fn the_parser_is_that_of_the_grammar() {
    let folder = Folder::new("tree-sitter-generate");
    let output = folder.0.join("src").display().to_string();
    let arguments = ["generate", "--abi", "14", "--no-parser", "--output", &output];
    let Some(done) = tree_sitter(&folder, &arguments) else { return };
    assert!(done.status.success(), "{}", said(&done));
    let json = |path: &Path| -> Value {
        let text = fs::read_to_string(path).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let made = json(&folder.0.join("src/grammar.json"));
    assert_eq!(made, json(&Path::new(GRAMMAR).join("src/grammar.json")));
}

/// Neovim colours a description with the parser and the queries.
#[test]
fn neovim_reads_the_queries() {
    let folder = Folder::new("tree-sitter-neovim");
    let library = folder.0.join("grundy.so");
    let arguments = ["build", "--output", library.to_str().expect("a path")];
    let Some(built) = tree_sitter(&folder, &arguments) else { return };
    assert!(built.status.success(), "{}", said(&built));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editors/tree_sitter.lua");
    let mut neovim = Command::new("nvim");
    neovim.args(["--headless", "-u", "NONE", "-S", script]);
    neovim.env("PARSER", &library).env("QUERIES", format!("{GRAMMAR}/queries"));
    let Ok(output) = neovim.output() else {
        eprintln!("not tried: there is no program `nvim` here");
        return;
    };
    assert!(output.status.success(), "{}", said(&output));
}
