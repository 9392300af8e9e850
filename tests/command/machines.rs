//! For programs that read: JSON in every outcome of every command, as its schema says, and strict
//! schemas.

use crate::command::schema::{name, validator};
use crate::command::{Folder, Ran, grundy};
use grundy_answers::report::schema;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const FILES: [(&str, &str); 13] = [
    ("good.nimseq", "n >= 1\n{ n }\nCLAIM period 2n\nREPEAT\n  _n An\nENDREP\n"),
    ("means.csv", "largest_move,games,sum\n7,2,20\n8,2,30\n"),
    ("wrong.nimseq", "n >= 1\n{ n }\nCLAIM period 3n\nREPEAT\n  _n A(n+1)\nENDREP\n"),
    ("claim.nimseq", "n >= 1\n{ n }\nCLAIM period 3n\nREPEAT\n  _n An\nENDREP\n"),
    ("rejected.nimseq", "n >= 1\n{ n }\nREPEAT\n  _n _BA\n"),
    ("slip.nimseq", "n>=1 { n, 2n } REPAET _n An B(n+1) _m\n"),
    ("vacuous.nimseq", "n >= 1 n <= 0\n{ n }\nREPEAT\n  _n An\nENDREP\n"),
    (
        "wrong.toml",
        "[[family]]\nnumber = 3\nmoves = \"{ n 2n }\"\np = \"7\"\nparameters = \"n >= 1\"\n",
    ),
    (
        "right.toml",
        "title = \"t\"\nsource = \"s\"\n[[family]]\nname = \"two\"\nmoves = \"{ n n+1 }\"\n\
         [family.printed]\nn = \"1..9\"\np = \"2n+1\"\nq = \"1\"\n",
    ),
    ("loose.nimseq", "n >= 1 { n } REPEAT\n_n An ENDREP\n"),
    ("wrong.statements", "[[statement]]\nnothing = 1\n"),
    ("broken.pnml", "<pnml><net>"),
    ("broken.proof", "{ \"schema\": 9 }\n"),
];

/// A command, and how it ends.  `ROOT` is the checkout.
const RUNS: [(&str, i32); 97] = [
    ("verify good.nimseq", 0),
    ("verify good.nimseq --stats", 0),
    ("verify wrong.nimseq claim.nimseq rejected.nimseq vacuous.nimseq gone.nimseq", 2),
    ("verify wrong.nimseq --fix", 1),
    ("verify slip.nimseq --diff", 3),
    ("verify slip.nimseq wrong.nimseq --fix", 3),
    ("verify claim.nimseq", 1),
    ("verify good.nimseq --time-limit 0", 4),
    ("verify good.nimseq --transitions", 0),
    ("verify good.nimseq rejected.nimseq gone.nimseq --dump", 2),
    ("verify good.nimseq --certificate proof --backend both", 0),
    ("verify good.nimseq --certificate no/folder/proof", 2),
    ("verify gone.nimseq", 2),
    ("verify", 3),
    ("verify good.nimseq --unknown", 2),
    ("verify good.nimseq --baseline gone.toml", 2),
    ("verify good.nimseq claim.nimseq --baseline known.toml --update-baseline", 0),
    ("verify ROOT/descriptions/nim ROOT/descriptions/kabelsalat broken.pnml", 3),
    ("verify ROOT/descriptions/wolf/lamps_graeff.tsv ROOT/descriptions/petri", 1),
    ("check proof good.nimseq", 0),
    ("check proof wrong.nimseq", 1),
    ("check broken.proof good.nimseq", 1),
    ("check proof rejected.nimseq", 1),
    ("check proof good.nimseq --values outcome", 3),
    ("check proof good.nimseq --start _", 1),
    ("check gone good.nimseq", 2),
    ("fmt --check good.nimseq loose.nimseq", 1),
    ("fmt --check good.nimseq rejected.nimseq", 3),
    ("fmt gone.nimseq", 2),
    ("explain", 0),
    ("explain E0301", 0),
    ("explain E9999", 2),
    ("expand good.nimseq --at n=3 --count 9", 0),
    ("expand good.nimseq --at n=3..5 --count 9", 0),
    ("expand good.nimseq --count 9", 2),
    ("expand rejected.nimseq --at n=3 --count 9", 3),
    ("expand good.nimseq --at n=3 --count 90000 --time-limit 0", 4),
    ("compile good.nimseq --emit model", 0),
    ("compile good.nimseq --emit chains", 0),
    ("compile good.nimseq --emit smt2 -o scripts", 0),
    ("compile rejected.nimseq --emit model", 3),
    ("compile good.nimseq --emit chains --time-limit 0", 4),
    ("theorem good.nimseq", 0),
    ("theorem wrong.nimseq", 1),
    ("theorem rejected.nimseq", 3),
    ("theorem vacuous.nimseq", 4),
    ("theorem good.nimseq --time-limit 0", 4),
    ("theorem gone.nimseq", 2),
    ("theorem ROOT/descriptions/subtraction/two_moves_two_parameters.nimseq", 0),
    ("new { n n+1 } --at n=1..3", 0),
    ("new { n n+1 } --time-limit 0", 4),
    ("period 3 7 8", 0),
    ("period 3 7 8 --stats", 0),
    ("period { n 2n+1 } --at n=2..4", 0),
    ("period 21 103 214 235 --limit-positions 100", 4),
    ("period 21 103 214 235 --method accelerated --time-limit 0", 4),
    ("period 0", 2),
    ("sequence 3 7 8 --count 20", 0),
    ("sequence { n n+1 } --at n=1..3 --words", 0),
    ("sequence 3 7 8 --count 9000000 --time-limit 0", 4),
    ("sequence 3 7 8 --options --count 9", 0),
    ("sequence 1 2 4 5 --superfluous", 0),
    ("sequence 1 2 4 5 --superfluous --time-limit 0", 4),
    ("find 0,1,0,1,2,3,2", 0),
    ("find 1,3,3,9,2", 4),
    ("find 1,3,3,9,2 --time-limit 0", 4),
    ("find 1,2", 2),
    ("family check right.toml", 1),
    ("family check wrong.toml", 3),
    ("family check --number 99999", 2),
    ("family theorems satz-4 --bound 9", 0),
    ("family theorems --list", 0),
    ("family theorems satz-4 --bound 9 --time-limit 0", 4),
    ("family theorems wrong.statements", 3),
    ("family theorems satz-999", 2),
    ("census --max-move 6", 0),
    ("census --max-move 6 --moves 3 --where a+b==c", 0),
    ("census --max-move 12 --symmetric --differences 2", 0),
    ("census --max-move 6 --moves 4 --mean", 0),
    ("census --max-move 9 --limit-positions 3", 4),
    ("census --max-move 40 --time-limit 0", 4),
    ("census families --moves 2 --factors 2 --summands 0..1", 0),
    ("map three 30", 0),
    ("map three 30 --borders --s1 3..20", 0),
    ("map five 20 --areas", 0),
    ("map four 20 --third --areas --step 2", 0),
    ("map four 30 --limit-positions 40", 4),
    ("map three 300 --time-limit 0", 4),
    ("plot sequence 3 7 8 --width 9 --rows 9 -o rows.svg", 0),
    ("plot sequence 3 7 8 --width 9 --rows 9", 2),
    ("plot means means.csv --fit exp", 0),
    ("plot means means.csv", 2),
    ("plot refutation wrong.nimseq -o refuted.svg", 0),
    ("plot refutation good.nimseq -o refuted.svg", 2),
    ("plot refutation rejected.nimseq -o refuted.svg", 3),
    ("infer { n 2n+1 }", 0),
    ("infer { n 2n+1 } --time-limit 0", 4),
];

/// The same for games.
const GAMES: [(&str, i32); 65] = [
    ("nim 3 4 5", 0),
    ("nim 3 4 5 --bits --why", 0),
    ("nim 1 1 5 --misere --bits --why", 0),
    ("nim 1 4 5 --bits", 0),
    ("heaps 1..2:2,1", 0),
    ("heaps 1..2:2,1 --misere", 0),
    ("heaps 3", 2),
    ("register 2 3 --list", 0),
    ("register 2 3 --limit-words 1", 4),
    ("register 0", 2),
    ("nim 3 x", 2),
    ("nim play 3 4 5", 2),
    ("kabelsalat solve 1A|2B|3AB", 3),
    ("kabelsalat solve 5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.*", 0),
    ("kabelsalat solve 7,4,6,8,6,4,-**..,+.**.,-..**", 0),
    ("kabelsalat equations 7,2,4,6,-.*,+.*", 0),
    ("kabelsalat generate -**..,-.**.,+..** --seed 4 --most 9", 0),
    ("kabelsalat generate --stacks 6 --switches 4 --seed 3", 0),
    ("kabelsalat generate --stacks 3 --switches 4", 2),
    ("kabelsalat hints 8,4,8,4,6,8,-*.**,+.***,+***.", 0),
    ("kabelsalat hints 5,5,3,3,3,3,5,+**...,+..**.,+*.*..,+.*.*.,+****.", 0),
    ("kabelsalat hints 6,3,4,3,6,+**.,+*.*,-..*", 0),
    ("kabelsalat hints 5,3,3,5,5,+*..,+*..,+.*. --time-limit 0", 4),
    ("kabelsalat hints 5,3", 3),
    ("kabelsalat graph 7,4,4,6,3,3,-**.*,+*.**,+.***", 0),
    ("kabelsalat graph 7,4,4,6,3,4,-**.*,+*.**,+.*** --presses 2", 0),
    ("kabelsalat graph 7,4,4,6,3,4,-**.*,+*.**,+.***", 2),
    ("kabelsalat graph 7,4,4,6,3,3,-**.*,+*.**,+.*** --presses 99", 4),
    ("petri info ROOT/descriptions/petri/BatchLine-6-4-3.pnml", 0),
    ("petri info broken.pnml", 3),
    ("petri info gone.pnml", 2),
    ("petri graph ROOT/descriptions/petri/Philosophers-5.pnml", 0),
    ("petri graph ROOT/descriptions/petri/Philosophers-5.pnml --list", 0),
    ("petri graph ROOT/descriptions/petri/Philosophers-5.pnml --limit-markings 9", 4),
    ("petri analyse ROOT/descriptions/petri/Philosophers-5.pnml", 0),
    ("petri analyse ROOT/descriptions/petri/Philosophers-5.pnml --limit-results 5", 4),
    ("petri convert ROOT/descriptions/petri/Philosophers-5.pnml -o n.pnml", 0),
    ("petri draw ROOT/descriptions/petri/Philosophers-5.pnml -o n.svg", 0),
    ("muehle replay d6 f4", 0),
    ("muehle replay d6 d6", 1),
    ("petri simulate ROOT/descriptions/petri/BatchLine-6-4-3.pnml --steps 9 --seed 3", 0),
    ("petri replay ROOT/descriptions/petri/BatchLine-6-4-3.pnml produce", 0),
    ("petri replay ROOT/descriptions/petri/BatchLine-6-4-3.pnml nothing", 3),
    ("wolf solve", 0),
    ("wolf repair ROOT/descriptions/wolf/tree_primary.tsv --time-limit 0", 4),
    ("wolf repair ROOT/descriptions/wolf/tree_compressed.tsv --limit-cells 1", 0),
    ("wolf repair ROOT/descriptions/wolf/moves.tsv", 3),
    ("wolf machine ROOT/descriptions/wolf/tree_primary.tsv", 0),
    ("wolf machine ROOT/descriptions/wolf/tree_primary.tsv --only damage", 0),
    ("wolf machine ROOT/descriptions/wolf/tree_primary.tsv --wolf b7,b6", 0),
    ("wolf machine ROOT/descriptions/wolf/tree_primary.tsv --wolf b7,b5", 2),
    ("wolf machine ROOT/descriptions/wolf/tree_primary.tsv --relays gone.tsv", 2),
    ("wolf machine ROOT/descriptions/wolf/moves.tsv", 3),
    ("muehle net", 0),
    ("muehle compare --depth 0 --games 1", 0),
    ("muehle compare broken.pnml", 3),
    ("infer { n 2n+1 } --by trace", 0),
    ("infer { n 2n+1 } --by trace --time-limit 0", 4),
    ("infer { n 2n+1 } --by trace -o x.nimseq", 2),
    ("infer nothing", 2),
    ("playground", 2),
    ("no-such-command", 2),
    ("explain --no-such-flag", 2),
    ("period 3 7 8 --checkpoint no/folder/file", 2),
    ("verify rejected.nimseq -o no/folder/file", 2),
];

/// A folder with the files that these commands read.
pub fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    for (name, text) in FILES {
        fs::write(folder.0.join(name), text).expect("a file");
    }
    folder
}

/// All commands here.
pub fn lines() -> impl Iterator<Item = &'static str> {
    RUNS.into_iter().chain(GAMES).map(|(line, _)| line)
}

/// The words of a command; what stands in braces is one of them.
pub fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut inside = false;
    for word in line.split(' ') {
        match inside {
            true => *words.last_mut().expect("an open brace") += &format!(" {word}"),
            false => words.push(word.replace("ROOT", env!("CARGO_MANIFEST_DIR"))),
        }
        inside = (inside || word == "{") && word != "}";
    }
    words
}

/// Runs a command with another format; [`Program::output`](crate::command::Program::output) compares
/// what it writes with the schema.
#[track_caller]
fn run(line: &str, format: [&str; 2], folder: &Path) -> (Vec<String>, Ran) {
    let mut words = words(line);
    words.extend(format.map(str::to_owned));
    let typed: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = Ran::from(grundy(&typed, folder).output().expect("grundy runs"));
    (words, ran)
}

/// The pointers of all objects in a document.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.push(at.to_owned());
            for (key, member) in members {
                assert!(!key.contains(' '), "{key} is a sentence");
                let key = key.replace('~', "~0").replace('/', "~1");
                objects(member, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(all) => {
            for (index, one) in all.iter().enumerate() {
                objects(one, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Does the schema notice each unknown member, and the missing number of the shape?
fn is_strict(words: &[String], document: &Value) {
    let validator = validator(&name(words)).expect("a schema");
    let mut places = Vec::new();
    objects(document, "", &mut places);
    // One object of a kind is enough.
    places.truncate(60);
    for place in &places {
        let mut longer = document.clone();
        longer.pointer_mut(place).expect("an object")["unknown"] = json!([[]]);
        assert!(!validator.is_valid(&longer), "{words:?}: a member more at {place:?}: {document}");
    }
    let members = document.as_object().expect("an object");
    for key in ["schema", "ended", "exit", "results", "summary", "moves", "verdict"] {
        let mut shorter = members.clone();
        let optional = match key {
            // A proof by trace may not be found.
            "moves" => name(words) == "infer",
            // Without results it could be those of `--transitions`.
            "summary" => document["results"] == json!([]),
            _ => false,
        };
        if shorter.remove(key).is_some() && !optional {
            assert!(!validator.is_valid(&shorter.into()), "{words:?}: {key} is missing");
        }
    }
}

#[test]
fn every_command_writes_json_in_every_outcome() {
    let folder = folder("json");
    let mut seen = BTreeSet::new();
    for (line, exit) in RUNS.into_iter().chain(GAMES) {
        let (words, ran) = run(line, ["--format", "json"], &folder.0);
        assert_eq!(ran.exit, Some(exit), "{line}: {ran:?}");
        let document = ran.json();
        is_strict(&words, &document);
        // A draft and a list of chains prove nothing, and the changes are what a baseline asks for.
        let other = ["new ", "--transitions", "--baseline"].iter().any(|it| line.contains(it));
        match document["verdict"].as_str() {
            Some("verified") => assert_eq!(exit, 0, "{line}"),
            Some("refuted") => assert!(exit == 1 || exit == 2 || other, "{line}"),
            Some("rejected") => assert!(exit == 3 || exit == 2, "{line}"),
            Some("undecided" | "vacuous") => assert!(exit == 4 || exit == 2 || other, "{line}"),
            verdict => panic!("{line}: {verdict:?}"),
        }
        match document.get("ended") {
            // What ended without a result says how.
            Some(ended) => {
                let how = ["", "refuted", "error", "rejected", "undecided"][exit as usize];
                assert_eq!((ended, &document["exit"]), (&json!(how), &json!(exit)), "{line}");
                let told = document["message"].as_str().is_some_and(|it| !it.is_empty());
                assert!(told, "{line}: {document}");
            }
            None => {
                seen.insert(name(&words));
            }
        }
    }
    // Every schema of a document has been used, but for what needs more than a moment.
    let names = schema::names().into_iter().filter(|it| it != "question");
    let unseen: Vec<_> = names.filter(|it| !it.ends_with("-lines") && !seen.contains(it)).collect();
    assert_eq!(unseen, Vec::<String>::new());
}

/// The schema of one command is a schema by itself, and the whole file has all of them.
#[test]
fn schemas_are_printed() {
    let folder = folder("schemas");
    let print = |line: &str| {
        let ran = Ran::from(
            grundy(&line.split(' ').collect::<Vec<_>>(), &folder.0).output().expect("grundy runs"),
        );
        assert_eq!(ran.exit, Some(0), "{line}: {ran:?}");
        serde_json::from_str::<Value>(&ran.stdout).expect("JSON")
    };
    let whole = print("explain --schema");
    assert_eq!(whole["anyOf"].as_array().map(Vec::len), Some(schema::names().len() - 1));
    let is_nim = |schema: &Value, document: &Value| {
        jsonschema::validator_for(schema).expect("a schema").is_valid(document)
    };
    let nim = print("nim 3 4 5 --format json");
    let document = |line: &str| print(&format!("explain --schema {line}"));
    assert!(is_nim(&whole, &nim) && is_nim(&document("nim"), &nim));
    assert!(!is_nim(&document("petri graph"), &nim) && !is_nim(&document("verify lines"), &nim));
    let (_, ran) = run("explain --schema chess", ["--color", "never"], &folder.0);
    let said = "error: there is no schema of chess; there are: census, ";
    assert!(ran.exit == Some(2) && ran.stderr.starts_with(said), "{ran:?}");
    let (_, ran) = run("explain E0301 --schema nim", ["--color", "never"], &folder.0);
    assert_eq!(ran.exit, Some(2), "{ran:?}");
}
