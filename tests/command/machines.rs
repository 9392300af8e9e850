//! For programs that read: JSON in every outcome of every command, as its schema says, and strict
//! schemas.

use crate::command::schema::{name, validator};
use crate::command::{Folder, Words as _};
use crate::table::rows;
use grundy_answers::report::schema;
use serde_json::{Value, json};
use std::collections::BTreeSet;

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

/// A folder with the files that these commands read.
pub fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    for (name, text) in FILES {
        folder.write(name, text);
    }
    folder
}

/// How commands end, and the commands.
pub fn runs() -> impl Iterator<Item = [&'static str; 2]> {
    rows(include_str!("machines.tsv"))
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
    for (exit, line) in runs().filter_map(|[exit, line]| Some((exit.parse().ok()?, line))) {
        let ran = folder.run(&format!("{line} --format json"));
        assert_eq!(ran.exit, Some(exit), "{line}: {ran:?}");
        let words = line.words();
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
        let ran = folder.run(line);
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
    let ran = folder.run("explain --schema chess");
    let said = "error: there is no schema of chess; there are: census, ";
    assert!(ran.exit == Some(2) && ran.stderr.starts_with(said), "{ran:?}");
    let ran = folder.run("explain E0301 --schema nim");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
}
