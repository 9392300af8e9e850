//! Proofs for Coq, compiled where there is a `coqc`; and the two checkers, the one in Rust and the
//! proved one in `proofs`, against each other.

mod program;
mod rules;
mod states;

use crate::certificate::{checked, resealed, tamper, text};
use crate::infer::family;
use crate::support::{Random, descriptions};
use grundy_answers::check;
use grundy_answers::report::coq;
use grundy_infer::infer;
use grundy_kernel::certificate::{Certificate, Closed};
use grundy_kernel::minimality;
use grundy_kernel::model::{Alphabet, Description};
use grundy_kernel::simplify::shorter;
use grundy_language::lang::{Options, digest, parse};
use grundy_prove::verify;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// An empty folder of this name for files that Coq reads and writes.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn output(command: &mut Command) -> (bool, String) {
    let Output { status, stdout, stderr } = command.output().expect("coqc and make on the PATH");
    (status.success(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// A copy of `proofs`, compiled, and what was printed.
static PROOFS: LazyLock<(PathBuf, String)> = LazyLock::new(|| {
    let copy = folder("proofs");
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs")).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".v") || ["Makefile", "_CoqProject"].contains(&name) {
            fs::copy(&file, copy.join(name)).unwrap();
        }
    }
    let (success, printed) = output(Command::new("make").current_dir(&copy));
    assert!(success, "{printed}");
    (copy, printed)
});

/// Is the text a proof?  What was printed besides.
fn compiled(name: &str, text: &str) -> (bool, String) {
    // Tactics leave their caches where they are run.
    let folder = folder(name);
    fs::write(folder.join("proof.v"), text).unwrap();
    let mut command = Command::new("coqc");
    command.arg("-noglob").arg("-Q").arg(&PROOFS.0).args(["Grundy", "proof.v"]);
    output(command.current_dir(folder))
}

/// The certificate of the description, of its words as they stand if there is one.
fn certificate_of(description: &Description, source: &str) -> String {
    let options = verify::Options { as_written: true, ..Default::default() };
    text(&verify::certify(description, source, &options).1.unwrap().unwrap())
}

/// A description with its name, its text and its certificate.
type Certified = (String, String, Description, String);

/// The published and own descriptions.
static HONEST: LazyLock<Vec<Certified>> = LazyLock::new(|| {
    let certified = |(name, source): (String, String)| {
        let description = parse(&source, &Options::default()).description.unwrap();
        let certificate = certificate_of(&description, &source);
        (name, source, description, certificate)
    };
    descriptions().into_iter().filter(|it| it.0 != NOT_REWRITTEN).map(certified).collect()
});

/// A description that is proved by a rewriting that is not proved in Coq.
const NOT_REWRITTEN: &str = "family_1_2_4_5_6.nimseq";

/// Those whose proofs are about other words.
static SIMPLIFIED: LazyLock<Vec<Certified>> = LazyLock::new(|| {
    let all = certified_in("one_free_move");
    for (name, _, _, certificate) in &all {
        assert!(certificate.contains(" simplified\n"), "{name}");
    }
    all
});

/// Those whose passes carry a state: the rows of additive games.
static ADDITIVE: LazyLock<Vec<Certified>> = LazyLock::new(|| certified_in("additive"));

/// The descriptions in this folder.
fn certified_in(name: &str) -> Vec<Certified> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions/subtraction").join(name);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let certified = |file: PathBuf| {
        let source = fs::read_to_string(&file).unwrap();
        let description = parse(&source, &Options::default()).description.unwrap();
        let certificate = certificate_of(&description, &source);
        (file.file_name().unwrap().to_str().unwrap().to_owned(), source, description, certificate)
    };
    files.into_iter().map(certified).collect()
}

/// The lemmas of all closed leaves.
fn leaves(source: &str, description: &Description, certificate: &str) -> String {
    let mut file = coq::File::new(description, source);
    let opened = Certificate::open(certificate.as_bytes()).unwrap();
    let mut visit = |closed: &Closed<'_>| file.leaf(closed);
    minimality::check(opened, description, &digest(source), Some(&mut visit)).unwrap();
    file.finish()
}

#[test]
fn texts_have_a_lemma_for_each_leaf_and_no_comment_ends_early() {
    let source = "n >= 1 # (* \"a *) b\n{ n } REPEAT _n An ENDREP";
    let description = parse(source, &Options::default()).description.unwrap();
    let certificate = certificate_of(&description, source);
    let text = leaves(source, &description, &certificate);
    assert_eq!(text.matches("\nLemma leaf_").count(), 3);
    assert_eq!(text.matches("Proof. lia. Qed.").count(), 3);
    assert!(text.contains("( * ''a * ) b"), "{text}");
    insta::assert_snapshot!(coq::theorem(&description, source, &certificate).unwrap());
    let certificate = with_periods(&description, source);
    let text = coq::theorem(&description, source, &certificate).unwrap();
    let stated = "least_period (grundy [Z.to_nat (n)])\n    (Z.to_nat (2 * n)) /\\\n";
    assert!(text.contains(stated), "{text}");
}

#[test]
fn what_the_proved_checker_does_not_know_is_no_theorem() {
    for (source, raw, reason) in [
        ("{ 1 3 } + - + - + -", true, "a piece of a sequence is not a game"),
        (
            "n >= 1 { n } REPEAT FOR i FROM 1 UPTO n REP _ PER An ENDREP",
            false,
            "it is about a description with different loops",
        ),
    ] {
        let options = Options { raw, ..Options::default() };
        let description = parse(source, &options).description.unwrap();
        let certificate = certificate_of(&description, source);
        assert_eq!(coq::theorem(&description, source, &certificate), Err(reason));
    }
}

#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn no_theorem_of_the_proofs_rests_on_an_axiom() {
    let printed = &PROOFS.1;
    assert_eq!(printed.matches("Closed under the global context").count(), 12, "{printed}");
    assert!(!printed.contains("Axioms:"), "{printed}");
}

#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn coq_proves_every_leaf() {
    for (name, source, description, certificate) in HONEST.iter().chain(ADDITIVE.iter().step_by(7))
    {
        let (proved, printed) = compiled("leaves", &leaves(source, description, certificate));
        assert!(proved, "{name}: {printed}");
    }
}

/// The rows of a leaf have a point, without the question that they refute.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn leaves_without_their_question_fail() {
    let mut failing = 0;
    for (name, source, description, certificate) in &*HONEST {
        let text = leaves(source, description, certificate);
        let (head, lemmas) = text.split_once("Open Scope Z_scope.\n").unwrap();
        let mut changed = format!("{head}Open Scope Z_scope.\n");
        for lemma in lemmas.split("\n(* line ").skip(1).take(50) {
            if lemma.contains("\n    (q : ") {
                let kept = lemma.lines().skip(1).map(|line| match line.starts_with("    (q : ") {
                    true => "    :",
                    false => line,
                });
                let kept: Vec<_> = kept.collect();
                changed += &kept.join("\n").replace("lia. Qed.", "Fail lia. Abort.\n\n");
                failing += 1;
            }
        }
        let (fails, printed) = compiled("controls", &changed);
        assert!(fails, "{name}: {printed}");
    }
    assert!(failing > 100, "{failing}");
}

#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn the_proved_checker_proves_theorems() {
    let mut proved = 0;
    for (name, source, description, certificate) in HONEST.iter().chain(SIMPLIFIED.iter().take(2)) {
        let Ok(text) = coq::theorem(description, source, certificate) else { continue };
        let (success, printed) = compiled("theorem", &text);
        assert!(success, "{name}: {printed}");
        proved += 1;
    }
    assert!(proved >= 16, "{proved}");
}

/// The certificate of a description, of its words as they stand if there is one, and of what its
/// periods are.
fn with_periods(description: &Description, source: &str) -> String {
    let options = verify::Options { as_written: true, ..Default::default() };
    match check::certify(description, source, &options, &[description.alphabet()]).2 {
        check::Certified::Proof { proof, .. } => text(&proof),
        _ => panic!("no certificate: {source}"),
    }
}

/// The published least periods and preperiods, such as 14n^3 + 11n + 1 and 7n + 1 of
/// { 2n 5n 6n+1 8n+1 } for all n >= 2, follow from the certificates.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn theorems_about_periods_follow() {
    let folder = folder("theorems");
    let coqc = |file: &str| {
        let mut command = Command::new("coqc");
        command.arg("-Q").arg(&PROOFS.0).args(["Grundy", "-Q", ".", "Theorems", file]);
        output(command.current_dir(&folder))
    };
    for (name, theory) in [
        ("satz8.nimseq", "Satz8"),
        ("obs18.nimseq", "Obs18"),
        ("obs20.nimseq", "Obs20"),
        ("family_1_2_4_5_6_odd.nimseq", "Odd"),
    ] {
        let (_, source, description, _) = HONEST.iter().find(|(found, ..)| found == name).unwrap();
        let certificate = with_periods(description, source);
        let text = coq::theorem(description, source, &certificate).unwrap();
        fs::write(folder.join(theory).with_extension("v"), text).unwrap();
        assert_eq!(coqc(&format!("{theory}.v")), (true, String::new()));
    }
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/theorems");
    fs::copy(proofs.join("Least.v"), folder.join("Least.v")).unwrap();
    assert_eq!(coqc("Least.v"), (true, "Closed under the global context\n".repeat(4)));
}

/// What is found and proved of families ends with theorems about their periods, one for each case.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn theorems_that_were_inferred_are_proved() {
    let mut proved = 0;
    for (forms, values) in [
        (&[(1, 0), (2, 1)][..], Alphabet::Nim),
        (&[(0, 2), (1, 0)], Alphabet::Nim),
        (&[(1, 0), (1, 1), (2, 3)], Alphabet::Outcome),
        (&[(1, 0), (3, 1)], Alphabet::Outcome),
    ] {
        let by = Some(infer::Method::Description);
        let options = infer::Options { rule: values.into(), by, ..Default::default() };
        for part in infer::infer(&family(forms), &options).descriptions() {
            let source = part.proved.text.clone();
            let description = parse(&source, &Options::default()).description.unwrap();
            let certificate = with_periods(&description, &source);
            if shorter(&description).is_some() {
                continue;
            }
            let text = coq::theorem(&description, &source, &certificate).unwrap();
            let (success, printed) = compiled("inferred", &text);
            assert!(success, "{source}: {printed}");
            proved += text.matches("\n  least_period (").count();
        }
    }
    assert!(proved >= 4, "{proved}");
}

/// Cases are joined in one theorem, in which quotients are variables.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn cases_are_joined() {
    let source = "n >= 1 { n } REPEAT _n An ENDREP";
    let description = parse(source, &Options::default()).description.unwrap();
    let lines: Vec<_> = with_periods(&description, source).lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line == "theorem nim").unwrap() + 2;
    let last = lines.iter().rposition(|line| line.starts_with("seal ")).unwrap();
    // The constraint of the class is one more row before those of a case.
    let later = |line: &String| match line.as_str() {
        "f ! 0 1 q /1" => "f ! 0 2 q /1".to_owned(),
        "f ! 1 q /1" => "f ! 2 q /1".to_owned(),
        "f ! 2 q /1" => "f ! 3 q /1".to_owned(),
        "f ! 4 q /1" => "f ! 5 q /1".to_owned(),
        _ => line.clone(),
    };
    let case: Vec<_> = lines[first..last].iter().map(later).collect();
    let inhabited = ["o".to_owned()];
    let odd_and_even = [&["r 2 0,1".to_owned()], &inhabited[..], &case, &inhabited, &case].concat();
    let changed = [&lines[..first], &odd_and_even[..], &lines[last..]].concat();
    let text = coq::theorem(&description, source, &resealed(&changed)).unwrap();
    for part in
        ["(exists quotient_1, ", "n - 2 * quotient_1 = 0 /\\", "n - 2 * quotient_1 - 1 = 0 /\\"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    only_as_it_stands(
        &text,
        &[
            ("(exists quotient_1, n -", "(exists quotient_1, n + 1 -"),
            (") \\/\n  (exists", ") /\\\n  (exists"),
            ("  - right. in_case grundy_least_2", "  - right. in_case grundy_least_1"),
        ],
    );
}

/// A text that is a proof is none with any of these changes.
fn only_as_it_stands(text: &str, changes: &[(&str, &str)]) {
    let (proved, printed) = compiled("right", text);
    assert!(proved, "{printed}");
    for (old, new) in changes {
        assert!(text.contains(old), "{old} in\n{text}");
        let (proved, _) = compiled("wrong", &text.replacen(old, new, 1));
        assert!(!proved, "{new}");
    }
}

/// Another formula, another place of the pattern, another letter that it ends with.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn wrong_periods_are_not_proved() {
    let source = "n >= 1 { n } REPEAT _n An ENDREP";
    let description = parse(source, &Options::default()).description.unwrap();
    let certificate = with_periods(&description, source);
    let changes = [
        ("PeriodIs (Formula 1 [(2%Z", "PeriodIs (Formula 1 [(3%Z"),
        ("PeriodIs (Formula 1 [(2%Z", "PeriodIs (Formula 2 [(2%Z"),
        ("PreperiodIs (Formula 1 [", "PreperiodIs (Formula 1 [(1%Z, [])"),
        ("PatternOnce (Pattern 1 0", "PatternOnce (Pattern 1 1"),
        ("(Form 1 []%Z), 1)])", "(Form 1 []%Z), 0)])"),
        ("OfTheorem (Ends);\n", ""),
        ("(Z.to_nat (2 * n))", "(Z.to_nat (n))"),
        ("(c0 : n - 1 >= 0) :\n  least", "(c0 : n >= 0) :\n  least"),
    ];
    only_as_it_stands(&coq::theorem(&description, source, &certificate).unwrap(), &changes);
}

/// Another letter, another bound, a conclusion that does not follow.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn wrong_theorems_are_not_proved() {
    let source = "n >= 2 { n 2n } REPEAT _n FOR i FROM 1 UPTO 1 REP An PER Bn ENDREP";
    let description = parse(source, &Options::default()).description.unwrap();
    let certificate = certificate_of(&description, source);
    let changes = [
        ("Word 2 []", "Word 1 []"),
        ("Word 2 [] (Form 0 [1]%Z)", "Word 2 [] (Form 1 [1]%Z)"),
        ("Description Mex", "Description Normal"),
        ("c0 : n - 2 >= 0", "c0 : n - 1 >= 0"),
        ("Z.to_nat (2 * n)", "Z.to_nat (3 * n)"),
        ("  Back;\n", ""),
    ];
    only_as_it_stands(&coq::theorem(&description, source, &certificate).unwrap(), &changes);
}

/// The certificate with checksums that are right: the proved checker reads none.
fn sealed_anew(certificate: &str) -> String {
    let lines: Vec<_> = certificate.lines().map(str::to_owned).collect();
    resealed(&lines)
}

/// Both checkers say the same of certificates that were changed.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn both_checkers_refuse_the_same() {
    let mut random = Random(5);
    let (mut accepted, mut refused) = (0, 0);
    for (name, source, description, certificate) in HONEST.iter().chain(ADDITIVE.iter().step_by(7))
    {
        let Ok(text) = coq::theorem(description, source, certificate) else { continue };
        let (head, _) = text.split_once("Definition answers_0 ").unwrap();
        let (mut text, mut expected) = (head.to_owned(), Vec::new());
        let mut lists = Vec::new();
        // Coq is slow to read long terms; the program is asked about long certificates as well.
        for number in 0..(400_000 / certificate.len()).clamp(4, 40) {
            let (_, changed) = tamper(certificate, 3, &mut |below| random.below(below));
            let changed = sealed_anew(&changed);
            let said = checked(&changed, description, source).is_ok();
            // What is no line of a proof is refused by the reader of lines.
            let Ok(theorem) = coq::theorem(description, source, &changed) else {
                assert!(!said, "{name}\n{changed}");
                continue;
            };
            let begin = theorem.find("Definition answers_0 ").unwrap();
            let (answers, rest) = theorem[begin..].split_once("Lemma accepted : ").unwrap();
            let (list, _) = rest.split_once(" = true").unwrap();
            text += &answers.replace("answers_", &format!("m{number}_"));
            lists.push(list.replace("answers_", &format!("m{number}_")));
            expected.push(said.to_string());
            *(if said { &mut accepted } else { &mut refused }) += 1;
        }
        let _ = writeln!(text, "Eval vm_compute in [{}].", lists.join("; "));
        let (success, printed) = compiled("tampered", &text);
        assert!(success, "{name}: {printed}");
        let found = printed.split(['[', ']']).nth(1).unwrap_or_default();
        let found: Vec<_> = found.split(';').map(str::trim).collect();
        assert_eq!(found, expected, "{name}");
    }
    assert!(accepted > 10 && refused > 200, "{accepted} {refused}");
}
