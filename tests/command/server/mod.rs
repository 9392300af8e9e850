//! The language server, as an editor talks to it.

mod client;
mod text;

use crate::command::Folder;
use client::{Editor, RIGHT, URI};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

#[test]
fn findings_follow_the_text() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, "n >= 1\n{ n }\nREPEAT\n  _n A#\nENDREP\n");
    let told = editor.findings();
    assert_eq!(told["version"], 1);
    let first = &told["diagnostics"][0];
    assert_eq!((&first["severity"], &first["source"]), (&json!(1), &json!("grundy")));
    assert_eq!(first["range"]["start"], json!({ "line": 3, "character": 6 }));

    // Readable, and wrong: nothing at once, the counterexample soon.
    editor.edit(2, &RIGHT.replace("An", "A(n+1)"));
    let mut told = editor.findings();
    while told["version"] != 2 {
        told = editor.findings();
    }
    assert_eq!(told["diagnostics"], json!([]));
    let told = editor.findings();
    assert_eq!((&told["version"], &told["diagnostics"][0]["code"]), (&json!(2), &json!("E0301")));

    editor.edit(3, RIGHT);
    assert_eq!(editor.findings()["diagnostics"], json!([]));
    let told = editor.findings();
    assert_eq!((&told["version"], &told["diagnostics"]), (&json!(3), &json!([])));
    let hints = editor.ask("textDocument/inlayHint", {
        let place = |line: u32| json!({ "line": line, "character": 0 });
        let range = json!({ "start": place(0), "end": place(9) });
        json!({ "textDocument": { "uri": URI }, "range": range })
    });
    assert_eq!(hints[0]["label"], "verified for all parameters");
    assert_eq!(hints[0]["position"], json!({ "line": 1, "character": 5 }));
    let hover = editor.ask("textDocument/hover", Editor::at(1, 2));
    assert!(hover["contents"]["value"].to_string().contains("2n"), "{hover}");

    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(editor.findings()["diagnostics"], json!([]));
    editor.end();
}

/// A description whose proof takes long does not keep the editor from going on.
#[test]
fn an_edit_stops_the_check() {
    let mut editor = Editor::new(&json!({}));
    let arms: String = (1..400).map(|k| format!("ELIF i == {k} THEN _n An\n")).collect();
    let long = format!(
        "n >= 1 m >= 1\n{{ n }}\nREPEAT\nFOR i FROM 0 UPTO 500 REP IF i == 0 THEN _n An\n{arms}ELSE _n An FI PER\nENDREP\n"
    );
    editor.open(URI, &long);
    assert_eq!(editor.findings()["version"], 1);
    for version in 2..20 {
        editor.edit(version, &long);
    }
    editor.edit(20, RIGHT);
    let mut told = editor.findings();
    while told["version"] != 20 {
        // Of the texts between nothing is told but how they are read.
        told = editor.findings();
    }
    assert_eq!(editor.findings()["version"], 20);
    editor.end();
}

#[test]
fn a_text_is_put_in_the_common_layout() {
    let mut editor = Editor::new(&json!({ "general": { "positionEncodings": ["utf-8"] } }));
    editor.open(URI, "# \u{e4}\nn >= 1 { n } REPEAT _n An ENDREP");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = editor.ask("textDocument/formatting", params.clone());
    assert_eq!(edits.as_array().map(Vec::len), Some(1), "{edits}");
    let text = edits[0]["newText"].as_str().expect("a text").to_owned();
    assert!(text.ends_with(RIGHT), "{text}");
    editor.edit(2, &text);
    assert_eq!(editor.ask("textDocument/formatting", params.clone()), json!([]));
    editor.edit(3, "n >= 1 { n");
    assert_eq!(editor.ask("textDocument/formatting", params), json!([]));
    editor.end();
}

/// What a text is the editor knows, whatever it is called.
#[test]
fn the_language_decides_and_not_the_name() {
    let mut editor = Editor::new(&json!({}));
    let text = "n >= 1\r\n{ n }\r\nREPEAT\r\n_n A(n+1)\r\nENDREP\r\n";
    for uri in [
        "untitled:Untitled-1",
        "file:///w/foo.txt",
        "file:///w/noext",
        "file:///w/claims.nim",
        "inmemory://model/1",
        "git:/w/z.nimseq?{\"ref\":\"\"}",
    ] {
        editor.open(uri, text);
        let mut told = editor.findings();
        while told["uri"] != uri || told["diagnostics"] == json!([]) {
            told = editor.findings();
        }
        assert_eq!(told["diagnostics"][0]["code"], "E0301", "{uri}");
        let (document, place) = (json!({ "uri": uri }), json!({ "line": 2, "character": 1 }));
        let params = json!({ "textDocument": document, "position": place });
        assert_ne!(editor.ask("textDocument/hover", params), Value::Null, "{uri}");
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": document, "options": options });
        let edits = editor.ask("textDocument/formatting", params);
        assert_eq!(edits[0]["newText"], text.replace("_n A", "  _n A"), "{uri}");
    }
    editor.end();
}

/// Columns are those of the protocol: 16-bit units, or bytes where both sides say so.
#[test]
fn columns_are_counted_as_agreed() {
    let text = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP \u{2265}\u{1f600} foo\n";
    for (encodings, column) in [(json!(["utf-16"]), 11), (json!(["utf-8", "utf-16"]), 15)] {
        let mut editor = Editor::new(&json!({ "general": { "positionEncodings": encodings } }));
        editor.open(URI, text);
        let told = editor.findings();
        let all = told["diagnostics"].as_array().expect("findings");
        let columns: Vec<_> = all.iter().map(|it| &it["range"]["start"]["character"]).collect();
        assert!(columns.contains(&&json!(column)), "{told}");
        editor.end();
    }
}

#[test]
fn keywords_are_explained_and_completed() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, RIGHT);
    let hover = editor.ask("textDocument/hover", Editor::at(2, 3));
    assert!(hover["contents"]["value"].to_string().contains("without end"), "{hover}");
    assert_eq!(hover["range"]["end"], json!({ "line": 2, "character": 6 }));
    editor.edit(2, "n >= 1\n{ n }\nREPEAT\n  EL");
    let items = editor.ask("textDocument/completion", Editor::at(3, 4));
    let labels: Vec<_> = items.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, ["ELIF", "ELSE"]);
    editor.end();
}

#[test]
fn nonsense_is_answered_and_does_not_end_the_conversation() {
    let mut editor = Editor::new(&json!({}));
    let error = editor.try_to_ask("textDocument/nonsense", json!({})).expect_err("unknown");
    assert!(error.contains("textDocument/nonsense"), "{error}");
    assert!(editor.try_to_ask("textDocument/hover", json!({ "x": 1 })).is_err());
    editor.tell("textDocument/didOpen", json!({ "textDocument": 3 }));
    editor.tell("textDocument/didChange", json!([]));
    editor.open("file:///x.txt", "nothing");
    editor.open("file:///x.nim", "claims");
    let far = editor.ask("textDocument/hover", Editor::at(9, 9));
    assert_eq!(far, Value::Null);
    editor.end();
}

/// The path of a file of the tests.
fn script(name: &str) -> String {
    format!("{}/tests/editors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs another client; its absence is no failure.
fn with_client(command: &mut Command, name: &str) {
    let output = command.env("GRUNDY", env!("CARGO_BIN_EXE_grundy")).output();
    let Ok(output) = output else {
        eprintln!("not tried: there is no program `{name}` here");
        return;
    };
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&said));
}

#[test]
fn neovim_is_served() {
    let folder = Folder::new("neovim");
    let file = folder.0.join("x.nimseq");
    fs::write(&file, RIGHT.replace("An", "A(n+1)")).expect("a file");
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "NONE", "-S", &script("neovim.lua")]).env("FILE", &file);
    with_client(&mut command, "nvim");
}

#[test]
fn a_client_in_python_is_served() {
    let installed = Command::new("python3").args(["-c", "import pytest, pytest_lsp"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        eprintln!("not tried: pytest and pytest-lsp are not here");
        return;
    }
    let mut command = Command::new("python3");
    command.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", &script("test_server.py")]);
    with_client(&mut command, "python3");
}

/// The colours of VS Code know the keywords that the language has, and no others.
#[test]
fn the_colours_know_the_keywords() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |path| fs::read_to_string(format!("{root}/{path}")).expect("a file");
    let words = |text: &str| -> BTreeSet<String> {
        let word = |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_uppercase());
        let parts = text.split(|letter: char| !letter.is_ascii_alphabetic());
        parts.filter(|part| word(part)).map(str::to_owned).collect()
    };
    let grammar = read("grammar/description.pest");
    let quoted: Vec<_> = grammar
        .lines()
        .filter(|line| !line.starts_with("//"))
        .flat_map(|it| it.split('"').skip(1).step_by(2))
        .collect();
    let colours = read("editors/vscode/syntaxes/nimseq.tmLanguage.json");
    assert_eq!(words(&colours), words(&quoted.join(" ")));
}
