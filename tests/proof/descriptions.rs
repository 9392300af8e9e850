//! Every description of the repository is verified, and brute force agrees.

use crate::support::{Brute, brute, check_with, descriptions, points};
use grundy_ilp::BackendKind;
use grundy_language::threads::Threads;
use grundy_language::verdict::Verdict;
use grundy_prove::verify::Options;

#[test]
fn every_description_is_verified() {
    for (name, source) in descriptions() {
        let mut first = None;
        for threads in [1, 2] {
            let options = Options { threads: Threads::new(threads), ..Options::default() };
            let (_, report) = check_with(&source, &options).expect(&name);
            assert_eq!(report.verdict, Verdict::Verified, "{name}: {:?}", report.findings);
            assert_eq!(report.statistics(), *first.get_or_insert(report.statistics()), "{name}");
        }
        println!("{name}: {first:?}");
    }
}

#[test]
fn every_backend_verifies_every_description() {
    for (name, source) in descriptions() {
        for backend in [BackendKind::GoodLp, BackendKind::Both] {
            let options = Options { backend: backend.maker(), ..Options::default() };
            let (_, report) = check_with(&source, &options).expect(&name);
            assert_eq!(report.verdict, Verdict::Verified, "{name}: {:?}", report.findings);
        }
    }
}

#[test]
fn brute_force_finds_every_description_right() {
    for (name, source) in descriptions() {
        let description =
            grundy_language::lang::parse(&source, &Default::default()).description.unwrap();
        let dimension = description.parameters.len();
        let mut right = 0;
        for point in points(dimension, 0..=11) {
            match brute(&description, &point) {
                Brute::Excluded => {}
                Brute::Right => right += 1,
                wrong => panic!("{name} at {point:?}: {wrong:?}"),
            }
        }
        assert!(right > 0, "{name}: nothing compared");
    }
}
