//! The help of a command lists a flag of every command if, and only if, it changes what the command does.

use crate::command::{Folder, Ran, Words as _, grundy};
use crate::machines;
use crate::table::rows;
use grundy_language::lang::digest;
use std::collections::BTreeMap;
use std::fs;

/// The flags of every command as the help lists them, and as this test gives them.
const FLAGS: [(&str, &[&str]); 6] = [
    ("--output", &["-o", "written"]),
    ("--quiet", &["-q"]),
    ("--verbose", &["-v"]),
    ("--color", &["--color", "always"]),
    ("--time-limit", &["--time-limit", "0"]),
    ("--stats", &["--stats"]),
];

/// What acts only where these runs do not come: bars are for terminals, of few families so many games are
/// exceptions that not all are listed, and repairing a tree takes seconds.
const UNSEEN: &[(&str, &str)] = &[
    ("census families", "--quiet"),
    ("map three", "--quiet"),
    ("map four", "--quiet"),
    ("map five", "--quiet"),
    ("plot refutation", "--quiet"),
    ("infer", "--verbose"),
    ("fmt", "--quiet"),
    ("plot records", "--quiet"),
    ("plot means", "--quiet"),
    ("completions", "--quiet"),
    ("man", "--quiet"),
    ("wolf solve", "--time-limit"),
    ("wolf repair", "--output"),
    ("wolf repair", "--time-limit"),
];

/// Runs that write what others read.
const FIRST: [&str; 2] = [
    "verify good.nimseq --certificate proof",
    "census --max-move 6 --shard 1/1 --format jsonl -o part.jsonl",
];

/// The path of a command: its first word, and the second one where that is a command as well.
fn path(words: &[String]) -> String {
    const GROUPS: [&str; 7] = ["family", "map", "plot", "kabelsalat", "petri", "wolf", "muehle"];
    const INNER: [(&str, &str); 3] = [("census", "merge"), ("census", "families"), ("nim", "play")];
    let [first, second] = [0, 1].map(|at| words.get(at).map_or("", String::as_str));
    match GROUPS.contains(&first) || INNER.contains(&(first, second)) {
        true => format!("{first} {second}"),
        false => first.to_owned(),
    }
}

/// How a run ends, what it says, and the file that it writes.
type Done = (Option<i32>, String, String, Option<Vec<u8>>);

/// Runs a command with one more flag.
fn done(words: &[String], more: &[&str], folder: &Folder) -> Done {
    let written = folder.0.join("written");
    let _ = fs::remove_file(&written);
    let Ran { exit, stdout, stderr } = folder.run(&[words, &more.words()].concat());
    (exit, stdout, stderr, fs::read(written).ok())
}

/// The flags that the help of a command lists.
fn listed(path: &str, folder: &Folder) -> String {
    folder.run(&format!("{path} --help")).stdout
}

#[test]
fn help_lists_what_acts() {
    let folder = machines::folder("acting");
    let many = format!("n >= 1\n{{ n }}\nREPEAT\n  _n An\nENDREP\n{}", "?\n".repeat(30));
    // Of a proof of this text only the beginning is read.
    let proof = format!("grundy-certificate 1\ndescription {}\nvalues nim\n", digest(&many));
    folder.write("many.proof", proof);
    folder.write("many.nimseq", many);
    folder.write("settings.toml", "");
    for line in FIRST {
        assert_eq!(done(&line.words(), &[], &folder).0, Some(0), "{line}");
    }
    let mut runs: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    // Some change files, take seconds, or would serve for ever.
    let changing = ["--fix", "--update-baseline", " -o "];
    let slow = ["playground", "wolf solve", "--limit-cells 1"];
    let other = ["--stats", "no-such"];
    let apart = [&changing[..], &slow, &other].concat();
    for [exit, line] in machines::runs() {
        if exit != "-" && apart.iter().any(|it| line.contains(it)) {
            continue;
        }
        let words = line.words();
        runs.entry(path(&words)).or_default().push(words);
    }
    let mut wrong = Vec::new();
    for (path, runs) in &runs {
        let help = listed(path, &folder);
        let plain: Vec<_> = runs.iter().map(|words| done(words, &[], &folder)).collect();
        for (flag, typed) in FLAGS {
            let is_listed =
                help.contains(&format!("{flag}\n")) || help.contains(&format!("{flag} "));
            let mut acts = runs.iter().zip(&plain).filter(|(words, plain)| {
                let own = words.iter().any(|it| it == typed[0]);
                !own && done(words, typed, &folder) != **plain
            });
            // Where a run names a file itself, another one would be one too many.
            let named = flag == "--output" && runs.iter().flatten().any(|it| it == "-o");
            if is_listed && named {
                continue;
            }
            let acting = acts.next().map(|(words, _)| words.join(" "));
            match (is_listed, acting) {
                (false, Some(line)) => wrong.push(format!("{path}: {flag} acts, see {line}")),
                (true, None) if !UNSEEN.contains(&(path, flag)) => {
                    wrong.push(format!("{path}: {flag} does nothing"));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(runs.len() > 46, "{}", runs.len());
}

#[test]
fn an_option_of_another_command_is_refused_in_one_sentence() {
    let folder = Folder::new("foreign");
    for (line, said) in [
        (
            "census --max-move 6 --start +-",
            "census has no --start, which is an option of check, infer, new,",
        ),
        (
            "census families --moves 3 --start=sink",
            "census families has no --start, which is an option of check, infer",
        ),
        (
            "-q map three 30 --start +",
            "map three has no --start, which is an option of check, infer",
        ),
        (
            "period 1 2 --count 5",
            "period has no --count, which is an option of expand and sequence; see grundy period --help",
        ),
        ("period 3 7 8 --seed +-", "period has no --seed, which is an option of muehle compare"),
        ("period n 2n -n 3", "period has no -n; the value of a parameter is written --at n=3"),
        ("period n 2n --n 3", "period has no --n; the value of a parameter is written --at n=3"),
        ("period 3 7 8 --json", "period has no --json; write --format json"),
        ("period 3 7 8 --misere", "period has no --misere; write --values misere"),
        ("petri info x.pnml --list", "petri info has no --list, which is an option of"),
        ("nim 3 4 --fix", "nim has no --fix, which is an option of verify; see grundy nim --help"),
    ] {
        let ran = folder.run(line);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.starts_with(&format!("error: {said}")), "{line}: {ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{line}: {ran:?}");
        let json = folder.run(&format!("{line} --format json")).json();
        assert_eq!(json["ended"], "error");
        assert!(json["message"].as_str().is_some_and(|it| it.starts_with(said)), "{json}");
    }
    // What no command has, or what is hidden, is not offered.
    for line in ["period 1 2 --nonsense", "sequence 1 2 --no-cache"] {
        let ran = folder.run(line);
        assert!(ran.stderr.starts_with("error: unexpected argument '--"), "{ran:?}");
        assert!(!ran.stderr.contains("as a value"), "{ran:?}");
        // The document says by its fields that this is an error.
        let json = folder.run(&format!("{line} --format json")).json();
        let message = json["message"].as_str().expect("a message");
        assert!(message.starts_with("unexpected argument '--"), "{message}");
    }
}

/// A negative number after an option is its value.
#[test]
fn an_option_says_which_numbers_it_has() {
    let folder = Folder::new("negative-values");
    for (line, option) in [
        ("petri simulate x.pnml --steps -1", "--steps"),
        ("playground --port -1", "--port"),
        ("playground --port x", "--port"),
        ("kabelsalat generate --most -1", "--most"),
        ("census --max-move -1", "--max-move"),
        ("period 1 2 --time-limit -1", "--time-limit"),
        ("nim 1 2 -j -1", "--threads"),
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.exit, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.contains(&format!("for '{option} ")), "{line}: {ran:?}");
        // Notations are named where the notation is wrong.
        let is_notation = line.ends_with('x') || ["--time-limit", "--max-move"].contains(&option);
        let said = if is_notation { "is needed" } else { "must be " };
        assert!(ran.stderr.contains(said), "{line}: {ran:?}");
    }
}

/// One mistake, one message: what is wrong, or what was meant.
#[test]
fn what_is_refused_says_why() {
    let folder = machines::folder("refused");
    for [line, said] in rows(include_str!("refused.tsv")) {
        let ran = folder.run(line);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{line}: {ran:?}");
        assert!(ran.stderr.contains(said), "{line}: {ran:?}");
        // A finding about moves has a line above it.
        let findings = ran.stderr.replace("error: cannot read the moves\n", "");
        assert_eq!(findings.matches("error").count(), 1, "{line}: {ran:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let folder = Folder::new("full");
    for line in ["--help", "--version", "help", "verify --help"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device");
        let mut command = grundy(line, &folder.0);
        let ran = Ran::from(command.stdout(full).output().expect("grundy runs"));
        assert_eq!(ran.exit, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.starts_with("error: cannot write standard output"), "{line}: {ran:?}");
    }
}

#[test]
fn help_has_colours_where_the_environment_wants_them() {
    let folder = Folder::new("help-colour");
    for line in ["nim --help", "nim --nonsense"] {
        let coloured = |variables: &[(&str, &str)]| {
            let mut command = grundy(line, &folder.0);
            let ran = Ran::from(command.envs(variables.iter().copied()).output().expect("runs"));
            (ran.stdout + &ran.stderr).contains('\x1b')
        };
        assert!(!coloured(&[]), "{line}");
        assert!(coloured(&[("FORCE_COLOR", "1")]), "{line}");
        assert!(coloured(&[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")]), "{line}");
        assert!(!coloured(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]), "{line}");
    }
}
