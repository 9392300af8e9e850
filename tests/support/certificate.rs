//! Certificates in memory.

#![allow(dead_code, reason = "every test uses its own part")]

use grundy::certificate::{Certificate, Checked, Rejected};
use grundy::chain::Record;
use grundy::ilp::BackendKind;
use grundy::lang::digest;
use grundy::model::Description;
use grundy::verify::{Options, Report, certify};
use std::io::Write;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The report on a description, and its certificate if it is verified.
pub fn certified(
    description: &Description,
    source: &str,
    backend: BackendKind,
) -> (Report, Option<String>) {
    let out = Shared::default();
    let record = Record::new(Box::new(out.clone()), description, &digest(source));
    let options = Options { backend, ..Options::default() };
    let (report, written) = certify(description, source, &options, record);
    let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
    (report, written.ok().map(|()| text))
}

/// What the checker says.
pub fn checked(
    certificate: &str,
    description: &Description,
    source: &str,
) -> Result<Checked, Rejected> {
    Certificate::open(certificate.as_bytes())?.check(description, &digest(source), None)
}
