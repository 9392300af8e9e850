//! What is said about texts that are wrong.

use crate::read;
use grundy_answers::explain;
use grundy_answers::report::render::{Style, render};
use grundy_kernel::model::MOST_BLOCK_WORDS;
use grundy_language::diagnostic::{Code, Stage};
use grundy_language::lang::{Options, parse};
use std::fmt::Write as _;

/// The source and everything that is said about it.
fn said(source: &str) -> String {
    let mut text = format!("{}\n----------------------------------------\n", source.trim_end());
    for diagnostic in read(source).diagnostics {
        writeln!(text, "{}", render(&diagnostic, "text.nimseq", source, Style::PLAIN)).unwrap();
    }
    text
}

#[track_caller]
fn codes_of(source: &str) -> Vec<Code> {
    read(source).diagnostics.iter().map(|found| found.code).collect()
}

#[test]
fn what_is_said_of_the_example_of_each_code() {
    let of_descriptions = |code: Code| matches!(code.stage(), Stage::Syntax | Stage::Meaning);
    for explanation in explain::all().filter(|it| of_descriptions(it.code) && !it.is_outline) {
        insta::assert_snapshot!(explanation.code.name(), said(explanation.example));
    }
}

/// What stands before the moves is called what it is.
#[test]
fn definitions_before_the_moves_are_named() {
    let of = |text: &str| read(text).diagnostics.into_iter().map(|it| it.message);
    let first = |text: &str| of(text).next().expect("a message");
    let definition = "DEF pair(i) _i Ai END";
    let rest = "REPEAT pair(n) ENDREP";
    assert_eq!(
        first(&format!("n >= 1 {definition} {{ n }} {rest}")),
        "the move list comes after a definition"
    );
    assert_eq!(
        first(&format!("{definition} n >= 1 {{ n }} {rest}")),
        "an order condition comes after a definition"
    );
    assert_eq!(
        first(&format!("n >= 1 _n {{ n }} {definition} {rest}")),
        "the move list comes after a part of the sequence"
    );
}

#[test]
fn heads_of_loops() {
    insta::assert_snapshot!(said(
        "n >= 1 { n 2n }
FOR i FROM 1 UPTO n _i Ai PER
FOR i FROM 1 TO n REP _i PER
FOR I FROM 1 UPTO n REP _n PER
FOR i FROM UPTO n REP _i PER
FOR i FROM 1 UPTO n - 1 REP _i PER
for i from 1 upto n rep _i per
FOR i FROM 1 UPTO ni REP _i PER
FOR i 1 UPTO n REP _i PER
REPEAT _n An END
"
    ));
}

#[test]
fn heads_of_branches() {
    insta::assert_snapshot!(said(
        "n >= 1 { n 2n }
REPEAT
IF n > 3 THEN A FI
IF n>=3 THEN A ELSEIF n == 1 THEN B ENDFI
IF n >= THEN A FI
ELSE
ENDREP
"
    ));
}

#[test]
fn order_conditions() {
    insta::assert_snapshot!(said(
        "n>= 1
m < n
k >= l+1 l >= 0
j >= 2n-
i >=3
h != 2
n-m >= 1
{n}
REPEAT _n An ENDREP
"
    ));
}

#[test]
fn move_lists() {
    for (name, list) in [
        ("products", "{ 2*n }"),
        ("division", "{ n/2 2*n }"),
        ("power", "{ n n^2 }"),
        ("side_by_side", "{ ni }"),
        ("upper_case", "{ 2N n }"),
        ("stuck", "{n 2n}A"),
        ("spaces", "{ n - 1 }"),
        ("before", "{ n }} }"),
    ] {
        insta::assert_snapshot!(
            format!("moves_{name}"),
            said(&format!("n >= 1 {list}\nREPEAT _n An ENDREP\n"))
        );
    }
}

#[test]
fn words() {
    insta::assert_snapshot!(said(&format!(
        "n >= 1 {{ n 2n 3 }}
REPEAT
{}
ENDREP
",
        [
            "a", "an", "2n", "A-1", "An-1", "A2n-1", "AnB", "AB", "A(n)B", "A(n", "<AB", "<A)>",
            "<>", "<2>", "<aB>", "A(n))", "A(2(n))", "A(n+)", "Aä", "ä", "(A", "A{", ">=", "A(N)",
            "<A>2n", "A1.5", "_(n m)", "_(n^2)",
        ]
        .join("\n")
    )));
}

#[test]
fn lets() {
    insta::assert_snapshot!(said(
        "n >= 1 { n 2n 3 }
LET n=3
LET k =2n
LET K=2
LET l=l+1
LET m
LET j=2*n
REPEAT _k _j FOR k FROM 1 UPTO 2 REP PER ENDREP
LET"
    ));
}

#[test]
fn all_errors_come_in_one_run_in_text_order() {
    insta::assert_snapshot!(said(
        "n <= 9
{ n 2n }
_m REPEAT FOR n FROM n UPTO x REP Z(x) PER
An?
A(n
REPAET B ENDERP IF n >= 1 THEN ENDREP _n
"
    ));
}

#[test]
fn nothing_to_read() {
    for text in ["", "\n", "# nothing\n", "\0", "\0n >= 1"] {
        assert_eq!(codes_of(text), [Code::OtherKind], "{text:?}");
    }
    assert_eq!(codes_of("{ 1 2 } REPEAT _ A B ENDREP"), []);
}

#[test]
fn no_depth_is_too_deep_to_be_refused() {
    for opener in
        ["REP ", "IF n >= 1 THEN ", "FOR i FROM 1 UPTO n REP ", "ELSE ", "PER ", "{ ", "<", "("]
    {
        let source = format!("n >= 1 {{ n }} {}", opener.repeat(100_000));
        assert!(read(&source).diagnostics.len() <= 501, "{opener}");
    }
    let source =
        format!("n >= 1 {{ n }} {}A{}", "IF n >= 1 THEN ".repeat(100_000), " FI".repeat(100_000));
    assert_eq!(codes_of(&source), [Code::TooDeep]);
}

#[test]
fn numbers_of_any_size() {
    let digits = "7".repeat(60_000);
    let source = format!("n >= {digits} {{ {digits}n }} REPEAT A({digits}n) <A>{digits} ENDREP");
    assert_eq!(codes_of(&source), []);
    let source = format!("n >= 1 {{ n }} REPEAT _{} ENDREP", "7".repeat(70_000));
    assert_eq!(codes_of(&source), [Code::TooManyDigits]);
    let source = format!("n >= 1 {{ n }} REPEAT <{digits}A>n ENDREP");
    assert_eq!(codes_of(&source), [Code::CycleTooLong]);
}

#[test]
fn too_many_findings_are_counted() {
    let source = format!("n >= 1 {{ n }} REPEAT _n\n{}ENDREP", "An?\n".repeat(1_000));
    let found = read(&source).diagnostics;
    assert_eq!(found.len(), 501);
    assert_eq!(
        (found[500].code, found[500].message.as_str()),
        (Code::TooManyFindings, "500 more findings are not shown")
    );
}

#[test]
fn too_many_warnings_are_no_error() {
    let source = format!("n >= 1 {{ n }} REPEAT {}_n An ENDREP", "LET k=n ".repeat(600));
    let lowered = read(&source);
    assert!(lowered.description.is_some());
    assert_eq!(lowered.diagnostics.len(), 501);
    let last = &lowered.diagnostics[500];
    assert_eq!(
        (last.code, last.message.as_str()),
        (Code::TooManyWarnings, "100 more warnings are not shown")
    );

    // Errors count for themselves, however many warnings stand before them.
    assert_eq!(codes_of(&format!("{source} ? !")), [Code::UnknownToken]);
}

#[test]
fn a_long_text_takes_no_longer_than_its_length() {
    let words = "_n A(2n-1) <AB>(n) # again\n".repeat(40_000);
    let source = format!("n >= 1 {{ n 2n }} REPEAT {words} ENDREP");
    let blocks = read(&source).description.unwrap().blocks;
    assert!(blocks.iter().all(|block| block.words.len() <= MOST_BLOCK_WORDS));
    assert_eq!(blocks.iter().map(|block| block.words.len()).sum::<usize>(), 120_000);
}

#[test]
fn the_end_of_a_text_is_shown_at_its_last_line() {
    insta::assert_snapshot!(said("n >= 1 { n }\nREPEAT\n  IF n >= 2 THEN _n An\n\n\n"));
}

#[test]
fn a_terminal_gets_no_control_characters_and_no_endless_lines() {
    let source = "n >= 1 { n } # \u{1b}[31m\u{9b}\r\nREPEAT _n An? ENDREP # \u{7}\r\n";
    let shown = render(&read(source).diagnostics[0], "text.nimseq", source, Style::PLAIN);
    assert!(shown.contains("An?"), "{shown}");
    assert!(!shown.chars().any(|letter| letter.is_control() && letter != '\n'), "{shown:?}");

    let source = format!("n >= 1 {{ n }} REPEAT {} An? ENDREP", "_n ".repeat(100_000));
    let shown = render(&read(&source).diagnostics[0], "text.nimseq", &source, Style::PLAIN);
    assert!(shown.len() < 400 && shown.contains("text.nimseq:1:300024"), "{shown}");
}

#[test]
fn the_raw_reading_knows_no_loops() {
    let lowered =
        parse("n >= 1 { n } FOR i", &Options { alphabet: None, raw: true, ..Default::default() });
    assert_eq!(lowered.diagnostics[0].message, "FOR is not allowed in a plain list of words");
}
