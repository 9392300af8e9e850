//! Long results are written piece by piece: in little memory, until a limit comes, and whole in any case.

use crate::command::{Folder, Ran};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Kilobytes of address space in which every command here has to do.
const SPACE: u32 = 600_000;

/// A command with so much memory.
fn confined(folder: &Folder, line: &str) -> Command {
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_grundy");
    command.args(["-c", &format!("ulimit -v {SPACE}; exec '{program}' {line}")]);
    command.current_dir(&folder.0).stdin(Stdio::null());
    command
}

fn run(folder: &Folder, line: &str) -> Ran {
    Ran::from(confined(folder, line).output().expect("grundy runs"))
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let text = "n >= 1 { n } REPEAT _n An ENDREP\n";
    folder.write("x.nimseq", text);
    folder
}

/// With whole results in memory, and as a tree of JSON, each of these would take more than a gigabyte.
#[test]
fn a_time_limit_cuts_a_long_result_and_the_document_is_whole() {
    let folder = folder("cut");
    for line in [
        "sequence '{ 1 30 }' --runs --count 30000000 --format json --time-limit 1.5 -o out",
        "sequence '{ 1 30 }' --values nim --count 100000000 --format json --time-limit 2.5 -o out",
        "expand x.nimseq --at n=1..2 --count 50000000 --format json --time-limit 1.5 -o out",
    ] {
        let start = Instant::now();
        let ran = run(&folder, line);
        assert_eq!(ran.exit, Some(4), "{line}: {ran:?}");
        assert!(start.elapsed() < Duration::from_secs(10), "{line}: {:?}", start.elapsed());
        // On a slow machine the values may not be known by then.
        if !folder.0.join("out").exists() {
            let said = ["are computed", "are expanded"];
            assert!(said.iter().any(|it| ran.stderr.contains(it)), "{line}: {ran:?}");
            continue;
        }
        assert!(ran.stderr.starts_with("undecided: time limit reached (--time-limit): the first "));
        let positions = ran.stderr.split(' ').find_map(|word| word.parse::<u64>().ok());
        let text = folder.read("out");
        let (start, end) = (text.trim_start(), text.trim_end());
        assert!(start.starts_with('{') && end.ends_with('}'), "{line}");
        let said = format!("\"positions\": \"{}\"\n}}\n", positions.expect("a number"));
        assert!(text.ends_with(&said), "{line}: {}", &text[text.len() - 200..]);
        std::fs::remove_file(folder.0.join("out")).expect("a file");
    }
}

/// The pieces are those of the whole, and the document that is cut has what was written before.
#[test]
fn a_result_that_is_cut_begins_as_the_whole() {
    let folder = folder("prefix");
    for (line, member) in [
        ("sequence '{ 1 30 }' --runs --count 400000", "runs"),
        ("sequence '{ 1 30 }' --count 400000", "sequence"),
        ("sequence '{ 2 5 7 }' --values nim --count 300000", "sequence"),
        ("expand x.nimseq --at n=3 --count 400000", "sequence"),
    ] {
        let json = format!("{line} --format json");
        let whole = run(&folder, &json);
        assert_eq!((whole.exit, whole.stderr.as_str()), (Some(0), ""), "{line}");
        let whole: Value = whole.json();
        assert_eq!(whole.get("limit"), None, "{line}");
        // A pipe that is not read holds the writing up until the time is over.
        let mut command = confined(&folder, &format!("{json} --time-limit 0.4"));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.expect("grundy runs");
        std::thread::sleep(Duration::from_millis(900));
        let cut = Ran::from(child.wait_with_output().expect("an end"));
        assert_eq!(cut.exit, Some(4), "{line}: {}", cut.stderr);
        let cut = cut.json();
        if cut.get("ended").is_some() {
            // A slow machine.
            continue;
        }
        assert_eq!((&cut["verdict"], &cut["limit"]), (&"undecided".into(), &"time".into()));
        let positions: usize = cut["positions"].as_str().expect("a number").parse().expect("one");
        let of = |document: &Value| {
            let row = document.get("results").map_or(document, |rows| &rows[0]);
            row[member].clone()
        };
        match (of(&cut), of(&whole)) {
            (Value::String(cut), Value::String(whole)) => {
                assert!(whole.starts_with(&cut) && cut.len() < whole.len(), "{line}");
                assert_eq!(cut.len(), positions, "{line}");
            }
            (Value::Array(cut), Value::Array(whole)) => {
                assert!(whole.starts_with(&cut) && cut.len() < whole.len(), "{line}");
                let lengths = cut.iter().map(|run| run["length"].as_str()?.parse::<usize>().ok());
                assert_eq!(lengths.sum::<Option<usize>>(), Some(positions), "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}
