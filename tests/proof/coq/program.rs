//! The proved checker as a program, against the checker in Rust.

use super::{
    ADDITIVE, HONEST, NOT_REWRITTEN, PROOFS, SIMPLIFIED, certificate_of, folder, output,
    sealed_anew, with_periods,
};
use crate::certificate::{checked, tamper, text};
use crate::generator::right_texts;
use crate::support::{Random, descriptions};
use grundy_language::lang::{Options, digest, parse};
use grundy_prove::verify;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Instant;

/// The program, built.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let copy = &PROOFS.0;
    let parts = copy.join("program");
    fs::create_dir_all(&parts).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/program");
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap().path();
        fs::copy(&file, parts.join(file.file_name().unwrap())).unwrap();
    }
    let (success, printed) = output(Command::new("make").arg("program").current_dir(copy));
    assert!(success, "{printed}");
    copy.join("build/grundy-kernel-proved")
});

pub const ACCEPTED: i32 = 0;
const REFUSED: i32 = 3;
/// No proof, or one that needs a rewriting that the program does not have.
pub const NOT_KNOWN: i32 = 4;

/// The exit status for a certificate and a description, and what was printed.
pub fn said(name: &str, certificate: &str, source: &str) -> (i32, String) {
    said_by(name, certificate, source, &[])
}

/// The same where these words ask for a rule.
pub fn said_by(name: &str, certificate: &str, source: &str, rule: &[&str]) -> (i32, String) {
    let folder = folder(&format!("program_{name}"));
    fs::write(folder.join("certificate"), certificate).unwrap();
    fs::write(folder.join("description"), source).unwrap();
    let mut command = Command::new(&*PROGRAM);
    let run = command
        .args(["certificate", "description"])
        .args(rule)
        .current_dir(folder)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    (run.status.code().expect("no signal"), printed.into_owned())
}

#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_accepts_the_certificates_of_the_descriptions() {
    let (mut accepted, mut with_theorems) = (0, 0);
    for (name, source, description, certificate) in HONEST.iter().chain(&*SIMPLIFIED) {
        let (status, printed) = said("accepted", certificate, source);
        assert_eq!(status, ACCEPTED, "{name}: {printed}");
        accepted += 1;
        let certificate = with_periods(description, source);
        let start = Instant::now();
        assert!(checked(&certificate, description, source).is_ok());
        let rust = start.elapsed();
        let start = Instant::now();
        let (status, printed) = said("accepted", &certificate, source);
        println!("{name}: {rust:?} in Rust, {:?} for the program", start.elapsed());
        assert_eq!(status, ACCEPTED, "{name}: {printed}");
        with_theorems += usize::from(printed.contains(": least period "));
    }
    assert!(accepted >= 48 && with_theorems >= 48, "{accepted} {with_theorems}");
}

/// What the pages on proofs leave out.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_does_not_know_one_rewriting() {
    let (_, source) = descriptions().into_iter().find(|it| it.0 == NOT_REWRITTEN).unwrap();
    let description = parse(&source, &Options::default()).description.unwrap();
    let (status, printed) = said("unknown", &certificate_of(&description, &source), &source);
    assert_eq!(status, NOT_KNOWN, "{printed}");
}

/// Both checkers say the same of certificates that were changed.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_refuses_the_certificates_that_are_refused() {
    let mut random = Random(18);
    let (mut accepted, mut refused) = (0, 0);
    for (name, source, description, _) in HONEST.iter().chain(&*SIMPLIFIED) {
        let certificate = with_periods(description, source);
        let of_periods = certificate.lines().position(|line| line.starts_with("theorem ")).unwrap();
        for first in [3; 10].into_iter().chain([of_periods; 20]) {
            let (what, changed) = tamper(&certificate, first, &mut |below| random.below(below));
            let changed = sealed_anew(&changed);
            let right = checked(&changed, description, source).is_ok();
            let (status, printed) = said("tampered", &changed, source);
            assert_eq!(status == ACCEPTED, right, "{name}: {what}: {printed}\n{changed}");
            assert!([ACCEPTED, REFUSED, NOT_KNOWN].contains(&status), "{name}: {what}: {printed}");
            *(if right { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 10 && refused > 500, "{accepted} {refused}");
}

/// Both readers see the same in descriptions that were changed, or at least the same proofs hold.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_refuses_other_descriptions() {
    let mut random = Random(28);
    let (mut accepted, mut refused) = (0, 0);
    let with_states = ADDITIVE.iter().step_by(3);
    let all = HONEST.iter().chain(SIMPLIFIED.iter().take(6)).chain(with_states);
    for (name, source, _, certificate) in all {
        // Claims are no part of the proof, and the program does not read them.
        let unclaimed = source.lines().filter(|line| !line.starts_with("CLAIM"));
        let unclaimed = unclaimed.collect::<Vec<_>>().join("\n");
        for _ in 0..30 {
            let mut changed: Vec<char> = unclaimed.chars().collect();
            let place = random.below(changed.len());
            let other = changed[random.below(changed.len())];
            match random.below(4) {
                0 => drop(changed.remove(place)),
                1 => changed.insert(place, other),
                _ => changed[place] = other,
            }
            let changed: String = changed.into_iter().collect();
            let certificate = certificate.replace(&digest(source), &digest(&changed));
            let certificate = sealed_anew(&certificate);
            let read = parse(&changed, &Options::default()).description;
            let right = read.is_some_and(|read| checked(&certificate, &read, &changed).is_ok());
            let (status, printed) = said("changed", &certificate, &changed);
            assert_eq!(status == ACCEPTED, right, "{name}: {printed}\n{changed}");
            *(if right { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 50 && refused > 200, "{accepted} {refused}");
}

/// Generated descriptions: what the checker in Rust accepts, the program accepts as well, unless it
/// does not know the rewriting.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_accepts_what_is_generated() {
    let (mut accepted, mut rewritten, mut not_known) = (0, 0, 0);
    for source in right_texts(&mut Random(38), &descriptions(), 60) {
        let description = parse(&source, &Options::default()).description.unwrap();
        let options = verify::Options { as_written: true, ..Default::default() };
        let (_, proof) = verify::certify(&description, &source, &options);
        let Some(Ok(proof)) = proof else { continue };
        let certificate = text(&proof);
        let (status, printed) = said("generated", &certificate, &source);
        if certificate.contains(" simplified\n") {
            assert!([ACCEPTED, NOT_KNOWN].contains(&status), "{printed}\n{source}");
            *(if status == ACCEPTED { &mut rewritten } else { &mut not_known }) += 1;
        } else {
            assert_eq!(status, ACCEPTED, "{printed}\n{source}");
            accepted += 1;
        }
    }
    println!("{accepted} accepted, rewritten: {rewritten} accepted, {not_known} not known");
    assert!(accepted > 30, "{accepted} {rewritten} {not_known}");
}

/// Endless loops that are copies of a list or a cycle, and what stands before them: the proof is about
/// another way to write the sequence, and what it says of periods as well.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_rewrites_endless_loops_as_the_library_does() {
    for source in [
        "n >= 1 { n } _n An _n An REPEAT _n An ENDREP",
        "n >= 1 { n } _n An _n REPEAT An _n ENDREP",
        "n >= 1 m >= 1 { n } REPEAT FOR i FROM 1 UPTO m REP _n An PER ENDREP",
        "n >= 1 m >= 0 { n } REPEAT _n An IF m >= 3 THEN _n An _n An ELIF m == 1 THEN _n An FI ENDREP",
        "n >= 1 m >= 1 { n } FOR i FROM 1 UPTO m REP _n An PER REPEAT FOR j FROM 1 UPTO m REP FOR i FROM j UPTO m REP _n An PER PER ENDREP",
        "n >= 1 m >= 1 { n } _n FOR i FROM 1 UPTO m REP An _n PER REPEAT An _n ENDREP",
        "n >= 1 m >= 1 { n } _n FOR i FROM 1 UPTO m REP An _n PER An REPEAT _n An ENDREP",
        "n >= 1 { n } REPEAT _n An _n An _n An ENDREP",
        "n >= 1 m >= 1 { n } REPEAT _n An FOR i FROM 1 UPTO m REP _n An PER _n An ENDREP",
        "n >= 1 m >= 1 { n } REPEAT IF m >= 2 THEN _n An _n An ELSE _n An FI ENDREP",
        "n >= 1 m >= 1 { n } REPEAT IF m >= 2 THEN _n An _n An ELSE _n A1 A(n-1) _n An _n An FI ENDREP",
        "n >= 1 m >= 1 { n } REPEAT IF m >= 2 THEN FOR i FROM 1 UPTO m REP _n An PER ELSE _n An FI ENDREP",
        "n >= 1 m >= 1 { n } REPEAT FOR i FROM 1 UPTO m REP IF i == 1 THEN _n An ELSE _n An _n An FI PER ENDREP",
        "n >= 1 m >= 1 { n } REPEAT FOR i FROM 1 UPTO m REP _n FOR j FROM 1 UPTO i REP An _n PER An PER ENDREP",
        "n >= 1 m >= 1 { 1 } REPEAT FOR i FROM 1 UPTO m REP <_A>(2m) PER ENDREP",
        "n >= 1 m >= 1 { 1 } <_A>(2n) _ REPEAT FOR i FROM 1 UPTO m REP <A_>(2m) PER ENDREP",
        "n >= 2 m >= 1 { n } REPEAT _1 _(n-1) An FOR i FROM 1 UPTO m REP _n An PER ENDREP",
    ] {
        let read = parse(source, &Options::default()).description.unwrap();
        let (_, proof) = verify::certify(&read, source, &verify::Options::default());
        let certificate = text(&proof.unwrap().unwrap());
        assert!(certificate.contains(" simplified\n"), "{source}");
        for certificate in [certificate, with_periods(&read, source)] {
            let (status, printed) = said("rewritten", &certificate, source);
            assert_eq!(status, ACCEPTED, "{source}: {printed}");
            let wrong = source.replacen("REPEAT ", "REPEAT A1 ", 1);
            let (status, printed) = said("rewritten", &certificate, &wrong);
            assert_ne!(status, ACCEPTED, "{wrong}: {printed}");
        }
    }
}

/// Every construct of the language, read as the library reads it: the certificates of these are
/// accepted, and name blocks and words in their order.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_reads_the_whole_language() {
    for source in [
        "\u{feff}n >= 1 m>=1 # no condition\n{ n }",
        "# first\nCLAIM period 2n # so\nn >= 1 { n } CLAIM preperiod n\nREPEAT _n\tAn ENDREPEAT#",
        "n >= 1 n <= 9 m == 2n {m} LET a=2n LET b=a-n LET b=b REPEAT _(b+b) A(a) PER",
        "n >= 1 { n } LET k=n REPEAT _k LET k=n Ak ENDREP",
        "n >= 2 { n 2n } REP _n FOR i FROM 1 UPTO 1 REP An PER <B>(n) PER # end",
        "n >= 1 { 2n } REPEAT IF n == 1 THEN _2 ELIF n <= 2 THEN _4 ELSE (_)(2n) FI <2A>(2n) PER",
        "n >= 1 { 2n } REPEAT IF n != 1 THEN _(2n) FI IF n == 1 THEN (__) ENDIF A(2n) A0 PER",
        "{ 1 } REPEAT -1 +1 ENDREP \0 nothing counts here",
        "{ 2 5 } REPEAT _ _ A A B FOR i FROM 2 UPTO 1 REP C PER <_AA3_>3 PER",
        "{ 1 3 } + - + - + -",
        "{1 3} - + (-+)2 LET k=4 <-+>k",
        "{ 3 } REPEAT FOR n FROM 1 UPTO 3 REP _ PER FOR n FROM 1 UPTO 3 REP A PER ENDREP",
        "n >= 1 n+1 >= 2 { n } REPEAT _n An ENDREP",
        "n >= 2 { n 2n } DEF ab(i) _i A(i) END REPEAT ab(n) Bn ENDREP",
        "n >= 2 { n 2n } DEF ab(i, j) _i A(i-j) END DEF a_1() ab( n ,1) END REP a_1() A Bn PER",
        "n >= 2 { n 2n } DEF ab(i) LET k=i _k LET k=1 A(i-k) A1 END LET k=n REP ab(k) B(k) PER",
        "n >= 2 { n 2n } LET k=n DEF ab(i) _k END REPEAT ab(n) An Bn ENDREP",
        "n >= 2 { n 2n } REPEAT DEF ab(i) _i END ab(n) An Bn ENDREP",
        "n >= 2 { n 2n } DEF ab(i) ab(i) END REPEAT ab(n) An Bn ENDREP",
        "n >= 2 { n 2n } DEF ab(i) _i END REPEAT ab(n,n) An Bn ENDREP",
        "n <= 1 { n } REPEAT _n An ENDREP",
        "n >= 1 { n } REPEAT FOR n FROM 1 UPTO n REP _ PER An ENDREP",
        "n >= 1 { n } REPEAT _n Bn ENDREP",
        "n >= 1 { n } REPEAT _n An ENDREP An",
        "n >= 1 { n } REPEAT _n An FI",
        "n >= 1 { n } REPEAT _n An",
        "{ } REPEAT _ ENDREP",
        "{ 1 }REPEAT _ A ENDREP",
    ] {
        for raw in [false, true] {
            let read = parse(source, &Options { raw, ..Options::default() }).description;
            let certificate = read.as_ref().and_then(|read| {
                let options = verify::Options { as_written: true, ..Default::default() };
                let (_, proof) = verify::certify(read, source, &options);
                Some(text(&proof?.ok()?))
            });
            // What has no certificate has that of something else.
            let other = "n >= 1 { n } REPEAT _n An ENDREP";
            let (text, expected) = match &certificate {
                Some(text) if text.contains(" simplified\n") => continue,
                Some(text) => (text.clone(), ACCEPTED),
                None => {
                    let read = parse(other, &Options::default()).description.unwrap();
                    let values = if raw { "values nim piece\n" } else { "values nim\n" };
                    let text = certificate_of(&read, other).replace("values nim\n", values);
                    (text, REFUSED)
                }
            };
            let (status, printed) = said("language", &text, source);
            assert_eq!(status, expected, "{source} {raw}: {printed}");
        }
    }
}

#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn it_says_what_it_was_given() {
    let source = "n >= 1 { n } REPEAT _n An ENDREP";
    let read = parse(source, &Options::default()).description.unwrap();
    let certificate = certificate_of(&read, source);
    let (status, printed) = said("messages", &certificate, source);
    assert_eq!(status, ACCEPTED, "{printed}");
    assert!(printed.contains("for all parameters"), "{printed}");
    for (old, new, status, said_of_it) in [
        ("grundy-certificate 1", "grundy-certificate 2", REFUSED, "line 1: version 1"),
        ("values nim", "values outcome", REFUSED, "line 3: "),
        ("values nim", "values nim piece", REFUSED, "REPEAT stands where it has no meaning"),
        ("\n= ", "\n= 1", REFUSED, "no proof"),
        ("\nf ", "\ng ", REFUSED, "line 5: "),
        ("\nend ", "\nend 1", REFUSED, "another number of lines"),
        ("\nend ", "\n", REFUSED, "no meaning"),
    ] {
        let changed = certificate.replacen(old, new, 1);
        assert_ne!(changed, certificate, "{old}");
        let (found, printed) = said("messages", &changed, source);
        assert_eq!(found, status, "{new}: {printed}");
        assert!(printed.contains(said_of_it), "{new}: {printed}");
    }
    let periods = with_periods(&read, source);
    let (status, printed) = said("messages", &periods, source);
    assert_eq!(status, ACCEPTED, "{printed}");
    let stated =
        "Sprague-Grundy values: least period 2 x0, least preperiod 0, where -1 + x0 >= 0\n";
    assert!(printed.ends_with(stated), "{printed}");
    let (status, printed) =
        said("messages", &periods.replace("period 1 2:1", "period 1 3:1"), source);
    assert_eq!(status, NOT_KNOWN, "{printed}");
    assert!(printed.contains("what it says of periods was not accepted"), "{printed}");
}
