//! Certificates in memory.

#![allow(dead_code, reason = "every test uses its own part")]

use grundy::certificate::{Certificate, Checked, Rejected};
use grundy::chain::{Memory, Record};
use grundy::ilp::BackendKind;
use grundy::lang::digest;
use grundy::minimality;
use grundy::model::Description;
use grundy::verify::{Options, Report, certify};

/// The report on a description, and its certificate if it is verified.
pub fn certified(
    description: &Description,
    source: &str,
    backend: BackendKind,
) -> (Report, Option<String>) {
    let memory = Memory::default();
    let record = Record::new(Box::new(memory.clone()), description, &digest(source));
    let options = Options { backend, ..Options::default() };
    let (report, record) = certify(description, source, &options, record);
    (report, record.and_then(|record| record.finish().ok()).map(|()| memory.text()))
}

/// What the checker says.
pub fn checked(
    certificate: &str,
    description: &Description,
    source: &str,
) -> Result<Checked, Rejected> {
    minimality::check(
        Certificate::open(certificate.as_bytes())?,
        description,
        &digest(source),
        None,
    )
    .map(|(checked, _)| checked)
}
