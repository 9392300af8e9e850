//! A prover that is broken on purpose, in tests only: whatever it believes, no certificate of
//! a wrong description may be accepted.

use crate::certificate::Certificate;
use crate::lang::{self, digest};
use crate::minimality;
use crate::verify::{Options, Verdict, certify, verify};
use std::cell::Cell;

/// How the prover is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// One pass of the endless loop never follows another.
    SkipChain,
    /// A loop may be left that was never entered.
    DropGuard,
    /// The first parameter is taken to be at least 5.
    NarrowConditions,
    /// Inequalities are rounded by one too much.
    RoundTooFar,
    /// Cycles are read from their second value on.
    MixPhases,
    /// The last word of each block is not looked at.
    SkipWord,
    /// A pattern that occurs elsewhere as well is taken to occur at its place only.
    OverlookOccurrence,
    /// A position that breaks the rule is overlooked.
    IgnoreFailure,
}

impl Break {
    const ALL: [Self; 7] = [
        Self::SkipChain,
        Self::DropGuard,
        Self::NarrowConditions,
        Self::RoundTooFar,
        Self::MixPhases,
        Self::SkipWord,
        Self::IgnoreFailure,
    ];

    /// Is the prover of this thread broken in this way?
    pub fn is_on(self) -> bool {
        BREAK.get() == Some(self)
    }
}

thread_local! {
    static BREAK: Cell<Option<Break>> = const { Cell::new(None) };
}

/// What becomes of something when the prover is broken in this way.
pub fn broken<T>(how: Break, act: impl FnOnce() -> T) -> T {
    BREAK.set(Some(how));
    let result = act();
    BREAK.set(None);
    result
}

/// The certificate that the prover writes, broken or not, if it believes the description.
fn believed(source: &str, broken: Option<Break>) -> Option<String> {
    let description = lang::parse(source, &Default::default()).description?;
    BREAK.set(broken);
    let (_, proof) = certify(&description, source, &Options::default());
    BREAK.set(None);
    let mut certificate = Vec::new();
    proof?.ok()?.write(&mut certificate).unwrap();
    String::from_utf8(certificate).ok()
}

fn accepted(source: &str, certificate: &str) -> bool {
    let description = lang::parse(source, &Default::default()).description.unwrap();
    Certificate::open(certificate.as_bytes())
        .and_then(|it| minimality::check(it, &description, &digest(source), None))
        .is_ok()
}

fn right() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|it| it == "nimseq"));
    // What the sequences claim besides is no part of these proofs.
    let without_claims = |source: String| -> String {
        source.split_inclusive('\n').filter(|line| !line.starts_with("CLAIM")).collect()
    };
    let mut sources: Vec<_> =
        paths.iter().map(|path| without_claims(std::fs::read_to_string(path).unwrap())).collect();
    sources.retain(|source| source.len() < 450);
    // With cycles, whose phases can be mixed up.
    sources.push("n >= 1 { 2n } REPEAT <__>(2n) <AA>(2n) ENDREP".to_owned());
    sources.push("n >= 1 { 1 2n+1 } REPEAT <_A>(2n) <_A>(2) ENDREP".to_owned());
    sources
}

/// Texts with one letter or one digit changed that are refuted or rejected.
fn wrong() -> Vec<String> {
    let mut wrong = vec!["n >= 1 { 1 } REPEAT <A_>(2n) ENDREP".to_owned()];
    for source in right().iter().filter(|source| source.len() < 350) {
        let body = source.find('{').unwrap();
        for (at, old) in source.char_indices() {
            let comment = source[..at].rsplit('\n').next().is_some_and(|line| line.contains('#'));
            let new = match old {
                _ if comment => continue,
                '1'..='9' if at < body => char::from(old as u8 - 1),
                _ if at < body => continue,
                '_' => 'A',
                'A' => 'B',
                'B' => 'C',
                'C' => '_',
                '+' => '-',
                '-' => '+',
                '1'..='8' => char::from(old as u8 + 1),
                _ => continue,
            };
            let changed = format!("{}{new}{}", &source[..at], &source[at + 1..]);
            let read = lang::parse(&changed, &Default::default());
            let is_wrong = read.description.is_some_and(|description| {
                let verdict = verify(&description, &changed, &Options::default()).verdict;
                matches!(verdict, Verdict::Refuted | Verdict::Rejected)
            });
            if is_wrong {
                wrong.push(changed);
            }
        }
    }
    wrong
}

#[test]
fn no_certificate_of_a_wrong_description_is_accepted() {
    let (right, wrong) = (right(), wrong());
    assert!(wrong.len() > 100, "{}", wrong.len());
    for broken in Break::ALL {
        // Of a right description, another proof may happen to hold.
        let broken_proof = |source: &&String| {
            believed(source, Some(broken)).is_some_and(|it| !accepted(source, &it))
        };
        // With its phases mixed up it is cut into pieces for minutes, and then refuted.
        let tried = right.iter().filter(|_| broken != Break::MixPhases);
        let caught = tried.filter(broken_proof).count();
        let mut believed_wrongly = 0;
        for source in &wrong {
            if let Some(certificate) = believed(source, Some(broken)) {
                believed_wrongly += 1;
                assert!(!accepted(source, &certificate), "{broken:?} in\n{source}");
            }
        }
        println!(
            "{broken:?}: {caught} of {} proofs of right descriptions and {believed_wrongly} of {} \
             wrong ones were written and are not accepted",
            right.len(),
            wrong.len()
        );
        assert!(caught + believed_wrongly > 0, "{broken:?}");
    }
    for source in &right {
        assert!(accepted(source, &believed(source, None).unwrap()));
    }
}
