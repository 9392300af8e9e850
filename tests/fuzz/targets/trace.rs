//! Any bytes as a proof by trace.
#![no_main]

#[path = "../../support/certificate.rs"]
mod certificate;
#[path = "../../support/readers.rs"]
#[allow(dead_code, reason = "every target uses its own part")]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    readers::trace(bytes);
});
