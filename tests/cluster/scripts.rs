//! The scripts by themselves, as the tasks of a job array see them.

use super::support::{Folder, Ran};
use super::{run, script};
use std::fs;
use std::process::Command;

impl Folder {
    /// A script in the task of this number.
    fn task(&self, name: &str, number: u32, arguments: &[&str]) -> Ran {
        let mut command = Command::new("bash");
        command.arg(script(name)).args(arguments).current_dir(&self.0);
        command.env("GRUNDY", env!("CARGO_BIN_EXE_grundy"));
        command.env("SLURM_ARRAY_TASK_ID", number.to_string()).env_remove("SLURM_CPUS_PER_TASK");
        run(&mut command, "bash")
    }

    fn table(&self) -> Ran {
        let mut command = Command::new("python3");
        command.arg(script("table.py")).arg("families.txt").current_dir(&self.0);
        run(&mut command, "python3")
    }
}

#[test]
fn shards_and_merge_are_the_whole() {
    let folder = Folder::new("scripts");
    let flags = ["--max-move", "4..14", "--moves", "4"];
    for number in [3, 1, 2] {
        folder.task("census.sbatch", number, &[&["3"], &flags[..]].concat()).check(0, "", "");
        if number == 1 {
            // What is missing is named, and no result is written.
            let ran = folder.task("merge.sbatch", 0, &["3", "--output", "result"]);
            ran.check(3, "", "error: missing: 2/3\n");
            assert!(!folder.path("result").exists());
        }
    }
    let merged = folder.task("merge.sbatch", 0, &["3", "--format", "json"]);
    let whole = folder.grundy(&format!("census {} --format json", flags.join(" ")));
    merged.check(0, &whole.stdout, "");
    for (name, arguments, told) in [
        ("census.sbatch", &[][..], "the number of shards is needed"),
        ("census.sbatch", &["2"], "--max-move"),
        ("merge.sbatch", &[], "the number of shards is needed"),
        ("merge.sbatch", &["4"], "cannot read shard-*-of-4.jsonl"),
        ("campaign.sbatch", &["2"], "a file with the moves of a family"),
        ("campaign.sbatch", &["2", "nothing.txt"], "nothing.txt"),
    ] {
        let ran = folder.task(name, 1, arguments);
        assert!(ran.exit != Some(0) && ran.stderr.contains(told), "{name} {arguments:?}: {ran:?}");
    }
}

/// Theorems, a family that nobody can read, and tasks that are run once more.
#[test]
#[ignore = "needs Python: cargo test --test cluster -- --ignored"]
fn a_campaign_makes_one_table() {
    let folder = Folder::new("campaign");
    let families = "# ours\n{ n 2n+1 }\n{ n 2n+1 3n+1 }\n\n{ 2n 3 }\n{ m 2m\n{ 1 2 m }";
    fs::write(folder.path("families.txt"), families).expect("a file");
    let task = |number| folder.task("campaign.sbatch", number, &["2", "families.txt"]);
    task(1).check(0, "", "");
    assert_eq!(folder.table().exit, Some(2), "the other half is missing");
    let ran = task(2);
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.ends_with("6: { m 2m: grundy infer ended with 2\n"), "{}", ran.stderr);
    let table = folder.table();
    let told = "\
line,moves,values,infer,verify,from,period,preperiod
2,{ n 2n+1 },outcome,verified,verified,2,3n + 1,0
3,{ n 2n+1 3n+1 },outcome,verified,verified,1,4n^2 + 3n,0
5,{ 2n 3 },outcome,verified,verified,1,2n + 3,0
6,{ m 2m,,missing,,,,
7,{ 1 2 m },outcome,verified,verified,1,m + 1 if m mod 3 = 0; 3 if m mod 3 = 1; 3 if m mod 3 = 2,0
";
    table.check(2, told, "");
    // What a stopped task left behind is no result.
    fs::remove_file(folder.path("families/3.infer.json")).expect("a file");
    fs::write(folder.path("families/3.infer.json.new"), "{").expect("a file");
    assert!(folder.table().stdout.contains("\n3,{ n 2n+1 3n+1 },,missing"));
    task(1).check(0, "", "");
    folder.table().check(2, told, "");
    // Without the line that is wrong, everything is verified.
    fs::write(folder.path("families.txt"), families.replace("{ m 2m", "")).expect("a file");
    assert_eq!(folder.table().exit, Some(0));
    // A wrong description is reported, whatever its theorem says.
    fs::remove_file(folder.path("families/2.verify.json")).expect("a file");
    fs::write(folder.path("families/2.nimseq"), "n >= 1 { n 2n+1 } REPEAT -n +n ENDREP")
        .expect("a file");
    task(2).check(0, "", "");
    let table = folder.table();
    assert_eq!(table.exit, Some(4));
    assert!(
        table.stdout.contains("\n2,{ n 2n+1 },outcome,verified,refuted,2,"),
        "{}",
        table.stdout
    );
    // So is a family that nothing was found about.
    fs::remove_file(folder.path("families/5.infer.json")).expect("a file");
    folder.task("campaign.sbatch", 1, &["2", "families.txt", "--time-limit", "0"]).check(
        0,
        "",
        "no file is written: not all games are described; use --class to ask for some of them, and --by \
         trace proves without a description\n",
    );
    let table = folder.table().stdout;
    assert!(table.contains("\n5,{ 2n 3 },outcome,undecided,"), "{table}");
}
