//! The program in a conversation: on a pseudo-terminal, or through a pipe.

#![allow(dead_code, reason = "every test uses its own part")]

use rexpect::session::{PtySession, spawn_command};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// How long a line may take on a machine that is busy with other things, in milliseconds.
const PATIENCE: u64 = 120_000;

pub fn grundy(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(words).env("NO_COLOR", "1");
    command
}

pub fn terminal(words: &[&str]) -> PtySession {
    spawn_command(grundy(words), Some(PATIENCE)).expect("a terminal")
}

/// Waits for the question and answers it.
pub fn answer(session: &mut PtySession, question: &str, line: &str) {
    session.exp_string(question).expect("the question");
    session.send_line(line).expect("an answer");
}

/// What is said up to the end, which has to be a success.
pub fn end(mut session: PtySession) -> String {
    let said = session.exp_eof().expect("the end");
    // The type of the status is not exported.
    let status = format!("{:?}", session.process().wait().expect("an exit"));
    assert!(status.starts_with("Exited(") && status.ends_with(", 0)"), "{status}: {said}");
    said
}

/// What is said to these lines, and the exit code.
pub fn pipe(words: &[&str], lines: impl AsRef<[u8]>) -> (String, Option<i32>) {
    let mut child = grundy(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("grundy runs");
    let mut stdin = child.stdin.take().expect("an input");
    // The program may end before it has read everything.
    let _ = stdin.write_all(lines.as_ref());
    drop(stdin);
    let output = child.wait_with_output().expect("the end");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}
