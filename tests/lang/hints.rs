//! What is said to people who come from other languages: one finding, at the right line, in their words.

use crate::read;
use grundy_core::diagnostic::{Code, Severity};

/// A text, the line of its only finding, what that says, and the text with its changes, if it has any.
const HINTS: [(&str, usize, &str, Option<&str>); 36] = [
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
    (
        "n >= 1\n{ n 2n }\nDEF F(i) _i Ai END\nREPEAT F(n) ENDREP",
        3,
        "not the name of a piece",
        Some("n >= 1\n{ n 2n }\nDEF ff(i) _i Ai END\nREPEAT ff(n) ENDREP"),
    ),
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
    (
        "n >= 1\nFOR i FROM 1 UPTO n REP\n{ n 2n }\nREPEAT _n An Bn ENDREP",
        3,
        "the move list comes after a part of the sequence",
        None,
    ),
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
        assert!(left.iter().all(|it| it.severity() == Severity::Warning), "{text}\n{left:#?}");
    }
}

/// The same for a text that is damaged at one place of `n >= 1 { n 2n } REPEAT _n An ENDREP`, a line for each
/// part: what is written in place of what, what is said, and whether the proposed change restores the text.
const DAMAGES: [(&str, &str, &str, bool); 139] = [
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
    ("REPEAT", "PERIOD: REPEAT", "the endless loop is `REPEAT ... ENDREP`", true),
    ("REPEAT", "REPEAT{", "no bracket follows a keyword", true),
    ("REPEAT\n_n An\nENDREP", "REPEAT(_n An)", "the endless loop is `REPEAT ... ENDREP`", false),
    ("REPEAT\n_n An\nENDREP", "PERIOD: _n An", "`PERIOD:` is not a keyword", false),
    ("REPEAT", "period 2n\nREPEAT", "a claim begins with CLAIM", false),
    ("_n An", "_n An ...", "says nothing exact", false),
    ("_n An", "(_n An)^n", "repeated by a loop", false),
    ("_n An", "(_ A)^n _n An", "without `^`", false),
    ("_n An", "Pn Nn", "the outcomes P and N are written `-` and `+`", false),
    ("{ n 2n }", "S = (n, 2n)", "without a name", true),
    ("{ n 2n }", "moves: n, 2n", "without a name", true),
    ("{ n 2n }", "{ n 2n }.", "ends with its `}`", true),
    ("_n An", "_₍n₎ A₍n₎", "write `(`", true),
    // Order conditions
    ("n >= 1", "n > = 1", "the relations of order conditions", true),
    ("n >= 1", "2n >= 1", "bounds it once", true),
    ("n >= 1", "3*n > 2", "the relations of order conditions", true),
    ("n >= 1", "(n >= 1)", "without brackets", true),
    ("n >= 1", "n >= 1,", "separated by blanks alone", true),
    ("n >= 1", "n >= 10^0", "write `n >= 1`", true),
    ("n >= 1", "n >= 1_0 n >= 1", "an expression is a sum", false),
    ("n >= 1", "if n >= 1 then", "declared by order conditions", true),
    ("n >= 1", "given n≥1", "unexpected character `≥`", true),
    ("n >= 1", "PARAMETER n >= 1", "declared by order conditions", true),
    ("n >= 1", "n = 1..∞", "declared by order conditions", true),
    ("n >= 1", "n ∈ [1, ∞)", "declared by order conditions", true),
    ("n >= 1", "let n be a positive integer", "write a lower bound: `n >= 1`", false),
    ("n >= 1", "n: int", "write a lower bound: `n >= 1`", false),
    ("n >= 1", "n mod 2 == 1", "congruence is not an order condition", false),
    ("n >= 1", "2 | n", "congruence is not an order condition", false),
    ("n >= 1", "gcd(n, 2) == 1", "begins with one variable", false),
    ("n >= 1", "n >= max(1, 2)", "`max` is not an expression", false),
    ("n >= 1", "n <- 1", "expected a relation", false),
    ("n >= 1", "n >= 1\nn >= ", "an expression is missing", false),
    ("n >= 1", "n >= 1\u{b}", "a control character, U+000B", false),
    ("n >= 1", "<<<<<<< mine\nn >= 1\n=======\nn >= 1\n>>>>>>> theirs", "a merge conflict", false),
    ("n >= 1", "RULE\nn >= 1", "unknown rule `n`", false),
    ("n >= 1", "RULE last player wins\nn >= 1", "unknown rule `last`", false),
    // Moves
    ("{ n 2n }", "n 2n }", "begins with `{`", true),
    ("{ n 2n }", "{ { n 2n } }", "in one pair of braces", true),
    ("{ n 2n }", "{ n 2n ]", "in one pair of braces", true),
    ("{ n 2n }", "( n, 2n )", "in one pair of braces", true),
    ("{ n 2n }", "<n, 2n>", "in one pair of braces", true),
    ("{ n 2n }", "n, 2n", "in one pair of braces", true),
    ("{ n 2n }", "{ n and 2n }", "separate moves with blanks", true),
    ("{ n 2n }", "{ n, ..., 2n }", "write `{ n..2n }`", false),
    ("{ n 2n }", "S = n, 2n", "without a name", true),
    ("{ n 2n }", "let S = {n, 2n}", "without a name", true),
    ("{ n 2n }", "MOVES { n 2n }", "without a name", true),
    ("{ n 2n }", "{ n 2n } { 3n }", "only one move list", false),
    ("{ n 2n }", "{ \u{feff}n 2n }", "unexpected invisible character U+FEFF", true),
    ("{ n 2n }", "{ ℕ }", "unexpected character `ℕ`", false),
    ("{ n 2n }", "{ primes }", "`primes` is not an expression", false),
    ("{ n 2n }", "{ k | k >= 2 }", "listed one by one, or as ranges", false),
    ("{ n 2n }", "{ k : 1 <= k <= n }", "listed one by one, or as ranges", false),
    // Words
    ("_n An", "_n,An", "separate words with blanks", true),
    ("_n An", "_^{n}A^{n}", "separate words with blanks", true),
    ("_n An", "0^n1^n", "write `_n An`", true),
    ("_n An", "_*n A*n", "without a sign", true),
    ("_n An", "n_ An", "write `_n`", true),
    ("_n An", "_n nA", "write `An`", true),
    ("_n An", "G(x) = x mod 3", "values are written as words", false),
    ("_n An", "Ax A= Bn", "unexpected `=`", false),
    ("_n An", "_[n] A(n]", "the brackets of a length", true),
    ("_n An", "[_n An]", "leave the brackets out", true),
    ("_n An", "{ _n, An }", "leave the brackets out", true),
    ("_n An", "_n An -- done", "a comment begins with `#`", false),
    ("_n An", "(* all *) _n An", "a comment begins with `#`", false),
    ("_n An", "<_ A>(n)", "a word has no blanks inside", false),
    ("_n An", "<_A(n)", "`>` is missing", false),
    ("_n An", "0 1 0", "write values as letters", false),
    ("_n An", "A(n mod 2)", "there is no sign between two terms", false),
    ("_n An", "_...n", "says nothing exact", false),
    ("_n An", "The game", "unknown token `The`", false),
    // Loops and branches
    ("REPEAT", "REPEAT n TIMES", "REPEAT has no count", false),
    ("ENDREP", "END REPEAT", "the end of a part is one keyword", true),
    ("ENDREP", "}", "braces are around moves alone", true),
    ("ENDREP", "ENDREP QED", "only comments and claims", false),
    ("ENDREP", "ENDREP\nn >= 2\n{ n }\nREPEAT _n An ENDREP", "into a file of its own", false),
    ("REPEAT\n_n An\nENDREP", "REPEAT { _n An }", "leave the brackets out", false),
    ("_n An", "k := n _k", "write `LET k=n`", false),
    ("_n An", "LET k=n, j=n\n_k Aj", "not how a LET is written", false),
    ("_n An", "LET k = n; LET j = n\n_k Aj", "not how a LET is written", false),
    ("_n An", "IF n == 1 THEN _n ELSE n == 2 THEN An FI", "ELSE has no condition", false),
    ("_n An", "IF n == 1 THEN _n ELSE{ An FI", "no bracket follows a keyword", false),
    ("_n An", "_n ELSE An FI", "this ELSE has no IF", false),
    ("_n An", "IF (n == 1) THEN _n FI", "head of a branch", false),
    ("_n An", "IF NOT n >= 2 THEN _n FI", "write `IF n <= 1 THEN`", false),
    ("_n An", "FOR i IN range(1, n+1): _i PER", "write `FOR i FROM 1 UPTO n REP`", false),
    ("_n An", "for (i = 1; i <= n; i++) _i PER", "head of a loop", false),
    ("_n An", "FOR i FROM n DOWNTO 1 REP _i PER", "loops count up", false),
    ("_n An", "FOR i FROM 1 UPTOn REP _i PER", "a blank is missing after UPTO", false),
    ("_n An", "FOR i FROM 1 UPTO n REP _i PER i", "the end of a part is one keyword", false),
    ("REPEAT", "DEF f(i) _i END\nREPEAT f(n)", "`f` is not the name of a piece", false),
    ("REPEAT", "pair(i) := _i\nREPEAT", "between DEF and END", false),
    ("REPEAT", "FROM INFINITY DOWN REPEAT _ ENDREP\nREPEAT", "begins with one keyword", false),
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
        assert_eq!(said, [(Code::NotADescription, message)], "{text}");
    }
    // A description with much prose in it is one.
    let text =
        "n >= 1 the first of all parameters that there are\n{ n 2n }\nREPEAT _n An Bn ENDREP";
    assert_ne!(read(text).diagnostics[0].code, Code::NotADescription);
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

/// A text in which each line has a mark in front, as in a mail, a list or a listing.
#[test]
fn marks_in_front_of_each_line_are_one_finding() {
    const RIGHT: [&str; 3] = ["n >= 1", "{ n 2n }", "REPEAT _n An Bn ENDREP"];
    let numbers = ["1: ", "2: ", "3: "];
    for marks in [["> "; 3], ["+"; 3], ["- "; 3], ["| "; 3], numbers] {
        let lines: Vec<_> =
            RIGHT.iter().zip(marks).map(|(it, mark)| mark.to_owned() + it).collect();
        let text = lines.join("\n");
        let found = read(&text).diagnostics;
        let [one] = found.as_slice() else { panic!("{text}\n{found:#?}") };
        assert_eq!(one.corrected(&text), Some(RIGHT.join("\n")), "{one:#?}");
    }
}

/// On old computers a carriage return ended a line.
#[test]
fn lines_that_end_with_carriage_returns_are_one_finding() {
    let right = "# a comment\nn >= 1\n{ n 2n }\nREPEAT _n An Bn\nENDREP\n";
    let text = right.replace('\n', "\r");
    let found = read(&text).diagnostics;
    let [one] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(one.corrected(&text).as_deref(), Some(right), "{one:#?}");
}

/// Claims and rules in the spelling of people, and what is offered.
#[test]
fn claims_and_rules_are_mended() {
    for (written, right) in [
        ("CLAIM: period 3n", "CLAIM period 3n"),
        ("CLAIM Period is 3n.", "CLAIM period 3n"),
        ("CLAIM the least period is 3n", "CLAIM period 3n"),
        ("CLAIM pre-period 0", "CLAIM preperiod 0"),
        ("CLAIM period 3·n", "CLAIM period 3*n"),
        ("CLAIM period 3n if n >= 5", "CLAIM period 3n for n >= 5"),
        ("CLAIM period 3n FOR n≥2", "CLAIM period 3n for n>=2"),
        ("CLAIM period 3n for n even", "CLAIM period 3n for n mod 2 == 0"),
        ("CLAIM period 3n for n >= 2, n <= 9", "CLAIM period 3n for n >= 2 and n <= 9"),
        ("claim period 3n", "CLAIM period 3n"),
        ("RULE Mex", "RULE mex"),
        ("RULE: mex", "RULE mex"),
        ("rule mex", "RULE mex"),
        ("RULE \"mex\".", "RULE mex"),
    ] {
        let text = |line: &str| format!("{line}\nn >= 1\n{{ n 2n }}\nREPEAT _n An Bn ENDREP");
        let found = read(&text(written)).diagnostics;
        let [one] = found.as_slice() else { panic!("{written}\n{found:#?}") };
        assert_eq!(one.corrected(&text(written)), Some(text(right)), "{one:#?}");
        assert_eq!(read(&text(right)).diagnostics, [], "{right}");
    }
    for written in ["Misère play", "MISERE", "lost==0 ", "lost =< 1", "lost > 1_000"] {
        let text = format!("RULE {written}\nn >= 1\n{{ n }}\nREPEAT +n -n ENDREP");
        let found = read(&text).diagnostics;
        assert!(
            found.iter().all(|it| it.code != Code::UnknownRule || !it.edits.is_empty()),
            "{found:#?}"
        );
    }
    for (line, words) in [
        ("CLAIM", "says what the period or the preperiod is"),
        ("CLAIM period", "does not say what the period is"),
        ("CLAIM period 3n for all n", "a variable is one letter"),
    ] {
        let found =
            read(&format!("{line}\nn >= 1\n{{ n 2n }}\nREPEAT _n An Bn ENDREP")).diagnostics;
        let [one] = found.as_slice() else { panic!("{line}\n{found:#?}") };
        let said = [&[one.message.clone()][..], one.help.as_slice()].concat().join("\n");
        assert!(said.contains(words), "{one:#?}");
    }
}

/// An end that stands behind the end around it changes its place.
#[test]
fn crossing_ends_are_put_in_order() {
    let text = "n >= 1\n{ n 2n }\nREPEAT\n  FOR i FROM 1 UPTO n REP\n    IF i == 1 THEN\n      _i\n  PER\n  FI\nENDREP\n";
    let found = read(text).diagnostics;
    let [one] = found.as_slice() else { panic!("{found:#?}") };
    let corrected = one.corrected(text).expect("a change");
    assert_eq!(read(&corrected).diagnostics, [], "{corrected}");
}
