//! `grundy infer` with several parameters.

use crate::command::Folder;
use serde_json::Value as Json;

/// The theorem, its description and its certificate, which the other commands accept.
#[test]
fn all_parameters_are_proved() {
    let folder = Folder::new("infer-several-proved");
    for (rule, period) in [("outcome", "2a + b"), ("nim", "2a + b")] {
        let found = folder.run(&[
            "infer",
            "a >= 1 b >= a+1 b <= 2a { a b a+b }",
            "--values",
            rule,
            "-o",
            "x.nimseq",
            "--certificate",
            "x.cert",
            "--force",
        ]);
        assert_eq!(found.exit, Some(0), "{found:?}");
        assert!(
            found.stdout.starts_with(&format!("period     {period}  for b >= a + 1 and b <= 2a\n"))
        );
        assert_eq!(folder.run("verify x.nimseq").exit, Some(0));
        assert_eq!(folder.run("check x.cert x.nimseq").exit, Some(0));
        let theorem = folder.run("theorem x.nimseq");
        assert!(theorem.stdout.contains(period), "{}", theorem.stdout);
    }
    let both = folder.run("infer 'a >= 1 b >= 1 b <= 2a a <= 2b { a b 2a+b }'");
    assert_eq!(both.exit, Some(0), "{both:?}");
    let quiet = folder.run("infer 'a >= 1 b >= a+1 b <= 2a { a b a+b }' -q");
    assert_eq!(quiet.stdout.lines().count(), 2, "{}", quiet.stdout);
    assert!(quiet.stdout.lines().all(|line| line.ends_with("for b >= a + 1 and b <= 2a")));
    let sink = folder.run("infer 'a >= 1 b >= a+1 b <= 2a { a b a+b }' --start sink -q");
    assert!(sink.stdout.contains("in the sink convention") && sink.exit == Some(0), "{sink:?}");
    let bounded = folder.run("infer 'n >= 1 n <= 3 { n }' -q");
    assert!(bounded.stdout.contains("for n == 2") && bounded.exit == Some(0), "{bounded:?}");
}

/// What is open is said, and no file is written.
#[test]
fn open_parameters_are_undecided() {
    let folder = Folder::new("infer-several-open");
    let words = "infer 'a >= 1 b >= a+1 b <= 2a-1 { a b 2b a+2b }'";
    let found = folder.run(words);
    assert_eq!(found.exit, Some(4), "{found:?}");
    let open = "undecided for 3b >= 4a and 2b <= 3a - 1 (a = 3, b = 4): no words were found";
    assert!(found.stdout.contains(open), "{}", found.stdout);
    assert!(folder.run(&format!("{words} -q")).stdout.contains(open));
    assert!(folder.run(&format!("{words} --format latex")).stdout.contains(&format!("% {open}")));
    let json: Json =
        serde_json::from_str(&folder.run(&format!("{words} --format json")).stdout).expect("JSON");
    assert_eq!(json["verdict"], "undecided");
    assert_eq!(json["open"][0][0], "3b >= 4a");
    assert_eq!(json["pieces"][0]["period"], "a + 4b");
    assert_eq!(json["pieces"][0]["conditions"][1], "b <= 2a - 1");
    let written = folder.run(&format!("{words} -o x.nimseq"));
    assert!(written.stderr.contains("not all games are described"), "{}", written.stderr);
    assert_eq!(written.exit, Some(4));
}
