//! `grundy compile`: the files it writes and what is in them.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn description(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions/subtraction").join(name)
}

fn grundy(arguments: &[&str]) -> Output {
    crate::command::grundy(arguments, Path::new(".")).output().expect("grundy runs")
}

/// What `compile --emit` writes to standard output.
fn emitted(name: &str, what: &str) -> Value {
    let path = description(name);
    let output = grundy(&["compile", path.to_str().unwrap(), "--emit", what]);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn the_model_of_the_running_example() {
    let model = emitted("satz8.nimseq", "model");
    assert_eq!(
        keys(&model),
        ["schema", "verdict", "values", "parameters", "conditions", "moves", "preperiod", "period"]
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    assert_eq!(model["schema"], 2);
    assert_eq!(model["values"], "nim");
    assert_eq!(model["parameters"], json!(["n"]));
    assert_eq!(model["conditions"], json!(["n-2 >= 0"]));
    assert_eq!(model["moves"], json!(["2n", "5n", "6n+1", "8n+1"]));
    let preperiod = model["preperiod"].as_array().unwrap();
    assert_eq!(preperiod.len(), 1);
    let first = &preperiod[0]["block"];
    assert_eq!(first["number"], 1);
    assert_eq!(first["words"].as_array().unwrap().len(), 25);
    assert_eq!(
        first["words"][0],
        json!({ "cycle": "_", "length": "2n", "line": 13, "column": 1,
                "end_line": 13, "end_column": 6 })
    );
    let outer = &model["period"][1]["loop"];
    assert_eq!(
        (&outer["variable"], &outer["from"], &outer["upto"]),
        (&json!("i"), &json!("1"), &json!("n-1"))
    );
    let kinds: Vec<_> = outer["body"].as_array().unwrap().iter().flat_map(keys).collect();
    assert_eq!(kinds, ["block", "loop", "block", "loop", "block"]);
    let inner = &outer["body"][1]["loop"];
    assert_eq!(
        (&inner["variable"], &inner["from"], &inner["upto"]),
        (&json!("j"), &json!("i"), &json!("n-1"))
    );
    assert_eq!(inner["body"][0]["block"]["number"], 4);
    assert_eq!(model["period"][2]["block"]["number"], 8);
}

#[test]
fn the_model_of_a_branch() {
    let model = emitted("two_moves_branches.nimseq", "model");
    let arms = model["period"][1]["branch"]["arms"].as_array().unwrap();
    assert_eq!(arms.len(), 2);
    assert_eq!(arms[0]["when"], "-m+n <= 0");
    assert_eq!(arms[1].get("when"), None);
}

#[test]
fn the_chains_of_the_smallest_example() {
    let listed = emitted("one_move.nimseq", "chains");
    assert_eq!(listed["schema"], 2);
    let word =
        |word: &str, start: &str, end: &str| json!({ "word": word, "start": start, "end": end });
    assert_eq!(
        listed["chains"],
        json!([
            {
                "block": 2,
                "instances": [
                    { "block": 2, "variables": [] },
                    { "transition": "enter", "block": 1, "variables": [] }
                ],
                "from_start": true,
                "guard": ["n-1 >= 0"],
                "words": [word("A", "n", "2n"), word("_", "0", "n")]
            },
            {
                "block": 2,
                "instances": [
                    { "block": 2, "variables": [] },
                    { "transition": "repeat", "block": 2, "variables": [] }
                ],
                "from_start": false,
                "guard": ["n-1 >= 0"],
                "words": [
                    word("A", "n", "2n"),
                    word("_", "0", "n"),
                    word("A", "-n", "0"),
                    word("_", "-2n", "-n")
                ]
            }
        ])
    );
}

#[test]
fn scripts_are_one_file_for_each_chain() {
    let folder = std::env::temp_dir().join(format!("grundy-{}-smt2", std::process::id()));
    let path = description("satz8.nimseq");
    let path = path.to_str().unwrap();
    let arguments = ["compile", path, "--emit", "smt2", "-o", folder.to_str().unwrap()];
    let output = grundy(&arguments);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().count(), 9);
    for (line, number) in said.lines().zip(1..) {
        assert!(line.ends_with(&format!("chain-00{number}.smt2")), "{line}");
        let script = fs::read_to_string(line).unwrap();
        assert!(script.contains(&format!("\n; Chain {number}: block ")), "{script}");
        assert!(script.ends_with("(check-sat)\n"), "{script}");
    }
    fs::remove_dir_all(&folder).unwrap();

    let without = grundy(&["compile", path, "--emit", "smt2"]);
    assert_eq!(without.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(without.stderr).unwrap(),
        "error: --emit smt2 writes a file for each chain; say where with -o\n"
    );
}
