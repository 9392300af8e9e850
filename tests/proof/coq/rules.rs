//! Rules, starts and ranges of moves, for the proved checker and its program.

use super::program::{ACCEPTED, NOT_KNOWN, said, said_by};
use super::{certificate_of, compiled, only_as_it_stands, sealed_anew, with_periods};
use crate::certificate::{checked, resealed, tamper, text as written};
use crate::rules::{RULES, Small, changed, range_text, read, with_header_of, with_ranges};
use crate::support::Random;
use grundy_answers::report::coq;
use grundy_kernel::model::Rule;
use grundy_language::lang::{Options, digest, parse};
use grundy_prove::verify;

/// What the checker in Rust accepts, the program accepts as well, unless it does not know the rewriting;
/// and what it refuses, the program refuses: the proof of one text for another one, or another rule.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_knows_every_rule_and_start() {
    let mut random = Random(61);
    let (mut accepted, mut refused, mut started) = (0, 0, 0);
    while accepted < 200 {
        let small = Small::random(&mut random);
        let Some(text) = small.text(random.below(4) > 0) else { continue };
        let certificate = certificate_of(&read(&text), &text);
        let may_be_unknown = certificate.contains(" simplified\n");
        let (status, printed) = said("rules", &certificate, &text);
        let known = status == ACCEPTED;
        assert!(known || may_be_unknown && status == NOT_KNOWN, "{text}: {printed}");
        accepted += usize::from(known);
        started += usize::from(known && small.start.is_some());
        let wrong = changed(&text, &mut random);
        let Some(description) = parse(&wrong, &Options::default()).description else { continue };
        let other = with_header_of(&wrong, &certificate);
        let right = checked(&other, &description, &wrong).is_ok();
        let (status, printed) = said("rules", &other, &wrong);
        assert_eq!(status == ACCEPTED, right && known, "{wrong}: {printed}");
        refused += usize::from(!right);
    }
    assert!(refused > 100 && started > 50, "{refused} {started}");
}

/// A start that is one cycle is crossed by one question, any other one as a block.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_reads_starts_as_the_library_does() {
    let body = "REPEAT -n +(2n) -n ENDREP";
    for (text, is_right) in [
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REPEAT +n -n ENDREP {body}"), true),
        (format!("n >= 1 {{ 2n }}\nFROM_INFINITY_DOWN # so\nREP +n -n PER {body}"), false),
        (format!("n >= 1 {{ 2n }} # so\nFROM_INFINITY_DOWN REP +n -n PER {body}"), true),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP LET k=n +k -k PER {body}"), true),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP +n PER {body}"), false),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP +n -n -0 PER {body}"), true),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP -n +n PER {body}"), false),
        (format!("n >= 1 {{ 2n }} LET k=n FROM_INFINITY_DOWN REP +n -n PER {body}"), false),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP +n -n {body}"), false),
        (format!("n >= 1 FROM_INFINITY_DOWN REP +n -n PER {{ 2n }} {body}"), false),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP -(n-1) PER {body}"), false),
        (format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP -0 PER {body}"), false),
        (
            format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REP IF n == 1 THEN + FI -n PER {body}"),
            false,
        ),
        ("{ 2 } FROM_INFINITY_DOWN REPEAT + - ENDREP REPEAT - +2 - ENDREP".to_owned(), true),
        ("{ 2 } FROM_INFINITY_DOWN REPEAT - + ENDREP REPEAT - +2 - ENDREP".to_owned(), false),
        (
            "n >= 1 { 2 } FROM_INFINITY_DOWN REPEAT (+-)n ENDREP REPEAT - +2 - ENDREP".to_owned(),
            true,
        ),
        (
            "n >= 1 { 2 } FROM_INFINITY_DOWN REPEAT <+->(2n) ENDREP REPEAT - +2 - ENDREP"
                .to_owned(),
            true,
        ),
        (
            "n >= 1 { 2 } FROM_INFINITY_DOWN REPEAT <+->n ENDREP REPEAT - +2 - ENDREP".to_owned(),
            false,
        ),
        ("{ 1 } FROM_INFINITY_DOWN REPEAT Z ENDREP REPEAT _ A ENDREP".to_owned(), true),
        ("{ 1 } FROM_INFINITY_DOWN REPEAT _ ENDREP REPEAT _ A ENDREP".to_owned(), false),
        ("{ 1 } FROM_INFINITY_DOWN REPEAT + ENDREP REPEAT _ A ENDREP".to_owned(), false),
    ] {
        let certificate = proof_of(&text);
        assert_eq!(certificate.is_some(), is_right, "{text}");
        // What has no certificate has that of the first text, or of a text with the same letters.
        let certificate = certificate.unwrap_or_else(|| {
            let right = match text.contains('_') && text.contains('A') && !text.contains("2n") {
                true => "{ 1 } FROM_INFINITY_DOWN REPEAT Z ENDREP REPEAT _ A ENDREP".to_owned(),
                false => format!("n >= 1 {{ 2n }} FROM_INFINITY_DOWN REPEAT +n -n ENDREP {body}"),
            };
            certificate_of(&read(&right), &right)
        });
        let (status, printed) = said("starts", &certificate, &text);
        assert_eq!(status == ACCEPTED, is_right, "{text}: {printed}");
    }
}

/// The same with ranges of moves; half of the games count options.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_knows_ranges_of_moves() {
    let mut random = Random(62);
    let (mut accepted, mut refused) = (0, 0);
    while accepted < 120 {
        let kinds = if random.below(2) == 0 { &RULES[..3] } else { &RULES[3..] };
        let rule = kinds[random.below(kinds.len())].parse().unwrap();
        let entries = 1 + random.below(3);
        let ranges = with_ranges(&mut random, entries);
        let n = if random.below(3) == 0 { "n" } else { "" };
        let Some(text) = range_text(&ranges, rule, None, n) else { continue };
        let Some(certificate) = proof_of(&text) else { continue };
        let may_be_unknown = certificate.contains(" simplified\n");
        let (status, printed) = said("ranges", &certificate, &text);
        let known = status == ACCEPTED;
        assert!(known || may_be_unknown && status == NOT_KNOWN, "{text}: {printed}");
        accepted += usize::from(known);
        let wrong = changed(&text, &mut random);
        let Some(description) = parse(&wrong, &Options::default()).description else { continue };
        let other = with_header_of(&wrong, &certificate);
        let right = checked(&other, &description, &wrong).is_ok();
        let (status, printed) = said("ranges", &other, &wrong);
        assert_eq!(status == ACCEPTED, right && known, "{wrong}: {printed}");
        refused += usize::from(!right);
    }
    assert!(refused > 40, "{refused}");
}

/// Options are counted over entries that have moves in common, and around cycles.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_counts_over_ranges() {
    let mut last = String::new();
    let around = |moves: &str| {
        format!(
            "RULE lost odd n >= 0 {{ 1 {moves} }} FROM_INFINITY_DOWN REPEAT <-+>(2) ENDREP \
             REPEAT <-+>(2n+2) ENDREP"
        )
    };
    for (text, is_right) in [
        ("RULE lost odd n >= 1 { 1..n } REPEAT - +n ENDREP", true),
        ("RULE lost odd n >= 1 { 1..n } REPEAT - +(n+1) ENDREP", false),
        ("RULE lost even n >= 1 { 1..n } REPEAT - +n ENDREP", false),
        ("RULE lost odd n >= 1 { 1..n n } REPEAT - +n ENDREP", true),
        ("RULE lost == 2 n >= 1 { 1..n n..2n } REPEAT -2 +(2n-1) ENDREP", true),
        ("RULE lost == 1 n >= 1 { 1..n n..2n } REPEAT -2 +(2n-1) ENDREP", false),
        ("RULE lost == 2 n >= 1 { 1..n n+1..2n } REPEAT -2 +(2n-1) ENDREP", true),
        ("RULE lost == 2 n >= 1 { 1..n n+1..2n } REPEAT - +(2n) ENDREP", false),
        ("RULE lost == 1 n >= 1 m >= n { m..m+n 1..m n } REPEAT - +(n+m) ENDREP", true),
        ("RULE lost == 1 n >= 1 m >= n { 1..n n..m } REPEAT - +m ENDREP", true),
        ("RULE lost == 1 n >= 1 m >= 1 { 1..n 1..m } REPEAT - +n ENDREP", false),
        ("RULE lost != 2 n >= 1 { 1..n 2n+1 } REPEAT - +(n+1) ENDREP", false),
        ("RULE won <= 2 n >= 3 { 1..n } REPEAT + + + -(n-2) ENDREP", true),
        ("RULE won <= 2 n >= 2 { 1..n 2..n n..n } REPEAT + + + -(n-2) ENDREP", true),
        ("RULE won < 0 n >= 0 { 1..n } REPEAT - ENDREP", true),
        (&around("5..4+4n"), true),
        (&around("5..4+2n"), false),
        (&around("5..5+4n"), false),
    ] {
        let certificate = proof_of(text);
        assert_eq!(certificate.is_some(), is_right, "{text}");
        // What has no certificate has that of the right text before it.
        last = certificate.unwrap_or_else(|| with_header_of(text, &last));
        let (status, printed) = said("counted", &last, text);
        assert_eq!(status == ACCEPTED, is_right, "{text}: {printed}");
    }
}

/// The certificate of a text, if that is proved.
fn proof_of(text: &str) -> Option<String> {
    let description = parse(text, &Options::default()).description?;
    let options = verify::Options { as_written: true, ..Default::default() };
    Some(written(&verify::certify(&description, text, &options).1?.ok()?))
}

/// Both checkers say the same of certificates in which something was changed.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_refuses_what_is_refused() {
    let mut random = Random(63);
    let (mut accepted, mut refused) = (0, 0);
    for text in [
        "RULE misere n >= 1 { n 2n } +n REPEAT -n +(2n) ENDREP",
        "RULE lost odd m >= 1 m <= 2 { 1 m } REPEAT IF m == 1 THEN - + ELSE - +2 FI ENDREP",
        "n >= 1 { 2n } FROM_INFINITY_DOWN REPEAT +n -n ENDREP REPEAT -n +(2n) -n ENDREP",
        "n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +(2n) -n ENDREP",
        "n >= 1 { n..2n } REPEAT _n An Bn ENDREP",
        "n >= 0 { 1..n } REPEAT - +n ENDREP",
        "RULE misere n >= 1 { 1..n } REPEAT + - +(n-1) ENDREP",
        "n >= 1 { 1..n } FROM_INFINITY_DOWN REPEAT +n - ENDREP REPEAT +n - ENDREP",
        "RULE lost odd n >= 1 { 1..n } REPEAT - +n ENDREP",
        "RULE lost == 2 n >= 1 { 1..n n..2n } REPEAT -2 +(2n-1) ENDREP",
        "RULE won != 1 n >= 1 { 1..n } REPEAT + -n ENDREP",
    ] {
        let (description, certificate) = (read(text), proof_of(text).expect(text));
        for _ in 0..60 {
            let (what, changed) = tamper(&certificate, 3, &mut |below| random.below(below));
            let changed = sealed_anew(&changed);
            let right = checked(&changed, &description, text).is_ok();
            let (status, printed) = said("rules_tampered", &changed, text);
            assert_eq!(status == ACCEPTED, right, "{text}: {what}: {printed}\n{changed}");
            *(if right { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 10 && refused > 200, "{accepted} {refused}");
}

/// Moves that are equal for some parameters count once there.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_asks_which_moves_are_equal() {
    for text in [
        "RULE lost >= 2 n >= 1 m == n { n m } REPEAT - ENDREP",
        "RULE lost == 1 n >= 1 m == n { n m } REPEAT -n +n ENDREP",
        "RULE won even n >= 1 { n n n } REPEAT +n -n ENDREP",
        "RULE lost odd m >= 1 m <= 2 { 1 m } REPEAT IF m == 1 THEN - + ELSE - +2 FI ENDREP",
        "RULE lost odd m >= 1 m <= 3 { 2 m 2 } REPEAT IF m == 1 THEN - +2 ELIF m == 2 THEN -2 +2 ELSE -2 + - +3 FI ENDREP",
    ] {
        let description = read(text);
        let certificate = certificate_of(&description, text);
        let (status, printed) = said("equal", &certificate, text);
        assert_eq!(status, ACCEPTED, "{text}: {printed}");
        // Without the cases that follow the first equality.
        let lines: Vec<_> = certificate.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.starts_with('k')).unwrap();
        let fewer = [&lines[..first - 1], &lines[first..]].concat();
        let fewer = resealed(&fewer);
        assert!(checked(&fewer, &description, text).is_err(), "{text}");
        assert_ne!(said("equal", &fewer, text).0, ACCEPTED, "{text}");
    }
}

/// The rule of a text that names none is the one that is asked for, else the usual one; a certificate of another one
/// is refused.
#[test]
#[ignore = "needs Coq and OCaml: cargo test -- --ignored"]
fn the_program_reads_rules_as_the_library_does() {
    let body = "n >= 1 { n } REPEAT -n +n ENDREP";
    for (named, header, is_right) in [
        ("", "outcome", true),
        ("", "lost odd", true),
        ("", "lost == 1", true),
        ("", "lost != 0", false),
        ("", "lost even", false),
        ("", "misere", false),
        ("", "nim", false),
        ("RULE normal", "outcome", true),
        ("RULE lost > 0", "outcome", true),
        ("RULE lost\nodd", "lost odd", true),
        ("RULE lost odd", "outcome", false),
        ("RULE lost odd", "lost == 1", false),
        ("RULE lost odd RULE lost odd", "lost odd", false),
        ("RULE lost <> 1", "lost odd", false),
        ("RULE won > 18446744073709551615", "won < 0", false),
        ("RULE mex", "nim", false),
        ("RULE normal # so", "outcome", true),
    ] {
        let text = format!("{named}\n{body}");
        let right = "RULE lost odd n >= 1 { n } REPEAT -n +n ENDREP";
        let certificate = certificate_of(&read(right), right);
        let certificate = certificate.replacen("lost odd", header, 1);
        let certificate = certificate.replace(&digest(right), &digest(&text));
        let lines: Vec<_> = certificate.lines().map(str::to_owned).collect();
        let certificate = resealed(&lines);
        let rule: Option<Rule> = match header {
            "nim" => "mex".parse().ok(),
            "outcome" => "normal".parse().ok(),
            other => other.parse().ok(),
        };
        let read = parse(&text, &Options { rule, ..Options::default() }).description;
        let found = read.is_some_and(|read| checked(&certificate, &read, &text).is_ok());
        assert_eq!(found, is_right, "{named} {header}");
        let asked = rule.map_or(header.to_owned(), |rule| rule.to_string());
        let (status, printed) = said_by("names", &certificate, &text, &[&asked]);
        assert_eq!(status == ACCEPTED, is_right, "{named} {header}: {printed}");
        assert!(!is_right || printed.contains(&format!("the rule {asked}, for all")), "{printed}");
        // Nobody asked for the rule of the certificate.
        let (status, printed) = said("names", &certificate, &text);
        let is_own = !named.is_empty() || header == "outcome";
        assert_eq!(status == ACCEPTED, is_right && is_own, "{named} {header}: {printed}");
    }
}

/// A theorem names its rule, and is none for another one.
#[test]
#[ignore = "needs Coq: cargo test -- --ignored"]
fn coq_proves_theorems_about_every_rule() {
    let proved = |source: &str| {
        let description = read(source);
        coq::theorem(&description, source, &with_periods(&description, source)).unwrap()
    };
    let misere = proved("RULE misere n >= 1 { n 2n } +n REPEAT -n +(2n) ENDREP");
    assert!(misere.contains("\n  misere [Z.to_nat (n); Z.to_nat (2 * n)] position."), "{misere}");
    assert!(misere.contains("\nTheorem misere_least_1 "), "{misere}");
    only_as_it_stands(
        &misere,
        &[
            ("Description Misere", "Description Normal"),
            ("  misere [Z.to_nat (n);", "  outcome [Z.to_nat (n);"),
            ("least_period (misere", "least_period (outcome"),
        ],
    );
    let one_lost = proved("RULE lost == 1 n >= 1 { n 2n } REPEAT -n +(2n) ENDREP");
    let stated = "value (Lost (Is Equal 1)) None [Z.to_nat (n); Z.to_nat (2 * n)] position.";
    assert!(one_lost.contains(stated), "{one_lost}");
    only_as_it_stands(
        &one_lost,
        &[
            ("Description (Lost (Is Equal 1))", "Description (Lost (Is Equal 2))"),
            ("value (Lost (Is Equal 1)) None", "value (Lost (Is Equal 2)) None"),
            ("value (Lost (Is Equal 1)) None", "value (Lost Odd) None"),
        ],
    );
    let sink = proved("n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +(2n) -n ENDREP");
    assert!(sink.contains("\n  value Normal (past_at D [n]) [Z.to_nat (n);"), "{sink}");
    only_as_it_stands(
        &sink,
        &[
            ("[Word 0 [] (Form 1 []%Z)]", "[Word 1 [] (Form 1 []%Z)]"),
            ("[Word 0 [] (Form 1 []%Z)]", "[Word 0 [] (Form 0 []%Z)]"),
            ("value Normal (past_at D [n])", "value Normal None"),
        ],
    );
    let block =
        proved("n >= 1 { 2n } FROM_INFINITY_DOWN REPEAT +n -n ENDREP REPEAT -n +(2n) -n ENDREP");
    only_as_it_stands(
        &block,
        &[
            (
                "[Word 1 [] (Form 0 [1]%Z); Word 0 [] (Form 0 [1]%Z)]]",
                "[Word 0 [] (Form 0 [1]%Z)]]",
            ),
            ("(Some 2)\n  [[]", "None\n  [[]"),
        ],
    );
    let range = proved("n >= 1 { n..2n } REPEAT -n +(2n) ENDREP");
    let stated = "\n  outcome (map Z.to_nat (range (n) (2 * n) ++ [])) position.";
    assert!(range.contains(stated), "{range}");
    only_as_it_stands(
        &range,
        &[
            ("range (n) (2 * n)", "range (n) (2 * n + 1)"),
            ("Moves (Form 0 [1]%Z) (Form 0 [2]%Z)", "Move (Form 0 [1]%Z)"),
            ("Moves (Form 0 [1]%Z) (Form 0 [2]%Z)", "Moves (Form 0 [1]%Z) (Form 1 [2]%Z)"),
        ],
    );
    let counted = proved("RULE lost == 2 n >= 1 { 1..n n..2n } REPEAT -2 +(2n-1) ENDREP");
    let stated = "\n  value (Lost (Is Equal 2)) None (map Z.to_nat (range (1) (n) ++ range (n) (2 * n) ++ [])) position.";
    assert!(counted.contains(stated), "{counted}");
    only_as_it_stands(
        &counted,
        &[
            ("range (n) (2 * n)", "range (n) (2 * n + 1)"),
            ("Description (Lost (Is Equal 2))", "Description (Lost (Is Equal 1))"),
            ("Moves (Form 0 [1]%Z) (Form 0 [2]%Z)", "Moves (Form 0 [1]%Z) (Form 1 [2]%Z)"),
        ],
    );
    for source in [
        "RULE lost odd n >= 1 { 1..n } REPEAT - +n ENDREP",
        "n >= 1 { n 3n..4n } REPEAT -n +n -n +(4n) ENDREP",
        "RULE lost even m >= 1 m <= 2 { 1 m } REPEAT IF m == 1 THEN + ELSE + FI ENDREP",
        "RULE won < 0 n >= 1 { n } REPEAT - ENDREP",
        "RULE won != 3 n >= 1 { n } REPEAT + ENDREP",
        "RULE lost > 1 n >= 1 { n 2n } REPEAT -(2n) +n ENDREP",
    ] {
        let (success, printed) = compiled("rule", &proved(source));
        assert!(success, "{source}: {printed}");
    }
}
