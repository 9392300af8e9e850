//! What `cargo package` would publish, and what it builds on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Adds all files below a folder of the checkout, with their paths from its top.
fn add_files(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => add_files(&path, files),
            false => _ = files.insert(path),
        }
    }
}

/// The files that would be published, below the folder of the package.
fn listed(package: &str) -> BTreeSet<PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--package", package, "--list", "--offline", "--allow-dirty"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut listed: BTreeSet<PathBuf> =
        String::from_utf8(output.stdout).unwrap().lines().map(PathBuf::from).collect();
    // Written by cargo: the commit, where there is one, and the manifest as it is here.
    listed.remove(Path::new(".cargo_vcs_info.json"));
    assert!(listed.remove(Path::new("Cargo.toml.orig")));
    listed
}

fn expected(folder: &str, top: &[&str], folders: &[&str]) -> BTreeSet<PathBuf> {
    let folder = Path::new(folder);
    let mut files = BTreeSet::new();
    for inside in folders {
        add_files(&folder.join(inside), &mut files);
    }
    let inside = |path: &PathBuf| path.strip_prefix(folder).map(Path::to_owned).unwrap();
    let mut files: BTreeSet<PathBuf> = files.iter().map(inside).collect();
    files.extend(top.iter().map(PathBuf::from));
    for path in &files {
        // Cargo writes the lock file of a package that has none of its own.
        let Ok(data) = fs::metadata(root().join(folder).join(path)) else { continue };
        assert!(data.len() <= 1 << 20, "{}: {} bytes", path.display(), data.len());
    }
    files
}

/// The other packages are not published.
#[test]
fn the_checker_has_what_builds_it_and_nothing_else() {
    let top = ["Cargo.lock", "Cargo.toml"];
    assert_eq!(listed("grundy-kernel"), expected("packages/kernel", &top, &["src"]));
}

/// What a package is compiled from is in its folder, where links lead to what others read as well.
#[test]
fn a_package_has_what_it_reads() {
    let mut files = BTreeSet::new();
    ["src", "packages"].iter().for_each(|folder| add_files(Path::new(folder), &mut files));
    // The engine of the page is delivered with the page.
    files.retain(|it| !it.starts_with("packages/playground"));
    let is_source = |it: &&PathBuf| it.extension().is_some_and(|it| it == "rs");
    let is_test = |it: &PathBuf| {
        it.components().any(|it| it.as_os_str().to_string_lossy().starts_with("tests"))
    };
    let mut count = 0;
    for file in files.iter().filter(is_source).filter(|it| !is_test(it)) {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let depth = file.iter().skip_while(|it| *it != "src").count() - 1;
        for start in
            ["include_str!(\"", "include_bytes!(\"", "include_str!(concat!(\"", "[grammar = \""]
        {
            for (at, _) in text.match_indices(start) {
                let path = &text[at + start.len()..];
                let ups = path.split('/').take_while(|it| *it == "..").count();
                assert!(
                    ups <= depth,
                    "{}: {start}{}",
                    file.display(),
                    path.lines().next().unwrap()
                );
                count += 1;
            }
        }
    }
    assert!(count > 30, "{count}");
}

/// The tables of ICU take as long to compile as the solver.  They come in again with `textwrap`
/// 0.16.3, which breaks lines of diagnostics; 0.16.2 does it with a table of its own.
#[test]
fn lines_are_broken_without_icu() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    assert!(lock.contains("name = \"textwrap\""));
    assert!(!lock.contains("name = \"icu_"), "cargo update -p textwrap --precise 0.16.2");
}

/// A build script that runs in a folder of its own, and the version that it writes.
fn version_in(folder: &Path, script: &Path) -> String {
    let mut command = Command::new(script);
    command.current_dir(folder).env("CARGO_PKG_VERSION", "7.8.9").env("PROFILE", "release");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|it| it.strip_prefix("cargo::rustc-env=GRUNDY_VERSION="));
    line.expect("a version").to_owned()
}

#[test]
fn the_version_has_the_commit_of_a_checkout_and_needs_none() {
    let folder = std::env::temp_dir().join(format!("grundy-version-{}", std::process::id()));
    let checkout = folder.join("checkout");
    fs::create_dir_all(checkout.join("src")).unwrap();
    let script = folder.join("script");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc)
        .args(["--edition", "2024", "-o"])
        .arg(&script)
        .arg(root().join("build.rs"))
        .status();
    assert!(built.unwrap().success());
    assert_eq!(version_in(&folder, &script), "7.8.9");
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"]);
        assert!(command.args(words).current_dir(&checkout).output().unwrap().status.success());
    };
    git(&["init", "-q"]);
    fs::write(checkout.join("src/x"), "1").unwrap();
    git(&["add", "src/x"]);
    git(&["commit", "-q", "-m", "x"]);
    let version = version_in(&checkout, &script);
    assert!(version.len() == "7.8.9 ()".len() + 12 && !version.contains("changed"), "{version}");
    fs::write(checkout.join("src/x"), "2").unwrap();
    assert_eq!(version_in(&checkout, &script), version.replace(')', ", changed)"));
    // What lies inside a checkout of something else has none of its commits.
    assert_eq!(version_in(&checkout.join("src"), &script), "7.8.9");
    fs::remove_dir_all(&folder).unwrap();
}

/// What others install is what `.ci/release` makes, in the version of the manifest.
#[test]
fn packaging_names_the_files_and_the_version_of_a_release() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    let script = read(".ci/release");
    let target = script.lines().find_map(|line| line.strip_prefix("target=")).unwrap();
    assert!(script.contains("\nname=grundy-$version-$target\n"));
    let archive = format!("grundy-{version}-{target}");
    for page in ["README.md", "docs/install.md"] {
        assert!(
            read(page).contains(&format!("tar -xzf {archive}.tar.gz\ncd {archive}\n")),
            "{page}"
        );
    }
    let filled = |text: &str| {
        let text = text.replace("{ name }", "grundy").replace("{ bin }", "grundy");
        text.replace("{ version }", version).replace("{ target }", target)
    };
    let manifest = filled(&read("Cargo.toml"));
    assert!(manifest.contains(&format!("/v{version}/{archive}.tar.gz\"")), "{manifest}");
    assert!(manifest.contains(&format!("bin-dir = \"{archive}/grundy{{ binary-ext }}\"")));
    // The image is made from the unpacked archive.
    let docker = read("Dockerfile");
    let copied = docker.lines().filter_map(|line| line.strip_prefix("COPY ")).collect::<Vec<_>>();
    assert_eq!(copied.len(), 3, "{docker}");
    for name in copied.iter().filter_map(|line| line.split(' ').next()) {
        assert!(script.contains(name), "{name}");
    }
}
