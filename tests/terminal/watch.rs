//! `grundy verify --watch` while files change.

use crate::command::Folder;
use crate::terminal::terminal;
use std::fs;

const RIGHT: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";

#[test]
fn what_changed_is_checked_again() {
    let folder = Folder::new("watch");
    let [one, two] = ["a.nimseq", "b.nimseq"].map(|name| folder.0.join(name));
    fs::write(&one, RIGHT).expect("a file");
    let watched = folder.0.display().to_string();
    let mut session = terminal(&["verify", "--watch", &watched]);
    session.exp_string("verified").expect("the first verdict");

    // As editors do it: a new file takes the place of the old.
    let new = folder.0.join("a.new");
    fs::write(&new, RIGHT.replace("An", "A(n+1)")).expect("a file");
    fs::rename(&new, &one).expect("it is there");
    session.exp_string("refuted").expect("the verdict on the change");
    session.exp_string("smallest counterexample").expect("the reason");

    // Another file, and the first as before: both are reported, and the summary comes last.
    fs::write(&two, RIGHT).expect("a file");
    session.exp_string("refuted").expect("what was said before");
    session.exp_string("2 inputs: 1 verified, 1 refuted").expect("the summary");

    fs::remove_file(&one).expect("it is there");
    session.exp_string("b.nimseq").expect("what is left");
    session.send_control('c').expect("the interrupt key");
    session.exp_eof().expect("the end");
    let status = format!("{:?}", session.process().wait().expect("an exit"));
    assert!(status.ends_with(", 130)"), "{status}");
}
