//! The picture of the rooms on the crate page, compared with the imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// The layers that are drawn, from the top: the rooms of each.
fn drawn(page: &str) -> Vec<Vec<String>> {
    let picture = page.split("//! # Layers").nth(1).expect("the page draws the layers");
    let picture = picture.split("//! ```").nth(1).expect("a picture");
    let rows = picture.lines().filter_map(|line| line.split_once('│'));
    let rooms = |row: &str| row.split_whitespace().map(str::to_owned).collect();
    rows.map(|(_, row)| rooms(row.split('│').next().unwrap_or(row))).collect()
}

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

/// The rooms of the crate, and what each imports; the command sees the crate from outside.
fn rooms() -> BTreeMap<String, BTreeSet<String>> {
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in rust_files(SOURCE.as_ref()) {
        let inside = path.strip_prefix(SOURCE).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_string_lossy();
        let room = first.trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&room.as_str()) {
            continue;
        }
        let prefix = if room == "cli" { "grundy::" } else { "crate::" };
        let text = fs::read_to_string(&path).unwrap();
        rooms.entry(room).or_default().extend(imports(&text, prefix));
    }
    rooms
}

#[test]
fn every_import_goes_down_in_the_picture() {
    let page = fs::read_to_string(format!("{SOURCE}/lib.rs")).unwrap();
    let layers = drawn(&page);
    let height = |room: &str| {
        let found = layers.iter().position(|layer| layer.iter().any(|it| it == room));
        found.map(|from_above| layers.len() - from_above)
    };
    let rooms = rooms();
    let drawn: BTreeSet<_> = layers.iter().flatten().cloned().collect();
    // What the package of the checker holds is drawn as well, and has no folder here.
    let package = ["affine", "certificate", "minimality", "model", "proof", "refutation"];
    let here = rooms.keys().cloned();
    let all: BTreeSet<_> = here.chain(package.map(str::to_owned)).collect();
    assert_eq!(drawn, all, "the rooms that are drawn, and those that exist");
    let mut edges = 0;
    for (room, imports) in &rooms {
        for import in imports.iter().filter(|it| *it != room && all.contains(*it)) {
            edges += 1;
            assert!(
                height(import) < height(room),
                "{room} imports {import}, which is not drawn below it"
            );
        }
    }
    assert!(edges > 100, "{edges} imports were found");
}

#[test]
fn imports_are_read_in_every_form() {
    let text = "use crate::a;\nuse crate::b::C;\nuse crate::{d::{E, F}, g, h::I};\n// crate::j\n\
                fn x() { crate::k::l() }";
    let found: Vec<_> = imports(text, "crate::").into_iter().collect();
    assert_eq!(found, ["a", "b", "d", "g", "h", "k"]);
}
