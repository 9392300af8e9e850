//! How files are written: what a name stands for stays what it is.

use crate::command::{Folder, Ran, grundy};
use std::fs::{self, File, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// True, and not in the common layout.
const LOOSE: &str = "n >= 1 { n }\nREPEAT\n_n An\nENDREP\n";
/// Wrong, and repaired by one change.
const WRONG: &str = "n >= 1\n{ n 2n }\nREPEAT _n An B(n+1) ENDREP\n";

/// Commands that write the file OUT, and how they end: all ways to write there are.
const WRITERS: [(&str, i32); 14] = [
    ("verify in.nimseq --certificate OUT", 0),
    ("verify wrong.nimseq --certificate OUT", 1),
    ("verify in.nimseq --certificate c.cert --export coq OUT", 0),
    ("verify in.nimseq --certificate c.cert --export coq-theorem OUT", 0),
    ("verify in.nimseq --baseline OUT --update-baseline", 0),
    ("verify in.nimseq -o OUT", 0),
    ("theorem in.nimseq --certificate OUT", 0),
    ("infer {n,2n} --by description --force -o OUT", 0),
    ("infer {n,2n} --by description --certificate OUT", 0),
    ("infer {n,2n} --by trace --certificate OUT", 0),
    ("period 21 103 214 235 --limit-positions 1000 --checkpoint OUT", 4),
    ("new {n,2n} --values nim --force -o OUT", 0),
    ("census --moves 2 --max-move 5 -o OUT", 0),
    ("sequence 2 3 --count 9 -o OUT", 0),
];

/// Commands that write over their input.
const REWRITERS: [(&str, &str, i32); 2] = [("fmt OUT", LOOSE, 0), ("verify --fix OUT", WRONG, 0)];

fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.write("in.nimseq", LOOSE);
    folder.write("wrong.nimseq", WRONG);
    folder
}

fn run(folder: &Folder, command: &str, out: &str) -> Ran {
    let words: Vec<_> = command
        .split(' ')
        .map(|word| match word {
            "OUT" => out.to_owned(),
            word => word.replace("{n,2n}", "{ n 2n }"),
        })
        .collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    Ran::from(grundy(&words, &folder.0).output().expect("grundy runs"))
}

/// What a writer finds in the file: nothing that a baseline or a checkpoint would not be read from.
fn old(command: &str) -> Option<&'static str> {
    let reads = ["--baseline", "--checkpoint"].iter().any(|it| command.contains(it));
    (!reads).then_some("old\n")
}

/// The file OUT of a writer before and after it ran; `make` makes of its path what is given to the
/// command.
fn each(test: &str, make: impl Fn(&Folder, &Path) -> PathBuf, check: impl Fn(&str, &Path)) {
    let all = WRITERS.iter().map(|&(command, exit)| (command, None, exit));
    let all = all.chain(REWRITERS.iter().map(|&(command, text, exit)| (command, Some(text), exit)));
    for (command, text, exit) in all {
        let folder = folder(test);
        let out = folder.0.join("out.nimseq");
        // A file to continue from is one that the command itself has written.
        match text.or(old(command)) {
            Some(text) => fs::write(&out, text).expect("a file"),
            None => assert_eq!(run(&folder, command, "out.nimseq").exit, Some(exit), "{command}"),
        }
        let given = make(&folder, &out);
        let ran = run(&folder, command, given.to_str().expect("a name"));
        assert_eq!(ran.exit, Some(exit), "{command}: {ran:?}");
        let text = fs::read_to_string(&out).expect("a text");
        assert!(text.len() > 5 && Some(text.as_str()) != old(command), "{command}: {text}");
        check(command, &out);
        let names =
            fs::read_dir(&folder.0).expect("a folder").map(|it| it.expect("a file").file_name());
        let hidden: Vec<_> = names.filter(|it| it.as_encoded_bytes().starts_with(b".")).collect();
        assert!(hidden.is_empty(), "{command}: {hidden:?}");
    }
}

#[test]
fn a_link_stays_a_link_and_modes_stay() {
    let make = |folder: &Folder, out: &Path| {
        fs::set_permissions(out, Permissions::from_mode(0o640)).expect("a mode");
        fs::create_dir(folder.0.join("in")).expect("a folder");
        // A link to a link, both relative.
        symlink("../out.nimseq", folder.0.join("in/link.nimseq")).expect("a link");
        symlink("in/link.nimseq", folder.0.join("link.nimseq")).expect("a link");
        PathBuf::from("link.nimseq")
    };
    each("links", make, |command, out| {
        let folder = out.parent().expect("a folder");
        for link in ["link.nimseq", "in/link.nimseq"] {
            assert!(folder.join(link).is_symlink(), "{command}");
        }
        assert_eq!(fs::metadata(out).expect("a file").mode() & 0o7777, 0o640, "{command}");
    });
}

#[test]
fn other_names_of_a_file_see_what_is_written() {
    let make = |folder: &Folder, out: &Path| {
        fs::hard_link(out, folder.0.join("other.nimseq")).expect("a link");
        out.to_owned()
    };
    each("names", make, |command, out| {
        let other = fs::metadata(out.with_file_name("other.nimseq")).expect("a file");
        assert_eq!(other.ino(), fs::metadata(out).expect("a file").ino(), "{command}");
    });
}

/// Only root can give files away; for others there is nothing to see here.
#[test]
fn a_file_of_another_owner_stays_theirs() {
    let mine = Folder::new("owner");
    if chown(&mine.0, Some(12), Some(34)).is_err() {
        eprintln!("not tried: files cannot be given away here");
        return;
    }
    let make = |_: &Folder, out: &Path| {
        chown(out, Some(12), Some(34)).expect("another owner");
        PathBuf::from("out.nimseq")
    };
    each("owner", make, |command, out| {
        let file = fs::metadata(out).expect("a file");
        assert_eq!((file.uid(), file.gid()), (12, 34), "{command}");
    });
    // So does the group alone.
    let make = |_: &Folder, out: &Path| {
        chown(out, None, Some(34)).expect("another group");
        PathBuf::from("out.nimseq")
    };
    each("group", make, |command, out| {
        assert_eq!(fs::metadata(out).expect("a file").gid(), 34, "{command}");
    });
}

#[test]
fn the_target_of_a_link_is_made() {
    for (command, exit) in WRITERS {
        let folder = folder("dangling");
        symlink("made", folder.0.join("link")).expect("a link");
        let ran = run(&folder, command, "link");
        assert_eq!(ran.exit, Some(exit), "{command}: {ran:?}");
        assert!(folder.0.join("link").is_symlink(), "{command}");
        assert!(fs::metadata(folder.0.join("made")).expect("a file").len() > 4, "{command}");
    }
}

#[test]
fn a_device_stays_a_device() {
    for (command, _) in
        WRITERS.iter().filter(|it| !it.0.contains("-o OUT") || it.0.contains("census"))
    {
        let folder = folder("device");
        symlink("/dev/full", folder.0.join("link")).expect("a link");
        for out in ["/dev/full", "link"] {
            // Nothing was recorded there.
            let command = command.replace(" --update-baseline", "");
            if command.contains("--baseline") {
                continue;
            }
            let ran = run(&folder, &command, out);
            assert_eq!(ran.exit, Some(2), "{command}: {ran:?}");
            let what = if command.contains("--checkpoint") { "the checkpoint " } else { "" };
            let said = format!("cannot write {what}{out}: ");
            assert!(ran.stderr.contains(&said), "{command}: {ran:?}");
            let device = fs::metadata("/dev/full").expect("a device").file_type();
            assert!(device.is_char_device(), "{command}");
        }
        assert!(folder.0.join("link").is_symlink(), "{command}");
    }
}

#[test]
fn a_pipe_gets_all_of_it() {
    for (command, exit) in WRITERS {
        // These begin with reading.
        if command.contains("--baseline") || command.contains("--checkpoint") {
            continue;
        }
        let folder = folder("pipe");
        let path = folder.0.join("pipe");
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
        assert!(made.success());
        let reader = thread::spawn({
            let path = path.clone();
            move || {
                let mut text = String::new();
                File::open(path).and_then(|mut it| it.read_to_string(&mut text)).map(|_| text)
            }
        });
        let ran = run(&folder, command, "pipe");
        assert_eq!(ran.exit, Some(exit), "{command}: {ran:?}");
        assert!(reader.join().expect("an end").expect("a text").len() > 4, "{command}");
        let kind = fs::symlink_metadata(&path).expect("a pipe").file_type();
        assert!(kind.is_fifo(), "{command}");
    }
}

/// Standard output is the place of the result as well: neither writes over the other.
#[test]
fn a_certificate_and_a_result_share_standard_output() {
    let folder = folder("stdout");
    let words = ["verify", "in.nimseq", "--certificate", "/dev/stdout"];
    let piped = Ran::from(grundy(&words, &folder.0).output().expect("grundy runs"));
    let file = File::create(folder.0.join("both")).expect("a file");
    let status = grundy(&words, &folder.0).stdout(file).status().expect("grundy runs");
    assert_eq!((piped.exit, status.code()), (Some(0), Some(0)));
    assert!(piped.stdout.contains("grundy-certificate") && piped.stdout.contains("verified"));
    assert_eq!(folder.read("both"), piped.stdout);
}

/// A file that may be written to is, even where no new one can be made.
#[test]
fn a_closed_folder_is_written_in() {
    let folder = folder("closed");
    let closed = folder.0.join("closed");
    fs::create_dir(&closed).expect("a folder");
    let out = closed.join("x.cert");
    fs::write(&out, "old\n").expect("a file");
    fs::set_permissions(&closed, Permissions::from_mode(0o555)).expect("a mode");
    if File::create(closed.join("probe")).is_ok() {
        eprintln!("not tried: root may write everywhere");
        return;
    }
    let ran = run(&folder, "verify in.nimseq --certificate OUT", "closed/x.cert");
    let none = run(&folder, "verify in.nimseq --certificate OUT", "closed/y.cert");
    fs::set_permissions(&out, Permissions::from_mode(0o444)).expect("a mode");
    fs::set_permissions(&closed, Permissions::from_mode(0o755)).expect("a mode");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(fs::read_to_string(&out).expect("a file").starts_with("grundy-certificate"));
    none.check(2, "", "error: cannot write closed/y.cert: Permission denied\n");
    // One that may not be written to is left alone, though its folder would allow a new one.
    let ran = run(&folder, "verify in.nimseq --certificate OUT", "closed/x.cert");
    ran.check(2, "", "error: cannot write closed/x.cert: Permission denied\n");
}

#[test]
fn a_name_that_is_none_of_a_file_is_refused_before_the_work() {
    let folder = folder("names");
    for out in ["/", "..", ".", "", "none/x", "new/", "in.nimseq/x"] {
        for command in [
            "verify in.nimseq --certificate OUT",
            "infer {n,2n} --certificate OUT",
            "period 3 7 8 --certificate OUT",
            "theorem in.nimseq -o OUT",
            "wolf solve -o OUT",
        ] {
            let ran = run(&folder, command, out);
            assert_eq!(ran.exit, Some(2), "{command} {out}: {ran:?}");
            assert!(ran.stdout.is_empty(), "{command} {out}: {ran:?}");
        }
    }
    assert_eq!(run(&folder, "verify in.nimseq --certificate OUT", "x").exit, Some(0));
    let mode = fs::metadata(folder.0.join("x")).expect("a file").mode();
    let usual = fs::metadata(folder.0.join("in.nimseq")).expect("a file").mode();
    assert_eq!(mode, usual, "a new file has the mode that all have");
}

/// A disk that is full, here a file that may not grow: the old file stays, and nothing else.  The signal that
/// comes with it ends no command, whether the one who started it ignores it or not.
#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let folder = folder("full");
    let long = format!("n >= 1 # {}\n{}", "x".repeat(9000), &LOOSE[7..]);
    folder.write("x.nimseq", &long);
    let count = fs::read_dir(&folder.0).expect("a folder").count();
    let long_piece = "sequence 1 30 --count 100000";
    for (words, place) in [
        ("fmt x.nimseq".to_owned(), "x.nimseq"),
        (format!("{long_piece} -o x.nimseq"), "x.nimseq"),
        (format!("{long_piece} > out; code=$?; rm out; exit $code"), "standard output"),
        (
            format!("{long_piece} --format json > out; code=$?; rm out; exit $code"),
            "standard output",
        ),
    ] {
        for trap in ["trap '' XFSZ", "true"] {
            let program = env!("CARGO_BIN_EXE_grundy");
            let command = format!("{trap}; ulimit -f 1; '{program}' {words}");
            let output = Command::new("sh").args(["-c", &command]).current_dir(&folder.0).output();
            let ran = Ran::from(output.expect("sh runs"));
            assert_eq!(ran.exit, Some(2), "{command}: {ran:?}");
            let said = format!("error: cannot write {place}: File too large");
            assert!(ran.stderr.starts_with(&said) && ran.stderr.contains("ulimit -f"), "{ran:?}");
            assert_eq!(folder.read("x.nimseq"), long);
            assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), count, "{command}");
        }
    }
}

/// What a killed process left behind is removed by the next one that writes there: nothing else, and nothing
/// that is in use.
#[test]
fn files_of_a_killed_process_are_removed_by_the_next_write() {
    let folder = folder("leftover");
    let path = |name: &str| folder.0.join(name);
    let (left, used) = (".grundy-a1B2c3.tmp", ".grundy-d4E5f6.tmp");
    let others = [".grundy-notes", ".grundy-12345.tmp", ".grundy-a1B2c3.tmp.bak", ".other"];
    for name in others.into_iter().chain([left, used]) {
        fs::write(path(name), "old\n").expect("a file");
    }
    fs::create_dir(path(".grundy-folder.tmp")).expect("a folder");
    symlink(path(".other"), path(".grundy-linked.tmp")).expect("a link");
    let lock = fs::File::open(path(used)).expect("a file");
    lock.lock().expect("a lock");
    assert_eq!(run(&folder, "new 2 3 -o OUT", "new.nimseq").exit, Some(0));
    assert!(!path(left).exists());
    let kept = [used, ".grundy-folder.tmp", ".grundy-linked.tmp"];
    for name in others.into_iter().chain(kept) {
        assert!(path(name).exists(), "{name}");
    }
    // Closing is not enough: a child that another test starts may have a copy of the file for a moment.
    lock.unlock().expect("the lock");
    assert_eq!(run(&folder, "new 2 5 -o OUT", "other.nimseq").exit, Some(0));
    assert!(!path(used).exists());
}

/// Many processes that write to one folder do not remove what the others write.
#[test]
fn processes_that_write_at_the_same_time_do_not_disturb_each_other() {
    let folder = folder("together");
    let start = |number: u32| {
        let line = format!("new 2 {number} -o {number}.nimseq");
        let mut command = grundy(&line.split(' ').collect::<Vec<_>>(), &folder.0);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("grundy runs")
    };
    let children: Vec<_> = (3..23).map(start).collect();
    for (number, child) in (3..).zip(children) {
        let ran = Ran::from(child.wait_with_output().expect("an end"));
        assert_eq!(ran.exit, Some(0), "{number}: {ran:?}");
        assert!(folder.0.join(format!("{number}.nimseq")).exists(), "{number}");
    }
    let hidden = fs::read_dir(&folder.0).expect("a folder").flatten();
    let hidden = hidden.filter(|it| it.file_name().to_string_lossy().starts_with(".grundy-"));
    assert_eq!(hidden.count(), 0);
}

/// Whatever ends the work, the old file is as it was, and no other one is left.
#[test]
fn a_killed_process_leaves_the_old_file() {
    let folder = folder("killed");
    folder.write("x.nimseq", "old\n");
    let words =
        ["infer", "{ 9n+3 14n+5 21n+8 35n+13 }", "-o", "x.nimseq", "--certificate", "x.cert"];
    let mut command = grundy(&words, &folder.0);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("grundy runs");
    thread::sleep(Duration::from_millis(400));
    child.kill().expect("it runs");
    child.wait().expect("an end");
    assert_eq!(folder.read("x.nimseq"), "old\n");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 3);
}

/// Files in a folder, and pages: they go through links, too.
#[test]
fn files_in_folders_go_through_links() {
    let folder = folder("folders");
    let given = |name: &str| {
        let target = format!("kept-{}", name.replace('/', "-"));
        folder.write(&target, "old\n");
        symlink(folder.0.join(target), folder.0.join(name)).expect("a link");
    };
    for sub in ["made", "pages"] {
        fs::create_dir(folder.0.join(sub)).expect("a folder");
    }
    let names = ["made/in.model.json", "pages/grundy.1", "leaves.v", "x.svg"];
    names.iter().for_each(|name| given(name));
    for command in [
        "compile --emit model in.nimseq -o made",
        "man --all -o pages",
        "verify in.nimseq --certificate c.cert --export coq leaves.v",
        "plot sequence 2 3 --width 9 -o x.svg",
    ] {
        let ran = run(&folder, command, "");
        assert_eq!(ran.exit, Some(0), "{command}: {ran:?}");
    }
    for name in names {
        let path = folder.0.join(name);
        assert!(path.is_symlink(), "{name}");
        assert_ne!(fs::read_to_string(path).expect("a file"), "old\n", "{name}");
    }
}

/// Devices without an end are not read: nothing is kept there that could be continued.
#[test]
fn work_is_not_continued_from_a_device() {
    let folder = folder("endless");
    let ran = run(&folder, "census --moves 2 --max-move 5 --shard 1/2 -o OUT", "/dev/zero");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("not a regular file"), "{ran:?}");
    assert_eq!(run(&folder, "period 2 3 --checkpoint OUT", "/dev/null").exit, Some(0));
}
