//! Texts as other systems and editors write them: line ends, encodings, and columns of characters.

use crate::command::Folder;
use grundy_language::lang;
use serde_json::Value;

const TIDY: &str = "# Kept.\nn >= 1\n{ n }\n\nREPEAT # here\n  _n An\nENDREP\n";

fn crlf(text: &str) -> String {
    text.replace('\n', "\r\n")
}

#[test]
fn line_ends_are_kept() {
    let folder = Folder::new("ends");
    folder.write("x.nimseq", crlf(TIDY));
    folder.run("fmt --check x.nimseq").check(0, "", "");
    let loose = TIDY.replace("  _n", "_n");
    folder.write("x.nimseq", crlf(&loose));
    let checked = folder.run("fmt --check x.nimseq");
    let patch = "--- a/x.nimseq\n+++ b/x.nimseq\n@@ -3,5 +3,5 @@\n { n }\r\n \r\n REPEAT # here\r\n\
                 -_n An\r\n+  _n An\r\n ENDREP\r\n";
    checked.check(1, patch, "");
    folder.run("fmt x.nimseq").check(0, "", "formatted 1 of 1 file\n");
    assert_eq!(folder.read("x.nimseq"), crlf(TIDY));

    let wrong = "n >= 1\n{ n 2n }\nREPEAT _n An B(n+1) ENDREP\n";
    folder.write("x.nimseq", crlf(wrong));
    assert_eq!(folder.run("verify --fix x.nimseq").exit, Some(0));
    assert_eq!(folder.read("x.nimseq"), crlf(&wrong.replace("B(n+1)", "Bn")));
}

/// Each line keeps its own end: a change of one line shows no others in a review.
#[test]
fn line_ends_that_differ_are_kept() {
    let folder = Folder::new("mixed");
    for mixed in [
        "n >= 1\r\n{ n }\nREPEAT\n  _n An\nENDREP\n# x\n# y\n# z\n",
        "n >= 1\n{ n }\r\nREPEAT\r\n  _n An\r\nENDREP\r\n",
        "n >= 1\r\n\r\n{ n }\n\nREPEAT\r\n  _n An # a \r b\nENDREP\r\n",
        "n >= 1 { n }\rREPEAT\r_n An\rENDREP\n",
    ] {
        folder.write("x.nimseq", mixed);
        folder.run("fmt --check x.nimseq").check(0, "", "");
        folder.run("fmt x.nimseq").check(0, "", "");
        assert_eq!(folder.read("x.nimseq"), mixed);
        // The line that is changed, and no other.
        folder.write("x.nimseq", mixed.replace("  _n An", "_n An  ").replace(" # a", "   # a"));
        let formatted = folder.run("fmt x.nimseq");
        assert_eq!((formatted.exit, formatted.stdout.as_str()), (Some(0), ""), "{formatted:?}");
        assert_eq!(
            folder.read("x.nimseq").replace("   # a", " # a").replace("An   #", "An #"),
            mixed
        );
        // Other notations are changed in their places; only a text that has no other line ends gets new ones.
        if mixed.contains("}\r") {
            continue;
        }
        folder.write("x.nimseq", mixed.replace("_n", "_^n"));
        assert_eq!(folder.run("verify --fix x.nimseq").exit, Some(0));
        assert_eq!(folder.read("x.nimseq"), mixed);
    }
    // A line without an end gets that of most lines.
    for (text, end) in [
        ("n >= 1\r\n{ n }\nREPEAT\n_n An\nENDREP", "\n"),
        ("n >= 1\n{ n }\r\nREPEAT\r\n_n An\r\nENDREP", "\r\n"),
        ("n >= 1\r\n{ n }\nREPEAT\n_n An\nENDREP\r\n\n\n", "\r\n"),
    ] {
        folder.write("x.nimseq", text);
        folder.run("fmt x.nimseq").check(0, "", "formatted 1 of 1 file\n");
        let expected = text.trim_end().replace("_n", "  _n") + end;
        assert_eq!(folder.read("x.nimseq"), expected);
    }
}

/// What differs is said where it cannot be seen.
#[test]
fn a_missing_line_end_is_named() {
    let folder = Folder::new("missing");
    folder.write("x.nimseq", "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP");
    folder.run("fmt --check x.nimseq").check(
        1,
        "--- a/x.nimseq\n+++ b/x.nimseq\n@@ -2,4 +2,4 @@\n { n }\n REPEAT\n   _n An\n-ENDREP\n\
         \\ No newline at end of file\n+ENDREP\n",
        "",
    );
}

#[test]
fn published_descriptions_are_formatted() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions");
    Folder::new("published").run(&["fmt", "--check", root]).check(0, "", "");
}

/// The changes that a finding proposes have the line ends of the text.
#[test]
fn changes_keep_line_ends() {
    for text in [
        "n >= 1\n{ n }\nREPEAT\n  _n An\n",
        "n >= 1 // note\n{ n }\nREPEAT\n  _n An // more\nENDREP\n",
        "n >= 1\n{ n }\nREPEAT\n  /* one\ntwo */ _n An\nENDREP\n",
        "this is some text\nn >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n",
    ] {
        let changed = |text: &str| -> Vec<String> {
            let found = lang::parse(text, &lang::Options::default()).diagnostics;
            found.iter().filter_map(|it| it.corrected(text)).collect()
        };
        let (with, without) = (changed(&crlf(text)), changed(text));
        assert!(!without.is_empty(), "{text}");
        assert_eq!(with, without.iter().map(|it| crlf(it)).collect::<Vec<_>>(), "{text}");
    }
}

/// A finding after letters that have several bytes has the same place in every output.
#[test]
fn columns_are_those_of_characters_everywhere() {
    let folder = Folder::new("columns");
    let head = "n >= 1\n{ n }\nREPEAT\n  _n An\n";
    for (name, text, place) in [
        ("x.nimseq", "n \u{2265} 1 { n } foo\nREPEAT _n An ENDREP\n".to_owned(), None),
        ("y.nimseq", format!("{head}ENDREP \u{1f600} foo\r\n"), None),
        ("z.nimseq", format!("\u{feff}# \u{e4}\n{head}ENDREP\u{a0}\u{a0}foo\n"), None),
        ("a.nim", "# \u{e4}\n\u{e4}\u{e4} 1 2 foo\n".to_owned(), None),
        ("b.toml", "title = \"\u{e4}\u{e4}\u{e4}\" foo\n".to_owned(), Some("1:15")),
        ("c.kabelsalat", "\u{e4}\u{e4} foo\n".to_owned(), None),
    ] {
        folder.write(name, &text);
        let json = folder.run(&["verify", name, "--format", "json"]).json();
        let findings = json["results"][0]["findings"].as_array().expect("findings").clone();
        let location = |it: &Value| {
            let place = if it["location"]["place"].is_null() {
                &it["location"]
            } else {
                &it["location"]["place"]
            };
            format!("{}:{}", place["line"], place["column"])
        };
        let places: Vec<_> = findings.iter().map(location).collect();
        assert!(!places.is_empty(), "{name}: {json}");
        if let Some(place) = place {
            assert_eq!(places[0], place, "{name}: {json}");
        }
        let full = folder.run(&["verify", name]).stdout;
        let concise = folder.run(&["verify", name, "--format", "concise"]).stdout;
        for place in places {
            assert!(full.contains(&format!("{name}:{place}]")), "{name}:{place}\n{full}");
            assert!(concise.contains(&format!("{name}:{place}:")), "{name}:{place}\n{concise}");
        }
    }
    let full = folder.run("verify x.nimseq").stdout;
    assert!(full.contains("x.nimseq:1:13]"), "{full}");
}

/// Settings are a text as well.
#[test]
fn columns_of_settings_are_those_of_characters() {
    let folder = Folder::new("columns-settings");
    folder.write("grundy.toml", "[verify] # \u{e4}\nformat = '\u{e4}\u{e4}\u{e4}' foo\n");
    let ran = folder.run("verify x.nimseq");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("grundy.toml:2:16]"), "{}", ran.stderr);
}

fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

/// Whatever text is read, in whatever way.
#[test]
fn a_text_in_another_encoding_is_said_to_be_in_it() {
    let folder = Folder::new("utf16");
    folder.write("good.nimseq", TIDY);
    assert_eq!(folder.run("verify good.nimseq --certificate good.cert").exit, Some(0));
    let certificate = folder.read("good.cert");
    for (name, text) in [
        ("x.nimseq", crlf(TIDY)),
        ("x.nim", "1 2 3\n".to_owned()),
        ("x.toml", "title = 'x'\n".to_owned()),
        ("x.kabelsalat", "x\n".to_owned()),
        ("x.tsv", "x\ty\n".to_owned()),
        ("x.cert", certificate),
        ("x.csv", "period\n1\n".to_owned()),
        ("baseline", "{}\n".to_owned()),
    ] {
        folder.write(name, utf16(&text));
    }
    for (words, exit) in [
        (&["verify", "x.nimseq"][..], 3),
        (&["verify", "x.nim"], 3),
        (&["verify", "x.toml"], 3),
        (&["verify", "x.kabelsalat"], 3),
        (&["verify", "x.tsv"], 3),
        (&["fmt", "--check", "x.nimseq"], 3),
        (&["fmt", "x.nimseq"], 3),
        (&["verify", "--fix", "x.nimseq"], 3),
        (&["theorem", "x.nimseq"], 3),
        (&["expand", "x.nimseq", "--at", "n=1", "--count", "3"], 3),
        (&["check", "good.cert", "x.nimseq"], 3),
        (&["check", "x.cert", "good.nimseq"], 2),
        (&["verify", "good.nimseq", "--baseline", "baseline"], 2),
        (&["verify", "good.nimseq", "--config", "x.toml"], 2),
        (&["family", "theorems", "x.toml"], 3),
        (&["plot", "records", "x.csv", "-o", "x.svg"], 3),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.exit, Some(exit), "{words:?}: {ran:?}");
        let said = ran.stdout + &ran.stderr;
        assert!(said.contains("UTF-16") && !said.contains('\u{fffd}'), "{words:?}: {said}");
    }
    assert_eq!(folder.bytes("x.nimseq"), utf16(&crlf(TIDY)));
}
