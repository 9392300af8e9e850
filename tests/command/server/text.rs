//! What the server knows about the parts and the names of a text.

use super::client::{Editor, RIGHT, URI};
use serde_json::{Value, json};

/// Letters that are wider in bytes, or in 16-bit units, than one.
const TEXT: &str = "# \u{e4}\u{1d538} first
# \u{20ac} second
n >= 1
CLAIM period 2n
{ n }
FOR i FROM 1 UPTO n REP
  IF i == 1 THEN # \u{1d538}
    _n
  ELSE
    LET k=n _k
  FI
  An
PER
REPEAT
  _n An
ENDREP
";

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let place = |(line, character)| json!({ "line": line, "character": character });
    json!({ "start": place(start), "end": place(end) })
}

/// The places of one letter each that an answer names, as line and column.
fn places(answer: &Value) -> Vec<(u64, u64)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let place = |it: &Value| {
        let start = &it["range"]["start"];
        let (line, column) = (number(&start["line"]), number(&start["character"]));
        assert_eq!(it["range"]["end"], json!({ "line": line, "character": column + 1 }));
        (line, column)
    };
    answer.as_array().expect("a list").iter().map(place).collect()
}

/// Clients that count columns in 16-bit units, and in bytes.
fn editors() -> [Editor; 2] {
    let bytes = json!({ "general": { "positionEncodings": ["utf-8"] } });
    [json!({}), bytes].map(|capabilities| Editor::new(&capabilities))
}

#[test]
fn names_lead_to_their_declarations() {
    for mut editor in editors() {
        editor.open(URI, TEXT);
        let k = editor.ask("textDocument/definition", Editor::at(9, 13));
        assert_eq!(k["range"], range((9, 8), (9, 9)));
        let n = editor.ask("textDocument/definition", Editor::at(11, 4));
        assert_eq!((&n["range"], &n["uri"]), (&range((2, 0), (2, 1)), &json!(URI)));
        let at = Editor::at(2, 0);
        let ask = |editor: &mut Editor, with: bool| {
            let mut params = at.clone();
            params["context"] = json!({ "includeDeclaration": with });
            places(&editor.ask("textDocument/references", params))
        };
        let all = ask(&mut editor, true);
        let expected =
            [(2, 0), (3, 14), (4, 2), (5, 18), (7, 5), (9, 10), (11, 3), (14, 3), (14, 6)];
        assert_eq!(all, expected);
        assert_eq!(ask(&mut editor, false), expected[1..]);
        let shown = editor.ask("textDocument/documentHighlight", at.clone());
        assert_eq!((places(&shown), &shown[0]["kind"]), (all, &json!(3)));
        assert_eq!(editor.ask("textDocument/definition", Editor::at(0, 3)), Value::Null);
        editor.end();
    }
}

/// A byte order mark stands before names on the same line.
#[test]
fn columns_are_counted_as_agreed() {
    for (mut editor, columns) in editors().into_iter().zip([1, 3]) {
        editor.open(URI, &format!("\u{feff}{RIGHT}"));
        let found = editor.ask("textDocument/definition", Editor::at(1, 2));
        assert_eq!(found["range"], range((0, columns), (0, columns + 1)));
        editor.end();
    }
}

#[test]
fn a_name_gets_another_letter_if_that_changes_nothing_else() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, TEXT);
    let ask = |editor: &mut Editor, (line, character): (u32, u32), name: &str| {
        let mut params = Editor::at(line, character);
        params["newName"] = json!(name);
        editor.try_to_ask("textDocument/rename", params)
    };
    let found = editor.ask("textDocument/prepareRename", Editor::at(5, 4));
    assert_eq!(found, range((5, 4), (5, 5)));
    assert_eq!(editor.ask("textDocument/prepareRename", Editor::at(5, 1)), Value::Null);
    let edits = ask(&mut editor, (5, 4), "j").expect("edits")["changes"][URI].clone();
    assert_eq!(places(&edits), [(5, 4), (6, 5)]);
    assert!(edits.as_array().expect("edits").iter().all(|it| it["newText"] == "j"));
    for (name, reason) in
        [("n", "another meaning"), ("k", "another meaning"), ("ij", "one small letter")]
    {
        let refused = ask(&mut editor, (5, 4), name).expect_err("a name in use");
        assert!(refused.contains(reason), "{name}: {refused}");
    }
    editor.edit(2, "n >= 1 { n } REPEAT _n A#");
    let refused = ask(&mut editor, (0, 0), "m").expect_err("errors");
    assert!(refused.contains("correct the errors first"), "{refused}");
    editor.end();
}

/// Pieces have names of several letters, so places move when they are renamed.
#[test]
fn pieces_are_known() {
    let text = "n >= 1\n{ n }\nDEF both(i)\n  _i Ai\nEND\nREPEAT both(n) both(n) ENDREP\n";
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, text);
    let found = editor.ask("textDocument/definition", Editor::at(5, 9));
    assert_eq!(found["range"], range((2, 4), (2, 8)));
    let hover = editor.ask("textDocument/hover", Editor::at(5, 9));
    assert!(hover.to_string().contains("a piece of the sequence: DEF both(i)"), "{hover}");
    let hover = editor.ask("textDocument/hover", Editor::at(3, 3));
    assert!(hover.to_string().contains("an argument of the piece DEF both(i)"), "{hover}");
    let mut params = Editor::at(2, 5);
    params["newName"] = json!("pair_1");
    let edits = editor.ask("textDocument/rename", params.clone())["changes"][URI].clone();
    let starts: Vec<_> = (edits.as_array().expect("edits").iter())
        .map(|it| (it["range"]["start"]["line"].as_u64(), it["newText"].as_str()))
        .collect();
    assert_eq!(starts, [2, 5, 5].map(|line| (Some(line), Some("pair_1"))));
    params["newName"] = json!("p");
    let refused = editor.try_to_ask("textDocument/rename", params).expect_err("too short");
    assert!(refused.contains("two or more"), "{refused}");
    let symbols = editor.about("textDocument/documentSymbol");
    assert_eq!(symbols[2]["name"], "DEF both(i)");
    let folds = editor.about("textDocument/foldingRange");
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(2), &json!(3)));
    editor.end();
}

#[test]
fn parts_are_listed_and_folded() {
    for mut editor in editors() {
        editor.open(URI, TEXT);
        fn names(symbols: &Value) -> String {
            let one = |it: &Value| {
                let name = it["name"].as_str().expect("a name");
                format!("{name}({})", names(&it["children"]))
            };
            symbols
                .as_array()
                .map_or(String::new(), |all| all.iter().map(one).collect::<Vec<_>>().join("; "))
        }
        let symbols = editor.about("textDocument/documentSymbol");
        assert_eq!(
            names(&symbols),
            "n >= 1(); CLAIM period 2n(); { n }(); FOR i FROM 1 UPTO n REP(IF i == 1 THEN(\
             IF i == 1 THEN(); ELSE(LET k=n()))); REPEAT()"
        );
        assert_eq!(symbols[3]["range"], range((5, 0), (12, 3)));
        assert_eq!(symbols[3]["selectionRange"], range((5, 0), (5, 23)));
        let folds = editor.about("textDocument/foldingRange");
        let lines: Vec<_> = (folds.as_array().expect("a list").iter())
            .map(|it| (it["startLine"].as_u64(), it["endLine"].as_u64()))
            .collect();
        let expected = [(0, 1), (5, 11), (6, 7), (8, 9), (13, 14)];
        assert_eq!(lines, expected.map(|(start, end)| (Some(start), Some(end))));
        assert_eq!(folds[0]["kind"], "comment");
        editor.end();
    }
}

/// The tokens as texts, with their kinds, put together again from the distances.
fn tokens(text: &str, answer: &Value, width: fn(char) -> usize) -> Vec<(String, u64, u64)> {
    let numbers: Vec<u64> = (answer["data"].as_array().expect("a list").iter())
        .map(|it| it.as_u64().expect("a number"))
        .collect();
    let lines: Vec<&str> = text.split('\n').collect();
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for five in numbers.chunks(5) {
        if five[0] > 0 {
            column = 0;
        }
        line += five[0];
        column += five[1];
        let (mut at, mut token) = (0, String::new());
        for letter in lines[usize::try_from(line).expect("a line")].chars() {
            if at >= column && at < column + five[2] {
                token.push(letter);
            }
            at += width(letter) as u64;
        }
        found.push((token, five[3], five[4]));
    }
    found
}

#[test]
fn tokens_have_their_kinds() {
    let widths: [fn(char) -> usize; 2] = [char::len_utf16, char::len_utf8];
    for (mut editor, width) in editors().into_iter().zip(widths) {
        editor.open(URI, TEXT);
        let answer = editor.about("textDocument/semanticTokens/full");
        let found = tokens(TEXT, &answer, width);
        let shown: Vec<_> = found.iter().map(|it| (it.0.as_str(), it.1, it.2)).collect();
        let start = [
            ("# \u{e4}\u{1d538} first", 0, 0),
            ("# \u{20ac} second", 0, 0),
            ("n", 5, 1),
            (">=", 3, 0),
            ("1", 2, 0),
            ("CLAIM", 1, 0),
            ("period", 1, 0),
            ("2", 2, 0),
            ("n", 5, 0),
        ];
        assert_eq!(&shown[..start.len()], start);
        for token in [("i", 6, 1), ("# \u{1d538}", 0, 0), ("k", 6, 1), ("_", 4, 0), ("PER", 1, 0)] {
            assert!(shown.contains(&token), "{token:?} in {shown:?}");
        }
        editor.end();
    }
}

#[test]
fn words_and_names_are_explained() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, TEXT);
    let mut says = |line, character, parts: &[&str]| {
        let hover = editor.ask("textDocument/hover", Editor::at(line, character));
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(parts.iter().all(|part| text.contains(part)), "{line}, {character}: {text}");
    };
    says(11, 2, &["the value `A`, at `n` positions", "begins at position `2n i - n`"]);
    let pass = "begins at position `2n^2 + n` in the first pass; each pass has `2n` positions";
    says(14, 5, &[pass]);
    says(14, 3, &["`n`: a parameter: n >= 1"]);
    says(6, 5, &["`i`: the control variable of the loop FOR i FROM 1 UPTO n REP"]);
    says(9, 13, &["`k`: a name for an expression: LET k=n"]);
    says(8, 3, &["this arm, if no earlier condition holds"]);
    says(3, 2, &["a claim about the least period"]);
    let hover = editor.ask("textDocument/hover", Editor::at(0, 7));
    assert_eq!(hover, Value::Null, "a comment");
    editor.end();
}

#[test]
fn what_is_offered_mends_the_text() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, "n>=1\n{ n }\nREPEAT _n An ENDREP\n");
    let params = |range: Value, only: Value| {
        json!({ "textDocument": { "uri": URI }, "range": range,
                "context": { "diagnostics": [], "only": only } })
    };
    let first = range((0, 1), (0, 1));
    let actions = editor.ask("textDocument/codeAction", params(first.clone(), Value::Null));
    let action = &actions[0];
    let code = action["diagnostics"][0]["code"].as_str();
    assert_eq!((action["title"].as_str(), code), (Some("Write `n >= 1`"), Some("E0109")));
    let edit = &action["edit"]["changes"][URI][0];
    assert_eq!((&edit["range"], &edit["newText"]), (&range((0, 0), (0, 4)), &json!("n >= 1")));
    let refactor = params(first, json!(["refactor"]));
    assert_eq!(editor.ask("textDocument/codeAction", refactor), json!([]));
    let elsewhere = params(range((2, 0), (2, 3)), json!(["quickfix"]));
    assert_eq!(editor.ask("textDocument/codeAction", elsewhere), json!([]));
    editor.end();
}

#[test]
fn a_repair_is_offered_only_when_it_is_proved() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, &RIGHT.replace("An", "A(n+1)"));
    let params = json!({ "textDocument": { "uri": URI }, "range": range((3, 6), (3, 7)),
                         "context": { "diagnostics": [] } });
    let some = |it: &Value| it.as_array().is_some_and(|all| !all.is_empty());
    let actions = editor.ask_until("textDocument/codeAction", &params, some);
    let title = "Write `An` instead of `A(n+1)`: verified for all parameters";
    assert_eq!(actions[0]["title"], title);
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!((&edit["range"], &edit["newText"]), (&range((3, 5), (3, 11)), &json!("An")));
    assert_eq!(actions[0]["diagnostics"][0]["code"], "E0301");
    // The offer belongs to that text only.
    editor.edit(2, &RIGHT.replace("_n An", "_(n+1) A(n+1)"));
    assert_eq!(editor.ask("textDocument/codeAction", params), json!([]));
    editor.end();
}

#[test]
fn blocks_show_where_they_begin() {
    let text = "n >= 1\n{ n }\nFOR i FROM 1 UPTO n REP\n  _n An\nPER\nREPEAT\n  _n An\nENDREP\n";
    let labels = |hints: &Value| -> Vec<(u64, String)> {
        let one = |it: &Value| {
            let line = it["position"]["line"].as_u64().expect("a line");
            (line, it["label"].as_str().expect("a label").to_owned())
        };
        hints.as_array().expect("a list").iter().map(one).collect()
    };
    let expected = |parameters: &str, second: &str| {
        [(1, format!("positions for {parameters}")), (3, "0:".to_owned()), (6, second.to_owned())]
    };
    let params = json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (8, 0)) });
    let shown = |parameters: &str| {
        let label = format!("positions for {parameters}");
        move |it: &Value| it.to_string().contains(&label)
    };
    let mut editor = Editor::with_options(&json!({}), json!({ "at": "n=3" }));
    editor.open(URI, text);
    let hints = editor.ask_until("textDocument/inlayHint", &params, shown("n = 3"));
    let positions = |hints: &Value| -> Vec<(u64, String)> {
        labels(hints).into_iter().filter(|it| !it.1.starts_with("verified")).collect()
    };
    assert_eq!(positions(&hints), expected("n = 3", "18:"));
    // Another choice, and one that the text does not allow.
    for (at, parameters, second) in
        [("n=4", "n = 4", "32:"), ("n=0", "n = 1", "2:"), ("", "n = 1", "2:")]
    {
        let settings = json!({ "settings": { "grundy": { "at": at } } });
        editor.tell("workspace/didChangeConfiguration", settings);
        let hints = editor.ask_until("textDocument/inlayHint", &params, shown(parameters));
        assert_eq!(positions(&hints), expected(parameters, second), "{at}");
    }
    let part = json!({ "textDocument": { "uri": URI }, "range": range((5, 0), (8, 0)) });
    assert_eq!(labels(&editor.ask("textDocument/inlayHint", part)), [(6, "2:".to_owned())]);
    editor.end();
}
