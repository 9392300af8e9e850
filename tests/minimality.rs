//! Certificates of least periods and preperiods.

use grundy::certificate::{Certificate, Rejected};
use grundy::chain::{Memory, Record};
use grundy::lang::{self, digest};
use grundy::minimality::{self, check};
use grundy::model::{Alphabet, Description};
use grundy::theorem::{self, theorem};
use grundy::verify::{Options, certify};
use std::fs;

fn published() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction/");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|it| it == "nimseq"));
    let name = |path: &std::path::PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

fn read(source: &str) -> Description {
    lang::parse(source, &Default::default()).description.expect(source)
}

/// The certificate of a description and the theorem about these values.
fn certified(source: &str, values: Alphabet) -> Result<String, String> {
    let description = read(source);
    let memory = Memory::default();
    let record = Record::new(Box::new(memory.clone()), &description, &digest(source));
    let (report, record) = certify(&description, source, &Options::default(), record);
    let record = record.ok_or(format!("{:?}", report.verdict))?;
    let options = theorem::Options { values: Some(values), ..Default::default() };
    let theorem = theorem(&description, &options).map_err(|error| error.to_string())?;
    let record = theorem::certify(&theorem, &description, &options.stop, record);
    record.and_then(Record::finish).map_err(|error| format!("{error:?}"))?;
    Ok(memory.text())
}

fn checked(certificate: &str, source: &str) -> Result<Vec<minimality::Theorem>, Rejected> {
    let opened = Certificate::open(certificate.as_bytes())?;
    check(opened, &read(source), &digest(source), None).map(|(_, theorems)| theorems)
}

#[test]
fn published_theorems_have_certificates() {
    for (name, source) in published() {
        let alphabet = read(&source).alphabet;
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            if (alphabet, values) == (Alphabet::Outcome, Alphabet::Nim) {
                continue;
            }
            let certificate = certified(&source, values).unwrap_or_else(|e| panic!("{name} {e}"));
            let theorems = checked(&certificate, &source).unwrap_or_else(|rejected| {
                fs::write("/tmp/bad.cert", &certificate).unwrap();
                panic!("{name} {values}: {rejected}")
            });
            println!(
                "{name} {values} {:?}",
                theorems[0].cases.iter().map(|it| it.least.period.to_string()).collect::<Vec<_>>()
            );
            assert_eq!(theorems.len(), 1);
        }
    }
}
