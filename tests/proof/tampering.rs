//! Certificates: what is proved can be checked, and what was changed is not accepted.

use crate::certificate::{certified, certified_theorem, checked, resealed, tamper};
use crate::support::{Random, descriptions};
use grundy_ilp::BackendKind;
use grundy_kernel::Integer;
use grundy_kernel::affine::{Affine, Constraint};
use grundy_kernel::minimality;
use grundy_kernel::model::Description;
use grundy_kernel::proof::ProofStep;
use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation, RefutationError};
use grundy_language::lang::{Options, digest, parse};
use grundy_language::verdict::Verdict;
use grundy_prove::verify::{CounterexampleFile, StoredOption, verify};
use rayon::prelude::*;
use std::sync::OnceLock;

fn read(source: &str) -> Description {
    parse(source, &Options::default()).description.unwrap()
}

/// Longer descriptions are left out: one of them takes as long as all others, and its certificate has no other steps.
const MOST_BYTES: usize = 8_000;

/// The published and own descriptions with their certificates, which are made once for all tests.
fn honest() -> &'static [(String, Description, String)] {
    static HONEST: OnceLock<Vec<(String, Description, String)>> = OnceLock::new();
    let read = |(_, source): (String, String)| {
        let description = read(&source);
        let certificate = certified(&description, &source, BackendKind::Exact).1.unwrap();
        (source, description, certificate)
    };
    let short = |(_, source): &(String, String)| source.len() <= MOST_BYTES;
    HONEST.get_or_init(|| descriptions().into_iter().filter(short).map(read).collect())
}

#[test]
fn every_verified_description_has_one_whatever_the_backend() {
    for (name, source) in descriptions() {
        let description = read(&source);
        for backend in BackendKind::ALL.iter().copied() {
            let (report, certificate) = certified(&description, &source, backend);
            assert_eq!(report.verdict, Verdict::Verified, "{name}");
            let certificate = certificate.unwrap();
            let counts = checked(&certificate, &description, &source)
                .unwrap_or_else(|rejected| panic!("{name}, {backend}: {rejected}"));
            assert_eq!(counts.chains, report.statistics().chains, "{name}");
            assert_eq!(counts.lines, certificate.lines().count() as u64, "{name}");
            assert!(certificate.len() < 1_000_000, "{name}");
        }
    }
}

#[test]
fn steps_are_read_as_they_are_written() {
    let mut kinds = std::collections::HashSet::new();
    for (source, description, certificate) in honest() {
        let theorem = certified_theorem(source, description.alphabet()).unwrap_or_default();
        for line in certificate.lines().chain(theorem.lines()) {
            let word = line.split(' ').next().unwrap_or("");
            if !["grundy-certificate", "description", "values", "seal", "end"].contains(&word) {
                let step: ProofStep =
                    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(step.to_string(), line);
                kinds.insert(std::mem::discriminant(&step));
            }
        }
    }
    // All but a split that is empty whatever the phases are.
    assert!(kinds.len() >= 17, "{kinds:?}");
    for text in
        ["", "o o", "q", "x", "f", "f 0", "= x", "c", "r", "r 70000 0,1", "@3 5", "e", "~", "k x"]
    {
        assert!(text.parse::<ProofStep>().is_err(), "{text}");
    }
}

#[test]
fn a_step_has_one_spelling() {
    for (line, others) in [
        ("= 7", &["= 07", "= +7", "= -7", "= 7 ", "=  7"][..]),
        ("@ 0 11", &["@ 00 11", "@ 0 +11", "@ 0  11", "@ 0 11 "]),
        ("k", &["k ", "K"]),
        ("e 0", &["e 00", "e -0", "e"]),
        ("r 2 0,-1", &["r 02 0,-1", "r +2 0,-1", "r 2 -0,-1", "r 2 0,-01", "r 2 0,- 1", "r 2 0,"]),
        ("f ! 0*2 q l1 /1", &["f ! 00*2 q l1 /1", "f ! 0*+2 q l1 /1", "f ! 0*2 q l01 /1"]),
        ("f ! 0 q /1", &["f ! 0*1 q /1", "f ! 0 q*1 /1", "f ! 0 q /01", "f ! 0 q /-0"]),
        ("c -4,2", &["c -4,2,0", "c -4,2,-0", "c +4,2", "c -04,2"]),
        ("runs", &["runs "]),
        ("join b0", &["join b0 ", "join b00", "join b+0"]),
        ("cut b0 3", &["cut b0 3 ", "cut b0 03", "cut b0 +3", "cut b0 3,0"]),
        ("cycle b0 0,1", &["cycle b0 0,01", "cycle b0 0,+1", "cycle b0 -0,1", "cycle b0 0,1,"]),
        ("root 0 1", &["root 00 1", "root 0 01", "root -0 1", "root 0 +1"]),
        ("arm 1 0", &["arm 01 0", "arm 1 +0", "arm 1 -0", "arm 1 0 "]),
        (
            "period 2 -1: 14:3",
            &[
                "period 02 -1: 14:3",
                "period 2 -01: 14:3",
                "period 2 -1:0 14:3",
                "period 2 -1:, 14:3",
                "period 2 14:3 -1:",
                "period 4 -2: 28:3",
            ],
        ),
        (
            "pattern 1.0 0:1 3:0",
            &["pattern 01.0 0:1 3:0", "pattern 1.0 -0:1 3:0", "pattern 1.0 0:1 3:+0"],
        ),
        ("~ 3*-2 /2", &["~ 3*-2/2", "~ 03*-2 /2", "~ 3*-02 /2", "~ 3*-2  /2", "~ 3*-2 /+2"]),
    ] {
        assert_eq!(line.parse::<ProofStep>().unwrap().to_string(), line);
        for other in others {
            assert!(other.parse::<ProofStep>().is_err(), "{other}");
        }
    }
}

/// Numbers that no machine word holds, a variable for each of many residue classes, and lines that repeat
/// a long one: no panic, and no memory for what a few lines ask for.
#[test]
fn what_asks_for_too_much_is_refused() {
    let source = "n >= 1 { n } REPEAT _n An ENDREP";
    let description = read(source);
    let certificate = certified(&description, source, BackendKind::Exact).1.unwrap();
    let (before, after) = certificate.split_once("\n@ 2\n").unwrap();
    for word in [usize::MAX, usize::MAX - 1, 1 << 63] {
        let lines = format!("{before}\n@ {word}\n{after}");
        let lines: Vec<_> = lines.lines().map(str::to_owned).collect();
        let error = checked(&resealed(&lines), &description, source).unwrap_err();
        assert!(error.to_string().ends_with("a word that is not in the chain"), "{error}");
    }
    let classes = format!("{before}\n{}", "r 1 0\no\n".repeat(3000));
    let error = checked(&classes, &description, source).unwrap_err();
    assert!(error.to_string().ends_with("too many variables"), "{error}");

    let term = |fact, factor: &Integer| (fact, factor.clone());
    let line = |terms| Combination { terms, divisor: Integer::ONE };
    let large: Integer = "9".repeat(1 << 16).parse().unwrap();
    let mut lines = vec![line(vec![term(Fact::Row(0), &large)])];
    lines.extend((0..6000).map(|_| line(vec![term(Fact::Line(0), &Integer::ONE)])));
    let ending = Ending::Contradiction(line(vec![term(Fact::Row(0), &Integer::ONE)]));
    let rows = [Constraint::at_least_zero(Affine::constant(1))];
    let check = |lines| Refutation { lines, ending: ending.clone() }.check(&rows, None, 0);
    assert_eq!(check(lines[..9].to_vec()), Err(RefutationError::NoContradiction));
    assert_eq!(check(lines), Err(RefutationError::Size));
}

#[test]
fn plain_words_and_outcomes_have_them_as_well() {
    for (source, raw) in [
        ("{ 1 3 } + - + - + -", true),
        ("{ 2 5 } _2 A2 _ B A", true),
        ("n >= 1 { n } REPEAT -n +n ENDREP", false),
    ] {
        let options = Options { raw, ..Options::default() };
        let description = parse(source, &options).description.unwrap();
        let (report, certificate) = certified(&description, source, BackendKind::Exact);
        assert_eq!(report.verdict, Verdict::Verified, "{source}: {:?}", report.findings);
        let certificate = certificate.unwrap();
        assert!(checked(&certificate, &description, source).is_ok(), "{source}\n{certificate}");
    }
}

#[test]
fn whatever_is_changed_is_noticed() {
    let mut random = Random(5);
    let mut noticed = std::collections::BTreeMap::<_, u32>::new();
    for (source, description, certificate) in honest() {
        for _ in 0..300 {
            let (kind, changed) = tamper(certificate, 0, &mut |below| random.below(below));
            if changed == *certificate {
                continue;
            }
            let rejected = checked(&changed, description, source)
                .expect_err(&format!("{kind} in the certificate of\n{source}\n{changed}"));
            let place = format!("line {}", rejected.line);
            assert!(rejected.to_string().starts_with(&place), "{rejected}");
            assert!(rejected.line <= changed.lines().count() as u64 + 1, "{kind}: {rejected}");
            *noticed.entry(kind).or_default() += 1;
        }
    }
    assert!(noticed.values().all(|&times| times > 100), "{noticed:?}");
}

#[test]
fn a_change_with_new_checksums_is_mostly_no_proof() {
    let mut random = Random(6);
    let (mut tried, mut accepted) = (0, 0);
    for (source, description, certificate) in honest() {
        for _ in 0..200 {
            let (_, changed) = tamper(certificate, 0, &mut |below| random.below(below));
            let lines: Vec<_> = changed.lines().map(str::to_owned).collect();
            let changed = resealed(&lines);
            if changed != *certificate {
                tried += 1;
                // A larger multiple, or a reference to another fact that says as much, is a
                // proof again.
                accepted += u32::from(checked(&changed, description, source).is_ok());
            }
        }
    }
    assert!(tried > 2000 && accepted * 4 < tried, "{accepted} of {tried}");
}

/// Other descriptions with the same structure: one letter or one digit is another one.
fn neighbours(source: &str) -> Vec<String> {
    let body = source.find('{').unwrap();
    let change = |(at, old): (usize, char)| {
        let comment = source[..at].rsplit('\n').next().is_some_and(|line| line.contains('#'));
        let new = match old {
            _ if comment => return None,
            '_' => 'A',
            'A' => 'B',
            'B' => 'C',
            'C' | 'D' => '_',
            '-' if source[at + 1..].starts_with('1') => '+',
            '1'..='8' => char::from(old as u8 + 1),
            _ => return None,
        };
        Some(format!("{}{new}{}", &source[..at], &source[at + old.len_utf8()..]))
    };
    source.char_indices().skip(body).filter_map(change).collect()
}

#[test]
fn the_proof_of_another_description_is_not_accepted() {
    let pairs = honest().iter().flat_map(|(source, _, certificate)| {
        neighbours(source).into_iter().map(move |other| (source, certificate, other))
    });
    let pairs: Vec<_> = (7..).zip(pairs).collect();
    let tried = |(seed, (source, certificate, other)): &(u64, (&String, &String, String))| {
        let Some(description) = parse(other, &Options::default()).description else { return 0 };
        assert!(checked(certificate, &description, other).is_err());
        let verdict = verify(&description, other, &Default::default()).verdict;
        if !matches!(verdict, Verdict::Refuted | Verdict::Rejected) {
            return 0;
        }
        let forged = certificate.replace(&digest(source), &digest(other));
        let forged_lines: Vec<_> = forged.lines().map(str::to_owned).collect();
        let mut forgeries = vec![resealed(&forged_lines)];
        let mut random = Random(*seed);
        for _ in 0..3 {
            let (_, changed) = tamper(&forged, 0, &mut |below| random.below(below));
            let lines: Vec<_> = changed.lines().map(str::to_owned).collect();
            forgeries.push(resealed(&lines));
        }
        for forgery in &forgeries {
            assert!(checked(forgery, &description, other).is_err(), "{other}\n{forgery}");
        }
        forgeries.len()
    };
    let tried: usize = pairs.par_iter().step_by(7).map(tried).sum();
    assert!(tried > 2000, "{tried}");
}

/// The last of n values A is another one.
const WRONG: &str = "n >= 2 { n } REPEAT _n A(n-1) _1 ENDREP";

fn evidence() -> (Description, CounterexampleFile) {
    let description = read(WRONG);
    let report = verify(&description, WRONG, &Default::default());
    let evidence = CounterexampleFile::of(&report, &description, WRONG).unwrap();
    (description, evidence)
}

#[test]
fn counterexamples_are_replayed() {
    let (description, evidence) = evidence();
    assert_eq!((evidence.position.as_str(), evidence.claimed.as_str()), ("3", "_"));
    let stop = Default::default();
    let replayed = evidence.replay(&description, WRONG, &stop).unwrap();
    assert_eq!(replayed.simulated.as_deref(), Some("A"));
    let text = serde_json::to_string(&evidence).unwrap();
    assert_eq!(serde_json::from_str::<CounterexampleFile>(&text).unwrap(), evidence);
    // Far out nothing is computed from 0 on, but the description still breaks the rule.
    let far = CounterexampleFile {
        parameters: [("n".to_owned(), "1000000".to_owned())].into(),
        position: "99999999999".to_owned(),
        options: vec![StoredOption {
            takes: "1000000".to_owned(),
            position: "99998999999".to_owned(),
            value: "_".to_owned(),
        }],
        ..evidence
    };
    let replayed = far.replay(&description, WRONG, &stop).unwrap();
    assert_eq!(replayed.simulated, None);
}

#[test]
fn wrong_counterexamples_are_not_accepted() {
    let (description, right) = evidence();
    let text = |text: &str| text.to_owned();
    let parameter = |value: &str| [(text("n"), text(value))].into();
    let choice = |takes: &str, position: &str, value: &str| {
        vec![StoredOption { takes: text(takes), position: text(position), value: text(value) }]
    };
    for (reason, wrong) in [
        ("format", CounterexampleFile { schema: 2, ..right.clone() }),
        ("format", CounterexampleFile { kind: text("proof"), ..right.clone() }),
        (
            "another description",
            CounterexampleFile { description: digest("other"), ..right.clone() },
        ),
        ("in another way", CounterexampleFile { values: text("outcome"), ..right.clone() }),
        ("in another way", CounterexampleFile { piece: true, ..right.clone() }),
        ("satisfy", CounterexampleFile { parameters: parameter("1"), ..right.clone() }),
        ("not an integer", CounterexampleFile { parameters: parameter("02"), ..right.clone() }),
        ("other parameters", CounterexampleFile { parameters: [].into(), ..right.clone() }),
        ("claims another", CounterexampleFile { claimed: text("A"), ..right.clone() }),
        ("missing", CounterexampleFile { options: vec![], ..right.clone() }),
        ("missing", CounterexampleFile { options: choice("2", "1", "A"), ..right.clone() }),
        ("missing", CounterexampleFile { options: choice("1", "1", "_"), ..right.clone() }),
        ("missing", CounterexampleFile { position: text("4"), ..right.clone() }),
        ("below 0", CounterexampleFile { position: text("-1"), ..right.clone() }),
        (
            "the rule gives another value",
            CounterexampleFile { computed: text("C"), ..right.clone() },
        ),
        (
            "obeys",
            CounterexampleFile {
                position: text("2"),
                claimed: text("A"),
                options: choice("2", "0", "_"),
                ..right.clone()
            },
        ),
    ] {
        let message = wrong.replay(&description, WRONG, &Default::default()).unwrap_err();
        assert!(message.contains(reason), "{message} for {wrong:?}");
    }
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let source = "n >= 1 { n } REPEAT _n An ENDREP";
    let description = read(source);
    let certificate = certified(&description, source, BackendKind::Exact).1.unwrap();
    let (first, rest) = certificate.split_once('\n').unwrap();
    for (text, reason) in [
        (String::new(), "line 1: the certificate ends here"),
        ("\n".to_owned(), "line 1: `grundy-certificate ...` was expected"),
        (format!("grundy-certificate 2\n{rest}"), "line 1: version 1"),
        (format!("{first}\ndescription 0\nvalues nim\n"), "line 2: this is about another"),
        (certificate.replace("values nim", "values outcome"), "line 3: this is about another read"),
        (certificate.replace("values nim", "values nim piece"), "line 3: this is about another"),
        (certificate.replace("values nim", "values grundy"), "line 3: `grundy` has no meaning"),
        (certificate.clone() + "more\n", "something follows the last line"),
        (certificate.trim_end().to_owned(), "does not end"),
    ] {
        let rejected = checked(&text, &description, source).unwrap_err().to_string();
        assert!(rejected.contains(reason), "{rejected} instead of {reason}");
    }
    let bytes = certificate.replace('w', "\u{fc}").into_bytes();
    let latin: Vec<u8> = bytes.into_iter().filter(|byte| *byte != 0xc3).collect();
    let opened = grundy_kernel::certificate::Certificate::open(&latin[..]).unwrap();
    let rejected = minimality::check(opened, &description, &digest(source), None).unwrap_err();
    assert!(rejected.to_string().contains("cannot be read"), "{rejected}");
}
