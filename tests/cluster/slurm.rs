//! The scripts under Slurm: a scheduler of its own on the loopback address.

use super::support::{Folder, Ran};
use super::{CENSUS, SHARDS, run, script, shard, wait};
use std::fs::{self, File};
use std::io::Read as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PACKAGES: &str = "slurm-wlm and munge, and runs as root";

/// Daemons of a cluster, ended with the test.
struct Cluster {
    folder: Folder,
    daemons: Vec<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The node first: it would wait for the others.
        for daemon in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(daemon.id().to_string()).status();
            let _ = daemon.wait();
        }
    }
}

impl Cluster {
    fn start(test: &str) -> Self {
        let folder = Folder::new(test);
        for inner in ["state", "spool"] {
            fs::create_dir(folder.path(inner)).expect("a folder");
        }
        let mut key = [0; 128];
        File::open("/dev/urandom").and_then(|mut it| it.read_exact(&mut key)).expect("a key");
        fs::write(folder.path("munge.key"), key).expect("a file");
        run(Command::new("chmod").arg("400").arg(folder.path("munge.key")), "coreutils");
        let ports = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
        let ports = ports.map(|it| it.local_addr().expect("a port").port().to_string());
        let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("Linux");
        let host = host.trim_end().split('.').next().expect("a name");
        let place = folder.0.to_str().expect("UTF-8").to_owned();
        let configuration = include_str!("slurm.conf")
            .replace("@HOST@", host)
            .replace("@PORT@", &ports[0])
            .replace("@NODE_PORT@", &ports[1])
            .replace("@FOLDER@", &place);
        fs::write(folder.path("slurm.conf"), configuration).expect("a file");
        let mut cluster = Self { folder, daemons: Vec::new() };
        let of_munge: Vec<_> = [
            ("key-file", "key"),
            ("socket", "socket"),
            ("pid-file", "pid"),
            ("log-file", "log"),
            ("seed-file", "seed"),
        ]
        .map(|(flag, ending)| format!("--{flag}={place}/munge.{ending}"))
        .into();
        // The folder for temporary files is open to all, which munged dislikes without --force.
        let of_munge = of_munge.iter().map(String::as_str).chain(["--foreground", "--force"]);
        cluster.daemon("munged", &of_munge.collect::<Vec<_>>());
        wait("munged", || Path::new(&format!("{place}/munge.socket")).exists());
        cluster.daemon("slurmctld", &["-D"]);
        cluster.daemon("slurmd", &["-D"]);
        wait("a node that is idle", || {
            cluster.told("sinfo", "--noheader --format %T").stdout.trim_end() == "idle"
        });
        cluster
    }

    fn daemon(&mut self, program: &str, arguments: &[&str]) {
        let output = File::create(self.folder.path(&format!("{program}.out"))).expect("a file");
        let child = Command::new(program)
            .args(arguments)
            .env("SLURM_CONF", self.folder.path("slurm.conf"))
            .env("PATH", format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default()))
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("a file"))
            .stderr(output)
            .spawn();
        let child = child.unwrap_or_else(|error| {
            panic!("{program}: {error}; this test needs the packages {PACKAGES}")
        });
        self.daemons.push(child);
    }

    /// A command of Slurm, and what it said.
    fn told(&self, program: &str, arguments: &str) -> Ran {
        let mut command = Command::new(program);
        command.args(arguments.split(' ')).current_dir(&self.folder.0);
        command.env("SLURM_CONF", self.folder.path("slurm.conf"));
        command.env("GRUNDY", env!("CARGO_BIN_EXE_grundy"));
        run(&mut command, PACKAGES)
    }

    /// A command of Slurm that must succeed.
    fn slurm(&self, program: &str, arguments: &str) -> String {
        let ran = self.told(program, arguments);
        assert_eq!(ran.exit, Some(0), "{program} {arguments}: {}", ran.stderr);
        ran.stdout.trim_end().to_owned()
    }

    /// Hands in the array of all shards, and a merge after it; the number of the array.
    fn submit(&self) -> String {
        let census = script("census.sbatch");
        let array = self.slurm(
            "sbatch",
            &format!("--parsable --array=1-{SHARDS} {} {SHARDS} {CENSUS}", census.display()),
        );
        let merge = script("merge.sbatch");
        self.slurm(
            "sbatch",
            &format!(
                "--dependency=afterany:{array} {} {SHARDS} --format csv --output merged.csv",
                merge.display()
            ),
        );
        array
    }

    fn wait_for_all(&self) {
        wait("an empty queue", || self.slurm("squeue", "--noheader").is_empty());
    }
}

/// One task is put back into the queue in the middle of its work, and another one is killed.
#[test]
#[ignore = "needs Slurm: apt-get install slurm-wlm munge; cargo test --test cluster -- --ignored"]
fn tasks_that_are_stopped_in_the_middle_come_to_the_same_bytes() {
    let cluster = Cluster::start("slurm");
    let folder = &cluster.folder;
    let array = cluster.submit();
    folder.wait_for_pieces(2);
    cluster.slurm("scontrol", &format!("requeue {array}_2"));
    assert!(folder.is_cut_off(2), "the task was over before it could be stopped");
    folder.wait_for_pieces(3);
    cluster.slurm("scancel", &format!("--signal=KILL --batch {array}_3"));
    assert!(folder.is_cut_off(3), "the task was over before it could be stopped");
    cluster.wait_for_all();
    // The one that was put back is complete; the other one is missed by the merge.
    assert!(folder.bytes(shard(2)) == folder.uninterrupted(2), "the task that was put back");
    assert!(folder.is_cut_off(3), "a task that was killed");
    let log = folder.read("merge.log");
    assert!(log.contains("the shard 3/4 is not complete"), "{log}");
    assert!(folder.bytes("merged.csv").is_empty());
    // The same commands once more finish the rest.
    cluster.submit();
    cluster.wait_for_all();
    folder.expect_all_shards();
    assert_eq!(folder.bytes("merged.csv"), folder.bytes("whole.csv"));
}
