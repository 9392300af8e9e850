//! Certificates: their size, and the time of proof, proof with writing, and check; the same for
//! certificates that cover the least period and preperiod as well.
//!
//! `cargo bench --bench certificate`.  Everything in memory, the description read before; each
//! figure is the median of 50 runs, and the ratios are to the proof without writing.

#[path = "../support/certificate.rs"]
mod certificate;

use certificate::{certified, certified_theorem, checked, checked_theorems};
use grundy_ilp::BackendKind;
use grundy_language::verdict::Verdict;
use grundy_prove::verify::{Options, verify};
use std::time::{Duration, Instant};

#[allow(clippy::float_arithmetic, reason = "ratios for people to read")]
fn main() {
    for name in ["satz8", "obs18", "obs20", "family_1_2_4_5_6_odd"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction");
        let source = std::fs::read_to_string(format!("{folder}/{name}.nimseq")).unwrap();
        let lowered = grundy_language::lang::parse(&source, &Default::default());
        let description = lowered.description.unwrap();
        let text = certified(&description, &source, BackendKind::Exact).1.unwrap();
        let proof = median(|| {
            let report = verify(&description, &source, &Options::default());
            assert_eq!(report.verdict, Verdict::Verified);
        });
        let written = median(|| {
            assert!(certified(&description, &source, BackendKind::Exact).1.is_some());
        });
        let check = median(|| assert!(checked(&text, &description, &source).is_ok()));
        let ratio = |time: Duration| time.as_secs_f64() / proof.as_secs_f64();
        println!(
            "{name:22} {:>6} bytes; proof {proof:>8.1?}, written {written:>8.1?} ({:.2} times), \
             checked {check:>8.1?} ({:.2} times)",
            text.len(),
            ratio(written),
            ratio(check)
        );
        let values = description.alphabet();
        let text = certified_theorem(&source, values).unwrap();
        let written = median(|| assert!(certified_theorem(&source, values).is_ok()));
        let check = median(|| assert!(checked_theorems(&text, &source).is_ok()));
        println!(
            "{:22} {:>6} bytes; with the theorem    written {written:>8.1?} ({:.2} times), \
             checked {check:>8.1?} ({:.2} times)",
            "",
            text.len(),
            ratio(written),
            ratio(check)
        );
    }
}

fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<_> = (0..50)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}
