//! Writes the version that the program shows: that of the package, and of a release build from a
//! checkout the commit as well.  A test build has no commit, so that it is not built again for each.
//!
//! The whole program has the page of the playground in it, if its engine was built before
//! (`packages/playground/build`).

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed=build.rs");
    let commit = if is_release { commit() } else { None };
    let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    println!("cargo::rustc-env=GRUNDY_VERSION={version}{commit}");
    println!("cargo::rustc-env=GRUNDY_CITATION={}", citation());
    fixed_address();
    if std::env::var_os("CARGO_FEATURE_COMPLETE").is_some() {
        engine();
    }
}

/// Author, title and version of the first entry of `CITATION.cff`, in a line.
fn citation() -> String {
    println!("cargo::rerun-if-changed=CITATION.cff");
    let text = std::fs::read_to_string("CITATION.cff").unwrap_or_default();
    let value = |key: &str| {
        text.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap_or_default().trim()
    };
    format!("{}, {}, version {}", value("- name:"), value("title:"), value("version:"))
}

/// Names the engine of the playground for `include_bytes`, compressed by gzip; it is empty where there is none.
fn engine() {
    println!("cargo::rerun-if-env-changed=CARGO_TARGET_DIR");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let built = target.join("playground/engine.wasm.gz");
    // A file that is missing would count as changed with every build; `packages/playground/build` touches this one.
    if built.exists() {
        println!("cargo::rerun-if-changed={}", built.display());
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("engine.wasm.gz");
    let copied = std::fs::read(&built).unwrap_or_default();
    if let Err(error) = std::fs::write(&out, copied) {
        println!("cargo::error={}: {error}", out.display());
    }
}

/// What the program is made of.
const SOURCES: [&str; 7] =
    ["src", "packages", "grammar", "descriptions", "build.rs", "Cargo.toml", "Cargo.lock"];

/// Links the program for a fixed address where the linker is known to do so: it then starts without
/// the 20 000 relocations of its tables, a tenth of the time of a short proof.
fn fixed_address() {
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// The commit of the checkout that this package stands in, if git knows it.
fn commit() -> Option<String> {
    // A package that was unpacked inside another checkout has nothing to do with its commits.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let here = std::env::current_dir().ok()?;
    if Path::new(&top).canonicalize().ok()? != here.canonicalize().ok()? {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changed = !git(&[&status[..], &SOURCES].concat())?.is_empty();
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    // The log of HEAD changes with every commit, whatever HEAD names.
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    Some(if changed { format!("{commit}, changed") } else { commit })
}

/// What a command of git prints; `None` if there is no git, or no checkout.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
