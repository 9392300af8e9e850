//! `grundy sequence`: forms of values, the options of positions, moves that can be left out.

use crate::command::run;
use grundy_sequence::{Rule, oracle};
use serde_json::json;

#[test]
fn values_as_numbers() {
    let note = "outcomes of { 1 3 4 }, 0 for P (lost) and 1 for N (won)\n";
    let words = "sequence 1 3 4 --format numbers --count 8";
    run(words).check(0, "0, 1, 0, 1, 1, 1, 1, 0\n", note);
    run(&format!("{words} -q")).check(0, "0, 1, 0, 1, 1, 1, 1, 0\n", "");
    // Values without letters are numbers as well.
    run("sequence 1.. --nim --format numbers --from 25 --count 4").check(0, "25, 26, 27, 28\n", "");
    let count = |words: &str| run(words).stdout.split(", ").count();
    assert_eq!(count("sequence 3 7 8 --nim --format numbers"), 100);
    let several = "n = 1  0, 1, 2\nn = 2  0, 0, 1\n";
    run("sequence '{ n 2n }' --nim --format numbers --at 1..2 --count 3").check(0, several, "");
}

#[test]
fn values_as_lines_of_a_b_file() {
    let head = "# outcomes of { 1 3 4 }, 0 for P (lost) and 1 for N (won)\n";
    let far = format!("{head}1000000000000000000 1\n1000000000000000001 0\n");
    run("sequence 1 3 4 --format bfile --from 10^18 --count 2").check(0, &far, "");
    let found = run("sequence 3 7 8 --nim --format bfile --count 500").stdout;
    let values = oracle::values(Rule::Mex, &[3, 7, 8], 500);
    let lines = values.iter().enumerate().map(|(at, value)| format!("{at} {}\n", value.0));
    assert_eq!(found, format!("# Grundy values of {{ 3 7 8 }}\n{}", lines.collect::<String>()));
}

#[test]
fn an_alphabet_of_ones_own() {
    run("sequence 1 3 4 --nim --letters 0123 --count 12").check(0, "010123201012\n", "");
    run("sequence 1 3 4 --letters PN --count 8").check(0, "PNPNNNNP\n", "");
    // No option is passed over.
    let json = run("sequence 1 3 4 --letters PN --format json");
    assert!(
        json.exit == Some(2) && json.stdout.contains("--letters changes only text"),
        "{json:?}"
    );
    for (option, name) in [
        ("--runs", "--runs"),
        ("--options", "--options"),
        ("--superfluous", "--superfluous"),
        ("--winning-moves", "--winning-moves"),
        ("--letters PN", "--letters"),
        ("--format bfile", "--format bfile"),
    ] {
        let message = format!("error: {name} does not work with real moves\n");
        run(&format!("sequence 1 'sqrt(2)' {option}")).check(2, "", &message);
    }
}

#[test]
fn a_family_shows_its_first_games() {
    let found = run("sequence '{ n 2n }' --nim --count 6").stdout;
    let first = "n = 1  _AB_AB\nn = 2  __AABB\nn = 3  ___AAA\nn = 4  ____AA\nn = 5  _____A\nn = 6  ______\n";
    assert_eq!(found, first);
    // From the first n on that makes a game.
    let found = run("sequence '{ 2 3 n-1 }' --nim --count 3").stdout;
    assert!(found.starts_with("n = 5   __A\nn = 6   __A\n"), "{found}");
    run("sequence '{ a n }' --nim").check(
        2,
        "",
        "error: a value is missing: --at a=... --at n=...\n",
    );
    run("sequence '{ n n 2n }' --nim").check(2, "", "error: the move n is listed twice\n");
    let named = run("period '{ n 3n+1 }' --at n=2..4").stdout;
    assert_eq!(run("period '{ n 3n+1 }' --at 2..4").stdout, named);
}

#[test]
fn the_values_of_the_options() {
    let found = run("sequence 3 7 8 --nim --options --from 9 --count 2");
    let values = oracle::values(Rule::Mex, &[3, 7, 8], 11);
    let letter = |at: usize| b"_ABCD"[usize::from(values[at].0)] as char;
    let line = |at: usize| {
        let options = [3, 7, 8].map(|size| format!(" {size}:{}", letter(at - size)));
        format!("{at:>2}  {} {}\n", letter(at), options.concat())
    };
    found.check(0, &(line(9) + &line(10)), "");
    // Before position 0 only a start has values; a rule that counts has options as well.
    run("sequence 2 3 --options --count 3").check(0, "0  -\n1  -\n2  +  2:-\n", "");
    let start = "0  +  2:+ 3:-\n1  +  2:- 3:+\n";
    run("sequence 2 3 --options --count 2 --rule 'lost odd' --start -+-").check(0, start, "");
    let json = run("sequence 2 3 --nim --options --from 3 --count 1 --format json").json();
    let expected = json!([{
        "position": "3", "value": "A",
        "options": [{ "move": "2", "value": "_" }, { "move": "3", "value": "_" }]
    }]);
    assert_eq!(json["results"], expected);
}

#[test]
fn moves_that_can_be_left_out() {
    let json = run("sequence 1 2 4 5 --superfluous --format json").json();
    assert_eq!((&json["superfluous"], &json["kept"]), (&json!(["4", "5"]), &json!(["1", "2"])));
    assert_eq!(json["verdict"], "verified");
    let none = run("sequence 3 7 8 --nim --superfluous");
    assert!(none.stdout.contains("\nno move can be left out\n"), "{none:?}");
    // What is not known in full is not decided.
    let ran = run("sequence 21 103 214 235 --superfluous");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(4), ""), "{ran:?}");
    assert_eq!(run("sequence squares --superfluous").exit, Some(2));
}

#[test]
fn numbers_are_found() {
    let none = run("find 26 135 412 942");
    assert_eq!(none.exit, Some(4), "{none:?}");
    assert!(none.stdout.starts_with("nothing found that has 26 135 412 942\n"), "{none:?}");
    assert!(!none.stdout.contains("agree"), "{none:?}");
    assert_eq!(run("find 1,3,3,9,2").exit, Some(4));
    let json = run("find 0,1,0,1,2,3,2 --format json").json();
    let first = json!({ "quantity": "grundy-values", "moves": "{ 1 3 4 }", "from": "0" });
    assert_eq!((&json["results"][0], &json["verdict"]), (&first, &json!("verified")));
    assert_eq!(json["compared"][0]["games"], 4095);
    // Everything that is found has the numbers.
    for one in json["results"].as_array().expect("a list") {
        let moves = one["moves"].as_str().expect("moves").trim_matches(['{', '}', ' ']);
        let from = one["from"].as_str().expect("a position");
        let words = format!("sequence {moves} --nim --format numbers --from {from} --count 7");
        run(&words).check(0, "0, 1, 0, 1, 2, 3, 2\n", "");
    }
    let families = run("find 3,5,7,9,11 --format json").json();
    for one in families["results"].as_array().expect("a list") {
        let [moves, first, last] =
            ["moves", "first", "last"].map(|it| one[it].as_str().expect("text"));
        let values = if one["quantity"].as_str().expect("text").starts_with("nim") {
            "nim"
        } else {
            "outcome"
        };
        let (first, last): (u32, u32) = (first.parse().expect("n"), last.parse().expect("n"));
        for (n, number) in (first..=last).zip([3, 5, 7, 9, 11]) {
            let words =
                ["period", moves, "--at", &n.to_string(), "--values", values, "--format", "json"];
            let found = run(&words).json();
            let key = if one["quantity"].as_str().expect("text").contains("preperiod") {
                "preperiod"
            } else {
                "period"
            };
            assert_eq!(found[key], number.to_string(), "{one}");
        }
    }
}

#[test]
fn one_game_for_papers() {
    let text = "\\begin{theorem}\nThe outcomes of the subtraction game $\\{3, 7, 8\\}$\n\
                have the least period $5$\nand the least preperiod $8$.\n\\end{theorem}\n% period     5\n";
    let found = run("period 3 7 8 --format latex").stdout;
    assert!(found.starts_with(text), "{found}");
    let cited = format!("% to cite the program: {}\n", grundy::CITATION);
    assert!(found.ends_with(&cited), "{found}");
    assert_eq!(
        grundy::CITATION,
        format!("The authors of grundy, grundy, version {}", env!("CARGO_PKG_VERSION"))
    );
    // A start is a hypothesis.
    let start = run("period 3 7 --start + --rule 'won odd' --format latex").stdout;
    assert!(start.contains("$\\{3, 7\\}$ with the start word +\nhave the "), "{start}");
    let root = run("period 1 'sqrt(2)' 3 --format latex").stdout;
    assert!(
        root.contains("$\\{1, \\sqrt{2}, 3\\}$\nhave the least period $3+\\sqrt{2}$\n"),
        "{root}"
    );
    let none = run("period squares --format latex").stdout;
    assert!(none.contains("$\\{\\text{squares}\\}$\nhave no period.\n"), "{none}");
    let vary = "period 3 7 8 --vary 3 --by 1/10 --format latex";
    run(vary).check(2, "", "error: --vary writes text and json\n");
    // What is not known is no theorem.
    let open = run("period 21 103 214 235 --limit-positions 1000 --method direct --format latex");
    assert_eq!(open.exit, Some(4), "{open:?}");
    assert!(open.stdout.lines().all(|line| line.starts_with('%')), "{open:?}");
}
