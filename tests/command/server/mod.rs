//! The language server, as an editor talks to it.

mod client;
mod protocol;
mod text;

use crate::command::{Folder, grundy};
use client::{Editor, RIGHT, URI};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
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
        // Of the texts between, only how they are read is reported.
        told = editor.findings();
    }
    assert_eq!(editor.findings()["version"], 20);
    editor.end();
}

#[test]
fn a_text_is_put_in_the_common_layout() {
    let mut editor = Editor::new(&json!({ "general": { "positionEncodings": ["utf-8"] } }));
    editor.open(URI, &format!("# \u{e4}\n{}", RIGHT.replace("  ", "\t").trim_end()));
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
    let text = "n \u{2265} 1 { n } foo\nREPEAT\n  _n An\nENDREP\n";
    for (encodings, column) in [(json!(["utf-16"]), 12), (json!(["utf-8", "utf-16"]), 14)] {
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
    assert!(hover["contents"]["value"].to_string().contains("repeated endlessly"), "{hover}");
    assert_eq!(hover["range"]["end"], json!({ "line": 2, "character": 6 }));
    editor.edit(2, "n >= 1\n{ n }\nREPEAT\n  EL");
    let items = editor.ask("textDocument/completion", Editor::at(3, 4));
    let labels: Vec<_> = items.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, ["ELIF", "ELSE"]);
    editor.end();
}

/// What the report of the command has below its message, wherever an editor can show it.
#[test]
fn a_counterexample_is_shown() {
    let wrong = RIGHT.replace("An", "A(n+1)");
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, &wrong);
    let parts = [
        "smallest counterexample: n = 1, position 2",
        "move  takes  leads to  value there",
        "n         1         1  A",
        "described  _ A2",
        "computed   _ A",
        "grundy expand /x.nimseq --at n=1 --from 1 --count 2",
        "grundy sequence '{ n }' --at n=1 --values nim --from 1 --count 2",
    ];
    let hovered = |it: &Value| it["contents"]["value"].as_str().unwrap_or_default().to_owned();
    let hover = editor.ask_until("textDocument/hover", &Editor::at(3, 6), |it| {
        parts.iter().all(|part| hovered(it).contains(part))
    });
    assert!(hovered(&hover).contains("the rule gives _"), "{hover}");
    let folder = Folder::new("shown");
    folder.write("x.nimseq", &wrong);
    let report = grundy(&["verify", "x.nimseq"], &folder.0).output().expect("grundy runs").stdout;
    let report = String::from_utf8(report).expect("a text");
    let line = |line: &&str| line.starts_with("    move") || line.starts_with("    described");
    assert_eq!(report.lines().filter(line).count(), 2);
    assert!(report.lines().filter(line).all(|line| hovered(&hover).contains(line)), "{hover}");

    let lenses = editor.about("textDocument/codeLens");
    assert_eq!(lenses.as_array().map(Vec::len), Some(1), "{lenses}");
    assert_eq!(lenses[0]["range"]["start"], json!({ "line": 3, "character": 5 }));
    let lens = &lenses[0]["command"];
    let title = lens["title"].as_str().expect("a title");
    assert_eq!(title, "Counterexample: n = 1, position 2, described A, computed _");
    assert_eq!(lens["arguments"], json!([URI]));
    // An editor that does not open the text shows it as a message.
    let opened = editor.execute(lens["command"].as_str().expect("a name"));
    let opened = opened.as_str().expect("a text");
    assert!(parts.iter().all(|part| opened.contains(part)), "{opened}");
    // The book shows this session.
    let book = include_str!("../../../docs/editors.md");
    let block = |text: &str| format!("```text\n{}\n```\n", text.trim_end_matches('\n'));
    let hover = hovered(&hover);
    let evidence = hover.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    for part in [&wrong, evidence.expect("the counterexample"), title] {
        assert!(book.contains(&block(part)), "{part}");
    }
    assert!(
        hover.contains("wrong at position 2")
            && book.contains(&block(hover.split('\n').next().unwrap()))
    );
    editor.end();

    // Each sentence of the finding has a place of its own.
    let text = "n >= 1\n{ n 3n+1 }\nREPEAT\n  _n An _n A(n+1) B\nENDREP\n";
    let mut editor = Editor::with_options(&json!({}), json!({ "opens": true }));
    editor.open(URI, text);
    let mut told = editor.findings();
    while told["diagnostics"] == json!([]) {
        told = editor.findings();
    }
    let related = told["diagnostics"][0]["relatedInformation"].as_array().expect("a list");
    let place = |it: &Value| {
        let start = &it["location"]["range"]["start"];
        let at = [&start["line"], &start["character"]].map(|it| it.as_u64().expect("a number"));
        (at, it["message"].as_str().expect("a text").to_owned())
    };
    let related: Vec<_> = related.iter().map(place).collect();
    let expected = [
        ([0, 0], "the counterexample is at n = 1, position 4"),
        ([3, 2], "the move 3n+1 leads to position 0, where this word puts _"),
        ([3, 11], "the move n leads to position 3, where this word puts A"),
        ([1, 0], "the value is mex { _ A } = B; the description claims A"),
    ];
    assert_eq!(related, expected.map(|(at, says)| (at, says.to_owned())));
    let opened = editor.execute("grundy.showCounterexample");
    assert!(opened.as_str().expect("a text").contains("smallest counterexample: n = 1"));
    assert!(editor.try_to_ask("workspace/executeCommand", json!({ "command": "x" })).is_err());
    editor.end();
}

/// Edits are sent as edits.
#[test]
fn changes_are_applied_in_their_order() {
    for (encodings, after) in [(json!(["utf-16"]), 4), (json!(["utf-8"]), 6)] {
        let mut editor = Editor::new(&json!({ "general": { "positionEncodings": encodings } }));
        editor.open(URI, &format!("# \u{1d538}\r\n{RIGHT}"));
        editor.findings();
        let place = |line: u32, character: u32| json!({ "line": line, "character": character });
        let change = |start: Value, end: Value, text: &str| json!({ "range": { "start": start, "end": end }, "text": text });
        let changes = json!([
            change(place(0, after), place(1, 0), "?\n\n"),
            change(place(5, 5), place(5, 99), "A(n+1)"),
            change(place(1, 0), place(2, 0), ""),
            change(place(9, 9), place(9, 9), "# the end"),
            // An end before the start counts as the start.
            change(place(0, 1), place(0, 0), "#"),
        ]);
        let document = json!({ "uri": URI, "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        editor.tell("textDocument/didChange", params);
        let mut told = editor.findings();
        while told["diagnostics"] == json!([]) {
            told = editor.findings();
        }
        assert_eq!(told["diagnostics"][0]["range"]["start"], place(4, 5), "{told}");
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": URI }, "options": options });
        let edits = editor.ask("textDocument/formatting", params);
        let wrong = RIGHT.replace("An", "A(n+1)");
        assert_eq!(edits[0]["newText"], format!("## \u{1d538}?\n{wrong}# the end\n"));
        editor.end();
    }
}

/// The text after the only edit of a change.
fn edited(text: &str, edit: &Value) -> String {
    let [edit] = &edit["changes"][URI].as_array().expect("edits")[..] else { panic!("{edit}") };
    let at = |place: &Value| {
        let [line, character] = ["line", "character"]
            .map(|it| place[it].as_u64().and_then(|it| it.try_into().ok()).unwrap());
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + character
    };
    let (start, end) = (at(&edit["range"]["start"]), at(&edit["range"]["end"]));
    format!("{}{}{}", &text[..start], edit["newText"].as_str().unwrap(), &text[end..])
}

/// Drafts and inferred descriptions are written where the sequence is, or is missing.
#[test]
fn a_description_is_written_from_the_moves() {
    let mut editor = Editor::new(&json!({}));
    let head = "# mine\nCLAIM period 4n + 1\nn >= 1\n{ n 3n+1 }\n";
    editor.open(URI, head);
    let titles = |actions: &[Value]| -> Vec<String> {
        let title = |it: &Value| it["title"].as_str().expect("a title").to_owned();
        actions.iter().filter(|it| it["kind"] == "refactor.rewrite").map(title).collect()
    };
    let actions = editor.actions(3, 3, Some("refactor"));
    let expected = ["Write a draft of the sequence", "Infer the sequence and prove it"];
    assert_eq!(titles(&actions), expected);
    assert_eq!(editor.actions(3, 3, Some("quickfix")).len(), 0);
    for action in &actions {
        editor.edit(2, head);
        assert_eq!(editor.execute(action["command"]["command"].as_str().unwrap()), Value::Null);
        let edit = editor.told("workspace/applyEdit");
        let text = edited(head, &edit["edit"]);
        assert!(
            text.starts_with("# mine\nCLAIM period 4n + 1\nn >= 1\n{ n 3n+1 }\nREPEAT\n"),
            "{text}"
        );
        editor.edit(3, &text);
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let asked = json!({ "textDocument": { "uri": URI }, "range": range });
        editor.ask_until("textDocument/inlayHint", &asked, |it| {
            it.to_string().contains("verified for all parameters")
        });
        // What is claimed already is not offered again.
        let offered = titles(&editor.actions(3, 3, None));
        assert_eq!(offered[0], "Add what was proved: preperiod 0");
        assert_eq!(offered[1], "Replace the sequence with a draft");
        // The claims between stay.
        let between = text.replace("{ n 3n", "CLAIM preperiod 0\n{ n 3n");
        editor.edit(4, &between);
        editor.execute("grundy.draft");
        let again = edited(&between, &editor.told("workspace/applyEdit")["edit"]);
        let start = "# mine\nCLAIM period 4n + 1\nCLAIM preperiod 0\nn >= 1\n{ n 3n+1 }\nREPEAT\n";
        assert!(again.starts_with(start), "{again}");
    }
    // Where nothing is found, the reason is shown, and nothing is written.
    editor.edit(5, "n >= 1\n{ 2n 5n 6n+1 8n+1 }\n");
    editor.execute("grundy.draft");
    let told = editor.told("window/showMessage");
    assert_eq!(told["message"], "no draft was written: no loop shows in n = 1..6");
    // Values before position 0 are not the moves alone.
    editor.edit(6, "n >= 1\n{ n }\nFROM_INFINITY_DOWN REPEAT A ENDREP\nREPEAT _n An ENDREP\n");
    assert_eq!(titles(&editor.actions(1, 3, None)), [""; 0]);
    editor.end();
}

#[test]
fn bounds_claims_and_parameters_are_changed() {
    let mut editor = Editor::new(&json!({}));
    let changed = |editor: &mut Editor, text: &str, (line, column), title: &str| -> String {
        editor.edit(9, text);
        let start = std::time::Instant::now();
        loop {
            let actions = editor.actions(line, column, None);
            if let Some(it) = actions.iter().find(|it| it["title"] == title) {
                return edited(text, &it["edit"]);
            }
            assert!(start.elapsed().as_secs() < 60, "{actions:?}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    editor.open(URI, "");
    let negative = "n >= 1\n{ n 3n+1 }\nREPEAT\n  _n A(n-2) _n A(n+2) B\nENDREP\n";
    let raised = changed(&mut editor, negative, (3, 6), "Raise the bound: `n >= 2`");
    assert_eq!(raised, negative.replace("n >= 1", "n >= 2"));
    let title = "Add what was proved: period 2n, preperiod 0";
    let text = format!("# mine\n{RIGHT}");
    let claimed = changed(&mut editor, &text, (2, 2), title);
    let claims = "CLAIM period 2n\nCLAIM preperiod 0\n";
    assert_eq!(claimed, format!("# mine\n{claims}{RIGHT}"));
    for (unused, place) in [
        (RIGHT.replace("n >= 1", "n >= 1 m >= 1"), (0, 7)),
        (RIGHT.replace("n >= 1\n", "m >= 1\nn >= 1\n"), (0, 0)),
    ] {
        assert_eq!(changed(&mut editor, &unused, place, "Remove this parameter"), RIGHT);
    }
    // The bound of n needs m.
    editor.edit(10, "m >= 1\nn >= m\n{ n }\nREPEAT\n  _n An\nENDREP\n");
    let actions = editor.actions(0, 0, None);
    assert!(!actions.iter().any(|it| it["title"] == "Remove this parameter"), "{actions:?}");
    // A claim about a description that is refuted is not looked at.
    let wrong = RIGHT.replace("An", "A(n+1)");
    editor.edit(11, &format!("CLAIM period 3n\n{wrong}"));
    let says = |it: &Value| {
        it.to_string().contains("**not checked**, because the description is refuted: period 3n")
    };
    editor.ask_until("textDocument/hover", &Editor::at(0, 8), says);
    editor.end();
}

/// What was found stays visible while one types elsewhere.
#[test]
fn a_finding_stays_until_there_is_a_verdict() {
    let mut editor = Editor::new(&json!({}));
    let wrong = RIGHT.replace("An", "A(n+1)");
    editor.open(URI, &wrong);
    while editor.findings()["diagnostics"] == json!([]) {}
    let places = |told: &Value| -> Vec<(Value, Value)> {
        let all = told["diagnostics"].as_array().expect("a list").iter();
        all.map(|it| (it["code"].clone(), it["range"]["start"].clone())).collect()
    };
    let found = |line: u32| (json!("E0301"), json!({ "line": line, "character": 5 }));
    for (version, text, line) in [
        (2, format!("# a remark\n{wrong}"), 4),
        (3, format!("# a remark\n{wrong}# a remark\n"), 4),
        (
            4,
            format!("# a \u{1d538}\n\nremark\n{wrong}# a remark\n").replace("\n\nremark", "\n\n#"),
            6,
        ),
    ] {
        editor.edit(version, &text);
        for _ in 0..2 {
            let told = editor.findings();
            assert_eq!((&told["version"], places(&told)), (&json!(version), vec![found(line)]));
        }
    }
    // It goes where the text cannot be read.
    let comma = wrong.replace("{ n }", "{ n, 2n }");
    editor.edit(5, &format!("# a \u{1d538}\n\n#\n{comma}# a remark\n"));
    let told = editor.findings();
    let codes: Vec<_> = places(&told).into_iter().map(|it| it.0).collect();
    assert_eq!(codes, [json!("E0138")]);
    editor.edit(6, RIGHT);
    let mut told = editor.findings();
    while told["version"] != 6 {
        told = editor.findings();
    }
    assert_eq!(told["diagnostics"], json!([]));
    editor.end();
}

/// A code leads to the place in the book where it is explained; without a book it is only a code.
#[test]
fn codes_lead_to_their_pages() {
    let href = |told: &Value| told["diagnostics"][0]["codeDescription"]["href"].clone();
    let settings = json!({ "book": "https://example.org/book/" });
    let mut editor = Editor::with_options(&json!({}), settings);
    let comma = RIGHT.replace("{ n }", "{ n, 2n }");
    editor.open(URI, &comma);
    let page = "https://example.org/book/diagnostics.html#e0138";
    assert_eq!(href(&editor.findings()), page);
    let settings = json!({ "settings": { "grundy": { "book": "file:///opt/grundy/book" } } });
    editor.tell("workspace/didChangeConfiguration", settings);
    editor.edit(2, &RIGHT.replace("An", "A(n+1)"));
    let mut told = editor.findings();
    while told["diagnostics"][0]["code"] != "E0301" {
        told = editor.findings();
    }
    assert_eq!(href(&told), "file:///opt/grundy/book/diagnostics.html#e0301");
    let book = include_str!("../../../docs/diagnostics.md");
    assert!(book.contains("\n### E0138\n") && book.contains("\n### E0301\n"));
    editor.end();

    let mut editor = Editor::new(&json!({}));
    editor.open(URI, &comma);
    assert_eq!(href(&editor.findings()), Value::Null);
    editor.end();

    // An editor that opens texts finds the page in the address.
    let mut editor = Editor::with_options(&json!({}), json!({ "opens": true }));
    editor.open(URI, &comma);
    let told = editor.findings();
    let own = href(&told);
    let own = own.as_str().expect("an address");
    assert!(own.starts_with("grundy:/E0138.md?E0138%3A%20Commas"), "{own}");
    assert_eq!(editor.about("textDocument/codeLens"), json!([]));
    editor.edit(2, &RIGHT.replace("An", "A(n+1)"));
    while editor.findings()["diagnostics"][0]["code"] != "E0301" {}
    let lenses = editor.about("textDocument/codeLens");
    assert_eq!(lenses[1]["command"]["command"], "grundy.runInTerminal", "{lenses}");
    editor.end();
}

#[test]
fn claims_and_ends_are_explained() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, &format!("CLAIM period 2n\n{RIGHT}"));
    let says = |part: &'static str| move |it: &Value| it.to_string().contains(part);
    let claim = editor.ask_until("textDocument/hover", &Editor::at(0, 8), says("**verified**"));
    assert!(says("**verified**: period 2n")(&claim) && says("preperiod")(&claim), "{claim}");
    let end = editor.ask("textDocument/hover", Editor::at(5, 2));
    assert!(says("the end of the endless loop")(&end), "{end}");
    editor.edit(2, "n >= 1\n{ n }\nFOR i FROM 1 UPTO 2 REP\n  _n An\nENDREP\nREP\n  _n An\nPER\n");
    for (line, part) in
        [(4, "the end of a counted loop"), (5, "REPEAT ... ENDREP"), (7, "endless loop")]
    {
        let hover = editor.ask("textDocument/hover", Editor::at(line, 1));
        assert!(says(part)(&hover), "{line} {hover}");
    }
    editor.end();
}

/// What can stand at a place.
#[test]
fn completion_knows_where_it_is() {
    let head = "n >= 1\nm >= 1\n{ n m }\nDEF both(a, b)\n  _a Ab\nEND\n";
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, head);
    let cases: [(&str, &[&str]); 12] = [
        ("|", &["FOR", "REPEAT", "IF", "LET", "DEF", "CLAIM", "both"]),
        ("RE|", &["REPEAT"]),
        ("bo|", &["both"]),
        ("FOR i FROM 1 UPTO n REP\n  A(|", &["n", "m", "i"]),
        ("FOR i FROM 1 UPTO n REP\n  LET k=n A(|", &["n", "m", "i", "k"]),
        ("REPEAT u=0 IN 0..n-1\n  |", &["FOR", "NEXT", "IF", "LET", "ENDREP", "both"]),
        ("FOR i FROM 1 UPTO n REP\n  |", &["FOR", "IF", "LET", "PER", "both"]),
        ("REPEAT\n  IF n >= |", &["n", "m"]),
        ("REPEAT\n  IF n >= 2 THEN\n    E|", &["ELIF", "ELSE"]),
        ("REPEAT\n  IF n >= 2 THEN\n    _n\n  FI\nE|", &["ENDREP"]),
        ("DEF more(c)\n  A(|", &["n", "m", "c"]),
        ("# |", &[]),
    ];
    for (version, (text, expected)) in (2..).zip(cases) {
        let text = format!("{head}{}", text.replace('|', ""));
        editor.edit(version, &text);
        let line = text.matches('\n').count();
        let place = Editor::at(
            line.try_into().unwrap(),
            text.rsplit('\n').next().unwrap().len().try_into().unwrap(),
        );
        let items = editor.ask("textDocument/completion", place);
        let labels: Vec<_> =
            items.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
        assert_eq!(
            labels,
            expected.iter().map(|it| json!(it)).collect::<Vec<_>>().iter().collect::<Vec<_>>(),
            "{text}"
        );
    }
    // Rules, starts and ranges.
    let cases: [(&str, &[&str]); 8] = [
        ("|", &["CLAIM", "RULE"]),
        ("RULE mi|", &["misere"]),
        ("RULE lost |", &["odd", "even"]),
        ("RULE misere\nn >= 1\n|", &["CLAIM"]),
        ("RULE misere\nn >= 1\n{ 1..|", &["n"]),
        ("RULE misere\nn >= 1\n{ n }\n# so\nF|", &["FOR", "FROM_INFINITY_DOWN"]),
        ("n >= 1\n{ n }\nFROM_INFINITY_DOWN REPEAT\n  |", &["LET", "ENDREP"]),
        ("n >= 1\n{ n }\nFROM_INFINITY_DOWN REPEAT - ENDREP\nF|", &["FOR"]),
    ];
    for (version, (text, expected)) in (50..).zip(cases) {
        let text = text.replace('|', "");
        editor.edit(version, &text);
        let line = text.matches('\n').count();
        let column = text.rsplit('\n').next().unwrap().len();
        let place = Editor::at(line.try_into().unwrap(), column.try_into().unwrap());
        let items = editor.ask("textDocument/completion", place);
        let labels: Vec<_> =
            items.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
        assert_eq!(labels, expected, "{text}");
    }
    editor.edit(90, &format!("{head}REPEAT both(n, "));
    let help = editor.ask("textDocument/signatureHelp", Editor::at(6, 15));
    assert_eq!(
        (&help["signatures"][0]["label"], &help["activeParameter"]),
        (&json!("both(a, b)"), &json!(1))
    );
    editor.end();

    let fills = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut editor = Editor::new(&fills);
    editor.open(URI, &format!("{head}FO"));
    let items = editor.ask("textDocument/completion", Editor::at(6, 2));
    assert_eq!(items[0]["insertText"], "FOR ${1:i} FROM ${2:1} UPTO ${3:n} REP\n  $0\nPER");
    assert_eq!(items[0]["insertTextFormat"], 2);
    editor.edit(2, &format!("{head}bo"));
    let items = editor.ask("textDocument/completion", Editor::at(6, 2));
    assert_eq!(items[0]["insertText"], "both(${1:a}, ${2:b})");
    // The first thing to write is a whole description.
    for (version, text, label) in
        [(3, "", "description"), (4, "de", "description"), (5, "n >= 1\n", "moves")]
    {
        editor.edit(version, text);
        let place = Editor::at(
            text.matches('\n').count().try_into().unwrap(),
            if text == "de" { 2 } else { 0 },
        );
        let items = editor.ask("textDocument/completion", place);
        assert_eq!((&items[0]["label"], &items[0]["insertTextFormat"]), (&json!(label), &json!(2)));
        let snippet = items[0]["insertText"].as_str().unwrap();
        let written =
            ["${1:n}", "${2:1}", "${3:n}", "${0:_n An}"].iter().zip(["n", "1", "n", "_n An"]);
        let written = written.fold(snippet.to_owned(), |text, (hole, it)| text.replace(hole, it));
        assert!(RIGHT.ends_with(&written), "{snippet}");
    }
    editor.end();
}

#[test]
fn all_changes_of_notation_are_made_at_once() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, "n>=1\n{n, 2n}\nrepeat\n  _n An Bn\nendrep\n");
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let asked = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    let actions = editor.ask("textDocument/codeAction", asked.clone());
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "n >= 1\n{ n 2n }\nREPEAT\n  _n An Bn\nENDREP\n");
    // Where a loop ends is a guess, which nobody makes for the author on saving.
    editor.edit(2, "n >= 1\n{ n }\nREPEAT\n  _n An\n");
    assert_eq!(editor.ask("textDocument/codeAction", asked), json!([]));
    editor.end();
}

#[test]
fn selections_grow() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, RIGHT);
    let asked =
        json!({ "textDocument": { "uri": URI }, "positions": [{ "line": 3, "character": 3 }] });
    let mut selection = editor.ask("textDocument/selectionRange", asked)[0].clone();
    let mut found = Vec::new();
    while selection.is_object() {
        let place = |it: &Value| (it["line"].as_u64().unwrap(), it["character"].as_u64().unwrap());
        found.push((place(&selection["range"]["start"]), place(&selection["range"]["end"])));
        selection = selection["parent"].clone();
    }
    assert_eq!(found, [((3, 2), (3, 4)), ((3, 2), (3, 7)), ((2, 0), (4, 6)), ((0, 0), (5, 0))]);
    editor.end();
}

/// Most clients add the flag.
#[test]
fn the_flag_of_other_servers_is_accepted() {
    let ran = grundy(&["server", "--stdio"], Path::new(".")).output().expect("grundy runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("the connection to the editor is lost"), "{said}");
}

/// An editor that asks for findings, and can be told to ask anew, is sent none.
#[test]
fn findings_are_given_to_who_asks() {
    let again = json!({ "diagnostics": { "refreshSupport": true } });
    let mut editor =
        Editor::new(&json!({ "textDocument": { "diagnostic": {} }, "workspace": again }));
    editor.open(URI, &RIGHT.replace("An", "A(n+1)"));
    let asked = json!({ "textDocument": { "uri": URI } });
    let told = editor.ask_until("textDocument/diagnostic", &asked, |it| it["items"] != json!([]));
    assert_eq!((&told["kind"], &told["items"][0]["code"]), (&json!("full"), &json!("E0301")));
    editor.edit(2, RIGHT);
    editor.ask_until("textDocument/diagnostic", &asked, |it| it["items"] == json!([]));
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
/// What was under way when the editor said goodbye gets an answer, and the server ends as it should.
#[test]
fn a_question_after_goodbye_is_refused() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, RIGHT);
    editor.ask("shutdown", Value::Null);
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    let error = editor.try_to_ask("textDocument/hover", Editor::at(1, 1)).expect_err("an error");
    assert!(error.contains("shutting down"), "{error}");
    editor.leave();
}

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

/// The extension for VS Code, with what it uses of VS Code played by a script.
#[test]
fn the_extension_of_vs_code_works() {
    let folder = Folder::new("vscode");
    folder.write("right.nimseq", RIGHT);
    folder.write("wrong.nimseq", RIGHT.replace("An", "A(n+1)"));
    let session = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/vscode/session.js");
    let mut command = Command::new("node");
    command.args([session, env!("CARGO_BIN_EXE_grundy")]).arg(&folder.0);
    with_client(&mut command, "node");
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

/// The colours of VS Code and of the page, and the server, know the keywords that the language has, and no others.
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
    let page = read("packages/playground/page/colours.js");
    let (_, list) = page.split_once("KEYWORDS = [").expect("the list");
    let (list, _) = list.split_once(']').expect("its end");
    assert_eq!(words(list), words(&quoted.join(" ")));
    let quoted = words(&quoted.join(" "));

    // Each is explained where it stands.
    let mut editor = Editor::new(&json!({}));
    let text = "RULE mex CLAIM period 4\nn >= 1\n{ 1..n }\nFROM_INFINITY_DOWN REPEAT _ ENDREP\n\
                DEF both(i) _i END\nFOR i FROM 1 UPTO n REP IF i == 1 THEN _ ELIF i == 2 THEN _ \
                ELSE _ FI PER LET k=n\nREPEAT u=0 IN 0..1 NEXT v=1-u _ IF n == 1 THEN _ ENDIF ENDREPEAT\n";
    let mut found = BTreeSet::new();
    editor.open(URI, text);
    for (line, written) in (0..).zip(text.lines()) {
        for (at, _) in written.match_indices(|it: char| it.is_ascii_uppercase()) {
            let before = written[..at].chars().next_back();
            if before.is_some_and(|it| it != ' ') {
                continue;
            }
            let word = written[at..].split(' ').next().expect("it begins there").to_owned();
            let hover = editor.ask("textDocument/hover", Editor::at(line, at.try_into().unwrap()));
            let shown = hover["contents"]["value"].as_str().unwrap_or_default();
            assert!(shown.contains("```text\n"), "{word}: {hover}");
            found.extend(words(&word));
        }
    }
    assert_eq!(found, quoted);
    editor.end();
}
