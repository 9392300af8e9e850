//! Loops whose passes carry a state, for the proved checker and its program.

use super::program::{ACCEPTED, said};
use super::{ADDITIVE, certificate_of, compiled, only_as_it_stands, sealed_anew, with_periods};
use crate::certificate::{checked, tamper, text as written};
use crate::rules::with_header_of;
use crate::support::Random;
use grundy_answers::check;
use grundy_answers::report::coq;
use grundy_kernel::model::Alphabet;
use grundy_language::lang::{Options, parse};
use grundy_prove::verify;

/// The two checkers say the same of this certificate and this text; are they right?
fn accepted(name: &str, certificate: &str, source: &str) -> bool {
    let description = parse(source, &Options::default()).description;
    let right = description.is_some_and(|it| checked(certificate, &it, source).is_ok());
    let (status, printed) = said(name, certificate, source);
    assert_eq!(status == ACCEPTED, right, "{source}: {printed}");
    right
}

/// The certificate, as if it were about this text, if that is a description.
fn about(source: &str, certificate: &str) -> String {
    match parse(source, &Options::default()).description {
        Some(_) => with_header_of(source, certificate),
        None => certificate.to_owned(),
    }
}

/// Outcomes and Grundy values of { a 2ka+r (2k+1)a+r } for k = 1, ..., 10, with a wall and with a sink; and no proof is
/// one of the others.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_knows_every_additive_game() {
    assert_eq!(ADDITIVE.len(), 40);
    let others = ADDITIVE.iter().cycle().skip(1);
    for ((name, source, _, certificate), (.., other)) in ADDITIVE.iter().zip(others) {
        assert!(accepted("additive", certificate, source), "{name}");
        assert!(!accepted("additive", &about(source, other), source), "{name}");
    }
}

/// Their periods with a gcd, and no other ones.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_knows_periods_with_a_gcd() {
    for (name, source, description, _) in ADDITIVE.iter() {
        let certificate = with_periods(description, source);
        assert!(accepted("gcd", &certificate, source), "{name}");
        let (_, printed) = said("gcd", &certificate, source);
        assert!(printed.contains(")/gcd(x0, "), "{name}: {printed}");
        for (old, new) in [
            ("\nperiod 1 ", "\nperiod 2 "),
            ("\nperiod 1 3:1,1", "\nperiod 1 2:1,1"),
            ("\ngcd 0,1 ", "\ngcd 1,1 "),
            ("\ngcd 0,1 0,0,", "\ngcd 0,1 1,0,"),
            ("\ngcd 0,1 0,0,", "\ngcd 0,1 0,1,"),
            ("\npreperiod 1", "\npreperiod 1 1:"),
            (" 0 0:", " 1 0:"),
        ] {
            assert!(certificate.contains(old), "{name}: {old}");
            let (_, periods) = certificate.split_once("\ntheorem ").unwrap();
            let changed = certificate.replace(periods, &periods.replacen(old, new, 1));
            assert!(!accepted("gcd", &sealed_anew(&changed), source), "{name}: {new}");
        }
    }
}

/// The outcomes of Grundy values, and a pattern in a branch that is taken for the first state only.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_knows_periods_of_outcomes_and_in_branches() {
    let (_, source, ..) = &ADDITIVE[0];
    let part = "_(a-u) Cu A(a-u)";
    let branched = source.replacen(part, &format!("IF u == 0 THEN {part} ELSE {part} FI"), 1);
    assert_ne!(branched, *source);
    for source in [source, &branched] {
        let description = parse(source, &Options::default()).description.unwrap();
        let options = verify::Options { as_written: true, ..Default::default() };
        let both = [Alphabet::Nim, Alphabet::Outcome];
        let check::Certified::Proof { proof, .. } =
            check::certify(&description, source, &options, &both).2
        else {
            panic!("no certificate: {source}");
        };
        let certificate = written(&proof);
        assert_eq!(certificate.matches("\ngcd ").count(), 2, "{source}");
        assert!(accepted("outcomes", &certificate, source), "{source}");
    }
}

/// How many certificates are still right after a change from this line on, and how many the program refuses.
fn changed(
    name: &str,
    certificate: &str,
    source: &str,
    first: usize,
    random: &mut Random,
) -> [usize; 2] {
    let mut counts = [0, 0];
    for _ in 0..40 {
        let (_, changed) = tamper(certificate, first, &mut |below| random.below(below));
        let is_right = accepted(name, &sealed_anew(&changed), source);
        counts[usize::from(!is_right)] += 1;
    }
    counts
}

/// Sections about periods in which something was changed.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_refuses_forged_periods_with_a_gcd() {
    let mut random = Random(72);
    let (mut right, mut refused) = (0, 0);
    for (_, source, description, _) in ADDITIVE.iter().step_by(4) {
        let certificate = with_periods(description, source);
        let first = certificate.lines().position(|line| line.starts_with("theorem ")).unwrap();
        let counts = changed("forged_gcd", &certificate, source, first, &mut random);
        (right, refused) = (right + counts[0], refused + counts[1]);
    }
    assert!(right > 10 && refused > 200, "{right} {refused}");
}

/// The theorem about such a period, which is none with another number.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn coq_proves_periods_with_a_gcd() {
    let (_, source, description, _) = &ADDITIVE[0];
    let text = coq::theorem(description, source, &with_periods(description, source)).unwrap();
    let stated = "(Z.to_nat ((4 * a ^ 2 + 3 * a * r) / Z.gcd (a) (r)))";
    only_as_it_stands(
        &text,
        &[
            (stated, "(Z.to_nat ((4 * a ^ 2 + 2 * a * r) / Z.gcd (a) (r)))"),
            (stated, "(Z.to_nat ((4 * a ^ 2 + 3 * a * r) / Z.gcd (a) (r + 1)))"),
            (stated, "(Z.to_nat (4 * a ^ 2 + 3 * a * r))"),
            ("GcdIs (Form 0 [1]%Z)", "GcdIs (Form 1 [1]%Z)"),
        ],
    );
}

/// Other parameters, another first state, other bounds, branches exchanged, other next states.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_refuses_other_states() {
    let mut refused = 0;
    for (name, source, _, certificate) in ADDITIVE.iter() {
        for (old, new) in [
            ("r <= a-1", "r <= a+1"),
            ("u=0 IN", "u=1 IN"),
            ("IN 0..a-1", "IN 0..a+1"),
            ("IN 0..a-1", "IN 1..a-1"),
            ("IN 0..a-1", "IN 0..a-2"),
            ("IF u+r <= a-1", "IF u+r <= a"),
            ("IF u+r <= a-1", "IF u+r >= a"),
            ("IF u >= r", "IF u >= r+1"),
            ("IF u >= r", "IF u <= r"),
            ("NEXT v=u+r", "NEXT v=u+r-a"),
            ("NEXT v=u+r-a", "NEXT v=u+r"),
            ("NEXT v=u+r-a", "NEXT v=a-1-u"),
            ("NEXT v=u-r", "NEXT v=u-r+a"),
            ("NEXT v=u-r", "NEXT v=u-r+1"),
        ] {
            if source.contains(old) {
                let wrong = source.replacen(old, new, 1);
                let is_right = accepted("states", &about(&wrong, certificate), &wrong);
                assert!(!is_right, "{name}: {new}");
                refused += 1;
            }
        }
    }
    assert!(refused > 250, "{refused}");
}

/// Certificates in which something was changed.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_refuses_forged_proofs_about_states() {
    let mut random = Random(71);
    let (mut right, mut refused) = (0, 0);
    for (_, source, _, certificate) in ADDITIVE.iter().step_by(3) {
        let counts = changed("forged", certificate, source, 3, &mut random);
        (right, refused) = (right + counts[0], refused + counts[1]);
    }
    assert!(right > 10 && refused > 300, "{right} {refused}");
}

/// Where NEXT may stand, and what may stand around it; names of states.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_reads_states_as_the_library_does() {
    let rows = "a >= 2 r >= 1 r <= a-1 { a 2a+r 3a+r }\n";
    let right = [
        "REPEAT u=0 IN 0..a-1 -(a-u) +a IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI \
         -v +(2a+r) ENDREP",
        "REP u=0 IN 0..a-1 # so\n -(a-u) +a IF u+r <= a-1 THEN NEXT v=u+r # IF\n ELSE NEXT w=u+r-a -a +a LET k=w FI \
         LET k=2a+r IF 1 == 1 THEN FI IF u+r <= a-1 THEN -(u+r) ELSE -(u+r-a) FI +k PER # end",
        "DEF ab(i) -(a-i) +a END LET b=2a LET c=0 REPEAT u=c IN c..b-a-1 LET k=u ab(k) \
         IF k+r <= a-1 THEN LET q=r NEXT k=u+q ELSE NEXT u=u+r-a -a +a FI \
         IF u+r <= a-1 THEN -(u+r) ELSE -(u+r-a) FI +(b+r) ENDREPEAT",
        "REPEAT u=0 IN 0..a-1 IF u+r >= a THEN -(a-u) NEXT v=u+r-a +a -a +a ELSE -(a-u) +a NEXT v=u+r FI \
         FOR i FROM 1 UPTO 1 REP -v PER FOR i FROM 1 UPTO 2 REP IF i == 2 THEN +r ELSE +(2a) FI PER ENDREP",
    ];
    for body in right {
        let source = format!("{rows}{body}");
        let description = parse(&source, &Options::default()).description.unwrap();
        assert!(accepted("read", &certificate_of(&description, &source), &source), "{body}");
    }
    let source = format!("{rows}{}", right[0]);
    let certificate =
        certificate_of(&parse(&source, &Options::default()).description.unwrap(), &source);
    for (old, new) in [
        ("ELSE NEXT v=u+r-a -a +a FI", "FI"),
        ("ELSE NEXT", "ELSE"),
        ("ELSE NEXT", "ELIF u >= 0 THEN NEXT"),
        ("THEN NEXT v=u+r", "THEN IF r == 1 THEN NEXT v=u+r ELSE NEXT v=u+r FI"),
        ("THEN NEXT v=u+r", "THEN NEXT v=u+r NEXT w=u"),
        ("NEXT v=u+r ", "NEXT v = u+r "),
        ("NEXT v=u+r ", "NEXT # so\n v=u+r "),
        ("NEXT v=u+r ", "NEXT v=2u+r "),
        ("NEXT v=u+r ", "NEXT v=v+r "),
        ("NEXT v=u+r ", "NEXT a=u+r "),
        ("NEXT v=u+r ", "NEXT v=u+r LET v=r "),
        ("FI -v", "FI NEXT v=u -v"),
        ("FI -v", "FI -w"),
        ("FI -v", "ELSE NEXT v=u FI -v"),
        ("FI -v", "ELIF u == 0 THEN NEXT v=u FI -v"),
        ("-(a-u) +a", "-(a-u) +a NEXT v=u"),
        ("-(a-u) +a", "FOR i FROM 1 UPTO 1 REP NEXT v=u PER -(a-u) +a"),
        ("-(a-u) +a", "LET v=u -(a-u) +a"),
        ("REPEAT u=0 IN 0..a-1", "REPEAT"),
        ("REPEAT u=0 IN 0..a-1", "REPEAT u=0"),
        ("REPEAT u=0 IN 0..a-1", "REPEAT u=0 IN 0"),
        ("REPEAT u=0 IN 0..a-1", "REPEAT u=u IN 0..a-1"),
        ("REPEAT u=0 IN 0..a-1", "REPEAT u=0 IN 0..u"),
        ("REPEAT u=0 IN 0..a-1", "REPEAT a=0 IN 0..a-1"),
        ("REPEAT u", "NEXT v=a REPEAT u"),
        ("REPEAT u", "DEF ab(i) NEXT v=i END REPEAT u"),
        ("ENDREP", "ENDREP NEXT v=u"),
        ("ENDREP", ""),
    ] {
        let wrong = source.replacen(old, new, 1);
        assert_ne!(wrong, source, "{old}");
        assert!(!accepted("read", &about(&wrong, &certificate), &wrong), "{wrong}");
    }
}

/// One way through all passes, ways to one state, and words before the loop.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_follows_states_that_do_not_rotate() {
    for source in [
        "n >= 1 { n } REPEAT u=0 IN 0..n-1 NEXT v=u -n +n ENDREP",
        "n >= 1 { n } REPEAT u=0 IN 0..n-1 NEXT v=n-1-u -n +n ENDREP",
        "n >= 1 { n } -n +n REPEAT u=0 IN 0..n-1 -(u+1) NEXT u=n-1-u -(n-u-1) +n ENDREP",
        "n >= 1 { n } REPEAT u=1 IN 1..1 FOR i FROM u UPTO 1 REP -n PER NEXT v=u +n ENDREP",
        "n >= 1 { n } FOR i FROM 1 UPTO n REP -n +n PER REPEAT u=0 IN 0..0 NEXT v=u -n +n ENDREP",
        "n >= 1 { n } REPEAT u=0 IN 0..1 IF u == 0 THEN NEXT v=u+1 -n ELIF u == 1 THEN -n NEXT v=u-1 \
         ELSE NEXT v=u -n FI +n ENDREP",
        "n >= 1 { n } REPEAT u=0 IN 0..1 IF u == 0 THEN NEXT v=u+1 -n ELSE NEXT v=u-1 +n FI ENDREP",
    ] {
        let description = parse(source, &Options::default()).description.unwrap();
        let options = verify::Options { as_written: true, ..Default::default() };
        let proof = verify::certify(&description, source, &options).1.unwrap().unwrap();
        assert!(accepted("still", &written(&proof), source), "{source}");
    }
}

/// The theorem about a game with rows, which is none with another state.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn coq_proves_theorems_about_states() {
    let theorem = |number: usize| {
        let (_, source, description, certificate) = &ADDITIVE[number];
        coq::theorem(description, source, certificate).unwrap()
    };
    for number in [9, 10, 25, 39] {
        let (success, printed) = compiled("states", &theorem(number));
        assert!(success, "{number}: {printed}");
    }
    let text = theorem(0);
    let stated = "\n  grundy [Z.to_nat (a); Z.to_nat (2 * a + r); Z.to_nat (3 * a + r)] position.";
    assert!(text.contains(stated), "{text}");
    let [one, other] = ["(Form 0 [0; 1; 1]%Z)", "(Form 0 [(-1); 1; 1]%Z)"];
    let next = format!("[{one}; {other}])).");
    assert!(text.contains(&next), "{text}");
    only_as_it_stands(
        &text,
        &[
            ("(StateLoop (Form 0 []%Z)", "(StateLoop (Form 1 []%Z)"),
            ("(Form (-1) [1]%Z)\n  (Arm", "(Form 0 [1]%Z)\n  (Arm"),
            ("(Form (-1) [1]%Z)\n  (Arm", "(Form (-2) [1]%Z)\n  (Arm"),
            (&next, &format!("[{other}; {one}]))).")),
            (&next, &format!("[{one}])).")),
            (&next, &format!("[{one}; {other}; {other}])).")),
            ("(Carrying (StateLoop", "(Carrying (StateLoop (Form 0 []%Z)"),
            ("Z.to_nat (3 * a + r)", "Z.to_nat (3 * a)"),
            ("(c2 : a - r - 1 >= 0)", "(c2 : a - r >= 0)"),
        ],
    );
}
