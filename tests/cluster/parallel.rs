//! Shards under GNU parallel.

use super::support::{Folder, Ran};
use super::{CENSUS, SHARDS, run, shard};
use std::process::{Command, Stdio};

impl Folder {
    /// All shards, two at a time; what the job log has as done is not done again.  Each job leaves the
    /// number of its process.
    fn parallel(&self) -> Command {
        let mut command = Command::new("parallel");
        let job = format!(
            "echo $$ > {{}}.pid; exec {} census {CENSUS} --shard {{}}/{SHARDS} \
             -o shard-{{}}-of-{SHARDS}.jsonl -j 1",
            env!("CARGO_BIN_EXE_grundy")
        );
        command.args(["-j", "2", "--joblog", "shards.log", "--resume-failed", &job, ":::"]);
        command.args((1..=SHARDS).map(|number| number.to_string()));
        command.current_dir(&self.0).stdin(Stdio::null());
        command
    }

    /// How many jobs the log of GNU parallel has.
    fn jobs(&self) -> usize {
        self.read("shards.log").lines().skip(1).count()
    }
}

#[test]
#[ignore = "needs GNU parallel: apt-get install parallel; cargo test --test cluster -- --ignored"]
fn a_job_that_is_killed_in_the_middle_is_the_only_one_done_again() {
    let folder = Folder::new("parallel");
    run(Command::new("parallel").arg("--version"), "parallel");
    let mut first = folder.parallel().stderr(Stdio::null()).spawn().expect("parallel runs");
    folder.wait_for_pieces(2);
    let process = folder.read("2.pid");
    let kill = Command::new("kill").args(["-KILL", process.trim_end()]).status();
    assert!(kill.expect("kill runs").success());
    assert_eq!(first.wait().expect("parallel ends").code(), Some(1), "one job failed");
    assert!(folder.is_cut_off(2), "the job was over before it could be killed");
    assert_eq!(folder.jobs(), SHARDS as usize);
    let names: Vec<_> = (1..=SHARDS).map(shard).collect();
    let merged = folder.grundy(&format!("census merge {}", names.join(" ")));
    assert_eq!(merged.exit, Some(3));
    assert!(merged.stderr.contains("the shard 2/4 is not complete"), "{}", merged.stderr);
    let second: Ran = folder.parallel().output().expect("parallel runs").into();
    assert_eq!(second.exit, Some(0), "{}", second.stderr);
    assert_eq!(folder.jobs(), SHARDS as usize + 1, "one job was done again");
    folder.expect_all_shards();
}
