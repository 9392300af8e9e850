//! Settings from `grundy.toml`, verdicts that are kept, and what has changed since a commit.

use crate::command::{Folder, Ran};
use std::fs;
use std::process::Command;

const GOOD: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
const WRONG: &str = "n >= 1\n{ n }\nREPEAT\n  _n A(n+1)\nENDREP\n";

#[test]
fn settings_are_found_upwards_and_flags_win() {
    let settings = "[verify]\npaths = [\"a\"]\nformat = \"concise\"\nbaseline = \"known.toml\"\n\
                    [fmt]\npaths = [\"b\"]\n";
    let folder = Folder::with(
        "settings",
        &[("grundy.toml", settings), ("a/x.nimseq", WRONG), ("b/y.nimseq", GOOD), ("c/d/z", "")],
    );
    // Paths and the baseline are those of the folder of the file.
    let ran = folder.run("verify");
    assert_eq!(
        (ran.exit, ran.stderr.contains("cannot read known.toml")),
        (Some(2), true),
        "{ran:?}"
    );
    let ran = folder.run("verify --update-baseline");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(folder.0.join("known.toml").exists());
    folder.run("verify").check(0, "", "");
    folder.run_in("c/d", "verify").check(0, "", "");
    let json = folder.run_in("c/d", "verify --format json").json();
    assert_eq!(json["settings"], "../../grundy.toml");
    assert_eq!(json["results"][0]["path"], "../../a/x.nimseq");
    assert_eq!(json["baseline"]["known_refutations"], 1);
    assert_eq!(json["results"][0]["verdict"], "refuted");
    folder.run("fmt --check").check(0, "", "");
    assert_eq!(folder.run("fmt --check --format json").json()["settings"], "grundy.toml");
    // A path, a format, a file of settings, none.
    let ran = folder.run("verify b --format full --baseline gone.toml");
    assert!(ran.stderr.contains("cannot read gone.toml"), "{ran:?}");
    let ran = folder.run("verify b --no-config");
    assert!(ran.stdout.starts_with("verified   b/y.nimseq"), "{ran:?}");
    let ran = folder.run("verify --no-config");
    assert_eq!(ran.exit, Some(1), "the current folder is checked: {ran:?}");
    assert!(ran.stdout.contains("2 inputs: 1 verified, 1 refuted"), "{ran:?}");
    let ran = folder.run("fmt --no-config");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.contains("no input: give a file or folder"), "{ran:?}");
    folder.write("other.toml", "[verify]\nvalues = \"outcome\"\ntime-limit = 60\n");
    let ran = folder.run("verify b --config other.toml --verbose");
    assert!(ran.stderr.contains("note: settings from other.toml"), "{ran:?}");
    assert_eq!(ran.exit, Some(3), "{ran:?}");
    let ran = folder.run("verify b --config other.toml --values nim");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    folder.write("other.toml", "[verify]\ntime-limit = 0\n");
    let ran = folder.run("verify b --config other.toml");
    assert_eq!(ran.exit, Some(4), "{ran:?}");
    let ran = folder.run("verify b --config other.toml --time-limit 60");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert_eq!(folder.run("verify b --config gone.toml").exit, Some(2));
    // Other commands do not look.
    folder.write("grundy.toml", "[verfy]\n");
    assert_eq!(folder.run("nim 3 4 5").exit, Some(0));
}

#[test]
fn what_settings_do_not_know_is_a_finding() {
    let folder = Folder::with("unknown", &[("x.nimseq", GOOD)]);
    for (text, line, code, help) in [
        ("[verify]\nbase-line = \"k\"\n", 2, "E0601", Some("did you mean `baseline`?")),
        ("[verfy]\n", 1, "E0601", Some("did you mean `verify`?")),
        ("[fmt]\nbaseline = \"k\"\n", 2, "E0601", None),
        ("[verify]\nvalues = \"nym\"\n", 2, "E0602", Some("did you mean `nim`?")),
        ("[verify]\nformat = \"csv\"\n", 2, "E0602", None),
        ("[verify]\nformat = \"sarf\"\n", 2, "E0602", Some("did you mean `sarif`?")),
        ("[verify]\npaths = \"x.nimseq\"\n", 2, "E0602", None),
        ("[family.check]\nlimit-steps = -1\n", 2, "E0602", None),
        ("[verify\n", 1, "E0600", None),
    ] {
        folder.write("grundy.toml", text);
        let ran = folder.run("verify x.nimseq --format json");
        assert_eq!(ran.exit, Some(2), "{text} {ran:?}");
        assert!(ran.stderr.contains(&format!("grundy.toml:{line}:")), "{text} {ran:?}");
        let document = ran.json();
        assert_eq!(
            (&document["ended"], &document["path"]),
            (&"error".into(), &"grundy.toml".into())
        );
        let finding = &document["findings"][0];
        assert_eq!((&finding["code"], &finding["location"]["line"]), (&code.into(), &line.into()));
        assert_eq!(finding.get("help").and_then(|it| it.as_str()), help, "{text}");
    }
}

/// Not by names of Rust.
#[test]
fn settings_say_what_is_wanted() {
    let folder = Folder::with("wanted", &[("x.nimseq", GOOD)]);
    for (text, wanted) in [
        ("verify = 3\n", "a table"),
        ("[family]\ncheck = \"x\"\n", "a table"),
        ("[verify]\npaths = \"x.nimseq\"\n", "a list such as [\"x.nimseq\"]"),
        ("[verify]\nbaseline = 3\n", "a path in quotes"),
        ("[family.check]\nlimit-steps = -1\n", "a number from 0"),
    ] {
        folder.write("grundy.toml", text);
        let document = folder.run("verify x.nimseq --format json").json();
        let message = document["findings"][0]["message"].as_str().expect("a message");
        assert!(message.ends_with(&format!(", expected {wanted}")), "{message}");
    }
}

#[test]
fn a_limit_in_the_settings_reaches_the_family_check() {
    let folder = Folder::with(
        "limits",
        &[("grundy.toml", "[family.check]\nlimit-positions = 10\nlimit-steps = 1\n")],
    );
    let one = "family check --number 26 --format json";
    let few = folder.run(one).json();
    let flags =
        folder.run(&format!("{one} --no-config --limit-positions 10 --limit-steps 1")).json();
    assert_eq!(few["settings"], "grundy.toml");
    assert_eq!(few["results"], flags["results"]);
    let undecided = |json: &serde_json::Value| json["summary"]["undecided"].as_u64();
    assert!(undecided(&few) > Some(0), "{few}");
}

fn git(folder: &Folder, line: &str) {
    let known = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let mut command = Command::new("git");
    command.args(known).args(line.split(' ')).current_dir(&folder.0);
    let output = command.output().expect("git runs");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn only_what_has_changed_since_a_commit_is_checked() {
    let files = [
        (".gitignore", "ignored.nimseq\n"),
        ("same.nimseq", GOOD),
        ("edited.nimseq", GOOD),
        ("staged.nimseq", GOOD),
        ("sub/moved.nimseq", GOOD),
        ("ignored.nimseq", GOOD),
        ("known.toml", ""),
    ];
    let folder = Folder::with("changed", &files);
    let ran = folder.run("verify . --changed-since HEAD");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("this folder is not in a git checkout"), "{ran:?}");
    git(&folder, "init --quiet");
    git(&folder, "add -A");
    git(&folder, "commit --quiet -m first");
    fs::remove_file(folder.0.join("ignored.nimseq")).expect("it goes");
    let ran = folder.run("verify . --changed-since HEAD");
    ran.check(0, "", "note: nothing has changed since HEAD\n");
    folder.write("edited.nimseq", WRONG);
    folder.write("staged.nimseq", WRONG);
    git(&folder, "add staged.nimseq");
    folder.write("new.nimseq", GOOD);
    folder.write("ignored.nimseq", GOOD);
    fs::rename(folder.0.join("sub/moved.nimseq"), folder.0.join("sub/here.nimseq"))
        .expect("a move");
    let checked = |ran: &Ran| {
        let json = ran.json();
        let results = json["results"].as_array().expect("results").clone();
        results.iter().map(|it| it["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    let all = ["./edited.nimseq", "./new.nimseq", "./staged.nimseq", "./sub/here.nimseq"];
    let ran = folder.run("verify . --changed-since HEAD --format json");
    assert_eq!((checked(&ran), ran.exit), (all.map(str::to_owned).to_vec(), Some(1)));
    let ran = folder.run_in("sub", "verify .. --changed-since HEAD --format json");
    assert_eq!(checked(&ran).len(), all.len(), "{ran:?}");
    // Recorded verdicts of files that are the same are not missed.
    folder.run("verify . --baseline verdicts --update-baseline");
    git(&folder, "add -A");
    git(&folder, "commit --quiet -m second");
    folder.write("new.nimseq", WRONG);
    let ran = folder.run("verify . --baseline verdicts --changed-since HEAD~0");
    assert!(ran.stdout.ends_with("1 lost, 0 missing\n"), "{ran:?}");
    for wrong in ["nothing", "--output=x", "HEAD:new.nimseq"] {
        let ran = folder.run(&format!("verify . --changed-since={wrong}"));
        assert_eq!(ran.exit, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(&format!("git does not know the commit {wrong}")), "{ran:?}");
    }
    assert!(!folder.0.join("x").exists());
}
