//! What `grundy verify` and the commands of the games say: published inputs, wrong and damaged
//! ones, in full.

use crate::command::grundy;
use std::fs;
use std::path::Path;

/// Runs commands in a folder with these files, and shows output and exit codes.
fn session(name: &str, files: &[(&str, &str)], commands: &[&str]) -> String {
    let folder = std::env::temp_dir().join(format!("grundy-games-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for command in commands {
        let words = command.split_whitespace().map(|word| match word.strip_prefix("ROOT/") {
            Some(path) => root.join(path).display().to_string(),
            None => word.to_owned(),
        });
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = grundy(&words, &folder).output().expect("grundy runs");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
        let code = output.status.code().expect("an exit code");
        text += &format!("$ grundy {command}\n{stdout}{stderr}exit code {code}\n\n");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
    text.replace(&format!("{}/", root.display()), "ROOT/")
}

#[test]
fn published_inputs() {
    insta::assert_snapshot!(session(
        "published",
        &[],
        &["verify ROOT/descriptions/nim ROOT/descriptions/kabelsalat"]
    ));
}

#[test]
fn wrong_claims() {
    let nim = "N22: 3 4 5  xor 3  normal N 1:1 2:3 9:1 plays 3:3  misere P -\n\
               N01: (none)  normal N  misere P\n\
               1000000000000000000000000 7  normal P\n";
    let kabelsalat = "E1: 7,4,4,6,3,3,-**.*,+*.**,+.***  fewest 2B | 2C\n\
                      5,3,4,4,4,+**.,+.**,+*.*\n\
                      V11: 1,7,1,1,1,1,1,0,0,+*....**,+.*...**,-**.....,+..*..**,+...*.**,+....***,-..***..  class solvable\n\
                      V8: 5,3,3,3,5,+*..,+.*.,+**.  fewest 2A | 2B  presses 3  class negative_only\n\
                      V9: 5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.*  all 2C | 2D ; 2A | 2B\n";
    insta::assert_snapshot!(session(
        "wrong",
        &[("wrong.nim", nim), ("wrong.kabelsalat", kabelsalat)],
        &["verify wrong.nim wrong.kabelsalat", "verify -q .", "verify --format json wrong.nim"]
    ));
}

#[test]
fn damaged_inputs() {
    let nim = "N22: 3 4 x  normal N\n3 4 5\n3 4 5 mysere N\n3 4 5 normal N 1:2 1:2\n";
    let kabelsalat = "E1: 7,4,4,6,3,-**.*,+*.**,+.***\n7,4,4,6,3,3,-**.*,+*.*,+.*x*\n\
                      7,1,3\n7,1,3,+* fewest 4B\n";
    insta::assert_snapshot!(session(
        "damaged",
        &[("damaged.nim", nim), ("damaged.kabelsalat", kabelsalat), ("empty.nim", "# nothing\n")],
        &[
            "verify damaged.nim damaged.kabelsalat",
            "verify empty.nim",
            "kabelsalat solve 7,4,4,6,3,3,-**.*,+*.**,.***",
            "kabelsalat generate +**,-*",
            "wolf solve --to-move wolf",
        ]
    ));
}

/// The examples of the strategy chapter, in its order.
#[test]
fn hints() {
    insta::assert_snapshot!(session(
        "hints",
        &[],
        &[
            "kabelsalat hints 5,3,3,5,5,+*..,+*..,+.*.",
            "kabelsalat hints 6,3,4,4,6,+**.,+**.,-..*",
            "kabelsalat hints 6,3,3,5,7,+*..,+.*.,-.**",
            "kabelsalat hints 6,3,4,5,6,+*.*,+.**,-..*",
            "kabelsalat hints 6,3,4,3,5,+**.,+*.*,+.**",
            "kabelsalat hints 6,3,4,3,6,+**.,+*.*,-..*",
            "kabelsalat hints 8,4,8,4,6,8,-*.**,+.***,+***.",
            "kabelsalat hints 7,4,4,6,3,3,-**.*,+*.**,+.***",
            "kabelsalat hints 7,4,6,8,6,4,+**..,-.**.,+..**",
            "kabelsalat hints 7,4,5,5,5,7,+***.,+*..*,-...*",
            "kabelsalat hints 7,4,5,5,5,6,+***.,-*..*,+**.*",
            "kabelsalat hints 5,5,3,3,3,3,5,+**...,+..**.,+*.*..,+.*.*.,+****.",
            "kabelsalat hints 6,3,3,5,7,+*..,+.*.,-.** --format json",
        ]
    ));
}

#[test]
fn answers() {
    insta::assert_snapshot!(session(
        "answers",
        &[],
        &[
            "nim 3 4 5",
            "nim 3 4 5 --bits --why",
            "nim 12 10 7 3 --bits --format json",
            "nim 1 1 5 --misere --bits --why",
            "nim 1 4 5 --bits",
            "nim 1 2 3 --misere",
            "nim 0",
            "nim 100000000000000000000 7 --format json",
            "kabelsalat solve 5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.*",
            "kabelsalat solve 5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.* --limit-solutions 2 --format json",
            "kabelsalat solve 5,3,4,4,4,+**.,+.**,+*.* --format json",
            "kabelsalat solve -3,2,-4,-3,+*.",
            "kabelsalat equations 7,4,4,6,3,3,-**.*,+*.**,+.***",
            "kabelsalat equations 7,2,4,6,-.*,+.* --format json",
            "kabelsalat generate +**..,-.**.,+..** --target 7 --seed 4",
            "kabelsalat generate -**..,-.**.,+..** --seed 4 --most 9 --format json",
            "kabelsalat generate --stacks 6 --switches 4 --seed 3",
            "kabelsalat generate --target 0 --most 0",
            "kabelsalat generate +*. --stacks 2",
            "kabelsalat graph 7,4,4,6,3,3,-**.*,+*.**,+.*** --format dot",
            "kabelsalat graph 7,2,6,6,+**,+** --format json",
            "kabelsalat graph 5,3,3,5,5,+*..,+*..,+.*.",
            "kabelsalat graph 7,2,6,6,+**,+** --presses 9 --limit-positions 5",
            "kabelsalat solve 7,2,6,6,+** --format dot",
        ]
    ));
}
