//! Theorems from descriptions: published ones, rewritten descriptions, and claims.

use crate::command::{Folder, Ran, grundy};
use grundy_kernel::Integer;
use grundy_kernel::model::{Alphabet, Description};
use grundy_language::lang::{self, Lowered};
use grundy_language::verdict::Verdict;
use grundy_prove::theorem::{Theorem, TheoremOptions, Undecided, WhyLeast, theorem};
use grundy_prove::verify::{self, verify};
use grundy_sequence::{Game, Moves, Rule, cycle};
use num_rational::BigRational;
use std::fs;

fn published(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction/");
    fs::read_to_string(format!("{folder}{name}.nimseq")).unwrap()
}

fn read(source: &str) -> Lowered {
    let lowered = lang::parse(source, &Default::default());
    assert!(lowered.description.is_some(), "{:?}\n{source}", lowered.diagnostics);
    lowered
}

/// The theorem of a description that is proved.
fn proved(source: &str, values: Alphabet) -> Theorem {
    let description = read(source).description.unwrap();
    let report = verify(&description, source, &verify::Options::default());
    assert_eq!(report.verdict, Verdict::Verified, "{source}");
    let options = TheoremOptions { values: Some(values), ..Default::default() };
    theorem(&description, &options).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// `2n if n >= 1; ...`
fn shown(theorem: &Theorem) -> [String; 2] {
    [&theorem.period, &theorem.preperiod].map(|pieces| {
        let one = |piece: &grundy_prove::theorem::Piece| {
            format!("{} if {}", piece.formula(&theorem.parameters), piece.when(&theorem.parameters))
        };
        pieces.iter().map(one).collect::<Vec<_>>().join("; ")
    })
}

/// Flammenkamp 1996: theorem 8, observations 18 and 20, the family after theorem 22.
#[test]
fn published_theorems_are_derived_and_least() {
    use Alphabet::{Nim, Outcome};
    for (name, values, period, preperiod, when) in [
        ("satz8", Nim, "14n^3 + 11n + 1", "7n + 1", "n >= 2"),
        ("satz8", Outcome, "14n^3 + 11n + 1", "0", "n >= 2"),
        ("satz8_outcome", Outcome, "14n^3 + 11n + 1", "0", "n >= 2"),
        ("obs18", Nim, "8n", "8n^2 - 1", "n >= 2"),
        ("obs18", Outcome, "4", "8n^2 - 3", "n >= 2"),
        ("obs20", Nim, "8n + 4", "8n^2 + 12n + 4", "n >= 2"),
        ("obs20", Outcome, "4", "8n^2 + 12n + 2", "n >= 2"),
        ("obs20_shifted", Outcome, "4", "8n^2 + 12n + 2", "n >= 2"),
        // n(10n+4) and (10n+4)(n + (n-5)/2) + 3n for n = 2m-1.
        ("family_1_2_4_5_6_odd", Nim, "40m^2 - 32m + 6", "60m^2 - 92m + 21", "m >= 3"),
        ("family_1_2_4_5_6_odd", Outcome, "20m - 6", "0", "m >= 3"),
        ("family_1_2_4_5_6", Outcome, "10n + 4", "0", "n >= 4"),
        ("althoefer_bueltermann", Outcome, "56n^3 + 52n^2 + 9n + 1", "0", "n >= 2"),
        ("althoefer_bueltermann_nim", Nim, "56n^3 + 52n^2 + 9n + 1", "28n^2 - 29n - 1", "n >= 6"),
        ("checked_by_hand", Outcome, "4n + 2", "3n", "n >= 5"),
        ("checked_by_hand_nim", Nim, "12n + 6", "4n + 3", "n >= 6"),
        ("odd_move", Nim, "2", "0", "n >= 3 and n mod 2 == 1"),
        ("parity", Nim, "2", "0", "n >= 1"),
        ("satz8_n1", Nim, "26", "0", "n == 1"),
        ("one_move", Nim, "2n", "0", "n >= 1"),
        ("equation", Nim, "3n", "0", "n >= 1 and m == 2n"),
        ("two_moves_any_order", Nim, "m + n", "0", "n >= 1 and 2n >= m and n <= 2m"),
        ("two_moves_two_parameters", Nim, "2m + n", "0", "n >= 1 and n <= m"),
    ] {
        let theorem = proved(&published(name), values);
        let expected = [format!("{period} if {when}"), format!("{preperiod} if {when}")];
        assert_eq!(shown(&theorem), expected, "{name} {values}");
        assert!(theorem.is_minimal(), "{name} {values}");
        assert!(!theorem.compared.is_empty(), "{name} {values}");
    }
}

/// Where n = 2m the period is smaller: theorem 4 of Flammenkamp 1996.
#[test]
fn exceptions_are_cases_of_their_own() {
    let theorem = proved(&published("two_moves_branches"), Alphabet::Nim);
    assert!(theorem.is_minimal());
    let [period, preperiod] = shown(&theorem);
    let regular = "2m + n if n >= 1 and n <= 2m - 1";
    assert_eq!(period, format!("{regular}; n if m >= 1 and n == 2m"));
    assert_eq!(preperiod, "0 if n >= 1 and n <= 2m");
    let value = |m: i64, n: i64| {
        let point = [Integer::from(m), Integer::from(n)];
        let piece = theorem.period.iter().find(|piece| piece.contains(&point)).unwrap();
        piece.at(&point).to_string()
    };
    assert_eq!((value(3, 6), value(3, 5), value(5, 3)), ("6".into(), "11".into(), "13".into()));
}

/// The moves of a description for given parameters.
fn game(description: &Description, point: &[Integer], values: Alphabet) -> Game {
    let size = |each: &grundy_kernel::model::Move| each.size.at(point).to_i64().unwrap();
    let mut sizes: Vec<_> = description.moves.iter().map(size).map(|it| it as u64).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let rule = if values == Alphabet::Nim { Rule::Mex } else { Rule::Normal };
    Game::new(Moves::new(&sizes).unwrap(), rule).unwrap()
}

#[test]
fn formulas_are_the_computed_values() {
    for (name, first, last) in [
        ("satz8", 2, 14),
        ("obs18", 2, 40),
        ("obs20", 2, 40),
        ("family_1_2_4_5_6_odd", 3, 25),
        ("family_1_2_4_5_6", 4, 30),
        ("parity", 1, 20),
        ("one_move", 1, 30),
    ] {
        let source = published(name);
        let description = read(&source).description.unwrap();
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            let theorem = proved(&source, values);
            for n in first..=last {
                let point = [Integer::from(n)];
                let found =
                    cycle(&game(&description, &point, values), 1 << 24, &Default::default());
                let found = found.unwrap();
                for (pieces, number) in
                    [(&theorem.period, found.period), (&theorem.preperiod, found.preperiod)]
                {
                    let piece = pieces.iter().find(|piece| piece.contains(&point)).unwrap();
                    let number = BigRational::from_integer(number.into());
                    assert_eq!(piece.at(&point), number, "{name} {values} {n}");
                }
            }
        }
    }
}

/// The head with the part before the endless loop, and the body.
fn parts(source: &str) -> (String, String) {
    let (before, rest) = source.split_once("REPEAT").unwrap();
    (before.to_owned(), rest.split_once("ENDREP").unwrap().0.to_owned())
}

#[test]
fn a_body_written_twice_has_the_smaller_period() {
    for name in ["satz8", "obs18", "obs20", "family_1_2_4_5_6_odd", "one_move"] {
        let source = published(name);
        let (before, body) = parts(&source);
        let twice = format!("{before}\nREPEAT\n{body}\n{body}\nENDREP\n");
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            assert_eq!(shown(&proved(&twice, values)), shown(&proved(&source, values)), "{name}");
        }
    }
}

#[test]
fn a_pass_before_the_loop_is_turned_back() {
    for name in ["satz8", "obs18", "obs20", "family_1_2_4_5_6_odd", "one_move"] {
        let source = published(name);
        let (before, body) = parts(&source);
        let peeled = format!("{before}\n{body}\nREPEAT\n{body}\nENDREP\n");
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            let theorem = proved(&peeled, values);
            assert_eq!(shown(&theorem), shown(&proved(&source, values)), "{name}");
            assert!(theorem.is_minimal(), "{name}");
        }
    }
}

/// Loops of n - 1 iterations are moved from the beginning of the body to its end.
#[test]
fn loops_before_the_loop_are_turned_back() {
    let source = published("satz8");
    let (before, body) = parts(&source);
    let (loops, rest) = body.split_once("  # later passes").unwrap();
    let rest = rest.split_once('\n').unwrap().1;
    let turned = format!("{before}\n{loops}\nREPEAT\n{rest}\n{loops}\nENDREP\n");
    assert_eq!(shown(&proved(&turned, Alphabet::Nim)), shown(&proved(&source, Alphabet::Nim)));
}

#[test]
fn repetitions_in_loops_are_seen() {
    const HEAD: &str = "n >= 1 { n 2n }\n";
    for text in [
        "FOR i FROM 1 UPTO n REP _n An Bn PER REPEAT _n An Bn ENDREP",
        "FOR i FROM 1 UPTO 3 REP _n An Bn PER REPEAT FOR i FROM 1 UPTO n REP _n An Bn PER ENDREP",
        "REPEAT FOR i FROM 1 UPTO n REP _n An Bi B(n-i) PER _n An Bn ENDREP",
        "REPEAT _n A1 A(n-1) Bn FOR i FROM 2 UPTO n REP FOR j FROM 1 UPTO i REP _n An Bn PER PER ENDREP",
        "REPEAT FOR i FROM 1 UPTO n REP IF i >= 3 THEN _n An ELSE _1 _(n-1) An FI Bn PER ENDREP",
        "_n REPEAT An Bn _n ENDREP",
        "_1 REPEAT _(n-1) An Bn _1 ENDREP",
    ] {
        let theorem = proved(&format!("{HEAD}{text}"), Alphabet::Nim);
        assert_eq!(shown(&theorem), ["3n if n >= 1", "0 if n >= 1"], "{text}");
        assert!(theorem.is_minimal(), "{text}");
    }
}

/// Parameters on which no move depends are residues and quotients: k and r of n = 3k + r.
#[test]
fn residues_are_those_of_the_parameters_of_the_game() {
    for (source, period, when) in [
        ("k >= 1 n == 3k+1 { n } REPEAT _n An ENDREP", "2n", "n >= 4 and n mod 3 == 1"),
        (
            "k >= 1 r >= 0 r <= 1 n == 2k+r { 1 n } REPEAT IF r == 0 THEN <_A>(n) B ELSE _ A FI ENDREP",
            "n + 1",
            "n >= 2 and n mod 2 == 0; 2 if n >= 3 and n mod 2 == 1",
        ),
        (
            "k >= 0 r >= 1 r <= 3 n == 3k+r { 1 2 n } REPEAT IF r == 3 THEN <_AB>(n) C ELSE _ A B FI ENDREP",
            "n + 1",
            "n >= 3 and n mod 3 == 0; 3 if n >= 1 and n mod 3 >= 1",
        ),
        (
            "k >= 0 r >= 2 r <= 4 n == 4k+r { n } REPEAT _n An ENDREP",
            "2n",
            "n >= 2 and (n + 2) mod 4 <= 2",
        ),
    ] {
        let theorem = proved(source, Alphabet::Nim);
        let [found, _] = shown(&theorem);
        assert!(found.starts_with(&format!("{period} if {when}")), "{found}\n{source}");
        assert!(theorem.is_minimal(), "{source}");
    }
}

/// For m = 0 the first word is shorter than its cycle, and has other letters around it.
#[test]
fn the_least_parameter_may_be_a_case_of_its_own() {
    let source = "m >= 0 { 7 70m+4 70m+7 }
        REPEAT <-------+++++++>(70m+4) <++++++++++---->(70m+7) ENDREP";
    let theorem = proved(source, Alphabet::Outcome);
    assert_eq!(shown(&theorem), ["140m + 11 if m >= 0", "0 if m >= 0"]);
    assert!(theorem.is_minimal());
    assert_eq!(theorem.cases().len(), 2);
}

/// The period depends on 3n modulo 10, and so on n modulo 10.
#[test]
fn remainders_of_multiples_are_those_of_the_parameter() {
    let source = "n >= 2 { 5 3n-2 } <-----+++++>(3n-2) REPEAT <+++++----->(3n+3) ENDREP";
    let theorem = proved(source, Alphabet::Outcome);
    let mut residues: Vec<_> =
        theorem.period.iter().map(|it| it.class().map(|it| it.residue)).collect();
    residues.sort_unstable();
    assert_eq!(residues, (0..10).map(Some).collect::<Vec<_>>());
    for piece in &theorem.period {
        let period = if piece.class().is_some_and(|it| it.residue == 9) { "10" } else { "3n + 3" };
        assert_eq!(piece.formula(&theorem.parameters), period);
        assert_eq!(piece.class().map(|it| it.modulus), Some(10));
    }
}

#[test]
fn patterns_are_there_for_every_case() {
    let theorem = proved(&published("satz8"), Alphabet::Nim);
    assert!(!theorem.cases().is_empty());
    for (_, found) in theorem.cases() {
        let Ok(WhyLeast::Pattern(pattern)) = &found.evidence else { panic!("no pattern") };
        let letters = &pattern.letters;
        assert!(letters.len() >= 2 && letters[0].0.is_zero());
        assert!(letters.is_sorted_by(|(a, _), (b, _)| a.at(&[9.into()]) <= b.at(&[9.into()])));
    }
}

#[test]
fn what_has_no_theorem_says_so() {
    let outcome = read(&published("satz8_outcome")).description.unwrap();
    let options = TheoremOptions { values: Some(Alphabet::Nim), ..Default::default() };
    assert_eq!(theorem(&outcome, &options).unwrap_err(), Undecided::Values);
    let raw = lang::Options { raw: true, ..Default::default() };
    let piece = lang::parse("n >= 1 { n } _n An", &raw).description.unwrap();
    assert_eq!(theorem(&piece, &TheoremOptions::default()).unwrap_err(), Undecided::Piece);
}

#[test]
fn the_program_writes_theorems() {
    let folder = Folder::new("theorem");
    let file = folder.0.join("one.nimseq");
    fs::write(&file, "n >= 1 { n }\nREPEAT _n An ENDREP\n").unwrap();
    let run = |line: &str| folder.run(line);
    let text = "period     2n  for n >= 1\n\
                preperiod  0  for n >= 1\n\
                Grundy values of { n }: v(x) = v(x+period) for all x >= preperiod, both least\n\
                least period: _ at x and A at x-1 occur together once in each period\n\
                agrees with direct computation for n = 1, 2, 3, 4, 6, 9\n";
    run("theorem one.nimseq").check(0, text, "");
    folder.write("two.nimseq", "n >= 1 { n n+1 }\nREPEAT _n An B ENDREP\n");
    let two = run("theorem two.nimseq").stdout;
    assert!(two.contains("\nleast period: B at x occurs once in each period\n"), "{two}");
    let latex = "\\begin{theorem}\n\
                 For $n \\ge 1$ the Grundy values of the subtraction game $\\{n\\}$ have the least \
                 period\n$2n$\nand the least preperiod\n$0$.\n\\end{theorem}\n";
    let latex = format!("{latex}% to cite the program: {}\n", grundy::CITATION);
    run("theorem one.nimseq --format latex").check(0, &latex, "");
    let json = run("theorem one.nimseq --values outcome --format json").json();
    assert_eq!(json["minimal"], true);
    assert_eq!(json["values"], "outcome");
    let piece = serde_json::json!({
        "when": "n >= 1", "modulus": 1, "residue": 0, "coefficients": ["0", "2"], "least": true
    });
    assert_eq!(json["period"], serde_json::json!([piece]));

    // Without a proof there is no theorem.
    fs::write(&file, "n >= 1 { n }\nREPEAT _n A(n+1) ENDREP\n").unwrap();
    let refuted = run("theorem one.nimseq");
    assert_eq!((refuted.exit, refuted.stdout.as_str()), (Some(1), ""));
    assert!(refuted.stderr.contains("wrong at position 2 for n = 1"), "{}", refuted.stderr);
    fs::write(&file, "n >= 1 { n }\nREPEAT -n +n ENDREP\n").unwrap();
    assert_eq!(run("theorem one.nimseq --values nim").exit, Some(2));
    assert_eq!(run("verify one.nimseq --format latex").exit, Some(2));
    assert_eq!(run("theorem none.nimseq").exit, Some(2));
}

/// Every document says what was proved of what, and by what; a paper keeps the condition of a number that has one
/// case only.
#[test]
fn documents_have_the_hypotheses() {
    let folder = Folder::new("theorem-documents");
    let run = |words: &[&str]| {
        Ran::from(grundy(&[&["theorem"], words].concat(), &folder.0).output().expect("grundy runs"))
    };
    let text = "n >= 1 { n 2n } REPEAT -n +(2n) ENDREP\n";
    folder.write("play.nimseq", text);
    let text = "n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +(2n) -n ENDREP\n";
    folder.write("start.nimseq", text);
    let json = |words: &[&str]| run(&[words, &["--format", "json"]].concat()).json();
    let [normal, misere, start] =
        [&["play.nimseq"][..], &["play.nimseq", "--misere"], &["start.nimseq"]].map(json);
    let by = |one: &str| serde_json::json!({ "by": one });
    for (json, values, evidence) in [
        (&normal, "outcome", vec![by("text")]),
        (&misere, "misere", vec![by("text"), by("lemma")]),
        (&start, "outcome", vec![by("text")]),
    ] {
        assert_eq!(json["verdict"], "verified");
        assert_eq!(json["moves"], serde_json::json!(["n", "2n"]));
        assert_eq!((&json["values"], &json["evidence"]), (&values.into(), &evidence.into()));
    }
    assert_eq!((normal.get("start"), &start["start"]), (None, &"-".into()));
    let path = "descriptions/subtraction/one_free_move/1_2_n.nimseq";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    // The quotient and the remainder by which the text tells cases apart are not those of the game.
    let text =
        run(&[path.with_file_name("3_6_n.nimseq").to_str().expect("a path"), "--misere", "-q"])
            .stdout;
    assert!(text.contains("  for n >= 7 and n mod 9 <= 1\n") && !text.contains("9k"), "{text}");
    let paper = run(&[path.to_str().expect("a path"), "--format", "latex"]).stdout;
    assert!(paper.contains("\nFor $n \\ge 3$ the Grundy values of"), "{paper}");
}
