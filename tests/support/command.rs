//! The program run in a folder of its own, as a user would run it.

#![allow(dead_code, reason = "every test uses its own part")]

pub mod schema;

use serde_json::Value;
use std::fs;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// An empty folder that is removed when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("grundy-{}-{count}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// A folder with these files.
    pub fn with(test: &str, files: &[(&str, &str)]) -> Self {
        let folder = Self::new(test);
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    pub fn bytes(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file")
    }

    pub fn read(&self, name: impl AsRef<Path>) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// Runs a command in it.
    #[track_caller]
    pub fn run(&self, words: &(impl Words + ?Sized)) -> Ran {
        self.run_in("", words)
    }

    /// Runs a command in a folder of it.
    #[track_caller]
    pub fn run_in(&self, folder: &str, words: &(impl Words + ?Sized)) -> Ran {
        grundy(words, &self.0.join(folder)).output().expect("grundy runs").into()
    }
}

/// Runs a command that needs no folder.
#[track_caller]
pub fn run(words: &(impl Words + ?Sized)) -> Ran {
    Folder::new("none").run(words)
}

/// The words of a command: one by one, or a line in which what is in single quotation marks is one word.  `ROOT/` is
/// the checkout.
pub trait Words {
    fn words(&self) -> Vec<String>;
}

impl Words for str {
    fn words(&self) -> Vec<String> {
        let parts = self.split('\'').enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        words.collect::<Vec<_>>().words()
    }
}

impl Words for String {
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<W: AsRef<str>> Words for [W] {
    fn words(&self) -> Vec<String> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        self.iter().map(|word| word.as_ref().replace("ROOT/", root)).collect()
    }
}

impl<W: AsRef<str>, const N: usize> Words for [W; N] {
    fn words(&self) -> Vec<String> {
        self[..].words()
    }
}

impl<W: AsRef<str>> Words for Vec<W> {
    fn words(&self) -> Vec<String> {
        self[..].words()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program with its arguments.
pub struct Program {
    command: Command,
    words: Vec<String>,
}

impl Program {
    /// Runs to the end.  JSON must satisfy the schema of the command.
    #[track_caller]
    pub fn output(&mut self) -> io::Result<Output> {
        let output = self.command.output()?;
        schema::check(&self.words, &output.stdout);
        Ok(output)
    }
}

impl Deref for Program {
    type Target = Command;

    fn deref(&self) -> &Command {
        &self.command
    }
}

impl DerefMut for Program {
    fn deref_mut(&mut self) -> &mut Command {
        &mut self.command
    }
}

/// A command in a folder, with nothing to read, and colours as by default.
pub fn grundy(words: &(impl Words + ?Sized), folder: &Path) -> Program {
    let words = words.words();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(&words).current_dir(folder).stdin(Stdio::null());
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    Program { command, words }
}

/// How a command ended and what it wrote.
#[derive(Debug)]
pub struct Ran {
    pub exit: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            exit: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Ran {
    #[track_caller]
    pub fn check(&self, exit: i32, stdout: &str, stderr: &str) {
        assert_eq!((self.stdout.as_str(), self.stderr.as_str()), (stdout, stderr));
        assert_eq!(self.exit, Some(exit));
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).expect("JSON on standard output")
    }
}
