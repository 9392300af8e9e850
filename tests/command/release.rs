//! The files of a release, made of the program under test.

use crate::command::Folder;
use std::path::Path;
use std::process::Command;

/// What a command prints; it must succeed.
#[track_caller]
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_archive_is_complete_and_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = root.join("target/release-files");
    let make = || printed(Command::new(root.join(".ci/release")).arg(env!("CARGO_BIN_EXE_grundy")));
    let digests = make();
    assert_eq!(digests, make(), "the same files, the same bytes");
    printed(Command::new("sha256sum").args(["--check", "SHA256SUMS"]).current_dir(&made));

    let name = format!("grundy-{}-x86_64-unknown-linux-gnu", env!("CARGO_PKG_VERSION"));
    assert!(digests.contains(&format!("{name}.tar.gz")), "{digests}");
    let folder = Folder::new("release");
    // What somebody does who has only the address, and what becomes of an archive that was changed.
    let install = |address: &Path| {
        let mut command = Command::new("sh");
        command.arg(made.join("install.sh")).arg(format!("file://{}", address.display()));
        command.env("HOME", &folder.0).output().expect("sh runs")
    };
    let installed = install(&made);
    assert!(installed.status.success(), "{installed:?}");
    printed(Command::new(folder.0.join(".local/bin/grundy")).arg("--version"));
    let copy = folder.0.join("copy");
    std::fs::create_dir(&copy).expect("a folder");
    std::fs::copy(made.join("SHA256SUMS"), copy.join("SHA256SUMS")).expect("a copy");
    std::fs::write(copy.join(format!("{name}.tar.gz")), "changed").expect("a file");
    let refused = install(&copy);
    assert!(!refused.status.success(), "{refused:?}");
    let archive = made.join(format!("{name}.tar.gz"));
    printed(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder.0));
    let unpacked = folder.0.join(name);
    let run = |arguments: &[&str]| {
        printed(Command::new("./grundy").args(arguments).current_dir(&unpacked))
    };
    let proved = run(&["verify", "descriptions/subtraction/satz8.nimseq"]);
    assert!(proved.starts_with("verified "), "{proved}");

    // Every command of the help has its page, and is completed.
    let help = run(&["--help"]);
    let (_, commands) = help.split_once("\nOne game:\n").unwrap();
    let (commands, _) = commands.split_once("\nOptions:\n").unwrap();
    let names = commands.lines().filter(|line| line.starts_with("  "));
    let bash = std::fs::read_to_string(unpacked.join("completions/grundy")).unwrap();
    let mut count = 0;
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        let name = name.trim_end_matches(',');
        count += 1;
        let page = format!("man/grundy-{name}.1");
        let text = std::fs::read_to_string(unpacked.join(&page)).unwrap();
        for section in ["NAME", "SYNOPSIS", "\"EXIT STATUS\"", "\"SEE ALSO\""] {
            assert!(text.contains(&format!("\n.SH {section}\n")), "{page}: {section}");
        }
        assert!(bash.contains(&format!("grundy,{name})")), "{name}");
    }
    assert!(count > 20, "{help}");
    assert!(unpacked.join("man/grundy-family-check.1").is_file());
    printed(Command::new("bash").arg("-n").arg(unpacked.join("completions/grundy")));
}
