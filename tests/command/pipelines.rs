//! The recipes in `docs/pipelines`, run as far as they can be run here.

use crate::command::Folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const RIGHT: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";

fn recipe(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pipelines").join(name);
    fs::read_to_string(path).expect("the recipe")
}

/// Runs a command of a shell in a folder, with `grundy` on the path.
fn shell(line: &str, folder: &Folder) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.to_owned()).chain(std::env::split_paths(&path));
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", std::env::join_paths(paths).expect("a path"))
        .current_dir(&folder.0)
        .output()
        .expect("a shell")
}

/// The steps of the workflow that call this program succeed on right descriptions, and one of them
/// fails on a wrong one.
#[test]
fn the_workflow_fails_on_a_wrong_description() {
    let workflow = recipe("workflow.yml");
    let steps: Vec<_> = workflow
        .lines()
        .filter_map(|line| line.trim_start().trim_start_matches("- ").strip_prefix("run: "))
        .filter(|step| step.starts_with("grundy "))
        .collect();
    assert_eq!(steps.len(), 3, "{workflow}");
    let folder = Folder::new("workflow");
    let file = folder.0.join("descriptions/x.nimseq");
    fs::create_dir(folder.0.join("descriptions")).expect("a folder");
    let wrong = RIGHT.replace("An", "A(n+1)");
    for (text, failing) in [(RIGHT, 0), (wrong.as_str(), 1), ("n >= 1 { n", 2)] {
        fs::write(&file, text).expect("a file");
        let failed: Vec<_> =
            steps.iter().filter(|it| !shell(it, &folder).status.success()).collect();
        assert_eq!(failed.len(), failing, "{failed:?}");
        let log = folder.read("grundy.sarif");
        assert_eq!(log.contains("\"level\": \"error\""), failing > 0, "{log}");
    }
}

/// The entries of the hooks take the files as further arguments; the program that calls them is
/// tried where it is installed (`pip install pre-commit`).
#[test]
fn the_hooks_fail_on_a_wrong_description() {
    let page = recipe("README.md");
    let hooks = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    let hooks = hooks.expect("the hooks");
    let entries: Vec<_> =
        hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: ")).collect();
    assert_eq!(entries.len(), 2, "{hooks}");
    let folder = Folder::new("hooks");
    let write = |name: &str, text: &str| folder.write(name, text);
    write("a.nimseq", RIGHT);
    write("b.nimseq", &RIGHT.replace("An", "A(n+1)"));
    for (file, expected) in [("a.nimseq", [true, true]), ("b.nimseq", [true, false])] {
        let good = |entry: &&str| shell(&format!("{entry} {file}"), &folder).status.success();
        assert_eq!(entries.iter().map(good).collect::<Vec<_>>(), expected, "{file}");
    }
    if !shell("git --version && pre-commit --version", &folder).status.success() {
        eprintln!("not tried: there is no program `pre-commit` here");
        return;
    }
    write(".pre-commit-config.yaml", hooks);
    let all = "git init -q . && git add . && PRE_COMMIT_HOME=./home pre-commit run --all-files";
    let output = shell(all, &folder);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains("b.nimseq:4:6: refuted: E0301"), "{said}");
    fs::remove_file(folder.0.join("b.nimseq")).expect("it is there");
    let output = shell(all, &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The hooks of this repository, which others name in their settings, run the same commands as those in the page.
#[test]
fn the_hooks_of_the_repository_are_those_of_the_page() {
    let entries = |text: &str| {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("entry: "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hooks = fs::read_to_string(root.join(".pre-commit-hooks.yaml")).expect("the hooks");
    assert_eq!(entries(&hooks).len(), 2);
    assert_eq!(entries(&hooks), entries(&recipe("README.md")));
}

/// The scripts of the action install the program from an archive, and fail on a wrong description.
#[test]
fn the_action_fails_on_a_wrong_description() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let action = fs::read_to_string(root.join("action.yml")).expect("the action");
    let scripts: Vec<String> = (action.split("run: |\n").skip(1))
        .map(|rest| rest.lines().take_while(|line| line.starts_with("        ")).collect())
        .map(|lines: Vec<_>| lines.join("\n"))
        .collect();
    let [install, verify] = scripts.as_slice() else { panic!("{action}") };
    let folder = Folder::new("action");
    let write = |name: &str, text: &str| folder.write(name, text);
    fs::create_dir(folder.0.join("release")).expect("a folder");
    let program = env!("CARGO_BIN_EXE_grundy");
    write("release/grundy", &format!("#!/bin/sh\nexec '{program}' \"$@\"\n"));
    let pack = "chmod +x release/grundy && tar -czf release.tar.gz release";
    assert!(shell(pack, &folder).status.success());
    let install =
        format!("export RUNNER_TEMP=. GITHUB_PATH=path ARCHIVE=release.tar.gz\n{install}");
    assert!(shell(&install, &folder).status.success(), "{install}");
    let verify = format!(
        "export PATH=\"$(cat path):/usr/bin:/bin\" PATHS=texts OPTIONS='--time-limit 60'\n{verify}"
    );
    fs::create_dir(folder.0.join("texts")).expect("a folder");
    write("texts/a.nimseq", RIGHT);
    let output = shell(&verify, &folder);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    write("texts/b.nimseq", &RIGHT.replace("An", "A(n+1)"));
    let output = shell(&verify, &folder);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("::error file=texts/b.nimseq,line=4") && said.contains("%0A"),
        "{said}"
    );
}
