//! What is said to people who come from other languages: one finding, at the right line, in their words.

use crate::read;

/// A text, the line of its only finding, what that says, and the text with its changes, if it has any.
const HINTS: [(&str, usize, &str, Option<&str>); 35] = [
    ("n >= 1\n{ n 2n }\nREPEAT _n An Bn foo\nENDREP", 3, "unknown token `foo`", None),
    (
        "n >= 1\n{ n 2n }\nREPEAT _n An Bn\nENDREP – done",
        4,
        "unexpected character `–` (U+2013)",
        None,
    ),
    (
        "n >= 1\n{ n 2n }\nWHILE true\n_n An Bn\nENDREP",
        3,
        "the endless loop is `REPEAT ... ENDREP`",
        None,
    ),
    ("n ∈ ℕ\n{ n 2n }\nREPEAT _n An Bn ENDREP", 1, "write a lower bound: `n >= 1`", None),
    ("n∈ℕ\n{ n 2n }\nREPEAT _n An Bn ENDREP", 1, "write a lower bound: `n >= 1`", None),
    ("n >= 1\n{ n 2n }\nREPEAT\nIF n even THEN _n ELSE An FI ENDREP", 4, "parity", None),
    ("n >= 1\n{ n 2n }\nREPEAT\nIF n mod 2 == 1 THEN _n ELSE An FI ENDREP", 4, "parity", None),
    (
        "n >= 1\n{ n 2n }\nREPEAT _{n} A{n} B{2n-1} ENDREP",
        3,
        "without braces",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An B(2n-1) ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nREPEAT _ⁿ Aⁿ B²ⁿ⁻¹ ENDREP",
        3,
        "a length follows its value",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An B(2n-1) ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\n(_n An Bn)^∞",
        3,
        "between REPEAT and ENDREP",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\n(_n An Bn)^{\\infty}",
        3,
        "between REPEAT and ENDREP",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n n^2 }\nREPEAT _n An Bn ENDREP",
        2,
        "linear in the parameters; `n^2` is not",
        None,
    ),
    ("n >= 1\n{ n n² }\nREPEAT _n An Bn ENDREP", 2, "linear in the parameters; `n²` is not", None),
    ("n >= 1\nm >= 1\n{ n m }\nREPEAT\n_(n m) ENDREP", 5, "linear in the parameters", None),
    ("n >= 1\nm >= 1\n{ n m }\nREPEAT\n_(nm) ENDREP", 5, "linear in the parameters", None),
    ("n >= 1\nm >= 1\n{ n m }\nREPEAT\n_(n*m) ENDREP", 5, "linear in the parameters", None),
    (
        "n >= 1\nS = {n, 2n}\nREPEAT _n An Bn ENDREP",
        2,
        "without a name",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\nmoves: { n 2n }\nREPEAT _n An Bn ENDREP",
        2,
        "without a name",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n[n, 2n]\nREPEAT _n An Bn ENDREP",
        2,
        "braces",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "N >= 1\nM >= N\n{ N 2N+M }\nFOR i FROM 1 UPTO N REP AN (AB)M PER\nREPEAT\n  _N A(2N-M)\nENDREP",
        1,
        "capital letter",
        Some(
            "n >= 1\nm >= n\n{ n 2n+m }\nFOR i FROM 1 UPTO n REP An (AB)m PER\nREPEAT\n  _n A(2n-m)\nENDREP",
        ),
    ),
    (
        "n >= 1\n{ n 2n }\nREPEAT _n Аn Bn ENDREP",
        3,
        "unexpected character `А` (U+0410); write `A`",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nREPEΑT _n An Bn ENDREP",
        3,
        "unexpected character `Α` (U+0391); write `A`",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n ≥ 1\n{ n 2n }\nREPEAT _n An Bn ENDREP",
        1,
        "unexpected character `≥` (U+2265); write `>=`",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nREPEAT 0^n 1^n 2^n ENDREP",
        3,
        "write values as letters",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "let n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP",
        1,
        "without LET",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nrepeat if n == 2 then _n else An fi endrep",
        3,
        "upper case",
        Some("n >= 1\n{ n 2n }\nREPEAT IF n == 2 THEN _n ELSE An FI ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nREPAET _n An Bn ENDREP",
        3,
        "unknown keyword `REPAET`; did you mean `REPEAT`?",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nDEF pair(i)\n  _i Ai\nREPEAT pair(n) ENDREP",
        3,
        "this DEF has no END",
        Some("n >= 1\n{ n 2n }\nDEF pair(i)\n  _i Ai\nEND\nREPEAT pair(n) ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n\nREPEAT _n An Bn ENDREP",
        2,
        "not closed",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nREPEAT\n  FOR i FROM 1 UPTO n REP\n    _i\n  FOR j FROM 1 UPTO n REP\n    Aj\n  PER\nENDREP",
        4,
        "this FOR has no PER",
        Some(
            "n >= 1\n{ n 2n }\nREPEAT\n  FOR i FROM 1 UPTO n REP\n    _i\n  PER\n  FOR j FROM 1 UPTO n REP\n    Aj\n  PER\nENDREP",
        ),
    ),
    ("n even\n{ n 2n }\nREPEAT _n An Bn ENDREP", 1, "parity", None),
    ("n >= 1\n{ n 2n }\nDEF F(i) _i Ai END\nREPEAT F(n) ENDREP", 3, "head of a definition", None),
    (
        "n >= 1\n{ n, 2n, }\nREPEAT _n An Bn ENDREP",
        2,
        "blanks",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    (
        "n >= 1\n{ n 2n }\nREPEAT _n\u{a0}An Bn ENDREP",
        3,
        "unexpected blank U+00A0",
        Some("n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP"),
    ),
    ("n >= 1\n{ n 2n }\nREPEAT\n_n FU\nENDREP", 4, "unknown", None),
];

#[test]
fn each_hint_is_the_only_finding() {
    for (text, line, words, corrected) in HINTS {
        let found = read(text).diagnostics;
        let [one] = found.as_slice() else { panic!("{text}\n{found:#?}") };
        let place = one.location(text).expect("a place");
        assert_eq!(place.line, line, "{text}\n{one:#?}");
        let said =
            [&[one.message.clone()][..], &one.notes, one.help.as_slice()].concat().join("\n");
        assert!(said.contains(words), "{text}\n{one:#?}");
        assert_eq!(one.corrected(text).as_deref(), corrected, "{text}\n{one:#?}");
        let left = corrected.map(|it| read(it).diagnostics).unwrap_or_default();
        assert!(left.iter().all(|it| it.code.starts_with('W')), "{text}\n{left:#?}");
    }
}

/// The same for a text that is damaged at one place of `n >= 1 { n 2n } REPEAT _n An ENDREP`, a line for each
/// part: what is written in place of what, what is said, and whether the proposed change restores the text.
const DAMAGES: [(&str, &str, &str, bool); 52] = [
    ("n >= 1", "LET k = n^2", "linear in the parameters; `n^2` is not", false),
    ("_n An", "LET k = n^2 _n An", "linear in the parameters; `n^2", false),
    ("_n An", "$_n$ $A_n$", "without the notation of LaTeX", true),
    ("_n An", "$_n A_n$", "without the notation of LaTeX", true),
    ("_n An", "$_{n} A_{n}$", "without the notation of LaTeX", true),
    ("_n An", "_{n} A_{n}", "without the notation of LaTeX", true),
    ("_n An", "\\_n A^{n}\\,", "without the notation of LaTeX", true),
    ("n >= 1", "$n \\geq 1$", "without the notation of LaTeX", true),
    ("n >= 1", "n \\ge 1", "without the notation of LaTeX", true),
    ("n >= 1", "n \\geqslant 1", "without the notation of LaTeX", true),
    ("n >= 1", "1 \\le n", "without the notation of LaTeX", true),
    ("n >= 1", "$1 \\leq n$", "without the notation of LaTeX", true),
    ("{ n 2n }", "\\{ n 2n \\}", "without the notation of LaTeX", true),
    ("{ n 2n }", "$\\{n, 2n\\}$", "without the notation of LaTeX", true),
    ("{ n 2n }", "\\left\\{ n, 2n \\right\\}", "without the notation of LaTeX", true),
    ("n >= 1", "$n \\in \\mathbb{N}$", "write a lower bound: `n >= 1`", false),
    ("n >= 1", "n \\in N", "write a lower bound: `n >= 1`", false),
    ("n >= 1", "for all n >= 1", "declared by order conditions", true),
    ("n >= 1", "For every n ≥ 1:", "unexpected character `≥`", true),
    ("n >= 1", "for n >= 1", "declared by order conditions", true),
    ("n >= 1", "∀n >= 1", "declared by order conditions", true),
    ("n >= 1", "for all n", "write a lower bound: `n >= 1`", false),
    ("n >= 1", "∀ n", "write a lower bound: `n >= 1`", false),
    ("n >= 1", "n = 1, 2, ...", "declared by order conditions", true),
    ("n >= 1", "n = 1, 2, 3, …", "declared by order conditions", true),
    ("n >= 1", "n = 1..", "declared by order conditions", true),
    ("n >= 1", "n >= 1;", "separated by blanks alone", true),
    ("n >= 1", "n >= 1.", "separated by blanks alone", true),
    ("n >= 1", "ｎ >= 1", "full-width characters", true),
    ("n >= 1", "n ＞＝ １", "full-width characters", true),
    ("{ n 2n }", "｛ n ２n ｝", "full-width characters", true),
    ("_n An", "＿n Ａn", "full-width characters", true),
    ("n >= 1", "n\u{a0}>= 1", "unexpected blank U+00A0", true),
    ("{ n 2n }", "{\u{a0}n\u{a0}2n }", "unexpected blank U+00A0", true),
    ("_n An", "_n\u{200b}An", "unexpected blank U+200B", true),
    ("_n An", "“_n” „An“", "without quotes", true),
    ("_n An", "'_n' \"An\"", "without quotes", true),
    ("_n An", "`_n An`", "without quotes", true),
    ("n >= 1", "```nimseq\nn >= 1", "a line of Markdown", false),
    ("ENDREP", "ENDREP\n~~~", "a line of Markdown", false),
    ("ENDREP", "ENDREP.", "no comma, semicolon or full stop", true),
    ("ENDREP", "ENDREP;", "no comma, semicolon or full stop", true),
    ("REPEAT", "REPEAT FOREVER", "the endless loop is `REPEAT ... ENDREP`", true),
    ("REPEAT", "repeat forever", "the endless loop is `REPEAT ... ENDREP`", true),
    ("_n An", "_n An ...", "says nothing exact", false),
    ("_n An", "(_n An)^n", "repeated by a loop", false),
    ("_n An", "(_ A)^n _n An", "without `^`", false),
    ("_n An", "Pn Nn", "the outcomes P and N are written `-` and `+`", false),
    ("{ n 2n }", "S = (n, 2n)", "without a name", true),
    ("{ n 2n }", "moves: n, 2n", "without a name", true),
    ("{ n 2n }", "{ n 2n }.", "ends with its `}`", true),
    ("_n An", "_₍n₎ A₍n₎", "write `(`", true),
];

#[test]
fn each_damage_has_one_finding() {
    const RIGHT: &str = "n >= 1\n{ n 2n }\nREPEAT\n_n An\nENDREP";
    for (right, written, words, restored) in DAMAGES {
        let text = RIGHT.replace(right, written);
        let found = read(&text).diagnostics;
        let [one] = found.as_slice() else { panic!("{text}\n{found:#?}") };
        let said =
            [&[one.message.clone()][..], &one.notes, one.help.as_slice()].concat().join("\n");
        assert!(said.contains(words), "{text}\n{one:#?}");
        let line = RIGHT.find(right).map_or(0, |at| RIGHT[..at].matches('\n').count() + 1);
        let place = one.location(&text).expect("a place");
        let extra = written.matches('\n').count();
        assert!((line..=line + extra).contains(&place.line), "{text}\n{one:#?}");
        let corrected = one.corrected(&text);
        assert_eq!(corrected.as_deref() == Some(RIGHT), restored, "{text}\n{corrected:?}");
    }
}

#[test]
fn a_text_that_is_not_a_description_is_told_so() {
    for (text, message) in [
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
        ("# nothing\n", "the file has only comments"),
        (
            "<?xml version=\"1.0\"?>\n<pnml><net/></pnml>\n",
            "this is a PNML file, not a description",
        ),
        ("<pnml>\n<net id=\"n\"/></pnml>\n", "this is a PNML file, not a description"),
        ("<svg width=\"4\"></svg>", "this is an XML file, not a description"),
        ("<!DOCTYPE html>\n<p>Hello</p>", "this is an HTML file, not a description"),
        ("PK\u{3}\u{4}\u{14}\0\0\0", "this is a zip archive, not a description"),
        ("{\"moves\": [1, 2]}", "this is a JSON file, not a description"),
        (
            "We take n or 2n items.\n\nThe period is 3n, IF n is large.",
            "this does not look like a description",
        ),
        ("Wir nehmen n oder 2n Steine.", "this does not look like a description"),
        (
            "[package]\nname = \"grundy\"\nversion = \"0.1.0\"",
            "this does not look like a description",
        ),
    ] {
        let found = read(text).diagnostics;
        let said: Vec<_> = found.iter().map(|it| (it.code, it.message.as_str())).collect();
        assert_eq!(said, [("E0143", message)], "{text}");
    }
    // A description with much prose in it is one.
    let text =
        "n >= 1 the first of all parameters that there are\n{ n 2n }\nREPEAT _n An Bn ENDREP";
    assert_ne!(read(text).diagnostics[0].code, "E0143");
}

/// Two mistakes in places that have nothing to do with each other are two findings.
#[test]
fn mistakes_at_other_places_are_found_as_well() {
    for (text, lines) in [
        ("n >= 1\n{ n 2n }\nFOR i FORM 1 UPTO n REP _i PER\nREPEAT\n  _n An?\nENDREP", [3, 5]),
        ("n > \n{ n 2n }\nREPEAT\n  _n An?\nENDREP", [1, 4]),
        ("n >= 1\n{ n 2*n? }\nREPEAT\n  _n Am\nENDREP", [2, 4]),
        ("n >= 1\n{ n 2n }\nREPAET\n  _n An\n  A(n+)\nENDREP", [3, 5]),
        ("n >= 1\n{ n 2n }\nREPEAT\n  IF n > THEN _n ELSE An FI\n  Am\nENDREP", [4, 5]),
    ] {
        let found = read(text).diagnostics;
        let found: Vec<_> = found.iter().filter_map(|it| Some(it.location(text)?.line)).collect();
        assert_eq!(found, lines, "{text}");
    }
}
