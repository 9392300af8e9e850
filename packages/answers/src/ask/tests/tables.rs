//! Many questions, and what has to become of them.

use super::games::{NET, RELAYS, TREE, file};
use super::{Control, Question, answer_to, ask, refused, two};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The rows of a kind, which the table explains.
fn rows<const N: usize>(kind: &str) -> Vec<[&'static str; N]> {
    let rows = include_str!("questions.tsv").lines();
    let rows = rows.filter_map(|line| line.strip_prefix(kind)?.strip_prefix('\t'));
    let cells = |row: &'static str| row.split('\t').collect::<Vec<_>>().try_into().expect(row);
    let rows: Vec<_> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "{kind}");
    rows
}

const RIGHT: &str = "n >= 1 { n } REPEAT _n An ENDREP";
const WRONG: &str = "n >= 1 { n } REPEAT _n A(n+1) ENDREP";

/// What the names in the table stand for.
static NAMED: LazyLock<[(&str, Value); 7]> = LazyLock::new(|| {
    let certificate = |text: &str| {
        let asked = json!({ "ask": "verify", "text": text, "certify": true });
        let asked = serde_json::from_value(asked).expect("a question");
        answer_to(&asked, &Control::default()).expect("a report").more["certificate"].take()
    };
    let catalogue = "title = 't'\nsource = 's'\n[[family]]\nnumber = 3\nmoves = '{ n }'\n[family.printed]\n\
                     n = '1..9'\np = '2n'\nq = '0'\n[[family]]\nnumber = 4\nmoves = '{ n n+1 }'\n\
                     [family.printed]\nn = '1..9'\np = '2n'\nq = '0'\n";
    [
        ("tree", file(TREE)),
        ("relays", file(RELAYS)),
        ("net", file(NET)),
        ("two", two()),
        ("catalogue", catalogue.into()),
        ("right", certificate(RIGHT)),
        ("wrong", certificate(WRONG)),
    ]
});

/// The value in a cell, with what its names stand for.
fn read(cell: &str) -> Value {
    let named = NAMED.iter().fold(cell.to_owned(), |cell, (name, value)| {
        cell.replace(&format!("\"@{name}\""), &value.to_string())
    });
    serde_json::from_str(&named).expect(cell)
}

#[test]
fn what_does_not_fit_is_refused() {
    for [question, reason] in rows("refused") {
        refused(&read(question), reason);
    }
}

/// Names are read by their type; a member that a kind of question does not have is an error.
#[test]
fn other_names_are_no_questions() {
    for [question, reason] in rows("unknown") {
        let error = serde_json::from_value::<Question>(read(question)).expect_err("no question");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// Each part of a question counts: another value for it gives another answer, in this member of the document.
#[test]
fn every_part_of_a_question_counts() {
    for [question, part, value, member] in rows("counts") {
        let question = read(question);
        let mut other = question.clone();
        other[part] = read(value);
        let said = |question| match ask(question) {
            Ok(document) => document.pointer(member).cloned(),
            Err(refused) => Some(refused.to_string().into()),
        };
        assert_ne!(said(&question), said(&other), "{question} {part}");
    }
}
