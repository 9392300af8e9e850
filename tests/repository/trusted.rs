//! What has to be believed when a certificate is accepted: the checker, everything that it imports,
//! directly or not, and the crates below.  A room or a crate that comes in fails these tests; the
//! sizes are printed (`cargo test --test repository trusted -- --nocapture`) and stand in
//! `docs/proofs.md`, but are not limited.  The same for the reader of descriptions, which guesses nothing: what explains
//! mistakes is not a part of it.

use crate::rust_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packages/kernel");

/// The reader of descriptions, and what explains the texts that it refuses.
const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packages/language/src/lang/read");

/// A room of the package: what it imports from the others, and its lines of Rust without tests, those
/// that are neither empty nor a comment counted as code.
#[derive(Default)]
struct Room {
    imports: BTreeSet<String>,
    lines: usize,
    code: usize,
}

/// The identifiers that follow `prefix` in the text.
fn names_behind<'t>(text: &'t str, prefix: &str) -> impl Iterator<Item = &'t str> {
    text.match_indices(prefix).map(move |(at, _)| {
        let name = &text[at + prefix.len()..];
        let end = name.find(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        &name[..end.unwrap_or(name.len())]
    })
}

/// The lines of a text without its tests, and those that are neither empty nor a comment.
fn lines(text: &str) -> (usize, usize) {
    let trusted = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    (trusted.lines().count(), trusted.lines().filter(code).count())
}

fn rooms() -> BTreeMap<String, Room> {
    let source = format!("{PACKAGE}/src");
    let mut rooms: BTreeMap<String, Room> = BTreeMap::new();
    for path in rust_files(source.as_ref()) {
        let text = fs::read_to_string(&path).unwrap();
        let inside = path.strip_prefix(&source).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_string_lossy();
        let room = rooms.entry(first.trim_end_matches(".rs").to_owned()).or_default();
        // Imports are written so that they can be read off.
        for hidden in ["crate::{", "crate::*", "super::super", "include!"] {
            assert!(!text.contains(hidden), "{hidden} in {}", path.display());
        }
        for name in names_behind(&text, "crate::") {
            room.imports.insert(if name == "Integer" { "integer".into() } else { name.into() });
        }
        let (all, code) = lines(if path.ends_with("tests.rs") { "" } else { &text });
        room.lines += all;
        room.code += code;
    }
    rooms
}

/// The room and everything that it imports, directly or not.
fn closure<'r>(rooms: &'r BTreeMap<String, Room>, room: &'r str) -> BTreeSet<&'r str> {
    let mut known = BTreeSet::new();
    let mut new = vec![room];
    while let Some(room) = new.pop() {
        if known.insert(room) {
            new.extend(rooms[room].imports.iter().map(String::as_str));
        }
    }
    known
}

#[test]
fn the_checkers_import_nothing_but_these_rooms() {
    let rooms = rooms();
    // What all rest on, and what those of descriptions do.
    let leaves = ["affine", "integer", "lines", "polynomial"];
    let below = ["model", "proof", "refutation", "simplify", "span"];
    for (room, trusted) in [
        ("certificate", &[&["certificate"][..], &below].concat()),
        ("minimality", &[&["certificate", "minimality"][..], &below].concat()),
        ("trace", &vec!["trace"]),
    ] {
        let trusted: BTreeSet<_> = trusted.iter().copied().chain(leaves).collect();
        let closure = closure(&rooms, room);
        println!("trusted by {room}:");
        for name in &closure {
            println!("  {name:12} {:5} lines, {:5} of code", rooms[*name].lines, rooms[*name].code);
        }
        let sum = |count: fn(&Room) -> usize| -> usize {
            closure.iter().map(|name| count(&rooms[*name])).sum()
        };
        println!("  {:12} {:5} lines, {:5} of code", "all", sum(|it| it.lines), sum(|it| it.code));
        assert_eq!(closure, trusted, "{room}");
    }
}

/// The lines of the reader, and those of code.
fn reader() -> (usize, usize) {
    let files = rust_files(READER.as_ref());
    let sizes = files.iter().map(|path| lines(&fs::read_to_string(path).unwrap()));
    sizes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// What a text means comes from the reader alone, which can be read without anything that guesses.
#[test]
fn the_reader_imports_nothing_that_guesses() {
    let mut imports = BTreeSet::new();
    let files = rust_files(READER.as_ref());
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        for hidden in ["explain", "crate::{", "crate::*", "include!", "super::super::super"] {
            assert!(!text.contains(hidden), "{hidden} in {}", path.display());
        }
        // Two steps up from a folder in it is the reader, from its own files it is not.
        let is_inner = path.parent().is_some_and(|folder| folder.ends_with("lower"));
        assert!(is_inner || !text.contains("super::super"), "{}", path.display());
        let own = text.replace("pub(in crate::lang)", "");
        imports.extend(names_behind(&own, "crate::").map(str::to_owned));
    }
    let allowed = ["Integer", "affine", "diagnostic", "formula", "limit", "model", "number"]
        .map(str::to_owned);
    assert_eq!(imports, BTreeSet::from(allowed));
    let (all, code) = reader();
    println!("the reader of descriptions, in {} files: {all} lines, {code} of code", files.len());
    assert!(code <= 2_600, "{code} lines have to be believed");
}

/// The folder that explains can be replaced by the stub below: nothing around it asks for more.
#[test]
fn nothing_but_explanations_comes_from_what_explains() {
    let around = Path::new(READER).parent().unwrap();
    let files = rust_files(around);
    let files = files.iter().filter(|path| !path.starts_with(around.join("explain")));
    let texts = files.map(|path| fs::read_to_string(path).unwrap());
    let names: BTreeSet<String> = texts
        .flat_map(|text| names_behind(&text, "explain::").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    // That of a list is empty: the two limits.
    assert_eq!(names, ["", "Explained", "explain", "explain_moves"].map(str::to_owned).into());
}

/// The same the hard way: without the folder that explains, the program reads and proves what it did.
#[test]
#[ignore = "builds the program anew"]
fn a_program_that_explains_nothing_proves_the_same() {
    const STUB: &str = r"//! Nothing is explained.
use super::Mended;
use super::read::{Options, ast::Text, scope::Scope};
use crate::{diagnostic::Diagnostic, limit::CancellationToken};
pub const GUESSES: usize = 100;
pub const BYTES_OF_A_GUESS: usize = 64;
pub(super) struct Explained {
    pub diagnostics: Vec<Diagnostic>,
    pub text: Text,
    pub mended: Mended,
}
pub(super) fn explain(
    source: &str, _: &Options, _: &mut Scope, _: Option<&CancellationToken>, first: Vec<Diagnostic>,
) -> Explained {
    Explained { diagnostics: first, text: Text::default(), mended: Mended::new(source) }
}
pub(super) fn explain_moves(_: &str, first: Diagnostic) -> Vec<Diagnostic> {
    vec![first]
}
";
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unexplained");
    _ = fs::remove_dir_all(&copy);
    fs::create_dir_all(&copy).unwrap();
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let names = [
        "Cargo.toml",
        "Cargo.lock",
        "build.rs",
        "src",
        "packages",
        "grammar",
        "descriptions",
        "docs",
        "tests",
    ];
    run(Command::new("cp").arg("-r").args(names.map(|it| here.join(it))).arg(&copy));
    let folder = copy.join("packages/language/src/lang/explain");
    fs::remove_dir_all(&folder).unwrap();
    fs::write(folder.with_extension("rs"), STUB).unwrap();
    // Lints speak of what is left without a use.
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--offline", "--quiet", "--package", "grundy", "--", "verify"]);
    cargo.arg("descriptions/subtraction").current_dir(&copy).env("RUSTFLAGS", "--cap-lints warn");
    cargo.env("CARGO_TARGET_DIR", copy.join("target"));
    let without = run(&mut cargo);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--offline", "--quiet", "--package", "grundy", "--", "verify"]);
    cargo.arg("descriptions/subtraction").current_dir(here);
    assert_eq!(without, run(&mut cargo));
}

/// In release builds too; `dist` and `web` inherit that.
#[test]
fn overflow_is_checked_in_every_build() {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    for profile in ["release", "bench"] {
        let package = &manifest["profile"][profile]["package"]["grundy-kernel"];
        assert_eq!(package["overflow-checks"].as_bool(), Some(true), "{profile}");
    }
    for (profile, parent) in [("dist", "release"), ("web", "dist")] {
        assert_eq!(manifest["profile"][profile]["inherits"].as_str(), Some(parent));
    }
    // What is generic over the type of an input is compiled, and checked, as its caller is.
    for path in rust_files(format!("{PACKAGE}/src").as_ref()) {
        let text = fs::read_to_string(&path).unwrap();
        for hidden in ["<R: BufRead", "<R: Read"] {
            assert!(!text.contains(hidden), "{hidden} in {}", path.display());
        }
    }
}

/// The table of `docs/proofs.md`, in hundreds of lines.
fn table() -> String {
    let rooms = rooms();
    let mut table =
        "| what is accepted | lines of code | with comments |\n|---|---|---|\n".to_owned();
    for (what, room) in [
        ("a description", "certificate"),
        ("a description and periods of it", "minimality"),
        ("a proof by trace", "trace"),
    ] {
        let closure = closure(&rooms, room);
        let sum = |count: fn(&Room) -> usize| {
            let all: usize = closure.iter().map(|name| count(&rooms[*name])).sum();
            (all + 50) / 100 * 100
        };
        table += &format!("| {what} | {} | {} |\n", sum(|it| it.code), sum(|it| it.lines));
    }
    let hundreds = |count: usize| (count + 50) / 100 * 100;
    let (all, code) = reader();
    table + &format!("| what a text means | {} | {} |\n", hundreds(code), hundreds(all))
}

/// Where the page is not up to date, the new one stands beside it, to be looked at and renamed.
#[test]
fn the_page_says_how_much_has_to_be_believed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/proofs.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("| what is accepted |").unwrap();
    let (_, after) = rest.split_once("\n\n").unwrap();
    let new = format!("{before}{}\n{after}", table());
    if new != page {
        let beside = path.with_extension("md.new");
        fs::write(&beside, new).unwrap();
        panic!("{} is out of date: look at {} and rename it", path.display(), beside.display());
    }
}

#[test]
fn the_package_depends_on_nothing_but_these_crates() {
    let manifest = fs::read_to_string(format!("{PACKAGE}/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let direct: Vec<_> = manifest["dependencies"].as_table().unwrap().keys().collect();
    let direct_names = [
        "crc32fast",
        "num-bigint",
        "num-integer",
        "num-rational",
        "num-traits",
        "serde",
        "smallvec",
        "stacker",
        "thiserror",
    ];
    assert_eq!(direct, direct_names);
    // Only the program that writes JSON asks for it.
    assert_eq!(manifest["dependencies"]["serde"]["optional"].as_bool(), Some(true));
}

#[test]
fn nothing_else_is_linked_to_the_checker() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--package", "grundy-kernel"])
        .args(["--edges", "no-build,no-dev,no-proc-macro", "--prefix", "none", "--format", "{lib}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let crates: BTreeSet<_> = text.split_whitespace().filter(|it| *it != "(*)").collect();
    let trusted = [
        "cfg_if",
        "crc32fast",
        "grundy_kernel",
        "libc",
        "num_bigint",
        "num_integer",
        "num_rational",
        "num_traits",
        "psm",
        "smallvec",
        "stacker",
        "thiserror",
    ];
    assert_eq!(crates.into_iter().collect::<Vec<_>>(), trusted);
}
