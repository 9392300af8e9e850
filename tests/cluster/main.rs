//! A census and a campaign of proofs as job arrays: the scripts of `docs/cluster` by themselves, under
//! Slurm, and under GNU parallel.

mod parallel;
mod scripts;
mod slurm;
#[path = "../support/command.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{Folder, Ran, grundy};

/// A census that takes a second or more, so that a shard can be stopped in the middle.
const CENSUS: &str = "--max-move 4..60 --moves 4 --records preperiod";

/// How many shards it is cut into.
const SHARDS: u32 = 4;

/// A file of `docs/cluster`.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cluster").join(name)
}

/// Runs a program that is there only where its package is installed.
fn run(command: &mut Command, package: &str) -> Ran {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) => output.into(),
        Err(error) => panic!("{name}: {error}; this test needs the package {package}"),
    }
}

impl Folder {
    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn grundy(&self, arguments: &str) -> Ran {
        let words: Vec<_> = arguments.split(' ').collect();
        grundy(&words, &self.0).output().expect("grundy runs").into()
    }

    /// A shard as one uninterrupted run writes it.
    fn uninterrupted(&self, number: u32) -> Vec<u8> {
        let name = format!("uninterrupted-{number}");
        self.grundy(&format!("census {CENSUS} --shard {number}/{SHARDS} -o {name} -j 2"))
            .check(0, "", "");
        self.bytes(&name)
    }

    /// The result of one uninterrupted run.
    fn whole(&self) -> Vec<u8> {
        self.grundy(&format!("census {CENSUS} --format csv -o whole.csv")).check(0, "", "");
        self.bytes("whole.csv")
    }

    /// Waits until some pieces of a shard are finished.
    fn wait_for_pieces(&self, number: u32) {
        let lines = || self.bytes(shard(number)).iter().filter(|&&byte| byte == b'\n').count();
        wait(&format!("pieces of shard {number}"), || lines() >= 4);
    }

    /// Is the shard begun and not complete?
    fn is_cut_off(&self, number: u32) -> bool {
        let content = self.bytes(shard(number));
        !content.is_empty() && !String::from_utf8_lossy(&content).contains("\"complete\":true")
    }

    /// All shards are those of uninterrupted runs, and merged they are the whole.
    fn expect_all_shards(&self) {
        for number in 1..=SHARDS {
            assert!(self.bytes(shard(number)) == self.uninterrupted(number), "shard {number}");
        }
        let names: Vec<_> = (1..=SHARDS).map(shard).collect();
        self.grundy(&format!("census merge {} --format csv -o all.csv", names.join(" ")))
            .check(0, "", "");
        assert_eq!(self.bytes("all.csv"), self.whole());
    }
}

/// The file that the scripts give a shard.
fn shard(number: u32) -> String {
    format!("shard-{number}-of-{SHARDS}.jsonl")
}

/// Waits for something that takes a while on a busy machine.
fn wait(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(300), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
