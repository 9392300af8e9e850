//! The picture of the packages and their rooms, compared with the manifests and the imports, and
//! that of the layers of the command.

use crate::rust_files;
use std::collections::BTreeSet;
use std::fs;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// The packages that are drawn, from the top, and the rooms of each from the left.
fn drawn() -> Vec<(String, Vec<String>)> {
    let page = fs::read_to_string(format!("{SOURCE}/lib.rs")).unwrap();
    let picture = page.split("//! # Packages").nth(1).expect("the page draws the packages");
    let picture = picture.split("//! ```").nth(1).expect("a picture");
    let rows = picture.lines().filter_map(|line| line.trim_start_matches("//! ").split_once('│'));
    let rooms = |row: &str| row.split_whitespace().map(str::to_owned).collect();
    rows.map(|(package, row)| (package.trim().to_owned(), rooms(row))).collect()
}

/// The first names of all paths of the crate that a text mentions: `a` and `b` in
/// `crate::a::X` and `crate::{b::{Y, Z}}`, without those in comments.
fn imports(text: &str, prefix: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let name = |text: &str| -> String {
        text.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect()
    };
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            found.insert(name(rest));
            continue;
        };
        let (mut depth, mut start) = (0, 0);
        for (end, sign) in list.char_indices() {
            match sign {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    found.insert(name(list[start..end].trim_start()));
                    start = end + 1;
                    if sign == '}' {
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    found.remove("");
    found
}

/// The packages that a package depends on, without those that only its tests need.
fn dependencies(package: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(format!("{ROOT}/packages/{package}/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let names = manifest["dependencies"].as_table().unwrap().keys();
    names.filter_map(|name| name.strip_prefix("grundy-")).map(str::to_owned).collect()
}

#[test]
fn packages_depend_on_those_drawn_below() {
    let drawn = drawn();
    let packages: BTreeSet<_> = drawn.iter().map(|(package, _)| package.clone()).collect();
    let entries = fs::read_dir(format!("{ROOT}/packages")).unwrap();
    let folders = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let beside = ["complete", "playground", "python"];
    let folders: BTreeSet<_> = folders.filter(|name| !beside.contains(&name.as_str())).collect();
    assert_eq!(packages, folders, "the packages that are drawn, and the folders");
    for (at, (package, _)) in drawn.iter().enumerate() {
        let below: BTreeSet<_> = drawn[at + 1..].iter().map(|(below, _)| below.clone()).collect();
        let dependencies = dependencies(package);
        assert!(dependencies.is_subset(&below), "{package} depends on {dependencies:?}");
        assert!(!dependencies.is_empty() || ["kernel", "output"].contains(&package.as_str()));
    }
}

/// The checker has a picture of its own (`trusted.rs`): what has to be believed for each proof.
#[test]
fn rooms_import_those_drawn_to_their_right() {
    let mut edges = 0;
    for (package, rooms) in drawn().iter().filter(|(package, _)| package != "kernel") {
        let source = format!("{ROOT}/packages/{package}/src");
        if rooms.as_slice() == std::slice::from_ref(package) {
            continue;
        }
        let mut found = BTreeSet::new();
        for path in rust_files(source.as_ref()) {
            let inside = path.strip_prefix(&source).unwrap();
            let room = inside.components().next().unwrap().as_os_str().to_string_lossy();
            let room = room.trim_end_matches(".rs").to_owned();
            if room == "lib" {
                continue;
            }
            let at = rooms.iter().position(|it| *it == room);
            let at = at.unwrap_or_else(|| panic!("{room} of {package} is not drawn"));
            for import in imports(&fs::read_to_string(&path).unwrap(), "crate::") {
                let to = rooms.iter().position(|it| *it == import);
                edges += usize::from(to.is_some_and(|to| to != at));
                assert!(to.is_none_or(|to| to >= at), "{room} imports {import} of {package}");
            }
            found.insert(room);
        }
        assert_eq!(found, rooms.iter().cloned().collect(), "the rooms of {package}");
    }
    assert!(edges > 50, "{edges} imports were found");
}

#[test]
fn imports_are_read_in_every_form() {
    let text = "use crate::a;\nuse crate::b::C;\nuse crate::{d::{E, F}, g, h::I};\n// crate::j\n\
                fn x() { crate::k::l() }";
    let found: Vec<_> = imports(text, "crate::").into_iter().collect();
    assert_eq!(found, ["a", "b", "d", "g", "h", "k"]);
}

/// The layers of the command that its page draws, from the top.
fn layers_of_the_command() -> Vec<String> {
    let page = fs::read_to_string(format!("{SOURCE}/cli/mod.rs")).unwrap();
    let picture = page.split("//! ```").nth(1).expect("the page draws the layers");
    let rows = picture.lines().filter_map(|line| line.strip_prefix("//! "));
    rows.filter_map(|row| row.split_whitespace().next()).map(str::to_owned).collect()
}

/// What is imported at the start of this text: `a::{b, c}` as it is written.
fn import(text: &str) -> &str {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' if depth > 0 || text[..at].ends_with("::") => depth += 1,
            '}' if depth > 1 => depth -= 1,
            '}' if depth == 1 => return &text[..=at],
            _ if depth > 0 || sign.is_alphanumeric() || "_:*".contains(sign) => {}
            _ => return &text[..at],
        }
    }
    text
}

/// The paths of an import without braces: `a::b` and `a::c` for `a::{b, c}`.
fn spelled_out(import: &str) -> Vec<String> {
    let Some((prefix, list)) = import.split_once('{') else {
        return import.split_whitespace().next().map(str::to_owned).into_iter().collect();
    };
    let (mut paths, mut depth, mut start) = (Vec::new(), 1, 0);
    for (end, sign) in list.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if (depth == 1 && sign == ',') || depth == 0 {
            paths.extend(spelled_out(&format!("{prefix}{}", list[start..end].trim())));
            start = end + 1;
        }
    }
    paths
}

/// All paths in the text of a module that leave it, from the top of the crate on.
fn paths(module: &[&str], text: &str) -> Vec<Vec<String>> {
    let code: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            if code[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == ':') {
                continue;
            }
            for path in spelled_out(import(&code[at..])) {
                let mut whole: Vec<_> = module.iter().map(|&name| name.to_owned()).collect();
                for name in path.split("::") {
                    match name {
                        "crate" => whole.clear(),
                        "super" => _ = whole.pop(),
                        "self" | "" => {}
                        _ => whole.push(name.to_owned()),
                    }
                }
                found.push(whole);
            }
        }
    }
    found
}

/// May this module of the command import that?
fn is_allowed(layers: &[String], module: &[&str], path: &[String]) -> bool {
    let (name, to) = (|at: usize| module.get(at).copied(), |at: usize| path.get(at));
    let Some(layer) = name(1) else { return true };
    let height = |layer: &str| layers.iter().position(|it| it == layer);
    let (Some(here), Some(there)) = (height(layer), to(1).and_then(|it| height(it))) else {
        return false;
    };
    // The top of a layer puts its files together.
    let Some(file) = name(2).filter(|_| here == there) else { return here <= there };
    match (layer, to(2)) {
        (_, None) => false,
        ("commands", Some(other)) => file == other,
        // Names of files; what the top itself has are types.
        ("flags", Some(other)) => other.starts_with(|it: char| it.is_ascii_lowercase()),
        _ => true,
    }
}

#[test]
fn the_command_has_three_layers() {
    let layers = layers_of_the_command();
    let entries = fs::read_dir(format!("{SOURCE}/cli")).unwrap().map(|entry| entry.unwrap());
    let folders: BTreeSet<_> = entries
        .map(|it| it.file_name().into_string().unwrap())
        .filter(|it| it != "mod.rs")
        .collect();
    assert_eq!(folders, layers.iter().cloned().collect(), "the folders, and what is drawn");
    let mut edges = 0;
    for file in rust_files(format!("{SOURCE}/cli").as_ref()) {
        let inside = file.strip_prefix(SOURCE).unwrap().with_extension("");
        let names: Vec<_> = inside.iter().map(|name| name.to_str().unwrap()).collect();
        let module: Vec<_> = names.into_iter().filter(|&name| name != "mod").collect();
        let text = fs::read_to_string(&file).unwrap();
        let (text, tests) = text.split_once("\nmod tests {").unwrap_or((&text, ""));
        let inner: Vec<_> = module.iter().copied().chain(["tests"]).collect();
        for path in paths(&module, text).into_iter().chain(paths(&inner, tests)) {
            edges += 1;
            assert!(
                is_allowed(&layers, &module, &path),
                "{} imports {}",
                module.join("::"),
                path.join("::")
            );
        }
    }
    assert!(edges > 300, "{edges} imports were found");
}

#[test]
fn imports_that_go_up_or_across_are_seen() {
    let layers = ["commands", "conversation", "host", "flags"].map(str::to_owned);
    let refused = |module: &str, text: &str| {
        let module: Vec<_> = module.split("::").collect();
        let mut paths = paths(&module, text);
        paths.retain(|path| !is_allowed(&layers, &module, path));
        paths.into_iter().map(|path| path.join("::")).collect::<Vec<_>>()
    };
    for (module, text, wrong) in [
        ("cli::flags::nim", "use crate::cli::host::exit::Exit;", "cli::host::exit::Exit"),
        ("cli::flags::nim", "use super::{game, Command};", "cli::flags::Command"),
        ("cli::flags::nim", "use super::*;", "cli::flags::*"),
        ("cli::host::input", "x(super::super::commands::man::run)", "cli::commands::man::run"),
        ("cli::host", "use crate::cli::conversation;", "cli::conversation"),
        ("cli::conversation", "use super::commands::nim as x;", "cli::commands::nim"),
        ("cli::commands::man", "use super::fmt;", "cli::commands::fmt"),
        ("cli::commands::nim::play", "use super::super::{fmt::run};", "cli::commands::fmt::run"),
        (
            "cli::commands::man",
            "use crate::cli::{host, commands::{fmt, man}};",
            "cli::commands::fmt",
        ),
        ("cli::commands::man", "use crate::cli;", "cli"),
    ] {
        assert_eq!(refused(module, text), [wrong], "{module}: {text}");
    }
    for (module, text) in [
        ("cli", "use crate::cli::commands::man;"),
        ("cli::flags", "use crate::cli::flags::nim::Nim;"),
        ("cli::flags::nim", "use super::{game::{Game, self}, numbers};"),
        ("cli::commands", "man::run(crate::cli::host::exit::Exit)"),
        ("cli::commands::nim::play", "// use super::super::fmt;\nuse super::position;"),
        ("cli::commands::nim", "use crate::cli::{flags::nim::{Nim, Play}, conversation};"),
    ] {
        assert_eq!(refused(module, text), [""; 0], "{module}: {text}");
    }
}
