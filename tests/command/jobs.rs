//! The commonest jobs: each is done by one command, which the help of the program or of the obvious command names.

use crate::command::{Folder, run};

/// A family whose description is found, drafted and proved at once.
const FAMILY: &str = "{ n 2n 3n+1 }";

/// Of each job: the words before `-h`, what that help has to show, the command, and what it says.
const JOBS: [(&str, &str, &str, &str); 19] = [
    ("", "  period ", "period 3 7 8", "period     5\npreperiod  8\n"),
    (
        "sequence",
        "--format numbers",
        "sequence 1 3 4 --nim --format numbers --count 7",
        "0, 1, 0, 1, 2, 3, 2\n",
    ),
    ("sequence", "--format bfile", "sequence 1 3 4 --nim --format bfile --count 3", "\n1 1\n2 0\n"),
    ("period", "heaps '{3 7 8}:1000'", "heaps '{3 7 8}:1000'", "winning moves (heap:items): "),
    (
        "sequence",
        "--from 1000 --count 1 --winning-moves",
        "sequence 3 7 8 --from 1000 --count 1 --winning-moves",
        "1000  +  ",
    ),
    (
        "sequence",
        "--words --at 3..8",
        "sequence '{ n 2n }' --values nim --words --at 3..8",
        "words  _n An Bn ",
    ),
    ("", "  infer ", "infer '{ n 2n 3n+1 }' --nim", "period     4n + 1"),
    (
        "infer",
        "--format latex",
        "infer '{ n 2n 3n+1 }' --format latex",
        "\\begin{theorem}\nFor $n \\ge ",
    ),
    ("period", "--format latex", "period 3 7 8 --format latex", "% to cite the program: "),
    ("", "  new, draft ", "draft '{ n 2n 3n+1 }' --nim -o draft.nimseq", ""),
    ("", "  verify ", "verify draft.nimseq", "verified   draft.nimseq"),
    ("verify", "--fix", "verify --fix wrong.nimseq", "verified   wrong.nimseq"),
    ("", "  theorem ", "theorem draft.nimseq", "period     4n + 1  for n >= 3\n"),
    ("verify", "--certificate", "verify draft.nimseq --certificate x.cert", "verified "),
    ("", "  check ", "check x.cert draft.nimseq", "x.cert: proves draft.nimseq "),
    ("plot", "sequence ", "plot sequence 3 7 8 -o x.svg", ""),
    ("", "  census ", "census --max-move 5", "records by period\n"),
    ("", "  find ", "find 0,1,0,1,2,3,2", "Grundy values  { 1 3 4 } "),
    ("verify", "--format sarif", "verify draft.nimseq --format sarif", "\"version\": \"2.1.0\""),
];

#[test]
fn the_commonest_jobs_are_found_and_done() {
    let folder = Folder::new("jobs");
    let wrong = folder.0.join("wrong.nimseq");
    std::fs::write(wrong, "n >= 1\n{ n 2n }\nREPEAT\n  _n A(n+1) Bn\nENDREP\n").expect("a file");
    for (obvious, shown, command, said) in JOBS {
        let help = run(&format!("{obvious} {}", if obvious.is_empty() { "--help" } else { "-h" }));
        assert!(help.exit == Some(0) && help.stdout.contains(shown), "{shown}: {}", help.stdout);
        let ran = folder.run(command);
        assert_eq!(ran.exit, Some(0), "{command}: {ran:?}");
        assert!(ran.stdout.contains(said), "{command}: {ran:?}");
    }
    let drawn = folder.read("x.svg");
    assert!(drawn.starts_with("<svg") && drawn.contains("{ 3 7 8 }"), "{drawn}");
}

/// An editor starts the server; the help of the program names it, and it answers.
#[test]
fn an_editor_has_its_command() {
    assert!(run("--help").stdout.contains("\n  server  "));
    assert_eq!(run("server -h").exit, Some(0));
}

/// Drafts of many families, of outcomes and of Grundy values: each that is written has a meaning, and is right for the
/// games that it was made from, at least to far beyond its first period; where no loop shows nothing is written.
#[test]
fn drafts_say_no_more_than_was_seen() {
    let folder = Folder::new("drafts");
    let (mut written, mut none) = (0, 0);
    for family in [
        "{ 2n 5n 6n+1 8n+1 }",
        "{ n 4n 12n+1 16n+1 }",
        "{ n 7n+1 20n+2 21n+2 }",
        FAMILY,
        "{ n 3n+1 }",
        "{ n 2n }",
        "{ n n+1 }",
        "{ n 2n+1 3n+2 }",
        "{ 2n 3n 7n+1 }",
        "{ n 5n+1 7n }",
        "{ 1 n 2n+1 }",
        "{ 2 n n+3 }",
        "{ 2 3 n }",
        "{ 1 2n 3n }",
        "{ n 2n+3 5n+1 }",
        "{ 3n 4n 5n+1 }",
        "{ 2n 3n+1 5n+2 }",
        "{ n 3n 4n+1 6n }",
        "{ n n+2 2n+5 }",
        "{ 2 4n-1 4n+1 4n+5 8n-2 }",
        "{ 1 2 n 3n }",
        "{ n 3n-1 7n+2 }",
        "{ n 4n-3 9n+2 }",
        "{ 2n-1 5n+2 7n }",
        "{ n 2n+1 5n 6n+1 }",
        "{ 1..n 3n+1 }",
        "{ n 6n+1 11n+3 }",
        "{ n 13n+1 17n+2 }",
    ] {
        for values in ["outcome", "nim"] {
            let name = format!("{values}-{}.nimseq", written + none);
            let ran = folder.run(&["new", family, "--values", values, "-o", &name]);
            let [note] = ran.stderr.lines().collect::<Vec<_>>()[..] else { panic!("{ran:?}") };
            let Ok(text) = std::fs::read_to_string(folder.0.join(&name)) else {
                none += 1;
                assert_eq!(ran.exit, Some(4), "{family}: {ran:?}");
                assert!(note.starts_with("no loop shows in n = "), "{note}");
                assert!(ran.stdout.lines().all(|line| line.starts_with('#')), "{ran:?}");
                continue;
            };
            written += 1;
            assert_eq!(ran.exit, Some(0), "{family}: {ran:?}");
            assert!(note.starts_with("a guess from n = "), "{note}");
            assert!(text.lines().all(|line| line.len() <= 80), "{text}");
            let verified = folder.run(&["verify", &name, "--format", "json"]);
            let found = &verified.json()["results"][0];
            assert_ne!(found["verdict"], "rejected", "{family} {text} {found}");
            // The games that were looked at are the first six from the first condition on, or fewer.
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let looked = note.split_once("n = ").and_then(|it| it.1.split_once(['.', ',', ';']));
            let first = number(looked.expect("a range").0);
            let last = note.split_once("..").map_or("", |it| it.1);
            let last = last.split(|it: char| !it.is_ascii_digit()).next().map_or(first, number);
            for n in first..=last {
                let at = format!("n={n}");
                let words = ["expand", &name, "--at", &at, "--count", "2000"];
                let words_of_game =
                    ["sequence", family, "--values", values, "--at", &at, "--count", "2000"];
                assert_eq!(
                    folder.run(&words).stdout,
                    folder.run(&words_of_game).stdout,
                    "{family} {n}"
                );
            }
        }
    }
    assert!(written >= 20 && none >= 30, "{written} {none}");
}
