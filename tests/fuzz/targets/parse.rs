//! Any bytes as a text.
#![no_main]

#[path = "../../support/laws.rs"]
#[allow(dead_code, reason = "every target uses its own part")]
mod laws;
#[path = "../../support/mod.rs"]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::reading(bytes));
