//! What descriptions prove about catalogues: for which games, and for which not.

use crate::command::{Folder, Ran, grundy};
use crate::support::Random;
use grundy_answers::ask;
use grundy_language::diagnostic::Code;
use grundy_language::formula::{Condition, Formula};
use grundy_language::lang::digest;
use grundy_language::verdict::{ProvedFor, PublishedValue, Reason, Verdict};
use grundy_published::family::model::{Entry, Record};
use grundy_published::family::{self, CATALOGUES, CheckOptions, DESCRIPTIONS, Described, TRACES};
use grundy_sequence::{Game, Moves, Rule, cycle};
use rayon::prelude::*;
use std::fs;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn described(sources: &[&str]) -> Vec<Described> {
    let names = ["first", "second", "third"];
    let read = |(name, source): (&&str, &&str)| Described::read(name, source).expect(source);
    names.iter().zip(sources).map(read).collect()
}

/// A family with printed claims (`n = "1.."; p = "2n"`) and a range to compute.
fn family(moves: &str, printed: &str, computed: &str) -> String {
    let [printed, computed] = [printed, computed].map(|claims| claims.replace("; ", "\n"));
    format!(
        "title = \"x\"\nsource = \"y\"\n[[family]]\nname = \"z\"\nmoves = \"{moves}\"\n\
         [family.printed]\n{printed}\n[family.computed]\n{computed}\n"
    )
}

fn check(catalogue: &str, descriptions: &[Described], limit_positions: u64) -> Vec<PublishedValue> {
    let catalogue = family::read(catalogue).unwrap_or_else(|it| panic!("{it:?}\n{catalogue}"));
    let descriptions = &descriptions.iter().collect::<Vec<_>>();
    family::check(
        &catalogue,
        &CheckOptions { limit_positions, descriptions, ..CheckOptions::default() },
    )
}

/// Verdict and remark of the only value.
fn only(catalogue: &str, descriptions: &[&str]) -> (Verdict, String) {
    let values = check(catalogue, &described(descriptions), 100_000);
    let [value] = values.as_slice() else { panic!("{values:?}") };
    (value.verdict, value.remark())
}

const EVEN: &str = "m >= 2 { 2m } REPEAT _(2m) A(2m) ENDREP";
const ODD: &str = "k >= 3 { 2k-1 } REPEAT _(2k-1) A(2k-1) ENDREP";

#[test]
fn no_published_file_is_forgotten() {
    let of = |folder: &str, ending: &str| {
        let entries = fs::read_dir(format!("{ROOT}/{folder}")).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let names = names.filter(|name| name.ends_with(ending));
        let mut names: Vec<_> = names.map(|name| format!("{folder}/{name}")).collect();
        names.sort();
        names
    };
    let mut known: Vec<_> = DESCRIPTIONS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert!(known.is_sorted());
    assert_eq!(known, of("descriptions/subtraction", ".nimseq"));
    let traces: Vec<_> = TRACES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(traces, of("descriptions/families", ".trace"));
    assert_eq!(Described::published().len(), known.len() + traces.len());
    known = CATALOGUES.iter().map(|(name, _)| (*name).to_owned()).collect();
    known.sort();
    assert_eq!(known, of("descriptions/families", ".toml"));
    for (name, text) in CATALOGUES.iter().chain(&DESCRIPTIONS) {
        assert_eq!(*text, fs::read_to_string(format!("{ROOT}/{name}")).unwrap(), "{name}");
    }
}

#[test]
fn published_entries_are_proved_for_all_parameters() {
    let (_, source) = CATALOGUES[2];
    let values = check(source, Described::published(), 1_000_000);
    let folder = "descriptions/subtraction";
    let satz8 = format!(
        "proved for all n >= 2 by {folder}/satz8.nimseq, for n = 1 by {folder}/satz8_n1.nimseq"
    );
    let late = format!("proved for all n >= 2 by {folder}/satz8.nimseq");
    let five = format!("proved for all n >= 5 by {folder}/family_1_2_4_5_6.nimseq");
    let [obs18, obs20] =
        ["obs18", "obs20"].map(|name| format!("proved for all n >= 2 by {folder}/{name}.nimseq"));
    for (row, column, verdict, remark) in [
        ("observation 18", "q", Verdict::Verified, &obs18),
        ("observation 18", "nim_p", Verdict::Verified, &obs18),
        // The game for n = 1 is computed.
        ("observation 20", "q", Verdict::Verified, &obs20),
        ("observation 20", "nim_q", Verdict::Verified, &obs20),
        ("theorem 8", "p", Verdict::Verified, &satz8),
        ("theorem 8", "nim_q", Verdict::Verified, &late),
        ("symmetric, five moves", "nim_q", Verdict::Verified, &five),
    ] {
        let value = values.iter().find(|value| value.row == row && value.column == column);
        let value = value.expect("a value");
        assert_eq!(value.verdict, verdict, "{row} {column}");
        let [proved @ Reason::Proved { .. }, Reason::Agrees { .. }] = &value.reasons[..] else {
            panic!("{value:?}");
        };
        assert_eq!(&proved.to_string(), remark);
    }
}

#[test]
fn descriptions_share_the_work() {
    let claim = |first: i64| {
        family("{ n }", &format!("n = \"{first}..\"; p = \"2n\""), &format!("n = \"{first}..6\""))
    };
    // n = 2 and 3 are computed.
    for first in [2, 4, 5] {
        let values = check(&claim(first), &described(&[EVEN, ODD]), 100_000);
        assert_eq!(values[0].verdict, Verdict::Verified, "{values:?}");
        let [Reason::Proved { proofs }, agrees] = &values[0].reasons[..] else {
            panic!("{values:?}");
        };
        assert_eq!(agrees.to_string(), format!("agrees for n = {first}..6"));
        let proof = |(description, games): (&str, String)| ProvedFor {
            description: Some(description.to_owned()),
            games,
        };
        let even = format!("all even n >= {}", if first < 5 { 4 } else { 6 });
        let both = [("second", "all odd n >= 5".to_owned()), ("first", even)].map(proof);
        assert!(both.iter().all(|it| proofs.contains(it)) && proofs.len() == 2, "{proofs:?}");
    }
    assert_eq!(
        only(&claim(2), &[ODD]),
        (
            Verdict::Undecided,
            "proved for all odd n >= 5 by first; agrees for n = 2..6; claimed for all".to_owned()
        )
    );
    // Of two that say the same the first is used.
    let all = "n >= 1 { n } REPEAT _n An ENDREP";
    let (verdict, remark) = only(&claim(2), &[all, ODD]);
    assert_eq!(
        (verdict, remark.split(';').next()),
        (Verdict::Verified, Some("proved for all n >= 2 by first"))
    );
}

/// Games below the first one that is described are computed, even beyond the range that the
/// catalogue computes.
#[test]
fn few_games_that_nothing_describes_are_computed() {
    let late = "m >= 8 { m } REPEAT _m Am ENDREP";
    let claim = |p: &str| family("{ n }", &format!("n = \"1..\"; p = \"{p}\""), "n = \"3..4\"");
    assert_eq!(
        only(&claim("2n"), &[late]),
        (Verdict::Verified, "proved for all n >= 8 by first; agrees for n = 1..7".to_owned())
    );
    assert_eq!(
        only(&claim("max(2n, 6)"), &[late]).1,
        "claimed 6, computed 2 at n = 1; agrees for n = 3..7; deviates for n = 1..2"
    );
    let wrong = only(&claim("2n + floor((n mod 8)/7)"), &[late]);
    assert_eq!(
        wrong,
        (
            Verdict::Refuted,
            "claimed 15, computed 14 at n = 7; agrees for n = 1..6; deviates for n = 7, 15"
                .to_owned()
        )
    );
    // Conditions that leave few games, or leave some out, prove no more than they say.
    for (conditions, remark) in [
        ("m >= 2 m <= 9", "proved for n = 2..9 by first; agrees for n = 1, 3..4; claimed for all"),
        ("m >= 2 m == 5", "proved for n = 5 by first; agrees for n = 1..4; claimed for all"),
        (
            "k >= 1 m == 2k",
            "proved for all even n >= 2 by first; agrees for n = 3..4; claimed for all",
        ),
    ] {
        let source = format!("{conditions} {{ m }} REPEAT _m Am ENDREP");
        let (verdict, found) = only(&claim("2n"), &[&source]);
        assert_eq!((verdict, found.as_str()), (Verdict::Undecided, remark), "{conditions}");
    }
}

#[test]
fn wrong_formulas_are_refuted_where_the_theorem_says() {
    let all = "m >= 1 { m } REPEAT _m Am ENDREP";
    for (p, n, claimed, computed) in [
        ("2n + floor(n/7)", "7", "15", "14"),
        ("2n + floor((n mod 5)/4)", "4", "9", "8"),
        ("2n + (n-1)(n-2)(n-3)", "4", "14", "8"),
        ("[{ if = \"n mod 6 == 5\", is = \"10\" }, { is = \"2n\" }]", "11", "10", "22"),
        ("[{ if = \"n > 1000\", is = \"n\" }, { is = \"2n\" }]", "1001", "1001", "2002"),
        ("max(2n, 40n - 9999)", "264", "561", "528"),
    ] {
        let p = if p.starts_with('[') { p.to_owned() } else { format!("\"{p}\"") };
        let source = family("{ n }", &format!("n = \"1..\"; p = {p}"), "n = \"1..3\"");
        let values = check(&source, &described(&[all]), 100_000);
        let finding = &values[0].findings[0];
        assert_eq!(
            (values[0].verdict, finding.diagnostic.code),
            (Verdict::Refuted, Code::WrongPublishedValue),
            "{p}"
        );
        let cell = finding.cell().expect("a cell");
        let at = finding.parameters().expect("parameters");
        assert_eq!(
            (at[0].1.to_string().as_str(), cell.claimed.as_str(), cell.computed.as_str()),
            (n, claimed, computed)
        );
        assert!(!values[0].reasons.iter().any(|it| matches!(it, Reason::Proved { .. })));
    }
}

#[test]
fn drops_are_part_of_the_formula() {
    let all = "m >= 1 { m } REPEAT _m Am ENDREP";
    let claim = |drops: &str| {
        let printed = format!("n = \"1..\"; p = \"4n\"; drops = [{drops}]");
        only(&family("{ n }", &printed, "n = \"1..2\""), &[all])
    };
    let half = "{ factor = 2, if = \"n >= 1\" }";
    let proved = "proved for all n >= 1 by first; agrees for n = 1..2";
    assert_eq!(claim(half), (Verdict::Verified, proved.to_owned()));
    // The last one that holds counts.
    let third = "{ factor = 4, if = \"n mod 3 == 0\" }";
    let (verdict, remark) = claim(&format!("{half}, {third}"));
    assert_eq!(verdict, Verdict::Refuted);
    assert_eq!(remark, "claimed 3, computed 6 at n = 3; agrees for n = 1..2");
    assert_eq!(claim(&format!("{third}, {half}")).0, Verdict::Verified);
}

/// What a theorem contradicts is refuted by computing it, and else left undecided.
#[test]
fn what_cannot_be_computed_is_not_refuted() {
    let all = described(&["m >= 1 { m } REPEAT _m Am ENDREP"]);
    let source = family("{ n }", "n = \"1..\"; p = \"2n + floor(n/70)\"", "n = \"1..3\"");
    let values = check(&source, &all, 100);
    assert_eq!(values[0].verdict, Verdict::Undecided);
    assert_eq!(
        values[0].remark(),
        "agrees for n = 1..3; claimed 141, proved 140 at n = 70 by first; \
         not computed for n = 70 (limit: positions); claimed for all"
    );
    assert_eq!(values[0].findings[0].limit().map(|limit| limit.name()), Some("positions"));
    // A finite range, too, is verified where it is not computed.
    let source = family(
        "{ n }",
        "n = \"30..70\"; p = \"2n\"; values = [{ n = 90, p = 180 }]",
        "n = \"40..45\"; p = {}",
    );
    let remarks: Vec<_> = (check(&source, &all, 100).into_iter())
        .map(|value| (value.remark(), value))
        .map(|(remark, value)| (value.column, value.verdict, remark))
        .collect();
    let verified =
        |column: &str, remark: &str| (column.to_owned(), Verdict::Verified, remark.to_owned());
    assert_eq!(
        remarks,
        [
            verified("p", "proved for n = 34..70 by first; agrees for n = 30..33"),
            verified("p", "proved by first"),
            verified("corrected p", "proved for n = 40..45 by first"),
        ]
    );
    let wrong = source.replace("p = 180", "p = 181");
    assert_eq!(
        check(&wrong, &all, 100)[1].remark(),
        "claimed 181, proved 180 by first; not computed (limit: positions)"
    );
}

#[test]
fn a_description_that_is_not_proved_is_not_used() {
    let source = family("{ n }", "n = \"1..\"; p = \"2n\"", "n = \"1..6\"");
    for (description, refusal) in [
        ("n >= 1 { n } REPEAT _n A(n+1) ENDREP", "it is refuted"),
        ("n >= 1 n <= 0 { n } REPEAT _n An ENDREP", "it is vacuous"),
        ("n >= 1 { n } REPEAT _n A(n-5) _5 ENDREP", "it is rejected"),
        ("n >= 1 { n n+1 } REPEAT _n An B1 ENDREP", "none of the checked families has its moves"),
    ] {
        let descriptions = described(&[description]);
        let values = check(&source, &descriptions, 1000);
        assert_eq!(values[0].verdict, Verdict::Undecided, "{description}");
        assert_eq!(values[0].remark(), "agrees for n = 1..6; claimed for all");
        let said = format!("{} is not used: {refusal}", descriptions[0].name());
        assert_eq!(descriptions[0].unused(), Some(said));
    }
    // A description of outcomes says nothing about Grundy values, and is used for the rest.
    let descriptions = described(&["n >= 1 { n } REPEAT -n +n ENDREP"]);
    let source = source.replace("p = ", "nim_p = \"2n\"\np = ");
    let verdicts: Vec<_> =
        check(&source, &descriptions, 1000).iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::Verified, Verdict::Undecided]);
    assert_eq!(descriptions[0].unused(), None);
}

#[test]
fn several_parameters_in_any_order() {
    // { m m+n } for n <= m, the period is 2m + n: the sum of both moves.
    let sum = "m >= 1 n >= 1 n <= m { m m+n } REPEAT _m Am Bn ENDREP";
    let claim = |moves: &str, when: &str, p: &str| {
        let printed =
            format!("a = \"1..\"; b = \"1..\"; where = \"{when}\"; p = \"{p}\"; q = \"0\"");
        let source =
            family(moves, &printed, &format!("a = \"1..4\"; b = \"1..4\"; where = \"{when}\""));
        let values = check(&source, &described(&[sum]), 10_000);
        (values[0].verdict, values[0].remark())
    };
    for moves in ["{ a b }", "{ b a }"] {
        let proved = claim(moves, "a < b and b <= 2a", "a + b");
        assert_eq!(proved.0, Verdict::Verified, "{}", proved.1);
        let both = claim(moves, "a < b and b <= 2a or b < a and a <= 2b", "a + b");
        assert_eq!(both.0, Verdict::Verified, "{}", both.1);
        // Beyond b = 2a nothing is proved.
        let more = claim(moves, "1 < a and a < b and b <= 2a + 1", "a + b");
        assert_eq!(more.0, Verdict::Undecided, "{}", more.1);
        assert!(
            more.1.starts_with("proved for all a, b with")
                || more.1.starts_with("proved for all b, a with"),
            "{}",
            more.1
        );
        let swapped = claim(moves, "a < b and b <= 2a", "3a");
        assert_eq!(swapped.0, Verdict::Refuted, "{}", swapped.1);
        // A mistake that no computed game shows.
        let late = claim(moves, "a < b and b <= 2a", "a + b + floor(a/5)");
        assert_eq!(
            (late.0, late.1.contains("at a = 5, b = 6") || late.1.contains("at b = 6, a = 5")),
            (Verdict::Refuted, true),
            "{}",
            late.1
        );
        // With a = b there is one move only.
        let equal = claim(moves, "a <= b and b <= 2a", "a + b");
        assert_eq!(
            equal,
            (
                Verdict::Rejected,
                "the move 1 is listed twice at a = 1, b = 1".replace(
                    "a = 1, b = 1",
                    if moves == "{ a b }" { "a = 1, b = 1" } else { "b = 1, a = 1" }
                )
            )
        );
    }
    // One parameter of the catalogue, two of the description.
    let source = family("{ 3n 5n-1 }", "n = \"1..\"; p = \"8n - 1\"", "n = \"1..3\"");
    assert_eq!(only(&source, &[sum]).1, "proved for all n >= 1 by first; agrees for n = 1..3");
}

/// A published description by the name of its file.
fn published(name: &str) -> &'static str {
    let is_named = |(path, _): &&(&str, &str)| path.ends_with(&format!("/{name}.nimseq"));
    DESCRIPTIONS.iter().find(is_named).expect("a description").1
}

/// Moves of a family that coincide beyond the computed games.
#[test]
fn two_equal_moves_are_no_family() {
    let any = published("two_moves_any_order");
    let source = family("{ n 50 }", "n = \"25..\"; p = \"n + 50\"", "n = \"40..45\"");
    assert_eq!(
        only(&source, &[any]),
        (Verdict::Rejected, "the move 50 is listed twice at n = 50".to_owned())
    );
    let apart = source.replace("p =", "where = \"n != 50\"\np =");
    let (verdict, remark) = only(&apart, &[any]);
    let by = "proved for n = 51..100 by first, for n = 25..49 by first";
    assert_eq!(
        (verdict, remark),
        (Verdict::Undecided, format!("{by}; agrees for n = 40..45; claimed for all"))
    );
}

/// Preperiods that are printed in another convention.
#[test]
fn shifted_preperiods_are_proved() {
    let obs18 = published("obs18");
    let claim = |moves: &str, q: &str| {
        let source = family(moves, &format!("n = \"2..\"; q = \"{q}\""), "n = \"2..4\"");
        source.replace("[[family]]", "[[family]]\nconvention = \"shifted\"")
    };
    let moves = "{ 2 4n-1 4n+1 4n+5 8n-2 }";
    // q = 8n^2 - 3 and the largest move, 8n - 2, and 1.
    let (verdict, remark) = only(&claim(moves, "8n^2 + 8n - 4"), &[obs18]);
    assert_eq!(
        (verdict, remark.as_str()),
        (Verdict::Verified, "proved for all n >= 2 by first; agrees for n = 2..4")
    );
    assert_eq!(only(&claim(moves, "8n^2 - 3"), &[obs18]).0, Verdict::Refuted);
    let late = only(&claim(moves, "8n^2 + 8n - 4 + floor(n/9)"), &[obs18]);
    assert_eq!(late.0, Verdict::Refuted);
    assert!(late.1.starts_with("claimed 717, computed 716 at n = 9"), "{}", late.1);
    // 0 stays 0.
    let one = "n >= 1 { n } REPEAT _n An ENDREP";
    assert_eq!(only(&claim("{ n }", "0"), &[one]).0, Verdict::Verified);
    assert_eq!(only(&claim("{ n }", "n + 1"), &[one]).0, Verdict::Refuted);
}

#[test]
fn relations_follow_from_the_moves() {
    let relation = |moves: &str, relation: &str| {
        let source = family(moves, "n = \"1..\"", "n = \"1..5\"");
        only(&source.replace("moves", &format!("relation = \"{relation}\"\nmoves")), &[])
    };
    assert_eq!(
        relation("{ 3n n 2n }", "a + b == c"),
        (Verdict::Verified, "proved for all n >= 1; agrees for n = 1..5".to_owned())
    );
    assert_eq!(
        relation("{ n 2n+1 }", "b <= 2a + 1 and (b < 60 or a < 29)").1,
        "claimed b <= 2a + 1 and (b < 60 or a < 29), computed { 30 61 } at n = 30; agrees for n = 1..5"
    );
    // Which move is the larger one changes at n = 20.
    assert_eq!(
        relation("{ 4n+1 2n+40 }", "b - a <= 50").1,
        "claimed b - a <= 50, computed { 130 181 } at n = 45; agrees for n = 1..5"
    );
    assert_eq!(relation("{ n 2n }", "a^2 < b^3").0, Verdict::Undecided);
}

/// A relation is proved for all games exactly if it holds for them, and refuted at the first one
/// for which it does not.
#[test]
fn relations_are_decided_exactly() {
    let mut random = Random(3);
    let mut counts = [0; 2];
    for _ in 0..300 {
        let mut relation = String::new();
        for part in 0..1 + random.below(3) {
            if part > 0 {
                relation += [" and ", " or "][random.below(2)];
            }
            relation += ["", "not "][random.below(2)];
            let (k, r) = (random.below(40), random.below(4));
            relation += &match random.below(8) {
                0 => format!("a mod 3 == {r}"),
                1 => format!("b mod 4 != {r}"),
                2 => format!("b >= {k}"),
                3 => format!("2a != {k}"),
                4 => format!("floor(a/2) + {r} < b - {k}"),
                5 => format!("{r} < a <= {k}"),
                6 => "b == 3a + 1".to_owned(),
                _ => format!("(a mod 2)/2 + a/3 >= {r}"),
            };
        }
        let source = family("{ 3n+1 n }", "n = \"1..\"", "n = \"1..2\"")
            .replace("moves", &format!("relation = \"{relation}\"\nmoves"));
        let condition = Condition::parse(&relation, 0).unwrap();
        let fails = |n: &i64| {
            condition.holds(&[('a', (*n).into()), ('b', (3 * n + 1).into())]) == Ok(false)
        };
        let values = check(&source, &[], 100_000);
        let [value] = values.as_slice() else { panic!("{values:?}") };
        let (verdict, remark) = (value.verdict, value.remark());
        match (1..300).find(fails) {
            None => {
                let expected = "proved for all n >= 1; agrees for n = 1..2";
                assert_eq!((verdict, remark.as_str()), (Verdict::Verified, expected), "{relation}");
                counts[0] += 1;
            }
            Some(n) => {
                assert_eq!(verdict, Verdict::Refuted, "{relation}: {remark}");
                let first = value.reasons.first();
                let at = vec![("n".to_owned(), n.into())];
                let is_first =
                    matches!(first, Some(Reason::Wrong { parameters, .. }) if *parameters == at);
                assert!(is_first, "{relation}: {remark}");
                counts[1] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// The verdict is exactly what the descriptions and the computed games imply.
#[test]
fn verdicts_follow_from_what_is_covered() {
    let mut random = Random(7);
    let mut verdicts = [0; 3];
    for _ in 0..120 {
        // Descriptions of { n } for n = step * m + offset, from <= m (<= upto).
        let mut covered: Vec<(i64, i64, i64, Option<i64>)> = Vec::new();
        let mut sources = Vec::new();
        for _ in 0..random.below(4) {
            let step = i64::try_from(1 + random.below(3)).unwrap();
            let offset = i64::try_from(random.below(4)).unwrap() - 1;
            let from = i64::try_from(2 + random.below(9)).unwrap();
            let upto = (random.below(4) == 0).then_some(from + 9);
            let bound = upto.map_or(String::new(), |upto| format!("m <= {upto}"));
            let size = format!("{step}m{offset:+}");
            sources.push(format!(
                "m >= {from} {bound} {{ {size} }} REPEAT _({size}) A({size}) ENDREP"
            ));
            covered.push((step, offset, from, upto));
        }
        let covers = |n: i64| {
            covered.iter().any(|&(step, offset, from, upto)| {
                let m = (n - offset).div_euclid(step);
                (n - offset).rem_euclid(step) == 0 && m >= from && upto.is_none_or(|upto| m <= upto)
            })
        };
        let (p, right): (&str, fn(i64) -> bool) = [
            ("2n", (|_| true) as fn(i64) -> bool),
            ("2n", |_| true),
            ("n + n", |_| true),
            ("2n + floor((n mod 6)/5)", |n| n % 6 != 5),
            ("2n + floor((n mod 3)/2)", |n| n % 3 != 2),
            ("2n + floor(n/37)", |n| n < 37),
        ][random.below(6)];
        let first = i64::try_from(1 + random.below(6)).unwrap();
        let last = first + i64::try_from(random.below(4)).unwrap();
        let source = family(
            "{ n }",
            &format!("n = \"{first}..\"; p = \"{p}\""),
            &format!("n = \"{first}..{last}\""),
        );
        let sources: Vec<_> = sources.iter().map(String::as_str).collect();
        let values = check(&source, &described(&sources), 100_000);
        let [value] = values.as_slice() else { panic!("{values:?}") };
        let (verdict, remark) = (value.verdict, value.remark());
        // Beyond 60 the remainder by 6 decides what is covered; a class that is covered leaves
        // few games, which are computed.
        let seen = |n: &i64| *n <= last || covers(*n) || covers(n % 6 + 60);
        let wrong = (first..200).filter(seen).find(|n| !right(*n));
        let context = format!("{sources:?}\n{source}\n{remark}");
        match verdict {
            Verdict::Refuted => {
                let Some(Reason::Wrong { parameters, .. }) = value.reasons.first() else {
                    panic!("{context}");
                };
                let at = parameters[0].1.to_i64().expect("a small one");
                assert!(!right(at) && wrong.is_none_or(|wrong| at <= wrong), "{context}");
            }
            verdict => {
                assert_eq!(wrong, None, "{context}");
                assert_eq!(verdict == Verdict::Verified, (60..66).all(covers), "{context}");
            }
        }
        verdicts[[Verdict::Verified, Verdict::Refuted, Verdict::Undecided]
            .iter()
            .position(|it| *it == verdict)
            .unwrap()] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 15), "{verdicts:?}");
}

/// Whatever is claimed about two moves, what is verified is right for all small ones, and what is
/// refuted is not.
#[test]
fn claims_about_two_moves_are_judged_rightly() {
    let periods: Vec<Vec<u64>> = (1..=20)
        .map(|a| (1..=20).map(|b| if a == b { 2 * a } else { period([a, b]) }).collect())
        .collect();
    let mut random = Random(11);
    let mut counts = [0; 2];
    for _ in 0..40 {
        let base = ["a != b", "a != b and b <= 2a and a <= 2b"][random.below(2)];
        let mut when = base.to_owned();
        for _ in 0..1 + random.below(3) {
            when += [
                " and a < b",
                " and b < a",
                " and b <= 2a",
                " and a <= 2b",
                " and a <= b + 3",
                " and (a mod 2 == 0 or b < 2a)",
                " and b != 2a",
                " and a + b >= 7",
            ][random.below(8)];
        }
        let p = ["a + b", "a + b", "a + b", "2a", "a + b + floor(a/9)"][random.below(5)];
        let two = DESCRIPTIONS.iter().filter(|(path, _)| path.contains("two_moves"));
        let known: Vec<_> = two.filter(|_| random.below(3) > 0).collect();
        let known: Vec<_> = known.iter().map(|(_, source)| *source).collect();
        let printed = format!("a = \"1..\"; b = \"1..\"; where = \"{when}\"; p = \"{p}\"");
        let computed = format!("a = \"1..3\"; b = \"1..3\"; where = \"{when}\"");
        let moves = ["{ a b }", "{ b a }"][random.below(2)];
        let (verdict, remark) = only(&family(moves, &printed, &computed), &known);
        let (condition, formula) =
            (Condition::parse(&when, 0).unwrap(), Formula::parse(p, 0).unwrap());
        let right = |a: usize, b: usize| {
            let at = [('a', a.into()), ('b', b.into())];
            condition.holds(&at) == Ok(false)
                || formula.value(&at).unwrap().to_string() == periods[a - 1][b - 1].to_string()
        };
        let all_right = (1..=20).all(|a| (1..=20).all(|b| right(a, b)));
        match verdict {
            Verdict::Verified => assert!(all_right, "{when}: {p}: {remark}"),
            Verdict::Refuted => assert!(!all_right, "{when}: {p}: {remark}"),
            _ => continue,
        }
        counts[usize::from(all_right)] += 1;
    }
    assert!(counts.iter().all(|count| *count >= 4), "{counts:?}");
}

/// The period of the outcomes.
fn period(mut sizes: [u64; 2]) -> u64 {
    sizes.sort_unstable();
    let game = Game::new(Moves::new(&sizes).unwrap(), Rule::Normal).unwrap();
    cycle(&game, 10_000, &Default::default()).unwrap().period
}

/// For each way to write two moves, the period that is proved is the one that is computed.
#[test]
fn proved_periods_are_those_of_the_games() {
    let descriptions = described(&["two_moves_any_order", "two_moves_branches"].map(published));
    let mut proved = 0;
    for (moves, sizes) in [
        ("{ n 2n }", (|n| [n, 2 * n]) as fn(u64) -> [u64; 2]),
        ("{ 2n+1 3n }", |n| [2 * n + 1, 3 * n]),
        ("{ 5n n+7 }", |n| [5 * n, n + 7]),
        ("{ 3n+2 n+9 }", |n| [3 * n + 2, n + 9]),
        ("{ 4n+1 9n-2 }", |n| [4 * n + 1, 9 * n - 2]),
    ] {
        let source = family(moves, "n = \"1..\"; where = \"n > 4\"; p = \"0\"", "n = \"5..40\"");
        // Every computed game is compared with what is proved, or the check panics.
        let value = &check(&source, &descriptions, 10_000)[0];
        assert_eq!(value.verdict, Verdict::Refuted);
        let values: Vec<_> = (5..40)
            .map(|n| {
                let period = period(sizes(n));
                format!("{{ n = {n}, p = {period} }}")
            })
            .collect();
        // With a limit that allows no game, only the proved ones remain.
        let single = family(moves, &format!("values = [{}]", values.join(", ")), "");
        for value in check(&single, &descriptions, 1) {
            assert!(
                value.verdict == Verdict::Verified
                    || matches!(value.reasons[..], [Reason::Open { .. }]),
                "{value:?}"
            );
            proved += usize::from(value.verdict == Verdict::Verified);
        }
    }
    assert!(proved > 50, "{proved}");
}

#[test]
fn the_command_tells_what_it_used() {
    let folder = Folder::new("family-proofs");
    let write = |name: &str, text: &str| folder.write(name, text);
    let run = |words: &[&str]| Ran::from(grundy(words, &folder.0).output().unwrap());
    write("one.toml", &family("{ n }", "n = \"1..\"; p = \"2n\"; nim_q = \"0\"", "n = \"1..3\""));
    write("wrong.nimseq", "n >= 1 { n } REPEAT _n A(n+1) ENDREP");
    write("other.nimseq", "n >= 3 { n n+1 n+2 } REPEAT _n An B2 ENDREP");
    let by = "proved for all n >= 1 by descriptions/subtraction/one_move.nimseq";
    let expected =
        ["p", "nim_q"].map(|column| format!("verified   z  {column}  {by}; agrees for n = 1..3\n"));
    let expected = expected.concat() + "2 values: 2 verified\n";
    let check = ["family", "check", "one.toml"];
    run(&check).check(0, &expected, "");
    let descriptions = ["--descriptions", "wrong.nimseq", "--descriptions", "other.nimseq"];
    run(&[&check[..], &descriptions].concat()).check(
        0,
        &expected,
        "wrong.nimseq is not used: it is refuted\n\
         other.nimseq is not used: none of the checked families has its moves\n",
    );
    let ran = run(&["family", "check", "one.toml", "--format", "json"]);
    let proofs = &ran.json()["results"][0]["reasons"][0]["proofs"];
    let expected = serde_json::json!([
        { "description": "descriptions/subtraction/one_move.nimseq", "games": "all n >= 1" }
    ]);
    assert_eq!(*proofs, expected);
    // What the user adds goes first.
    write("mine.nimseq", "k >= 0 { k+1 } REPEAT _(k+1) A(k+1) ENDREP");
    let ran = run(&[&check[..], &["--descriptions", "mine.nimseq"]].concat());
    assert!(ran.stdout.contains("proved for all n >= 1 by mine.nimseq"), "{}", ran.stdout);
    // A catalogue is verified in the same way.
    assert_eq!(run(&["verify", "one.toml"]).exit, Some(0));
    write("broken.nimseq", "n >= 1 { n } REPEAT _n");
    assert_eq!(run(&[&check[..], &["--descriptions", "broken.nimseq"]].concat()).exit, Some(3));
}

/// What is said of a description or a trace is what is done with it.
#[test]
fn the_command_says_why_it_did_not_use_something() {
    let folder = Folder::new("family-unused");
    let write = |name: &str, text: &str| folder.write(name, text);
    let moves = "{ n 2n }";
    write("one.toml", &family(moves, "n = \"1..\"; p = \"3n\"; q = \"0\"", "n = \"1..3\""));
    // 6n is a period, and nothing shows that it is the least one.
    let shown = "unique ?\nposition 1 1:1\nperiod 1 6:1\npreperiod 1\nseal d28fb983\nend 11\n";
    let head = "grundy-trace 1\nmoves 1,0 2,0\nclass 1 1\nrecurs\ns 2\nshows\n";
    write("six.trace", &format!("{head}{shown}"));
    write("misere.nimseq", "RULE misere n >= 1 { n 2n } REPEAT +n -n +n ENDREP");
    write(
        "start.nimseq",
        "n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT + ENDREP REPEAT -n +(2n) ENDREP",
    );
    for (name, said, uses) in [
        ("six.trace", "six.trace: its period is used only where it is known to be the least", true),
        ("misere.nimseq", "misere.nimseq is not used: it is about the rule misere, and ", false),
        ("start.nimseq", "start.nimseq is not used: it has values before position 0, and ", false),
    ] {
        let words = ["family", "check", "one.toml", "--descriptions", name];
        let ran = Ran::from(grundy(&words, &folder.0).output().unwrap());
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        assert!(ran.stderr.starts_with(said) && ran.stderr.lines().count() == 1, "{ran:?}");
        let by = |column: &str| {
            let line = ran.stdout.lines().find(|line| line.contains(&format!("  {column}  ")));
            line.unwrap().contains(&format!("by {name};"))
        };
        assert_eq!((by("p"), by("q")), (false, uses), "{ran:?}");
    }
}

/// What is printed need not be a polynomial.
#[test]
fn formulas_of_other_forms_are_decided() {
    let all = "n >= 1 { n } REPEAT _n An ENDREP";
    for (formula, wrong) in [
        ("max(2n, n+1)", None),
        ("2 gcd(n, 2n)", None),
        ("n + floor((2n+1)/2)", None),
        ("max(2n, 7)", Some(("n = 1", "7", "2"))),
        ("2n + floor(n/7)", Some(("n = 7", "15", "14"))),
        ("2n + max(0, n-40)", Some(("n = 41", "83", "82"))),
    ] {
        let catalogue = family("{ n }", &format!("n = \"1..\"; p = \"{formula}\""), "n = \"1..3\"");
        let values = check(&catalogue, &described(&[all]), 100_000);
        let [value] = values.as_slice() else { panic!("{values:?}") };
        match wrong {
            None => {
                assert_eq!(value.verdict, Verdict::Verified, "{formula}: {}", value.remark());
                let Reason::Proved { proofs } = &value.reasons[0] else { panic!("{value:?}") };
                assert!(proofs[0].games == "all n >= 1", "{proofs:?}");
            }
            Some((at, claimed, computed)) => {
                assert_eq!(value.verdict, Verdict::Refuted, "{formula}: {}", value.remark());
                let counterexample = value.findings[0].parameters().unwrap();
                let [(name, least)] = counterexample.as_slice() else { panic!() };
                assert_eq!(format!("{name} = {least}"), at, "{formula}");
                let message = &value.findings[0].diagnostic.message;
                assert!(message.contains(claimed) && message.contains(computed), "{message}");
            }
        }
    }
}

/// What a proof by trace shows decides claims about all games as descriptions do.
#[test]
fn proofs_by_trace_decide_formulas() {
    let folder = Folder::new("family-traces");
    let run = |words: &[&str]| Ran::from(grundy(words, &folder.0).output().unwrap());
    let write = |name: &str, text: &str| folder.write(name, text);
    let moves = "{ 2n 5n 6n+1 8n+1 }";
    let found = run(&["infer", moves, "--by", "trace", "--certificate", "it.trace", "-q"]);
    assert_eq!(found.exit, Some(0), "{found:?}");
    let traced = folder.read("it.trace");
    let check = |printed: &str, moves: &str| {
        write("one.toml", &family(moves, printed, "n = \"1..2\""));
        let words = ["family", "check", "one.toml", "--descriptions", "it.trace"];
        run(&[&words[..], &["--limit-positions", "100000", "--limit-steps", "0"]].concat())
    };
    let right = check("n = \"30..\"; p = \"14n^3 + 11n + 1\"; q = \"0\"", moves);
    assert_eq!((right.exit, right.stderr.as_str()), (Some(0), ""), "{right:?}");
    let proved = right.stdout.matches("proved for all n >= 30 by it.trace").count();
    assert_eq!(proved, 2, "{}", right.stdout);
    // Games that are too long to be computed are not refuted.
    let wrong = check("n = \"30..\"; p = \"14n^3 + 11n + 2\"; q = \"0\"", moves);
    assert_eq!(wrong.exit, Some(4), "{wrong:?}");
    let wrong = check("n = \"8..\"; p = \"14n^3 + 11n + 2\"", moves);
    assert_eq!(wrong.exit, Some(1), "{wrong:?}");
    // Other games, by one number.
    let other = check("n = \"30..\"; p = \"14n^3 + 11n + 1\"", "{ 2n 5n 6n+1 8n+2 }");
    assert!(other.stderr.contains("none of the checked families has its moves"), "{other:?}");
    assert!(!other.stdout.contains("it.trace"), "{other:?}");
    // A certificate that is not accepted proves nothing.
    write("it.trace", &traced.replace("period 1 14:3", "period 1 15:3"));
    let forged = check("n = \"30..\"; p = \"14n^3 + 11n + 1\"", moves);
    assert_eq!((forged.exit, forged.stdout.as_str()), (Some(2), ""), "{forged:?}");
    assert!(forged.stderr.contains("it.trace is not accepted"), "{forged:?}");
}

/// What is on record is reported where a value is undecided; nothing follows from it.
#[test]
fn proofs_on_record_prove_nothing() {
    let hash = "0123456789abcdef".repeat(4);
    let text = |certificate: &str, printed: &str| {
        family("{ 2n 5n 6n+1 8n+1 }", printed, "n = \"1..2\"")
            + "[family.proved]\ngames = \"all n >= 1\"\ncommand = \"grundy infer x\"\n"
            + &format!("certificate = \"{certificate}\"\n")
    };
    for (p, verdict) in [("14n^3 + 11n + 1", Verdict::Undecided), ("n", Verdict::Refuted)] {
        let printed = format!("n = \"1..200\"; p = \"{p}\"");
        let values = check(&text(&hash, &printed), &[], 1000);
        let [value] = values.as_slice() else { panic!("{values:?}") };
        let said = "on record as proved for all n >= 1: grundy infer x";
        let told = value.reasons.last().is_some_and(|it| it.to_string() == said);
        assert_eq!((value.verdict, told), (verdict, verdict == Verdict::Undecided), "{value:?}");
    }
    for wrong in [&hash[1..], &hash.replace('a', "g"), ""] {
        let read = family::read(&text(wrong, "n = \"1..2\"; p = \"n\""));
        let errors = read.expect_err("no hash");
        assert!(errors.iter().all(|it| it.message.contains("SHA-256")), "{errors:?}");
    }
}

/// What is on record is proved again where its certificate is kept, which then is the same; the others
/// are too large to be kept, and their proofs take minutes.
#[test]
fn proofs_on_record_with_a_kept_certificate_are_found_again() {
    found_again(|file| file != SLOW);
}

#[test]
#[ignore = "half a minute"]
fn the_slowest_proof_on_record_is_found_again() {
    found_again(|file| file == SLOW);
}

/// The kept certificate that takes longest to find.
const SLOW: &str = "quartic.trace";

fn found_again(which: impl Fn(&str) -> bool) {
    let folder = Folder::new("family-records");
    let mut records = Vec::new();
    for (name, text) in CATALOGUES {
        let catalogue = family::read(text).unwrap_or_else(|it| panic!("{name}: {it:?}"));
        for entry in &catalogue.entries {
            let Entry::Family(one) = entry else { continue };
            let Some(record) = &one.proved else { continue };
            let file = record.command.split(' ').next_back().expect("a file").to_owned();
            let kept = TRACES.iter().find(|(name, _)| name.ends_with(&format!("/{file}")));
            records.extend(kept.map(|(_, kept)| (record.clone(), file, kept)));
        }
    }
    assert_eq!(records.len(), TRACES.len(), "a certificate is kept for no family");
    records.retain(|(_, file, _)| which(file));
    assert!(!records.is_empty());
    records.par_iter().for_each(|(Record { games, command, certificate }, file, kept)| {
        let words: Vec<_> = command.split('\'').collect();
        let [_, moves, options] = words[..] else { panic!("{command}") };
        let words = ["infer", moves, "--format", "json"];
        let words = words.into_iter().chain(options.split_whitespace());
        let found = Ran::from(grundy(&words.collect::<Vec<_>>(), &folder.0).output().unwrap());
        assert_eq!(found.exit, Some(0), "{command}: {found:?}");
        let from = games.strip_prefix("all n >= ").expect("all games");
        assert_eq!(found.json()["from"].as_str(), Some(from), "{games}: {}", found.stdout);
        let bytes = folder.bytes(file);
        assert_eq!(String::from_utf8(bytes).unwrap(), **kept, "{file}");
        assert_eq!(&digest(kept), certificate, "{command}");
    });
}

/// What `infer` proves of a family within this much work is in the catalogue; `docs/families.md` has the rows.
#[test]
#[ignore = "a search in each family without a proof"]
fn no_family_without_a_proof_can_be_inferred() {
    const WORK: u64 = 1 << 16;
    let page = fs::read_to_string(format!("{ROOT}/docs/families.md")).unwrap();
    let is_open = |row: &&str| row.ends_with("| none |") && !row.contains("*m*");
    let open: Vec<_> = page.lines().filter(is_open).collect();
    assert!(open.len() > 40, "{open:?}");
    let inferred = |row: &&str| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let mut game = ask::Game::new(&cells[2].replace('*', "").replace('−', "-"));
        game.values = cells[1].ends_with("Grundy values").then(|| "nim".to_owned());
        let question = ask::families::Infer { game, work: Some(WORK), ..Default::default() };
        let reply = question.reply(&ask::Control::default()).unwrap();
        reply.json.contains("\"verdict\": \"verified\"")
    };
    let inferred: Vec<_> = open.par_iter().copied().filter(inferred).collect();
    assert_eq!(inferred, [""; 0]);
}
