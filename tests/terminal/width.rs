//! What is written to a terminal fits its width.

use crate::command::Folder;
use rexpect::session::spawn_command;
use std::fs;
use std::process::Command;

/// How long a command may take on a machine that is busy with other things, in milliseconds.
const PATIENCE: u64 = 120_000;

/// A description with a claim that is wrong, and lines that are longer than any terminal.
fn wrong() -> String {
    let word = "_n A(n+1) ".repeat(40);
    format!(
        "# {}\nn >= 1\n{{ n 2n+1 }}\nCLAIM period 3n\nREPEAT\n  {word}\nENDREP\n",
        "long ".repeat(60)
    )
}

const COMMANDS: &[&str] = &[
    "verify wrong.nimseq",
    "verify wrong.nimseq --verbose",
    "verify slip.nimseq right.nimseq gone",
    "verify . --verbose",
    "verify wrong.nimseq --transitions",
    "fmt gone",
    "explain E0301",
    "explain",
    "theorem right.nimseq --stats",
    "infer '{ n 2n 3n+1 }' --values nim --stats",
    "infer '{ n 7n+1 20n+2 21n+2 }'",
    "infer '{ 2 3 n }' --work 100",
    "period 3 7 8 --stats",
    "period squares",
    "period '{ n 2n 3n+1 }' --values nim --at n=1..6",
    "period 1 'sqrt(2)' 3",
    "period 3 7 8 --winning-moves",
    "sequence 3 7 8 --runs",
    "sequence 3 7 8 --winning-moves --count 9",
    "register 2 5 7 --list",
    "heaps '{2 5}:2,5,12' '{1..4}:13'",
    "nim 3 4 5 --why --bits",
    "census --max-move 12",
    "census families --moves 3",
    "family check --number 10 --verbose",
    "family theorems satz-4 --bound 20",
    "family theorems --list",
    "map three 30",
    "kabelsalat solve 7,4,4,6,3,3,-**.*,+*.**,+.***",
    "kabelsalat hints 7,4,4,6,3,3,-**.*,+*.**,+.***",
    "wolf solve A2-B3-C3-D3 b4",
    "petri info net.pnml",
    "petri graph net.pnml",
    "petri analyse net.pnml",
    "muehle compare --depth 1 --games 5",
    "nonsense",
    "period --nonsense",
    "verify --help",
    "--help",
    "help rules",
];

/// Tables have columns of their own, and may be as wide as they need.
const TABLES: &[&str] = &["family theorems --list"];

/// The letters that are shown: the session has bytes for letters, and what moves the cursor.
fn shown(said: &str) -> String {
    let bytes: Vec<u8> = said.chars().map(|it| it as u8).collect();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut pieces = text.split('\x1b');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        text + "\r"
            + piece
                .trim_start_matches(|it: char| !it.is_ascii_alphabetic())
                .get(1..)
                .unwrap_or_default()
    })
}

#[test]
fn no_line_is_wider_than_60_columns() {
    fits(60);
}

#[test]
fn no_line_is_wider_than_80_columns() {
    fits(80);
}

#[test]
fn no_line_is_wider_than_120_columns() {
    fits(120);
}

/// Is no line wider than the terminal?
fn fits(width: usize) {
    let folder = Folder::new(&format!("width-{width}"));
    let right = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/petri/Philosophers-5.pnml");
    fs::copy(net, folder.0.join("net.pnml")).expect("a net");
    for (name, text) in [
        ("wrong.nimseq", wrong()),
        ("slip.nimseq", wrong().replace("REPEAT", "repaet").replace('{', "{,")),
        ("right.nimseq", right.to_owned()),
    ] {
        folder.write(name, text);
    }
    let mut wide = Vec::new();
    for line in COMMANDS {
        let words =
            format!("stty cols {width} rows 50 && exec {} {line}", env!("CARGO_BIN_EXE_grundy"));
        let mut command = Command::new("sh");
        command.args(["-c", &words]).current_dir(&folder.0).env("NO_COLOR", "1");
        let mut session = spawn_command(command, Some(PATIENCE)).expect("a terminal");
        let said = session.exp_eof().expect("the end");
        assert!(!said.trim().is_empty(), "{line}");
        // A bar is written again and again in one line.
        let lines = shown(&said);
        let too_wide = lines.split(['\n', '\r']).filter(|it| it.chars().count() > width);
        if !TABLES.contains(line) {
            wide.extend(too_wide.map(|it| format!("{width}: {line}: {it}")));
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}
