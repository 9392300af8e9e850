//! Certificates in memory.

#![allow(dead_code, reason = "every test uses its own part")]

use grundy_ilp::BackendKind;
use grundy_kernel::certificate::{Certificate, CertificateError, Checked};
use grundy_kernel::minimality;
use grundy_kernel::model::{Alphabet, Description};
use grundy_kernel::proof::Proof;
use grundy_language::lang::{self, digest};
use grundy_language::verdict::Report;
use grundy_prove::theorem::{self, theorem};
use grundy_prove::verify::{Options, certify};

/// The report on a description, and its certificate if it is verified.
pub fn certified(
    description: &Description,
    source: &str,
    backend: BackendKind,
) -> (Report, Option<String>) {
    let options = Options { backend: backend.maker(), ..Options::default() };
    let (report, proof) = certify(description, source, &options);
    (report, proof.and_then(Result::ok).map(|proof| text(&proof)))
}

/// The certificate of a proof.
pub fn text(proof: &Proof) -> String {
    let mut bytes = Vec::new();
    proof.write(&mut bytes).expect("memory");
    String::from_utf8(bytes).expect("text")
}

/// What the checker says.
pub fn checked(
    certificate: &str,
    description: &Description,
    source: &str,
) -> Result<Checked, CertificateError> {
    minimality::check(
        Certificate::open(certificate.as_bytes())?,
        description,
        &digest(source),
        None,
    )
    .map(|(checked, _)| checked)
}

/// The lines with checksums and number of lines made anew.
pub fn resealed(lines: &[String]) -> String {
    let mut text = String::new();
    let mut since = 0;
    for (number, line) in lines.iter().enumerate() {
        if line.starts_with("seal ") {
            let checksum = crc32fast::hash(&text.as_bytes()[since..]);
            since = text.len();
            text += &format!("seal {checksum:08x}\n");
        } else if line.starts_with("end ") {
            text += &format!("end {number}\n");
        } else {
            text += line;
            text.push('\n');
        }
    }
    text
}

/// Changes something in the lines from `first` on, and says what; `random` gives a number below
/// another one.
pub fn tamper(
    certificate: &str,
    first: usize,
    random: &mut dyn FnMut(usize) -> usize,
) -> (&'static str, String) {
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    let seals: Vec<usize> =
        (0..lines.len()).filter(|&line| lines[line].starts_with("seal ")).collect();
    let one = first + random(lines.len() - first);
    let other = first + random(lines.len() - first);
    let kind = match random(10) {
        0..3 => {
            let digits = |line: &&mut String| line.bytes().any(|byte| byte.is_ascii_digit());
            let count = lines.iter_mut().skip(first).filter(digits).count();
            let line = lines.iter_mut().skip(first).filter(digits).nth(random(count)).unwrap();
            let places: Vec<_> = line.match_indices(|it: char| it.is_ascii_digit()).collect();
            let (at, old) = places[random(places.len())];
            let new = (old.parse::<usize>().unwrap() + 1 + random(9)) % 10;
            line.replace_range(at..=at, &new.to_string());
            "a digit changed"
        }
        3 => {
            lines.remove(one);
            "a line dropped"
        }
        4 => {
            lines.insert(other, lines[one].clone());
            "a line repeated"
        }
        5 => {
            lines.swap(one, other);
            "two lines exchanged"
        }
        6 => {
            lines.truncate(one);
            "cut off"
        }
        7 => {
            lines.push(lines[one].clone());
            "appended to"
        }
        8 => {
            let section = random(seals.len() - 1);
            lines.drain(seals[section] + 1..=seals[section + 1]);
            "a section dropped"
        }
        _ => {
            let leaves: Vec<usize> =
                (0..lines.len()).filter(|&it| lines[it].starts_with(['f', 'x'])).collect();
            let (one, other) = (random(leaves.len()), random(leaves.len()));
            lines.swap(leaves[one], leaves[other]);
            "two leaves exchanged"
        }
    };
    (kind, lines.join("\n") + "\n")
}

fn read(source: &str) -> Description {
    lang::parse(source, &Default::default()).description.expect(source)
}

/// The certificate of a description and the theorem about these values.
pub fn certified_theorem(source: &str, values: Alphabet) -> Result<String, String> {
    let description = read(source);
    let (report, proof) = certify(&description, source, &Options::default());
    let proof = proof.ok_or(format!("{:?}", report.verdict))?;
    let mut proof = proof.map_err(|error| format!("{error:?}"))?;
    let options = theorem::TheoremOptions { values: Some(values), ..Default::default() };
    let theorem = theorem(&description, &options).map_err(|error| error.to_string())?;
    let section = theorem::certify(&theorem, &description, &options.stop);
    proof.sections.push(section.map_err(|error| format!("{error:?}"))?);
    Ok(text(&proof))
}

/// What the checker says of theorems.
pub fn checked_theorems(
    certificate: &str,
    source: &str,
) -> Result<Vec<minimality::Theorem>, CertificateError> {
    let opened = Certificate::open(certificate.as_bytes())?;
    minimality::check(opened, &read(source), &digest(source), None).map(|(_, theorems)| theorems)
}
